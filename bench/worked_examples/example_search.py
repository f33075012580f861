"""How the values of a house rule judge one case, and what a set of house rules comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from bench.worked_examples.board_cases import board_cases, joker_cases, rebuilt_cases
from bench.worked_examples.case import CannotBe, ExampleCase
from bench.worked_examples.cases import every_case, suit_name_cases
from bench.worked_examples.deal_cases import (
    columns_cases,
    dealer_cases,
    draw_cases,
    halves_cases,
    match_cases,
    start_cases,
    unopened_cases,
)
from bench.worked_examples.hand_cases import ladder_cases
from bench.worked_examples.play_cases import play_cases
from scorepad.core.cards import Card
from scorepad.core.deal_facts import USUAL_DEAL, DealFacts
from scorepad.core.errors import ScorepadError
from scorepad.core.options import Option, Value, written_value
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, as_part, as_sentence, in_a_row, say
from scorepad.examples.kept_examples import CaseOutcome, WorkedExample
from scorepad.rulebook import Game, find_game

MOST_VALUES = 8
OptionValues = Mapping[str, object]
_FrozenValues = tuple[tuple[str, Value], ...]


def worked_example(game: Game, options: OptionValues, option_name: str) -> WorkedExample | None:
    """The case that shows a house rule best at a table with these options; None where no case shows it."""
    try:
        option_values = game.option_values(options)
        game.rules(options)
    except ScorepadError:
        return None
    return _find_example(game.id, tuple(sorted(option_values.items())), option_name)


def all_examples(game: Game, options: OptionValues) -> dict[str, WorkedExample]:
    """Every option that a case shows, by its name."""
    every_example = {option.name: worked_example(game, options, option.name) for option in game.options}
    return {name: example for name, example in every_example.items() if example}


@lru_cache(maxsize=2048)
def _find_example(game_id: str, frozen_values: _FrozenValues, option_name: str) -> WorkedExample | None:
    game, option_values = find_game(game_id), dict(frozen_values)
    option = next(option for option in game.options if option.name == option_name)
    for needed_values in _needed_settings(game, option):
        rule_variants = list(_rule_variants(game, option, option_values, needed_values))
        if not any(value == option_values[option_name] for value, _ in rule_variants):
            continue
        chosen_rules = next(rules for value, rules in rule_variants if value == option_values[option_name])
        best_case = _most_telling_case(option.name, [rules for _, rules in rule_variants], chosen_rules)
        if best_case:
            return _to_example(
                option,
                option_values[option_name],
                rule_variants,
                best_case,
                _other_rules(game, needed_values, option_values),
            )
    return None


def _needed_settings(game: Game, option: Option) -> Iterator[dict[str, Value]]:
    """Other house rules that a case may need: none, jokers, a wild rank, and so on."""
    option_names = {option.name for option in game.options}
    yield {}
    yield from (
        needed_values
        for needed_values in _NEEDED_SETTINGS.get(option.name, ())
        if needed_values.keys() <= option_names
    )


def _rule_variants(
    game: Game, option: Option, option_values: Mapping[str, Value], needed_values: Mapping[str, Value]
) -> Iterator[tuple[Value, Rules]]:
    """Values of the option with the rules that they make, with `more` rules where those go together."""
    for value in _values_to_compare(game, option, option_values[option.name]):
        for tried_values in (needed_values, {}):
            try:
                values = {**option_values, **tried_values, option.name: value}
                yield value, game.rules(values, facts=TURNED_UP.get(option.name, USUAL_DEAL))
                break
            except ScorepadError:
                continue


def _values_to_compare(game: Game, option: Option, chosen_value: Value) -> list[Value]:
    """The value now, the default, those of presets, and others to compare them with."""
    in_presets = [
        option.read(preset.options[option.name]) for preset in game.presets if option.name in preset.options
    ]
    if option.type == "choice":
        other_values: Sequence[Value] = list(option.choices)
    elif option.type == "bool":
        other_values = [not option.default]
    elif option.type == "int":
        other_values = in_presets or [_other_number(option)]
    else:
        other_values = [*in_presets, *_OTHER_LISTS.get(option.name, [])]
    return list(dict.fromkeys([option.default, chosen_value, *other_values]))[:MOST_VALUES]


TURNED_UP = {
    "oklahoma": DealFacts(turned=Card("5", "H")),
    "koz": DealFacts(turned=Card("5", "H")),
    "oklahoma_ace": DealFacts(turned=Card("A", "H")),
    "spade_doubles": DealFacts(turned=Card("9", "S")),
    **dict.fromkeys(("tiplu", "neighbours", "alter", "marriage"), DealFacts(turned=Card("J", "H"))),
    "all_at_last": DealFacts(7),
    "ladders": DealFacts(8),
}
_OTHER_NUMBERS = {"deals": 4, "first_meld_naturals": 4, "side_score": 3000}
_WITH_JOKERS: dict[str, Value] = {"jokers": 4}
_IN_TURNS: dict[str, Value] = {"any_turn": True}
_NEEDED_SETTINGS: dict[str, tuple[dict[str, Value], ...]] = {
    "suits": ({"pack": "seventeen"},),
    "ranks": ({"pack": "custom"},),
    "schedule_table": ({"schedule": "table"},),
    "interlock_table": ({"interlock_schedule": "table"},),
    "adjacent_naturals": (_WITH_JOKERS,),
    "wilds_apart": (_WITH_JOKERS,),
    "wild_only_schedule": (_WITH_JOKERS,),
    "wild_only_table": ({**_WITH_JOKERS, "wild_only_schedule": "table"},),
    "wild_ranks": (_WITH_JOKERS,),
    "wild_rank_mode": ({"wild_rank": "5"},),
    "wild_reach": ({"wild_rank": "5"},),
    "majors": ({"pack": "tarot-78"},),
    "major_ranks": ({"pack": "tarot-78", "majors": "wild-list"},),
    **dict.fromkeys(("first_play", "first_play_one_set", "retrieve_jokers"), ({"initial_done": False},)),
    "merge_with_cards": (_IN_TURNS,),
    "highest_first": ({"side_score": 7000},),
    "concealed_bonus": (_IN_TURNS,),
    "concealed_mode": (_IN_TURNS,),
    "filching": (_WITH_JOKERS, {**_IN_TURNS, **_WITH_JOKERS}),
    "filch_from": ({**_WITH_JOKERS, "filching": True}, {**_IN_TURNS, **_WITH_JOKERS, "filching": True}),
    "first_meld_naturals": (_IN_TURNS,),
    "first_meld_wilds": (
        {**_WITH_JOKERS, "first_meld_naturals": 4},
        {**_IN_TURNS, **_WITH_JOKERS, "first_meld_naturals": 4},
    ),
    "most_wilds": (_WITH_JOKERS,),
    "first_meld": ({"side_score": 2500},),
    "opening": ({"initial_done": False},),
    "side_score": ({"first_meld": "score"}, {"rises": True}),
    "rises": ({"side_score": 1500},),
    "need_sevens": ({"sevens": 1500},),
    "match_stakes_stay": ({"score_kind": "wins"},),
    "oklahoma_ace": ({"oklahoma": True},),
    "spade_doubles": ({"oklahoma": True},),
    **dict.fromkeys(("out_at", "back_until", "most_drops", "split", "entry"), ({"play": "pool"},)),
    "joker_chinchon": ({"wild_ace": True},),
    "two_joker_chinchon": ({"jokers": 2},),
    "rate": ({"play": "points"},),
    "first_meld_rise": ({"first_meld_naturals": 4}, {**_IN_TURNS, "first_meld_naturals": 4}),
}
_OTHER_LISTS: dict[str, list[Value]] = {
    "leaps": [(1, 2)],
    "schedule_table": [(0, 1, 4, 9)],
    "wild_only_table": [(0, 1, 4, 9)],
    "interlock_table": [(0, 1, 4, 9)],
    "wild_rank": ["5", "5 J"],
    "wild_cards": ["JH JS"],
    "wild_ranks": ["7 8"],
    "major_ranks": ["XIII:7,8"],
    "suits": ["5"],
    "ranks": ["A23456789T"],
    "own_contracts": ["S3 S3, S3 R4"],
}


_PLAY_OPTIONS = (
    "any_turn",
    "merge_with_cards",
    "first_meld_naturals",
    "first_meld_wilds",
    "first_meld_rise",
    "filching",
    "filch_from",
    "tokens",
)
_CASES_BY_OPTION: dict[str, Callable[[Rules], Iterator[ExampleCase]]] = {
    "suit_names": suit_name_cases,
    "charge_unopened": unopened_cases,
    "target": match_cases,
    "deals": match_cases,
    **dict.fromkeys(("stakes_stay", "match_stakes_stay"), draw_cases),
    "ladders": ladder_cases,
    "start": start_cases,
    "columns": columns_cases,
    "dealer": dealer_cases,
    "halves": halves_cases,
    "sides": unopened_cases,
    **dict.fromkeys(("initial_done", "first_play_one_set", "retrieve_jokers"), board_cases),
    "jokers_stay": joker_cases,
    "table_rebuilt": rebuilt_cases,
    **dict.fromkeys(_PLAY_OPTIONS, play_cases),
}


def _other_number(option: Option) -> int:
    """A number other than the default that changes something."""
    default_value = option.default
    if _OTHER_NUMBERS.get(option.name, default_value) != default_value:
        return _OTHER_NUMBERS[option.name]
    assert isinstance(default_value, int)
    if default_value:
        return default_value + 1 if default_value < option.high else default_value - 1
    return min(option.high, 4 if option.high < 20 else 2 if option.high < 30 else 50)


def _most_telling_case(
    option_name: str, rule_variants: Sequence[Rules], chosen_rules: Rules
) -> ExampleCase | None:
    """The case that tells the rules `now` from the first, which are the usual ones, and the others apart.

    Where there are several: one that the usual rules allow.
    """
    if len(set(rule_variants)) < 2:
        return None
    best_case, most_telling = None, (False, 1, True)
    seen_cases: set[ExampleCase] = set()
    for case in (
        case for rules in rule_variants for case in _CASES_BY_OPTION.get(option_name, every_case)(rules)
    ):
        if case in seen_cases:
            continue
        seen_cases.add(case)
        case_outcomes = [case.outcome_under(rules) for rules in rule_variants]
        outcome_kinds = {
            rules: _outcome_kind(words) for rules, words in zip(rule_variants, case_outcomes, strict=True)
        }
        differs_from_usual = outcome_kinds[chosen_rules] != outcome_kinds[rule_variants[0]]
        tells_apart = (
            differs_from_usual,
            len(set(outcome_kinds.values())),
            not isinstance(case_outcomes[0], CannotBe),
        )
        if tells_apart > most_telling:
            best_case, most_telling = case, tells_apart
        if most_telling == (chosen_rules != rule_variants[0], len(rule_variants), True):
            break
    return best_case


def _outcome_kind(outcome_words: str) -> str:
    """Outcomes that differ only in why a thing cannot be are alike."""
    return "" if isinstance(outcome_words, CannotBe) else outcome_words


def _to_example(
    option: Option,
    chosen_value: Value,
    rule_variants: Sequence[tuple[Value, Rules]],
    best_case: ExampleCase,
    other_rules: Sentence,
) -> WorkedExample:
    case_outcomes = tuple(
        _case_outcome(option, value, best_case.outcome_under(rules), is_chosen=value == chosen_value)
        for value, rules in rule_variants
    )
    chosen_pack = next(rules.pack for value, rules in rule_variants if value == chosen_value)
    return WorkedExample(option.name, best_case.show_case(chosen_pack), other_rules, case_outcomes)


def _case_outcome(option: Option, value: Value, outcome_words: str, *, is_chosen: bool) -> CaseOutcome:
    can_be, is_usual = not isinstance(outcome_words, CannotBe), value == option.default
    phrase = outcome_words.phrase if isinstance(outcome_words, CannotBe) else _as_phrase(outcome_words)
    words = outcome_words.reason if isinstance(outcome_words, CannotBe) else outcome_words
    return CaseOutcome(
        written_value(value),
        as_sentence(option.in_words(value)),
        as_sentence(words),
        as_sentence(phrase),
        can_be,
        is_chosen,
        is_usual,
    )


def _as_phrase(words: str) -> str:
    return as_part(words) if words.endswith(".") else words


def _other_rules(
    game: Game, needed_values: Mapping[str, Value], option_values: Mapping[str, Value]
) -> Sentence:
    options_by_name = {option.name: option for option in game.options}
    changed_options = [
        options_by_name[name] for name in needed_values if needed_values[name] != option_values[name]
    ]
    return in_a_row(
        (
            say("{rule}: {value}", rule=option.label, value=option.in_words(needed_values[option.name]))
            for option in changed_options
        ),
        " · ",
    )
