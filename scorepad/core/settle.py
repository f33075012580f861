"""The scores of a deal that is settled by the cards left, melded or collected (B4, F3, K4, G3, V5).

Cards are counted here. The way of scoring in `core/scoring` turns the counts into scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import starmap

from scorepad.core.audit import audit_cards
from scorepad.core.cards import Card, Meld, cards_of
from scorepad.core.check import check_meld
from scorepad.core.deal_bounds import impossible_numbers
from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.hand_ends import most_held, too_many_cards
from scorepad.core.long_melds import kind_of_verdict, long_melds_of
from scorepad.core.points import Points
from scorepad.core.rank_melds import canastas_of, cards_value, side_faults
from scorepad.core.rules import Rules
from scorepad.core.scoring import CountedDeal, CountedHand, ScoreLine
from scorepad.core.scoring.ended_deal import NamedDeal, PlayerShare
from scorepad.core.scoring.player_counts import Counted, of_kinds
from scorepad.core.sentence import say
from scorepad.core.values import counted_value, meld_value
from scorepad.core.verdicts import Finding

IMPOSSIBLE = "impossible"  # the code of numbers that no deal can hold
_SMALLEST_MELD = 3  # fewer cards were laid off on another meld (F3)


class SettleFault(ScorepadError):
    """A deal that cannot have ended like this: the `field` at fault, and the player, empty for none."""

    code = "settle"

    def __init__(self, message: str, field: str, player: str = "", *, code: str = code) -> None:
        super().__init__(message, at=f"{field}.{player}" if player else field, code=code)
        self.field = field
        self.player = player


def settle_deal(rules: Rules, deal: NamedDeal) -> Mapping[str, Points]:
    """Every player's score of the deal. Raises a ScorepadError with every fault."""
    if faults := settle_faults(rules, deal):
        raise join_errors(faults)
    return rules.scoring.scores(_counted_deal(rules, deal))


def settled_lines(rules: Rules, deal: NamedDeal) -> dict[str, tuple[ScoreLine, ...]]:
    """The lines of each score of a deal without faults, for scores of several lines."""
    return rules.scoring.lines(_counted_deal(rules, deal))


def ending_word(rules: Rules, deal: NamedDeal) -> str:
    """The game's word for how a deal without faults ended; empty in a game with one ending."""
    scoring = rules.scoring
    return scoring.ending_of(_counted_deal(rules, deal)).id if len(scoring.ending_words.all) > 1 else ""


def winner_has_none(rules: Rules, deal: NamedDeal) -> bool:
    """Whether the winner by this ending can have no cards left, so that none are asked for."""
    if deal.winner is None or deal.winner not in deal.hands:
        return False
    with_one = replace(deal, hands={**deal.hands, deal.winner: PlayerShare(left=1, tiles=1)})
    return bool(rules.scoring.ending_fault(_counted_deal(rules, with_one), deal.winner))


def settle_faults(rules: Rules, deal: NamedDeal) -> tuple[SettleFault, ...]:
    """Every fault of such a deal, each with its field and its player."""
    return tuple(_deal_faults(rules, deal))


def surplus_findings(rules: Rules, deal: NamedDeal) -> tuple[Finding, ...]:
    """Findings for cards of which all hands of the deal together show more than the packs hold (P1)."""
    return audit_cards(rules, _known_cards(deal))


def _counted_deal(rules: Rules, deal: NamedDeal) -> CountedDeal:
    hands = {name: _counted_hand(rules, share) for name, share in deal.hands.items()}
    return counted_as(rules, deal, hands)


def counted_as(rules: Rules, deal: NamedDeal, hands: Mapping[str, CountedHand]) -> CountedDeal:
    """The deal with counted hands in place of the given ones, and its ending by the game's own word."""
    return replace(deal.with_hands(hands), ending=rules.scoring.ending_words.id_of(deal.ending))


def _counted_hand(rules: Rules, share: PlayerShare) -> CountedHand:
    scoring = rules.scoring
    melded = _melded_value(rules, share) if "melded" in scoring.counts else 0
    left = left_number(rules, share)
    counts = _counts(rules, share)
    return CountedHand(melded, left, share.count, share.points, counts, share.tally)


