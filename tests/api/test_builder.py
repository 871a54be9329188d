"""A case made in Python is the case its files are."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

import casegen
from casegen.api import CaseBuilder, OpenCase
from casegen.model.diagnostic import InputError


def lamp() -> CaseBuilder:
    case = CaseBuilder("lamp", title="The lamp", version="1")
    tree = case.tree("FT", top="G-DARK", target=1e-3, title="No light")
    bulb, fuse = tree.event("BE-BULB", 1e-2), tree.event("BE-FUSE", 2e-4)
    spare = tree.event("BE-SPARE", 1e-2)
    tree.and_("G-BULBS", bulb, spare, text="Both bulbs are out")
    tree.or_("G-DARK", "G-BULBS", fuse, text="No light")
    requirement = {"measure": {"tree": "FT"}, "bound": {"target_of": "FT"}, "kind": "probability-per-mission"}
    root = case.claim("ROOT", "The lamp fails at most once in 1,000 missions", requirement=requirement)
    independent = case.claim(
        "IND", "The bulbs fail independently", assumed="two makers", accepted_by="R. Roe"
    )
    parts = case.claim(
        "PARTS",
        "The failure probabilities of the parts are those of FT",
        assumed="data",
        accepted_by="R. Roe",
    )
    case.argument("A", supports=root, block="calculation", premises=[parts], side_claims=[independent], tree="FT",
                  text="By the fault tree FT")  # fmt: skip
    return case


def test_a_case_made_in_python_loads_from_its_files(tmp_path: Path) -> None:
    case = lamp()
    case.save(tmp_path / "lamp")
    saved = casegen.open(tmp_path / "lamp")
    made = OpenCase(case.model())
    assert saved.model.claims == made.model.claims
    assert saved.model.trees == made.model.trees
    assert saved.model.header.roots == ("ROOT",)
    assert saved.tree("FT").probability == made.tree("FT").probability
    assert saved.tree("FT").probability == pytest.approx(1 - (1 - 1e-4) * (1 - 2e-4), rel=1e-12)


@pytest.mark.parametrize(
    "make",
    [
        lambda c, t: t.event("E", np.ma.masked),
        lambda c, t: t.event("E", np.timedelta64(1)),
        lambda c, t: t.event("E", {"type": "constant", "probability": np.ma.array(0.5, mask=True)}),
        lambda c, t: c.tree("T2", top="G", target=np.ma.masked),
        lambda c, t: c.tree("T2", top="G", target={}),
        lambda c, t: c.measured("EV", "demand-record", parameters={"a": object()}),
        lambda c, t: c.measured("EV", "demand-record", parameters={"a": np.array([object()])}),
    ],
)
def test_what_no_file_can_hold_is_refused_at_once(make: Any) -> None:
    """A number below a mask is no probability: it was taken for 0."""
    case = CaseBuilder("c", title="C")
    with pytest.raises(InputError):
        make(case, case.tree("T", top="G"))


def test_an_event_can_be_swept(tmp_path: Path) -> None:
    case = OpenCase(lamp().model())
    tops = [w.top("FT") for w in case.sweep("BE-FUSE", [i / 50 for i in range(50)])]
    values = [top.value for top in tops if top is not None]
    assert values == pytest.approx([1 - (1 - 1e-4) * (1 - i / 50) for i in range(50)], rel=1e-12, abs=1e-15)


def test_what_is_wrong_with_a_part_is_said_as_for_files() -> None:
    case = CaseBuilder("lamp", title="The lamp")
    with pytest.raises(InputError, match="kind"):
        case.claim(
            "ROOT", "It holds", requirement={"measure": {"tree": "FT"}, "bound": 1, "kind": "probability"}
        )
    tree = case.tree("FT", top="G")
    with pytest.raises(InputError, match="needs k"):
        tree.gate("G", "atleast", "A", "B")
    with pytest.raises(InputError, match="type"):
        tree.event("A", {"type": "exponentail", "rate": 1e-4})


WRONG = [
    (lambda b: b.claim("C", "It holds", undevelopd=True), "claim 'C': undevelopd: unknown key (did you mean 'undeveloped'?)"),
    (lambda b: b.claim("C", 5), "claim 'C': text: expected a text, found 5"),
    (lambda b: b.argument("A", supports="C", block="decompositon", premises=["D"]), "(did you mean 'decomposition'?)"),
    (lambda b: b.argument("A", supports="C", block="decomposition", premises="DE"), "premises: expected a list of names"),
    (lambda b: b.tree("T", top="G", target="low"), "tree 'T': target: expected a probability or a mapping, found 'low'"),
    (lambda b: b.tree("T", top="G").and_("G", ["A", "B"]), "gate 'G': expected inputs one after the other, found a list"),
    (lambda b: b.tree("T", top="G").and_("G", 3), "gate 'G': inputs[1]: expected a mapping"),
    (lambda b: b.tree("T", top="G").event("E", True), "event 'E': model: expected a mapping"),
    (lambda b: b.tree("T", top="G").house("H", 1), "house event 'H': state: expected True or False, found 1"),
    (lambda b: b.tree("T", top="G") and b.model(), "tree 'T': gates: expected at least 1 entry, found an empty list"),
    (lambda b: b.tree("T", top="G", target=2), "tree 'T': target.probability: expected a number at most 1, found 2"),
    (lambda b: b.tree("T", top="G", mission_tim=3), "tree 'T': mission_tim: unknown key"),
    (lambda b: CaseBuilder("lamp", title="The lamp", vresion="1"), "vresion: unknown key (did you mean 'version'?)"),
    (lambda b: b.tree("T", top="G").event("E", float("nan")), "event.model.probability: expected a number, found nan"),
    (lambda b: b.tree("T", top="G").event("E", np.datetime64("NaT")), "event 'E': expected a number or a text, found"),
    (lambda b: b.claim(" ", "x"), "id: expected a text that is not empty, found ' '"),
    (lambda b: b.claim("C", "\ud800"), "claim.text: expected a text that a file can hold, found"),
    (lambda b: b.claim("C", b"It holds"), "claim.text: expected a text that a file can hold, found b'It holds'"),
    (lambda b: b.tree(b"T", top="G"), "tree.id: expected a text that a file can hold, found b'T'"),
    (lambda b: b.save(None), "folder: expected a path, found None"),
    (lambda b: b.add("clams", 3), "there is no 'clams' (did you mean 'claims'?)"),
    (lambda b: b.add("claims", {"id": "C"}), "claims: expected a Claim, found dict"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "words"), WRONG, ids=[words for _, words in WRONG])
def test_a_wrong_call_names_the_part_and_what_was_expected(call: Any, words: str) -> None:
    with pytest.raises(InputError) as error:
        call(CaseBuilder("lamp", title="The lamp"))
    assert words in str(error.value)
    assert len(error.value.diagnostics) == 1, "no echo of one mistake"


@pytest.mark.parametrize(
    "number",
    [np.float32(0.25), np.float64(0.25), np.array(0.25), Decimal("0.25"), Fraction(1, 4)],
    ids=repr,
)
def test_numbers_of_other_libraries_are_numbers(number: Any, tmp_path: Path) -> None:
    """In a part, in its model, as a target, in a what-if, and in the files that are saved."""
    made = CaseBuilder("numbers", title="Numbers", version="1")
    tree = made.tree("FT", top="G", target=number, title="Top")
    tree.event("A", number)
    tree.event("B", {"type": "constant", "probability": number})
    tree.gate("G", "atleast", "A", "B", "B2", k=np.int64(2), text="Two of three")
    tree.event("B2", np.int64(0))
    case = made.open()
    assert case.tree("FT").top.value == pytest.approx(1 / 16, rel=1e-15)
    made.save(tmp_path / "saved")
    saved = casegen.open(tmp_path / "saved")
    assert saved.tree("FT").top == case.tree("FT").top
    assert saved.what_if({"A": number}).top("FT") == saved.tree("FT").top


def test_findings_on_a_made_case_have_the_line_of_the_program() -> None:
    case = CaseBuilder("lamp", title="The lamp")
    tree = case.tree("FT", top="G")
    tree.or_("G", "BULB")
    case.claim("ROT", "The lamp is lit when it is needed", undeveloped=True)
    case.argument("A", supports="ROOT", block="decomposition", premises=["ROT"], text="By its parts")
    with pytest.raises(InputError) as error:
        _ = OpenCase(case.model()).supported
    lines = {d.message.split(":")[0]: d.location for d in error.value.diagnostics}
    assert {location.file for location in lines.values()} >= {__file__}
    assert lines["argument A"].line == lines["gate G"].line + 2


def test_two_claims_of_one_id_are_one_root() -> None:
    """A finding said that case.yaml names a root twice: nobody had written roots, nor case.yaml."""
    case = CaseBuilder("lamp", title="The lamp")
    for _ in range(2):
        case.claim("C-1", "The lamp is lit", undeveloped=True)
    assert case.model().header.roots == ("C-1",)
    findings = case.check()
    assert {d.location.file for d in findings} == {__file__}
    assert [d.rule for d in findings if d.rule != "claim-undeveloped"] == ["id-unique"]
    twice = CaseBuilder("lamp", title="The lamp", roots=["C-1", "C-1"])
    twice.claim("C-1", "The lamp is lit", undeveloped=True)
    assert {d.location.file for d in twice.check()} == {__file__}


def test_why_a_tree_is_not_quantified_is_said_once() -> None:
    case = CaseBuilder("lamp", title="The lamp")
    tree = case.tree("FT", top="G", target=1e-3)
    tree.or_("G", tree.event("E", undeveloped=True), text="No light")
    with pytest.raises(InputError) as error:
        case.open().allocate("FT")
    assert str(error.value).count("cannot be quantified") == 1


def test_a_tree_without_gates_has_the_line_where_it_was_begun() -> None:
    case = CaseBuilder("lamp", title="The lamp")
    tree = case.tree("FT", top="G")
    case.claim("ROOT", "The lamp is lit when it is needed", undeveloped=True)
    with pytest.raises(InputError) as error:
        case.check()
    assert [(d.location.file, d.location.line) for d in error.value.diagnostics] == [
        (__file__, tree.line.line)
    ]


def test_a_case_in_the_making_is_checked_before_it_is_saved() -> None:
    case = CaseBuilder("lamp", title="The lamp")
    tree = case.tree("FT", top="G")
    tree.or_("G", "BULB")
    tree.event("FUSE", 3)
    case.claim("ROOT", "The lamp is lit when it is needed", undeveloped=True)
    assert repr(case) == "<case 'lamp' in the making: 1 event, 1 claim, 1 tree>"
    assert repr(tree) == "<fault tree 'FT' in the making: 1 gate>"
    findings = {d.rule: d.location for d in case.check()}
    assert {location.file for location in findings.values()} == {__file__}
    assert case.open().model.tree["FT"].top == "G"


TWICE = [
    (lambda b: b.tree("T", top="G").or_("G", "A", inputs=["B"]), "gate 'G': inputs is given twice"),
    (lambda b: b.tree("T", top="G").and_("G", "A", inputs=["B"]), "gate 'G': inputs is given twice"),
    (lambda b: b.tree("T", top="G").not_("G", "A", inputs=["B"]), "gate 'G': inputs is given twice"),
    (lambda b: b.tree("T", top="G").at_least("G", 1, "A", inputs=["B"]), "gate 'G': inputs is given twice"),
    (lambda b: b.tree("T", top="G").inhibit("G", "A", "C", inputs=["B"]), "gate 'G': inputs is given twice"),
    (lambda b: b.tree("T", top="G").gate("G", "or", "A", inputs=["B"]), "gate 'G': inputs is given twice"),
    (lambda b: b.tree("T", top="G").or_("G", "A", type="and"), "gate 'G': type is given twice"),
    (lambda b: b.tree("T", top="G").at_least("G", 2, "A", type="and"), "gate 'G': type is given twice"),
    (lambda b: b.tree("T", top="G", gates=[]), "tree 'T': gates: expected gates from the tree's own methods"),
    (
        lambda b: b.argument("A", supports="C", block="decomposition", premises=["P"], **{"from": ["Q"]}),
        "argument 'A': premises is given twice",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("call", "words"), TWICE)
def test_no_argument_is_dropped_where_two_give_the_same_part(call: Any, words: str) -> None:
    """An OR of A and B of which the keyword alone was read had a top of B, and a claim held by it."""
    with pytest.raises(InputError) as error:
        call(CaseBuilder("lamp", title="The lamp"))
    assert words in str(error.value)


def test_every_key_of_a_part_that_a_method_names_is_refused_as_a_second_one() -> None:
    """Whatever a method makes of its own arguments, a keyword that would replace it is an error, by itself or in Python."""
    case = CaseBuilder("lamp", title="The lamp")
    tree = case.tree("FT", top="G")
    calls: list[Any] = [
        (case.claim, ("C", "It holds"), ("id", "text")),
        (case.evidence, ("E", "It was read"), ("id", "text")),
        (case.measured, ("M", "demand-record"), ("id", "method")),
        (case.context, ("X", "At night"), ("id", "text")),
        (tree.event, ("B", 0.5), ("id", "model")),
        (tree.gate, ("G", "or", "A"), ("id", "type", "inputs")),
        (tree.at_least, ("G", 1, "A"), ("id", "type", "inputs", "k")),
        (tree.inhibit, ("G", "A", "B"), ("id", "type", "inputs", "condition")),
    ]
    for method, given, keys in calls:
        for key in keys:
            with pytest.raises((InputError, TypeError)):
                method(*given, **{key: "other"})


def test_inputs_may_be_one_keyword() -> None:
    case = CaseBuilder("lamp", title="The lamp")
    tree = case.tree("FT", top="G")
    tree.or_("G", inputs=["A", "B"])
    assert tree.model().gates[0].inputs == ("A", "B")


class _Silent:
    """Of a caller: it has no words for itself."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


