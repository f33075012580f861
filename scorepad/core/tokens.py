"""Restrictions on the leaps of players' melds: the leap tokens and their house rules (L2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from scorepad.core.audit import copies_in_play
from scorepad.core.cards import WILD, Track
from scorepad.core.melding import Melding, melding_of
from scorepad.core.phrasing import join_words
from scorepad.core.rules import Rules
from scorepad.core.sentence import in_a_row, say, say_number
from scorepad.core.verdicts import Finding

PlayerLeaps = Collection[int]


def leap_faults(rules: Rules, leaps: Sequence[int]) -> tuple[Finding, ...]:
    """What is wrong with the leaps of one player's melds: they must all be equal, or all different (L2)."""
    if rules.shapes.leaps.one_each and len(set(leaps)) > 1:
        sentence = say(
            "All melds of a player must have the same leap, not {leaps}.",
            leaps=_list_leaps(sorted(set(leaps))),
        )
        return (Finding("leaps-differ", (), "L2", sentence),)
    if rules.shapes.leaps.all_differ:
        repeated_leaps = sorted(leap for leap, melds in Counter(leaps).items() if melds > 1)
        return tuple(
            Finding(
                "leap-twice",
                (),
                "L2",
                say("A player can’t have two melds with leap {leap}.", leap=leap),
            )
            for leap in repeated_leaps
        )
    return ()


def leap_clashes(
    rules: Rules, leap: int, player: int, leaps_by_player: Sequence[PlayerLeaps], names: Sequence[str]
) -> tuple[Finding, ...]:
    """What forbids a new meld of this leap, given the leaps before each player (L2)."""
    if rules.shapes.leaps.all_differ and leap in leaps_by_player[player]:
        sentence = say(
            "{name} already has a meld with leap {leap}, and no two may have the same leap.",
            name=names[player],
            leap=leap,
        )
        return (Finding("leap-twice", (), "L2", sentence),)
    if not rules.shapes.leaps.one_each:
        return ()
    findings = []
    # The token of a leap is taken with the first meld (L2).
    if leaps_by_player[player] and leap not in leaps_by_player[player]:
        sentence = say(
            "{name} has the token of leap {own}, so all melds need that leap, not {leap}.",
            name=names[player],
            own=_list_leaps(sorted(set(leaps_by_player[player]))),
            leap=leap,
        )
        findings.append(Finding("other-leap", (), "L2", sentence))
    others_leaps = enumerate(leaps_by_player if rules.shapes.leaps.unshared else ())
    for other_player, leaps in others_leaps:
        if other_player != player and leap in leaps:
            sentence = say(
                "{name} has the token of leap {leap}, and no two players share a leap.",
                name=names[other_player],
                leap=leap,
            )
            findings.append(Finding("leap-taken", (), "L2", sentence))
    return tuple(findings)


def shared_leap_faults(
    rules: Rules, leaps_by_player: Sequence[PlayerLeaps], names: Sequence[str]
) -> tuple[Finding, ...]:
    """Every clash among the leaps of all players' melds of a deal, by player and then by leap (L2).

    The result does not depend on how, or in which order, the melds came there.
    """
    own_faults = [
        finding
        for name, leaps in zip(names, leaps_by_player, strict=True)
        for finding in _own_leap_faults(rules, name, leaps)
    ]
    return (
        *own_faults,
        *(
            _shared_leap_finding(leap, holders)
            for leap, holders in _leap_holders(rules, leaps_by_player, names).items()
        ),
    )


def _own_leap_faults(rules: Rules, name: str, leaps: PlayerLeaps) -> Iterator[Finding]:
    """What is wrong with the leaps of one player, with the player's name."""
    for finding in leap_faults(rules, tuple(leaps)):
        sentence = finding.of(name)
        yield replace(finding, sentence=sentence)


def _leap_holders(
    rules: Rules, leaps_by_player: Sequence[PlayerLeaps], names: Sequence[str]
) -> dict[int, list[str]]:
    """The players who have melds of the same leap, by leap, if no leap may be shared."""
    leaps = (
        sorted({leap for leaps in leaps_by_player for leap in leaps}) if rules.shapes.leaps.unshared else []
    )
    players_by_leap = {
        leap: [name for name, own_leaps in zip(names, leaps_by_player, strict=True) if leap in own_leaps]
        for leap in leaps
    }
    return {leap: holders for leap, holders in players_by_leap.items() if len(holders) > 1}


def _shared_leap_finding(leap: int, holders: Sequence[str]) -> Finding:
    sentence = say(
        "{names} both have melds with leap {leap}, but no two players share a leap.",
        names=join_words(holders, "and"),
        leap=leap,
    )
    return Finding("leap-shared", (), "L2", sentence)


def leaps_fault(rules: Rules, players: int) -> str:
    """Why so many players cannot have a leap each, with a remedy; empty if they can, or need not (L2)."""
    if not rules.shapes.leaps.unshared or players <= (leaps := len(_leaps_with_runs(rules))):
        return ""
    fault = say_number(
        "{players} players need a leap each, but only {number} leap makes runs.",
        "{players} players need a leap each, but only {number} leaps make runs.",
        leaps,
        players=players,
    )
    return in_a_row((fault, say("Let players share leaps, use more leaps or seat fewer players.")))


def _leaps_with_runs(rules: Rules) -> tuple[int, ...]:
    """The leaps for which there are enough cards to lay a run."""
    melding, shortest = melding_of(rules), rules.shapes.runs.shortest
    leaps = {track.leap for track in melding.tracks if _longest_run(melding, track) >= shortest}
    return tuple(leap for leap in rules.shapes.leaps.each if leap in leaps)


def _longest_run(melding: Melding, track: Track) -> int:
    """The number of cards in play that may lie along the track; on a circle the run may go round."""
    kinds = frozenset(track.cards)
    cards = {
        melding.rules.pack.alike(card)[0]
        for card in (WILD, *melding.rules.pack.cards)
        if melding.reach(card) & kinds or (card in melding.naturals and melding.run_kind(card) in kinds)
    }
    copies = sum(copies_in_play(melding.rules, card) for card in cards)
    return copies if track.circular else min(copies, len(track.cards))


def _list_leaps(leaps: Sequence[int]) -> str:
    return join_words(list(map(str, leaps)), "and")
