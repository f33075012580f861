"""Two phones write to one table, see it late, and send again: the table is what a plain count makes it.

The plain count below keeps a list of what still counts and adds everything up anew each time; it shares
no code with the fold.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from scorepad.core.errors import ScorepadError
from scorepad.store.engine import Stale
from scorepad.store.opening import open_store
from scorepad.store.sqlite import migrate
from scorepad.tables import service
from scorepad.tables.judging import DeclaredHand
from scorepad.tables.operations import Operation
from tests.open_tables import NAMES, open_table
from tests.profiles import examples

SEATINGS = [
    [[0], [1]],
    [[0], [1], [2]],
    [[0, 2], [1, 3]],
    [[0, 1, 2], [3]],
    [[4], [0, 3], [1, 2]],
    [[0, 2, 4], [1, 3], [5]],
]


class No(Exception):
    """The plain count does not allow it."""


class Plain:
    """Everything that counts, in order, as (number, kind, values); added up from nothing each time."""

    def __init__(self, groups):
        self.groups = groups
        self.players = sum(len(group) for group in groups)
        self.made = []
        self.head = 1

    def group(self, player):
        return next(place for place, group in enumerate(self.groups) if player in group)

    def over(self, deal, is_last):
        out = [entry["player"] for entry in deal["entries"]]
        sides = {self.group(player) for player in range(self.players) if player not in out}
        return (bool(out) and len(sides) < 2) or deal["closed"] or not is_last

    def count(self, made):
        """All deals and names. Raises No where something may not happen."""
        names = list(NAMES[: self.players])
        deals: list[dict[str, Any]] = [{"dealer": 0, "entries": [], "closed": False, "notes": []}]
        for number, kind, values in made:
            last = deals[-1]
            if kind == "out":
                player, points = values
                if self.over(last, True) or player in [entry["player"] for entry in last["entries"]]:
                    raise No
                last["entries"].append({"number": number, "player": player, "points": points})
            elif kind in ("correct", "remove"):
                deal, entry = self.find(deals, values[0])
                if kind == "remove":
                    deal["entries"].remove(entry)
                    continue
                if values[1] in [other["player"] for other in deal["entries"] if other is not entry]:
                    raise No
                entry["player"], entry["points"] = values[1:]
            elif kind == "next":
                if not self.over(last, True):
                    raise No
                dealer = (last["dealer"] + 1) % self.players
                deals.append({"dealer": dealer, "entries": [], "closed": False, "notes": []})
            elif kind == "close":
                if self.over(last, True):
                    raise No
                last["closed"] = True
            elif kind == "note":
                last["notes"].append(values[0])
            elif kind == "rename":
                player, name = values
                if name in [other for seat, other in enumerate(names) if seat != player]:
                    raise No
                names[player] = name
        return deals, names

    @staticmethod
    def find(deals, number):
        for deal in deals:
            for entry in deal["entries"]:
                if entry["number"] == number:
                    return deal, entry
        raise No

    def scores(self, deal):
        """Each player's score of the deal, by going through who went out."""
        scores, still_in = {}, set(range(self.players))
        for entry in deal["entries"]:
            player = entry["player"]
            against = [other for other in still_in if self.group(other) != self.group(player)]
            scores[player] = entry["points"] * len(against)
            still_in.remove(player)
        return scores

    def do(self, kind, values):
        if kind == "undo":
            if not self.made:
                raise No
            self.made = self.made[:-1]
        else:
            made = [*self.made, (self.head + 1, kind, values)]
            self.count(made)
            self.made = made
        self.head += 1


