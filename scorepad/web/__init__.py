"""The app for phones: `create_app` wires its parts together and does nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask

from scorepad.machine import folders
from scorepad.web import (
    error_pages,
    health,
    home,
    house_rules_pages,
    installing,
    languages,
    metrics,
    request_log,
    requests,
    security,
    settings,
    static_files,
)
from scorepad.web.api import read_photos, routes
from scorepad.web.circles import circle_pages, membership
from scorepad.web.hand import solve
from scorepad.web.people import join, known_tables
from scorepad.web.photos import evidence_pages, photo_pages
from scorepad.web.recording import avalanche_page, going_out, playing, settling, sharing
from scorepad.web.table import (
    deals,
    host_pages,
    live,
    player_pages,
    record,
    sheet_pages,
    table_page,
    table_pages,
)

PARTS = (request_log, metrics, requests, languages, static_files, security, error_pages)
BLUEPRINTS = (
    *(home.bp, languages.bp, health.bp, installing.bp, metrics.bp, solve.bp, join.bp, known_tables.bp),
    *(table_pages.bp, player_pages.bp, host_pages.bp, deals.bp, record.bp, live.bp, table_page.bp),
    *(sheet_pages.bp, circle_pages.bp, circle_pages.joining_bp, circle_pages.api_bp, membership.bp),
    *(going_out.bp, settling.bp, playing.bp, sharing.bp, avalanche_page.bp),
    *(photo_pages.bp, evidence_pages.bp),
    *(house_rules_pages.bp, house_rules_pages.named_bp, routes.bp, read_photos.bp),
)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app, its store in the instance folder; `config` overrides `scorepad.web.settings`."""
    app = Flask(
        "scorepad",
        template_folder=str(folders.resource_folder("templates")),
        static_folder=str(folders.resource_folder("static")),
        instance_path=str(folders.instance_folder((config or {}).get("INSTANCE"))),
    )
    settings.load(app, config or {})
    for part in PARTS:
        part.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    security.guard(app)
    return app
