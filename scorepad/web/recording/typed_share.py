"""One player's part of an ended deal as typed: numbers, cards on the pad, and what is noted beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from scorepad.core.log.deal import Deal
from scorepad.core.log.endings import Ending
from scorepad.core.log.table import Table
from scorepad.core.log.table_state import Player
from scorepad.core.phrasing import join_words
from scorepad.core.points import Points, in_figures
from scorepad.core.rules import Rules
from scorepad.core.scoring import DealNote, Scoring, note_of
from scorepad.core.scoring.ended_deal import OWN_NOTES, CommonNote, PlayerShare
from scorepad.core.scoring.player_counts import PLAYER_COUNTS, Counted
from scorepad.core.sentence import in_a_row, say
from scorepad.core.settle import uncounted_fields
from scorepad.store.engine import NotFound
from scorepad.tables.settlements import SettleFault
from scorepad.web.fields import DISPUTED, LEFT, MELDS, typed_points, typed_whole
from scorepad.web.hand.typed_cards import TypedCards, TypedMelds, page_cards, page_melds

NOBODY = "nobody"
MOST_TYPED = 1_000_000  # a number of six digits
_FIELD_OF_FAULT: Mapping[str, str] = {
    "left": "number",
    "points": "number",
    "melded": "melded",
    "tiles": "tiles",
    OWN_NOTES: "drop",
    **{count.id: count.inputs[0] for count in PLAYER_COUNTS},
    **{note.field: note.input for note in CommonNote},
}
"""The field that a fault of an ending is shown at."""
_FIELDS_OF: Mapping[str, Collection[str]] = {
    "left": (LEFT,),
    "melded": ("melded", MELDS),
    "tiles": ("tiles",),
    **{count.id: count.inputs for count in PLAYER_COUNTS},
    **{note.field: (note.input,) for note in CommonNote},
}
"""The fields of a player by what they count for."""
_WAYS_AT_ONCE = 64  # ways of scoring whose choices are remembered


@dataclass(frozen=True, slots=True)
class DropChoices:
    """The choices for a player: one or none of the `ways`, and `counted` up to `most` times."""

    ways: tuple[DealNote, ...] = ()
    counted: DealNote | None = None
    most: int = 0

    @property
    def leave(self) -> bool:
        """Whether any of the ways makes a player leave the deal."""
        return any(not way.stays for way in self.ways)

    def word(self, way: str, times: int) -> str:
        """The game's word for a way together with the counted note `times` times."""
        repeated = [self.counted.id] * min(times, self.most) if self.counted else []
        return "+".join([way] * bool(way) + repeated)

    def parted(self, word: str) -> tuple[str, int]:
        """Split a game's word into the way and the number of counted notes."""
        parts = [part for part in word.split("+") if part]
        times = parts.count(self.counted.id) if self.counted else 0
        ways = [part for part in parts if not (self.counted and part == self.counted.id)]
        return "+".join(ways), times


@lru_cache(maxsize=_WAYS_AT_ONCE)
def drop_choices(scoring: Scoring) -> DropChoices:
    """The choices of a game, from the drops of its scoring."""
    parts = {part.id: part for drop in scoring.notes for part in (drop.parts or (drop,))}
    times = {
        id: max(sum(part.id == id for part in drop.parts or (drop,)) for drop in scoring.notes)
        for id in parts
    }
    counted = next((part for id, part in parts.items() if times[id] > 1), None)
    ways = tuple(part for part in parts.values() if part is not counted)
    return DropChoices(ways, counted, times[counted.id] if counted else 0)


