"""Every question in JSON: its fields, their types and bounds, and the sentence for other values.

A type has its bounds once: `FieldReader` accepts what msgspec accepts by them, and `openapi.json` is made
from the same classes. If a more precise sentence is produced elsewhere, only `openapi.json` has the bound.
Cards are text in any notation of RULES.md's section N.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from scorepad.core.card_words import CARD_WORDS
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.notation import MAX_LENGTH
from scorepad.core.packs import PACKS
from scorepad.core.rule_parts import SCHEDULES
from scorepad.rulebook.game import LONGEST_FILE

MOST_MELDS = 300
MOST_HANDS = 100
MOST_PLAYERS = MOST_SEATS
MOST_RANKS = 60
LONGEST_SCHEDULE = 104
MOST_POINTS = 1_000_000
LARGEST_MULTIPLIER = 99
LARGEST_NUMBER = 2**63 - 1
DEFAULT_LIMIT, LONGEST_LIMIT = 2.0, 60.0  # seconds

QuestionFields = Mapping[str, Any]
"""A question as it came, in JSON or from the command line; none of its fields is read yet."""


def _says(sentence: str) -> Meta:
    """The sentence for a `value` of another type in the field `name`."""
    return Meta(extra={"says": sentence})


_ANY_NOTATION = Meta(
    description="Any notation: ♣456 ♥Q, QH 10D, w for a wild, w=♥7; melds separated by / or in a list."
)

# Who reads the cards says this bound, with the place in the text; it is here for openapi.json.
Text = Annotated[str, Meta(extra_json_schema={"maxLength": MAX_LENGTH})]
Words = Annotated[str, _says("Type words in quotation marks.")]
Flag = Annotated[bool, _says("{name}: type true or false.")]
Texts = Annotated[Text | Annotated[list[Text], Meta(max_length=MOST_MELDS)], _ANY_NOTATION]
Cards = Annotated[Texts, _says("cards: type cards as text, in one piece or in a list.")]
Melds = Annotated[Texts, _says("melds: type melds as text, in one piece or in a list.")]
Hands = Annotated[
    list[Cards], Meta(max_length=MOST_HANDS), _says(f"Give a list of up to {MOST_HANDS} hands.")
]
GameName = Annotated[
    Words,
    Meta(
        description="A game’s id, name or alias, of the pad or of a package; see /api/v1/games.",
        examples=["gin-rummy", "rummy-500", "500 rum"],
    ),
]
GameFileText = Annotated[
    str,
    Meta(
        max_length=LONGEST_FILE,
        description="A game of one’s own as TOML, in place of `game`; docs/own-games.md has the language.",
    ),
    _says(f"game_file: type the text of a game’s file, of at most {LONGEST_FILE} characters."),
]
_Whole = Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
HouseRules = Annotated[
    dict[str, str | bool | _Whole | list[_Whole | str]],
    Meta(description="By name; see /api/v1/games."),
    _says("Give house rules, each with its name and its value."),
]
Multiplier = Annotated[
    int,
    Meta(ge=0, le=LARGEST_MULTIPLIER),
    _says(f"multiplier: type a whole number from 0 to {LARGEST_MULTIPLIER}, not {{value}}."),
]
Seconds = Annotated[
    float,
    Meta(ge=0, le=LONGEST_LIMIT, description="How long the search may take."),
    _says(f"limit: type 0 to {LONGEST_LIMIT:.0f} seconds, not {{value}}."),
]
TakenCard = Annotated[
    Text, Meta(description="A card of the hand out of the discard pile, which must be melded at once (F5).")
]
MOST_DEALS = 999
DealNumber = Annotated[
    int,
    Meta(ge=1, le=MOST_DEALS, description="Where wild cards or first melds follow from the deal’s number."),
    _says(f"deal: type a whole number from 1 to {MOST_DEALS}, not {{value}}."),
]
TurnedCard = Annotated[
    Text, Meta(description="The card turned up, where the rules of a deal follow from it.")
]
TrumpSuit = Annotated[Text, Meta(description="The suit of the card turned up, where it is trumps.")]
LanguageId = Annotated[
    str,
    Meta(
        pattern=f"^({'|'.join(CARD_WORDS)})$",
        description="Letters of this language come first in cards: `4C` is the four of hearts in `fr`.",
    ),
    _says(f"language: type one of {', '.join(CARD_WORDS)}."),
]
PresetId = Annotated[Words, Meta(description="House rules under a name, which `options` override.")]
Amount = Annotated[int, Meta(ge=0, le=MOST_POINTS), _says(f"Type a whole number from 0 to {MOST_POINTS}.")]
Name = Annotated[str, Meta(min_length=1)]
Names = Annotated[
    list[Name],
    Meta(extra_json_schema={"uniqueItems": True, "maxItems": MOST_PLAYERS}),
    _says("Give the names of the players in a list."),
]
Players = Annotated[Names, Meta(extra_json_schema={"minItems": 2})]
Partnerships = Annotated[
    list[Annotated[Names, Meta(min_length=1)]],
    Meta(extra_json_schema={"maxItems": MOST_PLAYERS}),
    _says("Give partnerships, each a list of names."),
]
Points = Annotated[
    float,
    Meta(ge=-MOST_POINTS, le=MOST_POINTS, multiple_of=0.5),
    _says(f"Type a number from -{MOST_POINTS} to {MOST_POINTS}, whole or with a half."),
]
WholePoints = Annotated[
    int,
    Meta(ge=-MOST_POINTS, le=MOST_POINTS),
    _says(f"Type a whole number from -{MOST_POINTS} to {MOST_POINTS}."),
]
HandsByName = Annotated[dict[Name, Cards], _says("hands: give names and the cards of each.")]
PointsByName = Annotated[dict[Name, Points], _says("points: give names and the points of each.")]
Dropped = Annotated[dict[Name, str], _says("dropped: give names and the game’s word for how each dropped.")]
Phases = Annotated[dict[Name, bool], _says("phases: give names and whether each made the phase.")]
CountsByName = Annotated[dict[Name, Amount], _says("{name}: give names and a number for each.")]
CanastasByName = Annotated[
    dict[Name, dict[str, Amount]],
    Meta(description="How many of each kind, by its word: natural, mixed."),
    _says("canastas: give names and how many of each kind, such as natural and mixed."),
]
TallyByName = Annotated[
    dict[Name, dict[str, Amount]],
    Meta(description="What was entered in columns, by their ids: bid, tricks."),
    _says("tally: give names and the numbers of their columns, such as bid and tricks."),
]
RoundTally = Annotated[
    dict[str, Amount],
    Meta(description="What was entered in columns of the whole round, by their ids."),
    _says("round: give the numbers of the columns by their ids."),
]
Share = Annotated[Cards | Amount, Meta(description="Cards, or what or how many they count.")]
Held = Annotated[dict[Name, Share], _says("Give names and the cards of each.")]
_LIST_OF_RANKS = {"minItems": 1, "maxItems": MOST_RANKS, "uniqueItems": True}
Ranks = Annotated[
    str | Annotated[list[str], Meta(extra_json_schema=_LIST_OF_RANKS)],
    Meta(description=f"In circular order, up to {MOST_RANKS} different ones."),
    _says(f"Type up to {MOST_RANKS} different ranks in order."),
]
PackId = Annotated[str, Meta(extra_json_schema={"enum": [*PACKS]}, description="A pack’s id.")]
Leap = Annotated[int, Meta(ge=1, le=MOST_RANKS // 2)]
Length = Annotated[
    int,
    Meta(ge=1, le=LONGEST_SCHEDULE),
    _says(f"length: type a whole number from 1 to {LONGEST_SCHEDULE}."),
]


def _pattern(*choices: str) -> str:
    """A pattern for any of the choices, in either case and with spaces for hyphens."""
    words = ("".join(_SIGNS.get(sign, f"[{sign}{sign.upper()}]") for sign in choice) for choice in choices)
    return rf"^\s*({'|'.join(words)})\s*$"


_SIGNS = {"-": r"[\s_-]+"}
TABLE_SCHEDULE = _pattern("table")
ScheduleName = Annotated[
    str,
    Meta(extra_json_schema={"pattern": _pattern(*SCHEDULES)}, description=f"One of {', '.join(SCHEDULES)}."),
]
_MOST_VALUES, _LARGEST_VALUE = 120, 100_000
_VALUE = "([-−]?0{1,10}|0{0,6}[0-9]{1,5}|0{0,5}100000)"  # digits from 0 to 100000, eleven at most
_PIECE = f"({_VALUE}|[aA][nN][dD]|[uU][nN][dD]|&)"
_VALUES = rf"^[\s,]*({_PIECE}([\s,]+{_PIECE}){{0,{_MOST_VALUES - 1}}})?[\s,]*$"
_Value = Annotated[str, Meta(extra_json_schema={"pattern": rf"^\s*{_VALUE}\s*$", "maxLength": 11})]
OwnValues = Annotated[
    Annotated[str, Meta(extra_json_schema={"pattern": _VALUES})]
    | Annotated[
        list[Annotated[int, Meta(ge=0, le=_LARGEST_VALUE)] | _Value],
        Meta(extra_json_schema={"maxItems": _MOST_VALUES}),
    ],
    Meta(description="The values of 1, 2, 3 … cards, where the schedule is the table’s own."),
]


class JsonQuestion(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all questions: unknown fields are refused."""


