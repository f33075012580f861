"""Melds laid in any turn, on phones without script: judged, recorded, counted on going out."""

from __future__ import annotations

import re

import pytest

from tests.web.phone import table_of

ALTERNATE, LEAPS = "chattahoochee-alternate", "leap-rummy"
INTERLOCKING = "chattahoochee-interlocking"


def lying(phone, seat=0):
    """The melds before a seat, as text."""
    melds = table_of(phone).deal.melds
    return [" ".join(meld) for meld in melds[seat]] if melds else []


@pytest.fixture
def opened(phone):
    """Opens a table of Ann, Ben and Cy: the phone is Ann's, on the page of the table."""

    def open_table(game=ALTERNATE, **options):
        rules = "".join(f"&o-{name}={value}" for name, value in options.items())
        phone.open(f"/new?game={game}{rules}")
        phone.press("Open the table", name_0="Ann", name_1="Ben", name_2="Cy", name="Friday")
        return phone.open(f"/t/{phone.table_id}")

    return open_table


def lay(phone, cards="", where="new", status=200, **typed):
    """A play as typed on the page, recorded."""
    phone.open(f"/t/{phone.table_id}/play")
    return phone.press("Lay them", status, cards=cards, where=where, **typed)


def show(phone, cards="", where="new", **typed):
    """A play as typed on the page, judged only."""
    phone.open(f"/t/{phone.table_id}/play")
    return phone.press("Judge", cards=cards, where=where, **typed)


def test_h8_a_new_meld_is_judged_before_it_is_recorded(opened):
    """Points before and after stand there, the table shows the meld and its value, an undo takes it back."""
    ann = show(opened(), "4C 5C 6C 7C")
    assert "0 → 10 points" in ann.text
    assert lying(ann) == []
    ann.press("Lay them")
    assert lying(ann) == ["4C 5C 6C 7C"]
    assert "Ann 10 on the table" in ann.text
    assert "Ann laid ♣4567" in ann.text
    ann.press("Undo")
    assert lying(ann) == []


def test_h8_a_run_laid_downwards_is_shown_upwards(opened):
    """In the record, in what can be added to and on the table, as `best` and `check` show it."""
    ann = lay(opened(), "7C 6C 5C 4C")
    assert lying(ann) == ["7C 6C 5C 4C"]
    assert "Ann laid ♣4567" in ann.text
    ann.open(f"/t/{ann.table_id}/play?player=0")
    assert "Add to ♣4567" in ann.text
    drawn = re.findall(r'aria-label="([^"]*)"', ann.answer.text.partition('class="lying"')[2])
    assert drawn[1:5] == [f"{rank} of clubs" for rank in ("four", "five", "six", "seven")]


def test_h8_an_illegal_meld_is_refused_with_its_reason_and_kept(opened):
    ann = lay(opened(), "4C 5C 8C", status=422, player="1")
    assert "Not a run: ♣6 ♣7 are missing." in ann.text
    assert ann.form("Lay them").value("cards") == "4C 5C 8C"
    assert ann.form("Lay them").value("player") == "1"
    assert lying(ann) == []


def test_h8_cards_are_added_at_either_or_both_ends(opened):
    ann = lay(opened(), "5C 6C")
    assert "Add to ♣56" in show(ann).text
    lay(ann, "7C 4C", "add-0")
    assert lying(ann) == ["4C 5C 6C 7C"]
    show(ann, "9C", "add-0")
    assert "♣8" in ann.text
    assert "→" not in ann.text
    lay(ann, "9C", "add-0", status=422)
    assert ann.form("Lay them").value("where") == "add-0"
    assert lying(ann) == ["4C 5C 6C 7C"]


