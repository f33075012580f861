"""Sentences that can be translated after they were made.

A `Sentence` is its English text, and is used like any text: compared, joined, written as JSON. It keeps its
message and values, and `in_language` makes it anew from a catalogue's message. An f-string turns it into
plain English, so sentences inside others are put in by `say` too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any, ClassVar, Protocol


class Catalogue(Protocol):
    """A catalogue of translations, with the methods of `gettext.NullTranslations`."""

    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...


class Sentence(str):
    """English text, with the message and values that it was made from.

    `message` has its values in braces, `{name}`; values may be sentences. If `plural` is not empty, the value
    `number` chooses between the two. `context` separates meanings that English words alike.
    """

    __slots__ = ("context", "message", "plural", "values")
    on_page: ClassVar[Callable[[Sentence], str]] = escape
    """A sentence as HTML: English, until an app with pages in several languages puts its own way here."""
    kinds: ClassVar[dict[str, type[Sentence]]] = {}
    """The classes of sentences that are said in a way of their own, by name."""

    message: str
    plural: str
    values: Mapping[str, object]
    context: str

    def __init_subclass__(cls) -> None:
        cls.kinds[cls.__name__] = cls

    def __new__(
        cls, message: str, plural: str = "", values: Mapping[str, object] | None = None, context: str = ""
    ) -> Sentence:
        values = values or {}
        sentence = super().__new__(cls, cls._in_english(message, plural, values))
        sentence.message, sentence.plural, sentence.values = message, plural, values
        sentence.context = context
        return sentence

    @classmethod
    def _in_english(cls, message: str, plural: str, values: Mapping[str, object]) -> str:
        english = message if not plural or values["number"] == 1 else plural
        return english.format(**values) if values else english

    def in_data(self) -> str:
        """The English text with cards in canonical form: `♥T`, which a sentence prints as `♥10`."""
        values = {
            name: value.in_data() if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        return self._in_english(self.message, self.plural, values)

    def __html__(self) -> str:
        """The text as templates show it."""
        return type(self).on_page(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.plural, self.values, self.context)

    def in_language(self, catalogue: Catalogue) -> str:
        """The sentence in the catalogue's language; in English if it has no such message."""
        if self.plural:
            number = self.values["number"]
            assert isinstance(number, int)
            message = catalogue.ngettext(self.message, self.plural, number)
        elif self.context:
            message = catalogue.pgettext(self.context, self.message)
        else:
            # For an empty message a catalogue has its header.
            message = catalogue.gettext(self.message) if self.message else ""
        if self.values:
            said_values = {
                name: value.in_language(catalogue) if isinstance(value, Sentence) else value
                for name, value in self.values.items()
            }
            message = message.format(**said_values)
        return message


class _WithCapital(Sentence):
    """Words with the capital of a sentence's beginning."""

    __slots__ = ()

    @classmethod
    def _in_english(cls, message: str, plural: str, values: Mapping[str, object]) -> str:
        english = super()._in_english(message, plural, values)
        return english[:1].upper() + english[1:]

    def in_language(self, catalogue: Catalogue) -> str:
        said = super().in_language(catalogue)
        # Only a language knows the capital of its i: Turkish has `İ`.
        if said.startswith("i"):
            return catalogue.pgettext("the capital of the letter i", "I") + said[1:]
        return said[:1].upper() + said[1:]


class _AsPart(Sentence):
    """A sentence after a colon, without its full stop; in English also without its capital."""

    __slots__ = ()

    @classmethod
    def _in_english(cls, message: str, plural: str, values: Mapping[str, object]) -> str:
        english = super()._in_english(message, plural, values)
        return (english[:1].lower() + english[1:]).removesuffix(".")

    def in_language(self, catalogue: Catalogue) -> str:
        return super().in_language(catalogue).removesuffix(".")


def with_capital(words: str) -> Sentence:
    """Words with the capital of a sentence's beginning.

    >>> with_capital(say("three kings"))
    'Three kings'
    """
    return _WithCapital("{words}", values={"words": words})


