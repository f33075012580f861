"""The referee: judges melds as laid, knows nothing of the search for the best ones (A2).

In a set a joker's suit need not be said; in a run its card must be clear by its place (F2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from scorepad.core.audit import audit_cards
from scorepad.core.bonuses import PartnerOut, interlocks_with_table, quartet_bonuses, scored_stretches
from scorepad.core.card_text import show_card
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.first_plays import LentSet, first_play_faults, lent_sets
from scorepad.core.joined import (
    JoinedReading,
    joined_readings,
    joined_value,
    lay_joined,
    readings_through_set,
)
from scorepad.core.melding import Melding, melding_of
from scorepad.core.open_senses import ambiguous_sense_faults
from scorepad.core.phrasing import count_word
from scorepad.core.readings import Reading, all_readings, ambiguity, why_no_run
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.sets import is_one_rank, judge_set
from scorepad.core.tokens import leap_faults
from scorepad.core.values import meld_value
from scorepad.core.verdicts import Finding, Judgement, MeldVerdict

_MELDS_AT_ONCE = 2048  # melds whose verdict is remembered; each takes about a kilobyte


def check(
    rules: Rules,
    melds: Sequence[Meld],
    table_melds: Sequence[Meld] = (),
    partners_out: Sequence[PartnerOut] = (),
    taken: Card | None = None,
) -> Judgement:
    """Judge every meld and what they earn together; every fault is found, not the first only.

    `table_melds` are those of others that lie there already: with those of partners the new ones may
    interlock (I7), but not again where a partner's going out has scored it (I8). `taken` is a card out of
    the discard pile that must be in one of the melds (F5).
    """
    verdicts = tuple(check_meld(rules, meld) for meld in melds)
    if not rules.board.initial_done:
        return _judge_first_play(rules, verdicts, table_melds)
    all_cards = [laid.card for meld in (*melds, *table_melds) for laid in meld]
    findings = audit_cards(rules.pack, rules.packs, rules.jokers, all_cards)
    findings += _taken_faults(rules, melds, taken)
    findings += leap_faults(rules, [verdict.leap for verdict in verdicts if verdict.leap])
    partner_verdicts = [check_meld(rules, meld) for meld in table_melds] if rules.bonuses.interlocks else []
    scored = scored_stretches(rules, [lying_then(rules, partner_out) for partner_out in partners_out])
    bonuses = quartet_bonuses(rules, verdicts)
    bonuses += interlocks_with_table(rules, verdicts, partner_verdicts, scored)
    points = sum(verdict.points for verdict in verdicts) + sum(bonus.points for bonus in bonuses)
    legal = not findings and all(verdict.legal for verdict in verdicts)
    return Judgement(legal, points, verdicts, bonuses, findings)


def _taken_faults(rules: Rules, melds: Sequence[Meld], taken: Card | None) -> tuple[Finding, ...]:
    """A card out of the discard pile that none of the melds has (F5)."""
    if taken is None or any(laid.card == taken for meld in melds for laid in meld):
        return ()
    sentence = say(
        "{card} was taken from the discard pile, so it has to be melded or laid off at once.",
        card=show_card(taken, rules.pack),
    )
    return (Finding("taken-not-melded", (taken,), "F5", sentence),)


def lying_then(rules: Rules, partner_out: PartnerOut) -> tuple[Sequence[MeldVerdict], ...]:
    """The verdicts on what lay there: the partner's melds, the player's own, those of others."""
    every_side = (partner_out.partner, partner_out.own, partner_out.others)
    return tuple([check_meld(rules, meld) for meld in melds] for melds in every_side)


def _judge_first_play(
    rules: Rules, verdicts: tuple[MeldVerdict, ...], table_melds: Sequence[Meld]
) -> Judgement:
    """Judge sets laid beside a table by a player who may not rebuild it yet (K2)."""
    lent_by_place = {
        lender.meld_place: lender.lent_meld
        for lender in lent_by_table(rules, [verdict.laid for verdict in verdicts], table_melds)
    }
    verdicts = tuple(
        replace(verdict, points=0) if meld_place in lent_by_place else verdict
        for meld_place, verdict in enumerate(verdicts)
    )
    all_cards = Counter(
        laid.card for meld in (*(verdict.laid for verdict in verdicts), *table_melds) for laid in meld
    )
    all_cards.subtract(laid.card for meld in lent_by_place.values() for laid in meld)
    findings = audit_cards(rules.pack, rules.packs, rules.jokers, all_cards.elements())
    legal = all(verdict.legal for verdict in verdicts)
    if legal:
        own_sets = [verdict for meld_place, verdict in enumerate(verdicts) if meld_place not in lent_by_place]
        findings += first_play_faults(rules, own_sets)
    points = sum(verdict.points for verdict in verdicts)
    return Judgement(legal and not findings, points, verdicts, (), findings)


def lent_by_table(rules: Rules, melds: Sequence[Meld], table_melds: Sequence[Meld]) -> tuple[LentSet, ...]:
    """The sets of the table that a first play puts tiles into for their jokers (K2)."""
    if rules.board.initial_done or not rules.board.retrieve_jokers:
        return ()
    return lent_sets(rules, melds, [check_meld(rules, meld) for meld in table_melds])


def check_meld(rules: Rules, meld: Meld) -> MeldVerdict:
    """Judge one meld of at least one card: as a run, and as a set where there are sets."""
    return _meld_verdict(rules, tuple(meld))


@lru_cache(maxsize=_MELDS_AT_ONCE)
def _meld_verdict(rules: Rules, meld: Meld) -> MeldVerdict:
    melding = melding_of(rules)
    posing_faults = _posing_faults(melding, meld)
    if posing_faults:
        return _illegal_verdict(melding, meld, posing_faults)
    if melding.rules.shapes.sets and all(laid.card.is_wild for laid in meld):
        return _illegal_verdict(melding, meld, (_jokers_alone(melding, meld),))
    run_verdict = _check_run(melding, meld)
    if not melding.rules.shapes.sets:
        return run_verdict
    set_verdict = judge_set(melding, meld)
    if melding.rules.board.shared:
        return _better_verdict(melding, meld, run_verdict, set_verdict)
    open_senses = ambiguous_sense_faults(melding, meld, as_set=set_verdict.legal)
    if open_senses:
        return _illegal_verdict(melding, meld, open_senses)
    joined_ways = joined_readings(melding, meld)
    if joined_ways:
        return _judge_joined(melding, meld, joined_ways[0])
    through_ways = readings_through_set(melding, meld)
    if through_ways:
        return _illegal_verdict(melding, meld, (_run_through_set(melding, meld, through_ways[0]),))
    return _better_verdict(melding, meld, run_verdict, set_verdict)


def _jokers_alone(melding: Melding, meld: Meld) -> Finding:
    """Jokers that make no set and no run, whatever they are said to stand for (F2)."""
    sentence = say("A set or run needs at least one natural card: jokers alone don’t make a meld.")
    if melding.rules.pack.joker:
        sentence = say("A set or run needs at least one tile that isn’t a joker.")
    return Finding("jokers-alone", tuple(laid.card for laid in meld), "F2", sentence)


def _run_through_set(melding: Melding, meld: Meld, through_way: JoinedReading) -> Finding:
    """A run that goes on at both sides of the card that it shares with a complete set (B2)."""
    sentence = say(
        "The run goes on at both sides of {card}: joined to a complete set it begins or ends with that card.",
        card=show_card(through_way.shared_card, melding.rules.pack),
    )
    return Finding("through-set", tuple(laid.card for laid in meld), "B2", sentence)


def _better_verdict(
    melding: Melding, meld: Meld, run_verdict: MeldVerdict, set_verdict: MeldVerdict
) -> MeldVerdict:
    """The verdict on a meld that may be a run or a set: the better one, or the one that is nearer."""
    if run_verdict.legal and set_verdict.legal:
        return max(run_verdict, set_verdict, key=lambda verdict: verdict.points)
    return (
        run_verdict
        if run_verdict.legal or not (set_verdict.legal or is_one_rank(melding, meld))
        else set_verdict
    )


def _judge_joined(melding: Melding, meld: Meld, joined_way: JoinedReading) -> MeldVerdict:
    """The verdict on a complete set joined to a run (B2)."""
    laid = lay_joined(meld, joined_way)
    is_natural = tuple(laid_card.stands_for is None for laid_card in laid)
    return MeldVerdict(laid, True, joined_value(melding.rules, laid), is_natural, None, ())


def _check_run(melding: Melding, meld: Meld) -> MeldVerdict:
    """Judge a meld as a run (H1, H14-H18, H22, H23, H26, L1, B1, F1, K1, G1)."""
    meld_readings = all_readings(melding, meld)
    if not meld_readings:
        return _judge_no_run(melding, meld, why_no_run)
    sound_readings = _sound_readings(melding, meld_readings)
    if not sound_readings:
        return _judge_no_run(melding, meld, lambda *_: _wild_faults(melding, meld_readings[0]))
    if len(meld) < melding.rules.shapes.shortest_run:
        return _illegal_verdict(melding, meld, (_too_short_finding(melding, meld),))
    if melding.rules.scoring.must_meld_all and _is_all_wild(melding, meld):
        wild_verdicts = [_legal_verdict(melding, (reading,)) for reading in sound_readings]
        return max([*wild_verdicts, _judge_wilds_alone(melding, meld)], key=lambda verdict: verdict.points)
    if melding.rules.shapes.sets:
        return max(
            (_legal_verdict(melding, (reading,)) for reading in sound_readings),
            key=lambda verdict: verdict.points,
        )
    best_readings = _best_readings(melding, sound_readings)
    if len({_reading_leap(reading) for reading in best_readings}) > 1 or _is_unordered(best_readings):
        return _illegal_verdict(
            melding,
            meld,
            (ambiguity(melding, best_readings, "L6" if melding.rules.shapes.leap_tokens else "H16"),),
        )
    return _legal_verdict(melding, best_readings)


def ways_to_read(rules: Rules, meld: Meld) -> tuple[Reading, ...]:
    """The legal readings of a meld that may be meant; more than one where something is open (H15, H16)."""
    melding = melding_of(rules)
    return _best_readings(melding, _sound_readings(melding, all_readings(melding, meld)))


def _sound_readings(melding: Melding, meld_readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings in which wilds lie as they may (H15)."""
    return tuple(reading for reading in meld_readings if not _wild_faults(melding, reading))


