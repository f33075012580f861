"""How long pages take in the pad without a server, beside a pad with one, in the same Chromium.

    bin/page && python -m bench.page_times              medians of 30
    bin/page && python -m bench.page_times --times 10   fewer

Both have a table of four with three deals. A page of the browser asks for each page of the pad, by turns on
both, and reads the whole answer. Times are on the clock, in milliseconds.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from statistics import median

from playwright.sync_api import BrowserContext, Frame, Page, sync_playwright

from tests.browser.engines import CHROMIUM_ARGUMENTS, chromium_program
from tests.browser.test_page_without_server import READY, SMALL, STARTS_WITHIN, hosted, pad
from tests.made_page import PAGE
from tests.serving import running

PLAYERS = ("Ann", "Ben", "Cem", "Dora")
PAGES = {
    "home": "",
    "new table": "new?game=romme",
    "a hand": "solve?game=gin-rummy&cards=4C+5C+6C+9H+9S+9D+KH+KS+2D+3D",
    "rules": "games/canasta",
    "table": "t/{table}",
    "wall": "t/{table}/wall",
    "sheet": "t/{table}/sheet",
}
OPENED = """async (players) => {
  const sent = async (path, value, key = "") => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
    const answer = await fetch(path, { method: "POST", body: JSON.stringify(value), headers });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const { table, key } = await sent("api/v1/tables", { game: "romme", players });
  for (const points of [12, 30, 7]) {
    const left = { Ben: points, Cem: 20, Dora: 5 };
    await sent(`api/v1/tables/${table}/deals`, { winner: "Ann", left }, key);
  }
  return table;
}"""
TIMED = """async (path) => {
  const began = performance.now(), answer = await fetch(path);
  await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - began;
}"""


def opened(context: BrowserContext, address: str, *, alone: bool) -> tuple[Page | Frame, str]:
    """The page that asks, and the id of its table; `alone`: the pad without a server."""
    page = context.new_page()
    page.goto(address)
    if not alone:
        return page, page.evaluate(OPENED, PLAYERS)
    page.wait_for_function(READY, timeout=STARTS_WITHIN)
    return pad(page), pad(page).evaluate(OPENED, PLAYERS)


def main() -> None:
    """Print a line for each page: with a server, without one, and how many times as long."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=30)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory() as instance, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_program(), args=CHROMIUM_ARGUMENTS)
        serve = [sys.executable, "-m", "scorepad", "serve", "--instance", instance]
        with hosted(PAGE) as files, running(serve) as server:
            full = opened(browser.new_context(viewport=SMALL), server.url, alone=False)
            alone = opened(browser.new_context(viewport=SMALL), files, alone=True)
            print(f"{'':<12} {'server':>7} {'alone':>7}  times")
            for name, path in PAGES.items():
                measured: list[list[float]] = [[], []]
                for _ in range(times):
                    for column, (page, table) in zip(measured, (full, alone), strict=True):
                        column.append(page.evaluate(TIMED, path.format(table=table)))
                with_server, without = map(median, measured)
                print(
                    f"{name:<12} {with_server:7.1f} {without:7.1f}  {without / with_server:5.1f}", flush=True
                )
        browser.close()
    print(f"load of this machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
