"""Which indices are believed: each once, of about the size of those around them."""

from dataclasses import replace

from tests.vision.marks import HIGH, corners, index
from vision.labels import NO_RANK
from vision.naming import NamedIndex
from vision.reader import believed_marks


def _high(mark: NamedIndex, times: float) -> NamedIndex:
    return replace(mark, spot=replace(mark.spot, height=HIGH * times))


def _weak(mark: NamedIndex) -> NamedIndex:
    return replace(mark, spot=replace(mark.spot, confidence=0.3))


def test_an_index_that_two_looks_found_beside_each_other_counts_once() -> None:
    sure, again = index("TC", 100, 100), _weak(index("TC", 103, 101))
    assert believed_marks([again, sure]) == [sure]


def test_an_index_found_twice_a_little_farther_apart_counts_once_where_both_say_the_same() -> None:
    sure, again, other = index("7D", 100, 100), _weak(index("7D", 106, 102)), index("8D", 106, 102)
    assert believed_marks([sure, again]) == [sure]
    assert len(believed_marks([sure, other])) == 2


def test_indices_of_a_tight_fan_are_all_kept() -> None:
    fan = [index(name, 100 + 9 * place, 100, 0.1 * place) for place, name in enumerate(("KS", "5S", "QS"))]
    assert sorted(mark.spot.x for mark in believed_marks(fan)) == [100, 109, 118]


def _tight(second: str, x: float, y: float = 100) -> list[NamedIndex]:
    """Two indices nearly upon each other beside two others of a fan."""
    fan = [index(name, 100 + 9 * place, 100) for place, name in enumerate(("KS", "5S", "QS"))]
    return [*fan, _weak(index(second, x, y))]


def test_neighbours_of_a_tight_fan_are_both_kept_where_they_say_different_things() -> None:
    assert [len(believed_marks(_tight(name, 122))) for name in ("7H", "QS")] == [4, 3]


def test_duplicates_side_by_side_in_a_tight_fan_are_both_kept_where_they_are_not_one_found_twice() -> None:
    assert [len(believed_marks(_tight("QS", x))) for x in (123, 125)] == [3, 4]


def test_what_stands_above_an_index_of_a_tight_fan_is_no_neighbour() -> None:
    assert len(believed_marks(_tight("7H", 118, 104))) == 3


def test_two_that_nearly_lie_upon_each_other_are_one_where_there_is_no_fan() -> None:
    assert len(believed_marks([index("QS", 118, 100), _weak(index("7H", 122, 100))])) == 1


def test_a_small_index_in_the_art_of_a_card_is_dropped() -> None:
    cards = corners("QS", 300, 300) + corners("9D", 400, 300)
    art = _weak(_high(index("TS", 310, 310), 0.4))
    assert art not in believed_marks([*cards, art])


def test_cards_farther_from_the_eye_are_kept_though_smaller_than_the_nearest_ones() -> None:
    row = [_high(index("7C", 100 + 70 * place, 100), 0.8**place) for place in range(5)]
    weak = _weak(_high(index("8C", 450, 100), 0.8**5))
    assert weak in believed_marks([*row, weak])


def test_what_is_likelier_nothing_than_an_index_is_dropped() -> None:
    mark = index("4H", 100, 100)
    ranks = mark.rank_chances * 0.3
    ranks[NO_RANK] = 0.7
    assert believed_marks([replace(mark, rank_chances=ranks)]) == []
