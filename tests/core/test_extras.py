"""What is said where a library is missing that the pad does without."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from scorepad.cli.main import main
from scorepad.core import extras
from scorepad.core.extras import (
    LIBRARIES,
    SEARCH_LIBRARIES,
    NotInstalled,
    command_from,
    install_command,
    is_installed,
    missing_words,
    naming_extras,
    searches_lack,
)
from scorepad.host import doctor
from scorepad.photos.queue import DECODE
from tests.photos.photo_files import file_of, picture

SCOREPAD = Path(__file__).parents[2] / "scorepad"
PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]


def test_every_extra_is_one_of_the_project():
    """And what `bin/setup` installs has them all."""
    assert {*LIBRARIES} < {*PROJECT["optional-dependencies"]}
    assert all(map(is_installed, LIBRARIES))


@pytest.mark.parametrize(
    ("extra", "library"), [(extra, name) for extra in LIBRARIES for name in LIBRARIES[extra]]
)
def test_a_missing_library_is_named_by_its_extra(extra, library):
    """Whichever of them is met first, and whichever of its modules."""
    with pytest.raises(NotInstalled) as caught, naming_extras():
        raise ModuleNotFoundError(name=f"{library}.inner")
    assert install_command(extra) in str(caught.value.message)


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (
            {"url": "file:///home/ann/pad.whl", "archive_info": {}},
            "'scorepad[pdf] @ file:///home/ann/pad.whl'",
        ),
        (
            {"url": "file:///home/ann/my%20pad", "dir_info": {"editable": True}},
            "--editable '/home/ann/my pad[pdf]'",
        ),
        ({"url": "file:///home/ann/pad", "dir_info": {}}, "'scorepad[pdf] @ file:///home/ann/pad'"),
        ({}, "'scorepad[pdf]'"),
    ],
)
def test_the_name_alone_is_advised_only_where_this_copy_came_from_an_index(origin, command):
    """Elsewhere the name may be somebody else's."""
    assert command_from(origin, "pdf") == f"pip install {command}"


@pytest.mark.parametrize(
    ("file", "command"),
    [("pipx_metadata.json", "pipx install --force"), ("uv-receipt.toml", "uv tool install")],
)
def test_a_tool_is_installed_by_what_installed_it(tmp_path, file, command):
    """Whose folder is beside no `pip` that would reach it."""
    (tmp_path / file).touch()
    assert command_from({}, "pdf", str(tmp_path)) == f"{command} 'scorepad[pdf]'"


def test_the_libraries_of_the_searches_are_named():
    """All that a search or a proof imports, as the project depends on it."""
    modules = [
        alias
        for folder in ("optimize", "proofs")
        for file in (SCOREPAD / folder).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        for alias in _imported(node)
    ]
    assert {*modules} - {*sys.stdlib_module_names, "scorepad"} == {*SEARCH_LIBRARIES}
    depends_on = {re.split(r"[><=]", requirement)[0] for requirement in PROJECT["dependencies"]}
    assert {*SEARCH_LIBRARIES.values()} <= depends_on
    assert not searches_lack()


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("raise ImportError('libopenblas.so.0: cannot open shared object file')", "libopenblas.so.0: cannot"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGILL)", "ends the process with -4"),
    ],
)
def test_a_library_of_the_searches_that_cannot_be_loaded_is_named(monkeypatch, tmp_path, content, fault):
    """It is there, but lacks a library of its own, or was made for another processor."""
    (tmp_path / "numpy.py").write_text(content)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    said, remedy = searches_lack()
    assert "can’t load numpy" in said
    assert fault in said
    assert "pip install --force-reinstall numpy" in remedy


def _imported(node):
    """The top of each module that a statement imports."""
    if isinstance(node, ast.ImportFrom):
        return [node.module.partition(".")[0]]
    return [alias.name.partition(".")[0] for alias in node.names] if isinstance(node, ast.Import) else []


def test_a_module_of_no_extra_is_a_bug():
    """Nothing is said of it that is not so."""
    with pytest.raises(ModuleNotFoundError), naming_extras():
        raise ModuleNotFoundError(name="scorepad.nowhere")


DRAWN_WITH = "PIL"  # photos are read with it, and pictures of scores drawn
NEITHER = (*LIBRARIES["photos"], *LIBRARIES["pdf"], DRAWN_WITH)


def run_without(libraries, program, *arguments):
    """What a process says that has loaded nothing yet, as where those are not installed."""
    missing = f"import sys\nsys.modules |= dict.fromkeys({libraries!r})\n"
    line = [sys.executable, "-c", missing + program, *arguments]
    return subprocess.run(line, capture_output=True, text=True, timeout=60, check=False)


def test_the_command_line_says_it_in_one_line(tmp_path):
    """Exit status 2, nothing else happens."""
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(file_of(picture()))
    program = "from scorepad.cli.main import main\nsys.exit(main())"
    ended = run_without(NEITHER, program, "read", str(photo))
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", f"scorepad: {missing_words('photos')}\n")


@pytest.mark.parametrize(
    ("job", "extra"),
    [(f"ask({DECODE!r}, PHOTO, 10, given=GIVEN)", "photos"), ("draw_picture(TABLE, None)", "pdf")],
)
def test_a_job_says_it(job, extra):
    """As its own refusal: nothing broke."""
    program = f"""
from scorepad.jobs.client import ask
from scorepad.core.extras import NotInstalled, naming_extras
from scorepad.sheet.picture import draw_picture
PHOTO, TABLE = {{"photo": "", "phone": ""}}, None
GIVEN = {{"instance": None, "database": None, "limits": None}}
try:
    with naming_extras():
        {job}
except NotInstalled as fault:
    print(fault.message)
"""
    ended = run_without(NEITHER, program)
    assert (ended.stdout, ended.stderr) == (f"{missing_words(extra)}\n", "")


def test_the_doctor_tells_without_complaint(monkeypatch, capsys, tmp_path):
    """A host may want neither."""
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "fpdf" else find_spec(name))
    monkeypatch.setattr(doctor, "complaints", lambda _instance: [])
    assert main(["doctor", "--instance", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert missing_words("pdf") in told
    assert missing_words("photos") not in told


def test_no_command_looks_up_where_the_pad_came_from_before_it_says_so():
    """Metadata of packages take a tenth of the time in which a command starts."""
    program = (
        "from scorepad.cli.main import main\nmain(sys.argv[1:])\nprint('importlib.metadata' in sys.modules)"
    )
    ended = run_without((), program, "best", "gin-rummy", "4C 5C 6C")
    assert ended.stdout.splitlines()[-1] == "False"
