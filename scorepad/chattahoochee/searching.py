"""The best melds along tracks: melds that count by themselves (H1-H10, L1), and melds that interlock (I1-I8).

If a hand goes out with nothing laid before, one meld must be a first one (H13). The best without that rule
often has one. Otherwise, every first meld contains one of the minimal first melds. With such a meld on the
table, kept whole, and the other cards beside it, the usual search loses nothing. If wilds make it longer than
a first meld may be, each first meld is laid as it is, with the other cards beside it.

Modules that need a solver are imported when first used.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from scorepad.core.bonuses import NOTHING_BESIDE, LyingBeside, most_quartets
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.check import check, check_meld
from scorepad.core.first_melds import (
    first_laid_faults,
    first_melds,
    least_first_melds,
    needs_first_meld,
    plainest_first_meld,
)
from scorepad.core.rule_parts import FirstMeld
from scorepad.core.rules import Rules
from scorepad.optimize import solvers
from scorepad.optimize.answer import Answer, weakest
from scorepad.optimize.search_question import SearchQuestion

_SHARE_WITHOUT = 0.3  # of the time, for the best without that rule
_MOST_FIRST_MELDS = 4_000  # that are laid one by one


def search(question: SearchQuestion) -> Answer:
    """The arrangement of the highest score. Raises BrokenTable and SolverMissing."""
    rules = question.rules
    if rules.bonuses.interlocks:
        solvers.need("SAT")
    # A last card goes out by H12, and H13 excepts it.
    if needs_first_meld(rules, question.table) and len(question.cards) > 1:
        return _search_first_melds(question)
    return _search_freely(question)


def search_with_next(
    question: SearchQuestion, known: Answer | None
) -> Callable[[Card, float], Answer] | None:
    """A function for the best of a hand whose melds interlock with one more card, prepared for all such cards
    at once.

    `known` is the answer to the hand itself, if already searched. None beside other melds, for large hands,
    and where wilds don't stand for everything (H18, H20).
    """
    rules = question.rules
    if question.table or question.partners.melds or needs_first_meld(rules, question.table):
        return None
    from scorepad.chattahoochee.interlock import cards_to_come

    deadline = time.perf_counter() + question.limit
    return cards_to_come.search_with_next(rules, question.cards, deadline, known)


def _search_first_melds(question: SearchQuestion) -> Answer:
    """The arrangement of the highest score that has a first meld; no melds if none is possible.

    A search that the time cuts off answers with the best found and a bound.
    """
    began = time.perf_counter()
    rules, cards, limit = question.rules, question.cards, question.limit
    partners = question.partners.unscored  # the player has laid nothing that could have scored
    hand = _FirstMelds(rules, cards, partners)
    plainest_meld = plainest_first_meld(rules, cards, hand.needed)
    if plainest_meld is None:
        return Answer((), 0, 0, time.perf_counter() - began, tuple(cards), "trivial bound")
    best = _search_freely(
        replace(question, rules=hand.free_rules, partners=partners, limit=limit * _SHARE_WITHOUT)
    )
    # The rule only forbids: if the best of all keeps it, nothing else that keeps it is better.
    if hand.holds_first(best.melds):
        return replace(best, seconds=time.perf_counter() - began)
    deadline = began + limit
    found = replace(hand.plainest(plainest_meld), method=best.method)
    # The other half is for first melds as they are, if those that grow leave points and bound apart.
    halfway = time.perf_counter() + (deadline - time.perf_counter()) / 2
    found = hand.beside_least(found, best.bound, halfway)
    if not found.proven:
        found = hand.beside_each(found, deadline)
    return replace(found, seconds=time.perf_counter() - began)


@dataclass(frozen=True, slots=True)
class _FirstMelds:
    """A hand of which one meld must be a first one, beside partners' melds."""

    rules: Rules
    cards: Sequence[Card]
    partners: LyingBeside

    @property
    def needed(self) -> int:
        return self.rules.turns.first_meld.naturals

    @property
    def free_rules(self) -> Rules:
        """The rules without first melds."""
        return self.rules.variant(first_meld=FirstMeld())

    def holds_first(self, melds: Sequence[Meld]) -> bool:
        verdicts = [check_meld(self.rules, meld) for meld in melds]
        return not first_laid_faults(self.rules, verdicts, self.needed)

    def beside_least(self, found: Answer, most: int, deadline: float) -> Answer:
        """Best arrangement around a minimal first meld. The bound also covers longer versions of that meld.
        First melds that the time doesn’t reach are bounded by `most` alone."""
        least_melds = sorted(least_first_melds(self.rules, self.cards, self.needed, deadline), key=len)
        if time.perf_counter() >= deadline:
            return replace(found, bound=most)
        bound, methods = 0, [found.method]
        for number, least_meld in enumerate(least_melds):
            # Each gets an even share of what is left, so time that one doesn’t need goes to the others.
            seconds = (deadline - time.perf_counter()) / (len(least_melds) - number)
            if found.points >= most or seconds <= 0:
                bound = most
                break
            others = _without(self.cards, least_meld)
            beside = self._best_beside(self.free_rules, others, (least_meld,), self.partners, seconds)
            # Each arrangement with a first meld holds one of these, so the greatest bound holds for all.
            bound, methods = max(bound, beside.bound), [*methods, beside.method]
            # A meld that grew by wilds may have more of them than a first meld may (H13).
            if beside.points > found.points and self.holds_first(beside.melds):
                found = beside
        return replace(found, bound=max(found.points, min(bound, most)), method=weakest(methods))

    def beside_each(self, found: Answer, deadline: float) -> Answer:
        """The best arrangement with each first meld as it is; `found` if they are too many, or time too
        short."""
        in_time = first_melds(self.rules, self.cards, self.needed, deadline)
        melds = list(islice(in_time, _MOST_FIRST_MELDS + 1))
        if not melds:
            return found
        bound, methods = 0, [found.method]
        for number, meld in enumerate(melds):
            seconds = (deadline - time.perf_counter()) / (len(melds) - number)
            if len(melds) > _MOST_FIRST_MELDS or seconds <= 0:
                return found
            beside = self._beside_meld(meld, seconds)
            bound, methods = max(bound, beside.bound), [*methods, beside.method]
            if beside.points > found.points:
                found = replace(beside, bound=found.bound)
        return replace(found, bound=max(found.points, min(bound, found.bound)), method=weakest(methods))

    def _beside_meld(self, meld: Meld, seconds: float) -> Answer:
        """The best arrangement of the other cards beside that meld, with which they may interlock."""
        # Quartets count over all melds together (H24), so the search for the others must not pay its own.
        plain_rules = self.free_rules.variant(quartet_bonus=0)
        # The first meld lies there as a partner's would: it stays as it is, and others interlock with it.
        # That holds where partners' melds interlock with none (I7). Theirs are left out then.
        beside_rules, lying = plain_rules, NOTHING_BESIDE
        if interlocks := self.rules.bonuses.interlocks:
            beside_rules = plain_rules.variant(interlocks=replace(interlocks, with_partners=True))
            lying = LyingBeside((meld, *self.partners.melds) if interlocks.with_partners else (meld,))
        others = self._best_beside(beside_rules, _without(self.cards, meld), (), lying, seconds)
        melds = (meld, *others.melds)
        points = check(self.free_rules, melds, self.partners).points
        bound = others.bound + check(plain_rules, (meld,), self.partners).points + self._quartet_points()
        return Answer(melds, points, max(points, bound), 0.0, method=others.method)

    def _best_beside(
        self,
        rules: Rules,
        cards: Sequence[Card],
        own_melds: Sequence[Meld],
        partners: LyingBeside,
        seconds: float,
    ) -> Answer:
        """The best arrangement of some of the cards by those rules, beside own melds and partners' ones."""
        return _search_freely(SearchQuestion(rules, cards, own_melds, partners, limit=seconds))

    def _quartet_points(self) -> int:
        """An upper bound on the quartets of all cards, each as natural."""
        pack, counts = self.rules.pack, Counter(self.cards)
        return self.rules.bonuses.quartet_bonus * sum(
            most_quartets([counts[Card(rank, suit)] for suit in pack.common_suits]) for rank in pack.ranks
        )

    def plainest(self, first_meld: Meld) -> Answer:
        """The given first meld with every other card by itself."""
        melds = (first_meld, *((Laid(card),) for card in _without(self.cards, first_meld)))
        points = check(self.free_rules, melds, self.partners).points
        return Answer(melds, points, points, 0.0)


