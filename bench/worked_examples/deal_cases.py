"""Cases of deals and matches: cards dealt, going out at once, racks when nobody can play (B4, B6, H11, K4);
cards that grow an avalanche (V3); totals after so many deals, over or not (B5, F4, G3, V5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bench.worked_examples.card_texts import run_text, same_rank_text
from bench.worked_examples.case import (
    ANN,
    BEN,
    CLEO,
    CannotBe,
    ExampleCase,
    points_text,
    refusal_of,
    scores_text,
)
from scorepad.core.avalanche_game import judge_move
from scorepad.core.check import check
from scorepad.core.match_standing import match_standing
from scorepad.core.matches import PlayedDeal
from scorepad.core.notation import read_melds
from scorepad.core.phrasing import join_words, list_words, show_number
from scorepad.core.rules import Rules
from scorepad.core.scoring import GoingOut
from scorepad.core.scoring.ended_deal import NEVER_OPENED, NamedDeal, PlayerShare
from scorepad.core.scoring.usual import Collected, Racks, WinnerTakes
from scorepad.core.sentence import say, say_number, with_capital
from scorepad.core.settle import settle_deal, settle_faults

_SIDE_NAMES = (say("the first"), say("the second"))
_EARLY_DEALS = 3  # deals


def deal_cases(rules: Rules) -> Iterator[ExampleCase]:
    """The cases that the game's way of scoring has."""
    if isinstance(rules.scoring, GoingOut):
        yield ExampleCase(
            say("{first}, the whole hand, with three opponents in"), run_text(rules, 3, 7), _concealed_hand
        )
    if isinstance(rules.scoring, WinnerTakes):
        text = f"{run_text(rules, 3, 1)} {run_text(rules, -1, 1)} / {run_text(rules, 7, 1)}"
        yield ExampleCase(
            say("All cards at once, while the others hold {first} and {second}"), text, _out_at_once
        )
    if isinstance(rules.scoring, Racks):
        yield ExampleCase(
            say("Nobody can play, Ann has {first} and Ben {second}"),
            f"{run_text(rules, 10, 2)} / {run_text(rules, 0, 3)}",
            _nobody_can_play,
        )
    if isinstance(rules.scoring, Collected):
        yield ExampleCase(say("The whole deck"), "", _deck_size)
        text = f"{run_text(rules, 5, 2)} / {same_rank_text(rules, 4, (0, 1))}"
        yield ExampleCase(say("{first} played on {second}"), text, _play_that_differs)
    if not (rules.scoring.lays_melds or rules.turns.judged) and rules.scoring.final.has_cards:
        words = say("Ann takes {first} and Ben {second}")
        yield ExampleCase(words, "AS AH / AC KD", _cards_taken)
    if rules.match.cards_dealt:
        yield ExampleCase(say("A deal for two"), "", _cards_dealt)
        yield ExampleCase(say("A deal for four"), "4", _who_plays)
        yield ExampleCase(say("{name} dealt and won", name=ANN), "", _who_deals)


def points_case() -> ExampleCase:
    """Points of a first deal, in a game that knows no cards."""
    return ExampleCase(say("Points of the first deal: {first} and {second}"), "30 / -25", _points_typed)


def columns_cases(_rules: Rules) -> Iterator[ExampleCase]:
    """What a round is entered in."""
    yield ExampleCase(say("What you enter"), "", _columns)


def dealer_cases(_rules: Rules) -> Iterator[ExampleCase]:
    """Whether anybody deals."""
    yield ExampleCase(say("Who deals"), "", _dealers)


def halves_cases(_rules: Rules) -> Iterator[ExampleCase]:
    """A deal with half a point, of games that may count halves."""
    words = say("Points of the first deal: {first} and {second}", first="3½", second="2")
    yield ExampleCase(words, "", _halves)


def _halves(rules: Rules, _text: str) -> str:
    deal = NamedDeal({ANN: PlayerShare(points=3.5), BEN: PlayerShare(points=2)})
    if faults := settle_faults(rules, deal):
        return CannotBe(faults[0].message)
    return say("Totals of {first} and {second}", first="3½", second="2")


def _dealers(rules: Rules, _text: str) -> str:
    return say("one player after the other") if rules.match.dealer.deals else say("nobody")


def _columns(rules: Rules, _text: str) -> str:
    tally = rules.scoring.final.columns
    return list_words([column.label for column in tally.columns[:4]]) if tally else say("points")


def unopened_cases(rules: Rules) -> Iterator[ExampleCase]:
    """A rack that made its first play, and one that never did (K4)."""
    text = f"{run_text(rules, 4, 1)} / {run_text(rules, 10, 2)}"
    words = say("Ann went out, Ben has {first} left, Cleo {second} and never opened")
    yield ExampleCase(words, text, _unopened_rack)


def match_cases(rules: Rules) -> Iterator[ExampleCase]:
    """One of two players at the target, and the last deal with both far below it."""
    words = say("Totals of {second} and {third} after deal {first}")
    if rules.match.target:
        yield ExampleCase(
            words, f"{_EARLY_DEALS} / {rules.match.target} / {rules.match.target - 10}", _match_end
        )
        # Deals without points may count for a later one (conquian CQ4).
        yield ExampleCase(words, f"1 / {rules.match.target} / 0", _match_end)
    if rules.match.deals:
        yield ExampleCase(words, f"{rules.match.deals} / 40 / 30", _match_end)


