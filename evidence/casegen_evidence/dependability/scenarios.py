"""Scenario tests: what was tried and what came of it, from arrays, csv, npz, or a simulator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casegen_evidence.dependability.domain import Categorical, Domain
from casegen_evidence.method import InputProblem
from casegen_evidence.own_arithmetic import computes_by_itself
from casegen_evidence.signs import Intake
from casegen_evidence.suggestions import among
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.labels import label
from casegen_evidence.tables.reader import CONTRARY, read_table
from casegen_evidence.tables.report import COMPARED
from casegen_evidence.tables.signs.column_names import parts
from casegen_evidence.tables.signs.left_out import judge_left_out
from casegen_evidence.tables.signs.meaning import contradiction, sense
from casegen_evidence.tables.signs.shared_origin import judge_draws
from casegen_evidence.tables.spec import Flag, Kind, Label, Number, Problems
from casegen_evidence.tables.totals import is_total

Array = NDArray[np.float64]
Modes = NDArray[np.int8]
MODES = ("success", "task failure", "harmful failure")
"""Behaviour modes of paper 000, mutually exclusive; modes are stored as indices into this."""
_DENIALS = {"no", "not", "without", "kein", "keine", "ohne"}
TIED_SHARE = 5e-4
HANDFUL = 5
Declared = Mapping[str, Any]
INDICATORS = ("success", "task_failure", "harmful_failure")
INDICATED: Mapping[str, Kind] = {
    name: Flag(optional=True, sense="good" if name == "success" else "bad") for name in INDICATORS
}


@computes_by_itself
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


def read(
    path: Path,
    domain: Domain,
    names: Mapping[str, str] | None = None,
    *,
    declared: Declared | None = None,
    intake: Intake | None = None,
    role: str = "tests",
) -> ScenarioTests:
    """Read a table with a column per dimension, and either ``outcome`` or the three indicator columns.

    ``names`` maps words of the outcome column to modes; by default the words of :data:`MODES` (blank, hyphen or
    underscore between them).  Numbers as outcomes have to be declared: which of 0, 1, 2 is harm is nobody's guess.
    Indicator columns are ``success``, ``task_failure`` and ``harmful_failure``, one of them 1 in every row.
    """
    wanted = _dimensions(domain) | {"outcome": Label(optional=True, many_words=True)}
    wanted |= INDICATED
    table = read_table(path, wanted, declared=declared, intake=intake, role=role)
    tests = ScenarioTests(domain, _scenarios(table, domain), modes(table, names))
    if intake is not None:
        judge_words(table, names, intake)
        _repeated(tests, table, intake)
        if table.rows <= COMPARED:
            judge_draws(table.file, table.beside, table.rows, intake)
        judge_left_out(table.file, table.gaps, tests.counts()[2], "a harmful failure", intake)
    return tests


def read_scenarios(
    path: Path, domain: Domain, *, declared: Declared | None = None, intake: Intake | None = None
) -> Array:
    """Read scenarios without outcomes: a record of operation, shape ``(n, d)``."""
    return _scenarios(
        read_table(path, _dimensions(domain), declared=declared, intake=intake, role="operation"), domain
    )


def _dimensions(domain: Domain) -> dict[str, Kind]:
    return {
        d.name: Label() if isinstance(d, Categorical) else Number(measured_in=d.unit)
        for d in domain.dimensions
    }


def _scenarios(table: DataTable, domain: Domain) -> Array:
    results, problems = [], Problems(table.file)
    for d in domain.dimensions:
        if not isinstance(d, Categorical):
            results.append(table.numbers(d.name))
            continue
        codes, names = {label(c): float(i) for i, c in enumerate(d.categories)}, table.names(d.name)
        for k, word in enumerate(names.words):
            if word not in codes:
                row = int(np.flatnonzero(names.codes == k)[0])
                place = table.place(row, d.name)
                problems.add(f"{place}: expected one of {', '.join(d.categories)}, found {word!r}")
        results.append(np.array([codes.get(word, -1.0) for word in names.words])[names.codes])
    problems.settle()
    return np.stack(results, axis=1)


def modes(table: DataTable, names: Mapping[str, str] | None = None) -> Modes:
    """Modes ``(n,)`` from a table's outcome column or its indicator columns; of both, they have to agree."""
    together = [name for name in INDICATORS if name in table]
    if "outcome" not in table and len(together) < 3:
        raise InputProblem(
            f"{table.file}: expected a column outcome, or columns {', '.join(INDICATORS)}; found "
            f"{among(table.header)}. Name yours under `columns` on the evidence item"
        )
    flagged = _from_indicators(table) if len(together) == 3 else None
    if "outcome" not in table:
        assert flagged is not None
        return flagged
    result = _from_words(table, names)
    if flagged is not None and (bad := np.flatnonzero(result != flagged)).size:
        place = table.place(int(bad[0]), "outcome")
        raise InputProblem(f"{place}: the outcome contradicts the indicator columns ({len(bad)} such rows)")
    return result


