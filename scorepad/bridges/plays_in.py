"""Plays of BG Stats as tables of this pad: its file `.bgsplay`, one play or all of them.

A play becomes a table with one deal, which holds the final totals: of its own game where the pad knows that
by name and its rules leave these totals as they are, else of Any game. The same play again is the same
table.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.bridges.plays_out import LONGEST_PLAY, OF_PLAY, play_uuid
from scorepad.circles.circle_service import put_tables, standing_circle
from scorepad.circles.table_results import result_of
from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.log.schema import LONGEST_NAME, LONGEST_NOTE, LONGEST_TITLE, MOST_POINTS, clean_text
from scorepad.core.sentence import say
from scorepad.core.spelling import find_name
from scorepad.rulebook import UnknownGame, find_game
from scorepad.store.engine import OpenedTable
from scorepad.store.opening import open_store
from scorepad.tables.imports import FIRST_YEAR, LAST_YEAR
from scorepad.tables.standing import match_of
from scorepad.tables.told_tables import ToldTable

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

MOST_PLAYS, MOST_FAULTS = 1_000, 100
SOURCE = "BG Stats"
WON_BY = say("BG Stats: won by {winners}")
"""The note of a play whose winners aren’t those of its points."""
UUID = re.compile(r"[!-~]{1,64}")
SUM = re.compile(r"[+-]?[0-9]{1,7}(?:[+-][0-9]{1,7})*", re.ASCII)  # a score may be a sum, `12+5-3`


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What became of a file: the tables that were made, how many plays were here already, and what is wrong
    with those that were left out."""

    opened: Sequence[OpenedTable]
    known: int
    left_out: Sequence[ScorepadError]


@dataclass(frozen=True, slots=True)
class _Play:
    uuid: str
    told: ToldTable


def take_in_job(question: Mapping[str, Any], database: str | Path) -> dict[str, Any]:
    """A job: `take_in_plays` of a `text` for a `circle` of the store at `database`, under a `seal`; `won_by`
    is in the page’s language."""
    with closing(open_store(database)) as store:
        taken = take_in_plays(
            store,
            question["text"],
            question["seal"],
            circle=question["circle"],
            leaves_out=question["leaves_out"],
            won_by=question["won_by"],
        )
    opened = [{"id": table.id, "code": table.code, "key": table.key} for table in taken.opened]
    return {"opened": opened, "known": taken.known, "left_out": len(taken.left_out)}


def seal_of(secret_key: str, circle: str = "") -> str:
    """What names the operations that open plays of a circle, so that nobody else can send one again: whoever
    could, would have the key of its table."""
    return hmac.new(secret_key.encode(), f"plays {circle}".encode(), hashlib.sha256).hexdigest()


def take_in_plays(
    store: Store, text: str, seal: str, *, circle: str = "", leaves_out: bool = False, won_by: str = WON_BY
) -> TakenIn:
    """Make tables of all plays in the text, and put them into the circle. Raises ScorepadError with every
    fault, and makes none then; where it `leaves_out` such plays, the others come in."""
    plays, faults = read_plays(text, won_by)
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


def read_plays(text: str, won_by: str = WON_BY) -> tuple[list[_Play], list[ScorepadError]]:
    """The plays that read, each uuid once, and what is wrong with the others. Raises ScorepadError for a text
    that is no such file."""
    whole = _read_json(text)
    by_id = {name: _by_id(whole.get(name)) for name in ("players", "games")}
    plays: dict[str, _Play] = {}
    faults: list[ScorepadError] = []
    for number, data in enumerate(whole["plays"], 1):
        try:
            whole_play = data if isinstance(data, dict) else {}
            play = _Reader(whole_play, by_id["players"], by_id["games"], won_by).read()
        except ScorepadError as error:
            faults += [_of_play(number, data, by_id["games"], part) for part in error.parts or (error,)]
        else:
            plays.setdefault(play.uuid.casefold(), play)
    return [*plays.values()], faults


