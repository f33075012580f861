"""Sentences that know how they were made, so that a page can say them in another language.

A `Sentence` is its English text, and is used as such wherever text is: compared, joined, written as JSON.
It keeps the message that it was made from and the values in it, and `in_language` makes it anew from a
catalogue's message. What went through an f-string on the way is English for good, so sentences with others
inside are made by `say` too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any, ClassVar, Protocol


class Catalogue(Protocol):
    """What another language says, as `gettext.NullTranslations` and its like have it."""

    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...


class Sentence(str):
    """English text, with the message and the values that it was made from.

    `message` has its values in braces, `{name}`; the values may be sentences themselves. Where `plural` is
    not empty, the value `number` chooses between the two. `context` tells apart what English says alike.
    """

    __slots__ = ("context", "message", "plural", "values")
    on_page: ClassVar[Callable[[Sentence], str]] = escape
    """A sentence as HTML: English, until an app with pages in several languages puts its own way here."""
    kinds: ClassVar[dict[str, type[Sentence]]] = {}
    """Those that are said in a way of their own, by their names."""

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
        """The English text with its cards as data have them: `♥T`, which a sentence prints as `♥10`."""
        values = {
            name: value.in_data() if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        return self._in_english(self.message, self.plural, values)

    def __html__(self) -> str:
        """What templates show of it."""
        return type(self).on_page(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.plural, self.values, self.context)

    def in_language(self, catalogue: Catalogue) -> str:
        """The sentence as the catalogue says it, English where it has no such message."""
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
    """Words that a sentence begins with."""

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
    """A sentence after a colon, without its full stop; small letters there are English alone."""

    __slots__ = ()

    @classmethod
    def _in_english(cls, message: str, plural: str, values: Mapping[str, object]) -> str:
        english = super()._in_english(message, plural, values)
        return (english[:1].lower() + english[1:]).removesuffix(".")

    def in_language(self, catalogue: Catalogue) -> str:
        return super().in_language(catalogue).removesuffix(".")


def with_capital(words: str) -> Sentence:
    """Words as a sentence begins with them.

    >>> with_capital(say("three kings"))
    'Three kings'
    """
    return _WithCapital("{words}", values={"words": words})


def as_part(sentence: str) -> Sentence:
    """A sentence as a part of another, after a colon.

    >>> as_part(say("A set is of one rank."))
    'a set is of one rank'
    """
    return _AsPart("{words}", values={"words": sentence})


def as_sentence(text: str) -> Sentence:
    """A sentence as it is; other text as one that is its own message."""
    return text if isinstance(text, Sentence) else Sentence(text)


def plain_english(value: object) -> str:
    """A sentence as English text with cards as data have them, for what is written as JSON. Raises
    NotImplementedError for other things, as msgspec wants it of its `enc_hook`."""
    if isinstance(value, Sentence):
        return value.in_data()
    raise NotImplementedError(type(value))


def as_data(value: object) -> dict[str, Any]:
    """A sentence as data that JSON can hold, with all that it was made from; `from_data` makes it again.

    For msgspec's `enc_hook`; raises NotImplementedError for other things, as msgspec wants it.
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
    """The sentence that `as_data` wrote, or text, as machines of an older version send it. For msgspec's
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
    """A sentence; `{name}` in the message is the value of that name.

    >>> say("{name} went out.", name="Ann")
    'Ann went out.'
    """
    return Sentence(message, values=values)


def say_number(message: str, plural: str, number: int, /, **values: object) -> Sentence:
    """A sentence that differs for one thing and for several.

    >>> say_number("{number} card", "{number} cards", 3)
    '3 cards'
    """
    return Sentence(message, plural, {**values, "number": number})


def say_as(context: str, message: str, /, **values: object) -> Sentence:
    """A sentence whose English words mean something else in another place, which `context` tells apart.

    >>> say_as("answer", "no")
    'no'
    """
    return Sentence(message, values=values, context=context)


def people_in(name: str) -> int:
    """How many people a name is of: several in that of a side of partners.

    >>> people_in("Ann"), people_in("Ann & Cy")
    (1, 2)
    """
    return name.count(" & ") + 1


def said_of(name: str, words: str) -> Sentence:
    """Words about `{name}`, said of one player or of a side; languages may have a verb for each.

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
