"""Every field of every part in every format: a change in the export is named, taken, or listed as kept, never passed over."""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from rich_case import write

from casegen.io import load
from casegen.io.case_writer import plain
from casegen.io.exchange import exchange_format
from casegen.io.exchange.as_exported import merge_plan
from casegen.io.exchange.merge import apply
from casegen.io.exchange.merge_plan import MergePlan, Side
from casegen.io.exchange.not_carried import NOT_CARRIED
from casegen.io.exchange.references import without_dangling
from casegen.model.case import SECTIONS, Case
from casegen.model.diagnostic import InputError

ROOT = Path(__file__).parents[3]
EXAMPLES = ("auv", "inspection", "press", "robot", "monitor")
FORMATS = ("json", "sacm", "gsn", "tea", "ltac", "openpsa")
COMPUTED = {name: {"case: roots"} for name in ("tea", "ltac")}
"""what a reader takes from the tree of claims, so that no file says it"""
MORE = """\
casegen: 1
claims:
  - {id: R1, text: The bulb burns 1000 h, owner: lab, requirement: {measure: {tree: FT}, bound: 0.5, kind: probability-per-mission},
     properties: [P1], review_by: 2999-01-01, undeveloped: true}
house_events:
  - {id: HE, state: true, text: Winter}
defeaters:
  - {id: DF5, target: A1, kind: undermining, text: The mains fail, owner: grid, note: seen, state: refuted, response: They do not,
     refuted_by: boss}
"""
STUDY = "  study: {guide_words: [no, less]}\n  joint_confidence: 0.9\n  limitations: [indoors]\n"


def rich(folder: Path) -> Path:
    write(folder)
    (folder / "more.yaml").write_text(MORE)
    text = (folder / "case.yaml").read_text().replace("roots: [TOP]\n", f"roots: [TOP]\n{STUDY}")
    (folder / "case.yaml").write_text(text.replace("hazards.yaml]", "hazards.yaml, more.yaml]"))
    return folder


def planned(name: str, existing: Case, other: Case, at: Path, side: Side = "stop") -> MergePlan:
    """A merge of the export of ``other`` into ``existing``."""
    chosen = exchange_format(name)
    assert chosen.write is not None
    assert chosen.read is not None
    made = chosen.write(other, f"x.{name}")
    for file, content in made.files.items():
        (at / file).write_bytes(content)
    files = [at / f"x.{name}"]
    known = {s: {p.id for p in getattr(existing, s)} for s in SECTIONS}
    imported = without_dangling(chosen.read(files), known)
    result = merge_plan(chosen, existing, imported, files, side)
    result.decided += imported.decided
    return result


def edits(case: Case) -> Iterator[tuple[str, int, str, Any]]:
    """Each field of each part that holds something, put back to its default, and each text and state changed."""
    places = [("case", 0, case.header)]
    places += [("modules", n, part) for n, part in enumerate(case.modules)]
    places += [(s, n, part) for s in SECTIONS for n, part in enumerate(getattr(case, s))]
    for section, index, part in places:
        for name, info in type(part).model_fields.items():
            value = getattr(part, name)
            if name in ("id", "module"):
                continue
            if not info.is_required() and value != info.get_default(call_default_factory=True):
                yield section, index, name, info.get_default(call_default_factory=True)
            if name in ("text", "title"):
                yield section, index, name, f"{value} and more"
            if name == "state" and section == "defeaters":
                yield from ((section, index, name, s) for s in ("open", "refuted", "accepted") if s != value)


def edited(case: Case, section: str, index: int, name: str, value: Any) -> Case | None:
    """``case`` with a field changed; None where that makes no part."""
    parts = [case.header] if section == "case" else list(getattr(case, section))
    key = type(parts[index]).model_fields[name].alias or name
    data = {k: v for k, v in plain(parts[index]).items() if k != key} | {key: plain(value)}
    try:
        parts[index] = type(parts[index]).model_validate(data)
    except ValidationError:
        return None
    return replace(case, header=parts[0]) if section == "case" else replace(case, **{section: tuple(parts)})


