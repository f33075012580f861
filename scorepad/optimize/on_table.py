"""Melds that lie on the table as they read, before anything is done with them (B2, K3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorepad.core.card_text import show_meld
from scorepad.core.cards import Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.errors import BrokenTable
from scorepad.core.rules import Rules


def read_table_melds(
    rules: Rules, table: Sequence[Meld], known_melds: Mapping[frozenset[Laid], Meld] | None = None
) -> tuple[Meld, ...]:
    """The melds in order, each wild saying what it stands for. Raises BrokenTable.

    `known_melds` has melds of naturals in order by their cards, which need no reading.
    """
    melds_read: list[Meld] = []
    faults: list[str] = []
    for meld in table:
        cards = frozenset(meld)
        if known_melds and len(cards) == len(meld) and cards in known_melds:
            melds_read.append(known_melds[cards])
            continue
        verdict = check_meld(rules, meld)
        melds_read.append(verdict.laid)
        if not verdict.legal:
            reason = " ".join(finding.sentence for finding in verdict.findings)
            faults.append(f"{show_meld(meld, rules.pack)}: {reason}")
    if faults:
        raise BrokenTable(" ".join(faults), at="table")
    return tuple(melds_read)
