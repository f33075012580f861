"""What a meld of sets and runs can be meant as, where its jokers leave that open (F2).

In a set a joker's suit need not be said; in a run its card must be clear by its place. What can be meant in
several ways is asked about, never guessed: one card with two jokers is a set or one of several runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.findings import Finding
from scorepad.core.joined import joined_readings
from scorepad.core.notation import show_card, show_meld
from scorepad.core.readings import meant, readings
from scorepad.core.rules import Rules
from scorepad.core.shapes import sets

_SHOWN = 4


def is_open(rules: Rules, meld: Meld) -> bool:
    """Whether some joker does not say what it stands for."""
    return any(meant(rules, laid) is None for laid in meld)


def several_senses(rules: Rules, meld: Meld, *, as_set: bool) -> tuple[Finding, ...]:
    """What is wrong with a meld that can be meant in more ways than one; `as_set` says that a set is one."""
    ways = list(_orders(rules, meld))
    if len(ways) + as_set < 2:
        return ()
    kind = next(kind for laid in meld if (kind := meant(rules, laid)))
    shown = [f"a set of {kind.rank}s"] if as_set else []
    shown += [show_meld(way, rules.pack) for way in ways[:_SHOWN]]
    listed = f"{', '.join(shown[:-1])} or {shown[-1]}"
    examples = [_written_as_set(rules, meld, kind)] if as_set else []
    example = " or ".join([*examples, _written(rules, meld, ways[0])])
    sentence = f"{show_meld(meld, rules.pack)} may be {listed}: write which, as in {example}."
    return (Finding("ambiguous", tuple(laid.card for laid in meld), "F2", sentence),)


def _orders(rules: Rules, meld: Meld) -> Iterator[tuple[Card, ...]]:
    """The kinds of each run, read either way from where the cards lie, and of each set joined to a run."""
    if len(meld) < rules.shapes.shortest_run:
        return
    runs = [reading.cards for way in (meld, meld[::-1]) for reading in readings(rules, way)]
    both = [*runs, *(way.kinds for way in joined_readings(rules, meld))]
    yield from {frozenset(kinds): kinds for kinds in reversed(both)}.values()


def _written_as_set(rules: Rules, meld: Meld, kind: Card) -> str:
    """A set of one natural as it is written so that it is one: `♠7 w=♣7 w`."""
    other = next(card for one in sets(rules) for card in one.cards if card.rank == kind.rank and card != kind)
    jokers = sum(laid.card.is_wild for laid in meld) - 1
    return " ".join(
        [show_card(kind, rules.pack), f"{WILD}={show_card(other, rules.pack)}", *[str(WILD)] * jokers]
    )


def _written(rules: Rules, meld: Meld, way: tuple[Card, ...]) -> str:
    """A meld as it is written so that nothing is open: `♠7 w=♠8 w=♠9`."""
    own = Counter(laid.card for laid in meld if not laid.card.is_wild)
    return " ".join(
        show_card(kind, rules.pack) if own[kind] else f"{WILD}={show_card(kind, rules.pack)}" for kind in way
    )
