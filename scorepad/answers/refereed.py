"""Service: whatever the search does, whoever asks gets what the referee accepts.

Where the two disagree, or the search breaks off, those of its melds that stand are kept and all other cards
laid plainly. The referee counts the points, and nothing is proven. Such a case is a fault of the search: the
log has it, with the command that shows it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from scorepad.answers.plain_answers import lay_plainly, safe_bound
from scorepad.answers.question_commands import AskedQuestion
from scorepad.answers.verification import SearchFault, cards_of, counted, own_and_partners, verified
from scorepad.core.bonuses import PartnerOut
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check_meld
from scorepad.core.errors import ScorepadError
from scorepad.core.rules import Rules
from scorepad.core.verdicts import Judgement
from scorepad.optimize.answer import Answer


def refereed(
    rules: Rules,
    hand: Sequence[Card],
    search: Callable[[], Answer],
    *,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    partners_out: Sequence[PartnerOut] = (),
    asked: AskedQuestion,
) -> tuple[Answer, Judgement]:
    """What the search finds for the hand, and the referee's judgement of it, which has the same points.

    Raises the search's own ScorepadError, for melds on the table that do not read.
    """
    began = time.perf_counter()
    proposal: Answer | None = None
    try:
        proposal = search()
        return proposal, verified(rules, hand, proposal, table, partners, partners_out)
    except ScorepadError:
        raise
    except Exception as error:
        asked.log_fault(error)
    seconds = time.perf_counter() - began
    return _laid_anew(rules, hand, proposal, seconds, table, partners, partners_out)


def _laid_anew(
    rules: Rules,
    hand: Sequence[Card],
    proposal: Answer | None,
    seconds: float,
    table: Sequence[Meld],
    partners: Sequence[Meld],
    partners_out: Sequence[PartnerOut],
) -> tuple[Answer, Judgement]:
    """The first of the ways to lay the hand that the referee accepts; the plainest if it accepts none."""
    bound = safe_bound(rules, [*hand, *cards_of(table)], cards_of(partners))
    for melds, left in _ways_to_lay(rules, hand, proposal, table):
        unscored = Answer(melds, 0, bound, seconds, left, method="trivial bound")
        answer, verdict = counted(rules, hand, unscored, table, partners, partners_out)
        try:
            return answer, verified(rules, hand, answer, table, partners, partners_out)
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
