"""Service: every answer of the search is checked by the referee.

It must be legal, use the same cards, have its points counted again, and leave the melds of the table as the
game demands: untouched, whole, or freely rearranged.

If the two disagree, or the search breaks off, its arrangement or the legal melds of that are used, and all
other cards are laid plainly. The referee counts the points, and nothing is proven. This is a fault of the
search; it is logged with the command that reproduces it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from scorepad import optimize
from scorepad.answers.terms import Terms
from scorepad.core.bonuses import NOTHING_BESIDE, LyingBeside
from scorepad.core.cards import WILD, Card, Laid, Meld, cards_of
from scorepad.core.check import check, check_meld, first_play_faults, lacks_card_for_joker, lent_by_table
from scorepad.core.errors import ScorepadError
from scorepad.core.first_melds import first_laid_faults, no_first_meld
from scorepad.core.hand_ends import apart_faults
from scorepad.core.long_melds import most_of_long_melds
from scorepad.core.pairs import pair_faults
from scorepad.core.rules import Rules
from scorepad.core.values import left_value, placed_value
from scorepad.core.verdicts import Judgement
from scorepad.optimize.answer import Answer, Found, Lay, noting
from scorepad.optimize.trivial_bounds import most_alone, most_of_cards

_MELDS_AT_ONCE = 512  # arrangements whose judgement is remembered
_MOST_TRIED = 8  # arrangements that a search noted last


class SearchFault(AssertionError):
    """The search answered with melds that the referee does not accept. Never the player's fault."""


def verified(
    rules: Rules,
    hand: Sequence[Card],
    proposal: Answer,
    table: Sequence[Meld] = (),
    partners: LyingBeside = NOTHING_BESIDE,
) -> Judgement:
    """The referee's verdict on an answer of the search. Raises SearchFault if they differ.

    `partners` are melds to interlock with; in games whose melds are laid only on going out, so is all of the
    `table` (I7, I8).
    """
    table, partners = own_and_partners(rules, table, partners)
    if partners.melds or partners.out:
        verdict = check(_table_rules(rules), proposal.melds, partners)
    else:
        verdict = _judged_alone(_table_rules(rules), proposal.melds)
    faults = list(_search_faults(rules, hand, proposal, table, verdict))
    if faults:
        laid = " / ".join(" ".join(map(str, meld)) for meld in proposal.melds)
        raise SearchFault(f"{', '.join(faults)}: {proposal.points} points for {laid or 'no melds'}")
    return verdict


@lru_cache(maxsize=_MELDS_AT_ONCE)
def _judged_alone(rules: Rules, melds: tuple[Meld, ...]) -> Judgement:
    """The referee's verdict on melds alone, cached since many hands have them in common."""
    return check(rules, melds)


def counted(
    rules: Rules, hand: Sequence[Card], laid: Answer, table: Sequence[Meld], partners: LyingBeside
) -> tuple[Answer, Judgement]:
    """The answer with its points counted by the referee, and the verdict."""
    table, partners = own_and_partners(rules, table, partners)
    verdict = check(_table_rules(rules), laid.melds, partners)
    points = arrangement_points(rules, verdict, table, hand, laid.left)
    return replace(laid, points=points, bound=max(points, laid.bound)), verdict


def own_and_partners(
    rules: Rules, table: Sequence[Meld], partners: LyingBeside = NOTHING_BESIDE
) -> tuple[Sequence[Meld], LyingBeside]:
    """The melds of the table that the hand may extend, and those that it may interlock with (I7, I8)."""
    if rules.bonuses.interlocks and not rules.turns.any_turn:
        return (), replace(partners, melds=(*table, *partners.melds))
    return table, partners


def _search_faults(
    rules: Rules, hand: Sequence[Card], proposal: Answer, table: Sequence[Meld], verdict: Judgement
) -> Iterator[str]:
    if not (verdict.legal and all(proposal.melds)):
        yield "not legal"
    if arrangement_points(rules, verdict, table, hand, proposal.left) != proposal.points:
        yield "other points"
    if proposal.bound < proposal.points:
        yield "a bound that does not hold"
    if rules.hand.pairs and any(pair_faults(rules, verdict.melds[len(table) :])):
        yield "pairs beside other melds"
    if rules.turns.first_meld.naturals and not table:
        yield from _first_meld_flaws(rules, proposal, verdict)
    elif rules.scoring.must_meld_all and proposal.left:
        yield "cards left over"
    thrown = [proposal.thrown] if proposal.thrown else []
    cards_out = [*cards_of(proposal.melds), *proposal.left, *thrown]
    if not _are_same(cards_out, [*hand, *cards_of(table)]):
        yield "other cards"
    elif rules.board.shared and not rules.board.first_play.done:
        yield from _first_play_flaws(rules, table, verdict)
    elif lacks_card_for_joker(rules, [check_meld(rules, meld).laid for meld in table], proposal.melds):
        yield "a joker of the table moved without its card"
    elif table and not rules.board.shared and not _leaves_whole(rules, table, proposal.melds):
        yield "melds of the table broken up"


