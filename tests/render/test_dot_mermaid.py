"""DOT and Mermaid text: every node and link, quoted so that Graphviz and Mermaid read it back."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from fixture_case import with_hostile_text

from casegen.assessment.assess import assess
from casegen.io.folder import load
from casegen.model.results import Assessment
from casegen.render import write_texts
from casegen.render.dot_mermaid import argument_sketch, dot, mermaid, tree_sketch
from casegen.render.layout import layout_program
from casegen.render.wording import bounds

HOSTILE = 'a "quote" \\" ]; } click x "javascript:1" <b> #59; `r` \\n %% --> [[x]] {y} |z|'


def test_files_for_the_argument_and_every_tree(assessment: Assessment, tmp_path) -> None:
    names = {path.name for path in write_texts(assessment, tmp_path)}
    assert names == {f"{stem}.{suffix}" for stem in ("argument", "tree-loss-of-distance", "tree-depth-gallery")
                     for suffix in ("dot", "mmd")}  # fmt: skip


def test_every_supporting_node_and_link_is_there(assessment: Assessment) -> None:
    sketch = argument_sketch(assessment)
    case = assessment.case
    wanted = {(a.supports, a.id) for a in case.arguments}
    wanted |= {(a.id, p) for a in case.arguments for p in (*a.premises, *a.side_claims)}
    assert {(above, below) for above, below, *_ in sketch.links} == wanted
    assert {(above, below) for above, below, dashed, _ in sketch.links if dashed} == {
        (a.id, side) for a in case.arguments for side in a.side_claims
    }


@pytest.mark.parametrize("hostile", [False, True])
def test_graphviz_reads_the_dot_text(assessment: Assessment, hostile: bool) -> None:
    shown = with_hostile_text(assessment, HOSTILE) if hostile else assessment
    for sketch in (argument_sketch(shown), *(tree_sketch(shown, tree) for tree in shown.case.trees)):
        done = subprocess.run(
            [str(layout_program()), "-Tjson"], input=dot(sketch), capture_output=True, text=True, check=True
        )
        graph = json.loads(done.stdout)
        assert len(graph["objects"]) == len(sketch.boxes)
        assert len(graph["edges"]) == len(sketch.links)


def test_mermaid_labels_cannot_leave_their_quotes(assessment: Assessment) -> None:
    text = mermaid(argument_sketch(with_hostile_text(assessment, HOSTILE)))
    for line in text.splitlines()[1:]:
        assert re.fullmatch(
            r'n\d+(?:\(\[|\[\[|\[/|\[|\(\()"[^"`\\{}|\[\]]*"(?:\]\)|\]\]|/\]|\]|\)\))(?::::[a-z]+)?'
            r"|n\d+ (?:-->|-\.->) n\d+|classDef [a-z]+ [^\"]+",
            line,
        ), line
    assert "P = 9.74\u202f×\u202f10⁻⁴" in mermaid(tree_sketch(assessment, assessment.case.trees[0]))


@pytest.mark.slow
def test_a_tree_s_text_names_house_states_bounds_and_common_causes() -> None:
    vehicle = assess(load(Path(__file__).parents[2] / "examples/auv"))
    (tree,) = [tree for tree in vehicle.case.trees if tree.id == "FT-SD"]
    lines = {box.name: " | ".join(box.lines) for box in tree_sketch(vehicle, tree).boxes}
    assert "house event, false" in lines["HE-NO-MONITOR"]
    assert "CCF-THRUSTERS" in lines["BE-T1"] or "common cause" in lines["BE-T1"]
    top, measured = vehicle.trees["FT-SD"].top, vehicle.trees["FT-SD"].events["BE-CLS"]
    for name, known in (("TE-SD", top), ("BE-CLS", measured)):
        assert bounds(known.lower, known.upper, known.confidence, short=True) in lines[name]
    assert "[" not in lines["BE-CONTROL"]


def test_the_texts_are_in_the_language_of_the_case(assessment: Assessment, tmp_path: Path) -> None:
    (tmp_path / "document.yaml").write_text("document: {language: de}\n", "utf8")
    german = replace(assessment, case=replace(assessment.case, root=tmp_path))
    text = "".join(path.read_text("utf8") for path in write_texts(german, tmp_path / "out"))
    assert "Gestützt" in text
    assert "Supported" not in text
