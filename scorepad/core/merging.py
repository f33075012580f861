"""Melds on the table made longer: cards laid at their ends, and two of them made one (H8, H9, L3).

A meld stays what it is: its cards keep their order and its wilds what they stand for. A meld of wilds
alone lies nowhere on a circle, so nothing abuts it (H17, our reading).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from scorepad.core.audit import audit
from scorepad.core.card_text import show_cards, show_meld
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.joined import is_joined
from scorepad.core.melding import melding_of
from scorepad.core.phrasing import count_word
from scorepad.core.readings import fitted, stretches
from scorepad.core.rules import Rules, Track
from scorepad.core.verdicts import Finding, MeldVerdict


@dataclass(frozen=True, slots=True)
class Merged:
    """Melds to be merged: what lies there afterwards, the points then and of each meld before."""

    legal: bool
    melds: tuple[MeldVerdict, ...]
    points: int
    before: tuple[int, ...]
    findings: tuple[Finding, ...]


def merge(rules: Rules, melds: Sequence[Meld], between: Meld = ()) -> Merged:
    """Judge the merging of two melds, in whichever order they abut (H8, L3), or of a set and a run (B2).

    `between` are cards from the hand that fill the gap, where the table allows that, in any order.
    """
    old = tuple(check_meld(rules, meld) for meld in melds)
    before = tuple(verdict.points for verdict in old)
    findings = [finding for verdict in old for finding in verdict.findings]
    cards = [laid.card for laid in chain(*(_once(rules, melds)), between)]
    findings += audit(rules.pack, rules.packs, rules.jokers, cards)
    if len(melds) != 2:
        sentence = f"Two melds are merged in a turn, not {count_word(len(melds))}."
        findings.append(Finding("not-two", (), clause_of(rules), sentence))
    if findings:
        return Merged(False, old, sum(before), before, tuple(findings))
    whole = (_set_with_run if rules.shapes.sets else merged)(rules, melds[0], melds[1], between)
    if not whole.legal:
        return Merged(False, old, sum(before), before, whole.findings)
    return Merged(True, (whole,), whole.points, before, ())


def _once(rules: Rules, melds: Sequence[Meld]) -> tuple[Meld, ...]:
    """The melds without the card that a second one shares with the first, named in both (B2)."""
    if not rules.shapes.sets or len(melds) != 2:
        return tuple(melds)
    first, second = melds
    shared = [laid for laid in second if laid in first]
    return (
        (first, tuple(laid for laid in second if laid not in shared)) if len(shared) == 1 else (first, second)
    )


def _set_with_run(rules: Rules, first: Meld, second: Meld, between: Meld) -> MeldVerdict:
    """The one meld that a complete set and a run make by the card that they share, in either order (B2)."""
    whole = check_meld(rules, tuple(chain(*_once(rules, (first, second)))))
    findings = _no_gap(rules, between)
    if not (whole.legal and is_joined(whole.laid)):
        shown = " and ".join(show_meld(meld, rules.pack) for meld in (first, second))
        sentence = f"{shown} make no meld together: a complete set and a run are joined by a card of both."
        findings += (Finding("not-joined", (), clause_of(rules), sentence),)
    return replace(whole, legal=False, points=0, findings=findings) if findings else whole


def merged(rules: Rules, first: Meld, second: Meld, between: Meld = ()) -> MeldVerdict:
    """The one meld that two legal ones make, with every fault where they make none (H8, L3)."""
    parts = pinned(rules, first), pinned(rules, second)
    refused = _no_gap(rules, between) + _of_wilds(rules, first, second) + _leaps(rules, first, second)
    ways = [check_meld(rules, meld) for meld in _joinings(rules, *parts, between)]
    legal = [way for way in ways if way.legal]
    refused += _several_leaps(rules, legal)
    if legal and not refused:
        return plain(legal[0])
    if legal:
        return replace(plain(legal[0]), legal=False, points=0, findings=refused)
    naive = [check_meld(rules, (*one, *between, *other)) for one, other in _orders(*parts)]
    shown = " and ".join(show_meld(meld, rules.pack) for meld in (first, second))
    apart = Finding("no-one-run", (), clause_of(rules), f"{shown} make no run together.")
    why = _not_between(rules, between) if any(way.legal for way in naive) else (apart, *naive[0].findings)
    return replace(plain(naive[0]), legal=False, points=0, findings=(*refused, *why))


def _joinings(rules: Rules, first: Meld, second: Meld, between: Meld) -> Iterator[Meld]:
    """The two melds in either order and either way round, with the cards in the gap between them (H8)."""
    melding = melding_of(rules)
    gap = (Laid(WILD),) * len(between)
    for one, other in _orders(first, second):
        fixed = (*one, *gap, *other)
        for track in melding.tracks:
            for kinds in stretches(melding, track, fixed):
                inner = kinds[len(one) : len(one) + len(gap)]
                outer = zip((*one, *other), (*kinds[: len(one)], *kinds[len(one) + len(gap) :]), strict=True)
                if all(melding.may_lie(laid, kind) for laid, kind in outer):
                    laid = fitted(melding, between, inner)
                    if laid is not None:
                        yield (*one, *map(partial(_saying, rules), laid, inner), *other)


def _not_between(rules: Rules, between: Meld) -> tuple[Finding, ...]:
    """Cards that would make one run with both melds, but beyond their ends."""
    cards = tuple(laid.card for laid in between)
    verb = "does not lie" if len(cards) == 1 else "do not all lie"
    sentence = f"{show_cards(cards, rules.pack)} {verb} in the gap between the two melds."
    return (Finding("not-between", cards, clause_of(rules), sentence),)


def _several_leaps(rules: Rules, ways: Sequence[MeldVerdict]) -> tuple[Finding, ...]:
    """One run by this leap or that: which is meant is open (L6)."""
    by_leap = {way.leap: show_meld(way.reads_as, rules.pack) for way in reversed(ways)}
    if len(by_leap) < 2:
        return ()
    sentence = f"They go together as {' or '.join(by_leap.values())}: say what the wild stands for."
    return (Finding("ambiguous", ways[0].reads_as, "L6" if rules.shapes.leap_tokens else "H16", sentence),)


def extended(rules: Rules, meld: Meld, before: Meld, after: Meld) -> MeldVerdict:
    """A legal meld with cards laid before it and after it, as it lies; or every fault (H8)."""
    own = pinned(rules, meld)
    findings = _of_wilds(rules, meld)
    if not before and not after:
        findings += (Finding("no-cards", (), clause_of(rules), "A meld is extended by one card at least."),)
    whole = check_meld(rules, (*before, *own, *after))
    if whole.legal and not findings and not _keeps(whole.laid, own):
        sentence = f"{show_meld(meld, rules.pack)} would be broken up: cards go to its ends."
        findings += (Finding("broken-up", tuple(laid.card for laid in meld), "H9", sentence),)
    if not findings:
        return plain(whole)
    return replace(plain(whole), legal=False, points=0, findings=(*findings, *whole.findings))


def extensions(rules: Rules, meld: Meld, cards: Meld) -> tuple[tuple[Meld, Meld], ...]:
    """Every way to lay the cards at the ends of a legal meld: those before it and those after it.

    Wilds that may stand for several cards make several ways; there is none where the cards do not go.
    """
    own = pinned(rules, meld)
    found: dict[object, tuple[Meld, Meld]] = {}
    for track in melding_of(rules).tracks if cards else ():
        for way in _splits(rules, track, own, cards):
            whole = extended(rules, meld, *way)
            if whole.legal:
                found.setdefault((whole.leap, tuple(sorted(whole.reads_as))), way)
    return tuple(found.values())


def _splits(rules: Rules, track: Track, own: Meld, cards: Meld) -> Iterator[tuple[Meld, Meld]]:
    """The cards laid before and after the meld on stretches of a track that hold it, either way round."""
    melding = melding_of(rules)
    for way in (1, -1):
        for start in range(len(track.cards)):
            kinds = track.stretch(start, len(own) + len(cards))[::way]
            for first in range(len(cards) + 1) if kinds else ():
                inner = kinds[first : first + len(own)]
                if not all(melding.may_lie(one, kind) for one, kind in zip(own, inner, strict=True)):
                    continue
                outer = kinds[:first] + kinds[first + len(own) :]
                laid = fitted(melding, cards, outer)
                if laid:
                    said = tuple(_saying(rules, one, kind) for one, kind in zip(laid, outer, strict=True))
                    yield said[:first], said[first:]


def _saying(rules: Rules, laid: Laid, kind: Card) -> Laid:
    """A card laid at a place of this kind, saying what it stands for where that is another."""
    return laid if laid.stands_for or melding_of(rules).run_kind(laid.card) == kind else Laid(laid.card, kind)


def pinned(rules: Rules, meld: Meld) -> Meld:
    """A legal meld as it lies: every card that may be wild says what it is there."""
    melding = melding_of(rules)
    verdict = check_meld(rules, meld)
    return tuple(
        Laid(laid.card, laid.card) if own and melding.reach(laid.card) and not laid.stands_for else laid
        for laid, own in zip(verdict.laid, verdict.natural, strict=True)
    )


def plain(verdict: MeldVerdict) -> MeldVerdict:
    """The verdict with no natural saying that it stands for itself."""
    laid = tuple(
        Laid(one.card) if natural else one for one, natural in zip(verdict.laid, verdict.natural, strict=True)
    )
    return replace(verdict, laid=laid) if verdict.legal else verdict


def _orders(first: Meld, second: Meld) -> list[tuple[Meld, Meld]]:
    """The two melds in either order and either way round, as they were given first."""
    turned = [
        (first, second),
        (first[::-1], second[::-1]),
        (first, second[::-1]),
        (first[::-1], second),
    ]
    return [way for one, other in turned for way in ((one, other), (other, one))]


def _keeps(laid: Meld, *parts: Meld) -> bool:
    """Whether each part lies in the meld whole, either way round."""
    return all(_within(laid, part) or _within(laid, part[::-1]) for part in parts)


def _within(laid: Meld, part: Meld) -> bool:
    return any(laid[start : start + len(part)] == part for start in range(len(laid) - len(part) + 1))


def clause_of(rules: Rules) -> str:
    """The clause that says what a player may do with her melds."""
    return "B2" if rules.shapes.sets else "L3" if rules.shapes.leap_tokens else "H8"


def _no_gap(rules: Rules, between: Meld) -> tuple[Finding, ...]:
    if not between or rules.turns.merge_with_cards:
        return ()
    cards = tuple(laid.card for laid in between)
    sentence = f"A merge takes no card from the hand at this table: not {show_cards(cards, rules.pack)}."
    return (Finding("gap-filled", cards, clause_of(rules), sentence),)


def _of_wilds(rules: Rules, *melds: Meld) -> tuple[Finding, ...]:
    """Melds of wilds alone, which nothing abuts."""
    sentence = "A meld of wilds alone stays as it is: it lies nowhere in the order."
    return tuple(
        Finding("wilds-alone", tuple(laid.card for laid in meld), "H17", sentence)
        for meld in melds
        if not any(check_meld(rules, meld).natural)
    )


def _leaps(rules: Rules, first: Meld, second: Meld) -> tuple[Finding, ...]:
    """Melds of more than one card that go by different leaps."""
    leaps = [check_meld(rules, meld).leap for meld in (first, second)]
    if leaps[0] == leaps[1] or None in leaps or min(len(first), len(second)) < 2:
        return ()
    said = " and ".join(
        f"{show_meld(meld, rules.pack)} goes by {leap}s"
        for meld, leap in zip((first, second), leaps, strict=True)
    )
    return (
        Finding(
            "leaps-differ", (), "L3" if rules.shapes.leap_tokens else "H22", f"{said}: one run has one leap."
        ),
    )
