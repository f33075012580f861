"""A contract in words, whether melds are it, and what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from scorepad.core.cards import Meld
from scorepad.core.melding import Melding, melding_of
from scorepad.core.phrasing import count_word, join_words
from scorepad.core.rule_parts import Contract, Item, Shape
from scorepad.core.rules import Rules
from scorepad.core.runs import judge_colour, judge_run
from scorepad.core.sentence import Sentence, as_sentence, say, say_number
from scorepad.core.sets import judge_set
from scorepad.core.verdicts import Finding, MeldVerdict

_JUDGES: dict[Shape, Callable[[Melding, Meld], MeldVerdict]] = {
    "set": judge_set,
    "run": judge_run,
    "colour": judge_colour,
}


def contract_told(contract: Contract) -> Sentence:
    """`2 sets of 3 and a run of 4`."""
    return items_told(contract.items)


def items_told(items: Iterable[Item]) -> Sentence:
    """Melds of a contract in words, those alike together."""
    parts = [_alike_told(shape, size, number) for (shape, size), number in Counter(items).items()]
    return as_sentence(join_words(parts, "and"))


def _alike_told(shape: Shape, size: int, number: int) -> Sentence:
    """So many melds of a shape and size."""
    if shape == "set":
        return say_number("a set of {size}", "{number} sets of {size}", number, size=size)
    if shape == "run":
        return say_number("a run of {size}", "{number} runs of {size}", number, size=size)
    return say_number("{size} of one colour", "{number} times {size} of one colour", number, size=size)


def contract_faults(rules: Rules, melds: Sequence[Meld]) -> Iterator[Finding]:
    """What is wrong with legal melds as the contract, nothing where no contract is in force."""
    contract = rules.hand.contract
    if contract is None:
        return
    cards, clause = tuple(laid.card for meld in melds for laid in meld), rules.shapes.clause
    missing = missing_items(rules, contract, melds)
    if missing:
        told = {"missing": items_told(missing), "contract": contract_told(contract)}
        sentence = say_number(
            "The contract is {contract}: {missing} is missing.",
            "The contract is {contract}: {missing} are missing.",
            len(missing),
            **told,
        )
        yield Finding("contract", cards, clause, sentence)
    elif len(melds) > len(contract.items):
        sentence = say("First lay just the contract: {contract}.", contract=contract_told(contract))
        yield Finding("beside-contract", cards, clause, sentence)
    for meld in melds if contract.most_wilds else ():
        wild_count = sum(laid.card.is_wild for laid in meld)
        if wild_count > contract.most_wilds:
            sentence = say(
                "A meld of the contract can have at most {most} wilds, not {number}.",
                most=count_word(contract.most_wilds),
                number=count_word(wild_count),
            )
            yield Finding("too-many-wilds", tuple(laid.card for laid in meld), clause, sentence)


def not_whole(rules: Rules, contract: Contract) -> Finding:
    """That a contract can be laid, and cards are left where none may be."""
    sentence = say(
        "The contract is {contract}, with every card of the hand.", contract=contract_told(contract)
    )
    return Finding("not-whole", (), rules.shapes.clause, sentence)


def missing_items(rules: Rules, contract: Contract, melds: Sequence[Meld]) -> tuple[Item, ...]:
    """The fewest melds of the contract that these melds are not."""
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
    """The shapes that a meld can have, its size, and the rank or suit that no other of that shape has."""
    for shape, judge in _JUDGES.items():
        if judge(melding_of(rules), meld).legal:
            # Any natural card tells the rank of a set and the suit of a run.
            own = next(laid.card for laid in meld if not laid.card.is_wild)
            shared = ""
            if shape == "set" and contract.ranks_differ:
                shared = own.rank
            elif shape == "run" and contract.suits_differ:
                shared = own.suit
            yield shape, len(meld), shared
