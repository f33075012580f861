"""The best arrangement of a hand and of her own melds on the table, each of which stays whole.

On going out every card is melded, and her melds are extended at their ends and merged as they go (H8-H10):
the answer is the best that the table can become, in as many turns as that takes. In leap-rummy cards may be
left in hand and count against her (L5), and the tokens say which leaps her melds may be of (L2).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.check import check, check_meld
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.core.tokens import among, open_leaps
from scorepad.core.values import left_value
from scorepad.optimize.answer import Answer
from scorepad.optimize.context.candidate_melds import Column, TooMany, columns
from scorepad.optimize.context.choice import Chosen, choose, earned, loosest
from scorepad.optimize.context.hand_problem import Block, Held, held
from scorepad.optimize.context.spares import Spares, with_spares
from scorepad.optimize.leftover import melds_alone
from scorepad.optimize.on_table import BrokenTable, as_read


def best(rules: Rules, cards: Sequence[Card], *, table: Sequence[Meld] = (), limit: float = 2.0) -> Answer:
    """The arrangement of the highest score of a hand and the melds on the table.

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound. Raises
    BrokenTable when melds on the table are none, or their leaps cannot be one player's.
    """
    began = time.perf_counter()
    table = _read(rules, table)
    until = began + limit
    ways = [_answer(one, cards, table, until) for one in _by_leap(rules, table)]
    top = max(ways, key=lambda answer: (answer.points, -len(answer.melds)))
    bound = max(answer.bound for answer in ways)
    return replace(top, bound=bound, seconds=time.perf_counter() - began)


def _read(rules: Rules, table: Sequence[Meld]) -> tuple[Meld, ...]:
    melds = as_read(rules, table)
    clashes = among(rules, [leap for meld in melds if (leap := check_meld(rules, meld).leap)])
    if clashes:
        raise BrokenTable(" ".join(clash.sentence for clash in clashes), at="table")
    return melds


def _by_leap(rules: Rules, table: Sequence[Meld]) -> list[Rules]:
    """The rules for each leap that all her melds can be of, where that is one (L2)."""
    if rules.shapes.leap_tokens != "same":
        return [rules]
    own = {leap for meld in table if (leap := check_meld(rules, meld).leap)}
    return [rules.variant(leaps=(leap,)) for leap in open_leaps(rules, own)]


def _answer(rules: Rules, cards: Sequence[Card], table: Sequence[Meld], until: float) -> Answer:
    hand = held(rules, cards, table)
    chosen = _chosen(hand, until)
    melds, left = _laid_out(hand, chosen.columns)
    points = _points(hand, chosen.columns, melds, left)
    bound = max(points, hand.points_within(chosen.ceiling) - hand.cost)
    return Answer(melds, points, bound, 0.0, left)


def _points(hand: Held, chosen: Sequence[Column], melds: Sequence[Meld], left: Sequence[Card]) -> int:
    """Points of the melds, less what is left; a spare wild at an end may have come to lie as a natural."""
    if hand.spares or hand.taken:
        return check(hand.rules, melds).points - left_value(hand.rules, left)
    return sum(one.points + one.saved for one in chosen) + earned(hand, chosen) - hand.cost


def _chosen(hand: Held, until: float) -> Chosen:
    """The best choice, or the best of the melds that could be listed in half of the time."""
    half = (time.perf_counter() + until) / 2
    try:
        return choose(hand, columns(hand, lambda: time.perf_counter() > half), until - time.perf_counter())
    except TooMany as many:
        found = choose(hand, many.found, until - time.perf_counter())
        return replace(found, ceiling=loosest(hand))


def _laid_out(hand: Held, chosen: Sequence[Column]) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """The melds, suit by suit and long ones first, and the cards left in hand."""
    pools = [list(sort.cards[::-1]) for sort in hand.sorts]
    melds = [tuple(laid for piece in one.laid for laid in _pieces(hand, pools, *piece)) for one in chosen]
    for spares in (*hand.spares, *hand.taken):
        _lay_spares(hand, pools, spares, chosen, melds)
    left = tuple(card for pool in pools for card in pool[::-1])
    if hand.rules.deal.must_meld_all and left:
        melds += melds_alone(hand.rules, left)
        left = ()
    melds.sort(key=lambda meld: _listing(hand.rules.pack, meld))
    return (*melds, *hand.alone), left


def _lay_spares(
    hand: Held, pools: list[list[Card]], spares: Spares, chosen: Sequence[Column], melds: list[Meld]
) -> None:
    """Put the spare wilds of one reach at the end of the first meld that can take them, if there is one."""
    place = next((place for place, one in enumerate(chosen) if spares.go_with(one.kinds)), None)
    if place is None:
        return
    for sort, pool in zip(hand.sorts, pools, strict=True):
        if spares.go_with(sort.reach):
            cards = [card for card in pool if left_value(hand.rules, [card])]
            melds[place] = with_spares(hand.rules, melds[place], cards)
            pool[:] = [card for card in pool if card not in cards]


def _pieces(hand: Held, pools: list[list[Card]], place: Card | Block, sort: int) -> Iterator[Laid]:
    """The cards of a block, or one of the hand; one that may be wild says what it stands for."""
    if isinstance(place, Block):
        yield from place.laid
    else:
        card = pools[sort].pop()
        yield Laid(card, place) if hand.sorts[sort].reach else Laid(card)


def _listing(pack: Pack, meld: Meld) -> tuple[int, int, int]:
    first = next((laid.stands_for or laid.card for laid in meld), meld[0].card)
    suit = next(
        (place for place, suit in enumerate(pack.suits) if suit.letter == first.suit), len(pack.suits)
    )
    return (suit, -len(meld), pack.order.get(first, 0))