def as_part(sentence: str) -> Sentence:
    """A sentence as a part of another one, after a colon.

    >>> as_part(say("A set is of one rank."))
    'a set is of one rank'
    """
    return _AsPart("{words}", values={"words": sentence})


def as_sentence(text: str) -> Sentence:
    """A sentence itself; other text as a sentence whose message it is."""
    return text if isinstance(text, Sentence) else Sentence(text)


def plain_english(value: object) -> str:
    """A sentence as English text with cards in canonical form, for JSON. For msgspec's `enc_hook`: raises
    NotImplementedError for anything else."""
    if isinstance(value, Sentence):
        return value.in_data()
    raise NotImplementedError(type(value))


def as_data(value: object) -> dict[str, Any]:
    """A sentence as data for JSON, with all that it was made from; `from_data` reads it back.

    For msgspec's `enc_hook`: raises NotImplementedError for anything else.
    """
    if not isinstance(value, Sentence):
        raise NotImplementedError(type(value))
    parts = {
        "plural": value.plural,
        "values": {name: _value_as_data(part) for name, part in value.values.items()},
        "context": value.context,
        "kind": "" if type(value) is Sentence else type(value).__name__,
    }
    return {"message": value.message, **{name: part for name, part in parts.items() if part}}


def _value_as_data(value: object) -> object:
    if isinstance(value, Sentence):
        return as_data(value)
    return value if isinstance(value, int) else str(value)


def from_data(_type: object, data: Mapping[str, Any] | str) -> Sentence:
    """The sentence written by `as_data`, or from text, which older machines send. For msgspec's
    `dec_hook`."""
    # Text has no message to translate, so it is said as it came.
    if isinstance(data, str):
        return Sentence(data)
    values = {
        name: from_data(Sentence, part) if isinstance(part, Mapping) else part
        for name, part in data.get("values", {}).items()
    }
    kind = Sentence.kinds[data["kind"]] if "kind" in data else Sentence
    return kind(data["message"], data.get("plural", ""), values, data.get("context", ""))


def say(message: str, /, **values: object) -> Sentence:
    """A sentence with each `{name}` replaced by the value of that name.

    >>> say("{name} went out.", name="Ann")
    'Ann went out.'
    """
    return Sentence(message, values=values)


def say_number(message: str, plural: str, number: int, /, **values: object) -> Sentence:
    """A sentence with a singular and a plural form, chosen by the number.

    >>> say_number("{number} card", "{number} cards", 3)
    '3 cards'
    """
    return Sentence(message, plural, {**values, "number": number})


def say_as(context: str, message: str, /, **values: object) -> Sentence:
    """A sentence whose English words have other meanings elsewhere; `context` separates them.

    >>> say_as("answer", "no")
    'no'
    """
    return Sentence(message, values=values, context=context)


def people_in(name: str) -> int:
    """The number of people in a name: several for a side of partners.

    >>> people_in("Ann"), people_in("Ann & Cy")
    (1, 2)
    """
    return name.count(" & ") + 1


def said_of(name: str, words: str) -> Sentence:
    """Words about `{name}`, in the form for one player or for a side; languages may have a verb for each.

    >>> said_of("Ann & Cy", say_number("{name} leads", "{name} lead", 1, name="{name}"))
    'Ann & Cy lead'
    """
    words = as_sentence(words)
    if not words.plural:
        return say(str(words), name=name)
    return say_number(words.message, words.plural, people_in(name), name=name)


def in_a_row(parts: Iterable[object], separator: str = " ") -> Sentence:
    """Sentences and other text one after another, empty ones left out.

    >>> in_a_row([say("Ann went out."), "", say("Ben is next.")])
    'Ann went out. Ben is next.'
    """
    values = {f"part{place}": part for place, part in enumerate(part for part in parts if str(part))}
    # no catalogue has a message of values alone, so that each part is said by itself
    return Sentence(separator.join(f"{{{name}}}" for name in values), values=values)
