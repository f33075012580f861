"""What was read of a photo beside what lies there: figures, and what went wrong by its cause."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.reader import PictureReading

HEAD = f"{'':34} photos   exact  recall   prec.  flagged  wrong unfl.  seconds"
CAUSES = ("missed", "counted twice", "wrong suit", "wrong rank", "invented")


@dataclass(frozen=True)
class Fault:
    """One thing read wrongly: its cause, what lies there (nothing if nothing does), what was read."""

    cause: str
    there: str
    read: str

    def __str__(self) -> str:
        return " for ".join(name for name in (self.read, self.there) if name)


@dataclass(frozen=True)
class Result:
    """One photo: what lies there, what was read."""

    file: Path
    kind: str
    truth: Counter[str]
    reading: PictureReading
    seconds: float

    @property
    def read(self) -> Counter[str]:
        return Counter(card.name for card in self.reading.cards)

    @property
    def exact(self) -> bool:
        return self.read == self.truth

    def wrong_unflagged(self) -> int:
        """Wrong cards whose readings were all sure enough not to be shown to a person."""
        count = 0
        for name, number in (self.read - self.truth).items():
            sure = sum(not card.doubtful for card in self.reading.cards if card.name == name)
            count += max(0, min(number, sure - self.truth[name]))
        return count

    def faults(self) -> list[Fault]:
        """All that went wrong. A name read more often than it is there was counted twice; other wrong names
        are set against missed ones of the same rank, then of the same suit; what is left was invented."""
        missed, wrong = list((self.truth - self.read).elements()), list((self.read - self.truth).elements())
        found = [Fault("counted twice", "", name) for name in wrong if self.truth[name]]
        wrong = [name for name in wrong if not self.truth[name]]
        for part, cause in ((0, "wrong suit"), (1, "wrong rank")):
            for name in list(wrong):
                there = next((other for other in missed if parts(other)[part] == parts(name)[part]), None)
                if there is not None:
                    found.append(Fault(cause, there, name))
                    missed.remove(there)
                    wrong.remove(name)
        found += [Fault("missed", name, "") for name in missed]
        found += [Fault("invented", "", name) for name in wrong]
        return sorted(found, key=lambda fault: CAUSES.index(fault.cause))


def parts(name: str) -> tuple[str, str]:
    """Rank and suit of a card (`QH`), number and colour of a tile (`R13`)."""
    if name == "JOKER":
        return name, name
    return (name[1:], name[0]) if name[-1].isdigit() else (name[:-1], name[-1])


def line(name: str, of: list[Result]) -> str:
    """One line of the table."""
    there = sum(r.truth.total() for r in of)
    told = max(1, sum(r.read.total() for r in of))
    right = sum((r.truth & r.read).total() for r in of)
    flagged = sum(card.doubtful for r in of for card in r.reading.cards)
    exact = sum(r.exact for r in of) / len(of)
    return (
        f"{name:34}{len(of):7}{exact:8.1%}{right / there:8.1%}{right / told:8.1%}"
        f"{flagged / told:9.1%}{sum(r.wrong_unflagged() for r in of) / told:13.2%}"
        f"{np.mean([r.seconds for r in of]):9.2f}"
    )


def causes(of: list[Result]) -> str:
    """How often each cause was the fault, in one line."""
    counts = Counter(fault.cause for r in of for fault in r.faults())
    return "faults: " + ", ".join(f"{counts[cause]} {cause}" for cause in CAUSES)
