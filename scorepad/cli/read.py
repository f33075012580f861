"""The command that reads photos."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from scorepad.core.errors import ScorepadError, joined
from scorepad.photos.refusals import check_bytes, check_pack

if TYPE_CHECKING:
    from scorepad.photos.reading import PhotoReading

Arguments = argparse.Namespace
AddCommand = Callable[..., argparse.ArgumentParser]


def add(command: AddCommand) -> None:
    """Add the command to the parser."""
    parser = command("read", help="the cards on photos, to be confirmed")
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="a JPEG, PNG, WEBP, HEIC or AVIF file")
    parser.add_argument("--pack", default="", metavar="PACK", help="a pack's id; 'rummikub' reads tiles")
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    parser.set_defaults(run=_read)


def _read(given: Arguments) -> int:
    check_pack(given.pack)
    photos = _readings(given.photos, given.pack)
    if given.json:
        from msgspec import to_builtins

        from scorepad.photos.reading import PhotoAnswer, ReadAnswer

        answer = ReadAnswer(tuple(PhotoAnswer.of(*photo) for photo in photos))
        print(json.dumps(to_builtins(answer), ensure_ascii=False))
    else:
        print("\n".join(line for photo in photos for line in _lines(*photo, given.pack, len(photos) > 1)))
    return 0


def _readings(files: Sequence[str], pack: str) -> list[tuple[str, PhotoReading]]:
    """The name of each file and what lies on it. Raises one error that names every file which is no photo."""
    from scorepad.photos import formats, reading

    readings: list[tuple[str, PhotoReading]] = []
    faults: list[ScorepadError] = []
    for file in files:
        name = os.fsencode(file).decode("utf-8", "replace")
        try:
            data = _bytes(file)
            if faults:  # only the other faults are looked for
                formats.decoded(data)
            else:
                readings.append((name, reading.read(data, pack)))
        except ScorepadError as fault:
            faults.append(ScorepadError(f"{name}: {fault.message}", at=name, code=fault.code))
    if faults:
        raise joined(faults)
    return readings


def _bytes(file: str) -> bytes:
    try:
        check_bytes(os.stat(file).st_size)
        with open(file, "rb") as photo:
            return photo.read()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "no such file"
        raise ScorepadError(f"Cannot be read: {why}.", code="file") from error


def _lines(file: str, reading: PhotoReading, pack: str, named: bool) -> Iterator[str]:
    """The photo's cards, a line for each group; doubtful ones with a question mark."""
    if named:
        yield f"{file}:"
    if not reading.cards:
        yield "No cards found in this photo."
        return
    texts = _texts(reading, reading.pack or pack)
    yield from (" ".join(texts[place] for place in group) for group in reading.groups)
    count = len(texts)
    doubtful = f"; {len(reading.unsure)} doubtful, marked ?" if reading.unsure else ""
    yield f"{count} card{'' if count == 1 else 's'}{doubtful}."


def _texts(reading: PhotoReading, pack: str) -> list[str]:
    from scorepad.core.card_text import show_card
    from scorepad.core.notation import read_cards
    from scorepad.core.packs import FRENCH
    from scorepad.core.standard_packs import PACKS, RUMMIKUB

    named = RUMMIKUB if PACKS.get(pack) is RUMMIKUB else FRENCH
    return [
        show_card(read_cards(seen.card, named)[0].card, named) + ("?" if place in reading.unsure else "")
        for place, seen in enumerate(reading.cards)
    ]
