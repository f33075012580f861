"""Questions about plays, scores and the charts of the rules; none needs a search.

Every field is read, and all faults are reported at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from scorepad.answers.answer_types import (
    CirclesAnswer,
    MultipliersAnswer,
    PlayAnswer,
    ScheduleAnswer,
)
from scorepad.answers.deal_players import no_such_player
from scorepad.answers.field_reader import (
    LONGEST_SHOWN,
    FieldReader,
    of_type,
)
from scorepad.answers.question_types import (
    BY_NAME,
    MOST_PLAYERS,
    MOST_RANKS,
    Cards,
    CirclesQuestion,
    HouseRules,
    Length,
    MultipliersQuestion,
    Names,
    Partnerships,
    PlayQuestion,
    QuestionFields,
    Ranks,
    ScheduleQuestion,
    Words,
)
from scorepad.core import avalanche_game
from scorepad.core.errors import ScorepadError
from scorepad.core.log.multipliers import deal_ended, out_multiplier
from scorepad.core.match_standing import match_standing
from scorepad.core.matches import MatchStanding, PlayedDeal, in_rounds
from scorepad.core.melding import leap_circles, leap_lines
from scorepad.core.packs import PACKS, Pack
from scorepad.core.phrasing import join_words, nearest_names, say_nearest, split_list
from scorepad.core.rules import Rules
from scorepad.core.scoring import note_of
from scorepad.core.scoring.ended_deal import NEVER_OPENED, OWN_NOTES
from scorepad.core.sentence import say
from scorepad.core.spelling import find_name, name_key
from scorepad.rulebook import find_game

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a match, with the names of their players."""

    rules: Rules
    groups: Sequence[Sequence[str]]

    @property
    def names(self) -> list[str]:
        """The name of each side."""
        return [" & ".join(group) for group in self.groups]

    @property
    def of_player(self) -> dict[str, int]:
        return {name: side for side, group in enumerate(self.groups) for name in group}

    @property
    def to_type(self) -> list[str]:
        """The names of sides, if a deal counts sides; empty if it counts players."""
        return self.names if self.has_partners and self.rules.scoring.cards_together else []

    @property
    def has_partners(self) -> bool:
        return any(len(group) > 1 for group in self.groups)

    def players_of(self, name: str) -> Sequence[str]:
        """The players of the side of that name, or the player of that name; empty if unknown."""
        named = {" & ".join(group): group for group in self.groups}
        named |= {player: (player,) for group in self.groups for player in group}
        return {_side_key(told): players for told, players in named.items()}.get(_side_key(name), ())

    def to_name(self, playing: Sequence[str], fields: Mapping[str, Any]) -> list[str]:
        """The players whom a deal must name individually: of a side only one, if its cards count together or
        the deal names the side."""
        named = {_side_key(name) for field in BY_NAME for name in _names_in(fields.get(field))}
        return [
            name
            for group in self.groups
            for place, name in enumerate(group)
            if name in playing
            and not (place and (self.rules.scoring.cards_together or _side_key(" & ".join(group)) in named))
        ]

    def standing(self, played: Sequence[PlayedDeal]) -> MatchStanding:
        """The standing of the match. If two play a deal, deals of partners count in pairs."""
        rounds = self.has_partners and self.rules.scoring.partners == "in duels"
        return match_standing(self.rules, in_rounds(played) if rounds else played, len(self.groups))

    def by_first_names(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a deal with each side replaced by its first player, or by each of them where the
        cards of partners count together. Raises ScorepadError if two names of one side coincide."""
        named = [group for group in self.groups if len(group) > 1]
        first_names = {name: name for group in self.groups for name in group}
        first_names |= {" & ".join(group): group[0] for group in named}
        # Cards of partners are recorded with the first of them; the hands of the others are empty.
        if self.rules.scoring.cards_together:
            first_names |= {name: group[0] for group in named for name in group}
        by_key = {_side_key(name): first_name for name, first_name in first_names.items()}
        return {
            field: _renamed(self._of_each(field, value), first_names, by_key) if field in BY_NAME else value
            for field, value in fields.items()
        }

    def _of_each(self, field: str, value: object) -> object:
        """The field with a side replaced by all its players, if what it says applies to each."""
        named = [] if self.rules.scoring.partners == "together" else self.groups
        groups = {_side_key(" & ".join(group)): group for group in named}
        if field == NEVER_OPENED.field and isinstance(value, list):
            keys = [_side_key(told) if isinstance(told, str) else frozenset() for told in value]
            return [name for told, key in zip(value, keys, strict=True) for name in groups.get(key, (told,))]
        if field != OWN_NOTES or not isinstance(value, dict):
            return value
        of_partners = {
            name: part.id
            for told, word in value.items()
            if isinstance(word, str) and (note := note_of(self.rules.scoring.notes, word))
            for part in note.parts or (note,)
            if part.of_each
            for name in groups.get(_side_key(told), ())[1:]
        }
        return {**of_partners, **value}


_SideKey = frozenset[str]


def _side_key(name: str) -> _SideKey:
    """The keys of a side's players, in any order."""
    return frozenset(map(name_key, name.split("&")))


def _renamed(value: object, names: Mapping[str, str], by_key: Mapping[_SideKey, str]) -> object:
    """A name, names, or values by name, with names replaced: as written, else by key."""
    if isinstance(value, str):
        return names.get(value) or by_key.get(_side_key(value), value)
    if isinstance(value, list):
        return [_renamed(name, names, by_key) for name in value]
    if not isinstance(value, dict):
        return value
    renamed = {_renamed(name, names, by_key): held for name, held in value.items()}
    # Two names of one side would be one, and one of them lost.
    if len(renamed) < len(value):
        raise ScorepadError(say("Name each side once."), at="players", code="players")
    return renamed


def play(fields: QuestionFields) -> PlayAnswer:
    """The effect of a play of Avalanche (V2, V3)."""
    reader = FieldReader(fields, PlayQuestion)
    rules = reader.read_rules()
    last_ranks = reader.read_optional("last", _played_ranks)
    played_ranks = reader.read("played", _played_ranks)
    judged = rules.turns.judged if rules is not None else None
    if rules is not None and judged is None:
        reader.add_fault("game", "type avalanche, because only its plays are judged one by one")
    mixed_growth = judged is not None and judged.mixed_growth
    if last_ranks and len(set(last_ranks)) > 1 and not mixed_growth:
        reader.add_fault("last", "type equal cards, as in every play of an avalanche")
    if rules is not None:
        cards = (*(last_ranks or ()), *(played_ranks or ()))
        played = dict(avalanche_game.rank_counts(cards))
        for sentence in avalanche_game.more_than_held(played, rules.packs, rules.jokers):
            reader.refuse("played", sentence)
    reader.raise_faults()
    return PlayAnswer(
        *avalanche_game.judge_move(last_ranks or (), played_ranks or (), mixed_growth=mixed_growth)
    )


def multipliers(fields: QuestionFields) -> MultipliersAnswer:
    """The multiplier of each going out (H4, H5)."""
    reader = FieldReader(fields, MultipliersQuestion)
    if "game" in reader:
        reader.read_rules()
    elif fields.get("options") is not None:
        # Without a game only the shape of house rules can be wrong.
        reader.read("options", of_type(HouseRules))
    partnerships = reader.read_optional("partnerships", partnerships_field)
    players = reader.read_optional("players", names_field)
    if not partnerships:
        partnerships = [[name] for name in players or ()]
    seated = [name for partners in partnerships for name in partners]
    if not seated and not reader.faults:
        reader.add_fault("players", "type the names of the players, or of partners by partnership")
    # Names can be held against the players only where these read.
    order = reader.read("out_order", lambda value: _out_order(value, seated)) if seated else None
    reader.raise_faults()
    assert order is not None
    seat_of = {name: seat for seat, name in enumerate(seated)}
    groups = [[seat_of[name] for name in partners] for partners in partnerships]
    seats_out = [seat_of[name] for name in order]
    counts = (out_multiplier(groups, seats_out[:before], seat) for before, seat in enumerate(seats_out))
    ends_after = next(
        (count for count in range(len(order) + 1) if deal_ended(groups, seats_out[:count])), None
    )
    return MultipliersAnswer(tuple(counts), ends_after)


def circles(fields: QuestionFields) -> CirclesAnswer:
    """The leap circles by leap; for tiles the lines from end to end (H22, L1)."""
    reader = FieldReader(fields, CirclesQuestion)
    ranks = reader.read_optional("ranks", _ranks)
    read_pack = reader.read_optional if "ranks" in reader else reader.read
    pack = read_pack("pack", _pack_named)
    order = ranks or (pack.ranks if pack else ())
    leaps = reader.read_optional("leaps", lambda value: _leaps(value, order))
    reader.raise_faults()
    chosen_leaps = leaps or range(1, max(1, len(order) // 2) + 1)
    # Ranks that are typed are a circle; those of tiles have two ends (P, L1).
    routes_of = leap_lines if pack and not pack.circular and not ranks else leap_circles
    return CirclesAnswer({str(leap): tuple(map(" ".join, routes_of(order, leap))) for leap in chosen_leaps})


def schedule(fields: QuestionFields) -> ScheduleAnswer:
    """The values of 1, 2, … cards by a schedule (S)."""
    reader = FieldReader(fields, ScheduleQuestion)
    length = reader.read("length", of_type(Length))
    options = {name: fields[name] for name in ("schedule", "schedule_table") if name in fields}
    rules = reader.game_rules(find_game("chattahoochee"), options)
    reader.raise_faults()
    assert rules is not None
    return ScheduleAnswer(tuple(map(rules.values.schedule.value, range(1, (length or 0) + 1))))


def _played_ranks(value: object) -> tuple[str, ...]:
    """Read the ranks of a play of Avalanche (V2)."""
    cards = of_type(Cards)(value)
    return avalanche_game.read_ranks(cards if isinstance(cards, str) else " ".join(cards))


def _ranks(value: object) -> tuple[str, ...]:
    """Read ranks in order, from text or a list."""
    ranks = of_type(Ranks)(value)
    order = tuple(split_list(ranks) if isinstance(ranks, str) else ranks)
    if 0 < len(order) <= MOST_RANKS and len(set(order)) == len(order):
        return order
    raise ScorepadError(f"Type up to {MOST_RANKS} different ranks in order.", code="field")


def _pack_named(value: object) -> Pack:
    """Read the id of a pack."""
    if isinstance(value, str) and value in PACKS:
        return PACKS[value]
    near_names = say_nearest(nearest_names(value, PACKS)) if isinstance(value, str) else ""
    instead = near_names or f"type one of {', '.join(PACKS)}, or ranks"
    raise ScorepadError(f"No pack is called {repr(value)[:LONGEST_SHOWN]}: {instead}.", code="field")


def _leaps(value: object, order: Sequence[str]) -> tuple[int, ...]:
    """Read leaps of these ranks, one or a list."""
    largest_leap = max(1, len(order) // 2)
    leap_numbers = value if isinstance(value, list) else [value]
    # JSON's `true` is an int in Python, but no leap.
    if leap_numbers and all(type(number) is int and 1 <= number <= largest_leap for number in leap_numbers):
        return tuple(leap_numbers)
    raise ScorepadError(f"leaps: type whole numbers from 1 to {largest_leap}.", code="field")


def seat_field(reader: FieldReader, field: str, names: Sequence[str]) -> int | None:
    """The seat of the player in a field; None if it is left out. An unknown name is a fault."""
    name: str | None = reader.read_optional(field, of_type(Words))
    if name is None:
        return None
    (name,) = as_seated([name], names)
    if name not in names:
        reader.refuse(field, no_such_player(name, names))
        return None
    return names.index(name)


def names_field(value: object) -> list[str]:
    """Read names of players, all different."""
    return different_names(of_type(Names)(value))


def different_names(names: list[str]) -> list[str]:
    """Return the names if all are different and not too many. Raises ScorepadError."""
    if len(names) > MOST_PLAYERS:
        raise ScorepadError(
            f"players: type up to {MOST_PLAYERS} different names, not {len(names)}.", code="field"
        )
    double_names = [name for place, name in enumerate(names) if find_name(name, names[:place])]
    if double_names:
        raise ScorepadError(
            f"Two players are called {double_names[0]}. Add a letter to one.",
            code="field",
        )
    return names


def as_seated(names: Sequence[str], seated: Sequence[str]) -> list[str]:
    """The names as the seated players write them; unknown ones unchanged."""
    return [find_name(name, seated) or name for name in names]


def in_one_spelling(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a deal, with each name spelled as at its first occurrence."""
    values = [fields[field] for field in BY_NAME if field in fields]
    named = [name for value in values for name in _names_in(value)]
    first = {_side_key(name): name for name in reversed(named)}
    return {
        field: _renamed(value, {}, first) if field in BY_NAME and _is_each_once(value) else value
        for field, value in fields.items()
    }


def names_told(fields: Mapping[str, Any]) -> list[str]:
    """All names in the fields of a deal, each once."""
    names = [name for field in BY_NAME for name in _names_in(fields.get(field)) if name]
    return [*dict.fromkeys(names)]


def named_players(fields: Mapping[str, Any]) -> set[str]:
    """The keys of all names in the fields of a deal, partners separately."""
    return {key for name in names_told(fields) for key in _side_key(name)}


def _names_in(value: object) -> list[str]:
    """The names in a field: one name, several, or the keys of values by name."""
    names = value if isinstance(value, list | dict) else [value]
    return [name for name in names if isinstance(name, str)]


def _is_each_once(value: object) -> bool:
    names = _names_in(value)
    return len(set(map(_side_key, names))) == len(names)


def partnerships_field(value: object) -> list[list[str]]:
    """Partnerships, each a list of names."""
    partnerships: list[list[str]] = of_type(Partnerships)(value)
    different_names([name for partners in partnerships for name in partners])
    return partnerships


def _out_order(value: object, seated: Sequence[str]) -> list[str]:
    """Read names of seated players, in the order of going out."""
    order = as_seated(names_field(value), seated)
    unknown_names = [name for name in order if name not in seated]
    if unknown_names:
        raise ScorepadError(
            f"{', '.join(unknown_names)}: type one of the players, {join_words(seated)}.", code="field"
        )
    return order
