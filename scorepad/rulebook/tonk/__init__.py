"""Tonk, also Tunk (GAMES.md, 20): five cards in spreads; the lowest count wins, or whoever is out first.

From artoongames.com, the rules at zdnet.com and Wikipedia: 49 or 50 at the deal, and going out without a
discard, win a double stake. Who drops and is not lowest pays a double stake to each with as little or less;
elsewhere everybody's stake to the lowest. Readings where the sources say nothing: those who are lowest
together when the stock runs out share what the others pay, and the odd points go to the first of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from scorepad.core.options import option
from scorepad.core.rule_parts import FACE, HandRules, ThrownCard, check_choices
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring import WENT_OUT, CountedDeal, DealFault, DealNames, EndingWords, Scoring
from scorepad.core.scoring.ended_deal import shared_out
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    SETS_AND_RUNS,
    deal_option,
    deals_option,
    target_option,
    worth_cards,
)

Caught = Literal["each", "lowest"]
_PLAYERS = (2, 6)
_DEALT = {"50": (50,), "49-50": (49, 50), "11-49-50": (*range(5, 12), 49, 50)}
"""What hands count that win at the deal."""

TONK = EndingWords(
    id="tonk",
    label=say("Tonk"),
    question=say("Who has tonk?"),
    ended=say("{name} has tonk"),
    mark=say("tonk"),
    mark_meaning=say("tonk: out without a discard"),
)
DEALT = EndingWords(
    id="dealt",
    label=say("Dealt tonk"),
    question=say("Who was dealt tonk?"),
    ended=say("{name} was dealt tonk"),
    mark=say("dealt"),
    mark_meaning=say("dealt: won at the deal"),
    needs_hands=False,
)
DRAWN = EndingWords(
    id="drawn",
    label=say("Two dealt tonks"),
    nobody=say("Two were dealt tonk: a draw."),
    by_nobody=True,
    needs_hands=False,
)
STOCK = EndingWords(
    id="stock",
    label=say("Stock ran out"),
    nobody=say("The stock ran out: the lowest count wins."),
    by_nobody=True,
)
DROP = EndingWords(
    id="drop",
    label=say("Drop"),
    question=say("Who dropped?"),
    ended=say("{name} dropped"),
    nobody=say("The stock ran out: the lowest count wins."),
    mark=say("drop"),
    mark_meaning=say("drop: stopped the deal to compare counts"),
    others=(WENT_OUT, TONK, DEALT, STOCK, DRAWN),
)


@dataclass(frozen=True, slots=True, repr=False)
class CountStakes(Scoring):
    """Whoever has the lowest count, or none, is paid a stake by each of the others, or two.

    stake   what each pays
    caught  who drops and is not lowest pays two stakes to `each` with as little or less, or one for everybody
            to the `lowest`
    dealt   what a hand may count that wins at the deal
    """

    stake: int = 1
    caught: Caught = "each"
    dealt: tuple[int, ...] = _DEALT["49-50"]

    leftover_decides: ClassVar[bool] = True
    ending_words: ClassVar[EndingWords] = DROP
    deal_names: ClassVar[DealNames] = DealNames(left_heading=say("Count"))

    def __post_init__(self) -> None:
        check_choices(self, caught=Caught)

    def ending_of(self, deal: CountedDeal) -> EndingWords:
        ending = Scoring.ending_of(self, deal)
        # Who has nothing left is out, where nobody says how.
        is_out = ending == DROP and deal.winner is not None and deal.hands[deal.winner].is_empty
        return WENT_OUT if is_out else ending

    def ending_fault(self, deal: CountedDeal, winner: str) -> str:
        ending, left = self.ending_of(deal), deal.hands[winner].left
        if ending == DROP:
            return ""
        if ending == DEALT:
            return self._dealt_fault(winner, left)
        return Scoring.ending_fault(self, deal, winner)

    def _dealt_fault(self, winner: str, left: int) -> str:
        """Why a hand of this count doesn't win at the deal; it need not be told."""
        if not left or left in self.dealt:
            return ""
        return say("{name} counts {left}, which is no tonk. Check the cards.", name=winner, left=left)

    def left_words(self, melded: int, left: int, went_out: bool) -> str:  # noqa: ARG002
        return "" if went_out and not left else say("{number} left", number=left)

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        yield from Scoring.faults(self, deal)
        empty = [name for name, hand in deal.hands.items() if hand.cards == 0 and name != deal.winner]
        if self.ending_of(deal) in (DROP, STOCK) and len(deal.hands) > 1:
            for name in empty:
                reason = say("{name} has no cards left, so went out. Check who ended the deal.", name=name)
                yield DealFault(reason, "left", name)

    def scores(self, deal: CountedDeal) -> dict[str, int]:
        ending, winner = self.ending_of(deal), deal.winner
        if ending == DRAWN:
            return dict.fromkeys(deal.hands, 0)
        lowest = min(hand.left for hand in deal.hands.values())
        first = [name for name, hand in deal.hands.items() if hand.left == lowest]
        if winner is None:
            return self._paid_by_others(deal, first, self.stake)
        if ending != DROP:
            return self._paid_by_others(deal, [winner], self.stake * (1 + (ending in (TONK, DEALT))))
        if first == [winner]:
            return self._paid_by_others(deal, first, self.stake)
        return self._caught(deal, winner)

    def _paid_by_others(self, deal: CountedDeal, takers: list[str], each: int) -> dict[str, int]:
        """Each of the others pays so much, which the takers share."""
        others = [name for name in deal.hands if name not in takers]
        return {**shared_out(each * len(others), takers), **dict.fromkeys(others, -each)}

    def _caught(self, deal: CountedDeal, winner: str) -> dict[str, int]:
        """What a player pays who dropped and is not lowest."""
        left = {name: hand.left for name, hand in deal.hands.items() if name != winner}
        if self.caught == "each":
            paid = {name: 2 * self.stake * (count <= deal.hands[winner].left) for name, count in left.items()}
        else:
            lowest = [name for name, count in left.items() if count == min(left.values())]
            paid = {**dict.fromkeys(left, 0), **shared_out(self.stake * len(left), lowest)}
        return {**paid, winner: -sum(paid.values())}


