"""Deals of the other games on real files: settled, corrected, retired, laid on the table, exported (A3)."""

from __future__ import annotations

import csv
import io

import pytest

from scorepad.core.errors import ScorepadError
from scorepad.core.log.event_data import Refused
from scorepad.core.notation import read_cards, read_melds
from scorepad.core.packs import FRENCH, RUMMIKUB
from scorepad.core.scoring.ended_deal import NEVER_OPENED, PlayerShare, SeatedDeal
from scorepad.core.tableau import ExtendMeld, FilchWild, MeldAt, MergeMelds, NewMeld
from scorepad.rulebook import find_game
from scorepad.tables import exports, imports, service, settlements, table_plays
from scorepad.tables.dealing import next_deal
from scorepad.tables.judging import DeclaredHand, IllegalMelds, UnclearHand
from scorepad.tables.standing import rules_of
from tests.open_tables import melds, open_table
from tests.tables.phones import Phone


def cards(text, pack=FRENCH):
    return tuple(laid.card for laid in read_cards(text, pack))


def left(*texts, pack=FRENCH):
    """Shares by seat: cards as text, or a plain number."""
    return tuple(PlayerShare(left=one if isinstance(one, int) else cards(one, pack)) for one in texts)


def ended(shares, winner, **more):
    """A deal that ended with these shares by seat."""
    return SeatedDeal(dict(enumerate(shares)), winner, **more)


class Table(Phone):
    """A phone at a table of one of the other games."""

    def __init__(self, store, game, players=3, **options):
        opened = open_table(store, players, game=game, options=options, partnerships=None)
        super().__init__(store, opened.id, opened.key)

    def settle(self, winner, *shares, **values):
        told = ("went_rummy", "note", "notes")
        more = {name: values.pop(name) for name in told if name in values}
        return self.do(settlements.record_ending, ended=ended(shares, winner, **more), **values)

    def again(self, entry, winner, *shares, **values):
        return self.do(settlements.correct_ending, entry=entry, ended=ended(shares, winner), **values)

    def lay(self, player, play, **values):
        return self.do(table_plays.lay_melds, player=player, play=play, **values)


def new(text):
    return NewMeld(melds(text)[0])


def laid(text):
    return melds(text)[0]


SETTLED = [
    ("basic-rummy", FRENCH, 0, ("", "KH 3D", "AS TD QC"), (34, 0, 0)),
    ("basic-rummy", FRENCH, None, ("2C", "KH 3D", "AS"), (0, 0, 0)),
    ("rummikub", RUMMIKUB, 0, ("", "5R 10K", "3O w"), (48, -15, -33)),
    ("rummikub", RUMMIKUB, None, ("1R 2R", "13B", "3O 4O"), (-3, 10, -7)),
    ("shanghai", FRENCH, 1, ("KH 3D", "", 4), (2, 0, 4)),
    ("avalanche", FRENCH, None, (40, 61, 9), (40, 61, 9)),
]


@pytest.mark.parametrize(("game", "pack", "winner", "hands", "scores"), SETTLED)
def test_b4_k4_g3_v5_a_settled_deal_scores_every_player(store, game, pack, winner, hands, scores):
    """By what each has left or collected; the deal is over, and the next one can be opened."""
    table = Table(store, game)
    after = table.settle(winner, *left(*hands, pack=pack), note=" late ")
    assert (after.deal.scores, after.totals, after.deal.ended_by) == (scores, scores, "rule")
    ending = after.deal.ending
    assert (ending.winner, ending.note) == (winner, "late")
    kept = [share.left if share.left is not None else share.number for share in ending.hands]
    assert kept == [one if isinstance(one, int) else tuple(map(str, cards(one, pack))) for one in hands]
    assert table.do(next_deal).deal.scores == (None, None, None)


def test_f3_rummy_500_counts_melds_less_what_is_left(store):
    """Melds and cards laid off as cards, in the order in which they read, or as plain numbers."""
    table = Table(store, "rummy-500", 2)
    mine = PlayerShare(read_melds("5C 3C 4C / KH KD KS / 2C", FRENCH), cards("AS"))
    after = table.settle(1, mine, PlayerShare(40, 0))
    assert after.deal.scores == (12 + 30 + 2 - 15, 40)
    first = after.deal.ending.hands[0]
    assert (first.melds[0], first.melded, first.number) == (("3C", "4C", "5C"), 44, 15)
    assert after.deal.ending.as_entered().hands[1] == PlayerShare(40, 0, points=40)


def _other(store, game, **options):
    op = " ".join(["other", *options.values()])
    opened = open_table(store, 2, game=game, partnerships=None, op=op, options=options)
    return opened.id, opened.key


