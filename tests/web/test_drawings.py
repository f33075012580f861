"""Every page draws the cards of the pack that it is about, and of no other (P3)."""

from __future__ import annotations

import re

import pytest

from scorepad.core.custom_packs import make_pack
from scorepad.core.packs import NATIONAL, PACKS
from scorepad.examples import kept_examples
from scorepad.machine.folders import resource_folder
from scorepad.rulebook import find_game, games
from scorepad.store.opening import open_store
from scorepad.tables import service
from scorepad.web import static_files
from tests.by_night import as_settled, games_by_day, one_of_each

LOGO = re.compile(r'<a class="home".*?</a>', re.DOTALL)
DRAWING = re.compile(r'href="/static/suits\.svg\?v=\w+#(\w+)"|class="(?:[^"]* )?suit-(?!keys)(\w+)')
WILD = "w"

BY_PACK = [*({"pack": pack} for pack in PACKS), {"pack": "custom", "suits": "10", "ranks": "1 2 3 4 5"}]
BY_NAMES = [{"suit_names": names} for names in NATIONAL]
WITH_PACKS = [game for game in games() if {"pack", "suit_names"} <= {option.name for option in game.options}]
OTHERS = [game for game in games() if game not in WITH_PACKS and game.rules({}).scoring.final.has_cards]


def drawings(page):
    """The suits that a page draws, without those of its own name at the top."""
    return {name or ink for name, ink in DRAWING.findall(LOGO.sub("", page))}


def suits_of(pack):
    return {suit.drawing for suit in pack.suits}


def solved(client, **query):
    """What the page of a hand without a table draws."""
    return drawings(client.get("/solve", query_string=query, follow_redirects=True).text)


def run_of(pack, suit, number=3):
    return " ".join(f"{rank}{suit.letter}" for rank in pack.ranks_of(suit.letter)[:number])


def named(options):
    return "-".join(f"{name}={value}" for name, value in options.items()) or "default"


def cases(games, options):
    return [pytest.param(game, given, id=f"{game.id}-{named(given)}") for game in games for given in options]


def pack_drawn(game, options=None):
    """What the pad of the game looks like: its suits."""
    return frozenset(suits_of(game.rules(options or {}).pack))


def other_suits(game, options):
    """Those of the options that change the suits of the game's pack, each set of suits once."""
    own = suits_of(game.rules({}).pack)
    found = {frozenset(suits_of(game.rules(given).pack)): given for given in options}
    return [given for suits, given in found.items() if suits != own]


EVERY_PACK = cases(WITH_PACKS[:1], [*BY_PACK, *BY_NAMES])
EVERY_PACK += [case for game in WITH_PACKS[1:] for case in cases([game], other_suits(game, BY_PACK))]


class At:
    """A client at a table of the game, with what its pages draw."""

    def __init__(self, app, game, options):
        app.config["WTF_CSRF_ENABLED"] = False
        self.app, self.client = app, app.test_client()
        self.pack = find_game(game.id).rules(options).pack
        if game.id == "leap-rummy":
            options = {"tokens": "shared", **options}  # a small pack has runs of two leaps
        in_duels = game.rules(options).scoring.partners == "in duels"
        players = ("Ann", "Ben") if in_duels else ("Ann", "Ben", "Cy")
        names = {f"name-{seat}": name for seat, name in enumerate(players)}
        asked = {"op": "open", "game": game.id, "dealer": "0", **names}
        asked |= {f"o-{name}": value for name, value in options.items()}
        self.path = "/t/" + self.client.post("/new", data=asked).headers["Location"].split("/")[2]

    def send(self, page, **form):
        done = self.client.post(self.path + page, data={"op": page + str(form), **form})
        assert done.status_code == 303, done.text

    def drawn(self, page, **query):
        answer = self.client.get(self.path + page, query_string=query, follow_redirects=True)
        assert answer.status_code == 200, (page, answer.text)
        return drawings(answer.text)

    def seen(self, page, **query):
        """What a phone sees there that only watches."""
        answer = self.app.test_client().get(self.path + page, query_string=query, follow_redirects=True)
        return drawings(answer.text)

    def last(self):
        """The number of the newest event."""
        store = open_store(self.app.config["DATABASE"])
        try:
            return service.head(store, self.path.split("/")[2])
        finally:
            store.close()


