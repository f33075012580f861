"""Whether the pad does what `/api/v1/openapi.json` says: many requests of every operation, valid and invalid,
from the machine itself and from afar, and how many answers disagree.

    python bench/described.py --seeds 5 --examples 40
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import positive_data_acceptance

from scorepad.web import create_app

FAR = {"X-Forwarded-For": "203.0.113.9"}
REFUSED = {"expected-statuses": ["400", "404", "405", "413", "415", "422"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--examples", type=int, default=20, help="of each operation, a seed and a mode")
    arguments = parser.parse_args()
    app = create_app({"LIMITS": False, "INSTANCE": tempfile.mkdtemp()})
    config = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": REFUSED}})
    described = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app, config=config)
    counts: Counter[str] = Counter()
    for each_seed in range(arguments.seeds):
        for result in described.get_all_operations():
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                _ask(result.ok(), mode, each_seed, arguments.examples, counts)
    print(f"{counts['asked']} requests, {counts['disagree']} answers disagree")
    print("statuses:", {name: count for name, count in sorted(counts.items()) if name.isdecimal()})


def _ask(operation, mode, each_seed, examples, counts) -> None:  # type: ignore[no-untyped-def]
    @seed(each_seed)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def asked(case):  # type: ignore[no-untyped-def]
        for headers in ({}, FAR):
            response = case.call(headers={"Accept-Encoding": "identity", **headers})
            counts["asked"] += 1
            counts[str(response.status_code)] += 1
            try:
                case.validate_response(response, excluded_checks=[positive_data_acceptance])
            except (FailureGroup, AssertionError) as failure:
                counts["disagree"] += 1
                print(operation.label, response.status_code, str(failure)[:300])

    try:
        asked()
    except Exception as error:  # an operation without anything that could be invalid
        print(operation.label, mode.name, type(error).__name__, str(error)[:80])


if __name__ == "__main__":
    main()