def _from_indicators(table: DataTable) -> Modes:
    flags = np.stack([table.flags(name) for name in INDICATORS], axis=1)
    bad = np.flatnonzero(flags.sum(axis=1) != 1)
    if len(bad):
        row = int(bad[0])
        raise InputProblem(
            f"{table.file}:{table.line(row)}: expected exactly one of {', '.join(INDICATORS)} to be 1: modes exclude "
            f"each other; found {', '.join(str(int(x)) for x in flags[row])} ({len(bad)} such rows)"
        )
    chosen: Modes = np.argmax(flags, axis=1).astype(np.int8)
    return chosen


def _from_words(table: DataTable, names: Mapping[str, str] | None) -> Modes:
    codes = {mode: i for i, mode in enumerate(MODES)}
    if names:
        codes = {label(word): _mode(mode) for word, mode in names.items()}
    column, problems = table.names("outcome"), Problems(table.file)
    results = []
    for k, word in enumerate(column.words):
        key = word if names else word.casefold().replace("_", " ").replace("-", " ")
        results.append(codes.get(key, 0))
        if key in codes:
            continue
        place = table.place(int(np.flatnonzero(column.codes == k)[0]), "outcome")
        if word in ("0", "1", "2") and not names:
            problems.add(
                f"{place}: the outcome is a number, {word}, and does not say which number is harm; declare `labels`, "
                "such as `{0: success, 1: task failure, 2: harmful failure}`, or `outcomes`"
            )
        else:
            problems.add(
                f"{place}: expected outcomes among {', '.join(codes)}; found {word!r}. Map your words by `outcomes`"
            )
    problems.settle()
    return np.array(results, dtype=np.int8)[column.codes]


def judge_words(table: DataTable, names: Mapping[str, str] | None, intake: Intake) -> None:
    """Doubt words of the table that `outcomes` counts for better than they say."""
    held = table.names("outcome").words if "outcome" in table else ()
    contrary = contradiction({word: mode for word, mode in (names or {}).items() if label(word) in held})
    if contrary:
        intake.suspects("labels-contradict", f"{table.file}: {contrary} by `outcomes`", hint=CONTRARY)
        return
    beside = _beside_successes(held, names or {})
    if beside:
        intake.suspects(
            "labels-merge",
            f"{table.file}: `outcomes` counts {' and '.join(map(repr, beside[:4]))} as success, beside another word that "
            "says so itself",
            hint="count as success what says that it is; or say in the waiver why these runs succeeded",
        )


