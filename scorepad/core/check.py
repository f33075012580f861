"""The referee: judges melds as laid, without any knowledge of the search for the best ones (A2).

In a set a joker's suit need not be named; in a run its card must be clear from its place (F2). Where a joker
of a shared table is freed for its card alone, a rebuilt table must have that card (raeuberromme RR3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from math import prod

from scorepad.core.audit import audit_cards
from scorepad.core.bonuses import (
    NOTHING_BESIDE,
    LaidStretch,
    LyingBeside,
    interlocks_with_table,
    quartet_bonuses,
    scored_stretches,
)
from scorepad.core.card_text import show_apart, show_card, show_meld, show_rank
from scorepad.core.cards import WILD, Card, Laid, Meld, cards_of
from scorepad.core.long_melds import with_long_bonus
from scorepad.core.melding import Melding, melding_of
from scorepad.core.pairs import judge_identical, judge_pair
from scorepad.core.phrasing import join_words
from scorepad.core.rank_melds import judge_rank_meld, side_faults
from scorepad.core.readings import all_readings, illegal_verdict
from scorepad.core.rules import Rules
from scorepad.core.runs import every_way_to_read, judge_colour, judge_run
from scorepad.core.sentence import say
from scorepad.core.sets import fillings_of, is_one_rank, joined_readings, judge_joined, judge_set, lay_as
from scorepad.core.tokens import leap_faults
from scorepad.core.values import meld_value
from scorepad.core.verdicts import Bonus, Finding, Judgement, MeldVerdict

_SENSES_SHOWN = 4  # of an open meld, in one sentence
MOST_WAYS = 4_096  # to read all melds together, of which each is tried
_MELDS_AT_ONCE = 2048  # melds whose verdict is remembered; each takes about a kilobyte

Verdicts = tuple[MeldVerdict, ...]
Demand = tuple[frozenset[Card], int]
"""Kinds, and the fewest cards of them that a new table has, a joker counting as what it stands for."""


def check(
    rules: Rules,
    melds: Sequence[Meld],
    beside: LyingBeside = NOTHING_BESIDE,
    taken: Card | None = None,
) -> Judgement:
    """Judge every meld, and the bonuses of all together. Every fault is found, not only the first.

    `beside` has the melds of others on the table. New melds may interlock with those of partners (I7),
    unless a partner's going out has scored that already (I8). `taken` is a card from the discard pile that
    must be in one of the melds (F5).
    """
    verdicts = tuple(check_meld(rules, meld) for meld in melds)
    if not rules.board.first_play.done:
        return _judge_first_play(rules, verdicts, beside.melds)
    all_cards = cards_of((*melds, *beside.melds))
    findings = audit_cards(rules, all_cards)
    findings += _taken_faults(rules, melds, taken)
    findings += tuple(side_faults(rules, melds, beside.melds)) if rules.shapes.by_rank else ()
    # Melds of others earn nothing here but where melds interlock (I7).
    partner_verdicts = [check_meld(rules, meld) for meld in beside.melds] if rules.bonuses.interlocks else []
    scored = scored_before(rules, beside)

    def bonuses_of(verdicts: Sequence[MeldVerdict]) -> tuple[Bonus, ...]:
        quartets = quartet_bonuses(rules, verdicts)
        return quartets + interlocks_with_table(rules, verdicts, partner_verdicts, scored)

    def points_of(verdicts: Sequence[MeldVerdict]) -> int:
        bonus_points = sum(bonus.points for bonus in bonuses_of(verdicts))
        return sum(verdict.points for verdict in verdicts) + bonus_points

    if rules.bonuses.interlocks or rules.bonuses.quartet_bonus:
        ways = [_ways_to_read(rules, *judged) for judged in zip(melds, verdicts, strict=True)]
        verdicts = _read_for_most(ways, points_of) if any(len(of_meld) > 1 for of_meld in ways) else verdicts
    bonuses = bonuses_of(verdicts)
    points = sum(verdict.points for verdict in verdicts) + sum(bonus.points for bonus in bonuses)
    findings += leap_faults(rules, [verdict.leap for verdict in verdicts if verdict.leap])
    legal = not findings and all(verdict.legal for verdict in verdicts)
    return Judgement(legal, points, verdicts, bonuses, findings)


def _read_for_most(ways: Sequence[Sequence[MeldVerdict]], points_of: Callable[[Verdicts], int]) -> Verdicts:
    """The verdict on each meld in one of its readings, such that the sum is greatest. Ties go to the first
    readings."""
    if prod(map(len, ways)) <= MOST_WAYS:
        return max(product(*ways), key=points_of)
    return _improved_one_by_one(ways, points_of)


def _improved_one_by_one(
    ways: Sequence[Sequence[MeldVerdict]], points_of: Callable[[Verdicts], int]
) -> Verdicts:
    """The first verdicts, of which one at a time is replaced by another reading as long as that gains
    points."""
    best_verdicts = tuple(ways_of_meld[0] for ways_of_meld in ways)
    most_points = points_of(best_verdicts)
    improved = True
    while improved:
        improved = False
        for number, ways_of_meld in enumerate(ways):
            for way in ways_of_meld:
                changed = (*best_verdicts[:number], way, *best_verdicts[number + 1 :])
                if (points := points_of(changed)) > most_points:
                    best_verdicts, most_points, improved = changed, points, True
    return best_verdicts


def _ways_to_read(rules: Rules, meld: Meld, verdict: MeldVerdict) -> list[MeldVerdict]:
    """The verdict, then every other legal reading of the meld as it was laid (H15)."""
    reach = melding_of(rules).reach
    is_open = any(reach(laid.card) and not laid.stands_for for laid in meld)
    if not (is_open and verdict.legal and any(verdict.natural)):
        return [verdict]
    return [verdict, *every_way_to_read(rules, meld)]


def _taken_faults(rules: Rules, melds: Sequence[Meld], taken: Card | None) -> tuple[Finding, ...]:
    """A finding if no meld has the card taken from the discard pile (F5)."""
    if taken is None or any(laid.card == taken for meld in melds for laid in meld):
        return ()
    sentence = say(
        "You took {card} from the discard pile, so you must meld it or lay it off at once.",
        card=show_card(taken, rules.pack),
    )
    return (Finding("taken-not-melded", (taken,), "F5", sentence),)


def scored_before(rules: Rules, beside: LyingBeside) -> list[LaidStretch]:
    """The interlocks of the player's melds that scored as partners went out (I8)."""
    sides_then = ((gone.partner, gone.own, gone.others) for gone in beside.out)
    return scored_stretches(
        rules, [tuple([check_meld(rules, meld) for meld in melds] for melds in sides) for sides in sides_then]
    )


