"""Random questions of every game: any of its options, one alone or several together, any pack, any hand.

`draw` makes one of a seed. Every value is one that its option takes; whether they go together is for the game
to say.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from scorepad.answers import hand_questions
from scorepad.answers.answer_types import Best
from scorepad.core.cards import Card
from scorepad.core.errors import ScorepadError
from scorepad.core.options import Option
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.rulebook import find_game, games

GAMES_OF_MELDS = tuple(game for game in games() if game.id != "avalanche")
OFTEN = ("chattahoochee-interlocking",)  # drawn once more each: most can go wrong there
VERBS = {"best": 60, "check": 12, "next": 8, "discard": 10, "merge": 5, "score": 5}
LIMITS = (0, 0.1, 0.3, 2)
SHORT_LIMITS = (0, 0, 0.01, 0.05)
OPTION_COUNTS = (0, 1, 1, 2, 2, 2, 3, 3, 4, 6)
SIZES = ((0, 3), (2, 8), (4, 14), (4, 14), (10, 26), (20, 45))  # cards of a hand: from none to too many
FEW_CARDS = SIZES[:4]
DECIDE_DECK = ("pack", "packs", "jokers", "suits", "ranks")
SUITS = ("1", "2", "3", "5", "6", "black red", "clubs hearts stars", "red red blue", "10")
RANKS = ("A23", "1-4", "A2345", "1 2 3 10 11", "1-7", "A23456789T", "1-12", "0-16", "JQKTA", "1-20")


@dataclass(frozen=True)
class RuleQuestion:
    """A question as it goes over HTTP; `rules` is None where its options do not go together.

    `tick` is by how many seconds the clock of the search goes on each time that it is looked at, so that
    it is cut off anywhere, and in the same place again; 0 for the real clock.
    """

    verb: str
    fields: Mapping[str, Any]
    rules: Rules | None
    tick: float = 0.0


def draw(
    seed: str, limits: Sequence[float] = LIMITS, sizes: Sequence[tuple[int, int]] = SIZES
) -> RuleQuestion:
    """The question of that seed."""
    rng = random.Random(seed)
    game = rng.choice([*GAMES_OF_MELDS, *map(find_game, OFTEN)])
    options = _draw_options(rng, game.options)
    fields: dict[str, Any] = {"game": game.id, "options": options}
    verb = rng.choices(list(VERBS), list(VERBS.values()))[0]
    try:
        rules = game.rules(options)
    except ScorepadError:
        return RuleQuestion("best", {**fields, "cards": ""}, None)
    deck = _draw_deck(rng, rules)
    hand, others = _parted(deck, rng.randint(*rng.choice(list(sizes))))
    if verb == "score":
        return RuleQuestion(verb, {**fields, **_shares(rng, hand, others)}, rules)
    if verb == "merge":
        return RuleQuestion(verb, {**fields, "melds": [_written(hand[::2]), _written(hand[1::2])]}, rules)
    fields["limit"] = rng.choice(limits)
    if verb == "check":
        return RuleQuestion(verb, {**fields, "melds": list(_random_melds(rng, hand))}, rules)
    tick = 0.1 ** rng.uniform(1, 5) if fields["limit"] and rng.random() < 0.3 else 0.0
    fields["cards"] = _written(hand)
    if verb == "best" and rng.random() < 0.1:
        fields["check_proof"] = True
    if game.table != "none" and rng.random() < 0.4:
        fields["table"] = _melds_of(rng, fields, others)
    if rules.bonuses.interlocks and rules.turns.any_turn and rng.random() < 0.3:
        fields["partners"] = _melds_of(rng, fields, others[8:])
    return RuleQuestion(verb, fields, rules, tick)


def _draw_options(rng: random.Random, options: Sequence[Option]) -> dict[str, Any]:
    """Some of the options of a game; those of the pack more often than the others."""
    chosen: dict[str, Any] = {}
    by_name = {option.name: option for option in options}
    for name in DECIDE_DECK[:3]:
        if name in by_name and rng.random() < 0.4:
            chosen[name] = draw_value(rng, by_name[name], chosen)
    if chosen.get("pack") in ("custom", "seventeen"):
        chosen |= {"suits": rng.choice(SUITS), "ranks": rng.choice(RANKS)}
    names = [name for name in by_name if name not in DECIDE_DECK]
    for name in rng.sample(names, min(len(names), rng.choice(OPTION_COUNTS))):
        chosen[name] = draw_value(rng, by_name[name], chosen)
    for table, schedule in (("schedule_table", "schedule"), ("wild_only_table", "wild_only_schedule")):
        if chosen.get(schedule) == "table":
            chosen[table] = _numbers(rng)
    if chosen.get("interlock_schedule") == "table":
        chosen["interlock_table"] = _numbers(rng)
    return chosen


def _numbers(rng: random.Random) -> list[int]:
    """Values of any course, falling ones included."""
    return [rng.randint(0, rng.choice((3, 12, 60))) for _ in range(rng.randint(1, 6))]


def draw_value(rng: random.Random, option: Option, chosen: Mapping[str, Any]) -> Any:
    match option.type:
        case "choice":
            return rng.choice(list(option.choices))
        case "bool":
            return rng.random() < 0.5
        case "int":
            most = min(option.high, rng.choice((option.low + 1, option.low + 4, option.low + 8, option.high)))
            return rng.randint(option.low, most)
        case "list":
            return (
                sorted(rng.sample(range(1, 7), rng.randint(1, 3))) if "leap" in option.name else _numbers(rng)
            )
    return _draw_text(rng, option.name, _pack_of(str(chosen.get("pack", "french")), **_own(chosen)))


def _own(chosen: Mapping[str, Any]) -> dict[str, str]:
    return {name: chosen[name] for name in ("suits", "ranks") if name in chosen}


@cache
def _pack_of(pack: str, **own: str) -> Pack:
    """The pack of these options; the usual one where there is none such."""
    try:
        return find_game("chattahoochee").rules({"pack": pack, **own}).pack
    except ScorepadError:
        return find_game("chattahoochee").rules({}).pack


def _draw_text(rng: random.Random, name: str, pack: Pack) -> str:
    """Ranks or cards of the pack."""
    if name == "wild_cards":
        return " ".join(map(str, rng.sample(pack.cards, rng.randint(1, min(3, len(pack.cards))))))
    ranks = [*pack.every_rank, *pack.spare]
    most = rng.choice((1, 1, 2, 6)) if name == "wild_ranks" else rng.choice((1, 1, 1, 2, 3))
    return " ".join(rng.sample(ranks, rng.randint(1, min(most, len(ranks)))))


def _draw_deck(rng: random.Random, rules: Rules) -> list[str]:
    """The cards in play in any order, or those of few neighbouring ranks or of few suits, now and then one or
    two whole suits on top; the jokers among them, as they come or all on top."""
    pack = rules.pack
    first = rng.randrange(len(pack.ranks))
    near = [pack.ranks[(first + step) % len(pack.ranks)] for step in range(rng.randint(1, 6))]
    suits = rng.sample([suit.letter for suit in pack.suits], rng.randint(1, len(pack.suits)))
    kinds: list[Card] = list(pack.cards)
    if rng.random() < 0.6:
        kinds = [card for card in kinds if card.rank in near] or kinds
    if rng.random() < 0.4:
        kinds = [card for card in kinds if card.suit in suits] or kinds
    deck = [str(card) for card in kinds * rules.packs]
    rng.shuffle(deck)
    if rng.random() < 0.1:
        deck = _with_whole_suits_on_top(deck, [str(card) for card in pack.cards if card.suit in suits[:2]])
    for _ in range(rng.choice((0, rules.jokers, min(1, rules.jokers), min(3, rules.jokers)))):
        deck.insert(rng.randint(0, min(len(deck), rng.choice((4, 30)))), "w")
    return deck


def _with_whole_suits_on_top(deck: Sequence[str], whole_suits: Sequence[str]) -> list[str]:
    others = Counter(deck) - Counter(whole_suits)
    return [*whole_suits, *(card for card in dict.fromkeys(deck) for _ in range(others[card]))]


def _parted(deck: Sequence[str], size: int) -> tuple[list[str], list[str]]:
    return list(deck[:size]), list(deck[size:])


def _written(cards: Sequence[str]) -> str:
    return " ".join(cards)


def _random_melds(rng: random.Random, hand: Sequence[str]) -> Iterator[str]:
    """The hand cut anywhere, in order or not."""
    cards = sorted(hand) if rng.random() < 0.5 else list(hand)
    while cards:
        size = rng.randint(1, 5)
        yield _written(cards[:size])
        cards = cards[size:]


def _melds_of(rng: random.Random, fields: Mapping[str, Any], others: Sequence[str]) -> list[str]:
    """Some of the best melds of other cards."""
    question = {**fields, "cards": _written(others[: rng.randint(3, 9)]), "limit": 0.05}
    for name in ("table", "partners", "check_proof"):
        question.pop(name, None)
    try:
        best = hand_questions.best(question)
    except ScorepadError:
        return []
    assert isinstance(best, Best)
    melds = [meld for meld in best.melds if len(meld.cards) > 1 or rng.random() < 0.2]
    return [_written(meld.laid) for meld in melds[: rng.randint(1, 3)]]


def _shares(rng: random.Random, hand: Sequence[str], others: Sequence[str]) -> dict[str, Any]:
    """What is left in the hands of a deal that is over, and who won it."""
    return {
        "winner": rng.choice(("Ann", None)),
        "left": {"Ann": "", "Ben": _written(hand[:10]), "Cid": _written(others[:5])},
    }
