"""The first melds of a player: one with enough naturals and few wilds (H13), or a contract.

H13 applies to going out as well: if nothing was laid before, one of the melds must be such a meld. A single
card may go out without it (H12), which the pad allows since it does not see the stock.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from scorepad.core.cards import Card, Laid, Meld, Track, cards_of
from scorepad.core.check import check_meld
from scorepad.core.melding import Melding, melding_of
from scorepad.core.phrasing import count_alone, count_word, join_words
from scorepad.core.readings import place_wild
from scorepad.core.rule_parts import Contract, Item, Shape
from scorepad.core.rules import Rules
from scorepad.core.runs import judge_colour, judge_run
from scorepad.core.sentence import Sentence, as_sentence, say, say_number
from scorepad.core.sets import judge_set
from scorepad.core.verdicts import Finding, MeldVerdict


def naturals_needed(rules: Rules, earlier_score: int) -> int:
    """The naturals that a player's first meld needs, given the score of earlier games; 0 if any meld will do
    (H13)."""
    return rules.turns.first_meld.needed(earlier_score)


def needs_first_meld(rules: Rules, own_melds: Sequence[Meld]) -> bool:
    """Whether one of a player's melds must be a first one, as none lies before the player (H13)."""
    return rules.turns.first_meld.naturals > 0 and not own_melds


def first_meld_faults(rules: Rules, meld: MeldVerdict, needed: int) -> tuple[Finding, ...]:
    """What is wrong with a legal meld as a first one, which needs `needed` naturals; 0: any will do."""
    if not needed:
        return ()
    cards, natural_count = tuple(laid.card for laid in meld.laid), sum(meld.natural)
    wild_count, most_wilds = len(cards) - natural_count, rules.turns.first_meld.wilds
    findings = []
    if natural_count < needed:
        sentence = say(
            "A first meld needs {least} naturals, not {number}.",
            least=count_word(needed),
            number=count_alone(natural_count),
        )
        findings.append(Finding("first-naturals", cards, "H13", sentence))
    if wild_count > most_wilds:
        sentence = say(
            "A first meld can have at most {most} wilds, not {number}.",
            most=count_word(most_wilds),
            number=count_word(wild_count),
        )
        findings.append(Finding("first-wilds", cards, "H13", sentence))
    return tuple(findings)


def first_laid_faults(rules: Rules, melds: Sequence[MeldVerdict], needed: int) -> tuple[Finding, ...]:
    """What is wrong with the melds of a player who goes out with nothing laid before."""
    faults_by_meld = [first_meld_faults(rules, meld, needed) for meld in melds]
    is_last_card = sum(len(meld.laid) for meld in melds) == 1
    if not melds or is_last_card or not all(faults_by_meld):
        return ()
    if len(melds) == 1:
        return faults_by_meld[0]
    cards = tuple(laid.card for meld in melds for laid in meld.laid)
    sentence = say(
        "With nothing laid before, one of the melds must be a first meld of {needs}.",
        needs=_needs(rules, needed),
    )
    return (Finding("first-meld", cards, "H13", sentence),)


def no_first_meld(rules: Rules, cards: Sequence[Card], needed: int) -> tuple[Finding, ...]:
    """Why these cards cannot go out with nothing laid before, in whatever melds; empty if they can."""
    if not needed or len(cards) <= 1 or plainest_first_meld(rules, cards, needed):
        return ()
    sentence = say(
        "These cards can’t go out. With nothing laid before, they need a first meld of {needs}.",
        needs=_needs(rules, needed),
    )
    return (Finding("no-first-meld", tuple(cards), "H13", sentence),)


def _needs(rules: Rules, needed: int) -> str:
    return say(
        "at least {least} naturals and at most {most} wilds",
        least=count_word(needed),
        most=count_word(rules.turns.first_meld.wilds),
    )


