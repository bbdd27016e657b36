"""Call the code of a bot, which may be anyone's: whatever goes wrong is a fault of that bot alone."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence
from traceback import format_exception_only
from typing import Any

import numpy as np

from kartenhaus.bots.bot import Bot
from kartenhaus.bots.view import View
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.history import check

MESSAGE = 200  # characters of a message about what a bot did wrong
BEYOND = 10**20  # larger than any move


class Fault(KartenhausError):
    """A bot raised an exception, or its answer is not a legal move. The text may reveal its cards; `kind` does not."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__("the bot {did}", did=_line(text))
        self.kind = kind


def call_bot(call: Callable[..., Any], *arguments: object) -> Any:
    """Call a bot's code; Fault for whatever it raises."""
    try:
        return call(*arguments)
    except (Exception, SystemExit) as error:
        raise Fault(type(error).__name__, "raised " + "".join(format_exception_only(error))) from None


def legal_answer(view: View, answer: object, legal: Sequence[int] = ()) -> int:
    """A bot's answer as a legal move, without further checks if it is one of `legal`; Fault if it is not legal."""
    if type(answer) is int and answer in legal:
        return answer
    if isinstance(answer, bool) or not isinstance(answer, str | int | np.integer):
        raise Fault("no move", f"answered {_shown(answer)}, which is neither text nor an integer")
    if not isinstance(answer, str) and not -BEYOND < answer < BEYOND:
        raise Fault("no move", f"answered {_shown(answer)}")
    try:
        return check(view.game, view.position, view.seat, str(answer) if isinstance(answer, str) else int(answer))
    except KartenhausError as error:
        rule = f" [{error.rule}]" if error.rule else ""
        raise Fault("no legal move", f"answered {_shown(answer)}: {error}{rule}") from None
    except Exception as error:  # a subclass of int or str may do anything
        raise Fault("no move", f"answered what cannot be read: {type(error).__name__}") from None


def ask(bot: Bot, view: View, seed: int) -> int:
    """The legal move that a bot chooses; Fault if it does not choose one."""
    return legal_answer(view, call_bot(bot.choose, view, seed))


def _shown(answer: object) -> str:
    if isinstance(answer, int) and not -BEYOND < answer < BEYOND:
        return "a number beyond all moves"
    return reprlib.repr(answer)


def _line(text: str) -> str:
    """One line that can be printed anywhere."""
    line = " ".join(text.split())[:MESSAGE]
    return "".join(letter if letter.isprintable() else "?" for letter in line)
