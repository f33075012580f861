"""The form of a new table: names in seats, partners by letter, the first dealer, the house rules.

Empty seats are skipped. All faults are found at once, each beside its field.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from string import ascii_uppercase
from typing import TYPE_CHECKING

from scorepad.core.log.entries import Manners
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.log.schema import LONGEST_NAME, LONGEST_TITLE, clean_text
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
from scorepad.web.fields import whole_number
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
from scorepad.web.plain_form import AtMost, LineField, TickField
from scorepad.web.table.host_forms import AgreedForm
from scorepad.web.table.score_sides import changed_options

if TYPE_CHECKING:
    from scorepad.store.sql_store import Store

LETTERS = ascii_uppercase[: MOST_SEATS // 2]
SHOWN_SEATS = 4


class TableForm(AgreedForm):
    """The plain fields of a new table. `opposite`: if nobody has a letter, partners sit opposite each other,
    in games that are usually played so."""

    name = LineField(
        say("Name of the table"),
        description=say("Leave blank to use today’s date."),
        id="table-name",
        validators=[AtMost(LONGEST_TITLE, NAME_TOO_LONG)],
    )
    opposite = TickField(
        say("Partners sit opposite each other"),
        default=True,
        description=say("With four or six players, unless you choose letters."),
    )
    keeps_photos = TickField(
        say("Keep photos of hands as evidence"),
        description=say(
            "Only the players at this table see them. Otherwise a photo is deleted as soon as it’s used."
        ),
    )


@dataclass(frozen=True)
class NewTable:
    """The form as typed: its plain `fields`, and those of seats and house rules.

    `names` and `partners` are by row, `dealer` is the row that deals first, `circle` the id of the table's
    circle.
    """

    game: Game
    op: str
    fields: TableForm
    names: tuple[str, ...] = ("",) * MOST_SEATS
    partners: tuple[str, ...] = ("",) * MOST_SEATS
    dealer: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    circle: str = ""
    again: str = ""

    @property
    def manners(self) -> Manners:
        """What the table agrees on beside the rules of the game; its sheets are in this page’s language."""
        return Manners(self.fields.clock.data or 0, self.fields.no_advice.data, str(page_language()))

    @property
    def rows(self) -> range:
        """The rows of names: as many as the game has players, and all in use."""
        return range(max(self.game.players[1], *(row + 1 for row, name in enumerate(self.names) if name), 0))

    @property
    def many(self) -> bool:
        """Whether rows after the first few are in use."""
        return any(self.names[SHOWN_SEATS:]) or any(f"seat-{row}" in self.faults for row in self.rows[4:])

    @property
    def seated(self) -> list[int]:
        """The rows in use, in order: the seats of the table."""
        return [row for row, name in enumerate(self.names) if name]

    @property
    def players(self) -> list[str]:
        return [self.names[row] for row in self.seated]

    @property
    def first_dealer(self) -> int:
        """The seat that deals first."""
        return self.seated.index(self.dealer) if self.dealer in self.seated else 0

    @property
    def has_partners(self) -> bool:
        """Whether the game is played in partnerships."""
        return plays_in_sides(self.game)

    @property
    def letters(self) -> str:
        """The letters for as many pairs as may play."""
        return ascii_uppercase[: self.game.players[1] // 2]

    @property
    def pairs_off(self) -> bool:
        """Whether partners usually sit opposite each other in this game."""
        return self.game.pairs_off(self.game.rules({}))

    @property
    def has_dealer(self) -> bool:
        """Whether the house rules as typed have a dealer."""
        return _rules_as_typed(self.game, self.options).match.dealer.deals

    @property
    def needs_no_names(self) -> bool:
        """Whether tapping a number of players opens the table, as names are not needed."""
        return not self.game.rules({}).scoring.final.has_cards

    @property
    def partnerships(self) -> list[list[int]] | None:
        """Groups of seats in the order of their first members; None if everyone plays alone."""
        if not self.has_partners:
            return None
        if self.fields.opposite.data and self.pairs_off and not any(self.partners):
            pairs = self.game.usual_partnerships(self.game.rules({}), self.players)
            return [[self.players.index(name) for name in pair] for pair in pairs] or None
        groups: dict[str, list[int]] = {}
        for seat, row in enumerate(self.seated):
            # Partners have a letter in common; `alone 3` is nobody else’s.
            groups.setdefault(self.partners[row] or f"alone {row}", []).append(seat)
        return list(groups.values()) if any(len(group) > 1 for group in groups.values()) else None

    @property
    def groups(self) -> list[tuple[str, list[Option], bool]]:
        """The house rules by group, and whether the group must be shown: one differs, or does not read."""
        return [
            (title, options, any(option.name in {*self.options, *self.faults} for option in options))
            for title, options in group_options(self.game.options, of_table=True)
        ]

    def of(self, game: Game) -> NewTable:
        """The same players at another game, under its usual rules in this language, without faults."""
        return replace(self, game=game, options=usual_options(game), faults={})

    def rotated(self) -> NewTable:
        """Everybody moved on by one seat, the last player to the first."""
        rows = [*self.seated[-1:], *self.seated[:-1]]
        names, partners = list(self.names), list(self.partners)
        for row, before in zip(self.seated, rows, strict=True):
            names[row], partners[row] = self.names[before], self.partners[before]
        return replace(self, names=tuple(names), partners=tuple(partners), faults={})

    def with_seats_of(self, people: Iterable[str]) -> NewTable:
        """These people added in the free seats, as far as the game has seats."""
        names = list(self.names)
        free_rows = (row for row in self.rows if not names[row])
        for row, person in zip(free_rows, people, strict=False):
            names[row] = person
        return replace(self, names=tuple(names), faults={})

    @property
    def title(self) -> str:
        """The table's name: as typed, else the day, `Saturday 21 November`."""
        return self.fields.name.data or str(page_words(Day(datetime.now().astimezone(), WEEKDAY)))


