"""The best arrangement of a hand under the rules of whole hands: one that opens, goes out, or counts what is
left."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, product

from scorepad.core.cards import WILD, Card, Laid, Meld, cards_of
from scorepad.core.check import check_meld
from scorepad.core.hand_ends import fitting_cards, holds_extra, is_whole, may_end, needs_opening
from scorepad.core.melding import melding_of
from scorepad.core.pairs import ends_deal, lay_pairs
from scorepad.core.rule_parts import Contract
from scorepad.core.rules import Rules
from scorepad.core.values import left_value, lone_ace_value
from scorepad.optimize.answer import Answer, bound_of, note
from scorepad.optimize.deadwood.best_layout import best_layout, deck_of
from scorepad.optimize.deadwood.goals import LEAST_LEFT, Goal
from scorepad.optimize.deadwood.hand_problem import HandLayout, HandProblem
from scorepad.optimize.deadwood.seen_first import lay_seen_first
from scorepad.optimize.on_table import read_table_melds
from scorepad.optimize.search_question import SearchQuestion
from scorepad.optimize.trivial_bounds import most_beside

_Changed = tuple[tuple[Card, ...], Meld]  # the cards of the hand that go in for jokers, and the meld then


def search(question: SearchQuestion) -> Answer:
    """The best arrangement of a hand beside melds of the table. Raises BrokenTable."""
    return search_hand(
        question.rules,
        question.cards,
        table=question.table,
        taken=question.taken,
        opened=question.opened,
        eaten=question.eaten,
        limit=question.limit,
    )


def search_hand(
    rules: Rules,
    cards: Sequence[Card],
    *,
    table: Sequence[Meld] = (),
    taken: Card | None = None,
    opened: bool = False,
    eaten: Sequence[Card] = (),
    is_over: bool = False,
    limit: float = 2.0,
) -> Answer:
    """The best arrangement of a hand, `opened` or not, beside melds of the table. One that ends the deal goes
    before one that leaves less, unless the deal `is_over`. Cards `eaten` are in melds, no two in one; where
    that can't be, nothing is melded. Raises BrokenTable."""
    began = time.perf_counter()
    deadline = began + limit
    lying = read_table_melds(rules, table)
    throws = holds_extra(rules, len(cards))
    unopened = needs_opening(rules) and not opened
    nearest: Sequence[Meld] = ()
    problem = HandProblem(rules, tuple(cards), lying, throws, taken, apart=_apart(rules, taken, eaten))
    if rules.hand.contract:
        found, nearest = _lay_contract(problem, rules.hand.contract, deadline, opened=opened)
    elif rules.hand.seeing:
        found = lay_seen_first(problem, rules.hand.seeing, partial(best_layout, deadline=deadline))
    else:
        found = _wild_thrown_last(problem, deadline) or _best_found(problem, unopened, deadline)
        stays = fitting_cards(rules, cards, lying) if throws else frozenset()
        # A card that fits on the table is thrown only to end the deal, or where all fit (Scala 40, S5).
        if found.thrown in stays and found.left and stays < problem.counts.keys():
            found = _best_found(replace(problem, stays=stays), unopened, deadline)
    if not (is_over or rules.hand.ends.by_points_alone):
        found = _closing(problem, found, deadline)
    note(lambda: (found.melds, (*found.left, *([found.thrown] if found.thrown else []))))
    all_at_once = is_whole(rules, len(cards)) and not found.left
    # Pairs open or end a deal, so a player who has opened lays none any more (101 Okey, T2).
    if rules.hand.pairs and not all_at_once and (unopened or not rules.hand.opening.points):
        found = _by_pairs(problem, found)
    if not (found.left or lying):
        found = replace(found, melds=rules.hand.ends.as_laid(found.melds, partial(_as_one_run, rules)))
    lying_points = sum(check_meld(rules, meld).points for meld in lying)
    points = sum(check_meld(rules, meld).points for meld in found.melds) - lying_points
    in_time = found.complete and time.perf_counter() < deadline
    bound = bound_of(points, lambda: most_beside(rules, cards, lying) - lying_points, best=in_time)
    ends = may_end(rules, found.left, opened=not unopened, extra=throws)
    if rules.hand.seeing:
        shown = [check_meld(rules, meld) for meld in found.melds]
        ends = ends_deal(rules, rules.hand.seeing, shown, found.left)
    seconds = time.perf_counter() - began
    return Answer(
        found.melds, points, bound, seconds, found.left, "dynamic program", found.thrown, ends, tuple(nearest)
    )


