"""Write ``expected.txt`` of every folder anew, after messages or places have changed on purpose.

``python tests/bad/argument/write_expected.py``, then read the difference.  Which rules a case breaks is not
touched: that stands, written by hand, in the second line of its ``case.yaml``.
"""

from __future__ import annotations

from pathlib import Path

from casegen.argument import check
from casegen.io import load


def main() -> None:
    """One line per finding: place, severity, rule, message."""
    for folder in sorted(path.parent for path in Path(__file__).parent.glob("*/case.yaml")):
        lines = [f"{d.location}: {d.severity} [{d.rule}] {d.message}\n" for d in check(load(folder))]
        (folder / "expected.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
