"""Many hands at once: `scorepad best --batch FILE.jsonl` reads a question a line, and writes an answer a
line, in order.

It uses all cores. A line that does not read is answered with its error, as over HTTP. Repeating the command
with the same output file continues it: its answers are counted, and as many questions skipped.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path
from typing import IO, Any

import msgspec

from scorepad.answers import verbs
from scorepad.answers.verbs import read_question
from scorepad.cli.output import json_of_output
from scorepad.core.errors import ScorepadError
from scorepad.core.sentence import plain_english

LINES_AT_ONCE = 50  # that a process is given to answer
WAITING_PARTS = 4  # for each process: none waits, and little is held in memory
PROGRESS_EVERY = 1.0  # seconds

Defaults = dict[str, Any]
"""Fields of a question that its line need not repeat."""


def answer_file(questions: str, output: str, defaults: Defaults) -> int:
    """Answer the questions of a file, `-` for standard input, into a file or to standard output.

    Raises ScorepadError if a file cannot be read or written, or a process that answers dies.
    """
    try:
        answered = _count_answers(Path(output)) if output else 0
        with _open_questions(questions) as lines, _open_answers(output) as answers:
            _answer_lines(lines, answers, answered, defaults)
    except OSError as error:
        message = f"{error.filename or output}: {error.strerror}. Name another file."
        raise ScorepadError(message, at="--batch", code="file") from error
    except BrokenProcessPool as error:
        message = (
            "A process stopped halfway. Run the same command again; with --output it continues where it was."
        )
        raise ScorepadError(message, at="--batch", code="died") from error
    return 0


def _count_answers(output: Path) -> int:
    """The number of complete answers in the file; one cut off is removed. Any other file is left as it is."""
    if not output.exists():
        return 0
    with output.open("r+b") as answers:
        written = answers.read()
        # An answer begins with a brace: anything else is somebody’s other file, named by mistake.
        if written[:1] not in (b"", b"{"):
            raise ScorepadError(
                f"{output} isn’t a file of answers. Name another file.", at="--output", code="file"
            )
        answers.truncate(written.rfind(b"\n") + 1)
    return written.count(b"\n")


def _open_questions(questions: str) -> AbstractContextManager[IO[str]]:
    """Open the questions; invalid bytes become characters that are no card."""
    source = sys.stdin.fileno() if questions == "-" else questions
    return open(source, encoding="utf-8", errors="replace", closefd=questions != "-")


def _open_answers(output: str) -> AbstractContextManager[IO[str]]:
    return Path(output).open("a", encoding="utf-8") if output else nullcontext(sys.stdout)


def _answer_lines(lines: IO[str], answers: IO[str], answered: int, defaults: Defaults) -> None:
    questions = islice((line for line in lines if line.strip()), answered, None)
    last_told = time.monotonic()
    for part in _answered_parts(questions, defaults):
        lines_of_part = "".join(f"{line}\n" for line in part)
        answers.write(json_of_output(lines_of_part) if answers is sys.stdout else lines_of_part)
        # What is answered is in the file at once, so that the command can be stopped and given again.
        answers.flush()
        answered += len(part)
        if time.monotonic() > last_told + PROGRESS_EVERY:
            last_told = time.monotonic()
            print(f"{answered:,} answered", file=sys.stderr, flush=True)
    print(f"{answered:,} answered, all there are", file=sys.stderr)


def _answered_parts(questions: Iterator[str], defaults: Defaults) -> Iterator[list[str]]:
    """The answers in the order of the questions, some lines at a time."""
    processes = os.cpu_count() or 1
    waiting: deque[Future[list[str]]] = deque()
    with ProcessPoolExecutor(processes) as pool:
        while part := list(islice(questions, LINES_AT_ONCE)):
            waiting.append(pool.submit(answer_part, part, defaults))
            if len(waiting) >= WAITING_PARTS * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def answer_part(lines: list[str], defaults: Defaults) -> list[str]:
    """Each question's answer or error, as JSON on one line."""
    return [_answer_line(line, defaults) for line in lines]


def _answer_line(line: str, defaults: Defaults) -> str:
    try:
        fields = read_question(line)
        return msgspec.json.encode(verbs.answer("best", defaults | fields), enc_hook=plain_english).decode()
    except ScorepadError as error:
        return json.dumps({"error": error.as_dict()})
    except ValueError:
        unread = ScorepadError("Write the line as one JSON object.", at="line", code="json")
        return json.dumps({"error": unread.as_dict()})