@pytest.mark.parametrize("name", FORMATS)
def test_no_edit_is_passed_over(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    case = load(rich(tmp_path / "case"))
    chosen = exchange_format(name)
    assert chosen.write is not None
    before = list(chosen.write(case, f"x.{name}").files.values())
    same = planned(name, case, case, tmp_path)
    assert not same.conflicts
    assert not same.kept
    passed_over: list[str] = []
    seen: dict[str, int] = {"named": 0, "kept": 0, "not in the file": 0}
    for section, index, field, value in edits(case):
        other = edited(case, section, index, field, value)
        if other is None:
            continue
        what = f"{name}: {section} {index} {field} = {value!r}"
        try:
            file = list(chosen.write(other, f"x.{name}").files.values())
        except InputError:
            continue
        if file == before:
            assert name != "json", what
            seen["not in the file"] += 1
            continue
        made = planned(name, case, other, tmp_path)
        if name == "json":
            assert made.conflicts, what
            taken = planned(name, case, other, tmp_path, "take")
            assert any(
                field in ("premises", *fields) or "from" in fields for fields in taken.changed.values()
            ), what
        listed = {item.what for item in same.decided} | COMPUTED.get(name, set())
        changes = made.conflicts or made.kept or made.added or {*made.decided} != {*same.decided}
        changes = changes or f"{section}: {field}" in listed
        seen["named" if made.conflicts else "kept"] += 1
        if not changes:
            passed_over.append(what)
    assert seen["named"]
    assert not passed_over, "\n".join(passed_over)


@pytest.mark.parametrize(("name", "example"), [*itertools.product((*FORMATS, "csv"), EXAMPLES)])
def test_an_unchanged_export_of_an_example_changes_nothing(name: str, example: str, tmp_path: Path) -> None:
    case = load(ROOT / "examples" / example)
    if name == "openpsa" and not case.trees:
        pytest.skip("no tree")
    for side in ("stop", "take"):
        made = planned(name, case, case, tmp_path, side)  # type: ignore[arg-type]
        assert not made.conflicts
        assert not made.changed
        assert not made.counts()
        assert not made.modules
        assert not made.kept
        assert apply(case, made, "x") == []


@pytest.mark.parametrize("name", ["json", "sacm", "gsn"])
def test_a_refuted_objection_that_is_open_again(name: str, tmp_path: Path) -> None:
    folder = rich(tmp_path / "case")
    case = load(folder)
    index = [d.id for d in case.defeaters].index("DF5")
    other = edited(case, "defeaters", index, "state", "open")
    assert other is not None
    made = planned(name, case, other, tmp_path)
    assert [d.message for d in made.conflicts] == [
        "defeaters DF5: state: the case says 'refuted', the import 'open'"
    ]
    apply(case, planned(name, case, other, tmp_path, "take"), "x")
    assert {d.id: d.state for d in load(folder).defeaters}["DF5"] == "open"
    assert planned(name, load(folder), other, tmp_path).changed == {}


def test_document_control_and_modules_are_taken_in_their_lines(tmp_path: Path) -> None:
    folder = rich(tmp_path / "case")
    case = load(folder)
    other = edited(case, "case", 0, "joint_confidence", None)
    assert other is not None
    other = edited(other, "modules", 1, "title", "Lamp")
    assert other is not None
    apply(case, planned("json", case, other, tmp_path, "take"), "x")
    after = load(folder)
    assert after.header.joint_confidence is None
    assert after.header.study == case.header.study
    assert [m.title for m in after.modules] == ["Main part", "Lamp"]


def test_the_command_says_what_it_keeps(casegen: Callable[..., Any], tmp_path: Path) -> None:
    folder = rich(tmp_path / "case")
    casegen("export", folder, "-f", "json", "-o", tmp_path / "x.json")
    assert casegen("import", folder, tmp_path / "x.json", "-f", "json").out.startswith("nothing to change")
    text = (folder / "more.yaml").read_text()
    (folder / "more.yaml").write_text(text.replace("state: refuted", "state: open"))
    casegen("export", folder, "-f", "json", "-o", tmp_path / "x.json")
    (folder / "more.yaml").write_text(text)
    ran = casegen("import", folder, tmp_path / "x.json", "-f", "json")
    assert ran.code == 2
    assert "defeaters DF5: state: the case says 'refuted', the import 'open'" in ran.err
    ran = casegen("import", folder, tmp_path / "x.json", "-f", "json", "--on-conflict", "keep")
    assert (ran.code, ran.out.strip()) == (
        0,
        "nothing changed: 1 difference listed above, kept as in the case",
    )
    ran = casegen("import", folder, tmp_path / "x.json", "-f", "json", "--on-conflict", "take")
    assert "changed defeaters DF5: state" in ran.out


def test_a_part_that_the_file_lacks_is_kept_and_named(tmp_path: Path) -> None:
    case = load(rich(tmp_path / "case"))
    other = replace(case, residual_doubts=())
    made = planned("json", case, other, tmp_path)
    assert (made.kept, made.changed, made.conflicts) == (1, {}, [])
    assert [str(item) for item in made.decided] == [
        "residual_doubts: not in the import; kept in the case: RD1"
    ]


def test_a_folder_of_documents_becomes_a_case(casegen: Callable[..., Any], tmp_path: Path) -> None:
    folder = rich(tmp_path / "case")
    casegen("export", folder, "-f", "json", "-o", tmp_path / "x.json")
    documents = tmp_path / "documents"
    (documents / "records").mkdir(parents=True)
    (documents / "records" / "report.txt").write_text("Passed\n")
    ran = casegen("import", documents, tmp_path / "x.json", "-f", "json")
    assert ran.code == 0
    assert len(load(documents).claims) == len(load(folder).claims)
    assert (documents / "records" / "report.txt").read_text() == "Passed\n"
    shutil.rmtree(documents)
    documents.mkdir()
    (documents / "main.yaml").write_text("claims: []\n")
    ran = casegen("import", documents, tmp_path / "x.json", "-f", "json")
    assert ran.code == 2
    assert "expected a new or empty folder" in ran.err


MIXED = """\
casegen: 1
case: {{id: x, title: Pump, roots: [C], authors: [A. Nother]}}
claims:
  - {{id: C, text: The pump is safe}}
  - {{id: C1, text: The seal is tight, {seal}}}
  - {{id: C2, text: The cup is whole{cup}}}
  - {{id: C3, text: Seal and cup are all that can leak, assumed: "Drawing 4, sheet 2, shows both", accepted_by: R. Viewer}}
arguments:
  - {{id: A, text: By its parts, block: decomposition, supports: C, from: [C1, C2], side_claims: [C3]}}
{more}
"""
ACCEPTED = 'assumed: "Test report 4, section {}", accepted_by: R. Viewer'


def test_a_claim_that_is_better_than_on_both_sides_is_named(
    casegen: Callable[..., Any], tmp_path: Path
) -> None:
    """The case supports one part, the import the other; the merge supports both, and says that neither side did."""
    own = MIXED.format(seal="undeveloped: true", cup=f", {ACCEPTED.format(3)}", more="")
    other = MIXED.format(seal=ACCEPTED.format(2), cup="", more="")
    for name, text in {"case": own, "other": other}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "case.yaml").write_text(text)
    at = tmp_path / "other.json"
    casegen("export", tmp_path / "other", "-f", "json", "-o", at)
    text = at.read_text()
    whole = text.replace(
        '"text": "The cup is whole"',
        '"text": "The cup is whole",' + ' "assumed": "Test report 4, section 3", "accepted_by": "R. Viewer"',
    )
    partial = text.replace('  {\n   "id": "C2",\n   "text": "The cup is whole"\n  },\n', "")
    assert len({text, whole, partial}) == 3
    said = {}
    for name, document in (("whole", whole), ("partial", partial)):
        folder = tmp_path / name
        shutil.copytree(tmp_path / "case", folder)
        at.write_text(document)
        ran = casegen("import", folder, at, "-f", "json", "--on-conflict", "take", "--json")
        assert ran.code == 0, ran.err
        said[name] = [i["item"] for i in ran.json["decided"] if "behind the merge" in i["reason"]]
    assert said == {"whole": [], "partial": ["claim C", "claim C1"]}


