"""The learning curves of a training as one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from kartenhaus.reports.page import legend, page, section
from kartenhaus.training.course import Course

Measured = Mapping[str, float]


def render(title: str, names: Sequence[str], courses: Sequence[Course], verdict: str) -> str:
    """The whole page; one line for each group of players."""
    from kartenhaus.reports.drawing import progress

    def lines(of: Callable[[Measured], float | None]) -> list[list[tuple[float, float]]]:
        found = [[(number, of(one)) for number, one in enumerate(course.curve, 1)] for course in courses]
        return [[(number, value) for number, value in line if value is not None] for line in found]

    def plot(name: str, heading: str, of: Callable[[Measured], float | None], up: str, hint: str, even: float | None = None) -> str:
        drawn = progress(name, lines(of), "rounds", up, f"{heading}, round by round.", even)
        return section(heading, legend(names) + drawn, hint)

    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="verdict">{escape(verdict)}</p>',
        '<div class="columns">',
        plot(
            "won", f"Against {courses[0].plan.rival}", _won, "", "Games won by the policy without looking ahead; dashed: even.", 0.5
        ),
        plot(
            "value", "Who will win", lambda one: one.get("value_loss"), "cross-entropy", "How surprised the value was by what came."
        ),
        plot(
            "lost",
            "Lost by choosing",
            _lost,
            "% of a win",
            "By how much the policy's move was worse than the best, one move ahead.",
        ),
        plot("same", "The same move", lambda one: one.get("same"), "", "How often the policy chose the best move.", 0.5),
        "</div>",
    ]
    return page(title, body)


def _won(one: Measured) -> float | None:
    rates = [value for name, value in one.items() if name.startswith("won_")]
    return sum(rates) / len(rates) if rates else None


def _lost(one: Measured) -> float | None:
    return 100 * one["lost"] if "lost" in one else None
