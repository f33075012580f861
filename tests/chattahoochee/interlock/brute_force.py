"""The best arrangement of a small hand where melds interlock, by trying all, scored by the referee.

Cards and whole melds of the table are parted into groups in every way; every order in which a group may be
laid as one meld is listed straight from the rules (I1, H8, H9, H14, H15), and every choice of melds is judged
as it lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorepad.core.bonuses import NOTHING_BESIDE, LyingBeside, interlocks_with_table
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.check import check, check_meld, scored_before
from scorepad.core.melding import melding_of
from scorepad.core.rules import Rules
from scorepad.core.verdicts import MeldVerdict
from tests.optimize.brute_force import every_group

Item = Card | Meld


def most_points(rules: Rules, items: Sequence[Item], beside: LyingBeside = NOTHING_BESIDE) -> int:
    """The highest score of any arrangement, interlocks with the melds of partners included (I7, I8)."""
    partners = [check_meld(rules, meld) for meld in beside.melds]
    scored = scored_before(rules, beside)
    return max(
        sum(meld.points for meld in melds)
        + sum(bonus.points for bonus in interlocks_with_table(rules, melds, partners, scored))
        for melds in arrangements(rules, tuple(sorted(items, key=repr)), {})
    )


def arrangements(
    rules: Rules, items: tuple[Item, ...], known: dict[tuple[Item, ...], list[MeldVerdict]]
) -> Iterator[tuple[MeldVerdict, ...]]:
    """Every way to lay all: the first item goes with every group of others."""
    if not items:
        yield ()
        return
    for group in every_group(items[1:]):
        taken = (items[0], *group)
        if taken not in known:
            known[taken] = list(_ways(rules, taken))
        if known[taken]:
            left = list(items)
            for item in taken:
                left.remove(item)
            for rest in arrangements(rules, tuple(left), known):
                for meld in known[taken]:
                    yield (meld, *rest)


def _ways(rules: Rules, items: tuple[Item, ...]) -> Iterator[MeldVerdict]:
    """Every way in which the items may lie as one meld, as the referee judges it."""
    if len(items) == 1 or all(isinstance(item, Card) and _may_be_wild(rules, item) for item in items):
        alone = items[0] if not isinstance(items[0], Card) else tuple(map(Laid, items))
        verdict = check_meld(rules, alone)
        if verdict.legal:
            yield verdict
    if len(items) == 1 or all(item == WILD for item in items):
        return
    seen = set()
    length = sum(1 if isinstance(item, Card) else len(item) for item in items)
    suits = [suit.letter for suit in rules.pack.suits]
    for leap in rules.shapes.leaps.each:
        for one in suits:
            for two in suits:
                ranks = melding_of(rules).ranks_of(one)
                if one == two or ranks != melding_of(rules).ranks_of(two) or leap > len(ranks) // 2:
                    continue
                for start in range(len(ranks)):
                    order = [
                        Card(ranks[(start + leap * step) % len(ranks)], (one, two)[step % 2])
                        for step in range(length)
                    ]
                    for meld in set(_laid(rules, order, items)) - seen:
                        seen.add(meld)
                        verdict = check_meld(rules, meld)
                        if verdict.legal and any(verdict.natural):
                            yield verdict


def _may_be_wild(rules: Rules, card: Card) -> bool:
    return bool(melding_of(rules).reach(card))


def _laid(rules: Rules, order: Sequence[Card], items: tuple[Item, ...]) -> Iterator[Meld]:
    """Every way to lay the items in this order, each card as itself or as a wild for another."""
    if not items:
        yield ()
        return
    for item in dict.fromkeys(items):
        rest = list(items)
        rest.remove(item)
        for laid in _lying(rules, order, item):
            yield from ((*laid, *more) for more in _laid(rules, order[len(laid) :], tuple(rest)))


def _lying(rules: Rules, order: Sequence[Card], item: Item) -> Iterator[Meld]:
    """An item at the first places, a meld either way round."""
    if isinstance(item, Card):
        if item == order[0] or order[0] in melding_of(rules).reach(item):
            yield (Laid(item, order[0]) if _may_be_wild(rules, item) else Laid(item),)
        return
    for way in (item, item[::-1]):
        if [laid.stands_for or laid.card for laid in way] == list(order[: len(way)]):
            yield way


def judged(rules: Rules, melds: Sequence[Meld], table: Sequence[Meld] = ()) -> int:
    """The referee's points of legal melds."""
    verdict = check(rules, melds, LyingBeside(table))
    assert verdict.legal, verdict.all_findings
    return verdict.points
