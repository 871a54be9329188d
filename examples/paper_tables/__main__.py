"""The command line of :mod:`examples.paper_tables`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

from examples.paper_tables import (
    cells,
    dependability,
    metrics,
    monitors,
    pictures,
    printed,
    reliability,
    trees,
)
from examples.paper_tables.row import PublishedComparison, Row

COMPARISONS: dict[str, PublishedComparison] = {
    comparison.name: comparison
    for module in (dependability, metrics, reliability, cells, pictures, trees, monitors, printed)
    for comparison in module.COMPARISONS
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the chosen comparisons; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m examples.paper_tables", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="names, or all", default=[])
    parser.add_argument("--list", action="store_true", help="print the names")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    given = parser.parse_args(arguments)
    if given.list or not given.names:
        for comparison in COMPARISONS.values():
            print(f"{comparison.name:20} {comparison.title}")
        return 0
    unknown = [name for name in given.names if name not in COMPARISONS and name != "all"]
    if unknown:
        print(f"there is no table {unknown[0]}; names: all, {', '.join(COMPARISONS)}", file=sys.stderr)
        return 2
    chosen = list(COMPARISONS) if "all" in given.names else list(dict.fromkeys(given.names))
    results = {name: list(COMPARISONS[name].rows()) for name in chosen}
    if given.json:
        document = {
            name: [asdict(r) | {"difference": r.difference} for r in rows] for name, rows in results.items()
        }
        json.dump(document, sys.stdout, indent=1, ensure_ascii=False, allow_nan=False)
        return 0
    for name, rows in results.items():
        print(f"\n{COMPARISONS[name].title}\n")
        print("\n".join(_table(rows)))
    return 0


def _table(rows: Sequence[Row]) -> list[str]:
    """Markdown, so that a terminal and a page show the same."""
    lines = ["| quantity | paper | here | difference | interval | remark |", "|---|---|---|---|---|---|"]
    for row in rows:
        ours = f"not computed: {row.missing}" if row.missing else ""
        lines.append(
            f"| {row.quantity} | {_number(row.paper)} | {_number(row.ours)} | {_number(row.difference)} | "
            f"{_interval(row)} | {ours or row.note or '–'} |"
        )
    return lines


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 1e4 and value == int(value) else f"{value:.4g}"


def _interval(row: Row) -> str:
    if row.lower is None and row.upper is None:
        return "–"
    level = f" ({row.confidence:.1%} each)" if row.confidence else ""
    if row.lower is None or row.upper is None:
        return (f"≤ {_number(row.upper)}" if row.lower is None else f"≥ {_number(row.lower)}") + level
    return f"{_number(row.lower)} to {_number(row.upper)}{level}"


if __name__ == "__main__":
    raise SystemExit(main())
