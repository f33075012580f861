"""The pack audit: no hand can hold more copies of a card than the packs do (P1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorepad.core.card_text import show_card, show_rank
from scorepad.core.cards import WILD, Card
from scorepad.core.packs import Pack
from scorepad.core.phrasing import count_rank, count_word, join_words, packs_hold
from scorepad.core.rules import Rules
from scorepad.core.sentence import in_a_row, say, say_number, with_capital
from scorepad.core.verdicts import Finding

_TABLES_AT_ONCE = 32  # different rules whose limits are remembered


@dataclass(frozen=True, slots=True)
class Surplus:
    """A card of which more copies are shown than are in play; `limit` is the number of jokers or of copies in
    all packs."""

    pack: Pack
    card: Card
    copies_shown: int
    limit: int
    packs: int

    @property
    def _shown_copies(self) -> str:
        copies, many = self.copies_shown, count_word(self.copies_shown)
        if not self.card.is_wild:
            if self.pack.suitless is not None:
                rank, french = self.card.rank, self.pack.has_french_ranks
                shown = show_rank(rank, self.pack)
                return with_capital(count_rank(rank, copies, shown, is_french=french))
            return in_a_row((with_capital(many), show_card(self.card, self.pack)))
        wilds = self.pack.worded(
            say_number("{many} wild card", "{many} wild cards", copies, many=many),
            say_number("{many} joker", "{many} jokers", copies, many=many),
        )
        return with_capital(wilds)

    @property
    def _limit_words(self) -> str:
        limit = count_word(self.limit)
        if self.card.is_wild:
            if not self.limit:
                return say("this game has none")
            return say("this game has {limit}", limit=limit)
        if self.pack.lies_out(self.card):
            return say("one of them is turned up")
        if self.pack.has_tiles:
            return say("there are {limit} of each tile", limit=limit)
        return packs_hold(self.packs, limit)

    @property
    def as_finding(self) -> Finding:
        """The finding for a single hand."""
        code = "too-many-wilds" if self.card.is_wild else "too-many-copies"
        sentence = say("{shown}, but {limit}.", shown=self._shown_copies, limit=self._limit_words)
        return Finding(code, (self.card,), "P1", sentence)

    def finding_with(self, holders: Sequence[str]) -> Finding:
        """The finding for a hand among others on the table; `holders` are the players who show the card
        too."""
        sentence = say_number(
            "{shown} on the table with {names}’s hand, but {limit}.",
            "{shown} on the table with {names}’s hands, but {limit}.",
            len(holders),
            shown=self._shown_copies,
            names=join_words(holders, "and"),
            limit=self._limit_words,
        )
        return Finding("too-many-on-table", (self.card,), "P1", sentence)


def cards_in_play(rules: Rules) -> int:
    """The number of cards in all packs, including jokers."""
    return rules.jokers + rules.packs * sum(rules.pack.suit[card.suit].times for card in rules.pack.cards)


def copies_in_play(rules: Rules, card: Card) -> int:
    """The number of copies of a card, and of those like it, that players can hold; the card turned up is not
    among them."""
    if card == WILD:
        return rules.jokers
    copies = sum(rules.pack.suit[alike.suit].times for alike in rules.pack.alike(card))
    return rules.packs * copies - rules.pack.lies_out(card)


@dataclass(frozen=True, slots=True)
class _Limit:
    """The first of the cards that cannot be told apart, and how many of all these are in play."""

    told_as: Card
    copies: int


class _Limits(dict[Card, _Limit]):
    """The limit of each card, computed when first needed."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def __missing__(self, card: Card) -> _Limit:
        limit = _Limit(self._rules.pack.alike(card)[0], copies_in_play(self._rules, card))
        self[card] = limit
        return limit


@lru_cache(maxsize=_TABLES_AT_ONCE)
def _limits_of(rules: Rules) -> _Limits:
    return _Limits(rules)


def find_surplus(rules: Rules, cards: Iterable[Card]) -> tuple[Surplus, ...]:
    """Every card of which `cards` have more copies than are in play, in the pack's order."""
    pack, limits = rules.pack, _limits_of(rules)
    # Cards that nothing tells apart are counted as the first of them.
    card_counts = Counter([limits[card].told_as for card in cards])
    surpluses = [
        Surplus(pack, card, copies, limits[card].copies, rules.packs)
        for card, copies in card_counts.items()
        if copies > limits[card].copies
    ]
    # A joker has no place in the order of a pack, so it comes last.
    return tuple(sorted(surpluses, key=lambda excess: pack.order.get(excess.card, len(pack.order))))


def audit_cards(rules: Rules, cards: Iterable[Card]) -> tuple[Finding, ...]:
    """The findings of `find_surplus`."""
    return tuple(excess.as_finding for excess in find_surplus(rules, cards))
