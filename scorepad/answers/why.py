"""Service: why an arrangement is the best, line by line, and what another one lacks (A1, A2).

It uses only the referee's answers, so that every page and the command line say the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from scorepad.answers.answer_types import Best, BonusAnswer, MeldAnswer, Verdict
from scorepad.core.cards import WILD
from scorepad.core.phrasing import join_words
from scorepad.core.sentence import say, say_number


@dataclass(frozen=True, slots=True)
class ValueLine:
    """A meld, a bonus or the rest of a hand: its name, how it counts, and its points."""

    shown: str
    words: str
    points: int


@dataclass(frozen=True, slots=True)
class LinePair:
    """A line of the player beside one of the best; one is None if its side has fewer."""

    own_line: ValueLine | None
    best_line: ValueLine | None

    @property
    def is_same(self) -> bool:
        return self.own_line == self.best_line


def value_lines(answer: Best | Verdict) -> list[ValueLine]:
    """A line for each meld, the most points first, then for each bonus, then for the cards left if they
    count."""
    melds = sorted(answer.melds, key=lambda meld: -meld.points)
    counted_lines = [*map(_meld_line, melds), *(_bonus_line(bonus, answer.melds) for bonus in answer.bonuses)]
    rest_points = answer.points - sum(line.points for line in counted_lines)
    # The rest of the points is told where it is just what the cards in hand take off.
    if isinstance(answer, Best) and answer.left and rest_points == -answer.left_value != 0:
        left_in_hand = say_number(
            "{number} card left in hand", "{number} cards left in hand", len(answer.left)
        )
        counted_lines.append(ValueLine(left_in_hand, say("taken off"), rest_points))
    return counted_lines


def proof_words(answer: Best) -> str:
    """A sentence on how far it is proven that nothing is better."""
    if answer.proven:
        return say("Proven: nothing is worth more.")
    seconds = f"{answer.seconds:.1g}"
    if answer.told_bound is None:
        return say("Not proven in {seconds} s.", seconds=seconds)
    return say("At most {bound}. Not proven in {seconds} s.", bound=answer.told_bound, seconds=seconds)


def line_pairs(verdict: Verdict, best: Best) -> list[LinePair]:
    """The player's lines beside the best ones: first common lines, then the others by points."""
    own_lines, best_lines = Counter(value_lines(verdict)), Counter(value_lines(best))
    shared_lines = [LinePair(line, line) for line in (own_lines & best_lines).elements()]
    return [*shared_lines, *_beside(_by_points(own_lines - best_lines), _by_points(best_lines - own_lines))]


def _by_points(lines: Counter[ValueLine]) -> list[ValueLine]:
    return sorted(lines.elements(), key=lambda line: -line.points)


def _beside(own_lines: Sequence[ValueLine], best_lines: Sequence[ValueLine]) -> Iterator[LinePair]:
    return (LinePair(*pair) for pair in zip_longest(own_lines, best_lines))


def _meld_line(meld: MeldAnswer) -> ValueLine:
    pairs = zip(meld.cards, meld.stands_for, strict=True)
    # A wild that is open is told as standing for itself.
    wild_count = sum(own != other or own == WILD.rank for own, other in pairs)
    natural_count = len(meld.cards) - wild_count
    counted = [say_number("{number} card", "{number} cards", natural_count)] if natural_count else []
    if wild_count:
        counted.append(say_number("{number} wild", "{number} wilds", wild_count))
    return ValueLine(meld.shown, join_words(counted, "and"), meld.points)


def _bonus_line(bonus: BonusAnswer, melds: Sequence[MeldAnswer]) -> ValueLine:
    shown = [melds[place].shown for place in bonus.melds if place < len(melds)]
    words = (
        say("{length} long", length=bonus.length) if bonus.kind == "interlock" else join_words(shown, "and")
    )
    return ValueLine(bonus.label, words, bonus.points)
