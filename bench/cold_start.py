"""How long the command line takes to answer from cold, game by game, beside an interpreter that does nothing.

    python bench/cold_start.py              medians of 20, in milliseconds
    python bench/cold_start.py --rounds 5   fewer

"clock" is what a person waits, "processor" what of it is work: on a machine that does other things too,
compare the second one.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

TOP = Path(__file__).resolve().parents[1]
ASK = "import sys; from scorepad.cli.main import main; sys.exit(main())"
HANDS = {
    "chattahoochee": "♣456677889T",
    "chattahoochee-alternate": "♣456677889T",
    "chattahoochee-interlocking": "♣4567 ♥5678",
    "leap-rummy": "♣45678 ♥9TJ",
    "basic-rummy": "♣456 ♥7 ♠7 ♦7 ♠QK",
    "rummy-500": "♣456 ♥7 ♠7 ♦7 ♠QK",
    "rummikub": "R10 R11 R12 B4 K4 Y4",
    "shanghai": "♣456 ♥7 ♠7 ♦7 ♠QK",
    "gin-rummy": "♣456 ♥789 ♠A23 ♦KQ",
    "romme": "♣456 ♥789 ♠A23 ♦KQ w w",
    "kalooki": "♣456 ♥789 ♠A23 ♦KQ w w",
    "scala-40": "♣456 ♥789 ♠A23 ♦KQ w w",
    "remi": "♣456 ♥789 ♠A23 ♦KQ w w",
    "indian-rummy": "♣456 ♥789 ♠A23 ♦KQ w w",
    "three-thirteen": "♣456 ♥789 ♠A23 ♦KQ",
    "five-crowns": "♣456 ♥789 ♠345 *KQ w w",
    "chinchon": "♣456 ♥7 ♠7 ♦7 ♣1",
    "contract-rummy": "♣456 ♥789 ♠A23 ♦KQ",
    "phase-10": "R1 B1 Y1 G5 B5 R5 Y9 w",
    "okey": "R10 R11 R12 B4 K4 Y4 R1 R2 R3 B7 B8 B9 K9 K10 w",
    "okey-101": "R10 R11 R12 B4 K4 Y4 R1 R2 R3 B7 B8 B9 K9 K10 w",
    "canasta": "♣4 ♥4 ♠4 ♣7 ♥7 ♠7 ♦7 ♣K ♥K w w",
    "hand-and-foot": "♣4 ♥4 ♠4 ♣7 ♥7 ♠7 ♦7 ♣K ♥K w w",
    "burraco": "♣4567 ♥7 ♠7 ♦7 ♣K ♥K w w",
}
PLAY = ("play", "avalanche", "♣4")


def commands() -> dict[str, tuple[str, ...]]:
    """What is asked, by name: nothing, the best melds of a hand in each game, a play, the list of games."""
    asked = {game: (sys.executable, "-c", ASK, "best", game, hand) for game, hand in HANDS.items()}
    return {
        "python -c pass": (sys.executable, "-c", "pass"),
        **asked,
        "avalanche": (sys.executable, "-c", ASK, *PLAY),
        "scorepad games": (sys.executable, "-c", ASK, "games"),
    }


def took(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """Seconds on the clock and of the processor."""
    before, began = _processor(), time.perf_counter()
    subprocess.run(command, cwd=TOP, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began, _processor() - before


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    print(f"{'':<28}{'clock':>7}{'processor':>11}")
    with tempfile.TemporaryDirectory() as compiled:  # as an installed package is, whatever the shell says
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": compiled}
        for name, command in commands().items():
            took(command, environment)
            clock, processor = zip(*(took(command, environment) for _ in range(rounds)), strict=True)
            print(f"{name:<28}{1000 * median(clock):>7.0f}{1000 * median(processor):>11.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
