"""The values of fields: text, cards, names, numbers. Each raises ScorepadError for what does not read."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.cards import Card, Meld
from scorepad.core.errors import ScorepadError, either, joined, nearest, told_nearest
from scorepad.core.log.events import MOST_SEATS
from scorepad.core.notation import read_cards, read_melds
from scorepad.core.packs import Pack
from scorepad.core.standard_packs import PACKS

MOST_MELDS = 300
MOST_PLAYERS = MOST_SEATS
MOST_RANKS = 60
LONGEST_SCHEDULE = 104
MOST_POINTS = 1_000_000


def text(given: object) -> str:
    """Text as it is."""
    if isinstance(given, str):
        return given
    raise ScorepadError("Expected words, in quotation marks.", code="field")


def hand(given: object, pack: Pack) -> list[Card]:
    """The cards of a text or of a list of texts."""
    return [laid.card for meld in _laid(given, pack, "cards") for laid in meld]


def melds(given: object, pack: Pack) -> list[Meld]:
    """Every meld of a text or of a list of texts; faults are placed by the text they are in."""
    return _laid(given, pack, "melds")


def _laid(given: object, pack: Pack, what: str) -> list[Meld]:
    pieces = _pieces(given, what)
    found: list[Meld] = []
    faults: list[ScorepadError] = []
    for place, piece in enumerate(pieces):
        try:
            found += read_melds(piece, pack) if what == "melds" else [read_cards(piece, pack)]
        except ScorepadError as error:
            faults.append(error if isinstance(given, str) else error.within(str(place)))
    if faults:
        raise joined(faults)
    return found


def _pieces(given: object, what: str) -> Sequence[str]:
    if isinstance(given, str):
        return [given]
    if isinstance(given, list) and len(given) <= MOST_MELDS and all(isinstance(one, str) for one in given):
        return given
    raise ScorepadError(f"{what}: expected {what} in writing, in one piece or in a list.", code="field")


def ranks(given: object) -> tuple[str, ...]:
    """Ranks in order, as text or as a list."""
    pieces = given.replace(",", " ").split() if isinstance(given, str) else given
    found = tuple(pieces) if isinstance(pieces, list) and all(isinstance(one, str) for one in pieces) else ()
    if 0 < len(found) <= MOST_RANKS and len(set(found)) == len(found):
        return found
    raise ScorepadError(f"Expected up to {MOST_RANKS} different ranks in order.", code="field")


def pack_ranks(given: object) -> tuple[str, ...]:
    """The ranks of the pack of that id."""
    if isinstance(given, str) and given in PACKS:
        return PACKS[given].ranks
    near = told_nearest(nearest(given, PACKS)) if isinstance(given, str) else ""
    there = near or f"expected one of {', '.join(PACKS)}, or ranks"
    raise ScorepadError(f"No pack is called {given!r}: {there}.", code="field")


def leaps(given: object, order: Sequence[str]) -> tuple[int, ...]:
    """Leaps on a circle of these ranks, one or a list."""
    most = max(1, len(order) // 2)
    numbers = given if isinstance(given, list) else [given]
    if numbers and all(type(one) is int and 1 <= one <= most for one in numbers):
        return tuple(numbers)
    raise ScorepadError(f"leaps: expected whole numbers from 1 to {most}.", code="field")


def length(given: object) -> int:
    """A number of cards."""
    if type(given) is int and 1 <= given <= LONGEST_SCHEDULE:
        return given
    raise ScorepadError(f"length: expected a whole number from 1 to {LONGEST_SCHEDULE}.", code="field")


def names(given: object) -> list[str]:
    """Names of players, no two alike."""
    if not isinstance(given, list) or not all(isinstance(name, str) and name for name in given):
        raise ScorepadError("Expected the names of players, in a list.", code="field")
    twice = [name for place, name in enumerate(given) if name in given[:place]]
    if twice:
        raise ScorepadError(
            f"Two players are called {twice[0]}: expected different names, so add a letter to one.",
            code="field",
        )
    if len(given) > MOST_PLAYERS:
        raise ScorepadError(
            f"players: expected up to {MOST_PLAYERS} different names, not {len(given)}.", code="field"
        )
    return given


def groups(given: object) -> list[list[str]]:
    """Partnerships, each a list of names."""
    if not isinstance(given, list) or not all(isinstance(group, list) for group in given):
        raise ScorepadError("Expected partnerships, each a list of names.", code="field")
    names([name for group in given for name in group])
    return given


def order(given: object, seated: Sequence[str]) -> list[str]:
    """Names of those seated, in the order of going out."""
    found = names(given)
    strangers = [name for name in found if name not in seated]
    if strangers:
        raise ScorepadError(
            f"{', '.join(strangers)}: expected one of the players, {either(seated)}.", code="field"
        )
    return found


def amount(given: object) -> int:
    """A number of points or cards, 0 at least."""
    if type(given) is int and 0 <= given <= MOST_POINTS:
        return given
    raise ScorepadError(f"Expected a whole number from 0 to {MOST_POINTS}.", code="field")
