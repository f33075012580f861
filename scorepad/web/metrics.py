"""`/metrics` for Prometheus, where the host switches it on: all web workers of a machine together.

The machine itself may read it, and whoever sends the token; to others nothing is there.
"""

from __future__ import annotations

import hmac
import os
import time
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, g, request

from scorepad.core.errors import ScorepadError
from scorepad.web import visitors

bp = Blueprint("metrics", __name__)

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Where the workers count, as prometheus_client knows it; it reads this when it is loaded."""
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


def init_app(app: Flask) -> None:
    """Count and time requests, and refusals by their codes; nothing where METRICS is off."""
    if not app.config["METRICS"]:
        return
    import prometheus_client

    registry = prometheus_client.CollectorRegistry()
    app.extensions["metrics"] = registry
    times = prometheus_client.Histogram(
        "scorepad_request_seconds",
        "How long requests took, streams aside, by what was asked.",
        ("endpoint", "method", "status"),
        buckets=SECONDS,
        registry=registry,
    )
    refusals = prometheus_client.Counter(
        "scorepad_refusals", "What was refused, by its code.", ("code",), registry=registry
    )
    streams = prometheus_client.Gauge(
        "scorepad_streams", "Phones that listen.", registry=registry, multiprocess_mode="livesum"
    )

    @app.after_request
    def count(response: Response) -> Response:
        seconds = time.perf_counter() - g.get("began_at", time.perf_counter())
        labels = (request.endpoint or "none", request.method, str(response.status_code))
        times.labels(*labels).observe(seconds)
        streams.set(app.extensions["live"].listeners)
        return response

    app.extensions["count_refusal"] = lambda error: refusals.labels(error.code).inc()


def count_refusal(error: ScorepadError) -> None:
    """Count what was refused, where anything is counted."""
    if count := current_app.extensions.get("count_refusal"):
        count(error)


@bp.get("/metrics")
def metrics() -> Response:
    """What was counted, as Prometheus reads it."""
    registry = current_app.extensions.get("metrics")
    if registry is None or not _may_read():
        abort(404)
    import prometheus_client

    return Response(prometheus_client.generate_latest(_whole(registry)), mimetype="text/plain; version=0.0.4")


def _whole(registry: Any) -> Any:
    """What all workers counted, where they do so together; else what this process did."""
    if not os.environ.get(FOLDER_VARIABLE):
        return registry
    from prometheus_client import CollectorRegistry, multiprocess

    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together


def _may_read() -> bool:
    token = str(current_app.config["METRICS_TOKEN"])
    sent = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return visitors.from_here() or (bool(token) and hmac.compare_digest(sent.encode(), token.encode()))