def draw_cases(_rules: Rules) -> Iterator[ExampleCase]:
    """Deals that nobody won, and one that is won after them."""
    yield ExampleCase(say("Two draws, then {name} wins", name=ANN), "", _draws_before)


def _draws_before(rules: Rules, _text: str) -> str:
    deals = [*[PlayedDeal({0: 0, 1: 0})] * 2, PlayedDeal({0: 1, 1: 0})]
    return scores_text(dict(zip((ANN, BEN), match_standing(rules, deals, 2).totals, strict=True)))


def start_cases(rules: Rules) -> Iterator[ExampleCase]:
    """One of two players loses in the first deal what both begin with by the usual rules."""
    words = say("One player loses 20 in the first deal")
    if not rules.scoring.final.has_cards:
        yield replace(points_case(), answer_case=_totals)
    else:
        yield ExampleCase(words, "1 / 0 / -20", _match_end)


def _concealed_hand(rules: Rules, text: str) -> str:
    """One meld of the whole hand (H11)."""
    verdict = check(rules, read_melds(text, rules.pack))
    if not verdict.legal:
        return refusal_of(verdict.all_findings)
    concealed = rules.turns.concealed
    counts = (3 + concealed.addend) * concealed.factor
    return points_text((verdict.points + concealed.points) * counts)


def _out_at_once(rules: Rules, text: str) -> str:
    racks = _read_racks(rules, text)
    scores = settle_deal(
        rules, NamedDeal({ANN: PlayerShare(), **racks}, ANN, went_rummy="went_rummy" in rules.scoring.counts)
    )
    return say("the winner scores {score}", score=scores[ANN])


def _nobody_can_play(rules: Rules, text: str) -> str:
    deal_scores = settle_deal(rules, NamedDeal(_read_racks(rules, text, (ANN, BEN))))
    return scores_text(deal_scores)


def _unopened_rack(rules: Rules, text: str) -> str:
    notes = {CLEO: [NEVER_OPENED]} if "never_opened" in rules.scoring.counts else {}
    scores = settle_deal(
        rules,
        NamedDeal({ANN: PlayerShare(), **_read_racks(rules, text)}, ANN, notes=notes),
    )
    return scores_text(scores)


def _read_racks(rules: Rules, text: str, names: Sequence[str] = (BEN, CLEO)) -> dict[str, PlayerShare]:
    racks = [tuple(laid.card for laid in meld) for meld in read_melds(text, rules.pack)]
    return dict(zip(names, (PlayerShare(left=rack) for rack in racks), strict=True))


def _cards_taken(rules: Rules, text: str) -> str:
    return scores_text(settle_deal(rules, NamedDeal(_read_racks(rules, text, (ANN, BEN)))))


def _deck_size(rules: Rules, _text: str) -> str:
    return say_number("{number} card", "{number} cards", len(rules.pack.cards) * rules.packs + rules.jokers)


def _play_that_differs(rules: Rules, text: str) -> str:
    """Two ranks on two equal cards (V3)."""
    played_ranks, last_ranks = ([laid.card.rank for laid in cards] for cards in read_melds(text, rules.pack))
    mixed_growth = rules.turns.judged is not None and rules.turns.judged.mixed_growth
    move, reason = judge_move(last_ranks, played_ranks, mixed_growth=mixed_growth)
    return say("the avalanche grows") if move == "grow" else CannotBe(reason)


def _points_typed(rules: Rules, text: str) -> str:
    points = dict(zip(("first", "second"), map(int, text.split(" / ")), strict=True))
    deal = NamedDeal({name: PlayerShare(points=number) for name, number in points.items()})
    if faults := settle_faults(rules, deal):
        return CannotBe(faults[0].message)
    standing = match_standing(rules, [PlayedDeal(dict(enumerate(points.values())))], len(points))
    best_total = (min if rules.scoring.lowest_wins else max)(standing.totals)
    side = with_capital(_SIDE_NAMES[standing.totals.index(best_total)])
    return say("{side} leads. The + key adds {step}.", side=side, step=rules.scoring.final.step)


def _totals(rules: Rules, text: str) -> str:
    """The totals after a first deal, from what both began with."""
    played = PlayedDeal(dict(enumerate(map(int, text.split(" / ")))))
    first, second = map(show_number, match_standing(rules, [played], 2).totals)
    return say("Totals of {first} and {second}", first=first, second=second)


def _cards_dealt(rules: Rules, _text: str) -> str:
    if not rules.match.cards_dealt:
        return say("as the table likes")
    return say("{number} each", number=rules.match.cards_dealt[0])


def _who_plays(rules: Rules, players: str) -> str:
    if rules.match.dealer.sits_out(int(players)):
        return say("the dealer deals and sits out")
    return say("all four play")


def _who_deals(rules: Rules, _text: str) -> str:
    return say("{name} deals next", name=ANN if rules.match.dealer.next == "winner" else BEN)


def _match_end(rules: Rules, text: str) -> str:
    deal_count, *side_totals = map(int, text.split(" / "))
    deals = [*[PlayedDeal({0: 0, 1: 0})] * (deal_count - 1), PlayedDeal(dict(enumerate(side_totals)))]
    decision = match_standing(rules, deals, len(side_totals))
    if not decision.over:
        return CannotBe(say("the match goes on"))
    winners = join_words([_SIDE_NAMES[side] for side in decision.winners], "and")
    return say_number(
        "the match is over, {winners} wins",
        "the match is over, {winners} win",
        len(decision.winners),
        winners=winners,
    )
