"""Cards in writing (RULES.md, section N): read any way that the sources write them, written one way.

A suit symbol, or its name, goes before its ranks and holds until another suit comes (`♣456 ♥Q`,
`hearts QKA`), or right after each rank (`4♣ 5♣`, `5 red`); a suit letter goes after one rank (`QH`), or
before it (`HQ`). `w` is a wild card, `w=♥7` one that says what it stands for, as a card of a wild rank may,
`♣5=♥7`. Spaces, commas and hyphens separate cards; `/` and new lines separate melds. Ranks may stand
together where they can be parted in one way only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from scorepad.core.alphabet import Alphabet, alphabet
from scorepad.core.card_reader import CardReader
from scorepad.core.cards import Laid, Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.packs import Pack
from scorepad.core.slips import slips
from scorepad.core.wording import Fault

_BETWEEN_RANKS = re.compile(r"[\s,-]+")
_MELD_SEPARATORS = re.compile(r"[/\n]")
_RANGE = re.compile(r"((?:[^\W\d_]{3,} )?[^\s,-]+)-([^\s,-]+)")
_SHOWN_FAULTS = 12
MAX_LENGTH = 4000


class NotationError(ScorepadError):
    """Text that does not read as cards, with every fault in it (N6)."""

    code = "notation"

    def __init__(self, faults: Sequence[Fault]) -> None:
        shown = list(_sentences(faults[:_SHOWN_FAULTS]))
        if len(faults) > _SHOWN_FAULTS:
            shown.append(f"and {len(faults) - _SHOWN_FAULTS} more")
        singles = [
            ScorepadError(fault.message + ".", at=str(fault.position), code=self.code) for fault in faults
        ]
        super().__init__("; ".join(shown) + ".", at=singles[0].at, parts=singles)
        self.faults = tuple(faults)


def _sentences(faults: Iterable[Fault]) -> Iterator[str]:
    """What is said of the faults, once of those that it is the same of."""
    alike: dict[str, list[str]] = {}
    for fault in faults:
        alike.setdefault(fault.says, []).append(fault.where)
    return (f"{', '.join(where)}: {says}" for says, where in alike.items())


def read_cards(text: str, pack: Pack) -> tuple[Laid, ...]:
    """Read cards in any notation of section N; melds' separators count as spaces.

    >>> from scorepad.core.card_text import write_cards
    >>> from scorepad.core.packs import FRENCH
    >>> write_cards(laid.card for laid in read_cards("♣45 10H w", FRENCH))
    '4C 5C TH w'

    Raises NotationError with every fault.
    """
    return tuple(laid for meld in read_melds(text, pack) for laid in meld)


def read_melds(text: str, pack: Pack) -> tuple[Meld, ...]:
    """Read melds separated by `/` or new lines; empty ones are passed over.

    Raises NotationError with every fault, positions counted over the whole text.
    """
    if len(text) > MAX_LENGTH:
        expected = f"at most {MAX_LENGTH} characters, not {len(text)}"
        raise NotationError([Fault(text[:12] + "…", MAX_LENGTH + 1, expected)])
    written = alphabet(pack)
    faults: list[Fault] = []
    melds: list[Meld] = []
    start = 0
    for part in _MELD_SEPARATORS.split(text):
        cards, wrong = _read_meld(part, written)
        melds.append(cards)
        faults += [Fault(fault.piece, start + fault.position, fault.says) for fault in wrong]
        start += len(part) + 1
    if faults:
        raise NotationError(faults)
    return tuple(meld for meld in melds if meld)


def _read_meld(text: str, written: Alphabet) -> tuple[Meld, Sequence[Fault]]:
    """The cards of one meld, or every fault in it."""
    plain = _plain_cards(text, written)
    if plain is not None:
        return plain, ()
    reader = _fitting(text, written)
    asked = _open_question(text, reader)
    if not reader.faults:
        return tuple(place.laid for place in reader.places), [asked] if asked else []
    found, cleaned = slips(written).found(text)
    others = _fitting(cleaned, written).faults if found else reader.faults
    said = {fault.position + place for fault in found for place in range(len(fault.piece))}
    more = (fault for fault in others if fault.position not in said)
    return (), sorted((*found, *more), key=lambda fault: fault.position)


def _plain_cards(text: str, written: Alphabet) -> Meld | None:
    """Cards parted by spaces, all canonical or each suit a sign before its ranks (`4C 5C`, `♣456 ♥Q`), which
    need not be read letter by letter; None for every other writing."""
    names = list(filter(None, text.split(" ")))
    suits = [written.symbols.get(piece[:1], "") for piece in names] if written.pack.joins_ranks else []
    if suits and all(suits):
        names = [rank + suit for piece, suit in zip(names, suits, strict=True) for rank in piece[1:] or " "]
    cards = tuple(filter(None, map(written.canonical.get, names)))
    return cards if len(cards) == len(names) else None


def _fitting(text: str, written: Alphabet) -> CardReader:
    """The reading with suits before their ranks, or with suits after them where fewer faults are in it."""
    before = CardReader(text, written)
    if not before.faults:
        return before
    after = CardReader(text, written, suits_after=True)
    return min(before, after, key=lambda reader: len(reader.faults))


def _open_question(text: str, reader: CardReader) -> Fault | None:
    """What is asked about a text that reads, but as likely means something else (N3, N6)."""
    either = reader.written.either_side.search(text)
    if either and not reader.suits_after:
        rank, sign, next_rank = either.groups()
        says = (
            f"is {sign} the suit of {rank} or of {next_rank}? "
            f"Type {rank} {sign}{next_rank}, or {rank}{sign} {next_rank}{sign}"
        )
        return Fault(either[0], either.start() + 1, says)
    ends = _RANGE.fullmatch(text)
    asked = slips(reader.written).run_between(reader.places, ends[1], ends[2]) if ends else ""
    return Fault(text, 1, asked) if asked else None


def read_ranks(text: str, pack: Pack) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Ranks in any writing of N1, and the pieces that are none."""
    written = alphabet(pack)
    ranks: list[str] = []
    strange: list[str] = []
    for piece in filter(None, _BETWEEN_RANKS.split(text)):
        ways = written.part(piece.upper(), written.ranks)
        if len(ways) == 1 and len(set(ways[0])) == len(ways[0]):
            ranks += [written.pack.rank_aliases.get(rank, rank) for rank in ways[0]]
        else:
            strange.append(piece)
    return tuple(ranks), tuple(strange)
