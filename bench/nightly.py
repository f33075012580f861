"""What the comparisons for a night share: seeds one by one, progress, and a stop at the first difference."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable


def run(compare: Callable[[int], bool], description: str | None) -> int:
    """Compare hand after hand; exit status 1 at the first that differs."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    began = time.time()
    for done in range(1, given.hands + 1):
        if not compare(given.seed + done):
            return 1
        if done % 1000 == 0:
            print(f"{done} hands agree, {time.time() - began:.0f} s", flush=True)
    return 0
