"""A whole table in one photo, on phones without script: groups get their players, recorded at once."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from msgspec import convert

from scorepad.photos import reading
from scorepad.photos.reading import PhotoReading
from tests.web.test_photo import send, waiting
from tests.web.test_plays import lay, lying, opened

__all__ = ["opened"]

PLACES = {
    "bottom": (180, 260), "left": (5, 140), "right": (340, 140), "top": (180, 5),
    "middle": (185, 130), "below": (185, 170),
}  # fmt: skip


def seen(monkeypatch, turns=(), **groups):
    """The next photo shows these groups, each at its place of a picture of 400 × 300 and turned so."""
    cards, numbers = [], []
    for place, text in groups.items():
        left, top = PLACES[place]
        numbers.append(list(range(len(cards), len(cards) + len(text.split()))))
        cards += [
            {"card": card, "confidence": 0.99, "box": [left + 12 * number, top, 10, 14]}
            for number, card in enumerate(text.split())
        ]
    answer = {"cards": cards, "groups": numbers, "unsure": [], "seconds": 0.1, "turns": turns}
    monkeypatch.setattr(reading, "read_pixels", lambda *_: convert(answer, PhotoReading))


def photographed(phone, path="/groups"):
    """The page that shares out what the photo shows."""
    phone.open(f"/t/{phone.table_id}{path}").press("Photo")
    form = send(phone).form("Use these")
    button = next(one for one in form.buttons if "Use these" in one[2])
    return phone.send(form, button[:2])


def seats(phone):
    """Whose each group is, as picked on the page."""
    return {name: value for form in phone.forms for name, value in form.fields if name.startswith("who-")}


def query(phone):
    return {name: values[-1] for name, values in parse_qs(urlsplit(phone.url).query).items()}


def test_groups_go_to_the_players_before_whom_they_lie(opened, monkeypatch, app):
    """Ann holds the phone: hers lie at the bottom, Ben's to her left, Cy's to her right; the photo is gone
    once they are recorded, and one undo takes everything back."""
    phone = opened()
    seen(monkeypatch, top="KS", bottom="4C 5C", left="9H TH JH", right="2D 3D 4D 5D")
    photographed(phone)
    assert seats(phone) == {"who-0": "nobody", "who-1": "0", "who-2": "1", "who-3": "2"}
    assert len(waiting(app)) == 1
    phone.press("Record 3 melds")
    assert [lying(phone, seat) for seat in range(3)] == [["4C 5C"], ["9H TH JH"], ["2D 3D 4D 5D"]]
    assert waiting(app) == []
    assert "Ann laid ♣45; Ben laid ♥9 10 J; Cy laid ♦2345 (entered by Ann)" in phone.text
    phone.press("Undo")
    assert lying(phone) == []


def test_groups_in_the_middle_go_to_the_players_whom_they_face(opened, monkeypatch):
    """Ben sits to Ann's left, Cy to her right."""
    phone = opened()
    seen(monkeypatch, (0, 270, 90), bottom="4C 5C", middle="9H TH JH", below="2D 3D 4D 5D")
    photographed(phone)
    assert seats(phone) == {"who-0": "0", "who-1": "2", "who-2": "1"}


def test_what_was_laid_before_says_whose_a_group_is(opened, monkeypatch):
    """Ben's meld lies where Cy's would be: it is his, longer now, and so is what lies beside it."""
    phone = opened()
    lay(phone, "9H TH JH", player="1")
    seen(monkeypatch, bottom="4C 5C", right="9H TH JH QH")
    assert "Added ♥Q to ♥9 10 J: 10 points." in photographed(phone).text
    assert seats(phone) == {"who-0": "0", "who-1": "1"}
    phone.press("Record 2 melds")
    assert (lying(phone, 0), lying(phone, 1)) == (["4C 5C"], ["9H TH JH QH"])
    seen(monkeypatch, bottom="4C 5C", right="9H TH JH QH")
    assert photographed(phone).text.count("It’s already there.") == 2
    assert "Everything is on the table already. Add the new cards." in phone.press("Record", 422).text


