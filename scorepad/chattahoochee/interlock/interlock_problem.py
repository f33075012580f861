"""The search's view of a hand, for melds that interlock.

Glossary
    place    a card's rank and suit and the suit that it alternates with in its meld, under one leap. The
             places of two suits lie on tracks that close: a meld covers consecutive ones. `next_place` leads
             along. An order that has ends is closed by ranks that no card has.
    ring     places of one rank that lead from suit to suit through all of their suits and back to the first
    layer    what may cover places: a layer of the hand's own melds, or one meld of the table
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, permutations

from scorepad.core.cards import Card, Meld
from scorepad.core.melding import leap_circles, melding_of
from scorepad.core.rules import Rules

Place = int
Ring = tuple[Place, ...]
PlaceTrack = tuple[Place, ...]  # all of its places, one after another
PlaceLiterals = dict[Place, int]
PointsByLength = tuple[int, ...]  # by naturals


@dataclass(frozen=True, slots=True)
class Places:
    """Every place of a table's rules, numbered from 0; each tuple has one item a place.

    Tuples of one item a place: its card, the other suit, its leap, the places beside it; the length and
    the ranks of its track; and in `rank_steps` a number for its rank and leap together.

    `places_by_suits` is by that number, then by suit and other suit. `place_of` finds a place by leap, card
    and other suit.
    """

    cards: tuple[Card, ...]
    other_suits: tuple[str, ...]
    leaps: tuple[int, ...]
    next_place: tuple[Place, ...]
    previous_place: tuple[Place, ...]
    track_length: tuple[int, ...]
    lap_ranks: tuple[int, ...]
    tracks: tuple[PlaceTrack, ...]
    place_of: dict[tuple[int, Card, str], Place]
    places_by_suits: tuple[dict[tuple[str, str], Place], ...]
    rank_steps: tuple[int, ...]
    places_of_card: dict[Card, tuple[Place, ...]]


# The places follow from the rules alone, and a table asks by the same rules all evening.
@lru_cache(maxsize=64)
def all_places(rules: Rules) -> Places:
    """The places on which the alternating melds of these rules lie."""
    cards: list[Card] = []
    other_suits: list[str] = []
    leaps: list[int] = []
    lap_ranks: list[int] = []
    next_keys: list[tuple[int, Card, str]] = []
    place_of: dict[tuple[int, Card, str], Place] = {}
    places_by_suits: list[dict[tuple[str, str], Place]] = []
    rank_steps: list[int] = []
    for leap in rules.shapes.leaps.each:
        for order, suits in _rank_orders(rules):
            for lap in _rank_laps(rules, order, leap):
                for step, rank in enumerate(lap):
                    by_suits: dict[tuple[str, str], Place] = {}
                    for suit, other_suit in permutations(suits, 2):
                        place_of[leap, Card(rank, suit), other_suit] = by_suits[suit, other_suit] = len(cards)
                        cards.append(Card(rank, suit))
                        other_suits.append(other_suit)
                        leaps.append(leap)
                        lap_ranks.append(len(lap))
                        rank_steps.append(len(places_by_suits))
                        # The next card is of the other suit, and alternates with this one’s.
                        next_keys.append((leap, Card(lap[(step + 1) % len(lap)], other_suit), suit))
                    places_by_suits.append(by_suits)
    next_place = tuple(place_of[key] for key in next_keys)
    previous_place = [0] * len(next_place)
    for place, following in enumerate(next_place):
        previous_place[following] = place
    tracks = tuple(_tracks(next_place))
    track_of = {place: track for track in tracks for place in track}
    places_of_card: dict[Card, tuple[Place, ...]] = {}
    for place, card in enumerate(cards):
        places_of_card[card] = (*places_of_card.get(card, ()), place)
    return Places(
        tuple(cards),
        tuple(other_suits),
        tuple(leaps),
        next_place,
        tuple(previous_place),
        tuple(len(track_of[place]) for place in range(len(cards))),
        tuple(lap_ranks),
        tracks,
        place_of,
        tuple(places_by_suits),
        tuple(rank_steps),
        places_of_card,
    )


def _rank_orders(rules: Rules) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Each order of ranks with the suits that share it."""
    melding = melding_of(rules)
    suits_by_order: dict[tuple[str, ...], list[str]] = {}
    for suit in rules.pack.suits:
        rank_order = melding.ranks_of(suit.letter)
        if rank_order:
            suits_by_order.setdefault(rank_order, []).append(suit.letter)
    yield from suits_by_order.items()


