"""Teach the namer of fans: what an index shows of which the next card covers a part.

    python -m training.fan_namer keep KEPT/1 --pictures FANS --passes 3 --seed 1
    python -m training.fan_namer teach vision/model/fan_namer.onnx --kept KEPT/1 KEPT/2

Its features are those of the committed namer and stay as they are: they are asked once a crop and kept in
files, and all that follows learns from them many times over.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor
from torch.nn import functional

from training import picture_store
from training.fan_crops import fan_crops
from training.learn import toned_pictures
from training.networks import FanNamer, Namer
from training.warm_start import load_tensors, model_tensors
from vision.labels import RANKS, SUITS
from vision.model import MODEL_FOLDER

BATCH, WARM_STEPS = 256, 50
LEAST_HALVED = 64
"""Tensors with more numbers than this are written as floats of 16 bits."""


def fan_namer_of(namer_file: Path) -> FanNamer:
    """A namer of fans that knows nothing yet, with the features of this namer."""
    namer, network = Namer(), FanNamer()
    load_tensors(namer, model_tensors(namer_file))
    network.features.load_state_dict(namer.features.state_dict())
    network.eval()
    return network


def kept_crops(
    network: FanNamer, files: list[Path], passes: int, rng: np.random.Generator
) -> tuple[Tensor, Tensor]:
    """The features of all crops of these pictures, cut and toned anew in each of so many passes, and their
    ranks and suits."""
    features, labels = [], []
    for number, file in enumerate(files * passes):
        picture, truth = picture_store.read_picture(file)
        crops, crop_labels = fan_crops(picture, truth, picture_store.read_spots(file), rng)
        if not len(crops):
            continue
        pixels = torch.from_numpy(crops.transpose(0, 3, 1, 2).copy()).float() / 255
        with torch.no_grad():
            features.append(network.features(toned_pictures(pixels, rng) - 0.5).half())
        labels.append(torch.from_numpy(crop_labels))
        if number % 200 == 0:
            print(f"{number} of {len(files) * passes} pictures", flush=True)
    return torch.cat(features), torch.cat(labels)


def teach_head(
    network: FanNamer, features: Tensor, labels: Tensor, epochs: int, learning_rate: float
) -> None:
    """Go over all that is kept so many times; the rate falls along a cosine."""
    learned = [*network.pool.parameters(), *network.head.parameters()]
    optimiser = torch.optim.AdamW(learned, lr=learning_rate, weight_decay=3e-2)
    network.head.train()
    steps, all_steps = 0, epochs * (len(labels) // BATCH)
    for epoch in range(epochs):
        losses = []
        for rows in torch.randperm(len(labels)).split(BATCH)[: len(labels) // BATCH]:
            rate_share = min(1, (steps + 1) / WARM_STEPS) * 0.5 * (1 + np.cos(np.pi * steps / all_steps))
            optimiser.param_groups[0]["lr"] = learning_rate * rate_share
            answer = network.head(network.pool(features[rows].float()))
            rank_logits, suit_logits = answer.split([len(RANKS), len(SUITS)], 1)
            loss = functional.cross_entropy(rank_logits, labels[rows, 0], label_smoothing=0.02)
            loss = loss + functional.cross_entropy(suit_logits, labels[rows, 1], label_smoothing=0.02)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learned, 5.0)
            optimiser.step()
            losses.append(float(loss.detach()))
            steps += 1
        print(f"epoch {epoch + 1} loss {np.mean(losses):.3f}", flush=True)
    network.eval()


def write_model(network: FanNamer, file: Path) -> None:
    """Write an ONNX file whose large tensors are floats of 16 bits, half as large as with 32."""
    torch.onnx.export(
        network, (torch.rand(2, 3, 64, 96),), str(file), dynamo=False, opset_version=17,
        input_names=["pictures"], output_names=["answer"],
        dynamic_axes={"pictures": {0: "n"}, "answer": {0: "n"}},
    )  # fmt: skip
    model = onnx.load(str(file))
    tensors, casts = [], []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size <= LEAST_HALVED:
            tensors.append(tensor)
            continue
        half_name = f"{tensor.name}_half"
        tensors.append(numpy_helper.from_array(values.astype(np.float16), half_name))
        casts.append(helper.make_node("Cast", [half_name], [tensor.name], to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(tensors)
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(file))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["keep", "teach"])
    parser.add_argument("file", type=Path, help="to write")
    parser.add_argument("--namer", type=Path, default=MODEL_FOLDER / "namer.onnx")
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--kept", type=Path, nargs="+")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(chosen.seed)
    cv2.setNumThreads(1)
    network = fan_namer_of(chosen.namer)
    if chosen.what == "keep":
        files = picture_store.picture_files(chosen.pictures)
        kept = kept_crops(network, files, chosen.passes, np.random.default_rng(chosen.seed))
        torch.save(kept, chosen.file)
        return
    parts = [torch.load(file, weights_only=True) for file in chosen.kept]
    features, labels = (torch.cat(tensors) for tensors in zip(*parts, strict=True))
    teach_head(network, features, labels, chosen.epochs, chosen.rate)
    write_model(network, chosen.file)


if __name__ == "__main__":
    main()
