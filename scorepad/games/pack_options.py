"""House rules of the pack and of wild cards in games that are played on circles (P, H14-H20, H26)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from scorepad.core.card_text import show_card, show_rank
from scorepad.core.cards import Card
from scorepad.core.custom_packs import CUSTOM_PACK, PackFault, make_pack
from scorepad.core.notation import NotationError, read_cards, read_ranks
from scorepad.core.options import Choice, Option, OptionFault, Value
from scorepad.core.packs import FRENCH, NATIONAL, PACKS, ROMAN, Pack
from scorepad.core.phrasing import join_words, split_list
from scorepad.core.sentence import in_a_row, say

_NATION_NAMES = {
    "french": say("French"),
    "spanish": say("Spanish"),
    "italian": say("Italian"),
    "german": say("German"),
    "swiss": say("Swiss"),
    "tarot": say("Tarot"),
}

PACK_OPTIONS = (
    Option(
        "pack",
        "choice",
        "french",
        say("Pack"),
        say("The cards on the table."),
        "H21",
        "pack",
        (
            *(Choice(pack.id, pack.name) for pack in PACKS.values()),
            Choice(CUSTOM_PACK, say("a pack of your own")),
        ),
    ),
    Option(
        "packs",
        "int",
        2,
        say("Packs"),
        say("How many packs are shuffled together; packs sold with two of each card have two."),
        "P1",
        "pack",
        low=1,
        high=4,
    ),
    Option(
        "jokers",
        "int",
        0,
        say("Jokers"),
        say("Wild cards in play, over all packs."),
        "H14",
        "pack",
        low=0,
        high=32,
    ),
    Option(
        "suits",
        "text",
        "",
        say("Suits"),
        say("For seventeen numbers and a pack of your own: how many suits, or their names."),
        "P",
        "pack",
    ),
    Option(
        "ranks",
        "text",
        "",
        say("Ranks"),
        say("For a pack of your own: the ranks in order, such as A23456789T, 1 2 10 11 or 1-17."),
        "P",
        "pack",
    ),
    Option(
        "suit_names",
        "choice",
        "own",
        say("Names of suits"),
        say("Whose names and signs the four suits have."),
        "P3",
        "pack",
        (Choice("own", say("the pack’s own")), *(Choice(name, _NATION_NAMES[name]) for name in NATIONAL)),
    ),
)

WILD_OPTIONS = (
    Option(
        "wild_rank",
        "text",
        "",
        say("Wild ranks"),
        say("Ranks that are wild as a whole, such as 5, or 5 J."),
        "H18",
        "wilds",
    ),
    Option(
        "wild_rank_mode",
        "choice",
        "drops-out",
        say("Their place in the order"),
        say("Whether wild ranks drop out of the order, or may also lie as themselves."),
        "H18",
        "wilds",
        (Choice("drops-out", say("drops out")), Choice("also-natural", say("also natural"))),
    ),
    Option(
        "wild_cards",
        "text",
        "",
        say("Single wild cards"),
        say("Cards that are wild and natural, such as the one-eyed jacks ♥J ♠J."),
        "H18",
        "wilds",
    ),
    Option(
        "wild_reach",
        "choice",
        "any",
        say("What wild cards can stand for"),
        say("What wild cards that have a suit may stand for; jokers stand for any."),
        "H20",
        "wilds",
        (
            Choice("any", say("any card")),
            Choice("own-suit", say("own suit")),
            Choice("own-colour", say("own colour")),
        ),
    ),
    Option(
        "wild_ranks",
        "text",
        "",
        say("What jokers can stand for"),
        say("Ranks that jokers may stand for, such as 7 8 9; none named for any."),
        "H20",
        "wilds",
    ),
    Option(
        "majors",
        "choice",
        "fifth-suit",
        say("Tarot majors"),
        say("Majors are a suit of 22, or wild: I to XXI for every seventh rank, XXII for any, or as listed."),
        "H26",
        "wilds",
        (
            Choice("fifth-suit", say("a fifth suit")),
            Choice("wild-mod-7", say("wild by sevens")),
            Choice("wild-list", say("wild by the table's list")),
        ),
    ),
    Option(
        "major_ranks",
        "text",
        "",
        say("The list of majors"),
        say("The ranks that majors may stand for, such as I:A,8 II:2,9 XXII:any; others go by sevens."),
        "H26",
        "wilds",
    ),
)


def read_pack(values: Mapping[str, Value], faults: list[OptionFault]) -> Pack:
    """The pack of the table, with a spare rank that is wild in it (P: the 12s of `spanish-44`)."""
    chosen_values = [cast(str, values[name]) for name in ("pack", "suits", "ranks", "suit_names")]
    try:
        pack = make_pack(*chosen_values)
    except PackFault as fault:
        faults.append(OptionFault(str(fault.at), values[str(fault.at)], fault.expected))
        return FRENCH
    spare_rank = next(
        (rank for rank in split_list(cast(str, values["wild_rank"])) if rank in pack.spare), None
    )
    return make_pack(*chosen_values, spare_rank) if spare_rank else pack


def read_copies(values: Mapping[str, Value], pack: Pack) -> int:
    """How many of each card are in play: at least as many as the pack has when it is bought (P1)."""
    return max(cast(int, values["packs"]), pack.copies)


def read_wild_rank(values: Mapping[str, Value], pack: Pack, faults: list[OptionFault]) -> tuple[str, ...]:
    """The ranks that are wild as a whole, in the order of the pack; empty for none."""
    named_ranks, has_strange = _named_ranks(values, "wild_rank", pack)
    every_rank = _show_ranks((*pack.every_rank, *pack.spare), pack)
    if has_strange:
        expected = say("ranks of the pack with spaces between them: {ranks}", ranks=every_rank)
        faults.append(OptionFault("wild_rank", values["wild_rank"], expected))
    elif values["wild_rank_mode"] == "drops-out" and named_ranks >= set(pack.ranks):
        expected = say("not all of {ranks}: one stays at least", ranks=every_rank)
        faults.append(OptionFault("wild_rank", values["wild_rank"], expected))
    return tuple(rank for rank in pack.every_rank if rank in named_ranks)


def read_wild_ranks(values: Mapping[str, Value], pack: Pack, faults: list[OptionFault]) -> tuple[str, ...]:
    """The ranks that jokers may stand for, in the order of the pack; empty for any."""
    named_ranks, has_strange = _named_ranks(values, "wild_ranks", pack)
    dropped_ranks = read_wild_rank(values, pack, []) if values["wild_rank_mode"] == "drops-out" else ()
    possible_ranks = [rank for rank in pack.every_rank if rank not in dropped_ranks]
    if has_strange or named_ranks - set(possible_ranks):
        ranks = _show_ranks(possible_ranks, pack)
        expected = say("ranks in the order with spaces between them: {ranks}", ranks=ranks)
        faults.append(OptionFault("wild_ranks", values["wild_ranks"], expected))
    return tuple(rank for rank in pack.every_rank if rank in named_ranks)


def _show_ranks(ranks: Iterable[str], pack: Pack) -> str:
    return in_a_row(show_rank(rank, pack) for rank in ranks)


def _named_ranks(values: Mapping[str, Value], option_name: str, pack: Pack) -> tuple[set[str], bool]:
    """The ranks that an option names, and whether something in it is none."""
    text = cast(str, values[option_name])
    ranks, strange_pieces = read_ranks("" if text.lower() == "none" else text, pack)
    return set(ranks), bool(strange_pieces)


def read_major_ranks(
    values: Mapping[str, Value], pack: Pack, faults: list[OptionFault]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The ranks that majors may stand for by the table's list, `I:A,8 22:any`; none where it lists none."""
    if values["majors"] != "wild-list":
        return ()
    pieces = cast(str, values["major_ranks"]).replace(";", " ").split()
    listed = [_read_major(piece, pack) for piece in pieces]
    majors = [major for major, _ in listed]
    strange = [
        piece
        for piece, (major, ranks) in zip(pieces, listed, strict=True)
        if not major or not ranks or majors.count(major) > 1
    ]
    if strange:
        expected = say(
            "majors with ranks of the pack, each once, such as I:A,8 II:2,9 XXII:any; not {pieces}",
            pieces=join_words([repr(piece) for piece in strange]),
        )
        faults.append(OptionFault("major_ranks", values["major_ranks"], expected))
    return tuple(listed)


