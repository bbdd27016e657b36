"""Tables drawn in the terminal: a view of each game, cards told apart by colour, symbol and text."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from kartenhaus.core import toml
from kartenhaus.core.history import History

Draw = Callable[[History, int, list[str]], list[Text]]


def draw(history: History, seat: int, names: list[str]) -> list[Text]:
    """The table as a seat sees it; a game without a drawing of its own is shown in its notation."""
    return DRAWINGS.get(history.game.name, _plain)(history, seat, names)


def _plain(history: History, seat: int, _names: list[str]) -> list[Text]:
    return [Text(toml.lines(history.table(seat)).rstrip())]


def _join(parts: list[Text], between: str = " ") -> Text:
    return Text(between).join(parts)


def _name(names: list[str], seat: int, acting: bool) -> Text:
    return Text(f"{'▶' if acting else ' '} {names[seat]:12.12}", "bold" if acting else "")


# MADA


def _mada_card(card: str) -> Text:
    special = {"L": ("lemur", "black on yellow"), "D": ("double", "black on bright_yellow"), "S": ("scorpion", "white on red")}
    if card in special:
        return Text(f" {card} {special[card][0]} ", special[card][1])
    if card == "?":
        return Text(" ? ", "white on grey37")
    greens = ("black on pale_green1", "black on green3", "white on green4", "white on dark_green")
    return Text(f" ♣{card} ", greens[(int(card) - 1) * len(greens) // 13])


def _draw_mada(history: History, seat: int, names: list[str]) -> list[Text]:
    view, table = history.view(seat), history.table(seat)
    lines = [Text(f"draw pile {view.left}   discard {table['discard'] or '–'}", "dim")]
    for other in range(view.seats):
        pile, aside = table["piles"][other].split(), table["aside"][other].split()
        line = _name(names, other, history.to_act == other)
        line.append_text(Text(" pile "))
        line.append_text(_join([_mada_card(card) for card in pile]) if pile else Text("–", "dim"))
        lines.append(line)
        face_up = aside and (other == seat or history.options.get("open_scores"))  # mada/secret
        shown = f"   aside {len(aside)}" + (f" ({' '.join(aside)})" if face_up else "")
        line = Text(f"{'':14} hand {len(table['hands'][other].split())}{shown}", "dim")
        lines.append(line)
    lines.append(_hand([_mada_card(card) for card in table["hands"][seat].split()]))
    return lines


# MAD

_MAD_STYLE = {"g": "black on green3", "y": "black on bright_yellow", "r": "white on red3", "b": "white on blue"}
_MAD_EMBLEM = {"g": "☂", "y": "▲", "r": "♥", "b": "◆"}
_MAD_WORD = {"W": "Which Way?", "D": "Draw One", "G": "Give Two"}
_MAD_WILD = {"W": "Wild", "WW": "Wild+Woolly", "N": "Not Me", "X": "Swap Hands", "J": "Joker"}


def _mad_card(card: str) -> Text:
    kind, _, colour = card.partition(":")
    if kind in _MAD_WILD:
        style = _MAD_STYLE.get(colour, "black on white")
        return Text(f" {kind} {_MAD_WILD[kind]}{' ' + _MAD_EMBLEM[colour] + colour if colour else ''} ", style)
    if kind == "?":
        return Text(" ? ", "white on grey37")
    word = _MAD_WORD.get(kind[1:], "")
    return Text(f" {_MAD_EMBLEM[kind[0]]}{kind}{' ' + word if word else ''} ", _MAD_STYLE[kind[0]])


def _draw_mad(history: History, seat: int, names: list[str]) -> list[Text]:
    view, table = history.view(seat), history.table(seat)
    lying = table["open"].split()
    top = Text("open  ")
    top.append_text(_mad_card(lying[-1]))
    way = "→ right, the seats in rising order" if view.direction == 1 else "← left, the seats in falling order"
    top.append(f"   {len(lying)} open, {view.left} closed   play goes {way}", "dim")
    lines = [top]
    if "attack" in table:
        victim = view.actor if "threat" in table else view.threat
        lines.append(Text(f"⚡ {table['attack']}: {names[victim]} is the victim", "bold red"))
    for other in range(view.seats):
        line = _name(names, other, history.to_act == other)
        line.append(f" {int(view.held[other]):2} cards ", "dim")
        known = [card for card in table["hands"][other].split() if card != "?"] if other != seat else []
        if known:
            line.append_text(Text(" you know "))
            line.append_text(_join([_mad_card(card) for card in known]))
        lines.append(line)
    lines.append(_hand([_mad_card(card) for card in table["hands"][seat].split()]))
    if table.get("drawn"):
        line = Text("just drawn  ")
        line.append_text(_mad_card(table["drawn"]))
        lines.append(line)
    return lines


# Mau Mau

_MAU_STYLE = {"r": "white on red3", "g": "black on green3", "b": "white on blue", "y": "black on bright_yellow"}
_MAU_SHAPE = {"r": "●", "g": "■", "b": "▲", "y": "◆"}


def _mau_card(card: str) -> Text:
    kind, _, shown = card.partition(":")
    if kind == "J":
        return Text(f"J{shown:2}" if shown else " J ", _MAU_STYLE[shown[0]] + " italic" if shown else "black on white")
    if kind == "?":
        return Text(" ? ", "white on grey37")
    return Text(f"{_MAU_SHAPE[kind[0]]}{kind}", _MAU_STYLE[kind[0]])


def _draw_maumau(history: History, seat: int, names: list[str]) -> list[Text]:
    view, table = history.view(seat), history.table(seat)
    from kartenhaus.games.maumau.board import COLUMNS
    from kartenhaus.games.maumau.position import GROUND, TOWER

    marks = {ground: mark for mark, ground in GROUND.items()}
    spaces = {(int(view.column[space]), int(view.row[space])): space for space in range(view.spaces)}
    width, height = max(column for column, _ in spaces) + 1, max(row for _, row in spaces) + 1
    lines = [Text("    " + "".join(f" {COLUMNS[column]}  " for column in range(width)), "dim")]
    for row in range(height):
        line = Text(f"{row + 1:3} ", "dim")
        for column in range(width):
            space = spaces.get((column, row))
            if space is None:
                line.append("    ")
                continue
            cards = table["board"].get(f"{COLUMNS[column]}{row + 1}", "").split()
            ground = int(view.ground[space])
            if cards:
                line.append_text(_mau_card(cards[-1]))
                line.append(str(len(cards)) if ground >= TOWER else " ", "bold")
            else:
                mark = marks[min(ground, TOWER)]
                line.append(f"[{mark if mark != '.' else ' '}] ", "dim" if mark == "." else "cyan")
        lines.append(line)
    lines.append(Text(f"1 point  A all draw  D discard  T tower   draw pile {view.left}", "dim"))
    for other in range(view.seats):
        line = _name(names, other, history.to_act == other)
        line.append(f" {int(view.points[other]):3} points  {int(view.held[other]):2} cards", "dim")
        if view.penalty and history.to_act == other and "pending" not in table:
            line.append(f"  must draw {view.penalty}", "bold red")
        if view.owes[other]:
            line.append(f"  has not said {table['owes'][other]}", "bold yellow")
        lines.append(line)
    lines.append(_hand([_mau_card(card) for card in table["hands"][seat].split()]))
    return lines


def _hand(cards: list[Text]) -> Text:
    line = Text("\nyour hand  ", "bold")
    line.append_text(_join(cards) if cards else Text("empty", "dim"))
    return line


DRAWINGS: dict[str, Draw] = {"mada": _draw_mada, "mad": _draw_mad, "maumau": _draw_maumau}
