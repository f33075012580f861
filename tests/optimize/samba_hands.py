"""Hands of Samba by trying every way to lay them, from the clauses alone; nothing here is of the search.

A card is (rank, suit), a joker `("w", "")`; a meld is a tuple of cards.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

from scorepad.answers.verification import verified
from scorepad.core.cards import WILD, Card, Laid, cards_of
from scorepad.optimize import best
from scorepad.optimize.best_rank_melds import hand_of
from scorepad.rulebook import find_game

VALUES = {"w": 50, "A": 20, "2": 20, **dict.fromkeys("KQJT98", 10), **dict.fromkeys("76543", 5)}
ORDER = "456789TJQKA"
FORMS = ("samba", "bolivia", "small-bonuses")
OPTIONS = {
    "samba": {},
    "bolivia": dict(find_game("samba").preset_options("bolivia")),
    # Bonuses so small that cards count as much.
    "small-bonuses": {"samba": 40, "natural": 30, "mixed": 25, "bolivia": 60},
}
BONUSES = {  # samba, natural, mixed, bolivia
    "samba": (1500, 500, 300, None),
    "bolivia": (1500, 500, 300, 2500),
    "small-bonuses": (40, 30, 25, 60),
}


def value(cards):
    return sum(VALUES[rank] for rank, _ in cards)


def left_of(form, cards):
    """What cards left count."""
    black = 100 if form == "bolivia" else 5
    return sum({"H": 100, "D": 100}.get(suit, black) if rank == "3" else VALUES[rank] for rank, suit in cards)


def is_wild(card):
    return card[0] in "2w"


def kind(form, cards):
    """What these cards are as a meld, and what it counts beside them; None where they are none."""
    samba, natural, mixed, bolivia = BONUSES[form]
    naturals = [card for card in cards if not is_wild(card)]
    wilds = len(cards) - len(naturals)
    if len(cards) < 3:
        return None
    if not naturals:
        if bolivia is None or wilds > 7:
            return None
        return ("bolivia", bolivia) if wilds == 7 else ("", 0)
    ranks = [rank for rank, _ in naturals]
    if len(set(ranks)) == 1:
        if ranks[0] == "3":
            black = not wilds and all(suit in "SC" for _, suit in cards)
            return ("", 0) if black else None
        if wilds > 2 or len(naturals) < 2:
            return None
        if len(cards) < 7:
            return ("", 0)
        return ("mixed", mixed) if wilds else ("natural", natural)
    if wilds or "3" in ranks or len({suit for _, suit in cards}) > 1 or len(cards) > 7:
        return None
    places = sorted(map(ORDER.index, ranks))
    if places != list(range(places[0], places[0] + len(places))):
        return None
    return ("samba", samba) if len(cards) == 7 else ("", 0)


def is_of_rank(meld):
    return len({rank for rank, _ in meld if rank not in "2w"}) <= 1


def rank_of(meld):
    return next((rank for rank, _ in meld if rank not in "2w"), "w")


def groups_of(lying):
    """Every way to join melds of a rank that lie there."""
    if not lying:
        yield ()
        return
    first, *rest = lying
    for groups in groups_of(rest):
        yield ((first,), *groups)
        for number, group in enumerate(groups):
            if is_of_rank(first) and is_of_rank(group[0]) and rank_of(first) == rank_of(group[0]):
                yield (*groups[:number], (first, *group), *groups[number + 1 :])


def tried(form, hand, lying):
    """For each choice of cards of the hand, as a number of bits: the bonuses that laying exactly these can
    bring, and the canastas and sambas that a side has then."""
    parts = [
        tuple(hand[bit] for bit in range(len(hand)) if mask >> bit & 1) for mask in range(1 << len(hand))
    ]
    new = {mask: found for mask, cards in enumerate(parts) if mask and (found := kind(form, cards))}

    def counted(found):
        return found[1], int(bool(found[0])), int(found[0] == "samba")

    @cache
    def laid(mask):
        if not mask:
            return {(0, 0, 0)}
        lowest, found = mask & -mask, set()
        for meld, of_meld in new.items():
            if meld & lowest and meld & mask == meld:
                for rest in laid(mask ^ meld):
                    found.add(tuple(map(sum, zip(rest, counted(of_meld), strict=True))))
        return found

    by_mask = {}
    for groups in groups_of(lying):
        grown = {0: {(0, 0, 0)}}
        for group in groups:
            together = tuple(card for meld in group for card in meld)
            lost = sum(kind(form, meld)[1] for meld in group)
            ways = {}
            for mask, cards in enumerate(parts):
                if (found := kind(form, (*together, *cards))) is not None:
                    bonus, canasta, samba = counted(found)
                    ways[mask] = bonus - lost, canasta, samba
            after = {}
            for mask, every in grown.items():
                for more, gain in ways.items():
                    if not mask & more:
                        sums = {tuple(map(sum, zip(one, gain, strict=True))) for one in every}
                        after.setdefault(mask | more, set()).update(sums)
            grown = after
        whole = len(parts) - 1
        for mask, every in grown.items():
            rest = whole ^ mask
            more = rest
            while True:
                sums = {
                    tuple(map(sum, zip(one, other, strict=True))) for one in every for other in laid(more)
                }
                by_mask.setdefault(mask | more, set()).update(sums)
                if not more:
                    break
                more = (more - 1) & rest
    return parts, by_mask


def expected_of(form, hand, lying, opening, *, opened):
    """What the best of a hand comes to: of those that go out by points, of others by points less what is left
    or as first melds, and the fewest wilds of an opening."""
    parts, by_mask = tried(form, hand, lying)
    whole = len(parts) - 1
    out, others, fewest = None, None, None
    for mask, every in by_mask.items():
        if not every:
            continue
        cards = value(parts[mask])
        wilds = sum(map(is_wild, parts[mask]))
        kept = parts[whole ^ mask]
        for bonus, canastas, sambas in every:
            has_canastas = canastas >= 2 and (sambas or form != "bolivia")
            # A red three is laid aside, never thrown.
            if len(kept) <= 1 and has_canastas and not {("3", "H"), ("3", "D")} & {*kept}:
                key = cards + bonus, -left_of(form, kept)
                out = max(out or key, key)
            if any(rank == "3" for rank, _ in parts[mask]):
                continue
            worth = cards + bonus - left_of(form, kept)
            opens = opened or cards >= opening
            key = (opens, worth, 0) if opens else (opens, cards, cards + bonus)
            others = max(others or key, key)
            if opens:
                fewest = max(fewest if fewest is not None else -99, -wilds)
    return out, others, fewest


def case_of(form, rng, most_cards):
    """A hand near a suit and a rank, and at times melds of the side."""
    opened = rng.random() < 0.6
    lying = []
    if opened:
        for _ in range(rng.randrange(3)):
            if rng.random() < 0.5:
                low, length = rng.randrange(8), rng.randrange(3, 8)
                lying.append(tuple((rank, rng.choice("SH")) for rank in ORDER[low : low + length]))
                suit = lying[-1][0][1]
                lying[-1] = tuple((rank, suit) for rank, _ in lying[-1])
            else:
                rank = rng.choice("678")
                meld = [(rank, suit) for suit in rng.choices("SHDC", k=rng.randrange(2, 8))]
                lying.append((*meld, *rng.choices([("w", ""), ("2", "S")], k=rng.choice([0, 0, 1, 2]))))
        if rng.random() < 0.2 and form != "samba":
            lying.append(tuple(rng.choices([("w", ""), ("2", "S")], k=rng.randrange(3, 8))))
    lying = [meld for meld in lying if kind(form, meld) is not None]
    low = rng.randrange(6)
    near = [(rank, suit) for rank in ORDER[low : low + 6] for suit in rng.choice(("S", "SH", "SHDC"))]
    hand = [
        rng.choice(near)
        if rng.random() < 0.75
        else rng.choice([("w", ""), ("2", "H"), ("7", "S"), ("3", "S")])
        for _ in range(rng.randrange(1, most_cards + 1))
    ]
    if rng.random() < 0.3:
        # A long row of one suit, so that sequences and sets compete.
        first = rng.randrange(5)
        hand = [(rank, "S") for rank in ORDER[first : first + 7]][: most_cards - 2] + hand[:2]
    if rng.random() < 0.05:
        hand[0] = ("3", "H")
    return hand, lying, opened


def differences(form, seeds, most_cards):
    """What the search answers otherwise than every way tried, by seed."""
    found = []
    for seed in seeds:
        rng = random.Random(f"samba {form} {seed}")
        hand, lying, opened = case_of(form, rng, most_cards)
        score = rng.choice([-5, 0, 1500, 3000, 7000])
        opening = {-5: 15, 0: 50, 1500: 90, 3000: 120, 7000: 150}[score]
        rules = find_game("samba").rules({**OPTIONS[form], "packs": 4, "side_score": score})
        cards = [_card(card) for card in hand]
        table = [tuple(Laid(_card(card)) for card in meld) for meld in lying]
        # Four packs at most are allowed; where these hold too few of a card, no table has such a hand.
        copies = Counter([*cards, *cards_of(table)])
        if any(count > (8 if card.is_wild else 4) for card, count in copies.items()):
            continue
        answer = best(rules, cards, table=table, opened=opened, limit=20)
        verified(rules, cards, answer, table)
        opened = opened or bool(lying)
        out, others, fewest = expected_of(form, hand, lying, opening, opened=opened)
        left = left_of(form, [_plain(card) for card in answer.left])
        thrown = left_of(form, [_plain(answer.thrown)]) if answer.thrown else 0
        said, expected = (answer.points, -thrown) if answer.ends else None, out
        if out is None and said is None:
            melded = value(hand) - value([_plain(card) for card in answer.left])
            opens = opened or melded >= opening
            said = (opens, answer.points - left, 0) if opens else (opens, melded, answer.points)
            expected = others
        if said != expected or not answer.proven:
            found.append((seed, hand, lying, said, expected))
        if not opened:
            melds = hand_of(rules, cards).of_fewest_wilds()
            laid = cards_of(melds)
            wilds = -sum(card.is_wild or card.rank == "2" for card in laid) if melds else None
            if wilds != fewest:
                found.append((seed, hand, "fewest", wilds, fewest))
    return found


def _card(card):
    return WILD if card[0] == "w" else Card(*card)


def _plain(card):
    return ("w", "") if card.is_wild else (card.rank, card.suit)
