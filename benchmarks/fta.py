"""Fault trees against SCRAM, both measured in one run on one machine; prints Markdown tables.

    python benchmarks/fta.py                     every section, every model but nus9601
    python benchmarks/fta.py -s probability -m chinese -m das9701

Models come from ``$CASEGEN_REFERENCE_DATA/aralia`` (default: ../shared/data beside the repository), SCRAM
from the path.  Times: SCRAM's are those its report states; ours are taken inside the process, after one call
that loads the compiled kernels.  Both are medians over repeats; ratios are ours over SCRAM's.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import math
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from casegen.assessment.assess import Change, Session
from casegen.fta import CompiledTree, EventValues, compile_tree, event_values
from casegen.fta import uncertainty as propagate
from casegen.fta.core.engine import top_diagram
from casegen.fta.gates.structure import build_structure
from casegen.io.openpsa.read import read_openpsa
from casegen.model.argument import Argument, Block, Claim, EvidenceNode, MeasureReference, Requirement
from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, Constant, FaultTree, Gate, GateType
from casegen.model.quantity import Comparison, MeasureKind
from casegen.model.results import Assessment

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("CASEGEN_REFERENCE_DATA", ROOT.parent / "shared" / "data")) / "aralia"
TRIALS = 100_000
PATIENCE = 120.0
SECTIONS = ("probability", "cutsets", "importance", "uncertainty", "whatif", "process")


def expected() -> dict[str, dict[str, str]]:
    """Rows of expected.csv by model."""
    with (DATA / "expected.csv").open() as file:
        return {row["model"]: row for row in csv.DictReader(file)}


def scram(model: Path, *options: str, fields: Sequence[str]) -> float:
    """Seconds SCRAM reports for some parts of its calculation; infinite when it takes too long or fails."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.xml"
        command = ["scram", "--bdd", "--no-indent", *options, "-o", str(out), str(model)]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
            return math.inf
        with out.open() as file:
            head = file.read(4000)
    return sum(float(x) for f in fields for x in re.findall(rf"<{f}>([^<]+)</{f}>", head))


def median(run: Callable[[], float], repeats: int) -> float:
    """Median of several runs; one is enough above five seconds."""
    result = []
    for _ in range(repeats):
        result.append(run())
        if result[-1] > 5.0:
            break
    return statistics.median(result)


def clock(action: Callable[[], object]) -> float:
    """Wall seconds of one call."""
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], note: str = "") -> None:
    """Print a Markdown table."""
    print(f"\n### {title}\n")
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    if note:
        print(f"\n{note}")
    sys.stdout.flush()


def seconds(x: float) -> str:
    """Seconds as people read them."""
    if math.isinf(x):
        return f"> {PATIENCE:.0f} s"
    if x < 1e-4:
        return f"{1e6 * x:.1f} µs"
    return f"{x:.2f} s" if x >= 1 else f"{1e3 * x:.2f} ms"


def summary(ratios: Sequence[float]) -> str:
    """Geometric mean and the worst of the ratios."""
    known = [r for r in ratios if math.isfinite(r) and r > 0]
    if not known:
        return ""
    mean = math.exp(statistics.fmean(math.log(r) for r in known))
    return f"Geometric mean {mean:.3f}, worst {max(known):.3f}."


def loaded(name: str) -> tuple[Case, str]:
    """A model and its tree's id."""
    case = read_openpsa(DATA / f"{name}.xml")
    return case, case.trees[0].id


def compiled(name: str) -> tuple[CompiledTree, list[float]]:
    """A compiled model with its probabilities."""
    case, tree = loaded(name)
    return compile_tree(case, tree), event_values(case, tree, {}).probability.tolist()


def probability(models: Sequence[str], repeats: int) -> None:
    """Preprocessing, diagram and exact probability."""
    rows, ratios = [], []
    truth = expected()
    for name in models:
        case, tree = loaded(name)
        structure = build_structure(case, tree)
        p = [case.event[e].model.probability for e in structure.events]  # type: ignore[union-attr]
        result: list[float] = []

        def ours(structure: object = structure, p: list[float] = p, result: list[float] = result) -> None:
            diagram = top_diagram(structure)  # type: ignore[arg-type]
            result.append(float(diagram.values(p)[diagram.root]))

        theirs = median(
            lambda name=name: scram(  # type: ignore[misc]
                DATA / f"{name}.xml", "--probability", "1", "-l", "1", fields=("products", "probability")
            ),
            repeats,
        )
        mine = median(lambda ours=ours: clock(ours), repeats)  # type: ignore[misc]
        stated = float(truth[name]["probability"])
        agrees = "yes" if math.isclose(result[0], stated, rel_tol=1e-5) else f"NO: {result[0]:.6g}"
        ratios.append(mine / theirs)
        rows.append((name, f"{stated:.6g}", agrees, seconds(theirs), seconds(mine), f"{mine / theirs:.3f}"))
    table("Exact probability: calculation", ("model", "probability", "agrees", "SCRAM", "casegen", "ratio"), rows,
          summary(ratios))  # fmt: skip


