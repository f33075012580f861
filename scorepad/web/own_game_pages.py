"""A game of one's own in five questions, with examples judged by the chosen rules; its file, link and QR
code. Everything is in the address, so nothing is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask_wtf.file import FileField
from werkzeug.wrappers import Response

from scorepad.answers.game_file_answer import unproven_keys
from scorepad.core.card_text import show_meld, show_rank
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.errors import ScorepadError
from scorepad.core.options import Option, written_value
from scorepad.core.phrasing import count_word, join_words, show_number
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, as_sentence, in_a_row, say, say_as, say_number
from scorepad.examples import presets
from scorepad.examples.presets import NamedRules
from scorepad.rulebook.game import LONGEST_FILE
from scorepad.rulebook.own_game import GAME
from scorepad.rulebook.own_game.game_files import LONGEST_SENTENCE, read_game_file, write_game_file
from scorepad.web.addresses import code_of, for_phones
from scorepad.web.fields import sent
from scorepad.web.hand.question import PREFIX
from scorepad.web.plain_form import PlainForm
from scorepad.web.table.record import TableFile, plain_name

bp = Blueprint("own_game", __name__)
_MIXED = 4  # cards of the longest example


class AskedPart(NamedTuple):
    """A question of the form, and the options that answer it."""

    asks: str
    options: tuple[str, ...]


QUESTIONS = (
    AskedPart(say("Which cards?"), ("cards_pack", "cards_packs", "cards_jokers", "cards_deal")),
    AskedPart(say("What is a run?"), ("run_least", "run_suits", "run_ace", "run_corner")),
    AskedPart(say("What is a set?"), ("set_made", "set_least", "set_same_suit_twice")),
    AskedPart(say("What is wild?"), ("wild_ranks", "wild_most", "wild_of_deal")),
    AskedPart(
        say("What counts?"),
        ("open_points", "count_ace", "count_faces", "count_joker", "score_kind", "match_to"),
    ),
)


class JudgedExample(NamedTuple):
    """An example's cards, and the referee's verdict: the points, or why they are no meld."""

    shown: str
    legal: bool
    says: Sentence


@bp.get("/games/new")
def page() -> str | Response:
    """The form with its answers. An address longer than needed redirects to the short one."""
    told = _told(sent())
    if sorted(_fields(told).items()) != sorted(request.args.items(multi=True)):
        return redirect(_address("own_game.page", told), 303)
    return _page(told)


@bp.get("/games/new.toml")
def file() -> Response:
    """The game as a file."""
    told = _told(sent())
    if told.faults:
        return redirect(_address("own_game.page", told), 303)
    text = write_game_file({**told.changed_rules, "title": told.name}, told.sentence)
    name = f"{plain_name(told.name) or 'game'}.toml"
    return TableFile(name, "application/toml; charset=utf-8", text.encode(), to_keep=True).response


@bp.get("/games/new.svg")
def code() -> Response:
    """The link to the game as a QR code."""
    return code_of(_address("own_game.page", _told(sent())))


class GameFileForm(PlainForm):
    """The file of a game."""

    file = FileField(say("Open a file"), id="game-file", render_kw={"accept": ".toml"})


@bp.post("/games/open")
def open_file() -> str | Response | tuple[str, int]:
    """The form with the answers from an uploaded file."""
    given = GameFileForm().file.data
    text = (given.read(4 * LONGEST_FILE) if given else b"").decode("utf-8", "replace")
    try:
        opened = read_game_file(text)
    except ScorepadError as error:
        return _page(_told({}), error), 400
    written = {name: written_value(value) for name, value in opened.options.items()}
    told = _told({**written, "name": opened.name, "says": opened.says})
    return redirect(_address("own_game.page", told), 303)


def _told(fields: Mapping[str, str]) -> NamedRules:
    told = presets.read_named_rules(GAME, {name: text for name, text in fields.items() if name != "title"})
    return replace(told, sentence=" ".join(fields.get("says", "").split())[:LONGEST_SENTENCE])


def _fields(told: NamedRules) -> dict[str, str]:
    return {**told.fields, "says": told.sentence} if told.sentence else told.fields


def _address(endpoint: str, told: NamedRules) -> str:
    query = urlencode(_fields(told))
    return url_for(endpoint) + (f"?{query}" if query else "")


def _page(told: NamedRules, error: ScorepadError | None = None) -> str:
    rules = GAME.rules({} if told.faults else told.changed_rules)
    options = {option.name: option for option in GAME.options}
    asked = {name for part in QUESTIONS for name in part.options}
    judged = {part.asks: [] if told.faults else list(_examples(rules, part)) for part in QUESTIONS}
    named = {**told.changed_rules, **({"title": told.name} if told.name else {})}
    return render_template(
        "house_rules/own_game.html",
        rules=told,
        game=GAME,
        error=error,
        questions=[
            (part.asks, [options[name] for name in part.options], judged[part.asks]) for part in QUESTIONS
        ],
        others={name: text for name, text in told.changed_rules.items() if name not in asked},
        summary=[] if told.faults else list(in_words(rules, options)),
        unproven=() if told.faults else unproven_keys(rules),
        asked={"game": GAME.id, **{PREFIX + name: value for name, value in named.items()}},
        file=_address("own_game.file", told),
        code=_address("own_game.code", told),
        link=for_phones(_address("own_game.page", told)),
        opening=GameFileForm(),
    )


def in_words(rules: Rules, options: Mapping[str, Option]) -> Iterator[Sentence]:
    """The game in three lines: its melds, its wilds, and what it takes to open and to win."""
    runs, sets = rules.shapes.runs, rules.shapes.sets
    said = {"least": count_word(runs.shortest), "suits": options["run_suits"].choices[runs.suits]}
    if sets:
        fewest = count_word(sets.smallest)
        yield say("Runs of {least} or more, {suits}; sets of {fewest} or more.", **said, fewest=fewest)
    else:
        yield say("Runs of {least} or more, {suits}; no sets.", **said)
    wild = [show_rank(rank, rules.pack) for rank in rules.wilds.wild_rank]
    if rules.jokers:
        wild.insert(0, say_number("{number} joker", "{number} jokers", rules.jokers))
    yield say("Wild: {cards}.", cards=join_words(wild, "and")) if wild else say("No card is wild.")
    if opening := rules.hand.opening.points or rules.board.first_play.points:
        yield say("First melds worth {number}", number=opening)
    else:
        yield say("Nothing is needed to open.")


def _examples(rules: Rules, part: AskedPart) -> Iterator[JudgedExample]:
    """Example melds for a question, judged by the rules."""
    melds = {QUESTIONS[1]: _runs, QUESTIONS[2]: _sets, QUESTIONS[3]: _with_wilds}
    for meld in melds[part](rules) if part in melds else ():
        verdict = check_meld(rules, meld)
        points = say_number(
            "{points} point", "{points} points", verdict.points, points=show_number(verdict.points)
        )
        said = [say("yes"), points] if verdict.legal else [say_as("answer", "no")]
        said += [as_sentence(verdict.findings[0].sentence)] if verdict.findings else []
        yield JudgedExample(show_meld(meld, rules.pack), verdict.legal, in_a_row(said, ": "))


def _laid(cards: Iterable[Card]) -> Meld:
    return tuple(map(Laid, cards))


def _row(rules: Rules) -> list[str]:
    """Consecutive ranks that are not wild and that all plain suits have, from a quarter of the way on."""
    in_all = [
        rank
        for rank in rules.pack.ranks
        if all(Card(rank, suit) in rules.pack.cards for suit in _suits(rules))
    ]
    ranks = [rank for rank in in_all if rank not in rules.wilds.wild_rank] or in_all
    place = max(0, min(len(ranks) // 4, len(ranks) - _MIXED))
    return ranks[place : place + _MIXED]


def _suits(rules: Rules) -> list[str]:
    return [*rules.pack.common_suits]


def _runs(rules: Rules) -> Iterator[Meld]:
    suits, ranks = _suits(rules), _row(rules)
    for row in (ranks[:3], ranks[:_MIXED]):
        yield _laid(Card(rank, suits[-1]) for rank in row)
        yield _laid(Card(rank, suits[place % len(suits)]) for place, rank in enumerate(row))
    if {"A", "2", "3", "Q", "K"} <= {*rules.pack.ranks}:
        yield from (_laid(Card(rank, suits[-1]) for rank in around) for around in ("A23", "QKA", "KA2"))


def _sets(rules: Rules) -> Iterator[Meld]:
    suits, rank = _suits(rules), _row(rules)[-1]
    for of in (suits[:2], suits[:3], [*suits[:1], *suits[:2]]):
        yield _laid(Card(rank, suit) for suit in of)


def _with_wilds(rules: Rules) -> Iterator[Meld]:
    suits, ranks = _suits(rules), _row(rules)
    wilds = [WILD] if rules.jokers else [card for card in rules.pack.cards if rules.wilds.takes(card)]
    if not wilds:
        return
    for row in (ranks[:3], ranks[:_MIXED]):
        first, *others = (Card(rank, suits[-1]) for rank in row)
        yield _laid((first, wilds[0], *others[1:]))
    yield _laid((Card(ranks[-1], suits[0]), Card(ranks[-1], suits[-1]), wilds[0]))
    yield _laid((Card(ranks[-1], suits[0]), wilds[0], wilds[0]))
