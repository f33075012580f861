"""K1, K2: what sets from a rack are worth is the same wherever it is told, whatever the house rules."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.answers import hand_answers
from scorepad.core.cards import WILD, Card, Laid
from scorepad.rulebook import find_game
from tests.profiles import examples

COLOURS = "KBRO"


@st.composite
def sets(draw):
    """A run or a group; jokers in some places."""
    if draw(st.booleans()):
        length = draw(st.integers(3, 6))
        start, colour = draw(st.integers(1, 14 - length)), draw(st.sampled_from(COLOURS))
        tiles = [Card(str(start + step), colour) for step in range(length)]
    else:
        number = str(draw(st.integers(1, 13)))
        tiles = [Card(number, colour) for colour in draw(st.permutations(COLOURS))[: draw(st.integers(3, 4))]]
    jokers = draw(st.sets(st.integers(0, len(tiles) - 1), max_size=2))
    says = draw(st.booleans())
    return tuple(
        Laid(WILD, tile if says else None) if place in jokers else Laid(tile)
        for place, tile in enumerate(tiles)
    )


plays = st.lists(sets(), min_size=1, max_size=4)
house_rules = st.fixed_dictionaries(
    {
        "aim": st.sampled_from(["tiles", "points"]),
        "initial_done": st.booleans(),
        "first_play": st.integers(0, 40),
    }
)


@given(plays, house_rules)
@settings(max_examples=examples(50))
def test_k2_a_legal_play_is_never_worth_more_than_the_best_of_its_tiles(melds, options):
    """`points` and `missed` make `best`, and what is better is worth so much."""
    answer = hand_answers.check(find_game("rummikub").rules(options), melds)
    assert answer.best is None or answer.missed >= 0
    if answer.legal:
        assert answer.points == sum(meld.points for meld in answer.melds)
        assert answer.points + answer.missed == answer.best
        if answer.missed:
            assert sum(meld.points for meld in answer.better) == answer.best
        assert options["initial_done"] or answer.points >= options["first_play"]
    elif all(meld.legal for meld in answer.melds):
        assert answer.faults[0].clause in ("P1", "K2")


@given(plays, house_rules)
@settings(max_examples=examples(50))
def test_k2_the_best_first_play_judged_again_is_worth_its_points(melds, options):
    """And no lower than the number asked for, whenever anything is laid."""
    rules = find_game("rummikub").rules({**options, "initial_done": False})
    rack = [laid.card for meld in melds for laid in meld]
    try:
        best = hand_answers.best(rules, rack)
    except hand_answers.ImpossibleHand:
        return
    laid = [tuple(map(_laid, meld.laid)) for meld in best.melds]
    again = hand_answers.check(rules, laid)
    assert (again.legal, again.points, again.missed) == (True, best.points, 0)
    assert best.points == best.bound
    assert not best.placed or best.points >= rules.board.first_play.points


def _laid(text):
    wild, _, stands_for = text.partition("=")
    return Laid(WILD, _tile(stands_for)) if stands_for else Laid(_tile(wild))


def _tile(text):
    return Card(text[:-1], text[-1])
