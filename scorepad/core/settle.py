"""The scores of a deal that is settled by the cards left, melded or collected (B4, F3, K4, G3, V5).

Readings where the sources say nothing: when the stock runs out and nobody went out, nobody scores in Basic
Rummy (B4); racks that tie in number and in sum share what the others lose, what cannot be shared is
lost; a rack below the winner's sum has no difference to lose (K4). Where the rack of a player who never
opened is charged to all others, and the fewest points win, racks score against their players and nobody
scores what others hold: the winner's own is nothing, all the rest is as it was (K4).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from scorepad.core.audit import audit_cards
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check_meld
from scorepad.core.errors import ScorepadError, join_errors
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.values import left_value, meld_value
from scorepad.core.verdicts import Finding

_SMALLEST_MELD = 3


@dataclass(frozen=True, slots=True)
class PlayerShare:
    """What a player ends a deal with, as cards or as a plain number that is their value.

    melded  melds, and cards laid off on other melds as groups of one or two cards (F3)
    left    cards left, or collected (V5); a plain number is a number of cards where those count (G3, V5)
    tiles   how many are left where `left` is their value (K4)
    """

    melded: tuple[Meld, ...] | int = ()
    left: tuple[Card, ...] | int = ()
    tiles: int | None = None

    @property
    def count(self) -> int | None:
        """How many cards are left; None where only their value is known."""
        if isinstance(self.left, int):
            return 0 if self.left == 0 else self.tiles
        return len(self.left)


@dataclass(frozen=True, slots=True)
class SettledDeal:
    """How a deal ended: what each player has, and who went out; None when nobody could. `disputed` overrules
    the pack audit (P1); `never_opened` are the players who never made a first play (K4)."""

    shares: Mapping[str, PlayerShare]
    winner: str | None = None
    went_rummy: bool = False
    disputed: bool = False
    never_opened: Collection[str] = ()


class SettleFault(ScorepadError):
    """A deal that cannot have ended like this: what of it, `field`, and of which player, empty for no one."""

    code = "settle"

    def __init__(self, message: str, field: str, player: str = "") -> None:
        super().__init__(message, at=f"{field}.{player}" if player else field)
        self.field = field
        self.player = player


def settle_deal(rules: Rules, deal: SettledDeal) -> dict[str, int]:
    """Every player's score of the deal. Raises a ScorepadError with every fault."""
    if faults := settle_faults(rules, deal):
        raise join_errors(faults)
    match rules.deal.scoring:
        case "winner-takes":
            return _winner_takes_scores(rules, deal)
        case "melded-less-left":
            return {
                name: _melded_value(rules, share) - _left_value(rules, share)
                for name, share in deal.shares.items()
            }
        case "rack":
            return _rack_scores(rules, deal)
        case _:
            return {name: _left_count(share) for name, share in deal.shares.items()}


def settle_faults(rules: Rules, deal: SettledDeal) -> tuple[SettleFault, ...]:
    """Everything that speaks against the deal having ended like this."""
    return tuple(_deal_faults(rules, deal))


def surplus_findings(rules: Rules, deal: SettledDeal) -> tuple[Finding, ...]:
    """Cards of which all hands of the deal together show more than the packs hold (P1)."""
    return audit_cards(rules.pack, rules.packs, rules.jokers, _known_cards(deal))


def _winner_takes_scores(rules: Rules, deal: SettledDeal) -> dict[str, int]:
    scores = dict.fromkeys(deal.shares, 0)
    if deal.winner is not None:
        others_value = sum(_left_value(rules, share) for share in deal.shares.values())
        scores[deal.winner] = others_value * (2 if rules.deal.going_rummy and deal.went_rummy else 1)
    return scores


def _rack_scores(rules: Rules, deal: SettledDeal) -> dict[str, int]:
    rack_values = {name: _left_value(rules, share) for name, share in deal.shares.items()}
    winners = [deal.winner] if deal.winner is not None else _lowest_racks(rules, deal, rack_values)
    deducted = rack_values[winners[0]] if deal.winner is None and rules.deal.losses == "difference" else 0
    lost_by_player = {
        name: max(0, value - deducted) for name, value in rack_values.items() if name not in winners
    }
    if rules.deal.charge_unopened:
        return {
            name: lost_by_player.get(name, 0) + _charged_racks(deal, rack_values, name)
            for name in rack_values
        }
    won_share = sum(lost_by_player.values()) // len(winners)
    return {name: won_share if name in winners else -lost_by_player[name] for name in rack_values}


def _charged_racks(deal: SettledDeal, rack_values: Mapping[str, int], name: str) -> int:
    """The racks of the others who never opened (K4)."""
    return sum(rack_values[other_player] for other_player in set(deal.never_opened) - {name})


