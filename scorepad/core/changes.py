"""The record: who changed what when, each change in one short sentence (A3).

The sentence tells a change as it was made, with the names and the multiplier of that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scorepad.core.events import Event
from scorepad.core.replay import Step
from scorepad.core.state import Dealt, Ending, Kept, State


@dataclass(frozen=True, slots=True)
class Change:
    """One event for people: `sentence` with who did it, `phrase` what was done, for an undo button."""

    number: int
    at: str
    by: str
    sentence: str
    phrase: str
    taken_back: bool


def changes(steps: Sequence[Step], counting: Sequence[Step]) -> tuple[Change, ...]:
    """The changes of a log, newest first. An undo itself is never taken back."""
    count = {step.event.number for step in counting}
    return tuple(
        _change(step, step.event.kind != "undone" and step.event.number not in count)
        for step in reversed(steps)
    )


def figure(number: int) -> str:
    """A whole number for people, with the true minus sign: `−5`."""
    return str(number).replace("-", "−")


def _change(step: Step, taken_back: bool) -> Change:
    sentence, phrase = _TELL[step.event.kind](step)
    event = step.event
    return Change(event.number, event.at, event.by, sentence, phrase, taken_back)


def _who(event: Event) -> str:
    return event.by or "Somebody"


def _opened(step: Step) -> tuple[str, str]:
    return f"{_who(step.event)} opened the table", "the opening of the table"


def _dealt(step: Step) -> tuple[str, str]:
    number, dealer = step.event.data["deal"], step.after.players[step.event.data["dealer"]]
    return f"{_who(step.event)} opened deal {number}, {dealer} deals", f"the opening of deal {number}"


def _out(step: Step) -> tuple[str, str]:
    deal, entry = step.after.entry(step.event.number)
    name = step.after.players[entry.player]
    told = f"{name} {_result(step.after, deal, entry)}"
    return _said(step.event, name, told), told


def _said(event: Event, name: str, told: str) -> str:
    """What she did, with who said so where that was somebody else."""
    return told if event.by in ("", name) else f"{event.by}: {told}"


def _result(state: State, deal: Dealt, entry: Kept) -> str:
    if entry.left is not None:
        return f"retired, {figure(entry.points)}"
    times = state.multiplier(deal, entry.player)
    how = "out concealed" if entry.added else "out"
    return f"{how}, {figure(entry.points)} × {times} = {figure(entry.points * times)}"


def _played(step: Step) -> tuple[str, str]:
    name = step.after.players[step.event.data["player"]]
    told = f"{name} {step.event.data['says']}"
    return _said(step.event, name, told), told


def _settled(step: Step) -> tuple[str, str]:
    deal, ending = step.after.ending(step.event.number)
    out = "" if ending.winner is None else f", {step.after.players[ending.winner]} out"
    told = f"deal {deal.number} over{out}: {_scores(step.after, ending)}"
    return f"{step.event.by}: {told}" if step.event.by else told[:1].upper() + told[1:], told


def _scores(state: State, ending: Ending) -> str:
    return ", ".join(f"{state.players[share.player]} {figure(share.score)}" for share in ending.shares)


def _resettled(step: Step) -> tuple[str, str]:
    assert step.before is not None
    deal, old = step.before.ending(step.event.data["entry"])
    new = step.after.ending(old.number)[1]
    what = f"deal {deal.number}: {_changed(old, new, step.after.players)}"
    return f"{_who(step.event)} corrected {what}", f"the correction of {what}"


def _changed(old: Ending, new: Ending, names: Sequence[str]) -> str:
    told = [
        f"{names[was.player]} {figure(was.score)} → {figure(now.score)}"
        for was, now in zip(old.shares, new.shares, strict=True)
        if was.score != now.score
    ]
    if old.winner != new.winner:
        told.insert(0, f"{'nobody' if new.winner is None else names[new.winner]} out")
    elif not told and old.shares != new.shares:
        told.append("other cards, the same scores")
    if old.note != new.note:
        told.append("the note")
    return ", ".join(told) or "nothing changed"


def _corrected(step: Step) -> tuple[str, str]:
    assert step.before is not None
    deal, old = step.before.entry(step.event.data["entry"])
    new = step.after.entry(old.number)[1]
    names = step.after.players
    what = f"{names[old.player]}'s deal {deal.number}: {_difference(old, new, names)}"
    return f"{_who(step.event)} corrected {what}", f"the correction of {what}"


def _difference(old: Kept, new: Kept, names: Sequence[str]) -> str:
    told = [f"it was {names[new.player]}"] if old.player != new.player else []
    if old.points != new.points:
        told.append(f"{figure(old.points)} → {figure(new.points)} points")
    elif (old.melds, old.left) != (new.melds, new.left):
        told.append(f"other cards, {figure(new.points)} points as before")
    if old.note != new.note:
        told.append("the note")
    return ", ".join(told) or "nothing changed"


def _removed(step: Step) -> tuple[str, str]:
    assert step.before is not None
    number = step.event.data["entry"]
    ended = next((deal for deal in step.before.deals if deal.ending and deal.ending.number == number), None)
    if ended and ended.ending:
        what = f"the scores of deal {ended.number}: {_scores(step.before, ended.ending)}"
        return f"{_who(step.event)} removed {what}", f"the removal of {what}"
    deal, entry = step.before.entry(number)
    what = f"{step.after.players[entry.player]}'s deal {deal.number}, {figure(entry.points)} points"
    return f"{_who(step.event)} removed {what}", f"the removal of {what}"


def _undone(step: Step) -> tuple[str, str]:
    assert step.undoes is not None
    _, phrase = _TELL[step.undoes.event.kind](step.undoes)
    return f"{_who(step.event)} took back {phrase}", f"taking back {phrase}"


def _closed(step: Step) -> tuple[str, str]:
    number, reason = step.event.data["deal"], step.event.data["reason"]
    because = f": {reason}" if reason else ""
    return f"{_who(step.event)} ended deal {number} by hand{because}", f"the end of deal {number}{because}"


def _noted(step: Step) -> tuple[str, str]:
    number, text = step.event.data["deal"], step.event.data["text"]
    return f"{_who(step.event)} noted in deal {number}: {text}", f"the note in deal {number}: {text}"


def _renamed(step: Step) -> tuple[str, str]:
    assert step.before is not None
    old, new = step.before.players[step.event.data["player"]], step.event.data["name"]
    return f"{_who(step.event)} renamed {old} to {new}", f"the new name of {old}, {new}"


_TELL: Mapping[str, Callable[[Step], tuple[str, str]]] = {
    "opened": _opened,
    "dealt": _dealt,
    "out": _out,
    "corrected": _corrected,
    "removed": _removed,
    "undone": _undone,
    "closed": _closed,
    "noted": _noted,
    "renamed": _renamed,
    "settled": _settled,
    "resettled": _resettled,
    "played": _played,
}
