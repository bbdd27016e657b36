"""Nobody can choose a deal, nobody can foresee one, and everybody can check it."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from faults.inside import Inside
from kartenhaus.cli.main import app
from kartenhaus.server.house import new_secret
from kartenhaus.table.fairness import commitment, seed_of
from serving import KARTENHAUS, Line, Place, Server, begin, lines


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as people start it, with random secrets."""
    with Server(tmp_path_factory.mktemp("real"), program=KARTENHAUS) as running:
        yield running


def verify(file: Path, *published: str) -> tuple[int, str]:
    """What `kartenhaus verify` says, on one line."""
    done = CliRunner().invoke(app, ["verify", str(file), *(["--published", published[0]] if published else [])])
    return done.exit_code, " ".join(done.output.split()) + str(done.exception or "")


def test_a_secret_is_promised_before_the_deal_and_told_after_the_game(real: Server, tmp_path: Path) -> None:
    """docs/faults.md 14: the promise stands before the first card, the seed follows from it and the nonces, and the record
    proves it.
    """
    seats = real.full_table("mada", 2)
    with lines([*seats, Place(real.url, seats[0].table)]) as [one, two, watcher]:
        promised = one.state["fair"]["commitment"]
        assert {line.state["fair"]["commitment"] for line in (one, two, watcher)} == {promised}
        assert re.fullmatch("[0-9a-f]{64}", promised)
        for line, nonce in ((one, "mine"), (two, "yours")):
            assert line.state["phase"] == "waiting"
            line.do("ready", nonce=nonce)
        one.until(lambda state: state["phase"] == "playing")
        assert one.state["fair"] == {"commitment": promised, "last": None}
        assert real.get(f"tables/{seats[0].table}/records/1").status_code == 404
        one.do("resign")
        over = watcher.until(lambda state: state["fair"]["last"])["fair"]
        assert over["last"]["commitment"] == promised == commitment(over["last"]["secret"])
        assert over["last"]["nonces"] == ["mine", "yours"]
        assert over["commitment"] != promised  # the next deal has another secret
    heard = [frame for line in (one, two, watcher) for frame in line.heard if not frame.get("fair", {}).get("last")]
    assert over["last"]["secret"] not in str(heard)
    file = tmp_path / "game.toml"
    file.write_text(real.get(f"tables/{seats[0].table}/records/1").text, "utf-8")
    seed = seed_of(over["last"]["secret"], ["mine", "yours"])
    assert f"{seed:x}" in file.read_text("utf-8") or str(seed) in file.read_text("utf-8")
    assert verify(file)[0] == 0
    code, said = verify(file, promised)
    assert code == 0
    assert "That commitment is the one you noted." in said
    assert verify(file, commitment("another"))[0] != 0