def test_what_the_import_lost_is_not_lent_to_it_by_the_case(
    casegen: Callable[..., Any], tmp_path: Path
) -> None:
    """The import conceded an objection and had no residual doubt for it: it held by the case's, and nothing was named."""
    conceded = "defeaters: [{id: D, target: A, kind: undercutting, state: accepted, text: Drips at the lid, response: Seen}]"
    doubt = "residual_doubts: [{id: R, target: D, text: Drips, reason: They are caught below, accepted_by: O. Owner, owner: A. Nother}]"
    parts = {"seal": ACCEPTED.format(2), "more": f"{conceded}\n{doubt}"}
    own, other = (MIXED.format(cup=cup, **parts) for cup in ("", f", {ACCEPTED.format(3)}"))
    for name, text in {"case": own, "other": other}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "case.yaml").write_text(text)
    at = tmp_path / "other.json"
    casegen("export", tmp_path / "other", "-f", "json", "-o", at)
    document = json.loads(at.read_text())
    assert document.pop("residual_doubts")
    at.write_text(json.dumps(document))
    ran = casegen("import", tmp_path / "case", at, "-f", "json", "--on-conflict", "take", "--json")
    assert ran.code == 0, ran.err
    assert [i["item"] for i in ran.json["decided"] if "behind the merge" in i["reason"]] == ["claim C"]


