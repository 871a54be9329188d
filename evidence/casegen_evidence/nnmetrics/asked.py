"""Tables without answers: an npz table that holds the inputs themselves is asked of the user's network, row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from casegen_evidence import returned
from casegen_evidence.archives import names_in
from casegen_evidence.installed import faults_of
from casegen_evidence.method import InputProblem, Run
from casegen_evidence.models.asking import asking
from casegen_evidence.models.feature_names import in_order
from casegen_evidence.models.model_file import MODEL_FILE, model_in, only_of_networks
from casegen_evidence.nnmetrics.class_order import all_classes, judge_network
from casegen_evidence.nnmetrics.networks import network, steady
from casegen_evidence.nnmetrics.picture_layout import PictureInput, inputs_of_file
from casegen_evidence.replaced import refuse_replaced
from casegen_evidence.tables.arrays import ARRAY, read_arrays

Columns = dict[str, NDArray[Any]]
ASKED = "inputs"
MODEL = f"{MODEL_FILE}, which is asked where the table is an npz file with an array inputs (n, …) instead of answers"


class AskedNetwork(PictureInput):
    """The network that is asked, and how."""

    provider: str | None = Field(None, description="installed package's network, where no file holds it")
    options: dict[str, Any] = Field(default_factory=dict, description="the provider's own")
    classes: list[str] = Field(
        default_factory=list,
        description="classes in the order of the network's scores; left out: an estimator's own, else 0, 1, …",
    )


def answered(run: Run, role: str, spec: AskedNetwork) -> Run:
    """``run`` with the table of input ``role`` holding the network's answers in the column ``predicted``.

    Left as it is where the table is no npz file with an array ``inputs``.  Raises :class:`InputProblem` for answers that
    are there already, and for inputs without a network.
    """
    asked = ask(run, role, spec)
    if asked is None:
        return run
    columns, answers = asked
    return with_table(run, role, columns | {"predicted": answers})


def ask(run: Run, role: str, spec: AskedNetwork) -> tuple[Columns, NDArray[np.str_]] | None:
    """The other columns of the table of input ``role``, and the network's answer to each row; None without inputs."""
    path = run.inputs[role]
    if not holds_inputs(path):
        refuse_replaced(
            run,
            f"the answers in {path.name}",
            inputs=("model",),
            parameters=("network",),
            fix=", or give an npz file with inputs (n, …) in place of the answers",
        )
        return None
    if spec.provider is None:
        refuse_replaced(run, "a network that no provider gives", parameters=("network.options",))
    columns = _columns(path)
    x = columns.pop(ASKED)
    if "predicted" in columns:
        raise InputProblem(f"{path.name}: expected inputs or a column predicted; found both. Leave one out")
    return columns, _answers(run, spec, x, columns, path.name)


def with_table(run: Run, role: str, columns: Columns) -> Run:
    """``run`` with ``columns`` as the table of input ``role``, under the same name."""
    path = run.inputs[role]
    filled = run.scratch / "asked" / path.name
    filled.parent.mkdir(parents=True, exist_ok=True)
    np.savez(filled, **columns)  # type: ignore[arg-type]
    return replace(run, inputs={**run.inputs, role: filled})


def holds_inputs(path: Path) -> bool:
    """Whether a table is an npz file with an array ``inputs``, of which a network is asked."""
    return path.suffix.lower() == ".npz" and f"{ASKED}{ARRAY}" in names_in(path)


def _columns(path: Path) -> Columns:
    """The arrays, of one length; only the inputs have more than one axis."""
    names = [name.removesuffix(ARRAY) for name in names_in(path)]
    columns = read_arrays(path, text=[name for name in names if name != ASKED])
    x = columns[ASKED]
    if x.ndim < 2:
        raise InputProblem(f"{path.name}: expected inputs (n, …), a row for each; found shape {x.shape}")
    others = {name: a.shape for name, a in columns.items() if name != ASKED and a.shape != (len(x),)}
    if others:
        words = ", ".join(f"{name} {shape}" for name, shape in others.items())
        raise InputProblem(f"{path.name}: expected columns of {len(x)} rows beside the inputs; found {words}")
    return columns