class _SilentText(str):
    __slots__ = ()

    def __repr__(self) -> str:
        raise RuntimeError("no words")

    def __str__(self) -> str:
        raise RuntimeError("no words")


SILENT: dict[str, Callable[[CaseBuilder, Any], object]] = {
    "id of the case": lambda _, x: CaseBuilder(x, title="Lamp"),
    "date": lambda _, x: CaseBuilder("lamp", title="Lamp", date=x),
    "id of a claim": lambda b, x: b.claim(x, "It is lit"),
    "time of a review": lambda b, x: b.claim("C", "It is lit", review_by=x),
    "block": lambda b, x: b.argument("A", supports="C", block=x, premises=["D"]),
    "id of an event": lambda b, x: b.tree("FT", top="G").event(x, 0.1),
    "type of a gate": lambda b, x: b.tree("FT", top="G").gate("G", x, "A", "B"),
    "id of a house event": lambda b, x: b.tree("FT", top="G").house(x, True),
    "part of a list": lambda b, x: b.claim(
        "C", "It is lit", waive=[{"rule": "tree-unused", "reason": "next release", "by": "R. Roe", "more": x}]
    ),
    "key": lambda b, x: b.claim("C", "It is lit", requirement={x: 1}),
}


@pytest.mark.parametrize("name", SILENT)
def test_an_object_without_words_of_its_own_is_refused_by_its_type(name: str) -> None:
    with pytest.raises(InputError, match=r"_Silent|unknown key"):
        SILENT[name](CaseBuilder("lamp", title="Lamp"), _Silent())


