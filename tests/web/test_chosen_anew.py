"""What was chosen as a table was opened is changed by its host, on pages and by programs."""

from __future__ import annotations

import pytest

from tests.web.phone import Phone, table_of
from tests.web.test_tables_for_programs import Program

FOUR = ["Ann", "Ben", "Cleo", "Dev"]
DEAL = {
    "winner": "Ann",
    "melded": {"Ann": 500, "Ben": 200, "Cleo": 300, "Dev": 0},
    "canastas": {"Ann": {"natural": 1}},
}


class Chooser(Program):
    """A program that chooses anew."""

    def change(self, status=200, *, key=None, op=None, **body):
        headers = {"Authorization": f"Bearer {key or self.key}"} | ({"Idempotency-Key": op} if op else {})
        answer = self.client.patch(self.address, json=body, headers=headers)
        assert answer.status_code == status, answer.json
        return answer.json


@pytest.fixture
def canasta(client):
    """A table at which four sit as partners, though two deals were recorded of each alone."""
    alone = [[name] for name in FOUR]
    program = Chooser(client, game="canasta", players=FOUR, partnerships=alone)
    for _ in range(2):
        program.send("deals", DEAL)
    return program


def test_partners_are_chosen_from_the_start(canasta):
    told = canasta.change(**{"from": "start", "partnerships": [["Ann", "Cleo"], ["Ben", "Dev"]]})
    assert told["totals"] == {"Ann & Cleo": 2 * 1400, "Ben & Dev": 2 * 200}
    assert told["deals"][0]["scores"]["Ann"] == 1400


def test_options_change_what_they_name_and_a_preset_all(canasta):
    told = canasta.change(options={"target": 3000})
    assert told["options"]["target"] == 3000
    told = canasta.change(preset="modern-american")
    assert told["options"]["target"] != 3000
    assert canasta.change(preset="modern-american", options={"target": 4000})["options"]["target"] == 4000


def test_a_table_is_renamed_and_has_another_dealer(canasta):
    told = canasta.change(name="Friday", dealer="dev")
    assert (told["name"], told["dealer"]) == ("Friday", "Dev")


def test_a_change_is_undone(canasta):
    before = canasta.state()
    canasta.change(name="Friday", options={"target": 3000}, dealer="Dev")
    after = canasta.send("undo", status=200)
    assert {**after, "number": 0} == {**before, "number": 0}


def test_every_fault_of_a_change_is_named(canasta):
    error = canasta.change(
        400,
        options={"target": -5},
        partnerships=[["Ann", "Zoe"]],
        dealer="Yan",
        **{"from": "then"},
    )["error"]
    assert {fault["at"] for fault in error["faults"]} == {"options.target", "partnerships", "dealer", "from"}
    assert canasta.change(400)["error"]["message"].startswith("Say what changes")
    assert canasta.change(400, colour="red")["error"]["faults"][0]["at"] == "'colour'"


def test_a_higher_target_and_a_dealer_at_once_go_on_after_the_end_of_a_match(client):
    """The next deal is opened under the new rules, by which the match goes on."""
    program = Chooser(
        client, game="any-game", options={"target": 100, "dealer": True}, players=["Ann", "Ben"]
    )
    assert program.send("deals", {"points": {"Ann": 120, "Ben": 3}})["over"] is True
    told = program.change(options={"target": 500}, dealer="Ben", **{"from": "start"})
    assert (told["over"], told["dealer"], len(told["deals"])) == (False, "Ben", 1)


def test_what_a_change_makes_impossible_is_named_deal_by_deal(client):
    program = Chooser(client, game="chattahoochee", players=["Ann", "Ben"])
    for _ in range(2):
        program.send("entries", {"player": "Ann", "melds": "C4 5 6 7 / H2 3 / H2 3"})
    answer = program.change(409, options={"packs": 1}, **{"from": "start"})
    assert [fault["at"] for fault in answer["error"]["faults"]] == ["deals:1", "deals:2"]
    assert answer["table"] == program.state()