@pytest.mark.parametrize("players", [2, 4, 6])
def test_g1_a_table_of_vatikan_has_one_joker_a_player(store, players):
    """It counts its players when it is opened, whatever number was typed; without the rule jokers stay."""
    vatikan = next(preset for preset in find_game("shanghai").presets if preset.name == "Vatikan").options
    for typed in ({}, {"jokers": 9}):
        table = open_table(
            store, players, game="shanghai", options={**vatikan, **typed}, partnerships=None, op=f"{typed}"
        )
        assert rules_of(service.table(store, table.id)).jokers == players
    plain = open_table(store, players, game="shanghai", options={"jokers": 9}, partnerships=None, op="plain")
    assert rules_of(service.table(store, plain.id)).jokers == 9


def test_k4_who_never_opened_is_kept_in_the_log_and_put_right(store):
    """Their racks are charged to all others; a deal without the field reads as it always did."""
    table = Table(store, "rummikub", charge_unopened=True)
    racks = left("", "5R", "10K 3O", pack=RUMMIKUB)
    after = table.settle(0, *racks, notes={2: [NEVER_OPENED]})
    assert (after.totals, after.deal.ending.never_opened) == ((13, 18, 13), (2,))
    assert [after.deal.ending.charged(seat) for seat in range(3)] == [13, 13, 0]
    assert after.deal.ending.as_entered().noted(NEVER_OPENED) == [2]
    again = table.again(after.deal.ending.number, 0, *racks)
    assert (again.totals, again.deal.ending.never_opened) == ((0, 5, 13), ())
    assert "never_opened" not in again.events[-1].as_dict()["data"]
    table.do(next_deal)
    with pytest.raises(ScorepadError, match="Ann went out"):
        table.settle(0, *racks, notes={0: [NEVER_OPENED]})


def test_each_game_is_recorded_its_own_way(store):
    """No going out in a game that is settled, and nothing settled in one where players go out."""
    with pytest.raises(Refused, match="you record a whole deal when it’s over"):
        Table(store, "shanghai").out(0, points=5)
    table = Phone(store, *_other(store, "chattahoochee"))
    with pytest.raises(Refused, match="In Chattahoochee, record each player separately"):
        table.do(settlements.record_ending, ended=ended(left(0, 5), 0))
    with pytest.raises(Refused, match="no melds on the table"):
        table.do(table_plays.lay_melds, player=0, play=new("♣456"))


def test_l5_a_player_retires_with_her_melds_and_what_she_has_left(store):
    """Melds less the numbers of the cards left, times nothing; the deal ends when all have retired."""
    table = Table(store, "leap-rummy", 2)
    after = table.out(1, "♣4567", left=cards("KH 2D"))
    entry = after.deal.entries[0]
    assert (entry.points, entry.left_value, entry.multiplier, entry.score) == (3 - 15, 15, 1, -12)
    assert (entry.left, after.deal.ended) == (("KH", "2D"), False)
    after = table.do(service.record_out, hand=DeclaredHand(0, (), None, left=cards("AS")))
    assert (after.totals, after.deal.ended_by) == ((-1, -12), "rule")
    assert table.correct(entry.number, 1, points=5).totals == (-1, 5)


def test_p1_the_cards_left_are_audited_with_the_melds(store):
    """One pack holds one of each."""
    table = Table(store, "leap-rummy", 2)
    table.out(0, "♣456", left=cards("KH"))
    with pytest.raises(IllegalMelds, match="Two ♥K"):
        table.out(1, "♦456", left=cards("KH"))


def test_h8_melds_lie_on_the_table_and_count_on_going_out(store):
    """Laid, extended, merged; the log keeps what lies before each player, and the hand must hold it."""
    table = Table(store, "chattahoochee-alternate", 3)
    table.lay(0, new("♣456"))
    table.lay(0, ExtendMeld(MeldAt(0, 0), after=laid("♣7")))
    table.lay(0, new("♣8 9 10"))
    after = table.lay(0, MergeMelds(MeldAt(0, 0), MeldAt(0, 1)))
    assert after.deal.melds[0] == (("4C", "5C", "6C", "7C", "8C", "9C", "TC"),)
    assert [change.sentence for change in after.changes()[:2]] == [
        "Ann merged ♣4567 and ♣8 9 10",
        "Ann laid ♣8 9 10",
    ]
    with pytest.raises(Refused, match="♣4 5 6 7 8 9 10: already on the table, so it counts"):
        table.out(0, "♥Q")
    with pytest.raises(Refused, match="wasn’t concealed"):
        table.out(0, "♣456789TJ", concealed=True)
    assert table.out(0, "♣456789TJ / ♥Q").deal.entries[0].score == (36 + 1) * 2


