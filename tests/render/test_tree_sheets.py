"""Fault-tree sheets: transfers stand at the gate they lead to, wide gates fit on paper, nothing a gate needs is lost."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

from casegen import load
from casegen.assessment.assess import assess
from casegen.model.quantity import Estimate, MeasureKind
from casegen.model.results import Assessment, EventResult, TreeResult
from casegen.render.diagrams import Diagram, all_diagrams
from casegen.render.diagrams.diagram import fits_paper
from casegen.render.diagrams.tree import BOX, PAD, drawn_tree, event_numbers
from casegen.render.dot_mermaid import dot, mermaid, tree_sketch
from casegen.render.fonts import metrics
from casegen.render.html import html_page
from casegen.render.language import shipped_language, use_language
from casegen.render.layout import COLUMN_GAP, Edge, LayoutGraph, lay_out
from casegen.render.pdf import begin_pdf
from casegen.render.prose.chapters import pieces_of
from casegen.render.prose.markdown import markdown
from casegen.render.report import build_report
from casegen.render.report.links import Links
from casegen.render.report.trees import tree_rows

TEXT = """
casegen: 1
case: {id: robot, title: Robot}
events:
  - {id: A, text: A fails, model: {type: constant, probability: 1.0e-3}, source: handbook}
  - {id: B, text: B fails, model: {type: constant, probability: 2.0e-3}, source: handbook}
  - {id: C, text: C fails, model: {type: constant, probability: 3.0e-3}, source: handbook}
  - {id: DARK, text: It is dark, conditional: true, model: {type: constant, probability: 0.3}, source: clock}
  - {id: P1, text: Pump 1 fails}
  - {id: P2, text: Pump 2 fails}
common_cause:
  - {id: CCF-PUMPS, text: Dirt, model: beta-factor, members: [P1, P2], factors: [0.1],
     total: {type: constant, probability: 1.0e-2}}
trees:
  - id: FT-1
    top: TOP-1
    gates:
      - {id: TOP-1, type: or, inputs: [LEFT, SHARED, PUMPS]}
      - {id: LEFT, type: inhibit, inputs: [A], condition: DARK, text: Missed in the dark}
      - {id: SHARED, type: cardinality, k: 1, k_max: 2, inputs: [A, B, C], text: Used by both trees}
      - {id: PUMPS, type: and, inputs: [P1, P2, {type: or, inputs: [B, C]}]}
  - id: FT-2
    top: TOP-2
    gates:
      - {id: TOP-2, type: or, inputs: [SHARED, C]}
