"""Okey (GAMES.md, 12): fourteen tiles in sets and runs, or seven pairs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.cards import Card
from scorepad.core.options import option
from scorepad.core.packs import OKEY, okey_tiles
from scorepad.core.rule_parts import ONE_EACH, HandRules, ThrownCard
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring.tile_ends import Stakes
from scorepad.core.sentence import say, say_number
from scorepad.rulebook.game import Game, Preset, RulesByCard
from scorepad.rulebook.shared_rules import JOKERS_ANYWHERE, LINES, SETS_AND_RUNS, worth_cards

_TILES_DEALT, _PAIRS = 14, 7


def stake_option(default: int, label: str, sentence: str) -> int:
    """Return an option for the number of points that each other player loses."""
    return option(default, label, sentence, "okey O4", "scoring", high=100)


@dataclass(frozen=True)
class Okey(RulesByCard):
    """House rules of Okey."""

    one_after_13: bool = option(
        True, say("1 after 13"), say("12 13 1 is a run; 13 1 2 never is."), "okey O2", "melds"
    )
    pairs: bool = option(
        True,
        say("Seven pairs"),
        say("You can also go out with seven pairs of identical tiles."),
        "okey O3",
        "melds",
    )
    plain: int = stake_option(2, say("Plain finish"), say("What the others lose when somebody goes out."))
    by_pairs: int = stake_option(4, say("Out by pairs"), say("What they lose if it’s by pairs."))
    okey_thrown: int = stake_option(4, say("Okey thrown last"), say("What they lose then."))
    both: int = stake_option(8, say("Pairs and okey thrown"), say("What they lose for both."))
    indicator: int = stake_option(
        1, say("Indicator shown"), say("What the others lose when somebody shows the indicator at the start.")
    )
    start: int = option(
        20,
        say("Points at the start"),
        say("What everybody starts with. A match ends at 0."),
        "okey O4",
        "scoring",
        low=1,
        high=1_000,
        in_short=say_number("{number} point at the start", "{number} points at the start", 20),
    )

    def rules_by(self, card: Card | None) -> Rules:
        return Rules(
            game="okey",
            pack=okey_tiles(card),
            packs=OKEY.copies,
            jokers=2,
            # 12 13 1 is a run and 13 1 2 is not (O2): the 1 is at either end, like an ace.
            shapes=replace(
                SETS_AND_RUNS,
                runs=replace(LINES, ace="both" if self.one_after_13 else "low"),
                open_senses=True,
                clause="okey O2",
            ),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(ONE_EACH),
            scoring=Stakes((self.plain, self.by_pairs, self.okey_thrown, self.both), self.indicator),
            match=MatchRules(start=self.start, cards_dealt=(_TILES_DEALT,) * 3),
            hand=HandRules(
                throws=True, thrown=ThrownCard(wilds_last=True), pairs=_PAIRS if self.pairs else 0
            ),
        )


GAME = Game(
    id="okey",
    name=say("Okey"),
    sentence=say(
        "Fourteen tiles in sets and runs, or seven pairs. The tile turned up says which one is wild."
    ),
    place=35,
    players=(2, 4),
    house_rules=Okey,
    aliases=("turkish okey", "klassisches okey"),
    presets=(
        Preset(say("Standard rules"), say("20 to begin; the others lose 2, 4 or 8."), {}),
        Preset(say("13 is the end"), say("12 13 1 isn’t a run."), {"one_after_13": False}),
    ),
)
