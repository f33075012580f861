"""What was chosen as a table was opened is changed: house rules, partners, the name, who deals."""

from __future__ import annotations

from itertools import count

import pytest

from scorepad.core.log.event_data import Refused
from scorepad.core.notation import read_melds
from scorepad.core.options import OptionErrors
from scorepad.core.scoring import EndedDeal
from scorepad.core.scoring.ended_deal import PlayerShare
from scorepad.core.scoring.player_counts import RED_THREES
from scorepad.tables import service, settlements
from scorepad.tables.dealing import next_deal
from scorepad.tables.exports import to_csv, to_json
from scorepad.tables.house_rules import NewChoices, NewRules, change_table, changed_table
from scorepad.tables.imports import import_table
from scorepad.tables.judging import DeclaredHand
from scorepad.tables.operations import Operation, OpReused
from scorepad.tables.phrases import game_words
from scorepad.tables.standing import match_of, rules_of
from tests.by_night import options_by_day

NAMES = ("Ann", "Ben", "Cleo", "Dev")
PAIRS = ((0, 2), (1, 3))


class Host:
    """Who opened the table, and does one thing after the other."""

    def __init__(self, store, game, *, players=NAMES, options=None, partnerships=None):
        self.store, self.ops = store, count()
        self.opened = service.open_table(
            store,
            name="",
            game=game,
            options=options or {},
            players=players,
            partnerships=partnerships,
            dealer=0,
            by=players[0],
            op=f"open-{game}-{partnerships}",
        )

    @property
    def table(self):
        return service.table(self.store, self.opened.id)

    def operation(self, op=""):
        return Operation(
            self.store, self.opened.id, self.opened.key, "Ann", op or f"op-{next(self.ops)}", None
        )

    def do(self, act, **what):
        return act(self.operation(), **what)

    def goes_out(self, player, melds):
        pack = rules_of(self.table).pack
        return self.do(
            service.record_out, hand=DeclaredHand(player, read_melds(melds, pack), None), goes_on=True
        )

    def settles(self, winner=0, **shares):
        hands = {NAMES.index(name): share for name, share in shares.items()}
        return self.do(settlements.record_ending, ended=EndedDeal(hands, winner), goes_on=True)

    def changes_rules(self, *, start=False, partnerships=None, **options):
        return self.do(change_table, chosen=NewChoices(rules=self.rules(start, partnerships, options)))

    def rules(self, start, partnerships, options):
        return NewRules({**self.table.options, **options}, partnerships, start)

    def tries_rules(self, *, start=False, partnerships=None, **options):
        return changed_table(self.table, NewChoices(rules=self.rules(start, partnerships, options)))

    def sentences(self):
        return [change.sentence for change in self.table.changes(game_words(self.table))]


def points(melded, left=0, **more):
    return PlayerShare(melded, left, **more)


@pytest.fixture
def hooch(store):
    """A deal of Chattahoochee that two have gone out of: 34 × 3 and 10 × 2."""
    host = Host(store, "chattahoochee")
    host.goes_out(0, "C4 5 6 7 8 9 T / C6 7 8")
    host.goes_out(1, "H2 3 4 5")
    return host


@pytest.fixture
def canasta(store):
    """Two deals of Canasta in which everybody played alone."""
    host = Host(store, "canasta")
    for _ in range(2):
        host.settles(
            Ann=points(500, counts={"natural": 1}),
            Ben=points(200, 50),
            Cleo=points(300, 20, counts={RED_THREES: 1}),
            Dev=points(0, 100),
        )
    return host


def test_a_deal_that_runs_is_counted_by_the_new_rules(hooch):
    table = hooch.changes_rules(schedule="square")
    assert [entry.points for entry in table.deal.entries] == [7**2 + 3**2, 4**2]
    assert table.totals[:2] == (58 * 3, 16 * 2)


def test_a_deal_that_has_ended_keeps_its_rules(store):
    host = Host(store, "chattahoochee", players=("Ann", "Ben"))
    host.goes_out(0, "C4 5 6 7")
    table = host.changes_rules(schedule="square")
    assert (table.totals[0], table.options_of(1)["schedule"]) == (10, "original")
    table = host.goes_out(0, "C4 5 6 7")
    assert (table.totals[0], table.options["schedule"]) == (10 + 16, "square")


