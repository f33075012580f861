"""Contract rummy (GAMES.md, 15), and its kin by presets: Liverpool, Shanghai rum, Carioca, Continental,
Jamaican Kalooki and Telefunken (GAMES-NEXT.md, B5). Each deal has a contract that is laid first; cards left
count. A table can write the contracts of its own deals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from scorepad.core.contract_text import Sizes, TypedContracts, contract_of, read_contracts
from scorepad.core.deal_facts import DealFacts
from scorepad.core.options import OptionFault, option
from scorepad.core.rule_parts import CardValues, Contract, HandRules, Sets, ThrownCard, WildCount, courts_at
from scorepad.core.rules import MatchRules, MeldShapes, Rules, Runs, RunSuits
from scorepad.core.scoring.own_left import LeftWithCut, blind_endings
from scorepad.core.sentence import say, say_as
from scorepad.rulebook.game import Game, HouseRules, Preset
from scorepad.rulebook.shared_rules import JOKERS_ANYWHERE, jokers_option, packs_option, worth_cards

_CLAUSE = "contract-rummy X1"
_SEVEN = ("SS", "SR", "RR", "SSS", "SSR", "SRR", "RRR")
_CONTRACTS = {  # with the cards dealt in each deal, and in all others after the last
    "contract": (_SEVEN, (10, 10, 10, 12)),
    "liverpool": (_SEVEN[:-1], (10,)),
    "shanghai": (("SS", "SR", "RR", "SSS", "S R7", "SS R5", "RRR", "S R10", "SSS R5", "R5R5R5"), (11,)),
    "carioca": ((*_SEVEN, "SSSS"), (12,)),
    "continental": (_SEVEN, (7, 8, 9, 10, 11, 12, 13)),
    "jamaican": (
        ("SSS", "SSR", "SRR", "RRR", "SSSS", "SSSR", "SSRR", "SRRR", "RRRR"),
        (9, 10, 11, 12, 12, 13, 14, 15, 16),
    ),
}
_LADDER = Contract((("run", 13),), whole=True)
_LADDERS: dict[str, tuple[str, ...]] = {
    "none": (),
    "any": ("any",),
    "one": ("one",),
    "three": ("any", "colour", "one"),
    "four": ("any", "colour", "alternating", "one"),
}
_NUMBERS = {
    "face": courts_at(10, ace=1)[1:],
    "fives": (*((rank, 5) for rank in "23456789T"), *courts_at(10, ace=1)[2:]),
    "fives-to-seven": (*((rank, 5) for rank in "234567"), *((rank, 10) for rank in "89TJQK")),
}
_WILDS = {
    "any": JOKERS_ANYWHERE,
    "first": JOKERS_ANYWHERE,
    "one": replace(JOKERS_ANYWHERE, count=WildCount(1)),
    "length": replace(JOKERS_ANYWHERE, count=WildCount(by_length=((3, 1), (5, 2), (7, 3), (10, 4)))),
    "apart": replace(JOKERS_ANYWHERE, wilds_apart=True, count=WildCount(naturals=2)),
}
# Where colours take turns, suits of one colour count as one, and the two alternate.
_LADDER_SUITS: dict[str, RunSuits] = {"any": "any", "colour": "colour", "alternating": "colour"}
_PLAYERS = (2, 8)
_MOST_CARDS = 17  # of a hand, once a card is drawn in the last deal
_MOST_IN_CONTRACT = 20  # cards of one, which a hand can hold after some buys


@dataclass(frozen=True)
class ContractRummy(HouseRules):
    """The house rules of a table."""

    packs: int = packs_option(2, _CLAUSE)
    jokers: int = jokers_option(
        0, _CLAUSE, say("Wild cards in play, in all packs together; 0 for one fewer than players."), high=12
    )
    contracts: str = option(
        "contract",
        say("Contracts"),
        say("What you lay first in each deal, and how many cards are dealt."),
        _CLAUSE,
        "melds",
        choices={
            "contract": say("seven deals of 10 and 12 cards, from two sets to three runs"),
            "liverpool": say("six of them, all of 10 cards"),
            "shanghai": say("ten deals of 11 cards, with runs of five, seven and ten"),
            "carioca": say("eight deals of 12 cards, to four sets"),
            "continental": say("seven deals of 7 to 13 cards"),
            "jamaican": say("nine deals of 9 to 16 cards, from three sets to four runs"),
        },
    )
    own_contracts: str = option(
        "",
        say("Contracts of your own"),
        say(
            "What is laid first in each deal, such as S3c, S3 R4, S5 S5 W1: "
            "S for a set, R for a run, c for a clean one, W1 for one wild in all."
        ),
        "contract-rummy TF2",
        "melds",
    )
    cards_dealt: tuple[int, ...] = option(
        (),
        say("Cards dealt"),
        say("In each deal, and in all others after the last; empty for those of the contracts above."),
        "contract-rummy TF1",
        "melds",
        low=5,
        high=16,
        none=say("as the contracts say"),
    )
    no_buys: tuple[int, ...] = option(
        (),
        say("Deals without buys"),
        say("In these deals nobody buys the discard; empty if cards are bought in every deal."),
        "contract-rummy TF2",
        "melds",
        low=1,
        high=20,
        none=say("none, cards are bought in every deal"),
    )
    ladders: str = option(
        "none",
        say("Ladders"),
        say("Extra deals after those, each with one run of thirteen."),
        "contract-rummy X5",
        "melds",
        choices={
            "none": say_as("ladders", "none"),
            "any": say("one of any suits"),
            "one": say("one of one suit"),
            "three": say("of any suits, one colour, one suit"),
            "four": say("of any suits, one colour, colours by turns, one suit"),
        },
    )
    all_at_last: bool = option(
        True,
        say("All cards in the last deal"),
        say("You lay the last contract with every card of your hand and throw none."),
        _CLAUSE,
        "melds",
    )
    longer: bool = option(
        False,
        say("More than the contract"),
        say("The melds may be longer, and you may lay off in the same turn."),
        _CLAUSE,
        "melds",
    )
    short_runs: bool = option(
        False,
        say("Runs of three"),
        say("A run needs only three cards."),
        "contract-rummy TF2",
        "melds",
    )
    more_melds: bool = option(
        False,
        say("Other melds later"),
        say("In later turns you may lay other sets and runs too, besides laying off."),
        "contract-rummy TF4",
        "melds",
    )
    different: bool = option(
        False,
        say("Different sets and runs"),
        say("In a contract the sets have different ranks and the runs different suits."),
        "contract-rummy X6",
        "melds",
    )
    corner: bool = option(
        False,
        say("Aces in the middle"),
        say("Runs go on from king to ace to two."),
        "contract-rummy X5",
        "melds",
    )
    wilds: str = option(
        "any",
        say("Jokers in a meld"),
        say("How many jokers a set or run may hold."),
        "contract-rummy X6",
        "wilds",
        choices={
            "any": say("any number with at least one other card"),
            "first": say("one each in the contract, then any number"),
            "one": say("one in each meld"),
            "length": say("1, from five cards 2, from seven 3, from ten 4"),
            "apart": say("none side by side, at least two other cards"),
        },
    )
    numbers: str = option(
        "face",
        say("Number cards left in hand"),
        say("What number cards left in hand count. Face cards count 10."),
        "contract-rummy X4",
        "scoring",
        choices={
            "face": say("their number"),
            "fives": say("5 each"),
            "fives-to-seven": say("5 each up to the seven, then 10"),
        },
    )
    ace_left: int = option(
        15,
        say("Ace left in hand"),
        say("What an ace left in hand counts."),
        "contract-rummy X4",
        "scoring",
        high=100,
    )
    red_ace_left: int = option(
        0,
        say("Red ace left in hand"),
        say("What a red ace left in hand counts; 0 for the same as a black one."),
        "contract-rummy X4",
        "scoring",
        high=100,
    )
    joker_left: int = option(
        15,
        say("Joker left in hand"),
        say("What a joker left in hand counts."),
        "contract-rummy X4",
        "scoring",
        low=1,
        high=100,
    )
    blind: int = option(
        0,
        say("Out all at once"),
        say("Points taken off for going out in the same turn as your contract."),
        "contract-rummy X4",
        "scoring",
        high=200,
    )
    blind_natural: int = option(
        0,
        say("Out at once without a joker"),
        say("Points taken off for going out at once without a joker; 0 for nothing extra."),
        "contract-rummy X4",
        "scoring",
        high=200,
    )

    exact_cut: int = option(
        0,
        say("Exact cut"),
        say("Points taken off for cutting exactly the cards to be dealt."),
        "contract-rummy X4",
        "scoring",
        high=200,
    )

    follows = ("number",)

    def at_table(self, players: int) -> Self:
        # One joker fewer than there are players, as in the usual form.
        return self if self.jokers else replace(self, jokers=max(1, players - 1))

    @cached_property
    def typed_contracts(self) -> TypedContracts:
        """The contracts that the table wrote itself, with the faults of the text."""
        longest_set = min(_MOST_CARDS, 4 * self.packs + (self.jokers or _PLAYERS[1] - 1))
        sizes = Sizes(3, longest_set, self._shortest_run, 13)
        return read_contracts(self.own_contracts, sizes, longer=self.longer)

    def faults(self) -> Iterator[OptionFault]:
        typed = self.typed_contracts
        for fault in typed.faults:
            yield self.fault("own_contracts", fault.expected, piece=fault.piece)
        if any(sum(size for _, size in contract.items) > _MOST_IN_CONTRACT for contract in typed.contracts):
            expected = say("sets and runs that a hand of {number} cards can hold", number=_MOST_IN_CONTRACT)
            yield self.fault("own_contracts", expected)

    @property
    def _shortest_run(self) -> int:
        return 3 if self.short_runs else 4

    def rules_in(self, facts: DealFacts) -> Rules:
        texts, dealt = _CONTRACTS[self.contracts]
        contracts = self.typed_contracts.contracts or tuple(map(contract_of, texts))
        dealt = self.cards_dealt or dealt
        ladders = _LADDERS[self.ladders]
        deals = len(contracts) + len(ladders)
        # A deal beyond the last is played like the last.
        number = min(facts.number, deals)
        ladder = ladders[number - len(contracts) - 1] if number > len(contracts) else ""
        contract = _LADDER if ladder else self._contract(contracts[number - 1], last=number == deals)
        return Rules(
            game="contract-rummy",
            packs=self.packs,
            # Without a table nobody knows how many play, so there may be as many as at a full one.
            jokers=self.jokers or _PLAYERS[1] - 1,
            shapes=MeldShapes(
                suit_pattern="alternating" if ladder == "alternating" else "single",
                runs=Runs(
                    self._shortest_run,
                    suits=_LADDER_SUITS.get(ladder, "one"),
                    circular=self.corner and not ladder,
                    ace="both",
                ),
                # A ladder is all thirteen ranks from end to end, so none of its cards goes round.
                sets=Sets(3, _MOST_CARDS, repeated_colours=True),
                open_senses=True,
                clause="contract-rummy X2",
            ),
            wilds=_WILDS[self.wilds],
            values=worth_cards(self._values()),
            scoring=LeftWithCut(blind_endings(self.blind, self.blind_natural), cut=self.exact_cut),
            match=MatchRules(deals=deals, cards_dealt=(dealt[min(number, len(dealt)) - 1],) * 7),
            hand=HandRules(
                throws=True, contract=contract, thrown=ThrownCard(bought=number not in self.no_buys)
            ),
        )

    def _contract(self, contract: Contract, *, last: bool) -> Contract:
        whole = last and self.all_at_last
        is_liverpool = self.contracts == "liverpool" and not self.own_contracts
        return replace(
            contract,
            # To lay a whole hand melds grow; Liverpool's last contract is just 3 + 4 + 4 of eleven cards.
            longer=self.longer or (whole and not is_liverpool),
            most_wilds=int(self.wilds == "first"),
            ranks_differ=self.different,
            suits_differ=self.different,
            whole=whole,
            then_any=self.more_melds,
        )

    def _values(self) -> CardValues:
        return CardValues(
            (("A", self.ace_left), *_NUMBERS[self.numbers]),
            joker=self.joker_left,
            left=(("AH", self.red_ace_left), ("AD", self.red_ace_left)) if self.red_ace_left else (),
        )


GAME = Game(
    id="contract-rummy",
    name=say("Contract rummy"),
    sentence=say("Each deal has its own contract of sets and runs. Cards left count against you."),
    place=72,
    players=_PLAYERS,
    house_rules=ContractRummy,
    aliases=("contract", "may i", "joker rummy", "hollywood rummy", "zioncheck"),
    table="melds",
    presets=(
        Preset(say("Standard rules"), say("Seven deals, the last with every card."), {}),
        Preset(
            say("Liverpool"),
            say("Six deals of ten cards, sets of three and runs of four. An exact cut takes 50 off."),
            {"contracts": "liverpool", "jokers": 4, "exact_cut": 50},
        ),
        Preset(
            say("Shanghai"),
            say("Ten deals of eleven cards. Numbers count 5, and going out at once takes 25 or 50 off."),
            {
                "contracts": "shanghai",
                "jokers": 4,
                "all_at_last": False,
                "wilds": "length",
                "numbers": "fives",
                "blind": 25,
                "blind_natural": 50,
            },
        ),
        Preset(
            say("Carioca"),
            say(
                "Nine deals of twelve cards, the last with a run of thirteen. At first a meld has one joker."
            ),
            {
                "contracts": "carioca",
                "ladders": "any",
                "jokers": 4,
                "corner": True,
                "wilds": "first",
                "ace_left": 20,
                "joker_left": 30,
            },
        ),
        Preset(
            say("Continental"),
            say("Seven deals of 7 to 13 cards, aces in the middle too. A joker left counts 50."),
            {
                "contracts": "continental",
                "jokers": 6,
                "all_at_last": False,
                "longer": True,
                "corner": True,
                "ace_left": 20,
                "joker_left": 50,
            },
        ),
        Preset(
            say("Jamaican Kalooki"),
            say("Nine deals of 9 to 16 cards. Sets have different ranks, runs different suits."),
            {
                "contracts": "jamaican",
                "jokers": 4,
                "all_at_last": False,
                "longer": True,
                "different": True,
                "wilds": "apart",
                "red_ace_left": 1,
                "joker_left": 50,
            },
        ),
        Preset(
            say("Telefunken"),
            say(
                "Seven deals of eleven cards, from a clean set of three to a run of seven. One joker a meld."
            ),
            {
                "own_contracts": "S3c, S3 S3, S4c, S4 S4, S5, S5 S5 W1, R7",
                "cards_dealt": (11,),
                "no_buys": (1,),
                "jokers": 4,
                "all_at_last": False,
                "short_runs": True,
                "more_melds": True,
                "wilds": "one",
                "ace_left": 20,
                "joker_left": 50,
            },
        ),
    ),
)
