"""What a player's first meld needs: enough naturals and few wilds (H13).

It binds going out as well: with nothing laid before, one of the melds must be such a meld. One card alone
goes out by H12 only, which excepts it: the pad does not see the stock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorepad.core.cards import Card, Laid, Meld, Track
from scorepad.core.check import check_meld
from scorepad.core.melding import melding_of
from scorepad.core.phrasing import count_word
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.verdicts import Finding, MeldVerdict


def naturals_needed(rules: Rules, earlier_score: int) -> int:
    """The naturals that the first meld needs of a player with that score in earlier games; 0: any (H13)."""
    if not rules.turns.first_meld_naturals:
        return 0
    rise = max(0, earlier_score) // rules.turns.first_meld_rise if rules.turns.first_meld_rise else 0
    return rules.turns.first_meld_naturals + rise


def first_meld_faults(rules: Rules, meld: MeldVerdict, needed: int) -> tuple[Finding, ...]:
    """What is wrong with a legal meld as a first one, which needs so many naturals; 0: any."""
    if not needed:
        return ()
    cards, natural_count = tuple(laid.card for laid in meld.laid), sum(meld.natural)
    wild_count, most_wilds = len(cards) - natural_count, rules.turns.first_meld_wilds
    findings = []
    if natural_count < needed:
        sentence = say(
            "A first meld needs {least} naturals, not {number}.",
            least=count_word(needed),
            number=count_word(natural_count),
        )
        findings.append(Finding("first-naturals", cards, "H13", sentence))
    if wild_count > most_wilds:
        sentence = say(
            "A first meld holds {most} wilds at most, not {number}.",
            most=count_word(most_wilds),
            number=count_word(wild_count),
        )
        findings.append(Finding("first-wilds", cards, "H13", sentence))
    return tuple(findings)


def first_laid_faults(rules: Rules, melds: Sequence[MeldVerdict], needed: int) -> tuple[Finding, ...]:
    """What is wrong with melds of a player who laid none before and goes out with them."""
    faults_by_meld = [first_meld_faults(rules, meld, needed) for meld in melds]
    is_last_card = sum(len(meld.laid) for meld in melds) == 1
    if not melds or is_last_card or not all(faults_by_meld):
        return ()
    if len(melds) == 1:
        return faults_by_meld[0]
    cards = tuple(laid.card for meld in melds for laid in meld.laid)
    sentence = say(
        "With nothing laid before, one of the melds must be a first meld, of {needs}.",
        needs=_needs(rules, needed),
    )
    return (Finding("first-meld", cards, "H13", sentence),)


def no_first_meld(rules: Rules, cards: Sequence[Card], needed: int) -> tuple[Finding, ...]:
    """Why these cards cannot go out with nothing laid before, however they are laid; empty where they can."""
    if not needed or len(cards) <= 1 or next(least_first_melds(rules, cards, needed), None):
        return ()
    sentence = say(
        "These cards cannot go out: with nothing laid before they need a first meld, of {needs}.",
        needs=_needs(rules, needed),
    )
    return (Finding("no-first-meld", tuple(cards), "H13", sentence),)


def _needs(rules: Rules, needed: int) -> str:
    return say(
        "at least {least} naturals and at most {most} wilds",
        least=count_word(needed),
        most=count_word(rules.turns.first_meld_wilds),
    )


def least_first_melds(rules: Rules, cards: Sequence[Card], needed: int) -> Iterator[Meld]:
    """The melds of the cards that are just enough of a first one, from a natural to a natural: each first
    meld of theirs holds one of these."""
    for meld in first_melds(rules, cards, needed, grows=False):
        ends_naturally = all(_lies_naturally(laid) for laid in (meld[0], meld[-1]))
        if ends_naturally and sum(_lies_naturally(laid) for laid in meld) == needed:
            yield meld


def first_melds(rules: Rules, cards: Sequence[Card], needed: int, *, grows: bool = True) -> Iterator[Meld]:
    """Every first meld of the cards, each that may be wild saying what it stands for; where none `grows`,
    those that end with the last natural that they need."""
    seen_melds = set()
    most_wilds = rules.turns.first_meld_wilds
    for track in melding_of(rules).tracks:
        for start in range(len(track.cards)):
            for meld in _grown_melds(rules, track, start, Counter(cards), needed, most_wilds, (), grows):
                if meld not in seen_melds and check_meld(rules, meld).legal:
                    seen_melds.add(meld)
                    yield meld


def _lies_naturally(laid: Laid) -> bool:
    return laid.stands_for in (None, laid.card)


def _grown_melds(
    rules: Rules,
    track: Track,
    place: int,
    cards: Counter[Card],
    naturals: int,
    wilds: int,
    laid: Meld,
    grows: bool,
) -> Iterator[Meld]:
    """The meld so far, and all that it grows to, with so many naturals more at least and wilds at most."""
    if laid and naturals <= 0:
        yield laid
        if not grows:
            return
    if not track.circular and place >= len(track.cards):
        return
    kind, melding = track.cards[place % len(track.cards)], melding_of(rules)
    for card in [card for card, count in cards.items() if count and melding.may_lie(Laid(card), kind)]:
        is_natural = card == kind
        if is_natural or wilds:
            cards[card] -= 1
            placed = (*laid, Laid(card, kind) if melding.reach(card) else Laid(card))
            yield from _grown_melds(
                rules, track, place + 1, cards, naturals - is_natural, wilds - (not is_natural), placed, grows
            )
            cards[card] += 1
