"""The form of a new table: names in seats, partners by letter, the first dealer, the house rules.

Empty seats are skipped. All faults are found at once, each beside its field.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from wtforms import ButtonField, Field, HiddenField, RadioField, SelectField, SelectMultipleField
from wtforms.validators import ValidationError

from scorepad.core.log.entries import Manners
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.log.schema import LONGEST_NAME, LONGEST_TITLE
from scorepad.core.log.table import Table
from scorepad.core.options import Option, OptionErrors, page_faults
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.spelling import find_name
from scorepad.rulebook import Game, find_game
from scorepad.rulebook.seats import seating_fault
from scorepad.sheet.wording import WEEKDAY, Day
from scorepad.store.engine import OpenedTable
from scorepad.tables import service
from scorepad.tables.house_rules import NAME_TOO_LONG
from scorepad.tables.standing import next_dealer
from scorepad.web.fields import sent, whole_number
from scorepad.web.hand.question import (
    PREFIX,
    RULES_FIELD,
    differs,
    group_options,
    last_picked_game,
    named_game,
    with_preset,
)
from scorepad.web.languages import page_language, page_words, usual_options
from scorepad.web.plain_form import NOT_OFFERED, AtMost, LineField, TickField
from scorepad.web.table.host_forms import AgreedForm
from scorepad.web.table.score_sides import changed_options

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

LETTERS = ascii_uppercase[: MOST_SEATS // 2]
SHOWN_SEATS = 4


def _differs_from_those_above(form: TableForm, field: Field) -> None:
    """Refuse a name that an earlier row has. Raises ValidationError."""
    row = int(field.name.removeprefix(NAME))
    if field.data and find_name(field.data, list(filter(None, form.names[:row]))):
        raise ValidationError(say("Two players are called {name}. Add a letter to one.", name=field.data))


def _name_field() -> LineField:
    """A field for the name of a player."""
    too_long = say("Use at most {number} characters.", number=LONGEST_NAME)
    return LineField(
        "",
        validators=[AtMost(LONGEST_NAME, too_long), _differs_from_those_above],
        render_kw={"autocapitalize": "words", "spellcheck": "false", "enterkeyhint": "next"},
    )


def _partner_field() -> SelectField:
    """A field for the letter that partners have in common."""
    return SelectField(
        default="",
        choices=lambda form, field: form.partner_choices,  # noqa: ARG005
        invalid_choice_message=NOT_OFFERED,
    )


NAME, PARTNER = "name-", "partner-"
_ROWS = {
    f"{kind}{row}": field()
    for row in range(MOST_SEATS)
    for kind, field in ((NAME, _name_field), (PARTNER, _partner_field))
}


class HouseRulesField(Field):  # type: ignore[misc]
    """The house rules that differ from the game's defaults, as typed: one input for each of its options, with
    PREFIX before its name. `faults` are those of options, by name.

    A form that has any house rule means all of them. Without one it has those usual in the page's language.
    """

    data: Mapping[str, str]
    faults: Mapping[str, str] = {}

    def read(self, game: Game, fields: Mapping[str, str]) -> None:
        """Read the house rules of the game, or of its preset that was tapped."""
        typed = with_preset(fields)
        if RULES_FIELD in fields or any(name.startswith(PREFIX) for name in typed):
            options = (option for option in game.options if differs(option, typed))
            self.data = {option.name: typed[PREFIX + option.name] for option in options}
        elif self.data is None:
            self.data = usual_options(game)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read nothing: it has no input of its own name."""

    def pre_validate(self, form: Any) -> None:
        """Find the faults of all options."""
        try:
            form.game.rules(self.data)
        except OptionErrors as error:
            self.faults = page_faults(form.game.options, error)
            self.errors.extend(self.faults.values())


def _known_game(_form: TableForm, field: Field) -> None:
    """Refuse a game that this pad lacks. Raises ValidationError."""
    if field.data and not named_game(field.data):
        raise ValidationError(NOT_OFFERED)


