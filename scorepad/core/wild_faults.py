"""What is wrong with the wilds of a meld that is otherwise a set or run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorepad.core.cards import Meld
from scorepad.core.phrasing import count_alone, count_word
from scorepad.core.rules import Rules
from scorepad.core.sentence import say, say_number
from scorepad.core.verdicts import Finding


def wild_clause(rules: Rules) -> str:
    """The clause on how wilds lie: that of melds in games with sets, else H15."""
    return rules.shapes.clause if rules.shapes.sets else "H15"


def wild_count_faults(
    rules: Rules, meld: Meld, is_natural: Sequence[bool], *, in_set: bool
) -> Iterator[Finding]:
    """Findings for too many wilds, or too few naturals."""
    limit, cards = rules.wilds.count, tuple(laid.card for laid in meld)
    naturals = sum(is_natural)
    wild_count = len(meld) - naturals
    most = limit.most_in(len(meld))
    if most and wild_count > most:
        sentence = say_number(
            "A meld can have at most one wild, not {held}.",
            "A meld can have at most {most} wilds, not {held}.",
            most,
            most=count_word(most),
            held=count_word(wild_count),
        )
        yield Finding("too-many-wilds", cards, wild_clause(rules), sentence)
    if naturals < limit.naturals:
        sentence = say(
            "A meld needs at least {least} natural cards, not {number}.",
            least=count_word(limit.naturals),
            number=count_alone(naturals),
        )
        yield Finding("too-few-naturals", cards, wild_clause(rules), sentence)
    elif in_set and limit.set_outnumbered and wild_count > naturals:
        sentence = say("A set can’t have more wilds than other cards.")
        yield Finding("outnumbered", cards, wild_clause(rules), sentence)
