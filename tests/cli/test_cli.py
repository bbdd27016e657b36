"""The command line as a person uses it, in a separate process."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import forking
import kartenhaus
from kartenhaus.cli import compiling
from kartenhaus.core.estimate import Estimate
from kartenhaus.core.game import find, names

ROOT = Path(__file__).parent.parent.parent


def run(*arguments: str, text: str = "", code: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    done = forking.run(*arguments, text=text, folder=ROOT, environment={**os.environ, "COLUMNS": "120", **environment})
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_games_and_version() -> None:
    assert "Mau Mau, the board game, 2 to 4 players" in run("games").stdout
    assert run("--version").stdout == f"kartenhaus {kartenhaus.__version__}\n"


@pytest.mark.parametrize("command", ["games", "rules", "play", "simulate", "arena", "replay", "hint", "check", "perft"])
def test_every_command_has_help_with_examples(command: str) -> None:
    assert "kartenhaus " + command in run(command, "--help").stdout.split("Example")[1]


def test_help_names_the_boards_that_come_with_the_games() -> None:
    boards = [str(choice.value) for game in map(find, names()) if game.boards for choice in game.boards[0].choices]
    assert f"One of our boards ({', '.join(boards)})" in " ".join(run("play", "--help").stdout.split())


def test_rules_say_what_is_assumed() -> None:
    text = run("rules", "mada", "--all").stdout
    assert "(assumed)" in text
    assert "Ruling" in text
    assert "mada/lemur-equal" in text
    assert "mad/not-me-chain" in run("rules", "mad", "not-me-chain").stdout


def test_rules_come_in_short_first() -> None:
    text = " ".join(run("rules", "maumau").stdout.split())
    assert "Miss a go: The next player misses a turn" in text
    assert "1 + 2 + 5 = 8 points" in text
    assert "Ruling" not in text
    assert "maumau/tower-face" not in text
    assert "kartenhaus rules maumau --all" in text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ["Wenn du dran bist", "Aussetzen: Wer als Nächstes dran wäre, setzt aus", "1 + 2 + 5 = 8 Punkte", "angenommen"]),
        ("fr", ["À ton tour", "Passe mon tour : La personne suivante passe son tour", "1 + 2 + 5 = 8 points", "supposé"]),
    ],
)
def test_rules_speak_the_language_asked_for(language: str, said: list[str]) -> None:
    text = " ".join(run("rules", "maumau", "--language", language).stdout.split())
    assert [words for words in said if words not in text] == []
    assert "On your turn" not in text
    every = " ".join(run("rules", "mada", "--all", "--language", language).stdout.split())
    assert {"de": "Auslegung", "fr": "Décision"}[language] in every
    assert "mada/lemur-equal" in every


def test_simulate_as_json() -> None:
    result = json.loads(run("simulate", "mad", "--players", "3", "--games", "12345", "--seed", "4", "--jobs", "2", "--json").stdout)
    assert result["games"] == 12345
    assert {"moves", "seconds", "moves_per_second"} <= set(result)
    assert sum(seat["win_rate"] for seat in result["seats"]) == pytest.approx(1)
    alone = json.loads(run("simulate", "mad", "--players", "3", "--games", "12345", "--seed", "4", "--jobs", "1", "--json").stdout)
    assert {key: alone[key] for key in ("moves", "shared_wins")} == {key: result[key] for key in ("moves", "shared_wins")}
    assert all(seat["win_rate_low"] < seat["win_rate"] < seat["win_rate_high"] for seat in result["seats"])


def test_simulate_for_people_is_plain_text_in_a_pipe() -> None:
    text = run("simulate", "maumau", "--games", "200", "--board", "two").stdout
    assert "million moves/s" in text
    assert "\x1b" not in text


def test_perft() -> None:
    lines = run("perft", "mada", "--depth", "3").stdout.splitlines()
    assert [line.split()[:2] for line in lines] == [["1", "4"], ["2", "16"], ["3", "52"]]


def test_play_replay_and_resume(tmp_path: Path) -> None:
    record = tmp_path / "evening.toml"
    played = run("play", "mada", "--seed", "3", "--save", str(record), text="play 99\n1\nrule luck\nhelp\nquit\n")
    assert "“99” is not a card of this game" in played.stderr
    assert "Saved in" in played.stdout
    assert "after 0 moves" not in played.stdout
    replayed = run("replay", str(record), "--move", "1", "--seat", "0").stdout
    assert "After move 1" in replayed
    before = len(kartenhaus.load(record).played)
    run("play", "--resume", str(record), text="1\n1\nquit\n")
    assert len(kartenhaus.load(record).played) > before


def test_names_with_markup_are_only_names(tmp_path: Path) -> None:
    record = tmp_path / "evening.toml"
    assert "[/x]" in run("play", "mada", "--names", "[/x],[red]B", "--save", str(record), text="quit\n").stdout
    assert "[/x]" in run("play", "--resume", str(record), text="1" * 5000 + "\nquit\n").stdout


def test_bots_play_a_whole_game_alone(tmp_path: Path) -> None:
    record = tmp_path / "bots.toml"
    assert "win" in run("play", "mad", "--players", "4", "--humans", "0", "--seed", "1", "--save", str(record)).stdout
    assert kartenhaus.load(record).over


def test_bots_by_level_and_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Last:\n    def choose(self, view, seed):\n        return view.legal()[-1]\n"
        "class Broken:\n    def choose(self, view, seed):\n        raise ValueError('[red]no idea[/]')\n"
    )
    arguments = ["play", "mad", "--humans", "0", "--players", "3", "--seed", "3"]
    done = run(*arguments, "--bots", "easy,medium,mine:Last", PYTHONPATH=str(tmp_path))
    assert "easy 0" in done.stdout
    assert "mine:Last 2" in done.stdout
    assert "wins!" in done.stdout
    done = run("play", "mada", "--humans", "0", "--players", "2", "--seed", "3", "--bots", "mine:Broken", PYTHONPATH=str(tmp_path))
    assert "failed (the bot raised ValueError: [red]no idea[/]); a simple bot moves instead" in done.stderr
    alone = run("play", "mada", "--seed", "3", "--bots", "mine:Broken", "-o", "starter=1", text="quit\n", PYTHONPATH=str(tmp_path))
    assert "failed (ValueError)" in alone.stderr
    assert "no idea" not in alone.stdout + alone.stderr
    assert "win" in done.stdout.splitlines()[-2]


def test_as_many_players_as_people_and_bots() -> None:
    assert "Player 0, Player 1" in run("play", "mada", "--players", "2", "--humans", "2", text="quit\n").stdout
    assert "hard 1, easy 2" in run("play", "mad", "--bots", "hard,easy", text="quit\n").stdout


def test_hint_on_a_record_and_on_a_position(tmp_path: Path) -> None:
    record = tmp_path / "game.toml"
    run("play", "mad", "--humans", "0", "--players", "2", "--bots", "greedy", "--seed", "3", "--save", str(record))
    assert "the game is over" in run("hint", str(record), code=2).stderr
    text = run("hint", str(record), "--move", "4", "--bot", "medium").stdout
    assert "chances to win: seat 0" in text
    told = json.loads(run("hint", str(record), "--move", "4", "--bot", "medium", "--json").stdout)
    assert told["text"] == told["considered"][0]["text"]
    assert told["text"] in text
    position = tmp_path / "position.toml"
    position.write_text('game = "mada"\nplayers = 2\n[position]\nto_act = 0\nhands = ["4 9 L", "? ?"]\npiles = ["2 8", "5"]\n')
    assert "for seat 0" in run("hint", str(position), "--bot", "medium").stdout
    assert "--move goes with a record" in run("hint", str(position), "--move", "3", code=2).stderr
    assert "does not look ahead" in run("hint", str(position), "--bot", "greedy", code=2).stderr
    position.write_text('game = "mada"\nplayers = 2\n[position]\nto_act = 0\nhands = ["S ?", "? ?"]\n')
    assert "Scorpion" in run("hint", str(position), code=2).stderr


def test_hint_on_one_of_many_scenarios(tmp_path: Path) -> None:
    several = tmp_path / "several.toml"
    scenario = '[[scenario]]\ntitle = "{}"\ngame = "mada"\nplayers = 2\n[scenario.position]\nto_act = {}\nhands = ["4 9", "5 L"]\n'
    titles = ["Zero", "One", "Zero again", "One more", "And", "another"]
    several.write_text("".join(scenario.format(title, seat % 2) for seat, title in enumerate(titles)))
    quick = ("hint", str(several), "--bot", "search:iterations=20")
    assert "for seat 0" in run(*quick, "--scenario", "3").stdout
    assert "for seat 1" in run(*quick, "--scenario", "one More").stdout
    asked = run(*quick, code=2).stderr
    assert "several.toml holds 6 scenarios; say which with --scenario" in asked
    assert "1 “Zero”, 2 “One”, 3 “Zero again”, 4 “One more”, 5 “And” and 1 more" in asked
    assert "“zero” fits 2 of the scenarios" in run(*quick, "--scenario", "zero", code=2).stderr
    assert "“7” fits none of the scenarios" in run(*quick, "--scenario", "7", code=2).stderr
    several.write_text(scenario.format("Alone", 1))
    assert "for seat 1" in run(*quick).stdout
    several.write_text('game = "mada"\nplayers = 2\nseed = 3\noptions = { starter = 1 }\n')
    assert "for seat" in run(*quick).stdout
    assert "--scenario goes with a file of scenarios" in run("hint", "tests/records/mad-2.toml", "--scenario", "1", code=2).stderr
    several.write_text("game = ")
    assert "several.toml: not a TOML file" in run(*quick, code=2).stderr


def test_check_puts_a_bot_to_the_test(tmp_path: Path) -> None:
    scenario = tmp_path / "plain.toml"
    scenario.write_text(
        'game = "mad"\nplayers = 2\ntitle = "The last card"\n[position]\nto_act = 0\nhands = ["g5", "r1 r2"]\nopen = "g1"\n'
        '[[step]]\nbest = ["play g5"]\n'
    )
    assert "1 passed, 0 failed" in run("check", str(scenario), "--bot", "greedy").stdout
    scenario.write_text(scenario.read_text().replace("play g5", "draw"))
    assert "1 passed, 0 failed" in run("check", str(scenario)).stdout
    assert "best: draw; chosen: play g5" in run("check", str(scenario), "--bot", "greedy", code=1).stdout
    scenario.write_text(scenario.read_text().replace('["draw"]', '["play r1"]'))
    assert "best: not legal for seat 0: play r1" in run("check", str(scenario), code=1).stdout
    scenario.write_text(scenario.read_text().replace('["play r1"]', '"play r1"'))
    assert "step[0].best: must be a list of moves" in run("check", str(scenario), code=2).stderr


def test_a_hot_seat_shows_a_hand_only_after_the_hand_over(tmp_path: Path) -> None:
    """Nothing printed before the next player's prompt shows a card of theirs."""
    game = kartenhaus.deal("mad", players=2, seed=8)
    text = run("play", "mad", "--humans", "2", "--seed", "8", text="\n1\n\nquit\n").stdout
    parts = text.split("Hand over to")
    assert len(parts) >= 3
    other = 1 - game.to_act
    for card in game.written()["hands"][other].split():
        if card not in game.written()["hands"][game.to_act].split() and len(card) == 2:
            assert f"{card} " not in parts[1].split("your hand")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules", "maddd"], "there is no game “maddd”; games are mada, mad, maumau (did you mean"),
        (["rules", "mada", "lemurs"], "MADA has no rule “lemurs”"),
        (["simulate", "mada", "--players", "6"], "MADA is for 2 to 5 players, not 6 [mada/players]"),
        (["simulate", "mada", "--games", "0"], "the number of games must be at least 1"),
        (["simulate", "mada", "--jobs", "0"], "the number of jobs must be at least 1"),
        (["play", "mada", "-o", "starter=7"], "the option starter is a seat from 0 to 1, not 7"),
        (["play", "mada", "-o", "starter"], "an option is given as name=value"),
        (["play", "mada", "--edition", "gold"], "MADA has no edition “gold”"),
        (["play", "mada", "--edition", "./none.toml"], "none.toml: cannot be read: No such file or directory"),
        (["play", "mada", "--players", "2", "--humans", "3"], "0 to 2 of the players are people, not 3"),
        (["play", "mada", "--players", "3", "--bots", "easy,easy,hard"], "3 bots are named, but there are seats for 2"),
        (["play", "maumau", "--board", "./none.txt"], "none.txt: cannot be read"),
        (["play", "mada", "--board", "two"], "MADA has no board"),
        (["play", "maumau", "--board", "two", "-o", "board=one"], "the board is given twice"),
        (["play"], "say which game"),
        (["play", "mada", "--players", "0"], "2 to 5 players, not 0"),
        (["play", "mada", "-o", "starter=" + "1" * 5000], "the option starter is a seat"),
        (["replay", "none.toml"], "none.toml: cannot be read"),
        (["perft", "mada", "--depth", "99"], "the depth is a whole number from 0 to 20"),
    ],
)
def test_errors_are_one_clear_line(arguments: list[str], message: str) -> None:
    done = run(*arguments, code=2)
    assert message in done.stderr
    assert done.stderr.count("error:") == 1


