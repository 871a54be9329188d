"""A table of a thousand deviations: what is said of each stands in it once, not again in a column of ids."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from casegen.model.results import Assessment
from casegen.render.html import html_page
from casegen.render.prose.hazards import MOST_ENTRIES, violating
from casegen.render.prose.markdown import write_markdown
from casegen.render.prose.pieces import Words
from casegen.render.views.base import Reference


def _text(words: Words) -> str:
    return "".join(span.text for span in words)


def test_a_property_names_its_first_hazards_and_counts_the_others() -> None:
    rows: list[Reference] = [{"id": f"H{k}", "href": f"hazop-H{k}"} for k in range(1000)]
    shown = _text(violating(rows))
    assert re.findall(r"H\d+", shown) == [f"H{k}" for k in range(MOST_ENTRIES)]
    assert shown.endswith(f"and {1000 - MOST_ENTRIES} more")
    assert "more" not in _text(violating(rows[:MOST_ENTRIES]))


@pytest.mark.slow
def test_remarks_and_owner_of_a_deviation_are_reported(assessment: Assessment, tmp_path: Path) -> None:
    first, *others = assessment.case.hazop
    entry = first.model_copy(update={"note": "Remark of the study", "owner": "Olga Owner"})
    given = replace(assessment, case=replace(assessment.case, hazop=(entry, *others)))
    written = write_markdown(given, tmp_path / "case.md")[0].read_text("utf-8")
    table = html_page(given).split('id="hazop-' + entry.id)[1].split("</tr>")[0]
    for words in (entry.note, entry.owner):
        assert words in written
        assert words in table
