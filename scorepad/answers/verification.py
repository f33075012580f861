"""Service: no answer of the search gets out that the referee does not accept.

Legal, the same cards out as in, the points counted again, and the melds of the table left as the game
asks: untouched, whole, or parted at will.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scorepad.core.bonuses import PartnerOut
from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.check import check, first_play_faults, lent_by_table
from scorepad.core.first_melds import first_laid_faults, no_first_meld
from scorepad.core.pairs import pair_faults
from scorepad.core.rules import Rules
from scorepad.core.values import left_value, placed_value
from scorepad.core.verdicts import Judgement
from scorepad.optimize.answer import Answer


class SearchFault(AssertionError):
    """The search answered with melds that the referee does not accept. Never the player's fault."""


def verified(
    rules: Rules,
    hand: Sequence[Card],
    proposal: Answer,
    table: Sequence[Meld] = (),
    partners: Sequence[Meld] = (),
    partners_out: Sequence[PartnerOut] = (),
) -> Judgement:
    """The referee's own judgement of what the search found. Raises SearchFault when they differ.

    `partners` are melds to interlock with; where players lay melds on going out alone, all of the
    `table` are such. What `partners_out` scored does not score again (I7, I8).
    """
    table, partners = own_and_partners(rules, table, partners)
    verdict = check(_table_rules(rules), proposal.melds, partners, partners_out)
    faults = list(_search_faults(rules, hand, proposal, table, verdict))
    if faults:
        laid = " / ".join(" ".join(map(str, meld)) for meld in proposal.melds)
        raise SearchFault(f"{', '.join(faults)}: {proposal.points} points for {laid or 'no melds'}")
    return verdict


def counted(
    rules: Rules,
    hand: Sequence[Card],
    laid: Answer,
    table: Sequence[Meld],
    partners: Sequence[Meld],
    partners_out: Sequence[PartnerOut] = (),
) -> tuple[Answer, Judgement]:
    """The answer with the points that its melds have by the referee, whose judgement comes with it."""
    table, partners = own_and_partners(rules, table, partners)
    verdict = check(_table_rules(rules), laid.melds, partners, partners_out)
    points = arrangement_points(rules, verdict, table, placed_cards(hand, laid.left), laid.left)
    return replace(laid, points=points, bound=max(points, laid.bound)), verdict


def own_and_partners(
    rules: Rules, table: Sequence[Meld], partners: Sequence[Meld]
) -> tuple[Sequence[Meld], Sequence[Meld]]:
    """The melds of the table that the hand goes on with, and those that it may interlock with (I7, I8)."""
    if rules.bonuses.interlocks and not rules.turns.any_turn:
        return (), (*table, *partners)
    return table, partners


def _search_faults(
    rules: Rules, hand: Sequence[Card], proposal: Answer, table: Sequence[Meld], verdict: Judgement
) -> Iterator[str]:
    used = placed_cards(hand, proposal.left)
    if not (verdict.legal and all(proposal.melds)):
        yield "not legal"
    if arrangement_points(rules, verdict, table, used, proposal.left) != proposal.points:
        yield "other points"
    if proposal.bound < proposal.points:
        yield "a bound that does not hold"
    if any(pair_faults(rules, verdict.melds[len(table) :])):
        yield "pairs beside other melds"
    if rules.turns.first_meld_naturals and not table:
        yield from _first_meld_flaws(rules, proposal, verdict)
    elif rules.scoring.must_meld_all and proposal.left:
        yield "cards left over"
    thrown = [proposal.thrown] if proposal.thrown else []
    cards_out = [*cards_of(proposal.melds), *proposal.left, *thrown]
    if sorted(cards_out) != sorted([*hand, *cards_of(table)]):
        yield "other cards"
    elif rules.board.shared and not rules.board.initial_done:
        yield from _first_play_flaws(rules, table, verdict)
    elif not rules.board.shared and not _leaves_whole(rules, table, proposal.melds):
        yield "melds of the table broken up"


