"""Service: what a hand that goes out is worth, judged for the log (H1-H3, P1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scorepad.core.audit import audit
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check
from scorepad.core.errors import ScorepadError
from scorepad.core.findings import Finding
from scorepad.core.notation import read_melds, show_meld
from scorepad.core.rules import Rules
from scorepad.core.table import Deal, Entry, Table
from scorepad.core.verdicts import Verdict


class IllegalMelds(ScorepadError):
    """Melds that the rules do not allow, with the verdict and every finding."""

    code = "illegal-melds"

    def __init__(
        self, verdict: Verdict, findings: Sequence[Finding], faults: Sequence[ScorepadError]
    ) -> None:
        super().__init__(" ".join(fault.message for fault in faults), at=faults[0].at, parts=faults)
        self.verdict = verdict
        self.findings = tuple(findings)


class UnclearHand(ScorepadError):
    """Neither cards nor points, or both."""

    code = "hand"


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player lays down on going out: melds, or a plain number of points (before the multiplier)."""

    player: int
    melds: Sequence[Meld] | None
    points: int | None
    note: str = ""


def judged(rules: Rules, hand: Hand) -> tuple[Verdict | None, dict[str, Any]]:
    """The verdict on the melds, None for plain points, and the fields of the hand for its event.

    Raises UnclearHand; an illegal hand is judged all the same.
    """
    if (hand.melds is None) == (hand.points is None):
        raise UnclearHand("Enter the cards or the points of the hand, one of the two.", at="cards")
    if hand.melds is None:
        return None, _fields(hand, hand.points or 0, None, [], [])
    if not any(hand.melds):
        raise UnclearHand("There are no cards: enter them, or 0 points for an empty hand.", at="cards")
    verdict = check(rules, [meld for meld in hand.melds if meld])
    melds = [[str(laid) for laid in meld.laid] for meld in verdict.melds]
    bonuses = [{**asdict(bonus), "melds": list(bonus.melds)} for bonus in verdict.bonuses]
    return verdict, _fields(hand, verdict.points, melds, [meld.points for meld in verdict.melds], bonuses)


def _fields(
    hand: Hand,
    points: int,
    melds: list[list[str]] | None,
    meld_points: list[int],
    bonuses: list[dict[str, Any]],
) -> dict[str, Any]:
    return {
        "player": hand.player,
        "melds": melds,
        "points": points,
        "meld_points": meld_points,
        "bonuses": bonuses,
        "note": hand.note,
    }


def refuse_illegal(
    rules: Rules, table: Table, deal: Deal, verdict: Verdict, replaced: Entry | None = None
) -> None:
    """Raise IllegalMelds for every fault of the hand, and of it among the other hands of the deal (P1).

    `replaced` is the entry that the hand takes the place of.
    """
    others = [entry for entry in deal.entries if entry.melds is not None and entry != replaced]
    crowded = _crowded(rules, table, verdict, others)
    faults = [
        _fault(show_meld(meld.laid, rules.pack), finding, place)
        for place, meld in enumerate(verdict.melds, 1)
        for finding in meld.findings
    ]
    together = (*verdict.findings, *crowded)
    faults += [ScorepadError(finding.sentence, at="melds", code=finding.code) for finding in together]
    if faults:
        raise IllegalMelds(verdict, (*verdict.all_findings, *crowded), faults)


def _fault(meld: str, finding: Finding, place: int) -> ScorepadError:
    sentence = f"{meld}: {finding.sentence[:1].lower()}{finding.sentence[1:]}"
    return ScorepadError(sentence, at=f"melds:{place}", code=finding.code)


def _crowded(rules: Rules, table: Table, verdict: Verdict, others: Sequence[Entry]) -> tuple[Finding, ...]:
    """Cards of this hand of which all hands of the deal together show more than the packs hold."""
    mine = [laid.card for meld in verdict.melds for laid in meld.laid]
    theirs = {entry.player: cards(rules, entry.melds) for entry in others}
    on_table = [card for hand in (mine, *theirs.values()) for card in hand]
    found = audit(rules.pack, rules.packs, rules.jokers, on_table)
    told = {finding.cards[0] for finding in verdict.findings}
    return tuple(
        _named(table, finding, theirs)
        for finding in found
        if finding.cards[0] in mine and finding.cards[0] not in told
    )


def _named(table: Table, finding: Finding, theirs: Mapping[int, Sequence[Card]]) -> Finding:
    """The finding, with who else shows that card."""
    card = finding.cards[0]
    holders = [table.players[player].name for player, held in theirs.items() if card in held]
    many, _, limit = finding.sentence.partition(", but ")
    sentence = (
        f"{many} on the table with {' and '.join(holders)}'s hand{'s'[: len(holders) - 1]}, but {limit}"
    )
    return Finding("too-many-on-table", finding.cards, finding.clause, sentence)


def cards(rules: Rules, melds: Sequence[Sequence[str]] | None) -> tuple[Card, ...]:
    """The cards of melds as an entry keeps them. Raises NotationError."""
    return tuple(laid.card for meld in read(rules, melds) for laid in meld)


def read(rules: Rules, melds: Sequence[Sequence[str]] | None) -> tuple[Meld, ...]:
    """The melds that an entry keeps as text. Raises NotationError."""
    return read_melds(" / ".join(" ".join(meld) for meld in melds or ()), rules.pack)
