"""Makes the pad without a server: `build/page/`, files that any static server can give at any path.

Python comes from the npm package pyodide, its libraries are those of requirements.lock; both are verified
by the hashes of their locks. The app is what the wheel has. The Python that will run it compiles it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from gettext import GNUTranslations
from pathlib import Path

from jinja2 import Template
from markupsafe import Markup

from page.words import WORDS

HERE = Path(__file__).resolve().parent
TOP = HERE.parent
PARTS = TOP / "build" / "page-parts"
TARGET = TOP / "build" / "page"
PYODIDE = HERE / "node_modules" / "pyodide"
PREPARED = Path("scorepad", "in_browser", "prepared")
PACKED_MODULES = HERE / "in_python" / "packed_modules.py"
FROM_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARIES = (
    *("babel", "blinker", "click", "click-default-group", "flask", "flask-babel", "flask-wtf"),
    *("itsdangerous", "jinja2", "markdown-it-py", "markupsafe", "mdurl", "msgspec", "platformdirs"),
    *("pluggy", "python-dateutil", "python-sat", "pytz", "segno", "six", "sqlite-fts4", "sqlite-utils"),
    *("tabulate", "typing-extensions", "werkzeug", "wtforms"),
)
"""What of requirements.lock the app imports in a browser."""
PLATFORMS = ("pyemscripten_2026_0_wasm32", "manylinux2014_x86_64", "manylinux_2_28_x86_64")
"""Of the last two the sources alone are taken, where their machine code only makes them faster."""
NOT_IN_A_BROWSER = ("scorepad/cli", "scorepad/host", "scorepad/client", "scorepad/vision")
NOT_NEEDED = re.compile(
    r"""(^|/)(tests?|testing/(?!__init__)|__pycache__)/ | \.(pyi|md|rst|c|h|exe|po|pot|dist-info/RECORD)$
    | linux-gnu\.so$ | ^pysat/(examples|allies)/
    | ^pytz/zoneinfo/(?!UTC$) | \.data/ | ^msgspec/_utils\.c
    | ^babel/messages/(frontend|extract|jslexer|checkers)\.py$ | ^werkzeug/debug/shared/
    | ^sqlite_utils/(cli|plugins_cli)\.py$ | \.dist-info/(?!METADATA) """,
    re.VERBOSE,
)
NOT_OF_PYTHON = re.compile(
    r"""^(unittest|multiprocessing|_pyrepl|idlelib|ensurepip|pydoc_data|xmlrpc|wsgiref|curses|turtledemo
    |pdb|bdb|pydoc|doctest|mailbox|imaplib|smtplib|ftplib|poplib|nntplib|webbrowser|profile|cProfile|pstats
    |trace|wave|modulefinder|pickletools|pyclbr|tabnanny|this|antigravity|compileall|rlcompleter|timeit|optparse
    |cmd|getpass|netrc|fileinput|filecmp|zipapp|sched|shelve|pty|tty|_ios_support|_android_support
    |plistlib|xml/dom|configparser|__hello__|__phello__|symtable|colorsys)(/|\.py|$)""",
    re.VERBOSE,
)
LANGUAGES = {"en", *(path.name for path in (TOP / "translations").iterdir() if path.is_dir())}
LOCALES = {"root", *LANGUAGES, *(language.partition("_")[0] for language in LANGUAGES)}
NOT_SAID = {
    *("unit_patterns", "compound_unit_patterns", "unit_display_names", "currency_names"),
    *("currency_names_plural", "compact_currency_formats", "compact_decimal_formats", "interval_formats"),
    *("time_zones", "meta_zones", "zone_aliases", "zone_territories", "territory_zones"),
    *("windows_zone_mapping", "territory_currencies", "territory_languages"),
}
"""What Babel knows and no page says: units, money, time zones."""
LEVELS = {"python": "2", "libraries": "2", "app": "1"}
"""The parts of what Python runs, and how each is compiled, as `compile.mjs` says."""
FULL_PAD = "FULL_PAD"
"""Names the address of a pad on a server, for browsers that can't run this one."""
ICONS = ("icon.svg", "icon-192.png", "icon-512.png")
MANIFEST = {
    "name": "scorepad",
    "short_name": "scorepad",
    "description": str(WORDS["title"]),
    "id": "./",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "theme_color": "#1f5a43",
    "background_color": "#fbf8ef",
    "icons": [
        {"src": "files/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"},
        {"src": "files/icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any maskable"},
        {"src": "files/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
    ],
}
ONE_MOMENT = (2020, 1, 1, 0, 0, 0)  # so that equal files make an equal archive


def run(*command: str | Path) -> None:
    """Run a command; end this program where it fails."""
    if subprocess.run([str(word) for word in command], cwd=TOP).returncode:
        sys.exit(f"build/page was not made: {command[0]} failed, and says why above.")


def make_anew(folder: Path) -> Path:
    """The folder, empty."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def locked(names: Iterable[str]) -> str:
    """The lines of requirements.lock that are for these libraries."""
    wanted = set(names)
    blocks = re.split(r"\n(?=[a-z])", (TOP / "requirements.lock").read_text())
    return "\n".join(block for block in blocks if block.partition("==")[0] in wanted)


def download_libraries(folder: Path) -> None:
    """Put the wheels of the libraries into the folder, each verified by its hash in requirements.lock."""
    requirements = PARTS / "requirements.txt"
    requirements.write_text(locked(LIBRARIES))
    run(
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *("--require-hashes", "--no-deps", "--only-binary", ":all:", "--python-version", "3.14"),
        *("--implementation", "cp", "--abi", "cp314", "--abi", "none"),
        *(word for platform in PLATFORMS for word in ("--platform", platform)),
        *("--requirement", requirements, "--dest", folder),
    )


def unpack_libraries(wheels: Path, folder: Path) -> None:
    """Lay out what is needed of the wheels as it is imported."""
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if is_needed(name)])
    for known in (folder / "babel").rglob("*.dat"):
        shorten(known)


def shorten(known: Path) -> None:
    """Empty what a file of Babel says that no page does; each start reads it all."""
    facts = pickle.loads(known.read_bytes())
    known.write_bytes(pickle.dumps({name: {} if name in NOT_SAID else facts[name] for name in facts}, 5))


def is_needed(name: str) -> bool:
    """Whether the app in a browser needs this file of a wheel."""
    if locale := re.match(r"(?:babel/locale-data/|wtforms/locale/)(\w+)(?:\.dat$|/)", name):
        return locale[1] in LOCALES and not NOT_NEEDED.search(name)
    return not NOT_NEEDED.search(name)


def unpack_python(folder: Path) -> None:
    """Lay out what is needed of the standard library."""
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        archive.extractall(folder, [name for name in archive.namelist() if not NOT_OF_PYTHON.match(name)])
    shutil.copy(PACKED_MODULES, folder)


def copy_app(folder: Path) -> None:
    """Lay out the app as its wheel does."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text())
    ignored = shutil.ignore_patterns("__pycache__", "*.po", ".DS_Store")
    shutil.copytree(TOP / "scorepad", folder / "scorepad", ignore=ignored)
    for source, target in project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"].items():
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        if (TOP / source).is_dir():
            shutil.copytree(TOP / source, folder / target, ignore=ignored)
        else:
            shutil.copy(TOP / source, folder / target)
    for name in NOT_IN_A_BROWSER:
        shutil.rmtree(folder / name)
    about = project["project"]
    metadata = folder / f"scorepad-{about['version']}.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text(f"Metadata-Version: 2.4\nName: {about['name']}\nVersion: {about['version']}\n")


def pack(folder: Path, archive_file: Path) -> Path:
    """Pack the folder into one archive."""
    with zipfile.ZipFile(archive_file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                entry = zipfile.ZipInfo(str(file.relative_to(folder)), ONE_MOMENT)
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, file.read_bytes())
    return archive_file


def pack_part(part: str, target: Path) -> str:
    """Pack a part into an archive in `target`, named by its content; its name."""
    archive_file = pack(PARTS / part, target / f"{part}.zip")
    named = f"{part}-{hashlib.sha256(archive_file.read_bytes()).hexdigest()[:12]}.zip"
    archive_file.rename(target / named)
    return named


def prepare_app() -> None:
    """Put into the app what it has made once, so that no start makes it."""
    (made := PARTS / "app" / PREPARED).mkdir()
    archives = [pack(PARTS / part, PARTS / f"{part}.zip") for part in ("libraries", "app", "python")]
    run("node", HERE / "prepare.mjs", *archives[:2], made, archives[2])


def every_language() -> dict[str, dict[str, str]]:
    """What the page says, in each language that has its words."""
    catalogues = sorted((TOP / "translations").glob("*/LC_MESSAGES/messages.mo"))
    found = {"en": {name: str(sentence) for name, sentence in WORDS.items()}}
    for catalogue in catalogues:
        with open(catalogue, "rb") as stream:
            words = GNUTranslations(stream)
        found[catalogue.parts[-3]] = {name: words.gettext(text) for name, text in found["en"].items()}
    return found


def write_page(parts: dict[str, str]) -> None:
    """Write what the browser opens first, and the service worker that knows every file by its hash."""
    languages = every_language()
    words = json.dumps(languages, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    template = Template((HERE / "index.html").read_text("utf-8"), autoescape=True)
    full_pad = os.environ.get(FULL_PAD, "")
    page = template.render(words=languages["en"], every_language=Markup(words), full_pad=full_pad)
    (TARGET / "index.html").write_text(page, "utf-8")
    (TARGET / "page.webmanifest").write_text(json.dumps(MANIFEST), "utf-8")
    about = {"parts": parts, "lock": {"info": locked_python(), "packages": {}}}
    about["version"] = hashlib.sha256(json.dumps([about, hashes()]).encode()).hexdigest()[:12]
    (TARGET / "files" / "page.json").write_text(json.dumps(about), "utf-8")
    known = json.dumps({"version": about["version"], "files": hashes()})
    worker = (HERE / "service.js").read_text("utf-8")
    (TARGET / "service.js").write_text(f"const PAGE = {known};\n{worker}", "utf-8")
    shutil.copy(HERE / "not-found.html", TARGET / "404.html")


def locked_python() -> object:
    """What Pyodide wants to know of itself; of its packages none are used."""
    return json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]


def hashes() -> dict[str, dict[str, object]]:
    """Size and hash of each file so far, by its name below the page."""
    files = sorted(file for file in TARGET.rglob("*") if file.is_file())
    return {
        str(file.relative_to(TARGET)): {
            "size": file.stat().st_size,
            "integrity": "sha256-" + base64.b64encode(hashlib.sha256(file.read_bytes()).digest()).decode(),
        }
        for file in files
    }


def compile_parts(*parts: str) -> None:
    """Compile what Python runs, each part at its level."""
    run("node", HERE / "compile.mjs", *(word for part in parts for word in (PARTS / part, LEVELS[part])))


def make_libraries() -> None:
    """Lay out Python's own modules and the libraries, compiled, unless they are there as the locks say."""
    locks = TOP / "requirements.lock", HERE / "package-lock.json"
    made_of = *locks, HERE / "compile.mjs", PACKED_MODULES, Path(__file__)
    state = hashlib.sha256(b"".join(file.read_bytes() for file in made_of)).hexdigest()
    stamp = PARTS / "libraries-state"
    if stamp.is_file() and stamp.read_text() == state:
        return
    make_anew(PARTS)
    download_libraries(wheels := make_anew(PARTS / "wheels"))
    unpack_libraries(wheels, make_anew(PARTS / "libraries"))
    unpack_python(make_anew(PARTS / "python"))
    compile_parts("python", "libraries")
    stamp.write_text(state)


def make() -> None:
    """Make `build/page/`."""
    make_libraries()
    copy_app(make_anew(PARTS / "app"))
    compile_parts("app")
    prepare_app()
    files = make_anew(TARGET) / "files"
    files.mkdir()
    parts = {part: f"files/{pack_part(part, files)}" for part in LEVELS}
    for file in (*(PYODIDE / name for name in FROM_PYODIDE), *(TOP / "static" / name for name in ICONS)):
        shutil.copy(file, files)
    for file in (HERE / "files").iterdir():
        shutil.copy(file, files)
    write_page(parts)


if __name__ == "__main__":
    make()
