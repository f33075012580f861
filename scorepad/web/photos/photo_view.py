"""What was read on a photo, as its page shows it: the cards in rows as they lie, each with its box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorepad.core.audit import audit
from scorepad.core.cards import Meld
from scorepad.core.check import check_meld
from scorepad.core.notation import NotationError, read_melds
from scorepad.photos.desk import State
from scorepad.web.faces import pieces
from scorepad.web.photos.target import Place

Box = tuple[int, int, int, int]
AROUND = 2.2
"""How many times the box a crop around it is wide and high."""
LEAST = 40
"""The smallest box drawn, in parts of the picture's long side."""
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


@dataclass(frozen=True, slots=True)
class Seen:
    """One card of the photo: its number there, its text, its box, and whether a person should look at it."""

    at: int
    text: str
    box: Box
    doubtful: bool


@dataclass(frozen=True)
class PhotoView:
    """A photo that was read, and the pad that its cards go to. Boxes are in pixels of the picture shown.

    typed   the rows as they were sent, where they were
    adds    whether the cards go beside those in the pad, or in their place
    """

    photo: str
    place: Place
    answer: dict[str, Any]
    typed: tuple[str, ...] | None = None
    adds: bool = True

    @property
    def width(self) -> int:
        return int(self.answer["width"])

    @property
    def height(self) -> int:
        return int(self.answer["height"])

    @cached_property
    def rows(self) -> list[list[Seen]]:
        """The cards in groups, as they lie."""
        return [[self._seen(at) for at in group] for group in self.answer["groups"]]

    @property
    def doubtful(self) -> list[Seen]:
        return [seen for row in self.rows for seen in row if seen.doubtful]

    @property
    def texts(self) -> tuple[str, ...]:
        """The rows as text."""
        if self.typed is not None:
            return self.typed
        return tuple(" ".join(seen.text for seen in row) for row in self.rows)

    @cached_property
    def _melds(self) -> tuple[tuple[Meld, ...], NotationError | None]:
        return read_rows(self.texts, self.place)

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The rows as cards; none while one does not read."""
        return self._melds[0]

    @property
    def error(self) -> NotationError | None:
        return self._melds[1]

    @property
    def number(self) -> int:
        return sum(map(len, self.melds))

    @property
    def lays(self) -> bool:
        """Whether the rows can be meant as melds: there are several, or the only one is a meld."""
        one = [check_meld(self.place.rules, meld).legal for meld in self.melds[:1]]
        return self.place.lays and (len(self.melds) > 1 or any(one))

    @property
    def warnings(self) -> list[str]:
        """Cards of which there are more than the packs hold, those in the pad counted if they stay (P1)."""
        rules = self.place.rules
        cards = [laid.card for meld in self.melds for laid in meld]
        if self.adds:
            cards += self.place.held.cards
        return [finding.sentence for finding in audit(rules.pack, rules.packs, rules.jokers, cards)]

    @property
    def set_word(self) -> str:
        """What the rows are called in a pad that holds melds; empty in one that holds cards."""
        return "" if not self.place.sets else "set" if self.place.rules.board.shared else "meld"

    @property
    def use(self) -> str:
        """What the main button says."""
        number = len(self.melds) if self.place.sets else self.number
        word = self.set_word or self.piece(1)
        return f"Use this {word}" if number == 1 else f"Use these {number} {word}s"

    def piece(self, number: int) -> str:
        return pieces(self.place.rules, number)

    def for_script(self) -> dict[str, Any]:
        """What the page's script works with."""
        rows = [
            [{"card": one.text, "box": one.box, "doubtful": one.doubtful} for one in row] for row in self.rows
        ]
        return {"rows": rows, "width": self.width, "height": self.height, "sets": self.set_word}

    def drawn(self, box: Box) -> Box:
        """The box as it is drawn over the picture: never so small that it is not seen."""
        least = max(self.width, self.height) // LEAST
        x, y, wide, high = box
        grown = max(least, wide), max(least, high)
        return x - (grown[0] - wide) // 2, y - (grown[1] - high) // 2, *grown

    def crop(self, box: Box) -> Box:
        """A square around the box, within the picture."""
        x, y, wide, high = box
        side = min(round(max(wide, high) * AROUND), self.width, self.height)
        left = min(max(0, x + wide // 2 - side // 2), self.width - side)
        top = min(max(0, y + high // 2 - side // 2), self.height - side)
        return left, top, side, side

    def _seen(self, at: int) -> Seen:
        found = self.answer["cards"][at]
        text, box = str(found["card"]), found["box"]
        known = text in self._known
        return Seen(at, text, (box[0], box[1], box[2], box[3]), at in self.answer["unsure"] or not known)

    @cached_property
    def _known(self) -> set[str]:
        """The cards of the pack, as they are written."""
        return {"w", *map(str, self.place.rules.pack.cards)}


def read_rows(texts: Sequence[str], place: Place) -> tuple[tuple[Meld, ...], NotationError | None]:
    """The rows as cards; none, and what is wrong, where one does not read."""
    try:
        return read_melds(" / ".join(texts), place.rules.pack), None
    except NotationError as error:
        return (), error


def told(state: State) -> str:
    """How far a photo is, in words."""
    if state.name == "waiting" and state.place > 1:
        return f"{ordinal(state.place)} in line"
    return {"waiting": "Next in line", "reading": "Reading …"}.get(state.name, state.message)


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"
