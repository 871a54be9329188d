"""Scenario tests: what was tried and what came of it, from arrays, csv, npz, or a simulator."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.dependability.domain import Categorical, Domain
from casegen_evidence.method import InputProblem

Array = NDArray[np.float64]
Modes = NDArray[np.int8]
MODES = ("success", "task failure", "harmful failure")
"""Behaviour modes of paper 000, mutually exclusive; modes are stored as indices into this."""
TIED_SHARE = 5e-4
INDICATORS = ("success", "task_failure", "harmful_failure")


@dataclass(frozen=True, slots=True)
class ScenarioTests:
    """Scenarios ``(n, d)`` of ``domain`` and their modes ``(n,)``: 0 success, 1 task failure, 2 harm."""

    domain: Domain
    scenarios: Array
    modes: Modes

    def __post_init__(self) -> None:
        self.domain.check(self.scenarios)
        if len(self.scenarios) < 2:
            raise InputProblem(
                f"expected at least 2 scenario tests, found {len(self.scenarios)}: one scenario gives no interval"
            )
        if self.modes.shape != (len(self.scenarios),) or np.any((self.modes < 0) | (self.modes > 2)):
            raise InputProblem(f"expected one mode among 0, 1, 2 for each of {len(self.scenarios)} scenarios")

    def counts(self) -> tuple[int, int, int]:
        """Number of successes, task failures and harmful failures."""
        result = np.bincount(self.modes, minlength=3)
        return int(result[0]), int(result[1]), int(result[2])

    def tied(self) -> dict[str, list[float]]:
        """Values that many tests share in a numeric dimension: tests aimed at an atom, to be strata of their own.

        Many is at least 5 and at least one in 2,000 tests; recorded rounding ties fewer.
        """
        least = max(5, TIED_SHARE * len(self.scenarios))
        results = {}
        for k, d in enumerate(self.domain.dimensions):
            if not isinstance(d, Categorical):
                values, counts = np.unique(self.scenarios[:, k], return_counts=True)
                results[d.name] = values[counts >= least].tolist()
        return results


def from_simulator(domain: Domain, simulator: Callable[[Array], Modes], scenarios: Array) -> ScenarioTests:
    """Run ``simulator`` (scenarios ``(n, d)`` to modes ``(n,)``) on the given scenarios."""
    domain.check(scenarios)
    return ScenarioTests(domain, scenarios, np.asarray(simulator(scenarios), dtype=np.int8))


def read(path: Path, domain: Domain, names: Mapping[str, str] | None = None) -> ScenarioTests:
    """Read a table with a column per dimension, and either ``outcome`` or the three indicator columns.

    ``names`` maps words of the outcome column to modes; by default the words of :data:`MODES` (blank,
    hyphen or underscore between them), or 0, 1, 2.  Indicator columns are ``success``, ``task_failure`` and
    ``harmful_failure`` with 0 or 1, one of them 1 in every row.
    """
    columns = table(path)
    missing = [name for name in domain.names if name not in columns]
    if missing:
        raise InputProblem(
            f"expected a column for each of {', '.join(domain.names)} in {path.name}; {', '.join(missing)} is missing "
            f"(columns: {', '.join(columns)})"
        )
    return ScenarioTests(domain, _scenarios(columns, domain, path.name), modes(columns, path.name, names))


def read_scenarios(path: Path, domain: Domain) -> Array:
    """Read scenarios without outcomes: a record of operation, shape ``(n, d)``."""
    columns = table(path)
    missing = [name for name in domain.names if name not in columns]
    if missing:
        raise InputProblem(
            f"expected columns {', '.join(domain.names)} in {path.name}; {', '.join(missing)} is missing"
        )
    return _scenarios(columns, domain, path.name)


def table(path: Path) -> dict[str, NDArray[Any]]:
    """Columns of a csv file (with a header) or of an npz file (one plain array per column)."""
    result = _npz(path) if path.suffix == ".npz" else _csv(path)
    lengths = {len(column) for column in result.values()}
    if len(lengths) != 1 or lengths == {0}:
        raise InputProblem(f"expected columns of one length in {path.name}, found {sorted(lengths)}")
    return result


def _npz(path: Path) -> dict[str, NDArray[Any]]:
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: np.atleast_1d(file[name]) for name in file.files}
    except (OSError, ValueError, EOFError) as error:
        raise InputProblem(f"expected an npz file of plain arrays at {path.name}: {error}") from error


def _csv(path: Path) -> dict[str, NDArray[Any]]:
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            rows = [row for row in csv.reader(stream) if row]
    except (OSError, UnicodeDecodeError) as error:
        raise InputProblem(f"expected a csv file at {path.name}: {error}") from error
    if len(rows) < 2:
        raise InputProblem(f"expected a header and rows in {path.name}, found {len(rows)} lines")
    width = len(rows[0])
    for line, row in enumerate(rows, start=1):
        if len(row) != width:
            raise InputProblem(f"expected {width} columns in {path.name} line {line}, found {len(row)}")
    body = list(zip(*rows[1:], strict=True))
    return {name.strip(): np.array(column) for name, column in zip(rows[0], body, strict=True)}


def _scenarios(columns: Mapping[str, NDArray[Any]], domain: Domain, file: str) -> Array:
    results = []
    for d in domain.dimensions:
        column = columns[d.name]
        if isinstance(d, Categorical) and column.dtype.kind in "US":
            words, inverse = np.unique(column.astype(str), return_inverse=True)
            results.append(
                np.array([d.code(w.strip()) for w in words.tolist()], dtype=float)[inverse.reshape(-1)]
            )
        else:
            results.append(_numbers(column, d.name, file))
    return np.stack(results, axis=1)


def _numbers(column: NDArray[Any], name: str, file: str) -> Array:
    try:
        result = column.astype(float)
    except ValueError:
        row = next(i for i, text in enumerate(column.tolist()) if not _is_number(text))
        raise InputProblem(
            f"expected a number in {file} row {row + 1}, column {name}; found {column[row]!r}"
        ) from None
    bad = np.flatnonzero(~np.isfinite(result))
    if len(bad):
        raise InputProblem(
            f"expected finite numbers in {file}, column {name}; row {bad[0] + 1} has {result[bad[0]]}"
        )
    return result


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def modes(columns: Mapping[str, NDArray[Any]], file: str, names: Mapping[str, str] | None = None) -> Modes:
    """Modes ``(n,)`` from a table's outcome column or its indicator columns."""
    if "outcome" in columns:
        return _from_words(columns["outcome"], file, names)
    if all(name in columns for name in INDICATORS):
        flags = np.stack([_numbers(columns[name], name, file) for name in INDICATORS], axis=1)
        bad = np.flatnonzero(~np.isin(flags, (0, 1)).all(axis=1) | (flags.sum(axis=1) != 1))
        if len(bad):
            row = int(bad[0])
            raise InputProblem(
                f"expected exactly one of {', '.join(INDICATORS)} to be 1 in every row of {file}: modes exclude each "
                f"other; row {row + 1} has {', '.join(f'{x:g}' for x in flags[row])} ({len(bad)} such rows)"
            )
        chosen: Modes = np.argmax(flags, axis=1).astype(np.int8)
        return chosen
    raise InputProblem(
        f"expected a column outcome, or columns {', '.join(INDICATORS)}, in {file}; found {', '.join(columns)}"
    )


