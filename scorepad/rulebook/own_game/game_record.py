"""The record of a game of people's own: what its parts say of cards, contracts and values."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import ClassVar

from scorepad.core.contract_text import Sizes, TypedContracts, read_contracts
from scorepad.core.custom_packs import make_pack
from scorepad.core.deal_facts import NUMBER
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.notation import read_ranks
from scorepad.core.options import option
from scorepad.core.packs import Pack
from scorepad.core.rule_parts import (
    CardValues,
    Contract,
)
from scorepad.core.sentence import say, say_as
from scorepad.rulebook.game import HouseRules
from scorepad.rulebook.own_game.bounds import MOST_CARDS
from scorepad.rulebook.own_game.count_parts import CountPart, MatchPart, OutPart, ScorePart
from scorepad.rulebook.own_game.parts import (
    CardsPart,
    OpenPart,
    OtherPart,
    RunPart,
    SetPart,
    TablePart,
    WildPart,
)
from scorepad.rulebook.own_game.typed_lists import read_counts

OWN_GAME = "own-game"


@dataclass(frozen=True)
class NamePart(HouseRules):
    """The part of the language with the game's name."""

    title: str = option(
        "",
        say("Name of the game"),
        say("What you call it, such as Skat."),
        OWN_GAME,
        "pack",
        none=say_as("the name", "none"),
    )


@dataclass(frozen=True)
class GameRecord(
    MatchPart,
    ScorePart,
    CountPart,
    OutPart,
    TablePart,
    OpenPart,
    WildPart,
    OtherPart,
    SetPart,
    RunPart,
    CardsPart,
    NamePart,
):
    """The record of a game: its name and the eleven parts."""

    game_id: ClassVar[str] = OWN_GAME
    deciding_pack: ClassVar[frozenset[str]] = frozenset({"cards_pack", "cards_suits", "cards_ranks"})

    @property
    def follows(self) -> Collection[str]:  # type: ignore[override]
        """The facts of a deal on which its rules depend: the number, for cards dealt and first melds, and
        those from which a wild rank follows."""
        by_number = (NUMBER,) if self.cards_more or len(self.contracts) > 1 else ()
        return tuple(dict.fromkeys((*by_number, *self.wild_follows)))

    @cached_property
    def pack(self) -> Pack:
        return make_pack(self.cards_pack, self.cards_suits, self.cards_ranks)

    @property
    def packs(self) -> int:
        """The number of packs, at least as many as the pack is sold with (P1)."""
        return max(self.cards_packs, self.pack.copies)

    @property
    def cards_in_play(self) -> int:
        return len(self.pack.cards) * self.packs + self.cards_jokers

    @property
    def rebuilds(self) -> bool:
        """Whether the melds on the table are laid anew: all of them, or a player's own where a number of laid
        cards ends the deal (conquian CQ2)."""
        return self.table_rebuilt or self.out_laid > 0

    @cached_property
    def typed_contracts(self) -> TypedContracts:
        """What is laid first in each deal, with the faults of the text."""
        # A meld of any size was taken from the beginning, and a file of today is read by every later release.
        sizes = Sizes(1, 99, 1, 99, suits=len(self.pack.suits))
        return read_contracts(self.open_contracts, sizes, longer=self.open_longer)

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """The contract of each deal; empty if any melds will do or the text is faulty."""
        return self.typed_contracts.contracts

    def dealt(self, number: int) -> tuple[int, ...]:
        """Return the cards dealt to each of two players, three players, …, in the deal of that number, as far
        as the pack suffices."""
        # A deal beyond the last is played like the last.
        more = self.cards_more * (min(number, self.match_deals or number) - 1)
        first, *others = (*self.cards_deal, *[self.cards_deal[-1]] * MOST_SEATS)[: MOST_SEATS - 1]
        sizes = enumerate((min(size + more, MOST_CARDS) for size in others), 3)
        enough = takewhile(lambda sized: sized[0] * sized[1] <= self.cards_in_play, sizes)
        return (min(first + more, MOST_CARDS, self.cards_in_play // 2), *(size for _, size in enough))

    def ranks_named(self, text: str) -> tuple[str, ...]:
        """Return the ranks that a text names, in the order of the pack."""
        named = read_ranks(text, self.pack)[0]
        return tuple(rank for rank in self.pack.every_rank if rank in named)

    def card_values(self, pack: Pack) -> CardValues:
        """The value of each card of the pack, in melds and left over."""
        if self.score_kind == "cards":
            return CardValues(every=1, joker=1)
        values = dict(_counted(self, pack)) | dict(read_counts(self.count_cards, pack) or ())
        return CardValues(
            tuple(values.items()),
            joker=self.count_joker,
            joker_as_card=self.count_joker_as_card and self.cards_jokers > 0,
            low_ace=self.count_low_ace or None,
            lone_ace=self.count_lone_ace or None,
            wild_left=self.count_wild_left or None,
            left=read_counts(self.count_left, pack) or (),
        )


def _counted(record: GameRecord, pack: Pack) -> Iterator[tuple[str, int]]:
    """List the ranks that do not count their own number, with the points of each."""
    faces = ("10", "11", "12") if pack.id.startswith("spanish") else ("J", "Q", "K", "U", "O", "C")
    for rank in pack.every_rank:
        if rank == "A":
            yield rank, record.count_ace
        elif rank in faces and record.count_faces:
            yield rank, record.count_faces
        elif rank not in faces and record.count_numbers:
            yield rank, record.count_numbers
