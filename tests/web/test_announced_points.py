"""A4: what a page announces is what it records, whether the search answers, is cut off or is away."""

from __future__ import annotations

import random
import re
from contextlib import closing
from urllib.parse import urlencode

import pytest

from scorepad.core.card_text import write_cards, write_melds
from scorepad.core.cards import WILD
from scorepad.jobs import client as jobs
from scorepad.rulebook import find_game
from scorepad.store.opening import open_store
from scorepad.tables import service
from scorepad.tables.judging import entry_cards
from scorepad.tables.recording import plain_layings
from tests.by_night import each_nth
from tests.open_tables import open_table
from tests.profiles import examples, thorough
from tests.web.phone import Phone

PAIRS = ((0, 2), (1, 3))
TABLES = {
    "plain": ("chattahoochee", {"jokers": 3}, None),
    "both": ("chattahoochee", {"melds": "both", "jokers": 2, "quartet_bonus": 12}, PAIRS),
    "leaps": ("chattahoochee", {"leaps": "1 2 3", "wild_rank": "7", "wild_only_schedule": "square"}, None),
    "alternate": ("chattahoochee-alternate", {"jokers": 2}, PAIRS),
    "concealed points": ("chattahoochee-alternate", {"concealed_mode": "points", "concealed_bonus": 5}, None),
    "concealed times": ("chattahoochee-alternate", {"concealed_mode": "times", "concealed_bonus": 2}, None),
    "first meld": ("chattahoochee-alternate", {"first_meld_naturals": 3, "jokers": 2}, None),
    "interlocking": ("chattahoochee-interlocking", {"jokers": 2}, PAIRS),
    "interlocking in turns": ("chattahoochee-interlocking", {"any_turn": "yes", "jokers": 2}, PAIRS),
    "apart": ("chattahoochee-interlocking", {"partner_interlocks": "no", "schedule": "two-zeroes"}, PAIRS),
    "leap rummy": ("leap-rummy", {"jokers": 2}, None),
    "different leaps": ("leap-rummy", {"tokens": "different", "packs": 2}, None),
}
SETTLED = ("basic-rummy", "rummy-500", "rummikub", "shanghai", "avalanche")
TROUBLES = ("never", "always", "on the page", "on recording")
STEPS = 9


def announced(phone):
    """The score on the button that records; empty where there is none."""
    found = re.search(r"data-score>([^<]*)<", phone.answer.get_data(as_text=True))
    return found[1].replace("\u202f", "").replace("−", "-") if found else ""


