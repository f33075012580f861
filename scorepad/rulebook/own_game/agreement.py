"""Find contradictions among the parts of a game of one's own, and demands that no hand can meet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from scorepad.core.notation import read_ranks
from scorepad.core.options import OptionFault
from scorepad.core.packs import Pack
from scorepad.core.sentence import say
from scorepad.rulebook.own_game.bounds import MOST_CARDS, MOST_IN_PLAY
from scorepad.rulebook.own_game.idle_keys import idle_faults
from scorepad.rulebook.own_game.typed_lists import read_counts

if TYPE_CHECKING:
    from scorepad.rulebook.own_game.game_record import GameRecord


def faults(record: GameRecord, pack: Pack) -> Iterator[OptionFault]:
    """List every fault of values that are valid one by one."""
    yield from chain(
        _deal_faults(record),
        _meld_faults(record, pack),
        _text_faults(record, pack),
        # Nothing can be told of first melds without the number of cards.
        _opening_faults(record) if record.cards_deal else (),
        _score_faults(record),
        idle_faults(record),
    )


def _number(record: GameRecord, name: str, low: int, high: int) -> Iterator[OptionFault]:
    """List the fault of a value that is no whole number in this range."""
    if not low <= getattr(record, name) <= high:
        yield record.fault(name, say("a whole number from {low} to {high}", low=low, high=high))


def _deal_faults(record: GameRecord) -> Iterator[OptionFault]:
    in_play = record.cards_in_play
    if in_play > MOST_IN_PLAY:
        yield from _number(record, "cards_packs", 1, MOST_IN_PLAY // len(record.pack.cards))
        return
    # Tables of more players than there are cards for are dealt fewer.
    if not record.cards_deal or 2 * max(record.cards_deal) > in_play:
        most = max(1, min(MOST_CARDS, in_play // 2))
        expected = say(
            "whole numbers from {low} to {high}, such as {example}", low=1, high=most, example=most
        )
        yield record.fault("cards_deal", expected)


def _meld_faults(record: GameRecord, pack: Pack) -> Iterator[OptionFault]:
    ranks = max(len(pack.ranks_of(suit.letter)) for suit in pack.suits)
    longest = ranks + (record.run_ace == "twice")
    yield from _number(record, "run_least", 2, longest)
    if record.run_most:
        yield from _number(record, "run_most", record.run_least, 40)
    # A wild may be in the place of a card that there is no more of.
    copies = len(pack.suits) * (record.packs if record.set_same_suit_twice else 1)
    if record.set_made:
        yield from _number(record, "set_least", 2, max(2, copies))
    if record.set_made and record.set_most and not record.set_same_suit_twice:
        yield from _number(record, "set_most", len(pack.suits), len(pack.suits))
    elif record.set_made and record.set_most:
        yield from _number(record, "set_most", record.set_least, 24)
    elif record.set_made and record.set_same_suit_twice:
        yield from _number(record, "set_least", 2, max(2, len(pack.suits)))
    if record.other_pairs and record.packs == 1:
        yield from _number(record, "other_pairs", 0, 0)
    if record.other_colour:
        yield from _number(record, "other_colour", 3, min(13, ranks * record.packs))
    if record.other_canasta:
        yield from _number(record, "other_canasta", max(4, record.run_least), 14)


def _text_faults(record: GameRecord, pack: Pack) -> Iterator[OptionFault]:
    every_rank = " ".join(pack.every_rank)
    for name in ("wild_ranks", "set_ranks"):
        ranks, strange = read_ranks(getattr(record, name), pack)
        if strange or (name == "wild_ranks" and {*ranks} >= {*pack.every_rank}):
            yield record.fault(
                name, say("ranks in the order with spaces between them: {ranks}", ranks=every_rank)
            )
    for name in ("count_cards", "count_left"):
        if read_counts(getattr(record, name), pack) is None:
            example = f"{pack.every_rank[0]}=15"
            yield record.fault(name, say("ranks and what they count, such as {example}", example=example))


def _opening_faults(record: GameRecord) -> Iterator[OptionFault]:
    typed = record.typed_contracts
    contracts = typed.contracts
    largest = max(record.dealt(1)) + 1
    if typed.faults:
        for fault in typed.faults:
            yield record.fault("open_contracts", fault.expected, piece=fault.piece)
    elif any(
        sum(size for _, size in contract.items) > largest + record.cards_more * 20 for contract in contracts
    ):
        yield record.fault(
            "open_contracts", say("sets and runs that a hand of {number} cards can hold", number=largest)
        )
    if record.open_points:
        yield from _number(record, "open_points", 0, most_of_hand(record, largest))


def most_of_hand(record: GameRecord, cards: int) -> int:
    """Return the most points that so many cards can count in melds."""
    values = record.card_values(record.pack)
    counted = dict(values.ranks)
    highest = max(
        [
            values.joker,
            *counted.values(),
            *(int(rank) for rank in record.pack.every_rank if rank.isdecimal()),
            13,
        ]
    )
    return highest * cards


def _score_faults(record: GameRecord) -> Iterator[OptionFault]:
    kind = record.score_kind
    if record.out_at_once and kind == "winner":
        yield from _number(record, "out_at_once", 0, 2)
    if record.match_back_in and not record.match_out_at:
        yield from _number(record, "match_back_in", 0, 0)
