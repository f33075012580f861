"""Turns at work: addresses take them, players first, and nobody holds every place."""

from __future__ import annotations

from scorepad.jobs import turns
from scorepad.jobs.turns import Asker, Line, Ticket


class Lines:
    """A line whose callers are noted by the names of their tickets."""

    def __init__(self, places):
        self.line, self.called, self.tickets = Line(places), [], {}

    def join(self, name, address, *, plays=False, seconds=2.0):
        ticket = Ticket(Asker(address, plays), seconds, lambda: self.called.append(name))
        self.tickets[name] = ticket
        return self.line.join(ticket)

    def leave(self, name):
        self.line.leave(self.tickets[name])
        return self.called[-1]


def test_addresses_take_turns():
    """However much one of them wants, everybody's first comes before anybody's next."""
    lines = Lines(1)
    for number in range(5):
        lines.join(f"many {number}", "10.0.0.1")
    lines.join("few", "10.0.0.2")
    lines.join("late", "10.0.0.3")
    order = [lines.leave(name) for name in ("many 0", "few", "late", "many 1")]
    assert order == ["few", "late", "many 1", "many 2"]


def test_players_come_first():
    """Whoever looks at a hand without a table waits for those who play."""
    lines = Lines(1)
    for name, address, plays in (("a", "1", False), ("b", "2", False), ("player", "3", True)):
        lines.join(name, address, plays=plays)
    assert lines.leave("a") == "player"
    assert lines.leave("player") == "b"


def test_long_work_leaves_places():
    """Two searches of a minute starve nobody, whoever asks for them: neither strangers nor players."""
    lines = Lines(3)
    lines.join("long", "", seconds=60)
    lines.join("second", "", seconds=60)
    lines.join("stranger", "10.0.0.1")
    lines.join("other stranger", "10.0.0.2")
    lines.join("player", "10.0.0.3", plays=True)
    assert lines.called == ["long", "stranger", "player"]
    assert lines.leave("stranger") == "other stranger"
    assert lines.leave("long") == "second"


def test_one_address_leaves_a_place():
    """Many short ones do not either; the machine itself may take every place."""
    lines = Lines(2)
    for number in range(3):
        lines.join(f"many {number}", "10.0.0.1", plays=True)
    assert lines.called == ["many 0"]
    lines.join("other", "10.0.0.2", plays=True)
    assert lines.called == ["many 0", "other"]
    lines = Lines(2)
    assert [lines.join(name, "") for name in "ab"] == [True, True]
    assert lines.called == ["a", "b"]


def test_who_goes_gives_up_the_turn():
    """Waiting or working."""
    lines = Lines(1)
    for name in "abc":
        lines.join(name, name)
    lines.leave("b")
    assert lines.leave("a") == "c"


def test_an_address_that_wants_too_much_is_refused():
    """The others are not; beyond all measure everybody is."""
    lines = Lines(1)
    taken = [lines.join(str(number), "10.0.0.1") for number in range(turns.MOST_OF_ADDRESS + 2)]
    assert taken == [True] * (turns.MOST_OF_ADDRESS + 1) + [False]
    assert lines.join("other", "10.0.0.2")
    lines.line.most_waiting = len(lines.line.waiting)
    assert not lines.join("third", "10.0.0.3")
