"""Service: melds that players lay on the table in any turn, before they go out (H8-H13, H19, L2, L3).

After each play the log has the melds of every player, so that going out can count them (H10).

Groups of cards seen on the table at once, as on a photo, are assigned to players and become their plays. A
group that already lies there is no play. A group that holds a meld of the player's adds to it, or merges two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scorepad.core.card_text import read_canonical_melds, show_card, show_cards, show_meld
from scorepad.core.cards import Card, Meld, cards_of
from scorepad.core.errors import ScorepadError
from scorepad.core.log.deal_events import MeldsPlayed, TablePlayed, ToldPlay
from scorepad.core.log.event_data import Refused
from scorepad.core.log.table import Table
from scorepad.core.merging import possible_extensions
from scorepad.core.plays import cards_played, judge_play
from scorepad.core.rules import Rules
from scorepad.core.sentence import in_a_row, say
from scorepad.core.tableau import (
    ExtendMeld,
    FilchWild,
    MeldAt,
    MergeMelds,
    NewMeld,
    OnTable,
    Play,
    PlayVerdict,
    show_on_table,
)
from scorepad.tables.operations import Operation
from scorepad.tables.standing import rules_of


class IllegalPlay(ScorepadError):
    """Plays that the rules do not allow; `verdict` is that of the first."""

    code = "illegal-play"

    def __init__(self, *verdicts: PlayVerdict) -> None:
        self.verdict = verdicts[0]
        faults = [
            ScorepadError(finding.sentence, at="cards", code=finding.code)
            for verdict in verdicts
            for finding in verdict.findings
        ]
        super().__init__(in_a_row(fault.message for fault in faults), at="cards", parts=faults)


def lay_melds(operation: Operation, *, player: int, play: Play, last: bool = False) -> Table:
    """Record a play: a new meld, cards added to one, two merged, or a wild taken out of one.

    `last`: it is the player's last card and the stock is empty (H12). Raises IllegalPlay with every finding,
    and Refused in a game whose melds are laid on going out.
    """

    def played(table: Table) -> MeldsPlayed:
        rules = rules_of_plays(table)
        melds_before = on_table(table)
        verdict = judge_play(rules, melds_before, player, play, is_last_card=last)
        if not verdict.legal:
            raise IllegalPlay(verdict)
        # Melds are told as they lay before the play.
        told = told_play(rules, melds_before, player, play)
        melds = written_melds(verdict.table)
        return MeldsPlayed(deal=table.deal.number, player=player, plays=(told,), melds=melds)

    return operation.do(played)


def rules_of_plays(table: Table) -> Rules:
    """The rules of a table at which melds are laid in any turn. Raises Refused for another table."""
    rules = rules_of(table)
    if not rules.turns.any_turn:
        raise Refused(
            say("In this game there are no melds on the table before going out. Leave them out."), at="player"
        )
    return rules


def written_melds(there: OnTable) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The melds of every seat as the log stores them."""
    return tuple(tuple(tuple(map(str, meld)) for meld in melds) for melds in there.melds)


def on_table(table: Table) -> OnTable:
    """The melds before each player in the current deal, with the points, totals and names of players."""
    seats = range(len(table.players))
    return OnTable(
        tuple(_melds_of_seat(table, seat) for seat in seats),
        table.partnerships,
        tuple(entry.points if (entry := table.deal.entry_of(seat)) else None for seat in seats),
        tuple(map(int, table.deal.before)),
        table.names,
    )


def _melds_of_seat(table: Table, seat: int) -> tuple[Meld, ...]:
    """A player's melds after the plays; if no plays were recorded, those of going out."""
    if table.deal.melds:
        return read_canonical_melds(table.deal.melds[seat])
    entry = table.deal.entry_of(seat)
    return read_canonical_melds(entry.melds) if entry else ()


