"""The names of rounds in games without cards."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.scoring import DealNames
from scorepad.core.sentence import Sentence, say, say_number


@dataclass(frozen=True, slots=True)
class RoundNames(DealNames):
    """The words for a round instead of a deal; no dealer is needed."""

    @property
    def heading(self) -> Sentence:
        return say("Round")

    @property
    def every(self) -> Sentence:
        return say("All rounds")

    @property
    def earlier(self) -> Sentence:
        return say("Earlier rounds")

    @property
    def record(self) -> Sentence:
        return say("Record the round")

    @property
    def played_on(self) -> Sentence:
        return say("The match is over. Rounds from now on don’t change who won.")

    def named(self, number: int) -> Sentence:
        return say("Round {number}", number=number)

    def from_on(self, number: int) -> Sentence:
        return say("From round {number} on", number=number)

    @property
    def counted_anew(self) -> Sentence:
        return say("Every round counted anew")

    def then(self, number: int) -> Sentence:
        return say("then round {number}", number=number)

    def over(self, number: int) -> Sentence:
        return say("Round {number} is over.", number=number)

    def after(self, number: int) -> Sentence:
        return say("after round {number}", number=number)

    def over_title(self, number: int) -> Sentence:
        return say("Round {number}", number=number)

    def correct(self, number: int) -> Sentence:
        return say("Correct round {number}", number=number)

    def next(self, dealer: str) -> Sentence:
        return say("Next round, {name} deals", name=dealer) if dealer else say("Next round")

    def count(self, number: int) -> Sentence:
        return say_number("{number} round", "{number} rounds", number)

    def match_of(self, number: int) -> Sentence:
        return say_number("Match of {number} round", "Match of {number} rounds", number)

    def match_to(self, target: str, number: int) -> Sentence:
        return say_number(
            "Match to {target} or of {number} round",
            "Match to {target} or of {number} rounds",
            number,
            target=target,
        )

    def cell(self, name: str, number: int, score: str, total: str) -> Sentence:
        return say(
            "{name}, round {number}: {score}, then {total}",
            name=name,
            number=number,
            score=score,
            total=total,
        )

    def totals(self, number: int, totals: str) -> Sentence:
        return say("Totals after round {number}: {totals}.", number=number, totals=totals)

    def standings(self, table: str, game: str, number: int, standings: str) -> Sentence:
        return say(
            "{table} ({game}, round {number}): {standings}",
            table=table,
            game=game,
            number=number,
            standings=standings,
        )

    @property
    def all_scores(self) -> Sentence:
        return say("Every round: the score of each player, and the total after it")

    @property
    def by_hand(self) -> Sentence:
        return say("End the round by hand")

    @property
    def nobody_scores(self) -> Sentence:
        return say("Nobody scores. To count what everybody has, tap Enter points at the table.")

    def short(self, number: int) -> Sentence:
        return say("round {number}", number=number)

    def in_game(self, game: str, number: int) -> Sentence:
        return say("{game} · round {number}", game=game, number=number)

    def rows(self, title: str) -> Sentence:
        return say("{title}: a row for each round, a column for each player", title=title)

    def changes_from(self, number: int) -> Sentence:
        return say("Changes apply from round {number}. Earlier scores stay as they are.", number=number)

    def who_rests(self, number: int) -> Sentence:
        return say("Who sits out round {number}?", number=number)

    def who_deals(self, number: int) -> Sentence:
        return say("Who deals round {number}?", number=number)

    def end(self, number: int) -> Sentence:
        return say("End round {number}", number=number)

    def already_recorded(self, number: int) -> Sentence:
        return say("Round {number} is already recorded.", number=number)

    def ended_by_hand(self, number: int) -> Sentence:
        return say("Round {number} ended by hand", number=number)

    def match_over(self, number: int, result: str) -> Sentence:
        return say("Match over after round {number}: {result}", number=number, result=result)

    def started(self, actor: str, number: int, dealer: str) -> Sentence:  # noqa: ARG002
        return say("{actor} started round {deal}", actor=actor, deal=number)

    def recorded(self, actor: str, number: int, scores: str) -> Sentence:
        return say("{actor} recorded round {deal}: {scores}", actor=actor, deal=number, scores=scores)

    def corrected(self, actor: str, number: int, changes: str) -> Sentence:
        return say("{actor} corrected round {deal}: {changes}", actor=actor, deal=number, changes=changes)

    def removed(self, actor: str, number: int, scores: str) -> Sentence:
        return say(
            "{actor} removed the scores of round {deal}: {scores}", actor=actor, deal=number, scores=scores
        )

    def put_back(self, actor: str, number: int, scores: str) -> Sentence:
        return say(
            "{actor} put back the scores of round {deal}: {scores}", actor=actor, deal=number, scores=scores
        )

    def counted_again(self, number: int, cause: str, scores: str) -> Sentence:
        return say(
            "Round {deal} was counted again because {cause}: {scores}",
            deal=number,
            cause=cause,
            scores=scores,
        )

    def ended(self, actor: str, number: int, reason: str) -> Sentence:
        if not reason:
            return say("{actor} ended round {deal} by hand", actor=actor, deal=number)
        return say("{actor} ended round {deal} by hand: {reason}", actor=actor, deal=number, reason=reason)

    def is_over(self, number: int, over: bool) -> Sentence:
        if over:
            return say("Round {deal} is over", deal=number)
        return say("Round {deal} is no longer over", deal=number)

    def noted(self, actor: str, number: int, note: str) -> Sentence:
        return say("{actor} noted in round {deal}: {note}", actor=actor, deal=number, note=note)

    def rules_changed(self, actor: str, number: int, changes: str) -> Sentence:
        if number == 1:
            return say(
                "{actor} changed the house rules, every round counted anew: {changes}",
                actor=actor,
                changes=changes,
            )
        return say(
            "{actor} changed the house rules from round {deal} on: {changes}",
            actor=actor,
            deal=number,
            changes=changes,
        )

    def joined(self, actor: str, name: str, number: int, start: str = "") -> Sentence:
        if start:
            return say(
                "{actor} added {name} from round {deal} on, starting at {start}",
                actor=actor,
                name=name,
                deal=number,
                start=start,
            )
        return say("{actor} added {name} from round {deal} on", actor=actor, name=name, deal=number)

    def left(self, number: int) -> Sentence:
        return say("left the table, from round {deal} on", deal=number)

    def came_back(self, number: int) -> Sentence:
        return say("came back, from round {deal} on", deal=number)


ROUNDS = RoundNames(left_heading=say("Points"))
