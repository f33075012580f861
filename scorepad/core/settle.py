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

from scorepad.core.audit import audit
from scorepad.core.cards import Card, Meld
from scorepad.core.check import check_meld
from scorepad.core.errors import ScorepadError, joined
from scorepad.core.rules import Rules
from scorepad.core.values import left_value, meld_value
from scorepad.core.verdicts import Finding

_SMALLEST_MELD = 3


@dataclass(frozen=True, slots=True)
class Share:
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

    shares: Mapping[str, Share]
    winner: str | None = None
    went_rummy: bool = False
    disputed: bool = False
    never_opened: Collection[str] = ()


class SettleFault(ScorepadError):
    """A deal that cannot have ended like this."""

    code = "settle"


def settle(rules: Rules, deal: SettledDeal) -> dict[str, int]:
    """Every player's score of the deal. Raises a ScorepadError with every fault."""
    faults = list(_faults(rules, deal))
    if faults:
        raise joined(faults)
    match rules.deal.scoring:
        case "winner-takes":
            return _winner_takes(rules, deal)
        case "melded-less-left":
            return {name: _melded(rules, one) - _value(rules, one) for name, one in deal.shares.items()}
        case "rack":
            return _rack(rules, deal)
        case _:
            return {name: _number(one) for name, one in deal.shares.items()}


def crowded(rules: Rules, deal: SettledDeal) -> tuple[Finding, ...]:
    """Cards of which all hands of the deal together show more than the packs hold (P1)."""
    return audit(rules.pack, rules.packs, rules.jokers, _cards(deal))


def _winner_takes(rules: Rules, deal: SettledDeal) -> dict[str, int]:
    scores = dict.fromkeys(deal.shares, 0)
    if deal.winner is not None:
        others = sum(_value(rules, one) for one in deal.shares.values())
        scores[deal.winner] = others * (2 if rules.deal.going_rummy and deal.went_rummy else 1)
    return scores


def _rack(rules: Rules, deal: SettledDeal) -> dict[str, int]:
    sums = {name: _value(rules, one) for name, one in deal.shares.items()}
    winners = [deal.winner] if deal.winner is not None else _lowest(rules, deal, sums)
    less = sums[winners[0]] if deal.winner is None and rules.deal.losses == "difference" else 0
    lost = {name: max(0, value - less) for name, value in sums.items() if name not in winners}
    if rules.deal.charge_unopened:
        return {name: lost.get(name, 0) + _charged(deal, sums, name) for name in sums}
    won = sum(lost.values()) // len(winners)
    return {name: won if name in winners else -lost[name] for name in sums}


def _charged(deal: SettledDeal, sums: Mapping[str, int], name: str) -> int:
    """The racks of the others who never opened (K4)."""
    return sum(sums[other] for other in set(deal.never_opened) - {name})


def _lowest(rules: Rules, deal: SettledDeal, sums: Mapping[str, int]) -> list[str]:
    """The players with the lowest rack: by tiles, ties by their sum, or by the sum alone (K4)."""
    if rules.deal.stalemate == "sum":
        ranked = {name: (0, value) for name, value in sums.items()}
    else:
        ranked = {name: (deal.shares[name].count or 0, value) for name, value in sums.items()}
    return [name for name in ranked if ranked[name] == min(ranked.values())]


def _melded(rules: Rules, share: Share) -> int:
    if isinstance(share.melded, int):
        return share.melded
    return sum(_laid(rules, meld) for meld in share.melded)


def _laid(rules: Rules, meld: Meld) -> int:
    """What a meld counts, or cards laid off, which lie in the order in which they are given."""
    if len(meld) >= _SMALLEST_MELD:
        return check_meld(rules, meld).points
    cards = [laid.card for laid in meld]
    reads = [laid.stands_for or laid.card for laid in meld]
    return meld_value(rules, cards, reads, run=True)


def _value(rules: Rules, share: Share) -> int:
    return share.left if isinstance(share.left, int) else left_value(rules, share.left)


def _number(share: Share) -> int:
    return share.left if isinstance(share.left, int) else len(share.left)


def _faults(rules: Rules, deal: SettledDeal) -> Iterator[ScorepadError]:
    if rules.deal.scoring in ("going-out", "retiring"):
        yield SettleFault(
            f"{rules.game}: expected a game that is settled by the cards left or collected.", at="game"
        )
        return
    yield from _winner_faults(rules, deal)
    yield from _opening_faults(rules, deal)
    for name, share in deal.shares.items():
        yield from _share_faults(rules, deal, name, share)
    if not deal.disputed:
        yield from (SettleFault(finding.sentence, at="left") for finding in crowded(rules, deal))


def _winner_faults(rules: Rules, deal: SettledDeal) -> Iterator[ScorepadError]:
    if not deal.shares:
        yield SettleFault("No player has cards: expected what each has left.", at="left")
    elif deal.winner is not None and deal.winner not in deal.shares:
        yield SettleFault(f"{deal.winner!r}: expected one of {', '.join(deal.shares)}.", at="winner")
    elif deal.winner is not None and rules.deal.scoring != "collected" and _number(deal.shares[deal.winner]):
        yield SettleFault(f"{deal.winner} went out: expected no cards left.", at=f"left.{deal.winner}")
    if deal.went_rummy and not rules.deal.going_rummy:
        yield SettleFault("Going rummy is no rule of this table: expected a plain win.", at="went_rummy")


def _opening_faults(rules: Rules, deal: SettledDeal) -> Iterator[ScorepadError]:
    if deal.never_opened and not rules.deal.charge_unopened:
        why = "Racks that never opened count for nobody else at this table: expected no names."
        yield SettleFault(why, at="never_opened")
        return
    for name in deal.never_opened:
        if name not in deal.shares:
            yield SettleFault(f"{name!r}: expected one of {', '.join(deal.shares)}.", at="never_opened")
        elif name == deal.winner:
            why = f"{name} went out, so made a first play: expected another player."
            yield SettleFault(why, at=f"never_opened.{name}")


def _share_faults(rules: Rules, deal: SettledDeal, name: str, share: Share) -> Iterator[ScorepadError]:
    for field in ("melded", "left", "tiles"):
        number = getattr(share, field)
        if isinstance(number, int) and number < 0:
            yield SettleFault(f"{name}: expected a number of at least 0, not {number}.", at=f"{field}.{name}")
    by_tiles = rules.deal.scoring == "rack" and rules.deal.stalemate == "tiles" and deal.winner is None
    if by_tiles and share.count is None:
        yield SettleFault(f"{name}: expected the tiles left, or how many they are.", at=f"left.{name}")
    for meld in share.melded if isinstance(share.melded, tuple) else ():
        findings = check_meld(rules, meld).findings if len(meld) >= _SMALLEST_MELD else ()
        yield from (SettleFault(f"{name}: {one.sentence}", at=f"melded.{name}") for one in findings)


def _cards(deal: SettledDeal) -> list[Card]:
    """All cards of the deal that are known."""
    melds = [meld for one in deal.shares.values() if isinstance(one.melded, tuple) for meld in one.melded]
    left = [card for one in deal.shares.values() if isinstance(one.left, tuple) for card in one.left]
    return [*left, *(laid.card for meld in melds for laid in meld)]
