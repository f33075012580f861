"""Cases beside melds on the table: first melds, merges, leaps, filching (H8, H13, H19, L2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorepad.core.check import check
from scorepad.core.notation import read_melds
from scorepad.core.plays import judge_play
from scorepad.core.rules import Rules
from scorepad.core.tableau import FilchWild, MeldAt, MergeMelds, NewMeld, OnTable, Play
from scorepad.examples.card_texts import run
from scorepad.examples.case import Case, No, points, refused


def plays(rules: Rules) -> Iterator[Case]:
    """The cases, the plainest first."""
    yield Case("a first meld {}", run(rules, 3, 3), _first)
    yield Case("a first meld {}", f"{run(rules, 3, 3)} w w w {run(rules, 9, 2)}", _first)
    yield Case("a first meld {} after a game of 100 points", run(rules, 3, 5), _first_after_100)
    pieces = f"{run(rules, 2, 2)} / {run(rules, 5, 2)} / {run(rules, 4, 1)}"
    yield Case("{} and {} merged with {}", pieces, _merged)
    wild = f"{run(rules, 2, 2)} w {run(rules, 5, 2)} / {run(rules, 4, 1)}"
    yield Case("{1} for the wild in your own {0}", wild, _filched(0))
    yield Case("{1} for the wild in an opponent’s {0}", wild, _filched(1))
    yield Case("{1} for the wild in your partner’s {0}", wild, _filched(2))
    two, four = run(rules, 4, 3, leap=2), run(rules, 4, 3, 1, 3)
    yield Case("{1} beside your {0}", f"{two} / {run(rules, 4, 3, 1, 2)}", _beside)
    yield Case("{1} beside your {0}", f"{two} / {four}", _beside)
    yield Case("{} laid before going out", run(rules, 3, 3), _before_going_out)


def _before_going_out(rules: Rules, text: str) -> str:
    return _first(rules, text) if rules.turns.any_turn else No("melds are laid on going out")


def _first(rules: Rules, text: str, earlier: int = 0) -> str:
    table = OnTable(((), (), ()), earlier=(earlier, 0, 0))
    return _played(rules, table, NewMeld(read_melds(text, rules.pack)[0]))


def _first_after_100(rules: Rules, text: str) -> str:
    return _first(rules, text, 100)


def _merged(rules: Rules, text: str) -> str:
    first, second, between = read_melds(text, rules.pack)
    return _played(rules, OnTable(((first, second), (), ())), MergeMelds(MeldAt(0, 0), MeldAt(0, 1), between))


def _beside(rules: Rules, text: str) -> str:
    own_meld, new_meld = read_melds(text, rules.pack)
    return _played(rules, OnTable(((own_meld,), (), ())), NewMeld(new_meld))


def _filched(owner: int) -> Callable[[Rules, str], str]:
    """The natural put in for a wild: in an own meld (0), an opponent's (1), a partner's (2)."""

    def answer(rules: Rules, text: str) -> str:
        with_wild, natural = read_melds(text, rules.pack)
        meld = check(rules, [with_wild]).melds[0].laid
        table = OnTable(tuple((meld,) if seat == owner else () for seat in range(3)), ((0, 2), (1,)))
        return _played(rules, table, FilchWild(MeldAt(owner, 0), natural[0].card))

    return answer


def _played(rules: Rules, table: OnTable, play: Play) -> str:
    verdict = judge_play(rules, table, 0, play)
    if not verdict.legal:
        return refused(verdict.findings)
    return "the wild is taken" if isinstance(play, FilchWild) else points(verdict.points)
