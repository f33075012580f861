"""Small cases made from a table's pack. Each is judged by the core as it judges the players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bench.worked_examples.board_cases import board_cases
from bench.worked_examples.burraco_cases import burraco_cases
from bench.worked_examples.canasta_cases import canasta_cases
from bench.worked_examples.card_texts import mixed_run_text, run_text, same_rank_text
from bench.worked_examples.case import ExampleCase, points_text, refusal_of
from bench.worked_examples.deal_cases import deal_cases, points_case
from bench.worked_examples.hand_cases import hand_cases, shared_table_cases
from bench.worked_examples.held_cases import held_cases
from scorepad.core.bonuses import interlocks_with_table
from scorepad.core.card_text import show_meld
from scorepad.core.cards import Card
from scorepad.core.check import check
from scorepad.core.notation import read_cards, read_melds
from scorepad.core.packs import FRENCH
from scorepad.core.rules import Rules
from scorepad.core.sentence import in_a_row, say
from scorepad.core.values import left_value


def every_case(rules: Rules) -> Iterator[ExampleCase]:
    """Cases for rules, the plainest first."""
    if not rules.scoring.final.has_cards:
        yield points_case()
        return
    if rules.shapes.by_rank or rules.shapes.long_kinds:
        yield from burraco_cases(rules) if rules.shapes.long_kinds else canasta_cases(rules)
        yield from deal_cases(rules)
        return
    yield from (ExampleCase("", text, _judge_melds) for text in _meld_texts(rules))
    yield from (ExampleCase(say("{first} left in hand"), text, _count_left) for text in _left_texts(rules))
    yield from deal_cases(rules)
    yield from held_cases(rules)
    yield from hand_cases(rules)
    if rules.board.shared:
        yield from board_cases(rules)
        yield from shared_table_cases(rules)
    if rules.bonuses.interlocks:
        yield ExampleCase(say("{first} beside a partner’s {second}"), _two_strands(rules), _beside_partner)


def suit_name_cases(rules: Rules) -> Iterator[ExampleCase]:
    """What a rank is called in every suit."""
    example_rank = rules.pack.ranks[-3:][0]
    yield ExampleCase(say("Every {first}"), example_rank, _names_of_rank)


def _names_of_rank(rules: Rules, rank: str) -> str:
    table_pack = rules.pack
    return in_a_row(
        show_meld([Card(rank, letter)], table_pack)
        for letter in table_pack.common_suits or tuple(table_pack.suit)
    )


def _beside_partner(rules: Rules, text: str) -> str:
    """Points of the first meld where the second lies before a partner who is out (I7)."""
    own_verdict, partner_verdict = (check(rules, [meld]) for meld in read_melds(text, rules.pack))
    if not (own_verdict.legal and partner_verdict.legal):
        return refusal_of(own_verdict.all_findings or partner_verdict.all_findings)
    bonuses = interlocks_with_table(rules, own_verdict.melds, partner_verdict.melds)
    return points_text(own_verdict.points + sum(bonus.points for bonus in bonuses))


def _judge_melds(rules: Rules, text: str) -> str:
    """Melds laid: their points, or why they cannot be."""
    verdict = check(rules, read_melds(text, rules.pack))
    return points_text(verdict.points) if verdict.legal else refusal_of(verdict.all_findings)


def _count_left(rules: Rules, text: str) -> str:
    """Cards left in hand: what they count."""
    return points_text(left_value(rules, [laid.card for laid in read_cards(text, rules.pack)]))


def _meld_texts(rules: Rules) -> Iterator[str]:
    run_of = partial(run_text, rules)
    if rules.bonuses.interlocks:
        yield _two_strands(rules)
    yield from (run_of(3, 6), run_of(3, 2), run_of(3, 1), run_of(-2, 3), run_of(-1, 3), run_of(0, 3))
    yield from (run_of(4, 3, leap=leap) for leap in (2, 3, 4, 5, 6))
    yield from (mixed_run_text(rules, 3, suits) for suits in ((0, 2, 0, 2), (0, 0, 1), (0, 2, 3)))
    yield from (same_rank_text(rules, 6, suits) for suits in ((0, 1, 2), (0, 1, 2, 3), (0, 0, 1)))
    yield from _wild_texts(rules)
    yield " / ".join(same_rank_text(rules, 6, (suit,)) for suit in range(4))
    if len(rules.pack.suits) != len(FRENCH.suits):
        yield run_of(3, 3, -1)
    yield from (" / ".join([run_of(3, length)] * copies) for length in (1, 3) for copies in (2, 3, 4))


def _wild_texts(rules: Rules) -> Iterator[str]:
    run_of = partial(run_text, rules)
    if rules.jokers:
        yield from _joker_texts(rules)
    for wild_place in (
        rules.pack.ranks.index(rank) for rank in rules.wilds.wild_rank if rank in rules.pack.ranks
    ):
        yield f"{run_of(wild_place - 2, 2)} {run_of(wild_place + 1, 2)}"
        yield run_of(wild_place - 1, 3)
        yield from (
            f"{run_of(wild_place + 2, 2)} {run_of(wild_place, 1, suit)} {run_of(wild_place + 5, 2)}"
            for suit in (0, 1, 2)
        )
    yield from (f"{run_of(3, 2)} {card} {run_of(6, 2)}" for card in rules.wilds.wild_cards)
    if "M" in rules.pack.suit:
        yield from ("4S 5S XIIIM 7S 8S", "IM IIM IIIM", "4S 5H XIIIM 7H 8S")


def _two_strands(rules: Rules) -> str:
    """Two runs of the same two suits that lie side by side for four ranks."""
    return f"{mixed_run_text(rules, 2, (0, 2) * 3)} / {mixed_run_text(rules, 4, (2, 0) * 3)}"


def _joker_texts(rules: Rules) -> Iterator[str]:
    run_of = partial(run_text, rules)
    yield from (
        f"{run_of(4, 2)} w {run_of(7, 2)}",
        f"{run_of(4, 1)} w {run_of(6, 1)}",
        f"{run_of(4, 2)} w w {run_of(8, 1)}",
    )
    yield from (f"{run_of(5, 2)} w {run_of(8, 1)}", f"{run_of(8, 2)} w {run_of(11, 1)}")
    yield from ("w", "w w w", f"{run_of(3, 2)} w w w {run_of(8, 1)}")


def _left_texts(rules: Rules) -> Iterator[str]:
    if rules.values.card_values is not None:
        yield from (
            run_text(rules, 0, 1),
            f"{run_text(rules, 0, 1)} {run_text(rules, -1, 1, 2)} {run_text(rules, 4, 1, 3)}",
            "w",
        )
