"""A pad whose disk is full shows what it has, says why it records nothing, and goes on by itself."""

from __future__ import annotations

import json
import resource
import sys

from scorepad.machine.folders import DATABASE
from scorepad.store.opening import prepare_store
from tests.serving import running
from tests.web_phone import WebPhone

LIMITED = """
import resource, sys
from scorepad.host.serve import serve
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
sys.exit(serve(port=0, instance=sys.argv[1]))
"""
FULL = "disk of the pad is full"
NOTE = "x" * 190
ROOM = 20_000  # bytes


def readiness(server):
    """The status of /readyz, and what is wrong with the pad."""
    status, _, answer = WebPhone(server.port).send("/readyz")
    return status, " ".join(json.loads(answer)["faults"])


def test_a_full_disk_stops_nothing_but_recording(tmp_path):
    """Here a limit of the size of files. Once there is room again all is as before."""
    prepare_store(tmp_path / DATABASE)
    most_bytes = (tmp_path / DATABASE).stat().st_size + ROOM
    with running([sys.executable, "-c", LIMITED, str(tmp_path), str(most_bytes)]) as server:
        phone = WebPhone(server.port)
        table = phone.new_table()
        page, recorded = "", 0
        while FULL not in page and recorded < 200:
            phone.note(table, f"{recorded} {NOTE}")
            page = phone.send(f"/t/{table}")[2]
            recorded += FULL not in page
        assert 0 < recorded < 200
        page = phone.send(f"/t/{table}")[2]
        assert f"{recorded - 1} xxx" in page
        assert f"{recorded} xxx" not in page
        status, faults = readiness(server)
        assert (status, FULL in faults) == (503, True)
        for process in (server.process.pid, *server.members):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        assert phone.note(table, "again") == 303
        assert "again" in phone.send(f"/t/{table}")[2]
        assert readiness(server) == (200, "")
