"""Code and files struck from a stored result, with hashes that fit: they could change afterwards and nobody would see it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casegen.io import load
from casegen.model.results import Freshness
from casegen.store.identity import digest
from casegen.store.run import run
from casegen.store.verify import Recomputed, recompute
from tests.store.test_identity import edit, forget, fresh_caches, spec
from tests.store.test_installed_method import CASE, METHOD
from tests.store.test_store import small, state

__all__ = ["fresh_caches", "small"]
PROVIDER = """
import importlib
from pathlib import Path
from . import top

def provide(points, labels, classes, seed, options):
    import numpy as np
    from . import lazy
    by_name = importlib.import_module("lone_provider.by" + "_name")
    answer = int((Path(__file__).parent / "answer.txt").read_text())
    answer += int(Path(options["path"]).read_text())
    return lambda x: np.full(len(x), classes[answer], dtype=object)
"""
MODULES = ("top", "lazy", "by_name")


def packaged(site: Path, name: str, lines: str) -> None:
    """A package ``name`` as an installation leaves it, with entry points."""
    about = site / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(lines)
    (site / name).mkdir()


@pytest.fixture
def provided(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    site = tmp_path / "site"
    packaged(site, "lone_provider", "[casegen.providers]\nlone = lone_provider:provide\n")
    package = site / "lone_provider"
    (package / "__init__.py").write_text(PROVIDER)
    (package / "answer.txt").write_text("0")
    for name in MODULES:
        (package / f"{name}.py").write_text("A = 1\n")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setattr("casegen.store.reads.temporary", lambda: Path("/nowhere"))
    (small / "side.txt").write_text("0")
    spec(small, f"{{path: {small / 'side.txt'}}}")
    forget()
    yield small
    for name in [name for name in sys.modules if name.startswith("lone_provider")]:
        del sys.modules[name]


def struck(*names: str) -> Callable[[dict[str, Any]], None]:
    """Remove all whose name has one of the words, and make the hash of the code anew."""

    def change(document: dict[str, Any]) -> None:
        provenance = document["provenance"]
        code = provenance["code"]
        for part in (code["modules"], code["packages"], provenance.get("also_read", {})):
            for name in [name for name in part if any(word in name for word in names)]:
                del part[name]
        code["sha256"] = digest(code["modules"])

    return change


def verified(folder: Path) -> Recomputed:
    (one,) = recompute(load(folder))
    return one


@pytest.mark.slow
def test_what_is_recorded_whole_is_bit_equal(provided: Path) -> None:
    """In the same process, and in one that has loaded nothing of it."""
    assert [o.what for o in run(load(provided))] == ["computed"]
    assert verified(provided).outcome == "bit-equal"
    for name in [name for name in sys.modules if name.startswith("lone_provider")]:
        del sys.modules[name]
    assert verified(provided).outcome == "bit-equal"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "stale"),
    [
        (("side.txt",), ""), (("answer.txt",), ""), (("side.txt", "answer.txt"), ""), (("by_name",), ""),
        (("lone_provider.top",), "lone_provider.top"), (("lone_provider.lazy",), "lone_provider.lazy"),
        (("lone_provider",), "provider lone"), (("casegen.providers:",), "provider lone"),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, tuple) else value,
)  # fmt: skip
def test_what_is_struck_is_no_recomputation(provided: Path, words: tuple[str, ...], stale: str) -> None:
    list(run(load(provided)))
    edit(provided, struck(*words))
    freshness, why = state(provided)
    if stale:
        assert (freshness, why) == (Freshness.STALE, f"it is not recorded which {stale} made it")
    one = verified(provided)
    assert one.outcome == "different", one
    assert "which the result does not record" in one.differences[0]


@pytest.mark.slow
def test_what_is_read_once_in_a_process_is_recorded_once(provided: Path, tmp_path: Path) -> None:
    """Two items through one provider: the second run finds it loaded, and is an honest result all the same."""
    code = tmp_path / "site" / "lone_provider" / "__init__.py"
    kept = """
import functools

@functools.cache
def model():
    return (Path(__file__).parent / "kept.txt").read_text()

_first = provide
def provide(*given):
    model()
    return _first(*given)
