"""What one player has when a deal is over, as typed: numbers, or cards on the pad."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from scorepad.core.card_text import write_cards, write_melds
from scorepad.core.log.table import Player
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.settle import PlayerShare
from scorepad.web.hand.typed_cards import TypedCards, TypedMelds, read_past

MOST_TYPED = 1_000_000  # a number of six digits


@dataclass(frozen=True)
class TypedShare:
    """What one player has, as typed."""

    player: Player
    left: TypedCards
    melds: TypedMelds
    number: str = ""
    melded: str = ""
    tiles: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing that is left was typed."""
        return not (self.number.strip() or self.left.text.strip())

    @property
    def unread(self) -> list[tuple[str, str]]:
        """The numbers that do not read, by field."""
        typed_numbers = (("number", self.number), ("melded", self.melded), ("tiles", self.tiles))
        return [(field, text) for field, text in typed_numbers if text.strip() and plain_number(text) is None]

    @cached_property
    def share(self) -> PlayerShare:
        """What the player has; what does not read counts as nothing."""
        left, melded = plain_number(self.number), plain_number(self.melded)
        tiles = plain_number(self.tiles) if left is not None else None
        return PlayerShare(
            self.melds.melds if melded is None else melded, self.left.cards if left is None else left, tiles
        )

    def faults(self) -> Iterator[tuple[str, str]]:
        """What does not read or stands in two ways, by field."""
        seat, name = self.player.index, self.player.name
        for field, text in self.unread:
            yield (
                f"{field}-{seat}",
                say("{name}: {typed} is no whole number from 0.", name=name, typed=repr(text[:20])),
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
        """The fields that keep it."""
        typed_texts = {"left": self.left.text, "melds": self.melds.text, "number": self.number}
        typed_texts |= {"melded": self.melded, "tiles": self.tiles}
        return {f"{name}-{self.player.index}": text for name, text in typed_texts.items()}


def read_share(rules: Rules, player: Player, args: Mapping[str, str], writes: str) -> TypedShare:
    """A player's line; the pad's past belongs to what it `writes` alone."""
    seat = player.index
    left, melds = f"left-{seat}", f"melds-{seat}"
    return TypedShare(
        player,
        TypedCards(rules, args.get(left, ""), read_past(args) if writes == left else ()),
        TypedMelds(rules, args.get(melds, ""), read_past(args) if writes == melds else ()),
        args.get(f"number-{seat}", ""),
        args.get(f"melded-{seat}", ""),
        args.get(f"tiles-{seat}", ""),
    )


def share_fields(seat: int, share: PlayerShare) -> dict[str, str]:
    """What a player had, as the fields that would say it."""
    left, melded = share.left, share.melded
    fields = {"number": str(left)} if isinstance(left, int) else {"left": write_cards(left)}
    fields |= {"melded": str(melded)} if isinstance(melded, int) else {"melds": write_melds(melded)}
    fields |= {} if share.tiles is None else {"tiles": str(share.tiles)}
    return {f"{name}-{seat}": text for name, text in fields.items()}


def plain_number(text: str) -> int | None:
    """A plain number as typed, or a sum such as `12+8-3`; None where none is, or it does not read."""
    terms = re.findall(r"(^|[+\-−])([0-9]{1,6})", plain := "".join(text.split()))
    if "".join(sign + digits for sign, digits in terms) != plain:
        return None
    total = sum(int(digits) if sign in ("", "+") else -int(digits) for sign, digits in terms)
    return total if terms and 0 <= total < MOST_TYPED else None
