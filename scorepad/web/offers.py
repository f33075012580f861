"""Features that a pad offers beside cards and scores. SCOREPAD_WITHOUT names those that it doesn't offer."""

from __future__ import annotations

from functools import partial

from flask import Flask, abort, current_app, request

JOIN = "join"
"""Other phones: invitations and codes."""
OWN_WORKER = "worker"
"""A service worker that opens the pad without a network."""
PDF = "pdf"
"""PDF files and pictures of sheets."""
PHOTOS = "photos"
"""Photos of cards, read and kept."""
LIVE = "live"
"""Changes as they come; without it a page asks every two seconds."""
PROGRAMS = "programs"
"""What other programs and sites are given: webhooks, overlays and frames."""
SMALLER_ANSWERS = "compression"
"""Answers in a smaller form."""

ENDPOINTS = {
    LIVE: ("live.events",),
    JOIN: (
        *("join.ask", "join.find", "join.names", "join.enter", "join.invite", "join.qr"),
        *("circle_join.", "circles.invite", "circles.qr"),
    ),
    OWN_WORKER: ("installed.worker",),
    PDF: ("sheet.table_pdf", "sheet.empty_pdf", "sheet.picture", "sheet.hand_picture"),
    PHOTOS: ("photo.", "photo_evidence."),
    PROGRAMS: ("host.set_webhook", "elsewhere."),
}
"""How the names of their endpoints begin."""


def init_app(app: Flask) -> None:
    """Give templates `offers(…)`, and answer 404 at pages of features that aren't offered."""
    app.add_template_global(offers)
    if closed := tuple(beginning for name in app.config["WITHOUT"] for beginning in ENDPOINTS.get(name, ())):
        app.before_request(partial(_refuse, closed))


def _refuse(closed: tuple[str, ...]) -> None:
    """Answer 404 at endpoints whose names begin like one of `closed`."""
    if (request.endpoint or "").startswith(closed):
        abort(404)


def offers(name: str) -> bool:
    """Whether this pad offers the feature."""
    return name not in current_app.config["WITHOUT"]
