"""What the comparisons for a night share: seeds one by one, progress that is kept, a stop at a difference."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_SECONDS_BETWEEN = 20  # two notes of what is done

Traits = Iterable[str]  # of a hand on which both agree: what is counted


@dataclass
class Progress:
    """How many hands from the first seed on agree, how many of them have which trait, and the time taken."""

    seed: int
    hands_done: int = 0
    seconds: float = 0.0
    traits: Counter[str] = field(default_factory=Counter)

    @classmethod
    def kept_in(cls, checkpoint: Path | None, seed: int) -> Progress:
        """What an earlier run of this seed kept in the file, else nothing yet."""
        if checkpoint is None or not checkpoint.exists():
            return cls(seed)
        kept: dict[str, Any] = json.loads(checkpoint.read_text())
        if kept["seed"] != seed:
            raise SystemExit(f"{checkpoint} has the hands from seed {kept['seed']}, not {seed}")
        return cls(seed, kept["hands_done"], kept["seconds"], Counter(kept["traits"]))

    def keep_in(self, checkpoint: Path | None) -> None:
        """Write it whole or not at all."""
        if checkpoint is not None:
            unfinished = checkpoint.with_suffix(".new")
            unfinished.write_text(json.dumps(vars(self)))
            os.replace(unfinished, checkpoint)

    def __str__(self) -> str:
        traits = ", ".join(f"{count} {trait}" for trait, count in sorted(self.traits.items()))
        return f"{self.hands_done} hands agree, {self.seconds:.0f} s{': ' * bool(traits)}{traits}"


def run(
    compare: Callable[[int], Traits | None],
    description: str | None,
    usual_hands: int = 1_000_000,
    arguments: Sequence[str] | None = None,
) -> int:
    """Compare hand after hand, None where two differ; exit status 1 at the first that does.

    `arguments` are those of the command, if they are not all that it was given.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=usual_hands)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--checkpoint", type=Path, help="a file to keep what is done in, and to go on from")
    given = parser.parse_args(arguments)
    progress = Progress.kept_in(given.checkpoint, given.seed)
    began = noted = time.time()
    earlier_seconds = progress.seconds
    while progress.hands_done < given.hands:
        traits = compare(given.seed + progress.hands_done + 1)
        if traits is None:
            return 1
        progress.hands_done += 1
        progress.traits.update(traits)
        progress.seconds = earlier_seconds + time.time() - began
        if time.time() - noted > _SECONDS_BETWEEN or progress.hands_done == given.hands:
            noted = time.time()
            progress.keep_in(given.checkpoint)
            print(progress, flush=True)
    return 0
