"""B4, F3, K4, G3, V5: the scores of a deal that is settled by the cards left, melded or collected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.core.errors import ScorepadError
from scorepad.core.match_standing import match_standing
from scorepad.core.matches import PlayedDeal
from scorepad.core.notation import read_cards, read_melds
from scorepad.core.rules import Rules
from scorepad.core.scoring.ended_deal import NEVER_OPENED, NamedDeal, PlayerShare
from scorepad.core.settle import settle_deal, uncounted_fields, winner_has_none
from scorepad.rulebook import find_game
from scorepad.rulebook.avalanche import GAME as AVALANCHE
from scorepad.rulebook.basic_rummy import GAME as BASIC
from scorepad.rulebook.rummikub import GAME as RUMMIKUB
from scorepad.rulebook.rummy_500 import GAME as RUMMY_500
from scorepad.rulebook.shanghai import GAME as SHANGHAI

COLLECTED = AVALANCHE.rules({})


def share(rules, melded=(), left=()):
    """What a player has: melds and cards as text, as a worked example gives them."""
    return PlayerShare(
        tuple(meld for text in melded for meld in read_melds(text, rules.pack)),
        tuple(laid.card for text in left for laid in read_cards(text, rules.pack)),
    )


def racks(rules, **left):
    return {name: share(rules, left=cards.split()) for name, cards in left.items()}


def test_b4_going_rummy_doubles_where_the_table_says_so():
    """Twice what the others hold; off by default, and then refused."""
    rules = BASIC.rules({"going_rummy": True})
    shares = racks(rules, Ann="", Ben="KH 3D")
    assert settle_deal(rules, NamedDeal(shares, "Ann", went_rummy=True)) == {"Ann": 26, "Ben": 0}
    assert settle_deal(rules, NamedDeal(shares, "Ann")) == {"Ann": 13, "Ben": 0}
    with pytest.raises(ScorepadError, match="doesn’t play going rummy"):
        settle_deal(BASIC.rules({}), NamedDeal(shares, "Ann", went_rummy=True))


def test_b4_nobody_scores_when_nobody_goes_out():
    """The stock ran out."""
    assert settle_deal(BASIC.rules({}), NamedDeal(racks(BASIC.rules({}), Ann="KH", Ben="2D"))) == {
        "Ann": 0,
        "Ben": 0,
    }


@pytest.mark.parametrize(
    ("values", "melds", "left", "score"),
    [
        ("standard", ["AC 2C 3C"], "", 1 + 2 + 3),
        ("standard", ["QC KC AC"], "", 10 + 10 + 15),
        ("standard", ["AC AD AH"], "", 45),
        ("standard", ["3C 4C w"], "w", 3 + 4 + 15 - 15),
        ("standard", ["w 2C 3C"], "", 15 + 2 + 3),
        ("5-10-15", ["AC 2C 3C"], "9D", 15 + 5 + 5 - 5),
        ("5-10-15", ["9C TC JC"], "AD w", 5 + 10 + 10 - 30),
        ("standard", ["7D", "AH 2H"], "", 7 + 1 + 2),
        ("standard", ["AH"], "", 15),
    ],
)
def test_f3_values(values, melds, left, score):
    """Melded and laid off, an ace 1 as the low end of a run, less what is left in hand."""
    rules = RUMMY_500.rules({"values": values, "ace": "both"})
    assert settle_deal(rules, NamedDeal({"Ann": share(rules, melds, left.split())})) == {"Ann": score}


def test_f3_a_meld_that_is_none_is_refused():
    """With the reason, and whose it is."""
    rules = RUMMY_500.rules({})
    with pytest.raises(ScorepadError, match="Ann") as caught:
        settle_deal(rules, NamedDeal({"Ann": share(rules, ["KH AH 2H"])}))
    assert caught.value.at == "melded.Ann"


STALEMATE = {"Ann": "13K 13B", "Ben": "1K 2K 3K 4K", "Cy": "9R 10R 11R"}


@pytest.mark.parametrize(
    ("stalemate", "losses", "scores"),
    [
        ("tiles", "whole", {"Ann": 40, "Ben": -10, "Cy": -30}),
        ("sum", "whole", {"Ann": -26, "Ben": 56, "Cy": -30}),
        ("tiles", "difference", {"Ann": 4, "Ben": 0, "Cy": -4}),
        ("sum", "difference", {"Ann": -16, "Ben": 36, "Cy": -20}),
    ],
)
def test_k4_nobody_can_play(stalemate, losses, scores):
    """Fewest tiles or lowest sum wins; the others lose their rack, or what it has above the winner's."""
    rules = RUMMIKUB.rules({"stalemate": stalemate, "losses": losses})
    assert settle_deal(rules, NamedDeal(racks(rules, **STALEMATE))) == scores


