"""Questions about hands under every rule, asked as over HTTP: what fails, what disagrees, what overruns.

    python bench/every_rule.py [--count N] [--seed S] [--minutes M] [--only NUMBER] [--progress FILE]

Every question is asked of the app in this process, each tenth on the command line as well. Whatever the best
melds are is given to the referee: legal, with the points that were told, and nothing better where that is
proven. Prints each case as the command that shows it, and every 20 s what was counted so far, to the file
too. Exit status 1 where anything failed or disagreed. Some searches go by a clock that ticks as often as it
is looked at; what they are cut off at is seen by the number of the question alone.

    trace      answered by a fault of ours, not by an answer or a refusal
    disagrees  the best melds and the referee's judgement of them differ, or two answers to one question
    repaired   the search failed, and the answer was laid anew
    overrun    seconds beyond the limit, by the clock and by the processor, more than OVERRUN_TOLD
    refused    4xx: what does not go together, said in words
    unproven   of the questions for best melds
"""

from __future__ import annotations

import argparse
import io
import json
import logging
import shlex
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from flask.testing import FlaskClient

from bench.rule_questions import LIMITS, SIZES, RuleQuestion, draw
from scorepad.answers.terms import command_of
from scorepad.cli.main import main as run_command
from scorepad.web import create_app

SECONDS_BETWEEN = 20  # two notes of what is done
COMMAND_EVERY = 10  # questions, that are asked on the command line too
SECONDS_TO_GIVE_UP = 60  # of the processor on a question, which then counts as a search that failed
OVERRUN_TOLD = 0.3  # seconds beyond the limit
RATES = ("next", "discard")
FAULTS = ("trace", "disagrees", "repaired")

Told = Callable[[str, str], None]
"""What is done with a case: its kind, and what is to be said of it."""


@dataclass
class Counts:
    """What was asked and what came of it."""

    asked: int = 0
    cases: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    clock_over: float = 0.0
    processor_over: float = 0.0

    def __str__(self) -> str:
        cases = {kind: self.cases[kind] for kind in (*FAULTS, "overrun", "refused", "unproven")}
        over = f"most over: {self.clock_over:.2f} s, {self.processor_over:.2f} s of processor"
        return f"{self.asked} asked {dict(self.verbs)}: {cases}; {over}"


def first_of(cards: Sequence[str], rank: str) -> str:
    """The first card of a rank."""
    return next(card for card in cards if card.startswith(rank))


