"""What docs/programs.md shows is what happens: its commands are sent, its examples run."""

from __future__ import annotations

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path

PAGE = (Path(__file__).parents[1] / "docs" / "programs.md").read_text()


def commands():
    """Each `$ curl …` of the page with what it prints."""
    for block in re.findall(r"```console\n(.*?)```", PAGE, flags=re.S):
        for example in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, printed = example.partition("\n")
            yield command, json.loads(printed)


def blanked(told):
    """The answer with … for what is random, and for all the house rules."""
    hidden = ("table", "code", "key", "id", "secret", "options", "given_at")
    return told | {name: "…" for name in hidden if name in told}


def test_the_commands_print_what_the_page_says(client):
    known = {}
    for command, printed in commands():
        for name, value in known.items():
            command = command.replace(f"${name.upper()}", value)
        words = shlex.split(command)[2:]
        options = list(pairwise(words))
        headers = dict(value.split(": ", 1) for option, value in options if option == "-H")
        body = next((value for option, value in options if option == "-d"), None)
        method = "POST" if body or ("-X", "POST") in options else "GET"
        path = words[0].removeprefix("localhost:8000")
        answer = client.open(path, method=method, data=body, headers=headers)
        assert answer.status_code < 300, answer.text
        assert blanked(answer.json) == printed
        known = known or {name: answer.json[name] for name in ("table", "key")}
    assert set(known) == {"table", "key"}
