"""Cases of a rack and the table, played as well as can be (K2, K5)."""

from __future__ import annotations

from collections.abc import Iterator

from bench.worked_examples.card_texts import run_text
from bench.worked_examples.case import CannotBe, ExampleCase
from scorepad.answers.terms import Terms
from scorepad.core.notation import read_cards, read_melds
from scorepad.core.phrasing import count_word, list_words
from scorepad.core.rules import Rules
from scorepad.core.sentence import say, say_number

LIMIT = 2.0  # seconds


def board_cases(rules: Rules) -> Iterator[ExampleCase]:
    """First plays of one set and of two, and with a joker of the table; one tile beside a run on the table; a
    joker for many tiles or for high ones."""
    if rules.board.first_play.points:
        yield ExampleCase(say("A rack of {first}"), run_text(rules, 8, 3), _tiles_placed)
        yield ExampleCase(
            say("A rack of {second}, {first} on the table"),
            f"{run_text(rules, 0, 3)} / {run_text(rules, 3, 1)}",
            _tiles_placed,
        )
        split = f"{run_text(rules, 0, 2)} {run_text(rules, 3, 2)}"
        yield ExampleCase(say("A rack of {first}"), f"{split} {run_text(rules, -2, 2, 1)} w", _tiles_placed)
        yield ExampleCase(
            say("A rack of {first}"), f"{run_text(rules, 3, 3)} {run_text(rules, 4, 3, 1)}", _tiles_placed
        )
        lent = f"{run_text(rules, 6, 2)} w / {run_text(rules, 8, 1)} {run_text(rules, -2, 2, 1)}"
        yield ExampleCase(say("A rack of {second}, {first} on the table"), lent, _tiles_placed)


def joker_cases(rules: Rules) -> Iterator[ExampleCase]:
    """A run with a joker on the table, and a pair of another rank (RR3)."""
    pair = f"{run_text(rules, 8, 1)} {run_text(rules, 8, 1, 1)}"
    yield ExampleCase(
        say("A rack of {second}, {first} on the table"), f"{run_text(rules, 2, 3)} w / {pair}", _tiles_placed
    )


def rebuilt_cases(rules: Rules) -> Iterator[ExampleCase]:
    """A run of four on the table, and two cards that make a set with its lowest (RR3)."""
    pair = f"{run_text(rules, 2, 1, 1)} {run_text(rules, 2, 1, 2)}"
    yield ExampleCase(
        say("A rack of {second}, {first} on the table"), f"{run_text(rules, 2, 4)} / {pair}", _tiles_placed
    )


def _tiles_placed(rules: Rules, text: str) -> str:
    """How many tiles the best play places; the last of the groups is the rack."""
    from scorepad.answers import hand_answers  # here, so that pages load without the search

    *table_texts, rack_text = text.split(" / ")
    hand = [laid.card for laid in read_cards(rack_text, rules.pack)]
    best_play = hand_answers.best(
        rules, hand, Terms(table=read_melds(" / ".join(table_texts), rules.pack), limit=LIMIT)
    )
    if not best_play.placed:
        return CannotBe(say("no play"))
    return say_number(
        "{many} tile: {melds}",
        "{many} tiles: {melds}",
        best_play.placed,
        many=count_word(best_play.placed),
        melds=list_words(best_play.melds),
    )
