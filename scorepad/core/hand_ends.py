"""Whether a hand opens, ends the deal or counts, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorepad.core.card_text import show_cards
from scorepad.core.cards import Card, Laid, Meld, cards_of
from scorepad.core.check import check_meld
from scorepad.core.long_melds import kind_of_verdict, longest_clean
from scorepad.core.pairs import is_pairs
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, say, say_number
from scorepad.core.values import left_value
from scorepad.core.verdicts import Finding, MeldVerdict


def holds_extra(rules: Rules, card_count: int) -> bool:
    """Whether a hand of so many cards includes one to be thrown."""
    return rules.hand.throws and rules.hand.thrown.is_held(card_count, rules.match.cards_dealt)


def most_held(rules: Rules) -> int:
    """The most cards of a hand, including one to be thrown; 0 if a hand may grow."""
    hand, shapes = rules.hand, rules.shapes
    grows = not hand.throws or hand.thrown.bought or shapes.by_rank or shapes.long_kinds
    return 0 if grows else max(rules.match.cards_dealt, default=-1) + 1


def too_many_cards(rules: Rules, card_count: int) -> Sentence | None:
    """The message about a hand with too many cards; None if it has not."""
    most = most_held(rules)
    if not most or card_count <= most:
        return None
    return say(
        "These are {number} cards. A hand here has {dealt}, or {most} before one is thrown. Check them.",
        number=card_count,
        dealt=most - 1,
        most=most,
    )


def may_end(rules: Rules, left: Sequence[Card], *, opened: bool, extra: bool) -> bool:
    """Whether a player with these cards left can end the deal.

    `opened`: first melds were laid, so that the last card may be thrown. `extra`: the hand includes a card to
    be thrown first.
    """
    hand = rules.hand
    if not left:
        return True
    # Who has not opened can end the deal with an empty hand only; the last card is the one thrown.
    if hand.has_first_melds:
        return opened and not extra and len(left) == 1
    return hand.ends.allows_left(left_value(rules, left), len(left))


def fitting_cards(rules: Rules, cards: Iterable[Card], table: Sequence[Meld]) -> frozenset[Card]:
    """The cards that fit a meld on the table, if the rules forbid throwing them; else empty."""
    if not rules.hand.thrown.no_fitting:
        return frozenset()
    return frozenset(
        card
        for card in set(cards)
        if any(
            check_meld(rules, longer).legal
            for meld in table
            for longer in ((*meld, Laid(card)), (Laid(card), *meld))
        )
    )


def needs_opening(rules: Rules) -> bool:
    """Whether first melds need a minimum value, or a contract."""
    return rules.hand.opening.points > 0 or rules.hand.contract is not None


def tells_end(rules: Rules, card_count: int, *, opened: bool) -> bool:
    """Whether the number of cards shows if a hand can end the deal; never if a side's melds and its second
    hand decide (burraco B4)."""
    # Where so many cards must lie, that is known of any number of them (conquian CQ1).
    if rules.hand.ends.decided_by == "laid":
        return True
    has_opened = opened or (rules.hand.has_first_melds and not needs_opening(rules))
    return not rules.shapes.long_kinds and (is_whole(rules, card_count) or has_opened)


def is_whole(rules: Rules, card_count: int) -> bool:
    """Whether so many cards are a whole hand, before or after drawing."""
    dealt = rules.match.cards_dealt
    return rules.hand.throws and (card_count in dealt or card_count - 1 in dealt)


def clean_length(verdict: MeldVerdict) -> int:
    """The most adjacent naturals in a run; 0 for a set, which has no order."""
    ranks = {kind.rank for kind in verdict.reads_as if not kind.is_wild}
    # A set is of one rank and has no order to count along.
    return longest_clean(verdict.natural) if len(ranks) > 1 else 0


def opening_faults(rules: Rules, melds: Sequence[MeldVerdict]) -> Iterator[Finding]:
    """What legal melds lack as a player's first ones, if they are not laid all at once."""
    hand, cards = rules.hand, tuple(laid.card for meld in melds for laid in meld.laid)
    if not hand.opening.points or is_pairs(melds):
        return
    yield from opening_missing(rules, cards, sum(_first_points(rules, meld) for meld in melds))
    clause = rules.shapes.clause
    longest = max(map(clean_length, melds), default=0)
    if hand.opening.clean_run == 1 and not longest:
        yield Finding("no-run", cards, clause, say("This doesn’t open. One of the melds must be a run."))
    elif longest < hand.opening.clean_run:
        sentence = say(
            "This doesn’t open. One run needs {least} cards side by side without jokers.",
            least=hand.opening.clean_run,
        )
        yield Finding("clean-run", cards, clause, sentence)


