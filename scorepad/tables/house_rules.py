"""Service: change a table's name, house rules, partners, seats or dealer after it was opened.

House rules change from the current deal on, from the next one if it has ended, or from the first deal. Every
recorded deal under the new rules is counted anew from its record. If the new rules don't allow a record,
nothing is changed, and each such deal is named. Arguments and errors are those of `service`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from scorepad.core.errors import ScorepadError
from scorepad.core.log.deal import Deal
from scorepad.core.log.endings import Ending, RecordedEnding
from scorepad.core.log.entries import Entry, Manners
from scorepad.core.log.entry_events import EndingRejudged, EntryRejudged
from scorepad.core.log.event_data import EventData, Refused, refuse_any
from scorepad.core.log.rule_events import DealerChanged, RulesChanged, TableNamed, first_deal_of_rules
from scorepad.core.log.schema import LONGEST_TITLE, clean_text, recorded_fields
from scorepad.core.log.seat_events import SatOut, SeatsChanged
from scorepad.core.log.table import Table
from scorepad.core.log.table_events import MannersChanged
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.rulebook import find_game
from scorepad.rulebook.seats import seating_fault
from scorepad.tables.dealing import opening
from scorepad.tables.judging import HandPlace, declared_as_recorded
from scorepad.tables.operations import Change, Operation, changed, nothing_follows
from scorepad.tables.recording import judge_in_deal
from scorepad.tables.settlements import recorded_ending
from scorepad.tables.sides import Groups, as_sides, parted_words
from scorepad.tables.standing import dealing_alone, rules_of_deal

MOST_FAULTS = 20
NAME_MISSING = say("The name is missing. Type a name for the table.")
NAME_TOO_LONG = say("Enter a name of at most {number} characters.", number=LONGEST_TITLE)


@dataclass(frozen=True, slots=True)
class NewRules:
    """New house rules and partners. An option that is not named has its default.

    `partnerships` are groups of seats, None for no change. The rules apply `from_start`, or else from the
    first deal that has not ended.
    """

    options: Mapping[str, Any]
    partnerships: Sequence[Sequence[int]] | None = None
    from_start: bool = False


@dataclass(frozen=True, slots=True)
class NewChoices:
    """New choices for a table; None leaves a choice unchanged.

    `manners`: the agreements beside the rules. `seats`: the seats at the table in order. `dealer`: the seat
    that deals the current deal, and sits it out if the dealer only deals; if that deal has ended, the next
    one is opened.
    """

    name: str | None = None
    rules: NewRules | None = None
    manners: Manners | None = None
    seats: Sequence[int] | None = None
    dealer: int | None = None


def change_table(operation: Operation, *, chosen: NewChoices) -> Table:
    """Make the choices. Those equal to the present ones are skipped, unless all are. Raises OptionErrors, and
    Refused with each deal that the new rules don't allow."""
    return operation.do_all(lambda table: _changes(table, chosen))


def changed_table(table: Table, chosen: NewChoices) -> Table:
    """The table after the choices, with nothing recorded. Raises what `change_table` raises."""
    return changed(table, lambda table: _changes(table, chosen), op="trial")


def _changes(table: Table, chosen: NewChoices) -> list[Change]:
    changes: list[Change] = []
    # Deals are counted anew because of the event that leads the operation, so house rules come first.
    if chosen.rules and not _is_so(table, rules := _rules_event(table, chosen.rules)):
        changes.append((lambda _: rules, _counted_anew))
    if chosen.name is not None and (name := _read_name(chosen.name)) != table.name:
        changes.append((lambda _: TableNamed(name), nothing_follows))
    if chosen.manners and chosen.manners != table.manners:
        manners = MannersChanged(**asdict(chosen.manners))
        changes.append((lambda _: manners, nothing_follows))
    if chosen.seats is not None and tuple(chosen.seats) != table.seating:
        seats = SeatsChanged(tuple(chosen.seats))
        changes.append((lambda _: seats, nothing_follows))
    if chosen.dealer is not None and table.deal.ended:
        changes.append(opening(chosen.dealer))
    elif chosen.dealer is not None and chosen.dealer != table.deal.dealer:
        dealer = DealerChanged(table.deal.number, chosen.dealer)
        changes.append((lambda _: dealer, _dealer_sits_out))
    if not changes:
        raise Refused(say("The table already plays like that. Choose something else."), at="options")
    return changes


