"""The terms of a question beside its cards; and the command that repeats it, which is logged if the search
fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scorepad.answers.question_types import DEFAULT_LIMIT, GameQuestion, QuestionFields
from scorepad.core.bonuses import NOTHING_BESIDE, LyingBeside
from scorepad.core.cards import Card, Meld, cards_of
from scorepad.core.rules import Rules
from scorepad.core.sentence import say
from scorepad.core.tableau import read_table

ANY_MELDS = say("In this game a turn isn’t limited to one new meld. Leave turn out.")
NO_TURNS = say("No melds interlock in turns in this game. Leave {field} out.")
NO_EATEN = say("In this game cards taken needn’t lie in different melds. Leave {field} out.")
NO_FIRST_MELDS = say("No first meld is needed in this game. Leave opened out.")


class AskedQuestion:
    """A question as it was asked, for the log; empty if a program uses the library."""

    def __init__(self, verb: str = "", fields: QuestionFields | None = None) -> None:
        self.verb, self.fields = verb, fields
        self.is_logged = False

    def log_fault(self, error: Exception) -> None:
        """Log a fault of the search in one line, once for each question; in a kept log with its trace."""
        if self.is_logged:
            return
        # Programs that call us share one value for all their questions, so each of their faults is logged.
        self.is_logged = self.fields is not None
        # Loaded here, as a search hardly ever fails.
        from logging import getLogger

        from scorepad.machine.search_faults import LOG

        log = getLogger(LOG)
        command = command_of(self.verb, self.fields) if self.fields is not None else "asked by a program"
        trace = error if log.hasHandlers() else None
        log.error("The search failed (%s: %s): %s", type(error).__name__, error, command, exc_info=trace)


ASKED_BY_PROGRAM = AskedQuestion()


@dataclass(frozen=True, slots=True)
class Terms:
    """The circumstances of a question about cards, and the time for its search.

    table         melds that lie on the table
    partners      melds of partners, where the table has the player's own, and what has scored (I7, I8)
    taken         a card of the hand out of the discard pile, which must be melded (F5)
    eaten         cards of the hand that were taken before, which lie in different melds
    opened        the player has laid a first meld, where one must be worth something
    seen          cards that were seen elsewhere, and so cannot come
    turn          what one turn may lay is asked for: one new meld at most (B2)
    limit         seconds, and the same again where a proof is to be checked
    check_proof   whether a second program is to check that nothing is better
    asked         for the log, should the search fail
    """

    table: Sequence[Meld] = ()
    partners: LyingBeside = NOTHING_BESIDE
    taken: Card | None = None
    eaten: Sequence[Card] = ()
    opened: bool = False
    seen: Sequence[Card] = ()
    turn: bool = False
    multiplier: int = 1
    limit: float = DEFAULT_LIMIT
    check_proof: bool = False
    asked: AskedQuestion = ASKED_BY_PROGRAM

    def read_by(self, rules: Rules) -> Terms:
        """The terms with the wilds of all melds settled. Raises BrokenTable and OpenWild for melds that
        cannot be read."""
        if not (self.table or self.partners.melds):
            return self
        table = read_table(rules, self.table)
        partners = replace(self.partners, melds=read_table(rules, self.partners.melds))
        return replace(self, table=table, partners=partners, opened=self.has_opened(rules))

    def has_opened(self, rules: Rules) -> bool:
        """Whether the player or the player's side has opened; where sides meld, the melds on the table are
        its own."""
        return self.opened or (rules.scoring.partners == "together" and bool(self.table))

    @property
    def lying_cards(self) -> tuple[Card, ...]:
        """All cards of the melds of the table and of partners."""
        return cards_of((*self.table, *self.partners.melds))

    @property
    def cards_in_sight(self) -> tuple[Card, ...]:
        """All known cards beside the hand: those of melds, and those seen elsewhere."""
        return (*self.lying_cards, *self.seen)


USUAL = Terms()

_NAME_OF_CARDS = {"check": "melds", "merge": "melds"}
_FLAGS = (
    *(name for name in GameQuestion.__struct_fields__ if name not in ("game", "game_file", "options")),
    *("between", "table", "partners", "seen", "eaten", "limit"),
)


def command_of(verb: str, fields: QuestionFields) -> str:
    """The command line of a question about cards, quoted for a shell.

    >>> command_of("best", {"game": "chattahoochee", "cards": "4C w", "options": {"leaps": [1, 2]}})
    "scorepad best chattahoochee '4C w' --set 'leaps=1 2'"
    """
    import shlex  # loaded here, as hardly any question is written out

    return shlex.join(["scorepad", verb, *_words(verb, fields)])


def _words(verb: str, fields: QuestionFields) -> Iterator[str]:
    yield str(fields.get("game") or "game.toml")
    cards = fields.get(_NAME_OF_CARDS.get(verb, "cards"), fields.get("hand", fields.get("rack", "")))
    yield _as_text(cards, " / " if verb in _NAME_OF_CARDS else " ")
    options = fields.get("options")
    for name, value in options.items() if isinstance(options, Mapping) else ():
        yield from ("--set", f"{name}={_as_text(value)}")
    for name in _FLAGS:
        if fields.get(name) not in (None, "", []):
            yield from (f"--{name}", _as_text(fields[name], " / "))
    for scored in fields.get("partners_out") or ():
        yield from ("--partners-out", str(scored))
    for name in ("opened", "turn", "check_proof"):
        if fields.get(name):
            yield f"--{name.replace('_', '-')}"


def _as_text(value: object, between: str = " ") -> str:
    if isinstance(value, list | tuple):
        return between.join(map(str, value))
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
