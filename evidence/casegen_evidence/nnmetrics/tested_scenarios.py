"""Vital signs of scenarios: combinations of conditions that nobody tested, or that are excluded and occur."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product

import numpy as np

from casegen_evidence.expressions import compiled
from casegen_evidence.method import InputProblem
from casegen_evidence.nnmetrics.domain import connected, possible
from casegen_evidence.nnmetrics.scenarios import ConditionCategories, Coverage, coverage
from casegen_evidence.plural import plural
from casegen_evidence.signs import Intake
from casegen_evidence.tables.data_table import DataTable
from casegen_evidence.tables.labels import label


def untested_scenarios(
    by: Sequence[str],
    stated: Mapping[str, Sequence[str]] | None,
    excluded: Sequence[Mapping[str, str]],
    table: DataTable,
    intake: Intake,
) -> None:
    """Combinations of categories without a row: the worst scenario of the rest is not the worst."""
    judge_unknown({n: table.names(n).words for n in by}, "worst_scenario", intake)
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


_UNKNOWN = compiled(
    r"(?i)(?:not?|un)[\s_-]?(?:known|labelled|labeled|recorded|specified|defined|annotated|available)|n\W?\s?[kad]\.?|k\.?\s?a\.?|"
    r"tbd|unbekannt|keine angabe|nicht erfasst"
)


def judge_unknown(conditions: Mapping[str, Sequence[str]], measure: str, intake: Intake) -> None:
    """A category of what nobody recorded covers nothing, and its rows may be of any other category."""
    for name, values in conditions.items():
        if unknown := [v for v in values if _UNKNOWN.fullmatch(v.strip())]:
            intake.suspects(
                "category-of-unknown",
                f"condition {name}: {unknown[0]!r} stands for data whose {name} is not known, and counts as covered",
                [measure],
                "label those data, or take the category out of `conditions` and the rows out of the table",
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
    _excluded(out, seen, sizes, rules, table, intake)
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
    rules: Sequence[Mapping[str, str]], table: DataTable, intake: Intake,
) -> None:  # fmt: skip
    """What is excluded as impossible and occurs, or is a stated category as a whole, or most of what could be tested."""
    if not out:
        return
    for row in sorted(set(out) & set(seen)):
        words = ", ".join(f"{n} = {v}" for n, v in zip(sizes, row, strict=True))
        raise InputProblem(
            f"{table.file}: {words} is excluded as impossible, and occurs. Correct the rows, or take the exclusion away"
        )
    categories = {n: tuple(dict.fromkeys(words)) for n, words in sizes.items()}
    known = tuple(rule for rule in rules if all(v in categories[n] for n, v in rule.items()))
    conditions = ConditionCategories(categories, known)
    if ruled := categories_out(conditions):
        raise InputProblem(
            f"`excluded` rules out {', '.join(ruled)} as a whole, which nobody tested: the worst scenario is that of the "
            "others. State combinations that cannot occur, or take the category out of the conditions"
        )
    every = coverage(conditions, conditions.encode_table(table), len(categories))
    judge_ruled_out(every, ["worst_scenario", "discounted_performance"], intake)


def judge_ruled_out(counted: Coverage, measures: Collection[str], intake: Intake) -> None:
    """Exclusions and rules that leave a category no scenario, or take out half of the combinations that count.

    Both shrink what has to be in the data, and wait for a person: ``category-ruled-out`` by whichever rules together, and
    ``mostly-excluded``, at ``measures``.
    """
    conditions = counted.conditions
    if not conditions.domain:
        return
    by = " and ".join(
        word for word, given in (("`excluded`", conditions.excluded), ("`rules`", conditions.rules)) if given
    )
    both = bool(conditions.excluded and conditions.rules) or not conditions.excluded
    if ruled := categories_out(conditions):
        intake.suspects(
            "category-ruled-out",
            f"{by} {'rule' if both else 'rules'} out {ruled[0]} as a whole, which is one of the categories"
            + (f" (so {plural(len(ruled) - 1, 'is', 'are')} {', '.join(ruled[1:])})" if ruled[1:] else ""),
            measures,
            "state combinations that cannot occur, or take the category out of the conditions; or say in the waiver why "
            "operation never meets it",
        )
    total = sum(p.possible.size for p in counted.projections)
    out = total - counted.possible
    if 2 * out >= total:
        names = ", ".join(conditions.names)
        of = names if counted.k == len(conditions.names) else f"{counted.k} of the conditions {names}"
        intake.suspects(
            "mostly-excluded",
            f"{by} {'take' if both else 'takes'} out {out:,} of {total:,} combinations of {of}; tested were "
            f"{counted.covered:,}",
            measures,
            "exclude what cannot occur only; say in the waiver why so much cannot",
        )


def categories_out(conditions: ConditionCategories) -> list[str]:
    """Categories that no scenario can have, each as ``condition = category``."""
    ruled = []
    for c, (name, values) in enumerate(conditions.categories.items()):
        left = possible(connected(conditions.domain, (c,)), (c,), conditions.sizes)
        ruled += [f"{name} = {v}" for v, can in zip(values, left, strict=True) if not can]
    return ruled