def _are_same(cards: Sequence[Card], others: Sequence[Card]) -> bool:
    """Whether both contain the same cards, each equally often."""
    rest = list(others)
    for card in cards:
        if card not in rest:
            return False
        rest.remove(card)
    return not rest


def _first_meld_flaws(rules: Rules, proposal: Answer, verdict: Judgement) -> Iterator[str]:
    """Flaws if nothing was laid before: no meld is a first one, or cards stay in hand although one could be
    laid (H13)."""
    needed = rules.turns.first_meld.naturals
    if first_laid_faults(rules, verdict.melds, needed):
        yield "no first meld"
    if proposal.left and (proposal.melds or not no_first_meld(rules, proposal.left, needed)):
        yield "cards left over"


def arrangement_points(
    rules: Rules, verdict: Judgement, table: Sequence[Meld], hand: Sequence[Card], left: Sequence[Card]
) -> int:
    """The value of an arrangement to the hand's player."""
    if rules.board.shared:
        own = verdict.melds[len(table) :]
        # On a board the tiles placed count, not what the sets of the table come to (K5).
        return (
            placed_value(rules, placed_cards(hand, left))
            if rules.board.first_play.done
            else sum(meld.points for meld in own)
        )
    # A player's own melds count whole on going out (H10); of anybody's, what is added counts.
    counts_whole = not rules.scoring.settled_at_once
    points_before = check(rules, table).points if table and not counts_whole else 0
    return verdict.points - points_before - (left_value(rules, left) if rules.scoring.left_counts else 0)


def _table_rules(rules: Rules) -> Rules:
    """The rules for sets on the table, whoever laid them in whatever play (K2)."""
    return rules.variant(first_play=replace(rules.board.first_play, done=True))


def placed_cards(hand: Sequence[Card], left: Sequence[Card]) -> list[Card]:
    """The cards of the hand that are not left."""
    return list((Counter(hand) - Counter(left)).elements())


def _first_play_flaws(rules: Rules, table: Sequence[Meld], verdict: Judgement) -> Iterator[str]:
    """Flaws of a first play: it must leave the table as it is, except for jokers taken, and have the required
    value (K2)."""
    melds = [meld.laid for meld in verdict.melds]
    table_after, own = melds[: len(table)], melds[len(table) :]
    touched, changed = _melds_without(table, table_after), _melds_without(table_after, table)
    # Only sets that lent a joker may lie otherwise than before (K2).
    if len(touched) != len(changed) or len(lent_by_table(rules, [*changed, *own], touched)) != len(changed):
        yield "the table touched by a first play"
    if first_play_faults(rules, verdict.melds[len(table) :]):
        yield "a first play worth too little"


def _melds_without(melds: Sequence[Meld], others: Sequence[Meld]) -> list[Meld]:
    """The melds, without one for each of `others` with the same cards."""
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
    """Whether each meld of the table is whole within one of the melds, with no card counted twice (H9, B2).

    Jokers may have been replaced by the cards that they stood for, if the rules allow it.
    """
    taken_out = (WILD,) if rules.hand.takes_jokers != "never" else ()
    parts = ([card for card in cards_of([meld]) if card not in taken_out] for meld in table)
    longest_first = sorted(parts, key=len, reverse=True)
    return _all_within(longest_first, [cards_of([meld]) for meld in melds])


def _all_within(parts: Sequence[list[Card]], room: Sequence[Sequence[Card]]) -> bool:
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


def best_refereed(rules: Rules, hand: Sequence[Card], terms: Terms) -> tuple[Answer, Judgement]:
    """The search's answer for the hand, checked by the referee."""

    def search() -> Answer:
        return optimize.best(
            rules,
            hand,
            table=terms.table,
            partners=terms.partners,
            taken=terms.taken,
            opened=terms.opened,
            one_new=terms.turn,
            eaten=terms.eaten,
            limit=terms.limit,
        )

    return refereed(rules, hand, search, terms)


def refereed(
    rules: Rules, hand: Sequence[Card], search: Callable[[], Answer], terms: Terms
) -> tuple[Answer, Judgement]:
    """The answer of that search for the hand, with the referee's verdict, which has the same points.

    Raises the search's own ScorepadError for melds on the table that do not read.
    """
    began = time.perf_counter()
    proposal: Answer | None = None
    with noting() as noted:
        try:
            proposal = search()
            if not _is_of_turn(proposal.melds, terms):
                raise SearchFault("more than one new meld in a turn")
            if _is_laid(proposal, terms) and any(
                apart_faults(rules, proposal.melds, terms.eaten, terms.table)
            ):
                raise SearchFault("cards taken before not in melds, or two in one")
            return proposal, verified(rules, hand, proposal, terms.table, terms.partners)
        # What is wrong with the question is no fault of the search.
        except ScorepadError:
            raise
        except Exception as error:
            terms.asked.log_fault(error)
    found = list(_found(noted)) if proposal is None else [(proposal.melds, proposal.left)]
    return _laid_anew(rules, hand, found, time.perf_counter() - began, terms)