def _read_major(piece: str, pack: Pack) -> tuple[str, tuple[str, ...]]:
    """A major and its ranks, either empty where it does not read."""
    written_major, _, written_ranks = piece.partition(":")
    number = int(written_major) if written_major.isdecimal() and len(written_major) < 3 else 0
    major = (
        ROMAN[number - 1]
        if 1 <= number <= len(ROMAN)
        else pack.rank_aliases.get(*[written_major.upper()] * 2)
    )
    if written_ranks.lower() == "any":
        return major if major in ROMAN else "", pack.ranks
    ranks, strange_pieces = read_ranks(written_ranks, pack)
    is_clear = not strange_pieces and set(ranks) <= set(pack.ranks)
    return major if major in ROMAN else "", ranks if is_clear else ()


def read_wild_cards(values: Mapping[str, Value], pack: Pack, faults: list[OptionFault]) -> tuple[Card, ...]:
    """Single kinds that are wild."""
    try:
        wild_cards = read_cards(cast(str, values["wild_cards"]), pack)
    except NotationError as error:
        examples = join_words((show_card(pack.cards[0], pack), str(pack.cards[0])))
        expected = say(
            "cards of the pack, such as {examples}; {faults}", examples=examples, faults=error.phrase
        )
        faults.append(OptionFault("wild_cards", values["wild_cards"], expected))
        return ()
    return tuple(sorted({laid.card for laid in wild_cards if not laid.card.is_wild}))
