# Made by `python -m tests.typed_face > scorepad/__init__.pyi`. A test holds it to the games.
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, overload

from scorepad.answers.answer_types import Best as Best, BonusAnswer as BonusAnswer, DiscardAnswer as DiscardAnswer, FaultAnswer as FaultAnswer, MatchAnswer as MatchAnswer, MeldAnswer as MeldAnswer, MergeAnswer as MergeAnswer, NextAnswer as NextAnswer, ScoreAnswer as ScoreAnswer, Verdict as Verdict
from scorepad.core.cards import Card as Card, Laid as Laid, Meld as Meld, Track as Track
from scorepad.core.errors import RulesNotKnown as RulesNotKnown, ScorepadError as ScorepadError
from scorepad.core.rules import MeldShapes as MeldShapes, Rules as Rules
from scorepad.library import read as read
from scorepad.photos.reading import CardSeen as CardSeen, PhotoAnswer as PhotoAnswer, ReadAnswer as ReadAnswer
from scorepad.rulebook import Game as Game, games as games
from scorepad.library import Cards, Melds, Options

__all__ = [
    "Best",
    "BonusAnswer",
    "Card",
    "CardSeen",
    "DiscardAnswer",
    "FaultAnswer",
    "Game",
    "Laid",
    "MatchAnswer",
    "Meld",
    "MeldAnswer",
    "MeldShapes",
    "MergeAnswer",
    "NextAnswer",
    "PhotoAnswer",
    "ReadAnswer",
    "Rules",
    "RulesNotKnown",
    "ScoreAnswer",
    "ScorepadError",
    "Track",
    "Verdict",
    "best",
    "best_of_many",
    "check",
    "discard",
    "games",
    "match",
    "merge",
    "next_cards",
    "read",
    "rules",
    "score",
]
__version__: str
def __dir__() -> list[str]: ...

class _Asked(TypedDict, total=False):
    deal_number: int
    turned: str | Card | None

_AnyGameNames = Literal['Any game', 'any', 'any-game', 'free', 'points']
_AnyGamePresets = Literal['', 'most-points-win', 'fewest-points-win', 'count-down', 'adds-up-to-0', 'wizard', 'skat', 'doppelkopf', 'spades', 'hearts', 'five-dice', 'darts-501']

class _AnyGame(TypedDict, total=False):
    title: str | list[str]
    wins: Literal['most', 'least']
    target: int
    deals: int
    start: int
    step: int
    sum_zero: bool
    halves: bool
    dealer: bool
    columns: Literal['none', 'wizard', 'skat', 'doppelkopf', 'spades', 'hearts', 'dice', 'darts']

class _AnyGameAsked(_AnyGame, _Asked, total=False):
    preset: _AnyGamePresets

_AvalancheNames = Literal['Avalanche', 'avalanche']
_AvalanchePresets = Literal['', 'standard-rules', 'three-packs']

class _Avalanche(TypedDict, total=False):
    packs: int
    jokers: int
    deal: int
    mixed_growth: bool
    target: int
    deals: int

class _AvalancheAsked(_Avalanche, _Asked, total=False):
    preset: _AvalanchePresets

_BasicRummyNames = Literal['Basic Rummy', 'basic', 'basic-rummy', 'rummy', 'straight rummy']
_BasicRummyPresets = Literal['', 'standard-rules', 'going-rummy', 'aces-at-both-ends']

class _BasicRummy(TypedDict, total=False):
    packs: int
    deal: int
    ace: Literal['low', 'high', 'both']
    going_rummy: bool
    target: int
    deals: int

class _BasicRummyAsked(_BasicRummy, _Asked, total=False):
    preset: _BasicRummyPresets

_BiribaNames = Literal['Biriba', 'biriba', 'mpirimpa', 'μπιρίμπα']
_BiribaPresets = Literal['', 'standard-rules', 'without-trumps', 'cards-as-in-canasta']

class _Biriba(TypedDict, total=False):
    packs: int
    koz: bool
    dirty_stays: bool
    clean: int
    dirty: int
    alike: int
    whole_clean: int
    whole_dirty: int
    out: int
    biribaki: int
    joker: int
    two: int
    ace: int
    target: int
    deals: int

class _BiribaAsked(_Biriba, _Asked, total=False):
    preset: _BiribaPresets

_BurracoNames = Literal['Burraco', 'buraco', 'burako', 'burraco', 'canastra']
_BurracoPresets = Literal['', 'italy', 'half-a-match', 'older-tournaments', 'brazil']

class _Burraco(TypedDict, total=False):
    packs: int
    clean: int
    half_clean: int
    dirty: int
    ace_king: int
    ace_ace: int
    out: int
    pozzetto: int
    clean_out: bool
    rises: bool
    side_score: int
    joker: int
    two: int
    target: int
    deals: int

class _BurracoAsked(_Burraco, _Asked, total=False):
    preset: _BurracoPresets

_CanastaNames = Literal['Canasta', 'canasta', 'kanasta']
_CanastaPresets = Literal['', 'classic', 'modern-american', 'wild-canastas', 'two-canastas']

class _Canasta(TypedDict, total=False):
    form: Literal['classic', 'modern-american']
    packs: int
    side_score: int
    natural: int
    mixed: int
    wild: int
    to_go_out: int
    out: int
    concealed: int
    threes: Literal['hundreds', 'rising']
    four_unmelded: int
    target: int
    deals: int

class _CanastaAsked(_Canasta, _Asked, total=False):
    preset: _CanastaPresets

_ChattahoocheeNames = Literal['Chattahoochee', 'chattahoochee', 'hooch']
_ChattahoocheePresets = Literal['', 'standard-rules', 'with-jokers', 'fives-wild', 'two-zeroes', 'alternating-suits']

class _Chattahoochee(TypedDict, total=False):
    pack: Literal['french', 'french-48', 'spanish-48', 'spanish-44', 'spanish-40', 'german-36', 'swiss-36', 'piquet-32', 'rook', 'five-crowns', 'five-hundred-63', 'tarot-78', 'pinochle-5', 'seventeen', 'rummikub', 'custom']
    packs: int
    jokers: int
    suits: str | list[str]
    ranks: str | list[str]
    suit_names: Literal['own', 'french', 'spanish', 'italian', 'german', 'swiss', 'tarot']
    melds: Literal['single', 'both', 'alternating']
    leaps: Sequence[int] | str
    schedule: Literal['original', 'one-zero', 'two-zeroes', 'square', 'fibonacci', 'table']
    schedule_table: Sequence[int] | str
    quartet_bonus: int
    adjacent_naturals: bool
    wilds_apart: bool
    wild_only_schedule: Literal['none', 'original', 'one-zero', 'two-zeroes', 'square', 'fibonacci', 'table']
    wild_only_table: Sequence[int] | str
    wild_rank: str | list[str]
    wild_rank_mode: Literal['drops-out', 'also-natural']
    wild_cards: str | list[str]
    wild_reach: Literal['any', 'own-suit', 'own-colour']
    wild_ranks: str | list[str]
    majors: Literal['fifth-suit', 'wild-mod-7', 'wild-list']
    major_ranks: str | list[str]
    deal: int
    target: int
    deals: int

class _ChattahoocheeAsked(_Chattahoochee, _Asked, total=False):
    preset: _ChattahoocheePresets

class _ChattahoocheeButMelds(TypedDict, total=False):
    pack: Literal['french', 'french-48', 'spanish-48', 'spanish-44', 'spanish-40', 'german-36', 'swiss-36', 'piquet-32', 'rook', 'five-crowns', 'five-hundred-63', 'tarot-78', 'pinochle-5', 'seventeen', 'rummikub', 'custom']
    packs: int
    jokers: int
    suits: str | list[str]
    ranks: str | list[str]
    suit_names: Literal['own', 'french', 'spanish', 'italian', 'german', 'swiss', 'tarot']
    leaps: Sequence[int] | str
    schedule: Literal['original', 'one-zero', 'two-zeroes', 'square', 'fibonacci', 'table']
    schedule_table: Sequence[int] | str
    quartet_bonus: int
    adjacent_naturals: bool
    wilds_apart: bool
    wild_only_schedule: Literal['none', 'original', 'one-zero', 'two-zeroes', 'square', 'fibonacci', 'table']
    wild_only_table: Sequence[int] | str
    wild_rank: str | list[str]
    wild_rank_mode: Literal['drops-out', 'also-natural']
    wild_cards: str | list[str]
    wild_reach: Literal['any', 'own-suit', 'own-colour']
    wild_ranks: str | list[str]
    majors: Literal['fifth-suit', 'wild-mod-7', 'wild-list']
    major_ranks: str | list[str]
    deal: int
    target: int
    deals: int

class _ChattahoocheeButMeldsAsked(_ChattahoocheeButMelds, _Asked, total=False):
    preset: _ChattahoocheePresets

_ChattahoocheeAlternateNames = Literal['Chattahoochee, melding in any turn', 'alternate', 'alternate chattahoochee', 'alternate hooch', 'chattahoochee-alternate', 'hooch alternate']
_ChattahoocheeAlternatePresets = Literal['', 'standard-rules', 'with-filching', 'strong-first-melds']

