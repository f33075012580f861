"""A game of the pad: its house rules as typed fields, which turn into rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from scorepad.core.cards import Card
from scorepad.core.deal_facts import TURNED, USUAL_DEAL, DealFacts
from scorepad.core.errors import ScorepadError
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.options import (
    Option,
    OptionErrors,
    OptionFault,
    Value,
    options_of,
    read_options,
    written_value,
)
from scorepad.core.sentence import say

if TYPE_CHECKING:
    from scorepad.core.rules import Rules

TableUse = Literal["none", "own", "partners", "melds", "board"]

LONGEST_FILE = 8_000  # characters of a game of one's own
_TABLES_AT_ONCE = 64  # different house rules whose Rules are remembered; each takes 2 kB


@dataclass(frozen=True)
class HouseRules:
    """The house rules of a table. A game's subclass has an `option` for each field, and turns them into
    rules.

    `deciding_pack`: the options that must be known to know the pack. `follows`: the facts of a deal on which
    its rules depend, of those of `DealFacts`.
    """

    deciding_pack: ClassVar[frozenset[str]] = frozenset()
    follows: ClassVar[Collection[str]] = ()

    def faults(self) -> Iterator[OptionFault]:
        """List the faults of values that are valid one by one but contradict each other."""
        return iter(())

    def rules(self) -> Rules:
        """Return the rules of a usual deal. Call only if there are no faults."""
        # The two call each other, for ever in a class that has neither.
        if type(self).rules_in is HouseRules.rules_in:
            raise NotImplementedError(f"{type(self).__name__} has no rules")
        return self.rules_in(USUAL_DEAL)

    def rules_in(self, facts: DealFacts) -> Rules:  # noqa: ARG002 (most games do not ask)
        """Return the rules of one deal. A subclass defines this method if deals differ, else `rules`."""
        return self.rules()

    def at_table(self, players: int) -> Self:  # noqa: ARG002 (most games do not ask)
        """Return the house rules for that number of players."""
        return self

    def fault(self, name: str, expected: str, **words: str) -> OptionFault:
        """Return the fault of an option's value."""
        return OptionFault(name, getattr(self, name), expected, **words)


@dataclass(frozen=True)
class RulesByCard(HouseRules):
    """House rules of a game in which the rules of a deal follow from the card turned up for it.

    `joker_as`: the card that a joker turned up stands for; None: as if no card were turned up.
    """

    joker_as: ClassVar[Card | None] = None
    follows: ClassVar[Collection[str]] = (TURNED,)

    def rules_in(self, facts: DealFacts) -> Rules:
        return self.rules_by(facts.natural(self.joker_as))

    def rules_by(self, card: Card | None) -> Rules:
        """Return the rules of a deal in which that natural card was turned up; None if it is unknown."""
        raise NotImplementedError(f"{type(self).__name__} has no rules by a card")


@lru_cache(maxsize=_TABLES_AT_ONCE)
def _build_rules(house_rules: HouseRules, facts: DealFacts) -> Rules:
    """Return the rules of a deal, cached, as its table asks for them often. Raises OptionErrors with every
    fault."""
    if faults := list(house_rules.faults()):
        raise OptionErrors(faults)
    return house_rules.rules_in(facts)


@dataclass(frozen=True)
class Preset:
    """Named house rules as data: the options that differ from the defaults, and a sentence about them.

    `id`: used in questions; by default the name in small letters with hyphens.
    """

    name: str
    sentence: str
    options: Mapping[str, Value]
    id: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", self.id or "-".join(re.findall(r"[a-z0-9]+", self.name.lower())))


