"""A method of a package that is installed as users install one: all of it counts, and its archive as others' does."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

METHOD = '''
import runpy
from pathlib import Path

from casegen_evidence.method import Parameters, Result
{more}
HERE = Path(__file__).parent


class Late:
    """Answers after a deadline."""

    {inside}
    name, version, summary, source = "late", 1, "Late answers", "none"
    parameters = Parameters
    inputs = {{"times": (True, "one time per line")}}
    measures = {{"late": ("probability-per-demand", "late")}}
    extra, tolerance = None, {{"late": 1e-9}}

    def run(self, run):
        from casegen_evidence.bounds.measures import proportion

        {before}
        deadline = {deadline}
        late = sum(float(t) > deadline for t in run.inputs["times"].read_text().split())
        measure = proportion(late, 100, run.confidence, "probability-per-demand", "late answers")
        {after}
        return Result({{"late": measure}}, assumptions=[])


LATE = Late()
'''
CASE = """
case: {id: r, title: Late, version: "1", date: 2026-11-20, authors: [A. Nother], roots: [C]}
claims: [{id: C, text: Answers come too late in at most 1 of 100 demands, owner: o}]
evidence_items: [{id: EV, title: t, owner: o, method: late, inputs: {times: times.txt}, confidence: 0.975}]
"""
FROM_TEXT = 'float((HERE / "deadline.txt").read_text())'
FROM_CODE = 'runpy.run_path(str(HERE / "deadline.py"))["DEADLINE"]'
FOLDER = '{"dir_info": {}, "url": "file:///somewhere"}'
ARCHIVE = '{"url": "file:///m.whl", "archive_info": {"hashes": {"sha256": "%s"}}}'
PROGRESS = 'run.progress(0.1, "counting")'


@pytest.fixture
def site() -> Iterator[Path]:
    """A folder of installed packages, and a case beside it, outside of pytest's own temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "case").mkdir()
        (root / "case" / "case.yaml").write_text(CASE)
        (root / "case" / "times.txt").write_text("0.01\n" * 100)
        (root / "temporary").mkdir()
        yield root / "site-packages"


def install(
    site: Path,
    deadline: str = FROM_TEXT,
    *,
    before: str = "",
    after: str = "",
    more: str = "",
    inside: str = "",
    value: str = "0.1",
    origin: str = FOLDER,
) -> None:
    """The package ``my-method`` with its method, as pip leaves it."""
    shutil.rmtree(site, ignore_errors=True)
    package, about = site / "my_method", site / "my_method-1.0.dist-info"
    package.mkdir(parents=True)
    about.mkdir()
    (package / "__init__.py").write_text("")
    parts = {"deadline": deadline, "before": before or "pass", "after": after or "pass"}
    (package / "method.py").write_text(METHOD.format(**parts, more=more, inside=inside))
    (package / "deadline.txt").write_text(value)
    (package / "deadline.py").write_text(f"DEADLINE = {value}\n")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my-method\nVersion: 1.0\n")
    (about / "RECORD").write_text(
        "my_method/__init__.py,,\nmy_method/method.py,,\nmy_method/deadline.txt,,\n"
    )
    (about / "direct_url.json").write_text(origin)
    (about / "entry_points.txt").write_text("[casegen.evidence_methods]\nlate = my_method.method:LATE\n")


def casegen(site: Path, *command: str) -> str:
    paths = [str(site), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    around = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "TMPDIR": str(site.parent / "temporary")}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "casegen", *command],
        cwd=site.parent, env=around, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def computed(site: Path) -> dict[str, Any]:
    """What a run of the method records of how it was computed."""
    said = casegen(site, "evidence", "run", "case")
    (result,) = (site.parent / "case" / "results").glob("*.json")
    assert "computed" in said, said
    provenance: dict[str, Any] = json.loads(result.read_text())["provenance"]
    return provenance


def item(site: Path) -> dict[str, Any]:
    """The state of the item, as ``evidence list`` tells it."""
    (one,) = json.loads(casegen(site, "evidence", "list", "case", "--json"))["evidence"]
    state: dict[str, Any] = one
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deadline", "file", "around"),
    [
        (FROM_TEXT, "deadline.txt", {}),
        (FROM_TEXT, "deadline.txt", {"before": PROGRESS}),
        (FROM_TEXT, "deadline.txt", {"after": PROGRESS}),
        (FROM_CODE, "deadline.py", {}),
        (FROM_CODE, "deadline.py", {"before": PROGRESS}),
        (FROM_CODE, "deadline.py", {"after": PROGRESS}),
    ],
    ids=["text", "text after progress", "text before progress", "code", "code after", "code before"],
)
def test_a_file_of_the_method_s_package_counts_whenever_it_is_read(
    site: Path, deadline: str, file: str, around: dict[str, str]
) -> None:
    install(site, deadline, **around)
    assert f"package:my_method/{file}" in computed(site).get("also_read", {})
    assert item(site)["status"] == "fresh"
    install(site, deadline, **around, value="0.001")
    assert item(site)["status"] == "stale"


@pytest.mark.slow
def test_code_that_the_method_s_module_loads_by_a_made_up_name_counts(site: Path) -> None:
    """No import statement names it, and it is loaded before the run begins."""
    more = "import importlib\nPART = importlib.import_module('.'.join(['my_method', 'deadline']))"
    install(site, "PART.DEADLINE", more=more)
    assert "my_method.deadline" in computed(site)["code"]["modules"]
    assert item(site)["status"] == "fresh"
    install(site, "PART.DEADLINE", more=more, value="0.001")
    assert item(site)["status"] == "stale"


@pytest.mark.slow
def test_another_archive_of_the_same_version_is_stale_and_the_same_draws_no_note(site: Path) -> None:
    install(site, origin=ARCHIVE % ("a" * 64))
    assert computed(site)["code"]["packages"]["my-method"] == "1.0 aaaaaaaaaaaa"
    assert item(site) == {"id": "EV", "status": "fresh", "why": [], "versions": []}
    install(site, origin=ARCHIVE % ("b" * 64))
    assert item(site)["why"] == ["package changed: my-method was 1.0 aaaaaaaaaaaa, is 1.0 bbbbbbbbbbbb"]


@pytest.mark.slow
def test_a_folder_whose_archive_is_installed_later_draws_no_note(site: Path) -> None:
    """Its modules are compared by their content; the version is the same."""
    install(site)
    assert "my-method" not in computed(site)["code"]["packages"]
    install(site, origin=ARCHIVE % ("b" * 64))
    assert item(site) == {"id": "EV", "status": "fresh", "why": [], "versions": []}


@pytest.mark.slow
@pytest.mark.parametrize("named", ["casegen_evidence.bounds", "json", "no_such_package"])
def test_the_module_of_the_entry_point_counts_whatever_its_class_calls_its_module(
    site: Path, named: str
) -> None:
    install(site, inside=f'__module__ = "{named}"')
    assert "my_method.method" in computed(site)["code"]["modules"]
    assert item(site)["status"] == "fresh"
    install(site, inside=f'__module__ = "{named}"', after="late = 0")
    assert item(site)["why"] == ["code changed: my_method.method"]
