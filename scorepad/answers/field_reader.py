"""Reads the fields of a question one by one and keeps every fault."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import count
from pkgutil import resolve_name
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin

from msgspec import Meta, ValidationError, convert

from scorepad.answers.question_types import (
    DEFAULT_LIMIT,
    Cards,
    DealNumber,
    Flag,
    GameFileText,
    GameName,
    Hands,
    JsonQuestion,
    LanguageId,
    Melds,
    Multiplier,
    QuestionFields,
    Seconds,
    Words,
)
from scorepad.answers.terms import ANY_MELDS, NO_EATEN, NO_FIRST_MELDS, NO_TURNS, AskedQuestion, Terms
from scorepad.core.alphabet import alphabet_of
from scorepad.core.bonuses import LyingBeside, PartnerOut
from scorepad.core.card_text import write_melds
from scorepad.core.cards import Card, Meld
from scorepad.core.deal_facts import USUAL_DEAL, DealFacts
from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.notation import Notation
from scorepad.core.options import OptionErrors
from scorepad.core.packs import FRENCH, Pack
from scorepad.core.phrasing import nearest_names, say_nearest
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, say
from scorepad.rulebook import Game, UnknownGame, UnknownPreset, find_game

T = TypeVar("T")

_FILE_READER = "scorepad.rulebook.own_game.game_files:read_game_file"
LONGEST_SHOWN = 40  # characters of a value, where a sentence repeats it
WORKED_EXAMPLE = ("id", "do", "clause", "note", "expect")
OTHER_WORDS = {"hand": "cards", "rack": "cards"}
_NONE_LIE = say("No melds lie on the table in this game. Leave {field} out.")
_NO_INTERLOCKS = say("No melds interlock in this game. Leave {field} out.")
_SINGLE_CARD = {
    "taken": "one card, the one that must be melded at once",
    "turned": "one card, the one that is turned up",
}
MISSING = {
    "game": "a game, such as chattahoochee",
    "cards": "the cards of the hand",
    "melds": "the melds as laid",
    "played": "the cards played, or nothing to draw one",
    "out_order": "the names in the order of going out",
    "schedule": "a schedule, such as original",
    "length": "how many values",
    "players": "the names of the players",
    "deals": "the deals of the match, each as a question of score",
    "winners": "the names of those who won in a list, an empty one for nobody",
}


class FieldReader:
    """Reads the fields of a question of that class and collects its faults.

    Fields of a worked example about itself are ignored; `hand` and `rack` are aliases of `cards`.
    """

    def __init__(self, fields: QuestionFields, question_class: type[JsonQuestion]) -> None:
        named = {OTHER_WORDS.get(name, name): value for name, value in fields.items()}
        known_fields = question_class.__struct_encode_fields__
        self.fields = {name: value for name, value in named.items() if name in known_fields}
        self.faults: list[ScorepadError] = []
        self.known_pack: Pack | None = None
        has_language = fields.get("language") is not None
        self.language = self.read_usual("language", LanguageId, "") if has_language else ""
        self._file_options: Mapping[str, object] = {}
        self.options: Mapping[str, object] = {}  # those of the preset with them, once the rules are read
        self.facts = USUAL_DEAL  # those of the deal, once the rules are read
        for name in named:
            if name not in known_fields and name not in WORKED_EXAMPLE:
                near = say_nearest(nearest_names(name, known_fields))
                instead = near or f"type one of {', '.join(known_fields)}"
                sentence = f"Nothing here is called {name[:40]!r}: {instead}."
                self.faults.append(ScorepadError(sentence, at=repr(name[:40]), code="field"))

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    def add_fault(self, at: str, advice: str) -> None:
        self.faults.append(ScorepadError(f"{at}: {advice}.", at=at, code="field"))

    def refuse(self, at: str, reason: Sentence) -> None:
        """Add a fault given as a whole sentence."""
        self.faults.append(ScorepadError(reason, at=at, code="field"))

    def read(self, name: str, read_value: Callable[[object], T]) -> T | None:
        """The field read by `read_value`; None, with the fault added, if it does not read."""
        if name not in self.fields:
            self.add_fault(name, f"type {MISSING.get(name, 'something here')}")
            return None
        try:
            return read_value(self.fields[name])
        except ScorepadError as error:
            self.faults.append(error.within(name))
            return None

    def read_optional(self, name: str, read_value: Callable[[object], T]) -> T | None:
        """As `read`, for an optional field; None if it is missing."""
        return self.read(name, read_value) if name in self.fields else None

    def read_usual(self, name: str, kind: Any, usual: T) -> T:
        """The field by its type; `usual` if it is missing."""
        value: T | None = self.read_optional(name, of_type(kind, name))
        return usual if value is None else value

    def read_of_pack(
        self, name: str, read_value: Callable[[object, Notation], T], rules: Rules | None
    ) -> T | None:
        """A field that holds cards. While nobody knows which pack they are of, it is only said where they are
        none of any pack, such as a number."""
        pack = rules.pack if rules else self.known_pack
        if pack is None and name in self.fields:
            self._refuse_other_types(name, read_value)
            return None
        return self.read(name, lambda value: read_value(value, Notation(cast(Pack, pack), self.language)))

    def _refuse_other_types(self, name: str, read_value: Callable[[object, Notation], object]) -> None:
        try:
            read_value(self.fields[name], Notation(FRENCH, self.language))
        except ScorepadError as error:
            in_any_pack = [fault for fault in error.parts or (error,) if fault.code == "field"]
            self.faults.extend(fault.within(name) for fault in in_any_pack)

    def read_game(self) -> Game | None:
        if "game_file" in self.fields:
            return self._read_game_file()
        name = self.read("game", of_type(GameName))
        try:
            return find_game(name) if name is not None else None
        except UnknownGame as error:
            self.faults.append(error)
            return None

    def _read_game_file(self) -> Game | None:
        """The game from the file in the question."""
        if self.fields.get("game"):
            self.refuse("game_file", say("Name a game or send its file, not both."))
            return None
        read_game_file = resolve_name(_FILE_READER)  # loaded here, as hardly any question has a file
        text = self.read("game_file", of_type(GameFileText))
        try:
            self._file_options = read_game_file(text).options if text is not None else {}
        except ScorepadError as error:  # says its lines itself
            self.faults.append(error)
            return None
        return find_game("own-game") if text is not None else None

    def read_options(self) -> Mapping[str, object]:
        """The house rules as given, including those of the game's file; empty if there are none."""
        options = self.fields.get("options")
        if options is None or isinstance(options, Mapping):
            return {**self._file_options, **(options or {})}
        self.add_fault("options", "give house rules, each with its name and its value")
        return {}

    def read_rules(self, named: int = 0) -> Rules | None:
        """The rules of the deal in question, for a table of `named` players."""
        game = self.read_game()
        if game is None:
            self.read_options()
            self._refuse_other_facts()
            return None
        self.options = options = game.with_packs(self.read_house_rules(game), named)
        rules = self.game_rules(game, options, players=named)
        if rules is None:
            self._refuse_other_facts()
            return None
        if not any(self.fields.get(name) is not None for name in ("deal", "turned", "trump")):
            return rules
        facts = self._read_facts(game.follows(options), rules)
        if facts is None:
            self.known_pack = rules.pack
            return None
        self.facts = facts
        return self.game_rules(game, options, facts, players=named)

    def _refuse_other_facts(self) -> None:
        """Say what is no number of a deal and no card in any game."""
        if self.fields.get("deal") is not None:
            self.read("deal", of_type(DealNumber, "deal"))
        if self.fields.get("turned") is not None:
            self._refuse_other_types("turned", _text_cards)

    def read_house_rules(self, game: Game) -> Mapping[str, object]:
        """The house rules as given, with those of the preset if the question names one."""
        options = self.read_options()
        if self.fields.get("preset") is None:
            return options
        preset_id = self.read("preset", of_type(Words))
        return {**self._preset_options(game, preset_id), **options} if preset_id else options

    def _preset_options(self, game: Game, preset_id: str) -> Mapping[str, object]:
        try:
            return game.preset_options(preset_id)
        except UnknownPreset as error:
            self.faults.append(error)
            return {}

    def _read_facts(self, follows: Collection[str], rules: Rules) -> DealFacts | None:
        """The number of the deal and the card turned up; None, with the faults added, if one is wrong."""
        fault_count, has_number = len(self.faults), self.fields.get("deal") is not None
        number = self.read_usual("deal", DealNumber, 1) if has_number else 1
        is_number = has_number and len(self.faults) == fault_count
        turned = self._read_card("turned", rules)
        if is_number and "number" not in follows:
            self.refuse("deal", say("The rules are the same in every deal here. Leave deal out."))
        elif 0 < rules.match.deals < number:
            self.add_fault("deal", f"type a number from 1 to {rules.match.deals}")
        if turned is not None and "turned" not in follows:
            self.refuse("turned", say("A card turned up changes nothing in this game. Leave turned out."))
        if self.fields.get("trump") is not None:
            turned = self._read_trump(rules) or turned
        return DealFacts(number, turned) if len(self.faults) == fault_count else None

    def _read_trump(self, rules: Rules) -> Card | None:
        """A card of the suit that is trumps; None, and the fault kept, where none is read."""
        if not any(kind.suits for kind in rules.shapes.long_kinds):
            self.refuse("trump", say("No suit is trumps in this game. Leave trump out."))
            return None
        card = _card_of_trump(str(self.read("trump", of_type(Words)) or ""), rules.pack)
        if card is None:
            self.refuse("trump", say("trump: type a suit such as ♥, H or hearts."))
        return card

    def game_rules(
        self, game: Game, options: Mapping[str, object], facts: DealFacts = USUAL_DEAL, *, players: int = 0
    ) -> Rules | None:
        try:
            return game.rules(options, players, facts)
        except OptionErrors as error:
            self.faults.append(error)
            self.known_pack = _known_pack(game, options, {fault.name for fault in error.faults})
        except ScorepadError as error:
            self.faults.append(error)
        return None

    def read_terms(self, rules: Rules | None, asked: AskedQuestion) -> Terms:
        """The terms of the question beside its cards; usual ones where it is silent."""
        lies = rules is None or find_game(rules.game).table != "none"
        interlocks = rules is None or bool(rules.bonuses.interlocks)  # as melds of partners do (I7, I8)
        first_melds = rules is None or rules.hand.has_first_melds
        one_meld = rules is None or rules.turns.one_meld
        eats = rules is None or rules.hand.taken_apart
        in_turns = interlocks and (rules is None or rules.turns.any_turn)
        return Terms(
            table=self._read_lying("table", melds_field, rules, "" if lies else _NONE_LIE),
            partners=LyingBeside(
                self._read_lying("partners", melds_field, rules, "" if interlocks else _NO_INTERLOCKS),
                self._read_lying("partners_out", partners_out_field, rules, "" if in_turns else NO_TURNS),
            ),
            limit=self.read_usual("limit", Seconds, DEFAULT_LIMIT),
            taken=self._read_card("taken", rules),
            seen=self._read_lying("seen", hand_field, rules, ""),
            eaten=self._read_lying("eaten", hand_field, rules, "" if eats else NO_EATEN),
            opened=self._read_flag("opened", first_melds, NO_FIRST_MELDS),
            turn=self._read_flag("turn", one_meld, ANY_MELDS),
            multiplier=self.read_usual("multiplier", Multiplier, 1),
            check_proof=self.read_usual("check_proof", Flag, False),
            asked=asked,
        )

    def _read_lying(
        self, name: str, read_value: Callable[[object, Notation], list[T]], rules: Rules | None, never: str
    ) -> Sequence[T]:
        """The melds in a field beside the cards; empty if it is missing. `never` says why the game has
        none."""
        if self.fields.get(name) in (None, "", []):
            return ()
        if never:
            self.refuse(name, say(str(never), field=name))
        return self.read_of_pack(name, read_value, rules) or ()

    def _read_card(self, name: str, rules: Rules | None) -> Card | None:
        """The card in a field; None if it is missing."""
        if self.fields.get(name) in (None, ""):
            return None
        cards = self.read_of_pack(name, _text_cards, rules)
        if cards is None:
            return None
        if len(cards) != 1:
            self.add_fault(name, f"type {_SINGLE_CARD[name]}")
        return cards[0] if cards else None

    def _read_flag(self, name: str, has_meaning: bool, refusal: Sentence) -> bool:
        """A flag of the question; one without meaning in this game is refused."""
        is_said = self.read_usual(name, Flag, False)
        if is_said and not has_meaning:
            self.refuse(name, refusal)
        return is_said

    def raise_faults(self) -> None:
        if self.faults:
            raise join_errors(self.faults)


