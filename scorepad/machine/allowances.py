"""What the system allows each process: open files and memory. The pad uses as much as allowed, reports what
is lacking, and divides it.

Standard library only, since it runs before anything large is imported.
"""

from __future__ import annotations

import os
import resource
from dataclasses import dataclass
from pathlib import Path

from scorepad.core.errors import ScorepadError

MEGABYTE = 1_000_000
LEAST_MEMORY = 320 * MEGABYTE  # of addresses, of which a process that answers pages takes 230
USUAL_MEMORY = 1_000 * MEGABYTE  # below it large photos and searches may find none
VAST = 2**62
MEMORY_LIMITS = {"ulimit -v": resource.RLIMIT_AS, "ulimit -d": resource.RLIMIT_DATA}
CONTAINER_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)

STREAMS = 8000  # phones that may follow their tables in one web worker
PAGE_CONNECTIONS = 1500  # of a web worker beside its streams
OTHER_FILES = 500  # that a web worker may have open beside its connections
FILES_WANTED = STREAMS + PAGE_CONNECTIONS + OTHER_FILES
OWN_FILES = 36  # of a web worker that nobody asks anything
FILES_OF_A_PAGE = 5  # its connection, those to the store and one to other processes
FEWEST_PAGES = 3  # at the same time
LEAST_FILES = OWN_FILES + 2 * FEWEST_PAGES * FILES_OF_A_PAGE - 2
FEW_STREAMS = 200  # of a web worker: fewer are told to the host
KEEP_OPEN, SPARING_KEEP_OPEN = 15, 2  # seconds that a connection stays open for the next request


class TooLittle(ScorepadError):
    """The system allows a process less than the pad needs to start."""

    code = "allowance"


@dataclass(frozen=True)
class Connections:
    """The connections that a web worker may hold at a time: streams, and others for pages; and the seconds
    for which an idle one stays open."""

    streams: int
    pages: int
    keep_open: int = KEEP_OPEN

    @classmethod
    def among(cls, files: int) -> Connections:
        """Divide the allowed number of open files, such that pages are answered however many phones have
        streams."""
        if files >= FILES_WANTED:
            return cls(STREAMS, PAGE_CONNECTIONS)
        free = files - OWN_FILES
        pages = max(FEWEST_PAGES, min(PAGE_CONNECTIONS, free // (2 * FILES_OF_A_PAGE)))
        keep_open = KEEP_OPEN if pages >= FEW_STREAMS else SPARING_KEEP_OPEN
        return cls(max(1, free - pages * FILES_OF_A_PAGE), pages, keep_open)


def allowed_files() -> int:
    """Raise the soft limit of open files as far as useful, and return the number allowed. Raises
    TooLittle."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = min(FILES_WANTED, _as_number(hard_limit))
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard_limit))
    if files < LEAST_FILES:
        raise TooLittle(
            f"The system lets a process open {files} files; the pad needs {LEAST_FILES}. "
            f"{_way_to_more_files()}"
        )
    return files


def check_memory() -> None:
    """Raise TooLittle if a process may use less memory than the pad needs to start."""
    name, most = allowed_memory()
    if most < LEAST_MEMORY:
        raise TooLittle(
            f"The system lets a process use {most // MEGABYTE} MB of memory ({name}); the pad needs "
            f"{LEAST_MEMORY // MEGABYTE} MB, and {USUAL_MEMORY // MEGABYTE} MB to read photos. Type "
            f"'{name} unlimited' first, or set LimitAS=infinity and LimitDATA=infinity in its service."
        )


def allowed_memory() -> tuple[str, int]:
    """The lowest memory limit of a process: the command that sets it, and its bytes."""
    limits = [(name, _as_number(resource.getrlimit(kind)[0])) for name, kind in MEMORY_LIMITS.items()]
    return min(limits, key=lambda limit: limit[1])


def machine_memory() -> int:
    """The bytes of memory of the machine, or of its container."""
    physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return min([physical, *filter(None, map(_container_limit, CONTAINER_LIMITS))])


def few_files_words(files: int, workers: int) -> str:
    """A warning if few phones can follow their tables; else empty."""
    streams = Connections.among(files).streams
    if streams >= FEW_STREAMS:
        return ""
    return (
        f"The system lets a process open {files} files, so {streams * workers} phones follow their tables at "
        f"once; more phones look every two seconds. {_way_to_more_files()}"
    )


def little_memory_words() -> str:
    """A warning if photos and long searches may lack memory; else empty."""
    name, most = allowed_memory()
    if most >= USUAL_MEMORY:
        return ""
    return (
        f"The system lets a process use {most // MEGABYTE} MB of memory ({name}), so large photos and long "
        f"searches may be refused. Allow {USUAL_MEMORY // MEGABYTE} MB, and start the pad again."
    )


def _way_to_more_files() -> str:
    return (
        f"Type 'ulimit -n {FILES_WANTED}' first, or set LimitNOFILE={FILES_WANTED} in its service; the limit "
        "itself is raised by the machine’s administrator in /etc/security/limits.conf."
    )


def _as_number(limit: int) -> int:
    """The limit as a number; a huge one for no limit."""
    return VAST if limit == resource.RLIM_INFINITY else limit


def _container_limit(file: Path) -> int | None:
    """The bytes in a container's limit file; None if there is no file or no limit."""
    try:
        text = file.read_text().strip()
    except OSError:
        return None
    return int(text) if text.isdecimal() else None
