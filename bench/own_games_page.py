"""Writes the page of the documentation about games as files, from the language itself.

python -m bench.own_games_page > docs/own-games.md
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from scorepad.core.options import Option
from scorepad.rulebook import lasting_games
from scorepad.rulebook.game import LONGEST_FILE
from scorepad.rulebook.own_game.game_files import bases, keys
from scorepad.rulebook.own_game.game_record import OWN_GAME

PARTS: Mapping[str, str] = {
    "cards": "Which cards there are, and how many are dealt.",
    "run": "Cards in a row.",
    "set": "Cards of one rank.",
    "other": "Other melds, and what long ones earn.",
    "wild": "Wild cards beside the jokers, and how all of them lie.",
    "open": "A player's first melds.",
    "table": "Melds that lie on the table. On a table that is rebuilt jokers move like other cards; with\n"
    '`jokers = "card"` each stays until its card from the hand takes its place.',
    "out": "How a deal ends.",
    "count": "What single cards count.",
    "score": "What a deal is worth, and to whom.",
    "match": "When a match ends.",
}
MISSING: Mapping[str, str] = {
    "gin-rummy": "boxes, the bonuses of a match, three games at once, a limit by the card turned up",
    "contract-rummy": "buying the discard, the whole hand in the last deal, ladders, jokers by length",
    "indian-rummy": "dropping out, the highest hand, sharing a pool",
    "phase-10": "phases that each player makes one after the other, skips",
    "canasta": "melds of a side by rank, canastas to go out, red threes",
    "samba": "melds of a side by rank, sequences beside them, canastas to go out, red threes",
    "hand-and-foot": "melds of a side by rank, the second hand, books to go out",
    "burraco": "melds of a side, the second hand, a burraco to go out",
    "biriba": "melds of a side, the second hand, a biriba to go out, a suit that counts double",
    "okey": "false jokers, the indicator, stakes by how a deal ends",
    "okey-101": "false jokers, the indicator, opening with pairs, fines",
    "chinchon": "closing with single cards, seven in a run that win the match",
    "chattahoochee": "runs that are worth more by their length, players who go out one by one",
    "chattahoochee-alternate": "runs that grow in turns, players who go out one by one",
    "chattahoochee-interlocking": "melds that interlock",
    "leap-rummy": "leaps and their tokens, players who retire one by one",
    "avalanche": "plays without melds",
    "any-game": "points without cards",
    "chinese-ten": "taking cards by tens",
    "tonk": "dropping, stakes by how a deal ends",
    "tong-its": "calling and fighting a draw, secrets",
    "phom": "cards eaten that lie in different melds, stakes by places",
    "etalat": "a one that counts by its place, jolys by the length of a meld, what is laid less what is left",
    "marriage": "sets that are shown before any card is wild, value cards that are paid between every two",
}
"""What the language cannot say of the games that it does not say whole."""
BESIDE: Mapping[str, str] = {
    "rummy-500": "a table of five has a pack more by itself",
    "shanghai": "a table of seven has a pack more by itself, a joker for each player",
    "rummikub": "whether the first play is made",
    "romme": "the dealer who sits out",
    "raeuberromme": "whether the first melds are made, going out in the first turn, 80 tiles",
}
"""What a table of the pad's own game has besides."""

_BASES = ", ".join(f"`{game_id}`" for game_id in bases())
_HEAD = f"""# Games as files

Every family has a rummy of its own. A file says what is a run, what is a set, what is wild and what
counts. The pad then finds the best melds with their proof, judges melds, scores deals and keeps tables,
as in its own games. A file is data: it holds no program, and the pad reads at most {LONGEST_FILE:,}
characters of it.

<!-- run by tests/rulebook/test_own_games_page.py -->
```toml
name = "Oma-Rommé"
says = "Eight cards, twos are wild."

[cards]
packs = 2
jokers = 4
deal = 8

[run]
least = 4
suits = "any"

[wild]
ranks = ["2"]
most = 1

[open]
points = 25
```

Everything has a default. A file that is `like` another game says only what differs:

<!-- run by tests/rulebook/test_own_games_page.py -->
```toml
name = "Räuberrommé"
like = "romme"
table.rebuilt = true
out.throws = false
```

## Where a file is a game

- On the command line, in place of a game's id: `scorepad best oma.toml "♥3 ♠4 ♦5 ♣6"`, and so `check`,
  `next`, `discard`, `score` and `match`. `scorepad games oma.toml` shows what the file says, and what no
  search knows yet.
- For programs, as text: `{{"game_file": "[run]\\nleast = 4", "cards": "…"}}` in place of `"game"`. In
  Python `scorepad.best("oma.toml", "…")` and `scorepad.rules("oma.toml")`.
- In the folder `games` of the pad's instance folder. The name of the file, `oma.toml`, is then the game's
  id, `oma`. Every list has it, and `scorepad doctor` says what is wrong with a file that is left out.
- In the pad, under "A rummy of your own". Five questions make the game there, and a file opens in them.
  A link or a QR code holds all of it.

A table keeps all the rules that it began with. A file that changes or goes does it no harm.

## Faults

Every fault is said at once, with its line, its key, what stands there and what was expected:
`Line 7: run.least = 0: type a whole number from 2 to 13.` Parts that disagree are faults too. A run can't
be longer than the pack has ranks, and a hand must reach its opening. No key stands beside another that takes
its effect. Programs get the code
`bad-game-file`, and `line 7: run.least` as the place.

Some keys no search knows yet, alone or beside others. `scorepad games oma.toml` names them. The referee
judges melds under them, and scores are kept. The pad doesn't say then which melds are best.

## The language

This is version 1. A file may name it: `version = 1`. `name` is what the game is called, `says` a sentence
about it, `like` one of {_BASES}. `scorepad games --schema`
prints a JSON Schema for editors.
"""


def page() -> str:
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield _HEAD
    for part, options in groupby(keys().values(), key=lambda option: option.name.partition(".")[0]):
        yield f"### [{part}]\n\n{PARTS[part]}\n"
        yield "| key | default | |\n| --- | --- | --- |"
        yield from map(_row, options)
        yield ""
    yield "## What it says of the pad's own games\n"
    yield "| game | the language | beside it |\n| --- | --- | --- |"
    for game in sorted(lasting_games(), key=lambda game: (game.place, game.id)):
        if game.id in bases():
            yield f'| {game.name} | whole: `like = "{game.id}"` | {BESIDE.get(game.id, "")} |'
        elif game.id != OWN_GAME:
            yield f"| {game.name} | not whole | {MISSING[game.id]} |"


def _row(option: Option) -> str:
    values = f" One of {', '.join(f'`{value}`' for value in option.choices)}." if option.choices else ""
    bounds = f" {option.low} to {option.high:,}." if option.type in ("int", "list") else ""
    return f"| `{option.name.partition('.')[2]}` | {_written(option)} | {option.sentence}{values}{bounds} |"


def _written(option: Option) -> str:
    default = option.default
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    if isinstance(default, tuple):
        return f"`{list(default)}`"
    return f"`{default}`" if default != "" else '`""`'


if __name__ == "__main__":
    print(page(), end="")
