"""What one warm request takes: calls and files entered in `scorepad/` and `vision/`, trip by trip.

    python bench/trips.py                  this checkout
    python bench/trips.py --tree ../other  another one, asked over HTTP and by its forms alone
    python bench/trips.py --files          the files too, each with its calls

Jobs are done in the process that asks, and counted with it. A generator counts each time it goes on;
comprehensions and templates do not count.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

TOP = Path(__file__).resolve().parents[1]
HAND = "456677889T"
PHOTO = TOP / "bench" / "hand.jpg"  # ten cards drawn by `training`, one of them unsure
PLAYERS = ("Ann", "Ben", "Cy", "Di")
DEALS = 3  # of the table whose sheet is drawn

Calls = Counter[str]


@contextmanager
def counted(tree: Path) -> Iterator[Calls]:
    """Counts the calls into files of the tree's packages meanwhile, by file."""
    calls: Calls = Counter()
    packages = tuple(f"{tree / package}/" for package in ("scorepad", "vision"))

    def count(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(packages) and code.co_name[0] != "<":
            calls[code.co_filename.removeprefix(f"{tree}/")] += 1

    threading.setprofile(count)
    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]


class Trips:
    """The trips over one app on an empty store; each is gone once to warm it, then counted."""

    def __init__(self, tree: Path, instance: str) -> None:
        from scorepad.web import create_app

        self.tree = tree
        self.app = create_app({"INSTANCE": instance, "LIMITS": False})
        self.phone = _phone_class()(self.app.test_client())
        self.photos: list[str] = []

    def all(self) -> Iterator[tuple[str, Calls]]:
        """Every trip by name, and what it took."""
        yield "POST /api/v1/best, 10 cards", self._counted_twice(self._best)
        self._open_table()
        pages = [f"/t/{self.table}/out?player={seat}&cards={suit}{HAND}" for seat, suit in enumerate("♣♥")]
        yield (
            "pad: the page of a hand",
            self._counted(lambda page: self._ok(self.phone.client.get(page)), pages),
        )
        yield "pad: record a hand", self._sent(map(self._record, pages))
        yield "photo: hand in", self._sent(self._hand_in() for _ in range(2))
        yield "photo: its page, read here", self._counted(self._look, self.photos)
        yield "photo: its page again", self._counted(self._look, self.photos)
        self._play()
        sheet = f"/t/{self.table}/sheet.pdf"
        yield "log -> PDF", self._counted_twice(lambda: self._ok(self.phone.client.get(sheet)))

    def _sent(self, forms: Iterator[Callable[[], None]]) -> Calls:
        """Sends one form, then the next one, each from a page that is opened when its turn comes."""
        next(forms)()
        send = next(forms)
        with counted(self.tree) as calls:
            send()
        return calls

    def _counted_twice(self, go: Callable[[], Any]) -> Calls:
        return self._counted(lambda _: go(), (None, None))

    def _counted(self, go: Callable[[Any], Any], twice: Any) -> Calls:
        warm, measured = twice
        go(warm)
        with counted(self.tree) as calls:
            go(measured)
        return calls

    def _best(self) -> None:
        body = {"game": "chattahoochee", "cards": f"♣{HAND}", "options": {"packs": 2}}
        answer = self.phone.client.post("/api/v1/best", json=body)
        assert (answer.json["points"], answer.json["proven"]) == (34, True)

    def _open_table(self) -> None:
        self.phone.open("/new?game=chattahoochee")
        names = {f"name_{seat}": name for seat, name in enumerate(PLAYERS)}
        self.phone.press("Open the table", name="Friday", **names)
        self.table = self.phone.table_id

    def _record(self, page: str) -> Callable[[], None]:
        """Sends the form of that page, as the page was shown."""
        action, fields = _filled(self.phone.open(page), "Record")
        return lambda: self._ok(self.phone.client.post(action, data=fields), 303)

    def _hand_in(self) -> Callable[[], None]:
        """Hands in the photo for the pad of hands; its page is then one of `photos`."""
        self.phone.open("/solve")
        action, fields = _filled(self.phone.press("Photo"), "Read the")
        data = {**fields, "photo": (io.BytesIO(PHOTO.read_bytes()), "hand.jpg")}
        return lambda: self.photos.append(self._ok(self.phone.client.post(action, data=data), 303).location)

    def _look(self, page: str) -> None:
        assert "Use these 10 cards" in self._ok(self.phone.client.get(page)).get_data(as_text=True)

    def _play(self) -> None:
        """Some deals of the table, each ended by hands of which only the points are told."""
        for deal in range(DEALS):
            for seat in range(0 if deal else 2, len(PLAYERS) - 1):
                self.phone.open(f"/t/{self.table}/out").press(
                    "Record", player=str(seat), points=str(10 + deal)
                )
            self.phone.open(f"/t/{self.table}").press("Next deal")

    def _ok(self, answer: Any, status: int = 200) -> Any:
        assert answer.status_code == status, (answer.request.full_path, answer.status_code, answer.text)
        return answer


def _phone_class() -> Any:
    """The phone of this checkout's tests, whichever tree is looked at."""
    spec = importlib.util.spec_from_file_location("phone", TOP / "tests" / "web" / "phone.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["phone"] = module
    spec.loader.exec_module(module)
    return module.Phone


def _filled(phone: Any, words: str) -> tuple[str, dict[str, str]]:
    """Where the form with that button leads, and what it sends."""
    form = phone.form(words)
    name, value, _ = next(button for button in form.buttons if words in button[2])
    return form.actions.get((name, value), form.action), dict(form.fields) | ({name: value} if name else {})


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tree", type=Path, default=TOP, help="the checkout that is looked at")
    parser.add_argument("--files", action="store_true", help="name the files too")
    given = parser.parse_args()
    tree = given.tree.resolve()
    sys.path.insert(0, str(tree))
    with tempfile.TemporaryDirectory() as instance:
        print(f"{'trip':<30}{'files':>6}{'calls':>7}")
        for name, calls in Trips(tree, instance).all():
            print(f"{name:<30}{len(calls):>6}{calls.total():>7}")
            for file, count in calls.most_common() if given.files else ():
                print(f"    {file:<48}{count:>6}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