class SearchLog(logging.Handler):
    """The searches that failed since it was last looked at; nobody else hears of them until it is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []
        self.log = logging.getLogger("scorepad.search")
        self.log.addHandler(self)
        self.log.propagate = False

    def close(self) -> None:
        self.log.removeHandler(self)
        self.log.propagate = True
        super().close()

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def taken(self) -> list[str]:
        """Each with its trace."""
        lines = [self._told(record) for record in self.records]
        self.records.clear()
        return lines

    def _told(self, record: logging.LogRecord) -> str:
        trace = "".join(traceback.format_exception(record.exc_info[1])) if record.exc_info else ""
        return f"{record.getMessage()}\n{trace}"


@contextmanager
def ticking(seconds: float) -> Iterator[None]:
    """The clock of searches goes on by so much each time that it is looked at; 0: as ever."""
    ticks, real_clock = count(), time.perf_counter
    if seconds:
        time.perf_counter = lambda: seconds * next(ticks)
    try:
        yield
    finally:
        time.perf_counter = real_clock


@dataclass
class RuleExam:
    """Asks questions one by one and judges the answers; `tell` hears of each case."""

    client: FlaskClient
    log: SearchLog
    tell: Told
    counts: Counts = field(default_factory=Counts)

    def ask(self, question: RuleQuestion) -> None:
        """Ask it, and what follows from its answer."""
        self.counts.asked += 1
        self.counts.verbs[question.verb] += 1
        with ticking(question.tick):
            answer = self._answer(question.verb, question.fields, is_timed=not question.tick)
        if answer is not None and question.verb == "best":
            self.counts.cases["unproven"] += not answer["proven"]
            self._judge_best(question, answer)
            self._judge_without_time(question, answer)
        elif answer is not None and question.verb == "check":
            self._judge_check(question, answer)
        elif answer is not None and question.verb in RATES:
            self._judge_rated(question, answer[question.verb])
        if self.counts.asked % COMMAND_EVERY == 0 and question.verb != "score":
            self._ask_on_command_line(question)

    def _answer(
        self, verb: str, fields: Mapping[str, Any], *, is_timed: bool = True
    ) -> dict[str, Any] | None:
        """The answer over HTTP; None where there is none."""
        command = command_of(verb, fields) if verb != "score" else json.dumps(dict(fields))
        clock, processor = time.monotonic(), time.process_time()
        try:
            response = self.client.post(f"/api/v1/{verb}", json=fields)
        except Exception:
            self._case("trace", f"{command}\n{traceback.format_exc()}")
            return None
        finally:
            for line in self.log.taken():
                self._case("repaired", line)
        limit = fields.get("limit", 0) * (2 if fields.get("check_proof") else 1)
        if is_timed:
            self._time(command, time.monotonic() - clock - limit, time.process_time() - processor - limit)
        answer: dict[str, Any] = response.get_json()
        if response.status_code >= 500:
            self._case("trace", f"{command}\n{response.status_code} {answer}")
        if 400 <= response.status_code < 500:
            self.counts.cases["refused"] += 1
            if not answer["error"]["message"].endswith((".", "?")):
                self._case("disagrees", f"{command}\na refusal without a sentence: {answer}")
        return answer if response.status_code == 200 else None

    def _time(self, command: str, clock_over: float, processor_over: float) -> None:
        self.counts.clock_over = max(self.counts.clock_over, clock_over)
        self.counts.processor_over = max(self.counts.processor_over, processor_over)
        if processor_over > OVERRUN_TOLD:
            self._case("overrun", f"{command}\n{clock_over:.2f} s over, {processor_over:.2f} s of processor")

    def _judge_best(self, question: RuleQuestion, best: Mapping[str, Any]) -> None:
        """The referee's word on the melds: legal, the same points, nothing missed where that is proven."""
        fields = {
            name: value for name, value in question.fields.items() if name not in ("cards", "check_proof")
        }
        faults = list(_contradictions(best))
        rules = question.rules
        assert rules is not None
        own_table = (
            fields.pop("table", None) if not rules.bonuses.interlocks or rules.turns.any_turn else None
        )
        lacks_first_meld = own_table and rules.turns.first_meld.naturals  # drawn, not laid in turns
        # Pairs of others on the table do not bind the hand, but as laid by one player they would.
        has_pairs = rules.hand.pairs and bool(question.fields.get("table"))
        if best["melds"] and not (rules.board.shared or lacks_first_meld or has_pairs):
            melds = [" ".join(meld["laid"]) for meld in best["melds"]]
            check = self._answer("check", {**fields, "melds": melds})
            if check is None:
                faults.append("the melds as laid do not read")
            else:
                faults += _differences(best, check, counts_whole=rules.scoring.must_meld_all or not own_table)
                if rules.scoring.must_meld_all and not own_table and best["proven"] and check["missed"]:
                    faults.append(f"proven, and {check['missed']} are missed")
        for fault in faults:
            self._case("disagrees", f"{command_of(question.verb, question.fields)}\n{fault}")

    def _judge_without_time(self, question: RuleQuestion, best: Mapping[str, Any]) -> None:
        """What is found in no time is no better than what is proven, nor is its bound any lower."""
        fields = {**question.fields, "limit": 0, "check_proof": False}
        hasty = self._answer("best", fields)
        if hasty and not (hasty["points"] <= best["bound"] and best["points"] <= hasty["bound"]):
            command = command_of(question.verb, question.fields)
            told = [f"{answer['points']} points, at most {answer['bound']}" for answer in (best, hasty)]
            self._case("disagrees", f"{command}\n{told[0]}; without time {told[1]}")

    def _judge_rated(self, question: RuleQuestion, rated: Sequence[Mapping[str, Any]]) -> None:
        """A card that came or went makes of the hand what the best of that hand is."""
        card = rated[len(rated) // 2] if rated else None
        if card is None or not card["proven"]:
            return
        cards = question.fields["cards"].split()
        if question.verb == "next":
            cards.append(card["card"])
        else:
            # Where suits say nothing, the answer names a card of the rank.
            cards.remove(card["card"] if card["card"] in cards else first_of(cards, card["shown"]))
        best = self._answer("best", {**question.fields, "cards": " ".join(cards)})
        if best and best["proven"] and best["points"] != card["points"]:
            command = command_of(question.verb, question.fields)
            words = f"{card['points']} points for {card['card']}, the best has {best['points']}"
            self._case("disagrees", f"{command}\n{words}")

    def _judge_check(self, question: RuleQuestion, check: Mapping[str, Any]) -> None:
        """Melds that are legal are never worth more than the best."""
        if check["best"] is not None and check["legal"] and check["best"] < check["points"]:
            command = command_of(question.verb, question.fields)
            self._case(
                "disagrees", f"{command}\nthe best has {check['best']} points, these {check['points']}"
            )

    def _ask_on_command_line(self, question: RuleQuestion) -> None:
        """The same in words: status 0 or 2, and no trace."""
        command = command_of(question.verb, {**question.fields, "limit": 0})
        printed = io.StringIO()
        try:
            with redirect_stdout(printed), redirect_stderr(printed):
                status = run_command(shlex.split(command)[1:])
        except SystemExit as stopped:
            status = int(stopped.code or 0)
        except Exception:
            self._case("trace", f"{command}\n{traceback.format_exc()}")
            return
        if status not in (0, 2):
            self._case("trace", f"{command}\nexit status {status}")
        for line in self.log.taken():
            self._case("repaired", line)

    def _case(self, kind: str, words: str) -> None:
        self.counts.cases[kind] += 1
        self.tell(kind, words)


def _contradictions(best: Mapping[str, Any]) -> Iterator[str]:
    if best["proven"] != (best["points"] == best["bound"]) or best["bound"] < best["points"]:
        yield f"{best['points']} points, at most {best['bound']}, proven: {best['proven']}"
    if not all(meld["legal"] for meld in best["melds"]):
        yield "a meld that is not legal"


def _differences(best: Mapping[str, Any], check: Mapping[str, Any], *, counts_whole: bool) -> Iterator[str]:
    """How the judgement of melds differs from what was told of them."""
    if not check["legal"]:
        yield f"the melds are not legal: {check['why']}"
    points = best["points"] + (best["left_value"] if check["points"] != best["points"] else 0)
    if counts_whole and check["points"] != points:
        yield f"{best['points']} points, judged {check['points']}"


def every_exam(folder: str, tell: Told) -> RuleExam:
    """An exam of an app on a store in that folder."""
    app = create_app({"TESTING": True, "LIMITS": False, "INSTANCE": folder})
    return RuleExam(app.test_client(), SearchLog(), tell)


def examine(
    exam: RuleExam,
    seed: int,
    numbers: Sequence[int],
    limits: Sequence[float] = LIMITS,
    sizes: Sequence[tuple[int, int]] = SIZES,
) -> Iterator[int]:
    """Asks the questions of these numbers; the number of each, when it is done."""
    for number in numbers:
        exam.ask(draw(f"{seed} {number}", limits, sizes))
        yield number


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--only", type=int, help="the question of that number alone")
    parser.add_argument("--progress", type=Path, help="a file for what is counted, a line at a time")
    given = parser.parse_args()
    numbers = [given.only] if given.only is not None else range(given.count)
    began = noted = time.monotonic()
    number = numbers[0]

    def tell(kind: str, words: str) -> None:
        print(f"\n{kind}, question {number} of seed {given.seed}:\n{words.rstrip()}", flush=True)

    signal.signal(signal.SIGPROF, _give_up)
    with TemporaryDirectory() as folder:
        exam = every_exam(folder, tell)
        signal.setitimer(signal.ITIMER_PROF, SECONDS_TO_GIVE_UP)
        for done in examine(exam, given.seed, numbers):
            signal.setitimer(signal.ITIMER_PROF, SECONDS_TO_GIVE_UP)
            number, now = done + 1, time.monotonic()
            if now - noted > SECONDS_BETWEEN or done == numbers[-1] or now - began > 60 * given.minutes:
                noted = now
                _note(given.progress, f"{now - began:.0f} s, {exam.counts}")
            if now - began > 60 * given.minutes:
                break
    return int(any(exam.counts.cases[kind] for kind in FAULTS))


def _give_up(*_: object) -> None:
    raise TimeoutError(f"no answer in {SECONDS_TO_GIVE_UP} s")


def _note(progress: Path | None, line: str) -> None:
    print(line, flush=True)
    if progress is not None:
        with progress.open("a") as lines:
            lines.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
