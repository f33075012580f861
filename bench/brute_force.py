"""A million random small hands against brute force, for a night.

    python bench/brute_force.py [first-melds | listed-majors | GAME] [--hands N] [--seed S]
        [--checkpoint FILE]

Hands on going out, else those that need a first meld (H13), of majors that stand for the ranks that a
table lists (H26), or of a game of whole hands, such as gin-rummy. Prints progress; stops at the first hand
that differs and prints it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import nightly
from scorepad.core.cards import WILD
from scorepad.core.check import check
from scorepad.core.rules import Majors, Rules
from scorepad.optimize import best
from tests.chattahoochee.test_first_melds import first_melds_agree, listed_majors_agree
from tests.optimize.brute_force import most_points
from tests.optimize.deadwood import contract_hands
from tests.optimize.deadwood.contract_hands import contract_agrees
from tests.optimize.deadwood.hands_of_games import GAMES, whole_hand_agrees
from tests.optimize.deadwood.marriage_hands import marriage_agrees
from tests.optimize.hands import any_hand, any_rules, small_pack, tarot, with_wild_ranks

OTHERS: dict[str, Callable[[random.Random], tuple[bool, object]]] = {
    "first-melds": first_melds_agree,
    "listed-majors": listed_majors_agree,
    "marriage": marriage_agrees,
    **{game: partial(whole_hand_agrees, game) for game in GAMES},
    **{game: partial(contract_agrees, game) for game in contract_hands.GAMES},
}


def compare(seed: int) -> list[str] | None:
    """Whether the search and brute force agree on the hand of this seed."""
    rng = random.Random(seed)
    rules, most = _family(rng)
    hand = any_hand(rng, rules, rng.randint(0, most), rng.choice([0, 0, 1, 2]))
    answer = best(rules, hand, limit=60)
    verdict = check(rules, answer.melds)
    agreed = verdict.legal and answer.proven and answer.points == verdict.points == most_points(rules, hand)
    if not agreed:
        print(f"seed {seed} differs: {rules!r} {hand!r} {answer!r}")
        return None
    return ["with wilds"] if WILD in hand else []


def _family(rng: random.Random) -> tuple[Rules, int]:
    """Rules of one of three families, and how many cards brute force takes under them."""
    family = rng.random()
    if family < 0.6:
        return any_rules(rng, small_pack(rng)), 7
    if family < 0.85:
        return with_wild_ranks(rng, any_rules(rng, small_pack(rng))), 6
    majors: list[Majors] = ["fifth-suit", "wild-mod-7"]
    return any_rules(rng, tarot(rng)).variant(majors=rng.choice(majors)), 6


def compare_others(seed: int) -> list[str] | None:
    """The same for the rules that the command names."""
    agreed, case = OTHERS[sys.argv[1]](random.Random(seed))
    if not agreed:
        print(f"seed {seed} differs: {case!r}")
        return None
    return []


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in OTHERS:
        sys.exit(nightly.run(compare_others, __doc__, arguments=sys.argv[2:]))
    sys.exit(nightly.run(compare, __doc__))