def _card_of_trump(text: str, pack: Pack) -> Card | None:
    """A card of the suit that the text names, as if it were turned up; None if it names no suit."""
    alphabet, written = alphabet_of(pack), text.strip()
    letter = alphabet.suit_signs.get(written) or alphabet.suit_letters.get(written.upper())
    letter = letter or alphabet.suit_names.get(written.lower(), "")
    return Card(pack.ranks_of(letter)[0], letter) if letter else None


def _known_pack(game: Game, options: Mapping[str, object], wrong_names: set[str]) -> Pack | None:
    """The pack of the table, if no unreadable option can affect it; else None."""
    unknown_names = wrong_names - {option.name for option in game.options}
    deciding = game.house_rules.deciding_pack
    # A misspelled name may be meant for an option that decides about the cards.
    meant_names = {name for option in unknown_names for name in nearest_names(option, deciding)}
    if (wrong_names | meant_names) & deciding:
        return None
    try:
        return game.rules({name: value for name, value in options.items() if name not in wrong_names}).pack
    except ScorepadError:
        return None


def of_type(kind: Any, name: str = "") -> Callable[[object], Any]:
    """A reader of values of that type; `name` is the field, for its messages."""
    return lambda value: _as_typed(value, kind, name)


def of_outer_type(kind: Any, name: str = "") -> Callable[[object], Any]:
    """As `of_type`, but the items of a list or object are not checked; whoever reads them reports their
    faults."""
    container, *metas = get_args(kind)
    *keys, _ = get_args(container)
    return of_type(Annotated[get_origin(container)[(*keys, Any)], *metas], name)


