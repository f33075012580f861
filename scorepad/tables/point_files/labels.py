"""Columns that number or name the lines, recognised by their content: counts, days, words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from scorepad.core.sentence import Sentence, say
from scorepad.tables.point_files.cell_numbers import Number, is_date, read_counts, step_of

COUNTS = say("It numbers the deals.")
COUNTS_DOWN = say("It numbers the deals, the newest first. They were turned round.")
WORDS = say("It has words and no points.")
MAYBE_COUNTS = say("It may number the deals, or be a player’s points.")
MARKED = say(
    "Its numbers have other signs beside them. Leave only the numbers, or say which columns have points."
)
_MARKED_NUMBER = re.compile(r"[^\w]*[0-9]+[^0-9]+|[^\w]+[0-9]+")
_DEALS = """
deal deals round rounds rnd hand hands game games match no number num index id nr n runde runden spiel
spiele partie partien nummer lfd donne donnes manche manches tour tours main mains jeu coup ronda rondas
mano manos reparto repartos partida partidas juego juegos número numero nº n° № # giro giri partita
partite smazzata smazzate turno turni rozdanie rozdania runda rundy kolejka gra lp el eller tur turlar
oyun raunt
"""
_SUMS = """
total totals sum sums subtotal result results score ∑ σ summe summen gesamt gesamtsumme endstand
zwischensumme zwischenstand stand ergebnis somme sommes suma sumas totale totali somma razem łącznie
ogółem wynik toplam sonuç average averages avg mean ø schnitt durchschnitt mittelwert moyenne media
promedio średnia ortalama rank ranks ranking place places platz rang posto puesto miejsce
"""
_DIFFERENCES = """
difference differences diff +/- ± δ lead ahead spread change differenz unterschied vorsprung abstand änderung
différence écart avance variation diferencia dif ventaja cambio differenza scarto vantaggio variazione
różnica przewaga zmiana fark değişim
"""
_OTHER_THINGS = """
bonus bonuses penalty penalties cards dealer year month time minutes duration bid bids contract level phase
karten geber jahr monat zeit minuten dauer gebot ansage vertrag strafe strafen cartes donneur année mois
temps durée enchère contrat pénalité pénalités cartas repartidor año mes tiempo minutos duración apuesta
contrato carte mazziere anno mese tempo minuti durata contratto penalità karty rozdający rok miesiąc czas
minuty kontrakt kara kary kart kartlar dağıtan yıl süre dakika ceza
"""
DEAL_WORDS, SUM_WORDS = frozenset(_DEALS.split()), frozenset(_SUMS.split())
DIFFERENCE_WORDS, OTHER_WORDS = frozenset(_DIFFERENCES.split()), frozenset(_OTHER_THINGS.split())
"""Words that settle a doubt where the numbers leave one. They decide nothing against the numbers."""


@dataclass
class Labels:
    """The columns that aren't points, each with its meaning, those that are doubtful, and the numbered rows.

    `numbered`: True for a deal with a number, False for a line without one, None if unknown.
    """

    numbered: list[bool | None]
    names: list[str]
    columns: dict[int, Sentence] = field(default_factory=dict)
    doubts: dict[int, Sentence] = field(default_factory=dict)
    counts_down: bool = False


@dataclass(frozen=True)
class LabelledRows:
    """Rows with points below their headings: cells as text and as numbers, and the sign before fractions."""

    cells: Sequence[Sequence[str]]
    numbers: Sequence[Sequence[Number | None]]
    headings: Sequence[str]
    decimal: str

    def column(self, place: int) -> list[str]:
        return [row[place] for row in self.cells]

    def has_numbers(self, place: int) -> bool:
        return any(row[place] is not None for row in self.numbers)

    def has_words(self, place: int) -> bool:
        return any(
            row[place] and number[place] is None for row, number in zip(self.cells, self.numbers, strict=True)
        )


def is_word(text: str, words: Collection[str]) -> bool:
    """Whether text is one of the words, whatever its capitals, numbers and full stops.

    >>> is_word("TOTAL:", SUM_WORDS), is_word("Round #", DEAL_WORDS), is_word("Ann", DEAL_WORDS)
    (True, True, False)
    """
    folded = text.casefold().replace("i̇", "i")
    return folded in words or any(part in words for part in re.split(r"[\s.:#=()]+", folded) if part)


def read_labels(rows: LabelledRows, points: Collection[int]) -> Labels:
    """Find the columns that number or name the rows. The columns in `points` are known to be points."""
    labels = Labels([None] * len(rows.cells), [""] * len(rows.cells))
    is_left = True
    for column in range(len(rows.headings)):
        if column not in points:
            _read_column(rows, column, labels, is_left=is_left)
        # Words may stand on both sides of the numbers, but points follow a column that counts.
        is_left = is_left and column in labels.columns and True not in labels.numbered
    _doubt_last_two(rows, labels)
    return labels


def _doubt_last_two(rows: LabelledRows, labels: Labels) -> None:
    """Add a doubt to a column that was taken as counts or labels, if it may be one of the two players."""
    columns = [column for column in range(len(rows.headings)) if rows.has_numbers(column)]
    if len([column for column in columns if column not in labels.columns]) < 2:
        counting = (column for column in columns if column in labels.columns)
        labels.doubts |= dict.fromkeys(counting, MAYBE_COUNTS)
        behind = [
            column
            for column, words in labels.columns.items()
            if columns and column > columns[0] and words is WORDS
        ]
        for column in behind if len(columns) < 2 else ():
            del labels.columns[column]


def _read_column(rows: LabelledRows, column: int, labels: Labels, *, is_left: bool) -> None:
    counts = read_counts(rows.column(column), rows.decimal)
    if len(counts) > 3 and step_of(_known(counts[:-1])) == 1 and counts[-1] == sum(_known(counts[:-1])):
        counts[-1] = None  # a spreadsheet's line of sums sums these too
    numbers, heading = _known(counts), rows.headings[column]
    step, has_numbers = step_of(numbers), rows.has_numbers(column)
    starts = bool(numbers) and min(numbers) in (0, 1)
    is_named = is_word(heading, DEAL_WORDS)
    if not has_numbers:
        labels.columns[column] = COUNTS if step else WORDS
        if not step and _are_marked(rows.column(column)):
            labels.doubts[column] = MARKED
        if step:
            _number_rows(labels, [count is not None for count in counts], rows.column(column), step)
        elif is_left:
            _name_rows(labels, rows.column(column))
        return
    is_counted = bool(step) and starts
    if is_left:
        is_open = is_named or not heading or rows.has_words(column)
        is_sure = (bool(step) and (starts or is_open)) or (len(numbers) == 1 and starts and is_open)
        is_sure |= rows.has_words(column) and _nearly_counts(numbers)
        is_doubtful = bool(step) or counts == [1] or (is_named and bool(numbers)) or _nearly_counts(numbers)
    else:
        is_doubtful = is_counted and None not in counts
        is_sure = is_doubtful and (is_named or len(numbers) > 3)
    if is_sure or (is_left and is_doubtful):
        labels.columns[column] = COUNTS
        _number_rows(labels, [count is not None for count in counts], rows.column(column), step)
    if is_doubtful and not is_sure:
        labels.doubts[column] = MAYBE_COUNTS


def _are_marked(cells: Sequence[str]) -> bool:
    """Whether every filled cell has a number with other signs beside it: `12 pts`, `€8`."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(_MARKED_NUMBER.fullmatch(cell) for cell in filled)


