"""What a host sees of requests: an id for each, which error pages show; logs; and `/metrics` for Prometheus,
over all web workers of a machine.

Log lines are JSON objects. The access log has every request, the audit log every attempted change: who, at
which table, and the outcome. Neither has cards, names, queries, or anything that opens a table: keys, codes
in addresses, and the ops of forms, which both logs rename. Metrics are served to the machine itself and to
whoever sends the token; to others they do not exist.
"""

from __future__ import annotations

import hmac
import json
import logging
import os
import secrets
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, g, request

from scorepad.core.errors import ScorepadError
from scorepad.core.lasting_faults import SHORTAGE_TOLD_AGAIN, FaultLog
from scorepad.store.engine import ALPHABET, CODE_LENGTH
from scorepad.web import visitors
from scorepad.web.fields import sent_op
from scorepad.web.people import access

bp = Blueprint("metrics", __name__)

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Where the workers count, as prometheus_client knows it; it reads this when it is loaded."""
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
ID_BYTES = 5
STANDARD_OUTPUT = "-"
CUT = "…"
CHANGES = ("POST", "PUT", "PATCH", "DELETE")


def init_app(app: Flask) -> None:
    """Set up request ids; logs, if ACCESS_LOG and AUDIT_LOG name files (`-` for the output); and counts, if
    METRICS is on."""
    app.before_request(_begin)
    app.after_request(_end)
    app.extensions["store_faults"] = FaultLog(app.logger)
    app.extensions["shortages"] = FaultLog(app.logger, SHORTAGE_TOLD_AGAIN)
    app.add_template_global(request_id, "request_id")
    for handler in logging.getLogger().handlers + app.logger.handlers:
        handler.addFilter(_add_id)
    if app.config["METRICS"]:
        _count_requests(app)


def request_id() -> str:
    """The id of this request; empty outside of one."""
    return str(g.get("request_id", "")) if g else ""


def _add_id(record: logging.LogRecord) -> bool:
    """Add the request's id to a log record. Always returns True."""
    own_id = request_id()
    # A record passes this filter once for each handler.
    if own_id and own_id not in str(record.msg):
        record.msg = f"[{own_id}] {str(record.msg).replace(request.path, path_without_codes())}"
    return True


def path_without_codes() -> str:
    """The path of the request, with anything that joins a table, or could, cut out."""
    code = (request.view_args or {}).get("code")
    own_words = request.url_rule.rule.split("/") if request.url_rule else []
    return "/".join(
        CUT if word == code or (word not in own_words and _looks_like_code(word)) else word
        for word in request.path.split("/")
    )


def _looks_like_code(word: str) -> bool:
    plain = [char for char in word.upper() if char.isalnum()]
    return len(plain) == CODE_LENGTH and all(char in ALPHABET for char in plain)


def _begin() -> None:
    g.request_id = secrets.token_hex(ID_BYTES)
    g.began_at = time.perf_counter()


def _end(response: Response) -> Response:
    response.headers["X-Request-ID"] = request_id()
    settings = current_app.config
    if settings["ACCESS_LOG"]:
        _write_line(settings["ACCESS_LOG"], _access_fields(response))
    if settings["AUDIT_LOG"] and request.method in CHANGES:
        _write_line(settings["AUDIT_LOG"], {**_access_fields(response), **_audit_fields()})
    return response


def _access_fields(response: Response) -> dict[str, object]:
    return {
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "id": request_id(),
        "address": visitors.address() or "this machine",
        "method": request.method,
        "path": path_without_codes(),
        "status": response.status_code,
        "milliseconds": round(1000 * (time.perf_counter() - g.get("began_at", time.perf_counter())), 1),
    }


def _audit_fields() -> dict[str, object]:
    """The fields of an audit line: what was to be done, where, and by which seat, None for a phone without
    one."""
    table_id = (request.view_args or {}).get("table_id")
    phone = access.Phone()
    with suppress(ScorepadError):  # the store is away, and cannot say whose key it was
        phone = access.phone(table_id) if table_id else phone
    op = sent_op()
    return {
        "action": request.endpoint,
        "table": CUT if table_id and _looks_like_code(table_id) else table_id,
        "seat": phone.seat,
        "writes": phone.writes,
        "op": access.op_name(op) if op else None,
    }


def _write_line(name: str, fields: dict[str, object]) -> None:
    """Write one whole line to a log that others also write. A failure is ignored."""
    line = json.dumps(fields, ensure_ascii=False) + "\n"
    with suppress(OSError):
        if name == STANDARD_OUTPUT:
            sys.stdout.write(line)
            sys.stdout.flush()
            return
        path = Path(current_app.config["INSTANCE"]) / name
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, line.encode("utf-8", "replace"))
        finally:
            os.close(descriptor)


def _count_requests(app: Flask) -> None:
    """Count and time requests, and refusals by their codes."""
    # Here, as it reads FOLDER_VARIABLE when it is loaded, and most pads count nothing.
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
        # By endpoint and not by path: every table would be a series of its own.
        labels = (request.endpoint or "none", request.method, str(response.status_code))
        times.labels(*labels).observe(seconds)
        streams.set(app.extensions["live"].listeners)
        return response

    app.extensions["count_refusal"] = lambda error: refusals.labels(error.code).inc()


def tell_store_fault(error: ScorepadError) -> None:
    """Log a fault of the store: damaged, full, read-only or away. Other errors are ignored."""
    if error.code.startswith("store-"):
        faults: FaultLog = current_app.extensions["store_faults"]
        faults.tell(error)


def tell_shortage(error: ScorepadError) -> None:
    """Log a shortage of the machine, once a minute at most."""
    shortages: FaultLog = current_app.extensions["shortages"]
    shortages.tell(error)


def count_refusal(error: ScorepadError) -> None:
    """Count the refusal, if requests are counted."""
    if count := current_app.extensions.get("count_refusal"):
        count(error)


@bp.get("/metrics")
def metrics() -> Response:
    """The counts, in Prometheus's text format."""
    registry = current_app.extensions.get("metrics")
    if registry is None or not _may_read():
        abort(404)
    import prometheus_client

    return Response(prometheus_client.generate_latest(_whole(registry)), mimetype="text/plain; version=0.0.4")


def _whole(registry: Any) -> Any:
    """The counts of all workers if they share a folder, else those of this process."""
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
