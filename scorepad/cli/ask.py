"""Commands that ask: best, check, merge, score, play, and the charts of the rules.

Each is a verb with arguments, which are the fields of its question. The module that answers is imported when
a command runs, so that each starts fast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from scorepad.cli.command import COMMANDS, JSON, Argument, Arguments, argument, command, place_of
from scorepad.cli.typed import (
    by_name,
    counts_by_name,
    flags_by_name,
    number_or_text,
    numbers_by_word,
    points_by_name,
    split_names,
    split_pairs,
    standard_input,
    text_of_file,
    typed_text,
)
from scorepad.core.errors import ScorepadError

if TYPE_CHECKING:
    from scorepad.answers.answer_types import Answer

UNSAID: tuple[object, ...] = (None, "", [], {})


def asked(
    *names: str,
    field: str = "",
    read: Callable[[Any], object] = lambda typed: typed,
    always: bool = False,
    **settings: Any,
) -> Argument:
    """An argument that is a field of a question, by default of the same name."""
    return Argument(names, settings, field or place_of(names), read, always)


_GAME_HELP = "a game’s id; 'scorepad games' lists them; or a file that ends in .toml"
GAME = asked("game", metavar="GAME", help=_GAME_HELP)
NO_GAME = asked("game", nargs="?", metavar="GAME", help=_GAME_HELP)
HAND = partial(asked, nargs="*", metavar="CARDS", read=lambda words: typed_text(words, " "), always=True)
MELDS = partial(
    asked, "melds", nargs="*", metavar="MELDS", read=lambda words: typed_text(words, " / "), always=True
)
PAIRS = partial(asked, action="append", default=[])
NAMES = partial(asked, metavar="NAME", read=split_names)
NUMBER = partial(asked, type=number_or_text)
OPTIONS = PAIRS(
    "--set",
    field="options",
    read=partial(split_pairs, "--set", "option=value"),
    metavar="OPTION=VALUE",
    help="a house rule; repeat it for more",
)
LANGUAGE = asked(
    "--language", metavar="ID", help="read cards in its letters first: en, de, fr, it, es, pl or tr"
)
OF_DEAL = (
    OPTIONS,
    LANGUAGE,
    asked("--preset", metavar="NAME", help="a named set of house rules; --set still changes single ones"),
    NUMBER("--deal", metavar="N", help="the deal’s number, if rules depend on it"),
    asked("--turned", metavar="CARD", help="the card turned up, if rules depend on it"),
    asked("--trump", metavar="SUIT", help="the suit of the card turned up, where it is trumps"),
)
AROUND_HAND = (
    *OF_DEAL,
    asked("--opened", action="store_true", default=None, help="the player has laid a first meld"),
    asked("--turn", action="store_true", default=None, help="melds of one turn, of which one at most is new"),
    asked("--table", metavar="MELDS", help="melds already on the table"),
    asked("--eaten", metavar="CARDS", help="cards you took before, which lie in different melds"),
    asked("--partners", metavar="MELDS", help="your partners’ melds, to interlock with"),
    PAIRS(
        "--partners-out",
        metavar="MELDS|OWN",
        help="what has scored: a partner’s melds and yours when that partner went out",
    ),
    NUMBER("--limit", default=2.0, metavar="SECONDS", help="how long to search (default 2)"),
)
TAKEN = asked("--taken", metavar="CARD", help="the card from the discard pile that you must meld now")
SCORED = (
    *AROUND_HAND,
    NUMBER("--multiplier", default=1, metavar="N", help="how many times the points count (default 1)"),
    TAKEN,
)
PROOF = asked(
    "--check-proof",
    action="store_true",
    default=None,
    help="let a second program check the proof",
)
BATCH = (
    argument("--batch", metavar="FILE", help="many hands, a JSON question a line; '-' reads standard input"),
    argument(
        "--output", default="", metavar="FILE", help="the file for the answers, continued if it’s there"
    ),
)


def _fields(of: Sequence[Argument], arguments: Arguments) -> dict[str, object]:
    """The fields of a question, without those left out."""
    typed = [(one, getattr(arguments, one.place)) for one in of if one.field]
    read = [(one, None if value is None else one.read(value)) for one, value in typed]
    return _with_file({one.field: value for one, value in read if one.always or value not in UNSAID})


def _with_file(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields with the text of a game's file in place of its name. Raises ScorepadError if it can't be
    read."""
    name = fields.get("game")
    if not isinstance(name, str) or not name.endswith(".toml"):
        _know_pad_games(name)
        return fields
    others = {field: value for field, value in fields.items() if field != "game"}
    return {"game_file": text_of_file(name), **others}


