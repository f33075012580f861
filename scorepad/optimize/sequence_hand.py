"""The best of a hand whose melds are of one rank or in a row of one suit: rank by rank, from low to high.

What is remembered between two ranks is how the sequences of each suit stand, and for every number of wilds
laid what nothing beats. Cards that no sequence takes at a rank go to melds of that rank (samba SA2). What was
chosen is laid rank by rank (`_LaidMelds`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import inf
from typing import NamedTuple

from scorepad.core.canastas import ALONE, SEQUENCE, RankMelds, Sequences
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.rank_melds import RankCount, count_meld, is_wild, lies_aside, rank_melds_of, towards_out
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.optimize.answer import check_deadline
from scorepad.optimize.growing_sequences import HAND, Growing, Lying, Move, RankStep, SuitRow
from scorepad.optimize.joined_ways import Grown, JoinedWay, JoinedWays

_State = tuple[tuple[Growing, ...], ...]
_Key = tuple[int, bool, tuple[int, ...]]
"""How many wilds are laid, whether a card is thrown, and the canastas by each word that going out needs."""


class _Chosen(NamedTuple):
    """What was done at one rank, after what was done before."""

    before: _Chosen | None
    rank: str
    steps: tuple[RankStep, ...]
    way: JoinedWay
    thrown: int


class _Laid(NamedTuple):
    """What naturals laid count, what canastas count beside, how many new melds there are, and the choices."""

    value: int
    bonus: int
    new: int
    chosen: _Chosen | None


class _Further(NamedTuple):
    """A way for the sequences of all suits at a rank."""

    after: _State
    taken: int
    full: int
    begun: int
    steps: tuple[RankStep, ...]


class _Arranged(NamedTuple):
    """Everything laid: the choices by rank, the melds of wilds alone, and the wilds of all melds."""

    laid: _Laid
    alone: JoinedWay
    twos: int
    jokers: int
    gains: tuple[int, ...]


@dataclass(frozen=True)
class SequenceHand:
    """A hand and the melds of its side; `opened` says that a first meld lies, here or elsewhere. Past the
    `deadline` of `time.perf_counter` its searches raise TimedOut."""

    rules: Rules
    cards: tuple[Card, ...]
    lying: tuple[Meld, ...] = ()
    opened: bool = False
    deadline: float = inf

    @property
    def may(self) -> RankMelds:
        return rank_melds_of(self.rules)

    @cached_property
    def _sequences(self) -> Sequences:
        assert self.may.sequences is not None
        return self.may.sequences

    @cached_property
    def naturals(self) -> Counter[Card]:
        """The cards that are not wild and may be melded."""
        return Counter(
            card for card in self.cards if not is_wild(self.rules, card) and not lies_aside(self.rules, card)
        )

    @cached_property
    def wilds(self) -> list[Card]:
        """The wild cards of the hand, those worth most first."""
        held = [card for card in self.cards if is_wild(self.rules, card)]
        return sorted(held, key=lambda card: left_value(self.rules, [card]), reverse=True)

    def best_melds(self) -> tuple[Meld, ...]:
        """The melds worth most with what is left, of equals those with fewest wilds; before the opening of
        those that open. Where none open, those whose cards count most. Raises TimedOut."""
        opening = 0 if self.opened else self.rules.hand.opening.points
        found = list(self._arranged(opening))
        # Only the values of cards count towards an opening, not the canastas (canasta C3).
        enough = [one for one in found if self._cards(one) >= opening]
        if not enough:
            most = max(found, key=lambda one: (self._cards(one), self._points(one), -_wilds_of(one)))
            return self._laid_melds(most)[0]
        best = max(
            enough,
            key=lambda one: (self._points(one) + self._cards(one), -_wilds_of(one), -_new_of(one)),
        )
        return self._laid_melds(best)[0]

    def of_fewest_wilds(self) -> tuple[Meld, ...]:
        """The opening with fewest wilds, and of those with fewest jokers; no melds where none opens."""
        opening = self.rules.hand.opening.points
        found = self._arranged(opening, every_split=True)
        enough = [one for one in found if self._cards(one) >= opening]
        if not enough:
            return ()
        best = max(enough, key=lambda one: (-_wilds_of(one), -one.jokers, self._points(one), -_new_of(one)))
        return self._laid_melds(best)[0]

    def going_out(self) -> tuple[tuple[Meld, ...], Card | None] | None:
        """The melds of most points with all cards laid, or all but one that is thrown, and with the canastas
        that going out needs; None where that cannot be."""
        if any(lies_aside(self.rules, card) for card in self.cards):
            return None
        ended = [one for one in self._arranged(0, goes_out=True) if self.may.lets_out(one.gains)]
        if not ended:
            return None
        return self._laid_melds(
            max(ended, key=lambda one: (self._points(one), self._cards(one), -_new_of(one)))
        )

    def _arranged(
        self, opening: int, *, goes_out: bool = False, every_split: bool = False
    ) -> Iterator[_Arranged]:
        """Every arrangement that may be the best, wilds worth most first, or in `every_split` of them."""
        total, jokers = len(self.wilds), self.wilds.count(WILD)
        alone_ways = self._ways(ALONE).of(0, total)
        for (wilds, is_thrown, gains), every_laid in self._laid_by_key(opening, goes_out).items():
            for alone in alone_ways:
                used = wilds + alone.wilds
                # The last card of a hand that goes out may be a wild that is thrown.
                if used > total or (goes_out and used < total - (not is_thrown)):
                    continue
                now = tuple(map(sum, zip(gains, alone.gains, strict=True)))
                most = min(used, jokers)
                least = max(0, used - (total - jokers))
                for joker_count in range(least, most + 1) if every_split else (most,):
                    check_deadline(self.deadline)
                    for laid in every_laid:
                        yield _Arranged(laid, alone, used - joker_count, joker_count, now)

    def _laid_by_key(self, opening: int, goes_out: bool) -> dict[_Key, list[_Laid]]:
        """What the naturals may do, by the wilds that are laid beside them; all of them where the hand
        `goes_out`, but for one that is thrown."""
        states: dict[_State, dict[_Key, list[_Laid]]] = {((),) * len(self._rows): self._last_ranks(goes_out)}
        for number, rank in enumerate(self._sequences.ranks):
            held = sum(row.counts[number] for row in self._rows)
            value = left_value(self.rules, [Card(rank, self.rules.pack.suits[0].letter)])
            every_way = self._ways(rank).of(held, len(self.wilds)) if held or self._lying_of(rank) else []
            after: dict[_State, dict[_Key, list[_Laid]]] = {}
            for state, by_key in states.items():
                for further in self._further(number, state):
                    check_deadline(self.deadline)
                    into = after.setdefault(further.after, {})
                    ways = every_way or [self._ways(rank).nothing]
                    self._go_on(
                        into, by_key, rank, further, ways, held - further.taken, value, goes_out=goes_out
                    )
            for by_key in after.values():
                for key, every_laid in by_key.items():
                    by_key[key] = _unbeaten(every_laid, opening, goes_out)
            states = after
        # After the last rank no sequence goes on.
        return states.get(((),) * len(self._rows), {})

    def _go_on(
        self,
        into: dict[_Key, list[_Laid]],
        by_key: dict[_Key, list[_Laid]],
        rank: str,
        further: _Further,
        ways: Sequence[JoinedWay],
        rest: int,
        value: int,
        *,
        goes_out: bool,
    ) -> None:
        """Add what comes of it where the sequences go on like that, and melds of the rank take some of the
        `rest` of its cards."""
        kind = self.may.kind_of(SEQUENCE, self._sequences.full, 0, 0)
        points = kind.points * further.full if kind else 0
        full_gains = self.may.towards_out(kind)
        for way in _fitting(ways, rest, goes_out):
            thrown = rest - way.naturals if goes_out else 0
            for (wilds, is_thrown, gains), every_laid in by_key.items():
                if wilds + way.wilds > len(self.wilds) or (thrown and is_thrown):
                    continue
                now = gains
                if goes_out:
                    every = zip(gains, way.gains, full_gains, strict=True)
                    now = tuple(had + more + further.full * whole for had, more, whole in every)
                key = wilds + way.wilds, is_thrown or thrown > 0, now
                into.setdefault(key, []).extend(
                    _Laid(
                        laid.value + (further.taken + way.naturals) * value,
                        laid.bonus + way.bonus + points,
                        laid.new + way.new + further.begun,
                        _Chosen(laid.chosen, rank, further.steps, way, thrown),
                    )
                    for laid in every_laid
                )

    def _last_ranks(self, goes_out: bool) -> dict[_Key, list[_Laid]]:
        """What stands before the first rank: ranks that are laid on going out alone, then all but one."""
        before = towards_out(self.rules, self.lying if goes_out else ())
        states: dict[_Key, list[_Laid]] = {(0, False, before): [_Laid(0, 0, 0, None)]}
        others = dict.fromkeys(card.rank for card in self.naturals if card.rank not in self._sequences.ranks)
        nothing = _Further(((),) * len(self._rows), 0, 0, 0, ())
        for rank in others if goes_out else ():
            cards = [card for card in self.naturals.elements() if card.rank == rank]
            ways = self._ways(rank).of(len(cards), 0) if rank in self.may.last_ranks else []
            after: dict[_Key, list[_Laid]] = {}
            value = left_value(self.rules, cards[:1])
            ways = ways or [self._ways(rank).nothing]
            self._go_on(after, states, rank, nothing, ways, len(cards), value, goes_out=True)
            states = after
        return states

    def _further(self, number: int, state: _State) -> list[_Further]:
        """The ways for all sequences at a rank, of those that come to the same one with most full ones."""
        found: dict[tuple[_State, int], _Further] = {}
        every = [self._steps(place, number, of_suit) for place, of_suit in enumerate(state)]
        for steps in product(*every):
            one = _Further(
                tuple(step.after for step in steps),
                sum(step.taken for step in steps),
                sum(step.full for step in steps),
                sum(step.begun for step in steps),
                steps,
            )
            known = found.get((one.after, one.taken))
            if known is None or (one.full, -one.begun) > (known.full, -known.begun):
                found[one.after, one.taken] = one
        return list(found.values())

    def _steps(self, place: int, number: int, of_suit: tuple[Growing, ...]) -> list[RankStep]:
        """The ways to go on for sequences of one suit, which many states have in common."""
        key = place, number, of_suit
        if key not in self._steps_by_suit:
            self._steps_by_suit[key] = list(self._rows[place].steps(number, of_suit))
        return self._steps_by_suit[key]

    @cached_property
    def _steps_by_suit(self) -> dict[tuple[int, int, tuple[Growing, ...]], list[RankStep]]:
        return {}

    @cached_property
    def _rows(self) -> tuple[SuitRow, ...]:
        rows = []
        ranks = self._sequences.ranks
        for suit in self.rules.pack.suits:
            lying = [
                Lying(place, ranks.index(meld[0].card.rank), ranks.index(meld[-1].card.rank))
                for place, meld in enumerate(self.lying)
                if count_meld(self.rules, meld).rank == SEQUENCE and meld[0].card.suit == suit.letter
            ]
            counts = tuple(self.naturals[Card(rank, suit.letter)] for rank in ranks)
            rows.append(SuitRow(counts, tuple(lying), self._sequences.full))
        return tuple(rows)

    @cached_property
    def _ways_by_rank(self) -> dict[str, JoinedWays]:
        return {}

    def _ways(self, rank: str) -> JoinedWays:
        if rank not in self._ways_by_rank:
            self._ways_by_rank[rank] = JoinedWays(self.rules, rank, self._lying_of(rank), self.deadline)
        return self._ways_by_rank[rank]

    def _lying_of(self, rank: str) -> tuple[tuple[int, RankCount], ...]:
        counted = ((place, count_meld(self.rules, meld)) for place, meld in enumerate(self.lying))
        return tuple((place, one) for place, one in counted if one.rank == rank)

    def _cards(self, one: _Arranged) -> int:
        """What the cards laid count."""
        twos = [card for card in self.wilds if not card.is_wild][: one.twos]
        return one.laid.value + left_value(self.rules, [*twos, *[WILD] * one.jokers])

    def _points(self, one: _Arranged) -> int:
        return self._cards(one) + one.laid.bonus + one.alone.bonus

    def _laid_melds(self, one: _Arranged) -> tuple[tuple[Meld, ...], Card | None]:
        """The melds of the side with what is laid, new ones last, and the card that is thrown."""
        twos = [card for card in self.wilds if not card.is_wild]
        laid = _LaidMelds(
            self.lying, self.naturals, self.rules.pack.order, [*[WILD] * one.jokers, *twos[: one.twos]]
        )
        for chosen in _in_order(one.laid.chosen):
            laid.take_steps(chosen.rank, [suit.letter for suit in self.rules.pack.suits], chosen.steps)
            laid.take_grown(chosen.rank, chosen.way.grown)
            if chosen.thrown:
                laid.throw(chosen.rank)
        laid.take_grown(ALONE, one.alone.grown)
        kept = self.wilds[one.jokers :] if one.jokers < self.wilds.count(WILD) else twos[one.twos :]
        return laid.melds, laid.thrown or (kept[-1] if len(kept) == 1 else None)


def _fitting(ways: Sequence[JoinedWay], rest: int, goes_out: bool) -> list[JoinedWay]:
    """The ways that take no more than so many cards; on going out all of them but one at most."""
    fitting = [way for way in ways if way.naturals <= rest]
    if goes_out:
        return [way for way in fitting if way.naturals >= rest - 1]
    kept: list[JoinedWay] = []
    # A way is passed over where one with as many wilds and as many cards brings as much.
    for way in sorted(fitting, key=lambda way: (way.naturals, way.bonus, -way.new), reverse=True):
        if not any(other.wilds == way.wilds and other.bonus >= way.bonus for other in kept):
            kept.append(way)
    return kept


def _unbeaten(every: Iterable[_Laid], opening: int, goes_out: bool) -> list[_Laid]:
    """The ways to lay that no other beats in every respect. Cards beyond those that open count no more
    towards an opening."""

    def worth(laid: _Laid) -> tuple[int, int]:
        return laid.value * (1 if goes_out else 2) + laid.bonus, -laid.new

    kept: list[_Laid] = []
    most = -1
    for laid in sorted(every, key=worth, reverse=True):
        if (counted := min(laid.value, opening)) > most:
            kept.append(laid)
            most = counted
    return kept


def _wilds_of(one: _Arranged) -> int:
    return one.twos + one.jokers


def _new_of(one: _Arranged) -> int:
    return one.laid.new + one.alone.new


def _in_order(last: _Chosen | None) -> list[_Chosen]:
    every: list[_Chosen] = []
    while last:
        every.append(last)
        last = last.before
    return every[::-1]


class _Run:
    """A sequence as it is laid: what the search knows of it, its cards of the hand, its place there."""

    def __init__(self, told: Growing | None, place: int = HAND) -> None:
        self.told = told
        self.place = place
        self.cards: list[Card] = []


class _LaidMelds:
    """The melds of a side while cards of a hand are laid; `wilds` are those that are."""

    def __init__(
        self, lying: Sequence[Meld], held: Counter[Card], order: Mapping[Card, int], wilds: Sequence[Card]
    ) -> None:
        self.thrown: Card | None = None
        self._table: list[list[Laid]] = [list(meld) for meld in lying]
        self._held = held.copy()
        self._order = order
        self._wilds = list(wilds)
        self._new: list[Meld] = []
        self._runs: dict[str, list[_Run]] = {}

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds of the table that are not joined to others, then the new ones."""
        return (*(tuple(meld) for meld in self._table if meld), *self._new)

    def take_steps(self, rank: str, suits: Sequence[str], steps: Sequence[RankStep]) -> None:
        """Sequences of each suit go on at a rank."""
        for suit, step in zip(suits, steps, strict=False):
            card, runs = Card(rank, suit), self._runs.setdefault(suit, [])
            moved: list[_Run] = []
            for move in step.moves:
                # One that reaches a sequence of the table lies still at this rank.
                (runs if move.reaches != HAND else moved).append(self._moved(runs, move, card))
            self._runs[suit] = []
            for run in (*runs, *moved):
                if run.told is None:
                    self._end(run)
                else:
                    self._runs[suit].append(run)

    def take_grown(self, rank: str, grown: Sequence[Grown]) -> None:
        """Cards of a rank go to melds of it, and wilds beside them."""
        for places, naturals, wilds in grown:
            cards = [self._take(rank) for _ in range(naturals)] + [self._wilds.pop(0) for _ in range(wilds)]
            laid = [Laid(card) for card in cards]
            if not places:
                self._new.append(tuple(laid))
                continue
            for other in places[1:]:
                self._table[places[0]] += self._table[other]
                self._table[other] = []
            self._table[places[0]] += laid

    def throw(self, rank: str) -> None:
        """A card of a rank is thrown."""
        self.thrown = self._take(rank)

    def _moved(self, runs: list[_Run], move: Move, card: Card) -> _Run:
        if move.before is None:
            run = _Run(move.after, move.reaches)
        else:
            run = next(run for run in runs if run.told == move.before)
            runs.remove(run)
            run.told = move.after
            run.place = move.reaches if move.reaches != HAND else run.place
        if move.takes:
            self._held[card] -= 1
            run.cards.append(card)
        return run

    def _take(self, rank: str) -> Card:
        card = next(card for card, count in self._held.items() if count and card.rank == rank)
        self._held[card] -= 1
        return card

    def _end(self, run: _Run) -> None:
        """The sequence is laid: to one of the table, or by itself."""
        laid = [Laid(card) for card in run.cards]
        if run.place == HAND:
            self._new.append(tuple(laid))
        else:
            self._table[run.place] += laid
