"""The table folded from its log: multipliers, ends of deals, totals, corrections and undo (H3-H5, A3)."""

from __future__ import annotations

import pytest

from scorepad.core.log.event_data import Refused
from scorepad.core.log.table import Table, fold
from tests.open_tables import NAMES, Log, points


def table(log: Log) -> Table:
    return fold(log.events, "t")


def test_h4_five_players_count_4_3_2_1_and_the_last_one_0():
    """The first out has as many opponents as are still in; the deal ends when one is left."""
    deal = table(Log(players=5).out(1, (3, 10), (0, 10), (4, 10), (1, 10))).deal
    assert [entry.multiplier for entry in deal.entries] == [4, 3, 2, 1]
    assert [deal.score(player) for player in range(5)] == [30, 10, 0, 40, 20]
    assert (deal.ended, deal.ended_by, deal.active, deal.multiplier_for(2)) == (True, "rule", (2,), 0)


def test_h5_two_pairs_end_when_one_pair_is_out():
    """Partners out do not count: both of a pair have 2, then only opponents of theirs are left."""
    deal = table(Log([0, 2], [1, 3]).out(1, (0, 5), (2, 7))).deal
    assert [entry.multiplier for entry in deal.entries] == [2, 2]
    assert (deal.ended_by, deal.active) == ("rule", (1, 3))


def test_h5_two_pairs_mixed():
    """Opponents already out do not count."""
    running = table(Log([0, 2], [1, 3]).out(1, (0, 5), (1, 7)))
    assert not running.deal.ended
    over = table(Log([0, 2], [1, 3]).out(1, (0, 5), (1, 7), (2, 9))).deal
    assert ([entry.multiplier for entry in over.entries], over.ended) == ([2, 1, 1], True)


def test_h5_unequal_partnerships():
    """Three against two against one: each counts the opponents of her own partnership."""
    log = Log([0, 1, 2], [3, 4], [5]).out(1, (0, 1), (3, 1), (5, 1), (1, 1))
    deal = table(log).deal
    assert [entry.multiplier for entry in deal.entries] == [3, 3, 3, 1]
    assert not deal.ended
    deal = table(log.out(1, (4, 1))).deal
    assert (deal.entries[-1].multiplier, deal.ended_by, deal.active) == (1, "rule", (2,))


def test_h5_a_partnership_scores_the_sum_of_its_members():
    """Totals by player and by partnership run over the deals."""
    log = Log([0, 2], [1, 3]).out(1, (0, 5), (2, -7)).add("dealt", deal=2, dealer=1).out(2, (1, 4))
    after = table(log)
    assert after.totals == (10, 8, -14, 0)
    assert after.partnership_totals == (-4, 8)
    assert [after.deals[0].running(player) for player in range(4)] == [10, 0, -14, 0]


def test_a3_a_player_still_in_has_no_score_while_the_deal_runs():
    """A missing entry is None, never 0; left in at the end of the deal she scores 0."""
    log = Log(players=3).out(1, (1, 6))
    assert table(log).deal.scores == (None, 12, None)
    assert table(log.add("closed", deal=1, reason="late")).deal.scores == (0, 12, 0)


def test_nothing_ends_before_anyone_is_out():
    """With two players nobody out means that the deal runs."""
    assert not table(Log(players=2)).deal.ended
    assert table(Log(players=2).out(1, (0, 3))).deal.ended_by == "rule"


def test_h4_a_correction_moves_the_multipliers_after_it():
    """Whoever went out by correction counts as out from there on, in an earlier deal too."""
    log = Log([0, 2], [1, 3]).out(1, (0, 5), (1, 7), (2, 9)).add("dealt", deal=2, dealer=1)
    before = [entry.multiplier for entry in table(log).deals[0].entries]
    after = table(log.add("corrected", entry=3, **points(3, 8)))
    assert (before, [entry.multiplier for entry in after.deals[0].entries]) == ([2, 1, 1], [2, 1, 1])
    assert after.totals == (10, 0, 9, 8)
    assert [entry.corrected for entry in after.deals[0].entries] == [False, True, False]


def test_a_correction_can_end_the_current_deal_or_open_it_again():
    """Whether a deal has ended follows from who is out, whenever that was said."""
    log = Log([0, 2], [1, 3]).out(1, (0, 5), (1, 7))
    assert table(log.add("corrected", entry=3, **points(2, 7))).deal.ended
    assert not table(log.add("corrected", entry=3, **points(3, 7))).deal.ended
    assert not table(log.add("removed", entry=3)).deal.ended


