"""The values of `Rules` that each search supports; others are refused by name.

Rules can be combined in ways that no game has. A search that ignored one of them would claim a false proof.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Literal

from scorepad.core.errors import RulesNotKnown
from scorepad.core.rule_parts import CardValues, DealEnd, Interlocks, Opening, Sets, ThrownCard, WildCount
from scorepad.core.rules import PART_OF_FIELD, Leaps, Rules, Runs
from scorepad.core.sentence import say
from scorepad.core.values import lone_ace_value, value_beside_others

_TABLES_AT_ONCE = 64  # different rules of which is remembered what their search does not know

Search = Literal["interlocks", "extensions", "leaps", "sets and runs", "hand", "board", "rank melds"]
Known = Mapping[str, Collection[object] | None]
"""By field the values that a search knows, None for every value. A field that is not here has the value that
it has in `Rules` by itself."""


_BY_FIELDS: Mapping[str, CardValues | Interlocks | Leaps | ThrownCard | Opening | Runs | Sets | WildCount] = {
    "card_values": CardValues(),
    "interlocks": Interlocks(),
    "leaps": Leaps(),
    "thrown": ThrownCard(),
    "opening": Opening(),
    "runs": Runs(),
    "sets": Sets(3),
    "count": WildCount(),
}
"""The objects of rules that a search knows field by field, with the fields of those that rules lack."""


def _any_value(*fields: str) -> Known:
    return dict.fromkeys(fields)


def _fields_of(part: str) -> list[str]:
    own = [field for field, own_part in PART_OF_FIELD.items() if own_part == part]
    inner = [
        f"{field}.{one.name}" for field in own if field in _BY_FIELDS for one in fields(_BY_FIELDS[field])
    ]
    return own + inner


_BOTH = (False, True)
_EVERY_SEARCH: Known = _any_value("packs", "jokers", "clause", *_fields_of("match"))
"""How many cards there are, and the match, which no search asks about."""

_TRACKS: Known = {
    **_EVERY_SEARCH,
    **_any_value("pack", "suit_pattern", "leaps.each", "routes", "schedule", "quartet_bonus"),
    **_any_value("wild_only_schedule", "wild_rank", "wild_rank_mode", "wild_cards", "wild_reach"),
    **_any_value("joker_ranks", "majors", "major_ranks"),
    **_any_value("any_turn", "lying"),
    **_any_value("concealed"),
    "runs.circular": _BOTH,
    "adjacent_naturals": _BOTH,
    "wilds_apart": _BOTH,
    "must_meld_all": (True,),
}
_FIRST_MELDS: Known = _any_value("first_meld")
_CARD_VALUES: Known = _any_value("card_values", "card_values.ranks", "card_values.every", "card_values.joker")
_SETS_AND_RUNS: Known = {
    **_EVERY_SEARCH,
    **_CARD_VALUES,
    "sets": (True,),
    "runs.circular": (False,),
    "runs.ace": ("low", "high", "both"),
    "runs.shortest": (3,),
    "adjacent_naturals": (False,),
    "value_source": ("cards",),
    "must_meld_all": (False,),
}

KNOWN: Mapping[Search, Known] = {
    "extensions": {**_TRACKS, **_FIRST_MELDS},
    "interlocks": {
        **_TRACKS,
        **_FIRST_MELDS,
        **_any_value("interlocks.schedule", "interlocks.with_partners"),
        "interlocks": (True,),
        "suit_pattern": ("alternating",),
    },
    "leaps": {
        **_TRACKS,
        **_CARD_VALUES,
        **_any_value("leaps.tokens", "runs.suits"),
        "runs.shortest": (3,),
        "must_meld_all": (False,),
        "left_counts": (True,),
    },
    "sets and runs": {
        **_SETS_AND_RUNS,
        **_any_value("card_values.low_ace"),
        "joined": _BOTH,
        "left_counts": _BOTH,
        "meld_taken": _BOTH,
        "one_meld": _BOTH,
    },
    "hand": {
        **_SETS_AND_RUNS,
        **_any_value(*_fields_of("hand")),
        # It ends a deal with what is left, however many cards lie.
        "ends": ("melds", "left"),
        **_any_value("pack", "runs.ace", "runs.suits", "runs.longest", "sets.longest"),
        **_any_value("open_senses", "shortest_colour"),
        **_any_value("never_melded", "sets.never", "long_kinds"),
        **_any_value("wilds_apart", "wild_rank", "wild_rank_mode", "wild_cards"),
        **_any_value("count.most", "count.by_length"),
        **_any_value("card_values.joker_as_card", "card_values.low_ace", "card_values.wild_left"),
        **_any_value("card_values.left", "card_values.lone_ace", "card_values.high_ace"),
        "runs.circular": _BOTH,
        "runs.shortest": range(2, 14),
        "suit_pattern": ("single", "alternating"),
        "sets.repeated_colours": _BOTH,
        "sets.smallest": (2, 3),
        "count.naturals": (0, 1, 2),
        "count.set_outnumbered": _BOTH,
        "meld_taken": _BOTH,
        "throws": (True,),
    },
    "board": {
        **_SETS_AND_RUNS,
        **_any_value("pack", *_fields_of("board"), "card_values.joker_as_card", "card_values.low_ace"),
        "runs.circular": _BOTH,
        "sets.repeated_colours": _BOTH,
        # Runs of six and more part into two, so none of more than five are listed.
        "runs.longest": (0, *range(5, 14)),
        **_any_value("lays_early"),
        "ends": ("melds", "laid"),
        "throws": _BOTH,
        "takes_jokers": ("never", "card"),
    },
    "rank melds": {
        **_EVERY_SEARCH,
        **_CARD_VALUES,
        **_any_value("pack", "by_rank", "opening.points", "wild_rank", "count.most", "count.naturals"),
        **_any_value("card_values.left"),
        "sets": (True,),
        "sets.repeated_colours": (True,),
        "adjacent_naturals": (False,),
        "value_source": ("cards",),
        "must_meld_all": (False,),
    },
}


ONLY_WITH: Mapping[Search, Mapping[str, Mapping[str, object]]] = {
    "hand": {
        "shortest_colour": {"wild_rank": (), "wild_cards": ()},
        "sets.smallest": {"pairs": 0},
    },
    "sets and runs": {"card_values.low_ace": {"left_counts": True}},
    "board": {
        # With jokers some long runs don't part.
        "runs.longest": {"jokers": 0},
    },
}
"""Fields of which a search knows other values than the one by itself only where others have these."""


def refuse_unknown(rules: Rules, search: Search) -> None:
    """Raise RulesNotKnown for the first field with a value that the search does not support."""
    unknown = _first_unknown_field(rules, search)
    if unknown is not None:
        raise _not_known(unknown, settings_of(rules)[unknown])


@lru_cache(maxsize=_TABLES_AT_ONCE)
def _first_unknown_field(rules: Rules, search: Search) -> str | None:
    return next(unknown_fields(rules, search), None)


def unknown_fields(rules: Rules, search: Search) -> Iterator[str]:
    """Every field with a value that the search does not support."""
    known, settings = KNOWN[search], settings_of(rules)
    for field, value in settings.items():
        values = known.get(field, (_BY_ITSELF[field],))
        if values is not None and value not in values:
            yield field
    for field, others in ONLY_WITH.get(search, {}).items():
        fits = all(settings[other] == value for other, value in others.items())
        if settings[field] != _BY_ITSELF[field] and not fits:
            yield field
    if _lone_ace_counts_more(rules):
        yield "card_values.lone_ace"


def _lone_ace_counts_more(rules: Rules) -> bool:
    """Whether an ace alone counts more than beside others. The search only covers one that counts less."""
    alone = lone_ace_value(rules)
    aces = [card for card in rules.pack.cards if card.rank == "A"]
    return alone is not None and any(alone > value_beside_others(rules, ace) for ace in aces)


def _not_known(field: str, value: object) -> RulesNotKnown:
    name = ".".join(filter(None, (PART_OF_FIELD.get(field), field)))
    setting = f"{name}={value!r}"
    return RulesNotKnown(
        say("No search knows rules with {setting}. Take the value of one of the games.", setting=setting),
        at=field,
    )


def settings_of(rules: Rules) -> dict[str, object]:
    """The rules by field. An object known field by field, such as `card_values`, is true if rules have it,
    and its own fields have its name as their prefix: `card_values.joker`. The end of a deal is known by what
    decides it."""
    return dict(_settings(rules))


def _settings(rules: Rules) -> Iterator[tuple[str, object]]:
    yield from (("pack", rules.pack), ("packs", rules.packs), ("jokers", rules.jokers))
    for field, part in PART_OF_FIELD.items():
        value, usual = getattr(getattr(rules, part), field), _BY_FIELDS.get(field)
        value = value.decided_by if isinstance(value, DealEnd) else value
        yield field, value if usual is None else bool(value)
        for own in fields(usual) if usual else ():
            yield f"{field}.{own.name}", getattr(value or usual, own.name)
    yield from (("must_meld_all", rules.scoring.must_meld_all), ("left_counts", rules.scoring.left_counts))


_BY_ITSELF = settings_of(Rules(""))
