"""Many hands under the same rules. Of hands that lie in the same melds the first one is answered in full; the
answers to others differ from that in the cards that are left."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import structs

from scorepad import optimize
from scorepad.answers import hand_answers
from scorepad.answers.answer_types import Best
from scorepad.answers.terms import Terms
from scorepad.core.card_text import show_card, write_card
from scorepad.core.cards import Card, Meld
from scorepad.core.hand_ends import may_end
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.optimize.deadwood.hand_problem import HandLayout

_ARRANGEMENTS = 4096  # whose answer is remembered; each takes about two kilobytes


def best_of_many(rules: Rules, hands: Iterable[Sequence[Card]], terms: Terms) -> Iterator[Best]:
    """The best of each hand, in order: what `hand_answers.best` answers, in plain text and less time.

    Raises what that raises, once the hand at fault is reached.
    """
    layout_of = optimize.distinct_layouts(rules) if _asks_for_hands_alone(rules, terms) else None
    first_answers: dict[tuple[tuple[Meld, ...], int], Best] = {}
    pack = rules.pack
    texts = {card: (write_card(card, pack), str(show_card(card, pack))) for card in pack.cards}
    for hand in hands:
        began = time.perf_counter()
        layout = layout_of(hand) if layout_of else None
        key = (layout.melds, len(hand)) if layout else ((), 0)
        if layout and key in first_answers:
            answer = _with_left(rules, texts, first_answers[key], layout, began)
        else:
            answer = hand_answers.best(rules, hand, terms).in_plain_text()
            # What came too late to be proven may be proven of another hand.
            if layout and answer.proven and len(first_answers) < _ARRANGEMENTS:
                first_answers[key] = answer
        yield answer


def _asks_for_hands_alone(rules: Rules, terms: Terms) -> bool:
    """Whether nothing lies beside the hands, no more is asked about them, and each card is in play."""
    is_more = terms.lying_cards or terms.partners_out or terms.taken or terms.check_proof or terms.turn
    return not is_more and rules.pack.turned is None


def _with_left(
    rules: Rules, texts: Mapping[Card, tuple[str, str]], first: Best, layout: HandLayout, began: float
) -> Best:
    """The answer to a hand that lies in the melds of the first, with other cards left.

    `texts` has each card in data and for people.
    """
    left = layout.left
    ends = {} if first.goes_out is None else {"goes_out": may_end(rules, left, opened=True, extra=False)}
    throw = {}
    if layout.thrown:
        throw = dict(zip(("throw", "throw_shown"), texts[layout.thrown], strict=True))
    return structs.replace(
        first,
        left=tuple([texts[card][0] for card in left]),
        left_value=left_value(rules, left),
        left_shown=" ".join([texts[card][1] for card in left]),
        seconds=round(time.perf_counter() - began, 6),
        **ends,
        **throw,
    )
