"""Operation that is a part of the reference, rows in sequence, and columns that mark or group the rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from casegen_evidence.method import Run
from casegen_evidence.profiles.drift_method import DRIFT
from casegen_evidence.signs import Intake, Sign

Array = np.ndarray[Any, Any]


def table(path: Path, **columns: Any) -> Path:
    rows = zip(*(list(values) for values in columns.values()), strict=True)
    path.write_text("\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


def of(rows: Array, **beside: Any) -> dict[str, Any]:
    return {"a": rows[:, 0], "b": rows[:, 1], **beside}


def seen(folder: Path, reference: dict[str, Any], operation: dict[str, Any], **parameters: Any) -> list[Sign]:
    inputs = {
        "reference": table(folder / "reference.csv", **reference),
        "operation": table(folder / "operation.csv", **operation),
    }
    checked = DRIFT.parameters.model_validate(parameters)
    result = DRIFT.run(Run(inputs, checked, seed=1, confidence=0.95, scratch=folder, intake=Intake()))
    return list(result.signs)


def names(signs: list[Sign]) -> list[str]:
    return [sign.name.removeprefix("sign-") for sign in signs]


def drawn(n: int, seed: int) -> Array:
    return np.random.default_rng(seed).normal(size=(n, 2))


def like_the_one_before(n: int, seed: int, of_it: float = 0.7) -> Array:
    rows = drawn(n, seed)
    for k in range(1, n):
        rows[k] = of_it * rows[k - 1] + (1 - of_it**2) ** 0.5 * rows[k]
    return rows


PARTS: list[tuple[Any, float]] = [
    (lambda x: x, 0.2),
    (lambda x: np.round(x, 4), 0.5),
    (lambda x: x + 1e-6, 0.2),
    (lambda x: np.round(x, 3), 0.5),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "share"), PARTS, ids=["as they are", "rounded", "with a little noise", "rounded more"]
)
def test_operation_that_is_a_part_of_the_reference(change: Any, share: float, tmp_path: Path) -> None:
    own = drawn(800, 1)
    part = change(np.random.default_rng(2).permutation(own)[: int(share * len(own))])
    (sign,) = seen(tmp_path, of(own), of(part))
    assert sign.name == "sign-reference-in-operation"
    assert f"of {len(part):,} rows of operation are rows of the reference" in sign.message


@pytest.mark.slow
@pytest.mark.parametrize("digits", [0, 1, 2, 9])
@pytest.mark.parametrize(("n", "m"), [(800, 400), (800, 60), (3000, 120), (100, 40)])
def test_operation_that_was_drawn_apart(digits: int, n: int, m: int, tmp_path: Path) -> None:
    for seed in range(2):
        own, other = np.round(drawn(n, seed), digits), np.round(drawn(m, 70 + seed), digits)
        assert "reference-in-operation" not in names(seen(tmp_path, of(own), of(other)))


@pytest.mark.slow
@pytest.mark.parametrize("role", ["reference", "operation"])
def test_rows_that_are_like_the_ones_before(role: str, tmp_path: Path) -> None:
    rows = {"reference": drawn(400, 1), "operation": drawn(900, 2)}
    rows[role] = like_the_one_before(len(rows[role]), 3)
    signs = seen(tmp_path, of(rows["reference"]), of(rows["operation"]))
    assert set(names(signs)) == {"rows-in-sequence"}
    assert any(f"successive rows of {role} are" in sign.message for sign in signs)


@pytest.mark.slow
def test_rows_in_any_order_and_sorted_rows(tmp_path: Path) -> None:
    shuffled = np.random.default_rng(4).permutation(like_the_one_before(900, 3))
    ordered = drawn(900, 5)
    for rows in (shuffled, ordered[ordered[:, 0].argsort()]):
        assert not seen(tmp_path, of(drawn(400, 1)), of(rows))


MARKS: list[tuple[str, Any, str]] = [
    ("video", lambda n: np.arange(n) // 20, "grouped-rows"),
    ("simulated", lambda n: np.arange(n) % 4 // 3, "marked-rows"),
    ("split", lambda n: np.arange(n) % 3, "marked-rows"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "values", "sign"), MARKS, ids=[m[0] for m in MARKS])
def test_columns_of_numbers_that_mark_or_group_rows(
    name: str, values: Any, sign: str, tmp_path: Path
) -> None:
    own, other = drawn(400, 1), drawn(900, 2)
    signs = seen(tmp_path, of(own, **{name: values(400)}), of(other, **{name: values(900)}))
    assert names(signs).count(sign) == 2  # in either table


BESIDE: list[tuple[str, Any, str]] = [
    ("video", lambda n: [f"v{k // 20}" for k in range(n)], "grouped-rows"),
    ("simulated", lambda n: ["yes" if k % 4 == 3 else "no" for k in range(n)], "marked-rows"),
    ("split", lambda n: ["train" if k % 3 else "test" for k in range(n)], "marked-rows"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "values", "sign"), BESIDE, ids=[m[0] for m in BESIDE])
def test_columns_beside_those_compared(name: str, values: Any, sign: str, tmp_path: Path) -> None:
    own, other = drawn(400, 1), drawn(900, 2)
    marked = of(own), of(other, **{name: values(900)})
    (sign_seen,) = seen(tmp_path, *marked, columns=["a", "b"])
    assert sign_seen.name == f"sign-{sign}"
    assert sign_seen.message.startswith("operation.csv")
    assert not seen(tmp_path, of(own), of(other, site=["north", "south"] * 450), columns=["a", "b"])


@pytest.mark.slow
def test_measured_columns_of_like_names(tmp_path: Path) -> None:
    own, other = drawn(400, 1), drawn(900, 2)
    for name in ("track_width", "split_ratio", "late_arrivals"):
        beside = [{name: np.random.default_rng(k).normal(size=n).round(3)} for k, n in ((7, 400), (8, 900))]
        assert not seen(tmp_path, of(own, **beside[0]), of(other, **beside[1]))
