"""Cards as people type them by letters alone, `4C 10H`; in a language's own letters where one is named, `4P`
and `10Co` in French. What is typed so means one card, whether the letters are the language's or the pack's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from scorepad.core.alphabet import alphabet_of
from scorepad.core.card_text import show_cards
from scorepad.core.card_words import CARD_WORDS
from scorepad.core.cards import Card
from scorepad.core.packs import Pack
from scorepad.core.spelling import plain_letters
from scorepad.core.spoken_letters import LetterReader
from scorepad.core.vocabulary import SpokenRanks, own_letters, vocabulary_of


def type_cards(cards: Iterable[Card], pack: Pack, language: str = "") -> str:
    """Cards by letters alone; empty where no letters mean one of them and nothing else."""
    if pack.has_ranks_alone:
        return show_cards(cards, pack)
    typed_cards = [_type_card(card, pack, language) for card in cards]
    return " ".join(typed_cards) if all(typed_cards) else ""


@lru_cache(maxsize=1024)
def _type_card(card: Card, pack: Pack, language: str) -> str:
    ranks = SpokenRanks(alphabet_of(pack), vocabulary_of(pack, language))
    letterings = (*ranks.words.letterings, own_letters(pack))
    readers = [LetterReader(ranks, letters) for letters in letterings]
    for typed in _ways_to_type(card, pack, language):
        readings = [list(reader.cards_of(typed)[0]) for reader in readers]
        is_word = typed != str(card) and plain_letters(typed) in ranks.words.ranks  # `ası` is an ace
        if not is_word and [card] in readings and all(reading in ([], [card]) for reading in readings):
            return typed
    return ""


def _ways_to_type(card: Card, pack: Pack, language: str) -> Iterator[str]:
    """The card by letters of the language, then by those of the pack, which may mean others too."""
    for rank in _written_rank(card.rank, pack, language):
        for letters in _letters_of_suit(card.suit, pack, language):
            yield rank + letters


def _written_rank(rank: str, pack: Pack, language: str) -> tuple[str, ...]:
    """A rank as the cards of the language print it, and as those of the pack do: 10 for a ten."""
    if rank == pack.rank_aliases.get("10"):
        return ("10",)
    words = CARD_WORDS.get(language)
    printed = words.printed_rank(rank) if words and pack.has_french_ranks else rank
    return tuple(dict.fromkeys((printed, rank)))


def _letters_of_suit(suit: str, pack: Pack, language: str) -> Iterator[str]:
    """The letters for the suit's own name in the language, the shortest first; then the pack's letter."""
    words, name = CARD_WORDS.get(language), str(pack.suit[suit].name).lower()
    suit_letters = words.suit_letters if words else {}
    for letters in sorted(suit_letters, key=len):
        # In a tarot pack `SI` is a suit's letter, and a major.
        if name in suit_letters[letters].split() and letters[1:].upper() not in pack.lone_suit:
            yield letters.capitalize()
    yield suit
