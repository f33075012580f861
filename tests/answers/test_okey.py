"""What an okey player waits for, and how many of it are unseen (O1, O3)."""

from __future__ import annotations

from scorepad.answers.hand_questions import best, next_card

# Thirteen melded and a black 5 over, k9 being wild; one black 8 is turned up.
WAITING = "k1 k2 k3 b4 b5 b6 y7 y8 y9 y10 r10 r11 r12 k5"
FINISHING = {"4K", "7K", "3B", "7B", "6O", "11O", "9R", "13R", "w"}


def waits(cards: str) -> dict[str, int]:
    """The tiles that end the deal, and how many of each are unseen."""
    answer = next_card({"game": "okey", "turned": "k8", "cards": cards})
    assert {card.goes_out for card in answer.next} <= {True, False}
    return {card.card: card.unseen for card in answer.next if card.goes_out}


def test_o3_the_tiles_that_finish_come_first_with_how_many_are_unseen():
    """A tile at either end of a run; with one wild anything that goes with it."""
    answer = next_card({"game": "okey", "turned": "k8", "cards": WAITING})
    finishing = waits(WAITING)
    assert set(finishing) == FINISHING - {"7K"}
    assert set(finishing.values()) == {2}
    assert [card.goes_out for card in answer.next][: len(finishing)] == [True] * len(finishing)


def test_o1_the_tile_turned_up_is_seen():
    """One of two is left, and the false jokers are the okey's natural tile."""
    answer = next_card({"game": "okey", "turned": "k8", "cards": WAITING})
    unseen = {card.card: card.unseen for card in answer.next}
    assert (unseen["8K"], unseen["F"], unseen["w"], unseen["1K"]) == (1, 2, 2, 1)


def test_the_false_joker_reads_back_as_it_is_written():
    """What an answer says can be asked again."""
    asked = {"game": "okey", "turned": "k8", "cards": "k8 F k10 F r1"}
    left = best(asked).left
    assert sorted(left) == ["1R", "F"]
    assert best({**asked, "cards": " ".join(left)}).left == left
