"""Service: melds that players lay on the table in any turn, before they go out (H8-H13, H19, L2, L3).

The log keeps what lies before every player after each play, so that going out can count it (H10).
"""

from __future__ import annotations

from scorepad.core.card_text import read_canonical_melds, show_card, show_cards, show_meld
from scorepad.core.cards import Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.log.deal_events import MeldsPlayed, ToldPlay
from scorepad.core.log.event_data import Refused
from scorepad.core.log.table import Table
from scorepad.core.plays import cards_played, judge_play
from scorepad.core.rules import Rules
from scorepad.core.sentence import in_a_row, say
from scorepad.core.tableau import ExtendMeld, FilchWild, MergeMelds, NewMeld, OnTable, Play, PlayVerdict
from scorepad.tables.operations import Operation
from scorepad.tables.standing import rules_of


class IllegalPlay(ScorepadError):
    """Plays that the rules do not allow; `verdict` is that of the first."""

    code = "illegal-play"

    def __init__(self, *verdicts: PlayVerdict) -> None:
        self.verdict = verdicts[0]
        faults = [
            ScorepadError(finding.sentence, at="cards", code=finding.code)
            for verdict in verdicts
            for finding in verdict.findings
        ]
        super().__init__(in_a_row(fault.message for fault in faults), at="cards", parts=faults)


def lay_melds(operation: Operation, *, player: int, play: Play, last: bool = False) -> Table:
    """A player lays a meld, adds to one, merges two, or takes a wild out of one.

    `last` says that it is the last card and that there are none to draw (H12). Raises IllegalPlay with every
    finding, Refused in a game whose melds are laid on going out.
    """

    def played(table: Table) -> MeldsPlayed:
        rules = rules_of_plays(table)
        melds_before = on_table(table)
        verdict = judge_play(rules, melds_before, player, play, is_last_card=last)
        if not verdict.legal:
            raise IllegalPlay(verdict)
        # Melds are told as they lay before the play.
        told = told_play(rules, melds_before, player, play)
        melds = written_melds(verdict.table)
        return MeldsPlayed(deal=table.deal.number, player=player, plays=(told,), melds=melds)

    return operation.do(played)


def rules_of_plays(table: Table) -> Rules:
    """The rules of a table at which melds are laid in any turn. Raises Refused at another."""
    rules = rules_of(table)
    if not rules.turns.any_turn:
        raise Refused(
            say("In this game there are no melds on the table before going out. Leave them out."), at="player"
        )
    return rules


def written_melds(there: OnTable) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The melds of every seat as the log keeps them."""
    return tuple(tuple(tuple(map(str, meld)) for meld in melds) for melds in there.melds)


def on_table(table: Table) -> OnTable:
    """What lies before each player in the current deal, and what the pad knows of each of them."""
    seats = range(len(table.players))
    return OnTable(
        tuple(_melds_of_seat(table, seat) for seat in seats),
        table.partnerships,
        tuple(entry.points if (entry := table.deal.entry_of(seat)) else None for seat in seats),
        table.deal.before,
        table.names,
    )


def _melds_of_seat(table: Table, seat: int) -> tuple[Meld, ...]:
    """A player's melds as the plays left them; where no plays were told, those of going out."""
    if table.deal.melds:
        return read_canonical_melds(table.deal.melds[seat])
    entry = table.deal.entry_of(seat)
    return read_canonical_melds(entry.melds) if entry else ()


def told_play(rules: Rules, table: OnTable, player: int, play: Play) -> ToldPlay:
    """A play as the log tells it, with cards as this table shows them."""
    pack = rules.pack
    match play:
        case NewMeld(meld):
            return ToldPlay("laid", show_meld(meld, pack))
        case ExtendMeld(at):
            return ToldPlay("added", show_meld(table.meld_at(at), pack), show_cards(cards_played(play), pack))
        case MergeMelds(first, second, between):
            first_meld, other_meld = (show_meld(table.meld_at(at), pack) for at in (first, second))
            return ToldPlay("merged", first_meld, show_meld(between, pack) if between else "", other_meld)
        case FilchWild(at, natural):
            owner = "" if at.owner == player else table.player_name(at.owner)
            return ToldPlay("took", show_meld(table.meld_at(at), pack), show_card(natural, pack), owner=owner)
