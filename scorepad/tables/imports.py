"""Service: read a file that `exports` wrote as a table with the same log, or any CSV as a table of points.

A file may have been edited. Events that break the rules of a log are refused. Scores that do not follow from
their cards are kept, so that nothing is lost, and a note in the deal says so.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.log.deal import MOST_NOTES, Deal
from scorepad.core.log.entries import Entry
from scorepad.core.log.event_data import Event
from scorepad.core.log.events import checked_event, numbered, read_event
from scorepad.core.log.rule_events import RulesChanged
from scorepad.core.log.schema import LONGEST_NOTE, WrittenMelds
from scorepad.core.log.table import Table, fold
from scorepad.core.log.table_events import DealNoted
from scorepad.core.notation import NotationError, read_melds
from scorepad.core.packs import Pack
from scorepad.core.phrasing import show_number
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.rulebook import find_game
from scorepad.store.engine import OpenedTable, now
from scorepad.store.opening import open_store
from scorepad.tables.exports import FORMAT, READ, VERSION
from scorepad.tables.judging import HandPlace, all_melds, declared_as_recorded
from scorepad.tables.operations import refuse_others
from scorepad.tables.point_files.grids import DELIMITERS, FORMULA_GUARD
from scorepad.tables.point_files.understanding import understand
from scorepad.tables.point_files.understood import NOTHING, Told, read_told
from scorepad.tables.recording import judge_in_deal
from scorepad.tables.settlements import ending_scores
from scorepad.tables.standing import AT_ONCE, LONGEST_LOG, refuse_full, rules_of_deal
from scorepad.tables.told_tables import FIRST_YEAR, LAST_YEAR, ToldTable

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

MOST_JUDGED = 50  # hands of a file that notes are written about
OF_LOG = {"kind", "data"}
"""Columns by which the pad knows its own CSV."""


class UnreadableFile(ScorepadError):
    """A file from which no table can be read."""

    code = "import"


def _unguarded_cell(cell: str) -> str:
    return cell.removeprefix(FORMULA_GUARD)


def read_table_file(text: str, told: Told = NOTHING) -> tuple[Event, ...]:
    """Read the log from a file by `to_json` or `to_csv`, or from a file of points. `told` is what a person
    says of that. Raises ScorepadError with every fault found."""
    # Spreadsheets save UTF-8 with a byte order mark.
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        events = _read_logged(_read_json(text))
    elif delimiter := _log_delimiter(text):
        events = _read_logged(_read_csv(text, delimiter))
    else:
        events = _read_points(text, told)
        _refuse_long(len(events))
    if not numbered(events):
        message = say(
            "The events must be numbered 1, 2, 3 … with none missing. Save the table again and open that "
            "file."
        )
        raise UnreadableFile(message, at="events")
    # In parts: an overfull deal is refused before each of its further events makes a copy of it.
    table = fold(events[:AT_ONCE])
    for first in range(AT_ONCE, len(events), AT_ONCE):
        if overfull_deal := next((deal for deal in table.deals if deal.is_full), None):
            refuse_full(overfull_deal)
        table = table.after(events[first : first + AT_ONCE])
    _judge_table(table)
    return events


def is_own_file(text: str) -> bool:
    """Whether the pad wrote the file, so that it holds a whole log and needs no interpretation."""
    text = text.removeprefix("\ufeff")
    return text.lstrip().startswith("{") or bool(_log_delimiter(text))


def _read_points(text: str, told: Told) -> tuple[Event, ...]:
    """The log of a file of points. Raises ScorepadError if anything in it is doubtful."""
    understood = understand(text, told)
    if not understood.is_clear:
        raise join_errors([*understood.faults, *understood.doubts][:20])
    return ToldTable(understood.players, understood.deals).events()


def _read_logged(logged_events: list[Any]) -> tuple[Event, ...]:
    _refuse_long(len(logged_events))
    return tuple(_read_events(logged_events))


def _refuse_long(number: int) -> None:
    if not 1 <= number <= LONGEST_LOG:
        message = say(
            "A file can hold 1 to {most} events, and this one has {number}. Save the table again "
            "and open that file.",
            most=LONGEST_LOG,
            number=number,
        )
        raise UnreadableFile(message, at="file")


def _log_delimiter(text: str) -> str:
    """The delimiter of a CSV that the pad wrote; empty for any other CSV. Spreadsheets may have changed
    it."""
    header = text.partition("\n")[0].replace('"', "").strip()
    return next((sign for sign in DELIMITERS if {*header.split(sign)} >= OF_LOG), "")


NOTES = {
    "points": say("In the file {name}’s hand counts {counted}, and its melds make {points}."),
    "rules": say("In the file {name}’s hand counts {counted}, and its melds break the rules of this table."),
    "never": say("In the file {name}’s hand counts {counted}. It can’t have been recorded so at this table."),
    "more times": say("{points} and {added} more times"),
    "scores": say("In the file this deal has other scores than its cards make: {scores}."),
    "ending": say("In the file this deal’s cards break the rules of this table."),
    "writer": say("This pad"),
}
"""What is noted in a deal whose scores are not what its cards make, and by whom. A note is kept as it is
written, so it is in the language of whoever opens the file."""


def import_table(
    store: Store, text: str, *, op: str, note_words: Mapping[str, str] = NOTES, told: Told = NOTHING
) -> OpenedTable:
    """Make a table with the log of the file, and with notes about scores that its cards do not make.

    `note_words` has the keys of `NOTES`. The same `op` again opens the table that it made. Raises OpReused.
    """
    events = read_table_file(text, told)
    log = (*events, *_notes_about(fold(events), note_words))
    return store.create_log(log, op=op, made_before=refuse_others(log))


def import_job(request: Mapping[str, Any], database: str | Path) -> dict[str, str]:
    """`import_table` as a job: `text`, `op` and `note_words`, with the store at `database`."""
    with closing(open_store(database)) as store:
        told = read_told(*request.get("told", ("", "", "")))
        opened = import_table(
            store, request["text"], op=request["op"], note_words=request["note_words"], told=told
        )
    return {"id": opened.id, "code": opened.code, "key": opened.key}


def _notes_about(table: Table, words: Mapping[str, str]) -> Iterator[Event]:
    """Make the events that note, for every hand whose recorded score its cards do not make, the points that
    they make.
    """
    notes = [
        (deal.number, note[:LONGEST_NOTE])
        for deal in table.deals
        for note in islice(_unearned(table, deal, words), MOST_NOTES - len(deal.notes))
    ]
    # A file that was saved after an earlier import has its notes already.
    new_notes = [(deal, note) for deal, note in notes if note not in table.deals[deal - 1].notes]
    most_notes = min(MOST_JUDGED, LONGEST_LOG - table.head)
    for number, (deal, note) in enumerate(new_notes[:most_notes], table.head + 1):
        # All notes are one operation, so that one undo takes them back.
        op = f"judged-{table.head + 1}"
        yield checked_event(Event(number, op, DealNoted(deal, note), words["writer"], now()))


def _unearned(table: Table, deal: Deal, words: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each score of the deal that its cards do not make."""
    rules = rules_of_deal(table, deal)
    for entry in deal.entries:
        if entry.melds is not None and (fault := _wrong_hand(rules, table, deal, entry)):
            counted = show_number(entry.points)
            if entry.added:
                counted = words["more times"].format(points=counted, added=entry.added)
            name = table.players[entry.player].name
            yield words[fault.words].format(name=name, counted=counted, points=fault.points)
    if deal.ending and (wrong := _wrong_ending(rules_of_deal(table, deal), table, deal)):
        yield words[wrong.words].format(scores=wrong.points)


