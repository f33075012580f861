"""The question to a page for hands: game, house rules, the deal, cards, melds as laid, multiplier.

Everything is in the address, so that reload, back and a shared link keep every card. The game is the one
picked or named, else the one that this phone picked last. House rules have the prefix `o-`, and are left out
at their defaults.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any
from urllib.parse import parse_qsl

from flask import request
from werkzeug.wrappers import Response

from scorepad.answers.field_reader import partners_fields
from scorepad.core.bonuses import NOTHING_BESIDE, LyingBeside
from scorepad.core.card_text import show_card, show_cards, show_kind
from scorepad.core.cards import WILD, Card, Meld
from scorepad.core.deal_facts import TURNED, USUAL_DEAL, DealFacts
from scorepad.core.first_melds import contract_told
from scorepad.core.log.multipliers import MOST_SEATS
from scorepad.core.options import Option, OptionErrors, page_faults
from scorepad.core.packs import Pack
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, in_a_row, say
from scorepad.examples import presets
from scorepad.rulebook import Game, UnknownGame, find_game, games, lasting_games, pad_games
from scorepad.rulebook.game import TableUse
from scorepad.web.faces import page_face
from scorepad.web.fields import keep_choice, whole_number
from scorepad.web.hand.typed_cards import TypedCards, TypedMelds, write_past
from scorepad.web.languages import best_known_first

PICK_FIELD = "pick"
GAME_COOKIE = "game"
UNNAMED = "chattahoochee"
"""The game of an address that holds cards and names none, as addresses did while it was the first one."""
PREFIX = "o-"
EATEN = "eaten-"
RULES_FIELD = "rules"
LONGEST_QUERY = 4000  # characters of the house rules that a button sends
MULTIPLIERS = tuple(range(1, MOST_SEATS))  # all others may be opponents who are still in (H5)


MOST_DEALS = 12  # to choose from in a match that may go on for ever


@dataclass(frozen=True)
class AskedDeal:
    """The facts of a deal as given to a page.

    `follows` names those that the rules depend on. `opened`: the player has laid a first meld. `turn`: all is
    laid in one turn.
    """

    facts: DealFacts = USUAL_DEAL
    follows: Collection[str] = ()
    opened: bool = False
    turn: bool = False

    @property
    def fields(self) -> dict[str, str]:
        """The facts as query fields, usual values left out."""
        number, turned = self.facts.number, self.facts.turned
        return {
            "deal": str(number) if number != USUAL_DEAL.number else "",
            "turned": str(turned) if turned else "",
            "opened": "1" if self.opened else "",
            "turn": "1" if self.turn else "",
        }

    def search_fields(self) -> dict[str, object]:
        """The facts as fields of a question to the search, usual values left out."""
        told: dict[str, object] = {name: text for name, text in self.fields.items() if text}
        told |= {"deal": self.facts.number} if "deal" in told else {}
        return told | {name: True for name in ("opened", "turn") if name in told}

    def number_chip(self, rules: Rules) -> Sentence:
        """The effect of the deal's number in short, `5s wild`, or the number itself."""
        lays_first = any(True for _ in _laid_first(rules))
        return self._number_words if lays_first else next(follows_words(rules), self._number_words)

    def number_told(self, rules: Rules) -> Sentence:
        """The deal's number with its effects: `Deal 3 · 5s wild`, or `Deal 2 · a set of 3 and a run of 4`."""
        return in_a_row((self._number_words, *follows_words(rules), *_laid_first(rules)), " · ")

    @property
    def _number_words(self) -> Sentence:
        return say("Deal {number}", number=self.facts.number)

    def turned_chip(self, rules: Rules) -> Sentence:
        """The card turned up, `Up: ♦7`, or a prompt to name it."""
        if self.facts.turned is None:
            return say("Indicator") if rules.pack.joker else say("Turned up")
        turned = self.facts.turned
        card = page_face(turned, rules.pack).name if turned.is_wild else show_card(turned, rules.pack)
        return say("Indicator: {card}", card=card) if rules.pack.joker else say("Up: {card}", card=card)

    def turned_told(self, rules: Rules) -> Sentence:
        """The card turned up with its effects: `Up: ♦7 · 7s wild`."""
        words = follows_words(rules) if self.facts.turned else ()
        return in_a_row((self.turned_chip(rules), *words), " · ")


