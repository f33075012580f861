"""Questions about plays, scores and the charts of the rules; none of them takes a search.

As with hands every field is read, and all faults are said at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from scorepad.answers.answer_types import (
    CirclesAnswer,
    MultipliersAnswer,
    PlayAnswer,
    ScheduleAnswer,
    ScoreAnswer,
)
from scorepad.answers.field_reader import (
    FieldReader,
    hand_field,
    melds_field,
    of_outer_type,
    of_type,
    read_each,
)
from scorepad.answers.question_types import (
    MOST_PLAYERS,
    MOST_RANKS,
    Amount,
    Cards,
    CirclesQuestion,
    Flag,
    Held,
    HouseRules,
    Length,
    MultipliersQuestion,
    Names,
    Partnerships,
    PlayQuestion,
    QuestionFields,
    Ranks,
    ScheduleQuestion,
    ScoreQuestion,
    Words,
)
from scorepad.core import avalanche_game
from scorepad.core.cards import Card, Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.log.multipliers import deal_ended, out_multiplier
from scorepad.core.melding import leap_circles, leap_lines
from scorepad.core.packs import PACKS, Pack
from scorepad.core.phrasing import join_words, nearest_names, say_nearest, split_list
from scorepad.core.rules import Rules
from scorepad.core.settle import PlayerShare, SettledDeal, settle_deal
from scorepad.rulebook import find_game

T = TypeVar("T")


def play(fields: QuestionFields) -> PlayAnswer:
    """What a play of Avalanche does (V2, V3)."""
    reader = FieldReader(fields, PlayQuestion)
    rules = reader.read_rules()
    last_ranks = reader.read_optional("last", _played_ranks)
    played_ranks = reader.read("played", _played_ranks)
    if rules is not None and rules.scoring.lays_melds:
        reader.add_fault("game", "avalanche, whose plays are judged one by one")
    mixed_growth = rules is not None and rules.turns.mixed_growth
    if last_ranks and len(set(last_ranks)) > 1 and not mixed_growth:
        reader.add_fault("last", "equal cards, as every play of an avalanche is")
    reader.raise_faults()
    return PlayAnswer(
        *avalanche_game.judge_move(last_ranks or (), played_ranks or (), mixed_growth=mixed_growth)
    )


def score(fields: QuestionFields) -> ScoreAnswer:
    """Everybody's score of a deal (B4, F3, G3, K4, V5)."""
    reader = FieldReader(fields, ScoreQuestion)
    rules = reader.read_rules()
    winner = reader.read("winner", of_type(Words)) if fields.get("winner") is not None else None
    left = _by_name(reader, "left", rules, _cards_or_number)
    melded = _by_name(reader, "melded", rules, _melds_or_number)
    tiles = _by_name(reader, "tiles", rules, lambda value, _: of_type(Amount)(value))
    went_rummy = reader.read_usual("went_rummy", Flag, False)
    never_opened = reader.read_optional("never_opened", _names)
    reader.raise_faults()
    assert rules is not None
    names = dict.fromkeys([*([winner] if winner else []), *melded, *left])
    _refuse_too_many(reader, rules, len(names))
    shares = {name: PlayerShare(melded.get(name, ()), left.get(name, ()), tiles.get(name)) for name in names}
    return ScoreAnswer(
        settle_deal(rules, SettledDeal(shares, winner, went_rummy, never_opened=never_opened or ()))
    )


def _refuse_too_many(reader: FieldReader, rules: Rules, named: int) -> None:
    """More players than the game has seats for. Fewer may be named: who ends with nothing is left out."""
    game = find_game(rules.game)
    if named > game.players[1]:
        reader.faults.append(ScorepadError(game.number_fault(named), at="left", code="players"))
        reader.raise_faults()


def _by_name(
    reader: FieldReader, name: str, rules: Rules | None, read_value: Callable[[object, Pack], T]
) -> dict[str, T]:
    """What each player has, by name; nothing where the question does not say."""
    return reader.read_of_pack(name, _each_by_name(read_value), rules) or {} if name in reader else {}


