"""Answers as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Answer = dict[str, Any]


def show(verb: str, answer: Answer) -> str:
    """The answer of a question in words, a line each."""
    return "\n".join(_SHOWN[verb](answer))


def number(value: int) -> str:
    """A number with a true minus sign."""
    return f"−{-value}" if value < 0 else str(value)


def points(value: int) -> str:
    """Points in words: `1 point`, `34 points`."""
    return f"{number(value)} point{'' if value == 1 else 's'}"


def _best(answer: Answer) -> Iterator[str]:
    yield from _melds(answer)
    proof = "proven" if answer["proven"] else f"best found, at most {answer['bound']}"
    placed = f"{answer['placed']} placed, " if answer["table"] else ""
    yield f"Best: {placed}{points(answer['points'])}, {proof}.{_times(answer)}"


def _check(answer: Answer) -> Iterator[str]:
    yield from _melds(answer)
    for fault in answer["faults"]:
        yield fault["sentence"]
    verdict = "Legal" if answer["legal"] else "Not legal"
    yield f"{verdict}: {points(answer['points'])}.{_times(answer) if answer['legal'] else ''}"
    if answer["missed"]:
        yield f"{points(answer['missed'])} left on the table. Better, for {answer['best']}:"
        yield from (f"  {meld['shown']}  {number(meld['points'])}" for meld in answer["better"])


def _merge(answer: Answer) -> Iterator[str]:
    yield from _melds({**answer, "bonuses": []})
    if answer["legal"]:
        before = " + ".join(map(number, answer["before"]))
        yield f"One meld: {points(answer['points'])}, before {before}."
    else:
        yield f"Not one meld. {answer['why']}"


def _melds(answer: Answer) -> Iterator[str]:
    width = max((len(meld["shown"]) for meld in answer["melds"]), default=0)
    for meld in answer["melds"]:
        why = f"  {meld['why']}" if meld["why"] else ""
        yield f"{meld['shown']:<{width}}  {number(meld['points']):>4}{why}"
    for bonus in answer["bonuses"]:
        yield f"{bonus['label']:<{width}}  {number(bonus['points']):>4}"


def _times(answer: Answer) -> str:
    if answer["multiplier"] == 1:
        return ""
    return f" {number(answer['points'])} × {answer['multiplier']} = {number(answer['score'])}."


def _play(answer: Answer) -> Iterator[str]:
    yield f"{answer['move'].capitalize()}. {answer['why']}"


def _score(answer: Answer) -> Iterator[str]:
    width = max(map(len, answer["scores"]), default=0)
    yield from (f"{name:<{width}}  {number(score):>5}" for name, score in answer["scores"].items())


def _multipliers(answer: Answer) -> Iterator[str]:
    yield "Multipliers: " + " ".join(str(times) for times in answer["multipliers"])
    if answer["ends_after"] is not None:
        yield f"The deal ends after {answer['ends_after']} out."


def _circles(answer: Answer) -> Iterator[str]:
    for leap, circles in answer["circles"].items():
        yield f"{leap}: {'  |  '.join(circles)}"


def _schedule(answer: Answer) -> Iterator[str]:
    yield " ".join(number(value) for value in answer["values"])


def _games(answer: Answer) -> Iterator[str]:
    for game in answer["games"]:
        yield f"{game['id']}: {game['name']}. {game['sentence']}"
        for option in game["options"]:
            default = _default(option["default"])
            yield f"  {option['name']} = {default}  {option['sentence']} ({option['clause']})"
            if "choices" in option:
                yield "      " + ", ".join(choice["value"] for choice in option["choices"])


def _default(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


_SHOWN: dict[str, Callable[[Answer], Iterator[str]]] = {
    "best": _best,
    "check": _check,
    "merge": _merge,
    "play": _play,
    "score": _score,
    "multipliers": _multipliers,
    "circles": _circles,
    "schedule": _schedule,
    "games": _games,
}
