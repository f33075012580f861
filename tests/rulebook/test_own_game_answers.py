"""A game of one's own answers as the games that it can say, and as a plain referee of the language."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

import pytest

import scorepad
from scorepad import optimize
from scorepad.answers import hand_answers
from scorepad.answers.terms import Terms
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.check import check_meld
from scorepad.core.deal_facts import DealFacts
from scorepad.core.errors import RulesNotKnown
from scorepad.core.options import OptionErrors
from scorepad.core.rules import Rules
from scorepad.rulebook import find_game
from scorepad.rulebook.own_game import GAME
from scorepad.rulebook.own_game.game_files import base_file, bases

SAMPLE = 20
"""Questions of each game and files of the plain referee; `bench/own_games.py` takes more."""
SHORT_HANDS, LONG_HANDS = (5, 9), (10, 14)
"""The fewest and most cards of hands."""


@pytest.mark.parametrize("game_id", bases())
def test_a_game_that_the_language_says_answers_as_it_does_by_itself(game_id):
    assert compare_bases(game_id, range(SAMPLE)) == []


def compare_bases(game_id: str, seeds: Sequence[int]) -> list[str]:
    """The questions of these seeds whose answers differ: best hands, with what is left and thrown."""
    differing = []
    for seed in seeds:
        rng = random.Random(f"{game_id} {seed}")
        facts = DealFacts(rng.randint(1, 11))
        usual = find_game(game_id).rules({}, facts=facts)
        ours = GAME.rules(base_file(game_id).options, facts=facts)
        deck = [*usual.pack.cards * usual.packs, *[WILD] * usual.jokers]
        size = min(usual.match.cards_dealt[0] + rng.randint(0, 1), 14)
        hand = rng.sample(deck, size)
        told = [_told(rules, hand) for rules in (usual, ours)]
        if told[0] != told[1]:
            differing.append(f"{game_id} {seed}: {told}")
    return differing


def _told(rules: Rules, hand: Sequence[Card]) -> tuple[object, ...]:
    best = hand_answers.best(rules, hand, Terms(limit=30))
    return best.points, best.proven, best.left_value, best.opens, best.goes_out, best.legal


def test_random_files_are_best_by_a_plain_referee_or_refused():
    outcomes = compare_files(range(SAMPLE * 3))
    assert outcomes["differing"] == 0
    assert outcomes["compared"] > SAMPLE


def test_random_files_are_best_with_hands_of_ten_to_fourteen_cards():
    outcomes = compare_files(range(SAMPLE), LONG_HANDS)
    assert outcomes["differing"] == 0
    assert outcomes["compared"] > SAMPLE / 4


def compare_files(seeds: Sequence[int], sizes: tuple[int, int] = SHORT_HANDS) -> Counter[str]:
    """How many files were compared, refused by name, or not proven in time; a differing one is printed.

    `sizes`: the fewest and most cards of a hand.
    """
    return Counter(compare_file(seed, sizes) for seed in seeds)


def compare_file(seed: int, sizes: tuple[int, int]) -> str:
    """What came of one file and one hand."""
    rng = random.Random(seed)
    options = random_file(rng)
    rules = GAME.rules(options)
    hand = random_hand(rng, rules, sizes)
    try:
        found = optimize.best(rules, hand, opened=True, limit=20)
    except RulesNotKnown:
        return "refused"
    if not found.proven:
        return "not proven"
    assert all(check_meld(rules, meld).legal for meld in found.melds), (options, hand, found.melds)
    referee = PlainReferee(options)
    least, got = referee.least_left(hand), sum(map(referee.value_left, found.left))
    if least == got:
        return "compared"
    print(f"seed {seed}: {options} {hand}: {got} left, {least} is possible")
    return "differing"


def random_file(rng: random.Random) -> dict[str, object]:
    """Two to six keys that say what may be melded and what counts, in agreement with one another."""
    values: dict[str, Sequence[object]] = {
        "cards_packs": (1, 2),
        "cards_jokers": (0, 2, 4),
        "run_least": (2, 3, 4, 5),
        "run_suits": ("one", "colour", "any"),
        "run_ace": ("low", "high", "both"),
        "run_most": (0, 4, 5),
        "set_least": (2, 3),
        "set_same_suit_twice": (False, True),
        "wild_ranks": ("", "2", "5"),
        "wild_most": (0, 1, 2),
        "count_ace": (1, 11, 15),
        "count_faces": (10, 0, 5),
        "count_numbers": (0, 5),
        "count_joker": (20, 50),
        "count_cards": ("", "7=30"),
    }
    while True:
        names = rng.sample(list(values), rng.randint(2, 6))
        options = {name: rng.choice(values[name]) for name in names}
        options |= {"cards_deal": (15,)}  # more than any hand here, so that none throws a card
        options |= {"table_early": False, "count_joker_as_card": False, "wild_order": "also-natural"}
        try:
            GAME.rules(options)
        except OptionErrors:
            continue
        return options


def random_hand(rng: random.Random, rules: Rules, sizes: tuple[int, int]) -> tuple[Card, ...]:
    """Cards of near ranks, jokers among them; no hand throws one."""
    fewest, most = sizes
    low = rng.randrange(len(rules.pack.ranks))
    near = {rules.pack.ranks[(low + more) % len(rules.pack.ranks)] for more in range(rng.choice([5, 5, 7]))}
    deck = [card for card in rules.pack.cards if card.rank in near] * rules.packs
    jokers = [WILD] * min(rules.jokers, rng.choice([0, 0, 1, 2]))
    size = rng.randint(fewest, min(most, len(deck)))
    return (*rng.sample(deck, size - len(jokers)), *jokers)


class PlainReferee:
    """Knows the keys of the language and what they mean, and tries everything."""

    def __init__(self, options: Mapping[str, object]) -> None:
        values = GAME.option_values(options)
        self.values = values
        self.wild_ranks = set(str(values["wild_ranks"]).split())

    def value_left(self, card: Card) -> int:
        if card.is_wild:
            return int(str(self.values["count_joker"]))
        single = dict(piece.split("=") for piece in str(self.values["count_cards"]).split())
        if card.rank in single:
            return int(single[card.rank])
        if card.rank == "A":
            return int(str(self.values["count_ace"]))
        if card.rank in "JQK":
            return int(str(self.values["count_faces"])) or {"J": 11, "Q": 12, "K": 13}[card.rank]
        return int(str(self.values["count_numbers"])) or (10 if card.rank == "T" else int(card.rank))

    def least_left(self, hand: Sequence[Card]) -> int:
        """The least that can be left of the hand when melds are laid in the best of all ways."""

        held = sorted(hand)
        values = [self.value_left(card) for card in held]
        first_in: list[list[int]] = [[] for _ in held]
        for size in range(2, len(held) + 1):
            for places in combinations(range(len(held)), size):
                if self.is_meld(tuple(held[place] for place in places)):
                    first_in[places[0]].append(sum(1 << place for place in places))

        @cache
        def least(cards: int) -> int:
            """Of the cards at the places whose bits are set."""
            if not cards:
                return 0
            first = (cards & -cards).bit_length() - 1
            best = values[first] + least(cards & cards - 1)
            for meld in first_in[first]:
                if best and meld & cards == meld:
                    best = min(best, least(cards ^ meld))
            return best

        return least((1 << len(held)) - 1)

    def is_meld(self, cards: Sequence[Card]) -> bool:
        """Whether they are a set or a run with some of them wild."""
        may_be_wild = [
            place for place, card in enumerate(cards) if card.is_wild or card.rank in self.wild_ranks
        ]
        must_be_wild = {place for place in may_be_wild if cards[place].is_wild}
        most = int(str(self.values["wild_most"])) or len(cards)
        for count in range(len(must_be_wild), min(most, len(cards) - 1, len(may_be_wild)) + 1):
            for wild in combinations(may_be_wild, count):
                if must_be_wild <= set(wild):
                    naturals = [card for place, card in enumerate(cards) if place not in wild]
                    if self.is_set(naturals, count) or self.is_run(naturals, count):
                        return True
        return False

    def is_set(self, naturals: Sequence[Card], wilds: int) -> bool:
        twice = bool(self.values["set_same_suit_twice"])
        differ = twice or len({card.suit for card in naturals}) == len(naturals)
        size = len(naturals) + wilds
        same = len({card.rank for card in naturals}) == 1
        return same and differ and int(str(self.values["set_least"])) <= size <= 4

    def is_run(self, naturals: Sequence[Card], wilds: int) -> bool:
        suits = {card.suit for card in naturals}
        colours = {card.suit in "HD" for card in naturals}
        fits = {"one": len(suits) == 1, "colour": len(colours) == 1, "any": True}[
            str(self.values["run_suits"])
        ]
        size = len(naturals) + wilds
        least, most = (int(str(self.values[name])) for name in ("run_least", "run_most"))
        if not fits or size < least or 0 < most < size:
            return False
        return any(self._lies(naturals, order, size) for order in self._orders())

    def _orders(self) -> Iterator[str]:
        ace = self.values["run_ace"]
        yield from ["A23456789TJQK"] if ace in ("low", "both") else []
        yield from ["23456789TJQKA"] if ace in ("high", "both") else []

    @staticmethod
    def _lies(naturals: Sequence[Card], order: str, size: int) -> bool:
        places = [order.index(card.rank) for card in naturals]
        return len(set(places)) == len(places) and size <= 13 and max(places) - min(places) < size


def test_the_plain_referee_and_the_pads_agree_on_single_melds():
    """A few of the language's own examples, judged by both."""
    options = {"run_suits": "any", "run_least": 4, "wild_ranks": "2", "wild_most": 1, "table_early": False}
    rules, plain = GAME.rules(options), PlainReferee(options)
    for text in ("3H 4S 5D 6C", "3H 4S 5D", "9H 9S 2C", "9H 2S 2C", "2H 3H 4H 5H", "QH KH AH 2C"):
        cards = [Card(*name) for name in text.split()]
        assert check_meld(rules, tuple(map(Laid, cards))).legal == plain.is_meld(cards), text


