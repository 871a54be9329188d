"""The Python interface says what the command line says, refuses what it refuses, and is short to look at."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import casegen
from casegen.api import OpenCase
from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.model.results import Status

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def case() -> OpenCase:
    return casegen.open(EXAMPLES / "inspection")


def test_claims_are_those_of_the_command_line(case: OpenCase, casegen: Callable[..., object]) -> None:
    reported = casegen("assess", EXAMPLES / "inspection", "--json").json  # type: ignore[attr-defined]
    assert case.supported is reported["supported"]
    assert {id: status.value for id, status in case.status.items()} == {
        c["id"]: c["status"] for c in reported["claims"]
    }


def test_trees_are_those_of_the_command_line(case: OpenCase, casegen: Callable[..., object]) -> None:
    for tree in case.trees.values():
        reported = casegen("fta", "quantify", EXAMPLES / "inspection", "--tree", tree.id, "--json").json  # type: ignore[attr-defined]
        assert tree.probability == pytest.approx(reported["probability"], rel=1e-12)
        assert set(tree.events) >= {row.id for row in tree.importance()}
        assert tree.cut_sets().count > 0
        assert tree.uncertainty(trials=200).trials == 200


def test_a_what_if_is_that_of_the_command_line(case: OpenCase, casegen: Callable[..., object]) -> None:
    tree = next(iter(case.trees.values()))
    event = max(tree.importance(), key=lambda row: row.birnbaum).id
    result = case.what_if({event: 0.25})
    reported = casegen("whatif", EXAMPLES / "inspection", "--set", f"{event}=0.25", "--json").json  # type: ignore[attr-defined]
    row = next(t for t in reported["trees"] if t["tree"] == tree.id)
    top = result.top(tree.id)
    assert top is not None
    assert top.value == pytest.approx(row["after"], rel=1e-12)
    assert set(result.flipped) == {c["id"] for c in reported["claims"] if c["before"] != c["after"]}


def test_a_sweep_is_monotone_in_a_coherent_tree(case: OpenCase) -> None:
    tree = next(iter(case.trees.values()))
    event = max(tree.importance(), key=lambda row: row.birnbaum).id
    tops = [w.top(tree.id) for w in case.sweep(event, [0.0, 0.1, 0.5, 1.0])]
    values = [top.value for top in tops if top is not None]
    assert len(values) == 4
    assert values == sorted(values)


def test_unknown_names_and_impossible_numbers_are_all_reported(case: OpenCase) -> None:
    with pytest.raises(InputError) as refused:
        case.what_if({"TYPO": 0.1, next(iter(case.model.event)): 1.5})
    messages = [d.message for d in refused.value.diagnostics]
    assert len(messages) == 2
    assert "TYPO" in messages[0]
    assert "[0, 1]" in messages[1]
    with pytest.raises(InputError, match="no fault tree"):
        case.tree("FT-NONE")
    with pytest.raises(InputError, match="no document format"):
        case.build("out", formats=["htm"])
    with pytest.raises(InputError, match="no rows"):
        case.rows("claim")  # type: ignore[arg-type]


def test_representations_are_short(case: OpenCase) -> None:
    tree = next(iter(case.trees.values()))
    what_if = case.what_if({tree.events[0]: 0.1})
    for value in (case, case.model, case.assessment, tree, what_if):
        assert len(repr(value)) < 300
    assert "The case does not hold" in case._repr_html_()
    assert tree.id in tree._repr_html_()
    assert "<script" not in case._repr_html_()


def test_rows_cover_claims_requirements_events_and_measures(case: OpenCase) -> None:
    assert {row["id"] for row in case.rows()} == set(case.model.claim)
    assert {row["id"] for row in case.rows("requirements")} == set(case.assessment.requirements)
    assert len(case.rows("events")) == sum(len(tree.events) for tree in case.trees.values())
    assert {row["evidence"] for row in case.rows("evidence")} == set(case.model.evidence_item)


def test_a_frame_holds_the_rows(case: OpenCase) -> None:
    if find_spec("pandas") or find_spec("polars"):
        assert len(case.to_frame()) == len(case.model.claims)
    else:
        with pytest.raises(MissingDependencyError, match="pip install pandas"):
            case.to_frame()


def test_a_case_with_errors_is_not_assessed(tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(
        "casegen: 1\ncase: {id: c, title: T, roots: [NOBODY]}\nclaims: [{id: A, text: It holds}]\n", "utf-8"
    )
    case = casegen.open(tmp_path)
    assert any(d.rule for d in case.check())
    with pytest.raises(InputError):
        _ = case.supported
    assert "errors: nothing was assessed" in case._repr_html_()


def test_evidence_that_is_run_is_seen_at_once(tmp_path: Path) -> None:
    (tmp_path / "record.csv").write_text("entry,demands,failures\nA,3000,0\n", "utf-8")
    (tmp_path / "case.yaml").write_text(
        "casegen: 1\ncase: {id: c, title: T, roots: [A]}\n"
        "claims: [{id: A, text: The pump starts, undeveloped: true}]\n"
        "evidence_items: [{id: E, method: demand-record, inputs: {record: record.csv}, parameters: {failure: does not start}}]\n",
        "utf-8",
    )
    case = casegen.open(tmp_path)
    assert not case.evidence["E"].measures
    assert [o.what for o in case.run()] == ["computed"]
    assert case.evidence["E"].measures
    assert case.status["A"] is Status.UNDEVELOPED
    with pytest.raises(InputError, match="no evidence item"):
        case.run("F")
