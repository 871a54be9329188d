"""Where torch computes: the processor, or a CUDA device if there is one."""

from __future__ import annotations

import copy
from dataclasses import replace

from casegen_evidence.installed import faults_of
from casegen_evidence.method import InputProblem
from casegen_evidence.models.classifier import Classifier, adapt
from casegen_evidence.models.onnx import OnnxNetwork

DEVICES = ("cpu", "cuda", "auto")


def device_named(name: str) -> str:
    """``cpu`` or ``cuda`` for ``cpu``, ``cuda`` or ``auto`` (``cuda`` where torch finds a device, else ``cpu``).

    Raises :class:`InputProblem` for another name, and for ``cuda`` where there is none.
    """
    if name not in DEVICES:
        raise InputProblem(f"expected a device among {', '.join(DEVICES)}; found {name!r}")
    if name == "cpu":
        return "cpu"
    if name == "auto" and _without_cuda():
        return "cpu"
    try:
        import torch

        there, why = torch.cuda.is_available(), "torch finds no CUDA device"
    except ModuleNotFoundError:
        there, why = False, "torch is not installed (pip install 'casegen[torch]')"
    if name == "cuda" and not there:
        raise InputProblem(
            f"expected a CUDA device for device cuda; {why}. Use device cpu, or auto to take what there is"
        )
    return "cuda" if there else "cpu"


def _without_cuda() -> bool:
    """Whether torch is missing or a build for processors only; known without the seconds of its import."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("torch").endswith("+cpu")
    except PackageNotFoundError:
        return True


def computing_on(classifier: Classifier) -> str | None:
    """``cpu`` or ``cuda``, where the classifier's torch module or ONNX session computes; None for any other model."""
    model = classifier.model
    if hasattr(model, "named_parameters"):
        first = next(model.parameters(), None)
        return None if first is None else str(first.device.type)
    if isinstance(model, OnnxNetwork):
        return "cuda" if "CUDAExecutionProvider" in model.session.get_providers() else "cpu"
    return None


def on_device(classifier: Classifier, device: str) -> Classifier:
    """The classifier with its torch module on ``device``, copied there if it is elsewhere; others as they are."""
    module = classifier.model
    if not hasattr(module, "named_parameters") or device == "cpu":
        return classifier
    with faults_of(classifier.plug_in):
        moved = adapt(copy.deepcopy(module).to(device), classifier.classes)
    return replace(moved, batch=classifier.batch, plug_in=classifier.plug_in)