def cutsets(models: Sequence[str], repeats: int) -> None:
    """Counting all minimal cut sets (SCRAM lists them; above some millions it does not finish)."""
    rows = []
    truth = expected()
    for name in models:
        count = int(truth[name]["minimal_cut_sets"])
        if count < 1_000_000 and len(models) > 3:
            continue
        tree, _ = compiled(name)
        result: list[int] = []

        def ours(tree: CompiledTree = tree, result: list[int] = result) -> None:
            fresh = CompiledTree(tree.structure)
            result.append(fresh.cut_set_count())

        mine = median(lambda ours=ours: clock(ours), repeats)  # type: ignore[misc]
        theirs = math.inf
        if count <= 50_000_000:
            theirs = scram(DATA / f"{name}.xml", "-l", "1000", fields=("products",))
        agrees = "yes" if result[0] == count else f"NO: {result[0]}"
        ratio = "" if math.isinf(theirs) else f"{mine / theirs:.3f}"
        shown = seconds(theirs) if count <= 50_000_000 else "not run (lists every set)"
        rows.append((name, f"{count:,}", agrees, shown, seconds(mine), ratio))
    table(
        "Minimal cut sets: diagram and exact count",
        ("model", "count", "agrees", "SCRAM", "casegen", "ratio"),
        rows,
    )


def importance(models: Sequence[str], repeats: int) -> None:
    """Importance of all events, the diagram being there.

    Columns: what SCRAM's stated time holds, Birnbaum, criticality, DIF, RAW and RRW of every event.  With
    Fussell-Vesely: its union of cut sets besides, which SCRAM does not compute.  Rows: all of it as one object an event.
    """
    rows, ratios = [], []
    for name in models:
        tree, p = compiled(name)
        p = np.array(p)
        theirs = median(
            lambda name=name: scram(  # type: ignore[misc]
                DATA / f"{name}.xml", "--importance", "1", "-l", "4", fields=("importance",)
            ),
            1,
        )
        first = clock(lambda tree=tree, p=p: list(tree.importance(p)))  # type: ignore[misc]
        times = [
            min(clock(lambda a=a: a()) for _ in range(20 * repeats))  # type: ignore[misc]
            for a in (
                lambda tree=tree, p=p: tree.importance(p),  # type: ignore[misc]
                lambda tree=tree, p=p: tree.importance(p).fussell_vesely,  # type: ignore[misc]
                lambda tree=tree, p=p: list(tree.importance(p)),  # type: ignore[misc]
            )
        ]
        ratios.append(times[0] / theirs)
        method = tree.importance(p)[0].fussell_vesely_method
        rows.append(
            (name, seconds(theirs), *map(seconds, times), f"{theirs / times[0]:.0f}", seconds(first), method)
        )
    columns = ("model", "SCRAM (cut sets up to order 4)", "columns", "with Fussell-Vesely", "rows", "times faster",
               "first call, with cut sets", "FV")  # fmt: skip
    table("Importance of all events", columns, rows, summary(ratios))


def with_deviates(name: str, folder: Path) -> Path:
    """The model with every constant up to 0.1 made lognormal (error factor 3) about the same mean.

    About a larger mean too much of it would lie above 1 (baobab1 has one constant of 0.112).
    """
    text = (DATA / f"{name}.xml").read_text()

    def change(constant: re.Match[str]) -> str:
        spread = (
            f'<lognormal-deviate>{constant[0]}<float value="3"/><float value="0.95"/></lognormal-deviate>'
        )
        return spread if float(constant[1]) <= 0.1 else constant[0]

    path = folder / f"{name}.xml"
    path.write_text(re.sub(r'<float value="([^"]+)"\s*/>', change, text))
    return path


def uncertainty(models: Sequence[str], repeats: int) -> None:
    """100,000 samples through the diagram."""
    rows, ratios = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in models:
            path = with_deviates(name, Path(folder))
            options = ("--probability", "1", "--uncertainty", "1", "--num-trials", str(TRIALS), "-l", "1")
            theirs = scram(path, *options, fields=("uncertainty",))
            case = read_openpsa(path)
            tree = compile_tree(case, case.trees[0].id)
            values = event_values(case, case.trees[0].id, {})

            def ours(tree: CompiledTree = tree, values: EventValues = values) -> None:
                propagate(tree, values, trials=TRIALS, seed=1)

            ours()
            begin = time.process_time()
            mine = median(lambda ours=ours: clock(ours), repeats)  # type: ignore[misc]
            work = (time.process_time() - begin) / repeats
            ratios.append(mine / theirs)
            sizes = (str(len(values.inputs)), str(tree.bdd_nodes))
            rows.append((name, *sizes, *map(seconds, (theirs, mine, work)), f"{theirs / mine:.1f}"))
    columns = ("model", "inputs", "nodes", "SCRAM", "casegen", "its processor time", "times faster")
    table(f"Uncertainty, {TRIALS:,} trials", columns, rows, summary(ratios))


