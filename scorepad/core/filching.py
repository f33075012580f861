"""Filching: a wild taken out of a meld on the table for the natural that it stands for (H19)."""

from __future__ import annotations

from dataclasses import replace

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.findings import Finding
from scorepad.core.merging import pinned, plain
from scorepad.core.notation import show_card, show_cards
from scorepad.core.readings import is_natural
from scorepad.core.rules import Rules
from scorepad.core.verdicts import MeldVerdict
from scorepad.core.wilds import reach


def filched(rules: Rules, meld: Meld, natural: Card) -> tuple[MeldVerdict, Card | None]:
    """A legal meld with the natural in place of a wild, and that wild; or every fault."""
    there = check_meld(rules, meld)
    place = _place(rules, there, natural)
    if place is None:
        findings = _findings(rules, there, natural)
        return replace(there, legal=False, points=0, findings=findings), None
    lying = pinned(rules, meld)
    put = Laid(natural, natural) if reach(rules, natural) else Laid(natural)
    after = check_meld(rules, (*lying[:place], put, *lying[place + 1 :]))
    return plain(after), lying[place].card


def wilds_of(rules: Rules, meld: Meld) -> tuple[Card, ...]:
    """The kinds of card that wilds of a legal meld stand for, which may be put in for them."""
    there = check_meld(rules, meld)
    if not any(there.natural):
        return ()
    return tuple(
        laid.stands_for
        for laid, natural in zip(there.laid, there.natural, strict=True)
        if not natural and laid.stands_for
    )


def _place(rules: Rules, there: MeldVerdict, natural: Card) -> int | None:
    """The place of a wild that stands for the natural."""
    for place, (laid, own) in enumerate(zip(there.laid, there.natural, strict=True)):
        if not own and laid.stands_for and is_natural(rules, Laid(natural), laid.stands_for):
            return place if any(there.natural) else None
    return None


def _findings(rules: Rules, there: MeldVerdict, natural: Card) -> tuple[Finding, ...]:
    cards = tuple(laid.card for laid in there.laid)
    if not any(there.natural):
        return (Finding("wilds-alone", cards, "H19", "No wild is taken from a meld of wilds alone."),)
    if all(there.natural):
        return (Finding("no-wild", cards, "H19", "There is no wild in this meld."),)
    stood_for = show_cards(wilds_of(rules, there.laid), rules.pack)
    shown = show_card(natural, rules.pack)
    said = f"the wilds there stand for {stood_for}" if stood_for else "what the wilds stand for is open"
    return (Finding("stands-for-another", (natural,), "H19", f"No wild there stands for {shown}: {said}."),)
