"""The facts of the deal that a page for hands was given: its number, the card turned up, whether the player
has opened, whether all is laid in one turn. Only facts that the rules depend on count."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from scorepad.core.card_text import show_card, show_cards, show_kind
from scorepad.core.cards import WILD, Card
from scorepad.core.deal_facts import TURNED, USUAL_DEAL, DealFacts
from scorepad.core.first_melds import contract_told
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, in_a_row, say
from scorepad.web.faces import page_face
from scorepad.web.fields import whole_number

MOST_DEALS = 12  # to choose from in a match that may go on for ever


@dataclass(frozen=True)
class AskedDeal:
    """The facts of a deal as given to a page.

    `follows` names those that the rules depend on. `opened`: the player has laid a first meld. `turn`: all is
    laid in one turn.
    """

    facts: DealFacts = USUAL_DEAL
    follows: Collection[str] = ()
    opened: bool = False
    turn: bool = False

    @property
    def fields(self) -> dict[str, str]:
        """The facts as query fields, usual values left out."""
        number, turned = self.facts.number, self.facts.turned
        return {
            "deal": str(number) if number != USUAL_DEAL.number else "",
            "turned": str(turned) if turned else "",
            "opened": "1" if self.opened else "",
            "turn": "1" if self.turn else "",
        }

    def search_fields(self) -> dict[str, object]:
        """The facts as fields of a question to the search, usual values left out."""
        told: dict[str, object] = {name: text for name, text in self.fields.items() if text}
        told |= {"deal": self.facts.number} if "deal" in told else {}
        return told | {name: True for name in ("opened", "turn") if name in told}

    def number_chip(self, rules: Rules) -> Sentence:
        """The effect of the deal's number in short, `5s wild`, or the number itself."""
        lays_first = any(True for _ in _laid_first(rules))
        return self._number_words if lays_first else next(follows_words(rules), self._number_words)

    def number_told(self, rules: Rules) -> Sentence:
        """The deal's number with its effects: `Deal 3 · 5s wild`, or `Deal 2 · a set of 3 and a run of 4`."""
        return in_a_row((self._number_words, *follows_words(rules), *_laid_first(rules)), " · ")

    @property
    def _number_words(self) -> Sentence:
        return say("Deal {number}", number=self.facts.number)

    def turned_chip(self, rules: Rules) -> Sentence:
        """The card turned up, `Up: ♦7`, or a prompt to name it."""
        if self.facts.turned is None:
            return say("Indicator") if rules.pack.joker else say("Turned up")
        turned = self.facts.turned
        card = page_face(turned, rules.pack).name if turned.is_wild else show_card(turned, rules.pack)
        return say("Indicator: {card}", card=card) if rules.pack.joker else say("Up: {card}", card=card)

    def turned_told(self, rules: Rules) -> Sentence:
        """The card turned up with its effects: `Up: ♦7 · 7s wild`."""
        words = follows_words(rules) if self.facts.turned else ()
        return in_a_row((self.turned_chip(rules), *words), " · ")


def read_deal(rules: Rules, follows: Collection[str], args: Mapping[str, str]) -> AskedDeal:
    """Read the deal from a query. A fact that does not read, or on which no rule depends, is as usual.
    `rules` are those of a usual deal."""
    number = whole_number(args.get("deal", ""))
    is_known = number is not None and "number" in follows and number in deal_numbers(rules)
    card = read_card(rules, args).of({TURNED} & set(follows))
    facts = card.in_deal(number) if number and is_known else card
    has_opened = may_open(rules) and args.get("opened") == "1"
    return AskedDeal(facts, follows, has_opened, rules.turns.one_meld and args.get("turn") == "1")


def may_open(rules: Rules) -> bool:
    """Whether rules depend on the player having laid a first meld or the contract."""
    return bool(rules.hand.opening.points or rules.hand.contract)


def read_card(rules: Rules, args: Mapping[str, str]) -> DealFacts:
    """The card turned up, of a deal of any number; unknown if it is none of the pack."""
    text = args.get(TURNED, "")
    # A joker may be turned up too.
    cards = {str(card): card for card in (*rules.pack.cards, WILD)}
    return DealFacts(turned=cards.get(text))


def deal_numbers(rules: Rules) -> range:
    """The possible numbers of a deal."""
    return range(1, (rules.match.deals or MOST_DEALS) + 1)


def follows_words(rules: Rules) -> Iterator[Sentence]:
    """The effects of a deal on the rules, in few words each."""
    wilds, pack = rules.wilds, rules.pack
    for rank in wilds.wild_rank:
        suit = next(card.suit for card in pack.cards if card.rank == rank)
        yield say("{rank}s wild", rank=page_face(Card(rank, suit), pack).rank)
    if wilds.wild_cards:
        yield say("{cards} wild", cards=show_cards(wilds.wild_cards, pack))
    if pack.okey:
        yield say("{cards} wild", cards=show_kind(pack.okey, pack))
    if rules.hand.ends.most:
        yield say("knock with {number}", number=rules.hand.ends.most)


def _laid_first(rules: Rules) -> Iterator[Sentence]:
    """What a player must lay first in the deal; this is too long for a chip."""
    if rules.hand.contract:
        yield contract_told(rules.hand.contract)
    elif rules.hand.opening.points:
        yield say("first melds {number}", number=rules.hand.opening.points)
