"""Questions about games in play: melds made one, a play judged, a deal settled (H8, L3, V3, B4, F3, K4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from scorepad.answers import fields, hand_answers
from scorepad.answers.answer_types import MergeAnswer, PlayAnswer, ScoreAnswer
from scorepad.answers.field_reader import Question, Reader
from scorepad.core import avalanche_game
from scorepad.core.alphabet import alphabet
from scorepad.core.cards import Card, Meld
from scorepad.core.errors import ScorepadError, joined
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.core.settle import Deal, Share, settle
from scorepad.core.wording import wording
from scorepad.games import find

T = TypeVar("T")

_DEAL = ("winner", "left", "melded", "tiles", "went_rummy", "never_opened")


def merge(question: Question) -> MergeAnswer:
    """`game`, `melds` (two), `between`, `options` -> whether they make one, and its points (H8, L3, B2)."""
    reader = Reader(question, ("game", "melds", "between", "options"))
    rules = reader.rules()
    melds = reader.cards("melds", fields.melds, rules)
    between = reader.cards("between", fields.melds, rules) if "between" in question else None
    if rules is not None and find(rules.game).table_use(rules) not in ("own", "melds"):
        reader.fault("game", "one in which melds are laid before going out, such as chattahoochee-alternate")
    elif rules is not None and melds == []:
        reader.fault("melds", f"two melds, such as {wording(alphabet(rules.pack)).melds}")
    reader.raise_faults()
    assert rules is not None
    assert melds is not None
    return hand_answers.merge(rules, melds, tuple(laid for meld in between or () for laid in meld))


def play(question: Question) -> PlayAnswer:
    """`game`, `last` (the play before, empty where none runs), `played` -> what the play does (V2, V3)."""
    reader = Reader(question, ("game", "options", "last", "played"))
    rules = reader.rules()
    last = reader.read("last", _ranks) if "last" in question else ()
    played = reader.read("played", _ranks)
    if rules is not None and rules.deal.scoring != "collected":
        reader.fault("game", "avalanche, whose plays are judged one by one")
    if last and len(set(last)) > 1:
        reader.fault("last", "equal cards, as every play of an avalanche is")
    reader.raise_faults()
    move, why = avalanche_game.move(last or (), played or ())
    return PlayAnswer(move, why)


def _ranks(given: object) -> tuple[str, ...]:
    pieces = " ".join(given) if isinstance(given, list) and all(type(one) is str for one in given) else given
    return avalanche_game.read_ranks(fields.text(pieces))


def score(question: Question) -> ScoreAnswer:
    """`game`, `options`, `winner`, and by name `left` and `melded` -> everybody's score of the deal.

    Cards are text or a list of texts; a number stands for their value, or for how many they are (G3, V5).
    `tiles` has the number of tiles left where only their value is known (K4); `went_rummy` says so (B4);
    `never_opened` names those who never made a first play (K4).
    """
    reader = Reader(question, ("game", "options", *_DEAL))
    rules = reader.rules()
    winner = reader.read("winner", fields.text) if question.get("winner") is not None else None
    left = _by_name(reader, "left", rules, _cards)
    melded = _by_name(reader, "melded", rules, _melded)
    tiles = _by_name(reader, "tiles", rules, lambda given, _: fields.amount(given))
    went_rummy = question.get("went_rummy", False)
    if not isinstance(went_rummy, bool):
        reader.fault("went_rummy", "true or false")
    never_opened = reader.read("never_opened", fields.names) if "never_opened" in question else []
    reader.raise_faults()
    assert rules is not None
    names = dict.fromkeys([*([winner] if winner else []), *melded, *left])
    shares = {name: Share(melded.get(name, ()), left.get(name, ()), tiles.get(name)) for name in names}
    deal = Deal(shares, winner, bool(went_rummy), never_opened=never_opened or ())
    return ScoreAnswer(settle(rules, deal))


def _by_name(
    reader: Reader, field: str, rules: Rules | None, read: Callable[[object, Pack], T]
) -> dict[str, T]:
    """What each player has, by her name; nothing where the question does not say."""
    if field not in reader.question:
        return {}

    def every(given: object, pack: Pack) -> dict[str, T]:
        if not isinstance(given, Mapping) or not all(isinstance(name, str) and name for name in given):
            raise ScorepadError("Expected names, and the cards of each.", code="field")
        fields.names(list(given))
        found: dict[str, T] = {}
        faults: list[ScorepadError] = []
        for name, value in given.items():
            try:
                found[name] = read(value, pack)
            except ScorepadError as error:
                faults.append(error.of(name).within(name))
        if faults:
            raise joined(faults)
        return found

    return reader.cards(field, every, rules) or {}


def _cards(given: object, pack: Pack) -> tuple[Card, ...] | int:
    return fields.amount(given) if type(given) is int else tuple(fields.hand(given, pack))


def _melded(given: object, pack: Pack) -> tuple[Meld, ...] | int:
    return fields.amount(given) if type(given) is int else tuple(fields.melds(given, pack))