def _is_laid(proposal: Answer, terms: Terms) -> bool:
    """Whether anything of the hand is melded."""
    return len(cards_of(proposal.melds)) > len(cards_of(terms.table))


def _is_of_turn(melds: Sequence[Meld], terms: Terms) -> bool:
    """Whether at most one meld is new, if the question is about one turn (B2)."""
    return not terms.turn or len(melds) <= len(terms.table) + 1


def _found(noted: Sequence[Lay]) -> Iterator[Found]:
    """The last arrangements noted by a search, the very last first."""
    for lay in [*noted[:1], *noted[1:][-_MOST_TRIED:]][::-1]:
        # What is noted may fail as the search did.
        with suppress(Exception):
            yield lay()


def _laid_anew(
    rules: Rules, hand: Sequence[Card], found: Sequence[Found], seconds: float, terms: Terms
) -> tuple[Answer, Judgement]:
    """The legal arrangement of most points, made from those found; the plainest if the referee accepts
    none."""
    bound = safe_bound(rules, [*hand, *cards_of(terms.table)], cards_of(terms.partners.melds))
    accepted: list[tuple[Answer, Judgement]] = []
    for melds, left in _ways_to_lay(rules, hand, found, terms.table):
        if not _is_of_turn(melds, terms):
            continue
        unscored = Answer(tuple(melds), 0, bound, seconds, tuple(left), method="trivial bound")
        answer, verdict = counted(rules, hand, unscored, terms.table, terms.partners)
        with suppress(SearchFault):
            accepted.append((answer, verified(rules, hand, answer, terms.table, terms.partners)))
    return max(accepted, key=lambda laid: laid[0].points, default=(answer, verdict))


def _ways_to_lay(
    rules: Rules, hand: Sequence[Card], found: Sequence[Found], table: Sequence[Meld]
) -> Iterator[Found]:
    """Arrangements to try, as melds and cards left: as found, with the legal melds of these, and plainly."""
    own_table, _ = own_and_partners(rules, table)
    all_cards = Counter([*hand, *cards_of(own_table)])
    for melds, left in found:
        laid_melds = [meld for meld in melds if meld]
        yield laid_melds, left
        legal_melds = [meld for meld in laid_melds if check_meld(rules, meld).legal]
        yield lay_plainly(rules, legal_melds, list((all_cards - Counter(cards_of(legal_melds))).elements()))
    yield lay_plainly(rules, own_table, hand)


def lay_plainly(
    rules: Rules, melds: Sequence[Meld], cards: Sequence[Card]
) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """The melds, with each further card as a meld of its own if every card must be melded; and the cards
    left."""
    if not rules.scoring.must_meld_all:
        return tuple(melds), tuple(cards)
    lone_melds = [(Laid(card),) for card in cards]
    legal_melds = [meld for meld in lone_melds if check_meld(rules, meld).legal]
    left = [meld[0].card for meld in lone_melds if meld not in legal_melds]
    return (*melds, *legal_melds), tuple(left)


def safe_bound(rules: Rules, own_cards: Sequence[Card], partner_cards: Sequence[Card] = ()) -> int:
    """Points that no arrangement of these cards exceeds: as if any cards were a meld, and all melds had
    bonuses.

    It rests only on the values of the rules and of the cards.
    """
    card_count = len(own_cards)
    if rules.values.value_source == "cards" or rules.board.shared:
        return most_of_cards(rules, own_cards) + _most_of_canastas(rules, card_count)
    wild_schedule = rules.wilds.wild_only_schedule
    quartets = rules.bonuses.quartet_bonus * (card_count // 4)
    if rules.bonuses.interlocks:
        from scorepad.chattahoochee.interlock.interlock_problem import interlock_problem
        from scorepad.chattahoochee.interlock.objective import trivial_bound

        return trivial_bound(interlock_problem(rules, [*own_cards, *partner_cards], ()))
    return (
        max(most_alone(rules.values.schedule, card_count))
        + (max(most_alone(wild_schedule, card_count)) if wild_schedule else 0)
        + quartets
    )


def _most_of_canastas(rules: Rules, card_count: int) -> int:
    """An upper bound on bonuses of canastas: as if each group of as few cards as any canasta needs had the
    highest."""
    if may := rules.shapes.by_rank:
        finished = (kind.points for kind in may.kinds if kind.stage == "finished")
        return card_count // may.canasta * max(finished, default=0)
    return most_of_long_melds(rules, card_count)