def test_h11_going_out_concealed_adds_one(store):
    """One meld of the whole hand and no melds before."""
    table = Table(store, "chattahoochee-alternate", 3)
    with pytest.raises(UnclearHand, match="one meld of the whole hand"):
        table.out(0, "♣456 / ♥Q", concealed=True)
    entry = table.out(0, "♣456", concealed=True).deal.entries[0]
    assert (entry.multiplier, entry.added, entry.score) == (3, 1, 18)
    plain = Phone(store, *_other(store, "chattahoochee"))
    with pytest.raises(UnclearHand, match="earns nothing"):
        plain.out(0, "♣456", concealed=True)


@pytest.mark.parametrize(
    ("mode", "bonus", "points", "multiplier", "score"),
    [("points", 30, 36, 2, 72), ("times", 3, 6, 6, 36), ("multiplier", 3, 6, 5, 30)],
)
def test_h11_concealed_counts_as_the_table_says(store, mode, bonus, points, multiplier, score):
    """30 points before the multiplier, three times as much, or three more; the record says how."""
    table = Table(store, "chattahoochee-alternate", 3, concealed_mode=mode, concealed_bonus=bonus)
    after = table.out(0, "♣456", concealed=True)
    entry = after.deal.entries[0]
    assert (entry.points, entry.multiplier, entry.score) == (points, multiplier, score)
    assert entry.concealed
    assert f"went out concealed: {points} × {multiplier} = {score}" in after.changes()[0].sentence
    corrected = table.correct(entry.number, 0, "♣4567", concealed=True).deal.entries[0]
    assert corrected.points == points + 4
    assert corrected.concealed
    alone = table.correct(entry.number, 0, None, points=6, concealed=True).deal.entries[0]
    assert (alone.points, alone.score) == (points, score)


def test_i8_a_partners_melds_interlock_as_they_lie_by_now(store):
    """Ben takes the wild out of Ann's ♥7♦8w♦T when she is out: his stretch of four has no wild in it then."""
    options = {"any_turn": True, "jokers": 2, "filching": True}
    opened = open_table(
        store, 4, game="chattahoochee-interlocking", options=options, partnerships=[[0, 1], [2, 3]]
    )
    phone = Phone(store, opened.id, opened.key)
    phone.do(table_plays.lay_melds, player=0, play=new("♥7♦8w♦T"))
    phone.out(0, "♥7♦8 w=♥9 ♦T")
    after = phone.do(table_plays.lay_melds, player=1, play=FilchWild(MeldAt(0, 0), cards("♥9")[0]))
    assert after.deal.melds[0] == (("7H", "8D", "9H", "TD"),)
    first, entry = phone.out(1, "♦7♥8♦9♥T w").deal.entries
    assert entry.points == 6 + 4 * 6
    assert [bonus.length for bonus in entry.bonuses] == [4]
    assert first.points == 3


def every_kind(store):
    """Tables of every way to record, with corrections and undo."""
    rummy = Table(store, "rummy-500", 2)
    entry = rummy.settle(
        0, PlayerShare(melds("3C 4C w"), ()), PlayerShare(12, cards("KH w"))
    ).deal.ending.number
    rummy.again(entry, 1, PlayerShare(9, 4), PlayerShare(melds("KH KD KC"), ()))
    yield rummy.do(next_deal)
    leap = Phone(store, *_other(store, "leap-rummy"))
    leap.do(table_plays.lay_melds, player=0, play=new("♣456"))
    leap.out(0, "♣456", left=cards("KH"))
    yield leap.out(1, points=4)


def test_json_and_csv_hold_the_whole_log_and_tell_the_scores(store):
    """Out and in again the log is equal; summed by player the CSV's scores are the totals."""
    for number, table in enumerate(every_kind(store)):
        for text in (exports.to_json(table), exports.to_csv(table)):
            assert imports.read_table_file(text) == table.events
            opened = imports.import_table(store, text, op=f"import-{number}")
            assert service.table(store, opened.id).totals == table.totals
        rows = list(csv.DictReader(io.StringIO(exports.to_csv(table), newline="")))
        for player in table.players:
            scores = [int(row["score"]) for row in rows if row["player"] == player.name]
            assert sum(scores) == table.totals[player.index]


