"""Phỏm, or Tá lả (Vietnam): nine cards, discards that are eaten, and the least left over after four turns.

From vinagames.com, kingplay.net and therulebook.com: a discard is eaten if it makes a phỏm with two cards of
the hand, and eaten cards stay in different phỏm. Nothing left over is ù. What is paid differs from room to
room, so each number is an option. Readings where the sources say nothing: of those who tie, and of those
without a phỏm, who laid first is ahead; all lay in the order of the seats after the first; whoever sits
before the one who eats threw the card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, NamedTuple

from scorepad.core.options import option
from scorepad.core.phrasing import join_words
from scorepad.core.rule_parts import FACE, NUMBERS, HandRules, ThrownCard
from scorepad.core.rules import MatchRules, Rules, TurnRules
from scorepad.core.scoring import (
    CountedDeal,
    DealFault,
    DealNote,
    EndingWords,
    ScoreLine,
    Scoring,
    note_fault,
)
from scorepad.core.scoring.ended_deal import OWN_NOTES
from scorepad.core.scoring.own_fields import OwnFields
from scorepad.core.sentence import Sentence, say, say_number
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    SETS_AND_RUNS,
    deals_option,
    target_option,
    worth_cards,
)

_PLAYERS, _CARDS_DEALT, _MOST_EATEN = (2, 4), 9, 3

U = EndingWords(
    id="u",
    label=say("Ù"),
    question=say("Who has ù?"),
    ended=say("{name} has ù"),
    mark=say("ù"),
    mark_meaning=say("ù: nothing left over"),
    needs_hands=False,
)
LAID = EndingWords(
    id="laid",
    label=say("All have laid"),
    question=say("Who laid first, or has ù?"),
    ended=say("{name} laid first"),
    nobody=say("All have laid."),
    mark=say("first"),
    mark_meaning=say("first: laid first"),
    others=(U,),
)
MOM = DealNote("mom", say("Móm"), say("{name} is móm, without a phỏm."), say("móm"), 0, stays=True)
CHOT = DealNote("chot", say("Chốt"), say("{name} ate the last card."), say("chốt"), 0, stays=True)
DEN = DealNote("den", say("Đền"), say("{name} pays for all."), say("đền"), 0, stays=True)
EATEN = DealNote("eaten", say("Card eaten"), say("{name} ate a card."), say("eaten"), 0, stays=True)


def _with_eaten(way: DealNote | None, number: int) -> DealNote:
    """So many cards eaten beside that way."""
    return DealNote.together(*([way] if way else []), *(EATEN,) * number)


class _Paid(NamedTuple):
    """What a player pays another, and what for."""

    payer: str
    taker: str
    reason: str
    points: int


class LayingFields(OwnFields):
    """Who has no meld, in which order all laid, and who has ù."""

    names = ("no_melds", "order", "u")

    def faults(self, fields: Mapping[str, Any], playing: Sequence[str]) -> Iterator[tuple[str, Sentence]]:
        """An order of laying that isn't by turns, from whoever is first (PH5)."""
        order = [name for name in fields.get("order") or [] if name in playing]
        if not order:
            return
        start = playing.index(order[0])
        in_turn = [*playing[start:], *playing[:start]]
        if order != [name for name in in_turn if name in order]:
            reason = say("Players lay in turn. Type {names}.", names=join_words(in_turn, "and"))
            yield "order", reason

    def in_usual(self, fields: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:  # noqa: ARG002
        order, u, left = fields.get("order") or [], fields.get("u"), fields.get("left")
        usual = {**fields, OWN_NOTES: {**dict.fromkeys(fields.get("no_melds") or [], MOM.id)}}
        noted = fields.get(OWN_NOTES)
        usual[OWN_NOTES] |= noted if isinstance(noted, Mapping) else {}
        if noted is not None and not isinstance(noted, Mapping):
            usual[OWN_NOTES] = noted
        if isinstance(left, Mapping):
            usual["left"] = {name: left[name] for name in dict.fromkeys([*order, *left]) if name in left}
        if order:
            usual["winner"] = order[0]
        if u:
            usual |= {"winner": u, "ending": U.id}
        return usual


@dataclass(frozen=True, slots=True, repr=False)
class PlaceStakes(Scoring):
    """The first place is paid by the others, and who eats a card by the player who threw it.

    second, third, fourth  what these places pay the first
    mom                    what a player without a phỏm pays instead
    u                      what each pays for ù; or one of them, who made it, for all
    eaten                  what the first card eaten brings; the second twice that, the third three times
    chot                   what the last card eaten brings instead
    """

    second: int = 1
    third: int = 2
    fourth: int = 3
    mom: int = 4
    u: int = 5
    eaten: int = 1
    chot: int = 4

    leftover_decides: ClassVar[bool] = True
    ending_words: ClassVar[EndingWords] = LAID
    own_fields: ClassVar[OwnFields] = LayingFields()

    @property
    def notes(self) -> tuple[DealNote, ...]:  # type: ignore[override]
        numbers = range(1, _MOST_EATEN + 1)
        eaten = (EATEN, *(_with_eaten(None, number) for number in numbers[1:]))
        beside = (_with_eaten(way, number) for way in (CHOT, DEN) for number in numbers)
        return (MOM, CHOT, DEN, *eaten, *beside)

    def ending_fault(self, deal: CountedDeal, winner: str) -> str:
        return Scoring.ending_fault(self, deal, winner) if self.ending_of(deal) == U else ""

    def left_words(self, melded: int, left: int, went_out: bool) -> str:  # noqa: ARG002
        return "" if went_out and not left else say("{number} left", number=left)

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        yield from Scoring.faults(self, deal)
        is_u = self.ending_of(deal) == U
        for name, notes in deal.notes.items():
            if MOM.id in notes and is_u and name == deal.winner:
                reason = say("{name} has ù, so has a phỏm. Take “{word}” off.", name=name, word=MOM.label)
                yield note_fault(reason, name)
            if DEN.id in notes and (not is_u or name == deal.winner):
                reason = say("{name}: one pays for all only for the ù of another. Take it off.", name=name)
                yield note_fault(reason, name)
        if is_u and len(self._who(deal, DEN)) > 1:
            yield note_fault(say("Only one player pays for all."))

    def _who(self, deal: CountedDeal, way: DealNote) -> list[str]:
        return [name for name in deal.hands if deal.times_noted(name, way.id)]

    def places(self, deal: CountedDeal) -> list[str]:
        """The players by their places; who laid first is ahead of others alike."""
        names = [*deal.hands]
        start = names.index(deal.winner) if deal.winner in names else 0
        without = self._who(deal, MOM)
        in_turn = [*names[start:], *names[:start]]
        return sorted(
            in_turn, key=lambda name: (name in without, deal.hands[name].left * (name not in without))
        )

    def _paid(self, deal: CountedDeal) -> Iterator[_Paid]:
        names = [*deal.hands]
        if self.ending_of(deal) == U and deal.winner:
            payers = [name for name in names if name != deal.winner]
            for payer in self._who(deal, DEN):
                yield _Paid(payer, deal.winner, DEN.mark, self.u * len(payers))
                payers = []
            for payer in payers:
                yield _Paid(payer, deal.winner, U.mark, self.u)
        else:
            first, *others = self.places(deal)
            without = self._who(deal, MOM)
            of_place = zip(others, _PLACES, (self.second, self.third, self.fourth), strict=False)
            for payer, place, points in of_place:
                is_mom = payer in without
                reason, paid = (MOM.mark, self.mom) if is_mom else (place, points)
                yield _Paid(payer, first, reason, paid)
        for number, eater in enumerate(names):
            yield from self._eaten(deal, eater, thrower=names[number - 1])

    def _eaten(self, deal: CountedDeal, eater: str, thrower: str) -> Iterator[_Paid]:
        if number := deal.times_noted(eater, EATEN.id):
            reason = say_number("{number} card eaten", "{number} cards eaten", number)
            yield _Paid(thrower, eater, reason, self.eaten * number * (number + 1) // 2)
        if deal.times_noted(eater, CHOT.id):
            yield _Paid(thrower, eater, CHOT.mark, self.chot)

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        scores = dict.fromkeys(deal.hands, 0)
        for payer, taker, _, points in self._paid(deal):
            scores[payer] -= points
            scores[taker] += points
        return scores

    def lines(self, deal: CountedDeal) -> dict[str, tuple[ScoreLine, ...]]:
        of_name: dict[str, dict[str, int]] = {name: {} for name in deal.hands}
        for payer, taker, reason, points in self._paid(deal):
            for name, gained in ((payer, -points), (taker, points)):
                of_name[name][reason] = of_name[name].get(reason, 0) + gained
        lines = {name: tuple(map(ScoreLine, sums, sums.values())) for name, sums in of_name.items()}
        return {name: of_player for name, of_player in lines.items() if len(of_player) > 1}


_PLACES = (say("second place"), say("third place"), say("fourth place"))


def _paid_option(default: int, label: str, sentence: str) -> int:
    return option(default, label, sentence, "phom PH5", "scoring", high=100)


@dataclass(frozen=True)
class Phom(HouseRules):
    """The house rules of a table."""

    courts: Literal["10", "11-12-13"] = option(
        "10",
        say("Face cards"),
        say("What jacks, queens and kings count."),
        "phom PH1",
        "scoring",
        choices={"10": say("10 each"), "11-12-13": say("11, 12 and 13")},
    )
    second: int = _paid_option(1, say("Second place"), say("What the second pays the first."))
    third: int = _paid_option(2, say("Third place"), say("What the third pays the first."))
    fourth: int = _paid_option(3, say("Fourth place"), say("What the fourth pays the first."))
    mom: int = _paid_option(4, say("Móm"), say("What you pay the first instead if you have no phỏm."))
    u: int = _paid_option(5, say("Ù"), say("What each pays a player with nothing left over."))
    eaten: int = _paid_option(
        1,
        say("Card eaten"),
        say("What you pay for the first card eaten from you. The second costs twice that, the third thrice."),
    )
    chot: int = _paid_option(4, say("Chốt"), say("What you pay for the last card of the deal that is eaten."))
    target: int = target_option(0, "phom PH5")
    deals: int = deals_option("phom PH5")

    def rules(self) -> Rules:
        least, most = _PLAYERS
        stakes = (self.second, self.third, self.fourth, self.mom, self.u, self.eaten, self.chot)
        return Rules(
            game="phom",
            packs=1,
            shapes=replace(SETS_AND_RUNS, clause="phom PH2"),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(FACE if self.courts == "10" else NUMBERS),
            scoring=PlaceStakes(*stakes),
            match=MatchRules(self.target, self.deals, (_CARDS_DEALT,) * (most - least + 1)),
            turns=TurnRules(meld_taken=True),
            # Ten cards in melds end the deal too, and none is thrown then (PH4).
            hand=HandRules(throws=True, thrown=ThrownCard(none_last=True), taken_apart=True),
        )


GAME = Game(
    id="phom",
    name=say("Phỏm"),
    sentence=say("Nine cards and four turns. Eat discards into melds, and have the least left over."),
    place=57,
    players=_PLAYERS,
    house_rules=Phom,
    aliases=("phỏm", "ta la", "tá lả", "ta-la", "tala"),
    table="melds",
    presets=(
        Preset(
            say("Standard rules"), say("The first takes 1, 2 and 3. Móm pays 4, ù takes 5 from each."), {}
        ),
        Preset(say("Eaten cards free"), say("Cards eaten cost nothing."), {"eaten": 0, "chot": 0}),
        Preset(
            say("Face cards by rank"), say("Jacks count 11, queens 12, kings 13."), {"courts": "11-12-13"}
        ),
    ),
)
