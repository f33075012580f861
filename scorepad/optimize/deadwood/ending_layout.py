"""How a player who ends the deal lays the hand so that the others can lay off least on it (G4, N4).

The search tries every card to throw and every layout that may end the deal, against the best replies of the
others. It maximises what the others have left less what the player has. It breaks up melds if that pays, and
even a hand that could be melded whole, since going out that way scores differently. A run that splits into
two is laid as two, which with one pack gives nobody more to lay off on.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scorepad.core.cards import Card, Meld
from scorepad.core.check import check_meld
from scorepad.core.hand_ends import is_whole, may_end, too_many_cards
from scorepad.core.rules import Rules
from scorepad.core.scoring.knocking import BIG_GIN
from scorepad.core.scoring.own_left import OwnLeft
from scorepad.core.sentence import Sentence, say
from scorepad.core.values import left_value
from scorepad.optimize.answer import Answer
from scorepad.optimize.deadwood.best_hand import search_hand
from scorepad.optimize.deadwood.best_layout import every_arrangement
from scorepad.optimize.deadwood.hand_problem import HandLayout, HandProblem
from scorepad.optimize.known_rules import refuse_unknown

_ANY_WILDS = 99


@dataclass(frozen=True, slots=True)
class LaidToEnd:
    """How the hand that ends a deal is laid, the cards left of it, and the best reply of each other hand.

    A reply lists first the layout's melds, with cards laid off. `proven`: no layout is better for the player.
    """

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    replies: tuple[Answer, ...]
    proven: bool = True


def lay_to_end(
    rules: Rules,
    cards: Sequence[Card],
    others: Sequence[Sequence[Card]],
    *,
    limit: float = 2.0,
) -> LaidToEnd:
    """Return the layout of a hand that ends the deal, with the others' best replies. If it holds one card
    more, one is thrown. A hand that cannot end the deal is laid to leave least.

    The others lay off on a hand with nothing left only if the rules allow it.
    """
    deadline = time.perf_counter() + limit
    alone = [search_hand(rules, hand, is_over=True, limit=limit) for hand in others]
    most_held = sum(left_value(rules, reply.left) for reply in alone)
    least = search_hand(rules, cards, limit=limit)
    best: LaidToEnd | None = None
    best_gain, is_late = 0, False
    for layout in _layouts(rules, cards, least):
        own = left_value(rules, layout.left)
        # Laying off only takes from what others have left, so this layout cannot gain more than that.
        if best is not None and most_held - own <= best_gain:
            continue
        if best is not None and time.perf_counter() > deadline:
            is_late = True
            break
        replies = alone
        # After gin nobody lays off (G4), so what the others meld alone is their reply.
        if layout.left or rules.hand.ends.others_lay_off:
            replies = [
                search_hand(rules, hand, table=layout.melds, opened=True, is_over=True, limit=limit)
                for hand in others
            ]
        gain = sum(left_value(rules, reply.left) for reply in replies) - own
        if best is None or gain > best_gain:
            proven = all(reply.proven for reply in replies)
            best, best_gain = LaidToEnd(layout.melds, layout.left, tuple(replies), proven), gain
    # The layout that leaves least comes first and is always tried, whatever the time.
    assert best is not None
    return LaidToEnd(best.melds, best.left, best.replies, best.proven and not is_late)


def _layouts(rules: Rules, cards: Sequence[Card], least: Answer) -> Iterator[HandLayout | Answer]:
    """List the layout that leaves least first, then all others that may end the deal."""
    yield least
    most_left = max(rules.hand.ends.most, left_value(rules, least.left)) if least.left else 0
    for kept in _after_throw(cards) if least.thrown else [tuple(cards)]:
        for layout in every_arrangement(HandProblem(rules, kept), most_left):
            if may_end(rules, layout.left, opened=True, extra=False):
                yield layout


def _after_throw(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """List the cards kept after each possible throw."""
    for thrown in dict.fromkeys(cards):
        kept = [*cards]
        kept.remove(thrown)
        yield tuple(kept)


def left_of_hands(
    rules: Rules, hands: Mapping[str, tuple[Card, ...]], winner: str | None
) -> dict[str, tuple[Card, ...]]:
    """Return the cards left of whole hands, each laid as its player would. The player who ends the deal lays
    so that the others can lay off least.

    If the rules have first melds, which lie on the table already, each hand is left as it is.
    """
    if rules.hand.has_first_melds:
        return dict(hands)
    refuse_unknown(rules, "hand")
    if winner is None or winner not in hands or not rules.scoring.others_lay_off:
        return {name: search_hand(rules, cards, is_over=True).left for name, cards in hands.items()}
    others = [name for name in hands if name != winner]
    laid = lay_to_end(rules, hands[winner], [hands[name] for name in others])
    left = {name: reply.left for name, reply in zip(others, laid.replies, strict=True)}
    return {**left, winner: laid.left}


def hand_faults(
    rules: Rules, hands: Mapping[str, tuple[Card, ...]], winner: str | None, ending: str, *, knows_size: bool
) -> Iterator[Sentence]:
    """List the faults of whole hands: a wrong number of cards, if the rules know the size, or an ending that
    the winner's cards do not make."""
    lies_before = rules.hand.has_first_melds or not rules.match.cards_dealt
    for name, cards in hands.items():
        if fault := too_many_cards(rules, len(cards)):
            yield say("{name}: {fault}", name=name, fault=fault)
        elif knows_size and not lies_before and not is_whole(rules, len(cards)):
            yield say(
                "{name}: a whole hand has {dealt} cards, not {number}. Enter all of them.",
                name=name,
                dealt=max(rules.match.cards_dealt),
                number=len(cards),
            )
        elif name == winner and not lies_before and (fault := _ending_fault(rules, cards, ending)):
            yield say("{name}: {fault}", name=name, fault=fault)


def _ending_fault(rules: Rules, cards: tuple[Card, ...], ending: str) -> Sentence | None:
    """Return the reason why a whole hand cannot have ended the deal in this way; None if it can."""
    if ending == BIG_GIN.id:
        most = max(rules.match.cards_dealt) + 1
        melds_all = sum(map(len, search_hand(rules, cards).melds)) == most
        return None if melds_all else say("Big gin needs {number} cards, all melded.", number=most)
    wilds = rules.scoring.wilds_in_run(ending) if isinstance(rules.scoring, OwnLeft) else None
    if wilds is None:
        return None
    any_wilds = rules.variant(count=replace(rules.wilds.count, most=_ANY_WILDS))
    melds = search_hand(any_wilds, cards).melds
    verdict = check_meld(any_wilds, melds[0]) if len(melds) == 1 else None
    is_run = verdict is not None and verdict.leap is not None and len(verdict.laid) in rules.match.cards_dealt
    if verdict is not None and is_run and verdict.natural.count(False) == wilds:
        return None
    return say("These cards aren’t seven in a run with as many jokers as the ending says. Check them.")
