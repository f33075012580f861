"""How fast best plays on a table are found and proven, beside rummikub-solver on the same positions.

    python bench/rummikub.py [--tables N] [--seed S] [--file POSITIONS.json] [--alone]

Milliseconds of one processor, in process and warm. The peer is installed from PyPI, with HiGHS, into an
environment in a temporary folder; `--alone` leaves it out. POSITIONS.json has {"instances": [{"table",
"rack"}, …]}; without it tables of 0 to 92 tiles are made up. Then hands of Basic Rummy and Rummy 500.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.rules import Rules
from scorepad.optimize import best
from scorepad.rulebook import find_game

PEER = Path(__file__).with_name("rummikub_peer.py")
SIZES = (0, 10, 30, 60, 92)
RACK = 14
Position = dict[str, Any]
Times = list[float]


def every_set() -> list[list[str]]:
    """Groups, and runs of three to five, as tiles."""
    runs = [
        [f"{n}{colour}" for n in range(low, low + length)]
        for colour in "KBRO"
        for length in (3, 4, 5)
        for low in range(1, 15 - length)
    ]
    groups = [[f"{n}{c}" for c in "KBRO" if c != out] for n in range(1, 14) for out in "KBRO-"]
    return runs + groups


def made_up(rng: random.Random, tiles: int, jokers: int) -> Position:
    """A table of about that many tiles, none of its sets special, and a rack of fourteen from the rest."""
    while True:
        bag = [f"{n}{colour}" for colour in "KBRO" for n in range(1, 14)] * 2
        table: list[list[str]] = []
        sets = every_set()
        rng.shuffle(sets)
        for one in [*sets, *sets]:
            if sum(map(len, table)) + len(one) <= tiles and all(tile in bag for tile in one):
                table.append(one)
                for tile in one:
                    bag.remove(tile)
        if sum(map(len, table)) >= tiles - 4:
            return with_jokers(rng, table, bag, jokers)


def with_jokers(rng: random.Random, table: list[list[str]], bag: list[str], jokers: int) -> Position:
    table = [list(one) for one in table]
    for _ in range(jokers):
        if table and rng.random() < 0.5:
            meld = rng.choice(table)
            bag.append(meld[0])
            meld[0] = "J"
        else:
            bag.append("J")
    return {"table": table, "rack": rng.sample(bag, min(RACK, len(bag)))}


def card(tile: str) -> Card:
    return WILD if tile == "J" else Card(tile[:-1], tile[-1])


def own(rules: Rules, positions: Sequence[Position]) -> list[dict[str, float]]:
    """What scorepad answers, and how fast, the second time it is asked."""
    return [own_answer(rules, position) for position in positions]


def own_answer(rules: Rules, position: Position) -> dict[str, float]:
    rack = [card(tile) for tile in position["rack"]]
    table = [tuple(Laid(card(tile)) for tile in meld) for meld in position["table"]]
    best(rules, rack, table=table)
    begun = time.process_time()
    found = best(rules, rack, table=table)
    seconds = time.process_time() - begun
    return {
        "placed": len(rack) - len(found.left),
        "value": found.points,
        "seconds": seconds,
        "proven": found.proven,
    }


def peer_python(folder: str) -> Path:
    """An environment with rummikub-solver and HiGHS."""
    venv.create(folder, with_pip=True)
    python = Path(folder) / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "rummikub-solver[highs]"], check=True)
    return python


def asked(python: Path, mode: str, positions: Sequence[Position]) -> list[dict[str, float]]:
    """What the peer answers to the same positions."""
    told = subprocess.run(
        [python, PEER, mode], input=json.dumps(positions), capture_output=True, text=True, check=True
    )
    answers: list[dict[str, float]] = json.loads(told.stdout)
    return answers


def quantile(times: Times, share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def shown(answers: Sequence[dict[str, float]]) -> str:
    times = [answer["seconds"] * 1000 for answer in answers]
    return f"{statistics.median(times):.1f} / {quantile(times, 0.95):.1f}"


def groups_of(arguments: argparse.Namespace) -> dict[str, list[Position]]:
    """Positions by what is said of them in the table printed."""
    if arguments.file:
        found: dict[str, list[Position]] = {}
        for one in json.loads(Path(arguments.file).read_text())["instances"]:
            tiles = sum(map(len, one["table"]))
            near = min(SIZES, key=lambda size: abs(size - tiles))
            jokers = sum(tile == "J" for meld in [*one["table"], one["rack"]] for tile in meld)
            found.setdefault(f"{near} tiles{', jokers' if jokers else ''}", []).append(one)
        return found
    rng = random.Random(arguments.seed)
    return {
        f"{size} tiles{', jokers' if jokers else ''}": [
            made_up(rng, size, jokers) for _ in range(arguments.tables)
        ]
        for size in SIZES
        for jokers in (0, 2)
    }


def boards(groups: dict[str, list[Position]], python: Path | None) -> None:
    print("| table, aim | scorepad | rummikub-solver | times faster | it differs |")
    print("| --- | --- | --- | --- | --- |")
    for mode, aim, measure in (("tiles", "tiles", "placed"), ("value", "points", "value")):
        rules = find_game("rummikub").rules({"aim": aim})
        for name, positions in groups.items():
            ours = own(rules, positions)
            assert all(answer["proven"] for answer in ours)
            theirs = asked(python, mode, positions) if python else []
            row = [f"{name}, {aim}", shown(ours), *compared(ours, theirs, measure)]
            print(f"| {' | '.join(row)} |", flush=True)


def compared(ours: Sequence[dict[str, float]], theirs: Sequence[dict[str, float]], measure: str) -> list[str]:
    """The peer's times, how many times as long it takes, and how often it answers otherwise."""
    if not theirs:
        return ["", "", ""]
    ratio = statistics.median(one["seconds"] for one in theirs) / statistics.median(
        one["seconds"] for one in ours
    )
    otherwise = sum(a[measure] != b[measure] for a, b in zip(ours, theirs, strict=True))
    return [shown(theirs), f"{ratio:.1f}", f"{otherwise} of {len(ours)}"]


def hands(count: int, rng: random.Random) -> None:
    """Hands of Basic Rummy and Rummy 500."""
    print("\n| hand | scorepad |\n| --- | --- |")
    for name, packs, cards, jokers in (
        ("basic-rummy", 1, 10, 0),
        ("basic-rummy", 2, 21, 0),
        ("rummy-500", 1, 13, 0),
        ("rummy-500", 1, 13, 2),
        ("rummy-500", 2, 21, 4),
    ):
        rules = find_game(name).rules({"packs": packs})
        deck = [*rules.pack.cards] * packs
        dealt = [[*rng.sample(deck, cards - jokers), *[WILD] * jokers] for _ in range(count)]
        answers = [{"seconds": timed(lambda hand=hand, rules=rules: best(rules, hand))} for hand in dealt]
        wilds = f" with {jokers} jokers" if jokers else ""
        print(f"| {name}, {cards} cards of {packs} pack{'s' * (packs > 1)}{wilds} | {shown(answers)} |")


def timed(act: Callable[[], object]) -> float:
    act()
    begun = time.process_time()
    act()
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=40, help="tables of each size")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", help="positions to take instead of made-up ones")
    parser.add_argument("--alone", action="store_true", help="without the peer")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        boards(groups_of(arguments), None if arguments.alone else peer_python(folder))
    hands(10 * arguments.tables, random.Random(arguments.seed))


if __name__ == "__main__":
    sys.exit(main())
