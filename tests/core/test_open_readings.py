"""H15: of all ways to read melds with wilds, the legal one that is worth most together with its bonuses."""

from __future__ import annotations

import random
from itertools import product

import pytest

from scorepad.answers import hand_questions
from scorepad.core import check as referee
from scorepad.core.bonuses import NOTHING_BESIDE
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.check import check
from scorepad.core.melding import melding_of
from scorepad.core.notation import read_melds
from scorepad.rulebook import find_game
from scorepad.tables.judging import DeclaredHand, judge_hand
from tests.by_night import by_night
from tests.profiles import examples

APART = {"packs": 3, "jokers": 4, "adjacent_naturals": False}
MELDS = "7S w 9S / 3C 4S 5C 6S 7C 8S 9C TS"
GAME = find_game("chattahoochee-interlocking")


def every_reading(rules, meld):
    """Every way in which the wilds of a meld say what they stand for."""
    reach = melding_of(rules).reach
    ways = [
        [Laid(one.card, kind) for kind in sorted(reach(one.card) | {one.card})]
        if reach(one.card) and not one.stands_for
        else [one]
        for one in meld
    ]
    return product(*([one for one in way if not one.stands_for or one.stands_for.suit] for way in ways))


def most_of_readings(rules, melds):
    """The points of the best legal reading, by trying all."""
    return max(
        (
            verdict.points
            for laid in product(*(list(every_reading(rules, meld)) for meld in melds))
            if (verdict := check(rules, laid)).legal
        ),
        default=None,
    )


def test_h15_a_wild_stands_for_what_makes_its_meld_interlock():
    """By check, which misses nothing then, and by the melds as the search lays them."""
    verdict = hand_questions.check({"game": GAME.id, "melds": MELDS, "options": APART})
    assert (verdict.points, verdict.best, verdict.missed) == (31, 31, 0)
    assert [bonus.points for bonus in verdict.bonuses] == [2]
    assert verdict.melds[0].stands_for == ("7S", "8C", "9S")


def test_h15_a_table_records_what_the_melds_are_worth():
    """The log has what the wild stands for, so that partners' melds interlock with that."""
    rules = GAME.rules(APART)
    hand = DeclaredHand(0, read_melds(MELDS, rules.pack), None)
    verdict, recorded = judge_hand(rules, hand, NOTHING_BESIDE)
    assert verdict.legal
    assert (recorded.points, recorded.melds[0]) == (31, ("7S", "w=8C", "9S"))


@pytest.mark.parametrize("pair", ["7H 7D", "7D 7H"])
def test_h24_a_card_that_may_be_wild_is_a_natural_where_that_makes_a_quartet(pair):
    """Either seven may be the natural beside the other as a wild: ♦7 is, as the other three lie there."""
    options = {"melds": "both", "wild_rank": "7", "wild_rank_mode": "also-natural", "quartet_bonus": 25}
    rules = find_game("chattahoochee").rules({**options, "adjacent_naturals": False})
    verdict = check(rules, read_melds(f"{pair} / 7C / 7S / 7H", rules.pack))
    assert (verdict.legal, verdict.points) == (True, 4 + 25)


def test_h15_what_a_wild_is_said_to_stand_for_holds():
    """What would be worth more differs in that card and in the bonus, and both are shown."""
    melds = MELDS.replace("w", "w=8D")
    verdict = hand_questions.check({"game": GAME.id, "melds": melds, "options": APART})
    assert (verdict.points, verdict.best, verdict.missed) == (29, 31, 2)
    assert ("7S", "8C", "9S") in [meld.stands_for for meld in verdict.better]
    assert [bonus.points for bonus in verdict.better_bonuses] == [2]


def any_meld(rng, rules, size, wild_share):
    """So many cards along two suits by turns, a share of them wild."""
    suits, ranks = rng.sample("CSH", 2), rules.pack.ranks
    start = rng.randrange(len(ranks))
    cards = [Card(ranks[(start + step) % len(ranks)], suits[step % 2]) for step in range(size)]
    return tuple(Laid(WILD if rng.random() < wild_share else card) for card in cards)


@pytest.mark.parametrize("wild_rank", ["", by_night("Q")])
@pytest.mark.parametrize("most_ways", [referee.MOST_WAYS, 1])
def test_h15_no_reading_of_the_melds_is_worth_more(wild_rank, most_ways, monkeypatch):
    """Against every reading of two melds; where there are too many ways to try all, none is worth less."""
    monkeypatch.setattr(referee, "MOST_WAYS", most_ways)
    rng = random.Random(wild_rank)
    options = {"wild_rank": wild_rank, "wild_rank_mode": "also-natural"} if wild_rank else {}
    rules = GAME.rules({**APART, "pack": "pinochle-5", "packs": 4, **options})
    compared = 0
    for _ in range(examples(150)):
        melds = [any_meld(rng, rules, rng.randint(2, 4), 0.4), any_meld(rng, rules, 5, 0)]
        if sum(bool(melding_of(rules).reach(laid.card)) for meld in melds for laid in meld) > 2:
            continue  # too many readings to try
        verdict = check(rules, melds)
        if verdict.legal:
            compared += 1
            most = most_of_readings(rules, melds)
            assert verdict.points == most if most_ways > 1 else verdict.points <= most, melds
    assert compared
