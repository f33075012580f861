"""What melds earn together, before the multiplier: quartets (H24, H25), interlocks (I2-I8).

Melds interlock that cover the same ranks with their suits taking turns.

A card in a meld of two suits lies at a *place*: its rank, its own suit, and the suit it alternates with.
k melds interlock at a rank when their places there lead from suit to suit through all k suits and back to
the first. At the next rank each meld has changed its suit, so the same ring of suits is run the other
way; a *spot* is a rank and the way in which the ring of suits is run there. Melds share spots, and each
maximal run of spots that all k cover is one interlock. For two melds of the same suits this is I2, for
more I4.

Four readings of what I2-I4 leave open:

- One card alone is of one suit and interlocks with nothing.
- Melds of different leaps do not interlock: what is consecutive to one is not to the other.
- Where melds are laid in any turn an interlock that has scored for a partner does not score again when its
  melds have grown since; one that was worth nothing then has not scored. Each has grown into one at most:
  a new meld that covers what an old one does is new while the old one lies there too.
- A meld that goes round its whole track (26 places on 13 ranks, R where R is even) covers
  every place, and covering one again adds nothing but the wilds that lie there: spots count once. Such a
  meld has no ends for a stretch to stop at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import factorial

from scorepad.core.card_text import show_rank
from scorepad.core.cards import Card, Meld
from scorepad.core.melding import leap_circles, melding_of
from scorepad.core.phrasing import count_word
from scorepad.core.rules import Rules
from scorepad.core.sentence import in_a_row, say
from scorepad.core.verdicts import Bonus, MeldVerdict

StrandPlace = tuple[str, str, str]  # rank, suit, the suit it alternates with
Spot = tuple[str, bool]  # rank, and whether the ring of suits is run forwards there
Spots = dict[Spot, int]  # with the wilds that lie there


@dataclass(frozen=True, slots=True)
class PartnerOut:
    """A partner's going out, while the player's `own` melds were on the table: the `partner`'s melds, and
    those of `others` of the side. What interlocked then has scored (I8)."""

    partner: tuple[Meld, ...]
    own: tuple[Meld, ...]
    others: tuple[Meld, ...] = ()


@dataclass(frozen=True, slots=True)
class LyingBeside:
    """The `melds` of others that lie beside a hand: those of partners may interlock with it (I7). `out` has
    each partner's going out before, which scored what interlocked then (I8)."""

    melds: Sequence[Meld] = ()
    out: Sequence[PartnerOut] = ()

    @property
    def unscored(self) -> LyingBeside:
        """The same melds, as if nothing had interlocked with them before."""
        return LyingBeside(self.melds)

    @property
    def own_then(self) -> Sequence[Meld]:
        """The player's own melds at the last partner's going out; empty if no partner went out."""
        return self.out[-1].own if self.out else ()


NOTHING_BESIDE = LyingBeside()


def quartet_bonuses(rules: Rules, melds: Sequence[MeldVerdict]) -> tuple[Bonus, ...]:
    """A bonus for each four naturals of one rank in four different suits among the legal melds (H24)."""
    if not rules.bonuses.quartet_bonus:
        return ()
    melds_by_card = _melds_by_card(melds)
    return tuple(
        _quartet_bonus(rules, rank, four_melds)
        for rank in rules.pack.ranks
        for four_melds in _choose_fours(
            [melds_by_card.get(Card(rank, suit), []) for suit in rules.pack.common_suits]
        )
    )


def most_quartets(copies: Sequence[int]) -> int:
    """The number of quartets in a rank, given the copies in each suit (H24).

    It is the largest q such that the suits have 4q cards when each counts at most q of its own.
    """
    # Each quartet takes one card of a suit at most, so q of them use min(count, q) of it.
    most_possible = sum(copies) // 4
    return next(
        quartet_count
        for quartet_count in range(most_possible, -1, -1)
        if sum(min(count, quartet_count) for count in copies) >= 4 * quartet_count
    )


