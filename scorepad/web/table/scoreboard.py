"""The data of the table page: sides with their totals, who is in or out, the deal, the grid of scores."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from string import ascii_uppercase

from scorepad.core.audit import cards_in_play
from scorepad.core.log.deal import Deal
from scorepad.core.log.endings import Ending
from scorepad.core.log.match import Match, TableMatch, plays_rounds
from scorepad.core.log.table import Table
from scorepad.core.log.table_state import Player
from scorepad.core.phrasing import join_words, ordinal_words
from scorepad.core.points import Points
from scorepad.core.rules import Rules
from scorepad.core.sentence import Sentence, in_a_row, people_in, say, say_number
from scorepad.rulebook import find_game, game_title
from scorepad.tables.phrases import (
    ended_with,
    ending_told,
    match_told,
    score_words,
    shares_told,
    standing_with,
    told_below,
)
from scorepad.tables.standing import match_of, next_dealer, recorded_hands, rules_of, rules_of_deal
from scorepad.web.faces import points
from scorepad.web.hand.question import PREFIX, rule_in_words
from scorepad.web.people.access import Phone
from scorepad.web.table.score_sides import ScoreSide, Seat, changed_options, first_meld, written


@dataclass(frozen=True)
class Scoreboard:
    """A table as one phone sees it."""

    table: Table
    phone: Phone

    @cached_property
    def rules(self) -> Rules:
        """The rules of the table's present deal."""
        return rules_of(self.table)

    @property
    def deal(self) -> Deal:
        return self.table.deal

    @property
    def writes(self) -> bool:
        return self.phone.writes

    @property
    def retires(self) -> bool:
        """Whether players retire instead of going out, and may keep cards in hand (L4)."""
        return not self.rules.scoring.settled_at_once and not self.rules.scoring.must_meld_all

    @property
    def counts_sides(self) -> bool:
        """Whether the results of partners are typed together."""
        return self.rules.scoring.partners == "together" and self.table.has_partners

    @cached_property
    def table_match(self) -> TableMatch:
        """The standing of the match, with bonuses beside the scores of deals."""
        return match_of(self.table)

    @property
    def reviews(self) -> bool:
        """Whether there are hands to review."""
        return any(True for _ in recorded_hands(self.table))

    @property
    def match(self) -> Match | None:
        """The finished match; None while it goes on."""
        return self.table_match.finished

    @property
    def told_below(self) -> list[str]:
        """Lines on the contract of the deal, and on bonuses beside the scores of deals."""
        return told_below(self.table_match)

    def beside_deals(self, seat: int) -> Points:
        """The points of a player's bonuses beside the scores of deals."""
        side = self.table.players[seat].partnership
        return sum(bonus.points for bonus in self.table_match.bonuses if bonus.side == side)

    @property
    def may_return(self) -> list[Player]:
        """The players out of the match who may come back in this deal, before it has begun."""
        standing = self.table_match.standing
        sides = standing.may_return if standing and not self.deal.has_begun else ()
        resting = (self.table.players[seat] for seat in self.deal.sitting_out)
        return [player for player in resting if player.partnership in sides]

    @property
    def split_told(self) -> str:
        """Each side's part of a pool that may be split now; empty if it may not."""
        return shares_told(self.table, self.table_match.shares_offered)

    @property
    def match_told(self) -> str:
        """The outcome of the match; empty while it goes on."""
        return match_told(self.table, self.match) if self.match else ""

    @property
    def has_leader(self) -> bool:
        """Whether somebody leads, or has won."""
        return bool(self.match.winners) if self.match else bool(self.leading)

    @property
    def aim(self) -> str:
        """What ends the match, in a few words; empty if nothing does."""
        kind, deals = self.rules.match.kind, self.rules.match.deals
        goes_to = kind.goes_to if kind else ""
        target = goes_to or points(self.rules.match.target)
        if self.match or not (self.rules.match.target or deals or goes_to):
            return ""
        if not deals or goes_to:
            return say("Match to {target}", target=target)
        if not self.rules.match.target:
            return self.rules.scoring.deal_names.match_of(deals)
        return self.rules.scoring.deal_names.match_to(target, deals)

    @property
    def next_words(self) -> Sentence:
        """The text of the button that opens the next deal."""
        return self.rules.scoring.deal_names.next(self.next_dealer if self.rules.match.dealer.deals else "")

    @property
    def deal_words(self) -> str:
        """The dealer, the cards dealt, the next dealer, and what ends the match: `Ann deals 7 each, Ben
        next`."""
        if not self.rules.match.dealer.deals:
            return self.aim
        names = {"dealer": self.dealer, "next": self.next_dealer, "dealt": self.dealt}
        is_open = self.rules.match.dealer.next != "round" and not self.deal.ended  # who wins may decide it
        if self.dealt and is_open and not self.table.has_partners:
            dealing = say("{dealer} deals {dealt} each", **names)
        elif self.dealt:
            dealing = say("{dealer} deals {dealt} each, then {next}", **names)
        else:
            dealing = say("{dealer} deals, then {next}", **names)
        return in_a_row((dealing, self.aim), " · ")

    @property
    def clock(self) -> int:
        """The seconds of a turn; 0 if no clock runs."""
        return 0 if self.deal.ended else self.table.manners.clock

    @property
    def last_play(self) -> int:
        """The time of the newest event, in milliseconds since 1970."""
        return round(datetime.fromisoformat(self.table.log.steps[-1].event.at).timestamp() * 1000)

    def made(self, deal: Deal, player: int) -> str:
        """The arithmetic of a player's score in a deal: `58 × 3`, `12 left`."""
        entry, ending = deal.entry_of(player), deal.ending
        if ending:
            hand, scoring = ending.hand_of(player), self.rules.scoring
            mark = scoring.ending_words.of(ending.how).mark
            return ended_with(scoring, ending, hand, out=mark) if hand else ""
        return score_words(entry) if entry else ""

    def stands(self, ending: Ending, player: int) -> str:
        """A player's result as the deal ended, and its points: `12 left, counting 12`."""
        hand, scoring = ending.hand_of(player), self.rules.scoring
        return standing_with(scoring, ending, hand, scoring.ending_words.of(ending.how).mark) if hand else ""

    def still(self, deal: Deal) -> str:
        """The words for a player who did not go out of the deal."""
        if not deal.ended:
            return say("still in")
        return say("didn’t retire, 0") if self.retires else say("didn’t go out, 0")

    @property
    def owner(self) -> str:
        """The name of the phone's own player; empty if it has none."""
        return self.phone.name(self.table)

    @cached_property
    def sides(self) -> tuple[ScoreSide, ...]:
        """The sides in seating order, those who have left last."""
        return tuple(self._side_of(place, group) for place, group in self.table.sides)

    @cached_property
    def _ranks(self) -> dict[int, int]:
        """The ranks of the sides at the table, by index."""
        at_table = [side for side, group in self.table.sides if not self.table.has_left(group[0])]
        return self.table_match.ranks(at_table, lowest_wins=self.rules.scoring.lowest_wins)

    @property
    def leading(self) -> str:
        """Who leads and by how much; empty before anything is scored, and once the match is over."""
        leaders = [side.names for side in self.sides if side.rank == 1]
        if self.match or len(leaders) == len(self._ranks):
            return ""
        if len(leaders) > 1:
            return say("{names} share the lead.", names=join_words(leaders, "and"))
        (best,) = (side for side in self.sides if side.rank == 1)
        others, number = [side for side in self.sides if side.rank > 1], people_in(leaders[0])
        if best.progress and all(side.made < best.made for side in others):
            place = best.progress.told
            return say_number(
                "{name} leads: {place}.", "{name} lead: {place}.", number, name=leaders[0], place=place
            )
        behind = min(abs(best.total - side.total) for side in others if side.made == best.made)
        ahead = points(behind)
        return say_number(
            "{name} leads by {points}.", "{name} lead by {points}.", number, name=leaders[0], points=ahead
        )

    @property
    def result_text(self) -> str:
        """The standings as a message: `Friday (Chattahoochee): 1. Ann 120, 2. Ben 40`."""
        standings = sorted((side for side in self.sides if side.rank), key=lambda side: side.rank)
        told = ", ".join(f"{side.rank}. {side.names} {points(side.total)}" for side in standings)
        return self.rules.scoring.deal_names.standings(
            self.table.name, self.game_name, self.deal.number, told
        )

    @property
    def game_name(self) -> str:
        return game_title(self.table.game, self.table.options)

    @property
    def game_words(self) -> str:
        """The game, its changed house rules and what the table agreed on: `Indian Rummy · Pool 201 · 3
        packs`."""
        manners = [sentence for _, sentence in self.table.manners.sentences]
        return in_a_row([self.game_name, *self.house_rules, *manners], " · ")

    @property
    def columns(self) -> tuple[Seat, ...]:
        """The columns of the grid: players, partners side by side; one for each side if partners score
        together."""
        if self.counts_sides:
            return tuple(replace(side.seats[0], name=side.names) for side in self.sides)
        return tuple(seat for side in self.sides for seat in side.seats)

    @property
    def house_rules(self) -> list[str]:
        """The named rules of the table, and words for other options that differ from the defaults."""
        game, changed = find_game(self.table.game), changed_options(self.table)
        preset, named = game.preset_among(changed) or (None, {})
        unnamed = changed.keys() - named.keys() - {"title"}
        others = (option for option in game.options if option.name in unnamed)
        told = [rule_in_words(option, changed[option.name]) for option in others]
        return [preset.name, *told] if preset else told

    @property
    def question_fields(self) -> dict[str, str]:
        """The query for the best play by the table's rules in this deal."""
        house_rules = {PREFIX + name: written(value) for name, value in self.table.options.items()}
        number = {"deal": str(self.deal.number)} if "number" in self._follows else {}
        return {"game": self.table.game, **house_rules, **number}

    @property
    def _follows(self) -> Collection[str]:
        """The facts of a deal on which its rules depend."""
        return find_game(self.table.game).follows(self.table.options)

    @property
    def solves(self) -> bool:
        """Whether the page that solves a hand needs to know this deal."""
        has_cards = self.rules.scoring.final.has_cards
        return has_cards and bool(self._follows) and not self.table.manners.no_advice

    @property
    def finds_plays(self) -> bool:
        """Whether the page of the best play applies to the melds on the table (K3, G2)."""
        return self.rules.board.shared and not self.table.manners.no_advice

    @property
    def next_dealer(self) -> str:
        return self.table.players[next_dealer(self.table)].name

    @property
    def dealer(self) -> str:
        return self.table.players[self.deal.dealer].name

    @property
    def hint(self) -> int:
        """The number of cards in hand from which going out pays, approximately (H7)."""
        return round(3 * cards_in_play(self.rules) / (4 * len(self.deal.players)))

    @property
    def dealt(self) -> int:
        """Cards dealt to each player; 0 if the table decides (B6, F4)."""
        cards_dealt = rules_of_deal(self.table, self.deal).match.cards_dealt
        by_players = dict(enumerate(cards_dealt, start=find_game(self.table.game).players[0]))
        return by_players.get(len(self.deal.players), 0)

    @property
    def ended_because(self) -> str:
        """Why the deal is over; empty while it goes on."""
        if not self.deal.ended:
            return ""
        if self.deal.ending:
            return ending_told(self.table, self.deal.ending)
        if self.deal.ended_by == "hand":
            reason = self.deal.reason
            return say("Ended by hand: {reason}", reason=reason) if reason else say("Ended by hand.")
        return self._last_in()

    def _last_in(self) -> str:
        players_left = [self.table.players[player].name for player in self.deal.active]
        if not players_left:
            return say("Everyone has retired.") if self.retires else say("Everyone is out.")
        if len(players_left) == 1:
            return say("{name} is the last one in.", name=players_left[0])
        return say("Only partners are still in: {names}.", names=join_words(players_left, "and"))

    def _side_of(self, place: int, group: tuple[int, ...]) -> ScoreSide:
        letter = ascii_uppercase[place] if self.table.has_partners else ""
        before = sum(self.deal.before[player] for player in group)
        seats = tuple(map(self._seat_of, group))
        total = self.table_match.totals[place]
        rank = self._ranks.get(place, 0)
        opens, progress = first_meld(self.table, self.deal, int(total)), self.table_match.progress(place)
        return ScoreSide(place, letter, seats, total, before, rank, opens, progress)

    def _seat_of(self, player: int) -> Seat:
        entry = self.deal.entry_of(player)
        return Seat(
            index=player,
            name=self.table.players[player].name,
            total=self.table_match.total_of(player),
            score=self.deal.score(player),
            place=ordinal_words(self.deal.entries.index(entry) + 1) if entry else "",
            counts=self.deal.multipliers[player],
            deals=self.rules.match.dealer.deals and self.deal.dealer == player,
            entry=entry,
            away=self._away_words(player),
        )

    def _away_words(self, player: int) -> str:
        """Why a player is not in the current deal; empty for one who is."""
        has_gone = self.table.has_left(player) or (self._is_out(player) and not self.match)
        if self.deal.plays(player) and not (self.deal.ended and has_gone):
            return ""
        if self._is_out(player):
            return say("out of the match")
        if player in self.deal.sitting_out:
            return say("not in the deal") if plays_rounds(self.table, self.rules) else say("sits out")
        if self.table.has_left(player):
            last = max((deal.number for deal in self.table.deals if player in deal.seats), default=0)
            return say("left after deal {number}", number=last) if last else say("left")
        return say("plays from deal {number}", number=self.deal.number + 1)

    def _is_out(self, player: int) -> bool:
        """Whether a player is out of the match."""
        standing = self.table_match.standing
        return standing is not None and self.table.players[player].partnership in standing.out
