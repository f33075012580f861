"""Plays in games where melds lie on the table: what a player lays, judged, and what lies there then (H8-H13,
H19, L2, L3).

In a turn a player lays one new meld, extends one of hers, or merges two of hers; where the table plays with
filching she may also take wilds out of melds. Melds are named by their owner and their number before her.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.core.audit import audit
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check_meld
from scorepad.core.concealed import added, bonuses, factor, multiplied, points_of
from scorepad.core.filching import filched
from scorepad.core.findings import Finding
from scorepad.core.first_melds import first_meld
from scorepad.core.merging import extended, merged
from scorepad.core.notation import show_cards
from scorepad.core.rules import Rules
from scorepad.core.table_melds import unclear
from scorepad.core.tableau import (
    At,
    Extend,
    Filch,
    Merge,
    New,
    NoSuchMeld,
    OnTable,
    Play,
    PlayVerdict,
    leaps_of,
)
from scorepad.core.tokens import clashes
from scorepad.core.values import left_value
from scorepad.core.verdicts import MeldVerdict


@dataclass(frozen=True, slots=True)
class _Change:
    """What a play makes of the melds before one player."""

    owner: int
    verdict: MeldVerdict
    melds: tuple[Meld, ...]
    taken: Card | None = None


def judge(
    rules: Rules,
    table: OnTable,
    player: int,
    play: Play,
    hand: Sequence[Card] | None = None,
    *,
    last: bool = False,
) -> PlayVerdict:
    """Judge a play; every fault is found. `hand` has her cards where they are known.

    `last` says that it is her last card and that there are none to draw: it must be melded (H12), so what
    a first meld needs does not stop it. Raises NoSuchMeld when the play names a meld that does not lie there.
    """
    change = _change(rules, table, player, play)
    findings = [*_player(table, player), *_touched(rules, table, player, play), *change.verdict.findings]
    if isinstance(play, New) and change.verdict.legal:
        findings += _bound(rules, table, player, change.verdict, last=last)
    used = cards_of(play)
    there = [laid.card for owned in table.melds for meld in owned for laid in meld]
    findings += audit(rules.pack, rules.packs, rules.jokers, [*there, *used])
    findings += _held(rules, hand, used)
    legal = change.verdict.legal and not findings
    after = table.with_melds(change.owner, change.melds) if legal else table
    before, points = table.points(rules, player), after.points(rules, player)
    taken = change.taken if legal else None
    return PlayVerdict(legal, tuple(dict.fromkeys(findings)), change.verdict, after, before, points, taken)


def cards_of(play: Play) -> tuple[Card, ...]:
    """The cards that a play takes from the hand."""
    match play:
        case New(meld):
            return _cards(meld)
        case Extend(_, before, after):
            return _cards(before + after)
        case Merge(_, _, between):
            return _cards(between)
        case Filch(_, natural):
            return (natural,)


def must_meld(hand: int, to_draw: int) -> tuple[Finding, ...]:
    """Why a turn may not end without melding: one card in hand, none in stock and discards (H12)."""
    if hand != 1 or to_draw:
        return ()
    sentence = "One card is left in hand and none to draw: it must be melded."
    return (Finding("must-meld", (), "H12", sentence),)


def concealed(table: OnTable, player: int, play: Play) -> bool:
    """Whether going out with this play is her only melding: one meld of the whole hand (H11)."""
    return isinstance(play, New) and not table.melds[player]


def score_out(rules: Rules, points: int, multiplier: int, *, is_concealed: bool) -> int:
    """The score of going out, over all her melds (H10, H11)."""
    if not is_concealed:
        return points * multiplier
    counts = multiplied(multiplier, added=added(rules), factor=factor(rules))
    return (points + points_of(bonuses(rules))) * counts


def retiring_score(rules: Rules, points: int, left: Sequence[Card]) -> int:
    """The score of a player who retires with these cards left in hand (L4, L5)."""
    return points - left_value(rules, left)


def _change(rules: Rules, table: OnTable, player: int, play: Play) -> _Change:
    match play:
        case New(meld):
            verdict = check_meld(rules, meld)
            return _Change(player, verdict, (*table.melds[player], verdict.laid))
        case Extend(at, before, after):
            verdict = extended(rules, table.meld(at), before, after)
            return _Change(at.owner, verdict, _replaced(table, at, verdict.laid))
        case Merge(first, second, between):
            if first == second:
                raise NoSuchMeld("A meld is merged with another one.", at="second")
            verdict = merged(rules, table.meld(first), table.meld(second), between)
            melds = _replaced(table, first, verdict.laid)
            return _Change(
                first.owner, verdict, tuple(meld for n, meld in enumerate(melds) if n != second.meld)
            )
        case Filch(at, natural):
            verdict, taken = filched(rules, table.meld(at), natural)
            return _Change(at.owner, verdict, _replaced(table, at, verdict.laid), taken)


def _replaced(table: OnTable, at: At, meld: Meld) -> tuple[Meld, ...]:
    melds = table.melds[at.owner]
    return (*melds[: at.meld], meld, *melds[at.meld + 1 :])


def _cards(meld: Meld) -> tuple[Card, ...]:
    return tuple(laid.card for laid in meld)


def _player(table: OnTable, player: int) -> tuple[Finding, ...]:
    if not table.out(player):
        return ()
    return (Finding("out", (), "H10", f"{table.name(player)} is out: she lays nothing more."),)


def _touched(rules: Rules, table: OnTable, player: int, play: Play) -> tuple[Finding, ...]:
    """Melds that she may not touch (H9, H19)."""
    if isinstance(play, Filch):
        return _filching(rules, table, player, play.at.owner)
    owners = {at.owner for at in _melds_of(play)} - {player}
    return tuple(
        Finding("not-hers", (), "H9", f"The meld is {table.name(owner)}'s: only she adds to it.")
        for owner in sorted(owners)
    )


def _melds_of(play: Play) -> tuple[At, ...]:
    match play:
        case Extend(at) | Filch(at):
            return (at,)
        case Merge(first, second):
            return (first, second)
    return ()


def _filching(rules: Rules, table: OnTable, player: int, owner: int) -> tuple[Finding, ...]:
    if not rules.turns.filching:
        return (Finding("no-filching", (), "H19", "At this table no wild is taken out of a meld."),)
    partners = owner in table.partners(player)
    if {"any": False, "opponents": partners, "partners": not partners}[rules.turns.filch_from]:
        whose = "opponents'" if rules.turns.filch_from == "opponents" else "her own side's"
        return (Finding("not-from-her", (), "H19", f"Wilds are taken from {whose} melds only."),)
    return ()


def _bound(
    rules: Rules, table: OnTable, player: int, meld: MeldVerdict, *, last: bool
) -> tuple[Finding, ...]:
    """What a new meld must be beside legal: of an open leap, clear in what its wilds stand for, as others go
    on with it, and good enough for a first one (L2, H16, H13)."""
    lying = [leaps_of(rules, owned) for owned in table.melds]
    names = [table.name(other) for other in range(len(table.melds))]
    tokens = clashes(rules, meld.leap, player, lying, names) if meld.leap else ()
    found = tokens + unclear(rules, meld.laid)
    if table.melds[player] or last:
        return found
    return found + first_meld(rules, meld, table.earlier[player] if table.earlier else 0)


def _held(rules: Rules, hand: Sequence[Card] | None, used: Sequence[Card]) -> tuple[Finding, ...]:
    missing = tuple((Counter(used) - Counter(hand)).elements()) if hand is not None else ()
    if not missing:
        return ()
    verb = "is" if len(missing) == 1 else "are"
    return (
        Finding("not-in-hand", missing, "H8", f"{show_cards(missing, rules.pack)} {verb} not in the hand."),
    )
