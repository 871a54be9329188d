"""An evidence method: what it needs, what it measures, and a function ``run``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from casegen_evidence.method import InputProblem, Kind, Parameters, Result, Run
from pydantic import Field


class LateAnswersParameters(Parameters):
    """Parameters of ``late-answers``."""

    deadline: Annotated[float, Field(gt=0)] = Field(description="latest time of a useful answer [s]")


class LateAnswers:
    """Registered as ``late-answers``."""

    name = "late-answers"
    version = 1  # raise it whenever results can change
    summary = "Share of answers that come after their deadline"
    source = "Clopper & Pearson (1934)"
    parameters: type[Parameters] = LateAnswersParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        "times": (True, "text: the time of one answer per line, in seconds")
    }
    measures: Mapping[str, tuple[Kind, str]] = {
        "late": ("probability-per-demand", "an answer comes too late")
    }
    extra: str | None = None
    tolerance: Mapping[str, float] = {"late": 1e-9}

    def run(self, run: Run) -> Result:
        """Count and bound."""
        from casegen_evidence.bounds.measures import proportion

        try:
            times = [float(line) for line in run.inputs["times"].read_text().split()]
        except ValueError as error:
            raise InputProblem(f"expected one number of seconds per line: {error}") from error
        late = sum(t > run.parameters.deadline for t in times)
        measure = proportion(
            late, len(times), run.confidence, "probability-per-demand", "answers after the deadline"
        )
        run.progress(1.0, "done")
        return Result({"late": measure}, assumptions=["Times are independent draws of operation."])


LATE_ANSWERS = LateAnswers()
