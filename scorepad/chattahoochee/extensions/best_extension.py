"""The best arrangement of a hand and its player's table melds, each of which stays whole.

If every card must be melded, table melds are extended at their ends and merged (H8-H10); the answer is the
best that the table can become, in any number of turns. In leap-rummy cards may be left in hand and count
against the player (L5), and the tokens decide the leaps of the melds (L2).

A hand is made a problem, melds are listed as its columns, the choice of the highest objective is found or
bounded, and what was chosen is laid.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest

from scorepad.chattahoochee.extensions.candidate_melds import (
    ListingCutOff,
    PlainMelds,
    candidate_columns,
    meld_column,
)
from scorepad.chattahoochee.extensions.extension_problem import (
    ExtensionProblem,
    FixedMeld,
    MeldColumn,
    Piece,
    SpareWilds,
    covered_kinds,
    extension_problem,
)
from scorepad.chattahoochee.leftover import leftover_melds
from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card, Laid, Meld, Track
from scorepad.core.check import check, check_meld
from scorepad.core.errors import BrokenTable
from scorepad.core.melding import melding_of
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.core.tokens import leap_faults
from scorepad.core.values import left_value
from scorepad.optimize.answer import Answer, Method, note, weakest
from scorepad.optimize.choosing import Others, choose, choose_with_others
from scorepad.optimize.columns import Column, Link
from scorepad.optimize.on_table import read_table_melds
from scorepad.optimize.trivial_bounds import most_alone

_LISTING_SHARE = 0.7  # of the time, to list all melds
MELDS_A_SECOND = 15_000  # that can be listed and handed to a solver
_FEW_MELDS = 150  # that are all listed at once
_LEAST_SECONDS = 0.02  # to list some melds in, however short the limit
_MOST_TRIED = 2_000  # columns, for want of time


@dataclass(frozen=True, slots=True)
class ChosenColumns:
    """The chosen columns, repeated as often as each is taken, and a bound on the objective of any choice.

    `method`: how the bound was found.
    """

    columns: Sequence[MeldColumn]
    objective_bound: int
    method: Method = "HiGHS"


def search_extensions(
    rules: Rules, cards: Sequence[Card], *, table: Sequence[Meld] = (), limit: float = 2.0
) -> Answer:
    """Find the arrangement of a hand and table melds with the highest score.

    Ties go to the fewest melds, then to the least left in hand. A search cut off after `limit` seconds
    returns the best found and a bound.

    Raises BrokenTable for a table meld that is no meld, or whose leap cannot be the player's.
    """
    start_time = time.perf_counter()
    table = _read_own_melds(rules, table)
    deadline = start_time + limit
    # All melds are of one leap, so each leap that is open is a search of its own (L2).
    leap_answers = [
        _search_of_leap(of_leap, cards, table, deadline) for of_leap in _rules_by_leap(rules, table)
    ]
    best_answer = max(
        leap_answers, key=lambda answer: (answer.points, -len(answer.melds), -left_value(rules, answer.left))
    )
    # Any of the leaps may have the best arrangement, so the highest bound holds for all.
    bound = max(answer.bound for answer in leap_answers)
    method = weakest(answer.method for answer in leap_answers)
    return replace(best_answer, bound=bound, seconds=time.perf_counter() - start_time, method=method)


def _read_own_melds(rules: Rules, table: Sequence[Meld]) -> tuple[Meld, ...]:
    melds = read_table_melds(rules, table)
    # A meld of one card has no leap, and fits with any.
    clashes = leap_faults(rules, [leap for meld in melds if (leap := check_meld(rules, meld).leap)])
    if clashes:
        raise BrokenTable(" ".join(clash.sentence for clash in clashes), at="table")
    return melds


def _rules_by_leap(rules: Rules, table: Sequence[Meld]) -> list[Rules]:
    """Return the rules with one leap each, for each leap that all table melds can have; the rules alone if
    leaps may differ (L2)."""
    leaps = rules.shapes.leaps
    if not leaps.one_each:
        return [rules]
    own_leaps = {leap for meld in table if (leap := check_meld(rules, meld).leap)}
    return [rules.variant(leaps=replace(leaps, each=(leap,))) for leap in leaps.open_to(own_leaps)]


def _search_of_leap(rules: Rules, cards: Sequence[Card], table: Sequence[Meld], deadline: float) -> Answer:
    """Return the best arrangement under these leaps. The table must be legal."""
    problem = extension_problem(rules, cards, [check_meld(rules, meld) for meld in table])
    return _to_answer(problem, _choose_in_time(problem, deadline))


def _choose_in_time(problem: ExtensionProblem, deadline: float) -> ChosenColumns:
    """Return the best choice by the deadline. A hand with too many melds to list gets a good choice and a
    bound."""
    seconds = deadline - time.perf_counter()
    most_melds = MELDS_A_SECOND * seconds
    listing_deadline = deadline - (1 - _LISTING_SHARE) * seconds
    try:
        if problem.can_replace_last:
            plain = PlainMelds(problem, listing_deadline, most_melds)
            every_column = plain.all_if_few(_FEW_MELDS)
            columns, others = every_column or plain.columns, None if every_column else plain.replacing
        else:
            columns, others = candidate_columns(problem, listing_deadline, most_melds=most_melds), None
    except ListingCutOff:
        columns = _melds_of_large_hand(problem, deadline, most_melds)
        chosen = choose_columns(problem, columns, deadline)
        return replace(chosen, objective_bound=trivial_bound(problem), method="trivial bound")
    note(lambda: _to_melds(problem, first_choice(problem, columns)))
    return choose_columns(problem, columns, deadline, others)


def _melds_of_large_hand(problem: ExtensionProblem, deadline: float, most_melds: float) -> list[MeldColumn]:
    """Return melds to choose among if there are too many: first those whose wilds only fill gaps, then those
    with one wild more, and so on for half the remaining time."""
    now = time.perf_counter()
    listing_deadline = max(now + _LEAST_SECONDS, (now + deadline) / 2)
    listed: list[MeldColumn] = []
    try:
        for most_replacing in range(problem.wild_count):
            listed = candidate_columns(
                problem, listing_deadline, most_melds=most_melds / 3, most_replacing=most_replacing
            )
    except ListingCutOff as cut_off:
        listed = listed or cut_off.listed
    # Melds of the table must be laid: each has a column, even if none was listed in time.
    return [*least_columns(problem), *listed]


def choose_columns(
    problem: ExtensionProblem,
    columns: Sequence[MeldColumn],
    deadline: float,
    others: Others[tuple[Piece, ...]] | None = None,
) -> ChosenColumns:
    """Return the best choice of columns found by the deadline; it is proven if its objective equals the
    bound. `others` lists melds that are left out of the columns."""
    limits, every_column = list(problem.row_limits.values()), [*columns, *_leftover_columns(problem)]
    if others:
        chosen = choose_with_others(limits, every_column, others, deadline)
    else:
        chosen = choose(limits, every_column, _quartet_links(problem), deadline)
    if chosen.columns is None:
        taken = first_choice(problem, columns)
    else:
        taken = [column for column in chosen.columns if column.lays]
    objective = objective_of(problem, taken)
    if chosen.best:
        return ChosenColumns(taken, objective, chosen.method)
    most_known = trivial_bound(problem)
    if chosen.bound is None or chosen.bound > most_known:
        return ChosenColumns(taken, max(objective, most_known), "trivial bound")
    return ChosenColumns(taken, max(objective, chosen.bound), chosen.method)


def _quartet_links(problem: ExtensionProblem) -> list[Link]:
    """The ways to make a quartet of each rank; cards that can also be wild must lie as naturals (H24)."""
    objective = problem.rules.bonuses.quartet_bonus * problem.point_weight
    return [
        Link(objective, [(problem.row_numbers["natural", kind], 1) for kind in kinds], quartets.quartet_limit)
        for quartets in problem.quartets
        for kinds in quartets.kind_choices
    ]


def _leftover_columns(problem: ExtensionProblem) -> list[MeldColumn]:
    """Wilds left over, which lay no piece here (H17). Columns taken together earn no more than one for all of
    their wilds."""
    # No two wilds side by side: each that is left over is a meld of its own (H15).
    largest_meld = min(1, problem.wild_count) if problem.rules.wilds.wilds_apart else problem.wild_count
    return [
        Column(points * problem.point_weight, ((problem.row_numbers["wilds", 0], wild_count),), ())
        for wild_count in range(1, largest_meld + 1)
        if (points := problem.points_of_leftover(wild_count))
    ]


def objective_of(problem: ExtensionProblem, chosen: Sequence[MeldColumn]) -> int:
    """Return the objective of the melds, including points that they earn together."""
    own_objective = sum(column.objective for column in chosen)
    return own_objective + _earned_points(problem, chosen) * problem.point_weight


def _earned_points(problem: ExtensionProblem, chosen: Sequence[MeldColumn]) -> int:
    """Return the points of quartets and of leftover wilds."""
    laid_naturals = problem.laid_naturals.copy()
    wilds_left = problem.wild_count
    for column in chosen:
        for piece in column.lays:
            if isinstance(piece.place, Card):
                laid_naturals[piece.place] += piece.naturals
                wilds_left -= bool(problem.card_classes[piece.card_class].wild_reach)
    rules = problem.rules
    quartet_count = 0
    if rules.bonuses.quartet_bonus:
        suits = rules.pack.common_suits
        quartet_count = sum(
            most_quartets([laid_naturals[Card(rank, suit)] for suit in suits]) for rank in rules.pack.ranks
        )
    return (
        quartet_count * rules.bonuses.quartet_bonus
        + problem.points_of_leftover(wilds_left)
        + problem.wild_meld_points
    )


def trivial_bound(problem: ExtensionProblem) -> int:
    """Return a bound on the objective, as if all naturals could be melded together and make every quartet."""
    natural_count = sum(fixed.natural_count for fixed in problem.fixed_melds)
    # A wild that is natural at its place may count as one, so it is counted too.
    natural_count += sum(
        len(card_class.cards) for card_class in problem.card_classes if card_class.natural_kind
    )
    quartet_points = problem.rules.bonuses.quartet_bonus * sum(
        quartet.quartet_limit for quartet in problem.quartets
    )
    points_beside = (
        quartet_points
        + problem.points_of_leftover(problem.wild_count)
        + problem.wild_meld_points
        + problem.hand_cost
    )
    most_of_naturals = max(most_alone(problem.rules.values.schedule, natural_count))
    return (most_of_naturals + points_beside) * problem.point_weight


def first_choice(problem: ExtensionProblem, columns: Sequence[MeldColumn]) -> Sequence[MeldColumn]:
    """Return a choice of columns made without a search: the best column that fits, again and again, then
    those that must be laid.

    Longer fixed melds come first, so that no new meld takes their leap.
    """
    amounts_left = [most_used for _, most_used in problem.row_limits.values()]
    fixed_rows = {number for row, number in problem.row_numbers.items() if row[0] == "fixed meld"}
    longer_melds: list[MeldColumn] = []
    new_melds: list[MeldColumn] = []
    for column in nlargest(_MOST_TRIED, columns, key=lambda column: column.objective):
        grows = any(row in fixed_rows for row, _ in column.uses)
        (longer_melds if grows else new_melds).append(column)
    chosen_columns: list[MeldColumn] = []
    # Fixed melds must lie: those that grow first, then the others as they are, then whatever fits beside.
    for column in (*longer_melds, *_fixed_columns(problem), *new_melds, *least_columns(problem)):
        _take_fitting(column, amounts_left, chosen_columns)
    return chosen_columns


def least_columns(problem: ExtensionProblem) -> Sequence[MeldColumn]:
    """Return the fixed melds unchanged and, if every card must be melded, each natural by itself."""
    leap = problem.rules.shapes.leaps.each[0]
    kinds = [
        card_class.natural_kind
        for card_class in (problem.card_classes if problem.rules.scoring.must_meld_all else ())
        # What may be wild can be left over, so it needs no column of its own.
        if card_class.natural_kind and not card_class.wild_reach
    ]
    pieces = [piece for kind in dict.fromkeys(kinds) for piece in problem.card_pieces(kind)[0]]
    return (*_fixed_columns(problem), *(meld_column(problem, leap, piece) for piece in pieces))


def _fixed_columns(problem: ExtensionProblem) -> Sequence[MeldColumn]:
    leap = problem.rules.shapes.leaps.each[0]
    return [
        meld_column(problem, fixed.leap or leap, problem.fixed_piece(fixed)) for fixed in problem.fixed_melds
    ]


def _take_fitting(column: MeldColumn, amounts_left: list[int], chosen_columns: list[MeldColumn]) -> None:
    """Take a column as often as the rows allow; rows of quartets, to which it gives, are ignored."""
    uses = [(row, amount) for row, amount in column.uses if amount > 0]
    while all(amounts_left[row] >= amount for row, amount in uses):
        for row, amount in uses:
            amounts_left[row] -= amount
        chosen_columns.append(column)


def _to_answer(problem: ExtensionProblem, chosen: ChosenColumns) -> Answer:
    """Build the answer from a choice of columns."""
    melds, left = _to_melds(problem, chosen.columns)
    points = _answer_points(problem, chosen.columns, melds, left)
    # The objective counts what cards save that are laid: what all would cost in hand comes off again.
    bound = max(points, problem.points_within(chosen.objective_bound) - problem.hand_cost)
    return Answer(melds, points, bound, 0.0, left, chosen.method)


def _answer_points(
    problem: ExtensionProblem,
    chosen: Sequence[MeldColumn],
    melds: Sequence[Meld],
    cards_left: Sequence[Card],
) -> int:
    """Return the points of the melds less the cards left. A spare wild at an end, or a card in no column, may
    have become a natural, so the melds are then scored anew."""
    has_leftovers = len(melds) > len(chosen) + len(problem.wild_melds)
    if problem.spare_wilds or problem.taken_spares or has_leftovers:
        return check(problem.rules, melds).points - left_value(problem.rules, cards_left)
    return problem.points_within(objective_of(problem, chosen)) - problem.hand_cost


def _to_melds(
    problem: ExtensionProblem, chosen: Sequence[MeldColumn]
) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """Return the melds, by suit with long ones first, and the cards left in hand."""
    # Cards of a class are alike to the search, so any of them will do wherever one is laid.
    card_pools = [list(card_class.cards[::-1]) for card_class in problem.card_classes]
    melds = [
        tuple(laid for piece in column.lays for laid in _laid_cards(problem, card_pools, piece))
        for column in chosen
    ]
    for spare_wilds in (*problem.spare_wilds, *problem.taken_spares):
        _lay_spares(problem, card_pools, spare_wilds, chosen, melds)
    cards_left = tuple(card for card_pool in card_pools for card in card_pool[::-1])
    # Only cards that may be wild can be left over: each natural has a column by itself (H17).
    if problem.rules.scoring.must_meld_all and cards_left:
        melds += leftover_melds(problem.rules, cards_left)
        cards_left = ()
    melds.sort(key=lambda meld: _listing_order(problem.rules.pack, meld))
    return (*melds, *problem.wild_melds), cards_left


def _lay_spares(
    problem: ExtensionProblem,
    card_pools: list[list[Card]],
    spare_wilds: SpareWilds,
    chosen: Sequence[MeldColumn],
    melds: list[Meld],
) -> None:
    """Put the spare wilds of one reach at the end of the first meld that can take them, if there is one."""
    taker_place = next(
        (
            taker_place
            for taker_place, column in enumerate(chosen)
            if spare_wilds.go_with(covered_kinds(column.lays))
        ),
        None,
    )
    if taker_place is None:
        return
    for card_class, card_pool in zip(problem.card_classes, card_pools, strict=True):
        if spare_wilds.go_with(card_class.wild_reach):
            # Wilds that count nothing in hand may stay there.
            spare_cards = [card for card in card_pool if left_value(problem.rules, [card])]
            melds[taker_place] = _with_spare_wilds(problem.rules, melds[taker_place], spare_cards)
            card_pool[:] = [card for card in card_pool if card not in spare_cards]


def _laid_cards(problem: ExtensionProblem, card_pools: list[list[Card]], piece: Piece) -> Iterator[Laid]:
    """List the cards of a fixed meld, or one card of the hand; a card that may be wild names its
    substitute."""
    if isinstance(piece.place, FixedMeld):
        yield from piece.place.laid_cards
    else:
        card = card_pools[piece.card_class].pop()
        yield Laid(card, piece.place) if problem.card_classes[piece.card_class].wild_reach else Laid(card)


def _listing_order(pack: Pack, meld: Meld) -> tuple[int, int, int]:
    first_card = next((laid.kind for laid in meld), meld[0].card)
    suit = next(
        (place for place, suit in enumerate(pack.suits) if suit.letter == first_card.suit), len(pack.suits)
    )
    return (suit, -len(meld), pack.order.get(first_card, 0))


def _with_spare_wilds(rules: Rules, meld: Meld, cards: Sequence[Card]) -> Meld:
    """Return a meld with wilds added at its end, each naming what it stands for."""
    melding = melding_of(rules)
    meld_kinds = [melding.run_kind(laid.kind) for laid in meld]
    # The last two kinds tell the track and the way along it.
    track = next(track for track in melding.tracks if _goes_along(track, meld_kinds[-2], meld_kinds[-1]))
    end_place = track.cards.index(meld_kinds[-1])
    kinds_after = (track.cards[(end_place + step) % len(track.cards)] for step in range(1, len(cards) + 1))
    return (*meld, *(Laid(card, kind) for card, kind in zip(cards, kinds_after, strict=True)))


def _goes_along(track: Track, kind: Card, following: Card) -> bool:
    return kind in track.cards and track.cards[(track.cards.index(kind) + 1) % len(track.cards)] == following
