"""Service: the content of a table's sheet. It knows neither the web nor PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from functools import partial
from itertools import pairwise

from scorepad.core.log.deal import Deal
from scorepad.core.log.match import KeptGame, TableMatch
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.log.table import Table
from scorepad.core.log.table_state import places_words
from scorepad.core.options import Option, Value
from scorepad.core.phrasing import list_words, show_number
from scorepad.core.points import Points, in_plural
from scorepad.core.rules import Rules
from scorepad.core.scoring import Scoring
from scorepad.core.sentence import Catalogue, in_a_row, say, say_as, say_number
from scorepad.rulebook import UnknownGame, find_game
from scorepad.sheet.score_sheet import USUAL_WORDS, BonusRow, Cell, FixedWords, Row, Sheet, SheetColumn
from scorepad.sheet.wording import DAY_OF_YEAR, IN_ENGLISH, Day, in_words, language_of
from scorepad.tables.phrases import (
    bonuses_told,
    ended_with,
    game_words,
    match_told,
    score_words,
    scoring_of,
    shown_rules,
    side_names,
)
from scorepad.tables.settlements import recorded_lines
from scorepad.tables.standing import match_of

NOTHING_YET, NOT_THERE = "·", "–"
MOST_BLANK_DEALS = 60
FEWEST_PLAYERS, MOST_PLAYERS = 2, MOST_SEATS


def filled_sheet(
    table: Table, *, address: str = "", zone: tzinfo | None = None, catalogue: Catalogue = IN_ENGLISH
) -> Sheet:
    """The sheet of a table in the words of the catalogue; `zone` is that of its date, None for the machine's
    own."""
    rules, match = shown_rules(table), match_of(table)
    scoring = rules.scoring
    sides = [group for _, group in table.sides]
    games = match.games
    columns, groups = _group_columns(
        table.names, sides, counts_sides=scoring.partners == "together", games=len(games) or 1
    )
    score_cell = partial(_kept_cell, games) if games else _score_cell
    rows = tuple(
        Row(deal.number, tuple(score_cell(deal, column, rules, match) for column in columns))
        for deal in table.deals
    )
    game, house_rules = _game_words(table.game, table.options)
    sheet = Sheet(
        title=table.name or game,
        game=game if table.name else "",
        house_rules=house_rules,
        date=_date_words(table.events[0].at, zone),
        made=datetime.fromisoformat(table.events[-1].at).astimezone(UTC),
        address=address,
        columns=columns,
        group_sizes=groups,
        rows=rows,
        totals=tuple(show_number(_total_of(column, match, games)) for column in columns),
        group_names=tuple(game.name for game in games),
        bonuses=tuple(_bonus_rows(columns, match)),
        notes=(
            *(note for deal in table.deals for note in _deal_notes(deal, table)),
            *_rule_notes(table),
            *_seat_notes(table),
            *_match_notes(match),
        ),
        legend=_explain_marks(rows, scoring),
        words=_words_of(scoring),
    )
    return in_words(replace(sheet, language=language_of(catalogue)), catalogue)


def blank_sheet(
    table: Table, deal_count: int, *, address: str = "", catalogue: Catalogue = IN_ENGLISH
) -> Sheet:
    """An empty sheet with the table's names and partnerships."""
    game, house_rules = _game_words(table.game, table.options)
    return empty_sheet(
        [table.names[seat] for seat in table.seating],
        deal_count,
        [[table.seating.index(seat) for seat in group] for group in _groups_at(table)],
        games=len(match_of(table).games) or 1,
        title=table.name or game,
        game=game if table.name else "",
        house_rules=house_rules,
        address=address,
        words=_words_of(scoring_of(table)),
        catalogue=catalogue,
    )


def _words_of(scoring: Scoring) -> FixedWords:
    """The words printed on every sheet of a game, with its own word for deals."""
    return FixedWords(deal=scoring.deal_names.heading, rows=scoring.deal_names.rows("{title}"))


