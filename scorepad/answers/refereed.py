"""Service: whatever the search does, whoever asks gets what the referee accepts.

Where the two disagree, or the search breaks off, those of its melds that stand are kept and all other cards
laid plainly. The referee counts the points, and nothing is proven. Such a case is a fault of the search: the
log has it, with the command that shows it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from scorepad import optimize
from scorepad.answers.plain_answers import lay_plainly, safe_bound
from scorepad.answers.terms import Terms
from scorepad.answers.verification import SearchFault, cards_of, counted, own_and_partners, verified
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check_meld
from scorepad.core.errors import ScorepadError
from scorepad.core.rules import Rules
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
