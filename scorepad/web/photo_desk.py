"""The desk of photos, as the app is set up."""

from __future__ import annotations

from flask import current_app

from scorepad.photos import limits
from scorepad.photos.desk import Desk


def desk() -> Desk:
    """Where photos are handed in."""
    config = current_app.config
    return Desk(config["INSTANCE"], limits.limits_of(config), config["DATABASE"])
