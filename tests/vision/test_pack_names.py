"""Names are chosen together: no card more often than the packs have it."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from tests.vision.marks import corners
from vision.labels import RANKS
from vision.pack_names import ALL_NAMES, cheapest_places, name_within_packs, second_guess
from vision.reader import DOUBTFUL
from vision.seen_cards import SeenCard, join_marks


def _card(name: str, x: float, other_rank: str = "", other_chance: float = 0.0) -> SeenCard:
    marks = corners(name, x, 300)
    if other_rank:
        chances = marks[0].rank_chances.copy()
        chances[RANKS.index(other_rank)] = other_chance
        marks = [replace(mark, rank_chances=chances) for mark in marks]
    return join_marks(tuple(marks))


def test_of_two_alike_cards_the_less_sure_one_takes_its_next_likely_name_and_both_are_asked_about() -> None:
    cards = name_within_packs([_card("TH", 100), _card("TH", 300, "Q", 0.9)], 1)
    assert [card.name for card in cards] == ["TH", "QH"]
    assert all(card.confidence < DOUBTFUL for card in cards)


def test_the_second_guess_is_the_likeliest_other_name_that_the_pack_has() -> None:
    card = _card("TH", 100, "Q", 0.3)
    assert second_guess(card) == "QH"
    assert second_guess(card, ALL_NAMES - {"QH"}) == ""
    assert second_guess(_card("TH", 100)) == ""


def test_a_card_that_is_left_no_likely_name_is_one_seen_twice() -> None:
    assert [card.name for card in name_within_packs([_card("TH", 100), _card("TH", 300)], 1)] == ["TH"]


def test_two_packs_hold_a_card_twice() -> None:
    cards = [_card(name, 100) for name in ("TH", "TH", "JOKER", "JOKER", "JOKER")]
    assert name_within_packs(cards, 2) == cards


@pytest.mark.parametrize("seed", range(20))
def test_the_places_of_all_rows_cost_least(seed: int) -> None:
    costs = np.random.default_rng(seed).integers(0, 20, (4, 6)).astype(float)
    sums = [sum(costs[range(4), columns]) for columns in permutations(range(6), 4)]
    places = cheapest_places(costs)
    assert len(set(places)) == 4
    assert sum(costs[range(4), places]) == min(sums)


def test_a_card_that_the_pack_has_not_is_called_the_likeliest_that_it_has_and_asked_about() -> None:
    cards = name_within_packs([_card("6H", 100, "8", 0.5), _card("KS", 300)], pack_names={"8H", "KS"})
    assert [(card.name, card.confidence < DOUBTFUL) for card in cards] == [("8H", True), ("KS", False)]


def test_a_card_that_is_surely_none_of_the_pack_is_not_read() -> None:
    assert name_within_packs([_card("6H", 100)], pack_names={"8H", "KS"}) == []
