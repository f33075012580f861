"""A complete set and a run joined by the card that they share: ♣2 ♥2 ♦2 ♠2345 is one meld (B2).

Readings: one run is joined to a set; each of the two holds a natural, the shared card counted in both. An ace
that lies in the set counts there like the others, so that laying ♠23 on four aces takes nothing off what they
counted; any other ace at the low end of the run counts 1 (F3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.melding import SMALLEST_SET, Melding, SetOf
from scorepad.core.rules import Rules
from scorepad.core.values import meld_value

_FEWEST = 6  # cards: a set of four and a run of three


@dataclass(frozen=True, slots=True)
class Joined:
    """The other kinds of a set, and those of a run, in which the shared one is."""

    others: tuple[Card, ...]
    run: tuple[Card, ...]

    @property
    def kinds(self) -> tuple[Card, ...]:
        """Every kind once, as the meld is laid out."""
        return (*self.others, *self.run)


def joined_readings(melding: Melding, meld: Meld) -> tuple[Joined, ...]:
    """Every way to read cards, in whatever order, as a complete set joined to a run."""
    if melding.rules.board.shared or len(meld) < _FEWEST:
        return ()
    known = Counter(kind for laid in meld if (kind := melding.sure_kind(laid)))
    ranks = Counter(kind.rank for kind in known)
    open_jokers = len(meld) - known.total()
    ways = (
        way
        for one in melding.sets
        if ranks[one.rank] + open_jokers >= len(one.cards) and max(known.values()) == 1
        for way in _through(melding, one, len(meld) - len(one.cards) + 1)
    )
    found = [way for way in ways if not known - Counter(way.kinds) and _both_hold_naturals(meld, way)]
    return tuple(dict.fromkeys(found))


def _through(melding: Melding, one: SetOf, length: int) -> Iterator[Joined]:
    """The runs of a length through a card of a complete set."""
    if len(one.cards) <= SMALLEST_SET:
        return
    for shared in one.cards:
        others = tuple(card for card in one.cards if card != shared)
        for track in melding.tracks:
            place = track.cards.index(shared) if shared in track.cards else -length
            for start in range(place - length + 1, place + 1):
                run = track.stretch(start, length)
                if run:
                    yield Joined(others, run)


def _both_hold_naturals(meld: Meld, way: Joined) -> bool:
    naturals = {laid.card for laid in meld}
    rank = way.others[0].rank
    whole_set = (*way.others, *(card for card in way.run if card.rank == rank))
    return not naturals.isdisjoint(whole_set) and not naturals.isdisjoint(way.run)


def laid_joined(meld: Meld, way: Joined) -> Meld:
    """The cards of a meld in the order of a reading, each wild saying what it stands for."""
    naturals = {laid.card for laid in meld if not laid.card.is_wild}
    return tuple(Laid(kind) if kind in naturals else Laid(WILD, kind) for kind in way.kinds)


def joined_value(rules: Rules, laid: Meld) -> int:
    """What a joined meld counts, laid out as a reading has it: the other cards of the set, then the run."""
    others, run = halves(laid)
    place = next(place for place, one in enumerate(run) if _kind(one).rank == _kind(laid[0]).rank)
    whole_set = _value(rules, (*others, run[place]), run=False)
    if place == 0:
        return whole_set + _value(rules, run[1:], run=False)
    return whole_set + _value(rules, run, run=True) - _value(rules, run[place : place + 1], run=False)


def halves(laid: Meld) -> tuple[Meld, Meld]:
    """The other cards of the set, and the run, of a joined meld as it is laid out."""
    size = sum(_kind(one).rank == _kind(laid[0]).rank for one in laid) - 1
    return laid[:size], laid[size:]


def is_joined(laid: Meld) -> bool:
    """Whether a legal meld, as it reads, is a set joined to a run: of several ranks, one more than once."""
    ranks = Counter(_kind(one).rank for one in laid if not _kind(one).is_wild)
    return len(ranks) > 1 and max(ranks.values()) > 1


def _kind(laid: Laid) -> Card:
    return laid.stands_for or laid.card


def _value(rules: Rules, laid: Meld, *, run: bool) -> int:
    return meld_value(rules, [one.card for one in laid], [_kind(one) for one in laid], run=run)
