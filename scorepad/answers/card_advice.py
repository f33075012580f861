"""Advice on what one more card would bring, and which card costs least to throw (B2, H6).

Each card takes a search of its own, judged by the referee; an answer says if the time limit cut it short.
Once time is over, the remaining cards are rated beside one arrangement of the hand, without a search.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from scorepad import optimize
from scorepad.answers.answer_types import Chances, Discard, DiscardAnswer, NextAnswer, NextCard
from scorepad.answers.hand_answers import (
    melds_taken,
    refuse_impossible,
    refuse_uneaten,
    refuse_untaken,
    with_own_on_table,
)
from scorepad.answers.terms import USUAL, Terms
from scorepad.answers.verification import (
    best_refereed,
    counted,
    lay_plainly,
    own_and_partners,
    refereed,
    safe_bound,
)
from scorepad.core.audit import audit_cards, copies_in_play
from scorepad.core.card_text import show_card, show_cards, write_card
from scorepad.core.cards import WILD, Card, Meld, cards_of
from scorepad.core.errors import ScorepadError
from scorepad.core.hand_ends import apart_faults, fitting_cards, tells_end
from scorepad.core.rank_melds import lies_aside
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, as_sentence, say, say_number
from scorepad.core.values import left_value, worth
from scorepad.optimize.answer import Answer

_LATE = 0.1  # seconds beyond the limit, after which nothing is searched


@dataclass(frozen=True, slots=True)
class _Holding:
    """A hand with its terms; `deadline` is by `time.perf_counter`."""

    rules: Rules
    hand: tuple[Card, ...]
    terms: Terms
    deadline: float

    def best_of(self, hand: Sequence[Card], share: int = 1) -> Answer:
        """The best arrangement of these cards, within 1/`share` of the time left."""
        return best_refereed(self.rules, hand, replace(self.terms, limit=self.seconds(share)))[0]

    def best_with_each(self, cards: Sequence[Card], now: Answer) -> Iterator[Answer]:
        """The best arrangement of the hand with each of these cards added, one after another; `now` is that
        without."""
        try:
            best_with = optimize.search_with_next(
                self.rules,
                self.hand,
                table=self.terms.table,
                partners=self.terms.partners,
                opened=self.terms.opened,
                one_new=self.terms.turn,
                eaten=self.terms.eaten,
                known=now,
                limit=self.seconds(len(cards) + 1),
            )
        except ScorepadError:
            raise
        # A search for all cards at once that fails costs time alone: each is then searched by itself.
        except Exception as error:
            self.terms.asked.log_fault(error)
            best_with = None
        arrangement = _Arrangement(self, now)
        # What a search leaves of its share goes to those after it.
        for share, card in zip(range(len(cards), 0, -1), cards, strict=True):
            hand = (*self.hand, card)
            if self.is_late:
                yield arrangement.with_card(card)
            elif best_with is None:
                yield self.best_of(hand, share)
            else:
                yield refereed(self.rules, hand, partial(best_with, card, self.seconds(share)), self.terms)[0]

    def best_without_each(self, cards: Sequence[Card]) -> Iterator[Answer]:
        """The best arrangement of the hand without each of these cards, one after another."""
        arrangement: _Arrangement | None = None
        for share, card in zip(range(len(cards), 0, -1), cards, strict=True):
            if self.is_late:
                arrangement = arrangement or _Arrangement(self, self.best_of(self.hand))
                yield arrangement.without_card(card)
            else:
                yield self.best_of(self.hand_without(card), share)

    def hand_without(self, card: Card) -> list[Card]:
        """The hand after throwing the card."""
        rest = list(self.hand)
        rest.remove(card)
        return rest

    @property
    def is_late(self) -> bool:
        """Whether no time is left for another search."""
        return time.perf_counter() > self.deadline + _LATE

    def seconds(self, share: int) -> float:
        """1/`share` of the time left, in seconds."""
        return max(0.0, self.deadline - time.perf_counter()) / share


class _Arrangement:
    """An arrangement of the hand, to be changed by one card; the referee counts it."""

    def __init__(self, holding: _Holding, laid: Answer) -> None:
        self.holding, self.laid, terms = holding, laid, holding.terms
        self.table, _ = own_and_partners(holding.rules, terms.table)
        # With a card more than the hand has, as one may come.
        all_cards = [*holding.hand, *cards_of(terms.table), WILD]
        self.bound = safe_bound(holding.rules, all_cards, cards_of(terms.partners.melds))

    def with_card(self, card: Card) -> Answer:
        """The arrangement with the card added by itself."""
        return self._counted((*self.holding.hand, card), self.laid.melds, (*self.laid.left, card))

    def without_card(self, card: Card) -> Answer:
        """The arrangement without the card: the other cards of its meld lie alone; if that has cards of the
        table, all cards of the hand do."""
        rest, left = self.holding.hand_without(card), list(self.laid.left)
        if card in left:
            left.remove(card)
            return self._counted(rest, self.laid.melds, left)
        table_cards = set(cards_of(self.table))
        for number, meld in enumerate(self.laid.melds):
            cards = [*cards_of([meld])]
            if card in cards and table_cards.isdisjoint(cards):
                cards.remove(card)
                melds = (*self.laid.melds[:number], *self.laid.melds[number + 1 :])
                return self._counted(rest, melds, (*left, *cards))
        return self._counted(rest, self.table, rest)

    def _counted(self, hand: Sequence[Card], melds: Sequence[Meld], others: Sequence[Card]) -> Answer:
        rules, terms = self.holding.rules, self.holding.terms
        laid_melds, left = lay_plainly(rules, melds, others)
        unscored = Answer(laid_melds, 0, self.bound, 0.0, left, method="trivial bound")
        answer, _ = counted(rules, hand, unscored, terms.table, terms.partners)
        return answer


def rate_next_cards(rules: Rules, hand: Sequence[Card], terms: Terms = USUAL) -> NextAnswer:
    """What each card that could still come makes of the hand, greatest gain first; the limit of the terms is
    for all of them. Raises ImpossibleHand, BrokenTable and OpenWild.
    """
    refuse_uneaten(rules, hand, terms.eaten)
    holding = _holding(rules, hand, terms)
    hand, terms = holding.hand, holding.terms
    cards = list(_cards_to_come(holding))
    now = holding.best_of(hand, len(cards) + 1)
    asks_contract = rules.hand.contract is not None and not terms.opened
    in_sight = Counter([*hand, *terms.cards_in_sight])
    rated, finishing = [], 0
    for card, best in zip(cards, holding.best_with_each(cards, now), strict=True):
        rated.append(
            NextCard(
                card=write_card(card, rules.pack),
                shown=as_sentence(show_card(card, rules.pack)),
                points=best.points,
                gain=_gain(rules, now, best, terms),
                left_value=left_value(rules, best.left),
                proven=best.proven and now.proven,
                fulfilled=bool(best.melds[len(terms.table) :]) if asks_contract else None,
                unseen=copies_in_play(rules, card) - sum(in_sight[one] for one in rules.pack.alike(card)),
                goes_out=best.ends if tells_end(rules, len(hand) + 1, opened=terms.opened) else None,
            )
        )
        if best.ends or not best.left:
            finishing += rated[-1].unseen
    # Cards that end the deal stand first, whatever they gain.
    rated.sort(key=lambda further: (further.goes_out is not True, -further.gain, further.left_value))
    unseen = sum(further.unseen for further in rated)
    # A card that fits nowhere brings something too where every card may be a meld.
    usual = max(0, min((further.gain for further in rated), default=0))
    bettering = sum(further.unseen for further in rated if further.gain > usual)
    chances = Chances((bettering, unseen), (finishing, unseen))
    expected = sum(further.unseen * further.points for further in rated) / unseen if unseen else now.points
    return NextAnswer(rules.game, now.points, now.proven, tuple(rated), chances, expected)


def rate_discards(rules: Rules, hand: Sequence[Card], terms: Terms = USUAL) -> DiscardAnswer:
    """Rate each card of the hand to throw, the cheapest first.

    Left out are cards without which the `taken` one could not be melded (F5), those that fit on the table if
    the rules forbid throwing them except to end the deal, and red threes (canasta C1). Raises ImpossibleHand,
    BrokenTable, OpenWild and NotTaken.
    """
    taken = terms.taken
    refuse_untaken(rules, hand, taken)
    refuse_uneaten(rules, hand, terms.eaten)
    holding = _holding(rules, hand, terms)
    hand, terms = holding.hand, holding.terms
    cards = [card for card in dict.fromkeys(hand) if not lies_aside(rules, card)]
    rated = []
    stays = fitting_cards(rules, cards, terms.table)
    if taken is not None and hand.count(taken) == 1:
        # What was taken is not thrown in the same turn (F5, gin-rummy G2), unless it has a twin.
        cards.remove(taken)
    cards = [card for card in cards if card not in terms.eaten]
    for card, found in zip(cards, holding.best_without_each(cards), strict=True):
        if taken is not None and not melds_taken(holding.hand_without(card), taken, found):
            continue
        # Nor is one without which those taken before don't lie apart.
        if any(apart_faults(rules, found.melds, terms.eaten, terms.table)):
            continue
        # A card that fits is thrown to end the deal alone, or where all fit (scala-40 S5).
        if card in stays and found.left and len(stays) < len(cards):
            continue
        shown, left = as_sentence(show_card(card, rules.pack)), left_value(rules, found.left)
        discard = Discard(write_card(card, rules.pack), shown, found.points, left, found.proven)
        # A card that ends the deal as it is thrown goes before all others.
        ends = found.ends and not (found.left or found.thrown)
        lost = _held(rules, hand) - _held(rules, holding.hand_without(card))
        rated.append(((not ends, -_worth(rules, found, terms), left, -found.points, lost), discard))
    rated.sort(key=lambda costed: costed[0])
    why = why_stays(rules, stays) if stays and len(rated) < len(cards) else None
    if any(lies_aside(rules, card) for card in hand):
        why = say("Lay red threes down and draw again. You can’t throw them.")
    return DiscardAnswer(rules.game, tuple(discard for _, discard in rated), why)


def _held(rules: Rules, cards: Sequence[Card]) -> int:
    """What value cards among these count, where there are such cards."""
    return rules.scoring.final.held(cards) or 0


def why_stays(rules: Rules, stays: Collection[Card]) -> Sentence:
    """The sentence about cards of the hand that fit on the table and so may not be thrown (scala-40 S5)."""
    shown = show_cards(rules.pack.in_order(stays), rules.pack)
    return say_number(
        "{cards} fits on the table, so you can’t throw it.",
        "{cards} fit on the table, so you can’t throw them.",
        len(stays),
        cards=shown,
    )


def _holding(rules: Rules, hand: Sequence[Card], terms: Terms) -> _Holding:
    deadline = time.perf_counter() + terms.limit
    hand, terms = with_own_on_table(hand, terms.read_by(rules))
    refuse_impossible(rules, [*hand, *terms.cards_in_sight])
    return _Holding(rules, tuple(hand), terms, deadline)


def _cards_to_come(holding: _Holding) -> Iterator[Card]:
    """Every kind of card of which the packs have more than are in sight, and which a hand keeps (P1)."""
    rules = holding.rules
    in_sight = [*holding.hand, *holding.terms.cards_in_sight]
    for card in dict.fromkeys((*rules.pack.cards, WILD)):
        is_kept = rules.pack.alike(card)[0] == card and not lies_aside(rules, card)
        if is_kept and not audit_cards(rules, [*in_sight, card]):
            yield card


def _gain(rules: Rules, now: Answer, best: Answer, terms: Terms) -> int:
    """The gain by another card towards the game's aim."""
    # The points are what is melded where no card is thrown, and the new card is left in all other hands.
    if rules.scoring.leftover_decides and not rules.hand.throws:
        return best.points - now.points
    return _worth(rules, best, terms) - _worth(rules, now, terms)


def _worth(rules: Rules, found: Answer, terms: Terms) -> int:
    return worth(rules, found.points, found.left, opened=terms.opened)
