"""Pages are light: none loads the search, which is for the processes that work alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys

PAGES = """
import json, sys
from scorepad.web import create_app

app = create_app({"INSTANCE": sys.argv[1], "WTF_CSRF_ENABLED": False})
client = app.test_client()
seats = {"name-0": "Ann", "name-1": "Ben"}
client.post("/new", data={"op": "open", "game": "chattahoochee", "dealer": "0", **seats})
(table_id,) = {line.split("/t/")[1][:12] for line in client.get("/").text.splitlines() if "/t/" in line}
client.post(f"/t/{table_id}/out", data={"op": "out", "player": "0", "points": "5", "record": "1"})
made = client.post("/circles/new", data={"op": "circle", "name": "Fridays", "table": table_id})
circle_id = made.location.split("/")[2]
known = {"table_id": table_id, "circle_id": circle_id, "game": "chattahoochee"}
answers = {}
for rule in app.url_map.iter_rules():
    given = {name: known.get(name, 1) for name in rule.arguments if name in known or name == "number"}
    if "GET" in rule.methods and given.keys() == rule.arguments and rule.endpoint != "live.events":
        with app.test_request_context():
            address = app.url_for(rule.endpoint, **given)
        answers[address] = client.get(address, follow_redirects=True).status_code
print(json.dumps({"answers": answers, "modules": sorted(sys.modules)}))
"""
SEARCH = "scorepad.optimize."
FACE = {"scorepad.optimize.answer", "scorepad.optimize.known_rules", "scorepad.optimize.search_question"}


def test_no_page_loads_the_search_or_its_solver(tmp_path):
    """Every page that a phone may open, where other processes work: none of them answers here."""
    done = subprocess.run(
        [sys.executable, "-c", PAGES, str(tmp_path / "instance")],
        env={**os.environ, "SCOREPAD_JOBS": str(tmp_path / "nobody")},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    seen = json.loads(done.stdout.splitlines()[-1])
    assert sum(status == 200 for status in seen["answers"].values()) > 25, seen["answers"]
    assert not {name for name in seen["modules"] if name.startswith(SEARCH)} - FACE
    assert not {"highspy", "pysat", "PIL", "cv2"} & set(seen["modules"])
