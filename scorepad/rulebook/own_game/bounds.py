"""Limits of the language for games of one's own, so that no file makes the pad slow or large."""

MOST_CARDS = 30  # of a hand
MOST_IN_PLAY = 600  # cards, more than any table shuffles
MOST_POINTS = 200  # that a card, a bonus or a first meld is worth