def _know_pad_games(name: object = "") -> None:
    """Load the games in the instance folder too, unless the name is that of another game."""
    from scorepad.rulebook import has_game, keep_games_in

    if isinstance(name, str) and not (name and has_game(name)):
        from scorepad.machine import folders

        keep_games_in(folders.usual_games_folder())


def _ask(verb: str, of: Sequence[Argument], arguments: Arguments) -> int:
    from scorepad.answers import verbs

    return _print(verbs.answer(verb, _fields(of, arguments)), arguments.json)


def _asks(verb: str, words: str, *of: Argument) -> None:
    """Declare a command that only asks its question."""
    command(verb, words, JSON, *of)(partial(_ask, verb, of))


def _file_fields(name: str) -> dict[str, Any]:
    """Read the JSON object in a file. Raises ScorepadError if there is none."""
    from scorepad.answers.verbs import read_question

    text = standard_input() if name == "-" else text_of_file(name)
    try:
        return read_question(text)
    except ValueError:
        message = f"{name} has no JSON object in it. Name another file."
        raise ScorepadError(message, at="file", code="json") from None


@command(
    "best",
    "Find the best melds of a hand, with proof.",
    JSON,
    NO_GAME,
    HAND("cards", help="the hand, as in '♣456 QH w'; '-' reads standard input"),
    *SCORED,
    PROOF,
    *BATCH,
)
def _ask_best(arguments: Arguments) -> int:
    """Answer for one hand, or for the hands in a file."""
    of = COMMANDS["best"].arguments
    if arguments.batch is None:
        if arguments.output:
            raise ScorepadError("--output: add --batch too.", at="--output", code="option")
        return _ask("best", of, arguments)
    if arguments.cards:
        raise ScorepadError(
            "CARDS: leave them out, because with --batch the hands are in the file.",
            at="--batch",
            code="option",
        )
    from scorepad.cli import batch

    defaults = _fields([one for one in of if one.field != "cards"], arguments)
    return batch.answer_file(arguments.batch, arguments.output, defaults)


def _print(answer: Answer, as_json: bool) -> int:
    from scorepad.cli import show

    print(show.to_json(answer) if as_json else show.in_words(answer))
    return 0


_asks("check", "Judge melds as you laid them.", GAME, MELDS(help="melds as laid, separated by /"), *SCORED)
_asks(
    "next",
    "Show what each card you could draw would add.",
    *(GAME, HAND("cards", help="the hand as it is"), *AROUND_HAND),
    asked("--seen", metavar="CARDS", help="cards seen elsewhere, such as discards"),
)
_asks(
    "discard",
    "Show which card costs least to throw.",
    *(GAME, HAND("cards", help="the hand, with the card to throw"), *AROUND_HAND, TAKEN),
)
_asks(
    "merge",
    "Join two melds on the table into one.",
    *(GAME, MELDS(help="the two melds, separated by /")),
    asked("--between", metavar="CARDS", help="cards from your hand that fill the gap"),
    *(OPTIONS, LANGUAGE),
)
_asks(
    "play",
    "Say what a play of Avalanche does.",
    *(GAME, HAND("played", help="the cards played; leave them out to draw one")),
    asked("--last", metavar="CARDS", help="the play before, if an avalanche is running"),
    *(OPTIONS, LANGUAGE),
)
_asks(
    "score",
    "Score a deal from the cards left or melded.",
    GAME,
    asked("--winner", metavar="NAME", help="who went out, if anybody did"),
    *(
        PAIRS(flag, read=partial(by_name, flag), metavar="NAME=CARDS", help=f"{cards}, or a number")
        for flag, cards in (
            ("--left", "cards left in hand"),
            ("--collected", "cards collected"),
            ("--taken", "cards taken"),
            ("--maal", "value cards"),
            ("--melded", "melds laid"),
        )
    ),
    PAIRS(
        "--hand",
        field="hands",
        read=partial(split_pairs, "--hand", "name=cards"),
        metavar="NAME=CARDS",
        help="a whole hand, which the pad lays for its player",
    ),
    NAMES("--never-opened", nargs="*", help="who never made a first play"),
    NAMES("--no-melds", nargs="*", help="who has no meld, at Phỏm"),
    NAMES("--order", nargs="*", help="the names as they laid, at Phỏm"),
    asked("--u", metavar="NAME", help="who has nothing over, at Phỏm"),
    NAMES("--seen", nargs="*", help="who showed three pure sets or seven pairs"),
    asked("--went-rummy", action="store_true", default=None, help="the winner laid all cards in one turn"),
    asked("--ending", metavar="WORD", help="how the deal ended, in the game’s own word"),
    PAIRS(
        "--dropped",
        read=partial(split_pairs, "--dropped", "name=how"),
        metavar="NAME=HOW",
        help="who dropped, and how",
    ),
    PAIRS(
        "--phases",
        read=flags_by_name,
        metavar="NAME=YES",
        help="whether a player made the phase, yes or no",
    ),
    PAIRS(
        "--points",
        read=partial(points_by_name, "--points"),
        metavar="NAME=POINTS",
        help="points, in a game without cards",
    ),
    PAIRS(
        "--canastas",
        read=partial(counts_by_name, "--canastas"),
        metavar="NAME=WORD:N",
        help="a side’s canastas, as in NS=natural:1,mixed:2",
    ),
    PAIRS(
        "--sambas",
        read=partial(points_by_name, "--sambas"),
        metavar="NAME=N",
        help="how many sambas a side has",
    ),
    PAIRS(
        "--tally",
        read=partial(counts_by_name, "--tally"),
        metavar="NAME=COLUMN:N",
        help="what was entered in columns, as in Ann=bid:3,tricks:2",
    ),
    asked(
        "--round",
        read=numbers_by_word,
        metavar="COLUMN:N",
        help="what was entered in columns of the whole round, as in game:24,won:1",
    ),
    PAIRS(
        "--red-threes",
        read=partial(points_by_name, "--red-threes"),
        metavar="NAME=N",
        help="how many red threes a side has",
    ),
    *OF_DEAL,
)