def test_a_change_sent_again_is_one_change(canasta):
    once = canasta.change(name="Friday", op="one")
    canasta.change(name="Saturday", op="two")
    assert canasta.change(name="Friday", op="one") == once
    assert canasta.change(409, name="Sunday", op="one")["error"]["code"] == "op-reused"


def test_seats_are_chosen_anew(canasta):
    canasta.change(seats=["Dev", "Cleo", "Ben", "Ann"])
    assert canasta.change(dealer="Dev")["dealer"] == "Dev"
    error = canasta.change(409, seats=["Dev", "Cleo", "Ben"])["error"]
    assert error["message"] == "List everybody at the table once, in the order they sit."
    assert canasta.change(400, seats=["Dev", "Zoe"])["error"]["at"] == "seats"


def test_a_program_tells_a_deal_anew(canasta):
    before = canasta.state()
    told = canasta.send("deals/1", {**DEAL, "melded": {**DEAL["melded"], "Ben": 900}}, method="patch")
    assert told["totals"]["Ben"] == before["totals"]["Ben"] + 700
    assert canasta.send("deals/9", DEAL, method="patch", status=404)["error"]["at"] == "deal"
    assert canasta.send("deals/1", {**DEAL, "game": "gin-rummy"}, method="patch", status=400)


def test_a_deal_that_is_told_anew_has_the_rules_and_the_sides_that_it_had(canasta):
    canasta.change(partnerships=[["Ann", "Cleo"], ["Ben", "Dev"]])
    told = canasta.send("deals/1", {**DEAL, "melded": {**DEAL["melded"], "Cleo": 400}}, method="patch")
    assert told["deals"][0]["scores"]["Cleo"] == 400


def test_players_come_leave_and_take_over(client):
    program = Chooser(client, game="any-game", players=["Ann", "Ben", "Cleo"])
    program.send("deals", {"points": {"Ann": 3, "Ben": 4, "Cleo": 5}})
    assert program.send("players", {"name": "Zoe", "start": 2})["totals"]["Zoe"] == 2
    assert program.send("players/ben", {"name": "Bob"}, method="patch")["totals"]["Bob"] == 4
    program.send("players/Cleo", method="delete")
    program.send("deals", {"points": {"Ann": 1, "Bob": 1, "Zoe": 1}})
    error = program.send("players", {"name": "cleo", "start": 9}, status=400)["error"]
    assert error["at"] == "start"
    assert program.send("players", {"name": "cleo"})["totals"]["Cleo"] == 5
    assert program.send("players", {"name": "Zoe"}, status=409)["error"]["at"] == "name"
    assert program.send("players/Yan", method="delete", status=404)["error"]["at"] == "player"
    error = program.send("players", {"name": "Yan", "partner": "Xi", "start": "x"}, status=400)["error"]
    assert [fault["at"] for fault in error["faults"]] == ["start", "partner"]


def test_a_program_ends_a_deal_and_does_again_what_was_undone(client):
    program = Chooser(client, game="chattahoochee", players=["Ann", "Ben", "Cleo"])
    program.send("entries", {"player": "Ann", "points": 5})
    ended = program.send("end", {"note": "late"}, status=200)
    assert ended["deals"][0]["ended"]
    assert not program.send("undo", status=200)["deals"][0]["ended"]
    assert program.send("redo", status=200)["deals"] == ended["deals"]
    assert program.send("redo", status=409)["error"]["code"] == "refused"


@pytest.mark.parametrize(
    ("game", "what", "body"),
    [
        ("gin-rummy", "deals", {"winner": "Ann", "left": {"Ben": 40}}),
        ("chattahoochee", "entries", {"player": "Ann", "points": 40}),
    ],
)
def test_a_program_plays_on_after_the_end_when_it_says_so(client, game, what, body):
    options = {"target": 30}
    program = Chooser(client, game=game, players=["Ann", "Ben"], options=options)
    assert program.send(what, body)["over"]
    assert program.send(what, body, status=409)["error"]["at"] == "deal"
    assert len(program.send(what, {**body, "play_on": True})["deals"]) == 2


