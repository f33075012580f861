"""What wild cards may stand for: whole ranks, single cards, tarot majors, as far as the table lets them."""

from __future__ import annotations

import pytest

from scorepad.core.cards import WILD, Card
from scorepad.core.check import check, check_meld
from scorepad.core.melding import melding_of
from scorepad.core.notation import read_melds
from scorepad.core.options import OptionErrors
from scorepad.core.packs import ROMAN
from scorepad.core.rules import Rules
from scorepad.rulebook import find_game

HOOCH = find_game("chattahoochee")
BY_SEVENS = ("A 8", "2 9", "3 T", "4 J", "5 C", "6 Q", "7 K")


def judge(text: str, rules: Rules):
    return check_meld(rules, read_melds(text, rules.pack)[0])


def stood_for(rules: Rules, card: str) -> set[str]:
    meld = read_melds(card, rules.pack)[0]
    return {str(kind) for kind in melding_of(rules).reach(meld[0].card)}


@pytest.mark.parametrize(
    ("pack", "wild", "dropped", "kept", "neighbours"),
    [
        ("french", "5", "♣234678", "♣2345678", "♣46"),
        ("spanish-44", "12", "♣9 10 11 1 2", "♣10 11 12 1", "♣11 1"),
        ("rook", "14", "■12 13 1 2", "■12 13 14 1", "■13 1"),
        ("five-crowns", "3", "★QK45", "★K345", "★K4"),
        ("seventeen", "0", "♥15 16 1 2", "♥16 0 1", "♥16 1"),
        ("five-hundred-63", "13", "♥11 12 J Q", "♥12 13 J", "♥12 J"),
        ("swiss-36", "K", "◓UOA6", "◓OKA", "◓OA"),
        ("pinochle-5", "A", "♣QKTJ", "♣TAJ", "♣TJ"),
    ],
)
def test_h18_a_rank_of_any_pack_drops_out_or_stays(pack, wild, dropped, kept, neighbours):
    """Its neighbours meet where it drops out; where it stays it may be itself."""
    out = HOOCH.rules({"pack": pack, "wild_rank": wild, "wild_rank_mode": "drops-out"})
    also = HOOCH.rules({"pack": pack, "wild_rank": wild, "wild_rank_mode": "also-natural"})
    count = len(read_melds(dropped, out.pack)[0])
    assert judge(dropped, out).points == count * (count + 1) // 2
    count = len(read_melds(kept, also.pack)[0])
    assert judge(kept, also).points == count * (count + 1) // 2
    assert judge(neighbours, out).legal
    assert not judge(neighbours, also).legal


@pytest.mark.parametrize("pack", ["spanish-44", "rook"])
def test_h20_a_wild_rank_may_keep_to_its_suit(pack):
    """Unrestricted it fills any run; in its own suit only that suit's, in its own colour that colour's."""
    wild = {"spanish-44": "12", "rook": "14"}[pack]
    given = {"pack": pack, "wild_rank": wild}
    own = HOOCH.rules(given | {"wild_reach": "own-suit"})
    first, second = own.pack.suits[:2]
    run = f"4{first.letter} 5{first.letter} {wild}{first.letter} 7{first.letter}"
    other = run.replace(f"{wild}{first.letter}", f"{wild}{second.letter}")
    assert judge(run, own).points == 6
    assert not judge(other, own).legal
    assert judge(other, HOOCH.rules(given)).points == 6


@pytest.mark.parametrize(
    ("reach_of", "expected"),
    [("any", "CSHD"), ("own-suit", "H"), ("own-colour", "HD")],
)
def test_h20_a_one_eyed_jack_reaches_as_far_as_the_table_says(reach_of, expected):
    """Any card, those of hearts, or the red ones; a joker any card all the same."""
    rules = HOOCH.rules({"wild_cards": "JH JS", "wild_reach": reach_of})
    assert {kind.suit for kind in melding_of(rules).reach(Card("J", "H"))} == set(expected)
    assert len(melding_of(rules).reach(Card("J", "H"))) == 13 * len(expected)
    assert melding_of(rules).reach(WILD) == melding_of(rules).naturals


