"""Service: judge a hand that goes out, for the log (H1-H3, H9-H11, I7, I8, L4, L5, P1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorepad.core.audit import find_surplus
from scorepad.core.bonuses import LyingBeside, PartnerOut
from scorepad.core.card_text import read_canonical_melds, show_meld
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check
from scorepad.core.errors import ScorepadError
from scorepad.core.first_melds import first_laid_faults, naturals_needed
from scorepad.core.log.deal import Deal
from scorepad.core.log.entries import Entry, RecordedHand
from scorepad.core.log.event_data import Refused
from scorepad.core.log.schema import WrittenMelds
from scorepad.core.log.table import Table
from scorepad.core.phrasing import join_words
from scorepad.core.rules import NOT_CONCEALED, Rules
from scorepad.core.sentence import say
from scorepad.core.tableau import OnTable, has_open_wild
from scorepad.core.values import left_value
from scorepad.core.verdicts import Finding, Judgement


class IllegalMelds(ScorepadError):
    """Melds that the rules do not allow, with the verdict and every finding."""

    code = "illegal-melds"

    def __init__(
        self, verdict: Judgement, findings: Sequence[Finding], faults: Sequence[ScorepadError]
    ) -> None:
        super().__init__(" ".join(fault.message for fault in faults), at=faults[0].at, parts=faults)
        self.verdict = verdict
        self.findings = tuple(findings)

    @property
    def disputable(self) -> bool:
        """Whether the pack audit alone speaks against them, which a table may overrule (P1)."""
        return all(finding.clause == "P1" for finding in self.findings)


class UnclearHand(ScorepadError):
    """A hand without melds, cards and points, or with more than one of these."""

    code = "hand"


@dataclass(frozen=True, slots=True)
class DeclaredHand:
    """A hand as a player declares it on going out: melds, cards alone, or points (before the multiplier).

    left       cards that a retiring player keeps in hand (L4)
    concealed  one meld of the whole hand was the only melding (H11)
    cards      cards of the hand whose melds are still to be found (A4)
    to_follow  the melds are provisional: the actual ones are still to be found
    disputed   the table records it although the packs do not hold so many of a card (P1)
    """

    player: int
    melds: Sequence[Meld] | None
    points: int | None
    note: str = ""
    left: Sequence[Card] = ()
    concealed: bool = False
    cards: Sequence[Card] | None = None
    to_follow: bool = False
    disputed: bool = False

    @property
    def unconcealed(self) -> DeclaredHand:
        """The hand as if it went out like any other."""
        return replace(self, concealed=False)


def declared_as_recorded(entry: Entry) -> DeclaredHand:
    """The declaration of a hand that was recorded by its cards."""
    return DeclaredHand(
        entry.player,
        read_canonical_melds(entry.melds),
        None,
        left=_cards_of_melds((entry.left or (),)),
        concealed=entry.concealed,
        to_follow=entry.to_follow,
    )


@dataclass(frozen=True, slots=True)
class HandPlace:
    """The place of a hand that goes out: its deal, and its position there.

    The position is that of the entry `replaced`, or number `place` in the order (from 1), or the last.
    """

    rules: Rules
    table: Table
    deal: Deal
    replaced: Entry | None = None
    place: int | None = None

    @property
    def other_entries(self) -> list[Entry]:
        """The other hands of the deal whose melds are known."""
        return [entry for entry in self.deal.entries if entry.melds is not None and entry != self.replaced]


def judge_hand(
    rules: Rules, hand: DeclaredHand, beside: LyingBeside
) -> tuple[Judgement | None, RecordedHand]:
    """Judge a hand. Returns the verdict on its melds, None for plain points, and the hand as it is recorded.

    Raises UnclearHand; an illegal hand is judged all the same.
    """
    _raise_unclear(rules, hand)
    if hand.melds is None:
        return None, _recorded_hand(rules, hand, hand.points or 0)
    verdict = check(rules, [meld for meld in hand.melds if meld], beside)
    return verdict, _recorded_hand(rules, hand, verdict.points - left_value(rules, hand.left), verdict)


def _recorded_hand(
    rules: Rules, hand: DeclaredHand, points: int, verdict: Judgement | None = None
) -> RecordedHand:
    """The hand as it is recorded, with what it earns by going out concealed (H11)."""
    melds, bonuses = (verdict.melds, verdict.bonuses) if verdict else ((), ())
    more = rules.turns.concealed if hand.concealed else NOT_CONCEALED
    return RecordedHand(
        player=hand.player,
        melds=tuple(tuple(map(str, meld.laid)) for meld in melds) if verdict else None,
        points=points + more.points,
        meld_points=tuple(meld.points for meld in melds),
        bonuses=(*bonuses, *more.bonuses),
        note=hand.note,
        left=tuple(map(str, hand.left)) if not rules.scoring.must_meld_all else None,
        added=more.addend,
        factor=more.factor,
        to_follow=hand.to_follow,
    )


def _raise_unclear(rules: Rules, hand: DeclaredHand) -> None:
    if (hand.melds is None) == (hand.points is None) or hand.cards is not None:
        reason = say("Enter either the cards of the hand or its points.")
        raise UnclearHand(reason, at="cards")
    if hand.left and (hand.melds is None or rules.scoring.must_meld_all):
        reason = say("Some cards are left over. Put every card in a meld, or enter just the points.")
        raise UnclearHand(reason, at="cards")
    if hand.melds is not None and not any(hand.melds) and not hand.left:
        reason = say("There are no cards. Enter them, or 0 points for an empty hand.")
        raise UnclearHand(reason, at="cards")
    if hand.concealed and not rules.turns.concealed.counts:
        reason = say("At this table, going out concealed earns nothing extra. Clear “concealed”.")
        raise UnclearHand(reason, at="concealed")
    if hand.concealed and hand.melds is not None and len(hand.melds) != 1 and not hand.to_follow:
        reason = say(
            "Concealed means one meld of the whole hand, laid when you go out. Otherwise clear “concealed”."
        )
        raise UnclearHand(reason, at="concealed")


def lying_beside(at: HandPlace, player: int) -> LyingBeside:
    """The partners' melds that a player's may interlock with, and the interlocks that scored before (I7, I8).

    Partners still in count too where melds are laid in any turn. A meld whose wild may stand for several
    cards interlocks with nothing, and is left out.
    """
    rules, deal = at.rules, at.deal
    if not rules.bonuses.interlocks:
        return LyingBeside()
    side = next(group for group in deal.partnerships if player in group)
    partner_seats = [seat for seat in side if seat != player]
    place = deal.entries.index(at.replaced) + 1 if at.replaced else at.place
    # Without a place the hand goes out now, behind all others.
    ahead = [entry for entry in deal.entries[: place and place - 1] if entry.player in partner_seats]
    melds_then = dict(enumerate(deal.melds_at(place)))
    melds_out = {entry.player: melds_then.get(entry.player) or entry.melds for entry in ahead}
    goings_out = (
        PartnerOut(
            _clear_melds(rules, [entry.on_table[entry.player] if entry.melds is None else entry.melds]),
            _clear_melds(rules, [entry.on_table[player]]),
            _clear_melds(rules, [entry.on_table[s] for s in partner_seats if s != entry.player]),
        )
        for entry in ahead
        if entry.on_table
    )
    return LyingBeside(
        _clear_melds(
            rules, [*melds_out.values(), *(melds_then.get(s) for s in partner_seats if s not in melds_out)]
        ),
        tuple(gone for gone in goings_out if gone.own),
    )


def _clear_melds(rules: Rules, melds_by_seat: Iterable[WrittenMelds | None]) -> tuple[Meld, ...]:
    """The melds of these players in which each wild stands for one certain card."""
    melds = (meld for seat_melds in melds_by_seat for meld in read_canonical_melds(seat_melds))
    return tuple(meld for meld in melds if not has_open_wild(rules, meld))


def illegal_melds(at: HandPlace, verdict: Judgement, hand: DeclaredHand) -> IllegalMelds | None:
    """All faults of a hand: by the verdict on its melds, and among the other hands of the deal (L2, P1). None
    if it has none."""
    own_cards = [*(laid.card for meld in verdict.melds for laid in meld.laid), *hand.left]
    more_findings = [
        *_surplus_findings(at, verdict, own_cards),
        *_leaps_shared(at, verdict, hand.player),
    ]
    # Melds that only stand in need no first meld among them: those that follow are judged by it.
    if not hand.to_follow:
        more_findings += first_laid_faults(at.rules, verdict.melds, first_meld_need(at, hand.player))
    faults = [
        ScorepadError(finding.of(show_meld(meld.laid, at.rules.pack)), at=f"melds:{place}", code=finding.code)
        for place, meld in enumerate(verdict.melds, 1)
        for finding in meld.findings
    ]
    shared_findings = (*verdict.findings, *more_findings)
    faults += [ScorepadError(finding.sentence, at="melds", code=finding.code) for finding in shared_findings]
    return IllegalMelds(verdict, (*verdict.all_findings, *more_findings), faults) if faults else None


def first_meld_need(at: HandPlace, player: int) -> int:
    """The number of naturals that one meld of a player who goes out needs; 0 if melds lay there before, or if
    any meld will do (H13)."""
    on_table = at.replaced.on_table if at.replaced else at.deal.melds
    return 0 if on_table and on_table[player] else naturals_needed(at.rules, int(at.deal.before[player]))


def refuse_missing(at: HandPlace, hand: DeclaredHand) -> None:
    """Raise Refused if a hand that goes out lacks a meld that the player already laid (H9, H11)."""
    on_table = read_canonical_melds(at.deal.melds[hand.player]) if at.deal.melds else ()
    if on_table and hand.concealed:
        reason = say(
            "There were already melds on the table, so the hand wasn’t concealed. Clear “concealed”."
        )
        raise Refused(reason, at="concealed")
    if hand.melds is None:
        return
    # A meld may go out longer than it lay, so it need only be held by one of the hand.
    meld_counts = [Counter(laid.card for laid in meld) for meld in hand.melds]
    missing_melds = [
        meld
        for meld in on_table
        if not any(Counter(laid.card for laid in meld) <= meld_cards for meld_cards in meld_counts)
    ]
    if missing_melds:
        reason = say(
            "{melds}: already on the table, so it counts with the hand. Leave it out here.",
            melds=join_words([show_meld(meld, at.rules.pack) for meld in missing_melds], "and"),
        )
        raise Refused(reason, at="cards")


def refuse_back(at: HandPlace, removed: Entry) -> None:
    """Raise IllegalMelds if a removed hand may not return among the hands of its deal as they are by now.

    One that was recorded against the pack audit may return as it was (P1).
    """
    if removed.melds is None:
        return
    hand = declared_as_recorded(removed)
    fault = illegal_melds(at, check(at.rules, hand.melds or ()), hand)
    if fault and not (removed.disputed and fault.disputable):
        raise fault


def _surplus_findings(at: HandPlace, verdict: Judgement, own_cards: Sequence[Card]) -> tuple[Finding, ...]:
    """A finding for each card of this hand of which the deal's hands together show more than the packs
    hold."""
    cards_by_name = {at.table.players[entry.player].name: entry_cards(entry) for entry in at.other_entries}
    cards_on_table = [card for hand in (own_cards, *cards_by_name.values()) for card in hand]
    # What the hand holds too often by itself is told by its own verdict.
    said_cards = {finding.cards[0] for finding in verdict.findings if finding.clause == "P1"}
    return tuple(
        excess.finding_with(
            [name for name, other_cards in cards_by_name.items() if excess.card in other_cards]
        )
        for excess in find_surplus(at.rules, cards_on_table)
        if excess.card in own_cards and excess.card not in said_cards
    )


def _leaps_shared(at: HandPlace, verdict: Judgement, player: int) -> tuple[Finding, ...]:
    """Findings for leaps of this hand that other players' melds already have (L2)."""
    if not at.rules.shapes.leaps.tokens:
        return ()
    others_melds = all_melds(at).with_melds(player, ())
    own_melds = tuple(meld.laid for meld in verdict.melds)
    # Clashes among the others are no fault of this hand.
    clashes_before = others_melds.leap_faults(at.rules)
    clashes = others_melds.with_melds(player, own_melds).leap_faults(at.rules)
    return tuple(clash for clash in clashes if clash.code == "leap-shared" and clash not in clashes_before)


def all_melds(at: HandPlace) -> OnTable:
    """The melds of every player of the deal: those recorded with the hand, else those laid in turns."""
    recorded_melds = {entry.player: entry.melds for entry in at.other_entries}
    melds_by_seat = dict(enumerate(at.deal.melds)) | recorded_melds
    seats = range(len(at.table.players))
    return OnTable(
        tuple(read_canonical_melds(melds_by_seat.get(seat)) for seat in seats),
        at.table.partnerships,
        names=at.table.names,
    )


def entry_cards(entry: Entry) -> tuple[Card, ...]:
    """The cards of an entry, melded and left."""
    return _cards_of_melds(entry.written_melds)


def _cards_of_melds(melds: WrittenMelds) -> tuple[Card, ...]:
    return tuple(laid.card for meld in read_canonical_melds(melds) for laid in meld)
