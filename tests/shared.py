"""Where the worked examples lie: beside the checkout, absent on a machine that has only this repository."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SHARED = Path(__file__).parents[2] / "shared"
CASES = SHARED / "cases"


def cases(*games: str) -> list[dict[str, Any]]:
    """The worked examples of these games, or of every game; none where the folder is absent."""
    files = ("chattahoochee_and_leaps.json", "other_games.json") if CASES.exists() else ()
    found = [case for file in files for case in json.loads((CASES / file).read_text())]
    return [case for case in found if not games or case["game"] in games]
