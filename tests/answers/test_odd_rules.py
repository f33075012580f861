"""House rules that hardly any table plays, alone or together: right answers, each over every way in."""

from __future__ import annotations

import shlex

import pytest

from bench.every_rule import ticking
from scorepad.answers import hand_questions
from scorepad.answers.terms import command_of
from scorepad.cli.main import main

INTERLOCKING = "chattahoochee-interlocking"
ALSO_NATURAL = {"wild_rank_mode": "also-natural"}
OPEN_LEAPS = {
    **ALSO_NATURAL,
    "schedule": "two-zeroes",
    "adjacent_naturals": False,
    "leaps": [3, 6],
    "wild_rank": "2",
}
SEVENS_IN_PLACE = {"pack": "tarot-78", "majors": "wild-mod-7", "wild_reach": "own-suit"}
PAID_WILDS = {**ALSO_NATURAL, "wild_rank": "5", "wild_only_schedule": "one-zero"}

BEST = (
    ("tiles are no circle", INTERLOCKING, "13K 1O", {"pack": "rummikub"}, 0),
    ("tiles by twos", INTERLOCKING, "12K 1O", {"pack": "rummikub", "leaps": [2]}, 0),
    (
        "tiles by twos from either end",
        INTERLOCKING,
        "11K 13O 11O 13K 2K 4O",
        {"pack": "rummikub", "leaps": [2]},
        5,
    ),
    ("tiles with a wild", INTERLOCKING, "12K 13O w 1K 2O", {"pack": "rummikub", "jokers": 1}, 2),
    ("a natural leap", INTERLOCKING, "8C 2D", OPEN_LEAPS, 0),
    ("a major that is wild twice", "chattahoochee", "8H IXM", {**SEVENS_IN_PLACE, "wild_rank": "IX"}, 1),
    ("a major as a nine", "chattahoochee", "7H 8H IXM TH", {**SEVENS_IN_PLACE, "wild_rank": "IX"}, 6),
    (
        "a wild with nothing left to stand for",
        "chattahoochee",
        "7H 8H IXM",
        {**SEVENS_IN_PLACE, "wild_rank": "9 2"},
        3,
    ),
    ("… among interlocks", INTERLOCKING, "7H 8S IXM", {**SEVENS_IN_PLACE, "wild_rank": "9 2"}, 1),
    ("copies that may be wild", "chattahoochee", "5C 5C", PAID_WILDS, 2),
    ("a leap too far", "chattahoochee", "5H 5H 4H", {"leaps": [6], "wild_rank": "T 8"}, 3),
    (
        "a leap too far for black",
        "chattahoochee",
        "5C 5C 5H 13H",
        {"pack": "five-hundred-63", "leaps": [8]},
        5,
    ),
    ("a lone card", "chattahoochee", "7C", {}, 1),
    ("no natural", "chattahoochee", "7C 7D w", {"wild_rank": "7", "jokers": 1}, 0),
)


def ask(fields, client, capsys):
    """The answer of the program, over HTTP and on the command line: all the same but for the time."""
    answer = hand_questions.best(fields)
    response = client.post("/api/v1/best", json=fields)
    assert response.status_code == 200
    assert response.get_json()["points"] == answer.points
    assert main(shlex.split(command_of("best", fields))[1:]) == 0
    printed = capsys.readouterr()
    assert f"Best: {answer.points} point" in printed.out
    assert printed.err == ""
    return answer


@pytest.mark.parametrize("limit", [0, 5])
@pytest.mark.parametrize(
    ("game", "cards", "options", "points"), [c[1:] for c in BEST], ids=[c[0] for c in BEST]
)
def test_a1_the_best_under_odd_rules(game, cards, options, points, limit, client, capsys):
    """With time it is proven, without it no less legal."""
    fields = {"game": game, "cards": cards, "options": options, "limit": limit, "check_proof": True}
    answer = ask(fields, client, capsys)
    assert answer.points <= points <= answer.bound
    if limit:
        assert (answer.points, answer.proven) == (points, True)
    laid = [" ".join(meld.laid) for meld in answer.melds]
    if laid:
        judged = hand_questions.check({"game": game, "melds": laid, "options": options, "limit": limit})
        assert (judged.legal, judged.points) == (True, answer.points)


