"""The command that reads photos."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scorepad.cli.command import JSON, Arguments, argument, command
from scorepad.core.errors import ScorepadError, join_errors

if TYPE_CHECKING:
    from scorepad.photos.reading import PhotoReading, ReadAnswer


@command(
    "read",
    "Read the cards on photos, for you to confirm; up to five of one hand are put together.",
    argument("photos", nargs="+", metavar="PHOTO", help="a JPEG, PNG, WEBP, HEIC or AVIF file"),
    argument(
        "--pack",
        default="",
        metavar="PACK",
        help="the pack on the photo, if you know it; 'rummikub' reads tiles, 'okey' false jokers too",
    ),
    argument(
        "--packs", type=int, default=0, metavar="N", help="how many packs are in play (default: any number)"
    ),
    JSON,
)
def _read_photos(arguments: Arguments) -> int:
    from scorepad.cli import show
    from scorepad.photos.limits import check_pack, check_pack_count
    from scorepad.photos.reading import PhotoAnswer, ReadAnswer

    check_pack(arguments.pack)
    check_pack_count(arguments.packs)
    readings = _readings(arguments.photos, arguments.pack, arguments.packs)
    photos = tuple(PhotoAnswer.of(*reading) for reading in readings)
    answer = ReadAnswer.of(photos, arguments.pack, arguments.packs)
    if arguments.json:
        print(show.to_json(answer))
    else:
        several = len(readings) > 1
        print("\n".join(line for reading in readings for line in _lines(*reading, arguments.pack, several)))
        print("".join(f"{line}\n" for line in _lines_together(answer, arguments.pack)), end="")
    return 0


def _readings(files: Sequence[str], pack: str, pack_count: int) -> list[tuple[str, PhotoReading]]:
    """The name of each file with its reading. Raises one error that names every file that is no photo."""
    from scorepad.photos import formats, reading

    readings: list[tuple[str, PhotoReading]] = []
    faults: list[ScorepadError] = []
    for file in files:
        # The name of a file may be no text, and what is said of it must be.
        name = os.fsencode(file).decode("utf-8", "replace")
        try:
            data = _photo_bytes(file)
            if faults:  # only the other faults are looked for
                formats.decoded_picture(data)
            else:
                readings.append((name, reading.read_photo(data, pack, pack_count)))
        except ScorepadError as fault:
            faults.append(ScorepadError(f"{name}: {fault.message}", at=name, code=fault.code))
    if faults:
        raise join_errors(faults)
    return readings


def _photo_bytes(file: str) -> bytes:
    from scorepad.photos.limits import check_bytes

    try:
        # Judged before it is read, as a file of gigabytes would fill the memory.
        check_bytes(os.stat(file).st_size)
        with open(file, "rb") as photo:
            return photo.read()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "no such file"
        raise ScorepadError(f"Can’t be read: {why}. Name another file.", code="file") from error


def _lines(file: str, reading: PhotoReading, pack: str, is_named: bool) -> Iterator[str]:
    """The photo's cards, a line for each group; doubtful ones with a question mark."""
    from scorepad.photos.reading import ADVICE, FAULT_WORDS

    if is_named:
        yield f"{file}:"
    if not reading.cards:
        advice = [FAULT_WORDS[fault] for fault in reading.faults] or [ADVICE]
        yield " ".join(("No cards found in this photo.", *advice))
        return
    shown_cards = _shown_cards(reading, reading.pack or pack)
    yield from (" ".join(shown_cards[place] for place in group) for group in reading.groups)
    count = len(shown_cards)
    doubtful = f"; {len(reading.unsure)} doubtful, marked ?" if reading.unsure else ""
    yield f"{count} card{'' if count == 1 else 's'}{doubtful}."
    yield from (FAULT_WORDS[fault] for fault in reading.faults)


def _lines_together(answer: ReadAnswer, pack: str) -> Iterator[str]:
    """The cards of several photos that may show the same ones, as lines."""
    if not answer.seen_twice:
        return
    pack = next((photo.pack for photo in answer.photos if photo.pack), pack)
    yield "Together:"
    for group in answer.groups:
        yield " ".join(_shown_card(answer.cards[place].card, pack) for place in group)
    for question in answer.seen_twice:
        cards = " ".join(_shown_card(card, pack) for card in question.cards)
        counted = "counted once" if question.same else "counted twice"
        certain = ", as the packs hold no others" if question.certain else ""
        yield f"Seen twice: {cards}; {counted}{certain}."


def _shown_cards(reading: PhotoReading, pack: str) -> list[str]:
    return [
        _shown_card(seen.card, pack) + ("?" if place in reading.unsure else "")
        for place, seen in enumerate(reading.cards)
    ]


def _shown_card(card: str, pack: str) -> str:
    from scorepad.core.card_text import show_card
    from scorepad.core.notation import read_cards
    from scorepad.core.packs import FRENCH
    from scorepad.photos.limits import TILES

    card_pack = TILES.get(pack, FRENCH)
    # which tile a false joker is, the tile turned up says
    is_false = card == card_pack.false_joker
    return card if is_false else show_card(read_cards(card, card_pack)[0].card, card_pack)
