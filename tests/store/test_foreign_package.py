"""A package called ``evidence`` on the public index, installed beside casegen in a fresh environment, changes nothing."""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
import yaml

from tests.false_support import edited
from tests.false_support.bases import RECORD, measured

ROOT = Path(__file__).resolve().parents[2]
INFO = "evidence-9.9.dist-info"
FOREIGN = {
    "evidence/__init__.py": "raise RuntimeError('this is another package')\n",
    "evidence/bounds.py": "raise RuntimeError('this is another package')\n",
    f"{INFO}/METADATA": "Metadata-Version: 2.1\nName: evidence\nVersion: 9.9\n",
    f"{INFO}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    f"{INFO}/top_level.txt": "evidence\n",
}


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """casegen as it is installed from this tree."""
    at = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", at, ROOT, cwd=at)
    (result,) = at.glob("casegen-*.whl")
    return result


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    at = tmp_path / "evidence-9.9-py3-none-any.whl"
    listed = []
    with zipfile.ZipFile(at, "w") as archive:
        for name, content in FOREIGN.items():
            archive.writestr(name, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).rstrip(b"=").decode()
            listed.append(f"{name},sha256={digest},{len(content)}")
        archive.writestr(f"{INFO}/RECORD", "\n".join([*listed, f"{INFO}/RECORD,,", ""]))
    return at


def environment(at: Path) -> Path:
    """A fresh environment that sees the packages that casegen depends on; its Python."""
    venv.create(at, with_pip=False, symlinks=True)
    python = at / "bin" / "python"
    own = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=at).strip())
    # lines of a .pth file come after the environment's own packages, and editable installs in them are not followed
    others = {sysconfig.get_path("purelib"), *(path for path in sys.path if path.endswith("site-packages"))}
    (own / "dependencies.pth").write_text("".join(f"{path}\n" for path in sorted(others)))
    return python


def install(python: Path, *wheels: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index"]
    run(*pip, "--disable-pip-version-check", "--force-reinstall", *wheels, cwd=python.parent)


def works(python: Path, at: Path) -> None:
    """A case is computed, verified and assessed there, by the wheel's own modules."""
    at.mkdir()
    (at / "case.yaml").write_text(yaml.safe_dump(edited(measured(), {}), sort_keys=False))
    (at / "record.csv").write_text(RECORD)
    where = "import casegen, casegen_evidence; print(casegen.__file__, casegen_evidence.__file__)"
    for name in run(python, "-P", "-c", where, cwd=at).split():
        assert python.parent.parent in Path(name).parents, name
    for command in (["evidence", "run", at], ["evidence", "verify", at], ["assess", at], ["check", at]):
        run(python, "-P", "-m", "casegen", *command, cwd=at)


@pytest.mark.slow
@pytest.mark.parametrize("order", ["before", "after"])
def test_a_foreign_package_called_evidence_changes_nothing(
    wheel: Path, foreign: Path, tmp_path: Path, order: str
) -> None:
    python = environment(tmp_path / "env")
    for one in (foreign, wheel) if order == "before" else (wheel, foreign):
        install(python, one)
    raised = subprocess.run(
        [python, "-P", "-c", "import evidence"], capture_output=True, text=True, check=False
    )
    assert "this is another package" in raised.stderr
    works(python, tmp_path / "case")
    run(sys.executable, "-m", "pip", "--python", python, "uninstall", "-q", "-y", "evidence", cwd=tmp_path)
    works(python, tmp_path / "again")


@pytest.mark.slow
def test_the_wheel_installs_nothing_called_evidence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/", 1)[0] for name in names}
    assert {"casegen", "casegen_evidence"} <= tops
    assert not tops & {"evidence", "examples", "tests", "templates", "docs"}
