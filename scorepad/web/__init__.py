"""The app for phones: `create_app` wires its parts together and does nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from flask import Flask

from scorepad import resources
from scorepad.web import errors, requests, security, settings, static

BLUEPRINTS = (
    "home",
    "solve",
    "tables",
    "deals",
    "going_out",
    "settling",
    "playing",
    "photo",
    "photo_evidence",
    "referee",
    "join",
    "record",
    "live",
    "sheet",
    "wall",
    "rules",
    "house_rules",
    "api",
    "reading",
    "health",
)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app, its store in the instance folder; `config` overrides `scorepad.web.settings`."""
    app = Flask(
        "scorepad",
        template_folder=str(resources.folder("templates")),
        static_folder=str(resources.folder("static")),
        instance_path=str(resources.instance_folder((config or {}).get("INSTANCE"))),
    )
    settings.load(app, config or {})
    for part in (requests, security, static, errors):
        part.init_app(app)
    for name in BLUEPRINTS:
        app.register_blueprint(import_module(f"scorepad.web.{name}").bp)
    security.guard(app)
    return app