def _groups_at(table: Table) -> list[tuple[int, ...]]:
    """The partnerships of those who are at the table."""
    groups = [tuple(seat for seat in group if not table.has_left(seat)) for _, group in table.sides]
    return [group for group in groups if group]


def empty_sheet(
    players: Sequence[str],
    deal_count: int,
    partnerships: Sequence[Sequence[int]] | None = None,
    *,
    games: int = 1,
    title: str = "",
    game: str = "",
    house_rules: str = "",
    address: str = "",
    words: FixedWords = USUAL_WORDS,
    catalogue: Catalogue = IN_ENGLISH,
) -> Sheet:
    """An empty sheet for pencil; names may be empty. `partnerships` are groups of seats, None for everyone
    alone; `games` is the number of games kept at once.

    Raises ValueError for fewer than 2 or more than 12 players, and for deals outside 1 to 60.
    """
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise ValueError(f"a sheet has {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {len(players)}")
    if not 1 <= deal_count <= MOST_BLANK_DEALS:
        raise ValueError(f"an empty sheet has 1 to {MOST_BLANK_DEALS} deals, not {deal_count}")
    seats = [[seat] for seat in range(len(players))]
    columns, groups = _group_columns(players, partnerships or seats, games=games)
    empty_cells = tuple(Cell() for _ in columns)
    sheet = Sheet(
        title=title,
        game=game,
        house_rules=house_rules,
        date="",
        made=None,
        address=address,
        columns=columns,
        group_sizes=groups,
        rows=tuple(Row(number, empty_cells) for number in range(1, deal_count + 1)),
        totals=("",) * len(columns),
        group_names=tuple("I" * place for place in range(1, games + 1)) if games > 1 else (),
        words=words,
    )
    return in_words(replace(sheet, language=language_of(catalogue)), catalogue)


def spread_seats(player_count: int, partnerships: int) -> tuple[tuple[int, ...], ...]:
    """The seats of each partnership, dealt out in turn, as partners sit: 4 in 2 are 0 2 and 1 3."""
    return tuple(tuple(range(first, player_count, partnerships)) for first in range(partnerships))


def _group_columns(
    names: Sequence[str],
    partnerships: Sequence[Sequence[int]],
    *,
    counts_sides: bool = False,
    games: int = 1,
) -> tuple[tuple[SheetColumn, ...], tuple[int, ...]]:
    """The columns of all sides, and their number in each group. Partners have columns of their own, unless
    only sides count. If several games are kept at once, each has its columns."""
    if games > 1:
        sides = [column for seats in partnerships for column in _side_column(names, tuple(seats))]
        columns = tuple(replace(column, game=game) for game in range(games) for column in sides)
        return columns, (len(sides),) * games
    columns_of = _side_column if counts_sides else _partner_columns
    column_groups = [columns_of(names, tuple(seats)) for seats in partnerships]
    return tuple(column for group in column_groups for column in group), tuple(map(len, column_groups))


def _side_column(names: Sequence[str], seats: tuple[int, ...]) -> list[SheetColumn]:
    return [SheetColumn(" & ".join(names[seat] for seat in seats), seats, together=len(seats) > 1)]


def _partner_columns(names: Sequence[str], seats: tuple[int, ...]) -> list[SheetColumn]:
    own_columns = [SheetColumn(names[seat], (seat,)) for seat in seats]
    return (
        [*own_columns, SheetColumn(say("Together"), seats, together=True)] if len(seats) > 1 else own_columns
    )


def _total_of(column: SheetColumn, match: TableMatch, games: Sequence[KeptGame]) -> Points:
    side = _side_of(column, match)
    if games:
        return games[column.game].totals[side]
    return match.totals[side] if column.together else match.total_of(column.seats[0])


def _side_of(column: SheetColumn, match: TableMatch) -> int:
    return match.table.players[column.seats[0]].partnership


def _bonus_rows(columns: Sequence[SheetColumn], match: TableMatch) -> Iterator[BonusRow]:
    """The rows of bonuses of each game, at the last column of the side that has them."""
    last_of = {(column.game, _side_of(column, match)): column for column in columns}
    for name, by_game in match.bonus_rows.items():
        points = {
            last_of[game, side]: show_number(number)
            for game, by_side in enumerate(by_game)
            for side, number in by_side.items()
        }
        yield BonusRow(name, tuple(points.get(column, "") for column in columns))


