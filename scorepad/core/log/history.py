"""The record: who changed what when, and what else changed because of it (A3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorepad.core.log.replay import Replay, Step
from scorepad.core.log.sentences import CAUSES, figure, sentence
from scorepad.core.log.state import Dealt, Kept, State


@dataclass(frozen=True, slots=True)
class Change:
    """One event for people: who did what.

    `undone` says that it does not count any more, `removed` that the entry it made was taken out since;
    `because` is the number of the event that an event follows from, None for what somebody did; `follows`
    tells what else changed by the whole operation, and `put_back` is the number of the entry that it removed,
    while that can be put back.
    """

    number: int
    at: str
    by: str
    sentence: str
    undone: bool
    removed: bool = False
    because: int | None = None
    follows: tuple[str, ...] = ()
    put_back: int | None = None


def changes(replayed: Replay) -> tuple[Change, ...]:
    """The changes of a log, newest first. An undo itself is never undone."""
    ends = _ends(replayed.steps)
    count = {step.event.number for operation in replayed.counting for step in operation}
    count |= {step.event.number for step in replayed.steps if step.moves}
    gone = _last_removals(replayed)
    return tuple(
        _change(step, ends[step.event.number], step.event.number not in count, gone)
        for step in reversed(replayed.steps)
    )


def _ends(steps: Sequence[Step]) -> dict[int, State]:
    """The table after the whole operation of each event."""
    after: dict[int, State] = {}
    for step in steps:
        leads = (step.leads or step).event.number
        after[leads] = after[step.event.number] = step.after
    return after


def _last_removals(replayed: Replay) -> dict[int, int]:
    """By the number of the event that removed them last: the entries and endings that can be put back."""
    deals = replayed.state.deals
    removed = {gone.entry.number for deal in deals for gone in deal.removed}
    removed |= {ending.number for deal in deals for ending in deal.unsettled}
    steps = [step for operation in replayed.counting for step in operation if step.event.kind == "removed"]
    last = {step.event.data["entry"]: step.event.number for step in steps}
    return {event: entry for entry, event in last.items() if entry in removed}


def _change(step: Step, after: State, undone: bool, gone: Mapping[int, int]) -> Change:
    event = step.event
    return Change(
        number=event.number,
        at=event.at,
        by=event.by,
        sentence=sentence(step),
        undone=undone,
        removed=event.number in gone.values(),
        because=step.leads.event.number if step.leads else None,
        follows=tuple(_follows(step, after)),
        put_back=gone.get(event.number),
    )


def _follows(step: Step, after: State) -> Iterator[str]:
    """What changed because of the step: scores of other hands, and whether the deal is over."""
    if step.before is None or step.event.kind not in CAUSES:
        return
    if step.event.kind == "out" and "place" not in step.event.data:
        return
    own = step.event.data.get("entry", step.event.number)
    for old, new in zip(step.before.deals, after.deals, strict=True):
        if old is not new:
            scores = list(_other_scores(step.before, old, after, new, own))
            if scores:
                yield f"Because {CAUSES[step.event.kind](step)}: {', '.join(scores)}"
            yield from _over(step.before, old, after, new)


def _other_scores(before: State, old: Dealt, after: State, new: Dealt, own: int) -> Iterator[str]:
    """Scores of hands that were not touched themselves: `Ann 154 → 130`."""
    were = {entry.number: _score(before, old, entry) for entry in old.entries}
    for entry in new.entries:
        now = _score(after, new, entry)
        if entry.number != own and were.get(entry.number, now) != now:
            yield f"{after.players[entry.player]} {figure(were[entry.number])} → {figure(now)}"


def _score(state: State, deal: Dealt, entry: Kept) -> int:
    return entry.points * state.multiplier(deal, entry.player)


def _over(before: State, old: Dealt, after: State, new: Dealt) -> Iterator[str]:
    """Whether the current deal ended by it, or runs again."""
    was, now = before.ended_by(old) is not None, after.ended_by(new) is not None
    if was != now:
        yield f"Deal {new.number} is over" if now else f"Deal {new.number} is not over any more"
