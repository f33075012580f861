"""The pad without a server as `bin/page` makes it, once a run of all tests."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
PAGE = CHECKOUT / "build" / "page"


def made_page() -> Path:
    """The folder of the page. Whoever asks first in a run has it made; the others wait for that."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    made = CHECKOUT / "build" / "page-made-for"
    made.parent.mkdir(exist_ok=True)
    with open(made, "a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if file.read() != run:
            subprocess.run([sys.executable, "-m", "page.build"], cwd=CHECKOUT, check=True)
            file.truncate(0)
            file.write(run)
    return PAGE