def test_an_earlier_deal_that_a_removal_leaves_open_counts_as_ended_by_hand():
    """Later deals were played, so it does not run again; nothing else is lost."""
    log = Log(players=3).out(1, (0, 5), (1, 7)).add("dealt", deal=2, dealer=1).out(2, (2, 4))
    after = table(log.add("removed", entry=3))
    assert (after.deals[0].ended_by, after.deals[0].scores, after.deal.scores) == (
        "hand",
        (10, 0, 0),
        (None, None, 8),
    )


def test_an_entry_that_a_correction_leaves_behind_the_end_counts_times_0():
    """No entry is ever lost: all still in are her partners, so she has no opponents."""
    log = Log([0, 2], [1, 3]).out(1, (0, 5), (1, 7), (3, 9))
    assert table(log).deal.entries[-1].multiplier == 1
    after = table(log.add("corrected", entry=3, **points(2, 7))).deal
    assert [(entry.player, entry.multiplier, entry.score) for entry in after.entries] == [
        (0, 2, 10),
        (2, 2, 14),
        (3, 0, 0),
    ]


def test_undo_walks_back_one_event_at_a_time_to_the_opening():
    """Entry, correction, removal, next deal, close, note and rename are each undone in one step."""
    log = Log(players=2, dealer=1).out(1, (0, 5)).add("corrected", entry=2, **points(1, 6))
    log.add("dealt", deal=2, dealer=0).add("noted", deal=2, text="tea").add("renamed", player=0, name="Anna")
    log.add("closed", deal=2, reason="").add("removed", entry=2)
    plain = [fold(log.events[:count]) for count in range(1, len(log.events) + 1)]
    while (now := table(log)).last is not None:
        assert (now.deals, now.players, now.totals) == (plain[-1].deals, plain[-1].players, plain[-1].totals)
        assert now.last.number == plain[-1].head
        log.add("undone", event=now.last.number)
        plain.pop()
    assert (len(plain), table(log).totals, table(log).sentence_of(table(log).last)) == (1, (0, 0), "")


def test_a_step_after_an_undo_is_the_next_to_be_taken_back():
    """An undone event is passed over, one made after it is not."""
    log = Log(players=3).out(1, (0, 5)).add("undone", event=2).out(1, (1, 6))
    assert table(log).totals == (0, 12, 0)
    log.add("undone", event=4)
    assert (table(log).last, table(log).totals) == (None, (0, 0, 0))


def test_the_dealer_rotates_by_seat():
    """After the last seat the first one deals."""
    log = Log(players=3, dealer=2).out(1, (0, 1), (1, 1))
    assert table(log).dealer_next == 0
    assert table(log.add("dealt", deal=2, dealer=0)).dealer_next == 1


def test_a3_the_record_says_who_changed_what():
    """Each change is one plain sentence, told with the names and the multiplier of its moment."""
    log = Log([0, 2], [1, 3], dealer=1).out(1, (1, 34)).add("out", by="Di", deal=1, **points(3, -5))
    log.add("corrected", entry=2, **points(1, 30)).add("renamed", player=1, name="Benno")
    log.add("dealt", deal=2, dealer=2, by="").add("undone", by="Cy", event=6).add("removed", entry=3)
    log.add("closed", deal=1, reason="out of tea").add("undone", by="Cy", event=9)
    assert [change.sentence for change in reversed(table(log).changes())] == [
        "Ann opened the table",
        "Ben went out: 34 × 2 = 68 (entered by Ann)",
        "Di went out: −5 × 2 = −10",
        "Ann corrected Ben’s hand in deal 1: 34 → 30 points",
        "Ann renamed Ben to Benno",
        "Somebody started deal 2, Cy deals",
        "Cy undid “Somebody started deal 2, Cy deals”",
        "Ann removed Di’s hand from deal 1: −5 points",
        "Ann ended deal 1 by hand: out of tea",
        "Cy undid “Ann ended deal 1 by hand: out of tea”",
    ]
    undone = [change.number for change in table(log).changes() if change.undone]
    last = table(log).sentence_of(table(log).last)
    assert (undone, last) == ([9, 6], "Ann removed Di’s hand from deal 1: −5 points")


def test_a3_a_correction_says_what_changed():
    """Another player, other cards for the same points, the note."""
    log = Log(players=3).out(1, (1, 34))
    log.add("corrected", entry=2, **points(0, 34)).add("corrected", entry=2, **points(0, 34, note="late"))
    log.add("corrected", entry=2, **points(0, 34, melds=[["QH"]], note="late"))
    log.add("corrected", entry=2, **points(0, 34, melds=[["QH"]], note="late"))
    assert [change.sentence for change in table(log).changes()[:4]][::-1] == [
        "Ann corrected Ben’s hand in deal 1: it was Ann",
        "Ann corrected Ann’s hand in deal 1: the note",
        "Ann corrected Ann’s hand in deal 1: other cards, 34 points as before",
        "Ann corrected Ann’s hand in deal 1: nothing changed",
    ]


