"""Her own melds while she lays them: a tap lays a card, another takes it back.

The melds are text with `/` between them; the last one is the one that the next card goes to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorepad.core.cards import Card, Laid, Meld
from scorepad.core.notation import NotationError, read_cards, read_melds, write_melds
from scorepad.core.packs import Pack

NEXT = " /"
TAPS = ("put", "take", "on", "next")


@dataclass(frozen=True)
class Laying:
    """Melds as laid from the cards of a hand; `error` is set while the text does not read."""

    text: str
    hand: tuple[Card, ...]
    melds: tuple[Meld, ...] = ()
    error: NotationError | None = None

    @property
    def laid(self) -> list[Card]:
        return [one.card for meld in self.melds for one in meld]

    @property
    def remaining(self) -> list[Card]:
        """Cards of the hand that are not laid yet."""
        return list((Counter(self.hand) - Counter(self.laid)).elements())

    @property
    def strange(self) -> list[Card]:
        """Cards laid that the hand does not hold."""
        return list((Counter(self.laid) - Counter(self.hand)).elements()) if self.hand else []

    @property
    def opens(self) -> bool:
        """Whether the next card begins a meld."""
        return not self.melds or self.text.rstrip().endswith("/")

    def put(self, card: Card) -> Laying:
        """Lay a card of the hand on the last meld."""
        if card not in self.remaining:
            return self
        begun = self.melds if not self.opens else (*self.melds, ())
        return self._now((*begun[:-1], (*begun[-1], Laid(card))))

    def take(self, place: int, card: Card) -> Laying:
        """Take a card back from the meld at `place`."""
        if not 0 <= place < len(self.melds):
            return self
        meld = list(self.melds[place])
        found = [at for at, one in enumerate(meld) if one.card == card]
        if not found:
            return self
        del meld[found[-1]]
        rest = tuple(meld)
        return self._now((*self.melds[:place], *((rest,) if rest else ()), *self.melds[place + 1 :]))

    def on(self, place: int) -> Laying:
        """Make the meld at `place` the one that the next card goes to."""
        if not 0 <= place < len(self.melds):
            return self
        return self._now((*self.melds[:place], *self.melds[place + 1 :], self.melds[place]))

    def next(self) -> Laying:
        return self if self.opens else replace(self, text=write_melds(self.melds) + NEXT)

    def _now(self, melds: tuple[Meld, ...]) -> Laying:
        return replace(self, text=write_melds(melds), melds=melds)


def laying(text: str, hand: Sequence[Card], pack: Pack) -> Laying:
    """Melds as typed."""
    try:
        return Laying(text, tuple(hand), read_melds(text, pack))
    except NotationError as error:
        return Laying(text, tuple(hand), error=error)


def tapped(now: Laying, args: Mapping[str, str], pack: Pack) -> Laying:
    """The melds after the one tap in `args`: `put=7H`, `take=1.7H`, `on=1` or `next`."""
    if now.error:
        return now
    if "put" in args:
        card = _card(args["put"], pack)
        return now.put(card) if card else now
    if "take" in args:
        place, _, written = args["take"].partition(".")
        card = _card(written, pack)
        return now.take(int(place), card) if card and place.isdecimal() and place.isascii() else now
    if "on" in args and args["on"].isdecimal() and args["on"].isascii():
        return now.on(int(args["on"][:3]))
    return now.next() if "next" in args else now


def _card(text: str, pack: Pack) -> Card | None:
    try:
        cards = read_cards(text, pack)
    except NotationError:
        return None
    return cards[0].card if len(cards) == 1 else None
