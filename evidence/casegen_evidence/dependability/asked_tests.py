"""Scenario tests without outcomes: each scenario's input is asked of the user's network, and its error judged."""

from __future__ import annotations

from typing import Annotated, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from casegen_evidence.method import InputProblem, Run
from casegen_evidence.nnmetrics.asked import AskedNetwork, ask, with_table
from casegen_evidence.replaced import refuse_replaced
from casegen_evidence.tables.labels import different, label


class Confusion(BaseModel):
    """An error: an input of class ``true`` that is answered as ``predicted``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    true: str = Field(description="label in the data")
    predicted: str = Field(description="answer of the network")

    @model_validator(mode="after")
    def _differ(self) -> Self:
        different(self.true, self.predicted)
        return self


class TestedNetwork(AskedNetwork):
    """The network whose answers are the outcomes of the tests."""

    harmful: Annotated[list[Confusion], Field(min_length=1)] = Field(
        description="errors that are harmful; every other error is a task failure"
    )


def with_outcomes(run: Run, spec: TestedNetwork | None) -> Run:
    """``run`` with the column outcome from the network's answers; as it is where no network is stated.

    Raises :class:`InputProblem` for a table without inputs or labels, and for classes that no label or answer has.
    """
    if spec is None:
        refuse_replaced(
            run,
            f"outcomes that are read from {run.inputs['tests'].name}",
            inputs=("model",),
            fix=", or state `network` and give an npz file with inputs (n, …) and true",
        )
        return run
    path = run.inputs["tests"]
    asked = ask(run, "tests", spec)
    if asked is None:
        raise InputProblem(f"{path.name}: expected an npz file with an array inputs, since network is stated")
    columns, answers = asked[0], asked[1].tolist()
    if "true" not in columns or "outcome" in columns:
        raise InputProblem(
            f"{path.name}: expected an array true, the label of each input, and no outcome beside it; found "
            f"{', '.join(columns) or 'inputs only'}"
        )
    true = [label(str(v)) for v in columns.pop("true").tolist()]
    known = {*true, *answers, *map(label, spec.classes)}
    harmful = {(label(pair.true), label(pair.predicted)) for pair in spec.harmful}
    strange = sorted({c for pair in harmful for c in pair} - known)
    if strange:
        raise InputProblem(
            f"expected classes among {', '.join(sorted(known)[:12])} in `harmful`; found {', '.join(strange[:5])}"
        )
    columns["outcome"] = np.array(
        [
            "success" if a == t else "harmful failure" if (t, a) in harmful else "task failure"
            for t, a in zip(true, answers, strict=True)
        ]
    )
    _right(true, answers, path.name, run)
    return with_table(run, "tests", columns)


def _right(true: list[str], answers: list[str], file: str, run: Run) -> None:
    if len(true) >= 20 and not any(t == a for t, a in zip(true, answers, strict=True)):
        run.intake.fails(
            "never-right",
            f"{file}: none of {len(true):,} answers is the label",
            hint="state `classes` in the order of the network's scores",
        )
