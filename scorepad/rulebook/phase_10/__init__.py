"""Phase 10 (GAMES.md, 16). Ten phases, one a deal at most, each player's own; cards left count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.core.deal_facts import DealFacts
from scorepad.core.matches import MatchAim, MatchStanding, PlainMatch, PlayedDeal, Progress
from scorepad.core.options import option
from scorepad.core.packs import BLUE, GREEN, RED, YELLOW, Pack, Suit, number_ranks
from scorepad.core.points import Points
from scorepad.core.rule_parts import CardValues, Contract, HandRules, Item, Sets
from scorepad.core.rules import MatchRules, MeldShapes, Rules, Runs
from scorepad.core.scoring.own_left import LeftWithPhases
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import JOKERS_ANYWHERE, worth_cards

PHASES: tuple[tuple[Item, ...], ...] = (
    (("set", 3), ("set", 3)),
    (("set", 3), ("run", 4)),
    (("set", 4), ("run", 4)),
    (("run", 7),),
    (("run", 8),),
    (("run", 9),),
    (("set", 4), ("set", 4)),
    (("colour", 7),),
    (("set", 5), ("set", 2)),
    (("set", 5), ("set", 3)),
)
_SKIP = "S"
# Four skips: twice as many as of another card, in a pack that has each twice (P1).
_SKIPS = Suit("X", "⊘", say("skips"), "black", (_SKIP,), sign="orange", times=2)
_PACK = Pack(
    "phase-10",
    say("Phase 10 pack"),
    (RED, BLUE, GREEN, YELLOW, _SKIPS),
    number_ranks(1, 12),
    copies=2,
    circular=False,
    wild_words=("wild",),
)
_CARDS_DEALT = 10
_NUMBERS = tuple((rank, 5 if int(rank) < 10 else 10) for rank in _PACK.ranks)
_VALUES = CardValues((*_NUMBERS, (_SKIP, 15)), joker=25)


@dataclass(frozen=True, slots=True, repr=False)
class PhaseMatch(PlainMatch):
    """A match of phases: each side makes one after the other, at most one a deal. Among those who make the
    last phase first, the fewest points win (P3, P5)."""

    last: int = 10

    @property
    def goes_to(self) -> str:
        return say("phase {number}", number=self.last)

    def standing(self, aim: MatchAim, start: Sequence[Points], deals: Sequence[PlayedDeal]) -> MatchStanding:
        standing = PlainMatch.standing(self, aim, start, deals)
        standing.phases = standing.phases or [1] * len(start)
        return standing

    def after_deal(self, standing: MatchStanding, deal: PlayedDeal, number: int) -> None:
        phases = standing.phases or [1] * len(standing.totals)
        standing.phases = [phase + (side in deal.made) for side, phase in enumerate(phases)]

    def ends(self, aim: MatchAim, standing: MatchStanding, deal: PlayedDeal, number: int) -> bool:
        return bool(self.contenders(standing, deal))

    def progress(self, standing: MatchStanding) -> tuple[Progress, ...]:
        return tuple(
            Progress(
                phase - 1,
                self.last,
                say("phase {number}", number=phase) if phase <= self.last else say("all phases made"),
            )
            for phase in standing.phases
        )

    def contenders(self, standing: MatchStanding, deal: PlayedDeal) -> set[int]:
        # Who has made the last phase stands one beyond it.
        return {side for side, phase in enumerate(standing.phases) if phase > self.last}


@dataclass(frozen=True)
class Phase10(HouseRules):
    """House rules of Phase 10."""

    longer: bool = option(
        True,
        say("More than the phase"),
        say("The melds may be longer, and you may lay off in the same turn."),
        "phase-10 P4",
        "melds",
    )

    follows = ("number",)

    def rules_in(self, facts: DealFacts) -> Rules:
        """Return the rules of a player who is in the phase `facts.number`."""
        # Here the number is that of a player's phase, not of the deal.
        phase = PHASES[min(facts.number, len(PHASES)) - 1]
        return Rules(
            game="phase-10",
            pack=_PACK,
            packs=_PACK.copies,
            jokers=8,
            shapes=MeldShapes(
                runs=Runs(4, suits="any", circular=False),
                # Phase nine has sets of two (P2).
                sets=Sets(2, _CARDS_DEALT + 6, repeated_colours=True),
                shortest_colour=7,
                never_melded=(_SKIP,),
                open_senses=True,
                clause="phase-10 P2",
            ),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(_VALUES),
            scoring=LeftWithPhases(),
            match=MatchRules(cards_dealt=(_CARDS_DEALT,) * 5, kind=PhaseMatch(len(PHASES))),
            hand=HandRules(throws=True, contract=Contract(phase, longer=self.longer)),
        )


GAME = Game(
    id="phase-10",
    name=say("Phase 10"),
    sentence=say("Ten phases, and each player works on their own. The first to make the tenth wins."),
    place=28,
    players=(2, 6),
    house_rules=Phase10,
    aliases=("phase ten", "phase10"),
    table="melds",
    presets=(
        Preset(say("Standard rules"), say("Longer melds and laying off in the turn of the phase."), {}),
        Preset(
            say("Exactly the phase"), say("Lay just the phase in its turn, nothing more."), {"longer": False}
        ),
    ),
)
