"""How a meld as laid can be read: which stretch of which track it covers, or why it is no run (H1, H23).

Cards laid in order are read where they lie, upwards or downwards, so a wild stands for what its
place says (H16). A card that is wild and natural may be natural one way alone, so that both ways count
where there is one (H15). Cards laid in any other order are read as a set, when only one order can be meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scorepad.core.card_text import show_card, show_cards
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.melding import Melding
from scorepad.core.rules import Track
from scorepad.core.verdicts import Finding


@dataclass(frozen=True, slots=True)
class Reading:
    """A stretch of a track, upwards or downwards as it was laid, and for each place the card laid there."""

    track: Track
    cards: tuple[Card, ...]
    laid: Meld
    natural: tuple[bool, ...]  # for each place whether its own kind lies there, not a wild
    downwards: bool = False


def _reading(
    melding: Melding, track: Track, cards: tuple[Card, ...], meld: Meld, *, downwards: bool = False
) -> Reading:
    natural = tuple(melding.lies_naturally(laid, card) for laid, card in zip(meld, cards, strict=True))
    return Reading(track, cards, meld, natural, downwards)


def readings(melding: Melding, meld: Meld) -> tuple[Reading, ...]:
    """Every way to read a meld with one natural at least, at most one for each set of cards read and, where
    they lie in order, for each choice of naturals among them."""
    found = [reading for track in melding.tracks for reading in _in_order(melding, track, meld)]
    if found:
        return _distinct(found, lambda reading: (_circle_free(reading), reading.natural))
    found = [reading for track in melding.tracks for reading in _as_set(melding, track, meld)]
    return _distinct(found, _circle_free)


def _distinct(found: Sequence[Reading], alike: Callable[[Reading], object]) -> tuple[Reading, ...]:
    """The first of all readings alike."""
    first = {alike(reading): reading for reading in reversed(found) if any(reading.natural)}
    return tuple(reversed(first.values()))


def _circle_free(reading: Reading) -> tuple[object, ...]:
    """Equal for readings that differ only in where a whole circle is cut or which track a lone card is on."""
    cards = tuple(sorted(Counter(reading.cards).items()))
    return (reading.track.leap if len(reading.cards) > 1 else 0, cards)


def _in_order(melding: Melding, track: Track, meld: Meld) -> list[Reading]:
    """The meld read where it lies: upwards, and downwards if upwards it does not read or has a card that
    could be natural one way alone."""
    found: list[Reading] = []
    for way in (1, -1):
        if found and not any(melding.may_be_either(laid) for laid in meld):
            break
        found += [
            _reading(melding, track, cards[::way], meld, downwards=way < 0)
            for cards in stretches(melding, track, meld[::way])
            if all(melding.may_lie(one, kind) for one, kind in zip(meld, cards[::way], strict=True))
        ]
    return found


def stretches(melding: Melding, track: Track, meld: Meld) -> Iterator[tuple[Card, ...]]:
    """The stretches that the meld can cover in its order: one where some card can be one kind only."""
    sure = next(((place, kind) for place, one in enumerate(meld) if (kind := melding.sure_kind(one))), None)
    if sure is None:
        starts = list(range(len(track.cards)))
    else:
        starts = [track.cards.index(sure[1]) - sure[0]] if sure[1] in track.cards else []
    for start in starts:
        cards = track.stretch(start, len(meld))
        if cards:
            yield cards


def _as_set(melding: Melding, track: Track, meld: Meld) -> Iterator[Reading]:
    shown = Counter(kind for one in meld if (kind := melding.sure_kind(one)))
    if not all(kind in track.cards for kind in shown):
        return
    for start in range(len(track.cards)):
        cards = track.stretch(start, len(meld))
        if cards and not shown - Counter(cards):
            laid = fitted(melding, meld, cards)
            if laid:
                yield _reading(melding, track, cards, laid)


def fitted(melding: Melding, meld: Meld, cards: tuple[Card, ...]) -> Meld | None:
    """The laid cards in the order of the stretch, as themselves where possible; None if they do not fit."""
    open_places: dict[Card, list[int]] = {}
    for place in reversed(range(len(cards))):
        open_places.setdefault(cards[place], []).append(place)
    placed: dict[int, Laid] = {}
    wilds = []
    for one in sorted(meld, key=lambda laid: melding.sure_kind(laid) is None):
        kind = melding.sure_kind(one) or melding.run_kind(one.card)
        if open_places.get(kind):
            placed[open_places[kind].pop()] = one
        elif melding.sure_kind(one):
            return None
        else:
            wilds.append(one)
    return _filled(melding, cards, placed, wilds)


def _filled(
    melding: Melding, cards: tuple[Card, ...], placed: dict[int, Laid], wilds: list[Laid]
) -> Meld | None:
    """Wilds put into the places left: those of small reach first, then those that can be anything."""
    left = [place for place in range(len(cards)) if place not in placed]
    anything = [one for one in wilds if melding.reach(one.card) == melding.naturals]
    by_place: dict[int, Laid] = {}
    for one in wilds:
        if one not in anything and not _find_place(melding, one, cards, left, by_place, set()):
            return None
    for place in left:
        placed[place] = by_place.get(place) or anything.pop()
    return tuple(placed[place] for place in range(len(cards)))


def _find_place(
    melding: Melding,
    one: Laid,
    cards: tuple[Card, ...],
    left: list[int],
    by_place: dict[int, Laid],
    tried: set[int],
) -> bool:
    """Put a wild somewhere, moving others on where that makes room (augmenting paths)."""
    for place in left:
        if place in tried or not melding.may_lie(one, cards[place]):
            continue
        tried.add(place)
        there = by_place.get(place)
        if there is None or _find_place(melding, there, cards, left, by_place, tried):
            by_place[place] = one
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Nearest:
    """A run near the cards laid: those it takes, those it misses beyond the wilds, those it cannot take."""

    track: Track
    taken: tuple[Card, ...]
    missing: tuple[Card, ...]
    stray: tuple[Card, ...]

    @property
    def distance(self) -> tuple[int, int]:
        return (2 * len(self.stray) + len(self.missing), len(self.stray))


def no_run(melding: Melding, meld: Meld) -> tuple[Finding, ...]:
    """Every reason why the meld covers no stretch of any track that the rules allow."""
    shown = Counter(card for laid in meld if (card := melding.sure_kind(laid)))
    if melding.rules.shapes.suit_pattern == "alternating" and len({card.suit for card in shown}) == 1:
        return (_one_suit(melding, tuple(shown)),)
    free = sum(1 for laid in meld if melding.sure_kind(laid) is None)
    near = sorted(_candidates(melding, shown, free), key=lambda run: run.distance)
    clause = (
        "H23"
        if melding.rules.shapes.clause == "H1" and melding.rules.shapes.suit_pattern != "single"
        else melding.rules.shapes.clause
    )
    if not near:
        return (Finding("no-run", tuple(shown), clause, "No run can be read: no card says where it lies."),)
    nearest = near[0]
    found = (*_strays(melding, nearest, clause), *_gaps(melding, nearest, clause))
    return found or (_wilds_misplaced(melding, meld, clause),)


def _wilds_misplaced(melding: Melding, meld: Meld, clause: str) -> Finding:
    """No natural is wrong: a wild may not stand where the run needs one (H20), or runs past the end."""
    wilds = tuple(dict.fromkeys(laid.card for laid in meld if melding.sure_kind(laid) is None))
    restricted = tuple(card for card in wilds if melding.reach(card) != melding.naturals)
    if restricted:
        shown = show_cards(restricted, melding.rules.pack)
        sentence = f"{shown} cannot stand for the card that this run needs."
        return Finding("cannot-stand-for", restricted, "H20", sentence)
    return Finding("wilds-past-end", wilds, clause, "The wilds go past the end of the order.")


def _one_suit(melding: Melding, cards: tuple[Card, ...]) -> Finding:
    sentence = f"Two suits must take turns: {show_cards(cards, melding.rules.pack)} are of one suit."
    return Finding("one-suit", cards, "H23", sentence)


def _candidates(melding: Melding, shown: Counter[Card], free: int) -> Iterator[_Nearest]:
    for track in melding.tracks:
        places = [place for place, card in enumerate(track.cards) if card in shown]
        for start in places:
            for end in places:
                length = (end - start) % len(track.cards) + 1
                cards = track.stretch(start, length)
                if cards:
                    yield _compare(track, cards, shown, free)


def _compare(track: Track, cards: tuple[Card, ...], shown: Counter[Card], free: int) -> _Nearest:
    absent = tuple(card for card in cards if card not in shown)
    taken = tuple(card for card in cards if card in shown)
    return _Nearest(track, taken, absent[free:], tuple((shown - Counter(cards)).elements()))


def _strays(melding: Melding, nearest: _Nearest, clause: str) -> Iterator[Finding]:
    pack = melding.rules.pack
    names = " and ".join(pack.suit[letter].name for letter in nearest.track.suits)
    ranks = {card.rank for card in nearest.taken}
    for card in dict.fromkeys(nearest.stray):
        name = show_card(card, pack)
        if card.suit not in nearest.track.suits:
            yield Finding("wrong-suit", (card,), clause, f"{name} does not belong to a run of {names}.")
        elif card in nearest.taken:
            yield Finding("twice", (card,), clause, f"{name} is there more than once.")
        elif card.rank in ranks:
            yield Finding("out-of-turn", (card,), clause, f"{name} is out of turn: {names} must take turns.")
        else:
            run = show_cards(nearest.taken, pack)
            yield Finding("apart", (card,), clause, f"{name} lies apart from {run}.")


def _gaps(melding: Melding, nearest: _Nearest, clause: str) -> Iterator[Finding]:
    if nearest.missing:
        verb = "is" if len(nearest.missing) == 1 else "are"
        sentence = f"Not a run: {show_cards(nearest.missing, melding.rules.pack)} {verb} missing."
        yield Finding("gap", nearest.missing, clause, sentence)


def ambiguous(melding: Melding, found: tuple[Reading, ...], clause: str) -> Finding:
    """A meld whose wilds can be meant in several ways that differ; the first few are shown."""
    shown = [show_cards(reading.cards, melding.rules.pack) for reading in found[:3]]
    sentence = f"The wild can be meant in several ways: {' or '.join(shown)}. {_remedy(melding, found)}"
    return Finding("ambiguous", found[0].cards, clause, sentence)


def _remedy(melding: Melding, found: tuple[Reading, ...]) -> str:
    """What settles how a meld is meant: its order, or a wild that says what it stands for."""
    first, pack = found[0], melding.rules.pack
    if any(reading.laid != first.laid for reading in found):
        return "Lay the cards in order."
    for laid, natural, kinds in zip(
        first.laid, first.natural, zip(*(reading.cards for reading in found), strict=True), strict=True
    ):
        if not natural and len(set(kinds)) > 1:
            return f"Say which, as in {show_card(laid.card, pack)}={show_card(kinds[0], pack)}."
    return "Lay the cards in order."
