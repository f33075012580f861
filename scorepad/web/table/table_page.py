"""The parts of a table's pages beside the scoreboard: the grid of scores, the chart of totals, the melds
before players, the last hand; parts cached for all phones; and changes by one tap."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, current_app, flash, redirect, render_template, url_for
from flask.blueprints import BlueprintSetupState
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.cards import Meld
from scorepad.core.check import check
from scorepad.core.errors import ScorepadError
from scorepad.core.log.deal import Deal
from scorepad.core.log.endings import FinalHand
from scorepad.core.log.entries import Entry
from scorepad.core.log.event_data import Refused
from scorepad.core.log.match import TableMatch
from scorepad.core.log.table import Table
from scorepad.core.points import Points
from scorepad.core.rules import Rules
from scorepad.core.scoring import DEALS, DealNames
from scorepad.core.sentence import in_a_row, say
from scorepad.core.tableau import OnTable
from scorepad.core.verdicts import Bonus, MeldVerdict
from scorepad.machine.kept import Kept
from scorepad.sheet.line_chart import Chart
from scorepad.sheet.totals_chart import chart_of_totals
from scorepad.store.engine import LogEnd
from scorepad.tables import service, table_plays
from scorepad.tables.standing import best_hand, end_of
from scorepad.web.faces import points, recorded_upwards
from scorepad.web.forms import expected, operation, reason
from scorepad.web.languages import page_language, page_words
from scorepad.web.outcomes import recorded, refused
from scorepad.web.people import access
from scorepad.web.plain_form import PlainForm
from scorepad.web.requests import store
from scorepad.web.table.scoreboard import Scoreboard

DEALS_A_PAGE, NEWEST_DEALS = 40, 8  # of the grid on pages of its own, and beside the scoreboard


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """One player's score of one deal in the grid. `number` is the event that opens for correction: the entry,
    or the whole deal if it was `settled`."""

    score: Points | None
    running: Points
    number: int | None
    name: str
    corrected: bool
    deals: bool
    settled: bool = False
    disputed: bool = False
    to_follow: bool = False
    there: bool = True
    deal_names: DealNames = DEALS

    @property
    def opens(self) -> str:
        """The endpoint of the page that corrects the score."""
        return "settling.ending" if self.settled else "going_out.entry"

    def words(self, deal: Deal) -> str:
        """The cell in words, for screen readers."""
        numbers = self.deal_names.cell(self.name, deal.number, points(self.score), points(self.running))
        marks = (
            (say("corrected"), self.corrected),
            (say("disputed"), self.disputed),
            (say("melds to come"), self.to_follow),
        )
        return in_a_row([numbers, *(mark for mark, holds in marks if holds)], ", ")


def deal_rows(board: Scoreboard, until: int | None) -> list[tuple[Deal, list[ScoreCell]]]:
    """The deals up to `until`, by default the newest few, with a cell for each column, the newest first."""
    table, players = board.table, [seat.index for seat in board.columns]
    last, most = (until, DEALS_A_PAGE) if until else (table.deal.number, NEWEST_DEALS)
    deals = table.deals[max(0, last - most) : last]
    match, rules = board.table_match, board.rules
    return [
        (deal, [_score_cell(match, rules, deal, player) for player in players]) for deal in reversed(deals)
    ]


def _score_cell(match: TableMatch, rules: Rules, deal: Deal, player: int) -> ScoreCell:
    there = deal.plays(player)
    recorded = deal.entry_of(player) or (deal.ending if there else None)
    return ScoreCell(
        score=deal.score(player),
        running=match.running(deal, player),
        number=recorded.number if recorded else None,
        name=match.table.players[player].name,
        corrected=bool(recorded and recorded.corrected),
        deals=rules.match.dealer.deals and deal.dealer == player,
        settled=deal.ending is not None,
        there=there,
        disputed=bool(recorded and recorded.disputed),
        to_follow=isinstance(recorded, Entry) and recorded.to_follow,
        deal_names=rules.scoring.deal_names,
    )


def totals_chart(board: Scoreboard) -> Chart | None:
    """The chart of every side's total after each scored deal; None with fewer than two of these."""
    return chart_of_totals(board.table, board.table_match, points)


@dataclass(frozen=True, slots=True)
class MeldsBefore:
    """The melds before one player, their bonuses, and the points of all."""

    name: str
    melds: tuple[MeldVerdict, ...]
    bonuses: tuple[Bonus, ...]
    points: int
    out: bool


def lying_melds(board: Scoreboard) -> list[MeldsBefore]:
    """The melds of the players still in, those of the phone's own first."""
    if not board.rules.turns.any_turn or board.deal.ended:
        return []
    melds = before_players(board.rules, table_plays.on_table(board.table), board.phone.seat)
    return [before for before in melds if not before.out]


def before_players(rules: Rules, there: OnTable, first: int | None) -> tuple[MeldsBefore, ...]:
    """The melds of every player who has some on the table, those of seat `first` first."""
    seats = sorted(range(len(there.melds)), key=lambda seat: (seat != first, seat))
    return tuple(_melds_before(rules, there, seat) for seat in seats if there.melds[seat])


