"""What a result is about: the code that ran, the files it read, and a recomputation that lets nothing through."""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import json
import os
import py_compile
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import casegen.store.methods as methods
from casegen.io import load
from casegen.model.results import Freshness
from casegen.store import compiled_modules, distributions, identity
from casegen.store.asked_for import asked_for
from casegen.store.compiled_modules import ran_from
from casegen.store.entries import Entry, read_entry, results_of, write_entry
from casegen.store.identity import own_modules
from casegen.store.import_statements import imported, perhaps_imported
from casegen.store.reads import OpenedFiles, changed_reads, digests, undeclared
from casegen.store.run import run
from casegen.store.store import Store
from casegen.store.stored_result import result_text
from casegen.store.verify import recompute
from tests.store.test_asked_for import found_by_importlib_metadata
from tests.store.test_store import SMALL, computed, small, state

__all__ = ["small"]
ROOT = Path(__file__).resolve().parents[2]


def forget() -> None:
    for name in (
        "content",
        "file_of",
        "places",
        "_closure",
        "_rests_on",
        "_perhaps_rests_on",
        "imports",
        "_is_own",
        "perhaps_imports",
        "_unrecorded",
        "parts",
    ):
        getattr(identity, name).cache_clear()
    distributions.forget_installed()
    compiled_modules.compiled_in.cache_clear()
    ran_from.cache_clear()
    methods.method.cache_clear()


@pytest.fixture(autouse=True)
def fresh_caches() -> Iterator[None]:
    forget()
    yield
    forget()


