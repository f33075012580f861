"""Whatever the search does, whoever asks gets what the referee accepts, and the log has the case (A1)."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from scorepad import optimize
from scorepad.answers import hand_questions
from scorepad.answers.terms import command_of
from scorepad.answers.verification import SearchFault, safe_bound, verified
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.check import check_meld
from scorepad.core.notation import read_cards
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer
from scorepad.rulebook import find_game

HAND = {"game": "chattahoochee", "cards": "4C 5C 6C 9H w", "options": {"jokers": 1}, "limit": 1}
ASKED = "scorepad best chattahoochee '4C 5C 6C 9H w' --set jokers=1 --limit 1"

DENSE = "4C 5C 6C 7C 8C 4H 5H 6H 7H 8H 4S 5S 6S 7S 8S 4D 5D 6D 7D 8D"
WITH_WILDS = f"{DENSE} TC JC KC TH JH KH TS JS KS TD w w w"
RACK = "1R 2R 3R 4R 5R 6R 7R 1K 2K 3K 4K 5K 6K 7K 1B 2B 3B 4B 5B 6B 7B 1O 2O 3O 9O 11O J J"

ONE_OF_EACH = (
    HAND,
    {"game": "chattahoochee-alternate", "cards": "7C 9H", "table": "4C 5C 6C"},
    {"game": "chattahoochee-interlocking", "cards": "4C 5H 4H 5C", "table": "4C 5S 6C"},
    {"game": "leap-rummy", "cards": "4C 5C 6C 9H", "table": "7C 8C 9C"},
    {"game": "basic-rummy", "cards": "4C 5C 6C 9H", "table": "7C 8C 9C"},
    {"game": "rummy-500", "cards": "4C 5C 6C w", "table": "7C 8C 9C"},
    {"game": "rummikub", "cards": "10R 11R 12R w", "table": "K7 K8 K9"},
    {"game": "rummikub", "cards": "10R 11R 12R w", "options": {"initial_done": False}},
    {"game": "shanghai", "cards": "4C 5C 6C 9H", "table": "7C 8C 9C"},
)


def breaks_off(*_, **__):
    """A search with a bug."""
    raise IndexError("list index out of range")


def answers_with(answer):
    return lambda *_, **__: answer


def searched(fields):
    rules = find_game(fields["game"]).rules(fields["options"])
    hand = [laid.card for laid in read_cards(fields["cards"], rules.pack)]
    return rules, hand, optimize.best(rules, hand)


def laid_cards(best):
    return sorted([*(card for meld in best.melds for card in meld.cards), *best.left])


FALSE = (
    ("a lost meld", lambda true: replace(true, melds=true.melds[1:]), 4),
    ("invented points", lambda true: replace(true, points=true.points + 1, bound=true.bound + 1), 7),
    ("a gap", lambda true: replace(true, melds=(true.melds[0][::2], *true.melds[1:])), 4),
    ("an empty meld", lambda true: replace(true, melds=((), *true.melds)), 7),
    ("a bound too low", lambda true: replace(true, bound=true.points - 1), 7),
)


@pytest.mark.parametrize(("change", "points"), [case[1:] for case in FALSE], ids=[case[0] for case in FALSE])
def test_a1_what_the_referee_does_not_accept_is_laid_anew(change, points, monkeypatch, search_faults):
    """Legal, of all the cards, by the referee's points, with a bound that holds; the log has the command."""
    _, _, true = searched(HAND)
    monkeypatch.setattr(optimize, "best", answers_with(change(true)))
    best = hand_questions.best(HAND)
    assert all(meld.legal for meld in best.melds)
    assert laid_cards(best) == ["4C", "5C", "6C", "9H", "w"]
    assert (best.points, best.proven) == (points, False)
    assert best.bound >= true.points
    assert [line.partition("): ")[2] for line in search_faults] == [ASKED]
    search_faults.clear()


def test_b2_two_new_melds_are_no_answer_to_what_one_turn_may_lay(monkeypatch, search_faults):
    """A search that lays them is corrected, and the log has the whole command."""
    fields = {"game": "basic-rummy", "cards": "4C 5C 6C 9C 9D 9H", "options": {}, "turn": True}
    monkeypatch.setattr(optimize, "best", answers_with(searched(fields)[2]))
    best = hand_questions.best(fields)
    assert (best.melds, best.left_value, best.proven) == ((), 42, False)
    (line,) = search_faults
    assert "more than one new meld in a turn" in line
    assert line.endswith("scorepad best basic-rummy '4C 5C 6C 9C 9D 9H' --turn")
    search_faults.clear()


@pytest.mark.parametrize("fields", ONE_OF_EACH, ids=lambda fields: fields["game"])
def test_a1_where_the_search_breaks_off_the_hand_is_laid_plainly(fields, monkeypatch, search_faults):
    """Every game has an answer then, with the cards of the hand and of the table, and one line in the log."""
    true = hand_questions.best(fields)
    monkeypatch.setattr(optimize, "best", breaks_off)
    best = hand_questions.best(fields)
    assert all(meld.legal for meld in best.melds)
    assert laid_cards(best) == laid_cards(true)
    assert best.points <= true.points <= best.bound
    assert not best.proven
    assert [line.partition("): ")[2] for line in search_faults] == [command_of("best", fields)]
    search_faults.clear()


