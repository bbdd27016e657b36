"""A study finds what is there: the same whoever works on it, with every rule and every card."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import kartenhaus
from kartenhaus.arena.match import Match
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import find
from kartenhaus.core.intervals import wilson
from kartenhaus.core.rulebook import rulebook_rows
from kartenhaus.server.wire import structures
from kartenhaus.study import coverage, judge, series, watch
from kartenhaus.study.drama import lead_changes
from kartenhaus.study.figures import Measured
from kartenhaus.study.ladder import AHEAD
from kartenhaus.study.measures import MEASURES, found
from kartenhaus.study.plan import chunks, instead, named, side_of
from kartenhaus.study.result import Side, Study
from kartenhaus.study.run import run
from kartenhaus.study.words import verdict
from pages import stands_alone

GAME = find("maumau")
LADDER = ["random", "easy"]
EVIL = "<script>alert('x')</script>&\"$a_b$ 名"
DOCUMENT = (Path(__file__).parents[2] / "docs/study.md").read_text("utf-8")


@cache
def study(jobs: int = 1) -> Study:
    """Board two against board one, as small as possible."""
    against = {"board": "one"}
    return kartenhaus.examine("maumau", players=2, games=1000, bots=LADDER, jobs=jobs, board="two", against=against)


def without_time(one: Study) -> dict[str, Any]:
    return {key: value for key, value in one.as_dict().items() if key != "seconds"}


def test_it_does_not_depend_on_the_number_of_workers() -> None:
    assert without_time(study(1)) == without_time(study(2))


def test_everything_is_measured_and_every_interval_is_around_its_value() -> None:
    for side in study().sides:
        for measure in MEASURES:
            figure = found(side, measure)
            assert figure is not None, measure.key
            assert figure.low <= figure.high
            if not measure.key.startswith("luck."):  # those are by bootstrap
                assert figure.low <= figure.value <= figure.high, measure.key
        assert abs(sum(one.value for one in side.seats.wins) - 1) < 1e-9
        assert abs(sum(side.length.bars) - 1) < 1e-9
        assert side.luck.ladder[1].wins.low > side.luck.ladder[0].wins.high  # easy is better than random
        assert side.luck.deals == 10
        assert side.drama is not None
        assert side.drama.open[0].value > 0.8 > side.drama.open[-1].value  # a game begins open, and ends
    assert [row.key for row in study().compared] == [measure.key for measure in MEASURES]
    longer = next(row for row in study().compared if row.key == "length.moves")
    assert longer.clear  # board two has more spaces
    assert longer.difference.low > 0


def test_a_rule_that_cannot_act_is_reported() -> None:
    two, one = study().sides
    assert {"maumau/tower", "maumau/tower-face"} <= set(one.never)
    assert "maumau/tower" not in two.never
    assert "maumau/say" in two.never  # the table says Mau
    assert next(rule.note for rule in two.rules if rule.rule == "maumau/say") == "announce=auto"
    counted = {rule.rule for rule in two.rules}
    assert counted | two.untold.keys() == set(rulebook_rows(GAME))
    assert not counted & two.untold.keys()


def test_players_who_say_mau_make_that_rule_act() -> None:
    side = side_of(GAME, 2, 1, LADDER, options={"announce": "manual"})
    thumb, chance = series.some(side, 0, 50, 0), series.some(side, 0, 50, 100)
    rules = coverage.rules(GAME, series.laid_out(side), thumb, chance, side.options)
    assert "maumau/say" not in coverage.never(rules)


def test_a_card_that_never_fits_is_dead() -> None:
    """The only yellow card, and the only 1: it fits nothing, since there is no Joker either."""
    edition = dict(editions.find(GAME, editions.STANDARD))
    deck = dict.fromkeys(edition["deck"], 0)
    deck |= {f"{colour}{value}": 6 for colour in "rgb" for value in range(2, 10)} | {"rD": 5, "gD": 6, "y1": 1}
    edition |= {"name": "dead", "deck": deck}
    side = side_of(GAME, 2, 1, LADDER, edition)
    cards = coverage.cards(GAME, series.laid_out(side), series.some(side, 0, 300, 0))
    assert {card.card for card in cards if card.verdict == "dead"} == {"y1"}
    assert {card.card for card in cards} == {card for card, count in deck.items() if count}
    usual = coverage.cards(GAME, series.laid_out(side_of(GAME, 2, 1, LADDER)), series.some(side_of(GAME, 2, 1, LADDER), 0, 300, 0))
    assert not any(card.verdict for card in usual)


def test_a_series_may_be_divided_anywhere() -> None:
    side = side_of(GAME, 3, 5, LADDER)
    whole, halves = series.some(side, 0, 40, 0), series.joined([series.some(side, 0, 15, 0), series.some(side, 15, 25, 0)])
    for name in ("happened", "fired", "moved"):
        assert (getattr(whole, name) == getattr(halves, name)).all()
    assert (whole.games.points == halves.games.points).all()
    assert (whole.games.forced <= whole.games.decisions).all()
    assert (whole.games.offered >= whole.games.decisions).all()
    assert whole.fired.max() == 40


def test_the_judges_agree_about_who_is_ahead() -> None:
    """A network and playouts look at the same positions of a game."""
    side = side_of(GAME, 2, 1, LADDER)
    network, playouts = (judge.judge_of(side, name) for name in judge.JUDGES)
    positions = [pos for pos, _, _ in watch.played(GAME, Match(side).deal(0), 1, 0)[:-1:8]]
    said = np.array([[one.chances(pos, 1) for one in (network, playouts)] for pos in positions])
    assert np.allclose(said.sum(axis=2), 1)
    assert np.abs(said[:, 0] - said[:, 1]).mean() < 0.12


def test_what_moves_are_worth_is_estimated_twice() -> None:
    side = side_of(GAME, 2, 1, LADDER)
    pos, seat, count = [step for step in watch.played(GAME, Match(side).deal(3), 1, 3) if step[2] > 1][8]
    one, other = judge.judge_of(side, judge.PLAYOUTS).moves(pos, seat, count, seed=1)
    assert one.shape == other.shape == (count,)
    assert 0 < np.abs(one - other).max() < 0.12
    assert ((one >= 0) & (one <= 1)).all()


def test_every_move_is_played_out_equally_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are: else chance alone would make choices among many moves matter more."""
    asked = []
    monkeypatch.setattr(judge._Searching, "values", lambda self, pos, seat, count, each, seed: asked.append(each))
    side = side_of(GAME, 2, 1, LADDER)
    for count in (2, 50):
        judge.judge_of(side, judge.PLAYOUTS).moves(Match(side).deal(0), 0, count, seed=1)
    assert asked == [judge.EACH, judge.EACH]


