"""Vital signs of scenarios: combinations of conditions that nobody tested, or that are excluded and occur."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product

import numpy as np

from casegen_evidence.method import InputProblem
from casegen_evidence.signs import Intake
from casegen_evidence.tables import DataTable, label

SCENARIOS: dict[str, str] = {
    "untested-scenario": "stated categories without a test",
    "single-scenario": "one scenario only, where the worst of several is asked for",
    "mostly-excluded": "exclusions that take out half of the combinations or more",
}


def untested_scenarios(
    by: Sequence[str],
    stated: Mapping[str, Sequence[str]] | None,
    excluded: Sequence[Mapping[str, str]],
    table: DataTable,
    intake: Intake,
) -> None:
    """Combinations of categories without a row: the worst scenario of the rest is not the worst."""
    _untested_combinations(by, stated or {}, excluded, table, intake)
    if not stated and all(len(table.names(n).words) == 1 for n in by):
        only = ", ".join(f"{n} = {table.names(n).words[0]}" for n in by)
        intake.suspects(
            "single-scenario",
            f"{table.file}: every row has {only}: the worst scenario is the only one",
            ["worst_scenario"],
            "give rows of the other scenarios, or state `conditions`",
        )
    if not stated:
        return
    for name in (n for n in by if n in stated):
        missing = [c for c in map(label, stated[name]) if c not in table.names(name).words]
        if missing:
            intake.fails(
                "untested-scenario",
                f"{table.file}: no row has {name} = {', '.join(missing)}, which is stated; the worst scenario is that "
                "of the "
                "others",
                ["worst_scenario"],
                "test it, or take it out of the conditions",
            )


MOST_COMBINATIONS = 100_000


def _untested_combinations(
    by: Sequence[str],
    stated: Mapping[str, Sequence[str]],
    excluded: Sequence[Mapping[str, str]],
    table: DataTable,
    intake: Intake,
) -> None:
    """Combinations of categories that were stated (else: that occur) and that no row has, except for impossible ones."""
    sizes = {n: [*map(label, stated[n])] if n in stated else list(table.names(n).words) for n in by}
    total = int(np.prod([len(words) for words in sizes.values()], dtype=float))
    if len(by) < 2 or total > MOST_COMBINATIONS:
        return
    seen = set(zip(*(table.names(n).list() for n in by), strict=True))
    rules = [{n: label(v) for n, v in rule.items()} for rule in excluded if rule and set(rule) <= set(by)]
    out = {
        row
        for row in product(*sizes.values())
        if any(all(row[by.index(n)] == v for n, v in rule.items()) for rule in rules)
    }
    _excluded(out, seen, sizes, table.file, intake)
    missing = [row for row in product(*sizes.values()) if row not in seen and row not in out]
    if not missing:
        return
    first = ", ".join(f"{n} = {v}" for n, v in zip(by, missing[0], strict=True))
    note = intake.fails if all(n in stated for n in by) else intake.suspects
    note(
        "untested-scenario",
        f"{table.file}: {len(missing):,} of {total:,} combinations of {', '.join(by)} have no row, the first {first}; "
        "the worst scenario is that of the others",
        ["worst_scenario"],
        "test them, or list those that cannot occur under `excluded`",
    )


def _excluded(
    out: Collection[tuple[str, ...]], seen: Collection[tuple[str, ...]], sizes: Mapping[str, Sequence[str]],
    file: str, intake: Intake,
) -> None:  # fmt: skip
    """What is excluded as impossible and occurs, or is a stated category as a whole, or most of what could be tested."""
    for row in sorted(set(out) & set(seen)):
        words = ", ".join(f"{n} = {v}" for n, v in zip(sizes, row, strict=True))
        raise InputProblem(
            f"{file}: {words} is excluded as impossible, and occurs. Correct the rows, or take the exclusion away"
        )
    for at, (name, values) in enumerate(sizes.items()):
        left = {row[at] for row in product(*sizes.values()) if row not in out}
        for value in values:
            if value not in left:
                raise InputProblem(
                    f"`excluded` rules out {name} = {value} as a whole, which is one of the categories. State "
                    "combinations that cannot occur, or take the category out of the conditions"
                )
    total = int(np.prod([len(words) for words in sizes.values()], dtype=float))
    if 2 * len(out) >= total:
        intake.suspects(
            "mostly-excluded",
            f"`excluded` takes out {len(out):,} of {total:,} combinations of {', '.join(sizes)}; tested were "
            f"{len(seen):,}",
            ["worst_scenario", "discounted_performance"],
            "exclude what cannot occur only; say in the waiver why so much cannot",
        )