@pytest.mark.parametrize("field", ["left", "melds"])
def test_cards_of_an_ending_that_do_not_read_are_no_table(store, field):
    """Nothing is imported that could not be shown."""
    table = Table(store, "rummy-500", 2)
    text = exports.to_json(table.settle(0, PlayerShare(melds("3C 4C 5C")), PlayerShare(0, cards("KH"))))
    broken = text.replace('"KH"', '"XX"') if field == "left" else text.replace('"3C"', '"3c"')
    with pytest.raises(ScorepadError, match="Event 2: its melds can’t be read"):
        imports.read_table_file(broken)


def test_l2_two_players_do_not_retire_on_one_leap(store):
    """Refused with both names, on retiring and when a hand is put right; the other leaps are free."""
    table = Table(store, "leap-rummy", 3)
    first = table.out(0, "♣579", left=cards("KH")).deal.entries[0]
    with pytest.raises(
        IllegalMelds, match="Ann and Ben both have melds with leap 2, but no two players share a leap"
    ):
        table.out(1, "♦357", left=cards("2D"))
    second = table.out(1, "♦345", left=cards("2D")).deal.entries[1]
    with pytest.raises(IllegalMelds, match="Ann and Ben both have melds with leap 2"):
        table.correct(second.number, 1, "♦357")
    with pytest.raises(IllegalMelds, match="Ann and Ben both have melds with leap 1"):
        table.correct(first.number, 0, "♣567")
    assert table.correct(first.number, 0, "♣468").deal.entries[0].points == 1


def test_l2_nobody_retires_on_the_leap_of_a_player_who_is_still_in(store):
    """Ann has laid a run by twos in her turn; Ben keeps to another leap, unless leaps are shared or free."""
    for tokens in ("same", "shared", "free"):
        phone = Phone(store, *_other(store, "leap-rummy", tokens=tokens))
        phone.do(table_plays.lay_melds, player=0, play=new("♣579"))
        if tokens == "same":
            with pytest.raises(IllegalMelds, match="Ann and Ben both have melds with leap 2"):
                phone.out(1, "♦357", left=cards("2D"))
        else:
            phone.out(1, "♦357", left=cards("2D"))


def test_l2_a_removed_hand_comes_back_only_to_a_leap_that_is_free(store):
    """Ann's run by twos is taken out, Ben retires on it; hers stays out while his lies there."""
    table = Table(store, "leap-rummy", 3)
    first = table.out(0, "♣579", left=cards("KH")).deal.entries[0]
    table.do(service.remove_entry, entry=first.number)
    second = table.out(1, "♦357", left=cards("2D")).deal.entries[0]
    with pytest.raises(IllegalMelds, match="Ann and Ben both have melds with leap 2"):
        table.do(service.restore_entry, entry=first.number)
    table.do(service.remove_entry, entry=second.number)
    assert len(table.do(service.restore_entry, entry=first.number).deal.entries) == 1


def test_l2_a_file_in_which_two_players_share_a_leap_is_no_table(store):
    """The deal and the players are named; where leaps are shared or free it is one."""
    table = Table(store, "leap-rummy", 2)
    table.out(0, "♣579", left=cards("KH"))
    text = exports.to_json(table.out(1, "♦345", left=cards("2D")))
    shared = text.replace('"5D"', '"7D"').replace('"4D"', '"5D"')
    with pytest.raises(ScorepadError, match="Deal 1: Ann and Ben both have melds with leap 2"):
        imports.read_table_file(shared)
    for tokens in ("shared", "free"):
        opened = shared.replace('"tokens": "same"', f'"tokens": "{tokens}"')
        assert len(imports.read_table_file(opened)) == 3


def test_h9_a_hand_added_later_holds_what_its_player_has_on_the_table(store):
    """Whoever was forgotten goes on with the melds laid in turns."""
    table = Table(store, "chattahoochee-alternate", 3)
    table.lay(0, new("♣456"))
    table.out(1, "♥Q")
    table.out(2, "♥7")
    with pytest.raises(Refused, match="♣456: already on the table"):
        table.out(0, "♥4", deal=1, place=1)
    after = table.out(0, "♣4567", deal=1, place=1)
    assert after.deal.melds[0] == (("4C", "5C", "6C", "7C"),)
    assert after.totals == (20, 1, 0)


def test_f1_one_pack_stays_one_pack_where_it_was_chosen(store):
    """Five players have two packs and four jokers, unless the table says one."""
    for options, packs in (({}, 2), ({"packs": 1}, 1)):
        opened = open_table(
            store, 5, game="rummy-500", partnerships=None, op=f"packs {packs}", options=options
        )
        played = rules_of(service.table(store, opened.id))
        assert (played.packs, played.jokers) == (packs, 2 * packs)
