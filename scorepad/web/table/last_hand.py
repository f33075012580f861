"""The hand that was recorded last, as the wall shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorepad.core.card_text import read_canonical_melds
from scorepad.core.cards import Meld
from scorepad.core.log.deal import Deal

if TYPE_CHECKING:
    from scorepad.web.table.scoreboard import Scoreboard


@dataclass(frozen=True, slots=True)
class LastHand:
    """What came of it in words, its melds; none where only points were entered."""

    outcome: str
    score: int
    melds: tuple[Meld, ...]


def last_hand(board: Scoreboard) -> LastHand | None:
    """That of the current deal, else of the one before; None while there is none."""
    deals = board.table.deals
    newest = (_hand_of_deal(board, deal) for deal in (deals[-1], *deals[-2:-1]))
    return next((hand for hand in newest if hand), None)


def _hand_of_deal(board: Scoreboard, deal: Deal) -> LastHand | None:
    """The hand that went out last, or that of whoever went out where a deal is settled at once."""
    names = board.table.names
    if deal.entries:
        entry = max(deal.entries, key=lambda entry: entry.number)
        name = names[entry.player]
        return LastHand(
            board.rules.deal.scoring.ending_words.ended_by(name),
            entry.score,
            read_canonical_melds(entry.melds),
        )
    winner = (
        deal.ending.hand_of(deal.ending.winner) if deal.ending and deal.ending.winner is not None else None
    )
    if winner is None:
        return None
    outcome = board.rules.deal.scoring.ending_words.ended_by(names[winner.player])
    return LastHand(outcome, winner.score, read_canonical_melds(winner.melds))
