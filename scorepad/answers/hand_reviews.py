"""The review of a table: for each hand entered, its points and the most that its cards could have made.

Only ended deals and hands with known cards count. The caller has the searches done one by one, and reports
what is found so far.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct

from scorepad.answers.answer_types import Best, MeldAnswer
from scorepad.answers.field_reader import partners_fields
from scorepad.core.card_text import read_canonical, read_canonical_melds, write_cards, write_melds
from scorepad.core.cards import Card, Meld
from scorepad.core.log.deal import Deal
from scorepad.core.log.endings import Ending, FinalHand
from scorepad.core.log.entries import Entry
from scorepad.core.log.schema import WrittenMelds
from scorepad.core.log.table import Table
from scorepad.core.rules import Rules
from scorepad.core.values import left_value, worth
from scorepad.rulebook import find_game, has_game
from scorepad.tables.judging import HandPlace, first_meld_need, lying_beside
from scorepad.tables.phrases import scoring_of, side_names
from scorepad.tables.standing import best_hand, recorded_hands, rules_of_deal

Counts = Literal["points", "left"]
SMALLEST_MELD = 3  # fewer cards were laid off on another meld


class HandReview(Struct, frozen=True):
    """A hand of an ended deal: its melds as recorded, and the cards `left`.

    `points` is what it made, `best` the most that its cards could have, and `missed` the difference, all
    before the `multiplier`; `better` are melds worth more. In a review of cards left, `points` is their
    value, and `best` the least possible. `best`, `missed` and `proven` are null until something is found.
    """

    player: str
    melds: tuple[tuple[str, ...], ...]
    left: tuple[str, ...]
    points: int
    multiplier: int
    score: int
    best: int | None
    missed: int | None
    better: tuple[MeldAnswer, ...]
    proven: bool | None


class DealReview(Struct, frozen=True):
    """The hands entered of a deal, in the order of going out or of the seats."""

    number: int
    hands: tuple[HandReview, ...]


class BestHand(Struct, frozen=True):
    """The hand that scored most at a table."""

    deal: int
    player: str
    score: int


class ReviewAnswer(Struct, frozen=True):
    """The review of a table. `counts` says what the points of a hand are: its points, or the value `left`.
    `missed` is each player's total of missed points, as they would have scored. `unsearched` is the number of
    hands still to be searched: ask again."""

    table: str
    name: str
    game: str
    counts: Counts
    deals: tuple[DealReview, ...]
    missed: dict[str, int]
    best_hand: BestHand | None
    unsearched: int


@dataclass(frozen=True)
class EnteredHand:
    """A hand to review. `question` is for the search; None if all of it was melded for the most possible.
    `lying` are the melds on the table to lay off on."""

    deal: int
    player: int
    rules: Rules
    melds: WrittenMelds
    left: tuple[Card, ...]
    made: int
    multiplier: int
    score: int
    question: Mapping[str, Any] | None
    lying: tuple[Meld, ...] = ()

    @property
    def asked(self) -> str:
        """The question as text, the key of its answer; empty if there is none."""
        return json.dumps(self.question, sort_keys=True) if self.question else ""

    def most(self, found: Best) -> int:
        """The most points of the hand, or the least value left, by what was found."""
        raise NotImplementedError

    def missed(self, most: int) -> int:
        return most - self.made

    def better(self, found: Best) -> tuple[MeldAnswer, ...]:
        """The melds found, except unchanged ones of the table."""
        return tuple(meld for meld in found.melds if meld.meld not in self.lying)


@dataclass(frozen=True)
class OutHand(EnteredHand):
    """The hand of a player who went out or retired; `extra` are its points for being concealed."""

    extra: int = 0

    def most(self, found: Best) -> int:
        # Only a hand that lies in one meld is concealed (H11).
        return max(self.made, found.points + (self.extra if len(found.melds) == 1 else 0))


@dataclass(frozen=True)
class LeftHand(EnteredHand):
    """A player's cards left, in a game in which these count against the player."""

    def most(self, found: Best) -> int:
        return min(self.made, left_value(self.rules, map(_card, found.left)))

    def missed(self, most: int) -> int:
        return self.made - most


@dataclass(frozen=True)
class MeldedHand(EnteredHand):
    """A hand to review for further cards to meld, in a game in which melds and cards left both count."""

    def most(self, found: Best) -> int:
        rules = self.rules
        none_melded = -left_value(rules, self.left) if rules.scoring.left_counts else 0
        left = tuple(map(_card, found.left))
        gained = worth(rules, found.points, left, opened=True)
        return max(self.made, self.made + gained - worth(rules, none_melded, self.left, opened=True))


def entered_hands(table: Table) -> tuple[EnteredHand, ...]:
    """The hands of a table that can be reviewed, deal by deal; empty if its game is not installed."""
    if not has_game(table.game):
        return ()
    return tuple(
        _out_hand(table, deal, hand) if isinstance(hand, Entry) else _final_hand(table, deal, hand)
        for deal, hand in recorded_hands(table)
    )


