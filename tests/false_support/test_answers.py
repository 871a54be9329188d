"""Answers, pictures, layers and monitors that are not what they seem, each beside a true twin that holds."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import call, edited, folder, must_hold, must_not_hold
from tests.false_support.bases import measured

ITEM = "evidence_items.EV"
WANTED = "claims.C1.requirement"


def base(
    method: str, inputs: Mapping[str, str], measure: str, limit: float, parameters: Mapping[str, Any],
    kind: str = "fraction", comparison: str = "<=",
) -> dict[str, Any]:  # fmt: skip
    return edited(measured(), {
        f"{ITEM}.method": method, f"{ITEM}.inputs": dict(inputs), f"{ITEM}.parameters": dict(parameters),
        f"{WANTED}.measure.measure": measure, f"{WANTED}.bound": limit, f"{WANTED}.kind": kind,
        f"{WANTED}.comparison": comparison, "claims.C1.text": "The component fails rarely enough for its use",
    })  # fmt: skip


def npz(**arrays: Any) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


# Confusions by severity: a pedestrian taken for background is what matters.

SEVERITIES = {"pedestrian": {"background": 1.0}, "vehicle": {"pedestrian": 0.2}}


def confusion(severities: Any = None, labels: Any = None) -> dict[str, Any]:
    case = base("nn-weighted-confusion", {"predictions": "p.csv"}, "critical_confusion", 0.02,
                {"severities": severities or SEVERITIES, "default": 0.1}, "probability-per-demand")  # fmt: skip
    return edited(case, {f"{ITEM}.labels": labels}) if labels else case


def answers(harmful: int, names: Mapping[str, str] | None = None, n: int = 600) -> str:
    """``n`` rows of each class; ``harmful`` pedestrians are taken for background."""
    name = {w: w for w in ("pedestrian", "vehicle", "background")} | dict(names or {})
    rows = [(c, c) for c in name for _ in range(n)]
    rows[:harmful] = [("pedestrian", "background")] * harmful
    return "true,predicted\n" + "".join(f"{name[t]},{name[p]}\n" for t, p in rows)


CODES = {"background": "0", "pedestrian": "1", "vehicle": "2"}
CONFUSIONS: dict[str, tuple[str, Any, Any, str]] = {
    "in-capitals": (answers(90, {"pedestrian": "Pedestrian"}), None, None, "one name in two spellings"),
    "capitals-once": (answers(90).replace("pedestrian,pedestrian", "Pedestrian,Pedestrian", 3), None, None,
                      "p.csv:92, column true"),
    "codes-for-names": (answers(90, CODES), None, None, "sign-class-without-data"),
    "no-row-of-the-class": (
        "true,predicted\n" + "vehicle,vehicle\n" * 900, None, None, "sign-class-without-data"),
    "largest-severity-on-a-class-never-tested": (
        answers(90), SEVERITIES | {"wheelchair": {"background": 100.0}}, None, "sign-class-without-data"),
    "codes-with-leading-zeros": (
        answers(90, {"pedestrian": "09"}), {"9": {"background": 1.0}}, None, "one name in two spellings"),
    "an-answer-under-another-name": (
        answers(90).replace("pedestrian,background", "pedestrian,bg"), None, None, "sign-unlisted-answer"),
    "blank-tail-counted-as-a-class": (answers(90, n=300) + ",\n" * 5000, None, None, "challenged"),
    "no-answer": (answers(5).replace("pedestrian,background", "pedestrian,", 1), None, None, "p.csv:2, column predicted"),
    "true-twice": (answers(90).replace("true,predicted", "true,true"), None, None, "'true' in columns 1, 2"),
    "named-as-others-do": (answers(0).replace("true,predicted", "y_true,y_pred"), None, None,
                           "declare `columns: {true: y_true}`"),
}  # fmt: skip


@pytest.mark.parametrize("name", CONFUSIONS)
def test_confusions(name: str, tmp_path: Path) -> None:
    table, severities, labels, because = CONFUSIONS[name]
    must_not_hold(folder(tmp_path / name, confusion(severities, labels), {}, {"p.csv": table}), because)


def test_answers_that_are_the_labels(tmp_path: Path) -> None:
    case = edited(confusion(), {f"{ITEM}.columns": {"predicted": "true"}})
    must_not_hold(
        folder(tmp_path / "x", case, {}, {"p.csv": answers(90)}), "is taken for 'true' and for 'predicted'"
    )


def test_a_barred_number_is_named_with_what_bars_it_and_not_sent_to_be_run_again(tmp_path: Path) -> None:
    """It is computed and fresh: running it again would change nothing."""
    head, *rows = answers(0).splitlines()
    marked = [f"{head},correct", *(f"{row},{int(k % 5 > 0)}" for k, row in enumerate(rows))]
    at = folder(tmp_path / "x", confusion(), {}, {"p.csv": "\n".join(marked) + "\n"})
    must_not_hold(at, "sign-answers-contradict")
    said, explained = call("assess", at)[1], call("explain", at)[1]
    assert "barred from claims: p.csv:2: column 'correct' says" in " ".join(said.split())
    assert "EV: set right what the data contradict" in " ".join(said.split())
    assert "missing or stale" not in said
    assert "(EV): set right what its data contradict" in explained


@pytest.mark.slow
def test_true_confusions(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "plain", confusion(), {}, {"p.csv": answers(3)}))
    right = {0: "background", 1: "pedestrian", 2: "vehicle"}
    must_hold(folder(tmp_path / "codes", confusion(labels=right), {}, {"p.csv": answers(3, CODES)}))
    numbers = {"p.csv": answers(3, {"pedestrian": "9.0", "background": " 3 "})}
    must_hold(folder(tmp_path / "numbers", confusion({"9": {"3": 1.0}}), {}, numbers))
    mapped = edited(confusion(), {f"{ITEM}.columns": {"true": "y_true", "predicted": "y_pred"}})
    table = {"p.csv": answers(3).replace("true,predicted", "y_true,y_pred")}
    must_hold(folder(tmp_path / "mapped", mapped, {}, table))


# Performance in every scenario.


def performance(**parameters: Any) -> dict[str, Any]:
    return base("nn-scenario-performance", {"predictions": "p.csv"}, "worst_scenario", 0.9,
                {"by": ["light"]} | parameters, comparison=">=")  # fmt: skip


def rows(*lines: tuple[str, str, str, str]) -> str:
    return "light,correct,true,predicted\n" + "".join(
        ",".join(line) + "\n" for line in lines for _ in range(300)
    )


DAY, NIGHT = ("day", "1", "a", "a"), ("night", "1", "b", "b")
LIGHT = {"conditions": {"light": ["day", "night"]}, "k": 1}


@pytest.mark.slow
def test_scenarios(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "twin", performance(**LIGHT), {}, {"p.csv": rows(DAY, NIGHT)}))
    missing = folder(tmp_path / "night", performance(**LIGHT), {}, {"p.csv": rows(DAY)})
    must_not_hold(missing, "sign-untested-scenario")
    wrong = rows(DAY, ("night", "1", "a", "b"))
    must_not_hold(
        folder(tmp_path / "correct", performance(), {}, {"p.csv": wrong}), "correct is 1 beside the label 'a'"
    )
    spelled = rows(DAY, NIGHT, ("Night", "0", "a", "b"))
    must_not_hold(folder(tmp_path / "case", performance(), {}, {"p.csv": spelled}), "differ only in case")


# Pictures: attacks and masks.


def pictures(**change: Any) -> bytes:
    """Bright or dark squares, a class each."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 400)
    x = np.clip(0.5 + 0.3 * (2 * y[:, None, None] - 1) + 0.05 * rng.normal(size=(400, 6, 6)), 0, 1)
    masks = np.zeros((200, 6, 6), bool)
    masks[:, 2:4, 2:4] = True
    return npz(**{"train_images": x[:200], "train_labels": y[:200], "images": x[200:], "labels": y[200:],
                  "masks": masks} | change)  # fmt: skip