class RulesQuestion(JsonQuestion, frozen=True, kw_only=True):
    """A game by its name, or as a file, and its house rules."""

    game: GameName | UnsetType = UNSET
    game_file: GameFileText | UnsetType = UNSET
    options: HouseRules | None = None
    preset: PresetId | None = None


class GameQuestion(RulesQuestion, frozen=True, kw_only=True):
    """A game, its house rules, and the facts of a deal on which they depend."""

    deal: DealNumber | None = None
    turned: TurnedCard | None = None
    trump: TrumpSuit | None = None
    language: LanguageId | None = None


class CardsQuestion(GameQuestion, frozen=True, kw_only=True):
    """Cards and what lies beside them. `opened`: the player has laid a first meld. `turn`: all is laid in one
    turn, so one meld at most is new. `table` has melds that lie there, `partners` those of partners where the
    table has the player's own, `eaten` cards of the hand that were taken before and lie in different melds,
    `partners_out` what scored with them: a text for each partner who went out,
    with that partner's melds, a bar, the player's own, and after another bar those of others of the side."""

    limit: Seconds = DEFAULT_LIMIT
    opened: Flag = False
    turn: Flag = False
    table: Melds | None = None
    partners: Melds | None = None
    partners_out: Melds | None = None
    eaten: Cards | None = None


