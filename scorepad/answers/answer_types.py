"""Every answer as a value, with its fields in JSON: the common contract of command line, HTTP and search
processes.

`openapi.json` is made from these classes. Cards are in canonical writing (`QH`, `w`, `w=7H`); `points` are
before any multiplier.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from scorepad.answer_base import AnswerBase, Unshown
from scorepad.answers.game_answers import GamesAnswer
from scorepad.core.card_text import read_canonical
from scorepad.core.cards import Card, Meld
from scorepad.core.points import Points
from scorepad.core.sentence import Sentence
from scorepad.core.verdicts import BonusKind
from scorepad.optimize.answer import Method


class FaultAnswer(AnswerBase, frozen=True):
    """What is wrong with melds: the `clause` that says so, one `sentence`, a `code` for programs, and the
    `cards` that it is about."""

    code: str
    cards: tuple[str, ...]
    clause: str
    sentence: Sentence


class MeldAnswer(AnswerBase, frozen=True):
    """A meld as it reads: its `cards`; `laid` has each wild with what it stands for where that is certain,
    `stands_for` the cards that all of them read as; `shown` is for people, a run upwards however it was laid.
    `points` are before any multiplier. `reads_as` and `leap` are of legal melds alone, `why` and `faults` of
    others."""

    cards: tuple[str, ...]
    laid: tuple[str, ...]
    shown: Sentence
    legal: bool
    points: int
    why: Sentence
    faults: tuple[FaultAnswer, ...]
    reads_as: Sentence | None
    stands_for: tuple[str, ...]
    leap: int | None

    def __str__(self) -> str:
        return self.shown

    def __repr__(self) -> str:
        return f"<MeldAnswer {self}: {self.points if self.legal else 'not legal'}>"

    @property
    def meld(self) -> Meld:
        """The cards in the order of the meld, as values.

        >>> import scorepad
        >>> scorepad.best("chattahoochee", "♣45").melds[0].meld
        (Laid(Card('4', 'C')), Laid(Card('5', 'C')))
        """
        return tuple(map(read_canonical, self.laid))


def _written(melds: tuple[MeldAnswer, ...]) -> str:
    """Melds as people write them: `♣456789T / ♣678`."""
    return " / ".join(map(str, melds))


class BonusAnswer(AnswerBase, frozen=True):
    """What melds earn together, in `points`: `kind` is for programs, `label` for people; `melds` are their
    places in the answer, from 0 on; `length` is in cards."""

    kind: BonusKind
    melds: tuple[int, ...]
    length: int
    points: int
    label: Sentence


class CanastaAnswer(AnswerBase, frozen=True):
    """A meld by its index in the answer, the number of cards that it `lacks` to be a canasta, and its
    kind."""

    meld: int
    lacks: int
    kind: str | None
    shown: Sentence
    points: int


class FirstMeldAnswer(AnswerBase, frozen=True):
    """The melds with fewest wilds that are enough for a first meld, and the value of their cards."""

    melds: tuple[MeldAnswer, ...]
    points: int
    wilds: int


class SpecialAnswer(AnswerBase, frozen=True):
    """A hand shown instead of melding, its points, and the number of missing cards."""

    kind: str
    shown: Sentence
    points: int
    missing: int


class Best(AnswerBase, frozen=True, omit_defaults=True):
    """The `melds` of the highest score and their `bonuses`: no other arrangement is worth more than `bound`,
    which is met where `proven`. `score` is `points` times the `multiplier`; the search took `seconds`.

    `proven_by` says what shows that, "HiGHS" where it is the word of a solver for integer programs alone, and
    `proof_checked`, where that was asked for, whether a second program, which shares nothing with the
    search, came to the same bound; `proof_in_time` is false where it had not come to its end in time, and
    `proof_refuted` is true where it contradicted the proof, so that nothing is proven.
    `left` are the cards that stay in hand, which count `left_value`, `placed` is how many do not, and `table`
    has the melds of a table that the play changes, all of them as they lie afterwards. `left_shown` has the
    cards left for people, in games where cards may be, `throw_shown` the one to throw.

    If the question names a card taken from the discard pile, `legal` says whether some arrangement melds it;
    if none does there are no melds, and `why` says so (F5). If a first meld is needed, `goes_out` says
    whether the hand can go out, and `why` why not (H13).

    In games of a hand, `goes_out` says whether it can end the deal. If first melds need `opening` points,
    `opens` says whether these have them. `throw` is the card whose loss costs least, if the hand has one too
    many; everything else is after throwing it. If a deal has a `contract`, `fulfilled` says whether it can be
    laid. `why` says what is missing. If pairs open or end the deal too, `pairs_missing` more are needed.

    Where sets are shown before any card is wild, `sees` has those that this hand shows, none where it can't,
    and `maal` is what its value cards count, where the card turned up is named.

    Where melds grow to canastas, `canastas` says of each meld what it is or lacks, `first_meld` has the melds
    that open with fewest wilds, and `specials` how far the hand is from those that are shown instead.
    """

    game: str
    points: int
    multiplier: int
    score: int
    melds: tuple[MeldAnswer, ...]
    bonuses: tuple[BonusAnswer, ...]
    left: tuple[str, ...]
    left_value: int
    placed: int
    table: tuple[str, ...]
    proven: bool
    bound: int
    seconds: float
    proven_by: Method | None
    legal: bool
    # What is None by itself is left out of the JSON, in games that have no such thing.
    left_shown: Sentence | None = None
    why: Sentence | None = None
    proof_checked: bool | None = None
    proof_in_time: bool | None = None
    proof_refuted: bool | None = None
    goes_out: bool | None = None
    opens: bool | None = None
    opening: int | None = None
    contract: Sentence | None = None
    fulfilled: bool | None = None
    throw: str | None = None
    throw_shown: Sentence | None = None
    canastas: tuple[CanastaAnswer, ...] | None = None
    first_meld: FirstMeldAnswer | None = None
    specials: tuple[SpecialAnswer, ...] | None = None
    pairs_missing: int | None = None
    sees: tuple[MeldAnswer, ...] | None = None
    maal: int | None = None

    def __str__(self) -> str:
        return _written(self.melds)

    def __repr__(self) -> str:
        """One line with the game, melds and points.

        >>> import scorepad
        >>> scorepad.best("chattahoochee", "♣456677889T")
        <Best of chattahoochee: ♣456789T / ♣678, 34 points, proven>
        """
        if self.legal is False:
            return f"<Best of {self.game}: none, {self.why}>"
        unproven = "not proven" if self.told_bound is None else f"at most {self.told_bound}"
        proof = "proven" if self.proven else unproven
        return f"<Best of {self.game}: {self}, {self.points} points, {proof}>"

    @property
    def told_bound(self) -> int | None:
        """The bound, if it is close enough to be useful: at most as far from the points as these are from 0.
        Else None.

        A bound far above the points comes from the cards' values alone, and does not measure what may be
        missed.
        """
        return self.bound if self.bound - self.points <= abs(self.points) else None

    @property
    def left_cards(self) -> tuple[Card, ...]:
        """The cards left in hand, as values.

        >>> import scorepad
        >>> scorepad.best("rummikub", "R10 R11 R12 B4").left_cards
        (Card('4', 'B'),)
        """
        return tuple(read_canonical(text).card for text in self.left)


class BestOfEach(AnswerBase, frozen=True):
    """The answers for several hands, in their order."""

    answers: tuple[Best, ...]


class Verdict(AnswerBase, frozen=True, omit_defaults=True):
    """Melds as laid, judged: `legal` or not, by which `faults`; `points` with `bonuses`, `score` times the
    `multiplier`. `best` is what their cards can be worth, `proven` or not, `missed` what they are short of
    it, and `better` the melds that are worth so much, with `better_bonuses`; all None where the packs do not
    hold such a hand. Where a player's first melds must be worth `opening` points, `opens` says whether these
    are, and `why` what is missing; `fulfilled` says the same of the deal's `contract`."""

    game: str
    legal: bool
    points: int
    multiplier: int
    score: int
    melds: tuple[MeldAnswer, ...]
    bonuses: tuple[BonusAnswer, ...]
    why: Sentence
    faults: tuple[FaultAnswer, ...]
    best: int | None
    missed: int | None
    better: tuple[MeldAnswer, ...] | None
    better_bonuses: tuple[BonusAnswer, ...] | None
    proven: bool | None
    opens: bool | None = None
    opening: int | None = None
    contract: Sentence | None = None
    fulfilled: bool | None = None

    def __str__(self) -> str:
        return _written(self.melds)

    def __repr__(self) -> str:
        """One line with the game, melds and points.

        >>> import scorepad
        >>> scorepad.check("chattahoochee", "♣45678 / ♣6789T")
        <Verdict of chattahoochee: ♣45678 / ♣6789T, 30 points, 4 missed>
        >>> scorepad.check("chattahoochee", "♣457")
        <Verdict of chattahoochee: ♣457, not legal>
        """
        missed = f", {self.missed} missed" if self.missed else ""
        judged = f"{self.points} points{missed}" if self.legal else "not legal"
        return f"<Verdict of {self.game}: {self}, {judged}>"


