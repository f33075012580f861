"""Where templates, static files and the instance folder are: in a checkout and from a wheel alike."""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path

from platformdirs import user_data_path

from scorepad.core.errors import ScorepadError
from scorepad.machine.system import lock

PACKAGE = Path(__file__).resolve().parents[1]
INSTANCE_VARIABLE = "SCOREPAD_INSTANCE"
COUNTS_VARIABLE = "SCOREPAD_COUNTS"
"""Names the file in which web workers count together what each address spends."""
DATABASE = "scorepad.db"
GAMES = "games"
"""The folder for a pad's own games, a file each."""
PHOTO_QUEUE = "photos/queue.db"
JOURNAL_ENDINGS = ("-wal", "-shm", "-journal")
SECRET_KEY_FILE = "secret_key"
SECRET_KEY_VARIABLE = "SCOREPAD_SECRET_KEY"
SECRET_KEY_LENGTH = 64


class UnusableFolder(ScorepadError):
    """A folder that the app needs cannot be created or written."""

    code = "instance"


def checkout_folder() -> Path | None:
    """The top folder of the checkout that runs; None if it runs from a wheel."""
    top = PACKAGE.parent
    return top if (top / "pyproject.toml").is_file() and (top / "templates").is_dir() else None


def resource_folder(name: str) -> Path:
    """The folder `name` (`templates`, `static`) of the checkout, or inside the installed package."""
    return (checkout_folder() or PACKAGE) / name


def instance_folder(named_folder: str | os.PathLike[str] | None = None) -> Path:
    """The folder of this pad's tables and key, created if missing.

    `named_folder`, else SCOREPAD_INSTANCE, else `instance/` in a checkout, else the user's data folder.
    Raises UnusableFolder if it cannot be created or written.
    """
    folder_name = named_folder or os.environ.get(INSTANCE_VARIABLE) or _default_instance()
    path = Path(folder_name).expanduser().resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableFolder(
            f"The folder {str(path)!r} can’t be made: {error.strerror}. Name another with --instance.",
            at="instance",
        ) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise UnusableFolder(
            f"The pad can’t write to the folder {str(path)!r}. Name another with --instance.", at="instance"
        )
    return path


def usual_games_folder() -> Path:
    """The folder of this machine's own games; it may not exist."""
    return Path(os.environ.get(INSTANCE_VARIABLE) or _default_instance()).expanduser() / GAMES


def _default_instance() -> Path:
    top = checkout_folder()
    return top / "instance" if top else user_data_path("scorepad", appauthor=False)


def is_kept(instance: Path, file: Path) -> bool:
    """Whether the file, under any name, is the store or key of the pad in that folder, which nobody else may
    overwrite."""
    kept_files = [instance / f"{DATABASE}{ending}" for ending in ("", *JOURNAL_ENDINGS)]
    return any(
        file.resolve() == kept or (file.exists() and kept.exists() and file.samefile(kept))
        for kept in (*kept_files, instance / SECRET_KEY_FILE)
    )


def secret_key(instance: Path) -> str:
    """The key that signs this pad's cookies: 64 hex digits, made once, readable by its owner only.

    Processes that start at once wait for each other, so that all of them read the same key.
    Raises UnusableFolder where it can be neither read nor written.
    """
    path = instance / SECRET_KEY_FILE
    try:
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii") as file:
            lock(file.fileno())
            os.fchmod(file.fileno(), 0o600)
            return _written_key(file.read()) or _new_key(file.fileno())
    except OSError as error:
        raise UnusableFolder(
            f"{str(path)!r} can’t be written: {error.strerror}. Let the pad’s user write to it.",
            at="instance",
        ) from error


def signing_key(instance: Path) -> str:
    """The key with which this pad signs: from the environment, else from the folder."""
    return os.environ.get(SECRET_KEY_VARIABLE) or secret_key(instance)


def keep_secret_key(instance: Path, key: str) -> Path | None:
    """Replace the signing key by one from a backup. Returns the file with the former key, or None if that is
    equal."""
    file = instance / SECRET_KEY_FILE
    if secret_key(instance) == key:
        return None
    replaced = file.with_name(f"{SECRET_KEY_FILE}.before-{time.time_ns()}")
    file.rename(replaced)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as new_file:
        new_file.write(key)
        new_file.flush()
        os.fsync(descriptor)
    return replaced


def _written_key(text: str) -> str | None:
    """The key in the file; None if it is missing or incomplete."""
    key = text.strip()
    return key if len(key) == SECRET_KEY_LENGTH else None


def _new_key(descriptor: int) -> str:
    key = secrets.token_hex(SECRET_KEY_LENGTH // 2)
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, key.encode("ascii"), 0)
    os.fsync(descriptor)
    return key
