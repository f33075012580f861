"""Cards that are ranks alone are typed, tapped and shown without suits."""

from __future__ import annotations

import re

import pytest

SOLVE = {"game": "leap-rummy", "o-jokers": "1"}
WAYS = ({"o-run_suits": "none"}, {"o-pack": "custom", "o-suits": "1", "o-packs": "2"})
SUIT_MARKS = re.compile('[♣♠♥♦]|suit-[CSHD]|#[CSHD]"')


@pytest.fixture(params=WAYS)
def page(request, client):
    def get(language="en", **more):
        fields = SOLVE | request.param | more
        headers = {"Accept-Language": language}
        return client.get("/solve", query_string=fields, headers=headers, follow_redirects=True).text

    return get


def pad_and_answer(page):
    """What a page shows of cards: the pad and the answer, without the house rules."""
    pad = re.search(r'<section\s+class="pad.*?</section>', page, re.DOTALL)
    answer = re.search(r'<[a-z]+[^>]*id="answer".*', page, re.DOTALL)
    return pad[0], answer[0].partition("</main>")[0]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_l1_the_pad_has_a_key_for_each_rank(page, language):
    pad, answer = pad_and_answer(page(language, cards="4-9-A"))
    keys = re.findall(r'name="add"\s+value="(\w+)"', pad)
    assert len(set(keys)) == 14
    assert 'class="tabs"' not in pad
    assert not SUIT_MARKS.search(pad + answer)
    assert "data-headline" in answer


@pytest.mark.parametrize("language", ["en", "fr"])
def test_l1_a_tap_writes_the_rank_and_takes_it_out_again(page, language):
    assert ">4-9-A 4</textarea>" in page(language, cards="4-9-A", add="4C")
    assert ">4 A</textarea>" in page(language, cards="4-9-A", remove="9C")


def test_l1_melds_are_laid_by_ranks(page):
    laid = page(cards="4 9 A 6", melds="4 9", lay="1", put="AC")
    assert re.search(r'name="melds"[^>]*value="4 9 A"', laid) or ">4 9 A<" in laid


@pytest.mark.parametrize(
    ("language", "one"), [("en", "1 meld, 3 cards."), ("fr", "1 combinaison, 3 cartes.")]
)
def test_a_run_on_the_table_is_called_a_meld(page, language, one):
    """A set is of one rank, so that the word would name what isn't there."""
    laid = page(language, table="4 9 A", side="table")
    assert one in laid


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_runs_of_tiles_are_not_called_by_the_word_for_one_rank(client, language):
    query = {"game": "rummikub", "table": "4R 5R 6R", "side": "table"}
    laid = client.get("/solve", query_string=query, headers={"Accept-Language": language}).text
    assert {"de": "1 Figur", "fr": "1 combinaison", "it": "1 combinazione"}[language] in laid
    assert not re.search("brelan|Satz|tris", laid.partition('id="answer"')[2].partition("</section>")[0])
