"""Why a meld is no run: the nearest run, what it misses, and which cards do not belong to it (H1, H23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.core.cards import Card, Meld
from scorepad.core.findings import Finding
from scorepad.core.notation import show_card, show_cards
from scorepad.core.readings import Reading, meant, stretch
from scorepad.core.rules import Rules
from scorepad.core.tracks import Track, tracks
from scorepad.core.wilds import naturals, reach


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


def no_run(rules: Rules, meld: Meld) -> tuple[Finding, ...]:
    """Every reason why the meld covers no stretch of any track that the rules allow."""
    shown = Counter(card for laid in meld if (card := meant(rules, laid)))
    if rules.shapes.suit_pattern == "alternating" and len({card.suit for card in shown}) == 1:
        return (_one_suit(rules, tuple(shown)),)
    free = sum(1 for laid in meld if meant(rules, laid) is None)
    near = sorted(_candidates(rules, shown, free), key=lambda run: run.distance)
    clause = (
        "H23"
        if rules.shapes.clause == "H1" and rules.shapes.suit_pattern != "single"
        else rules.shapes.clause
    )
    if not near:
        return (Finding("no-run", tuple(shown), clause, "No run can be read: no card says where it lies."),)
    nearest = near[0]
    found = (*_strays(rules, nearest, clause), *_gaps(rules, nearest, clause))
    return found or (_wilds_misplaced(rules, meld, clause),)


def _wilds_misplaced(rules: Rules, meld: Meld, clause: str) -> Finding:
    """No natural is wrong: a wild may not stand where the run needs one (H20), or runs past the end."""
    wilds = tuple(dict.fromkeys(laid.card for laid in meld if meant(rules, laid) is None))
    restricted = tuple(card for card in wilds if reach(rules, card) != naturals(rules))
    if restricted:
        shown = show_cards(restricted, rules.pack)
        sentence = f"{shown} cannot stand for the card that this run needs."
        return Finding("cannot-stand-for", restricted, "H20", sentence)
    return Finding("wilds-past-end", wilds, clause, "The wilds go past the end of the order.")


def _one_suit(rules: Rules, cards: tuple[Card, ...]) -> Finding:
    sentence = f"Two suits must take turns: {show_cards(cards, rules.pack)} are of one suit."
    return Finding("one-suit", cards, "H23", sentence)


def _candidates(rules: Rules, shown: Counter[Card], free: int) -> Iterator[_Nearest]:
    for track in tracks(rules):
        places = [place for place, card in enumerate(track.cards) if card in shown]
        for start in places:
            for end in places:
                length = (end - start) % len(track.cards) + 1
                cards = stretch(track, start, length)
                if cards:
                    yield _compare(track, cards, shown, free)


def _compare(track: Track, cards: tuple[Card, ...], shown: Counter[Card], free: int) -> _Nearest:
    absent = tuple(card for card in cards if card not in shown)
    taken = tuple(card for card in cards if card in shown)
    return _Nearest(track, taken, absent[free:], tuple((shown - Counter(cards)).elements()))


def _strays(rules: Rules, nearest: _Nearest, clause: str) -> Iterator[Finding]:
    pack = rules.pack
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


def _gaps(rules: Rules, nearest: _Nearest, clause: str) -> Iterator[Finding]:
    if nearest.missing:
        verb = "is" if len(nearest.missing) == 1 else "are"
        sentence = f"Not a run: {show_cards(nearest.missing, rules.pack)} {verb} missing."
        yield Finding("gap", nearest.missing, clause, sentence)


def ambiguous(rules: Rules, found: tuple[Reading, ...], clause: str) -> Finding:
    """A meld whose wilds can be meant in several ways that differ; the first few are shown."""
    shown = [show_cards(reading.cards, rules.pack) for reading in found[:3]]
    sentence = f"The wild can be meant in several ways: {' or '.join(shown)}. {_remedy(rules, found)}"
    return Finding("ambiguous", found[0].cards, clause, sentence)


def _remedy(rules: Rules, found: tuple[Reading, ...]) -> str:
    """What settles how a meld is meant: its order, or a wild that says what it stands for."""
    first = found[0]
    if any(reading.laid != first.laid for reading in found):
        return "Lay the cards in order."
    for laid, natural, kinds in zip(
        first.laid, first.natural, zip(*(reading.cards for reading in found), strict=True), strict=True
    ):
        if not natural and len(set(kinds)) > 1:
            return f"Say which, as in {show_card(laid.card, rules.pack)}={show_card(kinds[0], rules.pack)}."
    return "Lay the cards in order."
