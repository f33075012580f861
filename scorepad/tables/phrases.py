"""Service: the outcome of a deal and of a match in the short phrases of score sheets and pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from scorepad.core.first_melds import contract_told
from scorepad.core.log.deal import Deal
from scorepad.core.log.endings import Ending, FinalHand, read_numbers
from scorepad.core.log.entries import Entry
from scorepad.core.log.event_data import GameWords
from scorepad.core.log.match import Match, TableMatch, plays_rounds
from scorepad.core.log.table_state import TableState
from scorepad.core.options import Option, Value
from scorepad.core.phrasing import join_words, list_words, show_number
from scorepad.core.rules import Rules
from scorepad.core.scoring import Scoring, note_of
from scorepad.core.sentence import Sentence, in_a_row, people_in, say, say_number
from scorepad.rulebook import Game, find_game, has_game
from scorepad.tables.standing import rules_of, rules_of_deal


def game_words(table: TableState) -> GameWords:
    """The words of the table's game for its record."""
    if not has_game(table.game):
        return GameWords()
    scoring = rules_of(table).scoring
    return GameWords(scoring.ending_words, scoring.deal_names, partial(_changed_rules, find_game(table.game)))


def _changed_rules(game: Game, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The changed house rules in words: `Match to: 500 → 1000`."""

    def value(option: Option, options: Mapping[str, Any]) -> Value:
        return option.read(options.get(option.name, option.default))

    return list_words(
        say(
            "{rule}: {old} → {new}",
            rule=option.label,
            old=option.in_words(value(option, before)),
            new=option.in_words(value(option, after)),
        )
        for option in game.options
        if value(option, before) != value(option, after)
    )


def shown_rules(table: TableState) -> Rules:
    """The rules by which a table is shown; those of the main game if the table's is not installed."""
    return rules_of(table) if has_game(table.game) else Rules(table.game)


def scoring_of(table: TableState) -> Scoring:
    """The scoring of the table's game; that of the main game if the table's is not installed."""
    return shown_rules(table).scoring


def score_words(entry: Entry) -> str:
    """The arithmetic of a score: `58 × 3`, and for a player who retired `24 − 6`."""
    if entry.left is None:
        return in_a_row((show_number(entry.points), "×", entry.multiplier))
    points_earned = show_number(entry.points + entry.left_value)
    return (
        in_a_row((points_earned, "−", show_number(entry.left_value)))
        if entry.melds and entry.left_value
        else ""
    )


def ended_with(scoring: Scoring, ending: Ending, hand: FinalHand, out: str = "") -> str:
    """A player's result in a settled deal, in short: `85 − 12`, `12 left`, `12 left + 30` with other racks
    counted, `3 cards`. For a player who went out without such a result `out`."""
    went_out = ending.winner == hand.player
    if note := note_of(scoring.notes, ending.own_note(hand.player)):
        return note.mark
    if not scoring.ending_words.of(ending.how).needs_hands:
        return out if went_out else ""
    if columns := scoring.final.columns:
        return columns.in_short(read_numbers(hand.tally))
    left_words = scoring.left_words(hand.melded, hand.number, went_out) or (out if went_out else "")
    charged_points = ending.charged(hand.player)
    return in_a_row((left_words, *(("+", show_number(charged_points)) if charged_points else ())))


def standing_with(scoring: Scoring, ending: Ending, hand: FinalHand, out: str = "") -> Sentence:
    """A player's result in a settled deal with its score: `12 left, counting 12`, `85 − 12 = 73`."""
    had, score = ended_with(scoring, ending, hand, out), show_number(hand.score)
    if had and not ending.own_note(hand.player) and had != out:
        if "melded" not in scoring.counts and scoring.lowest_wins:
            return say("{had}, counting {points}", had=had, points=score)
        if "melded" not in scoring.counts:
            return say("{had}, scores {points}", had=had, points=score)
        if hand.melded - hand.number == hand.score:
            return in_a_row((had, "=", score))
    return in_a_row((had, score), ", ")


def contracts_told(table: TableState, deal: Deal) -> list[str]:
    """Sentences about the contract that must be laid first in a deal; one for each player if phases differ.
    None once the deal is over."""
    rules = rules_of_deal(table, deal)
    if rules.hand.contract is None or deal.ended:
        return []
    if "phases" not in rules.scoring.counts:
        return [say("Contract: {contract}", contract=contract_told(rules.hand.contract))]
    phases = {seat: table.phase_before(deal.number, seat) for seat in sorted(deal.players)}
    return [
        say(
            "{name}: phase {phase}, {contract}",
            name=table.names[seat],
            phase=phase,
            contract=contract_told(own),
        )
        for seat, phase in phases.items()
        if (own := rules_of_deal(table, replace(deal, number=phase)).hand.contract)
    ]


def ending_told(table: TableState, ending: Ending) -> str:
    """A sentence on who ended the deal; empty in a game in which nobody does."""
    scoring = scoring_of(table)
    if not scoring.lays_melds:
        return ""
    words = scoring.ending_words.of(ending.how)
    notes = [
        note.told_of(_counted_as(table, scoring, seat))
        for seat, word in ending.own_notes
        if (note := note_of(scoring.notes, word))
    ]
    ended_by = "" if ending.winner is None else _counted_as(table, scoring, ending.winner)
    return in_a_row((words.told(ended_by), *notes))


def _counted_as(table: TableState, scoring: Scoring, seat: int) -> str:
    """The player's name, or the side's if partners count together."""
    if scoring.partners == "together":
        return side_names(table)[table.players[seat].partnership]
    return table.names[seat]


def names_in_deal(table: TableState, deal: Deal, scoring: Scoring, seats: Iterable[int]) -> dict[int, str]:
    """The names of players in a deal, by seat. If partners count together, the first of them has the side's
    name, since the side's result is entered there."""
    names = {seat: table.names[seat] for seat in seats}
    if scoring.cards_together:
        for group in deal.partnerships:
            side = " & ".join(table.names[seat] for seat in group)
            names |= {group[0]: side} if group[0] in names and side not in table.names else {}
    return names


def side_names(table: TableState) -> list[str]:
    """The name of each side: its players' names."""
    return [" & ".join(table.players[seat].name for seat in group) for group in table.partnerships]


def bonuses_told(match: TableMatch, *, in_rows: bool = True) -> list[str]:
    """A line for each bonus beside the scores of deals: `Ann +50: 2 deals won`. With `in_rows` also those
    that have a row on a sheet."""
    names = side_names(match.table)
    return [
        say(
            "{name} {points}: {reason}",
            name=names[bonus.side],
            points=in_a_row(("+" * (bonus.points > 0), show_number(bonus.points)), ""),
            reason=bonus.reason,
        )
        for bonus in match.bonuses
        if in_rows or not bonus.row
    ]


def told_below(match: TableMatch) -> list[str]:
    """Lines below the scores of a running table: the contract to be laid first, and bonuses. None if the game
    is not installed."""
    if not has_game(match.table.game):
        return []
    has_rows = match.standing is not None and bool(match.standing.columns)
    return [
        *contracts_told(match.table, match.table.deal),
        *_round_told(match),
        *bonuses_told(match, in_rows=not has_rows),
    ]


def _round_told(match: TableMatch) -> list[str]:
    """A sentence if the last deal counts together with the next, as partners play rounds of two deals."""
    table = match.table
    ended = table.deal.number if table.deal.ended else table.deal.number - 1
    # Deals count two by two, so that an odd one waits for the next.
    waits = ended % 2 and not match.finished and plays_rounds(table, rules_of(table))
    return [say("Deal {number} counts together with the next.", number=ended)] if waits else []


def shares_told(table: TableState, shares: Mapping[int, int]) -> str:
    """Each side's part of a split pool: `Ann 240 and Ben 60`."""
    names = side_names(table)
    return join_words([in_a_row((names[side], show_number(share))) for side, share in shares.items()], "and")


def match_told(table: TableState, match: Match) -> str:
    """The outcome of the match: `Ann wins with 512.` Once people play on: `Ann won with 512 after deal 3.`"""
    names = side_names(table)
    if match.named is not None:
        return _named_told(table, match.named)
    if match.shares:
        return say("The pool is split: {shares}.", shares=shares_told(table, match.shares))
    losers_words = [
        say_number(
            "{name} reached {points} and lost",
            "{name} reached {points} and lost",
            people_in(names[side]),
            name=names[side],
            points=show_number(match.totals[side]),
        )
        for side in match.losers
    ]
    return in_a_row((in_a_row((*losers_words, _winners_told(table, match)), "; "), "."), "")


def _winners_told(table: TableState, match: Match) -> str:
    names = side_names(table)
    won: dict[str, str | Sentence] = {
        "names": join_words([names[side] for side in match.winners], "and"),
        "points": show_number(match.totals[match.winners[0]]),
    }
    people = people_in(names[match.winners[0]])
    if match.deal < table.deal.number:
        won["when"] = rules_of(table).scoring.deal_names.after(match.deal)
        if len(match.winners) > 1:
            return say("{names} shared the win with {points} {when}", **won)
        return say_number(
            "{names} won with {points} {when}", "{names} won with {points} {when}", people, **won
        )
    if len(match.winners) > 1:
        return say("{names} share the win with {points}", **won)
    return say_number("{names} wins with {points}", "{names} win with {points}", people, **won)


def _named_told(table: TableState, named: Sequence[int]) -> str:
    """The outcome if the people at the table named the winners: `Ann wins, as the table decided.`"""
    if not named:
        return say("Nobody wins, as the table decided.")
    return say_number(
        "{names} wins, as the table decided.",
        "{names} win, as the table decided.",
        len(named),
        names=join_words([table.names[seat] for seat in named], "and"),
    )
