"""Write ``requirements.lock``: every package that casegen and its extras install, by version, hash and licence.

``python .ci/lock.py`` asks pip what it would install here (Linux on x86_64, the Python that runs this), installs nothing.
Run it where casegen is installed with these extras: pip does not report the newest form of a licence of what is absent.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = "docx,onnx,skops,sign,dask,parquet"


def licence(about: dict[str, Any]) -> str:
    """The licence as the package states it, on one line; of an installed package its expression (newer metadata)."""
    installed = ""
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        installed = importlib.metadata.metadata(about["name"]).get("License-Expression") or ""
    stated = about.get("license_expression") or installed or (about.get("license") or "").strip()
    classified = [c.rpartition(" :: ")[2] for c in about.get("classifier", ()) if c.startswith("License ::")]
    return stated if 0 < len(stated) <= 100 and "\n" not in stated else "; ".join(classified) or "not stated"


def lines(report: dict[str, Any]) -> list[str]:
    """A line of requirements for each package of pip's report."""
    found = []
    for one in report["install"]:
        about = one["metadata"]
        digest = one["download_info"].get("archive_info", {}).get("hashes", {}).get("sha256")
        if digest:  # casegen itself is a folder
            found.append(
                f"{about['name'].lower()}=={about['version']} --hash=sha256:{digest}  # {licence(about)}"
            )
    return sorted(found)


def main() -> None:
    """Ask pip, or read a report that it wrote before (``--report FILE``)."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(sys.argv[2]) if sys.argv[1:2] == ["--report"] else Path(scratch) / "report.json"
        if not path.is_file():
            asked = [
                "install",
                "--dry-run",
                "--ignore-installed",
                "--quiet",
                "--report",
                str(path),
                f"{ROOT}[{EXTRAS}]",
            ]
            subprocess.run([sys.executable, "-m", "pip", *asked], check=True)
        report = json.loads(path.read_text("utf-8"))
    head = [
        f"# Written by .ci/lock.py for Python {platform.python_version()} on {platform.system()} {platform.machine()}.",
        f"# casegen[{EXTRAS}] with exactly these:",
        "#   pip install --require-hashes -r requirements.lock && pip install --no-deps .",
        "# Known vulnerabilities: pip-audit -r requirements.lock",
    ]
    (ROOT / "requirements.lock").write_text("\n".join([*head, *lines(report)]) + "\n", "utf-8")


if __name__ == "__main__":
    main()
