"""A running pad: its web workers count together, and its links name the port where it listens."""

from __future__ import annotations

import os
import re

import pytest

from tests.serving import serving
from tests.web_phone import WebPhone

REQUESTS = 20


def test_all_workers_count_together(tmp_path):
    """Whichever of them is asked says what all of them did."""
    environment = {**os.environ, "SCOREPAD_METRICS": "true"}
    with serving(f"port=0, instance={str(tmp_path)!r}", env=environment) as server:
        for _ in range(REQUESTS):
            assert WebPhone(server.port).get("/new") == 200
        for _ in range(4):
            told = WebPhone(server.port).send("/metrics")[2]
            (count,) = re.findall(
                r'_count\{endpoint="tables.new",method="GET",status="200"\} ([0-9.]+)', told
            )
            assert float(count) == REQUESTS


@pytest.mark.nightly
def test_links_name_the_port(tmp_path):
    """Also in a worker, which has been handed the listening socket."""
    with serving(f"port=0, instance={str(tmp_path)!r}") as server:
        phone = WebPhone(server.port)
        invitation = phone.send(f"/t/{phone.new_table()}/invite")[2]
        assert re.findall(r"http://[0-9.]+:([0-9]+)/join", invitation) == [str(server.port)]
