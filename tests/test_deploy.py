"""What hosts start the pad from: the image, compose, Home Assistant, YunoHost, systemd."""

from __future__ import annotations

import re
import subprocess
import sysconfig
import tomllib
from pathlib import Path

import jsonschema_rs
import pytest
import yaml

from scorepad.web import DEFAULTS

TOP = Path(__file__).parents[1]
DEPLOY = TOP / "deploy"
APP = DEPLOY / "home-assistant" / "scorepad"
YUNOHOST = DEPLOY / "yunohost"
VERSION = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]["version"]
COMPOSE = ("compose.yaml", "compose-several.yaml")
IMAGES = ("Containerfile", "home-assistant/scorepad/Dockerfile")
UNITS = ("scorepad.service", "scorepad-web.service", "scorepad-work.service", "scorepad-backup.service")


def run(*command, cwd=TOP):
    """Its output; fails with it when the command fails."""
    done = subprocess.run(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def tool(name):
    """A linter of the tests' own environment."""
    return str(Path(sysconfig.get_path("scripts")) / name)


@pytest.mark.parametrize("name", IMAGES)
def test_a_linter_of_images_finds_nothing(name):
    run(tool("hadolint"), str(DEPLOY / name))


def test_the_image_is_built_in_stages_and_runs_as_nobody_of_power():
    """It knows how it is, names no machine's kind, and writes into its volume alone."""
    text = (DEPLOY / "Containerfile").read_text()
    assert len(re.findall(r"^FROM ", text, re.M)) == 2
    last_stage = text.rpartition("\nFROM ")[2]
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", last_stage, re.M)
    assert "HEALTHCHECK" in last_stage
    assert re.findall(r"^VOLUME (.*)", last_stage, re.M) == ["/var/lib/scorepad"]
    assert not re.search(r"(?m)^[^#].*(amd64|x86|--platform)", text)


@pytest.mark.nightly
@pytest.mark.parametrize("name", COMPOSE)
def test_a_compose_file_follows_its_schema(name):
    run(tool("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", str(DEPLOY / name))


@pytest.mark.parametrize("name", COMPOSE)
def test_every_pad_in_a_compose_file_may_do_little(name):
    """It writes to its volumes alone, gets no privilege, and is given settings that there are."""
    services = yaml.safe_load((DEPLOY / name).read_text())["services"]
    pads = [service for service in services.values() if service.get("image") == "scorepad"]
    assert pads
    for pad in pads:
        assert pad["read_only"] is True
        assert pad["cap_drop"] == ["ALL"]
        assert pad["security_opt"] == ["no-new-privileges:true"]
        named = {setting.removeprefix("SCOREPAD_") for setting in pad["environment"]}
        assert named <= {*DEFAULTS, "SECRET_KEY", "JOBS"}


APP_SCHEMA = {
    "type": "object",
    "required": ["name", "version", "slug", "description", "arch"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string"},
        "version": {"type": "string"},
        "slug": {"type": "string", "pattern": "^[-_.A-Za-z0-9]+$"},
        "description": {"type": "string"},
        "arch": {"type": "array", "items": {"enum": ["amd64", "aarch64"]}, "uniqueItems": True},
        "init": {"type": "boolean"},
        "startup": {"enum": ["initialize", "system", "services", "application", "once"]},
        "boot": {"enum": ["auto", "manual", "manual_only"]},
        "ingress": {"type": "boolean"},
        "ingress_port": {"type": "integer", "minimum": 0, "maximum": 65535},
        "panel_icon": {"type": "string", "pattern": "^mdi:[a-z0-9-]+$"},
        "panel_title": {"type": "string"},
        "panel_admin": {"type": "boolean"},
        "ports": {
            "type": "object",
            "patternProperties": {"^[0-9]+/(tcp|udp)$": {"type": ["integer", "null"]}},
            "additionalProperties": False,
        },
        "watchdog": {"type": "string", "pattern": r"^(https?|tcp)://\[HOST\]:(\[PORT:\d+\]|\d+)"},
        "backup": {"enum": ["hot", "cold"]},
        "backup_pre": {"type": "string"},
        "backup_post": {"type": "string"},
        "backup_exclude": {"type": "array", "items": {"type": "string"}},
        "tmpfs": {"type": "boolean"},
        "options": {"type": "object"},
        "schema": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}
"""The keys of an app's `config.yaml` that this one uses, as Home Assistant's developers describe them."""


@pytest.fixture(scope="module")
def app():
    return yaml.safe_load((APP / "config.yaml").read_text())


def test_home_assistants_app_follows_its_schema(app):
    """And has the version of the package."""
    jsonschema_rs.validate(APP_SCHEMA, app)
    assert app["version"] == VERSION
    assert app["options"].keys() == app["schema"].keys()


@pytest.mark.parametrize("language", ["en", "de"])
def test_home_assistant_names_every_option_and_port(app, language):
    words = yaml.safe_load((APP / "translations" / f"{language}.yaml").read_text())
    assert words["configuration"].keys() == app["options"].keys()
    assert all(option.keys() == {"name", "description"} for option in words["configuration"].values())
    assert words["network"].keys() == app["ports"].keys()


def test_home_assistants_app_starts_a_pad_in_its_frame(app):
    """On the port that its proxy asks, with its tables where backups look."""
    dockerfile, script = (APP / "Dockerfile").read_text(), (APP / "run.sh").read_text()
    assert "SCOREPAD_INGRESS=172.30.32.2" in dockerfile
    assert "SCOREPAD_INSTANCE=/data" in dockerfile
    assert f"--port {app['ingress_port']}" in script
    assert set(re.findall(r'\["(\w+)"\]', script)) == set(app["options"])
    run("sh", "-n", str(APP / "run.sh"))


MANIFEST_SCHEMA = {
    "type": "object",
    "required": ["packaging_format", "id", "name", "description", "version", "maintainers", "upstream"],
    "additionalProperties": False,
    "properties": {
        "packaging_format": {"const": 2},
        "id": {"type": "string", "pattern": "^[a-z0-9]+$"},
        "name": {"type": "string", "maxLength": 22},
        "description": {"type": "object", "required": ["en"], "additionalProperties": {"maxLength": 150}},
        "version": {"type": "string", "pattern": r"^[0-9a-z.]+~ynh[0-9]+$"},
        "maintainers": {"type": "array"},
        "upstream": {"type": "object", "required": ["license"]},
        "integration": {
            "type": "object",
            "required": ["yunohost", "architectures", "multi_instance", "ldap", "sso", "disk", "ram"],
            "properties": {
                "yunohost": {"type": "string", "pattern": r"^>= ?[0-9.]+$"},
                "helpers_version": {"enum": ["2", "2.1"]},
                "architectures": {"type": "array", "items": {"enum": ["amd64", "i386", "armhf", "arm64"]}},
                "disk": {"type": "string", "pattern": "^[0-9]+[KMG]$"},
                "ram": {"type": "object", "required": ["build", "runtime"]},
            },
        },
        "install": {
            "type": "object",
            "required": ["domain", "path", "init_main_permission"],
            "additionalProperties": {"type": "object", "required": ["type"]},
        },
        "resources": {
            "type": "object",
            "required": ["system_user", "install_dir", "permissions", "ports"],
            "properties": {name: {"type": "object"} for name in ("apt", "data_dir", "permissions")},
        },
    },
}
"""The keys of a `manifest.toml` of the second format that this one uses, as YunoHost describes them."""


def test_yunohosts_manifest_follows_its_schema():
    """And has the version of the package."""
    manifest = tomllib.loads((YUNOHOST / "manifest.toml").read_text())
    jsonschema_rs.validate(MANIFEST_SCHEMA, manifest)
    assert manifest["version"] == f"{VERSION}~ynh1"


@pytest.mark.parametrize("name", ["install", "remove", "upgrade", "backup", "restore", "_common.sh"])
def test_yunohosts_scripts_are_there_and_read(name):
    run("bash", "-n", str(YUNOHOST / "scripts" / name))


@pytest.mark.parametrize("name", ["nginx.conf", "scorepad.env", "systemd.service"])
def test_yunohost_fills_every_blank(name):
    """From what its manifest asks and makes, and from what a script sets."""
    known = {"APP", "DOMAIN", "PATH", "PORT", "INSTALL_DIR", "DATA_DIR"}
    scripts = "".join(script.read_text() for script in (YUNOHOST / "scripts").iterdir())
    set_by_scripts = {found.upper() for found in re.findall(r"^ +(\w+)=", scripts, re.M)}
    assert (
        set(re.findall(r"__([A-Z_]+?)__", (YUNOHOST / "conf" / name).read_text())) <= known | set_by_scripts
    )


@pytest.mark.parametrize("name", [*UNITS, "scorepad-backup.timer", "yunohost/conf/systemd.service"])
def test_systemd_reads_every_unit_without_a_word(name, tmp_path):
    """Each with the command that is there on this machine in place of the pad's."""
    for file in [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer"), DEPLOY / name]:
        unit = file.read_text().replace("__APP__", "scorepad").replace("__PORT__", "8000")
        unit = re.sub(r"__[A-Z_]+__(/venv)?|/opt/scorepad", "/opt/scorepad", unit)
        unit = unit.replace("/opt/scorepad/bin/scorepad", "/bin/echo")
        (tmp_path / file.name.replace("systemd", "yunohost")).write_text(unit)
    unit = tmp_path / Path(name).name.replace("systemd", "yunohost")
    assert run("systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(unit)) == ""


def test_every_setting_that_a_host_is_given_is_one():
    """A name that nobody reads would say nothing."""
    given = [
        name
        for file in DEPLOY.rglob("*")
        if file.is_file()
        for name in re.findall(r"SCOREPAD_([A-Z_]+)", file.read_text())
    ]
    assert given
    assert set(given) <= {*DEFAULTS, "INSTANCE", "SECRET_KEY", "JOBS"}
