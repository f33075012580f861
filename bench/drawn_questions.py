"""Questions about hands drawn at random: any game, house rules, pack, verb, from no card to sixty."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorepad.answers import hand_questions
from scorepad.core.cards import Card
from scorepad.core.errors import ScorepadError
from scorepad.core.options import Option
from scorepad.core.rules import Rules
from scorepad.games import find_game

GAMES = (
    *["chattahoochee-interlocking"] * 8,
    *["chattahoochee", "chattahoochee-alternate", "leap-rummy"] * 2,
    *["basic-rummy", "rummy-500", "rummikub", "shanghai"],
)
VERBS = {"best": hand_questions.best, "check": hand_questions.check}
VERBS |= {"next": hand_questions.next_card, "discard": hand_questions.discard}
LIMITS = (0, 0.05, 0.3, 2)
LEFT_AS_THEY_ARE = ("target", "deals", "deal", "suit_names", "majors")


@dataclass(frozen=True)
class DrawnQuestion:
    """What is asked, as the command line and the API take it."""

    verb: str
    game: str
    options: dict[str, Any]
    fields: dict[str, Any]

    @property
    def command_line(self) -> str:
        """What shows it to a person."""
        words = [
            "scorepad",
            self.verb,
            self.game,
            self.fields["cards"] if "cards" in self.fields else " / ".join(self.fields["melds"]),
        ]
        if "table" in self.fields:
            words += ["--table", " / ".join(self.fields["table"])]
        for name, value in self.options.items():
            words += ["--set", f"{name}={value}"]
        return shlex.join([*words, "--limit", f"{self.fields['limit']:g}"])

    def ask(self) -> Any:
        """The answer. Raises ScorepadError."""
        return VERBS[self.verb](self.whole_fields)

    @property
    def whole_fields(self) -> dict[str, Any]:
        return {"game": self.game, "options": self.options} | self.fields


def drawn_question(rng: random.Random) -> DrawnQuestion | None:
    """A question, None where its rules are none or the cards cannot be."""
    game = rng.choice(GAMES)
    options = dict(_options(rng, find_game(game).options))
    try:
        rules = find_game(game).rules(options)
        fields = _fields(rng, rules, verb := rng.choice(("best", *VERBS)))
        question = DrawnQuestion(verb, game, options, fields)
        melds = [
            " ".join(meld.laid) for meld in hand_questions.best(question.whole_fields | {"limit": 0}).melds
        ]
    except (ScorepadError, AssertionError, LookupError):
        return None
    if verb == "check":
        return (
            DrawnQuestion(verb, game, options, {"melds": melds, "limit": fields["limit"]}) if melds else None
        )
    return None if verb == "discard" and (rules.board.shared or not fields["cards"]) else question


def _options(rng: random.Random, options: Sequence[Option]) -> Iterator[tuple[str, Any]]:
    """Some house rules other than the game's own."""
    own_pack = rng.random() < 0.25
    for option in options:
        if option.name in ("pack", "ranks", "suits"):
            continue
        if option.name == "packs":
            yield option.name, rng.choice((1, 2, 2, 3, 4))
        elif option.name == "jokers":
            yield option.name, min(option.high, rng.choice((0, 1, 2, 4, 8)))
        elif option.name not in LEFT_AS_THEY_ARE and rng.random() < 0.15:
            yield option.name, _value(rng, option)
    if any(option.name == "ranks" for option in options) and own_pack:
        yield "pack", "custom"
        yield "ranks", f"1-{rng.randint(3, 10)}"
        yield "suits", "C S H D"


def _value(rng: random.Random, option: Option) -> Any:
    if option.type == "choice":
        return rng.choice(option.choices).value
    if option.type == "bool":
        return not option.default
    if option.type == "int":
        return rng.randint(option.low, min(option.high, 12))
    if option.type == "text":
        return rng.choice(("2", "3", "4")) if option.name == "wild_rank" else ""
    numbers = [rng.randint(option.low, min(option.high, 12)) for _ in range(rng.randint(1, 6))]
    return " ".join(map(str, sorted(set(numbers)) if option.name == "leaps" else numbers))


def _fields(rng: random.Random, rules: Rules, verb: str) -> dict[str, Any]:
    """The cards of a hand, beside melds on the table now and then, and a limit."""
    deck = _deck(rng, rules)
    size = rng.choice((rng.randint(0, 12), rng.randint(12, 34), rng.randint(26, 60)))
    wilds = ["w"] * rng.choice((0, 0, min(2, rules.jokers), rules.jokers))
    fields: dict[str, Any] = {
        "cards": " ".join([*map(str, deck[:size]), *wilds]),
        "limit": rng.choice(LIMITS),
    }
    if rng.random() < 0.2 and verb != "check" and find_game(rules.game).table_use(rules) != "none":
        whole = {
            "game": rules.game,
            "options": {},
            "cards": " ".join(map(str, deck[size : size + 20])),
            "limit": 0,
        }
        fields["table"] = [
            " ".join(meld.laid) for meld in hand_questions.best(whole).melds if len(meld.laid) > 2
        ]
    return fields


def _deck(rng: random.Random, rules: Rules) -> list[Card]:
    """All packs shuffled; or few ranks, or whole circles of two suits before all else."""
    packs = [card for card in rules.pack.cards for _ in range(rules.packs)]
    rng.shuffle(packs)
    shape = rng.choice(("random", "dense", "ring", "ring"))
    if shape == "random":
        return packs
    if shape == "dense":
        first = rng.sample(rules.pack.ranks, min(len(rules.pack.ranks), rng.randint(3, 6)))
        return sorted(packs, key=lambda card: card.rank not in first)
    suits = rng.sample([suit.letter for suit in rules.pack.suits], min(2, len(rules.pack.suits)))
    whole = [card for card in rules.pack.cards if card.suit in suits]
    for card in whole:
        packs.remove(card)
    return [*whole, *sorted(packs, key=lambda card: card.suit not in suits)]