def test_a_wild_that_may_lie_at_either_end_lies_where_it_is_picked(opened):
    """Both ways are offered, the first is picked until another one is."""
    ann = lay(opened(jokers=2), "5C 6C 7C")
    show(ann, "w", "add-0")
    assert "They can lie in several ways" in ann.text
    ways = ann.answer.get_data(as_text=True).split('name="end" value="')[1:]
    values = [one.partition('"')[0] for one in ways]
    assert sorted(values) == [" / w=8C", "w=4C / "]
    for value, meld in zip(values, ([*lying(ann)], [*lying(ann)]), strict=True):
        assert meld == ["5C 6C 7C"]
        lay(ann, "w", "add-0", end=value)
        assert lying(ann) == [{" / w=8C": "5C 6C 7C w=8C", "w=4C / ": "w=4C 5C 6C 7C"}[value]]
        ann.press("Undo")


def test_h8_melds_that_abut_are_merged_and_others_are_not_offered(opened):
    ann = lay(lay(lay(opened(), "4C 5C"), "6C 7C"), "TC JC")
    show(ann)
    assert "Merge ♣45 and ♣67" in ann.text
    assert "Merge ♣67 and ♣TJ" not in ann.text
    lay(ann, "", "merge-1-2", status=422)
    assert "It can’t lie like this" in ann.answer.get_data(as_text=True)
    lay(ann, "", "merge-0-1")
    assert lying(ann) == ["4C 5C 6C 7C", "TC JC"]


def test_h19_a_wild_is_taken_out_of_anybodys_meld(opened):
    """The natural is offered by its name; the wild goes to the hand, the meld stays with its owner."""
    ann = lay(opened(jokers=2, filching="true"), "4C 5C w", player="1")
    show(ann, player="0")
    assert "♣6 for the wild in Ben’s ♣45w" in ann.text or "♣3 for the wild in Ben’s w♣45" in ann.text
    lay(ann, "9H", "filch-1-0-0", status=422, player="0")
    assert "No wild there stands for ♥9" in ann.text
    lay(ann, "", "filch-1-0-0", player="0")
    assert "w" not in lying(ann, 1)[0]
    assert "took a wild from Ben’s" in ann.text


def test_h19_without_the_house_rule_no_wild_is_offered(opened):
    ann = lay(opened(jokers=2), "4C 5C w", player="1")
    assert "for the wild in" not in show(ann, player="0").text
    lay(ann, "", "filch-1-0-0", status=422, player="0")
    assert "At this table you can’t take a wild out of a meld" in ann.text


def test_h13_a_first_meld_needs_naturals_unless_it_is_her_last_card(opened):
    """What is needed is said; H12 goes before it."""
    ann = show(opened(first_meld_naturals=5), "4C 5C 6C")
    assert "A first meld needs 5 naturals" in ann.text
    assert "A first meld needs five naturals, not three." in ann.text
    lay(ann, "4C", status=422)
    lay(ann, "4C", last="1")
    assert lying(ann) == ["4C"]


def test_h13_binds_going_out_and_keeps_what_was_typed(opened):
    """The page says why, and refuses; the same cards with a first meld are recorded."""
    ann = opened(first_meld_naturals=5)
    page = f"/t/{ann.table_id}/out?player=0&cards="
    sentence = "These cards can’t go out. With nothing laid before, they need a first meld"
    assert sentence in ann.open(f"{page}4C+5C+6C").text
    ann.press("Record", 422)
    assert sentence in ann.text
    assert ann.form("Record").value("cards") == "4C 5C 6C"
    assert table_of(ann).deal.entries == ()
    ann.open(f"{page}4C+5C+6C+7C+8C+2H").press("Record")
    assert table_of(ann).deal.entry_of(0).points == 16


def test_l2_leaps_are_shown_and_kept_to(opened):
    ann = lay(opened(LEAPS), "2C 4C 6C")
    assert "leap 2" in ann.text
    show(ann, "7D 8D 9D")
    assert "Ann has the token of leap 2" in ann.text
    show(ann, "3D 5D 7D", player="1")
    assert "Ann has the token of leap 2, and no two players share a leap." in ann.text
    lay(ann, "7D 8D 9D", player="1")
    lay(ann, "8C TC", "add-0", player="0")
    assert lying(ann) == ["2C 4C 6C 8C TC"]


