"""Maal: the value cards of a deal, and how they are paid between every two players (marriage MA4-MA7).

Readings where the sources say nothing: the cards of a marriage count as that or one by one, whichever is
more; who shows a tunnela at the deal and doesn't see has nothing for it; where nobody ends the deal nobody
pays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scorepad.core.cards import Card
from scorepad.core.points import Points
from scorepad.core.rule_parts import Brief
from scorepad.core.scoring import (
    CountedDeal,
    DealFault,
    DealNames,
    DealNote,
    EndingWords,
    ScoreLine,
    Scoring,
    note_fault,
)
from scorepad.core.scoring.ended_deal import OWN_NOTES
from scorepad.core.scoring.final_count import FinalCount, Needed
from scorepad.core.scoring.own_fields import OwnFields
from scorepad.core.sentence import say

RANKS = "A23456789TJQK"
_OTHER_OF_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
_MOST_TUNNELAS = 4  # noted of a player; seven are a whole hand

DUBLEES = EndingWords(
    id="dublees",
    label=say("Dublees"),
    ended=say("{name} went out with dublees"),
    mark=say("dublees"),
    mark_meaning=say("dublees: went out with eight pairs"),
)
OUT = EndingWords(others=(DUBLEES,))
UNSEEN = DealNote(
    "unseen", say("Not seen"), say("{name} hadn’t seen the tiplu."), say("not seen"), 0, stays=True
)
BY_DUBLEES = DealNote(
    "dublees", say("Seven dublees"), say("{name} had seen by dublees."), say("by dublees"), 0, stays=True
)
TUNNELA = DealNote(
    "tunnela", say("Tunnelas"), say("{name} showed a tunnela at the deal."), say("tunnela"), 0, stays=True
)


def beside(card: Card, step: int) -> Card:
    """The card that many ranks above in its suit, the ace above the king and the two above the ace (MA4)."""
    return Card(RANKS[(RANKS.index(card.rank) + step) % len(RANKS)], card.suit)


@dataclass(frozen=True, slots=True, repr=False)
class Maal(Brief, FinalCount):
    """What the value cards of a deal count, by how many alike somebody holds, one, two or three.

    tiplu          the card that was drawn for it; None while nobody says
    tiplus         what cards like it count
    neighbours     what poplus count, the cards above it, and jhiplus, those below
    alters         what cards of its rank count of the other suit of its colour
    marriage       what a jhiplu, a tiplu and a poplu count together
    tunnela        what each tunnela counts that is shown at the deal
    """

    tiplu: Card | None = None
    tiplus: tuple[int, ...] = (3, 8, 15)
    neighbours: tuple[int, ...] = (2, 5, 10)
    alters: tuple[int, ...] = (5, 15, 25)
    marriage: int = 10
    tunnela: int = 5

    from_hand: ClassVar[bool] = False
    needed: ClassVar[Needed] = "none"

    @property
    def most(self) -> int:
        cards = self.tiplus[-1] + 2 * self.neighbours[-1] + self.alters[-1]
        return cards + len(self.tiplus) * self.marriage + 7 * self.tunnela

    def of_cards(self, cards: Iterable[Card], left_value: int) -> int:  # noqa: ARG002 (they need not be left)
        return self.held(cards) or 0

    def held(self, cards: Iterable[Card]) -> int | None:
        if self.tiplu is None:
            return None
        held = Counter(cards)
        alter = Card(self.tiplu.rank, _OTHER_OF_COLOUR[self.tiplu.suit])
        tiplus, poplus, jhiplus = (held[beside(self.tiplu, step)] for step in (0, 1, -1))
        return _counted(self.alters, held[alter]) + max(
            married * self.marriage
            + _counted(self.tiplus, tiplus - married)
            + _counted(self.neighbours, poplus - married)
            + _counted(self.neighbours, jhiplus - married)
            for married in range(min(tiplus, poplus, jhiplus) + 1)
        )


def _counted(values: tuple[int, ...], count: int) -> int:
    """What so many alike count; nothing for none."""
    return (0, *values)[min(count, len(values))]


def _of_each(value: object) -> Mapping[str, Any]:
    """A field with a value for each name; empty if it has none."""
    return value if isinstance(value, Mapping) else {}


class MaalFields(OwnFields):
    """What value cards count, as what is left; and who has seen: the others are noted, but the winner."""

    names = ("maal", "seen")

    def in_usual(self, fields: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
        usual = dict(fields)
        if maal := fields.get("maal"):
            usual["left"] = {**_of_each(fields.get("left")), **maal}
        if (seen := fields.get("seen")) is not None:
            told = _of_each(fields.get(OWN_NOTES))
            noted = {name: str(told.get(name, "")).split("+") for name in names}
            unseen = [name for name in names if name not in (*seen, fields.get("winner"))]
            for name in unseen:
                noted[name] = [UNSEEN.id, *(word for word in noted[name] if word not in ("", UNSEEN.id))]
            usual[OWN_NOTES] = {name: "+".join(words) for name, words in noted.items() if any(words)}
            usual["left"] = {**dict.fromkeys(seen, 0), **_of_each(usual.get("left"))}
        return usual


@dataclass(frozen=True, slots=True, repr=False)
class MaalPaid(Scoring):
    """Of every two players the one with less maal pays the difference, and the winner gets game points.

    maal         what the cards count; the number beside a player is the maal
    seen         game points from each who has seen
    unseen       game points from each who hasn't, whose maal counts nothing
    by_dublees   game points from each who has seen by dublees
    dublees_out  what each pays more where the winner goes out with dublees
    kidnap       the maal of who hasn't seen is the winner's
    """

    maal: Maal = Maal()
    seen: int = 3
    unseen: int = 10
    by_dublees: int = 3
    dublees_out: int = 5
    kidnap: bool = False

    leftover_decides: ClassVar[bool] = True
    ending_words: ClassVar[EndingWords] = OUT
    deal_names: ClassVar[DealNames] = DealNames(left_heading=say("Maal"))
    own_fields: ClassVar[OwnFields] = MaalFields()

    @property
    def final(self) -> Maal:  # type: ignore[override]
        return self.maal

    @property
    def notes(self) -> tuple[DealNote, ...]:  # type: ignore[override]
        ways = (UNSEEN, BY_DUBLEES) if self.by_dublees != self.seen else (UNSEEN,)
        most = _MOST_TUNNELAS if self.maal.tunnela else 0
        tunnelas = [(TUNNELA,) * count for count in range(1, most + 1)]
        return (*ways, *(DealNote.together(*way, *shown) for way in ((), *zip(ways)) for shown in tunnelas))

    def ending_fault(self, deal: CountedDeal, winner: str) -> str:  # noqa: ARG002 (maal is no card left)
        return ""

    def left_words(self, melded: int, left: int, went_out: bool) -> str:  # noqa: ARG002
        return say("maal {number}", number=left) if left else ""

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        yield from Scoring.faults(self, deal)
        if deal.winner is not None and UNSEEN.id in deal.notes.get(deal.winner, ()):
            reason = say("{name} went out, so has seen. Take “not seen” off.", name=deal.winner)
            yield note_fault(reason, deal.winner)
        for name, hand in deal.hands.items():
            if hand.cards and self.maal.tiplu is None:
                reason = say("{name}: say which card the tiplu is, so that cards can be counted.", name=name)
                yield DealFault(reason, "left", name)

    def scores(self, deal: CountedDeal) -> dict[str, Points]:
        return {name: sum(line.points for line in lines) for name, lines in self._lines(deal).items()}

    def lines(self, deal: CountedDeal) -> dict[str, tuple[ScoreLine, ...]]:
        return {name: lines for name, lines in self._lines(deal).items() if len(lines) > 1}

    def _lines(self, deal: CountedDeal) -> dict[str, tuple[ScoreLine, ...]]:
        """What each score is made of: maal paid or taken, and game points; nothing where nobody won."""
        if deal.winner is None:
            return dict.fromkeys(deal.hands, ())
        maal = self._maal_of_each(deal, deal.winner)
        together = sum(maal.values())
        game = {name: -self._game_points(deal, name) for name in deal.hands if name != deal.winner}
        game[deal.winner] = -sum(game.values())
        return {
            name: (
                ScoreLine(say("maal"), len(maal) * maal[name] - together),
                ScoreLine(say("game points"), game[name]),
            )
            for name in deal.hands
        }

    def _maal_of_each(self, deal: CountedDeal, winner: str) -> dict[str, int]:
        """The maal of each as it counts: nothing of those who haven't seen."""
        maal = {name: self._with_tunnelas(deal, name) for name in deal.hands}
        unseen = [name for name in maal if deal.times_noted(name, UNSEEN.id)]
        if self.kidnap:
            maal[winner] += sum(maal[name] for name in unseen)
        return {**maal, **dict.fromkeys(unseen, 0)}

    def _with_tunnelas(self, deal: CountedDeal, name: str) -> int:
        return deal.hands[name].left + self.maal.tunnela * deal.times_noted(name, TUNNELA.id)

    def _game_points(self, deal: CountedDeal, name: str) -> int:
        """What a player pays the winner besides."""
        noted = deal.notes.get(name, ())
        points = self.by_dublees if BY_DUBLEES.id in noted else self.seen
        more = self.dublees_out if self.ending_of(deal) == DUBLEES else 0
        return (self.unseen if UNSEEN.id in noted else points) + more
