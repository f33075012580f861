"""The app for phones: `create_app` wires its parts together and does nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from flask import Flask

from scorepad.machine import folders
from scorepad.web import error_pages, requests, security, settings, static_files

BLUEPRINTS = (
    "home",
    "hand.solve",
    "table.table_pages",
    "table.deals",
    "recording.going_out",
    "recording.settling",
    "recording.playing",
    "recording.avalanche_page",
    "photos.photo_pages",
    "photos.evidence_pages",
    "people.join",
    "table.record",
    "table.live",
    "table.sheet_pages",
    "house_rules.game_page",
    "house_rules.named_rules",
    "api.routes",
    "api.read_photos",
    "health",
)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app, its store in the instance folder; `config` overrides `scorepad.web.settings`."""
    app = Flask(
        "scorepad",
        template_folder=str(folders.folder("templates")),
        static_folder=str(folders.folder("static")),
        instance_path=str(folders.instance_folder((config or {}).get("INSTANCE"))),
    )
    settings.load(app, config or {})
    for part in (requests, security, static_files, error_pages):
        part.init_app(app)
    for name in BLUEPRINTS:
        app.register_blueprint(import_module(f"scorepad.web.{name}").bp)
    security.guard(app)
    return app