def _melds_before(rules: Rules, there: OnTable, seat: int) -> MeldsBefore:
    verdict, is_out = check(rules, there.melds[seat]), there.is_out(seat)
    bonuses = () if is_out else verdict.bonuses
    return MeldsBefore(there.player_name(seat), verdict.melds, bonuses, there.points_of(rules, seat), is_out)


def tells_leaps(rules: Rules) -> bool:
    """Whether melds of different leaps may lie on the table, so that each shows its own."""
    return bool(rules.shapes.leaps.tokens) or len(rules.shapes.leaps.each) > 1


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand: its player or outcome in words, and its melds, runs upwards; without melds if only points were
    entered."""

    outcome: str
    score: Points
    melds: tuple[Meld, ...]


def last_hand(board: Scoreboard) -> ShownHand | None:
    """The last hand of the current deal, else of the one before; None if there is none."""
    deals = board.table.deals
    newest = (_hand_of_deal(board, deal) for deal in (deals[-1], *deals[-2:-1]))
    return next((hand for hand in newest if hand), None)


def best_hand_shown(board: Scoreboard) -> ShownHand | None:
    """The hand that scored most in all deals; None if only points were entered."""
    if not (best := best_hand(board.table)):
        return None
    deal, hand = best
    whose = say("{name}, deal {number}", name=board.table.names[hand.player], number=deal.number)
    return ShownHand(whose, hand.score, _melds_upwards(board, hand))


def _hand_of_deal(board: Scoreboard, deal: Deal) -> ShownHand | None:
    """The hand that went out last, or the winner's if the deal was settled at once; None if there is none."""
    ending = deal.ending
    winner = ending.hand_of(ending.winner) if ending and ending.winner is not None else None
    hand = max(deal.entries, key=lambda entry: entry.number, default=winner)
    if hand is None:
        return None
    words = board.rules.scoring.ending_words.of(ending.how if ending else "")
    outcome = words.ended_by(board.table.names[hand.player])
    return ShownHand(outcome, hand.score, _melds_upwards(board, hand))


def _melds_upwards(board: Scoreboard, hand: Entry | FinalHand) -> tuple[Meld, ...]:
    return tuple(recorded_upwards(meld, board.rules) for meld in hand.melds or ())


bp = Blueprint("table_page", __name__)
for template_global in (best_hand_shown, deal_rows, last_hand, lying_melds, tells_leaps, totals_chart):
    bp.add_app_template_global(template_global, template_global.__name__)

MOST_DRAWN = 8_000_000  # characters of the parts that a process keeps, of which most have 1,000 to 30,000


def scoreboard(table_id: str) -> Scoreboard:
    """The table's scoreboard for this phone. Raises NotFound."""
    return Scoreboard(service.table(store(), table_id), access.phone(table_id))


def require_host(table_id: str) -> access.Phone:
    """This phone, if it is the table's host. Raises NotFound, NotAllowed."""
    phone = access.phone(table_id)
    service.require_host(store(), table_id, phone.key)
    return phone


def drawn(template: str, board: Scoreboard, **more: Any) -> str:
    """Render a page or part of the table. `op` is for a form on it."""
    return render_template(template, board=board, table=board.table, op=access.new_op(), **more)


@bp.record
def _keep_parts(state: BlueprintSetupState) -> None:
    state.app.extensions["drawn-parts"] = Kept(MOST_DRAWN, lambda part: len(part[1]))


@bp.app_template_global()
def cached_part(template: str, board: Scoreboard, *seen_by: Hashable, **more: Hashable) -> Markup:
    """Render a part of a page, or take it from the cache, which holds until the table changes.

    It is shared by all phones of one language that may write there, or by all that only watch. `seen_by` is
    anything else that it depends on. It must have no form.
    """
    parts: Kept[Hashable, tuple[LogEnd, Markup]] = current_app.extensions["drawn-parts"]
    key = (board.table.id, template, str(page_language()), board.writes, *seen_by, *more.values())
    made, log_end = parts.find(key), end_of(board.table)
    # The end of the log and not the table, which would be kept however many tables may be.
    if made is None or made[0] != log_end:
        part = render_template(template, board=board, table=board.table, **more)
        made = parts.keep(key, (log_end, Markup(part)))
    return made[1]


@bp.app_template_global()
def now_in_milliseconds() -> int:
    """The pad's time in milliseconds since 1970, for phones with wrong clocks."""
    return round(time.time() * 1000)


def tap(
    table_id: str,
    act: Callable[..., Table],
    *,
    back: str = "",
    shows: str = "",
    form: PlainForm | None = None,
) -> AnyResponse:
    """Do an action on the table and show it, or the page `shows`. If it fails, or the form that asks for it
    has faults, show the reason there or on the page `back`."""
    phone = access.require_key(table_id)
    person_name = phone.name(service.table(store(), table_id))
    shows = shows or url_for("tables.page", table_id=table_id)
    try:
        if form and not form.validate():
            raise Refused(form.told)
        act(operation(table_id, phone.key, person_name))
    except ScorepadError as error:
        words = reason(store(), table_id, error, expected())
        shows = back or shows
        return refused(words, partial(_show_reason, words, shows), 409, shows=shows, mend=back)
    return recorded(shows)


def _show_reason(words: str, address: str) -> AnyResponse:
    flash(page_words(words), "error")
    return redirect(address, 303)