def test_a_correction_of_an_earlier_deal_is_judged_by_its_own_rules(store):
    host = Host(store, "chattahoochee", players=("Ann", "Ben"))
    number = host.goes_out(0, "C4 5 6 7").deal.entries[0].number
    host.changes_rules(schedule="square")
    hand = DeclaredHand(0, read_melds("C4 5 6 7 8", rules_of(host.table).pack), None)
    assert host.do(service.correct_entry, entry=number, hand=hand).totals[0] == 15


def test_every_deal_is_counted_anew_from_the_start(store):
    host = Host(store, "chattahoochee", players=("Ann", "Ben"))
    for _ in range(3):
        host.goes_out(0, "C4 5 6 7")
    table = host.changes_rules(start=True, schedule="square")
    assert [deal.scores[0] for deal in table.deals] == [16, 16, 16]
    assert [rules.deal for rules in table.options_from] == [1]


def test_deals_that_the_new_rules_do_not_allow_are_named_each(store):
    host = Host(store, "chattahoochee", players=NAMES)
    host.goes_out(0, "C4 5 6 7")
    host.do(service.close_deal)
    host.goes_out(0, "C4 5 6 7 / H2 3 / H2 3")
    host.do(service.close_deal)
    host.goes_out(0, "C9 T J / H2 3 / H2 3")
    host.goes_out(1, "S2 3 / S2 3")
    before = host.table
    with pytest.raises(Refused) as refused:
        host.changes_rules(start=True, packs=1)
    told = [part.message.partition(" hand: ")[0] for part in refused.value.parts]
    assert told == ["Deal 2: Ann’s", "Deal 3: Ann’s", "Deal 3: Ben’s"]
    assert host.table == before
    # Deals that have ended keep their packs.
    host.do(service.close_deal)
    assert host.changes_rules(packs=1).options["packs"] == 1


def test_partners_are_made_of_those_who_played_alone(canasta):
    alone = canasta.table.totals
    now = canasta.tries_rules(partnerships=PAIRS)
    assert now.totals == alone
    anew = canasta.changes_rules(start=True, partnerships=PAIRS)
    assert anew.partnership_totals == now.partnership_totals == (alone[0] + alone[2], alone[1] + alone[3])
    # A side of two is written with its first player, as it is typed.
    assert anew.deals[0].scores == (1480, 50, 0, 0)


def test_partners_whose_cards_counted_together_are_not_parted(store):
    host = Host(store, "canasta", partnerships=PAIRS)
    host.settles(Ann=points(500, counts={"natural": 1}), Ben=points(100), Cleo=points(0), Dev=points(0))
    for start in (False, True):
        with pytest.raises(Refused, match="Ann and Cleo scored together"):
            host.changes_rules(start=start, partnerships=((0,), (1,), (2,), (3,)))


def test_partners_change_what_going_out_counts(hooch):
    table = hooch.changes_rules(partnerships=PAIRS)
    assert [entry.multiplier for entry in table.deal.entries] == [2, 1]
    assert "Because the house rules were changed: Ann 102 → 68, Ben 20 → 10" in [
        line for change in table.changes(game_words(table)) for line in change.follows
    ]


def test_the_target_of_a_match_that_ended_can_rise(store):
    """And the match goes on."""
    host = Host(store, "gin-rummy", players=("Ann", "Ben"), options={"target": 50})
    host.settles(Ann=points(()), Ben=points((), 40))
    assert match_of(host.table).finished
    host.changes_rules(target=200)
    assert match_of(host.table).finished is None
    assert host.do(next_deal).deal.number == 2


def test_everybody_starts_with_the_points_of_the_new_rules(store):
    host = Host(store, "any-game", players=("Ann", "Ben"), options={"start": 501, "wins": "least"})
    host.settles(winner=None, Ann=PlayerShare(points=-60), Ben=PlayerShare(points=-45))
    options = {**host.table.options, "start": 301}
    table = host.do(change_table, chosen=NewChoices(rules=NewRules(options, None, from_start=True)))
    assert table.totals == (301 - 60, 301 - 45)


def test_one_undo_takes_the_whole_change_back(canasta):
    before = canasta.table
    canasta.changes_rules(start=True, partnerships=PAIRS, target=3000)
    after = canasta.do(service.undo_operation)
    assert (after.totals, after.partnerships, after.options) == (
        before.totals,
        before.partnerships,
        before.options,
    )
    assert canasta.do(service.redo_operation).partnership_totals == (2960, 100)


def test_the_record_says_what_was_changed(canasta):
    canasta.changes_rules(start=True, partnerships=PAIRS, target=3000)
    said = "Ann changed the house rules, every deal counted anew: Match to: 5000 → 3000, "
    assert f"{said}partners are Ann & Cleo and Ben & Dev" in canasta.sentences()
    canasta.changes_rules(target=4000)
    assert "Ann changed the house rules from deal 3 on: Match to: 3000 → 4000" in canasta.sentences()


