"""Every method on the least that its inputs can hold: a result whose numbers are finite, or a refusal in words."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import InputProblem, Method, Run

N = 60
SPREAD = np.linspace(0.05, 9.95, N)
NOISE = np.random.default_rng(3).permutation(N) / 7.0
RAISED: dict[str, np.ndarray[Any, Any]] = {
    "none": np.zeros(N, dtype=bool),
    "one": np.arange(N) == 30,
    "two": np.isin(np.arange(N), (30, 31)),
    "two at the ends": np.isin(np.arange(N), (0, N - 1)),
    "all but one": np.arange(N) != 30,
    "all": np.ones(N, dtype=bool),
}
"""which of the rows are wrong, of another class, or failed"""
COLUMNS: dict[str, np.ndarray[Any, Any]] = {
    "distinct": SPREAD,
    "tied": np.repeat([2.5, 7.5], N // 2),
    "constant": np.full(N, 5.0),
}
Made = tuple[dict[str, Path], dict[str, Any]]


def csv(path: Path, columns: Mapping[str, Any]) -> Path:
    rows = zip(*(np.asarray(v).tolist() for v in columns.values()), strict=True)
    path.write_text(
        "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n", "utf-8"
    )
    return path


def npz(path: Path, **arrays: Any) -> Path:
    np.savez(path, **arrays)
    return path


DOMAIN = [{"name": "v", "lower": 0, "upper": 10}, {"name": "w", "lower": 0, "upper": 10}]
UNIFORM = {"v": {"distribution": "uniform"}, "w": {"distribution": "uniform"}}


def scenarios(at: Path, name: str, x: Any, bad: Any) -> Path:
    words = np.where(bad, "harmful failure", "success")
    return csv(at / name, {"v": x, "w": NOISE, "outcome": words})


def dependability(at: Path, x: Any, bad: Any) -> Made:
    return {"tests": scenarios(at, "t.csv", x, bad)}, {
        "domain": DOMAIN, "testing": UNIFORM, "operating": UNIFORM,
    }  # fmt: skip


def comparison(at: Path, x: Any, bad: Any) -> Made:
    observed = at / "o.csv"
    observed.write_text("condition,outcome,count\nA,success,9\nA,harmful failure,0\n")
    return {"tests": scenarios(at, "t.csv", x, bad), "observed": observed}, {
        "domain": DOMAIN, "testing": UNIFORM, "conditions": {"A": UNIFORM},
    }  # fmt: skip


def safety_function(at: Path, x: Any, bad: Any) -> Made:
    words = np.where(bad, "harmful failure", "success")
    files = {}
    for k, role in enumerate(("learning", "before", "after")):
        columns = {"v": x, "w": NOISE + k / 50, "outcome": words}
        files[role] = csv(at / f"{role}.csv", columns)
    limit = {"dimension": "w", "side": "below", "threshold": float(NOISE[bad].min(initial=9.0)) - 0.5}
    return files, {"domain": DOMAIN, "testing": UNIFORM, "limit": limit}


def record(unit: str, **parameters: Any) -> Callable[[Path, Any, Any], Made]:
    def made(at: Path, x: Any, bad: Any) -> Made:
        columns = {
            "entry": [f"unit {k}" for k in range(N)],
            unit: np.ceil(x).astype(int),
            "failures": bad * 1,
        }
        return {"record": csv(at / "r.csv", columns)}, {"failure": "no start", **parameters}

    return made


def episodes(at: Path, x: Any, bad: Any) -> Made:
    columns = {
        "accident_f": bad * 1,
        "accident_monitored": bad * 1,
        "success_f": ~bad * 1,
        "success_monitored": ~bad * 1,
    }
    return {"episodes": csv(at / "e.csv", columns)}, {}


def alarms(at: Path, x: Any, bad: Any) -> Made:
    columns = {
        "true": ["a"] * N,
        "predicted": np.where(bad, "b", "a"),
        "score": x,
        "alarm": np.roll(bad, 1) * 1,
    }
    return {"outcomes": csv(at / "o.csv", columns)}, {}


def returns(at: Path, x: Any, bad: Any) -> Made:
    columns = {"safety_f": ~bad * 1.0, "safety_monitored": np.ones(N), "safety_ideal": np.ones(N),
               "mission_f": ~bad * 1.0, "mission_monitored": ~bad * 1.0, "mission_ideal": np.ones(N)}  # fmt: skip
    return {"returns": csv(at / "r.csv", columns)}, {"span": 1.0}


def answers(at: Path, x: Any, bad: Any) -> Made:
    columns = {
        "true": np.where(np.arange(N) % 2, "a", "b"),
        "predicted": np.where(bad == np.arange(N) % 2, "b", "a"),
    }
    return {"predictions": csv(at / "p.csv", columns)}, {"severities": {"a": {"b": 1}}, "default": 1}


def one_class(at: Path, x: Any, bad: Any) -> Made:
    columns = {"true": ["a"] * N, "predicted": np.where(bad, "b", "a")}
    return {"predictions": csv(at / "p.csv", columns)}, {"severities": {}, "default": 1}


def by_scenario(at: Path, x: Any, bad: Any) -> Made:
    columns = {"light": x, "correct": ~bad * 1}
    return {"predictions": csv(at / "p.csv", columns)}, {"by": ["light"]}


def points(**parameters: Any) -> Callable[[Path, Any, Any], Made]:
    def made(at: Path, x: Any, bad: Any) -> Made:
        return {
            "points": csv(at / "p.csv", {"v": x, "w": NOISE, "label": np.where(bad, "far", "near")})
        }, parameters

    return made


def drift(at: Path, x: Any, bad: Any) -> Made:
    reference = csv(at / "r.csv", {"v": x, "w": NOISE})
    return {"reference": reference, "operation": csv(at / "o.csv", {"v": bad * 5.0, "w": x})}, {}


def boxes(at: Path, x: Any, bad: Any) -> Made:
    images = [{"id": k, "width": 100, "height": 100, "file_name": f"{k}.png"} for k in range(N)]
    truth = [
        {"id": k + 1, "image_id": k, "category_id": 1, "bbox": [10, 10, float(x[k]) + 9, 20]}
        for k in range(N)
    ]
    detected = [{**{n: t[n] for n in ("image_id", "category_id", "bbox")}, "score": 0.9}
             for t, b in zip(truth, bad, strict=True) if not b]  # fmt: skip
    (at / "t.json").write_text(
        json.dumps({"images": images, "categories": [{"id": 1, "name": "buoy"}], "annotations": truth})
    )
    (at / "d.json").write_text(json.dumps(detected))
    return {"truth": at / "t.json", "detections": at / "d.json"}, {"score": 0.5}


def monitored(at: Path, x: Any, bad: Any) -> Made:
    files = {}
    for k, role in enumerate(("training", "calibration", "evaluation")):
        inputs = np.stack([x, NOISE + k / 100], axis=1)
        p = np.where(bad, 0.2, 0.7)
        files[role] = npz(
            at / f"{role}.npz", inputs=inputs, labels=np.arange(N) % 2 if k == 0 else np.zeros(N, dtype=int),
            features=inputs, probabilities=np.stack([p, 1 - p], axis=1),
        )  # fmt: skip
    return files, {"monitor": "max-softmax"}


def layer(at: Path, x: Any, bad: Any) -> Made:
    a = np.maximum(np.outer(bad * 1.0, np.ones(8)) + np.outer(x - 5, np.linspace(-1, 1, 8)), 0)
    return {"activations": npz(at / "a.npz", fc=a)}, {}


def confidences(at: Path, x: Any, bad: Any) -> Made:
    columns = {"clean": x / 10, "noise": np.where(bad, 0.0, x / 10)}
    return {"confidences": csv(at / "c.csv", columns)}, {}


def maps(at: Path, x: Any, bad: Any) -> Made:
    heat = np.clip(np.repeat((x / 10)[:, None, None], 4, axis=1).repeat(4, axis=2), 0, 1)
    heat[:, 0, :2] = np.where(bad, 0.1, 0.9)[:, None]
    return {"maps": npz(at / "m.npz", heatmaps=heat, masks=(heat > 0.5) * 1, occluding=(heat > 0.5) * 1)}, {}


def suite(at: Path, x: Any, bad: Any) -> Made:
    cases = "".join(f'<testcase name="t{k}">{"<failure/>" * int(b)}</testcase>' for k, b in enumerate(bad))
    (at / "j.xml").write_text(f'<testsuite name="s">{cases}</testsuite>')
    return {"report": at / "j.xml"}, {}


def coverage(at: Path, x: Any, bad: Any) -> Made:
    own = "".join(f'<line number="{k + 1}" hits="{int(not b)}"/>' for k, b in enumerate(bad))
    (at / "c.xml").write_text(
        f'<coverage><packages><package><classes><class filename="a.py"><lines>{own}</lines></class></classes>'
        "</package></packages></coverage>"
    )
    return {"report": at / "c.xml"}, {}


def reported(at: Path, x: Any, bad: Any) -> Made:
    (at / "m.json").write_text(json.dumps({"wrong": int(bad.sum()), "rows": N, "error": float(bad.mean())}))
    stated = {
        "kind": "fraction",
        "method": "counted",
        "value": "/error",
        "count": "/wrong",
        "trials": "/rows",
    }
    return {"report": at / "m.json"}, stated


def combinations(at: Path, x: Any, bad: Any) -> Made:
    columns = {"light": np.where(bad, "day", "night"), "rain": np.where(x > 5, "yes", "no")}
    stated = {"light": ["day", "night"], "rain": ["yes", "no"]}
    return {"scenarios": csv(at / "s.csv", columns)}, {"conditions": stated}


MADE: dict[str, Callable[[Path, Any, Any], Made]] = {
    "ml-dependability": dependability,
    "ml-dependability-comparison": comparison,
    "ml-safety-function": safety_function,
    "demand-record": record("demands"),
    "mission-record": record("missions"),
    "operating-record": record("hours"),
    "conservative-bayes": record("demands", prior=0.9, source="analysis of the design"),
    "monitor-episodes": episodes,
    "monitor-evaluation": alarms,
    "monitor-returns": returns,
    "monitor-detectors": monitored,
    "nn-weighted-confusion": answers,
    "nn-weighted-confusion, one class": one_class,
    "nn-scenario-performance": by_scenario,
    "nn-scenario-coverage": combinations,
    "nn-neuron-activation": layer,
    "nn-adversarial-loss": confidences,
    "nn-interpretation": maps,
    "operation-drift": drift,
    "object-detection": boxes,
    "ram-low-dimensional": points(samples=500, cells=3),
    "ram-high-dimensional": points(classifier={"kind": "random-forest"}, balls=5, samples=100, radius=0.1),
    "test-report": suite,
    "coverage-report": coverage,
    "reported-measure": reported,
}


def method_named(name: str) -> Method:
    (entry,) = (e for e in entry_points(group="casegen.evidence_methods") if e.name == name.split(",")[0])
    value: Method = getattr(import_module(entry.value.split(":")[0]), entry.value.split(":")[1])
    return value


def test_every_method_is_among_them() -> None:
    """``nn-metrics`` is made of the others."""
    own = {
        e.name
        for e in entry_points(group="casegen.evidence_methods")
        if e.value.startswith("casegen_evidence.")
    }
    assert own - {"nn-metrics"} == {name.split(",")[0] for name in MADE}


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE)
def test_what_is_least_has_finite_numbers_or_is_refused(name: str, tmp_path: Path) -> None:
    method = method_named(name)
    measured = 0
    for columns, raised in ((c, r) for c in COLUMNS for r in RAISED):
        at = tmp_path / f"{columns} {raised}"
        at.mkdir()
        inputs, parameters = MADE[name](at, COLUMNS[columns], RAISED[raised])
        try:
            checked = method.parameters.model_validate(parameters)
            result = method.run(Run(inputs, checked, seed=1, confidence=0.95, scratch=at))
        except InputProblem:
            continue
        except Exception as error:
            error.add_note(f"{columns} columns, {raised} raised")
            raise
        measured += 1
        for key, m in result.measures.items():
            numbers = (m.value, m.lower, m.upper)
            assert all(n is None or math.isfinite(n) for n in numbers), (columns, raised, key)
    assert measured, "all refused"
