"""Writes the worked examples of every game's standard rules, which pages show without a search.

python -m bench.standard_examples > scorepad/examples/standard_examples.json
"""

from __future__ import annotations

import msgspec

from bench.worked_examples.example_search import all_examples
from scorepad.core.sentence import as_data
from scorepad.rulebook import games


def page() -> str:
    """The whole file: an example a line, by game and by option."""
    examples = (f'"{game.id}": {{\n{_examples(all_examples(game, {}))}\n}}' for game in games())
    return "{\n" + ",\n".join(examples) + "\n}\n"


def _examples(examples: dict) -> str:
    encode = msgspec.json.Encoder(enc_hook=as_data).encode
    return ",\n".join(f'"{name}": {encode(example).decode()}' for name, example in examples.items())


if __name__ == "__main__":
    print(page(), end="")
