"""The command line: `scorepad best`, `check`, `serve` and the rest."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import scorepad
from scorepad.cli import ask, hosting, keeping, read  # noqa: F401  # each declares its commands
from scorepad.cli.command import COMMANDS
from scorepad.cli.output import prepare_output
from scorepad.core.errors import ScorepadError
from scorepad.core.extras import naming_extras
from scorepad.core.phrasing import join_words, nearest_names, say_nearest
from scorepad.rulebook import naming_games

ABOUT = """\
A score pad and referee for rummy games with real cards.
'scorepad COMMAND --help' says more and shows an example."""


class _Parser(argparse.ArgumentParser):
    """A parser that reports a wrong command in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {_sentence(message, self.format_help())}. Try '{self.prog} --help'.\n")


class _Version(argparse.Action):
    """Shows the version, which is looked up only on request."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        print(f"scorepad {scorepad.__version__}")
        parser.exit()


class _CommandParser(_Parser):
    """Reads the flags of a command wherever they stand among its words."""

    _is_inside = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        # argparse reads words between flags by reading twice, each time through this method.
        if self._is_inside:
            return super().parse_known_args(args, namespace)
        self._is_inside = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_inside = False


def _sentence(message: str, help_text: str) -> str:
    """The argument parser's message in words for people."""
    for pattern, in_words in _SENTENCES.items():
        match = re.fullmatch(pattern, message, re.DOTALL)
        if match:
            return in_words(match, help_text)
    return message


def _unknown_command(match: re.Match[str], _help_text: str) -> str:
    commands = re.findall(r"'([a-z-]+)'", match[2])
    near = say_nearest(nearest_names(match[1], commands)) or f"type one of {', '.join(commands)}"
    return f"no command is called {match[1]!r}: {near}"


def _unknown_words(match: re.Match[str], help_text: str) -> str:
    flag = match[1].split()[0].partition("=")[0]
    near = (
        say_nearest(nearest_names(flag, set(re.findall(r"--[a-z-]+", help_text)))) if flag[:1] == "-" else ""
    )
    return f"{match[1]!r} means nothing here{': ' if near else ''}{near}"


def _missing_words(match: re.Match[str], _help_text: str) -> str:
    return f"type {join_words(match[1].split(', '), 'and')} too"


def _missing_value(match: re.Match[str], _help_text: str) -> str:
    return f"{match[1]}: type a value after it"


# argparse offers no way to word its faults but to read them back.
_SENTENCES = {
    r"argument COMMAND: invalid choice: '(.*)' \(choose from (.*)\)": _unknown_command,
    r"unrecognized arguments: (.*)": _unknown_words,
    r"the following arguments are required: (.*)": _missing_words,
    r"argument (\S+?)(?:/\S+)?: expected (?:at least )?one argument": _missing_value,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Exit status 0: answered; 2: input that does not read, one line on stderr."""
    if arguments is None:
        prepare_output()
    words = sys.argv[1:] if arguments is None else arguments
    # Only the command that is meant declares its arguments, so that it starts fast.
    parsed = _parser(*words[:1]).parse_args(words)
    try:
        with naming_extras(), naming_games():
            status = COMMANDS[parsed.command].run(parsed)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except ScorepadError as error:
        print(f"scorepad: {error.message}", file=sys.stderr)
        return 2
    except MemoryError:
        print("scorepad: There isn’t enough memory. Close other programs and try again.", file=sys.stderr)
        return 2
    # `scorepad games | head` closes the pipe early, which is no fault.
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        # No file of ours, so it is the answer itself that can’t be written.
        if error.filename is None:
            _drop_output()
        print(f"scorepad: {error.filename or 'the answer'}: {error.strerror}.", file=sys.stderr)
        return 2


def _drop_output() -> None:
    """Discard the rest of the answer, which Python would otherwise try to write as it ends, and report a
    fault."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(command: str = "") -> _Parser:
    """The parser of that command; of every command if empty."""
    parser = _Parser(prog="scorepad", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version, and nothing else")
    commands = parser.add_subparsers(
        prog="scorepad", dest="command", required=True, metavar="COMMAND", parser_class=_CommandParser
    )
    for name, declared in COMMANDS.items():
        is_meant = command == name or command not in COMMANDS
        of_command = commands.add_parser(
            name,
            help=declared.words,
            description=declared.words,
            epilog=_example(name) if is_meant else "",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            add_help=is_meant,
        )
        for argument in declared.arguments if is_meant else ():
            of_command.add_argument(*argument.names, **argument.settings)
    return parser


def _example(command: str) -> str:
    """A command and its answer, as shown in its help."""
    from scorepad.cli.examples import EXAMPLES

    typed, answer = EXAMPLES[command]
    return "\n  ".join(("example:", f"$ scorepad {typed}", *answer.splitlines()))