class _ChattahoocheeAlternate(TypedDict, total=False):
    pack: Literal['french', 'french-48', 'spanish-48', 'spanish-44', 'spanish-40', 'german-36', 'swiss-36', 'piquet-32', 'rook', 'five-crowns', 'five-hundred-63', 'tarot-78', 'pinochle-5', 'seventeen', 'rummikub', 'custom']
    packs: int
    jokers: int
    suits: str | list[str]
    ranks: str | list[str]
    suit_names: Literal['own', 'french', 'spanish', 'italian', 'german', 'swiss', 'tarot']
    melds: Literal['single', 'both', 'alternating']
    leaps: Sequence[int] | str
    schedule: Literal['original', 'one-zero', 'two-zeroes', 'square', 'fibonacci', 'table']
    schedule_table: Sequence[int] | str
    quartet_bonus: int
    adjacent_naturals: bool
    wilds_apart: bool
    wild_only_schedule: Literal['none', 'original', 'one-zero', 'two-zeroes', 'square', 'fibonacci', 'table']
    wild_only_table: Sequence[int] | str
    wild_rank: str | list[str]
    wild_rank_mode: Literal['drops-out', 'also-natural']
    wild_cards: str | list[str]
    wild_reach: Literal['any', 'own-suit', 'own-colour']
    wild_ranks: str | list[str]
    majors: Literal['fifth-suit', 'wild-mod-7', 'wild-list']
    major_ranks: str | list[str]
    deal: int
    target: int
    deals: int
    merge_with_cards: bool
    concealed_bonus: int
    concealed_mode: Literal['multiplier', 'points', 'times']
    first_meld_naturals: int
    first_meld_wilds: int
    first_meld_rise: int
    filching: bool
    filch_from: Literal['any', 'opponents', 'partners']

class _ChattahoocheeAlternateAsked(_ChattahoocheeAlternate, _Asked, total=False):
    preset: _ChattahoocheeAlternatePresets

class _ChattahoocheeAlternateButMelds(TypedDict, total=False):
    pack: Literal['french', 'french-48', 'spanish-48', 'spanish-44', 'spanish-40', 'german-36', 'swiss-36', 'piquet-32', 'rook', 'five-crowns', 'five-hundred-63', 'tarot-78', 'pinochle-5', 'seventeen', 'rummikub', 'custom']
    packs: int
    jokers: int
    suits: str | list[str]
    ranks: str | list[str]
    suit_names: Literal['own', 'french', 'spanish', 'italian', 'german', 'swiss', 'tarot']
    leaps: Sequence[int] | str
    schedule: Literal['original', 'one-zero', 'two-zeroes', 'square', 'fibonacci', 'table']
    schedule_table: Sequence[int] | str
    quartet_bonus: int
    adjacent_naturals: bool
    wilds_apart: bool
    wild_only_schedule: Literal['none', 'original', 'one-zero', 'two-zeroes', 'square', 'fibonacci', 'table']
    wild_only_table: Sequence[int] | str
    wild_rank: str | list[str]
    wild_rank_mode: Literal['drops-out', 'also-natural']
    wild_cards: str | list[str]
    wild_reach: Literal['any', 'own-suit', 'own-colour']
    wild_ranks: str | list[str]
    majors: Literal['fifth-suit', 'wild-mod-7', 'wild-list']
    major_ranks: str | list[str]
    deal: int
    target: int
    deals: int
    merge_with_cards: bool
    concealed_bonus: int
    concealed_mode: Literal['multiplier', 'points', 'times']
    first_meld_naturals: int
    first_meld_wilds: int
    first_meld_rise: int
    filching: bool
    filch_from: Literal['any', 'opponents', 'partners']

class _ChattahoocheeAlternateButMeldsAsked(_ChattahoocheeAlternateButMelds, _Asked, total=False):
    preset: _ChattahoocheeAlternatePresets

_ChattahoocheeInterlockingNames = Literal['Interlocking Chattahoochee', 'chattahoochee-interlocking', 'hooch interlocking', 'interlocking', 'interlocking hooch', 'interlocking melds']
_ChattahoocheeInterlockingPresets = Literal['', 'standard-rules', 'two-zeroes', 'in-any-turn']

class _ChattahoocheeInterlocking(TypedDict, total=False):
    pack: Literal['french', 'french-48', 'spanish-48', 'spanish-44', 'spanish-40', 'german-36', 'swiss-36', 'piquet-32', 'rook', 'five-crowns', 'five-hundred-63', 'tarot-78', 'pinochle-5', 'seventeen', 'rummikub', 'custom']
    packs: int
    jokers: int
    suits: str | list[str]
    ranks: str | list[str]
    suit_names: Literal['own', 'french', 'spanish', 'italian', 'german', 'swiss', 'tarot']
    leaps: Sequence[int] | str
    schedule: Literal['one-zero', 'two-zeroes', 'original', 'square', 'fibonacci', 'table']
    schedule_table: Sequence[int] | str
    quartet_bonus: int
    adjacent_naturals: bool
    wilds_apart: bool
    wild_only_schedule: Literal['none', 'original', 'one-zero', 'two-zeroes', 'square', 'fibonacci', 'table']
    wild_only_table: Sequence[int] | str
    wild_rank: str | list[str]
    wild_rank_mode: Literal['drops-out', 'also-natural']
    wild_cards: str | list[str]
    wild_reach: Literal['any', 'own-suit', 'own-colour']
    wild_ranks: str | list[str]
    majors: Literal['fifth-suit', 'wild-mod-7', 'wild-list']
    major_ranks: str | list[str]
    deal: int
    target: int
    deals: int
    interlock_schedule: Literal['melds', 'original', 'one-zero', 'two-zeroes', 'square', 'fibonacci', 'table']
    interlock_table: Sequence[int] | str
    partner_interlocks: bool
    any_turn: bool
    merge_with_cards: bool
    concealed_bonus: int
    concealed_mode: Literal['multiplier', 'points', 'times']
    first_meld_naturals: int
    first_meld_wilds: int
    first_meld_rise: int
    filching: bool
    filch_from: Literal['any', 'opponents', 'partners']

class _ChattahoocheeInterlockingAsked(_ChattahoocheeInterlocking, _Asked, total=False):
    preset: _ChattahoocheeInterlockingPresets

_ChinchonNames = Literal['Chinchón', 'chinchon', 'conga', 'golpeado']
_ChinchonPresets = Literal['', 'standard-rules', 'close-with-5', 'conga', 'fifty-cards']

class _Chinchon(TypedDict, total=False):
    packs: int
    pack: Literal['spanish-40', 'spanish-48']
    jokers: int
    wild_ace: bool
    courts: Literal['10', '8-9-10', '10-11-12']
    joker_left: int
    close: Literal['four', 'five', 'sum']
    all_bonus: int
    joker_chinchon: int
    two_joker_chinchon: int
    lay_off_on_all: bool
    out_at: int
    returns: int
    deals: int

class _ChinchonAsked(_Chinchon, _Asked, total=False):
    preset: _ChinchonPresets

_ChineseTenNames = Literal['Chinese Ten', 'chinese-ten', 'jian hong dian', 'pick red', 'pick up red', '拣红点', '捡红点']
_ChineseTenPresets = Literal['', 'standard-rules', 'to-1000']

class _ChineseTen(TypedDict, total=False):
    counts: Literal['difference', 'points']
    black_aces: Literal['players', 'none', 'spade', 'both']
    target: int
    deals: int

class _ChineseTenAsked(_ChineseTen, _Asked, total=False):
    preset: _ChineseTenPresets

_ConquianNames = Literal['Conquian', 'colonel', 'conquian', 'conquián', 'coon can', 'coon-can']
_ConquianPresets = Literal['', 'standard-rules', 'spanish-cards', 'nine-cards', 'three-players']

class _Conquian(TypedDict, total=False):
    pack: Literal['french-40', 'spanish-40']
    deal: int
    stakes_stay: bool
    target: int

class _ConquianAsked(_Conquian, _Asked, total=False):
    preset: _ConquianPresets

_ContractRummyNames = Literal['Contract rummy', 'contract', 'contract-rummy', 'hollywood rummy', 'joker rummy', 'may i', 'zioncheck']
_ContractRummyPresets = Literal['', 'standard-rules', 'liverpool', 'shanghai', 'carioca', 'continental', 'jamaican-kalooki', 'telefunken']

class _ContractRummy(TypedDict, total=False):
    packs: int
    jokers: int
    contracts: Literal['contract', 'liverpool', 'shanghai', 'carioca', 'continental', 'jamaican']
    own_contracts: str | list[str]
    cards_dealt: Sequence[int] | str
    no_buys: Sequence[int] | str
    ladders: Literal['none', 'any', 'one', 'three', 'four']
    all_at_last: bool
    longer: bool
    short_runs: bool
    more_melds: bool
    different: bool
    corner: bool
    wilds: Literal['any', 'first', 'one', 'length', 'apart']
    numbers: Literal['face', 'fives', 'fives-to-seven']
    ace_left: int
    red_ace_left: int
    joker_left: int
    blind: int
    blind_natural: int
    exact_cut: int

