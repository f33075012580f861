"""The referee of runs: stretches of a track with wilds (H1, H14-H18, H22, H23, L1); and of melds of one
colour: cards of a suit of any ranks (phase-10 P2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.melding import Melding, melding_of
from scorepad.core.phrasing import count_word
from scorepad.core.readings import (
    Reading,
    all_readings,
    ambiguity,
    illegal_verdict,
    possible_stretches,
    why_no_run,
    wild_clause,
    wild_count_faults,
)
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.values import meld_value
from scorepad.core.verdicts import Finding, MeldVerdict


def judge_run(melding: Melding, meld: Meld) -> MeldVerdict:
    """Judge a meld as a run (H1, H14-H18, H22, H23, H26, L1, B1, F1, K1, G1)."""
    meld_readings = all_readings(melding, meld)
    if not meld_readings:
        return _judge_no_run(melding, meld, why_no_run)
    sound_readings = _sound_readings(melding, meld_readings)
    if not sound_readings:
        return _judge_no_run(melding, meld, lambda *_: _wild_faults(melding, meld_readings[0]))
    if len(meld) < melding.rules.shapes.runs.shortest:
        return illegal_verdict(melding, meld, (_too_short_finding(melding, meld),))
    if melding.rules.shapes.runs.exceeds(len(meld)):
        return illegal_verdict(melding, meld, (_too_long_finding(melding, meld),))
    # No card says what it is, so the sense that counts most holds, wilds alone among them (H17).
    if melding.rules.scoring.must_meld_all and _is_all_wild(melding, meld):
        wild_verdicts = [_legal_verdict(melding, (reading,)) for reading in sound_readings]
        return max([*wild_verdicts, _judge_wilds_alone(melding, meld)], key=lambda verdict: verdict.points)
    # Games with sets ask about open wilds for runs and sets together (F2), so the best sense is taken here.
    if melding.rules.shapes.sets:
        return max(
            (_legal_verdict(melding, (reading,)) for reading in sound_readings),
            # A card that may be wild lies as itself where it can, so that a run is pure that may be.
            key=lambda verdict: (verdict.points, sum(verdict.natural)),
        )
    best_readings = _best_readings(melding, sound_readings)
    if len({_reading_leap(reading) for reading in best_readings}) > 1 or _is_unordered(best_readings):
        return illegal_verdict(
            melding,
            meld,
            (ambiguity(melding, best_readings, "L6" if melding.rules.shapes.leaps.tokens else "H16"),),
        )
    return _legal_verdict(melding, best_readings)


def ways_to_read(rules: Rules, meld: Meld) -> tuple[Reading, ...]:
    """The best legal readings of a meld; several if something is left open (H15, H16)."""
    melding = melding_of(rules)
    return _best_readings(melding, _sound_readings(melding, all_readings(melding, meld)))


def every_way_to_read(rules: Rules, meld: Meld) -> Iterator[MeldVerdict]:
    """The verdict on each legal reading of a run, with every wild saying what it stands for."""
    melding = melding_of(rules)
    for reading in _sound_readings(melding, all_readings(melding, meld)):
        yield _legal_verdict(melding, (reading,))


def run_upwards(rules: Rules, meld: Meld) -> Meld:
    """A legal meld as shown to people: a run that reads downwards is reversed."""
    melding = melding_of(rules)
    kinds = tuple(map(melding.sure_kind, meld))
    reads_downwards = not _lies_along(melding, kinds) and _lies_along(melding, kinds[::-1])
    return meld[::-1] if reads_downwards else meld


def _lies_along(melding: Melding, kinds: Sequence[Card | None]) -> bool:
    """Whether the kinds, None for any, lie along a track in order."""
    return any(
        all(kind in (None, card) for kind, card in zip(kinds, cards, strict=True))
        for track in melding.tracks
        for cards in possible_stretches(track, kinds)
    )


def _sound_readings(melding: Melding, meld_readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings in which all wilds lie as allowed (H15)."""
    return tuple(reading for reading in meld_readings if not _wild_faults(melding, reading))


