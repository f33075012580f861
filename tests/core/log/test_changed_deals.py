"""Deals put right afterwards: late entries, another order, entries put back, redo, whole operations (A3)."""

from __future__ import annotations

import pytest

from scorepad.core.log.event_data import Refused
from scorepad.core.log.events import checked_event
from scorepad.core.log.table import Table, fold
from tests.open_tables import Log, event, points

BONUS = {"kind": "interlock", "melds": [0, 1], "length": 2, "points": 4, "label": "Interlock from 2 to 3"}


def table(log: Log) -> Table:
    return fold([checked_event(event) for event in log.events], "t")


def late(log: Log, deal: int, player: int, before: int, place: int) -> Log:
    return log.add("out", deal=deal, place=place, **points(player, before))


def corrected(log: Log, entry: int, judged_anew: dict[int, int]) -> Log:
    """Ben's entry is corrected to 2 points, and others are judged anew, in one operation."""
    log.add("corrected", entry=entry, **points(1, 2))
    because = len(log.events)
    for other, worth in judged_anew.items():
        anew = {"points": worth, "meld_points": [worth - 4], "bonuses": [BONUS]}
        data = {"entry": other, "because": because, **anew}
        log.events.append(event(len(log.events) + 1, "rejudged", data, op=f"op-{because}"))
    return log


def outs(deal) -> list[tuple[int, int]]:
    return [(entry.player, entry.multiplier) for entry in deal.entries]


def follows(log: Log) -> list[str]:
    """What the newest operation changed beside what it was about."""
    return list(next(change.follows for change in table(log).changes() if change.because is None))


def test_a3_a_forgotten_entry_is_added_to_a_deal_that_has_ended():
    """Later deals were played since; multipliers and totals follow from its place."""
    log = Log([0, 2], [1, 3]).out(1, (0, 5), (2, 7)).add("dealt", deal=2, dealer=1).out(2, (1, 3))
    assert outs(table(log).deals[0]) == [(0, 2), (2, 2)]
    after = table(late(log, 1, 1, 10, 2))
    assert outs(after.deals[0]) == [(0, 2), (1, 1), (2, 1)]
    assert after.totals == (10, 10 + 6, 7, 0)
    assert after.changes()[0].sentence == "Ann added to deal 1: Ben went out 2nd: 10 × 1 = 10"
    assert follows(log) == ["Because Ben’s hand was added: Cy 14 → 7"]


def test_a3_a_late_entry_can_end_the_deal_that_is_played():
    """Whoever was the last one in did not go out."""
    log = late(Log(players=3).out(1, (0, 5)), 1, 2, 4, 1)
    assert (outs(table(log).deal), table(log).deal.scores) == ([(2, 2), (0, 1)], (5, 0, 8))
    assert follows(log) == ["Because Cy’s hand was added: Ann 10 → 5", "Deal 1 is over"]


def test_a3_the_order_of_going_out_is_put_right():
    """Entries keep their numbers; multipliers follow."""
    log = Log(players=4).out(1, (0, 5), (1, 7), (2, 9))
    after = table(log.add("reordered", deal=1, entries=[4, 2, 3]))
    assert outs(after.deal) == [(2, 3), (0, 2), (1, 1)]
    assert after.changes()[0].sentence == "Ann changed the order of going out in deal 1: Cy, Ann, Ben"
    assert follows(log) == [
        "Because the order of going out was changed: Cy 9 → 27, Ann 15 → 10, Ben 14 → 7",
    ]


def test_a3_a_removed_entry_is_put_back_at_its_place():
    """As it was last, behind those that it stood behind."""
    log = Log(players=4).out(1, (0, 5), (1, 7), (2, 9)).add("corrected", entry=3, **points(1, 8))
    before = table(log).deal
    log.add("removed", entry=3).add("removed", entry=2)
    assert [change.put_back for change in table(log).changes()[:2]] == [2, 3]
    assert outs(table(log.add("restored", entry=3)).deal) == [(1, 3), (2, 2)]
    after = table(log.add("restored", entry=2))
    assert after.deal == before
    assert after.changes()[0].sentence == "Ann put Ann’s hand back into deal 1: 5 points"
    assert follows(log) == ["Because Ann’s hand was put back: Ben 24 → 16, Cy 18 → 9", "Deal 1 is over"]
    assert all(change.put_back is None for change in after.changes())


