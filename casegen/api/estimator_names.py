"""Frames of which an estimator in a file is asked: their columns by the names that it states."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from casegen.api.stacked import chosen
from casegen.model.given import refused

_MODEL, _ASKED = "model", "inputs"


def states_names(inputs: Mapping[str, Any]) -> bool:
    """Whether the model of a call is an estimator in a file that states the names of its features."""
    from casegen_evidence.models.feature_names import stated

    return bool(stated(_estimator(inputs)))


def by_feature(
    inputs: Mapping[str, Any], names: Mapping[str, Mapping[str, list[str]]], given: Mapping[str, Any]
) -> dict[str, Any]:
    """The ``inputs`` with the columns of every frame ``inputs`` in the order of the estimator in the file of ``given``.

    ``names`` are those of the columns of each array that is a frame, in the order that they have here.

    Raises:
        InputError: columns of other names.
    """
    from casegen_evidence.method import InputProblem
    from casegen_evidence.models.feature_names import places

    result, asked = dict(inputs), [one for one in names if _ASKED in names[one]]
    model = _estimator(given) if asked else None
    for one in asked if model is not None else ():
        try:
            order = places(model, names[one][_ASKED], f"input {one}, array {_ASKED}")
        except InputProblem as problem:
            raise refused(str(problem)) from None
        if order:
            result[one] = {**result[one], _ASKED: chosen(result[one][_ASKED], list(order))}
    return result


def _estimator(inputs: Mapping[str, Any]) -> Any:
    """The estimator of the file; None for another model, and for a file that the method itself refuses."""
    from casegen_evidence.method import InputProblem
    from casegen_evidence.models.model_file import ZIP, model_in

    file = inputs.get(_MODEL)
    if not isinstance(file, str | Path) or not Path(file).is_file():
        return None
    try:
        with Path(file).open("rb") as stream:
            if stream.read(len(ZIP)) != ZIP:
                return None
        return model_in(Path(file))
    except (InputProblem, OSError, ModuleNotFoundError):
        return None
