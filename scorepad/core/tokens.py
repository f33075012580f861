"""What binds the leaps of players' melds: the leap tokens and their house rules (L2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from scorepad.core.rules import Rules
from scorepad.core.verdicts import Finding

Leaps = Collection[int]


def among(rules: Rules, leaps: Sequence[int]) -> tuple[Finding, ...]:
    """What is wrong with the leaps of one player's melds: all one leap, or no two the same (L2)."""
    if rules.shapes.leap_tokens == "same" and len(set(leaps)) > 1:
        listed = _listed(sorted(set(leaps)))
        return (Finding("leaps-differ", (), "L2", f"All melds of a player are of one leap, not {listed}."),)
    if rules.shapes.leap_tokens == "different":
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
    if rules.shapes.leap_tokens == "different" and leap in lying[player]:
        sentence = f"{names[player]} has a meld of leap {leap} already: no two may be of one leap."
        return (Finding("leap-twice", (), "L2", sentence),)
    if rules.shapes.leap_tokens != "same":
        return ()
    found = []
    if lying[player] and leap not in lying[player]:
        own = _listed(sorted(set(lying[player])))
        sentence = f"{names[player]} has the token of leap {own}: all melds are of that leap, not of {leap}."
        found.append(Finding("other-leap", (), "L2", sentence))
    for other, leaps in enumerate(lying):
        if other != player and leap in leaps:
            sentence = f"{names[other]} has the token of leap {leap}: no two players share a leap."
            found.append(Finding("leap-taken", (), "L2", sentence))
    return tuple(found)


def shared(rules: Rules, lying: Sequence[Leaps], names: Sequence[str]) -> tuple[Finding, ...]:
    """Every clash among the leaps of all players' melds of a deal, by player and then by leap (L2).

    The judgement is the same whichever way the melds got there, and in whichever order.
    """
    own = [finding for name, leaps in zip(names, lying, strict=True) for finding in _own(rules, name, leaps)]
    return (*own, *(_several(leap, holders) for leap, holders in _holders(rules, lying, names).items()))


def _own(rules: Rules, name: str, leaps: Leaps) -> Iterator[Finding]:
    """What is wrong with the leaps of one player of several."""
    for finding in among(rules, tuple(leaps)):
        sentence = finding.of(name)
        yield replace(finding, sentence=sentence)


def _holders(rules: Rules, lying: Sequence[Leaps], names: Sequence[str]) -> dict[int, list[str]]:
    """The players with melds of each leap that more than one player has, where none may be shared."""
    leaps = sorted({leap for leaps in lying for leap in leaps}) if rules.shapes.leap_tokens == "same" else []
    held = {leap: [name for name, own in zip(names, lying, strict=True) if leap in own] for leap in leaps}
    return {leap: holders for leap, holders in held.items() if len(holders) > 1}


def _several(leap: int, holders: Sequence[str]) -> Finding:
    players = f"{', '.join(holders[:-1])} and {holders[-1]}"
    sentence = f"{players} have melds of leap {leap}: no two players share a leap."
    return Finding("leap-shared", (), "L2", sentence)


def open_leaps(rules: Rules, own: Leaps, others: Iterable[Leaps] = ()) -> tuple[int, ...]:
    """The leaps that a player's next meld may be of (L2)."""
    if rules.shapes.leap_tokens == "different":
        return tuple(leap for leap in rules.shapes.leaps if leap not in own)
    if rules.shapes.leap_tokens != "same":
        return rules.shapes.leaps
    taken = {leap for leaps in others for leap in leaps}
    return tuple(leap for leap in rules.shapes.leaps if leap not in taken and (not own or leap in own))


def _listed(leaps: Sequence[int]) -> str:
    return " and ".join(map(str, leaps))