@pytest.mark.parametrize("limit", [0, 0.02, 0.3])
def test_points_of_a_search_that_was_cut_off_are_those_of_its_melds(limit):
    """HiGHS tells the objective of another solution than the one that it hands out."""
    cards = "7C 8S 7C 8S 7C 8S 7S 8C 7S 8C KC AS KC AS KS AC KS AC KS AC"
    options = {
        "pack": "piquet-32",
        "packs": 3,
        "schedule": "table",
        "schedule_table": [13, 51, 58, 30, 40, 54],
    }
    best = hand_questions.best({"game": INTERLOCKING, "cards": cards, "options": options, "limit": limit})
    laid = [" ".join(meld.laid) for meld in best.melds]
    judged = hand_questions.check({"game": INTERLOCKING, "melds": laid, "options": options, "limit": 0})
    assert judged.points == best.points <= best.bound


NEXT = (
    ("a wild rank that comes", "6H", {"schedule": "original", "wild_rank": "K"}, "KC", 1),
    ("a card for a wild rank in hand", "6H KC", {"schedule": "original", "wild_rank": "K"}, "KD", 1),
    ("the other end of the tiles", "13K", {"pack": "rummikub"}, "1O", 0),
    ("a tile beside", "13K", {"pack": "rummikub"}, "12O", 1),
)


@pytest.mark.parametrize(
    ("cards", "options", "card", "points"), [c[1:] for c in NEXT], ids=[c[0] for c in NEXT]
)
def test_what_one_more_card_brings_under_odd_rules(cards, options, card, points, client):
    """The same as the best of the hand with it."""
    fields = {"game": INTERLOCKING, "cards": cards, "options": options, "limit": 10}
    rated = client.post("/api/v1/next", json=fields).get_json()
    assert {further["card"]: further["points"] for further in rated["next"]}[card] == points
    assert hand_questions.best({**fields, "cards": f"{cards} {card}"}).points == points


@pytest.mark.parametrize("laid", ["8C 2D", "2D 8C"])
def test_h15_a_card_that_is_wild_and_natural_is_natural_at_its_own_place(laid):
    """♦2 ♣8 is a leap of six; that ♦2 could stand for ♠5, a leap of three away, leaves nothing open."""
    judged = hand_questions.check({"game": INTERLOCKING, "melds": laid, "options": OPEN_LEAPS})
    assert (judged.legal, judged.points, judged.why) == (True, 0, "")
    assert judged.melds[0].leap == 6


def test_f2_a_joker_in_a_set_may_be_of_either_suit_where_melds_are_merged():
    """That a pair is no meld is said; nobody is asked which suit the joker has."""
    merged = hand_questions.merge({"game": "rummy-500", "melds": "4S w 4H / 4D 4C"})
    assert (merged.legal, merged.why) == (False, "A set needs at least three cards, not 2.")


@pytest.mark.parametrize("suits", ["10", "8"])
def test_many_suits_are_no_reason_to_take_long(suits):
    """The ways round through ten suits are millions: they are not listed."""
    cards = "3H 2S 2G 2B 3O 3E 1E 2O 3H 1S 2C 2E 1H 2B 2S 3R 1D 1C 3O 1H 3B 2H 1R"
    options = {"pack": "seventeen", "suits": suits, "interlock_schedule": "original"}
    cards = cards if suits == "10" else "1C 2S 3H 1D 2C 3S"
    best = hand_questions.best({"game": INTERLOCKING, "cards": cards, "options": options, "limit": 0.1})
    assert best.seconds < 5


@pytest.mark.parametrize("tick", [0.02, 0.006, 0.002, 0.0007])
@pytest.mark.parametrize(
    ("pack", "cards"),
    [
        ("five-hundred-63", "11C QS TH 11C JS 12D"),
        ("rummikub", "12K 13O 1K 2O 12O 13K 1O 2K 3K"),
        ("seventeen", "2C 0C"),
    ],
)
def test_a_search_is_cut_off_anywhere_in_odd_packs(pack, cards, tick):
    """The fifteen ranks of the black suits and sixteen of the red; tiles, whose order has ends; one suit."""
    options = {"pack": pack, "packs": 2, "wilds_apart": True, "suits": "1" if pack == "seventeen" else ""}
    with ticking(tick):
        best = hand_questions.best({"game": INTERLOCKING, "cards": cards, "options": options, "limit": 0.05})
    assert all(meld.legal for meld in best.melds)


def test_many_wilds_of_many_kinds_that_fit_nowhere_take_no_time():
    """Sixteen wilds of five kinds, no two naturals side by side: the ways to lay them are not all tried."""
    cards = "UL OB OB UA w w w OL OB OH UL UH UA UB OA OH OL OA OL OH UH OA UB OB OL UL UB UA UA OA UH UH"
    options = {"pack": "german-36", "packs": 4, "jokers": 27, "wild_rank": "9 U"}
    best = hand_questions.best({"game": "chattahoochee", "cards": cards, "options": options, "limit": 10})
    assert (best.points, best.proven) == (15, True)
    assert best.seconds < 5
