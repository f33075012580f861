"""The readings of a meld as laid: the stretch of a track that it covers, or why it is no run (H1, H23); and
what is wrong with its wilds.

Cards laid in order are read where they lie, upwards or downwards, so a wild stands for the card of its place
(H16). A card that may be wild or natural may be natural in one direction only, so that both are tried (H15).
Cards laid in any other order are read as a set of cards, if only one order can be meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scorepad.core.card_text import show_card, show_cards, show_laid
from scorepad.core.cards import Card, Laid, Meld, Track
from scorepad.core.melding import Melding
from scorepad.core.phrasing import appears, count_alone, count_word, join_words
from scorepad.core.rules import Rules
from scorepad.core.sentence import in_a_row, say, say_number
from scorepad.core.verdicts import Finding, MeldVerdict


@dataclass(frozen=True, slots=True)
class Reading:
    """A stretch of a track in the direction in which it was laid, with the card laid at each place."""

    track: Track
    cards: tuple[Card, ...]
    laid: Meld
    natural: tuple[bool, ...]  # for each place whether its own kind lies there, not a wild
    downwards: bool = False


def _read_stretch(
    melding: Melding, track: Track, cards: tuple[Card, ...], meld: Meld, *, downwards: bool = False
) -> Reading:
    is_natural = tuple(melding.lies_naturally(laid, card) for laid, card in zip(meld, cards, strict=True))
    return Reading(track, cards, meld, is_natural, downwards)


def all_readings(melding: Melding, meld: Meld) -> tuple[Reading, ...]:
    """Every reading of a meld with at least one natural: one for each set of kinds, and if the cards lie in
    order, for each choice of naturals among them."""
    sure_kinds = tuple(map(melding.sure_kind, meld))
    tracks = _tracks_through(melding, sure_kinds)
    track_readings = [
        reading for track in tracks for reading in _read_in_order(melding, track, meld, sure_kinds)
    ]
    if track_readings:
        return _distinct_readings(track_readings, lambda reading: (_likeness(reading), reading.natural))
    track_readings = [reading for track in tracks for reading in _read_as_set(melding, track, meld)]
    return _distinct_readings(track_readings, _likeness)


def _tracks_through(melding: Melding, sure_kinds: Sequence[Card | None]) -> Sequence[Track]:
    """The tracks through a card of the meld that can be only one kind; all tracks if there is none."""
    sure_kind = next(filter(None, sure_kinds), None)
    return melding.tracks_through(sure_kind) if sure_kind else melding.tracks


def _distinct_readings(
    track_readings: Sequence[Reading], likeness: Callable[[Reading], object]
) -> tuple[Reading, ...]:
    """The first of each group of readings with equal `likeness`, if they have a natural."""
    if len(track_readings) == 1:
        return tuple(track_readings) if any(track_readings[0].natural) else ()
    first_of_kind = {
        likeness(reading): reading for reading in reversed(track_readings) if any(reading.natural)
    }
    return tuple(reversed(first_of_kind.values()))


def _likeness(reading: Reading) -> tuple[object, ...]:
    """A key that is equal for readings that differ only in where a whole track is cut, or in the track of a
    single card."""
    cards = tuple(sorted(Counter(reading.cards).items()))
    return (reading.track.leap if len(reading.cards) > 1 else 0, cards)


def _read_in_order(
    melding: Melding, track: Track, meld: Meld, sure_kinds: tuple[Card | None, ...]
) -> list[Reading]:
    """The meld read where it lies: upwards; and downwards if it does not read upwards, or has a card that may
    be wild or natural."""
    track_readings: list[Reading] = []
    for direction in (1, -1):
        if track_readings and not any(melding.may_be_either(laid) for laid in meld):
            break
        kinds = sure_kinds[::direction]
        track_readings += [
            _read_stretch(melding, track, cards[::direction], meld, downwards=direction < 0)
            for cards in possible_stretches(track, kinds)
            # Without an open wild only the very cards fit, which is quick to tell.
            if (cards == kinds or None in kinds)
            and all(melding.may_lie(laid, kind) for laid, kind in zip(meld, cards[::direction], strict=True))
        ]
    return track_readings


def possible_stretches(track: Track, sure_kinds: Sequence[Card | None]) -> Iterator[tuple[Card, ...]]:
    """The stretches that a meld can cover in its order. There is one if some card can be only one kind; two
    if that is at both ends of the track."""
    sure_place = next((place for place, kind in enumerate(sure_kinds) if kind), None)
    if sure_place is None:
        first_places = list(range(len(track.cards)))
    else:
        sure_kind = sure_kinds[sure_place]
        first_places = [track.cards.index(sure_kind) - sure_place] if sure_kind in track.cards else []
        if sure_kind == track.cards[0] == track.cards[-1] and len(track.cards) > 1:
            first_places.append(len(track.cards) - 1 - sure_place)
    for first_place in first_places:
        cards = track.stretch(first_place, len(sure_kinds))
        if cards:
            yield cards


def _read_as_set(melding: Melding, track: Track, meld: Meld) -> Iterator[Reading]:
    sure_kinds = Counter(sure_kind for laid in meld if (sure_kind := melding.sure_kind(laid)))
    if not all(sure_kind in track.cards for sure_kind in sure_kinds):
        return
    for first_place in range(len(track.cards)):
        cards = track.stretch(first_place, len(meld))
        if cards and not sure_kinds - Counter(cards):
            fitted_meld = fit_cards(melding, meld, cards)
            if fitted_meld:
                yield _read_stretch(melding, track, cards, fitted_meld)


def fit_cards(melding: Melding, meld: Meld, cards: tuple[Card, ...]) -> Meld | None:
    """The laid cards in the order of the stretch, as naturals where possible; None if they do not fit."""
    open_places: dict[Card, list[int]] = {}
    for place in reversed(range(len(cards))):
        open_places.setdefault(cards[place], []).append(place)
    laid_by_place: dict[int, Laid] = {}
    wilds_left = []
    # Cards that can be one kind only go first: what may be wild lies where it is left room.
    for laid in sorted(meld, key=lambda laid: melding.sure_kind(laid) is None):
        place_kind = melding.sure_kind(laid) or melding.run_kind(laid.card)
        if open_places.get(place_kind):
            laid_by_place[open_places[place_kind].pop()] = laid
        elif melding.sure_kind(laid):
            return None
        else:
            wilds_left.append(laid)
    return _fill_with_wilds(melding, cards, laid_by_place, wilds_left)


def _fill_with_wilds(
    melding: Melding, cards: tuple[Card, ...], laid_by_place: dict[int, Laid], wilds_left: list[Laid]
) -> Meld | None:
    """Put wilds into the places left, those of small reach first; None if one does not fit."""
    places_left = [place for place in range(len(cards)) if place not in laid_by_place]
    anything = [wild for wild in wilds_left if melding.reach(wild.card) == melding.naturals]
    wild_by_place: dict[int, Laid] = {}
    for wild in wilds_left:
        if wild not in anything and not place_wild(melding, wild, cards, places_left, wild_by_place, set()):
            return None
    for place in places_left:
        laid_by_place[place] = wild_by_place.get(place) or anything.pop()
    return tuple(laid_by_place[place] for place in range(len(cards)))


def place_wild(
    melding: Melding,
    wild: Laid,
    cards: tuple[Card, ...],
    places_left: list[int],
    wild_by_place: dict[int, Laid],
    places_tried: set[int],
) -> bool:
    """Place a wild, moving others if that makes room (augmenting paths). False if there is no place."""
    for place in places_left:
        # A place that failed once on this path fails again.
        if place in places_tried or not melding.may_lie(wild, cards[place]):
            continue
        places_tried.add(place)
        wild_there = wild_by_place.get(place)
        if wild_there is None or place_wild(
            melding, wild_there, cards, places_left, wild_by_place, places_tried
        ):
            wild_by_place[place] = wild
            return True
    return False


@dataclass(frozen=True, slots=True)
class _NearRun:
    """A run near the laid cards: the kinds that it takes, those missing beyond the wilds, and the cards that
    it cannot take."""

    track: Track
    taken_kinds: tuple[Card, ...]
    missing_kinds: tuple[Card, ...]
    stray_cards: tuple[Card, ...]

    @property
    def distance(self) -> tuple[int, int]:
        return (2 * len(self.stray_cards) + len(self.missing_kinds), len(self.stray_cards))


def why_no_run(melding: Melding, meld: Meld) -> tuple[Finding, ...]:
    """Every reason why the meld is no run."""
    sure_kinds = Counter(sure_kind for laid in meld if (sure_kind := melding.sure_kind(laid)))
    if (
        melding.rules.shapes.suit_pattern == "alternating"
        and len({sure_kind.suit for sure_kind in sure_kinds}) == 1
    ):
        return (_one_suit_finding(melding, tuple(sure_kinds)),)
    free_wilds = sum(1 for laid in meld if melding.sure_kind(laid) is None)
    near_runs = sorted(_near_runs(melding, sure_kinds, free_wilds), key=lambda run: run.distance)
    clause = (
        "H23"
        if melding.rules.shapes.clause == "H1" and melding.rules.shapes.suit_pattern != "single"
        else melding.rules.shapes.clause
    )
    if not near_runs:
        return (
            Finding(
                "no-run",
                tuple(sure_kinds),
                clause,
                say(
                    "There’s no telling which run this is. Say what one of the wilds stands for, as in w=♥7."
                ),
            ),
        )
    nearest_run = near_runs[0]
    findings = (*_stray_findings(melding, nearest_run, clause), *_gap_findings(melding, nearest_run, clause))
    return findings or (_misplaced_wilds(melding, meld, clause),)


def _misplaced_wilds(melding: Melding, meld: Meld, clause: str) -> Finding:
    """The finding if no natural is wrong: a wild may not stand for the card that the run needs (H20), or lies
    beyond the end."""
    open_wilds = tuple(dict.fromkeys(laid.card for laid in meld if melding.sure_kind(laid) is None))
    restricted_wilds = tuple(card for card in open_wilds if melding.reach(card) != melding.naturals)
    if restricted_wilds:
        sentence = say(
            "{wilds} can’t stand for the card that this run needs.",
            wilds=show_cards(restricted_wilds, melding.rules.pack),
        )
        return Finding("cannot-stand-for", restricted_wilds, "H20", sentence)
    return Finding("wilds-past-end", open_wilds, clause, say("The wilds go past the end of the order."))


def _one_suit_finding(melding: Melding, cards: tuple[Card, ...]) -> Finding:
    sentence = say(
        "Two suits must take turns, but {cards} have the same suit.",
        cards=show_cards(cards, melding.rules.pack),
    )
    return Finding("one-suit", cards, "H23", sentence)


def _near_runs(melding: Melding, sure_kinds: Counter[Card], free_wilds: int) -> Iterator[_NearRun]:
    for track in melding.tracks:
        taken_places = [place for place, card in enumerate(track.cards) if card in sure_kinds]
        for first_place in taken_places:
            for last_place in taken_places:
                length = (last_place - first_place) % len(track.cards) + 1
                cards = track.stretch(first_place, length)
                if cards:
                    yield _near_run(track, cards, sure_kinds, free_wilds)


def _near_run(track: Track, cards: tuple[Card, ...], sure_kinds: Counter[Card], free_wilds: int) -> _NearRun:
    absent_kinds = tuple(card for card in cards if card not in sure_kinds)
    taken_kinds = tuple(card for card in cards if card in sure_kinds)
    # Open wilds fill as many gaps, whichever; the others are what is missing.
    return _NearRun(
        track, taken_kinds, absent_kinds[free_wilds:], tuple((sure_kinds - Counter(cards)).elements())
    )


def _stray_findings(melding: Melding, nearest_run: _NearRun, clause: str) -> Iterator[Finding]:
    pack = melding.rules.pack
    suits = join_words([pack.suit[letter].name for letter in nearest_run.track.suits], "and")
    taken_ranks = {card.rank for card in nearest_run.taken_kinds}
    for stray_card in dict.fromkeys(nearest_run.stray_cards):
        card = show_card(stray_card, pack)
        if stray_card.suit not in nearest_run.track.suits:
            sentence = say("{card} doesn’t belong in a run of {suits}.", card=card, suits=suits)
            yield Finding("wrong-suit", (stray_card,), clause, sentence)
        elif stray_card in nearest_run.taken_kinds:
            shown = appears(card, 1 + nearest_run.stray_cards.count(stray_card))
            yield Finding("twice", (stray_card,), clause, in_a_row((shown, "."), ""))
        elif stray_card.rank in taken_ranks:
            sentence = say("{card} is out of turn. {suits} must alternate.", card=card, suits=suits)
            yield Finding("out-of-turn", (stray_card,), clause, sentence)
        else:
            taken_cards = show_cards(nearest_run.taken_kinds, pack)
            sentence = say("{card} isn’t next to {others}.", card=card, others=taken_cards)
            yield Finding("apart", (stray_card,), clause, sentence)


def _gap_findings(melding: Melding, nearest_run: _NearRun, clause: str) -> Iterator[Finding]:
    if nearest_run.missing_kinds:
        sentence = say_number(
            "Not a run: {cards} is missing.",
            "Not a run: {cards} are missing.",
            len(nearest_run.missing_kinds),
            cards=show_cards(nearest_run.missing_kinds, melding.rules.pack),
        )
        yield Finding("gap", nearest_run.missing_kinds, clause, sentence)


def ambiguity(melding: Melding, meld_readings: tuple[Reading, ...], clause: str) -> Finding:
    """The finding for a meld whose wilds can be meant in several different ways; the first few are shown."""
    shown_readings = [show_cards(reading.cards, melding.rules.pack) for reading in meld_readings[:3]]
    sentence = say(
        "The wild could mean {ways}. {advice}",
        ways=join_words(shown_readings),
        advice=_how_to_settle(melding, meld_readings),
    )
    return Finding("ambiguous", meld_readings[0].cards, clause, sentence)


def _how_to_settle(melding: Melding, meld_readings: tuple[Reading, ...]) -> str:
    """The advice that makes a meld unambiguous: lay it in order, or say what a wild stands for."""
    first_reading, pack = meld_readings[0], melding.rules.pack
    if any(reading.laid != first_reading.laid for reading in meld_readings):
        return say("Lay the cards in order.")
    for laid, is_natural, possible_kinds in zip(
        first_reading.laid,
        first_reading.natural,
        zip(*(reading.cards for reading in meld_readings), strict=True),
        strict=True,
    ):
        if not is_natural and len(set(possible_kinds)) > 1:
            return say(
                "Say which, as in {example}.", example=show_laid(Laid(laid.card, possible_kinds[0]), pack)
            )
    return say("Lay the cards in order.")


def illegal_verdict(melding: Melding, meld: Meld, findings: tuple[Finding, ...]) -> MeldVerdict:
    """The verdict on an illegal meld, with its findings."""
    is_natural = tuple(not melding.reach(laid.card) for laid in meld)
    return MeldVerdict(meld, False, 0, is_natural, None, findings)


def wild_clause(rules: Rules) -> str:
    """The clause on how wilds lie: that of melds in games with sets, else H15."""
    return rules.shapes.clause if rules.shapes.sets else "H15"


def wild_count_faults(
    rules: Rules, meld: Meld, is_natural: Sequence[bool], *, in_set: bool
) -> Iterator[Finding]:
    """Findings for too many wilds, or too few naturals."""
    limit, cards = rules.wilds.count, tuple(laid.card for laid in meld)
    naturals = sum(is_natural)
    wild_count = len(meld) - naturals
    most = limit.most_in(len(meld))
    if most and wild_count > most:
        sentence = say_number(
            "A meld can have at most one wild, not {held}.",
            "A meld can have at most {most} wilds, not {held}.",
            most,
            most=count_word(most),
            held=count_word(wild_count),
        )
        yield Finding("too-many-wilds", cards, wild_clause(rules), sentence)
    if naturals < limit.naturals:
        sentence = say(
            "A meld needs at least {least} natural cards, not {number}.",
            least=count_word(limit.naturals),
            number=count_alone(naturals),
        )
        yield Finding("too-few-naturals", cards, wild_clause(rules), sentence)
    elif in_set and limit.set_outnumbered and wild_count > naturals:
        sentence = say("A set can’t have more wilds than other cards.")
        yield Finding("outnumbered", cards, wild_clause(rules), sentence)
