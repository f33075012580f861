"""Section N: cards in words, signs and letters as players write them, in eight languages."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.core.card_text import show_meld, write_cards, write_melds
from scorepad.core.card_words import CARD_WORDS
from scorepad.core.cards import Laid
from scorepad.core.custom_packs import make_pack
from scorepad.core.notation import NotationError, read_cards, read_melds, ways_to_read
from scorepad.core.packs import PACKS
from scorepad.core.slips import wording_of
from scorepad.core.spelling import plain_letters
from scorepad.core.vocabulary import vocabulary_of
from tests.by_night import each_nth
from tests.profiles import examples

LANGUAGES = ["", *CARD_WORDS]


def cards_of_way(way):
    return [laid for meld in way.melds for laid in meld]


def read(text, pack="french", language=""):
    return write_cards(read_cards(text, PACKS[pack], language))


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("❤️5", "5H"),
        ("♥️Q ♠️4", "QH 4S"),
        ("🂡 🂱 🃞", "AS AH KC"),
        ("🃏 🂿", "w w"),
        ("10♥ 🔟♥ 5️⃣♥ １０♥", "TH TH 5H TH"),
        ("456♥", "4H 5H 6H"),
        ("4 5 6♥ 7♠8♠", "4H 5H 6H 7S 8S"),
        ("♠K 456♦", "KS 4D 5D 6D"),
        ("5H;6H", "5H 6H"),
        ("(QH)", "QH"),
        ("[4C 5C 6C]", "4C 5C 6C"),
        ("H456", "4H 5H 6H"),
        ("♥: 5 6 7", "5H 6H 7H"),
        ("♣1 1C", "AC AC"),
        ("♥5-7", "5H 6H 7H"),
        ("5-7♥", "5H 6H 7H"),
        ("5-7H H5-7", "5H 6H 7H 5H 6H 7H"),
        ("♥5–7, 10C…KC", "5H 6H 7H TC JC QC KC"),
        ("4C to 7C", "4C 5C 6C 7C"),
        ("♠J-A", "JS QS KS AS"),
        ("♣4-5-8", "4C 5C 8C"),
        ("Queen of hearts", "QH"),
        ("five of clubs", "5C"),
        ("the queen of hearts and the ace of spades", "QH AS"),
        ("a queen of hearts", "QH"),
        ("5 to 7 of hearts", "5H 6H 7H"),
        ("hearts queen, king", "QH KH"),
        ("Kreuz-Bube", "JC"),
        ("Herzdame, Pikas", "QH AS"),
        ("Karo 7 8 9", "7D 8D 9D"),
        ("Herz 5 bis 7", "5H 6H 7H"),
        ("la dame de pique", "QS"),
        ("dix de cœur et l’as de trèfle", "TH AC"),
        ("DIX DE COEUR", "TH"),
        ("il re di cuori", "KH"),
        ("asso di picche e re di quadri", "AS KD"),
        ("rey de corazones y as de tréboles", "KH AC"),
        ("as pik", "AS"),
        ("dama kier, król pik", "QH KS"),
        ("kier dama", "QH"),
        ("7 8 9 kier", "7H 8H 9H"),
        ("kupa kızı", "QH"),
        ("KUPA KIZI", "QH"),
        ("kupa kizi", "QH"),
        ("sinek ası, maça papazı", "AC KS"),
        ("karo yedilisi", "7D"),
        ("cinco de paus, dama de copas", "5C QH"),
        ("rei de ouros e ás de espadas", "KD AS"),
        ("DEZ DE COPAS, três de paus e um valete de espadas", "TH 3C JS"),
        ("Copas 5 até 7", "5H 6H 7H"),
        ("w=dama kier jolly, comodín, coringa", "w=QH w w w"),
    ],
)
def test_n2_what_can_mean_one_thing_is_read_as_it(text, cards):
    assert read(text) == cards


@pytest.mark.parametrize("text", ["5♥", "♥5", "5H", "H5"])
@pytest.mark.parametrize("mark", "-–−./_:|·\\")
def test_n2_a_mark_may_part_a_rank_from_its_suit(text, mark):
    assert read(mark.join(text)) == "5H"


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("5-H 6-H, 10-H", "5H 6H TH"),
        ("5.H 6C w H/7", "5H 6C w 7H"),
        ("5/♥ 6/♥ / 7/♣ w", "5H 6H / 7C w"),
        ("5-❤️ Q-H", "5H QH"),
        # Where a card may take the suit of another, marks part cards and melds as ever.
        ("♣4 5-♥ 6", "4C 5C 6H"),
        ("♣4 5/♥ 6", "4C 5C / 6H"),
        ("♥-5 6", "5H 6H"),
        ("♣5/♥6", "5C / 6H"),
        ("5H/6H", "5H / 6H"),
        ("♥5-7", "5H 6H 7H"),
        ("♥4-6-8", "4H 6H 8H"),
    ],
)
def test_n3_marks_between_ranks_and_suits_change_no_other_text(text, melds):
    assert write_melds(read_melds(text, PACKS["french"])) == melds


@pytest.mark.parametrize("text", ["5-H-6", "5-H 6", "5-6-H", "5-♥ 6", "5/H/6/H", "H-", "5--H"])
def test_n3_a_mark_that_may_part_cards_too_is_asked_about(text):
    with pytest.raises(NotationError):
        read(text)


@pytest.mark.parametrize("text", ["𝟝♥", "５♥", "⑤♥", "𝐇𝟓", "Ｈ５", "🄷⑤", "ℍ-𝟻"])
def test_n2_letters_and_figures_of_other_shapes_are_those_letters(text):
    assert read(text) == "5H"


@pytest.mark.parametrize(("text", "plain"), [("⁵♥", "5"), ("Ⅴ♥", "5"), ("٥♥", "5")])
def test_n6_figures_that_are_not_only_another_shape_are_named(text, plain):
    with pytest.raises(NotationError, match=f"type {plain}"):
        read(text)


PIECES = ("5-", "5-H", "5-H ", "H.", "5/H/", "/", "5", "Ca", "𝟝", "♥/", "-")


@pytest.mark.parametrize(("language", "piece"), each_nth(product(("", "tr"), PIECES), 6))
def test_n6_a_long_text_is_refused_as_quickly_as_a_short_one_a_letter(language, piece):
    """A pattern with several ways to the same end would take hours; the time limit of a test ends it."""
    with pytest.raises(NotationError):
        read(piece * (2400 // len(piece)) + "?", language=language)


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("R5 6 7", "5R 6R 7R"),
        ("🔴5 ⚫️1 🟠13", "5R 1K 13O"),
        ("kırmızı 5, siyah on üç", "5R 13K"),
        ("blaue 7, gelbe 13", "7B 13O"),
        ("5 rouge, 12 noir", "5R 12K"),
        ("il cinque rosso", "5R"),
        ("cinco rojo", "5R"),
        ("czerwona piątka", "5R"),
        ("vermelho 5, treze preto", "5R 13K"),
        ("red 5 6 7", "5R 6R 7R"),
    ],
)
def test_n2_tiles_are_read_by_their_colours(text, tiles):
    assert read(text, "rummikub") == tiles


@pytest.mark.parametrize(
    ("text", "cards"),
    [("sota de oros", "10D"), ("rey de copas y as de bastos", "12H 1C"), ("fante di denari", "10D")],
)
def test_n2_courts_of_a_spanish_pack_are_numbers(text, cards):
    assert read(text, "spanish-40") == cards


def test_n5_groups_in_brackets_are_melds():
    assert write_melds(read_melds("(4C 5C 6C) (7H 7D 7S)", PACKS["french"])) == "4C 5C 6C / 7H 7D 7S"


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Queen of hearts, ♥Z", [("Z", 19)]),
        ("Herz-Dame, Fritz", [("Fritz", 12)]),
        ("two queens of hearts", [("two", 1)]),
        ("two fives of hearts", [("two", 1)]),
        ("2 sixes of clubs", [("2", 1)]),
        ("5♥6", [("5", 1)]),
    ],
)
def test_n6_what_means_nothing_is_named_as_it_was_typed(text, pieces):
    with pytest.raises(NotationError) as caught:
        read(text)
    assert [(fault.piece, fault.position) for fault in caught.value.faults] == pieces


@pytest.mark.parametrize(
    ("language", "text", "ways"),
    [
        ("fr", "4C 5C", ["4H 5H", "4C 5C"]),
        ("fr", "4P 4T", ["4S 4C"]),
        ("fr", "RH, DC", ["KH QC"]),
        ("fr", "AS", ["AS"]),
        ("de", "4K P10", ["4C TS", "4D TS"]),
        ("de", "4Kr Ka5", ["4C 5D"]),
        ("de", "4D D4", ["4D 4D"]),
        ("de", "KD", ["QC", "QD", "KD"]),
        ("pl", "4K 4T", ["4H 4C", "4D 4C"]),
        ("pl", "♣45w6 w", ["4C 5C w 6C w"]),
        ("it", "4F", ["4C"]),
        ("es", "4O", ["4D"]),
        ("tr", "S5 M6", ["5C 6S"]),
        ("pt", "5P 6E 7O", ["5C 6S 7D"]),
        ("pt", "4C", ["4H", "4C"]),
        ("pt", "RE, DC", ["KS QH"]),
        ("en", "4C", ["4C"]),
    ],
)
def test_n2_letters_of_the_language_come_first_and_the_packs_own_second(language, text, ways):
    found = ways_to_read(text, PACKS["french"], language)
    assert [write_cards(cards_of_way(way)) for way in found] == ways


def test_n2_letters_of_tiles_and_of_spanish_suits_have_two_ways():
    def ways(text, pack, language):
        return [write_melds(way.melds) for way in ways_to_read(text, PACKS[pack], language)]

    assert ways("K7 K8 K9", "rummikub", "tr") == ["7R 8R 9R", "7K 8K 9K"]
    assert ways("5C", "spanish-40", "es") == ["5H", "5C"]
    assert ways("SO CC RE AB", "spanish-40", "es") == ["10D 11H 12S 1C"]


def test_n2_a_language_that_is_named_reads_its_letters_without_asking():
    assert read("4C 5C 6C", language="fr") == "4H 5H 6H"
    with pytest.raises(NotationError, match="is that ♣4 or ♦4"):
        read("4K", language="de")


@st.composite
def said_any_way(draw):
    """A card, and one of the ways in which people of a language say it."""
    pack = draw(
        st.sampled_from([*PACKS.values(), make_pack("custom", ranks="A N D 5", suits="hearts bells")])
    )
    language = draw(st.sampled_from(list(CARD_WORDS)))
    card = draw(st.sampled_from(pack.cards))
    words = vocabulary_of(pack, language)
    suits = [word for word, letter in words.suits.items() if letter == card.suit]
    ranks = [word for word, rank in words.ranks.items() if rank == card.rank]
    number = "10" if card.rank == "T" else card.rank
    suit = draw(st.sampled_from([pack.suit[card.suit].symbol, *suits]))
    rank = draw(st.sampled_from([number, number.lower(), *ranks]))
    of = draw(st.sampled_from([" ", " ", f" {(CARD_WORDS[language].of or ' ').split(' ')[0]} "]))
    order = draw(st.sampled_from([f"{suit}{rank}", f"{suit} {rank}", f"{suit}-{rank}", f"{rank}{of}{suit}"]))
    return pack, card, draw(st.sampled_from([order, order.title(), order.upper(), plain_letters(order)]))


@given(said_any_way(), st.sampled_from(LANGUAGES))
@settings(max_examples=examples(400))
def test_n2_no_card_reads_as_another(example, language):
    """A card reads as itself in some way, or not at all; never as another alone, whatever the language."""
    pack, card, text = example
    try:
        ways = ways_to_read(text, pack, language)
    except NotationError:
        return
    assert ((Laid(card),),) in [way.melds for way in ways], text


@given(st.data(), st.sampled_from(LANGUAGES))
@settings(max_examples=examples(300))
def test_n5_what_the_pad_shows_reads_as_it_in_every_language(data, language):
    """Suits by their signs have one meaning in each language."""
    pack = data.draw(st.sampled_from(list(PACKS.values())))
    cards = data.draw(st.lists(st.sampled_from(pack.cards), min_size=1, max_size=5))
    text = " ".join(show_meld([card], pack) for card in cards)
    assert [way.melds for way in ways_to_read(text, pack, language)] == [(tuple(map(Laid, cards)),)]


EVERY_PAD = [
    pytest.param(language, pack, id=f"{pack.id}-{language}")
    for language, pack in product(LANGUAGES, PACKS.values())
]


@pytest.mark.parametrize(("language", "pack"), each_nth(EVERY_PAD, 8))
def test_n6_what_is_advised_to_type_reads_as_that_card_alone(language, pack):
    """Its sign and, where there are such, letters of the language: of one reading, and the same one."""
    wording = wording_of(pack, language)
    for card in pack.cards:
        for typed in wording.both_ways([card.rank], card.suit).split(" or "):
            (way,) = ways_to_read(typed, pack, language)
            assert [laid.card for laid in cards_of_way(way)] == [pack.told_as(card)], typed


@pytest.mark.parametrize(
    ("language", "text", "advice"),
    [
        ("", "4", "♣4 or 4C"),
        ("en", "♥4C", "♣4 or 4C"),
        ("fr", "4", "♣4 or 4T"),
        ("fr", "♥4C", "♣4 or 4T"),
        ("fr", "♥0", "♥10 or 10Co"),
        ("fr", "zz", "♥Q or DCo"),
        ("de", "zz", "♥Q or DH"),
        ("de", "5", "♣5 or 5Kr"),
        ("it", "5", "♣5 or 5F"),
        ("es", "5", "♣5 or 5T"),
        ("pl", "zz", "♥Q or DKi"),
        ("tr", "zz", "♥Q or QKu"),
        ("pt", "5", "♣5 or 5P"),
    ],
)
def test_n6_advice_is_in_the_letters_of_the_language(language, text, advice):
    with pytest.raises(NotationError) as refused:
        read(text, language=language)
    assert advice in refused.value.message


def test_n6_advice_has_signs_alone_where_letters_mean_several_colours():
    """Turkish K is kırmızı on tiles, which are black by the pack’s own letter."""
    assert wording_of(PACKS["rummikub"], "tr").both_ways(["5"], "K") == "■5"