@command(
    "match",
    "Add up a match: totals, bonuses, who’s out, who won.",
    JSON,
    argument("file", metavar="FILE", help="the match as JSON; '-' reads standard input"),
)
def _ask_match(arguments: Arguments) -> int:
    """Answer for the match in a file."""
    from scorepad.answers import verbs

    return _print(verbs.answer("match", _with_file(_file_fields(arguments.file))), arguments.json)


_asks(
    "multipliers",
    "Show how often each going out counts.",
    NO_GAME,
    NAMES("--players", nargs="+", help="players without partners"),
    asked(
        "--partnerships",
        nargs="+",
        metavar="NAME,NAME",
        help="the partners, one group for each side",
        read=lambda groups: [split_names([group]) for group in groups],
    ),
    NAMES("--out-order", "--out", nargs="*", default=[], always=True, help="who went out, in order"),
)
_asks(
    "circles",
    "Show which rank follows which under each leap.",
    asked(
        "--ranks",
        nargs="+",
        metavar="RANK",
        read=" ".join,
        help="the ranks in order, the first after the last",
    ),
    asked("--pack", default="french", metavar="PACK", help="the pack with these ranks (default french)"),
    NUMBER("--leaps", nargs="+", metavar="LEAP", help="the leaps to show (default: every one)"),
)
_asks(
    "schedule",
    "Show what runs of 1, 2, 3 … cards are worth.",
    asked("schedule", metavar="SCHEDULE", help="its name: original, one-zero, two-zeroes, square, fibonacci"),
    asked(
        "--table",
        field="schedule_table",
        metavar="VALUES",
        help="your own values instead, as in '0 1 3 6'",
    ),
    NUMBER("--length", default=13, metavar="N", help="how many values (default 13)"),
)


def _print_file(text: str, as_json: bool) -> int:
    """Print what a game's file says, and what no search supports of it."""
    from scorepad.answers.game_file_answer import game_file_answer
    from scorepad.cli import show

    answer = game_file_answer(text)
    if as_json:
        print(show.to_json(answer))
        return 0
    print(". ".join(filter(None, (answer.name, answer.says))))
    for key, value in answer.rules.items():
        print(f"  {key} = {show.default_words(value)}")
    keys = ", ".join(answer.unproven)
    unknown = f"No search knows this yet: {keys}. Melds are judged and scores kept; the best isn’t found."
    print(unknown if keys else "The best melds of a hand are proven.")
    return 0


def _print_schema() -> int:
    import json

    from scorepad.answers.game_file_answer import json_schema

    print(json.dumps(json_schema(), indent=1, ensure_ascii=False))
    return 0


@command(
    "games",
    "List the games and their house rules.",
    JSON,
    argument("game", nargs="?", metavar="GAME", help="one of them alone, or a file that ends in .toml"),
    argument("--schema", action="store_true", help="print the JSON Schema of such files, for editors"),
)
def _list_games(arguments: Arguments) -> int:
    from scorepad.answers.game_answers import game_answer, games_answer

    name = arguments.game
    if arguments.schema:
        return _print_schema()
    _know_pad_games()
    if name is None:
        return _print(games_answer(), arguments.json)
    if not name.endswith(".toml"):
        return _print(game_answer(name), arguments.json)
    return _print_file(text_of_file(name), arguments.json)
