"""101 Okey (GAMES.md, 13): melds of 101 points or five pairs to open; cards left count against their
holder."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorepad.core.cards import Card
from scorepad.core.options import option
from scorepad.core.packs import OKEY, okey_tiles
from scorepad.core.rule_parts import CardValues, HandRules, Opening, ThrownCard
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring.tile_ends import Doubled, doubled_endings
from scorepad.core.sentence import say, say_number
from scorepad.rulebook.game import Game, Preset, RulesByCard
from scorepad.rulebook.shared_rules import JOKERS_ANYWHERE, LINES, SETS_AND_RUNS, worth_cards

_TILES_DEALT, _PENALTY = 21, 101


@dataclass(frozen=True)
class Okey101(RulesByCard):
    """House rules of 101 Okey."""

    opening: int = option(
        101,
        say("First melds"),
        say("What your first melds must be worth together."),
        "okey-101 T2",
        "melds",
        low=1,
        high=200,
        in_short=say("First melds worth {number}", number=101),
    )
    pairs: int = option(
        5,
        say("Pairs to open"),
        say("How many pairs of identical tiles also open; 0 for none."),
        "okey-101 T2",
        "melds",
        high=10,
        in_short=say_number("{number} pair opens", "{number} pairs open", 5),
    )
    one_after_13: bool = option(
        False, say("1 after 13"), say("12 13 1 is a run; 13 1 2 never is."), "okey-101 T1", "melds"
    )
    sides: bool = option(
        False,
        say("Two sides"),
        say("Partners count together, so a side that hasn’t opened counts twice."),
        "okey-101 T6",
        "scoring",
    )
    fine: int = option(
        101,
        say("A fine"),
        say(
            "What a mistake costs: throwing a tile that fits, opening wrongly, not opening after taking the "
            "left tile, or throwing the okey too early."
        ),
        "okey-101 T7",
        "scoring",
        high=1_000,
    )
    deals: int = option(
        3,
        say("Deals per match"),
        say("How many deals a match has, often 3, 5, 7, 9 or 11."),
        "okey-101 T1",
        "scoring",
        low=1,
        high=60,
        in_short=say_number("Match of {number} deal", "Match of {number} deals", 3),
    )

    def rules_by(self, card: Card | None) -> Rules:
        return Rules(
            game="okey-101",
            pack=okey_tiles(card),
            packs=OKEY.copies,
            jokers=2,
            shapes=replace(
                SETS_AND_RUNS,
                runs=replace(LINES, ace="both" if self.one_after_13 else "low"),
                clause="okey-101 T2",
            ),
            wilds=JOKERS_ANYWHERE,
            values=worth_cards(CardValues(joker=_PENALTY, joker_as_card=True)),  # an okey left costs 101 (T5)
            # Who has not opened pays 202 (T5), a side that has not twice that (T6).
            scoring=Doubled(
                doubled_endings(_PENALTY), unopened=2 * _PENALTY, sides=self.sides, fine=self.fine
            ),
            match=MatchRules(deals=self.deals, cards_dealt=(_TILES_DEALT,) * 3),
            hand=HandRules(
                opening=Opening(self.opening),
                throws=True,
                # An okey is thrown last, or costs a fine (T7).
                thrown=ThrownCard(wilds_last=True),
                pairs=self.pairs,
                takes_jokers="card",
            ),
        )


GAME = Game(
    id="okey-101",
    name=say("101 Okey"),
    sentence=say("Open with 101 points or five pairs, then lay off. The fewest points win."),
    place=36,
    players=(2, 4),
    house_rules=Okey101,
    aliases=("101", "okey 101", "yüzbir", "101 yüzbir okey"),
    table="melds",
    presets=(
        Preset(say("Standard rules"), say("101 or five pairs to open, three deals."), {}),
        Preset(say("Eleven deals"), say("A long evening."), {"deals": 11}),
    ),
)