def plainest_first_meld(rules: Rules, cards: Sequence[Card], needed: int) -> Meld | None:
    """A minimal first meld of the cards, with as many naturals as possible; None if there is none.

    A card lies at its own place rather than a wild, which leaves one stretch from each place. The ways to lay
    the wilds are never listed.
    """
    melding, counts = melding_of(rules), Counter(cards)
    for track in melding.tracks:
        for start in range(len(track.cards)):
            for kinds in _stretches_enough(rules, track, start, counts, needed):
                meld = _laid_naturally(melding, kinds, counts)
                if meld and _is_first(rules, meld, needed):
                    return meld
    return None


def _is_first(rules: Rules, meld: Meld, needed: int) -> bool:
    verdict = check_meld(rules, meld)
    return verdict.legal and not first_meld_faults(rules, verdict, needed)


def _stretches_enough(
    rules: Rules, track: Track, start: int, counts: Counter[Card], needed: int
) -> Iterator[tuple[Card, ...]]:
    """Stretches of kinds from `start` to a card of the hand, with enough naturals and no more gaps than
    wilds."""
    wilds_held = sum(count for card, count in counts.items() if melding_of(rules).reach(card))
    most_gaps = min(rules.turns.first_meld.wilds, wilds_held)
    left, kinds, gaps = counts.copy(), list[Card](), 0
    while gaps <= most_gaps and (track.circular or start + len(kinds) < len(track.cards)):
        kind = track.cards[(start + len(kinds)) % len(track.cards)]
        kinds.append(kind)
        if left[kind]:
            left[kind] -= 1
            # It ends with a card of the hand: a gap at the end would be a wild that helps nothing.
            if len(kinds) - gaps >= needed:
                yield tuple(kinds)
        else:
            gaps += 1


def _laid_naturally(melding: Melding, kinds: tuple[Card, ...], counts: Counter[Card]) -> Meld | None:
    """The stretch laid with naturals at their own places and wilds in the gaps; None if the wilds don't
    fit."""
    left, laid_by_place = counts.copy(), dict[int, Laid]()
    for place, kind in enumerate(kinds):
        if left[kind]:
            left[kind] -= 1
            laid_by_place[place] = Laid(kind)
    gaps = [place for place in range(len(kinds)) if place not in laid_by_place]
    # cards that may be wild too are moved on where nothing else fits
    movable = {place: laid for place, laid in laid_by_place.items() if melding.reach(laid.card)}
    places = [*gaps, *movable]
    for card in left.elements():
        if len(movable) == len(places):
            break
        if melding.reach(card):
            place_wild(melding, Laid(card), kinds, places, movable, set())
    laid_by_place |= movable
    if len(laid_by_place) < len(kinds):
        return None
    return tuple(_laid_as(melding, laid_by_place[place].card, kind) for place, kind in enumerate(kinds))


def _laid_as(melding: Melding, card: Card, kind: Card) -> Laid:
    """Lay a card at the place of `kind`; a card that may be wild names what it stands for."""
    return Laid(card, kind) if melding.reach(card) else Laid(card)


def least_first_melds(
    rules: Rules, cards: Sequence[Card], needed: int, deadline: float = math.inf
) -> Iterator[Meld]:
    """The minimal first melds (H13) of the cards: just enough naturals, and one at either end.

    Every first meld of the cards contains one of these. Stops once `time.perf_counter` reaches the deadline.
    """
    for meld in first_melds(rules, cards, needed, deadline, grows=False):
        ends_naturally = all(_lies_naturally(laid) for laid in (meld[0], meld[-1]))
        if ends_naturally and sum(_lies_naturally(laid) for laid in meld) == needed:
            yield meld


def first_melds(
    rules: Rules, cards: Sequence[Card], needed: int, deadline: float = math.inf, *, grows: bool = True
) -> Iterator[Meld]:
    """Every first meld of the cards (H13); cards that may be wild say what they stand for.

    Without `grows` a meld ends at the last natural that it needs. Of wilds with the same reach, only one is
    tried.
    """
    # Tracks of several leaps or suits may share cards, so a meld is met more than once.
    seen_melds = set()
    most_wilds = rules.turns.first_meld.wilds
    for track in melding_of(rules).tracks:
        for start in range(len(track.cards)):
            grown = _grown_melds(rules, track, start, Counter(cards), needed, most_wilds, (), grows)
            for meld, naturals_missing in grown:
                if time.perf_counter() >= deadline:
                    return
                if naturals_missing <= 0 and meld not in seen_melds and _is_first(rules, meld, needed):
                    seen_melds.add(meld)
                    yield meld


