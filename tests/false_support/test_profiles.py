"""Labelled points that are no draws of operation: what they say of it may not be more than is known."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import folder, must_hold, must_not_hold, parameters
from tests.false_support.bases import ACCEPTED

ITEM = "evidence_items.EV"
BORDER = 0.5
DRAWN = "the labelled points are a random tenth of the record"
"""why no place was met too seldom, where it is true"""
NEIGHBOUR = {"kind": "k-nearest-neighbours", "options": {"n_neighbors": 1}}
STUMP = {"kind": "decision-tree", "options": {"max_depth": 1}}


def ram(bound: float, **parameters: Any) -> dict[str, Any]:
    """A claim on the pmi of a classifier; needs ``points.csv``."""
    chosen = {"cells": 15, "samples": 4000, "bandwidth": 0.05, "classifier": STUMP, **parameters}
    return {
        "casegen": 1,
        "case": {"id": "ram", "title": "Classifier", "roots": ["C1"]},
        "evidence_items": [
            {"id": "EV", "title": "Reliability of the classifier", "method": "ram-low-dimensional",
             "inputs": {"points": "points.csv"}, "parameters": chosen, "seed": 3, "confidence": 0.95, "owner": "T. Tester"},
        ],
        "claims": [
            {"id": "C1", "text": f"The classifier is wrong for at most {bound:g} of the inputs in operation", "owner": "A. Author",
             "requirement": {"measure": {"evidence": "EV", "measure": "pmi"}, "comparison": "<=", "bound": bound,
                             "kind": "probability-per-demand", "confidence": 0.95}},
            {"id": "W1", "text": "Labels are right", "owner": "A. Author", **ACCEPTED},
        ],
        "evidence": [{"id": "N1", "text": "Assessment of reliability", "evidence": "EV", "owner": "T. Tester"}],
        "arguments": [
            {"id": "A1", "text": "By the assessment", "supports": "C1", "block": "evidence-incorporation", "from": ["N1"],
             "side_claims": ["W1"]},
        ],
    }  # fmt: skip


def table(points: np.ndarray, labels: np.ndarray | None = None) -> str:
    stream = io.StringIO()
    stream.write(
        ",".join(f"x{k + 1}" for k in range(points.shape[1]))
        + (",label" if labels is not None else "")
        + "\n"
    )
    for k, row in enumerate(points.tolist()):
        stream.write(
            ",".join(f"{x:.7f}" for x in row) + (f",c{labels[k]}" if labels is not None else "") + "\n"
        )
    return stream.getvalue()


def wavy(x: np.ndarray) -> np.ndarray:
    """Classes with a wavy border, which a straight one misses near x1 = 0.5."""
    return (x[:, 0] > BORDER + 0.04 * np.sin(12 * x[:, 1])).astype(int)


def near_border(n: int, sd: float, rng: np.random.Generator) -> np.ndarray:
    return np.column_stack([np.clip(rng.normal(BORDER, sd, n), 0, 1), rng.random(n)])


def drawn_at_random(reason: str) -> list[dict[str, str]]:
    """What a person says of places that were met too seldom; nothing without a ``reason``."""
    return [{"rule": "sign-thin-places", "by": "S. Safety", "reason": reason}] if reason else []


UNIFORM = {"kind": "uniform", "low": 0, "high": 1}
KNOWN = {
    "kind": "known",
    "components": [{"marginals": {"x1": dict(UNIFORM), "x2": dict(UNIFORM)}}],
    "draws": 8000,
}


def operation(sd: float) -> Callable[[], tuple[dict[str, Any], dict[str, str]]]:
    def make() -> tuple[dict[str, Any], dict[str, str]]:
        rng = np.random.default_rng(5)
        points = rng.random((1500, 2))
        inputs = rng.random((4000, 2)) if sd == 0 else near_border(4000, sd, rng)
        base = ram(0.06)
        base["evidence_items"][0]["inputs"]["operation"] = "operation.csv"
        base["evidence_items"][0]["waive"] = drawn_at_random(DRAWN if sd == 0 else "")
        return base, {"points.csv": table(points, wavy(points)), "operation.csv": table(inputs)}

    return make


def gap(width: float, bound: float = 0.015) -> Callable[[], tuple[dict[str, Any], dict[str, str]]]:
    """The sampling skips a strip of the known profile, and the model fails exactly there (where nobody labelled)."""

    def make() -> tuple[dict[str, Any], dict[str, str]]:
        rng = np.random.default_rng(6)
        points = rng.random((2500, 2))
        points = points[~((points[:, 0] > 0.2) & (points[:, 0] < 0.2 + width))][:2000]
        return ram(bound, profile=KNOWN), {"points.csv": table(points, (points[:, 0] > BORDER).astype(int))}

    return make


def thinner(
    known: bool, kept: float = 0.1, seed: int = 12, width: float = 0.05
) -> Callable[[], tuple[dict[str, Any], dict[str, str]]]:
    """The sampling meets a strip of operation ten times too seldom, and the model fails there: pmi is its ``width``."""

    def make() -> tuple[dict[str, Any], dict[str, str]]:
        rng = np.random.default_rng([seed, 2000])
        drawn = rng.random((8000, 2))
        strip = (drawn[:, 0] > 0.3) & (drawn[:, 0] < 0.3 + width)
        points = drawn[~strip | (rng.random(8000) < kept)][:4000]
        labels = (points[:, 0] > BORDER) | ((points[:, 0] > 0.3) & (points[:, 0] < 0.3 + width) & (kept < 1))
        bound = 0.8 * width
        base = ram(bound, profile=KNOWN) if known else ram(bound)
        if kept == 1 and width < 0.05:  # a limit that leaves no room for a place that was met too seldom
            base["evidence_items"][0]["waive"] = drawn_at_random(
                "the labelled points are draws of the known profile"
            )
        files = {"points.csv": table(points, labels.astype(int))}
        if not known:
            base["evidence_items"][0]["inputs"]["operation"] = "operation.csv"
            files["operation.csv"] = table(rng.random((8000, 2)))
        return base, files

    return make


def thin_place(
    bound: float,
    kept: float = 0.1,
    disc: float = 0.0,
    graded: bool = False,
    waived: str = "",
    place: Callable[[np.ndarray], np.ndarray] | None = None,
) -> Callable[[], tuple[dict[str, Any], dict[str, str]]]:
    """800 labelled points that meet a strip of 2 % of operation, or a ``disc``, ten times too seldom; the model fails there.

    ``place`` is any other one.  ``graded``: by the mean severity of failures that are half as severe as the worst.
    """

    def make() -> tuple[dict[str, Any], dict[str, str]]:
        rng = np.random.default_rng([2, 800])
        drawn = rng.random((2400, 2))
        inside = (drawn[:, 0] > 0.3) & (drawn[:, 0] < 0.32)
        if disc:
            inside = np.hypot(drawn[:, 0] - 0.25, drawn[:, 1] - 0.5) < np.sqrt(disc / np.pi)
        if place:
            inside = place(drawn)
        met = ~inside | (rng.random(2400) < kept)
        points, wrong = drawn[met][:800], inside[met][:800] & (kept < 1)
        base = ram(bound)
        item, required = base["evidence_items"][0], base["claims"][0]["requirement"]
        item["inputs"]["operation"] = "operation.csv"
        item["waive"] = drawn_at_random(waived)
        if graded:
            pairs = [("c0", "c1"), ("c1", "c0")]
            item["parameters"]["failures"] = [{"true": a, "predicted": b, "severity": 0.5} for a, b in pairs]
            required |= {"kind": "score", "measure": {"evidence": "EV", "measure": "mean_severity"}}
            base["claims"][0]["text"] = f"The mean severity of an input in operation is at most {bound:g}"
        files = table(points, ((points[:, 0] > BORDER) | wrong).astype(int)), table(rng.random((4000, 2)))
        return base, {"points.csv": files[0], "operation.csv": files[1]}

    return make


def diagonal(x: np.ndarray) -> np.ndarray:
    """5 % of the unit square."""
    return np.abs(x[:, 0] - x[:, 1]) < 0.0253


def nights(x: np.ndarray) -> np.ndarray:
    """Half of the unit square, in fifty parts."""
    return 50 * x[:, 0] % 1 > 0.5


def copies(times: int) -> Callable[[], tuple[dict[str, Any], dict[str, str]]]:
    """Labels of chance, and a model that remembers its training rows; without copies the labels are learnable."""

    def make() -> tuple[dict[str, Any], dict[str, str]]:
        rng = np.random.default_rng(7)
        points = rng.random((400, 2))
        labels = rng.integers(0, 2, 400) if times > 1 else (points[:, 0] > BORDER).astype(int)
        order = rng.permutation(400 * times)
        rows = np.repeat(points, times, axis=0)[order], np.repeat(labels, times)[order]
        return ram(0.15, classifier=NEIGHBOUR), {"points.csv": table(*rows)}

    return make


def outside() -> tuple[dict[str, Any], dict[str, str]]:
    """All of operation lies where no cell and no labelled point is."""
    rng = np.random.default_rng(8)
    points = rng.random((400, 2))
    base = ram(0.9)
    base["evidence_items"][0]["inputs"]["operation"] = "operation.csv"
    return base, {"points.csv": table(points, wavy(points)), "operation.csv": table(rng.random((400, 2)) + 5)}


def small_gap(measure: str, bound: float) -> Callable[[], tuple[dict[str, Any], dict[str, str]]]:
    """1 % of operation is not among 800 labelled points, too little for any test; whoever fails there fails for 1 %."""

    def make() -> tuple[dict[str, Any], dict[str, str]]:
        rng = np.random.default_rng(19)
        points = rng.random((1000, 2))
        points = points[~((points[:, 0] > 0.3) & (points[:, 0] < 0.31))][:800]
        base = ram(bound)
        base["evidence_items"][0]["inputs"]["operation"] = "operation.csv"
        base["claims"][0]["requirement"]["measure"]["measure"] = measure
        files = table(points, (points[:, 0] > BORDER).astype(int)), table(rng.random((4000, 2)))
        return base, {"points.csv": files[0], "operation.csv": files[1]}

    return make


def votes(correlation: float, waived: str = "") -> Callable[[], tuple[dict[str, Any], dict[str, str]]]:
    """Features of correlation .8, in operation of another; where few labelled points lie, cells have votes for labels.

    If it is -.8, 13 % of operation lie in the corner in which both the model and its votes are wrong.
    """

    def make() -> tuple[dict[str, Any], dict[str, str]]:
        rng = np.random.default_rng(23)
        points, inputs = (dependent(n, r, rng) for n, r in ((800, 0.8), (4000, correlation)))
        wrong = (points[:, 0] > 0.8) & (points[:, 1] < 0.2)
        base = ram(0.1, cells=40, bandwidth=0.01, samples=20_000)
        base["evidence_items"][0]["inputs"]["operation"] = "operation.csv"
        base["evidence_items"][0]["waive"] = drawn_at_random(waived)
        base["claims"][0]["requirement"]["measure"]["measure"] = "pmi_voted"
        return base, {
            "points.csv": table(points, ((points[:, 0] > BORDER) ^ wrong).astype(int)),
            "operation.csv": table(inputs),
        }

    return make


def dependent(n: int, correlation: float, rng: np.random.Generator) -> np.ndarray:
    """Uniform features joined by a Gaussian copula."""
    from scipy.special import ndtr

    one, other = rng.normal(size=(2, n))
    return np.asarray(ndtr(np.column_stack([one, correlation * one + np.sqrt(1 - correlation**2) * other])))


def near_copies(
    size: int, noise: float, scenes: int, free: int = 0, wide: int = 2, bound: float = 0.2
) -> Callable[[], tuple[dict[str, Any], dict[str, str]]]:
    """Scenes of ``size`` rows whose labels are chance, and a model that remembers the nearest; ``free`` columns of noise."""

    def make() -> tuple[dict[str, Any], dict[str, str]]:
        rng = np.random.default_rng(10)
        n = size * scenes
        centre = np.repeat(rng.random((scenes, wide)), size, axis=0)
        points = np.column_stack([centre + noise * rng.normal(size=centre.shape), rng.random((n, free))])
        labels = np.repeat(rng.integers(0, 2, scenes), size)
        if size == 1:
            labels = (points[:, 0] > BORDER).astype(int)
        order = rng.permutation(n)
        shape = {"cells": 6 if wide + free > 2 else 15}
        return ram(bound, classifier=NEIGHBOUR, **shape), {"points.csv": table(points[order], labels[order])}

    return make


def blank(repeats: str, right: bool) -> Callable[[], tuple[dict[str, Any], dict[str, str]]]:
    """One input of eight in operation is one and the same blank frame, which the model gets wrong (or right)."""

    def make() -> tuple[dict[str, Any], dict[str, str]]:
        rng = np.random.default_rng(11)
        points = rng.random((1600, 2))
        labels = (points[:, 0] > BORDER).astype(int)
        points[:200], labels[:200] = 0.0, 0 if right else 1
        order = rng.permutation(1600)
        return ram(0.03, repeats=repeats), {"points.csv": table(points[order], labels[order])}

    return make


def severity(weight: float, bound: float) -> Callable[[], tuple[dict[str, Any], dict[str, str]]]:
    """A model that is wrong for a fifth of the inputs; a severity of one half makes that no tenth."""

    def make() -> tuple[dict[str, Any], dict[str, str]]:
        rng = np.random.default_rng(12)
        points = rng.random((1200, 2))
        labels = (points[:, 0] > BORDER).astype(int) ^ (rng.random(1200) < 0.2)
        pairs = [("c0", "c1"), ("c1", "c0")]
        failures = [{"true": a, "predicted": b, "severity": weight} for a, b in pairs]
        return ram(bound, failures=failures), {"points.csv": table(points, labels)}

    return make


FALSE = {
    "operation-outside": outside,
    "gap-of-one-percent-as-drawn": small_gap("pmi_as_drawn", 0.0098),
    "gap-of-one-percent-tested": small_gap("test_error", 0.0098),
    "seventy-frames-a-scene": near_copies(70, 0.003, 30),
    "eighty-frames-and-a-free-column": near_copies(80, 0.003, 30, free=1),
    "pairs": near_copies(2, 0.001, 400, bound=0.4),
    "pairs-and-a-free-column": near_copies(2, 0.001, 400, free=1, bound=0.45),
    "frames-and-a-free-column": near_copies(8, 0.003, 100, free=1, wide=3),
    "exact-copies-and-a-free-column": near_copies(4, 0.0, 200, free=1),
    "blank-frames-counted-once": blank("copies", right=False),
    "blank-frames-that-fail": blank("draws", right=False),
    "severity-of-one-half": severity(0.5, 0.15),
    "operation-at-the-border": operation(0.05),
    "mild-shift": operation(0.15),
    "gap-of-one-percent": gap(0.01, 0.0098),
    "gap-of-two-percent": gap(0.02),
    "gap-of-five-percent": gap(0.05),
    "ten-times-thinner": thinner(known=False),
    "ten-times-thinner-than-the-known-profile": thinner(known=True),
    "ten-times-thinner-by-other-rows": thinner(known=False, seed=3),
    "ten-times-thinner-on-two-percent-of-the-known-profile": thinner(known=True, width=0.02),
    "ten-times-thinner-on-one-percent-of-the-known-profile": thinner(known=True, width=0.01),
    "ten-times-thinner-on-one-percent": thinner(known=False, width=0.01),
    "ten-times-thinner-among-few-points": thin_place(0.0198),
    "ten-times-thinner-on-a-disc": thin_place(0.0495, disc=0.05),
    "ten-times-thinner-on-a-disc-by-severity": thin_place(0.0248, disc=0.05, graded=True),
    "ten-times-thinner-on-a-diagonal": thin_place(0.0495, place=diagonal),
    "ten-times-thinner-at-night": thin_place(0.45, place=nights),
    "votes-where-no-label-is": votes(-0.8),
    "rows-twice": copies(2),
    "rows-four-times": copies(4),
    "rows-five-times": copies(5),
}
TRUE = {
    "gap-of-one-percent-restated": small_gap("pmi", 0.06),
    "no-scenes": near_copies(1, 0.0, 1600),
    "no-scenes-and-a-free-column": near_copies(1, 0.0, 1600, free=1),
    "blank-frames-that-do-not": blank("draws", right=True),
    "severity-of-one": severity(1.0, 0.3),
    "operation-alike": operation(0.0),
    "no-gap": gap(0.0, 0.025),
    "as-thick": thinner(known=False, kept=1.0, seed=4),
    "as-thick-as-the-known-profile": thinner(known=True, kept=1.0),
    "as-thick-on-one-percent-of-the-known-profile": thinner(known=True, kept=1.0, width=0.01),
    "as-thick-far-above-what-few-points-miss": thin_place(0.08, kept=1.0),
    "as-thick-by-a-person": thin_place(0.035, kept=1.0, waived=DRAWN),
    "as-thick-at-night": thin_place(0.45, kept=1.0, place=nights),
    "votes-among-labels": votes(0.8, waived=DRAWN),
    "as-thick-by-severity": thin_place(0.04, kept=1.0, graded=True),
    "rows-once": copies(1),
}
SLOW = (
    "ten-times-thinner-by-other-rows", "gap-of-two-percent", "gap-of-five-percent",
    "ten-times-thinner-on-two-percent-of-the-known-profile", "ten-times-thinner-on-one-percent-of-the-known-profile",
    "ten-times-thinner-on-one-percent", "as-thick-on-one-percent-of-the-known-profile", "mild-shift",
    "ten-times-thinner-than-the-known-profile", "as-thick-as-the-known-profile",  # no-gap and a gap of 1 % are fast
    "ten-times-thinner-on-a-disc-by-severity", "as-thick-by-severity",  # the same place without severities is fast
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", parameters(FALSE, SLOW))
def test_what_is_not_known_of_operation_is_not_supported(name: str, tmp_path: Path) -> None:
    base, files = FALSE[name]()
    result = must_not_hold(folder(tmp_path / name, base, {}, files))
    assert result.claims, result.text  # the case is in order; it is the data that do not support it
    assert "no result" not in result.text


@pytest.mark.slow
@pytest.mark.parametrize("name", parameters(TRUE, SLOW))
def test_what_is_known_is_supported(name: str, tmp_path: Path) -> None:
    base, files = TRUE[name]()
    must_hold(folder(tmp_path / name, base, {}, files))


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 4, 7])
def test_a_handful_of_points_supports_nothing(count: int, tmp_path: Path) -> None:
    """No crash either: at least it says what is missing."""
    points = np.random.default_rng(13).random((count, 2))
    for bandwidth in (0.05, None):
        base = ram(0.3, bandwidth=bandwidth)
        files = {"points.csv": table(points, np.arange(count) % 2)}
        must_not_hold(folder(tmp_path / f"{bandwidth}", base, {}, files))


@pytest.mark.slow
def test_a_record_that_stops_when_it_passes_gains_nothing(tmp_path: Path) -> None:
    """299 demands without failure, stopped because the planned limit of 1 % is then met; its end was open."""
    from tests.false_support.bases import measured

    record = {"record.csv": "entry,demands,failures\nquay,299,0\n"}
    edits = {
        "claims.C1.requirement.bound": 0.01,
        "claims.C1.text": "The range guard fails in at most 1 of 100 approaches",
    }
    must_hold(folder(tmp_path / "planned", measured(), edits, record))
    must_not_hold(
        folder(tmp_path / "open", measured(), {**edits, f"{ITEM}.parameters.stopping": "open"}, record)
    )
