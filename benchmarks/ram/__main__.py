"""``python -m benchmarks.ram speed`` or ``python -m benchmarks.ram table1 --data FILE``."""

from __future__ import annotations

import argparse
import sys

from casegen_evidence.method import InputProblem

from benchmarks.ram import speed, table1


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ram", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    speed.add_arguments(commands.add_parser("speed", help="ratios to the naive loop, in one run"))
    table1.add_arguments(commands.add_parser("table1", help="the protocol of Table 1 on any csv or npz file"))
    chosen = parser.parse_args()
    try:
        chosen.work(chosen)
    except InputProblem as problem:
        print(f"{chosen.command}: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
