"""The committed networks, run by OpenCV."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

MODEL_FOLDER = Path(__file__).parent / "model"


class Network:
    """One network from an ONNX file: one input, one output. It serves one thread at a time."""

    def __init__(self, file: Path) -> None:
        self._network = cv2.dnn.readNetFromONNX(str(file))

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The network's answer to a batch."""
        self._network.setInput(inputs)
        return np.asarray(self._network.forward(), np.float32)


def load_networks(folder: Path = MODEL_FOLDER) -> tuple[Network, Network]:
    """The finder of indices and the namer of their crops.

    Loading them takes 15 ms. They are loaded for each picture, since they keep two hundred megabytes of a
    large one as long as they are there.
    """
    return Network(folder / "finder.onnx"), Network(folder / "namer.onnx")