def _apart(rules: Rules, taken: Card | None, eaten: Sequence[Card]) -> frozenset[Card]:
    """The cards that lie in different melds, one taken just now among them."""
    now = [taken] if taken is not None and rules.hand.taken_apart else []
    return frozenset([*eaten, *now])


def distinct_layouts(rules: Rules) -> Callable[[Sequence[Card]], HandLayout | None] | None:
    """Return a fast function that lays hands of all different cards, for rules that count only the cards
    left; None for other rules. The function returns None for other hands."""
    hand = rules.hand
    counts_more = hand.has_first_melds or hand.needed_runs.pure or not hand.ends.by_points_alone
    counts_more = counts_more or hand.pairs or hand.seeing is not None
    deck = None if counts_more or lone_ace_value(rules) is not None else deck_of(rules, LEAST_LEFT)
    if deck is None:
        return None

    def layout(cards: Sequence[Card]) -> HandLayout | None:
        rows = deck.rows_of(cards)
        return deck.layout(rows, throws=holds_extra(rules, len(cards))) if rows else None

    return layout


def _lay_contract(
    problem: HandProblem, contract: Contract, deadline: float, *, opened: bool
) -> tuple[HandLayout, Sequence[Meld]]:
    """Return the best layout that lays the contract or, if the player has `opened`, only lays off, where no
    other melds may follow. If the contract cannot be laid, nothing is; the second result is the nearest set
    of melds to it."""
    if opened:
        return _ending_or_least(
            problem, Goal(no_new=not contract.then_any), deadline
        ) or problem.nothing_melded(), ()
    all_kept = replace(problem, throws=problem.throws and not contract.whole)
    found = best_layout(all_kept, Goal(contract=contract), deadline)
    if found is not None and not (contract.whole and found.left):
        return found, ()
    # What comes nearest has first choice of all cards; the one that is thrown is chosen from the rest.
    none_thrown = replace(problem, throws=False)
    nearest = best_layout(none_thrown, Goal(contract=contract, nearest=True), deadline)
    if nearest is None:
        nearest = problem.nothing_melded()
    return _thrown_beside(problem, nearest), nearest.melds[len(problem.table) :]


def _thrown_beside(problem: HandProblem, nearest: HandLayout) -> HandLayout:
    """Return a layout with all cards left and one thrown: the most valuable one that is no wild and in no
    meld of `nearest`."""
    if not problem.throws:
        return problem.nothing_melded(complete=nearest.complete)
    # A wild would fit into any meld that is missing, so it is thrown last.
    free = [card for card in nearest.left if not card.is_wild] or nearest.left or problem.cards
    thrown = max(free, key=problem.left_values.__getitem__)
    left = [*problem.cards]
    left.remove(thrown)
    in_order = tuple(sorted(left, key=problem.row_of.__getitem__))
    return HandLayout(0, problem.table, in_order, thrown, nearest.complete)


def _as_one_run(rules: Rules, melds: Sequence[Meld]) -> Meld | None:
    """Return the cards of melds as one run; None if they make none."""
    verdict = check_meld(rules, tuple(map(Laid, rules.pack.in_order(cards_of(melds)))))
    return verdict.laid if verdict.legal and verdict.leap is not None else None


def _best_found(problem: HandProblem, unopened: bool, deadline: float) -> HandLayout:
    if problem.rules.shapes.long_kinds:
        return _with_long_melds(problem, unopened, deadline)
    if unopened:
        return _unopened(problem, deadline)
    if problem.rules.hand.needed_runs.pure:
        return _with_lives(problem, deadline)
    if "melded" in problem.rules.scoring.counts:
        return _most_worth(problem, deadline)
    return _least_left(problem, deadline)


