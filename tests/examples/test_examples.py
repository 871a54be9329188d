"""Every example is a case a user could copy: it checks without an error, its evidence is fresh, its verdict is known."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from casegen import assess, check, load
from casegen.model.diagnostic import Severity
from casegen.model.results import Freshness
from casegen.store.store import Store

EXAMPLES = Path(__file__).parents[2] / "examples"
CASES = sorted(path.parent for path in EXAMPLES.glob("*/case.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("folder", CASES, ids=lambda p: p.name)
def test_example_is_sound_and_its_evidence_fresh(folder: Path) -> None:
    case = load(folder)
    assert not [d for d in check(case) if d.severity in (Severity.ERROR, Severity.INPUT)]
    stale = {i: s.why for i, s in Store(case).states().items() if s.freshness is not Freshness.FRESH}
    assert not stale


@pytest.mark.slow
@pytest.mark.parametrize("folder", CASES, ids=lambda p: p.name)
def test_every_tree_of_an_example_is_quantified(folder: Path) -> None:
    assessed = assess(load(folder))
    assert {t.id: t.problem for t in assessed.trees.values() if t.problem} == {}
    assert all(t.top is not None and t.top.upper is not None for t in assessed.trees.values())


@pytest.mark.slow
def test_the_vehicles_bounds_lie_above_the_truth() -> None:
    """The true pmi of the very classifier that was assessed, by integration over the known profile."""
    from casegen_evidence.ram.data import read
    from casegen_evidence.ram.problems import exact_pmi, underwater_assets
    from casegen_evidence.ram.specs import ClassifierSpec, design_mask, trained

    case = load(EXAMPLES / "inspection")
    for item, state in Store(case).states().items():
        spec = case.evidence_item[item]
        if spec.method != "ram-low-dimensional":
            continue
        data = read(case.root / spec.inputs["points"])
        design = design_mask(len(data.points), spec.parameters["evaluation_share"], spec.seed)
        classifier = trained(ClassifierSpec(**spec.parameters["classifier"]), data, design, spec.seed)
        problem = underwater_assets()
        label_of = np.array([problem.classes.index(name) for name in data.classes])
        failures = spec.parameters.get("failures")
        pairs = failures and {
            (problem.classes.index(f["true"]), problem.classes.index(f["predicted"])): 1.0 for f in failures
        }
        truth, error = exact_pmi(
            problem,
            lambda x, c=classifier, m=label_of: m[c(x)] if len(x) else np.array([], int),
            pairs,
            resolution=300,
        )
        bound = state.measures["pmi"].upper
        assert bound is not None
        assert truth + error <= bound


@pytest.mark.slow
def test_recomputing_the_vehicles_evidence_gives_the_shipped_numbers(
    auv: Path, casegen: Callable[..., object]
) -> None:
    shipped = {i: s.measures for i, s in Store(load(auv)).states().items()}
    assert casegen("evidence", "run", auv, "--force").code == 0
    again = {i: s.measures for i, s in Store(load(auv)).states().items()}
    for item, measures in shipped.items():
        for name, measure in measures.items():
            assert again[item][name].value == pytest.approx(measure.value, rel=1e-6)
            if measure.upper is not None:
                assert again[item][name].upper == pytest.approx(measure.upper, rel=1e-6)


def test_the_press_holds_by_its_records_together_only() -> None:
    assessed = assess(load(EXAMPLES / "press"))
    result = assessed.requirements["C-PRESS"]
    assert assessed.supported
    assert result.joint is not None
    assert result.compared == result.joint.upper
    assert (result.joint.alone or 0.0) > 3 * (result.bound or 1.0)
    assert result.joint.upper == pytest.approx(1 - 0.048 ** (1 / 2935), rel=1e-6)
