"""A table of 10⁷ answers as CSV, an image name a row: time and peak memory of the one reader of tables.

    python -m benchmarks.large_table [--rows 1e7] [--file FILE]

``--file`` keeps the table, and takes it where it is there already.  The bars: 60 s and 1 GiB for 10⁷ rows.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

CHUNK = 100_000
NAMES = ("background", "pedestrian", "vehicle")
READ = """
import json, resource, sys, time
from pathlib import Path
from casegen_evidence.signs import Intake
from casegen_evidence.tables.reader import read_table
from casegen_evidence.tables.spec import Label, Number
wanted = {"true": Label(), "predicted": Label(), "score": Number()}
before, clock = time.process_time(), time.perf_counter()
table = read_table(Path(sys.argv[1]), wanted, intake=Intake(), role="predictions", draws=True)
print(json.dumps([table.rows, time.perf_counter() - clock, time.process_time() - before,
                  resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024]))
"""


def write(path: Path, rows: int) -> None:
    """Answers with the name of the image and a score."""
    rng = np.random.default_rng(1)
    with path.open("w") as stream:
        stream.write("image,true,predicted,score\n")
        for start in range(0, rows, CHUNK):
            true, answer = rng.integers(0, 3, (2, min(CHUNK, rows - start)))
            score = rng.random(len(true))
            parts = zip(true.tolist(), answer.tolist(), score.tolist(), strict=True)
            stream.writelines(
                f"img{start + k:08}.png,{NAMES[t]},{NAMES[a]},{s:.6f}\n" for k, (t, a, s) in enumerate(parts)
            )


def main() -> None:
    """Write the table, read it in a process of its own, print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=float, default=1e7)
    parser.add_argument("--file", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = given.file or Path(folder) / "answers.csv"
        if not path.exists():
            write(path, int(given.rows))
        out = subprocess.run(
            [sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=True
        )
        rows, wall, processor, memory = json.loads(out.stdout)
        print(
            f"{rows:,} rows, {path.stat().st_size / 2**20:,.0f} MiB of CSV: {wall:.1f} s ({processor:.1f} s of the "
            f"processor), at most {memory / 2**20:,.0f} MiB of memory"
        )


if __name__ == "__main__":
    main()
