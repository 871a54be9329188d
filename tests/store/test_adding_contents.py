"""Files without a row and tables of metrics are refused by what they are, and nothing is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.false_support import call, folder
from tests.false_support.bases import calculation

REFUSED = (
    ("header.csv", "true,predicted\n", "the table has no row under its header (true, predicted)"),
    ("blank.csv", "true,predicted\n\n\n", "the table has no row under its header (true, predicted)"),
    (
        "record.csv",
        "unit,attempts,failures\n",
        "the table has no row under its header (unit, attempts, failures)",
    ),
    ("nothing.csv", "", "empty"),
    ("metrics.csv", "model,mae,rmse,r2\nxgb,1.21,2.5,0.93\n", "a table of metrics of a regression"),
    ("folds.csv", "fold,test_rmse\n0,2.5\n1,2.4\n", "how often the error was too large"),
    ("named.csv", "metric,value\nmae,1.21\n", "a table of metrics, which were computed elsewhere"),
    ("report.csv", "class,precision,recall\na,0.9,0.8\n", "--set value=/NAME"),
    ("none.json", "[]", "none.json holds no number"),
)


@pytest.fixture
def case(tmp_path: Path) -> Path:
    return folder(tmp_path / "case", calculation())


@pytest.mark.parametrize(("file", "text", "words"), REFUSED, ids=[r[0] for r in REFUSED])
def test_what_holds_nothing_to_count_is_named(
    case: Path, tmp_path: Path, file: str, text: str, words: str
) -> None:
    (tmp_path / file).write_text(text)
    before = sorted(p.name for p in case.rglob("*"))
    code, _, err = call("evidence", "add", case, tmp_path / file)
    assert code == 2
    assert words in err
    assert sorted(p.name for p in case.rglob("*") if ".casegen" not in p.parts) == before


@pytest.mark.parametrize("form", ["npz", "asked"])
def test_arrays_without_a_row_and_kinds_that_were_stated(case: Path, tmp_path: Path, form: str) -> None:
    file, more = tmp_path / ("arrays.npz" if form == "npz" else "answers.csv"), ["--as", "predictions"]
    if form == "npz":
        np.savez(file, true=np.zeros(0, dtype=int), predicted=np.zeros(0, dtype=int))
    else:
        file.write_text("true,predicted\n")
    code, _, err = call("evidence", "add", case, file, *(more if form == "asked" else []))
    assert code == 2
    assert "has no row under its header (true, predicted)" in err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("answers.csv", "true,predicted,mae\na,a,0.1\na,b,0.9\n"),
        ("accuracy.csv", "y_true,y_pred,accuracy\n" + "a,a,1\nb,a,0\n" * 20),
    ],
)
def test_tables_of_answers_with_such_a_column_come_in(
    case: Path, tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text)
    assert call("evidence", "add", case, tmp_path / name)[0] == 0


@pytest.mark.parametrize("header", ["width,value", "latitude,accuracy"])
def test_a_table_of_no_known_kind_is_none_of_metrics(case: Path, tmp_path: Path, header: str) -> None:
    (tmp_path / "table.csv").write_text(f"{header}\n1,2\n")
    assert "of no known kind" in call("evidence", "add", case, tmp_path / "table.csv")[2]


def inputs_in(at: Path, shape: tuple[int, ...] = (40, 4), **arrays: Any) -> Path:
    rng = np.random.default_rng(0)
    np.savez(at / "tests.npz", inputs=rng.normal(size=shape), **arrays)
    return at / "tests.npz"


def test_inputs_of_which_a_network_is_asked_are_predictions(case: Path, tmp_path: Path) -> None:
    file = inputs_in(tmp_path, true=np.arange(40) % 2)
    (tmp_path / "net.onnx").write_bytes(b"a network")
    for place, kind in enumerate(([], ["--as", "predictions"])):
        model = f"model={tmp_path / 'net.onnx'}"
        code, _, err = call("evidence", "add", case, file, *kind, "--input", model, "--id", f"N{place}")
        assert code == 0, err
    written = (case / "evidence" / "n0.yaml").read_text()
    assert "method: nn-weighted-confusion" in written
    assert "inputs: {predictions: data/tests.npz, model: data/net.onnx}" in written


ASKED: tuple[tuple[tuple[int, ...], dict[str, Any], list[str], str], ...] = (
    ((40, 4), {"true": np.arange(40) % 2}, [], "no network is named that answers them"),
    ((40, 4), {"label": np.arange(40) % 2}, ["--input", "model=net.onnx"], "expected an array true beside"),
    ((40, 1, 4, 4), {"true": np.arange(40) % 2}, ["--input", "model=net.onnx"], '{"layout": "NCHW"}'),
    ((40, 4), {"true": np.arange(40) % 2}, ["--as", "monitor"], "no column is 'predicted'"),
)


@pytest.mark.parametrize(("shape", "arrays", "options", "words"), ASKED)
def test_what_is_missing_beside_inputs_is_said_at_once(
    case: Path, tmp_path: Path, shape: tuple[int, ...], arrays: dict[str, Any], options: list[str], words: str
) -> None:
    (tmp_path / "net.onnx").write_bytes(b"a network")
    stated = [o.replace("=net", f"={tmp_path}/net") for o in options]
    code, _, err = call("evidence", "add", case, inputs_in(tmp_path, shape, **arrays), *stated)
    assert (code, words in " ".join(err.split())) == (2, True), err
    if "layout" in words:
        layout = ["--set", 'network={"layout": "NCHW"}']
        assert call("evidence", "add", case, tmp_path / "tests.npz", *stated, *layout)[0] == 0


def test_a_model_beside_answers_is_refused_at_once(case: Path, tmp_path: Path) -> None:
    (tmp_path / "net.onnx").write_bytes(b"a network")
    (tmp_path / "answers.csv").write_text("true,predicted\n" + "a,a\nb,b\n" * 20)
    model = f"model={tmp_path / 'net.onnx'}"
    code, _, err = call("evidence", "add", case, tmp_path / "answers.csv", "--input", model)
    assert code == 2
    assert "a model plays no part" in err
    assert call("evidence", "add", case, tmp_path / "answers.csv")[0] == 0
    code, _, err = call("evidence", "add", case, tmp_path / "net.onnx")
    assert code == 2
    assert "nn-weighted-confusion" in err
    assert "own-model.md" in err
