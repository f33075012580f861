"""Questions about the rules themselves: multipliers, circles of ranks, schedules (H4, H5, H22, S)."""

from __future__ import annotations

from scorepad.answers import fields
from scorepad.answers.answer_types import CirclesAnswer, MultipliersAnswer, ScheduleAnswer
from scorepad.answers.field_reader import Question, Reader
from scorepad.core.log.multipliers import ended, multiplier
from scorepad.core.melding import circles as circles_of
from scorepad.games import find


def multipliers(question: Question) -> MultipliersAnswer:
    """`players` or `partnerships` (lists of names) and `out_order` -> each one's multiplier (H4, H5)."""
    reader = Reader(question, ("game", "options", "players", "partnerships", "out_order"))
    groups = reader.read("partnerships", fields.groups) if "partnerships" in question else None
    if groups is None:
        players = reader.read("players", fields.names) if "players" in question else None
        groups = [[name] for name in players or ()]
    if not groups and not reader.faults:
        reader.fault("players", "the names of the players, or of partners by partnership")
    seated = [name for group in groups for name in group]
    order = reader.read("out_order", lambda given: fields.order(given, seated)) if seated else None
    reader.raise_faults()
    assert order is not None
    return _multipliers(groups, seated, order)


def _multipliers(groups: list[list[str]], seated: list[str], order: list[str]) -> MultipliersAnswer:
    number = {name: place for place, name in enumerate(seated)}
    partnerships = [[number[name] for name in group] for group in groups]
    out = [number[name] for name in order]
    counts = (multiplier(partnerships, out[:place], player) for place, player in enumerate(out))
    over = next((count for count in range(len(out) + 1) if ended(partnerships, out[:count])), None)
    return MultipliersAnswer(tuple(counts), over)


def circles(question: Question) -> CirclesAnswer:
    """`ranks` in circular order or a `pack`, and `leaps` -> the circles of each leap (H22)."""
    reader = Reader(question, ("ranks", "pack", "leaps"))
    field = "ranks" if "ranks" in question else "pack"
    ranks = reader.read(field, fields.ranks if field == "ranks" else fields.pack_ranks)
    leaps = None
    if "leaps" in question:
        leaps = reader.read("leaps", lambda given: fields.leaps(given, ranks or ()))
    reader.raise_faults()
    assert ranks is not None
    chosen = leaps or tuple(range(1, max(1, len(ranks) // 2) + 1))
    return CirclesAnswer({str(leap): tuple(map(" ".join, circles_of(ranks, leap))) for leap in chosen})


def schedule(question: Question) -> ScheduleAnswer:
    """`schedule`, `schedule_table`, and `length` -> the values of 1, 2, … cards (S)."""
    reader = Reader(question, ("schedule", "schedule_table", "length"))
    length = reader.read("length", fields.length)
    options = {name: question[name] for name in ("schedule", "schedule_table") if name in question}
    rules = reader.rules_of(find("chattahoochee"), options)
    reader.raise_faults()
    assert rules is not None
    return ScheduleAnswer(tuple(map(rules.values.schedule.value, range(1, (length or 0) + 1))))