class TwoPhones(RuleBasedStateMachine):
    """Phones see the table when they look or when their own request succeeds, and may be late."""

    sent = Bundle("sent")

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="scorepad-"))
        self.store = None

    @initialize(groups=st.sampled_from(SEATINGS))
    def open(self, groups):
        migrate(self.folder / "scorepad.db")
        self.store = open_store(self.folder / "scorepad.db")
        self.plain = Plain(groups)
        opened = open_table(self.store, self.plain.players, partnerships=groups)
        second = service.join_table(self.store, opened.code)
        self.table_id, self.keys = opened.id, (opened.key, second[1])
        self.seen, self.ops, self.answers = [1, 1], 0, {}

    def teardown(self):
        if self.store:
            self.store.close()
        shutil.rmtree(self.folder)

    def request(self, phone, op, kind, values, expected):
        """Send it over a connection of its own, as a request does."""
        store = open_store(self.folder / "scorepad.db")
        how = Operation(store, self.table_id, self.keys[phone], NAMES[phone], op, expected)
        try:
            if kind == "out":
                return service.record_out(how, hand=DeclaredHand(values[0], None, values[1]))
            if kind == "correct":
                entry, player, points = values
                return service.correct_entry(how, entry=entry, hand=DeclaredHand(player, None, points))
            if kind == "remove":
                return service.remove_entry(how, entry=values[0])
            if kind == "rename":
                return service.rename_player(how, player=values[0], name=values[1])
            if kind == "note":
                return service.add_note(how, text=values[0])
            plain = {"undo": service.undo_operation, "next": service.next_deal, "close": service.close_deal}
            return plain[kind](how)
        finally:
            store.close()

    def send(self, phone, kind, values=()):
        """A new operation from what the phone has seen; gives back what a retry needs."""
        self.ops += 1
        op, expected = f"op-{self.ops}", self.seen[phone]
        request = (phone, op, kind, values, expected)
        if expected != self.plain.head:
            with pytest.raises(Stale) as stale:
                self.request(*request)
            self.seen[phone] = stale.value.head
            assert stale.value.head == self.plain.head
            return request
        try:
            self.plain.do(kind, values)
        except No:
            with pytest.raises(ScorepadError) as refused:
                self.request(*request)
            assert refused.value.code == "refused"
            return request
        self.answers[op] = self.request(*request)
        self.seen[phone] = self.answers[op].head
        return request

    phones = st.integers(0, 1)
    points = st.integers(-20, 200)
    seats = st.integers(0, 5)

    def entry(self, pick):
        """Any entry that was ever made, or a number that is none."""
        made = [number for number, kind, _ in self.plain.made if kind == "out"]
        return made[pick % len(made)] if made else pick

    def player(self, seat):
        return seat % self.plain.players

    @rule(target=sent, phone=phones, seat=seats, points=points)
    def out(self, phone, seat, points):
        return self.send(phone, "out", (self.player(seat), points))

    @rule(target=sent, phone=phones, pick=st.integers(1, 40), seat=seats, points=points)
    def correct(self, phone, pick, seat, points):
        return self.send(phone, "correct", (self.entry(pick), self.player(seat), points))

    @rule(target=sent, phone=phones, pick=st.integers(1, 40))
    def remove(self, phone, pick):
        return self.send(phone, "remove", (self.entry(pick),))

    @rule(target=sent, phone=phones, kind=st.sampled_from(["undo", "next", "close"]))
    def plain_step(self, phone, kind):
        return self.send(phone, kind)

    @rule(target=sent, phone=phones, text=st.sampled_from(["tea", "♥Q was bent"]))
    def note(self, phone, text):
        return self.send(phone, "note", (text,))

    @rule(target=sent, phone=phones, seat=seats, name=st.sampled_from([*NAMES[:3], "Zoë"]))
    def rename(self, phone, seat, name):
        return self.send(phone, "rename", (self.player(seat), name))

    @rule(phone=phones)
    def look(self, phone):
        self.seen[phone] = service.head(self.store, self.table_id)

    @rule(phone=phones, order=st.permutations(range(6)), points=points)
    def play_to_the_next_deal(self, phone, order, points):
        """All go out in some order until the deal ends, and the next one is opened."""
        self.look(phone)
        for player in order:
            if player < self.plain.players:
                self.send(phone, "out", (player, points))
        self.send(phone, "next")

    @rule(request=sent)
    def send_again(self, request):
        """A request that was answered is answered the same; one that was refused as stale still is."""
        phone, op, kind, values, expected = request
        if op in self.answers:
            for late in (expected, self.plain.head, None):
                assert self.request(phone, op, kind, values, late) == self.answers[op]
        elif expected != self.plain.head:
            with pytest.raises(Stale):
                self.request(*request)

    @rule(request=sent)
    def send_something_else_by_the_same_operation(self, request):
        """It is refused, and nothing is written."""
        phone, op, _, _, expected = request
        if op in self.answers:
            with pytest.raises(service.OpReused):
                self.request(phone, op, "note", ("another text",), expected)

    @invariant()
    def the_table_is_what_the_plain_count_makes_it(self):
        if self.store is None:
            return
        table = service.table(self.store, self.table_id)
        deals, names = self.plain.count(self.plain.made)
        assert table.head == self.plain.head
        assert [player.name for player in table.players] == names
        totals = [0] * self.plain.players
        for number, (deal, plain) in enumerate(zip(table.deals, deals, strict=True), 1):
            scores, over = self.plain.scores(plain), self.plain.over(plain, number == len(deals))
            shown = [scores.get(player, 0 if over else None) for player in range(self.plain.players)]
            totals = [total + (score or 0) for total, score in zip(totals, shown, strict=True)]
            assert list(deal.scores) == shown
            assert [deal.running(player) for player in range(self.plain.players)] == totals
            assert (deal.ended, deal.dealer, list(deal.notes)) == (over, plain["dealer"], plain["notes"])
            assert [entry.number for entry in deal.entries] == [entry["number"] for entry in plain["entries"]]
        assert list(table.totals) == totals
        assert list(table.partnership_totals) == [
            sum(totals[player] for player in group) for group in self.plain.groups
        ]
        assert len(table.changes()) == table.head


TwoPhones.TestCase.settings = settings(
    max_examples=examples(60), stateful_step_count=40, suppress_health_check=list(HealthCheck)
)
TestTwoPhones = TwoPhones.TestCase
