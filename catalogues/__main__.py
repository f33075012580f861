"""`bin/words`: brings the catalogues up to date, begins one, checks one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from catalogues.faults import faults_of, line_of, read_catalogue
from catalogues.sources import TOP, extracted, is_translated, is_whole, key_of, said_by, seen_first

FOLDER = TOP / "translations"
NEEDED_FIRST = "Needed first"
"""What a catalogue notes at a message that its language still needs before pages offer it."""
_MOST_LINES = 12
_USAGE = """bin/words                  updates and compiles every catalogue, and says what is missing
bin/words fr               begins another language
bin/words check fr         checks a catalogue
bin/words check some.po    checks a file"""


def main(arguments: Sequence[str]) -> int:
    match arguments:
        case []:
            return update_all()
        case ["check", name]:
            return check(file_of(name) if not name.endswith(".po") else Path(name))
        case [language] if language[:1].isalpha() and language != "check":
            return begin(language) or update_all()
        case _:
            print(_USAGE)
            return 2


def file_of(language: str) -> Path:
    """Where the catalogue of a language lies."""
    return FOLDER / language / "LC_MESSAGES" / "messages.po"


def update_all() -> int:
    """Bring every catalogue up to date with the product."""
    for file in sorted(FOLDER.glob("*/LC_MESSAGES/messages.po")):
        print(update(file))
    return 0


def begin(language: str) -> int:
    """An empty catalogue for a language that has none yet."""
    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        print(f"No language is called {language}. Type its code, such as fr, or pt_BR for one of a country.")
        return 1
    file = file_of(language)
    if not file.exists():
        file.parent.mkdir(parents=True)
        _write(file, Catalog(locale=locale, project="scorepad", fuzzy=False))
    return 0


def update(file: Path) -> str:
    """Give a catalogue the messages of today, compile it where pages offer it, and say what is missing.

    Pages offer a language once it has all that is seen first, and never again without it.
    """
    words = read_catalogue(file.read_bytes())
    words.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    messages = [message for message in words if message.id]
    empty = [message for message in messages if not is_translated(message)]
    first = [message for message in empty if key_of(message) in seen_first()]
    for message in messages:
        message.auto_comments = [NEEDED_FIRST] if message in first else []
    _write(file, words)
    compiled = file.with_suffix(".mo")
    if compiled.exists() or not first:
        with open(compiled, "wb") as stream:
            write_mo(stream, words)
    told = [f"{len(messages)} messages", f"{_counted(empty, words)} missing"]
    told.append(f"{len(first) or 'none'} of the {len(seen_first())} that are seen first missing")
    if not compiled.exists():
        told.append("so pages don’t offer it yet")
    language = file.parts[-3]
    return f"{language} ({'whole' if is_whole(language) else 'begun'}): {', '.join(told)}"


def _write(file: Path, words: Catalog) -> None:
    with open(file, "wb") as stream:
        write_po(stream, words, width=0, no_location=True, sort_output=True, ignore_obsolete=True)


def _counted(empty: Sequence[Message], words: Catalog) -> str:
    """How many messages are missing, and how many of their plural forms."""
    forms = sum(not form for message in empty if message.pluralizable for form in said_by(message))
    of_forms = f" ({forms} plural forms, {words.num_plurals} each)" if forms else ""
    return f"{len(empty) or 'none'}{of_forms}"


def check(file: Path) -> int:
    """Say every fault of a catalogue, and how much of it is there. The answer is 1 where it has faults."""
    if not file.is_file():
        print(f"There is no file {file}. Type the code of a language, or where the file lies.")
        return 1
    faults = faults_of(file)
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults" if len(faults) > 1 else "1 fault" if faults else "No faults.")
    print(_progress(read_catalogue(file.read_bytes())))
    return 1 if faults else 0


def _progress(words: Catalog) -> str:
    messages = [message for message in words if message.id]
    empty = [message for message in messages if not is_translated(message)]
    first = [message for message in empty if key_of(message) in seen_first()]
    told = f"{len(messages) - len(empty)} of {len(messages)} messages are translated."
    if not first:
        return f"{told} All {len(seen_first())} that are seen first are there."
    lines = ", ".join(str(line_of(message)) for message in first[:_MOST_LINES])
    more = ", …" if len(first) > _MOST_LINES else ""
    return (
        f"{told} {len(first)} of the {len(seen_first())} that are seen first are missing: lines {lines}{more}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