def _answers(
    run: Run, spec: AskedNetwork, x: NDArray[Any], columns: Mapping[str, NDArray[Any]], file: str
) -> NDArray[np.str_]:
    from casegen_evidence.models import provided, with_file
    from casegen_evidence.models.held_rows import judge_held
    from casegen_evidence.tables.arrays import no_copies
    from casegen_evidence.tables.labels import label

    truth = columns.get("true")
    no_copies(x, f"{file}, inputs", run.intake, classes=None if truth is None else len(np.unique(truth)))
    shown = inputs_of_file(x, spec.layout, spec.preprocessing, file)
    model: Any
    plug_in = ""
    if spec.provider is not None:
        only_of_networks(spec.output, "a provider's network")
        names = tuple(spec.classes) or _numbered(columns)
        nothing = np.zeros(len(x), dtype=np.int64)
        options = with_file(spec.options, run.inputs.get("model"))
        made = provided(spec.provider, options, shown, nothing, names, run.seed)
        model, plug_in = made.model, made.plug_in
    elif "model" in run.inputs:
        model = model_in(run.inputs["model"], run.device, spec.output, spec.classes)
        judge_held(run.inputs["model"], shown, f"{file}, inputs", run.intake, model)
        if hasattr(model, "predict"):
            by = "an estimator, which knows its classes by name"
            refuse_replaced(run, by, parameters=("network.classes",))
    else:
        raise InputProblem(
            f"{file}: expected a network for its inputs, as the input `model` or `network: {{provider: …}}`"
        )
    answers, known = _by_name(model, shown, spec.classes, plug_in)
    if (true := columns.get("true")) is not None:
        words = [label(str(v)) for v in true.tolist()]
        judge_network(words, answers.tolist(), file, run.intake)
        all_classes(known, set(words), file, run.intake)
    return answers


def _numbered(columns: Mapping[str, NDArray[Any]]) -> tuple[str, ...]:
    labels = columns.get("true")
    if labels is None or labels.dtype.kind not in "iu":
        raise InputProblem("expected network: classes, in the order of the provider's scores")
    return tuple(str(k) for k in range(int(labels.max()) + 1))


def _by_name(
    model: Any, x: NDArray[Any], classes: list[str], plug_in: str = ""
) -> tuple[NDArray[np.str_], Sequence[str]]:
    """The answer to each row, by the name of its class, and the names of all classes that the network knows."""
    from casegen_evidence.tables.labels import label

    if hasattr(model, "predict"):  # an estimator knows its classes by name
        with faults_of(plug_in):
            with asking(model), in_order():
                own = returned.labels(model.predict(x.reshape(len(x), -1).copy()), "the model's answers")
            if own.shape != (len(x),):
                raise InputProblem(
                    f"expected one label per input, ({len(x)},); the model returned shape {own.shape}"
                )
        known = [label(str(v)) for v in getattr(model, "classes_", ())]
        return np.array([label(str(v)) for v in own.tolist()]), known
    face = network(model, plug_in=plug_in)
    p = face.probabilities(x)
    names = np.array(classes or [str(k) for k in range(p.shape[1])])
    if len({*classes}) < len(classes):
        raise InputProblem(f"expected each class once in `classes`; found {', '.join(classes[:12])}")
    if len(names) != p.shape[1]:
        raise InputProblem(
            f"expected {len(names)} scores for each input, one for each of {', '.join(classes[:12])}; the network gives "
            f"{p.shape[1]}. State `classes` in the order of its scores"
        )
    steady(face, x, p)
    return np.asarray(names[p.argmax(axis=1)]), [label(name) for name in names.tolist()]