def _with_long_melds(problem: HandProblem, unopened: bool, deadline: float) -> HandLayout:
    """Return the layout of most points with long melds, less what is left. Before the opening only layouts
    that open count; if none does, take the one that melds the most card points."""
    found = best_layout(problem, Goal(long_melds=True), deadline) or problem.nothing_melded()
    # Only cards count towards a first meld, not what long melds count beside them (Buraco).
    opening = problem.rules.hand.opening.points
    if not unopened or _cards_melded(problem, found) >= opening:
        return found
    may_open = left_value(problem.rules, problem.cards) >= opening
    opens = best_layout(problem, Goal(long_melds=True, opens=True), deadline) if may_open else None
    if opens is not None and _cards_melded(problem, opens) >= opening:
        return opens
    most = best_layout(problem, Goal(long_melds=True, most_melded=True), deadline) or problem.nothing_melded()
    # A search that was cut off may have missed melds that open.
    return replace(most, complete=most.complete and opens is None)


def _cards_melded(problem: HandProblem, found: HandLayout) -> int:
    """Return the card points of the hand's melded cards."""
    kept = [*found.left, *([found.thrown] if found.thrown else [])]
    return left_value(problem.rules, problem.cards) - left_value(problem.rules, kept)


def _wild_thrown_last(problem: HandProblem, deadline: float) -> HandLayout | None:
    """Return a layout that melds all cards and throws a wild, for rules that allow this throw only at the
    end; None if impossible."""
    # An okey thrown last doubles what the others lose (Okey, O4), so this goes before all else.
    if not (problem.throws and problem.rules.hand.thrown.wilds_last and WILD in problem.counts):
        return None
    others = list(problem.cards)
    others.remove(WILD)
    rest = replace(problem, cards=tuple(others), throws=False)
    found = best_layout(rest, LEAST_LEFT, deadline)
    if found is None or found.left:
        found = _in_pairs(rest)
    return None if found is None or found.left else replace(found, thrown=WILD)


def _in_pairs(problem: HandProblem) -> HandLayout | None:
    """Return a layout of pairs if enough can be laid, with the most valuable other card thrown; else None."""
    pairs, left = lay_pairs(problem.rules, problem.cards)
    thrown = None
    if problem.throws:
        # Every tile is in a pair and one must be thrown, so a pair is broken up.
        left = left or [laid.card for laid in pairs.pop()]
        thrown = left.pop(0)
    if len(pairs) < problem.rules.hand.pairs:
        return None
    return HandLayout(
        0, (*problem.table, *pairs), tuple(sorted(left, key=problem.row_of.__getitem__)), thrown, True
    )


def _by_pairs(problem: HandProblem, found: HandLayout) -> HandLayout:
    """Return the layout of pairs if it ends the deal, or opens and `found` does not; else `found`."""
    pairs, opening = _in_pairs(problem), problem.rules.hand.opening.points
    if (
        pairs is None
        or not found.complete
        or (_points(problem.rules, found) >= opening if opening else pairs.left)
    ):
        return found
    return pairs


def _least_left(problem: HandProblem, deadline: float) -> HandLayout:
    """Return the arrangement that ends the deal or leaves least, exchanging jokers of the table if that
    helps."""
    found = _ending_or_least(problem, LEAST_LEFT, deadline) or problem.nothing_melded()
    for cards, table in _tables_after_exchange(problem.rules, problem.cards, problem.table):
        changed = replace(problem, cards=cards, table=table)
        after = _ending_or_least(changed, LEAST_LEFT, deadline)
        # A joker that leaves the table must help: an exchange for nothing is not shown.
        if after is not None and _left_of(changed, after) < _left_of(problem, found):
            found = replace(after, complete=after.complete and found.complete)
    return found


def _most_worth(problem: HandProblem, deadline: float) -> HandLayout:
    """Return the layout that ends the deal, or else any, with the most points of melds less the cards left,
    exchanging jokers of the table if that helps."""
    found = _worth_most_as_it_lies(problem, deadline)
    for cards, table in _tables_after_exchange(problem.rules, problem.cards, problem.table):
        changed = replace(problem, cards=cards, table=table)
        after = _worth_most_as_it_lies(changed, deadline)
        if _worth_of(changed, after) > _worth_of(problem, found):
            found = replace(after, complete=after.complete and found.complete)
    return found


