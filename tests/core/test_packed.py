from __future__ import annotations

from typing import Annotated

import pytest

from kartenhaus.core.packed import Bytes, Longs, Packed


class Sample(Packed):
    small: Annotated[Bytes, (3,)]
    number: int
    large: Annotated[Longs, (2,)]


def test_fields_read_and_write_like_attributes() -> None:
    sample = Sample.new()
    sample.number = 5
    sample.small[1] = 7
    twin = sample.clone()
    twin.small[1] = 8
    assert (sample.number, int(sample.small[1]), int(twin.small[1])) == (5, 7, 8)
    sample.become(twin)
    assert sample.tobytes() == twin.tobytes()


def test_wide_fields_are_aligned() -> None:
    layout = Sample.layout()
    assert layout.fields is not None
    assert all(layout.fields[name][1] % 8 == 0 for name in ("number", "large"))
    assert layout.itemsize % 8 == 0


def test_a_field_that_cannot_be_laid_out_is_refused() -> None:
    class Wrong(Packed):
        text: str

    with pytest.raises(TypeError, match=r"Wrong\.text"):
        Wrong.layout()


def test_names_that_numpy_uses_are_refused() -> None:
    class Wrong(Packed):
        shape: int

    with pytest.raises(TypeError, match="choose another"):
        Wrong.layout()