@dataclass(frozen=True)
class TypedShare:
    """One player's part of an ended deal as typed.

    `args` are the fields of the form that count in this game. `writes` is the one that the pad writes, to
    which the form's past belongs.
    """

    rules: Rules
    player: Player
    args: Mapping[str, str]
    writes: str = ""

    def _field(self, name: str) -> str:
        """The name of this player's field: `left-2`."""
        return f"{name}-{self.player.index}"

    def _typed(self, name: str) -> str:
        """The text of a field of this player."""
        return self.args.get(self._field(name), "")

    @cached_property
    def left(self) -> TypedCards:
        field = self._field(LEFT)
        return TypedCards.of_field(self.rules, self.args, field, has_past=self.writes == field)

    @cached_property
    def melds(self) -> TypedMelds:
        field = self._field(MELDS)
        return TypedMelds.of_field(self.rules, self.args, field, has_past=self.writes == field)

    @cached_property
    def number(self) -> str:
        return self._typed("number")

    @cached_property
    def melded(self) -> str:
        return self._typed("melded")

    @cached_property
    def tiles(self) -> str:
        return self._typed("tiles")

    @property
    def way(self) -> str:
        """The way in which the player left the deal, or that is noted of the player."""
        return self._way_and_times[0]

    @property
    def times(self) -> str:
        """How often what is counted beside the way is noted."""
        return self._typed("times") or str(self._way_and_times[1] or "")

    @cached_property
    def _way_and_times(self) -> tuple[str, int]:
        return drop_choices(self.rules.scoring).parted(self._typed("drop"))

    @cached_property
    def _note(self) -> DealNote | None:
        word = drop_choices(self.rules.scoring).word(self.way, plain_number(self.times) or 0)
        return note_of(self.rules.scoring.notes, word)

    @property
    def drop(self) -> str:
        """The game's word for what is noted of the player; empty if nothing is."""
        return self._note.id if self._note else ""

    @cached_property
    def is_free(self) -> bool:
        """Whether what is left counts nothing, by how the player dropped."""
        return self._note is not None and not self._note.counts_left

    @property
    def types_points(self) -> bool:
        """Whether the game has typed points and no cards."""
        return not self.rules.scoring.final.has_cards

    @cached_property
    def counts(self) -> dict[str, str]:
        """The texts of the fields for counts, by field."""
        return {name: self._typed(name) for name in self._counted}

    @property
    def labels(self) -> dict[str, str]:
        """The labels of the fields for counts."""
        return {name: label for name, (_, label) in self._counted.items()}

    @cached_property
    def _counted(self) -> dict[str, tuple[Counted, str]]:
        return _counted_by_field(self.rules.scoring)

    @cached_property
    def empty(self) -> bool:
        """Whether nothing was typed for cards left."""
        return not (self.number.strip() or self.left.text.strip())

    @property
    def is_blank(self) -> bool:
        """Whether the game has typed points and none were typed."""
        return self.types_points and self.empty

    @property
    def unread(self) -> list[tuple[str, str]]:
        """The fields that do not read, with their text."""
        typed_numbers = (
            *(("number", self.number), ("melded", self.melded), ("tiles", self.tiles), ("times", self.times)),
            *self.counts.items(),
        )
        if self.types_points:
            unread_points = self.number.strip() and typed_points(self.number) is None
            return [("number", self.number)] if unread_points else []
        return [(field, text) for field, text in typed_numbers if text.strip() and plain_number(text) is None]

    @property
    def points(self) -> Points:
        """The points typed in a game without cards; 0 if empty or unreadable."""
        return typed_points(self.number) or 0

    @cached_property
    def share(self) -> PlayerShare:
        """The player's part of the deal. Unreadable fields count as empty, and so do all of a player who
        dropped."""
        if self.types_points or self.is_free:
            return PlayerShare(points=self.points if self.types_points else 0)
        left, melded = plain_number(self.number), plain_number(self.melded)
        # They say how many tiles the number is for.
        tiles = plain_number(self.tiles) if left is not None else None
        return PlayerShare(
            self.melds.melds if melded is None else melded,
            self.left.cards if left is None else left,
            tiles,
            counts={
                counted: number
                for name, (counted, _) in self._counted.items()
                if (number := plain_number(self.counts[name]))
            },
        )

    def faults(self) -> Iterator[tuple[str, str]]:
        """The faults by field: what does not read, or was typed in two ways."""
        seat, name = self.player.index, self.player.name
        for name_of_field, text in self.unread:
            yield (
                f"{name_of_field}-{seat}",
                say(
                    "{name}: {typed} isn’t a number of points. Enter one such as 25 or −10.",
                    name=name,
                    typed=repr(text[:20]),
                )
                if self.types_points
                else say(
                    "{name}: {typed} isn’t a whole number. Enter 0 or more.", name=name, typed=repr(text[:20])
                ),
            )
        for side, error in (("left", self.left.error), ("melds", self.melds.error)):
            if error:
                yield f"{side}-{seat}", say("{name}: {fault}", name=name, fault=error.message)
        if self.number.strip() and self.left.text.strip():
            yield (
                f"number-{seat}",
                say("{name} has cards too. Clear the cards, or leave the number empty.", name=name),
            )
        if self.melded.strip() and self.melds.text.strip():
            yield (
                f"melded-{seat}",
                say("{name} has melds too. Clear the melds, or leave the number empty.", name=name),
            )

    def fields(self) -> dict[str, str]:
        """The fields of the address for this player."""
        typed_texts = {"left": self.left.text, "melds": self.melds.text, "number": self.number}
        typed_texts |= {"melded": self.melded, "tiles": self.tiles, **self.counts}
        typed_texts |= {"drop": self.way, "times": self.times}
        return {self._field(name): text for name, text in typed_texts.items()}


def counted_fields(rules: Rules, args: Mapping[str, str]) -> dict[str, str]:
    """The fields of a form, without those that the game does not count."""
    left_out = {kind for name in uncounted_fields(rules) for kind in _FIELDS_OF.get(name, ())}
    left_out |= {note.input for note in CommonNote if note.field not in rules.scoring.counts}
    left_out |= set() if "went_rummy" in rules.scoring.counts else {"rummy"}
    return {name: text for name, text in args.items() if name.partition("-")[0] not in left_out}


