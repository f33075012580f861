"""An evening drawn at random: entries at two tables over a bad network, and what became of each.

What the phone says it kept is kept: it is recorded once, or stands before the person with the reason why not.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorepad.store.opening import open_store
from tests.browser.engines import FAILED, Phone
from tests.browser.network import (
    ANSWERS,
    CUTS_THE_ANSWER,
    HANGS,
    LOSES_THE_ANSWER,
    PASSES,
    RESETS,
    STATES,
    Network,
)
from tests.web_phone import WebPhone

PLAYERS = ("Ann", "Ben", "Cy")
STEPS = (6, 12)  # fewest and most
TOLD_WITHIN, SENT_WITHIN = 12.0, 60.0  # seconds
DAY = 24 * 60 * 60 * 1000  # milliseconds

# What the list of what waits has shown since then, and whether the page is still the one that was tapped. A
# person sees what they record: nothing is tapped where another page has come, with other points in its form.
WATCH = """
const fields = [...document.querySelectorAll("input, textarea")];
if (!fields.some((one) => one.value === arguments[1])) return false;
window.isTapped = true;
window.refusedBefore = document.body.dataset.refused;
window.listed = new Set();
const list = document.querySelector("[data-waits]");
const look = () => list.querySelectorAll("li strong").forEach((one) => window.listed.add(one.textContent));
new MutationObserver(look).observe(list, { childList: true, subtree: true });
document.querySelector(arguments[0]).click();
return true;
"""
TOLD = """
if (document.readyState !== "complete") return "";
if (document.querySelector("dialog[open]")) return "asked";
const isOf = (text) => text.endsWith(arguments[0]);
const lines = [...document.querySelectorAll("[data-waits] li strong")];
if (lines.some((one) => isOf(one.textContent))) return "kept";
const { refused } = document.body.dataset;
if (refused && refused !== window.refusedBefore) return "given back";
if (!window.isTapped) return "recorded";
return [...(window.listed || [])].some(isOf) ? "kept" : "";
"""
STILL_WAITING = """
const button = document.querySelector("[data-send-now]");
if (button) button.click();
const none = document.querySelector("[data-none]"); // drawn once the phone's store is read
if (!none && document.readyState === "complete") location.assign("/waiting"); // a record led elsewhere
const lines = [...document.querySelectorAll("[data-waits] li")];
const isDrawn = none && (!none.hidden || lines.length > 0);
return isDrawn && lines.every((one) => one.classList.contains("refused"));
"""
LISTED = """
const lines = [...document.querySelectorAll("[data-waits] li")];
return lines.map((one) => [one.querySelector("strong").textContent, one.innerText]);
"""
PICK = """
const players = document.getElementsByName("player");
if (players.length) players[arguments[0] % players.length].click();
"""
CAN_GO_BACK = "return window.navigation ? navigation.canGoBack : history.length > 1"
SET_THE_CLOCK = """
const Real = window.RealDate = window.RealDate || Date, ahead = arguments[0];
window.Date = class extends Real {
  constructor(...given) { if (given.length) super(...given); else super(Real.now() + ahead); }
  static now() { return Real.now() + ahead; }
};
"""


@dataclass
class Entry:
    """What was typed and sent: its words, and what the person was told of it."""

    table: str
    words: str  # how the list's line of it ends
    told: str = ""


@dataclass
class Schedule:
    """One evening: a phone, the network before the pad, and two tables of its own."""

    seed: str
    phone: Phone
    network: Network
    pad_port: int
    store: Path
    entries: list[Entry] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)
        self._other = WebPhone(self.pad_port)
        self._tables: list[str] = []
        self._forms: dict[int, tuple[str, str]] = {}
        self._points = iter(self._dice.sample(range(10, 100), 60))
        self._others_notes = 0

    def run(self) -> list[str]:
        """Everything that was wrong, nothing as a rule."""
        self._tables = [self._other.new_table(*PLAYERS, name=name) for name in ("Friday", "Saturday")]
        self.phone.take_cookies(self.network.address, [*self._other.cookies])
        self.phone.open(self._a_form())
        steps: list[tuple[int, Callable[[], None]]] = [
            (8, self._enter), (4, self._trouble), (2, self._mend), (1, self._come_back), (1, self._new_page),
            (1, self._turn), (1, self._reopen), (1, self._record_elsewhere), (1, self._set_the_clock),
            (1, self._enter_and_leave), (1, self._look_at_the_list),
        ]  # fmt: skip
        weights, ways = zip(*steps, strict=True)
        for _ in range(self._dice.randint(*STEPS)):
            way = self._dice.choices(ways, weights)[0]
            self.steps.append(way.__name__.strip("_"))
            for _again in range(2):
                try:
                    way()
                    break
                except FAILED as error:  # the page went away under the hand, as pages do after a record
                    self.steps.append(f"({str(error).splitlines()[0]})")
        self._judge(self._sent_at_last())
        return self.wrong

    # ---- what happens

    def _trouble(self) -> None:
        state = self._dice.choice([one for one in STATES if one != PASSES])
        is_everywhere = state in (RESETS, HANGS) and self._dice.random() < 0.5
        self.steps.append(f"{state}{' everywhere' * is_everywhere}")
        self.network.becomes(state, *([] if is_everywhere else ["POST"]))

    def _mend(self) -> None:
        self.network.becomes(PASSES)

    def _come_back(self) -> None:
        if self._reaches_pages() and self.phone.run(CAN_GO_BACK):
            with suppress(TimeoutError):  # it was the first page all the same
                self.phone.back()

    def _new_page(self) -> None:
        if self._reaches_pages() and self.phone.pages() < 3:
            self.phone.new_page()
            self.phone.open(self._a_form())

    def _turn(self) -> None:
        self.phone.turn_to(self._dice.randrange(self.phone.pages()))

    def _reopen(self) -> None:
        if not self._reaches_pages():
            return
        self.phone.close_page()
        self._stand_somewhere()

    def _record_elsewhere(self) -> None:
        """On another phone, whose network is well."""
        self._others_notes += 1
        table, dice = self._dice.choice(self._tables), self._dice
        if dice.random() < 0.5:
            self._other.note(table, f"elsewhere {self._others_notes}")
        else:
            fields = {
                "player": dice.randrange(3),
                "points": next(self._points),
                "record": "1",
                "op": f"{self.seed}-{dice.random()}",
            }
            self._other.post(f"/t/{table}/out", {**fields, "where": "points"}, f"/t/{table}/out")

    def _set_the_clock(self) -> None:
        self.phone.run(SET_THE_CLOCK, self._dice.choice((-400, -1, 1, 400)) * DAY)

    def _look_at_the_list(self) -> None:
        if self._reaches_pages():
            self.phone.open(f"{self.network.address}/waiting")

    def _enter(self) -> None:
        if entry := self._typed():
            if not self.phone.run(WATCH, self._button(), entry.words.removeprefix(": ")):
                return
            entry.told = "sent"
            self._hear(entry)
            self.steps.append(f"{entry.words!r} {entry.told}")

    def _enter_and_leave(self) -> None:
        """The page is closed as Record is tapped: nobody was told anything."""
        if self._reaches_pages() and self._typed():
            self.phone.tap(self._button())
            self.phone.close_page()
            self._stand_somewhere()

    def _button(self) -> str:
        return self.phone.run("return document.querySelector('form#note') ? '[form=note]' : '[data-record]'")

    def _typed(self) -> Entry | None:
        """A form filled in: the one in sight, or another of either table where pages come."""
        dice, here = self._dice, self._form_in_sight()
        if self._reaches_pages() and (here is None or dice.random() < 0.6):
            self.phone.open(self._a_form())
            here = self._form_in_sight()
        if here is None:
            return None
        points = next(self._points)
        if here[1] == "out":
            self.phone.run(PICK, dice.randrange(3))
            self.phone.type("points", str(points))
        else:
            self.phone.type("text", f"note {points}")
        entry = Entry(here[0], f": {points}" if here[1] == "out" else f": note {points}")
        self.entries.append(entry)
        return entry

    def _a_form(self) -> str:
        table, form = self._dice.choice(self._tables), self._dice.choice(("out", "deal/1"))
        return f"{self.network.address}/t/{table}/{form}"

    def _form_in_sight(self) -> tuple[str, str] | None:
        found = self.phone.run(
            r"""
            const place = /^\/t\/([a-z0-9]+)\/(out|deal\/1)$/.exec(location.pathname);
            const isOurs = location.origin === arguments[0]; // Firefox still has pages of the evening before
            const name = place && place[2] === "out" ? "points" : "text";
            const field = place && isOurs && document.getElementsByName(name)[0];
            return field && document.querySelector("[data-waits]") ? [place[1], place[2]] : null;
            """,
            self.network.address,
        )
        return (found[0], found[1]) if found else None

    def _hear(self, entry: Entry) -> None:
        """Wait for what the person is told. A question is answered one way or the other."""
        try:
            told = self.phone.wait_for(TOLD, entry.words, within=TOLD_WITHIN)
            if told == "asked":
                changes = self._dice.random() < 0.5
                if changes:
                    for other in self.entries:
                        if other is not entry and other.table == entry.table:
                            other.told = other.told and "perhaps thrown away"
                self.phone.tap(f"dialog[open] button{':first-of-type' if changes else ':last-of-type'}")
                told = (
                    self.phone.wait_for(TOLD, entry.words, within=TOLD_WITHIN) if changes else "thrown away"
                )
            entry.told = told
        except TimeoutError:
            self.wrong.append(
                f"{entry.words}: nothing was said of it ({self.phone.run('return location.href')})"
            )

    def _reaches_pages(self) -> bool:
        return self.network.state_for("GET")[0] == PASSES

    def _stand_somewhere(self) -> None:
        """On a page that is still open, or a new one."""
        if self.phone.pages():
            self.phone.turn_to(0)
        else:
            self.phone.new_page()
        if self._dice.random() < 0.7 or not self._form_in_sight():
            self.phone.open(self._a_form())

    # ---- what became of it

    def _sent_at_last(self) -> list[tuple[str, str]]:
        """The network is well and "Send now" tapped: what the list still has, with its reasons."""
        self.network.becomes(PASSES)
        if not self.phone.pages():
            self.phone.new_page()
        self.phone.open(f"{self.network.address}/waiting")
        try:
            self.phone.wait_for(STILL_WAITING, within=SENT_WITHIN)
        except TimeoutError:
            self.wrong.append(f"still waiting on a network that is well: {self.phone.run(LISTED)}")
        return [(words, said) for words, said in self.phone.run(LISTED)]

    def _judge(self, listed: list[tuple[str, str]]) -> None:
        for entry in self.entries:
            recorded = self._times_recorded(entry)
            stands = sum(words.endswith(entry.words) and "Not recorded: " in said for words, said in listed)
            shown = self._is_shown_in_a_form(entry)
            if recorded > 1:
                self.wrong.append(f"{entry.words}: doubled, {recorded} times in the log")
            if recorded and stands:
                self.wrong.append(f"{entry.words}: recorded, and listed as not recorded")
            if entry.told in ("kept", "recorded", "given back", "sent") and not (recorded or stands or shown):
                self.wrong.append(f"{entry.words}: lost, the person was told “{entry.told}”")
            if entry.told == "recorded" and not recorded and not stands:
                self.wrong.append(f"{entry.words}: told as recorded, and isn't")
        for table in self._tables:
            ops = [event.op for event in self._log(table)]
            if len(ops) != len({*ops}):
                self.wrong.append(f"{table}: an operation is in the log twice")

    def _times_recorded(self, entry: Entry) -> int:
        said = [event.data for event in self._log(entry.table)]
        values = [getattr(data, "text", getattr(data, "points", "")) for data in said]
        return [f": {value}" for value in values].count(entry.words)

    def _log(self, table: str) -> list[Any]:
        with closing(open_store(self.store)) as store:
            return [*store.after(table, 0)]

    def _is_shown_in_a_form(self, entry: Entry) -> bool:
        """The pad drew the form again with all that was typed, and why; the person has it in sight."""
        value = entry.words.removeprefix(": ")
        return any(
            request.state not in (LOSES_THE_ANSWER, CUTS_THE_ANSWER, HANGS, RESETS, *ANSWERS)
            and request.path.startswith(f"/t/{entry.table}/")
            and value in (*request.fields.get("points", ()), *request.fields.get("text", ()))
            and f'data-refused="{request.op}"' in request.answer
            for request in self.network.requests
        )
