"""Decks are drawn with the same letters on every machine, whatever fonts it has besides."""

from collections.abc import Iterator

import pytest

from training import lettering


@pytest.fixture(autouse=True, scope="session")
def dejavu_letters() -> Iterator[None]:
    """Those that `bin/setup test` installs."""
    with pytest.MonkeyPatch.context() as patch:
        files = [file for file in lettering._font_files() if "/DejaVu" in file]
        patch.setattr(lettering, "_font_files", lambda: files)
        _forget_fonts()
        yield
    _forget_fonts()


def _forget_fonts() -> None:
    lettering.usable_fonts.cache_clear()
    lettering._letter_fonts.cache_clear()
