"""A game of one's own as a file: the language, its faults, and the rules that it becomes."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable

import pytest

import scorepad
from scorepad.answers.game_file_answer import KEY_OF_FIELD, game_file_answer, unproven_keys
from scorepad.core.deal_facts import DealFacts
from scorepad.core.options import OptionErrors
from scorepad.core.rules import Rules
from scorepad.optimize import search_of
from scorepad.optimize.known_rules import settings_of, unknown_fields
from scorepad.rulebook import find_game
from scorepad.rulebook.game import LONGEST_FILE
from scorepad.rulebook.own_game import GAME, OwnGame
from scorepad.rulebook.own_game.game_files import (
    BASES,
    base_file,
    bases,
    keys,
    read_game_file,
    write_game_file,
)
from scorepad.rulebook.own_game.parts import PARTS

OMA = """
name = "Oma-Rommé"
says = "Eight cards, twos are wild."
[cards]
packs = 2
jokers = 4
deal = 8
[run]
least = 4
suits = "any"
ace = "high"
[set]
same_suit_twice = true
[wild]
ranks = ["2"]
most = 1
[open]
points = 25
[count]
ace = 15
joker = 50
[match]
to = 300
"""


def faults_of(text):
    """What is wrong with the file, each with its line and its key."""
    with pytest.raises(scorepad.ScorepadError) as caught:
        read_game_file(text)
    parts = caught.value.parts or (caught.value,)
    assert {part.code for part in parts} == {"bad-game-file"}
    return [part.at for part in parts]


def test_a_family_game_is_best_and_proven_from_its_file(tmp_path):
    path = tmp_path / "oma.toml"
    path.write_text(OMA, "utf-8")
    hand = scorepad.best(path, "♥3 ♠4 ♦5 ♣6 ♥9 ♥9 ♣2 ♠K")
    assert (hand.points, hand.proven, hand.left) == (38, True, ("KS",))
    assert scorepad.check(str(path), "♥3 ♠4 ♦5 ♣6").legal
    assert scorepad.rules(path).match.target == 300


def test_a_file_says_only_what_differs_from_the_game_that_it_is_like():
    rules = GAME.rules(read_game_file('name = "x"\nlike = "romme"\n[open]\npoints = 30\n').options)
    assert rules == GAME.rules({**base_file("romme").options, "open_points": 30, "title": "x"})
    assert (rules.hand.opening.points, rules.jokers) == (30, 6)


def test_every_fault_of_a_file_is_said_at_once_with_its_line():
    text = 'name = "x"\nlikes = "romme"\n[run]\nleast = 0\nsuits = "blue"\n[set]\nleats = 3\n'
    text += '[cards]\ndeal = [\n9,\n"a"]\n'
    assert faults_of(text) == [
        "line 2: likes",
        "line 4: run.least",
        "line 5: run.suits",
        "line 7: set.leats",
        "line 9: cards.deal",
    ]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('[cards]\npack = "custom"\nranks = "1 2"\ndeal = 2', "line 1: run.least"),
        ("[cards]\ndeal = 5\n[open]\npoints = 150", "line 4: open.points"),
        ("[run]\nleast = 5\nmost = 4", "line 3: run.most"),
        ("[set]\nleast = 5", "line 2: set.least"),
        ("[set]\n\nmost = 3", "line 3: set.most"),
        ("[cards]\ndeal = 30", "line 2: cards.deal"),
        ("[cards]\ndeal = []", "line 2: cards.deal"),
        ('[wild]\nranks = "W"', "line 2: wild.ranks"),
        ('[wild]\nranks = "A23456789TJQK"', "line 2: wild.ranks"),
        ('[count]\ncards = "2=many"', "line 2: count.cards"),
        ('[open]\ncontracts = "S3 T4"', "line 2: open.contracts"),
        ('[open]\ncontracts = "S9 S9"', "line 2: open.contracts"),
        ("[out]\nknock = 5", "line 2: out.knock"),
        ('[score]\nkind = "melded"\nwinner_takes = true', "line 3: score.winner_takes"),
        ("[match]\nback_in = 1", "line 2: match.back_in"),
        ("[other]\npairs = 5", "line 2: other.pairs"),
        ("version = 2", "line 1: version"),
        ("like = 3", "line 1: like"),
        ('name = "' + "x" * 61 + '"', "line 1: name"),
        ("run = 3", "line 1: run"),
    ],
)
def test_what_no_hand_can_do_is_refused_by_its_key(text, at):
    assert faults_of(f"{text}\n") == [at]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("[run", "line 1"),
        ('name = "x"\nleast =\n', "line 2"),
        ("a = [[[[[[[1]]]]]]]", "line 1"),
        ("x" * (LONGEST_FILE + 1), "line 1"),
        (f"a = {'9' * 5000}", "line 1"),
        (".".join("a" * 3000) + " = 1", "line 1"),
        ("a = [" + "[1], " * 1500 + "]", "line 1: a"),
        ("a = [\n" * 1000, "line 5"),
        ('"a".' * 1500, "line 1"),
        ('a = "\x00"', "line 1"),
    ],
)
def test_the_file_of_a_stranger_is_data(text, at):
    """Of any length, depth or bytes: a sentence comes of it, and soon."""
    start = time.process_time()
    assert faults_of(text) == [at]
    assert time.process_time() - start < 0.5


def test_keys_in_lists_texts_and_tables_of_one_line_have_their_lines():
    text = 'name = """a\n"""\nrun = { least = 1 }\n"set"."least" = 1 # [x]\n'
    assert faults_of(text) == ["line 1: name", "line 3: run.least", "line 4: set.least"]


@pytest.mark.parametrize("key", keys())
def test_every_key_reads_its_default_and_is_written_back(key):
    option = keys()[key]
    part, _, name = key.partition(".")
    assert part in PARTS
    text = write_game_file({f"{part}_{name}": option.default, "title": "x"})
    assert read_game_file(text).options == {"title": "x"}


@pytest.mark.parametrize("seed", range(40))
def test_a_written_file_reads_as_the_same_game(seed):
    options = random_options(random.Random(seed))
    assert GAME.rules(read_game_file(write_game_file(options)).options) == GAME.rules(options)


def test_each_field_that_a_search_may_not_know_has_its_key():
    """What no search proves is said in the words of the file."""
    unsaid = set()
    for seed in range(300):
        rules = GAME.rules(random_options(random.Random(seed)))
        unsaid |= {field for field in unknown_fields(rules, search_of(rules)) if field not in KEY_OF_FIELD}
        assert set(unproven_keys(rules)) <= {*keys()}
    assert not unsaid


def test_what_no_search_knows_is_said_when_the_file_is_read():
    """The referee judges it, and no best is called proven."""
    answer = game_file_answer('name = "x"\n[run]\nsuits = "any"\n[out]\nlaid = 11\n')
    assert answer.unproven == ("run.suits",)
    rules = GAME.rules({"run_suits": "any", "out_laid": 11})
    assert not scorepad.check(rules, "♥3 ♠4 ♥6").legal
    assert scorepad.check(rules, "♥3 ♠4 ♥5").legal
    with pytest.raises(scorepad.RulesNotKnown):
        scorepad.best(rules, "♥3 ♠4 ♥5")


def test_a_longest_run_is_known_to_the_search():
    best = scorepad.best(GAME.rules({"run_most": 4}), "♥34567")
    assert (best.legal, best.proven, len(best.left)) == (True, True, 1)


SAME = ("clause", "open_senses", "cards_dealt")
"""What a game of one's own has otherwise, though a hand comes to the same."""


