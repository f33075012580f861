"""A game of one's own in five questions: judged examples, its file, its link, its code, and a file opened."""

from __future__ import annotations

import io
import re

import pytest

from scorepad.rulebook.own_game import GAME
from scorepad.rulebook.own_game.game_files import read_game_file

OMA = "cards_jokers=2&run_least=4&run_suits=any&wild_ranks=2&open_points=25&name=Oma"


@pytest.fixture
def client(app):
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()


def words_of(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.text))


def test_five_questions_have_examples_that_the_referee_judges(client):
    words = words_of(client.get("/games/new"))
    for question in ("Which cards?", "What is a run?", "What is a set?", "What is wild?", "What counts?"):
        assert question in words
    assert "♦456 Yes: 15 points" in words
    assert "♣4♠5♥6 No: ♠5 doesn’t belong in a run of clubs." in words
    words = words_of(client.get(f"/games/new?{OMA}", follow_redirects=True))
    assert "♦567 No: A run needs at least four cards, not 3." in words
    assert "♣5♠6♥7♦8 Yes: 26 points" in words


def test_the_game_is_told_in_three_lines(client):
    words = words_of(client.get(f"/games/new?{OMA}", follow_redirects=True))
    assert "Runs of four or more, any suits; sets of three or more." in words
    assert "Wild: 2 jokers and 2." in words
    assert "First melds worth 25" in words


def test_the_name_of_the_game_is_what_its_rules_are_called(client):
    page = client.get(f"/games/new?{OMA}", follow_redirects=True).text
    assert '<h1 data-part="name">Oma</h1>' in page
    solve = client.get(re.search(r'href="(/solve[^"]*)"', page)[1].replace("&amp;", "&"))
    assert "Oma · " in words_of(solve)
    assert "Name of the game: Oma" not in words_of(solve)


def test_what_no_search_knows_is_said_on_the_page(client):
    words = words_of(client.get("/games/new?run_suits=any&table_rebuilt=true"))
    assert "No search knows this yet: run.suits." in words


def test_the_file_of_the_form_opens_in_the_form_again(client):
    file = client.get(f"/games/new.toml?{OMA}")
    assert file.headers["Content-Disposition"] == 'attachment; filename="oma.toml"'
    assert read_game_file(file.text).options["run_least"] == 4
    opened = client.post("/games/open", data={"file": (io.BytesIO(file.data), "oma.toml")})
    assert opened.status_code == 303
    again = client.get(opened.headers["Location"].replace("/games/new", "/games/new.toml"))
    assert again.data == file.data


def test_what_a_file_says_of_the_game_stays_in_the_form_and_in_its_file(client):
    text = b'name = "Oma"\nsays = "Eight cards, twos are wild."\nrun.least = 4'
    opened = client.post("/games/open", data={"file": (io.BytesIO(text), "oma.toml")})
    address = opened.headers["Location"]
    assert 'value="Eight cards, twos are wild."' in client.get(address).text
    file = client.get(address.replace("/games/new", "/games/new.toml")).text
    assert read_game_file(file).says == "Eight cards, twos are wild."


def test_a_file_with_faults_says_them_all_with_their_lines(client):
    page = client.post("/games/open", data={"file": (io.BytesIO(b"[run]\nleast = 0\nmost = 99"), "x.toml")})
    assert page.status_code == 400
    assert "Line 2: run.least = 0" in page.text
    assert "Line 3: run.most = 99" in page.text
    assert client.post("/games/open", data={"file": (io.BytesIO(b"\xff" * 90000), "x")}).status_code == 400
    assert client.post("/games/open").status_code == 303  # an empty file is a game too


def test_values_that_do_not_read_stay_in_their_fields(client):
    page = client.get("/games/new?run_least=99", follow_redirects=True)
    assert 'value="99"' in page.text
    assert client.get("/games/new.toml?run_least=99").status_code == 303


def test_the_link_and_the_code_hold_the_game(client):
    page = client.get(f"/games/new?{OMA}", follow_redirects=True).text
    assert "run_suits=any" in re.search(r'class="link"[^>]*value="([^"]*)"', page)[1]
    assert client.get(f"/games/new.svg?{OMA}").mimetype == "image/svg+xml"
    assert "o-run_suits=any" in page


def test_a_game_with_melds_is_reached_from_any_game(client):
    assert 'href="/games/new"' in client.get("/new?game=any-game").text
    assert 'href="/games/new"' in client.get("/").text


@pytest.mark.parametrize("suits", ["", "1"])
def test_every_pack_has_its_examples(client, suits):
    (packs,) = (option.choices for option in GAME.options if option.name == "cards_pack")
    more = "&cards_jokers=2" if suits else "&wild_ranks=7"
    for pack in packs:
        address = f"/games/new?cards_pack={pack}&cards_suits={suits}{more}"
        page = client.get(address, follow_redirects=True)
        assert page.status_code == 200, pack
        assert "Yes: " in words_of(page) or "can’t be read yet" in page.text, pack
