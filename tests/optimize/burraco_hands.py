"""Hands of Burraco and Biriba by trying every way to lay them, from the clauses alone; nothing of the search.

A card is (rank, suit), a joker `("w", "")`; ranks are numbers, an ace 1 or 14 in a run.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import combinations

from scorepad.answers.verification import verified
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.deal_facts import DealFacts
from scorepad.core.rule_parts import Opening
from scorepad.core.values import left_value
from scorepad.optimize import best
from scorepad.rulebook import find_game

RANKS = "A23456789TJQK"
FORMS = {
    "italy": {},
    "older-tournaments": {"half_clean": 0},
    "brazil": dict(find_game("burraco").preset_options("brazil")),
    "little-apart": {"clean": 50, "half_clean": 30, "dirty": 15},
    "biriba": {"clean": 60, "dirty": 30},
    "biriba-movable": {"clean": 60, "dirty": 30, "dirty_stays": False},
}
BIRIBA = ("biriba", "biriba-movable")
TRUMPS = "S"  # the suit that counts double in Biriba
BONUSES = {  # clean, half-clean, dirty, ace to king, ace to ace
    "italy": (200, 150, 100, 200, None),
    "older-tournaments": (200, 100, 100, 200, None),
    "brazil": (200, 100, 100, 500, 1000),
    "little-apart": (50, 30, 15, 50, None),
    **dict.fromkeys(BIRIBA, (60, 30, 30, 1000, None)),
}


def value(form, card):
    low = form in ("brazil", *BIRIBA)
    if card[0] == "w":
        return 20 if low else 30
    return {"2": 10 if low else 20, "A": 15}.get(card[0], 10 if card[0] in "89TJQK" else 5)


def longest_row(row):
    return max(len(part) for part in "".join("n" if natural else "-" for natural in row).split("-"))


def bonus(form, row, *, is_run, suit=""):
    """What a meld of these places counts, natural or not."""
    clean, half, dirty, king, ace = BONUSES[form]
    if len(row) < 7:
        return 0
    if form in BIRIBA:
        times = 2 if is_run and suit == TRUMPS else 1
        if len(row) >= 13 and is_run:
            return times * (1000 if all(row) else 500)
        if all(row) and not is_run:
            return 300
        return times * (clean if all(row) else dirty)
    if all(row):
        return ace if ace and len(row) == 14 else king if len(row) >= 13 else clean
    together = longest_row(row) if is_run else sum(row)
    return half if together >= 7 else dirty


def places(card):
    return (1, 14) if card[0] == "A" else (RANKS.index(card[0]) + 1,)


def runs(form, cards, fixed, stays_wild):
    """The bonus of each run of exactly these cards, those that are `fixed` lying in their places, and the one
    that `stays_wild` being the wild."""
    for wild in (None, *range(len(cards))):
        if wild is not None and cards[wild][0] not in ("w", "2"):
            continue
        if stays_wild and (wild is None or cards[wild] != stays_wild):
            continue
        naturals = [card for number, card in enumerate(cards) if number != wild]
        if len({suit for _, suit in naturals}) != 1 or any(rank == "w" for rank, _ in naturals):
            continue
        aces = [number for number, card in enumerate(naturals) if card[0] == "A"]
        both = BONUSES[form][4] is not None
        for high in range(2 ** len(aces)):
            where = [
                places(card)[-1 if number in aces and high >> aces.index(number) & 1 else 0]
                for number, card in enumerate(naturals)
            ]
            if len(set(where)) < len(where) or not fixed <= set(where) or len(where) < 2:
                continue
            if {1, 14} <= set(where) and not both:
                continue
            for place in [None] if wild is None else range(1, 15):
                taken = sorted([*where, *([place] if place else [])])
                if len(set(taken)) < len(cards) or taken[-1] - taken[0] != len(cards) - 1:
                    continue
                if {1, 14} <= set(taken) and not both:
                    continue
                yield bonus(form, [at != place for at in taken], is_run=True, suit=naturals[0][1])


def sets(form, cards):
    """The bonus of each set of exactly these cards."""
    naturals = [rank for rank, _ in cards if rank not in ("w", "2")]
    if len(set(naturals)) == 1 and len(cards) - len(naturals) <= 1 and len(naturals) >= 2:
        row = [*[True] * len(naturals), *[False] * (len(cards) - len(naturals))]
        yield bonus(form, row, is_run=False)


@cache
def meld_bonus(form, cards, fixed=frozenset(), stays_wild=None):
    """The best that these cards count as a meld beside their values; None where they are no meld."""
    if len(cards) < 3:
        return None
    found = [*runs(form, cards, fixed, stays_wild), *(() if fixed else sets(form, cards))]
    return max(found, default=None)


def tried(form, hand, lying):
    """What can be melded of the hand and laid on the run that lies there, by the cards that are kept: what
    the cards melded count, and what the length of melds counts besides. Of two ways where one counts more in
    both, that one alone."""
    legal = {}
    for size in range(3, len(hand) + 1):
        for chosen in combinations(range(len(hand)), size):
            points = meld_bonus(form, tuple(sorted(hand[number] for number in chosen)))
            if points is not None:
                legal[sum(1 << number for number in chosen)] = points
    by_lowest = {}
    for mask, points in legal.items():
        by_lowest.setdefault(mask & -mask, []).append((mask, points))

    def cards_of(mask):
        return sum(value(form, card) for number, card in enumerate(hand) if mask >> number & 1)

    @cache
    def ways(mask):
        """The most that long melds count, by what the cards melded count."""
        if not mask:
            return {0: 0}
        lowest = mask & -mask
        found = dict(ways(mask ^ lowest))
        for meld, points in by_lowest.get(lowest, ()):
            if meld & mask == meld:
                for cards, bonuses in ways(mask ^ meld).items():
                    cards += cards_of(meld)
                    found[cards] = max(found.get(cards, 0), bonuses + points)
        return found

    def all_ways(whole):
        yield from ways(whole).items()
        if not lying:
            return
        fixed = frozenset(places(card)[0] for card, natural in lying if natural)
        before = bonus(form, [natural for _, natural in lying], is_run=True, suit="S")
        table = [card for card, _ in lying]
        stays_wild = next((card for card, natural in lying if not natural and form == "biriba"), None)
        held = [number for number in range(len(hand)) if whole >> number & 1]
        for size in range(len(held) + 1):
            for chosen in combinations(held, size):
                laid = tuple(sorted([*table, *(hand[number] for number in chosen)]))
                points = meld_bonus(form, laid, fixed, stays_wild)
                if points is not None:
                    mask = sum(1 << number for number in chosen)
                    for cards, bonuses in ways(whole ^ mask).items():
                        yield cards + cards_of(mask), bonuses + points - before

    return all_ways


def best_worth(form, hand, lying, opening, *, throws):
    """Points less what is left, of melds that count as much as the `opening`; else the most that cards
    melded count, and the most points of those."""
    all_ways = tried(form, hand, lying)
    whole, total = (1 << len(hand)) - 1, sum(value(form, card) for card in hand)
    thrown = range(len(hand)) if throws else [None]
    found = [
        (cards, bonuses, total - cards - (0 if throw is None else value(form, hand[throw])))
        for throw in thrown
        for cards, bonuses in all_ways(whole if throw is None else whole ^ 1 << throw)
    ]
    opened = [cards + bonuses - left for cards, bonuses, left in found if cards >= opening]
    if opened:
        return "opens", max(opened)
    return "least short", max((cards, bonuses) for cards, bonuses, _ in found)


def case_of(rng, most_cards):
    """A hand rich in one suit and in wilds, and at times a run of that suit that lies there."""
    ranks = RANKS if rng.random() < 0.7 else RANKS[:8]
    deck = [(rank, suit) for rank in ranks for suit in rng.choice(("S", "SH", "SHDC")) for _ in "12"]
    deck += [("w", "")] * rng.randrange(4) + [("2", suit) for suit in "SHDC"][: rng.randrange(4)]
    lying = []
    if rng.random() < 0.4:
        first, length = rng.randrange(3, 8), rng.randrange(3, 8)
        length = min(length, 14 - first)
        wild = rng.randrange(length) if rng.random() < 0.7 else None
        other = rng.choice([("w", ""), ("2", "S"), ("2", "H")])
        lying = [
            (other, False) if place == wild else ((RANKS[first + place - 1], "S"), True)
            for place in range(length)
        ]
        for card, _ in lying:
            if card in deck:
                deck.remove(card)
    size = rng.randrange(3, most_cards + 1)
    if not lying and rng.random() < 0.5:
        # A long run and a wild or two, so that length and cards compete.
        first, length = rng.randrange(1, 7), rng.randrange(5, 8)
        run = [(rank, "S") for rank in RANKS[first : first + length]]
        deck = [card for card in deck if card not in run]
        hand = [*run, *[("w", "")] * rng.randrange(3), *rng.sample(deck, min(len(deck), most_cards - 5))]
        hand = hand[:most_cards]
    else:
        hand = rng.sample(deck, min(len(deck), size))
    on_table = [laid for laid, _ in lying]
    return [
        card
        for card in dict.fromkeys(hand)
        for _ in range(min(hand.count(card), 2 - on_table.count(card) if card[1] else 3))
    ], lying


def as_card(card):
    return WILD if card[0] == "w" else Card(*card)


def as_laid(lying):
    first = next(RANKS.index(card[0]) - place for place, (card, natural) in enumerate(lying) if natural)
    return tuple(
        Laid(as_card(card)) if natural else Laid(as_card(card), Card(RANKS[first + place], "S"))
        for place, (card, natural) in enumerate(lying)
    )


def differences(form, numbers, most_cards, *, opening=0):
    """The hands of those numbers of which the search says something else; each third has a card to throw.

    A hand that must open has no melds on the table.
    """
    facts = DealFacts(turned=Card("5", TRUMPS))
    is_biriba = form in BIRIBA
    usual = find_game("biriba" if is_biriba else "burraco").rules(FORMS[form], facts=facts)
    found = []
    for number in numbers:
        hand, lying = case_of(random.Random(f"burraco {form} {number}"), most_cards)
        lying = [] if opening else lying
        throws = number % 3 == 0
        # A hand of one card more than are dealt throws one.
        match = replace(usual.match, cards_dealt=(len(hand) - 1,) * 3 if throws else (99,) * 3)
        rules = replace(usual, match=match, hand=replace(usual.hand, opening=Opening(opening)))
        table = [as_laid(lying)] if lying else []
        cards = [as_card(card) for card in hand]
        answer = best(rules, cards, table=table, limit=20)
        verified(rules, cards, answer, table)
        kept = [*answer.left, *([answer.thrown] if throws else [])]
        melded = left_value(rules, cards) - left_value(rules, kept)
        said = (
            ("opens", answer.points - left_value(rules, answer.left))
            if melded >= opening
            else ("least short", (melded, answer.points - melded))
        )
        expected = best_worth(form, hand, lying, opening, throws=throws)
        if said != expected or not answer.proven:
            found.append((number, hand, lying, said, expected))
    return found
