"""Samba, and Bolivia as a preset (GAMES-NEXT.md, B7): Canasta with three packs and sequences of one suit.

From bicyclecards.ca, howstuffworks.com and rummy-games.com. They differ in the first melds from 7000 points
on: 150 or 160. Red threes count for a side with two canastas, which is as many as going out needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from scorepad.core.canastas import ALONE, SAMBA, SEQUENCE, CanastaKind, RankMelds, Sequences
from scorepad.core.options import option
from scorepad.core.packs import FRENCH
from scorepad.core.rule_parts import CardValues
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring import WENT_OUT, CountedHand, EndingWords
from scorepad.core.scoring.by_side import STOCK, CanastaDeal
from scorepad.core.scoring.own_fields import OwnFields
from scorepad.core.scoring.player_counts import CANASTAS, of_kinds
from scorepad.core.sentence import Sentence, say
from scorepad.rulebook.canasta import canasta_rules
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import deals_option, first_meld_at, packs_option, target_option

_PLAYERS = (2, 6)
_CARDS_DEALT = 15
_MOST_WILDS = 2
_BELOW_ZERO = 15  # what a first meld must be worth of a side below 0 (SA4)
_OPENINGS = ((0, 50), (1500, 90), (3000, 120))
_HIGHEST_FROM = 7000
SAMBA_CARDS = replace(FRENCH, sets_alone=("2",))


def _bonus(default: int, label: Sentence, sentence: Sentence, clause: str = "samba SA2") -> int:
    return option(default, label, sentence, clause, "scoring", high=5_000)


class SambaCounts(OwnFields):
    """How many sambas a side has, as canastas of that kind."""

    names = ("sambas",)

    def in_usual(self, fields: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:  # noqa: ARG002
        told, sambas = fields.get(CANASTAS.id) or {}, fields.get("sambas")
        if not sambas or not isinstance(told, Mapping):
            return fields
        by_name = {name: told.get(name, {}) for name in (*told, *sambas)}
        faulty = [name for name, kinds in by_name.items() if not isinstance(kinds, Mapping)]
        added = {name: {**by_name[name], SAMBA: sambas[name]} for name in sambas if name not in faulty}
        return {**fields, CANASTAS.id: {**by_name, **added}}


@dataclass(frozen=True, slots=True, repr=False)
class SambaDeal(CanastaDeal):
    """A deal of Samba: as at Canasta, with sequences. Red threes count for a side that has as many canastas
    as going out needs, and against it otherwise (SA5)."""

    ending_words: ClassVar[EndingWords] = replace(WENT_OUT, others=(STOCK,))
    own_fields: ClassVar[OwnFields] = SambaCounts()

    def threes_count_for(self, hand: CountedHand) -> bool:
        any_kind = RankMelds(kinds=self.may.kinds, out_needs=self.may.out_needs[:1])
        return not any_kind.missing_to_go_out(of_kinds(hand.counts))


@dataclass(frozen=True)
class Samba(HouseRules):
    """The house rules of a table."""

    packs: int = packs_option(
        3, "samba SA1", say("How many packs are shuffled together, each with two jokers.")
    )
    side_score: int = option(
        0,
        say("The side’s points"),
        say("What a side has before a deal. Its first meld depends on it."),
        "samba SA4",
        "melds",
        low=-10_000,
        high=20_000,
        in_short=say("A side has {number}", number=0),
        at_tables=False,
    )
    highest_first: int = option(
        150,
        say("First meld from 7000"),
        say("What a first meld must be worth from 7000 points on: usually 150, sometimes 160."),
        "samba SA4",
        "melds",
        low=120,
        high=300,
    )
    samba: int = _bonus(
        1500, say("Samba"), say("Bonus for a sequence of seven cards. In Bolivia it’s called escalera.")
    )
    natural: int = _bonus(500, say("Natural canasta"), say("Bonus for a canasta without wilds."))
    mixed: int = _bonus(300, say("Mixed canasta"), say("Bonus for a canasta with wilds."))
    bolivia: int = _bonus(
        0,
        say("Bolivia"),
        say("Bonus for seven wilds, usually 2500; 0 if you can’t meld wilds alone."),
        "samba SA6",
    )
    to_go_out: int = option(
        2,
        say("Canastas to go out"),
        say("How many canastas a side needs to go out."),
        "samba SA5",
        "melds",
        low=1,
        high=5,
    )
    samba_out: bool = option(
        False,
        say("One of them a sequence"),
        say("A side needs a sequence of seven to go out."),
        "samba SA6",
        "melds",
    )
    out: int = option(200, say("Going out"), say("Bonus for going out."), "samba SA5", "scoring", high=1_000)
    six_threes: int = option(
        1000,
        say("Six red threes"),
        say("What all six red threes count. Each counts 100 otherwise."),
        "samba SA5",
        "scoring",
        low=600,
        high=2_000,
    )
    black_left: int = option(
        5,
        say("Black three left in hand"),
        say("What a black three in hand costs: 5, or 100 in Bolivia."),
        "samba SA6",
        "scoring",
        high=500,
    )
    target: int = target_option(10_000, "samba SA6", high=20_000)
    deals: int = deals_option("samba SA6")

    @property
    def opening(self) -> int:
        """What a first meld must be worth of a side with these points."""
        if self.side_score < 0:
            return _BELOW_ZERO
        return first_meld_at((*_OPENINGS, (_HIGHEST_FROM, self.highest_first)), self.side_score)

    def _melds(self) -> RankMelds:
        kinds = (
            CanastaKind(SAMBA, say("Samba"), self.samba, (SEQUENCE,), "none"),
            *((CanastaKind("bolivia", say("Bolivia"), self.bolivia, (ALONE,)),) if self.bolivia else ()),
            CanastaKind("natural", say("Natural canasta"), self.natural, wilds="none"),
            CanastaKind("mixed", say("Mixed canasta"), self.mixed, wilds="some"),
        )
        needs = (("", self.to_go_out), *(((SAMBA, 1),) if self.samba_out else ()))
        return RankMelds(alone=bool(self.bolivia), kinds=kinds, out_needs=needs, sequences=Sequences())

    def rules(self) -> Rules:
        may = self._melds()
        threes = (*range(100, 600, 100), self.six_threes)
        rules = canasta_rules(
            "samba",
            may,
            packs=self.packs,
            clause="samba SA2",
            opening=self.opening,
            most_wilds=_MOST_WILDS,
            scoring=SambaDeal(may, self.out, threes=threes, threes_unmelded=threes),
            match=MatchRules(self.target, self.deals, (_CARDS_DEALT,) * (_PLAYERS[1] - _PLAYERS[0] + 1)),
        )
        values = rules.values.card_values or CardValues()
        left = (*values.left, ("3S", self.black_left), ("3C", self.black_left))
        return replace(rules, pack=SAMBA_CARDS).variant(card_values=replace(values, left=left))


GAME = Game(
    id="samba",
    name=say("Samba"),
    sentence=say("Canasta with three packs: seven in a row of a suit are a samba."),
    players=_PLAYERS,
    house_rules=Samba,
    aliases=("samba canasta",),
    table="melds",
    place=34,
    presets=(
        Preset(say("Samba"), say("Sambas 1500, two canastas to go out, to 10,000."), {}),
        Preset(
            say("Bolivia"),
            say("Seven wilds count 2500, and one canasta to go out is a sequence. To 15,000."),
            {"bolivia": 2500, "samba_out": True, "black_left": 100, "target": 15_000},
        ),
        Preset(
            say("First melds of 160"),
            say("From 7000 points on a first meld is worth 160."),
            {"highest_first": 160},
        ),
        Preset(
            say("Natural 700"), say("Natural canastas 700, mixed ones 500."), {"natural": 700, "mixed": 500}
        ),
    ),
)
