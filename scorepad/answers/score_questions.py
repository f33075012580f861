"""Questions about scores: of an ended deal, and of a whole match.

Every field is read, and all faults are reported at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from scorepad.answers.answer_types import (
    ColumnAnswer,
    MatchAnswer,
    MatchBonusAnswer,
    ScoreAnswer,
    ScoreLineAnswer,
)
from scorepad.answers.deal_players import (
    NOT_KNOWN,
    Players,
    counts_hands,
    not_named,
    phase_faults,
    too_many,
    unknown_names,
    word_faults,
)
from scorepad.answers.deal_questions import (
    Sides,
    as_seated,
    different_names,
    in_one_spelling,
    named_players,
    names_field,
    names_told,
    partnerships_field,
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
    Amount,
    CanastasByName,
    CountsByName,
    Deals,
    Dropped,
    Flag,
    Held,
    MatchQuestion,
    Phases,
    Points,
    PointsByName,
    QuestionFields,
    RoundTally,
    ScoreQuestion,
    TallyByName,
    Words,
)
from scorepad.core.cards import Card, Meld
from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.matches import MatchStanding, PlayedDeal, played_deal
from scorepad.core.notation import Notation
from scorepad.core.phrasing import join_words
from scorepad.core.points import in_data
from scorepad.core.pool_match import NO_SPLIT, no_more_drops
from scorepad.core.rules import Rules
from scorepad.core.scoring import IN_DUEL
from scorepad.core.scoring.ended_deal import (
    NEVER_OPENED,
    OWN_NOTES,
    PHASE_MADE,
    NamedDeal,
    PlayerShare,
    notes_told,
)
from scorepad.core.scoring.player_counts import PLAYER_COUNTS, Counted
from scorepad.core.sentence import as_sentence, say
from scorepad.core.settle import says_something, settle_deal, settled_lines, uncounted_fields
from scorepad.rulebook import find_game
from scorepad.rulebook.seats import seating_fault

T = TypeVar("T")


def score(fields: QuestionFields) -> ScoreAnswer:
    """The scores of a deal (B4, F3, G3, K4, V5)."""
    return _score_answer(*read_deal(in_one_spelling(fields)))


def _score_answer(rules: Rules, deal: NamedDeal) -> ScoreAnswer:
    scores = settle_deal(rules, deal)
    lines = {
        name: tuple(ScoreLineAnswer(as_sentence(line.reason), in_data(line.points)) for line in of_name)
        for name, of_name in settled_lines(rules, deal).items()
    }
    return ScoreAnswer({name: in_data(points) for name, points in scores.items()}, lines or None)


def match(fields: QuestionFields) -> MatchAnswer:
    """The standing of a match after its deals."""
    reader = FieldReader(fields, MatchQuestion)
    rules = reader.read_rules()
    players = reader.read("players", names_field)
    partnerships = reader.read_optional("partnerships", partnerships_field)
    if not partnerships and rules:
        partnerships = find_game(rules.game).usual_partnerships(rules, players or ())
    partnerships = [
        as_seated(group, players or ()) for group in partnerships or [[name] for name in players or ()]
    ]
    deals = reader.read("deals", of_outer_type(Deals))
    if players and sorted(players) != sorted(name for group in partnerships for name in group):
        reader.refuse("partnerships", say("Name every player once in partnerships."))
    if rules and players is not None:
        rules = find_game(rules.game).rules(reader.options, len(players))
        if fault := seating_fault(find_game(rules.game), rules, len(players)):
            reader.faults.append(ScorepadError(fault, at="players", code="players"))
    reader.raise_faults()
    assert rules is not None
    assert players is not None
    game, sides = find_game(rules.game), Sides(rules, partnerships)
    of_game = {
        "game": game.id,
        "options": game.logged_values(reader.options, len(players)),
        "language": reader.language or None,
    }
    follows = game.follows(reader.options)
    played: list[PlayedDeal] = []
    scores: list[ScoreAnswer] = []
    for place, deal in enumerate(deals or ()):
        standing = sides.standing(played)
        try:
            numbered = {"deal": place + 1} if "number" in follows else {}  # a deal may name another
            of_deal = dict(_of_object(deal))
            split = of_type(Flag)(of_deal.pop("split", False))
            answer, played_deal = _match_deal({**of_game, **numbered, **of_deal}, sides, standing)
            played.append(replace(played_deal, split=split))
            if split and not sides.standing(played).shares:
                raise ScorepadError(NO_SPLIT, at="split", code="match")
        except ScorepadError as error:
            raise error.within(f"deals:{place}") from error
        scores.append(answer)
    return match_answer(sides.names, scores, sides.standing(played))


def _of_object(deal: object) -> Mapping[str, Any]:
    if isinstance(deal, Mapping):
        return deal
    raise ScorepadError("Give a deal as an object with its fields.", code="field")


def _match_deal(
    fields: QuestionFields, sides: Sides, standing: MatchStanding
) -> tuple[ScoreAnswer, PlayedDeal]:
    """The scores of a deal by name, and the deal by the indexes of its sides."""
    if standing.over:
        raise ScorepadError(
            say("The match was over after deal {deal}. Leave out the deals after it.", deal=standing.over),
            code="match",
        )
    side_of = sides.of_player
    playing = [name for name, side in side_of.items() if side not in standing.out]
    players = Players(playing, sides.to_name(playing, fields), list(side_of), sides.to_type)
    rules, ended = read_deal(sides.by_first_names(fields), players)
    ended = replace(ended, partnerships=sides.groups)
    if faults := list(_player_faults(ended, side_of, standing)):
        raise join_errors(faults)
    answer = _score_answer(rules, ended)
    by_side: dict[int, Points] = {}
    for name, points in answer.scores.items():
        by_side[side_of[name]] = by_side.get(side_of[name], 0) + points
    played = played_deal(
        rules.scoring,
        by_side,
        winner=side_of[ended.winner] if ended.winner else None,
        ending=ended.ending,
        noted=[(side_of[name], notes) for name, notes in ended.notes.items()],
    )
    for side in standing.no_drop.intersection(played.left_by_choice):
        raise ScorepadError(no_more_drops(sides.names[side]), at=OWN_NOTES, code="match")
    return answer, played


def _player_faults(
    deal: NamedDeal, side_of: Mapping[str, int], standing: MatchStanding
) -> list[ScorepadError]:
    """Faults for players who are out and may not come back, and for partners who play each other."""
    faults = []
    for name in deal.hands:
        if side_of[name] in standing.out - standing.may_return:
            faults.append(
                ScorepadError(
                    say("{name} is out, and can’t come back in this deal. Leave that name out.", name=name),
                    code="players",
                )
            )
    if not faults and len({side_of[name] for name in deal.hands}) < 2:
        names = join_words(list(deal.hands), "and")
        reason = say("{names} are partners. Enter two who played each other.", names=names)
        faults.append(ScorepadError(reason, code="players"))
    return faults


def match_answer(
    players: Sequence[str], scores: Sequence[ScoreAnswer], standing: MatchStanding
) -> MatchAnswer:
    def by_name(totals: Sequence[Points]) -> dict[str, Points]:
        return dict(zip(players, map(in_data, totals), strict=True))

    def named(sides: Collection[int]) -> tuple[str, ...]:
        return tuple(players[side] for side in sorted(sides))

    columns = tuple(ColumnAnswer(by_name(column.totals), bool(column.over)) for column in standing.columns)
    return MatchAnswer(
        deals=tuple(scores),
        totals=by_name(standing.totals),
        over=bool(standing.over),
        winners=named(standing.winners),
        bonuses=tuple(
            MatchBonusAnswer(players[side], in_data(points), reason)
            for side, points, reason, *_ in standing.bonuses
        ),
        out=named(standing.out),
        may_return=named(standing.may_return),
        columns=columns or None,
        phases=dict(zip(players, standing.phases, strict=True)) if standing.phases else None,
        shares={players[side]: share for side, share in standing.shares.items()} or None,
    )


def read_deal(fields: QuestionFields, players: Players = NOT_KNOWN) -> tuple[Rules, NamedDeal]:
    """The rules of a deal, and the deal. Raises ScorepadError with every fault."""
    reader = FieldReader(fields, ScoreQuestion)
    rules = reader.read_rules(len(named_players(fields)))
    if rules is not None:
        reader.fields = _in_usual_fields(reader, rules, players)
    named = reader.fields.get("winner") not in (None, "")
    winner = reader.read("winner", of_type(Words)) if named else None
    left = _by_name(reader, "left", rules, _cards_or_number)
    collected = _by_name(reader, "collected", rules, _cards_or_number)
    taken = _by_name(reader, "taken", rules, _cards_or_number)
    melded = _by_name(reader, "melded", rules, _melds_or_number)
    tiles = _by_name(reader, "tiles", rules, lambda value, _: of_type(Amount)(value))
    went_rummy = reader.read_usual("went_rummy", Flag, False)
    unopened = reader.read_optional(NEVER_OPENED.field, names_field) or ()
    ending = reader.read_usual("ending", Words, "")
    noted: Mapping[str, str] = reader.read_optional(OWN_NOTES, _named(Dropped)) or {}
    phases: Mapping[str, bool] = reader.read_optional("phases", _named(Phases)) or {}
    points: Mapping[str, Points] = reader.read_optional("points", _numbers_named(PointsByName, Points)) or {}
    hands = _by_name(reader, "hands", rules, lambda value, notation: tuple(hand_field(value, notation)))
    counts = _counted_of_each(reader, rules)
    tally: Mapping[str, Mapping[str, int]] = reader.read_optional("tally", _named(TallyByName)) or {}
    whole: Mapping[str, int] = reader.read_optional("round", of_type(RoundTally)) or {}
    if rules is not None:
        uncounted = uncounted_fields(rules)
        for name, reason in uncounted.items():
            if says_something(reader.fields.get(name)):
                reader.refuse(name, reason)
        reader.faults.extend(phase_faults(rules, phases, winner))
    left = {**left, **collected, **taken}
    for name in hands:
        if name in left:
            reader.refuse("hands", say("{name} has cards left too. Leave out one of them.", name=name))
    knows_size = rules is not None and not (
        "number" in find_game(rules.game).follows(reader.options) and not fields.get("deal")
    )
    laid_hands = {} if rules is None or "hands" in uncounted else hands
    if laid_hands and rules is not None:
        # Here, as most scores take no search.
        from scorepad.optimize.deadwood.ending_layout import hand_faults, left_of_hands

        for fault in hand_faults(rules, laid_hands, winner, ending, knows_size=knows_size):
            reader.refuse("hands", fault)
    reader.faults.extend(unknown_names(fields, players))
    if rules is None:
        reader.raise_faults()
    assert rules is not None
    told = [*([winner] if winner else []), *melded, *left, *hands, *tiles, *noted, *points]
    told += [*counts, *tally]
    names = dict.fromkeys([*told, *phases])
    size, playing = IN_DUEL if rules.scoring.partners == "in duels" else 0, players.playing
    untold: list[str] = []
    if not size or not names or len(names) < size == len(playing):
        names = dict.fromkeys([*playing, *names])
        if counts_hands(rules, winner, ending):
            untold += (name for name in players.to_name if name not in told)
    if "phases" in rules.scoring.counts:
        untold += (name for name in phases if name not in (*told, *players.to_name))
    if not reader.faults:  # else names may be missing because their field doesn’t read
        reader.faults += [*map(not_named, untold), *too_many(rules, len(names))]
    shares = {name: PlayerShare(counts=counts.get(name, {})) for name in names_told(fields)}
    made = [name for name, is_made in phases.items() if is_made]
    ended = NamedDeal(
        shares,
        winner,
        went_rummy=went_rummy,
        ending=ending,
        notes=notes_told(noted, {NEVER_OPENED: unopened, PHASE_MADE: made}),
        facts=reader.facts,
        round=whole,
    )
    if reader.faults:
        reader.faults += word_faults(rules, ended)
    reader.raise_faults()
    if laid_hands:
        left = {**left, **left_of_hands(rules, laid_hands, winner)}
    if not knows_size:
        rules = find_game(rules.game).rules_of_any_deal(reader.options)
    shares = {
        name: PlayerShare(
            melded.get(name, ()),
            left.get(name, ()),
            tiles.get(name),
            points.get(name, 0),
            counts.get(name, {}),
            tally.get(name, {}),
        )
        for name in names
    }
    return rules, replace(ended, hands=shares)


def _counted_of_each(reader: FieldReader, rules: Rules | None) -> dict[str, dict[Counted, int]]:
    """What is counted of each player, by name. Who is named without a kind has none of them."""
    none: dict[Counted, int] = dict.fromkeys(rules.scoring.canasta_kinds if rules else (), 0)
    counted: dict[str, dict[Counted, int]] = {}
    for count in PLAYER_COUNTS:
        kinds = count.has_kinds
        read = _named(CanastasByName) if kinds else _numbers_named(CountsByName, Amount, count.id)
        for name, told in (reader.read_optional(count.id, read) or {}).items():
            counted.setdefault(name, {}).update((told or none) if kinds else {count: told})
    return counted


def _in_usual_fields(reader: FieldReader, rules: Rules, players: Players) -> dict[str, Any]:
    """The fields of the question, those that are the game's own told by those that all games have.

    What other games call their own must read too.
    """
    own, fault_count = rules.scoring.own_fields, len(reader.faults)
    for name, read_own in _READ_OWN.items():
        read_own(reader, name, rules)
    if own is None:
        return {**reader.fields}
    others = {name: value for name, value in reader.fields.items() if name not in own.names}
    if len(reader.faults) == fault_count:
        for name, fault in own.faults(reader.fields, players.playing):
            reader.refuse(name, fault)
    if len(reader.faults) > fault_count:
        return others
    names = [*dict.fromkeys([*players.playing, *names_told(reader.fields)])]
    usual = {
        name: value for name, value in own.in_usual(reader.fields, names).items() if name not in own.names
    }
    if usual.get("winner") != (winner := others.get("winner")) and winner:
        reader.refuse("winner", say("Another field says who ended the deal. Leave winner out."))
    return usual


def _read_names(reader: FieldReader, name: str, rules: Rules) -> None:  # noqa: ARG001
    reader.read_optional(name, names_field)


def _read_words(reader: FieldReader, name: str, rules: Rules) -> None:  # noqa: ARG001
    reader.read_optional(name, of_type(Words))


def _read_counts(reader: FieldReader, name: str, rules: Rules) -> None:  # noqa: ARG001
    reader.read_optional(name, _numbers_named(CountsByName, Amount, name))


def _read_cards(reader: FieldReader, name: str, rules: Rules) -> None:
    _by_name(reader, name, rules, _cards_or_number)


_READ_OWN: Mapping[str, Callable[[FieldReader, str, Rules], None]] = {
    **dict.fromkeys(("no_melds", "order", "seen"), _read_names),
    "u": _read_words,
    "sambas": _read_counts,
    "maal": _read_cards,
}
"""Readers of fields that a way of scoring has by itself: they keep the faults."""


def _named(kind: Any) -> Callable[[object], dict[str, Any]]:
    """A reader of values by name, all names different."""

    def read_named(value: object) -> dict[str, Any]:
        named: dict[str, Any] = of_type(kind)(value)
        different_names([*named])
        return named

    return read_named


def _numbers_named(kind: Any, number: Any, name: str = "") -> Callable[[object], dict[str, int]]:
    """A reader of numbers by name, all names different. Faults are placed at the name."""

    def read_numbers(value: object) -> dict[str, int]:
        numbers: Mapping[str, object] = of_outer_type(kind, name)(value)
        different_names([*numbers])
        return dict(zip(numbers, read_each(numbers.items(), of_type(number), by_name=True), strict=True))

    return read_numbers


def _by_name(
    reader: FieldReader, name: str, rules: Rules | None, read_value: Callable[[object, Notation], T]
) -> dict[str, T]:
    """A field with a value for each player, by name; empty if it is missing."""
    return reader.read_of_pack(name, _each_by_name(read_value), rules) or {} if name in reader else {}


def _cards_or_number(value: object, notation: Notation) -> tuple[Card, ...] | int:
    """Read cards, or a number in their place (G3, V5)."""
    return of_type(Amount)(value) if type(value) is int else tuple(hand_field(value, notation))


def _melds_or_number(value: object, notation: Notation) -> tuple[Meld, ...] | int:
    """Read melds, or a number in their place."""
    return of_type(Amount)(value) if type(value) is int else tuple(melds_field(value, notation))


def _each_by_name(read_value: Callable[[object, Notation], T]) -> Callable[[object, Notation], dict[str, T]]:
    """A reader of what each player has, by name."""

    def read_shares(value: object, notation: Notation) -> dict[str, T]:
        shares: Mapping[str, object] = of_outer_type(Held)(value)
        names = different_names(list(shares))
        shares_read = read_each(shares.items(), lambda share: read_value(share, notation), by_name=True)
        return dict(zip(names, shares_read, strict=True))

    return read_shares
