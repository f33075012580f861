"""Judges plays in games with melds on the table, and gives the table after them (H8-H13, H19, L2, L3).

In a turn a player lays one new meld, extends an own one, or merges two own ones. If the table plays with
filching, wilds may also be taken out of melds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.audit import audit_cards
from scorepad.core.card_text import show_card, show_cards
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.first_melds import first_meld_faults, naturals_needed
from scorepad.core.melding import melding_of
from scorepad.core.merging import extend_meld, merge_runs, pin_wilds, unpin_naturals
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.tableau import (
    ExtendMeld,
    FilchWild,
    MeldAt,
    MergeMelds,
    NewMeld,
    NoSuchMeld,
    OnTable,
    Play,
    PlayVerdict,
    leaps_of,
    open_wild_findings,
)
from scorepad.core.tokens import leap_clashes
from scorepad.core.verdicts import Finding, MeldVerdict


@dataclass(frozen=True, slots=True)
class _PlayChange:
    """The melds before one player after a play."""

    owner: int
    verdict: MeldVerdict
    melds: tuple[Meld, ...]
    taken: Card | None = None


def judge_play(
    rules: Rules,
    table: OnTable,
    player: int,
    play: Play,
    *,
    is_last_card: bool = False,
) -> PlayVerdict:
    """Judge a play; every fault is found.

    `is_last_card`: the player has only that card and the stock is empty, so that it must be melded (H12),
    whatever a first meld needs. Raises NoSuchMeld for a meld that is not on the table.
    """
    play_change = _play_change(rules, table, player, play)
    findings = [
        *_player_faults(table, player),
        *_touched_meld_faults(rules, table, player, play),
        *play_change.verdict.findings,
    ]
    if isinstance(play, NewMeld) and play_change.verdict.legal:
        findings += _new_meld_faults(rules, table, player, play_change.verdict, is_last_card=is_last_card)
    played_cards = cards_played(play)
    table_cards = [laid.card for owned in table.melds for meld in owned for laid in meld]
    # The melds of all players are in sight together, so they are audited as one (P1).
    findings += audit_cards(rules, [*table_cards, *played_cards])
    legal = play_change.verdict.legal and not findings
    table_after = table.with_melds(play_change.owner, play_change.melds) if legal else table
    points_before, points_after = table.points_of(rules, player), table_after.points_of(rules, player)
    taken_wild = play_change.taken if legal else None
    return PlayVerdict(
        legal,
        tuple(dict.fromkeys(findings)),
        play_change.verdict,
        table_after,
        points_before,
        points_after,
        taken_wild,
    )


def cards_played(play: Play) -> tuple[Card, ...]:
    """The cards that a play uses from the hand."""
    match play:
        case NewMeld(meld):
            return _cards_of_meld(meld)
        case ExtendMeld(_, before, after):
            return _cards_of_meld(before + after)
        case MergeMelds(_, _, between):
            return _cards_of_meld(between)
        case FilchWild(_, natural):
            return (natural,)


def _play_change(rules: Rules, table: OnTable, player: int, play: Play) -> _PlayChange:
    match play:
        case NewMeld(meld):
            verdict = check_meld(rules, meld)
            return _PlayChange(player, verdict, (*table.melds[player], verdict.laid))
        case ExtendMeld(at, before, after):
            verdict = extend_meld(rules, table.meld_at(at), before, after)
            return _PlayChange(at.owner, verdict, _with_meld(table, at, verdict.laid))
        case MergeMelds(first, second, between):
            if first == second:
                raise NoSuchMeld(say("Choose another meld to merge with."), at="second")
            verdict = merge_runs(rules, table.meld_at(first), table.meld_at(second), between)
            melds = _with_meld(table, first, verdict.laid)
            return _PlayChange(
                first.owner, verdict, tuple(meld for n, meld in enumerate(melds) if n != second.meld)
            )
        case FilchWild(at, natural_card):
            verdict, taken = filch_wild(rules, table.meld_at(at), natural_card)
            return _PlayChange(at.owner, verdict, _with_meld(table, at, verdict.laid), taken)


def _with_meld(table: OnTable, at: MeldAt, meld: Meld) -> tuple[Meld, ...]:
    own_melds = table.melds[at.owner]
    return (*own_melds[: at.meld], meld, *own_melds[at.meld + 1 :])


def _cards_of_meld(meld: Meld) -> tuple[Card, ...]:
    return tuple(laid.card for laid in meld)


def _player_faults(table: OnTable, player: int) -> tuple[Finding, ...]:
    if not table.is_out(player):
        return ()
    sentence = say("{name} is out and lays nothing more.", name=table.player_name(player))
    return (Finding("out", (), "H10", sentence),)


def _touched_meld_faults(rules: Rules, table: OnTable, player: int, play: Play) -> tuple[Finding, ...]:
    """Findings for melds that the player may not touch (H9, H19)."""
    if isinstance(play, FilchWild):
        return _filching_faults(rules, table, player, play.at.owner)
    other_owners = {at.owner for at in _melds_of(play)} - {player}
    return tuple(
        Finding(
            "not-own-meld",
            (),
            "H9",
            say("Only {name} can add to that meld. Choose one of your own.", name=table.player_name(owner)),
        )
        for owner in sorted(other_owners)
    )


def _melds_of(play: Play) -> tuple[MeldAt, ...]:
    match play:
        case ExtendMeld(at) | FilchWild(at):
            return (at,)
        case MergeMelds(first, second):
            return (first, second)
    return ()


def _filching_faults(rules: Rules, table: OnTable, player: int, owner: int) -> tuple[Finding, ...]:
    if not rules.turns.lying.filching:
        return (
            Finding(
                "no-filching",
                (),
                "H19",
                say("At this table you can’t take a wild out of a meld."),
            ),
        )
    partners = owner in table.partners_of(player)
    if {"any": False, "opponents": partners, "partners": not partners}[rules.turns.lying.filching]:
        sentence = (
            say("You may only take wilds from opponents’ melds.")
            if rules.turns.lying.filching == "opponents"
            else say("You may only take wilds from your own side’s melds.")
        )
        return (Finding("not-that-side", (), "H19", sentence),)
    return ()


def _new_meld_faults(
    rules: Rules, table: OnTable, player: int, meld: MeldVerdict, *, is_last_card: bool
) -> tuple[Finding, ...]:
    """What a new meld must be beside legal: of an available leap, unambiguous in its wilds, and good enough
    as a first meld (L2, H16, H13)."""
    leaps_by_player = [leaps_of(rules, owned) for owned in table.melds]
    names = [table.player_name(other) for other in range(len(table.melds))]
    token_faults = leap_clashes(rules, meld.leap, player, leaps_by_player, names) if meld.leap else ()
    findings = token_faults + open_wild_findings(rules, meld.laid)
    if table.melds[player] or is_last_card:
        return findings
    return findings + first_meld_faults(
        rules, meld, naturals_needed(rules, table.earlier[player] if table.earlier else 0)
    )


def filch_wild(rules: Rules, meld: Meld, natural_card: Card) -> tuple[MeldVerdict, Card | None]:
    """The verdict on a legal meld with the natural in place of a wild, and that wild; or every fault and
    None."""
    verdict_before = check_meld(rules, meld)
    wild_place = _wild_place(rules, verdict_before, natural_card)
    if wild_place is None:
        findings = _filch_faults(rules, verdict_before, natural_card)
        return replace(verdict_before, legal=False, points=0, findings=findings), None
    # The other wilds keep what they stand for, whatever the new card would allow.
    pinned_meld = pin_wilds(rules, meld)
    # A natural that may be wild says that it lies as itself here (H18).
    put_card = (
        Laid(natural_card, natural_card) if melding_of(rules).reach(natural_card) else Laid(natural_card)
    )
    verdict_after = check_meld(rules, (*pinned_meld[:wild_place], put_card, *pinned_meld[wild_place + 1 :]))
    return unpin_naturals(verdict_after), pinned_meld[wild_place].card


def filchable_kinds(rules: Rules, meld: Meld) -> tuple[Card, ...]:
    """The kinds that wilds of a legal meld stand for, which may replace them."""
    verdict = check_meld(rules, meld)
    if not any(verdict.natural):
        return ()
    return tuple(
        laid.stands_for
        for laid, is_natural in zip(verdict.laid, verdict.natural, strict=True)
        if not is_natural and laid.stands_for
    )


def _wild_place(rules: Rules, verdict: MeldVerdict, natural_card: Card) -> int | None:
    """The place of a wild that stands for the natural; None if there is none."""
    melding = melding_of(rules)
    for place, (laid, is_own) in enumerate(zip(verdict.laid, verdict.natural, strict=True)):
        if not is_own and laid.stands_for and melding.lies_naturally(Laid(natural_card), laid.stands_for):
            # H19: nothing is filched from a meld of wilds alone.
            return place if any(verdict.natural) else None
    return None


def _filch_faults(rules: Rules, verdict: MeldVerdict, natural_card: Card) -> tuple[Finding, ...]:
    cards = tuple(laid.card for laid in verdict.laid)
    if not any(verdict.natural):
        return (
            Finding("wilds-alone", cards, "H19", say("You can’t take a wild from a meld of only wilds.")),
        )
    if all(verdict.natural):
        return (
            Finding("no-wild", cards, "H19", say("There’s no wild in this meld. Choose one with a wild.")),
        )
    stood_for = show_cards(filchable_kinds(rules, verdict.laid), rules.pack)
    card = show_card(natural_card, rules.pack)
    sentence = (
        say("No wild there stands for {card}. The wilds stand for {kinds}.", card=card, kinds=stood_for)
        if stood_for
        else say(
            "It’s not settled whether a wild there stands for {card}. Type what it is, as in w={card}.",
            card=card,
        )
    )
    return (Finding("stands-for-another", (natural_card,), "H19", sentence),)
