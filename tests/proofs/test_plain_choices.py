"""Runs, sets, leaps, melds on the table, boards: a proof holds for what is called best, and no less."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from bench.hard_hands import HardHand, beside_melds, made_up_board
from scorepad.answers.proof_checking import find_proof
from scorepad.core.cards import WILD, Laid
from scorepad.core.check import check_meld
from scorepad.core.rule_parts import FirstPlay
from scorepad.optimize import best
from scorepad.proofs import plain_sets
from scorepad.proofs.certificates import NotChecked, ProofFault
from scorepad.proofs.checking import check_proof, plain_choices
from scorepad.rulebook import find_game
from tests.profiles import examples

ALTERNATE = "chattahoochee-alternate"
EITHER = {"wild_rank": "5", "wild_rank_mode": "also-natural"}
HOOCH = "chattahoochee"
KINDS = {  # game, options, cards, wilds, melds or tiles on the table
    "runs": (HOOCH, {"packs": 2}, 18, 0, 0),
    "runs with wilds": (HOOCH, {"packs": 2}, 16, 2, 0),
    "alternating suits": (HOOCH, {"packs": 2, "melds": "alternating"}, 16, 1, 0),
    "suits either way": (HOOCH, {"packs": 2, "melds": "both"}, 16, 0, 0),
    "leaps": (HOOCH, {"packs": 2, "leaps": "1 2 3"}, 16, 1, 0),
    "many wilds": (HOOCH, {"packs": 2}, 8, 7, 0),
    "wilds worth something": (HOOCH, {"packs": 2, "wild_only_schedule": "original"}, 10, 3, 0),
    "wilds apart": (HOOCH, {"packs": 2, "wilds_apart": "yes"}, 12, 3, 0),
    "a wild rank": (HOOCH, {"packs": 2} | EITHER, 14, 1, 0),
    "quartets": (HOOCH, {"packs": 2, "quartet_bonus": 8}, 16, 1, 0),
    "sets and runs": ("basic-rummy", {}, 10, 0, 0),
    "sets and runs, two packs": ("basic-rummy", {"packs": 2}, 21, 0, 0),
    "sets and runs beside melds": ("basic-rummy", {}, 10, 0, 3),
    "jokers": ("rummy-500", {}, 13, 2, 0),
    "four jokers": ("rummy-500", {"packs": 2}, 21, 4, 0),
    "jokers beside melds": ("rummy-500", {"packs": 2}, 13, 2, 5),
    "values by fives": ("rummy-500", {"packs": 2, "values": "5-10-15", "ace": "high"}, 13, 1, 4),
    "own melds": (ALTERNATE, {}, 12, 2, 4),
    "own melds of both suits": (ALTERNATE, {"melds": "both"}, 12, 2, 4),
    "own melds and quartets": (ALTERNATE, {"melds": "both", "quartet_bonus": 8}, 12, 1, 4),
    "own melds, wilds apart": (ALTERNATE, {"wilds_apart": True}, 10, 2, 3),
    "own melds, a wild rank": (ALTERNATE, EITHER, 10, 0, 3),
    "own melds, wilds worth something": (ALTERNATE, {"wild_only_schedule": "original"}, 10, 3, 3),
    "one leap": ("leap-rummy", {}, 13, 2, 0),
    "shared leaps beside melds": ("leap-rummy", {"packs": 2, "tokens": "shared"}, 10, 1, 2),
    "different leaps": ("leap-rummy", {"tokens": "different"}, 10, 1, 0),
    "any leaps, a wild rank": ("leap-rummy", {"tokens": "free"} | EITHER, 13, 0, 0),
    "leaps of any suits": ("leap-rummy", {"run_suits": "any"}, 10, 0, 0),
    "leaps beside melds": ("leap-rummy", {"packs": 2}, 10, 1, 2),
    "boards": ("rummikub", {}, 14, 0, 30),
    "boards with jokers": ("rummikub", {}, 14, 2, 30),
    "boards by points": ("rummikub", {"aim": "points"}, 14, 2, 40),
    "shanghai": ("shanghai", {}, 14, 0, 40),
}


def question(kind, seed):
    """Rules, and a hand beside melds of a kind."""
    game, options, cards, wilds, there = KINDS[kind]
    rng, rules = random.Random(f"{kind} {seed}"), find_game(game).rules(options)
    rules = rules.variant(jokers=max(wilds, rules.jokers))
    if rules.board.shared:
        return rules, made_up_board(rng, rules, there, wilds)
    if there:
        return rules, beside_melds(rng, rules, cards, wilds, there)
    deck = list(rules.pack.cards) * rules.packs
    rng.shuffle(deck)
    return rules, HardHand([*deck[:cards], *[WILD] * wilds])


def proven(kind, seed):
    """Rules, hand, the best of it, its proof, and how many cards it lays."""
    rules, hand = question(kind, seed)
    answer = best(rules, hand.cards, table=hand.table, limit=60)
    assert answer.proven
    proof = find_proof(rules, hand.cards, answer.points, 60, hand.table)
    return rules, hand, answer.points, proof, len(hand.cards) - len(answer.left)


@pytest.mark.parametrize("kind", KINDS)
def test_the_best_is_proven_and_less_is_refuted(kind):
    """The bound of a proven answer holds; that there is more than a point less is found, or too many
    choices are left to look for it."""
    for seed in range(examples(10)):
        rules, hand, points, proof, placed = proven(kind, seed)
        check_proof(rules, hand.cards, points, proof, hand.table, placed)
        with pytest.raises((ProofFault, NotChecked), match=r"a choice gains more|too many choices"):
            check_proof(rules, hand.cards, points - 1, proof, hand.table, placed)


@pytest.mark.parametrize("kind", ["jokers", "four jokers", "jokers beside melds"])
def test_f5_the_best_that_melds_a_card_taken_is_proven(kind):
    """Its bound holds for the card taken, and less is refuted."""
    for seed in range(examples(20)):
        rules, hand = question(kind, seed)
        taken = random.Random(seed).choice(hand.cards)
        answer = best(rules, hand.cards, table=hand.table, taken=taken, limit=60)
        assert answer.proven
        if answer.left.count(taken) == hand.cards.count(taken):
            continue
        proof = find_proof(rules, hand.cards, answer.points, 60, hand.table, taken)
        check_proof(rules, hand.cards, answer.points, proof, hand.table, taken=taken)
        with pytest.raises((ProofFault, NotChecked), match=r"a choice gains more|too many choices"):
            check_proof(rules, hand.cards, answer.points - 1, proof, hand.table, taken=taken)


@pytest.mark.parametrize("kind", KINDS)
def test_a_proof_that_is_tampered_with_is_refused(kind):
    """A price that a meld exceeds, a price that is missing, a case that is dropped."""
    rules, hand, points, proof, placed = next(
        question for seed in range(9) if has_melds(question := proven(kind, seed))
    )
    first = proof.cases[0]
    cheap = tuple((row, price - 30 * first.point) for row, price in first.prices)
    assert is_refused(rules, hand, points, replace(first, prices=cheap), proof, placed)
    assert is_refused(rules, hand, points, replace(first, prices=first.prices[1:]), proof, placed)
    assert is_refused(rules, hand, points, None, proof, placed)


def has_melds(question):
    """Whether the hand of a question has melds to lay."""
    rules, hand, *_ = question
    return bool(plain_choices(rules, hand.cards, hand.table)[0].gains)


def is_refused(rules, hand, points, first_case, proof, placed):
    """Whether the proof with another first case, or without it, is at fault."""
    cases = ([first_case] if first_case else []) + list(proof.cases[1:])
    try:
        check_proof(rules, hand.cards, points, replace(proof, cases=tuple(cases)), hand.table, placed)
    except ProofFault:
        return True
    return False


@pytest.mark.parametrize(
    "kind",
    ["runs", "suits either way", "leaps", "sets and runs", "jokers", "boards", "one leap", "own melds"],
)
def test_each_meld_that_is_listed_is_one(kind):
    """In some order the referee accepts the cards of what is laid without a meld of the table."""
    rules, hand = question(kind, 1)
    choice = plain_choices(rules, hand.cards, hand.table)[0]
    rows = list(choice.limits)
    for uses in random.Random(kind).sample(sorted(choice.gains), min(60, len(choice.gains))):
        amounts = Counter(dict(zip(rows, uses, strict=True)))
        cards = [row for row in amounts.elements() if not isinstance(row, (int, str))]
        if len(cards) == amounts.total() and WILD not in cards:
            assert any(check_meld(rules, meld).legal for meld in orders(rules, cards))


def orders(rules, cards):
    """The cards in the order of the pack, from each of them on."""
    order = sorted(cards, key=lambda card: rules.pack.order[card])
    yield from (tuple(map(Laid, [*order[start:], *order[:start]])) for start in range(len(order)))


def test_first_plays_and_too_many_melds_are_not_checked(monkeypatch):
    """K2 leaves the table alone; where there are too many melds to list none are."""
    rules, hand = question("boards", 0)
    opening = rules.variant(first_play=FirstPlay(done=False))
    with pytest.raises(NotChecked):
        find_proof(opening, hand.cards, 0, 60, hand.table)
    monkeypatch.setattr(plain_sets, "_MOST_MELDS", 10)
    with pytest.raises(NotChecked):
        plain_choices(rules, hand.cards, hand.table)
