"""The standing of a match under the rules of its game."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scorepad.core.matches import PLAIN, MatchAim, MatchStanding, PlayedDeal
from scorepad.core.points import Points
from scorepad.core.rules import Rules


def match_standing(
    rules: Rules,
    deals: Sequence[PlayedDeal],
    sides: int,
    start: Sequence[Points] | None = None,
    begun: Collection[int] = (),
) -> MatchStanding:
    """The standing of a match of so many sides after these deals; `begun` are the sides in a deal that has
    not ended."""
    match = rules.match
    aim = MatchAim(match.target, match.deals, match.start, rules.scoring.lowest_wins)
    kind = match.kind or PLAIN
    standing = kind.standing(aim, start or [match.start] * sides, deals)
    # A deal that runs already shows who came back in for it.
    if begun and not standing.over:
        kind.before_deal(standing, PlayedDeal(dict.fromkeys(begun, 0)), len(deals) + 1)
        kind.while_it_goes_on(standing)
    standing.progress = kind.progress(standing)
    return standing
