"""The record of a game in rounds never speaks of deals."""

from __future__ import annotations

from scorepad.core.scoring.ended_deal import PlayerShare, SeatedDeal
from scorepad.tables import seating, service, settlements
from scorepad.tables.dealing import next_deal
from scorepad.tables.house_rules import NewChoices, NewRules, change_table
from scorepad.tables.phrases import game_words
from tests.tables.phones import at_table


def ended(*scores):
    return SeatedDeal({seat: PlayerShare(points=points) for seat, points in enumerate(scores)})


def test_whatever_happens_at_a_table_of_any_game_is_told_of_rounds(store):
    ann = at_table(
        store, game="any-game", options={}, players=["Ann", "Ben", "Cy"], partnerships=((0,), (1,), (2,))
    )
    ann.do(settlements.record_ending, ended=ended(1, 2, 3), goes_on=True)
    ann.do(service.add_note, text="late")
    ann.do(next_deal)
    ann.do(service.close_deal, reason="tea")
    ann.do(seating.remove_player, player=2)
    ann.do(seating.return_player, player=2)
    ann.do(seating.add_player, name="Dee", start=2)
    ann.do(seating.add_player, name="Eve")
    table = ann.do(change_table, chosen=NewChoices(rules=NewRules({"wins": "least"})))
    table = ann.do(change_table, chosen=NewChoices(rules=NewRules({"halves": True}, from_start=True)))
    first = table.deals[0].ending.number
    ann.do(service.remove_entry, entry=first)
    table = ann.do(service.restore_entry, entry=first)
    told = [
        sentence
        for change in table.changes(game_words(table))
        for sentence in (change.sentence, *change.follows)
    ]
    assert sum("round" in sentence.lower() for sentence in told) > 11, told
    assert [sentence for sentence in told if "deal" in sentence.lower()] == []
