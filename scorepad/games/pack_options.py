"""House rules of the pack and of wild cards in games that are played on circles (P, H14-H20, H26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from scorepad.core.card_text import show_card
from scorepad.core.cards import Card
from scorepad.core.custom_packs import CUSTOM_PACK, PackFault, make_pack
from scorepad.core.notation import NotationError, read_cards, read_ranks
from scorepad.core.options import Choice, Option, OptionFault, Value
from scorepad.core.packs import FRENCH, Pack
from scorepad.core.standard_packs import NATIONAL, PACKS

PACK_OPTIONS = (
    Option(
        "pack",
        "choice",
        "french",
        "Pack",
        "The cards on the table.",
        "H21",
        "pack",
        (*(Choice(pack.id, pack.name) for pack in PACKS.values()), Choice(CUSTOM_PACK, "a pack of your own")),
    ),
    Option(
        "packs",
        "int",
        2,
        "Packs",
        "How many packs are shuffled together; packs sold with two of each card have two.",
        "P1",
        "pack",
        low=1,
        high=4,
    ),
    Option(
        "jokers", "int", 0, "Jokers", "Wild cards in play, over all packs.", "H14", "pack", low=0, high=32
    ),
    Option(
        "suits",
        "text",
        "",
        "Suits",
        "For seventeen numbers and a pack of your own: how many suits, or their names.",
        "P",
        "pack",
    ),
    Option(
        "ranks",
        "text",
        "",
        "Ranks",
        "For a pack of your own: the ranks in order, such as A23456789T, 1 2 10 11 or 1-17.",
        "P",
        "pack",
    ),
    Option(
        "suit_names",
        "choice",
        "own",
        "Names of suits",
        "Whose names and signs the four suits have.",
        "P3",
        "pack",
        (Choice("own", "the pack’s own"), *(Choice(name, name.capitalize()) for name in NATIONAL)),
    ),
)

WILD_OPTIONS = (
    Option(
        "wild_rank",
        "text",
        "",
        "Wild ranks",
        "Ranks that are wild as a whole, such as 5, or 5 J.",
        "H18",
        "wilds",
    ),
    Option(
        "wild_rank_mode",
        "choice",
        "drops-out",
        "Their place in the order",
        "Whether wild ranks drop out of the order, or may also lie as themselves.",
        "H18",
        "wilds",
        (Choice("drops-out", "drops out"), Choice("also-natural", "also natural")),
    ),
    Option(
        "wild_cards",
        "text",
        "",
        "Single wild cards",
        "Cards that are wild and natural, such as the one-eyed jacks ♥J ♠J.",
        "H18",
        "wilds",
    ),
    Option(
        "wild_reach",
        "choice",
        "any",
        "What wild cards can stand for",
        "What wild cards that have a suit may stand for; jokers stand for any.",
        "H20",
        "wilds",
        (Choice("any", "any card"), Choice("own-suit", "own suit"), Choice("own-colour", "own colour")),
    ),
    Option(
        "wild_ranks",
        "text",
        "",
        "What jokers can stand for",
        "Ranks that jokers may stand for, such as 7 8 9; none named for any.",
        "H20",
        "wilds",
    ),
    Option(
        "majors",
        "choice",
        "fifth-suit",
        "Tarot majors",
        "Majors are a suit of 22, or wild: I to XXI for every seventh rank, XXII for any.",
        "H26",
        "wilds",
        (Choice("fifth-suit", "a fifth suit"), Choice("wild-mod-7", "wild by sevens")),
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
    spare_rank = next((rank for rank in cast(str, values["wild_rank"]).split() if rank in pack.spare), None)
    return make_pack(*chosen_values, spare_rank) if spare_rank else pack


def read_copies(values: Mapping[str, Value], pack: Pack) -> int:
    """How many of each card are in play: at least as many as the pack has when it is bought (P1)."""
    return max(cast(int, values["packs"]), pack.copies)


def read_wild_rank(values: Mapping[str, Value], pack: Pack, faults: list[OptionFault]) -> tuple[str, ...]:
    """The ranks that are wild as a whole, in the order of the pack; empty for none."""
    named_ranks, has_strange = _named_ranks(values, "wild_rank", pack)
    every_rank = " ".join((*pack.every_rank, *pack.spare))
    if has_strange:
        expected = f"ranks of the pack with spaces between them: {every_rank}"
        faults.append(OptionFault("wild_rank", values["wild_rank"], expected))
    elif values["wild_rank_mode"] == "drops-out" and named_ranks >= set(pack.ranks):
        faults.append(
            OptionFault("wild_rank", values["wild_rank"], f"not all of {every_rank}: one stays at least")
        )
    return tuple(rank for rank in pack.every_rank if rank in named_ranks)


def read_wild_ranks(values: Mapping[str, Value], pack: Pack, faults: list[OptionFault]) -> tuple[str, ...]:
    """The ranks that jokers may stand for, in the order of the pack; empty for any."""
    named_ranks, has_strange = _named_ranks(values, "wild_ranks", pack)
    dropped_ranks = read_wild_rank(values, pack, []) if values["wild_rank_mode"] == "drops-out" else ()
    possible_ranks = [rank for rank in pack.every_rank if rank not in dropped_ranks]
    if has_strange or named_ranks - set(possible_ranks):
        expected = f"ranks in the order with spaces between them: {' '.join(possible_ranks)}"
        faults.append(OptionFault("wild_ranks", values["wild_ranks"], expected))
    return tuple(rank for rank in pack.every_rank if rank in named_ranks)


def _named_ranks(values: Mapping[str, Value], option_name: str, pack: Pack) -> tuple[set[str], bool]:
    """The ranks that an option names, and whether something in it is none."""
    text = cast(str, values[option_name])
    ranks, strange_pieces = read_ranks("" if text.lower() == "none" else text, pack)
    return set(ranks), bool(strange_pieces)


def read_wild_cards(values: Mapping[str, Value], pack: Pack, faults: list[OptionFault]) -> tuple[Card, ...]:
    """Single kinds that are wild."""
    try:
        wild_cards = read_cards(cast(str, values["wild_cards"]), pack)
    except NotationError as error:
        example = f"{show_card(pack.cards[0], pack)} or {pack.cards[0]}"
        expected = f"cards of the pack, such as {example}; {error.phrase}"
        faults.append(OptionFault("wild_cards", values["wild_cards"], expected))
        return ()
    return tuple(sorted({laid.card for laid in wild_cards if not laid.card.is_wild}))