def _counts(rules: Rules, share: PlayerShare) -> Mapping[Counted, int]:
    """What is counted of a player as given, with the kinds that the cards make if none are given."""
    if of_kinds(share.counts) or not rules.scoring.canasta_kinds:
        return share.counts
    melds = () if isinstance(share.melded, int) else share.melded
    if rules.shapes.by_rank:
        kinds = canastas_of(rules, melds, () if isinstance(share.left, int) else share.left)
    else:
        kinds = long_melds_of(rules, [check_meld(rules, meld) for meld in melds])
    return dict[Counted, int]([*kinds.items(), *share.counts.items()])


def _melded_value(rules: Rules, share: PlayerShare) -> int:
    if isinstance(share.melded, int):
        return share.melded
    return sum(laid_value(rules, meld) for meld in share.melded)


def laid_value(rules: Rules, meld: Meld) -> int:
    """The value of a meld, or of cards laid off, which lie in the given order."""
    if rules.shapes.by_rank:
        return cards_value(rules, meld)
    if len(meld) >= _SMALLEST_MELD:
        verdict = check_meld(rules, meld)
        kind = kind_of_verdict(rules, verdict)
        # Canastas score on a line of their own, so what the length counts comes off here.
        return verdict.points - (kind.points if kind else 0)
    laid_cards = [laid.card for laid in meld]
    read_kinds = [laid.kind for laid in meld]
    return meld_value(rules, laid_cards, read_kinds, is_run=True)


def left_number(rules: Rules, share: PlayerShare) -> int:
    """The value of the cards that a player has left, or collected; their number where each counts one (G3,
    V5)."""
    return share.left if isinstance(share.left, int) else counted_value(rules, share.left)


def _deal_faults(rules: Rules, deal: NamedDeal) -> Iterator[SettleFault]:
    scoring = rules.scoring
    if not scoring.settled_at_once:
        reason = say(
            "{game} isn’t settled by the cards left or collected. Choose a game that is.", game=rules.game
        )
        yield SettleFault(reason, "game")
        return
    shares = deal.hands
    if not scoring.canasta_kinds:  # what illegal melds of other games count is not known
        shares = {
            name: share if isinstance(share.melded, int) else replace(share, melded=())
            for name, share in shares.items()
        }
    counted_deal = _counted_deal(rules, replace(deal, hands=shares))
    yield from starmap(SettleFault, scoring.faults(counted_deal))
    for name, share in deal.hands.items():
        if isinstance(share.left, tuple) and (fault := too_many_cards(rules, len(share.left))):
            yield SettleFault(say("{name}: {fault}", name=name, fault=fault), "left", name)
        yield from _share_faults(rules, name, share, goes_out=name == deal.winner)
        if "tiles" in scoring.counts and deal.winner is None and share.count is None:
            reason = say("{name}: enter the tiles left, or how many there are.", name=name)
            yield SettleFault(reason, "left", name)
    if not deal.disputed:
        yield from (SettleFault(fault.sentence, "left") for fault in surplus_findings(rules, deal))
        for words, field_name, player in impossible_numbers(rules, counted_deal, most_held(rules)):
            yield SettleFault(words, field_name, player, code=IMPOSSIBLE)


def _share_faults(rules: Rules, name: str, share: PlayerShare, *, goes_out: bool) -> Iterator[SettleFault]:
    for field_name in ("melded", "left", "tiles"):
        field_value = getattr(share, field_name)
        if isinstance(field_value, int) and field_value < 0:
            reason = say("{name}: type a number of 0 or more, not {value}.", name=name, value=field_value)
            yield SettleFault(reason, field_name, name)
    for meld in share.melded if isinstance(share.melded, tuple) else ():
        is_meld = len(meld) >= _SMALLEST_MELD or rules.shapes.by_rank
        findings = check_meld(rules, meld).findings if is_meld else ()
        for finding in findings:
            reason = say("{name}: {fault}", name=name, fault=finding.sentence)
            yield SettleFault(reason, "melded", name)
    if rules.shapes.by_rank and isinstance(share.melded, tuple):
        for finding in side_faults(rules, share.melded, goes_out=goes_out):
            reason = say("{name}: {fault}", name=name, fault=finding.sentence)
            yield SettleFault(reason, "melded", name)


def _known_cards(deal: NamedDeal) -> list[Card]:
    """All cards of the deal whose faces are known."""
    melds = [
        meld for share in deal.hands.values() if isinstance(share.melded, tuple) for meld in share.melded
    ]
    left_cards = [
        card for share in deal.hands.values() if isinstance(share.left, tuple) for card in share.left
    ]
    return [*left_cards, *cards_of(melds)]
