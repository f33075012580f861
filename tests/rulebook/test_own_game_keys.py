"""No key of a game of one's own stands beside another that takes its effect without a word."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from scorepad.core.cards import Card
from scorepad.core.deal_facts import DealFacts
from scorepad.core.options import Option, OptionErrors
from scorepad.core.rules import Rules
from scorepad.rulebook.own_game import GAME, idle_keys

DEALS = (DealFacts(number=1, turned=Card("5", "H")), DealFacts(number=3, turned=Card("9", "S")))
VALUES: Mapping[str, tuple[object, ...]] = {
    "cards_pack": ("spanish-40", "rummikub"),
    "cards_deal": ((9,),),
    "set_ranks": ("2 3 4 5 6",),
    "wild_ranks": ("2",),
    "open_contracts": ("S3, R4, R4 R4",),
    "count_cards": ("7=30",),
    "count_left": ("7=1",),
    "score_kind": ("winner", "melded", "difference", "rack", "cards", "wins"),
    "match_deals": (2,),
    "out_at_once": (2,),
    "score_out": (7,),
}
"""Values that keys are tried with; others are tried with some numbers, or with all that may be chosen."""
OPTIONS = tuple(
    option for option in GAME.options if option.name not in ("title", "cards_suits", "cards_ranks")
)
SAME: Mapping[str, str] = {
    "table_early": "without discards, and where one knocks, melds lie at the end anyway",
    "cards_packs": "tiles are sold in two packs",
}
"""Keys that may change nothing beside some others, and why."""


def values_of(option: Option) -> tuple[object, ...]:
    if option.name in VALUES:
        return VALUES[option.name]
    if option.type == "choice":
        return tuple(value for value in option.choices if value != option.default)
    if option.type == "bool":
        return (not option.default,)
    return tuple(n for n in (1, 2, 4, 8) if option.low <= n <= option.high and n != option.default)


@cache
def rules_of(*given: tuple[str, object]) -> tuple[Rules, ...] | None:
    """The rules of two deals; None if the values disagree."""
    try:
        return tuple(GAME.rules(dict(given), facts=deal) for deal in DEALS)
    except OptionErrors:
        return None


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_a_key_changes_the_rules_beside_each_other_one_or_is_refused(option):
    silent = set()
    for value in values_of(option):
        alone = rules_of((option.name, value))
        if alone is None or alone == rules_of():
            continue
        for other in OPTIONS:
            for of_other in values_of(other) if other != option else ():
                without = rules_of((other.name, of_other))
                if without and rules_of((other.name, of_other), (option.name, value)) == without:
                    silent.add((value, other.name, of_other))
    assert not silent or option.name in SAME, silent


@pytest.mark.parametrize("name", idle_keys.NEEDS)
def test_what_a_key_needs_is_named_by_its_fault(name):
    option = next(option for option in GAME.options if option.name == name)
    needed = idle_keys.NEEDS[name][0]
    other = next(option for option in GAME.options if option.name == needed.other)
    missing = next(
        value
        for value in (other.default, *values_of(other), "spanish-40")
        if (value in needed.values) == needed.but
    )
    value = {"cards_ranks": "A 2 3", "cards_suits": "4"}.get(name) or values_of(option)[0]
    with pytest.raises(OptionErrors) as raised:
        GAME.rules({name: value, other.name: missing})
    key = needed.other.replace("_", ".", 1)
    assert any(fault.name == name and f"because {key} is" in str(fault) for fault in raised.value.faults)
