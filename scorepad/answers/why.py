"""Service: why an arrangement is the best, line by line, and what another one lacks (A1, A2).

Made from the answers of the referee alone, so that every page and the command line can say the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from scorepad.answers.answer_types import Best, BonusAnswer, MeldAnswer, Verdict
from scorepad.core.cards import WILD


@dataclass(frozen=True, slots=True)
class Line:
    """A meld, a bonus or the rest of a hand: what it is, how it counts, what it adds to the points."""

    shown: str
    words: str
    points: int


@dataclass(frozen=True, slots=True)
class Pair:
    """A line of hers beside one of the best, one of them None where the other side has fewer."""

    own: Line | None
    best: Line | None

    @property
    def same(self) -> bool:
        return self.own == self.best


def lines(answer: Best | Verdict) -> list[Line]:
    """Each meld, the most points first, then each bonus, then the cards left where they count."""
    melds = sorted(answer.melds, key=lambda meld: -meld.points)
    counted = [*map(_meld, melds), *(_bonus(bonus, answer.melds) for bonus in answer.bonuses)]
    rest = answer.points - sum(line.points for line in counted)
    if isinstance(answer, Best) and answer.left and rest == -answer.left_value != 0:
        counted.append(Line(f"{_cards(len(answer.left))} left in hand", "taken off", rest))
    return counted


def proof(answer: Best) -> str:
    """How far it is known that nothing is better."""
    if answer.proven:
        return "No arrangement is worth more: proven."
    return f"At most {answer.bound}: not proven in {answer.seconds:.1g} s."


def compared(verdict: Verdict, best: Best) -> list[Pair]:
    """Her lines beside the best ones: those that both have, then the others by their points."""
    own, other = Counter(lines(verdict)), Counter(lines(best))
    both = [Pair(line, line) for line in (own & other).elements()]
    return [*both, *_beside(_by_points(own - other), _by_points(other - own))]


def _by_points(lines: Counter[Line]) -> list[Line]:
    return sorted(lines.elements(), key=lambda line: -line.points)


def _beside(own: Sequence[Line], best: Sequence[Line]) -> Iterator[Pair]:
    return (Pair(mine, other) for mine, other in zip_longest(own, best))


def _meld(meld: MeldAnswer) -> Line:
    pairs = zip(meld.cards, meld.stands_for, strict=True)
    wilds = sum(own != other or own == WILD.rank for own, other in pairs)
    naturals = len(meld.cards) - wilds
    words = _cards(naturals) if naturals else ""
    if wilds:
        words += f"{' and ' if words else ''}{wilds} {'wild' if wilds == 1 else 'wilds'}"
    return Line(meld.shown, words, meld.points)


def _bonus(bonus: BonusAnswer, melds: Sequence[MeldAnswer]) -> Line:
    shown = " and ".join(melds[place].shown for place in bonus.melds if place < len(melds))
    words = f"{bonus.length} long" if bonus.kind == "interlock" else shown
    return Line(bonus.label, words, bonus.points)


def _cards(number: int) -> str:
    return f"{number} {'card' if number == 1 else 'cards'}"
