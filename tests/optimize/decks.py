"""Small decks that hold what the rules turn on: neighbours, suits, copies, ends of the order, wilds."""

from __future__ import annotations

from collections.abc import Mapping

TWO_SUITS = "♣4567 ♥4567 ♣5 ♥6 ♣8 ♥8"
CORNER = "♣QKA2 ♥QKA2 ♣K ♥A ♣3 ♥3"
TWO_LEAPS = "♣234 ♥4568"  # two melds of three, which may follow one leap or two

DECKS: tuple[tuple[str, Mapping[str, object], str, int], ...] = (
    ("chattahoochee", {}, "♣4567894567 ♥56", 5),
    ("chattahoochee", {}, CORNER, 5),
    ("chattahoochee", {"melds": "both"}, TWO_SUITS, 5),
    ("chattahoochee", {"melds": "alternating"}, TWO_SUITS, 5),
    ("chattahoochee", {"melds": "both", "jokers": 2}, "♣456 ♥456 ww", 4),
    ("chattahoochee", {"jokers": 2, "wilds_apart": True}, "♣45678945 ww", 5),
    ("chattahoochee", {"jokers": 2, "adjacent_naturals": False}, "♣456784 ♥5 ww", 5),
    ("chattahoochee", {"leaps": [1, 2, 3]}, "♣2456789TQK ♣46", 5),
    ("chattahoochee", {"schedule": "two-zeroes", "melds": "both"}, TWO_SUITS, 5),
    ("chattahoochee", {"schedule": "fibonacci", "melds": "both"}, TWO_SUITS, 5),
    ("chattahoochee", {"quartet_bonus": 9, "melds": "both"}, "♣45 ♠45 ♥45 ♦45 ♣4", 5),
    ("chattahoochee", {"wild_rank": "5"}, "♣346785 ♥465", 4),
    ("chattahoochee", {"wild_rank": "5", "wild_rank_mode": "also-natural"}, "♣345678 ♥465", 4),
    ("chattahoochee", {"wild_rank": "5", "wild_reach": "own-suit"}, "♣346785 ♥465", 4),
    ("chattahoochee", {"wild_cards": "JH JS", "melds": "both"}, "♥9TJQK ♠TJQ", 4),
    ("chattahoochee", {"wild_only_schedule": "square", "jokers": 3}, "♣4579 www", 5),
    ("chattahoochee", {"pack": "piquet-32"}, "♣78TJQKA ♥KA7 ♣7A", 5),
    ("chattahoochee", {"pack": "french-48", "melds": "both", "leaps": [1, 5]}, "♣A5T3J ♥6JQA", 4),
    ("chattahoochee", {"pack": "five-hundred-63"}, "♣JQKA2 ♥Q KH AH 13H 2H", 5),
    ("chattahoochee", {"pack": "tarot-78", "majors": "wild-mod-7"}, "♣A237 ♥3 VII XXII", 4),
    (
        "chattahoochee",
        {"pack": "tarot-78", "majors": "wild-mod-7", "wild_rank": "IX 2", "wild_reach": "own-suit"},
        "♣A379T ♥9 IX II ♣2",
        4,
    ),
    ("chattahoochee-interlocking", {"pack": "rummikub", "leaps": [1, 2]}, "12K 13K 1K 2K 12O 13O 1O 2O", 5),
    (
        "chattahoochee-interlocking",
        {"leaps": [3, 6], "wild_rank": "2", "wild_rank_mode": "also-natural", "adjacent_naturals": False},
        "♣258J ♦258J ♣2",
        4,
    ),
    ("leap-rummy", {"packs": 2}, "♣2345679Q ♥46", 4),
    ("leap-rummy", {"packs": 2}, TWO_LEAPS, 6),
    ("leap-rummy", {"packs": 2, "tokens": "shared"}, TWO_LEAPS, 6),
    ("leap-rummy", {"packs": 2, "tokens": "free"}, TWO_LEAPS, 6),
    ("leap-rummy", {"packs": 2, "tokens": "different"}, TWO_LEAPS, 6),
    ("leap-rummy", {"packs": 2, "tokens": "free", "run_suits": "any"}, "♣345 ♥456 ♠567", 5),
    (
        "leap-rummy",
        {"tokens": "free", "run_suits": "none", "pack": "five-hundred-63"},
        "♣T 11 12 ♥12 13 J ♠JQ ♦13",
        5,
    ),
    ("leap-rummy", {"packs": 2, "tokens": "different", "run_suits": "colour"}, "♣345 ♥456 ♠567", 5),
    ("leap-rummy", {"jokers": 1, "adjacent_naturals": False, "tokens": "free"}, "♣4567 w ♣QJ", 4),
    ("basic-rummy", {"packs": 2}, "♣A23456 ♥345 ♦345 ♠3 ♣3", 5),
    ("basic-rummy", {"packs": 2}, "♣QKA2 ♥QKA2 ♦QKA ♠QKA", 5),
    ("rummy-500", {"jokers": 0}, "♣QKA23 ♥QKA ♦KA2 ♠A", 5),
    ("rummy-500", {"ace": "high", "values": "5-10-15", "jokers": 0}, "♣QKA23 ♥QKA ♦KA2 ♠A", 5),
    ("rummy-500", {"jokers": 2}, "♣A23 ♥34 ♦4 ww", 5),
)
