"""House rules of wild cards in games with circular ranks (H14-H20, H26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorepad.core.card_text import show_card, show_rank
from scorepad.core.cards import Card
from scorepad.core.notation import NotationError, read_cards, read_ranks
from scorepad.core.options import OptionFault, option
from scorepad.core.packs import ROMAN, Pack
from scorepad.core.phrasing import join_words
from scorepad.core.rule_parts import Schedule
from scorepad.core.rules import Majors, WildRankMode, WildReach, WildRules
from scorepad.core.sentence import in_a_row, say, say_as
from scorepad.rulebook.game import HouseRules

SCHEDULES = {
    "original": "1 3 6 10 15 21 …",
    "one-zero": "0 1 3 6 10 15 …",
    "two-zeroes": "0 0 1 3 6 10 …",
    "square": "1 4 9 16 25 36 …",
    "fibonacci": "1 2 3 5 8 13 …",
    "table": say("your own"),
}
"""What runs of one, two, three cards and more are worth."""


def chosen_schedule(schedule: str, own_values: tuple[int, ...]) -> Schedule:
    """Return the schedule of that name; `own_values` are used if it is the table's own."""
    return Schedule(schedule, own_values if schedule == "table" else ())


@dataclass(frozen=True)
class WildOptions(HouseRules):
    """Options of wild cards: which they are, what they may stand for, and how they may lie."""

    adjacent_naturals: bool = option(
        True,
        say("Two naturals side by side"),
        say("A run with a wild needs two natural cards side by side."),
        "H15",
        "wilds",
    )
    wilds_apart: bool = option(
        False,
        say("No two wilds together"),
        say("Two wilds can’t be next to each other."),
        "H15",
        "wilds",
    )
    wild_only_schedule: str = option(
        "none",
        say("Melds of wilds alone"),
        say("What leftover wilds are worth when laid by themselves."),
        "H17",
        "wilds",
        choices={"none": say("nothing"), **SCHEDULES},
    )
    wild_only_table: tuple[int, ...] = option(
        (),
        say("Your own for only wilds"),
        say("Values of melds of 1, 2, 3 … wilds; longer ones grow by the last step."),
        "H17",
        "wilds",
        high=100_000,
    )
    wild_rank: str = option(
        "",
        say("Wild ranks"),
        say("Ranks that are wild in every suit, such as 5, or 5 J."),
        "H18",
        "wilds",
    )
    wild_rank_mode: WildRankMode = option(
        "drops-out",
        say("Wild ranks in the order"),
        say("Whether wild ranks drop out of the order, or may also stand for themselves."),
        "H18",
        "wilds",
        choices={"drops-out": say("drops out"), "also-natural": say("also natural")},
    )
    wild_cards: str = option(
        "",
        say("Single wild cards"),
        say("Cards that are wild as well as natural, such as the one-eyed jacks ♥J ♠J."),
        "H18",
        "wilds",
        none=say_as("wild cards", "none"),
    )
    wild_reach: WildReach = option(
        "any",
        say("What wild cards can stand for"),
        say("What wild cards with a suit may stand for. Jokers stand for any card."),
        "H20",
        "wilds",
        choices={"any": say("any card"), "own-suit": say("own suit"), "own-colour": say("own colour")},
    )
    wild_ranks: str = option(
        "",
        say("What jokers can stand for"),
        say("Ranks that jokers may stand for, such as 7 8 9. Leave blank for any."),
        "H20",
        "wilds",
    )
    majors: Majors = option(
        "fifth-suit",
        say("Tarot majors"),
        say(
            "Majors are a suit of 22, or wild. As wilds, I to XXI stand for every seventh rank "
            "and XXII for any, or as listed."
        ),
        "H26",
        "wilds",
        choices={
            "fifth-suit": say("a fifth suit"),
            "wild-mod-7": say("wild by sevens"),
            "wild-list": say("wild by the list above"),
        },
    )
    major_ranks: str = option(
        "",
        say("The list of majors"),
        say("The ranks that majors may stand for, such as I:A,8 II:2,9 XXII:any. The others go by sevens."),
        "H26",
        "wilds",
        none=say_as("the list", "none"),
    )

    def wild_rules(self, pack: Pack) -> WildRules:
        """Return the rules of wild cards for this pack."""
        has_own = self.wild_only_schedule != "none"
        return WildRules(
            adjacent_naturals=self.adjacent_naturals,
            wilds_apart=self.wilds_apart,
            wild_only_schedule=(
                chosen_schedule(self.wild_only_schedule, self.wild_only_table) if has_own else None
            ),
            wild_rank=_in_order(_read_ranks(self.wild_rank, pack)[0], pack),
            wild_rank_mode=self.wild_rank_mode,
            wild_cards=_read_kinds(self.wild_cards, pack),
            majors=self.majors,
            major_ranks=_read_majors(self.major_ranks, pack) if self.majors == "wild-list" else (),
            wild_reach=self.wild_reach,
            joker_ranks=_in_order(_read_ranks(self.wild_ranks, pack)[0], pack),
        )

    def wild_faults(self, pack: Pack) -> Iterator[OptionFault]:
        """List the faults of wild-card options that contradict each other or the pack."""
        yield from self.schedule_faults("wild_only_schedule", "wild_only_table")
        yield from self._rank_faults(pack)
        try:
            _read_kinds(self.wild_cards, pack)
        except NotationError as error:
            examples = join_words((show_card(pack.cards[0], pack), str(pack.cards[0])))
            expected = say(
                "cards of the pack, such as {examples}; {faults}", examples=examples, faults=error.phrase
            )
            yield self.fault("wild_cards", expected)
        strange_majors = _strange_majors(self.major_ranks, pack) if self.majors == "wild-list" else []
        if strange_majors:
            expected = say(
                "majors with ranks of the pack, each once, such as I:A,8 II:2,9 XXII:any; not {pieces}",
                pieces=join_words([*map(repr, strange_majors)]),
            )
            yield self.fault("major_ranks", expected)

    def _rank_faults(self, pack: Pack) -> Iterator[OptionFault]:
        """List the faults in the wild ranks and in the ranks that jokers stand for."""
        wild_ranks, has_strange = _read_ranks(self.wild_rank, pack)
        every_rank = _show_ranks((*pack.every_rank, *pack.spare), pack)
        drops_out = self.wild_rank_mode == "drops-out"
        if has_strange:
            expected = say("ranks of the pack with spaces between them: {ranks}", ranks=every_rank)
            yield self.fault("wild_rank", expected)
        elif drops_out and wild_ranks >= set(pack.ranks):
            yield self.fault(
                "wild_rank", say("not all of {ranks}, because at least one must stay", ranks=every_rank)
            )
        joker_ranks, has_strange = _read_ranks(self.wild_ranks, pack)
        possible_ranks = [rank for rank in pack.every_rank if not (drops_out and rank in wild_ranks)]
        if has_strange or joker_ranks - set(possible_ranks):
            ranks = _show_ranks(possible_ranks, pack)
            yield self.fault(
                "wild_ranks", say("ranks in the order with spaces between them: {ranks}", ranks=ranks)
            )

    def schedule_faults(self, schedule: str, own_values: str) -> Iterator[OptionFault]:
        """List the fault of a schedule `table` without the table's own values."""
        if getattr(self, schedule) == "table" and not getattr(self, own_values):
            yield self.fault(own_values, say("the values of 1, 2, 3 … cards, such as 0 1 3 6"))