class ScoredQuestion(CardsQuestion, frozen=True, kw_only=True):
    """Cards that are scored, times the multiplier; `taken` is one of them."""

    multiplier: Multiplier = 1
    taken: TakenCard | None = None


class BestQuestion(ScoredQuestion, frozen=True, kw_only=True):
    """The cards of a hand, or the `hands` of several that share the rest of the question and its `limit`.
    `check_proof`: a second program is to check that nothing is better."""

    cards: Cards | UnsetType = UNSET
    hands: Hands | UnsetType = UNSET
    check_proof: Flag = False


class CheckQuestion(ScoredQuestion, frozen=True, kw_only=True):
    """Melds as laid, to be judged. `table` and `partners` are as in a question for the best melds."""

    melds: Melds


class NextQuestion(CardsQuestion, frozen=True, kw_only=True):
    """The cards of a hand that another card may be added to. `seen` are cards seen elsewhere, such as
    discards and a card turned up, and so can't come; cards of melds on the table count as seen already."""

    cards: Cards
    seen: Cards | None = None


class DiscardQuestion(CardsQuestion, frozen=True, kw_only=True):
    """The cards of a hand, one of which is to be thrown, but not the one that was `taken`."""

    cards: Cards
    taken: TakenCard | None = None


class MergeQuestion(GameQuestion, frozen=True, kw_only=True):
    """Two melds on the table, and cards of the hand for the gap `between` them if the table allows it."""

    melds: Melds
    between: Melds | UnsetType = UNSET


class PlayQuestion(GameQuestion, frozen=True, kw_only=True):
    """A play of Avalanche: `last` is the play before, if an avalanche runs; an empty `played` draws a
    card."""

    last: Cards | UnsetType = UNSET
    played: Cards


