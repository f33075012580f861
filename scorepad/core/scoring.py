"""How a deal is scored: a value with behaviour for each way of it (H3, L5, B4, F3, K4, G3, V5).

The rules of a game hold one. Who records a deal, counts it or shows it asks that value, and a game with a way
of its own brings a class of its own.

Readings where the sources say nothing: when the stock runs out and nobody went out, nobody scores in Basic
Rummy (B4); racks that tie in number and in sum share what the others lose, what cannot be shared is
lost; a rack below the winner's sum has no difference to lose (K4). Where the rack of a player who never
opened is charged to all others, and the fewest points win, racks score against their players and nobody
scores what others hold: the winner's own is nothing, all the rest is as it was (K4).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from scorepad.core.brief import Brief, check_choices
from scorepad.core.sentence import Sentence, in_a_row, say, say_number

Stalemate = Literal["tiles", "sum"]
Losses = Literal["whole", "difference"]


@dataclass(frozen=True, slots=True)
class CountedHand:
    """What a player ends a deal with: points `melded`, what is `left`, and of how many `cards`, None where
    only their value is known."""

    melded: int = 0
    left: int = 0
    cards: int | None = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left."""
        return not (self.left or self.cards)


@dataclass(frozen=True, slots=True)
class CountedDeal:
    """A deal that is over for everybody at once: what each player has by name, who went out, whether all in
    one turn (B4), and who never made a first play (K4)."""

    hands: Mapping[str, CountedHand]
    winner: str | None = None
    went_rummy: bool = False
    never_opened: Collection[str] = ()


class DealFault(NamedTuple):
    """Why a deal cannot have ended like this: what of it, `field`, and of which player, empty for no one."""

    reason: str
    field: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class EndingWords:
    """How a game says that a player ended a deal; `{name}` is the player, `{score}` what the hand comes to.

    >>> EndingWords(ended=say("{name} knocked")).ended_by("Ann")
    'Ann knocked'

    question       asks who it was
    ended, nobody  tell that it was a player, or nobody
    mark           stands beside the player's score, and `mark_meaning` explains it below
    hand, hand_at  tell a hand that is recorded by itself, and one that is told later in its `{place}`
    """

    question: str = say("Who went out?")
    ended: str = say("{name} went out")
    nobody: str = say("Nobody went out.")
    mark: str = say("out")
    mark_meaning: str = say("out: went out")
    hand: str = say("went out: {score}")
    hand_at: str = say("went out {place}: {score}")

    def ended_by(self, name: str) -> Sentence:
        """That this player ended the deal, as a part of a sentence."""
        return say(str(self.ended), name=name)

    def told(self, name: str) -> Sentence:
        """That this player ended the deal, as a sentence; that nobody did where the name is empty."""
        return in_a_row((self.ended_by(name), "."), "") if name else say(str(self.nobody))

    def hand_worth(self, score: str, place: str = "") -> Sentence:
        """What came of a hand, as words that follow the player's name."""
        if not place:
            return say(str(self.hand), score=score)
        return say(str(self.hand_at), place=place, score=score)


WENT_OUT = EndingWords()
RETIRED = EndingWords(
    ended=say("{name} retired"),
    hand=say("retired: {score}"),
    hand_at=say("retired {place}: {score}"),
)


