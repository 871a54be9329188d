"""What a bound takes for granted of its data is to be read below every supported claim, whatever kind of data it is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

import casegen

pytestmark = pytest.mark.slow

OF_THE_DATA = re.compile(
    r"independen|draws|like what is claimed|the tests are those|of the version|conditions"
)
"""words of how rows came to be in the data, or of what they stand for"""
DRAW = np.random.default_rng(3)


def table(header: str, *rows: tuple[object, ...]) -> str:
    return header + "\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)


def answered(n: int) -> list[tuple[str, str]]:
    labels = DRAW.choice(["car", "pedestrian", "background"], n).tolist()
    return [(label, "car" if k % 101 == 7 else label) for k, label in enumerate(labels)]


def flags(n: int, share: float) -> list[int]:
    return (DRAW.random(n) < share).astype(int).tolist()


def detected() -> dict[str, str]:
    images = [
        {"id": k, "file_name": f"{k * 7919 % 99991:05d}.jpg", "width": 640, "height": 480}
        for k in range(1, 301)
    ]
    boxes = [
        [float(x), float(y), 40.0 + k % 37, 60.0 + k % 41]
        for k, (x, y) in enumerate(DRAW.uniform(0, 380, (300, 2)))
    ]
    truth = [
        {"id": k, "image_id": k, "category_id": 1, "bbox": box, "area": box[2] * box[3], "iscrowd": 0}
        for k, box in enumerate(boxes, 1)
    ]
    seen = [
        {"image_id": k, "category_id": 1, "bbox": [v + float(e) for v, e in zip(box, DRAW.normal(0, 1.5, 4), strict=True)],
         "score": round(float(DRAW.beta(5, 2)), 3)}
        for k, box in enumerate(boxes, 1) if k % 50
    ]  # fmt: skip
    categories = [{"id": 1, "name": "pedestrian"}]
    whole = {"images": images, "annotations": truth, "categories": categories}
    return {"truth": json.dumps(whole), "detections": json.dumps(seen)}


def points() -> str:
    rows = []
    for _ in range(500):
        kind = int(DRAW.integers(2))
        x, y = DRAW.normal((0.25, 0.75)[kind], 0.07, 2)
        rows.append((f"{x:.4f}", f"{y:.4f}", ("ball", "pipe")[kind]))
    return table("width,height,class", *rows)


UNIFORM = {"speed": {"distribution": "uniform"}}
RECORD = [("north", 2013, 0), ("south", 1877, 1), ("east", 2240, 0)]
FAILURE = {"failure": "the door does not open within 3 s"}
SEVERITIES = {"severities": {"pedestrian": {"background": 1}}, "default": 0.1}
DOMAIN = {
    "domain": [{"name": "speed", "lower": 0, "upper": 10, "unit": "m/s"}],
    "testing": UNIFORM,
    "operating": UNIFORM,
}
LINES = "".join(f'<line number="{k}" hits="{int(k % 40 > 0)}"/>' for k in range(1, 200))
CASES = "".join(f'<testcase classname="t" name="test_{k}_km_h" time="0.{k}"/>' for k in range(11, 99))
KINDS: dict[str, tuple[str, str, dict[str, Any], dict[str, str], str]] = {
    "demand-record": ("probability", "probability-per-demand", FAILURE, {"record": table("entry,demands,failures", *RECORD)}, "csv"),
    "mission-record": ("probability", "probability-per-mission", FAILURE, {"record": table("entry,missions,failures", *RECORD)}, "csv"),
    "operating-record": ("rate", "rate-per-hour", FAILURE, {"record": table("entry,hours,failures", *RECORD)}, "csv"),
    "nn-weighted-confusion": ("critical_confusion", "probability-per-demand", SEVERITIES, {"predictions": table("true,predicted", *answered(2000))}, "csv"),
    "test-report": ("failed", "score", {}, {"report": f'<testsuite name="s" tests="88">{CASES}</testsuite>'}, "xml"),
    "coverage-report": ("line_coverage", "score", {}, {"report": f'<coverage><packages><package><classes><class name="a.py" filename="a.py"><lines>{LINES}</lines></class></classes></package></packages></coverage>'}, "xml"),
    "reported-measure": ("probability_per_demand", "probability-per-demand", {"kind": "probability-per-demand", "method": "tool 1.2", "count": "/errors", "trials": "/n"}, {"report": '{"errors": 3, "n": 4211}'}, "json"),
    "monitor-evaluation": ("residual_hazard", "probability-per-demand", {"scheme": "detector-errors"}, {"outcomes": table("error,alarm", *((e, max(a, e * int(k % 9 > 0))) for k, (e, a) in enumerate(zip(flags(3000, 0.02), flags(3000, 0.05), strict=True))))}, "csv"),
    "monitor-episodes": ("residual_hazard", "probability-per-mission", {}, {"episodes": table("episode,accident_f,accident_monitored,success_f,success_monitored", *((k, a, int(a and k % 7 == 0), 1 - a, 1 - a) for k, a in enumerate(flags(800, 0.03))))}, "csv"),
    "object-detection": ("missed_object", "probability-per-demand", {"score": 0.1}, detected(), "json"),
    "ram-low-dimensional": ("pmi", "probability-per-demand", {"classifier": {"kind": "logistic-regression"}, "samples": 20000}, {"points": points()}, "csv"),
    "ml-dependability": ("harmful_undependability", "probability-per-demand", DOMAIN, {"tests": table("speed,outcome", *((f"{v:.2f}", "success") for v in DRAW.uniform(0, 10, 900)))}, "csv"),
}  # fmt: skip


def case(folder: Path, method: str) -> Path:
    measure, kind, parameters, inputs, ending = KINDS[method]
    for role, content in inputs.items():
        (folder / f"{role}.{ending}").write_text(content, encoding="utf-8")
    item: dict[str, Any] = {"id": "EV", "title": "Data of the unit", "method": method, "owner": "T. Tester", "seed": 1,
                            "inputs": {role: f"{role}.{ending}" for role in inputs}, "parameters": parameters}  # fmt: skip
    counted = method in ("test-report", "coverage-report")
    upwards = method == "coverage-report"
    requirement: dict[str, Any] = {"measure": {"evidence": "EV", "measure": measure}, "comparison": ">=" if upwards else "<=",
                                   "bound": 0.5, "kind": kind}  # fmt: skip
    if not counted:
        item["confidence"] = requirement["confidence"] = 0.95
    accepted = {"assumed": "The log of operation says so", "accepted_by": "O. Operator"}
    whole = {
        "casegen": 1,
        "case": {"id": "x", "title": "The unit does its work", "roots": ["C1"]},
        "evidence_items": [item],
        "claims": [{"id": "C1", "text": "The unit does its work well enough", "owner": "A. Author", "requirement": requirement},
                   {"id": "W1", "text": "The data are of operation", "owner": "A. Author", **accepted}],
        "evidence": [{"id": "N1", "text": "Data of the unit", "evidence": "EV", "owner": "T. Tester"}],
        "arguments": [{"id": "A1", "text": "Measured", "supports": "C1", "block": "evidence-incorporation", "from": ["N1"],
                       "side_claims": ["W1"]}],
    }  # fmt: skip
    (folder / "case.yaml").write_text(
        yaml.safe_dump(json.loads(json.dumps(whole)), sort_keys=False), encoding="utf-8"
    )
    return folder


@pytest.mark.parametrize("method", KINDS)
def test_what_a_bound_assumes_of_its_data_is_to_be_read(tmp_path: Path, method: str) -> None:
    casegen.open(case(tmp_path, method)).run()
    document = casegen.open(tmp_path).document()
    assert document["supported"], [claim for claim in document["claims"] if claim["id"] == "C1"]
    assumed = [q for q in document["to_be_read"] if q["question"] == "is this so, on which the bound rests?"]
    texts = [text for q in assumed if q["id"] == "C1" for text in q["texts"]]
    assert any(OF_THE_DATA.search(text) for text in texts), document["to_be_read"]