def test_h10_going_out_counts_what_lies_there_and_what_she_lays_now(opened):
    ann = lay(opened(), "4C 5C 6C 7C")
    ann.open(f"/t/{ann.table_id}/out?player=0&cards=8C+QH")
    assert "(15 + 1) × 2 = 32" in ann.text
    assert "Concealed" not in ann.text
    ann.press("Record 32")
    assert table_of(ann).totals[0] == 32
    assert lying(ann) == ["4C 5C 6C 7C 8C", "QH"]


def test_h11_a_tick_taken_away_stays_away_while_cards_go_in(opened):
    ann = opened()
    ann.open(f"/t/{ann.table_id}/out?player=0&cards=4C+5C+6C+7C")
    ann.press("Count", concealed="")
    assert "10 × 2 = 20" in ann.text
    ann.press("Count", cards="4C 5C 6C 7C 8C", concealed="")
    ann.press("Record 30")
    assert table_of(ann).totals[0] == 30


@pytest.mark.parametrize(
    ("mode", "bonus", "told", "score"),
    [
        ("multiplier", 1, "10 × 3 = 30", 30),
        ("points", 30, "(10 + 30) × 2 = 80", 80),
        ("times", 3, "10 × 6 = 60", 60),
    ],
)
def test_h11_what_going_out_concealed_counts_is_told_before_it_is_recorded(opened, mode, bonus, told, score):
    """One meld of the whole hand, nothing laid before: the page ticks it by itself, and again when the entry
    is put right."""
    ann = opened(concealed_mode=mode, concealed_bonus=bonus)
    ann.open(f"/t/{ann.table_id}/out?player=0&cards=4C+5C+6C+7C")
    assert told in ann.text
    ann.press(f"Record {score}")
    assert table_of(ann).totals[0] == score
    ann.open(f"/t/{ann.table_id}/entry/{table_of(ann).deal.entries[0].number}")
    assert told in ann.text


def test_i8_interlocking_melds_are_laid_in_any_turn_and_interlock_on_going_out(opened):
    """♥7♦8♥9 is laid and extended by ♦T; with ♥6♦7♥8♦9 from the hand it interlocks over three ranks."""
    ann = opened(INTERLOCKING, any_turn="true")
    assert "Lay melds" in ann.text
    lay(ann, "7H 8D 9H")
    lay(ann, "10D", where="add-0")
    assert lying(ann) == ["7H 8D 9H TD"]
    assert "Interlock from" not in ann.text
    lay(ann, "7D 8H")
    assert "Interlock from 7 to 8" in ann.text
    ann.press("Undo")
    ann.open(f"/t/{ann.table_id}/out?player=0&cards=6H+7D+8H+9D")
    assert "(6 + 6 + 9) × 2 = 42" in ann.text
    ann.press("Record 42")
    assert table_of(ann).totals[0] == 42
    entry = table_of(ann).deal.entries[0]
    assert [bonus.length for bonus in entry.bonuses] == [3]


def test_i8_the_page_announces_and_records_an_interlock_with_a_partner_who_is_in_once(phone):
    """♣3♥4♣5♥6 and ♣4♥5♣6♥7 of two partners: 45 for Ann, who goes out first, 12 for Cy."""
    names = {f"name_{seat}": name for seat, name in enumerate(("Ann", "Ben", "Cy", "Di", "Eve"))}
    sides = {"partner_0": "A", "partner_2": "A"}
    phone.open(f"/new?game={INTERLOCKING}&o-any_turn=true").press("Open the table", **names, **sides)
    lay(phone, "3C 4H 5C 6H", player="0")
    lay(phone, "4C 5H 6C 7H", player="2")
    for player, cards, told in ((0, "", "(6 + 9) × 3 = 45"), (1, "QH", "0"), (2, "", "6 × 2 = 12")):
        phone.open(f"/t/{phone.table_id}/out?player={player}&cards={cards}")
        assert told in phone.text
        phone.press("Record")
    assert [entry.score for entry in table_of(phone).deal.entries] == [45, 0, 12]


