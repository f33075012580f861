"""The referee of Avalanche: what is played now, what it does and why, and who has collected what (V1-V5).

The whole game travels in the address as its plays, so that nothing is recorded before it is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from scorepad import sessions
from scorepad.core.avalanche import RANKS, Running, begin, play, read_ranks
from scorepad.core.errors import ScorepadError
from scorepad.core.rules import Rules
from scorepad.core.table import Table
from scorepad.web import access
from scorepad.web.requests import store

bp = Blueprint("referee", __name__)

BETWEEN = "."
SNOWFALL = "-"
MOST_PLAYS = 600
TAPS = ("add", "take", "play", "snowfall", "back")


@dataclass(frozen=True)
class Judged:
    """A running game and what is being played: `plays` are those before, `now` the ranks tapped, `what` and
    `why` the last play's move, or that of a play which may not be."""

    table: Table
    game: Running
    plays: tuple[str, ...]
    now: tuple[str, ...] = ()
    what: str = ""
    why: str = ""
    by: str = ""

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return self.table.players[self.game.turn].name

    @property
    def fields(self) -> dict[str, str]:
        """The shortest query that shows the same."""
        kept = {"plays": BETWEEN.join(self.plays), "now": "".join(self.now)}
        return {name: value for name, value in kept.items() if value}

    @property
    def said(self) -> str:
        """What the last play did, for people."""
        told = {
            "snowfall": f"{self.by} drew a card.",
            "start": f"{self.by} started an avalanche.",
            "grow": "It grows.",
            "stop": "It stops, and leaves the game.",
            "fall": f"It falls, and goes to {self.table.players[self._right].name}.",
            "illegal": "That cannot be played.",
        }
        return told.get(self.what, "")

    @property
    def _right(self) -> int:
        """The player on the right of the one who played last (V4)."""
        names = [player.name for player in self.table.players]
        return (names.index(self.by) - 1) % len(names) if self.by else 0

    @property
    def collected(self) -> dict[str, str]:
        """What the form of a deal that is over is filled in with."""
        return {f"number-{seat}": str(count) for seat, count in enumerate(self.game.collected)}


@bp.get("/t/<table_id>/referee")
def page(table_id: str) -> str | Response:
    """The running game; a tap leads to the address that keeps it."""
    table = sessions.table(store(), table_id)
    rules = sessions.rules(table)
    if rules.scoring != "collected":
        raise sessions.NotFound("There is no referee for this game.", at="game")
    args = request.args.to_dict()
    if "back" in args:
        args |= {"plays": args.get("plays", "").rpartition(BETWEEN)[0], "now": ""}
    now = _tapped(_read(table, rules, args), args)
    if any(tap in args for tap in TAPS) and now.what != "illegal":
        return redirect(url_for(".page", table_id=table_id) + f"?{urlencode(now.fields)}", 303)
    writes = access.phone(table_id).writes
    return render_template("tables/referee.html", judged=now, table=table, ranks=RANKS, writes=writes)


def _read(table: Table, rules: Rules, args: Mapping[str, str]) -> Judged:
    """The game as its plays tell it, as far as they can be played; the player on the dealer's left begins."""
    cards = len(rules.pack.cards) * rules.packs + rules.jokers
    dealt, seats = rules.dealt[0], len(table.players)
    judged = Judged(table, begin(seats, cards, dealt=dealt, first=table.dealer_next), ())
    for text in args.get("plays", "").split(BETWEEN)[:MOST_PLAYS]:
        after = _played(judged, text) if text else judged
        if after.what == "illegal":
            break
        judged = after
    return replace(judged, now=_ranks(args.get("now", "")))


def _ranks(text: str) -> tuple[str, ...]:
    try:
        return read_ranks(" ".join(text))
    except ScorepadError:
        return ()


def _played(judged: Judged, text: str) -> Judged:
    ranks = () if text == SNOWFALL else _ranks(text)
    if not ranks and text != SNOWFALL:
        return replace(judged, what="illegal")
    game, what, why = play(judged.game, ranks)
    plays = judged.plays if what == "illegal" else (*judged.plays, text)
    return replace(judged, game=game, plays=plays, now=(), what=what, why=why, by=judged.turn)


def _tapped(judged: Judged, args: Mapping[str, str]) -> Judged:
    """The game after the one tap in `args`."""
    if args.get("add") in RANKS:
        return replace(judged, now=(*judged.now, args["add"]))
    if "take" in args:
        return replace(judged, now=judged.now[:-1])
    if "play" in args and judged.now:
        after = _played(judged, "".join(judged.now))
        return replace(after, now=judged.now) if after.what == "illegal" else after
    return _played(judged, SNOWFALL) if "snowfall" in args else judged