def large_case(events: int = 500, claims: int = 100) -> Case:
    """A tree of redundant neighbours that share events, and a hierarchy of claims, each held against its top."""
    draw = random.Random(9202)
    gates, tops = [], []
    for g in range(events // 4):
        near = [f"e{(4 * g + i) % events}" for i in range(10)]
        for side in "ab":
            gates.append(Gate(id=f"g{g}{side}", type=GateType.OR, inputs=tuple(draw.sample(near, 4))))
        gates.append(Gate(id=f"g{g}", type=GateType.AND, inputs=(f"g{g}a", f"g{g}b")))
        tops.append(f"g{g}")
    gates.append(Gate(id="top", type=GateType.OR, inputs=tuple(tops)))
    kind = MeasureKind.PER_MISSION
    basic = [
        BasicEvent(
            id=f"e{i}",
            source="data sheet",
            model=Constant(type="constant", probability=10 ** draw.uniform(-6, -3), kind=kind),
        )
        for i in range(events)
    ]
    held = Requirement(
        measure=MeasureReference(tree="T"), comparison=Comparison.AT_MOST, bound=0.025, kind=kind
    )
    below = {
        i: [f"c{j}" for j in range(4 * i + 1, min(4 * i + 5, claims))] or ["report"] for i in range(claims)
    }
    return Case(
        header=Header(id="large", title="A large case", roots=("c0",)),
        events=tuple(basic),
        trees=(FaultTree(id="T", top="top", gates=tuple(gates), kind=kind),),
        claims=tuple(Claim(id=f"c{i}", text="It is rare enough", requirement=held) for i in below),
        arguments=tuple(
            Argument(
                id=f"a{i}", supports=f"c{i}", block=Block.CALCULATION, tree="T", **{"from": tuple(premises)}
            )
            for i, premises in below.items()
        ),
        evidence=(EvidenceNode(id="report", text="A report", artefact="report", accepted_by="a reviewer"),),
    )


def whatif(_models: Sequence[str], repeats: int) -> None:
    """One event's probability changed: top, gates, importance of every event, cut sets and every claim anew."""
    case = large_case()
    session = Session(case, {})
    opened = clock(session.assess)
    named = {name for gate in case.trees[0].gates for name in gate.inputs}
    used = [name for name in case.event if name in named]
    numbers = itertools.cycle((0.5, 0.05, 1e-5))
    assessments: list[Assessment] = []

    def change(name: str) -> None:
        assessments.append(session.assess((Change(next(numbers), event=name),)))

    times = [clock(lambda name=name: change(name)) for name in used[: 20 * repeats]]  # type: ignore[misc]
    statuses = {tuple(c.status for c in a.claims.values()) for a in assessments}
    row = (str(len(case.events)), str(len(case.claims)), seconds(opened), seconds(min(times)),
           seconds(statistics.median(times)), seconds(max(times)), "yes" if len(statuses) > 1 else "NO")  # fmt: skip
    columns = ("events", "claims", "first assessment", "what-if: least", "median", "most", "claims flip")
    table("What-if: one probability changed, everything re-assessed", columns, [row])


def process(models: Sequence[str], repeats: int) -> None:
    """The whole command, start to end, with the compiled files that an installation has; the least of all runs."""
    rows = []
    installed = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    for name in models:
        path = str(DATA / f"{name}.xml")
        theirs = ["scram", "--bdd", "--probability", "1", "-l", "1", "-o", os.devnull, path]
        ours = [str(Path(sys.executable).parent / "casegen"), "fta", "quantify", path, "--json"]
        if subprocess.run(ours, capture_output=True, check=False, env=installed).returncode:
            print(f"\nthe command line did not run: {' '.join(ours)}")
            return
        least = []
        for command in (theirs, ours):
            begin = sum(os.times()[2:4])
            wall = min(
                clock(lambda c=command: subprocess.run(c, capture_output=True, check=True, env=installed))  # type: ignore[misc]
                for _ in range(2 * repeats)
            )
            least += [wall, (sum(os.times()[2:4]) - begin) / (2 * repeats)]
        rows.append((name, *map(seconds, least)))
    columns = ("model", "SCRAM", "its processor time (mean)", "casegen fta quantify (with cut sets)",
               "its processor time (mean)")  # fmt: skip
    table("Whole process", columns, rows)


def main() -> None:
    """Run the sections asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-s", "--section", action="append", choices=SECTIONS)
    parser.add_argument("-m", "--model", action="append")
    parser.add_argument("-r", "--repeats", type=int, default=5)
    arguments = parser.parse_args()
    if not (DATA / "expected.csv").exists():
        sys.exit(f"no models in {DATA}: set CASEGEN_REFERENCE_DATA")
    if shutil.which("scram") is None:
        sys.exit("scram is not installed: apt-get install scram")
    models = arguments.model or [m for m in expected() if m != "nus9601"]
    compiled("chinese")[0].importance(compiled("chinese")[1])
    run = {"probability": probability, "cutsets": cutsets, "importance": importance, "uncertainty": uncertainty,
           "whatif": whatif, "process": process}  # fmt: skip
    for section in arguments.section or SECTIONS:
        run[section](models, arguments.repeats)


if __name__ == "__main__":
    main()
