"""H22: the circles of every leap of the packs of section P are those of the charts."""

from __future__ import annotations

import json

import pytest

from scorepad.core.custom_packs import make_pack
from scorepad.core.melding import leap_circles, melding_of
from scorepad.core.rules import MeldShapes, Rules
from tests.shared import CASES

pytestmark = pytest.mark.skipif(not CASES.exists(), reason="the folder of worked examples is not here")

CHARTS = json.loads((CASES / "charts.json").read_text()) if CASES.exists() else {}
PACKS = {
    "13": ("french", ""),
    "12": ("french-48", ""),
    "11": ("spanish-44", ""),
    "five-crowns": ("five-crowns", ""),
    "7": ("custom", "1-7"),
    "pinochle-5": ("pinochle-5", ""),
    "17": ("seventeen", ""),
}


def turned(circle: tuple[str, ...]) -> tuple[str, ...]:
    """A circle from its least rank on."""
    first = circle.index(min(circle))
    return (*circle[first:], *circle[:first])


@pytest.mark.parametrize("name", PACKS)
def test_h22_every_circle_of_a_pack(name):
    """For each leap of the chart, in each suit of the pack; twelve ranks fall apart where they must."""
    pack_id, ranks = PACKS[name]
    pack = make_pack(pack_id, ranks=ranks)
    for leap, expected in CHARTS[name]["leaps"].items():
        rules = Rules("leap-rummy", pack=pack, shapes=MeldShapes(leaps=(int(leap),)))
        charted = sorted(turned(tuple(circle.split())) for circle in expected)
        for suit in pack.suits:
            found = [
                tuple(card.rank for card in track.cards)
                for track in melding_of(rules).tracks
                if track.suits == (suit.letter,)
            ]
            assert sorted(map(turned, found)) == charted


def test_h22_every_chart_has_its_pack():
    """None is left out."""
    assert {*PACKS, "about", "schedules"} == set(CHARTS)


@pytest.mark.parametrize("ranks", range(2, 23))
def test_h22_circles_hold_every_rank_once(ranks):
    """A prime number of ranks makes one circle by any leap; others as many as ranks and leap share."""
    order = tuple(map(str, range(ranks)))
    for leap in range(1, ranks // 2 + 1):
        found = leap_circles(order, leap)
        assert sorted(rank for circle in found for rank in circle) == sorted(order)
        assert len({len(circle) for circle in found}) == 1
        if all(ranks % factor for factor in range(2, ranks)):
            assert len(found) == 1
