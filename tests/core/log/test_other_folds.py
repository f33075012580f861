"""Logs of the other games: settled deals, players who retire, melds on the table, matches."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from scorepad.core.log.event_data import GameWords, Refused
from scorepad.core.log.events import UnreadableEvent, checked_event
from scorepad.core.log.match import table_match
from scorepad.core.log.table import Table, fold
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring import RETIRED
from scorepad.core.scoring.usual import CardsLeft, WinnerTakes
from scorepad.core.sentence import as_sentence
from tests.open_tables import Log, ending, points

RUMMY = Rules("basic-rummy", scoring=WinnerTakes(), match=MatchRules(target=100))
SHANGHAI = Rules("shanghai", scoring=CardsLeft(), match=MatchRules(target=50))


def table(log: Log) -> Table:
    return fold([checked_event(event) for event in log.events], "t")


def deals(*scores: tuple[int, ...]) -> Table:
    """A table whose deals are settled with these scores."""
    log = Log(players=len(scores[0]))
    for number, one in enumerate(scores, 1):
        if number > 1:
            log.add("dealt", deal=number, dealer=0)
        log.settle(number, *one)
    return table(log)


def test_b4_a_settled_deal_is_over_and_everybody_has_her_score():
    """Nobody goes out by herself: one event tells all scores."""
    deal = table(Log(players=3).settle(1, 34, 0, 0)).deal
    assert (deal.ended, deal.ended_by, deal.scores, deal.entries) == (True, "rule", (34, 0, 0), ())
    assert (deal.ending.winner, deal.ending.number, deal.running(0)) == (0, 2, 34)


def test_a_settled_deal_is_corrected_as_a_whole():
    """Totals of this deal and of all after it follow; the log keeps both."""
    log = Log(players=3).settle(1, 34, 0, 0).add("dealt", deal=2, dealer=1).settle(2, 0, 5, 0, winner=1)
    after = table(log.add("resettled", entry=2, **ending(0, 0, 21, winner=2)))
    assert (after.totals, after.deals[0].ending.corrected, after.deals[1].before) == (
        (0, 5, 21),
        True,
        (0, 0, 21),
    )


def test_a_settled_deal_is_taken_back_or_removed():
    """The deal runs again; an earlier one counts as ended by hand, with nothing scored."""
    log = Log(players=2).settle(1, 34, 0)
    assert not table(log.add("undone", event=2)).deal.ended
    log.settle(1, 30, 0)
    assert table(log).totals == (30, 0)
    log.add("dealt", deal=2, dealer=1).add("removed", entry=4)
    assert (table(log).deals[0].ended_by, table(log).totals) == ("hand", (0, 0))
    assert table(log.add("undone", event=6)).totals == (30, 0)


def test_f3_partners_score_together_in_settled_deals_too():
    """A partnership's total is the sum of its members'."""
    log = Log([0, 2], [1, 3]).settle(1, 27, -15, 40, 5)
    assert table(log).partnership_totals == (67, -10)


def test_l4_players_retire_with_multiplier_1_until_all_have():
    """The deal goes on for the last one; nobody's points depend on who is still in."""
    log = Log(players=3).retire(1, (1, 12), (0, -4))
    assert (table(log).deal.ended, table(log).deal.multipliers) == (False, (1, 1, 1))
    after = table(log.retire(1, (2, 7)))
    assert (after.deal.ended_by, after.totals) == ("rule", (-4, 12, 7))


def test_l5_a_correction_keeps_the_order_and_counts_once():
    """What a retired player has left may be put right."""
    log = Log(players=2).retire(1, (0, 12), (1, 3))
    after = table(log.add("corrected", entry=2, **points(0, 10, left=["2C"])))
    assert (after.totals, after.deal.entries[0].left, after.deal.ended_by) == ((10, 3), ("2C",), "rule")


def test_h11_going_out_concealed_adds_to_the_multiplier():
    """Three opponents in, one more for the concealed hand; nothing where no opponent is left."""
    log = Log(players=4).add("out", deal=1, **points(0, 10, added=1)).out(1, (1, 10))
    assert [(entry.multiplier, entry.score) for entry in table(log).deal.entries] == [(4, 40), (2, 20)]
    assert table(log).changes()[1].sentence == "Ann went out concealed: 10 × 4 = 40"
    behind = Log([0, 2], [1, 3]).out(1, (0, 5), (1, 7)).add("out", deal=1, **points(3, 9, added=1))
    assert table(behind.add("corrected", entry=3, **points(2, 7))).deal.entries[-1].multiplier == 0


