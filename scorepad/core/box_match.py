"""Matches with boxes and bonuses, in one game or in several that are kept at once (gin-rummy G7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scorepad.core.matches import MatchAim, MatchBonus, MatchStanding, PlainMatch, PlayedDeal
from scorepad.core.points import Points
from scorepad.core.rule_parts import check_choices
from scorepad.core.scoring.knocking import Knocking
from scorepad.core.sentence import Sentence, say, say_as, say_number

Shutout = Literal["none", "doubled", "added"]


@dataclass(frozen=True, slots=True, repr=False)
class BoxMatch(PlainMatch):
    """A match to a target, with bonuses for each deal won (a box), for the game and for a shutout (G7).

    box, box_at_once  bonus for each deal won, and whether it counts towards the target
    game              bonus of the side that reaches the target
    shutout           bonus if no other side has won a deal: its deal points are `doubled`, before boxes, or
                      `shutout_points` are added
    columns           number of games kept at once: a side's first win counts in the first, its second in the
                      first two, and so on; a side shut out in one begins in the next (Hollywood)
    doubled_boxes     a deal that counts twice brings two boxes
    """

    box: int = 25
    box_at_once: bool = False
    game: int = 100
    shutout: Shutout = "none"
    shutout_points: int = 100
    columns: int = 1
    doubled_boxes: bool = False

    def __post_init__(self) -> None:
        check_choices(self, shutout=Shutout)

    def standing(self, aim: MatchAim, start: Sequence[Points], deals: Sequence[PlayedDeal]) -> MatchStanding:
        if self.columns == 1:
            return PlainMatch.standing(self, aim, start, deals)
        each = replace(self, columns=1)
        kept: list[dict[int, PlayedDeal]] = [{} for _ in range(self.columns)]
        columns = [each.standing(aim, start, ()) for _ in kept]
        reach = dict.fromkeys(range(len(start)), 0)
        over = 0
        running: list[tuple[Points, ...]] = []
        for number, deal in enumerate(deals, 1):
            for side in _winners_of(deal):
                reach[side] += 1
                for place in range(min(reach[side], self.columns)):
                    if not columns[place].over:
                        kept[place][number] = deal
                        columns[place] = each.standing(aim, start, [*kept[place].values()])
                        columns[place].kept = {
                            kept_number: kept_deal.scores for kept_number, kept_deal in kept[place].items()
                        }
                        wins = {side for won in kept[place].values() for side in _winners_of(won)}
                        shut_out = reach.keys() - wins
                        reach |= {side: reach[side] + 1 for side in shut_out if columns[place].over}
            running.append(tuple(map(sum, zip(*(column.totals for column in columns), strict=True))))
            if not over and all(column.over for column in columns):
                over = number
        return self._together(aim, columns, running, over, start)

    def _together(
        self,
        aim: MatchAim,
        columns: Sequence[MatchStanding],
        running: list[tuple[Points, ...]],
        over: int,
        start: Sequence[Points],
    ) -> MatchStanding:
        """The columns as one match, which is over with the last of them."""
        totals = [*running[-1]] if running else [*start]
        # Columns are written I, II, III.
        bonuses = [
            bonus._replace(
                reason=say("{reason}, column {number}", reason=bonus.reason, number="I" * place), counts=True
            )
            for place, column in enumerate(columns, 1)
            for bonus in column.bonuses
        ]
        winners = tuple(side for side, total in enumerate(totals) if over and total == aim.best(totals))
        return MatchStanding(totals, running, bonuses, over, winners, columns=tuple(columns))

    def after_deal(self, standing: MatchStanding, deal: PlayedDeal, number: int) -> None:
        for side in _winners_of(deal) if self.box_at_once and self.box else ():
            boxes = self._boxes(deal)
            standing.give(MatchBonus(side, boxes * self.box, _boxes_won(boxes), number, counts=True))

    def final_bonuses(
        self, aim: MatchAim, standing: MatchStanding, deals: Sequence[PlayedDeal]
    ) -> list[MatchBonus]:
        over, sides = standing.over, range(len(standing.totals))
        boxes = {
            side: sum(self._boxes(deal) for deal in deals if side in _winners_of(deal)) for side in sides
        }
        bonuses = []
        if self.box and not self.box_at_once:
            bonuses = [
                MatchBonus(side, boxes[side] * self.box, _boxes_won(boxes[side]), over, row=say("Boxes"))
                for side in sides
                if boxes[side]
            ]
        best_total = aim.best(standing.totals)
        first = [side for side in sides if standing.totals[side] == best_total]
        # Sides that tie for the best total get neither the game nor a shutout.
        if len(first) == 1:
            (winner,) = first
            if self.game:
                bonuses.append(MatchBonus(winner, self.game, say("game"), over, row=say_as("bonus", "Game")))
            # What a shutout doubles is the points of deals; boxes and the game count once (G7).
            points = sum(deal.scores.get(winner, 0) for deal in deals)
            more = {"none": 0, "doubled": points, "added": self.shutout_points}[self.shutout]
            if more and not any(boxes[side] for side in sides if side != winner):
                bonuses.append(MatchBonus(winner, more, say("shutout"), over, row=say("Shutout")))
        return bonuses

    def _boxes(self, deal: PlayedDeal) -> int:
        knocking = deal.scoring if isinstance(deal.scoring, Knocking) else None
        return knocking.times if knocking and self.doubled_boxes else 1


def _boxes_won(boxes: int) -> Sentence:
    return say_number("{number} deal won", "{number} deals won", boxes)


def _winners_of(deal: PlayedDeal) -> list[int]:
    return [side for side, score in deal.scores.items() if score > 0]