class MergeAnswer(AnswerBase, frozen=True):
    """Two `melds` made one, where that is `legal`, or `why` not, with its `faults`; `points` are after it,
    and `before` has those of each."""

    game: str
    legal: bool
    melds: tuple[MeldAnswer, ...]
    points: int
    before: tuple[int, ...]
    why: Sentence
    faults: tuple[FaultAnswer, ...]

    def __str__(self) -> str:
        return _written(self.melds)

    def __repr__(self) -> str:
        """One line with the game, melds and points.

        >>> import scorepad
        >>> scorepad.merge("chattahoochee-alternate", "♦TJQKA / ♦2345")
        <MergeAnswer of chattahoochee-alternate: ♦TJQKA2345, 45 points>
        """
        judged = f"{self.points} points" if self.legal else "not legal"
        return f"<MergeAnswer of {self.game}: {self}, {judged}>"


class NextCard(AnswerBase, frozen=True, omit_defaults=True):
    """A card that could come: the points of the hand with it, the `gain` over the hand without it, and the
    value left over. `shown` is the card for people, `unseen` how many of it may still come. In games of a
    hand `goes_out` says whether it ends the deal, `fulfilled` whether it completes the contract."""

    card: str
    shown: Sentence
    points: int
    gain: int
    left_value: int
    proven: bool
    unseen: int
    goes_out: bool | None = None
    fulfilled: bool | None = None


