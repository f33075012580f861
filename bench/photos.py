"""Reads the photos of a folder that has a `labels.json` and says how well.

    python -m bench.photos FOLDER [--only choose|last] [--sheet failures.jpg]

`labels.json` is a list of {"file", "cards", "source", "hard"?, "joined"?}. Per source, hard and joined apart:
photos, exact hands, recall and precision of cards, share of the cards reported that are flagged, share that
are wrong and not flagged, seconds a photo. A contact sheet shows the photos that were not read exactly.
"""

import argparse
import json
import resource
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np

from vision import reader

HEAD = f"{'':34} photos   exact  recall   prec.  flagged  wrong unfl.  seconds"


@dataclass(frozen=True)
class Result:
    """One photo: what lies there, what was read."""

    file: Path
    kind: str
    truth: Counter[str]
    reading: reader.Reading
    seconds: float

    @property
    def read(self) -> Counter[str]:
        return Counter(card.name for card in self.reading.cards)

    @property
    def exact(self) -> bool:
        return self.read == self.truth

    @property
    def missed(self) -> Counter[str]:
        return self.truth - self.read

    @property
    def wrong(self) -> Counter[str]:
        return self.read - self.truth

    def wrong_unflagged(self) -> int:
        """Wrong cards whose readings were all sure enough not to be shown to a person."""
        count = 0
        for name, number in self.wrong.items():
            sure = sum(not card.doubtful for card in self.reading.cards if card.name == name)
            count += max(0, min(number, sure - self.truth[name]))
        return count


def half(file: str) -> str:
    """Which half of a set a photo is in: "choose" by it, or look at it "last"; its name settles it."""
    return "choose" if crc32(file.encode()) % 2 else "last"


def results(folder: Path, only: str) -> Iterable[Result]:
    """Every labelled photo of the folder, read one by one."""
    for entry in json.loads((folder / "labels.json").read_text()):
        if only and half(entry["file"]) != only:
            continue
        data = (folder / entry["file"]).read_bytes()
        start = time.perf_counter()
        picture = reader.decoded(data)
        assert picture is not None, entry["file"]
        reading = reader.read(picture)
        seconds = time.perf_counter() - start
        source = "joined" if entry.get("joined") else entry["source"].split(":")[0].split("/")[-1][:24]
        kind = source + (" (hard)" if entry.get("hard") else "")
        yield Result(folder / entry["file"], kind, Counter(entry["cards"]), reading, seconds)


def line(name: str, of: list[Result]) -> str:
    """One line of the table."""
    there = sum(r.truth.total() for r in of)
    told = sum(r.read.total() for r in of)
    right = sum((r.truth & r.read).total() for r in of)
    flagged = sum(card.doubtful for r in of for card in r.reading.cards)
    told = max(told, 1)
    exact = sum(r.exact for r in of) / len(of)
    return (
        f"{name:34}{len(of):7}{exact:8.1%}{right / there:8.1%}{right / told:8.1%}"
        f"{flagged / told:9.1%}{sum(r.wrong_unflagged() for r in of) / told:13.2%}"
        f"{np.mean([r.seconds for r in of]):9.2f}"
    )


def sheet(of: list[Result], target: Path, side: int = 640) -> None:
    """Photos not read exactly, with boxes: green read, orange flagged; what was missed and wrong below."""
    tiles = []
    for result in of:
        picture = reader.decoded(result.file.read_bytes())
        assert picture is not None
        scale = side / max(picture.shape[:2])
        small = np.asarray(
            cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
        for card in result.reading.cards:
            x, y, wide, high = (round(v * scale) for v in card.box)
            colour = (0, 140, 255) if card.doubtful else (0, 200, 0)
            cv2.rectangle(small, (x, y), (x + wide, y + high), colour, 1)
            cv2.putText(
                small, card.name, (x, y - 2), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 0, 255), 1, cv2.LINE_AA
            )
        tile = np.zeros((side + 40, side, 3), np.uint8)
        tile[: small.shape[0], : small.shape[1]] = small
        for row, text in enumerate((f"{result.file.name} missed {' '.join(result.missed.elements())}",
                                    f"wrong {' '.join(result.wrong.elements())}")):  # fmt: skip
            cv2.putText(
                tile, text, (4, side + 14 + 18 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (255, 255, 255), 1
            )
        tiles.append(tile)
    if not tiles:
        return
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % 4)
    cv2.imwrite(str(target), np.vstack([np.hstack(tiles[k : k + 4]) for k in range(0, len(tiles), 4)]))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=["choose", "last"], default="")
    parser.add_argument("--sheet", type=Path, default=Path("/tmp/scorepad-photos.jpg"))
    chosen = parser.parse_args()
    found = list(results(chosen.folder, chosen.only))
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
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    sheet([r for r in found if not r.exact], chosen.sheet)


if __name__ == "__main__":
    main()
