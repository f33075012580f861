"""The best arrangement of a hand and of its player's melds on the table, each of which stays whole.

On going out every card is melded, and those melds are extended at their ends and merged as they go (H8-H10):
the answer is the best that the table can become, in as many turns as that takes. In leap-rummy cards may be
left in hand and count against her (L5), and the tokens say which leaps the melds may be of (L2).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.check import check, check_meld
from scorepad.core.errors import BrokenTable
from scorepad.core.melding import melding_of
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules, Track
from scorepad.core.tokens import leap_faults, open_leaps
from scorepad.core.values import left_value
from scorepad.optimize.answer import Answer
from scorepad.optimize.context.candidate_melds import ListingCutOff, candidate_columns
from scorepad.optimize.context.choice import choose
from scorepad.optimize.context.extension_objective import ChosenColumns, earned, trivial_bound
from scorepad.optimize.context.extension_problem import (
    ExtensionColumn,
    ExtensionProblem,
    FixedMeld,
    SpareWilds,
    extension_problem,
)
from scorepad.optimize.leftover import leftover_melds
from scorepad.optimize.on_table import read_table_melds


def best(rules: Rules, cards: Sequence[Card], *, table: Sequence[Meld] = (), limit: float = 2.0) -> Answer:
    """The arrangement of the highest score of a hand and the melds on the table.

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound. Raises
    BrokenTable when melds on the table are none, or their leaps cannot be one player's.
    """
    began = time.perf_counter()
    table = _read(rules, table)
    deadline = began + limit
    ways = [_answer(of_leap, cards, table, deadline) for of_leap in _by_leap(rules, table)]
    top = max(ways, key=lambda answer: (answer.points, -len(answer.melds)))
    bound = max(answer.bound for answer in ways)
    return replace(top, bound=bound, seconds=time.perf_counter() - began)


def _read(rules: Rules, table: Sequence[Meld]) -> tuple[Meld, ...]:
    melds = read_table_melds(rules, table)
    clashes = leap_faults(rules, [leap for meld in melds if (leap := check_meld(rules, meld).leap)])
    if clashes:
        raise BrokenTable(" ".join(clash.sentence for clash in clashes), at="table")
    return melds


def _by_leap(rules: Rules, table: Sequence[Meld]) -> list[Rules]:
    """The rules for each leap that all those melds can be of, where that is one (L2)."""
    if rules.shapes.leap_tokens != "same":
        return [rules]
    own = {leap for meld in table if (leap := check_meld(rules, meld).leap)}
    return [rules.variant(leaps=(leap,)) for leap in open_leaps(rules, own)]


def _answer(rules: Rules, cards: Sequence[Card], table: Sequence[Meld], deadline: float) -> Answer:
    problem = extension_problem(rules, cards, [check_meld(rules, meld) for meld in table])
    chosen = _chosen(problem, deadline)
    melds, left = _to_melds(problem, chosen.columns)
    points = _points(problem, chosen.columns, melds, left)
    bound = max(points, problem.points_within(chosen.ceiling) - problem.cost)
    return Answer(melds, points, bound, 0.0, left)


def _points(
    problem: ExtensionProblem, chosen: Sequence[ExtensionColumn], melds: Sequence[Meld], left: Sequence[Card]
) -> int:
    """Points of the melds, less what is left; a spare wild at an end may have come to lie as a natural."""
    if problem.spare_wilds or problem.taken:
        return check(problem.rules, melds).points - left_value(problem.rules, left)
    return sum(column.points + column.saved for column in chosen) + earned(problem, chosen) - problem.cost


def _chosen(problem: ExtensionProblem, deadline: float) -> ChosenColumns:
    """The best choice, or the best of the melds that could be listed in half of the time."""
    half = (time.perf_counter() + deadline) / 2
    try:
        return choose(
            problem,
            candidate_columns(problem, lambda: time.perf_counter() > half),
            deadline - time.perf_counter(),
        )
    except ListingCutOff as cut_off:
        chosen = choose(problem, cut_off.listed, deadline - time.perf_counter())
        return replace(chosen, ceiling=trivial_bound(problem))


def _to_melds(
    problem: ExtensionProblem, chosen: Sequence[ExtensionColumn]
) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """The melds, suit by suit and long ones first, and the cards left in hand."""
    pools = [list(card_class.cards[::-1]) for card_class in problem.card_classes]
    melds = [
        tuple(laid for piece in column.laid for laid in _pieces(problem, pools, *piece)) for column in chosen
    ]
    for spare_wilds in (*problem.spare_wilds, *problem.taken):
        _lay_spares(problem, pools, spare_wilds, chosen, melds)
    left = tuple(card for pool in pools for card in pool[::-1])
    if problem.rules.deal.must_meld_all and left:
        melds += leftover_melds(problem.rules, left)
        left = ()
    melds.sort(key=lambda meld: _listing(problem.rules.pack, meld))
    return (*melds, *problem.wild_melds), left


def _lay_spares(
    problem: ExtensionProblem,
    pools: list[list[Card]],
    spare_wilds: SpareWilds,
    chosen: Sequence[ExtensionColumn],
    melds: list[Meld],
) -> None:
    """Put the spare wilds of one reach at the end of the first meld that can take them, if there is one."""
    place = next((place for place, column in enumerate(chosen) if spare_wilds.go_with(column.kinds)), None)
    if place is None:
        return
    for card_class, pool in zip(problem.card_classes, pools, strict=True):
        if spare_wilds.go_with(card_class.reach):
            cards = [card for card in pool if left_value(problem.rules, [card])]
            melds[place] = _with_spare_wilds(problem.rules, melds[place], cards)
            pool[:] = [card for card in pool if card not in cards]


def _pieces(
    problem: ExtensionProblem, pools: list[list[Card]], place: Card | FixedMeld, card_class: int
) -> Iterator[Laid]:
    """The cards of a fixed meld, or one of the hand; one that may be wild says what it stands for."""
    if isinstance(place, FixedMeld):
        yield from place.laid
    else:
        card = pools[card_class].pop()
        yield Laid(card, place) if problem.card_classes[card_class].reach else Laid(card)


def _listing(pack: Pack, meld: Meld) -> tuple[int, int, int]:
    first = next((laid.stands_for or laid.card for laid in meld), meld[0].card)
    suit = next(
        (place for place, suit in enumerate(pack.suits) if suit.letter == first.suit), len(pack.suits)
    )
    return (suit, -len(meld), pack.order.get(first, 0))


def _with_spare_wilds(rules: Rules, meld: Meld, cards: Sequence[Card]) -> Meld:
    """A meld with wilds at its end, each saying what it stands for there."""
    melding = melding_of(rules)
    kinds = [melding.run_kind(laid.stands_for or laid.card) for laid in meld]
    track = next(track for track in melding.tracks if _goes_along(track, kinds[-2], kinds[-1]))
    end = track.cards.index(kinds[-1])
    after = (track.cards[(end + step) % len(track.cards)] for step in range(1, len(cards) + 1))
    return (*meld, *(Laid(card, kind) for card, kind in zip(cards, after, strict=True)))


def _goes_along(track: Track, kind: Card, following: Card) -> bool:
    return kind in track.cards and track.cards[(track.cards.index(kind) + 1) % len(track.cards)] == following
