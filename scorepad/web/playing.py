"""Melds laid in any turn: a new one, cards added, two merged, a wild taken out (H8, H19, L3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad import sessions, table_plays
from scorepad.core.cards import Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.joining import extensions
from scorepad.core.lying import At, Extend, Filch, Merge, New, OnTable, Play
from scorepad.core.notation import read_cards, show_meld
from scorepad.web import access
from scorepad.web import entry as pad_entry
from scorepad.web.board import Board
from scorepad.web.entry import Entry
from scorepad.web.forms import expected, op, reason, sent
from scorepad.web.requests import store

bp = Blueprint("playing", __name__)

_WHERE = re.compile(r"new|(add|filch)-[0-7]-[0-9]{1,2}|merge-[0-7]-[0-9]{1,2}-[0-9]{1,2}", re.ASCII)


@dataclass(frozen=True)
class PlayForm:
    """A play as typed: whose (a seat), which (`new`, `add-0-1`: to meld 1 of seat 0, `merge-0-1-2`,
    `filch-0-1`), and the cards from her hand."""

    board: Board
    entry: Entry
    player: int | None = None
    where: str = "new"

    @cached_property
    def there(self) -> OnTable:
        """What lies on the table."""
        return table_plays.on_table(self.board.rules, self.board.table)

    @property
    def choices(self) -> Iterator[tuple[str, int, str]]:
        """What can be done with the melds that lie there: its value, whose meld it is, and words for it."""
        rules = self.board.rules
        for owner, melds in enumerate(self.there.melds):
            shown = [show_meld(meld, rules.pack) for meld in melds]
            for place, words in enumerate(shown):
                yield f"add-{owner}-{place}", owner, f"Add to {words}"
            for one, other in combinations(range(len(melds)), 2):
                yield f"merge-{owner}-{one}-{other}", owner, f"Merge {shown[one]} and {shown[other]}"
            for place, meld in enumerate(melds):
                if rules.filching and any(laid.card.is_wild for laid in meld):
                    name = self.there.name(owner)
                    yield f"filch-{owner}-{place}", -1, f"Take a wild from {name}’s {shown[place]}"

    @property
    def laid(self) -> Meld:
        """The cards from her hand, each wild with what it stands for where that is typed."""
        return () if self.entry.error else read_cards(self.entry.text, self.board.rules.pack)

    def play(self) -> Play:
        """The play that is meant. Raises ScorepadError when it is not clear."""
        cards = self.laid
        kind, _, places = self.where.partition("-")
        numbers = [int(number) for number in places.split("-") if number]
        if self.entry.error:
            raise self.entry.error
        if not cards and kind != "merge":
            raise ScorepadError("No cards yet: tap those that she lays.", at="cards")
        if kind == "new":
            return New(cards)
        at = At(numbers[0], numbers[1])
        if kind == "merge":
            return Merge(at, At(numbers[0], numbers[2]), cards)
        if kind == "filch":
            if len(cards) > 1:
                raise ScorepadError("One wild is taken at a time, for one natural.", at="cards")
            return Filch(at, cards[0].card)
        ways = extensions(self.board.rules, self.there.meld(at), cards)
        if len(ways) > 1:
            raise ScorepadError(
                "These cards can lie in several ways: type what the wild is, w=♥7.", at="cards"
            )
        return Extend(at, *ways[0]) if ways else Extend(at, after=cards)

    def fields(self) -> dict[str, str]:
        """The shortest query that shows the same form."""
        kept = {
            "player": "" if self.player is None else str(self.player),
            "where": "" if self.where == "new" else self.where,
            "cards": self.entry.text,
            "past": pad_entry.write_past(self.entry.past),
        }
        return {name: value for name, value in kept.items() if value}


@bp.get("/t/<table_id>/play")
def page(table_id: str) -> AnyResponse:
    """The form. A tap leads to the address that keeps what was tapped."""
    return _show(_form(table_id))


@bp.post("/t/<table_id>/play")
def lay(table_id: str) -> AnyResponse:
    """Lay the cards, or follow a tap."""
    form = _form(table_id)
    if "record" not in request.form:
        return _show(form)
    phone = form.board.phone
    try:
        if form.player is None:
            raise ScorepadError("Who lays them?", at="player")
        table_plays.lay(
            store(),
            table_id,
            phone.key,
            player=form.player,
            play=form.play(),
            by=form.board.owner,
            op=op(),
            expected=expected(),
        )
    except (sessions.NotAllowed, sessions.NotFound):
        raise
    except ScorepadError as error:
        problem = reason(store(), table_id, error, expected())
        return make_response(_page(form, problem), 422)
    return redirect(url_for("tables.page", table_id=table_id), 303)


def _form(table_id: str) -> PlayForm:
    """Raises NotFound in a game whose melds are laid on going out."""
    phone = access.require_key(table_id)
    table = sessions.table(store(), table_id)
    board = Board(table, sessions.rules(table), phone)
    if not board.lays:
        raise sessions.NotFound("In this game no melds lie on the table before going out.", at="player")
    args = sent()
    seat, where = args.get("player", ""), args.get("where", "new")
    known = seat in map(str, range(len(table.players)))
    return PlayForm(
        board,
        pad_entry.read_entry(args, board.rules),
        int(seat) if known else phone.seat,
        where if _WHERE.fullmatch(where) else "new",
    )


def _show(form: PlayForm) -> AnyResponse:
    now = replace(form, entry=pad_entry.tapped(form.entry, sent()))
    if (request.method == "POST" or now != form) and not now.entry.said:
        return redirect(f"{request.path}?{urlencode(now.fields())}", 303)
    return make_response(_page(now))


def _page(form: PlayForm, problem: str = "") -> str:
    return render_template("tables/play.html", form=form, problem=problem, op=access.new_op())
