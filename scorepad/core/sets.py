"""The referee of sets: three or more of a rank, all of different suits (B1, F1, F2, K1, G1).

It judges a complete set and a run joined by the card that they share too: ♣2 ♥2 ♦2 ♠2345 is one meld (B2).

Reading where suits may repeat (K1): a set still holds as many cards as there are suits at most. Readings of
joined melds: one run is joined to a set, begins or ends with the shared card and goes on at its other end
alone; each of the two holds a natural, the shared card counted in both. An ace that lies in the set counts
there like the others, so that laying ♠23 on four aces takes nothing off what they counted; any other ace at
the low end of the run counts 1 (F3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from scorepad.core.card_text import show_card, show_cards
from scorepad.core.cards import WILD, Card, Laid, Meld
from scorepad.core.melding import SMALLEST_SET, Melding, RankSet
from scorepad.core.phrasing import appears, count_word, packs_hold
from scorepad.core.readings import illegal_verdict, wild_count_faults
from scorepad.core.rules import Rules
from scorepad.core.sentence import in_a_row, say
from scorepad.core.values import meld_value
from scorepad.core.verdicts import Finding, MeldVerdict

_FEWEST_JOINED = 6  # cards: a set of four and a run of three


def is_one_rank(melding: Melding, meld: Meld) -> bool:
    """Whether all cards except wilds are of one rank, so that only a set can be meant."""
    return len({sure_kind.rank for laid in meld if (sure_kind := melding.sure_kind(laid))}) == 1


def judge_set(melding: Melding, meld: Meld) -> MeldVerdict:
    """Judge a meld as a set. On a shared table, wilds stand for the first missing suits, in listing order.

    Elsewhere a wild's suit stays open until the set is full: any missing suit may still be laid off (F2).
    """
    findings = _set_faults(melding, meld)
    if findings:
        return illegal_verdict(melding, meld, findings)
    kinds = kinds_in_set(melding, meld)
    filled_set = _fill_set(melding, meld, kinds)
    if filled_set is None:
        sentence = melding.rules.pack.worded(
            say("There’s no suit left for a wild in this set."),
            say("There’s no colour left for a joker in this set."),
        )
        return illegal_verdict(
            melding, meld, (Finding("no-suit-left", (), melding.rules.shapes.clause, sentence),)
        )
    points = _cards_value(melding.rules, filled_set, is_run=False)
    # A full set leaves a suit for each wild, so none stays open.
    is_full = len(filled_set) == len(melding.rules.pack.suits) and not melding.rules.shapes.open_senses
    is_natural = tuple(kind == laid.card for kind, laid in zip(kinds, meld, strict=True))
    return MeldVerdict(
        filled_set if melding.rules.board.shared or is_full else meld, True, points, is_natural, None, ()
    )


def _set_faults(melding: Melding, meld: Meld) -> tuple[Finding, ...]:
    kinds = kinds_in_set(melding, meld)
    sure_kinds = [kind for kind in kinds if kind]
    is_natural = [kind == laid.card for kind, laid in zip(kinds, meld, strict=True)]
    cards = tuple(laid.card for laid in meld)
    findings = []
    if len({kind.rank for kind in sure_kinds}) != 1:
        sentence = melding.rules.pack.worded(
            say("All cards of a set must have the same rank."),
            say("All tiles of a set must have the same number."),
        )
        findings.append(Finding("ranks-differ", cards, melding.rules.shapes.clause, sentence))
    shapes = melding.rules.shapes
    if any(kind.rank in (*shapes.never_melded, *shapes.sets.never) for kind in sure_kinds):
        sentence = say("{cards} can’t be melded.", cards=show_cards(sure_kinds, melding.rules.pack))
        findings.append(Finding("never-melded", cards, melding.rules.shapes.clause, sentence))
    smallest = melding.rules.shapes.sets.smallest
    if len(meld) < smallest:
        said = {"least": count_word(smallest), "number": len(meld)}
        sentence = melding.rules.pack.worded(
            say("A set needs at least {least} cards, not {number}.", **said),
            say("A set needs at least {least} tiles, not {number}.", **said),
        )
        findings.append(Finding("too-short", cards, melding.rules.shapes.clause, sentence))
    return (
        *findings,
        *(
            _repeated_suit_faults(melding, meld)
            if melding.rules.shapes.sets.repeated_colours
            else _suit_twice_faults(melding, sure_kinds)
        ),
        *wild_count_faults(melding.rules, meld, is_natural, in_set=True),
    )


def _suit_twice_faults(melding: Melding, sure_kinds: Sequence[Card]) -> Iterator[Finding]:
    for kind, copies in Counter(sure_kinds).items():
        if copies > 1:
            needed = melding.rules.pack.worded(
                say("A set needs different suits."), say("A set needs different colours.")
            )
            shown = appears(show_card(kind, melding.rules.pack), copies)
            sentence = in_a_row((shown, ". ", needed), "")
            yield Finding("suit-twice", (kind,), melding.rules.shapes.clause, sentence)


def _repeated_suit_faults(melding: Melding, meld: Meld) -> Iterator[Finding]:
    """Faults of a set whose suits may repeat (K1): too many cards, or more of one than in the packs."""
    most_cards = melding.rules.shapes.sets.longest or len(melding.rules.pack.suits)
    if len(meld) > most_cards:
        cards = tuple(laid.card for laid in meld)
        said = {"most": count_word(most_cards), "number": count_word(len(meld))}
        sentence = melding.rules.pack.worded(
            say("A set can have at most {most} cards, not {number}.", **said),
            say("A set can have at most {most} tiles, not {number}.", **said),
        )
        yield Finding("too-long", cards, melding.rules.shapes.clause, sentence)
    said_kinds = Counter(laid.kind for laid in meld)
    # Cards themselves are counted by the pack audit (P1); what wilds stand for is counted here.
    for kind in dict.fromkeys(laid.stands_for for laid in meld if laid.stands_for):
        if said_kinds[kind] > melding.rules.packs:
            sentence = say(
                "{shown}, but {limit}.",
                shown=appears(show_card(kind, melding.rules.pack), said_kinds[kind]),
                limit=packs_hold(melding.rules.packs, count_word(melding.rules.packs)),
            )
            yield Finding("too-many-copies", (kind,), melding.rules.shapes.clause, sentence)


def kinds_in_set(melding: Melding, meld: Meld) -> list[Card | None]:
    """What each card is in a set; None for wilds. A card that may be wild is natural if it has the set's rank
    and a suit of its own."""
    kinds = [laid.kind if melding.sure_kind(laid) else None for laid in meld]
    own = [laid.card for laid in meld if melding.may_be_either(laid)]
    rank = next((card.rank for card in (*filter(None, kinds), *own)), None)
    for place, laid in enumerate(meld):
        is_own = laid.card.rank == rank and melding.may_be_either(laid)
        if is_own and (melding.rules.shapes.sets.repeated_colours or laid.card not in kinds):
            kinds[place] = laid.card
    return kinds


def _fill_set(melding: Melding, meld: Meld, kinds: Sequence[Card | None]) -> Meld | None:
    """The set with each wild saying what it stands for; None if a wild needs a suit and there is none
    left."""
    rank = next(kind.rank for kind in kinds if kind)
    free_cards = [card for card in melding.set_of_rank(rank) if card not in kinds]
    filled_set: list[Laid] = []
    for laid_card, kind in zip(meld, kinds, strict=True):
        if kind:
            filled_set.append(laid_card)
            continue
        free_card = next((card for card in free_cards if card in melding.reach(laid_card.card)), None)
        # Where a set may hold a suit twice, a wild needs no suit of its own.
        if free_card is None and melding.rules.shapes.sets.longest > len(meld) - 1:
            filled_set.append(laid_card)
            continue
        if free_card is None:
            return None
        free_cards.remove(free_card)
        filled_set.append(Laid(laid_card.card, free_card))
    return tuple(filled_set)


def with_open_jokers(laid_meld: Meld) -> Meld:
    """A new meld as it is laid: jokers of a set do not name their suits, except one if that makes it a
    set."""
    if len({kind.rank for laid in laid_meld if (kind := laid.kind) != WILD}) > 1:
        return laid_meld
    natural_count = sum(laid_card.card != WILD for laid_card in laid_meld)
    # F2: one card and two jokers might be a run, so one joker says that it is a set.
    told_suit = (
        next((laid_card for laid_card in laid_meld if laid_card.card == WILD and laid_card.stands_for), None)
        if natural_count == 1
        else None
    )
    return tuple(
        laid_card if laid_card.card != WILD or laid_card is told_suit else Laid(WILD)
        for laid_card in laid_meld
    )


def fillings_of(melding: Melding, meld: Meld) -> Iterator[Meld]:
    """Every set that results from a set of the table when tiles replace its jokers.

    The joker of a group may be of any colour that is missing there.
    """
    cards_by_place = [
        [laid] if laid.card != WILD else [laid, *_tiles_for_joker(melding, meld, laid)] for laid in meld
    ]
    for filled_set in product(*cards_by_place):
        if filled_set == meld:
            continue
        if not is_one_rank(melding, meld):
            yield filled_set
        elif (group := judge_set(melding, tuple(Laid(laid.card) for laid in filled_set))).legal:
            yield group.laid


def _tiles_for_joker(melding: Melding, meld: Meld, joker: Laid) -> Iterator[Laid]:
    if not is_one_rank(melding, meld):
        yield Laid(joker.kind)
        return
    yield from map(Laid, melding.set_of_rank(meld[0].kind.rank))


@dataclass(frozen=True, slots=True)
class JoinedReading:
    """A reading as a set joined to a run: the kinds of the set without the shared one, and those of the run
    with it."""

    other_kinds: tuple[Card, ...]
    run_kinds: tuple[Card, ...]

    @property
    def all_kinds(self) -> tuple[Card, ...]:
        """Every kind once, as the meld is laid out."""
        return (*self.other_kinds, *self.run_kinds)

    @property
    def shared_card(self) -> Card:
        """The card that is in the set and in the run."""
        return next(kind for kind in self.run_kinds if kind.rank == self.other_kinds[0].rank)

    @property
    def ends_at_set(self) -> bool:
        """Whether the run continues on only one side of the shared card, as it must."""
        return self.shared_card in (self.run_kinds[0], self.run_kinds[-1])


def judge_joined(melding: Melding, meld: Meld) -> MeldVerdict | None:
    """The verdict on a meld as a complete set joined to a run (B2); None if it does not read as one."""
    joined_ways = joined_readings(melding, meld)
    sound_way = next((joined_way for joined_way in joined_ways if joined_way.ends_at_set), None)
    if sound_way:
        laid = lay_as(meld, sound_way.all_kinds)
        is_natural = tuple(laid_card.stands_for is None for laid_card in laid)
        return MeldVerdict(laid, True, joined_value(melding.rules, laid), is_natural, None, ())
    if not joined_ways:
        return None
    sentence = say(
        "The run goes on at both sides of {card}. Joined to a complete set, it must begin or end "
        "with that card.",
        card=show_card(joined_ways[0].shared_card, melding.rules.pack),
    )
    return illegal_verdict(
        melding, meld, (Finding("through-set", tuple(laid.card for laid in meld), "B2", sentence),)
    )


def joined_readings(melding: Melding, meld: Meld) -> tuple[JoinedReading, ...]:
    """Every reading of cards, in any order, as a complete set and a run through one of its cards."""
    if not melding.rules.shapes.joined or len(meld) < _FEWEST_JOINED:
        return ()
    known_kinds = Counter(sure_kind for laid in meld if (sure_kind := melding.sure_kind(laid)))
    rank_counts = Counter(sure_kind.rank for sure_kind in known_kinds)
    open_jokers = len(meld) - known_kinds.total()
    joined_ways = (
        joined_way
        for rank_set in melding.rank_sets
        if rank_counts[rank_set.rank] + open_jokers >= len(rank_set.cards) and max(known_kinds.values()) == 1
        for joined_way in _runs_through(melding, rank_set, len(meld) - len(rank_set.cards) + 1)
    )
    legal_ways = [
        joined_way
        for joined_way in joined_ways
        if not known_kinds - Counter(joined_way.all_kinds) and _both_hold_naturals(meld, joined_way)
    ]
    return tuple(dict.fromkeys(legal_ways))


def _runs_through(melding: Melding, rank_set: RankSet, length: int) -> Iterator[JoinedReading]:
    """The runs of that length through a card of a complete set."""
    # B2: only a set of all four suits is joined to a run.
    if len(rank_set.cards) <= SMALLEST_SET:
        return
    for shared_card in rank_set.cards:
        other_cards = tuple(card for card in rank_set.cards if card != shared_card)
        for track in melding.tracks_through(shared_card):
            shared_place = track.cards.index(shared_card)
            for first_place in range(shared_place - length + 1, shared_place + 1):
                run_cards = track.stretch(first_place, length)
                if run_cards:
                    yield JoinedReading(other_cards, run_cards)


def _both_hold_naturals(meld: Meld, joined_way: JoinedReading) -> bool:
    naturals = {laid.card for laid in meld}
    whole_set = (*joined_way.other_kinds, joined_way.shared_card)
    return not naturals.isdisjoint(whole_set) and not naturals.isdisjoint(joined_way.run_kinds)


def lay_as(meld: Meld, kinds: Sequence[Card]) -> Meld:
    """The cards of a meld in the order of these kinds, each wild saying what it stands for."""
    naturals = {laid.card for laid in meld if not laid.card.is_wild}
    return tuple(Laid(kind) if kind in naturals else Laid(WILD, kind) for kind in kinds)


def joined_value(rules: Rules, laid_meld: Meld) -> int:
    """The value of a joined meld, laid out as its reading is: the set without the shared card, then the
    run."""
    other_cards, run_cards = set_and_run(laid_meld)
    shared_place = 0 if begins_with_shared(other_cards, run_cards) else len(run_cards) - 1
    rest_of_run = (*run_cards[:shared_place], *run_cards[shared_place + 1 :])
    whole_set = (*other_cards, run_cards[shared_place])
    return _cards_value(rules, whole_set, is_run=False) + _cards_value(rules, rest_of_run, is_run=True)


def begins_with_shared(other_cards: Meld, run_cards: Meld) -> bool:
    """Whether the run of a joined meld begins with the set's card, so that it continues at its end."""
    return run_cards[0].kind.rank == other_cards[0].kind.rank


def set_and_run(laid_meld: Meld) -> tuple[Meld, Meld]:
    """The set without the shared card, and the run, of a joined meld as it is laid out."""
    set_size = sum(laid.kind.rank == laid_meld[0].kind.rank for laid in laid_meld) - 1
    return laid_meld[:set_size], laid_meld[set_size:]


def is_joined(laid_meld: Meld) -> bool:
    """Whether a legal meld, as it reads, is a set joined to a run: several ranks, one of them more than
    once."""
    rank_counts = Counter(laid.kind.rank for laid in laid_meld if not laid.kind.is_wild)
    return len(rank_counts) > 1 and max(rank_counts.values()) > 1


def _cards_value(rules: Rules, laid_cards: Meld, *, is_run: bool) -> int:
    return meld_value(
        rules,
        [laid_cards.card for laid_cards in laid_cards],
        [laid.kind for laid in laid_cards],
        is_run=is_run,
    )
