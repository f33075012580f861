"""Cards and melds being typed: taps add and take cards, every change can be undone, and no text is ever lost.

text   what stands in the field, in any notation, readable or not
past   earlier texts, the newest last; travels with the page as one field
letters  which suits the letters in it stand for, where the page asked; stays with the hand

Melds are text with `/` between them; the last one is the one that the next card goes to.

A page writes cards so that they read as the same cards in its language. English pages write the letters of
the pad, `4C`. In other languages a letter may stand for another suit, as `C` for cœur, so pages write the
signs of suits. Cards that are ranks alone are written `4`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from scorepad.core.audit import copies_in_play
from scorepad.core.card_text import show_card, show_laid, write_card, write_cards, write_melds
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.notation import NotationError, open_reading, read_cards, ways_to_read
from scorepad.core.packs import Pack
from scorepad.core.phrasing import count_word
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, say
from scorepad.web.fields import whole_number
from scorepad.web.languages import ENGLISH, page_language

UNDO_DEPTH = 8
PAST_SEPARATOR = "|"
NEXT_MELD = " /"
NO_JOKERS = say("There are no jokers in play. The house rules say how many there are.")


@dataclass(frozen=True)
class TypedCards:
    """Cards as typed under `rules`, read once. `said` is the message about a last tap that did nothing."""

    rules: Rules = field(repr=False)
    text: str = ""
    past: tuple[str, ...] = ()
    said: str = ""
    letters: str = ""

    @classmethod
    def of_field(
        cls, rules: Rules, fields: Mapping[str, str], name: str, *, has_past: bool = True, said: str = ""
    ) -> Self:
        """The cards in a field of a form. Only one field of a form has a past."""
        past = read_past(fields) if has_past else ()
        return cls(rules, fields.get(name, ""), past, said, fields.get("letters", ""))

    @property
    def fixed_text(self) -> str:
        """The cards as text in the letters of the pad, in which everything but the page reads them."""
        return write_melds(self.melds, self.rules.pack)

    @cached_property
    def _reading(self) -> tuple[tuple[Meld, ...], NotationError | None]:
        if not self.text.strip():
            return (), None
        try:
            ways = ways_to_read(self.text, self.rules.pack, page_language().language)
        except NotationError as error:
            return (), error
        chosen = [way for way in ways if way.letters == self.letters] if self.letters else []
        if len(ways) > 1 and not chosen:
            return (), open_reading(self.text, self.rules.pack, ways)
        return (chosen or ways)[0].melds, None

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The cards between `/` signs, each wild with what it stands for; empty if the text does not read."""
        return self._reading[0]

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of typing; empty if the text does not read."""
        return tuple(laid.card for meld in self.melds for laid in meld)

    @property
    def error(self) -> NotationError | None:
        """The faults of the text; None if it reads."""
        return self._reading[1]

    @property
    def place(self) -> PlaceWords:
        """Words for the place of these cards: the hand, or the rack for tiles."""
        return ON_RACK if self.rules.pack.joker else IN_HAND

    @property
    def can_undo(self) -> bool:
        return bool(self.past or self.cards)

    def cap(self, card: Card) -> int:
        """The number of that card in all packs of the game (P1)."""
        return copies_in_play(self.rules, card)

    def tapped(self, taps: Mapping[str, str]) -> Self:
        """The cards after the tap in `taps`: `add=7H`, `remove=7H`, `clear` or `undo`."""
        if "add" in taps:
            return self.add(taps["add"])
        if "remove" in taps:
            return self.remove(taps["remove"])
        if "clear" in taps:
            return self.clear()
        return self.undo() if "undo" in taps else self

    def add(self, piece: str) -> Self:
        """Add a card, unless the packs hold no more of it."""
        card = self.card_of(piece)
        if card is None:
            return replace(
                self,
                said=say(
                    "{piece} isn’t a card of this pack. Choose another pack, or another card.",
                    piece=repr(piece[:12]),
                ),
            )
        if Counter(self.cards)[card] >= self.cap(card):
            return replace(self, said=self._none_left(card))
        # Behind the text as it is, so that what was typed in another notation stays.
        return self._changed(f"{self.text.rstrip()} {self._written([card])}".strip())

    def remove(self, piece: str) -> Self:
        """Take out a card; of several the one typed last."""
        card, cards = self.card_of(piece), list(self.cards)
        if card not in cards:
            return self
        del cards[len(cards) - 1 - cards[::-1].index(card)]
        return self._changed(self._written(cards))

    def clear(self) -> Self:
        return self._changed("") if self.text.strip() else self

    def undo(self) -> Self:
        """Undo the last change. Without a past, take out the last card."""
        if self.past:
            return replace(self, text=self.past[-1], past=self.past[:-1], said="")
        return replace(self, text=self._written(self.cards[:-1]), said="") if self.cards else self

    def card_of(self, piece: str) -> Card | None:
        """The card that a key names; None unless it is exactly one."""
        try:
            cards = [laid.card for laid in read_cards(piece, self.rules.pack)]
        except ScorepadError:
            return None
        return cards[0] if len(cards) == 1 else None

    def _written(self, cards: Iterable[Card]) -> str:
        return page_cards(cards, self.rules.pack)

    def _changed(self, text: str) -> Self:
        return replace(self, text=text, past=(*self.past, self.text)[-UNDO_DEPTH:], said="")

    def _none_left(self, card: Card) -> Sentence:
        if card == WILD and not self.rules.jokers:
            return NO_JOKERS
        if self.cap(card) == 1:
            return self.place.only(say("wild card") if card == WILD else show_card(card, self.rules.pack))
        card_name = say("wild cards") if card == WILD else show_card(card, self.rules.pack)
        return self.place.all_of(card_name, count_word(self.cap(card)))


@dataclass(frozen=True)
class TypedMelds(TypedCards):
    """Melds as typed: on a pad of their own, or laid tap by tap from the cards of a `hand`."""

    hand: tuple[Card, ...] = ()

    @property
    def place(self) -> PlaceWords:
        return ON_TABLE

    @property
    def opens(self) -> bool:
        """Whether the next card begins a new meld."""
        return not self.melds or self.text.rstrip().endswith("/")

    def tapped(self, taps: Mapping[str, str]) -> Self:
        """The melds after the tap in `taps`: one of the pad, `next_set` or `edit_set=0`."""
        if "next_set" in taps:
            return self.next_meld()
        return self.last_of(taps["edit_set"]) if "edit_set" in taps else super().tapped(taps)

    def remove(self, piece: str) -> Self:
        """Take out a card; of several the one typed last."""
        card = self.card_of(piece)
        meld_places = [
            meld_place for meld_place, meld in enumerate(self.melds) if card in [laid.card for laid in meld]
        ]
        return self.without(meld_places[-1], card) if meld_places and card else self

    def without(self, meld_place: int, card: Card) -> Self:
        """Take a card out of the meld at `meld_place`, the last one of its kind there."""
        meld = self.melds[meld_place]
        card_place = max(card_place for card_place, laid in enumerate(meld) if laid.card == card)
        cards_left = (*meld[:card_place], *meld[card_place + 1 :])
        return self.with_melds((*self.melds[:meld_place], cards_left, *self.melds[meld_place + 1 :]))

    def next_meld(self) -> Self:
        """Begin the next meld."""
        # No step of the past: no card has changed that undo could bring back.
        text = page_melds(self.melds, self.rules.pack) + NEXT_MELD
        return self if self.opens else replace(self, text=text, said="")

    def last_of(self, meld_number: str) -> Self:
        """Move the meld of that number (from 0) to the end, so that further cards go to it."""
        meld_place = whole_number(meld_number)
        if meld_place is None or meld_place >= len(self.melds):
            return self
        return self.with_melds(
            (*self.melds[:meld_place], *self.melds[meld_place + 1 :], self.melds[meld_place])
        )

    def with_melds(self, melds: tuple[Meld, ...]) -> Self:
        """Replace the melds. Empty ones are dropped."""
        return self._changed(page_melds((meld for meld in melds if meld), self.rules.pack))

    @property
    def remaining(self) -> list[Card]:
        """The cards of the hand that are not laid yet."""
        return list((Counter(self.hand) - Counter(self.cards)).elements())

    @property
    def strange(self) -> list[Card]:
        """The laid cards that the hand does not hold."""
        # Melds may be typed without a hand.
        return list((Counter(self.cards) - Counter(self.hand)).elements()) if self.hand else []

    def laid(self, taps: Mapping[str, str]) -> Self:
        """The melds after a tap that lays them: `put=7H`, `take=1.7H`, `on=1`, `next` or `melds_clear`."""
        if "melds_clear" in taps:
            return self.clear()
        if self.error:
            return self
        if "put" in taps:
            return self.put(self.card_of(taps["put"]))
        if "take" in taps:
            meld_number, _, piece = taps["take"].partition(".")
            return self.take(whole_number(meld_number), self.card_of(piece))
        if "on" in taps:
            return self.last_of(taps["on"])
        return self.next_meld() if "next" in taps else self

    def put(self, card: Card | None) -> Self:
        """Add a card of the hand to the last meld."""
        if card is None or card not in self.remaining:
            return self
        begun_melds = (*self.melds, ()) if self.opens else self.melds
        return self.with_melds((*begun_melds[:-1], (*begun_melds[-1], Laid(card))))

    def take(self, meld_place: int | None, card: Card | None) -> Self:
        """Take a card back from the meld at `meld_place`."""
        if meld_place is None or card is None or meld_place >= len(self.melds):
            return self
        return (
            self.without(meld_place, card) if card in [laid.card for laid in self.melds[meld_place]] else self
        )


def unread_words(error: NotationError) -> Sentence:
    """What to do about cards that do not read, before they can be recorded."""
    if error.ways:
        return say("These letters can be read in several ways. Choose what you mean.")
    return say("Some cards can’t be read yet. Fix the marked ones. Nothing you typed is lost.")


def read_past(args: Mapping[str, str]) -> tuple[str, ...]:
    """The earlier texts in the fields of a page."""
    past = args.get("past", "")
    return tuple(past.split(PAST_SEPARATOR))[-UNDO_DEPTH:] if past else ()


def write_past(past: Iterable[str]) -> str:
    return PAST_SEPARATOR.join(past)


def speaks_english() -> bool:
    """Whether the page's letters for suits are those of the pad."""
    return str(page_language()) == ENGLISH