def _read_json(text: str) -> dict[str, Any]:
    try:
        whole = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        message = say("The file isn’t JSON: {fault}. Save it again in BG Stats.", fault=str(error)[:100])
        raise _fault(message) from error
    plays = whole.get("plays") if isinstance(whole, dict) else None
    if not isinstance(plays, list) or not plays:
        raise _fault(say("The file has no plays. Save it again in BG Stats."))
    if len(plays) > MOST_PLAYS:
        message = say(
            "Take in up to {most} plays at once. The file has {number}.", most=MOST_PLAYS, number=len(plays)
        )
        raise _fault(message)
    return dict(whole)


def _fault(message: str) -> ScorepadError:
    return ScorepadError(message, at="file", code="import")


def _of_play(number: int, data: Any, games: Mapping[Any, Any], fault: ScorepadError) -> ScorepadError:
    """The fault with the number of its play, its day and its game."""
    play = data if isinstance(data, dict) else {}
    day, game = str(play.get("playDate", ""))[:10], _text(games.get(_key(play.get("gameRefId"))), "name")
    about = ", ".join(filter(None, (day, game)))
    message = say("Play {number} ({about}): {fault}", number=number, about=about or "?", fault=fault.message)
    return ScorepadError(message, at=f"plays:{number}", code="import")


def _by_id(listed: Any) -> dict[Any, Any]:
    things = listed if isinstance(listed, list) else []
    return {_key(thing.get("id")): thing for thing in things if isinstance(thing, dict)}


def _key(value: Any) -> Any:
    # In a foreign file an id may be anything, also what can be no key.
    return value if isinstance(value, int | str) else None


def _text(thing: Any, name: str) -> str:
    value = thing.get(name) if isinstance(thing, dict) else None
    return clean_text(value) if isinstance(value, str) else ""