@pytest.mark.parametrize("game_id", bases())
@pytest.mark.parametrize("number", [1, 7])
def test_the_games_that_files_may_be_like_are_those_of_the_pad(game_id, number):
    """Field by field; what every card counts, by the cards."""
    rules = GAME.rules(base_file(game_id).options, facts=DealFacts(number))
    usual = find_game(game_id).rules({}, facts=DealFacts(number))
    ours, theirs = settings_of(rules), settings_of(usual)
    differing = {field for field in ours if ours[field] != theirs[field]} - {*SAME}
    assert {field for field in differing if "card_values" not in field} <= {"kind", "pack"}
    assert rules.pack.cards == usual.pack.cards
    assert rules.match.cards_dealt[: len(usual.match.cards_dealt) - 2] == usual.match.cards_dealt[:-2]
    assert rules.scoring == usual.scoring


def test_every_base_is_in_the_wheel_and_named_as_its_game():
    assert {file.stem for file in BASES.glob("*.toml")} == {*bases()}
    assert all(base_file(game_id).name == find_game(game_id).name for game_id in bases())


def random_options(rng: random.Random) -> dict[str, object]:
    """Options of a game of one's own that agree, two to six of them changed."""
    while True:
        chosen = rng.sample(list(GAME.options)[1:], rng.randint(2, 6))
        options = {option.name: random_value(rng, option) for option in chosen}
        try:
            assert isinstance(GAME.rules(options), Rules)
        except OptionErrors:
            continue
        return options


