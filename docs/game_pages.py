"""What the site says of each game, from the game itself: its rules in short, a hand solved, its house rules.

All of it is said in the language of the request that is answered meanwhile.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from itertools import groupby
from urllib.parse import urlencode

from flask import render_template
from markupsafe import Markup

from scorepad.answers import verbs
from scorepad.answers.answer_types import Best
from scorepad.cli import show
from scorepad.core.card_text import show_cards
from scorepad.core.notation import read_cards
from scorepad.core.options import Option
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.core.sentence import as_sentence, in_a_row, say, say_number
from scorepad.examples.kept_examples import WorkedExample, examples
from scorepad.rulebook import FOLDER as RULEBOOK
from scorepad.rulebook import Game
from scorepad.web.faces import face, points
from scorepad.web.hand.question import group_options
from scorepad.web.hand.solve import headline, reason
from scorepad.web.house_rules_pages import default_in_bounds
from scorepad.web.languages import ENGLISH, page_language, page_words

ON_THIS_MACHINE = "http://localhost:8000/"


def game_page(game: Game, to_play: str) -> Iterator[str]:
    """The lines of a game's page. `to_play`: where the pad lies beside the site, seen from the page; empty
    where it is not there."""
    yield f"# {plain(game.name)}\n\n{plain(game.sentence)}\n"
    yield f"```{{raw}} html\n{_in_short(game)}\n```\n"
    yield " ".join(_players(game)) + "\n"
    if hand := hand_of(game):
        yield _heading(say("A hand, solved"))
        yield from solved(game, hand, to_play)
    if game.presets:
        yield _heading(say("House rules with a name"))
        yield from (f"- {preset}" for preset in _presets(game))
        yield ""
    yield _heading(say("House rules"))
    yield plain(say("The default is in bold, and so is what comes of the case under it.")) + "\n"
    kept = examples(game, {})
    for title, options in group_options(game.options):
        yield f"### {plain(title)}\n"
        for option in options:
            yield from _option(option, kept.get(option.name))


def plain(text: str) -> str:
    """Text in the language of the page, which Markdown shows as it is, in one line."""
    return re.sub(r"([\\`*_<>\[\]|~#{}$])", r"\\\1", " ".join(str(page_words(text)).split()))


def hand_of(game: Game) -> str:
    """The game's own example of a hand; empty in games without melds."""
    hand = json.loads((RULEBOOK / game.example).read_text("utf-8")).get("hand")
    return hand if isinstance(hand, str) and game.rules({}).scoring.lays_melds else ""


def solved(game: Game, hand: str, to_play: str) -> Iterator[str]:
    """The best melds of a hand, why no others are better, and a link that opens it in a pad."""
    rules, answer = game.rules({}), _best(game.id, hand)
    cards = (laid.card for laid in read_cards(hand, rules.pack))
    yield plain(say("The hand: {cards}", cards=as_sentence(show_cards(cards, rules.pack)))) + "\n"
    yield from _laid_and_left(answer, rules)
    result = say("Best: {result}.", result=headline(answer, rules).words)
    yield f"\n{plain(in_a_row((result, reason(answer, rules))))}\n"
    if is_english():
        printed = show.in_words(answer)
        yield f'On the command line:\n\n```console\n$ scorepad best {game.id} "{hand}"\n{printed}\n```\n'
    asked = f"solve?{urlencode({'game': game.id, 'cards': hand})}"
    if to_play:
        opened = f"{to_play}?{urlencode({'at': asked})}"
        yield _link(opened, say("Open this hand in the pad, in this browser"))
    else:
        yield _link(ON_THIS_MACHINE + asked, say("Open this hand on a pad that runs on your machine"))


