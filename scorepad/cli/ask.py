"""Commands that ask: best, check, merge, score, play, and the charts of the rules."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import to_builtins

from scorepad.answers import questions
from scorepad.answers.answer_types import Answer
from scorepad.cli.show import show
from scorepad.core.errors import ScorepadError, joined

Arguments = argparse.Namespace
Parser = argparse.ArgumentParser
AddCommand = Callable[..., Parser]


def add(command: AddCommand) -> None:
    """Add every command to the parser; `command(name, help=…)` makes one."""
    _best(command("best", help="the best melds of a hand, proven"))
    _check(command("check", help="judge melds as laid"))
    _merge(command("merge", help="make two melds on the table one"))
    _play(command("play", help="what a play of Avalanche does"))
    _score(command("score", help="the scores of a deal, from the cards left or melded"))
    _multipliers(command("multipliers", help="what each going out counts"))
    _circles(command("circles", help="what follows what under each leap"))
    _schedule(command("schedule", help="what runs of 1, 2, 3 … cards are worth"))
    _games(command("games", help="the games and their house rules"))


def _question_arguments(parser: Parser, game: bool = True) -> None:
    if game:
        parser.add_argument("game", metavar="GAME", help="a game's id; see 'scorepad games'")
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def _option_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule; may be repeated"
    )


def _scored_arguments(parser: Parser) -> None:
    _option_arguments(parser)
    parser.add_argument("--table", default="", metavar="MELDS", help="melds already on the table")
    parser.add_argument(
        "--partners", default="", metavar="MELDS", help="melds of partners, to interlock with"
    )
    parser.add_argument(
        "--multiplier", type=_number, default=1, metavar="N", help="times the points (default 1)"
    )
    parser.add_argument(
        "--limit", type=_number, default=2.0, metavar="SECONDS", help="search time (default 2)"
    )


def _number(text: str) -> int | float | str:
    """A number as a number; anything else as it is, for the question to name."""
    try:
        return int(text) if text.lstrip("-").isdecimal() else float(text)
    except ValueError:
        return text


def _best(parser: Parser) -> None:
    _question_arguments(parser)
    parser.add_argument("cards", nargs="*", metavar="CARDS", help="the hand, as in '♣456 QH w'")
    _scored_arguments(parser)
    parser.set_defaults(run=_ask_best)


def _check(parser: Parser) -> None:
    _question_arguments(parser)
    parser.add_argument("melds", nargs="*", metavar="MELDS", help="melds as laid, parted by /")
    _scored_arguments(parser)
    parser.set_defaults(run=_ask_check)


def _merge(parser: Parser) -> None:
    _question_arguments(parser)
    parser.add_argument("melds", nargs="*", metavar="MELDS", help="the two melds, parted by /")
    parser.add_argument("--between", default="", metavar="CARDS", help="cards of the hand for the gap")
    _option_arguments(parser)
    parser.set_defaults(run=_ask_merge)


def _play(parser: Parser) -> None:
    _question_arguments(parser)
    parser.add_argument("played", nargs="*", metavar="CARDS", help="the cards played; none draws one")
    parser.add_argument("--last", default="", metavar="CARDS", help="the play before, where one runs")
    _option_arguments(parser)
    parser.set_defaults(run=_ask_play)


def _score(parser: Parser) -> None:
    _question_arguments(parser)
    parser.add_argument("--winner", metavar="NAME", help="who went out, if anybody did")
    for flag, what in (("left", "cards left in hand"), ("melded", "melds laid")):
        parser.add_argument(
            f"--{flag}", action="append", default=[], metavar="NAME=CARDS", help=f"{what}, or a number"
        )
    parser.add_argument(
        "--never-opened", nargs="*", default=[], metavar="NAME", help="who never made a first play"
    )
    _option_arguments(parser)
    parser.set_defaults(run=_ask_score)


def _multipliers(parser: Parser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game's id")
    _question_arguments(parser, game=False)
    parser.add_argument("--players", nargs="+", metavar="NAME", help="players without partners")
    parser.add_argument("--partnerships", nargs="+", metavar="NAME,NAME", help="a partnership each")
    parser.add_argument("--out-order", "--out", nargs="*", default=[], metavar="NAME", help="in this order")
    parser.set_defaults(run=_ask_multipliers)


def _circles(parser: Parser) -> None:
    _question_arguments(parser, game=False)
    parser.add_argument("--ranks", nargs="+", metavar="RANK", help="ranks in circular order")
    parser.add_argument("--pack", default="french", metavar="PACK", help="a pack's ranks (default french)")
    parser.add_argument("--leaps", nargs="+", type=_number, metavar="LEAP", help="default: every leap")
    parser.set_defaults(run=_ask_circles)


def _schedule(parser: Parser) -> None:
    _question_arguments(parser, game=False)
    parser.add_argument("schedule", metavar="SCHEDULE", help="original, one-zero, two-zeroes, square …")
    parser.add_argument("--table", metavar="VALUES", help="the table's own values, as in '0 1 3 6'")
    parser.add_argument(
        "--length", type=_number, default=13, metavar="N", help="how many values (default 13)"
    )
    parser.set_defaults(run=_ask_schedule)


def _games(parser: Parser) -> None:
    _question_arguments(parser, game=False)
    parser.set_defaults(run=_list_games)


def _ask(verb: str, given: Arguments, **question: Any) -> int:
    if getattr(given, "game", None):
        question["game"] = given.game
    return _print(questions.answer(verb, question), given.json)


def _ask_best(given: Arguments) -> int:
    return _ask("best", given, cards=" ".join(given.cards), **_scored(given))


def _ask_check(given: Arguments) -> int:
    return _ask("check", given, melds=" / ".join(given.melds), **_scored(given))


def _ask_merge(given: Arguments) -> int:
    between = {"between": given.between} if given.between else {}
    return _ask("merge", given, melds=" / ".join(given.melds), options=_options(given.set), **between)


def _ask_play(given: Arguments) -> int:
    played = " ".join(given.played)
    return _ask("play", given, played=played, last=given.last, options=_options(given.set))


def _ask_score(given: Arguments) -> int:
    question = {"winner": given.winner} if given.winner else {}
    cards = {flag: _by_name(f"--{flag}", getattr(given, flag)) for flag in ("left", "melded")}
    unopened = {"never_opened": _split(given.never_opened)} if given.never_opened else {}
    return _ask("score", given, options=_options(given.set), **question, **cards, **unopened)


def _by_name(flag: str, pairs: Sequence[str]) -> dict[str, str | int]:
    """Cards or a number by name, from `name=cards`."""
    return {
        name: int(cards) if cards.isdecimal() and cards.isascii() else cards
        for name, cards in _named(flag, pairs, "name=cards")
    }


def _ask_multipliers(given: Arguments) -> int:
    question: dict[str, Any] = {"out_order": _split(given.out_order)}
    if given.players:
        question["players"] = _split(given.players)
    if given.partnerships:
        question["partnerships"] = [_split([group]) for group in given.partnerships]
    return _ask("multipliers", given, **question)


def _ask_circles(given: Arguments) -> int:
    question: dict[str, Any] = {"ranks": " ".join(given.ranks)} if given.ranks else {"pack": given.pack}
    return _ask("circles", given, **question, **({"leaps": given.leaps} if given.leaps else {}))


def _ask_schedule(given: Arguments) -> int:
    table = {"schedule_table": given.table} if given.table else {}
    return _ask("schedule", given, schedule=given.schedule, length=given.length, **table)


def _list_games(given: Arguments) -> int:
    from scorepad.answers import catalogue

    return _print(catalogue.games(), given.json)


def _split(names: Sequence[str]) -> list[str]:
    return [name.strip() for piece in names for name in piece.split(",") if name.strip()]


def _scored(given: Arguments) -> dict[str, Any]:
    scored = {"options": _options(given.set), "multiplier": given.multiplier, "limit": given.limit}
    on_table = {"table": given.table, "partners": given.partners}
    return scored | {name: melds for name, melds in on_table.items() if melds}


def _options(pairs: Sequence[str]) -> dict[str, str]:
    """House rules from `option=value`."""
    return dict(_named("--set", pairs, "option=value"))


def _named(flag: str, pairs: Sequence[str], expected: str) -> list[tuple[str, str]]:
    """Names and what follows their `=`. Raises ScorepadError for every piece without one."""
    faults = [
        ScorepadError(f"{flag} {pair}: expected {expected}, with a = between them.", at=flag, code="option")
        for pair in pairs
        if "=" not in pair
    ]
    if faults:
        raise joined(faults)
    return [(name.strip(), value.strip()) for name, _, value in (pair.partition("=") for pair in pairs)]


def _print(answer: Answer, as_json: bool) -> int:
    print(json.dumps(to_builtins(answer), ensure_ascii=False) if as_json else show(answer))
    return 0
