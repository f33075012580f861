"""A player's first play, before she may rebuild the table: its worth, and jokers that it takes (K2).

Readings where the sources say nothing. Where one set alone must be worth enough, others may be laid with it.
Where a joker may be taken from the table, its tile goes to the set that lies there and counts nothing; the
joker counts in a new set as the tile that it stands for there. A meld that is a set of the table with tiles
in the place of its jokers is that set, as long as so many jokers lie in the other melds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.core.sets import as_set
from scorepad.core.verdicts import Finding, MeldVerdict


@dataclass(frozen=True, slots=True)
class Lender:
    """A set of the table as it lay, and the place among the melds laid of what it is now."""

    place: int
    before: Meld


def lenders(rules: Rules, melds: Sequence[Meld], table: Sequence[MeldVerdict]) -> tuple[Lender, ...]:
    """The melds that are sets of the table with tiles in the place of jokers, which lie in others."""
    there = [meld.laid for meld in table if meld.legal]
    lent: list[Lender] = []
    for place, meld in enumerate(melds):
        cards = _cards(meld)
        before = next((one for one in there if cards in map(_cards, with_tiles_in(rules, one))), None)
        if before is not None:
            there.remove(before)
            lent.append(Lender(place, before))
    while sum(_jokers(lender.before) for lender in lent) > sum(map(_jokers, melds)):
        lent.pop()
    return tuple(lent)


def with_tiles_in(rules: Rules, meld: Meld) -> Iterator[Meld]:
    """Every set that a set of the table becomes when tiles are put in the place of its jokers.

    The joker of a group may be of any colour that is missing there.
    """
    melding = melding_of(rules)
    ways = [[one] if one.card != WILD else [one, *_tiles(rules, meld, one)] for one in meld]
    for laid in product(*ways):
        if laid == meld:
            continue
        if not _is_group(meld):
            yield laid
        elif (group := as_set(melding, tuple(Laid(one.card) for one in laid))).legal:
            yield group.laid


def _tiles(rules: Rules, meld: Meld, joker: Laid) -> Iterator[Laid]:
    if not _is_group(meld):
        yield Laid(joker.stands_for or joker.card)
        return
    rank = _kinds(meld)[0].rank
    yield from map(Laid, melding_of(rules).set_of(rank))


def _is_group(meld: Meld) -> bool:
    return len({kind.rank for kind in _kinds(meld)}) == 1


def _kinds(meld: Meld) -> list[Card]:
    return [one.stands_for or one.card for one in meld]


def _cards(meld: Meld) -> list[Card]:
    return sorted(one.card for one in meld)


def _jokers(meld: Meld) -> int:
    return sum(one.card == WILD for one in meld)


def worth_too_little(rules: Rules, own: Sequence[MeldVerdict]) -> tuple[Finding, ...]:
    """What is wrong with legal sets as a first play; a joker counts as the tile that it stands for (K1)."""
    most = max if rules.board.first_play_one_set else sum
    worth = most(meld.points for meld in own) if own else 0
    if not own or worth >= rules.board.first_play:
        return ()
    cards = tuple(laid.card for meld in own for laid in meld.laid)
    sentence = f"A first play must be worth {rules.board.first_play}; this is {worth}."
    if rules.board.first_play_one_set:
        sentence = (
            f"One set of a first play must be worth {rules.board.first_play}; the highest here is {worth}."
        )
    return (Finding("first-play", cards, "K2", sentence),)
