"""What a player had when a deal was settled, said once in the words of players."""

from __future__ import annotations

import pytest

from scorepad.core.log.endings import Ending, FinalHand
from scorepad.rulebook import find_game
from scorepad.tables.phrases import standing_with

ANN, BEN = 0, 1


@pytest.mark.parametrize(
    ("game", "player", "melded", "left", "score", "words"),
    [
        ("romme", BEN, 0, 12, 12, "12 left, counting 12"),
        ("gin-rummy", ANN, 0, 7, 18, "7 left, scores 18"),
        ("rummy-500", BEN, 55, 12, 43, "55 − 12 = 43"),
        ("rummy-500", BEN, 55, 0, 55, "55"),
        ("rummy-500", BEN, 0, 12, -12, "−12"),
        ("rummy-500", ANN, 55, 0, 55, "out, 55"),
        ("canasta", BEN, 85, 10, 575, "85 − 10, 575"),
        ("canasta", BEN, 12500, 10, 12490, "12,500 − 10 = 12,490"),
    ],
)
def test_what_a_player_had_and_what_it_counts_is_said_once(game, player, melded, left, score, words):
    hand = FinalHand(
        player=player, melds=None, melded=melded, left=None, number=left, tiles=None, score=score
    )
    ending = Ending(winner=ANN, rummy=False, hands=(hand,), note="", number=3, at="", by="Ann")
    assert standing_with(find_game(game).rules({}).scoring, ending, hand, "out") == words
