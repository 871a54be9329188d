"""Rows that are there again under another role: multiplied, rounded, saved again, in another order; each has a true twin."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import edited, folder, must_hold, must_not_hold
from tests.false_support.test_answers import (
    ITEM,
    WANTED,
    attack,
    confusion,
    layer,
    monitor,
    npz,
    outputs,
    performance,
    pictures,
    returns,
)
from tests.false_support.test_points import CLEAR, X
from tests.false_support.test_points import base as points
from tests.false_support.test_points import table as point_table
from tests.false_support.test_scenario_tables import base as scenarios
from tests.false_support.test_scenario_tables import rows, table

Array = np.ndarray[Any, Any]
RNG = np.random.default_rng(5)
HEAD = "safety_f,safety_monitored,safety_ideal,mission_f,mission_monitored\n"
THREE_RETURNS = ["0.91,0.953,1,1,1\n", "0.9,0.9512,1,1,0.99\n", "0.89,0.947,1,0.98,0.97\n"]
THREE_SCORES = ["3,3,0.11236\n", "3,3,0.5021\n", "3,4,7.3391\n"]
THREE_IMAGES = ["a.png,background,background\n", "b.png,pedestrian,pedestrian\n", "c.png,vehicle,vehicle\n"]
MONITOR = edited(monitor(threshold=3.0), {WANTED + ".bound": 0.1})

MULTIPLIED: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "returns": (returns(span=1.0), {"r.csv": HEAD + "".join(THREE_RETURNS * 600)}),
    "returns-sorted": (returns(span=1.0), {"r.csv": HEAD + "".join(row * 600 for row in THREE_RETURNS)}),
    "scores": (MONITOR, {"o.csv": "true,predicted,score\n" + "".join(THREE_SCORES * 600)}),
    "images": (confusion(), {"p.csv": "image,true,predicted\n" + "".join(THREE_IMAGES * 600)}),
}


@pytest.mark.parametrize("name", MULTIPLIED)
def test_three_rows_six_hundred_times(name: str, tmp_path: Path) -> None:
    case, files = MULTIPLIED[name]
    must_not_hold(folder(tmp_path / name, case, {}, files), "sign-repeated-rows")


def three_digits(x: Array) -> str:
    """Returns with three digits; the ideal one is 1."""
    columns = np.column_stack([x[:, :2], np.ones(len(x)), x[:, 2:]])
    return HEAD + "".join(",".join(f"{v:.3f}" for v in row) + "\n" for row in columns)


def episodes(n: int) -> Array:
    return RNG.uniform([0.6, 0.85, 0.5, 0.5], [0.9, 1.0, 1.0, 1.0], (n, 4))


@pytest.mark.slow
@pytest.mark.parametrize("column", [3, None])
def test_twenty_episodes_thirty_times_with_one_number_changed(column: int | None, tmp_path: Path) -> None:
    """The same number in every row, or one drawn in each."""
    x = np.repeat(episodes(20), 30, axis=0)
    at = RNG.integers(0, 4, 600) if column is None else np.full(600, column)
    x[np.arange(600), at] = episodes(600)[np.arange(600), at]
    x = x[RNG.permutation(600)]
    at_risk = folder(tmp_path / "x", returns(span=1.0), {}, {"r.csv": three_digits(x)})
    must_not_hold(at_risk, "sign-repeated-rows")


@pytest.mark.slow
def test_rounded_episodes_that_meet_by_chance(tmp_path: Path) -> None:
    """Independent ones with few digits, of one cause each, of a plan, and of many with a full score."""
    cause = RNG.random(600)
    grid = np.array(np.meshgrid(*[np.geomspace(0.5, 0.99, 13)] * 2)).reshape(2, -1).T.repeat(4, axis=0)
    twins = {
        "independent": episodes(600),
        "two-digits": np.round(episodes(600), 2),
        "of-one-cause": np.column_stack([0.6 + 0.3 * cause, 0.85 + 0.15 * cause**2, 1 - cause / 2, 1 - cause**3 / 2]),
        "of-a-plan": np.column_stack([episodes(len(grid))[:, :2], grid]),
        "often-full": np.where(RNG.random((600, 4)) < 0.6, [0.9, 1.0, 1.0, 1.0], episodes(600)),
    }  # fmt: skip
    for name, x in twins.items():
        must_hold(folder(tmp_path / name, returns(span=1.0), {}, {"r.csv": three_digits(x)}))


def test_three_scenarios_six_hundred_times(tmp_path: Path) -> None:
    x = np.repeat(RNG.uniform([0, 0], [10, 50], (3, 2)), 600, axis=0)
    files = {"tests.csv": table(x, ["success"] * len(x))}
    must_not_hold(folder(tmp_path / "x", scenarios(), {}, files), "sign-repeated-scenarios")


def test_three_points_six_hundred_times(tmp_path: Path) -> None:
    x, y = np.repeat(RNG.uniform(size=(3, 2)), 600, axis=0), np.repeat([0, 1, 0], 600)
    must_not_hold(folder(tmp_path / "x", points(), {}, point_table(x, y)))


@pytest.mark.slow
def test_few_values_that_are_draws(tmp_path: Path) -> None:
    """Returns of a few kinds and scores of a small tree take few values, each as often as it comes."""
    kinds = RNG.choice(3, 1800, p=[0.7, 0.2, 0.1])
    text = HEAD + "".join(THREE_RETURNS[k] for k in kinds)
    must_hold(folder(tmp_path / "returns", returns(span=1.0), {}, {"r.csv": text}))
    text = "true,predicted,score\n" + "".join(
        THREE_SCORES[k] for k in RNG.choice(3, 1800, p=[0.7, 0.25, 0.05])
    )
    case = edited(MONITOR, {f"{ITEM}.parameters.scheme": "detector-errors"})
    wrong = [(s, int(RNG.random() < 0.02)) for s in (float(THREE_SCORES[k].split(",")[2]) for k in kinds)]
    must_hold(
        folder(
            tmp_path / "scores",
            case,
            {},
            {"o.csv": "error,score\n" + "".join(f"{e},{s}\n" for s, e in wrong)},
        )
    )
    assert text


# Pictures.


def arrays(**change: Any) -> dict[str, Array]:
    with np.load(io.BytesIO(pictures(**change))) as file:
        return {name: file[name] for name in file.files}


ONE = arrays()
SEEN, SEEN_LABELS = ONE["train_images"], ONE["train_labels"]
SAVED: dict[str, Array] = {
    "rounded-to-a-byte": np.round(255 * SEEN) / 255,
    "two-digits": np.round(SEEN, 2),
    "one-digit-less": np.round(SEEN, 1),
    "compressed": np.clip(SEEN + 0.008 * RNG.normal(size=SEEN.shape), 0, 1),
    "brighter": np.clip(0.9 * SEEN + 0.02, 0, 1),
    "flipped": SEEN[:, :, ::-1],
    "upside-down": SEEN[:, ::-1],
    "single-precision": SEEN.astype(np.float32),
    "shuffled": SEEN[RNG.permutation(len(SEEN))],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SAVED)
def test_training_pictures_saved_again(name: str, tmp_path: Path) -> None:
    labels = (SAVED[name].mean(axis=(1, 2)) > 0.5).astype(int) if name == "shuffled" else SEEN_LABELS
    again = ONE | {"images": SAVED[name], "labels": labels}
    at = folder(tmp_path / name, attack(), {}, {"i.npz": npz(**again)})
    must_not_hold(at, "sign-trained-on-tests")


@pytest.mark.slow
def test_a_quarter_of_the_pictures_is_of_the_training(tmp_path: Path) -> None:
    mixed = ONE["images"].copy(), ONE["labels"].copy()
    mixed[0][:50], mixed[1][:50] = np.round(255 * SEEN[:50]) / 255, SEEN_LABELS[:50]
    again = ONE | {"images": mixed[0], "labels": mixed[1]}
    must_not_hold(folder(tmp_path / "x", attack(), {}, {"i.npz": npz(**again)}), "sign-trained-on-tests")


def drawn(n: int, seed: int) -> tuple[Array, Array]:
    """Bright bars at two places each: pictures of simple things, many of which look alike."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    x = np.zeros((n, 6, 6))
    for k in range(n):
        x[k, :, rng.integers(0, 3) + 3 * y[k]] = rng.choice([0.6, 0.8, 1.0])
    return x, y