@pytest.fixture
def edited(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[[str, Callable[[bytes], bytes]], None]:
    """Make a module look as if its file had been edited."""
    before = identity.file_of

    def edit(module: str, change: Callable[[bytes], bytes]) -> None:
        path = before(module)
        assert path is not None
        copy = tmp_path / f"{module}.py"
        copy.write_bytes(change(path.read_bytes()))
        identity.content.cache_clear()
        monkeypatch.setattr(identity, "file_of", lambda name: copy if name == module else before(name))

    return edit


@pytest.mark.slow
def test_a_change_far_below_the_method_makes_its_result_stale(
    small: Path, edited: Callable[[str, Callable[[bytes], bytes]], None]
) -> None:
    computed(small)
    edited("casegen_evidence.bounds.binomial", lambda raw: raw + b"\n# halved\n")
    freshness, why = state(small)
    assert freshness is Freshness.STALE
    assert why == "code changed: casegen_evidence.bounds.binomial"
    assert [o.what for o in run(load(small))] == ["computed"]
    assert state(small) == (Freshness.FRESH, "")


def test_line_ends_and_other_modules_do_not_matter(
    small: Path, edited: Callable[[str, Callable[[bytes], bytes]], None]
) -> None:
    computed(small)
    edited("casegen_evidence.bounds.binomial", lambda raw: raw.replace(b"\n", b"\r\n"))
    assert state(small) == (Freshness.FRESH, "")
    edited("casegen_evidence.monitors.returns", lambda raw: raw + b"\n# other\n")
    assert state(small) == (Freshness.FRESH, "")


def test_a_result_that_does_not_say_which_code_made_it_is_stale(small: Path) -> None:
    computed(small)
    edit(small, lambda d: d["provenance"]["code"]["modules"].pop("casegen_evidence.bounds.binomial"))
    reported = "it is not recorded which casegen_evidence.bounds.binomial made it"
    assert state(small) == (Freshness.STALE, reported)
    for change in (lambda c: c["modules"].clear(), lambda c: c.pop("modules")):
        edit(small, lambda d, change=change: change(d["provenance"]["code"]))
        assert state(small) == (Freshness.STALE, "it is not recorded which code made it")


def edit(folder: Path, change: Callable[[dict[str, Any]], object], text: str | None = None) -> None:
    """Change a stored result as its author could: with hashes that fit."""
    (path,) = results_of(folder, "EV")
    document = json.loads(path.read_text("utf-8"))
    change(document)
    raw = (text if text is not None else result_text(document)).encode(errors="surrogatepass")
    digest = hashlib.sha256(raw).hexdigest()
    entry = read_entry(folder, "EV")
    assert entry is not None
    path.unlink()
    (folder / "results" / f"EV-{digest[:12]}.json").write_bytes(raw)
    write_entry(folder, "EV", Entry(entry.key, digest))


@pytest.mark.slow
def test_another_name_of_a_part_of_a_package_is_no_module_of_ours() -> None:
    """Compiled modules of scipy register a second, top-level name when they are first imported: order must not matter."""
    import scipy.optimize

    spec = SimpleNamespace(
        name="scipy.optimize._second", submodule_search_locations=None, origin=scipy.optimize.__file__
    )
    sys.modules["_second"] = SimpleNamespace(__spec__=spec)  # type: ignore[assignment]
    try:
        assert identity.places("_second") == ()
        assert "_second" not in identity.loaded(frozenset(), {"_second"})
    finally:
        del sys.modules["_second"]


@pytest.mark.parametrize(
    "source",
    [
        "import lone_part",
        "if X:\n    pass\nelif Y:\n    import lone_part\nelse:\n    pass",
        "if TYPE_CHECKING:\n    import other\nelse:\n    import lone_part",
        "try:\n    pass\nexcept ValueError:\n    pass\nelse:\n    import lone_part",
        "try:\n    pass\nexcept* ValueError:\n    import lone_part",
        "try:\n    pass\nfinally:\n    import lone_part",
        "for x in y:\n    pass\nelse:\n    import lone_part",
        "while x:\n    import lone_part",
        "match x:\n    case 1:\n        import lone_part",
        "with x:\n    from lone_part import y",
        "class A:\n    async def f(self):\n        async with x:\n            import lone_part",
        "f = lambda: 1\ndef g(x=lambda: 2):\n    import lone_part",
    ],
)
def test_an_import_counts_wherever_it_stands(source: str) -> None:
    assert "lone_part" in imported(source.encode(), "some")
    assert "other" not in imported(source.encode(), "some")
    assert "lone_part" in (perhaps_imported(source.encode(), "some") or ("lone_part",))


@pytest.mark.parametrize(
    "source",
    [
        b"x = 1; import a",
        b"if x: import a",
        b"import a; import b",
        b"import a, \\\n  b",
        b"from a \\\nimport b",
        b"from a \\\r\nimport b\n",
        b"from a \\\rimport b\n",
        b"from a import (b, # and\n c)",
        b"from a import *",
        b"from . a import b",
        b"from .import a",
        b"from . import(a)",
        b"# coding: utf-7\n+AGk-mport a\nimport b",
        "import \u00e9t\u00e9".encode(),
        b"import a\x0c",
        b"from a import b  # import of c",
        b"\xef\xbb\xbfimport a",
        b"class A:\n\timport a . b",
        b"from a import b as c, d as e",
        b"from ...a import (\n b,\n c as d,\n)",
        b"import a.b as c, d",
        b"import\\\n a",
        b'"""\nfrom a import (\n"""\nimport b\nx = (1)\n',
        b'"""its import."""\nimport a; import b',
    ],
)
def test_a_fast_look_leaves_no_import_out(source: bytes) -> None:
    names = perhaps_imported(source, "one.two.three")
    assert names is None or set(imported(source, "one.two.three")) <= set(names)


def test_a_word_that_ends_so_is_no_import() -> None:
    assert perhaps_imported(b"import a\nreimport (b)\nx_import = 1\n", "one") == ("a",)


@pytest.mark.parametrize(
    "text", ["the seconds of its import.", "an ``import``", ">>> import numpy as np\n>>> from a import b"]
)
def test_words_of_a_text_need_no_exact_reading(text: str) -> None:
    source = f'"""A text.\n{text}\n"""\nfrom lone_part import (\n    y,\n)  # an import of y\n'
    assert {"lone_part", "lone_part.y"} <= set(perhaps_imported(source.encode(), "some") or ())


@pytest.mark.slow
def test_a_fast_look_answers_for_the_library_s_own_modules() -> None:
    folder = ROOT / "evidence"
    sources = [path.read_bytes() for path in folder.rglob("*.py")]
    looked = [(source, perhaps_imported(source, "a.b")) for source in sources]
    assert sum(names is None for _, names in looked) < len(looked) / 20
    for source, names in looked:
        assert names is None or set(imported(source, "a.b")) <= set(names)


def test_a_recorded_method_is_held_against_its_record_with_hardly_a_module_read_exactly() -> None:
    module = "casegen_evidence.field_data.method"
    recorded = own_modules(module)
    forget()
    imported.cache_clear()
    assert identity.unrecorded(module, recorded) == []
    assert imported.cache_info().misses <= len(recorded) / 10


@pytest.mark.slow
def test_each_module_that_is_not_recorded_is_named() -> None:
    module = "casegen_evidence.field_data.method"
    recorded = own_modules(module)
    for name in recorded:
        assert identity.unrecorded(module, set(recorded) - {name}) == [name]


def test_what_a_module_names_in_texts_and_for_types_need_not_be_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "own_parts"
    package.mkdir()
    for name in ("__init__", "shown", "typed"):
        (package / f"{name}.py").write_text("")
    (package / "main.py").write_text(
        'from typing import TYPE_CHECKING\n"""\nfrom own_parts import shown\n"""\n'
        "if TYPE_CHECKING:\n    from own_parts import typed\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert identity.unrecorded("own_parts.main", {"own_parts", "own_parts.main"}) == []
    (package / "main.py").write_text("import os\nfrom own_parts import shown\n")
    forget()
    assert identity.unrecorded("own_parts.main", {"own_parts", "own_parts.main"}) == ["own_parts.shown"]


@pytest.mark.slow
def test_the_distributions_of_a_package_are_those_of_the_whole_list() -> None:
    whole = importlib.metadata.packages_distributions()
    for top in ("numpy", "yaml", "pydantic", "typer", "typing_extensions", "_pytest", "six"):
        assert set(distributions.distributions_of(top)) == set(whole.get(top, ())), top


def test_a_user_s_package_is_hashed_alone_and_moves_freely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = []
    for place in ("here", "there"):
        folder = tmp_path / place
        folder.mkdir()
        (folder / "lone_method.py").write_text("import json\nimport numpy\nimport lone_helper\n")
        (folder / "lone_helper.py").write_text("X = 1\n")
        monkeypatch.syspath_prepend(str(folder))
        forget()
        start = time.process_time()
        matches = own_modules("lone_method")
        assert time.process_time() - start < 20
        assert matches.keys() == {"lone_helper", "lone_method"}
        digests.append(matches)
    assert digests[0] == digests[1]


@pytest.mark.slow
def test_listing_a_hundred_items_does_not_start_anew_for_each(small: Path) -> None:
    items = "".join(SMALL.split("evidence_items:\n")[1].replace("id: EV", f"id: EV{n}") for n in range(100))
    computed(small)
    (path,) = results_of(small, "EV")
    entry = read_entry(small, "EV")
    assert entry is not None
    for n in range(100):
        raw = path.read_text("utf-8").replace('"id": "EV"', f'"id": "EV{n}"').encode()
        digest = hashlib.sha256(raw).hexdigest()
        (small / "results" / f"EV{n}-{digest[:12]}.json").write_bytes(raw)
        write_entry(small, f"EV{n}", Entry(entry.key, digest))
    (small / "case.yaml").write_text(SMALL.split("evidence_items:\n")[0] + "evidence_items:\n" + items)
    case = load(small)
    forget()
    start = time.process_time()
    states = Store(case).states()
    assert time.process_time() - start < 20
    assert {one.freshness for one in states.values()} == {Freshness.FRESH}


PROVIDER = """
import json
import shutil
from pathlib import Path

def provide(points, labels, classes, seed, options):
    import numpy as np
    path = options.get("model") or options.get("path") or Path(__file__).with_name("model.json")
    with open(path) as stream:
        answer = json.load(stream)["answer"]
    return lambda x: np.full(len(x), classes[answer], dtype=object)
"""


@pytest.fixture
def provided(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A case whose classifier comes from a package, and its model from a file."""
    from casegen_evidence import installed

    package = tmp_path / "site" / "lone_provider"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(PROVIDER)
    (package / "model.json").write_text('{"answer": 0}')
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setattr("casegen.store.reads.temporary", lambda: Path("/nowhere"))

    def load_it() -> Any:
        import lone_provider  # type: ignore[import-not-found]

        return lone_provider.provide

    point = SimpleNamespace(
        name="lone", value="lone_provider:provide", module="lone_provider", dist=None, load=load_it
    )
    monkeypatch.setattr(installed, "entry_points", lambda group: [point])
    yield small
    sys.modules.pop("lone_provider", None)


def spec(folder: Path, options: str, more: str = "") -> None:
    text = SMALL.replace("{kind: decision-tree}", f"{{kind: provider, provider: lone, options: {options}}}")
    (folder / "case.yaml").write_text(text.replace("points: points.csv", f"points: points.csv{more}"))


@pytest.mark.slow
def test_a_model_beside_a_provider_s_code_counts(provided: Path, tmp_path: Path) -> None:
    spec(provided, "{}")
    assert [o.what for o in run(load(provided))] == ["computed"]
    assert state(provided) == (Freshness.FRESH, "")
    (tmp_path / "site" / "lone_provider" / "model.json").write_text('{"answer": 1}')
    freshness, why = state(provided)
    assert freshness is Freshness.STALE
    assert "package:lone_provider/model.json" in why


EXCHANGED = """
import subprocess, sys
def provide(points, labels, classes, seed, options, _first=provide):
    chosen = _first(points, labels, classes, seed, options)
    path = str(Path(__file__).with_name("model.json"))
    other = "import sys; open(sys.argv[1], 'w').write(sys.argv[2])"
    subprocess.run([sys.executable, "-I", "-S", "-c", other, path, '{"answer":  1}'], check=True)
    return chosen
"""
OWN = """
def provide(points, labels, classes, seed, options, _first=provide):
    kept = Path(__file__).with_name("kept.json")
    for answer in "01":
        kept.write_text(answer)
        kept.read_text()
    return _first(points, labels, classes, seed, options)
"""


@pytest.mark.slow
def test_a_model_that_is_exchanged_while_it_is_measured_gives_no_result(
    provided: Path, tmp_path: Path
) -> None:
    """Another process writes it after it was read; its hash at the end is of another model."""
    spec(provided, "{}")
    code = tmp_path / "site" / "lone_provider" / "__init__.py"
    code.write_text(PROVIDER + EXCHANGED)
    outcomes = list(run(load(provided)))
    assert [o.what for o in outcomes] == ["failed"]
    assert "package:lone_provider/model.json changed while it was computed" in outcomes[0].message
    assert state(provided)[0] is not Freshness.FRESH


@pytest.mark.slow
def test_what_a_run_writes_itself_may_change(provided: Path, tmp_path: Path) -> None:
    spec(provided, "{}")
    (tmp_path / "site" / "lone_provider" / "__init__.py").write_text(PROVIDER + OWN)
    assert [o.what for o in run(load(provided))] == ["computed"]


@pytest.mark.slow
def test_an_extension_beside_a_source_counts(provided: Path, tmp_path: Path) -> None:
    """Python imports it first."""
    spec(provided, "{}")
    assert [o.what for o in run(load(provided))] == ["computed"]
    beside = tmp_path / "site" / "lone_provider" / "__init__.cpython-27.so"
    beside.write_bytes(b"of another interpreter, never imported")
    forget()
    assert state(provided) == (Freshness.FRESH, "")
    beside.rename(beside.with_name("__init__" + EXTENSION_SUFFIXES[0]))
    forget()
    assert state(provided) == (Freshness.STALE, "code changed: lone_provider")


@pytest.mark.slow
@pytest.mark.parametrize("changed", [True, False])
def test_freezing_a_stale_result_makes_it_no_fresh_one(provided: Path, tmp_path: Path, changed: bool) -> None:
    """The frozen case held, and was supported, though the case it was made of was stale."""
    from casegen.review import create

    spec(provided, "{}")
    assert [o.what for o in run(load(provided))] == ["computed"]
    if changed:
        (tmp_path / "site" / "lone_provider" / "__init__.py").write_text(PROVIDER + "# edited\n")
    forget()
    baseline = create(provided, "v1", author="Ann Author", reason="first")
    freshness, why = state(baseline.case_folder)
    assert freshness is (Freshness.STALE if changed else Freshness.FRESH), why
    assert ("stale when it was frozen: code changed: lone_provider" in why) == changed


@pytest.mark.slow
@pytest.mark.parametrize("change", ["nothing", "exchanged", "deleted"])
def test_a_frozen_file_that_a_run_read_is_held_against_its_record(small: Path, change: str) -> None:
    """Both the file and its recorded hash lie in the frozen copy."""
    from casegen.review import create
    from casegen.review.frozen_again import frozen_again

    (small / "model.json").write_text("{}\n")
    computed(small)
    digest = hashlib.sha256(b"{}\n").hexdigest()
    hidden = hashlib.sha256(b"gone").hexdigest()  # no baseline takes such a file in
    read = {"case:model.json": digest, "case:.cache/model.json": hidden}
    edit(small, lambda d: d["provenance"].update(also_read=read))
    (small / ".cache").mkdir()
    (small / ".cache" / "model.json").write_text("gone")
    baseline = create(small, "v1", author="Ann Author", reason="first")
    beside = baseline.case_folder / "model.json"
    beside.chmod(0o644)
    if change == "exchanged":
        beside.write_text("[]\n")
    elif change == "deleted":
        beside.unlink()
    forget()
    freshness, why = state(baseline.case_folder)
    differ = "; ".join(one.message for one in frozen_again(baseline)[0])
    assert freshness is (Freshness.FRESH if change == "nothing" else Freshness.STALE), why
    for words in (why, differ):
        assert ("model.json, which the run read" in words) == (change != "nothing"), words


@pytest.mark.slow
def test_a_compiled_form_of_another_source_gives_no_result(provided: Path, tmp_path: Path) -> None:
    """Python compares size and date alone, which an archive may give to every file."""
    spec(provided, "{}")
    code = tmp_path / "site" / "lone_provider" / "__init__.py"
    py_compile.compile(str(code))
    about = code.stat()
    code.write_text(code.read_text().replace("[answer]", "[answe2]").replace("answer =", "answe2 ="))
    os.utime(code, ns=(about.st_atime_ns, about.st_mtime_ns))
    forget()
    outcomes = list(run(load(provided)))
    assert [o.what for o in outcomes] == ["failed"]
    assert "the compiled form of lone_provider" in outcomes[0].message
    (compiled,) = (code.parent / "__pycache__").iterdir()
    planted = compiled.read_bytes()
    shutil.rmtree(code.parent / "__pycache__")
    sys.modules.pop("lone_provider")
    forget()
    assert [o.what for o in run(load(provided))] == ["computed"]
    compiled.parent.mkdir(exist_ok=True)
    for content, outcome in ((planted, "not recomputable"), (b"", "bit-equal")):
        compiled.write_bytes(content) if content else compiled.unlink()
        sys.modules.pop("lone_provider")
        forget()
        (verified,) = recompute(load(provided))
        assert verified.outcome == outcome, verified.differences
        assert ("compiled form of lone_provider" in str(verified.differences)) == bool(content)


def test_a_compiled_form_that_python_does_not_take_is_no_matter(tmp_path: Path) -> None:
    source = tmp_path / "lone.py"
    source.write_text("X = 1\n")
    py_compile.compile(str(source))
    assert ran_from(source)
    source.write_text("X = 22\n")  # another size: compiled anew by whoever imports it
    ran_from.cache_clear()
    assert ran_from(source)


@pytest.mark.slow
def test_a_provider_s_code_counts(provided: Path, tmp_path: Path) -> None:
    spec(provided, "{}")
    assert [o.what for o in run(load(provided))] == ["computed"]
    code = tmp_path / "site" / "lone_provider" / "__init__.py"
    code.write_text(code.read_text().replace("[answer]", "[1 - answer]"))
    forget()
    assert state(provided) == (Freshness.STALE, "code changed: lone_provider")


@pytest.mark.slow
@pytest.mark.parametrize("by_another_package", [False, True])
def test_which_function_stands_behind_a_provider_s_name_counts(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_another_package: bool
) -> None:
    """All that ran is as it was, and another run would measure another model; whoever finds what is installed."""
    if by_another_package:
        found_by_importlib_metadata(monkeypatch)
    site = tmp_path / "site"
    about = site / "lone_provider-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "lone_provider.py").write_text(
        "def provide(points, labels, classes, seed, options):\n"
        "    import numpy as np\n"
        "    return lambda x: np.full(len(x), classes[0], dtype=object)\n"
        "other = provide\n"
    )
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lone-provider\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[casegen.providers]\nlone = lone_provider:provide\n")
    monkeypatch.syspath_prepend(str(site))
    spec(small, "{}")
    try:
        assert [o.what for o in run(load(small))] == ["computed"]
    finally:
        sys.modules.pop("lone_provider", None)
    assert state(small) == (Freshness.FRESH, "")
    (about / "entry_points.txt").write_text("[casegen.providers]\nlone = lone_provider:other\n")
    forget()
    gone = "code changed: casegen.providers:lone=lone_provider:provide is gone"
    assert state(small) == (Freshness.STALE, gone)
    (about / "entry_points.txt").write_text("[casegen.providers]\nlone = lone_provider:provide\n")
    second = site / "second-1.0.dist-info"
    second.mkdir()
    (second / "METADATA").write_text("Metadata-Version: 2.1\nName: second\nVersion: 1.0\n")
    (second / "entry_points.txt").write_text("[casegen.providers]\nlone = lone_provider:other\n")
    forget()
    assert state(small) == (Freshness.STALE, gone)
    shutil.rmtree(second)
    forget()
    assert state(small) == (Freshness.FRESH, "")
    shutil.rmtree(about)
    (site / "lone_provider.py").unlink()
    forget()
    away = "not held against code of lone_provider, which it used and which is not installed"
    assert state(small) == (Freshness.FRESH, away)


@pytest.mark.slow
def test_a_model_behind_an_option_counts(provided: Path, tmp_path: Path) -> None:
    model = tmp_path / "elsewhere.json"
    model.write_text('{"answer": 0}')
    spec(provided, f"{{path: {model}}}")
    assert [o.what for o in run(load(provided))] == ["computed"]
    assert state(provided) == (Freshness.FRESH, "")
    model.write_text('{"answer": 1}')
    assert "has changed" in state(provided)[1]
    model.unlink()
    assert "is not here" in state(provided)[1]


@pytest.mark.slow
def test_a_file_of_the_case_is_compared_in_the_folder_at_hand(provided: Path, tmp_path: Path) -> None:
    """Copied and edited it is stale, moved it is fresh: the folder where the run was has no say."""
    model = provided / "side" / "model.json"
    model.parent.mkdir()
    model.write_text('{"answer": 0}')
    spec(provided, f"{{path: {model}}}")
    assert [o.what for o in run(load(provided))] == ["computed"]
    shutil.copytree(provided, copy := tmp_path / "copy")
    assert state(copy) == (Freshness.FRESH, "")
    (copy / "side" / "model.json").write_text('{"answer": 1}')
    assert (
        state(copy)[1] == "side/model.json, which the run read and which is no input of the item, has changed"
    )
    assert state(provided) == (Freshness.FRESH, "")
    provided.rename(moved := tmp_path / "moved")
    assert state(moved) == (Freshness.FRESH, "")
    (moved / "side" / "model.json").unlink()
    assert "side/model.json, which the run read and which is no input of the item, is not" in state(moved)[1]


def test_files_of_a_case_in_the_temporary_folder_count(tmp_path: Path) -> None:
    side, other = tmp_path / "case" / "side.txt", tmp_path / "other.txt"
    side.parent.mkdir()
    for path in (side, other):
        path.write_text("1")
    scratch = tmp_path / "scratch"
    read = digests(undeclared([str(side), str(other)], [], scratch, [], side.parent), OpenedFiles())
    assert read == {"case:side.txt": hashlib.sha256(b"1").hexdigest()}
    assert undeclared([str(side)], [side], scratch, [], side.parent) == {}
    (odd := side.with_name("a:b.txt")).write_text("1")
    read = digests(undeclared([str(odd)], [], scratch, [], side.parent), OpenedFiles())
    assert not changed_reads(read, side.parent)
    assert changed_reads({"case:../other.txt": hashlib.sha256(b"1").hexdigest()}, side.parent)


@pytest.mark.slow
def test_a_provider_gets_the_path_of_the_hashed_input(provided: Path) -> None:
    (provided / "model.json").write_text('{"answer": 0}')
    spec(provided, "{}", ", model: model.json")
    assert [o.what for o in run(load(provided))] == ["computed"]
    document = Store(load(provided)).states()["EV"].document
    assert document is not None
    assert "also_read" not in document["provenance"]
    assert [one.outcome for one in recompute(load(provided))] == ["bit-equal"]
    (provided / "model.json").write_text('{"answer": 1}')
    assert state(provided) == (Freshness.STALE, "input model (model.json) has changed")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", f"0.{'0' * 5000}1", "1" * 6000])
def test_what_is_no_number_is_refused(small: Path, number: str) -> None:
    computed(small)
    (path,) = results_of(small, "EV")
    document = json.loads(path.read_text("utf-8"))
    document["tables"][0]["rows"][0] = ["NUMBER" for _ in document["tables"][0]["rows"][0]]
    edit(small, lambda d: None, result_text(document).replace('"NUMBER"', number))
    freshness, why = state(small)
    assert freshness is Freshness.FAILED
    assert "is no number" in why or "value has 6000 digits" in why
    assert "sys." not in why
    assert len(why) < 200
    assert not any(one.holds for one in recompute(load(small)))


@pytest.mark.slow
@pytest.mark.parametrize("part", ["summary", "source", "method"])
def test_what_the_method_says_of_itself_cannot_be_replaced(small: Path, part: str) -> None:
    computed(small)
    edit(small, lambda d: d.update({part: "certified by nobody"}))
    (one,) = recompute(load(small))
    assert one.outcome == "different"
    assert one.differences[0].startswith(f"{part}: ")


@pytest.mark.slow
@pytest.mark.parametrize(("value", "outcome"), [(None, "not recomputable"), ("", "bit-equal")])
def test_a_field_that_every_run_writes_cannot_be_left_out(
    small: Path, value: str | None, outcome: str
) -> None:
    """An empty field struck out was called *within tolerance*."""
    computed(small)

    def without(document: dict[str, Any]) -> None:
        silent = [one for one in document["measures"].values() if one["assumes"] == ""]
        assert silent
        for one in silent:
            one.pop("assumes")
            one.update({} if value is None else {"assumes": value})

    edit(small, without)
    assert [one.outcome for one in recompute(load(small))] == [outcome]
    for part in ("assumes", "upper"):
        edit(small, lambda d, part=part: [one.pop(part, None) for one in d["measures"].values()])  # type: ignore[misc]
        (one,) = recompute(load(small))
        assert one.outcome == "not recomputable"
        assert "measures." in one.differences[0]


@pytest.mark.slow
def test_tables_have_no_larger_tolerance_than_the_strictest_measure(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed(small)
    value = type(methods.method("ram-low-dimensional"))
    monkeypatch.setattr(value, "tolerance", {**value.tolerance, "acu": 0.25})
    table = 0

    def move(document: dict[str, Any]) -> None:
        for row in document["tables"][table]["rows"]:
            for k, cell in enumerate(row):
                if isinstance(cell, float) and cell:
                    row[k] = cell * 1.2
                    return

    edit(small, move)
    (one,) = recompute(load(small))
    assert one.outcome == "different", one
    columns = json.loads(next(results_of(small, "EV")).read_text("utf-8"))["tables"][table]["columns"]
    monkeypatch.setattr(value, "column_tolerance", dict.fromkeys(columns, 0.3), raising=False)
    (one,) = recompute(load(small))
    assert one.outcome == "within tolerance", one


@pytest.mark.slow
@pytest.mark.parametrize(("by", "noted"), [(1e-3, True), (1e-12, False)])
def test_a_tolerance_that_was_needed_on_the_same_processor_is_noted(
    small: Path, monkeypatch: pytest.MonkeyPatch, by: float, noted: bool
) -> None:
    computed(small)
    value = type(methods.method("ram-low-dimensional"))
    monkeypatch.setattr(value, "tolerance", {**value.tolerance, "pmi": 0.25})
    edit(small, lambda d: d["measures"]["pmi"].update(upper=d["measures"]["pmi"]["upper"] * (1 + by)))
    (one,) = recompute(load(small))
    assert one.outcome == "within tolerance", one
    assert any("a method that draws without its seed" in note for note in one.notes) is noted
    edit(small, lambda d: d["provenance"]["environment"].update(processor="another"))
    (one,) = recompute(load(small))
    assert not any("draws without its seed" in note for note in one.notes)


@pytest.fixture
def trained(small: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A result from another processor, of a method that states what of it repeats there."""
    computed(small)
    value = type(methods.method("ram-low-dimensional"))
    monkeypatch.setattr(value, "elsewhere", {"pmi": 0.05}, raising=False)
    edit(small, lambda d: d["provenance"]["environment"].update(processor="another"))
    return small


def moved(by: float, part: str = "value") -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        document["measures"]["pmi"][part] += by

    return change


def numbers(document: dict[str, Any]) -> None:
    """Other numbers in every table and figure."""
    document["tables"][0]["rows"][0][-1] = 0.123
    document["figures"][0]["data"] = {"other": 1}


@pytest.mark.slow
def test_training_elsewhere_is_compared_by_its_quality(trained: Path) -> None:
    edit(trained, moved(0.04, "upper"))
    edit(trained, numbers)
    (one,) = recompute(load(trained))
    assert (one.outcome, one.holds) == ("within tolerance", True), one.differences
    (note,) = [note for note in one.notes if "must repeat" in note]
    assert "pmi within 0.05" in note
    assert "numbers not compared: table" in note


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "place"),
    [
        (moved(0.06, "upper"), "measures.pmi.upper"),
        (lambda d: d["measures"]["pmi"].update(n=10**9), "measures.pmi.n"),
        (lambda d: d["measures"]["pmi"].update(text="certified"), "measures.pmi.text"),
        (lambda d: d["measures"]["acu"].update(value=0.0), "measures.acu.value"),
        (lambda d: d["tables"][0].update(title="Certificate"), "tables[0].title"),
        (lambda d: d["assumptions"].clear(), "assumptions"),
        (lambda d: d.update(summary="certified"), "summary"),
    ],
)
def test_the_name_of_another_processor_hides_nothing_else(
    trained: Path, change: Callable[[dict[str, Any]], object], place: str
) -> None:
    edit(trained, change)
    (one,) = recompute(load(trained))
    assert one.outcome == "different", one
    assert any(words.startswith(place) for words in one.differences), one.differences


@pytest.mark.slow
def test_rounding_of_another_processor_is_no_difference(small: Path) -> None:
    computed(small)

    def rounded(document: dict[str, Any]) -> None:
        document["tables"][0]["rows"][0] = [
            cell * (1 + 1e-7) if isinstance(cell, float) else cell
            for cell in document["tables"][0]["rows"][0]
        ]

    edit(small, rounded)
    assert [one.outcome for one in recompute(load(small))] == ["within tolerance"]
    for processor in (False, True):
        if processor:
            edit(small, lambda d: d["provenance"]["environment"].update(instructions="sse4_2"))
        edit(small, lambda d: d["measures"]["pmi"].update(upper=d["measures"]["pmi"]["upper"] * (1 - 1e-4)))
        assert [one.outcome for one in recompute(load(small))] == ["different"]


SIGN = {"name": "sign-x", "severity": "fails", "message": "seen", "measures": [], "hint": "", "possible": {}}


@pytest.mark.slow
@pytest.mark.parametrize("change", [lambda d: d["signs"].append(SIGN), lambda d: d["read"].clear()])
def test_signs_and_what_was_read_are_compared(
    small: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    """A sign that was taken out would lift its bar."""
    computed(small)
    edit(small, change)
    assert [one.outcome for one in recompute(load(small))] == ["different"]


@pytest.mark.slow
@pytest.mark.parametrize("part", ["parameters", "stated", "seed"])
def test_what_the_provenance_says_is_what_the_recipe_says(small: Path, part: str) -> None:
    computed(small)
    edit(small, lambda d: d["provenance"].update({part: {"samples": 9} if part != "seed" else 99}))
    (one,) = recompute(load(small))
    assert one.outcome == "different"
    assert f"provenance.{part}" in one.differences[0]


@pytest.mark.slow
@pytest.mark.parametrize(("example", "item"), [("press", "EV-RELAY"), ("monitor", "EV-READ")])
def test_an_assessor_s_first_command_on_an_example_says_nothing_of_other_code(
    example: str, item: str
) -> None:
    (one,) = recompute(load(ROOT / "examples" / example), [item])
    assert one.holds, one.differences
    assert [words for words in one.notes if " was " not in words] == []  # versions and processors only


def test_recorded_modules_do_not_depend_on_what_ran_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module that an earlier item loaded counts where it is asked for again, and only there."""
    (tmp_path / "lone_provider.py").write_text("import lone_part\n")
    (tmp_path / "lone_part.py").write_text("X = 1\n")
    (tmp_path / "lone_other.py").write_text("X = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()

    def ran(*names: str) -> dict[str, str]:
        before = frozenset(sys.modules)
        with asked_for() as asked:
            for name in names:
                importlib.import_module(name)
        return identity.loaded(before, asked)

    try:
        first = ran("lone_provider")
        assert first.keys() == {"lone_provider", "lone_part"}
        assert ran("lone_other").keys() == {"lone_other"}
        assert ran("lone_provider") == first
        assert ran("json", "numpy", "casegen.io") == {}
        with asked_for() as asked:
            import lone_part  # type: ignore[import-not-found]  # noqa: F401
        assert identity.loaded(frozenset(sys.modules), asked).keys() == {"lone_part"}
    finally:
        for name in ("lone_provider", "lone_part", "lone_other"):
            sys.modules.pop(name, None)


def installed(site: Path, version: str, origin: str = "") -> None:
    """A distribution ``outside``, a library of somebody else, as an installer leaves it."""
    shutil.rmtree(site, ignore_errors=True)
    about = site / "outside-1.dist-info"
    about.mkdir(parents=True)
    (site / "outside.py").write_text("X = 1\n")
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: Outside\nVersion: {version}\n")
    (about / "RECORD").write_text("outside.py,,\n")
    if origin:
        (about / "direct_url.json").write_text(origin)
    forget()


ARCHIVE = '{"url": "file:///o.whl", "archive_info": {"hashes": {"sha256": "%s"}}}'
COMMIT = '{"url": "https://x/o.git", "vcs_info": {"vcs": "git", "commit_id": "%s"}}'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("then", "now", "changed"),
    [
        (("1.0",), ("1.0",), False),
        (("1.0",), ("2.0",), True),
        (("1.0", ARCHIVE % ("a" * 64)), ("1.0", ARCHIVE % ("a" * 64)), False),
        (("1.0", ARCHIVE % ("a" * 64)), ("1.0", ARCHIVE % ("b" * 64)), True),
        (("1.0", COMMIT % ("a" * 40)), ("1.0", COMMIT % ("b" * 40)), True),
        (("1.0", ARCHIVE % ("a" * 64)), ("1.0",), False),
        (("1.0",), ("1.0", "[]"), False),
    ],
)
def test_another_version_of_a_package_that_a_provider_uses_makes_its_result_stale(
    provided: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, then: Any, now: Any, changed: bool
) -> None:
    """By name and version, or by commit and archive where the version stays; an index says neither."""
    site = tmp_path / "outside"
    monkeypatch.syspath_prepend(str(site))
    (tmp_path / "site" / "lone_provider" / "__init__.py").write_text("import outside\n" + PROVIDER)
    installed(site, *then)
    spec(provided, "{}")
    try:
        assert [o.what for o in run(load(provided))] == ["computed"]
    finally:
        sys.modules.pop("outside", None)
    assert state(provided) == (Freshness.FRESH, "")
    installed(site, *now)
    freshness, why = state(provided)
    assert (freshness is Freshness.STALE, "package changed: Outside was 1.0" in why) == (changed, changed)
    shutil.rmtree(site)
    importlib.invalidate_caches()
    forget()
    assert state(provided) == (Freshness.FRESH, "")


def test_a_version_of_what_casegen_requires_is_no_change(small: Path) -> None:
    """How far their versions change numbers is stated, and `evidence verify` compares by it."""
    recorded = {"numpy": "1.0", "distributed": "1", "scikit_learn": "0.1", "PyYAML": "1", "no-such": "3"}
    assert identity.other_releases(recorded) == ()
    assert identity.other_releases({"": "1", "../x": "1"}) == ()


@pytest.mark.slow
def test_a_package_that_is_upgraded_while_its_code_computes_gives_no_result(
    provided: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "outside"
    monkeypatch.syspath_prepend(str(site))
    installed(site, "1.0")
    value = type(methods.method("ram-low-dimensional"))
    honest = value.run

    def upgraded(self: Any, call: Any) -> Any:
        result = honest(self, call)
        call.progress(0.5, "half")
        installed(site, "2.0")
        return result

    monkeypatch.setattr(value, "run", upgraded)
    (tmp_path / "site" / "lone_provider" / "__init__.py").write_text("import outside\n" + PROVIDER)
    spec(provided, "{}")
    try:
        (one,) = run(load(provided))
    finally:
        sys.modules.pop("outside", None)
    assert one.what == "failed"
    assert "the package Outside changed while it was computed" in one.message
