"""Whatever a stranger's file holds, a reader answers with a case or with an InputError, and in time."""

from __future__ import annotations

import io
import json
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich_case import rich

from casegen.io.case_writer import case_files
from casegen.io.exchange import FORMATS, exchange_format
from casegen.io.exchange.merge import as_new
from casegen.io.exchange.references import without_dangling
from casegen.model.diagnostic import InputError

NAMES = sorted(set(FORMATS) - {"reqif"})  # ReqIF is written only
SUFFIX = {"sacm": ".xml", "openpsa": ".xml", "xlsx": ".xlsx", "gsn": ".yaml", "tea": ".json", "json": ".json"}
WORDS = (
    "claim", "Claim", "id", "type", "xsi:type", "source", "target", "supportedBy", "challenges", "-> ", "- Claim X: y",
    "  - Link X", "^", "{defeater}", "()", "G1", "tree", "children", "GOAL", "//@argumentPackage.0", "#", "=cmd()",
    "&amp;", "&lt;", "<", ">", '"', "'", "\n", "\r\n", "\t", "\0", "\ud83d\ude00", "é", "module", "uses", "../x", "[",
    "]", "{", "}", ":", ",", "null", "1e999", "999999999999999999999999", "true", "<!DOCTYPE x [<!ENTITY a 'b'>]>", "&a;",
)  # fmt: skip


