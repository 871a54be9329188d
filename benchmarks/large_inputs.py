"""Operation of 10⁸ rows: time and peak memory of ``operation-drift``, by format.

    python -m benchmarks.large_inputs [--rows 1e7] [--formats npz parquet csv] [--cells 1000]

``--cells``: masses of the cells of a RAM's grid, so many along each of two columns, instead of the reference's fields.

Each format is measured in a process of its own; the files are written, chunk by chunk, to a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

CHUNK = 1_000_000
COLUMNS = ("speed", "light")
LIMIT = 4.0
"""GiB"""


def chunks(rows: int) -> list[int]:
    """Sizes of the chunks that are written."""
    return [min(CHUNK, rows - start) for start in range(0, rows, CHUNK)]


def column(name: str, number: int, size: int) -> np.ndarray:
    """Chunk ``number`` of a column."""
    return np.random.default_rng([COLUMNS.index(name), number]).normal(size=size)


def write(path: Path, rows: int) -> None:
    """The record of operation."""
    if path.suffix == ".npz":
        import zipfile

        with zipfile.ZipFile(path, "w") as archive:
            for name in COLUMNS:
                with archive.open(f"{name}.npy", "w", force_zip64=True) as stream:
                    about = {"descr": "<f8", "fortran_order": False, "shape": (rows,)}
                    np.lib.format.write_array_header_1_0(stream, about)  # type: ignore[arg-type]
                    for number, size in enumerate(chunks(rows)):
                        stream.write(column(name, number, size).tobytes())
    elif path.suffix == ".parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        with pq.ParquetWriter(path, pa.schema([(name, pa.float64()) for name in COLUMNS])) as writer:
            for number, size in enumerate(chunks(rows)):
                writer.write_table(pa.table({name: column(name, number, size) for name in COLUMNS}))
    else:
        with path.open("w") as stream:
            stream.write(",".join(COLUMNS) + "\n")
            for number, size in enumerate(chunks(rows)):
                both = np.stack([column(name, number, size) for name in COLUMNS], axis=1)
                np.savetxt(stream, both, fmt="%.9g", delimiter=",")


def measure(reference: Path, operation: Path, cells: int) -> dict[str, float]:
    """In this process: run the method; seconds and peak memory in GiB."""
    from casegen_evidence.method import Run
    from casegen_evidence.profiles.drift_method import DRIFT

    begun = time.perf_counter()
    inputs = {"reference": reference, "operation": operation}
    grid = {"domain": [(-5.0, 5.0)] * len(COLUMNS), "cells": cells} if cells else {}
    parameters = DRIFT.parameters.model_validate(grid)
    result = DRIFT.run(Run(inputs, parameters, seed=1, confidence=0.95, scratch=operation.parent))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return {
        "seconds": time.perf_counter() - begun,
        "processor": time.process_time(),
        "peak": peak,
        "rows": float(result.measures["largest_shift"].n or 0),
    }


def main() -> None:
    """One line a format; exit 1 where the memory was exceeded."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=float, default=1e7)
    parser.add_argument("--formats", nargs="+", choices=["npz", "parquet", "csv"], default=["npz", "parquet"])
    parser.add_argument("--cells", type=int, default=0)
    parser.add_argument("--measure", nargs=2, type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        print(json.dumps(measure(*given.measure, given.cells)))
        return
    worst = 0.0
    with tempfile.TemporaryDirectory() as name:
        reference = Path(name) / "reference.csv"
        rows = np.random.default_rng(7).normal(size=(20_000, len(COLUMNS)))
        np.savetxt(reference, rows, fmt="%.9g", delimiter=",", header=",".join(COLUMNS), comments="")
        for form in given.formats:
            operation = Path(name) / f"operation.{form}"
            write(operation, int(given.rows))
            command = [
                sys.executable,
                "-m",
                "benchmarks.large_inputs",
                "--measure",
                str(reference),
                str(operation),
                "--cells",
                str(given.cells),
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            made = json.loads(done.stdout)
            size = operation.stat().st_size / 2**30
            print(f"{form:8} {made['rows']:.3g} rows, {size:.2f} GiB: {made['seconds']:.1f} s "
                  f"({made['processor']:.1f} s of processor), peak {made['peak']:.2f} GiB", flush=True)  # fmt: skip
            operation.unlink()
            worst = max(worst, made["peak"])
    sys.exit(worst > LIMIT)


if __name__ == "__main__":
    main()
