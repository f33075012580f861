"""The best of a hand whose melds are of one rank: ranks one by one, and the value of wilds in each.

Suits do not matter, so a way to lay a rank is given by the numbers of naturals and wilds for each meld. For
every number of wilds, the ways are kept that no other dominates, by the value of naturals and canastas.

This is no choice of columns as in `choosing`, which keeps a single best for what is left: an opening asks for
the cards' values alone, the best play counts canastas too, and going out asks which canastas there are.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import inf
from typing import NamedTuple

from scorepad.core.canastas import ALONE, RankMelds
from scorepad.core.cards import WILD, Card, Laid, Meld, cards_of
from scorepad.core.check import check_meld
from scorepad.core.errors import BrokenTable
from scorepad.core.rank_melds import is_wild, kind_of_meld, lies_aside, rank_melds_of, side_faults
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.optimize.answer import Answer, TimedOut, bound_of, check_deadline
from scorepad.optimize.on_table import read_table_melds
from scorepad.optimize.rank_ways import NEW, NOTHING, RankWays, Way
from scorepad.optimize.search_question import SearchQuestion
from scorepad.optimize.sequence_hand import SequenceHand
from scorepad.optimize.trivial_bounds import most_of_rank_melds

_LEAST_SEARCH = 0.1  # seconds


class _Laid(NamedTuple):
    """Ways of several ranks together: the values of their naturals and of their canastas, and their number of
    naturals."""

    value: int
    bonus: int
    naturals: int
    ways: tuple[tuple[str, Way], ...]


class _Arranged(NamedTuple):
    """Ways of all ranks, with the wilds in them and the way of wilds laid alone."""

    laid: _Laid
    alone: Way
    twos: int
    jokers: int


@dataclass(frozen=True)
class RankMeldHand:
    """A hand and the melds of its side; `opened`: a first meld was laid. Past the `deadline` of
    `time.perf_counter` its searches raise TimedOut."""

    rules: Rules
    cards: tuple[Card, ...]
    lying: tuple[Meld, ...] = ()
    opened: bool = False
    deadline: float = inf

    @property
    def may(self) -> RankMelds:
        return rank_melds_of(self.rules)

    @cached_property
    def naturals(self) -> dict[str, list[Card]]:
        """The cards of each rank that are natural and may be melded."""
        by_rank = dict[str, list[Card]]()
        for card in self.cards:
            if not is_wild(self.rules, card) and not lies_aside(self.rules, card):
                by_rank.setdefault(card.rank, []).append(card)
        return by_rank

    @cached_property
    def twos(self) -> list[Card]:
        return [card for card in self.cards if is_wild(self.rules, card) and not card.is_wild]

    @cached_property
    def jokers(self) -> int:
        return self.cards.count(WILD)

    @cached_property
    def _ways(self) -> RankWays:
        return RankWays(self.rules, self.lying, self.opened, len(self.twos), self.jokers, self.deadline)

    def best(self) -> _Arranged:
        """The melds of most value with the cards left; ties go to fewest wilds.

        Before opening, only melds that open; if none do, those whose cards count most. Raises TimedOut.
        """
        found = list(self._arranged())
        opening = 0 if self.opened else self.rules.hand.opening.points
        # Only the values of cards count towards an opening, not the canastas (canasta C3).
        enough = [one for one in found if self._card_points(one) >= opening]
        if not enough:
            return max(found, key=lambda one: (self._card_points(one), self._points(one), -_wilds_of(one)))
        return max(enough, key=lambda one: (self._worth(one), -_wilds_of(one), self._count(one)))

    def best_melds(self) -> tuple[Meld, ...]:
        """The melds of `best`."""
        return self.melds(self.best())

    def of_fewest_wilds(self) -> tuple[Meld, ...]:
        """The opening with fewest wilds and, among these, fewest jokers; empty if none opens."""
        enough = [
            one
            for one in self._arranged(every_split=True)
            if self._card_points(one) >= self.rules.hand.opening.points
        ]
        if not enough:
            return ()
        return self.melds(max(enough, key=lambda one: (-_wilds_of(one), -one.jokers, self._points(one))))

    def going_out(self) -> tuple[tuple[Meld, ...], Card | None] | None:
        """The melds of most points that lay all cards, or all but one to throw, with the canastas needed to
        go out; None if impossible."""
        stuck = [rank for rank in self._ranks if not self._whole_ways(rank)]
        # One card at most is thrown, so two such ranks would leave something in hand.
        if len(stuck) > 1 or any(lies_aside(self.rules, card) for card in self.cards):
            return None
        order = self.rules.pack.order
        # Cheap cards first, so that of equal points the cheapest is thrown.
        one_thrown = sorted(
            {card for card in self.cards if not stuck or card.rank == stuck[0]},
            key=lambda card: (left_value(self.rules, [card]), order.get(card, 0)),
        )
        ended: list[tuple[int, tuple[Meld, ...], Card | None]] = []
        for card in one_thrown if stuck else (None, *one_thrown):
            rest = list(self.cards)
            if card:
                rest.remove(card)
            held = replace(self, cards=tuple(rest))
            if found := held._all_laid():
                bonus = found.laid.bonus + found.alone.bonus
                ended.append((left_value(self.rules, rest) + bonus, held.melds(found), card))
        if not ended:
            return None
        _, melds, thrown = max(ended, key=lambda end: end[0])
        return melds, thrown

    def _all_laid(self) -> _Arranged | None:
        """The best way to lay every card with the canastas needed to go out; None if impossible."""
        before = Counter(kind.word for meld in self.lying if (kind := kind_of_meld(self.rules, meld)))
        # The words are part of the key: which canastas there are decides whether a side may go out.
        states: dict[tuple[int, tuple[str, ...]], _Laid] = {(0, ()): _Laid(0, 0, 0, ())}
        for rank in self._ranks:
            after: dict[tuple[int, tuple[str, ...]], _Laid] = {}
            for ((wilds, words), laid), way in product(states.items(), self._whole_ways(rank)):
                check_deadline(self.deadline)
                key = wilds + way.wilds, tuple(sorted((*words, *way.words)))
                more = _with_way(laid, rank, way, 0)
                if key[0] <= self._wilds and (key not in after or more.bonus > after[key].bonus):
                    after[key] = more
            states = after
        ended = []
        for ((wilds, words), laid), alone in product(states.items(), self._ways.alone):
            if wilds + alone.wilds != self._wilds:
                continue
            check_deadline(self.deadline)
            have = before.copy()
            have.update(word for word in (*words, *alone.words) if not word.startswith("-"))
            # A wild makes a natural canasta a mixed one: `-` marks what it no longer is.
            have.subtract(word[1:] for word in (*words, *alone.words) if word.startswith("-"))
            if not self.may.missing_to_go_out(have):
                twos = len(self.twos) - sum(one.twos for one in alone.added)
                ended.append(
                    _Arranged(laid, alone, twos, self.jokers - sum(one.jokers for one in alone.added))
                )
        return max(ended, key=lambda one: one.laid.bonus + one.alone.bonus, default=None)

    def melds(self, arranged: _Arranged) -> tuple[Meld, ...]:
        """The melds of the side after laying, new ones last."""
        naturals = {rank: list(cards) for rank, cards in self.naturals.items()}
        twos, jokers = list(self.twos), [WILD] * self.jokers
        lying, new = [list(meld) for meld in self.lying], list[Meld]()
        free = [*jokers[: arranged.jokers], *twos[: arranged.twos]]
        alone_twos = twos[arranged.twos :]
        for rank, way in (*arranged.laid.ways, (ALONE, arranged.alone)):
            # The way of a rank doesn’t say which wilds it takes: there `two_count` counts jokers too.
            for place, count, two_count, joker_count in way.added:
                cards = [naturals[rank].pop(0) for _ in range(count)]
                if rank == ALONE:
                    cards += [alone_twos.pop(0) for _ in range(two_count)] + [WILD] * joker_count
                else:
                    cards += [free.pop() for _ in range(two_count)]
                laid = [Laid(card) for card in cards]
                if place == NEW:
                    new.append(tuple(laid))
                else:
                    lying[place] += laid
        return (*map(tuple, lying), *new)

    @property
    def _wilds(self) -> int:
        return len(self.twos) + self.jokers

    @cached_property
    def _ranks(self) -> list[str]:
        """The ranks of which something may be laid."""
        lying = {one.rank for one in self._ways.counts} - {ALONE}
        return [rank for rank in self.rules.pack.ranks if rank in self.naturals or rank in lying]

    def _arranged(self, *, every_split: bool = False) -> Iterator[_Arranged]:
        """List every arrangement that may be best, with jokers used before twos. `every_split`: divide jokers
        and twos among the melds in every way.
        """
        fronts: dict[int, list[_Laid]] = {0: [_Laid(0, 0, 0, ())]}
        for rank in self._ranks:
            card = self.naturals.get(rank, [Card(rank, self.rules.pack.suits[0].letter)])[0]
            value = left_value(self.rules, [card])
            after: dict[int, list[_Laid]] = {}
            for (wilds, front), way in product(fronts.items(), self._ways_of(rank)):
                check_deadline(self.deadline)
                if wilds + way.wilds <= self._wilds:
                    after.setdefault(wilds + way.wilds, []).extend(
                        _with_way(laid, rank, way, value) for laid in front
                    )
            # A way of fewer points may open: an opening asks for the cards’ values alone.
            fronts = {wilds: _unbeaten(laid) for wilds, laid in after.items()}
        for alone, (wilds, front) in product(self._ways.alone, fronts.items()):
            jokers = self.jokers - sum(one.jokers for one in alone.added)
            twos = len(self.twos) - sum(one.twos for one in alone.added)
            # Jokers count more than twos, so jokers laid first leave less in hand (canasta C6).
            most = min(wilds, jokers)
            for joker_count in range(max(0, wilds - twos), most + 1) if every_split else (most,):
                if wilds - joker_count <= twos and joker_count >= 0:
                    yield from (_Arranged(laid, alone, wilds - joker_count, joker_count) for laid in front)

    def _card_points(self, one: _Arranged) -> int:
        """The value of the cards laid."""
        twos = one.twos + sum(added.twos for added in one.alone.added)
        jokers = one.jokers + sum(added.jokers for added in one.alone.added)
        return one.laid.value + left_value(self.rules, [*self.twos[:twos], *[WILD] * jokers])

    def _points(self, one: _Arranged) -> int:
        return self._card_points(one) + one.laid.bonus + one.alone.bonus

    def _worth(self, one: _Arranged) -> int:
        """The points minus the value left in hand, up to a constant."""
        return self._points(one) + self._card_points(one)

    def _count(self, one: _Arranged) -> int:
        return one.laid.naturals + _wilds_of(one)

    def _ways_of(self, rank: str) -> list[Way]:
        """The ways to lay a rank that no other with as many wilds dominates."""
        # Black threes are laid only on going out (canasta C4): `_whole_ways` has them.
        if rank in self.may.last_ranks:
            return [NOTHING]
        by_wilds: dict[int, list[Way]] = {}
        for way in self._ways.of_rank(rank, len(self.naturals.get(rank, ()))):
            by_wilds.setdefault(way.wilds, []).append(way)
        kept = []
        for ways in by_wilds.values():
            # A bonus can be negative: a wild on a natural canasta turns 500 points into 300.
            best_bonus = -1_000_000
            for way in sorted(ways, key=lambda way: (-way.naturals, -way.bonus, len(way.added))):
                if way.bonus > best_bonus:
                    kept.append(way)
                    best_bonus = way.bonus
        return kept

    def _whole_ways(self, rank: str) -> list[Way]:
        """The ways to lay all naturals of a rank."""
        held = len(self.naturals.get(rank, ()))
        return [
            way for way in self._ways.of_rank(rank, len(self.naturals.get(rank, ()))) if way.naturals == held
        ]


def _wilds_of(one: _Arranged) -> int:
    return one.twos + one.jokers + one.alone.wilds


def _with_way(laid: _Laid, rank: str, way: Way, value: int) -> _Laid:
    ways = (*laid.ways, (rank, way)) if way.added else laid.ways
    return _Laid(
        laid.value + way.naturals * value, laid.bonus + way.bonus, laid.naturals + way.naturals, ways
    )


def _unbeaten(every: Iterable[_Laid]) -> list[_Laid]:
    """The ways that no other dominates; the first of equal ones."""
    kept: list[_Laid] = []
    # In this order nothing beats what comes before it, so nothing kept is taken out again.
    for laid in sorted(every, key=lambda laid: laid[:3], reverse=True):
        if not any(all(a >= b for a, b in zip(other[:3], laid[:3], strict=True)) for other in kept):
            kept.append(laid)
    return kept


def hand_of(
    rules: Rules,
    cards: Sequence[Card],
    lying: tuple[Meld, ...] = (),
    *,
    opened: bool = False,
    deadline: float = inf,
) -> RankMeldHand | SequenceHand:
    """The hand with the search of its rules: with sequences beside melds of one rank, or without."""
    may_go_on = opened or bool(lying)
    if rank_melds_of(rules).sequences:
        return SequenceHand(rules, tuple(cards), lying, may_go_on, deadline)
    return RankMeldHand(rules, tuple(cards), lying, may_go_on, deadline)


def _read_side(rules: Rules, table: Sequence[Meld]) -> tuple[Meld, ...]:
    """The melds of the side on the table. Raises BrokenTable, also for two of one rank (canasta C2)."""
    lying = read_table_melds(rules, table)
    # Black threes lie there where the side went out with them.
    if clashes := [finding.sentence for finding in side_faults(rules, lying, goes_out=True)]:
        raise BrokenTable(" ".join(clashes), at="table")
    return lying


def search(question: SearchQuestion) -> Answer:
    """The best of a hand beside the melds of its side; no new melds if time is over. Raises BrokenTable."""
    began = time.perf_counter()
    rules, cards = question.rules, question.cards
    lying = _read_side(rules, question.table)
    deadline = began + max(question.limit, _LEAST_SEARCH)
    hand = hand_of(rules, cards, lying, opened=question.opened, deadline=deadline)
    ended, melds, thrown, in_time = None, lying, None, True
    try:
        ended = hand.going_out()
        melds, thrown = ended or (hand.best_melds(), None)
    except TimedOut:
        in_time = False
    left = Counter(cards) - Counter([thrown] if thrown else [])
    # The melds hold what lay on the table before, which never was in the hand.
    left.subtract(cards_of(melds))
    left.update(cards_of(lying))
    points = sum(check_meld(rules, meld).points for meld in melds)
    points -= sum(check_meld(rules, meld).points for meld in lying)
    seconds = time.perf_counter() - began
    kept = tuple(card for card in dict.fromkeys(cards) for _ in range(left[card]))
    bound = bound_of(points, lambda: most_of_rank_melds(rules, cards, lying), best=in_time)
    return Answer(melds, points, bound, seconds, kept, "dynamic program", thrown, ended is not None)