def _as_typed(value: object, kind: Any, name: str) -> Any:
    """The value, if it is of that type. Raises ScorepadError with the type's sentence."""
    try:
        return convert(value, kind)
    except ValidationError:
        # The sentence of the type stands for msgspec's own words, which are about types.
        (says,) = (meta.extra["says"] for meta in get_args(kind) if isinstance(meta, Meta) and meta.extra)
        shown_value = repr(value)[:LONGEST_SHOWN]
        raise ScorepadError(says.format(name=name, value=shown_value), code="field") from None


def read_each(
    placed_values: Iterable[tuple[str, Any]], read_value: Callable[[Any], T], *, by_name: bool = False
) -> list[T]:
    """Read each value. Faults get their place, unless there is one value only; `by_name` says them of
    players. Raises ScorepadError with every fault."""
    values_read: list[T] = []
    faults: list[ScorepadError] = []
    for place, value in placed_values:
        try:
            values_read.append(read_value(value))
        except ScorepadError as error:
            said_error = error.of(place) if by_name else error
            faults.append(said_error.within(place) if place else said_error)
    if faults:
        raise join_errors(faults)
    return values_read


def _numbered(value: str | list[str]) -> Iterable[tuple[str, str]]:
    """The texts of a field, one or a list, with their indexes."""
    return [("", value)] if isinstance(value, str) else zip(map(str, count()), value, strict=False)


