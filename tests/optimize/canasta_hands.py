"""Hands of canasta by trying every way to lay them, from the clauses alone; nothing here is of the search.

A meld is (rank, naturals, twos, jokers), its rank "w" where it is of wilds alone.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from itertools import product

from scorepad.answers.verification import verified
from scorepad.core.cards import WILD, Card, Laid
from scorepad.core.deal_facts import DealFacts
from scorepad.optimize import best
from scorepad.optimize.best_rank_melds import RankMeldHand
from scorepad.rulebook import find_game

VALUES = {"w": 50, "A": 20, "2": 20, **dict.fromkeys("KQJT98", 10), **dict.fromkeys("76543", 5)}
FORMS = ("canasta", "modern-american", "wild", "hand-and-foot")


@dataclass(frozen=True)
class Form:
    """How a game is played; `needs` are the canastas for going out, "" any."""

    most_wilds: int = 3
    longest: int = 99
    again: bool = False
    alone: int = 0
    american: bool = False
    natural: int = 500
    mixed: int = 300
    needs: tuple = (("", 1),)
    openings: tuple = (50, 90, 120)
    opening: int = 50
    opened: bool = False

    def legal(self, meld, before=None):
        rank, naturals, twos, jokers = meld
        wilds = twos + jokers
        if not 3 <= naturals + wilds <= self.longest:
            return False
        if rank == "w":
            return bool(self.alone)
        if rank == "3":
            return not wilds and not self.american and not self.again
        old_wilds = before[2] + before[3] if before else 0
        if self.american and wilds:
            if rank == "7" or (rank == "A" and self.opened and not old_wilds):
                return False
            if self.opened and wilds > old_wilds and naturals < 5:
                return False
        return naturals >= 2 and wilds <= self.most_wilds

    def kind(self, meld):
        rank, naturals, twos, jokers = meld
        if naturals + twos + jokers < 7:
            return None, 0
        if rank == "w":
            if not self.american:
                return "wild", self.alone
            return ("twos", 3000) if not jokers else ("jokers", 2500) if jokers == 4 else ("wild", 2000)
        if self.american and rank in "7A" and not twos + jokers:
            return "special", 2500
        return ("clean", self.natural) if not twos + jokers else ("dirty", self.mixed)

    def points(self, meld):
        return self.cards(meld) + self.kind(meld)[1]

    def cards(self, meld):
        rank, naturals, twos, jokers = meld
        return (naturals * VALUES[rank] if naturals else 0) + 20 * twos + 50 * jokers

    def may_go_out(self, melds):
        have = Counter(kind for meld in melds if (kind := self.kind(meld)[0]))
        return all((have.total() if not word else have[word]) >= count for word, count in self.needs)


def ways_of_rank(form, rank, count, twos, jokers, lying):
    """Every way to lay cards of a rank: (melds afterwards, naturals, twos, jokers laid)."""
    if lying:
        first, *rest = lying
        for more in product(range(count + 1), range(twos + 1), range(jokers + 1)):
            grown = (rank, *(old + new for old, new in zip(first[1:], more, strict=True)))
            if any(more) and not form.legal(grown, first):
                continue
            left = (count - more[0], twos - more[1], jokers - more[2])
            for melds, *laid in ways_of_rank(form, rank, *left, rest):
                yield ((grown, *melds), *(a + b for a, b in zip(more, laid, strict=True)))
        return
    yield (), 0, 0, 0
    for new in product(range(count + 1), range(twos + 1), range(jokers + 1)):
        if sum(new) and form.legal((rank, *new)):
            left = (count - new[0], twos - new[1], jokers - new[2])
            for melds, *laid in ways_of_rank(form, rank, *left, ()):
                yield (((rank, *new), *melds), *(a + b for a, b in zip(new, laid, strict=True)))


def may_lie(form, melds):
    """Whether a side may have these melds of one rank: one, or one beside those that are full."""
    not_full = sum(sum(meld[1:]) < form.longest or not form.again for meld in melds)
    return not_full <= 1


def every_side(form, ranks, twos, jokers, lying):
    """Every way to lay the hand: (melds of the side, naturals left by rank, twos and jokers left)."""
    if not ranks:
        yield (), {}, twos, jokers
        return
    (rank, count), *others = ranks
    own = tuple(meld for meld in lying if meld[0] == rank)
    for melds, naturals, used_twos, used_jokers in ways_of_rank(form, rank, count, twos, jokers, own):
        if may_lie(form, melds):
            rest = every_side(form, others, twos - used_twos, jokers - used_jokers, lying)
            for more, left, *wilds in rest:
                yield ((*melds, *more), {**left, rank: count - naturals}, *wilds)


def tried(form, hand, lying):
    """What the best of a hand comes to: of those that go out by points, opened and
    unopened by points less what is left, and the fewest wilds of an opening."""
    ranks = Counter(rank for rank in hand if rank not in "2w")
    twos, jokers = hand.count("2"), hand.count("w")
    names = {*ranks, *(meld[0] for meld in lying), *(["w"] if form.alone else ())}
    asked = [(rank, ranks[rank] if rank != "w" else 0) for rank in sorted(names)]
    before = sum(map(form.points, lying))
    out, opened_best, unopened_best, fewest = None, None, None, None
    for melds, left, two_count, joker_count in every_side(form, asked, twos, jokers, lying):
        cards_left = Counter(left) + Counter({"2": two_count, "w": joker_count})
        points = sum(map(form.points, melds)) - before
        value = sum(VALUES[rank] * count for rank, count in cards_left.items())
        wilds = twos + jokers - two_count - joker_count
        if cards_left.total() <= 1 and form.may_go_out(melds):
            key = (points, -value)
            out = max(out, key) if out else key
        if any(meld[0] == "3" for meld in melds):
            continue
        cards = sum(map(form.cards, melds)) - sum(map(form.cards, lying))
        opened_key = (points - value, -wilds)
        opened_best = max(opened_best, opened_key) if opened_best else opened_key
        opens = cards >= form.opening
        key = (opens, points - value if opens else cards, 0 if opens else points, -wilds)
        unopened_best = max(unopened_best, key) if unopened_best else key
        if opens:
            fewest = max(fewest or (-99, 0), (-wilds, two_count + joker_count and joker_count - jokers))
    return out, opened_best, unopened_best, fewest


def case_of(name, rng):
    """A form and its options, by chance."""
    round_number, opened = rng.randint(1, 4), rng.random() < 0.4
    if name == "modern-american":
        score = rng.choice([-10, 0, 3000, 5000])
        form = Form(
            2, 7, alone=2000, american=True, opening=125 if score < 3000 else 155 if score < 5000 else 180
        )
        options = {"form": "modern-american", "side_score": score}
    elif name == "hand-and-foot":
        needs = rng.choice([(1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0)])
        words = tuple(zip(("clean", "dirty", "wild"), needs, strict=True))
        form = Form(3, 7, True, 1500, needs=words, opening=(50, 90, 120, 150)[round_number - 1])
        options = {f"need_{word}": count for word, count in words}
    else:
        score = rng.choice([-5, 0, 1495, 1500, 2995, 3000])
        opening = 15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120
        needed = rng.choice([1, 1, 2])
        form = Form(alone=1000 * (name == "wild"), opening=opening, needs=(("", needed),))
        options = {"side_score": score, "wild": form.alone, "to_go_out": needed}
    return replace(form, opened=opened), options, round_number


def random_lying(form, rng):
    """Melds of the side."""
    melds = []
    for rank in rng.sample("A4567KQ", rng.randint(0, 3)):
        meld = (rank, rng.randint(2, 7), rng.choice([0, 0, 1, 2]), rng.choice([0, 0, 0, 1]))
        if replace(form, opened=False).legal(meld):
            melds.append(meld)
            if form.again and sum(meld[1:]) == 7 and rng.random() < 0.3:
                melds.append((rank, 3, 0, 0))
    if form.alone and rng.random() < 0.15:
        melds.append(("w", 0, 2, 1))
    return tuple(melds)


def _cards(meld):
    rank, naturals, twos, jokers = meld
    names = [rank] * naturals + ["2"] * twos + ["w"] * jokers
    return tuple(Laid(_card(name)) for name in names)


def _card(name, suits="S", place=0):
    return WILD if name == "w" else Card(name, suits[place % len(suits)])


def differences(name, seeds, most_cards):
    """What the search answers otherwise than every way tried, by seed."""
    found = []
    for seed in seeds:
        rng = random.Random(f"{name} {seed}")
        form, options, number = case_of(name, rng)
        game = find_game("hand-and-foot" if form.again else "canasta")
        packs = {} if form.again else {"packs": 4}
        rules = game.rules({**options, **packs}, facts=DealFacts(number))
        lying = random_lying(form, rng) if form.opened else ()
        near = rng.choice(["A47K", "A4567KQ3", "4567"])
        size = rng.randint(1, most_cards)
        hand = [rng.choice(near) if rng.random() < 0.7 else rng.choice("22ww9") for _ in range(size)]
        while hand.count("2") + hand.count("w") > 4:
            hand[hand.index("2" if "2" in hand else "w")] = near[0]
        cards = [_card(rank, "CS" if rank == "3" else "CSHD", place) for place, rank in enumerate(hand)]
        answer = best(rules, cards, table=[_cards(meld) for meld in lying], opened=form.opened)
        verified(rules, cards, answer, [_cards(meld) for meld in lying])
        out, opened_best, unopened_best, fewest = tried(form, hand, lying)
        thrown = VALUES[answer.thrown.rank] if answer.thrown else 0
        value = sum(VALUES[card.rank] for card in answer.left)
        wilds = sum(card.is_wild or card.rank == "2" for card in cards)
        wilds -= sum(card.is_wild or card.rank == "2" for card in answer.left)
        said = {"out": (answer.points, -thrown) if answer.ends else None}
        expected = {"out": out}
        if out is None and form.opened:
            said["worth"], expected["worth"] = (answer.points - value, -wilds), opened_best
        elif out is None:
            points = sum(map(form.cards, map(_numbers, answer.melds)))
            opens = points >= form.opening
            worth = (answer.points - value, 0) if opens else (points, answer.points)
            said["best"] = (opens, *worth, -wilds)
            expected["best"] = unopened_best
        if not form.opened:
            melds = RankMeldHand(rules, tuple(cards)).of_fewest_wilds()
            numbers = list(map(_numbers, melds))
            said["fewest"] = -sum(meld[2] + meld[3] for meld in numbers) if melds else None
            expected["fewest"] = fewest[0] if fewest else None
            if melds and sum(map(form.cards, numbers)) < form.opening:
                said["fewest"] = "does not open"
        if said != expected:
            found.append((seed, said, expected))
    return found


def _numbers(meld):
    names = Counter(laid.card.rank for laid in meld)
    ranks = names.keys() - {"2", "w"}
    rank = ranks.pop() if ranks else "w"
    return rank, names[rank] if rank != "w" else 0, names["2"], names["w"]
