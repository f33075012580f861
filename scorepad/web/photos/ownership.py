"""Which photos are this phone's: those it handed in, by their ids in its signed cookie.

A photo's id cannot be guessed, and even who knows it sees nothing on another phone.
"""

from __future__ import annotations

import secrets

from flask import session

from scorepad.photos.desk import Gone

MOST = 8  # the newest ones; what a cookie of 4 KB holds beside the tables
_PHOTOS = "photos"
_NAME = "phone"


def claim(photo: str) -> None:
    """Remember that this phone handed it in."""
    session[_PHOTOS] = [*_claimed(), photo][-MOST:]
    session.permanent = True


def claimed(photo: str) -> bool:
    return photo in _claimed()


def own(photo: str) -> str:
    """The photo, when it is this phone's. Raises Gone."""
    if not claimed(photo):
        raise Gone("This photo is not here, or another phone took it.", at="photo")
    return photo


def give_up(photo: str) -> None:
    session[_PHOTOS] = [other for other in _claimed() if other != photo]


def phone_name() -> str:
    """A name for this phone that says nothing, so that phones take turns at the reading."""
    if _NAME not in session:
        session[_NAME] = secrets.token_urlsafe(8)
    return str(session[_NAME])


def _claimed() -> list[str]:
    return list(session.get(_PHOTOS) or [])