@pytest.mark.slow
def test_pictures_of_simple_things_are_no_copies(tmp_path: Path) -> None:
    noise = 0.01 * RNG.normal(size=(400, 6, 6))
    x, y = drawn(400, 3)
    x = np.clip(x + noise, 0, 1)
    apart = {"train_images": x[:200], "train_labels": y[:200], "images": x[200:], "labels": y[200:]}
    must_hold(folder(tmp_path / "x", attack(), {}, {"i.npz": npz(**apart)}))


# Operation.

OPERATION = {f"{ITEM}.inputs.operation": "operation.csv"}


def unlabelled(x: Array, names: str = "a,b", digits: int = 6) -> str:
    return names + "\n" + "".join(",".join(f"{v:.{digits}g}" for v in row) + "\n" for row in x)


OF_POINTS: dict[str, str] = {
    "the-same": unlabelled(X),
    "a-part": unlabelled(X[:300]),
    "shuffled": unlabelled(X[RNG.permutation(600)]),
    "fewer-digits": unlabelled(X, digits=4),
    "moved-a-little": unlabelled(X + 4e-4 * RNG.normal(size=X.shape)),
    "a-part-with-some-others": unlabelled(np.concatenate([X[:400], RNG.uniform(size=(100, 2))])),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_POINTS)
def test_operation_that_is_the_labelled_points(name: str, tmp_path: Path) -> None:
    files = point_table(X, CLEAR) | {"operation.csv": OF_POINTS[name]}
    must_not_hold(folder(tmp_path / name, points(), OPERATION, files), "sign-operation-of-points")


