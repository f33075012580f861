"""List every meld of runs of a hand and its player's table melds, which stay whole (H1-H22, L1-L6).

The code follows the rules card by card, a table meld being one long card: slow and obvious.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from scorepad.core.bonuses import certain_quartets
from scorepad.core.cards import Card, Meld, Track, cards_of
from scorepad.core.check import check_meld
from scorepad.core.melding import melding_of
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.proofs.certificates import NotChecked, Row
from scorepad.proofs.priced_choice import ChoiceLister, PlainChoice

_MOST_STEPS = 300_000


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A table meld with a natural: its number, its kinds, and its leap if it has several cards."""

    number: int
    kinds: tuple[Card, ...]
    naturals: tuple[bool, ...]
    leap: int | None


def choices_of_extensions(rules: Rules, hand: Counter[Card], table: Sequence[Meld]) -> Iterator[PlainChoice]:
    """List the choices: one for each leap that all melds can have if they must share one (L2), else a single
    one.

    Raises NotChecked.
    """
    table_melds = list(_table_melds(rules, table))
    leaps = rules.shapes.leaps
    if not leaps.one_each:
        yield _choice_of_leaps(rules, hand, table, table_melds)
        return
    own_leaps = {meld.leap for meld in table_melds if meld.leap}
    for leap in leaps.open_to(own_leaps):
        yield _choice_of_leaps(rules.variant(leaps=replace(leaps, each=(leap,))), hand, table, table_melds)


def _table_melds(rules: Rules, table: Sequence[Meld]) -> Iterator[TableMeld]:
    melding = melding_of(rules)
    for number, meld in enumerate(table):
        verdict = check_meld(rules, meld)
        if not any(verdict.natural):
            continue
        kinds = tuple(map(melding.run_kind, verdict.reads_as))
        yield TableMeld(number, kinds, verdict.natural, verdict.leap if len(kinds) > 1 else None)


def _choice_of_leaps(
    rules: Rules, hand: Counter[Card], table: Sequence[Meld], table_melds: Sequence[TableMeld]
) -> PlainChoice:
    melding = melding_of(rules)
    everything = hand + Counter(cards_of(table))
    if rules.bonuses.quartet_bonus and any(
        card in melding.naturals and melding.reach(card) for card in everything
    ):
        raise NotChecked("quartets of cards that may be wild are not checked")
    limits: dict[Row, tuple[int, int]] = {}
    for card, count in sorted(hand.items()):
        must_lie = rules.scoring.must_meld_all and not melding.reach(card)
        # On going out only cards that may be wild can be left over (H2, H17).
        limits[card] = (count if must_lie else 0, count)
    limits |= {meld.number: (1, 1) for meld in table_melds}
    if rules.shapes.leaps.all_differ:
        limits |= {f"leap {leap}": (0, 1) for leap in rules.shapes.leaps.each}
    left_points = -left_value(rules, hand.elements()) if rules.scoring.left_counts else 0
    lister = _ExtensionLister(rules, hand, table_melds, limits)
    lying = [len(meld) for meld in table if not any(check_meld(rules, meld).natural)]
    wild_points = sum(schedule.value(size) for size in lying) if (schedule := _wild_schedule(rules)) else 0
    return lister.as_choice(left_points + wild_points + certain_quartets(rules, everything))


def _wild_schedule(rules: Rules) -> Schedule | None:
    """Return the schedule of melds of wilds alone, if the rules have them (H17)."""
    return rules.wilds.wild_only_schedule if rules.scoring.must_meld_all else None


