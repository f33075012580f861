"""What binds the leaps of players' melds: the leap tokens and their house rules (L2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from scorepad.core.findings import Finding
from scorepad.core.rules import Rules

Leaps = Collection[int]


def among(rules: Rules, leaps: Sequence[int]) -> tuple[Finding, ...]:
    """What is wrong with the leaps of one player's melds: all one leap, or no two the same (L2)."""
    if rules.tokens == "same" and len(set(leaps)) > 1:
        listed = _listed(sorted(set(leaps)))
        return (Finding("leaps-differ", (), "L2", f"All melds of a player are of one leap, not {listed}."),)
    if rules.tokens == "different":
        twice = sorted(leap for leap, melds in Counter(leaps).items() if melds > 1)
        return tuple(
            Finding("leap-twice", (), "L2", f"No two melds of a player are of one leap: leap {leap} is.")
            for leap in twice
        )
    return ()


def clashes(
    rules: Rules, leap: int, player: int, lying: Sequence[Leaps], names: Sequence[str]
) -> tuple[Finding, ...]:
    """What speaks against a new meld of this leap, with the leaps that lie before each player (L2)."""
    if rules.tokens == "different" and leap in lying[player]:
        sentence = f"{names[player]} has a meld of leap {leap} already: hers are all of different leaps."
        return (Finding("leap-twice", (), "L2", sentence),)
    if rules.tokens != "same":
        return ()
    found = []
    if lying[player] and leap not in lying[player]:
        own = _listed(sorted(set(lying[player])))
        sentence = f"{names[player]} has the token of leap {own}: her melds are of that leap, not of {leap}."
        found.append(Finding("other-leap", (), "L2", sentence))
    for other, leaps in enumerate(lying):
        if other != player and leap in leaps:
            sentence = f"{names[other]} has the token of leap {leap}: no two players share a leap."
            found.append(Finding("leap-taken", (), "L2", sentence))
    return tuple(found)


def open_leaps(rules: Rules, own: Leaps, others: Iterable[Leaps] = ()) -> tuple[int, ...]:
    """The leaps that a player's next meld may be of (L2)."""
    if rules.tokens == "different":
        return tuple(leap for leap in rules.leaps if leap not in own)
    if rules.tokens != "same":
        return rules.leaps
    taken = {leap for leaps in others for leap in leaps}
    return tuple(leap for leap in rules.leaps if leap not in taken and (not own or leap in own))


def _listed(leaps: Sequence[int]) -> str:
    return " and ".join(map(str, leaps))