def _counted_by_field(scoring: Scoring) -> dict[str, tuple[Counted, str]]:
    """What the fields for counts are of, each with its label; empty if nothing is counted."""
    by_field: dict[str, tuple[Counted, str]] = {}
    for count in scoring.player_counts:
        labels = scoring.canasta_kinds if count.has_kinds else {count: count.label}
        by_field |= zip(count.inputs, labels.items(), strict=False)
    return by_field


def fields_of_ending(ending: Ending, rules: Rules) -> dict[str, str]:
    """The fields of the form for a recorded ending; `rules` are those of its deal."""
    fields = {
        "winner": NOBODY if ending.winner is None else str(ending.winner),
        "ending": ending.how,
        **ending.facts.card_field,
        **{f"drop-{seat}": word for seat, word in ending.own_notes},
        "rummy": "1" if ending.rummy else "",
        "note": ending.note,
        # Else the pack audit refuses a correction of what was recorded against it (P1).
        "record": DISPUTED if ending.disputed else "",
    }
    entered = ending.as_entered()
    for note in CommonNote:
        fields |= {f"{note.input}-{seat}": "1" for seat in entered.noted(note)}
    for seat, share in entered.hands.items():
        fields |= _share_fields(seat, share, rules)
    return fields


def _share_fields(seat: int, share: PlayerShare, rules: Rules) -> dict[str, str]:
    """The fields of the form for a player's recorded part."""
    if not rules.scoring.final.has_cards:
        return {f"number-{seat}": in_figures(share.points)}
    left, melded = share.left, share.melded
    fields = {"number": str(left)} if isinstance(left, int) else {"left": page_cards(left, rules.pack)}
    fields |= (
        {"melded": str(melded)} if isinstance(melded, int) else {"melds": page_melds(melded, rules.pack)}
    )
    fields |= {} if share.tiles is None else {"tiles": str(share.tiles)}
    for name, (counted, _) in _counted_by_field(rules.scoring).items():
        fields[name] = str(share.counts.get(counted) or "")
    return {f"{name}-{seat}": text for name, text in fields.items()}


def plain_number(text: str) -> int | None:
    """A number as typed, or several added up; None if empty, unreadable, or out of bounds."""
    number = typed_whole(text)
    return number if number is not None and 0 <= number < MOST_TYPED else None


def faults_by_field(faults: Iterable[SettleFault], names: Mapping[int, str]) -> dict[str, str]:
    """The sentences of an ending's faults, by the field at which they are shown."""
    sentences: dict[str, list[str]] = {}
    seat_of = {name: seat for seat, name in names.items()}
    for fault in faults:
        has_field = fault.player in seat_of and fault.field in _FIELD_OF_FAULT
        field = f"{_FIELD_OF_FAULT[fault.field]}-{seat_of[fault.player]}" if has_field else fault.field
        sentences.setdefault(field, []).append(fault.message)
    return {field: in_a_row(messages) for field, messages in sentences.items()}


def ended_deal(table: Table, event: int) -> Deal:
    """The deal ended by the event of that number. Raises NotFound."""
    deal = table.ended_with(event)
    if deal is None or deal.ending is None:
        raise NotFound(
            say("These scores were removed or undone. Open the table to see what counts."), at="entry"
        )
    return deal


def open_deal(table: Table, rules: Rules) -> Deal:
    """The current deal; with all players in it, if the scores decide which of the partners played."""
    picks = rules.scoring.partners == "in duels" and table.has_partners and not table.deal.ended
    return replace(table.deal, sitting_out=()) if picks else table.deal


def missing_words(scoring: Scoring, name: str) -> str:
    """The sentence asking for the missing field of a player."""
    if not scoring.final.has_cards:
        return say("Enter somebody’s points.")
    if scoring.lays_melds:
        return say("Enter {name}’s remaining cards.", name=name)
    return say("Enter {name}’s collected cards.", name=name)


def played_seats(lines: Iterable[TypedShare], winner: str) -> tuple[int, ...]:
    """The seats with something typed, and the winner."""
    return tuple(line.player.index for line in lines if not line.empty or winner == str(line.player.index))


def pair_fault(table: Table, seats: Collection[int]) -> str:
    """The fault that these seats are partners and cannot have played each other; empty if they can."""
    if len(seats) < 2 or len({table.players[seat].partnership for seat in seats}) > 1:
        return ""
    names = join_words([table.names[seat] for seat in seats], "and")
    return say("{names} are partners. Enter two who played each other.", names=names)


def lines_of(table: Table, deal: Deal, by_side: bool) -> list[Player]:
    """The players with a line on the form: those of the deal in order, or the first of each side, under the
    names of all its players."""
    if not by_side:
        return [table.players[seat] for seat in deal.players]
    sides = sorted(deal.partnerships, key=lambda side: deal.players.index(side[0]))
    names = [" & ".join(table.names[seat] for seat in side) for side in sides]
    return [replace(table.players[side[0]], name=name) for side, name in zip(sides, names, strict=True)]