class Evening:
    """A phone at a table of four, and what it does there by chance."""

    def __init__(self, app, monkeypatch, name, seed=0):
        self.app, self.monkeypatch, self.rng = app, monkeypatch, random.Random(seed)
        game, options, groups = TABLES.get(name, (name, {}, None))
        self.rules = find_game(game).rules(options, 4)
        with closing(open_store(app.config["DATABASE"])) as store:
            opened = open_table(store, game=game, options=options, partnerships=groups, op=f"{name}-{seed}")
        self.id, self.phone, self.ask = opened.id, Phone(app.test_client()), jobs.ask
        self.phone.open(f"/j/{opened.code}").press("Ann")

    @property
    def table(self):
        with closing(open_store(self.app.config["DATABASE"])) as store:
            return service.table(store, self.id)

    def search(self, *, works):
        def fail(*_asked, **_more):
            raise jobs.TookTooLong("No answer within 10 seconds. Try again in a moment.")

        self.monkeypatch.setattr(jobs, "ask", self.ask if works else fail)

    def hand(self):
        """Cards that lie near each other, and sometimes more than the packs hold."""
        pack, rng = self.rules.pack, self.rng
        suits = {suit.letter for suit in rng.sample(pack.suits, 2)}
        start = rng.randrange(len(pack.ranks))
        ranks = {pack.ranks[(start + step) % len(pack.ranks)] for step in range(5)}
        cards = [card for card in pack.cards if card.rank in ranks and card.suit in suits]
        cards += rng.sample(pack.cards, 3) + [WILD] * min(self.rules.jokers, rng.randrange(3))
        return rng.sample(cards, rng.randint(1, min(9, len(cards))))

    def typed(self, seat):
        """What is typed of a hand: its cards, its melds as laid, or its points."""
        cards, way = self.hand(), self.rng.random()
        if way < 0.1:
            return {"player": str(seat), "points": str(self.rng.randint(-5, 60))}
        typed = {"player": str(seat), "cards": write_cards(cards)}
        if way < 0.3:
            melds, _ = self.rng.choice(plain_layings(self.rules, cards))
            return {**typed, "lay": "1", "melds": write_melds(melds)}
        return typed

    def step(self):
        """Somebody goes out, or was forgotten, or an entry is put right: what was told and what is there."""
        deal, trouble = self.table.deal, self.rng.choice(TROUBLES)
        if deal.ended or (deal.entries and self.rng.random() < 0.45):
            entry = self.rng.choice(deal.entries)
            same = {"player": str(entry.player), "cards": write_cards(entry_cards(entry)), "lay": "0"}
            typed = self.rng.choice(({}, same, self.typed(entry.player)))
            return self.record(f"entry/{entry.number}", typed, entry.player, trouble)
        seat = self.rng.choice([seat for seat in deal.players if deal.entry_of(seat) is None])
        if self.rules.turns.any_turn and self.rng.random() < 0.4:
            self.lay(seat)
        where = {}
        if deal.entries and self.rng.random() < 0.3:
            where = {"deal": str(deal.number), "place": str(self.rng.randint(1, len(deal.entries) + 1))}
        return self.record("out", {**self.typed(seat), **where}, seat, trouble)

    def lay(self, seat):
        """A meld in her turn, where it is legal."""
        melds, _ = plain_layings(self.rules, self.hand())[0]
        form = self.phone.open(f"/t/{self.id}/play").form("Lay them")
        cards = write_melds([max(melds, key=len)]) if melds else ""
        fields = {**dict(form.fields), "player": str(seat), "cards": cards, "where": "new", "record": "1"}
        self.phone.client.post(form.action, data=fields)

    def record(self, way, typed, seat, trouble="never"):
        """What the page says with this typed, and what is there once it is recorded; None where it is not."""
        head = self.table.head
        self.search(works=trouble in ("never", "on recording"))
        self.phone._arrived(self.phone.client.get(f"/t/{self.id}/{way}", query_string=typed), 200)
        told = announced(self.phone)
        form = next(form for form in self.phone.forms if form.id == "hand")
        self.search(works=trouble in ("never", "on the page"))
        for button in ("1", "disputed"):
            answer = self.phone.client.post(form.action, data={**dict(form.fields), "record": button})
            if answer.status_code == 303:
                break
            assert answer.status_code == 422
        self.search(works=True)
        table = self.table
        entries = [entry for deal in table.deals for entry in deal.entries if entry.player == seat]
        return (told, str(entries[0].score), way, typed, trouble) if table.head > head else None


@pytest.mark.parametrize("name", each_nth(TABLES, 3))
def test_a4_what_is_announced_is_recorded(app, monkeypatch, name):
    """Going out, melded before, corrected, forgotten, concealed, beside partners' melds, melds to come."""
    recorded, seeds = 0, range(20 if thorough() else 1)
    for seed in seeds:
        evening = Evening(app, monkeypatch, name, seed)
        for told, scored, *how in filter(None, (evening.step() for _ in range(STEPS))):
            assert told == scored, (seed, how)
            recorded += 1
    assert recorded > len(seeds) * STEPS // 3


def test_a4_a_correction_shows_the_hand_as_it_was_recorded_where_nothing_is_found(app, monkeypatch):
    """The melds that count are those that were laid, and they are worth more than the plainest ones."""
    evening = Evening(app, monkeypatch, "interlocking")
    told, scored, *_ = evening.record("out", {"player": "0", "cards": "JH QS KH JS QC"}, 0)
    entry = evening.table.deal.entries[0]
    typed = {"player": "0", "cards": "JH QS KH JS QC", "lay": "0"}
    again = evening.record(f"entry/{entry.number}", typed, 0, "always")
    assert (told, scored) == again[:2]
    assert evening.table.deal.entries[0].melds == entry.melds


