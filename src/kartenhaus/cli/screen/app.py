"""The screen: one picture of the table, what may be chosen, and keys and clicks that choose it."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from textwrap import wrap

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, Static

from kartenhaus.cli.screen import tables, words
from kartenhaus.cli.screen.chooser import Chooser
from kartenhaus.cli.screen.faces import ACCENT, swatch, touch
from kartenhaus.cli.screen.overlays import HandOver, Page, help_text, rules_text, terms, terms_text
from kartenhaus.cli.screen.source import Source
from kartenhaus.cli.screen.steps import SAY, Step
from kartenhaus.cli.terminal import harmless
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import find
from kartenhaus.core.rulebook import rulebook_rows
from kartenhaus.core.texts import translator
from kartenhaus.table.states import State
from kartenhaus.table.words import explained

LINES = 300  # of the story on the screen


class Area(Static):
    """A part of the picture; its text has the choices for clicks as metadata."""

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked."""
        step = event.style.meta.get("step")
        if step is not None:
            self.app.call_later(self.app.choose, Step(*step))  # type: ignore[attr-defined]  # textual knows its own App only


class TableScreen(App[None]):
    """A table on the whole terminal."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None  # keys belong to the table until somebody writes
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012, textual declares it so
    CSS_PATH = "screen.tcss"

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        self.translate = translator(source.language)
        self.chooser = Chooser(source, self.translate)
        self.rule = ""  # the last rule that forbade something
        self._shown: State | None = None
        self._notice = Text()
        self._leaving = False
        self._drawn: dict[str, tuple[Text, object]] = {}
        self._trouble = ""
        self._writing = ""  # what the line is for: a move, or chat
        self.theme = "textual-light" if _light() else "textual-dark"

    def compose(self) -> ComposeResult:
        """Title, table, players and story, the viewer's hand, the choices, keys."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            with VerticalScroll(id="place", can_focus=False):
                yield Area(id="table")
            with Vertical(id="side"):
                yield Area(id="seats")
                with VerticalScroll(id="story", can_focus=False):
                    yield Static(id="told")
        yield Static(id="notice")
        yield Static(id="prompt")
        yield Area(id="hand")
        yield Area(id="choices")
        yield Input(id="line")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Start the table."""
        self.parts = {part.id: part for part in self.query(Static)}
        self.entry = self.query_one("#line", Input)
        self.story = self.query_one("#story", VerticalScroll)
        self.place = self.query_one("#place", VerticalScroll)
        self.entry.display = False
        self.run_worker(self._live(), exit_on_error=True)
        self.set_interval(1.0, self._watch_line)

    async def _live(self) -> None:
        try:
            await self.source.run(self.show)
        except KartenhausError as error:
            self.complain(error)
        self.show()

    def _watch_line(self) -> None:
        if self.source.trouble != self._trouble:
            self._trouble = self.source.trouble
            self.show()

    def on_resize(self) -> None:
        """Draw again in the new size."""
        self.call_after_refresh(self.show)

    # The picture

    def show(self) -> None:
        """Draw everything again."""
        if not hasattr(self, "parts"):
            return
        state = self.source.state
        if state is not self._shown:
            self._shown = state
            if self.chooser.renew() and state and state.legal:
                self._notice = Text()
        if not state:
            self._put("table", Text(self.source.trouble or self.translate("Loading the table …")))
            self._show_buttons()
            return
        picture = self._picture(state)
        self._put("title", self._title(picture))
        self._put("table", self._middle(picture))
        self._put("seats", tables.seats(picture, lambda seat: words.remarks(self.source.about, state, seat, self.translate)))
        self._put("told", Text("\n".join(self.source.told[-LINES:])))
        self.story.scroll_end(animate=False)
        self._show_choices(picture)
        if self.source.handing >= 0 and len(self.screen_stack) == 1:
            name = words.seat_name(state, self.source.handing, self.translate)
            self.push_screen(HandOver(name, self.translate), self._taken)

    def _put(self, part: str, drawn: Text) -> None:
        """Draw a part of the picture, if it has changed."""
        drawn = harmless(drawn)
        if self._drawn.get(part) != (drawn, drawn.style):
            self._drawn[part] = drawn, drawn.style
            self.parts[part].update(drawn)

    def _taken(self, _: None) -> None:
        self.run_worker(self._take())

    async def _take(self) -> None:
        await self.source.take()
        self.show()

    def _picture(self, state: State) -> tables.Picture:
        size = self.place.size
        return tables.Picture(
            self.source.about,
            state,
            self.translate,
            self.chooser.offers(),
            self.chooser.cursor,
            max(size.width, 40),
            max(size.height, 8),
            self.chooser.choosing.chosen,
            self.chooser.choosing.earns(),
            self.source.language,
        )

    def _title(self, picture: tables.Picture) -> Text:
        state = picture.state
        if self.source.trouble:  # it gets the whole line; whose turn it is also stands below
            return Text(f" ⚠ {self.source.trouble}", Style(color="#ff5555", bold=True))
        mine = state.to_act == state.you >= 0 and state.phase == "playing" and not state.answered
        now = Style(color="#000000", bgcolor=ACCENT, bold=True) if mine else Style(bold=True)
        title = (f" {picture.about.title} ", "bold reverse")
        return Text.assemble(title, "  ", (f" {words.headline(state, self.translate)} ", now))

    def _middle(self, picture: tables.Picture) -> Text:
        state = picture.state
        if state.phase == "waiting":
            chosen, usual = terms(picture.about, state)
            told = [*chosen, *usual, *self.source.told[-3:]]
            lines = [part for line in told for part in wrap(line, picture.width - 2, break_on_hyphens=False)]
            return Text("\n ").join([Text(), *map(Text, lines)])
        drawn = tables.paint(picture)
        if state.phase in ("over", "closed") and state.view:
            head = tables.result(picture, words.verdict(state, self.translate), state.reason)
            return Text("\n").join([head, drawn])
        return drawn

    def _show_choices(self, picture: tables.Picture) -> None:
        state, width = picture.state, self.size.width
        mine, cursor = self.chooser.cards(), self.chooser.cursor
        self._put("hand", tables.hand(picture, mine, width))
        self.parts["hand"].display = bool(mine)
        said = words.prompt(self.source.about, state, self.chooser.choosing, self.translate)
        prompt = Text.assemble((f" {said}", "bold"))
        if cursor is not None and cursor.kind == "card" and state.phase == "playing":
            prompt.append(f"   {picture.about.names.cards.get(cursor.value, '')}", "dim")
        self._put("prompt", prompt)
        self._show_buttons()
        self._put("notice", self._notice)
        self.parts["notice"].display = bool(self._notice)
        keys = [("?", self.translate("Keys")), ("r", self.translate("Rules")), (":", self.translate("Move"))]
        keys += [("c", self.translate("Chat"))] if self.source.chats else []
        foot = Text(" ")
        for key, what in [*keys, ("q", self.translate("stop"))]:
            foot.append_text(Text.assemble((f" {key} ", "bold reverse"), f" {what}  "))
        self._put("keys", foot)

    def _show_buttons(self) -> None:
        buttons = [self._button(number, spot) for number, spot in enumerate(self.chooser.options(), 1)]
        if self.chooser.choosing.chosen:
            buttons.append(Text(f" Esc {self.translate('Choose again')} ", Style(dim=True) + touch(Step("do", "back"))))
        self._put("choices", Text("  ").join(buttons))
        self.parts["choices"].display = bool(buttons)

    def _button(self, number: int, step: Step) -> Text:
        """A choice in words, with its key."""
        numbered = number < 10 and (self.chooser.choosing.chosen or not self.chooser.cards())
        key = self.chooser.key(step) or (str(number) if numbered else "")
        here = step == self.chooser.cursor
        look = Style(color="#000000", bgcolor=ACCENT, bold=True) if here else Style(reverse=True)
        if step.kind == "colour" and not here:
            look = swatch(self.source.about.game, step.value) + Style(bold=True)
        return Text(f" {key + ' ' if key else ''}{self.chooser.label(step)} ", look + touch(step))

    # Choosing

    async def choose(self, step: Step) -> None:
        """Choose something: a part of a move, a whole move, or anything else that can be done."""
        self._leaving = False
        if step.kind == "do":
            await self._do(step.value)
        elif step.kind == SAY or step in self.chooser.offers():
            self._notice = Text()
            move = self.chooser.choose(step)
            if move is not None:
                await self._move(move)
        elif step.kind == "card" and self.chooser.choosing.chosen:
            self.chooser.start_again()
            await self.choose(step)
        elif step.kind in ("card", "space") or any(step.kind == other.kind for other in self.chooser.offers()):
            await self._ask_why((*self.chooser.choosing.chosen, step))
        self.show()

    async def _move(self, move: str) -> None:
        try:
            await self.source.move(move)
        except KartenhausError as error:
            self.complain(error)
        self.chooser.start_again()

    async def _ask_why(self, tried: tuple[Step, ...]) -> None:
        """Ask the table why something cannot be chosen; earlier choices stay."""
        if self.source.state and self.source.state.phase == "playing":
            try:
                self.complain(await self.source.why(tried))
            except KartenhausError as error:
                self.complain(error)

    async def _do(self, action: str) -> None:
        if action == "back":
            self._back()
            return
        self._notice = Text()
        try:
            await self.source.do(action)
        except KartenhausError as error:
            self.complain(error)

    def complain(self, error: KartenhausError) -> None:
        """Show why something was refused, with the rule behind it."""
        state, language = self.source.state, self.source.language
        names = [one.name for one in state.seats] if state else []
        text = explained(state.game, error, language, names) if state else error.told(self.translate)
        self._notice = Text.assemble((" ✗ ", Style(color="#ff5555", bold=True)), (text, "bold"))
        if error.rule and state:
            self.rule = error.rule
            row = rulebook_rows(find(state.game), language).get(error.rule, "")
            self._notice.append(f"\n {error.rule}: {row.replace('`', '')}", "dim")

    def _back(self) -> None:
        """Take back the last choice, and clear the notice."""
        self._notice = Text()
        self.chooser.back()
        self.show()

    # Keys

    async def on_key(self, event: events.Key) -> None:
        """Do what a key stands for; everything can be done with keys."""
        if len(self.screen_stack) > 1 or (self.entry.has_focus and event.key != "escape"):
            return
        arrows = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        letter = event.character or ""
        if event.key in arrows:
            self.chooser.go(*arrows[event.key])
            self.show()
        elif event.key in ("enter", "space"):
            if self.chooser.cursor is not None:
                await self.choose(self.chooser.cursor)
        elif event.key == "escape":
            self._close_line() if self.entry.display else self._back()
        elif event.key == "ctrl+c" or letter == "q":
            self._leave(event.key == "ctrl+c")
        elif letter.isdigit() and letter != "0":
            await self._number(int(letter) - 1)
        elif not await self._letter(letter):
            return
        event.stop()
        event.prevent_default()

    async def _letter(self, letter: str) -> bool:
        """Do what a letter stands for; return whether it stands for anything."""
        step = next((spot for spot in self.chooser.options() if letter and self.chooser.key(spot) == letter), None)
        simple: dict[str, Callable[[], object]] = {
            "?": lambda: self.push_screen(Page(help_text(self.translate, self.source.chats))),
            "r": self._rules,
            "o": self._terms,
            "t": self._turn_light,
            ":": partial(self._open_line, ":"),
        }
        if step is not None:
            await self.choose(step)
        elif letter in simple:
            simple[letter]()
        elif letter == "c" and self.source.chats:
            self._open_line("c")
        else:
            return False
        return True

    async def _number(self, number: int) -> None:
        cards = self.chooser.cards()
        row = self.chooser.options() if self.chooser.choosing.chosen or not cards else [Step("card", card) for card in cards]
        if number < len(row):
            self.chooser.cursor = row[number]
            await self.choose(row[number])

    def _rules(self) -> None:
        if self.source.state:
            rows = rulebook_rows(find(self.source.state.game), self.source.language)
            self.push_screen(Page(*rules_text(rows, self.rule, self.size.width - 8)))

    def _terms(self) -> None:
        if self.source.state:
            self.push_screen(Page(terms_text(self.source.about, self.source.state, self.translate)))

    def _turn_light(self) -> None:
        self.theme = "textual-dark" if self.theme == "textual-light" else "textual-light"

    def _leave(self, at_once: bool) -> None:
        if at_once or self._leaving or not self.source.state or self.source.state.phase != "playing":
            self.exit()
            return
        self._leaving = True
        self._notice = Text(f" {self.translate('Press q again to stop.')} {self.source.farewell()}", "bold")
        self.show()

    # The line to write in

    def _open_line(self, what: str) -> None:
        self._writing = what
        chat, move = self.translate("Say something"), self.translate("type a move, such as “play 7”")
        self.entry.placeholder = chat if what == "c" else move
        self.entry.display = True
        self.entry.focus()

    def _close_line(self) -> None:
        self.entry.value = ""
        self.entry.display = False
        self.set_focus(None)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Make the move, or send the text, that was written."""
        text = event.value.strip()
        self._close_line()
        if text and self._writing == "c":
            try:
                await self.source.chat(text)
            except KartenhausError as error:
                self.complain(error)
        elif text:
            self._notice = Text()
            await self._move(text)
        self.show()


def _light() -> bool:
    """Whether the terminal says that its background is light."""
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return ground.isdigit() and int(ground) in (7, *range(9, 16))
