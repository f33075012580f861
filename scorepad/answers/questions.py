"""A question becomes rules and cards, is put to the search or the referee, and gets a typed answer.

The command line, the HTTP API and the pages ask the same questions, as plain data, so that another process
can answer. Every field is read, and all faults are said at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scorepad.answers import field_values, hand_answers, question_types
from scorepad.answers.answer_types import (
    Answer,
    Best,
    CirclesAnswer,
    MergeAnswer,
    MultipliersAnswer,
    PlayAnswer,
    ScheduleAnswer,
    ScoreAnswer,
    Verdict,
)
from scorepad.answers.field_reader import FieldReader, Question
from scorepad.core import avalanche_game
from scorepad.core.alphabet import alphabet
from scorepad.core.cards import Meld
from scorepad.core.log.multipliers import ended, multiplier
from scorepad.core.melding import circles as circles_of
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.core.settle import SettledDeal, Share, settle
from scorepad.core.wording import wording
from scorepad.games import find

T = TypeVar("T")


def best(question: Question) -> Best:
    """The best melds of a hand (A1, K5)."""
    hand_question = _hand_question(question, question_types.BestQuestion, "cards", field_values.hand)
    try:
        return hand_answers.best(
            hand_question.rules,
            hand_question.cards,
            table=hand_question.table,
            partners=hand_question.partners,
            multiplier=hand_question.multiplier,
            limit=hand_question.limit,
        )
    except hand_answers.ImpossibleHand as error:
        raise error.within("cards") from error


def check(question: Question) -> Verdict:
    """The judgement of melds as laid (A2)."""
    hand_question = _hand_question(question, question_types.CheckQuestion, "melds", field_values.melds)
    return hand_answers.check(
        hand_question.rules,
        hand_question.cards,
        table=hand_question.table,
        partners=hand_question.partners,
        multiplier=hand_question.multiplier,
        limit=hand_question.limit,
    )


@dataclass(frozen=True, slots=True)
class HandQuestion(Generic[T]):
    """A hand or melds as laid, its rules, what lies on the table, how it counts; `limit` is in seconds."""

    rules: Rules
    cards: T
    table: Sequence[Meld]
    partners: Sequence[Meld]
    multiplier: int
    limit: float


def _hand_question(
    question: Question,
    question_class: type[question_types.JsonQuestion],
    field: str,
    read: Callable[[object, Pack], T],
) -> HandQuestion[T]:
    """The question whose cards are in `field` as `read` reads them. Raises every fault."""
    reader = FieldReader(question, question_class)
    rules = reader.rules()
    cards = reader.cards(field, read, rules)
    if rules is not None and rules.deal.scoring == "collected":
        reader.fault("game", "one with melds; in Avalanche, ask what a play does, or for the score")
    table, partners = reader.table(rules), reader.partners(rules)
    times, limit = reader.multiplier(), reader.limit()
    if field == "melds" and rules is not None and cards == [] and not reader.faults:
        reader.fault("melds", f"the melds as laid, such as {wording(alphabet(rules.pack)).melds}")
    reader.raise_faults()
    assert rules is not None
    assert cards is not None
    return HandQuestion(rules, cards, table, partners, times, limit)


def merge(question: Question) -> MergeAnswer:
    """Whether two melds make one, and its points (H8, L3, B2)."""
    reader = FieldReader(question, question_types.MergeQuestion)
    rules = reader.rules()
    melds = reader.cards("melds", field_values.melds, rules)
    between = reader.cards("between", field_values.melds, rules) if "between" in reader else None
    if rules is not None and find(rules.game).table_use(rules) not in ("own", "melds"):
        reader.fault("game", "one in which melds are laid before going out, such as chattahoochee-alternate")
    elif rules is not None and melds == []:
        reader.fault("melds", f"two melds, such as {wording(alphabet(rules.pack)).melds}")
    reader.raise_faults()
    assert rules is not None
    assert melds is not None
    return hand_answers.merge(rules, melds, tuple(laid for meld in between or () for laid in meld))


def play(question: Question) -> PlayAnswer:
    """What a play of Avalanche does (V2, V3)."""
    reader = FieldReader(question, question_types.PlayQuestion)
    rules = reader.rules()
    last = reader.optional("last", field_values.played_ranks)
    played = reader.read("played", field_values.played_ranks)
    if rules is not None and rules.deal.scoring != "collected":
        reader.fault("game", "avalanche, whose plays are judged one by one")
    if last and len(set(last)) > 1:
        reader.fault("last", "equal cards, as every play of an avalanche is")
    reader.raise_faults()
    return PlayAnswer(*avalanche_game.move(last or (), played or ()))


def score(question: Question) -> ScoreAnswer:
    """Everybody's score of a deal (B4, F3, G3, K4, V5)."""
    reader = FieldReader(question, question_types.ScoreQuestion)
    rules = reader.rules()
    winner = reader.read("winner", field_values.text) if question.get("winner") is not None else None
    left = _by_name(reader, "left", rules, field_values.held_cards)
    melded = _by_name(reader, "melded", rules, field_values.held_melds)
    tiles = _by_name(reader, "tiles", rules, lambda given, _: field_values.amount(given))
    if not isinstance(question.get("went_rummy", False), bool):
        reader.fault("went_rummy", "true or false")
    never_opened = reader.optional("never_opened", field_values.names)
    reader.raise_faults()
    assert rules is not None
    names = dict.fromkeys([*([winner] if winner else []), *melded, *left])
    shares = {name: Share(melded.get(name, ()), left.get(name, ()), tiles.get(name)) for name in names}
    went_rummy = question.get("went_rummy", False)
    return ScoreAnswer(
        settle(rules, SettledDeal(shares, winner, went_rummy, never_opened=never_opened or ()))
    )


