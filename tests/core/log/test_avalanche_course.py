"""Avalanche in a table's log: every play judged as it comes, nothing lost, undo goes back (V1-V5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.core.avalanche_game import RANKS
from scorepad.core.log.event_data import Refused
from scorepad.core.log.events import checked_event
from scorepad.core.log.table import fold
from tests.open_tables import Log
from tests.profiles import examples

NAMES = ("Ann", "Ben", "Cy")


class Plays(Log):
    """A table of Avalanche in the making; Ann deals first, so that Ben begins."""

    def __init__(self, players=3, **options):
        super().__init__(players=players)
        packs = {"packs": 2, "jokers": 6, "deal": 10} | options
        opening = replace(self.events[0].data, game="avalanche", options=packs)
        self.events[0] = replace(self.events[0], data=opening)

    def play(self, player, cards="", deal=1, by=""):
        return self.add("avalanche", by=by, deal=deal, player=player, cards=cards.split())

    @property
    def table(self):
        return fold([checked_event(event) for event in self.events])

    @property
    def game(self):
        return self.table.deal.course.game


class Simulated:
    """V1-V5 once more, with every single card in somebody's place: a list of owners, one of heaps."""

    def __init__(self, players, packs, jokers, dealt):
        self.places = Counter({("hand", seat): dealt for seat in range(players)})
        self.places["deck"] = packs * 52 + jokers - players * dealt
        self.players, self.turn, self.heap = players, 1 % players, []

    def hand(self, seat):
        return self.places["hand", seat]

    def move(self, here, there, number):
        self.places[here] -= number
        self.places[there] += number

    def allowed(self, cards):
        """Whether the player in turn may do that, by the words of the rules."""
        if len([seat for seat in range(self.players) if self.hand(seat)]) < 2:
            return False
        if not cards:
            return not self.heap and self.places["deck"] > 0
        return len(set(cards)) == 1 and len(cards) <= self.hand(self.turn)

    def play(self, cards):
        here = ("hand", self.turn)
        if not cards:
            self.move("deck", here, 1)
        else:
            self.move(here, "heap", len(cards))
            self.fate(cards)
        if not self.places[here]:
            self.move("deck", here, min(10, self.places["deck"]))
        self.next_player()

    def fate(self, cards):
        last, self.heap = self.heap, list(cards)
        n, low = len(last), bool(last) and RANKS.index(cards[0]) < RANKS.index(last[0])
        if not last or len(cards) > n or (len(cards) == n and not low):
            return
        falls = len(cards) < n or n == 1
        on_the_right = self.players - 1 if self.turn == 0 else self.turn - 1
        self.move("heap", ("collected", on_the_right) if falls else "gone", self.places["heap"])
        self.heap = []

    def next_player(self):
        holding = [seat for seat in range(self.players) if self.hand(seat)]
        if len(holding) == 1:
            self.move(("hand", holding[0]), ("collected", holding[0]), self.hand(holding[0]))
            self.move("heap", "gone", self.places["heap"])
            self.heap = []
        if len(holding) < 2:
            return
        while True:
            self.turn = (self.turn + 1) % self.players
            if self.hand(self.turn):
                return

    @property
    def counts(self):
        seats = range(self.players)
        return (
            tuple(map(self.hand, seats)),
            tuple(self.places["collected", seat] for seat in seats),
            self.places["deck"],
            self.places["heap"],
            self.places["gone"],
        )


def counts(game):
    return game.hands, game.collected, game.deck, game.avalanche, game.gone


PLAY = st.one_of(
    st.just(()), st.builds(lambda rank, number: (rank,) * number, st.sampled_from(RANKS), st.integers(1, 6))
)


@settings(max_examples=examples(60))
@given(
    st.integers(2, 12),
    st.integers(2, 4),
    st.integers(5, 8),
    st.lists(st.one_of(PLAY, PLAY, PLAY, st.just("undo")), max_size=40),
)
def test_v2_v5_the_log_keeps_what_an_independent_game_keeps(players, packs, dealt, plays):
    """Play by play, some of them undone: cards in hands, deck, avalanche, piles and out of the game."""
    log = Plays(players, packs=packs, deal=dealt)
    told = []
    for cards in plays:
        game = replayed(players, packs, dealt, told)
        if cards == "undo":
            if told:
                log.add("undone", event=log.table.last.number)
                told.pop()
        elif game.allowed(cards):
            log.play(game.turn, " ".join(cards))
            told.append(cards)
        else:
            with pytest.raises(Refused):
                fold([*log.events, log.play(game.turn, " ".join(cards)).events.pop()])
    if told:
        game = replayed(players, packs, dealt, told)
        assert counts(log.game) == game.counts
        assert log.game.over or log.game.turn == game.turn
    else:
        assert log.table.deal.course is None