def multipliers(fields: QuestionFields) -> MultipliersAnswer:
    """What each going out counts (H4, H5)."""
    reader = FieldReader(fields, MultipliersQuestion)
    if "game" in reader:
        reader.read_rules()
    elif fields.get("options") is not None:
        reader.read("options", of_type(HouseRules))
    partnerships = reader.read_optional("partnerships", _partnerships)
    players = reader.read_optional("players", _names)
    if partnerships is None:
        partnerships = [[name] for name in players or ()]
    seated = [name for partners in partnerships for name in partners]
    if not seated and not reader.faults:
        reader.add_fault("players", "the names of the players, or of partners by partnership")
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
    """The leap circles by each leap, for tiles the ways from end to end (H22, L1)."""
    reader = FieldReader(fields, CirclesQuestion)
    ranks = reader.read_optional("ranks", _ranks)
    read_pack = reader.read_optional if "ranks" in reader else reader.read
    pack = read_pack("pack", _pack_named)
    order = ranks or (pack.ranks if pack else ())
    leaps = reader.read_optional("leaps", lambda value: _leaps(value, order))
    reader.raise_faults()
    chosen_leaps = leaps or range(1, max(1, len(order) // 2) + 1)
    routes_of = leap_lines if pack and not pack.circular and not ranks else leap_circles
    return CirclesAnswer({str(leap): tuple(map(" ".join, routes_of(order, leap))) for leap in chosen_leaps})


def schedule(fields: QuestionFields) -> ScheduleAnswer:
    """The values of 1, 2, … cards (S)."""
    reader = FieldReader(fields, ScheduleQuestion)
    length = reader.read("length", of_type(Length))
    options = {name: fields[name] for name in ("schedule", "schedule_table") if name in fields}
    rules = reader.game_rules(find_game("chattahoochee"), options)
    reader.raise_faults()
    assert rules is not None
    return ScheduleAnswer(tuple(map(rules.values.schedule.value, range(1, (length or 0) + 1))))


def _cards_or_number(value: object, pack: Pack) -> tuple[Card, ...] | int:
    """Cards, or a number in their place (G3, V5)."""
    return of_type(Amount)(value) if type(value) is int else tuple(hand_field(value, pack))


def _melds_or_number(value: object, pack: Pack) -> tuple[Meld, ...] | int:
    """Melds, or a number in their place."""
    return of_type(Amount)(value) if type(value) is int else tuple(melds_field(value, pack))


def _each_by_name(read_value: Callable[[object, Pack], T]) -> Callable[[object, Pack], dict[str, T]]:
    """Reads what each player has, by name."""

    def read_shares(value: object, pack: Pack) -> dict[str, T]:
        shares: Mapping[str, object] = of_outer_type(Held)(value)
        names = _different(list(shares))
        shares_read = read_each(shares.items(), lambda share: read_value(share, pack), by_name=True)
        return dict(zip(names, shares_read, strict=True))

    return read_shares


def _played_ranks(value: object) -> tuple[str, ...]:
    """The ranks of a play of Avalanche (V2)."""
    cards = of_type(Cards)(value)
    return avalanche_game.read_ranks(cards if isinstance(cards, str) else " ".join(cards))


def _ranks(value: object) -> tuple[str, ...]:
    """Ranks in order, as text or as a list."""
    ranks = of_type(Ranks)(value)
    order = tuple(split_list(ranks) if isinstance(ranks, str) else ranks)
    if 0 < len(order) <= MOST_RANKS and len(set(order)) == len(order):
        return order
    raise ScorepadError(f"Expected up to {MOST_RANKS} different ranks in order.", code="field")


def _pack_named(value: object) -> Pack:
    """The pack of that id."""
    if isinstance(value, str) and value in PACKS:
        return PACKS[value]
    near_names = say_nearest(nearest_names(value, PACKS)) if isinstance(value, str) else ""
    instead = near_names or f"expected one of {', '.join(PACKS)}, or ranks"
    raise ScorepadError(f"No pack is called {value!r}: {instead}.", code="field")


def _leaps(value: object, order: Sequence[str]) -> tuple[int, ...]:
    """Leaps of these ranks, one or a list."""
    largest_leap = max(1, len(order) // 2)
    leap_numbers = value if isinstance(value, list) else [value]
    if leap_numbers and all(type(number) is int and 1 <= number <= largest_leap for number in leap_numbers):
        return tuple(leap_numbers)
    raise ScorepadError(f"leaps: expected whole numbers from 1 to {largest_leap}.", code="field")


def _names(value: object) -> list[str]:
    """Names of players, no two alike."""
    return _different(of_type(Names)(value))


def _different(names: list[str]) -> list[str]:
    """The names, no two alike and not too many."""
    double_names = [name for place, name in enumerate(names) if name in names[:place]]
    if double_names:
        raise ScorepadError(
            f"Two players are called {double_names[0]}: expected different names, so add a letter to one.",
            code="field",
        )
    if len(names) > MOST_PLAYERS:
        raise ScorepadError(
            f"players: expected up to {MOST_PLAYERS} different names, not {len(names)}.", code="field"
        )
    return names


def _partnerships(value: object) -> list[list[str]]:
    """Partnerships, each a list of names."""
    partnerships: list[list[str]] = of_type(Partnerships)(value)
    _different([name for partners in partnerships for name in partners])
    return partnerships


def _out_order(value: object, seated: Sequence[str]) -> list[str]:
    """Names of those seated, in the order of going out."""
    order = _names(value)
    unknown_names = [name for name in order if name not in seated]
    if unknown_names:
        raise ScorepadError(
            f"{', '.join(unknown_names)}: expected one of the players, {join_words(seated)}.", code="field"
        )
    return order