def test_h10_who_is_out_lays_nothing_more(opened):
    """She is no longer among those who lay, and a page from before is refused."""
    ann = opened()
    form = ann.open(f"/t/{ann.table_id}/play").form("Lay them")
    ann.open(f"/t/{ann.table_id}/out").press("Record", player="0", points="5")
    fields = dict(form.fields) | {"expected": "", "player": "0", "cards": "4C 5C"}
    form.fields = [[name, value] for name, value in fields.items()]
    ann.send(form, ("record", "1"), 422)
    assert "Who lays them?" in ann.text
    assert ann.form("Lay them").value("cards") == "4C 5C"


def test_what_does_not_read_and_what_is_missing_is_said(opened):
    ann = lay(opened(), "4C 5X", status=422)
    assert ann.form("Lay them").value("cards") == "4C 5X"
    lay(ann, "", status=422)
    assert "No cards yet" in ann.text
    lay(ann, "4C", "add-7", status=422)
    assert "That meld no longer lies there" in ann.text


def test_the_player_who_laid_last_from_this_phone_is_picked(opened):
    ann = lay(opened(), "5C 6C", player="2")
    assert ann.open(f"/t/{ann.table_id}/play").form("Lay them").value("player") == "2"


def test_hers_stand_first(opened, new_phone):
    ann = lay(lay(opened(), "5C 6C"), "5D 6D", player="1")
    ben = new_phone().join(ann.code(), "Ben")
    ben.open(f"/t/{ben.table_id}")
    assert ben.text.index("Ben 3 on the table") < ben.text.index("Ann 3 on the table")
    ann.open(f"/t/{ann.table_id}")
    assert ann.text.index("Ann 3 on the table") < ann.text.index("Ben 3 on the table")


def test_best_from_here_takes_the_table_and_its_house_rules_along(opened):
    ann = lay(opened(jokers=2), "5C 6C")
    page = show(ann).answer.get_data(as_text=True)
    link = page.partition('class="way" href="')[2].partition('"')[0].replace("&amp;", "&")
    ann.open(link + "&cards=7C+w")
    assert "table=5C" in ann.url
    assert "o-jokers=2" in ann.url


def test_phones_that_watch_and_games_without_melds_on_the_table_have_no_page(opened, new_phone):
    ann = opened()
    new_phone().open(f"/t/{ann.table_id}/play", 403)
    ann.open("/new?game=chattahoochee")
    ann.press("Open the table", name_0="Ann", name_1="Ben")
    ann.open(f"/t/{ann.table_id}/play", 404)


def suggested(phone):
    return phone.form("Lay them").value("where")


def test_h8_cards_that_fit_a_meld_are_added_to_it(opened):
    """♣4567 and ♣89 are 21 as one meld, 13 as two."""
    ann = lay(opened(), "4C 5C 6C 7C")
    assert suggested(show(ann, "8C 9C")) == "add-0"
    assert "10 → 21 points" in ann.text
    ann.press("Lay them")
    assert lying(ann) == ["4C 5C 6C 7C 8C 9C"]


def test_h8_the_longest_of_several_melds_is_chosen(opened):
    ann = lay(opened(), "9C TC JC")
    lay(ann, "4C 5C 6C 7C")
    assert suggested(show(ann, "8C")) == "add-1"


def test_h8_what_the_player_picks_stays_while_cards_go_in(opened):
    ann = lay(opened(), "4C 5C 6C 7C")
    show(ann, "8C 9C")
    ann.press("Judge", where="new")
    assert suggested(ann) == "new"
    assert "10 → 13 points" in ann.text
    ann.press("Judge", cards="8C 9C TC")
    assert suggested(ann) == "new"


def test_h8_cards_that_fit_nowhere_are_a_new_meld(opened):
    ann = lay(opened(), "4C 5C 6C 7C")
    assert suggested(show(ann, "TD")) == "new"
    assert suggested(show(ann, "TD 4S")) == "new"


def test_h8_what_the_page_showed_is_what_is_recorded(opened):
    """Cards laid at once, without script: the play that was shown, though another would bring more."""
    ann = lay(opened(ALTERNATE), "4C 5C 6C 7C")
    ann.open(f"/t/{ann.table_id}/play")
    ann.press("Lay them", cards="8C 9C")
    assert lying(ann) == ["4C 5C 6C 7C", "8C 9C"]