def _best_readings(melding: Melding, sound_readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings of the highest value and of most naturals, which lie at their own places, those of one
    track upwards where that makes no difference (H15)."""
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
    """Whether every card may be wild and none says what it stands for, so that the best sense counts."""
    return all(melding.reach(laid.card) and not laid.stands_for for laid in meld)


def _posing_faults(melding: Melding, meld: Meld) -> tuple[Finding, ...]:
    """Cards that are said to stand for what they can not."""
    pack = melding.rules.pack
    return tuple(
        Finding(
            "cannot-stand-for",
            (laid.card, laid.stands_for),
            "H14",
            say(
                "{card} cannot stand for {other}.",
                card=show_card(laid.card, pack),
                other=show_card(laid.stands_for, pack),
            ),
        )
        for laid in meld
        if laid.stands_for and not melding.may_lie(laid, melding.run_kind(laid.stands_for))
    )


def _judge_no_run(
    melding: Melding, meld: Meld, explain: Callable[[Melding, Meld], tuple[Finding, ...]]
) -> MeldVerdict:
    """The verdict on cards that make no run: legal when all are wild (H17), else the reasons."""
    if melding.rules.scoring.must_meld_all and all(melding.reach(laid.card) for laid in meld):
        return _judge_wilds_alone(melding, meld)
    return _illegal_verdict(melding, meld, explain(melding, meld))


def _reading_leap(reading: Reading) -> int:
    """What must not be open: the leap, where there is more than one card."""
    return reading.track.leap if len(reading.cards) > 1 else 0


def _is_unordered(sound_readings: tuple[Reading, ...]) -> bool:
    """Whether the readings put the cards in different orders, so that none was laid."""
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
    sentence = say(
        "A run has at least {least} cards, not {number}.",
        least=count_word(shapes.shortest_run),
        number=len(meld),
    )
    return Finding("too-short", cards, shapes.clause, sentence)


def _certain_card(place: int, sound_readings: tuple[Reading, ...]) -> Laid:
    """The card at a place; a wild says what it stands for where all readings agree."""
    laid_card = sound_readings[0].laid[place]
    possible_kinds = {reading.cards[place] for reading in sound_readings}
    is_certain = len(possible_kinds) == 1 and not sound_readings[0].natural[place]
    return Laid(laid_card.card, possible_kinds.pop()) if is_certain else laid_card


def _judge_wilds_alone(melding: Melding, meld: Meld) -> MeldVerdict:
    """A meld of wilds alone: legal, and worth what the table says (H17)."""
    findings = _wilds_together_faults(melding, meld, (False,) * len(meld))
    if findings:
        return _illegal_verdict(melding, meld, findings)
    schedule = melding.rules.wilds.wild_only_schedule
    points = schedule.value(len(meld)) if schedule else 0
    return MeldVerdict(meld, True, points, (False,) * len(meld), None, ())


def _wild_faults(melding: Melding, reading: Reading) -> tuple[Finding, ...]:
    is_natural = reading.natural
    return _wilds_together_faults(melding, reading.laid, is_natural) + _adjacent_naturals_faults(
        melding, reading.laid, is_natural
    )


def _wilds_together_faults(melding: Melding, meld: Meld, is_natural: tuple[bool, ...]) -> tuple[Finding, ...]:
    lie_together = any(not a and not b for a, b in pairwise(is_natural))
    if not melding.rules.wilds.wilds_apart or not lie_together:
        return ()
    wild_cards = tuple(laid.card for laid, is_own in zip(meld, is_natural, strict=True) if not is_own)
    return (Finding("wilds-together", wild_cards, "H15", say("Two wilds may not lie side by side.")),)


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


def _illegal_verdict(melding: Melding, meld: Meld, findings: tuple[Finding, ...]) -> MeldVerdict:
    is_natural = tuple(not melding.reach(laid.card) for laid in meld)
    return MeldVerdict(meld, False, 0, is_natural, None, findings)