@dataclass(frozen=True)
class Question:
    """A question about a hand.

    `own_text` are the player's own melds as typed. `table_melds` are those on the table, in games where they
    matter; `on_table` says that the pad writes them. `partners` has those of partners where the melds on the
    table are the player's own, and what has scored with them (I7, I8). `taken_text` is the card out of the
    discard pile, as it was tapped (F5), `eaten_texts` are those taken before.
    `deal` is what the rules of this hand follow from.
    """

    game: Game
    options: Mapping[str, str]
    faults: Mapping[str, str]
    hand: TypedCards
    own_text: str = ""
    multiplier: int = 1
    laying: bool = False
    tab: str = ""
    table_melds: TypedMelds | None = None
    on_table: bool = False
    partners: LyingBeside = NOTHING_BESIDE
    taken_text: str = ""
    eaten_texts: tuple[str, ...] = ()
    deal: AskedDeal = AskedDeal()

    @property
    def taken(self) -> Card | None:
        """The card taken from the discard pile that must be melded, if the game requires it and the hand
        still has it (F5)."""
        if not self.rules.turns.meld_taken:
            return None
        return next((card for card in self.hand.cards if str(card) == self.taken_text), None)

    @property
    def eaten(self) -> tuple[Card, ...]:
        """The cards of the hand that were taken before, in games in which these lie in different melds."""
        if not self.rules.hand.taken_apart:
            return ()
        return tuple(card for card in self.hand.cards if str(card) in self.eaten_texts and card != self.taken)

    @property
    def taken_field(self) -> dict[str, str]:
        """`taken` as a field of a question; empty if there is none."""
        return {"taken": str(self.taken)} if self.taken else {}

    @property
    def eaten_field(self) -> dict[str, str]:
        """The cards taken before as a field of a question, none where there are none."""
        return {"eaten": " ".join(map(str, self.eaten))} if self.eaten else {}

    @property
    def typed(self) -> TypedCards:
        """The cards or melds that taps change."""
        return self.table_melds if self.table_melds and self.on_table else self.hand

    @cached_property
    def own(self) -> TypedMelds:
        """The player's own melds as laid so far."""
        return TypedMelds(self.rules, self.own_text, hand=self.hand.cards, letters=self.hand.letters)

    @property
    def rules(self) -> Rules:
        return self.hand.rules

    @property
    def melds_there(self) -> tuple[Meld, ...]:
        """The melds on the table; empty if they do not matter."""
        return self.table_melds.melds if self.table_melds else ()

    @property
    def table_use(self) -> TableUse:
        """What melds on the table mean under the house rules."""
        return self.game.table_use(self.rules)

    @property
    def house_rules(self) -> list[str]:
        """Words for the options that differ from their defaults, except the number of packs."""
        return [
            rule_in_words(option, self.options[option.name])
            for option in self.game.options
            if option.name in self.options and option.name not in ("packs", *self.faults)
        ]

    @property
    def house_rule_words(self) -> str:
        """The house rules in one line: `2 packs · Match to 50`."""
        packs = (option for option in self.game.options if option.name == "packs")
        pack_words = [option.number_in_short(self.rules.packs) for option in packs]
        return in_a_row((*pack_words, *self.house_rules), " · ") or say("Standard rules")

    @property
    def to_tap(self) -> str:
        """The prompt for the melds on the table that are to be tapped in."""
        return {
            "own": say("Tap the melds you’ve laid, one by one."),
            "partners": say("Tap the melds of your partners who are out, one by one."),
            "melds": say("Tap the melds on the table, one by one."),
        }.get(self.table_use, say("Tap the sets on the table, one by one."))

    @property
    def groups(self) -> list[tuple[str, list[Option]]]:
        return group_options(self.game.options)

    def search_fields(self) -> dict[str, Any]:
        """The fields of every question to the search and the referee: game, house rules, the deal, the melds
        on the table, and the interlocks that scored before."""
        fields = {"game": self.game.id, "options": dict(self.options), **self.deal.search_fields()}
        fields |= (
            {"table": self.table_melds.fixed_text} if self.table_melds and self.table_melds.melds else {}
        )
        return fields | partners_fields(self.partners)

    def fields(self) -> dict[str, str]:
        """The shortest query that asks the same."""
        # An address without fields leads on to the game that this phone picked last.
        return {name: value for name, value in self._all_fields() if value} or {"game": self.game.id}

    def _all_fields(self) -> Iterator[tuple[str, str]]:
        yield "game", "" if self.game.id == UNNAMED else self.game.id
        yield from ((PREFIX + name, value) for name, value in self.options.items())
        yield from self.deal.fields.items()
        yield "cards", self.hand.text
        yield "table", self.table_melds.text if self.table_melds else ""
        yield "side", "table" if self.on_table else ""
        yield "past", write_past(self.typed.past)
        yield "letters", self.hand.letters
        yield "multiplier", "" if self.multiplier == 1 else str(self.multiplier)
        yield "melds", self.own_text
        yield "taken", self.taken_field.get("taken", "")
        yield from ((f"{EATEN}{card}", "1") for card in self.eaten)
        yield "lay", "1" if self.laying else ""
        yield "tab", self.tab

    def tapped(self, taps: Mapping[str, str]) -> Question:
        """The question after the tap in `taps`."""
        if self.table_melds and self.on_table:
            return replace(self, table_melds=self.table_melds.tapped(taps))
        # A tap means something to one of the two: `add` to the hand, `put` to the melds.
        return replace(self, hand=self.hand.tapped(taps), own_text=self.own.laid(taps).text)

    def in_game(self, game: Game) -> Question:
        """The same cards in another game under its usual rules; no cards if its pack lacks some."""
        fields = {"game": game.id, "cards": self.hand.text, "multiplier": str(self.multiplier)}
        question = read_question(fields)
        return replace(question, hand=TypedCards(question.rules)) if question.hand.error else question


