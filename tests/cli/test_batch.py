"""Many hands at once: a question a line, an answer a line, in order, gone on with where it was broken off."""

from __future__ import annotations

import json
import random

import pytest

from scorepad.answers.verbs import answer
from scorepad.cli.main import main
from scorepad.core.packs import FRENCH

pytestmark = pytest.mark.process
HANDS = 180  # more than one process is given at a time


@pytest.fixture
def hands(tmp_path):
    """A file of questions, and the points that each hand has."""
    rng = random.Random(1)
    texts = [" ".join(map(str, rng.sample(FRENCH.cards, 10))) for _ in range(HANDS)]
    path = tmp_path / "hands.jsonl"
    path.write_text("".join(json.dumps({"cards": text}) + "\n" for text in texts))
    return path, [answer("best", {"game": "basic-rummy", "cards": text}).points for text in texts]


def points_of(text):
    return [json.loads(line)["points"] for line in text.splitlines()]


def test_every_line_has_its_answer_in_order(hands, capsys):
    """The game of the command stands for lines that name none; how far it is goes to stderr."""
    path, points = hands
    assert main(["best", "basic-rummy", "--batch", str(path)]) == 0
    out, err = capsys.readouterr()
    assert points_of(out) == points
    assert f"{HANDS} answered" in err


def test_what_was_broken_off_is_gone_on_with(hands, tmp_path):
    """Whole answers stay as they are, the one that was cut off is written anew."""
    path, points = hands
    output = tmp_path / "answers.jsonl"
    main(["best", "basic-rummy", "--batch", str(path), "--output", str(output)])
    whole = output.read_bytes()
    output.write_bytes(whole[: len(whole) // 2])
    main(["best", "basic-rummy", "--batch", str(path), "--output", str(output)])
    assert points_of(output.read_text()) == points
    written = output.read_bytes()
    main(["best", "basic-rummy", "--batch", str(path), "--output", str(output)])
    assert output.read_bytes() == written


def test_a_whole_number_of_a_line_may_have_a_point(tmp_path, capsys):
    """As over HTTP."""
    path = tmp_path / "hands.jsonl"
    path.write_text('{"cards": "4C 5C 6C", "multiplier": 2.0}\n{"cards": "4C 5C 6C", "multiplier": 2.5}\n')
    assert main(["best", "basic-rummy", "--batch", str(path)]) == 0
    told, refused = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (told["multiplier"], refused["error"]["at"]) == (2, "multiplier")


def test_a_line_that_does_not_read_is_answered_by_its_error(tmp_path, capsys):
    """As over HTTP; the others are answered all the same, and empty lines are none."""
    path = tmp_path / "hands.jsonl"
    path.write_text('{"cards": "4C 5C 6C"}\nxx\n\n{"cards": "4C 4C", "limit": 1}\n{"game": "rummy-500"}\n')
    assert main(["best", "basic-rummy", "--batch", str(path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["points"] == 15
    assert [line["error"]["message"] for line in lines[1:]] == [
        "Write the line as one JSON object.",
        "Two ♣4, but the pack holds one.",
        "cards: type the cards of the hand.",
    ]


def test_bytes_that_are_no_text_are_a_line_that_does_not_read(tmp_path, capsys):
    """The others are answered."""
    path = tmp_path / "hands.jsonl"
    path.write_bytes(b'{"cards": "4C \xff"}\n\xfe\xff\n{"cards": "4C 5C 6C"}\n')
    assert main(["best", "basic-rummy", "--batch", str(path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in line for line in lines] == [True, True, False]


def test_the_proofs_of_all_hands_are_checked_when_the_command_says_so(tmp_path, capsys):
    """As of one hand."""
    path = tmp_path / "hands.jsonl"
    path.write_text('{"cards": "4C 5C 6C"}\n{"cards": "4C 5C QH", "check_proof": false}\n')
    main(["best", "chattahoochee", "--check-proof", "--batch", str(path)])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["proof_checked"] is True
    assert "proof_checked" not in lines[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["4C", "--batch", "hands.jsonl"],
            "CARDS: leave them out, because with --batch the hands are in the file.",
        ),
        (["4C", "--output", "answers.jsonl"], "--output: add --batch too."),
    ],
)
def test_what_a_command_would_pass_over_is_refused(words, sentence, capsys):
    """Nothing that was typed is dropped in silence."""
    assert main(["best", "basic-rummy", *words]) == 2
    assert capsys.readouterr().err == f"scorepad: {sentence}\n"


def test_a_file_that_is_not_there_is_named(capsys):
    """In one line."""
    assert main(["best", "--batch", "/no/such/file"]) == 2
    assert (
        capsys.readouterr().err == "scorepad: /no/such/file: No such file or directory. Name another file.\n"
    )


def test_answers_are_not_added_to_a_file_of_something_else(tmp_path, capsys):
    """It stays as it was, to its last byte."""
    questions, other = tmp_path / "hands.jsonl", tmp_path / "scorepad.db"
    questions.write_text('{"cards": "4C 5C 6C"}\n')
    other.write_bytes(b"SQLite format 3\n and no end of a line")
    assert main(["best", "basic-rummy", "--batch", str(questions), "--output", str(other)]) == 2
    assert capsys.readouterr().err == f"scorepad: {other} isn’t a file of answers. Name another file.\n"
    assert other.read_bytes() == b"SQLite format 3\n and no end of a line"
