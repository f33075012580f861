"""Which indices make one card: by place and pose, never by what they say alone."""

from dataclasses import replace

import numpy as np

from tests.vision.marks import HIGH, WAY, corners, index
from vision.card_bodies import fold_twice_seen, settle_cards
from vision.labels import RANKS, SUITS
from vision.naming import NamedIndex
from vision.reader import DOUBTFUL
from vision.seen_cards import SeenCard, gather_cards


def test_both_corners_of_a_card_count_once() -> None:
    (card,) = gather_cards(corners("7H", 300, 300))
    assert (RANKS[card.rank], SUITS[card.suit], len(card.marks)) == ("7", "H", 2)
    assert np.allclose(card.centre, (300, 300))


def test_four_corners_of_a_card_count_once() -> None:
    (card,) = gather_cards(corners("QS", 300, 300, count=4))
    assert len(card.marks) == 4


def test_true_duplicates_side_by_side_count_twice() -> None:
    cards = gather_cards(corners("QS", 300, 300) + corners("QS", 380, 300))
    assert [len(card.marks) for card in cards] == [2, 2]


def test_true_duplicates_that_overlap_closely_count_twice() -> None:
    assert len(gather_cards([index("QS", 100, 100), index("QS", 108, 100)])) == 2


def test_the_same_corner_of_two_duplicates_in_a_fan_counts_twice_however_unsure_the_corner_is() -> None:
    """No card is so narrow that both its upper corners stand so near to each other."""
    near, aside = index("KD", 100, 100), replace(index("KD", 110.5, 100), mirrored_chance=0.39)
    cards = gather_cards([near, aside])
    assert len(fold_twice_seen(cards)) == 2


def test_the_far_corner_of_the_uppermost_card_is_its_own_though_one_beside_it_fits_as_well() -> None:
    near, far = index("TS", 274, 260, way=(1.3, 2.45)), index("TS", 326, 340, np.pi, way=(1.3, 2.45))
    beside = _unsure(_moved(far, 0, 18))
    own = next(card for card in gather_cards([beside, near, far]) if near in card.marks)
    assert own.marks == (near, far)


def test_the_corners_of_a_card_with_large_indices_are_of_one_card_though_one_above_fits_better() -> None:
    near, far = index("4H", 100, 100, way=(0.7, 1.36)), index("4H", 128, 128, np.pi, way=(0.7, 1.36))
    above = _unsure(index("4H", 98, 73, way=(0.7, 1.36)))
    own = next(card for card in gather_cards([near, far, above]) if near in card.marks)
    assert own.marks == (near, far)


def test_four_corners_of_a_card_that_lies_away_from_the_eye_count_once() -> None:
    seen = [  # as on a photo: x, y, height, turn, mirrored
        (281, 354, 84, -1.78, 1), (512, 407, 52, 1.34, 0), (264, 613, 89, -1.55, 0), (515, 613, 54, 1.62, 1),
    ]  # fmt: skip
    marks = [index("6C", x, y, turn, (-1.0 if mirrored else 1.0, 1.4)) for x, y, _, turn, mirrored in seen]
    sized = [
        replace(mark, spot=replace(mark.spot, height=float(row[2])))
        for mark, row in zip(marks, seen, strict=True)
    ]
    (card,) = gather_cards(sized)
    assert len(card.marks) == 4


def _unsure(mark: NamedIndex) -> NamedIndex:
    return replace(mark, suit_chances=np.where(mark.suit_chances > 0.5, 0.4, 0.15))


def _said(cards: list[SeenCard]) -> list[tuple[str, int]]:
    return sorted((RANKS[card.rank], len(card.marks)) for card in cards)


def test_words_in_the_middle_of_a_card_are_no_joker() -> None:
    cards = gather_cards([*corners("AS", 300, 300), index("JOKER", 302, 275, 1.6)])
    assert _said(settle_cards(cards)) == [("A", 2)]


def test_a_joker_beside_a_card_is_kept() -> None:
    cards = gather_cards([*corners("AS", 300, 300), index("JOKER", 400, 275)])
    assert _said(settle_cards(cards)) == [("A", 2), ("JOKER", 1)]


