"""Rounds that are entered in columns, each game by the worked examples of its published rules."""

from __future__ import annotations

import pytest

from scorepad.answers.score_questions import match, score
from scorepad.core.errors import ScorepadError
from scorepad.rulebook.any_game import TALLIES


def scored(columns, tally, deal=1, **whole):
    asked = {"game": "any-game", "options": {"columns": columns}, "tally": tally, "deal": deal}
    return score(asked | ({"round": whole} if whole else {}))


def scores(columns, tally, deal=1, **whole):
    return scored(columns, tally, deal, **whole).scores


def refused(columns, tally, deal=1, **whole):
    with pytest.raises(ScorepadError) as error:
        scored(columns, tally, deal, **whole)
    return error.value.message


def played(columns, rounds, players=("Ann", "Ben"), **options):
    """A match of rounds, each with what everybody has in the columns."""
    asked = {"game": "any-game", "options": {"columns": columns, **options}, "players": list(players)}
    return match({**asked, "deals": [{"tally": tally} for tally in rounds]})


def party(columns, names, of_party, **whole):
    """The scores of a round with those of one party ticked."""
    word = {"skat": "declarer", "doppelkopf": "re"}[columns]
    return scores(columns, {name: {word: int(name in of_party)} for name in names}, **whole)


def test_wizard_pays_a_bid_that_is_made_and_charges_each_trick_off_it():
    tally = {"Ann": {"bid": 2, "tricks": 2}, "Ben": {"bid": 0, "tricks": 0}, "Cy": {"bid": 0, "tricks": 2}}
    assert scores("wizard", tally, deal=4) == {"Ann": 40, "Ben": 20, "Cy": -20}
    told = scored("wizard", tally, deal=4).lines
    assert [(line.reason, line.points) for line in told["Ann"]] == [("bid made", 20), ("2 tricks × 10", 20)]
    assert [(line.reason, line.points) for line in told["Cy"]] == [("2 off the bid × −10", -20)]


def test_wizard_has_as_many_tricks_as_the_round_has_cards():
    tally = {"Ann": {"bid": 1, "tricks": 1}, "Ben": {"bid": 1, "tricks": 0}}
    assert scores("wizard", tally) == {"Ann": 30, "Ben": -10}
    assert refused("wizard", tally, deal=3) == "Round 3 has 3 tricks, not 1. Check each one."