def _is_so(table: Table, change: RulesChanged) -> bool:
    """Whether the change would change nothing."""
    begins = [rules.deal for rules in table.options_from]
    is_anew = change.deal == 1 and begins != [1]
    return change.options == table.options and change.partnerships is None and not is_anew


def _read_name(name: str) -> str:
    new_name = clean_text(name)
    if not new_name:
        raise Refused(NAME_MISSING, at="name")
    if len(new_name) > LONGEST_TITLE:
        raise Refused(NAME_TOO_LONG, at="name")
    return new_name


def _dealer_sits_out(before: Table, after: Table) -> Iterator[SatOut]:
    deal = after.deal
    others = [seat for seat in deal.sitting_out if seat != before.deal.dealer]
    alone = dealing_alone(after, len(deal.seats) - len(others), deal.dealer)
    resting = tuple(sorted({*others, *alone}))
    if alone and not deal.has_begun and resting != deal.sitting_out:
        yield SatOut(deal.number, resting, deals=True)


def _rules_event(table: Table, change: NewRules) -> RulesChanged:
    game, players = find_game(table.game), len(table.seating)
    options = game.logged_values(change.options, players)
    rules = game.rules(options, players)
    if fault := seating_fault(game, rules, players):
        raise Refused(fault, at="players")
    groups = tuple(map(tuple, change.partnerships or ())) or table.partnerships
    _refuse_parted(table, rules, groups)
    start_before = game.rules(table.options_of(1)).match.start
    return RulesChanged(
        options,
        1 if change.from_start else first_deal_of_rules(table),
        None if groups == table.partnerships else groups,
        rules.match.start - start_before if change.from_start else 0,
    )


def _refuse_parted(table: Table, rules: Rules, groups: Groups) -> None:
    """Raise Refused if the groups part partners whose cards counted together."""
    if not rules.scoring.cards_together:
        return
    sides = dict.fromkeys(side for deal in table.deals if deal.ending for side in deal.partnerships)
    parted = [side for side in sides if not any(set(side) <= set(group) for group in groups)]
    refuse_any((True, "partnerships", parted_words([table.names[seat] for seat in side])) for side in parted)


def _counted_anew(_before: Table, after: Table) -> Iterator[EventData]:
    """The events that count anew every deal under the new rules. Raises Refused with each deal that they
    don't allow."""
    change = after.log.steps[-1].event.data
    assert isinstance(change, RulesChanged)
    faults: list[ScorepadError] = []
    for deal in after.deals[change.deal - 1 :]:
        for count_anew in _recorded_of(after, deal):
            try:
                yield from count_anew()
            except ScorepadError as error:
                told = say("Deal {deal}: {fault}", deal=deal.number, fault=error.message)
                faults.append(Refused(told, at=f"deals:{deal.number}"))
    if faults:
        shown = faults[:MOST_FAULTS]
        raise Refused(" ".join(fault.message for fault in shown), at=shown[0].at, parts=shown)


def _recorded_of(table: Table, deal: Deal) -> Iterator[Callable[[], Iterator[EventData]]]:
    """A function for each hand or ending of the deal recorded by its cards, that counts it anew."""
    yield from (partial(_entry_anew, table, deal, entry) for entry in deal.entries if entry.melds is not None)
    if deal.ending:
        yield partial(_ending_anew, table, deal, deal.ending)


def _entry_anew(table: Table, deal: Deal, entry: Entry) -> Iterator[EntryRejudged]:
    at = HandPlace(rules_of_deal(table, deal), table, deal, entry)
    judged = judge_in_deal(at, declared_as_recorded(entry))
    if judged.refusal and not (entry.disputed and judged.refusal.disputable):
        name = table.names[entry.player]
        raise Refused(say("{name}’s hand: {fault}", name=name, fault=judged.refusal.message))
    worth = judged.recorded
    counted = worth.points, worth.meld_points, worth.bonuses, worth.added, worth.factor
    if counted != (entry.points, entry.meld_points, entry.bonuses, entry.added, entry.factor):
        yield EntryRejudged(entry.number, table.head, *counted)


def _ending_anew(table: Table, deal: Deal, ending: Ending) -> Iterator[EndingRejudged]:
    ended = ending.as_entered(deal.partnerships)
    if rules_of_deal(table, deal).scoring.cards_together:
        ended = as_sides(ended, deal.partnerships)
    told = recorded_fields(RecordedEnding, recorded_ending(table, deal, ended))
    if told != recorded_fields(RecordedEnding, ending):
        yield EndingRejudged(entry=ending.number, because=table.head, **told)
