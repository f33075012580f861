"""Melds that lie on the table, read before anything is done with them (H16, I7).

A wild stands for what its place says. Where its place leaves that open, it is asked about: what lies beside
it, and what may still be laid there, depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.card_text import show_card, show_cards, show_meld
from scorepad.core.cards import Meld
from scorepad.core.check import check_meld, ways_to_read
from scorepad.core.errors import ScorepadError, joined
from scorepad.core.readings import Reading
from scorepad.core.rules import Rules
from scorepad.core.verdicts import Finding

_SHOWN = 6


class BrokenTable(ScorepadError):
    """A meld on the table is none, so that the table cannot have come about."""

    code = "table"


class OpenWild(ScorepadError):
    """A wild on the table of which nobody can tell what it stands for."""

    code = "open-wild"


def as_they_lie(rules: Rules, table: Sequence[Meld]) -> tuple[Meld, ...]:
    """The melds of a table, each wild saying what it stands for. Raises BrokenTable, OpenWild.

    Boards, and sets in which a joker need not say its suit, are read by those who lay on them (F2, K3).
    """
    if rules.board.shared or rules.shapes.sets:
        return tuple(table)
    melds = settled(rules, table, "table")
    verdicts = [check_meld(rules, meld) for meld in melds]
    broken = [
        f"{show_meld(meld, rules.pack)}: {' '.join(finding.sentence for finding in verdict.findings)}"
        for meld, verdict in zip(melds, verdicts, strict=True)
        if not verdict.legal
    ]
    if broken:
        raise BrokenTable(" ".join(broken), at="table")
    return melds


def settled(rules: Rules, melds: Sequence[Meld], field: str) -> tuple[Meld, ...]:
    """The melds as they read, each wild saying what it stands for; those that are none as they are.

    Raises OpenWild, with every meld that has a wild which may stand for several cards.
    """
    faults = [
        ScorepadError(_asked(rules, meld), at=f"{field}:{place}", code=OpenWild.code)
        for place, meld in enumerate(melds)
        if is_open(rules, meld)
    ]
    if faults:
        error = joined(faults)
        raise OpenWild(error.message, at=error.at, parts=error.parts)
    return tuple(check_meld(rules, meld).laid for meld in melds)


def unclear(rules: Rules, meld: Meld) -> tuple[Finding, ...]:
    """What stands in the way of going on with a legal meld: a wild that may stand for several cards."""
    if not is_open(rules, meld):
        return ()
    return (Finding("open-wild", tuple(laid.card for laid in meld), "H16", _asked(rules, meld)),)


def is_open(rules: Rules, meld: Meld) -> bool:
    """Whether a meld with a natural has a wild that may stand for several cards."""
    verdict = check_meld(rules, meld)
    if not verdict.legal:
        return any(finding.code == "ambiguous" for finding in verdict.findings)
    unclear = (
        not natural and not laid.stands_for
        for laid, natural in zip(verdict.laid, verdict.natural, strict=True)
    )
    return any(verdict.natural) and any(unclear)


def _asked(rules: Rules, meld: Meld) -> str:
    """What the meld may be, and how to say it: `♥7w may be ♥7♣8 or ♥7♠8: write which, as in ♥7 w=♣8.`"""
    ways = ways_to_read(rules, meld)
    shown = list(dict.fromkeys(show_cards(way.cards, rules.pack) for way in ways))
    others = f", {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    *first, last = shown[:_SHOWN]
    listed = f"{', '.join(first)}{others} or {last}"
    return f"{show_meld(meld, rules.pack)} may be {listed}: write which, as in {_written(rules, ways[0])}."


def _written(rules: Rules, way: Reading) -> str:
    """A reading as it is written so that nothing is open: `♥7 w=♣8`."""
    return " ".join(
        show_card(laid.card, rules.pack) + ("" if natural else f"={show_card(kind, rules.pack)}")
        for laid, kind, natural in zip(way.laid, way.cards, way.natural, strict=True)
    )
