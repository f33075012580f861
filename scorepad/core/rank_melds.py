"""Judges melds of one rank: each by itself and a side's together; and names their canastas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorepad.core.canastas import ALONE, SEQUENCE, CanastaKind, RankMelds, Sequences
from scorepad.core.card_text import show_rank
from scorepad.core.cards import Card, Meld, cards_of
from scorepad.core.phrasing import count_word
from scorepad.core.readings import wild_count_faults
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, say
from scorepad.core.values import meld_value
from scorepad.core.verdicts import Finding, MeldVerdict

SMALLEST_MELD = 3


class RankCount(NamedTuple):
    """A meld as numbers; `wilds` counts jokers too. Its rank is `SEQUENCE` where it is of several and may be
    a sequence, and empty where nothing may be."""

    rank: str
    naturals: int
    wilds: int
    jokers: int

    @property
    def size(self) -> int:
        return self.naturals + self.wilds


def rank_melds_of(rules: Rules) -> RankMelds:
    """The rules of melds, in a game whose melds are of one rank."""
    assert rules.shapes.by_rank is not None
    return rules.shapes.by_rank


def is_wild(rules: Rules, card: Card) -> bool:
    """Whether a card is wild in any meld."""
    return card.is_wild or rules.wilds.takes(card)


def lies_aside(rules: Rules, card: Card) -> bool:
    """Whether a card is laid beside the melds and replaced, so that it is never melded or thrown: a red three
    (canasta C1)."""
    may = rules.shapes.by_rank
    return may is not None and card.rank in may.aside and rules.pack.suit[card.suit].colour == "red"


def count_meld(rules: Rules, meld: Meld) -> RankCount:
    """Count the cards of a meld."""
    naturals = [laid.card for laid in meld if not is_wild(rules, laid.card)]
    ranks = {card.rank for card in naturals} or {ALONE}
    jokers = sum(laid.card.is_wild for laid in meld)
    of_several = SEQUENCE if rank_melds_of(rules).sequences else ""
    rank = ranks.pop() if len(ranks) == 1 else of_several
    return RankCount(rank, len(naturals), len(meld) - len(naturals), jokers)


def kind_of_meld(rules: Rules, meld: Meld) -> CanastaKind | None:
    """The kind of canasta that a meld is, if any."""
    return rank_melds_of(rules).kind_of(*count_meld(rules, meld))


def cards_value(rules: Rules, meld: Meld) -> int:
    """The value of a meld's cards, without a canasta's bonus."""
    cards = [laid.card for laid in meld]
    return meld_value(rules, cards, cards, is_run=False)


def judge_rank_meld(rules: Rules, meld: Meld) -> MeldVerdict:
    """Judge one meld; its points include its canasta's bonus."""
    is_natural = tuple(not is_wild(rules, laid.card) for laid in meld)
    findings = tuple(_meld_faults(rules, meld, is_natural))
    if findings:
        return MeldVerdict(meld, False, 0, is_natural, None, findings)
    kind = kind_of_meld(rules, meld)
    points = cards_value(rules, meld) + (kind.laid_points if kind else 0)
    sequences = rank_melds_of(rules).sequences
    if sequences and count_meld(rules, meld).rank == SEQUENCE:
        in_order = tuple(sorted(meld, key=lambda laid: sequences.ranks.index(laid.card.rank)))
        return MeldVerdict(in_order, True, points, is_natural, 1, ())
    return MeldVerdict(meld, True, points, is_natural, None, ())


def _meld_faults(rules: Rules, meld: Meld, is_natural: Sequence[bool]) -> Iterator[Finding]:
    may, counted, cards = rank_melds_of(rules), count_meld(rules, meld), tuple(laid.card for laid in meld)

    def finding(code: str, sentence: Sentence) -> Finding:
        return Finding(code, cards, rules.shapes.clause, sentence)

    if may.sequences and counted.rank == SEQUENCE:
        yield from _sequence_faults(rules, may.sequences, cards)
        return
    if not counted.rank:
        yield finding("ranks-differ", say("All cards of a meld must have the same rank."))
        return
    if counted.size < SMALLEST_MELD:
        yield finding("too-short", say("A meld needs at least three cards."))
    if may.longest and counted.size > may.longest:
        yield finding("too-long", say("A meld has at most {most} cards.", most=count_word(may.longest)))
    if counted.rank == ALONE and may.alone:
        if may.sequences and counted.size > may.sequences.full:
            most = count_word(may.sequences.full)
            yield finding("too-long", say("A meld of wilds has at most {most} cards.", most=most))
        return
    shown = show_rank(counted.rank, rules.pack)
    is_last = counted.rank in may.last_ranks
    if counted.rank not in (ALONE, *may.ranks) and not is_last:
        yield finding("never-melded", say("{rank}s can’t be melded.", rank=shown))
        return
    if any(lies_aside(rules, card) for card in cards):
        yield finding("red-three", say("Red {rank}s can’t be melded.", rank=shown))
    elif counted.wilds and (is_last or counted.rank in may.pure):
        yield finding("no-wilds", say("A meld of {rank}s can’t have wilds.", rank=shown))
    else:
        yield from wild_count_faults(rules, meld, is_natural, in_set=True)


