"""The exact search: the best of what may be melded, with its proof.

The rules decide which search answers. Each is imported when first used.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scorepad.core.bonuses import PartnerOut
from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer
from scorepad.optimize.known_rules import Search, refuse_unknown

if TYPE_CHECKING:
    from scorepad.optimize.deadwood.hand_problem import HandLayout

__all__ = ["Answer", "best", "distinct_layouts", "search_with_next"]


def best(
    rules: Rules,
    cards: Sequence[Card],
    *,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    partners_out: Sequence[PartnerOut] = (),
    taken: Card | None = None,
    opened: bool = False,
    one_new: bool = False,
    eaten: Sequence[Card] = (),
    limit: float = 2.0,
) -> Answer:
    """Find the best play for a hand beside the melds on the table.

    If the `table` has the player's own melds, `partners` are partners' melds with which new ones may
    interlock, and `partners_out` what has scored as partners went out (I7, I8). `taken` is a card of the hand
    that must be melded (F5); all cards are left if none of the answers found melds it. `opened`: the player
    has laid a first meld. `one_new`: at most one new meld is laid, in games that have such turns (B2).
    `eaten`: cards taken before, which lie in different melds.
    `limit` is in seconds; a search that it cuts off answers with the best found and a bound. Raises
    RulesNotKnown for rules that the search does not support.
    """
    search = search_of(rules)
    refuse_unknown(rules, search)
    if search == "interlocks":
        from scorepad.optimize import solvers

        solvers.need("SAT")
    # A last card goes out by H12, and H13 excepts it.
    if needs_first_meld(rules, table) and len(cards) > 1:
        from scorepad.optimize import first_meld_search

        # That module gets this function as an argument: an import back to here would close a circle. It asks
        # by rules without first melds, so the two don’t call each other for ever.
        def search_freely(
            free_rules: Rules,
            others: Sequence[Card],
            own: Sequence[Meld],
            lying: Sequence[Meld],
            limit: float,
        ) -> Answer:
            return best(free_rules, others, table=own, partners=lying, limit=limit)

        return first_meld_search.search_first_melds(rules, cards, partners, search_freely, limit)
    if search == "rank melds":
        from scorepad.optimize import best_rank_melds

        return best_rank_melds.search_rank_melds(rules, cards, table=table, opened=opened, limit=limit)
    if search == "board":
        from scorepad.optimize.board import best_play

        return best_play.search_board(rules, cards, table=table, limit=limit)
    # Own melds lie there only if melds are laid in any turn (I8). Else `table` has partners’ melds.
    if search == "interlocks" and rules.turns.any_turn and table:
        from scorepad.optimize.interlock import in_turns

        return in_turns.search_in_turns(rules, cards, table, partners, partners_out, limit)
    if search == "interlocks":
        from scorepad.optimize.interlock import best_interlocks

        return best_interlocks.search_interlocks(rules, cards, table=(*table, *partners), limit=limit)
    if search == "hand":
        from scorepad.optimize.deadwood import best_hand

        return best_hand.search_hand(
            rules, cards, table=table, taken=taken, opened=opened, eaten=eaten, limit=limit
        )
    if search == "sets and runs":
        from scorepad.optimize.deadwood import best_deadwood

        return best_deadwood.search_deadwood(
            rules, cards, table=table, taken=taken, one_new=one_new, limit=limit
        )
    from scorepad.optimize.context import best_extension

    # In the alternate version own melds on the table stay whole (H9). Elsewhere they are other players’.
    own_melds = table if search == "leaps" or rules.scoring.counts_opponents else ()
    return best_extension.search_extensions(rules, cards, table=own_melds, limit=limit)


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
    if rules.shapes.leap_tokens:
        return "leaps"
    # Hands that throw a card make sets and runs too, so they are asked first.
    if rules.hand.throws:
        return "hand"
    return "sets and runs" if rules.shapes.sets else "extensions"


def needs_first_meld(rules: Rules, table: Sequence[Meld]) -> bool:
    """Whether one of the melds must be a first one, as nothing lies before the player (H13)."""
    return rules.turns.first_meld_naturals > 0 and not table


def search_with_next(
    rules: Rules,
    cards: Sequence[Card],
    *,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    partners_out: Sequence[PartnerOut] = (),
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
    refuse_unknown(rules, search_of(rules))
    if rules.bonuses.interlocks and not (table or partners or needs_first_meld(rules, table)):
        from scorepad.optimize.interlock import cards_to_come

        deadline = time.perf_counter() + limit
        best_with = cards_to_come.search_with_next(rules, cards, deadline, known)
        # It is None for large hands, and where wilds don’t stand for everything (H18, H20).
        if best_with:
            return best_with

    def best_alone(card: Card, limit: float) -> Answer:
        hand = (*cards, card)
        return best(
            rules,
            hand,
            table=table,
            partners=partners,
            partners_out=partners_out,
            opened=opened,
            one_new=one_new,
            eaten=eaten,
            limit=limit,
        )

    return best_alone
