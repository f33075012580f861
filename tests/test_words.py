"""Pages speak as people do: phrases that were hunted down don't come back."""

from __future__ import annotations

import re

import pytest

from tests.catalogues import PLACEHOLDER, extracted

PHRASES = {
    "whoever": "name who it is",
    "expected": "say what to type",
    "brings?(?! back)": "adds",
    "gone on with": "continued",
    "parted by": "separated by",
    "as some play": "name who plays so",
    "(?:do|does|did|was|were|can|could|will|would|has|have) not": "a contraction",
    "cannot": "can’t",
}


def messages():
    """Every English message of the product, without its placeholders."""
    sources = (message.id for message in extracted() if message.id)
    for source in sources:
        for text in source if isinstance(source, tuple) else (source,):
            yield PLACEHOLDER.sub("…", text)


@pytest.mark.parametrize("phrase", PHRASES)
def test_no_message_has_a_phrase_that_nobody_says_aloud(phrase):
    """What stands beside it says it better."""
    found = [text for text in messages() if re.search(rf"\b(?:{phrase})\b", text, re.IGNORECASE)]
    assert found == [], PHRASES[phrase]
