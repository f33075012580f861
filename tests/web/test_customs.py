"""Each language names the games of its players first and begins with their house rules; programs don't."""

from __future__ import annotations

import re

import pytest

from scorepad.rulebook import find_game, games
from scorepad.web.languages import CUSTOMS

EACH_LANGUAGE = pytest.mark.parametrize("language", CUSTOMS)


@EACH_LANGUAGE
def test_games_and_house_rules_of_customs_are_there(language):
    customs = CUSTOMS[language]
    assert {*customs.first} <= {game.id for game in games()}
    assert all(find_game(game).preset_options(preset) for game, preset in customs.presets.items())


def named_first(client, language):
    page = client.get("/new", headers={"Accept-Language": language}).text
    return re.findall(r'name="pick" value="([\w-]+)"', page)


@EACH_LANGUAGE
def test_the_games_of_a_language_come_first_where_it_is_spoken(client, language):
    """On its pages alone, and none is left out."""
    page = client.get("/new", headers={"Accept-Language": language}).text
    speaks = re.search(rf'<html lang="{language}\b', page) is not None
    first = CUSTOMS[language].first
    assert (tuple(named_first(client, language)[: len(first)]) == first) == speaks
    assert sorted(named_first(client, language)) == sorted(game.id for game in games())


def test_english_has_the_usual_order(client):
    assert named_first(client, "en") == [game.id for game in games()]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Rummy 500", "Gin Rummy", "Phase 10", "Rummikub", "Canasta"]),
        ("de", ["Rommé", "Rummikub", "Canasta", "Phase 10", "Gin Rommé"]),
        ("es", ["Chinchón", "Carioca y Continental", "Rummikub", "Canasta", "Burraco"]),
        ("fr", ["Rami 51", "Rummikub", "Canasta", "Gin rami", "Phase 10"]),
        ("it", ["Scala 40", "Burraco", "Shanghai", "Canasta", "Rummikub"]),
        ("pl", ["Remik", "Rummikub", "Kanasta", "Gin remik", "Phase 10"]),
        ("pt", ["Buraco", "Canastra", "Rummikub", "Xangai", "Gin rummy"]),
        ("tr", ["Okey", "101 Okey", "Rummikub", "Remi", "Kanasta"]),
    ],
)
def test_the_first_page_offers_first_what_people_of_its_language_play(client, language, names):
    page = client.get("/", headers={"Accept-Language": language}).text
    chips = re.findall(r'<a class="chip[^>]*>([^<]+)<', page.partition('class="of-games"')[2])
    assert [chip.strip() for chip in chips][:5] == names


def proposed(client, language, address="/new?game=contract-rummy"):
    page = client.get(address, headers={"Accept-Language": language}).text
    return re.search(r'value="(\w+)"[^>]*selected', page.partition('name="o-contracts"')[2])[1]


def test_a_new_table_begins_with_the_house_rules_of_the_language(client):
    """Unless the address names others; another language and programs have the usual ones."""
    assert proposed(client, "es") == "carioca"
    assert proposed(client, "en") == "contract"
    buraco = client.get("/new?game=burraco", headers={"Accept-Language": "pt-BR"}).text
    assert re.search(r'name="o-target"[^>]*value="3000"', buraco)
    assert proposed(client, "es", "/new?game=contract-rummy&o-contracts=liverpool") == "liverpool"
    assert find_game("contract-rummy").option_values({})["contracts"] == "contract"