def read_deal(rules: Rules, follows: Collection[str], args: Mapping[str, str]) -> AskedDeal:
    """Read the deal from a query. A fact that does not read, or on which no rule depends, is as usual.
    `rules` are those of a usual deal."""
    number = whole_number(args.get("deal", ""))
    is_known = number is not None and "number" in follows and number in deal_numbers(rules)
    card = read_card(rules, args).of({TURNED} & set(follows))
    facts = card.in_deal(number) if number and is_known else card
    has_opened = may_open(rules) and args.get("opened") == "1"
    return AskedDeal(facts, follows, has_opened, rules.turns.one_meld and args.get("turn") == "1")


def may_open(rules: Rules) -> bool:
    """Whether rules depend on the player having laid a first meld or the contract."""
    return bool(rules.hand.opening.points or rules.hand.contract)


def read_card(rules: Rules, args: Mapping[str, str]) -> DealFacts:
    """The card turned up, of a deal of any number; unknown if it is none of the pack."""
    text = args.get(TURNED, "")
    # A joker may be turned up too.
    cards = {str(card): card for card in (*rules.pack.cards, WILD)}
    return DealFacts(turned=cards.get(text))


def deal_numbers(rules: Rules) -> range:
    """The possible numbers of a deal."""
    return range(1, (rules.match.deals or MOST_DEALS) + 1)


def follows_words(rules: Rules) -> Iterator[Sentence]:
    """The effects of a deal on the rules, in few words each."""
    wilds, pack = rules.wilds, rules.pack
    for rank in wilds.wild_rank:
        suit = next(card.suit for card in pack.cards if card.rank == rank)
        yield say("{rank}s wild", rank=page_face(Card(rank, suit), pack).rank)
    if wilds.wild_cards:
        yield say("{cards} wild", cards=show_cards(wilds.wild_cards, pack))
    if pack.okey:
        yield say("{cards} wild", cards=show_kind(pack.okey, pack))
    if rules.hand.ends.most:
        yield say("knock with {number}", number=rules.hand.ends.most)


def _laid_first(rules: Rules) -> Iterator[Sentence]:
    """What a player must lay first in the deal; this is too long for a chip."""
    if rules.hand.contract:
        yield contract_told(rules.hand.contract)
    elif rules.hand.opening.points:
        yield say("first melds {number}", number=rules.hand.opening.points)


def melding_games() -> tuple[Game, ...]:
    """The games in which a hand can be melded, among them all of a pad's own."""
    return (*_lasting_melding_games(), *pad_games())


@cache
def _lasting_melding_games() -> tuple[Game, ...]:
    in_order = sorted(lasting_games(), key=lambda game: (game.place, game.id))
    return tuple(game for game in in_order if game.rules({}).scoring.lays_melds)


def named_game(name: str, among: Sequence[Game] = ()) -> Game | None:
    """The game of that id, name or alias, if it is one of `among` or that is empty; else None."""
    if not name:
        return None
    try:
        game = find_game(name)
    except UnknownGame:
        return None
    return game if game in (among or games()) else None