def _judge_first_play(
    rules: Rules, verdicts: tuple[MeldVerdict, ...], table_melds: Sequence[Meld]
) -> Judgement:
    """Judge sets laid beside a table by a player who may not rebuild it yet (K2)."""
    lent_by_place = lent_by_table(rules, [verdict.laid for verdict in verdicts], table_melds)
    # K2: what a set of the table lends counts nothing, as a first play comes from the rack.
    verdicts = tuple(
        replace(verdict, points=0) if meld_place in lent_by_place else verdict
        for meld_place, verdict in enumerate(verdicts)
    )
    all_cards = Counter(
        laid.card for meld in (*(verdict.laid for verdict in verdicts), *table_melds) for laid in meld
    )
    # A lent set is in the play and on the table: its tiles are counted once.
    all_cards.subtract(cards_of(lent_by_place.values()))
    findings = audit_cards(rules, all_cards.elements())
    legal = all(verdict.legal for verdict in verdicts)
    if legal:
        own_sets = [verdict for meld_place, verdict in enumerate(verdicts) if meld_place not in lent_by_place]
        findings += first_play_faults(rules, own_sets)
    points = sum(verdict.points for verdict in verdicts)
    return Judgement(legal and not findings, points, verdicts, (), findings)


def lent_by_table(rules: Rules, melds: Sequence[Meld], table_melds: Sequence[Meld]) -> dict[int, Meld]:
    """The sets of the table into which a first play puts tiles for their jokers, used in its other melds
    (K2); by the place of the new meld of each."""
    if rules.board.first_play.done or not rules.board.first_play.retrieves_jokers:
        return {}
    legal_table = [verdict.laid for meld in table_melds if (verdict := check_meld(rules, meld)).legal]
    lent_by_place: dict[int, Meld] = {}
    for place, meld in enumerate(melds):
        cards = _sorted_cards(meld)
        for lent_meld in legal_table:
            if cards in map(_sorted_cards, fillings_of(melding_of(rules), lent_meld)):
                legal_table.remove(lent_meld)
                lent_by_place[place] = lent_meld
                break
    # K2: a joker taken is used at once, so sets lend no more jokers than the play has.
    while sum(map(_count_jokers, lent_by_place.values())) > sum(map(_count_jokers, melds)):
        lent_by_place.popitem()
    return lent_by_place


def _sorted_cards(meld: Meld) -> list[Card]:
    return sorted(laid.card for laid in meld)


def _count_jokers(meld: Meld) -> int:
    return sum(laid.card == WILD for laid in meld)


