"""The page on which a host changes a table's house rules and partners, from a deal on or for every deal.

If something is recorded, the page shows the result of both ways before one is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from flask import Blueprint, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.core.errors import ScorepadError
from scorepad.core.log.rule_events import first_deal_of_rules
from scorepad.core.log.table import Table
from scorepad.core.options import Option, OptionErrors, page_faults
from scorepad.core.phrasing import join_words
from scorepad.core.points import Points
from scorepad.core.sentence import in_a_row, say_number
from scorepad.rulebook import Game, find_game
from scorepad.tables import service
from scorepad.tables.house_rules import NewChoices, NewRules, change_table, changed_table
from scorepad.tables.phrases import game_words, scoring_of, side_names
from scorepad.tables.standing import match_of
from scorepad.web.fields import sent
from scorepad.web.forms import as_sent, expected, operation, reason
from scorepad.web.hand.question import PREFIX, RULES_FIELD, group_options, with_preset
from scorepad.web.outcomes import filled, recorded, refused
from scorepad.web.requests import store
from scorepad.web.table.new_table import LETTERS, plays_in_sides
from scorepad.web.table.score_sides import written
from scorepad.web.table.table_page import drawn, require_host, scoreboard

bp = Blueprint("chosen", __name__)

START = "start"


@dataclass(frozen=True)
class TypedRules:
    """The form as typed: `values` of house rules by name, `letters` of partners by seat."""

    table: Table
    values: Mapping[str, str]
    letters: Mapping[int, str]
    faults: Mapping[str, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        return find_game(self.table.game)

    @property
    def groups(self) -> list[tuple[str, list[Option], bool]]:
        """The house rules by group, and whether the group is shown open: one differs, or does not read."""
        return [
            (title, options, any(option.name in self.faults or self._differs(option) for option in options))
            for title, options in group_options(self.game.options, of_table=True)
        ]

    def _differs(self, option: Option) -> bool:
        return self.values.get(option.name, written(option.default)) != written(option.default)

    @property
    def has_partners(self) -> bool:
        """Whether the game is played in partnerships."""
        return plays_in_sides(self.game)

    @property
    def shown_letters(self) -> str:
        """The letters for as many pairs as may play."""
        return LETTERS[: max(2, len(self.table.players) // 2)]

    @property
    def partnerships(self) -> list[list[int]] | None:
        """Groups of seats in the order of their first members; None for a game without partners."""
        groups: dict[str, list[int]] = {}
        for player in self.table.players:
            letter = self.letters.get(player.index, "")
            groups.setdefault(letter or f"alone {player.index}", []).append(player.index)
        return list(groups.values()) if self.has_partners else None

    def new_rules(self, *, from_start: bool) -> NewRules:
        """The rules as typed in the form, for all deals or from the next deal on."""
        return NewRules({**self.table.options, **self.values}, self.partnerships, from_start)

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the form, to be sent once more."""
        rules = {PREFIX + name: text for name, text in self.values.items()}
        return rules | {f"partner-{seat}": letter for seat, letter in self.letters.items()}


@dataclass(frozen=True)
class Outcome:
    """The table under the new rules, from the first deal or from the next."""

    typed: TypedRules
    from_start: bool

    @property
    def heading(self) -> str:
        names = scoring_of(self.typed.table).deal_names
        return names.counted_anew if self.from_start else names.from_on(first_deal_of_rules(self.typed.table))

    @cached_property
    def after(self) -> Table | ScorepadError:
        """The table after the change, or the error that forbids it."""
        try:
            return changed_table(
                self.typed.table, NewChoices(rules=self.typed.new_rules(from_start=self.from_start))
            )
        except ScorepadError as error:
            return error

    @property
    def faults(self) -> list[str]:
        error = self.after
        return [part.message for part in error.parts or (error,)] if isinstance(error, ScorepadError) else []

    @property
    def totals(self) -> list[tuple[str, Points]]:
        """The name and total of each side after the change; empty if it is forbidden."""
        after = self.after
        return [] if isinstance(after, ScorepadError) else totals_by_side(after)

    @property
    def won(self) -> str:
        """The sentence on who has won after the change; empty if nobody has."""
        after = self.after
        if isinstance(after, ScorepadError) or not (finished := match_of(after).finished):
            return ""
        names = [side_names(after)[side] for side in finished.winners]
        return say_number("{names} has won.", "{names} have won.", len(names), names=join_words(names, "and"))


