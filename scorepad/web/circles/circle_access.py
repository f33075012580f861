"""The circles that this phone knows: their keys, kept as those of tables are."""

from __future__ import annotations

from scorepad.core.sentence import say
from scorepad.store.engine import JoinedLog, NotAllowed
from scorepad.web.people import access
from scorepad.web.requests import store


def circle_keys() -> dict[str, str]:
    """The keys by the ids of their circles, the one joined last at the end."""
    return {joined.id: joined.key for joined in access.joined_logs("circles", store().circles)}


def circle_key(circle_id: str) -> str:
    """This phone's key to the circle, empty when it has none."""
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