def told_play(rules: Rules, table: OnTable, player: int, play: Play) -> ToldPlay:
    """A play as the log describes it, with its cards as they lie on this table."""
    pack = rules.pack
    match play:
        case NewMeld(meld):
            return ToldPlay("laid", show_on_table(rules, meld))
        case ExtendMeld(at):
            added = show_cards(cards_played(play), pack)
            return ToldPlay("added", show_on_table(rules, table.meld_at(at)), added)
        case MergeMelds(first, second, between):
            first_meld, other_meld = (show_on_table(rules, table.meld_at(at)) for at in (first, second))
            return ToldPlay("merged", first_meld, show_meld(between, pack) if between else "", other_meld)
        case FilchWild(at, natural):
            owner = "" if at.owner == player else table.player_name(at.owner)
            taken = show_card(natural, pack)
            return ToldPlay("took", show_on_table(rules, table.meld_at(at)), taken, owner=owner)


@dataclass(frozen=True, slots=True)
class TableGroup:
    """Cards that lie together, and the seat that they lie before; None for cards that are no meld."""

    cards: Meld
    player: int | None = None


@dataclass(frozen=True, slots=True)
class JudgedGroup:
    """A group, the melds on the table that it holds, and its player's play. `verdict` and `told` are None if
    it is no play."""

    group: TableGroup
    held_melds: tuple[MeldAt, ...] = ()
    verdict: PlayVerdict | None = None
    told: ToldPlay | None = None

    @property
    def owner(self) -> int | None:
        """The seat whose melds it holds."""
        return self.held_melds[0].owner if self.held_melds else None

    @property
    def lies_there(self) -> bool:
        """Whether it is a meld that its player already has on the table."""
        return self.verdict is None and self.owner is not None and self.owner == self.group.player

    @property
    def legal(self) -> bool:
        return self.verdict is None or self.verdict.legal


@dataclass(frozen=True, slots=True)
class GroupsVerdict:
    """All groups judged, in their order; the plays, with their seats, in an order in which they are legal;
    and the table after them."""

    groups: tuple[JudgedGroup, ...]
    plays: tuple[tuple[int, ToldPlay], ...]
    table: OnTable


def lay_groups(operation: Operation, *, groups: Sequence[TableGroup]) -> Table:
    """Record the groups as plays of their players, all at once.

    Raises IllegalPlay with every finding of every group, and Refused if none of them is a play.
    """

    def played(table: Table) -> TablePlayed:
        rules = rules_of_plays(table)
        judgement = judge_groups(rules, on_table(table), groups)
        illegal_verdicts = [group.verdict for group in judgement.groups if not group.legal]
        if illegal_verdicts:
            raise IllegalPlay(*filter(None, illegal_verdicts))
        if not judgement.plays:
            raise Refused(say("Everything is on the table already. Add the new cards."), at="groups")
        seats, told_plays = zip(*judgement.plays, strict=True)
        melds = written_melds(judgement.table)
        return TablePlayed(deal=table.deal.number, players=seats, plays=told_plays, melds=melds)

    return operation.do(played)


def judge_groups(rules: Rules, there: OnTable, groups: Sequence[TableGroup]) -> GroupsVerdict:
    """Judge every group as a play of its player.

    Plays are made in an order in which they are legal, so that a good first meld lets others follow (H13),
    wherever it lies.
    """
    held_melds = find_held_melds(there, [group.cards for group in groups])
    judged = {number: JudgedGroup(group, held_melds[number]) for number, group in enumerate(groups)}
    waiting = [number for number, group in judged.items() if group.group.player is not None]
    plays: list[tuple[int, ToldPlay]] = []
    table, is_new_round = there, True
    # A play may make others legal, so all that wait are tried again after it.
    while is_new_round:
        is_new_round = False
        for number in tuple(waiting):
            judged[number] = _judge_group(rules, there, table, judged[number])
            verdict, seat, told = judged[number].verdict, judged[number].group.player, judged[number].told
            if judged[number].legal:
                waiting.remove(number)
            if verdict and verdict.legal and seat is not None and told:
                table, is_new_round = verdict.table, True
                plays.append((seat, told))
    return GroupsVerdict(tuple(judged[number] for number in range(len(groups))), tuple(plays), table)