def totals_by_side(table: Table) -> list[tuple[str, Points]]:
    """The name and the total of each side."""
    return list(zip(side_names(table), match_of(table).totals, strict=True))


@bp.get("/t/<table_id>/house-rules")
def page(table_id: str) -> str:
    """The form, as typed or with the table's rules."""
    require_host(table_id)
    return _form(table_id, _typed(service.table(store(), table_id)))


@bp.post("/t/<table_id>/house-rules")
def change(table_id: str) -> str | AnyResponse:
    """Show the results of both ways. Make the change once one is chosen, or if nothing is recorded yet."""
    phone = require_host(table_id)
    typed = _typed(as_sent(service.table(store(), table_id)))
    if RULES_FIELD in sent() or "again" in sent():
        return _form(table_id, typed)
    try:
        typed.game.rules(typed.values)
    except OptionErrors as error:
        faulty = replace(typed, faults=page_faults(typed.game.options, error))
        return _refused(table_id, in_a_row(faulty.faults.values()), faulty)
    if "from" not in sent() and _has_scores(typed.table):
        outcomes = [Outcome(typed, from_start=False), Outcome(typed, from_start=True)]
        if all(outcome.faults for outcome in outcomes):
            return _refused(table_id, in_a_row(outcomes[0].faults), typed)
        return _compared(table_id, typed, outcomes)
    from_start = sent().get("from", START) == START
    try:
        change_table(
            operation(table_id, phone.key, phone.name(typed.table)),
            chosen=NewChoices(rules=typed.new_rules(from_start=from_start)),
        )
    except ScorepadError as error:
        return _refused(table_id, reason(store(), table_id, error, expected()), typed)
    return recorded(url_for("tables.page", table_id=table_id))


def _has_scores(table: Table) -> bool:
    return table.deal.number > 1 or table.deal.has_begun


def _typed(table: Table) -> TypedRules:
    """The form as sent, else with the table's rules."""
    given = with_preset(sent())
    is_typed = any(name.startswith(PREFIX) for name in given) or RULES_FIELD in sent()
    options = [option for option in find_game(table.game).options if option.at_tables]
    kept = {} if is_typed and RULES_FIELD in sent() else table.options
    values = {
        option.name: given.get(PREFIX + option.name, written(kept.get(option.name, option.default)))
        for option in options
    }
    letters = dict(zip(LETTERS, (group for group in table.partnerships if len(group) > 1), strict=False))
    letter_of = {seat: letter for letter, group in letters.items() for seat in group}
    return TypedRules(
        table,
        values,
        {
            player.index: given.get(f"partner-{player.index}", letter_of.get(player.index, ""))
            for player in table.players
        },
    )


def _form(table_id: str, typed: TypedRules, problem: str = "") -> str:
    return drawn("table/house_rules.html", scoreboard(table_id), typed=typed, problem=problem)


def _compared(table_id: str, typed: TypedRules, outcomes: list[Outcome]) -> str:
    before = typed.table.options
    now = {**before, **typed.game.logged_values(typed.values, len(typed.table.seating))}
    return drawn(
        "table/rules_compared.html",
        scoreboard(table_id),
        typed=typed,
        changes=game_words(typed.table).changed_rules(before, now),
        now=totals_by_side(typed.table),
        outcomes=outcomes,
    )


def _refused(table_id: str, problem: str, typed: TypedRules) -> AnyResponse:
    again = partial(_form, table_id, typed, problem)
    return refused(problem, again, mend=filled(url_for(".page", table_id=table_id)))