def test_check_exit_codes(tmp_path: Path) -> None:
    good = 'title = "{}"\ngame = "mada"\nplayers = 2\n[[step]]\nexpect = {{ over = {} }}\n'
    (tmp_path / "good.toml").write_text(good.format("fine", "false"))
    assert run("check", str(tmp_path)).stdout.endswith("1 passed, 0 failed\n")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/bad.toml").write_text(good.format("wrong", "true"))
    done = run("check", str(tmp_path), code=1)
    assert done.stdout.endswith("1 passed, 1 failed\n")
    assert "over: expected True, found False" in done.stdout
    (tmp_path / "odd.toml").write_text("game = 3")
    assert "odd.toml: game: must be the name of a game" in run("check", str(tmp_path), code=2).stderr
    assert "there is no such file" in run("check", str(tmp_path / "none"), code=2).stderr
    (tmp_path / "empty").mkdir()
    assert "there is no scenario here" in run("check", str(tmp_path / "empty"), code=2).stderr


def test_no_color() -> None:
    colourful = run("games", FORCE_COLOR="1").stdout
    assert "\x1b[" in colourful
    assert "\x1b[3" not in run("games", FORCE_COLOR="1", NO_COLOR="1").stdout


def test_a_board_and_an_edition_of_ones_own(tmp_path: Path) -> None:
    board = tmp_path / "ring.txt"
    board.write_text("S.1\n. .\nT.D\n")
    edition = tmp_path / "mine.toml"
    standard = Path(kartenhaus.__file__).parent / "games/maumau/editions/standard.toml"
    edition.write_text(standard.read_text("utf-8").replace("hand = 5", "hand = 3"))
    run("play", "maumau", "--humans", "0", "--board", str(board), "--edition", str(edition), "--save", str(tmp_path / "r.toml"))
    history = kartenhaus.load(tmp_path / "r.toml")
    assert history.position.spaces == 8
    assert history.edition["hand"] == 3


def test_the_line_about_compiling_names_a_part_as_long_as_one_is_left() -> None:
    estimate = Estimate(lambda: 0.0)
    estimate.plan({"deal": 2, "look": 3})
    estimate.begin(["deal", "look"])
    said = [compiling._line(find("mada"), estimate).plain]
    for part in ("deal", "look"):
        estimate.advance(part)
        said.append(compiling._line(find("mada"), estimate).plain)
    assert said == [
        "Compiling MADA (once): deal, about 5 s …",
        "Compiling MADA (once): look, about 1 s …",
        "Compiling MADA (once) …",
    ]
