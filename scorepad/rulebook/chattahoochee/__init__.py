"""Chattahoochee, the main game (RULES.md, H1-H5, H14-H18, H22-H26).

A hand is melded once, on going out. A sequence past the end of a house table of values grows by the
table's last difference; its first value counts from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from scorepad.core.custom_packs import CUSTOM_PACK, PackFault, make_pack
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.options import OptionFault, option
from scorepad.core.packs import NATIONAL, PACKS, Pack
from scorepad.core.phrasing import split_list
from scorepad.core.rules import (
    BonusRules,
    Leaps,
    MatchRules,
    MeldShapes,
    MeldValues,
    Rules,
    Runs,
    SuitPattern,
)
from scorepad.core.sentence import say, say_as
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import (
    deal_option,
    deals_option,
    jokers_option,
    packs_option,
    target_option,
)
from scorepad.rulebook.wild_options import SCHEDULES, WildOptions, chosen_schedule

_CARDS_DEALT = 7
_NATION_NAMES = {
    "french": say("French"),
    "spanish": say("Spanish"),
    "italian": say("Italian"),
    "german": say("German"),
    "swiss": say("Swiss"),
    "tarot": say("Tarot"),
}


@dataclass(frozen=True)
class _RunOptions(HouseRules):
    """Options of Chattahoochee: the cards of a table, its runs, and the points of runs."""

    pack: str = option(
        "french",
        say("Pack"),
        say("The cards on the table."),
        "H21",
        "pack",
        choices={**{pack.id: pack.name for pack in PACKS.values()}, CUSTOM_PACK: say("your own pack")},
    )
    packs: int = packs_option(
        2,
        "P1",
        say("How many packs are shuffled together. A pack sold with two of each card counts as two."),
    )
    jokers: int = jokers_option(0, "H14", high=32)
    suits: str = option(
        "",
        say("Suits"),
        say("For seventeen numbers and your own pack: how many suits, or their names."),
        "P",
        "pack",
    )
    ranks: str = option(
        "",
        say("Ranks"),
        say("For your own pack: the ranks in order, such as A 2 3 4 5, 1 2 10 11 or 1-17."),
        "P",
        "pack",
    )
    suit_names: str = option(
        "own",
        say("Names of suits"),
        say("Which names and signs the four suits have."),
        "P3",
        "pack",
        choices={"own": say("the pack’s own"), **{nation: _NATION_NAMES[nation] for nation in NATIONAL}},
    )
    melds: SuitPattern = option(
        "single",
        say("Melds"),
        say("Runs of one suit, of two alternating suits, or both."),
        "H23",
        "melds",
        choices={
            "single": say("one suit"),
            "both": say("one suit or two alternating"),
            "alternating": say("alternating suits"),
        },
    )
    leaps: tuple[int, ...] = option(
        (1,),
        say("Leaps"),
        say("How many ranks a run moves from card to card: 1, or any of several."),
        "H22",
        "melds",
        low=1,
        high=11,
        none=say_as("leaps", "none"),
    )
    schedule: str = option(
        "original",
        say("Values"),
        say("What runs of one, two, three or more cards are worth."),
        "H3",
        "scoring",
        choices=SCHEDULES,
    )
    schedule_table: tuple[int, ...] = option(
        (),
        say("Your own values"),
        say("Values of runs of 1, 2, 3 … cards; longer ones grow by the last step."),
        "S",
        "scoring",
        high=100_000,
    )
    quartet_bonus: int = option(
        0,
        say("Quartets"),
        say("Bonus for four cards of one rank in four different suits."),
        "H24",
        "scoring",
        high=10_000,
        in_short=say("Quartets: +{number}", number=0),
    )


@dataclass(frozen=True)
class Chattahoochee(WildOptions, _RunOptions):
    """House rules of Chattahoochee: runs, then wild cards, then the match."""

    deal: int = deal_option(
        _CARDS_DEALT, "H6", say("Cards dealt to each player; 0 if the table deals as it likes."), high=26
    )
    target: int = target_option(0, "B5")
    deals: int = deals_option("B5")

    # A wild rank may bring a spare one into the pack (P), so it decides about the cards too.
    deciding_pack: ClassVar[frozenset[str]] = frozenset({"pack", "suits", "ranks", "suit_names", "wild_rank"})

    def rules(self) -> Rules:
        pack = self.table_pack()
        return Rules(
            game="chattahoochee",
            pack=pack,
            packs=max(self.packs, pack.copies),  # at least as many as it has when it is bought (P1)
            jokers=self.jokers,
            shapes=MeldShapes(self.melds, Leaps(self.table_leaps(pack)), runs=Runs(circular=pack.circular)),
            wilds=self.wild_rules(pack),
            values=MeldValues(schedule=chosen_schedule(self.schedule, self.schedule_table)),
            bonuses=BonusRules(quartet_bonus=self.quartet_bonus),
            match=MatchRules(self.target, self.deals, (self.deal,) * (MOST_SEATS - 1) if self.deal else ()),
        )

    def faults(self) -> Iterator[OptionFault]:
        try:
            pack = self.table_pack()
        # Nothing can be told of the other options without the cards.
        except PackFault as fault:
            yield self.fault(str(fault.at), fault.expected)
            return
        yield from self.faults_with(pack)

    def faults_with(self, pack: Pack) -> Iterator[OptionFault]:
        """List the faults of options that contradict the pack or each other."""
        leaps = self.table_leaps(pack)
        most_leap = max(1, *(len(pack.ranks_of(suit.letter)) // 2 for suit in pack.suits))
        if not leaps or max(leaps) > most_leap:
            yield self.fault("leaps", say("leaps from 1 to {most}", most=most_leap))
        yield from self.wild_faults(pack)
        yield from self.schedule_faults("schedule", "schedule_table")

    def table_pack(self) -> Pack:
        """Return the pack, with a spare rank that becomes wild (P: the 12s of `spanish-44`)."""
        # Only the pack itself knows its spare ranks, so it is made once without them.
        pack = make_pack(self.pack, self.suits, self.ranks, self.suit_names)
        spare_rank = next((rank for rank in split_list(self.wild_rank) if rank in pack.spare), "")
        return make_pack(self.pack, self.suits, self.ranks, self.suit_names, spare_rank)

    def table_leaps(self, pack: Pack) -> tuple[int, ...]:  # noqa: ARG002 (some games have every leap of it)
        """Return the leaps that runs may follow, in order."""
        return tuple(sorted(set(self.leaps)))


GAME = Game(
    id="chattahoochee",
    name=say("Chattahoochee"),
    sentence=say(
        "Runs of one suit, melded once when you go out. Your points count once for each opponent still in."
    ),
    place=300,
    house_rules=Chattahoochee,
    aliases=("hooch",),
    presets=(
        Preset(say("Standard rules"), say("Two packs, no jokers, runs of one suit."), {}),
        Preset(say("With jokers"), say("Three packs and six jokers."), {"packs": 3, "jokers": 6}),
        Preset(say("Fives wild"), say("Fives are wild and drop out of the order."), {"wild_rank": "5"}),
        Preset(
            say("Two zeroes"), say("Runs of one or two cards are worth nothing."), {"schedule": "two-zeroes"}
        ),
        Preset(
            say("Alternating suits"),
            say("Alternating runs, and 50 for a quartet."),
            {"melds": "both", "quartet_bonus": 50},
        ),
    ),
)