def _judge_group(rules: Rules, there: OnTable, table: OnTable, judged: JudgedGroup) -> JudgedGroup:
    """Judge the group as a play on `table`; `there` is the table on which its melds were found."""
    player = judged.group.player
    play = _play_of_group(rules, there, table, judged)
    if play is None or player is None:
        return replace(judged, verdict=None, told=None)
    told = told_play(rules, table, player, play)
    return replace(judged, verdict=judge_play(rules, table, player, play), told=told)


def _play_of_group(rules: Rules, there: OnTable, table: OnTable, judged: JudgedGroup) -> Play | None:
    cards, player = judged.group.cards, judged.group.player
    if judged.owner is None or judged.owner != player:
        return NewMeld(cards)
    old_melds = [there.meld_at(at) for at in judged.held_melds]
    places = [MeldAt(player, table.melds[player].index(meld)) for meld in old_melds]
    new_cards = _without_cards(cards, cards_of(old_melds))
    if len(places) > 1:
        return MergeMelds(places[0], places[1], new_cards)
    return _extension_play(rules, places[0], old_melds[0], new_cards, cards) if new_cards else None


def _extension_play(rules: Rules, at: MeldAt, meld: Meld, new_cards: Meld, as_seen: Meld) -> Play:
    """The play that adds the cards at the ends of the meld: in the order seen if that is legal, else in the
    first legal way."""
    ways = possible_extensions(rules, meld, new_cards)
    seen_orders = (_card_order(as_seen), _card_order(as_seen[::-1]))
    # A way that puts the cards as they are seen comes first; the first of all is taken.
    for before, after in sorted(
        ways, key=lambda way: _card_order((*way[0], *meld, *way[1])) not in seen_orders
    ):
        return ExtendMeld(at, before, after)
    return ExtendMeld(at, after=new_cards)


def _card_order(meld: Meld) -> tuple[Card, ...]:
    return tuple(laid.card for laid in meld)


def _without_cards(meld: Meld, cards: Sequence[Card]) -> Meld:
    """The meld without these cards, each removed once."""
    to_leave_out = Counter(cards)
    remaining = []
    for laid in meld:
        if to_leave_out[laid.card]:
            to_leave_out[laid.card] -= 1
        else:
            remaining.append(laid)
    return tuple(remaining)


def find_held_melds(there: OnTable, groups: Sequence[Meld]) -> tuple[tuple[MeldAt, ...], ...]:
    """The melds on the table that each group holds: one that it equals or extends, or two of one player's
    that it merges. Each meld is found once, for equal groups first, then for the longest."""
    counts = {
        MeldAt(owner, number): Counter(laid.card for laid in meld)
        for owner, melds in enumerate(there.melds)
        for number, meld in enumerate(melds)
    }
    held_melds: dict[int, tuple[MeldAt, ...]] = {}
    for number, group in _by_likeness(groups, list(counts.values())):
        melds = _melds_within(Counter(laid.card for laid in group), counts)
        held_melds[number] = melds
        for at in melds:
            del counts[at]
    return tuple(held_melds[number] for number in range(len(groups)))


def _by_likeness(groups: Sequence[Meld], melds: Sequence[Counter[Card]]) -> Iterator[tuple[int, Meld]]:
    """The groups with their numbers, those equal to melds first, then by length, the longest first."""
    is_meld = [Counter(laid.card for laid in group) in melds for group in groups]
    yield from sorted(enumerate(groups), key=lambda item: (not is_meld[item[0]], -len(item[1])))


def _melds_within(cards: Counter[Card], counts: dict[MeldAt, Counter[Card]]) -> tuple[MeldAt, ...]:
    """The largest meld whose cards are all among these, or two of one player's; empty if there is none."""
    within = [at for at, count in counts.items() if count <= cards]
    pairs = [
        (a, b) for a, b in combinations(within, 2) if a.owner == b.owner and counts[a] + counts[b] <= cards
    ]
    choices = [*pairs, *((at,) for at in within)]
    return max(choices, key=lambda melds: sum(counts[at].total() for at in melds), default=())