@pytest.mark.parametrize(("players", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_wizard_ends_when_all_sixty_cards_were_dealt(players, rounds):
    assert TALLIES["wizard"].rounds(players) == rounds


def test_spades_pays_tens_for_the_bid_and_ones_above_it():
    tally = {"NS": {"bid": 7, "tricks": 8}, "EW": {"bid": 6, "tricks": 5}}
    assert scores("spades", tally) == {"NS": 71, "EW": -60}


def test_spades_counts_nil_beside_the_bid_of_the_partner():
    made = {"NS": {"bid": 4, "tricks": 4, "nil_made": 1}, "EW": {"bid": 9, "tricks": 9, "blind_failed": 1}}
    assert scores("spades", made) == {"NS": 140, "EW": -110}


def test_spades_takes_100_for_ten_bags_and_keeps_those_beyond():
    """Six and five are eleven: one of them begins the next ten."""
    rounds = [
        {"Ann": {"bid": 2, "tricks": 8}, "Ben": {"bid": 5, "tricks": 5}},
        {"Ann": {"bid": 3, "tricks": 8}, "Ben": {"bid": 5, "tricks": 5}},
    ]
    told = played("spades", rounds, target=500)
    assert told.totals == {"Ann": 26 + 35 - 100, "Ben": 100}
    assert [(bonus.player, bonus.points) for bonus in told.bonuses] == [("Ann", -100)]
    assert told.totals["Ann"] % 10 == 1


def test_spades_has_thirteen_tricks():
    tally = {"NS": {"bid": 7, "tricks": 8}, "EW": {"bid": 6, "tricks": 6}}
    assert refused("spades", tally) == "A round has 13 tricks, not 14. Check each one."


def test_hearts_counts_hearts_and_the_queen():
    tally = {"Ann": {"hearts": 8}, "Ben": {"hearts": 5, "queen": 1}, "Cy": {}, "Di": {}}
    assert scores("hearts", tally) == {"Ann": 8, "Ben": 18, "Cy": 0, "Di": 0}


def test_hearts_gives_26_to_the_others_of_who_takes_all():
    tally = {"Ann": {"hearts": 13, "queen": 1}, "Ben": {}, "Cy": {}, "Di": {}}
    assert scores("hearts", tally) == {"Ann": 0, "Ben": 26, "Cy": 26, "Di": 26}


def test_hearts_has_thirteen_hearts_and_one_queen():
    assert refused("hearts", {"Ann": {"hearts": 8}, "Ben": {"hearts": 4}}) == (
        "There are 13 hearts, not 12. Check each one. Choose the one player who took ♠Q."
    )


SKAT = ("Ann", "Ben", "Cy")


@pytest.mark.parametrize(
    ("whole", "points"),
    [
        ({"game": 9, "tops": 1, "won": 1}, 18),  # the cheapest game
        ({"game": 12, "tops": 4, "won": 1, "hand": 1}, 72),
        ({"game": 24, "tops": 1, "won": 1, "schneider": 1}, 72),
        ({"game": 24, "tops": 2, "won": 0}, -144),  # a game lost costs twice its value
        ({"game": 23, "won": 1}, 23),
        ({"game": 46, "won": 0}, -92),
        # grand ouvert with all four jacks: the dearest game, 24 × 11
        (
            {"game": 24, "tops": 4, "won": 1, "hand": 1, "schneider": 1, "schneider_said": 1}
            | {"schwarz": 1, "schwarz_said": 1, "ouvert": 1},
            264,
        ),
    ],
)
def test_skat_multiplies_the_base_value(whole, points):
    assert party("skat", SKAT, ["Ann"], **whole) == {"Ann": points, "Ben": 0, "Cy": 0}


def test_skat_charges_an_overbid_game_by_the_least_multiple_that_reaches_the_bid():
    """Spades without one were bid to 24 and came to 22: 33 are lost twice."""
    whole = {"game": 11, "tops": 1, "bid": 24}
    assert party("skat", SKAT, ["Ann"], **whole)["Ann"] == -66
    tally = {name: {"declarer": int(name == "Ann")} for name in SKAT}
    assert "Clear “Won”" in refused("skat", tally, **whole, won=1)


def test_skat_has_one_declarer_and_steps_that_go_together():
    nobody = {name: {} for name in SKAT}
    assert "Choose the one player who was the declarer." in refused("skat", nobody, game=9)
    tally = {**nobody, "Ann": {"declarer": 1}}
    said = refused("skat", tally, game=9, won=1, schwarz=1)
    assert said == "“Schwarz” goes with “Schneider”. Tick that too."


DOPPELKOPF = ("Ann", "Ben", "Cy", "Di")


def test_doppelkopf_pays_what_the_other_party_loses():
    """Won, below 90, and Re announced."""
    whole = {"won": 1, "below": 1, "re_said": 1}
    points = party("doppelkopf", DOPPELKOPF, ["Ann", "Cy"], **whole)
    assert points == {"Ann": 4, "Ben": -4, "Cy": 4, "Di": -4}


def test_doppelkopf_counts_a_win_against_the_queens_of_clubs_once_more():
    whole = {"won": 0, "kontra_points": 2, "re_points": 1}
    points = party("doppelkopf", DOPPELKOPF, ["Ann", "Cy"], **whole)
    assert points == {"Ann": -3, "Ben": 3, "Cy": -3, "Di": 3}


def test_doppelkopf_counts_a_solo_three_times_without_special_points():
    won = party("doppelkopf", DOPPELKOPF, ["Ann"], won=1, below=2, re_points=4)
    assert won == {"Ann": 9, "Ben": -3, "Cy": -3, "Di": -3}
    lost = party("doppelkopf", DOPPELKOPF, ["Ann"], won=0)
    assert lost == {"Ann": -3, "Ben": 1, "Cy": 1, "Di": 1}


@pytest.mark.parametrize("re", [(), ("Ann", "Ben", "Cy")])
def test_doppelkopf_has_a_party_of_one_or_two(re):
    tally = {name: {"re": int(name in re)} for name in DOPPELKOPF}
    assert "Choose the two players of Re" in refused("doppelkopf", tally, won=1)


BOXES = {f"face{face}": 3 * face for face in range(1, 7)}


def test_five_dice_pay_35_for_63_above_and_100_for_each_further_five_of_a_kind():
    lower = {"three": 20, "four": 24, "full": 25, "small": 30, "large": 40, "five": 50, "chance": 22}
    tally = {"Ann": {**BOXES, **lower, "further": 1}, "Ben": {**BOXES, "face6": 12}}
    assert scores("dice", tally) == {"Ann": 63 + 35 + 211 + 100, "Ben": 57}


@pytest.mark.parametrize(("box", "number"), [("face4", 6), ("full", 24), ("three", 4), ("chance", 31)])
def test_a_box_takes_what_dice_can_show(box, number):
    assert f"can’t be {number}. Enter another number." in refused("dice", {"Ann": {box: number}, "Ben": {}})


def test_darts_go_down_and_too_many_count_nothing():
    """From 501: 180, 180, 121 to 20; then 19 would leave 1, 25 is below 0, and 20 is the end."""
    triple = {"dart1": 60, "dart2": 60, "dart3": 60}
    rounds = [triple, triple, {"dart1": 60, "dart2": 60, "dart3": 1}, {"dart1": 19}, {"dart1": 25}]
    nothing = {"dart1": 0}
    options = {"start": 501, "wins": "least"}
    told = played("darts", [{"Ann": thrown, "Ben": nothing} for thrown in rounds], **options)
    assert told.totals == {"Ann": 20, "Ben": 501}
    assert not told.over
    rounds.append({"dart1": 20})
    told = played("darts", [{"Ann": thrown, "Ben": nothing} for thrown in rounds], **options)
    assert (told.over, told.winners, told.totals["Ann"]) == (True, ("Ann",), 0)


@pytest.mark.parametrize("number", [23, 29, 59, 61])
def test_a_dart_hits_what_is_on_the_board(number):
    assert "1st dart, Ann" in refused("darts", {"Ann": {"dart1": number}, "Ben": {}})


def test_what_must_be_entered_and_is_not_is_told_of_each_player():
    assert refused("wizard", {"Ann": {"bid": 1}, "Ben": {"tricks": 1}}) == (
        "Tricks, Ann is missing. Enter it. Bid, Ben is missing. Enter it."
    )


def test_a_column_that_there_is_not_is_told_with_those_that_there_are():
    said = refused("hearts", {"Ann": {"clubs": 1}, "Ben": {}})
    assert said == "'clubs' isn’t a column here. Type one of hearts, queen."


def test_a_game_without_columns_takes_none():
    with pytest.raises(ScorepadError, match=r"This game isn’t entered in columns. Leave tally out."):
        score({"game": "any-game", "tally": {"Ann": {"bid": 1}}})
    with pytest.raises(ScorepadError, match=r"The columns give the points. Enter those in tally."):
        score({"game": "any-game", "options": {"columns": "wizard"}, "points": {"Ann": 1}})


def test_columns_that_there_are_not_are_told_in_the_order_in_which_they_were_entered():
    names = ["clubs", "spades", "aces", "kings", "tens"]
    said = refused("hearts", {"Ann": dict.fromkeys(names, 1), "Ben": {}})
    assert said.split("'")[1::2] == names
