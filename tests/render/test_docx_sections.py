"""Sections of the DOCX file: what ends one takes no room, so that a table that fills its page is followed by no blank."""

from __future__ import annotations

from typing import Any

import pytest

from casegen.model.results import Assessment
from casegen.render import write_docx

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


@pytest.fixture(scope="module")
def body(assessment: Assessment, tmp_path_factory: pytest.TempPathFactory) -> Any:
    docx = pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    path = write_docx(assessment, tmp_path_factory.mktemp("docx") / "case.docx")
    return docx.Document(str(path)).element.body


@pytest.mark.slow
def test_the_end_of_a_section_takes_no_room(body: Any) -> None:
    ends = [p for p in body.findall(f"{W}p") if p.find(f"{W}pPr/{W}sectPr") is not None]
    assert len(ends) > 2
    for end in ends:
        spacing = end.find(f"{W}pPr/{W}spacing")
        assert {spacing.get(f"{W}{key}") for key in ("before", "after")} == {"0"}
        assert (spacing.get(f"{W}line"), spacing.get(f"{W}lineRule")) == ("20", "exact")
        before = end.getprevious()
        assert not (before.tag == end.tag and len(before) == 0), "an empty paragraph could begin a page"
    assert any(end.getprevious().tag == f"{W}tbl" for end in ends)


@pytest.mark.slow
def test_a_table_within_a_section_keeps_its_distance(body: Any) -> None:
    tables = [t for t in body.findall(f"{W}tbl") if t.getnext().find(f"{W}pPr/{W}sectPr") is None]
    assert tables
    assert all(t.getnext().tag == f"{W}p" and len(t.getnext()) == 0 for t in tables)
