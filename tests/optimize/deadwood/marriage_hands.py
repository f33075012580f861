"""Random hands of Marriage against all choices of melds, with the clauses written again (MA2-MA5)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from scorepad.answers.verification import verified
from scorepad.core.cards import WILD, Card
from scorepad.core.deal_facts import DealFacts
from scorepad.core.hand_ends import tells_end
from scorepad.core.pairs import is_pure, shown_first
from scorepad.core.rule_parts import Seeing
from scorepad.core.rules import Rules
from scorepad.optimize import best
from scorepad.rulebook import find_game

RANKS = "A23456789TJQK"
_ORDER = RANKS + "A"
_Hand = tuple[str, ...]  # cards such as `7H`, sorted; `w` is a printed joker


class Layouts:
    """All ways to lay a hand: `wild` cards, `most` of them in a set, whether sets may be `longer`."""

    def __init__(self, wild: frozenset[str], most: int, *, longer: bool) -> None:
        self.wild, self.most, self.longer = wild, most, longer
        self.best = lru_cache(None)(self._best)

    def melds(self, hand: _Hand, *, wilds: bool) -> Iterator[tuple[_Hand, bool]]:
        """The melds that the first card lies in, and whether they are pure."""
        first, rest = hand[0], hand[1:]
        for size in (2, 3, 4, 5) if self.longer else (2,):
            for others in set(combinations(rest, size)):
                cards = (first, *others)
                pure = _is_row(cards) or (size == 2 and len({*cards}) == 1 and "w" not in cards)
                if pure or _is_trial(cards) or (wilds and self._is_dirty(cards)):
                    yield cards, pure

    def _is_dirty(self, cards: _Hand) -> bool:
        """Whether some of the cards may be wild so that the others are in a row, or a trial."""
        may_be = [place for place, card in enumerate(cards) if card == "w" or card in self.wild]
        for count in range(1, min(self.most, len(cards) - 1) + 1):
            for places in combinations(may_be, count):
                natural = [card for place, card in enumerate(cards) if place not in places]
                if "w" in natural:
                    continue
                if _fits_row(natural, len(cards)) or _fits_trial(natural, len(cards)):
                    return True
        return False

    def _best(self, hand: _Hand, pure: int, wilds: bool) -> int | None:
        """The fewest cards left with so many pure sets, or more; None where they can't be laid."""
        if not hand:
            return None if pure else 0
        left = self.best(hand[1:], pure, wilds)
        found = [left + 1] if left is not None else []
        for cards, is_a_pure_set in self.melds(hand, wilds=wilds):
            rest = [*hand]
            for card in cards:
                rest.remove(card)
            after = self.best(tuple(rest), max(0, pure - is_a_pure_set), wilds)
            found += [after] if after is not None else []
        return min(found, default=None)


def _fits_row(naturals: Sequence[str], length: int) -> bool:
    """Whether cards lie in a row of that many places of one suit, at places of their own."""
    if len({card[1] for card in naturals}) > 1:
        return False
    ranks = {card[0] for card in naturals}
    return len(ranks) == len(naturals) and any(
        ranks <= {*_ORDER[start : start + length]} for start in range(len(_ORDER) - length + 1)
    )


def _fits_trial(naturals: Sequence[str], length: int) -> bool:
    """Whether cards are of one rank and of suits that differ, and the other places have suits left."""
    suits = {card[1] for card in naturals}
    return length <= 4 and len({card[0] for card in naturals}) == 1 and len(suits) == len(naturals)


def _is_row(cards: _Hand) -> bool:
    return "w" not in cards and _fits_row(cards, len(cards))


def _is_trial(cards: _Hand) -> bool:
    return "w" not in cards and _fits_trial(cards, len(cards))


def expected(
    hand: Sequence[str], layouts: Layouts, seeing: Seeing, *, throws: bool, whole: bool
) -> tuple[bool, bool, int, int]:
    """Whether the hand ends the deal, whether it sees, its pure sets where it doesn't, and less the cards
    left; the best of all cards to throw."""
    thrown = set(hand) if throws else [""]
    return max(_after(_without(hand, card), layouts, seeing, whole=whole) for card in thrown)


def _without(hand: Sequence[str], card: str) -> _Hand:
    rest = sorted(hand)
    if card:
        rest.remove(card)
    return tuple(rest)