def test_what_is_so_already_is_no_change(canasta):
    for start in (False, True):
        with pytest.raises(Refused, match="already plays like that"):
            canasta.changes_rules(start=start)
    canasta.changes_rules(target=3000)
    # The deals before were played by other rules, so counting them anew is a change.
    assert [rules.deal for rules in canasta.changes_rules(start=True).options_from] == [1]


def test_rules_that_do_not_form_change_nothing(canasta):
    with pytest.raises(OptionErrors):
        canasta.changes_rules(target=-5)


def test_a_table_is_renamed_and_its_list_knows(canasta):
    assert canasta.do(change_table, chosen=NewChoices(name=" Friday  night ")).name == "Friday night"
    assert canasta.sentences()[0] == "Ann called the table Friday night"
    assert [listed.renamed for listed in canasta.store.listed_tables()] == [True]
    for name in ("", "x" * 61):
        with pytest.raises(Refused):
            canasta.do(change_table, chosen=NewChoices(name=name))


def test_somebody_else_deals(hooch):
    assert hooch.do(change_table, chosen=NewChoices(dealer=2)).dealer_next == 3
    assert hooch.sentences()[0] == "Ann: Cleo deals deal 1"


def test_somebody_deals_the_next_deal(canasta):
    """Where the current one has ended, it is opened."""
    table = canasta.do(change_table, chosen=NewChoices(dealer=3))
    assert (table.deal.number, table.deal.dealer) == (3, 3)


def test_a_dealer_who_only_deals_sits_out_instead_of_the_other(store):
    """Of three at gin the dealer sits out."""
    host = Host(store, "gin-rummy", players=NAMES[:3])
    assert host.table.deal.sitting_out == (0,)
    table = host.do(change_table, chosen=NewChoices(dealer=1))
    assert (table.deal.dealer, table.deal.players) == (1, (0, 2))


def test_a_change_sent_again_is_one_change(canasta):
    chosen = NewChoices(name="Friday", rules=canasta.rules(True, PAIRS, {"target": 3000}))
    once = change_table(canasta.operation("same"), chosen=chosen)
    assert change_table(canasta.operation("same"), chosen=chosen).head == once.head == canasta.table.head
    with pytest.raises(OpReused):
        change_table(canasta.operation("same"), chosen=NewChoices(name="Saturday"))


def test_a_changed_table_is_saved_and_opened_again(canasta):
    canasta.changes_rules(start=True, partnerships=PAIRS)
    canasta.changes_rules(target=4000)
    canasta.do(change_table, chosen=NewChoices(name="Friday", dealer=3))
    table = canasta.table
    words = {
        "writer": "",
        **dict.fromkeys(("never", "rules", "points", "ending", "scores", "more times"), ""),
    }
    for text in (to_json(table), to_csv(table)):
        opened = import_table(canasta.store, text, op=f"import-{len(text)}", note_words=words)
        again = service.table(canasta.store, opened.id)
        assert (again.totals, again.options_from, again.name) == (table.totals, table.options_from, "Friday")


@pytest.mark.parametrize(("game", "options"), options_by_day())
def test_every_option_of_every_game_can_be_changed_at_its_tables(store, game, options):
    """To another value, from now on and from the start, and undone."""
    host = Host(store, game.id, players=NAMES[: max(2, game.players[0])])
    usual = host.table.options
    for option in options:
        other = _another_value(game, option, usual)
        if other is None:
            continue
        for start in (False, True):
            table = host.do(
                change_table, chosen=NewChoices(rules=NewRules({**usual, option.name: other}, None, start))
            )
            assert option.read(table.options[option.name]) == option.read(other)
            assert option.label in host.sentences()[0]
            assert host.do(service.undo_operation).options == usual


def _another_value(game, option, usual):
    """A value of the option that the game allows beside its usual ones; None where it allows none."""
    values = {
        "bool": [not option.default],
        "choice": [value for value in option.choices if value != option.default],
        "int": [option.low, option.high],
        "list": [],
        "text": ["Other"],
    }[option.type]
    for value in values:
        try:
            logged = game.logged_values({**usual, option.name: value}, max(2, game.players[0]))
            game.rules(logged)
        except OptionErrors:
            continue
        if logged[option.name] != usual[option.name]:
            return value
    return None
