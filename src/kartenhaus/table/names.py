"""What people type: names, colours and chat, made harmless; and the faces they can make."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Literal

from kartenhaus.core.errors import OptionError
from kartenhaus.core.plain import MAX_NAME, cleaned

MAX_TEXT = 300
Face = Literal["laugh", "cheer", "wow", "think", "cry", "grumble"]
"""What a player can react with."""
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")
LOOKALIKES = str.maketrans(  # characters that look like another, in lower case: Cyrillic, Greek, Latin, digits
    "авсԁеһіјкмнорԛѕтѵԝхуӏαβεηικνορτυχγωμıɑɡʟi01|",
    "abcdehljkmhopqstvwxylabenlkvoptuxywmlaglloll",
)


def name_of(text: str) -> str:
    """Clean a player's name; raise OptionError if nothing is left of it."""
    name = cleaned(text, MAX_NAME)
    if not name:
        raise OptionError("a name has 1 to {most} letters", most=MAX_NAME)
    return name


def likeness(name: str) -> str:
    """Return a form that is the same for names that look alike: with letters of another case, width, style or alphabet."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return plain.translate(LOOKALIKES).replace(" ", "")


def unlike(name: str, taken: Iterable[str]) -> str:
    """Make a name unique at the table: a second Mia becomes Mia 2."""
    alike = {likeness(other) for other in taken}
    number = 2
    found = name
    while likeness(found) in alike:
        ending = f" {number}"
        found = name[: MAX_NAME - len(ending)].rstrip() + ending
        number += 1
    return found


def colour_of(text: str, taken: set[str]) -> str:
    """Return the colour asked for if it is free, else the first free one."""
    if text and text not in COLOURS:
        raise OptionError("a colour is one of {colours}", colours=", ".join(COLOURS))
    free = [colour for colour in COLOURS if colour not in taken]
    return text if text in free else free[0]
