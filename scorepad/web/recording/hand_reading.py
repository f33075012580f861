"""Reads the form of a hand from an address or a post, and fills it in with an entry as recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorepad.core.concealed import points_of
from scorepad.core.log.table import Entry, Table
from scorepad.core.notation import write_cards, write_melds
from scorepad.games import find
from scorepad.tables import service
from scorepad.tables.judging import read, shown
from scorepad.web.forms import DISPUTED, since
from scorepad.web.hand.pad import read_tab
from scorepad.web.hand.question import Question
from scorepad.web.hand.typed_cards import TypedCards, read_past
from scorepad.web.hand.typed_melds import TypedMelds
from scorepad.web.people.access import Phone
from scorepad.web.photos.target import EVIDENCE
from scorepad.web.recording.hand_form import FIELDS, HandForm, Late
from scorepad.web.recording.shown import read_shown
from scorepad.web.table.board import Board


def read_hand(table: Table, phone: Phone, args: Mapping[str, str], entry: Entry | None = None) -> HandForm:
    """The form as the address or the post says; one that was not touched yet shows the entry as recorded."""
    board = Board(table, service.rules(table), phone)
    sends = "record" in args or "discard" in args
    if entry is not None and not sends and not any(name in args for name in (*FIELDS, "lay")):
        return _recorded(board, entry)
    rules = board.rules
    question = Question(
        find(table.game),
        table.options,
        {},
        TypedCards(rules, args.get("cards", ""), read_past(args)),
        args.get("melds", ""),
        laying=args.get("lay") == "1",
        tab=read_tab(rules.pack, args),
    )
    form = HandForm(
        board, question, None, args.get("points", ""), args.get("note", ""), since(args, table), entry
    )
    concealed = args.get("concealed") in ("1", "true")
    form = replace(form, late=None if entry else _late(table, args))
    form = replace(
        form,
        player=_player(form, args),
        concealed=concealed,
        photos=args.get(EVIDENCE, ""),
        shown=read_shown(rules.pack, args) if sends else None,
        disputed=args.get("record") == DISPUTED,
    )
    return _with_table(form)


def _late(table: Table, args: Mapping[str, str]) -> Late | None:
    """Where a forgotten hand belongs, by the address or the post; None for a hand that goes out now."""
    deal, place = (_whole(args.get(name, "")) for name in ("deal", "place"))
    if not 1 <= deal <= table.deal.number or place < 1:
        return None
    return Late(deal, min(place, len(table.deals[deal - 1].entries) + 1))


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 5 else 0


def _with_table(form: HandForm) -> HandForm:
    """The form with what lies on the table and counts with her hand: in a correction all hers is among the
    cards."""
    board, player = form.board, form.player
    if player is None:
        return form
    melds = form.partners
    if board.lays:
        laid = form.entry is None and form.deal.melds
        melds = read(board.rules, form.deal.melds[player]) if laid else ()
    table = TypedMelds(board.rules, write_melds(melds)) if melds else None
    partners = write_melds(form.partners) if board.lays else ""
    return replace(form, question=replace(form.question, table_melds=table, partners=partners))


def _recorded(board: Board, entry: Entry) -> HandForm:
    """The entry as it stands: as she laid it where that is worth less than the best, else as cards."""
    table, melds = board.table, read(board.rules, entry.melds)
    text = write_cards(shown(board.rules, entry))
    laid = "" if entry.to_follow else write_melds(melds)
    question = Question(find(table.game), table.options, {}, TypedCards(board.rules, text), laid)
    plain = str(entry.points - points_of(entry.bonuses)) if entry.melds is None else ""
    form = HandForm(board, question, entry.player, plain, entry.note, table.head, entry, entry.concealed)
    form = _with_table(form)
    if entry.to_follow:
        return form
    best = form.solved.best
    lays = bool(melds) and (best is None or best.points != entry.points - points_of(entry.bonuses))
    return replace(form, question=replace(form.question, laying=lays, own_text=laid if lays else ""))


def _player(form: HandForm, args: Mapping[str, str]) -> int | None:
    """Who was picked, if she can be; else the phone's own player, else the only one there is."""
    free = [player.index for player, _ in form.choices]
    asked = args.get("player", "")
    if asked:
        return int(asked) if asked in map(str, free) else None
    if form.entry is not None:
        return form.entry.player
    own = form.board.phone.seat
    if own in free:
        return own
    return free[0] if len(free) == 1 else None