def _without(cards: Sequence[Card], meld: Meld) -> list[Card]:
    return list((Counter(cards) - Counter(laid.card for laid in meld)).elements())


def _search_freely(question: SearchQuestion) -> Answer:
    """The arrangement of the highest score, whatever the first meld is."""
    if question.rules.bonuses.interlocks:
        return _search_interlocks(question)
    from scorepad.chattahoochee.extensions import best_extension

    rules = question.rules
    # In the alternate version own melds on the table stay whole (H9). Elsewhere they are other players’.
    stay_whole = rules.shapes.leaps.tokens or rules.scoring.partners == "times opponents"
    own_melds = question.table if stay_whole else ()
    return best_extension.search_extensions(rules, question.cards, table=own_melds, limit=question.limit)


def _search_interlocks(question: SearchQuestion) -> Answer:
    rules, cards, table, partners = question.rules, question.cards, question.table, question.partners
    # Own melds lie there only if melds are laid in any turn (I8). Else `table` has partners’ melds.
    if rules.turns.any_turn and table:
        from scorepad.chattahoochee.interlock import in_turns

        return in_turns.search_in_turns(rules, cards, table, partners, question.limit)
    from scorepad.chattahoochee.interlock import best_interlocks

    all_melds = (*table, *partners.melds)
    return best_interlocks.search_interlocks(rules, cards, table=all_melds, limit=question.limit)