def _known(counts: Sequence[int | None]) -> list[int]:
    return [count for count in counts if count is not None]


def _nearly_counts(numbers: Sequence[int]) -> bool:
    """Whether three numbers or more count from 0 or 1, some left out or twice."""
    steps = [later - earlier for earlier, later in pairwise(numbers)]
    ones = steps.count(1)
    return len(numbers) > 2 and numbers[0] in (0, 1) and set(steps) <= {0, 1, 2} and ones * 2 >= len(steps)


def _number_rows(labels: Labels, numbered: Sequence[bool], names: Sequence[str], step: int) -> None:
    # The first column that counts numbers the rows; a second one says nothing new.
    if True not in labels.numbered:
        labels.numbered, labels.counts_down = [*numbered], step < 0
        labels.names = [name or old for name, old in zip(names, labels.names, strict=True)]
        if labels.counts_down:
            labels.columns = {**labels.columns, max(labels.columns): COUNTS_DOWN}


def _name_rows(labels: Labels, names: Sequence[str]) -> None:
    """Name the rows, and mark as deals those with a day if most names are days, or those without a name if
    few have one."""
    labels.names = [*names]
    if True in labels.numbered:
        return
    dates = [is_date(name) for name in names]
    filled = sum(map(bool, names))
    if sum(dates) * 2 > filled:
        labels.numbered = [*dates]
    elif 0 < filled * 2 < len(names):
        labels.numbered = [not name for name in names]
    else:
        labels.numbered = [False if is_word(name, SUM_WORDS) else None for name in names]
