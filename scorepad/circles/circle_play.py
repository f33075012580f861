"""A circle with the results of its tables, and the hands compared with their best melds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scorepad.circles.circle_service import standing_circle
from scorepad.circles.standings import BestPoints, CircleStandings, People, Span, circle_standings
from scorepad.circles.table_results import TableResult, hand_cards, hand_digest, table_results
from scorepad.core.log.circle import Circle
from scorepad.core.log.table import Table
from scorepad.core.spelling import name_key
from scorepad.tables.standing import standing_table

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

DIGESTS_AT_ONCE = 5_000  # engines take some 30,000 values with a statement
MOST_KNOWN = 200_000  # hands, in one process
_known_points: dict[str, int | None] = {}
"""What the best melds of hands are worth, as the store has it: it never changes."""


@dataclass(frozen=True)
class CirclePlay:
    """A circle and its tables, the earliest first."""

    circle: Circle
    results: tuple[TableResult, ...]
    best_points: BestPoints

    @cached_property
    def people(self) -> People:
        return People(self.circle.person, self.results)

    @property
    def years(self) -> tuple[int, ...]:
        """The years with a deal played to its end, the newest first."""
        return tuple(sorted({result.day.year for result in self.results if result.came_out}, reverse=True))

    @property
    def names_joined(self) -> Mapping[str, tuple[str, ...]]:
        """The other names under which each person sat at tables."""
        names: dict[str, set[str]] = {}
        for result in self.results:
            for name, person in zip(result.names, self.people.of(result), strict=True):
                if name_key(name) != name_key(person):
                    names.setdefault(person, set()).add(name)
        return {person: tuple(sorted(others)) for person, others in names.items()}

    @property
    def digests_to_compare(self) -> tuple[str, ...]:
        """The digests of hands whose best melds have not been searched."""
        digests = (hand.digest for result in self.results for hand in result.hands)
        return tuple(digest for digest in dict.fromkeys(digests) if digest and digest not in self.best_points)

    def standings(self, span: Span) -> CircleStandings:
        """The standings over the tables of the span."""
        return circle_standings(self.results, self.circle.person, span, self.best_points)


def circle_play(store: Store, circle_id: str) -> CirclePlay:
    """The circle with the results of its tables. Raises NotFound."""
    circle = standing_circle(store, circle_id)
    results = table_results(store, circle.tables)
    return CirclePlay(circle, results, _best_points(store, results))


def _best_points(store: Store, results: Iterable[TableResult]) -> BestPoints:
    digests = {hand.digest for result in results for hand in result.hands if hand.digest}
    unknown = tuple(digests - _known_points.keys())
    for start in range(0, len(unknown), DIGESTS_AT_ONCE):
        _known_points.update(store.best_points(unknown[start : start + DIGESTS_AT_ONCE]))
    best_points = {digest: _known_points[digest] for digest in digests & _known_points.keys()}
    # The store has them all, so to forget costs a query and nothing else.
    if len(_known_points) > MOST_KNOWN:
        _known_points.clear()
    return best_points


@dataclass(frozen=True, slots=True)
class HandToCompare:
    """A hand whose best melds are to be searched: its cards, game and house rules."""

    digest: str
    game: str
    options: Mapping[str, Any]
    cards: tuple[str, ...]


def hands_to_compare(store: Store, play: CirclePlay, most: int) -> tuple[HandToCompare, ...]:
    """Up to `most` hands that have not been compared yet, all under the same house rules."""
    digests = set(play.digests_to_compare)
    for result in play.results:
        if any(hand.digest in digests for hand in result.hands):
            hands = tuple(_hands_of(standing_table(store, result.id), digests))
            return tuple(hand for hand in hands if hand.options == hands[0].options)[:most]
    return ()


def _hands_of(table: Table, digests: Collection[str]) -> Iterator[HandToCompare]:
    for deal in table.deals:
        for entry in deal.entries:
            cards = hand_cards(entry)
            digest = hand_digest(table, deal, cards)
            if entry.melds is not None and digest in digests:
                yield HandToCompare(digest, table.game, table.options_of(deal.number), cards)
