"""The same bytes from every backend: items of the examples that compute in blocks, serial, on two processes, on Dask.

    python -m benchmarks.same_bytes [--cases robot monitor …] [--items EV-LAND …] [--full] [--backends loky dask]

Each item is computed from the case's own inputs and seed; without ``--full`` with fewer samples, as :data:`SMALLER` says,
so that all of them take minutes.  Compared is everything that a result is made of: measures, tables, figures, notes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

from casegen_evidence.method import Checkpoints, Run

from casegen.io import load
from casegen.model.evidence import EvidenceSpec
from casegen.store.backends import computing_on
from casegen.store.methods import method, module_of
from casegen.store.run import measured, plain

CASES = ("inspection", "robot", "monitor", "auv")
ROOT = Path(__file__).resolve().parent.parent / "examples"
TWO = 2
SMALLER: Mapping[str, Mapping[str, Any]] = {
    "robot-safety-function": {"learning": 20_000, "tests": 20_000},
    "monitor-landing": {"maps": 100},
    "underwater-ram": {"balls": 60, "design": 1000, "attacked": 20, "truth": 12_000},
    "underwater-dependability": {"tests": 12_000, "truth": 12_000},
    "underwater-monitor": {"fit": 1000, "calibration": 4000, "frames": 4000, "truth": 12_000},
}
"""Parameters by method, unless ``--full``: still several blocks in every stage."""


def blocked(cases: Collection[str] = CASES, ids: Collection[str] = ()) -> Iterator[tuple[Path, EvidenceSpec]]:
    """The items of ``cases`` whose methods have stages of blocks, with their case's folder."""
    for name in cases:
        case = load(ROOT / name)
        for spec in case.evidence_items:
            if getattr(method(spec.method), "stages", {}) and (not ids or spec.id in ids):
                yield case.root, spec


def digest(root: Path, spec: EvidenceSpec, smaller: Mapping[str, Any], jobs: int) -> tuple[str, int]:
    """SHA-256 of what the item's method gives with ``jobs`` processes, and how many blocks it kept."""
    value = method(spec.method)
    with tempfile.TemporaryDirectory() as folder:
        call = Run(
            inputs={name: root / path for name, path in spec.inputs.items()},
            parameters=value.parameters.model_validate({**spec.parameters, **smaller}),
            seed=spec.seed,
            confidence=spec.confidence or 0.95,
            scratch=Checkpoints(folder),
            jobs=jobs,
            reading=spec.reading,
        )
        content = json.dumps(plain(measured(value, call)), sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest(), len(list(Path(folder).glob("*-*.npz")))


def compared(
    root: Path, spec: EvidenceSpec, backends: Collection[str], *, full: bool = False
) -> dict[str, str]:
    """The digest by backend, ``serial`` first; and the number of ``blocks``."""
    smaller = {} if full else SMALLER.get(spec.method, {})
    serial, blocks = digest(root, spec, smaller, 1)
    result = {"blocks": str(blocks), "serial": serial}
    if "loky" in backends:
        result["loky"] = digest(root, spec, smaller, TWO)[0]
    if "dask" in backends:
        with computing_on("dask", TWO, modules=[module_of(spec.method)]) as computing:
            result["dask"] = digest(root, spec, smaller, computing.processes)[0]
    return result


def main() -> None:
    """A line for each item; exit 1 if one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", nargs="+", choices=CASES, default=CASES)
    parser.add_argument("--items", nargs="+", default=[])
    parser.add_argument("--backends", nargs="+", choices=["loky", "dask"], default=["loky", "dask"])
    parser.add_argument("--full", action="store_true")
    given = parser.parse_args()
    good = True
    for root, spec in blocked(given.cases, given.items):
        begun = time.perf_counter()
        made = compared(root, spec, given.backends, full=given.full)
        blocks = made.pop("blocks")
        same = len(set(made.values())) == 1
        good &= same
        words = f"{', '.join(made)}: {'same bytes' if same else 'OTHER BYTES'} {made['serial'][:12]}"
        print(
            f"{root.name:10} {spec.id:17} {blocks:>4} blocks; {words}; {time.perf_counter() - begun:.0f} s",
            flush=True,
        )
    sys.exit(not good)


if __name__ == "__main__":
    main()
