"""Marriage (GAMES-NEXT.md, B1): three pure sets show the tiplu, and maal is paid between every two players.

Sources: pagat.com, Wikipedia, gambiter.com and alchetron.com for sets, seeing and wild cards; programs that
keep its scores for 3, 10 and 5 game points. Readings where they differ: all sets are of three cards; by
option longer ones count too. What value cards count differs from table to table, and each row is an option.
Printed jokers are wild cards that some play with. In Indian rooms value cards count by tens, and three
tunnelas end the deal (GAMES.md, 4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.core.cards import Card
from scorepad.core.options import OptionFault, option
from scorepad.core.rule_parts import ONE_EACH, HandRules, Seeing, Sets, WildCount
from scorepad.core.rules import MatchRules, Rules, WildRules
from scorepad.core.sentence import say
from scorepad.rulebook.game import Game, Preset, RulesByCard
from scorepad.rulebook.marriage.maal import Maal, MaalPaid, beside
from scorepad.rulebook.shared_rules import (
    JOKERS_ANYWHERE,
    LINES,
    SETS_AND_RUNS,
    deals_option,
    jokers_option,
    target_option,
    worth_cards,
)

_PACKS, _CARDS_DEALT, _COPIES = 3, 21, 3


def _row_option(default: tuple[int, ...], label: str, sentence: str) -> tuple[int, ...]:
    """What one, two and three value cards alike count."""
    return option(default, label, sentence, "marriage MA6", "scoring", high=1_000)


def _points_option(default: int, label: str, sentence: str, clause: str) -> int:
    return option(default, label, sentence, clause, "scoring", high=1_000)


@dataclass(frozen=True)
class Marriage(RulesByCard):
    """The house rules of a table."""

    jokers: int = jokers_option(
        0, "marriage M1", say("Printed jokers, in all packs together. They’re wild too."), high=6
    )
    longer: bool = option(
        False,
        say("Longer sets"),
        say("Sequences may have more than three cards, and a trial all four suits."),
        "marriage MA2",
        "melds",
    )
    most_wilds: int = option(
        1,
        say("Wild cards in a set"),
        say("The most wild cards in a dirty sequence or trial."),
        "marriage MA2",
        "wilds",
        low=1,
        high=2,
    )
    tunnelas_out: bool = option(
        False,
        say("Three tunnelas"),
        say("Three sets of three identical cards end the deal."),
        "marriage M3",
        "melds",
    )
    tiplu: tuple[int, ...] = _row_option(
        (3, 8, 15), say("Tiplu"), say("What one, two and three tiplus count.")
    )
    neighbours: tuple[int, ...] = _row_option(
        (2, 5, 10), say("Poplu and jhiplu"), say("What one, two and three of them count.")
    )
    alter: tuple[int, ...] = _row_option(
        (5, 15, 25),
        say("Alter"),
        say("What one, two and three cards of the tiplu’s rank count, of the other suit of its colour."),
    )
    marriage: int = _points_option(
        10, say("Marriage"), say("What a jhiplu, a tiplu and a poplu count together."), "marriage MA6"
    )
    tunnela: int = _points_option(
        5, say("Tunnela at the deal"), say("What each tunnela counts that you show at once."), "marriage MA6"
    )
    seen: int = _points_option(
        3, say("Seen"), say("What the winner gets from each who has seen."), "marriage MA7"
    )
    unseen: int = _points_option(
        10, say("Unseen"), say("What the winner gets from each who hasn’t seen."), "marriage MA7"
    )
    by_dublees: int = _points_option(
        3,
        say("Seen by dublees"),
        say("What the winner gets from each who has seen by dublees."),
        "marriage MA7",
    )
    dublees_out: int = _points_option(
        5,
        say("Out with dublees"),
        say("What each pays more if the winner goes out with dublees."),
        "marriage MA5",
    )
    kidnap: bool = option(
        False,
        say("Kidnap"),
        say("The winner takes the maal of anybody who hasn’t seen."),
        "marriage MA7",
        "scoring",
    )
    target: int = target_option(0, "marriage MA7")
    deals: int = deals_option("marriage MA7")

    joker_as = Card("A", "S")  # a printed joker that is drawn makes this the tiplu (M1)

    def faults(self) -> Iterator[OptionFault]:
        for name in ("tiplu", "neighbours", "alter"):
            if len(getattr(self, name)) != _COPIES:
                yield self.fault(name, say("three numbers, such as 2 5 10"))

    def rules_by(self, card: Card | None) -> Rules:
        maal = Maal(card, self.tiplu, self.neighbours, self.alter, self.marriage, self.tunnela)
        return Rules(
            game="marriage",
            packs=_PACKS,
            jokers=self.jokers,
            shapes=replace(
                SETS_AND_RUNS,
                runs=replace(LINES, ace="both", longest=0 if self.longer else 3),
                sets=Sets(3, 4 if self.longer else 3),
                open_senses=True,
                clause="marriage MA2",
            ),
            wilds=replace(_wilds(card), count=WildCount(self.most_wilds)),
            values=worth_cards(ONE_EACH),
            scoring=MaalPaid(
                maal, self.seen, self.unseen, self.by_dublees, self.dublees_out, kidnap=self.kidnap
            ),
            match=MatchRules(self.target, self.deals, (_CARDS_DEALT,) * 4),
            hand=HandRules(throws=True, seeing=Seeing(tunnelas_out=3 if self.tunnelas_out else 0)),
        )


def _wilds(tiplu: Card | None) -> WildRules:
    """The cards that are wild: all of the tiplu's rank, the poplus and the jhiplus (MA4)."""
    if tiplu is None:
        return JOKERS_ANYWHERE
    return replace(
        JOKERS_ANYWHERE,
        wild_rank=(tiplu.rank,),
        wild_rank_mode="also-natural",
        wild_cards=(beside(tiplu, 1), beside(tiplu, -1)),
    )


GAME = Game(
    id="marriage",
    name=say("Marriage"),
    sentence=say(
        "Twenty-one cards. Three pure sets show you the tiplu, and maal is paid between every two players."
    ),
    place=52,
    players=(2, 5),
    house_rules=Marriage,
    aliases=("marriage rummy", "nepali marriage", "21 card rummy", "म्यारिज", "मेरिज"),
    presets=(
        Preset(say("Standard rules"), say("3 from each who has seen, 10 from each who hasn’t."), {}),
        Preset(say("Kidnap"), say("The winner takes the maal of anybody who hasn’t seen."), {"kidnap": True}),
        Preset(
            say("Indian rooms"),
            say("Value cards count 10, 30 and 50, a marriage 100. Three tunnelas end a deal."),
            {
                "jokers": 3,
                "tunnelas_out": True,
                "tiplu": (10, 30, 50),
                "neighbours": (10, 30, 50),
                "alter": (0, 0, 0),
                "marriage": 100,
                "tunnela": 0,
            },
            id="india",
        ),
    ),
)