def _read_ranks(text: str, pack: Pack) -> tuple[set[str], bool]:
    """Return the ranks that a text names, and whether a piece of it is no rank."""
    ranks, strange_pieces = read_ranks("" if text.lower() == "none" else text, pack)
    return set(ranks), bool(strange_pieces)


def _in_order(ranks: set[str], pack: Pack) -> tuple[str, ...]:
    # One order for the same ranks, so that the rules are equal too.
    return tuple(rank for rank in pack.every_rank if rank in ranks)


def _show_ranks(ranks: Iterable[str], pack: Pack) -> str:
    return in_a_row(show_rank(rank, pack) for rank in ranks)


def _read_kinds(text: str, pack: Pack) -> tuple[Card, ...]:
    """Return the kinds of card that a text names, without jokers. Raises NotationError."""
    # Sorted, so that the same cards make equal rules, however they are typed.
    return tuple(sorted({laid.card for laid in read_cards(text, pack) if not laid.card.is_wild}))


def _read_majors(text: str, pack: Pack) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the majors that a list `I:A,8 22:any` names, each with its ranks.

    In a faulty piece either is empty.
    """
    return tuple(_read_major(piece, pack) for piece in text.replace(";", " ").split())


def _strange_majors(text: str, pack: Pack) -> list[str]:
    """Return the faulty pieces of a list of majors, and those of a major named twice."""
    listed = _read_majors(text, pack)
    majors = [major for major, _ in listed]
    return [
        piece
        for piece, (major, ranks) in zip(text.replace(";", " ").split(), listed, strict=True)
        if not major or not ranks or majors.count(major) > 1
    ]


def _read_major(piece: str, pack: Pack) -> tuple[str, tuple[str, ...]]:
    """Return a major and its ranks; either is empty if faulty."""
    written_major, _, written_ranks = piece.partition(":")
    # A major has two digits at most, and int() of a long text takes long.
    number = int(written_major) if written_major.isdecimal() and len(written_major) < 3 else 0
    major = (
        ROMAN[number - 1]
        if 1 <= number <= len(ROMAN)
        else pack.rank_aliases.get(*[written_major.upper()] * 2)
    )
    if written_ranks.lower() == "any":
        return major if major in ROMAN else "", pack.ranks
    ranks, strange_pieces = read_ranks(written_ranks, pack)
    is_clear = not strange_pieces and set(ranks) <= set(pack.ranks)
    return major if major in ROMAN else "", ranks if is_clear else ()
