"""Service: settle a deal that ends for all at once, by what each player then has (B4, F3, K4, G3, V5).

Scores are computed once, when the deal is recorded, from its record alone. Arguments and errors are those of
`service`, and SettleFault for an impossible ending.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from scorepad.core.cards import Meld
from scorepad.core.check import check_meld
from scorepad.core.log.deal import Deal
from scorepad.core.log.deal_events import DealResettled, DealSettled
from scorepad.core.log.endings import FinalHand, RecordedEnding
from scorepad.core.log.event_data import Event, EventData, Refused
from scorepad.core.log.events import checked_event
from scorepad.core.log.schema import clean_text, recorded_fields
from scorepad.core.log.table import Table
from scorepad.core.log.table_events import PoolShared
from scorepad.core.matches import drops_by_choice
from scorepad.core.points import Points
from scorepad.core.pool_match import NO_SPLIT, no_more_drops
from scorepad.core.rules import Rules
from scorepad.core.scoring import IN_DUEL, EndingWords, ScoreLine
from scorepad.core.scoring.ended_deal import OWN_NOTES, NamedDeal, PlayerShare, SeatedDeal
from scorepad.core.sentence import say
from scorepad.core.settle import (
    SettleFault,
    ending_word,
    laid_value,
    left_number,
    settle_deal,
    settle_faults,
    settled_lines,
    winner_has_none,
)
from scorepad.rulebook import find_game, has_game
from scorepad.store.engine import now
from scorepad.tables.dealing import opened_for, opening
from scorepad.tables.operations import Change, Operation, nothing_follows
from scorepad.tables.phrases import names_in_deal
from scorepad.tables.standing import match_of, rules_of, rules_of_deal

__all__ = [
    "PlayerShare",
    "SeatedDeal",
    "SettleFault",
    "correct_ending",
    "ending_faults",
    "ending_scores",
    "ending_words",
    "leaves_nothing",
    "melded_value",
    "record_ending",
    "recorded_ending",
    "recorded_lines",
    "score_lines",
    "table_ended",
]


def record_ending(
    operation: Operation,
    *,
    ended: SeatedDeal,
    deal: int | None = None,
    goes_on: bool = False,
    play_on: bool = False,
    split: bool = False,
    opens_next: bool = False,
) -> Table:
    """Record the end of the current deal; `deal` checks its number.

    `goes_on` opens the next deal first if that one has ended, `play_on` also after the end of a match.
    Afterwards `split` splits the pool, or `opens_next` opens the next deal unless the match is over.
    """

    def changes(table: Table) -> Iterator[Change]:
        if goes_on:
            yield from opened_for(table, tuple(ended.hands), play_on=play_on)
        after: list[Table] = []

        def keep(_before: Table, settled: Table) -> Iterable[EventData]:
            after.append(settled)
            return ()

        yield partial(_settled, ended=ended, deal=deal), keep
        if split:
            yield shared_pool, nothing_follows
        elif opens_next and not match_of(after[-1]).has_just_ended:
            yield opening()

    return operation.do_all(changes)


def _settled(table: Table, ended: SeatedDeal, deal: int | None = None) -> DealSettled:
    _refuse_drops(table, ended)
    return DealSettled(
        deal=table.deal.number if deal is None else deal,
        sat_out=_sat_out(table, table.deal, ended),
        **recorded_fields(RecordedEnding, recorded_ending(table, table.deal, ended)),
    )


def _resettled(table: Table, ended: SeatedDeal, entry: int) -> DealResettled:
    deal, _ = table.ending_that_stands(entry)
    return DealResettled(entry=entry, **recorded_fields(RecordedEnding, recorded_ending(table, deal, ended)))


def table_ended(table: Table, ended: SeatedDeal, entry: int | None = None) -> Table:
    """The table as it would be if its current deal, or the one whose ending is event `entry`, ended so.
    Nothing is recorded. Raises what recording would."""
    data = _settled(table, ended) if entry is None else _resettled(table, ended, entry)
    return table.after([checked_event(Event(table.head + 1, "would-be", data, "", now()))])


def shared_pool(table: Table) -> PoolShared:
    """The event that splits the pool. Raises Refused if those still in may not split it."""
    if not match_of(table).shares_offered:
        raise Refused(NO_SPLIT, at="deal")
    return PoolShared(table.deal.number)


def _refuse_drops(table: Table, ended: SeatedDeal) -> None:
    """Raise Refused if a player drops who no longer may."""
    standing, scoring = match_of(table).standing, rules_of(table).scoring
    for seat, notes in ended.notes.items():
        side = table.players[seat].partnership
        # A wrong show is no drop by choice, so no limit keeps it from being recorded.
        if standing and side in standing.no_drop and drops_by_choice(scoring, notes):
            raise Refused(no_more_drops(table.names[seat]), at=OWN_NOTES)


def correct_ending(operation: Operation, *, entry: int, ended: SeatedDeal) -> Table:
    """Replace the whole ending of event `entry`, in any deal."""

    return operation.do(partial(_resettled, ended=ended, entry=entry))


def ending_faults(rules: Rules, names: Mapping[int, str], ended: SeatedDeal) -> tuple[SettleFault, ...]:
    """All faults of such an ending of a deal, with players by their names."""
    return settle_faults(rules, ended.renamed(names))


def leaves_nothing(rules: Rules, ending: str) -> bool:
    """Whether the winner by this ending has no card left."""
    return winner_has_none(rules, NamedDeal({"": PlayerShare()}, "", ending=ending))


def ending_words(rules: Rules, names: Mapping[int, str], ended: SeatedDeal) -> EndingWords:
    """The game's words for how the deal ended."""
    return rules.scoring.ending_words.of(ending_word(rules, ended.renamed(names)))


