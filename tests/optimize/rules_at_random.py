"""Rules put together as no game has them, and whether the best melds are the best by trying all."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from scorepad import optimize
from scorepad.answers import hand_answers
from scorepad.answers.verification import SearchFault, verified
from scorepad.core.canastas import CanastaKind
from scorepad.core.cards import WILD, Card
from scorepad.core.errors import RulesNotKnown
from scorepad.core.melding import melding_of
from scorepad.core.packs import FRENCH, PACKS, Pack
from scorepad.core.rule_parts import (
    CardValues,
    Contract,
    DealEnd,
    FirstMeld,
    FirstPlay,
    Interlocks,
    Knock,
    NeededRuns,
    Schedule,
)
from scorepad.core.rules import Rules
from scorepad.core.scoring.usual import MeldedLessLeft, Retiring, WinnerTakes
from scorepad.core.values import left_value, placed_value
from scorepad.core.verdicts import MeldVerdict
from scorepad.optimize.answer import Answer
from scorepad.optimize.known_rules import settings_of
from scorepad.rulebook import find_game
from scorepad.rulebook.conquian import LaidCards
from tests.optimize.every_arrangement import IMPOSSIBLE, arrangements, most_points, points_of

Outcome = Literal["refused", "answered", "unproven", "not compared", "compared"]
Way = tuple[list[MeldVerdict], tuple[Card, ...]]

GAMES = (
    *(
        "basic-rummy",
        "rummy-500",
        "gin-rummy",
        "romme",
        "five-crowns",
        "burraco",
        "scala-40",
        "kalooki",
        "okey",
    ),
    *("chattahoochee", "chattahoochee-alternate", "chattahoochee-interlocking", "leap-rummy"),
    *("rummikub", "shanghai", "three-thirteen", "remi", "chinchon"),
)
FOUR, FIVE = Card("4", "C"), Card("5", "D")
SMALL = Pack("small", "Small pack", FRENCH.suits, ("A", "2", "3", "4", "5"))

VALUES: dict[str, Sequence[Any]] = {
    # What may be melded.
    "suit_pattern": ("single", "both", "alternating"),
    "shortest_colour": (0, 3, 4),
    "never_melded": ((), ("4",), ("A", "3")),
    "joined": (False, True),
    "open_senses": (False, True),
    "long_kinds": ((), (CanastaKind("long", "Long", 20, wilds="none", cards=5),)),
    # Wilds.
    "adjacent_naturals": (False, True),
    "wilds_apart": (False, True),
    "wild_only_schedule": (None, Schedule("one-zero"), Schedule("square")),
    "wild_rank": ((), ("4",), ("2", "A")),
    "wild_rank_mode": ("drops-out", "also-natural"),
    "wild_cards": ((), (FOUR,), (FOUR, FIVE)),
    "wild_reach": ("any", "own-suit", "own-colour"),
    "joker_ranks": ((), ("3", "4")),
    # What counts.
    "schedule": (Schedule("original"), Schedule("two-zeroes"), Schedule("table", (3, 1, 9, 2))),
    "value_source": ("schedule", "cards"),
    "quartet_bonus": (0, 7),
    "interlocks": (None, Interlocks(), Interlocks(Schedule("square"))),
    "any_turn": (False, True),
    "first_meld": (FirstMeld(), FirstMeld(2)),
    "meld_taken": (False, True),
    "shared": (False, True),
    "first_play": (FirstPlay(), FirstPlay(9), FirstPlay(done=False), FirstPlay(9, done=False)),
    "aim": ("tiles", "points"),
    "throws": (False, True),
    "contract": (None, Contract((("set", 3),))),
    "pairs": (0, 3),
    "needed_runs": (NeededRuns(), NeededRuns(1)),
    "ends": (DealEnd(), Knock(5), LaidCards(4)),
    # The cards and the deal.
    "pack": (FRENCH, SMALL, PACKS["rummikub"], PACKS["spanish-40"], PACKS["five-crowns"]),
    "packs": (1, 2, 3),
    "scoring": (WinnerTakes(), MeldedLessLeft(), Retiring()),
}
OF_PARTS: dict[str, Sequence[Any]] = {
    # Leaps and runs.
    "leaps.each": ((1,), (2,), (1, 2)),
    "leaps.tokens": ("same", "shared", "different", "free"),
    "runs.shortest": (1, 2, 3, 4),
    "runs.longest": (0, 3, 5, 8),
    "runs.suits": ("one", "colour", "any", "none"),
    "runs.circular": (False, True),
    "runs.ace": ("low", "high", "both", "twice"),
    # Sets.
    "sets.smallest": (0, 2, 3, 4),
    "sets.longest": (0, 3, 5),
    "sets.repeated_colours": (False, True),
    "sets.never": ((), ("4",)),
    "thrown.wilds_last": (False, True),
    "opening.points": (0, 12),
    # How many wilds.
    "count.most": (0, 1, 2),
    "count.by_length": ((), ((3, 1), (5, 2))),
    "count.naturals": (0, 1, 2),
    "count.set_outnumbered": (False, True),
    # What cards count.
    "card_values.every": (None, 1, 3),
    "card_values.joker": (0, 15),
    "card_values.joker_as_card": (False, True),
    "card_values.low_ace": (None, 1, 4),
    "card_values.high_ace": (None, 3),
    "card_values.wild_left": (None, 20),
    "card_values.left": ((), (("4", 20), ("A", 0))),
    "card_values.lone_ace": (None, 1, 11),
    "card_values.ranks": ((("A", 15), ("T", 10), ("J", 10), ("Q", 10), ("K", 10)), (("A", 1), ("5", 0))),
}
"""Fields of what a field is, drawn one by one."""
MORE_THAN_HELD = (13,)
"""Cards that are dealt, so that no hand throws one."""

OTHER_AIMS = ("long_kinds", "contract", "pairs", "needed_runs", "first_meld")
"""Fields that give a hand an aim which laying it in every way does not weigh."""
_BY_ITSELF = settings_of(Rules(""))


@dataclass(frozen=True)
class Case:
    """Rules with some fields changed, and a hand."""

    game: str
    changed: tuple[str, ...]
    rules: Rules
    hand: tuple[Card, ...]


def draw(rng: random.Random) -> Case:
    """A game’s rules with up to three fields changed, valid ones, and a small hand of near ranks."""
    while True:
        game = rng.choice(GAMES)
        fields = rng.sample([*VALUES, *OF_PARTS], rng.choice([1, 2, 2, 3, 3]))
        try:
            rules = _changed(rng, find_game(game).rules({}), fields)
            return Case(game, tuple(fields), rules, _hand(rng, rules))
        except ValueError:
            continue  # what the parts of rules refuse themselves


def _changed(rng: random.Random, rules: Rules, fields: Sequence[str]) -> Rules:
    changes = {field: rng.choice(VALUES[field]) for field in fields if field in VALUES}
    parts = {
        "card_values": rules.values.card_values or CardValues(),
        "leaps": rules.shapes.leaps,
        "runs": rules.shapes.runs,
        "sets": rules.shapes.sets,
        "thrown": rules.hand.thrown,
        "count": rules.wilds.count,
        "opening": rules.hand.opening,
    }
    for name, part in parts.items():
        of_part = {field: rng.choice(OF_PARTS[field]) for field in fields if field.startswith(f"{name}.")}
        if of_part:
            own = {field.removeprefix(f"{name}."): value for field, value in of_part.items()}
            changes[name] = replace(part, **own)
    return rules.variant(**changes, cards_dealt=MORE_THAN_HELD)


def _hand(rng: random.Random, rules: Rules) -> tuple[Card, ...]:
    """So few cards that every way to lay them is soon tried."""
    ranks, suits = rules.pack.ranks, [suit.letter for suit in rules.pack.suits]
    first = rng.choice([0, 0, rng.randrange(len(ranks))])
    near = {ranks[(first + more) % len(ranks)] for more in range(-1, 4)}
    held_suits = rng.sample(suits, min(len(suits), rng.choice([1, 2, 3])))
    deck = [card for card in rules.pack.cards if card.rank in near and card.suit in held_suits] * rules.packs
    hand = rng.sample(deck, min(len(deck), rng.randint(2, 6)))
    hand += [WILD] * min(rng.choice([0, 0, 1, 2]), rules.jokers)
    rng.shuffle(hand)
    has_wilds = any(melding_of(rules).reach(card) for card in hand)
    return tuple(hand[: 4 if has_wilds else 5 if len(rules.shapes.leaps.each) > 1 else 6])


def compare(case: Case) -> tuple[Outcome, str]:
    """What `best` and `check` made of the rules, and what is wrong with that; empty if nothing."""
    try:
        found = optimize.best(case.rules, case.hand, opened=True, limit=20)
    except RulesNotKnown as error:
        return "refused", _refusal_fault(case, error)
    try:
        verified(case.rules, case.hand, found)
    except SearchFault as fault:
        return "answered", str(fault)
    if not found.proven:
        return "unproven", ""
    if _has_another_aim(case.rules):
        return "not compared", ""
    ways = list(arrangements(case.rules, tuple(sorted(case.hand))))
    return "compared", _best_fault(case, found, ways) or _check_fault(case.rules, ways)


def _has_another_aim(rules: Rules) -> bool:
    settings = settings_of(rules)
    first_play = rules.board.shared and not rules.board.first_play.done
    return (
        first_play
        or bool(rules.shapes.by_rank)
        or any(settings[field] != _BY_ITSELF[field] for field in OTHER_AIMS)
    )


def _refusal_fault(case: Case, error: RulesNotKnown) -> str:
    """A refusal names a field that rules have, and `next` refuses alike."""
    try:
        optimize.search_with_next(case.rules, case.hand)
    except RulesNotKnown as other:
        named = error.at in settings_of(case.rules) and f"{error.at}=" in error.message
        return "" if named and other.at == error.at else f"refused for {error.at}, then {other.at}"
    return f"next does not refuse {error.at}"


def _best_fault(case: Case, found: Answer, ways: Sequence[Way]) -> str:
    """A way to lay the hand that is better than what was called the best."""
    rules, hand = case.rules, case.hand
    search = optimize.search_of(rules)

    def worth(left: Sequence[Card], points: int) -> tuple[int, ...]:
        if search == "hand":
            # Who has opened throws the last card, and the deal ends, though two others may count less.
            ends = not left or (rules.hand.has_first_melds and len(left) == 1)
            return (ends, -left_value(rules, left), -len(left))
        if search == "board":
            placed = placed_value(rules, hand) - placed_value(rules, left)
            return (-len(left), placed) if rules.board.aim == "tiles" else (placed, -len(left))
        return (points,)

    best = max(worth(left, points_of(rules, melds, left)) for melds, left in ways)
    got = worth(found.left, found.points)
    return "" if got >= best else f"{got} called the best, {best} is better"


def _check_fault(rules: Rules, ways: Sequence[Way]) -> str:
    """What the judgement of one of the ways says of it that can’t be."""
    melds = max((melds for melds, left in ways if points_of(rules, melds, left) > IMPOSSIBLE), key=len)
    if not melds or rules.hand.throws or rules.board.shared:
        return ""
    verdict = hand_answers.check(rules, [meld.laid for meld in melds])
    if not verdict.legal:
        return f"not legal as laid: {verdict.why}"
    cards = tuple(sorted(laid.card for meld in melds for laid in meld.laid))
    most = most_points(rules, cards)
    beaten = verdict.proven and verdict.best is not None and verdict.best < most
    return f"{verdict.best} called the best of what is laid, {most} is better" if beaten else ""