"""


def assessed(folder: Path, text: str) -> Assessment:
    (folder / "case.yaml").write_text(text, "utf-8")
    return assess(load(folder))


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> Assessment:
    return assessed(tmp_path_factory.mktemp("robot"), TEXT)


@pytest.fixture(scope="module")
def sheets(robot: Assessment) -> dict[str, Diagram]:
    return {d.name: d for d in all_diagrams(robot)}


def centre_of(diagram: Diagram, name: str) -> float:
    result = re.search(rf'<text x="([\d.]+)" y="[\d.]+" class="b m">{name}<', diagram.body)
    assert result is not None
    return float(result[1])


def triangles(diagram: Diagram) -> list[float]:
    """The middle of every triangle that says: from another sheet."""
    return [
        float(x)
        for x, text in re.findall(r'<path d="M ([\d.]+) [^"]*Z" class="pagemark"/>(<text)?', diagram.body)
        if not text
    ]


def test_the_triangle_of_a_transfer_stands_at_the_called_gate(sheets: dict[str, Diagram]) -> None:
    called = sheets["sheet-tree-FT-1-1"]
    assert [round(centre_of(called, "SHARED") - x) for x in triangles(called)] == [47]
    assert "used by: FT-2" in called.body
    assert [(c.name, c.label, c.upwards) for c in called.continuations] == [
        ("sheet-tree-FT-2-1", "FT-2, sheet 1 (SHARED)", True)
    ]
    assert triangles(sheets["sheet-tree-FT-2-1"]) == []
    assert "see FT-1, sheet 1" in " ".join(re.findall(r">([^<]+)</text>", sheets["sheet-tree-FT-2-1"].body))


def test_a_gate_used_twice_on_its_sheet_bears_the_triangle_too(tmp_path: Path) -> None:
    text = TEXT.replace("inputs: [P1, P2, {type: or, inputs: [B, C]}]", "inputs: [P1, SHARED]")
    drawn = {d.name: d for d in all_diagrams(assessed(tmp_path, text))}
    sheet = drawn["sheet-tree-FT-1-1"]
    assert len(triangles(sheet)) == 1
    words = " ".join(re.findall(r">([^<]+)</text>", sheet.body))
    assert "used by: sheet 1, FT-2" in words, words
    assert all(c.name != sheet.name for c in sheet.continuations)


def test_members_of_a_common_cause_group_are_marked(sheets: dict[str, Diagram]) -> None:
    words = " ".join(re.findall(r">([^<]+)</text>", sheets["sheet-tree-FT-1-1"].body))
    assert words.count("CC ") + words.endswith("CC") == 2
    assert words.count("common cause:") == words.count("CCF-PUMPS") == 2


def test_the_tables_of_gates_tell_condition_counts_and_nested_inputs(robot: Assessment) -> None:
    rows = {row["id"]: row for row in tree_rows(robot, Links(robot.case))[0]["gates"]}
    assert rows["LEFT"]["kind"] == "inhibit if DARK"
    assert rows["SHARED"]["kind"] == "cardinality 1–2/3"
    assert rows["PUMPS"]["inputs"] == "P1, P2, (or: B, C)"
    text = markdown(list(pieces_of(build_report(robot))), "")
    wanted = ("inhibit if DARK", "cardinality 1–2/3", "P1, P2, (or: B, C)")
    assert [words for words in wanted if words not in text] == []
    [cells] = re.findall(r'<tr[^>]*id="gate-LEFT".*?</tr>', html_page(robot), re.S)
    assert "inhibit if DARK" in re.sub(r"<[^>]+>", "", cells)


def test_texts_for_wikis_tell_condition_and_both_counts(robot: Assessment) -> None:
    sketch = tree_sketch(robot, robot.case.trees[0])
    for text in (dot(sketch), mermaid(sketch)):
        assert "1–2/3" in text
        assert "INHIBIT if DARK" in text


def wide(count: int, kind: str = "event") -> str:
    """A case with one gate over ``count`` inputs: events, or gates over two events each."""
    lines = [
        "casegen: 1",
        "case: {id: wide, title: Wide}",
        "events:",
        *(
            f"  - {{id: E{i}, text: Event number {i}, model: {{type: constant, probability: 1.0e-4}}, source: data sheet}}"
            for i in range(count)
        ),
        "trees:",
        "  - id: FT",
        "    top: TOP",
        "    gates:",
    ]
    if kind == "event":
        lines.append(f"      - {{id: TOP, type: or, inputs: [{', '.join(f'E{i}' for i in range(count))}]}}")
    else:
        lines.append(f"      - {{id: TOP, type: or, inputs: [{', '.join(f'G{i}' for i in range(count))}]}}")
        lines += [
            f"      - {{id: G{i}, type: and, inputs: [E{i}, E{(i + 1) % count}]}}" for i in range(count)
        ]
    return "\n".join(lines) + "\n"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["event", "gate"])
def test_a_gate_with_300_inputs_fits_on_paper_and_loses_none(kind: str, tmp_path: Path) -> None:
    drawn = all_diagrams(assessed(tmp_path, wide(300, kind)))
    assert all(fits_paper(d.width, d.height) for d in drawn), [(d.name, d.width, d.height) for d in drawn]
    shown = [name for d in drawn for name in d.shown]
    assert {f"E{i}" for i in range(300)} <= set(shown)
    if kind == "gate":
        assert {f"G{i}" for i in range(300)} <= set(shown)
    assert (
        "inputs 29 to 56 of 300" in " ".join(re.findall(r">([^<]+)</text>", drawn[1].body)) or kind == "gate"
    )
    names = {d.name for d in drawn}
    for diagram in drawn:
        assert all(c.name in names for c in diagram.continuations)


def wide_argument(count: int) -> str:
    """A case whose top claim rests on ``count`` claims."""
    claims = "".join(
        f"  - {{id: C{i}, text: Part number {i} of the vehicle is safe}}\n" for i in range(count)
    )
    return (
        "casegen: 1\ncase: {id: wide, title: Wide, roots: [C0]}\nclaims:\n" + claims + "arguments:\n"
        f"  - {{id: A, supports: C0, block: decomposition, from: [{', '.join(f'C{i}' for i in range(1, count))}], text: By part}}\n"
    )


@pytest.mark.slow
def test_an_argument_over_300_claims_fits_on_paper_and_loses_none(tmp_path: Path) -> None:
    drawn = [d for d in all_diagrams(assessed(tmp_path, wide_argument(301))) if d.kind == "argument"]
    assert all(fits_paper(d.width, d.height) for d in drawn), [(d.name, d.width, d.height) for d in drawn]
    shown = [name for d in drawn for name in d.shown]
    assert sorted(shown) == sorted([*(f"C{i}" for i in range(301)), "A"])
    assert "(A: inputs 21 to 40 of 300)" in drawn[1].title
    assert {c.name for c in drawn[0].continuations} == {d.name for d in drawn[1:]}
    for further in drawn[1:]:
        assert [(c.name, c.upwards) for c in further.continuations] == [(drawn[0].name, True)]


def test_a_column_keeps_its_place_when_the_layout_is_shared() -> None:
    graph = LayoutGraph(
        {"a": (40.0, 20.0), "b": (30.0, 10.0), "c": (30.0, 16.0)}, [Edge("a", "b"), Edge("a", "c")],
        columns=(("b", "c"),),
    )  # fmt: skip
    same = LayoutGraph(
        {"x": (40.0, 20.0), "y": (30.0, 10.0), "z": (30.0, 16.0)}, [Edge("x", "y"), Edge("x", "z")],
        columns=(("y", "z"),),
    )  # fmt: skip
    first, second = lay_out([graph, same])
    assert list(first.centres.values()) == list(second.centres.values())
    (_, above), (_, below) = first.centres["b"], first.centres["c"]
    assert below - above == pytest.approx(5.0 + COLUMN_GAP + 8.0)
    assert first.centres["b"][0] == pytest.approx(first.centres["c"][0])


@pytest.mark.slow
def test_sheets_of_a_tree_are_printed_in_order(tmp_path: Path) -> None:
    """Wide sheets are printed on pages on their side, the last, small one upright."""
    built = assessed(tmp_path, wide(60))
    drawn = [d.alt for d in all_diagrams(built) if d.kind == "tree"]
    assert len(drawn) == 3
    with pikepdf.open(io.BytesIO(begin_pdf(built)())) as pdf:
        printed = [str(o.get("/Alt")) for o in figures_in_order(pdf.Root.StructTreeRoot)]
    assert [alt for alt in printed if alt in drawn] == drawn


def figures_in_order(node: pikepdf.Object) -> Iterator[pikepdf.Dictionary]:
    """The figures of a tagged PDF in reading order."""
    if isinstance(node, pikepdf.Array):
        for one in node:
            yield from figures_in_order(one)
    elif isinstance(node, pikepdf.Dictionary):
        if node.get("/S") == pikepdf.Name("/Figure"):
            yield node
        if "/K" in node:
            yield from figures_in_order(node["/K"])


def test_numbers_of_an_event_never_leave_its_box(robot: Assessment) -> None:
    wide = EventResult("A", 6.81e-5, None, None, None, "", {"fussell_vesely": 5.62e-10})
    narrow = EventResult("B", 0.01, None, None, None, "", {"fussell_vesely": 0.12})
    sure = EventResult("C", 0.99999, 0.999, 0.999999, 0.975, "", {"fussell_vesely": 0.99999999})
    top = Estimate(value=0.01, kind=MeasureKind.PER_DEMAND)
    result = TreeResult("FT", top, events={"A": wide, "B": narrow, "C": sure})
    view = replace(drawn_tree(robot, robot.case.trees[0]), result=result)
    assert len(event_numbers(view, "B")) == 1
    assert len(event_numbers(view, "A")) == 2
    for name in "ABC":
        lines = event_numbers(view, name)
        assert any(line.endswith(("10⁻¹⁰", "0.12", "0.99999999")) for line in lines), lines
        assert all(metrics().width(line, 10) <= BOX - 2 * PAD for line in lines), lines


@pytest.mark.parametrize(
    ("language", "message"), [("en", "2 transferred gates"), ("de", "2 Verweise auf Gatter")]
)
def test_the_alternative_text_counts_the_gates_that_stand_on_another_sheet(
    tmp_path: Path, language: str, message: str
) -> None:
    """A sheet that shows nothing else below its gate said that there is nothing."""
    text = TEXT.replace("inputs: [SHARED, C]}", "inputs: [SHARED, LEFT]}")
    case = assessed(tmp_path, text)
    with use_language(shipped_language(language)):
        drawn = {d.name: d.alt for d in all_diagrams(case)}
    assert message in drawn["sheet-tree-FT-2-1"]
    assert not [alt for name, alt in drawn.items() if "FT-1" in name and message.split(" ", 1)[1] in alt]