class ScoreQuestion(GameQuestion, frozen=True, kw_only=True):
    """A deal that is over: who ended it, and by name the cards left and melded; `tiles` is how many are left
    where only their value is known. `ending` is the game's own word for how it ended, `dropped` those for
    players who dropped, `phases` who made the phase; `points` are of a game without cards. `hands` are whole
    hands as cards: each is laid as its player would, and counts by what is left. Where canastas count, names
    are those of sides, and `canastas`, `sambas` and `red_threes` how many they have; `melded` is then what
    cards count without canastas. `collected` or `taken` are the cards collected, where those count, `maal`
    what value cards count or these cards, `seen` who showed sets first; without it everybody did of whom
    nothing else is told. At Phỏm `no_melds` are those without a meld, `order` the names as they laid, and `u`
    is who has nothing over. `tally` and `round` are what was entered in columns, of each player or side and
    of the whole round."""

    winner: Words | None = None
    left: Held | UnsetType = UNSET
    collected: Held | UnsetType = UNSET
    taken: Held | UnsetType = UNSET
    maal: Held | UnsetType = UNSET
    seen: Names | UnsetType = UNSET
    hands: HandsByName | UnsetType = UNSET
    melded: Held | UnsetType = UNSET
    tiles: dict[Name, Amount] | UnsetType = UNSET
    went_rummy: Flag = False
    never_opened: Names | UnsetType = UNSET
    ending: Words = ""
    dropped: Dropped | UnsetType = UNSET
    phases: Phases | UnsetType = UNSET
    points: PointsByName | UnsetType = UNSET
    canastas: CanastasByName | UnsetType = UNSET
    sambas: CountsByName | UnsetType = UNSET
    red_threes: CountsByName | UnsetType = UNSET
    no_melds: Names | UnsetType = UNSET
    order: Names | UnsetType = UNSET
    u: Words | UnsetType = UNSET
    tally: TallyByName | UnsetType = UNSET
    round: RoundTally | UnsetType = UNSET


class DealOfMatch(ScoreQuestion, frozen=True, kw_only=True):
    """A deal of a match, as a question of `score`: the match knows its game and house rules, and a deal may
    name others. `split` shares the pool after it."""

    game: GameName | UnsetType = UNSET
    split: Flag = False


BY_NAME = (
    *("winner", "left", "hands", "melded", "tiles", "never_opened", "dropped", "phases", "points"),
    *("canastas", "sambas", "red_threes", "collected", "taken", "maal", "seen", "tally"),
    *("no_melds", "order", "u"),
)
"""The fields of a deal that name players."""


Deals = Annotated[
    list[DealOfMatch],
    Meta(max_length=MOST_DEALS),
    _says(f"deals: give a list of up to {MOST_DEALS} deals."),
]


class MatchQuestion(RulesQuestion, frozen=True, kw_only=True):
    """A match: its players, and its deals in order. Each deal names everybody who plays it; to name a player
    who is out means that the player comes back. `partnerships`: the names of partners; without them, players
    are seated as at a new table."""

    language: LanguageId | None = None
    players: Players
    partnerships: Partnerships | UnsetType = UNSET
    deals: Deals


class MultipliersQuestion(JsonQuestion, frozen=True, kw_only=True):
    """The order of going out, of `players` without partners or of `partnerships`."""

    game: GameName | UnsetType = UNSET
    options: HouseRules | None = None
    players: Names | UnsetType = UNSET
    partnerships: Partnerships | UnsetType = UNSET
    out_order: Names


class CirclesQuestion(JsonQuestion, frozen=True, kw_only=True):
    """Ranks, or those of a pack, and leaps; all leaps by default."""

    ranks: Ranks | UnsetType = UNSET
    pack: PackId | UnsetType = UNSET
    leaps: Leap | Annotated[list[Leap], Meta(min_length=1)] | UnsetType = UNSET


class ScheduleQuestion(JsonQuestion, frozen=True, kw_only=True):
    """A schedule of values, or the table’s own, and the number of values."""

    schedule: ScheduleName | UnsetType = UNSET
    schedule_table: OwnValues | UnsetType = UNSET
    length: Length