def _lies_naturally(laid: Laid) -> bool:
    return laid.stands_for in (None, laid.card)


def _grown_melds(
    rules: Rules,
    track: Track,
    place: int,
    cards: Counter[Card],
    naturals: int,
    wilds: int,
    laid: Meld,
    grows: bool,
) -> Iterator[tuple[Meld, int]]:
    """The meld so far, and all longer ones with at most `wilds` more wilds, each with the naturals still
    needed."""
    if laid:
        yield laid, naturals
        if naturals <= 0 and not grows:
            return
    if not track.circular and place >= len(track.cards):
        return
    kind, melding = track.cards[place % len(track.cards)], melding_of(rules)
    for card in _different_cards(melding, kind, cards):
        is_natural = card == kind
        if is_natural or wilds:
            # All branches share one counter: a card is taken for its branch and put back after it.
            cards[card] -= 1
            placed = (*laid, _laid_as(melding, card, kind))
            yield from _grown_melds(
                rules, track, place + 1, cards, naturals - is_natural, wilds - (not is_natural), placed, grows
            )
            cards[card] += 1


def _different_cards(melding: Melding, kind: Card, cards: Counter[Card]) -> list[Card]:
    """The cards that may lie at that kind; of cards that are only wild and have the same reach, one."""
    different: dict[object, Card] = {}
    for card, count in cards.items():
        if count and melding.may_lie(Laid(card), kind):
            # Cards that lie as themselves all differ; wilds differ in what they may stand for alone.
            different.setdefault(card if card in melding.naturals else melding.reach(card), card)
    return [*different.values()]


_JUDGES: dict[Shape, Callable[[Melding, Meld], MeldVerdict]] = {
    "set": judge_set,
    "run": judge_run,
    "colour": judge_colour,
}
_CLEAN: dict[Shape, Shape] = {"set": "clean-set", "run": "clean-run"}


def contract_told(contract: Contract) -> Sentence:
    """A contract in words: `2 sets of 3 and a run of 4`."""
    melds, most = items_told(contract.items), contract.wilds_in_all
    if not most:
        return melds
    return say_number(
        "{melds} with at most {number} wild in all",
        "{melds} with at most {number} wilds in all",
        most,
        melds=melds,
    )


def items_told(items: Iterable[Item]) -> Sentence:
    """The melds of a contract in words, equal ones together."""
    parts = [_alike_told(shape, size, number) for (shape, size), number in Counter(items).items()]
    return as_sentence(join_words(parts, "and"))


def _alike_told(shape: Shape, size: int, number: int) -> Sentence:
    """A number of melds of one shape and size in words."""
    if shape == "set":
        return say_number("a set of {size}", "{number} sets of {size}", number, size=size)
    if shape == "run":
        return say_number("a run of {size}", "{number} runs of {size}", number, size=size)
    if shape == "clean-set":
        return say_number("a clean set of {size}", "{number} clean sets of {size}", number, size=size)
    if shape == "clean-run":
        return say_number("a clean run of {size}", "{number} clean runs of {size}", number, size=size)
    return say_number("{size} of one colour", "{number} times {size} of one colour", number, size=size)


def contract_faults(rules: Rules, melds: Sequence[Meld]) -> Iterator[Finding]:
    """What is wrong with legal melds as the contract; empty without a contract."""
    contract = rules.hand.contract
    if contract is None:
        return
    cards, clause = cards_of(melds), rules.shapes.clause
    missing = missing_items(rules, contract, melds)
    if missing:
        yield from _missing_told(contract, missing, cards, clause)
    elif len(melds) > len(contract.items):
        sentence = say("First lay just the contract: {contract}.", contract=contract_told(contract))
        yield Finding("beside-contract", cards, clause, sentence)
    yield from _wilds_too_many(contract, melds, clause)


