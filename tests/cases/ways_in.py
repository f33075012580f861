"""A worked example asked over the command line and over HTTP, and what it must come out as."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from typing import Any
from unittest.mock import patch

from scorepad.answers.verbs import ADDRESSES
from scorepad.cli.main import main
from scorepad.core.notation import read_melds
from scorepad.rulebook import find_game

_YES_NO = {True: "yes", False: "no"}


def over_command_line(case: dict[str, Any], capsys: Any) -> dict[str, Any]:
    """The answer of `scorepad VERB … --json`; for input that does not read, `{"error": {"message"}}`."""
    arguments = [case["do"], case["game"], *_arguments(case), "--json"]
    for name, value in case.get("options", {}).items():
        arguments += ["--set", f"{name}={_written(value)}"]
    if case["do"] == "match":
        asked = {name: value for name, value in case.items() if name not in ("id", "do", "clause", "expect")}
        with patch("sys.stdin", StringIO(json.dumps(asked))):
            status = main(["match", "-", "--json"])
    else:
        status = main(arguments)
    out, err = capsys.readouterr()
    if status:
        assert (status, out, err.count("\n")) == (2, "", 1)
        return {"error": {"message": err.strip()}}
    answer: dict[str, Any] = json.loads(out)
    return answer


def _written(value: object) -> str:
    """The value of an option as people type it."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _arguments(case: dict[str, Any]) -> Iterator[str]:
    """The fields of an example as the command takes them."""
    for name in ("hand", "cards", "rack", "played"):
        yield from [case[name]] if name in case else []
    yield from case.get("melds", ())
    for flag in ("players", "out_order", "never_opened", "seen", "no_melds", "order"):
        yield from [f"--{flag.replace('_', '-')}", *case[flag]] if isinstance(case.get(flag), list) else []
    if "partnerships" in case:
        yield from ["--partnerships", *[",".join(group) for group in case["partnerships"]]]
    for flag in (
        "winner",
        "last",
        "limit",
        "multiplier",
        "taken",
        "ending",
        "preset",
        "deal",
        "turned",
        "trump",
        "eaten",
        "u",
    ):
        # What a player took from the pile is one card; what all have taken at the end is by name.
        is_one = flag in case and not isinstance(case[flag], dict)
        yield from [f"--{flag}", str(case[flag])] if is_one else []
    for flag in ("opened", "turn"):
        yield from [f"--{flag}"] if case.get(flag) else []
    yield from ["--table", " / ".join(case["table"])] if "table" in case else []
    yield from ["--partners", " / ".join(case["partners"])] if "partners" in case else []
    for text in case.get("partners_out", ()):
        yield from ["--partners-out", text]
    yield from ["--between", case["between"]] if "between" in case else []
    for field in ("left", "collected", "taken", "maal"):
        of_names = case.get(field)
        for name, cards in of_names.items() if isinstance(of_names, dict) else ():
            yield from [f"--{field}", f"{name}={cards if isinstance(cards, int) else ' '.join(cards)}"]
    for flag in ("points", "dropped", "sambas", "red_threes", "phases"):
        for name, value in case.get(flag, {}).items():
            written = _YES_NO[value] if isinstance(value, bool) else value
            yield from [f"--{flag.replace('_', '-')}", f"{name}={written}"]
    for name, counts in case.get("canastas", {}).items():
        yield from ["--canastas", f"{name}={','.join(f'{word}:{count}' for word, count in counts.items())}"]
    for name, cards in case.get("hands", {}).items():
        yield from ["--hand", f"{name}={cards}"]
    for name, melds in case.get("melded", {}).items():
        yield from ["--melded", f"{name}={melds if isinstance(melds, int) else ' / '.join(melds)}"]


def over_http(case: dict[str, Any], client: Any) -> dict[str, Any]:
    """The answer of POST /api/v1/VERB to the example's own fields."""
    question = {name: value for name, value in case.items() if name not in ("do", "expect")}
    reply = client.post(f"/api/v1/{ADDRESSES[case['do']]}", json=question)
    assert reply.status_code == 200 or 400 <= reply.status_code < 500, reply.text
    assert (reply.status_code != 200) == ("error" in reply.json)
    answer: dict[str, Any] = reply.json
    return answer


def holds(case: dict[str, Any], answer: dict[str, Any]) -> None:
    """The answer is what the example expects, field by field."""
    expected = dict(case["expect"])
    if "error" in expected:
        error = answer["error"]
        assert [piece for piece in expected["error"] if piece not in error["message"]] == []
        return
    assert "error" not in answer, answer["error"]["message"]
    pack = find_game(case["game"]).rules(case.get("options", {})).pack
    for word in expected.pop("why_mentions", ()):
        assert word in answer["why"]
    for word in expected.pop("melds_why_mention", ()):
        assert any(word in meld["why"] for meld in answer["melds"])
    for name in ("melds", "table"):
        if name in expected:
            found = [meld["cards"] if name == "melds" else meld.split() for meld in answer[name]]
            read = [read_melds(text, pack)[0] for text in expected.pop(name)]
            wanted = [[str(laid.card if name == "melds" else laid) for laid in meld] for meld in read]
            assert sorted(found) == sorted(wanted)
    interlocks = [bonus for bonus in answer.get("bonuses", ()) if bonus.get("kind") == "interlock"]
    for bonus, wanted in zip(interlocks, expected.get("interlocks", interlocks), strict=True):
        assert {name: bonus[name] for name in wanted} == wanted
    expected.pop("interlocks", None)
    of_melds = {"meld_points": "points", "leaps": "leap", "reads_as": "reads_as"}
    for name, field in of_melds.items():
        if name in expected:
            assert [meld[field] for meld in answer["melds"]] == expected.pop(name)
    assert {name: answer[name] for name in expected} == expected
