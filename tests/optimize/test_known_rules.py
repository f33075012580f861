"""Rules put together as no game has them are searched rightly, or refused by the name of a field."""

from __future__ import annotations

import random

import pytest

import scorepad
from scorepad import optimize
from scorepad.core.cards import Card
from scorepad.core.rule_parts import CardValues, FirstMeld, Sets
from scorepad.core.rules import PART_OF_FIELD, Rules, Runs
from scorepad.core.scoring.usual import WinnerTakes
from scorepad.optimize.known_rules import refuse_unknown, settings_of
from scorepad.rulebook import games
from scorepad.rulebook.own_game.game_record import OWN_GAME
from tests.optimize.rules_at_random import OF_PARTS, VALUES, compare, draw
from tests.profiles import examples

NOT_DRAWN = {
    # Nobody searches by these.
    *(field for field, part in PART_OF_FIELD.items() if part == "match"),
    *("clause", "jokers"),
    # Of functions and tables, that only a game or a program of one’s own has.
    *("routes", "by_rank", "majors", "major_ranks"),
    "seeing",  # drawn and tried by all choices of melds in `marriage_hands`
    # Which cards may be laid or taken in turns, and what follows from that on going out.
    *(
        "lying",
        "judged",
        "concealed",
        "one_meld",
    ),
    # With others of the same part, which are drawn.
    *(
        "opening.clean_run",
        "thrown.none_last",
        "thrown.no_fitting",
        "thrown.no_taken",
        "thrown.bought",
        "lays_early",
    ),
    *("takes_jokers", "taken_apart"),
    # Drawn as a whole, by the way of scoring and the fields of the values.
    *(
        "must_meld_all",
        "left_counts",
        "card_values",
        "leaps",
        "opening",
        "runs",
        "sets",
        "thrown",
        "count",
        "interlocks.schedule",
        "interlocks.with_partners",
    ),
}
MIXED = scorepad.rules("basic-rummy").variant(packs=2, runs=Runs(3, suits="any", circular=False))


def test_a1_rules_at_random_are_searched_or_refused():
    """`best`, `check` and `next`, against every way to lay the hand."""
    outcomes = set()
    for number in range(examples(500)):
        case = draw(random.Random(number))
        outcome, fault = compare(case)
        assert not fault, (number, case)
        outcomes.add(outcome)
    assert outcomes >= {"refused", "compared"}


def test_every_field_of_rules_is_drawn_or_named():
    """A field that is added to Rules is tried, or it is said here why it is not."""
    drawn = {*VALUES, *OF_PARTS} - {"scoring"}
    assert drawn | NOT_DRAWN == set(settings_of(Rules("")))
    assert not drawn & NOT_DRAWN


@pytest.mark.parametrize("game", [one for one in games() if one.id != OWN_GAME], ids=lambda game: game.id)
def test_every_option_of_every_game_is_known(game):
    """Each value of a choice and of a yes or no. A game of one's own says which of its keys are not."""
    for option in game.options:
        values = option.choices if option.type == "choice" else (False, True) if option.type == "bool" else ()
        for value in (option.default, *values):
            try:
                rules = game.rules({option.name: value})
            except scorepad.ScorepadError:
                continue  # what only goes with another option
            if rules.scoring.lays_melds:
                refuse_unknown(rules, optimize.search_of(rules))


def test_a_program_hears_which_field_is_not_known():
    """Runs of any suits in a game of sets: the best is not told."""
    with pytest.raises(scorepad.RulesNotKnown, match=r"runs\.suits='any'") as refused:
        scorepad.best(MIXED, "♥3 ♠4 ♦5 ♠K")
    assert (refused.value.code, refused.value.at) == ("rules-not-known", "runs.suits")


def test_the_referee_judges_rules_that_no_search_knows():
    """That nothing is better is not said."""
    verdict = scorepad.check(MIXED, "♥3 ♠4 ♦5")
    assert (verdict.legal, verdict.points, verdict.best, verdict.proven) == (True, 12, None, None)


@pytest.mark.parametrize(
    ("game", "changes", "field"),
    [
        ("romme", {"shortest_colour": 4, "wild_rank": ("4",)}, "shortest_colour"),
        ("okey", {"sets": Sets(2)}, "sets.smallest"),
        ("rummy-500", {"scoring": WinnerTakes()}, "low_ace"),
    ],
)
def test_what_is_known_by_itself_alone_is_refused_with_others(game, changes, field):
    """Each of the fields is known where the other is as usual."""
    rules = scorepad.rules(game)
    refuse_unknown(rules, optimize.search_of(rules))
    with pytest.raises(scorepad.RulesNotKnown, match=field):
        optimize.best(rules.variant(**changes), rules.pack.cards[:3])


def test_an_ace_that_counts_more_alone_than_beside_others_is_refused():
    """Two cards left that count less are better than the ace alone then. One that counts no more is known."""
    rules, hand = scorepad.rules("three-thirteen"), [Card(*card) for card in ("AC", "2C", "3C", "AD")]
    counting_11 = CardValues(ranks=(("A", 11),), lone_ace=11)
    assert optimize.best(rules.variant(card_values=counting_11), hand, opened=True).left == ()
    counting_more = CardValues(ranks=(("A", 1),), lone_ace=11)
    with pytest.raises(scorepad.RulesNotKnown, match=r"card_values\.lone_ace=11"):
        optimize.best(rules.variant(card_values=counting_more), hand, opened=True)


def test_a_first_meld_where_cards_may_be_left_is_refused():
    """Before any search is asked, so that not even the plainest answer is called proven."""
    rules = scorepad.rules("rummy-500").variant(first_meld=FirstMeld(3))
    with pytest.raises(scorepad.RulesNotKnown, match="first_meld"):
        scorepad.best(rules, "♥3 ♠4")