def test_a_sheet_that_is_gone_is_named(casegen: Callable[..., Any], tmp_path: Path) -> None:
    import openpyxl

    folder, at = rich(tmp_path / "case"), tmp_path / "x.xlsx"
    casegen("export", folder, "-f", "xlsx", "-o", at)
    assert casegen("import", folder, at, "-f", "xlsx").out.startswith("nothing to change")
    book = openpyxl.load_workbook(at)
    del book["HAZOP"]
    book.save(at)
    ran = casegen("import", folder, at, "-f", "xlsx")
    assert ran.code == 0
    assert ran.out.startswith("nothing changed: 1 difference")
    assert "sheet HAZOP: the workbook does not have it; hazop of the case are kept: H1, H2" in ran.err


def _with(case: Case, **update: Any) -> Case:
    """``case`` with a field of its first claim, of its first context or of its header changed."""
    [(name, value)] = update.items()
    if name == "joint_confidence":
        return replace(case, header=case.header.altered(update=update))
    section = "contexts" if name == "state" else "claims"
    first, *rest = getattr(case, section)
    return replace(case, **{section: (first.altered(update={name: value}), *rest)})


@pytest.mark.parametrize("name", ["ltac", "tea"])
@pytest.mark.parametrize(
    "update",
    [{"doubt": 0.9}, {"state": "false"}, {"joint_confidence": 0.97}, {"review_by": date(2001, 1, 1)}],
    ids=str,
)
def test_an_objection_to_what_only_the_other_case_has_comes_along(
    name: str, update: dict[str, Any], tmp_path: Path
) -> None:
    """It stood open in the file, was taken for one that the case's own export has, and "nothing to change" was said."""
    case = load(rich(tmp_path / "case"))
    other = _with(case, **update)
    made = planned(name, case, other, tmp_path)
    texts = [str(one.text) for one in made.added.get("defeaters", [])]
    assert [text for text in texts if text.startswith(NOT_CARRIED)], (made.added, made.conflicts)
    back = planned(name, other, other, tmp_path)
    assert not back.added.get("defeaters")
