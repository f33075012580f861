"""The page on which a host changes a table's house rules and partners, from a deal on or for every deal.

If something is recorded, the page shows the result of both ways before one is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

from flask import Blueprint, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms import ButtonField, HiddenField, RadioField, SelectField

from scorepad.core.errors import ScorepadError
from scorepad.core.log.rule_events import first_deal_of_rules
from scorepad.core.log.table import Table
from scorepad.core.options import Option
from scorepad.core.phrasing import join_words
from scorepad.core.points import Points
from scorepad.core.sentence import in_a_row, say, say_number
from scorepad.rulebook import Game, find_game
from scorepad.tables import service
from scorepad.tables.house_rules import NewChoices, NewRules, change_table, changed_table
from scorepad.tables.phrases import game_words, scoring_of, side_names
from scorepad.tables.standing import match_of
from scorepad.web.fields import sent
from scorepad.web.forms import as_sent, expected, operation, reason
from scorepad.web.hand.question import PREFIX, RULES_FIELD, group_options, with_preset
from scorepad.web.outcomes import filled, recorded, refused
from scorepad.web.plain_form import NOT_OFFERED, PlainForm
from scorepad.web.requests import store
from scorepad.web.table.new_table import LETTERS, PARTNER, HouseRulesField, plays_in_sides
from scorepad.web.table.score_sides import written
from scorepad.web.table.table_page import drawn, require_host, scoreboard

bp = Blueprint("chosen", __name__)

NOW, START = "now", "start"


class ChosenForm(PlainForm):
    """The house rules and partners of a table, as typed, and from when on they hold. A subclass has a letter
    for each player of its table, which partners have in common."""

    table: Table
    house_rules = HouseRulesField()
    preset = HiddenField(name=RULES_FIELD)
    begins = RadioField(name="from", invalid_choice_message=NOT_OFFERED)
    again = ButtonField(say("Back"), render_kw={"value": "1"})

    @classmethod
    def at(cls, table: Table) -> ChosenForm:
        """The form of that table, as sent, else with the table's rules."""
        groups = (group for group in table.partnerships if len(group) > 1)
        letter_of = {seat: letter for letter, group in zip(LETTERS, groups, strict=False) for seat in group}
        letters = LETTERS[: max(2, len(table.players) // 2)]
        fields = {
            f"{PARTNER}{player.index}": SelectField(
                player.name,
                choices={"": say("alone"), **{letter: letter for letter in letters}},
                default=letter_of.get(player.index, ""),
                invalid_choice_message=NOT_OFFERED,
            )
            for player in table.players
        }
        form: ChosenForm = type("ChosenForm", (cls,), {"table": table, **fields})()
        form.begins.choices = {text: outcome.heading for text, outcome in form.outcomes.items()}
        form.house_rules.data = form._rules_sent()
        return form

    def _rules_sent(self) -> dict[str, str]:
        """The house rules as sent, else those of the table; the usual ones if a preset was tapped."""
        given = with_preset(sent())
        kept = self.table.options if self.preset.data is None else {}
        return {
            option.name: given.get(PREFIX + option.name, written(kept.get(option.name, option.default)))
            for option in self.game.options
            if option.at_tables
        }

    @property
    def outcomes(self) -> dict[str, Outcome]:
        """The outcomes of both ways, by what is sent to choose one."""
        return {NOW: Outcome(self, from_start=False), START: Outcome(self, from_start=True)}

    @property
    def game(self) -> Game:
        return find_game(self.table.game)

    @property
    def groups(self) -> list[tuple[str, list[Option], bool]]:
        """The house rules by group, and whether the group is shown open: one differs, or does not read."""
        faults = self.house_rules.faults
        return [
            (title, options, any(option.name in faults or self._differs(option) for option in options))
            for title, options in group_options(self.game.options, of_table=True)
        ]

    def _differs(self, option: Option) -> bool:
        return bool(self.house_rules.data[option.name] != written(option.default))

    @property
    def has_partners(self) -> bool:
        """Whether the game is played in partnerships."""
        return plays_in_sides(self.game)

    @property
    def letters(self) -> list[SelectField]:
        """The fields for the letters of the players."""
        return [self[f"{PARTNER}{player.index}"] for player in self.table.players]

    @property
    def partnerships(self) -> list[list[int]] | None:
        """Groups of seats in the order of their first members; None for a game without partners."""
        groups: dict[str, list[int]] = {}
        for seat, letter in enumerate(self.letters):
            groups.setdefault(letter.data or f"alone {seat}", []).append(seat)
        return list(groups.values()) if self.has_partners else None

    def new_rules(self, *, from_start: bool) -> NewRules:
        """The rules as typed in the form, for all deals or from the next deal on."""
        return NewRules({**self.table.options, **self.house_rules.data}, self.partnerships, from_start)

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the form, to be sent once more."""
        rules = {PREFIX + name: text for name, text in self.house_rules.data.items()}
        return rules | {letter.name: letter.data for letter in self.letters}


@dataclass(frozen=True)
class Outcome:
    """The table under the new rules, from the first deal or from the next."""

    typed: ChosenForm
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
    return _form(table_id, ChosenForm.at(service.table(store(), table_id)))


@bp.post("/t/<table_id>/house-rules")
def change(table_id: str) -> str | AnyResponse:
    """Show the results of both ways. Make the change once one is chosen, or if nothing is recorded yet."""
    phone = require_host(table_id)
    typed = ChosenForm.at(as_sent(service.table(store(), table_id)))
    if typed.preset.data is not None or typed.again.data:
        return _form(table_id, typed)
    asks = typed.begins.data is None and _has_scores(typed.table)
    if typed.begins.data is None:
        typed.begins.data = START
    if not typed.validate():
        return _refused(table_id, typed.told, typed)
    if asks:
        outcomes = list(typed.outcomes.values())
        if all(outcome.faults for outcome in outcomes):
            return _refused(table_id, in_a_row(outcomes[0].faults), typed)
        return _compared(table_id, typed, outcomes)
    from_start = typed.begins.data == START
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


def _form(table_id: str, typed: ChosenForm, problem: str = "") -> str:
    return drawn("table/house_rules.html", scoreboard(table_id), typed=typed, problem=problem)


def _compared(table_id: str, typed: ChosenForm, outcomes: list[Outcome]) -> str:
    before = typed.table.options
    now = {**before, **typed.game.logged_values(typed.house_rules.data, len(typed.table.seating))}
    return drawn(
        "table/rules_compared.html",
        scoreboard(table_id),
        typed=typed,
        changes=game_words(typed.table).changed_rules(before, now),
        now=totals_by_side(typed.table),
        outcomes=outcomes,
    )


def _refused(table_id: str, problem: str, typed: ChosenForm) -> AnyResponse:
    again = partial(_form, table_id, typed, problem)
    return refused(problem, again, mend=filled(url_for(".page", table_id=table_id)))