def _by_name(
    reader: FieldReader, field: str, rules: Rules | None, read: Callable[[object, Pack], T]
) -> dict[str, T]:
    """What each player has, by her name; nothing where the question does not say."""
    return reader.cards(field, field_values.by_name(read), rules) or {} if field in reader else {}


def multipliers(question: Question) -> MultipliersAnswer:
    """What each going out counts (H4, H5)."""
    reader = FieldReader(question, question_types.MultipliersQuestion)
    _ = reader.rules() if "game" in reader else reader.options()
    partnerships = reader.optional("partnerships", field_values.partnerships)
    players = reader.optional("players", field_values.names)
    if partnerships is None:
        partnerships = [[name] for name in players or ()]
    seated = [name for partners in partnerships for name in partners]
    if not seated and not reader.faults:
        reader.fault("players", "the names of the players, or of partners by partnership")
    order = reader.read("out_order", lambda given: field_values.out_order(given, seated)) if seated else None
    reader.raise_faults()
    assert order is not None
    seat = {name: place for place, name in enumerate(seated)}
    seats = [[seat[name] for name in partners] for partners in partnerships]
    out = [seat[name] for name in order]
    counts = (multiplier(seats, out[:place], player) for place, player in enumerate(out))
    over = next((count for count in range(len(out) + 1) if ended(seats, out[:count])), None)
    return MultipliersAnswer(tuple(counts), over)


def circles(question: Question) -> CirclesAnswer:
    """The circles of ranks by each leap (H22)."""
    reader = FieldReader(question, question_types.CirclesQuestion)
    ranks = reader.optional("ranks", field_values.ranks)
    read_pack = reader.optional if "ranks" in reader else reader.read
    pack = read_pack("pack", field_values.pack_ranks)
    order = ranks or pack or ()
    leaps = reader.optional("leaps", lambda given: field_values.leaps(given, order))
    reader.raise_faults()
    chosen = leaps or range(1, max(1, len(order) // 2) + 1)
    return CirclesAnswer({str(leap): tuple(map(" ".join, circles_of(order, leap))) for leap in chosen})


def schedule(question: Question) -> ScheduleAnswer:
    """The values of 1, 2, … cards (S)."""
    reader = FieldReader(question, question_types.ScheduleQuestion)
    length = reader.read("length", field_values.length)
    options = {name: question[name] for name in ("schedule", "schedule_table") if name in question}
    rules = reader.rules_of(find("chattahoochee"), options)
    reader.raise_faults()
    assert rules is not None
    return ScheduleAnswer(tuple(map(rules.values.schedule.value, range(1, (length or 0) + 1))))


ANSWERS: dict[str, Callable[[Question], Answer]] = {
    function.__name__: function
    for function in (best, check, merge, play, score, multipliers, circles, schedule)
}


def answer(verb: str, question: Question) -> Answer:
    """The answer to a question of that verb. Raises ScorepadError with every fault."""
    return ANSWERS[verb](question)
