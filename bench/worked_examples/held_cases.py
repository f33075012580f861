"""Cases of games in which value cards are held and paid, and of sets that are shown first."""

from __future__ import annotations

from collections.abc import Iterator

from bench.worked_examples.case import ANN, BEN, CLEO, CannotBe, ExampleCase, points_text, scores_text
from scorepad.core.errors import ScorepadError
from scorepad.core.notation import read_cards
from scorepad.core.rules import Rules
from scorepad.core.scoring.ended_deal import NamedDeal, PlayerShare, notes_told
from scorepad.core.sentence import say
from scorepad.core.settle import settle_deal
from scorepad.optimize import best

_VALUE_CARDS = ("JH JH", "QH TH", "JD", "TH JH QH")  # where the jack of hearts was turned up
_THREE_TUNNELAS = "4C 4C 4C 7H 7H 7H AS AS AS KD 2H 5S 9H TC 3D 8D JS 7S QC 2C 6D"
_MAAL = {ANN: 8, BEN: 5, CLEO: 4}


def held_cases(rules: Rules) -> Iterator[ExampleCase]:
    """The cases of a game that counts value cards; none in others."""
    scoring = rules.scoring
    if scoring.final.needed != "none":
        return
    if scoring.final.held(()) is not None:
        yield from (ExampleCase(say("{first} held at the end"), text, _held) for text in _VALUE_CARDS)
    maal = {"other": BEN, "held": _MAAL[BEN], "third": CLEO, "more": _MAAL[CLEO]}
    for words in scoring.ending_words.all:
        told = say(
            "{ended} with maal {own}, {other} has {held}, {third} {more}",
            ended=words.ended_by(ANN),
            own=_MAAL[ANN],
            **maal,
        )
        yield ExampleCase(told, f"{words.label} / {words.id} / ", _settled)
    for drop in scoring.notes:
        told = say(
            "{ended} with maal {own}, {other} has {held}, {third} {more} ({drop})",
            ended=scoring.ending_words.ended_by(ANN),
            own=_MAAL[ANN],
            drop=drop.mark,
            **maal,
        )
        yield ExampleCase(told, f"{drop.label} /  / {drop.id}", _settled)
    if rules.hand.seeing:
        yield ExampleCase(say("A hand with three tunnelas"), _THREE_TUNNELAS, _may_end)


def _held(rules: Rules, text: str) -> str:
    cards = [laid.card for laid in read_cards(text, rules.pack)]
    return points_text(rules.scoring.final.held(cards) or 0)


def _settled(rules: Rules, text: str) -> str:
    _, ending, noted = (part.strip() for part in text.split("/"))
    shares = {name: PlayerShare(left=number) for name, number in _MAAL.items()}
    deal = NamedDeal(shares, ANN, ending=ending, notes=notes_told({CLEO: noted} if noted else {}))
    try:
        return scores_text(settle_deal(rules, deal))
    except ScorepadError:
        return CannotBe(say("not allowed"))


def _may_end(rules: Rules, text: str) -> str:
    cards = [laid.card for laid in read_cards(text, rules.pack)]
    return say("ends the deal") if best(rules, cards).ends else CannotBe(say("doesn’t end the deal"))
