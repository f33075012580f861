"""Commands that ask: best, check, merge, score, play, and the charts of the rules.

What answers is loaded when a command runs, so that each starts fast.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from scorepad.core.errors import ScorepadError, join_errors

if TYPE_CHECKING:
    from scorepad.answers.answer_types import Answer

Arguments = argparse.Namespace
Parser = argparse.ArgumentParser
Command = tuple[str, Callable[[Parser], None], Callable[[Arguments], int]]
"""What the help says of a command, what adds its arguments to a parser, and what runs it."""


def _game_arguments(
    parser: Parser, words: str = "", metavar: str = "", help: str = "", *, game_needed: bool = True
) -> None:
    """The game, `words` after it, and how to answer."""
    nargs = None if game_needed else "?"
    parser.add_argument("game", nargs=nargs, metavar="GAME", help="a game's id; see 'scorepad games'")
    if words:
        parser.add_argument(words, nargs="*", metavar=metavar, help=help)
    _answer_arguments(parser)


def _answer_arguments(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def _option_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule; may be repeated"
    )


def _scored_arguments(
    parser: Parser, words: str, metavar: str, help: str, *, game_needed: bool = True
) -> None:
    _cards_arguments(parser, words, metavar, help, game_needed=game_needed)
    parser.add_argument(
        "--multiplier", type=_number, default=1, metavar="N", help="times the points (default 1)"
    )
    _taken_argument(parser)


def _taken_argument(parser: Parser) -> None:
    parser.add_argument(
        "--taken", default="", metavar="CARD", help="the card of the discard pile that must be melded at once"
    )


def _discard_arguments(parser: Parser) -> None:
    _cards_arguments(parser, "cards", "CARDS", "the hand, with the card to throw")
    _taken_argument(parser)


def _cards_arguments(
    parser: Parser, words: str, metavar: str, help: str, *, game_needed: bool = True
) -> None:
    _game_arguments(parser, words, metavar, help, game_needed=game_needed)
    _option_arguments(parser)
    parser.add_argument("--table", default="", metavar="MELDS", help="melds already on the table")
    parser.add_argument(
        "--partners", default="", metavar="MELDS", help="melds of partners, to interlock with"
    )
    parser.add_argument(
        "--partners-out",
        action="append",
        default=[],
        metavar="MELDS|OWN",
        help="a partner's melds and one's own as they lay when that partner went out: what has scored",
    )
    parser.add_argument(
        "--limit", type=_number, default=2.0, metavar="SECONDS", help="search time (default 2)"
    )


def _best_arguments(parser: Parser) -> None:
    _scored_arguments(parser, "cards", "CARDS", "the hand, as in '♣456 QH w'", game_needed=False)
    parser.add_argument(
        "--check-proof", action="store_true", help="have a second program check that nothing is better"
    )
    parser.add_argument(
        "--batch", metavar="FILE", help="many hands, a JSON question a line; '-' reads standard input"
    )
    parser.add_argument(
        "--output", default="", metavar="FILE", help="where the answers go; what is there is gone on with"
    )


def _number(text: str) -> int | float | str:
    """A number as a number; anything else as it is, for the question to name."""
    try:
        return int(text) if text.lstrip("-").isdecimal() else float(text)
    except ValueError:
        return text


def _merge_arguments(parser: Parser) -> None:
    _game_arguments(parser, "melds", "MELDS", "the two melds, parted by /")
    parser.add_argument("--between", default="", metavar="CARDS", help="cards of the hand for the gap")
    _option_arguments(parser)


def _play_arguments(parser: Parser) -> None:
    _game_arguments(parser, "played", "CARDS", "the cards played; none draws one")
    parser.add_argument("--last", default="", metavar="CARDS", help="the play before, where one runs")
    _option_arguments(parser)


def _score_arguments(parser: Parser) -> None:
    _game_arguments(parser)
    parser.add_argument("--winner", metavar="NAME", help="who went out, if anybody did")
    for flag, cards in (("left", "cards left in hand"), ("melded", "melds laid")):
        parser.add_argument(
            f"--{flag}", action="append", default=[], metavar="NAME=CARDS", help=f"{cards}, or a number"
        )
    parser.add_argument(
        "--never-opened", nargs="*", default=[], metavar="NAME", help="who never made a first play"
    )
    _option_arguments(parser)


def _multipliers_arguments(parser: Parser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game's id")
    _answer_arguments(parser)
    parser.add_argument("--players", nargs="+", metavar="NAME", help="players without partners")
    parser.add_argument("--partnerships", nargs="+", metavar="NAME,NAME", help="a partnership each")
    parser.add_argument("--out-order", "--out", nargs="*", default=[], metavar="NAME", help="in this order")


def _circles_arguments(parser: Parser) -> None:
    _answer_arguments(parser)
    parser.add_argument("--ranks", nargs="+", metavar="RANK", help="ranks in circular order")
    parser.add_argument("--pack", default="french", metavar="PACK", help="a pack's ranks (default french)")
    parser.add_argument("--leaps", nargs="+", type=_number, metavar="LEAP", help="default: every leap")


def _schedule_arguments(parser: Parser) -> None:
    _answer_arguments(parser)
    parser.add_argument("schedule", metavar="SCHEDULE", help="original, one-zero, two-zeroes, square …")
    parser.add_argument("--table", metavar="VALUES", help="the table's own values, as in '0 1 3 6'")
    parser.add_argument(
        "--length", type=_number, default=13, metavar="N", help="how many values (default 13)"
    )


def _ask(verb: str, arguments: Arguments, **fields: Any) -> int:
    from scorepad.answers import verbs

    if getattr(arguments, "game", None):
        fields["game"] = arguments.game
    return _print(verbs.answer(verb, fields), arguments.json)


def _ask_best(arguments: Arguments) -> int:
    fields = _scored_fields(arguments)
    if arguments.check_proof:
        fields["check_proof"] = True
    if arguments.batch is not None:
        return _ask_batch(arguments, fields)
    if arguments.output:
        raise ScorepadError("--output: goes with --batch.", at="--output", code="option")
    return _ask("best", arguments, cards=" ".join(arguments.cards), **fields)


def _ask_batch(arguments: Arguments, defaults: dict[str, Any]) -> int:
    from scorepad.cli import batch

    if arguments.cards:
        raise ScorepadError("CARDS: with --batch the hands are in the file.", at="--batch", code="option")
    if arguments.game:
        defaults["game"] = arguments.game
    return batch.answer_file(arguments.batch, arguments.output, defaults)


def _ask_check(arguments: Arguments) -> int:
    return _ask("check", arguments, melds=" / ".join(arguments.melds), **_scored_fields(arguments))


def _ask_next(arguments: Arguments) -> int:
    return _ask("next", arguments, cards=" ".join(arguments.cards), **_cards_fields(arguments))


def _ask_discard(arguments: Arguments) -> int:
    return _ask("discard", arguments, cards=" ".join(arguments.cards), **_cards_fields(arguments))


def _ask_merge(arguments: Arguments) -> int:
    between = {"between": arguments.between} if arguments.between else {}
    options = _options(arguments.set)
    return _ask("merge", arguments, melds=" / ".join(arguments.melds), options=options, **between)


def _ask_play(arguments: Arguments) -> int:
    played, options = " ".join(arguments.played), _options(arguments.set)
    return _ask("play", arguments, played=played, last=arguments.last, options=options)


def _ask_score(arguments: Arguments) -> int:
    winner = {"winner": arguments.winner} if arguments.winner else {}
    cards = {flag: _by_name(f"--{flag}", getattr(arguments, flag)) for flag in ("left", "melded")}
    unopened = {"never_opened": _split_names(arguments.never_opened)} if arguments.never_opened else {}
    return _ask("score", arguments, options=_options(arguments.set), **winner, **cards, **unopened)


def _by_name(flag: str, pairs: Sequence[str]) -> dict[str, str | int]:
    """Cards or a number by name, from `name=cards`."""
    return {
        name: int(cards) if cards.isdecimal() and cards.isascii() else cards
        for name, cards in _split_pairs(flag, pairs, "name=cards")
    }


def _ask_multipliers(arguments: Arguments) -> int:
    fields: dict[str, Any] = {"out_order": _split_names(arguments.out_order)}
    if arguments.players:
        fields["players"] = _split_names(arguments.players)
    if arguments.partnerships:
        fields["partnerships"] = [_split_names([group]) for group in arguments.partnerships]
    return _ask("multipliers", arguments, **fields)


def _ask_circles(arguments: Arguments) -> int:
    fields = {"ranks": " ".join(arguments.ranks)} if arguments.ranks else {"pack": arguments.pack}
    return _ask("circles", arguments, **fields, **({"leaps": arguments.leaps} if arguments.leaps else {}))


def _ask_schedule(arguments: Arguments) -> int:
    values = {"schedule_table": arguments.table} if arguments.table else {}
    return _ask("schedule", arguments, schedule=arguments.schedule, length=arguments.length, **values)


def _list_games(arguments: Arguments) -> int:
    from scorepad.answers import catalogue

    return _print(catalogue.games_answer(), arguments.json)


def _split_names(words: Sequence[str]) -> list[str]:
    return [name.strip() for word in words for name in word.split(",") if name.strip()]


def _scored_fields(arguments: Arguments) -> dict[str, Any]:
    return _cards_fields(arguments) | {"multiplier": arguments.multiplier}


def _cards_fields(arguments: Arguments) -> dict[str, Any]:
    options = _options(arguments.set)
    beside = {name: getattr(arguments, name, "") for name in ("table", "partners", "partners_out", "taken")}
    named_fields = {name: value for name, value in beside.items() if value}
    return {"options": options, "limit": arguments.limit, **named_fields}


def _options(pairs: Sequence[str]) -> dict[str, str]:
    """House rules from `option=value`."""
    return dict(_split_pairs("--set", pairs, "option=value"))


def _split_pairs(flag: str, pairs: Sequence[str], expected: str) -> list[tuple[str, str]]:
    """Names and what follows their `=`. Raises ScorepadError for every piece without one."""
    faults = [
        ScorepadError(f"{flag} {pair}: expected {expected}, with a = between them.", at=flag, code="option")
        for pair in pairs
        if "=" not in pair
    ]
    if faults:
        raise join_errors(faults)
    return [(name.strip(), value.strip()) for name, _, value in (pair.partition("=") for pair in pairs)]


def _print(answer: Answer, as_json: bool) -> int:
    from scorepad.cli import show

    print(show.to_json(answer) if as_json else show.in_words(answer))
    return 0


COMMANDS: dict[str, Command] = {
    "best": (
        "the best melds of a hand, proven",
        _best_arguments,
        _ask_best,
    ),
    "check": (
        "judge melds as laid",
        partial(_scored_arguments, words="melds", metavar="MELDS", help="melds as laid, parted by /"),
        _ask_check,
    ),
    "next": (
        "what one more card would bring, card by card",
        partial(_cards_arguments, words="cards", metavar="CARDS", help="the hand as it is"),
        _ask_next,
    ),
    "discard": (
        "which card costs least to throw",
        _discard_arguments,
        _ask_discard,
    ),
    "merge": ("make two melds on the table one", _merge_arguments, _ask_merge),
    "play": ("what a play of Avalanche does", _play_arguments, _ask_play),
    "score": ("the scores of a deal, from the cards left or melded", _score_arguments, _ask_score),
    "multipliers": ("what each going out counts", _multipliers_arguments, _ask_multipliers),
    "circles": ("what follows what under each leap", _circles_arguments, _ask_circles),
    "schedule": ("what runs of 1, 2, 3 … cards are worth", _schedule_arguments, _ask_schedule),
    "games": ("the games and their house rules", _answer_arguments, _list_games),
}
