"""What the system allows is taken, shared out and told."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scorepad.machine import allowances
from scorepad.machine.allowances import Connections

SERVE = "ulimit -{limit}; exec {python} -m scorepad serve --host 127.0.0.1 --port 0 --instance {folder}"


@pytest.mark.parametrize("files", [64, 128, 256, 1024, 4096, 9_999, 10_000])
def test_pages_have_files_however_many_phones_listen(files):
    """All streams and all pages together open no more than there may be."""
    connections = Connections.among(files)
    opened = allowances.OWN_FILES + connections.streams + connections.pages
    if files < allowances.FILES_WANTED:
        opened += connections.pages * (allowances.FILES_OF_A_PAGE - 1)
    assert (opened <= files, connections.pages >= allowances.FEWEST_PAGES, connections.streams >= 1) == (
        (True,) * 3
    )


def test_only_where_few_phones_can_listen_the_host_is_told():
    """With the way to more of them."""
    assert allowances.few_files_words(allowances.FILES_WANTED, 2) == ""
    assert "ulimit -n 10000" in allowances.few_files_words(64, 2)


@pytest.mark.parametrize(
    ("limit", "said"), [("v 120000", "122 MB of memory (ulimit -v)"), ("n 32", "32 files")]
)
def test_a_pad_that_may_have_too_little_says_so_and_what_to_do(tmp_path, limit, said):
    """In one line, before anything that needs more is loaded."""
    command = SERVE.format(limit=limit, python=sys.executable, folder=tmp_path)
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert said in done.stderr
    assert "its service" in done.stderr


@pytest.mark.parametrize(("text", "memory"), [("134217728\n", 134_217_728), ("max\n", None), (None, None)])
def test_a_container_has_its_own_memory(tmp_path, monkeypatch, text, memory):
    """And not that of the machine."""
    file = tmp_path / "memory.max"
    if text:
        file.write_text(text)
    monkeypatch.setattr(allowances, "CONTAINER_LIMITS", ())
    machine = allowances.machine_memory()
    monkeypatch.setattr(allowances, "CONTAINER_LIMITS", (file,))
    assert allowances.machine_memory() == (memory or machine)
