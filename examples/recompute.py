"""Compute again every stale result of the examples: ``python -m examples.recompute [EXAMPLE …] [--jobs N]``.

A change of a method's code makes its results stale.  The worlds of the examples and torch must be installed:
``pip install -e '.[torch]' -e examples/auv/world -e examples/monitor/world -e examples/robot/world``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from casegen import load
from casegen.store.run import run

HERE = Path(__file__).parent


def main() -> None:
    """Report each item that is computed; fresh ones are left alone."""
    known = sorted(path.parent.name for path in HERE.glob("*/evidence.yaml"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("example", nargs="*", choices=[[], *known], help="all of them if left out")
    parser.add_argument("--jobs", type=int, default=1, help="processes to use")
    given = parser.parse_args()
    for name in given.example or known:
        for outcome in run(load(HERE / name), jobs=given.jobs):
            if outcome.what != "fresh":
                print(
                    f"{name} {outcome.id}: {outcome.what} in {outcome.seconds:.1f} s {outcome.message}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
