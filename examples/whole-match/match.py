"""Plays a whole match of gin rummy against a pad, by a client made of the pad's own description:

openapi-python-client generate --meta none --output-path pad_client --url PAD/api/v1/openapi.json
python match.py http://localhost:8000
"""

from __future__ import annotations

import random
import sys
from typing import TypeVar
from uuid import uuid4

from pad_client import AuthenticatedClient, Client
from pad_client.api.tables import open_table, record_deal
from pad_client.models import DealToRecord, ErrorAnswer, OpenedTableAnswer, OpenTable, TableAnswer

Answer = TypeVar("Answer")


def answered(told: object, kind: type[Answer]) -> Answer:
    """What was asked for. Ends the program with the pad's own sentence where it refused."""
    if isinstance(told, kind):
        return told
    sys.exit(told.error.message if isinstance(told, ErrorAnswer) else "The pad did not answer.")


def play_match(address: str, names: list[str]) -> TableAnswer:
    """Open a table and record deals until one of the two has won."""
    question = OpenTable(game="gin-rummy", players=names)
    opened = answered(open_table.sync(client=Client(base_url=address), body=question), OpenedTableAnswer)
    print(f"Phones join with {opened.code}.")
    table = AuthenticatedClient(base_url=address, token=opened.key)
    while True:
        winner, loser = random.sample(names, 2)
        deal = DealToRecord.from_dict({"winner": winner, "left": {loser: random.randint(5, 60)}})
        told = record_deal.sync(opened.table, client=table, body=deal, idempotency_key=uuid4().hex)
        state = answered(told, TableAnswer)
        print(f"Deal {len(state.deals)}:", state.totals.to_dict())
        if state.over:
            return state


if __name__ == "__main__":
    print("The winner is", *play_match(sys.argv[1], ["Ann", "Ben"]).winners)
