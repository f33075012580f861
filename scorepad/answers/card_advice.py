"""What one more card would bring, and which card costs least to throw (B2, H6).

Each card is settled by a search of its own, the referee judges each, and what the clock cuts off says so.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Unpack

from scorepad import optimize
from scorepad.answers.answer_types import Discard, DiscardAnswer, NextAnswer, NextCard
from scorepad.answers.field_reader import TableMelds
from scorepad.answers.hand_answers import refuse_impossible
from scorepad.answers.question_types import DEFAULT_LIMIT
from scorepad.answers.verification import cards_of, verified
from scorepad.core.audit import audit_cards
from scorepad.core.bonuses import PartnerOut
from scorepad.core.card_text import show_card
from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.rules import Rules
from scorepad.core.sentence import as_sentence
from scorepad.core.table_melds import read_table
from scorepad.core.values import left_value
from scorepad.optimize.answer import Answer


@dataclass(frozen=True, slots=True)
class _Holding:
    """A hand and what lies beside it; `deadline` is on the clock of `time.perf_counter`."""

    rules: Rules
    hand: tuple[Card, ...]
    beside: TableMelds
    deadline: float

    def best_of(self, hand: Sequence[Card], share: int = 1) -> Answer:
        """The best of these cards, in one of so many shares of the time that is left."""
        limit = self.seconds(share)
        return self._judged(hand, optimize.best(self.rules, hand, limit=limit, **self.beside))

    def best_with_each(self, cards: Sequence[Card], now: Answer) -> Iterator[Answer]:
        """The best of the hand, which is `now`, with each of these cards more, one after the other."""
        limit = self.seconds(len(cards) + 1)
        best_with = optimize.search_with_next(self.rules, self.hand, known=now, limit=limit, **self.beside)
        for share, card in zip(range(len(cards), 0, -1), cards, strict=True):
            yield self._judged((*self.hand, card), best_with(card, self.seconds(share)))

    def seconds(self, share: int) -> float:
        """One of so many shares of the time that is left."""
        return max(0.0, self.deadline - time.perf_counter()) / share

    def _judged(self, hand: Sequence[Card], proposal: Answer) -> Answer:
        verified(self.rules, hand, proposal, **self.beside)
        return proposal


def rate_next_cards(
    rules: Rules,
    hand: Sequence[Card],
    *,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    partners_out: Sequence[PartnerOut] = (),
    limit: float = DEFAULT_LIMIT,
) -> NextAnswer:
    """What each card that could still come makes of the hand, greatest gain first.

    `limit` is in seconds, for all of them. Raises ImpossibleHand, BrokenTable and OpenWild.
    """
    holding = _holding(rules, hand, limit, table=table, partners=partners, partners_out=partners_out)
    cards = list(_cards_to_come(holding))
    now = holding.best_of(holding.hand, len(cards) + 1)
    rated = []
    for card, best in zip(cards, holding.best_with_each(cards, now), strict=True):
        rated.append(
            NextCard(
                card=str(card),
                shown=as_sentence(show_card(card, rules.pack)),
                points=best.points,
                gain=best.points - now.points,
                left_value=left_value(rules, best.left),
                proven=best.proven and now.proven,
            )
        )
    rated.sort(key=lambda further: (-further.gain, further.left_value))
    return NextAnswer(rules.game, now.points, now.proven, tuple(rated))


def rate_discards(
    rules: Rules,
    hand: Sequence[Card],
    *,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    partners_out: Sequence[PartnerOut] = (),
    limit: float = DEFAULT_LIMIT,
) -> DiscardAnswer:
    """What the hand is without each of its cards, the cheapest card to throw first.

    Raises ImpossibleHand, BrokenTable and OpenWild.
    """
    holding = _holding(rules, hand, limit, table=table, partners=partners, partners_out=partners_out)
    cards = list(dict.fromkeys(holding.hand))
    rated = []
    for shares, card in zip(range(len(cards), 0, -1), cards, strict=True):
        rest = list(holding.hand)
        rest.remove(card)
        found = holding.best_of(rest, shares)
        shown, left = as_sentence(show_card(card, rules.pack)), left_value(rules, found.left)
        rated.append(Discard(str(card), shown, found.points, left, found.proven))
    rated.sort(key=_discard_cost_by_points if _points_decide(rules) else _discard_cost_by_cards_left)
    return DiscardAnswer(rules.game, tuple(rated))


def _holding(rules: Rules, hand: Sequence[Card], limit: float, **beside: Unpack[TableMelds]) -> _Holding:
    deadline = time.perf_counter() + limit
    beside["table"], beside["partners"] = (read_table(rules, beside[side]) for side in ("table", "partners"))
    refuse_impossible(rules, [*hand, *cards_of((*beside["table"], *beside["partners"]))])
    return _Holding(rules, tuple(hand), beside, deadline)


def _cards_to_come(holding: _Holding) -> Iterator[Card]:
    """Every kind of card of which the packs hold one more than is in sight (P1)."""
    rules = holding.rules
    in_sight = [*holding.hand, *cards_of((*holding.beside["table"], *holding.beside["partners"]))]
    for card in dict.fromkeys((*rules.pack.cards, WILD)):
        if not audit_cards(rules.pack, rules.packs, rules.jokers, [*in_sight, card]):
            yield card


def _points_decide(rules: Rules) -> bool:
    """Whether the points say all that a hand is worth; else the cards left in it do (B7)."""
    return rules.deal.must_meld_all or rules.deal.left_counts


def _discard_cost_by_points(discard: Discard) -> tuple[int, int]:
    return -discard.points, discard.left_value


def _discard_cost_by_cards_left(discard: Discard) -> tuple[int, int]:
    return discard.left_value, -discard.points
