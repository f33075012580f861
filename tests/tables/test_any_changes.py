"""Any changes in any order leave a table as if all its hands were judged from scratch (A3, H4, H5, I7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepad.core.card_text import write_melds
from scorepad.core.check import check
from scorepad.core.errors import ScorepadError
from scorepad.core.log.table import Table, fold
from scorepad.tables import service
from scorepad.tables.dealing import next_deal
from scorepad.tables.standing import rules_of
from tests.open_tables import melds
from tests.profiles import examples
from tests.tables.phones import at_table

OPS = count()
PARTNERS = ((0, 2), (1, 3))
HANDS = (
    "♣4♦5♣6♦7",
    "♦4♣5♦6♣7",
    "♦4♣5♦6",
    "♣5♦6♣7 / ♦5♣6",
    "♦5♥6♦7",
    "♥5♦6♥7 / ♣5♥6♣7",
    "",
)


@dataclass(frozen=True)
class Hand:
    """A hand of the model: the number of its entry, whose it is, its melds as text; points alone for none."""

    number: int
    player: int
    cards: str


@dataclass(frozen=True)
class Model:
    """What counts, told by the changes alone: hands by deal in the order of going out, and those removed."""

    deals: tuple[tuple[Hand, ...], ...] = ((),)
    removed: tuple[tuple[int, Hand, tuple[int, ...]], ...] = ()

    def with_deal(self, deal: int, hands: tuple[Hand, ...]) -> Model:
        return replace(self, deals=(*self.deals[:deal], hands, *self.deals[deal + 1 :]))

    def find(self, number: int) -> tuple[int, int]:
        """The deal and the place of a hand."""
        return next(
            (deal, place)
            for deal, hands in enumerate(self.deals)
            for place, hand in enumerate(hands)
            if hand.number == number
        )


def opponents_in(hands: tuple[Hand, ...], place: int) -> int:
    """Who is still in and no partner, as the hand at that place is laid (H4, H5)."""
    out = {hand.player for hand in hands[:place]}
    own = next(group for group in PARTNERS if hands[place].player in group)
    return sum(player not in out and player not in own for player in range(4))


def still_in(hands: tuple[Hand, ...]) -> list[int]:
    return [player for player in range(4) if player not in {hand.player for hand in hands}]


def over(hands: tuple[Hand, ...]) -> bool:
    """Whether all who are still in are partners (H5)."""
    out = {hand.player for hand in hands}
    return any(all(player in out for player in group) for group in PARTNERS)


def together(rules, hands: list[Hand]) -> int:
    """What melds are worth that lie on the table together, whoever laid them first."""
    return check(rules, [meld for hand in hands for meld in melds(hand.cards)]).points


def worth(rules, hands: tuple[Hand, ...], place: int) -> int:
    """What a hand adds to what the melds of its side are worth together: each interlock once (I7)."""
    hand = hands[place]
    if not hand.cards:
        return 9
    own = next(group for group in PARTNERS if hand.player in group)
    before = [other for other in hands[:place] if other.player in own and other.cards]
    return together(rules, [*before, hand]) - together(rules, before)


def agree(table: Table, model: Model) -> None:
    """The table has the hands of the model, each worth what a count from scratch says."""
    rules = rules_of(table)
    totals = [0, 0, 0, 0]
    assert len(table.deals) == len(model.deals)
    for deal, hands in zip(table.deals, model.deals, strict=True):
        assert [(entry.number, entry.player) for entry in deal.entries] == [
            (hand.number, hand.player) for hand in hands
        ]
        for place, entry in enumerate(deal.entries):
            assert entry.points == worth(rules, hands, place), (hands, place)
            assert entry.score == entry.points * opponents_in(hands, place)
            totals[entry.player] += entry.score
        assert (deal.ended_by == "rule") == over(hands)
    assert list(table.totals) == totals


@st.composite
def change(draw, model: Model, head: int):
    """A change of the table: the service, its values, and the model after it."""
    everybody = [hand for hands in model.deals for hand in hands]
    kinds = ["late", "late", "next" if over(model.deals[-1]) else "out"]
    kinds += ["correct", "correct", "remove", "reorder"] if everybody else []
    kinds += ["restore", "restore"] if model.removed else []
    kind = draw(st.sampled_from(kinds))
    hand = Hand(head + 1, draw(st.integers(0, 3)), draw(st.sampled_from(HANDS)))
    if kind == "out":
        return (kind, hand, {}), model.with_deal(len(model.deals) - 1, (*model.deals[-1], hand))
    if kind == "late":
        deal = draw(st.integers(0, len(model.deals) - 1))
        hands = model.deals[deal]
        hand = replace(hand, player=draw(st.sampled_from(still_in(hands) or [hand.player])))
        place = draw(st.integers(0, len(hands)))
        now = (*hands[:place], hand, *hands[place:])
        return (kind, hand, {"deal": deal + 1, "place": place + 1}), model.with_deal(deal, now)
    if kind == "next":
        return (kind, hand, {}), replace(model, deals=(*model.deals, ()))
    if kind == "restore":
        deal, back, ahead = gone = draw(st.sampled_from(model.removed))
        hands = model.deals[deal]
        place = max((n for n, other in enumerate(hands, 1) if other.number in ahead), default=0)
        now = model.with_deal(deal, (*hands[:place], back, *hands[place:]))
        rest = tuple(other for other in model.removed if other != gone)
        return (kind, back, {"entry": back.number}), replace(now, removed=rest)
    old = draw(st.sampled_from(everybody))
    deal, place = model.find(old.number)
    hands = model.deals[deal]
    if kind == "correct":
        player = draw(st.sampled_from([old.player, old.player, hand.player]))
        new = replace(hand, number=old.number, player=player)
        now = (*hands[:place], new, *hands[place + 1 :])
        return (kind, new, {"entry": old.number}), model.with_deal(deal, now)
    if kind == "remove":
        ahead = tuple(other.number for other in hands[:place])
        now = model.with_deal(deal, (*hands[:place], *hands[place + 1 :]))
        return (kind, old, {"entry": old.number}), replace(now, removed=(*model.removed, (deal, old, ahead)))
    now = tuple(draw(st.permutations(hands)))
    order = [other.number for other in now]
    return (kind, old, {"deal": deal + 1, "entries": order}), model.with_deal(deal, now)


def table_of_four(store):
    """A phone at a new table of the store."""
    return at_table(store, game="chattahoochee-interlocking", options={"packs": 3}, op=f"open-{next(OPS)}")


def do(phone, kind: str, hand: Hand, values: dict) -> Table:
    points = None if hand.cards else 9
    services = {
        "remove": service.remove_entry,
        "restore": service.restore_entry,
        "reorder": service.reorder_entries,
    }
    if kind in ("out", "late"):
        return phone.out(hand.player, hand.cards, points, **values)
    if kind == "correct":
        return phone.correct(player=hand.player, cards=hand.cards, points=points, **values)
    return phone.do(next_deal) if kind == "next" else phone.do(services[kind], **values)


@given(st.data())
@settings(max_examples=examples(50), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_i7_any_changes_are_as_if_judged_from_scratch(store, data):
    """Undo goes back through every state to the opening, redo forward to the last one again."""
    phone = table_of_four(store)
    table = service.table(*phone.at[:2])
    models, undone = [Model()], []
    for player in data.draw(st.permutations(range(4))):
        hand = Hand(table.head + 1, player, data.draw(st.sampled_from(HANDS)))
        if not over(models[-1].deals[0]):
            table = do(phone, "out", hand, {})
            models.append(models[-1].with_deal(0, (*models[-1].deals[0], hand)))
    for _ in range(data.draw(st.integers(1, 10))):
        if len(models) > 1 and data.draw(st.integers(0, 5)) == 0:
            table = phone.do(service.undo_operation)
            undone.append(models.pop())
        elif undone and data.draw(st.booleans()):
            table = phone.do(service.redo_operation)
            models.append(undone.pop())
        else:
            (kind, hand, values), after = data.draw(change(models[-1], table.head))
            try:
                table = do(phone, kind, hand, values)
            except ScorepadError:
                continue
            models.append(after)
            undone.clear()
        agree(table, models[-1])
    last = table
    for model in reversed(models[:-1]):
        table = phone.do(service.undo_operation)
        agree(table, model)
    assert (table.deals, table.last) == (fold(table.events[:1]).deals, None)
    for model in models[1:]:
        table = phone.do(service.redo_operation)
        agree(table, model)
    assert (table.deals, table.totals) == (last.deals, last.totals)


def test_the_model_counts_as_the_sources_do(store):
    """Two melds over four ranks are 4 × 6, and melds are read as they are written."""
    rules = rules_of(service.table(*table_of_four(store).at[:2]))
    pair = (Hand(1, 0, HANDS[0]), Hand(2, 1, HANDS[1]), Hand(3, 2, HANDS[1]))
    assert [worth(rules, pair, place) for place in range(3)] == [6, 6, 6 + 24]
    assert write_melds(melds(HANDS[0])) == "4C 5D 6C 7D"
