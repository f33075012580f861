"""Forms of plain fields (Flask-WTF): each field's words, bound and fault are declared once.

`form_field` of `templates/_form.html` draws a field as its class declares it. Labels, descriptions and faults
are `Sentence`s, which a template shows in its page's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from flask import Response, request
from flask_wtf import FlaskForm
from wtforms import BooleanField, Field, SelectMultipleField, StringField
from wtforms.validators import StopValidation, ValidationError

from scorepad.core.errors import ScorepadError
from scorepad.core.log.schema import clean_text
from scorepad.core.sentence import in_a_row, say
from scorepad.web.fields import whole_number
from scorepad.web.outcomes import is_refusal, refused

NOT_OFFERED = say("That can’t be chosen here. Choose one of those shown.")
"""What a field of choices says of a value that is none of them."""

Attributes = Mapping[str, object]
"""Attributes of a control, by their names."""


class PlainForm(FlaskForm):  # type: ignore[misc]
    """A form as it was sent, or as the address of its page fills it in. `known` are the values of fields that
    are in neither."""

    class Meta:
        csrf = False  # `security` has checked the token of every form before its view runs

    def __init__(self, **known: object) -> None:
        # Flask-WTF reads the bodies of requests alone.
        address = {} if request.method == "POST" else {"formdata": request.args}
        super().__init__(**{**address, **known})

    @property
    def told(self) -> str:
        """All faults in one sentence."""
        return in_a_row(chain.from_iterable(self.errors.values()))

    def refusal(self, page: Callable[[], str], mend: str = "") -> Response:
        """The answer to a form with faults; `page` draws it, and `mend` is its address, all filled in."""
        return refused(self.told, page, mend=mend)

    def take(self, error: ScorepadError, field: Field | None = None) -> None:
        """Add a refusal to the fields that it names, else to `field`, or to the form. Raises an error that is
        no refusal; it has a page of its own."""
        if not is_refusal(error):
            raise error
        for part in error.parts or (error,):
            at = self._fields.get(part.at, field)
            (self.form_errors if at is None else at.errors).append(part.message)


class LineField(StringField):  # type: ignore[misc]
    """A line of text, without control characters and repeated spaces. `most` is told to browsers, which then
    let nobody type more."""

    data: Any

    def __init__(
        self, label: str, *, most: int | None = None, render_kw: Attributes | None = None, **more: object
    ) -> None:
        told = {"autocomplete": "off", **({"maxlength": most} if most else {}), **(render_kw or {})}
        super().__init__(label, **{"default": "", "filters": [clean_text], **more}, render_kw=told)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take the last text that was sent, as the other fields do."""
        for text in valuelist[-1:]:
            self.data = text


class TypedField(LineField):
    """A line that `read` turns into a value. Where it returns None, `fault` is told, and the text stays."""

    def __init__(self, label: str, *, read: Callable[[str], object], fault: str, **more: Any) -> None:
        super().__init__(label, **{"default": None, "filters": [], **more})
        self.read, self.fault = read, fault

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the value. Raises ValueError."""
        for text in valuelist[-1:]:
            self.data = self.read(text)
            if self.data is None:
                raise ValueError(self.fault)

    def _value(self) -> str:
        return str(self.raw_data[-1] if self.raw_data else super()._value())


class BoundedField(LineField):
    """A whole number of at most four digits: the nearest one from `least` to `highest`. What does not read is
    passed over."""

    def __init__(self, label: str, *, least: int, highest: int, **more: Any) -> None:
        told = {"type": "number", "min": least, "max": highest, "inputmode": "numeric"}
        super().__init__(label, **{"filters": [], "render_kw": told, **more})
        self.least, self.highest = least, highest

    def process_formdata(self, valuelist: list[str]) -> None:
        for text in valuelist[-1:]:
            number = whole_number(text, digits=4)
            if number is not None:
                self.data = max(self.least, min(number, self.highest))


class TickField(BooleanField):  # type: ignore[misc]
    """Yes or no. `form_field` sends "false" before it, so that a field that is missing keeps its value."""

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = valuelist[-1] == "true"


class ChipsField(SelectMultipleField):  # type: ignore[misc]
    """Any number of seats or sides, as chips."""

    def __init__(self, label: str = "", **more: object) -> None:
        super().__init__(label, coerce=int, default=(), invalid_value_message=NOT_OFFERED, **more)

    def pre_validate(self, form: PlainForm) -> None:  # noqa: ARG002
        """Refuse a value that is no choice. Raises ValidationError."""
        # WTForms would put the value into its sentence, which then has no translation.
        if not {*self.data} <= {self.coerce(each.value) for each in self.iter_choices()}:
            raise ValidationError(NOT_OFFERED)


class Filled:
    """Ask for a field that has nothing in it, with the sentence `fault`. Browsers are not told, because they
    would ask in words of their own."""

    def __init__(self, fault: str) -> None:
        self.fault = fault

    def __call__(self, form: PlainForm, field: Field) -> None:  # noqa: ARG002
        if not field.errors and field.data in (None, ""):
            raise StopValidation(self.fault)


class AtMost:
    """At most `most` characters; `fault` is told of more."""

    def __init__(self, most: int, fault: str) -> None:
        self.most, self.fault = most, fault
        self.field_flags = {"maxlength": most}

    def __call__(self, form: PlainForm, field: Field) -> None:  # noqa: ARG002
        if len(field.data) > self.most:
            raise StopValidation(self.fault)
