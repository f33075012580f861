"""Begin learning from the weights of a written model, where its checkpoint is not at hand.

    python -m training.warm_start finder vision/model/finder.onnx FOLDER/finder.pt --pictures PICTURES

A written model has its batch norms folded into its convolutions. Here each norm is given back the mean and
spread that its convolution has on training pictures, so that the network answers as before and can learn on.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from training import picture_store
from training.learn import finder_batches, namer_batches
from training.networks import Finder, Namer


def model_tensors(file: Path) -> dict[str, Tensor]:
    """The tensors of an ONNX file by name, in the order in which the network uses them."""
    graph = onnx.load(str(file)).graph
    return {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in graph.initializer}


def load_tensors(network: nn.Module, tensors: dict[str, Tensor]) -> None:
    """Layers with a bias of their own are found by name; folded ones follow one another in order."""
    folded_names = [name for name in tensors if name.startswith("onnx::Conv")]
    layer_pairs = iter(zip(folded_names[::2], folded_names[1::2], strict=True))
    own_parameters = dict(network.named_parameters())
    with torch.no_grad():
        for name, value in tensors.items():
            if name in own_parameters:
                own_parameters[name].copy_(value)
        for convolution, norm in _normed_layers(network):
            weight_name, bias_name = next(layer_pairs)
            convolution.weight.copy_(tensors[weight_name])
            # with a mean of 0 and a variance of 1 measured so far, this changes nothing
            norm.weight.fill_(float(np.sqrt(1 + norm.eps)))
            norm.bias.copy_(tensors[bias_name])


def _normed_layers(network: nn.Module) -> list[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Convolutions with the norm behind each, in the order in which the network uses them."""
    units = [module for module in network.modules() if isinstance(module, nn.Sequential) and len(module) > 1]
    pairs = [(unit[0], unit[1]) for unit in units]
    return [pair for pair in pairs if [type(layer) for layer in pair] == [nn.Conv2d, nn.BatchNorm2d]]


def restore_norms(network: nn.Module, pictures: Tensor) -> None:
    """Measure each norm's input over the pictures and set the norm so that it changes nothing on average."""
    input_moments: dict[nn.Module, tuple[Tensor, Tensor]] = {}

    def measure(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        input_moments[norm] = (inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3)))

    hooks = [norm.register_forward_pre_hook(measure) for _, norm in _normed_layers(network)]
    network.eval()
    with torch.no_grad():
        network(pictures)
        for hook in hooks:
            hook.remove()
        for _, norm in _normed_layers(network):
            mean, variance = input_moments[norm]
            spread = torch.sqrt(variance + norm.eps)
            norm.bias.add_(mean)
            norm.weight.copy_(spread)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=["finder", "namer"])
    parser.add_argument("model", type=Path)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--pictures", type=Path, required=True)
    chosen = parser.parse_args()
    network: nn.Module = Finder() if chosen.kind == "finder" else Namer()
    load_tensors(network, model_tensors(chosen.model))
    make_batches = finder_batches if chosen.kind == "finder" else namer_batches
    batch_size = 24 if chosen.kind == "finder" else 1024
    pictures, _ = next(
        make_batches(picture_store.picture_files(chosen.pictures), batch_size, np.random.default_rng(1))
    )
    answers_before = network.eval()(pictures).detach()
    restore_norms(network, pictures)
    largest_change = float((network(pictures).detach() - answers_before).abs().max())
    print(f"answers differ by at most {largest_change:.5f}")
    chosen.checkpoint.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"network": network.state_dict(), "steps": 0, "minutes": 0.0}, chosen.checkpoint)


if __name__ == "__main__":
    main()
