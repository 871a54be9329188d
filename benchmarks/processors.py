"""Recompute shipped evidence as if on other processors: ``python -m benchmarks.processors [EXAMPLE[:ITEM,…] …]``.

A number can depend on the processor because libraries choose other instructions, and so another order of additions or
another approximation of a function.  Each profile below makes OpenBLAS, numpy, torch (MKL, oneDNN) and the C library
choose what they would on such a processor, and `evidence verify` takes it for another one.  What cannot be seen
this way: an error of a real processor, and another operating system.  The profile ``intel`` is a processor of the other
maker, every instruction of it emulated by QEMU (``apt install qemu-user``): libraries that choose by its name, MKL for
one, choose for it, and its additions are made by software.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
AVX512 = "X86_V4 AVX512_ICL AVX512_SPR"
PROFILES: Mapping[str, Mapping[str, str]] = {
    "avx512": {
        "OPENBLAS_CORETYPE": "SkylakeX",
        "ATEN_CPU_CAPABILITY": "avx512",
        "OMP_NUM_THREADS": "2",
        "OPENBLAS_NUM_THREADS": "2",
    },
    "avx2": {
        "OPENBLAS_CORETYPE": "Haswell",
        "NPY_DISABLE_CPU_FEATURES": AVX512,
        "ATEN_CPU_CAPABILITY": "avx2",
        "ONEDNN_MAX_CPU_ISA": "AVX2",
        "MKL_CBWR": "AVX2",
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL",
        "OMP_NUM_THREADS": "1",
    },
    "sse": {
        "OPENBLAS_CORETYPE": "Prescott",
        "NPY_DISABLE_CPU_FEATURES": f"X86_V3 {AVX512}",
        "ATEN_CPU_CAPABILITY": "default",
        "ONEDNN_MAX_CPU_ISA": "SSE41",
        "MKL_CBWR": "COMPATIBLE",
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-FMA,-AVX",
        "OMP_NUM_THREADS": "1",
    },
    "intel": {"OMP_NUM_THREADS": "1"},
}
"""What the libraries take the processor for: 512 bits and two threads, 256 bits, and none since 2008."""
EMULATED: Mapping[str, tuple[str, ...]] = {"intel": ("qemu-x86_64", "-cpu", "Haswell")}
"""What runs Python where the processor is emulated as a whole."""
_INSIDE = """
import sys
import casegen.store.environment as environment
name = "emulated " + sys.argv.pop(1)
environment.processor = lambda: name
from casegen.cli import main
main()
"""


def verify(example: str, items: str, profile: str) -> tuple[list[dict[str, object]], float]:
    """What ``evidence verify`` says of an example under a profile, item by item, and how long it took in seconds."""
    python = [*EMULATED.get(profile, ()), sys.executable, "-P"]
    command = [*python, "-c", _INSIDE, profile, "evidence", "verify", f"examples/{example}"]
    command += [*filter(None, items.split(",")), "--json"]
    clock = time.perf_counter()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **PROFILES[profile]},
        capture_output=True,
        text=True,
        check=False,
    )
    if not done.stdout.strip():
        raise SystemExit(f"{example} under {profile}: {done.stderr[-2000:]}")
    rows: list[dict[str, object]] = json.loads(done.stdout)["evidence"]
    return rows, time.perf_counter() - clock


def main() -> None:
    """One line for each item and profile; exit 1 unless all agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["inspection", "monitor", "press", "robot", "auv"])
    parser.add_argument("--profile", choices=[*PROFILES], action="append")
    given = parser.parse_args()
    good = True
    for profile in given.profile or PROFILES:
        for what in given.what:
            example, _, items = what.partition(":")
            rows, seconds = verify(example, items, profile)
            for row in rows:
                good &= bool(row["holds"])
                print(f"{profile:7} {example:11} {row['id']!s:18} {row['outcome']}", flush=True)
                for words in row["differences"][: 3 if row["holds"] else 12]:  # type: ignore[index]
                    print(f"            {words}", flush=True)
            print(f"{profile:7} {example:11} {seconds:.0f} s", flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
