"""The melds on the table before each player, and the plays with them, as values (H8, H19, L3).

A meld is named by its owner and its number before that player. Melds are read before anything is done with
them: a wild stands for the card of its place. If that is ambiguous, the player is asked, since neighbours and
later plays depend on it (H16, I7). They are shown to people with each run upwards however it was laid, and
wilds with what they stand for if the bare cards would read otherwise. The text reads back as the same meld.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scorepad.core.card_text import show_apart, show_cards, show_laid, show_meld
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.check import check, check_meld
from scorepad.core.errors import BrokenTable, ScorepadError, join_errors
from scorepad.core.phrasing import join_words
from scorepad.core.readings import Reading
from scorepad.core.rules import Rules
from scorepad.core.runs import run_upwards, ways_to_read
from scorepad.core.sentence import in_a_row, say
from scorepad.core.tokens import shared_leap_faults
from scorepad.core.verdicts import Finding, MeldVerdict

_READINGS_SHOWN = 6  # of an open wild, in one sentence


@dataclass(frozen=True, slots=True)
class MeldAt:
    """A meld on the table: its owner, and its number among the owner's melds; both from 0."""

    owner: int
    meld: int


@dataclass(frozen=True, slots=True)
class NewMeld:
    """A new meld (H8)."""

    meld: Meld


@dataclass(frozen=True, slots=True)
class ExtendMeld:
    """Cards laid before and after a meld, in its order as it lies (H8)."""

    at: MeldAt
    before: Meld = ()
    after: Meld = ()


@dataclass(frozen=True, slots=True)
class MergeMelds:
    """Two melds merged, with cards from the hand between them if the table allows it (H8, L3)."""

    first: MeldAt
    second: MeldAt
    between: Meld = ()


@dataclass(frozen=True, slots=True)
class FilchWild:
    """A wild taken out of a meld and replaced by the natural that it stands for (H19)."""

    at: MeldAt
    natural: Card


Play = NewMeld | ExtendMeld | MergeMelds | FilchWild


class NoSuchMeld(ScorepadError):
    """The named meld is not on the table."""

    code = "no-such-meld"


@dataclass(frozen=True, slots=True)
class OnTable:
    """The melds before each player, and the facts that the pad knows of each player.

    melds         legal melds by player
    partnerships  groups of players; empty if everybody plays alone
    settled       by player: the points of going out, None for a player still in (H10, L4)
    earlier       by player: the score in earlier games (H13)
    names         by player, for sentences
    """

    melds: tuple[tuple[Meld, ...], ...]
    partnerships: tuple[tuple[int, ...], ...] = ()
    settled: tuple[int | None, ...] = field(default=())
    earlier: tuple[int, ...] = field(default=())
    names: tuple[str, ...] = field(default=())

    def player_name(self, player: int) -> str:
        return self.names[player] if self.names else say("Player {number}", number=player + 1)

    def is_out(self, player: int) -> bool:
        return bool(self.settled) and self.settled[player] is not None

    def partners_of(self, player: int) -> tuple[int, ...]:
        """The player and the partners."""
        return next((group for group in self.partnerships if player in group), (player,))

    def meld_at(self, at: MeldAt) -> Meld:
        """The meld at that place. Raises NoSuchMeld."""
        if 0 <= at.owner < len(self.melds) and 0 <= at.meld < len(self.melds[at.owner]):
            return self.melds[at.owner][at.meld]
        message = say(
            "Meld {meld} of player {player} isn’t on the table. Choose one that is.",
            meld=at.meld + 1,
            player=at.owner + 1,
        )
        raise NoSuchMeld(message, at="meld")

    def with_melds(self, owner: int, melds: tuple[Meld, ...]) -> OnTable:
        """The table with these melds before one player."""
        return replace(self, melds=(*self.melds[:owner], melds, *self.melds[owner + 1 :]))

    def leap_faults(self, rules: Rules) -> tuple[Finding, ...]:
        """What is wrong with the leaps of all players' melds together, with the players' names (L2)."""
        names = [self.player_name(player) for player in range(len(self.melds))]
        return shared_leap_faults(rules, [leaps_of(rules, owned) for owned in self.melds], names)

    def points_of(self, rules: Rules, player: int) -> int:
        """The points of a player's melds, or those of going out, which no later play changes (H10, H19)."""
        settled = self.settled[player] if self.settled else None
        return check(rules, self.melds[player]).points if settled is None else settled


def leaps_of(rules: Rules, melds: Sequence[Meld]) -> tuple[int, ...]:
    """The leap of each meld that has one (L2)."""
    return tuple(leap for meld in melds if (leap := check_meld(rules, meld).leap))


@dataclass(frozen=True, slots=True)
class PlayVerdict:
    """The verdict on a play: legal or why not, the resulting meld, and the table after it.

    `before` and `points` are those of the player's melds, including bonuses. `taken` is the wild gained by
    filching. After an illegal play the table is unchanged.
    """

    legal: bool
    findings: tuple[Finding, ...]
    meld: MeldVerdict
    table: OnTable
    before: int
    points: int
    taken: Card | None = None


