"""Screens that cover the table: handing over the keyboard, the keys, the rules."""

from __future__ import annotations

from textwrap import wrap

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Center, Middle, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from kartenhaus.cli.terminal import harmless
from kartenhaus.core.words import Translate
from kartenhaus.table.facts import OptionChosen
from kartenhaus.table.states import State, Welcome


class HandOver(Screen[None]):
    """Shows only a name; the next hand appears when its player presses Enter or clicks."""

    CSS = "HandOver Static { width: auto; padding: 2 6; border: heavy $accent; text-align: center; }"

    def __init__(self, name: str, translate: Translate) -> None:
        super().__init__()
        asked = (translate("Hand over to {name}").format(name=name), "bold")
        self.text = harmless(Text.assemble(asked, "\n\n", (translate("Press Enter when nobody else is looking."), "dim")))

    def compose(self) -> ComposeResult:
        """One box in the middle."""
        with Middle(), Center():
            yield Static(self.text, id="handover")

    def on_key(self, event: events.Key) -> None:
        """React only to Enter and space: the previous player may still be typing."""
        event.stop()
        if event.key in ("enter", "space"):
            self.dismiss()
        elif event.key == "ctrl+c":
            self.app.exit()

    def on_click(self) -> None:
        """The same by mouse."""
        self.dismiss()


class Page(Screen[None]):
    """Something to read, until a key is pressed."""

    CSS = "Page VerticalScroll { padding: 1 3; } Page Static { width: 100%; }"

    def __init__(self, text: Text, line: int = 0) -> None:
        super().__init__()
        self.text, self.line = text, line

    def compose(self) -> ComposeResult:
        """The text, in a scroll view."""
        with VerticalScroll():
            yield Static(self.text, id="page")

    def on_mount(self) -> None:
        """Focus the text, so that arrows scroll, and go to the line asked for."""
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        self.call_after_refresh(scroll.scroll_to, y=self.line, animate=False)

    def on_key(self, event: events.Key) -> None:
        """Close it with any key that does not scroll."""
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            self.dismiss()


def help_text(translate: Translate, chats: bool) -> Text:
    """Every key, and what it does."""
    rows = [
        ("← → ↑ ↓", translate("another card, space or choice")),
        ("Enter", translate("choose it")),
        ("1 … 9", translate("the first, second … card or choice")),
        ("Esc", translate("back one choice")),
        ("d", translate("draw")),
        ("l", translate("try your luck")),
        ("k", translate("keep, or let it happen")),
        ("m", translate("say Mau")),
        (":", translate("type a move, such as “play 7”")),
        ("r", translate("the rules")),
        ("o", translate("what this table plays with")),
        ("t", translate("light or dark")),
        ("?", translate("these keys")),
        ("q", translate("stop")),
    ]
    if chats:
        rows.insert(-2, ("c", translate("say something")))
    text = Text.assemble((translate("Keys") + "\n\n", "bold"))
    for key, meaning in rows:
        text.append(f"{key:>10}  ", Style(bold=True, color="#ffb000"))
        text.append(f"{meaning}\n")
    text.append("\n" + translate("You can do everything with the mouse: click cards, spaces, players and buttons."))
    text.append("\n" + translate("▶ whose turn it is   ▮ cards in hand   ★ points   ● Cactus cards aside   * prickly pears"), "dim")
    return text


def terms(about: Welcome, state: State) -> tuple[list[str], list[str]]:
    """What a table plays with, in lines: what was chosen, and what is as usual. A seat is called by who sits there."""

    def lines(said: list[OptionChosen]) -> list[str]:
        sits = {seat: one.name for seat, one in enumerate(state.seats) if one.name}
        return [f"{one.title}: {sits.get(one.seat, one.words)}" for one in said]

    return lines(about.chosen), lines(about.usual)


def terms_text(about: Welcome, state: State, translate: Translate) -> Text:
    """All of it, on a page."""
    chosen, usual = terms(about, state)
    text = Text.assemble((translate("What this table plays with") + "\n\n", "bold"))
    text.append("".join(f"{line}\n" for line in chosen), Style(bold=True, color="#ffb000"))
    text.append("".join(f"{line}\n" for line in usual))
    return harmless(text)


def rules_text(rows: dict[str, str], chosen: str, width: int) -> tuple[Text, int]:
    """Every rule with its id, and the line of the chosen one."""
    text, line, found = Text(), 0, 0
    for rule, words in rows.items():
        if rule == chosen:
            found = line
        lines = wrap(words.replace("`", ""), max(20, width))
        text.append(f"{rule}\n", "bold reverse" if rule == chosen else "bold")
        text.append("\n".join(lines) + "\n\n")
        line += 2 + len(lines)
    return text, found
