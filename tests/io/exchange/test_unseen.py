"""Characters that are not seen, in what other tools are given: XML stays XML, and each is listed with its place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from casegen.io.exchange import exchange_format
from casegen.io.galileo.write import galileo_text
from casegen.io.openpsa.read import import_openpsa
from casegen.io.openpsa.write import openpsa_text
from casegen.model.case import Case
from tests.io.exchange import rich_case

MARKS = {"\x01": "U+0001", "\x1b": "U+001B", "\u200b": "U+200B (zero width space)", "\u202e": "U+202E"}
WRITERS = ["sacm", "gsn", "tea", "ltac", "openpsa", "xlsx", "csv", "json", "reqif"]
XML = ["sacm", "openpsa", "reqif"]


def marked(folder: Path, mark: str) -> Case:
    """A case with the mark in a claim, an event and the title of a tree."""
    case = rich_case.rich(folder)
    claim, event, tree = case.claims[0], case.events[0], case.trees[0]
    return replace(
        case,
        claims=(claim.model_copy(update={"text": f"{claim.text}{mark}x"}), *case.claims[1:]),
        events=(event.model_copy(update={"text": f"A{mark}x"}), *case.events[1:]),
        trees=(tree.model_copy(update={"title": f"B{mark}x"}), *case.trees[1:]),
    )


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("name", WRITERS)
def test_what_is_not_seen_is_listed_and_xml_stays_xml(tmp_path: Path, name: str, mark: str) -> None:
    case = marked(tmp_path, mark)
    made = exchange_format(name).export(case, f"out.{name}")
    listed = [str(item) for item in made.left_out if MARKS[mark] in str(item)]
    claim, event, tree = case.claims[0].id, case.events[0].id, case.trees[0].id
    for place in (
        f"claims {claim}: text holds ",
        f"events {event}: text holds ",
        f"trees {tree}: title holds ",
    ):
        assert sum(line.startswith(place) for line in listed) == 1, (place, listed)
    if name in XML:
        root = ElementTree.fromstring(next(iter(made.files.values())))
        assert len(root)


@pytest.mark.parametrize("name", WRITERS)
def test_nothing_is_listed_of_plain_texts(tmp_path: Path, name: str) -> None:
    made = exchange_format(name).export(rich_case.rich(tmp_path), f"out.{name}")
    assert not [item for item in made.left_out if "holds U+" in str(item)]


@pytest.mark.parametrize("mark", MARKS)
def test_open_psa_with_marks_is_read_back(tmp_path: Path, mark: str) -> None:
    text, lost = openpsa_text(marked(tmp_path / "case", mark))
    (tmp_path / "out.xml").write_text(text, "utf-8")
    imported = import_openpsa(tmp_path / "out.xml").case
    assert imported.events
    assert sum(MARKS[mark] in line for line in lost) == 2


@pytest.mark.parametrize("mark", MARKS)
def test_galileo_lists_them_too(tmp_path: Path, mark: str) -> None:
    case = marked(tmp_path, mark)
    _, lost = galileo_text(case, case.trees[0].id, {event.id: 0.1 for event in case.events}, {})
    assert sum(MARKS[mark] in line for line in lost) == 2
