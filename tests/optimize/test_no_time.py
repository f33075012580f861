"""Every game's search when there is no time at all, or hardly any: legal, judged, and a bound that holds."""

from __future__ import annotations

import random

import pytest

from scorepad.answers import hand_questions
from scorepad.rulebook import find_game

HOOCH = [
    {},
    {"melds": "both", "quartet_bonus": 10},
    {"wild_rank": "5"},
    {"wild_rank": "5", "wild_rank_mode": "also-natural", "wild_reach": "own-suit", "quartet_bonus": 9},
    {"wild_cards": "JH JS"},
    {"wild_only_schedule": "square", "leaps": [1, 2]},
    {"wilds_apart": True, "schedule": "two-zeroes"},
]
OPTIONS: dict[str, list[dict[str, object]]] = {
    "chattahoochee": HOOCH,
    "chattahoochee-alternate": HOOCH,
    "chattahoochee-interlocking": [one for one in HOOCH if "melds" not in one] + [{"schedule": "original"}],
    "leap-rummy": [{}, {"tokens": "free", "wild_rank": "5"}, {"tokens": "different", "run_suits": "any"}],
    "basic-rummy": [{"packs": 2}],
    "rummy-500": [{}],
    "rummikub": [{}, {"aim": "points"}, {"initial_done": False}],
    "shanghai": [{}],
}
MANY = {"rummikub": 2, "shanghai": 2, "rummy-500": 2, "basic-rummy": 0}
CASES = [(game, options) for game, every in OPTIONS.items() for options in every]
HARDLY_ANY = (0, 0.0003, 0.002)


def dealt(rng, game, options):
    """Cards of a hand, jokers among them of which some say what they stand for, and the rest of the packs."""
    rules = find_game(game).rules(options)
    deck = [str(card) for card in rules.pack.cards] * rules.packs
    rng.shuffle(deck)
    wilds = [rng.choice(["w", f"w={rng.choice(deck)}"]) for _ in range(rng.randint(0, min(2, rules.jokers)))]
    size = rng.randint(0, 9)
    return [*deck[:size], *wilds], deck[size:]


def holds(answer, best, cards):
    """Legal, of all the cards, and neither the points above the best nor the bound below it."""
    assert all(meld.legal for meld in answer.melds)
    laid = sorted(card for meld in answer.melds for card in meld.cards)
    assert sorted([*laid, *answer.left]) == sorted(cards)
    assert answer.points <= best.points <= answer.bound
    assert answer.proven == (answer.points == answer.bound)


@pytest.mark.parametrize(("game", "options"), CASES)
def test_without_time_the_answer_is_legal_and_its_bound_holds(game, options):
    """Hands with jokers, told and not; with melds on the table where that game has them."""
    rng = random.Random(f"{game} {options}")
    options = options | ({"jokers": MANY.get(game, 6)} if MANY.get(game, 6) else {})
    for _ in range(4):
        cards, others = dealt(rng, game, options)
        question = {"game": game, "options": options, "cards": " ".join(cards)}
        best = hand_questions.best(question | {"limit": 20})
        assert best.proven
        given = [card.partition("=")[0] for card in cards]
        for limit in HARDLY_ANY:
            holds(hand_questions.best(question | {"limit": limit}), best, given)
        melds = [" ".join(meld.laid) for meld in best.melds]
        if melds:
            judged = {"game": game, "options": options, "melds": melds, "limit": 0}
            assert hand_questions.check(judged).legal
        if find_game(game).table != "none" and melds:
            table = question | {
                "table": melds[:2],
                "cards": " ".join(others[: rng.randint(0, 3)]),
                "limit": 0,
            }
            assert all(meld.legal for meld in hand_questions.best(table).melds)