def _kept_cell(
    games: Sequence[KeptGame], deal: Deal, column: SheetColumn, rules: Rules, match: TableMatch
) -> Cell:
    """The cell of a deal in one of several games; its ending is shown in the first of them."""
    seat = next(filter(deal.plays, column.seats), None)
    marks = Cell() if column.game or seat is None else _player_marks(deal, seat, rules)
    kept = games[column.game].deals.get(deal.number, {}).get(_side_of(column, match))
    return replace(marks, score=show_number(kept.score), running=show_number(kept.total)) if kept else marks


def _score_cell(deal: Deal, column: SheetColumn, rules: Rules, match: TableMatch) -> Cell:
    scores = [score for seat in column.seats if (score := deal.score(seat)) is not None]
    is_sum = column.together and rules.scoring.partners != "together"
    marks = Cell() if is_sum else _player_marks(deal, column.seats[0], rules)
    if not any(map(deal.plays, column.seats)):
        return Cell(NOT_THERE, dealer=marks.dealer)
    if not scores:
        return Cell(NOTHING_YET, dealer=marks.dealer)
    if "phases" in rules.scoring.counts:  # what is left is the score there
        marks = replace(marks, product=_phase_words(deal, column, match))
    running_total = (
        match.side_running(deal, column.seats) if column.together else match.running(deal, column.seats[0])
    )
    return replace(marks, score=show_number(sum(scores)), running=show_number(running_total))


def _phase_words(deal: Deal, column: SheetColumn, match: TableMatch) -> str:
    """The phase of a player, and whether the deal completed it."""
    before, after = (
        match.table.phase_before(number, column.seats[0]) for number in (deal.number, deal.number + 1)
    )
    if after > before:
        return say("phase {number} made", number=before)
    return say("phase {number}", number=before)


def _player_marks(deal: Deal, seat: int, rules: Rules) -> Cell:
    """The cell's marks beside a player's score, without the score."""
    entry, ending, scoring = deal.entry_of(seat), deal.ending, rules.scoring
    deals = rules.match.dealer.deals and deal.dealer == seat
    if not deal.plays(seat):
        return Cell(NOT_THERE, dealer=deals)
    if ending is not None:
        hand = ending.hand_of(seat)
        return Cell(
            product=ended_with(scoring, ending, hand) if hand else "",
            place=scoring.ending_words.of(ending.how).mark if ending.winner == seat else "",
            dealer=deals,
            corrected=ending.corrected,
            disputed=ending.disputed,
        )
    if entry is None:
        return Cell(dealer=deals)
    return Cell(
        product=score_words(entry),
        place=f"{deal.entries.index(entry) + 1}.",
        dealer=deals,
        corrected=entry.corrected,
        disputed=entry.disputed,
        to_follow=entry.to_follow,
    )


def _explain_marks(rows: Sequence[Row], scoring: Scoring) -> tuple[str, ...]:
    """The meanings of the marks that occur on the sheet."""
    all_cells = [cell for row in rows for cell in row.cells]
    places = {cell.place for cell in all_cells}
    names = scoring.deal_names
    endings = [words for words in scoring.ending_words.all if words.mark in places and not words.by_nobody]
    meanings: tuple[tuple[str, Callable[[Cell], bool]], ...] = (
        (say("{mark} deals", mark=FixedWords().dealer_mark), lambda cell: cell.dealer),
        (names.order, lambda cell: cell.place not in ("", *(words.mark for words in endings))),
        *((words.mark_meaning, lambda _: True) for words in endings),
        (names.product, lambda cell: bool(names.product and cell.product)),
        (say("* corrected"), lambda cell: cell.corrected),
        (say("? disputed"), lambda cell: cell.disputed),
        (say("… melds to come"), lambda cell: cell.to_follow),
        (in_a_row((NOTHING_YET, names.unscored)), lambda cell: cell.score == NOTHING_YET),
        (in_a_row((NOT_THERE, say("not in the deal"))), lambda cell: cell.score == NOT_THERE),
    )
    return tuple(meaning for meaning, holds in meanings if any(map(holds, all_cells)))


