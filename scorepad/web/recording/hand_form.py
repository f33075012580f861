"""The form of a hand that goes out, or of one that is corrected: who, which cards, laid how, or plain points.

Everything but the right to record travels in the address, so that reload and back keep every card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from scorepad.core import concealed
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check
from scorepad.core.log import multipliers
from scorepad.core.log.table import Deal, Entry, Player, Table
from scorepad.core.notation import write_cards
from scorepad.core.packs import Pack
from scorepad.core.values import left_value
from scorepad.core.verdicts import Judgement
from scorepad.tables.judging import IllegalMelds, lying, refuse_illegal
from scorepad.web.faces import points
from scorepad.web.forms import meanwhile
from scorepad.web.hand.question import Question
from scorepad.web.hand.solved import Solved, solve
from scorepad.web.hand.typed_cards import write_past
from scorepad.web.hand.typed_melds import OwnMelds
from scorepad.web.photos.target import EVIDENCE
from scorepad.web.recording.arrangement import Arrangement, found, stand_in, unchanged
from scorepad.web.recording.shown import Shown, shown_for
from scorepad.web.table.board import PLACES, Board

_NUMBER = re.compile(r"[-−+]?[0-9]{1,7}", re.ASCII)
FIELDS = ("player", "cards", "melds", "points", "note", "concealed")


@dataclass(frozen=True, slots=True)
class Late:
    """Where a hand belongs that was forgotten at the time: its deal and its place in the order, from 1."""

    deal: int
    place: int


@dataclass(frozen=True)
class HandForm:
    """The form as typed. `entry` is the one to correct, None for a player going out now; `since` is the
    table's number when the page was first opened; `photos` are the ids of those that the cards came from.

    `shown` is what the page showed when it was sent to be recorded: with it nothing asks the search (A4).
    None while a page is drawn. `disputed` says that the pack audit is overruled (P1).
    """

    board: Board
    question: Question
    player: int | None
    points: str = ""
    note: str = ""
    since: int = 0
    entry: Entry | None = None
    concealed: bool = False
    photos: str = ""
    late: Late | None = None
    shown: Shown | None = None
    disputed: bool = False

    @property
    def table(self) -> Table:
        return self.board.table

    @property
    def deal(self) -> Deal:
        """The deal that the hand belongs to."""
        number = self.entry.deal if self.entry else self.late.deal if self.late else self.table.deal.number
        return self.table.deals[number - 1]

    @property
    def ahead(self) -> Deal:
        """The deal with those alone who went out before her, where she was forgotten at the time."""
        entries = self.deal.entries
        return replace(self.deal, entries=entries[: self.late.place - 1]) if self.late else self.deal

    @property
    def places(self) -> list[tuple[int, str]]:
        """The places in the order of going out that a forgotten hand may have, in figures and words."""
        return [(place, PLACES[place - 1]) for place in range(1, len(self.deal.entries) + 2)]

    @property
    def over(self) -> bool:
        """Whether nobody can go out, because the deal has ended."""
        return self.entry is None and self.late is None and self.deal.ended

    @property
    def choices(self) -> list[tuple[Player, int]]:
        """Who it can be, each with what going out counts for her."""
        mine = self.entry.player if self.entry else None
        free = [p for p in self.table.players if p.index == mine or self.deal.entry_of(p.index) is None]
        return [(player, self._counts(player.index)) for player in free]

    @property
    def multiplier(self) -> int | None:
        """What counts for the player who was picked."""
        if self.player is None:
            return None
        counts, rules = self._counts(self.player), self.board.rules
        if not self.concealed:
            return counts
        return concealed.multiplied(counts, added=concealed.added(rules), factor=concealed.factor(rules))

    @property
    def retires(self) -> bool:
        """Whether she retires, and may keep cards in hand (L4)."""
        return self.board.retires

    @property
    def on_table(self) -> tuple[Meld, ...]:
        """Melds on the table: her own, which she goes on with, or those of partners (H10, I7)."""
        return self.question.table_melds.melds if self.question.table_melds else ()

    @property
    def hers(self) -> tuple[Meld, ...]:
        """Her own melds on the table."""
        return self.on_table if self.board.lays else ()

    @property
    def may_conceal(self) -> bool:
        """Whether going out concealed would count more (H11)."""
        return concealed.earns(self.board.rules) and not self.hers

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards that stay in the hand of a player who retires."""
        return self.arrangement.left if self.retires and not self.points.strip() else ()

    @property
    def own(self) -> OwnMelds:
        """Her own melds, as far as she has laid them."""
        return self.question.own

    @cached_property
    def solved(self) -> Solved:
        return solve(self.question)

    @property
    def melds(self) -> tuple[Meld, ...] | None:
        """The melds that will be recorded."""
        return self.arrangement.melds

    @property
    def to_follow(self) -> bool:
        """Whether the cards will be recorded before their melds are found (A4)."""
        return not self.points.strip() and self.arrangement.to_follow

    @cached_property
    def arrangement(self) -> Arrangement:
        """Melds as laid where she lays her own; else as the page showed them, or as it will."""
        if self.question.laying:
            left = tuple(self.own.remaining) if self.retires else ()
            return Arrangement((*self.hers, *self.own.melds) or (() if left else None), left)
        if not self.question.hand.cards:
            return Arrangement(self.hers or None)
        return self._best if self.shown is None else self._as_shown(self.shown)

    @property
    def _best(self) -> Arrangement:
        return found(self.solved.best) if self.solved.best else self._stand_in

    def _as_shown(self, shown: Shown) -> Arrangement:
        if shown.empty or self.shown_for_others:
            kept = unchanged(self.board.rules, self.entry, self.question.hand.cards)
            return kept or self._stand_in
        return Arrangement(shown.melds, shown.left())

    @property
    def _stand_in(self) -> Arrangement:
        return stand_in(self.board.rules, self.question.hand.cards, self.hers)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the hand, with those that she has on the table."""
        return (*(laid.card for meld in self.hers for laid in meld), *self.question.hand.cards)

    @property
    def shows(self) -> Shown:
        """What the page shows, for the form to carry; empty where no melds were found."""
        found = self.solved.best and not self.question.laying and self.plain is None
        return shown_for(self.pack, self.melds or (), self.cards) if found else Shown(self.pack)

    @property
    def pack(self) -> Pack:
        return self.board.rules.pack

    @cached_property
    def verdict(self) -> Judgement | None:
        """The judgement of what will be recorded."""
        return check(self.board.rules, self.melds, self.partners) if self.melds else None

    @cached_property
    def partners(self) -> tuple[Meld, ...]:
        """Melds of partners who are out, which hers may interlock with (I7)."""
        if self.player is None:
            return ()
        return lying(self.board.rules, self.table, self.ahead, self.player, self.entry)

    @property
    def plain(self) -> int | None:
        """Points entered instead of cards; None where none are, or they do not read."""
        text = self.points.strip()
        return int(text.replace("−", "-")) if _NUMBER.fullmatch(text) else None

    @property
    def sum(self) -> str:
        """The arithmetic, `(28 + 6 + 24) × 3 = 174`; empty while there is nothing to count."""
        terms = self._terms()
        if not terms or self.multiplier is None:
            return ""
        added = " + ".join(points(term) for term in terms)
        if self.retires:
            lost = left_value(self.board.rules, self.left)
            return f"{added} − {points(lost)} = {points(sum(terms) - lost)}"
        before = f"({added})" if len(terms) > 1 else added
        return f"{before} × {self.multiplier} = {points(sum(terms) * self.multiplier)}"

    @property
    def score(self) -> str:
        """The score that will be recorded; empty while there is nothing to count."""
        return self.sum.rpartition(" = ")[2]

    @property
    def warnings(self) -> list[str]:
        """Cards of which the hand, or all hands of the deal, show more than the packs hold (P1)."""
        findings = self._refused.findings if self._refused else ()
        return [finding.sentence for finding in findings if finding.clause == "P1"]

    @property
    def disputable(self) -> bool:
        """Whether nothing but the pack audit speaks against recording (P1)."""
        return self._refused is not None and self._refused.disputable

    @cached_property
    def _refused(self) -> IllegalMelds | None:
        if self.verdict is None or self.plain is not None:
            return None
        try:
            refuse_illegal(
                self.board.rules,
                self.table,
                self.deal,
                self.verdict,
                self.entry,
                left=self.left,
                player=self.player,
            )
        except IllegalMelds as error:
            return error
        return None

    @property
    def news(self) -> str:
        """What others did at the table since the page was opened."""
        return meanwhile(self.table, self.since) if self.since < self.table.head else ""

    @property
    def faults(self) -> dict[str, str]:
        """What stands in the way of recording, by field."""
        return dict(self._faults())

    def _faults(self) -> Iterator[tuple[str, str]]:
        if self.player is None:
            yield "player", "Who goes out?"
        if self.points.strip():
            if self.plain is None:
                yield "points", f"{self.points[:20]!r} is no whole number."
            if self.question.hand.text.strip():
                yield "points", "There are cards too. Clear the cards, or leave the points empty."
            return
        if self.question.hand.error or self.own.error:
            yield "cards", "Some cards do not read yet. Nothing typed is lost."
        elif self.question.laying and self.own.remaining and not self.retires:
            yield "cards", f"Not laid yet: {write_cards(self.own.remaining)}. Every card goes into a meld."
        elif self.melds is None:
            yield "cards", "No cards yet. Tap them, or enter the points alone."

    @property
    def shown_for_others(self) -> bool:
        """Whether the page was sent with melds that it showed for other cards: they are not recorded."""
        if self.question.laying or self.points.strip() or self.shown is None or self.shown.empty:
            return False
        return not self.shown.fits(self.cards) or bool(self.shown.left() and not self.retires)

    def _terms(self) -> list[int]:
        more = concealed.bonuses(self.board.rules) if self.concealed else ()
        extra = [bonus.points for bonus in more]
        if self.plain is not None:
            return [self.plain, *extra]
        if self.verdict is None:
            return [0] if self.left else []
        bonuses = [bonus.points for bonus in self.verdict.bonuses]
        return [*(meld.points for meld in self.verdict.melds), *bonuses, *extra]

    def _counts(self, player: int) -> int:
        """The multiplier at this hand's place in the order of going out."""
        if self.retires:
            return 1
        out = [other.player for other in self.ahead.entries]
        if self.entry is not None:
            out = out[: self.deal.entries.index(self.entry)]
        return multipliers.multiplier(self.table.partnerships, out, player)

    def tapped(self, args: Mapping[str, str]) -> HandForm:
        """The form after the one tap that came with it."""
        return replace(self, question=self.question.tapped(args))

    def fields(self) -> dict[str, str]:
        """The shortest query that shows the same form."""
        asked = self.question
        kept = {
            "player": "" if self.player is None else str(self.player),
            "deal": str(self.late.deal) if self.late else "",
            "place": str(self.late.place) if self.late else "",
            "cards": asked.hand.text,
            "past": write_past(asked.hand.past),
            "melds": asked.own_text,
            "lay": "1" if asked.laying else "0" if self.entry else "",
            "tab": asked.tab,
            "points": self.points,
            "note": self.note,
            "concealed": "1" if self.concealed else "",
            EVIDENCE: self.photos,
            "since": str(self.since) if self.since < self.table.head else "",
        }
        return {name: value for name, value in kept.items() if value}