@dataclass(frozen=True, slots=True, repr=False)
class Scoring(Brief):
    """One way to score a deal. What is said here holds unless a way says something else.

    settled_at_once   a deal ends for everybody at once; nobody's going out is recorded by itself
    counts_opponents  going out counts once for each opponent still in, so that partners play together (H4)
    must_meld_all     every card of the hand is melded on going out (H2)
    left_counts       the value of the cards left is taken off the melds' points (L5, F3)
    retires           players retire with cards in hand, and keep their points (L4)
    counts_melded     what is melded counts as well as what is left (F3)
    counts_cards      what is left counts by the card, whatever its rank (G3, V5)
    lays_melds        hands are melded, and somebody goes out
    leftover_decides  a hand is as good as what it leaves is small
    ending_words      how it is said that a player ended the deal
    product_words     what the figures beside a score on the sheet mean; empty where nothing needs words
    """

    settled_at_once: ClassVar[bool] = True
    counts_opponents: ClassVar[bool] = False
    must_meld_all: ClassVar[bool] = False
    left_counts: ClassVar[bool] = False
    retires: ClassVar[bool] = False
    counts_melded: ClassVar[bool] = False
    counts_cards: ClassVar[bool] = False
    lays_melds: ClassVar[bool] = True
    leftover_decides: ClassVar[bool] = False
    left_heading: ClassVar[Sentence] = say("Left")
    ending_words: ClassVar[EndingWords] = WENT_OUT
    product_words: ClassVar[str] = ""
    order_words: ClassVar[Sentence] = say("1. 2. order of going out")
    unscored_words: ClassVar[Sentence] = say("not over yet")

    @property
    def lowest_wins(self) -> bool:
        """Whether points are bad: the lowest total wins, and reaching the target loses (K4, G3)."""
        return False

    @property
    def doubles_rummy(self) -> bool:
        """Whether going out with all cards in one turn counts twice (B4)."""
        return False

    @property
    def ranks_by_tiles(self) -> bool:
        """Whether numbers of tiles decide when nobody goes out (K4)."""
        return False

    @property
    def charges_unopened(self) -> bool:
        """Whether it counts who never made a first play (K4)."""
        return False

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        """Every player's score of a deal that has no faults."""
        raise NotImplementedError(f"{type(self).__name__} scores no whole deal")

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        """What speaks against the deal having ended like this."""
        yield from self._winner_faults(deal)
        yield from self._opening_faults(deal)

    def hand_faults(self, deal: CountedDeal, name: str) -> Iterator[DealFault]:
        """What of one player's hand speaks against it."""
        if self.ranks_by_tiles and deal.winner is None and deal.hands[name].cards is None:
            reason = say("{name}: expected the tiles left, or how many they are.", name=name)
            yield DealFault(reason, "left", name)

    def ending_fault(self, name: str, hand: CountedHand) -> str:
        """Why this player cannot have ended the deal with this hand; empty where that can be."""
        if hand.is_empty or not self.lays_melds:
            return ""
        return say("{ended}: expected no cards left.", ended=self.ending_words.ended_by(name))

    def left_words(self, melded: int, left: int, went_out: bool) -> str:
        """What a player had when the deal ended, in a few words; empty for whoever ended it."""
        return "" if went_out else say("{number} left", number=left)

    def _winner_faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        if not deal.hands:
            yield DealFault(say("No player has cards: expected what each has left."), "left")
        elif deal.winner is not None and deal.winner not in deal.hands:
            yield DealFault(_no_such_player(deal, deal.winner), "winner")
        elif deal.winner is not None and (fault := self.ending_fault(deal.winner, deal.hands[deal.winner])):
            yield DealFault(fault, "left", deal.winner)
        if deal.went_rummy and not self.doubles_rummy:
            reason = say("Going rummy is no rule of this table: expected a plain win.")
            yield DealFault(reason, "went_rummy")

    def _opening_faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        if deal.never_opened and not self.charges_unopened:
            reason = say("Racks that never opened count for nobody else at this table: expected no names.")
            yield DealFault(reason, "never_opened")
            return
        for name in deal.never_opened:
            if name not in deal.hands:
                yield DealFault(_no_such_player(deal, name), "never_opened")
            elif name == deal.winner:
                ended = self.ending_words.ended_by(name)
                reason = say("{ended}, so made a first play: expected another player.", ended=ended)
                yield DealFault(reason, "never_opened", name)


@dataclass(frozen=True, slots=True, repr=False)
class GoingOut(Scoring):
    """Each player scores on going out, times the opponents still in (H3, H4)."""

    settled_at_once: ClassVar[bool] = False
    counts_opponents: ClassVar[bool] = True
    must_meld_all: ClassVar[bool] = True
    product_words: ClassVar[str] = say("points × opponents still in")
    unscored_words: ClassVar[Sentence] = say("still in")


@dataclass(frozen=True, slots=True, repr=False)
class Retiring(Scoring):
    """Each player scores on retiring: what is melded less what is left (L4, L5)."""

    settled_at_once: ClassVar[bool] = False
    left_counts: ClassVar[bool] = True
    retires: ClassVar[bool] = True
    ending_words: ClassVar[EndingWords] = RETIRED
    product_words: ClassVar[str] = say("melds − cards left")
    order_words: ClassVar[Sentence] = say("1. 2. order of retiring")
    unscored_words: ClassVar[Sentence] = say("still in")