def certain_quartets(rules: Rules, cards: Counter[Card]) -> int:
    """The points of quartets that the cards make however they are melded. Cards that are both natural and
    wild don't count."""
    naturals, suits = melding_of(rules).naturals, rules.pack.common_suits
    if not rules.bonuses.quartet_bonus:
        return 0
    copies_by_rank = (
        [cards[card] for suit in suits if (card := Card(rank, suit)) in naturals] for rank in rules.pack.ranks
    )
    return rules.bonuses.quartet_bonus * sum(map(most_quartets, copies_by_rank))


def _melds_by_card(melds: Sequence[MeldVerdict]) -> dict[Card, list[int]]:
    """The numbers of the melds with a copy of each natural card."""
    melds_by_card: dict[Card, list[int]] = {}
    for meld_number, meld in enumerate(melds):
        for laid, natural in zip(meld.laid, meld.natural, strict=True):
            if meld.legal and natural:
                melds_by_card.setdefault(laid.card, []).append(meld_number)
    return melds_by_card


def _choose_fours(melds_by_suit: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The melds of each of as many quartets as possible; each takes from the suits with most cards left."""
    melds_left = [list(places) for places in melds_by_suit]
    for _ in range(most_quartets([len(places) for places in melds_by_suit])):
        # The fullest suits first: what is left then still makes all the other quartets.
        four_suits = sorted(range(len(melds_left)), key=lambda suit: -len(melds_left[suit]))[:4]
        yield [melds_left[suit].pop(0) for suit in four_suits]


def _quartet_bonus(rules: Rules, rank: str, four_melds: list[int]) -> Bonus:
    meld_numbers = tuple(sorted(set(four_melds)))
    label = say("Quartet of {rank}", rank=show_rank(rank, rules.pack))
    return Bonus("quartet", meld_numbers, len(four_melds), rules.bonuses.quartet_bonus, label)


@dataclass(frozen=True, slots=True)
class _Strand:
    """A meld that may interlock: its number, its suits and leap circle, and the wilds at each place that it
    covers."""

    meld_number: int
    suit_pair: tuple[str, str]
    leap_circle: tuple[str, ...]  # the ranks, in the order of the meld's leap
    wild_counts: dict[StrandPlace, int]

    def spots_from(self, first_suit: str) -> Spots:
        """Return the spots of the strand in a ring of suits in which it leads from `first_suit` to its other
        suit.
        """
        return {(rank, suit == first_suit): wilds for (rank, suit, _), wilds in self.wild_counts.items()}


def interlocks_with_table(
    rules: Rules,
    own_melds: Sequence[MeldVerdict],
    table_melds: Sequence[MeldVerdict],
    scored: Sequence[LaidStretch] = (),
) -> tuple[Bonus, ...]:
    """Every interlock of a player's legal melds with each other and with those of partners that is worth
    points (I2-I8), except those that `scored` for a partner before.

    `Bonus.melds` numbers the player's own melds from 0, then those of the table. Interlocks among the table's
    melds alone are left out. If partners' melds do not interlock, they are ignored.
    """
    if not rules.bonuses.interlocks:
        return ()
    bonuses = [bonus for number, meld in enumerate(own_melds) for bonus in _with_itself(rules, number, meld)]
    stretches = own_stretches(rules, own_melds, table_melds)
    grown = grown_stretches(stretches, scored)
    bonuses += [stretch.bonus for place, stretch in enumerate(stretches) if place not in grown]
    return tuple(sorted(bonuses, key=_listing_order))


def scored_stretches(
    rules: Rules, goings_out: Sequence[tuple[Sequence[MeldVerdict], ...]]
) -> list[LaidStretch]:
    """The interlocks of the player's melds that already scored for partners (I8), each once, as it lay last.
    Each going out is given by the partner's melds, the player's own and those of others then."""
    scored: list[LaidStretch] = []
    for partner, own, others in goings_out:
        stretches = own_stretches(rules, own, (*partner, *others))
        partner_numbers = range(len(own), len(own) + len(partner))
        of_partner = [
            stretch
            for stretch in stretches
            if any(number in partner_numbers for number in stretch.bonus.melds)
        ]
        # Of two alike, the one without the partner's melds is the one that scored before.
        of_others = [stretch for stretch in stretches if stretch not in of_partner]
        grown = grown_stretches([*of_others, *of_partner], scored)
        seen = set(chain.from_iterable(grown.values()))
        scored = [stretch for place, stretch in enumerate(scored) if place not in seen]
        scored += [stretch for place, stretch in enumerate(of_others) if place in grown] + of_partner
    return scored


def own_stretches(
    rules: Rules, own_melds: Sequence[MeldVerdict], table_melds: Sequence[MeldVerdict]
) -> list[LaidStretch]:
    """The interlocks that include an own meld."""
    interlocks = rules.bonuses.interlocks
    beside = table_melds if interlocks and interlocks.with_partners else ()
    all_melds = (*own_melds, *beside)
    strands = [strand for number, meld in enumerate(all_melds) if (strand := _to_strand(rules, number, meld))]
    return [
        stretch
        for ring, suits, ring_spots in _suit_rings(strands)
        if any(strand.meld_number < len(own_melds) for strand in ring)
        for stretch in _ring_stretches(rules, ring, suits, ring_spots, len(own_melds))
    ]


def _listing_order(bonus: Bonus) -> tuple[int, int, tuple[int, ...], int]:
    """A sort key: interlocks of fewer melds first, then those of melds near each other in the list."""
    return len(bonus.melds), bonus.melds[-1] - bonus.melds[0], bonus.melds, -bonus.length


def _to_strand(rules: Rules, number: int, meld: MeldVerdict) -> _Strand | None:
    """The meld as a strand; None if it is illegal, of one suit, or ambiguous."""
    suit_pair = _two_suits(meld)
    if suit_pair is None:
        return None
    other_suit = dict(zip(suit_pair, reversed(suit_pair), strict=True))
    wild_counts: dict[StrandPlace, int] = {}
    for kind, natural in zip(meld.reads_as, meld.natural, strict=True):
        strand_place = (kind.rank, kind.suit, other_suit[kind.suit])
        wild_counts[strand_place] = wild_counts.get(strand_place, 0) + (not natural)
    return _Strand(number, suit_pair, _leap_circle_of(rules, meld), wild_counts)


def _two_suits(meld: MeldVerdict) -> tuple[str, str] | None:
    is_clear = all(natural or laid.stands_for for laid, natural in zip(meld.laid, meld.natural, strict=True))
    suits = sorted({kind.suit for kind in meld.reads_as})
    return (suits[0], suits[1]) if meld.legal and is_clear and len(suits) == 2 else None


def _leap_circle_of(rules: Rules, meld: MeldVerdict) -> tuple[str, ...]:
    """The leap circle of the meld: the ranks that it runs through, in order."""
    first_kind = meld.reads_as[0]
    ranks = melding_of(rules).ranks_of(first_kind.suit)
    circles = leap_circles(ranks, meld.leap or 1)
    return next(leap_circle for leap_circle in circles if first_kind.rank in leap_circle)


_SuitRing = tuple[tuple[_Strand, ...], tuple[str, ...], Spots]
"""The melds of a ring of suits, the suits in its order, and the spots that all of the melds cover."""


def _suit_rings(strands: Sequence[_Strand]) -> Iterator[_SuitRing]:
    """Every ring of melds whose suits close, with the suits and the spots that all cover; each choice
    once."""
    for strand in strands:
        yield from _close_rings(strands, (strand,), strand.suit_pair, strand.spots_from(strand.suit_pair[0]))


def _close_rings(
    strands: Sequence[_Strand], ring: tuple[_Strand, ...], suit_path: tuple[str, ...], ring_spots: Spots
) -> Iterator[_SuitRing]:
    """The rings that begin with these melds, each of which leads from one suit to the next."""
    for strand in strands:
        if suit_path[-1] not in strand.suit_pair or strand.leap_circle != ring[0].leap_circle:
            continue
        next_suit = strand.suit_pair[strand.suit_pair[0] == suit_path[-1]]
        common_spots = _common_spots(ring_spots, strand.spots_from(suit_path[-1]))
        if common_spots and next_suit == suit_path[0] and _first_of_its_likes(ring, suit_path, strand):
            yield (*ring, strand), suit_path, common_spots
        # A ring begins with its first suit in the alphabet, so it is found from one of its suits alone.
        elif common_spots and next_suit not in suit_path and next_suit > suit_path[0]:
            yield from _close_rings(strands, (*ring, strand), (*suit_path, next_suit), common_spots)


def _first_of_its_likes(ring: tuple[_Strand, ...], suit_path: tuple[str, ...], last_strand: _Strand) -> bool:
    """Whether this is the direction of a ring that counts. Both directions begin with its first suit."""
    return (
        ring[0].meld_number < last_strand.meld_number if len(suit_path) == 2 else suit_path[1] < suit_path[-1]
    )


def _common_spots(some_spots: Spots, other_spots: Spots) -> Spots:
    return {spot: wilds + other_spots[spot] for spot, wilds in some_spots.items() if spot in other_spots}


def _ring_stretches(
    rules: Rules, ring: Sequence[_Strand], suits: tuple[str, ...], ring_spots: Spots, own_count: int
) -> Iterator[LaidStretch]:
    """Each stretch of common spots that is worth points (I3, I4)."""
    meld_numbers = tuple(sorted(strand.meld_number for strand in ring))
    are_own = tuple(strand.meld_number < own_count for strand in ring)
    covered = tuple(frozenset(strand.wild_counts) for strand in ring)
    for stretch in _spot_stretches(ring[0].leap_circle, ring_spots):
        # I3: wilds in the stretch come off its length, in whichever meld they lie.
        net_length = len(stretch) - sum(ring_spots[spot] for spot in stretch)
        size = len(meld_numbers)
        label = in_a_row((_interlock_of(size), _rank_span(rules, stretch)))
        # I4: the factor for k melds is k!/2, which is 1 for two.
        for bonus in _interlock_bonus(rules, meld_numbers, net_length, factorial(size) // 2, label):
            yield LaidStretch(suits, are_own, covered, ring[0].leap_circle, frozenset(stretch), bonus)


def _spot_stretches(leap_circle: tuple[str, ...], spots: Spots) -> Iterator[list[Spot]]:
    """The maximal runs of spots: each next rank is run the other way. A closed run begins anywhere."""
    next_rank = dict(zip(leap_circle, (*leap_circle[1:], leap_circle[0]), strict=True))
    spots_left = set(spots)
    has_before = {(next_rank[rank], not is_forwards) for rank, is_forwards in spots_left}
    # Runs are followed from spots with none before them; what is left after those is a closed ring.
    for first_spot in sorted(
        spots_left, key=lambda spot: (spot in has_before, leap_circle.index(spot[0]), spot[1])
    ):
        stretch, spot = [], first_spot
        while spot in spots_left:
            spots_left.remove(spot)
            stretch.append(spot)
            spot = (next_rank[spot[0]], not spot[1])
        if stretch:
            yield stretch


def _with_itself(rules: Rules, meld_number: int, meld: MeldVerdict) -> Iterator[Bonus]:
    """The interlocks of a meld with itself: on an odd leap circle, each lap with the next (I6)."""
    if _two_suits(meld) is None:
        return
    circle_size = len(_leap_circle_of(rules, meld))
    lap_count, lap_overlap = divmod(len(meld.laid), circle_size)
    # On an even circle each lap lies on the same suits again, so nothing is opposite (I6).
    if circle_size % 2 == 0:
        return
    for lap in range(lap_count):
        lap_start = lap * circle_size
        both_laps = (
            *meld.natural[lap_start : lap_start + lap_overlap],
            *meld.natural[lap_start + circle_size : lap_start + circle_size + lap_overlap],
        )
        spots = [(kind.rank, True) for kind in meld.reads_as[lap_start : lap_start + lap_overlap]]
        if spots:
            net_length = lap_overlap - both_laps.count(False)
            label = say("Interlock with itself {span}", span=_rank_span(rules, spots))
            yield from _interlock_bonus(rules, (meld_number,), net_length, 1, label)


def _interlock_of(size: int) -> str:
    """The name of an interlock of so many melds."""
    if size == 2:
        return say("Interlock")
    return say("Interlock of {number}", number=count_word(size) if size <= 5 else size)


def _rank_span(rules: Rules, stretch: Sequence[Spot]) -> str:
    first_rank, last_rank = (show_rank(spot[0], rules.pack) for spot in (stretch[0], stretch[-1]))
    if len(stretch) == 1:
        return say("at {rank}", rank=first_rank)
    return say("from {first} to {last}", first=first_rank, last=last_rank)


def _interlock_bonus(
    rules: Rules, meld_numbers: tuple[int, ...], net_length: int, factor: int, label: str
) -> Iterator[Bonus]:
    points = factor * rules.interlock_value(net_length)
    if points:
        yield Bonus("interlock", meld_numbers, net_length, points, label)


@dataclass(frozen=True, slots=True)
class LaidStretch:
    """An interlock as it lies at one time: its ring of suits, which of its melds are own, the places that
    each covers, its leap circle, and its spots."""

    suits: tuple[str, ...]
    are_own: tuple[bool, ...]
    covered: tuple[frozenset[StrandPlace], ...]
    leap_circle: tuple[str, ...]
    spots: frozenset[Spot]
    bonus: Bonus

    def holds(self, earlier: LaidStretch) -> bool:
        """Whether `earlier` may be this interlock before its melds grew."""
        sides = self.suits, self.are_own, self.leap_circle
        earlier_sides = earlier.suits, earlier.are_own, earlier.leap_circle
        return (
            sides == earlier_sides
            and earlier.spots <= self.spots
            and all(then <= now for then, now in zip(earlier.covered, self.covered, strict=True))
        )

    @property
    def size(self) -> int:
        """The number of places that the interlocking melds cover."""
        return sum(map(len, self.covered))


def grown_stretches(lying: Sequence[LaidStretch], scored: Sequence[LaidStretch]) -> dict[int, list[int]]:
    """The places (in `scored`) of the interlocks that each one has grown from, by its place in `lying` (I8).

    Melds are matched by the places that they cover: one that covers all that an earlier one did may be that
    one, grown. Each interlock that scored has grown into at most one, preferably into one that is unchanged.
    So a new meld that covers more than an old one still scores.

    The largest scored ones are matched first. Two are in one now only if their melds were merged, so that
    they are disjoint in it.
    """
    grown_out_of: dict[int, list[int]] = {}
    for earlier in sorted(range(len(scored)), key=lambda place: -scored[place].size):
        holders = [
            place
            for place, stretch in enumerate(lying)
            if stretch.holds(scored[earlier])
            and all(
                scored[earlier].spots.isdisjoint(scored[other].spots) for other in grown_out_of.get(place, ())
            )
        ]
        if holders:
            nearest = min(
                holders, key=lambda place: _growth(lying[place], scored[earlier], place in grown_out_of)
            )
            grown_out_of.setdefault(nearest, []).append(earlier)
    return grown_out_of


def _growth(now: LaidStretch, then: LaidStretch, is_known: bool) -> tuple[object, ...]:
    """A sort key for the interlock that an earlier one has become: unchanged first, then one that others have
    grown into, then the least grown."""
    # The places themselves come last, so that the choice is the same however the melds are listed.
    grown_by = now.size - then.size
    length_change = abs(now.bonus.length - then.bonus.length)
    return grown_by > 0, not is_known, grown_by, length_change, [sorted(places) for places in now.covered]
