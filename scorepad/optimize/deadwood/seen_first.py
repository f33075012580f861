"""The best layout of a hand that shows pure sets or pairs before any card is wild (marriage MA2-MA5).

One that ends the deal goes before one that sees, then before one with more pure sets, then before one that
leaves more cards. With wilds all is melded that can be; a hand that does not see has none, as nothing is wild
yet for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.pairs import PAIR, ends_deal, is_pure
from scorepad.core.rule_parts import Seeing
from scorepad.optimize.deadwood.goals import Goal
from scorepad.optimize.deadwood.hand_problem import HandLayout, HandProblem

BestLayout = Callable[[HandProblem, Goal], HandLayout | None]
"""The best layout of a hand for a goal; None where none does what the goal needs."""


def lay_seen_first(problem: HandProblem, seeing: Seeing, best_layout: BestLayout) -> HandLayout:
    """The best layout, pure sets first."""
    sees = best_layout(problem, Goal(pure=seeing.pure))
    layouts = [*([sees] if sees else []), *_by_identical(problem, seeing)]
    if not layouts:
        return _unseen(problem, seeing, best_layout)
    found = max(layouts, key=lambda layout: (layout_ends(problem, seeing, layout), -len(layout.left)))
    complete = all(layout.complete for layout in layouts)
    return replace(_in_order(problem, _plain_thrown(problem, found)), complete=complete)


def layout_ends(problem: HandProblem, seeing: Seeing, layout: HandLayout) -> bool:
    """Whether the deal ends with a layout."""
    melds = [check_meld(problem.rules, meld) for meld in layout.melds]
    return ends_deal(problem.rules, seeing, melds, layout.left)


def _by_identical(problem: HandProblem, seeing: Seeing) -> Iterator[HandLayout]:
    """All pairs, where these are enough to see; the tunnelas, where they are enough to end the deal."""
    pairs = _laid(problem, _identical(problem, PAIR))
    if len(pairs.melds) >= seeing.pairs:
        yield pairs
    tunnelas = _laid(problem, _identical(problem, seeing.identical))
    if 0 < seeing.tunnelas_out <= len(tunnelas.melds):
        yield tunnelas


def _identical(problem: HandProblem, size: int) -> list[Meld]:
    """As many melds of so many identical cards as there are."""
    return [
        (Laid(card),) * size
        for card in problem.rows
        if not card.is_wild
        for _ in range(problem.counts[card] // size)
    ]


def _laid(problem: HandProblem, melds: list[Meld]) -> HandLayout:
    """These melds, and of the other cards one thrown where one is."""
    left = problem.counts.copy()
    left.subtract(laid.card for meld in melds for laid in meld)
    cards = sorted(left.elements(), key=problem.row_of.__getitem__)
    if problem.throws and melds and not cards:
        melds, cards = melds[:-1], [laid.card for laid in melds[-1]]
    thrown = cards.pop(0) if problem.throws else None
    return replace(problem.nothing_melded(), melds=tuple(melds), left=tuple(cards), thrown=thrown)


def _unseen(problem: HandProblem, seeing: Seeing, best_layout: BestLayout) -> HandLayout:
    """The most pure sets, then the most cards in melds, of cards of which none is wild."""
    no_wilds = problem.rules.variant(wild_rank=(), wild_cards=())
    own = tuple(card for card in problem.cards if card != WILD)
    jokers = (WILD,) * problem.counts[WILD]
    bare = replace(problem, rules=no_wilds, cards=own)
    # A joker is thrown where that alone keeps the sets together.
    all_kept = replace(bare, throws=False) if problem.throws and jokers else None
    for pure in reversed(range(seeing.pure)):
        found = [
            replace(layout, left=(*layout.left, *kept), thrown=layout.thrown or thrown)
            for held, kept, thrown in ((bare, jokers, None), (all_kept, jokers[1:], WILD))
            if held and (layout := best_layout(held, Goal(pure=pure)))
        ]
        if found:
            best = min(found, key=lambda layout: len(layout.left))
            return _in_order(problem, _plain_thrown(problem, best))
    return problem.nothing_melded()


def _plain_thrown(problem: HandProblem, layout: HandLayout) -> HandLayout:
    """The layout with a card thrown that is not wild, where one is left. Wild cards count while held."""
    plain = [card for card in layout.left if not _is_wild(problem, card)]
    if layout.thrown is None or not _is_wild(problem, layout.thrown) or not plain:
        return layout
    left = [*layout.left, layout.thrown]
    left.remove(plain[0])
    in_order = tuple(sorted(left, key=problem.row_of.__getitem__))
    return replace(layout, left=in_order, thrown=plain[0])


def _is_wild(problem: HandProblem, card: Card) -> bool:
    return card.is_wild or problem.rules.wilds.takes(card)


def _in_order(problem: HandProblem, layout: HandLayout) -> HandLayout:
    """The layout with pure sets before the others."""
    melds = sorted(layout.melds, key=lambda meld: not is_pure(check_meld(problem.rules, meld)))
    return replace(layout, melds=tuple(melds))