def attack(**parameters: Any) -> dict[str, Any]:
    return base("nn-adversarial-loss", {"images": "i.npz"}, "adversarial_error", 0.05,
                {"epsilon": 0.02, "transformers": ["identity", "FGSM"],
                 "classifier": {"deployed": True, "options": {"hidden_layer_sizes": [8], "solver": "lbfgs"}}} | parameters)  # fmt: skip


@pytest.mark.slow
def test_pictures(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "twin", attack(), {}, {"i.npz": pictures()}))
    one = {"i.npz": pictures()}
    must_not_hold(folder(tmp_path / "identity", attack(transformers=["identity"]), {}, one), "sign-no-attack")
    with np.load(io.BytesIO(one["i.npz"])) as file:
        arrays = {name: file[name] for name in file.files}
    grey = {n: np.round(255 * a) if n.endswith("images") else a for n, a in arrays.items()}
    must_not_hold(
        folder(tmp_path / "grey", attack(epsilon=0.1), {}, {"i.npz": npz(**grey)}), "State low and high"
    )
    declared = attack(epsilon=0.1, high=255.0)
    must_not_hold(folder(tmp_path / "tiny", declared, {}, {"i.npz": npz(**grey)}), "sign-no-attack")
    same = arrays | {"images": arrays["train_images"], "labels": arrays["train_labels"]}
    must_not_hold(folder(tmp_path / "same", attack(), {}, {"i.npz": npz(**same)}), "sign-trained-on-tests")
    order = np.argsort(arrays["labels"], kind="stable")
    harder = arrays["images"].copy()
    harder[np.flatnonzero(arrays["labels"] == 1)[::3]] -= (
        0.6  # a third of the second class is taken for the first
    )
    by_class = arrays | {"images": harder[order], "labels": arrays["labels"][order]}
    must_not_hold(folder(tmp_path / "sorted", attack(limit=80), {}, {"i.npz": npz(**by_class)}), "challenged")
    first = arrays | {
        "images": arrays["images"][arrays["labels"] == 0],
        "labels": np.zeros(int((arrays["labels"] == 0).sum())),
    }
    first["masks"] = arrays["masks"][: len(first["labels"])]
    must_not_hold(
        folder(tmp_path / "one-class", attack(), {}, {"i.npz": npz(**first)}), "sign-class-not-evaluated"
    )


