"""Cases beside melds on the table: first melds, merges, leaps, filching (H8, H13, H19, L2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bench.worked_examples.card_texts import run_text
from bench.worked_examples.case import CannotBe, ExampleCase, points_text, refusal_of
from scorepad.core.check import check
from scorepad.core.notation import read_melds
from scorepad.core.plays import judge_play
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.tableau import FilchWild, MeldAt, MergeMelds, NewMeld, OnTable, Play


def play_cases(rules: Rules) -> Iterator[ExampleCase]:
    """The cases, the plainest first."""
    yield ExampleCase(say("A first meld {first}"), run_text(rules, 3, 3), _first_meld)
    yield ExampleCase(
        say("A first meld {first}"), f"{run_text(rules, 3, 3)} w w w {run_text(rules, 9, 2)}", _first_meld
    )
    yield ExampleCase(
        say("A first meld {first} after a game of 100 points"), run_text(rules, 3, 5), _first_after_100
    )
    pieces = f"{run_text(rules, 2, 2)} / {run_text(rules, 5, 2)} / {run_text(rules, 4, 1)}"
    yield ExampleCase(say("{first} and {second} merged with {third}"), pieces, _merge_melds)
    wild = f"{run_text(rules, 2, 2)} w {run_text(rules, 5, 2)} / {run_text(rules, 4, 1)}"
    yield ExampleCase(say("{second} for the wild in your own {first}"), wild, _filch_from(0))
    yield ExampleCase(say("{second} for the wild in an opponent’s {first}"), wild, _filch_from(1))
    yield ExampleCase(say("{second} for the wild in your partner’s {first}"), wild, _filch_from(2))
    two, four = run_text(rules, 4, 3, leap=2), run_text(rules, 4, 3, 1, 3)
    yield ExampleCase(
        say("{second} beside your {first}"), f"{two} / {run_text(rules, 4, 3, 1, 2)}", _meld_beside
    )
    yield ExampleCase(say("{second} beside your {first}"), f"{two} / {four}", _meld_beside)
    yield ExampleCase(say("{first} laid before going out"), run_text(rules, 3, 3), _before_going_out)


def _before_going_out(rules: Rules, text: str) -> str:
    return _first_meld(rules, text) if rules.turns.any_turn else CannotBe(say("melds are laid on going out"))


def _first_meld(rules: Rules, text: str, earlier: int = 0) -> str:
    table = OnTable(((), (), ()), earlier=(earlier, 0, 0))
    return _judge_play(rules, table, NewMeld(read_melds(text, rules.pack)[0]))


def _first_after_100(rules: Rules, text: str) -> str:
    return _first_meld(rules, text, 100)


def _merge_melds(rules: Rules, text: str) -> str:
    first, second, between = read_melds(text, rules.pack)
    return _judge_play(
        rules, OnTable(((first, second), (), ())), MergeMelds(MeldAt(0, 0), MeldAt(0, 1), between)
    )


def _meld_beside(rules: Rules, text: str) -> str:
    own_meld, new_meld = read_melds(text, rules.pack)
    return _judge_play(rules, OnTable(((own_meld,), (), ())), NewMeld(new_meld))


def _filch_from(owner: int) -> Callable[[Rules, str], str]:
    """The natural put in for a wild: in an own meld (0), an opponent's (1), a partner's (2)."""

    def answer(rules: Rules, text: str) -> str:
        with_wild, natural = read_melds(text, rules.pack)
        meld = check(rules, [with_wild]).melds[0].laid
        table = OnTable(tuple((meld,) if seat == owner else () for seat in range(3)), ((0, 2), (1,)))
        return _judge_play(rules, table, FilchWild(MeldAt(owner, 0), natural[0].card))

    return answer


def _judge_play(rules: Rules, table: OnTable, play: Play) -> str:
    verdict = judge_play(rules, table, 0, play)
    if not verdict.legal:
        return refusal_of(verdict.findings)
    return say("the wild is taken") if isinstance(play, FilchWild) else points_text(verdict.points)
