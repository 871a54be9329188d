"""The Python interface says what the command line says, refuses what it refuses, and is short to look at."""

from __future__ import annotations

import copy
import json
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Hashable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import casegen
from casegen.api import CaseBuilder, OpenCase
from casegen.model.case import CALL
from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.model.fault_tree import CommonCauseGroup
from casegen.model.results import Status

EXAMPLES = Path(__file__).parents[2] / "examples"
AUV = EXAMPLES / "auv"


@pytest.fixture(scope="module")
def case() -> OpenCase:
    return casegen.open(EXAMPLES / "inspection")


@pytest.mark.slow
def test_claims_are_those_of_the_command_line(case: OpenCase, casegen: Callable[..., object]) -> None:
    reported = casegen("assess", EXAMPLES / "inspection", "--json").json  # type: ignore[attr-defined]
    assert case.supported is reported["supported"]
    assert {id: status.value for id, status in case.status.items()} == {
        c["id"]: c["status"] for c in reported["claims"]
    }


@pytest.mark.slow
def test_trees_are_those_of_the_command_line(case: OpenCase, casegen: Callable[..., object]) -> None:
    for tree in case.trees.values():
        reported = casegen("fta", "quantify", EXAMPLES / "inspection", "--tree", tree.id, "--json").json  # type: ignore[attr-defined]
        assert tree.probability == pytest.approx(reported["probability"], rel=1e-12)
        assert set(tree.events) >= {row.id for row in tree.importance()}
        assert tree.cut_sets().count > 0
        assert tree.uncertainty(trials=200).trials == 200


@pytest.mark.slow
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
    with pytest.raises(InputError, match="rows: there is no 'claim'"):
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


def test_a_share_whose_digits_are_lost_is_none(tmp_path: Path) -> None:
    """A top below the smallest normal number gave NaN in rows, which no JSON holds, and no page."""
    builder = CaseBuilder("l", title="Lamp", version="1")
    tree = builder.tree("FT", top="G", title="L", text="t")
    tree.event("A", 1e-300, text="a", source="m")
    tree.event("B", 1.3e-13, text="b", source="m")
    tree.and_("G", "A", "B", text="g")
    case = builder.open()
    for row in case.rows("events"):
        assert (row["criticality"], row["raw"], row["rrw"]) == (None, None, None)
        json.dumps(row, allow_nan=False)
    page = case.build(tmp_path, ["html"])[0].read_text("utf-8")
    assert ">nan<" not in page


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


@pytest.mark.slow
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


class InMinutes(np.ndarray[Any, Any]):
    """As astropy and unyt have it: an array, and its unit."""

    unit = "min"

    @classmethod
    def of(cls, values: Any) -> InMinutes:
        return np.asarray(values).view(cls)


def first(case: Any) -> Any:
    return next(iter(case.trees.values()))


def event(case: Any) -> str:
    return str(first(case).events[0])


LOOP: list[Any] = []
LOOP.append(LOOP)
DEEP: Any = 0.1
for _ in range(3000):
    DEEP = [DEEP]
MINUTES = InMinutes.of(10.0)

