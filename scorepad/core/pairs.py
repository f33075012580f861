"""Pairs and pure sets: identical cards that open or end a deal in place of melds (O3, T2), and what a player
shows before any card is wild (marriage MA2, MA3).

A player sees by three pure sets, or by so many pairs. A pure set is a run without wilds, or three identical
cards, a tunnela. Pairs, dublees, are the other way: who has so many sees too, and who has one more ends the
deal, whatever else is held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.rule_parts import Seeing
from scorepad.core.rules import Rules
from scorepad.core.sentence import say, say_number
from scorepad.core.values import meld_value, value_beside_others
from scorepad.core.verdicts import Finding, MeldVerdict

PAIR = 2  # cards


def judge_pair(rules: Rules, meld: Meld) -> MeldVerdict | None:
    """The verdict on two identical cards, or a card and a wild; None for any other meld."""
    kinds = {laid.kind for laid in meld} - {WILD}
    if len(meld) != PAIR or len(kinds) > 1:
        return None
    kind = next(iter(kinds), WILD)
    laid = tuple(Laid(WILD, kind) if one.card.is_wild and kind != WILD else one for one in meld)
    points = meld_value(rules, [one.card for one in laid], [kind] * PAIR, is_run=False)
    return MeldVerdict(laid, True, points, tuple(not one.card.is_wild for one in laid), None, ())


def is_pairs(melds: Sequence[MeldVerdict]) -> bool:
    """Whether all melds are pairs."""
    # No other meld has two cards.
    return bool(melds) and all(len(meld.laid) == PAIR for meld in melds)


def pair_faults(rules: Rules, melds: Sequence[MeldVerdict]) -> Iterator[Finding]:
    """What is wrong with melds that include pairs: too few, or other melds beside them."""
    pairs = _pairs(melds)
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
        (Laid(card), Laid(card)) for card, count in counts.items() for _ in range(count // PAIR)
    ]
    alone = [card for card, count in counts.items() if count % PAIR]
    alone.sort(key=partial(value_beside_others, rules), reverse=True)
    pairs += [(Laid(card), Laid(WILD, card)) for card in alone[:wilds]]
    more, over = divmod(max(0, wilds - len(alone)), PAIR)
    pairs += [(Laid(WILD), Laid(WILD))] * more
    return pairs, [*alone[wilds:], *[WILD] * over]


def pairs_missing(rules: Rules, cards: Sequence[Card]) -> int:
    """The number of pairs still missing to open or end the deal."""
    return max(0, rules.hand.pairs - len(lay_pairs(rules, cards)[0]))


def judge_identical(rules: Rules, meld: Meld) -> MeldVerdict | None:
    """A pair of identical cards, or a set of them; None for any other meld."""
    cards = [laid.card for laid in meld]
    sizes = (PAIR, rules.hand.seeing.identical) if rules.hand.seeing else ()
    if len(meld) not in sizes or len(set(cards)) > 1 or cards[0].is_wild:
        return None
    return MeldVerdict(
        meld, True, meld_value(rules, cards, cards, is_run=False), (True,) * len(cards), None, ()
    )


def is_identical(meld: MeldVerdict) -> bool:
    """Whether a legal meld is of identical cards."""
    return len({laid.card for laid in meld.laid}) == 1


def is_pure(meld: MeldVerdict) -> bool:
    """Whether a legal meld is a pure set."""
    return len(meld.laid) > PAIR and all(meld.natural) and (meld.leap is not None or is_identical(meld))


def shown_first(seeing: Seeing, melds: Sequence[MeldVerdict]) -> Sequence[MeldVerdict]:
    """The pure sets, or the pairs, by which a player sees; none where they are too few."""
    pure, pairs = [*filter(is_pure, melds)], _pairs(melds)
    if len(pure) >= seeing.pure:
        return pure[: seeing.pure]
    return pairs[: seeing.pairs] if len(pairs) >= seeing.pairs else ()


def ends_deal(rules: Rules, seeing: Seeing, melds: Sequence[MeldVerdict], left: Sequence[Card]) -> bool:
    """Whether a player with these melds and these cards left can end the deal: all is melded, or the pairs or
    the tunnelas are enough, of a hand that is whole."""
    held = sum(len(meld.laid) for meld in melds) + len(left)
    if held not in rules.match.cards_dealt:
        return False
    tunnelas = sum(is_pure(meld) and is_identical(meld) for meld in melds)
    by_kind = 0 < seeing.tunnelas_out <= tunnelas or len(_pairs(melds)) >= seeing.pairs_out
    return by_kind or (not left and len([*filter(is_pure, melds)]) >= seeing.pure)


def seeing_faults(rules: Rules, melds: Sequence[MeldVerdict]) -> Iterator[Finding]:
    """List the faults of melds that do not show what seeing needs (marriage MA2, MA3)."""
    seeing = rules.hand.seeing
    if seeing is None or shown_first(seeing, melds):
        return
    missing = seeing.pure - len([*filter(is_pure, melds)])
    sentence = say_number(
        "{number} of {needed} pure sets is missing.",
        "{number} of {needed} pure sets are missing.",
        missing,
        needed=seeing.pure,
    )
    cards = tuple(laid.card for meld in melds for laid in meld.laid)
    yield Finding("pure-sets", cards, rules.shapes.clause, sentence)


def _pairs(melds: Sequence[MeldVerdict]) -> list[MeldVerdict]:
    return [meld for meld in melds if len(meld.laid) == PAIR]
