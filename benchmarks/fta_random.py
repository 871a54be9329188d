"""Random fault trees against SCRAM: calculation of the exact probability on trees nobody tuned an order for.

    python benchmarks/fta_random.py 100                    seeds 0 to 99 of the family ``shared``
    python benchmarks/fta_random.py 16 network plant       seeds 0 to 15 of each family named

The families are in benchmarks/fta_trees.py.  Times as in benchmarks/fta.py: SCRAM's own, and ours inside a process whose
kernels are loaded; the least of three.
"""

from __future__ import annotations

import math
import statistics
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def compared(family: str, seed: int, folder: Path) -> tuple[float, float]:
    """Seconds of calculation on one tree: SCRAM's (infinite where it gives up) and casegen's."""
    from benchmarks import fta as bench
    from benchmarks.fta_trees import FAMILIES
    from casegen.fta import TooLarge, build_structure, event_values
    from casegen.fta.core.engine import top_diagram
    from casegen.io.openpsa.read import read_openpsa

    path = folder / f"{family}-{seed}.xml"
    path.write_text(FAMILIES[family](seed))
    theirs = min(
        bench.scram(path, "--probability", "1", "-l", "1", fields=("products", "probability"))
        for _ in range(2)
    )
    case = read_openpsa(path)
    structure = build_structure(case, case.trees[0].id)
    p = event_values(case, case.trees[0].id, {}).probability.tolist()
    try:
        mine = min(bench.clock(lambda: top_diagram(structure).values(p)) for _ in range(3))
    except TooLarge:
        mine = math.inf
    return theirs, mine


def main() -> None:
    """One line a tree, and a summary of each family."""
    sys.path[:] = [str(HERE.parent), *(p for p in sys.path if Path(p or ".").resolve() != HERE)]
    from benchmarks.fta import seconds

    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for family in sys.argv[2:] or ["shared"]:
        ratios, without = [], 0
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(count):
                theirs, mine = compared(family, seed, Path(folder))
                print(
                    f"{family} {seed}: SCRAM {seconds(theirs)}, casegen {seconds(mine)}, ratio {mine / theirs:.3f}",
                    flush=True,
                )
                if 0.0 < theirs < math.inf and mine < math.inf:
                    ratios.append(mine / theirs)
                without += mine == math.inf
        mean = math.exp(statistics.fmean(map(math.log, ratios)))
        print(f"{family}: {len(ratios)} trees, geometric mean {mean:.3f}, worst {max(ratios):.3f}", end="; ")
        print(f"{without} beyond the budget")


if __name__ == "__main__":
    main()
