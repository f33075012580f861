"""Every set and run of which a table can be built, as numbers of kinds.

A run of six cards or more parts into shorter ones. Values are those of single cards, so that nothing is
lost by listing runs of three to five alone, unless one set alone must be worth something (K2), or a part
could be all jokers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement

from scorepad.core.cards import Card, Laid, Meld, Track
from scorepad.core.melding import SMALLEST_SET, RankSet, melding_of
from scorepad.core.rules import Rules


@dataclass(frozen=True, eq=False)
class BoardMelds:
    """Kinds in the order of the pack, and the melds of them, each the numbers of its kinds."""

    kinds: tuple[Card, ...]
    kind_melds: tuple[tuple[int, ...], ...]

    @cached_property
    def kind_number(self) -> dict[Card, int]:
        """The number of each kind."""
        return {card: place for place, card in enumerate(self.kinds)}

    @cached_property
    def natural_melds(self) -> dict[frozenset[Laid], Meld]:
        """Every meld of different naturals, by its cards."""
        laid_melds = [tuple(Laid(self.kinds[kind]) for kind in meld) for meld in self.kind_melds]
        return {frozenset(meld): meld for meld in laid_melds if len(frozenset(meld)) == len(meld)}


@lru_cache(maxsize=32)  # up to half a megabyte each
def board_melds(rules: Rules) -> BoardMelds:
    """All melds of these rules, wherever they lie."""
    kinds = rules.pack.cards
    kind_number = {card: place for place, card in enumerate(kinds)}
    kind_melds = [tuple(kind_number[card] for card in meld) for meld in _all_melds(rules)]
    return BoardMelds(kinds, tuple(dict.fromkeys(kind_melds)))


def _all_melds(rules: Rules) -> Iterator[tuple[Card, ...]]:
    melding = melding_of(rules)
    for track in melding.tracks:
        # With runs of three, six tiles are two runs: five are the most that do not part.
        longest_run = len(track.cards) if _whole_runs(rules) else 2 * rules.shapes.shortest_run - 1
        yield from _runs_between(track, rules.shapes.shortest_run, longest_run)
    for rank_set in melding.rank_sets:
        for size in range(SMALLEST_SET, len(rank_set.cards) + 1):
            yield from _sets_of_size(rules, rank_set, size)


def _whole_runs(rules: Rules) -> bool:
    """Whether a long run may do what its parts cannot: be worth enough alone in a first play (K2), or keep a
    natural where a part would be all jokers."""
    return (rules.board.first_play_one_set and not rules.board.initial_done) or rules.jokers >= SMALLEST_SET


def _sets_of_size(rules: Rules, rank_set: RankSet, set_size: int) -> Iterator[tuple[Card, ...]]:
    if not rules.shapes.repeated_colours:
        yield from combinations(rank_set.cards, set_size)
        return
    for cards in combinations_with_replacement(rank_set.cards, set_size):
        # No colour comes more often than the packs hold it (K1).
        if max(Counter(cards).values()) <= rules.packs:
            yield cards


def _runs_between(track: Track, shortest_run: int, longest_run: int) -> Iterator[tuple[Card, ...]]:
    for run_length in range(shortest_run, longest_run + 1):
        for start in range(len(track.cards) - run_length + 1):
            yield track.cards[start : start + run_length]