class OpenWild(ScorepadError):
    """A wild on the table whose meaning is ambiguous."""

    code = "open-wild"


def read_table(rules: Rules, table_melds: Sequence[Meld]) -> tuple[Meld, ...]:
    """The melds of a table, each wild saying what it stands for. Raises BrokenTable, OpenWild.

    Shared tables, and sets whose jokers need not name a suit, are left to be read by the players who lay on
    them (F2, K3).
    """
    if rules.board.shared or rules.shapes.sets:
        return tuple(table_melds)
    melds = settle_wilds(rules, table_melds, "table")
    verdicts = [check_meld(rules, meld) for meld in melds]
    broken_melds = [
        say(
            "{meld}: {faults}",
            meld=show_meld(meld, rules.pack),
            faults=in_a_row(finding.sentence for finding in verdict.findings),
        )
        for meld, verdict in zip(melds, verdicts, strict=True)
        if not verdict.legal
    ]
    if broken_melds:
        raise BrokenTable(in_a_row(broken_melds), at="table")
    return melds


def settle_wilds(rules: Rules, melds: Sequence[Meld], field_name: str) -> tuple[Meld, ...]:
    """The melds with each wild saying what it stands for; illegal ones unchanged.

    Raises OpenWild, with every meld that has an ambiguous wild.
    """
    faults = [
        ScorepadError(_ask_which(rules, meld), at=f"{field_name}:{meld_place}", code=OpenWild.code)
        for meld_place, meld in enumerate(melds)
        if has_open_wild(rules, meld)
    ]
    if faults:
        error = join_errors(faults)
        raise OpenWild(error.message, at=error.at, parts=error.parts)
    return tuple(check_meld(rules, meld).laid for meld in melds)


def open_wild_findings(rules: Rules, meld: Meld) -> tuple[Finding, ...]:
    """The finding for a legal meld that has an ambiguous wild, so that nothing can be laid on it."""
    if not has_open_wild(rules, meld):
        return ()
    return (Finding("open-wild", tuple(laid.card for laid in meld), "H16", _ask_which(rules, meld)),)


def has_open_wild(rules: Rules, meld: Meld) -> bool:
    """Whether a meld with a natural has an ambiguous wild."""
    verdict = check_meld(rules, meld)
    if not verdict.legal:
        return any(finding.code == "ambiguous" for finding in verdict.findings)
    open_wilds = (
        not is_natural and not laid.stands_for
        for laid, is_natural in zip(verdict.laid, verdict.natural, strict=True)
    )
    # Wilds alone lie at no place of the order, so nothing about them is open (H17).
    return any(verdict.natural) and any(open_wilds)


def _ask_which(rules: Rules, meld: Meld) -> str:
    """The question about an ambiguous meld: `♥7w may be ♥7♣8 or ♥7♠8: write which, as in ♥7 w=♣8.`"""
    meld_readings = ways_to_read(rules, meld)
    shown_readings = list(dict.fromkeys(show_cards(reading.cards, rules.pack) for reading in meld_readings))
    *first_shown, last_shown = shown_readings[:_READINGS_SHOWN]
    if len(shown_readings) > _READINGS_SHOWN:
        first_shown.append(say("{number} more", number=len(shown_readings) - _READINGS_SHOWN))
    return say(
        "{meld} could be {senses}. Type which, as in {example}.",
        meld=show_meld(meld, rules.pack),
        senses=join_words([*first_shown, last_shown]),
        example=_write_reading(rules, meld_readings[0]),
    )


def _write_reading(rules: Rules, reading: Reading) -> str:
    """A reading written unambiguously: `♥7 w=♣8`."""
    return in_a_row(
        show_laid(Laid(laid.card, None if is_natural else kind), rules.pack)
        for laid, kind, is_natural in zip(reading.laid, reading.cards, reading.natural, strict=True)
    )


def show_verdict(rules: Rules, verdict: MeldVerdict) -> str:
    """A judged meld as text; an illegal one as it was laid."""
    if not verdict.legal:
        return show_meld(verdict.laid, rules.pack)
    meld = run_upwards(rules, verdict.laid)
    if not any(laid.stands_for for laid in meld):
        return show_meld(meld, rules.pack)
    bare_verdict = check_meld(rules, tuple(Laid(laid.card) for laid in meld))
    is_clear = bare_verdict.legal and sorted(bare_verdict.reads_as) == sorted(verdict.reads_as)
    return show_meld(meld, rules.pack) if is_clear else show_apart(meld, rules.pack)


def show_on_table(rules: Rules, meld: Meld) -> str:
    """A meld on the table as text."""
    return show_verdict(rules, check_meld(rules, meld))
