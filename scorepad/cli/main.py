"""The command line: `scorepad best`, `check`, `serve` and the rest."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

from scorepad.cli import ask, hosting, read
from scorepad.core.errors import ScorepadError
from scorepad.core.phrasing import either, nearest, told_nearest

ABOUT = "A score pad and referee for rummy-family card games played with real cards."


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the command in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {_plainly(message, self.format_help())}. Try '{self.prog} --help'.\n")


def _plainly(message: str, help_text: str) -> str:
    """What the parser of arguments says, in words for people."""
    for pattern, say in _SAID.items():
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            return say(found, help_text)
    return message


def _unknown_command(found: re.Match[str], _help: str) -> str:
    commands = re.findall(r"'([a-z-]+)'", found[2])
    near = told_nearest(nearest(found[1], commands)) or f"expected one of {', '.join(commands)}"
    return f"no command is called {found[1]!r}: {near}"


def _unknown_words(found: re.Match[str], help_text: str) -> str:
    flag = found[1].split()[0].partition("=")[0]
    near = told_nearest(nearest(flag, set(re.findall(r"--[a-z-]+", help_text)))) if flag[:1] == "-" else ""
    return f"{found[1]!r} means nothing here{': ' if near else ''}{near}"


def _missing(found: re.Match[str], _help: str) -> str:
    return f"expected {either(found[1].split(', '), 'and')}"


def _no_value(found: re.Match[str], _help: str) -> str:
    return f"{found[1]}: expected a value after it"


_SAID = {
    r"argument COMMAND: invalid choice: '(.*)' \(choose from (.*)\)": _unknown_command,
    r"unrecognized arguments: (.*)": _unknown_words,
    r"the following arguments are required: (.*)": _missing,
    r"argument (\S+?)(?:/\S+)?: expected (?:at least )?one argument": _no_value,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Exit status 0: answered; 2: input that does not read, one line on stderr."""
    given = _parser().parse_args(arguments)
    try:
        return int(given.run(given) or 0)
    except ScorepadError as error:
        print(f"scorepad: {error.message}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def _parser() -> _Parser:
    parser = _Parser(prog="scorepad", description=ABOUT)
    commands = parser.add_subparsers(
        prog="scorepad", dest="command", required=True, metavar="COMMAND", parser_class=_Parser
    )
    ask.add(commands.add_parser)
    read.add(commands.add_parser)
    hosting.add(commands.add_parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
