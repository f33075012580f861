"""Melds on the table are right again after whatever was put right (H8-H10, L3, A3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.core.log.event_data import Refused
from scorepad.core.log.table import fold
from tests.open_tables import Log, points
from tests.profiles import examples

SEATS = range(3)
RANKS = "23456789"


@dataclass
class Told:
    """What was told of a deal: by seat the melds of plays, and those of the hands that count."""

    played: dict[int, list[list[str]]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    out: dict[int, tuple[int, list[list[str]]]] = field(default_factory=dict)

    def on_table(self) -> list[list[list[str]]]:
        return [self.out[seat][1] if seat in self.out else self.played[seat] for seat in SEATS]

    def copy(self) -> Told:
        return Told(dict(self.played), dict(self.out))


def try_one(log: Log, told: Told, gone: dict[int, tuple[int, list[list[str]]]], data) -> Told:
    """One change, by an event that may be refused, and what is told after it."""
    seat = data.draw(st.sampled_from(list(SEATS)))
    melds = [[f"{rank}C"] for rank in data.draw(st.lists(st.sampled_from(RANKS), max_size=2))]
    after = told.copy()
    kind = data.draw(st.sampled_from(["play", "play", "out", "late", "correct", "remove", "restore"]))
    number = len(log.events) + 1
    hand = {"melds": melds, "meld_points": [1] * len(melds)}
    if kind == "play":
        after.played[seat] = [*told.played[seat], ["KC"]]
        log.add("played", deal=1, player=seat, says="laid ♣K", melds=after.on_table())
    elif kind in ("out", "late"):
        place = {"place": data.draw(st.integers(1, len(told.out) + 1))} if kind == "late" else {}
        log.add("out", deal=1, **points(seat, 1, **hand), **place)
        after.out[seat] = (number, melds)
    elif kind == "restore" and gone:
        entry = data.draw(st.sampled_from(sorted(gone)))
        log.add("restored", entry=entry)
        back = gone[entry]
        after.out[back[0]] = (entry, back[1])
    elif told.out:
        owner = data.draw(st.sampled_from(sorted(told.out)))
        entry, laid = after.out.pop(owner)
        if kind == "remove":
            log.add("removed", entry=entry)
            gone[entry] = (owner, laid)
        else:
            log.add("corrected", entry=entry, **points(seat, 2, **hand))
            if seat in after.out:
                return told
            after.out[seat] = (entry, melds)
    return after


@given(st.data())
@settings(max_examples=examples(150))
def test_whoever_is_out_lies_there_with_that_hand_and_whoever_is_in_with_the_plays(data):
    """However hands come and go; undone, everything lies as it lay before."""
    log, states = Log(players=3), [Told()]
    log.add("played", deal=1, player=0, says="laid ♣K", melds=[[["KC"]], [], []])
    states[0].played[0] = [["KC"]]
    gone: dict[int, tuple[int, list[list[str]]]] = {}
    for _ in range(data.draw(st.integers(1, 10))):
        tried, kept = list(log.events), dict(gone)
        after = try_one(log, states[-1], gone, data)
        try:
            fold(log.events)
        except Refused:
            log.events, gone = tried, kept
            continue
        if len(log.events) > len(tried):
            states.append(after)
        assert lies(log) == states[-1].on_table()
    while len(states) > 1:
        last = fold(log.events).last
        assert last is not None
        log.add("undone", event=last.number)
        states.pop()
        assert lies(log) == states[-1].on_table()


def lies(log: Log) -> list[list[list[str]]]:
    return [[list(meld) for meld in owned] for owned in fold(log.events).deal.melds]
