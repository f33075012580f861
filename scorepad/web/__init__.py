"""The web app for phones: `create_app` wires its parts together and does nothing else.

Each setting can be given to it or as SCOREPAD_<NAME> (JSON or plain text).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from typing import Any

from flask import Flask

from scorepad.machine import folders
from scorepad.photos import limits
from scorepad.rulebook import keep_games_in
from scorepad.store.opening import store_address
from scorepad.web import (
    health,
    help_pages,
    home,
    house_rules_pages,
    improving,
    installed,
    languages,
    observing,
    offers,
    outcomes,
    own_game_pages,
    requests,
    security,
    static_files,
    visitors,
)
from scorepad.web.api import exchange, routes, table_routes
from scorepad.web.circles import circle_pages, membership
from scorepad.web.hand import solve
from scorepad.web.people import join
from scorepad.web.photos import evidence_pages, photo_pages
from scorepad.web.recording import avalanche_page, going_out, playing, settling, sharing
from scorepad.web.table import (
    carry_pages,
    chosen,
    deals,
    elsewhere,
    hand_searches,
    live,
    player_pages,
    record,
    sheet_pages,
    table_page,
    table_pages,
)

DEFAULTS: dict[str, Any] = {
    "LIMITS": True,  # limits of rate, never for requests from the machine itself; or where to count them
    "LIMIT_API": "120 per minute",  # questions over /api/v1, each address
    "LIMIT_JOIN": "20 per minute",  # codes that are none, each address
    "LIMIT_READ": "30 per minute",  # photos to read, each address or table
    "LIMIT_SEARCH": "300 per minute",  # hands that pages have searched, each address or table
    "LIMIT_SHEET": "30 per minute",  # sheets, pictures and exports that are made, each address or table
    "LIMIT_TABLE": "60 per hour",  # new tables, each address
    "LIMIT_IMPORT": "30 per hour",  # tables from files, each address
    "LIMIT_PAGE": "3000 per minute",  # requests of any kind, each address or table
    "LIMIT_STREAMS": 400,  # phones that listen at the same time, each address or table
    "LIMIT_API_BODY": 64 * 1024,  # bytes of one question
    "LIMIT_READ_BODY": 64_000_000,  # bytes of one request with photos
    "LIMIT_PLAYS_BODY": 16_000_000,  # bytes of one file of plays of BG Stats
    **limits.default_settings(),
    "MAX_CONTENT_LENGTH": 4 * 1024 * 1024,  # bytes of any request
    "MAX_FORM_MEMORY_SIZE": 1024 * 1024,  # bytes of the text fields of one form
    "MAX_FORM_PARTS": 1000,
    "STREAMS": 1000,  # phones that may follow their tables in one process
    "ACCESS_LOG": "",  # a file, in the instance folder unless its path is whole, or - for the output
    "AUDIT_LOG": "",  # the same for what was to be changed
    "METRICS": False,  # /metrics, for the machine itself and whoever sends the token
    "METRICS_TOKEN": "",
    "HOSTS": "",  # what phones call the pad, by commas; none: the addresses and names of the machine
    "HOST": "",  # the one address where the pad listens; empty where it listens at all of them
    "PORT": None,  # where the pad listens, where it is known
    "PROXIES": 0,  # reverse proxies in front whose X-Forwarded-* headers are believed
    "PREFIX": "",  # the path of a web server under which the pad is: /pad
    "INGRESS": "",  # the address of a home server's proxy, whose X-Ingress-Path is believed
    "FRAMED": False,  # pages may be shown in a frame of a page from the same address
    "WITHOUT": (),  # what the pad doesn't offer, of the names in `offers`
    "WEBHOOKS_PRIVATE": False,  # webhooks to addresses of the pad's own network, such as a lamp at home
    "SEARCH_SECONDS": None,  # the most that a search takes; none: as long as each page and program asks
    "VERSION": "",  # of the pad; empty: as it is installed
    "STORE": "",  # postgresql://… for tables that several machines share; else a file of the instance folder
    "MIGRATE": True,  # bring the store up to date when the app is made
    "PERMANENT_SESSION_LIFETIME": timedelta(days=365),
    "SESSION_COOKIE_NAME": "scorepad",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",  # Strict would drop the seat of a phone that follows a link from a chat
    "SESSION_REFRESH_EACH_REQUEST": False,  # a late answer must not bring back an older cookie
    "WTF_CSRF_TIME_LIMIT": None,  # a page stays open all evening; its token lasts as long as the cookie
}
PARTS = (
    observing,
    offers,
    requests,
    languages,
    static_files,
    exchange,  # tags are those of answers that are not compressed yet
    security,
    outcomes,
    record,
    hand_searches,
)
BLUEPRINTS = (
    *(
        home.bp,
        installed.bp,
        help_pages.bp,
        languages.bp,
        improving.bp,
        health.bp,
        observing.bp,
        solve.bp,
        join.bp,
    ),
    *(table_pages.bp, player_pages.bp, table_pages.host_bp, deals.bp, record.bp, live.bp, table_page.bp),
    chosen.bp,
    elsewhere.bp,
    *(
        carry_pages.bp,
        sheet_pages.bp,
        circle_pages.bp,
        circle_pages.joining_bp,
        circle_pages.api_bp,
        membership.bp,
    ),
    *(going_out.bp, settling.bp, playing.bp, sharing.bp, avalanche_page.bp),
    *(photo_pages.bp, evidence_pages.bp),
    *(house_rules_pages.bp, house_rules_pages.named_bp, own_game_pages.bp, routes.bp, routes.reading_bp),
    table_routes.bp,
)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Create the app, with its store in the instance folder; `config` overrides `DEFAULTS`."""
    app = Flask(
        "scorepad",
        template_folder=str(folders.resource_folder("templates")),
        static_folder=str(folders.resource_folder("static")),
        instance_path=str(folders.instance_folder((config or {}).get("INSTANCE"))),
    )
    _load_settings(app, config or {})
    keep_games_in(app.config["INSTANCE"] / folders.GAMES)
    for part in PARTS:
        part.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    security.guard(app)
    if app.config["LIMITS"]:
        visitors.limit(app)
    return app


def _load_settings(app: Flask, config: Mapping[str, Any]) -> None:
    """Load the defaults, then the environment, then `config`; the instance folder and its key last."""
    app.config.from_mapping(DEFAULTS)
    app.config.from_prefixed_env("SCOREPAD")
    app.config.from_mapping(config)
    instance = folders.instance_folder(app.instance_path)
    app.config["INSTANCE"] = instance
    app.config["DATABASE"] = app.config.get("DATABASE") or store_address(instance, app.config["STORE"])
    app.config["VERSION"] = app.config["VERSION"] or _installed_version()
    # Flask reads the environment as JSON: a key of digits alone comes as a number.
    app.config["SECRET_KEY"] = str(app.config.get("SECRET_KEY") or folders.secret_key(instance))


@cache
def _installed_version() -> str:
    """The version of the installed package. Looked up once, since searching the installed packages is
    slow."""
    from importlib.metadata import version

    return version("scorepad")
