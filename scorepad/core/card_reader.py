"""Reads the cards of one meld from left to right (RULES.md, N1-N4), and keeps every fault.

There are two ways to read a text, and `notation` tries both:

suits before   a suit's sign or name holds for the ranks after it until another suit comes (`♣456 ♥Q`)
suits after    the same, but a piece that begins with a rank has each suit right after its rank (`4♣ 5♣`)

Letters first (`HQ`, `R5`) read in both, where a piece can be read in no other way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorepad.core.alphabet import CardFault, MeldText, RankRuns, upper_ascii
from scorepad.core.cards import WILD, Card, Laid

if TYPE_CHECKING:
    from scorepad.core.slips import FaultWording

_LONGEST_PIECE = 24  # characters of a piece that its fault shows


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card with the begin and end of its text."""

    laid: Laid
    begin: int
    end: int


class CardReader:
    """One reading of one meld: its cards with their places, and its faults."""

    def __init__(
        self, text: str, wording: FaultWording, *, suits_after: bool = False, letters_first: bool = True
    ) -> None:
        self.text = text
        self.wording = wording
        self.alphabet = wording.alphabet
        self.pack = wording.pack
        self.suits_after = suits_after
        self.letters_first = letters_first
        self.meld_text = MeldText(text, self.alphabet)
        self.faults: list[CardFault] = []
        self.position = 0
        self.suit_letter = ""
        self.suit_at = -1  # where a suit stands that no rank has followed yet; -1: none
        self.suit_end = -1
        self.ends_with_suits = False  # whether this piece has each suit right after its rank
        self.rank_runs = RankRuns(text, self.alphabet)
        self.suitless_read: Counter[str] = Counter()  # cards read without a suit, by rank
        self._alone: list[tuple[int, int, str]] = []  # where ranks of a set stand without suits
        self.placed_cards = tuple(self._read_cards())
        self._refuse_alone()

    def _read_cards(self) -> Iterator[PlacedCard]:
        while self.position < len(self.text):
            if self.meld_text.is_separator(self.position):
                self.position += 1
                continue
            card_begin = self.position
            if self.meld_text.begins_piece(card_begin):
                self.ends_with_suits = self.suits_after and self._has_suits_after(card_begin)
                piece_end = self._letters_first_to(card_begin)
                if piece_end:
                    yield from self._take_letters_first(piece_end)
                    continue
            if not self._take_suit():
                laid_card = self._take_wild() or self._take_natural()
                if laid_card:
                    yield PlacedCard(laid_card, card_begin, self.position)
        self._close_suit()

    def _has_suits_after(self, begin: int) -> bool:
        """Whether the piece from `begin` on starts with a rank, after any wild cards, and contains suits."""
        begin = self.meld_text.past_wilds(begin)
        starts_with_rank = not self.meld_text.suit_at(begin) and bool(self._rank_at(begin))
        return starts_with_rank and self.meld_text.names_suit(begin)

    def _take_suit(self) -> bool:
        """Read a suit's sign or name that holds for the ranks after it. False if there is none."""
        suit_text = self.meld_text.suit_at(self.position)
        if not suit_text:
            return False
        self._close_suit()
        self.suit_letter, self.suit_at, self.suit_end = (
            self.meld_text.letter_of(suit_text),
            self.position,
            self.position + len(suit_text),
        )
        self.position = self.suit_end
        return True

    def _close_suit(self) -> None:
        """Note a fault if the suit in force was not followed by a rank."""
        if self.suit_at >= 0:
            self._add_fault(self.suit_at, self.suit_end, self.wording.rank_of_suit(self.suit_letter))
        self.suit_at = -1

    def _letters_first_to(self, begin: int) -> int:
        """The end of a piece whose suit letters come first; 0 if it reads in another way."""
        piece_match = self.alphabet.letters_first.match(self.text, begin) if self.letters_first else None
        if not piece_match:
            return 0
        # The last resort (N3): what reads in the usual way, under the suit that holds, keeps that sense.
        held_sign = self.pack.suit[self.suit_letter].symbol if self.suit_letter else ""
        usual_reader = CardReader(held_sign + piece_match[0], self.wording, letters_first=False)
        return piece_match.end() if usual_reader.faults else 0

    def _take_letters_first(self, end: int) -> Iterator[PlacedCard]:
        self._close_suit()
        self.suit_letter = ""
        while self.position < end:
            begin = self.position
            laid = self._take_wild() or self._with_stood_for(begin, self._take_letter_first())
            if laid:
                yield PlacedCard(laid, begin, self.position)

    def _take_letter_first(self) -> Card | None:
        begin = self.position
        card_match = self.alphabet.letter_first.match(self.text, begin)
        assert card_match
        self.position = card_match.end()
        rank, letter = upper_ascii(card_match[2]), self.alphabet.suit_letters[upper_ascii(card_match[1])]
        return self._card_of_suit(begin, self.pack.rank_aliases.get(rank, rank), letter)

    def _card_of_suit(self, begin: int, rank: str, letter: str) -> Card | None:
        """The card of that rank and suit. If the suit lacks the rank, notes a fault and returns None."""
        if rank in self.pack.ranks_of(letter):
            return Card(rank, letter)
        self._add_fault(begin, self.position, self.wording.rank_of_suit(letter))
        return None

    def _take_wild(self) -> Laid | None:
        begin = self.position
        wild_match = self.alphabet.wild_pattern.match(self.text, begin)
        if not wild_match:
            return None
        self.position = wild_match.end()
        if self.pack.okey and wild_match[0].upper() == self.pack.false_joker:
            return Laid(self.pack.okey)
        return self._with_stood_for(begin, WILD) or Laid(WILD)

    def _with_stood_for(self, begin: int, card: Card | None) -> Laid | None:
        """The card just read, with what it stands for if `=` follows."""
        card = self.alphabet.as_held(card) if card else None
        if card is None or self.text[self.position : self.position + 1] != "=":
            return Laid(card) if card else None
        self.position += 1
        # A suit behind `=` is that of one card: in `♣5w=♥67` the 7 is a club.
        suit_before = self.suit_letter, self.suit_at
        self.suit_letter, self.suit_at = "", -1
        stood_for = self._take_stood_for(begin)
        self.suit_letter, self.suit_at = suit_before
        return Laid(card, self.pack.told_as(stood_for)) if stood_for else None

    def _take_stood_for(self, begin: int) -> Card | None:
        if self.position < len(self.text):
            self._take_suit()
            self.position = self.meld_text.past_selectors(self.position)
        rank = self._rank_here()
        if rank and not self._only_letter_first(rank):
            self.position += len(rank)
            card = self._take_card(begin, rank, suit_may_follow=not self.suit_letter)
        elif not self.suit_letter and self.alphabet.letter_first.match(self.text, self.position):
            card = self._take_letter_first()
        else:
            self.position = (
                self.meld_text.word_end(self.position) if self.position < len(self.text) else self.position
            )
            self._add_fault(begin, self.position, self.wording.no_stood_for())
            card = None
        self.suit_at = -1
        return card

    def _only_letter_first(self, rank: str) -> bool:
        """Whether a rank that is also a suit letter can only be that letter, before a rank."""
        rank_end = self.position + len(rank)
        letter_follows = upper_ascii(
            self.text[rank_end : rank_end + 1]
        ) in self.alphabet.suit_letters or self.meld_text.suit_at(rank_end)
        return not (self.suit_letter or letter_follows) and bool(
            self.alphabet.letter_first.match(self.text, self.position)
        )

    def _take_natural(self) -> Laid | None:
        begin = self.position
        rank = self._rank_here()
        if not rank:
            self._fault_unknown(begin)
            return None
        self.position += len(rank)
        return self._with_stood_for(begin, self._take_card(begin, rank, suit_may_follow=self.ends_with_suits))

    def _take_card(self, begin: int, rank: str, *, suit_may_follow: bool) -> Card | None:
        """The card of the rank just read, with its own suit or the one in force."""
        letter = self._take_letter() or (self._take_suit_after() if suit_may_follow else "")
        rank = self.pack.rank_aliases.get(rank, rank)
        if letter:
            return self._card_with_own_suit(begin, rank, letter)
        lone_letter = self.pack.lone_suit.get(rank, "")
        if self.suits_after and not self.suit_letter:
            lone_letter = self._take_suit_apart(lone_letter) or lone_letter
        if lone_letter:
            self.suit_at = -1
            return self._card_of_suit(begin, rank, lone_letter)
        if self.suit_letter and not (suit_may_follow and self.ends_with_suits):
            self.suit_at = -1
            return self._card_of_suit(begin, rank, self.suit_letter)
        if self.pack.suitless is not None or self.pack.has_ranks_alone:
            return self._next_alike(rank)
        if self.pack.sets_alone is not None and self.meld_text.ends_piece(self.position):
            return self._next_alone(begin, rank)
        self._fault_no_suit(begin, rank)
        return None

    def _next_alike(self, rank: str) -> Card:
        """A card whose suit does not matter: black where colour matters, and a different suit each time."""
        alike = self.pack.alike(next(card for card in self.pack.cards if card.rank == rank))
        self.suitless_read[rank] += 1
        return alike[(self.suitless_read[rank] - 1) % len(alike)]

    def _next_alone(self, begin: int, rank: str) -> Card:
        """A card of a set, each time of another suit."""
        self._alone.append((begin, self.position, rank))
        suits = [suit.letter for suit in self.pack.suits if rank in self.pack.ranks_of(suit.letter)]
        self.suitless_read[rank] += 1
        return Card(rank, suits[(self.suitless_read[rank] - 1) % len(suits)])

    def _refuse_alone(self) -> None:
        """Ranks without suits are a fault where the cards are not of one rank."""
        anywhere = self.pack.sets_alone or ()
        ranks = {placed.laid.card.rank for placed in self.placed_cards if not placed.laid.card.is_wild}
        if len(ranks.difference(anywhere)) > 1:
            for begin, end, rank in self._alone:
                if rank not in anywhere:
                    self._add_fault(begin, end, self.wording.no_suit(self.text[begin:end], rank))

    def _card_with_own_suit(self, begin: int, rank: str, letter: str) -> Card | None:
        named_before = self.suit_at >= 0
        self.suit_letter, self.suit_at = "", -1
        if named_before:
            self._add_fault(begin, self.position, self.wording.two_suits(rank, letter))
            return None
        return self._card_of_suit(begin, rank, letter)

    def _take_letter(self) -> str:
        """Read a suit letter after a rank; empty if there is none. Under a suit's sign, a letter that is also
        a rank is a rank."""
        next_char = upper_ascii(self.text[self.position : self.position + 1])
        letter = "" if next_char in self._ranks_of_suit() else self.alphabet.suit_letters.get(next_char, "")
        # In `5hearts` the letter begins a name.
        if not letter or self.alphabet.name_at(self.text, self.position):
            return ""
        self.position += 1
        return letter

    def _take_suit_after(self) -> str:
        """Read a suit's sign or name right after a rank; empty if there is none."""
        suit_text = self.meld_text.suit_at(self.position)
        self.position += len(suit_text)
        return self.meld_text.letter_of(suit_text) if suit_text else ""

    def _take_suit_apart(self, lone_letter: str) -> str:
        """Read a suit's name or sign that follows a rank after a space, as in `5 red`; empty if there is
        none."""
        suit_begin = self.meld_text.after_space(self.position)
        suit_text = self.meld_text.suit_at(suit_begin) if suit_begin > self.position else ""
        suit_end = suit_begin + len(suit_text)
        letter = self.meld_text.letter_of(suit_text) if suit_text else ""
        if not suit_text or lone_letter not in ("", letter) or not self.meld_text.ends_piece(suit_end):
            return ""
        self.position = suit_end
        return letter

    def _fault_no_suit(self, begin: int, rank: str) -> None:
        # The piece is told as a fault already; its suit makes no second one.
        self.suit_at = -1
        self.position = self.meld_text.word_end(begin)
        if self._takes_sign_of_several(begin):
            return
        advice = self.wording.no_suit(self.text[begin : self.position], rank)
        self._add_fault(begin, self.position, advice)

    def _takes_sign_of_several(self, begin: int) -> bool:
        """Whether the piece is several ranks with one sign after them, which is noted as a fault."""
        next_sign = self.text[self.position : self.position + 1]
        partings = self.alphabet.part_run(
            upper_ascii(self.text[begin : self.position]), self.alphabet.written_ranks
        )
        has_several = len(partings) == 1 and len(partings[0]) > 1
        if (
            not has_several
            or next_sign not in self.alphabet.suit_signs
            or not self.meld_text.ends_piece(self.position + 1)
        ):
            return False
        self.position += 1
        letter = self.alphabet.suit_signs[next_sign]
        self._add_fault(begin, self.position, self.wording.type_cards(partings[0], letter))
        return True

    def _ranks_of_suit(self) -> tuple[str, ...]:
        return self.pack.ranks_of(self.suit_letter) if self.suit_letter else ()

    def _rank_here(self) -> str:
        return self._rank_at(self.position)

    def _rank_at(self, at: int) -> str:
        """The rank at that position; empty if there is none, or several ways to split."""
        return self.rank_runs.rank_at(at, self.suit_letter)

    def _fault_unknown(self, begin: int) -> None:
        self.suit_at = -1
        if self.rank_runs.is_open(begin):
            self._fault_open_run(begin)
            return
        self.position = self.meld_text.word_end(begin)
        sign_end = self.position + len(self.meld_text.suit_at(self.position))
        if self.meld_text.ends_piece(sign_end):
            self.position = sign_end
        self._add_fault(begin, self.position, self.wording.unknown_piece(self.text[begin : self.position]))

    def _fault_open_run(self, begin: int) -> None:
        """Note a fault for ranks that can be split in two ways, or look like a number beyond the highest
        rank."""
        self.position = self.rank_runs.run_end
        partings = self.rank_runs.open_partings
        if len(partings) > 1:
            advice = self.wording.two_ways(*partings)
        else:
            advice = self.wording.no_such_number(self.text[begin : self.position])
            self._take_letter()
        self._add_fault(begin, self.position, advice)

    def _add_fault(self, begin: int, end: int, advice: str) -> None:
        self.faults.append(CardFault(shortened(self.text[begin:end]), begin + 1, advice))


def shortened(piece: str) -> str:
    """A piece shortened for its fault."""
    return piece if len(piece) <= _LONGEST_PIECE else piece[: _LONGEST_PIECE - 1] + "…"
