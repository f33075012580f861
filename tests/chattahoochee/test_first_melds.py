"""H13, H26: the best with a first meld, and with majors by a table's list, against every arrangement."""

from __future__ import annotations

import random
import time

import pytest

from scorepad import optimize
from scorepad.answers import hand_questions
from scorepad.answers.verification import verified
from scorepad.core.bonuses import LyingBeside
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.check import check, check_meld
from scorepad.core.first_melds import (
    first_laid_faults,
    first_melds,
    least_first_melds,
    no_first_meld,
    plainest_first_meld,
)
from scorepad.core.notation import read_cards
from scorepad.core.rule_parts import FirstMeld
from scorepad.rulebook import find_game
from tests.optimize.every_arrangement import arrangements, most_points
from tests.profiles import thorough

MAJORS = ("I", "II", "III", "IV")
REACHES = ("2", "3,5", "4,6", "2,3,4", "any")


def first_meld_hand(rng):
    """Rules of a small pack with a rule of first melds, a hand, and melds of partners."""
    options = {
        "first_meld_naturals": rng.choice([1, 2, 2, 3, 3, 4]),
        "first_meld_wilds": rng.choice([0, 1, 2]),
        "jokers": 4,
        "pack": "custom",
        "ranks": rng.choice(["12345", "1234567"]),
        "suits": rng.choice(["2", "3"]),
        "schedule": rng.choice(["original", "one-zero", "square"]),
        "adjacent_naturals": rng.random() < 0.7,
        "wilds_apart": rng.random() < 0.2,
        "leaps": rng.choice(["1", "1", "1 2"]),
        "wild_only_schedule": rng.choice(["none", "none", "original"]),
        "wild_rank": rng.choice(["none", "none", "3"]),
        "wild_rank_mode": rng.choice(["drops-out", "also-natural"]),
    }
    game, more = rng.choice(
        [
            ("chattahoochee-alternate", {"melds": rng.choice(["single", "both"])}),
            ("chattahoochee-interlocking", {"any_turn": True, "partner_interlocks": rng.random() < 0.7}),
        ]
    )
    rules = find_game(game).rules({**options, **more})
    deck = [*rules.pack.cards] * 2
    rng.shuffle(deck)
    size = rng.randint(2, 5)
    hand = deck[:size] + [WILD] * rng.choice([0, 0, 1])
    partners = [tuple(map(Laid, deck[size : size + 2]))] if game.endswith("interlocking") else []
    return rules, hand, LyingBeside([meld for meld in partners if check_meld(rules, meld).legal])


def first_meld_points(rules, hand, partners):
    """The points of every arrangement that holds a first meld."""
    needed, free = rules.turns.first_meld.naturals, rules.variant(first_meld=FirstMeld())
    verdicts = [
        check(free, [meld.laid for meld in melds], partners)
        for melds, _ in arrangements(free, tuple(sorted(hand)))
    ]
    return [found.points for found in verdicts if not first_laid_faults(rules, found.melds, needed)]


def test_melds_interlock_with_a_first_meld_where_partners_melds_do_not():
    """The first meld is the player's own, so the house rule about partners' melds says nothing of it (I7)."""
    options = {
        "any_turn": True,
        "first_meld_naturals": 3,
        "first_meld_wilds": 0,
        "pack": "custom",
        "ranks": "12345",
        "suits": "2",
        "jokers": 4,
    }
    for partner_interlocks in (True, False):
        rules = find_game("chattahoochee-interlocking").rules(
            {**options, "partner_interlocks": partner_interlocks}
        )
        one, two = (suit.letter for suit in rules.pack.suits)
        hand = [Card(rank, one) for rank in "145"] + [Card(rank, two) for rank in "1244"] + [WILD]
        answer = optimize.best(rules, hand, limit=20)
        assert (answer.points, answer.bound) == (8, 8)


def first_melds_agree(rng):
    """Whether the search finds the best that holds a first meld; where nothing does, nothing is laid."""
    rules, hand, partners = first_meld_hand(rng)
    points = first_meld_points(rules, hand, partners)
    answer = optimize.best(rules, hand, partners=partners, limit=20)
    verified(rules, hand, answer, partners=partners)
    agreed = is_most(rules, answer, max(points, default=0)) and bool(answer.melds) == bool(points)
    return agreed and answer.bound >= answer.points, (rules, hand, partners, answer)


def is_most(rules, answer, points):
    """Whether an answer that the referee accepts has the most points.

    Of wilds that interlock every arrangement is tried in one sense alone: there may be more.
    """
    return answer.points == points or (rules.bonuses.interlocks and answer.points > points)


def listed_majors_hand(rng):
    """Rules of a pack whose majors stand for the ranks that a table lists, and a hand of few ranks."""
    listed = [f"{major}:{rng.choice(REACHES)}" for major in MAJORS if rng.random() < 0.8] or ["I:any"]
    game, more = rng.choice(
        [
            ("chattahoochee", {"melds": rng.choice(["single", "both", "alternating"])}),
            ("chattahoochee", {"leaps": "1 2", "quartet_bonus": 9}),
            ("chattahoochee-interlocking", {}),
        ]
    )
    options = {
        "pack": "tarot-78",
        "majors": "wild-list",
        "major_ranks": " ".join(listed),
        "schedule": rng.choice(["original", "one-zero", "square"]),
        "adjacent_naturals": rng.random() < 0.6,
        "wilds_apart": game == "chattahoochee" and rng.random() < 0.2,
        "wild_reach": rng.choice(["any", "any", "own-colour"]),
    }
    rules = find_game(game).rules({**options, **more})
    ranks, suits = {"2", "3", "4", "5", "6", *MAJORS}, rng.choice(["CM", "CHM"])
    deck = [card for card in rules.pack.cards if card.rank in ranks and card.suit in suits]
    return rules, rng.sample(deck * rules.packs, rng.randint(2, 5))


