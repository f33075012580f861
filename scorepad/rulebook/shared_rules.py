"""Rules and options that many games share: sets and runs, melds worth their cards, the cards of a table and
the end of a match (P1, H6, B1, B5, F4, G1, G3, V1, V5).

The defaults of `Rules` are Chattahoochee's. A game begins with these and says what it has otherwise:

    shapes=replace(SETS_AND_RUNS, runs=replace(LINES, ace="both"), clause="romme R2")
"""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.options import option
from scorepad.core.rule_parts import CardValues, Sets
from scorepad.core.rules import Ace, MeldShapes, MeldValues, Runs, WildRules
from scorepad.core.sentence import say, say_number

LINES = Runs(3, circular=False)
"""Three or more in a row of one suit, whose ace is low."""
SETS_AND_RUNS = MeldShapes(runs=LINES, sets=Sets(3))
"""Three or more of a rank, or in a row of one suit that stops at its ends."""
JOKERS_ANYWHERE = WildRules(adjacent_naturals=False)
"""Jokers lie anywhere in a meld that has one other card."""


def packs_option(
    default: int,
    clause: str,
    sentence: str = say("How many packs are shuffled together."),
    *,
    low: int = 1,
    high: int = 4,
) -> int:
    """Return an option for the number of packs."""
    spoken = say_number("{number} pack", "{number} packs", default)
    return option(default, say("Packs"), sentence, clause, "pack", low=low, high=high, in_short=spoken)


def jokers_option(
    default: int,
    clause: str,
    sentence: str = say("Wild cards in play, in all packs together."),
    *,
    low: int = 0,
    high: int,
) -> int:
    """Return an option for the number of jokers."""
    spoken = say_number("{number} joker", "{number} jokers", default)
    return option(default, say("Jokers"), sentence, clause, "pack", low=low, high=high, in_short=spoken)


def deal_option(
    default: int, clause: str, sentence: str = say("Cards dealt to each player."), *, low: int = 0, high: int
) -> int:
    """Return an option for the number of cards dealt to each player."""
    spoken = say_number("{number} card dealt", "{number} cards dealt", default)
    return option(default, say("Cards dealt"), sentence, clause, "pack", low=low, high=high, in_short=spoken)


def ace_option(clause: str) -> Ace:
    """Return an option for the place of aces in runs; low by default."""
    return option(
        "low",
        say("Aces in runs"),
        say("Whether aces go before the two, after the king, or at either end."),
        clause,
        "melds",
        choices={"low": say("low"), "high": say("high"), "both": say("low or high")},
    )


def target_option(
    default: int, clause: str, ends: str = say("A match ends at this many points"), *, high: int = 10_000
) -> int:
    """Where a match ends, at most at `high`; `ends` begins the sentence."""
    return option(
        default,
        say("Match to"),
        say("{ends}; 0 if it ends after a number of deals.", ends=ends),
        clause,
        "scoring",
        high=high,
        in_short=say("Match to {number}", number=default),
    )


def deals_option(clause: str, default: int = 0) -> int:
    """Return an option for the number of deals in a match."""
    return option(
        default,
        say("Deals per match"),
        say("How many deals a match has; 0 if only its target ends it."),
        clause,
        "scoring",
        high=60,
        in_short=say_number("Match of {number} deal", "Match of {number} deals", default),
    )


def first_meld_at(openings: Sequence[tuple[int, int]], score: int) -> int:
    """Return the least value of a first meld for a side with that score. `openings`: the least values, each
    from its score on."""
    # The first holds for every score below the second, also below its own.
    first, *others = openings
    return max([first[1], *(opening for least, opening in others if score >= least)])


def opening_option(default: int, clause: str) -> int:
    """Return an option for the least value of first melds."""
    return option(
        default,
        say("First melds"),
        say("What your first melds must be worth together."),
        clause,
        "melds",
        high=100,
        in_short=say("First melds worth {number}", number=default),
    )


def jokers_in_meld_option(default: int, clause: str) -> int:
    """Return an option for the most jokers in a meld."""
    return option(
        default,
        say("Jokers in a meld"),
        say("The most jokers in a set or run; 0 for any number."),
        clause,
        "wilds",
        high=12,
        in_short=say_number("{number} joker in a meld", "{number} jokers in a meld", default),
    )


def jokers_apart_option(clause: str, *, default: bool = False) -> bool:
    """Return an option that jokers may not lie side by side."""
    return option(
        default,
        say("No two jokers together"),
        say("Two jokers can’t be next to each other in a run."),
        clause,
        "wilds",
    )


def take_to_lay_option(clause: str, *, default: bool = False) -> bool:
    """Return an option that a card taken from the discard pile must be melded."""
    return option(
        default,
        say("Draw it to play it"),
        say("A card taken from the discard pile must be laid in the same turn."),
        clause,
        "melds",
    )


def left_option(label: str, sentence: str, default: int, clause: str) -> int:
    """Return an option for the points of a card left in hand."""
    return option(default, label, sentence, clause, "scoring", low=1, high=100)


def out_at_option(default: int, clause: str) -> int:
    """Return an option for the points that put a player out of the match."""
    return option(
        default,
        say("Out of the match"),
        say("At this many points you’re out, and the last one in wins; 0 if nobody goes out."),
        clause,
        "scoring",
        high=10_000,
        in_short=say("Out at {number}", number=default),
    )


def returns_option(default: int, clause: str) -> int:
    """Return an option for the number of times that a player who is out may come back."""
    return option(
        default,
        say("Coming back in"),
        say("How often a player who is out may come back, with the points of the worst player still in."),
        clause,
        "scoring",
        high=99,
    )


def worth_cards(values: CardValues) -> MeldValues:
    """Return values under which a meld is worth the sum of its cards."""
    return MeldValues(value_source="cards", card_values=values)