BROKEN_INSIDE = (
    ("chattahoochee.interlock.solved_layers.find_heaviest_model", "chattahoochee-interlocking", DENSE, {}),
    ("chattahoochee.extensions.best_extension.choose_columns", "chattahoochee", WITH_WILDS, {"jokers": 4}),
    ("chattahoochee.extensions.best_extension.choose_columns", "leap-rummy", DENSE, {}),
    ("optimize.board.branching.BoardSearch.find_best", "rummikub", RACK, {}),
    ("optimize.deadwood.best_hand.may_end", "gin-rummy", "4C 5C 6C 7H 7S 7D 2C KH 9S QD", {}),
)


@pytest.mark.parametrize(
    ("broken", "game", "cards", "options"), BROKEN_INSIDE, ids=[case[0] for case in BROKEN_INSIDE]
)
def test_what_was_found_stays_where_a_search_breaks_off(
    broken, game, cards, options, monkeypatch, search_faults
):
    """Half of the best’s melded cards or more, unproven, with a bound that such cards could bring."""
    fields = {"game": game, "cards": cards, "options": options, "limit": 3}
    true = hand_questions.best(fields)
    monkeypatch.setattr(f"scorepad.{broken}", breaks_off)
    best = hand_questions.best(fields)
    assert all(meld.legal for meld in best.melds)
    assert laid_cards(best) == laid_cards(true)
    assert best.points <= true.points <= best.bound < 10_000
    assert 2 * _in_long_melds(best) >= _in_long_melds(true) > 0
    assert not best.proven
    assert search_faults.pop().endswith(command_of("best", fields))


def _in_long_melds(best):
    """The cards in melds of more than one."""
    return sum(len(meld.cards) for meld in best.melds if len(meld.cards) > 1)


def test_a2_melds_are_judged_where_the_search_for_better_ones_breaks_off(monkeypatch, search_faults):
    """The judgement stands, the best known is what was laid, and that nothing is better is not proven."""
    monkeypatch.setattr(optimize, "best", breaks_off)
    check = hand_questions.check({"game": "chattahoochee", "melds": "4C 5C 6C / 9H"})
    assert (check.legal, check.points, check.best, check.missed, check.proven) == (True, 7, 7, 0, False)
    assert search_faults.pop().endswith("scorepad check chattahoochee '4C 5C 6C / 9H'")


def test_a2_a_bound_that_laid_melds_exceed_proves_nothing(monkeypatch, search_faults):
    """The referee accepts the search's melds, and the player's that are worth more."""
    melds = tuple((Laid(Card(rank, "C")),) for rank in "456")
    monkeypatch.setattr(optimize, "best", answers_with(Answer(melds, 3, 3, 0.0)))
    check = hand_questions.check({"game": "chattahoochee", "melds": "4C 5C 6C"})
    assert (check.points, check.best, check.missed, check.proven) == (6, 6, 0, False)
    assert "a bound of 3, and 6 are laid" in search_faults.pop()


@pytest.mark.parametrize("broken", ["best", "search_with_next"])
def test_each_card_that_could_come_is_rated_where_a_search_breaks_off(broken, monkeypatch, search_faults):
    """One line in the log for all of them."""
    monkeypatch.setattr(optimize, broken, breaks_off)
    rated = hand_questions.next_card({"game": "chattahoochee-interlocking", "cards": "4C 5H"})
    assert len(rated.next) == 52
    assert all(card.gain >= 0 for card in rated.next)
    assert len(search_faults) == 1
    search_faults.clear()


def test_each_card_to_throw_is_rated_where_the_search_breaks_off(monkeypatch, search_faults):
    """Unproven, each with what it leaves."""
    monkeypatch.setattr(optimize, "best", breaks_off)
    rated = hand_questions.discard({"game": "basic-rummy", "cards": "4C 5C KH"})
    assert [(card.card, card.left_value, card.proven) for card in rated.discard] == [
        ("KH", 9, False),
        ("5C", 14, False),
        ("4C", 15, False),
    ]
    search_faults.clear()


def test_each_of_several_hands_is_told_by_itself(monkeypatch, search_faults):
    """The log has the command of the hand that failed."""
    monkeypatch.setattr(optimize, "best", breaks_off)
    hand_questions.best({"game": "chattahoochee", "hands": ["4C", "5C w"], "options": {"jokers": 1}})
    assert [line.partition("): ")[2] for line in search_faults] == [
        "scorepad best chattahoochee 4C --set jokers=1",
        "scorepad best chattahoochee '5C w' --set jokers=1",
    ]
    search_faults.clear()


