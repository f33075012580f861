"""The referee: judges melds as laid, knows nothing of the search for the best ones (A2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scorepad.core.audit import audit
from scorepad.core.bonuses import quartets
from scorepad.core.cards import Laid, Meld
from scorepad.core.explain import ambiguous, no_run
from scorepad.core.findings import Finding
from scorepad.core.readings import Reading, readings
from scorepad.core.rules import Rules
from scorepad.core.verdicts import MeldVerdict, Verdict


def check(rules: Rules, melds: Sequence[Meld]) -> Verdict:
    """Judge every meld and what they earn together; every fault is found, not the first only."""
    verdicts = tuple(check_meld(rules, meld) for meld in melds)
    cards = [laid.card for meld in melds for laid in meld]
    findings = audit(rules.pack, rules.packs, rules.jokers, cards)
    bonuses = quartets(rules, verdicts)
    points = sum(verdict.points for verdict in verdicts) + sum(bonus.points for bonus in bonuses)
    legal = not findings and all(verdict.legal for verdict in verdicts)
    return Verdict(legal, points, verdicts, bonuses, findings)


def check_meld(rules: Rules, meld: Meld) -> MeldVerdict:
    """Judge one meld of at least one card (H1, H14-H17, H23)."""
    if all(laid.card.is_wild for laid in meld):
        return _wilds_alone(rules, meld)
    found = readings(rules, meld)
    if not found:
        return _illegal(meld, no_run(rules, meld))
    faults = [(reading, _wild_faults(rules, reading)) for reading in found]
    sound = tuple(reading for reading, findings in faults if not findings)
    if not sound:
        return _illegal(meld, faults[0][1])
    if len({(reading.track.leap, _naturals(reading.laid)) for reading in sound}) > 1 or _unordered(sound):
        return _illegal(meld, (ambiguous(rules, sound, "H16"),))
    return _legal(rules, sound)


def _unordered(sound: tuple[Reading, ...]) -> bool:
    """Whether the readings put the cards in different orders, so that none was laid."""
    return len({tuple(laid.card for laid in reading.laid) for reading in sound}) > 1


def _legal(rules: Rules, sound: tuple[Reading, ...]) -> MeldVerdict:
    laid = tuple(_certain(place, sound) for place in range(len(sound[0].laid)))
    naturals = _naturals(laid)
    points = rules.schedule.value(naturals)
    return MeldVerdict(laid, True, points, naturals, sound[0].track.leap, ())


def _certain(place: int, sound: tuple[Reading, ...]) -> Laid:
    """The card at a place; a wild says what it stands for where all readings agree."""
    laid = sound[0].laid[place]
    kinds = {reading.cards[place] for reading in sound}
    return Laid(laid.card, kinds.pop()) if laid.card.is_wild and len(kinds) == 1 else laid


def _naturals(meld: Meld) -> int:
    return sum(not laid.card.is_wild for laid in meld)


def _wilds_alone(rules: Rules, meld: Meld) -> MeldVerdict:
    findings = tuple(_wilds_apart(rules, meld))
    if findings:
        return _illegal(meld, findings)
    points = rules.wild_only.value(len(meld)) if rules.wild_only else 0
    return MeldVerdict(meld, True, points, 0, None, ())


def _wild_faults(rules: Rules, reading: Reading) -> tuple[Finding, ...]:
    return tuple(_wilds_apart(rules, reading.laid)) + tuple(_adjacent_naturals(rules, reading.laid))


def _wilds_apart(rules: Rules, meld: Meld) -> list[Finding]:
    together = any(a.card.is_wild and b.card.is_wild for a, b in pairwise(meld))
    if not rules.wilds_apart or not together:
        return []
    wilds = tuple(laid.card for laid in meld if laid.card.is_wild)
    return [Finding("wilds-together", wilds, "H15", "Two wilds may not lie side by side.")]


def _adjacent_naturals(rules: Rules, meld: Meld) -> list[Finding]:
    wild = any(laid.card.is_wild for laid in meld)
    adjacent = any(not a.card.is_wild and not b.card.is_wild for a, b in pairwise(meld))
    if not rules.adjacent_naturals or not wild or adjacent:
        return []
    naturals = tuple(laid.card for laid in meld if not laid.card.is_wild)
    sentence = "A meld with a wild needs two natural cards side by side."
    return [Finding("no-adjacent-naturals", naturals, "H15", sentence)]


def _illegal(meld: Meld, findings: tuple[Finding, ...]) -> MeldVerdict:
    return MeldVerdict(meld, False, 0, _naturals(meld), None, findings)
