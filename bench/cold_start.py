"""How long the command line takes to answer from cold, game by game, beside an interpreter that does nothing.

    python bench/cold_start.py              medians of 20, in milliseconds
    python bench/cold_start.py --rounds 5   fewer

"clock" is what a person waits, "processor" what of it is work: on a machine that does other things too,
compare the second one.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

from scorepad.rulebook import FOLDER, games

TOP = Path(__file__).resolve().parents[1]
ASK = "import sys; from scorepad.cli.main import main; sys.exit(main())"
PLAY = ("play", "avalanche", "♣4")


def commands() -> dict[str, tuple[str, ...]]:
    """What is asked, by name: nothing, the best melds of a hand in each game, a play, the list of games."""
    asked = {game: (sys.executable, "-c", ASK, "best", game, hand) for game, hand in _hands()}
    return {
        "python -c pass": (sys.executable, "-c", "pass"),
        **asked,
        "avalanche": (sys.executable, "-c", ASK, *PLAY),
        "scorepad games": (sys.executable, "-c", ASK, "games"),
    }


def _hands() -> Iterator[tuple[str, str]]:
    """The hand in the example of each game's folder; some games have none."""
    for game in games():
        example = json.loads((FOLDER / game.example).read_text("utf-8"))
        if hand := example.get("hand"):
            yield game.id, hand


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
