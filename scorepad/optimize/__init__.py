"""The exact search: the best of what may be melded, with its proof.

The rules decide which search answers. Each is imported when first used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from scorepad.core.bonuses import NOTHING_BESIDE, LyingBeside
from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer
from scorepad.optimize.known_rules import Search, refuse_unknown
from scorepad.optimize.search_question import SearchQuestion

if TYPE_CHECKING:
    from scorepad.optimize.deadwood.hand_problem import HandLayout

__all__ = ["Answer", "best", "distinct_layouts", "search_of", "search_with_next"]

_MODULES: Mapping[Search, str] = {
    "rank melds": "scorepad.optimize.best_rank_melds",
    "board": "scorepad.optimize.board.best_play",
    "hand": "scorepad.optimize.deadwood.best_hand",
    "sets and runs": "scorepad.optimize.deadwood.best_deadwood",
    "extensions": "scorepad.chattahoochee.searching",
    "leaps": "scorepad.chattahoochee.searching",
    "interlocks": "scorepad.chattahoochee.searching",
}


class _SearchModule(Protocol):
    """What the module of a search offers."""

    def search(self, question: SearchQuestion) -> Answer: ...


class _WithNextCard(Protocol):
    """The module of a search that prepares once for every card that may come."""

    def search_with_next(
        self, question: SearchQuestion, known: Answer | None
    ) -> Callable[[Card, float], Answer] | None: ...


def best(
    rules: Rules,
    cards: Sequence[Card],
    *,
    table: Sequence[Meld] = (),
    partners: LyingBeside = NOTHING_BESIDE,
    taken: Card | None = None,
    opened: bool = False,
    one_new: bool = False,
    eaten: Sequence[Card] = (),
    limit: float = 2.0,
) -> Answer:
    """Find the best play for a hand beside the melds on the table.

    If the `table` has the player's own melds, `partners` are partners' melds with which new ones may
    interlock, and what has scored with them (I7, I8). `taken` is a card of the hand that must be melded (F5);
    all cards are left if none of the answers found melds it. `opened`: the player has laid a first meld.
    `one_new`: at most one new meld is laid, in games that have such turns (B2). `eaten`: cards taken before,
    which lie in different melds.
    `limit` is in seconds; a search that it cuts off answers with the best found and a bound. Raises
    RulesNotKnown for rules that the search does not support.
    """
    return _answer(SearchQuestion(rules, cards, table, partners, taken, opened, one_new, eaten, limit))


def _answer(question: SearchQuestion) -> Answer:
    search = search_of(question.rules)
    refuse_unknown(question.rules, search)
    return cast(_SearchModule, import_module(_MODULES[search])).search(question)


def distinct_layouts(rules: Rules) -> Callable[[Sequence[Card]], HandLayout | None] | None:
    """A function for the best layout of hands of different cards, under rules by which only the cards left
    count; it returns None for other hands. None for other rules."""
    if search_of(rules) != "hand":
        return None
    refuse_unknown(rules, "hand")
    from scorepad.optimize.deadwood import best_hand

    return best_hand.distinct_layouts(rules)


def search_of(rules: Rules) -> Search:
    """The search for these rules."""
    if rules.shapes.by_rank:
        return "rank melds"
    if rules.board.shared:
        return "board"
    if rules.bonuses.interlocks:
        return "interlocks"
    # Leap-rummy leaves cards in hand.
    if rules.shapes.leaps.tokens:
        return "leaps"
    # Hands that throw a card make sets and runs too, so they are asked first.
    if rules.hand.throws:
        return "hand"
    return "sets and runs" if rules.shapes.sets else "extensions"


def search_with_next(
    rules: Rules,
    cards: Sequence[Card],
    *,
    table: Sequence[Meld] = (),
    partners: LyingBeside = NOTHING_BESIDE,
    opened: bool = False,
    one_new: bool = False,
    eaten: Sequence[Card] = (),
    known: Answer | None = None,
    limit: float = 2.0,
) -> Callable[[Card, float], Answer]:
    """A function for the best of the hand with one more card, within a number of seconds.

    Preparation for all such cards takes up to `limit` seconds; `known` is the answer to the hand itself, if
    already searched. Raises RulesNotKnown.
    """
    question = SearchQuestion(rules, cards, table, partners, None, opened, one_new, eaten, limit)
    search = search_of(rules)
    refuse_unknown(rules, search)
    if search == "interlocks":
        module = cast(_WithNextCard, import_module(_MODULES[search]))
        best_with = module.search_with_next(question, known)
        if best_with:
            return best_with

    def best_alone(card: Card, limit: float) -> Answer:
        return _answer(replace(question, cards=(*cards, card), limit=limit))

    return best_alone
