"""The circles that this phone knows: their keys, kept in its signed cookie as those of tables are, and good
while the store knows them."""

from __future__ import annotations

from flask import session

from scorepad.core.sentence import say
from scorepad.store.engine import NotAllowed
from scorepad.web.people.access import opens
from scorepad.web.requests import store

MOST_CIRCLES = 8  # beside the tables, in a cookie of 4 KB
_CIRCLES_KEY = "circles"


def known_circle_ids() -> list[str]:
    """The circles that this phone has a key to, the one joined last first."""
    return [circle_id for circle_id in reversed(_cookie_keys()) if circle_key(circle_id)]


def circle_key(circle_id: str) -> str:
    """This phone's key to the circle, empty when it has none or it was taken back."""
    key = _cookie_keys().get(circle_id, "")
    return key if key and opens(store().circles, circle_id, key) else ""


def require_phone_key(circle_id: str) -> str:
    """This phone's key to the circle. Raises NotFound, NotAllowed."""
    key = circle_key(circle_id)
    if not key:
        store().circles.head(circle_id)
        raise NotAllowed(say("Join the circle to change it."), at="key")
    return key


def remember_circle(circle_id: str, key: str) -> None:
    """Keep the key; an empty one forgets the circle."""
    keys = _cookie_keys()
    keys.pop(circle_id, None)
    if key:
        keys[circle_id] = key
    session[_CIRCLES_KEY] = list(keys.items())[-MOST_CIRCLES:]
    session.permanent = True


def _cookie_keys() -> dict[str, str]:
    """The keys by the ids of their circles, the one joined last at the end: the cookie has them as pairs,
    since it would sort an object."""
    pairs: list[tuple[str, str]] = session.get(_CIRCLES_KEY) or []
    return dict(pairs)
