"""The frame of a report: one self-contained HTML file, without scripts, without fonts, with nothing from the network."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files

from kartenhaus.core.errors import OptionError

COLOURS = 8  # of lines, in report.css; more lines reuse them


def check_plots() -> None:
    """OptionError if plots cannot be drawn."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise OptionError("a report needs matplotlib to draw its plots: pip install 'kartenhaus[report]'") from None
    assert mpl


def page(title: str, body: Sequence[str]) -> str:
    """A page in the style of reports."""
    css = (files(__package__) / "report.css").read_text("utf-8")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{css}</style>
</head>
<body>
{chr(10).join(part for part in body if part)}
</body>
</html>
"""


def section(heading: str, content: str, hint: str = "") -> str:
    """A part of a page."""
    told = f'<p class="hint">{hint}</p>\n' if hint else ""
    return f"<section>\n<h2>{escape(heading)}</h2>\n{told}{content}\n</section>"


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f} %"


def breakable(name: str) -> str:
    """A name as HTML that may break where its settings begin, but not before its number.

    >>> breakable("search:iterations=5 #2")
    'search:<wbr>iterations=<wbr>5&nbsp;#2'
    """
    return re.sub("([:=])", r"\1<wbr>", escape(name)).replace(" #", "&nbsp;#")


def key(bot: int, name: str) -> str:
    """A name with the colour of its lines."""
    return f'<span class="key" style="--colour: var(--bot{bot % COLOURS})">{breakable(name)}</span>'


def legend(names: Iterable[str]) -> str:
    """Names with the colours of their lines, in order."""
    return '<ul class="legend">' + "".join(f"<li>{key(number, name)}</li>" for number, name in enumerate(names)) + "</ul>"


def table(head: Sequence[str], rows: Sequence[str], kind: str = "") -> str:
    """A table of rows that are HTML already, as are the heads."""
    heads = "".join(f'<th scope="col">{head}</th>' for head in head)
    body = "\n".join(rows)
    return f'<div class="scroll"><table class="{kind}"><thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'


def facts(told: Mapping[str, str], command: str) -> str:
    """What was played, and the command that gives the same again; facts without a text are left out."""
    listed = "\n".join(f"<div><dt>{name}</dt><dd>{escape(text)}</dd></div>" for name, text in told.items() if text)
    return f"<dl>\n{listed}\n</dl>\n<code>{escape(command)}</code>"