@dataclass(frozen=True)
class Tonk(HouseRules):
    """The house rules of a table."""

    deal: int = deal_option(5, "tonk U1", low=3, high=12)
    dealt: str = option(
        "49-50",
        say("Tonk at the deal"),
        say("What a hand counts that wins a double stake before anybody plays."),
        "tonk U1",
        "scoring",
        choices={"49-50": say("49 or 50"), "50": say("50 only"), "11-49-50": say("49, 50, or 11 and less")},
    )
    caught: Caught = option(
        "each",
        say("Caught"),
        say("What you pay if you drop and somebody else counts as little or less."),
        "tonk U3",
        "scoring",
        choices={
            "each": say("double to each of them"),
            "lowest": say("everybody’s stake to the lowest"),
        },
    )
    stake: int = option(
        1,
        say("Stake"),
        say("What each of the others pays the winner."),
        "tonk U3",
        "scoring",
        low=1,
        high=1_000,
    )
    target: int = target_option(0, "tonk U3")
    deals: int = deals_option("tonk U3")

    def rules(self) -> Rules:
        least, most = _PLAYERS
        return Rules(
            game="tonk",
            packs=1,
            shapes=replace(SETS_AND_RUNS, clause="tonk U2"),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(FACE),
            scoring=CountStakes(self.stake, self.caught, _DEALT[self.dealt]),
            match=MatchRules(self.target, self.deals, (self.deal,) * (most - least + 1)),
            hand=HandRules(throws=True, lays_early=True, thrown=ThrownCard(none_last=True)),
        )


GAME = Game(
    id="tonk",
    name=say("Tonk"),
    sentence=say("Five cards and quick deals. Drop with the lowest count, or be out first."),
    place=58,
    players=_PLAYERS,
    house_rules=Tonk,
    aliases=("tunk", "knock rummy"),
    table="melds",
    presets=(
        Preset(say("Standard rules"), say("49 or 50 win at the deal. Caught, you pay double."), {}),
        Preset(say("50 only"), say("Only 50 wins at the deal."), {"dealt": "50"}),
        Preset(
            say("Lowest takes all"),
            say("Caught, you pay everybody’s stake to the lowest."),
            {"caught": "lowest"},
        ),
        Preset(say("Seven cards"), say("Seven cards each."), {"deal": 7}),
    ),
)
