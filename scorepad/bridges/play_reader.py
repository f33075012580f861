"""Reads one play of BG Stats as a table of this pad.

Its single deal holds the final totals. The game is the one of that name if the pad has it and its rules keep
these totals, else Any game. If the points don't decide who won, or there are none, the table names the
winners.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from scorepad.bridges.bgsplay import LONGEST_PLAY, OF_PLAY
from scorepad.circles.table_results import result_of
from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.log.schema import LONGEST_NAME, LONGEST_TITLE, MOST_POINTS, clean_text
from scorepad.core.points import Points, read_points
from scorepad.core.sentence import say
from scorepad.core.spelling import find_name, name_key
from scorepad.rulebook import UnknownGame, find_game, game_title
from scorepad.tables.standing import match_of
from scorepad.tables.told_tables import FIRST_YEAR, LAST_YEAR, ToldTable

SOURCE = "BG Stats"
UUID = re.compile(r"[!-~]{1,64}")


@dataclass(frozen=True, slots=True)
class Play:
    """A play as a table, and its uuid in the app."""

    uuid: str
    told: ToldTable


def file_fault(message: str) -> ScorepadError:
    """A fault of a file of plays."""
    return ScorepadError(message, at="file", code="import")


def things_by_id(listed: Any) -> dict[Any, Any]:
    things = listed if isinstance(listed, list) else []
    return {id_key(thing.get("id")): thing for thing in things if isinstance(thing, dict)}


def id_key(value: Any) -> Any:
    # In a foreign file an id may be anything, also what can be no key.
    return value if isinstance(value, int | str) else None


def text_of(thing: Any, name: str) -> str:
    value = thing.get(name) if isinstance(thing, dict) else None
    return clean_text(value) if isinstance(value, str) else ""


@dataclass(slots=True)
class PlayReader:
    """Reads one play, with the players and games of its file."""

    play: Mapping[str, Any]
    players: Mapping[Any, Any]
    games: Mapping[Any, Any]

    def read(self) -> Play:
        """Read the play. Raises ScorepadError with every fault."""
        faults: list[ScorepadError] = []
        uuid, game = self.play.get("uuid"), self.games.get(id_key(self.play.get("gameRefId")))
        if not isinstance(uuid, str) or not UUID.fullmatch(uuid):
            faults.append(file_fault(say("It has no uuid. Save it again in BG Stats.")))
        if not text_of(game, "name"):
            faults.append(file_fault(say("Its game isn’t in the file. Save it again in BG Stats.")))
        began = self._moment(faults)
        names, sides = self._names(), self._sides()
        if not 2 <= len(names) <= MOST_SEATS or len(sides) < 2:
            message = say(
                "Only plays of 2 to {most} players on two sides can be tables. Leave it out.", most=MOST_SEATS
            )
            faults.append(file_fault(message))
        points = self._points(names, sides, faults)
        if faults:
            raise join_errors(faults)
        minutes = self.play.get("durationMin")
        minutes = minutes if isinstance(minutes, int) and 0 <= minutes <= LONGEST_PLAY else 0
        told = ToldTable(
            names,
            [points],
            sides,
            name=text_of(self.play, "comments")[:LONGEST_TITLE].strip(),
            uncounted=self.play.get("ignored") is True,
            dealer=self._dealer(),
            began=began.isoformat(timespec="seconds"),
            ended=(began + timedelta(minutes=minutes)).isoformat(timespec="seconds"),
            source=SOURCE,
            op=f"{OF_PLAY}{uuid}",
        )
        return Play(str(uuid), self._in_its_game(told, text_of(game, "name"), self._lowest_wins(game)))

    @property
    def scores(self) -> list[Mapping[str, Any]]:
        """The entry of each player, in seating order."""
        listed = self.play.get("playerScores")
        scores = [score for score in listed if isinstance(score, dict)] if isinstance(listed, list) else []
        return sorted(
            scores, key=lambda score: order if isinstance(order := score.get("seatOrder"), int) else 0
        )

    def _names(self) -> list[str]:
        names: list[str] = []
        for score in self.scores:
            player = self.players.get(id_key(score.get("playerRefId")))
            name = text_of(player, "name") or text_of(score, "anonymousName") or "?"
            names.append(_free_name(name[:LONGEST_NAME].strip(), names))
        return names

    def _sides(self) -> list[list[int]]:
        """The seats of each team; without teams, everybody alone."""
        sides: dict[Any, list[int]] = {}
        for seat, score in enumerate(self.scores):
            team = text_of(score, "team") if self.play.get("usesTeams") else ""
            sides.setdefault(team or seat, []).append(seat)
        return [*sides.values()]

    def _points(
        self, names: Sequence[str], sides: Sequence[Sequence[int]], faults: list[ScorepadError]
    ) -> dict[int, Points]:
        """The points by seat, of sides that have a score. A team's score is its first player's."""
        points: dict[int, Points] = {}
        for side in sides:
            score_of = [self.scores[seat].get("score") for seat in side]
            written = ["" if score is None else str(score).replace(" ", "") for score in score_of]
            if not any(written):
                continue
            if len({text for text in written if text}) == 1:
                written = [next(filter(None, written))]
            written = [text or "0" for text in written] + ["0"] * (len(side) - len(written))
            for seat, text in zip(side, written, strict=True):
                added = read_points(text)  # a score may be a sum, `12+5-3`
                if added is None or abs(added) > MOST_POINTS:
                    message = say(
                        "{name} has the score {score}. Enter a number of points for it in BG Stats.",
                        name=names[seat],
                        score=repr(text[:20]),
                    )
                    faults.append(file_fault(message))
                else:
                    points[seat] = added
        return points

    def _moment(self, faults: list[ScorepadError]) -> datetime:
        """The time of the play, in UTC."""
        try:
            moment = datetime.fromisoformat(str(self.play.get("playDate"))).astimezone(UTC)
            # Neither end of the span: the play may end a day later, and another zone may shift it by one.
            if FIRST_YEAR < moment.year < LAST_YEAR:
                return moment
        except (ValueError, OverflowError):
            pass
        faults.append(file_fault(say("Its playDate isn’t a moment. Enter one such as 2026-05-31 20:15:00.")))
        return datetime.now(UTC)

    def _dealer(self) -> int:
        """The seat before the player who started."""
        starts = (seat for seat, score in enumerate(self.scores) if score.get("startPlayer") is True)
        return (next(starts, 1) - 1) % max(1, len(self.scores))

    def _lowest_wins(self, game: Any) -> bool:
        return isinstance(game, dict) and game.get("highestWins") is False

    def _in_its_game(self, told: ToldTable, game: str, lowest_wins: bool) -> ToldTable:
        """The table in that game if its rules keep the totals, else in Any game; with the winners of the
        play."""
        options = {
            "title": game[:LONGEST_TITLE].strip(),
            "wins": "least" if lowest_wins else "most",
            "deals": 1,
        }
        any_game = replace(told, options=options, name=told.name or str(options["title"]))
        totals = tuple(sum(told.deals[0].get(seat, 0) for seat in side) for side in told.partnerships)
        known = (
            known
            for known in _known_games(told, game)
            if (table := known.table()) and match_of(table).totals == totals
            if result_of(table).lowest_wins == lowest_wins
        )
        of_game = next(known, any_game)
        winners = {seat for seat, score in enumerate(self.scores) if score.get("winner") is True}
        # Points that say the same need no word beside them; without points nothing else says it.
        if told.deals[0] and result_of(of_game.table()).winners == winners:
            return of_game
        return replace(of_game, winners=sorted(winners))


def _known_games(told: ToldTable, name: str) -> Iterator[ToldTable]:
    """The table as one of the game of that name; nothing if the pad has none, or does not settle its deals at
    once."""
    try:
        game = find_game(name)
        names = {option.name for option in game.options}
        # One deal holds the final totals, and no target may be passed or missed by them.
        options = {option: value for option, value in (("target", 0), ("deals", 1)) if option in names}
        is_called_so = game.id != told.game and name_key(game_title(game.id)) == name_key(name)
        counts_all = "halves" in names or not told.has_halves
        if is_called_so and counts_all and game.rules(options, len(told.players)).scoring.settled_at_once:
            known = replace(told, game=game.id, options=options)
            if not game.number_fault(len(told.players)):
                known.table()
                yield known
    except (UnknownGame, ScorepadError):
        return


def _free_name(name: str, taken: Sequence[str]) -> str:
    """The name, with a number if another player has it."""
    number, free = 1, name
    while find_name(free, taken):
        number += 1
        free = f"{name[: LONGEST_NAME - 3]} {number}"  # room for a space and two digits
    return free