def _deal_notes(deal: Deal, table: Table) -> Iterator[str]:
    number, names = deal.number, scoring_of(table).deal_names
    yield from (say("{place}: {fault}", place=names.named(number), fault=note) for note in deal.notes)
    if deal.ended_by == "hand" and deal.reason:
        yield say("{place}: {fault}", place=names.ended_by_hand(number), fault=deal.reason)
    elif deal.ended_by == "hand":
        yield names.ended_by_hand(number)
    for entry in deal.entries:
        if entry.note:
            name = table.names[entry.player]
            place = in_a_row((names.named(number), name), ", ")
            yield say("{place}: {fault}", place=place, fault=entry.note)
    if deal.ending and deal.ending.note:
        yield say("{place}: {fault}", place=names.named(number), fault=deal.ending.note)
    for seat, lines in recorded_lines(table, deal).items():
        if lines:
            side = side_names(table)[table.players[seat].partnership]
            told = in_a_row(
                (in_a_row((line.reason, show_number(line.points)), " = ") for line in lines), " · "
            )
            place = in_a_row((names.named(number), side), ", ")
            yield say("{place}: {fault}", place=place, fault=told)


def _seat_notes(table: Table) -> Iterator[str]:
    """Notes on players who joined late with points, which no deal shows."""
    for player, start in zip(table.players, table.deals[0].before, strict=True):
        if start and table.first_deal_of(player.index) > 1:
            joined = {
                "name": player.name,
                "deal": table.first_deal_of(player.index),
                "points": show_number(start),
            }
            yield say_number(
                "{name} joined for deal {deal} with {points} point",
                "{name} joined for deal {deal} with {points} points",
                in_plural(start),
                **joined,
            )


def _match_notes(match: TableMatch) -> Iterator[str]:
    """Notes on what counts beside the deals, and on the outcome of a finished match."""
    if match.games:
        totals = zip(side_names(match.table), map(show_number, match.totals), strict=True)
        yield say("All games: {totals}", totals=", ".join(map(" ".join, totals)))
    yield from bonuses_told(match, in_rows=False)
    if match_end := match.finished:
        result = match_told(match.table, match_end)
        told = in_a_row((result, list_words(places_words(match.table))))
        yield scoring_of(match.table).deal_names.match_over(match_end.deal, told)


def _rule_notes(table: Table) -> Iterator[str]:
    """Notes on changed house rules, with the deal from which they apply."""
    words = game_words(table)
    for before, after in pairwise(table.options_from):
        changes = words.changed_rules(before.options, after.options)
        if changes:
            yield say(
                "{place}: {fault}", place=scoring_of(table).deal_names.from_on(after.deal), fault=changes
            )


def _game_words(game_id: str, options: Mapping[str, object]) -> tuple[str, str]:
    """The game's name, and a line with its options that differ from the defaults."""
    try:
        game = find_game(game_id)
    except UnknownGame:  # of another package, which isn’t installed here
        return game_id, ""
    changed_rules = [
        say(
            "{option}: {value}",
            option=option.label,
            value=_value_words(option, option.read(options[option.name])),
        )
        for option in game.options
        if option.name != "title"
        and option.name in options
        and option.read(options[option.name]) != option.default
    ]
    return game.called(options), in_a_row(changed_rules, " · ")


def _value_words(option: Option, value: Value) -> str:
    if isinstance(value, bool):
        return say("yes") if value else say_as("answer", "no")
    if isinstance(value, tuple):
        return " ".join(map(show_number, value))
    return option.choices.get(value, value) if isinstance(value, str) else show_number(value)


def _date_words(at: str, zone: tzinfo | None) -> str:
    return Day(datetime.fromisoformat(at).astimezone(zone), DAY_OF_YEAR)