def test_a3_removed_scores_of_a_deal_are_put_back():
    """As long as the deal was not scored again."""
    log = Log(players=2).settle(1, 34, 0).add("removed", entry=2)
    assert table(log).changes()[0].put_back == 2
    assert table(log.add("restored", entry=2)).totals == (34, 0)
    assert table(log).changes()[0].sentence == "Ann put back the scores of deal 1: Ann 34, Ben 0"


def test_undo_takes_back_the_whole_operation_and_redo_does_it_again():
    """A correction with all that was judged anew because of it; undone, it is as if it never was."""
    log = Log(players=4).out(1, (1, 9), (0, 5), (2, 7))
    before = table(log)
    after = table(corrected(log, 2, {3: 11, 4: 13}))
    assert [entry.points for entry in after.deal.entries] == [2, 11, 13]
    assert after.deal.entries[1].bonuses[0].points == 4
    assert (after.last.number, after.next) == (5, None)
    undone = table(log.add("undone", event=5))
    assert (undone.deals, undone.last.number, undone.next.number) == (before.deals, 4, 5)
    assert [change.undone for change in undone.changes()[:4]] == [False, True, True, True]
    redone = table(log.add("redone", event=5))
    assert (redone.deals, redone.last, redone.next) == (after.deals, after.last, None)
    assert redone.changes()[0].sentence == ("Ann redid “Ann corrected Ben’s hand in deal 1: 9 → 2 points”")


def test_the_record_tells_what_changed_because_of_what():
    """One line for the correction, what follows beneath it; the judgement of each hand points to it."""
    changes = table(corrected(Log(players=4).out(1, (1, 9), (0, 5)), 2, {3: 11})).changes()
    assert [(change.number, change.because) for change in changes[:2]] == [(5, 4), (4, None)]
    assert changes[0].sentence == (
        "Ann’s hand was counted again because Ben’s hand was corrected: 5 → 11 points"
    )
    assert changes[1].follows == ("Because Ben’s hand was corrected: Ann 10 → 22",)


def test_redo_walks_forward_until_something_else_happens():
    """Every undo adds one that can be redone; a new entry forgets them."""
    log = Log(players=4).out(1, (0, 5), (1, 7)).add("undone", event=3).add("undone", event=2)
    assert (table(log).last, table(log).next.number) == (None, 2)
    log.add("redone", event=2)
    assert (table(log).totals, table(log).next.number) == ((15, 0, 0, 0), 3)
    log.out(1, (2, 1))
    assert table(log).next is None
    with pytest.raises(Refused, match="There’s nothing to redo"):
        table(log.add("redone", event=3))


def test_h10_removed_from_the_deal_her_melds_lie_as_her_plays_left_them():
    """Corrected, she lies there with the new ones; put back, with hers again."""
    laid, full, other = [["4C", "5C"]], [["4C", "5C", "6C"], ["QH"]], [["4C", "5C"], ["2D"]]
    log = Log(players=3).add("played", deal=1, player=0, says="laid ♣45", melds=[laid, [], []])
    log.add("out", deal=1, **points(0, 7, melds=full, meld_points=[6, 1]))

    def hers() -> list[list[str]]:
        return [list(meld) for meld in table(log).deal.melds[0]]

    assert hers() == full
    log.add("corrected", entry=3, **points(0, 4, melds=other, meld_points=[3, 1]))
    assert hers() == other
    log.add("removed", entry=3)
    assert hers() == laid
    log.add("restored", entry=3)
    assert hers() == other
    log.add("corrected", entry=3, **points(1, 4, melds=other, meld_points=[3, 1]))
    assert hers() == laid
    assert [list(meld) for meld in table(log).deal.melds[1]] == other


