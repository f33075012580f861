"""Going out: cards or points, what they are worth now, recorded; and an earlier entry put right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, flash, make_response, render_template
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.card_text import read_canonical_melds, write_cards, write_melds
from scorepad.core.log.entries import Entry
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.core.verdicts import concealed_points
from scorepad.rulebook import find_game
from scorepad.tables import service
from scorepad.tables.judging import LyingBeside, entry_cards, first_meld_need
from scorepad.web.fields import DISPUTED, EVIDENCE, whole_number
from scorepad.web.forms import since, undone_since
from scorepad.web.hand.question import Question, read_tab
from scorepad.web.hand.typed_cards import TypedCards, TypedMelds, read_past
from scorepad.web.languages import page_words
from scorepad.web.people import access
from scorepad.web.recording.arrangement import OTHER_CARDS, read_shown
from scorepad.web.recording.entry_pages import EntryPages
from scorepad.web.recording.hand_form import ForgottenPlace, HandForm
from scorepad.web.requests import store
from scorepad.web.table.scoreboard import Scoreboard

bp = Blueprint("going_out", __name__)
UNDONE = say("This was recorded before and has been undone. To record it again, open “Going out” again.")
_TOUCHED_FIELDS = ("player", "cards", "melds", "points", "note", "concealed", "lay", "record", "discard")
"""Fields that a form has once it was touched or sent."""


def read_hand(board: Scoreboard, args: Mapping[str, str], number: int | None) -> HandForm:
    """The form as the address or the post says; one that was not touched yet shows the entry as recorded.

    Raises NotFound for an entry that is gone, and in a game in which deals are recorded as a whole.
    """
    if board.settles:
        raise service.NotFound(
            say("In this game a deal is recorded as a whole, when it is over."), at="player"
        )
    entry = None if number is None else entry_of(board.table, number)
    if entry is not None and not any(name in args for name in _TOUCHED_FIELDS):
        return _as_recorded(board, entry)
    form = HandForm(
        board,
        _question_of(board, args),
        entry,
        None if entry else _forgotten_place(board.table, args),
        points=args.get("points", ""),
        note=args.get("note", ""),
        conceal_pick=_conceal_pick(args, entry),
        disputed=args.get("record") == DISPUTED,
        shown=read_shown(board.rules, args) if "record" in args or "discard" in args else None,
        since=since(args, board.table),
        photos=args.get(EVIDENCE, ""),
    )
    return _with_table(replace(form, player=_picked_player(form, args)))


def entry_of(table: Table, number: int) -> Entry:
    """The entry that the event of that number made. Raises NotFound."""
    entry = table.entry(number)
    if entry is None:
        raise service.NotFound(say("That entry is not there: it was removed or undone."), at="entry")
    return entry


def _question_of(board: Scoreboard, args: Mapping[str, str]) -> Question:
    table, rules = board.table, board.rules
    hand = TypedCards(rules, args.get("cards", ""), read_past(args))
    laying, tab = args.get("lay") == "1", read_tab(rules.pack, args)
    return Question(
        find_game(table.game), table.options, {}, hand, args.get("melds", ""), laying=laying, tab=tab
    )


def _conceal_pick(args: Mapping[str, str], entry: Entry | None) -> bool | None:
    """What the tick says; None where it stands as the page set it, until that is recorded."""
    ticked, set_by_page = args.get("concealed", ""), args.get("conceal_shown", "")
    untouched = ticked == set_by_page.replace("0", "")
    return None if entry is None and untouched and "record" not in args else ticked in ("1", "true")


def _forgotten_place(table: Table, args: Mapping[str, str]) -> ForgottenPlace | None:
    """Where a forgotten hand belongs, by the address or the post; None for a hand that goes out now."""
    deal, place = (whole_number(args.get(name, "")) or 0 for name in ("deal", "place"))
    if not 1 <= deal <= table.deal.number or place < 1:
        return None
    return ForgottenPlace(deal, min(place, len(table.deals[deal - 1].entries) + 1))


def _picked_player(form: HandForm, args: Mapping[str, str]) -> int | None:
    """Who was picked, where possible; else the phone's own player, else the only one there is."""
    seats = [player.index for player in form.players]
    if picked_seat := args.get("player", ""):
        return int(picked_seat) if picked_seat in map(str, seats) else None
    if form.entry is not None:
        return form.entry.player
    own_seat = form.board.phone.seat
    return own_seat if own_seat in seats else seats[0] if len(seats) == 1 else None