def _after(hand: _Hand, layouts: Layouts, seeing: Seeing, *, whole: bool) -> tuple[bool, bool, int, int]:
    counts = Counter(card for card in hand if card != "w")
    pairs = sum(count // 2 for count in counts.values())
    found = []
    if pairs >= seeing.pairs:
        found.append((whole and pairs >= seeing.pairs_out, True, 0, 2 * pairs - len(hand)))
    left = layouts.best(hand, seeing.pure, True)
    if left is not None:
        found.append((whole and not left, True, 0, -left))
    for pure in reversed(range(seeing.pure)) if not found else ():
        left = layouts.best(hand, pure, False)
        if left is not None:
            return False, False, pure, -left
    return max(found)


def compare(seed: int, most_cards: int = 11) -> str:
    """What differs between the search and all choices of melds for a seed's hand; empty if nothing."""
    return compare_drawn(random.Random(f"marriage {seed}"), most_cards)


def compare_drawn(rng: random.Random, most_cards: int = 11) -> str:
    """The same of a hand drawn by chance."""
    options = {
        "longer": rng.random() < 0.3,
        "most_wilds": rng.choice([1, 1, 2]),
        "jokers": rng.choice([0, 0, 3]),
    }
    ranks = RANKS[(start := rng.randrange(10)) : start + rng.choice([3, 4, 5])] + rng.choice(["", "A", "K"])
    suits = rng.sample("SHDC", rng.choice([1, 2, 3, 4]))
    cards = [Card(rank, suit) for rank in dict.fromkeys(ranks) for suit in suits] * 3
    turned = rng.choice([None, rng.choice(cards), rng.choice(cards)])
    cards += [WILD] * int(options["jokers"])
    hand = rng.sample(cards, min(len(cards), rng.randint(3, most_cards)))
    rules = find_game("marriage").rules(options, facts=DealFacts(turned=turned))
    seeing = Seeing(
        rng.choice([1, 2, 3]), 3, rng.choice([2, 3, 4]), rng.choice([3, 4, 5]), rng.choice([0, 0, 2])
    )
    throws = rng.random() < 0.5 and len(hand) > 3
    whole = throws or rng.random() < 0.7
    rules = rules.variant(seeing=seeing, cards_dealt=(len(hand) - throws if whole else 21,))
    return _difference(rules, hand, turned, throws=throws, whole=whole)


def marriage_agrees(rng: random.Random) -> tuple[bool, object]:
    """Whether the search and brute force agree on a hand of Marriage, and what differs."""
    fault = compare_drawn(rng, most_cards=8)
    return not fault, fault


def _difference(rules: Rules, hand: Sequence[Card], turned: Card | None, *, throws: bool, whole: bool) -> str:
    seeing = rules.hand.seeing
    assert seeing
    found = best(rules, hand, limit=60)
    verdict = verified(rules, hand, found)
    layouts = Layouts(_wild(turned), rules.wilds.count.most, longer=rules.shapes.runs.longest == 0)
    wanted = expected([_written(card) for card in hand], layouts, seeing, throws=throws, whole=whole)
    sees = bool(shown_first(seeing, verdict.melds))
    pure = 0 if sees else len([*filter(is_pure, verdict.melds)])
    ends = found.ends and tells_end(rules, len(hand), opened=False)
    told = f"{' '.join(map(str, hand))} turned {turned} {seeing} {rules.wilds} {throws} {whole}"
    if not found.proven or throws != (found.thrown is not None):
        return f"{told}: not proven, or thrown {found.thrown}"
    tunnelas = _most_tunnelas(hand, throws=throws)
    if whole and 0 < seeing.tunnelas_out <= tunnelas:
        return "" if ends else f"{told}: doesn't end by {tunnelas} tunnelas"
    got = (ends, sees, pure, -len(found.left))
    return "" if got == wanted else f"{told}: {got}, expected {wanted}"


def _most_tunnelas(hand: Sequence[Card], *, throws: bool) -> int:
    """How many sets of three identical cards a hand holds, after one is thrown."""
    counts = Counter(card for card in hand if card != WILD)
    is_all = 3 * sum(count // 3 for count in counts.values()) == len(hand)
    return sum(count // 3 for count in counts.values()) - (throws and is_all)


def _written(card: Card) -> str:
    return "w" if card == WILD else card.rank + card.suit


def _wild(turned: Card | None) -> frozenset[str]:
    """The wild cards of a tiplu: its rank, and of its suit the card above and the card below (MA4)."""
    if turned is None:
        return frozenset()
    at = RANKS.index(turned.rank)
    beside = {RANKS[(at + step) % 13] + turned.suit for step in (1, -1)}
    return frozenset({turned.rank + suit for suit in "SHDC"} | beside)