def test_a_proof_that_breaks_off_is_none(monkeypatch, search_faults):
    """The answer stands, its proof is not checked."""
    monkeypatch.setattr("scorepad.answers.proof_checking.proof_holds", breaks_off)
    best = hand_questions.best({**HAND, "check_proof": True})
    assert (best.points, best.proven, best.proof_checked) == (7, True, False)
    assert search_faults.pop().endswith(f"{ASKED} --check-proof")


def test_over_http_a_search_that_breaks_off_is_answered(client, monkeypatch, search_faults):
    """No 500, for none of the questions that search, nor for the page of a hand."""
    monkeypatch.setattr(optimize, "best", breaks_off)
    asked = {"best": HAND, "next": HAND, "discard": HAND}
    asked["check"] = {"game": "chattahoochee", "melds": "4C 5C"}
    for verb, fields in asked.items():
        response = client.post(f"/api/v1/{verb}", json=fields)
        assert response.status_code == 200
    assert client.get("/solve", query_string={"cards": "4C 5C"}).status_code == 200
    assert len(search_faults) == 5
    search_faults.clear()


BROKEN_SEARCH = """
import sys
from scorepad import optimize
from scorepad.cli.main import main
def breaks_off(*_, **__):
    raise IndexError("list index out of range")
optimize.best = breaks_off
sys.exit(main(["best", "chattahoochee", "4C 5C", "--limit", "0"]))
"""


@pytest.mark.process
def test_on_the_command_line_the_answer_stands_alone_and_the_fault_is_one_line():
    """Words on standard output as ever; no trace."""
    done = subprocess.run([sys.executable, "-c", BROKEN_SEARCH], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "Best: 2 points, best found, at most 3."
    assert done.stderr.splitlines() == [
        "The search failed (IndexError: list index out of range): "
        "scorepad best chattahoochee '4C 5C' --limit 0"
    ]


def test_a1_what_is_found_is_held_against_the_cards_that_came_in():
    """The referee's service raises a fault of the search's own for a card too few."""
    rules, hand, true = searched(HAND)
    with pytest.raises(SearchFault, match="other cards"):
        verified(rules, [*hand, WILD], true)


@pytest.mark.parametrize("fields", ONE_OF_EACH, ids=lambda fields: fields["game"])
def test_a_safe_bound_is_never_below_the_best(fields):
    """It is made of the values alone."""
    rules = find_game(fields["game"]).rules(fields.get("options", {}))
    own = [laid.card for laid in read_cards(fields["cards"], rules.pack)]
    table = [laid.card for laid in read_cards(fields.get("table", ""), rules.pack)]
    assert hand_questions.best(fields).points <= safe_bound(rules, [*own, *table])


def test_a_safe_bound_is_no_more_than_the_cards_bring():
    """Tiles without a wild count what is printed on them; interlocks are bounded by the ranks that meet."""
    rules = find_game("rummikub").rules({})
    rack = [laid.card for laid in read_cards("1R 13K 7B", rules.pack)]
    assert safe_bound(rules, rack) == 21
    rules = find_game("chattahoochee-interlocking").rules({})
    assert safe_bound(rules, [*rules.pack.cards[:33]]) < 10_000


def test_no_cards_are_bounded_by_nothing():
    assert safe_bound(Rules("chattahoochee-interlocking"), []) == 0


@pytest.mark.parametrize(
    ("game", "cards", "options"),
    [
        ("burraco", "♥3456789", {}),
        ("canasta", "♥KKKKKK ♠K", {"packs": 4}),
        ("canasta", "♥222222 ♠2", {"packs": 4, "form": "modern-american"}),
        ("romme", "♥A ♣A ♠A ♦A", {"ace_left": 1, "joker_left": 1}),
    ],
)
def test_a_safe_bound_has_what_melds_count_beside_their_cards(game, cards, options):
    """Canastas count beside their cards, and an ace may count more melded than left."""
    rules = find_game(game).rules(options)
    meld = read_cards(cards, rules.pack)
    verdict = check_meld(rules, meld)
    assert verdict.legal
    assert verdict.points <= safe_bound(rules, [laid.card for laid in meld])


@pytest.mark.parametrize(
    ("verb", "fields", "command"),
    [
        (
            "check",
            {"game": "rummikub", "melds": ["K1 K2", "w"], "options": {"initial_done": True}, "limit": 0.5},
            "scorepad check rummikub 'K1 K2 / w' --set initial_done=yes --limit 0.5",
        ),
        (
            "next",
            {"game": "hooch", "hand": "4C", "table": ["4C 5C", "9H"], "partners": None, "options": None},
            "scorepad next hooch 4C --table '4C 5C / 9H'",
        ),
        (
            "best",
            {"game": "interlocking", "cards": "9D", "partners_out": ["7C 8S | 7S 8C", "4C | 5C | 6C"]},
            "scorepad best interlocking 9D --partners-out '7C 8S | 7S 8C' --partners-out '4C | 5C | 6C'",
        ),
    ],
)
def test_a_question_is_written_as_its_command(verb, fields, command):
    """Lists as text, yes and no, nothing that says nothing."""
    assert command_of(verb, fields) == command
