"""The command line: `scorepad best`, `check`, `serve` and the rest."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

import scorepad
from scorepad import cli_host, cli_photos, cli_questions
from scorepad.core.errors import ScorepadError


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the command in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. Try '{self.prog} --help'.\n")


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
    parser = _Parser(prog="scorepad", description=scorepad.__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    cli_questions.add(commands.add_parser)
    cli_photos.add(commands.add_parser)
    cli_host.add(commands.add_parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