def picked_game(args: Mapping[str, str], among: Sequence[Game] = ()) -> Game | None:
    """The game whose button was pressed; None if none was."""
    return named_game(args[PICK_FIELD], among) if PICK_FIELD in args else None


def last_picked_game(among: Sequence[Game] = ()) -> Game:
    """The game that this phone picked last, or the best known one of its language."""
    return named_game(request.cookies.get(GAME_COOKIE, ""), among) or best_known_first(among or games())[0]


def remember_game(answer: Response, game: Game) -> Response:
    """Store the picked game on this phone."""
    return keep_choice(answer, GAME_COOKIE, game.id)


def read_question(args: Mapping[str, str]) -> Question:
    """Read the question from a query. What does not read is kept and named in `faults`."""
    game = named_game(args.get("game", ""), melding_games()) or find_game(UNNAMED)
    options = {option.name: args[PREFIX + option.name] for option in game.options if differs(option, args)}
    # The rules of a usual deal come first: they say which facts of this deal there are to read.
    rules, faults = _read_rules(game, options)
    deal = read_deal(rules, () if faults else game.follows(options), args)
    rules = rules if faults else game.rules(options, facts=deal.facts)
    multiplier = args.get("multiplier", "1")
    on_table = game.table != "none" and args.get("side") == "table"
    table_melds = TypedMelds.of_field(rules, args, "table", has_past=on_table)
    return Question(
        game,
        options,
        faults,
        TypedCards.of_field(rules, args, "cards", has_past=not on_table),
        args.get("melds", ""),
        int(multiplier) if multiplier in map(str, MULTIPLIERS) else 1,
        args.get("lay") == "1" and not on_table,
        read_tab(rules.pack, args),
        None if game.table == "none" else table_melds,
        on_table,
        taken_text=args.get("taken", ""),
        eaten_texts=tuple(name.removeprefix(EATEN) for name in args if name.startswith(EATEN)),
        deal=deal,
    )


def read_tab(pack: Pack, args: Mapping[str, str]) -> str:
    """The suit whose keys are shown, on a pad that shows one suit at a time; empty for the first."""
    tab = args.get("tab", "")
    return tab if tab in pack.suit and tab != pack.suits[0].letter else ""


def with_preset(args: Mapping[str, str]) -> Mapping[str, str]:
    """The fields with the house rules of the preset that was tapped, if one was."""
    if RULES_FIELD not in args:
        return args
    preset_fields = parse_qsl(args[RULES_FIELD][:LONGEST_QUERY], keep_blank_values=True)
    other_fields = {
        name: value for name, value in args.items() if not name.startswith(PREFIX) and name != RULES_FIELD
    }
    return other_fields | {PREFIX + name: value for name, value in preset_fields}


def differs(option: Option, args: Mapping[str, str]) -> bool:
    """Whether the query gives a house rule a value other than its default, readable or not."""
    name = PREFIX + option.name
    return name in args and presets.is_unusual(option, {option.name: args[name]})


def _read_rules(game: Game, options: Mapping[str, str]) -> tuple[Rules, dict[str, str]]:
    """The rules with the given options; if these do not read, the game's defaults and the faults."""
    try:
        return game.rules(options), {}
    except OptionErrors as error:
        return game.rules({}), page_faults(game.options, error)


def group_options(options: Iterable[Option], *, of_table: bool = False) -> list[tuple[str, list[Option]]]:
    """Options by the heading of their group, in the game's order. `of_table` leaves out those that a table
    knows by itself."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        if of_table and not option.at_tables:
            continue
        groups.setdefault(_GROUP_TITLES.get(option.group, option.group), []).append(option)
    return list(groups.items())


_GROUP_TITLES = {
    "pack": say("Pack"),
    "melds": say("Melds"),
    "wilds": say("Wilds"),
    "scoring": say("Scoring"),
}


def rule_in_words(option: Option, value: str) -> str:
    """A house rule in a few words: `3 packs`, `Match to 50`, `Values: 0 1 3 6 …`, `No two wilds together`.

    The name of a game of one's own is itself.
    """
    if option.name == "title":
        return value
    if option.type == "int":
        return option.number_in_short(int(str(option.read(value))))
    if option.type == "bool":
        is_on = value.lower() in ("true", "yes", "on", "1")
        return option.label if is_on else say("{rule}: no", rule=option.label)
    return say("{rule}: {value}", rule=option.label, value=option.choices.get(value, value))
