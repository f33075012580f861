"""The networks in the repository, run by OpenCV."""

from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

MODEL_FOLDER = Path(__file__).parent / "model"


class Network:
    """One network from an ONNX file, with one input and one output, read when it first runs. Not
    thread-safe."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @cached_property
    def _network(self) -> cv2.dnn.Net:
        return cv2.dnn.readNetFromONNX(str(self._file))

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the network's output for a batch."""
        self._network.setInput(inputs)
        return np.asarray(self._network.forward(), np.float32)


def load_networks(folder: Path = MODEL_FOLDER) -> tuple[Network, Network]:
    """Load the finder of indices and the namer of their crops.

    Loading takes 15 ms. They are loaded anew for each picture, since after a large one they hold two hundred
    megabytes.
    """
    return Network(folder / "finder.onnx"), Network(folder / "namer.onnx")


def fan_namer(folder: Path = MODEL_FOLDER) -> Network:
    """Return the namer of indices that a neighbour covers in part."""
    return Network(folder / "fan_namer.onnx")