@dataclass(frozen=True)
class _Unearned:
    """A wrong score: the key of its sentence in `NOTES`, and the points that the cards make."""

    words: str
    points: str = ""


def _wrong_hand(rules: Rules, table: Table, deal: Deal, entry: Entry) -> _Unearned | None:
    """What is wrong with the recorded points of a hand; None if nothing is.

    A dispute over cards was decided at the table, so no hand of its deal is wrong for that (P1).
    """
    try:
        in_deal = judge_in_deal(HandPlace(rules, table, deal, entry), declared_as_recorded(entry))
    except ScorepadError:
        return _Unearned("never")
    if in_deal.refusal:
        is_dispute = in_deal.refusal.disputable and any(other.disputed for other in deal.entries)
        return None if is_dispute else _Unearned("rules")
    judged = in_deal.recorded
    judged_worth = (judged.points, judged.added, judged.factor)
    if judged_worth == (entry.points, entry.added, entry.factor):
        return None
    return _Unearned("points", show_number(judged.points))


def _wrong_ending(rules: Rules, table: Table, deal: Deal) -> _Unearned | None:
    """The scores that the cards of the ending make, if they differ from the recorded ones; else None."""
    assert deal.ending is not None
    try:
        names = {hand.player: table.names[hand.player] for hand in deal.ending.hands}
        scores = ending_scores(rules, names, deal.ending.as_entered(deal.partnerships))
    except ScorepadError:
        return _Unearned("ending")
    if scores == {hand.player: hand.score for hand in deal.ending.hands}:
        return None
    told = [f"{names[seat]} {show_number(score)}" for seat, score in scores.items()]
    return _Unearned("scores", ", ".join(told))