def test_seats_are_called_unfair_only_if_that_is_clear() -> None:
    """Of six intervals, one misses by chance in every fourth study; that alone says nothing."""
    side = study().sides[0]
    even = 1 / 6
    fair = Measured(even, even - 0.01, even + 0.01)

    def told(first: Measured) -> str:
        seats = msgspec.structs.replace(side.seats, wins=[first, fair, fair, fair, fair, fair])
        one = msgspec.structs.replace(study(), sides=[msgspec.structs.replace(side, seats=seats)], compared=[])
        return next(verdict(one))

    assert "fair" in told(Measured(even + 0.011, even + 0.001, even + 0.021))
    assert "Seat 1 wins" in told(Measured(even + 0.03, even + 0.02, even + 0.04))


def test_cards_of_one_game_are_not_independent() -> None:
    """Each of a thousand games takes many of a card: the interval is that of games."""
    side = side_of(GAME, 2, 1, LADDER)
    found = coverage.cards(GAME, series.laid_out(side), series.some(side, 0, 100, 0))
    often = max(found, key=lambda card: card.taken)
    assert often.taken > 1
    assert often.played is not None
    assert (often.played.low, often.played.high) == wilson(often.played.value, 100)


def test_a_board_by_name_takes_the_place_of_one_that_was_drawn() -> None:
    drawn = ["S . . 1 .", ". . D . .", ". A . . 1", ". . . . ."]
    chosen: dict[str, Any] = {"map": drawn, "match_all": True}
    assert instead(GAME, chosen, {"board": "two"}) == {"board": "two", "match_all": True}
    assert instead(GAME, {"board": "two"}, {"map": drawn}) == {"map": drawn}
    assert instead(GAME, chosen, {"match_all": False}) == {"map": drawn, "match_all": False}


def test_noise_changes_no_lead() -> None:
    assert lead_changes(np.array([[0.52, 0.48], [0.47, 0.53], [0.55, 0.45]])) == 0
    assert lead_changes(np.array([[0.6, 0.2, 0.2], [0.2, 0.7, 0.1], [0.6, 0.3, 0.1]])) == 2


