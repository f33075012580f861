"""What can be said of a hand without a search: a plain way to lay it, and points that nothing exceeds."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, factorial

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.rules import Rules
from scorepad.core.schedules import Schedule
from scorepad.core.values import left_value


def lay_plainly(
    rules: Rules, melds: Sequence[Meld], cards: Sequence[Card]
) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """The melds and, where every card is to be melded, each of the cards by itself; then what is left."""
    if not rules.scoring.must_meld_all:
        return tuple(melds), tuple(cards)
    lone_melds = [(Laid(card),) for card in cards]
    legal_melds = [meld for meld in lone_melds if check_meld(rules, meld).legal]
    left = [meld[0].card for meld in lone_melds if meld not in legal_melds]
    return (*melds, *legal_melds), tuple(left)


def safe_bound(rules: Rules, own_cards: Sequence[Card], partner_cards: Sequence[Card] = ()) -> int:
    """Points that no arrangement of these cards exceeds: as if any cards made a meld, and all melds a bonus.

    It is far above the best. It rests on nothing but the values in the rules.
    """
    card_count = len(own_cards)
    if rules.values.value_source == "cards" or rules.board.shared:
        most_of_card = max(left_value(rules, [card]) for card in (*rules.pack.cards, WILD))
        return card_count * most_of_card
    wild_schedule = rules.wilds.wild_only_schedule
    return (
        _most_of_melds(rules.values.schedule, card_count)
        + (_most_of_melds(wild_schedule, card_count) if wild_schedule else 0)
        + rules.bonuses.quartet_bonus * (card_count // 4)
        + (_most_of_interlocks(rules, card_count + len(partner_cards)) if rules.bonuses.interlocks else 0)
    )


def _most_of_melds(schedule: Schedule, card_count: int) -> int:
    """The most that so many cards are worth in melds of any sizes, where not all need be melded."""
    most_points = [0]
    for count in range(1, card_count + 1):
        last_melds = (
            most_points[count - size] + max(0, schedule.value(size)) for size in range(1, count + 1)
        )
        most_points.append(max(last_melds))
    return most_points[-1]


def _most_of_interlocks(rules: Rules, card_count: int) -> int:
    """As if every choice of melds of two cards interlocked over all that so many cards can cover (I2-I6)."""
    most_melds = card_count // 2
    with_itself = card_count * max(map(rules.interlock_value, range(card_count + 1)))
    return with_itself + sum(
        comb(most_melds, size)
        * (factorial(size) // 2)
        * (card_count // size)
        * max(map(rules.interlock_value, range(card_count // size + 1)))
        for size in range(2, len(rules.pack.suits) + 1)
    )