@dataclass(frozen=True, repr=False)
class Game:
    """One game by its `id`, its `name` and `aliases`, and a `sentence` about it: its `house_rules` make its
    Rules, and `presets` are named sets of them; `players` is the least and most at a table. A game that names
    none takes all that a table has seats for.

    `table`: the use of table melds for the best play: the player's own, to go on with (H8, L3); partners', to
    interlock with (I7); anybody's, to lay off on (B2); or a board to rebuild (K3, G2).

    `another_pack_from`: the numbers of players from each of which on a table has one pack more than usual
    (F1, G1, V1).

    `kept_as`: the id of the game that tables store instead, with all its house rules; empty for the game
    itself. A game whose file may change or disappear is stored as one that stays.

    `place`: its rank in lists: 1 for the best known game, hundreds for rare ones.
    """

    id: str
    name: str
    sentence: str
    house_rules: type[HouseRules]
    players: tuple[int, int] = (2, MOST_SEATS)
    aliases: tuple[str, ...] = ()
    table: TableUse = "none"
    presets: tuple[Preset, ...] = ()
    another_pack_from: tuple[int, ...] = ()
    place: int = 100
    kept_as: str = ""

    def __repr__(self) -> str:
        return f"find_game({self.id!r})"

    def called(self, options: Mapping[str, object]) -> str:
        """Return the name of the game at a table: the table's own title if the game has that option."""
        title = options.get("title")
        return title if isinstance(title, str) and title else self.name

    @property
    def short_rules(self) -> str:
        """The template of its short rules, in the game's folder. A game of another package has none."""
        return f"{self.id.replace('-', '_')}/short_rules.html"

    @property
    def example(self) -> str:
        """The file with an example hand and evening, in the game's folder. Tests and measurements play
        them."""
        return f"{self.id.replace('-', '_')}/example.json"

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the game: aliases, name and id."""
        return (*self.aliases, self.name, self.id)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The house rules of the game, as options with labels and sentences."""
        return options_of(self.house_rules)

    def rules(self, options: Mapping[str, object], players: int = 0, facts: DealFacts = USUAL_DEAL) -> Rules:
        """Return the rules of a deal under the given options, with defaults for the others.

        Raises OptionErrors with every fault.
        """
        house_rules, faults = self._read(options, players)
        if faults:
            raise OptionErrors([*faults, *self._among_others(house_rules, faults)])
        # Facts that no rule follows from are left out of the key: most games build one Rules for all deals.
        return _build_rules(house_rules, facts.of(house_rules.follows))

    def rules_of_any_deal(self, options: Mapping[str, object]) -> Rules:
        """Return the rules of a deal of unknown number: a hand may be as large as in any deal of the
        match."""
        rules = self.rules(options)
        numbers = range(1, max(1, rules.match.deals) + 1)
        of_deals = (self.rules(options, facts=DealFacts(number)).match.cards_dealt for number in numbers)
        return rules.variant(cards_dealt=tuple(sorted({size for sizes in of_deals for size in sizes})))

    def _among_others(self, house_rules: HouseRules, faults: list[OptionFault]) -> list[OptionFault]:
        """Return the faults among the other options, as far as they can be found without the values that are
        invalid."""
        wrong_names = {fault.name for fault in faults}
        if wrong_names & house_rules.deciding_pack:
            return []
        # An option that did not read stands at its default, which is not to blame.
        return [fault for fault in house_rules.faults() if fault.name not in wrong_names]

    def table_use(self, rules: Rules) -> TableUse:
        """Return the use of table melds under these rules: the player's own if melds are laid in any turn
        (I8)."""
        return "own" if rules.turns.any_turn else self.table

    def follows(self, options: Mapping[str, object]) -> Collection[str]:
        """Return the names of the deal facts on which the rules depend under these options."""
        return self._read(options, 0)[0].follows

    def preset_options(self, preset_id: str) -> Mapping[str, Value]:
        """The options of the preset with that id. Raises UnknownPreset."""
        for preset in self.presets:
            if preset.id == preset_id:
                return preset.options
        raise UnknownPreset(self, preset_id)

    def preset_among(self, changed: Mapping[str, str]) -> tuple[Preset, Mapping[str, str]] | None:
        """Return the largest preset whose options are all among `changed`, with its options as typed; None if
        there is none.

        `changed`: the options that differ from the defaults, as typed.
        """
        fitting = (
            (preset, typed)
            for preset in self.presets
            if (typed := self._typed_rules(preset)) and typed.items() <= changed.items()
        )
        return max(fitting, key=lambda found: len(found[1]), default=None)

    def _typed_rules(self, preset: Preset) -> dict[str, str]:
        """Return the options of a preset that differ from the defaults, as typed."""
        given = (option for option in self.options if option.name in preset.options)
        values = ((option, option.read(preset.options[option.name])) for option in given)
        return {option.name: written_value(value) for option, value in values if value != option.default}

    def option_values(self, options: Mapping[str, object], players: int = 0) -> dict[str, Value]:
        """Return the value of every option, given or default. `players`: the number at the table, 0 if
        unknown.

        Raises OptionErrors with every fault.
        """
        house_rules, faults = self._read(options, players)
        if faults:
            raise OptionErrors(faults)
        return {option.name: getattr(house_rules, option.name) for option in self.options}

    def logged_values(self, options: Mapping[str, object], players: int) -> dict[str, object]:
        """Return the option values in the form of a table's log: tuples become lists."""
        values = self.option_values(options, players)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def _read(self, options: Mapping[str, object], players: int) -> tuple[HouseRules, list[OptionFault]]:
        """Return the house rules from all valid values, and the faults of the others."""
        values: dict[str, Any]
        values, faults = read_options(self.options, self.with_packs(options, players))
        house_rules = self.house_rules(**values)
        return house_rules.at_table(players) if players else house_rules, faults

    def with_packs(self, options: Mapping[str, object], players: int) -> Mapping[str, object]:
        """Return the options; if they name no packs, with the usual number for so many players."""
        packs = next((packs for fewest, packs in reversed(self.packs_by_players) if fewest <= players), None)
        return options if packs is None or "packs" in options else {**options, "packs": packs}

    @cached_property
    def packs_by_players(self) -> tuple[tuple[int, int], ...]:
        """The numbers of players from which on a table has more packs than usual, each with that number of
        packs."""
        if not self.another_pack_from:
            return ()
        usual = next(int(str(option.default)) for option in self.options if option.name == "packs")
        return tuple((fewest, usual + more) for more, fewest in enumerate(self.another_pack_from, 1))

    def number_fault(self, players: int) -> str:
        """Return why this number of players cannot play the game; empty if they can."""
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

    def pairs_off(self, rules: Rules) -> bool:
        """Return whether four or six players usually play in partnerships."""
        return rules.scoring.cards_together

    def usual_partnerships(self, rules: Rules, players: Sequence[str]) -> list[list[str]]:
        """Return the usual partnerships, A B A B round the table, if the rules count sides and the number of
        players allows pairs; else an empty list."""
        sides = len(players) // 2
        pairs_off = self.pairs_off(rules) and len(players) in (4, 6)
        return [[players[side], players[side + sides]] for side in range(sides)] if pairs_off else []


class UnknownGame(ScorepadError):
    """No game has that name."""

    code = "unknown-game"


class UnknownPreset(ScorepadError):
    """The game has no preset with that id."""

    code = "unknown-preset"

    def __init__(self, game: Game, preset_id: str) -> None:
        names = ", ".join(preset.id for preset in game.presets)
        sentence = say(
            "No preset is called {name}. Type one of {names}.", name=repr(preset_id[:40]), names=names
        )
        super().__init__(sentence, at="preset")
