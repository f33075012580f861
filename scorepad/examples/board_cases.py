"""Cases of a rack and the table, played as well as can be (K2, K5)."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.core.notation import read_cards, read_melds
from scorepad.core.rules import Rules
from scorepad.examples.card_texts import run
from scorepad.examples.case import Case, No

LIMIT = 2.0  # seconds


def boards(rules: Rules) -> Iterator[Case]:
    """First plays of one set and of two, and with a joker of the table; one tile beside a run on the table; a
    joker for many tiles or for high ones."""
    if rules.board.first_play:
        yield Case("a rack of {}", run(rules, 8, 3), _placed)
        yield Case("a rack of {1}, {0} on the table", f"{run(rules, 0, 3)} / {run(rules, 3, 1)}", _placed)
        split = f"{run(rules, 0, 2)} {run(rules, 3, 2)}"
        yield Case("a rack of {}", f"{split} {run(rules, -2, 2, 1)} w", _placed)
        yield Case("a rack of {}", f"{run(rules, 3, 3)} {run(rules, 4, 3, 1)}", _placed)
        lent = f"{run(rules, 6, 2)} w / {run(rules, 8, 1)} {run(rules, -2, 2, 1)}"
        yield Case("a rack of {1}, {0} on the table", lent, _placed)


def _placed(rules: Rules, text: str) -> str:
    """How many tiles the best play places; the last of the groups is the rack."""
    from scorepad.answers import hand_answers  # here, so that pages load without the search

    *table, rack = text.split(" / ")
    hand = [laid.card for laid in read_cards(rack, rules.pack)]
    best = hand_answers.best(rules, hand, table=read_melds(" / ".join(table), rules.pack), limit=LIMIT)
    if not best.placed:
        return No("nothing can be placed")
    return f"place {best.placed}: {', '.join(map(str, best.melds))}"
