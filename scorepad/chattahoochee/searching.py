"""The best melds along tracks: melds that count by themselves (H1-H10, L1), and melds that interlock (I1-I8).

Modules that need a solver are imported when first used.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from scorepad.chattahoochee.first_meld_search import search_first_melds
from scorepad.core.cards import Card
from scorepad.core.first_melds import needs_first_meld
from scorepad.optimize import solvers
from scorepad.optimize.answer import Answer
from scorepad.optimize.search_question import SearchQuestion


def search(question: SearchQuestion) -> Answer:
    """The arrangement of the highest score. Raises BrokenTable and SolverMissing."""
    rules = question.rules
    if rules.bonuses.interlocks:
        solvers.need("SAT")
    # A last card goes out by H12, and H13 excepts it.
    if needs_first_meld(rules, question.table) and len(question.cards) > 1:
        return search_first_melds(question, _search_freely)
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
