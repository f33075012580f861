"""Names are the same in any case and stand in the order of their language's alphabet."""

from __future__ import annotations

from gettext import NullTranslations

from scorepad.core.sentence import say, with_capital
from scorepad.core.spelling import alphabetical, name_key

WORDS = {"abcdefghijklmnopqrstuvwxyz": "abcçdefgğhıijklmnoöpqrsştuüvwxyz", "I": "İ", "two": "iki"}


class Turkish(NullTranslations):
    """A language of a few words."""

    def gettext(self, message: str) -> str:
        return WORDS.get(message, message)

    def pgettext(self, _context: str, message: str) -> str:
        return WORDS.get(message, message)


def test_a_name_is_the_same_in_capitals():
    assert len({name_key(name) for name in ("Işıl", "IŞIL", "ışıl", "İŞİL")}) == 1
    assert name_key("Ann") == name_key("ANN") != name_key("Ânn")


def test_names_are_sorted_by_the_alphabet_of_a_catalogue():
    names = ["Çağla", "Cem", "Dan", "İlker", "Işıl", "Jale", "Ümit", "Uğur", "Zoë"]
    assert sorted(names, key=alphabetical(Turkish())) == [
        *("Cem", "Çağla", "Dan", "Işıl", "İlker", "Jale", "Uğur", "Ümit", "Zoë")
    ]
    assert sorted(["Zoë", "Łukasz", "mia"], key=alphabetical(NullTranslations())) == ["Łukasz", "mia", "Zoë"]


def test_a_capital_is_that_of_the_language():
    assert with_capital(say("two")).in_language(Turkish()) == "İki"
    assert with_capital(say("two")).in_language(NullTranslations()) == "Two"


def test_the_key_of_a_name_knows_no_invisible_signs_and_one_form_of_each_letter():
    written = (
        "Caf\u00e9",
        "Cafe\u0301",
        "Ca\u200bf\u00e9",
        "\ufeffCaf\u00e9 ",
        "Caf\u00e9\ufe0f",
        "CAFE\u0301",
    )
    assert len({name_key(name) for name in written}) == 1
    assert name_key("Ann  B") == name_key("Ann\u00a0B") != name_key("AnnB")
    assert name_key("\u200b\u3164 ") == ""
