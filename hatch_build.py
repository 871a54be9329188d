"""Builds the fault-tree kernels when casegen is installed from source: one extension with Python's stable ABI.

A C compiler is taken from ``CC``, or found as ``cc``, ``gcc`` or ``clang``; where there is none the wheel ``ziglang``,
which holds one, becomes a requirement of the build.  Python's own headers are used where they are, and not needed.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = Path("casegen/fta/core/compiled")
COMPILERS = ("cc", "gcc", "clang")


def source_hash(folder: Path) -> str:
    """The same as :func:`casegen.fta.core.kernels.source_hash`, which compares it when the extension is loaded."""
    text = hashlib.sha256()
    for path in sorted([*folder.glob("*.c"), *folder.glob("*.h")]):
        text.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
    return text.hexdigest()[:16]


def system_compiler() -> list[str] | None:
    """The C compiler of this machine, as a command; None where there is none that compiles."""
    named = shlex.split(os.environ.get("CC", ""))
    candidates = [named] if named else [] if sys.platform == "win32" else [[name] for name in COMPILERS]
    for command in candidates:
        path = shutil.which(command[0])
        if path is None:
            continue
        trial = subprocess.run(
            [path, *command[1:], "-fsyntax-only", "-x", "c", "-"], input="#include <stdlib.h>\nint x;\n",
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if trial.returncode == 0:
            return [path, *command[1:]]
    return None


def free_threaded() -> bool:
    """Whether this Python has no stable ABI, for want of its lock."""
    return bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


def extension_name() -> str:
    """File name of the extension: one for all versions of Python, but for those without a stable ABI."""
    if free_threaded():
        return "_kernels" + str(sysconfig.get_config_var("EXT_SUFFIX"))
    return "_kernels.pyd" if sys.platform == "win32" else "_kernels.abi3.so"


def flags(root: Path) -> list[str]:
    """Options of the compiler: exact arithmetic (no contraction), every warning of the sources heeded."""
    options = [
        "-std=c11",
        "-O3",
        "-ffp-contract=off",
        "-shared",
        f'-DCASEGEN_SOURCE="{source_hash(root / SOURCES)}"',
    ]
    headers = Path(sysconfig.get_path("include"))
    if (headers / "Python.h").is_file():
        options += ["-DCASEGEN_PYTHON_H", f"-I{headers}"]
    elif free_threaded():
        raise RuntimeError("a free-threaded Python needs its headers (Python.h) to build casegen")
    if sys.platform == "win32":
        return [*options, str(Path(sys.base_prefix) / "libs" / "python3.lib")]
    if sys.platform == "darwin":
        # universal wheels are built one architecture at a time, as cibuildwheel asks with ARCHFLAGS
        return [
            *options,
            "-fPIC",
            "-undefined",
            "dynamic_lookup",
            *shlex.split(os.environ.get("ARCHFLAGS", "")),
        ]
    return [*options, "-fPIC", "-lm"]


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc]
    """The hook that hatchling finds by its file's name."""

    def dependencies(self) -> list[str]:
        """A compiler where the machine has none."""
        return [] if system_compiler() else ["ziglang>=0.13"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the extension beside its Python module, for a wheel or an editable installation."""
        root = Path(self.root)
        target = root / "casegen" / "fta" / extension_name()
        compiler = system_compiler() or [sys.executable, "-m", "ziglang", "cc"]
        sources = sorted(str(path) for path in (root / SOURCES).glob("*.c"))
        # written apart and moved: a Python that runs keeps the extension it has loaded
        fresh = target.with_name(f"{target.name}.{os.getpid()}")
        command = [*compiler, *sources, *flags(root), "-o", str(fresh)]
        with tempfile.TemporaryDirectory() as cache:
            # zig wants a folder for its cache, which a machine without HOME does not have
            environment = {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache} | dict(os.environ)
            done = subprocess.run(
                command, cwd=root, capture_output=True, text=True, check=False, env=environment
            )
        if done.returncode != 0:
            raise RuntimeError(
                f"the fault-tree kernels cannot be built:\n{shlex.join(command)}\n{done.stderr}"
            )
        fresh.replace(target)
        build_data["pure_python"] = False
        build_data["artifacts"].append(f"/casegen/fta/{target.name}")
        build_data["tag"] = self.tag()

    def tag(self) -> str:
        """Python 3.11 and later on this platform."""
        system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        if sys.platform == "darwin" and os.environ.get("ARCHFLAGS"):
            system = system.replace("universal2", platform.machine())
        if free_threaded():
            return f"cp{sys.version_info[0]}{sys.version_info[1]}-cp{sys.version_info[0]}{sys.version_info[1]}t-{system}"
        return f"cp311-abi3-{system}"
