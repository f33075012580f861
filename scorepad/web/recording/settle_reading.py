"""Reads the form of a deal that is over from an address or a post, or fills it in with one as recorded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from scorepad.core.log.state import Ending
from scorepad.core.log.table import Player, Table
from scorepad.core.notation import write_cards, write_melds
from scorepad.tables import service, settlements
from scorepad.tables.settlements import Share
from scorepad.web.forms import ANY_SEAT, DISPUTED
from scorepad.web.hand.typed_cards import TypedCards, read_past
from scorepad.web.hand.typed_melds import TypedMelds
from scorepad.web.people.access import Phone
from scorepad.web.photos.target import EVIDENCE
from scorepad.web.recording.settle_form import NOBODY, Line, SettleForm
from scorepad.web.table.board import Board

_KEPT = re.compile(
    rf"(left|melds|number|melded|tiles|unopened)-{ANY_SEAT}|winner|rummy|note|at|side", re.ASCII
)


def read_settle(
    table: Table, phone: Phone, args: Mapping[str, str], ending: Ending | None = None
) -> SettleForm:
    """The form as the address or the post says; one not touched yet shows the ending as recorded."""
    board = Board(table, service.rules(table), phone)
    if ending is not None and not any(_KEPT.fullmatch(name) for name in args):
        return _recorded(board, ending)
    if ending is None and table.deal.course and not any(_KEPT.fullmatch(name) for name in args):
        args = {f"number-{seat}": str(count) for seat, count in enumerate(table.deal.course.game.collected)}
    at, side = args.get("at", ""), "melds" if args.get("side") == "melds" else "left"
    seat = int(at) if at in map(str, range(len(table.players))) else None
    writes = "" if seat is None else f"{side}-{seat}"
    lines = tuple(_line(board, player, args, writes) for player in table.players)
    winner = args.get("winner", "")
    return SettleForm(
        board,
        lines,
        winner if winner in (NOBODY, *(str(player.index) for player in table.players)) else "",
        seat,
        side,
        args.get("rummy", "") in ("1", "true", "on"),
        args.get("note", ""),
        ending,
        args.get(EVIDENCE, ""),
        args.get("record") == DISPUTED,
        tuple(player.index for player in table.players if args.get(f"unopened-{player.index}") == "1"),
    )


def _line(board: Board, player: Player, args: Mapping[str, str], writes: str) -> Line:
    """A player's line; the pad's past belongs to what it writes alone."""
    seat = player.index
    left, melds = f"left-{seat}", f"melds-{seat}"
    past = read_past(args)
    return Line(
        player,
        TypedCards(board.rules, args.get(left, ""), past if writes == left else ()),
        TypedMelds(board.rules, args.get(melds, ""), past if writes == melds else ()),
        args.get(f"number-{seat}", ""),
        args.get(f"melded-{seat}", ""),
        args.get(f"tiles-{seat}", ""),
    )


def _recorded(board: Board, ending: Ending) -> SettleForm:
    """The ending as it stands."""
    told = settlements.told_before(board.rules, ending)
    pairs = zip(board.table.players, told.shares, strict=True)
    lines = tuple(_told_line(board, player, share) for player, share in pairs)
    winner = NOBODY if ending.winner is None else str(ending.winner)
    form = SettleForm(board, lines, winner, None, "left", ending.rummy, ending.note, ending)
    return replace(form, disputed=ending.disputed, never_opened=ending.never_opened)


def _told_line(board: Board, player: Player, share: Share) -> Line:
    plain, melded = isinstance(share.left, int), isinstance(share.melded, int)
    return Line(
        player,
        TypedCards(board.rules, "" if isinstance(share.left, int) else write_cards(share.left)),
        TypedMelds(board.rules, "" if isinstance(share.melded, int) else write_melds(share.melded)),
        str(share.left) if plain else "",
        str(share.melded) if melded else "",
        "" if share.tiles is None else str(share.tiles),
    )
