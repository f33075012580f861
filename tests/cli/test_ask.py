"""The command line: answers on stdout with status 0, what does not read in one line on stderr with 2."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from importlib.metadata import version

import pytest

import scorepad
from scorepad import optimize
from scorepad.answers import verbs
from scorepad.cli.main import main
from scorepad.core.errors import ScorepadError
from scorepad.core.notation import read_cards
from scorepad.core.packs import FRENCH
from scorepad.core.rules import Rules


def run(capsys, *arguments):
    """Exit status, stdout and stderr of one command."""
    try:
        status = main(arguments)
    except SystemExit as stopped:
        status = stopped.code
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def answer(capsys, *arguments):
    status, out, err = run(capsys, *arguments, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_a1_best_answers_with_every_field_of_the_contract(capsys):
    """Points before the multiplier, the score after it, the melds, the bound and the proof."""
    best = answer(capsys, "best", "chattahoochee", "♣456677889T", "--multiplier", "3")
    assert (best["game"], best["points"], best["multiplier"], best["score"]) == ("chattahoochee", 34, 3, 102)
    assert (best["proven"], best["bound"], best["left"], best["left_value"]) == (True, 34, [], 0)
    assert [(meld["cards"], meld["points"]) for meld in best["melds"]] == [
        (["4C", "5C", "6C", "7C", "8C", "9C", "TC"], 28),
        (["6C", "7C", "8C"], 6),
    ]
    assert best["bonuses"] == []
    assert best["seconds"] >= 0


def test_a1_cards_may_come_as_several_words(capsys):
    """Without quotes the shell parts them; they are one hand."""
    assert answer(capsys, "best", "hooch", "4C", "5C", "QH")["points"] == 4


@pytest.mark.parametrize(
    "arguments",
    [
        ("kalooki", "5S", "--opened"),
        ("kalooki", "--opened", "5S"),
        ("--opened", "kalooki", "5S"),
        ("--set", "opening=51", "kalooki", "--opened", "5S", "--limit", "1"),
    ],
)
def test_options_mean_the_same_before_and_after_the_cards(capsys, arguments):
    status, out, err = run(capsys, "best", *arguments)
    assert (status, err) == (0, "")
    assert "This hand can end the deal." in out


def test_a1_best_in_words(capsys):
    """A line a meld, then the total, what is known of it, and the product."""
    status, out, _ = run(capsys, "best", "chattahoochee", "♣456677889T", "--multiplier", "3")
    assert status == 0
    assert out.splitlines() == [
        "♣4 5 6 7 8 9 10    28",
        "♣678                6",
        "Best: 34 points, proven. 34 × 3 = 102.",
    ]


@pytest.mark.parametrize(
    ("game", "cards", "words"),
    [
        ("basic-rummy", "4C 5C 6C KD 2H", "Left in hand: ♥2 ♦K, worth 12."),
        ("basic-rummy", "4C 5C 6C", "Nothing is left."),
        ("rummy-500", "4C 5C 6C AD w", "Left in hand: ♦A, worth 15."),
        ("shanghai", "4C 5C 6C AD KD", "Left in hand: ♦A ♦K, worth 2."),
        ("leap-rummy", "4C 5C 6C JD", "Left in hand: ♦J, worth 11."),
        ("rummikub", "R4 R5 R6 B12", "Left in hand: ▼12, worth 12."),
    ],
)
def test_b7_best_in_words_says_what_is_left(capsys, game, cards, words):
    """Before the total, with what it counts, in every game where cards may stay in hand."""
    options = ["--set", "jokers=2"] if game == "rummy-500" else []
    status, out, _ = run(capsys, "best", game, cards, *options)
    assert status == 0
    assert words in out.splitlines()


def test_f5_best_in_words_says_that_a_card_cannot_be_taken(capsys):
    """One line, and nothing that leaves it in hand; `discard` has no card to throw then."""
    hand = ("rummy-500", "9C TC JC 2D", "--taken", "2D")
    sentence = "♦2 can’t be melded or laid off with these cards, so it can’t be taken."
    assert run(capsys, "best", *hand) == (0, f"{sentence}\n", "")
    thrown = "No card can be thrown: without it the card that was taken isn’t melded.\n"
    assert run(capsys, "discard", *hand) == (0, thrown, "")


def test_a2_check_says_what_was_left_on_the_table(capsys):
    """Legal, 30 of 34 points, and the better melds."""
    check = answer(capsys, "check", "chattahoochee", "♣45678 / ♣6789T")
    assert (check["legal"], check["points"], check["best"], check["missed"]) == (True, 30, 34, 4)
    assert [meld["shown"] for meld in check["better"]] == ["♣456789T", "♣678"]


@pytest.mark.parametrize(
    ("game", "laid", "shown"),
    [
        ("basic-rummy", "♦9876", "♦6789"),
        ("basic-rummy", "♦7698", "♦6789"),
        ("basic-rummy", "♦98", "♦98"),
        ("chattahoochee", "♠2AK", "♠KA2"),
        ("leap-rummy", "♣A94", "♣49A"),
        ("rummy-500", "♠4w2", "♠2w♠4"),
        ("rummy-500", "♠432 ♣2 ♦2 ♥2", "♣2♥2♦2♠234"),
        ("rummikub", "R9876", "●6 7 8 9"),
    ],
)
def test_h1_a_run_that_was_laid_downwards_is_shown_upwards(capsys, game, laid, shown):
    """As in whatever order it was laid; how it was laid stays, and so does what is no meld."""
    _, out, _ = run(capsys, "check", game, laid)
    assert out.startswith(f"{shown}  ")
    (meld,) = answer(capsys, "check", game, laid)["melds"]
    (other,) = scorepad.check(game, shown).melds
    assert (str(other), meld["shown"], meld["legal"]) == (shown, shown, other.legal)
    if laid == "♦9876":
        assert (meld["cards"], meld["reads_as"]) == (["9D", "8D", "7D", "6D"], "♦9876")


def test_a2_an_illegal_meld_is_an_answer(capsys):
    """Status 0, the reasons of every meld, and what the cards could have been worth."""
    check = answer(capsys, "check", "chattahoochee", "♥6789JQ", "♠2♦2")
    assert not check["legal"]
    assert [meld["legal"] for meld in check["melds"]] == [False, False]
    assert "♥T is missing" in check["melds"][0]["why"]
    assert check["missed"] == check["best"] == 10 + 3 + 1 + 1
    status, out, _ = run(capsys, "check", "chattahoochee", "♥6789JQ")
    assert status == 0
    assert "\nNot legal.\n13 points left on the table. Better, for 13:\n" in out


def test_a_better_meld_of_the_same_cards_says_what_it_reads_as(capsys):
    """Here the cards as laid could be three melds."""
    _, out, _ = run(capsys, "check", "romme", "w w 5H")
    assert "Not legal.\n18 points left on the table. Better, for 18:\n  ♥5 w=♥6 w=♥7  18\n" in out


def test_p1_more_cards_than_the_packs_hold_do_not_read_as_a_hand(capsys):
    """One line names the card, how many there are and how many there can be."""
    status, out, err = run(capsys, "best", "chattahoochee", "♥QQQ ♣4")
    assert (status, out) == (2, "")
    assert err == "scorepad: Three ♥Q, but the packs hold two.\n"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("best", "chess", "4C"), "chess"),
        (("best", "chattahoochee", "4C XX"), "'XX' at position 4"),
        (("best", "chattahoochee", "4C", "--set", "packs=9"), "packs = '9'"),
        (("best", "chattahoochee", "4C", "--set", "packs"), "option=value"),
        (("best", "chattahoochee", "4C", "--set", "pakcs=2"), "pakcs"),
        (("best", "chattahoochee", "4C", "--multiplier", "x"), "'x'"),
        (("best", "chattahoochee", "4C", "--multiplier", "-1"), "multiplier"),
        (("best", "chattahoochee", "4C", "--table", "5C"), "table"),
        (("check", "chattahoochee"), "type the melds as laid"),
        (("deal",), "deal"),
        ((), "COMMAND"),
        (("multipliers", "chattahoochee"), "players"),
        (("multipliers", "--players", "A", "A", "--out", "A"), "Add a letter to one"),
        (("multipliers", "--players", "A", "B", "--out", "C"), "C: type one of the players"),
    ],
)
def test_n6_what_does_not_read_is_named_in_one_line(capsys, arguments, named):
    """Status 2, nothing on stdout, one line on stderr."""
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert named in err


def test_n6_every_fault_is_in_the_line(capsys):
    """Cards, options and multiplier are all read before anything is said."""
    _, _, err = run(
        capsys, "best", "hooch", "4C ZZ", "--set", "packs=9", "--set", "melds=x", "--multiplier", "100"
    )
    assert all(named in err for named in ("packs", "melds", "ZZ", "multiplier"))


def test_h4_multipliers_in_words(capsys):
    """The counts in the order of going out, and when the deal ends."""
    _, out, _ = run(capsys, "multipliers", "--partnerships", "A,C", "B,D", "--out", "A", "C")
    assert out == "Multipliers: 2 2\nThe deal ends after 2 out.\n"


def test_games_lists_every_option_with_its_sentence_and_clause(capsys):
    """As JSON with type, default, range or choices; in words a line each."""
    games = answer(capsys, "games")["games"]
    hooch = next(game for game in games if game["id"] == "chattahoochee")
    options = {option["name"]: option for option in hooch["options"]}
    assert options["packs"] | {"label": ""} == {
        "name": "packs",
        "type": "int",
        "default": 2,
        "label": "",
        "sentence": "How many packs are shuffled together. A pack sold with two of each card counts as two.",
        "clause": "P1",
        "group": "pack",
        "low": 1,
        "high": 4,
    }
    assert [choice["value"] for choice in options["melds"]["choices"]] == ["single", "both", "alternating"]
    _, out, _ = run(capsys, "games")
    assert all(option["sentence"] in out for option in hooch["options"])


@pytest.mark.parametrize(
    ("bound", "words"),
    [(68, "Best: 34 points, best found, at most 68."), (66_448, "Best: 34 points, best found, not proven.")],
)
def test_a_bound_that_tells_nothing_is_a_number_and_no_word(bound, words, capsys, monkeypatch):
    """It stands in the JSON as ever."""
    found = optimize.best(Rules("chattahoochee"), read_hand("♣456677889T"))
    monkeypatch.setattr(optimize, "best", lambda *_, **__: replace(found, bound=bound))
    command = ("best", "chattahoochee", "♣456677889T")
    assert run(capsys, *command)[1].splitlines()[-1] == words
    assert answer(capsys, *command)["bound"] == bound


def read_hand(text):
    return [laid.card for laid in read_cards(text, FRENCH)]


@pytest.mark.parametrize("typed", ["", ",", "/", " "])
@pytest.mark.parametrize("verb", ["best", "check", "next", "discard"])
def test_no_cards_are_a_question_that_is_answered_with_a_sentence(capsys, verb, typed):
    """Not with the best of nothing; on the command line, over HTTP and in Python."""
    field = "melds" if verb == "check" else "cards"
    status, out, err = run(capsys, verb, "gin-rummy", typed)
    assert (status, out) == (2, "")
    assert err.startswith(f"scorepad: {field}: type ")
    with pytest.raises(ScorepadError) as refused:
        verbs.answer(verb, {"game": "gin-rummy", field: [typed] if typed else []})
    assert refused.value.at == field
    if hasattr(scorepad, verb):
        with pytest.raises(ScorepadError) as refused:
            getattr(scorepad, verb)("gin-rummy", typed)
        assert refused.value.at == field


def test_every_hand_without_cards_is_named():
    with pytest.raises(ScorepadError) as refused:
        verbs.answer("best", {"game": "gin-rummy", "hands": ["", "4C 5C 6C", []]})
    assert [fault.at for fault in refused.value.parts] == ["hands:0", "hands:2"]


@pytest.mark.parametrize(
    ("verb", "typed", "read"),
    [
        ("best", "4H 5H\n6H\n", ["4H 5H 6H"]),
        ("next", "4H 5H\n", ["4H", "5H"]),
        ("discard", "4H 5H 6H KD\n", ["4H 5H 6H KD"]),
        ("check", "4H 5H 6H\n7C 7D 7S\n", ["4H 5H 6H / 7C 7D 7S"]),
        ("merge", "4C 5C 6C\n7C 8C 9C\n", ["4C 5C 6C / 7C 8C 9C"]),
        ("play", "8 8\n", ["8", "8"]),
    ],
)
def test_a_minus_reads_standard_input(capsys, monkeypatch, verb, typed, read):
    """Cards in any number of lines, melds a line each."""
    game = {"merge": "chattahoochee-alternate", "play": "avalanche"}.get(verb, "gin-rummy")
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    from_input = answer(capsys, verb, game, "-")
    as_typed = answer(capsys, verb, game, *read)
    assert from_input | {"seconds": 0} == as_typed | {"seconds": 0}


def test_standard_input_without_cards_or_text_is_said(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert run(capsys, "best", "gin-rummy", "-")[2].startswith("scorepad: cards: type the cards")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff"), encoding="utf-8"))
    assert run(capsys, "best", "gin-rummy", "-")[2].startswith("scorepad: Standard input isn’t text.")
    monkeypatch.setattr("sys.stdin", None)
    assert run(capsys, "best", "gin-rummy", "-")[2].startswith("scorepad: Standard input is closed.")


def test_n2_letters_of_a_language_come_first_where_it_is_named(capsys):
    """`C` is cœur in French, and clubs without a language."""
    assert answer(capsys, "best", "remi", "4C 5C 6C")["melds"][0]["cards"] == ["4C", "5C", "6C"]
    french = answer(capsys, "best", "remi", "4C 5C 6C", "--language", "fr")
    assert french["melds"][0]["cards"] == ["4H", "5H", "6H"]


def test_n6_a_language_that_nobody_reads_is_named(capsys):
    status, _, err = run(capsys, "best", "remi", "4C", "--language", "xx")
    assert (status, err) == (2, "scorepad: language: type one of en, de, fr, it, es, pl, pt, tr.\n")


def test_g2_who_goes_rummy_scores_double(capsys):
    table = ("score", "basic-rummy", "--set", "going_rummy=yes")
    arguments = (*table, "--winner", "Ann", "--left", "Ben=KH")
    plain, rummy = answer(capsys, *arguments), answer(capsys, *arguments, "--went-rummy")
    assert rummy["scores"]["Ann"] == 2 * plain["scores"]["Ann"] > 0


@pytest.mark.parametrize("options", [("run_suits=none",), ("pack=custom", "suits=1")])
def test_l1_cards_without_suits_are_typed_and_printed_by_rank(capsys, options):
    """In the best melds, in what is judged, and in advice."""
    chosen = [part for option in options for part in ("--set", option)]
    for verb in ("best", "check"):
        status, out, err = run(capsys, verb, "leap-rummy", "4-9-A", *chosen)
        assert (status, err) == (0, "")
        assert out.startswith("4 9 A ")
    _, _, err = run(capsys, "best", "leap-rummy", "4-9-X", *chosen)
    assert "type a card such as Q (ranks" in err


def test_b2_one_turn_in_words(capsys):
    """One of two melds, and a card laid off on the table."""
    hand = ("best", "basic-rummy", "--table", "♠345", "4C 5C 6C 9C 9D 9H 6S")
    status, out, _ = run(capsys, *hand, "--turn")
    assert status == 0
    assert out.splitlines() == [
        "♠3456     18",
        "♣9♥9♦9    27",
        "Left in hand: ♣4 ♣5 ♣6, worth 15.",
        "Best: 4 placed, 33 points, proven.",
    ]
    assert "Nothing is left." in run(capsys, *hand)[1]


def test_the_version_is_shown_by_itself(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"scorepad {version('scorepad')}\n"
