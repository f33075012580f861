"""Upper bounds on the value of cards that need no search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorepad.core.cards import Card, Meld, cards_of
from scorepad.core.long_melds import most_of_long_melds
from scorepad.core.melding import melding_of
from scorepad.core.rank_melds import rank_melds_of
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Rules
from scorepad.core.values import highest_value, left_value, melded_alone, value_beside_others


def most_alone(schedule: Schedule, card_count: int) -> list[int]:
    """For each number of cards up to `card_count`, the most that they are worth if any could be melded
    together."""
    value, best_by_count = schedule.value, [0]
    for count in range(1, card_count + 1):
        # A table's own schedule may pay more for two short melds than for a long one: every split is tried.
        best_by_count.append(max(best_by_count[count - size] + value(size) for size in range(1, count + 1)))
    return best_by_count


def most_of_cards(rules: Rules, cards: Iterable[Card]) -> int:
    """An upper bound: as if each card counted its most, melded or left, and a wild the most of any."""
    reach = melding_of(rules).reach
    return sum(
        highest_value(rules)
        if reach(card)
        else max(melded_alone(rules, card), left_value(rules, [card]), value_beside_others(rules, card))
        for card in cards
    )


def most_beside(rules: Rules, cards: Sequence[Card], lying: Sequence[Meld]) -> int:
    """An upper bound: as if all cards were melded at their most with those on the table, and as many melds as
    possible were long."""
    of_cards = most_of_cards(rules, (*cards, *cards_of(lying)))
    return of_cards + most_of_long_melds(rules, len(cards), len(lying))


def most_of_rank_melds(rules: Rules, cards: Sequence[Card], lying: Sequence[Meld]) -> int:
    """An upper bound where melds are of one rank: every card laid, and the highest canasta wherever there may
    be one."""
    may = rank_melds_of(rules)
    most = max((kind.points for kind in may.kinds), default=0)
    return left_value(rules, cards) + most * (len(lying) + len(cards) // may.canasta)
