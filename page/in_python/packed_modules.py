"""Imports the modules of archives as if they lay in a folder, where the files beside them do.

Each is read when it is imported, so that those which nobody asks for take neither time nor memory.
"""

import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec
from importlib.util import spec_from_file_location
from marshal import loads
from types import CodeType, ModuleType
from zipfile import ZipFile

COMPILED = ".pyc"
HEADER = 16  # bytes of a .pyc before its code


class PackedModules:
    """The compiled modules of all archives that are unpacked below one folder, and their loader."""

    def __init__(self, folder: str) -> None:
        self.archive_of: dict[str, ZipFile] = {}
        self._top = folder

    def add(self, archive: ZipFile) -> None:
        """Have the modules of the archive, and lay out its other files."""
        is_code = {name: name.endswith(COMPILED) for name in archive.namelist()}
        archive.extractall(self._top, [name for name, code in is_code.items() if not code])
        self.archive_of |= {f"{self._top}/{name}": archive for name, code in is_code.items() if code}

    def find_in(self, folder: str) -> "PackedFolder":
        """The finder for a folder. Raises ImportError where it is none of these."""
        if folder != self._top and not folder.startswith(f"{self._top}/"):
            raise ImportError(folder)
        return PackedFolder(self, folder)

    def create_module(self, _spec: ModuleSpec) -> ModuleType | None:
        """As Python makes any module."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run its code."""
        assert module.__spec__
        assert module.__spec__.origin
        path = module.__spec__.origin
        code = loads(self.archive_of[path].read(path.removeprefix(f"{self._top}/"))[HEADER:])
        assert isinstance(code, CodeType)
        exec(code, vars(module))


class PackedFolder:
    """Finds the modules of one folder: those of archives, and compiled libraries among its files."""

    def __init__(self, modules: PackedModules, folder: str) -> None:
        self._modules, self._folder = modules, folder
        self._names = {
            path.removeprefix(f"{folder}/").partition("/")[0]
            for path in modules.archive_of
            if path.startswith(f"{folder}/")
        }
        self._libraries = FileFinder(folder, (ExtensionFileLoader, EXTENSION_SUFFIXES))

    def find_spec(self, name: str, _target: object = None) -> ModuleSpec | None:
        """The module's, or none where it isn't here."""
        own = name.rpartition(".")[2]
        place = f"{self._folder}/{own}"
        if own not in self._names:
            file, inside = f"{place}{COMPILED}", None
        else:
            file, inside = f"{place}/__init__{COMPILED}", [place]
        if file in self._modules.archive_of:
            return self._packed(name, file, inside)
        if inside is None:
            return self._libraries.find_spec(name)
        bare = ModuleSpec(name, None, is_package=True)
        bare.submodule_search_locations = inside
        return bare

    def _packed(self, name: str, file: str, inside: Sequence[str] | None) -> ModuleSpec | None:
        where = [*inside] if inside else None
        return spec_from_file_location(name, file, loader=self._modules, submodule_search_locations=where)

    def iter_modules(self, prefix: str = "") -> Iterator[tuple[str, bool]]:
        """The names of all, and which are packages, as `pkgutil` asks."""
        for name in sorted(self._names):
            if f"{self._folder}/{name}/__init__{COMPILED}" in self._modules.archive_of:
                yield prefix + name, True
            elif name.endswith(COMPILED) and not name.startswith("__init__"):
                yield prefix + name.removesuffix(COMPILED), False


def add(folder: str, *archives: str) -> None:
    """Import what the archives have as if they were unpacked below the folder."""
    modules = PackedModules(folder)
    for archive in archives:
        modules.add(ZipFile(archive))
    sys.path_hooks.insert(0, modules.find_in)
    sys.path.insert(0, folder)