@dataclass(slots=True)
class _Reader:
    """One play while it is read, with the players and games of its file."""

    play: Mapping[str, Any]
    players: Mapping[Any, Any]
    games: Mapping[Any, Any]
    won_by: str

    def read(self) -> _Play:
        """Raises ScorepadError with every fault."""
        faults: list[ScorepadError] = []
        uuid, game = self.play.get("uuid"), self.games.get(_key(self.play.get("gameRefId")))
        if not isinstance(uuid, str) or not UUID.fullmatch(uuid):
            faults.append(_fault(say("It has no uuid. Save it again in BG Stats.")))
        if not _text(game, "name"):
            faults.append(_fault(say("Its game isn’t in the file. Save it again in BG Stats.")))
        began = self._moment(faults)
        names, sides = self._names(), self._sides()
        if not 2 <= len(names) <= MOST_SEATS or len(sides) < 2:
            message = say(
                "Only plays of 2 to {most} players on two sides can be tables. Leave it out.", most=MOST_SEATS
            )
            faults.append(_fault(message))
        points = self._points(names, sides, faults)
        if faults:
            raise join_errors(faults)
        minutes = self.play.get("durationMin")
        minutes = minutes if isinstance(minutes, int) and 0 <= minutes <= LONGEST_PLAY else 0
        told = ToldTable(
            names,
            [points],
            sides,
            name=_text(self.play, "comments")[:LONGEST_TITLE].strip(),
            dealer=self._dealer(),
            began=began.isoformat(timespec="seconds"),
            ended=(began + timedelta(minutes=minutes)).isoformat(timespec="seconds"),
            source=SOURCE,
            op=f"{OF_PLAY}{uuid}",
        )
        return _Play(str(uuid), self._in_its_game(told, _text(game, "name"), self._lowest_wins(game)))

    @property
    def scores(self) -> list[Mapping[str, Any]]:
        """What each player has, as they sat."""
        listed = self.play.get("playerScores")
        scores = [score for score in listed if isinstance(score, dict)] if isinstance(listed, list) else []
        return sorted(
            scores, key=lambda score: order if isinstance(order := score.get("seatOrder"), int) else 0
        )

    def _names(self) -> list[str]:
        names: list[str] = []
        for score in self.scores:
            player = self.players.get(_key(score.get("playerRefId")))
            name = _text(player, "name") or _text(score, "anonymousName") or "?"
            names.append(_free_name(name[:LONGEST_NAME].strip(), names))
        return names

    def _sides(self) -> list[list[int]]:
        """The seats of each team; everybody alone where there are none."""
        sides: dict[Any, list[int]] = {}
        for seat, score in enumerate(self.scores):
            team = _text(score, "team") if self.play.get("usesTeams") else ""
            sides.setdefault(team or seat, []).append(seat)
        return [*sides.values()]

    def _points(
        self, names: Sequence[str], sides: Sequence[Sequence[int]], faults: list[ScorepadError]
    ) -> dict[int, int]:
        """By seat; what a team has together is its first player’s."""
        points: dict[int, int] = {}
        for side in sides:
            written = [str(self.scores[seat].get("score") or "").replace(" ", "") for seat in side]
            if len({text for text in written if text}) == 1:
                written = [next(filter(None, written)), *("0" for _ in side[1:])]
            for seat, text in zip(side, written, strict=True):
                added = sum(map(int, re.findall(r"[+-]?[0-9]+", text))) if SUM.fullmatch(text) else None
                if added is None or abs(added) > MOST_POINTS:
                    message = say(
                        "{name} has the score {score}. Enter a whole number for it in BG Stats.",
                        name=names[seat],
                        score=repr(text[:20]),
                    )
                    faults.append(_fault(message))
                else:
                    points[seat] = added
        return points

    def _moment(self, faults: list[ScorepadError]) -> datetime:
        """When it was played, by this pad’s clock."""
        try:
            moment = datetime.fromisoformat(str(self.play.get("playDate"))).astimezone(UTC)
            # Neither end of the span: the play may end a day later, and another zone may shift it by one.
            if FIRST_YEAR < moment.year < LAST_YEAR:
                return moment
        except (ValueError, OverflowError):
            pass
        faults.append(_fault(say("Its playDate isn’t a moment. Enter one such as 2026-05-31 20:15:00.")))
        return datetime.now(UTC)

    def _dealer(self) -> int:
        """Who sits before the player who started."""
        starts = (seat for seat, score in enumerate(self.scores) if score.get("startPlayer") is True)
        return (next(starts, 1) - 1) % max(1, len(self.scores))

    def _lowest_wins(self, game: Any) -> bool:
        return isinstance(game, dict) and game.get("highestWins") is False

    def _in_its_game(self, told: ToldTable, game: str, lowest_wins: bool) -> ToldTable:
        """As a table of that game where that leaves totals and winners as they are, else of any game."""
        told_winners = {seat for seat, score in enumerate(self.scores) if score.get("winner") is True}
        sides = told.partnerships
        totals = tuple(sum(told.deals[0][seat] for seat in side) for side in sides)
        for known in _known_games(told, game):
            result = result_of(known.table())
            if match_of(known.table()).totals == totals and result.winners == told_winners:
                return known
        options = {
            "title": game[:LONGEST_TITLE].strip(),
            "wins": "least" if lowest_wins else "most",
            "deals": 1,
        }
        any_game = replace(told, options=options, name=told.name or str(options["title"]))
        if told_winners and result_of(any_game.table()).winners != told_winners:
            winners = ", ".join(told.players[seat] for seat in sorted(told_winners))
            any_game = replace(any_game, note=self.won_by.format(winners=winners)[:LONGEST_NOTE].strip())
        return any_game


def _known_games(told: ToldTable, name: str) -> Iterator[ToldTable]:
    """The table as one of the game of that name, if the pad knows it and settles its deals at once."""
    try:
        game = find_game(name)
        names = {option.name for option in game.options}
        # One deal holds the final totals, and no target may be passed or missed by them.
        options = {option: value for option, value in (("target", 0), ("deals", 1)) if option in names}
        if game.id != told.game and game.rules(options, len(told.players)).scoring.settled_at_once:
            known = replace(told, game=game.id, options=options)
            if not game.number_fault(len(told.players)):
                known.table()
                yield known
    except (UnknownGame, ScorepadError):
        return


def _free_name(name: str, taken: Sequence[str]) -> str:
    """The name, or with a number where another player has it."""
    number, free = 1, name
    while find_name(free, taken):
        number += 1
        free = f"{name[: LONGEST_NAME - 3]} {number}"  # room for a space and two digits
    return free