def _laid_and_left(answer: Best, rules: Rules) -> Iterator[str]:
    """A line for each meld, for each bonus and for what stays in hand."""
    for meld in answer.melds:
        yield f"- **{plain(meld.shown)}**: {_worth(meld.points)}"
    for bonus in answer.bonuses:
        yield f"- {plain(bonus.label)}: {_worth(bonus.points)}"
    if answer.left_shown:
        on_rack = rules.board.shared and rules.pack.joker
        where = say("Left on the rack") if on_rack else say("Left in the hand")
        yield f"- {plain(where)}, **{plain(answer.left_shown)}**: {_worth(answer.left_value)}"


def _worth(number: int) -> str:
    return plain(say_number("{points} point", "{points} points", number, points=points(number)))


def _heading(words: str) -> str:
    return f"## {plain(words)}\n"


def _link(address: str, words: str) -> str:
    """A paragraph that leads where Sphinx looks for no page."""
    said = escape(str(page_words(words)))
    return f'```{{raw}} html\n<p><a href="{escape(address)}">{said}</a></p>\n```\n'


def is_english() -> bool:
    """Whether the page has what programs and the command line call things, too."""
    return page_language().language == ENGLISH


@cache
def _best(game_id: str, hand: str) -> Best:
    answer = verbs.answer("best", {"game": game_id, "cards": hand})
    assert isinstance(answer, Best)
    return answer


def _players(game: Game) -> Iterator[str]:
    least, most = game.players
    yield plain(say("{least} to {most} players.", least=least, most=most))
    for players, packs in game.packs_by_players:
        yield plain(say("With {players} or more there are {packs} packs.", players=players, packs=packs))
    if is_english():
        yield f"Programs and the command line call the game `{game.id}`."


def _in_short(game: Game) -> str:
    """The rules in short as HTML without empty lines, its cards as text."""
    shown = render_template(game.short_rules, game=game, pack=game.rules({}).pack, hand=_hand)
    return "\n".join(line for line in shown.splitlines() if line.strip())


def _hand(cards: Iterable[str], pack: Pack) -> Markup:
    """Cards as people write them: `♣3 4 5`, `♥K ♦K`; set apart from what stands beside them."""
    drawn = ((face(card, pack), card) for card in cards)
    suits = groupby(drawn, key=lambda each: _symbol(each[1], pack))
    text = " ".join(
        symbol + " ".join(str(page_words(each.rank)) for each, _ in group) for symbol, group in suits
    )
    return Markup("<code>{}</code>").format(text)


def _symbol(card: str, pack: Pack) -> str:
    suit = pack.suit.get(card[-1])
    return suit.symbol if suit else ""


def _presets(game: Game) -> Iterator[str]:
    for preset in game.presets:
        changed = [option for option in game.options if option.name in preset.options]
        values = (
            f"{plain(option.label)}: {plain(option.in_words(preset.options[option.name]))}"
            for option in changed
        )
        rules = "; ".join(values) or plain(say("all defaults"))
        for_programs = f" (`{preset.id}`)" if is_english() else ""
        yield f"**{plain(preset.name)}**{for_programs}: {plain(preset.sentence)} ({rules})"


def _option(option: Option, example: WorkedExample | None) -> Iterator[str]:
    yield f"{plain(option.label)}\n: {plain(option.sentence)}\n"
    for_programs = f" (`{option.name}`, clause {option.clause})" if is_english() else ""
    yield f"  {_values(option)}{for_programs}\n"
    if example:
        also = f" · {plain(example.other_rules)}" if example.other_rules else ""
        yield f"  {plain(example.case_text)}{also}:\n"
        for outcome in example.outcomes:
            words = f"{plain(outcome.label)}: {plain(outcome.words)}"
            yield f"  - **{words}**" if outcome.usual else f"  - {words}"
        yield ""


def _values(option: Option) -> str:
    if option.choices:
        labels = ((value, plain(label)) for value, label in option.choices.items())
        return " / ".join(f"**{label}**" if value == option.default else label for value, label in labels)
    if option.type == "int":
        return f"**{plain(default_in_bounds(option))}**"
    return f"**{plain(option.in_words(option.default))}**"
