"""Jokers of the table taken for the cards that they stand for, every choice of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules

_Changed = tuple[tuple[Card, ...], Meld]  # the cards of the hand that go in, and the meld then


def tables_after_exchange(
    rules: Rules, cards: Sequence[Card], table: Sequence[Meld]
) -> Iterator[tuple[tuple[Card, ...], tuple[Meld, ...]]]:
    """The hand and the table after each exchange of one joker or more."""
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
    kinds = [laid.stands_for or laid.card for laid in meld]
    if len({kind.rank for kind in kinds if kind != WILD}) > 1:
        yield from _from_run(held, meld)
    else:
        yield from _from_set(rules, held, meld, kinds)


def _from_run(held: Counter[Card], meld: Meld) -> Iterator[_Changed]:
    places = [place for place, laid in enumerate(meld) if laid.card == WILD and held[laid.stands_for or WILD]]
    for count in range(1, len(places) + 1):
        for chosen in combinations(places, count):
            after = tuple(
                Laid(laid.stands_for or laid.card) if place in chosen else laid
                for place, laid in enumerate(meld)
            )
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
