"""Extends melds on the table: cards laid at their ends, and two melds merged (H8, H9, L3).

The cards of a meld keep their order, and its wilds what they stand for. A meld of wilds alone lies on no
track, so nothing can be added to it (H17, our reading).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from scorepad.core.audit import audit_cards
from scorepad.core.card_text import show_cards, show_meld
from scorepad.core.cards import WILD, Card, Laid, Meld, Track
from scorepad.core.check import check_meld
from scorepad.core.melding import melding_of
from scorepad.core.phrasing import count_word, join_words
from scorepad.core.readings import fit_cards, possible_stretches
from scorepad.core.rules import Rules
from scorepad.core.sentence import say, say_number
from scorepad.core.sets import is_joined
from scorepad.core.tokens import leap_faults
from scorepad.core.verdicts import Finding, MeldVerdict


@dataclass(frozen=True, slots=True)
class MergeVerdict:
    """The verdict on a merge: the melds after it, their points, and the points of each meld before."""

    legal: bool
    melds: tuple[MeldVerdict, ...]
    points: int
    before: tuple[int, ...]
    findings: tuple[Finding, ...]


def merge(rules: Rules, melds: Sequence[Meld], between: Meld = ()) -> MergeVerdict:
    """Judge the merging of two melds, in whichever order they abut (H8, L3), or of a set and a run (B2).

    `between` are cards from the hand that fill the gap, where the table allows that, in any order.
    """
    old_verdicts = tuple(check_meld(rules, meld) for meld in melds)
    points_before = tuple(verdict.points for verdict in old_verdicts)
    findings = [finding for verdict in old_verdicts for finding in verdict.findings]
    all_cards = [laid.card for laid in chain(*(_without_shared_card(rules, melds)), between)]
    findings += audit_cards(rules, all_cards)
    if len(melds) != 2:
        sentence = say("Merge two melds in a turn, not {number}.", number=count_word(len(melds)))
        findings.append(Finding("not-two", (), clause_of(rules), sentence))
    if findings:
        return MergeVerdict(False, old_verdicts, sum(points_before), points_before, tuple(findings))
    merged_verdict = (_set_with_run if rules.shapes.sets else merge_runs)(rules, melds[0], melds[1], between)
    if not merged_verdict.legal:
        return MergeVerdict(False, old_verdicts, sum(points_before), points_before, merged_verdict.findings)
    return MergeVerdict(True, (merged_verdict,), merged_verdict.points, points_before, ())


def _without_shared_card(rules: Rules, melds: Sequence[Meld]) -> tuple[Meld, ...]:
    """The melds without the second mention of a card that they share, which lies there once (B2). If the
    packs have it twice, two cards are meant."""
    if not rules.shapes.sets or len(melds) != 2:
        return tuple(melds)
    first_meld, second_meld = melds
    shared_cards = [laid for laid in second_meld if laid in first_meld and _is_single(rules, laid.card)]
    return (
        (first_meld, tuple(laid for laid in second_meld if laid not in shared_cards))
        if len(shared_cards) == 1
        else (first_meld, second_meld)
    )


def _is_single(rules: Rules, card: Card) -> bool:
    """Whether the table plays with only one such card."""
    return bool(audit_cards(rules, (card, card)))


def _set_with_run(rules: Rules, first_meld: Meld, second_meld: Meld, between: Meld) -> MeldVerdict:
    """The meld of a complete set and a run joined by the card that they share, in either order (B2)."""
    merged_verdict = check_meld(rules, tuple(chain(*_without_shared_card(rules, (first_meld, second_meld)))))
    findings = _gap_faults(rules, between)
    if any(finding.code == "through-set" for finding in merged_verdict.findings):
        findings += merged_verdict.findings
    elif not (merged_verdict.legal and is_joined(merged_verdict.laid)):
        findings += (_not_joined_finding(rules, first_meld, second_meld),)
    return replace(merged_verdict, legal=False, points=0, findings=findings) if findings else merged_verdict


def _not_joined_finding(rules: Rules, first_meld: Meld, second_meld: Meld) -> Finding:
    both_melds = _show_both(rules, first_meld, second_meld)
    cards_twice = tuple(laid.card for laid in second_meld if laid in first_meld)
    if cards_twice:
        sentence = say_number(
            "{melds} both have {cards}. A merge can’t lose a card, and one meld can have it only once.",
            "{melds} both have {cards}. A merge can’t lose a card, and one meld can have each only once.",
            len(cards_twice),
            melds=both_melds,
            cards=show_cards(cards_twice, rules.pack),
        )
        return Finding("card-twice", cards_twice, clause_of(rules), sentence)
    sentence = say(
        "{melds} don’t make a meld together. A complete set and a run must share a card.",
        melds=both_melds,
    )
    return Finding("not-joined", (), clause_of(rules), sentence)


def merge_runs(rules: Rules, first_meld: Meld, second_meld: Meld, between: Meld = ()) -> MeldVerdict:
    """The meld of two legal runs, or every reason why they make none (H8, L3)."""
    pinned_parts = pin_wilds(rules, first_meld), pin_wilds(rules, second_meld)
    refusals = (
        _gap_faults(rules, between)
        + _wild_meld_faults(rules, first_meld, second_meld)
        + _leap_faults(rules, first_meld, second_meld)
    )
    joined_verdicts = [check_meld(rules, meld) for meld in _possible_joins(rules, *pinned_parts, between)]
    legal_verdicts = [verdict for verdict in joined_verdicts if verdict.legal]
    refusals += _several_leaps_fault(rules, legal_verdicts)
    if legal_verdicts and not refusals:
        return unpin_naturals(legal_verdicts[0])
    if legal_verdicts:
        return replace(unpin_naturals(legal_verdicts[0]), legal=False, points=0, findings=refusals)
    naive_verdicts = [
        check_meld(rules, (*one_meld, *between, *other_meld))
        for one_meld, other_meld in _possible_orders(*pinned_parts)
    ]
    sentence = say("{melds} don’t make a run together.", melds=_show_both(rules, first_meld, second_meld))
    no_run_finding = Finding("no-one-run", (), clause_of(rules), sentence)
    reasons = (
        _not_between_finding(rules, between)
        if any(verdict.legal for verdict in naive_verdicts)
        else (no_run_finding, *naive_verdicts[0].findings)
    )
    return replace(unpin_naturals(naive_verdicts[0]), legal=False, points=0, findings=(*refusals, *reasons))


def _show_both(rules: Rules, first_meld: Meld, second_meld: Meld) -> str:
    return join_words([show_meld(meld, rules.pack) for meld in (first_meld, second_meld)], "and")


def _possible_joins(rules: Rules, first_meld: Meld, second_meld: Meld, between: Meld) -> Iterator[Meld]:
    """The two melds in either order and direction, with the cards in the gap between them (H8)."""
    melding = melding_of(rules)
    # Wilds keep the gap open while the stretch is found; cards from the hand are fitted in after that.
    gap_wilds = (Laid(WILD),) * len(between)
    for one_meld, other_meld in _possible_orders(first_meld, second_meld):
        fixed_meld = (*one_meld, *gap_wilds, *other_meld)
        for track in melding.tracks:
            for kinds in possible_stretches(track, list(map(melding.sure_kind, fixed_meld))):
                gap_kinds = kinds[len(one_meld) : len(one_meld) + len(gap_wilds)]
                outer_places = zip(
                    (*one_meld, *other_meld),
                    (*kinds[: len(one_meld)], *kinds[len(one_meld) + len(gap_wilds) :]),
                    strict=True,
                )
                if all(melding.may_lie(gap_cards, kind) for gap_cards, kind in outer_places):
                    gap_cards = fit_cards(melding, between, gap_kinds)
                    if gap_cards is not None:
                        yield (
                            *one_meld,
                            *map(partial(_saying_kind, rules), gap_cards, gap_kinds),
                            *other_meld,
                        )


def _not_between_finding(rules: Rules, between: Meld) -> tuple[Finding, ...]:
    """The finding for cards that would extend the run beyond its ends and not fill the gap."""
    cards = tuple(laid.card for laid in between)
    sentence = say_number(
        "{cards} doesn’t fit in the gap between the two melds.",
        "{cards} don’t all fit in the gap between the two melds.",
        len(cards),
        cards=show_cards(cards, rules.pack),
    )
    return (Finding("not-between", cards, clause_of(rules), sentence),)


def _several_leaps_fault(rules: Rules, legal_verdicts: Sequence[MeldVerdict]) -> tuple[Finding, ...]:
    """The finding for a merge that makes a run by several leaps, so that the meant one is open (L6)."""
    meld_by_leap = {
        verdict.leap: show_meld(verdict.reads_as, rules.pack) for verdict in reversed(legal_verdicts)
    }
    if len(meld_by_leap) < 2:
        return ()
    sentence = say(
        "Together they could be {ways}. Say what the wild stands for.",
        ways=join_words(list(meld_by_leap.values())),
    )
    return (
        Finding(
            "ambiguous", legal_verdicts[0].reads_as, "L6" if rules.shapes.leaps.tokens else "H16", sentence
        ),
    )


def extend_meld(rules: Rules, meld: Meld, cards_before: Meld, cards_after: Meld) -> MeldVerdict:
    """The verdict on a legal meld with cards laid before and after it (H8)."""
    own_meld = pin_wilds(rules, meld)
    findings = _wild_meld_faults(rules, meld)
    if not cards_before and not cards_after:
        sentence = say("Add at least one card to the meld.")
        findings += (Finding("no-cards", (), clause_of(rules), sentence),)
    extended_verdict = check_meld(rules, (*cards_before, *own_meld, *cards_after))
    if extended_verdict.legal and not findings and not _keeps_parts(extended_verdict.laid, own_meld):
        sentence = say(
            "{meld} would be broken up. Add cards only at its ends.", meld=show_meld(meld, rules.pack)
        )
        findings += (Finding("broken-up", tuple(laid.card for laid in meld), "H9", sentence),)
    if not findings:
        return unpin_naturals(extended_verdict)
    return replace(
        unpin_naturals(extended_verdict),
        legal=False,
        points=0,
        findings=(*findings, *extended_verdict.findings),
    )


def possible_extensions(rules: Rules, meld: Meld, cards: Meld) -> tuple[tuple[Meld, Meld], ...]:
    """Every way to lay the cards at the ends of a legal meld: those before it, and those after it.

    Wilds that may stand for several cards make several ways. Empty if the cards don't fit.
    """
    own_meld = pin_wilds(rules, meld)
    ways_by_reading: dict[object, tuple[Meld, Meld]] = {}
    for track in melding_of(rules).tracks if cards else ():
        for split in _possible_splits(rules, track, own_meld, cards):
            extended_verdict = extend_meld(rules, meld, *split)
            if extended_verdict.legal:
                ways_by_reading.setdefault(
                    (extended_verdict.leap, tuple(sorted(extended_verdict.reads_as))), split
                )
    return tuple(ways_by_reading.values())


def _possible_splits(rules: Rules, track: Track, own_meld: Meld, cards: Meld) -> Iterator[tuple[Meld, Meld]]:
    """The ways to lay the cards before and after the meld on stretches of a track that contain it, in either
    direction."""
    melding = melding_of(rules)
    for direction in (1, -1):
        for first_place in range(len(track.cards)):
            kinds = track.stretch(first_place, len(own_meld) + len(cards))[::direction]
            for before_count in range(len(cards) + 1) if kinds else ():
                own_kinds = kinds[before_count : before_count + len(own_meld)]
                if not all(melding.may_lie(one, kind) for one, kind in zip(own_meld, own_kinds, strict=True)):
                    continue
                outer_kinds = kinds[:before_count] + kinds[before_count + len(own_meld) :]
                placed_cards = fit_cards(melding, cards, outer_kinds)
                if placed_cards:
                    said_cards = tuple(
                        _saying_kind(rules, one, kind)
                        for one, kind in zip(placed_cards, outer_kinds, strict=True)
                    )
                    yield said_cards[:before_count], said_cards[before_count:]


def _saying_kind(rules: Rules, laid: Laid, kind: Card) -> Laid:
    """The card at a place of this kind; it says what it stands for unless it is that kind."""
    return laid if laid.stands_for or melding_of(rules).run_kind(laid.card) == kind else Laid(laid.card, kind)


def pin_wilds(rules: Rules, meld: Meld) -> Meld:
    """A legal meld in which every card that may be wild says what it is."""
    # What lies keeps its sense: cards laid beside it must not turn a wild into another card (H9).
    melding = melding_of(rules)
    verdict = check_meld(rules, meld)
    return tuple(
        Laid(laid.card, laid.card) if is_own and melding.reach(laid.card) and not laid.stands_for else laid
        for laid, is_own in zip(verdict.laid, verdict.natural, strict=True)
    )


def unpin_naturals(verdict: MeldVerdict) -> MeldVerdict:
    """The verdict without naturals that say they stand for themselves."""
    laid = tuple(
        Laid(laid_card.card) if is_natural else laid_card
        for laid_card, is_natural in zip(verdict.laid, verdict.natural, strict=True)
    )
    return replace(verdict, laid=laid) if verdict.legal else verdict


def _possible_orders(first_meld: Meld, second_meld: Meld) -> list[tuple[Meld, Meld]]:
    """The two melds in either order and direction, the given one first."""
    turned_pairs = [
        (first_meld, second_meld),
        (first_meld[::-1], second_meld[::-1]),
        (first_meld, second_meld[::-1]),
        (first_meld[::-1], second_meld),
    ]
    return [
        melds
        for one_meld, other_meld in turned_pairs
        for melds in ((one_meld, other_meld), (other_meld, one_meld))
    ]


def _keeps_parts(laid_meld: Meld, *parts: Meld) -> bool:
    """Whether the meld contains each part whole, in either direction."""
    return all(_lies_within(laid_meld, part) or _lies_within(laid_meld, part[::-1]) for part in parts)


def _lies_within(laid_meld: Meld, part: Meld) -> bool:
    return any(
        laid_meld[first_place : first_place + len(part)] == part
        for first_place in range(len(laid_meld) - len(part) + 1)
    )


def clause_of(rules: Rules) -> str:
    """The clause that says what players may do with their melds."""
    return "B2" if rules.shapes.sets else "L3" if rules.shapes.leaps.tokens else "H8"


def _gap_faults(rules: Rules, between: Meld) -> tuple[Finding, ...]:
    if not between or rules.turns.lying.fills_gaps:
        return ()
    cards = tuple(laid.card for laid in between)
    sentence = say(
        "At this table you can’t use cards from your hand in a merge. Leave out {cards}.",
        cards=show_cards(cards, rules.pack),
    )
    return (Finding("gap-filled", cards, clause_of(rules), sentence),)


def _wild_meld_faults(rules: Rules, *melds: Meld) -> tuple[Finding, ...]:
    """Findings for melds of wilds alone, which nothing can be added to."""
    sentence = say("A meld of only wilds has no place in the order, so it can’t change.")
    return tuple(
        Finding("wilds-alone", tuple(laid.card for laid in meld), "H17", sentence)
        for meld in melds
        if not any(check_meld(rules, meld).natural)
    )


def _leap_faults(rules: Rules, first_meld: Meld, second_meld: Meld) -> tuple[Finding, ...]:
    """Findings for melds of several cards with different leaps, or with leaps that one player can't have
    together (L2)."""
    leaps = [check_meld(rules, meld).leap for meld in (first_meld, second_meld)]
    if leaps[0] and leaps[0] == leaps[1] and rules.shapes.leaps.all_differ:
        return leap_faults(rules, [leaps[0]] * 2)
    if leaps[0] == leaps[1] or None in leaps or min(len(first_meld), len(second_meld)) < 2:
        return ()
    sentence = say(
        "{first} goes by {first_leap}s and {second} goes by {second_leap}s. A run needs one leap.",
        first=show_meld(first_meld, rules.pack),
        first_leap=leaps[0],
        second=show_meld(second_meld, rules.pack),
        second_leap=leaps[1],
    )
    return (Finding("leaps-differ", (), "L3" if rules.shapes.leaps.tokens else "H22", sentence),)
