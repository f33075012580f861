"""Reads the photos of a folder that has a `labels.json` and says how well.

    python -m bench.photos FOLDER [--only choose|last] [--reader MODELS] [--altered]

`labels.json` is a list of {"file", "cards" or "tiles", "source", "hard"?, "joined"?}. Per source, hard and
joined apart: photos, exact hands, recall and precision of cards, share of the cards reported that are
flagged, share that are wrong and not flagged, seconds a photo. Then what went wrong, counted by its cause.
`--reader` reads with a folder of other models, earlier ones perhaps. `--altered` reads every photo turned,
smaller, larger and darker too and gives a line for each way (`bench.altered`).
"""

import argparse
import json
import resource
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from bench import altered
from bench.photo_results import HEAD, Result, causes, line
from training.photographs import photo_half
from vision import reader
from vision.reader import PictureReading
from vision.spots import Picture
from vision.tiles import tile_reader

Reader = Callable[[Picture], PictureReading]


def reader_of(name: str, pieces: str) -> Reader:
    """The reader of "cards" or "tiles" by its name: "" is ours, else a folder of models."""
    ours = tile_reader.read_tiles if pieces == "tiles" else reader.read_cards
    return partial(ours, folder=Path(name)) if name else ours


def results(folder: Path, only: str = "", name: str = "", way: str = "") -> Iterable[Result]:
    """Every labelled photo of the folder, altered in a way of `bench.altered`, read one by one."""
    for entry in json.loads((folder / "labels.json").read_text()):
        if only and photo_half(entry["file"]) != only:
            continue
        pieces = "tiles" if "tiles" in entry else "cards"
        read = reader_of(name, pieces)
        data = (folder / entry["file"]).read_bytes()
        start = time.perf_counter()
        picture = reader.decode_picture(data)
        assert picture is not None, entry["file"]
        reading = read(altered.WAYS[way](picture))
        seconds = time.perf_counter() - start
        source = "joined" if entry.get("joined") else entry["source"].split(":")[0].split("/")[-1][:24]
        kind = source + (" (hard)" if entry.get("hard") else "")
        yield Result(folder / entry["file"], kind, Counter(entry[pieces]), reading, seconds)


def _print_altered(folder: Path, only: str, name: str) -> None:
    print(HEAD)
    found: list[Result] = []
    for way in altered.WAYS:
        part = list(results(folder, only, name, way))
        print(line(way or "as they are", part))
        found += part
    print(line("all", found))
    print(causes(found))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=["choose", "last"], default="")
    parser.add_argument("--reader", default="", metavar="MODELS")
    parser.add_argument("--altered", action="store_true")
    chosen = parser.parse_args()
    if chosen.altered:
        _print_altered(chosen.folder, chosen.only, chosen.reader)
        return
    found = list(results(chosen.folder, chosen.only, chosen.reader))
    kinds: dict[str, list[Result]] = defaultdict(list)
    for result in found:
        kinds[result.kind].append(result)
    print(HEAD)
    for kind in sorted(kinds):
        print(line(kind, kinds[kind]))
    plain = [r for r in found if "(hard)" not in r.kind and r.kind != "joined"]
    for name, part in (("all but hard and joined", plain),
                       ("hard", [r for r in found if "(hard)" in r.kind]),
                       ("joined", kinds["joined"]), ("all", found)):  # fmt: skip
        if part:
            print(line(name, part))
    print(causes(found))
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
