"""Which way to search, by what holds under the rules, and what is proven in the end."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from scorepad.core.bonuses import most_quartets
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check
from scorepad.core.rules import Rules
from scorepad.core.schedules import Schedule
from scorepad.optimize.answer import Answer
from scorepad.optimize.interlock.clock import Late
from scorepad.optimize.interlock.greedy import longest_first
from scorepad.optimize.interlock.laid_rings import melds, runs
from scorepad.optimize.interlock.layers import layered
from scorepad.optimize.interlock.maxsat import maximise
from scorepad.optimize.interlock.objective import closing_never_gains, crude_bound, layers_are_best
from scorepad.optimize.interlock.score import points
from scorepad.optimize.interlock.strands import Hand, Place, Run, hand, simple_wilds

_SHARE = 0.6  # of the time, to prove the best with all wilds; then a good arrangement is looked for
_LIKE = Schedule("one-zero")  # whose best melds are tried where a hand is too large for its own


def best(rules: Rules, cards: Sequence[Card], *, table: Sequence[Meld] = (), limit: float = 2.0) -> Answer:
    """The melds of the highest score with their interlocks, those with partners' melds on the table too (I7).

    `limit` is in seconds; a search that it cuts off answers with the best found and a bound. The melds of
    the table are not among those of the answer.
    """
    began = time.perf_counter()
    held = hand(rules, cards, table)
    laid, found, bound = _in_layers(held, cards, began + limit)
    if found < bound and time.perf_counter() < began + limit:
        from scorepad.optimize.interlock import full_model

        with suppress(full_model.TooMany, Late):
            other, value, most = full_model.search(held, cards, began + limit)
            bound = min(bound, most)
            if value > found:
                laid, found = other, value
    return Answer(laid, found, max(found, bound), time.perf_counter() - began)


def _in_layers(held: Hand, cards: Sequence[Card], until: float) -> tuple[tuple[Meld, ...], int, int]:
    """Melds, their points and a bound by the layered formula."""
    if not (simple_wilds(held.rules, cards) and _layers_hold(held)):
        return _as_if(held, until)
    alone = held.rules.values.schedule.value(1) * held.held.total()
    naturals, most = _solve(replace(held, wilds=()), until)
    found = _worth(held, naturals), naturals
    if held.wilds:
        began = time.perf_counter()
        laid, most = _solve(held, began + _SHARE * (until - began), found[0])
        found = max(found, (_worth(held, laid), laid), key=_first)
    ways: tuple[Callable[[], list[Run]], ...] = (
        lambda: _strictly(held, until),
        lambda: _wild_by_wild(held, until),
        lambda: longest_first(held),
    )
    for way in ways:
        if found[0] < most + alone:
            laid = way()
            found = max(found, (_worth(held, laid), laid), key=_first)
    beside = _quartets(held)
    bound = most + alone + beside
    if found[0] < most + alone:
        bound = min(bound, crude_bound(held))
    return melds(held, found[1]), found[0] + beside, bound


def _first(found: tuple[int, list[Run]]) -> int:
    return found[0]


def _worth(held: Hand, laid: Sequence[Run]) -> int:
    single = held.held.total() - sum(sum(run.natural) for run in laid)
    return points(held.rules, held.places, laid, held.table) + single * held.rules.values.schedule.value(1)


def _solve(held: Hand, until: float, least: int = 0, strict: bool = False) -> tuple[list[Run], int]:
    """The runs that the layered formula's best model lays, and its bound."""
    try:
        layers = layered(held, until, strict)
    except Late:
        return [], crude_bound(held)
    found = maximise(layers.formula, until, least)
    return runs(layers, found.model) if found.model else [], found.most


def _strictly(held: Hand, until: float) -> list[Run]:
    """The best arrangement that can be laid as the layers are."""
    began = time.perf_counter()
    return _solve(held, began + _SHARE * (until - began), strict=True)[0]


def _wild_by_wild(held: Hand, until: float) -> list[Run]:
    """A good arrangement, where the best is not to be had in time: each wild in turn where it does most."""
    fixed: list[Run] = []
    laid: list[Run] = []
    left = held
    for wild in held.wilds:
        laid, _ = _solve(replace(left, wilds=(wild,), table=(*held.table, *fixed)), until)
        with_wild = [run for run in laid if not all(run.natural)]
        fixed += with_wild
        laid = [run for run in laid if all(run.natural)]
        used = (held.places.card[place] for run in with_wild for place in _naturals(run))
        left = replace(left, held=left.held - Counter(used))
    return fixed + laid


def _naturals(run: Run) -> list[Place]:
    return [place for place, natural in zip(run.covered, run.natural, strict=True) if natural]


def _as_if(held: Hand, until: float) -> tuple[tuple[Meld, ...], int, int]:
    """Where the layers do not hold: what they would lay by another schedule, wilds by themselves."""
    rules = held.rules.variant(schedule=_LIKE, interlock_schedule=None)
    found, _ = _solve(replace(held, rules=rules, wilds=()), (time.perf_counter() + until) / 2)
    laid = melds(held, max((found, longest_first(held), []), key=lambda laid: _worth(held, laid)))
    return laid, check(held.rules, laid, held.laid).points, crude_bound(held)


def _quartets(held: Hand) -> int:
    """Points of the quartets that the hand has however it is melded (H24)."""
    rules = held.rules
    if not rules.bonuses.quartet_bonus:
        return 0
    suits = rules.pack.common_suits
    return rules.bonuses.quartet_bonus * sum(
        most_quartets([held.held[Card(rank, suit)] for suit in suits]) for rank in rules.pack.ranks
    )


def _layers_hold(held: Hand) -> bool:
    """Whether the shortcuts of the layered formula hold for the hand (see docs/optimizer.md)."""
    wilds = len(held.wilds)
    if not layers_are_best(held.rules, held.size, bool(wilds)) or (
        wilds and held.rules.wilds.wild_only_schedule
    ):
        return False
    known = held.places
    return all(
        closing_never_gains(held.rules, held.size, known.ranks[first], known.length[first], wilds)
        for first in _closable(held)
    )


def _closable(held: Hand) -> list[int]:
    """The circles of places that naturals and wilds could cover whole, each by its first place."""
    missing: dict[int, int] = {}
    for place, first in enumerate(held.places.orbit):
        missing[first] = missing.get(first, 0) + (not held.held[held.places.card[place]])
    return [first for first, number in missing.items() if number <= len(held.wilds)]
