"""A release is one command: what it writes, what it builds, and what it refuses."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from email import message_from_bytes
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.process

TOP = Path(__file__).parents[1]
VERSION = "7.8.9"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of this one to release from, with the tests' own environment."""
    copy = tmp_path_factory.mktemp("checkout")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=TOP,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        if name and (TOP / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TOP / name, copy / name)
    (copy / ".venv").symlink_to(sys.prefix)
    return copy


def release(checkout, *words):
    return subprocess.run(
        [checkout / "bin" / "release", *words], capture_output=True, text=True, check=False, cwd=checkout
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Type the version"),
        (["0.2"], "'0.2' isn't a version"),
        (["1.2.3rc1"], "'1.2.3rc1' isn't a version"),
        (["v1.2.3"], "'v1.2.3' isn't a version"),
    ],
)
def test_what_is_no_version_is_refused(checkout, words, said):
    """In one line, and nothing is written."""
    done = release(checkout, *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert (checkout / "pyproject.toml").read_text() == (TOP / "pyproject.toml").read_text()


@pytest.fixture(scope="module")
def released(checkout):
    """The folder of a release that kept the lock and built no image."""
    done = release(checkout, VERSION, "--keep-lock", "--no-image")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No image was built" in done.stdout
    return checkout / "dist"


@pytest.mark.nightly
def test_the_version_stands_everywhere(checkout, released):
    """In the package, in Home Assistant's app, in YunoHost's package, and over the changes."""
    with ZipFile(released / f"scorepad-{VERSION}-py3-none-any.whl") as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        assert message_from_bytes(files.read(name))["Version"] == VERSION
    assert f'version: "{VERSION}"' in (checkout / "deploy/home-assistant/scorepad/config.yaml").read_text()
    manifest = tomllib.loads((checkout / "deploy/yunohost/manifest.toml").read_text())
    assert manifest["version"] == f"{VERSION}~ynh1"
    headings = re.findall(r"^## (.*)", (checkout / "CHANGELOG.md").read_text(), re.M)
    assert headings[0] == "Unreleased"
    assert headings[1].startswith(f"{VERSION}, 20")


@pytest.mark.nightly
def test_the_packages_for_home_servers_hold_the_wheel_and_the_lock(released):
    """Where their scripts look for them."""
    wheel = f"scorepad-{VERSION}-py3-none-any.whl"
    for name, folder in (("home-assistant", "scorepad"), ("yunohost", "sources")):
        with tarfile.open(released / f"scorepad-{VERSION}-{name}.tar.gz") as files:
            assert {f"{name}/{folder}/{wheel}", f"{name}/{folder}/requirements.lock"} <= set(files.getnames())


@pytest.mark.nightly
def test_the_bill_of_materials_names_every_locked_library(released):
    """By CycloneDX, each with the hashes of its files."""
    bill = json.loads((released / f"scorepad-{VERSION}.cdx.json").read_text())
    assert bill["bomFormat"] == "CycloneDX"
    assert bill["metadata"]["component"]["name"] == "scorepad"
    assert bill["metadata"]["component"]["version"] == VERSION
    named = {(part["name"], part["version"]) for part in bill["components"]}
    assert named == set(re.findall(r"^([a-z0-9-]+)==([^ ]+)", (TOP / "requirements.lock").read_text(), re.M))


@pytest.mark.nightly
def test_the_checksums_are_those_of_all_files(released):
    """Of each but their own."""
    lines = (released / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split() for line in lines)}
    files = {path for path in released.iterdir() if path.name != "SHA256SUMS"}
    assert sums == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
