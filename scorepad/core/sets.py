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
from scorepad.core.sentence import say
from scorepad.core.values import meld_value
from scorepad.core.verdicts import Finding, MeldVerdict


def is_one_rank(melding: Melding, meld: Meld) -> bool:
    """Whether all cards but wilds are of one rank, so that a set can only be meant."""
    return len({sure_kind.rank for laid in meld if (sure_kind := melding.sure_kind(laid))}) == 1


def judge_set(melding: Melding, meld: Meld) -> MeldVerdict:
    """Judge a meld as a set. On a board wilds stand for the first suits that are missing, in listing order.

    Elsewhere a wild's suit stays open until the set is full: any missing suit may still be laid off (F2).
    """
    is_natural = tuple(not melding.reach(filled_set.card) for filled_set in meld)
    findings = _set_faults(melding, meld)
    filled_set = None if findings else _fill_set(melding, meld)
    if filled_set is None:
        no_place = Finding(
            "no-suit-left",
            (),
            melding.rules.shapes.clause,
            say("There is no suit left for a wild of this set."),
        )
        return MeldVerdict(meld, False, 0, is_natural, None, findings or (no_place,))
    read_kinds = tuple(laid_card.stands_for or laid_card.card for laid_card in filled_set)
    points = meld_value(melding.rules, [laid_card.card for laid_card in filled_set], read_kinds, is_run=False)
    is_full = len(filled_set) == len(melding.rules.pack.suits)
    return MeldVerdict(
        filled_set if melding.rules.board.shared or is_full else meld, True, points, is_natural, None, ()
    )


def _set_faults(melding: Melding, meld: Meld) -> tuple[Finding, ...]:
    sure_kinds = [sure_kind for laid in meld if (sure_kind := melding.sure_kind(laid))]
    cards = tuple(laid.card for laid in meld)
    findings = []
    if not is_one_rank(melding, meld):
        sentence = say("A set is of one rank.")
        findings.append(Finding("ranks-differ", cards, melding.rules.shapes.clause, sentence))
    if len(meld) < SMALLEST_SET:
        sentence = say(
            "A set has at least {least} cards, not {number}.",
            least=count_word(SMALLEST_SET),
            number=len(meld),
        )
        findings.append(Finding("too-short", cards, melding.rules.shapes.clause, sentence))
    return (
        *findings,
        *(
            _repeated_suit_faults(melding, meld)
            if melding.rules.shapes.repeated_colours
            else _suit_twice_faults(melding, sure_kinds)
        ),
    )


def _suit_twice_faults(melding: Melding, sure_kinds: Sequence[Card]) -> Iterator[Finding]:
    for kind, copies in Counter(sure_kinds).items():
        if copies > 1:
            sentence = say(
                "{card} is there more than once: a set is of different suits.",
                card=show_card(kind, melding.rules.pack),
            )
            yield Finding("suit-twice", (kind,), melding.rules.shapes.clause, sentence)


def _repeated_suit_faults(melding: Melding, meld: Meld) -> Iterator[Finding]:
    """Faults of a set whose suits may repeat (K1): still four at most, none more often than in the packs."""
    most_cards = len(melding.rules.pack.suits)
    if len(meld) > most_cards:
        cards = tuple(laid.card for laid in meld)
        sentence = say(
            "A set has at most {most} cards, not {number}.",
            most=count_word(most_cards),
            number=count_word(len(meld)),
        )
        yield Finding("too-long", cards, melding.rules.shapes.clause, sentence)
    said_kinds = Counter(laid.stands_for or laid.card for laid in meld)
    for kind in dict.fromkeys(laid.stands_for for laid in meld if laid.stands_for):
        if said_kinds[kind] > melding.rules.packs:
            sentence = say(
                "{card} is there {times} times, but the packs hold {limit}.",
                card=show_card(kind, melding.rules.pack),
                times=count_word(said_kinds[kind]),
                limit=count_word(melding.rules.packs),
            )
            yield Finding("too-many-copies", (kind,), melding.rules.shapes.clause, sentence)


def _fill_set(melding: Melding, meld: Meld) -> Meld | None:
    """The set with each wild saying what it stands for; None where a wild finds no suit."""
    sure_kinds = {sure_kind for filled_set in meld if (sure_kind := melding.sure_kind(filled_set))}
    rank = next(iter(sure_kinds)).rank
    free_cards = [card for card in melding.set_of_rank(rank) if card not in sure_kinds]
    filled_set: list[Laid] = []
    for laid_card in meld:
        if melding.sure_kind(laid_card):
            filled_set.append(laid_card)
            continue
        free_card = next((card for card in free_cards if card in melding.reach(laid_card.card)), None)
        if free_card is None:
            return None
        free_cards.remove(free_card)
        filled_set.append(Laid(laid_card.card, free_card))
    return tuple(filled_set)
