"""Who is at a table: joining late, leaving, coming back, seats, sitting out; earlier scores never change."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.core.log.event_data import Refused
from scorepad.core.log.match import table_match
from scorepad.core.log.table import Table, fold
from scorepad.core.rules import MatchRules, Rules
from tests.open_tables import Log
from tests.open_tables import event as event_of
from tests.profiles import examples


def table(log: Log) -> Table:
    return fold(log.events, "t")


def joins(log: Log, name: str = "Zoe", deal: int = 1, start: int = 0, partner: int | None = None) -> Log:
    return log.add("joined", name=name, partner=partner, start=start, deal=deal)


def two_deals(*groups: list[int], players: int = 0) -> Log:
    """A table whose first deal is over and whose second has begun."""
    log = Log(*groups, players=players).out(1, (0, 5), (1, 7))
    if players == 3:
        return log.add("dealt", deal=2, dealer=1).out(2, (2, 3))
    return log.out(1, (2, 9)).add("dealt", deal=2, dealer=1).out(2, (3, 3))


def test_a_player_who_joins_late_plays_from_the_next_deal():
    """Once a deal has begun it keeps its players; what the newcomer starts with is no score of any deal."""
    after = table(joins(two_deals(players=3), deal=3, start=12).add("closed", deal=2, reason=""))
    assert (after.names[3], after.totals) == ("Zoe", (10, 7, 6, 12))
    assert [deal.scores[3] for deal in after.deals] == [None, None]
    assert [deal.players for deal in after.deals] == [(0, 1, 2), (0, 1, 2)]
    log = joins(two_deals(players=3), deal=3, start=12).add("closed", deal=2, reason="")
    third = table(log.add("dealt", deal=3, dealer=2).out(3, (3, 4)))
    assert (third.deal.players, third.deal.entry_of(3).multiplier, third.totals[3]) == ((0, 1, 2, 3), 3, 24)


def test_before_anything_is_recorded_a_player_joins_at_once():
    """Or from the next deal, where the cards were dealt already."""
    assert table(joins(Log(players=3))).deal.multipliers == (3, 3, 3, 3)
    later = table(joins(Log(players=3), deal=2))
    assert (later.deal.players, later.seating, later.deal.multipliers) == (
        (0, 1, 2),
        (0, 1, 2, 3),
        (2, 2, 2, 0),
    )
    with pytest.raises(Refused, match="Players can change from deal 3 on, not from deal 2"):
        table(joins(two_deals(players=3), deal=2))


def test_h5_a_partner_who_joins_adds_nothing_to_the_side():
    """The side keeps its points, so a partner starts with none."""
    log = two_deals([0, 2], [1, 3])
    with pytest.raises(Refused, match="A partner joins with 0 points"):
        table(joins(log, deal=3, start=5, partner=1))
    log = two_deals([0, 2], [1, 3])
    after = table(joins(log, deal=3, partner=1))
    assert (after.partnerships, after.partnership_totals) == (
        ((0, 2), (1, 3, 4)),
        table(log).partnership_totals,
    )


def test_who_leaves_keeps_the_points_and_wins_nothing():
    """A match is decided among those who are at the table."""
    rules = Rules("chattahoochee", match=MatchRules(deals=2))
    log = Log(players=3).out(1, (0, 50), (1, 7)).add("left", player=0, deal=2)
    after = table(log.add("dealt", deal=2, dealer=1).out(2, (2, 3)))
    assert (after.totals, after.deal.players, after.deal.ended_by) == ((100, 7, 3), (1, 2), "rule")
    assert table_match(after, rules).finished.winners == (1,)


def test_a_player_comes_back_with_the_points_of_before():
    """In the last seat, under the same name and number."""
    log = Log(players=3).out(1, (0, 50), (1, 7)).add("left", player=0, deal=2)
    after = table(log.add("returned", player=0, deal=2).add("dealt", deal=2, dealer=0))
    assert (after.seating, after.deal.players, after.totals) == ((1, 2, 0), (1, 2, 0), (100, 7, 0))


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (Log(players=2).add("left", player=0, deal=1), "A deal needs players from at least two sides"),
        (
            Log([0, 1], [2]).add("left", player=2, deal=1),
            "Only partners would be left. Choose somebody else. A deal needs players",
        ),
        (
            Log(players=3).add("sat-out", deal=1, players=[0, 1]),
            "A deal needs players from at least two sides",
        ),
        (Log([0, 1], [2]).add("sat-out", deal=1, players=[2]), "Only partners would be left"),
        (Log(players=3).add("left", player=1, deal=1).add("left", player=1, deal=1), "Ben has already left"),
        (Log(players=3).add("returned", player=1, deal=1), "Ben is already at the table"),
        (Log(players=3).add("seated", players=[0, 1]), "List everybody at the table once"),
        (joins(Log(players=3), name="ann"), "Another player is already called ann"),
        (joins(Log(players=12)), "room for 12 names"),
        (Log(players=3).add("started", player=0, start=5), "Only a player who joined late"),
        (
            Log(players=3).out(1, (0, 5)).add("sat-out", deal=1, players=[0]),
            "Ann has cards recorded in deal 1",
        ),
        (
            Log(players=3).settle(1, 1, 0, 0).add("sat-out", deal=1, players=[2]),
            "recorded for everybody at once",
        ),
        (Log(players=4).add("sat-out", deal=1, players=[3]).out(1, (3, 5)), "Di doesn’t play in deal 1"),
        (Log(players=4).add("sat-out", deal=1, players=[3]).settle(1, 1, 0, 0, 0), "one hand for every seat"),
        (Log(players=3).add("sat-out", deal=1, players=[7]), "There’s no player in seat 8"),
    ],
    ids=range(15),
)
def test_what_may_not_happen_is_refused(log, reason):
    """In one clear sentence, and nothing else is said."""
    with pytest.raises(Refused, match=reason):
        table(log)


def test_h4_who_sits_out_does_not_count_as_an_opponent():
    """Nor scores: a deal of five with one sitting out counts 3, 2, 1."""
    deal = table(Log(players=5).add("sat-out", deal=1, players=[2]).out(1, (0, 1), (1, 1), (3, 1))).deal
    assert ([entry.multiplier for entry in deal.entries], deal.ended_by) == ([3, 2, 1], "rule")
    assert deal.scores == (3, 2, None, 1, 0)


def test_sitting_out_can_be_told_later_and_everything_follows():
    """Multipliers of that deal, all later totals, and the record says so; undo takes it back."""
    log = Log(players=4).out(1, (0, 5), (1, 7), (2, 1)).add("dealt", deal=2, dealer=1).out(2, (3, 10))
    before = table(log)
    after = table(log.add("sat-out", deal=1, players=[3]))
    assert ([deal.totals for deal in before.deals], before.totals) == (
        [(15, 14, 1, 0), (15, 14, 1, 30)],
        (15, 14, 1, 30),
    )
    assert (after.totals, after.deals[0].scores) == ((10, 7, 0, 30), (10, 7, 0, None))
    assert after.changes()[0].sentence == "Ann: Di sits out deal 1"
    assert "Ann 15 → 10" in after.changes()[0].follows[0]
    assert table(log.add("undone", event=7)).totals == before.totals


def test_a_dealer_who_is_not_there_leaves_the_deal_to_the_next():
    """Whoever left, or sits out, is passed over; seats say who is next."""
    assert table(Log(players=3, dealer=1).add("sat-out", deal=1, players=[1])).deal.dealer == 2
    assert table(Log(players=3, dealer=2).add("left", player=2, deal=1)).deal.dealer == 0
    assert table(Log(players=4, dealer=0).add("seated", players=[0, 3, 1, 2])).dealer_next == 3
    assert table(Log(players=4, dealer=1).out(1, (0, 1)).add("left", player=2, deal=2)).dealer_next == 3
    assert table(Log(players=4, dealer=1).out(1, (0, 1)).add("left", player=1, deal=2)).dealer_next == 2


def test_the_start_of_a_late_player_can_be_put_right():
    """All totals of that player follow, nobody else's."""
    log = joins(two_deals(players=3), deal=3, start=12)
    after = table(log.add("started", player=3, start=-4))
    assert (after.totals, after.deals[0].before[3]) == ((10, 7, 6, -4), -4)
    assert after.changes()[0].sentence == "Ann corrected Zoe’s start: 12 → −4 points"


