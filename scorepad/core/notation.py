"""Cards in writing (RULES.md, section N): read any way that the sources write them, written one way.

A suit symbol, or its name, goes before its ranks and holds until another suit comes (`♣456 ♥Q`,
`hearts QKA`), or right after each rank (`4♣ 5♣`, `5 red`); a suit letter goes after one rank (`QH`), or
before it (`HQ`). `w` is a wild card, `w=♥7` one that says what it stands for, as a card of a wild rank may,
`♣5=♥7`. `F` is a false joker of okey, where the tile turned up says which tile it is. Spaces, commas, hyphens
and `and` separate cards; `/` and new lines separate melds. Ranks may stand together where they can be parted
in one way only.

What does not read so is rewritten into this notation where it can mean one thing only: words of eight
languages (`dame de cœur`), signs of playing cards (🂡), emoji, brackets, ranks that share a suit (`456♥`),
runs by their ends (`♥5-7`), and the letters of one language for suits and courts. All else stays as it is,
and `card_reader` says what is wrong with it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from scorepad.core.alphabet import SPACES, Alphabet, CardFault, PlacedText, alphabet_of
from scorepad.core.card_reader import CardReader, shortened
from scorepad.core.card_text import show_cards
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.packs import Pack
from scorepad.core.phrasing import join_words, list_words, split_list
from scorepad.core.sentence import in_a_row, say
from scorepad.core.slips import FaultWording, wording_of
from scorepad.core.spoken_letters import LetterReader
from scorepad.core.spoken_words import WordReader
from scorepad.core.vocabulary import Letters, SpokenRanks, own_letters, vocabulary_of

_MELD_SEPARATORS = re.compile(r"[/\n]")
# A hyphen separates cards (N3), so `4C-7C` by itself may be two cards or a run.
_WHOLE_RUN = re.compile(r"((?:[^\W\d_]{3,} )?[^\s,-]+)-([^\s,-]+)")
_RUN_ENDS = re.compile(
    rf"(?<![^\s,])([^\s,]{{1,12}}?)[{SPACES}]*(?:\.{{2,}}|…|–|—|\bto\b)[{SPACES}]*([^\s,]{{1,12}})(?![^\s,])",
    re.IGNORECASE,
)
_SHOWN_FAULTS = 12  # faults of a text that are said; all are kept as parts
MAX_LENGTH = 4000  # characters
OWN_LETTERS = "own"  # those of the pack
_GLYPHS = re.compile("[\U0001f0a0-\U0001f0df]")
_GLYPH_SUITS = "SHDC"  # in Unicode's order of playing cards
_GLYPH_RANKS = " A23456789TJCQK*"  # by the last hex digit of the sign, F a joker
_EMOJI = (
    dict.fromkeys("❤❣❥💓💖💗💕💘💝💞🩷", ("hearts",))
    | dict.fromkeys("☘🍀", ("clubs",))
    | dict.fromkeys("🔴🟥", ("red",))
    | dict.fromkeys("⚫⬛🖤", ("black",))
    | dict.fromkeys("🔵🟦💙", ("blue",))
    | dict.fromkeys("🟠🟧🧡", ("orange",))
    | dict.fromkeys("🟡🟨💛", ("yellow", "orange"))
    | dict.fromkeys("🟢🟩💚", ("green",))
)
_EMOJI_PATTERN = re.compile(f"[{''.join(_EMOJI)}]")
_DRAWN_AS = re.compile("[\ufe0e\ufe0f\u20e3\u200b-\u200d\u2060]")  # say how a sign is drawn
_OTHER_SHAPES = re.compile(
    "[\u2102-\u2149\u2460-\u24ea\uff01-\uff5e\U0001d400-\U0001d7ff\U0001f130-\U0001f149]"
)
_SHAPES = ("<font>", "<wide>", "<circle>", "<square>")  # of decompositions in Unicode
_ELISIONS = re.compile(r"\b([ld]|dell|un|all)['’](?=\w)", re.IGNORECASE)
_BETWEEN_GROUPS = re.compile(r"[)\]}][\s,;]*[(\[{]")
_MARKS = re.compile(r"[()\[\]{};:+|•·]|\.(?=\s|$)|[\"“”„«»]")


@dataclass(frozen=True)
class WayToRead:
    """One reading of a text: its melds, and the letters by which suits were read: `K=C P=S`, or
    `OWN_LETTERS`. `shown` are the cards that other readings have otherwise."""

    letters: str
    melds: tuple[Meld, ...]
    shown: str = ""


class NotationError(ScorepadError):
    """Text that does not read as cards, with every fault in it (N6). `phrase` puts them into a sentence.
    `ways` are its readings, if there are several."""

    code = "notation"

    def __init__(self, faults: Sequence[CardFault], ways: Sequence[WayToRead] = ()) -> None:
        shown_faults = list(_fault_sentences(faults[:_SHOWN_FAULTS]))
        if len(faults) > _SHOWN_FAULTS:
            shown_faults.append(say("and {number} more", number=len(faults) - _SHOWN_FAULTS))
        single_faults = [
            ScorepadError(in_a_row((fault.message, "."), ""), at=str(fault.position), code=self.code)
            for fault in faults
        ]
        self.faults = tuple(faults)
        self.ways = tuple(ways)
        self.phrase = in_a_row(shown_faults, "; ")
        super().__init__(in_a_row((self.phrase, "."), ""), at=single_faults[0].at, parts=single_faults)


def _fault_sentences(faults: Iterable[CardFault]) -> Iterator[str]:
    """A sentence for each kind of fault, with all places of it."""
    places_by_advice: dict[str, list[str]] = {}
    for fault in faults:
        places_by_advice.setdefault(fault.advice, []).append(fault.place_words)
    return (
        say("{place}: {advice}", place=list_words(places), advice=advice)
        for advice, places in places_by_advice.items()
    )


@dataclass(frozen=True)
class Notation:
    """The way to read card text: the pack, and the language whose letters are used, if any."""

    pack: Pack
    language: str = ""

    def read_cards(self, text: str) -> tuple[Laid, ...]:
        """Read cards. Raises NotationError with every fault."""
        return read_cards(text, self.pack, self.language)

    def read_melds(self, text: str) -> tuple[Meld, ...]:
        """Read melds. Raises NotationError with every fault."""
        return read_melds(text, self.pack, self.language)


def read_cards(text: str, pack: Pack, language: str = "") -> tuple[Laid, ...]:
    """Read cards in any notation of section N; melds' separators count as spaces.

    >>> from scorepad.core.card_text import write_cards
    >>> from scorepad.core.packs import FRENCH
    >>> write_cards(laid.card for laid in read_cards("♣45 10H w, Herz Dame", FRENCH))
    '4C 5C TH w QH'

    Raises NotationError with every fault.
    """
    if not language and (cards := _canonical_cards(text, pack)):
        return cards
    return tuple(laid for meld in read_melds(text, pack, language) for laid in meld)


def _canonical_cards(text: str, pack: Pack) -> Meld:
    """Cards in canonical form separated by single spaces, as programs send them; empty for other text."""
    if len(text) > MAX_LENGTH:
        return ()
    card_by_name = alphabet_of(pack).canonical_cards
    try:
        return tuple([card_by_name[name] for name in text.split(" ")])
    except KeyError:
        return ()


def read_melds(text: str, pack: Pack, language: str = "") -> tuple[Meld, ...]:
    """Read melds separated by `/` or new lines; empty ones are skipped.

    With a language, its letters take precedence: `4C` is the four of hearts in French.

    Raises NotationError with every fault; positions count over the whole text.
    """
    ways = ways_to_read(text, pack, language)
    own_ways = [way for way in ways if way.letters != OWN_LETTERS] or ways
    if len(own_ways) > 1:
        raise open_reading(text, pack, own_ways)
    return own_ways[0].melds


def ways_to_read(text: str, pack: Pack, language: str = "") -> list[WayToRead]:
    """The readings of a text: by the letters of the language first, then by those of the pack.

    Raises NotationError with every fault if there is none.
    """
    if len(text) > MAX_LENGTH:
        expected_length = say("at most {most} characters, not {number}", most=MAX_LENGTH, number=len(text))
        raise NotationError([CardFault(text[:12] + "…", MAX_LENGTH + 1, expected_length)])
    spoken = spoken_cards(pack, language)
    own_ways = []
    if "-" not in text:
        with suppress(NotationError):
            own_ways = [WayToRead(OWN_LETTERS, _read_fixed(text, pack, language))]
    if own_ways and not spoken.letterings:
        return own_ways
    ways: list[WayToRead] = []
    doubtful_ways: list[WayToRead] = []
    for letters in spoken.letterings:
        placed, is_whole = spoken.rewritten(text, letters)
        with suppress(NotationError):
            way = WayToRead(write_letters(letters), _read_placed(text, placed, pack, language))
            (ways if is_whole else doubtful_ways).append(way)
    try:
        placed, _ = spoken.rewritten(text)
        ways += own_ways or [WayToRead(OWN_LETTERS, _read_placed(text, placed, pack, language))]
    except NotationError:
        if not ways and not doubtful_ways:
            raise
    return _different(ways or doubtful_ways)


def write_letters(letters: Mapping[str, str]) -> str:
    """Letters with the suits that they stand for, as text: `K=C P=S`."""
    return " ".join(f"{letter}={suit}" for letter, suit in sorted(letters.items()) if len(letter) == 1)


def open_reading(text: str, pack: Pack, ways: Sequence[WayToRead]) -> NotationError:
    """The question about a text with several readings."""
    readings = [[laid.card for meld in way.melds for laid in meld] for way in ways]
    alike = {card for card in readings[0] if all(card in cards for cards in readings)}
    meant = [show_cards([card for card in cards if card not in alike], pack) for cards in readings]
    question = say("is that {cards}? Type their signs", cards=join_words(meant))
    shown_ways = [replace(way, shown=cards) for way, cards in zip(ways, meant, strict=True)]
    return NotationError([CardFault(shortened(text.strip()), 1, question)], shown_ways)


def _different(ways: Iterable[WayToRead]) -> list[WayToRead]:
    """The readings without those that give the same cards as an earlier one."""
    return list({way.melds: way for way in reversed(list(ways))}.values())[::-1]


def _read_placed(text: str, placed: PlacedText, pack: Pack, language: str) -> tuple[Meld, ...]:
    """Read a rewritten text. Raises NotationError with every fault at the place where it was typed."""
    try:
        return _read_fixed(placed.text, pack, language)
    except NotationError as error:
        raise NotationError([_as_typed(fault, text, placed) for fault in error.faults]) from None


def _as_typed(fault: CardFault, text: str, placed: PlacedText) -> CardFault:
    """A fault of a rewritten text, at the place and with the piece as typed."""
    begin = fault.position - 1
    first, last = placed.first_span(begin, begin + len(fault.piece))
    piece = fault.piece if placed.text == text else shortened(text[first:last].strip() or fault.piece)
    return CardFault(piece, first + 1, fault.advice)


def _read_fixed(text: str, pack: Pack, language: str) -> tuple[Meld, ...]:
    """Read melds in fixed notation. Raises NotationError with every fault, worded with the letters of the
    language."""
    wording = wording_of(pack, language)
    faults: list[CardFault] = []
    melds: list[Meld] = []
    part_start = 0
    for meld_text in _MELD_SEPARATORS.split(text):
        cards, part_faults = _read_meld(meld_text, wording)
        melds.append(cards)
        faults += [CardFault(fault.piece, part_start + fault.position, fault.advice) for fault in part_faults]
        part_start += len(meld_text) + 1
    if faults:
        raise NotationError(faults)
    return tuple(meld for meld in melds if meld)


def _read_meld(text: str, wording: FaultWording) -> tuple[Meld, Sequence[CardFault]]:
    """The cards of one meld, or every fault in it."""
    plain_meld = _plain_cards(text, wording.alphabet)
    if plain_meld is not None:
        return plain_meld, ()
    joined_text, text = text, wording.alphabet.without_joints(text)
    reader = _best_reading(text, wording)
    open_question = _open_question(joined_text, reader)
    if not reader.faults:
        return tuple(offset.laid for offset in reader.placed_cards), [open_question] if open_question else []
    # One slip may upset all that follows: what is wrong besides is looked for in the text put right.
    run_questions, cleaned_text = _run_questions(text, wording)
    slip_faults, cleaned_text = wording.find_slips(cleaned_text)
    slip_faults += run_questions
    other_faults = _best_reading(cleaned_text, wording).faults if slip_faults else reader.faults
    positions_said = {fault.position + offset for fault in slip_faults for offset in range(len(fault.piece))}
    more_faults = (fault for fault in other_faults if fault.position not in positions_said)
    return (), sorted((*slip_faults, *more_faults), key=lambda fault: fault.position)


def _plain_cards(text: str, alphabet: Alphabet) -> Meld | None:
    """Read text of a simple form quickly: cards separated by spaces, canonical or with a sign before its
    ranks (`4C 5C`, `♣456 ♥Q`). None for any other form."""
    card_names = list(filter(None, text.split(" ")))
    piece_suits = (
        [alphabet.suit_signs.get(card_piece[:1], "") for card_piece in card_names]
        if alphabet.pack.joins_ranks
        else []
    )
    if piece_suits and all(piece_suits):
        card_names = [
            rank + suit
            for card_piece, suit in zip(card_names, piece_suits, strict=True)
            for rank in card_piece[1:] or " "
        ]
    cards = tuple(filter(None, map(alphabet.canonical_cards.get, card_names)))
    return cards if len(cards) == len(card_names) else None


def _best_reading(text: str, wording: FaultWording) -> CardReader:
    """The reading with suits before their ranks or after them, whichever has fewer faults; on a tie
    before."""
    suits_before = CardReader(text, wording)
    if not suits_before.faults:
        return suits_before
    suits_after = CardReader(text, wording, suits_after=True)
    return min(suits_before, suits_after, key=lambda reader: len(reader.faults))


def _open_question(text: str, reader: CardReader) -> CardFault | None:
    """The question about a text that reads, but as likely means something else (N3, N6); None if there is
    none."""
    either_match = reader.alphabet.either_side.search(reader.text)
    if either_match and not reader.suits_after:
        rank, suit_sign, next_rank = either_match.groups()
        advice = say(
            "is {suit} the suit of {rank} or of {next}? Type {first}, or {second}",
            suit=suit_sign,
            rank=rank,
            next=next_rank,
            first=f"{rank} {suit_sign}{next_rank}",
            second=f"{rank}{suit_sign} {next_rank}{suit_sign}",
        )
        return CardFault(text[either_match.start() : either_match.end()], either_match.start() + 1, advice)
    run_match = _WHOLE_RUN.fullmatch(reader.text)
    run_question = _run_question(run_match, reader.wording) if run_match else ""
    return CardFault(text, 1, run_question) if run_question else None


def _run_questions(text: str, wording: FaultWording) -> tuple[list[CardFault], str]:
    """The questions about runs given by their ends (`4C to 7C`), and the text with spaces in their place."""
    faults = [
        CardFault(run_match[0], run_match.start() + 1, run_question)
        for run_match in _RUN_ENDS.finditer(text)
        if (run_question := _run_question(run_match, wording))
    ]
    for fault in faults:
        begin, end = fault.position - 1, fault.position - 1 + len(fault.piece)
        text = text[:begin] + " " * len(fault.piece) + text[end:]
    return faults, text


def _run_question(run_match: re.Match[str], wording: FaultWording) -> str:
    """The question if two naturals of a suit look like the ends of a run; else empty."""
    reader = CardReader(f"{run_match[1]} {run_match[2]}", wording)
    cards = [place.laid.card for place in reader.placed_cards if not place.laid.stands_for]
    is_of_a_suit = len({card.suit for card in cards}) == 1 and not cards[0].is_wild
    if reader.faults or len(reader.placed_cards) != 2 or len(cards) != 2 or not is_of_a_suit:
        return ""
    return wording.run_between(cards, run_match[1], run_match[2])


def read_ranks(text: str, pack: Pack) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read ranks in any writing of N1. Returns them, and the pieces that do not read."""
    alphabet = alphabet_of(pack)
    ranks: list[str] = []
    strange_pieces: list[str] = []
    for piece in split_list(text.replace("-", " ")):
        partings = alphabet.part_run(piece.upper(), alphabet.written_ranks)
        if len(partings) == 1 and len(set(partings[0])) == len(partings[0]):
            ranks += [alphabet.pack.rank_aliases.get(rank, rank) for rank in partings[0]]
        else:
            strange_pieces.append(piece)
    return tuple(ranks), tuple(strange_pieces)


