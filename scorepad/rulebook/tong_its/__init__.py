"""Tong-its (GAMES.md, 20; the Philippines): twelve cards, out first or lowest when a draw is called.

From Wikipedia and tongits.net: three play. Who has laid a meld may call a draw, and the lowest count wins; a
tie is for whoever challenged it, and where the stock runs out for whoever drew last. Whoever has laid no meld
is burned and can't win. Four of a rank kept in hand are a secret. What is paid differs from table to table,
so each number is an option. Readings where the sources say nothing: of two challengers that tie, the one who
sits next after the caller wins; a secret pays its holder only in a deal that the holder wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from scorepad.core.options import option
from scorepad.core.points import Points
from scorepad.core.rule_parts import FACE, HandRules, ThrownCard
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring import (
    CountedDeal,
    DealFault,
    DealNames,
    DealNote,
    EndingWords,
    ScoreLine,
    Scoring,
    note_fault,
)
from scorepad.core.sentence import say, say_number
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    SETS_AND_RUNS,
    deals_option,
    target_option,
    worth_cards,
)

_PLAYERS, _CARDS_DEALT, _MOST_SECRETS = 3, 12, 3

TONG_ITS = EndingWords(
    id="tongits",
    label=say("Tong-its"),
    question=say("Who has tong-its?"),
    ended=say("{name} has tong-its"),
    mark=say("tong-its"),
    mark_meaning=say("tong-its: no cards left"),
)
STOCK = EndingWords(
    id="stock",
    label=say("Stock ran out"),
    question=say("Who drew the last card?"),
    ended=say("{name} drew the last card"),
    mark=say("last card"),
    mark_meaning=say("last card: drew it from the stock"),
)
DRAW = EndingWords(
    id="draw",
    label=say("Draw called"),
    question=say("Who called a draw?"),
    ended=say("{name} called a draw"),
    nobody=say("Nobody called a draw."),
    mark=say("draw"),
    mark_meaning=say("draw: called it"),
    others=(TONG_ITS, STOCK),
)
BURNED = DealNote("burned", say("Burned"), say("{name} was burned."), say("burned"), 0, stays=True)
SECRET = DealNote("secret", say("Secret"), say("{name} has a secret."), say("secret"), 0, stays=True)


@dataclass(frozen=True, slots=True, repr=False)
class DrawStakes(Scoring):
    """The winner of the deal is paid by both others; who ended it is not always the winner.

    win, tongits    what each pays, and for tong-its
    burned, secret  what who is burned pays more, and each for a secret of the winner
    """

    win: int = 1
    tongits: int = 3
    burned: int = 1
    secret: int = 1

    leftover_decides: ClassVar[bool] = True
    ending_words: ClassVar[EndingWords] = DRAW
    deal_names: ClassVar[DealNames] = DealNames(left_heading=say("Count"))

    @property
    def notes(self) -> tuple[DealNote, ...]:  # type: ignore[override]
        return (
            BURNED,
            SECRET,
            *(DealNote.together(*(SECRET,) * number) for number in range(2, _MOST_SECRETS + 1)),
        )

    def ending_of(self, deal: CountedDeal) -> EndingWords:
        ending = Scoring.ending_of(self, deal)
        is_out = ending == DRAW and deal.winner is not None and deal.hands[deal.winner].is_empty
        return TONG_ITS if is_out else ending

    def ending_fault(self, deal: CountedDeal, winner: str) -> str:
        return Scoring.ending_fault(self, deal, winner) if self.ending_of(deal) == TONG_ITS else ""

    def left_words(self, melded: int, left: int, went_out: bool) -> str:  # noqa: ARG002
        return "" if went_out and not left else say("{number} left", number=left)

    def faults(self, deal: CountedDeal) -> Iterator[DealFault]:
        known = list(Scoring.faults(self, deal))
        yield from known
        if known:
            return
        if (
            deal.winner is not None
            and deal.times_noted(deal.winner, BURNED.id)
            and self.ending_of(deal) == DRAW
        ):
            reason = say("{name} called a draw, so has laid a meld. Take “burned” off.", name=deal.winner)
            yield note_fault(reason, deal.winner)
        elif deal.winner is not None and not self._in(deal):
            yield note_fault(say("Everybody is burned. Check who laid a meld."))

    def _in(self, deal: CountedDeal) -> list[str]:
        """Those who may win, in turn after the player who ended the deal, who comes last."""
        names = [*deal.hands]
        place = names.index(deal.winner) if deal.winner in names else 0
        in_turn = [*names[place + 1 :], *names[: place + 1]]
        return [name for name in in_turn if not deal.times_noted(name, BURNED.id)]

    def winner_of(self, deal: CountedDeal) -> str | None:
        """Who wins the deal: out of cards, else the lowest; of those who tie after a draw the one who
        challenged, after the stock the one who drew last."""
        ending = self.ending_of(deal)
        if deal.winner is None or ending == TONG_ITS:
            return deal.winner
        lowest = min(deal.hands[name].left for name in self._in(deal))
        tied = [name for name in self._in(deal) if deal.hands[name].left == lowest]
        return deal.winner if ending == STOCK and deal.winner in tied else tied[0]

    def scores(self, deal: CountedDeal) -> dict[str, Points]:
        return {name: sum(line.points for line in lines) for name, lines in self._lines(deal).items()}

    def lines(self, deal: CountedDeal) -> dict[str, tuple[ScoreLine, ...]]:
        return {name: lines for name, lines in self._lines(deal).items() if len(lines) > 1}

    def _lines(self, deal: CountedDeal) -> dict[str, tuple[ScoreLine, ...]]:
        """What each score is made of; nothing where nobody won."""
        winner = self.winner_of(deal)
        if winner is None:
            return dict.fromkeys(deal.hands, ())
        secrets = deal.times_noted(winner, SECRET.id)
        paid = {name: self._paid(deal, name, secrets) for name in deal.hands if name != winner}
        taken = [ScoreLine(line.reason, -line.points) for lines in paid.values() for line in lines]
        return {name: tuple(taken) if name == winner else paid[name] for name in deal.hands}

    def _paid(self, deal: CountedDeal, name: str, secrets: int) -> tuple[ScoreLine, ...]:
        """What a player pays, each part as a minus."""
        is_out = self.ending_of(deal) == TONG_ITS
        parts = [(say("tong-its"), self.tongits) if is_out else (say("deal lost"), self.win)]
        if deal.times_noted(name, BURNED.id):
            parts.append((say("burned"), self.burned))
        parts.append((say_number("{number} secret", "{number} secrets", secrets), self.secret * secrets))
        return tuple(ScoreLine(reason, -points) for reason, points in parts if points)


def _paid_option(default: int, label: str, sentence: str) -> int:
    return option(default, label, sentence, "tong-its TI4", "scoring", high=100)


@dataclass(frozen=True)
class TongIts(HouseRules):
    """The house rules of a table."""

    win: int = _paid_option(1, say("A win"), say("What each of the others pays the winner."))
    tongits: int = _paid_option(3, say("Tong-its"), say("What each pays instead if you have no cards left."))
    burned: int = _paid_option(1, say("Burned"), say("What you pay more if you have laid no meld."))
    secret: int = _paid_option(
        1, say("A secret"), say("What each pays more for four of a rank in the winner’s hand.")
    )
    target: int = target_option(0, "tong-its TI4")
    deals: int = deals_option("tong-its TI4")

    def rules(self) -> Rules:
        return Rules(
            game="tong-its",
            packs=1,
            shapes=replace(SETS_AND_RUNS, clause="tong-its TI2"),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(FACE),
            scoring=DrawStakes(self.win, self.tongits, self.burned, self.secret),
            match=MatchRules(self.target, self.deals, (_CARDS_DEALT,)),
            hand=HandRules(throws=True, lays_early=True, thrown=ThrownCard(none_last=True)),
        )


GAME = Game(
    id="tong-its",
    name=say("Tong-its"),
    sentence=say("Twelve cards for three. Be out first, or call a draw with the lowest count."),
    place=59,
    players=(_PLAYERS, _PLAYERS),
    house_rules=TongIts,
    aliases=("tongits", "tong its", "tung-it"),
    table="melds",
    presets=(
        Preset(say("Standard rules"), say("A win pays 1, tong-its 3."), {}),
        Preset(say("Plain stakes"), say("Every win pays 1."), {"tongits": 1, "burned": 0, "secret": 0}),
    ),
)
