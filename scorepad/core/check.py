"""The referee: judges melds as laid, knows nothing of the search for the best ones (A2).

What a meld of sets and runs can be meant as is asked about where its jokers leave that open, never
guessed: one card with two jokers is a set or one of several runs. In a set a joker's suit need not be said;
in a run its card must be clear by its place (F2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scorepad.core.audit import audit
from scorepad.core.bonuses import interlocks_with, quartets
from scorepad.core.card_text import show_card, show_meld
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.first_plays import Lender, lenders, worth_too_little
from scorepad.core.joined import Joined, joined_readings, joined_value, laid_joined
from scorepad.core.melding import Melding, melding_of
from scorepad.core.phrasing import count_word
from scorepad.core.readings import Reading, ambiguous, no_run, readings
from scorepad.core.rules import Rules
from scorepad.core.sets import as_set, same_rank
from scorepad.core.tokens import among
from scorepad.core.values import meld_value
from scorepad.core.verdicts import Finding, Judgement, MeldVerdict

_SENSES_SHOWN = 4


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
    melding = melding_of(rules)
    posing = _posing(melding, meld)
    if posing:
        return _illegal(melding, meld, posing)
    run = _check_run(melding, meld)
    if not melding.rules.shapes.sets:
        return run
    judged_set = as_set(melding, meld)
    if melding.rules.board.shared:
        return _either(melding, meld, run, judged_set)
    if _is_open(melding, meld):
        asked = _several_senses(melding, meld, as_set=judged_set.legal)
        if asked:
            return _illegal(melding, meld, asked)
    joined = joined_readings(melding, meld)
    return _joined(melding, meld, joined[0]) if joined else _either(melding, meld, run, judged_set)


def _either(melding: Melding, meld: Meld, run: MeldVerdict, judged_set: MeldVerdict) -> MeldVerdict:
    """The verdict on a meld that may be a run or a set: the better one, or the one that is nearer."""
    if run.legal and judged_set.legal:
        return max(run, judged_set, key=lambda verdict: verdict.points)
    return run if run.legal or not (judged_set.legal or same_rank(melding, meld)) else judged_set


def _joined(melding: Melding, meld: Meld, way: Joined) -> MeldVerdict:
    """The verdict on a complete set joined to a run (B2)."""
    laid = laid_joined(meld, way)
    natural = tuple(one.stands_for is None for one in laid)
    return MeldVerdict(laid, True, joined_value(melding.rules, laid), natural, None, ())


def _check_run(melding: Melding, meld: Meld) -> MeldVerdict:
    """Judge a meld as a run (H1, H14-H18, H22, H23, H26, L1, B1, F1, K1, G1)."""
    found = readings(melding, meld)
    if not found:
        return _otherwise(melding, meld, no_run)
    sound = _sound(melding, found)
    if not sound:
        return _otherwise(melding, meld, lambda *_: _wild_faults(melding, found[0]))
    if len(meld) < melding.rules.shapes.shortest_run:
        return _illegal(melding, meld, (_too_short(melding, meld),))
    if melding.rules.deal.must_meld_all and _all_wild(melding, meld):
        ways = [_legal(melding, (reading,)) for reading in sound]
        return max([*ways, _wilds_alone(melding, meld)], key=lambda verdict: verdict.points)
    if not melding.rules.shapes.circular:
        return max((_legal(melding, (reading,)) for reading in sound), key=lambda verdict: verdict.points)
    top = _of_most_value(melding, sound)
    if len({_leap(reading) for reading in top}) > 1 or _unordered(top):
        return _illegal(
            melding, meld, (ambiguous(melding, top, "L6" if melding.rules.shapes.leap_tokens else "H16"),)
        )
    return _legal(melding, top)


def ways_to_read(rules: Rules, meld: Meld) -> tuple[Reading, ...]:
    """The legal readings of a meld that may be meant; more than one where something is open (H15, H16)."""
    melding = melding_of(rules)
    return _of_most_value(melding, _sound(melding, readings(melding, meld)))


def _sound(melding: Melding, found: Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings in which wilds lie as they may (H15)."""
    return tuple(reading for reading in found if not _wild_faults(melding, reading))


