"""Melds as shown to people: a run upwards however it was laid, and wilds with what they stand for if the bare
cards would read otherwise. The text reads back as the same meld."""

from __future__ import annotations

from scorepad.core.card_text import show_apart, show_meld
from scorepad.core.cards import Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.rules import Rules
from scorepad.core.runs import run_upwards
from scorepad.core.verdicts import MeldVerdict


def show_verdict(rules: Rules, verdict: MeldVerdict) -> str:
    """A judged meld as text; an illegal one as it was laid."""
    if not verdict.legal:
        return show_meld(verdict.laid, rules.pack)
    meld = run_upwards(rules, verdict.laid)
    if not any(laid.stands_for for laid in meld):
        return show_meld(meld, rules.pack)
    bare_verdict = check_meld(rules, tuple(Laid(laid.card) for laid in meld))
    is_clear = bare_verdict.legal and sorted(bare_verdict.reads_as) == sorted(verdict.reads_as)
    return show_meld(meld, rules.pack) if is_clear else show_apart(meld, rules.pack)


def show_on_table(rules: Rules, meld: Meld) -> str:
    """A meld on the table as text."""
    return show_verdict(rules, check_meld(rules, meld))