def _sequence_faults(rules: Rules, sequences: Sequences, cards: tuple[Card, ...]) -> Iterator[Finding]:
    """What is wrong with cards of several ranks as a sequence (samba SA2)."""

    def finding(code: str, sentence: Sentence) -> Finding:
        return Finding(code, cards, rules.shapes.clause, sentence)

    naturals = [card for card in cards if not is_wild(rules, card)]
    if len(naturals) < len(cards):
        yield finding("no-wilds", say("A sequence can’t have wilds."))
    if len({card.suit for card in naturals}) > 1:
        yield finding("suits-differ", say("A meld is cards of one rank, or a sequence of one suit."))
        return
    never = [card.rank for card in naturals if card.rank not in sequences.ranks]
    if never:
        first, last = (show_rank(rank, rules.pack) for rank in (sequences.ranks[0], sequences.ranks[-1]))
        yield finding("no-run", say("A sequence goes from {first} to {last}.", first=first, last=last))
        return
    places = sorted(sequences.ranks.index(card.rank) for card in naturals)
    # A wild is a fault of its own; where it would lie is not asked.
    if len(naturals) == len(cards) and places != list(range(places[0], places[0] + len(places))):
        yield finding("no-run", say("The cards of a sequence must follow each other."))
    if len(cards) < SMALLEST_MELD:
        yield finding("too-short", say("A meld needs at least three cards."))
    if len(cards) > sequences.full:
        most = count_word(sequences.full)
        yield finding("too-long", say("A sequence has at most {most} cards.", most=most))


def later_faults(rules: Rules, melds: Sequence[Meld]) -> Iterator[Finding]:
    """What is wrong with melds laid after a side's first ones, when wilds need more naturals."""
    may = rank_melds_of(rules)
    for meld in melds:
        counted, cards = count_meld(rules, meld), tuple(laid.card for laid in meld)
        if not counted.wilds or counted.rank in ("", ALONE, SEQUENCE, *may.pure):
            continue
        if counted.rank in may.pure_later:
            rank = show_rank(counted.rank, rules.pack)
            sentence = say("A meld of {rank}s can have wilds only as a first meld.", rank=rank)
            yield Finding("no-wilds", cards, rules.shapes.clause, sentence)
        elif counted.naturals < may.wilds_on:
            least = count_word(may.wilds_on)
            sentence = say("After first melds a wild goes on {least} naturals or more.", least=least)
            yield Finding("too-few-naturals", cards, rules.shapes.clause, sentence)


def side_faults(
    rules: Rules, melds: Sequence[Meld], lying: Sequence[Meld] = (), *, goes_out: bool | None = None
) -> Iterator[Finding]:
    """What is wrong with a side's melds together with those already `lying` there.

    Some ranks may be melded only on going out, which takes a canasta. `goes_out` says whether the side does;
    None derives that from the canastas among the melds.
    """
    may = rank_melds_of(rules)
    counted = [count_meld(rules, meld) for meld in (*melds, *lying)]
    # A full meld takes no more cards, so its rank may be begun again.
    open_ranks = Counter(
        one.rank for one in counted if one.rank and not (may.again and 0 < may.longest <= one.size)
    )
    # Melds of a rank lie side by side where sequences do, and are joined at will (samba SA2).
    open_ranks = Counter() if may.sequences else open_ranks
    for rank in (rank for rank, count in open_ranks.items() if count > 1):
        cards = tuple(laid.card for meld in melds for laid in meld if laid.card.rank == rank)
        sentence = (
            say("A side can have only one meld of wilds.")
            if rank == ALONE
            else say("A side can have only one meld of {rank}s.", rank=show_rank(rank, rules.pack))
        )
        yield Finding("rank-twice", cards, rules.shapes.clause, sentence)
    last = [meld for meld in melds if count_meld(rules, meld).rank in may.last_ranks]
    may_go_out = may.lets_out(towards_out(rules, (*melds, *lying))) if goes_out is None else goes_out
    # Black threes are melded on going out alone, which takes a canasta (canasta C5).
    if last and not may_go_out:
        cards = cards_of(last)
        rank = show_rank(cards[0].rank, rules.pack)
        sentence = say("Black {rank}s can only be melded when going out.", rank=rank)
        yield Finding("only-going-out", cards, rules.shapes.clause, sentence)


def towards_out(rules: Rules, melds: Iterable[Meld]) -> tuple[int, ...]:
    """How many of the melds are each that going out asks for."""
    kinds = (None, *(kind_of_meld(rules, meld) for meld in melds))
    return tuple(map(sum, zip(*map(rank_melds_of(rules).towards_out, kinds), strict=True)))


def canastas_of(rules: Rules, melds: Iterable[Meld], left: Iterable[Card] = ()) -> dict[str, int]:
    """The number of canastas of each kind, by its word, including begun and kept ones."""
    may = rank_melds_of(rules)
    kept = Counter(card.rank for card in left)
    kinds = [kind_of_meld(rules, meld) for meld in melds]
    kinds += [may.kind_kept(rank) for rank, count in kept.items() if count >= SMALLEST_MELD]
    return dict(Counter(kind.word for kind in kinds if kind))
