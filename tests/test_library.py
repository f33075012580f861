"""What `import scorepad` offers reads cards in the letters of a language, as the API does."""

import pytest

import scorepad
from scorepad.answers import verbs

FRENCH_CARDS = {
    "best": {"cards": "4C 5C 6C RT"},
    "check": {"melds": "4C 5C 6C / DP RP AP"},
    "merge": {"melds": "TK VK DK RK AK / 2K 3K 4K 5K"},
}


def by_fields(answer):
    """The answer without what differs from one run to another."""
    return {name: getattr(answer, name) for name in answer.__struct_fields__ if name != "seconds"}


@pytest.mark.parametrize("verb", FRENCH_CARDS)
def test_n2_a_function_reads_what_its_question_reads(verb):
    game, fields = "chattahoochee-alternate", FRENCH_CARDS[verb]
    asked = verbs.answer(verb, {"game": game, **fields, "language": "fr"})
    assert by_fields(getattr(scorepad, verb)(game, **fields, language="fr")) == by_fields(asked)


def test_n2_letters_of_a_language_come_first_where_it_is_named():
    """`C` is cœur in French, and clubs without a language."""
    assert str(scorepad.best("remi", "4C 5C 6C")) == "♣456"
    assert str(scorepad.best("remi", "4C 5C 6C", language="fr")) == "♥456"


def test_n2_what_lies_beside_the_cards_is_read_alike():
    hand = scorepad.best("rummy-500", ["7C", "8C"], table="4C 5C 6C", taken="7C", language="fr")
    assert hand.legal
    assert hand.left == ()
    game, options = "chattahoochee-alternate", {"merge_with_cards": True, "language": "fr"}
    assert str(scorepad.merge(game, "4C 5C 6C / 8C 9C", between="7C", **options)) == "♥456789"


def test_n2_a_card_turned_up_is_read_alike():
    """`K` is kırmızı, red, in Turkish, and black without a language."""
    rules = [scorepad.rules("okey", turned="5K", language=language) for language in ("", "tr")]
    assert [str(each.pack.turned) for each in rules] == ["5K", "5R"]


def test_n2_a_match_reads_all_its_deals_alike_and_a_deal_may_differ():
    deals = [
        {"winner": "Ann", "left": {"Ben": "RT DC"}},
        {"winner": "Ann", "left": {"Ben": "KH"}, "language": "de"},
    ]
    played = scorepad.match("rummy-500", ["Ann", "Ben"], deals, language="fr")
    assert played.totals == {"Ann": 0, "Ben": -30}


@pytest.mark.parametrize("ask", [scorepad.best, scorepad.check, scorepad.merge])
def test_n6_a_language_that_nobody_reads_is_named(ask):
    with pytest.raises(scorepad.ScorepadError, match=r"^language: type one of en, de, fr, it, es, pl, tr\.$"):
        ask("remi", "4C 5C 6C", language="xx")


def test_n6_advice_is_in_the_letters_of_the_language():
    with pytest.raises(scorepad.ScorepadError, match="as in ♣5 or 5T"):
        scorepad.check("remi", "5", language="fr")