def interpretation(measure: str = "interpretation_precision", **parameters: Any) -> dict[str, Any]:
    return base("nn-interpretation", {"maps": "m.npz"}, measure, 0.5, parameters, comparison=">=")


def maps(mask: Any = None, level: float = 0.9) -> bytes:
    """Heat maps that are cold but for a small object in the middle."""
    occluding = np.zeros((300, 8, 8), bool)
    occluding[:, 3:5, 3:5] = True
    heat = np.where(occluding, 0.2, level) + 0.02 * np.random.default_rng(2).random((300, 8, 8))
    return npz(heatmaps=heat, occluding=occluding if mask is None else mask(occluding))


@pytest.mark.slow
def test_masks(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "twin", interpretation(), {}, {"m.npz": maps()}))
    ones = {"m.npz": maps(np.ones_like)}
    must_not_hold(folder(tmp_path / "ones", interpretation(), {}, ones), "sign-mask-of-everything")
    inverted = {"m.npz": maps(np.logical_not)}
    must_not_hold(folder(tmp_path / "inverted", interpretation(), {}, inverted), "sign-mask-of-everything")
    covering = edited(interpretation("occlusion_covering", threshold=0.1), {f"{WANTED}.comparison": "<="})
    must_not_hold(folder(tmp_path / "cold", covering, {}, {"m.npz": maps()}), "sign-mostly-cold")
    hot = edited(covering, {f"{ITEM}.parameters.threshold": 0.95})
    must_not_hold(folder(tmp_path / "hot", hot, {}, {"m.npz": maps()}), "sign-hot-everywhere")


# Layers.


def layer(**parameters: Any) -> dict[str, Any]:
    return base("nn-neuron-activation", {"activations": "a.npz", "scenario": "s.npz"}, "pattern_deviation", 0.1,
                {"groups": 6} | parameters)  # fmt: skip


def outputs(seed: int, n: int = 400, shift: float = 0.0) -> np.ndarray[Any, Any]:
    rng = np.random.default_rng(seed)
    return np.maximum(rng.normal(size=(n, 24)) + np.linspace(-1.5, 1.5, 24) + shift, 0)