def _read_json(text: str) -> list[Any]:
    try:
        file_data = json.loads(text)
    # JSON that is nested too deep raises RecursionError.
    except (ValueError, RecursionError) as error:
        message = say(
            "The file isn’t JSON: {fault}. Save the table again and open that file.", fault=str(error)[:100]
        )
        raise UnreadableFile(message, at="file") from error
    if file_data.get("format") != FORMAT or file_data.get("version") != VERSION:
        message = say(
            "The file isn’t a {format} of version {version}. Save the table again and open that file.",
            format=FORMAT,
            version=VERSION,
        )
        raise UnreadableFile(message, at="format")
    if not isinstance(file_data.get("events"), list):
        raise UnreadableFile(
            say("The file has no list of events. Save the table again and open that file."), at="events"
        )
    return list(file_data["events"])


def _read_csv(text: str, delimiter: str) -> list[Any]:
    try:
        csv_rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        missing_columns = [name for name in READ if name not in (csv_rows.fieldnames or ())]
        if missing_columns:
            message = say(
                "The file has no column {names}. Save the table again and open that file.",
                names=", ".join(missing_columns),
            )
            raise UnreadableFile(message, at="file")
        return [_event_of_row(row) for row in csv_rows if any(row[name] for name in READ)]
    except csv.Error as error:
        raise UnreadableFile(
            say("The file isn’t CSV: {fault}. Save the table again and open that file.", fault=error),
            at="file",
        ) from error


def _event_of_row(row: Mapping[str, str | None]) -> dict[str, Any]:
    cells: dict[str, Any] = {name: _unguarded_cell(row[name] or "") for name in READ}
    try:
        return {**cells, "number": int(cells["number"]), "data": json.loads(cells["data"])}
    except (ValueError, RecursionError) as error:
        shown_number = cells["number"][:12]
        message = say(
            "Row {row}: number or data can’t be read. Save the table again and open that file.",
            row=repr(shown_number),
        )
        raise UnreadableFile(message, at=f"events:{shown_number}") from error


def _read_events(logged_events: Iterable[object]) -> Iterable[Event]:
    """Read every event. Raises ScorepadError with the faults of all of them."""
    faults: list[ScorepadError] = []
    for data in logged_events:
        try:
            event = read_event(data)
        except ScorepadError as error:
            faults.append(error)
            continue
        if not FIRST_YEAR <= datetime.fromisoformat(event.at).year <= LAST_YEAR:
            message = say(
                "Event {event}: type a moment between {first} and {last}.",
                event=event.number,
                first=FIRST_YEAR,
                last=LAST_YEAR,
            )
            faults.append(UnreadableFile(message, at="at"))
        yield event
    if faults:
        raise join_errors(faults[:20])


def _judge_table(table: Table) -> None:
    """Raise UnreadableFile unless the table is sound.

    Its game must be known and have its options, its cards must read, and players' melds may share no leap
    where leaps bind players (L2).
    """
    game = find_game(table.game)
    # House rules may have been others, and others that were undone since.
    packs = {game.rules(options).pack for options in _all_options(table)}
    faults: list[ScorepadError] = [
        UnreadableFile(say("Deal {deal}: {fault}", deal=deal.number, fault=fault), at="players")
        for deal in table.deals
        if (fault := game.number_fault(len(deal.players)))
    ]
    for event in table.events:
        if not any(_read_alike(event.data.written_melds, pack) for pack in packs):
            message = say(
                "Event {event}: its melds can’t be read. Save the table again and open that file.",
                event=event.number,
            )
            faults.append(UnreadableFile(message, at="melds"))
    # Leaps are known only of melds that read.
    faults = faults or list(_leap_clashes(table))
    if faults:
        raise join_errors(faults[:20])


def _all_options(table: Table) -> Iterator[Mapping[str, Any]]:
    """Every full set of house rules that the table ever had."""
    yield from (rules.options for rules in table.options_from)
    yield from (event.data.options for event in table.events if isinstance(event.data, RulesChanged))


def _leap_clashes(table: Table) -> Iterator[ScorepadError]:
    """Melds of leaps that players may not have together, deal by deal (L2)."""
    for deal in table.deals:
        rules = rules_of_deal(table, deal)
        if not rules.shapes.leaps.tokens:
            continue
        for finding in all_melds(HandPlace(rules, table, deal)).leap_faults(rules):
            message = say("Deal {deal}: {fault}", deal=deal.number, fault=finding.sentence)
            yield UnreadableFile(message, at="melds")


def _read_alike(melds: WrittenMelds, pack: Pack) -> bool:
    """Whether the cards are written as the pad writes them, so that reading and writing them gives the
    same."""
    try:
        read_back = read_melds(" / ".join(map(" ".join, melds)), pack)
    except NotationError:
        return False
    return tuple(tuple(map(str, meld)) for meld in read_back) == melds
