"""Cases of games of whole hands: how a deal ends and is scored, first melds, matches with boxes and pools.

Figures are written with their words, `knock / 7 / 31`, so that nothing reads them as cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.worked_examples.card_texts import run_text, same_rank_text
from bench.worked_examples.case import CannotBe, ExampleCase, points_text, refusal_of
from scorepad.core.check import check
from scorepad.core.errors import ScorepadError
from scorepad.core.hand_ends import opening_faults
from scorepad.core.matches import BoxMatch, PlayedDeal, PoolMatch, match_standing
from scorepad.core.notation import read_cards, read_melds
from scorepad.core.phrasing import show_number
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.settle import PlayerShare, SettledDeal, settle_deal
from scorepad.core.values import left_value
from scorepad.optimize import best

_LEFT = ((0, 24), (1, 20), (3, 11), (7, 5), (7, 7), (10, 30), (0, 90))
_MATCHES = {
    "boxes": (
        say("Wins of 30 and 85 on one side, of 25 and 30 on the other"),
        ((30, 0), (0, 25), (0, 30), (85, 0)),
    ),
    "shutout": (say("Wins of 60 and 50 on one side, none on the other"), ((60, 0), (50, 0))),
    "hollywood": (say("Wins of 32, 28 and 45 on one side"), ((32, 0), (28, 0), (45, 0))),
}


def hand_cases(rules: Rules) -> Iterator[ExampleCase]:
    """The cases of a game whose turns end with a discard."""
    if not rules.hand.throws:
        return
    yield from _ending_cases(rules)
    for drop in rules.scoring.drops:
        yield ExampleCase(say("{first}, 30 left elsewhere"), f"{drop.label} / {drop.id}", _dropped)
    if isinstance(rules.match.kind, BoxMatch):
        yield from (ExampleCase(words, f"{name} / x", _played_out) for name, (words, _) in _MATCHES.items())
    if isinstance(rules.match.kind, PoolMatch):
        yield ExampleCase(say("Totals of 105, 90 and 10 in a pool"), "105 / 90 / 10 / pool", _in_pool)
    if rules.hand.opening:
        courts, threes = run_text(rules, -2, 3), same_rank_text(rules, 2, (0, 2, 3))
        yield ExampleCase(say("{first} and {second} laid first"), f"{courts} / {threes}", _opens)
        high = f"{run_text(rules, 3, 10)} / {same_rank_text(rules, 3, range(4))}"
        yield ExampleCase(say("{first} and {second} laid first"), high, _opens)
    if rules.hand.pairs:
        pairs = (same_rank_text(rules, place, (0, 0)) for place in range(rules.hand.pairs))
        yield ExampleCase("", " / ".join(pairs), _judged)
    if rules.jokers:
        yield ExampleCase("", run_text(rules, 1, 1) + " w" * rules.jokers, _judged)
    if rules.wilds.most_wilds:
        yield ExampleCase("", run_text(rules, 1, 1) + " w" * (rules.wilds.most_wilds + 1), _judged)
    if rules.hand.pure_runs:
        yield ExampleCase(say("{first}, thirteen cards"), _one_life(rules), _least_left)
    yield ExampleCase(
        say("{first} taken from the discard pile and kept in hand"), run_text(rules, 8, 1).lower(), _taken
    )


def _ending_cases(rules: Rules) -> Iterator[ExampleCase]:
    for words in rules.scoring.endings:
        for own, other in () if words.by_nobody else _LEFT:
            yield ExampleCase(
                say("{first}: {second} left against {third}"), f"{words.label} / {own} / {other}", _ended
            )


def _ended(rules: Rules, text: str) -> str:
    label, own, other = text.split(" / ")
    ending = next((words.id for words in rules.scoring.endings if words.label == label), label)
    shares = {"winner": PlayerShare(left=int(own)), "second": PlayerShare(left=int(other))}
    return _scores(rules, SettledDeal(shares, "winner", ending=ending))


def _dropped(rules: Rules, text: str) -> str:
    _, drop = text.split(" / ")
    shares = {"winner": PlayerShare(), "first": PlayerShare(), "second": PlayerShare(left=30)}
    return _scores(rules, SettledDeal(shares, "winner", dropped={"first": drop}))


def _scores(rules: Rules, deal: SettledDeal) -> str:
    try:
        scores = settle_deal(rules, deal)
    except ScorepadError:
        return CannotBe(say("not allowed"))
    return _in_order(scores.values())


def _in_order(numbers: object) -> str:
    return " : ".join(map(show_number, numbers))  # type: ignore[call-overload]


def _played_out(rules: Rules, text: str) -> str:
    """The totals of both sides after deals that one of them won."""
    _, deals = _MATCHES[text.split(" / ")[0]]
    played = [PlayedDeal(dict(enumerate(scores)), factor=rules.scoring.factor) for scores in deals]
    standing = match_standing(rules, played, 2)
    return _in_order(standing.totals)


def _in_pool(rules: Rules, text: str) -> str:
    totals = [int(number) for number in text.split(" / ")[:3]]
    standing = match_standing(rules, [PlayedDeal(dict(enumerate(totals)))], len(totals))
    if not standing.out:
        return say("nobody is out")
    return say("the first is out, and may come back") if standing.may_return else say("the first is out")


def _opens(rules: Rules, text: str) -> str:
    verdict = check(rules, read_melds(text, rules.pack))
    faults = tuple(opening_faults(rules, verdict.melds)) if verdict.legal else verdict.all_findings
    return refusal_of(faults) if faults else points_text(verdict.points)


def _judged(rules: Rules, text: str) -> str:
    verdict = check(rules, read_melds(text, rules.pack))
    return points_text(verdict.points) if verdict.legal else refusal_of(verdict.all_findings)


def _one_life(rules: Rules) -> str:
    """A pure run, and ten cards that make nothing."""
    runs = [run_text(rules, place, 1, suit) for suit in (1, 2, 3) for place in (0, 4, 8)]
    return " ".join([run_text(rules, 3, 3), *runs, run_text(rules, 12, 1, 2)]).lower()


def _least_left(rules: Rules, text: str) -> str:
    cards = [laid.card for laid in read_cards(text, rules.pack)]
    return points_text(left_value(rules, best(rules, cards).left))


def _taken(rules: Rules, _text: str) -> str:
    return CannotBe(say("not allowed")) if rules.turns.meld_taken else say("allowed")
