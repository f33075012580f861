"""Answers as lines of text for a terminal, or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import singledispatch
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from scorepad.answers.answer_types import (
    Answer,
    Best,
    BonusAnswer,
    CirclesAnswer,
    DiscardAnswer,
    MatchAnswer,
    MeldAnswer,
    MergeAnswer,
    MultipliersAnswer,
    NextAnswer,
    NextCard,
    PlayAnswer,
    ScheduleAnswer,
    ScoreAnswer,
    Verdict,
)
from scorepad.answers.game_answers import GamesAnswer
from scorepad.cli.output import json_of_output
from scorepad.core.phrasing import PrintedCards, show_number
from scorepad.core.sentence import plain_english

if TYPE_CHECKING:
    from scorepad.answers.game_file_answer import GameFileAnswer
    from scorepad.core.options import Value
    from scorepad.photos.reading import ReadAnswer


def to_json(answer: Answer | GameFileAnswer | ReadAnswer) -> str:
    """The answer as JSON, on one line."""
    text = msgspec.json.format(msgspec.json.encode(answer, enc_hook=plain_english), indent=0).decode()
    return json_of_output(text)


def in_words(answer: Answer) -> str:
    """The answer of a question in words, a line each."""
    return "\n".join(_lines(answer))


@singledispatch
def _lines(answer: Answer) -> Iterator[str]:
    raise NotImplementedError(type(answer))


def _points(value: int) -> str:
    """Points in words: `1 point`, `34 points`."""
    return f"{show_number(value)} point{'' if value == 1 else 's'}"


@_lines.register(Best)
def _best_lines(answer: Best) -> Iterator[str]:
    if answer.legal is False and answer.why is not None:
        yield answer.why
        return
    yield from _meld_lines(answer.melds, answer.bonuses)
    if answer.goes_out is False and answer.left_shown is None:
        yield str(answer.why)
        return
    yield from _hand_lines(answer)
    if answer.left_shown is not None:
        yield _left_words(answer.left_shown, answer.left_value)
    unproven = "not proven" if answer.told_bound is None else f"at most {show_number(answer.told_bound)}"
    proof = "proven" if answer.proven else f"best found, {unproven}"
    if answer.proof_checked is not None:
        late = " in time" if answer.proof_in_time is False else ""
        failed = "proof refuted" if answer.proof_refuted is True else f"proof not checked{late}"
        proof += ", proof checked" if answer.proof_checked else f", {failed}"
    placed = f"{answer.placed} placed, " if answer.table else ""
    yield f"Best: {placed}{_points(answer.points)}, {proof}.{_multiplied(answer)}"


def _hand_lines(answer: Best) -> Iterator[str]:
    """Lines on what to throw, whether the hand opens and ends the deal, and what is missing."""
    if answer.throw_shown is not None:
        yield f"Throw {answer.throw_shown}."
    if answer.why is not None:
        yield answer.why
    elif answer.fulfilled is True:
        yield f"Makes the contract: {answer.contract}."
    elif answer.opens is True and answer.opening is not None:
        # In 101 a hand opens with pairs too, whatever they count.
        by_pairs = answer.points < answer.opening and answer.pairs_missing == 0
        yield "These pairs open." if by_pairs else f"Opens: {answer.opening} points are needed."
    if answer.pairs_missing:
        yield f"Pairs missing: {answer.pairs_missing}."
    if answer.goes_out is True:
        yield "This hand can end the deal."
    if answer.specials:
        nearest = sorted(answer.specials, key=lambda special: special.missing)
        told = (f"{one.shown} {one.missing} ({show_number(one.points)})" for one in nearest)
        yield f"Cards missing for special hands: {', '.join(told)}."


def _left_words(left_shown: str, left_value: int) -> str:
    """A sentence on the cards left in hand and their value."""
    return (
        f"Left in hand: {left_shown}, worth {show_number(left_value)}." if left_shown else "Nothing is left."
    )


@_lines.register(Verdict)
def _check_lines(answer: Verdict) -> Iterator[str]:
    yield from _meld_lines(answer.melds, answer.bonuses)
    for fault in answer.faults:
        yield fault.sentence
    if answer.opens is False:
        yield answer.why
    # Points of illegal melds don't count, so what is left on the table is all that the best has.
    yield f"Legal: {_points(answer.points)}.{_multiplied(answer)}" if answer.legal else "Not legal."
    if answer.missed and answer.better:
        doubt = _unproven(answer.proven is not False)
        yield f"{_points(answer.missed)} left on the table. Better, for {answer.best}{doubt}:"
        laid_alike = {tuple(sorted(meld.cards)): sorted(meld.stands_for) for meld in answer.melds}
        for meld in answer.better:
            # The same cards may lie there for other ones.
            kinds = sorted(meld.stands_for)
            is_read_otherwise = laid_alike.get(tuple(sorted(meld.cards)), kinds) != kinds
            says_itself = "=" in meld.shown
            reads_as = f" = {meld.reads_as}" if is_read_otherwise and not says_itself else ""
            yield f"  {meld.shown}{reads_as}  {show_number(meld.points)}"
        for bonus in answer.better_bonuses or ():
            yield f"  {bonus.label}  {show_number(bonus.points)}"
    elif answer.legal and answer.proven is False:
        yield "Nothing better was found. That is not proven."


@_lines.register(NextAnswer)
def _next_lines(answer: NextAnswer) -> Iterator[str]:
    yield f"As it is: {_points(answer.points)}{_unproven(answer.proven)}."
    (better, unseen), (finishing, _) = answer.chances.better, answer.chances.finishes
    ends = f" {finishing} end the deal." if any(each.goes_out is not None for each in answer.next) else ""
    mean = f"After one draw: {answer.expected:.1f} points on average."
    doubt = "" if all(each.proven for each in answer.next) else " Not all of this is proven."
    yield f"{better} of {unseen} unseen cards help.{ends} {mean}{doubt}"
    ending = [f"{each.shown} ({each.unseen} unseen)" for each in answer.next if each.goes_out is True]
    if ending:
        yield f"Ends the deal: {', '.join(ending)}."
    making = [f"{each.shown} ({each.unseen} unseen)" for each in answer.next if each.fulfilled is True]
    if making and len(making) < len(answer.next):  # else the hand makes it as it is
        yield f"Makes the contract: {', '.join(making)}."
    # Only neighbours join: the order of the answer, the best first, stays.
    for (gain, points, proven), alike in groupby(answer.next, _worth):
        cards = " ".join(f"{further.shown}" for further in alike)
        yield f"{'+' * (gain > 0)}{show_number(gain)} with {cards}: {_points(points)}{_unproven(proven)}."


@_lines.register(DiscardAnswer)
def _discard_lines(answer: DiscardAnswer) -> Iterator[str]:
    if not answer.discard and answer.why is None:
        yield "No card can be thrown: without it the card that was taken isn’t melded."
    for thrown in answer.discard:
        left = f", {show_number(thrown.left_value)} left in hand" if thrown.left_value else ""
        yield f"Without {thrown.shown}: {_points(thrown.points)}{left}{_unproven(thrown.proven)}."
    if answer.why is not None:
        yield answer.why


def _worth(further: NextCard) -> tuple[int, int, bool]:
    return further.gain, further.points, further.proven


def _unproven(proven: bool) -> str:
    return "" if proven else ", the best found, not proven"


@_lines.register(MergeAnswer)
def _merge_lines(answer: MergeAnswer) -> Iterator[str]:
    yield from _meld_lines(answer.melds)
    if answer.legal:
        before = " + ".join(map(show_number, answer.before))
        yield f"One meld: {_points(answer.points)}, before {before}."
    else:
        yield f"Not one meld. {answer.why}"


def _meld_lines(melds: Sequence[MeldAnswer], bonuses: Sequence[BonusAnswer] = ()) -> Iterator[str]:
    width = max((len(f"{meld.shown}") for meld in melds), default=0)
    for meld in melds:
        why = f"  {meld.why}" if meld.why else ""
        yield f"{meld.shown:<{width}}  {show_number(meld.points):>4}{why}"
    for bonus in bonuses:
        yield f"{bonus.label:<{width}}  {show_number(bonus.points):>4}"


def _multiplied(answer: Best | Verdict) -> str:
    if answer.multiplier == 1:
        return ""
    return f" {show_number(answer.points)} × {answer.multiplier} = {show_number(answer.score)}."


@_lines.register(PlayAnswer)
def _play_lines(answer: PlayAnswer) -> Iterator[str]:
    yield f"{answer.move.capitalize()}. {answer.why}"


@_lines.register(ScoreAnswer)
def _score_lines(answer: ScoreAnswer) -> Iterator[str]:
    width = max(map(len, answer.scores), default=0)
    for name, score in answer.scores.items():
        yield f"{name:<{width}}  {show_number(score):>5}"
        for line in answer.lines[name] if answer.lines else ():
            yield f"  {show_number(line.points):>{width + 5}}  {line.reason}"


@_lines.register(MatchAnswer)
def _match_lines(answer: MatchAnswer) -> Iterator[str]:
    for bonus in answer.bonuses:
        yield f"{bonus.player} {'+' * (bonus.points > 0)}{show_number(bonus.points)}: {bonus.reason}"
    yield from _score_lines(ScoreAnswer(answer.totals))
    if answer.out:
        yield f"Out: {', '.join(answer.out)}."
    if answer.over:
        yield f"The match is over. Winner: {', '.join(answer.winners)}."
    if answer.shares:
        shares = ", ".join(f"{name} {show_number(share)}" for name, share in answer.shares.items())
        yield f"{'The pool is split' if answer.over else 'If the pool is split now'}: {shares}."


@_lines.register(MultipliersAnswer)
def _multipliers_lines(answer: MultipliersAnswer) -> Iterator[str]:
    yield "Multipliers: " + " ".join(str(times) for times in answer.multipliers)
    if answer.ends_after is not None:
        yield f"The deal ends after {answer.ends_after} out."


@_lines.register(CirclesAnswer)
def _circles_lines(answer: CirclesAnswer) -> Iterator[str]:
    for leap, circles in answer.circles.items():
        yield f"{leap}: {'  |  '.join(f'{PrintedCards(circle)}' for circle in circles)}"


@_lines.register(ScheduleAnswer)
def _schedule_lines(answer: ScheduleAnswer) -> Iterator[str]:
    yield " ".join(show_number(value) for value in answer.values)


@_lines.register(GamesAnswer)
def _games_lines(answer: GamesAnswer) -> Iterator[str]:
    for game in answer.games:
        yield f"{game.id}: {game.name}. {game.sentence}"
        for option in game.options:
            default = default_words(option.default)
            yield f"  {option.name} = {default}  {option.sentence} ({option.clause})"
            if option.choices:
                yield "      " + ", ".join(choice.value for choice in option.choices)


def default_words(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
