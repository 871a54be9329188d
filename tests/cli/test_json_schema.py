"""What every command prints with ``--json`` is what its published schema says, on cases and on the examples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import typer

from casegen.cli.app import commands
from casegen.cli.json_schema import documents, json_schema
from casegen.model.diagnostic import InputError
from tests.docs.blocks import PAGES
from tests.false_support import call, folder
from tests.false_support.bases import RECORD, calculation, measured

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
REVIEW = ("--by", "C. Signer", "--role", "assessor", "--independence", "department")


@cache
def checker(command: str) -> Any:
    schema = json_schema(command)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def printed(command: str, *arguments: str | Path) -> Any:
    """The document of a command, which fits its schema."""
    words = command.partition(" --why")[0].split()
    code, out, err = call(*words, *arguments, "--json")
    assert code in (0, 1), err
    document = json.loads(out)
    problems = [f"{e.json_path}: {e.message}" for e in checker(command).iter_errors(document)]
    assert not problems, problems
    return document


def with_json(command: Any, words: tuple[str, ...] = ()) -> Iterator[str]:
    for name, inner in getattr(command, "commands", {}).items():
        yield from with_json(inner, (*words, name))
    if any("--json" in parameter.opts for parameter in command.params):
        yield " ".join(words)


@pytest.mark.slow
def test_every_command_with_json_has_a_schema() -> None:
    known = {name.partition(" --")[0] for name in documents()}
    assert known == set(with_json(typer.main.get_command(commands())))
    for name in documents():
        checker(name)


def test_a_schema_is_printed_and_an_unknown_command_is_named() -> None:
    code, out, _ = call("schema", "assess --json")
    assert code == 0
    assert json.loads(out)["title"] == "casegen assess --json"
    with pytest.raises(InputError, match="did you mean 'assess'"):
        json_schema("asess --json")


def test_an_unknown_document_is_answered_with_all_that_there_are() -> None:
    code, _, err = call("schema", "nonsense")
    words = " ".join(err.split())
    assert code == 2
    assert "parts of a case: case, properties," in words
    assert "commands with --json: allocate, assess," in words
    assert call("schema", "assess")[0] == 0


def test_schemas_that_pages_name_are_printed() -> None:
    """`casegen schema "evidence run --dry-run"` was refused."""
    text = "".join(page.read_text("utf-8") for page in PAGES)
    named = set(re.findall(r'`casegen schema "([^"]+)"`', text))
    assert len(named) > 1
    assert [name for name in named if call("schema", name)[0]] == []


def test_another_key_breaks_the_schema() -> None:
    document = printed("assess", EXAMPLES / "press")
    assert list(checker("assess").iter_errors(document | {"more": 1}))
    assert list(checker("assess").iter_errors({k: v for k, v in document.items() if k != "weakest"}))


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("value", "0.1"),
        ("kind", None),
        ("upper", [1]),
        ("distribution", {"distribution": "beta", "alpha": 1.0}),
        ("distribution", {"distribution": "beta", "alpha": "1", "beta": 2.0}),
        ("distribution", {"distribution": "other"}),
        ("another", 1),
    ],
)
def test_a_measure_of_another_shape_breaks_the_schema(part: str, wrong: object) -> None:
    document = printed("evidence show", EXAMPLES / "press")
    measures = (document["evidence"][0] if "evidence" in document else document)["measures"]
    next(iter(measures.values()))[part] = wrong
    assert list(checker("evidence show").iter_errors(document))


@pytest.mark.slow
def test_a_run_in_which_an_item_fails_prints_what_became_of_each(tmp_path: Path) -> None:
    """The page said that every command which ends with 2 prints the document of `check`."""
    at = folder(tmp_path, measured(), {}, {"record.csv": RECORD.replace("4000,0", "0,0")})
    code, out, _ = call("evidence", "run", at, "--json")
    assert code == 2
    assert not list(checker("evidence run").iter_errors(json.loads(out)))
    assert json.loads(out)["evidence"][0]["outcome"] == "failed"
    page = (ROOT / "docs" / "reference" / "json.md").read_text("utf-8")
    assert "`evidence run` of which an item fails prints its own" in page


@pytest.mark.slow
@pytest.mark.parametrize(
    "example", [pytest.param("auv", marks=pytest.mark.slow), "inspection", "monitor", "robot"]
)
def test_the_examples(example: str) -> None:
    at = EXAMPLES / example
    claim = printed("assess", at)["claims"][0]["id"]
    printed("assess --why", at, "--why", claim)
    printed("check", at)
    items = printed("evidence list", at)["evidence"]
    if items:
        printed("evidence show", at, items[0]["id"])


@pytest.mark.slow
def test_trees_of_an_example() -> None:
    at = EXAMPLES / "inspection"
    for name in ("quantify", "cutsets", "importance", "sensitivity"):
        printed(f"fta {name}", at)
    printed("fta uncertainty", at, "--trials", "50")
    curves = printed("fta curve", at, "--hours", "10", "--points", "3")
    assert [one["tree"] for one in curves["trees"]] == [
        one["tree"] for one in printed("fta quantify", at)["trees"]
    ]
    printed("fta scenarios", at)
    printed("explain", at)


@pytest.mark.slow
def test_trees_of_a_file(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", calculation())
    for name in ("quantify", "cutsets", "importance", "sensitivity"):
        assert printed(f"fta {name}", at)["tree"] == "FT"
    printed("fta quantify", at, "--method", "bounds")
    printed("fta importance", at, "--gates")
    printed("fta importance", at, "--uncertainty", "--trials", "20")
    printed("fta uncertainty", at, "--trials", "20", "--method", "monte-carlo")
    printed("fta curve", at, "--hours", "10", "--points", "3")
    printed("fta convert", at, "-o", tmp_path / "out.xml")
    printed("allocate", at, "--tree", "FT")
    printed("export", at, "--format", "gsn", "-o", tmp_path / "out.gsn.yaml")
    printed("import", tmp_path / "new", tmp_path / "out.gsn.yaml", "--format", "gsn")
    printed("import", at, tmp_path / "out.gsn.yaml", "--format", "gsn")


@pytest.mark.parametrize(
    "command", ["assess", "explain", "plan", "safety", "build", "fta quantify", "whatif"]
)
def test_a_command_that_computes_prints_the_findings_of_a_case_with_errors(
    command: str, tmp_path: Path
) -> None:
    at = folder(tmp_path / "case", calculation(), {"arguments.A1.from": []})
    more = {"build": ("-o", tmp_path / "out"), "whatif": ("--set", "E1=0.1")}.get(command, ())
    code, out, _ = call(*command.split(), at, *more, "--json")
    assert code == 1
    assert not list(checker("check").iter_errors(json.loads(out)))
    assert "diagnostics" not in json_schema(command).get("properties", {})
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_evidence_changes_and_plans(tmp_path: Path) -> None:
    quick = {"evidence_items.EV.parameters.entries": "recorded"}  # a plan for entries that vary takes seconds
    edits = {"claims.C1.requirement.bound": 5e-4, **quick}
    at = folder(tmp_path / "case", measured(), edits, {"record.csv": RECORD})
    printed("evidence run --dry-run", at)
    printed("evidence run", at, "--force")
    printed("evidence verify", at)
    assert printed("plan", at)["claims"][0]["records"]
    printed("explain", at)
    printed("evidence show", at)
    (tmp_path / "more.csv").write_text(RECORD)
    printed(
        "evidence add",
        at,
        tmp_path / "more.csv",
        "--as",
        "demands",
        "--set",
        "stopping=planned",
        "--set",
        "failure=no stop",
    )
    other = folder(tmp_path / "tree", calculation())
    printed("whatif", other, "--set", "E1=0.5")
    printed("build", other, "--html", "-o", tmp_path / "out")
    printed("upgrade", other)
    printed("hazards", other)
    printed("templates")


@pytest.mark.slow
def test_baselines_and_reviews(tmp_path: Path) -> None:
    at = folder(tmp_path / "case", calculation(), {"claims.C1.note": "The contact is of the newer kind"})
    printed("baseline create", at, "v1", "--author", "A. Author", "--reason", "first")
    printed("baseline list", at)
    printed("baseline show", at, "v1")
    printed("baseline verify", at)
    printed(
        "review add",
        at,
        "--target",
        "C1",
        "--text",
        "Who measured the contact?",
        "--severity",
        "minor",
        *REVIEW,
    )
    printed("review respond", at, "F1", "--text", "The bench did, see the data sheet", "--by", "A. Author")
    printed("review close", at, "F1", "--as", "accepted", "--text", "Seen and read", *REVIEW)
    printed(
        "review sign",
        at,
        "--target",
        "C1",
        "--decision",
        "conditions",
        "--condition",
        "Read it again",
        *REVIEW,
    )
    (at / "again.txt").write_text(
        "Read again on 3 March: the contact sticks as often as the data sheet says.\n"
    )
    printed(
        "review discharge",
        at,
        "S1",
        "--condition",
        "1",
        "--text",
        "The condition is met: see the record",
        "--evidence",
        "again.txt",
        *REVIEW,
    )
    printed("review read", at, "C1", "--because", "the newer kind has the same data sheet", *REVIEW)
    printed("review list", at)
    printed("review checklist", at)
    text = (at / "case.yaml").read_text("utf-8").replace("0.0002", "0.0004")
    (at / "case.yaml").write_text(text, "utf-8")
    printed("review status", at)
    assert printed("diff", f"{at}@v1", at)["changed"]
    printed("review pack", at, "--no-documents", "-o", tmp_path / "pack.zip")
