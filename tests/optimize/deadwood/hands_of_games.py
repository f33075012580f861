"""Random hands of games of whole hands, rich in melds, with the clauses of each game written again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorepad.answers.verification import verified
from scorepad.core.cards import WILD, Card
from scorepad.core.deal_facts import DealFacts
from scorepad.core.hand_ends import is_whole
from scorepad.optimize import best
from scorepad.optimize.answer import Answer
from scorepad.rulebook import find_game
from tests.optimize.deadwood.whole_hands import COUNTS, FRENCH, JOKER, Clauses, Tried

ACE_BOTH = (FRENCH, FRENCH[1:] + "A")
CROWNS = "3456789TJQK"
TILES = tuple(map(str, range(1, 14)))


@dataclass(frozen=True)
class Case:
    """How a game is played, as options and facts, and as clauses."""

    options: dict[str, Any]
    facts: DealFacts
    clauses: Clauses
    packs: int
    jokers: int
    hand: int
    opened: bool = False


def case_of(game: str, rng: random.Random) -> Case:
    """A table of the game, some options and facts by chance."""
    return _CASES[game](rng)


def _gin(rng: random.Random) -> Case:
    big = rng.random() < 0.5
    return Case({"big_gin": 31 * big}, DealFacts(), Clauses((FRENCH,), big=big), 1, 0, 10)


def _three_thirteen(rng: random.Random) -> Case:
    number, courts = rng.randint(1, 9), rng.choice(["10", "11-12-13"])
    counts = dict(COUNTS) | ({"J": 11, "Q": 12, "K": 13} if courts != "10" else {})
    clauses = Clauses(
        (FRENCH,), distinct=False, most_set=14, wild=FRENCH[number + 1], least_naturals=0, counts=counts
    )
    return Case({"courts": courts}, DealFacts(number), clauses, 2, 0, number + 2)


def _five_crowns(rng: random.Random) -> Case:
    number, duplicates = rng.randint(1, 9), rng.random() < 0.7
    clauses = Clauses(
        (CROWNS,),
        suits="CSHDX",
        distinct=not duplicates,
        most_set=14,
        wild=CROWNS[number - 1],
        least_naturals=0,
        counts={**COUNTS, "J": 11, "Q": 12, "K": 13},
        left={"w": 50, "wild": 20},
    )
    return Case({"duplicates": duplicates}, DealFacts(number), clauses, 2, 6, number + 2)


def _romme(rng: random.Random) -> Case:
    corner, apart, most = rng.random() < 0.2, rng.random() < 0.3, rng.choice([0, 0, 1, 2])
    clauses = Clauses(
        (FRENCH,) if corner else ACE_BOTH,
        corner=corner,
        apart=apart,
        most_wilds=most or 99,
        counts={**COUNTS, "A": 11},
        left={"w": 20},
        as_card=True,
        opening=40,
    )
    options = {"corner": corner, "jokers_apart": apart, "jokers_in_meld": most}
    return Case(options, DealFacts(), clauses, 2, 6, 13, rng.random() < 0.5)


def _indian(rng: random.Random) -> Case:
    turned = rng.choice([None, Card(rng.choice(FRENCH), "H"), WILD])
    pure_counts = rng.random() < 0.4
    clauses = Clauses(
        ACE_BOTH,
        most_set=13,
        wild="A" if turned == WILD else turned.rank if turned else "",
        counts={**COUNTS, "A": 10},
        left={"wild": 0},
        lives="pure" if pure_counts else "both",
    )
    return Case({"pure_counts": pure_counts}, DealFacts(1, turned), clauses, 2, 2, 13)


def _kalooki(rng: random.Random) -> Case:
    opening, ace = rng.choice([40, 51]), rng.choice(["eleven", "low", "high"])
    clauses = Clauses(
        ACE_BOTH[1:] if ace == "high" else ACE_BOTH,
        counts={**COUNTS, "A": 11},
        left={"w": 15},
        as_card=True,
        low_ace=1 if ace == "low" else None,
        opening=opening,
    )
    return Case({"opening": opening, "ace": ace}, DealFacts(), clauses, 2, 4, 13, rng.random() < 0.5)


def _scala(rng: random.Random) -> Case:
    most, lone_ace = rng.choice([0, 0, 1]), rng.random() < 0.4
    clauses = Clauses(
        ACE_BOTH,
        most_wilds=most or 99,
        counts={**COUNTS, "A": 11},
        left={"w": 25},
        as_card=True,
        opening=40,
        lone_ace=1 if lone_ace else None,
    )
    return Case(
        {"jokers_in_meld": most, "lone_ace": lone_ace}, DealFacts(), clauses, 2, 4, 13, rng.random() < 0.5
    )


def _remi(rng: random.Random) -> Case:
    country = rng.choice(["poland", "poland", "serbia", "romania", "hungary"])
    is_polish, ace = country == "poland", 10 if country in ("serbia", "hungary") else 11
    clauses = Clauses(
        (FRENCH + "A",) if country == "serbia" else ACE_BOTH,
        apart=is_polish,
        outnumbered=is_polish,
        most_wilds=2 if country == "romania" else 99,
        counts={**COUNTS, "A": ace},
        left={"w": 50 if is_polish else 20},
        as_card=True,
        low_ace=1 if is_polish else None,
        opening=0 if country == "hungary" else 51,
        clean=3 if is_polish else 0,
    )
    jokers, hand = 2 if country == "romania" else 4, 13 if is_polish else 14
    options = dict(find_game("remi").preset_options(country))
    return Case(options, DealFacts(), clauses, 2, jokers, hand, country != "hungary" and rng.random() < 0.5)


def _chinchon(rng: random.Random) -> Case:
    jokers, wild_ace, close = rng.choice([0, 2]), rng.random() < 0.5, rng.choice(["four", "five", "sum"])
    ranks = tuple("1234567") + (("8", "9") if jokers else ()) + ("10", "11", "12")
    clauses = Clauses(
        (ranks,),
        wild_cards=(("1", "D"),) if wild_ace else (),
        most_wilds=1,
        counts={**{rank: int(rank) for rank in ranks}, "11": 10, "12": 10},
        left={"w": 25, "wild": 25},
        closes={"four": (4, 1), "five": (5, 1), "sum": (5, 0)}[close],
    )
    pack = "spanish-48" if jokers else "spanish-40"
    options = {"jokers": jokers, "wild_ace": wild_ace, "close": close, "pack": pack}
    return Case(options, DealFacts(), clauses, 1, jokers, 7)


def _okey(rng: random.Random) -> Case:
    after_13, pairs = rng.random() < 0.6, rng.choice([2, 3, 4])
    clauses = Clauses(
        (TILES, (*TILES[1:], "1")) if after_13 else (TILES,),
        suits="KBRO",
        counts=dict.fromkeys(TILES, 1),
        left={"w": 1},
        pairs=pairs,
        keeps=True,
    )
    return Case({"one_after_13": after_13}, DealFacts(1, Card("4", "R")), clauses, 2, 2, 14)


def _okey_101(rng: random.Random) -> Case:
    opening, pairs = rng.choice([20, 40, 60, 101]), rng.choice([0, 2, 3, 5])
    clauses = Clauses(
        (TILES,),
        suits="KBRO",
        counts={rank: int(rank) for rank in TILES},
        left={"w": 101},
        as_card=True,
        opening=opening,
        pairs=pairs,
        keeps=True,
    )
    options = {"opening": opening, "pairs": pairs}
    return Case(options, DealFacts(1, Card("13", "B")), clauses, 2, 2, 21, rng.random() < 0.4)


def _etalat(rng: random.Random) -> Case:
    ones, two_each = rng.choice(["same", "low", "place"]), rng.random() < 0.7
    opening, needs_run = rng.choice([20, 45, 50]), rng.random() < 0.7
    clauses = Clauses(
        (TILES, (*TILES[1:], "1")),
        suits="KBRO",
        counts={"1": 25, **{rank: 5 if int(rank) < 10 else 10 for rank in TILES[1:]}},
        left={"w": 50},
        as_card=True,
        opening=opening,
        clean=int(needs_run),
        low_ace=None if ones == "same" else 5,
        high_ace=10 if ones == "place" else None,
        each=2 * two_each,
        laid=True,
    )
    options = {"ones": ones, "two_each": two_each, "opening": opening, "needs_run": needs_run}
    return Case(options, DealFacts(), clauses, 2, 2, 14, rng.random() < 0.5)


def _tonk(rng: random.Random) -> Case:
    deal = rng.choice([5, 7, 8])
    return Case({"deal": deal}, DealFacts(), Clauses((FRENCH,), big=True), 1, 0, deal)


def _tong_its(_rng: random.Random) -> Case:
    return Case({}, DealFacts(), Clauses((FRENCH,), big=True), 1, 0, 12)


_CASES = {
    "gin-rummy": _gin,
    "three-thirteen": _three_thirteen,
    "five-crowns": _five_crowns,
    "romme": _romme,
    "indian-rummy": _indian,
    "kalooki": _kalooki,
    "scala-40": _scala,
    "remi": _remi,
    "chinchon": _chinchon,
    "okey": _okey,
    "okey-101": _okey_101,
    "tonk": _tonk,
    "tong-its": _tong_its,
    "etalat": _etalat,
}
GAMES = tuple(_CASES)


def rich_hand(case: Case, rng: random.Random, most_cards: int) -> list[Card]:
    """Cards of neighbouring ranks, or of any, with many wilds; as many as are held, or fewer."""
    ranks = tuple(dict.fromkeys(case.clauses.lines[0]))
    start, width = rng.randrange(len(ranks)), rng.choice([4, 5, 6, 13])
    near = {ranks[(start + step) % len(ranks)] for step in range(width)} | set(case.clauses.wild)
    suits = rng.sample(case.clauses.suits, rng.choice([1, 2, 3, len(case.clauses.suits)]))
    cards = [Card(rank, suit) for rank in ranks for suit in case.clauses.suits if rank in near] * case.packs
    if case.facts.turned in cards and case.clauses.keeps:
        cards.remove(case.facts.turned)
    preferred = [card for card in cards if card.suit in suits or rng.random() < 0.3]
    size = min(case.hand + rng.choice([0, 1]), most_cards, len(preferred))
    hand = rng.sample(preferred, size)
    for place in range(rng.choice([0, 0, 1, 1, 2, 3, case.jokers]) if case.jokers else 0):
        if place < min(size - 1, case.jokers):
            hand[place] = WILD
    return hand


LAID_EARLY = ("romme", "kalooki", "scala-40", "remi", "okey-101", "tonk", "tong-its")


def compare(game: str, seed: int, most_cards: int = 9) -> str:
    """What differs between the search and all choices of melds for a seed's hand; empty if nothing."""
    return compare_drawn(game, random.Random(f"{game} {seed}"), most_cards)


