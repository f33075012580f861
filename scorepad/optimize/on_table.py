"""Reads melds on the table, before anything is done with them (B2, K3)."""

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

    `known_melds` are melds of naturals in order, by their cards, which need no reading.
    """
    read_melds: list[Meld] = []
    fault_sentences: list[str] = []
    for meld in table:
        cards = frozenset(meld)
        # A set of cards forgets that one lies twice, so such melds are read.
        if known_melds and len(cards) == len(meld) and cards in known_melds:
            read_melds.append(known_melds[cards])
            continue
        verdict = check_meld(rules, meld)
        read_melds.append(verdict.laid)
        if not verdict.legal:
            why = " ".join(finding.sentence for finding in verdict.findings)
            fault_sentences.append(f"{show_meld(meld, rules.pack)}: {why}")
    # All faults come at once, so that a table is mended in one go.
    if fault_sentences:
        raise BrokenTable(" ".join(fault_sentences), at="table")
    return tuple(read_melds)