class _ExtensionLister(ChoiceLister):
    """Lists melds, each gaining its points and what its cards would cost in hand."""

    def __init__(
        self,
        rules: Rules,
        hand: Counter[Card],
        table_melds: Sequence[TableMeld],
        limits: dict[Row, tuple[int, int]],
    ) -> None:
        super().__init__(limits, _MOST_STEPS)
        self.rules, self.table_melds = rules, table_melds
        self.melding = melding_of(rules)
        self._cards_left = Counter(hand)
        self._melds_left = set(table_melds)
        for track in self.melding.tracks:
            # On another track the same cards lead to other melds.
            self._reached = set[tuple[int, frozenset[tuple[Row, int]], tuple[bool, ...]]]()
            for start in range(len(track.cards)):
                self._grow_melds(track, start, [], [])
        self._list_wilds_alone(hand)

    def _list_wilds_alone(self, hand: Counter[Card]) -> None:
        schedule = _wild_schedule(self.rules)
        wilds = [(card, count) for card, count in hand.items() if schedule and self.melding.reach(card)]
        for counts in product(*(range(count + 1) for _, count in wilds)):
            size = sum(counts)
            if schedule and size and not (size > 1 and self.rules.wilds.wilds_apart):
                amounts: dict[Row, int] = {
                    card: taken for (card, _), taken in zip(wilds, counts, strict=True)
                }
                self.list_meld(amounts, schedule.value(size))

    def _grow_melds(self, track: Track, place: int, rows: list[Row], naturals: list[bool]) -> None:
        """Lay each card and table meld that may come next, and go on from there.

        Different orders of wilds that lead to the same state are tried once.
        """
        reached = (place, frozenset(Counter(rows).items()), tuple(naturals))
        if reached in self._reached:
            return
        self._reached.add(reached)
        self.count_step()
        if not track.circular and place >= len(track.cards):
            return
        kind = track.cards[place % len(track.cards)]
        # A list, because counts change while the meld grows.
        for card in [card for card, count in self._cards_left.items() if count]:
            as_itself = card in self.melding.naturals and self.melding.run_kind(card) == kind
            if as_itself or (kind in self.melding.reach(card) and self._wild_may_matter(card, naturals)):
                self._cards_left[card] -= 1
                self._list_meld(track, [*rows, card], [*naturals, as_itself])
                self._grow_melds(track, place + 1, [*rows, card], [*naturals, as_itself])
                self._cards_left[card] += 1
        for meld in sorted(self._melds_left, key=lambda meld: meld.number):
            for meld_naturals in _ways_to_lie(meld, track, place):
                self._melds_left.remove(meld)
                longer = [*naturals, *meld_naturals]
                self._list_meld(track, [*rows, meld.number], longer)
                self._grow_melds(track, place + len(meld.kinds), [*rows, meld.number], longer)
                self._melds_left.add(meld)

    def _wild_may_matter(self, card: Card, naturals: Sequence[bool]) -> bool:
        """Return whether a meld may have to begin with this wild: to be long enough, or as it costs points in
        hand."""
        is_costly = self.rules.scoring.left_counts and left_value(self.rules, [card]) > 0
        return any(naturals) or is_costly or len(naturals) + 1 < self.rules.shapes.runs.shortest

    def _list_meld(self, track: Track, rows: Sequence[Row], naturals: list[bool]) -> None:
        has_table_meld = any(isinstance(row, int) for row in rows)
        # A meld of the table is legal by itself, so it is long enough.
        if not has_table_meld and len(rows) < self.rules.shapes.runs.shortest:
            return
        if not _wilds_may_lie(self.rules, naturals):
            return
        amounts = Counter(rows)
        if self.rules.shapes.leaps.all_differ:
            amounts[f"leap {track.leap}"] = 1
        gain = self.rules.values.schedule.value(sum(naturals))
        if self.rules.scoring.left_counts:
            gain += left_value(self.rules, [row for row in rows if isinstance(row, Card)])
        self.list_meld(amounts, gain)


def _ways_to_lie(meld: TableMeld, track: Track, place: int) -> Iterator[tuple[bool, ...]]:
    """List the naturals of a table meld as it lies from a place on, for each direction in which it fits."""
    if meld.leap not in (None, track.leap):
        return
    places = range(place, place + len(meld.kinds))
    if not track.circular and places[-1] >= len(track.cards):
        return
    there = tuple(track.cards[further % len(track.cards)] for further in places)
    # On a circle of two ranks both ways may fit.
    ways = ((meld.kinds, meld.naturals), (meld.kinds[::-1], meld.naturals[::-1]))
    for kinds, naturals in dict.fromkeys(ways):
        if there == kinds:
            yield naturals


def _wilds_may_lie(rules: Rules, naturals: list[bool]) -> bool:
    """Return whether naturals and wilds may lie in this order: a wild beside two naturals, or wilds apart
    (H15)."""
    wilds = rules.wilds
    side_by_side = any(before and after for before, after in pairwise(naturals))
    wilds_touch = any(not before and not after for before, after in pairwise(naturals))
    joined = all(naturals) or not wilds.adjacent_naturals or side_by_side
    # Melds of wilds alone are listed by themselves (H17).
    return any(naturals) and joined and not (wilds.wilds_apart and wilds_touch)