@pytest.mark.parametrize("name", ["block", "type of a gate", "date"])
def test_a_text_without_words_of_its_own_is_refused_by_its_letters(name: str) -> None:
    with pytest.raises(InputError, match="none of these"):
        SILENT[name](CaseBuilder("lamp", title="Lamp"), _SilentText("none of these"))


def test_a_text_without_words_of_its_own_is_its_letters() -> None:
    case = CaseBuilder("lamp", title="Lamp")
    assert case.claim(_SilentText("C1"), _SilentText("The lamp is lit"), undeveloped=True) == "C1"
    assert type(case.model().claims[0].text) is str


def test_a_saved_text_is_a_text_to_readers_of_yaml_1_1(tmp_path: Path) -> None:
    texts = ["yes", "On", "NO", "1_000", "2026-01-01", "12:30", "017", "No stop", "on time", "1,000"]
    case = lamp()
    case.measured(
        "EV", "demand-record", inputs={"record": "r.csv"}, parameters={"failure": "yes", "more": texts}
    )
    case.save(tmp_path / "c")
    for file in (tmp_path / "c").glob("*.yaml"):
        for item in yaml.safe_load(file.read_text("utf-8")).get("evidence_items", ()):
            assert item["parameters"] == {"failure": "yes", "more": texts}
    saved = "".join(file.read_text("utf-8") for file in (tmp_path / "c").glob("*.yaml"))
    assert "No stop" in saved
    assert '"No stop"' not in saved


def test_an_empty_name_is_no_tree(tmp_path: Path) -> None:
    case = lamp().open()
    assert case.allocate().tree == "FT"
    with pytest.raises(InputError, match="no fault tree ''"):
        case.allocate("")


@pytest.mark.parametrize("study", ["importance", "sensitivity"])
def test_a_duration_is_no_place_in_a_list_of_results(study: str) -> None:
    case = CaseBuilder("lamp", title="Lamp")
    tree = case.tree("FT", top="G", target=1e-2)
    tree.or_("G", tree.event("A", 1e-3, source="maker"), tree.event("B", 1e-3, source="maker"), text="Dark")
    rows = getattr(case.open().tree("FT"), study)()
    assert rows[np.int64(0)] is rows[0]
    with pytest.raises(InputError, match="expected an id or a place"):
        rows[np.timedelta64(1, "s")]