def _first_points(rules: Rules, meld: MeldVerdict) -> int:
    """The points of a meld towards an opening: its cards, without the bonus for its length."""
    kind = kind_of_verdict(rules, meld)
    return meld.points - kind.points if kind else meld.points


def opening_of_laid(rules: Rules, melds: Sequence[MeldVerdict]) -> Iterator[Finding]:
    """What melds lack as a player's first ones, if the number of cards kept is unknown."""
    count, dealt = sum(len(meld.laid) for meld in melds), rules.match.cards_dealt
    # No hand is larger, so all its cards are laid at once, which needs no opening (Rommé, R7).
    if count == max(dealt, default=0):
        return
    faults = list(opening_faults(rules, melds))
    yield from faults
    if faults and count in dealt:
        sentence = say("If these are all your cards, you may lay them at once.")
        yield Finding("all-at-once", (), rules.shapes.clause, sentence)


def opening_missing(rules: Rules, cards: tuple[Card, ...], points: int) -> Iterator[Finding]:
    """A finding on the points that first melds lack."""
    missing = rules.hand.opening.points - points
    if missing > 0:
        sentence = say_number(
            "This doesn’t open. It’s {number} point short of {opening}.",
            "This doesn’t open. It’s {number} points short of {opening}.",
            missing,
            opening=rules.hand.opening.points,
        )
        yield Finding("opening", cards, rules.shapes.clause, sentence)


def apart_faults(
    rules: Rules, melds: Sequence[Meld], eaten: Sequence[Card], lying: Sequence[Meld] = ()
) -> Iterator[Finding]:
    """What is wrong with the melds of a hand where cards taken from the discard pile lie apart: such a card
    in none of them, or two in one. A card laid off on one that was `lying` there is in none."""
    own = [cards_of([meld]) for meld in melds[len(lying) :]]
    clause = rules.shapes.clause
    for meld in own:
        if len(together := [card for card in meld if card in eaten]) > 1:
            shown = show_cards(together, rules.pack)
            sentence = say("{cards} were both taken, so can’t be in one meld.", cards=shown)
            yield Finding("taken-together", tuple(together), clause, sentence)
    if missing := [card for card in eaten if not any(card in meld for meld in own)]:
        sentence = say_number(
            "{cards} was taken, so must be in a meld.",
            "{cards} were taken, so must be in melds.",
            len(missing),
            cards=show_cards(missing, rules.pack),
        )
        yield Finding("taken-not-melded", tuple(missing), clause, sentence)


def run_faults(rules: Rules, melds: Sequence[MeldVerdict]) -> Iterator[Finding]:
    """A finding for each run that is missing, without which nothing counts."""
    runs = [meld for meld in melds if meld.leap is not None]
    pure = [meld for meld in runs if all(meld.natural)]
    cards = tuple(laid.card for meld in melds for laid in meld.laid)
    if len(pure) < rules.hand.needed_runs.pure:
        yield Finding("pure-run", cards, rules.shapes.clause, say("A pure sequence is missing."))
    elif len(runs) < rules.hand.needed_runs.least:
        yield Finding("second-run", cards, rules.shapes.clause, say("A second sequence is missing."))
