"""The pad's questions as functions: what `import scorepad` offers to other programs.

Cards and melds are text in any notation, or values as an earlier answer gave them. Where `language` is
named, its letters come first in text: `4C` is the four of hearts in `fr`. House rules are keywords of the
names that `scorepad games` lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from scorepad.answers import hand_answers, score_questions
from scorepad.answers.answer_types import Best, MatchAnswer, MeldAnswer, MergeAnswer, Verdict
from scorepad.answers.field_reader import of_type, partners_out_field
from scorepad.answers.hand_questions import no_cards
from scorepad.answers.question_types import DEFAULT_LIMIT, LanguageId
from scorepad.answers.terms import ANY_MELDS, Terms
from scorepad.core.bonuses import PartnerOut
from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.errors import ScorepadError
from scorepad.core.notation import Notation
from scorepad.core.rules import Rules
from scorepad.jobs.extras import naming_extras
from scorepad.photos import reading
from scorepad.photos.reading import PhotoAnswer
from scorepad.rulebook import find_game, naming_games
from scorepad.rulebook.game import DealFacts

Cards = str | Iterable[Card | Laid | str]
Melds = str | Iterable[MeldAnswer | Cards]


@naming_games()
def best(
    game_or_rules: str | Rules,
    cards: Cards,
    *,
    table: Melds = (),
    partners: Melds = (),
    partners_out: str | Sequence[str] = (),
    taken: str | Card | None = None,
    opened: bool = False,
    turn: bool = False,
    multiplier: int = 1,
    limit: float = DEFAULT_LIMIT,
    language: str = "",
    **options: Any,
) -> Best:
    """The melds of the highest score, proven within `limit` seconds or with the bound that was reached.

    `table` has the melds that lie there, `partners` those of partners, to interlock with; `partners_out` has
    what scored with them as partners went out, each as `♣3♥4♣5 | ♥4♣5♥6`, the partner's melds and the
    player's own of then. `taken` is a card of the hand out of the discard pile, which must be melded at once
    where the game asks for that. `opened`: the player has laid a first meld. `turn`: all is laid in one turn,
    in games of one new meld a turn. The `options` may name a preset and what the rules of a deal follow from,
    see `rules`.

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
    rules, notation = _read_rules(game_or_rules, options, language)
    hand = [laid.card for laid in _laid(cards, notation)]
    if not hand:
        raise no_cards("best", "cards", rules)
    return hand_answers.best(
        rules,
        hand,
        _terms(rules, notation, table, partners, partners_out, taken, opened, turn, multiplier, limit),
    )


@naming_games()
def check(
    game_or_rules: str | Rules,
    melds: Melds,
    *,
    table: Melds = (),
    partners: Melds = (),
    partners_out: str | Sequence[str] = (),
    taken: str | Card | None = None,
    opened: bool = False,
    turn: bool = False,
    multiplier: int = 1,
    limit: float = DEFAULT_LIMIT,
    language: str = "",
    **options: Any,
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
    rules, notation = _read_rules(game_or_rules, options, language)
    melds_laid = _melds(melds, notation)
    if not melds_laid:
        raise no_cards("check", "melds", rules)
    return hand_answers.check(
        rules,
        melds_laid,
        _terms(rules, notation, table, partners, partners_out, taken, opened, turn, multiplier, limit),
    )


@naming_games()
def merge(
    game_or_rules: str | Rules, melds: Melds, between: Cards = (), *, language: str = "", **options: Any
) -> MergeAnswer:
    """Two melds of one player made one, where they abut or `between` has the cards that join them.

    >>> merged = merge("chattahoochee-alternate", "♦TJQKA / ♦2345")
    >>> print(merged, merged.points, merged.before)
    ♦TJQKA2345 45 (15, 10)

    Raises ScorepadError for what does not read.
    """
    rules, notation = _read_rules(game_or_rules, options, language)
    return hand_answers.merge(rules, _melds(melds, notation), _laid(between, notation))


@naming_games()
def match(
    game: str,
    players: Sequence[str],
    deals: Sequence[Mapping[str, Any]],
    *,
    preset: str = "",
    language: str = "",
    **options: object,
) -> MatchAnswer:
    """How a match stands after its deals, each as a question of `score`: totals, bonuses, who won.

    >>> played = match("rummy-500", ["Ann", "Ben"], [{"melded": {"Ann": 255}, "left": {"Ben": 20}}] * 2)
    >>> played.totals, played.over, played.winners
    ({'Ann': 510, 'Ben': -40}, True, ('Ann',))

    Raises UnknownGame, and ScorepadError with every fault of a deal.
    """
    fields = {"game": game, "players": list(players), "deals": list(deals), "options": options}
    more_fields = {"preset": preset, "language": language}
    return score_questions.match(fields | {name: value for name, value in more_fields.items() if value})


@naming_games()
def rules(
    game: str,
    *,
    preset: str = "",
    deal_number: int = 1,
    turned: str | Card | None = None,
    language: str = "",
    **options: object,
) -> Rules:
    """The rules of a game, by its id or any of its names, under house rules and those of a `preset`.

    In some games they follow from the deal's number, or from the card turned up for it, which is read in
    the letters of `language`.

    >>> rules("Rummy 500").pack.id
    'french'
    >>> rules("chattahoochee", packs=3).packs
    3

    Raises UnknownGame, UnknownPreset, and OptionErrors with every fault.
    """
    found = find_game(game)
    every_option = {**found.preset_options(preset), **options} if preset else options
    # The card is read by the pack as it is before one is turned up.
    usual_notation = _notation(found.rules(every_option), language)
    turned_card = _single_card(turned, usual_notation, "turned") if turned else None
    return found.rules(every_option, facts=DealFacts(deal_number, turned_card))


def read(photo: bytes | str | PathLike[str], pack: str = "") -> PhotoAnswer:
    """The cards on a photo, a file's path or its content; nothing of it is sure before a person says so.

    Raises ScorepadError for what is no photo, and OSError for a file that cannot be opened.
    """
    file, data = ("", photo) if isinstance(photo, bytes) else (str(photo), Path(photo).read_bytes())
    with naming_extras():
        return PhotoAnswer.of(file, reading.read_photo(data, pack))


def _read_rules(game_or_rules: str | Rules, options: dict[str, Any], language: str) -> tuple[Rules, Notation]:
    """The rules, of a game that has melds, and how its cards are read."""
    if isinstance(game_or_rules, Rules):
        # A mistake of the program that calls, and not of what a person typed.
        if options:
            raise TypeError(f"options belong to a game, and these rules are made: {', '.join(options)}")
        made = game_or_rules
    else:
        made = rules(game_or_rules, language=language, **options)
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
) -> Terms:
    if turn and not rules.turns.one_meld:
        raise ScorepadError(ANY_MELDS, at="turn", code="field")
    return Terms(
        table=_melds(table, notation),
        partners=_melds(partners, notation),
        partners_out=_partners_out(partners_out, rules, notation),
        taken=_single_card(taken, notation),
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
