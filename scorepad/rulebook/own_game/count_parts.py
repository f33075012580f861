"""The parts of the game language about the end of a deal and its points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorepad.core.options import option
from scorepad.core.sentence import say
from scorepad.rulebook.game import HouseRules
from scorepad.rulebook.own_game.bounds import MOST_POINTS
from scorepad.rulebook.shared_rules import deals_option, out_at_option, returns_option, target_option

Kind = Literal["left", "winner", "melded", "difference", "rack", "cards", "wins"]


@dataclass(frozen=True)
class OutPart(HouseRules):
    """The part `out`: how a deal ends."""

    out_throws: bool = option(
        True,
        say("A discard each turn"),
        say("Every turn ends with a discard, even the last one."),
        "own-game out",
        "melds",
    )
    out_knock: int = option(
        0,
        say("Knock with"),
        say("The most you may have left to knock; 0 if only gin ends the deal."),
        "own-game out",
        "melds",
        high=100,
    )
    out_laid: int = option(
        0,
        say("Laid cards to go out"),
        say("How many laid cards end the deal; 0 if all cards of the hand do."),
        "own-game out",
        "melds",
        high=40,
    )
    out_at_once: int = option(
        0,
        say("All at once"),
        say("How many times the others count if one lays all cards at once; 0 if nobody notes it."),
        "own-game out",
        "scoring",
        high=4,
    )
    out_pure_runs: int = option(
        0,
        say("Runs without wilds"),
        say("How many runs without wilds a hand needs for its melds to count; 0 for none."),
        "own-game out",
        "melds",
        high=3,
    )


@dataclass(frozen=True)
class CountPart(HouseRules):
    """The part `count`: the points of single cards."""

    count_ace: int = option(
        11,
        say("An ace"),
        say("What an ace counts."),
        "own-game count",
        "scoring",
        high=MOST_POINTS,
    )
    count_low_ace: int = option(
        0,
        say("An ace before the two"),
        say("What an ace counts before the two of a run; 0 for the same as elsewhere."),
        "own-game count",
        "scoring",
        high=MOST_POINTS,
    )
    count_lone_ace: int = option(
        0,
        say("An ace alone"),
        say("What an ace counts as the only card left; 0 for the same as elsewhere."),
        "own-game count",
        "scoring",
        high=MOST_POINTS,
    )
    count_faces: int = option(
        10,
        say("Face cards"),
        say("What jacks, queens and kings count; 0 for 11, 12 and 13."),
        "own-game count",
        "scoring",
        high=MOST_POINTS,
    )
    count_numbers: int = option(
        0,
        say("Number cards"),
        say("What each number card counts; 0 for its number."),
        "own-game count",
        "scoring",
        high=MOST_POINTS,
    )
    count_joker: int = option(
        20,
        say("A joker"),
        say("What a joker counts, melded or left."),
        "own-game count",
        "scoring",
        high=MOST_POINTS,
    )
    count_joker_as_card: bool = option(
        True,
        say("A joker as its card"),
        say("A joker in a meld counts as the card it stands for."),
        "own-game count",
        "scoring",
    )
    count_wild_left: int = option(
        0,
        say("Wild ranks left in hand"),
        say("What a card of a wild rank counts when left in hand; 0 for the same as elsewhere."),
        "own-game count",
        "scoring",
        high=MOST_POINTS,
    )
    count_cards: str = option(
        "",
        say("Single ranks"),
        say("Ranks that count something else, such as 2=20 5=5."),
        "own-game count",
        "scoring",
    )
    count_left: str = option(
        "",
        say("Left in hand"),
        say("Ranks that count something else when left in hand, such as A=15 2=20."),
        "own-game count",
        "scoring",
    )


@dataclass(frozen=True)
class ScorePart(HouseRules):
    """The part `score`: the points of a deal, and who gets them."""

    score_kind: Kind = option(
        "left",
        say("What a deal is worth"),
        say("Who scores what at the end of a deal."),
        "own-game score",
        "scoring",
        choices={
            "left": say("each counts the rest"),
            "winner": say("the winner scores the rest"),
            "melded": say("melds less what’s left"),
            "difference": say("the difference, for two"),
            "rack": say("the rest, paid to the winner"),
            "cards": say("a point for each card left"),
            "wins": say("a fixed number"),
        },
    )
    score_out: int = option(
        0,
        say("Going out"),
        say("Bonus for going out."),
        "own-game score",
        "scoring",
        high=500,
    )
    score_at_once: int = option(
        0,
        say("Points off for going out at once"),
        say("Points taken off for laying all cards at once."),
        "own-game score",
        "scoring",
        high=500,
    )
    score_winner_takes: bool = option(
        False,
        say("The winner takes"),
        say("When you go out, you score what the others have left, as a minus."),
        "own-game score",
        "scoring",
    )
    score_gin: int = option(
        25, say("Gin"), say("Bonus for nothing left."), "own-game score", "scoring", high=500
    )
    score_big_gin: int = option(
        0,
        say("Big gin"),
        say("Bonus for melding eleven cards without a discard; 0 if that counts as plain gin."),
        "own-game score",
        "scoring",
        high=500,
    )
    score_undercut: int = option(
        25,
        say("Undercut"),
        say("Bonus for a player who has less left than the knocker."),
        "own-game score",
        "scoring",
        high=500,
    )


@dataclass(frozen=True)
class MatchPart(HouseRules):
    """The part `match`: the end of a match."""

    match_to: int = target_option(0, "own-game match")
    match_deals: int = deals_option("own-game match")
    match_out_at: int = out_at_option(0, "own-game match")
    match_back_in: int = returns_option(0, "own-game match")
    match_stakes_stay: bool = option(
        False,
        say("Draws add up"),
        say("The winner of a deal also wins the draws just before it."),
        "own-game match",
        "scoring",
    )
    match_start: int = option(
        0,
        say("Starting points"),
        say("What everybody starts with. If it’s more than the match target, you count down."),
        "own-game match",
        "scoring",
        high=10_000,
        in_short=say("Everybody starts at {number}", number=0),
    )
