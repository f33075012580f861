"""Bounds on the numbers of a deal: one for each field, for every game that is settled at once.

Each follows from what the game declares: the cards in play and their values, the largest hand, the canastas
needed to go out. A number beyond them is refused, unless the table records it as disputed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from scorepad.core.audit import cards_in_play
from scorepad.core.canastas import ALONE, SEQUENCE, CanastaKind
from scorepad.core.cards import WILD, Card
from scorepad.core.rules import Rules
from scorepad.core.scoring import CountedDeal, DealFault
from scorepad.core.scoring.by_side import CanastaDeal
from scorepad.core.scoring.player_counts import CANASTAS, PlayerCount, of_kinds
from scorepad.core.sentence import Sentence, say, say_number
from scorepad.core.values import highest_value, melded_alone, value_beside_others

_RULES_AT_ONCE = 64  # different rules whose cards are remembered


def impossible_numbers(rules: Rules, deal: CountedDeal, most_held: int) -> Iterator[DealFault]:
    """A fault for each number that no deal by these rules can have, with its field and player. `most_held` is
    the largest hand before a card is thrown; 0 if a hand may grow."""
    final = rules.scoring.final
    if not (final.has_cards and deal.hands):
        return
    if final.most is not None:
        yield from _final_faults(deal, final.most)
        return
    yield from _hand_faults(rules, deal, most_held)
    for count in rules.scoring.player_counts:
        if count.has_kinds:
            yield from _canasta_faults(rules, deal)
            yield from _needs_faults(rules, deal)
        else:
            yield from _count_faults(rules, deal, count)


@lru_cache(maxsize=_RULES_AT_ONCE)
def _counts(rules: Rules) -> tuple[int, ...]:
    """The highest value of each card in play, left or melded, the highest first."""
    counts = [highest_value(rules) if "melded" in rules.scoring.counts else value_beside_others(rules, WILD)]
    counts *= rules.jokers
    for card in rules.pack.cards:
        melded = melded_alone(rules, card) if "melded" in rules.scoring.counts else 0
        copies = rules.packs * rules.pack.suit[card.suit].times
        counts += [max(melded, value_beside_others(rules, card))] * copies
    return tuple(sorted(counts, reverse=True))


def _hand_faults(rules: Rules, deal: CountedDeal, most_held: int) -> Iterator[DealFault]:
    counts = _counts(rules)
    most = sum(counts[: most_held - 1] if most_held else counts)
    is_refused = False
    for name, hand in deal.hands.items():
        if "left" in rules.scoring.counts and hand.left > most:
            is_refused = True
            yield DealFault(_too_much(name, hand.left, most), "left", name)
        if hand.melded > sum(counts):
            is_refused = True
            reason = say(
                "{name} can’t have melded {number}. All cards together count {most}.",
                name=name,
                number=hand.melded,
                most=sum(counts),
            )
            yield DealFault(reason, "melded", name)
        if (tiles := hand.cards or 0) and (tiles > len(counts) or hand.left > sum(counts[:tiles])):
            is_refused = True
            reason = say_number(
                "{name} can’t have {left} on {number} tile.",
                "{name} can’t have {left} on {number} tiles.",
                tiles,
                name=name,
                left=hand.left,
            )
            yield DealFault(reason, "tiles", name)
    together = sum(hand.melded + hand.left for hand in deal.hands.values())
    if "left" in rules.scoring.counts and together > sum(counts) and not is_refused:
        reason = say(
            "All players together can’t have {number}. The cards in play count {most}.",
            number=together,
            most=sum(counts),
        )
        largest = max(deal.hands, key=lambda name: deal.hands[name].melded + deal.hands[name].left)
        yield DealFault(reason, "left", largest)


def _final_faults(deal: CountedDeal, most: int) -> Iterator[DealFault]:
    """Faults of players who end the deal with more than the `most` that one of them can have."""
    for name, hand in deal.hands.items():
        if hand.left > most:
            yield DealFault(_too_much(name, hand.left, most), "left", name)


def _too_much(name: str, number: int, most: int) -> Sentence:
    return say(
        "{name} can’t have {number}. At most {most} are possible.", name=name, number=number, most=most
    )


def _canasta_faults(rules: Rules, deal: CountedDeal) -> Iterator[DealFault]:
    """Faults for more canastas than the cards in play make, and for fewer points than their cards count."""
    kinds, in_play = _scoring(rules).may.kinds, cards_in_play(rules)
    needed = {
        name: sum(hand.counts.get(kind.word, 0) * kind.fewest_cards for kind in kinds)
        for name, hand in deal.hands.items()
    }
    if sum(needed.values()) > in_play:
        largest = max(needed, key=lambda name: needed[name])
        reason = say(
            "{name}: so many canastas take {number} cards, and {most} are in play.",
            name=largest,
            number=sum(needed.values()),
            most=in_play,
        )
        yield DealFault(reason, CANASTAS.id, largest)
        return
    for name, hand in deal.hands.items():
        least = sum(hand.counts.get(kind.word, 0) * _least_value(rules, kind) for kind in kinds)
        if hand.melded < least:
            reason = say(
                "{name} can’t have melded {number}. The cards of these canastas count {least} or more.",
                name=name,
                number=hand.melded,
                least=least,
            )
            yield DealFault(reason, "melded", name)


@lru_cache(maxsize=_RULES_AT_ONCE)
def _least_value(rules: Rules, kind: CanastaKind) -> int:
    """The least value of the cards in a canasta of that kind; for one only begun, of its first cards."""
    if kind.stage == "kept":
        return 0
    number = kind.fewest_cards
    by_rank = rules.shapes.by_rank
    if by_rank and by_rank.sequences and SEQUENCE in kind.ranks:
        suit = rules.pack.suits[0].letter
        values = [melded_alone(rules, Card(rank, suit)) for rank in by_rank.sequences.ranks]
        return min(sum(values[low : low + number]) for low in range(len(values) - number + 1))
    wilds, naturals = [melded_alone(rules, WILD)], []
    for card in rules.pack.cards:
        if rules.wilds.takes(card):
            wilds.append(melded_alone(rules, card))
        if by_rank is None or (card.rank in (kind.ranks or by_rank.ranks) and not rules.wilds.takes(card)):
            naturals.append(melded_alone(rules, card))
    if ALONE in kind.ranks or not naturals:
        return number * min(wilds)
    wild_count = int(kind.wilds == "some")
    return (number - wild_count) * min(naturals) + wild_count * min(wilds)


def _needs_faults(rules: Rules, deal: CountedDeal) -> Iterator[DealFault]:
    """List the faults of a side that went out without the canastas required for it."""
    if deal.winner is None or deal.winner not in deal.hands:
        return
    may = _scoring(rules).may
    lacking = may.missing_to_go_out(of_kinds(deal.hands[deal.winner].counts))
    if lacking:
        reason = say(
            "{ended}. Going out still needs {canastas}. Add what’s missing.",
            ended=rules.scoring.ending_of(deal).ended_by(deal.winner),
            canastas=may.named(lacking),
        )
        yield DealFault(reason, CANASTAS.id, deal.winner)


def most_counted(rules: Rules, count: PlayerCount) -> int:
    """The most of a count, or of one of its kinds, that all sides together can have."""
    if count.of_pack:
        return count.of_pack * rules.packs
    return cards_in_play(rules) // min(kind.cards for kind in _scoring(rules).may.kinds)


def _count_faults(rules: Rules, deal: CountedDeal, count: PlayerCount) -> Iterator[DealFault]:
    most, of_name = most_counted(rules, count), {}
    for name, hand in deal.hands.items():
        of_name[name] = hand.counts.get(count, 0)
    if (together := sum(of_name.values())) > most:
        largest = max(of_name, key=lambda name: of_name[name])
        reason = say(str(count.too_many), name=largest, number=together, most=most)
        yield DealFault(reason, count.id, largest)


def _scoring(rules: Rules) -> CanastaDeal:
    assert isinstance(rules.scoring, CanastaDeal)
    return rules.scoring
