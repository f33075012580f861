"""The language of game files: eleven parts, each a class, and an option for every key. This module has the
parts about melds; `count_parts.py` has the others.

The key `least` of the part `run` is the field `run_least`. The file reader, the form, the documentation and
the JSON Schema are all generated from these classes.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from scorepad.core.custom_packs import CUSTOM_PACK
from scorepad.core.deal_facts import NUMBER, TURNED
from scorepad.core.options import option
from scorepad.core.packs import PACKS
from scorepad.core.rule_parts import TakenJokers
from scorepad.core.rules import Ace, WildRankMode
from scorepad.core.sentence import say, say_as
from scorepad.rulebook.game import HouseRules
from scorepad.rulebook.own_game.bounds import MOST_CARDS, MOST_POINTS
from scorepad.rulebook.shared_rules import (
    jokers_option,
    packs_option,
    take_to_lay_option,
)

PARTS = ("cards", "run", "set", "other", "wild", "open", "table", "out", "count", "score", "match")

RunSuits = Literal["one", "colour", "any"]
WildOfDeal = Literal["none", "dealt", "turned"]


@dataclass(frozen=True)
class CardsPart(HouseRules):
    """The part `cards`: the pack, and how many cards are dealt."""

    cards_pack: str = option(
        "french",
        say("Pack"),
        say("The cards on the table."),
        "own-game cards",
        "pack",
        choices={**{pack.id: pack.name for pack in PACKS.values()}, CUSTOM_PACK: say("your own pack")},
    )
    cards_suits: str = option(
        "",
        say("Suits"),
        say("For seventeen numbers and your own pack: how many suits, or their names."),
        "own-game cards",
        "pack",
    )
    cards_ranks: str = option(
        "",
        say("Ranks"),
        say("For your own pack: the ranks in order, such as A 2 3 4 5, 1 2 10 11 or 1-17."),
        "own-game cards",
        "pack",
    )
    cards_packs: int = packs_option(1, "own-game cards")
    cards_jokers: int = jokers_option(0, "own-game cards", high=16)
    cards_deal: tuple[int, ...] = option(
        (10, 7, 7, 6, 6),
        say("Cards dealt"),
        say("Cards for each of two players, of three, and so on. One number holds for all."),
        "own-game cards",
        "pack",
        low=1,
        high=MOST_CARDS,
    )
    cards_more: int = option(
        0,
        say("More cards each deal"),
        say("How many cards more are dealt in each deal than in the one before."),
        "own-game cards",
        "pack",
        high=3,
    )


@dataclass(frozen=True)
class RunPart(HouseRules):
    """The part `run`: runs of cards in a row."""

    run_least: int = option(
        3,
        say("Shortest run"),
        say("The fewest cards of a run."),
        "own-game run",
        "melds",
        low=2,
        high=13,
    )
    run_most: int = option(
        0,
        say("Longest run"),
        say("The most cards of a run; 0 for any number."),
        "own-game run",
        "melds",
        high=40,
    )
    run_suits: RunSuits = option(
        "one",
        say("Suits of a run"),
        say("Whether a run keeps to one suit or one colour, or may mix suits."),
        "own-game run",
        "melds",
        choices={"one": say("one suit"), "colour": say("one colour"), "any": say("any suits")},
    )
    run_ace: Ace = option(
        "low",
        say("Aces in runs"),
        say("Whether aces go before the two, after the king, or at either end."),
        "own-game run",
        "melds",
        choices={
            "low": say("low"),
            "high": say("high"),
            "both": say("low or high"),
            "twice": say("at both ends of one run"),
        },
    )
    run_corner: bool = option(
        False,
        say("Aces in the middle"),
        say("Runs go on from king to ace to two."),
        "own-game run",
        "melds",
    )


@dataclass(frozen=True)
class SetPart(HouseRules):
    """The part `set`: sets of cards of one rank."""

    set_made: bool = option(
        True,
        say("Sets"),
        say("Cards of one rank are a meld."),
        "own-game set",
        "melds",
    )
    set_least: int = option(
        3,
        say("Smallest set"),
        say("The fewest cards of a set."),
        "own-game set",
        "melds",
        low=2,
        high=12,
    )
    set_most: int = option(
        0,
        say("Largest set"),
        say("The most cards of a set; 0 for as many as there are suits."),
        "own-game set",
        "melds",
        high=24,
    )
    set_same_suit_twice: bool = option(
        False,
        say("The same card twice"),
        say("A set may hold the same card twice."),
        "own-game set",
        "melds",
    )
    set_ranks: str = option(
        "",
        say("Ranks of sets"),
        say("The ranks that make sets, such as A 3 K. Leave blank for all."),
        "own-game set",
        "melds",
    )


@dataclass(frozen=True)
class OtherPart(HouseRules):
    """The part `other`: other melds, and the points of long ones."""

    other_pairs: int = option(
        0,
        say("Pairs to go out"),
        say("So many pairs of identical cards, and no melds, end the deal too; 0 for none."),
        "own-game other",
        "melds",
        high=10,
    )
    other_colour: int = option(
        0,
        say("Cards of one suit"),
        say("So many cards of a suit are a meld, whatever their ranks; 0 for none."),
        "own-game other",
        "melds",
        high=13,
    )
    other_canasta: int = option(
        0,
        say("Cards of a canasta"),
        say("From so many cards on, a set or run earns a bonus; 0 for none."),
        "own-game other",
        "melds",
        high=14,
    )
    other_clean: int = option(
        0,
        say("Natural canasta"),
        say("Bonus for a canasta without wilds."),
        "own-game other",
        "scoring",
        high=5000,
    )
    other_dirty: int = option(
        0,
        say("Mixed canasta"),
        say("Bonus for a canasta with wilds."),
        "own-game other",
        "scoring",
        high=5000,
    )


@dataclass(frozen=True)
class WildPart(HouseRules):
    """The part `wild`: wild cards besides jokers, and the limits on all wild cards."""

    wild_ranks: str = option(
        "",
        say("Wild ranks"),
        say("Ranks that are wild in every suit, such as 5, or 5 J."),
        "own-game wild",
        "wilds",
    )
    wild_order: WildRankMode = option(
        "also-natural",
        say("Wild ranks in the order"),
        say("Whether wild ranks drop out of the order, or may also stand for themselves."),
        "own-game wild",
        "wilds",
        choices={"drops-out": say("drops out"), "also-natural": say("also natural")},
    )
    wild_of_deal: WildOfDeal = option(
        "none",
        say("Wild rank of the deal"),
        say("A rank that is wild in one deal alone."),
        "own-game wild",
        "wilds",
        choices={
            "none": say_as("the wild rank", "none"),
            "dealt": say("that of the number of cards dealt"),
            "turned": say("that of the card turned up"),
        },
    )
    wild_most: int = option(
        0,
        say("Wilds in a meld"),
        say("The most wilds in a set or run; 0 for any number."),
        "own-game wild",
        "wilds",
        high=12,
    )
    wild_naturals: int = option(
        1,
        say("Natural cards in a meld"),
        say("The fewest natural cards in a set or run; 0 if wilds alone are a meld."),
        "own-game wild",
        "wilds",
        high=4,
    )
    wild_apart: bool = option(
        False,
        say("No two wilds together"),
        say("Two wilds can’t be next to each other."),
        "own-game wild",
        "wilds",
    )
    wild_outnumbered: bool = option(
        False,
        say("Jokers in a set"),
        say("A set can’t have more jokers than other cards."),
        "own-game wild",
        "wilds",
    )

    @property
    def wild_follows(self) -> Collection[str]:
        """The facts of a deal from which its own wild rank follows."""
        facts: dict[WildOfDeal, Collection[str]] = {"none": (), "dealt": (NUMBER,), "turned": (TURNED,)}
        return facts[self.wild_of_deal]


@dataclass(frozen=True)
class OpenPart(HouseRules):
    """The part `open`: a player's first melds."""

    open_points: int = option(
        0,
        say("First melds"),
        say("What your first melds must be worth together."),
        "own-game open",
        "melds",
        high=MOST_POINTS,
    )
    open_clean_run: bool = option(
        False,
        say("A clean run"),
        say("First melds need a run with three cards in a row that aren’t jokers."),
        "own-game open",
        "melds",
    )
    open_contracts: str = option(
        "",
        say("Contracts"),
        say(
            "What is laid first in each deal, such as S3c, S3 R4, S5 S5 W1: "
            "S for a set, R for a run, c for a clean one, W1 for one wild in all."
        ),
        "own-game open",
        "melds",
    )
    open_longer: bool = option(
        False,
        say("More than the contract"),
        say("The melds may be longer, and you may lay off in the same turn."),
        "own-game open",
        "melds",
    )


