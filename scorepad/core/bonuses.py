"""What melds earn together, before the multiplier: quartets (H24, H25), going out
concealed (H11), interlocks (I2-I7).

Melds interlock that cover the same ranks with their suits taking turns.

A card in a meld of two suits lies at a *place*: its rank, its own suit, and the suit it alternates with.
k melds interlock at a rank when their places there lead from suit to suit through all k suits and back to
the first. At the next rank each meld has changed its suit, so the same circle of suits is run the other
way; a *spot* is a rank and the way in which the circle of suits is run there. Melds share spots, and each
maximal run of spots that all k cover is one interlock. For two melds of the same suits this is I2, for
more I4.

Three readings of what I2-I4 leave open:

- One card alone is of one suit and interlocks with nothing.
- Melds of different leaps do not interlock: what is consecutive to one is not to the other.
- A meld that goes round its whole circle of places (26 of them on 13 ranks, R where R is even) covers
  every place, and covering one again adds nothing but the wilds that lie there: spots count once. Such a
  meld has no ends for a stretch to stop at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import factorial

from scorepad.core.cards import Card
from scorepad.core.melding import circles, melding_of
from scorepad.core.rules import Rules
from scorepad.core.verdicts import Bonus, MeldVerdict

Place = tuple[str, str, str]  # rank, suit, the suit it alternates with
Spot = tuple[str, bool]  # rank, and whether the circle of suits is run forwards there
Spots = dict[Spot, int]  # with the wilds that lie there

_COUNTS = {2: "Interlock", 3: "Interlock of three", 4: "Interlock of four", 5: "Interlock of five"}


def quartets(rules: Rules, melds: Sequence[MeldVerdict]) -> tuple[Bonus, ...]:
    """Each four naturals of one rank in four different suits among the legal melds (H24)."""
    if not rules.bonuses.quartet_bonus:
        return ()
    places = _melds_by_card(melds)
    return tuple(
        _quartet(rules, rank, four)
        for rank in rules.pack.ranks
        for four in _fours([places.get(Card(rank, suit), []) for suit in rules.pack.common_suits])
    )


def concealed_bonuses(rules: Rules) -> tuple[Bonus, ...]:
    """What going out concealed adds before the multiplier, where the table counts it in points (H11, H25)."""
    points = rules.deal.concealed_bonus if rules.deal.concealed_mode == "points" else 0
    return (Bonus("concealed", (), 0, points, "Concealed"),) if points else ()


def most_quartets(copies: Sequence[int]) -> int:
    """How many quartets there are of a rank with so many copies in each suit (H24).

    The largest q for which the suits have 4q cards when none counts more than q of its own.
    """
    most = sum(copies) // 4
    return next(q for q in range(most, -1, -1) if sum(min(count, q) for count in copies) >= 4 * q)


def _melds_by_card(melds: Sequence[MeldVerdict]) -> dict[Card, list[int]]:
    """For each natural card, the melds that hold a copy of it."""
    places: dict[Card, list[int]] = {}
    for place, meld in enumerate(melds):
        for laid, natural in zip(meld.laid, meld.natural, strict=True):
            if meld.legal and natural:
                places.setdefault(laid.card, []).append(place)
    return places


def _fours(suits: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The melds of as many quartets as there are; each takes from the suits that have most left."""
    left = [list(places) for places in suits]
    for _ in range(most_quartets([len(places) for places in suits])):
        four = sorted(range(len(left)), key=lambda suit: -len(left[suit]))[:4]
        yield [left[suit].pop(0) for suit in four]


def _quartet(rules: Rules, rank: str, melds: list[int]) -> Bonus:
    places = tuple(sorted(set(melds)))
    return Bonus("quartet", places, len(melds), rules.bonuses.quartet_bonus, f"Quartet of {rank}")


@dataclass(frozen=True, slots=True)
class _Strand:
    """A meld that may interlock: its number in the list, the places it covers, the wilds at each."""

    meld: int
    suits: tuple[str, str]
    circle: tuple[str, ...]  # the ranks, in the order of the meld's leap
    wilds: dict[Place, int]

    def spots(self, first: str) -> Spots:
        """What it covers as the part of a circle of suits that leads from `first` to its other suit."""
        return {(rank, suit == first): wilds for (rank, suit, _), wilds in self.wilds.items()}


def interlocks(rules: Rules, melds: Sequence[MeldVerdict]) -> tuple[Bonus, ...]:
    """Every interlock among the legal melds that is worth anything, each by itself (I2-I6)."""
    return interlocks_with(rules, melds, ())


def interlocks_with(
    rules: Rules, own: Sequence[MeldVerdict], table: Sequence[MeldVerdict]
) -> tuple[Bonus, ...]:
    """Every interlock of a player's melds, with each other and with those of partners who are out (I7).

    `Bonus.melds` counts her own melds from 0 on, and after them those of the table. Interlocks of the
    table's melds alone have scored already. Where partners' melds do not interlock, `table` is ignored.
    """
    if not rules.bonuses.interlocks:
        return ()
    melds = (*own, *table) if rules.bonuses.partner_interlocks else tuple(own)
    strands = [strand for number, meld in enumerate(melds) if (strand := _strand(rules, number, meld))]
    found = [one for number, meld in enumerate(own) for one in _with_itself(rules, number, meld)]
    for path, spots in _rings(strands):
        if any(strand.meld < len(own) for strand in path):
            found += _judged(rules, path, spots)
    return tuple(sorted(found, key=_listing))


