"""Every meld that a board and a rack can make, laid with tiles and jokers in every way (K1, K3, G1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.melding import SMALLEST_SET, melding_of
from scorepad.core.rules import Rules
from scorepad.core.values import placed_value
from scorepad.proofs.certificates import NotChecked, Row
from scorepad.proofs.priced_choice import PlainChoice, RowUses

_MOST_MELDS = 60_000


def choice_of_board(rules: Rules, rack: Counter[Card], table: Sequence[Meld]) -> PlainChoice:
    """All melds as what they use: all of the table must be used, and any of the rack may be.

    Points are those of `board_points`. Raises NotChecked, of a first play too, which leaves the table alone.
    """
    if not rules.board.initial_done:
        raise NotChecked("first plays are not checked")
    on_table = Counter(laid.card for meld in table for laid in meld)
    cards = on_table + rack
    limits: dict[Row, tuple[int, int]] = {card: (on_table[card], cards[card]) for card in sorted(cards)}
    gains: dict[RowUses, int] = {}
    for number, laid_cards in enumerate(_laid_melds(rules, cards)):
        if number > _MOST_MELDS:
            raise NotChecked("there are too many melds to list")
        amounts = Counter(laid_cards)
        gains[tuple(amounts[card] for card in sorted(cards))] = _points_of(rules, rack, laid_cards)
    return PlainChoice(limits, gains, -_points_of(rules, rack, list(on_table.elements())))


def board_points(rules: Rules, rack: Counter[Card], placed: int, points: int) -> int:
    """What makes a play the better one: most tiles and of these most points, or points alone (K5)."""
    unit = placed_value(rules, rack.elements()) + 1 if rules.board.aim == "tiles" else 0
    return placed * unit + points


def _points_of(rules: Rules, rack: Counter[Card], cards: Sequence[Card]) -> int:
    return board_points(rules, rack, len(cards), placed_value(rules, cards))


def _laid_melds(rules: Rules, cards: Counter[Card]) -> Iterator[list[Card]]:
    """The cards of each meld, some of them jokers, one at least a natural."""
    for kinds in _all_melds(rules):
        needed = Counter(kinds)
        lacking = Counter({kind: count - cards[kind] for kind, count in needed.items()})
        least_jokers = sum(count for count in lacking.values() if count > 0)
        for jokers in range(least_jokers, min(cards[WILD], len(kinds) - 1) + 1):
            for naturals in set(combinations(kinds, len(kinds) - jokers)):
                if all(cards[kind] >= count for kind, count in Counter(naturals).items()):
                    yield [*naturals, *[WILD] * jokers]


def _all_melds(rules: Rules) -> Iterator[tuple[Card, ...]]:
    """The kinds of every run, however long, and of every set of three or four."""
    melding = melding_of(rules)
    for track in melding.tracks:
        for start in range(len(track.cards)):
            for end in range(start + rules.shapes.shortest_run, len(track.cards) + 1):
                yield track.cards[start:end]
    for rank_set in melding.rank_sets:
        for size in range(SMALLEST_SET, len(rank_set.cards) + 1):
            if rules.shapes.repeated_colours:
                yield from combinations_with_replacement(rank_set.cards, size)
            else:
                yield from combinations(rank_set.cards, size)
