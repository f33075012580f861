"""How a meld as laid can be read: which stretch of which track it covers.

Cards laid in order are read where they lie, upwards or downwards, so a wild stands for what its
place says (H16). A card that is wild and natural may be natural one way alone, so that both ways count
where there is one (H15). Cards laid in any other order are read as a set, when only one order can be meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.rules import Rules
from scorepad.core.shapes import run_kind
from scorepad.core.tracks import Track, tracks
from scorepad.core.wilds import naturals, reach


@dataclass(frozen=True, slots=True)
class Reading:
    """A stretch of a track, upwards or downwards as it was laid, and for each place the card laid there."""

    track: Track
    cards: tuple[Card, ...]
    laid: Meld
    natural: tuple[bool, ...]  # for each place whether its own kind lies there, not a wild
    downwards: bool = False


def _reading(
    rules: Rules, track: Track, cards: tuple[Card, ...], meld: Meld, *, downwards: bool = False
) -> Reading:
    natural = tuple(is_natural(rules, laid, card) for laid, card in zip(meld, cards, strict=True))
    return Reading(track, cards, meld, natural, downwards)


def is_natural(rules: Rules, laid: Laid, kind: Card) -> bool:
    """Whether the laid card lies at a place of this kind as itself."""
    return run_kind(rules, laid.card) == kind and _said(rules, laid) in (None, kind)


def _said(rules: Rules, laid: Laid) -> Card | None:
    """The kind that a laid card is said to stand for."""
    return run_kind(rules, laid.stands_for) if laid.stands_for else None


def meant(rules: Rules, laid: Laid) -> Card | None:
    """The one kind that a laid card can be; None for a wild that says nothing."""
    if laid.stands_for or not reach(rules, laid.card):
        return run_kind(rules, laid.stands_for or laid.card)
    return None


def may_lie(rules: Rules, laid: Laid, kind: Card) -> bool:
    """Whether the laid card can lie at a place of this kind, as itself or as a wild (H14, H18, H20, H26)."""
    if _said(rules, laid) not in (None, kind):
        return False
    if laid.card in naturals(rules) and run_kind(rules, laid.card) == kind:
        return True
    return kind in reach(rules, laid.card)


def readings(rules: Rules, meld: Meld) -> tuple[Reading, ...]:
    """Every way to read a meld with one natural at least, at most one for each set of cards read and, where
    they lie in order, for each choice of naturals among them."""
    found = [reading for track in tracks(rules) for reading in _in_order(rules, track, meld)]
    if found:
        return _distinct(found, lambda reading: (_circle_free(reading), reading.natural))
    found = [reading for track in tracks(rules) for reading in _as_set(rules, track, meld)]
    return _distinct(found, _circle_free)


def _distinct(found: Sequence[Reading], alike: Callable[[Reading], object]) -> tuple[Reading, ...]:
    """The first of all readings alike."""
    first = {alike(reading): reading for reading in reversed(found) if any(reading.natural)}
    return tuple(reversed(first.values()))


def _circle_free(reading: Reading) -> tuple[object, ...]:
    """Equal for readings that differ only in where a whole circle is cut or which track a lone card is on."""
    cards = tuple(sorted(Counter(reading.cards).items()))
    return (reading.track.leap if len(reading.cards) > 1 else 0, cards)


def _in_order(rules: Rules, track: Track, meld: Meld) -> list[Reading]:
    """The meld read where it lies: upwards, and downwards if upwards it does not read or has a card that
    could be natural one way alone."""
    found: list[Reading] = []
    for way in (1, -1):
        if found and not any(_may_be_either(rules, laid) for laid in meld):
            break
        found += [
            _reading(rules, track, cards[::way], meld, downwards=way < 0)
            for cards in stretches(rules, track, meld[::way])
            if all(may_lie(rules, one, kind) for one, kind in zip(meld, cards[::way], strict=True))
        ]
    return found


def _may_be_either(rules: Rules, laid: Laid) -> bool:
    """Whether a laid card may be natural or wild, and does not say which (H18)."""
    return laid.stands_for is None and laid.card in naturals(rules) and bool(reach(rules, laid.card))


def stretches(rules: Rules, track: Track, meld: Meld) -> Iterator[tuple[Card, ...]]:
    """The stretches that the meld can cover in its order: one where some card can be one kind only."""
    sure = next(((place, kind) for place, one in enumerate(meld) if (kind := meant(rules, one))), None)
    if sure is None:
        starts = list(range(len(track.cards)))
    else:
        starts = [track.cards.index(sure[1]) - sure[0]] if sure[1] in track.cards else []
    for start in starts:
        cards = stretch(track, start, len(meld))
        if cards:
            yield cards


def stretch(track: Track, start: int, length: int) -> tuple[Card, ...]:
    """The cards of `length` places from `start` on; empty where a track that is no circle has none."""
    if not track.circular and (start < 0 or start + length > len(track.cards)):
        return ()
    return tuple(track.cards[(start + step) % len(track.cards)] for step in range(length))


def _as_set(rules: Rules, track: Track, meld: Meld) -> Iterator[Reading]:
    shown = Counter(kind for one in meld if (kind := meant(rules, one)))
    if not all(kind in track.cards for kind in shown):
        return
    for start in range(len(track.cards)):
        cards = stretch(track, start, len(meld))
        if cards and not shown - Counter(cards):
            laid = fitted(rules, meld, cards)
            if laid:
                yield _reading(rules, track, cards, laid)


def fitted(rules: Rules, meld: Meld, cards: tuple[Card, ...]) -> Meld | None:
    """The laid cards in the order of the stretch, as themselves where possible; None if they do not fit."""
    open_places: dict[Card, list[int]] = {}
    for place in reversed(range(len(cards))):
        open_places.setdefault(cards[place], []).append(place)
    placed: dict[int, Laid] = {}
    wilds = []
    for one in sorted(meld, key=lambda laid: meant(rules, laid) is None):
        kind = meant(rules, one) or run_kind(rules, one.card)
        if open_places.get(kind):
            placed[open_places[kind].pop()] = one
        elif meant(rules, one):
            return None
        else:
            wilds.append(one)
    return _filled(rules, cards, placed, wilds)


def _filled(rules: Rules, cards: tuple[Card, ...], placed: dict[int, Laid], wilds: list[Laid]) -> Meld | None:
    """Wilds put into the places left: those of small reach first, then those that can be anything."""
    left = [place for place in range(len(cards)) if place not in placed]
    anything = [one for one in wilds if reach(rules, one.card) == naturals(rules)]
    by_place: dict[int, Laid] = {}
    for one in wilds:
        if one not in anything and not _find_place(rules, one, cards, left, by_place, set()):
            return None
    for place in left:
        placed[place] = by_place.get(place) or anything.pop()
    return tuple(placed[place] for place in range(len(cards)))


def _find_place(
    rules: Rules,
    one: Laid,
    cards: tuple[Card, ...],
    left: list[int],
    by_place: dict[int, Laid],
    tried: set[int],
) -> bool:
    """Put a wild somewhere, moving others on where that makes room (augmenting paths)."""
    for place in left:
        if place in tried or not may_lie(rules, one, cards[place]):
            continue
        tried.add(place)
        there = by_place.get(place)
        if there is None or _find_place(rules, there, cards, left, by_place, tried):
            by_place[place] = one
            return True
    return False
