"""What every search of rows and columns rests on: the best choice, by whichever method, and what is known
where the time cuts it off."""

from __future__ import annotations

import random
from itertools import product
from math import inf

import pytest

from scorepad.optimize.answer import TimedOut
from scorepad.optimize.choosing import (
    Listing,
    choose,
    choose_by_table,
    choose_listed,
    choose_with_others,
    list_columns,
    loss_of,
)
from scorepad.optimize.columns import Column
from scorepad.optimize.dynamic_program import PackedColumns, best_choice

SEEDS = range(40)


def made_up(seed):
    """Limits of a few rows and columns that use them; each column says its number."""
    rng = random.Random(seed)
    limits = []
    for _ in range(rng.randint(1, 4)):
        most = rng.randint(0, 3)
        limits.append((rng.choice([0, 0, 0, rng.randint(0, most)]), most))
    columns = []
    for number in range(rng.randint(1, 6)):
        rows = sorted(rng.sample(range(len(limits)), rng.randint(1, len(limits))))
        columns.append(Column(rng.randint(-2, 9), tuple((row, rng.randint(1, 2)) for row in rows), number))
    return limits, columns


def used(columns, times, row):
    """How much of a row the columns use, each taken so often."""
    return sum(dict(column.uses).get(row, 0) * taken for column, taken in zip(columns, times, strict=True))


def most_by_trying_all(limits, columns):
    """The highest objective of every way to take the columns; None if no way uses the rows as required."""
    most = max(most for _, most in limits)
    values = [
        sum(column.objective * taken for column, taken in zip(columns, times, strict=True))
        for times in product(range(most + 1), repeat=len(columns))
        if all(least <= used(columns, times, row) <= most for row, (least, most) in enumerate(limits))
    ]
    return max(values, default=None)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_choice_is_worth_what_trying_all_finds(seed):
    """By the table alone, and by the fastest method."""
    limits, columns = made_up(seed)
    most = most_by_trying_all(limits, columns)
    for chosen in (choose_by_table(limits, columns), choose(limits, columns, (), inf)):
        assert chosen.columns is None if most is None else chosen.best
        assert most is None or chosen.objective == most


def listed_by_prices(columns, told, complete=True):
    """Lists those of the columns that lose no more than asked, and notes how many."""

    def others(prices, most_lost):
        listed = [column for column in columns if loss_of(prices, column) <= most_lost]
        told.append(len(listed))
        return Listing(listed, complete)

    return others


def test_the_choice_is_the_best_of_columns_that_are_listed_by_prices_too():
    """Whichever are listed first; most of the others never are."""
    told, left_out = [], 0
    for seed in range(300):
        limits, columns = made_up(seed)
        first = random.Random(seed).randint(0, len(columns))
        others = listed_by_prices(columns[first:], told)
        most = most_by_trying_all(limits, columns)
        chosen = choose_with_others(limits, columns[:first], others, inf)
        assert chosen.columns is None if most is None else chosen.best
        assert most is None or chosen.objective == most
        left_out += len(columns[first:]) - told[-1]
    assert left_out > 100


@pytest.mark.parametrize("seed", SEEDS)
def test_where_not_all_others_could_be_listed_nothing_is_known_of_the_rest(seed):
    """The choice is one of those known, and no bound is said."""
    limits, columns = made_up(seed)
    others = listed_by_prices(columns[3:], [], complete=False)
    chosen = choose_with_others(limits, columns[:3], others, inf)
    assert (chosen.best, chosen.bound) == (False, None)
    most = most_by_trying_all(limits, columns)
    assert chosen.columns is None or chosen.objective <= most


@pytest.mark.parametrize("seed", SEEDS)
def test_columns_packed_once_are_chosen_among_as_if_each_choice_packed_its_own(seed):
    """Of some rows, as a hand has some cards of the pack: the same columns, not only as good ones."""
    limits, columns = made_up(seed)
    rows = [row for row in range(len(limits)) if random.Random(f"{seed} {row}").random() < 0.7]
    own = [column for column in columns if all(row in rows for row, _ in column.uses)]
    own_limits = [limit if row in rows else (0, 0) for row, limit in enumerate(limits)]
    alone = best_choice(own_limits, own).chosen_columns
    packed = PackedColumns(limits, columns).best_of_rows(rows).chosen_columns
    assert packed == (None if alone is None else [own[number].lays for number in alone])


def test_of_columns_that_use_the_same_only_the_best_is_listed():
    """The first of equals."""
    listed = [Column(1, ((0, 1),), "a"), Column(3, ((0, 1),), "b"), Column(3, ((0, 1),), "c")]
    assert list_columns([*listed, Column(0, ((1, 1),), "d")], inf) == (
        [listed[1], Column(0, ((1, 1),), "d")],
        True,
    )


def test_a_choice_among_columns_that_were_not_all_listed_is_not_called_best():
    def cut_off():
        yield Column(3, ((0, 1),), "first")
        raise TimedOut

    chosen = choose_listed([(0, 1)], cut_off(), (), inf, inf)
    assert [column.lays for column in chosen.columns] == ["first"]
    assert not chosen.best


def test_f5_cut_off_before_any_choice_is_known_one_column_may_still_be_one():
    """A card that must be melded: the best meld with it, and no other."""
    columns = [Column(9, ((0, 1),), "without"), *(Column(n, ((1, 1), (0, n)), n) for n in (1, 2))]
    no_time = choose_listed([(0, 2), (1, 1)], columns, (), inf, -inf)
    assert [column.lays for column in no_time.columns or ()] == [2]
    assert not no_time.best
