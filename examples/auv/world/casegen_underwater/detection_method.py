"""The detection of assets in views of a wide camera: where, how soon, and for how long (paper 003, Fig. 24, LLC4-6)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from casegen_evidence.detection.method import OBJECT_DETECTION, DetectionParameters
from casegen_evidence.method import Figure, Kind, Measure, Parameters, Result, Run, Table
from casegen_evidence.signs import Direction, Intake, directions
from pydantic import Field

from casegen_underwater.simulator import MODULES, SIMULATOR

if TYPE_CHECKING:
    from casegen_underwater.detector import Detected
    from casegen_underwater.views import Approaches, Views

DEMAND: Kind = "probability-per-demand"
Share = Annotated[float, Field(gt=0, lt=1)]


class ViewDetectionParameters(Parameters):
    """Parameters of ``underwater-detection``."""

    approaches: Annotated[int, Field(ge=20, le=100_000)] = Field(
        800, description="new approaches that the detector is judged on"
    )
    frames: Annotated[int, Field(ge=2, le=200)] = Field(12, description="frames of each")
    score: Share = Field(0.4, description="detections count from this score on")
    iou: Share = Field(0.5, description="overlap from which on a detection is that of an asset")
    within: Annotated[int, Field(ge=0)] = Field(
        2, description="frames after its birth in which an asset is to be reported"
    )
    lose_at_most: Annotated[int, Field(ge=0)] = Field(
        2, description="frames in a row in which an asset, once reported, may be missed"
    )
    learnt: Annotated[int, Field(ge=100, le=1_000_000)] = Field(
        2_000, description="views of the training for the average precision on them"
    )


class UnderwaterDetection:
    """Registered as ``underwater-detection``."""

    name = "underwater-detection"
    version = 1
    summary = "Localisation, timing and tracking of assets in rendered views with several of them"
    source = f"paper 003 §6, Fig. 24 and Table 3; {OBJECT_DETECTION.source}"
    parameters: type[Parameters] = ViewDetectionParameters
    inputs: Mapping[str, tuple[bool, str]] = {
        **SIMULATOR,
        "views": (True, "source of the views with several assets: the module `views.py` of this package"),
        "network": (True, "npz of the detector's weights"),
        "other": (False, "npz of another detector, for its average precision beside"),
    }
    simulators: Mapping[str, str] = {**MODULES, "views": "casegen_underwater.views"}
    measures: Mapping[str, tuple[Kind, str]] = {
        "mislocalised_at_birth": (
            DEMAND,
            "an asset that is not detected with its class and place at its birth",
        ),
        **{name: (kind, text.partition(" (")[0]) for name, (kind, text) in OBJECT_DETECTION.measures.items()},
    }
    better: Mapping[str, Direction] = {
        **OBJECT_DETECTION.better,
        **directions(lower=("mislocalised_at_birth",)),
    }
    signs: Mapping[str, str] = OBJECT_DETECTION.signs
    extra: str | None = "torch"
    tolerance: Mapping[str, float] = dict.fromkeys(measures, 0.01)

    def run(self, run: Run) -> Result:
        """Draw new approaches, detect in all their views, judge; then average precision of both detectors."""
        import numpy as np

        from casegen_underwater.data import AGREE
        from casegen_underwater.detector import detect, detector_of, load_detector
        from casegen_underwater.training import one_thread
        from casegen_underwater.views import approaches, rendered

        p: ViewDetectionParameters = run.parameters
        with one_thread():
            shown = approaches(np.random.default_rng([run.seed, AGREE]), p.approaches, p.frames)
            views = rendered(shown, (run.seed, AGREE))
            run.progress(0.3, "detecting")
            module = detector_of(load_detector(run.inputs["network"]))
            new = _Judged(shown, views, detect(module, views.images))
            judged = _judge(run, p, new, p.within)
            at_birth = _judge(replace(run, intake=Intake()), p, new, 0).measures["late_track"]
            run.progress(0.6, "average precision")
            table = _table_3(run, p, new)
        text = "an asset that is not detected with its class and place in the first view of its box; " + (
            "each approach with assets counts alike"
        )
        measures: dict[str, Measure] = {
            "mislocalised_at_birth": replace(at_birth, text=text),
            **judged.measures,
        }
        run.progress(1.0, "done")
        return Result(
            measures, [table, *judged.tables], [*judged.figures, _pictures(p, new)],
            (*_ASSUMPTIONS, *judged.assumptions), (*judged.notes, _note(p)),
            signs=judged.signs, read=judged.read,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Judged:
    shown: Approaches
    views: Views
    detected: Detected


_ASSUMPTIONS = (
    "Approaches are independent draws at the sites of the mission plan; views of one approach are not.",
    "A view is rendered, of one to three assets; an asset counts in a view in which at least 40 pixels show it.",
)


def _note(p: ViewDetectionParameters) -> str:
    return (
        f"An asset is to be reported in the view of its birth or the {p.within} after it, and once reported not to be "
        f"missed in more than {p.lose_at_most} views in a row. Classes count: an asset under another name is missed."
    )


def _judge(run: Run, p: ViewDetectionParameters, new: _Judged, within: int) -> Result:
    """``object-detection`` on these views, whose approaches are the independent units."""
    from casegen_underwater.views import coco

    folder = Path(run.scratch)
    inputs = {"truth": folder / "truth.json", "detections": folder / "detections.json"}
    inputs["truth"].write_text(json.dumps(coco(new.shown, new.views)))
    inputs["detections"].write_text(json.dumps(new.detected.coco()))
    parameters = DetectionParameters(
        iou=p.iou, score=p.score, group="approach", detect_within=within, lose_at_most=p.lose_at_most
    )
    return OBJECT_DETECTION.run(
        replace(run, inputs=inputs, parameters=parameters, progress=lambda done, what: None)
    )


def _table_3(run: Run, p: ViewDetectionParameters, new: _Judged) -> Table:
    """Average precision by class on views of the training and on new ones, as Table 3 of the paper has it."""
    from casegen_underwater.detector import detect, detector_of, load_detector
    from casegen_underwater.detector_training import learnt_views
    from casegen_underwater.scenes import ASSETS

    learnt = learnt_views(run.seed, p.learnt)
    columns, series = ["class"], list[dict[str, float | None]]()
    for name in ("network", "other"):
        if name not in run.inputs:
            continue
        module = detector_of(load_detector(run.inputs[name]))
        for where, (shown, views) in (("training", learnt), ("new", (new.shown, new.views))):
            columns.append(f"{run.inputs[name].stem}, {where} views")
            series.append(_precisions(_Judged(shown, views, detect(module, views.images)), p.iou))
    rows: list[list[Any]] = [[name, *(one[name] for one in series)] for name in (*ASSETS, "mAP")]
    return Table(
        "Average precision by class (in the form of Table 3 of paper 003)", columns, rows,
        "COCO, 101 recall points, over all scores. The pictures are rendered, not those of the paper.",
    )  # fmt: skip


def _precisions(judged: _Judged, iou: float) -> dict[str, float | None]:
    """Average precision of each class, and their mean."""
    import numpy as np
    from casegen_evidence.detection.matching import average_precision, match

    from casegen_underwater.scenes import ASSETS
    from casegen_underwater.views import BORN

    shown, views, detected = judged.shown, judged.views, judged.detected
    kinds = np.repeat(shown.kind, shown.frames, axis=0)
    results: dict[str, float | None] = {}
    for asset, name in enumerate(ASSETS):
        mine = (kinds == asset) & (views.pixels >= BORN)
        said = np.flatnonzero(detected.kind == asset)
        ends = np.searchsorted(detected.view[said], np.arange(len(mine) + 1))
        matches = [
            match(
                detected.boxes[said[ends[i] : ends[i + 1]]],
                detected.scores[said[ends[i] : ends[i + 1]]],
                views.boxes[i][mine[i]],
                np.zeros(int(mine[i].sum()), dtype=bool),
                iou,
            )
            for i in np.flatnonzero(mine.any(axis=1) | (np.diff(ends) > 0))
        ]
        results[name] = average_precision(matches, int(mine.sum())) if mine.any() else None
    known = [v for v in results.values() if v is not None]
    results["mAP"] = float(np.mean(known)) if known else None
    return results


def _pictures(p: ViewDetectionParameters, new: _Judged) -> Figure:
    from casegen_underwater.sheet import encoded
    from casegen_underwater.view_sheet import ROWS, view_sheet

    data = {"png": encoded(view_sheet(new.shown, new.views, new.detected, p.score))}
    alt = (
        f"Views as the detector sees them, tinted: a row for each of {ROWS} approaches, in time from left to right. "
        "White boxes are the truth, black ones what is detected at the score in use."
    )
    return Figure("Views of approaches", "image", data, alt)


VIEW_DETECTION = UnderwaterDetection()
