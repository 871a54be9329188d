"""Mappings as data: covered only where somebody mapped it and every node stands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.review import matrix
from casegen.review.compliance import ClauseCoverage, standards
from tests.review.conftest import edit

SHIPPED = {"ul-4600", "iso-pas-8800", "amlas", "iso-iec-ieee-15026-2", "def-stan-00-56", "eu-ai-act-annex-iv"}


def mapping(folder: Path, rows: str, standard: str = "amlas") -> None:
    (folder / "compliance.yaml").write_text(f"compliance:\n  - standard: {standard}\n    clauses:\n{rows}")


def coverage(folder: Path, clause: str = "5") -> tuple[ClauseCoverage, tuple[str, ...]]:
    [result] = matrix(load(folder), ["amlas"])
    row = next(r for r in result.rows if r.clause.id == clause)
    return row.coverage, row.why


def test_every_shipped_standard_says_what_was_not_available() -> None:
    assert set(standards()) == SHIPPED
    for standard in standards().values():
        assert standard.source
        assert standard.available
        assert standard.not_available
        assert standard.compared
        ids = [clause.id for clause in standard.clauses]
        assert len(ids) == len(set(ids)) >= 6
        assert all(clause.topic and clause.ask for clause in standard.clauses)


def test_what_nobody_mapped_is_not_covered_whatever_it_looks_like(rover: Path) -> None:
    for item in matrix(load(rover)):
        assert item.count(ClauseCoverage.NOT_COVERED) == len(item.standard.clauses)
    [amlas] = matrix(load(rover), ["amlas"])
    assert "EV" in next(r for r in amlas.rows if r.clause.id == "5").candidates


def test_coverage_follows_the_status_of_the_nodes(rover: Path) -> None:
    mapping(rover, '      - {clause: "5", nodes: [C1, EV, FT, W2, B2], coverage: full}\n')
    assert coverage(rover) == (ClauseCoverage.COVERED, ())
    edit(rover, "argument/top.yaml", "bound: 0.2", "bound: 0.1")
    assert coverage(rover) == (ClauseCoverage.PARTLY, ("C1 is challenged",))
    edit(rover, "case.yaml", "seed: 3", "seed: 4")
    assert coverage(rover)[1] == ("C1 is stale", "evidence EV is stale")


def test_part_of_a_clause_and_not_applicable(rover: Path) -> None:
    mapping(
        rover,
        '      - {clause: "5", nodes: [C1]}\n      - {clause: "6", not_applicable: never deployed, by: Ann, date: 2026-03-04}\n',
    )
    assert coverage(rover) == (ClauseCoverage.PARTLY, ("mapped as a part of the clause",))
    assert coverage(rover, "6") == (ClauseCoverage.NOT_APPLICABLE, ("never deployed (Ann, 2026-03-04)",))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("never deployed, by: TBD, date: 2026-03-04", "which is a placeholder"),
        ("never deployed, by: B. Judge (rejected), date: 2026-03-04", "not applicable according to"),
        ("n/a, by: B. Judge, date: 2026-03-04", "which is no reason"),
        ("see above, by: B. Judge, date: 2026-03-04", "which is no reason"),
        ("never deployed, by: B. Judge", "without a date"),
        ("never deployed, by: B. Judge, date: 2999-01-01", "lies in the future"),
    ],
)
def test_not_applicable_needs_a_person_a_date_and_a_reason(rover: Path, fields: str, words: str) -> None:
    mapping(rover, f'      - {{clause: "6", not_applicable: {fields}}}\n')
    state, (why,) = coverage(rover, "6")
    assert state is ClauseCoverage.NOT_COVERED
    assert words in why


def test_the_only_author_does_not_set_a_clause_aside(rover: Path) -> None:
    author = load(rover).header.authors[0]
    mapping(
        rover, f'      - {{clause: "6", not_applicable: never deployed, by: {author}, date: 2026-03-04}}\n'
    )
    assert coverage(rover, "6")[0] is (
        ClauseCoverage.NOT_COVERED if len(load(rover).header.authors) == 1 else ClauseCoverage.NOT_APPLICABLE
    )


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ('      - {clause: "5", nodes: [C11]}\n', "did you mean 'C1'"),
        ('      - {clause: "55", nodes: [C1]}\n', "has no clause '55'"),
        ('      - {clause: "5"}\n', "names nodes, or says why"),
        ('      - {clause: "5", not_applicable: no}\n', "state `by`"),
        ('      - {clause: "5", node: [C1]}\n', "did you mean 'nodes'"),
    ],
)
def test_a_mapping_that_is_wrong_is_reported(rover: Path, rows: str, words: str) -> None:
    mapping(rover, rows)
    with pytest.raises(InputError) as caught:
        matrix(load(rover))
    assert words in str(caught.value)
    mapping(rover, '      - {clause: "5", nodes: [C1]}\n', "amlass")
    with pytest.raises(InputError, match="did you mean 'amlas'"):
        matrix(load(rover))


def test_the_command_line(rover: Path, command: Callable[..., tuple[int, str]]) -> None:
    mapping(rover, '      - {clause: "5", nodes: [C1], coverage: full}\n')
    code, out = command("review", "checklist", rover, "--json")
    assert code == 0
    assert {one["standard"] for one in json.loads(out)["standards"]} == SHIPPED
    code, out = command("review", "checklist", rover, "--standard", "amlas")
    assert (code, "partly covered" in out, "covered" in out) == (0, False, True)
    assert command("review", "checklist", rover, "--standard", "amlaz")[0] == 2