def _worth_most_as_it_lies(problem: HandProblem, deadline: float) -> HandLayout:
    ending = best_layout(problem, Goal(worth=True, all_laid=True), deadline)
    endings = [ending] if ending is not None and not ending.left else []
    if not problem.throws:
        # The last card of a player who has opened is thrown, which ends the deal too.
        last = best_layout(replace(problem, throws=True), Goal(worth=True, all_laid=True), deadline)
        if last is not None and last.thrown is not None and not last.left:
            endings.append(replace(last, left=(last.thrown,), thrown=None))
    if endings:
        return max(endings, key=lambda found: _points(problem.rules, found))
    most = best_layout(problem, Goal(worth=True), deadline) or problem.nothing_melded()
    return replace(most, complete=most.complete and (ending is None or ending.complete))


def _worth_of(problem: HandProblem, found: HandLayout) -> tuple[bool, int, int]:
    """Return whether a layout ends the deal, then its points less the cards left, then its cards laid."""
    ends = may_end(problem.rules, found.left, opened=True, extra=problem.throws)
    left = 0 if ends else left_value(problem.rules, found.left)
    return ends, _points(problem.rules, found) - left, -len(found.left)


def _ending_or_least(problem: HandProblem, goal: Goal, deadline: float) -> HandLayout | None:
    """Return the layout that leaves least or, for a player who has opened, one that ends the deal even if its
    last card counts more."""
    least = _best_for(problem, goal, deadline)
    ends_by_last = problem.rules.hand.has_first_melds and not problem.throws
    if least is None or not ends_by_last or len(least.left) < 2:
        return least
    fewest = _best_for(problem, replace(goal, fewest_cards=True), deadline)
    return least if fewest is None or len(fewest.left) > 1 else fewest


def _best_for(problem: HandProblem, goal: Goal, deadline: float) -> HandLayout | None:
    """Return the best layout for a goal; of equal ones, the one that leaves an ace alone, if it counts less
    so."""
    found = best_layout(problem, goal, deadline)
    if found is None or lone_ace_value(problem.rules) is None:
        return found
    for ace in problem.counts:
        # The search knows what cards count beside others. An ace that counts less alone is tried by itself.
        if ace.rank != "A" or left_value(problem.rules, found.left) <= left_value(problem.rules, [ace]):
            continue
        others = list(problem.cards)
        others.remove(ace)
        beside = best_layout(replace(problem, cards=tuple(others)), goal, deadline)
        if (
            beside
            and not beside.left
            and _first_parts(problem, goal, beside) >= _first_parts(problem, goal, found)
        ):
            found = replace(beside, left=(ace,))
    return found


def _first_parts(problem: HandProblem, goal: Goal, found: HandLayout) -> tuple[int, ...]:
    """Return the parts of a score that a goal compares before the cards left."""
    jokers = sum(map(_joker_count, found.melds))
    return (_points(problem.rules, found), -jokers) if goal.points_first else ()


def _left_of(problem: HandProblem, found: HandLayout) -> tuple[bool, int, int, int]:
    ends = may_end(problem.rules, found.left, opened=True, extra=problem.throws)
    is_ending = problem.rules.hand.has_first_melds and ends
    return not is_ending, left_value(problem.rules, found.left), len(found.left), -len(found.melds)


def _unopened(problem: HandProblem, deadline: float) -> HandLayout:
    """Return the best layout of a player who has not opened: everything at once if possible; else the melds
    of most points that open, with the run that they need."""
    # Nobody lays off before a first meld.
    apart = replace(problem, table=())
    rules = problem.rules
    # All at once needs no opening (Rommé, R7).
    at_once = _best_for(apart, LEAST_LEFT, deadline) if is_whole(rules, len(problem.cards)) else None
    found = at_once if at_once is not None and not at_once.left else None
    if found is None and rules.hand.opening.clean_run:
        # First with the run without jokers that an opening needs, though other melds may count more.
        clean = _best_for(apart, Goal(points_first=True, clean=True), deadline)
        if clean is not None and _points(rules, clean) >= rules.hand.opening.points:
            found = clean
    if found is None:
        found = _best_for(apart, Goal(points_first=True), deadline) or apart.nothing_melded()
    return replace(found, melds=(*problem.table, *found.melds))


