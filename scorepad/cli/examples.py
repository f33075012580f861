"""An example of every command: the words after `scorepad`, and the answer; `…` stands for more.

A test runs each of them on a pad with one table, Friday, of Ann, Ben and Cy.
"""

from __future__ import annotations

EXAMPLES = {
    "best": (
        'best chattahoochee "♣456677889T" --multiplier 3',
        "♣4 5 6 7 8 9 10    28\n♣678                6\nBest: 34 points, proven. 34 × 3 = 102.",
    ),
    "check": (
        'check chattahoochee "♣45678 / ♣6789T"',
        "♣45678         15\n♣6 7 8 9 10    15\nLegal: 30 points.\n"
        "4 points left on the table. Better, for 34:\n  ♣4 5 6 7 8 9 10  28\n  ♣678  6",
    ),
    "next": (
        'next basic-rummy "♣45 ♦9 ♥9"',
        "As it is: 0 points.\n4 of 48 unseen cards help. After one draw: 1.7 points on average.\n"
        "+27 with ♣9 ♠9: 27 points.\n+15 with ♣6: 15 points.\n…",
    ),
    "discard": (
        'discard basic-rummy "♣456 ♠K ♠9"',
        "Without ♠K: 15 points, 9 left in hand.\nWithout ♠9: 15 points, 10 left in hand.\n…",
    ),
    "merge": (
        'merge chattahoochee-alternate "♣456 / ♣789"',
        "♣456789    21\nOne meld: 21 points, before 6 + 6.",
    ),
    "play": (
        'play avalanche "8 8" --last "7 7"',
        "Grow. Two eights on two sevens: just as many cards and none lower, so it grows.",
    ),
    "score": (
        'score gin-rummy --ending knock --winner Ann --left "Ann=♣4" --left "Ben=♥K ♦9"',
        "Ann     15\nBen      0",
    ),
    "match": ("match friday.json", "Ann     37\nBen     25"),
    "multipliers": ("multipliers --players Ann Ben Cy Di --out Ben Di", "Multipliers: 3 2"),
    "circles": ("circles --leaps 1 2", "1: A 2 3 4 5 6 7 8 9 10 J Q K\n2: A 3 5 7 9 J K 2 4 6 8 10 Q"),
    "schedule": ("schedule one-zero --length 8", "0 1 3 6 10 15 21 28"),
    "games": (
        "games",
        "rummy-500: Rummy 500. You score the sets and runs you lay. Cards left in hand count against you.\n…",
    ),
    "read": ("read hand.jpg", "♦8 ♣A ♣3 ♠K ♥6 ♥K ♦4 ♦7 ♣2 ♦7\n10 cards."),
    "serve": (
        "serve --host 192.168.1.20 --port 8000",
        "…\nOn every phone, open\n  http://192.168.1.20:8000/\nCtrl-C stops it.",
    ),
    "work": ("work", "Works for other machines at http://127.0.0.1:8100/\nCtrl-C stops it."),
    "tables": ("tables", "K7M2PQ  x4w8k3m7p2q9  Friday: Ann, Ben, Cy · Chattahoochee"),
    "circle": ("circle", "F6H3TZ  b5n2c8v4j7r3  Friday rummy: 1 table"),
    "sheet": ("sheet K7M2PQ friday.pdf", "Wrote friday.pdf."),
    "export": ("export K7M2PQ friday-table.json", "Wrote friday-table.json: 2 events."),
    "import": ("import friday-table.json", "Made table q8d3w5k7h2s6. Join it with the code W4T9XR."),
    "migrate": ("migrate", "The store is up to date."),
    "backup": ("backup friday.db", "Wrote friday.db: 1 table, 2 events."),
    "restore": ("restore friday.db", "Restored 1 table, 2 events. The old store is kept in …"),
    "keys": ("keys K7M2PQ", "ca978112  the host"),
    "revoke": ("revoke K7M2PQ", "Took back 1 key. Join the table with W4T9XR from now on.\n…"),
    "end": (
        "end K7M2PQ",
        "Ended the table x4w8k3m7p2q9. People can still look at it, but nobody can change or join it.",
    ),
    "reopen": ("reopen x4w8k3m7p2q9", "Join the table with W4T9XR.\n…"),
    "doctor": ("doctor", "All is well.\n…"),
    "delete": ("delete --older-than 2y", "0 tables; nothing was deleted. Add --yes to delete."),
}