WRONG: dict[str, Callable[[Any], Any]] = {
    "with a unit": lambda c: c.what_if({event(c): MINUTES}),
    "list with a unit": lambda c: c.sweep(event(c), InMinutes.of([0.1, 0.2])),
    "target with a unit": lambda c: c.allocate(first(c).id, MINUTES),
    "unit inside": lambda c: c.what_if(
        {event(c): {"distribution": "lognormal", "mean": [{"a": (MINUTES,)}]}}
    ),
    "one number as a list": lambda c: c.sweep(event(c), np.array(0.5)),
    "one number as names": lambda c: c.allocate(events=np.array("A")),
    "masked names": lambda c: c.build("out", np.ma.masked),
    "half a surrogate": lambda c: c.save("\ud800"),
    "documents in half a surrogate": lambda c: c.build("\ud800"),
    "a list in itself": lambda c: c.what_if({event(c): LOOP}),
    "a deep list": lambda c: c.what_if({event(c): {"distribution": DEEP}}),
    "a deep name": lambda c: c.tree(DEEP),
    "a list as a tree": lambda c: c.what_if({}).top([]),
    "sampling": lambda c: first(c).uncertainty(method="Monte-Carlo"),
    "trials": lambda c: first(c).uncertainty(trials=0),
    "too many trials": lambda c: first(c).uncertainty(2**70),
    "too many jobs": lambda c: c.run(jobs=10**12),
    "event of a list": lambda c: c.sweep([], [1e-3]),
    "infinite": lambda c: first(c).sensitivity(factor=float("inf")),
    "order": lambda c: first(c).cut_sets(limit_order=0),
    "cutoff": lambda c: first(c).cut_sets(cutoff=float("nan")),
    "top": lambda c: first(c).cut_sets(top=True),
    "no confidence": lambda c: first(c).bound(None),
    "percent": lambda c: first(c).bound(95),
    "no tree": lambda c: c.tree(None),
    "jobs": lambda c: c.run(jobs=0),
    "force": lambda c: c.run(force="no"),
    "target": lambda c: c.allocate(target=True),
    "rows of numbers": lambda c: c.sweep(next(iter(c.model.event)), np.full((2, 2), 0.1)),
    "letters": lambda c: c.build("out", "html"),
    "no format": lambda c: c.build("out", ()),
    "no value": lambda c: c.sweep(event(c), []),
    "no event": lambda c: c.what_if({3: 0.1}),
    "a list": lambda c: c.what_if([(event(c), 0.1)]),
    "huge": lambda c: c.what_if({event(c): 10**400}),
    "claim": lambda c: c.claims["TYPO"],
    "item": lambda c: c.evidence["TYPO"],
    "tree of a what-if": lambda c: c.what_if({}).top("TYPO"),
    "rows": lambda c: c.rows(3),
    "nowhere": lambda c: c.build(None),
    "no folder": lambda c: c.save(3),
    "no name of a folder": lambda c: c.save("a\0b"),
    "below a mask": lambda c: c.what_if({event(c): np.ma.masked}),
    "masked inside": lambda c: c.what_if({event(c): {"distribution": "lognormal", "mean": np.ma.masked}}),
    "of a unit": lambda c: c.what_if({event(c): np.timedelta64(1)}),
    "trials of a unit": lambda c: first(c).uncertainty(np.timedelta64(1000)),
    "no number at all": lambda c: c.what_if({event(c): Decimal("sNaN")}),
    "no place": lambda c: first(c).importance()[None],
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_an_input_error(name: str, case: OpenCase) -> None:
    with pytest.raises(InputError) as caught:
        WRONG[name](case)
    assert str(caught.value).startswith("call: ")
    assert ("found a unit (min)" in str(caught.value)) == ("unit" in name and "of a unit" not in name)


@pytest.mark.parametrize(
    "ask", [OpenCase.tree, OpenCase.run, OpenCase.allocate], ids=lambda ask: ask.__name__
)
def test_a_long_argument_is_not_repeated_whole(ask: Callable[..., object], case: OpenCase) -> None:
    with pytest.raises(InputError) as caught:
        ask(case, "A" * 100_000)
    assert len(str(caught.value)) < 1000


def test_every_kind_of_number_is_the_same_number(case: OpenCase) -> None:
    """Also where a plain number of Python is usual."""
    one = case.what_if({event(case): 0.25}).top(first(case).id)
    for value in (Decimal("0.25"), Fraction(1, 4), np.float32(0.25), np.longdouble("0.25"), np.array(0.25)):
        assert case.what_if({event(case): value}).top(first(case).id) == one
        assert case.allocate(first(case).id, value).target == 0.25
    assert "-0" not in repr(case.what_if({event(case): -0.0}))
    with pytest.raises(InputError, match="found -∞"):
        case.what_if({event(case): -(10**400)})


@pytest.mark.parametrize("members", [[0.25], [0.25, 0.5], [], [[0.25]], ["0.25"], [True]])
def test_an_array_is_what_the_list_of_its_members_is(case: OpenCase, members: list[Any]) -> None:
    """One number in an array was taken for a number, one in a list was not."""
    said = []
    for value in (members, tuple(members), np.array(members)):
        with pytest.raises(InputError, match="expected a number") as refused:
            case.what_if({event(case): list(value) if isinstance(value, tuple) else value})
        said.append(str(refused.value))
        with pytest.raises(InputError, match="changes: expected a mapping"):
            case.what_if(value)  # type: ignore[arg-type]
    assert len(set(said)) == 1
    spread = {"distribution": "empirical", "samples": [1e-4, 2e-4]}
    both = [
        case.what_if({event(case): spread | {"samples": s}})
        for s in (spread["samples"], np.array(spread["samples"]))
    ]
    assert both[0].top(first(case).id) == both[1].top(first(case).id)


def test_results_are_asked_for_by_id(case: OpenCase) -> None:
    ranked = first(case).importance()
    assert event(case) in ranked
    assert ranked[0] in ranked
    assert "TYPO" not in ranked


@pytest.mark.slow
def test_an_open_case_travels(case: OpenCase) -> None:
    """To a process of one's own, or a copy: by its files, since results follow from them."""
    assert case.what_if({}).supported == case.supported
    for again in (pickle.loads(pickle.dumps(case)), copy.copy(case), copy.deepcopy(case)):
        assert dict(again.status) == dict(case.status)
    tree = first(case)
    assert pickle.loads(pickle.dumps(tree)).top == tree.top


def test_a_case_is_found_from_another_folder(
    press: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its relative path would name another case there, whose evidence it would read."""
    monkeypatch.chdir(press.parent)
    case = casegen.open("press")
    (tmp_path / "elsewhere" / "press").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert dict(case.status) == dict(casegen.open(press).status)


def test_a_folder_that_is_gone_is_no_case_without_evidence(press: Path, tmp_path: Path) -> None:
    """It was saved without inputs and results, and nothing said so."""
    case = casegen.open(press)
    press.rename(tmp_path / "moved")
    for call in (case.check, case.run, lambda: case.save(tmp_path / "saved"), lambda: case.supported):
        with pytest.raises(InputError, match="is no longer there"):
            call()
    assert not (tmp_path / "saved").exists()


def test_texts_of_cases_are_short(case: OpenCase) -> None:
    tree = case.tree(next(iter(case.trees)))
    shown = (case, case.claims, case.evidence, case.trees, case.status, tree, tree.result)
    assert all(len(repr(x)) < 200 for x in shown)


@pytest.mark.slow
def test_a_saved_case_keeps_what_lies_beside_it(tmp_path: Path) -> None:
    """Reviews, baselines, what-if scenarios, results, inputs: the saved case says what the opened one does."""
    case = casegen.open(EXAMPLES / "auv")
    case.save(tmp_path / "auv")
    saved = casegen.open(tmp_path / "auv")
    for name in ("whatif.yaml", "compliance.yaml", "document.yaml"):
        assert (tmp_path / "auv" / name).read_bytes() == (case.model.root / name).read_bytes()
    for part in ("review", "baselines", "results", "artefacts", "data"):
        before = {p.relative_to(case.model.root) for p in (case.model.root / part).rglob("*") if p.is_file()}
        after = {p.relative_to(saved.model.root) for p in (saved.model.root / part).rglob("*") if p.is_file()}
        assert after == {path for path in before if not any(n.startswith(".") for n in path.parts)}
    assert dict(saved.status) == dict(case.status)
    assert [(d.rule, d.message) for d in saved.check()] == [(d.rule, d.message) for d in case.check()]


@pytest.fixture
def press(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES / "press", tmp_path / "press"))


def test_a_document_speaks_of_the_evidence_as_it_is_when_it_is_written(press: Path, tmp_path: Path) -> None:
    case = casegen.open(press)
    assert case.supported
    record = press / "records" / "curtain.csv"
    record.write_text(record.read_text() + "\n")
    texts = case.build(tmp_path / "out", formats=["text"])
    assert "C-PRESS · Stale" in next(text for text in texts if text.name == "argument.dot").read_text()
    assert not case.supported


def test_a_document_states_the_findings_of_when_it_is_written(press: Path, tmp_path: Path) -> None:
    case = casegen.open(press)
    before = case.check()
    (press / "more.yaml").write_text("claims: []\n")
    (page,) = case.build(tmp_path / "out", formats=["markdown"])[:1]
    assert "more.yaml holds parts of a case" in page.read_text("utf-8")
    assert len(case.check()) == len(before) + 1


def test_no_document_is_written_of_files_that_were_edited(press: Path, tmp_path: Path) -> None:
    case = casegen.open(press)
    tree = press / "tree.yaml"
    tree.write_text(tree.read_text().replace("on a hand", "on two hands", 1))
    with pytest.raises(InputError, match="changed after it was opened"):
        case.build(tmp_path / "out", formats=["text"])
    assert not (tmp_path / "out").exists()


def test_what_cannot_be_saved_is_listed(tmp_path: Path) -> None:
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / "case.yaml").write_text(
        "casegen: 1\ncase: {id: c, title: C, roots: [A]}\nclaims: [{id: A, text: It holds, undeveloped: true}]\n"
    )
    (folder / "data.csv").symlink_to(tmp_path / "elsewhere.csv")
    (tmp_path / "elsewhere.csv").write_text("1\n")
    with pytest.raises(InputError, match=r"data\.csv: a link that leaves the case folder"):
        casegen.open(folder).save(tmp_path / "again")
    assert not (tmp_path / "again").exists()
    (folder / "data.csv").unlink()
    (folder / "argument.yaml").write_text("notes: of a meeting\n")
    with pytest.raises(InputError, match=r"argument\.yaml: a file beside the case has the name"):
        casegen.open(folder).save(tmp_path / "again")


@cache
def _auv() -> OpenCase:
    return casegen.open(AUV)


@pytest.mark.slow
def test_results_are_short_and_looked_up_by_id() -> None:
    """A session prints what it asks for: 82 kB of importance hid the answer."""
    case = _auv()
    tree = case.tree("FT-SD")
    ranked = tree.importance()
    item = next(iter(case.evidence.values()))
    for result in (ranked, tree.sensitivity(), item, case.allocate("FT-SD"), case.claims, case.trees):
        assert len(repr(result)) < 3000, repr(result)[:200]
    assert ranked[ranked[1].id] is ranked[1]
    with pytest.raises(KeyError, match=r"there is no result 'BE-CLX' \(did you mean 'BE-CLS'\?\)"):
        ranked["BE-CLX"]
    with pytest.raises(KeyError, match="there is no measure 'errr'"):
        item.measures["errr"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda case: case.claims["LLC"], "there is no claim 'LLC' (did you mean"),
        (lambda case: case.allocate(), "tree: expected the one to break down, found none (fix: one of FT-SD"),
        (lambda case: case.allocate("FT-SX"), "no fault tree 'FT-SX' (did you mean 'FT-SD'?)"),
        (lambda case: case.sweep("BE-CLS", 1e-4), "values: expected a list of numbers"),
        (lambda case: casegen.open(3), "folder: expected a path, found 3"),
        (
            lambda case: casegen.check("examples/auv"),
            "case: expected what `casegen.load(folder)` returns, found",
        ),
        (lambda case: casegen.assess(case), "case: expected what `casegen.load(folder)` returns, found"),
    ],
)
def test_a_newcomers_call_is_answered_in_its_own_words(call: Callable[[Any], Any], words: str) -> None:
    with pytest.raises(InputError) as error:
        call(_auv())
    assert words in str(error.value)
    assert "--tree" not in str(error.value)


@pytest.mark.parametrize("wrong", [None, 3, b"x", [], "\0"])
def test_what_is_no_folder_is_refused(wrong: Any) -> None:
    """By ``casegen.load`` as by ``casegen.open``, and what is no case by :class:`OpenCase`."""
    for call in (casegen.load, casegen.open):
        with pytest.raises(InputError, match="folder: expected a path, found"):
            call(wrong)
    with pytest.raises(InputError, match=r"case: expected what `casegen\.load"):
        OpenCase(wrong)


def test_the_documents_of_what_is_no_assessment_are_refused(press: Path, tmp_path: Path) -> None:
    assessed: Any = casegen.assess(casegen.load(press))
    calls: list[tuple[tuple[Any, ...], str]] = [
        ((3, tmp_path, ["text"]), "assessed: expected what `casegen.assess"),
        ((assessed, None, ["text"]), "output: expected a path, found None"),
        ((assessed, tmp_path, "text"), "formats: expected a list of names"),
        ((assessed, tmp_path, []), "formats: expected at least 1, found none"),
        ((assessed, tmp_path, [3]), "formats: expected a name, found 3"),
        ((assessed, tmp_path, ["txet"]), "there is no document format 'txet'"),
        ((assessed, tmp_path, ["text"], 3), "dossier: expected what"),
    ]
    for given, words in calls:
        with pytest.raises(InputError) as error:
            casegen.documents_of(*given)
        assert words in str(error.value)
        assert {d.location.file for d in error.value.diagnostics} == {CALL}
    assert casegen.documents_of(assessed, str(tmp_path / "out"), ["text"])


def test_a_what_if_travels_with_the_numbers_that_it_has() -> None:
    """Group totals, models in time and their orders too: what they compute was written inside functions."""
    case = CaseBuilder("lamp", title="The lamp")
    tree = case.tree("FT", top="G", mission_time=100, target=0.5)
    test = {"type": "periodic-test", "failure_rate": 1e-4, "interval": 30, "first": 10}
    tree.or_("G", tree.event("A", test), tree.event("B"), tree.event("C"), tree.event("D", 0.1))
    total = {"type": "constant", "probability": 1e-3}
    group = CommonCauseGroup.model_validate(
        {"id": "CC", "members": ["B", "C"], "model": "beta-factor", "factors": [0.1], "total": total}
    )
    case.add("common_cause", group)
    case.claim("ROOT", "The lamp is lit when it is needed", undeveloped=True)
    changed = case.open().what_if({"CC": 0.01, "D": 0.2})
    again = pickle.loads(pickle.dumps(changed))
    assert again == changed
    assert again.document() == changed.document()
    assert again.top("FT") == changed.top("FT")


def test_a_result_that_holds_tables_has_no_hash() -> None:
    """``hash`` named a class inside it; and two equal samples were no truth value."""
    case = CaseBuilder("lamp", title="The lamp")
    tree = case.tree("FT", top="G", target=0.5)
    wide = {"type": "constant", "probability": {"distribution": "lognormal", "mean": 0.01, "error_factor": 3}}
    tree.or_("G", tree.event("A", wide), tree.event("B", 0.1))
    case.claim("ROOT", "The lamp is lit when it is needed", undeveloped=True)
    opened = case.open().tree("FT")
    assert opened.quantified.label == "distributions at their means"
    one, same, other = (opened.uncertainty(trials=50, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert one != 3
    for result in (one, case.open().what_if({"B": 0.2})):
        assert not isinstance(result, Hashable)
    assert not issubclass(casegen.api.Measured, Hashable)


def test_an_event_is_asked_of_once() -> None:
    case = CaseBuilder("lamp", title="The lamp")
    tree = case.tree("FT", top="G", target=0.5)
    tree.or_("G", tree.event("A", 0.1), tree.event("B", 0.1))
    case.claim("ROOT", "The lamp is lit when it is needed", undeveloped=True)
    with pytest.raises(InputError, match="B is given twice"):
        case.open().allocate("FT", events=["B", "A", "B"])


@pytest.mark.slow
def test_the_errors_have_their_name_before_any_call() -> None:
    code = "import casegen; assert issubclass(casegen.api.InputError, Exception)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_input_that_is_not_there_is_named_on_saving(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "press", tmp_path / "press")
    case = casegen.open(tmp_path / "press")
    (tmp_path / "press/records/relay.csv").unlink()
    with pytest.raises(InputError, match=r"inputs that are not in the case folder: .*records/relay\.csv"):
        case.save(tmp_path / "again")
    assert not (tmp_path / "again").exists()
