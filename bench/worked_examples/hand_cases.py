"""Cases of games of whole hands: how a deal ends and is scored, first melds, matches with boxes and pools.

Figures are written with their words, `knock / 7 / 31`, so that nothing reads them as cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.worked_examples.card_texts import mixed_run_text, run_text, same_rank_text
from bench.worked_examples.case import (
    ANN,
    BEN,
    CLEO,
    DORA,
    CannotBe,
    ExampleCase,
    points_text,
    refusal_of,
    scores_text,
)
from scorepad.core.box_match import BoxMatch
from scorepad.core.check import check
from scorepad.core.errors import ScorepadError
from scorepad.core.first_melds import contract_faults
from scorepad.core.hand_ends import fitting_cards, may_end, opening_faults, too_many_cards
from scorepad.core.match_standing import match_standing
from scorepad.core.matches import PlayedDeal
from scorepad.core.notation import read_cards, read_melds
from scorepad.core.pairs import pair_faults
from scorepad.core.phrasing import list_words, show_number
from scorepad.core.pool_match import PoolMatch
from scorepad.core.rules import Rules
from scorepad.core.scoring import EndingWords
from scorepad.core.scoring.ended_deal import NamedDeal, PlayerShare, notes_told
from scorepad.core.sentence import Sentence, say
from scorepad.core.settle import settle_deal
from scorepad.core.values import left_value
from scorepad.optimize import best
from scorepad.optimize.deadwood.ending_layout import lay_to_end

_LEFT = ((0, 24), (1, 20), (3, 11), (7, 5), (7, 7), (10, 30), (0, 90))
_OF_FOUR = (5, 11, 24)  # left of the others
_MATCHES = {
    "boxes": (
        say("{name} wins 30 and 85, {other} 25 and 30", name=ANN, other=BEN),
        ((30, 0), (0, 25), (0, 30), (85, 0)),
    ),
    "shutout": (say("{name} wins 60 and 50, {other} nothing", name=ANN, other=BEN), ((60, 0), (50, 0))),
    "hollywood": (say("{name} wins 32, 28 and 45", name=ANN), ((32, 0), (28, 0), (45, 0))),
}


def hand_cases(rules: Rules) -> Iterator[ExampleCase]:
    """The cases of a game whose turns end with a discard."""
    if not rules.hand.throws:
        return
    yield from told_cases(rules) if rules.scoring.final.from_hand else ()
    if isinstance(rules.match.kind, BoxMatch):
        yield from (ExampleCase(words, f"{name} / x", _played_out) for name, (words, _) in _MATCHES.items())
    if isinstance(rules.match.kind, PoolMatch):
        yield from _pool_cases(rules.match.kind)
    if rules.hand.opening.points:
        courts, threes = run_text(rules, -2, 3), same_rank_text(rules, 2, (0, 2, 3))
        high = f"{run_text(rules, 3, 10)} / {same_rank_text(rules, 3, range(4))}"
        gaps = f"{_with_gaps(rules, 2)} / {same_rank_text(rules, 12, (0, 2, 3))}"
        yield from (
            ExampleCase(say("{first} and {second} laid first"), text, _opens)
            for text in (f"{courts} / {threes}", high, gaps)
        )
    if rules.hand.opening.clean_run == 1:
        tens = same_rank_text(rules, 9, (0, 2, 3))
        texts = (f"{run_text(rules, 3, 3)} / {tens}", f"{same_rank_text(rules, 4, (0, 2, 3))} / {tens}")
        yield from (ExampleCase(say("{first} and {second} laid first"), text, _opens) for text in texts)
    if rules.hand.pairs:
        pairs = (same_rank_text(rules, place, (0, 0)) for place in range(rules.hand.pairs))
        yield ExampleCase("", " / ".join(pairs), _judged)
    if rules.hand.contract:
        yield from _contract_cases(rules)
    yield from joker_cases(rules)
    if rules.jokers:
        eights = same_rank_text(rules, 7, (0, 1)).split()
        yield ExampleCase("", _with_gaps(rules, 3), _judged)
        yield ExampleCase(say("{first} as a set"), f"{eights[0]} w={eights[1]} w", _judged)
    if rules.shapes.runs.ace == "twice":
        yield ExampleCase("", run_text(rules, 0, len(rules.pack.ranks) + 1), _judged)
    if rules.hand.thrown.no_fitting:
        beside = f"{run_text(rules, 6, 1)} / {run_text(rules, 3, 3)}"
        yield ExampleCase(say("{first} thrown while {second} lies on the table"), beside, _thrown)
    if rules.hand.ends.most:
        left = (run_text(rules, 4, 1), f"{run_text(rules, 0, 1)} {run_text(rules, 3, 1, 1)}")
        yield from (ExampleCase(say("Closing with {first} left"), text, _closed) for text in left)
    if not rules.hand.ends.by_points_alone:
        yield ExampleCase(say("{second} held while {first} is laid"), _two_hands(rules), _laid_off)
    if rules.wilds.count.most:
        yield ExampleCase("", run_text(rules, 1, 1) + " w" * (rules.wilds.count.most + 1), _judged)
    if rules.hand.needed_runs.pure:
        yield ExampleCase(say("{first}, thirteen cards"), _one_life(rules), _least_left)
    yield ExampleCase(
        say("{first} taken from the discard pile and kept in hand"), run_text(rules, 8, 1).lower(), _taken
    )


def shared_table_cases(rules: Rules) -> Iterator[ExampleCase]:
    """The same of a game whose table is rebuilt, and what its jokers and its last turn are."""
    yield from joker_cases(rules)
    yield ExampleCase(say("Closing with {first} left"), run_text(rules, 4, 1), _closed)
    yield from told_cases(rules)


def joker_cases(rules: Rules) -> Iterator[ExampleCase]:
    """All jokers in one meld."""
    if rules.jokers:
        yield ExampleCase("", run_text(rules, 1, 1) + " w" * rules.jokers, _judged)


def told_cases(rules: Rules) -> Iterator[ExampleCase]:
    """How a deal ended, what is left, and what is noted of players."""
    yield from _ending_cases(rules)
    if rules.scoring.leftover_decides:
        left = list_words([show_number(number) for number in _OF_FOUR])
        ended = rules.scoring.ending_words.ended_by(ANN)
        yield ExampleCase(say("{ended}, the others have {left} left", ended=ended, left=left), "", _of_four)
    for drop in rules.scoring.notes:
        dropped = say(
            "{ended}, {other} has {held} left, {third}: {drop}",
            ended=rules.scoring.ending_words.ended_by(ANN),
            other=BEN,
            held=30,
            third=CLEO,
            drop=drop.mark,
        )
        yield ExampleCase(dropped, f"{drop.label} / {drop.id}", _dropped)
        if drop.stays:
            ended = rules.scoring.ending_words.ended_by(ANN)
            said = {"ended": ended, "drop": drop.mark, "other": BEN, "held": 30}
            noted = say("{ended} ({drop}), {other} has {held} left", **said)
            yield ExampleCase(noted, f"{drop.label} / {drop.id}", _noted_of_winner)


def _contract_cases(rules: Rules) -> Iterator[ExampleCase]:
    three, four, twins = ((0, 2, 3), (0, 1, 2, 3), (0, 1, 1))
    laid_first = say("{first} and {second} laid first")
    for ranks in ((2, 5), (2, 2)):
        first, second = same_rank_text(rules, ranks[0], four), same_rank_text(rules, ranks[1], three)
        yield ExampleCase(laid_first, f"{first} / {second}".lower(), _laid_first)
        second = same_rank_text(rules, ranks[1], twins)
        yield ExampleCase(
            laid_first, f"{same_rank_text(rules, ranks[0], three)} / {second}".lower(), _laid_first
        )
    if rules.hand.contract and len(rules.hand.contract.items) == 3:
        runs = [run_text(rules, place, 4, suit) for place, suit in ((1, 0), (3, 1), (5, 2))]
        yield ExampleCase(
            say("{first}, the last hand"), " ".join([*runs, run_text(rules, 9, 1, 3)]).lower(), _least_left
        )
    yield ExampleCase("", run_text(rules, -2, 4), _judged)
    yield ExampleCase("", " / ".join([run_text(rules, 3, 4)] * 3), _judged)
    yield ExampleCase(say("{first} left in hand"), run_text(rules, 0, 1, 2).lower(), _least_left)
    yield ExampleCase(say("A hand of {number} cards", number=rules.match.cards_dealt[0] + 3), "", _bought)
    later = f"{same_rank_text(rules, 8, three)} {run_text(rules, -1, 1)}"
    yield ExampleCase(say("{first} held in a later turn"), later.lower(), _least_left_later)


def ladder_cases(rules: Rules) -> Iterator[ExampleCase]:
    """A run of thirteen in suits of both colours."""
    text = mixed_run_text(rules, 0, (0, 2, 1, 3) * 3 + (0,))
    yield ExampleCase(say("{first} laid in deal 8"), text.lower(), _judged)


def _laid_first(rules: Rules, text: str) -> str:
    verdict = check(rules, read_melds(text, rules.pack))
    faults = verdict.all_findings or tuple(contract_faults(rules, [meld.laid for meld in verdict.melds]))
    return refusal_of(faults) if faults else points_text(verdict.points)


def _ending_cases(rules: Rules) -> Iterator[ExampleCase]:
    for words in rules.scoring.ending_words.all:
        for own, other in () if words.by_nobody else _LEFT:
            yield ExampleCase(_ended_with(words, own, other), f"{words.label} / {own} / {other}", _ended)


def _ended_with(words: EndingWords, own: int, other: int) -> Sentence:
    """How a deal ended, and what both had left then."""
    if own and words.id == "knock":
        return say("{name} knocks with {left}, {other} has {held}", name=ANN, left=own, other=BEN, held=other)
    if own:
        return say("{name} closes with {left}, {other} has {held}", name=ANN, left=own, other=BEN, held=other)
    ended = words.ended_by(ANN)
    return say("{ended}, {other} has {held} left", ended=ended, other=BEN, held=other)


def _ended(rules: Rules, text: str) -> str:
    label, own, other = text.split(" / ")
    ending = next((words.id for words in rules.scoring.ending_words.all if words.label == label), label)
    shares = {ANN: PlayerShare(left=int(own)), BEN: PlayerShare(left=int(other))}
    # A case shows what an ending pays, with a rack that another game of the list may not have.
    return _scores(rules, NamedDeal(shares, ANN, ending=ending, disputed=True))


def _of_four(rules: Rules, _text: str) -> str:
    left = zip((BEN, CLEO, DORA), _OF_FOUR, strict=True)
    shares = {ANN: PlayerShare(), **{name: PlayerShare(left=number) for name, number in left}}
    return _scores(rules, NamedDeal(shares, ANN))


def _dropped(rules: Rules, text: str) -> str:
    _, drop = text.split(" / ")
    shares = {ANN: PlayerShare(), BEN: PlayerShare(left=30), CLEO: PlayerShare()}
    return _scores(rules, NamedDeal(shares, ANN, notes=notes_told({CLEO: drop})))


def _noted_of_winner(rules: Rules, text: str) -> str:
    _, drop = text.split(" / ")
    shares = {ANN: PlayerShare(), BEN: PlayerShare(left=30)}
    return _scores(rules, NamedDeal(shares, ANN, notes=notes_told({ANN: drop})))


def _scores(rules: Rules, deal: NamedDeal) -> str:
    try:
        scores = settle_deal(rules, deal)
    except ScorepadError:
        return CannotBe(say("not allowed"))
    return scores_text(scores)


def _played_out(rules: Rules, text: str) -> str:
    """The totals of both sides after deals that one of them won."""
    _, deals = _MATCHES[text.split(" / ")[0]]
    played = [PlayedDeal(dict(enumerate(scores)), scoring=rules.scoring) for scores in deals]
    standing = match_standing(rules, played, 2)
    return scores_text(standing.totals)


def _with_gaps(rules: Rules, jokers: int) -> str:
    """A run with so many jokers, every other card from the four on."""
    places = range(3, 3 + 2 * jokers, 2)
    return " w ".join(run_text(rules, place, 1) for place in (*places, places.stop))


def _thrown(rules: Rules, text: str) -> str:
    card, meld = read_melds(text, rules.pack)
    fits = fitting_cards(rules, [laid.card for laid in card], [meld])
    return CannotBe(say("not allowed")) if fits else say("allowed")


def _closed(rules: Rules, text: str) -> str:
    cards = [laid.card for laid in read_cards(text, rules.pack)]
    may_close = may_end(rules, cards, opened=True, extra=False)
    return say("allowed") if may_close else CannotBe(say("not allowed"))


def _two_hands(rules: Rules) -> str:
    """A run of four and a set of three, and seven cards of which one can be laid off."""
    own = f"{run_text(rules, 3, 4)} {same_rank_text(rules, -1, (0, 1, 2))}"
    runs = ((2, 1, 0), (3, 2, 1), (1, 2, 2), (5, 2, 3))
    other = " ".join(run_text(rules, *run) for run in runs)
    return f"{own} / {other}".lower()


def _laid_off(rules: Rules, text: str) -> str:
    own, other = ([laid.card for laid in meld] for meld in read_melds(text, rules.pack))
    (reply,) = lay_to_end(rules, own, [other]).replies
    return say("{number} left", number=left_value(rules, reply.left))


def _pool_cases(pool: PoolMatch) -> Iterator[ExampleCase]:
    words = say("Totals of {first}, {second} and {third}")
    yield ExampleCase(words, f"{pool.out_at} / 90 / 10 / pool", _in_pool)
    words = say("Totals of {first}, {second} and {third}, and the first was out once before")
    yield ExampleCase(words, f"{pool.out_at} / 40 / 10 / again", _in_pool)
    if pool.out_at > 90:
        words = say("Totals of {first}, {second} and {third}, and the pool is split")
        yield ExampleCase(words, f"{pool.out_at} / 75 / 10 / split", _in_pool)


def _in_pool(rules: Rules, text: str) -> str:
    *totals, how = text.split(" / ")
    deal = PlayedDeal({side: int(total) for side, total in enumerate(totals)}, split=how == "split")
    again = [PlayedDeal({0: int(totals[0]), 1: 0, 2: 0})] if how == "again" else []
    standing = match_standing(rules, [deal, *again], len(totals))
    if standing.over and standing.shares:
        second, third = map(show_number, standing.shares.values())
        return say("the second gets {second}, the third {third}", second=second, third=third)
    if not standing.out:
        return say("nobody is out")
    return say("the first is out, and may come back") if standing.may_return else say("the first is out")


def _opens(rules: Rules, text: str) -> str:
    verdict = check(rules, read_melds(text, rules.pack))
    faults = tuple(opening_faults(rules, verdict.melds)) if verdict.legal else verdict.all_findings
    return refusal_of(faults) if faults else points_text(verdict.points)


def _judged(rules: Rules, text: str) -> str:
    verdict = check(rules, read_melds(text, rules.pack))
    findings = (*verdict.all_findings, *pair_faults(rules, verdict.melds))
    return refusal_of(findings) if findings or not verdict.legal else points_text(verdict.points)


def _one_life(rules: Rules) -> str:
    """A pure run, and ten cards that make nothing."""
    runs = [run_text(rules, place, 1, suit) for suit in (1, 2, 3) for place in (0, 4, 8)]
    return " ".join([run_text(rules, 3, 3), *runs, run_text(rules, 12, 1, 2)]).lower()


def _least_left(rules: Rules, text: str) -> str:
    cards = [laid.card for laid in read_cards(text, rules.pack)]
    return points_text(left_value(rules, best(rules, cards).left))


def _bought(rules: Rules, _text: str) -> str:
    held = too_many_cards(rules, rules.match.cards_dealt[0] + 3)
    return CannotBe(say("not allowed")) if held else say("allowed")


def _least_left_later(rules: Rules, text: str) -> str:
    cards = [laid.card for laid in read_cards(text, rules.pack)]
    left = left_value(rules, best(rules, cards, opened=True).left)
    return say("{number} left", number=left)


def _taken(rules: Rules, _text: str) -> str:
    return CannotBe(say("not allowed")) if rules.turns.meld_taken else say("allowed")