def answer(name: str, content: bytes, folder: Path) -> None:
    """Read ``content``; anything but a case or an InputError fails, as does a reader that takes long."""
    path = folder / f"f{SUFFIX.get(name, '.txt')}"
    path.write_bytes(content)
    start = time.process_time()
    try:
        result = without_dangling(exchange_format(name).read([path]), {})  # type: ignore[misc]
        case_files(as_new(result))
        refused: tuple[Any, ...] = ()
    except InputError as error:
        refused = error.diagnostics or ("nothing",)
    assert all(d.message and d.location.line >= 1 for d in refused)
    assert time.process_time() - start < 10


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A valid file of every format."""
    case = rich(tmp_path_factory.mktemp("rich"))
    results = {}
    for name in NAMES:
        write = exchange_format(name).write
        if name == "galileo":  # read only
            results[name] = (
                b'toplevel "T";\n"T" 2of3 "a" "b" "c";\n"c" or "a" "d";\n"a" prob=0.1;\n"b" lambda=1e-3;\n"d" prob=0.5;\n'
            )
            continue
        assert write is not None
        results[name] = next(iter(write(case, "x").files.values()))
    return results


edits = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 40), st.one_of(st.sampled_from(WORDS), st.text(max_size=8))),
    min_size=1,
    max_size=6,
)


def mutated(seed: bytes, changes: list[tuple[float, int, str]]) -> bytes:
    text = bytearray(seed)
    for where, length, new in changes:
        at = int(where * len(text))
        text[at : at + length] = new.encode("utf-8", "surrogatepass")
    return bytes(text)


data = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=12), st.sampled_from(WORDS)
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(st.sampled_from(WORDS), st.text(max_size=6)), inner, max_size=5),
    ),
    max_leaves=25,
)


def check_mutations(name: str, seeds: dict[str, bytes], folder: Path, changes: Any) -> None:
    answer(name, mutated(seeds[name], changes), folder)


common = {"deadline": None, "suppress_health_check": list(HealthCheck)}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60, **common)  # type: ignore[arg-type]
@given(changes=edits)
def test_mutated_files(name: str, seeds: dict[str, bytes], tmp_path: Path, changes: Any) -> None:
    check_mutations(name, seeds, tmp_path, changes)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=1500, **common)  # type: ignore[arg-type]
@given(changes=edits)
def test_mutated_files_for_long(name: str, seeds: dict[str, bytes], tmp_path: Path, changes: Any) -> None:
    check_mutations(name, seeds, tmp_path, changes)


words = st.lists(st.sampled_from(WORDS), max_size=20).map(
    lambda w: " ".join(w).encode("utf-8", "surrogatepass")
)


@pytest.mark.parametrize("name", [n for n in NAMES if n != "xlsx"])
@settings(max_examples=40, **common)  # type: ignore[arg-type]
@given(content=st.one_of(st.binary(max_size=200), words))
def test_any_bytes(name: str, tmp_path: Path, content: bytes) -> None:
    answer(name, content, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tea", "json", "gsn"])
@settings(max_examples=60, **common)  # type: ignore[arg-type]
@given(inner=data)
def test_any_data(name: str, tmp_path: Path, inner: Any) -> None:
    if name == "tea":
        tree = {"type": "GOAL", "id": "x", "children": [inner], "context": inner}
        document: Any = {"version": "1.0", "case": inner, "tree": tree}
    elif name == "json":
        document = {"case": {"id": "c", "title": "T"}, "claims": inner, "modules": inner}
    else:
        document = {
            "G1": inner,
            "S1": {"supportedBy": inner, "challenges": inner, "acp": inner},
            "module": inner,
        }
    text = json.dumps(document) if name != "gsn" else yaml.safe_dump(document, allow_unicode=True)
    answer(name, text.encode("utf-8", "surrogatepass"), tmp_path)


nodes = st.lists(
    st.tuples(
        st.sampled_from(
            ["Goal", "Strategy", "Solution", "Context", "Assumption", "CounterGoal", "CounterSolution"]
        ),
        st.lists(st.integers(0, 9), max_size=4),
        st.lists(st.integers(0, 9), max_size=2),
        st.one_of(st.none(), st.integers(0, 9), st.tuples(st.integers(0, 9), st.integers(0, 9))),
        st.booleans(),
    ),
    min_size=1,
    max_size=10,
)


def check_graph(drawn: Any, folder: Path) -> None:
    """Any wiring of nodes, circles included: a case that writes, loads and exports again, or an InputError."""
    from casegen.io import load
    from casegen.io.case_writer import write_case

    document: dict[str, Any] = {}
    for k, (kind, below, contexts, target, flag) in enumerate(drawn):
        element: dict[str, Any] = {"text": f"text {k}", "nodeType": kind, "defeated": flag}
        element["supportedBy"] = [f"n{i}" for i in below if i < len(drawn)]
        element["inContextOf"] = [f"n{i}" for i in contexts if i < len(drawn)]
        ends = [
            f"n{i}"
            for i in (target if isinstance(target, tuple) else (target,))
            if i is not None and i < len(drawn)
        ]
        if ends and kind.startswith("Counter"):
            element["challenges"] = " -> ".join(ends)
        document[f"n{k}"] = element
    path = folder / "g.yaml"
    path.write_text(yaml.safe_dump(document))
    try:
        result = exchange_format("gsn").read([path])  # type: ignore[misc]
    except InputError:
        return
    import shutil

    shutil.rmtree(folder / "case", ignore_errors=True)
    write_case(result.case, folder / "case")
    case = load(folder / "case")
    references = {r.target for r in _references(case)} - {n.id for _, _, n in case.nodes()}
    assert not {r for r in references if ":" not in r}
    for name in ("gsn", "sacm", "ltac", "tea", "json"):
        write = exchange_format(name).write
        assert write is not None
        for file, content in write(case, "again").files.items():
            (folder / file).write_bytes(content)
        again = exchange_format(name).read([folder / "again"])  # type: ignore[misc]
        assert again.case.claims


def _references(case: Any) -> Any:
    from casegen.argument.references import Space, references

    return [r for r in references(case) if r.space is Space.NODE]


@pytest.mark.slow
@settings(max_examples=120, **common)  # type: ignore[arg-type]
@given(drawn=nodes)
def test_any_wiring(drawn: Any, tmp_path: Path) -> None:
    check_graph(drawn, tmp_path)


@pytest.mark.slow
@settings(max_examples=1500, **common)  # type: ignore[arg-type]
@given(drawn=nodes)
def test_any_wiring_for_long(drawn: Any, tmp_path: Path) -> None:
    check_graph(drawn, tmp_path)


PARTS = ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "[Content_Types].xml", "xl/sharedStrings.xml"]


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
@settings(max_examples=25, **common)  # type: ignore[arg-type]
@given(changes=edits)
def test_damaged_parts_of_a_workbook(
    part: str, seeds: dict[str, bytes], tmp_path: Path, changes: Any
) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(seeds["xlsx"])) as old, zipfile.ZipFile(stream, "w") as new:
        for member in old.infolist():
            raw = old.read(member)
            new.writestr(member.filename, mutated(raw, changes) if member.filename == part else raw)
    answer("xlsx", stream.getvalue(), tmp_path)
