"""Which photos are this phone's: those it handed in, by their ids in its signed cookie.

A photo's id cannot be guessed, and even who knows it sees nothing on another phone.
"""

from __future__ import annotations

import secrets

from flask import session

from scorepad.core.sentence import say
from scorepad.photos.desk import Gone

MOST = 8  # the newest ones; what a cookie of 4 KB holds beside the tables
_PHOTOS_KEY = "photos"
_NAME_KEY = "phone"


def claim_photo(photo: str) -> None:
    """Remember that this phone handed it in."""
    session[_PHOTOS_KEY] = [*_claimed_photos(), photo][-MOST:]
    session.permanent = True


def is_claimed(photo: str) -> bool:
    return photo in _claimed_photos()


def own_photo(photo: str) -> str:
    """The photo, when it is this phone's. Raises Gone."""
    if not is_claimed(photo):
        raise Gone(say("This photo is not here, or another phone took it."), at="photo")
    return photo


def give_up(photo: str) -> None:
    session[_PHOTOS_KEY] = [other_photo for other_photo in _claimed_photos() if other_photo != photo]


def phone_name() -> str:
    """A name for this phone that says nothing, so that phones take turns at the reading."""
    if _NAME_KEY not in session:
        session[_NAME_KEY] = secrets.token_urlsafe(8)
    return str(session[_NAME_KEY])


def _claimed_photos() -> list[str]:
    return list(session.get(_PHOTOS_KEY) or [])