def plays_in_sides(game: Game) -> bool:
    """Whether the game may be played in partnerships (H5).

    That holds if its scoring counts partners in a way of their own.
    """
    return game.rules({}).scoring.partners != "alone" and game.players[1] > 2


def same_again(table: Table, op: str) -> NewTable:
    """The form for the players of a table at a new one: same seats, partners and house rules; the next dealer
    deals."""
    partners = [""] * MOST_SEATS
    for letter, group in zip(LETTERS, table.partnerships if table.has_partners else (), strict=False):
        for seat in group:
            partners[seat] = letter
    game, manners = find_game(table.game), table.manners
    # What follows from the number of players, such as packs, follows from it at the new table too.
    followed = game.logged_values({}, len(table.names))
    changed = changed_options(table).items()
    chosen = {name: text for name, text in changed if table.options[name] != followed[name]}
    return NewTable(
        game,
        op,
        TableForm(clock=manners.clock or None, no_advice=manners.no_advice, opposite=False),
        names=(*table.names, *[""] * (MOST_SEATS - len(table.players))),
        partners=tuple(partners),
        dealer=next_dealer(table),
        options=chosen,
        again=table.id,
    )


def read_new_table(fields: Mapping[str, str], op: str) -> NewTable:
    """Read the form. Without house rules it has those usual in the page's language."""
    form = with_preset(fields)
    game = named_game(form.get("game", "")) or last_picked_game()
    names = [clean_text(form.get(f"name-{row}", "")) for row in range(MOST_SEATS)]
    if not any(names):
        names = _numbered_names(whole_number(form.get("seats", "")) or 0)
    # A form that has any house rule means all of them; a link without one has those of the language.
    names_rules = RULES_FIELD in fields or any(name.startswith(PREFIX) for name in form)
    return NewTable(
        game=game,
        op=form.get("op") or op,
        fields=TableForm(),
        names=tuple(names),
        partners=tuple(_partner_letter(form.get(f"partner-{row}", "")) for row in range(MOST_SEATS)),
        dealer=_dealer_row(form.get("dealer", "")),
        options={option.name: form[PREFIX + option.name] for option in game.options if differs(option, form)}
        if names_rules
        else usual_options(game),
        circle=form.get("circle", ""),
        again=form.get("again", ""),
    )


def judged(form: NewTable) -> NewTable:
    """The form with all its faults."""
    form.fields.validate()
    plain_faults = {name: faults[0] for name, faults in form.fields.errors.items()}
    return replace(form, faults={**_seat_faults(form), **plain_faults, **_option_faults(form)})


def open_new_table(store: Store, form: NewTable, *, follows: str = "") -> OpenedTable:
    """Open the table of a form without faults, a rematch if it `follows` another. Raises OpReused."""
    return service.open_table(
        store,
        name=form.fields.name.data,
        usual_name=form.title,
        game=form.game.id,
        options=form.options,
        players=form.players,
        partnerships=form.partnerships,
        dealer=form.first_dealer,
        by=form.players[0],
        op=form.op,
        manners=form.manners,
        follows=follows,
    )


def _numbered_names(number: int) -> list[str]:
    """Numbered names for so many players without names."""
    names = [
        str(page_words(say("Player {number}", number=seat + 1))) for seat in range(min(number, MOST_SEATS))
    ]
    return [*names, *[""] * (MOST_SEATS - len(names))]


def _seat_faults(form: NewTable) -> dict[str, str]:
    faults = {f"seat-{row}": fault for row in form.seated if (fault := _name_fault(form, row))}
    fewest_players, most_players = form.game.players
    if not fewest_players <= len(form.seated) <= most_players:
        faults["players"] = say(
            "{game} is for {fewest} to {most} players. Enter their names.",
            game=form.game.name,
            fewest=fewest_players,
            most=most_players,
        )
    elif fault := _seating_fault(form):
        faults["players"] = fault
    elif form.partnerships and len(form.partnerships) < 2:
        faults["players"] = say("All players are partners. Put them in two sides or more.")
    if form.has_dealer and form.seated and form.dealer not in form.seated:
        faults["dealer"] = say("The dealer must be one of the players. Choose one of them.")
    return faults


def _seating_fault(form: NewTable) -> str:
    """Why so many players cannot sit down under the house rules; empty if the rules do not read."""
    players = len(form.seated)
    try:
        return seating_fault(form.game, form.game.rules(form.options, players), players)
    except OptionErrors:
        return ""


def _name_fault(form: NewTable, row: int) -> str:
    name = form.names[row]
    if len(name) > LONGEST_NAME:
        return say("Use at most {number} characters.", number=LONGEST_NAME)
    if not find_name(name, [form.names[earlier_row] for earlier_row in form.seated if earlier_row < row]):
        return ""
    return say("Two players are called {name}. Add a letter to one.", name=name)


def _option_faults(form: NewTable) -> dict[str, str]:
    try:
        form.game.rules(form.options)
    except OptionErrors as error:
        return page_faults(form.game.options, error)
    return {}


def _partner_letter(text: str) -> str:
    return text if text in LETTERS and len(text) == 1 else ""


def _rules_as_typed(game: Game, options: Mapping[str, str]) -> Rules:
    """The rules of the options; the usual ones if those do not read."""
    try:
        return game.rules(options)
    except OptionErrors:
        return game.rules({})


def _dealer_row(text: str) -> int:
    return int(text) if text in map(str, range(MOST_SEATS)) else 0
