"""Contracts by trying every choice of cards, from the clauses of the games alone (X1-X6, P2, P4).

Nothing here is of the search or the referee: cards are (rank, suit), a joker is ("w", "").
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise
from typing import Any

from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.deal_facts import DealFacts
from scorepad.core.first_melds import contract_faults, missing_items
from scorepad.core.rule_parts import ThrownCard
from scorepad.core.values import left_value
from scorepad.optimize import best
from scorepad.rulebook import find_game

JOKER = ("w", "")
FRENCH = tuple("A23456789TJQK")
Item = tuple[str, int]
Cards = tuple[tuple[str, str], ...]

_S, _R = ("set", 3), ("run", 4)
SEVEN = ((_S, _S), (_S, _R), (_R, _R), (_S,) * 3, (_S, _S, _R), (_S, _R, _R))
SHANGHAI = (*SEVEN[:4], (_S, ("run", 7)), (_S, _S, ("run", 5)))
JAMAICAN = ((_S,) * 3, (_S, _S, _R), (_S, _R, _R))
_CLEAN_SET, _CLEAN_RUN = ("clean-set", 3), ("clean-run", 4)
TELEFUNKEN = (
    (_CLEAN_SET,),
    (_S, _S),
    (("clean-set", 4),),
    (("set", 4), ("set", 4)),
    (("set", 5),),
    (("set", 5), ("set", 5)),
    (("run", 7),),
)
CLEAN = (
    (_CLEAN_SET, _CLEAN_RUN),
    (_CLEAN_SET, _S),
    (_CLEAN_RUN, _CLEAN_SET, _S),
    (("clean-set", 4), _CLEAN_SET),
    (_R, _CLEAN_RUN),
)
PHASES = (
    (_S, _S),
    (_S, _R),
    (("set", 4), _R),
    (("run", 7),),
    (("run", 8),),
    (("run", 9),),
    (("set", 4), ("set", 4)),
    (("colour", 7),),
    (("set", 5), ("set", 2)),
    (("set", 5), _S),
)


@dataclass(frozen=True)
class Terms:
    """What a table of one of the games lays first.

    by_length  most jokers of a meld, from so many cards on
    apart      no two jokers side by side in a run, two naturals in each meld
    differ     sets of different ranks, runs of different suits
    at_first   `most_wilds` holds for the contract alone, not for what is laid off (X6)
    in_all     most jokers of all melds, by contract
    then_any   other melds may follow the contract in later turns
    """

    contracts: tuple[tuple[Item, ...], ...]
    ranks: tuple[str, ...] = FRENCH
    suits: str = "CSHD"
    longer: bool = False
    corner: bool = False
    any_suits: bool = False
    apart: bool = False
    differ: bool = False
    most_wilds: int = 99
    at_first: bool = False
    by_length: bool = False
    jokers: int = 4
    in_all: tuple[int, ...] = ()
    then_any: bool = False


TABLES: dict[str, tuple[dict[str, Any], Terms]] = {
    "contract": ({}, Terms(SEVEN)),
    "longer": ({"longer": True}, Terms(SEVEN, longer=True)),
    "shanghai": ({}, Terms(SHANGHAI, by_length=True)),
    "carioca": ({}, Terms(SEVEN, corner=True, most_wilds=1, at_first=True)),
    "continental": ({}, Terms(SEVEN, longer=True, corner=True)),
    "jamaican-kalooki": ({}, Terms(JAMAICAN, longer=True, apart=True, differ=True)),
    "telefunken": ({}, Terms(TELEFUNKEN, most_wilds=1, in_all=(99,) * 5 + (1, 99), then_any=True)),
    "clean": (
        {
            "own_contracts": "S3c R4c, S3c S3 W1, R4c S3c S3, S4c S3c, R4 R4c W1",
            "longer": True,
            "all_at_last": False,
        },
        Terms(CLEAN, longer=True, in_all=(99, 1, 99, 99, 1)),
    ),
    "phase-10": (
        {},
        Terms(PHASES, tuple(map(str, range(1, 13))), "RBGY", longer=True, any_suits=True, jokers=8),
    ),
}
GAMES = ("contract-rummy", "phase-10")


def _most_wilds(terms: Terms, length: int) -> int:
    if not terms.by_length:
        return terms.most_wilds
    return 4 if length >= 10 else 3 if length >= 7 else 2 if length >= 5 else 1


def _fits(terms: Terms, shape: str, cards: Cards) -> set[str]:
    """The ranks or suits of which the cards are a meld of that shape; none where they are not."""
    naturals = [card for card in cards if card != JOKER]
    wilds = len(cards) - len(naturals)
    few = 2 if terms.apart else 1
    if len(naturals) < few or wilds > _most_wilds(terms, len(cards)) or "S" in {card[0] for card in naturals}:
        return set()
    ranks, suits = {card[0] for card in naturals}, {card[1] for card in naturals}
    if shape.startswith("clean"):
        is_clean = not wilds and (shape == "clean-run" or len(suits) == len(cards))
        return _fits(terms, shape.removeprefix("clean-"), cards) if is_clean else set()
    if shape == "set":
        return ranks if len(ranks) == 1 else set()
    if shape == "colour":
        return suits if len(suits) == 1 else set()
    if len(ranks) < len(naturals) or (len(suits) > 1 and not terms.any_suits):
        return set()
    return suits if any(_is_stretch(terms, line, ranks, len(cards)) for line in _lines(terms)) else set()


def _lines(terms: Terms) -> Iterator[tuple[str, ...]]:
    if terms.any_suits:
        yield terms.ranks
    elif terms.corner:
        yield terms.ranks * 2
    else:
        yield from (terms.ranks, (*terms.ranks[1:], "A"))


def _is_stretch(terms: Terms, line: tuple[str, ...], ranks: set[str], length: int) -> bool:
    if length > len(terms.ranks):
        return False
    for start in range(len(line) - length + 1):
        window = line[start : start + length]
        if ranks <= set(window):
            gaps = [rank not in ranks for rank in window]
            if not (terms.apart and any(one and other for one, other in pairwise(gaps))):
                return True
    return False


class Tried:
    """Every way to lay a contract from a hand."""

    def __init__(self, terms: Terms, cards: Sequence[tuple[str, str]]) -> None:
        self.terms, self.cards = terms, tuple(cards)
        self.ways = cache(self._ways)

    def _ways(self, item: Item) -> list[tuple[int, str]]:
        """The cards that can be that meld, as masks, with what no other meld of its shape may share."""
        shape, least = item
        found = []
        for mask in range(1, 1 << len(self.cards)):
            size = mask.bit_count()
            if size == least or (self.terms.longer and size > least):
                cards = tuple(card for place, card in enumerate(self.cards) if mask >> place & 1)
                found += [(mask, shape + own) for own in _fits(self.terms, shape, cards)]
        return found

    def laid(self, items: tuple[Item, ...], in_all: int = 99) -> set[int]:
        """The cards that can lie as all of these melds, as masks, with so many jokers at most."""
        found: set[tuple[int, frozenset[str]]] = {(0, frozenset())}
        for item in items:
            found = {
                (mask | more, shared | {own} if self.terms.differ else shared)
                for mask, shared in found
                for more, own in self.ways(item)
                if not mask & more and own not in shared
            }
        jokers = sum(1 << place for place, card in enumerate(self.cards) if card == JOKER)
        return {mask for mask, _ in found if (mask & jokers).bit_count() <= in_all}

    def most_items(self, items: tuple[Item, ...], in_all: int = 99) -> int:
        """How many melds of the contract can lie at once."""
        places = range(1 << len(items))
        chosen = (tuple(item for at, item in enumerate(items) if mask >> at & 1) for mask in places)
        return max(len(some) for some in set(chosen) if self.laid(some, in_all))


def _hand(
    terms: Terms, items: tuple[Item, ...], rng: random.Random, most_cards: int
) -> list[tuple[str, str]]:
    """Cards of which many make the contract, or nearly."""
    pack = Counter({(rank, suit): 2 for rank in terms.ranks for suit in terms.suits})
    hand: list[tuple[str, str]] = []

    def take(card: tuple[str, str]) -> None:
        if pack[card]:
            pack[card] -= 1
            hand.append(card)

    for shape, size in items:
        start, suit = rng.randrange(len(terms.ranks)), rng.choice(terms.suits)
        for step in range(size + (rng.random() < 0.3)):
            rank = terms.ranks[(start + step * shape.endswith("run")) % len(terms.ranks)]
            if shape == "colour":
                rank = rng.choice(terms.ranks)
            mixed = shape.endswith("set") or (shape == "run" and terms.any_suits)
            take((rank, rng.choice(terms.suits) if mixed else suit))
    near = rng.sample(hand, len(hand))
    while len(hand) < most_cards:
        rank, suit = rng.choice(near) if rng.random() < 0.6 else (rng.choice(terms.ranks), "")
        take((rank, rng.choice(terms.suits) if rng.random() < 0.5 or not suit else suit))
    rng.shuffle(hand)
    hand = hand[:most_cards]
    for place in range(min(rng.choice([0, 1, 1, 2, 3, terms.jokers]), len(hand) - 2)):
        hand[place] = JOKER
    return hand


def compare_drawn(game: str, rng: random.Random, most_cards: int = 11) -> str:
    """What differs between the search and all choices of cards for a hand drawn by chance; empty if
    nothing."""
    name = "phase-10" if game == "phase-10" else rng.choice([name for name in TABLES if name != "phase-10"])
    options, terms = TABLES[name]
    found_game = find_game(game)
    presets = {preset.id: preset.options for preset in found_game.presets}
    number = rng.randrange(len(terms.contracts))
    items = terms.contracts[number]
    rules = found_game.rules({**presets.get(name, {}), **options}, facts=DealFacts(number + 1))
    least = sum(size for _, size in items)
    hand = _hand(terms, items, rng, min(most_cards, least + rng.choice([0, 1, 2])))
    throws = len(hand) > least and rng.random() < 0.5
    # as if so many were dealt, so that small hands throw too
    rules = rules.variant(cards_dealt=(len(hand) - throws,), jokers=len(hand))
    cards = [WILD if card == JOKER else Card(*card) for card in hand]
    found = best(rules, cards, limit=60)
    told = f"{game} {name} deal {number + 1} throws {throws}: {' '.join(map(str, cards))}"
    in_all = terms.in_all[number] if terms.in_all else 99
    return _difference(rules, Tried(terms, hand), (items, in_all), cards, throws, found, told)


def _difference(
    rules: Any,
    tried: Tried,
    asked: tuple[tuple[Item, ...], int],
    cards: list[Card],
    throws: bool,
    found: Any,
    told: str,
) -> str:
    items, in_all = asked
    values = [_left_of(rules, card) for card in cards]
    everything = (1 << len(cards)) - 1
    free = [everything & ~(1 << place) for place in range(len(cards))] if throws else [everything]
    laid = tried.laid(items, in_all)
    lefts = [
        sum(value for place, value in enumerate(values) if (kept & ~mask) >> place & 1)
        for kept in free
        for mask in laid
        if mask & kept == mask
    ]
    if not found.proven:
        return f"{told}: not proven"
    if not lefts:
        most = tried.most_items(items, in_all)
        missing = missing_items(rules, rules.hand.contract, found.nearest)
        agrees = not found.melds and len(items) - len(missing) == most
        return "" if agrees else f"{told}: {most} melds can lie, found {found.nearest} {found.melds}"
    if list(contract_faults(rules, found.melds)):
        return f"{told}: {found.melds} isn't the contract"
    left = sum(_left_of(rules, card) for card in found.left)
    return "" if left == min(lefts) else f"{told}: {left} left, expected {min(lefts)}"


def _left_of(rules: Any, card: Card) -> int:
    """What a card left counts, by the values that the options of the game say."""
    return left_value(rules, [card])


def contract_agrees(game: str, rng: random.Random) -> tuple[bool, object]:
    """Whether the search and brute force agree on a hand of the game, and what differs."""
    fault = compare_drawn(game, rng)
    return not fault, fault


def differences(game: str, seeds: Sequence[int], most_cards: int) -> list[str]:
    return [
        fault for seed in seeds if (fault := compare_drawn(game, random.Random(f"{game} {seed}"), most_cards))
    ]


def least_beside(terms: Terms, cards: Cards, table: tuple[tuple[str, Cards], ...]) -> list[Cards]:
    """What can be left of cards laid off one after the other on melds, each of a shape."""
    left, states, seen = [], [(cards, table)], set()
    if terms.at_first:
        terms = replace(terms, most_wilds=99)
    while states:
        state = states.pop()
        if state in seen:
            continue
        seen.add(state)
        hand, melds = state
        left.append(hand)
        for at, card in enumerate(hand):
            for place, (shape, meld) in enumerate(melds):
                longer = tuple(sorted((*meld, card)))
                if _fits(terms, shape, longer):
                    grown = (*melds[:place], (shape, longer), *melds[place + 1 :])
                    states.append(((*hand[:at], *hand[at + 1 :]), grown))
        if terms.then_any:
            for size in range(3, len(hand) + 1):
                for chosen in combinations(range(len(hand)), size):
                    fresh = tuple(hand[at] for at in chosen)
                    rest = tuple(card for at, card in enumerate(hand) if at not in chosen)
                    states += [
                        (rest, (*melds, (own, fresh))) for own in ("set", "run") if _fits(terms, own, fresh)
                    ]
    return left


def compare_beside(game: str, rng: random.Random) -> str:
    """What differs between the search and every way to lay off a small hand; empty if nothing."""
    name = "phase-10" if game == "phase-10" else rng.choice([name for name in TABLES if name != "phase-10"])
    options, terms = TABLES[name]
    found_game = find_game(game)
    presets = {preset.id: preset.options for preset in found_game.presets}
    rules = found_game.rules({**presets.get(name, {}), **options})
    table = []
    for shape in rng.choices(("set", "run", "colour") if game == "phase-10" else ("set", "run"), k=2):
        start, suit = rng.randrange(len(terms.ranks) - 4), rng.choice(terms.suits)
        ranks = terms.ranks[start : start + 4] if shape == "run" else [terms.ranks[start]] * 3
        ranks = rng.choices(terms.ranks, k=7) if shape == "colour" else ranks
        mixed = shape == "set" or (shape == "run" and terms.any_suits)
        table.append(
            (shape, tuple(sorted((rank, rng.choice(terms.suits) if mixed else suit) for rank in ranks)))
        )
    near = [card for _, meld in table for card in meld]
    hand = [
        (terms.ranks[(terms.ranks.index(rank) + rng.randint(-3, 3)) % len(terms.ranks)], suit)
        for rank, suit in rng.choices(near, k=6 if terms.then_any else 4)
    ] + [JOKER] * rng.choice([0, 0, 1, 2])
    cards = [WILD if card == JOKER else Card(*card) for card in hand]
    lying = [tuple(Laid(Card(*card)) for card in meld) for _, meld in table]
    rules = rules.variant(jokers=9, packs=9, cards_dealt=(99,), thrown=ThrownCard())
    found = best(rules, cards, table=lying, opened=True, limit=60)
    ways = least_beside(terms, tuple(sorted(hand)), tuple(table))
    values = {card: _left_of(rules, WILD if card == JOKER else Card(*card)) for card in hand}
    # The last card is thrown, so a player who can lay off all others ends the deal.
    _, expected = min((len(left) > 1, sum(values[card] for card in left)) for left in ways)
    left = sum(_left_of(rules, card) for card in found.left)
    told = f"{game} {name} {' '.join(map(str, cards))} beside {lying}"
    return "" if found.proven and left == expected else f"{told}: {left} left, expected {expected}"
