"""Drawings: every node in full once, true shapes, probabilities, transfers that lead somewhere, valid XML."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from casegen.model.diagnostic import MissingDependencyError
from casegen.model.results import Assessment
from casegen.render import layout, write_svgs
from casegen.render.diagrams import all_diagrams, standalone
from casegen.render.diagrams.tree import importance_class
from casegen.render.layout import Edge, LayoutGraph, lay_out
from casegen.render.wording import number


@pytest.fixture(scope="module")
def drawn(assessment: Assessment) -> dict[str, object]:
    return {diagram.name: diagram for diagram in all_diagrams(assessment)}


def bodies(drawn, tree: str) -> str:
    """All sheets of a tree."""
    return "".join(d.body for d in drawn.values() if d.subject == tree)


def test_every_node_of_the_argument_is_drawn_in_full_once(assessment: Assessment, drawn) -> None:
    shown = [name for d in drawn.values() if d.kind == "argument" for name in d.shown]
    assert len(shown) == len(set(shown))
    supporting = {c.id for c in assessment.case.claims} | {a.id for a in assessment.case.arguments}
    assert supporting | {e.id for e in assessment.case.evidence} <= set(shown)


def test_every_transfer_leads_to_a_drawing_and_back(drawn) -> None:
    for diagram in drawn.values():
        for going in diagram.continuations:
            assert going.name in drawn
            back = {c.name for c in drawn[going.name].continuations}
            assert diagram.name in back, (diagram.name, going)


def test_files_are_well_formed_and_described(assessment: Assessment, tmp_path) -> None:
    paths = write_svgs(assessment, tmp_path)
    assert len(paths) == len(set(paths)) == len(list(tmp_path.iterdir()))
    for path in paths:
        root = ET.parse(path).getroot()
        names = [child.tag.rpartition("}")[2] for child in root]
        assert names[:2] == ["title", "desc"]
        assert all(child.text for child in list(root)[:2])
        text = path.read_text("utf-8")
        assert "style=" not in text
        assert "href=" not in text.replace('xmlns="http', "")


def test_gates_carry_the_shape_of_their_type(drawn) -> None:
    gallery = bodies(drawn, "depth-gallery")
    for label in ("PAND", "=1", "2/3", "2–2/3"):
        assert f">{label}<" in gallery
    main = bodies(drawn, "loss-of-distance")
    assert "<ellipse" in main  # the condition of the inhibit gate
    assert ">true<" in gallery  # the house event


def test_every_gate_and_event_shows_its_probability(assessment: Assessment, drawn) -> None:
    result = assessment.trees["loss-of-distance"]
    body = bodies(drawn, "loss-of-distance")
    for value in [*result.gates.values(), *(event.probability for event in result.events.values())]:
        assert f"P = {number(value)}" in body
    assert "≤ 0.0041 at 95\u202f%" in body  # a bound where there is one


def test_leading_cut_set_is_marked_up_to_the_top(assessment: Assessment, drawn) -> None:
    leading = assessment.trees["loss-of-distance"].cut_sets[0]
    assert leading.events == ("thruster-stuck",)
    body = bodies(drawn, "loss-of-distance")
    marked = re.findall(r'class="box cut".*?class="b m">([^<]+)<', body)
    assert set(marked) == {"TE", "IE-motion", "thruster-stuck"}


@pytest.mark.parametrize(
    ("share", "css"), [(None, ""), (0.009, ""), (0.01, "low"), (0.1, "mid"), (0.5, "high"), (-0.2, "")]
)
def test_importance_classes(share: float | None, css: str) -> None:
    assert importance_class(share) == css


def test_boxes_never_overlap(assessment: Assessment, drawn) -> None:
    for diagram in drawn.values():
        boxes = [
            tuple(float(v) for v in item)
            for item in re.findall(
                r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"[^>]*class="(?:shape|box)',
                diagram.body,
            )
        ]
        for i, (x, y, w, h) in enumerate(boxes):
            assert x >= -1
            assert x + w <= diagram.width
            assert y + h <= diagram.height
            for x2, y2, w2, h2 in boxes[i + 1 :]:
                assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y, diagram.name


@pytest.mark.slow
def test_drawings_are_the_same_twice(assessment: Assessment) -> None:
    assert [standalone(d) for d in all_diagrams(assessment)] == [
        standalone(d) for d in all_diagrams(assessment)
    ]


def test_many_graphs_are_laid_out_in_order() -> None:
    graphs = [LayoutGraph({"a": (10.0 + i, 10.0), "b": (10.0, 10.0)}, [Edge("a", "b")]) for i in range(60)]
    widths = [placed.width for placed in lay_out(graphs)]
    assert widths == sorted(widths)
    assert all(placed.centres["a"][1] < placed.centres["b"][1] for placed in lay_out(graphs[:3]))


def test_missing_layout_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASEGEN_DOT", "/nowhere/dot")
    with pytest.raises(MissingDependencyError, match="CASEGEN_DOT"):
        layout.layout_program()
    monkeypatch.delenv("CASEGEN_DOT")
    assert layout.layout_program().exists()


def test_a_setting_of_old_versions_of_graphviz_does_not_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GV_FILE_PATH", "/nowhere")
    assert lay_out([LayoutGraph({"a": (10.0, 10.0)}, [])])[0].width > 0


@pytest.mark.slow
def test_changed_parts_bear_a_tag_that_needs_no_colour(assessment: Assessment) -> None:
    claim, event = assessment.case.header.roots[0], next(iter(assessment.case.event))
    drawn = all_diagrams(assessment, {claim: "changed", event: "added"})
    [sheet] = [d for d in drawn if d.kind == "argument" and "Δ changed" in d.body]
    assert f"Changed: {claim}." in sheet.alt
    trees = [d for d in drawn if d.kind == "tree" and "+ new" in d.body]
    assert trees
    assert all(f"New: {event}." in d.alt for d in trees)
    assert not any("Δ changed" in d.body or "+ new" in d.body for d in all_diagrams(assessment))