def test_k4_ties_in_tiles_go_by_the_sum():
    """And racks that tie in both share what the others lose, the first of them the odd point."""
    rules = RUMMIKUB.rules({})
    assert settle_deal(rules, NamedDeal(racks(rules, Ann="5K 6K", Ben="5B 5R"))) == {"Ann": -11, "Ben": 11}
    tied = racks(rules, Ann="5K 5O", Ben="5B 5R", Cy="1K 2K 4K")
    assert settle_deal(rules, NamedDeal(tied)) == {"Ann": 4, "Ben": 3, "Cy": -7}


def test_plain_numbers_stand_for_cards():
    """The value of a rack, the number of cards, the value of melds."""
    rules = RUMMIKUB.rules({})
    assert settle_deal(rules, NamedDeal({"Ann": PlayerShare(), "Ben": PlayerShare(left=24)}, "Ann")) == {
        "Ann": 24,
        "Ben": -24,
    }
    stuck = {"Ann": PlayerShare(left=20, tiles=2), "Ben": PlayerShare(left=6, tiles=4)}
    assert settle_deal(rules, NamedDeal(stuck)) == {"Ann": 6, "Ben": -6}
    assert settle_deal(
        SHANGHAI.rules({}), NamedDeal({"Ann": PlayerShare(), "Ben": PlayerShare(left=4)}, "Ann")
    ) == {
        "Ann": 0,
        "Ben": 4,
    }
    assert settle_deal(RUMMY_500.rules({}), NamedDeal({"Ann": PlayerShare(melded=60, left=75)})) == {
        "Ann": -15
    }


def test_v5_the_cards_collected():
    """Their number, whoever took the last ones."""
    shares = {"Ann": PlayerShare(left=60), "Ben": share(COLLECTED, left=["KH", "w"])}
    assert settle_deal(COLLECTED, NamedDeal(shares)) == {"Ann": 60, "Ben": 2}


def test_every_fault_is_told():
    """A winner with cards, a number below zero, more copies than there are, a rack whose size is unknown."""
    rules = RUMMIKUB.rules({})
    with pytest.raises(ScorepadError) as caught:
        settle_deal(
            rules,
            NamedDeal(
                {"Ann": PlayerShare(left=3), "Ben": PlayerShare(left=-1), **racks(rules, Cy="5K 5K 5K")},
                "Ann",
            ),
        )
    assert [part.at for part in caught.value.parts] == ["left.Ann", "left.Ben", "left"]
    with pytest.raises(ScorepadError, match="how many there are"):
        settle_deal(rules, NamedDeal({"Ann": PlayerShare(left=3), "Ben": PlayerShare(left=5)}))


@pytest.mark.parametrize(
    ("deal", "at"),
    [(NamedDeal({}), "left"), (NamedDeal({"Ann": PlayerShare()}, "Zoe"), "winner")],
)
def test_a_deal_needs_its_players(deal, at):
    """Somebody has cards, and the winner is one of them."""
    with pytest.raises(ScorepadError) as caught:
        settle_deal(BASIC.rules({}), deal)
    assert caught.value.at == at


def test_a_game_settled_by_going_out_is_refused():
    """Its scores come from the melds and the order of going out."""
    with pytest.raises(ScorepadError, match="chattahoochee"):
        settle_deal(Rules(game="chattahoochee"), NamedDeal({"Ann": PlayerShare()}))


UNOPENED = RUMMIKUB.rules({"charge_unopened": True})
TILES = st.lists(st.sampled_from(UNOPENED.pack.cards), max_size=3, unique=True)


