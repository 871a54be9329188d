"""Files of inputs of which a network is asked, in place of its answers, as they become evidence items."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from casegen.model.diagnostic import Diagnostic
from casegen.store.file_kinds import open_question

KIND = "predictions"
"""the kind of file whose method asks a network, where the table holds inputs in place of answers"""


def arrays_of_inputs(file: Path) -> list[str] | None:
    """Names of the arrays beside ``inputs`` in an npz file without answers; None for other files."""
    from casegen_evidence.archives import names_in
    from casegen_evidence.nnmetrics.asked import ASKED, holds_inputs
    from casegen_evidence.tables.arrays import ARRAY

    if not holds_inputs(file):
        return None
    names = [name.removesuffix(ARRAY) for name in names_in(file)]
    return None if "predicted" in names else [name for name in names if name != ASKED]


def of_inputs(
    file: Path, names: Sequence[str], inputs: Collection[str], settings: Mapping[str, Any]
) -> list[Diagnostic]:
    """What is missing where a network is asked of the inputs in ``file``, beside which lie the arrays ``names``."""
    network = settings.get("network")
    stated = network if isinstance(network, Mapping) else {}
    problems = []
    if "true" not in names:
        others = ", ".join(names) or "no other"
        message = f"{file.name}: expected an array true beside the inputs, the label of each; found {others}"
        problems.append(open_question(message, "numpy.savez('tests.npz', inputs=…, true=…)"))
    if "model" not in inputs and "provider" not in stated:
        message = f"{file.name} holds inputs and no answers, and no network is named that answers them"
        hint = "say --input model=FILE, a network in ONNX format or an estimator saved by skops"
        problems.append(open_question(message, hint))
    return problems + _of_layout(file, stated.get("layout"))


def _of_layout(file: Path, layout: Any) -> list[Diagnostic]:
    """The order of the axes, where it is not stated and the shape leaves it open."""
    from casegen_evidence.method import InputProblem
    from casegen_evidence.nnmetrics.asked import ASKED
    from casegen_evidence.nnmetrics.picture_layout import as_pictures
    from casegen_evidence.tables.arrays import read_arrays

    try:
        first = read_arrays(file, [ASKED])[ASKED][:1]
        if first.ndim == 4:
            as_pictures(first, layout, file.name)
    except InputProblem as problem:
        return [open_question(str(problem), """say --set 'network={"layout": "NCHW"}', or NHWC""")]
    return []


def beside_answers(file: Path, inputs: Collection[str]) -> list[Diagnostic]:
    """A model plays no part beside a table that holds the answers."""
    if "model" not in inputs:
        return []
    return [
        open_question(
            f"{file.name} holds answers, beside which a model plays no part",
            "leave --input model out; or give an npz file with the inputs in place of the answers: "
            "numpy.savez('tests.npz', inputs=…, true=…)",
        )
    ]
