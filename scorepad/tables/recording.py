"""Service: a hand as it is recorded: judged for the log by the referee alone, never by the search (A4).

Melds are taken as they were shown or laid. Cards that come alone are recorded at once, with melds that stand
in for those to follow. Nothing but the pack audit can be overruled (P1).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from scorepad.core.log.replay import Refused
from scorepad.core.log.table import Deal, Entry, Table
from scorepad.core.rules import Rules
from scorepad.core.verdicts import Judgement
from scorepad.games import find
from scorepad.tables.judging import Hand, IllegalMelds, judged, lying, read, refuse_illegal
from scorepad.tables.operations import Data
from scorepad.tables.provisional import layings, longest_first_is_best
from scorepad.tables.table_plays import refuse_missing


def judged_hand(
    table: Table, deal: Deal, hand: Hand, replaced: Entry | None = None, place: int | None = None
) -> Data:
    """The fields of the hand for its event: one that is put right, or one at its place in the order of going
    out. Raises UnclearHand, IllegalMelds."""
    rules = _rules(table)
    if rules.deal.scoring not in ("going-out", "retiring"):
        raise Refused("In this game a deal is recorded as a whole, when it is over.", at="player")
    if hand.cards is not None:
        return _to_follow(table, deal, hand, replaced, place)
    ahead = deal if place is None else replace(deal, entries=deal.entries[: place - 1])
    verdict, fields = judged(rules, hand, lying(rules, table, ahead, hand.player, replaced))
    if verdict is not None and _disputed(table, deal, hand, verdict, replaced):
        fields["disputed"] = True
    if replaced is None:
        refuse_missing(rules, deal, hand)
    return fields


def _disputed(table: Table, deal: Deal, hand: Hand, verdict: Judgement, replaced: Entry | None) -> bool:
    """Whether the pack audit had to be overruled. Raises IllegalMelds for all else that is wrong."""
    try:
        refuse_illegal(_rules(table), table, deal, verdict, replaced, left=hand.left, player=hand.player)
    except IllegalMelds as error:
        if not (hand.disputed and error.disputable):
            raise
        return True
    return False


def _to_follow(table: Table, deal: Deal, hand: Hand, replaced: Entry | None, place: int | None) -> Data:
    """The fields of cards whose melds are to follow: of the first plain laying that is not refused (A4)."""
    rules, on_table = _rules(table), deal.melds and replaced is None
    own = read(rules, deal.melds[hand.player]) if on_table else ()
    follows = not longest_first_is_best(rules, hand.cards or (), own)
    stand_ins = [
        replace(hand, cards=None, melds=melds, left=left, to_follow=follows)
        for melds, left in layings(rules, hand.cards or (), own)
    ]
    for stand_in in stand_ins[:-1]:
        with suppress(IllegalMelds):
            return judged_hand(table, deal, stand_in, replaced, place=place)
    return judged_hand(table, deal, stand_ins[-1], replaced, place=place)


def _rules(table: Table) -> Rules:
    return find(table.game).rules(table.options)
