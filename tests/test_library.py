"""What `import scorepad` offers reads cards in the letters of a language, as the API does."""

import inspect
import json
from importlib.metadata import version
from pathlib import Path

import msgspec
import pytest

import scorepad
from scorepad.answers import verbs

PHOTO = Path(__file__).parents[1] / "bench" / "hand.jpg"
FRENCH_CARDS = {
    "best": {"cards": "4C 5C 6C RT"},
    "check": {"melds": "4C 5C 6C / DP RP AP"},
    "merge": {"melds": "TK VK DK RK AK / 2K 3K 4K 5K"},
}


@pytest.mark.parametrize("verb", FRENCH_CARDS)
def test_n2_a_function_reads_what_its_question_reads(verb):
    game, fields = "chattahoochee-alternate", FRENCH_CARDS[verb]
    asked = verbs.answer(verb, {"game": game, **fields, "language": "fr"})
    assert getattr(scorepad, verb)(game, **fields, language="fr") == asked.in_plain_text()


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
    told = r"^language: type one of en, de, fr, it, es, pl, pt, tr\.$"
    with pytest.raises(scorepad.ScorepadError, match=told):
        ask("remi", "4C 5C 6C", language="xx")


def test_n6_advice_is_in_the_letters_of_the_language():
    with pytest.raises(scorepad.ScorepadError, match="as in ♣5 or 5T"):
        scorepad.check("remi", "5", language="fr")


def test_every_verb_of_cards_and_deals_has_its_function():
    """Each answers what its question does."""
    hand = {"game": "gin-rummy", "cards": "4C 5C 6C KH KD KS 2D 3D 9H 8S 7S"}
    assert scorepad.best(**renamed(hand)).to_dict() == as_data("best", hand)
    assert scorepad.next_cards(**renamed(hand), seen="4D").to_dict() == as_data(
        "next", {**hand, "seen": "4D"}
    )
    assert scorepad.discard(**renamed(hand)).to_dict() == as_data("discard", hand)
    deal = {"winner": "Ann", "ending": "knock", "left": {"Ann": "3S", "Ben": "KH 7C"}}
    scored = scorepad.score("gin-rummy", deal, preset="classic")
    assert scored.to_dict() == as_data("score", {"game": "gin-rummy", "preset": "classic", **deal})


def renamed(fields):
    return {"game_or_rules" if name == "game" else name: value for name, value in fields.items()}


def as_data(verb, fields):
    """The answer of a question as data; the time that it takes is left as it is in the other one."""
    return AnyTime(verbs.answer(verb, fields).to_dict())


class AnyTime(dict):
    """Equal to a dict with another `seconds`."""

    def __eq__(self, other):
        return dict(self, seconds=0) == dict(other, seconds=0)

    __hash__ = None


def test_many_hands_are_answered_one_by_one_as_they_are_asked_for():
    """Rules that do not read are told at once, a hand when it is reached."""
    with pytest.raises(scorepad.ScorepadError, match="knok"):
        scorepad.best_of_many("gin-rummy", ["4C"], options={"knok": 5})
    answers = scorepad.best_of_many("gin-rummy", ["4C 5C 6C", "♥K ♦K ♠K", "4X"])
    assert [str(next(answers)) for _ in range(2)] == ["♣456", "♠K♥K♦K"]
    with pytest.raises(scorepad.ScorepadError, match="4X"):
        next(answers)


def test_a_turn_that_ends_without_a_discard_has_none():
    with pytest.raises(scorepad.ScorepadError, match="choose one in which a turn ends with a discard"):
        scorepad.discard("rummikub", "4B 5B")


def test_one_photo_is_read_or_several():
    photo = scorepad.read(PHOTO)
    assert photo.cards == scorepad.read(PHOTO.read_bytes()).cards
    several = scorepad.read([PHOTO, PHOTO])
    assert several.photos == (photo, photo)
    assert len(several.cards) == len(photo.cards)
    with pytest.raises(scorepad.ScorepadError, match="isn’t a picture"):
        scorepad.read(b"no picture")


def test_the_version_is_that_of_the_package():
    assert scorepad.__version__ == version("scorepad")


def test_the_face_is_what_dir_shows():
    """Every function and class has its words, each function of text what it raises and what it answers."""
    names = dir(scorepad)
    assert {"best", "best_of_many", "check", "match", "read", "Best", "Rules", "__version__"} <= {*names}
    assert [name for name in names if name.startswith("_")] == ["__version__"]
    for name in set(names) - {"__version__", "Meld"}:
        public = getattr(scorepad, name)
        words = inspect.getdoc(public)
        assert words, name
        assert public.__module__.startswith("scorepad."), name
        if inspect.isfunction(public) and inspect.signature(public).parameters:
            assert "Raises" in words, name
            assert ">>>" in words or name == "read", name  # a photo is a file


def test_json_and_msgspec_take_every_answer():
    hand = "♣456 ♥K ♦K ♠K ♠7 ♦7 ♥2 ♠A"
    deal = {"winner": "Ann", "left": {"Ben": 10}}
    answers = [
        scorepad.best("gin-rummy", hand),
        scorepad.next_cards("gin-rummy", hand),
        scorepad.discard("gin-rummy", f"{hand} ♦9"),
        scorepad.check("gin-rummy", "♣456 / ♥K ♦K ♠K"),
        scorepad.merge("chattahoochee-alternate", "♦TJQKA / ♦2345"),
        scorepad.score("basic-rummy", deal),
        scorepad.match("basic-rummy", ["Ann", "Ben"], [deal]),
        scorepad.read(PHOTO),
        scorepad.read([PHOTO, PHOTO]),
    ]
    for answer in answers:
        told = json.loads(json.dumps(answer.to_dict()))
        assert (
            json.loads(msgspec.json.encode(answer))
            == told
            == json.loads(json.dumps(msgspec.to_builtins(answer)))
        )
