"""Layout shifts of a page, as the browser itself measures them for its "cumulative layout shift"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from playwright.sync_api import Page

SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  const tag = (node) => [node.localName, ...node.classList].join(".");
  const named = (node) => node?.nodeType === 1 ? tag(node) : node ? `words in ${tag(node.parentElement)}` : "";
  const box = ({x, y, width, height}) => `${[x, y].map(Math.round)} ${[width, height].map(Math.round).join("×")}`;
  for (const {startTime: at, value, hadRecentInput: asked, sources} of list.getEntries()) {
    const what = sources.map(({node, previousRect, currentRect}) => `${named(node)} ${box(previousRect)} → ${box(currentRect)}`);
    shifts.push({at, value, asked, what});
  }
}).observe({type: "layout-shift", buffered: true});
"""
"""Notes every layout shift. Run it before the page."""


class Shift(TypedDict):
    """A layout shift: when, its score, whether a tap asked for it (within half a second), and what moved from where to where."""

    at: float
    value: float
    asked: bool
    what: list[str]


def shifts(page: Page) -> list[Shift]:
    """All layout shifts of the page so far."""
    found: list[Shift] = page.evaluate("shifts")
    return found


def cumulative(found: Iterable[Shift], asked: bool = False) -> float:
    """The sum of all scores. With `asked`, also of what follows a tap, which browsers leave out.

    Browsers add up five seconds at most; this is stricter, and does not depend on how fast a game is played.
    """
    return sum(shift["value"] for shift in found if asked or not shift["asked"])
