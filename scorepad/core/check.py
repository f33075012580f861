"""The referee: judges melds as laid, knows nothing of the search for the best ones (A2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from scorepad.core.audit import audit, count_word
from scorepad.core.bonuses import quartets
from scorepad.core.cards import Laid, Meld
from scorepad.core.explain import ambiguous, no_run
from scorepad.core.findings import Finding
from scorepad.core.first_plays import Lender, lenders, worth_too_little
from scorepad.core.interlocks import interlocks_with
from scorepad.core.joined import Joined, joined_readings, joined_value, laid_joined
from scorepad.core.notation import show_card
from scorepad.core.readings import Reading, may_lie, readings
from scorepad.core.rules import Rules
from scorepad.core.senses import is_open, several_senses
from scorepad.core.sets import as_set, same_rank
from scorepad.core.shapes import run_kind
from scorepad.core.tokens import among
from scorepad.core.values import meld_value
from scorepad.core.verdicts import Judgement, MeldVerdict
from scorepad.core.wilds import reach


def check(rules: Rules, melds: Sequence[Meld], table: Sequence[Meld] = ()) -> Judgement:
    """Judge every meld and what they earn together; every fault is found, not the first only.

    `table` has melds of others that lie there already: with those of partners hers may interlock (I7).
    """
    verdicts = tuple(check_meld(rules, meld) for meld in melds)
    if not rules.board.initial_done:
        return _first_play(rules, verdicts, table)
    cards = [laid.card for meld in (*melds, *table) for laid in meld]
    findings = audit(rules.pack, rules.packs, rules.jokers, cards)
    findings += among(rules, [verdict.leap for verdict in verdicts if verdict.leap])
    partners = [check_meld(rules, meld) for meld in table] if rules.bonuses.interlocks else []
    bonuses = quartets(rules, verdicts) + interlocks_with(rules, verdicts, partners)
    points = sum(verdict.points for verdict in verdicts) + sum(bonus.points for bonus in bonuses)
    legal = not findings and all(verdict.legal for verdict in verdicts)
    return Judgement(legal, points, verdicts, bonuses, findings)


def _first_play(rules: Rules, verdicts: tuple[MeldVerdict, ...], table: Sequence[Meld]) -> Judgement:
    """Judge sets laid beside a table by a player who may not rebuild it yet (K2)."""
    lent = {
        lender.place: lender.before for lender in taken_from(rules, [one.laid for one in verdicts], table)
    }
    verdicts = tuple(
        replace(verdict, points=0) if place in lent else verdict for place, verdict in enumerate(verdicts)
    )
    cards = Counter(laid.card for meld in (*(one.laid for one in verdicts), *table) for laid in meld)
    cards.subtract(laid.card for meld in lent.values() for laid in meld)
    findings = audit(rules.pack, rules.packs, rules.jokers, cards.elements())
    legal = all(verdict.legal for verdict in verdicts)
    if legal:
        own = [verdict for place, verdict in enumerate(verdicts) if place not in lent]
        findings += worth_too_little(rules, own)
    points = sum(verdict.points for verdict in verdicts)
    return Judgement(legal and not findings, points, verdicts, (), findings)


def taken_from(rules: Rules, melds: Sequence[Meld], table: Sequence[Meld]) -> tuple[Lender, ...]:
    """The sets of the table that a first play puts tiles into for their jokers (K2)."""
    if rules.board.initial_done or not rules.board.retrieve_jokers:
        return ()
    return lenders(rules, melds, [check_meld(rules, meld) for meld in table])


def check_meld(rules: Rules, meld: Meld) -> MeldVerdict:
    """Judge one meld of at least one card: as a run, and as a set where there are sets."""
    posing = _posing(rules, meld)
    if posing:
        return _illegal(rules, meld, posing)
    run = _check_run(rules, meld)
    if not rules.shapes.sets:
        return run
    judged_set = as_set(rules, meld)
    if rules.board.shared:
        return _either(rules, meld, run, judged_set)
    if is_open(rules, meld):
        asked = several_senses(rules, meld, as_set=judged_set.legal)
        if asked:
            return _illegal(rules, meld, asked)
    joined = joined_readings(rules, meld)
    return _joined(rules, meld, joined[0]) if joined else _either(rules, meld, run, judged_set)


def _either(rules: Rules, meld: Meld, run: MeldVerdict, judged_set: MeldVerdict) -> MeldVerdict:
    """The verdict on a meld that may be a run or a set: the better one, or the one that is nearer."""
    if run.legal and judged_set.legal:
        return max(run, judged_set, key=lambda verdict: verdict.points)
    return run if run.legal or not (judged_set.legal or same_rank(rules, meld)) else judged_set


def _joined(rules: Rules, meld: Meld, way: Joined) -> MeldVerdict:
    """The verdict on a complete set joined to a run (B2)."""
    laid = laid_joined(meld, way)
    natural = tuple(one.stands_for is None for one in laid)
    return MeldVerdict(laid, True, joined_value(rules, laid), natural, None, ())


def _check_run(rules: Rules, meld: Meld) -> MeldVerdict:
    """Judge a meld as a run (H1, H14-H18, H22, H23, H26, L1, B1, F1, K1, G1)."""
    found = readings(rules, meld)
    if not found:
        return _otherwise(rules, meld, no_run)
    sound = _sound(rules, found)
    if not sound:
        return _otherwise(rules, meld, lambda *_: _wild_faults(rules, found[0]))
    if len(meld) < rules.shapes.shortest_run:
        return _illegal(rules, meld, (_too_short(rules, meld),))
    if rules.deal.must_meld_all and _all_wild(rules, meld):
        ways = [_legal(rules, (reading,)) for reading in sound]
        return max([*ways, _wilds_alone(rules, meld)], key=lambda verdict: verdict.points)
    if not rules.shapes.circular:
        return max((_legal(rules, (reading,)) for reading in sound), key=lambda verdict: verdict.points)
    top = _of_most_value(rules, sound)
    if len({_leap(reading) for reading in top}) > 1 or _unordered(top):
        return _illegal(rules, meld, (ambiguous(rules, top, "L6" if rules.shapes.leap_tokens else "H16"),))
    return _legal(rules, top)


def ways_to_read(rules: Rules, meld: Meld) -> tuple[Reading, ...]:
    """The legal readings of a meld that may be meant; more than one where something is open (H15, H16)."""
    return _of_most_value(rules, _sound(rules, readings(rules, meld)))


def _sound(rules: Rules, found: Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings in which wilds lie as they may (H15)."""
    return tuple(reading for reading in found if not _wild_faults(rules, reading))


