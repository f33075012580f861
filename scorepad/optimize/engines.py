"""Which search answers for which rules. Each is loaded when it is first asked."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.cards import Card, Meld
from scorepad.core.rules import Rules
from scorepad.optimize.answer import Answer


def best(
    rules: Rules,
    cards: Sequence[Card],
    *,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    limit: float = 2.0,
) -> Answer:
    """The best that can be done with the cards of a hand and with the melds on the table.

    `partners` are melds that hers may interlock with, where the `table` has her own (I7, I8).
    `limit` is in seconds; a search that it cuts off answers with the best found and a bound.
    """
    if rules.board.shared:
        from scorepad.optimize import board

        return board.best(rules, cards, table=table, limit=limit)
    if rules.bonuses.interlocks and rules.turns.any_turn and table:
        from scorepad.optimize.interlock import in_turns

        return in_turns.search_in_turns(rules, cards, table, partners, limit)
    if rules.bonuses.interlocks:
        from scorepad.optimize import interlock

        return interlock.search_interlocks(rules, cards, table=(*table, *partners), limit=limit)
    if rules.shapes.leap_tokens or (table and rules.deal.scoring == "going-out"):
        from scorepad.optimize import context

        return context.best(rules, cards, table=table, limit=limit)
    if rules.shapes.sets and not rules.board.shared:
        from scorepad.optimize import deadwood

        return deadwood.search_deadwood(rules, cards, table=table, limit=limit)
    from scorepad.optimize.partition import best_partition

    return best_partition.best(rules, cards, limit=limit)
