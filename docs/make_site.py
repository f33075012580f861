"""Makes the site in every language, each by Sphinx from its own pages: `make_site.py FOLDER [PAD]`.

`PAD` is the folder of the pad without a server. Where it is there it comes under `play/`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from share_picture import share_picture
from site_languages import DOCS, LANGUAGES, folder_of, source_of
from site_pages import lay, lay_out


def main(target: Path, pad: Path | None = None) -> int:
    """Make the site in the folder `target`; 1 where a page has a fault."""
    pages = target.with_name(f"{target.name}-pages")
    plays = pad is not None and (pad / "index.html").is_file()
    lay_out(pages, plays)
    with ThreadPoolExecutor(os.cpu_count()) as side_by_side:
        made = [*side_by_side.map(partial(_make, pages, target), LANGUAGES)]
    shutil.rmtree(target / "play", ignore_errors=True)
    if pad and plays:
        shutil.copytree(pad, target / "play")
    return 0 if all(made) else 1


def _make(pages: Path, target: Path, language: str) -> bool:
    """Make one language; whether there was no warning."""
    source, static = source_of(language, pages), pages / "static" / language
    lay(static, {"share.png": share_picture(source / "pictures")})
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "--nitpicky"]
    folders = ["--doctree-dir", pages / "doctrees" / language, "--conf-dir", DOCS]
    folders += [source, target / folder_of(language)]
    environment = os.environ | {"SITE_LANGUAGE": language, "SITE_STATIC": str(static)}
    return subprocess.run([*command, *folders], check=False, env=environment).returncode == 0


if __name__ == "__main__":
    sys.exit(main(*(Path(folder).absolute() for folder in sys.argv[1:])))