def _best_readings(melding: Melding, sound_readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings with the highest value and, among these, the most naturals. If only the direction differs,
    those upwards (H15)."""
    reading_ranks = [(_reading_points(melding, reading), sum(reading.natural)) for reading in sound_readings]
    best_rank = max(reading_ranks, default=None)
    best_readings = [
        reading for reading, rank in zip(sound_readings, reading_ranks, strict=True) if rank == best_rank
    ]
    upward_tracks = [reading.track for reading in best_readings if not reading.downwards]
    return tuple(
        reading for reading in best_readings if not reading.downwards or reading.track not in upward_tracks
    )


def _is_all_wild(melding: Melding, meld: Meld) -> bool:
    """Whether every card may be wild and none says what it stands for. Then the best meaning counts."""
    return all(melding.reach(laid.card) and not laid.stands_for for laid in meld)


def _judge_no_run(
    melding: Melding, meld: Meld, explain: Callable[[Melding, Meld], tuple[Finding, ...]]
) -> MeldVerdict:
    """The verdict on cards that make no run: legal if all are wild (H17), else the reasons."""
    # Wilds alone are legal where all cards must be melded, so that nobody is kept from going out (H17).
    if melding.rules.scoring.must_meld_all and all(melding.reach(laid.card) for laid in meld):
        return _judge_wilds_alone(melding, meld)
    return illegal_verdict(melding, meld, explain(melding, meld))


def _reading_leap(reading: Reading) -> int:
    """The leap of a reading of several cards; 0 for one card."""
    return reading.track.leap if len(reading.cards) > 1 else 0


def _is_unordered(sound_readings: tuple[Reading, ...]) -> bool:
    """Whether the readings have the cards in different orders, so that the player laid none."""
    return len({tuple(laid.card for laid in reading.laid) for reading in sound_readings}) > 1


def _legal_verdict(melding: Melding, sound_readings: tuple[Reading, ...]) -> MeldVerdict:
    laid = tuple(_certain_card(place, sound_readings) for place in range(len(sound_readings[0].laid)))
    return MeldVerdict(
        laid,
        True,
        _reading_points(melding, sound_readings[0]),
        sound_readings[0].natural,
        sound_readings[0].track.leap,
        (),
    )


def _reading_points(melding: Melding, reading: Reading) -> int:
    if melding.rules.values.value_source == "schedule":
        return melding.rules.values.schedule.value(sum(reading.natural))
    return meld_value(melding.rules, [laid.card for laid in reading.laid], reading.cards, is_run=True)


def _too_short_finding(melding: Melding, meld: Meld) -> Finding:
    shapes, cards = melding.rules.shapes, tuple(laid.card for laid in meld)
    said = {"least": count_word(shapes.runs.shortest), "number": len(meld)}
    sentence = melding.rules.pack.worded(
        say("A run needs at least {least} cards, not {number}.", **said),
        say("A run needs at least {least} tiles, not {number}.", **said),
    )
    return Finding("too-short", cards, shapes.clause, sentence)


def _too_long_finding(melding: Melding, meld: Meld) -> Finding:
    shapes, cards = melding.rules.shapes, tuple(laid.card for laid in meld)
    said = {"most": count_word(shapes.runs.longest), "number": len(meld)}
    sentence = melding.rules.pack.worded(
        say("A run can have at most {most} cards, not {number}.", **said),
        say("A run can have at most {most} tiles, not {number}.", **said),
    )
    return Finding("too-long", cards, shapes.clause, sentence)


def _certain_card(place: int, sound_readings: tuple[Reading, ...]) -> Laid:
    """The card at a place; a wild says what it stands for if all readings agree."""
    laid_card = sound_readings[0].laid[place]
    possible_kinds = {reading.cards[place] for reading in sound_readings}
    is_certain = len(possible_kinds) == 1 and not sound_readings[0].natural[place]
    return Laid(laid_card.card, possible_kinds.pop()) if is_certain else laid_card


def _judge_wilds_alone(melding: Melding, meld: Meld) -> MeldVerdict:
    """The verdict on a meld of wilds alone: legal, and worth what the table says (H17)."""
    findings = _wilds_together_faults(melding, meld, (False,) * len(meld))
    if findings:
        return illegal_verdict(melding, meld, findings)
    schedule = melding.rules.wilds.wild_only_schedule
    points = schedule.value(len(meld)) if schedule else 0
    return MeldVerdict(meld, True, points, (False,) * len(meld), None, ())


def _wild_faults(melding: Melding, reading: Reading) -> tuple[Finding, ...]:
    is_natural = reading.natural
    return (
        *_wilds_together_faults(melding, reading.laid, is_natural),
        *_adjacent_naturals_faults(melding, reading.laid, is_natural),
        *wild_count_faults(melding.rules, reading.laid, is_natural, in_set=False),
    )


def _wilds_together_faults(melding: Melding, meld: Meld, is_natural: tuple[bool, ...]) -> tuple[Finding, ...]:
    lie_together = any(not a and not b for a, b in pairwise(is_natural))
    if not melding.rules.wilds.wilds_apart or not lie_together:
        return ()
    wild_cards = tuple(laid.card for laid, is_own in zip(meld, is_natural, strict=True) if not is_own)
    sentence = say("Two wilds can’t be next to each other.")
    return (Finding("wilds-together", wild_cards, wild_clause(melding.rules), sentence),)


def _adjacent_naturals_faults(
    melding: Melding, meld: Meld, is_natural: tuple[bool, ...]
) -> tuple[Finding, ...]:
    if (
        not melding.rules.wilds.adjacent_naturals
        or all(is_natural)
        or any(a and b for a, b in pairwise(is_natural))
    ):
        return ()
    naturals = tuple(laid.card for laid, is_own in zip(meld, is_natural, strict=True) if is_own)
    sentence = say("A meld with a wild needs two natural cards side by side.")
    return (Finding("no-adjacent-naturals", naturals, "H15", sentence),)


def judge_colour(melding: Melding, meld: Meld) -> MeldVerdict:
    """The verdict on a meld as cards of one colour. Its reasons are left to runs and sets."""
    rules, kinds = melding.rules, [laid.card for laid in meld if not laid.card.is_wild]
    natural = tuple(not laid.card.is_wild for laid in meld)
    # Cards that are never melded, such as skips, are not among the naturals.
    is_one = len({kind.suit for kind in kinds}) == 1 and melding.naturals.issuperset(kinds)
    is_long = 0 < rules.shapes.shortest_colour <= len(meld)
    if not (is_one and is_long) or any(wild_count_faults(rules, meld, natural, in_set=False)):
        return illegal_verdict(melding, meld, ())
    cards = [laid.card for laid in meld]
    return MeldVerdict(meld, True, meld_value(rules, cards, cards, is_run=False), natural, None, ())
