"""K2, K3, K5, G2: the published optima, what other solvers get wrong, and what the answer must hold."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from scorepad import optimize
from scorepad.answers import hand_answers
from scorepad.answers.terms import Terms
from scorepad.answers.verification import verified
from scorepad.core.card_text import write_cards
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.errors import ScorepadError
from scorepad.core.notation import read_cards, read_melds
from scorepad.rulebook import find_game
from tests.shared import SHARED

BENCH = SHARED / "bench" / "rummikub.json"
INSTANCES = json.loads(BENCH.read_text())["instances"] if BENCH.exists() else []
AIMS = {
    "max_tiles": {},
    "max_face_value": {"aim": "points"},
    "initial30_max_tiles": {"initial_done": False},
}


def tile(text):
    return WILD if text == "J" else Card(text[:-1], text[-1])


def play(rack, table="", game="rummikub", **options):
    """The referee's answer for a rack and a table as text."""
    rules = find_game(game).rules(options)
    hand = [laid.card for laid in read_cards(rack, rules.pack)]
    return hand_answers.best(rules, hand, Terms(table=read_melds(table, rules.pack)))


@pytest.mark.skipif(not INSTANCES, reason="the folder of proven optima is not here")
@pytest.mark.parametrize("optimum", AIMS)
def test_k5_every_published_optimum_is_reached(optimum):
    """Sixty tables of up to 92 tiles: most tiles, highest sum, most tiles of a first play."""
    rules = find_game("rummikub").rules(AIMS[optimum])
    assert len(INSTANCES) == 60
    for instance in INSTANCES:
        rack = list(map(tile, instance["rack"]))
        table = [tuple(Laid(tile(text)) for text in meld) for meld in instance["table"]]
        found = optimize.best(rules, rack, table=table, limit=60)
        verified(rules, rack, found, table)
        assert found.proven
        reached = found.points if optimum == "max_face_value" else len(rack) - len(found.left)
        assert reached == instance["optimum"][optimum], instance["id"]


def test_k5_the_highest_sum_may_be_fewer_tiles():
    """The joker goes into a run of five low tiles, or to two thirteens."""
    rack = "1K 2K 4K 5K 13R 13B J"
    most_tiles, highest_sum = play(rack), play(rack, aim="points")
    assert (most_tiles.placed, most_tiles.points) == (5, 12)
    assert (highest_sum.placed, highest_sum.points) == (3, 26)


KNOTTED = (
    "7B 8B 9B / 6K 6R 6O / 8K 9K 10K 11K 12K / 5R 6R 7R 8R / 4K 4B 4O / 3K 3B 3R 3O / 6B 7B 8B / "
    "9O 10O 11O / 3K 4K 5K 6K 7K / 10K 10B 10R / 4B 5B 6B / 5K 5B 5R 5O / 6O 7O 8O 9O / 11K 12K 13K / "
    "9R 10R 11R 12R / 12B 12R 12O / 3B 3R 3O"
)


@pytest.mark.parametrize("aim", ["tiles", "points"])
def test_k5_a_table_on_which_branching_alone_loses_its_way(aim):
    """The whole rack finds a place, a joker among it; another solver reaches the same."""
    rack = "10B J 7O 8K 13R 2R 1K 13R 13K 2K 8O 13B 13O 2O"
    answer = play(rack, KNOTTED, aim=aim)
    assert (answer.placed, answer.points, answer.proven) == (14, 105, True)


def test_k2_equal_tiles_worth_exactly_thirty_open():
    """`10R 10B 10K`."""
    answer = play("10R 10B 10K 4R", initial_done=False)
    assert (answer.placed, answer.points) == (3, 30)


def test_k2_a_first_play_leaves_the_table_as_it_is():
    """A four that would fit stays on the rack."""
    answer = play("10R 10B 10K 4R", "1R 2R 3R", initial_done=False)
    assert answer.table[0] == "1R 2R 3R"
    assert answer.left == ("4R",)


@pytest.mark.parametrize(
    ("rack", "placed"),
    [("11R 12R J", 3), ("12R 13R J", 3), ("1R 2R J", 3), ("7R 7B 7K J", 4), ("7R J J", 3), ("7R 8R 9R J", 4)],
)
def test_f2_k1_a_joker_lies_at_either_end_of_a_run_and_in_a_group_of_four(rack, placed):
    """It is never left out, and the set says what it stands for."""
    answer = play(rack)
    assert answer.placed == placed
    assert all("=" in one for meld in answer.melds for one in meld.laid if one.startswith("w"))


def test_k1_a_joker_lies_beside_the_same_tile_where_colours_repeat():
    """With jokers for a whole set each set keeps one tile; a second one alike may be a joker."""
    rules = find_game("rummikub").rules({"repeated_colours": True}).variant(jokers=4)
    rack = [laid.card for laid in read_cards("1K 1R J J 4R 4O 8K J 10K J", rules.pack)]
    answer = hand_answers.best(rules, rack)
    assert (answer.points, answer.proven, answer.left) == (28, True, ())


def test_k3_a_joker_on_the_table_may_move_but_stays_there():
    """The seven takes the joker's place; the joker goes on in another set."""
    answer = play("7R 1K 2K", "5R 6R J")
    laid = Counter(one for meld in answer.melds for one in meld.cards)
    assert (answer.placed, laid["w"]) == (3, 1)
    alone = play("7R", "5R 6R J")
    assert (alone.placed, alone.left) == (1, ())


def test_k3_a_run_that_only_grows_is_not_taken_apart():
    """Old sets are kept or grown where that costs nothing, however long they are."""
    answer = play("8B", "1B 2B 3B 4B 5B 6B 7B / 2R 2K 2O / 9K 10K 11K")
    assert set(answer.table) == {"1B 2B 3B 4B 5B 6B 7B 8B", "2K 2R 2O", "9K 10K 11K"}


def test_k3_where_nothing_can_be_played_the_table_stays():
    """No set is touched when no tile comes from the rack."""
    table = "3K 4K 5K / 3K 4K 5K / 3R 4R 5R / 3B 4B 5B"
    answer = play("12O", table)
    assert (answer.placed, answer.proven) == (0, True)
    assert Counter(answer.table) == Counter(table.split(" / "))


def test_k3_a_table_that_cannot_lie_there_is_refused():
    """With the set and what is wrong with it."""
    with pytest.raises(ScorepadError, match="■3") as caught:
        play("1K", "3K 4K")
    assert caught.value.code == "table"


def test_g2_two_packs_on_one_table():
    """Copies of a card lie in different sets; aces are low and nothing goes round the corner."""
    answer = play("6H 6H QS", "3H 4H 5H / 3H 4H 5H / KS KD KC", game="shanghai")
    assert (answer.placed, answer.left) == (2, ("QS",))
    assert play("AH", "QH KH JH", game="shanghai").placed == 0
    assert play("AH", "QH KH JH", game="shanghai", ace="both").placed == 1


def test_a_search_cut_off_says_so():
    """The table as it is, a bound, and no proof."""
    rules = find_game("rummikub").rules({"aim": "points"})
    table = read_melds("1R 2R 3R / 7R 7B 7K", rules.pack)
    rack = [laid.card for laid in read_cards("4R 7O 12K", rules.pack)]
    found = optimize.best(rules, rack, table=table, limit=0.0)
    verified(rules, rack, found, table)
    assert (found.proven, found.points, write_cards(found.left)) == (False, 0, "12K 4R 7O")
    assert 11 <= found.bound <= 23
