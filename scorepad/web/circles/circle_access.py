"""The circles that this phone knows: their keys, kept as those of tables are, and good while the store knows
them."""

from __future__ import annotations

from scorepad.core.sentence import say
from scorepad.store.engine import JoinedLog, NotAllowed
from scorepad.web.people import access
from scorepad.web.requests import store


def known_circle_ids() -> list[str]:
    """The circles that this phone has a key to, the one joined last first."""
    joined_circles = access.joined_logs("circles", store().circles)
    return [joined.id for joined in reversed(joined_circles) if circle_key(joined.id)]


def circle_key(circle_id: str) -> str:
    """This phone's key to the circle, empty when it has none or it was taken back."""
    joined = access.joined_log("circles", store().circles, circle_id)
    return joined.key if joined else ""


def require_phone_key(circle_id: str) -> str:
    """This phone's key to the circle. Raises NotAllowed."""
    key = circle_key(circle_id)
    if not key:
        raise NotAllowed(say("Join the circle to change it."), at="key")
    return key


def remember_circle(circle_id: str, key: str) -> None:
    """Keep the key."""
    access.join_log("circles", store().circles, JoinedLog(circle_id, key))
