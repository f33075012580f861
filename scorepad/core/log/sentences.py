"""Each change of a table in one sentence, as a player would say it (A3).

A sentence tells a change as it was made, with the names and the multiplier of that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scorepad.core.log.events import Event
from scorepad.core.log.replay import Step
from scorepad.core.log.state import Dealt, Ending, Kept, Removed, State

ORDINALS = ("1st", "2nd", "3rd", *(f"{place}th" for place in range(4, 21)))


def figure(number: int) -> str:
    """A whole number for people, with the true minus sign: `−5`."""
    return str(number).replace("-", "−")


def sentence(step: Step) -> str:
    """What the event of the step did, and who did it."""
    return _TELL[step.event.kind](step)


def _who(event: Event) -> str:
    return event.by or "Somebody"


def _opened(step: Step) -> str:
    return f"{_who(step.event)} opened the table"


def _dealt(step: Step) -> str:
    number, dealer = step.event.data["deal"], step.after.players[step.event.data["dealer"]]
    return f"{_who(step.event)} opened deal {number}, {dealer} deals"


def _out(step: Step) -> str:
    deal, entry = step.after.entry(step.event.number)
    name = step.after.players[entry.player]
    if "place" in step.event.data:
        place = ORDINALS[deal.entries.index(entry)]
        told = f"{name} {_result(step.after, deal, entry, place)}"
        return f"{_who(step.event)} added to deal {deal.number}: {told}"
    return _told(step.event, name, _result(step.after, deal, entry))


def _told(event: Event, name: str, done: str) -> str:
    """What a player did, and who entered it where that was somebody else."""
    return f"{name} {done}" if event.by in ("", name) else f"{name} {done} (entered by {event.by})"


def _result(state: State, deal: Dealt, entry: Kept, place: str = "") -> str:
    at = f" {place}" if place else ""
    if entry.left is not None:
        return f"retired{at}: {figure(entry.points)}{_remarks(entry)}"
    how = " concealed" if entry.concealed else ""
    times = state.multiplier(deal, entry.player)
    score = f"{figure(entry.points)} × {times} = {figure(entry.points * times)}"
    return f"went out{how}{at}: {score}{_remarks(entry)}"


def _remarks(entry: Kept) -> str:
    """What must be known of a score: that its melds are still to be found, that its cards are disputed."""
    return (", melds to follow" if entry.to_follow else "") + (", disputed" if entry.disputed else "")


def _played(step: Step) -> str:
    return _told(step.event, step.after.players[step.event.data["player"]], step.event.data["says"])


def _avalanche(step: Step) -> str:
    course = step.after.deal.course
    assert course is not None
    assert course.last is not None
    return _told(step.event, step.after.players[course.last.player], course.last.phrase(step.after.players))


def _settled(step: Step) -> str:
    deal, ending = step.after.ending(step.event.number)
    out = "" if ending.winner is None else f", {step.after.players[ending.winner]} went out"
    disputed = ", disputed" if ending.disputed else ""
    scores = f"{_scores(step.after, ending)}{disputed}"
    return f"{_who(step.event)} recorded deal {deal.number}{out}: {scores}"


def _scores(state: State, ending: Ending) -> str:
    return ", ".join(f"{state.players[share.player]} {figure(share.score)}" for share in ending.shares)


def _resettled(step: Step) -> str:
    assert step.before is not None
    deal, old = step.before.ending(step.event.data["entry"])
    new = step.after.ending(old.number)[1]
    return f"{_who(step.event)} corrected deal {deal.number}: {_changed(old, new, step.after.players)}"


def _changed(old: Ending, new: Ending, names: Sequence[str]) -> str:
    told = [
        f"{names[was.player]} {figure(was.score)} → {figure(now.score)}"
        for was, now in zip(old.shares, new.shares, strict=True)
        if was.score != now.score
    ]
    if old.winner != new.winner:
        told.insert(0, f"{'nobody' if new.winner is None else names[new.winner]} went out")
    elif not told and old.shares != new.shares:
        told.append("other cards, the same scores")
    if old.note != new.note:
        told.append("the note")
    return ", ".join([*told, *_dispute(old, new)]) or "nothing changed"


def _corrected(step: Step) -> str:
    assert step.before is not None
    deal, old = step.before.entry(step.event.data["entry"])
    new = step.after.entry(old.number)[1]
    names = step.after.players
    whose = f"{names[old.player]}'s hand in deal {deal.number}"
    if old.to_follow and not new.to_follow:
        return f"{_who(step.event)} entered the melds of {whose}: {_difference(old, new, names)}"
    return f"{_who(step.event)} corrected {whose}: {_difference(old, new, names)}"


def _difference(old: Kept, new: Kept, names: Sequence[str]) -> str:
    told = [f"it was {names[new.player]}"] if old.player != new.player else []
    if old.points != new.points:
        told.append(f"{figure(old.points)} → {figure(new.points)} points")
    elif (old.melds, old.left) != (new.melds, new.left):
        told.append(f"other cards, {figure(new.points)} points as before")
    if old.note != new.note:
        told.append("the note")
    return ", ".join([*told, *_dispute(old, new)]) or "nothing changed"


def _dispute(old: Kept | Ending, new: Kept | Ending) -> list[str]:
    """Whether a correction began a dispute over the cards, or ended it."""
    if old.disputed == new.disputed:
        return []
    return ["disputed" if new.disputed else "no longer disputed"]


def _removed(step: Step) -> str:
    assert step.before is not None
    number = step.event.data["entry"]
    ended = next((deal for deal in step.before.deals if deal.ending and deal.ending.number == number), None)
    if ended and ended.ending:
        scores = _scores(step.before, ended.ending)
        return f"{_who(step.event)} removed the scores of deal {ended.number}: {scores}"
    deal, entry = step.before.entry(number)
    name, points = step.after.players[entry.player], figure(entry.points)
    return f"{_who(step.event)} removed {name}'s hand from deal {deal.number}: {points} points"


def _restored(step: Step) -> str:
    assert step.before is not None
    deal, gone = step.before.removed(step.event.data["entry"])
    if isinstance(gone, Removed):
        name, points = step.after.players[gone.entry.player], figure(gone.entry.points)
        return f"{_who(step.event)} put {name}'s hand back into deal {deal.number}: {points} points"
    scores = _scores(step.after, gone)
    return f"{_who(step.event)} put back the scores of deal {deal.number}: {scores}"


def _reordered(step: Step) -> str:
    number = step.event.data["deal"]
    names = [step.after.players[player] for player in step.after.deals[number - 1].out]
    order = ", ".join(names)
    return f"{_who(step.event)} changed the order of going out in deal {number}: {order}"


def _rejudged(step: Step) -> str:
    assert step.before is not None
    assert step.leads is not None
    _, old = step.before.entry(step.event.data["entry"])
    new = step.after.entry(old.number)[1]
    cause = CAUSES[step.leads.event.kind](step.leads)
    changed = _difference(old, new, step.after.players)
    told = changed if old.points != new.points else f"{figure(new.points)} points as before"
    return f"Because {cause}, {step.after.players[new.player]}'s hand was counted again: {told}"


def _undone(step: Step) -> str:
    return f"{_who(step.event)} undid “{sentence(step.moves[0])}”"


def _redone(step: Step) -> str:
    return f"{_who(step.event)} redid “{sentence(step.moves[0])}”"


def _closed(step: Step) -> str:
    number, reason = step.event.data["deal"], step.event.data["reason"]
    because = f": {reason}" if reason else ""
    return f"{_who(step.event)} ended deal {number} by hand{because}"


def _noted(step: Step) -> str:
    return f"{_who(step.event)} noted in deal {step.event.data['deal']}: {step.event.data['text']}"


def _renamed(step: Step) -> str:
    assert step.before is not None
    old, new = step.before.players[step.event.data["player"]], step.event.data["name"]
    return f"{_who(step.event)} renamed {old} to {new}"


def _hand_was(done: str) -> Callable[[Step], str]:
    """A cause in words, of a change of the hand that its event names or made."""

    def cause(step: Step) -> str:
        number = step.event.data.get("entry", step.event.number)
        states = [state for state in (step.before, step.after) if state]
        names = (
            state.players[entry.player]
            for state in states
            for deal in state.deals
            for entry in deal.entries
            if entry.number == number
        )
        return f"{next(names, 'a')}'s hand was {done}"

    return cause


CAUSES: Mapping[str, Callable[[Step], str]] = {
    "out": _hand_was("added"),
    "corrected": _hand_was("corrected"),
    "removed": _hand_was("removed"),
    "restored": _hand_was("put back"),
    "reordered": lambda _: "the order of going out was changed",
}
_TELL: Mapping[str, Callable[[Step], str]] = {
    "opened": _opened,
    "dealt": _dealt,
    "out": _out,
    "corrected": _corrected,
    "removed": _removed,
    "restored": _restored,
    "reordered": _reordered,
    "rejudged": _rejudged,
    "undone": _undone,
    "redone": _redone,
    "closed": _closed,
    "noted": _noted,
    "renamed": _renamed,
    "settled": _settled,
    "resettled": _resettled,
    "played": _played,
    "avalanche": _avalanche,
}
