"""Processor time and peak memory of ``check`` and ``assess`` for cases of 10,000 and 100,000 nodes.

    python -m benchmarks.large_cases [--nodes 10000 100000]

Each command is a process of its own, as users start it; the case is the sound argument of ``benchmarks/argument.py``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.argument import balanced, write

LIMIT = 10.0
"""KiB a node, on top of 200 MiB."""


def measured(*arguments: str) -> tuple[int, float, float]:
    """Exit code, seconds of processor and peak memory in MiB of ``casegen ARGUMENTS``."""
    command = [sys.executable, "-m", "casegen", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    """A line for each size and command; exit 1 where memory exceeds what is stated."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, nargs="+", default=[10_000, 100_000])
    given = parser.parse_args()
    worst = 0.0
    for nodes in given.nodes:
        with tempfile.TemporaryDirectory() as folder:
            write(balanced(nodes), Path(folder))
            for name in ("check", "assess"):
                code, seconds, peak = measured(name, folder, "--json")
                each = 1024 * (peak - 200) / nodes
                worst = max(worst, each)
                print(f"{nodes:>8,} nodes, {name:6} exit {code}: {seconds:6.1f} s of processor, peak {peak:,.0f} MiB, "
                      f"{each:.1f} KiB a node beyond 200 MiB", flush=True)  # fmt: skip
    sys.exit(worst > LIMIT)


if __name__ == "__main__":
    main()
