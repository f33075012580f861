"""Imports plays of BG Stats as tables of this pad, from a file `.bgsplay` with one play or many.

All plays are imported, or none. Importing a play again gives the same table.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.bridges.play_reader import SOURCE, Play, PlayReader, file_fault, id_key, text_of, things_by_id
from scorepad.bridges.plays_out import play_uuid
from scorepad.circles.circle_service import put_tables, standing_circle
from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.sentence import Sentence, say, say_number
from scorepad.store.engine import OpenedTable
from scorepad.store.opening import open_store

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

MOST_PLAYS, MOST_FAULTS = 5_000, 100


@dataclass(frozen=True, slots=True)
class TakenIn:
    """The result of an import: the tables made, the number of plays already known, and the faults of plays
    left out."""

    opened: Sequence[OpenedTable]
    known: int
    left_out: Sequence[ScorepadError]


def take_in_job(question: Mapping[str, Any], database: str | Path) -> dict[str, Any]:
    """A job: `take_in_plays` of the `text` for the `circle`, with the `seal`, in the store at `database`."""
    with closing(open_store(database)) as store:
        taken = take_in_plays(
            store,
            question["text"],
            question["seal"],
            circle=question["circle"],
            leaves_out=question["leaves_out"],
        )
    opened = [{"id": table.id, "code": table.code, "key": table.key} for table in taken.opened]
    return {"opened": opened, "known": taken.known, "left_out": len(taken.left_out)}


def seal_of(secret_key: str, circle: str = "") -> str:
    """A secret from which the operations that open a circle's plays are named. Nobody else can then send such
    an operation again, and get the key of its table."""
    return hmac.new(secret_key.encode(), f"plays {circle}".encode(), hashlib.sha256).hexdigest()


def take_in_plays(
    store: Store, text: str, seal: str, *, circle: str = "", leaves_out: bool = False
) -> TakenIn:
    """Make tables of all plays in the text, and put them into the circle.

    Raises ScorepadError with every fault, and makes no table then; with `leaves_out` the plays without faults
    are imported all the same.
    """
    plays, faults = read_plays(text)
    if faults and not (leaves_out and plays):
        raise join_errors(faults[:MOST_FAULTS])
    here = standing_circle(store, circle).tables if circle else store.ids()
    there = store.log_ends(here)
    uuids = {play_uuid(table, store.after(table, 0, 1)[0]).casefold() for table in here if table in there}
    new = [play for play in plays if play.uuid.casefold() not in uuids]
    opened = [store.create_log(play.told.events(), op=_op_of(seal, play.uuid)) for play in new]
    if circle:
        put_tables(
            store,
            circle,
            [table.id for table in opened],
            SOURCE,
            _op_of(seal, " ".join(table.id for table in opened)),
        )
    return TakenIn(opened, len(plays) - len(new), faults)


def _op_of(seal: str, name: str) -> str:
    # JSON may hold halves of surrogates, which UTF-8 has no bytes for.
    return hmac.new(seal.encode(), name.casefold().encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def read_plays(text: str) -> tuple[list[Play], list[ScorepadError]]:
    """The plays that read, each uuid once, and the faults of the others, one of each kind. Raises
    ScorepadError if the text is no such file."""
    whole = _read_json(text)
    by_id = {name: things_by_id(whole.get(name)) for name in ("players", "games")}
    plays: dict[str, Play] = {}
    faults: list[_PlayFault] = []
    for number, data in enumerate(whole["plays"], 1):
        try:
            whole_play = data if isinstance(data, dict) else {}
            play = PlayReader(whole_play, by_id["players"], by_id["games"]).read()
        except ScorepadError as error:
            about = _about(whole_play, by_id["games"])
            faults += [_PlayFault(number, about, part.message) for part in error.parts or (error,)]
        else:
            plays.setdefault(play.uuid.casefold(), play)
    return [*plays.values()], [*_told_once(faults)]


def _read_json(text: str) -> dict[str, Any]:
    try:
        whole = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        message = say("The file isn’t JSON: {fault}. Save it again in BG Stats.", fault=str(error)[:100])
        raise file_fault(message) from error
    plays = whole.get("plays") if isinstance(whole, dict) else None
    if not isinstance(plays, list) or not plays:
        raise file_fault(say("The file has no plays. Save it again in BG Stats."))
    if len(plays) > MOST_PLAYS:
        message = say(
            "Take in up to {most} plays at once. The file has {number}.", most=MOST_PLAYS, number=len(plays)
        )
        raise file_fault(message)
    return dict(whole)


def _about(play: Mapping[str, Any], games: Mapping[Any, Any]) -> str:
    """The day and the game of a play."""
    day, game = str(play.get("playDate", ""))[:10], text_of(games.get(id_key(play.get("gameRefId"))), "name")
    return ", ".join(filter(None, (day, game))) or "?"


@dataclass(frozen=True, slots=True)
class _PlayFault:
    """A fault of a play, with the number of the play in its file, its day and its game."""

    number: int
    about: str
    sentence: str

    @property
    def kind(self) -> str:
        """The sentence without its values, by which faults of plays are grouped."""
        return self.sentence.message if isinstance(self.sentence, Sentence) else self.sentence


def _told_once(faults: Sequence[_PlayFault]) -> Iterator[ScorepadError]:
    """One error for all faults of a kind: the first, with the number of other plays that have it."""
    first_of: dict[str, _PlayFault] = {}
    plays_with: dict[str, set[int]] = defaultdict(set)
    for fault in faults:
        first_of.setdefault(fault.kind, fault)
        plays_with[fault.kind].add(fault.number)
    for kind, fault in first_of.items():
        told = {"about": fault.about, "fault": fault.sentence}
        more = len(plays_with[kind]) - 1
        message = say("Play {number} ({about}): {fault}", number=fault.number, **told)
        if more:
            message = say_number(
                "Play {play} ({about}) and {number} other: {fault}",
                "Play {play} ({about}) and {number} others: {fault}",
                more,
                play=fault.number,
                **told,
            )
        yield ScorepadError(message, at=f"plays:{fault.number}", code="import")
