"""What a new user does on the pad without a server, in any browser: each step by scripts of its page."""

from __future__ import annotations

import base64
from typing import Any

from tests.browser.engines import Phone
from tests.browser.test_evening import as_number
from tests.web.test_every_game import Evening

OPENS_WITHIN = 240.0  # seconds, on a machine that does much else
READY = "return document.documentElement.dataset.scorepad === 'ready'"
INSIDE = "const { document, location, history } = frames[0], root = document.documentElement;\n"
IS_NEW = "return location.href !== 'about:blank' && !root.dataset.left && document.readyState === 'complete'"
PRESS = """
const buttons = [...document.querySelectorAll("button")].filter((one) => one.offsetParent);
const button = buttons.find((one) => new RegExp(arguments[0]).test(one.textContent.trim()));
if (button) button.click();
return Boolean(button);
"""
TYPE = """
const field = document.querySelector(`[name="${arguments[0]}"]:not([type=hidden])`);
field.value = arguments[1];
for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
"""
TAP_CARD = """
const keys = [...document.querySelectorAll(`.key[value="${arguments[0]}"]`)];
keys.find((one) => one.offsetParent).click();
"""
PROVEN = (
    "const said = document.querySelector('.proof'); return said && said.innerText.trim() === 'proven best'"
)
TOTALS = """
const sides = document.querySelectorAll(".side .total").length, total = (side) => `.side-${side}.side .total`;
return Array.from({ length: sides }, (_, side) => document.querySelector(total(side)).innerText);
"""
ON_SHEET = "return [...document.querySelectorAll('.totals td')].map((cell) => cell.innerText)"
KEPT = """
window.kept = "";
const read = (blob) => {
  const reader = new FileReader();
  reader.onload = () => { window.kept = reader.result; };
  reader.readAsDataURL(blob);
};
fetch("kept/file").then((answer) => answer.blob()).then(read);
"""


class Walk:
    """A phone that is on the pad at this address."""

    def __init__(self, phone: Phone, address: str) -> None:
        self.phone, self.address = phone, address

    def start(self, path: str = "") -> None:
        """Open the pad, and wait until it is ready."""
        self.phone.open(self.address + path)
        self.phone.wait_for(READY, within=OPENS_WITHIN)

    def reload(self) -> None:
        """Load the page anew, as its own script does: a driver's way passes the service worker by."""
        self.phone.run(
            "delete document.documentElement.dataset.scorepad; setTimeout(() => location.reload())"
        )
        self.phone.wait_for(READY, within=OPENS_WITHIN)

    def inside(self, script: str, *given: object) -> Any:
        """What a function in the page of the app returns."""
        return self.phone.run(INSIDE + script, *given)

    def wait_for(self, script: str, *given: object) -> Any:
        """What it returns, once that is true."""
        return self.phone.wait_for(INSIDE + script, *given, within=OPENS_WITHIN)

    def leave(self, script: str, *given: object) -> str:
        """Do what leads to another page, and wait for that; its path below the pad."""
        self.inside("root.dataset.left = 'yes';" + script, *given)
        self.wait_for(IS_NEW)
        return str(self.inside("return location.href")).removeprefix(self.address)

    def go(self, path: str) -> None:
        """Open a page of the app."""
        self.leave("location.href = arguments[0]", self.address + path)

    def press(self, words: str) -> str:
        """Press the button with these words, and wait for the page that comes."""
        return self.leave(PRESS, words)

    def solve(self, cards: tuple[str, ...]) -> None:
        """Tap a hand of Rummy 500, and wait for its proof."""
        self.go("solve?game=rummy-500")
        for card in cards:
            self.inside(TAP_CARD, card)
        self.wait_for(PROVEN)

    def totals(self) -> tuple[int, ...]:
        """As they stand on the scoreboard, by seat."""
        return tuple(map(as_number, self.wait_for(TOTALS)))

    def record(self, table: str, path: str) -> tuple[int, ...]:
        """Record a page with filled fields; the totals after it."""
        self.go(f"{table}/{path}")
        self.press("^Record (the deal|.?[0-9])")
        return self.totals()

    def play(self, match: Evening, players: tuple[str, ...]) -> str:
        """A match of Rummy 500 in two deals with an undo and a correction, to the sheet; the table's path."""
        self.go("new?game=rummy-500")
        for seat, player in enumerate(players):
            self.inside(TYPE, f"name-{seat}", player)
        table = self.press("Open the table")
        assert self.record(table, match.first[0]) == match.totals[0]
        self.press("^Undo$")
        assert self.totals() == (0,) * len(players)
        self.press("^Redo$")
        self.leave("document.querySelector('[aria-label^=\"Ann, deal 1:\"]').click()")
        self.inside(TYPE, *match.corrected)
        self.press("^Record (the correction|.?[0-9])")
        assert self.totals() == match.totals[1]
        self.press("^Next deal")
        assert self.record(table, match.second[0]) == match.totals[2]
        assert self.inside("return document.querySelector('.match-over') !== null")
        self.go(f"{table}/sheet")
        assert tuple(map(as_number, self.inside(ON_SHEET))) == match.totals[2]
        return table

    def keep(self) -> bytes:
        """The file with all tables."""
        self.phone.run(KEPT)
        return base64.b64decode(self.phone.wait_for("return window.kept").partition(",")[2])