CHANGES = st.sampled_from(["join", "leave", "return", "seats", "rest", "deal", "out", "undo", "correct"])


@given(st.lists(st.tuples(CHANGES, st.randoms(use_true_random=False)), min_size=3, max_size=25))
@settings(max_examples=examples(60), deadline=None)
def test_scores_of_earlier_deals_never_change_by_who_comes_and_goes(steps):
    """Whatever is told of players, all that was scored before is as it was; undo leads back to it."""
    log = Log(players=3)
    for number, (kind, choice) in enumerate(steps):
        before = table(log)
        event = _change(kind, number, choice, before)
        if event is None:
            continue
        kept = list(log.events)
        try:
            after = table(log.add(event[0], **event[1]))
        except Refused:
            log.events = kept
            continue
        if event[0] in ("joined", "left", "returned", "seated"):
            for old, new in zip(before.deals, after.deals, strict=True):
                assert new.totals[: len(old.totals)] == old.totals
                assert new.scores[: len(old.scores)] == old.scores
            log_again = [*log.events, event_of(after.head + 1, "undone", {"event": after.head})]
            assert fold(log_again).deals == before.deals
        assert len(after.deal.partnerships) >= 2
        assert after.deal.dealer in after.deal.players
        assert after.dealer_next in after.seating
        assert all(deal.plays(entry.player) for deal in after.deals for entry in deal.entries)


def _change(kind: str, number: int, choice, now: Table) -> tuple[str, dict] | None:
    """An event of that kind that may well happen."""
    anybody = choice.randrange(len(now.players))
    deal = now.deal.number + choice.randrange(2)
    if kind == "join":
        return "joined", {"name": f"N{number}", "partner": None, "start": choice.randrange(30), "deal": deal}
    if kind in ("leave", "return"):
        return {"leave": "left", "return": "returned"}[kind], {"player": anybody, "deal": deal}
    if kind == "seats":
        return "seated", {"players": choice.sample(now.seating, len(now.seating))}
    if kind == "rest":
        return "sat-out", {"deal": choice.randint(1, now.deal.number), "players": [anybody]}
    if kind == "deal":
        return ("dealt", {"deal": now.deal.number + 1, "dealer": now.dealer_next}) if now.deal.ended else None
    if kind == "undo":
        return ("undone", {"event": now.last.number}) if now.last else None
    hand = {
        "player": anybody,
        "points": choice.randrange(20),
        "melds": None,
        "meld_points": [],
        "bonuses": [],
    }
    if kind == "correct" and now.deal.entries:
        return "corrected", {"entry": now.deal.entries[0].number, "note": "", **hand}
    return "out", {"deal": now.deal.number, "note": "", **hand}