def changed(key: str, value: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        found, times = re.subn(rf"(?m)^{key} = .*$", lambda _: f"{key} = {value}", text)
        assert times == 1, key
        return found

    return change


def swapped_digit(key: str) -> Callable[[str], str]:
    """Change one digit of a long value."""

    def change(text: str) -> str:
        found = re.search(rf'(?m)^{key} = "?(0x)?([0-9a-f]{{20,}})', text)
        assert found, text
        place = found.start(2) + 7
        return text[:place] + ("1" if text[place] != "1" else "2") + text[place + 1 :]

    return change


TAMPERINGS: dict[str, Callable[[str], str]] = {
    "the seed": swapped_digit("seed"),
    "the secret": swapped_digit("secret"),
    "the promise": swapped_digit("commitment"),
    "another secret with its promise": lambda text: changed("commitment", f'"{commitment("5")}"')(changed("secret", '"5"')(text)),
    "a nonce": changed("nonces", '["mine", "hers"]'),
    "nonces in another order": changed("nonces", '["yours", "mine"]'),
    "no nonces": changed("nonces", "[]"),
    "nonces that are none": changed("nonces", '"mine"'),
    "strange nonces": changed("nonces", '["mine\\nyours"]'),
}


@pytest.mark.parametrize("tamper", TAMPERINGS.values(), ids=TAMPERINGS.keys())
def test_a_record_that_was_tampered_with_is_refused(server: Server, tmp_path: Path, tamper: Callable[[str], str]) -> None:
    """docs/faults.md 14: whatever part of the proof was changed."""
    text = _finished(server, "mine", "yours")
    file = tmp_path / "game.toml"
    file.write_text(text, "utf-8")
    assert verify(file)[0] == 0
    file.write_text(tamper(text), "utf-8")
    tomllib.loads(file.read_text("utf-8"))
    assert verify(file)[0] != 0


def test_moves_that_were_tampered_with_are_refused(server: Server, tmp_path: Path) -> None:
    """docs/faults.md 14: the moves must follow from the deal."""
    seats = server.full_table("mada", 2)
    with lines(seats) as seated:
        begin(seated)
        for _ in range(4):
            line = next(line for line in seated if line.settle()["legal"])
            line.do("move", move=line.state["legal"][0]["move"], answers=line.state["answers"])
        seated[0].do("resign")
        seated[0].until(lambda state: state["fair"]["last"])
    text = server.get(f"tables/{seats[0].table}/records/1").text
    file = tmp_path / "game.toml"
    file.write_text(text, "utf-8")
    assert verify(file)[0] == 0
    moves = [line for line in text.splitlines() if re.search(r'"\d+ ?:? ?\w+', line) or "draw" in line or "play" in line]
    assert moves
    file.write_text(text.replace(moves[0], moves[0].replace("draw", "swap 1").replace("play", "toss"), 1), "utf-8")
    assert verify(file)[0] != 0


def _finished(server: Server, *nonces: str) -> str:
    """The record of a game that was given up at once."""
    seats = server.full_table("mada", len(nonces))
    with lines(seats) as seated:
        for line, nonce in zip(seated, nonces, strict=True):
            line.do("ready", nonce=nonce)
        seated[0].until(lambda state: state["phase"] == "playing")
        seated[0].do("resign")
        seated[0].until(lambda state: state["fair"]["last"])
    return server.get(f"tables/{seats[0].table}/records/1").text


def test_every_table_and_every_game_has_a_secret_of_its_own(real: Server) -> None:
    """docs/faults.md 14: also where nobody gives a nonce, and for the second game of a table."""
    promises = []
    for _ in range(12):
        seats = real.full_table("mada", 2)
        with lines(seats) as seated:
            promises.append(seated[0].state["fair"]["commitment"])
            begin(seated)
            seated[0].do("resign")
            promises.append(seated[0].until(lambda state: state["fair"]["last"])["fair"]["commitment"])
    assert len(set(promises)) == len(promises)
    secrets = [real.entries(table)[0]["secret"] for table in {place.table for place in seats}]
    assert all(re.fullmatch("[0-9a-f]{64}", secret) for secret in secrets)


def test_secrets_come_from_the_operating_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 14: nobody can predict them, for the first game of a table or the next."""
    drawn: list[str] = []

    def draw(size: int) -> bytes:
        drawn.append(os.urandom(size).hex())
        return bytes.fromhex(drawn[-1])

    monkeypatch.setattr("random._urandom", draw)  # where Python's `secrets` has it from
    with Inside(tmp_path, secret=new_secret) as house:
        seats = house.full_table("mada", 2)
        with lines(seats) as seated:
            begin(seated)
            seated[0].do("resign")
            seated[0].until(lambda state: state["fair"]["last"])
        secrets = [entry["secret"] for entry in house.entries(seats[0].table) if "secret" in entry]
    assert len(set(secrets)) == 2
    assert set(secrets) <= set(drawn)


def test_a_host_who_starts_at_once_is_told_the_promise_with_the_seat(server: Server) -> None:
    """docs/faults.md 14: with bots on all other seats there is no time to look before the deal."""
    choice = {"game": "mada", "players": 2, "bots": ["easy"], "ready": True}
    assert server.post("tables", **choice, nonce="mine").status_code == 422  # too early: a secret could be chosen to fit it
    answer = server.post("tables", **choice).json()
    with Line(Place(server.url, answer["table"], answer["seat"], answer["token"])) as line:
        line.until(lambda state: state["phase"] == "playing")
        assert line.state["fair"]["commitment"] == answer["commitment"]