def test_every_fault_is_told_at_once_and_what_was_picked_stays(opened, monkeypatch):
    """A gap, and a group that nobody was picked for by a phone that is nobody's."""
    phone = opened()
    phone.open(f"/t/{phone.table_id}/who").press("just keeping score")
    seen(monkeypatch, bottom="4C 6C", left="9H TH JH", right="2D 3D")
    photographed(phone)
    assert seats(phone) == {}
    phone.press("Record", 422, who_0="2", who_1="0")
    assert "Please fix 2 things." in phone.text
    assert "Not a run: ♣5 is missing." in phone.text
    assert "Who owns ♦23?" in phone.text
    assert seats(phone) == {"who-0": "2", "who-1": "0"}
    phone.press("Record 2 melds", who_0="nobody", who_2="2")
    assert [lying(phone, seat) for seat in range(3)] == [["9H TH JH"], [], ["2D 3D"]]


def test_somebody_who_was_faster_is_told_and_the_groups_stay(opened, monkeypatch, new_phone):
    """Recorded nothing, kept all of it, and what the other did is there; then it is recorded."""
    phone = opened()
    ben = new_phone().join(phone.code(), "Ben")
    seen(monkeypatch, bottom="4C 5C", left="9H TH JH")
    photographed(phone)
    ben.open(f"/t/{phone.table_id}/play").press("Lay them", player="1", cards="9H TH JH")
    assert (
        "Nothing was changed, because the table changed meanwhile" in phone.press("Record 2 melds", 409).text
    )
    phone.press("Record this meld")
    assert (lying(phone, 0), lying(phone, 1)) == (["4C 5C"], ["9H TH JH"])


def test_f3_melds_and_cards_left_fill_the_form_of_a_deal_that_is_over(opened, monkeypatch):
    """What was typed before stays; who has nothing left went out."""
    phone = opened("rummy-500")
    phone.open(f"/t/{phone.table_id}/over").press("Everyone’s cards in one photo", number_2="35", note="late")
    phone.press("Photo")
    seen(monkeypatch, top="5S 6S 7S", bottom="4C 5C 6C", left="9H TH 2C")
    form = send(phone).form("Use these")
    phone.send(form, next(one for one in form.buttons if "Use these" in one[2])[:2])
    phone.press("To the scores", who_0="0")
    expected = {"melds-0": "5S 6S 7S / 4C 5C 6C", "left-1": "9H TH 2C", "number-2": "35"}
    assert query(phone) == {**expected, "winner": "0", "note": "late"}


def test_b4_where_melds_do_not_count_they_are_nobodys(opened, monkeypatch):
    """In Basic Rummy what is left in hand is recorded; melds may be laid off on in the best play."""
    phone = opened("basic-rummy")
    seen(monkeypatch, top="5S 6S 7S", bottom="KC QH", left="9H TH 2C")
    photographed(phone)
    assert seats(phone) == {"who-0": "nobody", "who-1": "0", "who-2": "1"}
    phone.press("To the scores")
    assert query(phone) == {"left-0": "KC QH", "left-1": "9H TH 2C", "winner": "2"}
    photographed(phone).press("Best play here")
    assert query(phone)["table"] == "5S 6S 7S"


def test_h2_where_hands_go_out_whole_the_groups_are_melds_of_one(opened, monkeypatch):
    """Whose it is, without the cards that were not in it."""
    phone = opened("chattahoochee")
    seen(monkeypatch, top="5S 6S 7S", bottom="KC QC", left="9H")
    photographed(phone).press("To the score", player="1", who_2="nobody")
    assert query(phone) == {"player": "1", "cards": "5S 6S 7S KC QC", "melds": "5S 6S 7S / KC QC", "lay": "1"}
    phone.press("Record")
    assert "Ben went out: 9 × 2 = 18" in phone.text


def test_groups_may_be_typed_without_a_photo(opened):
    """By keys, meld by meld, and changed again before they are shared out."""
    phone = opened()
    phone.open(f"/t/{phone.table_id}/groups").press("Whose melds?", groups="♣45 / ♥9TJ")
    phone.press("Change cards")
    phone.press("Whose melds?", groups="♣456 / ♥9TJ")
    phone.press("Record", who_0="1", who_1="1")
    assert lying(phone, 1) == ["4C 5C 6C", "9H TH JH"]


def test_v1_no_melds_are_shared_out_where_there_are_none(opened):
    """In Avalanche the page is not there."""
    phone = opened("avalanche")
    phone.open(f"/t/{phone.table_id}/groups", 404)
    assert "Photo of the table" not in phone.open(f"/t/{phone.table_id}").text
