"""Numbers of trees that come from stale evidence carry their mark in every drawing and every table, fresh ones none."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from casegen.assessment.assess import Session
from casegen.io import load
from casegen.model.results import Assessment, Freshness
from casegen.render import write_svgs
from casegen.render.boards import boards
from casegen.render.document_settings import read_custom
from casegen.render.dot_mermaid import texts
from casegen.render.language import use_language
from casegen.render.report import build_report

PRESS = Path(__file__).parents[2] / "examples" / "press"
MONITOR = Path(__file__).parents[2] / "examples" / "monitor"


def press(at: Path, how: str, language: str = "en") -> Assessment:
    """The press with a record that changed since it was measured, or with a result that somebody edited."""
    shutil.copytree(PRESS, at)
    (at / "document.yaml").write_text(f"document: {{language: {language}}}\n")
    if how == "changed":
        (at / "records" / "curtain.csv").write_text("entry,demands,failures\nlot 7,1600,0\nlot 9,1480,9\n")
    if how == "forged":
        (result,) = (at / "results").glob("EV-CURTAIN-*.json")
        document = json.loads(result.read_text())
        measure = next(one for one in document["measures"].values() if one.get("upper"))
        measure["upper"] = measure["upper"] / 10
        text = json.dumps(document, indent=1)
        result.unlink()
        (result.parent / f"EV-CURTAIN-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json").write_text(text)
    return Session.open(load(at)).assess()


@pytest.mark.parametrize(("language", "mark"), [("en", "(out of date)"), ("de", "(veraltet)")])
def test_drawn_numbers_of_stale_evidence_are_marked(tmp_path: Path, language: str, mark: str) -> None:
    """The event and the top that it makes occur, in every kind of drawing; the events beside it are as they were."""
    case = press(tmp_path / "press", "changed", language)
    with use_language(read_custom(case.case.root).language):
        drawn = dict(texts(case))
        paths = write_svgs(case, tmp_path / "svg")
        (board,) = [one for one in boards(case) if one["id"] == "FT-PRESS"]
    for name in ("tree-FT-PRESS.dot", "tree-FT-PRESS.mmd"):
        rows = [row for row in drawn[name].splitlines() if "P = " in row]
        assert len(rows) == 4
        old = [row for row in rows if mark in row]
        assert [id for row in old for id in ("HAND", "BE-CURTAIN") if id in row] == ["HAND", "BE-CURTAIN"]
        assert len(old) == 2
    (sheet,) = [path.read_text() for path in paths if "tree-FT-PRESS" in path.name]
    assert sheet.count(f">{mark}<") == 2
    assert mark in sheet[sheet.index("<desc") : sheet.index("</desc>")]
    marked = {id for id, number in zip(board["ids"], board["numbers"], strict=True) if mark in number}
    assert marked == {"HAND", "BE-CURTAIN"}


def test_a_forged_result_is_marked_like_a_changed_one(tmp_path: Path) -> None:
    case = press(tmp_path / "press", "forged")
    assert case.evidence["EV-CURTAIN"].freshness is Freshness.STALE
    assert dict(texts(case))["tree-FT-PRESS.dot"].count("(out of date)") == 2


def test_a_fresh_case_has_no_mark(tmp_path: Path) -> None:
    case = press(tmp_path / "press", "fresh")
    assert "out of date" not in "".join(text for _, text in texts(case))
    assert all("out of date" not in path.read_text() for path in write_svgs(case, tmp_path / "svg"))
    (tree,) = build_report(case).sections["trees"]
    assert "out of date" not in json.dumps(tree)
    assert case.trees["FT-PRESS"].exact


def test_tables_of_a_stale_tree_mark_top_gates_and_cut_sets(tmp_path: Path) -> None:
    (tree,) = build_report(press(tmp_path / "press", "changed")).sections["trees"]
    assert tree["value"].endswith("(out of date)")
    assert "exact" not in tree["method"]
    assert all(gate["probability"].endswith("(out of date)") for gate in tree["gates"])
    old = {row["events"][0]["id"] for row in tree["cut_sets"] if "(out of date)" in row["probability"]}
    assert old == {"BE-CURTAIN"}


def test_cards_of_a_scenario_and_its_title_are_marked(tmp_path: Path) -> None:
    shutil.copytree(MONITOR, at := tmp_path / "monitor")
    recipe = at / "evidence.yaml"
    recipe.write_text(recipe.read_text().replace("episodes: 1000", "episodes: 1001"))
    case = Session.open(load(at)).assess()
    (drawn,) = [
        path.read_text() for path in write_svgs(case, tmp_path / "svg") if "scenario-HS1" in path.name
    ]
    assert drawn.count(">(out of date)<") >= 2
    assert "(numbers out of date)" in drawn
    tree = case.trees["FT-STRIKE"]
    assert tree.stale_items == ("EV-CROSSING",)
    assert not tree.is_stale("BE-BRAKES")
    assert "IE-UNSEEN" in tree.stale_gates
    assert not case.trees["FT-WRONG"].stale_items


def test_an_event_that_is_set_by_hand_is_not_stale(tmp_path: Path) -> None:
    from casegen.assessment.assess import Change

    press(tmp_path / "press", "changed")
    tree = (
        Session.open(load(tmp_path / "press")).assess((Change(0.001, event="BE-CURTAIN"),)).trees["FT-PRESS"]
    )
    assert (tree.stale, tree.stale_items, tree.stale_gates) == (False, (), frozenset())