def test_h10_plays_after_a_removal_count_when_the_hand_is_removed_again():
    """Put back between them, or corrected to be another player's, she has what she laid last."""
    log = Log(players=3).add("played", deal=1, player=0, says="laid ♣4", melds=[[["4C"]], [], []])
    log.add("out", deal=1, **points(0, 1, melds=[["4C", "5C"]], meld_points=[3])).add("removed", entry=3)
    log.add("played", deal=1, player=0, says="laid ♥7", melds=[[["4C"], ["7H"]], [], []])
    log.add("restored", entry=3).add("removed", entry=3)
    assert table(log).deal.melds == ((("4C",), ("7H",)), (), ())
    log.add("restored", entry=3)
    log.add("played", deal=1, player=1, says="laid ♦2", melds=[[["4C", "5C"]], [["2D"]], []])
    log.add("corrected", entry=3, **points(1, 2, melds=[["2D", "3D"]], meld_points=[3])).add(
        "removed", entry=3
    )
    assert table(log).deal.melds == ((("4C",), ("7H",)), (("2D",),), ())


def test_h19_what_was_filched_from_her_melds_since_stays_as_it_lies():
    """A correction of the hand she went out with does not put a wild back that another took."""
    log = Log(players=3).add("played", deal=1, player=1, says="laid ♥45", melds=[[], [["4H", "5H"]], []])
    log.add("out", deal=1, **points(0, 3, melds=[["4C", "5C", "w=6C"]], meld_points=[3]))
    taken = [[["4C", "5C", "6C"]], [["4H", "5H"]], []]
    log.add("played", deal=1, player=1, says="took a wild from Ann's ♣45w for ♣6", melds=taken)
    log.add("removed", entry=3)
    assert table(log).deal.melds[0] == (("4C", "5C", "6C"),)


def alone(**data) -> Log:
    """A hand judged anew in an operation of its own."""
    return Log(players=3).out(1, (0, 1)).add("rejudged", **data)


WORTH = {"points": 2, "meld_points": [2], "bonuses": []}
REFUSED = [
    (late(Log(players=3).out(1, (0, 1)), 2, 1, 1, 1), "There’s no deal 2 yet. Choose an earlier one."),
    (
        late(Log(players=3).out(1, (0, 1)), 1, 0, 1, 3),
        "Ann is already out in deal 1. Choose another player. Place 3 in deal 1: choose one from 1 to 2.",
    ),
    (
        late(Log(players=3).settle(1, 1, 0, 0), 1, 0, 1, 1),
        "Deal 1 is scored for everybody at once. Open it to change its scores.",
    ),
    (
        Log(players=3).out(1, (0, 1)).add("restored", entry=2),
        "Entry 2 still counts, so it can’t be put back. Open the table to see it.",
    ),
    (
        Log(players=3).out(1, (0, 1)).add("removed", entry=2).out(1, (0, 2)).add("restored", entry=2),
        "Ann is already out in deal 1. Choose another player.",
    ),
    (
        Log(players=2).settle(1, 1, 0).add("removed", entry=2).settle(1, 2, 0).add("restored", entry=2),
        "Deal 1 has other scores by now. Remove them first.",
    ),
    (
        Log(players=3).out(1, (0, 1), (1, 1)).add("reordered", deal=1, entries=[3]),
        "List every entry of deal 1 once, in the right order.",
    ),
    (Log(players=3).add("redone", event=1), "There’s nothing to redo. Open the table to see what counts."),
    (
        Log(players=3).out(1, (0, 1)).add("undone", event=2).add("redone", event=1),
        "Event 1 isn’t the one you undid last. Redo that one first.",
    ),
    (alone(entry=2, because=2, **WORTH), "Send a change and the new judgement of its hand together."),
]


@pytest.mark.parametrize(("log", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_what_may_not_happen_is_refused(log, sentence):
    """With every reason."""
    with pytest.raises(Refused) as refused:
        table(log)
    assert refused.value.message == sentence
