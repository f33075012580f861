"""Answers as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import singledispatch

from scorepad.answers.answer_types import (
    Answer,
    Best,
    BonusAnswer,
    CirclesAnswer,
    GamesAnswer,
    MeldAnswer,
    MergeAnswer,
    MultipliersAnswer,
    PlayAnswer,
    ScheduleAnswer,
    ScoreAnswer,
    Verdict,
)
from scorepad.core.options import Value


def show(answer: Answer) -> str:
    """The answer of a question in words, a line each."""
    return "\n".join(_lines(answer))


@singledispatch
def _lines(answer: Answer) -> Iterator[str]:
    raise NotImplementedError(type(answer))


def number(value: int) -> str:
    """A number with a true minus sign."""
    return f"−{-value}" if value < 0 else str(value)


def points(value: int) -> str:
    """Points in words: `1 point`, `34 points`."""
    return f"{number(value)} point{'' if value == 1 else 's'}"


@_lines.register
def _best(answer: Best) -> Iterator[str]:
    yield from _melds(answer.melds, answer.bonuses)
    proof = "proven" if answer.proven else f"best found, at most {answer.bound}"
    placed = f"{answer.placed} placed, " if answer.table else ""
    yield f"Best: {placed}{points(answer.points)}, {proof}.{_times(answer)}"


@_lines.register
def _check(answer: Verdict) -> Iterator[str]:
    yield from _melds(answer.melds, answer.bonuses)
    for fault in answer.faults:
        yield fault.sentence
    verdict = "Legal" if answer.legal else "Not legal"
    yield f"{verdict}: {points(answer.points)}.{_times(answer) if answer.legal else ''}"
    if answer.missed and answer.better:
        yield f"{points(answer.missed)} left on the table. Better, for {answer.best}:"
        yield from (f"  {meld.shown}  {number(meld.points)}" for meld in answer.better)


@_lines.register
def _merge(answer: MergeAnswer) -> Iterator[str]:
    yield from _melds(answer.melds)
    if answer.legal:
        before = " + ".join(map(number, answer.before))
        yield f"One meld: {points(answer.points)}, before {before}."
    else:
        yield f"Not one meld. {answer.why}"


def _melds(melds: Sequence[MeldAnswer], bonuses: Sequence[BonusAnswer] = ()) -> Iterator[str]:
    width = max((len(meld.shown) for meld in melds), default=0)
    for meld in melds:
        why = f"  {meld.why}" if meld.why else ""
        yield f"{meld.shown:<{width}}  {number(meld.points):>4}{why}"
    for bonus in bonuses:
        yield f"{bonus.label:<{width}}  {number(bonus.points):>4}"


def _times(answer: Best | Verdict) -> str:
    if answer.multiplier == 1:
        return ""
    return f" {number(answer.points)} × {answer.multiplier} = {number(answer.score)}."


@_lines.register
def _play(answer: PlayAnswer) -> Iterator[str]:
    yield f"{answer.move.capitalize()}. {answer.why}"


@_lines.register
def _score(answer: ScoreAnswer) -> Iterator[str]:
    width = max(map(len, answer.scores), default=0)
    yield from (f"{name:<{width}}  {number(score):>5}" for name, score in answer.scores.items())


@_lines.register
def _multipliers(answer: MultipliersAnswer) -> Iterator[str]:
    yield "Multipliers: " + " ".join(str(times) for times in answer.multipliers)
    if answer.ends_after is not None:
        yield f"The deal ends after {answer.ends_after} out."


@_lines.register
def _circles(answer: CirclesAnswer) -> Iterator[str]:
    for leap, circles in answer.circles.items():
        yield f"{leap}: {'  |  '.join(circles)}"


@_lines.register
def _schedule(answer: ScheduleAnswer) -> Iterator[str]:
    yield " ".join(number(value) for value in answer.values)


@_lines.register
def _games(answer: GamesAnswer) -> Iterator[str]:
    for game in answer.games:
        yield f"{game.id}: {game.name}. {game.sentence}"
        for option in game.options:
            default = _default(option.default)
            yield f"  {option.name} = {default}  {option.sentence} ({option.clause})"
            if option.choices:
                yield "      " + ", ".join(choice.value for choice in option.choices)


def _default(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
