"""Service: melds that players lay on the table in any turn, before they go out (H8-H13, H19, L2, L3).

The log keeps what lies before every player after each play, so that going out can count it (H10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from scorepad.core.cards import Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.log.replay import Refused
from scorepad.core.log.table import Deal, Table
from scorepad.core.notation import show_card, show_cards, show_meld
from scorepad.core.plays import cards_of, judge
from scorepad.core.rules import Rules
from scorepad.core.tableau import Extend, Filch, Merge, New, OnTable, Play, PlayVerdict
from scorepad.games import find
from scorepad.store.engine import Engine
from scorepad.tables.judging import Hand, read
from scorepad.tables.operations import Operation


class IllegalPlay(ScorepadError):
    """A play that the rules do not allow, with its verdict."""

    code = "illegal-play"

    def __init__(self, verdict: PlayVerdict) -> None:
        faults = [ScorepadError(one.sentence, at="cards", code=one.code) for one in verdict.findings]
        super().__init__(" ".join(fault.message for fault in faults), at="cards", parts=faults)
        self.verdict = verdict


def lay(
    store: Engine,
    id: str,
    key: str,
    *,
    player: int,
    play: Play,
    last: bool = False,
    by: str,
    op: str,
    expected: int | None,
) -> Table:
    """A player lays a meld, adds to one of hers, merges two of hers, or takes a wild out of one.

    `last` says that it is her last card and that there are none to draw (H12). Raises IllegalPlay with
    every finding, Refused in a game whose melds are laid on going out.
    """

    def played(table: Table) -> dict[str, Any]:
        game = find(table.game)
        rules = game.rules(table.options)
        if not rules.turns.any_turn:
            raise Refused("In this game no melds lie on the table before going out.", at="player")
        there = on_table(rules, table)
        verdict = judge(rules, there, player, play, last=last)
        if not verdict.legal:
            raise IllegalPlay(verdict)
        melds = [[[str(laid) for laid in meld] for meld in owned] for owned in verdict.table.melds]
        says = told(rules, there, player, play)
        return {"deal": table.deal.number, "player": player, "says": says, "melds": melds}

    return Operation(store, id, key, by, op, expected).do("played", played)


def on_table(rules: Rules, table: Table) -> OnTable:
    """What lies before each player in the current deal, and what the pad knows of each of them."""
    seats = range(len(table.players))
    return OnTable(
        tuple(_hers(rules, table, seat) for seat in seats),
        table.partnerships,
        tuple(entry.points if (entry := table.deal.entry_of(seat)) else None for seat in seats),
        table.deal.before,
        tuple(player.name for player in table.players),
    )


def _hers(rules: Rules, table: Table, seat: int) -> tuple[Meld, ...]:
    """Her melds as the plays left them; where no plays were told, those that she went out with."""
    if table.deal.melds:
        return read(rules, table.deal.melds[seat])
    entry = table.deal.entry_of(seat)
    return read(rules, entry.melds) if entry else ()


def told(rules: Rules, table: OnTable, player: int, play: Play) -> str:
    """A play in words, as they follow the player's name: `laid ♣456`."""
    pack = rules.pack
    match play:
        case New(meld):
            return f"laid {show_meld(meld, pack)}"
        case Extend(at):
            return f"added {show_cards(cards_of(play), pack)} to {show_meld(table.meld(at), pack)}"
        case Merge(first, second, between):
            melds = f"{show_meld(table.meld(first), pack)} and {show_meld(table.meld(second), pack)}"
            return f"merged {melds}" + (f" with {show_meld(between, pack)}" if between else "")
        case Filch(at, natural):
            whose = "their own" if at.owner == player else f"{table.name(at.owner)}'s"
            return (
                f"took a wild from {whose} {show_meld(table.meld(at), pack)} for {show_card(natural, pack)}"
            )


def refuse_missing(rules: Rules, deal: Deal, hand: Hand) -> None:
    """Raise Refused when a meld that lies before a player is not among those she goes out with (H9, H11)."""
    hers: Sequence[Meld] = read(rules, deal.melds[hand.player]) if deal.melds else ()
    if hers and hand.concealed:
        raise Refused("There were melds on the table already: the hand was not concealed.", at="concealed")
    if hand.melds is None:
        return
    laid = [Counter(one.card for one in meld) for meld in hand.melds]
    missing = [meld for meld in hers if not any(Counter(one.card for one in meld) <= held for held in laid)]
    if missing:
        shown = " and ".join(show_meld(meld, rules.pack) for meld in missing)
        raise Refused(f"{shown}: on the table already, so it counts with the hand.", at="cards")
