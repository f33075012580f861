"""Service: whatever the search does, whoever asks gets what the referee accepts.

Where the two disagree, or the search breaks off, those of its melds that stand are kept and all other cards
laid plainly. The referee counts the points, and nothing is proven. Such a case is a fault of the search: the
log has it, with the command that shows it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import comb, factorial

from scorepad import optimize
from scorepad.answers.terms import Terms
from scorepad.answers.verification import SearchFault, cards_of, counted, own_and_partners, verified
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.errors import ScorepadError
from scorepad.core.long_melds import most_of_long_melds
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Rules
from scorepad.core.values import highest_value
from scorepad.core.verdicts import Judgement
from scorepad.optimize.answer import Answer


def best_refereed(rules: Rules, hand: Sequence[Card], terms: Terms) -> tuple[Answer, Judgement]:
    """What the search finds for the hand, refereed."""

    def search() -> Answer:
        table, partners, partners_out = terms.beside
        return optimize.best(
            rules,
            hand,
            table=table,
            partners=partners,
            partners_out=partners_out,
            taken=terms.taken,
            opened=terms.opened,
            limit=terms.limit,
        )

    return refereed(rules, hand, search, terms)


def refereed(
    rules: Rules, hand: Sequence[Card], search: Callable[[], Answer], terms: Terms
) -> tuple[Answer, Judgement]:
    """What that search finds for the hand, and the referee's judgement of it, which has the same points.

    Raises the search's own ScorepadError, for melds on the table that do not read.
    """
    began = time.perf_counter()
    proposal: Answer | None = None
    try:
        proposal = search()
        return proposal, verified(rules, hand, proposal, *terms.beside)
    # What is wrong with the question is no fault of the search.
    except ScorepadError:
        raise
    except Exception as error:
        terms.asked.log_fault(error)
    return _laid_anew(rules, hand, proposal, time.perf_counter() - began, terms)


def _laid_anew(
    rules: Rules, hand: Sequence[Card], proposal: Answer | None, seconds: float, terms: Terms
) -> tuple[Answer, Judgement]:
    """The first of the ways to lay the hand that the referee accepts; the plainest if it accepts none."""
    bound = safe_bound(rules, [*hand, *cards_of(terms.table)], cards_of(terms.partners))
    for melds, left in _ways_to_lay(rules, hand, proposal, terms.table):
        unscored = Answer(melds, 0, bound, seconds, left, method="trivial bound")
        answer, verdict = counted(rules, hand, unscored, *terms.beside)
        try:
            return answer, verified(rules, hand, answer, *terms.beside)
        except SearchFault:
            continue
    return answer, verdict


def _ways_to_lay(
    rules: Rules, hand: Sequence[Card], proposal: Answer | None, table: Sequence[Meld]
) -> Iterator[tuple[tuple[Meld, ...], tuple[Card, ...]]]:
    """Melds and the cards that are left: as proposed, with the legal melds of the proposal, and plainly."""
    own_table, _ = own_and_partners(rules, table, ())
    all_cards = Counter([*hand, *cards_of(own_table)])
    if proposal is not None:
        laid_melds = [meld for meld in proposal.melds if meld]
        yield tuple(laid_melds), proposal.left
        legal_melds = [meld for meld in laid_melds if check_meld(rules, meld).legal]
        yield lay_plainly(rules, legal_melds, list((all_cards - Counter(cards_of(legal_melds))).elements()))
    yield lay_plainly(rules, own_table, hand)


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
        return card_count * highest_value(rules) + _most_of_canastas(rules, card_count)
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
        # The last meld has any size; what the cards before it are worth at most is known.
        last_melds = (
            most_points[count - size] + max(0, schedule.value(size)) for size in range(1, count + 1)
        )
        most_points.append(max(last_melds))
    return most_points[-1]


def _most_of_canastas(rules: Rules, card_count: int) -> int:
    """As if each choice of as few cards as any canasta needs were the one that counts most."""
    if may := rules.shapes.by_rank:
        finished = (kind.points for kind in may.kinds if kind.stage == "finished")
        return card_count // may.canasta * max(finished, default=0)
    return most_of_long_melds(rules, card_count)


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
