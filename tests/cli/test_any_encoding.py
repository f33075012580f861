"""A terminal or a pipe may have any encoding: what it lacks has a plain sign, and JSON is JSON."""

from __future__ import annotations

import encodings.aliases
import io
import json
import os
import shlex
import subprocess
import sys

import pytest

from scorepad.cli.command import COMMANDS, JSON
from scorepad.cli.examples import EXAMPLES
from scorepad.cli.main import main
from scorepad.cli.output import json_of_output
from scorepad.core.notation import read_cards
from scorepad.core.packs import PACKS
from tests.by_night import each_nth
from tests.cli.test_examples import FIRST, friday  # noqa: F401  # a fixture

WORDS = "scorepad.words"  # how standard output writes what its encoding lacks
HAND = ["best", "gin-rummy", "4H 5H 6H KD"]
EVERY_COMMAND = f"""
from scorepad.cli.main import main
from scorepad.cli.output import prepare_output

prepare_output()
for words in [[], *([name] for name in {sorted(COMMANDS)})]:
    try:
        main([*words, "--help"])
    except SystemExit as ended:
        assert ended.code == 0
assert main({HAND}) == 0
assert main({[*HAND[:2], "♥♥ Zoë"]}) == 2
print("-" * 20)
main({[*HAND, "--json"]})
"""
BYTES_ONLY = {"base64_codec", "bz2_codec", "hex_codec", "quopri_codec", "rot_13", "uu_codec", "zlib_codec"}
TEXT_ENCODINGS = sorted({*encodings.aliases.aliases.values()} - BYTES_ONLY - {"mbcs", "oem"})


@pytest.fixture
def written(monkeypatch):
    """Standard output becomes a stream of that encoding; what was written there is handed back as text."""

    def open_stream(encoding):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors=WORDS)
        monkeypatch.setattr(sys, "stdout", stream)

        def text():
            stream.flush()
            return stream.buffer.getvalue().decode(encoding)

        return text

    return open_stream


@pytest.mark.process
@pytest.mark.parametrize("encoding", each_nth(["cp1252", "latin-1", "cp437", "ascii", "utf-16", "idna"], 3))
def test_every_command_writes_to_a_terminal_of_any_encoding(encoding):
    """The help of each, an answer, a fault on standard error, and JSON, in one process."""
    done = subprocess.run(
        [sys.executable, "-c", EVERY_COMMAND],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    read_as = "ascii" if encoding == "idna" else encoding
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    words, _, answer = done.stdout.decode(read_as).rpartition("-" * 20)
    assert "Best: 15 points, proven." in words
    assert json.loads(answer)["melds"][0]["shown"] == "♥456"


@pytest.mark.process
def test_the_command_itself_says_cards_in_letters_where_suits_are_lacking():
    done = subprocess.run(
        [sys.executable, "-m", "scorepad", *HAND],
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("cp1252").splitlines() == [
        "H456    15",
        "Left in hand: DK, worth 10.",
        "Best: 15 points, proven.",
    ]


@pytest.mark.usefixtures("friday")
@pytest.mark.parametrize("command", [name for name in EXAMPLES if name not in ("serve", "work")])
def test_the_answer_of_every_command_can_be_written_in_ascii(written, command):
    """In words and, where the command has it, as JSON that says the same as elsewhere."""
    text = written("ascii")
    for name in (*FIRST.get(command, ()), command):
        assert main(shlex.split(EXAMPLES[name][0])) == 0
    assert text().isascii()
    if JSON in COMMANDS[command].arguments:
        as_json = written("ascii")
        assert main([*shlex.split(EXAMPLES[command][0]), "--json"]) == 0
        json.loads(as_json())


@pytest.mark.parametrize("encoding", TEXT_ENCODINGS)
def test_every_encoding_takes_every_sign(written, encoding):
    """No sign is too much for one: letters of any script, cards, drawings, a half of a surrogate pair."""
    text = written(encoding)
    print("♥456 −7 × 2 … “Zoë” Łukasz 李小龙 50 % ⅓ 🂡 \udc80")
    print(json_of_output(json.dumps({"shown": "♥🂡"}, ensure_ascii=False)))
    said, as_json = text().splitlines()
    assert "456" in said
    if encoding not in ("undefined", "punycode"):
        assert json.loads(as_json) == {"shown": "♥🂡"}


def test_what_stands_in_for_a_sign_is_plain(written):
    text = written("ascii")
    print("♠A ♥K ♦Q ♣J, −5 × 3 …, “it’s Zoë”")
    assert text() == 'SA HK DQ CJ, -5 x 3 ..., "it\'s Zoe"\n'


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_cards_that_were_written_in_letters_read_as_the_same_cards(written, pack):
    """In every pack, though two packs may have one symbol for suits of other letters."""
    text = written("ascii")
    print(" ".join(f"{suit.symbol}{pack.ranks_of(suit.letter)[0]}" for suit in pack.suits))
    cards = [laid.card for laid in read_cards(text().strip(), pack)]
    assert [card.suit for card in cards] == [suit.letter for suit in pack.suits]
