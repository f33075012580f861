"""The pad's questions as functions: what `import scorepad` offers to other programs.

Cards and melds are text in any notation, or values as an earlier answer gave them. Where `language` is
named, its letters come first in text: `4C` is the four of hearts in `fr`. House rules are keywords of the
names that `scorepad games` lists; `preset`, `deal_number` and `turned` go with them, see `rules`. Type
checkers know them by game from `__init__.pyi`. A program that learns the game at run time gives them as
`options`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any, overload

from scorepad.answers import card_advice, hand_answers, many_hands, score_questions
from scorepad.answers.answer_types import (
    Best,
    DiscardAnswer,
    MatchAnswer,
    MeldAnswer,
    MergeAnswer,
    NextAnswer,
    ScoreAnswer,
    Verdict,
)
from scorepad.answers.field_reader import of_type, partners_out_field
from scorepad.answers.hand_questions import no_cards, no_discard
from scorepad.answers.question_types import DEFAULT_LIMIT, LanguageId
from scorepad.answers.terms import ANY_MELDS, NO_EATEN, Terms
from scorepad.core.bonuses import LyingBeside, PartnerOut
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.deal_facts import DealFacts
from scorepad.core.errors import ScorepadError
from scorepad.core.extras import naming_extras
from scorepad.core.notation import Notation
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.photos import reading
from scorepad.photos.limits import check_pack, check_pack_count
from scorepad.photos.reading import PhotoAnswer, ReadAnswer
from scorepad.rulebook import Game, find_game, naming_games

Cards = str | Iterable[Card | Laid | str]
Melds = str | Iterable[MeldAnswer | Cards]
Photo = bytes | str | PathLike[str]
Photos = list[Photo] | tuple[Photo, ...]
Options = Mapping[str, object]


@naming_games()
def best(
    game_or_rules: str | PathLike[str] | Rules,
    cards: Cards,
    *,
    table: Melds = (),
    partners: Melds = (),
    partners_out: str | Sequence[str] = (),
    taken: str | Card | None = None,
    eaten: Cards = (),
    opened: bool = False,
    turn: bool = False,
    multiplier: int = 1,
    limit: float = DEFAULT_LIMIT,
    language: str = "",
    options: Options | None = None,
    **house_rules: Any,
) -> Best:
    """The melds of the highest score, proven within `limit` seconds or with the bound that was reached.

    `table` has the melds that lie there, `partners` those of partners, to interlock with; `partners_out` has
    what scored with them as partners went out, each as `♣3♥4♣5 | ♥4♣5♥6`, the partner's melds and the
    player's own of then. `taken` is a card of the hand out of the discard pile, which must be melded at once
    where the game asks for that; `eaten` are those taken before, which lie in different melds. `opened`: the
    player has laid a first meld. `turn`: all is laid in one turn, in games of one new meld a turn. The
    `options` may name a preset and what the rules of a deal follow from, see `rules`.

    >>> hand = best("chattahoochee", "♣456677889T", multiplier=3)
    >>> [str(meld) for meld in hand.melds], [meld.points for meld in hand.melds]
    (['♣456789T', '♣678'], [28, 6])
    >>> hand.points, hand.score, hand.bound, hand.proven
    (34, 102, 34, True)
    >>> best("rummikub", "R10 R11 R12 B4", table="K7 K8 K9").left
    ('4B',)
    >>> print(best("chattahoochee", "4C 5C 6C", language="fr"))
    ♥456

    Raises ScorepadError for what does not read, and for a hand that the packs do not hold.
    """
    rules, notation = _read_rules(game_or_rules, options, house_rules, language)
    hand = _hand("best", cards, rules, notation)
    terms = _terms(
        rules, notation, table, partners, partners_out, taken, opened, turn, multiplier, limit, eaten
    )
    return hand_answers.best(rules, hand, terms).in_plain_text()


@naming_games()
def best_of_many(
    game_or_rules: str | Rules,
    hands: Iterable[Cards],
    *,
    table: Melds = (),
    opened: bool = False,
    turn: bool = False,
    multiplier: int = 1,
    limit: float = DEFAULT_LIMIT,
    language: str = "",
    options: Options | None = None,
    **house_rules: Any,
) -> Iterator[Best]:
    """The answer of `best` for each hand, in order, one after the other as they are asked for.

    The rules are read once, and the melds of a pack listed once, so that thousands of hands are answered in
    the time of hundreds. `limit` is in seconds for each hand.

    >>> for answer in best_of_many("gin-rummy", ["♣456 ♥K ♦K ♠K7 ♦7 ♥2 ♠A", "♥A23 ♠2 ♣2 ♦9TJ ♣K ♠Q"]):
    ...     print(answer.left_value, answer)
    17 ♣456 / ♠K♥K♦K
    24 ♣2♠2♥2 / ♦9TJ

    Raises ScorepadError for rules that do not read at once, and for a hand when it is reached.
    """
    rules, notation = _read_rules(game_or_rules, options, house_rules, language)
    terms = _terms(rules, notation, table, (), (), None, opened, turn, multiplier, limit)
    read_hands = (_hand("best", cards, rules, notation) for cards in hands)
    return many_hands.best_of_many(rules, read_hands, terms)


def _hand(verb: str, cards: Cards, rules: Rules, notation: Notation) -> list[Card]:
    """The cards of a hand. Raises ScorepadError where there are none."""
    hand = [laid.card for laid in _laid(cards, notation)]
    if not hand:
        raise no_cards(verb, "cards", rules)
    return hand


@naming_games()
def next_cards(
    game_or_rules: str | Rules,
    cards: Cards,
    *,
    seen: Cards = (),
    table: Melds = (),
    partners: Melds = (),
    partners_out: str | Sequence[str] = (),
    eaten: Cards = (),
    opened: bool = False,
    turn: bool = False,
    limit: float = DEFAULT_LIMIT,
    language: str = "",
    options: Options | None = None,
    **house_rules: Any,
) -> NextAnswer:
    """What each card that may still come would add to the hand, greatest gain first; points and counts.

    `seen` are cards seen elsewhere, such as discards, which can't come. `limit` is in seconds for all cards
    together; what was not settled in them has `proven` false.

    >>> coming = next_cards("gin-rummy", "♣45 ♥K ♦K ♠K7 ♦7 ♥2 ♠A ♦9", seen="♣3")
    >>> [(card.card, card.gain, card.unseen) for card in coming.next[:2]]
    [('7C', 23, 1), ('7H', 23, 1)]
    >>> coming.chances.better  # of the unseen cards so many make the hand better
    (26, 41)

    Raises ScorepadError for what does not read, and for cards that the packs do not hold.
    """
    rules, notation = _read_rules(game_or_rules, options, house_rules, language)
    terms = _terms(rules, notation, table, partners, partners_out, None, opened, turn, 1, limit, eaten)
    terms = replace(terms, seen=[laid.card for laid in _laid(seen, notation)])
    hand = _hand("next", cards, rules, notation)
    return card_advice.rate_next_cards(rules, hand, terms).in_plain_text()


@naming_games()
def discard(
    game_or_rules: str | Rules,
    cards: Cards,
    *,
    table: Melds = (),
    taken: str | Card | None = None,
    eaten: Cards = (),
    opened: bool = False,
    turn: bool = False,
    limit: float = DEFAULT_LIMIT,
    language: str = "",
    options: Options | None = None,
    **house_rules: Any,
) -> DiscardAnswer:
    """Which card costs least to throw, the cheapest first: the points without it, and what is left then.

    `taken` was taken from the discard pile in this turn and is not thrown. `limit` is in seconds for all
    cards together.

    >>> thrown = discard("gin-rummy", "♣456 ♥K ♦K ♠K7 ♦7 ♥2 ♠A ♦9")
    >>> [(card.card, card.left_value) for card in thrown.discard[:2]]
    [('9D', 17), ('7S', 19)]

    Raises ScorepadError for what does not read, and where a turn ends without a discard.
    """
    rules, notation = _read_rules(game_or_rules, options, house_rules, language)
    if rules.board.shared:
        raise no_discard()
    terms = _terms(rules, notation, table, (), (), taken, opened, turn, 1, limit, eaten)
    return card_advice.rate_discards(rules, _hand("discard", cards, rules, notation), terms).in_plain_text()


@naming_games()
def check(
    game_or_rules: str | PathLike[str] | Rules,
    melds: Melds,
    *,
    table: Melds = (),
    partners: Melds = (),
    partners_out: str | Sequence[str] = (),
    taken: str | Card | None = None,
    eaten: Cards = (),
    opened: bool = False,
    turn: bool = False,
    multiplier: int = 1,
    limit: float = DEFAULT_LIMIT,
    language: str = "",
    options: Options | None = None,
    **house_rules: Any,
) -> Verdict:
    """Melds as laid: legal or not and why, their points, and what would have been worth more.

    >>> laid = check("chattahoochee", "♣45678 / ♣6789T")
    >>> laid.legal, laid.points, laid.missed
    (True, 30, 4)
    >>> print(*laid.better)
    ♣456789T ♣678
    >>> laid == check("chattahoochee", laid.melds)
    True

    Raises ScorepadError for what does not read.
    """
    rules, notation = _read_rules(game_or_rules, options, house_rules, language)
    melds_laid = _melds(melds, notation)
    if not melds_laid:
        raise no_cards("check", "melds", rules)
    terms = _terms(
        rules, notation, table, partners, partners_out, taken, opened, turn, multiplier, limit, eaten
    )
    return hand_answers.check(rules, melds_laid, terms).in_plain_text()


@naming_games()
def merge(
    game_or_rules: str | PathLike[str] | Rules,
    melds: Melds,
    between: Cards = (),
    *,
    language: str = "",
    options: Options | None = None,
    **house_rules: Any,
) -> MergeAnswer:
    """Two melds of one player made one, where they abut or `between` has the cards that join them.

    >>> merged = merge("chattahoochee-alternate", "♦TJQKA / ♦2345")
    >>> print(merged, merged.points, merged.before)
    ♦TJQKA2345 45 (15, 10)

    Raises ScorepadError for what does not read.
    """
    rules, notation = _read_rules(game_or_rules, options, house_rules, language)
    return hand_answers.merge(rules, _melds(melds, notation), _laid(between, notation)).in_plain_text()


@naming_games()
def score(
    game: str | PathLike[str],
    deal: Mapping[str, Any],
    /,
    *,
    preset: str = "",
    language: str = "",
    options: Options | None = None,
    **house_rules: Any,
) -> ScoreAnswer:
    """Everybody's score of a deal that is over, in points by name.

    `deal` has the fields of a question of `score`: `winner`, `ending` (the game's own word), and by name
    `left`, `melded`, `hands` and what else the game counts. Cards are text, values whole numbers.

    >>> score("gin-rummy", {"winner": "Ann", "ending": "knock", "left": {"Ann": "♠3", "Ben": "♥K ♣7"}}).scores
    {'Ann': 14, 'Ben': 0}

    Raises UnknownGame, and ScorepadError with every fault of the deal.
    """
    asked = _question(game, preset, language, options, house_rules)
    return score_questions.score({**deal, **asked}).in_plain_text()


@naming_games()
def match(
    game: str | PathLike[str],
    players: Sequence[str],
    deals: Sequence[Mapping[str, Any]],
    /,
    *,
    preset: str = "",
    language: str = "",
    options: Options | None = None,
    **house_rules: Any,
) -> MatchAnswer:
    """How a match stands after its deals, each as for `score`: totals and bonuses in points, who won.

    >>> played = match("rummy-500", ["Ann", "Ben"], [{"melded": {"Ann": 255}, "left": {"Ben": 20}}] * 2)
    >>> played.totals, played.over, played.winners
    ({'Ann': 510, 'Ben': -40}, True, ('Ann',))

    Raises UnknownGame, and ScorepadError with every fault of a deal.
    """
    asked = _question(game, preset, language, options, house_rules)
    return score_questions.match({**asked, "players": list(players), "deals": list(deals)}).in_plain_text()


def _question(
    game: str | PathLike[str], preset: str, language: str, options: Options | None, house_rules: Options
) -> dict[str, Any]:
    """The fields of a question that say which rules hold."""
    named = {"preset": preset, "language": language}
    fields = {name: value for name, value in named.items() if value}
    found, file_options = _game_of(game)
    return {**fields, "game": found.id, "options": {**file_options, **(options or {}), **house_rules}}


@naming_games()
def rules(
    game: str | PathLike[str],
    *,
    preset: str = "",
    deal_number: int = 1,
    turned: str | Card | None = None,
    language: str = "",
    options: Options | None = None,
    **house_rules: Any,
) -> Rules:
    """The rules of a game, by its id or any of its names, under house rules and those of a `preset`; or of a
    game of one's own, by the path of its file, which ends in `.toml`.

    In some games they follow from the deal's number, or from the card turned up for it, which is read in
    the letters of `language`.

    >>> rules("Rummy 500").pack.id
    'french'
    >>> rules("chattahoochee", packs=3).packs
    3

    Raises UnknownGame, UnknownPreset, OptionErrors with every fault, BadGameFile, and OSError for a file that
    can't be opened.
    """
    found, file_options = _game_of(game)
    preset_options = found.preset_options(preset) if preset else {}
    every_option = {**file_options, **preset_options, **(options or {}), **house_rules}
    # The card is read by the pack as it is before one is turned up.
    usual_notation = _notation(found.rules(every_option), language)
    turned_card = _single_card(turned, usual_notation, "turned") if turned else None
    return found.rules(every_option, facts=DealFacts(deal_number, turned_card))


@overload
def read(photo: Photo, pack: str = "", packs: int = 0) -> PhotoAnswer: ...


@overload
def read(photo: Photos, pack: str = "", packs: int = 0) -> ReadAnswer: ...


def read(photo: Photo | Photos, pack: str = "", packs: int = 0) -> PhotoAnswer | ReadAnswer:
    """The cards on a photo, or on several of one hand; nothing of it is sure before a person says so.

    A photo is a file's path or its content. `pack` is the pack on it, where that is known; `packs` says how
    many are in play, 0 for any number. Boxes are x, y, width and height in pixels of the upright picture;
    `confidence` goes from 0 to 1. Of two to five photos `cards` has what lies on all of them, each card once.

    Raises ScorepadError for what is no photo, and OSError for a file that cannot be opened.
    """
    check_pack(pack)
    check_pack_count(packs)
    with naming_extras():
        if isinstance(photo, bytes | str | PathLike):
            return _read_one(photo, pack, packs)
        photos = tuple([_read_one(each, pack, packs) for each in photo])
    return ReadAnswer.of(photos, pack, packs)


def _read_one(photo: Photo, pack: str, packs: int) -> PhotoAnswer:
    file, data = ("", photo) if isinstance(photo, bytes) else (str(photo), Path(photo).read_bytes())
    return PhotoAnswer.of(file, reading.read_photo(data, pack, packs))


def _game_of(game: str | PathLike[str]) -> tuple[Game, Mapping[str, object]]:
    """The game of that name, or the one in a file that ends in `.toml` with its options."""
    path = fspath(game)
    if not path.endswith(".toml"):
        return find_game(path), {}
    # Here, as hardly any question has a file.
    from scorepad.rulebook.own_game.game_files import read_game_file

    return find_game("own-game"), read_game_file(Path(path).read_text("utf-8")).options


def _read_rules(
    game_or_rules: str | PathLike[str] | Rules,
    options: Options | None,
    house_rules: dict[str, Any],
    language: str,
) -> tuple[Rules, Notation]:
    """The rules, of a game that has melds, and how its cards are read."""
    if isinstance(game_or_rules, Rules):
        given = {**(options or {}), **house_rules}
        # A mistake of the program that calls, and not of what a person typed.
        if given:
            raise TypeError(f"options belong to a game, and these rules are made: {', '.join(given)}")
        made = game_or_rules
    else:
        made = rules(game_or_rules, language=language, options=options, **house_rules)
    if not made.scoring.lays_melds:
        raise ScorepadError(
            f"The game {made.game!r} has no melds. Choose one that has.", at="game", code="field"
        )
    return made, _notation(made, language)


def _notation(rules: Rules, language: str) -> Notation:
    return Notation(rules.pack, of_type(LanguageId)(language) if language else "")


def _terms(
    rules: Rules,
    notation: Notation,
    table: Melds,
    partners: Melds,
    partners_out: str | Sequence[str],
    taken: str | Card | None,
    opened: bool,
    turn: bool,
    multiplier: int,
    limit: float,
    eaten: Cards = (),
) -> Terms:
    if turn and not rules.turns.one_meld:
        raise ScorepadError(ANY_MELDS, at="turn", code="field")
    lying_apart = tuple(laid.card for laid in _laid(eaten, notation))
    if lying_apart and not rules.hand.taken_apart:
        raise ScorepadError(say(str(NO_EATEN), field="eaten"), at="eaten", code="field")
    return Terms(
        table=_melds(table, notation),
        partners=LyingBeside(_melds(partners, notation), _partners_out(partners_out, rules, notation)),
        taken=_single_card(taken, notation),
        eaten=lying_apart,
        opened=opened,
        turn=turn,
        multiplier=multiplier,
        limit=limit,
    )


def _partners_out(
    partners_out: str | Sequence[str], rules: Rules, notation: Notation
) -> Sequence[PartnerOut]:
    if not partners_out:
        return ()
    if not (rules.bonuses.interlocks and rules.turns.any_turn):
        fault = "No melds interlock in turns in this game. Leave partners_out out."
        raise ScorepadError(fault, at="partners_out", code="field")
    texts = [partners_out] if isinstance(partners_out, str) else list(partners_out)
    return partners_out_field(texts, notation)


def _single_card(card: str | Card | None, notation: Notation, name: str = "taken") -> Card | None:
    if not isinstance(card, str):
        return card
    cards = notation.read_cards(card)
    if len(cards) != 1:
        raise ScorepadError(f"{name}: type one card, not {card!r}.", at=name, code="field")
    return cards[0].card


def _laid(cards: Cards, notation: Notation) -> Meld:
    if isinstance(cards, str):
        return notation.read_cards(cards)
    return tuple(laid for item in cards for laid in _cards_of(item, notation))


def _cards_of(item: Card | Laid | str, notation: Notation) -> Iterable[Laid]:
    """The cards of one item: a text may hold several."""
    if isinstance(item, str):
        return notation.read_cards(item)
    return (item if isinstance(item, Laid) else Laid(item),)


def _melds(melds: Melds, notation: Notation) -> list[Meld]:
    if isinstance(melds, str):
        return list(notation.read_melds(melds))
    return [meld for item in melds for meld in _of_item(item, notation)]


def _of_item(item: MeldAnswer | Cards, notation: Notation) -> Iterable[Meld]:
    """The melds of one item: a text may hold several."""
    if isinstance(item, MeldAnswer):
        return (item.meld,)
    return notation.read_melds(item) if isinstance(item, str) else (_laid(item, notation),)
