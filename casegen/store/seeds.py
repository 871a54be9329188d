"""The median over several seeds: a result that no choice of a seed can flatter."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING

from casegen.model.digits import in_full
from casegen.model.digits import level as level_text

if TYPE_CHECKING:
    from casegen_evidence.method import Measure, Result, Run


def over_seeds(call: Run, seeds: int, once: Callable[[Run], Result]) -> Result:
    """What ``once`` finds with seed ``call.seed`` and the ``seeds - 1`` after it: of every number the median.

    Each run takes half the error that the item states.  A median of limits is wrong only if more than half of them are,
    and the chance of that is less than twice the error of one, whatever they have in common (Rüger 1978).
    Tables and figures are those of the first seed.
    """
    from casegen_evidence.method import Table
    from casegen_evidence.signs import Intake

    if seeds == 1:
        return once(call)
    level = 1 - (1 - call.confidence) / 2
    results: list[Result] = []
    for k in range(seeds):
        folder = call.scratch / f"seed-{call.seed + k}"
        folder.mkdir(exist_ok=True)
        results.append(
            once(
                dataclasses.replace(
                    call, seed=call.seed + k, confidence=level, scratch=folder, intake=Intake()
                )
            )
        )
    first = results[0]
    names = [name for name in first.measures if all(name in result.measures for result in results)]
    measures = {
        name: _middle([result.measures[name] for result in results], call.confidence) for name in names
    }
    rows: list[list[str | float | int | None]] = [
        [name, *(result.measures[name].value for result in results), measures[name].value] for name in names
    ]
    table = Table(
        "Numbers by seed", ["measure", *(f"seed {call.seed + k}" for k in range(seeds)), "median"], rows,
        f"Limits of each run hold with {level_text(level)}, so that their median holds with {in_full(call.confidence)}.",
    )  # fmt: skip
    signs = [sign for result in results for sign in result.signs]
    return dataclasses.replace(
        first,
        measures=measures,
        tables=[table, *first.tables],
        notes=(
            *first.notes,
            f"Every number is the median over {seeds} seeds; tables and figures show the first.",
        ),
        signs=[sign for k, sign in enumerate(signs) if sign not in signs[:k]],
    )


def _middle(runs: list[Measure], confidence: float) -> Measure:
    """The run with the median upper limit, else the median value, with the medians of the other numbers."""
    limited = all(m.upper is not None for m in runs)
    order = sorted(runs, key=lambda m: m.upper if limited and m.upper is not None else m.value)
    middle = order[len(order) // 2]
    lowers = [m.lower for m in runs if m.lower is not None]
    value = median(m.value for m in runs)
    lower = median(lowers) if len(lowers) == len(runs) else None
    upper = middle.upper
    return dataclasses.replace(
        middle,
        value=value,
        lower=lower,
        upper=upper,
        confidence=None if middle.confidence is None else confidence,
        estimator=f"{middle.estimator}; median over {len(runs)} seeds".removeprefix("; "),
    )