@pytest.mark.slow
def test_operation_of_its_own(tmp_path: Path) -> None:
    record = RNG.uniform(size=(6000, 2))
    loose = OPERATION | {"claims.C1.requirement.bound": 0.3}
    own = point_table(X, CLEAR) | {"operation.csv": unlabelled(record)}
    must_hold(folder(tmp_path / "own", points(), loose, own))
    labelled = record[:600]
    some = point_table(labelled, (labelled[:, 0] > 0.5).astype(int)) | {"operation.csv": unlabelled(record)}
    must_hold(folder(tmp_path / "some-of-it-labelled", points(), loose, some))


@pytest.mark.slow
def test_operating_scenarios_that_are_the_tests(tmp_path: Path) -> None:
    x, modes = rows(3000)
    files = {"tests.csv": table(x, [("success", "task failure", "harmful failure")[m] for m in modes])}
    case = edited(scenarios(), {f"{ITEM}.inputs.operation": "operation.csv"})
    del case["evidence_items"][0]["parameters"]["operating"]
    del case["evidence_items"][0]["parameters"]["testing"]
    kinds = {
        "the-same": x,
        "a-part": x[::2],
        "rounded": np.round(x, 4),
        "beside-as-many-others": np.concatenate([x[:1500], rows(1500, seed=9)[0]]),
        "with-noise": x + 1e-5 * RNG.normal(size=x.shape) * np.ptp(x, axis=0),
    }
    for name, operation in kinds.items():
        again = files | {"operation.csv": unlabelled(operation, "v,y", 9)}
        must_not_hold(folder(tmp_path / name, case, {}, again), "sign-operation-of-tests")
    own = files | {"operation.csv": unlabelled(rows(3000, seed=8)[0], "v,y", 9)}
    must_hold(folder(tmp_path / "own", case, {f"{WANTED}.bound": 0.05}, own))


# Activations.


@pytest.mark.slow
def test_a_scenario_that_is_the_data_in_another_order(tmp_path: Path) -> None:
    data = outputs(0)
    for name, again in {
        "reversed": data[::-1],
        "shuffled": data[RNG.permutation(len(data))],
        "rounded": np.round(data, 4),
    }.items():
        files = {"a.npz": npz(fc=data), "s.npz": npz(fc=again)}
        must_not_hold(folder(tmp_path / name, layer(), {}, files), "sign-scenario-is-the-data")
    some = {"a.npz": npz(fc=data), "s.npz": npz(fc=data[100:260])}
    must_hold(folder(tmp_path / "some-of-the-data", layer(), {f"{WANTED}.bound": 0.2}, some))


@pytest.mark.slow
def test_the_split_does_not_depend_on_the_order_of_rows(tmp_path: Path) -> None:
    import json

    spread = np.concatenate([outputs(0, 360), outputs(1, 40, shift=3.0)])
    values = set()
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(spread))
        at = folder(
            tmp_path / f"{seed}", layer(), {}, {"a.npz": npz(fc=outputs(2)), "s.npz": npz(fc=spread[order])}
        )
        (path,) = (at / "results").glob("EV-*.json")
        values.add(json.loads(path.read_text())["measures"]["pattern_deviation"]["value"])
    assert len(values) == 1


# Exclusions.


def lit(*left_out: tuple[str, str]) -> dict[str, str]:
    pairs = [(a, b) for a in ("day", "night") for b in ("dry", "rain", "snow") if (a, b) not in left_out]
    return {"p.csv": "light,road,correct\n" + "".join(f"{a},{b},1\n" for a, b in pairs for _ in range(300))}


STATED = {
    "by": ["light", "road"],
    "conditions": {"light": ["day", "night"], "road": ["dry", "rain", "snow"]},
    "k": 1,
}
NIGHTS = [{"light": "night", "road": road} for road in ("dry", "rain", "snow")]


@pytest.mark.slow
def test_exclusions_that_hide_what_is_missing(tmp_path: Path) -> None:
    nothing = {"p.csv": lit()["p.csv"].replace("night", "day")}
    case = performance(**STATED, excluded=NIGHTS)
    must_not_hold(folder(tmp_path / "by-three", case, {}, nothing), "rules out light = night as a whole")
    half = [
        {"light": "night", "road": "rain"},
        {"light": "night", "road": "snow"},
        {"light": "day", "road": "dry"},
    ]
    files = lit(("night", "rain"), ("night", "snow"), ("day", "dry"))
    must_not_hold(
        folder(tmp_path / "half", performance(**STATED, excluded=half), {}, files), "sign-mostly-excluded"
    )
    case = performance(**STATED, excluded=[{"light": "night"}])
    must_not_hold(folder(tmp_path / "category", case, {}, nothing), "rules out light = night as a whole")
    snow = performance(by=["light", "road"], excluded=[{"light": "night", "road": "snow"}])
    occurs = {"p.csv": lit()["p.csv"].replace("night,snow,1", "night,snow,0")}
    must_not_hold(folder(tmp_path / "occurs", snow, {}, occurs), "excluded as impossible, and occurs")
    must_hold(folder(tmp_path / "twin", snow, {}, lit(("night", "snow"))))