def _with_table(form: HandForm) -> HandForm:
    """The form with what lies on the table and counts with the hand: in a correction all of it is among the
    cards."""
    board, player = form.board, form.player
    if player is None:
        return form
    melds = form.beside.partners
    if board.lays:
        laid_before = form.entry is None and form.deal.melds
        melds = read_canonical_melds(form.deal.melds[player]) if laid_before else ()
    on_table = TypedMelds(board.rules, write_melds(melds)) if melds else None
    beside = form.beside if board.lays else LyingBeside()
    question = replace(
        form.question,
        table_melds=on_table,
        partners=beside.partners,
        partners_out=beside.partners_out,
    )
    return _with_first_meld(replace(form, question=question))


def _with_first_meld(form: HandForm) -> HandForm:
    """The form whose search knows how many naturals this player's first meld needs by now (H13)."""
    if form.player is None or not form.rules.turns.first_meld_naturals:
        return form
    need = first_meld_need(form.rules, form.deal, form.player, form.entry)
    needs = {"first_meld_naturals": str(need), "first_meld_rise": "0"}
    return replace(form, question=replace(form.question, options={**form.question.options, **needs}))


def _as_recorded(board: Scoreboard, entry: Entry) -> HandForm:
    """The entry as it stands: as it was laid where that is worth less than the best, else as cards."""
    table, melds = board.table, read_canonical_melds(entry.melds)
    hand = TypedCards(board.rules, write_cards(entry_cards(entry)))
    own_text, points_before = write_melds(melds), entry.points - concealed_points(entry.bonuses)
    question = Question(find_game(table.game), table.options, {}, hand, "" if entry.to_follow else own_text)
    form = _with_table(
        HandForm(
            board,
            question,
            entry,
            player=entry.player,
            points=str(points_before) if entry.melds is None else "",
            note=entry.note,
            conceal_pick=entry.concealed,
            since=table.head,
        )
    )
    if entry.to_follow:
        return form
    best_found = form.solved.best
    lays_own = bool(melds) and (best_found is None or best_found.points != points_before)
    question = replace(form.question, laying=lays_own, own_text=own_text if lays_own else "")
    return replace(form, question=question)


def _flash_news(form: HandForm, table: Table) -> None:
    """What else there is to say of a hand that was recorded."""
    if undone_since(table, table.id):
        flash(page_words(UNDONE), "warn")
    if form.shown_for_others and form.to_follow:
        flash(page_words(OTHER_CARDS), "warn")


pages = EntryPages(read_hand, "recording/out.html", "recording/_out_answer.html", _flash_news)


@bp.get("/t/<table_id>/out")
def page(table_id: str) -> AnyResponse:
    """The form. A tap leads to the address that keeps what was tapped."""
    return pages.page(table_id)


@bp.get("/t/<table_id>/out/answer")
@bp.get("/t/<table_id>/entry/<int:number>/answer")
def answer(table_id: str, number: int | None = None) -> str:
    """The part of the form that changes with the cards, for pages with script."""
    return pages.answer(table_id, number)


@bp.get("/t/<table_id>/entry/<int:number>")
def entry(table_id: str, number: int) -> AnyResponse:
    """An entry as recorded, to look at or to put right."""
    if access.phone(table_id).writes:
        return pages.page(table_id, number)
    table = service.table(store(), table_id)
    page = {
        "board": Scoreboard(table, access.phone(table_id)),
        "table": table,
        "entry": entry_of(table, number),
    }
    return make_response(render_template("recording/entry.html", **page))


@bp.post("/t/<table_id>/out")
@bp.post("/t/<table_id>/entry/<int:number>", endpoint="correct")
def record(table_id: str, number: int | None = None) -> AnyResponse:
    """Record the hand, replace the entry or take it out, or follow a tap."""
    return pages.record(table_id, number)