def _beside_successes(held: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """Words of the table that count as success and say nothing of it, beside words that do."""
    words = [w for w, name in names.items() if _mode(name) == 0 and label(w) in held]
    known = [w for w in words if label(w) == MODES[0] or sense(w) == "good" or _DENIALS & {*parts(w)}]
    return [w for w in words if w not in known] if known else []


def _mode(name: str) -> int:
    key = name.replace("_", " ").replace("-", " ")
    if key not in MODES:
        raise InputProblem(f"expected a mode among {', '.join(MODES)}; found {name!r}")
    return MODES.index(key)


def _repeated(tests: ScenarioTests, table: DataTable, intake: Intake) -> None:
    """Scenarios of many digits that occur again are copies, not draws."""
    from casegen_evidence.tables.signs.multiples import near_repeats
    from casegen_evidence.tables.signs.written_again import written_again

    again, at = copies(tests.scenarios)
    if not again:
        again, at = few(tests.scenarios)
    if again >= max(5, 0.01 * len(tests.scenarios)):
        whole, first = same_rows(tests.scenarios)
        how = "in every digit: copies"
        if 2 * whole >= again:  # else its numbers were taken again in another category, as pairs are
            again, at = whole, first
        else:
            how = "in all its numbers, in another category: pairs"
        intake.fails(
            "repeated-scenarios",
            f"{table.file}:{table.line(at)}: {again:,} of {len(tests.scenarios):,} scenarios, the first here, repeat an "
            f"earlier one {how} are no independent tests",
            hint="keep one row of each scenario",
        )
        return
    arranged, how = written_again([*tests.scenarios.T, tests.modes])
    if arranged:
        intake.suspects(
            "repeated-scenarios",
            f"{table.file}: {arranged:,} of {len(tests.scenarios):,} scenarios repeat others with their outcome, {how}: "
            "copies are no independent tests",
            hint="keep one row of each scenario, or state in the waiver why each run of it is a test",
        )
        return
    chosen = fine(tests.scenarios)
    near = near_repeats(chosen) if chosen.shape[1] else 0
    if near:
        intake.suspects(
            "repeated-scenarios",
            f"{table.file}: about {near:,} of {len(tests.scenarios):,} scenarios repeat another one with a little "
            "noise: copies are no independent tests",
            hint="keep one row of each scenario, or state in the waiver how they were drawn",
        )


def fine(scenarios: Array) -> Array:
    """Those columns whose values have five significant digits or more in most rows: no grid, no rounding."""
    from casegen_evidence.tables.report import fine as is_fine

    return scenarios[:, [is_fine(scenarios[:, k]) for k in range(scenarios.shape[1])]]


def copies(scenarios: Array) -> tuple[int, int]:
    """How many rows repeat an earlier one in every digit of its fine columns, and which is the first (0: none)."""
    from casegen_evidence.tables.signs.multiples import repeats

    chosen = fine(scenarios)
    return repeats(chosen)[:2] if chosen.shape[1] else (0, 0)


def same_rows(scenarios: Array) -> tuple[int, int]:
    """How many rows repeat an earlier one in all columns, and which is the first (0: none)."""
    _, first = np.unique(scenarios, axis=0, return_index=True)
    later = np.setdiff1d(np.arange(len(scenarios)), first, assume_unique=True)
    return len(later), int(later[0]) if len(later) else 0


def few(scenarios: Array) -> tuple[int, int]:
    """The same where next to all rows are a handful of scenarios, of which chance tells nothing."""
    chosen = fine(scenarios)
    if not chosen.shape[1]:
        return 0, 0
    _, first = np.unique(chosen, axis=0, return_index=True)
    if len(first) >= HANDFUL or len(scenarios) < 10 * len(first):
        return 0, 0
    return len(scenarios) - len(first), int(np.setdiff1d(np.arange(len(scenarios)), first)[0])


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


def read_counts(
    path: Path,
    condition: str | None = None,
    names: Mapping[str, str] | None = None,
    *,
    declared: Declared | None = None,
    intake: Intake | None = None,
) -> tuple[int, int, int]:
    """Observed runs per mode: rows with ``outcome``, optionally ``count`` and ``condition`` (to choose by)."""
    wanted: dict[str, Kind] = {
        "outcome": Label(optional=True, many_words=True),
        "count": Number(whole=True, least=0, optional=True),
    }
    wanted |= INDICATED
    wanted["condition"] = Label(optional=condition is None)
    table = read_table(path, wanted, declared=declared, intake=intake, role="observed")
    result = modes(table, names)
    if intake is not None:
        judge_words(table, names, intake)
    weight = table.numbers("count") if "count" in table else np.ones(table.rows)
    if "condition" in table:
        chosen = _of_condition(table, condition)
        if intake is not None and not chosen.all():
            _note_others(table, result, weight, chosen, intake)
        result, weight = result[chosen], weight[chosen]
    total = [int(weight[result == mode].sum()) for mode in range(3)]
    if not sum(total):
        raise InputProblem(f"expected observed runs in {path.name}, found none")
    return total[0], total[1], total[2]


def _note_others(
    table: DataTable,
    result: NDArray[np.integer[Any]],
    weight: NDArray[np.float64],
    chosen: NDArray[np.bool_],
    intake: Intake,
) -> None:
    """List the runs of conditions that are not read, with how they ended."""
    names, others = table.names("condition"), list[str]()
    for k in dict.fromkeys(names.codes[~chosen].tolist()):
        runs = [int(weight[(names.codes == k) & (result == mode)].sum()) for mode in range(3)]
        ends = ", ".join(f"{word} {n:,}" for word, n in zip(MODES, runs, strict=True) if n)
        others.append(f"runs of condition {names.words[k]!r} ({ends or 'none'})")
    made = intake.read[-1]
    intake.read[-1] = {**made, "not_read": [*made.get("not_read", ()), *others]}


def _of_condition(table: DataTable, condition: str | None) -> NDArray[np.bool_]:
    names = table.names("condition")
    known = ", ".join(sorted(names.words))
    totals = [word for word in names.words if is_total(word)]
    if totals and len(names.words) > 1:
        row = int(np.flatnonzero(names.codes == names.words.index(totals[0]))[0])
        raise InputProblem(
            f"{table.place(row, 'condition')}: {totals[0]!r} adds up other rows, which would count twice"
        )
    if condition is None:
        if len(names.words) > 1:
            raise InputProblem(
                f"expected runs of one condition in {table.file}; it has {known}. Choose by the parameter `condition`"
            )
        return np.ones(table.rows, dtype=bool)
    wanted = label(condition)
    if wanted not in names.words:
        raise InputProblem(f"expected runs of condition {condition!r} in {table.file}; it has {known}")
    chosen: NDArray[np.bool_] = names.codes == names.words.index(wanted)
    return chosen