def _of_most_value(rules: Rules, sound: Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings of the highest value, those of one track upwards where that makes no difference (H15)."""
    values = [_points(rules, reading) for reading in sound]
    most = max(values, default=0)
    top = [reading for reading, value in zip(sound, values, strict=True) if value == most]
    upwards = [reading.track for reading in top if not reading.downwards]
    return tuple(reading for reading in top if not reading.downwards or reading.track not in upwards)


def _all_wild(rules: Rules, meld: Meld) -> bool:
    """Whether every card may be wild and none says what it stands for, so that the best sense counts."""
    return all(reach(rules, laid.card) and not laid.stands_for for laid in meld)


def _posing(rules: Rules, meld: Meld) -> tuple[Finding, ...]:
    """Cards that are said to stand for what they can not."""
    return tuple(
        Finding(
            "cannot-stand-for",
            (laid.card, laid.stands_for),
            "H14",
            f"{show_card(laid.card, rules.pack)} cannot stand for {show_card(laid.stands_for, rules.pack)}.",
        )
        for laid in meld
        if laid.stands_for and not may_lie(rules, laid, run_kind(rules, laid.stands_for))
    )


def _otherwise(rules: Rules, meld: Meld, why: Callable[[Rules, Meld], tuple[Finding, ...]]) -> MeldVerdict:
    """The verdict on cards that make no run: legal when all are wild (H17), else the reasons."""
    if rules.deal.must_meld_all and all(reach(rules, laid.card) for laid in meld):
        return _wilds_alone(rules, meld)
    return _illegal(rules, meld, why(rules, meld))


def _leap(reading: Reading) -> int:
    """What must not be open: the leap, where there is more than one card."""
    return reading.track.leap if len(reading.cards) > 1 else 0


def _unordered(sound: tuple[Reading, ...]) -> bool:
    """Whether the readings put the cards in different orders, so that none was laid."""
    return len({tuple(laid.card for laid in reading.laid) for reading in sound}) > 1


def _legal(rules: Rules, sound: tuple[Reading, ...]) -> MeldVerdict:
    laid = tuple(_certain(place, sound) for place in range(len(sound[0].laid)))
    return MeldVerdict(laid, True, _points(rules, sound[0]), sound[0].natural, sound[0].track.leap, ())


def _points(rules: Rules, reading: Reading) -> int:
    if rules.values.value_source == "schedule":
        return rules.values.schedule.value(sum(reading.natural))
    return meld_value(rules, [laid.card for laid in reading.laid], reading.cards, run=True)


def _too_short(rules: Rules, meld: Meld) -> Finding:
    cards = tuple(laid.card for laid in meld)
    least = count_word(rules.shapes.shortest_run)
    return Finding(
        "too-short", cards, rules.shapes.clause, f"A run has at least {least} cards, not {len(meld)}."
    )


def _certain(place: int, sound: tuple[Reading, ...]) -> Laid:
    """The card at a place; a wild says what it stands for where all readings agree."""
    laid = sound[0].laid[place]
    kinds = {reading.cards[place] for reading in sound}
    certain = len(kinds) == 1 and not sound[0].natural[place]
    return Laid(laid.card, kinds.pop()) if certain else laid


def _wilds_alone(rules: Rules, meld: Meld) -> MeldVerdict:
    """A meld of wilds alone: legal, and worth what the table says (H17)."""
    findings = _wilds_apart(rules, meld, (False,) * len(meld))
    if findings:
        return _illegal(rules, meld, findings)
    points = rules.wilds.wild_only_schedule.value(len(meld)) if rules.wilds.wild_only_schedule else 0
    return MeldVerdict(meld, True, points, (False,) * len(meld), None, ())


def _wild_faults(rules: Rules, reading: Reading) -> tuple[Finding, ...]:
    natural = reading.natural
    return _wilds_apart(rules, reading.laid, natural) + _adjacent_naturals(rules, reading.laid, natural)


def _wilds_apart(rules: Rules, meld: Meld, natural: tuple[bool, ...]) -> tuple[Finding, ...]:
    together = any(not a and not b for a, b in pairwise(natural))
    if not rules.wilds.wilds_apart or not together:
        return ()
    wilds = tuple(laid.card for laid, own in zip(meld, natural, strict=True) if not own)
    return (Finding("wilds-together", wilds, "H15", "Two wilds may not lie side by side."),)


def _adjacent_naturals(rules: Rules, meld: Meld, natural: tuple[bool, ...]) -> tuple[Finding, ...]:
    if not rules.wilds.adjacent_naturals or all(natural) or any(a and b for a, b in pairwise(natural)):
        return ()
    naturals = tuple(laid.card for laid, own in zip(meld, natural, strict=True) if own)
    sentence = "A meld with a wild needs two natural cards side by side."
    return (Finding("no-adjacent-naturals", naturals, "H15", sentence),)


def _illegal(rules: Rules, meld: Meld, findings: tuple[Finding, ...]) -> MeldVerdict:
    natural = tuple(not reach(rules, laid.card) for laid in meld)
    return MeldVerdict(meld, False, 0, natural, None, findings)
