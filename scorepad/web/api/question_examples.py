"""Questions as examples, one and more for each verb; the tests ask them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorepad.answers.question_types import (
    BestQuestion,
    CheckQuestion,
    CirclesQuestion,
    DiscardQuestion,
    JsonQuestion,
    MergeQuestion,
    MultipliersQuestion,
    NextQuestion,
    PlayQuestion,
    ScheduleQuestion,
    ScoreQuestion,
)

EXAMPLES: Mapping[str, Sequence[JsonQuestion]] = {
    "best": (
        BestQuestion(game="chattahoochee", cards="♣456677889T ♥Q w", options={"jokers": 2}, multiplier=3),
        BestQuestion(game="basic-rummy", hands=["4C 5C 6C KH", "7C 7D 7H 2S"]),
        BestQuestion(game="rummy-500", cards="9C TC JC 9D 9H 2C", taken="9H"),
        BestQuestion(game="rummikub", cards="8B 9R 10R w", table=["6B 7B 8B 9B 10B", "3R 4R 5R"]),
    ),
    "check": (
        CheckQuestion(game="chattahoochee", melds="♣45678 / ♣6789T"),
        CheckQuestion(game="leap-rummy", melds=["♥6789JQ", "♠2♦2"]),
    ),
    "next": (
        NextQuestion(game="basic-rummy", cards="4C 5C KH KD 2D 9S"),
        NextQuestion(game="chattahoochee", cards="♣4567 ♥Q"),
    ),
    "discard": (DiscardQuestion(game="rummy-500", cards="4C 5C 6C KH KD 2D 9S"),),
    "merge": (MergeQuestion(game="chattahoochee-alternate", melds="♣456 / ♣789"),),
    "play": (PlayQuestion(game="avalanche", last="5 5", played="7 7 7"),),
    "score": (
        ScoreQuestion(game="basic-rummy", winner="Ann", left={"Ben": "QH 4C", "Cy": 25}),
        ScoreQuestion(game="rummikub", winner="Ann", left={"Ben": 31}, tiles={"Ben": 4}),
    ),
    "multipliers": (
        MultipliersQuestion(partnerships=[["Ann", "Cy"], ["Ben", "Di"]], out_order=["Ann", "Cy"]),
        MultipliersQuestion(players=["Ann", "Ben", "Cy"], out_order=["Ben"]),
    ),
    "circles": (CirclesQuestion(pack="french", leaps=[1, 5]), CirclesQuestion(ranks="1 2 3 4 5", leaps=2)),
    "schedule": (ScheduleQuestion(schedule="original", length=13),),
}
