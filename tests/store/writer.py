"""A process of its own that writes to a table until it is killed.

`python -m tests.store.writer DATABASE TABLE NAME`

Each operation is two notes, so that half of one would show, and is acknowledged by a line.
"""

from __future__ import annotations

import sys
from contextlib import closing
from itertools import count

from scorepad.store.opening import open_store
from tests.open_tables import note

if __name__ == "__main__":
    database, table, name = sys.argv[1:]
    for number in count():
        op = f"{name}-{number}"
        with closing(open_store(database)) as store:
            store.append(table, [note(op, f"{op} {half}", by=name) for half in "ab"], expected=None)
        print(op, flush=True)