def _listing(bonus: Bonus) -> tuple[int, int, tuple[int, ...], int]:
    """Of few melds before those of more, and of melds near each other in the list before others."""
    return len(bonus.melds), bonus.melds[-1] - bonus.melds[0], bonus.melds, -bonus.length


def _strand(rules: Rules, number: int, meld: MeldVerdict) -> _Strand | None:
    """The meld as what it covers; None for melds that are illegal, of one suit, or not clear."""
    suits = _suits(meld)
    if suits is None:
        return None
    other = dict(zip(suits, reversed(suits), strict=True))
    wilds: dict[Place, int] = {}
    for kind, natural in zip(meld.reads_as, meld.natural, strict=True):
        place = (kind.rank, kind.suit, other[kind.suit])
        wilds[place] = wilds.get(place, 0) + (not natural)
    return _Strand(number, suits, _circle(rules, meld), wilds)


def _suits(meld: MeldVerdict) -> tuple[str, str] | None:
    clear = all(natural or laid.stands_for for laid, natural in zip(meld.laid, meld.natural, strict=True))
    suits = sorted({kind.suit for kind in meld.reads_as})
    return (suits[0], suits[1]) if meld.legal and clear and len(suits) == 2 else None


def _circle(rules: Rules, meld: MeldVerdict) -> tuple[str, ...]:
    """The ranks that the meld runs round, in the order of its leap."""
    first = meld.reads_as[0]
    ranks = melding_of(rules).ranks_of(first.suit)
    return next(circle for circle in circles(ranks, meld.leap or 1) if first.rank in circle)


def _rings(strands: Sequence[_Strand]) -> Iterator[tuple[tuple[_Strand, ...], Spots]]:
    """Melds whose suits make one circle, with the spots that all of them cover; each choice once."""
    for one in strands:
        yield from _closed(strands, (one,), one.suits, one.spots(one.suits[0]))


def _closed(
    strands: Sequence[_Strand], path: tuple[_Strand, ...], suits: tuple[str, ...], spots: Spots
) -> Iterator[tuple[tuple[_Strand, ...], Spots]]:
    """The rings that begin with these melds: each of them leads from one of the suits to the next."""
    for one in strands:
        if suits[-1] not in one.suits or one.circle != path[0].circle:
            continue
        following = one.suits[one.suits[0] == suits[-1]]
        common = _common(spots, one.spots(suits[-1]))
        if common and following == suits[0] and _first_of_its_likes(path, suits, one):
            yield (*path, one), common
        elif common and following not in suits and following > suits[0]:
            yield from _closed(strands, (*path, one), (*suits, following), common)


def _first_of_its_likes(path: tuple[_Strand, ...], suits: tuple[str, ...], last: _Strand) -> bool:
    """Whether this is the one of both directions of a ring that counts; all begin with its first suit."""
    return path[0].meld < last.meld if len(suits) == 2 else suits[1] < suits[-1]


def _common(some: Spots, others: Spots) -> Spots:
    return {spot: wilds + others[spot] for spot, wilds in some.items() if spot in others}


def _judged(rules: Rules, path: Sequence[_Strand], spots: Spots) -> Iterator[Bonus]:
    """The bonus of each stretch of spots that is worth anything (I3, I4)."""
    melds = tuple(sorted(strand.meld for strand in path))
    for stretch in _stretches(path[0].circle, spots):
        net = len(stretch) - sum(spots[spot] for spot in stretch)
        label = f"{_COUNTS.get(len(melds), f'Interlock of {len(melds)}')} {_ranks(stretch)}"
        yield from _bonus(rules, melds, net, factorial(len(melds)) // 2, label)


def _stretches(circle: tuple[str, ...], spots: Spots) -> Iterator[list[Spot]]:
    """The maximal runs of spots: each next rank is run the other way; a closed run begins anywhere."""
    after = dict(zip(circle, (*circle[1:], circle[0]), strict=True))
    left = set(spots)
    before = {(after[rank], not way) for rank, way in left}
    for start in sorted(left, key=lambda spot: (spot in before, circle.index(spot[0]), spot[1])):
        stretch, spot = [], start
        while spot in left:
            left.remove(spot)
            stretch.append(spot)
            spot = (after[spot[0]], not spot[1])
        if stretch:
            yield stretch


def _with_itself(rules: Rules, number: int, meld: MeldVerdict) -> Iterator[Bonus]:
    """A meld longer than an odd circle: each lap interlocks with the next one (I6)."""
    if _suits(meld) is None:
        return
    ranks = len(_circle(rules, meld))
    laps, length = divmod(len(meld.laid), ranks)
    if ranks % 2 == 0:
        return
    for lap in range(laps):
        start = lap * ranks
        both = (*meld.natural[start : start + length], *meld.natural[start + ranks : start + ranks + length])
        spots = [(kind.rank, True) for kind in meld.reads_as[start : start + length]]
        if spots:
            net = length - both.count(False)
            yield from _bonus(rules, (number,), net, 1, f"Interlock with itself {_ranks(spots)}")


def _ranks(stretch: Sequence[Spot]) -> str:
    first, last = stretch[0][0], stretch[-1][0]
    return f"at {first}" if len(stretch) == 1 else f"from {first} to {last}"


def _bonus(rules: Rules, melds: tuple[int, ...], net: int, factor: int, label: str) -> Iterator[Bonus]:
    points = factor * rules.interlock_value(net)
    if points:
        yield Bonus("interlock", melds, net, points, label)
