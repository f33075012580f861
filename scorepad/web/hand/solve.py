"""What's in my hand: the best melds of any cards, without a table. Everything is in the address."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as AnyResponse

from scorepad.answers.answer_types import Best, Discard, DiscardAnswer, MeldAnswer, NextAnswer, NextCard
from scorepad.answers.board_changes import NewSet, changed_sets
from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, in_a_row, say, say_number
from scorepad.machine.kept import Kept
from scorepad.tables import service
from scorepad.web.faces import points
from scorepad.web.fields import CARDS, PagePad, declare_pad, sent
from scorepad.web.hand.pad import pad_of, piece_words
from scorepad.web.hand.question import (
    MULTIPLIERS,
    Question,
    deal_numbers,
    last_picked_game,
    may_open,
    melding_games,
    picked_game,
    read_question,
    remember_game,
    with_preset,
)
from scorepad.web.hand.solved import AGAIN, MOST_ENDED, ask_search, search_again, solve
from scorepad.web.languages import best_known_first
from scorepad.web.people import access
from scorepad.web.requests import store

ADVICE_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class EqualCards:
    """Cards of equal effect: the `number` on their keys, whether it is `good`, and the cards as text."""

    number: str
    good: bool
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Advice:
    """Advice on a hand: the gain from each card that may come, and the cost of each throw, best first; empty
    with `trouble`.

    `throws` is empty in games in which no card is thrown while cards stay in hand. `waits`: the cards that
    end the deal, by the number unseen. `makes`: the cards that complete the contract. `helping`: the numbers
    of unseen cards that improve the hand, and of all unseen ones. `proven`: all numbers are.
    """

    gains: tuple[EqualCards, ...] = ()
    throws: tuple[EqualCards, ...] = ()
    proven: bool = True
    trouble: ScorepadError | None = None
    waits: tuple[EqualCards, ...] = ()
    makes: tuple[EqualCards, ...] = ()
    helping: tuple[int, int] = (0, 0)

    @property
    def keys(self) -> dict[str, tuple[str, bool]]:
        """The number on the key of each card that could come, and whether it is good."""
        return _numbers(self.gains)

    @property
    def chips(self) -> dict[str, tuple[str, bool]]:
        """The number on each card of the hand, and whether it is good."""
        return _numbers(self.throws)


def is_advised(question: Question) -> bool:
    """Whether advice on one more card makes sense: there is a hand, and no shared table."""
    return bool(question.hand.cards) and not question.hand.error and not question.rules.board.shared


def advise(question: Question) -> Advice:
    """The advice for a hand, within `ADVICE_SECONDS` for each question to the search."""
    if not is_advised(question) or question.faults or (question.table_melds and question.table_melds.error):
        return Advice()
    rules, cards = question.rules, question.hand.fixed_text
    try:
        asked = {"cards": cards, **question.eaten_field}
        gains = ask_search(NextAnswer, "next", question, ADVICE_SECONDS, **asked)
        if rules.scoring.must_meld_all:
            return Advice(_gains(gains), (), _all_proven(gains.next), helping=gains.chances.better)
        throwing = {**asked, **question.taken_field}
        throws = ask_search(DiscardAnswer, "discard", question, ADVICE_SECONDS, **throwing)
        left = ask_search(Best, "best", question, ADVICE_SECONDS, **asked).left_value
    except ScorepadError as error:
        return Advice(trouble=error)
    proven = _all_proven(gains.next) and _all_proven(throws.discard)
    if not rules.scoring.leftover_decides:
        return Advice(_gains(gains), _throws(throws), proven, helping=gains.chances.better)
    return Advice(
        _left_with(gains, left),
        _left_without(throws),
        proven,
        waits=_waits(gains),
        makes=_makes(gains),
        helping=gains.chances.better,
    )


def _gains(answer: NextAnswer) -> tuple[EqualCards, ...]:
    """Cards by the points that they bring; good ones bring more than a card that fits nowhere."""
    least = min((card.gain for card in answer.next), default=0)
    return _equal((_signed(card.gain), card.gain > least, card.card) for card in answer.next)


def _left_with(answer: NextAnswer, left: int) -> tuple[EqualCards, ...]:
    """Cards by the value left in hand with them; good ones leave less than now."""
    cards = sorted(answer.next, key=lambda card: card.left_value)
    return _equal((points(card.left_value), card.left_value < left, card.card) for card in cards)


def _throws(answer: DiscardAnswer) -> tuple[EqualCards, ...]:
    most = max((card.points for card in answer.discard), default=0)
    return _equal((points(card.points), card.points == most, card.card) for card in answer.discard)


def _left_without(answer: DiscardAnswer) -> tuple[EqualCards, ...]:
    least = min((card.left_value for card in answer.discard), default=0)
    return _equal((points(card.left_value), card.left_value == least, card.card) for card in answer.discard)


def _waits(answer: NextAnswer) -> tuple[EqualCards, ...]:
    """Cards that end the deal, those with most unseen first."""
    ending = sorted((card for card in answer.next if card.goes_out is True), key=lambda card: -card.unseen)
    return _equal((f"{card.unseen}×", True, card.card) for card in ending)


def _makes(answer: NextAnswer) -> tuple[EqualCards, ...]:
    """Cards that complete the contract, those with most unseen first; empty if it is complete already."""
    making = sorted((card for card in answer.next if card.fulfilled is True), key=lambda card: -card.unseen)
    if len(making) == len(answer.next):
        return ()
    return _equal((f"{card.unseen}×", True, card.card) for card in making)


def _signed(gain: int) -> str:
    return f"+{points(gain)}" if gain > 0 else points(gain)


def _equal(numbered: Iterable[tuple[str, bool, str]]) -> tuple[EqualCards, ...]:
    # Only neighbours join: the order of the answers, the best first, stays.
    groups = groupby(numbered, key=lambda each: (each[0], each[1]))
    return tuple(
        EqualCards(number, good, tuple(card for _, _, card in group)) for (number, good), group in groups
    )


def _numbers(groups: Iterable[EqualCards]) -> dict[str, tuple[str, bool]]:
    return {card: (group.number, group.good) for group in groups for card in group.cards}


def _all_proven(cards: Sequence[NextCard] | Sequence[Discard]) -> bool:
    return all(card.proven for card in cards)


@dataclass(frozen=True, slots=True)
class Headline:
    """The main number of an answer: `Place 3 tiles`, `18 left in hand`, `34 points`; in short: `34`."""

    kind: Literal["placed", "left", "points"]
    number: int
    words: Sentence
    result: str

    @property
    def short(self) -> Sentence:
        """The headline in short: `best 34`, `best 18 left`."""
        if self.kind == "left":
            return say("best {number} left", number=points(self.number))
        return say("best {result}", result=self.result)


def headline(answer: Best, rules: Rules) -> Headline:
    """The number that a player plays for: cards placed on the table, the value left in hand, or points."""
    if rules.board.shared:
        pieces = piece_words(rules).count(answer.placed)
        return Headline("placed", answer.placed, say("Lay {pieces}", pieces=pieces), pieces)
    if rules.scoring.leftover_decides:
        left = answer.left_value
        words = say("{number} left in hand", number=points(left))
        return Headline("left", left, words, say("{number} left", number=left))
    score, times = points(answer.score), answer.multiplier
    words = say_number("{points} point", "{points} points", answer.score, points=score)
    product = score if times == 1 else f"{points(answer.points)} × {times} = {score}"
    return Headline("points", answer.score, words, product)


def new_table(question: Question, best: Best) -> list[NewSet]:
    """The table after the best play, changed sets first; empty if the melds there are not shared or one's
    own."""
    before = question.table_melds.melds if question.table_melds else ()
    if question.table_use == "partners" or not (before or question.rules.board.shared):
        return []
    return changed_sets(before, [meld.meld for meld in best.melds])


def reason(best: Best, rules: Rules) -> Sentence:
    """A line that says why the arrangement is the best, or how far that is proven."""
    melds, card_count = best.melds, sum(len(meld.cards) for meld in best.melds)
    if rules.board.shared or not rules.scoring.must_meld_all:
        return _proof_of_play(best, headline(best, rules))
    if card_count == 1:
        return say("One card can only be laid one way.")
    return in_a_row((_what_carries(best, melds), _proof_of_hand(best, card_count)))


def _what_carries(best: Best, melds: Sequence[MeldAnswer]) -> Sentence:
    """A sentence on the meld or bonus that brings most of the total."""
    top_meld = max(melds, key=lambda meld: (meld.points, len(meld.cards)))
    bonus = sum(bonus.points for bonus in best.bonuses)
    if bonus:
        return say("{points} of the {all} come from bonuses.", points=points(bonus), all=points(best.points))
    if len(melds) == 1:
        return say("Every card fits into one run.")
    if len(top_meld.cards) == 1:
        return say("No two of these cards go together, so each is laid alone.")
    return say(
        "{points} of the {all} come from the run {cards}.",
        cards=top_meld.shown,
        points=points(top_meld.points),
        all=points(best.points),
    )


def _proof_of_play(best: Best, head: Headline) -> Sentence:
    """A sentence on the proof of a play that need not lay every card."""
    if not best.proven:
        return say(
            "There wasn’t time to rule out a better one. The search stopped at {result}.", result=head.result
        )
    if head.kind == "placed":
        return say("No other play places more.") if head.number else say("No play.")
    return say("No other melds leave less.") if head.kind == "left" else say("No other melds score more.")


def _proof_of_hand(best: Best, card_count: int) -> Sentence:
    if best.proven:
        return say("No other way to lay the {number} cards scores more.", number=card_count)
    if best.told_bound is None:
        return say("There wasn’t time to rule out a better one.")
    return say(
        "There wasn’t time to rule out a better one. Nothing can be worth more than {points}.",
        points=points(best.told_bound),
    )


NEWEST_TABLES = 3  # of a phone, at which its player may be sitting
bp = Blueprint("solve", __name__)
declare_pad(bp, "index", pad=PagePad((CARDS, "table"), of_table=False))
for template_global in (pad_of, deal_numbers, may_open, headline, is_advised, piece_words, reason, new_table):
    bp.add_app_template_global(template_global, template_global.__name__)


@bp.record
def _keep_ended(state: BlueprintSetupState) -> None:
    state.app.extensions["ended-searches"] = Kept(MOST_ENDED)


@bp.get("/solve")
def index() -> str | AnyResponse:
    """The page. A tap, or an address longer than needed, redirects to the short address of the same
    question."""
    if table := _table_without_advice():
        return render_template("hand/withheld.html", table=table)
    if picked := picked_game(sent(), melding_games()):
        return remember_game(redirect(_short_address(read_question(sent()).in_game(picked)), 303), picked)
    if not request.args:
        return redirect(url_for(".index", game=last_picked_game(melding_games()).id), 303)
    question = read_question(with_preset(sent())).tapped(sent())
    if AGAIN in sent():
        search_again(question)
    # An address may name the game where it need not: that alone is no reason to send the phone on.
    game_asked = "game", question.game.id
    asked, shortest = request.args.items(multi=True), question.fields().items()
    # What a tap is answered with stands in no address, and would be lost on the way.
    if not question.typed.said and {game_asked, *asked} != {game_asked, *shortest}:
        return redirect(_short_address(question), 303)
    return render_template("hand/solve.html", **_page_values(question))


@bp.get("/solve/answer")
def answer() -> Response:
    """The part of the page that depends on the cards, for pages with script."""
    if table := _table_without_advice():
        return make_response(render_template("hand/_withheld.html", table=table))
    question = read_question(sent())
    part = "hand/_table_melds.html" if question.on_table else "hand/_best.html"
    return make_response(render_template(part, fragment=True, **_page_values(question)))


@bp.get("/solve/advice")
def advice() -> Response:
    """What one more card would bring: a page, or the part of it that a script asks for."""
    if table := _table_without_advice():
        page = "hand/_withheld.html" if "part" in request.args else "hand/withheld.html"
        return make_response(render_template(page, table=table))
    question = read_question(sent())
    page = "hand/_advice.html" if "part" in request.args else "hand/advice.html"
    rules = question.rules
    values = {"question": question, "rules": rules, "by_left": rules.scoring.leftover_decides}
    return make_response(render_template(page, advice=advise(question), **values))


def _short_address(question: Question) -> str:
    return f"{url_for('.index')}?{urlencode(question.fields())}"


def _page_values(question: Question) -> dict[str, Any]:
    solved = solve(question)
    common_values = {"question": question, "own": question.own, "solved": solved}
    return {**common_values, "multipliers": MULTIPLIERS, "games": best_known_first(melding_games())}


def _table_without_advice() -> Table | None:
    """A table of this phone at which advice before going out is not allowed; None if there is none."""
    for table_id in access.joined_tables()[-NEWEST_TABLES:]:
        try:
            table = service.table(store(), table_id)
        except ScorepadError:
            continue
        seat = access.phone(table_id).seat
        if table.manners.no_advice and seat is not None and _is_still_in(table, seat):
            return table
    return None


def _is_still_in(table: Table, seat: int) -> bool:
    """Whether the player still has cards in hand, as far as the pad knows."""
    deal = table.deal
    return not deal.ended and deal.plays(seat) and deal.entry_of(seat) is None
