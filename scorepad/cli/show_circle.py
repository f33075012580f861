"""Circles of people as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from scorepad.circles.circle_answer import circle_answer
from scorepad.circles.circle_play import CirclePlay, circle_play
from scorepad.circles.circle_service import standing_circle
from scorepad.circles.standings import Span
from scorepad.cli.pad_store import count_of
from scorepad.core.phrasing import show_number
from scorepad.core.sentence import plain_english

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

ALL_DAYS = Span()


def list_of_circles(store: Store) -> str:
    """A line a circle: its code, its id, its name, how many tables."""
    return "\n".join(_listed(store, circle_id) for circle_id in store.circles.ids())


def _listed(store: Store, circle_id: str) -> str:
    circle = standing_circle(store, circle_id)
    code, tables = store.circles.code(circle_id), count_of(len(circle.tables), "table")
    return f"{code}  {circle_id}  {circle.name}: {tables}"


def circle_text(store: Store, name: str, *, as_json: bool) -> str:
    """The circle with that id or code. Raises NotFound."""
    circle_id = name if name in store.circles.ids() else store.circles.by_code(name)
    play = circle_play(store, circle_id)
    if as_json:
        answer = circle_answer(play.circle, play.standings(ALL_DAYS), play.people, ALL_DAYS)
        return msgspec.json.encode(answer, enc_hook=plain_english).decode()
    return "\n".join(_lines(play))


def _lines(play: CirclePlay) -> Iterator[str]:
    yield play.circle.name
    for game in play.standings(ALL_DAYS).games:
        yield f"{game.title}, {count_of(len(game.days), 'table')}"
        for row in game.standings:
            average = f"{row.points_a_deal:.1f}".replace("-", "−")
            made = f"{show_number(row.points)} points, {average} a deal"
            yield f"  {row.person}: won {row.wins} of {row.tables}, {made}"
