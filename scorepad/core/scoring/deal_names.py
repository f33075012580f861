"""What a game calls its deals: on pages and forms, and in the record."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.core.sentence import Sentence, say, say_number


@dataclass(frozen=True, slots=True)
class DealNames:
    """What a game calls its deals: pages, records and forms ask its way of scoring."""

    @property
    def heading(self) -> Sentence:
        return say("Deal")

    @property
    def every(self) -> Sentence:
        return say("All deals")

    @property
    def earlier(self) -> Sentence:
        return say("Earlier deals")

    @property
    def record(self) -> Sentence:
        return say("Record the deal")

    @property
    def played_on(self) -> Sentence:
        return say("The match is over. Deals from now on don’t change who won.")

    def named(self, number: int) -> Sentence:
        return say("Deal {number}", number=number)

    def from_on(self, number: int) -> Sentence:
        """When house rules begin to hold."""
        return say("From deal {number} on", number=number)

    @property
    def counted_anew(self) -> Sentence:
        """That house rules hold from the start."""
        return say("Every deal counted anew")

    def then(self, number: int) -> Sentence:
        """The button that records and goes on with the next one."""
        return say("then deal {number}", number=number)

    def over(self, number: int) -> Sentence:
        return say("Deal {number} is over.", number=number)

    def after(self, number: int) -> Sentence:
        """When a match was won, in the middle of a sentence."""
        return say("after deal {number}", number=number)

    def over_title(self, number: int) -> Sentence:
        return say("Deal {number} is over", number=number)

    def correct(self, number: int) -> Sentence:
        return say("Correct deal {number}", number=number)

    def next(self, dealer: str) -> Sentence:
        """The button that opens the next one; `dealer` is empty where nobody deals."""
        return say("Next deal, {name} deals", name=dealer) if dealer else say("Next deal")

    def count(self, number: int) -> Sentence:
        return say_number("{number} deal", "{number} deals", number)

    def match_of(self, number: int) -> Sentence:
        return say_number("Match of {number} deal", "Match of {number} deals", number)

    def match_to(self, target: str, number: int) -> Sentence:
        return say_number(
            "Match to {target} or of {number} deal",
            "Match to {target} or of {number} deals",
            number,
            target=target,
        )

    def cell(self, name: str, number: int, score: str, total: str) -> Sentence:
        """A score in the grid for those who listen."""
        return say(
            "{name}, deal {number}: {score}, then {total}", name=name, number=number, score=score, total=total
        )

    def totals(self, number: int, totals: str) -> Sentence:
        return say("Totals after deal {number}: {totals}.", number=number, totals=totals)

    def standings(self, table: str, game: str, number: int, standings: str) -> Sentence:
        return say(
            "{table} ({game}, deal {number}): {standings}",
            table=table,
            game=game,
            number=number,
            standings=standings,
        )

    @property
    def all_scores(self) -> Sentence:
        return say("Every deal: the score of each player, and the total after it")

    @property
    def by_hand(self) -> Sentence:
        """The heading of its end by hand."""
        return say("End the deal by hand")

    @property
    def nobody_scores(self) -> Sentence:
        """What its end by hand does."""
        return say("Nobody scores. To count what everybody has, tap Deal over at the table.")

    def short(self, number: int) -> Sentence:
        """The name within a sentence."""
        return say("deal {number}", number=number)

    def in_game(self, game: str, number: int) -> Sentence:
        return say("{game} · deal {number}", game=game, number=number)

    def rows(self, title: str) -> Sentence:
        """What a sheet says of itself to those who listen."""
        return say("{title}: a row for each deal, a column for each player", title=title)

    def changes_from(self, number: int) -> Sentence:
        return say("Changes apply from deal {number}. Earlier scores stay as they are.", number=number)

    def who_rests(self, number: int) -> Sentence:
        return say("Who sits out deal {number}?", number=number)

    def who_deals(self, number: int) -> Sentence:
        return say("Who deals deal {number}?", number=number)

    def end(self, number: int) -> Sentence:
        """The button that ends it by hand."""
        return say("End deal {number}", number=number)

    def already_recorded(self, number: int) -> Sentence:
        return say("Deal {number} is already recorded.", number=number)

    def ended_by_hand(self, number: int) -> Sentence:
        return say("Deal {number} ended by hand", number=number)

    def match_over(self, number: int, result: str) -> Sentence:
        return say("Match over after deal {number}: {result}", number=number, result=result)

    # What the record says of it.

    def started(self, actor: str, number: int, dealer: str) -> Sentence:
        return say("{actor} started deal {deal}, {dealer} deals", actor=actor, deal=number, dealer=dealer)

    def recorded(self, actor: str, number: int, scores: str) -> Sentence:
        return say("{actor} recorded deal {deal}: {scores}", actor=actor, deal=number, scores=scores)

    def corrected(self, actor: str, number: int, changes: str) -> Sentence:
        return say("{actor} corrected deal {deal}: {changes}", actor=actor, deal=number, changes=changes)

    def removed(self, actor: str, number: int, scores: str) -> Sentence:
        return say(
            "{actor} removed the scores of deal {deal}: {scores}", actor=actor, deal=number, scores=scores
        )

    def put_back(self, actor: str, number: int, scores: str) -> Sentence:
        return say(
            "{actor} put back the scores of deal {deal}: {scores}", actor=actor, deal=number, scores=scores
        )

    def counted_again(self, number: int, cause: str, scores: str) -> Sentence:
        return say(
            "Deal {deal} was counted again because {cause}: {scores}", deal=number, cause=cause, scores=scores
        )

    def ended(self, actor: str, number: int, reason: str) -> Sentence:
        """That it was ended by hand; `reason` is empty where nobody gave one."""
        if not reason:
            return say("{actor} ended deal {deal} by hand", actor=actor, deal=number)
        return say("{actor} ended deal {deal} by hand: {reason}", actor=actor, deal=number, reason=reason)

    def is_over(self, number: int, over: bool) -> Sentence:
        """That a change ended it, or that it runs again."""
        if over:
            return say("Deal {deal} is over", deal=number)
        return say("Deal {deal} is no longer over", deal=number)

    def noted(self, actor: str, number: int, note: str) -> Sentence:
        return say("{actor} noted in deal {deal}: {note}", actor=actor, deal=number, note=note)

    def rules_changed(self, actor: str, number: int, changes: str) -> Sentence:
        """That house rules changed; from the first deal on they count all deals anew."""
        if number == 1:
            return say(
                "{actor} changed the house rules, every deal counted anew: {changes}",
                actor=actor,
                changes=changes,
            )
        return say(
            "{actor} changed the house rules from deal {deal} on: {changes}",
            actor=actor,
            deal=number,
            changes=changes,
        )

    def joined(self, actor: str, name: str, number: int, start: str = "") -> Sentence:
        """That a player joined late; `start` is empty for one who begins at 0."""
        if start:
            return say(
                "{actor} added {name} from deal {deal} on, starting at {start}",
                actor=actor,
                name=name,
                deal=number,
                start=start,
            )
        return say("{actor} added {name} from deal {deal} on", actor=actor, name=name, deal=number)

    def left(self, number: int) -> Sentence:
        """That a player left the table, after the player's name."""
        return say("left the table, from deal {deal} on", deal=number)

    def came_back(self, number: int) -> Sentence:
        """That a player came back, after the player's name."""
        return say("came back, from deal {deal} on", deal=number)


DEALS = DealNames()
