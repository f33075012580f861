"""A game as the pad knows it: its house rules as typed fields, and how they become rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Literal, Self

from scorepad.core.cards import Card
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
from scorepad.core.rules import Rules
from scorepad.core.sentence import say

TableUse = Literal["none", "own", "partners", "melds", "board"]

LONGEST_FILE = 8_000  # characters of a game of one's own
_TABLES_AT_ONCE = 64  # different house rules whose Rules are remembered; each takes 2 kB


@dataclass(frozen=True, slots=True)
class DealFacts:
    """The number of a deal in its match, and the card turned up for it; None where nobody says.

    A wild rank, a first meld or a limit may follow from either.
    """

    number: int = 1
    turned: Card | None = None

    def of(self, names: Collection[str]) -> DealFacts:
        """The facts of these names, the others as in a usual deal, so that deals alike in them are equal."""
        return replace(USUAL_DEAL, **{name: getattr(self, name) for name in names})


USUAL_DEAL = DealFacts()


@dataclass(frozen=True)
class HouseRules:
    """The house rules of a table. A game's class has an `option` a field, and says what they come to.

    `deciding_pack` names the options without which nobody knows the cards of the table. `follows` names the
    facts of a deal that its rules follow from: `number`, `turned`.
    """

    deciding_pack: ClassVar[frozenset[str]] = frozenset()
    follows: ClassVar[Collection[str]] = ()

    def faults(self) -> Iterator[OptionFault]:
        """What does not agree among values that read one by one."""
        return iter(())

    def rules(self) -> Rules:
        """What they come to in a usual deal, where they have no faults."""
        # The two call each other, for ever in a class that has neither.
        if type(self).rules_in is HouseRules.rules_in:
            raise NotImplementedError(f"{type(self).__name__} has no rules")
        return self.rules_in(USUAL_DEAL)

    def rules_in(self, facts: DealFacts) -> Rules:  # noqa: ARG002 (most games do not ask)
        """What they come to in one deal. A game has these rules or those, whether deals differ or not."""
        return self.rules()

    def at_table(self, players: int) -> Self:  # noqa: ARG002 (most games do not ask)
        """These house rules at a table of so many players."""
        return self

    def fault(self, name: str, expected: str, **words: str) -> OptionFault:
        """What is wrong with the value of that option."""
        return OptionFault(name, getattr(self, name), expected, **words)


@lru_cache(maxsize=_TABLES_AT_ONCE)
def _build_rules(house_rules: HouseRules, facts: DealFacts) -> Rules:
    """The rules of a deal, which its table asks for again and again. Raises OptionErrors with every fault."""
    if faults := list(house_rules.faults()):
        raise OptionErrors(faults)
    return house_rules.rules_in(facts)


@dataclass(frozen=True)
class Preset:
    """House rules under a name, as data: what differs from the defaults, and in one sentence what it is.

    Questions ask for it by its `id`, which is its name in small letters with hyphens where none is given.
    """

    name: str
    sentence: str
    options: Mapping[str, Value]
    id: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", self.id or "-".join(re.findall(r"[a-z0-9]+", self.name.lower())))


@dataclass(frozen=True, repr=False)
class Game:
    """One game: its `house_rules` make its Rules; `players` is the least and most at a table. A game
    that names none takes all that a table has seats for.

    `table` says what melds on the table mean for the best play: the player's own, to go on with (H8, L3);
    partners', to interlock with (I7); anybody's, to lay off on (B2); or a board to rebuild (K3, G2).
    `another_pack_from` are the numbers of players from each of which on a table has a pack more than usual by
    itself (F1, G1, V1).
    `kept_as` is the game that tables keep in its place, with all its house rules; empty for itself. A game
    whose file may change or go is kept as one that stays.
    `place` is where the game stands in every list: 1 for the one that most people know, hundreds for few.
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
        """What a table calls it: by the title that it has given it, where the game takes one."""
        title = options.get("title")
        return title if isinstance(title, str) and title else self.name

    @property
    def short_rules(self) -> str:
        """The template of its rules in short, in the game's folder. A game of another package has none."""
        return f"{self.id.replace('-', '_')}/short_rules.html"

    @property
    def example(self) -> str:
        """The file of a hand and an evening in the folder of the game. Tests and measurements play them."""
        return f"{self.id.replace('-', '_')}/example.json"

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it is called."""
        return (*self.aliases, self.name, self.id)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Its house rules, each with its words."""
        return options_of(self.house_rules)

    def rules(self, options: Mapping[str, object], players: int = 0, facts: DealFacts = USUAL_DEAL) -> Rules:
        """The rules of a deal under the given options, defaults for the rest.

        Raises OptionErrors with every fault.
        """
        house_rules, faults = self._read(options, players)
        if faults:
            raise OptionErrors([*faults, *self._among_others(house_rules, faults)])
        # Facts that no rule follows from are left out of the key: most games build one Rules for all deals.
        return _build_rules(house_rules, facts.of(house_rules.follows))

    def rules_of_any_deal(self, options: Mapping[str, object]) -> Rules:
        """The rules of a deal whose number nobody knows: hands are as large as in any deal of the match."""
        rules = self.rules(options)
        numbers = range(1, max(1, rules.match.deals) + 1)
        of_deals = (self.rules(options, facts=DealFacts(number)).match.cards_dealt for number in numbers)
        return rules.variant(cards_dealt=tuple(sorted({size for sizes in of_deals for size in sizes})))

    def _among_others(self, house_rules: HouseRules, faults: list[OptionFault]) -> list[OptionFault]:
        """What is wrong among the other options, as far as it can be told without those that do not read."""
        wrong_names = {fault.name for fault in faults}
        if wrong_names & house_rules.deciding_pack:
            return []
        # An option that did not read stands at its default, which is not to blame.
        return [fault for fault in house_rules.faults() if fault.name not in wrong_names]

    def table_use(self, rules: Rules) -> TableUse:
        """What melds on the table mean under its rules: a player's own where laid in any turn (I8)."""
        return "own" if rules.turns.any_turn else self.table

    def follows(self, options: Mapping[str, object]) -> Collection[str]:
        """The facts of a deal that its rules under these options follow from, by name."""
        return self._read(options, 0)[0].follows

    def preset_options(self, preset_id: str) -> Mapping[str, Value]:
        """The options of the preset with that id. Raises UnknownPreset."""
        for preset in self.presets:
            if preset.id == preset_id:
                return preset.options
        raise UnknownPreset(self, preset_id)

    def preset_among(self, changed: Mapping[str, str]) -> tuple[Preset, Mapping[str, str]] | None:
        """The named rules that all are among these, which differ from the defaults, and those of it as they
        are typed. The largest preset where there are several; None where there is none."""
        fitting = (
            (preset, typed)
            for preset in self.presets
            if (typed := self._typed_rules(preset)) and typed.items() <= changed.items()
        )
        return max(fitting, key=lambda found: len(found[1]), default=None)

    def _typed_rules(self, preset: Preset) -> dict[str, str]:
        """What differs from the defaults in a preset, as it is typed."""
        given = (option for option in self.options if option.name in preset.options)
        values = ((option, option.read(preset.options[option.name])) for option in given)
        return {option.name: written_value(value) for option, value in values if value != option.default}

    def option_values(self, options: Mapping[str, object], players: int = 0) -> dict[str, Value]:
        """Every option's value, given or default, at a table of so many players where they are known.

        Raises OptionErrors with every fault.
        """
        house_rules, faults = self._read(options, players)
        if faults:
            raise OptionErrors(faults)
        return {option.name: getattr(house_rules, option.name) for option in self.options}

    def logged_values(self, options: Mapping[str, object], players: int) -> dict[str, object]:
        """The same as the log of a table has them: what is several values is a list."""
        values = self.option_values(options, players)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def _read(self, options: Mapping[str, object], players: int) -> tuple[HouseRules, list[OptionFault]]:
        """The house rules by all that reads, and what is wrong with the rest."""
        values: dict[str, Any]
        values, faults = read_options(self.options, self.with_packs(options, players))
        house_rules = self.house_rules(**values)
        return house_rules.at_table(players) if players else house_rules, faults

    def with_packs(self, options: Mapping[str, object], players: int) -> Mapping[str, object]:
        """The options, with the packs that so many players have where they name none."""
        packs = next((packs for fewest, packs in reversed(self.packs_by_players) if fewest <= players), None)
        return options if packs is None or "packs" in options else {**options, "packs": packs}

    @cached_property
    def packs_by_players(self) -> tuple[tuple[int, int], ...]:
        """The numbers of players from which on a table has more packs than usual, each with its packs."""
        if not self.another_pack_from:
            return ()
        usual = next(int(str(option.default)) for option in self.options if option.name == "packs")
        return tuple((fewest, usual + more) for more, fewest in enumerate(self.another_pack_from, 1))

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

    def pairs_off(self, rules: Rules) -> bool:
        """Whether four or six players usually are partners with those who sit opposite."""
        return rules.scoring.counts_sides and not rules.scoring.types_points

    def usual_partnerships(self, rules: Rules, players: Sequence[str]) -> list[list[str]]:
        """Partners who sit across from each other, A B A B, where sides count and so many sit in pairs; no
        partnerships elsewhere."""
        sides = len(players) // 2
        pairs_off = self.pairs_off(rules) and len(players) in (4, 6)
        return [[players[side], players[side + sides]] for side in range(sides)] if pairs_off else []


class UnknownGame(ScorepadError):
    """No game goes by that name."""

    code = "unknown-game"


class UnknownPreset(ScorepadError):
    """The game has no preset of that id."""

    code = "unknown-preset"

    def __init__(self, game: Game, preset_id: str) -> None:
        names = ", ".join(preset.id for preset in game.presets)
        sentence = say(
            "No preset is called {name}. Type one of {names}.", name=repr(preset_id[:40]), names=names
        )
        super().__init__(sentence, at="preset")