class _ContractRummyAsked(_ContractRummy, _Asked, total=False):
    preset: _ContractRummyPresets

_EtalatNames = Literal['Etalat', 'etalat', 'remi etalat', 'remi pe etalate', 'romanian tile rummy', 'rummy 45']
_EtalatPresets = Literal['', 'standard-rules', 'from-the-box', 'out-for-a-hundred']

class _Etalat(TypedDict, total=False):
    opening: int
    needs_run: bool
    two_each: bool
    ones: Literal['same', 'low', 'place']
    out_bonus: int
    joly_bonus: int
    atu: int
    target: int
    deals: int

class _EtalatAsked(_Etalat, _Asked, total=False):
    preset: _EtalatPresets

_FiveCrownsNames = Literal['5 crowns', 'Five Crowns', 'five-crowns', 'fünf kronen']
_FiveCrownsPresets = Literal['', 'standard-rules', 'different-suits']

class _FiveCrowns(TypedDict, total=False):
    duplicates: bool

class _FiveCrownsAsked(_FiveCrowns, _Asked, total=False):
    preset: _FiveCrownsPresets

_GinRummyNames = Literal['Gin Rummy', 'gin', 'gin rommé', 'gin-rummy']
_GinRummyPresets = Literal['', 'modern', 'classic', 'palace', 'oklahoma', 'hollywood']

class _GinRummy(TypedDict, total=False):
    knock: int
    oklahoma: bool
    oklahoma_ace: Literal['one', 'gin']
    gin: int
    big_gin: int
    undercut: int
    ties: Literal['undercut', 'knocker']
    spade_doubles: bool
    box: int
    box_at_once: bool
    game_bonus: int
    shutout: Literal['none', 'doubled', 'added']
    hollywood: bool
    next_dealer: Literal['winner', 'loser', 'round']
    target: int
    deals: int

class _GinRummyAsked(_GinRummy, _Asked, total=False):
    preset: _GinRummyPresets

_HandAndFootNames = Literal['Hand and Foot', 'hand & foot', 'hand foot', 'hand-and-foot']
_HandAndFootPresets = Literal['', 'whitnack', 'simpson', 'pierson', 'kcils', 'roth']

class _HandAndFoot(TypedDict, total=False):
    more_packs: int
    deal: int
    first_meld: Literal['round', 'score']
    side_score: int
    most_wilds: int
    clean: int
    dirty: int
    wild: int
    sevens: int
    out: int
    red_three: int
    red_left: int
    black_left: int
    exact_cut: int
    cards: Literal['as-canasta', 'nine-ten', 'ten-ten']
    need_clean: int
    need_dirty: int
    need_wild: int
    need_sevens: int
    target: int
    deals: int

class _HandAndFootAsked(_HandAndFoot, _Asked, total=False):
    preset: _HandAndFootPresets

class _HandAndFootButCards(TypedDict, total=False):
    more_packs: int
    deal: int
    first_meld: Literal['round', 'score']
    side_score: int
    most_wilds: int
    clean: int
    dirty: int
    wild: int
    sevens: int
    out: int
    red_three: int
    red_left: int
    black_left: int
    exact_cut: int
    need_clean: int
    need_dirty: int
    need_wild: int
    need_sevens: int
    target: int
    deals: int

class _HandAndFootButCardsAsked(_HandAndFootButCards, _Asked, total=False):
    preset: _HandAndFootPresets

_IndianRummyNames = Literal['13 card rummy', 'Indian Rummy', 'indian-rummy', 'paplu', 'rummy 13']
_IndianRummyPresets = Literal['', 'points', 'pool-101', 'pool-201', 'pool-61', 'pool-at-home', 'deals']

class _IndianRummy(TypedDict, total=False):
    packs: int
    pure_counts: bool
    play: Literal['points', 'pool', 'deals']
    out_at: int
    back_until: int
    first_drop: int
    middle_drop: int
    most_drops: int
    split: Literal['drops', 'points', 'equal', 'never']
    entry: int
    cap: int
    wrong_show: int
    rate: int
    deals: int

class _IndianRummyAsked(_IndianRummy, _Asked, total=False):
    preset: _IndianRummyPresets

_KalookiNames = Literal['Kalooki', 'kalooki', 'kalooki 40', 'kalooki 51', 'kalookie', 'kaluki']
_KalookiPresets = Literal['', '40', '51', 'two-jokers']

class _Kalooki(TypedDict, total=False):
    packs: int
    jokers: int
    opening: int
    ace: Literal['eleven', 'low', 'high']
    take_to_lay: bool
    joker_left: int
    kalooki_doubles: bool
    out_at: int
    returns: int
    deals: int

class _KalookiAsked(_Kalooki, _Asked, total=False):
    preset: _KalookiPresets

_LeapRummyNames = Literal['Leap-sequence rummy', 'leap', 'leap sequences', 'leap-rummy', 'leap-sequence rummy', 'leaps']
_LeapRummyPresets = Literal['', 'standard-rules', 'free-leaps']

class _LeapRummy(TypedDict, total=False):
    pack: Literal['french', 'french-48', 'spanish-48', 'spanish-44', 'spanish-40', 'german-36', 'swiss-36', 'piquet-32', 'rook', 'five-crowns', 'five-hundred-63', 'tarot-78', 'pinochle-5', 'seventeen', 'rummikub', 'custom']
    packs: int
    jokers: int
    suits: str | list[str]
    ranks: str | list[str]
    suit_names: Literal['own', 'french', 'spanish', 'italian', 'german', 'swiss', 'tarot']
    leaps: Sequence[int] | str
    schedule: Literal['original', 'one-zero', 'two-zeroes', 'square', 'fibonacci', 'table']
    schedule_table: Sequence[int] | str
    adjacent_naturals: bool
    wilds_apart: bool
    wild_rank: str | list[str]
    wild_rank_mode: Literal['drops-out', 'also-natural']
    wild_cards: str | list[str]
    wild_reach: Literal['any', 'own-suit', 'own-colour']
    wild_ranks: str | list[str]
    deal: int
    target: int
    deals: int
    run_suits: Literal['one', 'colour', 'any', 'none']
    tokens: Literal['same', 'shared', 'different', 'free']

class _LeapRummyAsked(_LeapRummy, _Asked, total=False):
    preset: _LeapRummyPresets

_MarriageNames = Literal['21 card rummy', 'Marriage', 'marriage', 'marriage rummy', 'nepali marriage', 'मेरिज', 'म्यारिज']
_MarriagePresets = Literal['', 'standard-rules', 'kidnap', 'india']

class _Marriage(TypedDict, total=False):
    jokers: int
    longer: bool
    most_wilds: int
    tunnelas_out: bool
    tiplu: Sequence[int] | str
    neighbours: Sequence[int] | str
    alter: Sequence[int] | str
    marriage: int
    tunnela: int
    seen: int
    unseen: int
    by_dublees: int
    dublees_out: int
    kidnap: bool
    target: int
    deals: int

class _MarriageAsked(_Marriage, _Asked, total=False):
    preset: _MarriagePresets

class _MarriageButSeen(TypedDict, total=False):
    jokers: int
    longer: bool
    most_wilds: int
    tunnelas_out: bool
    tiplu: Sequence[int] | str
    neighbours: Sequence[int] | str
    alter: Sequence[int] | str
    marriage: int
    tunnela: int
    unseen: int
    by_dublees: int
    dublees_out: int
    kidnap: bool
    target: int
    deals: int

class _MarriageButSeenAsked(_MarriageButSeen, _Asked, total=False):
    preset: _MarriagePresets

_OkeyNames = Literal['Okey', 'klassisches okey', 'okey', 'turkish okey']
_OkeyPresets = Literal['', 'standard-rules', '13-is-the-end']

class _Okey(TypedDict, total=False):
    one_after_13: bool
    pairs: bool
    plain: int
    by_pairs: int
    okey_thrown: int
    both: int
    indicator: int
    start: int

class _OkeyAsked(_Okey, _Asked, total=False):
    preset: _OkeyPresets

_Okey101Names = Literal['101', '101 Okey', '101 yüzbir okey', 'okey 101', 'okey-101', 'yüzbir']
_Okey101Presets = Literal['', 'standard-rules', 'eleven-deals']

class _Okey101(TypedDict, total=False):
    opening: int
    pairs: int
    one_after_13: bool
    sides: bool
    fine: int
    deals: int

class _Okey101Asked(_Okey101, _Asked, total=False):
    preset: _Okey101Presets

_OwnGameNames = Literal['A game of your own', 'house game', 'own', 'own-game']
_OwnGamePresets = Literal['', 'standard-rules', 'mixed-suits']

