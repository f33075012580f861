"""The site as `bin/site` makes it, once of each state of the checkout: `python -m tests.made_site`.

The stage `docs` of `.ci/run` makes it, and the tests of the site after it find it there.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
SITE = "https://pad.example/docs/"
FOLDER = CHECKOUT / "build" / "site-tested"


class FaultySite(Exception):
    """What was said while the site was made: it has warnings, or was not made."""


def made_site() -> Path:
    """The folder of the site, whose pages name themselves below `SITE`. Whoever asks first has it made; the
    others wait for that. Raises FaultySite."""
    made_of = FOLDER.with_name("site-made-of")
    made_of.parent.mkdir(exist_ok=True)
    with open(made_of, "a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        state = _state()
        if file.read() != state or not FOLDER.is_dir():
            file.truncate(0)
            file.flush()
            _make()
            file.write(state)
    return FOLDER


def _state() -> str:
    """Tells apart any two states of the files that git knows, or would; by name, size and time."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=CHECKOUT, capture_output=True, check=True).stdout.split(b"\0")
    files = sorted(Path(os.fsdecode(CHECKOUT), os.fsdecode(name)) for name in {*names} - {b""})
    facts = [(str(file), *_size_and_time(file)) for file in files]
    return hashlib.sha256(repr([sys.version, facts]).encode()).hexdigest()


def _size_and_time(file: Path) -> tuple[int, int]:
    try:
        found = file.lstat()
    except FileNotFoundError:  # taken away, and git was not told yet
        return 0, 0
    return found.st_size, found.st_mtime_ns


def _make() -> None:
    command = [sys.executable, CHECKOUT / "docs" / "make_site.py", FOLDER]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | {"SITE": SITE}
    )
    if (done.returncode, done.stdout, done.stderr) != (0, "", ""):
        raise FaultySite(f"{done.returncode}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    try:
        made_site()
    except FaultySite as fault:
        sys.exit(f"The site was not made without a fault: {fault}")
