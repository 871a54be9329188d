"""How long documents of large cases take, and how soon the page can be used.

    python benchmarks/documents.py [--nodes 1000] [--trees 20] [--nodes 10000 --trees 20] [--peers]

Builds a synthetic assessed case (claims, arguments and evidence in modules of about 200 nodes; trees of about
60 gates and events), writes HTML and PDF in a fresh process each, and opens the page in Chromium where one is
found.  With ``--peers`` the same argument is laid out by Graphviz's ``dot`` as one drawing, and written as
StrictDoc source and exported, where those programs are installed.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from casegen.model.argument import Argument, Claim, EvidenceNode, Module
from casegen.model.case import Case, Header
from casegen.model.fault_tree import BasicEvent, FaultTree, Gate, GateType
from casegen.model.quantity import Estimate, MeasureKind
from casegen.model.results import Assessment, ClaimResult, EventResult, NodeResult, Status, TreeResult

WORDS = ("system", "safety", "distance", "sensor", "detects", "asset", "mission", "requirement", "bound", "measured",
         "profile", "cell", "hazard", "limit")  # fmt: skip
MODULE = 200


def synthetic(nodes: int, trees: int, seed: int = 1) -> Assessment:
    """An assessed case with about ``nodes`` argument nodes and ``trees`` fault trees."""
    random.seed(seed)
    claims: list[Claim] = []
    arguments: list[Argument] = []
    evidence: list[EvidenceNode] = []
    waiting = ["C0"]
    claims.append(Claim(id="C0", text=_text(), module="M0"))
    while waiting and len(claims) + len(arguments) + len(evidence) < nodes:
        claim = waiting.pop(0)
        number = len(arguments)
        module = f"M{(len(claims) + len(arguments) + len(evidence)) // MODULE}"
        full = len(claims) + len(arguments) + len(evidence) > 0.6 * nodes
        if full:
            evidence.append(EvidenceNode(id=f"E{len(evidence)}", text=_text(), module=module))
            below = [evidence[-1].id]
        else:
            below = [f"C{len(claims) + i}" for i in range(random.choice([2, 3, 3, 4]))]
            claims += [
                Claim(id=name, text=_text(), module=module, owner=random.choice(["A", "B"])) for name in below
            ]
            waiting += below
        block = "evidence-incorporation" if full else "decomposition"
        arguments.append(Argument(**{"id": f"A{number}", "supports": claim, "block": block, "from": tuple(below),
                                     "module": module, "text": _text(5)}))  # fmt: skip
    modules = dict.fromkeys(str(node.module) for node in [*claims, *arguments, *evidence])
    built = [_tree(index) for index in range(trees)]
    case = Case(
        header=Header(id="bench", title="A large case", roots=("C0",), authors=("benchmark",)),
        modules=tuple(Module(id=name, title=f"Part {name}") for name in modules), claims=tuple(claims),
        arguments=tuple(arguments), evidence=tuple(evidence), trees=tuple(tree for tree, _, _ in built),
        events=tuple(event for _, events, _ in built for event in events), files=("case.yaml",),
    )  # fmt: skip
    statuses = [Status.SUPPORTED] * 8 + [Status.STALE, Status.CHALLENGED]
    return Assessment(
        case=case, supported=False, claims={c.id: ClaimResult(c.id, random.choice(statuses)) for c in claims},
        nodes={n.id: NodeResult(n.id, random.choice(statuses)) for n in [*arguments, *evidence]}, evidence={},
        trees={tree.id: result for tree, _, result in built},
    )  # fmt: skip


def _text(words: int = 14) -> str:
    return " ".join(random.choice(WORDS) for _ in range(words)).capitalize()


def _tree(index: int) -> tuple[FaultTree, list[BasicEvent], TreeResult]:
    gates: list[Gate] = []
    events: list[BasicEvent] = []
    names = [f"T{index}-G0"]
    for position in range(20):
        below = [f"T{index}-G{len(names) + i}" for i in range(min(2, 20 - len(names)))]
        names += below
        leaves = [f"T{index}-E{len(events) + i}" for i in range(2)]
        events += [
            BasicEvent(id=name, text=_text(6), model={"type": "constant", "probability": 1e-3})
            for name in leaves
        ]
        kind = random.choice([GateType.OR, GateType.AND])
        gates.append(Gate(id=names[position], type=kind, inputs=(*below, *leaves), text=_text(6)))
    # numbers only need to be present and plausible: what is timed is their rendering
    result = TreeResult(
        f"T{index}", Estimate(value=1e-3, kind=MeasureKind.PER_MISSION), {gate.id: 1e-3 for gate in gates},
        {e.id: EventResult(e.id, 1e-3, None, None, None, "stated", {"fussell_vesely": random.random(), "birnbaum": 0.1,
                                                                    "raw": 2.0, "rrw": 1.5}) for e in events},
    )  # fmt: skip
    return FaultTree(id=f"T{index}", title=f"Tree {index}", top=names[0], gates=tuple(gates)), events, result


def measure(nodes: int, trees: int, folder: Path) -> None:
    """Print one line per document: wall time of the writer, CPU of the process, size."""
    from casegen import render

    assessment = synthetic(nodes, trees)
    size = len(assessment.case.claims) + len(assessment.case.arguments) + len(assessment.case.evidence)
    print(f"\n{size} argument nodes, {trees} trees")
    wall, cpu = time.perf_counter(), _cpu()
    page = render.write_html(assessment, folder / f"{nodes}.html")
    _show("HTML", wall, cpu, page)
    middle, middle_cpu = time.perf_counter(), _cpu()
    pdf = render.write_pdf(assessment, folder / f"{nodes}.pdf")
    _show("PDF", middle, middle_cpu, pdf)
    _show("both", wall, cpu)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"  peak memory     {peak:7.2f} GB")
    times = page_ready(page)
    if times is None:
        print("  page ready      no Chromium or playwright here")
    else:
        print(f"  page ready      {times[0]:7.2f} s   all of it in place {times[1]:.2f} s (minima of five)")


def _cpu() -> float:
    """CPU seconds of this process and its children: steadier than wall time on a busy machine."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(part.ru_utime + part.ru_stime for part in used)