@pytest.mark.parametrize(("game", "options"), one_of_each(EVERY_PACK, pack_drawn))
def test_p3_the_pad_and_the_answer_are_of_the_pack_of_the_table(app, game, options):
    """Keys, tabs, tray, best melds: of every pack, and by everybody's names."""
    at = At(app, game, options)
    hand = " ".join(run_of(at.pack, suit, 1) for suit in at.pack.suits)
    all_of_it = suits_of(at.pack) | {WILD}
    assert at.drawn("/out", cards=hand) == all_of_it
    asked = {f"o-{name}": value for name, value in options.items()}
    assert solved(at.client, game=game.id, cards=hand, **asked) == all_of_it
    if game.table == "own":
        assert at.drawn("/play", cards=hand) == all_of_it


CHANGING = [{"pack": "rook"}, {"pack": "rummikub"}, {"pack": "german-36"}, {"suit_names": "spanish"}]


@pytest.mark.parametrize(
    ("game", "options"), cases([game for game in WITH_PACKS if game.table == "own"], CHANGING)
)
def test_h8_l3_melds_on_the_table_are_of_its_pack(app, game, options):
    """Laid, listed on the board, added to, gone out with, looked at by those who watch."""
    at = At(app, game, options)
    first, second = at.pack.suits[:2]
    at.send("/play", player="0", cards=run_of(at.pack, first), where="new", record="1")
    assert at.drawn("/play") == suits_of(at.pack) | {WILD}
    assert at.drawn("") == at.drawn("/live", view="board") == {first.drawing}
    at.send("/out", player="0", cards=run_of(at.pack, second), record="1")
    assert at.seen(f"/entry/{at.last()}") == {first.drawing, second.drawing}
    assert at.drawn("/wall") == {first.drawing, second.drawing}, "the last hand"
    for page in ("/record", "/sheet", "/note", "/names", "/players", "/invite", "/photos"):
        assert at.drawn(page) == set(), page


@pytest.mark.parametrize(("game", "options"), cases(WITH_PACKS, CHANGING))
def test_own_melds_while_they_are_laid_are_of_the_pack(client, game, options):
    """Tapped one by one, judged, and the better ones beside them."""
    pack = game.rules(options).pack
    first, second = pack.suits[:2]
    asked = {f"o-{name}": value for name, value in options.items()}
    laid = {
        "cards": f"{run_of(pack, first)} {run_of(pack, second)}",
        "melds": run_of(pack, first),
        "lay": "1",
    }
    assert solved(client, game=game.id, **laid, **asked) == {first.drawing, second.drawing}


@pytest.mark.parametrize(
    "game", games_by_day(as_settled, [game for game in OTHERS if game.rules({}).scoring.lays_melds])
)
def test_p3_a_deal_that_is_over_is_of_the_pack_of_its_game(app, game):
    """The pad of what is left and of what was melded, the answer, and the deal as it was recorded."""
    at = At(app, game, {})
    pads = suits_of(at.pack) | {WILD}
    left = [run_of(at.pack, suit, 1) for suit in at.pack.suits]
    most = max(game.rules({}).match.cards_dealt, default=len(left))
    ended = {"winner": "0", "left-1": " ".join(left[:most])}
    if game.rules({}).scoring.final.most is not None:
        ended |= {"turned": run_of(at.pack, at.pack.suits[0], 1)}  # its neighbours count
    ended |= {"left-2": " ".join(left[most:])} if left[most:] else {"number-2": "3"}
    assert at.drawn("/over", at="1", **ended) == pads
    if "melded" in at.client.get(at.path + "/over").text:
        melds = {"melds-0": run_of(at.pack, at.pack.suits[1])}
        assert at.drawn("/over", at="0", side="melds", **ended, **melds) == pads
    # Where going out needs canastas, the winner has two of each kind, or one of many kinds.
    scoring = game.rules({}).scoring
    kinds = len(scoring.canasta_kinds)
    canastas = {f"kind{kind}-0": "2" if kinds < 5 else "1" for kind in range(kinds)}
    canastas |= {"melded-0": "900" if kinds < 5 else "600"} if canastas else {}
    at.send("/over", **ended, **canastas, record="1")
    assert at.seen(f"/ending/{at.last()}") == (suits_of(at.pack) if "left" in scoring.counts else set())


