"""Merging into a case: only what changed is touched, comments stay, both sides' edits are conflicts by name."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import strategies as st
from rich_case import FILES, write

from casegen.io import load
from casegen.io.case_writer import dump, plain
from casegen.io.exchange import exchange_format, xlsx
from casegen.io.exchange.csv_table import neutral, restored
from casegen.io.exchange.merge import apply, located, plan
from casegen.io.exchange.references import without_dangling
from casegen.io.exchange.tables import TABLES, cell, value_of
from casegen.io.exchange.text_edit import Edit
from casegen.io.source_map import parse
from casegen.model.case import SECTIONS
from casegen.model.diagnostic import InputError
from tests.repetitions import tried


def exported(name: str, folder: Path) -> bytes:
    writer = exchange_format(name).write
    assert writer is not None
    return next(iter(writer(load(folder), f"t.{name}").files.values()))


def merged(name: str, content: bytes, folder: Path, side: Any = "stop") -> list[str]:
    path = folder.parent / f"t.{name}"
    path.write_bytes(content)
    reader = exchange_format(name).read
    assert reader is not None
    existing = load(folder)
    known = {s: {p.id for p in getattr(existing, s)} for s in SECTIONS}
    result = without_dangling(reader([path]), known)
    result = replace(result, case=located(result.case, folder)[0])
    return apply(existing, plan(existing, result, side), f"{name}-t")


def edited(raw: bytes, changes: dict[tuple[str, str], str], more: dict[str, str] | None = None) -> bytes:
    """A workbook with cells (id, column) set, and a row added."""
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(raw))
    sheet = book["HAZOP"]
    heading = [c.value for c in sheet[1]]
    rows = {row[0].value: row[0].row for row in sheet.iter_rows(min_row=2)}
    for (own, column), text in changes.items():
        at = sheet.cell(rows[own], heading.index(column) + 1)
        at.value, at.data_type = text, "s"
    for column, text in (more or {}).items():
        at = sheet.cell(sheet.max_row + (column == "id"), heading.index(column) + 1)
        at.value, at.data_type = text, "s"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "case")


def texts(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in folder.rglob("*.yaml")}


@pytest.mark.parametrize("name", ["xlsx", "csv", "sacm", "json", "openpsa"])
def test_an_unchanged_export_changes_nothing(name: str, folder: Path) -> None:
    assert merged(name, exported(name, folder), folder, "stop" if name != "openpsa" else "keep") == []
    assert texts(folder) == FILES


def test_edits_reach_their_lines_and_comments_stay(folder: Path) -> None:
    raw = edited(
        exported("xlsx", folder),
        {("H1", "deviation"): "Current stops", ("H1", "causes"): "cut wire\nblown fuse", ("H1", "owner"): "grid",
         ("H1", "guide_word"): "less", ("H1", "mitigations"): "spare lamp [C1]\ncandle", ("H2", "note"): "=2+2",
         ("H2", "severity"): "critical"},
        {"id": "H3", "item": "lamp", "attribute": "heat", "guide_word": "more", "deviation": "-hot"},
    )  # fmt: skip
    assert merged("xlsx", raw, folder) == ["imported/xlsx-t.yaml", "hazards.yaml", "case.yaml"]
    case = load(folder)
    h1, h2, h3 = case.hazop
    assert (h1.deviation, h1.causes, h1.owner, h1.guide_word) == (
        "Current stops",
        ("cut wire", "blown fuse"),
        "grid",
        "less",
    )
    assert [(m.text, m.refs) for m in h1.mitigations] == [("spare lamp", ("C1",)), ("candle", ())]
    assert (h2.note, h2.severity, h2.deviation) == ("=2+2", "critical", "=1+1")
    assert (h3.id, h3.deviation) == ("H3", "-hot")
    after = texts(folder)
    assert "guide_word: less # as the table says" in after["hazards.yaml"]
    assert after["hazards.yaml"].count("# ") == FILES["hazards.yaml"].count("# ")
    assert after["main.yaml"] == FILES["main.yaml"]
    assert 'include: [main.yaml, sub.yaml, hazards.yaml, "imported/xlsx-t.yaml"]' in after["case.yaml"]
    assert merged("xlsx", raw, folder) == []


def test_both_sides_edited_is_a_conflict_by_name(folder: Path) -> None:
    raw = edited(
        exported("xlsx", folder), {("H1", "deviation"): "Current stops", ("H2", "attribute"): "glow"}
    )
    path = folder / "hazards.yaml"
    path.write_text(path.read_text().replace("No current", "Nothing flows"))
    before = texts(folder)
    with pytest.raises(InputError) as caught:
        merged("xlsx", raw, folder)
    assert [str(d.location) for d in caught.value.diagnostics] == ["hazards.yaml:8:5"]
    assert "hazop H1: deviation: the case says 'Nothing flows', the import 'Current stops'" in str(
        caught.value
    )
    assert texts(folder) == before
    merged("xlsx", raw, folder, "keep")
    assert [(h.deviation, h.attribute) for h in load(folder).hazop] == [
        ("Nothing flows", "current"),
        ("=1+1", "glow"),
    ]
    merged("xlsx", raw, folder, "take")
    assert load(folder).hazop[0].deviation == "Current stops"


def test_what_changed_in_the_case_only_is_kept(folder: Path) -> None:
    raw = exported("csv", folder)
    path = folder / "hazards.yaml"
    path.write_text(path.read_text().replace("No current", "Nothing flows"))
    assert merged("csv", raw, folder) == []
    assert load(folder).hazop[0].deviation == "Nothing flows"


def test_a_row_taken_out_of_the_table_stays_in_the_case(folder: Path) -> None:
    lines = exported("csv", folder).decode("utf-8-sig").split("\r\nH2")
    existing = load(folder)
    path = folder.parent / "t.csv"
    path.write_text(lines[0])
    reader = exchange_format("csv").read
    assert reader is not None
    made = plan(existing, reader([path]), "stop")
    assert [str(i) for i in made.decided] == ["hazop H2: not in the table; kept in the case"]


def test_an_edit_that_makes_no_entry_is_refused(folder: Path) -> None:
    raw = edited(exported("xlsx", folder), {("H1", "guide_word"): "perhaps"})
    with pytest.raises(InputError, match="hazop H1: guide_word"):
        merged("xlsx", raw, folder)
    assert texts(folder) == FILES


def test_a_cell_cut_on_export_is_not_taken_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "hazards.yaml"
    path.write_text(path.read_text().replace("No current", "x" * 4_000))
    monkeypatch.setattr(xlsx, "CELL_LIMIT", 3_000)
    writer = exchange_format("xlsx").write
    assert writer is not None
    made = writer(load(folder), "t.xlsx")
    assert any(i.what == "H1: deviation" and "cut" in i.why for i in made.left_out)
    raw = made.files["t.xlsx"]
    assert merged("xlsx", raw, folder) == []
    import openpyxl

    reported = openpyxl.load_workbook(io.BytesIO(raw))["HAZOP"]["F2"].value
    with pytest.raises(InputError, match="was cut on export"):
        merged("xlsx", edited(raw, {("H1", "deviation"): "y" + reported}), folder)


def test_new_nodes_come_with_their_module(folder: Path) -> None:
    other = write(folder.parent / "other")
    for name in ("main.yaml", "sub.yaml", "hazards.yaml", "case.yaml"):
        text = (other / name).read_text()
        for own in ("G9", "G10", "S9", "M2"):
            text = text.replace(own, f"N{own}")
        (other / name).write_text(text)
    with pytest.raises(InputError, match="sub_cases SC1: claim"):
        merged("sacm", exported("sacm", other), folder)
    files = merged("sacm", exported("sacm", other), folder, "keep")
    assert files == ["imported/sacm-t-NM2.yaml", "case.yaml"]
    case = load(folder)
    assert [m.id for m in case.modules] == ["M1", "M2", "NM2"]
    assert {c.id: c.module for c in case.claims if c.id.startswith("NG")} == {"NG9": "NM2", "NG10": "NM2"}
    assert texts(folder)["main.yaml"] == FILES["main.yaml"]


def test_an_id_of_another_kind_is_a_conflict(folder: Path) -> None:
    document = {
        "casegen": 1,
        "case": {"id": "x", "title": "X"},
        "claims": [{"id": "E1", "text": "Now a claim"}],
    }
    with pytest.raises(InputError, match="the case has evidence of that id"):
        merged("json", json.dumps(document).encode(), folder, "take")


@pytest.mark.parametrize(
    ("text", "include"),
    [
        ("case: {id: a, title: T}\n", "include:\n  - b.yaml\n"),
        ("case: {id: a, title: T}\ninclude: []\n", "include: [b.yaml]"),
        ("case: {id: a, title: T}\ninclude: [a.yaml] # files\n", "include: [a.yaml, b.yaml] # files"),
        (
            "include:\n  - a.yaml # first\ncase: {id: a, title: T}\n",
            "include:\n  - a.yaml # first\n  - b.yaml\n",
        ),
        ("include:\n- a.yaml\ncase: {id: a, title: T}", "include:\n- a.yaml\n- b.yaml\n"),
        ("case: {id: a, title: T}\ninclude:\n", "include: [b.yaml]"),
    ],
)
def test_includes_are_added_in_the_style_that_stands(text: str, include: str) -> None:
    edit = Edit(text, "case.yaml")
    edit.include(["b.yaml"])
    assert include in edit.result()
    before, after = parse(text, "f").data, parse(edit.result(), "f").data
    assert {*after["include"]} == {*(before.get("include") or []), "b.yaml"}
    assert after["case"] == before["case"]


words = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=30).map(
    str.strip
)
mappings = st.dictionaries(st.just("k"), words, max_size=1)
values = st.one_of(words, st.lists(words, max_size=3), st.integers(), st.booleans(), st.none(), mappings)
fields = st.sampled_from(["deviation", "causes", "owner", "fresh", "mitigations", "note"])


@pytest.mark.slow
@tried(
    new=st.dictionaries(fields, values, max_size=4),
    flow_entry=st.booleans(),
    often=150,
    suppress=list(HealthCheck),
)
def test_any_field_of_an_entry_can_be_set(new: dict[str, Any], flow_entry: bool) -> None:
    text = FILES["hazards.yaml"]
    before = parse(text, "f")
    place = before.places[("hazop", int(flow_entry))]
    edit = Edit(text, "f")
    edit.set("hazop", place.line, place.column, new)
    after = parse(edit.result(), "f")
    before.data["hazop"][int(flow_entry)] |= new
    assert after.data == before.data
    assert not after.problems


@tried(text=st.text(max_size=40), often=300)
def test_neutralised_text_comes_back(text: str) -> None:
    assert restored(neutral(text)) == text
    assert not neutral(text).startswith(("=", "+", "-", "@", "\t", "\r", "|", "%"))


keys = st.text(alphabet="abc:#- é", min_size=1, max_size=6)
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.dates(),
              st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=120)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=4)),
    max_leaves=12,
)  # fmt: skip


@pytest.mark.slow
@tried(data=anything, often=300, suppress=list(HealthCheck))
def test_dumped_data_reads_back_or_is_refused(data: Any) -> None:
    """``dump`` itself compares what it wrote with what would be read."""
    try:
        text = dump({"a": data})
    except InputError:
        return
    assert not parse(text, "f").problems


def test_cells_and_values_are_inverse(folder: Path) -> None:
    for table in TABLES.values():
        for part in getattr(load(folder), table.section):
            for name, kind in table.columns.items():
                value = value_of(cell(part, name, kind), kind)
                if value not in ("", []):
                    assert plain(table.model.model_validate({**plain(part), name: value})) == plain(part)


def test_the_commands(folder: Path, casegen: Callable[..., Any], tmp_path: Path) -> None:
    ran = casegen("export", folder, "--format", "sacm", "-o", tmp_path / "x.xml", "--json")
    assert ran.code == 0
    assert ran.json["files"] == [str(tmp_path / "x.xml")]
    assert {"item": "HAZOP entry H1", "reason": "SACM holds the argument only"} in ran.json["not_carried"]
    assert "HAZOP entry H1: SACM holds the argument only" in ran.err
    ran = casegen("import", tmp_path / "new", tmp_path / "x.xml", "--format", "sacm", "--json")
    assert ran.code == 0
    assert ran.json["added"]["claims"] == 7
    assert {"item": "claim C3: hazards H1", "reason": "not part of the import"} in ran.json["not_carried"]
    assert casegen("check", tmp_path / "new", "--json").json["errors"] == 0
    (folder / "main.yaml").write_text(FILES["main.yaml"].replace("Field record", "Other record"))
    ran = casegen("import", folder, tmp_path / "x.xml", "--format", "sacm", "--json")
    assert ran.code == 2
    assert "evidence E2: text" in ran.json["diagnostics"][0]["message"]
    ran = casegen("import", folder, tmp_path / "x.xml", "--format", "sacm", "--on-conflict", "take", "--json")
    assert (ran.code, ran.json["changed"]) == (0, [{"section": "evidence", "id": "E2", "fields": ["text"]}])
    assert (folder / "main.yaml").read_text().count("Field record") == 1


def test_every_wrong_row_is_reported_at_once_at_its_place_in_the_table(folder: Path) -> None:
    raw = edited(
        exported("xlsx", folder),
        {("H1", "severity"): "catastropic"},
        {"id": "H3", "item": "lamp", "attribute": "heat", "guide_word": "hotter", "deviation": "-hot"},
    )
    with pytest.raises(InputError) as caught:
        merged("xlsx", raw, folder)
    reported = [(d.location.line, d.message.split(", found")[0][:44]) for d in caught.value.diagnostics]
    assert reported == [
        (2, "hazop H1: severity: expected one of 'negligi"),
        (4, "H3: guide_word: expected one of 'no', 'more'"),
    ]
    assert texts(folder) == FILES


def test_ids_that_change_places_are_refused_or_taken(folder: Path) -> None:
    raw = edited(exported("xlsx", folder), {("H1", "id"): "H2", ("H2", "id"): "H1"})
    with pytest.raises(InputError) as caught:
        merged("xlsx", raw, folder)
    assert [d.message for d in caught.value.diagnostics] == [
        "hazop H2: the row was H1 when it was exported, and the case has a H2 of its own",
        "hazop H1: the row was H2 when it was exported, and the case has a H1 of its own",
    ]
    assert texts(folder) == FILES
    assert merged("xlsx", raw, folder, "keep") == []
    before = load(folder)
    merged("xlsx", raw, folder, "take")
    after = load(folder)
    assert [e.deviation for e in after.hazop] == [e.deviation for e in before.hazop][::-1]
    assert [e.severity for e in after.hazop] == [e.severity for e in before.hazop][::-1]


def test_rows_name_parts_that_are_there(folder: Path) -> None:
    raw = edited(
        exported("xlsx", folder),
        {("H1", "mitigations"): "spare lamp [C99; E1]"},
        {"id": "H3", "item": "lamp", "attribute": "heat", "guide_word": "more", "properties": "P1\nP9"},
    )
    with pytest.raises(InputError) as caught:
        merged("xlsx", raw, folder)
    assert [(d.location.line, d.message) for d in caught.value.diagnostics] == [
        (2, "hazop H1: mitigations: there is no 'C99'"),
        (4, "hazop H3: properties: there is no 'P9' (did you mean 'P1'?)"),
    ]
    assert texts(folder) == FILES


@pytest.mark.parametrize("included", [{}, {"include": ["more.yaml"]}])
def test_a_case_in_flow_style_takes_a_new_row(included: dict[str, Any], tmp_path: Path) -> None:
    data: dict[str, Any] = {"casegen": 1, "case": {"id": "x", "title": "X"}, **included}
    data["hazop"] = [{"id": "H1", "item": "a", "attribute": "b", "guide_word": "no", "deviation": "c"}]
    folder = tmp_path / "flow"
    folder.mkdir()
    (folder / "more.yaml").write_text("properties: []\n")
    (folder / "case.yaml").write_text(json.dumps(data, indent=1))
    more = {"id": "H2", "item": "a", "attribute": "b", "guide_word": "more", "deviation": "d"}
    raw = edited(exported("xlsx", folder), {("H1", "severity"): "critical"}, more)
    assert merged("xlsx", raw, folder) == ["imported/xlsx-t.yaml", "case.yaml"]
    assert [(e.id, e.severity) for e in load(folder).hazop] == [("H1", "critical"), ("H2", None)]
    assert json.loads((folder / "case.yaml").read_text())["include"][-1] == "imported/xlsx-t.yaml"
