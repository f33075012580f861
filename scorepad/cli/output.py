"""Standard output and error in any encoding: a plain character replaces one that the encoding lacks."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from functools import cache
from typing import TextIO

_IN_WORDS, _IN_JSON = "scorepad.words", "scorepad.json"
_PLAIN = {
    **dict.fromkeys("−–—‐‑·", "-"),
    **dict.fromkeys("‘’‚", "'"),
    **dict.fromkeys("“”„«»", '"'),
    **{"→": ">", "×": "x"},
    **{"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ı": "i", "ß": "ss"},
    **{"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE"},
}


@cache
def _suit_letters() -> dict[str, str]:
    """A letter for each suit symbol, which reads as that suit in every pack that has it."""
    from scorepad.core.packs import PACKS  # here, as it is for few terminals

    # Leaves have the symbol of spades, and blue tiles that of shields.
    letters = {suit.symbol: suit.letter for pack in PACKS.values() for suit in pack.suits}
    return {**letters, "♠": "S", "▼": "V"}


def _plain_sign(sign: str) -> str:
    """The plain character for one: a letter without its diacritic, or a question mark if there is none."""
    if sign.isascii():
        return "?"
    alike = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return _suit_letters().get(sign) or _PLAIN.get(sign) or alike or "?"


def _escaped(sign: str) -> str:
    """The character as a JSON escape in ASCII."""
    pairs = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pairs[place : place + 4]}" for place in range(0, len(pairs), 4))


def _in_words(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(_plain_sign, error.object[error.start : error.end])), error.end


def _in_json(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(_escaped, error.object[error.start : error.end])), error.end


codecs.register_error(_IN_WORDS, _in_words)
codecs.register_error(_IN_JSON, _in_json)


def prepare_output() -> None:
    """Reserve standard output for the answer, and let both streams accept every character.

    Whatever libraries write to descriptor 1, in this process and its children, is redirected to standard
    error.
    """
    if sys.stderr is not None:
        sys.stderr.reconfigure(encoding=_encoding_of(sys.stderr), errors=_IN_WORDS)  # type: ignore[union-attr]
    elsewhere = 2 if sys.stderr is not None else os.open(os.devnull, os.O_WRONLY)
    if (output := sys.stdout) is not None:
        sys.stdout = open(  # noqa: SIM115  # until the process ends
            os.dup(1),
            "w",
            buffering=1 if output.isatty() else -1,
            encoding=_encoding_of(output),
            errors=_IN_WORDS,
            closefd=False,
        )
    os.dup2(elsewhere, 1)


def _encoding_of(stream: TextIO) -> str:
    """The stream's encoding; ASCII if that is one, such as `idna`, that cannot encode every text."""
    try:
        "English. ♣ 1".encode(stream.encoding, _IN_WORDS)
    except UnicodeError:
        return "ascii"
    return stream.encoding


def json_of_output(text: str) -> str:
    """JSON for standard output, with signs that its encoding lacks escaped."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, _IN_JSON).decode(encoding)
