"""The referee of sets: three or more of a rank, all of different suits (B1, F1, F2, K1, G1).

Reading where suits may repeat (K1): a set still holds as many cards as there are suits at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorepad.core.card_text import show_card
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.melding import SMALLEST_SET, Melding
from scorepad.core.phrasing import count_word
from scorepad.core.values import meld_value
from scorepad.core.verdicts import Finding, MeldVerdict


def same_rank(melding: Melding, meld: Meld) -> bool:
    """Whether all cards but wilds are of one rank, so that a set can only be meant."""
    return len({kind.rank for laid in meld if (kind := melding.sure_kind(laid))}) == 1


def as_set(melding: Melding, meld: Meld) -> MeldVerdict:
    """Judge a meld as a set. On a board wilds stand for the first suits that are missing, in listing order.

    Elsewhere a wild's suit stays open until the set is full: any missing suit may still be laid off (F2).
    """
    natural = tuple(not melding.reach(laid.card) for laid in meld)
    findings = _faults(melding, meld)
    laid = None if findings else _filled(melding, meld)
    if laid is None:
        no_place = Finding(
            "no-suit-left", (), melding.rules.shapes.clause, "There is no suit left for a wild of this set."
        )
        return MeldVerdict(meld, False, 0, natural, None, findings or (no_place,))
    reads = tuple(one.stands_for or one.card for one in laid)
    points = meld_value(melding.rules, [one.card for one in laid], reads, run=False)
    full = len(laid) == len(melding.rules.pack.suits)
    return MeldVerdict(laid if melding.rules.board.shared or full else meld, True, points, natural, None, ())


def _faults(melding: Melding, meld: Meld) -> tuple[Finding, ...]:
    kinds = [kind for laid in meld if (kind := melding.sure_kind(laid))]
    cards = tuple(laid.card for laid in meld)
    found = []
    if not same_rank(melding, meld):
        found.append(Finding("ranks-differ", cards, melding.rules.shapes.clause, "A set is of one rank."))
    if len(meld) < SMALLEST_SET:
        least = count_word(SMALLEST_SET)
        sentence = f"A set has at least {least} cards, not {len(meld)}."
        found.append(Finding("too-short", cards, melding.rules.shapes.clause, sentence))
    return (
        *found,
        *(
            _repeated(melding, meld)
            if melding.rules.shapes.repeated_colours
            else _not_different(melding, kinds)
        ),
    )


def _not_different(melding: Melding, kinds: Sequence[Card]) -> Iterator[Finding]:
    for kind, copies in Counter(kinds).items():
        if copies > 1:
            sentence = (
                f"{show_card(kind, melding.rules.pack)} is there more than once: a set is of different suits."
            )
            yield Finding("suit-twice", (kind,), melding.rules.shapes.clause, sentence)


def _repeated(melding: Melding, meld: Meld) -> Iterator[Finding]:
    """Faults of a set whose suits may repeat (K1): still four at most, none more often than in the packs."""
    most = len(melding.rules.pack.suits)
    if len(meld) > most:
        cards = tuple(laid.card for laid in meld)
        sentence = f"A set has at most {count_word(most)} cards, not {count_word(len(meld))}."
        yield Finding("too-long", cards, melding.rules.shapes.clause, sentence)
    said = Counter(laid.stands_for or laid.card for laid in meld)
    for kind in dict.fromkeys(laid.stands_for for laid in meld if laid.stands_for):
        if said[kind] > melding.rules.packs:
            there = f"{show_card(kind, melding.rules.pack)} is there {count_word(said[kind])} times"
            sentence = f"{there}, but the packs hold {count_word(melding.rules.packs)}."
            yield Finding("too-many-copies", (kind,), melding.rules.shapes.clause, sentence)


def _filled(melding: Melding, meld: Meld) -> Meld | None:
    """The set with each wild saying what it stands for; None where a wild finds no suit."""
    kinds = {kind for laid in meld if (kind := melding.sure_kind(laid))}
    rank = next(iter(kinds)).rank
    free = [card for card in melding.set_of(rank) if card not in kinds]
    laid: list[Laid] = []
    for one in meld:
        if melding.sure_kind(one):
            laid.append(one)
            continue
        suit = next((card for card in free if card in melding.reach(one.card)), None)
        if suit is None:
            return None
        free.remove(suit)
        laid.append(Laid(one.card, suit))
    return tuple(laid)
