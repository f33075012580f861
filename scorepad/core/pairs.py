"""Pairs of identical cards; a number of them opens or ends a deal in place of melds (O3, T2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.rules import Rules
from scorepad.core.sentence import say, say_number
from scorepad.core.values import meld_value, value_beside_others
from scorepad.core.verdicts import Finding, MeldVerdict

SIZE = 2


def judge_pair(rules: Rules, meld: Meld) -> MeldVerdict | None:
    """The verdict on two identical cards, or a card and a wild; None for any other meld."""
    kinds = {laid.kind for laid in meld} - {WILD}
    if len(meld) != SIZE or len(kinds) > 1:
        return None
    kind = next(iter(kinds), WILD)
    laid = tuple(Laid(WILD, kind) if one.card.is_wild and kind != WILD else one for one in meld)
    points = meld_value(rules, [one.card for one in laid], [kind] * SIZE, is_run=False)
    return MeldVerdict(laid, True, points, tuple(not one.card.is_wild for one in laid), None, ())


def is_pairs(melds: Sequence[MeldVerdict]) -> bool:
    """Whether all melds are pairs."""
    # No other meld has two cards.
    return bool(melds) and all(len(meld.laid) == SIZE for meld in melds)


def pair_faults(rules: Rules, melds: Sequence[MeldVerdict]) -> Iterator[Finding]:
    """What is wrong with melds that include pairs: too few, or other melds beside them."""
    pairs = [meld for meld in melds if len(meld.laid) == SIZE]
    needed = rules.hand.seeing.pairs if rules.hand.seeing else rules.hand.pairs
    if not (needed and pairs):
        return
    missing = needed - len(pairs)
    cards = tuple(laid.card for meld in pairs for laid in meld.laid)
    if len(pairs) < len(melds):
        sentence = say("Pairs count only if all melds are pairs.")
        yield Finding("pairs", cards, rules.shapes.clause, sentence)
    elif missing > 0:
        sentence = say_number(
            "{number} of {needed} pairs is missing.",
            "{number} of {needed} pairs are missing.",
            missing,
            needed=needed,
        )
        yield Finding("pairs", cards, rules.shapes.clause, sentence)


def lay_pairs(rules: Rules, cards: Sequence[Card]) -> tuple[list[Meld], list[Card]]:
    """The most pairs of the cards, with wilds beside those that count most; and the cards left."""
    counts = Counter(cards)
    wilds = counts.pop(WILD, 0)
    pairs: list[Meld] = [
        (Laid(card), Laid(card)) for card, count in counts.items() for _ in range(count // SIZE)
    ]
    alone = [card for card, count in counts.items() if count % SIZE]
    alone.sort(key=partial(value_beside_others, rules), reverse=True)
    pairs += [(Laid(card), Laid(WILD, card)) for card in alone[:wilds]]
    more, over = divmod(max(0, wilds - len(alone)), SIZE)
    pairs += [(Laid(WILD), Laid(WILD))] * more
    return pairs, [*alone[wilds:], *[WILD] * over]


def pairs_missing(rules: Rules, cards: Sequence[Card]) -> int:
    """The number of pairs still missing to open or end the deal."""
    return max(0, rules.hand.pairs - len(lay_pairs(rules, cards)[0]))
