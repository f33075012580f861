"""The committed networks, loaded once."""

import os
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # it would report to its makers, and reads this when it is loaded
import onnxruntime

MODEL_FOLDER = Path(__file__).parent / "model"


class Network:
    """One network from an ONNX file: one input, one output."""

    def __init__(self, file: Path, threads: int = 2) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        self._input_name = self._session.get_inputs()[0].name

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The network's answer to a batch."""
        (answer,) = self._session.run(None, {self._input_name: inputs})
        return np.asarray(answer, np.float32)


@lru_cache(maxsize=4)
def load_networks(folder: Path = MODEL_FOLDER) -> tuple[Network, Network]:
    """The finder of indices and the namer of their crops."""
    return Network(folder / "finder.onnx"), Network(folder / "namer.onnx")
