"""A sheet drawn as PDF in another process: the question and the answer are plain data, ready for JSON."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from scorepad.sheet.content import Cell, Column, Row, Sheet

JOB = "scorepad.sheet.sheet_job:draw"


def question(sheet: Sheet, paper: str) -> dict[str, Any]:
    """What `draw` takes."""
    return {"paper": paper, "sheet": asdict(sheet) | {"made": sheet.made and sheet.made.isoformat()}}


def draw(question: Mapping[str, Any]) -> dict[str, Any]:
    """The sheet of a question as PDF, in base64."""
    from scorepad.sheet.pdf import pdf  # a third of a second to import, which only those who print wait for

    return {"pdf": b64encode(pdf(read_sheet(question["sheet"]), question["paper"])).decode("ascii")}


def read_pdf(answer: Mapping[str, Any]) -> bytes:
    """The PDF that `draw` answered."""
    return b64decode(answer["pdf"])


def read_sheet(data: Mapping[str, Any]) -> Sheet:
    """The Sheet of a question."""
    texts = ("title", "game", "house_rules", "date", "address")
    lists = ("groups", "totals", "notes", "legend")
    fields: dict[str, Any] = {name: data[name] for name in texts}
    fields |= {name: tuple(data[name]) for name in lists}
    return Sheet(
        **fields,
        made=datetime.fromisoformat(data["made"]) if data["made"] else None,
        columns=tuple(Column(**(column | {"seats": tuple(column["seats"])})) for column in data["columns"]),
        rows=tuple(Row(row["deal"], tuple(Cell(**cell) for cell in row["cells"])) for row in data["rows"]),
    )
