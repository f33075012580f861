"""Whether every answer of the API is as `openapi.json` describes it, over so many requests as a night allows.

    python bench/described_answers.py [--examples N]

Starts a pad of its own and has schemathesis ask it, up to so many times an operation: 350 are some 20,000
requests. `schemathesis.toml` says how answers are judged. Exit status 1 where one is not as described.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP))

from tests.serving import serving  # noqa: E402

SPARING = ("--no-shrink", "--continue-on-failure", "--suppress-health-check", "all", "--warnings", "off")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=350)
    examples = parser.parse_args().examples
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pad-"))
        without_limits = {**os.environ, "SCOREPAD_LIMITS": "false"}
        arguments = f"'127.0.0.1', 0, {folder!r}, backup_every=None"
        server = stack.enter_context(serving(arguments, cwd=TOP, env=without_limits))
        program = str(Path(sys.executable).with_name("schemathesis"))
        command = [program, "--config-file", str(TOP / "schemathesis.toml")]
        asked = ["run", f"{server.url}/api/v1/openapi.json", "--max-examples", str(examples)]
        database = ["--generation-database", "none", "--request-timeout", "60"]
        return subprocess.run([*command, *asked, *SPARING, *database], cwd=folder, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
