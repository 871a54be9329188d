"""German documents name gates, models, spans and problems of trees in German; English ones as the files do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casegen.assessment.assess import assess
from casegen.fta.study.sensitivity import _at_bounds, _by_factor
from casegen.io import load
from casegen.model.fault_tree import Gate
from casegen.render.language import in_words, shipped_language, use_language
from casegen.render.report.links import Links
from casegen.render.report.trees import gate_kind, tree_rows
from tests.false_support import edited, folder
from tests.false_support.bases import calculation

VOTE = Gate.model_validate({"id": "G", "type": "atleast", "k": 2, "inputs": ["A", "B", "C"]})
BLOCK = Gate.model_validate({"id": "G", "type": "inhibit", "inputs": ["A"], "condition": "HE"})


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("atleast 2/3", "inhibit if HE", "factor 10", "bounds at 0.95", "cannot be quantified")),
        (
            "de",
            ("mindestens 2/3", "Sperre wenn HE", "Faktor 10", "Schranken zu 0.95", "nicht quantifizieren"),
        ),
    ],
)
def test_words_of_trees(tmp_path: Path, language: str, words: tuple[str, ...]) -> None:
    edits: dict[str, Any] = {"events.E1": {"id": "E1", "text": "Nobody knows", "component": "E1"}}
    result = assess(load(folder(tmp_path / "case", edited(calculation(), edits))))
    with use_language(shipped_language(language)):
        (row,) = tree_rows(result, Links(result.case))
        shown = (gate_kind(VOTE), gate_kind(BLOCK), in_words(_by_factor(10.0)), in_words(_at_bounds(0.95)))
        assert shown == words[:4]
        assert words[4] in row["problem"]


def test_models_are_named(tmp_path: Path) -> None:
    edits: dict[str, Any] = {
        "events.E1.model": {"type": "periodic-test", "failure_rate": 1e-6, "interval": 720, "first": 720},
        "trees.FT.mission_time": 100, "trees.FT.kind": "probability-per-mission",
        "claims.C1.requirement": {"measure": {"tree": "FT"}, "bound": 0.1, "kind": "probability-per-mission"},
    }  # fmt: skip
    result = assess(load(folder(tmp_path / "case", edited(calculation(), edits))))
    with use_language(shipped_language("de")):
        (row,) = tree_rows(result, Links(result.case))
    assert "wiederkehrende Prüfung" in next(e for e in row["events"] if e["id"] == "E1")["source"]
