"""docs/faults.md 37: What a record proves about its deal, and what it does not."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kartenhaus
from kartenhaus.cli.main import app
from kartenhaus.core import recordfile
from kartenhaus.core.errors import RecordError
from kartenhaus.core.history import History
from kartenhaus.server.archive import table_of
from kartenhaus.table import commands, record
from kartenhaus.table.fairness import Unfair, commitment, doubts, seed_of, verify
from kartenhaus.table.review import review
from table.evening import Evening

SECRET = "ab" * 32


def dealt(*nonces: str, bots: list[int] | None = None, secret: str = SECRET) -> History:
    """A game as a house deals it, or claims to have dealt it."""
    history = kartenhaus.deal("mada", players=2, seed=seed_of(secret, nonces))
    history.fair = {"commitment": commitment(secret), "secret": secret, "nonces": list(nonces)}
    if bots is not None:
        history.fair["bots"] = bots
    return history


def rigged() -> History:
    """The house knows its secret and Mia's nonce, and tries nonces for its bot until the bot gets the hand it wants."""
    for number in count():
        history = dealt("mias", f"bot-{number}", bots=[1])
        if history.written()["hands"][1].split().count("L") >= 1:  # a Lemur, the best card
            return history
    raise AssertionError


def test_a_bots_nonce_is_refused(tmp_path: Path) -> None:
    """All hashes fit, the commitment is the one Mia noted, and her nonce is in the record; still, the house chose the deal."""
    history = rigged()
    promised = commitment(SECRET)
    with pytest.raises(Unfair, match="seat 1 was a bot, and bots add no nonce"):
        verify(history, promised, "mias")
    checked = review(history, 0).fair
    assert checked is not None
    assert not checked.kept
    history.resigned = [0]
    with pytest.raises(Unfair):
        table_of(history)
    file = tmp_path / "rigged.toml"
    kartenhaus.save(history, file)
    done = CliRunner().invoke(app, ["verify", str(file), "--published", promised, "--nonce", "mias"])
    assert done.exit_code != 0
    assert "Proved" not in done.output
    for way in ([], ["--check"]):
        assert CliRunner().invoke(app, ["import", str(file), *way, "--database", f"sqlite:///{tmp_path}/t.db"]).exit_code != 0


def test_a_house_that_hides_its_bots_proves_less() -> None:
    history = rigged()
    del history.fair["bots"]  # like an old record
    verify(history)
    assert any("Who was a bot?" in str(doubt) for doubt in doubts(history, commitment(SECRET), "mias"))
    checked = review(history, 0).fair
    assert checked is not None
    assert "Who was a bot?" in checked.told


def test_every_seat_has_one_nonce() -> None:
    """Otherwise the house could add as many as it likes."""
    with pytest.raises(Unfair, match="3 nonces for 2 seats"):
        verify(dealt("mias", "bens", "houses", bots=[]))
    with pytest.raises(Unfair, match="1 nonces for 2 seats"):
        verify(dealt("mias", bots=[]))


def test_ones_own_nonce_is_looked_for() -> None:
    history = dealt("mias", "", bots=[1])
    verify(history, nonce="mias")
    with pytest.raises(Unfair, match="your nonce is not in the record"):
        verify(history, nonce="another")


@pytest.mark.parametrize(
    ("nonces", "bots", "published", "nonce", "open_questions"),
    [
        (("mias", ""), [1], True, "mias", []),
        (("mias", ""), [1], False, "mias", ["promised before"]),
        (("mias", "bens"), [], True, "mias", ["work with the server"]),
        (("mias", "bens"), [], True, "", ["those of the players", "work with the server"]),
        (("", ""), [1], True, "", ["the server alone"]),
        (("mias", ""), None, True, "mias", ["Who was a bot"]),
        (("", ""), None, False, "", ["promised before", "the server alone", "Who was a bot"]),
    ],
)
def test_what_is_not_proved_is_said(
    nonces: tuple[str, str], bots: list[int] | None, published: bool, nonce: str, open_questions: list[str], tmp_path: Path
) -> None:
    history = dealt(*nonces, bots=bots)
    found = list(map(str, doubts(history, "noted" if published else "", nonce)))
    assert len(found) == len(open_questions)
    assert all(part in doubt for part, doubt in zip(open_questions, found, strict=True))
    file = tmp_path / "game.toml"
    kartenhaus.save(history, file)
    words = ["--published", commitment(SECRET)] if published else []
    done = CliRunner().invoke(app, ["verify", str(file), *words, *(["--nonce", nonce] if nonce else [])])
    said = " ".join(done.output.split())
    assert done.exit_code == 0
    assert ("Nobody could choose this deal." in said) == (not open_questions)
    assert all(part in said for part in open_questions)


def test_the_record_of_a_table_says_who_was_a_bot() -> None:
    evening = Evening("mada", 3)
    evening.sit("Mia")
    for seat in (1, 2):
        evening.do(commands.seat_bot, 0, seat, "easy")
    evening.do(commands.ready, 0, nonce="mias")
    evening.run()
    evening.play_out()
    text = record.of_game("evening", evening.entries, 1)
    assert text is not None
    history = recordfile.loads(text)
    assert history.fair["bots"] == [1, 2]
    assert history.fair["nonces"] == ["mias", "", ""]
    verify(history, nonce="mias")
    assert recordfile.dumps(history) == text
    assert table_of(history)[0].bots == [1, 2]
    old = replace(history, fair={key: value for key, value in history.fair.items() if key != "bots"})
    assert table_of(recordfile.loads(recordfile.dumps(old)))[0].outcome is not None


@pytest.mark.parametrize(
    "fair",
    [
        {"commitment": "0" * 65, "secret": "s", "nonces": ["", ""]},
        {"commitment": 1, "secret": "s", "nonces": ["", ""]},
        {"commitment": "0", "secret": "s" * 1000, "nonces": ["", ""]},
        {"commitment": "0", "secret": "s", "nonces": ["", "", ""]},
        {"commitment": "0", "secret": "s", "nonces": [1, 2]},
        {"commitment": "0", "secret": "s", "nonces": ["", ""], "bots": [2]},
        {"commitment": "0", "secret": "s", "nonces": ["", ""], "bots": [True]},
        {"commitment": "0", "secret": "s", "nonces": ["", ""], "more": "x"},
    ],
)
def test_what_a_record_says_of_its_deal_is_bounded(fair: dict[str, object]) -> None:
    history = dealt("", "")
    history.fair = fair
    with pytest.raises(RecordError, match="fair must have"):
        recordfile.loads(recordfile.dumps(history))
