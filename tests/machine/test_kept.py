"""What a process keeps makes room for what is newer."""

from __future__ import annotations

from scorepad.machine.kept import Kept


def test_what_was_not_asked_for_longest_makes_room():
    """Those two that were asked for last stay."""
    kept = Kept(2)
    for name in ("a", "b"):
        kept.keep(name, name.upper())
    assert kept.find("a") == "A"
    assert kept.keep("c", "C") == "C"
    assert list(kept) == ["a", "c"]
    kept.forget("a")
    assert (kept.find("a"), kept.find("b")) == (None, None)


def test_values_weigh_what_is_said_of_them():
    """One that is too heavy alone is not kept, and takes the room of all others."""
    kept = Kept(10, len)
    for name in ("a", "b", "a", "c"):
        kept.keep(name, "x" * 4)
    assert list(kept) == ["a", "c"]
    kept.keep("d", "x" * 11)
    assert not kept


def test_what_is_kept_is_weighed_once():
    """However many values are kept, another costs no more."""
    weighed = []

    def weigh(value):
        weighed.append(value)
        return value

    kept = Kept(10_000, weigh)
    for number in range(1_000):
        kept.keep(number, 1)
    assert len(weighed) == 1_000
    kept.clear()
    kept.keep("all", 10_000)
    assert list(kept) == ["all"]
