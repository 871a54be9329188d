"""Combinations of a common-cause group: alike ones in one row, none lost, none that differs hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from casegen import load
from casegen.assessment.assess import assess
from casegen.model.case import Case
from casegen.model.results import Assessment, CutSet, EventResult
from casegen.render.boards import boards
from casegen.render.report.common_cause import alike_events, cut_rows, level_of
from casegen.render.report.links import Links
from casegen.render.report.trees import tree_rows

TEXT = """
casegen: 1
case: {id: pumps, title: Pumps}
events:
  - {id: A}
  - {id: B}
  - {id: C}
  - {id: VALVE, model: {type: constant, probability: 1.0e-3}, source: handbook}
common_cause:
  - {id: CCF, text: Dirt, model: mgl, members: [A, B, C], factors: [0.1, 0.3], source: expert panel of 2024,
     total: {type: constant, probability: 1.0e-2}}
trees:
  - id: FT
    top: TOP
    gates:
      - {id: TOP, type: or, inputs: [PUMPS, VALVE]}
      - {id: PUMPS, type: atleast, k: 2, inputs: [A, B, C]}
"""


@pytest.fixture(scope="module")
def pumps(tmp_path_factory: pytest.TempPathFactory) -> Assessment:
    folder: Path = tmp_path_factory.mktemp("pumps")
    (folder / "case.yaml").write_text(TEXT, "utf-8")
    return assess(load(folder))


@pytest.fixture(scope="module")
def case(pumps: Assessment) -> Case:
    return pumps.case


def test_levels_are_read_from_the_names_of_combinations(case: Case) -> None:
    level = level_of(case, "[A C]")
    assert level is not None
    assert (level.group.id, level.together, level.words) == (
        "CCF",
        2,
        "CCF: any 2 of 3",
    )
    assert level_of(case, "VALVE") is None


def test_rows_name_the_source_of_their_group(pumps: Assessment) -> None:
    rows = [event.source for event in pumps.trees["FT"].events.values() if event.id.startswith("[")]
    assert rows
    assert all("total: constant; expert panel of 2024" in source for source in rows)


def test_every_combination_is_in_one_row(pumps: Assessment) -> None:
    result = list(pumps.trees["FT"].events.values())
    rows = alike_events(pumps.case, result)
    assert sorted(e.id for row in rows for e in row) == sorted(e.id for e in result)
    assert sorted(map(len, rows)) == [1, 1, 3, 3]
    for row in rows:
        assert len({e.probability for e in row}) == 1


def test_a_combination_with_other_numbers_keeps_a_row_of_its_own(case: Case) -> None:
    def event(name: str, share: float) -> EventResult:
        return EventResult(name, 1e-4, None, None, None, "mgl", {"fussell_vesely": share}, False)

    rows = alike_events(case, [event("[A B]", 0.2), event("[A C]", 0.2), event("[B C]", 0.1)])
    assert [[e.id for e in row] for row in rows] == [["[A B]", "[A C]"], ["[B C]"]]


def test_cut_sets_that_differ_in_members_only_are_counted(case: Case) -> None:
    cuts = [CutSet(("VALVE",), 1e-3, 0.5), CutSet(("[A B]",), 1e-4, 0.1), CutSet(("[A C]",), 1e-4, 0.1),
            CutSet(("[A B C]",), 1e-5, 0.01)]  # fmt: skip
    rows = cut_rows(case, cuts, 4)
    assert [(row.first.events, row.alike, row.open) for row in rows] == [
        (("VALVE",), 1, False), (("[A B]",), 2, False), (("[A B C]",), 1, False),
    ]  # fmt: skip


def test_a_list_that_ends_among_alike_sets_says_at_least(case: Case) -> None:
    cuts = [CutSet(("VALVE",), 1e-3, 0.5), CutSet(("[A B]",), 1e-4, 0.1), CutSet(("[A C]",), 1e-4, 0.1)]
    assert [row.open for row in cut_rows(case, cuts, 9)] == [False, True]
    assert [row.open for row in cut_rows(case, cuts, None)] == [False, True]


def test_the_document_tells_how_many_and_whose(pumps: Assessment) -> None:
    (tree,) = tree_rows(pumps, Links(pumps.case))
    row = next(e for e in tree["events"] if e["id"] == "CCF: any 2 of 3")
    assert row["text"] == "Dirt (3 combinations, each with these numbers)"
    member = next(e for e in tree["events"] if e["id"] == "A")
    assert "CCF" in member["source"]
    assert member["anchor"]
    assert [(c["events"][0]["id"], c["such"]) for c in tree["cut_sets"][:2]] == [
        ("VALVE", ""), ("CCF: any 2 of 3", "3 such sets, each:"),
    ]  # fmt: skip
    listed = pumps.trees["FT"].cut_set_count
    assert tree["cut_sets_shown"].startswith(f"{listed} shown of {listed}")


def test_the_canvas_names_the_group_of_an_event(pumps: Assessment) -> None:
    (board,) = [board for board in boards(pumps) if board["id"] == "FT"]
    kinds = dict(zip(board["ids"], board["kinds"], strict=True))
    assert kinds["A"].endswith("common cause: CCF")
    assert "common cause" not in kinds["VALVE"]
