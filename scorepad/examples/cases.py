"""Small cases made from a table's pack. Each is judged by the core as it judges the players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from scorepad.core.bonuses import interlocks_with_table
from scorepad.core.card_text import show_meld
from scorepad.core.cards import Card
from scorepad.core.check import check
from scorepad.core.notation import read_cards, read_melds
from scorepad.core.packs import FRENCH
from scorepad.core.rules import Rules
from scorepad.core.values import left_value
from scorepad.examples.board_cases import boards
from scorepad.examples.card_texts import mixed, run, same
from scorepad.examples.case import Case, points, refused
from scorepad.examples.deal_cases import deals


def cases(rules: Rules) -> Iterator[Case]:
    """Cases for rules, the plainest first."""
    yield from (Case("", text, _judged) for text in _melds(rules))
    yield from (Case("{} left in hand", text, _left) for text in _rests(rules))
    yield from deals(rules)
    if rules.board.shared:
        yield from boards(rules)
    if rules.bonuses.interlocks:
        yield Case("{0} beside a partner’s {1}", _two_strands(rules), _beside_partner)


def names(rules: Rules) -> Iterator[Case]:
    """What a rank is called in every suit."""
    rank = rules.pack.ranks[-3:][0]
    yield Case(f"every {rank}", rank, _named)


def _named(rules: Rules, rank: str) -> str:
    pack = rules.pack
    return " ".join(show_meld([Card(rank, letter)], pack) for letter in pack.common_suits or tuple(pack.suit))


def _beside_partner(rules: Rules, text: str) -> str:
    """Points of the first meld where the second lies before a partner who is out (I7)."""
    own, partners = (check(rules, [meld]) for meld in read_melds(text, rules.pack))
    if not (own.legal and partners.legal):
        return refused(own.all_findings or partners.all_findings)
    bonuses = interlocks_with_table(rules, own.melds, partners.melds)
    return points(own.points + sum(bonus.points for bonus in bonuses))


def _judged(rules: Rules, text: str) -> str:
    """Melds laid: their points, or why they cannot be."""
    verdict = check(rules, read_melds(text, rules.pack))
    return points(verdict.points) if verdict.legal else refused(verdict.all_findings)


def _left(rules: Rules, text: str) -> str:
    """Cards left in hand: what they count."""
    return points(left_value(rules, [laid.card for laid in read_cards(text, rules.pack)]))


def _melds(rules: Rules) -> Iterator[str]:
    of = partial(run, rules)
    if rules.bonuses.interlocks:
        yield _two_strands(rules)
    yield from (of(3, 6), of(3, 2), of(3, 1), of(-2, 3), of(-1, 3), of(0, 3))
    yield from (of(4, 3, leap=leap) for leap in (2, 3, 4, 5, 6))
    yield from (mixed(rules, 3, suits) for suits in ((0, 2, 0, 2), (0, 0, 1), (0, 2, 3)))
    yield from (same(rules, 6, suits) for suits in ((0, 1, 2), (0, 1, 2, 3), (0, 0, 1)))
    yield from _wilds(rules)
    yield " / ".join(same(rules, 6, (suit,)) for suit in range(4))
    if len(rules.pack.suits) != len(FRENCH.suits):
        yield of(3, 3, -1)
    yield from (" / ".join([of(3, length)] * copies) for length in (1, 3) for copies in (2, 3, 4))


def _wilds(rules: Rules) -> Iterator[str]:
    of = partial(run, rules)
    if rules.jokers:
        yield from _jokers(rules)
    for at in (rules.pack.ranks.index(rank) for rank in rules.wilds.wild_rank if rank in rules.pack.ranks):
        yield f"{of(at - 2, 2)} {of(at + 1, 2)}"
        yield of(at - 1, 3)
        yield from (f"{of(at + 2, 2)} {of(at, 1, suit)} {of(at + 5, 2)}" for suit in (0, 1, 2))
    yield from (f"{of(3, 2)} {card} {of(6, 2)}" for card in rules.wilds.wild_cards)
    if "M" in rules.pack.suit:
        yield from ("4S 5S XIIIM 7S 8S", "IM IIM IIIM")


def _two_strands(rules: Rules) -> str:
    """Two runs of the same two suits that lie side by side for four ranks."""
    return f"{mixed(rules, 2, (0, 2) * 3)} / {mixed(rules, 4, (2, 0) * 3)}"


def _jokers(rules: Rules) -> Iterator[str]:
    of = partial(run, rules)
    yield from (f"{of(4, 2)} w {of(7, 2)}", f"{of(4, 1)} w {of(6, 1)}", f"{of(4, 2)} w w {of(8, 1)}")
    yield from (f"{of(5, 2)} w {of(8, 1)}", f"{of(8, 2)} w {of(11, 1)}")
    yield from ("w", "w w w", f"{of(3, 2)} w w w {of(8, 1)}")


def _rests(rules: Rules) -> Iterator[str]:
    if rules.values.card_values != "none":
        yield from (run(rules, 0, 1), f"{run(rules, 0, 1)} {run(rules, -1, 1, 2)} {run(rules, 4, 1, 3)}", "w")