def _of_most_value(melding: Melding, sound: Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings of the highest value, those of one track upwards where that makes no difference (H15)."""
    values = [_points(melding, reading) for reading in sound]
    most = max(values, default=0)
    top = [reading for reading, value in zip(sound, values, strict=True) if value == most]
    upwards = [reading.track for reading in top if not reading.downwards]
    return tuple(reading for reading in top if not reading.downwards or reading.track not in upwards)


def _all_wild(melding: Melding, meld: Meld) -> bool:
    """Whether every card may be wild and none says what it stands for, so that the best sense counts."""
    return all(melding.reach(laid.card) and not laid.stands_for for laid in meld)


def _posing(melding: Melding, meld: Meld) -> tuple[Finding, ...]:
    """Cards that are said to stand for what they can not."""
    pack = melding.rules.pack
    return tuple(
        Finding(
            "cannot-stand-for",
            (laid.card, laid.stands_for),
            "H14",
            f"{show_card(laid.card, pack)} cannot stand for {show_card(laid.stands_for, pack)}.",
        )
        for laid in meld
        if laid.stands_for and not melding.may_lie(laid, melding.run_kind(laid.stands_for))
    )


def _otherwise(
    melding: Melding, meld: Meld, why: Callable[[Melding, Meld], tuple[Finding, ...]]
) -> MeldVerdict:
    """The verdict on cards that make no run: legal when all are wild (H17), else the reasons."""
    if melding.rules.deal.must_meld_all and all(melding.reach(laid.card) for laid in meld):
        return _wilds_alone(melding, meld)
    return _illegal(melding, meld, why(melding, meld))


def _leap(reading: Reading) -> int:
    """What must not be open: the leap, where there is more than one card."""
    return reading.track.leap if len(reading.cards) > 1 else 0


def _unordered(sound: tuple[Reading, ...]) -> bool:
    """Whether the readings put the cards in different orders, so that none was laid."""
    return len({tuple(laid.card for laid in reading.laid) for reading in sound}) > 1


def _legal(melding: Melding, sound: tuple[Reading, ...]) -> MeldVerdict:
    laid = tuple(_certain(place, sound) for place in range(len(sound[0].laid)))
    return MeldVerdict(laid, True, _points(melding, sound[0]), sound[0].natural, sound[0].track.leap, ())


def _points(melding: Melding, reading: Reading) -> int:
    if melding.rules.values.value_source == "schedule":
        return melding.rules.values.schedule.value(sum(reading.natural))
    return meld_value(melding.rules, [laid.card for laid in reading.laid], reading.cards, run=True)


def _too_short(melding: Melding, meld: Meld) -> Finding:
    cards = tuple(laid.card for laid in meld)
    least = count_word(melding.rules.shapes.shortest_run)
    return Finding(
        "too-short", cards, melding.rules.shapes.clause, f"A run has at least {least} cards, not {len(meld)}."
    )


def _certain(place: int, sound: tuple[Reading, ...]) -> Laid:
    """The card at a place; a wild says what it stands for where all readings agree."""
    laid = sound[0].laid[place]
    kinds = {reading.cards[place] for reading in sound}
    certain = len(kinds) == 1 and not sound[0].natural[place]
    return Laid(laid.card, kinds.pop()) if certain else laid


def _wilds_alone(melding: Melding, meld: Meld) -> MeldVerdict:
    """A meld of wilds alone: legal, and worth what the table says (H17)."""
    findings = _wilds_apart(melding, meld, (False,) * len(meld))
    if findings:
        return _illegal(melding, meld, findings)
    points = (
        melding.rules.wilds.wild_only_schedule.value(len(meld))
        if melding.rules.wilds.wild_only_schedule
        else 0
    )
    return MeldVerdict(meld, True, points, (False,) * len(meld), None, ())


def _wild_faults(melding: Melding, reading: Reading) -> tuple[Finding, ...]:
    natural = reading.natural
    return _wilds_apart(melding, reading.laid, natural) + _adjacent_naturals(melding, reading.laid, natural)


def _wilds_apart(melding: Melding, meld: Meld, natural: tuple[bool, ...]) -> tuple[Finding, ...]:
    together = any(not a and not b for a, b in pairwise(natural))
    if not melding.rules.wilds.wilds_apart or not together:
        return ()
    wilds = tuple(laid.card for laid, own in zip(meld, natural, strict=True) if not own)
    return (Finding("wilds-together", wilds, "H15", "Two wilds may not lie side by side."),)


def _adjacent_naturals(melding: Melding, meld: Meld, natural: tuple[bool, ...]) -> tuple[Finding, ...]:
    if (
        not melding.rules.wilds.adjacent_naturals
        or all(natural)
        or any(a and b for a, b in pairwise(natural))
    ):
        return ()
    naturals = tuple(laid.card for laid, own in zip(meld, natural, strict=True) if own)
    sentence = "A meld with a wild needs two natural cards side by side."
    return (Finding("no-adjacent-naturals", naturals, "H15", sentence),)


def _illegal(melding: Melding, meld: Meld, findings: tuple[Finding, ...]) -> MeldVerdict:
    natural = tuple(not melding.reach(laid.card) for laid in meld)
    return MeldVerdict(meld, False, 0, natural, None, findings)


def _is_open(melding: Melding, meld: Meld) -> bool:
    """Whether some joker does not say what it stands for."""
    return any(melding.sure_kind(laid) is None for laid in meld)


def _several_senses(melding: Melding, meld: Meld, *, as_set: bool) -> tuple[Finding, ...]:
    """What is wrong with a meld that can be meant in more ways than one; `as_set` says that a set is one."""
    ways = list(_senses(melding, meld))
    if len(ways) + as_set < 2:
        return ()
    kind = next(kind for laid in meld if (kind := melding.sure_kind(laid)))
    shown = [f"a set of {kind.rank}s"] if as_set else []
    shown += [show_meld(way, melding.rules.pack) for way in ways[:_SENSES_SHOWN]]
    listed = f"{', '.join(shown[:-1])} or {shown[-1]}"
    examples = [_write_set(melding, meld, kind)] if as_set else []
    example = " or ".join([*examples, _write_run(melding, meld, ways[0])])
    sentence = f"{show_meld(meld, melding.rules.pack)} may be {listed}: write which, as in {example}."
    return (Finding("ambiguous", tuple(laid.card for laid in meld), "F2", sentence),)


def _senses(melding: Melding, meld: Meld) -> Iterator[tuple[Card, ...]]:
    """The kinds of each run, read either way from where the cards lie, and of each set joined to a run."""
    if len(meld) < melding.rules.shapes.shortest_run:
        return
    runs = [reading.cards for way in (meld, meld[::-1]) for reading in readings(melding, way)]
    both = [*runs, *(way.kinds for way in joined_readings(melding, meld))]
    yield from {frozenset(kinds): kinds for kinds in reversed(both)}.values()


def _write_set(melding: Melding, meld: Meld, kind: Card) -> str:
    """A set of one natural as it is written so that it is one: `♠7 w=♣7 w`."""
    other = next(card for card in melding.set_of(kind.rank) if card != kind)
    jokers = sum(laid.card.is_wild for laid in meld) - 1
    return " ".join(
        [
            show_card(kind, melding.rules.pack),
            f"{WILD}={show_card(other, melding.rules.pack)}",
            *[str(WILD)] * jokers,
        ]
    )


def _write_run(melding: Melding, meld: Meld, way: tuple[Card, ...]) -> str:
    """A meld as it is written so that nothing is open: `♠7 w=♠8 w=♠9`."""
    own = Counter(laid.card for laid in meld if not laid.card.is_wild)
    return " ".join(
        show_card(kind, melding.rules.pack) if own[kind] else f"{WILD}={show_card(kind, melding.rules.pack)}"
        for kind in way
    )
