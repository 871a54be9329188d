"""What a type of gate of a package means is part of what readings, findings and sign-offs rest on."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.assessment.questions.gates import _other_type
from casegen.io import load
from casegen.model.gates import GATES, OWN, GateType
from casegen.review.added_parts import AddedPart, judged_otherwise
from casegen.review.baseline import read
from casegen.review.changes import Key, compare, parts
from tests.conftest import Ran
from tests.plugins.conftest import HEAD, TREE, Install, _forget

ROOT = Path(__file__).parents[2]
HEADER = "from casegen.model.gates import GateRow, Operator, Shape\n"
ANY = f'{HEADER}PART = GateRow(operator=Operator.AT_LEAST, k=1, shape=Shape.OR, mark="a")\n'
ALL = f'{HEADER}PART = GateRow(operator=Operator.ALL, shape=Shape.AND, mark="a")\n'
BY = "Nora Ndiaye"
BECAUSE = "The record of the test campaign, section 4, says the same of this part"
Call = Callable[..., Ran]


def _replace(module: Path, source: str, version: str = "1") -> None:
    """Another release of the package, as a new process finds it."""
    module.write_text(source, "utf-8")
    (module.parent / "stranger-1.dist-info/METADATA").write_text(
        f"Metadata-Version: 2.1\nName: stranger\nVersion: {version}\n", "utf-8"
    )
    sys.modules.pop("stranger", None)
    dict.pop(GATES, GateType._value2member_map_.pop("own"))  # read only
    importlib.invalidate_caches()
    _forget()


def _do(casegen: Call, *line: object) -> str:
    ran = casegen(*line)
    assert ran.code == 0, ran.err
    return ran.out


def _reviewed(tmp_path: Path, casegen: Call) -> Path:
    """The example of the press with a gate of the package: read, its finding closed, accepted."""
    case = tmp_path / "press"
    shutil.copytree(ROOT / "examples/press", case)
    tree = case / "tree.yaml"
    tree.write_text(tree.read_text("utf-8").replace("id: HAND, type: or", "id: HAND, type: own"), "utf-8")
    _do(casegen, "evidence", "run", case)
    _do(casegen, "baseline", "create", case, "b1", "--author", "A. Author", "--reason", "first")
    _do(
        casegen,
        "review",
        "add",
        case,
        "--target",
        "FT-PRESS",
        "--text",
        "Which drawing lists the parts?",
        "--by",
        BY,
    )
    _do(
        casegen,
        "review",
        "respond",
        case,
        "F1",
        "--by",
        "A. Author",
        "--text",
        "Drawing 12 lists the three parts",
    )
    _do(casegen, "review", "close", case, "F1", "--by", BY, "--text", "Drawing 12 shows the same three parts")
    everything = json.loads(_do(casegen, "assess", case, "--json", "--all"))["to_be_read"]
    ids = dict.fromkeys(one["id"] for one in everything)
    parts = [id for id in ids if id != "F1"]
    _do(casegen, "review", "read", case, *parts, "--by", BY, "--because", BECAUSE)
    if "F1" in ids:  # whoever settled it does not read whether that does
        _do(casegen, "review", "read", case, "F1", "--by", "Quentin Second", "--because", BECAUSE)
    independent = ("--role", "assessor", "--independence", "organisation", "--organisation", "Assessors Ltd")
    _do(casegen, "review", "sign", case, "--decision", "accept", "--by", BY, *independent)
    return case


def _state(casegen: Call, case: Path) -> tuple[set[str], str]:
    """The parts that nobody has read, and what the review says."""
    everything = json.loads(casegen("assess", case, "--json", "--all").out)["to_be_read"]
    return {one["id"] for one in everything if not one["read_by"]}, " ".join(
        casegen("review", "status", case).out.split()
    )


@pytest.mark.slow
def test_another_meaning_opens_what_was_settled(install: Install, tmp_path: Path, casegen: Call) -> None:
    module = install("stranger", ANY, gates="own = stranger:PART")
    case = _reviewed(tmp_path, casegen)
    unread, _ = _state(casegen, case)
    assert "C-PRESS" not in unread
    settled = json.loads(_do(casegen, "review", "status", case, "--json"))
    (part,) = read(case / "baselines/b1").about.added_parts or ()
    assert part.meaning == "operator at least, k 1, shape or, mark a"

    _replace(module, ANY + "# another release\n", "2")
    assert _state(casegen, case)[0] == unread
    assert json.loads(_do(casegen, "review", "status", case, "--json")) == settled

    _replace(module, ALL)
    assert _state(casegen, case)[0] > unread
    said = " ".join(casegen("review", "status", case).out.split())
    was = "type own was “operator at least, k 1, shape or, mark a”, is “operator all, shape and, mark a”"
    for quotes in "“”":
        was = was.replace(quotes, '"')
    assert was in said.replace("“", '"').replace("”", '"')
    assert casegen("review", "status", case, "--strict").code == 1
    document = json.loads(casegen("diff", f"{case}@b1", case, "--json").out)
    assert [one["field"] for one in document["changed"]] == ["type own"]
    assert [one["id"] for one in document["impact"]["sign_offs"]] == ["S1"]
    assert [one["id"] for one in document["impact"]["findings"]] == ["F1"]

    _replace(module, ANY)  # taken back
    assert json.loads(_do(casegen, "review", "status", case, "--json")) == settled


def test_a_type_without_a_recorded_meaning_is_compared_by_what_it_means_now(
    install: Install, tmp_path: Path
) -> None:
    install("stranger", ANY, gates="own = stranger:PART")
    (tmp_path / "case.yaml").write_text(HEAD + TREE, "utf-8")
    case = load(tmp_path)
    assert not compare(case, case).changed
    assert not compare(case, case, None, ({"another": "operator all"}, {})).changed
    (change,) = compare(case, case, None, ({"own": "operator all"}, {})).changed
    assert (change.key, change.field) == (Key("gates", "g"), "type own")


def test_only_types_of_packages_add_to_what_a_part_is(install: Install, tmp_path: Path) -> None:
    install("stranger", ANY, gates="own = stranger:PART")
    nested = TREE.replace("type: own, inputs: [a, b]", "type: or, inputs: [a, {type: own, inputs: [a, b]}]")
    (tmp_path / "case.yaml").write_text(HEAD + nested, "utf-8")
    content = parts(load(tmp_path))[Key("gates", "g")]
    assert content["type own"] == "operator at least, k 1, shape or, mark a"
    for example in ("press", "auv"):
        known = parts(load(ROOT / "examples" / example))
        assert not [name for content in known.values() for name in content if name.startswith("type ")]


def test_no_type_of_casegen_has_a_meaning_like_another() -> None:
    assert len({GATES[type_].meaning for type_ in OWN}) == len(OWN)


@pytest.mark.parametrize(
    ("source", "text", "asked"),
    [
        (ALL, "Any one of the two parts fails", True),
        (ALL, "Both parts fail", False),
        (ANY, "Any one of the two parts fails", False),
        (ANY, "Both the pump and the valve fail", True),
        (ANY, "The pump or the valve fails", False),
        (ALL, "The pump fails or the valve sticks", True),
    ],
)
def test_the_type_that_a_text_means_is_asked_by_the_row(
    source: str, text: str, asked: bool, install: Install, tmp_path: Path
) -> None:
    install("stranger", source, gates="own = stranger:PART")
    tree = TREE.replace("inputs: [a, b]", f"inputs: [a, b], text: {text}")
    tree = tree.replace("id: a,", "id: a, text: The pump fails,").replace(
        "id: b,", "id: b, text: The valve sticks,"
    )
    (tmp_path / "case.yaml").write_text(HEAD + tree, "utf-8")
    case = load(tmp_path)
    assert bool(_other_type(case, case.gate["g"])) == asked


def test_a_recorded_meaning_that_the_same_code_does_not_have_is_named() -> None:
    """The record of a baseline was altered: name, version and code are those that are installed."""
    part = AddedPart(
        group="casegen.gates",
        name="own",
        package="stranger",
        version="1",
        code="ab" * 32,
        meaning="operator all",
    )
    assert not [*judged_otherwise([part], [part])]
    (line,) = judged_otherwise([part.model_copy(update={"meaning": "operator at least, k 1"})], [part])
    assert "the record was altered" in line