@dataclass(frozen=True)
class TablePart(HouseRules):
    """The part `table`: play on melds that lie on the table."""

    table_early: bool = option(
        True,
        say("Melds before the end"),
        say("Melds are laid before the deal ends, and cards are laid off on them."),
        "own-game table",
        "melds",
    )
    table_jokers: TakenJokers = option(
        "never",
        say("Taking jokers"),
        say("Whether you may take a joker from the table for its card."),
        "own-game table",
        "wilds",
        choices={
            "never": say("never"),
            "card": say("for the card it stands for"),
            "all-missing": say("from a set for all missing suits"),
        },
    )
    table_rebuilt: bool = option(
        False,
        say("Rebuilding the table"),
        say("Everybody may rebuild all melds on the table."),
        "own-game table",
        "melds",
    )
    table_one_new: bool = option(
        False,
        say("One new meld a turn"),
        say("A turn has at most one new meld, beside cards laid off."),
        "own-game table",
        "melds",
    )
    table_joined: bool = option(
        False,
        say("A set and a run in one"),
        say("A full set and a run may share a card and be one meld."),
        "own-game table",
        "melds",
    )
    table_take_to_lay: bool = take_to_lay_option("own-game table")
    table_fits_stays: bool = option(
        False,
        say("Cards that fit can’t be thrown"),
        say("You can’t throw a card that fits on the table, except to go out."),
        "own-game table",
        "melds",
    )
