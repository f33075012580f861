"""Cases of deals and matches: cards dealt, going out at once, racks when nobody can play (B4, B6, H11, K4);
totals after so many deals, over or not (B5, F4, G3, V5).
"""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.core.check import check
from scorepad.core.log.match import decided
from scorepad.core.notation import read_melds
from scorepad.core.plays import score_out
from scorepad.core.rules import Rules
from scorepad.core.settle import PlayerShare, SettledDeal, settle_deal
from scorepad.examples.card_texts import run
from scorepad.examples.case import Case, No, points, refused

_NAMES = ("the first", "the second")
_SOON = 3  # deals


def deals(rules: Rules) -> Iterator[Case]:
    """The cases that the game's way of scoring has."""
    if rules.deal.scoring == "going-out":
        yield Case("{}, the whole hand, with three opponents in", run(rules, 3, 7), _concealed)
    if rules.deal.scoring == "winner-takes":
        text = f"{run(rules, 3, 1)} {run(rules, -1, 1)} / {run(rules, 7, 1)}"
        yield Case("all cards at once, while the others hold {} and {}", text, _at_once)
    if rules.deal.scoring == "rack":
        yield Case("nobody can play, racks {} and {}", f"{run(rules, 10, 2)} / {run(rules, 0, 3)}", _stuck)
    if rules.deal.scoring == "collected":
        yield Case("the whole deck", "", _deck)
    if rules.match.cards_dealt:
        yield Case("a deal for two", "", _dealt)


def unopened(rules: Rules) -> Iterator[Case]:
    """A rack that made its first play, and one that never did (K4)."""
    text = f"{run(rules, 4, 1)} / {run(rules, 10, 2)}"
    yield Case("the first has {} left, the second {} and never made a first play", text, _unopened)


def matches(rules: Rules) -> Iterator[Case]:
    """One of two players at the target, and the last deal with both far below it."""
    words = "totals of {1} and {2} after deal {0}"
    if rules.match.target:
        yield Case(words, f"{_SOON} / {rules.match.target} / {rules.match.target - 10}", _over)
    if rules.match.deals:
        yield Case(words, f"{rules.match.deals} / 40 / 30", _over)


def _concealed(rules: Rules, text: str) -> str:
    """One meld of the whole hand (H11)."""
    verdict = check(rules, read_melds(text, rules.pack))
    if not verdict.legal:
        return refused(verdict.all_findings)
    return points(score_out(rules, verdict.points, 3, is_concealed=True))


def _at_once(rules: Rules, text: str) -> str:
    racks = _racks(rules, text)
    scores = settle_deal(
        rules, SettledDeal({"winner": PlayerShare(), **racks}, "winner", rules.deal.going_rummy)
    )
    return f"the winner scores {scores['winner']}"


def _stuck(rules: Rules, text: str) -> str:
    scores = settle_deal(rules, SettledDeal(_racks(rules, text)))
    return ", ".join(f"{name} {scores[name]}".replace("-", "−") for name in scores)


def _unopened(rules: Rules, text: str) -> str:
    never_opened = ("second",) if rules.deal.charge_unopened else ()
    scores = settle_deal(
        rules,
        SettledDeal({"winner": PlayerShare(), **_racks(rules, text)}, "winner", never_opened=never_opened),
    )
    return ", ".join(f"{name} {scores[name]}".replace("-", "−") for name in scores)


def _racks(rules: Rules, text: str) -> dict[str, PlayerShare]:
    racks = [tuple(laid.card for laid in meld) for meld in read_melds(text, rules.pack)]
    return {name: PlayerShare(left=rack) for name, rack in zip(("first", "second"), racks, strict=True)}


def _deck(rules: Rules, _text: str) -> str:
    return f"{len(rules.pack.cards) * rules.packs + rules.jokers} cards"


def _dealt(rules: Rules, _text: str) -> str:
    return f"{rules.match.cards_dealt[0]} each"


def _over(rules: Rules, text: str) -> str:
    deals, *totals = map(int, text.split(" / "))
    decision = decided(rules, deals, deals, tuple(totals))
    if decision is None:
        return No("the match goes on")
    return f"the match is over, {' and '.join(_NAMES[side] for side in decision.winners)} wins"