def test_a_corner_that_glare_made_unlike_the_others_is_not_another_card() -> None:
    near, far, right, _ = corners("2S", 300, 300, count=4)
    glaring = index("2C", right.spot.x + 3, right.spot.y - 2, 0.05, (-1.3, 2.0))
    (card,) = settle_cards(gather_cards([near, far, glaring]))
    assert (RANKS[card.rank], SUITS[card.suit], len(card.marks)) == ("2", "S", 3)


def test_another_card_over_the_middle_of_a_card_is_kept() -> None:
    cards = gather_cards([*corners("2S", 300, 300), index("2C", 310, 290, 0.5)])
    assert len(settle_cards(cards)) == 2


def test_two_corners_read_unlike_the_two_others_of_a_card_are_no_card_of_their_own() -> None:
    near, far, _, _ = corners("JH", 300, 300, count=4)
    _, _, right, left = corners("8H", 300, 300, count=4)
    unsure = [replace(mark, rank_chances=_shared_chances("8", "J")) for mark in (right, left)]
    cards = settle_cards(gather_cards([near, far, *unsure]))
    assert _said(cards) == [("J", 4)]


def _shared_chances(first: str, second: str) -> np.ndarray:
    chances = np.full(len(RANKS), 0.001)
    chances[RANKS.index(first)], chances[RANKS.index(second)] = 0.94, 0.05
    return chances


def test_two_sure_and_unlike_indices_are_two_cards_wherever_they_lie() -> None:
    near, _ = corners("6D", 300, 300)
    _, far = corners("9D", 300, 300)
    assert len(gather_cards([near, far])) == 2


def test_at_a_slant_two_sure_and_unlike_corners_of_one_body_are_one_card_to_be_asked_about() -> None:
    near, _ = corners("6D", 300, 300)
    _, far = corners("9D", 300, 300)
    (card,) = gather_cards([near, far], by_place=True)
    assert card.confidence < 0.9
    aside = index("9D", far.spot.x + 0.5 * HIGH, far.spot.y, np.pi)
    assert len(gather_cards([near, aside], by_place=True)) == 2


def test_two_corners_that_agree_are_surer_than_one() -> None:
    (both,), (one,) = gather_cards(corners("7H", 300, 300)), gather_cards(corners("7H", 300, 300)[:1])
    assert both.confidence > one.confidence


def test_two_corners_at_the_edge_of_a_card_wider_than_usual_count_once() -> None:
    mirrored_way = (-WAY[0], WAY[1])
    wide = [index("JC", 100, 100), index("JC", 240, 108, 0.05, mirrored_way)]
    assert len(gather_cards(wide)) == 1


def test_the_same_corner_of_two_cards_beside_each_other_counts_twice() -> None:
    assert len(gather_cards([index("JC", 100, 100), index("JC", 200, 100)])) == 2


def test_the_right_corner_of_a_card_and_the_left_one_of_the_next_count_twice() -> None:
    mirrored_way = (-WAY[0], WAY[1])
    assert len(gather_cards([index("JC", 100, 100, 0.0, mirrored_way), index("JC", 140, 100)])) == 2


def test_the_last_corner_of_a_card_at_a_slant_is_not_another_card() -> None:
    left, right_low, right, left_low = corners("QH", 300, 300, count=4)
    slanted = [_moved(mark, 0.6 * (mark.spot.y - 300), 0) for mark in (left, right_low, right)]
    misread = _moved(index("TH", left_low.spot.x, left_low.spot.y, np.pi, (-WAY[0], WAY[1])), 22, -4)
    assert _said(settle_cards(gather_cards([*slanted, misread]))) == [("Q", 4)]


def _moved(mark: NamedIndex, right: float, down: float) -> NamedIndex:
    return replace(mark, spot=replace(mark.spot, x=mark.spot.x + right, y=mark.spot.y + down))


def test_a_joker_of_which_one_index_is_seen_is_asked_about() -> None:
    (lone,), (both,) = gather_cards([index("JOKER", 100, 100)]), gather_cards(corners("JOKER", 100, 100))
    assert lone.confidence < DOUBTFUL < both.confidence
