"""Rewrites cards as people say and write them into the notation that `card_reader` reads.

Words of any language (`dame de cœur`), signs of playing cards (🂡), emoji, brackets, ranks that share a suit
(`456♥`), runs by their ends (`♥5-7`), and the letters of one language for suits and courts. What can mean one
thing is rewritten; all else stays as it is, and the reader says what is wrong with it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scorepad.core.alphabet import Alphabet, alphabet_of
from scorepad.core.cards import WILD, Card
from scorepad.core.packs import Pack
from scorepad.core.placed_text import PlacedText
from scorepad.core.spoken_letters import LetterReader
from scorepad.core.spoken_words import WordReader
from scorepad.core.vocabulary import Letters, SpokenRanks, own_letters, vocabulary_of

_GLYPHS = re.compile("[\U0001f0a0-\U0001f0df]")
_GLYPH_SUITS = "SHDC"  # in Unicode's order of playing cards
_GLYPH_RANKS = " A23456789TJCQK*"  # by the last hex digit of the sign, F a joker
_EMOJI = (
    dict.fromkeys("❤❣❥💓💖💗💕💘💝💞🩷", ("hearts",))
    | dict.fromkeys("☘🍀", ("clubs",))
    | dict.fromkeys("🔴🟥", ("red",))
    | dict.fromkeys("⚫⬛🖤", ("black",))
    | dict.fromkeys("🔵🟦💙", ("blue",))
    | dict.fromkeys("🟠🟧🧡", ("orange",))
    | dict.fromkeys("🟡🟨💛", ("yellow", "orange"))
    | dict.fromkeys("🟢🟩💚", ("green",))
)
_EMOJI_PATTERN = re.compile(f"[{''.join(_EMOJI)}]")
_DRAWN_AS = re.compile("[\ufe0e\ufe0f\u20e3\u200b-\u200d\u2060]")  # say how a sign is drawn
_OTHER_SHAPES = re.compile(
    "[\u2102-\u2149\u2460-\u24ea\uff01-\uff5e\U0001d400-\U0001d7ff\U0001f130-\U0001f149]"
)
_SHAPES = ("<font>", "<wide>", "<circle>", "<square>")  # of decompositions in Unicode
_ELISIONS = re.compile(r"\b([ld]|dell|un|all)['’](?=\w)", re.IGNORECASE)
_BETWEEN_GROUPS = re.compile(r"[)\]}][\s,;]*[(\[{]")
_MARKS = re.compile(r"[()\[\]{};:+|•·]|\.(?=\s|$)|[\"“”„«»]")


@dataclass(frozen=True)
class SpokenCards:
    """Rewrites text for a pack, with the words of one language first, or of none."""

    pack: Pack
    language: str = ""

    @cached_property
    def alphabet(self) -> Alphabet:
        return alphabet_of(self.pack)

    @cached_property
    def ranks(self) -> SpokenRanks:
        return SpokenRanks(self.alphabet, vocabulary_of(self.pack, self.language))

    @property
    def letterings(self) -> tuple[Letters, ...]:
        """The ways to read the language's letters for suits; empty if it has none of its own."""
        return self.ranks.words.letterings

    def rewritten(self, text: str, letters: Letters | None = None) -> tuple[PlacedText, bool]:
        """The text in fixed notation, and whether all its letters were read by `letters` (letters to suits;
        by default the pack's own)."""
        reader = LetterReader(self.ranks, letters or own_letters(self.pack))
        placed = reader.with_suits_joined(self._signs(PlacedText.of(text)))
        placed = WordReader(self.ranks).rewritten(_without_marks(placed))
        placed, is_whole = reader.rewritten(placed)
        return reader.with_shared_signs(reader.with_spans(placed)), is_whole

    def _signs(self, placed: PlacedText) -> PlacedText:
        """Rewrite signs of whole cards, emoji, and letters and digits of other shapes."""
        placed = placed.substituted(_DRAWN_AS, lambda _: "", spelled=True)
        placed = placed.substituted(re.compile("🔟"), lambda _: "10", spelled=True)
        placed = placed.substituted(_OTHER_SHAPES, _plain_shape, spelled=True)
        placed = placed.substituted(_ELISIONS, _unelided, spelled=True)
        placed = placed.substituted(_GLYPHS, self._card_of_glyph)
        return placed.substituted(_EMOJI_PATTERN, self._sign_of_emoji, spelled=True)

    def _card_of_glyph(self, glyph: re.Match[str]) -> str | None:
        suit, place = divmod(ord(glyph[0]) - 0x1F0A0, 16)
        rank, letter = _GLYPH_RANKS[place], _GLYPH_SUITS[suit]
        if rank == "*":
            return f" {WILD.rank} "
        letter = self.alphabet.suit_letters.get(letter, letter)
        if letter not in self.pack.suit or rank not in self.pack.ranks_of(letter):
            return None
        return f" {Card(rank, letter)} "

    def _sign_of_emoji(self, emoji: re.Match[str]) -> str | None:
        suits = self.ranks.words.suits
        letter = next((suits[name] for name in _EMOJI[emoji[0]] if name in suits), "")
        return self.pack.suit[letter].symbol if letter and emoji[0] not in self.alphabet.suit_signs else None


def _plain_shape(sign: re.Match[str]) -> str | None:
    """The ASCII for a sign of another shape: `5` for `𝟝`, `５` and `⑤`; None for other signs."""
    plain = unicodedata.normalize("NFKC", sign[0])
    is_shape = unicodedata.decomposition(sign[0]).startswith(_SHAPES)
    return plain if is_shape and plain.isascii() else None


def _without_marks(placed: PlacedText) -> PlacedText:
    """Replace brackets and marks by spaces."""
    placed = placed.substituted(_BETWEEN_GROUPS, lambda _: " / ")
    return placed.substituted(_MARKS, lambda _: " ", spelled=True)


def _unelided(article: re.Match[str]) -> str:
    """Replace an elided article: `l’as d’oros` becomes `as de oros`."""
    return "de " if article[1].casefold() == "d" else " "


@lru_cache(maxsize=128)
def spoken_cards(pack: Pack, language: str = "") -> SpokenCards:
    """The rewriter for a pack and a language."""
    return SpokenCards(pack, language)
