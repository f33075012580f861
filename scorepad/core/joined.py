"""A complete set and a run joined by the card that they share: ♣2 ♥2 ♦2 ♠2345 is one meld (B2).

The run begins or ends with the shared card and goes on at its other end alone. Readings: one run is joined to
a set; each of the two holds a natural, the shared card counted in both. An ace that lies in the set counts
there like the others, so that laying ♠23 on four aces takes nothing off what they counted; any other ace at
the low end of the run counts 1 (F3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.melding import SMALLEST_SET, Melding, RankSet
from scorepad.core.rules import Rules
from scorepad.core.values import meld_value

_FEWEST_CARDS = 6  # cards: a set of four and a run of three


@dataclass(frozen=True, slots=True)
class JoinedReading:
    """The other kinds of a set, and those of a run, in which the shared one is."""

    other_kinds: tuple[Card, ...]
    run_kinds: tuple[Card, ...]

    @property
    def all_kinds(self) -> tuple[Card, ...]:
        """Every kind once, as the meld is laid out."""
        return (*self.other_kinds, *self.run_kinds)

    @property
    def shared_card(self) -> Card:
        """The card that lies in the set and in the run."""
        return next(kind for kind in self.run_kinds if kind.rank == self.other_kinds[0].rank)


def joined_readings(melding: Melding, meld: Meld) -> tuple[JoinedReading, ...]:
    """Every way to read cards, in whatever order, as a complete set joined to a run."""
    return tuple(way for way in _readings_with_set(melding, meld) if not _passes_through(way))


def readings_through_set(melding: Melding, meld: Meld) -> tuple[JoinedReading, ...]:
    """The same of runs that go on at both sides of the shared card, which is not allowed."""
    return tuple(
        joined_way for joined_way in _readings_with_set(melding, meld) if _passes_through(joined_way)
    )


def _passes_through(joined_way: JoinedReading) -> bool:
    return joined_way.shared_card not in (joined_way.run_kinds[0], joined_way.run_kinds[-1])


def _readings_with_set(melding: Melding, meld: Meld) -> tuple[JoinedReading, ...]:
    """Every way to read cards as a complete set and a run through one of its cards."""
    if melding.rules.board.shared or len(meld) < _FEWEST_CARDS:
        return ()
    known_kinds = Counter(sure_kind for laid in meld if (sure_kind := melding.sure_kind(laid)))
    rank_counts = Counter(sure_kind.rank for sure_kind in known_kinds)
    open_jokers = len(meld) - known_kinds.total()
    joined_ways = (
        joined_way
        for rank_set in melding.rank_sets
        if rank_counts[rank_set.rank] + open_jokers >= len(rank_set.cards) and max(known_kinds.values()) == 1
        for joined_way in _runs_through(melding, rank_set, len(meld) - len(rank_set.cards) + 1)
    )
    legal_ways = [
        joined_way
        for joined_way in joined_ways
        if not known_kinds - Counter(joined_way.all_kinds) and _both_hold_naturals(meld, joined_way)
    ]
    return tuple(dict.fromkeys(legal_ways))


def _runs_through(melding: Melding, rank_set: RankSet, length: int) -> Iterator[JoinedReading]:
    """The runs of a length through a card of a complete set."""
    if len(rank_set.cards) <= SMALLEST_SET:
        return
    for shared_card in rank_set.cards:
        other_cards = tuple(card for card in rank_set.cards if card != shared_card)
        for track in melding.tracks_through(shared_card):
            shared_place = track.cards.index(shared_card)
            for first_place in range(shared_place - length + 1, shared_place + 1):
                run_cards = track.stretch(first_place, length)
                if run_cards:
                    yield JoinedReading(other_cards, run_cards)


def _both_hold_naturals(meld: Meld, joined_way: JoinedReading) -> bool:
    naturals = {laid.card for laid in meld}
    whole_set = (*joined_way.other_kinds, joined_way.shared_card)
    return not naturals.isdisjoint(whole_set) and not naturals.isdisjoint(joined_way.run_kinds)


def lay_joined(meld: Meld, joined_way: JoinedReading) -> Meld:
    """The cards of a meld in the order of a reading, each wild saying what it stands for."""
    naturals = {laid.card for laid in meld if not laid.card.is_wild}
    return tuple(Laid(kind) if kind in naturals else Laid(WILD, kind) for kind in joined_way.all_kinds)


def joined_value(rules: Rules, laid_meld: Meld) -> int:
    """What a joined meld counts, laid out as a reading has it: the other cards of the set, then the run."""
    other_cards, run_cards = set_and_run(laid_meld)
    shared_place = 0 if begins_with_shared(other_cards, run_cards) else len(run_cards) - 1
    rest_of_run = (*run_cards[:shared_place], *run_cards[shared_place + 1 :])
    whole_set = (*other_cards, run_cards[shared_place])
    return _cards_value(rules, whole_set, is_run=False) + _cards_value(rules, rest_of_run, is_run=True)


def begins_with_shared(other_cards: Meld, run_cards: Meld) -> bool:
    """Whether the run of a joined meld begins with the card of the set, so that it goes on at its end."""
    return _kind_of(run_cards[0]).rank == _kind_of(other_cards[0]).rank


def set_and_run(laid_meld: Meld) -> tuple[Meld, Meld]:
    """The other cards of the set, and the run, of a joined meld as it is laid out."""
    set_size = sum(_kind_of(laid).rank == _kind_of(laid_meld[0]).rank for laid in laid_meld) - 1
    return laid_meld[:set_size], laid_meld[set_size:]


def is_joined(laid_meld: Meld) -> bool:
    """Whether a legal meld, as it reads, is a set joined to a run: of several ranks, one more than once."""
    rank_counts = Counter(_kind_of(laid).rank for laid in laid_meld if not _kind_of(laid).is_wild)
    return len(rank_counts) > 1 and max(rank_counts.values()) > 1


def _kind_of(laid: Laid) -> Card:
    return laid.stands_for or laid.card


def _cards_value(rules: Rules, laid_cards: Meld, *, is_run: bool) -> int:
    return meld_value(
        rules,
        [laid_cards.card for laid_cards in laid_cards],
        [_kind_of(laid_cards) for laid_cards in laid_cards],
        is_run=is_run,
    )