@dataclass(frozen=True, slots=True, repr=False)
class WinnerTakes(Scoring):
    """The first player out scores what all others have left (B4).

    doubles_rummy  all cards melded in one turn, nothing before, counts twice
    """

    doubles_rummy: bool = False

    leftover_decides: ClassVar[bool] = True

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        scores = dict.fromkeys(deal.hands, 0)
        if deal.winner is not None:
            others_value = sum(hand.left for hand in deal.hands.values())
            scores[deal.winner] = others_value * (2 if self.doubles_rummy and deal.went_rummy else 1)
        return scores


@dataclass(frozen=True, slots=True, repr=False)
class MeldedLessLeft(Scoring):
    """Every player scores what is melded less what is left (F3)."""

    left_counts: ClassVar[bool] = True
    counts_melded: ClassVar[bool] = True
    product_words: ClassVar[str] = say("melded − left in hand")

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        return {name: hand.melded - hand.left for name, hand in deal.hands.items()}

    def left_words(self, melded: int, left: int, went_out: bool) -> str:
        return f"{melded} − {left}"


@dataclass(frozen=True, slots=True, repr=False)
class Racks(Scoring):
    """Every player loses the rack, and the winner scores the sum of those (K4).

    stalemate         where nobody can play, the fewest tiles win, or the lowest sum
    losses            after a stalemate a rack loses its whole sum, or what it has above the winner's
    charges_unopened  racks score against their players, those never opened against all others too
    """

    stalemate: Stalemate = "tiles"
    losses: Losses = "whole"
    charges_unopened: bool = False

    def __post_init__(self) -> None:
        check_choices(self, stalemate=Stalemate, losses=Losses)

    @property
    def lowest_wins(self) -> bool:
        return self.charges_unopened

    @property
    def ranks_by_tiles(self) -> bool:
        return self.stalemate == "tiles"

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        racks = {name: hand.left for name, hand in deal.hands.items()}
        winners = self._lowest_racks(deal) if deal.winner is None else [deal.winner]
        deducted = racks[winners[0]] if deal.winner is None and self.losses == "difference" else 0
        lost = {name: max(0, rack - deducted) for name, rack in racks.items() if name not in winners}
        if self.charges_unopened:
            unopened = set(deal.never_opened)
            return {
                name: lost.get(name, 0) + sum(racks[other_player] for other_player in unopened - {name})
                for name in racks
            }
        won_share = sum(lost.values()) // len(winners)
        return {name: won_share if name in winners else -lost[name] for name in racks}

    def _lowest_racks(self, deal: CountedDeal) -> list[str]:
        """The players with the lowest rack: by tiles, ties by their sum, or by the sum alone."""
        ranked = {
            name: ((hand.cards or 0) if self.ranks_by_tiles else 0, hand.left)
            for name, hand in deal.hands.items()
        }
        return [name for name in ranked if ranked[name] == min(ranked.values())]


@dataclass(frozen=True, slots=True, repr=False)
class CardsLeft(Scoring):
    """Every player scores a point a card left; the fewest points win (G3)."""

    counts_cards: ClassVar[bool] = True
    leftover_decides: ClassVar[bool] = True
    left_heading: ClassVar[Sentence] = say("Cards left")

    @property
    def lowest_wins(self) -> bool:
        return True

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        return {name: hand.left for name, hand in deal.hands.items()}

    def left_words(self, melded: int, left: int, went_out: bool) -> str:
        return "" if went_out else say_number("{number} card", "{number} cards", left)


@dataclass(frozen=True, slots=True, repr=False)
class Collected(Scoring):
    """Every player scores the cards collected, and nobody melds or goes out (V5)."""

    counts_cards: ClassVar[bool] = True
    lays_melds: ClassVar[bool] = False
    left_heading: ClassVar[Sentence] = say("Collected")

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        return {name: hand.left for name, hand in deal.hands.items()}

    def left_words(self, melded: int, left: int, went_out: bool) -> str:
        return ""


def _no_such_player(deal: CountedDeal, name: str) -> Sentence:
    return say("{name}: expected one of {players}.", name=repr(name), players=", ".join(deal.hands))
