"""The scores of a deal that is settled by the cards left, melded or collected (B4, F3, K4, G3, V5); and what
such a deal cannot have.

Cards are counted here. The way of scoring in `core/scoring` turns the counts into scores.

Each number of a deal has a bound, for every game that is settled at once. Bounds follow from what the game
declares: the cards in play and their values, the largest hand, the canastas needed to go out. A number beyond
them is refused, unless the table records it as disputed. A field that the game does not count is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import starmap

from scorepad.core.audit import audit_cards, cards_in_play
from scorepad.core.canastas import ALONE, SEQUENCE, CanastaKind
from scorepad.core.cards import WILD, Card, Meld, cards_of
from scorepad.core.check import check_meld
from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.hand_ends import most_held, too_many_cards
from scorepad.core.long_melds import kind_of_verdict, long_melds_of
from scorepad.core.points import Points
from scorepad.core.rank_melds import canastas_of, cards_value, side_faults
from scorepad.core.rules import Rules
from scorepad.core.scoring import CountedDeal, CountedHand, DealFault, ScoreLine
from scorepad.core.scoring.by_side import CanastaDeal
from scorepad.core.scoring.ended_deal import NamedDeal, PlayerShare
from scorepad.core.scoring.player_counts import CANASTAS, PLAYER_COUNTS, Counted, PlayerCount, of_kinds
from scorepad.core.sentence import Sentence, say, say_number
from scorepad.core.values import counted_value, highest_value, meld_value, melded_alone, value_beside_others
from scorepad.core.verdicts import Finding

IMPOSSIBLE = "impossible"  # the code of numbers that no deal can hold
_SMALLEST_MELD = 3  # fewer cards were laid off on another meld (F3)
_RULES_AT_ONCE = 64  # different rules whose cards are remembered
OWN_FIELDS = ("maal", "seen", "sambas", "no_melds", "order", "u")
"""Fields that some ways of scoring have by themselves."""
_CARDS = ("left", "collected", "taken", "melded", "tiles")


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
        for words, field_name, player in _impossible_numbers(rules, counted_deal):
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


def _impossible_numbers(rules: Rules, deal: CountedDeal) -> Iterator[DealFault]:
    """A fault for each number that no deal by these rules can have, with its field and player."""
    final = rules.scoring.final
    if not (final.has_cards and deal.hands):
        return
    if final.most is not None:
        yield from _final_faults(deal, final.most)
        return
    yield from _hand_faults(rules, deal)
    for count in rules.scoring.player_counts:
        if count.has_kinds:
            yield from _canasta_faults(rules, deal)
            yield from _needs_faults(rules, deal)
        else:
            yield from _count_faults(rules, deal, count)


@lru_cache(maxsize=_RULES_AT_ONCE)
def _card_counts(rules: Rules) -> tuple[int, ...]:
    """The highest value of each card in play, left or melded, the highest first."""
    counts = [highest_value(rules) if "melded" in rules.scoring.counts else value_beside_others(rules, WILD)]
    counts *= rules.jokers
    for card in rules.pack.cards:
        melded = melded_alone(rules, card) if "melded" in rules.scoring.counts else 0
        copies = rules.packs * rules.pack.suit[card.suit].times
        counts += [max(melded, value_beside_others(rules, card))] * copies
    return tuple(sorted(counts, reverse=True))


def _hand_faults(rules: Rules, deal: CountedDeal) -> Iterator[DealFault]:
    counts, largest_hand = _card_counts(rules), most_held(rules)
    # One card of the largest hand is thrown; where a hand may grow, it may have all cards.
    most = sum(counts[: largest_hand - 1] if largest_hand else counts)
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


def uncounted_fields(rules: Rules) -> dict[str, Sentence]:
    """The reason to leave out a field of a deal, by its name in a question of `score`.

    A field may stay if it has only empty values, such as 0: it names the players.
    """
    return dict(_uncounted(rules))


def says_something(value: object) -> bool:
    """Whether a field has more than names with empty values.

    >>> says_something({"Ann": 0, "Ben": ""}), says_something({"Ann": 0, "Ben": 5})
    (False, True)
    """
    return any(map(says_something, value.values())) if isinstance(value, Mapping) else bool(value)


def _uncounted(rules: Rules) -> Iterator[tuple[str, Sentence]]:
    """Each uncounted field with the reason."""
    scoring = rules.scoring
    for name in _CARDS:
        if name not in scoring.counts:
            yield name, _not_counted(name) if scoring.final.has_cards else _no_cards(name)
    if "tally" in scoring.counts:
        yield "points", say("The columns give the points. Enter those in {field}.", field="tally")
    elif "points" not in scoring.counts:
        yield "points", say("In this game the cards give the points. Leave points out.")
    for name in ("tally", "round"):
        if name not in scoring.counts:
            yield name, say("This game isn’t entered in columns. Leave {field} out.", field=name)
    own = scoring.own_fields.names if scoring.own_fields else ()
    for name in OWN_FIELDS:
        if name not in own:
            yield name, _not_counted(name)
    for count in PLAYER_COUNTS:
        if count not in scoring.player_counts:
            yield count.id, count.uncounted
    if "phases" not in scoring.counts:
        yield "phases", say("This game has no phases. Leave phases out.")
    if not (scoring.final.from_hand and rules.hand.throws and scoring.leftover_decides):
        yield "hands", say("In this game enter what is left. Leave hands out.")


def _not_counted(name: str) -> Sentence:
    return say("This game doesn’t count {field}. Leave {field} out.", field=name)


def _no_cards(name: str) -> Sentence:
    return say("This game has no cards. Leave {field} out and enter points.", field=name)
