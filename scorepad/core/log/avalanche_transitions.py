"""What a play of Avalanche does to a deal, judged by all plays before it (V2-V5)."""

from __future__ import annotations

from dataclasses import replace

from scorepad.core.log.avalanche_course import GAME, Course, DoesNotGoRound, opening
from scorepad.core.log.entry_transitions import no_player, not_current
from scorepad.core.log.events import Event
from scorepad.core.log.state import Dealt, Refused, State, refuse_any


def played(state: State, event: Event) -> State:
    """The player in turn plays cards, or draws one. Raises Refused with every reason."""
    deal, number, player = state.deal, event.data["deal"], event.data["player"]
    ended = number == deal.number and state.ended_by(deal) is not None
    refuse_any(
        [
            (state.game != GAME, "game", "Avalanches are played in Avalanche alone."),
            not_current(deal, number),
            (ended, "deal", f"Deal {number} has ended: nothing more is played in it."),
            no_player(state, player),
        ]
    )
    before = _course(state, deal)
    turn = before.game.turn
    names = f"It is {state.players[turn]}'s turn, not {state.players[player]}'s."
    refuse_any([(player != turn and not before.game.over, "player", names)])
    after, move, why = before.after(event.data["cards"])
    refuse_any([(move == "illegal", "cards", why)])
    return state.with_deal(replace(deal, course=after))


def _course(state: State, deal: Dealt) -> Course:
    """How the deal has gone so far."""
    try:
        return deal.course or opening(state.options, len(state.players), deal.dealer)
    except DoesNotGoRound as fault:
        raise Refused(f"{fault}.", at="players") from fault