@pytest.mark.parametrize(
    "game", games_by_day(pack_drawn, [game for game in games() if game.rules({}).scoring.lays_melds])
)
def test_p3_pages_of_a_game_are_of_its_pack(client, game, monkeypatch):
    """An empty hand with its fan, the table to rebuild, the rules in short, house rules, a new table."""
    pack = game.rules({}).pack
    pads = suits_of(pack) | {WILD}
    monkeypatch.setattr(kept_examples, "standard_examples", dict)
    assert solved(client, game=game.id) == pads
    assert solved(client, game=game.id, side="table", table=run_of(pack, pack.suits[1])) == pads
    assert drawings(client.get(f"/games/{game.id}").text) <= pads
    for page in (f"/rules/{game.id}", f"/new?game={game.id}"):
        assert drawings(client.get(page).text) == set(), page


def test_a_page_of_another_pack_is_not_what_the_next_one_draws(client):
    """Nothing is remembered from page to page."""
    rummikub, rook = ("game=rummikub", "o-pack=rook")
    seen = [
        drawings(client.get(f"/solve?{asked}").text) for asked in (rummikub, rook, "game=chattahoochee", rook)
    ]
    assert [sorted(suits_of(PACKS[pack])) for pack in ("rummikub", "rook", "french", "rook")] == [
        sorted(found - {WILD}) for found in seen
    ]
    assert drawings(client.get("/").text) == {"C", "D", "H", "S"}


def test_drawings_of_suits_are_one_file_that_browsers_keep(client):
    """No page carries them; the address changes with the file."""
    page = client.get("/solve?game=chattahoochee").text
    (address,) = set(re.findall(r'href="([^"]+suits\.svg[^"#]*)#', page))
    assert "<symbol" not in page
    with client.get(address) as answer:
        assert (answer.mimetype, answer.headers["Cache-Control"]) == (
            "image/svg+xml",
            static_files.KEEP_FOR_EVER,
        )


EVERY = [*PACKS.values(), *(make_pack("french", names=names) for names in NATIONAL)]
EVERY += [make_pack("custom", suits=suits) for suits in ("10", "moons suns hearts", "wands cups roses bells")]


@pytest.mark.parametrize("pack", EVERY, ids=lambda pack: f"{pack.id}-{'-'.join(map(str, pack.suit))}")
def test_p3_every_suit_has_a_drawing_and_an_ink_of_its_own(pack):
    """In the file of suits and in the colours; no two suits of a pack look alike."""
    sprite = (resource_folder("static") / "suits.svg").read_text()
    inks = (resource_folder("static") / "cards.css").read_text()
    for name in (*suits_of(pack), WILD):
        assert f'id="{name}"' in sprite
        assert re.search(rf"\.suit-{name}\b[^{{}}]*\{{ --suit:", inks)
    assert len(suits_of(pack)) == len(pack.suits)


@pytest.mark.parametrize(
    ("names", "name"),
    [("italian", "queen of batons"), ("tarot", "queen of wands"), ("spanish", "queen of batons")],
)
def test_p3_the_same_drawing_goes_by_the_names_that_a_table_uses(client, names, name):
    """Batons are drawn alike in three countries, and read aloud by the name of each."""
    query = {"o-suit_names": names, "cards": "QC"}
    page = client.get("/solve", query_string=query, follow_redirects=True).text
    assert f'aria-label="{name}"' in page
    assert {"batons", "swords", "cups", "coins", WILD} == drawings(page)
