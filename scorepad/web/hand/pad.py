"""The pad of card keys: a key for every kind of card, the tray of the cards in the hand, and its words for
page and script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil

from scorepad.core.audit import copies_in_play
from scorepad.core.card_text import show_card, show_meld, write_card
from scorepad.core.cards import WILD, Card
from scorepad.core.packs import Suit
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, in_a_row, say, say_number
from scorepad.core.spoken_letters import type_cards
from scorepad.web.faces import Face, page_face, page_faces
from scorepad.web.hand.typed_cards import (
    NO_JOKERS,
    PlaceWords,
    TypedCards,
    page_writer,
    speaks_english,
    write_past,
)
from scorepad.web.languages import page_words, plural_words

MAX_COLUMNS = 7  # keys of 44 pixels side by side on a phone
MAX_ROWS = 9  # rows of them under the tray
MOST_SUITS = 4
CARD, NUMBER = "{card}", "{number}"
"""Where a script puts a card's name and a number."""


@dataclass(frozen=True, slots=True)
class PieceWords:
    """Words for what is tapped: cards or tiles."""

    count: Callable[[int], Sentence]
    none_yet: Sentence
    as_text: Sentence
    read_these: Sentence
    offline: Sentence


CARDS = PieceWords(
    lambda number: say_number("{number} card", "{number} cards", number),
    say("No cards yet"),
    say("Cards as text"),
    say("Read these cards"),
    say("offline, cards kept"),
)
TILES = PieceWords(
    lambda number: say_number("{number} tile", "{number} tiles", number),
    say("No tiles yet"),
    say("Tiles as text"),
    say("Read these tiles"),
    say("offline, tiles kept"),
)


@dataclass(frozen=True, slots=True)
class PadKey:
    """A key of the pad.

    `count` of `cap` cards are in the hand. `written` is the card as a tap sends it, `on_page` as the page
    writes it. `also_wild`: a card with a rank of its own that is wild in this deal.
    """

    card: Card
    count: int
    cap: int
    face: Face
    written: str
    on_page: str
    also_wild: bool = False


@dataclass(frozen=True, slots=True)
class Pad:
    """The pad of typed cards: rows of keys by suit, the key of the wild, the tray, the number of cards."""

    typed: TypedCards
    rows: tuple[tuple[Suit, tuple[PadKey, ...]], ...]
    wild: PadKey
    tray: tuple[PadKey, ...]
    newest: Card | None
    past: str

    @property
    def columns(self) -> int:
        """The number of keys side by side, such that the rows of a suit are of similar length."""
        longest_row = max(len(keys) for _, keys in self.rows)
        # Eight keys stand as 4 and 4, and not as 7 and 1.
        return ceil(longest_row / ceil(longest_row / MAX_COLUMNS))

    @property
    def one_suit(self) -> bool:
        """Whether the keys don't fit a phone, so that one suit is shown at a time."""
        row_sizes = [len(keys) for _, keys in self.rows]
        # The key of the wild stands in the last row.
        row_sizes[-1] += 1
        return (
            len(row_sizes) > MOST_SUITS
            or sum(ceil(row_size / self.columns) for row_size in row_sizes) > MAX_ROWS
        )

    @property
    def examples(self) -> tuple[str, str]:
        """Example cards of the pack as people write them: in letters if those are unambiguous, else in
        words."""
        pack = self.typed.rules.pack
        suits = [pack.suits[0].letter, pack.suits[min(2, len(pack.suits) - 1)].letter]
        run_cards = [
            Card(rank, suits[0]) for rank in pack.ranks_of(suits[0])[3:6] or pack.ranks_of(suits[0])[:1]
        ]
        court_cards = [Card(pack.ranks_of(suits[1])[-2:][0], suits[1])]
        shown_cards = in_a_row((show_meld(run_cards, pack), show_meld(court_cards, pack)))
        if pack.has_ranks_alone:
            return shown_cards, in_a_row((show_card(card, pack) for card in run_cards), "-")
        if speaks_english():
            return shown_cards, type_cards([*run_cards, *court_cards], pack)
        return shown_cards, page_face(court_cards[0], pack).name

    @property
    def words(self) -> PieceWords:
        """Words for what is tapped: cards or tiles."""
        return piece_words(self.typed.rules)

    @property
    def title(self) -> Sentence:
        """The title of the pad: its kind of cards, and their place on the table or in the hand."""
        place = self.typed.place
        return place.tile_title if self.typed.rules.pack.joker else place.title

    @property
    def script_words(self) -> dict[str, object]:
        return script_words(self.words, self.typed.place)

    def key_name(self, key: PadKey) -> str:
        """The name of a key for screen readers, with the number of its cards."""
        return self.typed.place.holding(key.face.name, key.count) if key.count else key.face.name

    def chip_name(self, key: PadKey) -> Sentence:
        """What a tap on a card of the tray does, with the number of cards if they are several."""
        return take_out_words(self.key_name(key) if key.count > 1 else key.face.name)

    @property
    def has_wild_ranks(self) -> bool:
        return any(key.also_wild for _, keys in self.rows for key in keys)

    @property
    def number(self) -> int:
        return len(self.typed.cards)


def pad_of(cards: TypedCards | str, rules: Rules) -> Pad:
    """The pad for cards, typed or as text."""
    typed = cards if isinstance(cards, TypedCards) else TypedCards(rules, cards)
    card_counts, faces = Counter(typed.cards), page_faces(rules.pack)
    written_on_page = page_writer(rules.pack)
    keys = {
        card: PadKey(
            card,
            card_counts[card],
            copies_in_play(rules, card),
            drawn,
            write_card(card, rules.pack),
            written_on_page(card),
            rules.wilds.takes(card),
        )
        for card, drawn in faces.items()
    }
    return Pad(
        typed,
        tuple(_key_rows(rules, keys)),
        keys[WILD],
        tuple(key for key in keys.values() if key.count),
        typed.cards[-1] if typed.cards else None,
        write_past(typed.past),
    )


def _key_rows(rules: Rules, keys: dict[Card, PadKey]) -> Iterator[tuple[Suit, tuple[PadKey, ...]]]:
    """The keys of each suit; one row where cards are ranks alone."""
    if rules.pack.has_ranks_alone:
        ranks = (card for card in rules.pack.cards if rules.pack.told_as(card) == card)
        yield rules.pack.suits[0], tuple(keys[card] for card in ranks)
        return
    for suit in rules.pack.suits:
        yield suit, tuple(keys[Card(rank, suit.letter)] for rank in rules.pack.ranks_of(suit.letter))


def piece_words(rules: Rules) -> PieceWords:
    """The words for cards or for tiles, by the rules."""
    return TILES if rules.pack.joker else CARDS


def take_out_words(card: object) -> Sentence:
    """What a tap on a card of the tray does."""
    return say("Take out {card}", card=card)


def script_words(piece: PieceWords, place: PlaceWords) -> dict[str, object]:
    """The words of the pad's script, in the page's language."""
    sentences = {
        "none": piece.none_yet,
        "offline": piece.offline,
        "holding": place.holding(CARD, NUMBER),
        "only": place.only(CARD),
        "all": place.all_of(CARD, NUMBER),
        "no_jokers": NO_JOKERS,
        "take_out": take_out_words(CARD),
        "bring_back": say("Bring back the last hand"),
        "thinking": say("thinking …"),
        "no_connection": say("No connection to the pad. Try again in a moment."),
    }
    words = {name: page_words(sentence) for name, sentence in sentences.items()}
    return {**words, "count": plural_words(piece.count)}