def ending_scores(rules: Rules, names: Mapping[int, str], ended: SeatedDeal) -> dict[int, Points]:
    """The score of each player of the deal, by seat. Raises ScorepadError with every fault, its places named
    by players."""
    scores_by_name = settle_deal(rules, ended.renamed(names))
    return {seat: scores_by_name[name] for seat, name in names.items()}


def score_lines(
    rules: Rules, names: Mapping[int, str], ended: SeatedDeal
) -> dict[int, tuple[ScoreLine, ...]]:
    """The lines that make up each player's score, by seat, for scores of several lines."""
    lines = settled_lines(rules, ended.renamed(names))
    return {seat: lines.get(name, ()) for seat, name in names.items()}


def recorded_lines(table: Table, deal: Deal) -> dict[int, tuple[ScoreLine, ...]]:
    """As `score_lines`, of a recorded deal; empty if that is not over or its game is not installed."""
    names = {seat: table.names[seat] for seat in deal.players}
    if deal.ending is None or not has_game(table.game):
        return {}
    return score_lines(rules_of_deal(table, deal), names, deal.ending.as_entered(deal.partnerships))


def _sat_out(table: Table, deal: Deal, ended: SeatedDeal) -> tuple[int, ...]:
    """The seats that did not play, if two play each deal and they are not those expected; else
    empty."""
    in_duels = rules_of_deal(table, deal, ended.facts).scoring.partners == "in duels"
    is_known = not in_duels or len(ended.hands) != IN_DUEL or set(ended.hands) == set(deal.players)
    return () if is_known else tuple(seat for seat in deal.seats if seat not in ended.hands)


def recorded_ending(table: Table, deal: Deal, ended: SeatedDeal) -> RecordedEnding:
    """The end of the deal for the log, counted by its rules. Raises Refused and what `ending_scores`
    raises."""
    rules = rules_of_deal(table, deal, ended.facts)
    if not rules.scoring.settled_at_once:
        reason = say("In {game}, record each player separately.", game=find_game(table.game).name)
        raise Refused(reason, at="deal")
    sat_out = _sat_out(table, deal, ended)
    players = [seat for seat in deal.seats if seat not in sat_out] if sat_out else deal.players
    names = names_in_deal(table, deal, rules.scoring, sorted(players))
    if sorted(ended.hands) != list(names):
        reason = say("Say for every player what they end the deal with.")
        raise Refused(reason, at="hands")
    ended = replace(ended, partnerships=deal.partnerships)
    scores = ending_scores(rules, names, ended)
    return RecordedEnding.of_deal(
        ended,
        [_final_hand(rules, seat, ended.hands[seat], scores[seat]) for seat in names],
        how=ending_word(rules, ended.renamed(names)),
        note=clean_text(ended.note),
        # Bounds are overruled only where they say something (P1).
        disputed=ended.disputed and bool(ending_faults(rules, names, replace(ended, disputed=False))),
    )


def _final_hand(rules: Rules, seat: int, share: PlayerShare, score: Points) -> FinalHand:
    melded = share.melded
    return FinalHand.of_share(
        share,
        player=seat,
        score=score,
        melds=None if isinstance(melded, int) else tuple(_in_order(rules, meld) for meld in melded),
        melded=melded_value(rules, share),
        number=left_number(rules, share),
    )


def melded_value(rules: Rules, share: PlayerShare) -> int:
    """The value of a player's melds; 0 in a game in which melds don't count (F3)."""
    if isinstance(share.melded, int):
        return share.melded
    if "melded" not in rules.scoring.counts:
        return 0
    if rules.scoring.canasta_kinds:
        return sum(laid_value(rules, meld) for meld in share.melded)
    # A deal with these melds and nothing else scores just what they count.
    return int(settle_deal(rules, NamedDeal({"": replace(share, left=(), tiles=None)}, disputed=True))[""])


def _in_order(rules: Rules, meld: Meld) -> tuple[str, ...]:
    """A meld as text, in the order in which it reads. Cards laid off on other melds keep their order."""
    return tuple(map(str, check_meld(rules, meld).laid if len(meld) > 2 else meld))
