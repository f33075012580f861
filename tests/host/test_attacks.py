"""A table plays its evening while strangers want everything at once (`bench/attack.py` measures it)."""

from __future__ import annotations

import pytest

from bench import attack
from tests.serving import serving

SECONDS = 12.0
HANGING = 10.0  # seconds: what is recorded waits for nobody, however much else the machine does


@pytest.mark.nightly
def test_strangers_who_want_everything_keep_no_table_from_playing(tmp_path):
    """Everything that the table asks for is answered, no score and no screen after long, and what was
    answered as recorded is in the log; strangers are told that they have had their share."""
    answers = attack.Answers()
    with serving(f"port=0, instance={str(tmp_path)!r}") as server:
        evening = attack.run(server.port, SECONDS, answers)
    assert evening.recorded
    assert attack.missing_hands(evening, tmp_path / "scorepad.db") == set()
    for kind, good in (("search", 200), ("record", 303), ("see it", 200), ("next deal", 303)):
        assert answers.statuses[f"table: {kind}"].keys() <= {good}, kind
    for kind in ("record", "see it"):
        assert max(answers.seconds[f"table: {kind}"]) < HANGING, kind
    assert 429 in answers.statuses["attack: guess"]
    assert all(
        answers.statuses[f"attack: {kind}"] for kind in ("search", "PDF", "file", "page", "long table")
    )