class Chances(AnswerBase, frozen=True):
    """The number of unseen cards that improve the hand more than a card that fits nowhere, and of those that
    finish it; each with the number of all unseen cards."""

    better: tuple[int, int]
    finishes: tuple[int, int]


class NextAnswer(AnswerBase, frozen=True):
    """What each card of `next` would add, greatest gain first; `points` are those of the hand as it is. All
    is `proven` or not; `chances` count unseen cards.

    `expected` are the mean points after one draw, with every unseen card equally likely; those of the present
    hand if no card is unseen. A hand is finished if it ends the deal, or every card of it is melded.
    """

    game: str
    points: int
    proven: bool
    next: tuple[NextCard, ...]
    chances: Chances
    expected: float


class Discard(AnswerBase, frozen=True):
    """A card of the hand, with the points of the hand without it, and the value left over."""

    card: str
    shown: Sentence
    points: int
    left_value: int
    proven: bool


class DiscardAnswer(AnswerBase, frozen=True, omit_defaults=True):
    """Which card to `discard`, the cheapest first; `why` names cards that fit on the table, so stay."""

    game: str
    discard: tuple[Discard, ...]
    why: Sentence | None = None


class PlayAnswer(AnswerBase, frozen=True):
    """The kind of a play of Avalanche, and the reason."""

    move: Literal["snowfall", "start", "grow", "stop", "fall", "illegal"]
    why: str


class ScoreLineAnswer(AnswerBase, frozen=True):
    """A part of a score, and its reason."""

    # `for` is a keyword of Python.
    reason: Sentence = field(name="for")
    points: Points


class ScoreAnswer(AnswerBase, frozen=True, omit_defaults=True):
    """Everybody's points of a deal, `scores` by name; `lines` are what each is made of, where several."""

    scores: dict[str, Points]
    lines: dict[str, tuple[ScoreLineAnswer, ...]] | None = None


