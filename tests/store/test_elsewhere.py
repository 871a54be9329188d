"""Code that a run takes from a folder that it puts on a path of imports itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from casegen.io import load
from casegen.model.results import Freshness
from casegen.store import elsewhere
from casegen.store.run import run
from tests.store.test_identity import PROVIDER, forget, provided, spec
from tests.store.test_store import small, state

__all__ = ["provided", "small"]
WAYS = {
    "appended": "sys.path.append(FOLDER)\nimport vendored_part\n",
    "popped": "sys.path.insert(0, FOLDER)\nimport vendored_part\nsys.path.pop(0)\n",
    "site": "import site; site.addsitedir(FOLDER)\nimport vendored_part\n",
    "package": "__path__.append(FOLDER)\nfrom lone_provider import vendored_part\n",
    "through another": "sys.path.append(FOLDER)\nimport vendored_outer as vendored_part\n",
    "let go of again": "sys.path.insert(0, FOLDER)\nimport vendored_part\nsys.path.pop(0)\ndel sys.modules['vendored_part']\n",
    "without a spec": "sys.path.append(FOLDER)\nimport vendored_part\nvendored_part.__spec__ = None\n",
    "by its file": (
        "from importlib import util\nspec = util.spec_from_file_location('part', FOLDER + '/vendored_part.py')\n"
        "vendored_part = util.module_from_spec(spec)\nspec.loader.exec_module(vendored_part)\n"
    ),
    "run": (
        "import runpy\nfrom types import SimpleNamespace\n"
        "vendored_part = SimpleNamespace(**runpy.run_path(FOLDER + '/vendored_part.py'))\n"
    ),
    "read": (
        "from types import SimpleNamespace\n"
        "vendored_part = SimpleNamespace(V=int(open(FOLDER + '/vendored_part.py').read()[4:]))\n"
    ),
}


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(elsewhere, "_added", set())
    forget()
    yield
    for name in list(sys.modules):
        if "vendored_" in name:
            del sys.modules[name]
    forget()


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("beside", [True, False])
def test_a_module_from_a_folder_that_the_run_puts_on_a_path_counts(
    provided: Path, tmp_path: Path, way: str, beside: bool
) -> None:
    package = tmp_path / "site" / "lone_provider"
    folder = package / "vendored" if beside else tmp_path / "opt"
    folder.mkdir()
    (folder / "vendored_part.py").write_text("V = 0\n")
    (folder / "vendored_outer.py").write_text("from vendored_part import V\n")
    taken = f"import sys\nFOLDER = {str(folder)!r}\n{WAYS[way]}"
    (package / "__init__.py").write_text(taken + PROVIDER.replace("[answer]", "[answer + vendored_part.V]"))
    spec(provided, "{}")
    path = list(sys.path)
    assert [o.what for o in run(load(provided))] == ["computed"]
    sys.path[:] = path  # as another process would look
    forget()
    assert state(provided)[0] is Freshness.FRESH
    (folder / "vendored_part.py").write_text("V = 1\n")
    forget()
    freshness, why = state(provided)
    assert freshness is Freshness.STALE
    assert "vendored_part.py" in why


@pytest.mark.slow
def test_code_that_only_a_message_shows_is_none_that_ran(provided: Path, tmp_path: Path) -> None:
    """A script that was there before, whose line a warning quotes, decides no number."""
    script = tmp_path / "script.py"
    script.write_text("import lone_provider\n")
    sys.modules["vendored_script"] = module = ModuleType("vendored_script")
    module.__spec__ = ModuleSpec("vendored_script", None, origin=str(script))
    package = tmp_path / "site" / "lone_provider"
    quoting = f"    import linecache; linecache.getline({str(script)!r}, 1)\n    import numpy"
    (package / "__init__.py").write_text(PROVIDER.replace("    import numpy", quoting))
    spec(provided, "{}")
    assert [o.what for o in run(load(provided))] == ["computed"]
    script.write_text("import lone_provider  # edited\n")
    forget()
    assert state(provided) == (Freshness.FRESH, "")
