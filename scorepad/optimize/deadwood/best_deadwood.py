"""The best arrangement of a hand: most points, then fewest cards left, then most melds (B7, F3).

problem   `deadwood_problem`: the rows are the cards of each kind, each table meld once, and the new meld
          where a turn has one
lister    `deadwood_melds` for new melds, `laid_off` for table melds with cards of the hand
choice    dynamic programming over the cards left: the first kind stays in hand, or goes into one of the melds
          that begin with it
layer     `HandProblem.layout`
"""

from __future__ import annotations

import time

from scorepad.core.values import left_value
from scorepad.optimize.answer import Answer, bound_of
from scorepad.optimize.choosing import choose_listed, end_of_listing
from scorepad.optimize.deadwood.deadwood_melds import meld_columns
from scorepad.optimize.deadwood.deadwood_problem import DeadwoodProblem
from scorepad.optimize.deadwood.hand_problem import HandLayout
from scorepad.optimize.on_table import read_table_melds
from scorepad.optimize.search_question import SearchQuestion


def search(question: SearchQuestion) -> Answer:
    """Find the best arrangement of a hand beside table melds on which cards may be laid off (B2).

    The answer lists the table melds, with cards laid off, then the new ones; at most one new meld if
    the question says `one_new`. A card `taken` must be melded; if that was not found possible, all cards are
    left (F5).

    Raises BrokenTable.
    """
    began = time.perf_counter()
    rules = question.rules
    problem = DeadwoodProblem(
        rules,
        tuple(question.cards),
        read_table_melds(rules, question.table),
        taken=question.taken,
        one_new=question.one_new,
    )
    deadline = began + question.limit
    chosen = choose_listed(problem.limits, meld_columns(problem), (), end_of_listing(deadline), deadline)
    lays = [column.lays for column in chosen.columns or ()]
    found = problem.layout(lays, chosen.objective, complete=chosen.best)
    points = _points_gained(problem, found)
    bound = bound_of(points, lambda: left_value(rules, problem.cards), best=chosen.best)
    left = tuple(rules.pack.in_order(found.left))
    return Answer(found.melds, points, bound, time.perf_counter() - began, left, chosen.method)


def _points_gained(problem: DeadwoodProblem, found: HandLayout) -> int:
    """Return the points of the melds beyond those of the table, less the cards left if the rules count
    them."""
    hand_value = left_value(problem.rules, problem.cards)
    if problem.rules.scoring.left_counts:
        # Cards and melds are the lesser parts of a gain and come to less than a point: division drops them.
        return found.gain // problem.point_gain - hand_value
    return hand_value - left_value(problem.rules, found.left)
