"""What else than a method's code can matter to a number: versions of packages, and the processor."""

from __future__ import annotations

import contextlib
import importlib.metadata
import platform
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from casegen.store.distributions import version
from casegen.store.identity import digest, packages

_VECTORS = ("sse4_2", "avx", "avx2", "fma", "avx512f", "avx512vl", "asimd", "sve", "sve2")


def computed_by(modules: Mapping[str, str]) -> str:
    """SHA-256 of the code ``modules``, of the packages they use and of the machine: checkpoints of others are no use."""
    return digest({**modules, **packages(modules), **environment()})


def environment() -> dict[str, str]:
    """Versions that can matter to a number."""
    result = {"python": platform.python_version(), "machine": platform.machine(), "system": platform.system()}
    result["processor"], result["instructions"] = processor(), instructions()
    for package in ("numpy", "scipy", "scikit-learn", "torch"):
        try:
            result[package] = version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return result


def processor() -> str:
    """What the system calls its processor: sums of floating-point numbers can depend on it."""
    return _cpuinfo("model name") or platform.processor()


def instructions() -> str:
    """Which sets of vector instructions the processor has, as far as the system says: libraries choose by them."""
    there = set((_cpuinfo("flags") or _cpuinfo("Features")).split())
    return " ".join(name for name in _VECTORS if name in there)


@cache
def _cpuinfo(field: str) -> str:
    with contextlib.suppress(OSError, ValueError):
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(field)), "")
    return ""