def test_h8_the_fold_keeps_the_melds_of_every_player_on_the_table():
    """Each play tells what lies there then; undo brings back what lay there before."""
    log = Log(players=2).add("played", deal=1, player=0, says="laid ♣456", melds=[[["4C", "5C", "6C"]], []])
    log.add("played", deal=1, player=0, says="added ♣7", melds=[[["4C", "5C", "6C", "7C"]], []])
    assert table(log).deal.melds == ((("4C", "5C", "6C", "7C"),), ())
    assert table(log).sentence_of(table(log).last) == "Ann added ♣7"
    assert table(log.add("undone", event=3)).deal.melds == ((("4C", "5C", "6C"),), ())
    log.add("closed", deal=1, reason="").add("dealt", deal=2, dealer=1)
    assert table(log).deal.melds == ()


def test_h8_plays_of_several_players_are_one_step_of_the_record():
    """Told together with who made each; one undo takes all of it back."""
    laid = [[["4C", "5C"], ["7H", "8H"]], [["9D", "TD"]]]
    log = Log(players=2).add("played", deal=1, player=0, says="laid ♣45", melds=[[["4C", "5C"]], []])
    log.add("table-played", deal=1, players=[0, 1], says=["laid ♥78", "laid ♦9T"], melds=laid)
    assert table(log).deal.melds == ((("4C", "5C"), ("7H", "8H")), (("9D", "TD"),))
    assert table(log).sentence_of(table(log).last) == "Ann laid ♥78; Ben laid ♦9T (entered by Ann)"
    assert table(log.add("undone", event=3)).deal.melds == ((("4C", "5C"),), ())


def test_h8_plays_of_several_players_are_refused_with_every_reason():
    """Who is out, who is no player, words that are missing, melds of too few."""
    log = (
        Log(players=3).out(1, (0, 5)).add("table-played", deal=1, players=[0, 7], says=["x"], melds=[[], []])
    )
    with pytest.raises(Refused) as refused:
        table(log)
    assert [part.at for part in refused.value.parts] == ["player", "player", "plays", "melds"]


@pytest.mark.parametrize(
    ("words", "play"),
    [
        ("laid ♣456", {"done": "laid", "meld": "♣456"}),
        ("added ♣7 to ♣456", {"done": "added", "meld": "♣456", "cards": "♣7"}),
        ("merged ♣45 and ♣78", {"done": "merged", "meld": "♣45", "other": "♣78"}),
        ("merged ♣45 and ♣78 with w", {"done": "merged", "meld": "♣45", "other": "♣78", "cards": "w"}),
        ("took a wild from their own ♣4w6 for ♣5", {"done": "took", "meld": "♣4w6", "cards": "♣5"}),
        (
            "took a wild from Bo's for Q's ♣4w6 for ♣Q",
            {"done": "took", "meld": "♣4w6", "cards": "♣Q", "owner": "Bo's for Q"},
        ),
    ],
)
def test_h8_a_play_of_an_older_log_is_told_as_one_of_today(words, play):
    """Older logs have English words; both are said in any language, with its letters on the cards."""
    new = Log(players=2).add("played", deal=1, player=0, plays=[play], melds=[[], []])
    old = Log(players=2).add("played", deal=1, player=0, says=words, melds=[[], []])
    said, said_of_old = (as_sentence(table(log).sentence_of(table(log).last)) for log in (new, old))
    told = f"Ann {words}".replace("Q's ♣", "Q’s ♣")
    assert (said, said_of_old) == (told, told)
    german = NullTranslations()
    german.pgettext = lambda _context, message: {"Q": "D"}.get(message, message)
    assert said.in_language(german) == said_of_old.in_language(german)
    assert new.events[-1].as_dict()["data"]["plays"] == [play]


def test_a_play_without_what_was_done_is_refused():
    with pytest.raises(Refused) as refused:
        table(Log(players=2).add("played", deal=1, player=0, melds=[[], []]))
    assert refused.value.at == "plays"


def test_a3_the_record_says_how_deals_were_settled():
    """Who went out, everybody's score, and what a correction changed."""
    log = Log(players=3).settle(1, 34, 0, -2)
    log.add("resettled", entry=2, **ending(30, 0, -2)).add(
        "resettled", by="", entry=2, **ending(0, 21, 0, winner=1)
    )
    log.add("resettled", entry=2, **ending(0, 21, 0, winner=1, note="late"))
    log.add("removed", entry=2).add("undone", event=6).add("undone", event=5)
    log.add("dealt", deal=2, dealer=0).settle(2, 1, 2, 3, winner=None)
    assert [change.sentence for change in reversed(table(log).changes()[:-1])] == [
        "Ann recorded deal 1, Ann went out: Ann 34, Ben 0, Cy −2",
        "Ann corrected deal 1: Ann 34 → 30",
        "Somebody corrected deal 1: Ben went out, Ann 30 → 0, Ben 0 → 21, Cy −2 → 0",
        "Ann corrected deal 1: the note",
        "Ann removed the scores of deal 1: Ann 0, Ben 21, Cy 0",
        "Ann undid “Ann removed the scores of deal 1: Ann 0, Ben 21, Cy 0”",
        "Ann undid “Ann corrected deal 1: the note”",
        "Ann started deal 2, Ann deals",
        "Ann recorded deal 2: Ann 1, Ben 2, Cy 3",
    ]
    retired = table(Log(players=2).retire(1, (0, -3)))
    assert retired.changes(GameWords(RETIRED))[0].sentence == "Ann retired: −3"


