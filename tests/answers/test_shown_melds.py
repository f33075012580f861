"""The melds that `best` shows read back in `check` as the same melds, without a question."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import scorepad
from scorepad.core.audit import copies_in_play
from scorepad.core.cards import WILD
from scorepad.core.errors import ScorepadError
from scorepad.rulebook import find_game, games
from tests.profiles import examples

HANDS = 25  # of each game
MELDING_GAMES = [game.id for game in games() if game.rules({}).scoring.lays_melds and game.id != "any-game"]


def rules_with_wilds(game):
    """The game's usual rules, or those with jokers where it may have them."""
    for options in ({}, {"jokers": 3}):
        try:
            rules = find_game(game).rules(options)
        except ScorepadError:
            continue
        if rules.jokers:
            return rules
    return find_game(game).rules({})


def hand_with_wilds(rules, rng):
    """Up to eight cards of neighbouring ranks and two suits, and up to three wilds."""
    suits = rng.choices([suit.letter for suit in rules.pack.suits], k=2)
    cards = [card for card in rules.pack.cards if card.suit in suits]
    first = rng.randrange(10)
    near = [card for card in cards if first <= rules.pack.ranks_of(card.suit).index(card.rank) < first + 4]
    hand = [*rng.choices(near or cards, k=rng.randint(1, 8)), *[WILD] * rng.randint(0, 3)]
    held = Counter(hand)
    return [card for card in held for _ in range(min(held[card], copies_in_play(rules, card)))]


def readings(answer):
    """Of each meld the kinds of its cards, and its points."""
    return sorted((sorted(meld.stands_for), meld.points) for meld in answer.melds)


@pytest.mark.parametrize("game", MELDING_GAMES)
def test_shown_melds_read_back_as_the_same_melds(game):
    rules = rules_with_wilds(game)
    for number in range(examples(HANDS)):
        hand = " ".join(map(str, hand_with_wilds(rules, random.Random(f"{game} {number}"))))
        try:
            best = scorepad.best(rules, hand)
        except ScorepadError:
            continue
        if not best.melds:
            continue
        shown = " / ".join(meld.shown for meld in best.melds)
        verdict = scorepad.check(rules, shown)
        assert all(meld.legal for meld in verdict.melds), (hand, shown, verdict.why)
        assert readings(verdict) == readings(best), (hand, shown)


@pytest.mark.parametrize(
    ("game", "hand", "shown"),
    [
        ("romme", "7D w w", "♦7 w=♦8 w=♦9"),
        ("rummikub", "7R w w", "w=●5 w=●6 ●7"),
        ("romme", "7D w 9D", "♦7w♦9"),
        ("five-crowns", "7S w w", "♠7ww"),
    ],
)
def test_wilds_say_what_they_stand_for_only_where_the_cards_leave_it_open(game, hand, shown):
    assert [meld.shown for meld in scorepad.best(game, hand).melds] == [shown]
