"""Fixtures that most tests share: an app on a store of its own, and a client of it."""

from __future__ import annotations

import pytest
from hypothesis import settings

from scorepad.web import create_app

settings.register_profile("scorepad", deadline=None, print_blob=True)
settings.load_profile("scorepad")


@pytest.fixture
def app(tmp_path):
    """The app on a fresh instance folder."""
    return create_app({"TESTING": True, "INSTANCE": str(tmp_path / "instance")})


@pytest.fixture
def client(app):
    """A phone that knows no table yet."""
    return app.test_client()