def _lowest_racks(rules: Rules, deal: SettledDeal, rack_values: Mapping[str, int]) -> list[str]:
    """The players with the lowest rack: by tiles, ties by their sum, or by the sum alone (K4)."""
    if rules.deal.stalemate == "sum":
        ranked_racks = {name: (0, value) for name, value in rack_values.items()}
    else:
        ranked_racks = {name: (deal.shares[name].count or 0, value) for name, value in rack_values.items()}
    return [name for name in ranked_racks if ranked_racks[name] == min(ranked_racks.values())]


def _melded_value(rules: Rules, share: PlayerShare) -> int:
    if isinstance(share.melded, int):
        return share.melded
    return sum(_laid_value(rules, meld) for meld in share.melded)


def _laid_value(rules: Rules, meld: Meld) -> int:
    """What a meld counts, or cards laid off, which lie in the order in which they are given."""
    if len(meld) >= _SMALLEST_MELD:
        return check_meld(rules, meld).points
    laid_cards = [laid.card for laid in meld]
    read_kinds = [laid.stands_for or laid.card for laid in meld]
    return meld_value(rules, laid_cards, read_kinds, is_run=True)


def _left_value(rules: Rules, share: PlayerShare) -> int:
    return share.left if isinstance(share.left, int) else left_value(rules, share.left)


def _left_count(share: PlayerShare) -> int:
    return share.left if isinstance(share.left, int) else len(share.left)


def _deal_faults(rules: Rules, deal: SettledDeal) -> Iterator[SettleFault]:
    if not rules.deal.settled_at_once:
        reason = say(
            "{game}: expected a game that is settled by the cards left or collected.", game=rules.game
        )
        yield SettleFault(reason, "game")
        return
    yield from _winner_faults(rules, deal)
    yield from _opening_faults(rules, deal)
    for name, share in deal.shares.items():
        yield from _share_faults(rules, deal, name, share)
    if not deal.disputed:
        yield from (SettleFault(finding.sentence, "left") for finding in surplus_findings(rules, deal))


def _winner_faults(rules: Rules, deal: SettledDeal) -> Iterator[SettleFault]:
    if not deal.shares:
        yield SettleFault(say("No player has cards: expected what each has left."), "left")
    elif deal.winner is not None and deal.winner not in deal.shares:
        yield SettleFault(_no_such_player(deal, deal.winner), "winner")
    elif (
        deal.winner is not None
        and rules.deal.scoring != "collected"
        and _left_count(deal.shares[deal.winner])
    ):
        reason = say("{name} went out: expected no cards left.", name=deal.winner)
        yield SettleFault(reason, "left", deal.winner)
    if deal.went_rummy and not rules.deal.going_rummy:
        reason = say("Going rummy is no rule of this table: expected a plain win.")
        yield SettleFault(reason, "went_rummy")


def _no_such_player(deal: SettledDeal, name: str) -> str:
    return say("{name}: expected one of {players}.", name=repr(name), players=", ".join(deal.shares))


def _opening_faults(rules: Rules, deal: SettledDeal) -> Iterator[SettleFault]:
    if deal.never_opened and not rules.deal.charge_unopened:
        reason = say("Racks that never opened count for nobody else at this table: expected no names.")
        yield SettleFault(reason, "never_opened")
        return
    for name in deal.never_opened:
        if name not in deal.shares:
            yield SettleFault(_no_such_player(deal, name), "never_opened")
        elif name == deal.winner:
            reason = say("{name} went out, so made a first play: expected another player.", name=name)
            yield SettleFault(reason, "never_opened", name)


def _share_faults(rules: Rules, deal: SettledDeal, name: str, share: PlayerShare) -> Iterator[SettleFault]:
    for field_name in ("melded", "left", "tiles"):
        field_value = getattr(share, field_name)
        if isinstance(field_value, int) and field_value < 0:
            reason = say(
                "{name}: expected a number of at least 0, not {value}.", name=name, value=field_value
            )
            yield SettleFault(reason, field_name, name)
    by_tiles = rules.deal.scoring == "rack" and rules.deal.stalemate == "tiles" and deal.winner is None
    if by_tiles and share.count is None:
        reason = say("{name}: expected the tiles left, or how many they are.", name=name)
        yield SettleFault(reason, "left", name)
    for meld in share.melded if isinstance(share.melded, tuple) else ():
        findings = check_meld(rules, meld).findings if len(meld) >= _SMALLEST_MELD else ()
        for finding in findings:
            reason = say("{name}: {fault}", name=name, fault=finding.sentence)
            yield SettleFault(reason, "melded", name)


def _known_cards(deal: SettledDeal) -> list[Card]:
    """All cards of the deal that are known."""
    melds = [
        meld for share in deal.shares.values() if isinstance(share.melded, tuple) for meld in share.melded
    ]
    left_cards = [
        card for share in deal.shares.values() if isinstance(share.left, tuple) for card in share.left
    ]
    return [*left_cards, *(laid.card for meld in melds for laid in meld)]
