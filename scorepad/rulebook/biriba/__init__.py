"""Biriba (GAMES-NEXT.md, B6): Burraco as in Greece, in which long runs of the suit turned up count double.

From the card counts of zoo.gr, a newsgroup, Wikipedia and cardrulesplus.com. They differ in what jokers,
twos and aces count, whether a run from ace to king counts more, and where a match ends.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from scorepad.core.canastas import CanastaKind, RankMelds
from scorepad.core.cards import Card
from scorepad.core.options import option
from scorepad.core.rule_parts import CardValues, HandRules, Sets, WildCount
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring import DealNote
from scorepad.core.scoring.by_side import BurracoDeal
from scorepad.core.sentence import Sentence, say, say_number
from scorepad.rulebook.burraco import COURTS_AND_PIPS
from scorepad.rulebook.game import Game, Preset, RulesByCard
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deals_option,
    packs_option,
    target_option,
    worth_cards,
)

_PLAYERS = (2, 6)
_CARDS_DEALT = 11
_WHOLE = 13  # cards of a run from ace to king
WHOLE_CLEAN, WHOLE_DIRTY = say("Clean from ace to king"), say("Dirty from ace to king")

NO_BIRIBAKI = DealNote(
    "no-biribaki",
    say("No biribaki"),
    say_number("{name} didn’t take the biribaki.", "{name} didn’t take the biribaki.", 1, name="{name}"),
    say("no biribaki"),
    0,
    stays=True,
)


@dataclass(frozen=True, slots=True, repr=False)
class BiribaDeal(BurracoDeal):
    """A deal of Biriba: as at Burraco, but the second hand is called biribaki."""

    notes: ClassVar[tuple[DealNote, ...]] = (NO_BIRIBAKI,)
    not_taken: ClassVar[Sentence] = say("Biribaki not taken")
    is_taken: ClassVar[Sentence] = say("{ended}, so the biribaki is taken. Clear “No biribaki”.")


def _points(default: int, label: Sentence, sentence: Sentence, clause: str = "biriba BI4") -> int:
    return option(default, label, sentence, clause, "scoring", high=5_000)


def _card(default: int, label: Sentence, sentence: Sentence) -> int:
    return option(default, label, sentence, "biriba BI5", "scoring", high=100)


@dataclass(frozen=True)
class Biriba(RulesByCard):
    """The house rules of a table."""

    packs: int = packs_option(
        2, "biriba BI1", say("How many packs are shuffled together, each with two jokers.")
    )
    koz: bool = option(
        True,
        say("Trumps"),
        say("The suit of the card turned up is trumps, and its long runs count double."),
        "biriba BI1",
        "scoring",
    )
    dirty_stays: bool = option(
        True,
        say("Once dirty, always dirty"),
        say("A run that had a wild two stays dirty when the two comes to its own place."),
        "biriba BI2",
        "wilds",
    )
    clean: int = _points(200, say("Clean biriba"), say("Bonus for seven cards or more without a wild."))
    dirty: int = _points(100, say("Dirty biriba"), say("Bonus for seven cards or more with a wild."))
    alike: int = _points(
        300,
        say("Seven alike"),
        say("Bonus for seven cards of a rank without a wild; 0 if they count like a run."),
    )
    whole_clean: int = _points(
        1000,
        WHOLE_CLEAN,
        say("Bonus for a clean run of thirteen; 0 if it counts like any other."),
    )
    whole_dirty: int = _points(
        500,
        WHOLE_DIRTY,
        say("Bonus for a run of thirteen with a wild; 0 if it counts like any other."),
    )
    out: int = option(100, say("Going out"), say("Bonus for going out."), "biriba BI4", "scoring", high=1_000)
    biribaki: int = option(
        100,
        say("Biribaki not taken"),
        say("What a side loses if nobody on it took the second hand."),
        "biriba BI4",
        "scoring",
        high=1_000,
    )
    joker: int = _card(20, say("A joker"), say("What a joker counts, melded or left."))
    two: int = _card(10, say("A two"), say("What a two counts, melded or left."))
    ace: int = _card(15, say("An ace"), say("What an ace counts, melded or left."))
    target: int = target_option(3030, "biriba BI5")
    deals: int = deals_option("biriba BI5")

    def _kinds(self, trump: str) -> tuple[CanastaKind, ...]:
        """The narrowest first, as the first that fits counts; one worth 0 is left out, so that such a meld
        counts as the next that fits."""
        kinds = (
            *(self._in_trumps(trump) if self.koz else ()),
            CanastaKind(
                "whole-clean", WHOLE_CLEAN, self.whole_clean, wilds="none", cards=_WHOLE, shape="run"
            ),
            CanastaKind(
                "whole-dirty", WHOLE_DIRTY, self.whole_dirty, wilds="some", cards=_WHOLE, shape="run"
            ),
            CanastaKind("alike", say("Seven alike"), self.alike, wilds="none", shape="set"),
            CanastaKind("clean", say("Clean biriba"), self.clean, wilds="none"),
            CanastaKind("dirty", say("Dirty biriba"), self.dirty, wilds="some"),
        )
        return tuple(kind for kind in kinds if kind.points or kind.word in ("clean", "dirty"))

    def _in_trumps(self, trump: str) -> tuple[CanastaKind, ...]:
        """Runs of the suit that is trumps, `trump`; of none as long as nobody says which it is."""
        suits = (trump or "none",)
        whole_clean, whole_dirty = 2 * self.whole_clean, 2 * self.whole_dirty
        labels = say("Clean from ace to king in trumps"), say("Dirty from ace to king in trumps")
        return (
            CanastaKind(
                *("whole-clean-trumps", labels[0], whole_clean),
                wilds="none",
                cards=_WHOLE,
                shape="run",
                suits=suits,
            ),
            CanastaKind(
                *("whole-dirty-trumps", labels[1], whole_dirty),
                wilds="some",
                cards=_WHOLE,
                shape="run",
                suits=suits,
            ),
            CanastaKind(
                "clean-trumps", say("Clean in trumps"), 2 * self.clean, wilds="none", shape="run", suits=suits
            ),
            CanastaKind(
                "dirty-trumps", say("Dirty in trumps"), 2 * self.dirty, wilds="some", shape="run", suits=suits
            ),
        )

    def rules_by(self, card: Card | None) -> Rules:
        kinds = self._kinds(card.suit if card else "")
        needed = RankMelds(called="biriba", kinds=kinds)
        values = (("A", self.ace), ("2", self.two), *COURTS_AND_PIPS)
        return Rules(
            game="biriba",
            packs=self.packs,
            jokers=2 * self.packs,
            shapes=replace(
                SETS_AND_RUNS,
                runs=replace(LINES, ace="both"),
                # Every card of the rank and one wild.
                sets=Sets(3, 4 * self.packs + 1, repeated_colours=True, never=("2",)),
                open_senses=True,
                long_kinds=kinds,
                clause="biriba BI2",
            ),
            wilds=replace(
                JOKERS_ANYWHERE,
                wild_rank=("2",),
                # A two in its own place is no wild, unless it was one before (BI2).
                wild_rank_mode="natural-at-first" if self.dirty_stays else "also-natural",
                count=WildCount(1, naturals=2),
            ),
            values=worth_cards(CardValues(values, joker=self.joker)),
            scoring=BiribaDeal(needed, out=self.out, pozzetto=self.biribaki),
            match=MatchRules(self.target, self.deals, (_CARDS_DEALT,) * (_PLAYERS[1] - _PLAYERS[0] + 1)),
            hand=HandRules(throws=True),
        )


GAME = Game(
    id="biriba",
    name=say("Biriba"),
    sentence=say("Sets and runs for a side; long runs of the suit turned up count double."),
    players=_PLAYERS,
    house_rules=Biriba,
    aliases=("mpirimpa", "μπιρίμπα"),
    table="melds",
    another_pack_from=(6,),
    place=77,
    presets=(
        Preset(say("Standard rules"), say("Clean 200, dirty 100, double in trumps, to 3030."), {}),
        Preset(say("Without trumps"), say("No suit counts double."), {"koz": False}),
        Preset(
            say("Cards as in Canasta"),
            say("Jokers 50, twos and aces 20, to 2000."),
            {"joker": 50, "two": 20, "ace": 20, "target": 2000},
        ),
    ),
)