CONQUIAN = {
    "cards_pack": "spanish-40",
    "cards_deal": (10,),
    "run_most": 8,
    "out_laid": 11,
    "score_kind": "wins",
}


def test_so_many_laid_cards_end_the_deal_as_in_conquian():
    """Own melds are laid anew, and most cards lie; the cards of a file count by their rank."""
    ours, usual = GAME.rules(CONQUIAN), find_game("conquian").rules({"pack": "spanish-40"})
    ended = 0
    for seed in range(SAMPLE * 3):
        rng = random.Random(seed)
        deck = rng.sample(usual.pack.cards, 40)
        low = rng.randrange(7)
        near = [card for card in deck if usual.pack.ranks.index(card.rank) in range(low, low + 4)]
        hand = near[: rng.randint(9, 12)]
        best = [hand_answers.best(rules, hand) for rules in (ours, usual)]
        assert best[0].proven, hand
        assert [each.placed for each in best] == [best[1].placed] * 2, hand
        assert best[0].goes_out == best[1].goes_out == (best[0].placed >= 11), hand
        ended += bool(best[0].goes_out)
    assert ended > 1


def test_a_file_of_conquian_moves_a_card_between_its_own_melds():
    """♦4 of a run lies with two fours of the hand (CQ2)."""
    rules = GAME.rules(CONQUIAN)
    best = scorepad.best(rules, "♥4 ♠4 ♣7", table="♦1 2 3 4")
    assert (best.placed, best.left) == (2, ("7C",))


def test_rules_of_one_hand_are_refused_where_melds_are_laid_anew():
    options = {"out_laid": 11, "open_clean_run": True, "out_pure_runs": 1, "score_kind": "difference"}
    with pytest.raises(OptionErrors) as raised:
        GAME.rules(options)
    assert {fault.name for fault in raised.value.faults} == {
        "open_clean_run",
        "out_pure_runs",
        "score_kind",
    }


def test_a_file_of_conquian_counts_draws_for_the_next_winner():
    """As the game does by itself (CQ4): two draws, and the deal that ends them counts three."""
    deals = [{}, {}, {"winner": "Ann"}, {}, {"winner": "Ben"}]
    options = dict(base_file("conquian").options)
    ours = scorepad.match("own-game", ["Ann", "Ben"], deals, options=options)
    usual = scorepad.match("conquian", ["Ann", "Ben"], deals)
    assert ours.totals == usual.totals == {"Ann": 3, "Ben": 2}
    assert ours.over == usual.over