"""
    (code.parent / "kept.txt").write_text("0")
    code.write_text(PROVIDER + '\nSEEN = (Path(__file__).parent / "at_load.txt").read_text()\n' + kept)
    (tmp_path / "site" / "lone_provider" / "at_load.txt").write_text("0")
    text = (provided / "case.yaml").read_text()
    item = text.partition("evidence_items:\n")[2].replace("id: EV", "id: EV2")
    (provided / "case.yaml").write_text(text + item)
    assert [o.what for o in run(load(provided))] == ["computed", "computed"]
    for name in [name for name in sys.modules if name.startswith("lone_provider")]:
        del sys.modules[name]
    assert [one.outcome for one in recompute(load(provided), ["EV2"])] == ["bit-equal"]
    assert [one.outcome for one in recompute(load(provided))] == ["bit-equal", "bit-equal"]


@pytest.fixture
def late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A case whose method comes with an installed package."""
    from casegen import plugins

    site = tmp_path / "site"
    packaged(site, "late_answers", "[casegen.evidence_methods]\nlate = late_answers.measured:LATE\n")
    source = METHOD.format(more="", inside="", before="", deadline=0.1, after="")
    (site / "late_answers" / "measured.py").write_text(source)
    (site / "late_answers" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(site))
    case = tmp_path / "case"
    case.mkdir()
    (case / "case.yaml").write_text("casegen: 1\n" + CASE)
    (case / "times.txt").write_text("0.05\n" * 100)
    caches = (plugins._installed, plugins.points)
    for one in caches:
        one.cache_clear()
    forget()
    yield case
    for one in caches:
        one.cache_clear()
    for name in [name for name in sys.modules if name.startswith("late_answers")]:
        del sys.modules[name]


def test_the_entry_point_of_a_method_must_be_recorded(late: Path) -> None:
    assert [o.what for o in run(load(late))] == ["computed"]
    assert state(late)[0] is Freshness.FRESH
    assert verified(late).outcome == "bit-equal"
    edit(late, struck("casegen.evidence_methods:"))
    part = "casegen.evidence_methods:late=late_answers.measured:LATE"
    assert state(late) == (Freshness.STALE, f"it is not recorded which {part} made it")
    assert verified(late).outcome == "different"


def test_a_package_that_was_there_and_that_a_module_imports_must_be_recorded(small: Path) -> None:
    pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    from tests.store.test_store import computed

    computed(small)
    (path,) = (small / "results").glob("EV-*.json")
    assert "torch" in json.loads(path.read_text())["provenance"]["code"]["packages"]
    edit(small, lambda document: document["provenance"]["code"]["packages"].pop("torch"))
    assert state(small) == (Freshness.STALE, "it is not recorded which version of torch it used")


NETWORK = """casegen: 1
case: {id: n, title: Network}
evidence_items:
  - id: EV
    method: nn-weighted-confusion
    inputs: {model: network.onnx, predictions: tests.npz}
    parameters: {severities: {"0": {"1": 1}}, default: 1, network: {}}
    confidence: 0.95
    owner: o
"""


@pytest.mark.slow
def test_what_runs_a_network_must_be_recorded(tmp_path: Path) -> None:
    """An extra that is required by name may have been absent: the recomputation has just imported it."""
    onnx = pytest.importorskip("onnx", reason="writes a network")
    pytest.importorskip("onnxruntime", reason="runs it")
    rng = np.random.default_rng(3)
    inputs, weights = rng.normal(size=(100, 4)).astype(np.float32), rng.normal(size=(4, 3)).astype(np.float32)
    np.savez(tmp_path / "tests.npz", inputs=inputs, true=(inputs @ weights).argmax(1))
    make, kind = onnx.helper, onnx.TensorProto.FLOAT
    graph = make.make_graph(
        [make.make_node("MatMul", ["x", "w"], ["s"])], "g",
        [make.make_tensor_value_info("x", kind, ["n", 4])], [make.make_tensor_value_info("s", kind, ["n", 3])],
        [onnx.numpy_helper.from_array(weights, "w")],
    )  # fmt: skip
    model = make.make_model(graph, opset_imports=[make.make_opsetid("", 17)], ir_version=9)
    onnx.save_model(model, str(tmp_path / "network.onnx"))
    (tmp_path / "case.yaml").write_text(NETWORK)
    assert [o.what for o in run(load(tmp_path))] == ["computed"]
    assert verified(tmp_path).outcome == "bit-equal"
    edit(tmp_path, lambda document: document["provenance"]["code"]["packages"].pop("onnxruntime"))
    one = verified(tmp_path)
    words = "the run used the package onnxruntime, which the result does not record"
    assert (one.outcome, one.differences[0]) == ("different", words)