REFUSED = [
    (Log(players=2).settle(1, 1, 0).settle(1, 1, 0), "Deal 1 has ended: nothing more can be recorded in it."),
    (Log(players=3).settle(1, 1, 0), "Give one hand for every seat"),
    (Log(players=2).settle(1, 1, 0, winner=2), "There’s no player in seat 3. Choose another seat."),
    (
        Log(players=3).out(1, (1, 5)).settle(1, 1, 0, 0),
        "Deal 1 is scored player by player, and Ben went out. Record the others one by one.",
    ),
    (Log(players=2).settle(1, 1, 0).out(1, (0, 1)), "Deal 1 has ended: nothing more can be recorded in it."),
    (Log(players=2).settle(2, 1, 0), "You’re playing deal 1, not deal 2"),
    (Log(players=2).add("resettled", entry=1, **ending(0, 0)), "The end of the deal, 1, was removed"),
    (
        Log(players=2).settle(1, 1, 0).add("corrected", entry=2, **points(0, 1)),
        "Entry 2 was removed or undone. Open the table to see what counts.",
    ),
    (Log(players=2).retire(1, (0, 1), (0, 1)), "Ann is already out in deal 1. Choose another player."),
    (
        Log(players=3).retire(1, (0, 1)).add("played", deal=1, player=0, says="x", melds=[[], []]),
        "Ann is already out in deal 1. Choose another player. Add the melds of every seat.",
    ),
]


@pytest.mark.parametrize(("log", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_what_may_not_happen_is_refused(log, sentence):
    """A log that holds such an event does not fold."""
    with pytest.raises(Refused) as refused:
        fold(log.events)
    assert sentence in refused.value.message


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"winner": "Ann"}, "winner must be the seat of a player or null"),
        ({"hands": [{}]}, "hands must be a list of what players end with"),
        ({"rummy": 1}, "rummy must be true or false"),
        ({"hands": ending(1)["hands"] + [{**ending(1)["hands"][0], "left": "QH"}]}, "hands must be"),
    ],
)
def test_an_ending_of_the_wrong_shape_is_no_event(change, sentence):
    """Every field is checked as it is read."""
    with pytest.raises(UnreadableEvent) as wrong:
        Log(players=2).settle(1, 1, 0, **change)
    assert sentence in wrong.value.message


def test_b5_a_match_ends_with_the_deal_in_which_somebody_reaches_the_target():
    """The highest total wins; deals played on afterwards change nothing, a correction does."""
    assert table_match(deals((60, 0), (0, 99)), RUMMY).finished is None
    over = table_match(deals((60, 0), (0, 99), (40, 0), (0, 500)), RUMMY).finished
    assert (over.deal, over.totals, over.winners, over.losers) == (3, (100, 99), (0,), ())


def test_g3_in_shanghai_whoever_reaches_the_target_loses_and_the_lowest_total_wins():
    """Ties share the win."""
    over = table_match(deals((20, 5, 5), (30, 4, 4)), SHANGHAI).finished
    assert (over.winners, over.losers) == ((1, 2), (0,))


def test_b5_a_match_of_a_number_of_deals_ends_with_the_last_of_them():
    """Also when a deal was ended by hand."""
    three = RUMMY.variant(target=0, deals=3)
    assert table_match(deals((1, 0), (0, 9)), three).finished is None
    log = Log(players=2).settle(1, 1, 0).add("dealt", deal=2, dealer=1).add("closed", deal=2, reason="")
    log.add("dealt", deal=3, dealer=0).settle(3, 0, 9)
    assert table_match(table(log), three).finished.winners == (1,)
    assert table_match(table(log), three.variant(deals=0)).finished is None


def test_b5_partners_win_together():
    """Their totals count together."""
    log = Log([0, 2], [1, 3]).settle(1, 60, 70, 50, 0)
    assert table_match(table(log), RUMMY).finished.winners == (0,)
