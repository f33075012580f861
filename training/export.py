"""Write learned networks as ONNX files into a folder.

python -m training.export CHECKPOINTS vision/model
"""

import argparse
import json
from pathlib import Path

import torch
from torch import nn

from training.networks import Finder, Namer


def _load_network(kind: str, folder: Path) -> tuple[nn.Module, dict[str, float]]:
    network: nn.Module = Finder() if kind == "finder" else Namer()
    checkpoint = torch.load(folder / f"{kind}.pt", weights_only=True)
    network.load_state_dict(checkpoint["network"])
    return network.eval(), {"steps": checkpoint["steps"], "minutes": round(checkpoint["minutes"], 1)}


def export_networks(checkpoints: Path, target: Path) -> None:
    """Write finder.onnx, namer.onnx and made.json, which says how long they learned and with what."""
    target.mkdir(parents=True, exist_ok=True)
    record: dict[str, object] = {"torch": torch.__version__}
    for kind, input_size in (("finder", (1, 3, 320, 320)), ("namer", (2, 3, 64, 48))):
        network, progress = _load_network(kind, checkpoints)
        free_axes = {0: "n", 2: "h", 3: "w"} if kind == "finder" else {0: "n"}
        torch.onnx.export(
            network, (torch.rand(input_size),), str(target / f"{kind}.onnx"), dynamo=False, opset_version=17,
            input_names=["pictures"], output_names=["answer"],
            dynamic_axes={"pictures": free_axes, "answer": free_axes},
        )  # fmt: skip
        record[kind] = progress
    (target / "made.json").write_text(json.dumps(record, indent=2) + "\n")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoints", type=Path)
    parser.add_argument("target", type=Path)
    chosen = parser.parse_args()
    export_networks(chosen.checkpoints, chosen.target)


if __name__ == "__main__":
    main()
