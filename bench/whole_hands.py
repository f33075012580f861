"""How long the best of a whole hand takes, in the games of hands: the largest hand, with most wilds.

    python bench/whole_hands.py [GAME …] [--hands N]

Prints the median, the 95th and the longest of each game in milliseconds of processor time.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scorepad.core.audit import copies_in_play
from scorepad.core.cards import WILD, Card
from scorepad.core.deal_facts import DealFacts
from scorepad.core.rules import Rules
from scorepad.optimize import best
from scorepad.rulebook import find_game
from tests.optimize.deadwood.hands_of_games import GAMES

LAST_DEAL = DealFacts(11, Card("7", "H"))
TILE_TURNED = DealFacts(turned=Card("7", "R"))


def full_hand(rules: Rules, rng: random.Random, jokers: int) -> list[Card]:
    """The largest hand before a card is thrown, of few suits as often as not, with so many jokers."""
    cards = [card for card in rules.pack.cards for _ in range(copies_in_play(rules, card))]
    suits = rng.sample([suit.letter for suit in rules.pack.suits], rng.choice([2, 4]))
    wild_ranks = rules.wilds.wild_rank
    near = [card for card in cards if card.suit in suits or (card.rank in wild_ranks and rng.random() < 0.7)]
    size = max(rules.match.cards_dealt) + 1
    wilds = min(jokers, rules.jokers, size - 1)
    return [*[WILD] * wilds, *rng.sample(near, min(size - wilds, len(near)))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--hands", type=int, default=100)
    arguments = parser.parse_args()
    for game in arguments.games:
        facts = TILE_TURNED if game.startswith("okey") else LAST_DEAL
        rules, rng = find_game(game).rules({}, facts=facts), random.Random(game)
        for opened in (False, True) if rules.hand.opening.points else (False,):
            seconds = []
            for _ in range(arguments.hands):
                hand = full_hand(rules, rng, rules.jokers)
                began = time.process_time()
                found = best(rules, hand, opened=opened, limit=60)
                seconds.append(time.process_time() - began)
                assert found.proven
            seconds.sort()
            shown = [seconds[len(seconds) // 2], seconds[int(len(seconds) * 0.95)], seconds[-1]]
            state = f"{game}, opened" if opened else game
            print(f"{state}: {' '.join(f'{value * 1000:.0f}' for value in shown)} ms")


if __name__ == "__main__":
    main()
