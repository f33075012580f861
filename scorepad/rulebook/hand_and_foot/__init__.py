"""Hand and Foot (GAMES.md, 10).

Canasta with a second hand and books of seven cards; every table has bonuses of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, Self

from scorepad.core.canastas import ALONE, CanastaKind, RankMelds
from scorepad.core.deal_facts import DealFacts
from scorepad.core.options import option, settled
from scorepad.core.rule_parts import CardValues
from scorepad.core.rules import MatchRules, Rules
from scorepad.core.scoring.by_side import BooksDeal
from scorepad.core.sentence import Sentence, say
from scorepad.rulebook.canasta import canasta_rules
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import deals_option, first_meld_at, target_option

FirstMeld = Literal["round", "score"]
Cards = Literal["as-canasta", "nine-ten", "ten-ten"]

_OPENINGS = (50, 90, 120, 150)
_OPENINGS_BY_SCORE = tuple(zip((0, 2500, 5000, 7500), _OPENINGS, strict=True))
_FIVES = {"as-canasta": "34567", "nine-ten": "345678", "ten-ten": "3456789"}
_PLAYER_RANGE = (2, 8)
_USUAL_PLAYERS = 4
_LEFT_THREES = (("3H", "red_left"), ("3D", "red_left"), ("3S", "black_left"), ("3C", "black_left"))


def _bonus(default: int, label: Sentence, sentence: Sentence, *, low: int = 0) -> int:
    return option(default, label, sentence, "hand-and-foot H2", "scoring", low=low, high=5_000)


def _needed(default: int, label: Sentence) -> int:
    sentence = say("How many of these a side needs to go out.")
    return option(default, label, sentence, "hand-and-foot H5", "melds", high=9)


@dataclass(frozen=True)
class HandAndFoot(HouseRules):
    """House rules of Hand and Foot; by default those of Whitnack."""

    more_packs: int = option(
        1,
        say("More packs than players"),
        say("How many more packs than players, each with two jokers."),
        "hand-and-foot H1",
        "pack",
        high=3,
    )
    players: int = settled(_USUAL_PLAYERS)
    deal: int = option(
        11,
        say("Cards dealt"),
        say("Cards in the hand. The foot has the same number."),
        "hand-and-foot H1",
        "pack",
        low=5,
        high=20,
    )
    first_meld: FirstMeld = option(
        "round",
        say("First melds"),
        say("Whether 50, 90, 120 and 150 depend on the round, or on a side’s points: 0, 2500, 5000, 7500."),
        "hand-and-foot H3",
        "melds",
        choices={"round": say("depends on the round"), "score": say("depends on the side’s points")},
    )
    side_score: int = option(
        0,
        say("The side’s points"),
        say("What a side has before a deal. Its first meld may depend on it."),
        "hand-and-foot H3",
        "melds",
        low=-10_000,
        high=20_000,
        in_short=say("A side has {number}", number=0),
        at_tables=False,
    )
    most_wilds: int = option(
        3,
        say("Wilds in a book"),
        say("The most wilds in a meld with other cards."),
        "hand-and-foot H2",
        "wilds",
        low=1,
        high=5,
    )
    clean: int = _bonus(500, say("Clean book"), say("Bonus for a book without wilds."))
    dirty: int = _bonus(300, say("Dirty book"), say("Bonus for a book with wilds."))
    wild: int = _bonus(
        1500, say("Wild book"), say("Bonus for a book of only wilds; 0 if you can’t meld wilds alone.")
    )
    sevens: int = _bonus(
        0, say("Book of sevens"), say("Bonus for a clean book of sevens; 0 if it counts like any other.")
    )
    out: int = _bonus(100, say("Going out"), say("Bonus for going out."))
    red_three: int = _bonus(
        100,
        say("A red three"),
        say("What each red three counts for its side; below 0 it counts against it."),
        low=-5_000,
    )
    red_left: int = _bonus(100, say("Red three left in hand"), say("What a red three in hand or foot costs."))
    black_left: int = _bonus(
        5, say("Black three left in hand"), say("What a black three in hand or foot costs.")
    )
    exact_cut: int = _bonus(0, say("Exact cut"), say("Bonus for cutting exactly the cards to be dealt."))
    cards: Cards = option(
        "as-canasta",
        say("Card values"),
        say("What cards count, melded and left in hand. Aces and twos count 20, jokers 50."),
        "hand-and-foot H5",
        "scoring",
        choices={
            "as-canasta": say("4 to 7 five, 8 to king ten"),
            "nine-ten": say("4 to 8 five, 9 to king ten"),
            "ten-ten": say("4 to 9 five, 10 to king ten"),
        },
    )
    need_clean: int = _needed(2, say("Clean books to go out"))
    need_dirty: int = _needed(2, say("Dirty books to go out"))
    need_wild: int = _needed(1, say("Wild books to go out"))
    need_sevens: int = _needed(0, say("Books of sevens to go out"))
    target: int = target_option(0, "hand-and-foot H4")
    deals: int = deals_option("hand-and-foot H4", 4)

    @property
    def follows(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("number",) if self.first_meld == "round" else ()

    def at_table(self, players: int) -> Self:
        seated = replace(self)
        # `players` is settled, so the constructor and `replace` do not take it.
        object.__setattr__(seated, "players", players)
        return seated

    def _opening(self, number: int) -> int:
        if self.first_meld == "round":
            return _OPENINGS[min(number, len(_OPENINGS)) - 1]
        return first_meld_at(_OPENINGS_BY_SCORE, self.side_score)

    def _melds(self) -> RankMelds:
        kinds = [
            *([CanastaKind("wild", say("Wild book"), self.wild, (ALONE,))] if self.wild else ()),
            *(
                [CanastaKind("sevens", say("Book of sevens"), self.sevens, ("7",), "none")]
                if self.sevens
                else ()
            ),
            CanastaKind("clean", say("Clean book"), self.clean, wilds="none"),
            CanastaKind("dirty", say("Dirty book"), self.dirty, wilds="some"),
        ]
        # Books that can't be melded at this table are not asked for.
        needs = {
            "clean": self.need_clean,
            "dirty": self.need_dirty,
            "wild": self.need_wild if self.wild else 0,
            "sevens": self.need_sevens if self.sevens else 0,
        }
        return RankMelds(
            last_ranks=(),
            # Red threes that count for a side are laid down and replaced; those that cost are thrown.
            aside=("3",) if self.red_three > 0 else (),
            alone=bool(self.wild),
            longest=7,
            again=True,
            kinds=tuple(kinds),
            out_needs=tuple((word, count) for word, count in needs.items() if count),
        )

    def rules_in(self, facts: DealFacts) -> Rules:
        may, least_players = self._melds(), _PLAYER_RANGE[0]
        fives = _FIVES[self.cards]
        values = CardValues(
            (
                *((rank, 5) for rank in fives),
                *((rank, 10) for rank in "456789TJQK" if rank not in fives),
                *(("A", 20), ("2", 20)),
            ),
            joker=50,
            left=tuple((card, getattr(self, name)) for card, name in _LEFT_THREES),
        )
        return canasta_rules(
            "hand-and-foot",
            may,
            packs=self.players + self.more_packs,
            clause="hand-and-foot H2",
            opening=self._opening(facts.number),
            most_wilds=self.most_wilds,
            # Each red three counts the same, with a meld or without.
            scoring=BooksDeal(may, self.out, self.out, (self.red_three,), (), self.exact_cut),
            # The foot has as many cards as the hand, and what is left of either counts.
            match=MatchRules(
                self.target, self.deals, (2 * self.deal,) * (_PLAYER_RANGE[1] - least_players + 1)
            ),
            values=values,
        )


_ONE_EACH = {"need_clean": 1, "need_dirty": 1, "need_wild": 0}

GAME = Game(
    id="hand-and-foot",
    name=say("Hand and Foot"),
    sentence=say("Canasta with a second hand: books of seven cards, and a higher first meld each round."),
    players=_PLAYER_RANGE,
    house_rules=HandAndFoot,
    aliases=("hand & foot", "hand foot"),
    table="melds",
    place=75,
    presets=(
        Preset("Whitnack", say("Wild books 1500. Two clean, two dirty and a wild one to go out."), {}),
        Preset(
            "Simpson",
            say("Clean 300, dirty 100. Each red three costs 500."),
            {"clean": 300, "dirty": 100, "wild": 0, "red_three": -500, "red_left": 500, **_ONE_EACH},
        ),
        Preset(
            "Pierson",
            say("Wild books 2500, sevens 1500. One of each to go out."),
            {**_ONE_EACH, "wild": 2500, "sevens": 1500, "need_wild": 1, "need_sevens": 1},
        ),
        Preset(
            "Kcils",
            say("Red threes cost 500, black ones 300."),
            {"wild": 0, "red_three": -500, "red_left": 500, "black_left": 300, **_ONE_EACH},
        ),
        Preset(
            "Roth",
            say(
                "Four clean and three dirty books to go out. Each red three costs 500. An exact cut adds 100."
            ),
            {
                "exact_cut": 100,
                "wild": 0,
                "red_three": -500,
                "red_left": 500,
                "need_clean": 4,
                "need_dirty": 3,
                "need_wild": 0,
            },
        ),
    ),
)
