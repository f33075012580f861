"""The circles that this phone knows: their keys, kept in its signed cookie as those of tables are."""

from __future__ import annotations

from flask import session

from scorepad.core.sentence import say
from scorepad.store.engine import NotAllowed

MOST_CIRCLES = 8  # beside the tables, in a cookie of 4 KB
_CIRCLES_KEY = "circles"


def circle_keys() -> dict[str, str]:
    """The keys by the ids of their circles, the one joined last at the end: the cookie has them as pairs,
    since it would sort an object."""
    pairs: list[tuple[str, str]] = session.get(_CIRCLES_KEY) or []
    return dict(pairs)


def circle_key(circle_id: str) -> str:
    """This phone's key to the circle, empty when it has none."""
    return circle_keys().get(circle_id, "")


def require_phone_key(circle_id: str) -> str:
    """This phone's key to the circle. Raises NotAllowed."""
    key = circle_key(circle_id)
    if not key:
        raise NotAllowed(say("Join the circle to change it."), at="key")
    return key


def remember_circle(circle_id: str, key: str) -> None:
    """Keep the key; an empty one forgets the circle."""
    keys = circle_keys()
    keys.pop(circle_id, None)
    if key:
        keys[circle_id] = key
    session[_CIRCLES_KEY] = list(keys.items())[-MOST_CIRCLES:]
    session.permanent = True
