"""Two phones write to one table, see it late, and send again: each operation counts once, and the totals are
those of a count that shares no code with the fold."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import fold
from scorepad.store.engine import Stale
from scorepad.store.opening import open_store
from scorepad.store.sqlite import migrate
from scorepad.tables import service
from scorepad.tables.dealing import next_deal
from scorepad.tables.judging import DeclaredHand
from scorepad.tables.operations import Operation, OpReused
from scorepad.tables.player_names import rename_player
from tests.evening import recount
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
        self.groups = groups
        opened = open_table(self.store, sum(map(len, groups)), partnerships=groups)
        second = service.join_table(self.store, opened.code)
        self.table_id, self.keys = opened.id, (opened.key, second[1])
        self.head, self.seen, self.ops, self.answers, self.refusals = 1, [1, 1], 0, {}, {}

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
                return rename_player(how, player=values[0], name=values[1])
            if kind == "note":
                return service.add_note(how, text=values[0])
            plain = {"undo": service.undo_operation, "next": next_deal, "close": service.close_deal}
            return plain[kind](how)
        finally:
            store.close()

    def send(self, phone, kind, values=()):
        """A new operation from what the phone has seen; gives back what a retry needs."""
        self.ops += 1
        op, expected = f"op-{self.ops}", self.seen[phone]
        request = (phone, op, kind, values, expected)
        if expected != self.head:
            with pytest.raises(Stale) as stale:
                self.request(*request)
            assert stale.value.head == self.head
            self.refusals[op] = stale.value
            self.seen[phone] = self.head
        elif self.may_be(kind, values):
            self.answers[op] = self.request(*request)
            self.head += 1
            self.seen[phone] = self.head
        else:
            with pytest.raises(ScorepadError) as refused:
                self.request(*request)
            assert refused.value.code == "refused"
            self.refusals[op] = refused.value
        return request

    def may_be(self, kind, values):
        """Whether that may happen at the table as it stands."""
        table = service.table(self.store, self.table_id)
        if kind in ("correct", "remove"):
            entry = table.entry(values[0])
            others = set(table.deals[entry.deal - 1].out) - {entry.player} if entry else set()
            return entry is not None and (kind == "remove" or values[1] not in others)
        return {
            "out": not table.deal.ended and values and values[0] not in table.deal.out,
            "next": table.deal.ended,
            "close": not table.deal.ended,
            "undo": table.head > 1 and table.last is not None,
            "rename": kind == "rename"
            and values[1] not in (name for seat, name in enumerate(table.names) if seat != values[0]),
            "note": True,
        }[kind]

    phones = st.integers(0, 1)
    points = st.integers(-20, 200)
    seats = st.integers(0, 5)

    def entry(self, pick):
        """Any entry that was ever made, or a number that is none."""
        events = service.table(self.store, self.table_id).events
        made = [event.number for event in events if event.kind == "out"]
        return made[pick % len(made)] if made else pick

    def player(self, seat):
        return seat % sum(map(len, self.groups))

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
            if player < sum(map(len, self.groups)):
                self.send(phone, "out", (player, points))
        self.send(phone, "next")

    @rule(request=sent)
    def send_again(self, request):
        """A request that was answered is answered the same; one that was refused is refused the same, though
        by now it could be recorded."""
        phone, op, kind, values, expected = request
        if op in self.answers:
            for late in (expected, self.head, None):
                assert self.request(phone, op, kind, values, late) == self.answers[op]
        else:
            with pytest.raises(type(self.refusals[op])) as refused:
                self.request(*request)
            assert refused.value.as_dict() == self.refusals[op].as_dict()
            with pytest.raises(ScorepadError):
                self.request(phone, op, kind, values, None)

    @rule(request=sent)
    def send_something_else_by_the_same_operation(self, request):
        """It is refused, and nothing is written."""
        phone, op, _, _, expected = request
        is_stale = isinstance(self.refusals.get(op), Stale)
        with pytest.raises(Stale if is_stale else OpReused):
            self.request(phone, op, "note", ("another text",), expected)

    @invariant()
    def every_operation_counts_once(self):
        if self.store is None:
            return
        table = service.table(self.store, self.table_id)
        log = self.store.after(self.table_id, 0)
        assert (table.head, len(log)) == (self.head, self.head)
        assert [event.op for event in log[1:]] == list(self.answers)
        assert fold(log, self.table_id) == table
        totals = recount.totals([event.as_dict() for event in log])
        assert list(table.totals) == totals
        assert list(table.partnership_totals) == [
            sum(totals[player] for player in group) for group in self.groups
        ]
        assert len(table.changes()) == table.head


TwoPhones.TestCase.settings = settings(
    max_examples=examples(60), stateful_step_count=40, suppress_health_check=list(HealthCheck)
)
TestTwoPhones = TwoPhones.TestCase