@given(
    st.lists(TILES, min_size=2, max_size=4),
    st.sets(st.integers(0, 3)),
    st.booleans(),
    st.sampled_from(["tiles", "sum"]),
    st.sampled_from(["whole", "difference"]),
)
def test_k4_with_racks_charged_scores_are_what_the_clause_says(held, unopened, went_out, stalemate, losses):
    """Her own loss as it always was, and each other rack that never opened; nobody scores below nothing."""
    rules = RUMMIKUB.rules({"charge_unopened": True, "stalemate": stalemate, "losses": losses})
    held = [[], *held[1:]] if went_out else held
    never_opened = {seat for seat in unopened if seat < len(held) and not (went_out and seat == 0)}
    names = [f"P{seat}" for seat in range(len(held))]
    shares = {name: PlayerShare(left=tuple(rack)) for name, rack in zip(names, held, strict=True)}
    try:
        told = NamedDeal(
            shares, "P0" if went_out else None, notes={names[seat]: [NEVER_OPENED] for seat in never_opened}
        )
        scores = settle_deal(rules, told)
    except ScorepadError as error:
        assert "but there are two of each tile" in str(error)
        return
    sums = [sum(int(tile.rank) for tile in rack) for rack in held]
    ranks = [
        (len(rack) if stalemate == "tiles" else 0, value) for rack, value in zip(held, sums, strict=True)
    ]
    winners = {0} if went_out else {seat for seat, rank in enumerate(ranks) if rank == min(ranks)}
    lowest = sums[min(winners)] if losses == "difference" and not went_out else 0
    for seat, value in enumerate(sums):
        own = 0 if seat in winners else max(0, value - lowest)
        assert scores[f"P{seat}"] == own + sum(sums[other] for other in never_opened if other != seat)


def test_k4_who_never_opened_must_sit_there_and_not_go_out():
    """Every fault at once; and nobody is named where racks are charged to nobody else."""
    shares = racks(UNOPENED, Ann="", Ben="5R")
    with pytest.raises(ScorepadError) as wrong:
        settle_deal(UNOPENED, NamedDeal(shares, "Ann", notes={"Ann": [NEVER_OPENED], "Zoe": [NEVER_OPENED]}))
    assert [part.at for part in wrong.value.parts] == ["never_opened.Ann", "never_opened"]
    with pytest.raises(ScorepadError, match="Unopened racks cost nobody else"):
        settle_deal(RUMMIKUB.rules({}), NamedDeal(shares, "Ann", notes={"Ben": [NEVER_OPENED]}))


def test_k4_the_fewest_points_win_the_match_where_racks_are_charged():
    """Whoever reaches the target loses; without the rule the highest total wins."""
    charged = RUMMIKUB.rules({"charge_unopened": True, "target": 100})
    deals = [PlayedDeal({0: 60, 1: 40}), PlayedDeal({0: 40, 1: 0})]
    match = match_standing(charged, deals, 2)
    assert (match.over, match.winners, match.losers) == (2, (1,), (0,))
    assert match_standing(RUMMIKUB.rules({"target": 100}), deals, 2).winners == (0,)


@pytest.mark.parametrize("field", ["left", "collected", "melded", "tiles"])
def test_a_game_of_points_counts_no_cards(field):
    reason = uncounted_fields(find_game("any-game").rules({}))[field]
    assert reason == f"This game has no cards. Leave {field} out and enter points."


@pytest.mark.parametrize(
    ("game", "options", "ending", "has_none"),
    [
        ("rummy-500", {}, "", True),
        ("romme", {}, "", True),
        ("rummikub", {}, "", True),
        ("gin-rummy", {}, "knock", False),
        ("gin-rummy", {}, "gin", True),
        ("chinchon", {}, "close", False),
        ("canasta", {}, "", False),
        ("any-game", {}, "", False),
    ],
)
def test_who_ended_a_deal_is_asked_for_nothing_that_cannot_be_left(game, options, ending, has_none):
    """A knocker has cards left, and so have the partners of who goes out at Canasta."""
    rules = find_game(game).rules(options)
    deal = NamedDeal({"Ann": PlayerShare(), "Ben": PlayerShare(left=30)}, "Ann", ending=ending)
    assert winner_has_none(rules, deal) is has_none


def test_where_nobody_ended_the_deal_everybody_is_asked():
    rules = find_game("rummy-500").rules({})
    assert not winner_has_none(rules, NamedDeal({"Ann": PlayerShare(), "Ben": PlayerShare()}))
