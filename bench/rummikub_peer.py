"""Asks rummikub-solver for the best plays of positions; run by rummikub.py in an environment of its own.

Reads JSON from stdin: a list of {"table": [["3R", …], …], "rack": ["6R", …]}, jokers as `J`. Writes a
list of {"placed", "value", "seconds"} in the mode named on the command line (`tiles` or `value`), timed the
second of two times.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from rummikub_solver import RuleSet, SolverMode

COLOURS = "KBRO"
JOKER = 53


def number(tile: str) -> int:
    return JOKER if tile == "J" else COLOURS.index(tile[-1]) * 13 + int(tile[:-1])


def main() -> None:
    mode = SolverMode(sys.argv[1])
    rules = RuleSet()
    print(json.dumps([ask(rules, mode, position) for position in json.load(sys.stdin)]))


def ask(rules: RuleSet, mode: SolverMode, position: dict[str, Any]) -> dict[str, float]:
    state = rules.new_game()
    state.initial = False
    state.add_table(*(number(tile) for meld in position["table"] for tile in meld))
    state.add_rack(*map(number, position["rack"]))
    rules.solve(state, mode)
    begun = time.process_time()
    found = rules.solve(state, mode)
    seconds = time.process_time() - begun
    tiles = [int(tile) for tile in found.tiles] if found else []
    value = sum((tile - 1) % 13 + 1 for tile in tiles if tile != JOKER)
    return {"placed": len(tiles), "value": value, "seconds": seconds}


main()