@dataclass(frozen=True)
class SpokenCards:
    """Rewrites text for a pack, with the words of one language first, or of none."""

    pack: Pack
    language: str = ""

    @cached_property
    def alphabet(self) -> Alphabet:
        return alphabet_of(self.pack)

    @cached_property
    def ranks(self) -> SpokenRanks:
        return SpokenRanks(self.alphabet, vocabulary_of(self.pack, self.language))

    @property
    def letterings(self) -> tuple[Letters, ...]:
        """The ways to read the language's letters for suits; empty if it has none of its own."""
        return self.ranks.words.letterings

    def rewritten(self, text: str, letters: Letters | None = None) -> tuple[PlacedText, bool]:
        """The text in fixed notation, and whether all its letters were read by `letters` (letters to suits;
        by default the pack's own)."""
        reader = LetterReader(self.ranks, letters or own_letters(self.pack))
        placed = reader.with_suits_joined(self._signs(PlacedText.of(text)))
        placed = WordReader(self.ranks).rewritten(_without_marks(placed))
        placed, is_whole = reader.rewritten(placed)
        return reader.with_shared_signs(reader.with_spans(placed)), is_whole

    def _signs(self, placed: PlacedText) -> PlacedText:
        """Rewrite signs of whole cards, emoji, and letters and digits of other shapes."""
        placed = placed.substituted(_DRAWN_AS, lambda _: "", spelled=True)
        placed = placed.substituted(re.compile("🔟"), lambda _: "10", spelled=True)
        placed = placed.substituted(_OTHER_SHAPES, _plain_shape, spelled=True)
        placed = placed.substituted(_ELISIONS, _unelided, spelled=True)
        placed = placed.substituted(_GLYPHS, self._card_of_glyph)
        return placed.substituted(_EMOJI_PATTERN, self._sign_of_emoji, spelled=True)

    def _card_of_glyph(self, glyph: re.Match[str]) -> str | None:
        suit, place = divmod(ord(glyph[0]) - 0x1F0A0, 16)
        rank, letter = _GLYPH_RANKS[place], _GLYPH_SUITS[suit]
        if rank == "*":
            return f" {WILD.rank} "
        letter = self.alphabet.suit_letters.get(letter, letter)
        if letter not in self.pack.suit or rank not in self.pack.ranks_of(letter):
            return None
        return f" {Card(rank, letter)} "

    def _sign_of_emoji(self, emoji: re.Match[str]) -> str | None:
        suits = self.ranks.words.suits
        letter = next((suits[name] for name in _EMOJI[emoji[0]] if name in suits), "")
        return self.pack.suit[letter].symbol if letter and emoji[0] not in self.alphabet.suit_signs else None


def _plain_shape(sign: re.Match[str]) -> str | None:
    """The ASCII for a sign of another shape: `5` for `𝟝`, `５` and `⑤`; None for other signs."""
    plain = unicodedata.normalize("NFKC", sign[0])
    is_shape = unicodedata.decomposition(sign[0]).startswith(_SHAPES)
    return plain if is_shape and plain.isascii() else None


def _without_marks(placed: PlacedText) -> PlacedText:
    """Replace brackets and marks by spaces."""
    placed = placed.substituted(_BETWEEN_GROUPS, lambda _: " / ")
    return placed.substituted(_MARKS, lambda _: " ", spelled=True)


def _unelided(article: re.Match[str]) -> str:
    """Replace an elided article: `l’as d’oros` becomes `as de oros`."""
    return "de " if article[1].casefold() == "d" else " "


@lru_cache(maxsize=128)
def spoken_cards(pack: Pack, language: str = "") -> SpokenCards:
    """The rewriter for a pack and a language."""
    return SpokenCards(pack, language)