def first_play_faults(rules: Rules, own_sets: Sequence[MeldVerdict]) -> tuple[Finding, ...]:
    """What is wrong with legal sets as a first play; a joker counts as the tile that it stands for (K1)."""
    combine = max if rules.board.first_play.one_set else sum
    play_worth = combine(meld.points for meld in own_sets) if own_sets else 0
    if not own_sets or play_worth >= rules.board.first_play.points:
        return ()
    cards = tuple(laid.card for meld in own_sets for laid in meld.laid)
    least = rules.board.first_play.points
    sentence = say("A first play must be worth {least}; this is {worth}.", least=least, worth=play_worth)
    if rules.board.first_play.one_set:
        sentence = say(
            "One set of your first play must be worth {least}. The highest here is {worth}.",
            least=least,
            worth=play_worth,
        )
    return (Finding("first-play", cards, "K2", sentence),)


def joker_demands(rules: Rules, table: Sequence[Meld]) -> tuple[Demand, ...]:
    """Return what a new table must have so that no joker left its place without its card.

    A joker still stands for one of its kinds, or a card of these came from the hand. So the new table has
    them as often as the old one has naturals of them, and once more for each joker. A joker of a set may
    stand for each missing suit, so that several kinds are demanded together. Every wild of `table` says what
    it stands for. Empty where jokers move as they like.
    """
    if rules.hand.takes_jokers != "card" or not (rules.board.shared and rules.board.first_play.done):
        return ()
    jokers = Counter(kinds for meld in table for kinds in _kinds_of_jokers(melding_of(rules), meld))
    naturals = Counter(cards_of(table))
    demands: dict[frozenset[Card], int] = {}
    # Each joker needs a card of its own: enough of them by Hall's theorem, group by group.
    for size in range(1, len(jokers) + 1):
        for group in combinations(jokers, size):
            kinds = frozenset[Card]().union(*group)
            held = sum(count for some, count in jokers.items() if some <= kinds)
            demands[kinds] = held + sum(naturals[kind] for kind in kinds)
    return tuple(demands.items())


def lacks_card_for_joker(rules: Rules, table: Sequence[Meld], new_table: Sequence[Meld]) -> bool:
    """Whether a joker of the table left its place without its card."""
    there = Counter(laid.kind for meld in new_table for laid in meld)
    return any(sum(there[kind] for kind in kinds) < least for kinds, least in joker_demands(rules, table))


def _kinds_of_jokers(melding: Melding, meld: Meld) -> Iterator[frozenset[Card]]:
    """List for each joker of a meld the kinds that it may stand for."""
    is_run = len({laid.kind.rank for laid in meld}) > 1
    for laid in meld:
        if laid.card == WILD:
            yield frozenset([laid.kind]) if is_run else _missing_kinds(melding, meld)


def _missing_kinds(melding: Melding, meld: Meld) -> frozenset[Card]:
    """Return the kinds that a set lacks."""
    naturals = Counter(laid.card for laid in meld)
    most_copies = melding.rules.packs if melding.rules.shapes.sets.repeated_colours else 1
    kinds = melding.set_of_rank(meld[0].kind.rank)
    return frozenset(kind for kind in kinds if naturals[kind] < most_copies)


def check_meld(rules: Rules, meld: Meld) -> MeldVerdict:
    """Judge one meld of at least one card: as a run, and as a set where there are sets."""
    return _meld_verdict(rules, tuple(meld))


@lru_cache(maxsize=_MELDS_AT_ONCE)
def _meld_verdict(rules: Rules, meld: Meld) -> MeldVerdict:
    verdict = _plain_verdict(rules, meld)
    return with_long_bonus(rules, verdict) if rules.shapes.long_kinds else verdict


def _plain_verdict(rules: Rules, meld: Meld) -> MeldVerdict:
    if rules.shapes.by_rank:
        return judge_rank_meld(rules, meld)
    melding = melding_of(rules)
    posing_faults = _posing_faults(melding, meld)
    if posing_faults:
        return illegal_verdict(melding, meld, posing_faults)
    # Two cards make no set and no run, so where pairs count they are one.
    if rules.hand.pairs and (pair := judge_pair(rules, meld)):
        return pair
    if rules.hand.seeing and (same := judge_identical(rules, meld)):
        return same
    if melding.rules.shapes.sets and not rules.wilds.count.naturals and _all_may_be_wild(melding, meld):
        return _wilds_alone(melding, meld)
    if melding.rules.shapes.sets and all(laid.card.is_wild for laid in meld):
        return illegal_verdict(melding, meld, (_jokers_alone(melding, meld),))
    if (colour_verdict := judge_colour(melding, meld)).legal:
        return colour_verdict
    run_verdict = judge_run(melding, meld)
    if not melding.rules.shapes.sets:
        return run_verdict
    set_verdict = judge_set(melding, meld)
    if melding.rules.board.shared:
        return _better_verdict(melding, meld, run_verdict, set_verdict)
    if not rules.shapes.open_senses and (
        open_senses := _open_senses(melding, meld, as_set=set_verdict.legal)
    ):
        return illegal_verdict(melding, meld, open_senses)
    return judge_joined(melding, meld) or _better_verdict(melding, meld, run_verdict, set_verdict)


