"""The forms of what a table agrees on, and of the host's page: keys for programs, webhooks."""

from __future__ import annotations

from wtforms import SelectField

from scorepad.core.log.entries import Manners
from scorepad.core.log.schema import LONGEST_CLOCK, LONGEST_NAME, LONGEST_TITLE, clean_text
from scorepad.core.log.table import Table
from scorepad.core.sentence import say
from scorepad.tables.house_rules import NAME_MISSING, NAME_TOO_LONG
from scorepad.web.fields import whole_number
from scorepad.web.languages import known_language, language_choices
from scorepad.web.plain_form import (
    NOT_OFFERED,
    AtMost,
    Filled,
    LineField,
    PlainForm,
    TickField,
    TypedField,
)
from scorepad.webhooks.safe_requests import LONGEST_URL


def seconds_of(text: str) -> int | None:
    """The seconds of a turn as typed, 0 for a blank; None if they do not read or are too many."""
    seconds = whole_number(text.strip() or "0")
    return seconds if seconds is not None and seconds <= LONGEST_CLOCK else None


def _languages() -> dict[str, str]:
    return {"": say("that of each phone"), **dict(language_choices())}


class AgreedForm(PlainForm):
    """What a new table and an open one may agree on beside the rules of their game."""

    clock = TypedField(
        say("Seconds per turn"),
        read=seconds_of,
        fault=say("Enter up to {number} seconds, or leave this blank.", number=LONGEST_CLOCK),
        most=len(str(LONGEST_CLOCK)),
        description=say("The clock restarts on every phone after each play. Leave blank for no clock."),
        render_kw={"inputmode": "numeric"},
    )
    no_advice = TickField(
        say("No advice before going out"),
        description=say("While you’re still in, the pad won’t find melds or rate next cards for you."),
    )


class MannersForm(AgreedForm):
    """The name of an open table, and what it agrees on."""

    name = LineField(
        say("Name of the table"),
        id="table-name",
        validators=[Filled(NAME_MISSING), AtMost(LONGEST_TITLE, NAME_TOO_LONG)],
    )
    uncounted = TickField(
        say("Doesn’t count in standings"),
        description=say("Circles show this table, and leave it out of wins and points."),
    )
    language = SelectField(
        say("Language of sheets and pictures"),
        choices=_languages,
        invalid_choice_message=NOT_OFFERED,
        description=say("Each phone shows its pages in its own language."),
    )

    @classmethod
    def at(cls, table: Table) -> MannersForm:
        """The form of that table."""
        agreed = table.manners
        return cls(
            name=table.name,
            clock=agreed.clock or None,
            no_advice=agreed.no_advice,
            uncounted=agreed.uncounted,
            language=known_language(agreed.language),
        )

    @property
    def manners(self) -> Manners:
        """What the table is to agree on."""
        seconds = self.clock.data or 0
        return Manners(seconds, self.no_advice.data, self.language.data, self.uncounted.data)


class KeyForm(PlainForm):
    """A key for a program."""

    program = LineField(
        say("Name of the program"),
        most=LONGEST_NAME,
        filters=[lambda text: clean_text(text)[:LONGEST_NAME]],
        validators=[Filled(say("Give the program a name."))],
    )
    scope = SelectField(
        say("What it may do"),
        choices={"read": say("only reads"), "write": say("reads and records")},
        default="read",
        invalid_choice_message=NOT_OFFERED,
    )


class WebhookForm(PlainForm):
    """An address that the pad calls."""

    url = LineField(
        say("Address"),
        most=LONGEST_URL,
        description=say("Each message is signed with a secret, shown next to the address."),
        filters=[str.strip],
        render_kw={"inputmode": "url", "placeholder": "https://"},
    )
