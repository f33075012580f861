"""The melds on the table being typed: cards go to the last meld until the next one is begun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from scorepad.core.cards import Laid, Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.notation import read_melds, write_melds
from scorepad.core.rules import Rules
from scorepad.web.hand import entry
from scorepad.web.hand.entry import Entry

NEXT = " /"
TAPS = (*entry.TAPS, "next_set", "edit_set")


class TableEntry(Entry):
    """An entry whose text is melds with `/` between them."""

    @cached_property
    def melds(self) -> tuple[Meld, ...]:
        """The melds as typed; none while the text does not read."""
        try:
            return read_melds(self.text, self.rules.pack)
        except ScorepadError:
            return ()

    @property
    def where(self) -> str:
        return "on the table"

    @property
    def opens(self) -> bool:
        """Whether the next card begins a meld."""
        return not self.melds or self.text.rstrip().endswith("/")

    def remove(self, piece: str) -> TableEntry:
        """One card less: the one typed last when there are several of it."""
        card = self._one(piece)
        found = [place for place, meld in enumerate(self.melds) if card in [laid.card for laid in meld]]
        if not found:
            return self
        meld = self.melds[found[-1]]
        at = max(place for place, laid in enumerate(meld) if laid.card == card)
        rest = (*meld[:at], *meld[at + 1 :])
        return self._now((*self.melds[: found[-1]], rest, *self.melds[found[-1] + 1 :]))

    def next_set(self) -> TableEntry:
        """Begin the next meld."""
        return self if self.opens else replace(self, text=write_melds(self.melds) + NEXT, said="")

    def edit(self, place: int) -> TableEntry:
        """Make the meld at `place` the last one, which cards go to."""
        if not 0 <= place < len(self.melds):
            return self
        return self._now((*self.melds[:place], *self.melds[place + 1 :], self.melds[place]))

    def _now(self, melds: tuple[tuple[Laid, ...], ...]) -> TableEntry:
        changed = self._changed(write_melds(meld for meld in melds if meld))
        assert isinstance(changed, TableEntry)
        return changed


def read_table_entry(args: Mapping[str, str], rules: Rules) -> TableEntry:
    """The melds on the table that a page was sent with, before any tap."""
    return TableEntry(rules, args.get("table", ""), entry.read_past(args))


def tapped(now: TableEntry, args: Mapping[str, str]) -> TableEntry:
    """The melds after the one tap in `args`: those of the pad, `next_set` or `edit_set=0`."""
    if "next_set" in args:
        return now.next_set()
    if "edit_set" in args:
        number = args["edit_set"][:3]
        return now.edit(int(number)) if number.isdecimal() and number.isascii() else now
    changed = entry.tapped(now, args)
    assert isinstance(changed, TableEntry)
    return changed