def _from_words(column: NDArray[Any], file: str, names: Mapping[str, str] | None) -> Modes:
    codes = {str(i): i for i in range(3)} | {mode: i for i, mode in enumerate(MODES)}
    if names:
        codes = {word: _mode(mode) for word, mode in names.items()}
    words, inverse = np.unique(column.astype(str), return_inverse=True)
    results = []
    for word in words.tolist():
        key = word.strip() if names else word.strip().replace("_", " ").replace("-", " ").removesuffix(".0")
        if key not in codes:
            raise InputProblem(
                f"expected outcomes among {', '.join(codes)} in {file}; found {word!r}. Map your words by `outcomes`"
            )
        results.append(codes[key])
    return np.array(results, dtype=np.int8)[inverse.reshape(-1)]


def _mode(name: str) -> int:
    key = name.replace("_", " ").replace("-", " ")
    if key not in MODES:
        raise InputProblem(f"expected a mode among {', '.join(MODES)}; found {name!r}")
    return MODES.index(key)


def outcome_names(outcomes: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Invert ``{mode: [words]}``; a word under two modes is an error, since modes exclude each other."""
    results: dict[str, str] = {}
    for mode, words in outcomes.items():
        _mode(mode)
        for word in words:
            if word in results and results[word] != mode:
                raise InputProblem(
                    f"expected each outcome under one mode; {word!r} is under {results[word]} and under {mode}: modes "
                    "exclude each other"
                )
            results[word] = mode
    return results


def read_counts(path: Path, condition: str | None = None) -> tuple[int, int, int]:
    """Observed runs per mode: rows with ``outcome``, optionally ``count`` and ``condition`` (to choose by)."""
    columns = table(path)
    result = modes(columns, path.name)
    weight = _numbers(columns["count"], "count", path.name) if "count" in columns else np.ones(len(result))
    if np.any(weight < 0) or np.any(weight != np.floor(weight)):
        raise InputProblem(f"expected whole counts of at least 0 in {path.name}, column count")
    if condition is not None:
        if "condition" not in columns:
            raise InputProblem(f"expected a column condition in {path.name} to choose {condition!r} by")
        chosen = columns["condition"].astype(str) == condition
        if not chosen.any():
            known = ", ".join(sorted(set(columns["condition"].astype(str).tolist())))
            raise InputProblem(f"expected runs of condition {condition!r} in {path.name}; it has {known}")
        result, weight = result[chosen], weight[chosen]
    total = [int(weight[result == mode].sum()) for mode in range(3)]
    if not sum(total):
        raise InputProblem(f"expected observed runs in {path.name}, found none")
    return total[0], total[1], total[2]
