"""Dependability of the classifier at a named site, and the simulated truth beside its limits (papers 000 and 003)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from casegen_evidence.dependability.method import DEPENDABILITY, NAMES, PER_TASK
from casegen_evidence.method import Kind, Parameters, Result, Run
from casegen_evidence.signs import Direction, directions
from pydantic import Field

from casegen_underwater.simulator import MODULES, SIMULATOR

if TYPE_CHECKING:
    import numpy as np
    from casegen_evidence.dependability.method import DependabilityParameters
    from numpy.typing import NDArray

    from casegen_underwater.data import Truth

Site = Literal["clear-water", "turbid-harbour", "night"]


class SiteParameters(Parameters):
    """Parameters of ``underwater-dependability``."""

    site: Site = Field("clear-water", description="operating conditions of the prediction")
    tests: Annotated[int, Field(ge=1_000, le=10_000_000)] = Field(
        100_000, description="frames tested, drawn from the testing conditions, the same for every site"
    )
    least: Annotated[int, Field(ge=1)] = Field(
        50, description="tests that every voxel of the k-d partition keeps"
    )
    truth: Annotated[int, Field(ge=1_000, le=100_000_000)] = Field(
        100_000, description="frames of the site that the truth is simulated on"
    )


class UnderwaterDependability:
    """Registered as ``underwater-dependability``."""

    name = "underwater-dependability"
    version = 1
    summary = "Right answers, harmless and safety-related confusions predicted for a site, and their simulated truth"
    source = f"{DEPENDABILITY.source}; paper 003 §6"
    parameters: type[Parameters] = SiteParameters
    inputs: Mapping[str, tuple[bool, str]] = {**SIMULATOR, "network": (True, "npz of the network's weights")}
    simulators: Mapping[str, str] = MODULES
    measures: Mapping[str, tuple[Kind, str]] = {
        **DEPENDABILITY.measures,
        **{f"true_{name}": (PER_TASK, f"{name.replace('_', ' ')}, simulated at the site") for name in NAMES},
        "misclassification": (PER_TASK, "any wrong answer: task and harmful undependability together"),
        "true_misclassification": (PER_TASK, "any wrong answer, simulated at the site"),
        "bound_over_truth": ("score", "upper limit of harmful undependability over its simulated truth"),
    }
    better: Mapping[str, Direction] = {
        **DEPENDABILITY.better,
        **directions(
            lower=(*(f"true_{n}" for n in NAMES[1:]), "misclassification", "true_misclassification"),
            higher=(f"true_{NAMES[0]}",),
        ),
    }
    signs: Mapping[str, str] = DEPENDABILITY.signs
    stages: Mapping[str, str] = {"tests": "frames tested", "truth": "frames of the simulated truth"}
    extra: str | None = "torch"
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 0.01)

    def run(self, run: Run) -> Result:
        """Test in the testing conditions, weight for the site, simulate the site.

        A frame is a task: success is the right answer, harm a confusion that shortens the stand-off distance,
        task failure any other.
        """
        from casegen_evidence.blocks import Workers

        from casegen_underwater.data import network_of, truth
        from casegen_underwater.truth_comparison import TRUTH_ASSUMPTION, beside, factor

        p: SiteParameters = run.parameters
        weights = network_of(run)
        run.progress(0.05, "testing frames")
        modes = _tested(weights, p, run)
        base = DEPENDABILITY.run(_call(run, p, modes))
        workers = Workers(run.jobs, run.scratch, run.progress, 0.5, 1.0)
        result = truth(weights, p.site, run.seed, p.truth, 0.0, workers)
        measures = dict(base.measures)
        measures |= _true(result, run.confidence)
        measures["misclassification"] = _wrong(measures)
        harm, true = measures[NAMES[2]], measures[f"true_{NAMES[2]}"]
        measures["bound_over_truth"] = factor(harm, true, "upper limit of harm over its simulated truth")
        rows = [
            ("safety-related confusion", harm, true),
            ("other confusion", measures[NAMES[1]], measures[f"true_{NAMES[1]}"]),
            ("any misclassification", measures["misclassification"], measures["true_misclassification"]),
        ]
        tables = [beside(rows), *base.tables]
        assumptions = (*base.assumptions, _MODES, TRUTH_ASSUMPTION)
        return Result(
            measures, tables, base.figures, assumptions, base.notes, signs=base.signs, read=base.read
        )


_MODES = (
    "Harm is a confusion that shortens the stand-off distance; every frame is a task of its own, and frames of one "
    "approach depend on each other."
)


def _tested(weights: Any, p: SiteParameters, run: Run) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    """Scenes ``(n, 7)`` of the testing conditions and the mode of the answer in each, ``(n,)``."""
    import numpy as np
    from casegen_evidence.blocks import Workers

    from casegen_underwater.data import TESTS, answers_of
    from casegen_underwater.render import BLOCK, _render, textures_of_backgrounds
    from casegen_underwater.scenes import DOMAIN, draw, labels, severity

    scenes = draw("testing", np.random.default_rng([run.seed, TESTS]), p.tests)
    DOMAIN.check(scenes)

    def work(given: tuple[int, NDArray[np.float64]]) -> dict[str, NDArray[np.int8]]:
        number, part = given
        rng = np.random.default_rng([run.seed, TESTS, 0xF4, number])  # as :func:`render.blocks` draws it
        said, truth = answers_of(weights, _render(part, rng, textures_of_backgrounds()).images), labels(part)
        return {"modes": (said != truth) + severity("safety-related")[truth, said].astype(np.int8)}

    workers = Workers(run.jobs, run.scratch, run.progress, 0.05, 0.4)
    numbers = range(-(-p.tests // BLOCK))
    parts = workers.run(
        "tests", numbers, work, "testing frames", lambda k: (k, scenes[k * BLOCK : (k + 1) * BLOCK])
    )
    return scenes, np.concatenate([np.asarray(part["modes"], dtype=np.int8) for part in parts])


def _call(run: Run, p: SiteParameters, tested: tuple[Any, Any]) -> Run:
    """The call of ``ml-dependability`` on these tests."""
    import numpy as np
    from casegen_evidence.dependability.domain import Categorical
    from casegen_evidence.dependability.scenarios import MODES

    from casegen_underwater.scenes import DOMAIN

    path = Path(run.scratch) / "tests.npz"
    columns = {
        d.name: np.array(d.categories)[values.astype(int)] if isinstance(d, Categorical) else values
        for d, values in zip(DOMAIN.dimensions, tested[0].T, strict=True)
    }
    np.savez(path, **columns, outcome=np.array(MODES)[tested[1]])
    progress = run.progress
    return replace(
        run,
        inputs={"tests": path},
        parameters=_parameters(p),
        progress=lambda done, what: progress(0.4 + 0.1 * done, what),
    )


def _parameters(p: SiteParameters) -> DependabilityParameters:
    from casegen_evidence.dependability.domain import Categorical
    from casegen_evidence.dependability.method import DependabilityParameters

    from casegen_underwater.scenes import DOMAIN, TESTING, site

    domain: list[dict[str, Any]] = []
    for d in DOMAIN.dimensions:
        if isinstance(d, Categorical):
            domain.append({"name": d.name, "categories": list(d.categories)})
        else:
            domain.append({"name": d.name, "lower": d.lower, "upper": d.upper, "unit": d.unit})
    return DependabilityParameters.model_validate(
        {
            "domain": domain,
            "testing": TESTING,
            "operating": site(p.site),
            "partition": {"kind": "k-d", "least": p.least},
        }
    )


def _true(result: Truth, confidence: float) -> dict[str, Any]:
    """The simulated modes with their limits."""
    from casegen_evidence.bounds.measures import proportion

    wrong, harm = result.failures("any"), result.failures("safety-related")
    counts = (result.frames - wrong, wrong - harm, harm)
    measures = {
        f"true_{name}": proportion(
            k, result.frames, confidence, PER_TASK, name.replace("_", " "), "simulation"
        )
        for name, k in zip(NAMES, counts, strict=True)
    }
    measures["true_misclassification"] = result.measure("any", confidence, "any wrong answer")
    return measures


def _wrong(measures: Mapping[str, Any]) -> Any:
    """Any wrong answer: the complement of dependability."""
    from casegen_evidence.bounds.distribution import beta_of

    right = measures[NAMES[0]]
    upper = 1 - right.lower
    shape = beta_of(1 - right.value, upper, right.confidence)
    return replace(
        right,
        value=1 - right.value,
        lower=1 - right.upper,
        upper=upper,
        distribution=shape,
        text="probability per task of any wrong answer",
    )


DEPENDABILITY_OF_SITE = UnderwaterDependability()
