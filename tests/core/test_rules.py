"""Rules as one value made of parts: each part checks itself, and a variant names what it changes."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import fields, replace

import pytest

from scorepad.core.box_match import BoxMatch
from scorepad.core.canastas import CanastaKind, RankMelds
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.check import check
from scorepad.core.packs import FRENCH, FRENCH_48, PACKS, Pack, Suit
from scorepad.core.pool_match import PoolMatch, PoolSplit
from scorepad.core.rule_parts import (
    CardValues,
    Contract,
    Dealer,
    FirstMeld,
    HandRules,
    Opening,
    Schedule,
    Sets,
    WildCount,
)
from scorepad.core.rules import (
    PART_OF_FIELD,
    BoardRules,
    BonusRules,
    Leaps,
    MatchRules,
    MeldShapes,
    MeldValues,
    Rules,
    Runs,
    TurnRules,
    WildRules,
)
from scorepad.core.scoring import EndingWords
from scorepad.core.scoring.by_side import BooksDeal, BurracoDeal, CanastaDeal
from scorepad.core.scoring.knocking import Knocking
from scorepad.core.scoring.own_left import LeftEnding, LeftWithCut, LeftWithPhases, OwnLeft
from scorepad.core.scoring.tile_ends import Doubled, Stakes
from scorepad.core.scoring.usual import CardsLeft, Collected, MeldedLessLeft, Racks, Retiring, WinnerTakes
from scorepad.core.scoring.with_drops import WithDrops
from scorepad.core.sentence import Sentence
from scorepad.core.verdicts import Bonus, Finding, Judgement, MeldVerdict
from scorepad.rulebook import find_game, games
from scorepad.rulebook.any_game import PlainPoints
from scorepad.rulebook.phase_10 import PhaseMatch

READ_BACK = (
    *(CardValues, Pack, Suit, Bonus, Finding, Judgement, MeldVerdict),
    *(CardsLeft, Collected, MeldedLessLeft, Racks, Retiring, WinnerTakes),
    *(BooksDeal, BurracoDeal, CanastaDeal, CanastaKind, Doubled, RankMelds, Stakes),
    *(BoxMatch, EndingWords, Knocking, LeftEnding, OwnLeft, PlainPoints, Sentence, WithDrops),
    *(PoolMatch, PoolSplit),
    *(Contract, LeftWithCut, LeftWithPhases, PhaseMatch),
)  # what `eval` needs beside what is used here

RULES = Rules("chattahoochee")
PARTS = (MeldShapes, WildRules, MeldValues, BonusRules, MatchRules, BoardRules, TurnRules, HandRules)
REFUSED = [
    (Leaps, {"each": ()}, "each"),
    (Leaps, {"each": (1, 0)}, "each"),
    (Runs, {"shortest": 0}, "shortest"),
    (Runs, {"ace": "middle"}, "ace: expected one of low, high, both, twice, not 'middle'"),
    (Sets, {"repeated_colours": True}, "repeated_colours"),
    (WildRules, {"wild_reach": "none"}, "wild_reach"),
    (WildRules, {"wild_cards": (WILD,)}, "wild_cards"),
    (WildCount, {"naturals": -1}, "naturals"),
    (MeldValues, {"value_source": "cards"}, "card_values"),
    (BonusRules, {"quartet_bonus": -1}, "quartet_bonus: expected a number from 0, not -1"),
    (Racks, {"stalemate": "coin"}, "stalemate"),
    (Racks, {"losses": "none"}, "losses"),
    (MatchRules, {"target": -5}, "target"),
    (MatchRules, {"cards_dealt": (7, 0)}, "cards_dealt"),
    (Dealer, {"next": "cook"}, "next"),
    (BoardRules, {"aim": "beauty"}, "aim"),
    (FirstMeld, {"naturals": -1}, "naturals"),
    (Opening, {"points": -1}, "points"),
]


@pytest.mark.parametrize(("part", "values", "said"), REFUSED)
def test_a_part_says_what_is_wrong_with_it(part, values, said):
    """As soon as it is built, and by the field's name."""
    with pytest.raises(ValueError, match=said):
        part(**values)


@pytest.mark.parametrize(
    ("values", "said"),
    [({"packs": 0}, "packs"), ({"jokers": -1}, "jokers"), ({"scoring": "lottery"}, "scoring")],
)
def test_what_is_of_no_part_is_checked_too(values, said):
    with pytest.raises(ValueError, match=said):
        Rules("chattahoochee", **values)


def test_no_two_parts_have_a_field_of_the_same_name():
    """Nor one that Rules has itself, so that a variant can name each field alone."""
    names = [field.name for part in (Rules, *PARTS) for field in fields(part)]
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert len(PART_OF_FIELD) == sum(len(fields(part)) for part in PARTS)


def test_a_variant_changes_fields_in_whichever_part_they_are():
    variant = RULES.variant(packs=3, leaps=Leaps((1, 2)), runs=Runs(2), quartet_bonus=50)
    assert variant == Rules(
        "chattahoochee",
        packs=3,
        shapes=MeldShapes(leaps=Leaps((1, 2)), runs=Runs(2)),
        bonuses=BonusRules(quartet_bonus=50),
    )
    assert Rules("chattahoochee") == RULES


def test_a_variant_of_what_no_rule_is_called_is_refused():
    with pytest.raises(TypeError, match="leap"):
        RULES.variant(leap=2)


def test_equal_rules_are_one_to_whoever_looks_them_up():
    """However they were built."""
    same = RULES.variant(leaps=Leaps((1, 2))).variant(leaps=Leaps())
    assert (same, hash(same)) == (RULES, hash(RULES))
    assert RULES.variant(pack=FRENCH_48) != RULES.variant(pack=FRENCH)


@pytest.mark.parametrize("name", [game.id for game in games()])
def test_rules_read_back_as_they_show_themselves(name):
    """With whatever differs from the defaults, and nothing else; a game may bring classes of its own."""
    game = find_game(name)
    of_game = vars(sys.modules[game.house_rules.__module__])
    assert eval(repr(game.rules({})), {**of_game, **globals()}) == game.rules({})


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Card("Q", "H"), "Card('Q', 'H')"),
        (Laid(WILD, Card("7", "C")), "Laid(Card('w', ''), Card('7', 'C'))"),
        (Schedule("table", (0, 1)), "Schedule('table', table=(0, 1))"),
        (RULES, "Rules('chattahoochee')"),
        (
            RULES.variant(packs=3, leaps=Leaps((1, 2)), wilds_apart=True),
            "Rules('chattahoochee', packs=3, shapes=MeldShapes(leaps=Leaps(each=(1, 2))), "
            "wilds=WildRules(wilds_apart=True))",
        ),
    ],
)
def test_values_show_themselves_in_a_line_that_reads_back(value, shown):
    assert repr(value) == shown
    assert eval(shown) == value


def test_judgements_and_packs_read_back():
    """Every value in them does."""
    melds = [tuple(map(Laid, FRENCH.cards[3:6])), (Laid(FRENCH.cards[0]), Laid(FRENCH.cards[20]))]
    judgement = check(RULES, melds)
    assert eval(repr(judgement)) == judgement


def test_standard_packs_and_games_show_where_they_are_found():
    """A pack that differs in anything shows all that it is."""
    for value in (*PACKS.values(), *games()):
        assert eval(repr(value)) is value
        assert len(repr(value)) < 60
    own = replace(FRENCH_48, joker="X")
    assert eval(repr(own)) == own
