"""Checks the names in a deal against the players of a match or table, if these are known, and what the game
counts of each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorepad.answers.question_types import BY_NAME, QuestionFields
from scorepad.core.errors import ScorepadError
from scorepad.core.rules import Rules
from scorepad.core.scoring import CountedDeal, CountedHand
from scorepad.core.scoring.ended_deal import NEVER_OPENED, OWN_NOTES, NamedDeal
from scorepad.core.scoring.player_counts import CANASTAS
from scorepad.core.sentence import Sentence, say
from scorepad.core.settle import SettleFault, counted_as
from scorepad.rulebook import find_game


class Players(NamedTuple):
    """The players of a deal, empty if unknown: those `playing`, those that a deal must name, and those that
    it may name. `sides` are the names of sides, if a deal counts sides."""

    playing: Sequence[str] = ()
    to_name: Sequence[str] = ()
    known: Sequence[str] = ()
    sides: Sequence[str] = ()

    def no_such(self, name: str) -> Sentence:
        """The sentence about an unknown name, with the possible ones."""
        return no_such_side(name, self.sides) if self.sides else no_such_player(name, self.known)


NOT_KNOWN = Players()
_WORDS = ("ending", "winner", OWN_NOTES, "went_rummy", NEVER_OPENED.field, CANASTAS.id)


def not_named(name: str) -> ScorepadError:
    """The fault of a deal that leaves out one of its players."""
    reason = say(
        "This deal doesn’t say what {name} ends with. Name {name} too, with 0 for nothing.", name=name
    )
    return ScorepadError(reason, at=name, code="players")


def too_many(rules: Rules, named: int) -> Iterator[ScorepadError]:
    """The fault of a deal that names more players than the game has seats. Naming fewer is allowed: a player
    who ends with nothing may be left out."""
    game = find_game(rules.game)
    if named > game.players[1]:
        yield ScorepadError(game.number_fault(named), at="left", code="players")


def unknown_names(fields: QuestionFields, players: Players) -> Iterator[ScorepadError]:
    """A fault for each unknown name in a deal, once each; none if the players aren't known."""
    told: set[str] = set()
    for field in BY_NAME if players.known else ():
        value = fields.get(field)
        named = [value] if isinstance(value, str) else value if isinstance(value, list | dict) else ()
        for name in named:
            if isinstance(name, str) and name and name not in told and name not in players.known:
                told.add(name)
                place = field if isinstance(value, str) else f"{field}:{name[:40]}"
                yield ScorepadError(players.no_such(name), at=place, code="players")


def counts_hands(rules: Rules, winner: str | None, ending: str) -> bool:
    """Whether a deal with that ending counts what each player has."""
    scoring = rules.scoring
    words = scoring.ending_words.of(ending) if winner else scoring.ending_of(CountedDeal({}, ending=ending))
    return words.needs_hands and not scoring.counts.isdisjoint(("left", "melded", "points", "tally"))


def word_faults(rules: Rules, deal: NamedDeal) -> Iterator[ScorepadError]:
    """The faults of a deal apart from cards and numbers: its ending, its winner, drops, kinds of melds."""
    scoring = rules.scoring
    hands = {name: CountedHand(counts=share.counts) for name, share in deal.hands.items()}
    counted = counted_as(rules, deal, hands)
    for reason, field, name in scoring.faults(counted) if scoring.settled_at_once and hands else ():
        if field in _WORDS:
            yield SettleFault(reason, field, name)


def phase_faults(rules: Rules, phases: Mapping[str, bool], winner: str | None) -> Iterator[ScorepadError]:
    """The fault of a player who went out without completing the phase."""
    if "phases" in rules.scoring.counts and winner and not phases.get(winner, True):
        ended = rules.scoring.ending_words.ended_by(winner)
        reason = say("{ended}, so the phase is made. Say yes there.", ended=ended)
        yield SettleFault(reason, "phases", winner)


def no_such_player(name: str, players: Iterable[str]) -> Sentence:
    return say(
        "{name} isn’t one of the players. Type one of {players}.",
        name=repr(name[:40]),
        players=", ".join(players),
    )


def no_such_side(name: str, sides: Iterable[str]) -> Sentence:
    return say(
        "{name} isn’t one of the sides. Type one of {sides}.",
        name=repr(name[:40]),
        sides=", ".join(sides),
    )
