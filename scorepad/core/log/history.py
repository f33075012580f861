"""A table's history: every step of its log, which operations still count, and the record for people.

Undo goes back to the table before the newest operation that still counts, so the same step again walks
further back; the opening is never taken back. Redo does again what was undone last, as long as nothing else
happened since.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorepad.core.log.event_data import Event, GameWords, Operation, Refused, Step
from scorepad.core.phrasing import list_words, show_number
from scorepad.core.sentence import in_a_row, say

if TYPE_CHECKING:
    from scorepad.core.log.deal import Deal
    from scorepad.core.log.table import Table


@dataclass(eq=False, slots=True)
class Log:
    """A log replayed: its steps, the operations that count, and those undone that a redo would do again."""

    steps: list[Step] = field(default_factory=list)
    counting: list[Operation] = field(default_factory=list)
    undone: list[Operation] = field(default_factory=list)

    def extended(self, events: Iterable[Event]) -> Log:
        """Another log, with more events. Raises Refused at the first that may not happen."""
        # The log before stays as it is, for whoever still reads it.
        log = Log(self.steps.copy(), self.counting.copy(), self.undone.copy())
        for event in events:
            if event.number != len(log.steps) + 1:
                raise jumping_log(len(log.steps), event.number)
            event.data.replay(log, event)
        return log

    @property
    def table(self) -> Table:
        """The table as it stands. Raises Refused before its opening."""
        if not self.counting:
            raise Refused(
                say(
                    "A log must begin with the event that opens the table. Save the table again and open "
                    "that file."
                ),
                at="events",
            )
        return self.counting[-1][-1].after

    @property
    def last(self) -> Event | None:
        """The event that led the newest operation that counts: what an undo takes back."""
        return self.counting[-1][0].event if len(self.counting) > 1 else None

    @property
    def next(self) -> Event | None:
        """The event that led the operation which a redo would do again."""
        return self.undone[-1][0].event if self.undone else None

    def do(self, event: Event, after: Table) -> None:
        """Add an event that leads to that table."""
        self._add(Step(event, self.table if self.counting else None, after, self.leading(event)))

    def undo(self, event: Event, number: int) -> None:
        """Take back the operation that holds event `number`, the newest that counts."""
        # Without its opening there is no table.
        if len(self.counting) < 2:
            raise Refused(say("There’s nothing to undo. Open the table to see what counts."))
        if not _holds_event(self.counting[-1], number):
            sentence = say(
                "Event {event} isn’t the newest one that counts. Undo the newest first.", event=number
            )
            raise Refused(sentence, at="event")
        self._add(Step(event, self.table, self.counting[-2][-1].after, moves=self.counting[-1]))

    def redo(self, event: Event, number: int) -> None:
        """Do again the operation that holds event `number`, the one undone last."""
        if not self.undone:
            raise Refused(say("There’s nothing to redo. Open the table to see what counts."))
        if not _holds_event(self.undone[-1], number):
            raise Refused(
                say("Event {event} isn’t the one you undid last. Redo that one first.", event=number),
                at="event",
            )
        self._add(Step(event, self.table, self.undone[-1][-1].after, moves=self.undone[-1]))

    def _add(self, step: Step) -> None:
        self.steps.append(step)
        # An operation that moves while it counts is undone; else it is done again.
        if step.moves and self.counting[-1][0] is step.moves[0]:
            self.undone.append(self.counting.pop())
        elif step.moves:
            self.counting.append(self.undone.pop())
        else:
            self.undone.clear()
            if step.leads:
                self.counting[-1] += (step,)
            else:
                self.counting.append((step,))

    def cut_after(self, number: int) -> Log:
        """The log as it was after event `number`. Nothing is judged again."""
        log = Log()
        for step in self.steps[:number]:
            log._add(step)
        return log

    def counts(self, step: Step) -> bool:
        """Whether the step was not undone; an undo itself never is."""
        # Operations that count lie in the order of their events, undone and redone ones too.
        place = bisect(self.counting, step.event.number, key=lambda operation: operation[0].event.number)
        return bool(step.moves) or any(other is step for other in self.counting[place - 1])

    def undoes(self, op: str) -> bool:
        """Whether the operation was done and does not count any more."""
        return any(step.event.op == op and not self.counts(step) for step in self.steps)

    def leading(self, event: Event) -> Step | None:
        """The first step of the operation that the event goes on with; None for one that begins its own."""
        newest_step = self.counting[-1][-1] if self.counting else None
        # After an undo the newest step that counts is not the last of the log, and nothing goes on with it.
        goes_on = (
            newest_step is not None and newest_step is self.steps[-1] and newest_step.event.op == event.op
        )
        return self.counting[-1][0] if goes_on else None


def jumping_log(last: int, number: int) -> Refused:
    """The error of a log whose event `last` is followed by another than the next."""
    sentence = say(
        "The log jumps from event {last} to event {event}. Save the table again and open that file.",
        last=last,
        event=number,
    )
    return Refused(sentence, at="events")


def _holds_event(operation: Operation, event_number: int) -> bool:
    return any(step.event.number == event_number for step in operation)


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


def changes(log: Log, first: int, last: int, words: GameWords) -> tuple[Change, ...]:
    """The record of a log from event `first` to `last`, who changed what when (A3), the newest first, in the
    words of its game."""
    removals = _last_removals(log)
    return tuple(
        _change_of_step(step, _table_after(log, step), not log.counts(step), removals, words)
        for step in reversed(log.steps[first - 1 : last])
    )


def _table_after(log: Log, step: Step) -> Table:
    """The table after the step; after the whole operation where the step leads one."""
    last_number = step.event.number
    while last_number < len(log.steps) and log.steps[last_number].leads is step:
        last_number += 1
    return log.steps[last_number - 1].after


def _last_removals(log: Log) -> dict[int, int]:
    """By the number of the event that removed them last: the entries and endings that can be put back."""
    removed_numbers = set(log.table.deals.removed_numbers())
    last_removals: dict[int, int] = {}
    # From the newest on: what was put back and removed again counts by its last removal.
    for step in (step for operation in reversed(log.counting) for step in reversed(operation)):
        if not removed_numbers:
            break
        if step.event.kind == "removed" and step.event.data.concerns in removed_numbers:
            last_removals[step.event.number] = step.event.data.concerns
            removed_numbers.remove(step.event.data.concerns)
    return last_removals


def _change_of_step(
    step: Step, table_after: Table, undone: bool, removals: Mapping[int, int], words: GameWords
) -> Change:
    event = step.event
    return Change(
        number=event.number,
        at=event.at,
        by=event.by,
        sentence=step.sentence(words),
        undone=undone,
        removed=event.number in removals.values(),
        because=step.leads.event.number if step.leads else None,
        follows=tuple(_consequences(step, table_after, words)),
        put_back=removals.get(event.number),
    )


def _consequences(step: Step, after: Table, words: GameWords) -> Iterator[str]:
    """What changed because of the step: scores of other hands, and whether the deal is over."""
    if not step.event.data.amends:
        return
    cause = step.event.data.cause(step)
    for old_deal, new_deal in after.deals.changed_since(step.table_before.deals):
        scores = list(_other_scores(old_deal, new_deal, after, step.event))
        if scores:
            yield say("Because {cause}: {scores}", cause=cause, scores=list_words(scores))
        if old_deal.ended != new_deal.ended:
            yield words.deals.is_over(new_deal.number, new_deal.ended)


def _other_scores(old_deal: Deal, new_deal: Deal, after: Table, event: Event) -> Iterator[str]:
    """Scores of hands that were not touched themselves: `Ann 154 → 130`."""
    own_number = event.data.concerns or event.number
    old_scores = {entry.number: entry.score for entry in old_deal.entries}
    for entry in new_deal.entries:
        old_score = old_scores.get(entry.number, entry.score)
        if entry.number != own_number and old_score != entry.score:
            name = after.players[entry.player].name
            yield in_a_row((name, show_number(old_score), "→", show_number(entry.score)))
    if old_deal.ending and new_deal.ending and new_deal.ending.number != own_number:
        yield from filter(None, [new_deal.ending.changed_scores(old_deal.ending, after.names)])
