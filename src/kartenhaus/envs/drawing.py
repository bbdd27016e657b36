"""A table as a spectator sees it, as text or as a picture: whatever its position has, row by row."""

from __future__ import annotations

import re

import numpy as np

from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import SPECTATOR, Game, Position, Written
from kartenhaus.core.history import conceal, write
from kartenhaus.core.notation import LAST
from kartenhaus.envs.vector import Array, BadUse

RENDERS = ("ansi", "rgb_array")

HIDDEN = "?"
MANY = 8  # hidden cards: more of them are counted
CARD, GAP, LABEL, WIDTH = 34, 4, 120, 960  # pixels
PAPER, INK, BACK, PLAIN = (245, 240, 228), (40, 36, 32), (120, 100, 84), (255, 255, 255)
COLOURS = {"r": (226, 92, 80), "g": (104, 176, 96), "b": (96, 148, 216), "y": (240, 200, 72)}
Row = tuple[str, list[str]]


def check_mode(mode: str | None) -> str | None:
    """A way to render, or none; OptionError for any other."""
    if mode not in (None, *RENDERS):
        raise OptionError("render_mode is one of {modes}, not “{mode}”", modes=", ".join(RENDERS), mode=str(mode)[:40])
    return mode


def rendered(game: Game, position: Position, mode: str | None) -> str | Array:
    """A position as a spectator sees it."""
    if mode is None:
        raise BadUse("choose how to render: render_mode is one of {modes}", modes=", ".join(RENDERS))
    written = write(game, conceal(game, position, SPECTATOR))
    if written.pop(LAST, None) is not None:
        written["to_act"] = "nobody"
    return text(game, written) if mode == "ansi" else picture(game, written)


def rows(written: Written) -> list[Row]:
    """What a position has, each with its name: cards, or a value."""
    found: list[Row] = []
    for key, value in written.items():
        if isinstance(value, dict):
            continue  # a board, which has a place of its own
        for number, one in enumerate(value if isinstance(value, list) else [value]):
            name = f"{key} {number}" if isinstance(value, list) else key
            cards = one.split() if isinstance(one, str) else [f"{one} "]  # with a space: no card
            hidden = len(cards) > MANY and set(cards) == {HIDDEN}
            found.append((name, [f"{len(cards)} hidden"] if hidden else cards))
    return found


def board(written: Written) -> dict[tuple[int, int], str]:
    """The top cards of a board, by column and row; empty for a game without one."""
    spaces = next((value for value in written.values() if isinstance(value, dict)), {})
    found = {}
    for name, cards in spaces.items():
        letters, digits = re.fullmatch(r"([a-z]+)(\d+)", name).groups()  # type: ignore[union-attr]  # as spaces are named
        column = 0
        for letter in letters:
            column = 26 * column + ord(letter) - ord("a") + 1
        found[column - 1, int(digits) - 1] = cards.split()[-1]
    return found


def text(game: Game, written: Written) -> str:
    """The table as text."""
    lines = [game.title, *(f"  {name}: {' '.join(cards).strip() or '-'}" for name, cards in rows(written))]
    spaces = board(written)
    if spaces:
        columns, high = max(column for column, _ in spaces) + 1, max(row for _, row in spaces) + 1
        lines += ["  " + "".join(f"{spaces.get((column, row), '.'):>5}" for column in range(columns)) for row in range(high)]
    return "\n".join(lines) + "\n"


def picture(game: Game, written: Written) -> Array:
    """The table as a picture: height, width and the three colours."""
    from PIL import Image, ImageDraw, ImageFont

    shown, spaces = rows(written), board(written)
    high = max((row for _, row in spaces), default=-1) + 1
    step = CARD + GAP
    image = Image.new("RGB", (WIDTH, step * (len(shown) + high + 2)), PAPER)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(14)

    def card(x: int, y: int, name: str) -> None:
        known = COLOURS.get(name.partition(":")[2][:1] or name[0], PLAIN) if name != HIDDEN else BACK
        draw.rounded_rectangle((x, y, x + CARD, y + CARD), 5, known, INK)
        draw.text((x + CARD / 2, y + CARD / 2), "" if name == HIDDEN else name.partition(":")[0], INK, font, "mm")

    draw.text((GAP, GAP), game.title, INK, font)
    for line, (name, cards) in enumerate(shown, 1):
        draw.text((GAP, line * step + CARD / 2), name, INK, font, "lm")
        are_cards = all(one in game.notation.CARD.number or ":" in one for one in cards)
        for place, one in enumerate(cards[: (WIDTH - LABEL) // step]):
            if are_cards:
                card(LABEL + place * step, line * step, one)
        if not are_cards:
            draw.text((LABEL, line * step + CARD / 2), " ".join(cards), INK, font, "lm")
    for (column, row), one in spaces.items():
        card(LABEL + column * step, (len(shown) + 1 + row) * step, one)
    return np.asarray(image)
