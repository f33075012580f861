"""Plays in games where melds lie on the table: what a player lays, judged, and what lies there then (H8-H13,
H19, L2, L3).

In a turn a player lays one new meld, extends one of hers, or merges two of hers; where the table plays with
filching she may also take wilds out of melds. Melds are named by their owner and their number before her.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorepad.core.audit import audit
from scorepad.core.bonuses import concealed_bonuses
from scorepad.core.card_text import show_card, show_cards
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.check import check_meld
from scorepad.core.log.multipliers import concealed_multiplier
from scorepad.core.melding import melding_of
from scorepad.core.merging import extended, merged, pinned, plain
from scorepad.core.phrasing import count_word
from scorepad.core.rules import Rules
from scorepad.core.table_melds import unclear
from scorepad.core.tableau import (
    At,
    Extend,
    Filch,
    Merge,
    New,
    NoSuchMeld,
    OnTable,
    Play,
    PlayVerdict,
    leaps_of,
)
from scorepad.core.tokens import clashes
from scorepad.core.verdicts import Finding, MeldVerdict


@dataclass(frozen=True, slots=True)
class _Change:
    """What a play makes of the melds before one player."""

    owner: int
    verdict: MeldVerdict
    melds: tuple[Meld, ...]
    taken: Card | None = None


def judge(
    rules: Rules,
    table: OnTable,
    player: int,
    play: Play,
    hand: Sequence[Card] | None = None,
    *,
    last: bool = False,
) -> PlayVerdict:
    """Judge a play; every fault is found. `hand` has her cards where they are known.

    `last` says that it is her last card and that there are none to draw: it must be melded (H12), so what
    a first meld needs does not stop it. Raises NoSuchMeld when the play names a meld that does not lie there.
    """
    change = _change(rules, table, player, play)
    findings = [*_player(table, player), *_touched(rules, table, player, play), *change.verdict.findings]
    if isinstance(play, New) and change.verdict.legal:
        findings += _bound(rules, table, player, change.verdict, last=last)
    used = cards_of(play)
    there = [laid.card for owned in table.melds for meld in owned for laid in meld]
    findings += audit(rules.pack, rules.packs, rules.jokers, [*there, *used])
    findings += _held(rules, hand, used)
    legal = change.verdict.legal and not findings
    after = table.with_melds(change.owner, change.melds) if legal else table
    before, points = table.points(rules, player), after.points(rules, player)
    taken = change.taken if legal else None
    return PlayVerdict(legal, tuple(dict.fromkeys(findings)), change.verdict, after, before, points, taken)


def cards_of(play: Play) -> tuple[Card, ...]:
    """The cards that a play takes from the hand."""
    match play:
        case New(meld):
            return _cards(meld)
        case Extend(_, before, after):
            return _cards(before + after)
        case Merge(_, _, between):
            return _cards(between)
        case Filch(_, natural):
            return (natural,)


def concealed(table: OnTable, player: int, play: Play) -> bool:
    """Whether going out with this play is her only melding: one meld of the whole hand (H11)."""
    return isinstance(play, New) and not table.melds[player]


def score_out(rules: Rules, points: int, multiplier: int, *, is_concealed: bool) -> int:
    """The score of going out, over all her melds (H10, H11)."""
    if not is_concealed:
        return points * multiplier
    counts = concealed_multiplier(multiplier, rules.deal.concealed_addend, rules.deal.concealed_factor)
    return (points + sum(bonus.points for bonus in concealed_bonuses(rules))) * counts


def _change(rules: Rules, table: OnTable, player: int, play: Play) -> _Change:
    match play:
        case New(meld):
            verdict = check_meld(rules, meld)
            return _Change(player, verdict, (*table.melds[player], verdict.laid))
        case Extend(at, before, after):
            verdict = extended(rules, table.meld(at), before, after)
            return _Change(at.owner, verdict, _replaced(table, at, verdict.laid))
        case Merge(first, second, between):
            if first == second:
                raise NoSuchMeld("A meld is merged with another one.", at="second")
            verdict = merged(rules, table.meld(first), table.meld(second), between)
            melds = _replaced(table, first, verdict.laid)
            return _Change(
                first.owner, verdict, tuple(meld for n, meld in enumerate(melds) if n != second.meld)
            )
        case Filch(at, natural):
            verdict, taken = filched(rules, table.meld(at), natural)
            return _Change(at.owner, verdict, _replaced(table, at, verdict.laid), taken)


def _replaced(table: OnTable, at: At, meld: Meld) -> tuple[Meld, ...]:
    melds = table.melds[at.owner]
    return (*melds[: at.meld], meld, *melds[at.meld + 1 :])


def _cards(meld: Meld) -> tuple[Card, ...]:
    return tuple(laid.card for laid in meld)


def _player(table: OnTable, player: int) -> tuple[Finding, ...]:
    if not table.out(player):
        return ()
    return (Finding("out", (), "H10", f"{table.name(player)} is out and lays nothing more."),)


def _touched(rules: Rules, table: OnTable, player: int, play: Play) -> tuple[Finding, ...]:
    """Melds that she may not touch (H9, H19)."""
    if isinstance(play, Filch):
        return _filching(rules, table, player, play.at.owner)
    owners = {at.owner for at in _melds_of(play)} - {player}
    return tuple(
        Finding("not-own-meld", (), "H9", f"Only {table.name(owner)} adds to that meld.")
        for owner in sorted(owners)
    )


def _melds_of(play: Play) -> tuple[At, ...]:
    match play:
        case Extend(at) | Filch(at):
            return (at,)
        case Merge(first, second):
            return (first, second)
    return ()


def _filching(rules: Rules, table: OnTable, player: int, owner: int) -> tuple[Finding, ...]:
    if not rules.turns.filching:
        return (Finding("no-filching", (), "H19", "At this table no wild is taken out of a meld."),)
    partners = owner in table.partners(player)
    if {"any": False, "opponents": partners, "partners": not partners}[rules.turns.filch_from]:
        whose = "opponents" if rules.turns.filch_from == "opponents" else "the player's own side"
        return (Finding("not-that-side", (), "H19", f"Wilds are taken from melds of {whose} only."),)
    return ()


def _bound(
    rules: Rules, table: OnTable, player: int, meld: MeldVerdict, *, last: bool
) -> tuple[Finding, ...]:
    """What a new meld must be beside legal: of an open leap, clear in what its wilds stand for, as others go
    on with it, and good enough for a first one (L2, H16, H13)."""
    lying = [leaps_of(rules, owned) for owned in table.melds]
    names = [table.name(other) for other in range(len(table.melds))]
    tokens = clashes(rules, meld.leap, player, lying, names) if meld.leap else ()
    found = tokens + unclear(rules, meld.laid)
    if table.melds[player] or last:
        return found
    return found + first_meld(rules, meld, table.earlier[player] if table.earlier else 0)


def _held(rules: Rules, hand: Sequence[Card] | None, used: Sequence[Card]) -> tuple[Finding, ...]:
    missing = tuple((Counter(used) - Counter(hand)).elements()) if hand is not None else ()
    if not missing:
        return ()
    verb = "is" if len(missing) == 1 else "are"
    return (
        Finding("not-in-hand", missing, "H8", f"{show_cards(missing, rules.pack)} {verb} not in the hand."),
    )


def first_meld(rules: Rules, meld: MeldVerdict, earlier: int) -> tuple[Finding, ...]:
    """What is wrong with a legal meld as a first one, of a player with that score in earlier games."""
    needed = naturals_needed(rules, earlier)
    if not needed:
        return ()
    cards, naturals = tuple(laid.card for laid in meld.laid), sum(meld.natural)
    wilds, most = len(cards) - naturals, rules.turns.first_meld_wilds
    found = []
    if naturals < needed:
        sentence = f"A first meld needs {count_word(needed)} naturals, not {count_word(naturals)}."
        found.append(Finding("first-naturals", cards, "H13", sentence))
    if wilds > most:
        sentence = f"A first meld holds {count_word(most)} wilds at most, not {count_word(wilds)}."
        found.append(Finding("first-wilds", cards, "H13", sentence))
    return tuple(found)


def naturals_needed(rules: Rules, earlier: int) -> int:
    """The naturals that the first meld needs of a player with that score in earlier games; 0: any (H13)."""
    if not rules.turns.first_meld_naturals:
        return 0
    rise = max(0, earlier) // rules.turns.first_meld_rise if rules.turns.first_meld_rise else 0
    return rules.turns.first_meld_naturals + rise


def filched(rules: Rules, meld: Meld, natural: Card) -> tuple[MeldVerdict, Card | None]:
    """A legal meld with the natural in place of a wild, and that wild; or every fault."""
    there = check_meld(rules, meld)
    place = _wild_for(rules, there, natural)
    if place is None:
        findings = _not_filched(rules, there, natural)
        return replace(there, legal=False, points=0, findings=findings), None
    lying = pinned(rules, meld)
    put = Laid(natural, natural) if melding_of(rules).reach(natural) else Laid(natural)
    after = check_meld(rules, (*lying[:place], put, *lying[place + 1 :]))
    return plain(after), lying[place].card


def wilds_of(rules: Rules, meld: Meld) -> tuple[Card, ...]:
    """The kinds of card that wilds of a legal meld stand for, which may be put in for them."""
    there = check_meld(rules, meld)
    if not any(there.natural):
        return ()
    return tuple(
        laid.stands_for
        for laid, natural in zip(there.laid, there.natural, strict=True)
        if not natural and laid.stands_for
    )


def _wild_for(rules: Rules, there: MeldVerdict, natural: Card) -> int | None:
    """The place of a wild that stands for the natural."""
    melding = melding_of(rules)
    for place, (laid, own) in enumerate(zip(there.laid, there.natural, strict=True)):
        if not own and laid.stands_for and melding.lies_naturally(Laid(natural), laid.stands_for):
            return place if any(there.natural) else None
    return None


def _not_filched(rules: Rules, there: MeldVerdict, natural: Card) -> tuple[Finding, ...]:
    cards = tuple(laid.card for laid in there.laid)
    if not any(there.natural):
        return (Finding("wilds-alone", cards, "H19", "No wild is taken from a meld of wilds alone."),)
    if all(there.natural):
        return (Finding("no-wild", cards, "H19", "There is no wild in this meld."),)
    stood_for = show_cards(wilds_of(rules, there.laid), rules.pack)
    shown = show_card(natural, rules.pack)
    said = f"the wilds there stand for {stood_for}" if stood_for else "what the wilds stand for is open"
    return (Finding("stands-for-another", (natural,), "H19", f"No wild there stands for {shown}: {said}."),)
