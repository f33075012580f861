"""How the values of a house rule judge one case, and what a set of house rules comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from scorepad.core.errors import ScorepadError
from scorepad.core.options import Option, Value, written
from scorepad.core.rules import Rules
from scorepad.examples.board_cases import boards
from scorepad.examples.case import Case, No
from scorepad.examples.cases import cases, names
from scorepad.examples.deal_cases import matches, unopened
from scorepad.examples.example_job import Outcome, Spread
from scorepad.examples.play_cases import plays
from scorepad.games import Game, find

MOST_VALUES = 6
Options = Mapping[str, object]
_Frozen = tuple[tuple[str, Value], ...]


def spread(game: Game, options: Options, name: str) -> Spread | None:
    """The case that shows a house rule best at a table with these options; None where no case shows it."""
    try:
        values = game.values(options)
        game.rules(options)
    except ScorepadError:
        return None
    return _spread(game.id, tuple(sorted(values.items())), name)


def spreads(game: Game, options: Options) -> dict[str, Spread]:
    """Every option that a case shows, by its name."""
    every = {option.name: spread(game, options, option.name) for option in game.options}
    return {name: shown for name, shown in every.items() if shown}


def work(question: Mapping[str, Any]) -> dict[str, Spread]:
    """The examples that the question of an `example_job` asks for."""
    return spreads(find(question["game"]), question["options"])


@lru_cache(maxsize=2048)
def _spread(game_id: str, frozen: _Frozen, name: str) -> Spread | None:
    game, values = find(game_id), dict(frozen)
    option = next(option for option in game.options if option.name == name)
    for more in _settings(game, option):
        variants = list(_variants(game, option, values, more))
        if not any(value == values[name] for value, _ in variants):
            continue
        now = next(rules for value, rules in variants if value == values[name])
        case = _telling(option.name, [rules for _, rules in variants], now)
        if case:
            return _shown(option, values[name], variants, case, _with(game, more, values))
    return None


def _settings(game: Game, option: Option) -> Iterator[dict[str, Value]]:
    """Other house rules that a case may need: none, jokers, a wild rank, and so on."""
    names = {option.name for option in game.options}
    yield {}
    yield from (more for more in _NEEDS.get(option.name, ()) if more.keys() <= names)


def _variants(
    game: Game, option: Option, values: Mapping[str, Value], more: Mapping[str, Value]
) -> Iterator[tuple[Value, Rules]]:
    """Values of the option with the rules that they make, with `more` rules where those go together."""
    for value in _values(option, values[option.name]):
        for needed in (more, {}):
            try:
                yield value, game.rules({**values, **needed, option.name: value})
                break
            except ScorepadError:
                continue


def _values(option: Option, now: Value) -> list[Value]:
    """The value now, the default, and others to compare them with."""
    if option.type == "choice":
        others: Sequence[Value] = [choice.value for choice in option.choices]
    elif option.type == "bool":
        others = [not option.default]
    elif option.type == "int":
        others = [_number(option)]
    else:
        others = _LISTS.get(option.name, [])
    return list(dict.fromkeys([option.default, now, *others]))[:MOST_VALUES]


_NUMBERS = {"deals": 4}
_JOKERS: dict[str, Value] = {"jokers": 4}
_IN_TURNS: dict[str, Value] = {"any_turn": True}
_NEEDS: dict[str, tuple[dict[str, Value], ...]] = {
    "suits": ({"pack": "seventeen"},),
    "ranks": ({"pack": "custom"},),
    "schedule_table": ({"schedule": "table"},),
    "interlock_table": ({"interlock_schedule": "table"},),
    "adjacent_naturals": (_JOKERS,),
    "wilds_apart": (_JOKERS,),
    "wild_only_schedule": (_JOKERS,),
    "wild_only_table": ({**_JOKERS, "wild_only_schedule": "table"},),
    "wild_ranks": (_JOKERS,),
    "wild_rank_mode": ({"wild_rank": "5"},),
    "wild_reach": ({"wild_rank": "5"},),
    "majors": ({"pack": "tarot-78"},),
    **dict.fromkeys(("first_play", "first_play_one_set", "retrieve_jokers"), ({"initial_done": False},)),
    "merge_with_cards": (_IN_TURNS,),
    "concealed_bonus": (_IN_TURNS,),
    "concealed_mode": (_IN_TURNS,),
    "filching": (_JOKERS, {**_IN_TURNS, **_JOKERS}),
    "filch_from": ({**_JOKERS, "filching": True}, {**_IN_TURNS, **_JOKERS, "filching": True}),
    "first_meld_naturals": (_IN_TURNS,),
    "first_meld_wilds": (
        {**_JOKERS, "first_meld_naturals": 4},
        {**_IN_TURNS, **_JOKERS, "first_meld_naturals": 4},
    ),
    "first_meld_rise": ({"first_meld_naturals": 4}, {**_IN_TURNS, "first_meld_naturals": 4}),
}
_LISTS: dict[str, list[Value]] = {
    "leaps": [(1, 2)],
    "schedule_table": [(0, 1, 4, 9)],
    "wild_only_table": [(0, 1, 4, 9)],
    "interlock_table": [(0, 1, 4, 9)],
    "wild_rank": ["5", "5 J"],
    "wild_cards": ["JH JS"],
    "wild_ranks": ["7 8"],
    "suits": ["5"],
    "ranks": ["A23456789T"],
}


_PLAYED = (
    "any_turn",
    "merge_with_cards",
    "first_meld_naturals",
    "first_meld_wilds",
    "first_meld_rise",
    "filching",
    "filch_from",
    "tokens",
)
_SHOWN_BY: dict[str, Callable[[Rules], Iterator[Case]]] = {
    "suit_names": names,
    "charge_unopened": unopened,
    "target": matches,
    "deals": matches,
    **dict.fromkeys(("initial_done", "first_play_one_set", "retrieve_jokers"), boards),
    **dict.fromkeys(_PLAYED, plays),
}


def _number(option: Option) -> int:
    """A number other than the default that changes something."""
    default = option.default
    if option.name in _NUMBERS:
        return _NUMBERS[option.name]
    assert isinstance(default, int)
    if default:
        return default + 1 if default < option.high else default - 1
    return min(option.high, 4 if option.high < 20 else 2 if option.high < 30 else 50)


def _telling(name: str, variants: Sequence[Rules], now: Rules) -> Case | None:
    """The case that tells the rules `now` from the first, which are the usual ones, and the others apart.

    Where there are several: one that the usual rules allow.
    """
    if len(set(variants)) < 2:
        return None
    best, most = None, (False, 1, True)
    seen: set[Case] = set()
    for case in (case for rules in variants for case in _SHOWN_BY.get(name, cases)(rules)):
        if case in seen:
            continue
        seen.add(case)
        outcomes = [case.outcome(rules) for rules in variants]
        kinds = {rules: _kind(words) for rules, words in zip(variants, outcomes, strict=True)}
        differs = kinds[now] != kinds[variants[0]]
        telling = (differs, len(set(kinds.values())), not isinstance(outcomes[0], No))
        if telling > most:
            best, most = case, telling
        if most == (now != variants[0], len(variants), True):
            break
    return best


def _kind(words: str) -> str:
    """Outcomes that differ only in why a thing cannot be are alike."""
    return "" if isinstance(words, No) else words


def _shown(
    option: Option, now: Value, variants: Sequence[tuple[Value, Rules]], case: Case, with_: str
) -> Spread:
    outcomes = tuple(
        _outcome(option, value, case.outcome(rules), chosen=value == now) for value, rules in variants
    )
    pack = next(rules.pack for value, rules in variants if value == now)
    return Spread(option.name, case.shown(pack), with_, outcomes)


def _outcome(option: Option, value: Value, words: str, *, chosen: bool) -> Outcome:
    can_be, usual = not isinstance(words, No), value == option.default
    return Outcome(written(value), option.in_words(value), str(words), can_be, chosen, usual)


def _with(game: Game, more: Mapping[str, Value], values: Mapping[str, Value]) -> str:
    options = {option.name: option for option in game.options}
    new = [options[name] for name in more if more[name] != values[name]]
    return ", ".join(f"{option.label.lower()}: {option.in_words(more[option.name])}" for option in new)
