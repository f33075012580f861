"""A pad whose clock jumps: no phone loses its seat, whichever way it goes."""

from __future__ import annotations

import time

import pytest

YEAR = 365 * 24 * 3600


@pytest.mark.parametrize("years", [-56, -1, 3])
def test_a_clock_that_jumps_takes_no_seat(ann, going_out, monkeypatch, years):
    """A small computer without a clock chip starts in 1970; what was signed before is still good."""
    table, real_time = ann.table_id, time.time
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: real_time() + years * YEAR)
    going_out(ann, table, "Cy", points="3")
    assert "Cy out 1st, 9" in ann.open(f"/t/{table}").text


def test_a_cookie_of_another_key_is_no_seat(ann, app):
    """The signature is judged as before."""
    table = ann.table_id
    app.secret_key = "another"
    ann.open(f"/t/{table}/out", 403)