def test_l2_melds_that_stand_in_are_of_a_leap_that_is_free(app, monkeypatch):
    """Another player has the token of the leap of the longest run: the page shows what will be recorded."""
    evening = Evening(app, monkeypatch, "leap rummy")
    evening.record("out", {"player": "0", "cards": "4C 5C 6C"}, 0)
    told, scored, *_ = evening.record("out", {"player": "1", "cards": "7H 8H 9H TH 2S"}, 1, "always")
    entry = evening.table.deal.entry_of(1)
    assert (told, entry.to_follow) == (scored, True)
    assert ("7H", "8H", "9H", "TH") not in entry.melds


@pytest.mark.parametrize("name", ["interlocking", "leap rummy"])
def test_a4_a_page_older_than_the_table_announces_anew(app, monkeypatch, name):
    """Somebody else was faster: nothing is recorded at the score of before, and the page says the new one."""
    evening = Evening(app, monkeypatch, name)
    evening.search(works=False)
    phone = evening.phone.open(f"/t/{evening.id}/out?player=0&cards=4C+5D+6C+KH+KS+AC")
    form = phone.form("Record")
    evening.record("out", {"player": "1", "cards": "4D 5C 6D 9S"}, 1)
    phone.send(form, ("record", "1"), 409)
    assert "Meanwhile: Ben" in phone.text
    assert evening.table.deal.entry_of(0) is None
    told = announced(phone)
    phone.press("Record")
    assert told == str(evening.table.deal.entry_of(0).score)


@pytest.mark.parametrize("game", SETTLED)
def test_a4_what_a_settled_deal_announces_is_recorded(app, monkeypatch, game):
    """Numbers and cards, somebody out or nobody, recorded and put right."""
    evening = Evening(app, monkeypatch, game)
    recorded = 0
    for _ in range(examples(60)):
        deal = evening.table.deal
        way = f"ending/{deal.ending.number}" if deal.ending else "over"
        typed = {"winner": evening.rng.choice(["nobody", "0", "1", "2", "3"])}
        for seat in range(4):
            number = str(evening.rng.randint(0, 80))
            cards = {f"left-{seat}": write_cards(evening.hand())}
            tiles = {f"tiles-{seat}": number} if "tiles" in evening.rules.scoring.counts else {}
            typed |= evening.rng.choice((cards, {f"number-{seat}": number, **tiles}))
            typed |= {f"melded-{seat}": number} if "melded" in evening.rules.scoring.counts else {}
        if typed["winner"] != "nobody":
            typed |= dict.fromkeys((f"{name}-{typed['winner']}" for name in ("left", "number", "tiles")), "")
        page = evening.phone.open(f"/t/{evening.id}/{way}?{urlencode(typed)}")
        rows = page.answer.get_data(as_text=True).partition('id="answer"')[0]
        told = re.findall(r'class="made num"><span class="unseen">Score </span>[+]?([^<]*)<', rows)
        form = next(form for form in page.forms if form.id == "over")
        answer = page.client.post(form.action, data={**dict(form.fields), "record": "1"})
        if answer.status_code == 303:
            recorded += 1
            scores = evening.table.deal.scores
            assert [text.replace("−", "-") for text in told] == [str(score) for score in scores]
    assert recorded


@pytest.mark.parametrize(
    ("name", "melds"),
    [("leap rummy", "2C 3C 4C / 5H 7H 9H"), ("different leaps", "2C 3C 4C / 5H 6H 7H")],
)
def test_l2_leaps_that_do_not_go_together_are_refused_with_the_reason(app, monkeypatch, name, melds):
    """Alone and beside the other hands of the deal."""
    phone = Evening(app, monkeypatch, name).phone
    fields = {"player": "0", "cards": melds.replace(" /", ""), "lay": "1", "melds": melds}
    phone.open(f"/t/{phone.table_id}/out?{urlencode(fields)}").press("Record", 422)
    assert "leap" in phone.text