def _text_cards(value: object, notation: Notation) -> list[Card]:
    """Read the cards of one text. Raises ScorepadError with every fault."""
    return [laid.card for laid in notation.read_cards(of_type(Words)(value))]


def hand_field(value: object, notation: Notation) -> list[Card]:
    """Read the cards of one text or of a list. Raises ScorepadError with every fault."""
    return [laid.card for cards in _every_piece(value, Cards, notation.read_cards) for laid in cards]


def hands_field(value: object, notation: Notation) -> list[list[Card]]:
    """Read the cards of each hand; faults are placed by hand.

    Raises ScorepadError with every fault.
    """
    return read_each(_numbered(of_outer_type(Hands)(value)), lambda hand: hand_field(hand, notation))


def melds_field(value: object, notation: Notation) -> list[Meld]:
    """Read the melds of one text or of a list; faults are placed by text.

    Raises ScorepadError with every fault.
    """
    return [meld for melds in _every_piece(value, Melds, notation.read_melds) for meld in melds]


def partners_out_field(value: object, notation: Notation) -> list[PartnerOut]:
    """Read the melds at each partner's going out, one text each: the partner's, the player's own, and those
    of others of the side, separated by bars. Raises ScorepadError with every fault."""
    return _every_piece(value, Melds, lambda text: _read_partner_out(text, notation))


def _every_piece(value: object, kind: Any, read_piece: Callable[[str], T]) -> list[T]:
    return read_each(_numbered(of_type(kind)(value)), read_piece)


def _read_partner_out(text: str, notation: Notation) -> PartnerOut:
    sides = [notation.read_melds(side) for side in text.split("|")]
    if len(sides) not in (2, 3) or not (sides[0] and sides[1]):
        advice = "Type a partner’s melds, a bar, and the player’s own at that time, as in ♣3♥4♣5 | ♥4♣5♥6."
        raise ScorepadError(advice, code="field")
    return PartnerOut(*sides)


def partners_fields(partners: LyingBeside) -> dict[str, Any]:
    """The fields of a question from which `FieldReader.read_terms` reads these melds of partners; without
    those that would be empty."""
    sides_then = ((gone.partner, gone.own, gone.others) for gone in partners.out)
    goings_out = [" | ".join(map(write_melds, sides)) for sides in sides_then]
    told = {"partners": write_melds(partners.melds), "partners_out": goings_out}
    return {name: value for name, value in told.items() if value}