def test_a_host_deletes_a_table(canasta):
    reading = canasta.send("keys")["key"]
    for key, status in ((reading, 403), (canasta.key, 204), (canasta.key, 404)):
        headers = {"Authorization": f"Bearer {key}"}
        assert canasta.client.delete(canasta.address, headers=headers).status_code == status
    assert canasta.client.get(canasta.address).status_code == 404


def test_only_the_host_chooses_anew(canasta, client):
    other = Chooser(client, game="canasta", players=FOUR)
    assert canasta.change(401, key=other.key, name="Friday")["error"]["code"] == "no-key"
    reading = canasta.send("keys")["key"]
    canasta.change(403, key=reading, name="Friday")


@pytest.fixture
def host(client):
    """The phone that opened a table of canasta for four who play alone."""
    phone = Phone(client)
    phone.open("/new?game=canasta")
    phone.press(
        "Open the table", **{f"name-{seat}": name for seat, name in enumerate(FOUR)}, opposite="false"
    )
    return phone


def record(phone):
    """A deal of two sides or of four players, that Ann ends."""
    phone.open(f"/t/{phone.table_id}/over").press(
        "Record the deal",
        winner="0",
        **{"melded-0": "500", "kind0-0": "1", "melded-1": "200"},
        **{f"number-{seat}": "0" for seat in range(4)},
    )


def test_the_page_shows_what_both_ways_come_to(host):
    record(host)
    host.open(f"/t/{host.table_id}/house-rules")
    letters = {f"partner-{seat}": letter for seat, letter in enumerate("ABAB")}
    said = host.press("Go on", **letters).text
    assert "From deal 2 on" in said
    assert "Every deal counted anew" in said
    assert said.count("Ann & Cleo") == 2
    assert not table_of(host).has_partners
    host.press("Every deal counted anew")
    assert table_of(host).partnerships == ((0, 2), (1, 3))
    assert "Ann & Cleo and Ben & Dev" in host.open(f"/t/{host.table_id}/record").text


def test_before_the_first_score_there_is_nothing_to_choose(host):
    host.open(f"/t/{host.table_id}/house-rules").press("Go on", **{"o-target": "3000"})
    assert table_of(host).options["target"] == 3000


def test_a_preset_fills_the_form_and_changes_nothing(host):
    host.open(f"/t/{host.table_id}/house-rules").press("Modern American")
    assert table_of(host).head == 1
    host.press("Go on")
    assert table_of(host).options != {}


def test_faults_stand_beside_their_fields_and_what_was_typed_is_kept(host):
    record(host)
    host.open(f"/t/{host.table_id}/house-rules")
    host.press("Go on", status=422, **{"o-target": "many", "partner-0": "B"})
    assert "whole number" in host.text
    assert [host.form("Go on").value(name) for name in ("o-target", "partner-0")] == ["many", "B"]


def test_only_the_host_sees_the_house_rules_form(host):
    stranger = Phone(host.client.application.test_client())
    assert stranger.open(f"/t/{host.table_id}/house-rules", status=403).text


def test_settings_rename_the_table(host):
    host.open(f"/t/{host.table_id}/host").press("Save", name="Friday")
    assert table_of(host).name == "Friday"


def test_the_sheet_says_from_which_deal_on_other_rules_hold(host):
    record(host)
    host.open(f"/t/{host.table_id}/house-rules").press("Go on", **{"o-target": "3000"})
    host.press("From deal 2 on")
    assert "From deal 2 on: Match to: 5000 → 3000" in host.open(f"/t/{host.table_id}/sheet").text