def _rank_laps(rules: Rules, order: tuple[str, ...], leap: int) -> Iterator[tuple[str, ...]]:
    """List the ranks in the order of a leap, closed to a circle. An order with ends is closed by one or two
    blank ranks: an odd number would swap the suits on the way round."""
    if rules.shapes.runs.circular:
        # Leap k and leap R − k are one thing read backwards (H22), so half of them are enough.
        yield from leap_circles(order, leap) if leap <= max(1, len(order) // 2) else ()
        return
    for start in range(min(leap, len(order))):
        route = order[start::leap]
        no_cards = (f"before {route[0]}", f"after {route[-1]}")
        yield (*route, *no_cards[len(route) % 2 :])


def _tracks(next_place: Sequence[Place]) -> Iterator[PlaceTrack]:
    """List the tracks by their first places."""
    on_tracks: set[Place] = set()
    for first in range(len(next_place)):
        if first not in on_tracks:
            track = [first]
            while (place := next_place[track[-1]]) != first:
                track.append(place)
            on_tracks.update(track)
            yield tuple(track)


@dataclass
class MeldLayer:
    """The literals of one layer of own melds or of one table meld: its naturals, its wilds, and either.

    `joined_at`: for rules that value a single rank, literals that each of so many cards at a place has a
    neighbour in its meld.
    """

    of_hand: bool
    natural_at: PlaceLiterals = field(default_factory=dict)
    wild_at: PlaceLiterals = field(default_factory=dict)
    covered_at: PlaceLiterals = field(default_factory=dict)
    joined_at: PlaceLiterals = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Run:
    """A run of one meld: the places that it covers, in order, and whether a natural lies at each."""

    places: tuple[Place, ...]
    natural: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class InterlockProblem:
    """A hand for the search: its naturals by kind, and its wilds, which may stand for any card (H14).

    `table_runs`: partners' runs that may be interlocked with; `table_melds`: all of their melds.
    """

    rules: Rules
    places: Places
    natural_counts: Counter[Card]
    wilds: tuple[Card, ...]
    table_runs: tuple[Run, ...]
    table_melds: tuple[Meld, ...]

    @property
    def hand_size(self) -> int:
        """The number of cards, wilds included; no meld of the hand is longer."""
        return self.natural_counts.total() + len(self.wilds)


def wilds_well_laid(rules: Rules, natural: Sequence[bool]) -> bool:
    """Return whether the wilds of a meld lie as the rules allow (H15)."""
    if all(natural):
        return True
    neighbours = list(pairwise(natural))
    wilds_apart = not rules.wilds.wilds_apart or all(
        natural_before or natural_here for natural_before, natural_here in neighbours
    )
    return wilds_apart and (
        not rules.wilds.adjacent_naturals
        or any(natural_before and natural_here for natural_before, natural_here in neighbours)
    )


def interlock_problem(rules: Rules, cards: Sequence[Card], table: Sequence[Meld]) -> InterlockProblem:
    """Build the problem of a hand. A card that can be natural and wild counts as natural."""
    melding = melding_of(rules)
    natural_counts = Counter(card for card in cards if card in melding.naturals)
    # A joker and a wild 2 stay two cards, so that the melds name what the hand has.
    wilds = tuple(card for card in cards if card not in melding.naturals)
    interlocks = rules.bonuses.interlocks
    beside = table if interlocks and interlocks.with_partners else ()
    table_runs = (run for meld in beside if (run := run_of_meld(rules, meld)))
    return InterlockProblem(rules, all_places(rules), natural_counts, wilds, tuple(table_runs), tuple(table))


def closable_tracks(problem: InterlockProblem) -> list[PlaceTrack]:
    """Return the tracks that the hand could cover completely."""
    most_kinds = len(problem.natural_counts) + len(problem.wilds)
    # Each place of a track has another card, so a wild or a kind of natural covers only one.
    if most_kinds < min(problem.places.track_length, default=0):
        return []
    counts, cards = problem.natural_counts, problem.places.cards
    return [
        track
        for track in problem.places.tracks
        if sum(not counts[cards[place]] for place in track) <= len(problem.wilds)
    ]


def has_simple_wilds(rules: Rules, cards: Sequence[Card]) -> bool:
    """Return whether each card is either natural or a wild that stands for every card (H18, H20, H26)."""
    melding = melding_of(rules)
    natural_kinds = melding.naturals
    return all(
        not melding.reach(card) if card in natural_kinds else melding.reach(card) == natural_kinds
        for card in set(cards)
    )


def run_of_meld(rules: Rules, meld: Meld) -> Run | None:
    """Return a table meld as a run; None if it is of one suit or ambiguous, so that nothing interlocks with
    it.

    The meld was judged when it was laid; its cards are taken in the order in which it reads.
    """
    places = all_places(rules)
    kinds = [laid.kind for laid in meld]
    suits = sorted({kind.suit for kind in kinds})
    # A wild that doesn’t say what it stands for has no suit.
    if len(suits) != 2 or "" in suits:
        return None
    other_suit = dict(zip(suits, reversed(suits), strict=True))
    # A card that may be wild is natural at its own place (H15).
    natural = [laid.stands_for in (None, laid.card) for laid in meld]
    for leap in rules.shapes.leaps.each:
        run_places = [places.place_of.get((leap, kind, other_suit[kind.suit]), -1) for kind in kinds]
        if are_consecutive(places, run_places):
            return Run(tuple(run_places), tuple(natural))
        if are_consecutive(places, run_places[::-1]):
            return Run(tuple(run_places[::-1]), tuple(natural[::-1]))
    return None


def are_consecutive(places: Places, run_places: Sequence[Place]) -> bool:
    """Return whether each place is followed upwards by the next one."""
    return -1 not in run_places and all(
        places.next_place[place] == next_place for place, next_place in pairwise(run_places)
    )


def place_rings(places: Places, starts: set[Place]) -> Iterator[Ring]:
    """List the rings through these places, each from its first suit on."""
    # Both directions round are rings of their own: the suits of a meld change places from rank to rank.
    for by_suits in places.places_by_suits:
        next_suits: dict[str, list[str]] = {}
        for (suit, other_suit), place in by_suits.items():
            if place in starts:
                next_suits.setdefault(suit, []).append(other_suit)
        for first_suit in next_suits:
            for path in _suit_paths(next_suits, (first_suit,)):
                yield tuple(by_suits[pair] for pair in pairwise((*path, first_suit)))


def _suit_paths(next_suits: dict[str, list[str]], path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for suit in next_suits.get(path[-1], ()):
        if suit == path[0] and len(path) > 1:
            yield path
        # A ring is met once, from its least suit on.
        elif suit > path[0] and suit not in path:
            yield from _suit_paths(next_suits, (*path, suit))
