"""Puts several photos of one hand or table together: which cards two photos show, and all rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

MOST_TOGETHER = 5
"""How many photos of one hand or table there may be."""
LIKELY_RUN = 2
"""So many cards that follow one another alike in two photos are taken for the same ones."""


@dataclass(frozen=True, slots=True)
class PhotoCard:
    """A card: its photo and its number there, both from 0, its text, and whether that is doubtful."""

    photo: int
    number: int
    text: str
    doubtful: bool = False


Row = Sequence[PhotoCard]
Pair = tuple[PhotoCard, PhotoCard]


@dataclass(frozen=True, slots=True)
class SeenTwice:
    """Consecutive cards in two photos that may be the same cards.

    pairs    each card of the earlier photos with its possible double; a doubtful one may have another name
    certain  whether the packs allow no other explanation
    same     whether they are taken for the same until a person decides
    """

    pairs: tuple[Pair, ...]
    certain: bool
    same: bool


@dataclass(frozen=True, slots=True)
class Together:
    """The rows of all photos, with cards taken for the same only once, and the questions to ask."""

    rows: tuple[tuple[PhotoCard, ...], ...]
    seen_twice: tuple[SeenTwice, ...]


def put_together(photos: Sequence[Sequence[Row]], copies: Callable[[str], int]) -> Together:
    """Put the rows of photos together. `copies` gives the number of a card in play; 0 for any number."""
    rows: list[list[PhotoCard]] = []
    questions: list[SeenTwice] = []
    for photo_rows in photos:
        found = _find_seen_twice(rows, photo_rows, copies)
        rows = _joined_rows(rows, photo_rows, [question for question in found if question.same])
        questions += found
    return Together(tuple(map(tuple, rows)), tuple(questions))


def _find_seen_twice(
    rows: Sequence[Row], more_rows: Sequence[Row], copies: Callable[[str], int]
) -> list[SeenTwice]:
    """The cards seen twice, the longest runs first; each card is in one of them at most."""
    open_cards = set(chain.from_iterable((*rows, *more_rows)))
    text_counts = Counter(card.text for card in open_cards)
    found: list[SeenTwice] = []
    while runs := list(_alike_runs(rows, more_rows, open_cards)):
        pairs, is_joint = max(runs, key=lambda run: (_count_alike(run[0]), run[1]))
        texts = [first.text for first, second in pairs if first.text == second.text]
        certain = all(0 < copies(text) < text_counts[text] for text in texts)
        same = certain or is_joint or len(texts) >= LIKELY_RUN
        found.append(SeenTwice(pairs, certain, same))
        open_cards.difference_update(chain.from_iterable(pairs))
        text_counts.subtract(texts if same else ())
    return found


def _count_alike(pairs: Sequence[Pair]) -> int:
    return sum(first.text == second.text for first, second in pairs)


def _alike_runs(
    rows: Sequence[Row], more_rows: Sequence[Row], open_cards: set[PhotoCard]
) -> Iterator[tuple[tuple[Pair, ...], bool]]:
    """Runs of open cards that are alike in two rows, one of them perhaps seen from the other side; and
    whether each run ends one row and begins the other."""
    for row in rows:
        for more_row in more_rows:
            for other_row in (more_row, more_row[::-1]):
                for place, card in enumerate(row):
                    for other_place, other in enumerate(other_row):
                        if card.text != other.text:
                            continue
                        pairs = _alike_pairs(row[place:], other_row[other_place:], open_cards)
                        if pairs:
                            yield pairs, _is_joint(row, other_row, pairs)


def _alike_pairs(row: Row, other_row: Row, open_cards: set[PhotoCard]) -> tuple[Pair, ...]:
    """The leading pairs of like cards; between such pairs one card may be misread."""
    pairs: list[Pair] = []
    misread: list[Pair] = []
    for pair in zip(row, other_row, strict=False):
        if not open_cards.issuperset(pair):
            break
        if pair[0].text == pair[1].text:
            pairs += [*misread, pair]
            misread = []
        elif misread or not pairs or not (pair[0].doubtful or pair[1].doubtful):
            break
        else:
            misread = [pair]
    return tuple(pairs)


def _is_joint(row: Row, other_row: Row, pairs: Sequence[Pair]) -> bool:
    """Whether the pairs of equal cards end one row and begin the other, or cover one row completely."""
    begins, other_begins = pairs[0][0] is row[0], pairs[0][1] is other_row[0]
    ends, other_ends = pairs[-1][0] is row[-1], pairs[-1][1] is other_row[-1]
    is_whole = (begins and ends) or (other_begins and other_ends)
    return is_whole or (ends and other_begins) or (begins and other_ends)


def _joined_rows(
    rows: Sequence[Row], more_rows: Sequence[Row], same: Sequence[SeenTwice]
) -> list[list[PhotoCard]]:
    """All rows, without second copies of cards that are the same. Rows that continue one another are
    joined."""
    joined = [list(row) for row in (*rows, *more_rows)]
    for question in same:
        firsts, seconds = [pair[0] for pair in question.pairs], [pair[1] for pair in question.pairs]
        row, other_row = (next(row for row in joined if cards[0] in row) for cards in (firsts, seconds))
        if row is other_row:
            row[:] = [card for card in row if card not in seconds]
        elif row[-1] is firsts[-1] and (rest := _rest_after(other_row, seconds)) is not None:
            row += rest
            other_row.clear()
        elif row[0] is firsts[0] and (rest := _rest_after(other_row, seconds[::-1])) is not None:
            row[:0] = rest[::-1]
            other_row.clear()
        else:
            other_row[:] = [card for card in other_row if card not in seconds]
    return [row for row in joined if row]


def _rest_after(row: list[PhotoCard], run: Row) -> list[PhotoCard] | None:
    """The cards after the run in a row that begins with it, from either side; None for another row."""
    for ordered in (row, row[::-1]):
        if ordered[0] is run[0] and ordered[: len(run)] == list(run):
            return ordered[len(run) :]
    return None