def compare_drawn(game: str, rng: random.Random, most_cards: int = 9) -> str:
    """The same of a hand drawn by chance."""
    case = case_of(game, rng)
    rules = find_game(game).rules(case.options, facts=case.facts)
    hand = rich_hand(case, rng, most_cards)
    throws = len(hand) == case.hand + 1
    if rng.random() < 0.5 and len(hand) > 4:  # as if so many were dealt, so that small hands throw too
        throws = True
        rules = rules.variant(cards_dealt=(len(hand) - 1,))
    elif len(hand) - 1 in rules.match.cards_dealt:
        throws = len(hand) not in rules.match.cards_dealt
    else:
        throws = False
    if case.clauses.pairs:
        rules = rules.variant(pairs=case.clauses.pairs)
    found = best(rules, hand, opened=case.opened, limit=60)
    verified(rules, hand, found)
    tried = Tried(case.clauses, [JOKER if card == WILD else tuple(card) for card in hand])
    told = f"{game}: {' '.join(map(str, hand))} {case.options} {case.facts} {case.opened} {throws}"
    if not found.proven:
        return f"{told}: not proven"
    left = case.clauses.left_value([JOKER if card == WILD else tuple(card) for card in found.left])
    if case.clauses.opening and not case.opened:
        at_once, *expected = tried.first_melds(throws=throws, whole=is_whole(rules, len(hand)))
        jokers = hand.count(WILD) - found.left.count(WILD) - (found.thrown == WILD)
        got = [found.points, -jokers, -left]
        if at_once:
            return "" if not found.left else f"{told}: not at once"
        if case.clauses.pairs and expected[0] < case.clauses.opening:
            pairs, _ = tried.most_pairs(throws=throws)
            if pairs >= case.clauses.pairs:
                return "" if _is_pairs(found) == pairs else f"{told}: expected {pairs} pairs"
        return "" if got == expected else f"{told}: {got}, expected {expected}"
    if case.clauses.laid:
        worth = found.ends, found.points - (0 if found.ends else left)
        expected_worth = tried.most_worth(throws=throws)
        return "" if worth == expected_worth else f"{told}: {worth}, expected {expected_worth}"
    most, most_cards = case.clauses.closes
    closes = most > 0 and tried.may_close(throws=throws)
    if most and found.ends != closes:
        return f"{told}: ends {found.ends}"
    # Where melds are laid before the end, the last card is thrown, so it ends the deal.
    last_ends = (game in LAID_EARLY and not throws) or (closes and most_cards == 1)
    expected_left = tried.least_left(throws=throws, last_ends=last_ends)
    if case.clauses.pairs and not case.clauses.opening and expected_left[1]:
        pairs, all_paired = tried.most_pairs(throws=throws)
        if all_paired and pairs >= case.clauses.pairs:
            return "" if _is_pairs(found) == pairs and not found.left else f"{told}: expected {pairs} pairs"
    return "" if (left, len(found.left)) == expected_left else f"{told}: {left}, expected {expected_left}"


def _is_pairs(found: Answer) -> int:
    """How many pairs the melds are, where all are pairs; else none."""
    return len(found.melds) if all(len(meld) == 2 for meld in found.melds) else 0


def whole_hand_agrees(game: str, rng: random.Random) -> tuple[bool, object]:
    """Whether the search and brute force agree on a hand of the game, and what differs."""
    fault = compare_drawn(game, rng)
    return not fault, fault


def differences(game: str, seeds: Sequence[int], most_cards: int = 9) -> list[str]:
    return [fault for seed in seeds if (fault := compare(game, seed, most_cards))]
