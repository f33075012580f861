"""What a player may pick on the page of plays, each as it is sent and in words (H8, H19, L3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from scorepad.core.card_text import show_card, show_meld, write_cards
from scorepad.core.cards import Meld
from scorepad.core.merging import possible_extensions
from scorepad.core.plays import filchable_kinds, judge_play
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.tableau import FilchWild, MeldAt, MergeMelds, OnTable, Play

_NUMBER_COUNTS = {"new": 0, "add": 1, "merge": 2, "filch": 3}


@dataclass(frozen=True, slots=True)
class PlayChoice:
    """What is done: `new`; `add-1` to the second own meld; `merge-0-1`, two own ones; `filch-2-0-1`,
    the second wild of the first meld of seat 2. `words` are what the page says of it."""

    kind: str = "new"
    numbers: tuple[int, ...] = ()
    words: str = say("A new meld")

    def __str__(self) -> str:
        return "-".join([self.kind, *map(str, self.numbers)])


NEW_MELD = PlayChoice()


@dataclass(frozen=True, slots=True)
class MeldEnds:
    """One way to lay cards at the ends of a meld: what goes before it and after it, and the meld it makes."""

    before: Meld
    after: Meld
    meld: Meld

    def __str__(self) -> str:
        return f"{write_cards(self.before)} / {write_cards(self.after)}"


def read_choice(text: str) -> PlayChoice | None:
    """The choice as it was sent; None where it does not read."""
    kind, *numbers = text.split("-")
    all_numbers = all(number.isdecimal() and number.isascii() and len(number) < 3 for number in numbers)
    if not all_numbers or _NUMBER_COUNTS.get(kind) != len(numbers):
        return None
    return PlayChoice(kind, tuple(map(int, numbers)))


def choices(rules: Rules, there: OnTable, player: int | None) -> tuple[PlayChoice, ...]:
    """Everything that can be done now; only a new meld while nobody is picked."""
    if player is None:
        return (NEW_MELD,)
    meld_choices = (*_addition_choices(rules, there, player), *_merge_choices(rules, there, player))
    return (NEW_MELD, *meld_choices, *_filch_choices(rules, there, player))


def meld_ends(rules: Rules, meld: Meld, cards: Meld) -> tuple[MeldEnds, ...]:
    """Where cards can lie at the ends of a meld."""
    return tuple(
        MeldEnds(before, after, (*before, *meld, *after))
        for before, after in possible_extensions(rules, meld, cards)
    )


def _addition_choices(rules: Rules, there: OnTable, player: int) -> Iterator[PlayChoice]:
    for place, meld in enumerate(there.melds[player]):
        yield PlayChoice("add", (place,), say("Add to {meld}", meld=show_meld(meld, rules.pack)))


def _merge_choices(rules: Rules, there: OnTable, player: int) -> Iterator[PlayChoice]:
    """Pairs of the player's melds that abut; every pair where cards may fill the gap."""
    shown_melds = [show_meld(meld, rules.pack) for meld in there.melds[player]]
    for first, second in combinations(range(len(shown_melds)), 2):
        merge = MergeMelds(MeldAt(player, first), MeldAt(player, second))
        if rules.turns.merge_with_cards or _is_legal(rules, there, player, merge):
            yield PlayChoice(
                "merge",
                (first, second),
                say("Merge {first} and {second}", first=shown_melds[first], second=shown_melds[second]),
            )


def _filch_choices(rules: Rules, there: OnTable, player: int) -> Iterator[PlayChoice]:
    """Wilds that the player may take out of melds."""
    for owner, melds in enumerate(there.melds if rules.turns.filching else ()):
        for place, meld in enumerate(melds):
            for wild, natural in enumerate(filchable_kinds(rules, meld)):
                if _is_legal(rules, there, player, FilchWild(MeldAt(owner, place), natural)):
                    cards = {"card": show_card(natural, rules.pack), "meld": show_meld(meld, rules.pack)}
                    words = (
                        say("{card} for the wild in your own {meld}", **cards)
                        if owner == player
                        else say(
                            "{card} for the wild in {name}’s {meld}", name=there.player_name(owner), **cards
                        )
                    )
                    yield PlayChoice("filch", (owner, place, wild), words)


def _is_legal(rules: Rules, there: OnTable, player: int, play: Play) -> bool:
    return judge_play(rules, there, player, play).legal
