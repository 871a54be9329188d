"""Inputs and parameters that a run does not use, since something else that was given takes their place.

A number that does not depend on them would be shown beside them as if it did: they are refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from casegen_evidence.method import InputProblem, Run


def refuse_replaced(
    run: Run, by: str, *, inputs: Sequence[str] = (), parameters: Sequence[str] = (), fix: str = ""
) -> None:
    """Raise :class:`InputProblem` where ``inputs`` are given or ``parameters`` stated that ``by`` takes the place of.

    A parameter of a group is named with it, ``network.layout``.  One that is stated as it is by default says nothing, and
    is let pass.
    """
    given = [f"the input `{name}`" for name in inputs if name in run.inputs]
    given += [f"`{name}`" for path in parameters for name in _stated(run.parameters, path)]
    if not given:
        return
    plays, they = ("plays", "it") if len(given) == 1 else ("play", "them")
    raise InputProblem(
        f"{_and(given)} {plays} no part beside {by}: the result would not depend on {they}. Leave {they} out{fix}"
    )


def refuse_unused(run: Run, unused: Mapping[str, Sequence[str]]) -> None:
    """The same of what a method declares as ``unused``: by input, the parameters that play no part where it is given."""
    for role, names in unused.items():
        if role in run.inputs:
            refuse_replaced(run, f"the input `{role}`", parameters=names)


def stated(model: BaseModel) -> list[str]:
    """Names of the fields of ``model`` that are stated otherwise than by default."""
    defaults = {
        name: field.get_default(call_default_factory=True) for name, field in type(model).model_fields.items()
    }
    return [
        name for name in defaults if name in model.model_fields_set and getattr(model, name) != defaults[name]
    ]


def _stated(model: Any, path: str) -> list[str]:
    """``path`` where it is stated; of a group its fields that are."""
    name, _, rest = path.partition(".")
    if not isinstance(model, BaseModel) or name not in stated(model):
        return []
    value = getattr(model, name)
    if rest:
        return [f"{name}.{one}" for one in _stated(value, rest)]
    if isinstance(value, BaseModel):
        return [f"{name}.{one}" for one in stated(value)] or [name]
    return [name]


def _and(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
