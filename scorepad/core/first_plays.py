"""A player's first play, before the whole table may be rebuilt: its worth, and jokers that it takes (K2).

Readings where the sources say nothing. Where one set alone must be worth enough, others may be laid with it.
Where a joker may be taken from the table, its tile goes to the set that lies there and counts nothing; the
joker counts in a new set as the tile that it stands for there. A meld that is a set of the table with tiles
in the place of its jokers is that set, as long as so many jokers lie in the other melds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.sets import judge_set
from scorepad.core.verdicts import Finding, MeldVerdict


@dataclass(frozen=True, slots=True)
class LentSet:
    """A set of the table as it lay, and the place among the melds laid of what it is now."""

    meld_place: int
    lent_meld: Meld


def lent_sets(
    rules: Rules, melds: Sequence[Meld], table_verdicts: Sequence[MeldVerdict]
) -> tuple[LentSet, ...]:
    """The melds that are sets of the table with tiles in the place of jokers, which lie in others."""
    legal_table = [meld.laid for meld in table_verdicts if meld.legal]
    lending_sets: list[LentSet] = []
    for meld_place, meld in enumerate(melds):
        meld_cards = _sorted_cards(meld)
        lent_set = next(
            (
                table_meld
                for table_meld in legal_table
                if meld_cards in map(_sorted_cards, fillings_of(rules, table_meld))
            ),
            None,
        )
        if lent_set is not None:
            legal_table.remove(lent_set)
            lending_sets.append(LentSet(meld_place, lent_set))
    while sum(_count_jokers(lender.lent_meld) for lender in lending_sets) > sum(map(_count_jokers, melds)):
        lending_sets.pop()
    return tuple(lending_sets)


def fillings_of(rules: Rules, meld: Meld) -> Iterator[Meld]:
    """Every set that a set of the table becomes when tiles are put in the place of its jokers.

    The joker of a group may be of any colour that is missing there.
    """
    melding = melding_of(rules)
    cards_by_place = [
        [laid] if laid.card != WILD else [laid, *_tiles_for_joker(rules, meld, laid)] for laid in meld
    ]
    for filled_set in product(*cards_by_place):
        if filled_set == meld:
            continue
        if not _is_group(meld):
            yield filled_set
        elif (group := judge_set(melding, tuple(Laid(laid.card) for laid in filled_set))).legal:
            yield group.laid


def _tiles_for_joker(rules: Rules, meld: Meld, joker: Laid) -> Iterator[Laid]:
    if not _is_group(meld):
        yield Laid(joker.stands_for or joker.card)
        return
    rank = _read_kinds(meld)[0].rank
    yield from map(Laid, melding_of(rules).set_of_rank(rank))


def _is_group(meld: Meld) -> bool:
    return len({kind.rank for kind in _read_kinds(meld)}) == 1


def _read_kinds(meld: Meld) -> list[Card]:
    return [laid.stands_for or laid.card for laid in meld]


def _sorted_cards(meld: Meld) -> list[Card]:
    return sorted(laid.card for laid in meld)


def _count_jokers(meld: Meld) -> int:
    return sum(laid.card == WILD for laid in meld)


def first_play_faults(rules: Rules, own_sets: Sequence[MeldVerdict]) -> tuple[Finding, ...]:
    """What is wrong with legal sets as a first play; a joker counts as the tile that it stands for (K1)."""
    combine = max if rules.board.first_play_one_set else sum
    play_worth = combine(meld.points for meld in own_sets) if own_sets else 0
    if not own_sets or play_worth >= rules.board.first_play:
        return ()
    cards = tuple(laid.card for meld in own_sets for laid in meld.laid)
    least = rules.board.first_play
    sentence = say("A first play must be worth {least}; this is {worth}.", least=least, worth=play_worth)
    if rules.board.first_play_one_set:
        sentence = say(
            "One set of a first play must be worth {least}; the highest here is {worth}.",
            least=least,
            worth=play_worth,
        )
    return (Finding("first-play", cards, "K2", sentence),)
