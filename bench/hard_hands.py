"""Hands of every kind that some search cannot finish in time: for what is measured of all searches."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorepad.core.bonuses import NOTHING_BESIDE, LyingBeside
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.rules import Rules
from scorepad.optimize import best
from scorepad.rulebook import find_game

FIVE_RANKS = "56789"
OWN_VALUES = {"schedule": "table", "schedule_table": [0, 5, 1, 7]}
ALL_LEAPS = [1, 2, 3, 4, 5, 6]


@dataclass(frozen=True)
class HardHand:
    """A hand, and the melds on the table before it and of partners."""

    cards: Sequence[Card]
    table: Sequence[Meld] = ()
    partners: LyingBeside = NOTHING_BESIDE


@dataclass(frozen=True)
class HandKind:
    """Hands of one kind: a deal is made from a generator of random numbers."""

    name: str
    rules: Rules
    deal: Callable[[random.Random], HardHand]


def hand_kinds() -> Iterator[HandKind]:
    """Every search with what is hard for it."""
    yield from _interlocking_kinds()
    yield from _parted_kinds()
    yield from _extended_kinds()
    yield from _set_kinds()
    yield from _board_kinds()
    yield from _whole_hand_kinds()


def _interlocking_kinds() -> Iterator[HandKind]:
    game = "chattahoochee-interlocking"
    original, every_leap = {"schedule": "original"}, {"leaps": ALL_LEAPS}
    yield plain_kind("five ranks", game, {}, 26, 2, FIVE_RANKS)
    yield plain_kind("five ranks", game, {}, 14, 4, FIVE_RANKS)
    yield plain_kind("five ranks, original", game, original, 18, 2, FIVE_RANKS)
    yield plain_kind("five ranks, fibonacci", game, {"schedule": "fibonacci"}, 10, 2, FIVE_RANKS)
    yield plain_kind("five ranks, wilds anyhow", game, {"adjacent_naturals": False}, 9, 2, FIVE_RANKS)
    yield plain_kind("five ranks, own values", game, OWN_VALUES, 14, 0, FIVE_RANKS)
    yield plain_kind("own values", game, OWN_VALUES, 26, 2)
    yield plain_kind("original", game, original, 16, 2)
    yield plain_kind("original", game, original, 34, 4)
    yield plain_kind("fives wild", game, {"wild_rank": "5"}, 30, 0)
    either = {"wild_rank": "5", "wild_rank_mode": "also-natural"}
    yield plain_kind("fives wild and natural", game, either, 26, 0)
    yield plain_kind("interlocking", game, {}, 52, 2)
    yield plain_kind("interlocking", game, {}, 44, 8)
    yield plain_kind("all leaps", game, every_leap, 34, 2)
    yield plain_kind("twelve ranks, all leaps", game, {"pack": "french-48"} | every_leap, 40, 0)
    yield plain_kind("whole circles", game, {}, 40, 2, suits="CS")
    yield plain_kind("four packs", game, {"packs": 4}, 104, 8)
    yield beside_kind("partners' melds", game, {"any_turn": True}, 20, 2, 3, 3)


def _parted_kinds() -> Iterator[HandKind]:
    game = "chattahoochee"
    for suits in ("single", "both", "alternating"):
        yield plain_kind(f"{suits} suits", game, {"melds": suits}, 40, 8)
        yield plain_kind(f"{suits} suits, five ranks", game, {"melds": suits}, 26, 4, FIVE_RANKS)
        yield plain_kind(f"{suits} suits, whole packs", game, {"melds": suits}, 104, 4)
    apart = {"melds": "both", "wilds_apart": True, "adjacent_naturals": False}
    yield plain_kind("wilds apart", game, apart, 40, 4)
    yield plain_kind("fibonacci", game, {"melds": "both", "schedule": "fibonacci"}, 52, 4)
    yield plain_kind("all leaps, both suits", game, {"melds": "both", "leaps": ALL_LEAPS}, 34, 4)
    quartets = {"wild_rank": "5", "wild_rank_mode": "also-natural", "quartet_bonus": 9, "melds": "both"}
    yield plain_kind("quartets of wilds", game, quartets, 30, 2)
    yield plain_kind("circles of two suits", game, {"melds": "both"}, 52, 6, suits="CS")
    yield plain_kind("wilds worth something", game, {"wild_only_schedule": "square"}, 30, 10)


def _extended_kinds() -> Iterator[HandKind]:
    for tokens in ("same", "different", "free"):
        yield plain_kind(f"leap rummy, {tokens}", "leap-rummy", {"tokens": tokens}, 30, 4)
    yield plain_kind("leap rummy, any suits", "leap-rummy", {"run_suits": "any", "packs": 2}, 34, 3)
    wild_rank = {"tokens": "free", "wild_rank": "5", "wild_rank_mode": "also-natural"}
    yield plain_kind("leap rummy, fives wild", "leap-rummy", wild_rank, 30, 2)
    wild_ranks = {
        "pack": "piquet-32",
        "wild_rank": "T A",
        "wild_rank_mode": "also-natural",
        "wild_ranks": "Q",
    }
    yield plain_kind("leap rummy, three ranks wild", "leap-rummy", wild_ranks, 14, 1, ranks="78TQA")
    for suits in ("single", "both"):
        for cards, melds in ((12, 4), (26, 10)):
            game = "chattahoochee-alternate"
            yield beside_kind(f"{suits} suits", game, {"melds": suits}, cards, 4, melds)
    game, first_meld = "chattahoochee-alternate", {"first_meld_wilds": 4, "wild_rank": "5 9"}
    yield plain_kind("a first meld", game, {"first_meld_naturals": 5} | first_meld, 26, 4, suits="CS")
    yield plain_kind("no first meld", game, {"first_meld_naturals": 20} | first_meld, 26, 4)
    either = {"first_meld_naturals": 5, "any_turn": True, "wild_rank_mode": "also-natural"} | first_meld
    yield plain_kind("a first meld, interlocking", "chattahoochee-interlocking", either, 26, 4)


def _set_kinds() -> Iterator[HandKind]:
    yield plain_kind("basic rummy", "basic-rummy", {"packs": 2}, 40, 0)
    yield plain_kind("rummy 500", "rummy-500", {"packs": 2}, 21, 4)
    yield plain_kind("rummy 500", "rummy-500", {"packs": 2}, 60, 8)
    for cards, jokers in ((14, 2), (30, 4)):
        yield beside_kind("rummy 500", "rummy-500", {"packs": 2}, cards, jokers, 8)


def _board_kinds() -> Iterator[HandKind]:
    aims: list[dict[str, Any]] = [{}, {"aim": "points"}]
    for options in aims:
        for tiles in (60, 90):
            for jokers in (0, 2):
                yield board_kind(f"rummikub {options}", "rummikub", options, tiles, jokers)
    first_play = {"initial_done": False, "retrieve_jokers": True}
    yield board_kind("rummikub, first play", "rummikub", first_play, 60, 2)
    yield board_kind("rummikub, repeated colours", "rummikub", {"repeated_colours": True}, 60, 2)
    yield board_kind("shanghai", "shanghai", {}, 90, 0)
    yield board_kind("vatikan", "shanghai", {}, 60, 8)


def _whole_hand_kinds() -> Iterator[HandKind]:
    yield plain_kind("phase 10", "phase-10", {}, 30, 8)
    yield plain_kind("phase 10, two colours", "phase-10", {}, 40, 4, suits="RB")
    yield plain_kind("contract rummy", "contract-rummy", {}, 40, 8)
    yield plain_kind("romme", "romme", {}, 40, 6)
    yield plain_kind("indian rummy", "indian-rummy", {}, 30, 6)
    yield plain_kind("hand and foot", "hand-and-foot", {}, 50, 12)
    yield plain_kind("canasta", "canasta", {}, 60, 4)


def _rules(game: str, options: dict[str, Any], wilds: int) -> Rules:
    rules = find_game(game).rules(options)
    return rules.variant(jokers=max(wilds, rules.jokers))


def plain_kind(
    name: str,
    game: str,
    options: dict[str, Any],
    cards: int,
    wilds: int,
    ranks: str = "",
    suits: str = "",
) -> HandKind:
    """Hands of some cards off the top of a shuffle, of some ranks or suits alone where those are named."""
    rules = _rules(game, options, wilds)

    def deal(rng: random.Random) -> HardHand:
        return HardHand([*_shuffled(rng, rules, ranks, suits)[:cards], *[WILD] * wilds])

    return HandKind(f"{name}, {cards} + {wilds}", rules, deal)


def beside_kind(
    name: str, game: str, options: dict[str, Any], cards: int, wilds: int, melds: int, partners: int = 0
) -> HandKind:
    """Hands beside so many melds of the table, and of partners."""
    rules = _rules(game, options, wilds)
    return HandKind(
        f"{name} beside {melds} melds, {cards} + {wilds}",
        rules,
        lambda rng: beside_melds(rng, rules, cards, wilds, melds, partners),
    )


def _shuffled(rng: random.Random, rules: Rules, ranks: str = "", suits: str = "") -> list[Card]:
    deck = [
        card
        for card in rules.pack.cards
        if (not ranks or card.rank in ranks) and (not suits or card.suit in suits)
    ]
    deck *= rules.packs
    rng.shuffle(deck)
    return deck


def beside_melds(
    rng: random.Random, rules: Rules, cards: int, wilds: int, melds: int, partners: int = 0
) -> HardHand:
    """A hand, and the longest melds of twenty cards and more from the rest of the packs."""
    deck = _shuffled(rng, rules)
    laid = sorted(best(rules, deck[cards : cards + 12 + 4 * melds]).melds, key=len)[-melds:]
    there = sorted(best(rules, deck[-24:]).melds, key=len)[-partners:] if partners else ()
    return HardHand([*deck[:cards], *[WILD] * wilds], laid, LyingBeside(there))


def board_kind(name: str, game: str, options: dict[str, Any], tiles: int, jokers: int) -> HandKind:
    """Racks beside about so many tiles."""
    rules = _rules(game, options, jokers)
    return HandKind(
        f"{name}, {tiles} on the board + {jokers}",
        rules,
        lambda rng: made_up_board(rng, rules, tiles, jokers),
    )


def made_up_board(rng: random.Random, rules: Rules, tiles: int, jokers: int) -> HardHand:
    """Melds of about so many tiles, half of the jokers among them, and fourteen of the rest in hand."""
    deck = _shuffled(rng, rules)
    ranks = list(rules.pack.ranks)
    suits = [suit.letter for suit in rules.pack.suits]
    table: list[Meld] = []
    for _ in range(20 * tiles):
        meld = _any_meld(rng, ranks, suits)
        if sum(map(len, table)) + len(meld) <= tiles and all(card in deck for card in meld):
            for card in meld:
                deck.remove(card)
            table.append(tuple(map(Laid, meld)))
    for number in range(min(jokers // 2, len(table))):
        kind = table[number][0].card
        table[number] = (Laid(WILD, kind), *table[number][1:])
        deck.append(kind)
    rng.shuffle(deck)
    return HardHand([*deck[:14], *[WILD] * (jokers - jokers // 2)], table)


def _any_meld(rng: random.Random, ranks: Sequence[str], suits: Sequence[str]) -> list[Card]:
    length = rng.choice((3, 3, 4, 5))
    if rng.random() < 0.5:
        rank = rng.choice(ranks)
        return [Card(rank, suit) for suit in rng.sample(suits, min(length, 4))]
    start, suit = rng.randrange(len(ranks) - length + 1), rng.choice(suits)
    return [Card(rank, suit) for rank in ranks[start : start + length]]