def _all_may_be_wild(melding: Melding, meld: Meld) -> bool:
    return all(melding.reach(laid.card) for laid in meld)


def _wilds_alone(melding: Melding, meld: Meld) -> MeldVerdict:
    """The verdict on wilds alone, in a game in which they are a set or run like any other."""
    if len(meld) < melding.rules.shapes.sets.smallest:
        return judge_set(melding, meld)
    cards = [laid.card for laid in meld]
    points = meld_value(melding.rules, cards, cards, is_run=False)
    return MeldVerdict(meld, True, points, (False,) * len(meld), None, ())


def _jokers_alone(melding: Melding, meld: Meld) -> Finding:
    """The finding for jokers alone, which make no set or run whatever they are said to stand for (F2)."""
    sentence = melding.rules.pack.worded(
        say("A set or run needs at least one natural card: jokers alone don’t make a meld."),
        say("A set or run needs at least one tile that isn’t a joker."),
    )
    return Finding("jokers-alone", tuple(laid.card for laid in meld), "F2", sentence)


def _better_verdict(
    melding: Melding, meld: Meld, run_verdict: MeldVerdict, set_verdict: MeldVerdict
) -> MeldVerdict:
    """The verdict on a meld that may be a run or a set: the better legal one, or the one that is nearer to
    legal."""
    if run_verdict.legal and set_verdict.legal:
        return max(run_verdict, set_verdict, key=lambda verdict: verdict.points)
    return (
        run_verdict
        if run_verdict.legal or not (set_verdict.legal or is_one_rank(melding, meld))
        else set_verdict
    )


def _posing_faults(melding: Melding, meld: Meld) -> tuple[Finding, ...]:
    """Findings for cards that cannot stand for what they are said to."""
    pack = melding.rules.pack
    return tuple(
        Finding(
            "cannot-stand-for",
            (laid.card, laid.stands_for),
            "H14",
            say(
                "{card} can’t stand for {other}.",
                card=show_card(laid.card, pack),
                other=show_card(laid.stands_for, pack),
            ),
        )
        for laid in meld
        if laid.stands_for and not melding.may_lie(laid, melding.run_kind(laid.stands_for))
    )


def _open_senses(melding: Melding, meld: Meld, *, as_set: bool) -> tuple[Finding, ...]:
    """The finding for a meld with several meanings; `as_set`: one of them is a set."""
    possible_senses = list(_possible_senses(melding, meld)) if _is_open(melding, meld) else []
    if len(possible_senses) + as_set < 2:
        return ()
    sure_kind = next((sure_kind for laid in meld if (sure_kind := melding.sure_kind(laid))), None)
    pack = melding.rules.pack
    shown_senses = [show_meld(sense, pack) for sense in possible_senses[:_SENSES_SHOWN]]
    if as_set and sure_kind:
        shown_senses.insert(0, say("a set of {rank}s", rank=show_rank(sure_kind.rank, pack)))
    examples = [_write_set(melding, meld, sure_kind)] if as_set and sure_kind else []
    sentence = say(
        "{meld} could be {senses}. Type which, as in {example}.",
        meld=show_meld(meld, pack),
        senses=join_words(shown_senses),
        example=join_words([*examples, show_apart(lay_as(meld, possible_senses[0]), pack)]),
    )
    return (Finding("ambiguous", tuple(laid.card for laid in meld), "F2", sentence),)


def _is_open(melding: Melding, meld: Meld) -> bool:
    """Whether some joker's kind is not known."""
    return any(melding.sure_kind(laid) is None for laid in meld)


def _possible_senses(melding: Melding, meld: Meld) -> Iterator[tuple[Card, ...]]:
    """The possible kinds of the meld: as a run in either direction, and as a set joined to a run."""
    if len(meld) < melding.rules.shapes.runs.shortest:
        return
    run_senses = [
        reading.cards for direction in (meld, meld[::-1]) for reading in all_readings(melding, direction)
    ]
    joined_senses = [way.all_kinds for way in joined_readings(melding, meld) if way.ends_at_set]
    # Ways to the same cards are one sense; of those the first is shown.
    yield from {frozenset(kinds): kinds for kinds in reversed([*run_senses, *joined_senses])}.values()


def _write_set(melding: Melding, meld: Meld, kind: Card) -> str:
    """A set with one natural, written unambiguously: `♠7 w=♣7 w`."""
    other_kind = next(card for card in melding.set_of_rank(kind.rank) if card != kind)
    jokers_left = sum(laid.card.is_wild for laid in meld) - 1
    return show_apart((Laid(kind), Laid(WILD, other_kind), *[Laid(WILD)] * jokers_left), melding.rules.pack)