def _out_hand(table: Table, deal: Deal, entry: Entry) -> EnteredHand:
    rules = rules_of_deal(table, deal)
    at = HandPlace(rules, table, deal, entry)
    beside = lying_beside(at, entry.player)
    cards = tuple(laid.card for meld in read_canonical_melds(entry.written_melds) for laid in meld)
    options = dict(table.options_of(deal.number))
    if rules.turns.first_meld.naturals:  # what this player's first meld needed then (H13)
        options |= {"first_meld_naturals": first_meld_need(at, entry.player), "first_meld_rise": 0}
    question = _question(table, deal, rules, cards) | {"options": options}
    question |= partners_fields(beside if rules.turns.any_turn else beside.unscored)
    return OutHand(
        deal=deal.number,
        player=entry.player,
        rules=rules,
        melds=entry.melds or (),
        left=tuple(map(_card, entry.left or ())),
        made=entry.points,
        multiplier=entry.multiplier,
        score=entry.score,
        question=question,
        extra=entry.points - entry.plain_points,
    )


def _final_hand(table: Table, deal: Deal, hand: FinalHand) -> EnteredHand:
    ending = deal.ending
    assert ending is not None
    rules = rules_of_deal(table, deal)
    left = tuple(map(_card, hand.left or ()))
    lying = _lying(table, rules, ending, hand)
    melded = "melded" in rules.scoring.counts
    question = _question(table, deal, rules, left)
    return (MeldedHand if melded else LeftHand)(
        deal=deal.number,
        player=hand.player,
        rules=rules,
        melds=hand.melds or (),
        left=left,
        made=int(hand.score) if melded else left_value(rules, left),
        multiplier=1,
        score=int(hand.score),
        question=question | _facts(table, deal, ending, hand, lying) if left else None,
        lying=lying,
    )


def _lying(table: Table, rules: Rules, ending: Ending, hand: FinalHand) -> tuple[Meld, ...]:
    """The melds that a player could lay off on: everybody's, or those of the own side."""
    if find_game(table.game).table_use(rules) != "melds":
        return ()
    hands = [hand] if rules.scoring.partners == "together" else ending.hands
    melds = [meld for each in hands for meld in each.melds or () if len(meld) >= SMALLEST_MELD]
    return read_canonical_melds(melds)


def _facts(
    table: Table, deal: Deal, ending: Ending, hand: FinalHand, lying: tuple[Meld, ...]
) -> dict[str, Any]:
    """The fields of a question about the deal of a hand, beside its cards."""
    game, rules = find_game(table.game), rules_of_deal(table, deal)
    follows = game.follows(table.options_of(deal.number))
    facts: dict[str, Any] = {**ending.facts.of(follows).card_field}
    if "number" in follows:
        has_phases = "phases" in rules.scoring.counts
        facts["deal"] = table.phase_before(deal.number, hand.player) if has_phases else deal.number
    if (hand.melds or hand.melded) and (rules.hand.opening.points or rules.hand.contract):
        facts["opened"] = True
    return facts | ({"table": write_melds(lying)} if lying else {})


def _question(table: Table, deal: Deal, rules: Rules, cards: tuple[Card, ...]) -> dict[str, Any]:
    options = dict(table.options_of(deal.number))
    return {"game": table.game, "options": options, "cards": write_cards(cards, rules.pack)}


def _card(text: str) -> Card:
    return read_canonical(text).card


def review_answer(table: Table, found: Mapping[str, Best | None]) -> ReviewAnswer:
    """The review from what was `found` so far, by question; None for a search that was given up."""
    hands = entered_hands(table)
    told = [_told(table, hand, found.get(hand.asked)) for hand in hands]
    missed = dict.fromkeys((review.player for review in told), 0)
    for review in told:
        missed[review.player] += (review.missed or 0) * review.multiplier
    return ReviewAnswer(
        table=table.id,
        name=table.name,
        game=table.game,
        counts="left" if any(isinstance(hand, LeftHand) for hand in hands) else "points",
        deals=tuple(
            DealReview(number, tuple(review for _, review in of_deal))
            for number, of_deal in groupby(zip(hands, told, strict=True), key=lambda pair: pair[0].deal)
        ),
        missed=missed,
        best_hand=_best_hand(table),
        unsearched=sum(hand.asked not in found for hand in hands if hand.asked),
    )


def _told(table: Table, hand: EnteredHand, found: Best | None) -> HandReview:
    most = hand.made if not hand.asked or _lays_nothing(found) else hand.most(found) if found else None
    missed = None if most is None else hand.missed(most)
    return HandReview(
        player=_name(table, hand.player),
        melds=hand.melds,
        left=tuple(map(str, hand.left)),
        points=hand.made,
        multiplier=hand.multiplier,
        score=hand.score,
        best=most,
        missed=missed,
        better=hand.better(found) if found and missed else (),
        proven=None if most is None else found is None or found.proven,
    )


def _lays_nothing(found: Best | None) -> bool:
    """Whether the melds found could not be laid: they are no contract, or too low to open."""
    return found is not None and (found.opens is False or found.fulfilled is False)


def _name(table: Table, player: int) -> str:
    """The name of the hand's player, or of the side if partners' cards count together."""
    by_side = scoring_of(table).partners == "together"
    return side_names(table)[table.players[player].partnership] if by_side else table.names[player]


def _best_hand(table: Table) -> BestHand | None:
    best = best_hand(table)
    return best and BestHand(best[0].number, _name(table, best[1].player), int(best[1].score))