def _with_lives(problem: HandProblem, deadline: float) -> HandLayout:
    """Return the arrangement that leaves least with the runs that a hand must have; without them nothing is
    melded."""
    hand = problem.rules.hand
    # The least number of runs includes the pure ones.
    lives = Goal(pure=hand.needed_runs.pure, others=hand.needed_runs.least - hand.needed_runs.pure)
    found = [best_layout(problem, lives, deadline)]
    # Where a run is missing, this house rule still frees the cards of pure runs (Indian Rummy, I4).
    if hand.needed_runs.pure_counts:
        found.append(best_layout(problem, Goal(pure=1, only_pure=True), deadline))
    melded = [arrangement for arrangement in found if arrangement is not None]
    if not melded:
        return problem.nothing_melded()
    return min(melded, key=lambda arrangement: _left_of(problem, arrangement))


def _closing(problem: HandProblem, least: HandLayout, deadline: float) -> HandLayout:
    """Return the layout that leaves least if it can end the deal; else one with fewer cards left that can;
    else `least`."""
    for found in (least, best_layout(problem, Goal(fewest_cards=True), deadline)):
        if found is not None and may_end(problem.rules, found.left, opened=True, extra=problem.throws):
            return found
    return least


def _points(rules: Rules, found: HandLayout) -> int:
    return sum(check_meld(rules, meld).points for meld in found.melds)


def _tables_after_exchange(
    rules: Rules, cards: Sequence[Card], table: Sequence[Meld]
) -> Iterator[tuple[tuple[Card, ...], tuple[Meld, ...]]]:
    """List the hand and the table after each exchange of table jokers for the cards that they stand for."""
    if rules.hand.takes_jokers == "never":
        return
    held = Counter(cards)
    choices = [[((), meld), *_exchanges(rules, held, meld)] for meld in table]
    for chosen in product(*choices):
        given = Counter(card for cards_in, _ in chosen for card in cards_in)
        jokers = sum(_joker_count(meld) for meld in table) - sum(_joker_count(meld) for _, meld in chosen)
        # Each meld was asked alone, so together they may take a card more often than it is held.
        if given and given <= held:
            hand = (*(held - given).elements(), *(WILD,) * jokers)
            yield hand, tuple(meld for _, meld in chosen)


def _joker_count(meld: Meld) -> int:
    return sum(laid.card == WILD for laid in meld)


def _exchanges(rules: Rules, held: Counter[Card], meld: Meld) -> Iterator[_Changed]:
    kinds = [laid.kind for laid in meld]
    if len({kind.rank for kind in kinds if kind != WILD}) > 1:
        yield from _from_run(held, meld)
    else:
        yield from _from_set(rules, held, meld, kinds)


def _from_run(held: Counter[Card], meld: Meld) -> Iterator[_Changed]:
    places = [place for place, laid in enumerate(meld) if laid.card == WILD and held[laid.stands_for or WILD]]
    for count in range(1, len(places) + 1):
        for chosen in combinations(places, count):
            after = tuple(Laid(laid.kind) if place in chosen else laid for place, laid in enumerate(meld))
            yield tuple(after[place].card for place in chosen), after


def _from_set(rules: Rules, held: Counter[Card], meld: Meld, kinds: Sequence[Card]) -> Iterator[_Changed]:
    rank = next(kind.rank for kind in kinds if kind != WILD)
    naturals = [laid.card for laid in meld if laid.card != WILD]
    of_rank = melding_of(rules).set_of_rank(rank)
    missing = [card for card in of_rank if card not in naturals]
    jokers = _joker_count(meld)
    if rules.hand.takes_jokers == "all-missing":
        # Of a set of three both missing suits must go in, and a full set keeps its joker (Kalooki, K4).
        if len(meld) < len(of_rank) and jokers == 1 and all(held[card] for card in missing):
            yield tuple(missing), (*map(Laid, (*naturals, *missing)),)
        return
    fitting = [card for card in missing if held[card]]
    for count in range(1, min(jokers, len(fitting)) + 1):
        for chosen in combinations(fitting, count):
            yield chosen, (*map(Laid, (*naturals, *chosen)), *(Laid(WILD),) * (jokers - count))
