"""Who writes a catalogue learns each fault by its line, and how to put it right."""

from __future__ import annotations

import re

import pytest
from babel.messages.pofile import write_po

from catalogues.__main__ import NEEDED_FIRST, main, update
from catalogues.faults import faults_of, read_catalogue

HEAD = """msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""
PORTUGUESE = HEAD.format(language="pt_BR", plurals="nplurals=2; plural=(n > 1);")
SPANISH = HEAD.format(language="es", plurals="nplurals=2; plural=(n != 1);")


def written(folder, text, head=PORTUGUESE):
    file = folder / "messages.po"
    file.write_text(head + text)
    return file


def faults(folder, text, head=PORTUGUESE):
    return [str(fault) for fault in faults_of(written(folder, text, head))]


def told(folder, said, english="{name} deals {number}"):
    """What is wrong with one translation."""
    (fault,) = faults(folder, f'msgid "{english}"\nmsgstr "{said}"\n')
    assert fault.startswith("line 7: “")
    return fault.partition("”: ")[2]


def test_a_right_catalogue_has_no_fault(tmp_path):
    """A message that is empty is none; neither are values in another order."""
    assert faults(tmp_path, 'msgid "{name} deals {number}"\nmsgstr "{number}: {name} dá"\n') == []
    assert (
        faults(
            tmp_path,
            'msgid "Deal"\nmsgstr ""\n\nmsgid "{n} a"\nmsgid_plural "{n} b"\nmsgstr[0] ""\nmsgstr[1] ""\n',
        )
        == []
    )


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("{name} dá", "{number} is missing. Copy it from the English text."),
        ("{name} dá {numero}", "{numero} isn’t in the English text. Type {number}."),
        ("{name} dá {number} {number}", "{number} is there too often. The English text has it once."),
        ("{name} dá {number} <br>", "<br> isn’t in the English text. Remove it."),
        (" {name} dá {number}", "The English text begins without a space. Remove the space."),
    ],
)
def test_a_fault_says_what_is_wrong_with_a_value(tmp_path, said, fault):
    assert told(tmp_path, said).startswith(fault)


def test_a_value_that_was_cut_is_named(tmp_path):
    both = "\n".join(faults(tmp_path, 'msgid "{name} deals"\nmsgstr "{name dá"\n'))
    assert "A { belongs to no placeholder." in both
    assert "{name} is missing." in both


def test_marks_of_a_page_stay_in_pairs(tmp_path):
    assert told(tmp_path, "</b>a<b>", "<b>a</b>").startswith("What stands in < > comes in pairs")


def plural(*forms):
    said = "".join(f'msgstr[{place}] "{text}"\n' for place, text in enumerate(forms))
    return f'msgid "{{number}} card"\nmsgid_plural "{{number}} cards"\n{said}'


def test_a_plural_has_every_form_of_its_language(tmp_path):
    for forms in (("{number} carta",), ("{number} carta", "")):
        assert faults(tmp_path, plural(*forms)) == [
            "line 7: “{number} card”: Fill in every plural form: msgstr[1]."
        ]
    (more,) = faults(tmp_path, plural("{number} carta", "{number} cartas", "{number} cartas"))
    assert more == "line 11: Your language has 2 plural forms. Remove msgstr[2]."


def test_a_form_for_one_number_alone_may_leave_it_out(tmp_path):
    """As in one card. In Portuguese and French the first form is for 0 too, and keeps its number."""
    assert faults(tmp_path, plural("uma carta", "{number} cartas"), SPANISH) == []
    (fault,) = faults(tmp_path, plural("uma carta", "{number} cartas"))
    assert "{number} is missing" in fault


def test_what_is_marked_as_fuzzy_is_to_be_checked(tmp_path):
    (fault,) = faults(tmp_path, '#, fuzzy\nmsgid "Deal"\nmsgstr "Rodada"\n')
    assert fault == "line 8: “Deal”: It is marked as fuzzy. Check it, then remove the mark."


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('msgstr "Rodada', 'The quote mark " at the end is missing.'),
        ('msgstr "A "rodada" acabou"', "A straight quote mark within a text ends it."),
        ("Rodada", "This is no part of a message."),
        ("msgstr Rodada", "This is no part of a message."),
    ],
)
def test_a_file_that_no_longer_reads_is_told_by_its_line(tmp_path, line, fault):
    (only,) = faults(tmp_path, f'msgid "Deal"\n{line}\n')
    assert only.startswith(f"line 8: {fault}")


def test_a_file_in_another_coding_and_one_without_its_head_are_told(tmp_path):
    file = tmp_path / "messages.po"
    file.write_bytes((PORTUGUESE + 'msgid "Deal"\nmsgstr "Mão"\n').encode("latin-1"))
    assert list(map(str, faults_of(file))) == ["line 8: Save the file as UTF-8."]
    assert faults(tmp_path, 'msgid "Deal"\nmsgstr "Mão"\n', head="")[0].startswith(
        "line 1: The line “Language”"
    )


@pytest.mark.nightly
def test_the_command_checks_a_file_and_says_how_much_is_there(tmp_path, capsys):
    file = written(tmp_path, 'msgid "Keep score"\nmsgstr ""\n\nmsgid "{name} deals"\nmsgstr "dá"\n')
    assert main(["check", str(file)]) == 1
    said = capsys.readouterr().out
    assert "line 10: “{name} deals”: {name} is missing." in said
    assert "1 fault\n1 of 2 messages are translated. 1 of the" in said
    assert said.rstrip().endswith("that are seen first are missing: lines 7")


@pytest.mark.parametrize("arguments", [["check"], ["--help"], ["check", "nowhere.po"], ["xx"]])
def test_the_command_says_what_it_takes(arguments, capsys):
    assert main(arguments) != 0
    assert re.search("fr|where the file lies", capsys.readouterr().out)


def test_what_a_begun_language_needs_first_is_noted_until_it_is_there(tmp_path):
    """Pages offer the language when none of it is left."""
    folder = tmp_path / "fo" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    file = written(folder, "", HEAD.format(language="fo", plurals="nplurals=2; plural=(n != 1);"))
    said = update(file)
    assert said.startswith("fo (begun): ")
    assert said.endswith("so pages don’t offer it yet")
    assert f'#. {NEEDED_FIRST}\nmsgid "Keep score"' in file.read_text()
    assert f'#. {NEEDED_FIRST}\nmsgid "As a Python library"' not in file.read_text()
    words = read_catalogue(file.read_bytes())
    for message in words:
        if NEEDED_FIRST in message.auto_comments:
            message.string = message.id
    with open(file, "wb") as stream:
        write_po(stream, words)
    assert "none of the" in update(file)
    assert NEEDED_FIRST not in file.read_text()
    assert file.with_suffix(".mo").exists()
