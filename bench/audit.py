"""Known vulnerabilities in the locked libraries, by pip-audit: exit status 1 when there is one.

    bin/audit

A registry that does not answer, or does not know what it is asked, is no proof of anything: that is said, and
the exit status is 3.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

TOP = Path(__file__).parents[1]
COMMAND = ("-m", "pip_audit", "--requirement", "requirements.lock", "--require-hashes", "--disable-pip")
WITHIN = 300  # seconds
KNOWN, NOT_AUDITED = 1, 3  # exit statuses


def ask() -> list[dict[str, Any]] | None:
    """What pip-audit says of each library; None where it could not ask."""
    try:
        audit = subprocess.run(
            [sys.executable, *COMMAND, "--format", "json", "--progress-spinner", "off"],
            cwd=TOP,
            capture_output=True,
            text=True,
            timeout=WITHIN,
            check=False,
        )
        libraries: list[dict[str, Any]] = json.loads(audit.stdout)["dependencies"]
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError):
        return None
    return libraries


def report(libraries: list[dict[str, Any]] | None) -> tuple[int, str]:
    """The exit status, and what to say."""
    if not libraries:
        return NOT_AUDITED, "NOT AUDITED: nobody answered whether a vulnerability is known."
    asked = [library for library in libraries if "skip_reason" not in library]
    wrong = [
        f"{library['name']} {library['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions'])}"
        for library in asked
        for fault in library["vulns"]
    ]
    if wrong:
        return KNOWN, "\n".join(["Vulnerabilities are known:", *wrong, "bin/lock takes newer versions."])
    if len(asked) < len(libraries):
        unknown = len(libraries) - len(asked)
        return NOT_AUDITED, f"NOT AUDITED: nobody answered about {unknown} of {len(libraries)} libraries."
    return 0, f"No vulnerability is known in {len(asked)} libraries."


def main() -> int:
    status, words = report(ask())
    print(words)
    return status


if __name__ == "__main__":
    sys.exit(main())
