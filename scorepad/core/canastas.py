"""Melds of one rank and the canastas that they become, as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from scorepad.core.rule_parts import Brief, check_choices, check_counts
from scorepad.core.sentence import Sentence, in_a_row, say, say_number

ALONE = "w"  # the rank of a meld of wilds alone
SEQUENCE = "-"  # that of a sequence, which is of several
_BEGUN = 3  # cards of a meld that is begun, or kept in hand
SAMBA = "samba"  # the word of a sequence that is a canasta
Stage = Literal["finished", "begun", "kept"]
WildsHeld = Literal["any", "none", "some"]
LongShape = Literal["any", "set", "run"]
Called = Literal["canasta", "burraco", "biriba"]


@dataclass(frozen=True, slots=True, repr=False)
class CanastaKind(Brief):
    """A kind of long meld: its bonus beside the cards, and its word in questions. The first kind that fits a
    meld applies.

    ranks   those that it is of, `ALONE` for wilds alone, `SEQUENCE` for sequences; empty for every other
    wilds   whether it holds wilds
    jokers  the least and most jokers of one of wilds alone
    stage   finished, begun and not finished when the deal ends, or three and more kept in hand then
    counts_as  the word of a plainer kind that going out may ask for, as which it counts too
    cards, side_by_side  of a set or run that is no meld of one rank: least cards, least naturals in a row
    shape, suits  of those: whether it is a set or a run, and the suits that a run is of; empty for any
    """

    word: str
    label: Sentence
    points: int
    ranks: tuple[str, ...] = ()
    wilds: WildsHeld = "any"
    jokers: tuple[int, int] = (0, 99)  # any number
    stage: Stage = "finished"
    counts_as: str = ""
    cards: int = 7
    side_by_side: int = 0
    shape: LongShape = "any"
    suits: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_choices(self, wilds=WildsHeld, stage=Stage, shape=LongShape)

    @property
    def fewest_cards(self) -> int:
        """The fewest cards of such a meld."""
        return self.cards if self.stage == "finished" else _BEGUN

    @property
    def laid_points(self) -> int:
        """The bonus of a meld as it lies: what is begun or kept counts only when the deal ends."""
        return self.points if self.stage == "finished" else 0

    def fits(self, stage: Stage, rank: str, wild_count: int, joker_count: int) -> bool:
        """Whether a meld of that rank with so many wilds, among them jokers, is of this kind."""
        least_jokers, most_jokers = self.jokers
        # `wilds` asks about melds with naturals, `jokers` about wilds alone.
        holds = {"any": True, "none": not wild_count, "some": wild_count > 0}
        of_rank = rank in self.ranks if self.ranks else rank not in (ALONE, SEQUENCE)
        is_alone = rank == ALONE
        return (
            stage == self.stage
            and of_rank
            and (is_alone or holds[self.wilds])
            and (not is_alone or least_jokers <= joker_count <= most_jokers)
        )


@dataclass(frozen=True, slots=True, repr=False)
class SpecialHand(Brief):
    """A hand of groups of one rank each, of these `sizes`, which is shown instead of melding; and its points.

    ranks   the ranks allowed, each once; `ALONE` is a joker
    needed  the ranks that must be among them
    """

    word: str
    label: Sentence
    points: int
    ranks: tuple[str, ...]
    sizes: tuple[int, ...]
    needed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Sequences(Brief):
    """Melds in a row of one suit, without wilds, beside those of one rank.

    ranks  those that they are of, from low to high
    full   cards of one that is a canasta, and takes no more; so many wilds alone are full too
    """

    ranks: tuple[str, ...] = tuple("456789TJQKA")
    full: int = 7

    def __post_init__(self) -> None:
        check_counts(self, "full")


@dataclass(frozen=True, slots=True, repr=False)
class RankMelds(Brief):
    """The rules of melds of three or more cards of one rank, whatever their suits.

    ranks       ranks that can be melded
    last_ranks  ranks that can be melded only on going out, without wilds
    aside       ranks whose red cards are laid beside the melds and replaced, so are never melded or thrown
    pure        ranks that take no wilds; `pure_later`: ranks that take wilds only in a first meld
    alone       wilds alone are a meld
    canasta     number of cards of a canasta
    longest     most cards of a meld; 0: any number
    again       a side may begin a second meld of a rank once the first is full
    wilds_on    naturals that a meld needs before it takes a wild, except in a first meld
    kinds       the kinds of canasta
    out_needs   canastas that a side needs to go out, by their words; an empty word stands for any kind
    specials    hands that are shown instead of melding
    called      what canastas are called
    sequences   what lies in a row beside them; a side has any number of melds of a rank then, and joins them
                at will. None: no sequences
    """

    ranks: tuple[str, ...] = tuple("A456789TJQK")
    last_ranks: tuple[str, ...] = ("3",)
    aside: tuple[str, ...] = ("3",)
    pure: tuple[str, ...] = ()
    pure_later: tuple[str, ...] = ()
    alone: bool = False
    canasta: int = 7
    longest: int = 0
    again: bool = False
    wilds_on: int = 0
    kinds: tuple[CanastaKind, ...] = ()
    out_needs: tuple[tuple[str, int], ...] = (("", 1),)
    specials: tuple[SpecialHand, ...] = ()
    called: Called = "canasta"
    sequences: Sequences | None = None

    def __post_init__(self) -> None:
        check_choices(self, called=Called)
        check_counts(self, "canasta", "longest", "wilds_on")

    def kind_of(self, rank: str, naturals: int, wilds: int, jokers: int) -> CanastaKind | None:
        """The kind of a meld; None if it counts nothing beside its cards."""
        stage: Stage = "finished" if naturals + wilds >= self.canasta else "begun"
        return next((kind for kind in self.kinds if kind.fits(stage, rank, wilds, jokers)), None)

    def kind_kept(self, rank: str) -> CanastaKind | None:
        """The kind for keeping at least three of a rank in hand; None if that counts nothing."""
        return next((kind for kind in self.kinds if kind.fits("kept", rank, 0, 0)), None)

    def towards_out(self, kind: CanastaKind | None) -> tuple[int, ...]:
        """How often a meld of that kind is what each of `out_needs` asks for: once, or not at all."""
        if kind is None or kind.stage != "finished":
            return (0,) * len(self.out_needs)
        return tuple(int(word in ("", kind.word, kind.counts_as)) for word, _ in self.out_needs)

    def lets_out(self, had: Iterable[int]) -> bool:
        """Whether a side may go out that had so many of each of `out_needs`."""
        return all(number >= need for number, (_, need) in zip(had, self.out_needs, strict=True))

    def missing_to_go_out(self, words: Mapping[str, int]) -> dict[str, int]:
        """The number of canastas that a side with these `words` still needs to go out, by word."""
        counted = [(words.get(kind.word, 0), self.towards_out(kind)) for kind in self.kinds]
        lacking = {
            word: need - sum(number * asked[place] for number, asked in counted)
            for place, (word, need) in enumerate(self.out_needs)
        }
        return {word: count for word, count in lacking.items() if count > 0}

    def named(self, words: dict[str, int]) -> str:
        """Numbers of canastas by word, for people: `1 canasta`, `wild canastas: 1`."""
        label_of = {kind.word: kind.label for kind in self.kinds}
        parts = [
            say("{number} × {label}", label=label_of[word], number=count) if word else self._counted(count)
            for word, count in words.items()
        ]
        return in_a_row(parts, ", ")

    def _counted(self, count: int) -> Sentence:
        match self.called:
            case "burraco":
                return say_number("{number} burraco", "{number} burracos", count)
            case "biriba":
                return say_number("{number} biriba", "{number} biribas", count)
            case "canasta":
                return say_number("{number} canasta", "{number} canastas", count)