TEXTS = {
    "cards_suits": ("",),
    "cards_ranks": ("",),
    "set_ranks": ("", "A 3 K", "2 3 4 5 6"),
    "wild_ranks": ("", "2", "5 J"),
    "open_contracts": ("", "S3", "S3, R4"),
    "count_cards": ("", "2=20", "5=5 A=1"),
    "count_left": ("", "A=15"),
}


def random_value(rng: random.Random, option):
    """One that people might write."""
    if option.name in TEXTS:
        return rng.choice(TEXTS[option.name])
    if option.type == "choice":
        return rng.choice([value for value in option.choices if value != "custom"])
    if option.type == "bool":
        return rng.random() < 0.5
    if option.type == "list":
        return tuple(rng.randint(3, 14) for _ in range(rng.randint(1, 3)))
    return rng.randint(option.low, min(option.high, option.low + 6))


LONG_TEXTS = {
    "cards.suits": ("4", "2", "9", "red blue", "♠ ♥ ♦ ♣"),
    "cards.ranks": ("A 2 3 4 5", "1-17", "1-99", "1 2 10 11", "A A A", "17-1"),
    "set.ranks": ("A 3 K", "W", "2 3 4 5 6", "x" * 500),
    "wild.ranks": ("2", "5 J", "A 2 3 4 5 6 7 8 9 T J Q K", "2 " * 1000),
    "open.contracts": ("S3", "S3, R4", "S99 R99", "R13", "S3 " * 7, "S3, " * 30, "S2 R2"),
    "count.cards": ("2=20", "5=5 A=1", "A=999", "A==1", "2=0 " * 500),
    "count.left": ("A=15", "K=200", "=", "Z=1"),
}


def test_the_record_has_eleven_parts():
    assert {option.name.partition("_")[0] for option in GAME.options} == {"title", *PARTS}
    assert GAME.house_rules is OwnGame


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("write", ["altered_file", "file_of_strange_values"])
def test_fuzzed_files_read_or_have_faults_with_lines(seed, write):
    slowest, _ = fuzz(random.Random(seed), 40, globals()[write])
    assert slowest < 0.5


def fuzz(rng: random.Random, number: int, write: Callable[[random.Random], str]) -> tuple[float, int]:
    """The slowest of so many files in seconds of processor, and how many had faults, each with its line."""
    slowest, faulty = 0.0, 0
    for _ in range(number):
        text = write(rng)
        start = time.process_time()
        try:
            game_file_answer(text)
        except scorepad.ScorepadError as error:
            faulty += 1
            assert all(part.at.startswith("line ") for part in error.parts or (error,)), (text, error)
        slowest = max(slowest, time.process_time() - start)
    return slowest, faulty


def altered_file(rng: random.Random) -> str:
    """A file with pieces of TOML and of other things strewn in."""
    pieces = [
        *"[]{}=\"'#.,\n\\0 9-",
        "[run]",
        "like = 'romme'",
        "=\n",
        '"""',
        "true",
        "1e999",
        "nan",
        "🂡",
        "a.b.c",
    ]
    text = list(OMA)
    for _ in range(rng.randint(1, 12)):
        place = rng.randrange(len(text))
        text[place : place + rng.choice([0, 1, 5])] = [rng.choice(pieces) * rng.choice([1, 1, 2, 40])]
    return "".join(text)


def file_of_strange_values(rng: random.Random) -> str:
    """A file that reads as TOML, with keys of the language at values that some of them may have."""
    like = rng.choice(["", "", f'like = "{rng.choice(bases())}"'])
    given = (
        f"{key} = {strange_value(rng, keys()[key])}" for key in rng.sample(list(keys()), rng.randint(1, 12))
    )
    return "\n".join([like, *given])


def strange_value(rng: random.Random, option) -> str:
    if rng.random() < 0.1:
        return rng.choice(["true", "-1", "99999", "1.5", "[]", "{}", '""', '"x y"', "[1, 2]", '"K K"', "nan"])
    if option.name in LONG_TEXTS:
        return json.dumps(rng.choice(LONG_TEXTS[option.name]))
    if option.type == "choice":
        return json.dumps(rng.choice([*option.choices]))
    if option.type == "bool":
        return rng.choice(["true", "false"])
    numbers = [
        str(rng.choice([option.low, option.high, rng.randint(option.low, option.high)])) for _ in range(4)
    ]
    return f"[{', '.join(numbers)}]" if option.type == "list" else numbers[0]
