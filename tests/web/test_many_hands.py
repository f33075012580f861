"""Several hands in one question: each is answered, in order, within the time of one."""

from __future__ import annotations

HANDS = ["4C 5C 6C KH", "7C 7D 7H 2S", "7C"]


def test_every_hand_is_answered_in_order(client):
    """As if it were asked alone."""
    reply = client.post("/api/v1/best", json={"game": "basic-rummy", "hands": HANDS})
    alone = [client.post("/api/v1/best", json={"game": "basic-rummy", "cards": hand}) for hand in HANDS]
    assert [answer["points"] for answer in reply.json["answers"]] == [15, 21, 0]
    for answer, single in zip(reply.json["answers"], alone, strict=True):
        assert {**answer, "seconds": 0} == {**single.json, "seconds": 0}


def test_every_fault_is_placed_by_its_hand(client):
    """All at once."""
    hands = ["4C", "1Z", "4C 9X"]
    reply = client.post("/api/v1/best", json={"game": "basic-rummy", "hands": hands})
    assert reply.status_code == 400
    assert [fault["at"] for fault in reply.json["error"]["faults"]] == ["hands:1:1", "hands:2:4"]


def test_p1_a_hand_that_the_packs_do_not_hold_is_named(client):
    """By its place in the list."""
    reply = client.post("/api/v1/best", json={"game": "basic-rummy", "hands": ["4C", "5C 5C"]})
    assert reply.status_code == 400
    assert reply.json["error"]["at"] == "hands:1"


def test_one_hand_or_several_not_both(client):
    """Nobody could tell which is meant."""
    reply = client.post("/api/v1/best", json={"game": "basic-rummy", "cards": "4C", "hands": ["5C"]})
    assert reply.json["error"]["message"] == "hands: give either cards or hands, not both."


def test_more_hands_than_are_read_at_a_time_are_refused(client):
    """With the number that is."""
    reply = client.post("/api/v1/best", json={"game": "basic-rummy", "hands": ["4C"] * 101})
    assert reply.json["error"]["message"] == "Give a list of up to 100 hands."