def _show(what: str, wall: float, cpu: float, file: Path | None = None) -> None:
    size = f"   {file.stat().st_size / 1e6:6.2f} MB" if file else ""
    print(f"  {what:<14}{time.perf_counter() - wall:9.2f} s   CPU {_cpu() - cpu:6.2f} s{size}")


def page_ready(page: Path) -> tuple[float, float] | None:
    """Seconds from navigation until the page can be used, and until nothing of it is left to be parsed.

    Minima of five, because other work on the machine only ever adds; None without a browser.
    """
    program = os.environ.get("CASEGEN_CHROMIUM") or shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if program is None:
        return None
    flags = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"]
    taken = []
    with sync_playwright() as session:
        browser = session.chromium.launch(executable_path=program, args=flags)
        for _ in range(5):
            opened = browser.new_page()
            started = time.perf_counter()
            opened.goto(page.as_uri(), wait_until="commit")
            taken.append([_until(opened, started, mark) for mark in ("ready", "whole")])
            opened.close()
        browser.close()
    return min(ready for ready, _ in taken), min(whole for _, whole in taken)


def _until(opened: Any, started: float, mark: str) -> float:
    while not opened.evaluate(f"document.documentElement?.dataset.{mark} === '1'"):
        time.sleep(0.02)
    return time.perf_counter() - started


def peers(nodes: int, folder: Path) -> None:
    """The same argument by other tools."""
    assessment = synthetic(nodes, 0)
    dot = shutil.which("dot")
    if dot is not None:
        source = folder / "argument.dot"
        lines = [f'"{a.id}" -> "{p}";' for a in assessment.case.arguments for p in a.premises]
        lines += [f'"{a.supports}" -> "{a.id}";' for a in assessment.case.arguments]
        source.write_text("digraph {" + "\n".join(lines) + "}")
        started = time.perf_counter()
        subprocess.run([dot, "-Tsvg", str(source), "-o", str(folder / "dot.svg")], check=True)
        size = (folder / "dot.svg").stat().st_size / 1e6
        print(f"  dot, one SVG    {time.perf_counter() - started:7.2f} s   {size:6.2f} MB")
    else:
        print("  dot             not installed")
    strictdoc = shutil.which("strictdoc")
    if strictdoc is None:
        print("  StrictDoc       not installed (pip install strictdoc)")
        return
    source = folder / "strictdoc"
    source.mkdir(exist_ok=True)
    parts = ["[DOCUMENT]\nTITLE: A large case\n"]
    parts += [
        f"[REQUIREMENT]\nUID: {c.id}\nTITLE: {c.id}\nSTATEMENT: {c.text}\n" for c in assessment.case.claims
    ]
    (source / "case.sdoc").write_text("\n".join(parts))
    started = time.perf_counter()
    subprocess.run(
        [strictdoc, "export", str(source), "--output-dir", str(folder / "out")],
        check=True,
        capture_output=True,
    )
    written = sum(path.stat().st_size for path in (folder / "out").rglob("*") if path.is_file())
    print(f"  StrictDoc HTML  {time.perf_counter() - started:7.2f} s   {written / 1e6:6.2f} MB (claims only)")


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--nodes", type=int, action="append", help="size of the argument; may be given several times"
    )
    parser.add_argument("--trees", type=int, default=20)
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--keep", type=Path, help="folder that keeps the documents")
    wanted = parser.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    with tempfile.TemporaryDirectory() as scratch:
        folder = wanted.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for nodes in wanted.nodes or [1000, 10_000]:
            measure(nodes, wanted.trees, folder)
            if wanted.peers:
                peers(nodes, folder)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