def test_stopping_leaves_what_there_is() -> None:
    sides = [side_of(GAME, 2, 1, LADDER)]
    done = 0

    def stop_after_three(count: int) -> None:
        nonlocal done
        done += count
        if done == 3:
            raise KeyboardInterrupt

    stopped = run(sides, named(sides), 1000, jobs=1, advance=stop_after_three)
    assert stopped.stopped
    assert stopped.sides[0].games == 1000
    assert stopped.sides[0].luck.skill is None
    assert stopped.sides[0].drama is None
    stands_alone(page(stopped))

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(OptionError, match="stopped before any game was over"):
        run(sides, named(sides), 1000, jobs=1, advance=stop)


def test_chunks_are_mixed_and_complete() -> None:
    sides = [side_of(GAME, 2, 1, LADDER, options={"board": board}) for board in ("one", "two")]
    for what in ("thumb", "chance", "deals", "followed"):
        for number in range(2):
            mine = [chunk for chunk in chunks(sides, 20_000, judge.PLAYOUTS) if (chunk.what, chunk.number) == (what, number)]
            assert [chunk.first for chunk in mine] == [sum(chunk.count for chunk in mine[:at]) for at in range(len(mine))]
    early = chunks(sides, 20_000, judge.PLAYOUTS)[:9]
    assert {(chunk.what, chunk.number) for chunk in early} == {
        *((what, number) for what in ("thumb", "chance", "deals", "followed") for number in range(2)),
        ("standard", -1),
    }


def test_sides_are_called_by_what_differs() -> None:
    plain = side_of(GAME, 2, 1, LADDER)
    towers = side_of(GAME, 2, 1, LADDER, options={"board": "two", "match_all": True})
    assert named([plain]) == ["standard"]
    assert named([towers]) == ["standard, board=two, match_all=true"]
    assert named([towers, plain]) == ["board=two, match_all=true", "board=one, match_all=false"]
    own = dict(editions.find(GAME, editions.STANDARD)) | {"hand": 9}
    assert named([plain, side_of(GAME, 2, 1, LADDER, own)]) == ["1", "2"]  # both are called standard


# What is written


def test_the_result_is_what_is_documented() -> None:
    assert msgspec.convert(json.loads(json.dumps(study().as_dict())), Study) == study()
    for kind in structures(Study):
        assert f"<!-- {kind.__name__} -->" in DOCUMENT
    for measure in MEASURES:
        assert f"`{measure.key}`" in DOCUMENT


def page(one: Study) -> str:
    from kartenhaus.study.report import Circumstances, render

    return render(one, Circumstances(GAME, f"kartenhaus study maumau --edition '{EVIL}'", "2026-01-01"))


def hostile(side: Side) -> Side:
    return msgspec.structs.replace(side, name=EVIL, edition=EVIL, title=EVIL, options={"board": EVIL})


def test_the_page_is_well_formed_stands_alone_and_tells_everything() -> None:
    for one in (study(), msgspec.structs.replace(study(), sides=study().sides[:1], compared=[])):
        checker = stands_alone(page(one))
        text = " ".join(" ".join(checker.texts).split())
        assert checker.tags.count("svg") == 7
        assert [name for name, _ in checker.attributes].count("aria-label") == 7
        for heading in (
            "How long it takes",
            "Who wins by seat",
            "Luck and skill",
            "How open it stays",
            "How often every rule acts",
        ):
            assert heading in text
        assert "tower-face" in text
        assert "2026-01-01" in text
        drawn = page(one)[page(one).index("<svg") :]
        assert not re.findall(r"#[0-9a-f]{6}\b", drawn)  # its colours are the page's, light or dark
    assert page(study()) == page(study())


def test_a_player_is_called_by_what_people_understand() -> None:
    ladder = [msgspec.structs.replace(rung, bot=AHEAD) for rung in study().sides[0].luck.ladder]
    side = msgspec.structs.replace(study().sides[0], luck=msgspec.structs.replace(study().sides[0].luck, ladder=ladder))
    text = page(msgspec.structs.replace(study(), sides=[side], compared=[]))
    assert "short search" in text
    assert AHEAD not in text


def test_games_by_chance_are_told_by_themselves() -> None:
    """After Ctrl-C there may be fewer than by rules of thumb."""
    side = msgspec.structs.replace(study().sides[0], by_chance=123)
    text = " ".join(stands_alone(page(msgspec.structs.replace(study(), sides=[side, study().sides[1]]))).texts)
    assert "123 / 1,000" in text


def test_markup_in_a_name_is_only_a_name() -> None:
    one = msgspec.structs.replace(study(), sides=[hostile(study().sides[0]), study().sides[1]], problem=EVIL)
    assert "<script" not in page(one)
    assert EVIL in " ".join(" ".join(stands_alone(page(one)).texts).split())