@pytest.mark.slow
def test_layers(tmp_path: Path) -> None:
    data = {"a.npz": npz(fc=outputs(0)), "s.npz": npz(fc=outputs(1))}
    must_hold(folder(tmp_path / "twin", layer(), {}, data))
    must_not_hold(folder(tmp_path / "groups", layer(groups=2), {}, data), "sign-cannot-deviate")
    must_not_hold(folder(tmp_path / "margin", layer(margin=5), {}, data), "sign-cannot-deviate")
    must_not_hold(folder(tmp_path / "threshold", layer(threshold=99.0), {}, data), "sign-dead-layer")
    must_not_hold(folder(tmp_path / "below", layer(threshold=-1.0), {}, data), "sign-dead-layer")
    dead = data | {"s.npz": npz(fc=np.zeros((400, 24)))}
    must_not_hold(folder(tmp_path / "dead", layer(), {}, dead), "sign-dead-layer")
    other = data | {"s.npz": npz(fc=outputs(1)[:, ::-1])}
    must_not_hold(folder(tmp_path / "other", layer(), {}, other), "sign-another-layer")
    must_not_hold(folder(tmp_path / "same", layer(), {}, data | {"s.npz": data["a.npz"]}), "the same content")


@pytest.mark.slow
def test_the_split_does_not_depend_on_the_seed(tmp_path: Path) -> None:
    import json

    spread = np.concatenate([outputs(0, 360), outputs(1, 40, shift=3.0)])
    values = set()
    for seed in range(6):
        at = folder(tmp_path / f"{seed}", layer(), {f"{ITEM}.seed": seed},
                    {"a.npz": npz(fc=outputs(0)), "s.npz": npz(fc=spread)})  # fmt: skip
        for path in (at / "results").glob("EV-*.json"):
            values.add(json.loads(path.read_text())["measures"]["pattern_deviation"]["value"])
    assert len(values) == 1


# Monitors.


def monitor(**parameters: Any) -> dict[str, Any]:
    return base("monitor-evaluation", {"outcomes": "o.csv"}, "residual_hazard", 0.02, parameters,
                "probability-per-demand")  # fmt: skip


def outcomes(names: Mapping[str, str] | None = None, n: int = 1000) -> str:
    rng = np.random.default_rng(3)
    lines = ["true,predicted,score"]
    for _ in range(n):
        wrong = rng.random() < 0.1
        score = rng.normal(6.0 if wrong else 0.0)
        lines.append(f"3,{'4' if wrong else '3'},{score!r}".replace("np.float64(", "").replace(")", ""))
    text = "\n".join(lines) + "\n"
    for old, new in (names or {}).items():
        text = text.replace(old, new)
    return text


@pytest.mark.slow
def test_monitors(tmp_path: Path) -> None:
    must_hold(folder(tmp_path / "twin", monitor(threshold=3.0), {}, {"o.csv": outcomes()}))
    same = {"o.csv": outcomes({"3,3,": "3,3.0,", "3,4,": "3,4.0,"})}
    must_hold(folder(tmp_path / "numbers", monitor(threshold=3.0), {}, same))
    names = {"o.csv": outcomes({"3,3,": "three,3,", "3,4,": "three,4,"})}
    gain = edited(
        monitor(threshold=0.0), {f"{WANTED}.measure.measure": "safety_gain", f"{WANTED}.comparison": ">="}
    )
    must_not_hold(folder(tmp_path / "names", gain, {}, names), "sign-no-common-class")
    again = {"o.csv": outcomes(), "c.csv": outcomes().replace("3,3,", "4,4,", 1)}
    chosen = edited(monitor(), {f"{ITEM}.inputs.calibration": "c.csv"})
    must_not_hold(folder(tmp_path / "again", chosen, {}, again), "sign-calibrated-on-tests")
    must_not_hold(
        folder(tmp_path / "same", chosen, {}, again | {"c.csv": again["o.csv"]}), "the same content"
    )


def returns(**parameters: Any) -> dict[str, Any]:
    return base("monitor-returns", {"returns": "r.csv"}, "residual_hazard", 0.2, parameters, "score")


@pytest.mark.slow
def test_returns(tmp_path: Path) -> None:
    head = "safety_f,safety_monitored,safety_ideal,mission_f,mission_monitored\n"
    good = {"r.csv": head + "0.9,0.95,1,1,1\n" * 600}
    must_hold(folder(tmp_path / "twin", returns(span=1.0), {}, good))
    must_not_hold(folder(tmp_path / "few", returns(span=1.0), {}, {"r.csv": head + "0.9,0.95,1,1,1\n" * 10}))
    must_not_hold(folder(tmp_path / "span", returns(), {}, good), "span")
    missing = {"r.csv": head + "0.9,0.95,1,1,1\n0.9,0.95,0,1,1\n" * 300}
    must_not_hold(folder(tmp_path / "zero", returns(span=1.0), {}, missing), "r.csv:3, column safety_ideal")
