"""Random evenings on a bad network in a real browser: nothing that the phone kept is lost, nothing doubled.

    python bench/queue_schedules.py [--engine chromium|webkit|firefox] [--schedules N] [--seed S]

Each evening is drawn from its seed: entries at two tables while the network resets, hangs, delays, cuts or
loses answers, or somebody else answers in the pad's place; several pages, pages closed and come back to,
another phone's records, a clock that jumps. Afterwards the network is well, and the log of each table is
compared with what the person was told. Ends with status 1 if anything was wrong, and names the seed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from scorepad.machine import folders
from scorepad.web import create_app
from tests.browser.conftest import PHONE, serving
from tests.browser.engines import (
    Phone,
    chromium_phone,
    chromium_program,
    firefox_phone,
    running_chromium,
    webkit_phone,
)
from tests.browser.network import between
from tests.browser.schedules import Schedule

EVENINGS_A_LINE = 10


@contextmanager
def phones(engine: str) -> Iterator[Callable[[], AbstractContextManager[Phone]]]:
    """Makes phones: each has a store of its own, but Firefox, slow to start, keeps things by address."""
    if engine == "chromium":
        with (
            sync_playwright() as playwright,
            running_chromium(playwright.chromium, chromium_program()) as browser,
        ):
            yield lambda: chromium_phone(browser, viewport=PHONE, has_touch=True)
    elif engine == "webkit":
        yield webkit_phone
    else:
        with firefox_phone() as phone:
            yield lambda: nullcontext(phone)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--engine", choices=("chromium", "webkit", "firefox"), default="chromium")
    parser.add_argument("--schedules", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="evening")
    parser.add_argument("--steps", action="store_true", help="say what happened on each evening")
    given = parser.parse_args()
    began, told, wrong = time.monotonic(), Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder, phones(given.engine) as new_phone:
        instance = Path(folder) / "instance"
        with serving(create_app({"INSTANCE": str(instance), "LIMITS": False})) as pad:
            for number in range(given.first, given.first + given.schedules):
                with between(pad) as network, new_phone() as phone:
                    port = int(pad.rsplit(":", 1)[1])
                    seed = f"{given.seed}-{number}"
                    schedule = Schedule(seed, phone, network, port, instance / folders.DATABASE)
                    faults = schedule.run()
                    wrong += len(faults)
                    if faults or given.steps:
                        print("\n    ".join([seed, *faults, "; ".join(schedule.steps)]), flush=True)
                told.update(entry.told or "nothing" for entry in schedule.entries)
                done = number + 1 - given.first
                if done % EVENINGS_A_LINE == 0 or done == given.schedules:
                    counts = ", ".join(f"{count} {what}" for what, count in told.most_common())
                    print(
                        f"{done} evenings in {given.engine}, {told.total()} entries ({counts}), "
                        f"{wrong} wrong, {time.monotonic() - began:.0f} seconds",
                        flush=True,
                    )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