class TableForm(AgreedForm):
    """A new table: its game, who sits where and with whom, the first dealer, the house rules, and what is
    agreed on beside them. Each row has a `name-N` and a `partner-N`, a letter that partners have in common.

    again     the table whose players play another
    circle    the circle that the table is put into
    opposite  if nobody has a letter, partners sit opposite each other, in games that are usually played so
    pick      the button of another game
    preset    the button of named house rules
    seat      the buttons of people who are seated, or `everybody`
    seats     the button of a number of players without names
    """

    game: Game
    game_id = HiddenField(name="game", validators=[_known_game])
    pick = HiddenField(validators=[_known_game])
    preset = HiddenField(name=RULES_FIELD)
    again = HiddenField(default="")
    circle = HiddenField(default="")
    seats = HiddenField(default="")
    seat = SelectMultipleField(default=(), validate_choice=False)
    everybody = ButtonField(say("Add all"), render_kw={"value": "1", "class": "chip"})
    rotate = ButtonField(say("Rotate seats"), render_kw={"value": "1", "class": "tool"})
    opposite = TickField(
        say("Partners sit opposite each other"),
        default=True,
        description=say("With four or six players, unless you choose letters."),
    )
    dealer = RadioField(default="0", validate_choice=False)
    name = LineField(
        say("Name of the table"),
        description=say("Leave blank to use today’s date."),
        id="table-name",
        validators=[AtMost(LONGEST_TITLE, NAME_TOO_LONG)],
    )
    keeps_photos = TickField(
        say("Keep photos of hands as evidence"),
        description=say(
            "Only the players at this table see them. Otherwise a photo is deleted as soon as it’s used."
        ),
    )
    house_rules = HouseRulesField()

    def post_process(self, formdata: object = None) -> None:
        """Find the game, and its house rules in the form. The game is the last one of this phone if none is
        named."""
        super().post_process(formdata)
        self.game = named_game(self.game_id.data or "") or last_picked_game()
        self.house_rules.read(self.game, sent() if formdata else {})

    def validate_seats(self, _field: Field) -> None:
        """Refuse a number of players or sides that the game does not have. Raises ValidationError."""
        fewest, most = self.game.players
        if not fewest <= len(self.seated) <= most:
            raise ValidationError(
                say(
                    "{game} is for {fewest} to {most} players. Enter their names.",
                    game=self.game.name,
                    fewest=fewest,
                    most=most,
                )
            )
        if fault := self._seating_fault():
            raise ValidationError(fault)
        if self.partnerships and len(self.partnerships) < 2:
            raise ValidationError(say("All players are partners. Put them in two sides or more."))

    def _seating_fault(self) -> str:
        """Why so many players cannot sit down under the house rules; empty if the rules do not read."""
        players = len(self.seated)
        try:
            return seating_fault(self.game, self.game.rules(self.house_rules.data, players), players)
        except OptionErrors:
            return ""

    def validate_dealer(self, _field: Field) -> None:
        """Ask for a dealer who plays. Raises ValidationError."""
        if self.has_dealer and self.seated and self.dealing_row not in self.seated:
            raise ValidationError(say("The dealer must be one of the players. Choose one of them."))

    def name_in(self, row: int) -> Field:
        """The field for the name in that row."""
        return self[f"{NAME}{row}"]

    def partner_in(self, row: int) -> Field:
        """The field for the partners' letter in that row."""
        return self[f"{PARTNER}{row}"]

    @property
    def names(self) -> list[str]:
        """The names by row; empty for a free seat."""
        return [self.name_in(row).data for row in range(MOST_SEATS)]

    @property
    def manners(self) -> Manners:
        """What the table agrees on beside the rules of the game; its sheets are in this page’s language."""
        return Manners(self.clock.data or 0, self.no_advice.data, str(page_language()))

    @property
    def rows(self) -> range:
        """The rows of names: as many as the game has players, and all in use."""
        return range(max(self.game.players[1], *(row + 1 for row in self.seated), 0))

    @property
    def many(self) -> bool:
        """Whether rows after the first few are in use."""
        rows = self.rows[SHOWN_SEATS:]
        return any(self.name_in(row).data or self.partner_in(row).errors for row in rows)

    @property
    def seated(self) -> list[int]:
        """The rows in use, in order: the seats of the table."""
        return [row for row, name in enumerate(self.names) if name]

    @property
    def players(self) -> list[str]:
        return [self.names[row] for row in self.seated]

    @property
    def dealing_row(self) -> int | None:
        """The row that deals first."""
        return whole_number(self.dealer.data)

    @property
    def first_dealer(self) -> int:
        """The seat that deals first."""
        return self.seated.index(self.dealing_row) if self.dealing_row in self.seated else 0

    @property
    def has_partners(self) -> bool:
        """Whether the game is played in partnerships."""
        return plays_in_sides(self.game)

    @property
    def partner_choices(self) -> dict[str, str]:
        """The choices for partners: nobody, or the letters for as many pairs as may play. The letters of
        another game wait in a game without partners."""
        letters = LETTERS[: self.game.players[1] // 2] if self.has_partners else LETTERS
        alone = "–" if self.pairs_off and self.opposite.data else say("alone")
        return {"": alone, **{letter: letter for letter in letters}}

    @property
    def pairs_off(self) -> bool:
        """Whether partners usually sit opposite each other in this game."""
        return self.game.pairs_off(self.game.rules({}))

    @property
    def has_dealer(self) -> bool:
        """Whether the house rules as typed have a dealer."""
        return _rules_as_typed(self.game, self.house_rules.data).match.dealer.deals

    @property
    def needs_no_names(self) -> bool:
        """Whether tapping a number of players opens the table, as names are not needed."""
        return not self.game.rules({}).scoring.final.has_cards

    @property
    def partnerships(self) -> list[list[int]] | None:
        """Groups of seats in the order of their first members; None if everyone plays alone."""
        if not self.has_partners:
            return None
        letters = [self.partner_in(row).data for row in range(MOST_SEATS)]
        if self.opposite.data and self.pairs_off and not any(letters):
            pairs = self.game.usual_partnerships(self.game.rules({}), self.players)
            return [[self.players.index(name) for name in pair] for pair in pairs] or None
        groups: dict[str, list[int]] = {}
        for seat, row in enumerate(self.seated):
            # Partners have a letter in common; `alone 3` is nobody else’s.
            groups.setdefault(letters[row] or f"alone {row}", []).append(seat)
        return list(groups.values()) if any(len(group) > 1 for group in groups.values()) else None

    @property
    def groups(self) -> list[tuple[str, list[Option], bool]]:
        """The house rules by group, and whether the group must be shown: one differs, or does not read."""
        shown = {*self.house_rules.data, *self.house_rules.faults}
        return [
            (title, options, any(option.name in shown for option in options))
            for title, options in group_options(self.game.options, of_table=True)
        ]

    @property
    def faults_of_none(self) -> list[str]:
        """The faults of the whole form, and of fields that its page does not show."""
        rows_unseen = range(len(self.rows), MOST_SEATS)
        unseen = [self.game_id, self.pick, *map(self.partner_in, rows_unseen)]
        return [*self.form_errors, *(fault for field in unseen for fault in field.errors)]

    @property
    def title(self) -> str:
        """The table's name: as typed, else the day, `Saturday 21 November`."""
        return self.name.data or str(page_words(Day(datetime.now().astimezone(), WEEKDAY)))

    def change_game(self, game: Game) -> None:
        """Let the same players play another game, under its usual rules in this language."""
        self.game, self.house_rules.data = game, usual_options(game)

    def changes_seats(self, people: Sequence[str]) -> bool:
        """Whether a button that changes seats was pressed; does what it says. `people`: who may be seated."""
        if self.rotate.data:
            self._rotate_seats()
        elif self.seat.data or self.everybody.data:
            self._seat_people(self.seat.data or people)
        return bool(self.rotate.data or self.seat.data or self.everybody.data)

    def _rotate_seats(self) -> None:
        """Move everybody on by one seat, the last player to the first."""
        before = [(self.name_in(row).data, self.partner_in(row).data) for row in self.seated]
        for row, (name, letter) in zip(self.seated, [*before[-1:], *before[:-1]], strict=True):
            self.name_in(row).data, self.partner_in(row).data = name, letter

    def _seat_people(self, people: Iterable[str]) -> None:
        """Add these people in the free seats, as far as the game has seats."""
        free_rows = [row for row in self.rows if not self.name_in(row).data]
        for row, person in zip(free_rows, people, strict=False):
            self.name_in(row).data = person

    def number_players(self) -> None:
        """Give numbered names to so many players, if no name is typed."""
        number = 0 if self.seated else whole_number(self.seats.data) or 0
        for row in range(min(number, MOST_SEATS)):
            self.name_in(row).data = str(page_words(say("Player {number}", number=row + 1)))


for _name, _field in _ROWS.items():
    setattr(TableForm, _name, _field)


def plays_in_sides(game: Game) -> bool:
    """Whether the game may be played in partnerships (H5).

    That holds if its scoring counts partners in a way of their own.
    """
    return game.rules({}).scoring.partners != "alone" and game.players[1] > 2


def same_again(table: Table, circle: str) -> TableForm:
    """The form for the players of a table at a new one in the same circle: same seats, partners and house
    rules; the next dealer deals."""
    partnerships = table.partnerships if table.has_partners else ()
    letters = {seat: letter for letter, group in zip(LETTERS, partnerships, strict=False) for seat in group}
    game, manners = find_game(table.game), table.manners
    # What follows from the number of players, such as packs, follows from it at the new table too.
    followed = game.logged_values({}, len(table.names))
    changed = changed_options(table).items()
    return TableForm(
        game_id=game.id,
        again=table.id,
        circle=circle,
        clock=manners.clock or None,
        no_advice=manners.no_advice,
        opposite=False,
        dealer=str(next_dealer(table)),
        house_rules={name: text for name, text in changed if table.options[name] != followed[name]},
        **{f"{NAME}{seat}": name for seat, name in enumerate(table.names)},
        **{f"{PARTNER}{seat}": letter for seat, letter in letters.items()},
    )


def open_new_table(store: Store, form: TableForm, op: str, *, follows: str = "") -> OpenedTable:
    """Open the table of a form without faults, a rematch if it `follows` another. Raises OpReused."""
    return service.open_table(
        store,
        name=form.name.data,
        usual_name=form.title,
        game=form.game.id,
        options=form.house_rules.data,
        players=form.players,
        partnerships=form.partnerships,
        dealer=form.first_dealer,
        by=form.players[0],
        op=op,
        manners=form.manners,
        follows=follows,
    )


def _rules_as_typed(game: Game, options: Mapping[str, str]) -> Rules:
    """The rules of the options; the usual ones if those do not read."""
    try:
        return game.rules(options)
    except OptionErrors:
        return game.rules({})