def _writes_letters(pack: Pack) -> bool:
    return speaks_english() and not pack.has_ranks_alone


def page_writer(pack: Pack) -> Callable[[Card], str]:
    """A function that writes a card as text for a field of the page."""
    if _writes_letters(pack):
        return lambda card: write_card(card, pack)
    return lambda card: str(show_laid(Laid(card), pack))


def page_card(card: Card, pack: Pack) -> str:
    """A card as text for a field of the page."""
    return page_writer(pack)(card)


def page_cards(cards: Iterable[Card | Laid], pack: Pack) -> str:
    """Cards as text for a field of the page."""
    if _writes_letters(pack):
        return write_cards(cards, pack)
    laid_cards = (card if isinstance(card, Laid) else Laid(card) for card in cards)
    return " ".join(str(show_laid(laid, pack)) for laid in laid_cards)


def page_melds(melds: Iterable[Iterable[Card | Laid]], pack: Pack) -> str:
    """Melds as text for a field of the page."""
    return " / ".join(page_cards(meld, pack) for meld in melds)


@dataclass(frozen=True, slots=True)
class PlaceWords:
    """Words for the place of the cards.

    `title` is for cards, `tile_title` for tiles. The functions make sentences: how many of one kind lie
    there, that the only one does, that all do, and that more are added to so many.
    """

    title: Sentence
    tile_title: Sentence
    holding: Callable[[str, object], Sentence]
    only: Callable[[str], Sentence]
    all_of: Callable[[str, object], Sentence]
    add_to: Callable[[int], Sentence]


IN_HAND = PlaceWords(
    say("Cards in the hand"),
    say("Tiles in the hand"),
    lambda card, number: say("{card}, {number} in the hand", card=card, number=number),
    lambda card: say("The only {card} is already in the hand.", card=card),
    lambda card, number: say("All {number} {card} are already in the hand.", card=card, number=number),
    lambda number: say("Add to the {number} in the hand", number=number),
)
ON_RACK = PlaceWords(
    say("Cards on the rack"),
    say("Tiles on the rack"),
    lambda card, number: say("{card}, {number} on the rack", card=card, number=number),
    lambda card: say("The only {card} is already on the rack.", card=card),
    lambda card, number: say("All {number} {card} are already on the rack.", card=card, number=number),
    lambda number: say("Add to the {number} on the rack", number=number),
)
ON_TABLE = PlaceWords(
    say("Cards on the table"),
    say("Tiles on the table"),
    lambda card, number: say("{card}, {number} on the table", card=card, number=number),
    lambda card: say("The only {card} is already on the table.", card=card),
    lambda card, number: say("All {number} {card} are already on the table.", card=card, number=number),
    lambda number: say("Add to the {number} on the table", number=number),
)
