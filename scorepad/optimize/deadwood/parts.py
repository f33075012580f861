"""What the cards of a hand can be used for: sets, runs, and cards laid off on melds that lie there.

Values are those of single cards, so a run of six and more parts into shorter ones at no loss, wherever a
cut leaves three cards and a natural on both sides. There is such a cut unless all naturals are among the
first three cards, or among the last three: longer runs are listed only like that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.rules import Rules
from scorepad.core.shapes import SMALLEST_SET, sets
from scorepad.core.tracks import tracks
from scorepad.core.values import left_value, meld_value

_LONGEST = 5
_CARD, _MELD = 1000, 1
UNIT = 1_000_000  # of gain, for a point; then a card fewer left, then a meld more (B7)


@dataclass(frozen=True, slots=True)
class Part:
    """Cards of the hand laid together: `naturals` and a number of wilds; `meld` is what lies there then."""

    naturals: tuple[Card, ...]
    wilds: int
    gain: int
    meld: Meld


def melds(rules: Rules, held: Collection[Card], wilds: int) -> list[Part]:
    """Every set and run of these kinds of cards and that many wilds."""
    found: dict[tuple[str, ...], Part] = {}
    for run, meld in _melds(rules, held, wilds):
        found.setdefault(tuple(map(str, meld)), _part(rules, (), meld, run=run))
    return list(found.values())


def _melds(rules: Rules, held: Collection[Card], wilds: int) -> Iterator[tuple[bool, Meld]]:
    for track in tracks(rules):
        longest = max(_LONGEST, SMALLEST_SET + wilds)
        for start in range(len(track.cards) - rules.shortest + 1):
            missing = 0
            for length, kind in enumerate(track.cards[start : start + longest], 1):
                missing += kind not in held
                if missing > wilds:
                    break
                if length >= rules.shortest:
                    kinds = track.cards[start : start + length]
                    for own in (
                        [kinds] if length <= _LONGEST else [kinds[:SMALLEST_SET], kinds[-SMALLEST_SET:]]
                    ):
                        there = [kind for kind in own if kind in held]
                        yield from ((True, meld) for meld in _filled(kinds, there, wilds, naturals=1))
    for one in sets(rules):
        if sum(kind in held for kind in one.cards) + wilds < SMALLEST_SET:
            continue
        for size in range(SMALLEST_SET, len(one.cards) + 1):
            for kinds in combinations(one.cards, size):
                yield from ((False, meld) for meld in _filled(kinds, held, wilds, naturals=1))


def _filled(kinds: Sequence[Card], held: Collection[Card], wilds: int, naturals: int) -> Iterator[Meld]:
    """The kinds laid in order, in every way that puts wilds for some of them and held cards for others."""
    missing = [place for place, kind in enumerate(kinds) if kind not in held]
    there = [place for place, kind in enumerate(kinds) if kind in held]
    for more in range(min(wilds - len(missing), len(there) - naturals) + 1):
        for also in combinations(there, more):
            wild = {*missing, *also}
            yield tuple(Laid(WILD, kind) if place in wild else Laid(kind) for place, kind in enumerate(kinds))


def _part(rules: Rules, before: Meld, meld: Meld, *, run: bool) -> Part:
    """What laying a meld gains; `before` is the part of it that lies on the table already."""
    laid = list(meld)
    for one in before:
        laid.remove(one)
    gained = _value(rules, meld, run=run) - (_value(rules, before, run=run) if before else 0)
    if rules.left_counts:
        gained += left_value(rules, [one.card for one in laid])
    naturals = tuple(one.card for one in laid if one.card != WILD)
    gain = gained * UNIT + len(laid) * _CARD + (0 if before else _MELD)
    return Part(naturals, len(laid) - len(naturals), gain, meld)


def _value(rules: Rules, meld: Meld, *, run: bool) -> int:
    return meld_value(
        rules, [one.card for one in meld], [one.stands_for or one.card for one in meld], run=run
    )


def layoffs(rules: Rules, meld: Meld, held: Collection[Card], wilds: int) -> list[Part]:
    """Every way to lay cards off on a meld of the table, first the one that lays none."""
    found = [Part((), 0, 0, meld)]
    for kinds, place, own in _runs_read(rules, meld):
        end = place + len(own)
        for low in range(place + 1):
            for high in range(end, len(kinds) + 1):
                outer = kinds[low:place] + kinds[end:high]
                for laid in _filled(outer, held, wilds, naturals=0) if outer else ():
                    whole = laid[: place - low] + own + laid[place - low :]
                    found.append(_part(rules, own, whole, run=True))
    for own, free in _sets_read(rules, meld):
        for size in range(1, len(free) + 1):
            for kinds in combinations(free, size):
                for laid in _filled(kinds, held, wilds, naturals=0):
                    found.append(_part(rules, own, own + laid, run=False))
    return found


def _runs_read(rules: Rules, meld: Meld) -> Iterator[tuple[tuple[Card, ...], int, Meld]]:
    """Tracks on which the meld lies, the place where it begins, and the meld from there up."""
    for track in tracks(rules):
        for own in (meld, meld[::-1], tuple(sorted(meld, key=lambda one: _place(track.cards, one)))):
            for start in range(len(track.cards) - len(own) + 1):
                kinds = track.cards[start : start + len(own)]
                if all(_may_lie(one, kind) for one, kind in zip(own, kinds, strict=True)):
                    said = tuple(
                        Laid(WILD, kind) if one.card == WILD else one
                        for one, kind in zip(own, kinds, strict=True)
                    )
                    yield track.cards, start, said
                    return


def _place(kinds: Sequence[Card], one: Laid) -> int:
    kind = one.stands_for or one.card
    return kinds.index(kind) if kind in kinds else -1


def _may_lie(one: Laid, kind: Card) -> bool:
    return kind == (one.stands_for or one.card) or (one.card == WILD and one.stands_for is None)


def _sets_read(rules: Rules, meld: Meld) -> Iterator[tuple[Meld, list[Card]]]:
    """The meld as a set, its wilds saying what they stand for, with the kinds that may still join it."""
    said = [one.stands_for or one.card for one in meld if one.stands_for or one.card != WILD]
    for one in sets(rules):
        if said and all(kind in one.cards for kind in said) and len(set(said)) == len(said):
            free = [kind for kind in one.cards if kind not in said]
            own = tuple(
                Laid(WILD, free.pop(0)) if laid.card == WILD and not laid.stands_for else laid
                for laid in meld
            )
            yield own, free
