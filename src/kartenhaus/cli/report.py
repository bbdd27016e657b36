"""Writing a report to a file."""

from __future__ import annotations

from pathlib import Path

from kartenhaus.cli.terminal import say
from kartenhaus.core.errors import OptionError


def check_report(path: Path) -> None:
    """Complain before hours of play, not after."""
    from kartenhaus.reports.page import check_plots

    check_plots()
    new = not path.exists()
    try:
        with path.open("a", encoding="utf-8"):
            pass
        if new:
            path.unlink()
    except OSError as problem:
        raise OptionError("{file}: cannot be written: {problem}", file=path, problem=problem.strerror) from None


def write_report(path: Path, page: str, quiet: bool) -> None:
    """Write the page, and say where it is unless only results may be printed."""
    try:
        path.write_text(page, "utf-8")
    except OSError as problem:
        raise OptionError("{file}: cannot be written: {problem}", file=path, problem=problem.strerror) from None
    if not quiet:
        say("Report in {}", path)
