"""Events that change choices made at a table's opening: its name, its house rules, the dealer.

Our readings, as the sources are silent: house rules change from a deal that has not ended, or from the first
one, and then every recorded deal is counted anew; earlier deals keep their scores. Former partners keep their
scores, and a side has its players' (H5).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorepad.core.log.event_data import Event, Fault, refuse_any
from scorepad.core.log.history import Step, TableChange
from scorepad.core.log.schema import CircleName, Number, Options, Partnerships, Seat, WholePoints
from scorepad.core.log.table_state import OptionsFrom, TableState, has_ended, no_dealer, not_current
from scorepad.core.phrasing import join_words, list_words
from scorepad.core.sentence import say


@dataclass(frozen=True)
class TableNamed(TableChange, kind="named"):
    """The table has another name."""

    name: CircleName

    def apply(self, table: TableState, event: Event) -> TableState:
        same = say("The table is already called that. Choose another name.")
        refuse_any([(self.name == table.name, "name", same)])
        return replace(table, name=self.name)

    def sentence(self, step: Step) -> str:
        names = {"actor": step.actor, "old": step.table_before.name, "new": self.name}
        if not step.table_before.name:
            return say("{actor} called the table {new}", **names)
        return say("{actor} renamed the table from {old} to {new}", **names)


@dataclass(frozen=True)
class RulesChanged(TableChange, kind="ruled"):
    """The table plays by other `options` from that deal on, and with other `partnerships` if given. Players
    from the first deal on begin with `more` points in addition."""

    options: Options
    deal: Number
    partnerships: Partnerships | None = None
    more: WholePoints = 0
    amends = True

    def apply(self, table: TableState, event: Event) -> TableState:
        groups = self._groups(table)
        refuse_any(self._faults(table, groups))
        earlier_rules = (rules for rules in table.options_from if rules.deal < self.deal)
        group_of = {seat: place for place, group in enumerate(groups) for seat in group}
        changed = replace(
            table,
            options_from=(*earlier_rules, OptionsFrom(self.deal, self.options)),
            players=tuple(replace(player, partnership=group_of[player.index]) for player in table.players),
            partnerships=groups,
        )
        return self._regrouped(self._moved(changed))

    def _groups(self, table: TableState) -> tuple[tuple[int, ...], ...]:
        return table.partnerships if self.partnerships is None else self.partnerships

    def _faults(self, table: TableState, groups: tuple[tuple[int, ...], ...]) -> Iterable[Fault]:
        first = first_deal_of_rules(table)
        sentence = say(
            "House rules can change from deal {next} on, or from deal 1 on. Choose one of the two.",
            next=first,
        )
        yield self.deal not in (1, first), "deal", sentence
        everybody = sorted(seat for group in groups for seat in group)
        sentence = say("Put every player in exactly one partnership.")
        yield everybody != [player.index for player in table.players], "partnerships", sentence
        too_few = len(groups) < 2 or not all(groups)
        yield too_few, "partnerships", say("Make at least two partnerships.")
        same = say("The table already plays like that. Choose something else.")
        is_anew = self.deal == 1 and len(table.options_from) > 1
        is_same = groups == table.partnerships and self.options == table.options and not is_anew
        yield is_same, "options", same

    def _moved(self, table: TableState) -> TableState:
        """The table with the changed start of the players from the first deal on."""
        if not self.more:
            return table
        first = table.deals[0]
        before = (
            points + self.more * (table.first_deal_of(seat) == 1) for seat, points in enumerate(first.before)
        )
        return table.with_deal(replace(first, before=tuple(before)))

    def _regrouped(self, table: TableState) -> TableState:
        """The table with these partners in every deal from that one on."""
        for number in range(self.deal, table.deal.number + 1) if self.partnerships else ():
            deal = table.deal_numbered(number)
            table = table.with_deal(deal.with_players(deal.seats, deal.sitting_out, table.partnerships))
        return table

    def sentence(self, step: Step) -> str:
        before, after = step.table_before, step.after
        rules = step.words.changed_rules(before.options, after.options)
        changes = list_words((rules, self._partners_words(step) if self.partnerships else ""))
        if first_deal_of_rules(before) == 1 and not before.deal.has_begun:
            return say("{actor} changed the house rules: {changes}", actor=step.actor, changes=changes)
        return step.words.deals.rules_changed(step.actor, self.deal, changes)

    def _partners_words(self, step: Step) -> str:
        names = step.after.names
        pairs = [[names[seat] for seat in group] for group in self.partnerships or () if len(group) > 1]
        if not pairs:
            return say("everybody plays alone")
        return say("partners are {pairs}", pairs=join_words([" & ".join(pair) for pair in pairs], "and"))

    def cause(self, step: Step) -> str:
        return say("the house rules were changed")


def first_deal_of_rules(table: TableState) -> int:
    """The number of the first deal that has not ended: the current one, or the next."""
    return table.deal.number + table.deal.ended


@dataclass(frozen=True)
class DealerChanged(TableChange, kind="dealer"):
    """Somebody else deals the current deal."""

    deal: Number
    dealer: Seat

    def apply(self, table: TableState, event: Event) -> TableState:
        deal = table.deal
        same = say("That player already deals. Choose somebody else.")
        refuse_any(
            [
                not_current(deal, self.deal),
                has_ended(deal, self.deal),
                no_dealer(self.dealer, deal.seats),
                (self.dealer == deal.dealer, "dealer", same),
            ]
        )
        return table.with_deal(replace(deal, dealer=self.dealer))

    def sentence(self, step: Step) -> str:
        name = step.after.players[self.dealer].name
        return say("{actor}: {name} deals deal {deal}", actor=step.actor, name=name, deal=self.deal)