def replayed(players, packs, dealt, plays):
    game = Simulated(players, packs, 6, dealt)
    for cards in plays:
        game.play(cards)
    return game


@settings(max_examples=examples(40))
@given(st.data())
def test_v5_a_game_to_its_end_collects_or_loses_every_card(data):
    """Short games with small hands: no card is left over, the totals are what was collected."""
    game, log = Simulated(3, 2, 6, 5), Plays(3, deal=5)
    while len([seat for seat in range(3) if game.hand(seat)]) > 1:
        most = game.hand(game.turn)
        cards = (data.draw(st.sampled_from(RANKS)),) * max(1, most - data.draw(st.integers(0, 1)))
        log.play(game.turn, " ".join(cards))
        game.play(cards)
    assert counts(log.game) == game.counts
    assert log.game.over
    assert sum(log.game.collected) + log.game.gone == 2 * 52 + 6
    assert not log.game.avalanche
    with pytest.raises(Refused, match="The game is over"):
        fold(log.play(log.game.turn, "2").events)


def test_v4_v5_the_record_says_in_words_what_was_played():
    """Who did what with which cards, who gets what fell, who said it where that was somebody else."""
    log = Plays()
    log.play(1, by="Ben").play(2, "6 6 6", by="Ann").play(0, "K K K").play(1, "2 2 2").play(2, "T").play(
        0, "9"
    )
    log.add("undone", by="Cy", event=7)
    assert [change.sentence for change in reversed(log.table.changes())][1:-1] == [
        "Ben drew a card",
        "Cy started an avalanche with three sixes (entered by Ann)",
        "Ann grew the avalanche with three kings",
        "Ben stopped the avalanche with three twos: 9 cards leave the game",
        "Cy started an avalanche with one ten",
        "Ann let the avalanche fall with one nine: 2 cards go to Cy",
    ]
    assert "fall with one nine" in log.table.changes()[0].sentence
    assert log.table.deal.course.last.phrase(NAMES) == "started an avalanche with one ten"


@pytest.mark.parametrize(
    ("play", "said"),
    [
        ({"player": 0, "cards": "5"}, "It’s Ben’s turn, not Ann’s."),
        ({"player": 1, "cards": "5 6"}, "must have the same rank"),
        ({"player": 1, "cards": " ".join("5" * 11)}, "Only ten in the hand"),
        ({"player": 1, "cards": "5", "deal": 2}, "You’re playing deal 1, not deal 2"),
        ({"player": 5, "cards": "5"}, "no player in seat 6"),
        ({"player": 1, "cards": "1"}, "a list of ranks"),
    ],
)
def test_v2_v3_a_play_that_may_not_be_is_refused_with_its_reason(play, said):
    """By the fold, be it told or imported."""
    with pytest.raises(Exception, match=said):
        fold([checked_event(event) for event in Plays().play(**play).events])


def test_avalanches_are_played_in_avalanche_alone_and_only_while_the_deal_runs():
    """Another game refuses them; so does a deal that is settled, until its ending is removed."""
    with pytest.raises(Refused, match="Only the game Avalanche"):
        fold(Log(players=3).add("avalanche", deal=1, player=1, cards=["5"]).events)
    log = Plays().play(1, "5 5").settle(1, 40, 61, 9, winner=None)
    with pytest.raises(Refused, match="Deal 1 has ended"):
        fold([*log.events, log.play(2, "6 6").events.pop()])
    log.add("removed", entry=3).play(2, "6 6")
    assert log.game.avalanche == 4
    assert log.settle(1, 40, 61, 9, winner=None).add("dealt", deal=2, dealer=1).table.deal.course is None
    assert log.play(2, "6", deal=2).game.turn == 0


def test_v1_the_packs_must_go_round():
    """Eight players with thirteen cards each of two packs and six jokers do; nine do not."""
    assert Plays(8, deal=13).play(1, "5").game.deck == 6
    with pytest.raises(Refused, match="aren’t enough for 9 players with 13 each"):
        fold(Plays(9, deal=13).play(1, "5").events)


def test_p1_more_cards_of_a_rank_than_there_are_were_mistyped():
    """Said, never refused: the play that was wrong may lie long back."""
    options = {"packs": 2, "jokers": 6, "deal": 13}
    log = Plays(2, deal=13).play(1, " ".join("6" * 5)).play(0, " ".join("6" * 6))
    assert log.table.deal.course.too_many(options) == (
        "11 sixes have been played, but there are only eight. Check for a mistyped card.",
    )
    assert Plays().play(1, "w w w").table.deal.course.too_many(options) == ()
