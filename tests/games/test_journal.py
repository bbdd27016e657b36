"""The events of one move always fit into a position's journal; otherwise a table could not go on or be read again."""

from __future__ import annotations

from kartenhaus.core.cards import gain
from kartenhaus.core.game import find
from kartenhaus.core.history import History, proceed

TARGETED = 4  # words of `play X r 2`: with a colour and a victim


def attack() -> tuple[History, int]:
    """A game of MAD in which Swap Hands was just played, and the victim."""
    for seed in range(2000):
        history = History.deal(find("mad"), 6, seed)
        for move in history.legal():
            if move.startswith("play X ") and len(move.split()) == TARGETED:
                history.play(move)
                return history, history.to_act
    raise AssertionError("nobody has Swap Hands")


def test_the_longest_move_of_mad() -> None:
    """Two hands with all cards of the game are swapped, both players see them, and the last turn counts every card aloud."""
    history, victim = attack()
    game, pos, attacker = history.game, history.position, history.played[-1].seat
    for seat in range(history.players):
        if seat not in (victim, attacker):
            for kind in range(len(pos.deck)):
                for _ in range(pos.hands[seat, kind]):
                    gain(pos, victim, kind)
            pos.hands[seat], pos.held[seat], pos.kinds_held[seat] = 0, 0, 0
    while pos.left:
        pos.left -= 1
        gain(pos, victim, int(pos.closed[pos.left]))
        pos.closed[pos.left] = 0
    cards = sum(pos.held.tolist())
    assert cards == sum(pos.deck.tolist()) - pos.lying >= 70
    pos.turns = pos.most_turns
    acting, _, _, words = proceed(game, pos, victim, game.notation.parse_move(pos, "allow"))
    events = history.naming.events(words)
    assert acting == -1
    for rule in ("mad/swap-hands", "mad/joker-count"):
        assert len([event for event in events if (event.kind, event.rule) == ("shown", rule)]) == cards
    assert events[-1].kind == "counted"
