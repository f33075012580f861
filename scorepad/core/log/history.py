"""A table's history: every step of its log, the operations that still count, and the record for people.

Undo restores the table before the newest operation that still counts, so repeated undos go further back,
never beyond the opening. Redo repeats what was undone last, if nothing else has happened since.
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
    """A replayed log: its steps, the operations that count, and the undone ones that a redo would repeat."""

    steps: list[Step] = field(default_factory=list)
    counting: list[Operation] = field(default_factory=list)
    undone: list[Operation] = field(default_factory=list)

    def extended(self, events: Iterable[Event]) -> Log:
        """A copy of the log with further events. Raises Refused at the first that is not allowed."""
        # The log before stays as it is, for whoever still reads it.
        log = Log(self.steps.copy(), self.counting.copy(), self.undone.copy())
        for event in events:
            if event.number != len(log.steps) + 1:
                raise jumping_log(len(log.steps), event.number)
            event.data.replay(log, event)
        return log

    @property
    def table(self) -> Table:
        """The present table. Raises Refused if the log has no opening."""
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
        """The first event of the newest operation that counts, which an undo takes back; None if there is
        none."""
        return self.counting[-1][0].event if len(self.counting) > 1 else None

    @property
    def next(self) -> Event | None:
        """The first event of the operation that a redo would repeat; None if there is none."""
        return self.undone[-1][0].event if self.undone else None

    def do(self, event: Event, after: Table) -> None:
        """Add an event that results in the table `after`."""
        self._add(Step(event, self.table if self.counting else None, after, self.leading(event)))

    def undo(self, event: Event, number: int) -> None:
        """Take back the operation with event `number`, which must be the newest that counts."""
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
        """Repeat the operation with event `number`, which must be the one undone last."""
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
        """The log up to event `number`. Nothing is checked again."""
        log = Log()
        for step in self.steps[:number]:
            log._add(step)
        return log

    def counts(self, step: Step) -> bool:
        """Whether the step counts, as it was not undone; undos themselves always count."""
        # Operations that count lie in the order of their events, undone and redone ones too.
        place = bisect(self.counting, step.event.number, key=lambda operation: operation[0].event.number)
        return bool(step.moves) or any(other is step for other in self.counting[place - 1])

    def undoes(self, op: str) -> bool:
        """Whether the operation was done and no longer counts."""
        return any(step.event.op == op and not self.counts(step) for step in self.steps)

    def leading(self, event: Event) -> Step | None:
        """The first step of the operation that the event continues; None if it begins one."""
        newest_step = self.counting[-1][-1] if self.counting else None
        # After an undo the newest step that counts is not the last of the log, and nothing goes on with it.
        goes_on = (
            newest_step is not None and newest_step is self.steps[-1] and newest_step.event.op == event.op
        )
        return self.counting[-1][0] if goes_on else None


def jumping_log(last: int, number: int) -> Refused:
    """The error for a log with a gap after event `last`."""
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
    """An event in the record for people: who did what.

    `undone`: it no longer counts. `removed`: the entry that it made was removed since. `because` is the
    number of the event that caused it, None for an action of a person. `follows` are further changes by the
    whole operation. `put_back` is the number of the entry that it removed, if that can be restored.
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
    """The record of a log from event `first` to `last` (A3), the newest first, in the words of its game."""
    removals = _last_removals(log)
    return tuple(
        _change_of_step(step, _table_after(log, step), not log.counts(step), removals, words)
        for step in reversed(log.steps[first - 1 : last])
    )


def _table_after(log: Log, step: Step) -> Table:
    """The table after the step, or after the whole operation that it leads."""
    last_number = step.event.number
    while last_number < len(log.steps) and log.steps[last_number].leads is step:
        last_number += 1
    return log.steps[last_number - 1].after


def _last_removals(log: Log) -> dict[int, int]:
    """The number of each removed entry or ending that can be restored, by the number of the event that last
    removed it."""
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
    """The consequences of the step: changed scores of other hands, and whether the deal is over."""
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
    """Changed scores of hands that were not touched themselves: `Ann 154 → 130`."""
    own_number = event.data.concerns or event.number
    old_scores = {entry.number: entry.score for entry in old_deal.entries}
    for entry in new_deal.entries:
        old_score = old_scores.get(entry.number, entry.score)
        if entry.number != own_number and old_score != entry.score:
            name = after.players[entry.player].name
            yield in_a_row((name, show_number(old_score), "→", show_number(entry.score)))
    if old_deal.ending and new_deal.ending and new_deal.ending.number != own_number:
        yield from filter(None, [new_deal.ending.changed_scores(old_deal.ending, after.names)])