class MatchBonusAnswer(AnswerBase, frozen=True):
    """A player's points beside those of deals, and their reason."""

    player: str
    points: Points
    reason: Sentence = field(name="for")


class ColumnAnswer(AnswerBase, frozen=True):
    """One of several games kept at once, with its own totals."""

    totals: dict[str, Points]
    over: bool


class MatchAnswer(AnswerBase, frozen=True, omit_defaults=True):
    """How a match stands: the scores of its `deals`, and by name the `totals`, `bonuses` in them; of partners
    by their names, as in `Ann & Cy`. Where it is `over` it has `winners`. `out` are the players who are out,
    `may_return` those of them who may come back in the next deal. `phases` has by name the phase that a
    player is in, one more than the last where all are made, `columns` each game of several, and `shares` what
    each gets of a pool that is split: after a deal with `"split": true`, else if it were split now."""

    deals: tuple[ScoreAnswer, ...]
    totals: dict[str, Points]
    over: bool
    winners: tuple[str, ...]
    bonuses: tuple[MatchBonusAnswer, ...]
    out: tuple[str, ...]
    may_return: tuple[str, ...]
    columns: tuple[ColumnAnswer, ...] | None = None
    phases: dict[str, int] | None = None
    shares: dict[str, int] | None = None


class MultipliersAnswer(AnswerBase, frozen=True):
    """The multiplier of each going out, in order, and the number of them after which the deal ends; None
    while it goes on."""

    multipliers: tuple[int, ...]
    ends_after: int | None


class CirclesAnswer(AnswerBase, frozen=True):
    """The circles of ranks by leap, each in order; for tiles, which are in no circle, the lines from end to
    end."""

    circles: dict[str, tuple[str, ...]]


class ScheduleAnswer(AnswerBase, frozen=True):
    """The values of runs of 1, 2, 3 … cards."""

    values: tuple[int, ...]


Answer = (
    Best
    | BestOfEach
    | Verdict
    | MergeAnswer
    | NextAnswer
    | DiscardAnswer
    | PlayAnswer
    | ScoreAnswer
    | MatchAnswer
    | MultipliersAnswer
    | CirclesAnswer
    | ScheduleAnswer
    | GamesAnswer
)


class Refusal(Struct, frozen=True, omit_defaults=True):
    """Why a question has no answer. `at` is the place in it (`cards:5` is the fifth character of the cards);
    `faults` are the single ones, if there are several."""

    code: str
    message: str
    at: str
    faults: tuple[Refusal, ...] | None = None


class ErrorAnswer(Struct, frozen=True):
    """The answer with every status from 400 on."""

    error: Refusal


class OpenedTableAnswer(Unshown, frozen=True):
    """A table just opened: its id, the code for phones to join it, and a key with all rights."""

    table: str
    code: str
    key: str


# By keyword only, as fields without a default follow one that has some.
class TableDealAnswer(ScoreAnswer, frozen=True, kw_only=True):
    """A deal of a table: everybody's score of it so far, by name."""

    number: int
    ended: bool


class TableAnswer(MatchAnswer, frozen=True, omit_defaults=True, kw_only=True):
    """A table after event `number`. `options` are the house rules of the current or next deal, and `dealer`
    deals the current one. `deals` are those in which something counts. `winners_named`: the people at the
    table named the winners, whatever the points, which ends the match; `places` are those named for others.
    The rest is as in the answer of `match`."""

    deals: tuple[TableDealAnswer, ...]
    table: str
    name: str
    game: str
    players: tuple[str, ...]
    partnerships: tuple[tuple[str, ...], ...] | None = None
    options: dict[str, str | bool | int | list[int]]
    dealer: str
    number: int
    winners_named: bool
    places: dict[str, int] | None = None


class RefusedAnswer(ErrorAnswer, frozen=True):
    """Why nothing was recorded, with the present table."""

    table: TableAnswer


class WebhookAnswer(Unshown, frozen=True):
    """A webhook of a table. `secret` signs its messages; `tries` counts the failures of the next one, `fault`
    is the last error."""

    id: str
    url: str
    secret: str
    tries: int
    fault: str


class WebhooksAnswer(Struct, frozen=True):
    """The webhooks of a table."""

    webhooks: tuple[WebhookAnswer, ...]
