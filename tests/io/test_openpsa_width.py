"""Wide and deep elements of Open-PSA: read, computed, written into a case and read back from it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.argument.reading.negated_events import negated_events
from casegen.fta.events.valuation import event_values
from casegen.io import load
from casegen.io.case_writer import dump, write_case
from casegen.io.openpsa.read import read_openpsa
from casegen.io.openpsa.write import openpsa_text
from casegen.model.case import Case
from casegen.model.diagnostic import InputError
from casegen.model.fault_tree import Formula, GateType, Operation

A, B, NUMBER = '<basic-event name="a"/>', '<basic-event name="b"/>', '<float value="0.1"/>'
YES, NO = '<bool value="true"/>', '<bool value="false"/>'


def read(folder: Path, formula: str = A, value: str = NUMBER) -> Case:
    path = folder / "m.xml"
    path.write_text(
        f'<opsa-mef><define-fault-tree name="F"><define-gate name="g">{formula}</define-gate></define-fault-tree>'
        f'<model-data><define-basic-event name="a">{value}</define-basic-event>'
        f'<define-basic-event name="b">{NUMBER}</define-basic-event></model-data></opsa-mef>'
    )
    return read_openpsa(path)


def number(case: Case) -> float:
    return float(event_values(case, "F", {}).points[0])


def switch(*cases: str, default: str = '<float value="0.25"/>') -> str:
    return f"<switch>{''.join(f'<case>{case}</case>' for case in cases)}{default}</switch>"


@pytest.mark.parametrize("count", [0, 1, 2, 9, 220, pytest.param(50_000, marks=pytest.mark.slow)])
def test_a_switch_of_many_cases(tmp_path: Path, count: int) -> None:
    case = read(tmp_path, value=switch(*[NO + NUMBER] * count))
    assert number(case) == 0.25
    if count == 9:
        write_case(case, tmp_path / "case")
        assert load(tmp_path / "case").events == case.events
        (tmp_path / "n.xml").write_text(openpsa_text(case)[0])
        assert read_openpsa(tmp_path / "n.xml").events == case.events


def test_the_first_condition_that_holds_counts(tmp_path: Path) -> None:
    never = "<log><float value='-1'/></log>"
    cases = (NO + never, YES + '<float value="0.5"/>', YES + never, never + NUMBER)
    assert number(read(tmp_path, value=switch(*cases))) == 0.5


@pytest.mark.parametrize("count", [2, 4, 6])
def test_ite_takes_pairs_and_an_else(count: int) -> None:
    with pytest.raises(ValueError, match="ite takes 3 arguments, or 2 more for each further case"):
        Operation(op="ite", args=(0.1,) * count)


def test_the_element_ite_has_three_arguments(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="<ite> takes 3 arguments, found 5"):
        read(tmp_path, value=f"<ite>{YES}{NUMBER}{YES}{NUMBER}{NUMBER}</ite>")


NESTED: dict[str, Callable[[int], tuple[str, str]]] = {
    "not": lambda n: ("<not>" * n + A + "</not>" * n, NUMBER),
    "and": lambda n: (f"<and>{B}" * n + A + "</and>" * n, NUMBER),
    "imply": lambda n: ("<imply>" * n + A + f"{B}</imply>" * n, NUMBER),
    "ite": lambda n: (A, f"<ite>{YES}" * n + NUMBER + f"{NUMBER}</ite>" * n),
    "switch": lambda n: (
        A,
        f"<switch><case>{NO}" * (n // 2) + NUMBER + f"</case>{NUMBER}</switch>" * (n // 2),
    ),
    "neg": lambda n: (A, "<neg>" * (n // 2 * 2) + NUMBER + "</neg>" * (n // 2 * 2)),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", NESTED)
def test_what_is_nested_to_the_limit_is_read_back_from_a_case(tmp_path: Path, what: str) -> None:
    case = read(tmp_path, *NESTED[what](94))
    assert number(case) == pytest.approx(0.1)
    write_case(case, tmp_path / "case")
    again = load(tmp_path / "case")
    assert (again.events, again.trees) == (case.events, case.trees)


def test_what_denies_an_or_is_one_gate(tmp_path: Path) -> None:
    top = read(tmp_path, f"<imply><or>{A}{B}</or>{B}</imply>").gate["g"]
    assert top.inputs == (Formula(type=GateType.NOR, inputs=("a", "b")), "b")


def test_what_is_too_deep_for_a_file_says_how_deep_it_is(tmp_path: Path) -> None:
    data: list[object] = []
    for _ in range(299):
        data = [data]
    with pytest.raises(InputError, match="its parts are nested 300 deep, and a case file at most 250"):
        dump(data)
    formula = "<imply><not>" * 45 + A + f"</not>{B}</imply>" * 45
    with pytest.raises(InputError, match=r"nested 2\d\d deep"):
        write_case(read(tmp_path, formula), tmp_path / "case")


def test_gates_that_double_when_written_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casegen.io.openpsa.write_numbers.MOST_LINES", 10_000)
    formula = f'<cardinality min="1" max="1">{B}' * 94 + A + "</cardinality>" * 94
    with pytest.raises(InputError, match=r"a gate takes .* lines, more than 10,000"):
        openpsa_text(read(tmp_path, formula))


@pytest.mark.parametrize(("inner", "negated"), [("cardinality min='1' max='1'", {"a", "b"}), ("and", set())])
def test_both_sides_of_gates_within_gates_are_looked_at_once(
    tmp_path: Path, inner: str, negated: set[str]
) -> None:
    case = read(tmp_path, f"<{inner}>{B}" * 94 + A + f"</{inner.partition(' ')[0]}>" * 94)
    assert negated_events(case, case.trees[0]) == negated


@pytest.mark.parametrize("op", ["mul", "add"])
@pytest.mark.slow
def test_many_numbers_take_linear_time(tmp_path: Path, op: str) -> None:
    many = "".join(f'<float value="{1 - 1e-12 if op == "mul" else 1e-8}"/>' for _ in range(50_000))
    assert 0.0 < number(read(tmp_path, value=f"<{op}>{many}</{op}>")) < 1.0