def test_h20_jokers_may_stand_for_some_ranks_only():
    """7, 8 and 10 of any suit; what they stand for in a run is held to it."""
    rules = HOOCH.rules({"jokers": 2, "wild_ranks": "10 8, 7"})
    assert rules.wilds.joker_ranks == ("7", "8", "T")
    assert stood_for(rules, "w") == {rank + suit for rank in "78T" for suit in "CSHD"}
    assert judge("♣56w8", rules).points == 6
    assert not judge("♣45w7", rules).legal
    assert "can’t stand for" in judge("♣45 w=♣6 7", rules).findings[0].sentence


@pytest.mark.parametrize("ranks", ["5", "Z", "7 5"])
def test_h20_ranks_of_jokers_lie_on_the_circle(ranks):
    """A rank that dropped out, or that the pack has not, is refused by name."""
    with pytest.raises(OptionErrors, match="wild_ranks"):
        HOOCH.rules({"wild_rank": "5", "wild_ranks": ranks})


@pytest.mark.parametrize("major", range(1, 23))
def test_h26_every_major_stands_for_its_minors(major):
    """By sevens, in any of four suits; XXII for all 56."""
    rules = HOOCH.rules({"pack": "tarot-78", "majors": "wild-mod-7"})
    name = ROMAN[major - 1]
    ranks = rules.pack.ranks if major == 22 else BY_SEVENS[(major - 1) % 7].split()
    assert stood_for(rules, name) == {rank + suit for rank in ranks for suit in "CSHD"}


def test_h26_thirteen_stands_for_a_six_or_a_queen():
    """The example of the clause, laid."""
    rules = HOOCH.rules({"pack": "tarot-78", "majors": "wild-mod-7"})
    assert judge("♥4 5 XIII 7", rules).points == 6
    assert judge("♥J C XIII K", rules).points == 6
    assert not judge("♥8 9 XIII", rules).legal


def test_h26_majors_are_a_suit_of_twenty_two():
    """XXI XXII I goes round."""
    rules = HOOCH.rules({"pack": "tarot-78"})
    assert judge("XXI XXII I", rules).points == 6
    assert stood_for(rules, "XIII") == set()


@pytest.mark.parametrize(
    ("major", "listed", "points"),
    [
        ("I", "I:6,8", 6),
        ("1", "1:6 22:any", 6),
        ("I", "II:6", None),
        ("XXII", "XXII:2", None),
        ("XXII", "I:6", 6),
        ("XIII", "", 6),
        ("I", "", None),
    ],
)
def test_h26_a_table_lists_the_ranks_that_majors_stand_for(major, listed, points):
    """What it does not list goes by sevens, XXII for any."""
    rules = HOOCH.rules({"pack": "tarot-78", "majors": "wild-list", "major_ranks": listed})
    major = "I" if major == "1" else major
    found = check(rules, read_melds(f"4S 5S {major} 7S", rules.pack))
    assert (found.points if found.legal else None) == points


@pytest.mark.parametrize("listed", ["23:6", "I:ZZ", "I", "I:6 1:8", "I:"])
def test_h26_a_list_that_does_not_read_is_named(listed):
    with pytest.raises(OptionErrors, match="major_ranks"):
        HOOCH.rules({"pack": "tarot-78", "majors": "wild-list", "major_ranks": listed})


@pytest.mark.parametrize(
    ("game", "melds", "told"),
    [
        ("canasta", "w w 2S", "A meld needs at least two natural cards, not 0."),
        ("canasta", "w 2S 4S", "A meld needs at least two natural cards, not one."),
    ],
)
def test_no_naturals_are_said_as_a_figure(game, melds, told):
    """Where no noun follows, "no" is no number."""
    verdict = judge(melds, find_game(game).rules({}))
    assert [finding.sentence for finding in verdict.findings] == [told]
