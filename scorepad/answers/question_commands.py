"""A question as the command that asks it again, and what the log says where the search fails it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorepad.answers.question_types import QuestionFields


class AskedQuestion:
    """A question as it was asked; none where a program calls us."""

    def __init__(self, verb: str = "", fields: QuestionFields | None = None) -> None:
        self.verb, self.fields = verb, fields
        self.is_logged = False

    def log_fault(self, error: Exception) -> None:
        """A fault of the search in one line, the first of each question; with its trace where a log is kept,
        not on a terminal."""
        if self.is_logged:
            return
        self.is_logged = self.fields is not None
        from logging import getLogger  # loaded here, as a search hardly ever fails

        log = getLogger("scorepad.search")
        command = command_of(self.verb, self.fields) if self.fields is not None else "asked by a program"
        trace = error if log.hasHandlers() else None
        log.error("The search failed (%s: %s): %s", type(error).__name__, error, command, exc_info=trace)


ASKED_BY_PROGRAM = AskedQuestion()


_NAME_OF_CARDS = {"check": "melds", "merge": "melds"}
_FLAGS = ("between", "table", "partners", "limit")


def command_of(verb: str, fields: QuestionFields) -> str:
    """The command line of a question about cards, quoted for a shell.

    >>> command_of("best", {"game": "chattahoochee", "cards": "4C w", "options": {"leaps": [1, 2]}})
    "scorepad best chattahoochee '4C w' --set 'leaps=1 2'"
    """
    import shlex  # loaded here, as hardly any question is written out

    return shlex.join(["scorepad", verb, *_words(verb, fields)])


def _words(verb: str, fields: QuestionFields) -> Iterator[str]:
    yield str(fields.get("game"))
    cards = fields.get(_NAME_OF_CARDS.get(verb, "cards"), fields.get("hand", fields.get("rack", "")))
    yield _as_text(cards, " / " if verb in _NAME_OF_CARDS else " ")
    options = fields.get("options")
    for name, value in options.items() if isinstance(options, Mapping) else ():
        yield from ("--set", f"{name}={_as_text(value)}")
    for name in _FLAGS:
        if fields.get(name) not in (None, "", []):
            yield from (f"--{name}", _as_text(fields[name], " / "))
    if fields.get("check_proof"):
        yield "--check-proof"


def _as_text(value: object, between: str = " ") -> str:
    if isinstance(value, list | tuple):
        return between.join(map(str, value))
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