def _missing_told(
    contract: Contract, missing: Sequence[Item], cards: tuple[Card, ...], clause: str
) -> Iterator[Finding]:
    sentence = say_number(
        "The contract is {contract}: {missing} is missing.",
        "The contract is {contract}: {missing} are missing.",
        len(missing),
        missing=items_told(missing),
        contract=contract_told(contract),
    )
    yield Finding("contract", cards, clause, sentence)
    if any(shape in _CLEAN.values() for shape, _ in missing):
        yield Finding(
            "not-clean", cards, clause, say("A clean meld has no wild, and a clean set no suit twice.")
        )


def _wilds_too_many(contract: Contract, melds: Sequence[Meld], clause: str) -> Iterator[Finding]:
    """What is wrong with the number of wilds in each meld of a contract, and in all of them."""
    wilds = [sum(laid.card.is_wild for laid in meld) for meld in melds]
    for meld, wild_count in zip(melds, wilds, strict=True) if contract.most_wilds else ():
        if wild_count > contract.most_wilds:
            sentence = say(
                "A meld of the contract can have at most {most} wilds, not {number}.",
                most=count_word(contract.most_wilds),
                number=count_word(wild_count),
            )
            yield Finding("too-many-wilds", tuple(laid.card for laid in meld), clause, sentence)
    if 0 < contract.wilds_in_all < sum(wilds):
        sentence = say(
            "A contract can have at most {most} wilds in all, not {number}.",
            most=count_word(contract.wilds_in_all),
            number=count_word(sum(wilds)),
        )
        yield Finding("too-many-wilds", cards_of(melds), clause, sentence)


def not_whole(rules: Rules, contract: Contract) -> Finding:
    """The finding that a contract can be laid, but leaves cards where none may be left."""
    sentence = say(
        "The contract is {contract}, with every card of the hand.", contract=contract_told(contract)
    )
    return Finding("not-whole", (), rules.shapes.clause, sentence)


def missing_items(rules: Rules, contract: Contract, melds: Sequence[Meld]) -> tuple[Item, ...]:
    """The melds of the contract that are still missing, as few as possible."""
    ways = [list(_ways_of(rules, contract, meld)) for meld in melds]

    def fewest(place: int, items: tuple[Item, ...], taken: frozenset[str]) -> tuple[Item, ...]:
        if place == len(ways) or not items:
            return items
        # One meld can be several of the items, so all choices are tried; contracts are short.
        found = [fewest(place + 1, items, taken)]
        for shape, size, shared in ways[place]:
            for number, item in enumerate(items):
                if contract.takes(item, shape, size) and shared not in taken:
                    rest = (*items[:number], *items[number + 1 :])
                    found.append(fewest(place + 1, rest, taken | ({shared} if shared else set())))
        return min(found, key=len)

    return fewest(0, contract.items, frozenset())


def _ways_of(rules: Rules, contract: Contract, meld: Meld) -> Iterator[tuple[Shape, int, str]]:
    """The shapes that a meld can have, with its size, and the rank or suit that no other meld of that shape
    may have."""
    for shape, judge in _JUDGES.items():
        verdict = judge(melding_of(rules), meld)
        if not verdict.legal:
            continue
        # Any natural card tells the rank of a set and the suit of a run.
        own = next(laid.card for laid in meld if not laid.card.is_wild)
        shared = ""
        if shape == "set" and contract.ranks_differ:
            shared = own.rank
        elif shape == "run" and contract.suits_differ:
            shared = own.suit
        yield shape, len(meld), shared
        suits = {laid.card.suit for laid in meld}
        if shape in _CLEAN and all(verdict.natural) and (shape == "run" or len(suits) == len(meld)):
            yield _CLEAN[shape], len(meld), shared
