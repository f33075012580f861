"""What a player may pick on the page of plays, each as it is sent and in words (H8, H19, L3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from scorepad.core.cards import Meld
from scorepad.core.filching import wilds_of
from scorepad.core.merging import extensions
from scorepad.core.notation import show_card, show_meld, write_cards
from scorepad.core.plays import judge
from scorepad.core.rules import Rules
from scorepad.core.tableau import At, Filch, Merge, OnTable, Play

Choice = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to lay cards at the ends of a meld: as it is sent, and the meld that it makes."""

    value: str
    before: Meld
    after: Meld
    laid: Meld


def choices(rules: Rules, there: OnTable, player: int | None) -> tuple[Choice, ...]:
    """Everything that can be done now; only a new meld while nobody is picked."""
    new = ("new", "A new meld")
    if player is None:
        return (new,)
    return (
        new,
        *_additions(rules, there, player),
        *_merges(rules, there, player),
        *_filches(rules, there, player),
    )


def ways(rules: Rules, meld: Meld, cards: Meld) -> tuple[Way, ...]:
    """Where cards can lie at the ends of a meld."""
    return tuple(
        Way(f"{write_cards(before)} / {write_cards(after)}", before, after, (*before, *meld, *after))
        for before, after in extensions(rules, meld, cards)
    )


def _additions(rules: Rules, there: OnTable, player: int) -> Iterator[Choice]:
    for place, meld in enumerate(there.melds[player]):
        yield f"add-{place}", f"Add to {show_meld(meld, rules.pack)}"


def _merges(rules: Rules, there: OnTable, player: int) -> Iterator[Choice]:
    """Pairs of her melds that abut; every pair where cards may fill the gap."""
    melds = [show_meld(meld, rules.pack) for meld in there.melds[player]]
    for first, second in combinations(range(len(melds)), 2):
        merge = Merge(At(player, first), At(player, second))
        if rules.turns.merge_with_cards or _legal(rules, there, player, merge):
            yield f"merge-{first}-{second}", f"Merge {melds[first]} and {melds[second]}"


def _filches(rules: Rules, there: OnTable, player: int) -> Iterator[Choice]:
    """Wilds that she may take out of melds."""
    for owner, melds in enumerate(there.melds if rules.turns.filching else ()):
        whose = "your own" if owner == player else f"{there.name(owner)}’s"
        for place, meld in enumerate(melds):
            for number, natural in enumerate(wilds_of(rules, meld)):
                if _legal(rules, there, player, Filch(At(owner, place), natural)):
                    words = f"{whose} {show_meld(meld, rules.pack)}"
                    yield (
                        f"filch-{owner}-{place}-{number}",
                        f"{show_card(natural, rules.pack)} for the wild in {words}",
                    )


def _legal(rules: Rules, there: OnTable, player: int, play: Play) -> bool:
    return judge(rules, there, player, play).legal