def listed_majors_agree(rng):
    """Whether the search proves the most points of a hand with majors."""
    rules, hand = listed_majors_hand(rng)
    answer = optimize.best(rules, hand, limit=20)
    verified(rules, hand, answer)
    return is_most(rules, answer, most_points(rules, hand)) and answer.proven, (rules, hand, answer)


def test_h13_equals_brute_force():
    for seed in range(300 if thorough() else 20):
        agreed, case = first_melds_agree(random.Random(1300 + seed))
        assert agreed, case


def test_h26_majors_by_a_list_equal_brute_force():
    for seed in range(300 if thorough() else 20):
        agreed, case = listed_majors_agree(random.Random(2600 + seed))
        assert agreed, case


@pytest.mark.parametrize(
    ("listed", "hand"), [("I:any", "3C 5C IIM"), ("I:4,6", "4H 6C 2H 5H IM"), ("II:2", "4C 2C IIM IIM")]
)
def test_h26_a_major_lies_nowhere_where_it_cannot_stand_though_nothing_is_worth_less(listed, hand):
    """A run around it would count nothing, as all that is legal here does."""
    options = {"pack": "tarot-78", "majors": "wild-list", "major_ranks": listed, "schedule": "one-zero"}
    rules = find_game("chattahoochee-interlocking").rules({**options, "adjacent_naturals": False})
    cards = [laid.card for laid in read_cards(hand, rules.pack)]
    verified(rules, cards, optimize.best(rules, cards))


def odd_wilds_hand(rng):
    """Rules of first melds whose wilds may stand for this or that, some of them natural too, and a hand."""
    options = {
        "first_meld_naturals": rng.choice([2, 3, 3, 4, 5]),
        "first_meld_wilds": rng.choice([1, 2, 4]),
        "jokers": 4,
        "pack": "custom",
        "ranks": rng.choice(["12345", "1234567"]),
        "suits": "C S H",
        "adjacent_naturals": rng.random() < 0.4,
        "wilds_apart": rng.random() < 0.2,
        "melds": rng.choice(["single", "both"]),
        "packs": rng.choice([1, 2]),
        "wild_rank": rng.choice(["3", "3 5", "1 2 4"]),
        "wild_reach": rng.choice(["any", "own-suit", "own-colour"]),
    }
    if rng.random() < 0.7:
        options |= {"wild_rank_mode": "also-natural", "wild_ranks": rng.choice(["", "3", "2 5"])}
    rules = find_game("chattahoochee-alternate").rules(options)
    deck = [*rules.pack.cards, *rules.pack.cards[: len(rules.pack.cards) * (rules.packs - 1)]]
    suits = rng.choice(["C", "CS", "CSH"])
    hand = rng.sample([card for card in deck if card.suit in suits], rng.randint(2, 5))
    return rules, hand + [WILD] * rng.choice([0, 1, 1, 2])


def test_h13_a_plain_first_meld_is_found_where_there_is_one():
    """Whatever wilds may stand for: it is there when any way to lay the cards is a first meld."""
    for seed in range(3000 if thorough() else 300):
        rules, hand = odd_wilds_hand(random.Random(1330 + seed))
        needed = rules.turns.first_meld.naturals
        plainest = plainest_first_meld(rules, hand, needed)
        assert bool(plainest) == any(first_melds(rules, hand, needed)), (seed, rules, hand)
        assert bool(plainest) == any(least_first_melds(rules, hand, needed)), (seed, rules, hand)
        if plainest:
            assert not first_laid_faults(rules, [check_meld(rules, plainest)], needed)


def test_h13_that_many_wilds_make_no_first_meld_is_seen_at_once():
    """Seventeen cards with six wilds of five kinds, laid in a thousand million ways; pages ask it too."""
    options = {"jokers": 4, "wild_rank": "5 9", "first_meld_naturals": 12, "first_meld_wilds": 6}
    rules = find_game("chattahoochee-alternate").rules(options)
    hand = read_cards("AC 2C 3C 4C 6C 7C 8C TC JC QC KC 5H 5D 9S 9H w w", rules.pack)
    began = time.process_time()
    assert no_first_meld(rules, [laid.card for laid in hand], 12)
    assert time.process_time() - began < 1


def test_h13_cards_that_may_all_be_wild_and_do_not_lie_side_by_side_are_no_first_meld():
    """♣4 w ♣1 is a legal meld of wilds alone; the referee counts no natural in it, and no search lays it."""
    options = {
        "first_meld_naturals": 2,
        "jokers": 4,
        "pack": "custom",
        "ranks": "12345",
        "suits": "C S H",
        "wild_rank": "1 2 4",
        "wild_rank_mode": "also-natural",
    }
    fields = {"game": "chattahoochee-alternate", "cards": "4C 1C w", "options": options}
    best = hand_questions.best(fields)
    assert (best.goes_out, best.points, best.melds) == (False, 0, ())
