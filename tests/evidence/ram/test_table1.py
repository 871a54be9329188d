"""The protocol of Table 1 on files of other shapes: names, classes, scales, dimensions, separators."""

import json
from pathlib import Path

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.ram.data import read
from casegen_evidence.ram.problems import two_boxes, underwater_assets

from benchmarks.ram import table1
from benchmarks.ram.__main__ import main


def _write(path: Path, header: list[str], columns: list[np.ndarray], delimiter: str = ",") -> Path:
    rows = [delimiter.join(str(v) for v in row) for row in zip(*columns, strict=True)]
    path.write_text("\n".join([delimiter.join(header), *rows]) + "\n")
    return path


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    rng = np.random.default_rng(0)
    points, labels = two_boxes().sample(300, 1)
    assets, kinds = underwater_assets().sample(400, 2)
    names = np.array(["pipe", "ball", "can", "tank", "barrel", "cage"])[kinds]
    deep = np.concatenate([rng.normal(c, 0.3, (80, 4)) for c in (0.0, 2.0, 4.0)]) * [1, 100, 0.01, 7]
    many = np.concatenate([rng.normal(c, 1.0, (100, 9)) for c in (0.0, 3.0)])
    return {
        "row names": _write(tmp_path / "a.csv", ["", "x_i1", "x_i2", "l_i"],
                            [np.array([f"x_{i}" for i in range(300)]), *points.T, labels.astype(float)]),
        "unscaled, words": _write(tmp_path / "b.csv", ["width", "height", "kind"], [*(assets * 50 - 20).T, names]),
        "label first, semicolons": _write(tmp_path / "c.csv", ["y", "u", "v", "w"],
                                          [labels, *points.T, rng.random(300)], ";"),
        "four features": _write(tmp_path / "d.csv", [*list("abcd"), "class"], [*deep.T, np.repeat([0, 1, 2], 80)]),
        "nine features": _write(tmp_path / "e.csv", [*(f"f{k}" for k in range(9)), "t"],
                                [*many.T, np.repeat(["no", "yes"], 100)]),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "options", "features", "classes", "scaled"),
    [
        ("row names", [], 2, 2, False),
        ("unscaled, words", [], 2, 6, True),
        ("label first, semicolons", ["--label", "y"], 3, 2, False),
        ("four features", ["--cells", "5"], 4, 3, True),
        ("nine features", ["--components", "2"], 2, 2, True),
    ],
)
def test_any_file_of_labelled_points(
    files: dict[str, Path], name: str, options: list[str], features: int, classes: int, scaled: bool,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    cells = [] if "--cells" in options else ["--cells", "12"]
    arguments = ["ram", "table1", "--data", str(files[name]), "--samples", "200", "--json", *cells, *options]
    monkeypatch.setattr("sys.argv", arguments)
    assert main() == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["features"], result["classes"], result["scaled"]) == (features, classes, scaled)
    assert result["test_lower"] <= result["test_error"] <= result["test_upper"]
    assert 0 < result["mean"] < 1
    assert 0 < result["sd"] < 0.1
    assert result["upper"] == pytest.approx(result["mean"] + 1.959964 * result["sd"])


def test_the_row_is_the_published_estimator_by_hand(files: dict[str, Path]) -> None:
    """A coarse grid, where Eqns 11 and 16 can be written out cell by cell."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.model_selection import train_test_split

    data = read(files["row names"])
    result = table1.row(data, table1.Settings(cells=(3,), samples=500))
    x, y = data.points, data.labels
    train, _ = train_test_split(np.arange(300), test_size=0.2, random_state=1)
    forest = RandomForestClassifier(10, random_state=5).fit(x[train], y[train])
    offsets = np.random.RandomState(100).random_sample((500, 2)) / 3
    density, unastute = [], []
    for i in range(3):
        for j in range(3):
            low = np.array([i, j]) / 3
            own = y[np.all((x >= low) & (x < low + 1 / 3), axis=1)]
            answers = forest.predict(low + offsets)
            label = own[0] if len(own) else np.bincount(answers).argmax()
            unastute.append(1.0 if len(set(own)) > 1 else np.mean(answers != label))
            centre = low + 1 / 6
            density.append(np.exp(-np.sum((centre - x) ** 2, axis=1) / 0.08).sum())
    op = np.array(density) / np.sum(density)
    assert result.acu == pytest.approx(np.mean(unastute))
    assert result.mean == pytest.approx(op @ unastute)


def test_the_densest_cells_only(files: dict[str, Path]) -> None:
    """As the published code: the first k cells by operational mass, renormalised."""
    data = read(files["row names"])
    whole, some = (table1.row(data, table1.Settings(cells=(10,), samples=200, top=k)) for k in (None, 30))
    assert some.mean != whole.mean
    same = table1.row(data, table1.Settings(cells=(10,), samples=200, top=100))
    assert same.mean == pytest.approx(whole.mean)


def test_what_cannot_be_run_is_reported(
    files: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    with pytest.raises(InputProblem, match=r"1 to 4 features; found 9. State --components"):
        table1.row(read(files["nine features"]), table1.Settings())
    monkeypatch.setattr("sys.argv", ["ram", "table1", "--data", str(files["row names"]), "--label", "z"])
    assert main() == 2
    assert "expected the label in a column of a.csv (x_i1, x_i2, l_i); found 'z'" in capsys.readouterr().err
