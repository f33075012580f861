"""A table's history: every step of its log, the operations that still count, and the record for people.

Undo restores the table before the newest operation that still counts, so repeated undos go further back,
never beyond the opening. Redo repeats what was undone last, if nothing else has happened since.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from scorepad.core.log.event_data import USUAL_WORDS, Event, EventData, GameWords, Refused
from scorepad.core.phrasing import list_words, show_number
from scorepad.core.sentence import in_a_row, say

if TYPE_CHECKING:
    from scorepad.core.log.deal import Deal
    from scorepad.core.log.table_state import TableState


class TableEvent(EventData, ABC):
    """The data of an event of a table's log."""

    @abstractmethod
    def replay(self, log: Log, event: Event) -> None:
        """Add the event to the log. Raises Refused with every reason against it."""

    @abstractmethod
    def sentence(self, step: Step) -> str:
        """What happened, in a sentence with the names and the multiplier of that moment (A3)."""

    @property
    def amends(self) -> bool:
        """Whether the event changes an earlier record, so that other hands may count differently."""
        return False

    def cause(self, step: Step) -> str:  # noqa: ARG002 (most kinds are no cause)
        """The reason for changes of other hands; empty if it causes none."""
        return ""


class TableChange(TableEvent):
    """An event that changes the table."""

    @abstractmethod
    def apply(self, table: TableState, event: Event) -> TableState:
        """The table after the event. Raises Refused with every reason against it."""

    def replay(self, log: Log, event: Event) -> None:
        log.do(event, self.apply(log.table, event))


@dataclass(frozen=True, slots=True)
class Step:
    """An event, with the table before it (None for the opening) and after it.

    `leads` is the first step of its operation, None for that step itself. `moves` is the operation that an
    undo took back, or a redo did again. `words` are the game's.
    """

    event: Event
    before: TableState | None
    after: TableState
    leads: Step | None = None
    moves: Operation = ()
    words: GameWords = USUAL_WORDS

    @property
    def data(self) -> TableEvent:
        """The data of the event."""
        assert isinstance(self.event.data, TableEvent)
        return self.event.data

    def sentence(self, words: GameWords) -> str:
        """A sentence on what the event did, and who did it."""
        return self.data.sentence(replace(self, words=words))

    @property
    def actor(self) -> str:
        return self.event.by or say("Somebody")

    @property
    def table_before(self) -> TableState:
        """The table before the event, which is not the opening."""
        assert self.before is not None
        return self.before

    def said_of(self, seat: int, done_words: str) -> str:
        """A sentence on what a player did, with the name of who entered it if that was somebody else."""
        name, actor = self.after.players[seat].name, self.event.by
        if actor in ("", name):
            return say("{name} {done}", name=name, done=done_words)
        return say("{name} {done} (entered by {actor})", name=name, done=done_words, actor=actor)


Operation = tuple[Step, ...]
"""One event, or several side by side: a correction and what was judged anew because of it."""


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
            _of_table(event).replay(log, event)
        return log

    @property
    def table(self) -> TableState:
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

    def do(self, event: Event, after: TableState) -> None:
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


def _of_table(event: Event) -> TableEvent:
    if isinstance(event.data, TableEvent):
        return event.data
    sentence = say(
        "Event {event} belongs to a circle, not to a table. Open the file of a table.", event=event.number
    )
    raise Refused(sentence, at="events")


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


def _table_after(log: Log, step: Step) -> TableState:
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
    step: Step, table_after: TableState, undone: bool, removals: Mapping[int, int], words: GameWords
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


def _consequences(step: Step, after: TableState, words: GameWords) -> Iterator[str]:
    """The consequences of the step: changed scores of other hands, and whether the deal is over."""
    if not step.data.amends:
        return
    cause = step.data.cause(step)
    for old_deal, new_deal in after.deals.changed_since(step.table_before.deals):
        scores = list(_other_scores(old_deal, new_deal, after, step.event))
        if scores:
            yield say("Because {cause}: {scores}", cause=cause, scores=list_words(scores))
        if old_deal.ended != new_deal.ended:
            yield words.deals.is_over(new_deal.number, new_deal.ended)


def _other_scores(old_deal: Deal, new_deal: Deal, after: TableState, event: Event) -> Iterator[str]:
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