class _OwnGame(TypedDict, total=False):
    title: str | list[str]
    cards_pack: Literal['french', 'french-48', 'spanish-48', 'spanish-44', 'spanish-40', 'german-36', 'swiss-36', 'piquet-32', 'rook', 'five-crowns', 'five-hundred-63', 'tarot-78', 'pinochle-5', 'seventeen', 'rummikub', 'custom']
    cards_suits: str | list[str]
    cards_ranks: str | list[str]
    cards_packs: int
    cards_jokers: int
    cards_deal: Sequence[int] | str
    cards_more: int
    run_least: int
    run_most: int
    run_suits: Literal['one', 'colour', 'any']
    run_ace: Literal['low', 'high', 'both', 'twice']
    run_corner: bool
    set_made: bool
    set_least: int
    set_most: int
    set_same_suit_twice: bool
    set_ranks: str | list[str]
    other_pairs: int
    other_colour: int
    other_canasta: int
    other_clean: int
    other_dirty: int
    wild_ranks: str | list[str]
    wild_order: Literal['drops-out', 'also-natural']
    wild_of_deal: Literal['none', 'dealt', 'turned']
    wild_most: int
    wild_naturals: int
    wild_apart: bool
    wild_outnumbered: bool
    open_points: int
    open_clean_run: bool
    open_contracts: str | list[str]
    open_longer: bool
    table_early: bool
    table_jokers: Literal['never', 'card', 'all-missing']
    table_rebuilt: bool
    table_one_new: bool
    table_joined: bool
    table_take_to_lay: bool
    table_fits_stays: bool
    out_throws: bool
    out_knock: int
    out_laid: int
    out_at_once: int
    out_pure_runs: int
    count_ace: int
    count_low_ace: int
    count_lone_ace: int
    count_faces: int
    count_numbers: int
    count_joker: int
    count_joker_as_card: bool
    count_wild_left: int
    count_cards: str | list[str]
    count_left: str | list[str]
    score_kind: Literal['left', 'winner', 'melded', 'difference', 'rack', 'cards', 'wins']
    score_out: int
    score_at_once: int
    score_winner_takes: bool
    score_gin: int
    score_big_gin: int
    score_undercut: int
    match_to: int
    match_deals: int
    match_out_at: int
    match_back_in: int
    match_stakes_stay: bool
    match_start: int

class _OwnGameAsked(_OwnGame, _Asked, total=False):
    preset: _OwnGamePresets

_Phase10Names = Literal['Phase 10', 'phase ten', 'phase-10', 'phase10']
_Phase10Presets = Literal['', 'standard-rules', 'exactly-the-phase']

class _Phase10(TypedDict, total=False):
    longer: bool

class _Phase10Asked(_Phase10, _Asked, total=False):
    preset: _Phase10Presets

_PhomNames = Literal['Phỏm', 'phom', 'phỏm', 'ta la', 'ta-la', 'tala', 'tá lả']
_PhomPresets = Literal['', 'standard-rules', 'eaten-cards-free', 'face-cards-by-rank']

class _Phom(TypedDict, total=False):
    courts: Literal['10', '11-12-13']
    second: int
    third: int
    fourth: int
    mom: int
    u: int
    eaten: int
    chot: int
    target: int
    deals: int

class _PhomAsked(_Phom, _Asked, total=False):
    preset: _PhomPresets

class _PhomButEaten(TypedDict, total=False):
    courts: Literal['10', '11-12-13']
    second: int
    third: int
    fourth: int
    mom: int
    u: int
    chot: int
    target: int
    deals: int

class _PhomButEatenAsked(_PhomButEaten, _Asked, total=False):
    preset: _PhomPresets

_RaeuberrommeNames = Literal['Räuberrommé', 'raeuberromme', 'robbers rummy', "robbers' rummy", 'räuber rommé', 'räuber-rommé', 'räuberromme', 'räuberrommé']
_RaeuberrommePresets = Literal['', 'standard-rules', '30-to-open', 'no-opening', '80-tiles']

class _Raeuberromme(TypedDict, total=False):
    pack: Literal['cards', 'tiles']
    jokers: int
    deal: int
    corner: bool
    opening: int
    initial_done: bool
    jokers_stay: bool
    throws: bool
    joker_left: int
    at_once: int
    target: int
    deals: int

class _RaeuberrommeAsked(_Raeuberromme, _Asked, total=False):
    preset: _RaeuberrommePresets

_RemiNames = Literal['Remi', 'rami', 'remi', 'remi 51', 'remibrydż', 'remik', 'romi', 'römi', 'żolik']
_RemiPresets = Literal['', 'poland', 'serbia', 'romania', 'hungary', 'hungary-five-or-six-players']

class _Remi(TypedDict, total=False):
    packs: int
    jokers: int
    deal: int
    opening: int
    clean_run: bool
    ace: Literal['low', 'eleven', 'ten']
    long_run: bool
    jokers_apart: bool
    outnumbered: bool
    jokers_in_meld: int
    joker_left: int
    out_bonus: int
    hand_bonus: int
    hand_doubles: bool
    out_at: int
    deals: int

class _RemiAsked(_Remi, _Asked, total=False):
    preset: _RemiPresets

_RommeNames = Literal['Rommé', 'german rummy', 'jokern', 'romme', 'rommé', 'rommé mit auslegen', 'rummy mit auslegen']
_RommePresets = Literal['', 'standard-rules', '30-to-open', '51-to-open', 'aces-in-the-middle']

class _Romme(TypedDict, total=False):
    packs: int
    jokers: int
    opening: int
    corner: bool
    jokers_in_meld: int
    jokers_apart: bool
    take_to_lay: bool
    joker_left: int
    ace_left: int
    winner_takes: bool
    dealer_sits_out: bool
    deals: int
    target: int

class _RommeAsked(_Romme, _Asked, total=False):
    preset: _RommePresets

_RummikubNames = Literal['Rummikub', 'rummi', 'rummicub', 'rummikid', 'rummikub', 'rummycub', 'sabra', 'tile rummy']
_RummikubPresets = Literal['', 'standard-rules', 'lowest-total', 'fewest-points', 'without-jokers']

class _Rummikub(TypedDict, total=False):
    jokers: int
    deal: int
    repeated_colours: bool
    first_play: int
    first_play_one_set: bool
    retrieve_jokers: bool
    initial_done: bool
    aim: Literal['tiles', 'points']
    stalemate: Literal['tiles', 'sum']
    losses: Literal['whole', 'difference']
    charge_unopened: bool
    target: int
    deals: int

class _RummikubAsked(_Rummikub, _Asked, total=False):
    preset: _RummikubPresets

_Rummy500Names = Literal['500', '500 rum', '500 rummy', 'Rummy 500', 'five hundred rummy', 'persian rummy', 'pinochle rummy', 'rummy five hundred', 'rummy-500']
_Rummy500Presets = Literal['', 'standard-rules', '5-10-15', 'two-packs']

class _Rummy500(TypedDict, total=False):
    packs: int
    jokers: int
    deal: int
    ace: Literal['high', 'low', 'both']
    values: Literal['standard', '5-10-15']
    target: int
    deals: int

class _Rummy500Asked(_Rummy500, _Asked, total=False):
    preset: _Rummy500Presets

_SambaNames = Literal['Samba', 'samba', 'samba canasta']
_SambaPresets = Literal['', 'samba', 'bolivia', 'first-melds-of-160', 'natural-700']

class _Samba(TypedDict, total=False):
    packs: int
    side_score: int
    highest_first: int
    samba: int
    natural: int
    mixed: int
    bolivia: int
    to_go_out: int
    samba_out: bool
    out: int
    six_threes: int
    black_left: int
    target: int
    deals: int

class _SambaAsked(_Samba, _Asked, total=False):
    preset: _SambaPresets

_Scala40Names = Literal['Scala 40', 'scala', 'scala quaranta', 'scala-40', 'scala40']
_Scala40Presets = Literal['', 'to-101', 'one-joker-per-meld', 'to-201', 'to-301', 'to-501']

class _Scala40(TypedDict, total=False):
    packs: int
    jokers: int
    opening: int
    jokers_in_meld: int
    take_to_lay: bool
    fits_stays: bool
    lone_ace: bool
    hand_doubles: bool
    out_at: int
    returns: int
    deals: int

class _Scala40Asked(_Scala40, _Asked, total=False):
    preset: _Scala40Presets

_ShanghaiNames = Literal['Shanghai', 'carousel', 'machiavelli', 'manipulation', 'manipulation rummy', 'shanghai', 'vatican', 'vatikan']
_ShanghaiPresets = Literal['', 'standard-rules', 'aces-at-both-ends', 'machiavelli', 'carousel', 'vatikan']

class _Shanghai(TypedDict, total=False):
    packs: int
    jokers: int
    joker_each: bool
    deal: int
    ace: Literal['low', 'high', 'both']
    target: int
    deals: int

class _ShanghaiAsked(_Shanghai, _Asked, total=False):
    preset: _ShanghaiPresets

_ThreeThirteenNames = Literal['3 13', '3-13', '313', 'Three Thirteen', 'three to thirteen', 'three-thirteen']
_ThreeThirteenPresets = Literal['', 'standard-rules', 'face-cards-by-number', 'aces-15']

class _ThreeThirteen(TypedDict, total=False):
    packs: int
    courts: Literal['10', '11-12-13']
    ace: int

class _ThreeThirteenAsked(_ThreeThirteen, _Asked, total=False):
    preset: _ThreeThirteenPresets

