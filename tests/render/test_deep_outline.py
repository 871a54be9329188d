"""An outline of sixty levels: what is too deep for an indent of its own states its level."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.render.html import html_page
from casegen.render.prose.chapters import pieces_of
from casegen.render.prose.markdown import markdown
from casegen.render.report import build_report
from casegen.render.report.argument import LEVELS_INDENTED
from tests.page_scripts import DOCUMENTS

LEVELS = 30


@pytest.mark.slow
def test_rows_too_deep_for_an_indent_state_their_level(tmp_path: Path) -> None:
    claims = [{"id": f"C{n}", "text": f"Part {n} is safe", "owner": "A. Author"} for n in range(LEVELS)]
    steps = [
        {
            "id": f"A{n}",
            "supports": f"C{n}",
            "block": "decomposition",
            "text": "By parts",
            "from": [f"C{n + 1}"],
        }
        for n in range(LEVELS - 1)
    ]
    case = {
        "casegen": 1,
        "case": {"id": "deep", "title": "Deep", "roots": ["C0"]},
        "claims": claims,
        "arguments": steps,
    }
    (tmp_path / "case.yaml").write_text(yaml.safe_dump(case), "utf8")
    assessed = assess(load(tmp_path))
    report = build_report(assessed)
    rows = report.sections["outline"]
    assert max(row["depth"] for row in rows) == 2 * (LEVELS - 1)
    for row in rows:
        assert row["level"] == (f"level {row['depth'] + 1}" if row["depth"] >= LEVELS_INDENTED else "")
    deepest = f"level {2 * LEVELS - 1}"
    assert deepest in html_page(assessed)
    assert deepest in markdown([*pieces_of(report)], "")


def test_the_indent_of_the_page_ends_where_levels_are_stated() -> None:
    css = (DOCUMENTS / "page.css").read_text("utf8")
    rule = re.search(r"\.outline>ul,(\.outline(?: ul)+)\{padding-left:0;border-left:0\}", css)
    assert rule is not None
    assert rule[1].count(" ul") == LEVELS_INDENTED + 1
