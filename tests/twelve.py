"""An edition of Mau Mau whose numbers go up to 12, as an own file could have it."""

from __future__ import annotations

from typing import Any

SIGNS = (*(str(number) for number in range(1, 13)), *"DSP")
TWELVE: dict[str, Any] = {
    "game": "maumau",
    "name": "twelve",
    "title": "Mau Mau up to 12",
    "hand": 5,
    "deck": {**{colour + sign: 2 if sign.isdigit() else 4 for colour in "rgby" for sign in SIGNS}, "J": 12},
}