def _first_meld_flaws(rules: Rules, proposal: Answer, verdict: Judgement) -> Iterator[str]:
    """With nothing laid before one meld is a first one; what has none stays in hand as a whole (H13)."""
    needed = rules.turns.first_meld_naturals
    if first_laid_faults(rules, verdict.melds, needed):
        yield "no first meld"
    if proposal.left and (proposal.melds or not no_first_meld(rules, proposal.left, needed)):
        yield "cards left over"


def arrangement_points(
    rules: Rules, verdict: Judgement, table: Sequence[Meld], used: Sequence[Card], left: Sequence[Card]
) -> int:
    """What an arrangement is worth to the player whose cards were used or left."""
    if rules.board.shared:
        own = verdict.melds[len(table) :]
        # On a board the tiles placed count, not what the sets of the table come to (K5).
        return placed_value(rules, used) if rules.board.initial_done else sum(meld.points for meld in own)
    # A player's own melds count whole on going out (H10); of anybody's, what is added counts.
    counts_whole = not rules.scoring.settled_at_once
    points_before = check(rules, table).points if table and not counts_whole else 0
    return verdict.points - points_before - (left_value(rules, left) if rules.scoring.left_counts else 0)


def _table_rules(rules: Rules) -> Rules:
    """The rules of sets that lie on the table, whoever laid them in whichever play (K2)."""
    return rules if rules.board.initial_done else rules.variant(initial_done=True)


def placed_cards(hand: Sequence[Card], left: Sequence[Card]) -> list[Card]:
    """The cards of the hand that are not left."""
    return list((Counter(hand) - Counter(left)).elements())


def cards_of(melds: Iterable[Meld]) -> list[Card]:
    """All cards of the melds."""
    return [laid.card for meld in melds for laid in meld]


def _first_play_flaws(rules: Rules, table: Sequence[Meld], verdict: Judgement) -> Iterator[str]:
    """A first play leaves the table as it is, but for jokers taken, and is worth enough by itself (K2)."""
    melds = [meld.laid for meld in verdict.melds]
    table_after, own = melds[: len(table)], melds[len(table) :]
    touched, changed = _melds_without(table, table_after), _melds_without(table_after, table)
    # Only sets that lent a joker may lie otherwise than before (K2).
    if len(touched) != len(changed) or len(lent_by_table(rules, [*changed, *own], touched)) != len(changed):
        yield "the table touched by a first play"
    if first_play_faults(rules, verdict.melds[len(table) :]):
        yield "a first play worth too little"


def _melds_without(melds: Sequence[Meld], others: Sequence[Meld]) -> list[Meld]:
    """The melds without those of the same cards as others."""
    to_remove = Counter(map(_card_names, others))
    remaining = []
    for meld in melds:
        to_remove[_card_names(meld)] -= 1
        if to_remove[_card_names(meld)] < 0:
            remaining.append(meld)
    return remaining


def _card_names(meld: Meld) -> tuple[str, ...]:
    return tuple(sorted(str(laid.card) for laid in meld))


def _leaves_whole(rules: Rules, table: Sequence[Meld], melds: Sequence[Meld]) -> bool:
    """Whether each meld of the table lies whole within one of the melds, no card counted twice (H9, B2).

    Jokers may have been taken out of them where rules allow it, for the cards that they stood for.
    """
    taken_out = (WILD,) if rules.hand.takes_jokers != "never" else ()
    parts = ([card for card in cards_of([meld]) if card not in taken_out] for meld in table)
    longest_first = sorted(parts, key=len, reverse=True)
    return _all_within(longest_first, [cards_of([meld]) for meld in melds])


def _all_within(parts: Sequence[list[Card]], room: Sequence[list[Card]]) -> bool:
    if not parts:
        return True
    # A meld has room for several parts after merges, so every way to place them is tried.
    return any(
        _holds_all(cards, parts[0])
        and _all_within(parts[1:], [*room[:at], placed_cards(cards, parts[0]), *room[at + 1 :]])
        for at, cards in enumerate(room)
    )


def _holds_all(cards: Sequence[Card], part: Sequence[Card]) -> bool:
    return not Counter(part) - Counter(cards)
