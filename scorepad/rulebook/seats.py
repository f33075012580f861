"""Check whether so many players can play a game under its house rules."""

from __future__ import annotations

from scorepad.core.audit import cards_in_play
from scorepad.core.rules import Rules
from scorepad.core.sentence import in_a_row, say, say_number
from scorepad.core.tokens import leaps_fault
from scorepad.rulebook.game import Game


def seating_fault(game: Game, rules: Rules, players: int) -> str:
    """Return why so many players cannot play under these rules; empty if they can."""
    return game.number_fault(players) or _deal_fault(game, rules, players) or leaps_fault(rules, players)


def _deal_fault(game: Game, rules: Rules, players: int) -> str:
    """Return why the packs do not suffice for so many players, with a remedy; empty if they do (H5)."""
    help_words = say("Use more packs, deal fewer cards or seat fewer players.")
    in_play, dealt = cards_in_play(rules), rules.match.cards_dealt or (1,) * game.players[-1]
    if players - game.players[0] >= len(dealt):
        return in_a_row((say("There are no cards for {players} players.", players=players), help_words))
    cards_each = dealt[players - game.players[0]]
    if players * cards_each <= in_play:
        return ""
    fault = say(
        "{players} players with {dealt} need {needed} cards, but only {in_play} are in play.",
        players=players,
        dealt=say_number("{number} card each", "{number} cards each", cards_each),
        needed=players * cards_each,
        in_play=in_play,
    )
    return in_a_row((fault, help_words))