_TongItsNames = Literal['Tong-its', 'tong its', 'tong-its', 'tongits', 'tung-it']
_TongItsPresets = Literal['', 'standard-rules', 'plain-stakes']

class _TongIts(TypedDict, total=False):
    win: int
    tongits: int
    burned: int
    secret: int
    target: int
    deals: int

class _TongItsAsked(_TongIts, _Asked, total=False):
    preset: _TongItsPresets

_TonkNames = Literal['Tonk', 'knock rummy', 'tonk', 'tunk']
_TonkPresets = Literal['', 'standard-rules', '50-only', 'lowest-takes-all', 'seven-cards']

class _Tonk(TypedDict, total=False):
    deal: int
    dealt: Literal['49-50', '50', '11-49-50']
    caught: Literal['each', 'lowest']
    stake: int
    target: int
    deals: int

class _TonkAsked(_Tonk, _Asked, total=False):
    preset: _TonkPresets

@overload
def best(
    game_or_rules: _BasicRummyNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_BasicRummyAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _BiribaNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_BiribaAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _BurracoNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_BurracoAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _CanastaNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_CanastaAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _ChattahoocheeNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ChattahoocheeAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _ChattahoocheeAlternateNames, cards: Cards, *, table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., multiplier: int = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_ChattahoocheeAlternateAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _ChattahoocheeInterlockingNames, cards: Cards, *, table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., multiplier: int = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_ChattahoocheeInterlockingAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _ChinchonNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ChinchonAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _ConquianNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ConquianAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _ContractRummyNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ContractRummyAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _EtalatNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_EtalatAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _FiveCrownsNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_FiveCrownsAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _GinRummyNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_GinRummyAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _HandAndFootNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_HandAndFootButCardsAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _IndianRummyNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_IndianRummyAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _KalookiNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_KalookiAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _LeapRummyNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_LeapRummyAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _MarriageNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_MarriageAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _OkeyNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_OkeyAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _Okey101Names, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_Okey101Asked]
) -> Best: ...
@overload
def best(
    game_or_rules: _OwnGameNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_OwnGameAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _Phase10Names, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_Phase10Asked]
) -> Best: ...
@overload
def best(
    game_or_rules: _PhomNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_PhomButEatenAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _RaeuberrommeNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_RaeuberrommeAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _RemiNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_RemiAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _RommeNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_RommeAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _RummikubNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_RummikubAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _Rummy500Names, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_Rummy500Asked]
) -> Best: ...
@overload
def best(
    game_or_rules: _SambaNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_SambaAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _Scala40Names, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_Scala40Asked]
) -> Best: ...
@overload
def best(
    game_or_rules: _ShanghaiNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ShanghaiAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _ThreeThirteenNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ThreeThirteenAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _TongItsNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_TongItsAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: _TonkNames, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_TonkAsked]
) -> Best: ...
@overload
def best(
    game_or_rules: Rules, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ...
) -> Best: ...
@overload
def best(
    game_or_rules: str, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ...
) -> Best: ...
@overload
def best(
    game_or_rules: str, cards: Cards, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., options: Options, preset: str = ..., deal_number: int = ...,
    turned: str | Card | None = ...
) -> Best: ...
@overload
def best_of_many(
    game_or_rules: _BasicRummyNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_BasicRummyAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _BiribaNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_BiribaAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _BurracoNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_BurracoAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _CanastaNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_CanastaAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _ChattahoocheeNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ChattahoocheeAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _ChattahoocheeAlternateNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ChattahoocheeAlternateAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _ChattahoocheeInterlockingNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ChattahoocheeInterlockingAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _ChinchonNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ChinchonAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _ConquianNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ConquianAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _ContractRummyNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ContractRummyAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _EtalatNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_EtalatAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _FiveCrownsNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_FiveCrownsAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _GinRummyNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_GinRummyAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _HandAndFootNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_HandAndFootAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _IndianRummyNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_IndianRummyAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _KalookiNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_KalookiAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _LeapRummyNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_LeapRummyAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _MarriageNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_MarriageAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _OkeyNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_OkeyAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _Okey101Names, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_Okey101Asked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _OwnGameNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_OwnGameAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _Phase10Names, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_Phase10Asked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _PhomNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_PhomAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _RaeuberrommeNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_RaeuberrommeAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _RemiNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_RemiAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _RommeNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_RommeAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _RummikubNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_RummikubAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _Rummy500Names, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_Rummy500Asked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _SambaNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_SambaAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _Scala40Names, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_Scala40Asked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _ShanghaiNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ShanghaiAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _ThreeThirteenNames, hands: Iterable[Cards], *, table: Melds = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ThreeThirteenAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _TongItsNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_TongItsAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: _TonkNames, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_TonkAsked]
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: Rules, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: str, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...
) -> Iterator[Best]: ...
@overload
def best_of_many(
    game_or_rules: str, hands: Iterable[Cards], *, table: Melds = ..., opened: bool = ...,
    turn: bool = ..., multiplier: int = ..., limit: float = ..., language: str = ...,
    options: Options, preset: str = ..., deal_number: int = ..., turned: str | Card | None = ...
) -> Iterator[Best]: ...
@overload
def check(
    game_or_rules: _BasicRummyNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_BasicRummyAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _BiribaNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_BiribaAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _BurracoNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_BurracoAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _CanastaNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_CanastaAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _ChattahoocheeNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ChattahoocheeButMeldsAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _ChattahoocheeAlternateNames, melds: Melds, *, table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., multiplier: int = ...,
    limit: float = ..., language: str = ...,
    **house_rules: Unpack[_ChattahoocheeAlternateButMeldsAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _ChattahoocheeInterlockingNames, melds: Melds, *, table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., multiplier: int = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_ChattahoocheeInterlockingAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _ChinchonNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ChinchonAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _ConquianNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ConquianAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _ContractRummyNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ContractRummyAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _EtalatNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_EtalatAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _FiveCrownsNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_FiveCrownsAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _GinRummyNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_GinRummyAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _HandAndFootNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_HandAndFootAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _IndianRummyNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_IndianRummyAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _KalookiNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_KalookiAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _LeapRummyNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_LeapRummyAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _MarriageNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_MarriageAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _OkeyNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_OkeyAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _Okey101Names, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_Okey101Asked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _OwnGameNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_OwnGameAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _Phase10Names, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_Phase10Asked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _PhomNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_PhomButEatenAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _RaeuberrommeNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_RaeuberrommeAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _RemiNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_RemiAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _RommeNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_RommeAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _RummikubNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_RummikubAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _Rummy500Names, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_Rummy500Asked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _SambaNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_SambaAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _Scala40Names, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_Scala40Asked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _ShanghaiNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ShanghaiAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _ThreeThirteenNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ThreeThirteenAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _TongItsNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_TongItsAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: _TonkNames, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_TonkAsked]
) -> Verdict: ...
@overload
def check(
    game_or_rules: Rules, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ...
) -> Verdict: ...
@overload
def check(
    game_or_rules: str, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ...
) -> Verdict: ...
@overload
def check(
    game_or_rules: str, melds: Melds, *, table: Melds = ..., partners: Melds = ...,
    partners_out: str | Sequence[str] = ..., taken: str | Card | None = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., multiplier: int = ..., limit: float = ...,
    language: str = ..., options: Options, preset: str = ..., deal_number: int = ...,
    turned: str | Card | None = ...
) -> Verdict: ...
@overload
def discard(
    game_or_rules: _BasicRummyNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_BasicRummyAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _BiribaNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_BiribaAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _BurracoNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_BurracoAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _CanastaNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_CanastaAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _ChattahoocheeNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_ChattahoocheeAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _ChattahoocheeAlternateNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_ChattahoocheeAlternateAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _ChattahoocheeInterlockingNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_ChattahoocheeInterlockingAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _ChinchonNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_ChinchonAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _ConquianNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_ConquianAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _ContractRummyNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_ContractRummyAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _EtalatNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_EtalatAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _FiveCrownsNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_FiveCrownsAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _GinRummyNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_GinRummyAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _HandAndFootNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_HandAndFootButCardsAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _IndianRummyNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_IndianRummyAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _KalookiNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_KalookiAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _LeapRummyNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_LeapRummyAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _MarriageNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_MarriageAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _OkeyNames, cards: Cards, *, table: Melds = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_OkeyAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _Okey101Names, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_Okey101Asked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _OwnGameNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_OwnGameAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _Phase10Names, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_Phase10Asked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _PhomNames, cards: Cards, *, table: Melds = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_PhomButEatenAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _RaeuberrommeNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_RaeuberrommeAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _RemiNames, cards: Cards, *, table: Melds = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_RemiAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _RommeNames, cards: Cards, *, table: Melds = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_RommeAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _RummikubNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_RummikubAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _Rummy500Names, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_Rummy500Asked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _SambaNames, cards: Cards, *, table: Melds = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_SambaAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _Scala40Names, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_Scala40Asked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _ShanghaiNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_ShanghaiAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _ThreeThirteenNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_ThreeThirteenAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _TongItsNames, cards: Cards, *, table: Melds = ...,
    taken: str | Card | None = ..., eaten: Cards = ..., opened: bool = ..., turn: bool = ...,
    limit: float = ..., language: str = ..., **house_rules: Unpack[_TongItsAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: _TonkNames, cards: Cards, *, table: Melds = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_TonkAsked]
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: Rules, cards: Cards, *, table: Melds = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., limit: float = ...,
    language: str = ...
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: str, cards: Cards, *, table: Melds = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., limit: float = ...,
    language: str = ...
) -> DiscardAnswer: ...
@overload
def discard(
    game_or_rules: str, cards: Cards, *, table: Melds = ..., taken: str | Card | None = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., limit: float = ...,
    language: str = ..., options: Options, preset: str = ..., deal_number: int = ...,
    turned: str | Card | None = ...
) -> DiscardAnswer: ...
@overload
def merge(
    game_or_rules: _BasicRummyNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_BasicRummyAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _BiribaNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_BiribaAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _BurracoNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_BurracoAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _CanastaNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_CanastaAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _ChattahoocheeNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_ChattahoocheeButMeldsAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _ChattahoocheeAlternateNames, melds: Melds, between: Cards = ..., *,
    language: str = ..., **house_rules: Unpack[_ChattahoocheeAlternateButMeldsAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _ChattahoocheeInterlockingNames, melds: Melds, between: Cards = ..., *,
    language: str = ..., **house_rules: Unpack[_ChattahoocheeInterlockingAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _ChinchonNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_ChinchonAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _ConquianNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_ConquianAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _ContractRummyNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_ContractRummyAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _EtalatNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_EtalatAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _FiveCrownsNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_FiveCrownsAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _GinRummyNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_GinRummyAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _HandAndFootNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_HandAndFootAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _IndianRummyNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_IndianRummyAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _KalookiNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_KalookiAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _LeapRummyNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_LeapRummyAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _MarriageNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_MarriageAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _OkeyNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_OkeyAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _Okey101Names, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_Okey101Asked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _OwnGameNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_OwnGameAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _Phase10Names, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_Phase10Asked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _PhomNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_PhomAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _RaeuberrommeNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_RaeuberrommeAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _RemiNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_RemiAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _RommeNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_RommeAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _RummikubNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_RummikubAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _Rummy500Names, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_Rummy500Asked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _SambaNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_SambaAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _Scala40Names, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_Scala40Asked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _ShanghaiNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_ShanghaiAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _ThreeThirteenNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_ThreeThirteenAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _TongItsNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_TongItsAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: _TonkNames, melds: Melds, between: Cards = ..., *, language: str = ...,
    **house_rules: Unpack[_TonkAsked]
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: Rules, melds: Melds, between: Cards = ..., *, language: str = ...
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: str, melds: Melds, between: Cards = ..., *, language: str = ...
) -> MergeAnswer: ...
@overload
def merge(
    game_or_rules: str, melds: Melds, between: Cards = ..., *, language: str = ...,
    options: Options, preset: str = ..., deal_number: int = ..., turned: str | Card | None = ...
) -> MergeAnswer: ...
@overload
def next_cards(
    game_or_rules: _BasicRummyNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_BasicRummyAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _BiribaNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_BiribaAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _BurracoNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_BurracoAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _CanastaNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_CanastaAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _ChattahoocheeNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_ChattahoocheeAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _ChattahoocheeAlternateNames, cards: Cards, *, seen: Cards = ...,
    table: Melds = ..., partners: Melds = ..., partners_out: str | Sequence[str] = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ChattahoocheeAlternateAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _ChattahoocheeInterlockingNames, cards: Cards, *, seen: Cards = ...,
    table: Melds = ..., partners: Melds = ..., partners_out: str | Sequence[str] = ...,
    eaten: Cards = ..., opened: bool = ..., turn: bool = ..., limit: float = ...,
    language: str = ..., **house_rules: Unpack[_ChattahoocheeInterlockingAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _ChinchonNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_ChinchonAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _ConquianNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_ConquianAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _ContractRummyNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_ContractRummyAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _EtalatNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_EtalatAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _FiveCrownsNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_FiveCrownsAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _GinRummyNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_GinRummyAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _HandAndFootNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_HandAndFootButCardsAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _IndianRummyNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_IndianRummyAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _KalookiNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_KalookiAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _LeapRummyNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_LeapRummyAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _MarriageNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_MarriageButSeenAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _OkeyNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_OkeyAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _Okey101Names, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_Okey101Asked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _OwnGameNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_OwnGameAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _Phase10Names, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_Phase10Asked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _PhomNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_PhomButEatenAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _RaeuberrommeNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_RaeuberrommeAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _RemiNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_RemiAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _RommeNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_RommeAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _RummikubNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_RummikubAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _Rummy500Names, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_Rummy500Asked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _SambaNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_SambaAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _Scala40Names, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_Scala40Asked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _ShanghaiNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_ShanghaiAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _ThreeThirteenNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_ThreeThirteenAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _TongItsNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_TongItsAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: _TonkNames, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...,
    **house_rules: Unpack[_TonkAsked]
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: Rules, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: str, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ...
) -> NextAnswer: ...
@overload
def next_cards(
    game_or_rules: str, cards: Cards, *, seen: Cards = ..., table: Melds = ...,
    partners: Melds = ..., partners_out: str | Sequence[str] = ..., eaten: Cards = ...,
    opened: bool = ..., turn: bool = ..., limit: float = ..., language: str = ..., options: Options,
    preset: str = ..., deal_number: int = ..., turned: str | Card | None = ...
) -> NextAnswer: ...
@overload
def match(
    game: _AnyGameNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _AnyGamePresets = ..., language: str = ..., **house_rules: Unpack[_AnyGame]
) -> MatchAnswer: ...
@overload
def match(
    game: _AvalancheNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _AvalanchePresets = ..., language: str = ..., **house_rules: Unpack[_Avalanche]
) -> MatchAnswer: ...
@overload
def match(
    game: _BasicRummyNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _BasicRummyPresets = ..., language: str = ..., **house_rules: Unpack[_BasicRummy]
) -> MatchAnswer: ...
@overload
def match(
    game: _BiribaNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _BiribaPresets = ..., language: str = ..., **house_rules: Unpack[_Biriba]
) -> MatchAnswer: ...
@overload
def match(
    game: _BurracoNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _BurracoPresets = ..., language: str = ..., **house_rules: Unpack[_Burraco]
) -> MatchAnswer: ...
@overload
def match(
    game: _CanastaNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _CanastaPresets = ..., language: str = ..., **house_rules: Unpack[_Canasta]
) -> MatchAnswer: ...
@overload
def match(
    game: _ChattahoocheeNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _ChattahoocheePresets = ..., language: str = ..., **house_rules: Unpack[_Chattahoochee]
) -> MatchAnswer: ...
@overload
def match(
    game: _ChattahoocheeAlternateNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]],
    /, *, preset: _ChattahoocheeAlternatePresets = ..., language: str = ...,
    **house_rules: Unpack[_ChattahoocheeAlternate]
) -> MatchAnswer: ...
@overload
def match(
    game: _ChattahoocheeInterlockingNames, players: Sequence[str],
    deals: Sequence[Mapping[str, Any]], /, *, preset: _ChattahoocheeInterlockingPresets = ...,
    language: str = ..., **house_rules: Unpack[_ChattahoocheeInterlocking]
) -> MatchAnswer: ...
@overload
def match(
    game: _ChinchonNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _ChinchonPresets = ..., language: str = ..., **house_rules: Unpack[_Chinchon]
) -> MatchAnswer: ...
@overload
def match(
    game: _ChineseTenNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _ChineseTenPresets = ..., language: str = ..., **house_rules: Unpack[_ChineseTen]
) -> MatchAnswer: ...
@overload
def match(
    game: _ConquianNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _ConquianPresets = ..., language: str = ..., **house_rules: Unpack[_Conquian]
) -> MatchAnswer: ...
@overload
def match(
    game: _ContractRummyNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _ContractRummyPresets = ..., language: str = ..., **house_rules: Unpack[_ContractRummy]
) -> MatchAnswer: ...
@overload
def match(
    game: _EtalatNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _EtalatPresets = ..., language: str = ..., **house_rules: Unpack[_Etalat]
) -> MatchAnswer: ...
@overload
def match(
    game: _FiveCrownsNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _FiveCrownsPresets = ..., language: str = ..., **house_rules: Unpack[_FiveCrowns]
) -> MatchAnswer: ...
@overload
def match(
    game: _GinRummyNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _GinRummyPresets = ..., language: str = ..., **house_rules: Unpack[_GinRummy]
) -> MatchAnswer: ...
@overload
def match(
    game: _HandAndFootNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _HandAndFootPresets = ..., language: str = ..., **house_rules: Unpack[_HandAndFoot]
) -> MatchAnswer: ...
@overload
def match(
    game: _IndianRummyNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _IndianRummyPresets = ..., language: str = ..., **house_rules: Unpack[_IndianRummy]
) -> MatchAnswer: ...
@overload
def match(
    game: _KalookiNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _KalookiPresets = ..., language: str = ..., **house_rules: Unpack[_Kalooki]
) -> MatchAnswer: ...
@overload
def match(
    game: _LeapRummyNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _LeapRummyPresets = ..., language: str = ..., **house_rules: Unpack[_LeapRummy]
) -> MatchAnswer: ...
@overload
def match(
    game: _MarriageNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _MarriagePresets = ..., language: str = ..., **house_rules: Unpack[_Marriage]
) -> MatchAnswer: ...
@overload
def match(
    game: _OkeyNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _OkeyPresets = ..., language: str = ..., **house_rules: Unpack[_Okey]
) -> MatchAnswer: ...
@overload
def match(
    game: _Okey101Names, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _Okey101Presets = ..., language: str = ..., **house_rules: Unpack[_Okey101]
) -> MatchAnswer: ...
@overload
def match(
    game: _OwnGameNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _OwnGamePresets = ..., language: str = ..., **house_rules: Unpack[_OwnGame]
) -> MatchAnswer: ...
@overload
def match(
    game: _Phase10Names, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _Phase10Presets = ..., language: str = ..., **house_rules: Unpack[_Phase10]
) -> MatchAnswer: ...
@overload
def match(
    game: _PhomNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _PhomPresets = ..., language: str = ..., **house_rules: Unpack[_Phom]
) -> MatchAnswer: ...
@overload
def match(
    game: _RaeuberrommeNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _RaeuberrommePresets = ..., language: str = ..., **house_rules: Unpack[_Raeuberromme]
) -> MatchAnswer: ...
@overload
def match(
    game: _RemiNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _RemiPresets = ..., language: str = ..., **house_rules: Unpack[_Remi]
) -> MatchAnswer: ...
@overload
def match(
    game: _RommeNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _RommePresets = ..., language: str = ..., **house_rules: Unpack[_Romme]
) -> MatchAnswer: ...
@overload
def match(
    game: _RummikubNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _RummikubPresets = ..., language: str = ..., **house_rules: Unpack[_Rummikub]
) -> MatchAnswer: ...
@overload
def match(
    game: _Rummy500Names, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _Rummy500Presets = ..., language: str = ..., **house_rules: Unpack[_Rummy500]
) -> MatchAnswer: ...
@overload
def match(
    game: _SambaNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _SambaPresets = ..., language: str = ..., **house_rules: Unpack[_Samba]
) -> MatchAnswer: ...
@overload
def match(
    game: _Scala40Names, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _Scala40Presets = ..., language: str = ..., **house_rules: Unpack[_Scala40]
) -> MatchAnswer: ...
@overload
def match(
    game: _ShanghaiNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _ShanghaiPresets = ..., language: str = ..., **house_rules: Unpack[_Shanghai]
) -> MatchAnswer: ...
@overload
def match(
    game: _ThreeThirteenNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _ThreeThirteenPresets = ..., language: str = ..., **house_rules: Unpack[_ThreeThirteen]
) -> MatchAnswer: ...
@overload
def match(
    game: _TongItsNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _TongItsPresets = ..., language: str = ..., **house_rules: Unpack[_TongIts]
) -> MatchAnswer: ...
@overload
def match(
    game: _TonkNames, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *,
    preset: _TonkPresets = ..., language: str = ..., **house_rules: Unpack[_Tonk]
) -> MatchAnswer: ...
@overload
def match(
    game: str, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *, language: str = ...
) -> MatchAnswer: ...
@overload
def match(
    game: str, players: Sequence[str], deals: Sequence[Mapping[str, Any]], /, *, preset: str = ...,
    language: str = ..., options: Options
) -> MatchAnswer: ...
@overload
def rules(
    game: _AnyGameNames, *, preset: _AnyGamePresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_AnyGame]
) -> Rules: ...
@overload
def rules(
    game: _AvalancheNames, *, preset: _AvalanchePresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Avalanche]
) -> Rules: ...
@overload
def rules(
    game: _BasicRummyNames, *, preset: _BasicRummyPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_BasicRummy]
) -> Rules: ...
@overload
def rules(
    game: _BiribaNames, *, preset: _BiribaPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Biriba]
) -> Rules: ...
@overload
def rules(
    game: _BurracoNames, *, preset: _BurracoPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Burraco]
) -> Rules: ...
@overload
def rules(
    game: _CanastaNames, *, preset: _CanastaPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Canasta]
) -> Rules: ...
@overload
def rules(
    game: _ChattahoocheeNames, *, preset: _ChattahoocheePresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Chattahoochee]
) -> Rules: ...
@overload
def rules(
    game: _ChattahoocheeAlternateNames, *, preset: _ChattahoocheeAlternatePresets = ...,
    deal_number: int = ..., turned: str | Card | None = ..., language: str = ...,
    **house_rules: Unpack[_ChattahoocheeAlternate]
) -> Rules: ...
@overload
def rules(
    game: _ChattahoocheeInterlockingNames, *, preset: _ChattahoocheeInterlockingPresets = ...,
    deal_number: int = ..., turned: str | Card | None = ..., language: str = ...,
    **house_rules: Unpack[_ChattahoocheeInterlocking]
) -> Rules: ...
@overload
def rules(
    game: _ChinchonNames, *, preset: _ChinchonPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Chinchon]
) -> Rules: ...
@overload
def rules(
    game: _ChineseTenNames, *, preset: _ChineseTenPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_ChineseTen]
) -> Rules: ...
@overload
def rules(
    game: _ConquianNames, *, preset: _ConquianPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Conquian]
) -> Rules: ...
@overload
def rules(
    game: _ContractRummyNames, *, preset: _ContractRummyPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_ContractRummy]
) -> Rules: ...
@overload
def rules(
    game: _EtalatNames, *, preset: _EtalatPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Etalat]
) -> Rules: ...
@overload
def rules(
    game: _FiveCrownsNames, *, preset: _FiveCrownsPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_FiveCrowns]
) -> Rules: ...
@overload
def rules(
    game: _GinRummyNames, *, preset: _GinRummyPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_GinRummy]
) -> Rules: ...
@overload
def rules(
    game: _HandAndFootNames, *, preset: _HandAndFootPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_HandAndFoot]
) -> Rules: ...
@overload
def rules(
    game: _IndianRummyNames, *, preset: _IndianRummyPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_IndianRummy]
) -> Rules: ...
@overload
def rules(
    game: _KalookiNames, *, preset: _KalookiPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Kalooki]
) -> Rules: ...
@overload
def rules(
    game: _LeapRummyNames, *, preset: _LeapRummyPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_LeapRummy]
) -> Rules: ...
@overload
def rules(
    game: _MarriageNames, *, preset: _MarriagePresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Marriage]
) -> Rules: ...
@overload
def rules(
    game: _OkeyNames, *, preset: _OkeyPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Okey]
) -> Rules: ...
@overload
def rules(
    game: _Okey101Names, *, preset: _Okey101Presets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Okey101]
) -> Rules: ...
@overload
def rules(
    game: _OwnGameNames, *, preset: _OwnGamePresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_OwnGame]
) -> Rules: ...
@overload
def rules(
    game: _Phase10Names, *, preset: _Phase10Presets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Phase10]
) -> Rules: ...
@overload
def rules(
    game: _PhomNames, *, preset: _PhomPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Phom]
) -> Rules: ...
@overload
def rules(
    game: _RaeuberrommeNames, *, preset: _RaeuberrommePresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Raeuberromme]
) -> Rules: ...
@overload
def rules(
    game: _RemiNames, *, preset: _RemiPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Remi]
) -> Rules: ...
@overload
def rules(
    game: _RommeNames, *, preset: _RommePresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Romme]
) -> Rules: ...
@overload
def rules(
    game: _RummikubNames, *, preset: _RummikubPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Rummikub]
) -> Rules: ...
@overload
def rules(
    game: _Rummy500Names, *, preset: _Rummy500Presets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Rummy500]
) -> Rules: ...
@overload
def rules(
    game: _SambaNames, *, preset: _SambaPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Samba]
) -> Rules: ...
@overload
def rules(
    game: _Scala40Names, *, preset: _Scala40Presets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Scala40]
) -> Rules: ...
@overload
def rules(
    game: _ShanghaiNames, *, preset: _ShanghaiPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Shanghai]
) -> Rules: ...
@overload
def rules(
    game: _ThreeThirteenNames, *, preset: _ThreeThirteenPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_ThreeThirteen]
) -> Rules: ...
@overload
def rules(
    game: _TongItsNames, *, preset: _TongItsPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_TongIts]
) -> Rules: ...
@overload
def rules(
    game: _TonkNames, *, preset: _TonkPresets = ..., deal_number: int = ...,
    turned: str | Card | None = ..., language: str = ..., **house_rules: Unpack[_Tonk]
) -> Rules: ...
@overload
def rules(
    game: str, *, deal_number: int = ..., turned: str | Card | None = ..., language: str = ...
) -> Rules: ...
@overload
def rules(
    game: str, *, preset: str = ..., deal_number: int = ..., turned: str | Card | None = ...,
    language: str = ..., options: Options
) -> Rules: ...
@overload
def score(
    game: _AnyGameNames, deal: Mapping[str, Any], /, *, preset: _AnyGamePresets = ...,
    language: str = ..., **house_rules: Unpack[_AnyGame]
) -> ScoreAnswer: ...
@overload
def score(
    game: _AvalancheNames, deal: Mapping[str, Any], /, *, preset: _AvalanchePresets = ...,
    language: str = ..., **house_rules: Unpack[_Avalanche]
) -> ScoreAnswer: ...
@overload
def score(
    game: _BasicRummyNames, deal: Mapping[str, Any], /, *, preset: _BasicRummyPresets = ...,
    language: str = ..., **house_rules: Unpack[_BasicRummy]
) -> ScoreAnswer: ...
@overload
def score(
    game: _BiribaNames, deal: Mapping[str, Any], /, *, preset: _BiribaPresets = ...,
    language: str = ..., **house_rules: Unpack[_Biriba]
) -> ScoreAnswer: ...
@overload
def score(
    game: _BurracoNames, deal: Mapping[str, Any], /, *, preset: _BurracoPresets = ...,
    language: str = ..., **house_rules: Unpack[_Burraco]
) -> ScoreAnswer: ...
@overload
def score(
    game: _CanastaNames, deal: Mapping[str, Any], /, *, preset: _CanastaPresets = ...,
    language: str = ..., **house_rules: Unpack[_Canasta]
) -> ScoreAnswer: ...
@overload
def score(
    game: _ChattahoocheeNames, deal: Mapping[str, Any], /, *, preset: _ChattahoocheePresets = ...,
    language: str = ..., **house_rules: Unpack[_Chattahoochee]
) -> ScoreAnswer: ...
@overload
def score(
    game: _ChattahoocheeAlternateNames, deal: Mapping[str, Any], /, *,
    preset: _ChattahoocheeAlternatePresets = ..., language: str = ...,
    **house_rules: Unpack[_ChattahoocheeAlternate]
) -> ScoreAnswer: ...
@overload
def score(
    game: _ChattahoocheeInterlockingNames, deal: Mapping[str, Any], /, *,
    preset: _ChattahoocheeInterlockingPresets = ..., language: str = ...,
    **house_rules: Unpack[_ChattahoocheeInterlocking]
) -> ScoreAnswer: ...
@overload
def score(
    game: _ChinchonNames, deal: Mapping[str, Any], /, *, preset: _ChinchonPresets = ...,
    language: str = ..., **house_rules: Unpack[_Chinchon]
) -> ScoreAnswer: ...
@overload
def score(
    game: _ChineseTenNames, deal: Mapping[str, Any], /, *, preset: _ChineseTenPresets = ...,
    language: str = ..., **house_rules: Unpack[_ChineseTen]
) -> ScoreAnswer: ...
@overload
def score(
    game: _ConquianNames, deal: Mapping[str, Any], /, *, preset: _ConquianPresets = ...,
    language: str = ..., **house_rules: Unpack[_Conquian]
) -> ScoreAnswer: ...
@overload
def score(
    game: _ContractRummyNames, deal: Mapping[str, Any], /, *, preset: _ContractRummyPresets = ...,
    language: str = ..., **house_rules: Unpack[_ContractRummy]
) -> ScoreAnswer: ...
@overload
def score(
    game: _EtalatNames, deal: Mapping[str, Any], /, *, preset: _EtalatPresets = ...,
    language: str = ..., **house_rules: Unpack[_Etalat]
) -> ScoreAnswer: ...
@overload
def score(
    game: _FiveCrownsNames, deal: Mapping[str, Any], /, *, preset: _FiveCrownsPresets = ...,
    language: str = ..., **house_rules: Unpack[_FiveCrowns]
) -> ScoreAnswer: ...
@overload
def score(
    game: _GinRummyNames, deal: Mapping[str, Any], /, *, preset: _GinRummyPresets = ...,
    language: str = ..., **house_rules: Unpack[_GinRummy]
) -> ScoreAnswer: ...
@overload
def score(
    game: _HandAndFootNames, deal: Mapping[str, Any], /, *, preset: _HandAndFootPresets = ...,
    language: str = ..., **house_rules: Unpack[_HandAndFoot]
) -> ScoreAnswer: ...
@overload
def score(
    game: _IndianRummyNames, deal: Mapping[str, Any], /, *, preset: _IndianRummyPresets = ...,
    language: str = ..., **house_rules: Unpack[_IndianRummy]
) -> ScoreAnswer: ...
@overload
def score(
    game: _KalookiNames, deal: Mapping[str, Any], /, *, preset: _KalookiPresets = ...,
    language: str = ..., **house_rules: Unpack[_Kalooki]
) -> ScoreAnswer: ...
@overload
def score(
    game: _LeapRummyNames, deal: Mapping[str, Any], /, *, preset: _LeapRummyPresets = ...,
    language: str = ..., **house_rules: Unpack[_LeapRummy]
) -> ScoreAnswer: ...
@overload
def score(
    game: _MarriageNames, deal: Mapping[str, Any], /, *, preset: _MarriagePresets = ...,
    language: str = ..., **house_rules: Unpack[_Marriage]
) -> ScoreAnswer: ...
@overload
def score(
    game: _OkeyNames, deal: Mapping[str, Any], /, *, preset: _OkeyPresets = ...,
    language: str = ..., **house_rules: Unpack[_Okey]
) -> ScoreAnswer: ...
@overload
def score(
    game: _Okey101Names, deal: Mapping[str, Any], /, *, preset: _Okey101Presets = ...,
    language: str = ..., **house_rules: Unpack[_Okey101]
) -> ScoreAnswer: ...
@overload
def score(
    game: _OwnGameNames, deal: Mapping[str, Any], /, *, preset: _OwnGamePresets = ...,
    language: str = ..., **house_rules: Unpack[_OwnGame]
) -> ScoreAnswer: ...
@overload
def score(
    game: _Phase10Names, deal: Mapping[str, Any], /, *, preset: _Phase10Presets = ...,
    language: str = ..., **house_rules: Unpack[_Phase10]
) -> ScoreAnswer: ...
@overload
def score(
    game: _PhomNames, deal: Mapping[str, Any], /, *, preset: _PhomPresets = ...,
    language: str = ..., **house_rules: Unpack[_Phom]
) -> ScoreAnswer: ...
@overload
def score(
    game: _RaeuberrommeNames, deal: Mapping[str, Any], /, *, preset: _RaeuberrommePresets = ...,
    language: str = ..., **house_rules: Unpack[_Raeuberromme]
) -> ScoreAnswer: ...
@overload
def score(
    game: _RemiNames, deal: Mapping[str, Any], /, *, preset: _RemiPresets = ...,
    language: str = ..., **house_rules: Unpack[_Remi]
) -> ScoreAnswer: ...
@overload
def score(
    game: _RommeNames, deal: Mapping[str, Any], /, *, preset: _RommePresets = ...,
    language: str = ..., **house_rules: Unpack[_Romme]
) -> ScoreAnswer: ...
@overload
def score(
    game: _RummikubNames, deal: Mapping[str, Any], /, *, preset: _RummikubPresets = ...,
    language: str = ..., **house_rules: Unpack[_Rummikub]
) -> ScoreAnswer: ...
@overload
def score(
    game: _Rummy500Names, deal: Mapping[str, Any], /, *, preset: _Rummy500Presets = ...,
    language: str = ..., **house_rules: Unpack[_Rummy500]
) -> ScoreAnswer: ...
@overload
def score(
    game: _SambaNames, deal: Mapping[str, Any], /, *, preset: _SambaPresets = ...,
    language: str = ..., **house_rules: Unpack[_Samba]
) -> ScoreAnswer: ...
@overload
def score(
    game: _Scala40Names, deal: Mapping[str, Any], /, *, preset: _Scala40Presets = ...,
    language: str = ..., **house_rules: Unpack[_Scala40]
) -> ScoreAnswer: ...
@overload
def score(
    game: _ShanghaiNames, deal: Mapping[str, Any], /, *, preset: _ShanghaiPresets = ...,
    language: str = ..., **house_rules: Unpack[_Shanghai]
) -> ScoreAnswer: ...
@overload
def score(
    game: _ThreeThirteenNames, deal: Mapping[str, Any], /, *, preset: _ThreeThirteenPresets = ...,
    language: str = ..., **house_rules: Unpack[_ThreeThirteen]
) -> ScoreAnswer: ...
@overload
def score(
    game: _TongItsNames, deal: Mapping[str, Any], /, *, preset: _TongItsPresets = ...,
    language: str = ..., **house_rules: Unpack[_TongIts]
) -> ScoreAnswer: ...
@overload
def score(
    game: _TonkNames, deal: Mapping[str, Any], /, *, preset: _TonkPresets = ...,
    language: str = ..., **house_rules: Unpack[_Tonk]
) -> ScoreAnswer: ...
@overload
def score(
    game: str, deal: Mapping[str, Any], /, *, language: str = ...
) -> ScoreAnswer: ...
@overload
def score(
    game: str, deal: Mapping[str, Any], /, *, preset: str = ..., language: str = ...,
    options: Options
) -> ScoreAnswer: ...