REFUSED = [
    (Log(players=3).out(1, (0, 1), (0, 1)), "Ann is already out in deal 1. Choose another player."),
    (Log(players=3).out(1, (3, 1)), "There’s no player in seat 4. Choose another seat."),
    (Log(players=3).out(2, (0, 1)), "You’re playing deal 1, not deal 2. Open the table again."),
    (
        Log(players=2).out(1, (0, 1), (0, 1)),
        "Deal 1 has ended: nothing more can be recorded in it. Go on to the next deal. "
        "Ann is already out in deal 1. Choose another player.",
    ),
    (Log(players=2).add("dealt", deal=2, dealer=0), "Deal 1 is still running. End it first."),
    (
        Log(players=2).out(1, (0, 1)).add("dealt", deal=3, dealer=0),
        "The next deal is deal 2, not 3. Open the table again.",
    ),
    (
        Log(players=2).out(1, (0, 1)).add("dealt", deal=2, dealer=2),
        "The dealer must be one of the players. Choose one of them.",
    ),
    (
        Log(players=2).out(1, (0, 1)).add("closed", deal=1, reason=""),
        "Deal 1 has already ended. Go on to the next deal.",
    ),
    (
        Log(players=3).out(1, (0, 1), (1, 1)).add("corrected", entry=3, **points(0, 1)),
        "Ann is already out in deal 1. Choose another player.",
    ),
    (
        Log(players=2).out(1, (0, 1)).add("removed", entry=2).add("removed", entry=2),
        "Entry 2 was removed or undone. Open the table to see what counts.",
    ),
    (Log(players=2).add("undone", event=1), "There’s nothing to undo. Open the table to see what counts."),
    (
        Log(players=3).out(1, (0, 1), (1, 1)).add("undone", event=2),
        "Event 2 isn’t the newest one that counts. Undo the newest first.",
    ),
    (
        Log(players=2).add("renamed", player=0, name="ben"),
        "Another player is already called ben. Choose another name.",
    ),
    (Log(players=2).add("noted", deal=2, text="tea"), "There’s no deal 2 yet. Choose an earlier one."),
    (Log([0, 1]), "Make at least two partnerships."),
    (Log([0], [1], players=3), "Put every player in exactly one partnership."),
    (
        Log(players=1),
        "A table can have 2 to 12 players, not 1. Add or leave out some. Make at least two partnerships.",
    ),
    (
        Log(players=2, dealer=2),
        "The dealer must be one of the players. Choose one of them.",
    ),
]


@pytest.mark.parametrize(("log", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_what_may_not_happen_is_refused_with_every_reason(log, sentence):
    """A log that holds such an event does not fold, and it says why."""
    with pytest.raises(Refused) as refused:
        fold(log.events)
    assert refused.value.message == sentence


def test_a_log_without_its_beginning_or_a_middle_is_refused():
    """Events are numbered from 1 without a gap, the first one opens the table."""
    log = Log(players=2).out(1, (0, 1)).events
    for broken in ([], log[1:], [*log, *log], [log[0], log[0]]):
        with pytest.raises(Refused):
            fold(broken)


def test_a_log_that_told_two_spellings_of_a_name_apart_still_opens():
    """At its start, for a player who joins, and for a new name."""
    log = Log(players=3)
    log.add("renamed", player=1, name="Caf\u00e9").add("renamed", player=2, name="Cafe\u0301")
    log.add("joined", name="Caf\u00e9\u200b", partner=None, start=0, deal=2)
    assert table(log).names == ("Ann", "Caf\u00e9", "Cafe\u0301", "Caf\u00e9\u200b")


def test_twelve_players_and_twenty_deals_fold():
    """The largest evening that the sheet prints."""
    log = Log(players=12)
    for deal in range(1, 21):
        log.out(deal, *((player, deal) for player in range(11)))
        if deal < 20:
            log.add("dealt", deal=deal + 1, dealer=deal % 12)
    after = table(log)
    assert after.totals == tuple(210 * (11 - player) for player in range(12))
    assert [player.name for player in after.players] == list(NAMES)


def test_an_event_of_a_circle_is_none_of_a_table():
    """It is refused by its number, and the file of a table is asked for."""
    log = Log(players=2).add("circle-renamed", name="Fridays")
    with pytest.raises(Refused, match="Event 2 belongs to a circle, not to a table"):
        fold(log.events)
