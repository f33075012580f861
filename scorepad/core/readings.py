"""How a meld as laid can be read: which stretch of which track it covers.

Cards laid in order are read where they lie, upwards or downwards, so a wild stands for what its
place says (H16). Cards laid in any other order are read as a set, when only one order can be meant.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.rules import Rules
from scorepad.core.tracks import Track, tracks


@dataclass(frozen=True, slots=True)
class Reading:
    """A stretch of a track, its cards in track order, and for each the card laid there."""

    track: Track
    cards: tuple[Card, ...]
    laid: Meld


def meant(laid: Laid) -> Card | None:
    """The kind that a laid card is known to stand for; None for a wild that says nothing."""
    return laid.stands_for if laid.card.is_wild else laid.card


def readings(rules: Rules, meld: Meld) -> tuple[Reading, ...]:
    """Every way to read a meld that shows one card at least, at most one for each set of cards read."""
    found = [reading for track in tracks(rules) for reading in _in_order(track, meld)]
    if not found:
        found = [reading for track in tracks(rules) for reading in _as_set(track, meld)]
    distinct = {_circle_free(reading): reading for reading in reversed(found)}
    return tuple(reversed(distinct.values()))


def _circle_free(reading: Reading) -> tuple[object, ...]:
    """Equal for readings that differ only in where a whole circle is cut or which track a lone card is on."""
    cards = tuple(sorted(Counter(reading.cards).items()))
    return (reading.track.leap if len(reading.cards) > 1 else 0, cards)


def _in_order(track: Track, meld: Meld) -> list[Reading]:
    """The meld read where it lies: upwards, or downwards if upwards it does not read."""
    for laid in (meld, meld[::-1]):
        reading = _upwards(track, laid)
        if reading:
            return [reading]
    return []


def _upwards(track: Track, meld: Meld) -> Reading | None:
    shown = [(place, card) for place, laid in enumerate(meld) if (card := meant(laid))]
    if not shown or shown[0][1] not in track.cards:
        return None
    place, card = shown[0]
    cards = stretch(track, track.cards.index(card) - place, len(meld))
    if cards and all(cards[place] == card for place, card in shown):
        return Reading(track, cards, meld)
    return None


def stretch(track: Track, start: int, length: int) -> tuple[Card, ...]:
    """The cards of `length` places from `start` on; empty where a track that is no circle has none."""
    if not track.circular and (start < 0 or start + length > len(track.cards)):
        return ()
    return tuple(track.cards[(start + step) % len(track.cards)] for step in range(length))


def _as_set(track: Track, meld: Meld) -> list[Reading]:
    shown = Counter(card for laid in meld if (card := meant(laid)))
    if not all(card in track.cards for card in shown):
        return []
    found = []
    for start in range(len(track.cards)):
        cards = stretch(track, start, len(meld))
        if cards and not shown - Counter(cards):
            found.append(Reading(track, cards, _placed(meld, cards)))
    return found


def _placed(meld: Meld, cards: tuple[Card, ...]) -> Meld:
    """The laid cards put in the order of the stretch: those that are known first, wilds into the gaps."""
    free = [laid for laid in meld if meant(laid) is None]
    known: dict[Card, list[Laid]] = {}
    for laid in meld:
        card = meant(laid)
        if card:
            known.setdefault(card, []).append(laid)
    return tuple(known[card].pop() if known.get(card) else free.pop() for card in cards)
