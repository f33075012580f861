"""What follows from the rules of a table: tracks, sets, and what each card may be.

A meld is a stretch of a track. One suit gives a track of its ranks (H1), or of every k-th rank under leap k
(H22). Two alternating suits give a b a b … (H23), which on a leap circle with an odd number of ranks closes
only after two laps. If runs stop at the ends of the order, a track is not circular (B1, F1, K1, G1). If one
run may mix suits, a single track stands for all of them (`Melding.run_kind`, L1). Every other meld is a set
of one rank (B1, F1, K1, G1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING

from scorepad.core.cards import WILD, Card, Laid, Track
from scorepad.core.packs import MAJORS, ROMAN

if TYPE_CHECKING:
    from scorepad.core.rules import Rules

SMALLEST_SET = 3

_UNRESTRICTED_MAJOR = "XXII"
_MODULUS = 7  # H26
_TABLES_AT_ONCE = 32  # different rules whose melding is remembered; each takes 20 kB, of a vast pack 2 MB

_LEAP_CIRCLES_AT_ONCE = 128  # pairs of ranks and leap


@dataclass(frozen=True, slots=True)
class RankSet:
    """The kinds of one rank, one of each suit. A set has at least three of them, none twice."""

    rank: str
    cards: tuple[Card, ...]


@lru_cache(maxsize=_TABLES_AT_ONCE)
def melding_of(rules: Rules) -> Melding:
    """The melding of these rules, cached for equal rules."""
    return Melding(rules)


# Without slots, as the cached properties live in `__dict__`.
@dataclass(frozen=True)
class Melding:
    """The tracks, sets and possible meanings of cards under some rules, computed when first needed."""

    rules: Rules

    @cached_property
    def naturals(self) -> frozenset[Card]:
        """The kinds that lie on tracks: all except ranks that drop out and majors that are wild."""
        wilds = self.rules.wilds
        dropped_ranks = wilds.wild_rank if wilds.wild_rank_mode == "drops-out" else ()
        wild_suit = "" if wilds.majors == "fifth-suit" else MAJORS.letter
        return frozenset(
            card
            for card in self.rules.pack.cards
            if card.rank not in dropped_ranks
            and card.rank not in self.rules.shapes.never_melded
            and card.suit != wild_suit
        )

    @cached_property
    def tracks(self) -> tuple[Track, ...]:
        """Every track that a meld may follow. A suit without another to alternate with has single cards as
        tracks."""
        shapes = self.rules.shapes
        pack_tracks = tuple(shapes.routes(self.rules) if shapes.routes else _pack_tracks(self))
        on_track = {card for track in pack_tracks for card in track.cards}
        run_kinds = {self.run_kind(card) for card in self.naturals}
        lone_kinds = sorted(run_kinds - on_track, key=self.rules.pack.order.__getitem__)
        # One card alone goes by any leap, so the first one stands for all.
        return (
            *pack_tracks,
            *(Track((card,), False, shapes.leaps.each[0], (card.suit,)) for card in lone_kinds),
        )

    def tracks_through(self, kind: Card) -> Sequence[Track]:
        """The tracks on which a kind lies."""
        return self._tracks_by_kind.get(kind, ())

    @cached_property
    def _tracks_by_kind(self) -> dict[Card, list[Track]]:
        by_kind: dict[Card, list[Track]] = {}
        for track in self.tracks:
            # An ace that may lie at both ends is on the track twice.
            for kind in dict.fromkeys(track.cards):
                by_kind.setdefault(kind, []).append(track)
        return by_kind

    @cached_property
    def rank_order(self) -> dict[str, int]:
        """The number of each rank in the order of the tracks."""
        ranks = dict.fromkeys(card.rank for track in self.tracks for card in track.cards)
        return {rank: place for place, rank in enumerate(ranks)}

    @cached_property
    def track_numbers(self) -> tuple[tuple[int, ...], ...]:
        """For each track, the numbers of its kinds in the order of the pack."""
        order = self.rules.pack.order
        return tuple(tuple(order[card] for card in track.cards) for track in self.tracks)

    @cached_property
    def rank_sets(self) -> tuple[RankSet, ...]:
        """Every rank that can make a set, in the order of the pack; empty in a game without sets."""
        if not self.rules.shapes.sets:
            return ()
        pack = self.rules.pack
        every_rank_set = (
            RankSet(
                rank, tuple(card for suit in pack.suits if (card := Card(rank, suit.letter)) in self.naturals)
            )
            for rank in pack.ranks
            if rank not in self.rules.shapes.sets.never
        )
        return tuple(
            rank_set for rank_set in every_rank_set if len(rank_set.cards) >= self.rules.shapes.sets.smallest
        )

    def set_of_rank(self, rank: str) -> tuple[Card, ...]:
        """The kinds of a rank that can be in a set; none if no set of it can be."""
        return next((rank_set.cards for rank_set in self.rank_sets if rank_set.rank == rank), ())

    def reach(self, card: Card) -> frozenset[Card]:
        """The kinds that a card may stand for as a wild (H14, H18, H20, H26); empty if it is not wild.

        A wild whose kinds are all off the tracks may stand only for itself. It is still wild, and goes alone
        (H17).
        """
        return self._reaches.get(card, frozenset())

    @cached_property
    def _reaches(self) -> dict[Card, frozenset[Card]]:
        reaches = {card: _wild_reaches(self, card) for card in (WILD, *self.rules.pack.cards)}
        return {
            card: frozenset[Card]().union(*kinds) or frozenset((card,))
            for card, kinds in reaches.items()
            if kinds
        }

    def ranks_of(self, suit: str) -> tuple[str, ...]:
        """The ranks of a suit in order, without those that have dropped out."""
        return self._ranks_by_suit[suit]

    @cached_property
    def _ranks_by_suit(self) -> dict[str, tuple[str, ...]]:
        pack = self.rules.pack
        return {
            suit.letter: tuple(
                rank for rank in pack.ranks_of(suit.letter) if Card(rank, suit.letter) in self.naturals
            )
            for suit in pack.suits
        }

    def run_kind(self, card: Card) -> Card:
        """The kind that stands for a card in runs that mix suits (L1): the same rank in the one of these
        suits with most ranks. The card itself if runs keep to a suit."""
        return self._mixed_kinds.get(card, card)

    @cached_property
    def _mixed_kinds(self) -> dict[Card, Card]:
        """The standing kind for each card in runs that mix suits; empty if runs mix none."""
        pack, runs = self.rules.pack, self.rules.shapes.runs
        if runs.suits == "one":
            return {}
        suit_groups: dict[str, list[str]] = {}
        for suit in pack.suits:
            suit_groups.setdefault(runs.group_of(suit), []).append(suit.letter)
        standing_suits = {
            letter: max(letters, key=lambda suit: len(pack.ranks_of(suit)))
            for letters in suit_groups.values()
            for letter in letters
        }
        return {card: Card(card.rank, standing_suits[card.suit]) for card in pack.cards}

    def sure_kind(self, laid: Laid) -> Card | None:
        """The only kind that a laid card can be; None for a wild that does not say."""
        if laid.stands_for:
            return self.run_kind(laid.stands_for)
        return None if laid.card in self._reaches else self._mixed_kinds.get(laid.card, laid.card)

    def lies_naturally(self, laid: Laid, kind: Card) -> bool:
        """Whether the laid card lies at a place of this kind as itself.

        Where wilds are natural at first only, one that says that it stands for its own place was wild.
        """
        if self._mixed_kinds.get(laid.card, laid.card) != kind or self.rules.wilds.was_wild(laid):
            return False
        return not laid.stands_for or self.run_kind(laid.stands_for) == kind

    def may_lie(self, laid: Laid, kind: Card) -> bool:
        """Whether the laid card can lie at a place of this kind, as itself or as a wild (H14, H18)."""
        if laid.stands_for and self.run_kind(laid.stands_for) != kind:
            return False
        return kind in self._kinds_of.get(laid.card, ())

    @cached_property
    def _kinds_of(self) -> dict[Card, frozenset[Card]]:
        """For each card, the kinds of the places at which it may lie, as itself or as a wild."""
        own_kinds = {card: frozenset((self.run_kind(card),)) for card in self.naturals}
        cards = own_kinds.keys() | self._reaches.keys()
        return {card: own_kinds.get(card, frozenset()) | self.reach(card) for card in cards}

    def may_be_either(self, laid: Laid) -> bool:
        """Whether a laid card may be natural or wild, and does not say which (H18)."""
        return laid.stands_for is None and laid.card in self._reaches and laid.card in self.naturals


def _wild_reaches(melding: Melding, card: Card) -> list[frozenset[Card]]:
    """The kinds that a card may stand for, by each rule that makes it wild."""
    wilds, naturals = melding.rules.wilds, melding.naturals
    if card == WILD:
        ranks = wilds.joker_ranks
        return [frozenset(kind for kind in naturals if kind.rank in ranks) if ranks else naturals]
    reaches = []
    if wilds.takes(card):
        reaches.append(_reach_of_suit(melding, card.suit))
    if card.suit == MAJORS.letter and wilds.majors != "fifth-suit":
        reaches.append(_reach_of_major(melding, card))
    return reaches


def _reach_of_suit(melding: Melding, letter: str) -> frozenset[Card]:
    """The kinds that a wild with a suit may stand for: any, its suit's, or its colour's (H20).

    In runs that mix suits, its own suit includes all of these (L1).
    """
    wild_reach, run_suits = melding.rules.wilds.wild_reach, melding.rules.shapes.runs.suits
    if wild_reach == "any" or run_suits in ("any", "none"):
        return melding.naturals
    if wild_reach == "own-suit" and run_suits == "one":
        return frozenset(kind for kind in melding.naturals if kind.suit == letter)
    suits = melding.rules.pack.suit
    return frozenset(kind for kind in melding.naturals if suits[kind.suit].colour == suits[letter].colour)


def _reach_of_major(melding: Melding, card: Card) -> frozenset[Card]:
    """The kinds that major m may stand for: the ranks that the table lists for it, else those congruent to m
    modulo 7; the last major, any (H26)."""
    listed_ranks = dict(melding.rules.wilds.major_ranks).get(card.rank)
    if listed_ranks is not None:
        return frozenset(kind for kind in melding.naturals if kind.rank in listed_ranks)
    if card.rank == _UNRESTRICTED_MAJOR:
        return melding.naturals
    major_number = ROMAN.index(card.rank) + 1
    numbered_ranks = enumerate(melding.rules.pack.ranks, start=1)
    reached_ranks = {rank for place, rank in numbered_ranks if (place - major_number) % _MODULUS == 0}
    return frozenset(kind for kind in melding.naturals if kind.rank in reached_ranks)


@lru_cache(maxsize=_LEAP_CIRCLES_AT_ONCE)
def leap_circles(ranks: tuple[str, ...], leap: int) -> tuple[tuple[str, ...], ...]:
    """The leap circles of ranks in a circle, each begun at its first rank.

    Leap k takes every k-th rank (H22). Where k and the number of ranks share a divisor, that many circles
    lie apart.

    >>> leap_circles(tuple("123456"), 2)
    (('1', '3', '5'), ('2', '4', '6'))

    Raises ValueError when the leap is not from 1 to half the ranks.
    """
    if not 1 <= leap <= max(1, len(ranks) // 2):
        raise ValueError(f"{len(ranks)} ranks have no leap {leap}")
    circle_count = gcd(len(ranks), leap)
    return tuple(
        tuple(ranks[(start + step * leap) % len(ranks)] for step in range(len(ranks) // circle_count))
        for start in range(circle_count)
    )


def leap_lines(ranks: tuple[str, ...], leap: int) -> tuple[tuple[str, ...], ...]:
    """The lines of a leap through ranks with two ends, each begun at one of the first ranks.

    >>> leap_lines(tuple("12345"), 2)
    (('1', '3', '5'), ('2', '4'))
    """
    return tuple(ranks[start::leap] for start in range(min(leap, len(ranks))))


def _pack_tracks(melding: Melding) -> Iterator[Track]:
    """The tracks that follow the order of the pack."""
    for leap in melding.rules.shapes.leaps.each:
        if melding.rules.shapes.suit_pattern != "alternating":
            yield from _of_one_suit(melding, leap)
        if melding.rules.shapes.suit_pattern != "single":
            yield from _of_two_suits(melding, leap)


def _of_one_suit(melding: Melding, leap: int) -> Iterator[Track]:
    for standing_suit, letters in _mixed_suits(melding).items():
        for rank_route in _leap_routes(melding, melding.ranks_of(standing_suit), leap):
            cards = tuple(Card(rank, standing_suit) for rank in rank_route)
            yield Track(cards, melding.rules.shapes.runs.circular, leap, letters)


def _mixed_suits(melding: Melding) -> dict[str, tuple[str, ...]]:
    """The suits that one run may mix, by the suit that stands for them (L1)."""
    mixed_suits: dict[str, tuple[str, ...]] = {}
    for suit in melding.rules.pack.suits:
        standing_suit = melding.run_kind(Card(melding.rules.pack.ranks_of(suit.letter)[0], suit.letter)).suit
        mixed_suits[standing_suit] = (*mixed_suits.get(standing_suit, ()), suit.letter)
    return mixed_suits


def _leap_routes(melding: Melding, ranks: tuple[str, ...], leap: int) -> tuple[tuple[str, ...], ...]:
    """The ranks in the order of a leap: its leap circles, or its lines from end to end."""
    if melding.rules.shapes.runs.circular:
        # A suit with fewer ranks than the pack has may lack a leap (P2, H22).
        return leap_circles(ranks, leap) if ranks and leap <= max(1, len(ranks) // 2) else ()
    orders = melding.rules.shapes.runs.orders(ranks)
    rank_routes = (way for order in orders for way in leap_lines(order, leap))
    # Ways of a leap that meet no ace are the same with the ace low and high.
    return tuple(dict.fromkeys(rank_routes))


def _of_two_suits(melding: Melding, leap: int) -> Iterator[Track]:
    circular = melding.rules.shapes.runs.circular
    for first_suit, second_suit in combinations(_mixed_suits(melding), 2):
        ranks = melding.ranks_of(first_suit)
        # Red and black suits of the 500 pack have other ranks, so they can't take turns (P2).
        if ranks != melding.ranks_of(second_suit):
            continue
        for rank_route in _leap_routes(melding, ranks, leap):
            if circular and len(rank_route) % 2:
                # An odd leap circle comes back to its first rank in the other suit: there is one track.
                yield _by_turns((*rank_route, *rank_route), circular, leap, (first_suit, second_suit))
            else:
                yield _by_turns(rank_route, circular, leap, (first_suit, second_suit))
                yield _by_turns(rank_route, circular, leap, (second_suit, first_suit))


def _by_turns(rank_route: tuple[str, ...], circular: bool, leap: int, suits: tuple[str, str]) -> Track:
    cards = tuple(Card(rank, suits[place % 2]) for place, rank in enumerate(rank_route))
    return Track(cards, circular, leap, suits)
