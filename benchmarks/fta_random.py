"""Random fault trees against SCRAM: calculation of the exact probability on trees nobody tuned an order for.

    python benchmarks/fta_random.py 100          seeds 0 to 99

AND, OR, at-least, some NOT, shared gates, 30 to 220 of them.  Times as in benchmarks/fta.py: SCRAM's own, and ours
inside a process whose kernels are loaded; the least of three.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def model(seed: int) -> str:
    """An Open-PSA model of one random tree."""
    draw = random.Random(seed)
    count = draw.choice([30, 60, 100, 150, 220])
    votes, negated, far = seed % 2 == 1, seed % 3 == 2, 0.3 if seed % 2 else 0.1
    gates = []
    for g in range(count):
        inputs: list[str] = []
        wanted = draw.randint(2, 4)
        while len(inputs) < wanted:
            name = f'<basic-event name="e{draw.randrange(count)}"/>'
            if g + 1 < count and draw.random() < 0.6:
                last = min(count - 1, g + (40 if draw.random() < far else 6))
                name = f'<gate name="g{draw.randint(g + 1, last)}"/>'
            if negated and draw.random() < 0.08:
                name = f"<not>{name}</not>"
            if name not in inputs:
                inputs.append(name)
        if g + 1 < count and not any("gate" in i for i in inputs):
            inputs.append(f'<gate name="g{g + 1}"/>')
        kind = draw.random()
        opened, closed = ("or", "or") if kind < 0.6 else ("and", "and")
        if votes and kind < 0.15 and len(inputs) > 2:
            opened, closed = 'atleast min="2"', "atleast"
        gates.append(f'<define-gate name="g{g}"><{opened}>{"".join(inputs)}</{closed}></define-gate>')
    events = (
        f'<define-basic-event name="e{e}"><float value="{10 ** draw.uniform(-4, -1):g}"/></define-basic-event>'
        for e in range(count)
    )
    return (
        f'<opsa-mef><define-fault-tree name="T">{"".join(gates)}</define-fault-tree>'
        f"<model-data>{''.join(events)}</model-data></opsa-mef>"
    )


def main() -> None:
    """One line a tree, and the summary."""
    sys.path[:] = [str(HERE.parent), *(p for p in sys.path if Path(p or ".").resolve() != HERE)]
    from benchmarks import fta as bench
    from casegen.fta import TooLarge, build_structure, event_values, speed
    from casegen.fta.engine import top_diagram
    from casegen.io.openpsa import read_openpsa

    speed.compiled()
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 100):
            path = Path(folder) / f"{seed}.xml"
            path.write_text(model(seed))
            theirs = min(
                bench.scram(path, "--probability", "1", "-l", "1", fields=("products", "probability"))
                for _ in range(2)
            )
            case = read_openpsa(path)
            structure = build_structure(case, case.trees[0].id)
            p = event_values(case, case.trees[0].id, {}).probability.tolist()
            try:
                mine = min(bench.clock(lambda: top_diagram(structure).values(p)) for _ in range(3))  # noqa: B023
            except TooLarge:
                mine = math.inf
            print(
                f"{seed}: SCRAM {bench.seconds(theirs)}, casegen {bench.seconds(mine)}, ratio {mine / theirs:.3f}"
            )
            if 0.0 < theirs < math.inf:
                ratios.append(mine / theirs)
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    print(f"{len(ratios)} trees: geometric mean {mean:.3f}, worst {max(ratios):.3f}")


if __name__ == "__main__":
    main()
