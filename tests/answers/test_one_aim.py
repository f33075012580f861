"""`best`, `check`, `next` and `discard` aim at the same, opened or not."""

from __future__ import annotations

import random

import pytest

import scorepad
from scorepad.answers import card_advice, hand_answers, hand_questions
from scorepad.answers.terms import Terms
from scorepad.core.cards import WILD
from scorepad.core.errors import ScorepadError
from scorepad.core.notation import read_cards, read_melds
from scorepad.rulebook import find_game, games
from tests.profiles import examples

HANDS = 50  # of each game
MELDING_GAMES = [game.id for game in games() if game.rules({}).scoring.lays_melds and game.id != "any-game"]


def random_hand(rules, rng):
    """A hand as dealt, with a card drawn, or smaller; mostly of few ranks, so that melds compete."""
    deck = [*list(rules.pack.cards) * rules.packs, *[WILD] * rules.jokers]
    dealt = rules.match.cards_dealt[0]
    size = rng.choice([dealt, dealt + 1, rng.randint(3, dealt)])
    if rng.random() < 0.7:
        ranks = rng.sample(rules.pack.ranks, min(len(rules.pack.ranks), max(5, size // 2)))
        deck = [card for card in deck if card.rank in ranks or card == WILD]
    hand = rng.sample(deck, min(size, len(deck)))
    if rules.jokers >= 2 and rng.random() < 0.3:
        hand[:2] = [WILD, WILD]
    return hand


def held(text, pack):
    """The cards of a hand."""
    return [laid.card for laid in read_cards(text, pack)]


@pytest.mark.parametrize("game", MELDING_GAMES)
def test_check_misses_nothing_in_the_melds_of_best(game):
    """Random hands, half of them of players who have opened."""
    rules = find_game(game).rules({})
    for number in range(examples(HANDS)):
        rng = random.Random(f"{game} {number}")
        hand = random_hand(rules, rng)
        opened = rules.hand.has_first_melds and rng.random() < 0.5
        terms = Terms(opened=opened, limit=10)
        try:
            best = hand_answers.best(rules, hand, terms)
        except hand_answers.ImpossibleHand:
            continue
        if not best.melds:
            continue
        melds = read_melds(" / ".join(" ".join(meld.laid) for meld in best.melds), rules.pack)
        check = hand_answers.check(rules, melds, terms)
        assert (check.legal, check.missed) == (True, 0), " ".join(map(str, hand))


@pytest.mark.parametrize("opened", [False, True])
def test_a_canasta_stays_whole_though_its_wilds_would_leave_less(opened):
    """440 less 65 left is more than 160 less 45."""
    rules = find_game("canasta").rules({})
    hand = held("7D w 8D 5C 5D KC 8D w AD 2S TD 5S 5C", rules.pack)
    found = hand_answers.best(rules, hand, Terms(opened=opened))
    assert (found.points, found.left_value, found.proven) == (440, 65, True)


def test_of_two_ways_to_go_out_the_one_of_more_points_is_taken():
    """Thrown, the two leaves a natural canasta: 500 and 70, where a mixed one brings 300 and 80."""
    rules = find_game("canasta").rules({})
    found = hand_answers.best(rules, held("KC KC KD KD KH KH KS 2S", rules.pack), Terms(opened=True))
    assert (found.goes_out, found.throw, found.points) == (True, "2S", 570)


@pytest.mark.parametrize("opened", [False, True])
def test_throwing_another_card_keeps_the_canasta(opened):
    """The ace costs nothing of it, and counts most in hand."""
    rules = find_game("canasta").rules({})
    hand = held("7D w 8D 5C 5D KC 8D w AD 2S TD 5S 5C", rules.pack)
    cheapest = card_advice.rate_discards(rules, hand, Terms(opened=opened)).discard[0]
    assert (cheapest.card, cheapest.points, cheapest.left_value) == ("AD", 440, 45)


def test_the_card_that_finishes_a_canasta_gains_most():
    """Next to 300 points, what an ace would count is little."""
    rules = find_game("canasta").rules({})
    hand = held("5C 5D 5H 5S 5C 5D KC QD AS AD", rules.pack)
    rated = card_advice.rate_next_cards(rules, hand, Terms(opened=True)).next
    assert rated[0].card.startswith("5")
    assert rated[0].gain == 500 + 5


def test_k5_a_joker_has_no_value_on_a_board_so_other_sets_of_the_same_tiles_miss_nothing():
    """The same ten tiles, the joker once for a 13 and once for a 5."""
    rules = find_game("rummikub").rules({})
    hand = held("w w 6B 5R 8B 7B 13K 1R 12O 13B 9R 8K 8R 8O", rules.pack)
    best = hand_answers.best(rules, hand)
    melds = read_melds(" / ".join(" ".join(meld.laid) for meld in best.melds), rules.pack)
    check = hand_answers.check(rules, melds)
    assert (check.legal, check.missed, check.proven) == (True, 0, True)


@pytest.mark.parametrize(
    ("game", "cards", "last"),
    [("scala-40", "w AS 3S 2S KS", "KS"), ("kalooki", "AS 2S 3S 9H 9C 9S QS QD QH w 2H 2S 5S", "5S")],
)
def test_a_player_who_has_opened_lays_all_but_one_where_that_can_be(game, cards, last):
    """The last card is thrown, which ends the deal; two cards that count less would not."""
    rules = find_game(game).rules({})
    found = hand_answers.best(rules, held(cards, rules.pack), Terms(opened=True))
    assert (found.left, found.goes_out) == ((last,), True)


def test_an_ace_alone_is_kept_by_a_player_who_has_not_opened_too():
    """Alone it counts 1, so the four is thrown."""
    rules = find_game("scala-40").rules({"lone_ace": True})
    hand = held("8D 8S 8C TH TD TC 7D 7H 7S JC JD JS AC 4S", rules.pack)
    found = hand_answers.best(rules, hand)
    assert (found.points, found.throw, found.left, found.left_value) == (105, "4S", ("AC",), 1)


def test_r7_all_at_once_is_the_whole_hand_not_as_many_cards_as_others_are_dealt():
    """Five players have eleven cards each; eleven of thirteen are not all."""
    rules = find_game("romme").rules({})
    melds = "AS 2S 3S 4S / 2H 2D 2C / 3H 3D 3C 3S"
    hand = held(melds.replace("/", ""), rules.pack)
    found = hand_answers.best(rules, [*hand, *held("KD QC", rules.pack)])
    assert (found.points, found.opens) == (28, False)
    check = hand_answers.check(rules, read_melds(melds, rules.pack))
    assert (check.opens, "all your cards" in check.why) == (False, True)
    assert hand_answers.best(rules, hand).opens


def test_r7_thirteen_cards_laid_are_a_whole_hand_in_check_too():
    """No hand has more."""
    rules = find_game("romme").rules({})
    check = hand_answers.check(rules, read_melds("AS 2S 3S 4S 5S 6S / 2H 2D 2C / 3H 3D 3C 3S", rules.pack))
    assert (check.points, check.opens) == (39, True)


@pytest.mark.parametrize("game", ["romme", "kalooki", "scala-40", "remi"])
def test_with_an_opening_of_nothing_a_player_is_as_one_who_has_opened(game):
    """Whether the question says so or not, and the last card ends the deal."""
    question = {"game": game, "options": {"opening": 0}, "cards": "AS 2S 3S KD"}
    said, unsaid = (hand_questions.best({**question, "opened": opened}) for opened in (True, False))
    assert said.goes_out is unsaid.goes_out is True
    assert (said.melds, said.left) == (unsaid.melds, unsaid.left)


@pytest.mark.parametrize("verb", ["best", "check"])
def test_b6_what_a_burraco_counts_beside_its_cards_does_not_open(verb):
    """Seven cards of 45 points, where first melds must be worth 75."""
    rules = find_game("burraco").rules({"rises": True, "side_score": 1500})
    if verb == "best":
        answer = hand_answers.best(rules, held("3H 4H 5H 6H 7H 8H 9H KS", rules.pack))
    else:
        answer = hand_answers.check(rules, read_melds("3H 4H 5H 6H 7H 8H 9H", rules.pack))
    assert (answer.points, answer.opens) == (245, False)
    assert answer.why == "This doesn’t open. It’s 30 points short of 75."


@pytest.mark.parametrize(
    ("game", "options"),
    [("burraco", {"rises": True, "side_score": 1500}), ("canasta", {"side_score": 1500})],
)
def test_a_side_with_melds_on_the_table_has_opened(game, options):
    """Three nines don't open, and later they are a meld as any other."""
    rules = find_game(game).rules(options)
    nines, table = held("9C 9D 9H KC", rules.pack), read_melds("8C 8D 8H", rules.pack)
    assert hand_answers.best(rules, nines).opens is False
    answers = (
        hand_answers.best(rules, nines, Terms(table=table)),
        hand_answers.check(rules, read_melds("9C 9D 9H", rules.pack), Terms(table=table)),
    )
    for answer in answers:
        assert answer.opens is None
        assert "open" not in str(answer.why)
        assert answer.points == 30


def test_canasta_a2_a_later_meld_of_three_with_a_wild_is_refused_whoever_says_that_the_side_has_opened():
    """By the flag, and by the melds of the side on the table."""
    canasta = find_game("canasta")
    rules = canasta.rules(canasta.preset_options("modern-american"))
    melds, table = read_melds("9C 9D 9H w", rules.pack), read_melds("4C 4D 4H", rules.pack)
    for terms in (Terms(opened=True), Terms(table=table)):
        verdict = hand_answers.check(rules, melds, terms)
        assert (verdict.legal, verdict.why) == (
            False,
            "After first melds a wild goes on five naturals or more.",
        )


@pytest.mark.parametrize("game", ["basic-rummy", "rummy-500"])
def test_b2_every_question_about_one_turn_has_one_new_meld(game):
    """The better of two melds, and a meld of four that a drawn card makes."""
    rules, terms = find_game(game).rules({}), Terms(turn=True)
    hand = held("4C 5C 6C 9C 9D 9H KS", rules.pack)
    best = hand_answers.best(rules, hand, terms)
    assert ([meld.shown for meld in best.melds], best.proven) == (["♣9♥9♦9"], True)
    assert len(hand_answers.best(rules, hand).melds) == 2
    laid = hand_answers.check(rules, read_melds("4C 5C 6C / 9C 9D 9H", rules.pack), terms)
    assert (laid.legal, laid.why) == (False, "Lay at most one new meld in a turn.")
    drawn = {further.card: further for further in card_advice.rate_next_cards(rules, hand, terms).next}
    assert drawn["9S"].left_value == best.left_value
    assert drawn["7C"].left_value == best.left_value + 7
    thrown = card_advice.rate_discards(rules, hand, terms).discard
    assert (thrown[0].card, thrown[0].left_value) == ("KS", best.left_value - 10)


def test_b2_a_turn_is_not_asked_about_where_it_lays_any_number_of_melds():
    """By a program as well: its answer would hold for less than the game lets a player lay."""
    refusal = "In this game a turn isn’t limited to one new meld. Leave turn out."
    for game in MELDING_GAMES:
        if game not in ("basic-rummy", "rummy-500"):
            card = find_game(game).rules({}).pack.cards[0]
            with pytest.raises(ScorepadError) as refused:
                scorepad.best(game, [card], turn=True)
            assert (str(refused.value), refused.value.at) == (refusal, "turn")
