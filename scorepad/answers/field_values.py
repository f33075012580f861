"""The values of fields: text, cards, names, numbers. Each raises ScorepadError for what does not read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeGuard, TypeVar

from scorepad.answers.question_types import (
    LONGEST_SCHEDULE,
    MOST_MELDS,
    MOST_PLAYERS,
    MOST_POINTS,
    MOST_RANKS,
)
from scorepad.core import avalanche_game
from scorepad.core.cards import Card, Meld
from scorepad.core.errors import ScorepadError, joined
from scorepad.core.notation import MAX_LENGTH, read_cards, read_melds
from scorepad.core.packs import Pack
from scorepad.core.phrasing import either, nearest, told_nearest
from scorepad.core.standard_packs import PACKS

T = TypeVar("T")


def text(given: object) -> str:
    """Text as it is."""
    if isinstance(given, str):
        return given
    raise ScorepadError("Expected words, in quotation marks.", code="field")


def hand(given: object, pack: Pack) -> list[Card]:
    """The cards of a text or of a list of texts."""
    return [laid.card for cards in _every_piece(given, "cards", read_cards, pack) for laid in cards]


def melds(given: object, pack: Pack) -> list[Meld]:
    """Every meld of a text or of a list of texts; faults are placed by the text they are in."""
    return [meld for piece in _every_piece(given, "melds", read_melds, pack) for meld in piece]


def _every_piece(given: object, what: str, read: Callable[[str, Pack], T], pack: Pack) -> list[T]:
    parts: list[T] = []
    faults: list[ScorepadError] = []
    for place, piece in enumerate(_pieces(given, what)):
        try:
            parts.append(read(piece, pack))
        except ScorepadError as error:
            faults.append(error if isinstance(given, str) else error.within(str(place)))
    if faults:
        raise joined(faults)
    return parts


def _all_text(given: object) -> TypeGuard[list[str]]:
    return isinstance(given, list) and all(isinstance(piece, str) for piece in given)


def _pieces(given: object, what: str) -> Sequence[str]:
    if isinstance(given, str):
        return [given]
    if (
        isinstance(given, list)
        and len(given) <= MOST_MELDS
        and all(isinstance(piece, str) for piece in given)
    ):
        return given
    raise ScorepadError(f"{what}: expected {what} in writing, in one piece or in a list.", code="field")


def held_cards(given: object, pack: Pack) -> tuple[Card, ...] | int:
    """Cards, or a number in their place (G3, V5)."""
    return amount(given) if type(given) is int else tuple(hand(given, pack))


def held_melds(given: object, pack: Pack) -> tuple[Meld, ...] | int:
    """Melds, or a number in their place."""
    return amount(given) if type(given) is int else tuple(melds(given, pack))


def by_name(read: Callable[[object, Pack], T]) -> Callable[[object, Pack], dict[str, T]]:
    """Reads what each player has, by her name."""

    def every(given: object, pack: Pack) -> dict[str, T]:
        if not isinstance(given, Mapping) or not all(isinstance(name, str) and name for name in given):
            raise ScorepadError("Expected names, and the cards of each.", code="field")
        names(list(given))
        shares: dict[str, T] = {}
        faults: list[ScorepadError] = []
        for name, value in given.items():
            try:
                shares[name] = read(value, pack)
            except ScorepadError as error:
                faults.append(error.of(name).within(name))
        if faults:
            raise joined(faults)
        return shares

    return every


def played_ranks(given: object) -> tuple[str, ...]:
    """The ranks of a play of Avalanche (V2)."""
    return avalanche_game.read_ranks(" ".join(_pieces(given, "cards")))


def ranks(given: object) -> tuple[str, ...]:
    """Ranks in order, as text or as a list."""
    if isinstance(given, str) and len(given) <= MAX_LENGTH:
        given = given.replace(",", " ").split()
    order = tuple(given) if _all_text(given) else ()
    if 0 < len(order) <= MOST_RANKS and len(set(order)) == len(order):
        return order
    raise ScorepadError(f"Expected up to {MOST_RANKS} different ranks in order.", code="field")


def pack_ranks(given: object) -> tuple[str, ...]:
    """The ranks of the pack of that id."""
    if isinstance(given, str) and given in PACKS:
        return PACKS[given].ranks
    near = told_nearest(nearest(given, PACKS)) if isinstance(given, str) else ""
    instead = near or f"expected one of {', '.join(PACKS)}, or ranks"
    raise ScorepadError(f"No pack is called {given!r}: {instead}.", code="field")


def leaps(given: object, order: Sequence[str]) -> tuple[int, ...]:
    """Leaps on a circle of these ranks, one or a list."""
    most = max(1, len(order) // 2)
    numbers = given if isinstance(given, list) else [given]
    if numbers and all(type(number) is int and 1 <= number <= most for number in numbers):
        return tuple(numbers)
    raise ScorepadError(f"leaps: expected whole numbers from 1 to {most}.", code="field")


def length(given: object) -> int:
    """A number of cards."""
    if type(given) is int and 1 <= given <= LONGEST_SCHEDULE:
        return given
    raise ScorepadError(f"length: expected a whole number from 1 to {LONGEST_SCHEDULE}.", code="field")


def names(given: object) -> list[str]:
    """Names of players, no two alike."""
    if not (_all_text(given) and all(given)):
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


def partnerships(given: object) -> list[list[str]]:
    """Partnerships, each a list of names."""
    if not isinstance(given, list) or not all(isinstance(group, list) and group for group in given):
        raise ScorepadError("Expected partnerships, each a list of names.", code="field")
    names([name for group in given for name in group])
    return given


def out_order(given: object, seated: Sequence[str]) -> list[str]:
    """Names of those seated, in the order of going out."""
    order = names(given)
    strangers = [name for name in order if name not in seated]
    if strangers:
        raise ScorepadError(
            f"{', '.join(strangers)}: expected one of the players, {either(seated)}.", code="field"
        )
    return order


def amount(given: object) -> int:
    """A number of points or cards, 0 at least."""
    if type(given) is int and 0 <= given <= MOST_POINTS:
        return given
    raise ScorepadError(f"Expected a whole number from 0 to {MOST_POINTS}.", code="field")
