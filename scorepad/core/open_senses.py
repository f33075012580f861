"""What a meld of sets and runs may be meant as where its jokers leave that open, so that it is asked about,
never guessed: one card with two jokers is a set or one of several runs (F2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scorepad.core.card_text import show_laid, show_meld, show_rank
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.joined import joined_readings
from scorepad.core.melding import Melding
from scorepad.core.phrasing import join_words
from scorepad.core.readings import all_readings
from scorepad.core.sentence import in_a_row, say
from scorepad.core.verdicts import Finding

_SENSES_SHOWN = 4


def ambiguous_sense_faults(melding: Melding, meld: Meld, *, as_set: bool) -> tuple[Finding, ...]:
    """What is wrong with a meld that can be meant in more ways than one; `as_set` says that a set is one."""
    possible_senses = list(_possible_senses(melding, meld)) if _is_open(melding, meld) else []
    if len(possible_senses) + as_set < 2:
        return ()
    sure_kind = next(sure_kind for laid in meld if (sure_kind := melding.sure_kind(laid)))
    pack = melding.rules.pack
    shown_senses = [show_meld(sense, pack) for sense in possible_senses[:_SENSES_SHOWN]]
    if as_set:
        shown_senses.insert(0, say("a set of {rank}s", rank=show_rank(sure_kind.rank, pack)))
    examples = [_write_set(melding, meld, sure_kind)] if as_set else []
    sentence = say(
        "{meld} may be {senses}: write which, as in {example}.",
        meld=show_meld(meld, pack),
        senses=join_words(shown_senses),
        example=join_words([*examples, _write_run(melding, meld, possible_senses[0])]),
    )
    return (Finding("ambiguous", tuple(laid.card for laid in meld), "F2", sentence),)


def _is_open(melding: Melding, meld: Meld) -> bool:
    """Whether some joker does not say what it stands for."""
    return any(melding.sure_kind(laid) is None for laid in meld)


def _possible_senses(melding: Melding, meld: Meld) -> Iterator[tuple[Card, ...]]:
    """The kinds of each run, read either way from where the cards lie, and of each set joined to a run."""
    if len(meld) < melding.rules.shapes.shortest_run:
        return
    run_senses = [
        reading.cards for direction in (meld, meld[::-1]) for reading in all_readings(melding, direction)
    ]
    all_senses = [*run_senses, *(direction.all_kinds for direction in joined_readings(melding, meld))]
    yield from {frozenset(kinds): kinds for kinds in reversed(all_senses)}.values()


def _write_set(melding: Melding, meld: Meld, kind: Card) -> str:
    """A set of one natural as it is written so that it is one: `♠7 w=♣7 w`."""
    other_kind = next(card for card in melding.set_of_rank(kind.rank) if card != kind)
    jokers_left = sum(laid.card.is_wild for laid in meld) - 1
    laid_set = (Laid(kind), Laid(WILD, other_kind), *[Laid(WILD)] * jokers_left)
    return in_a_row(show_laid(laid, melding.rules.pack) for laid in laid_set)


def _write_run(melding: Melding, meld: Meld, run_kinds: tuple[Card, ...]) -> str:
    """A meld as it is written so that nothing is open: `♠7 w=♠8 w=♠9`."""
    own_cards = Counter(laid.card for laid in meld if not laid.card.is_wild)
    laid_run = (Laid(kind) if own_cards[kind] else Laid(WILD, kind) for kind in run_kinds)
    return in_a_row(show_laid(laid, melding.rules.pack) for laid in laid_run)
