"""A game as the pad knows it: its options, and how they become rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from scorepad.core.errors import ScorepadError
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.options import Option, OptionErrors, OptionFault, Value, read_options
from scorepad.core.rules import Rules
from scorepad.core.sentence import in_a_row, say, say_number

DECIDE_PACK = frozenset({"pack", "suits", "ranks", "suit_names", "wild_rank"})
"""Options without which nobody knows the cards of the table."""

TableUse = Literal["none", "own", "partners", "melds", "board"]


_TABLES_AT_ONCE = 64  # different house rules whose Rules are remembered; each takes 2 kB


@lru_cache(maxsize=_TABLES_AT_ONCE)
def _built(build: Callable[[Mapping[str, Value]], Rules], values: tuple[tuple[str, Value], ...]) -> Rules:
    """What `build` makes of these values: a table asks by the same ones all evening.

    Read values are compared, not what was sent: there 1 and `true` are alike, and no list can be looked up.
    """
    return build(dict(values))


@dataclass(frozen=True)
class Preset:
    """House rules under a name, as data: what differs from the defaults, and in one sentence what it is."""

    name: str
    sentence: str
    options: Mapping[str, Value]


@dataclass(frozen=True, repr=False)
class Game:
    """One game: `build` turns option values into Rules; `players` is the least and most at a table;
    `at_table` settles the values that follow from how many they are.

    `table` says what melds on the table mean for the best play: the player's own, to go on with (H8, L3);
    partners', to interlock with (I7); anybody's, to lay off on (B2); or a board to rebuild (K3, G2).
    `two_packs_from` is the number of players from which a table has two packs without being told (F1).
    """

    id: str
    name: str
    sentence: str
    options: tuple[Option, ...]
    players: tuple[int, int]
    build: Callable[[Mapping[str, Value]], Rules]
    aliases: tuple[str, ...] = field(default=())
    table: TableUse = "none"
    presets: tuple[Preset, ...] = ()
    two_packs_from: int = MOST_SEATS + 1
    at_table: Callable[[Mapping[str, Value], int], Mapping[str, Value]] = lambda values, _: values

    def __repr__(self) -> str:
        return f"find_game({self.id!r})"

    def rules(self, options: Mapping[str, object], players: int = 0) -> Rules:
        """The rules under the given options, defaults for the rest. Raises OptionErrors with every fault."""
        try:
            return _built(self.build, tuple(self.option_values(options, players).items()))
        except OptionErrors as option_errors:
            raise OptionErrors(
                [*option_errors.faults, *self._among_others(options, option_errors)]
            ) from option_errors

    def _among_others(self, options: Mapping[str, object], option_errors: OptionErrors) -> list[OptionFault]:
        """What is wrong among the other options, as far as it can be told without those that do not read."""
        wrong_names = {fault.name for fault in option_errors.faults}
        if wrong_names & DECIDE_PACK:
            return []
        try:
            self.build(
                self.option_values(
                    {name: value for name, value in options.items() if name not in wrong_names}
                )
            )
        except OptionErrors as other_errors:
            return [fault for fault in other_errors.faults if fault.name not in wrong_names]
        return []

    def table_use(self, rules: Rules) -> TableUse:
        """What melds on the table mean under its rules: a player's own where laid in any turn (I8)."""
        return "own" if rules.turns.any_turn else self.table

    def option_values(self, options: Mapping[str, object], players: int = 0) -> dict[str, Value]:
        """Every option's value, given or default, at a table of so many players where they are known.

        Raises OptionErrors with every fault.
        """
        option_values = read_options(self.options, options)
        if players >= self.two_packs_from and "packs" not in options:
            option_values["packs"] = 2
        return dict(self.at_table(option_values, players)) if players else option_values

    @property
    def two_packs_players(self) -> int | None:
        """The number of players from which a table has two packs, where it can have as many."""
        return self.two_packs_from if self.two_packs_from <= self.players[1] else None

    def number_fault(self, players: int) -> str:
        """Why so many cannot play it; empty where they can."""
        fewest, most = self.players
        if fewest <= players <= most:
            return ""
        return say(
            "{game} is for {fewest} to {most} players, not {players}.",
            game=self.name,
            fewest=fewest,
            most=most,
            players=players,
        )

    def deal_fault(self, rules: Rules, players: int) -> str:
        """Why the packs cannot deal to so many players, and what helps; empty where they can (H5)."""
        cards_in_play = len(rules.pack.cards) * rules.packs + rules.jokers
        cards_each = rules.match.cards_dealt[players - self.players[0]] if rules.match.cards_dealt else 1
        if players * cards_each <= cards_in_play:
            return ""
        fault = say(
            "{players} players with {dealt} need {needed} cards, and only {in_play} are in play.",
            players=players,
            dealt=say_number("{number} card each", "{number} cards each", cards_each),
            needed=players * cards_each,
            in_play=cards_in_play,
        )
        return in_a_row((fault, say("Use more packs, deal fewer cards or seat fewer players.")))


class UnknownGame(ScorepadError):
    """No game goes by that name."""

    code = "unknown-game"
