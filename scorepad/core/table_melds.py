"""Melds that lie on the table, read before anything is done with them (H16, I7).

A wild stands for what its place says. Where its place leaves that open, it is asked about: what lies beside
it, and what may still be laid there, depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.core.card_text import show_cards, show_laid, show_meld
from scorepad.core.cards import Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.errors import BrokenTable, ScorepadError, join_errors
from scorepad.core.phrasing import join_words
from scorepad.core.readings import Reading
from scorepad.core.rules import Rules
from scorepad.core.runs import ways_to_read
from scorepad.core.sentence import in_a_row, say
from scorepad.core.verdicts import Finding

_READINGS_SHOWN = 6


class OpenWild(ScorepadError):
    """A wild on the table of which nobody can tell what it stands for."""

    code = "open-wild"


def read_table(rules: Rules, table_melds: Sequence[Meld]) -> tuple[Meld, ...]:
    """The melds of a table, each wild saying what it stands for. Raises BrokenTable, OpenWild.

    Boards, and sets in which a joker need not say its suit, are read by those who lay on them (F2, K3).
    """
    if rules.board.shared or rules.shapes.sets:
        return tuple(table_melds)
    melds = settle_wilds(rules, table_melds, "table")
    verdicts = [check_meld(rules, meld) for meld in melds]
    broken_melds = [
        say(
            "{meld}: {faults}",
            meld=show_meld(meld, rules.pack),
            faults=in_a_row(finding.sentence for finding in verdict.findings),
        )
        for meld, verdict in zip(melds, verdicts, strict=True)
        if not verdict.legal
    ]
    if broken_melds:
        raise BrokenTable(in_a_row(broken_melds), at="table")
    return melds


def settle_wilds(rules: Rules, melds: Sequence[Meld], field_name: str) -> tuple[Meld, ...]:
    """The melds as they read, each wild saying what it stands for; those that are none as they are.

    Raises OpenWild, with every meld that has a wild which may stand for several cards.
    """
    faults = [
        ScorepadError(_ask_which(rules, meld), at=f"{field_name}:{meld_place}", code=OpenWild.code)
        for meld_place, meld in enumerate(melds)
        if has_open_wild(rules, meld)
    ]
    if faults:
        error = join_errors(faults)
        raise OpenWild(error.message, at=error.at, parts=error.parts)
    return tuple(check_meld(rules, meld).laid for meld in melds)


def open_wild_findings(rules: Rules, meld: Meld) -> tuple[Finding, ...]:
    """What stands in the way of going on with a legal meld: a wild that may stand for several cards."""
    if not has_open_wild(rules, meld):
        return ()
    return (Finding("open-wild", tuple(laid.card for laid in meld), "H16", _ask_which(rules, meld)),)


def has_open_wild(rules: Rules, meld: Meld) -> bool:
    """Whether a meld with a natural has a wild that may stand for several cards."""
    verdict = check_meld(rules, meld)
    if not verdict.legal:
        return any(finding.code == "ambiguous" for finding in verdict.findings)
    open_wilds = (
        not is_natural and not laid.stands_for
        for laid, is_natural in zip(verdict.laid, verdict.natural, strict=True)
    )
    return any(verdict.natural) and any(open_wilds)


def _ask_which(rules: Rules, meld: Meld) -> str:
    """What the meld may be, and how to say it: `♥7w may be ♥7♣8 or ♥7♠8: write which, as in ♥7 w=♣8.`"""
    meld_readings = ways_to_read(rules, meld)
    shown_readings = list(dict.fromkeys(show_cards(reading.cards, rules.pack) for reading in meld_readings))
    *first_shown, last_shown = shown_readings[:_READINGS_SHOWN]
    if len(shown_readings) > _READINGS_SHOWN:
        first_shown.append(say("{number} more", number=len(shown_readings) - _READINGS_SHOWN))
    return say(
        "{meld} may be {senses}: write which, as in {example}.",
        meld=show_meld(meld, rules.pack),
        senses=join_words([*first_shown, last_shown]),
        example=_write_reading(rules, meld_readings[0]),
    )


def _write_reading(rules: Rules, reading: Reading) -> str:
    """A reading as it is written so that nothing is open: `♥7 w=♣8`."""
    return in_a_row(
        show_laid(Laid(laid.card, None if is_natural else kind), rules.pack)
        for laid, kind, is_natural in zip(reading.laid, reading.cards, reading.natural, strict=True)
    )
