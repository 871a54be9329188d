"""No text of a case, a record or a file makes lines of its own in what is printed or written for people."""

from __future__ import annotations

import datetime
import json
import re
import shutil
import zipfile
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from casegen.io.case_writer import dump
from tests.conftest import ROOT, Ran

Call = Callable[..., Ran]
FORGED = "FORGED: the case holds; signed by key 1f3c5a7b9d2e4f60"
WIDTH = 98
"""characters of a line, its indent and the quote that follows it apart"""
ENDS = ("\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\n    ", "\n\t")
PROSE = {
    "text", "title", "limitations", "assumed", "system", "environment", "intended_use", "note", "population", "source",
    "description", "reason", "cause", "effect", "organisation",
}  # fmt: skip


def forge(value: Any, ends: str, key: str = "") -> Any:
    """The data of a file with the forged line behind every text that is prose."""
    if isinstance(value, Mapping):
        return {name: forge(part, ends, name) for name, part in value.items()}
    if isinstance(value, list):
        return [forge(part, ends, key) for part in value]
    if isinstance(value, datetime.date):
        return value.isoformat()
    return f"{value}{ends}{FORGED}{ends}" if isinstance(value, str) and key in PROSE else value


def forged_case(name: str, at: Path, ends: str) -> Path:
    shutil.copytree(ROOT / "examples" / name, at, ignore=shutil.ignore_patterns(".casegen", "world", "*.py"))
    for file in at.glob("*.yaml"):
        file.write_text(dump(forge(yaml.safe_load(file.read_text("utf-8")), ends)), "utf-8")
    return at


def is_forged(text: str) -> bool:
    """Whether a line, as any program tells lines apart, begins with the forged text; signs before it are no help.

    Within a long text a line may begin anywhere: then the line before it had no room left.
    """
    lines = ["", *text.splitlines()]
    return any(
        line.lstrip(" \t│|>*·-“\"'").startswith("FORGED") and len(before) < WIDTH - len("FORGED: ")
        for before, line in pairwise(lines)
    )


def said(ran: Ran) -> str:
    """What was printed, which forges no line and steers no terminal."""
    text = ran.out + ran.err
    assert not is_forged(text), text
    assert not set(text) & set("\x1b\x0b\x0c\r\x85\u2028\u2029\u202e\u2066"), text
    return text


COMMANDS = (
    "check", "assess", "assess --all", "assess --why ROOT", "explain", "explain --all", "plan", "safety",
    "evidence list", "evidence show ITEM", "evidence verify", "fta quantify", "fta cutsets", "fta importance",
    "fta sensitivity", "fta uncertainty", "allocate", "whatif --set EVENT=1e-3", "review list", "review status",
    "review checklist", "review checklist --standard iec61508", "baseline list", "baseline show v1", "baseline verify",
)  # fmt: skip


def words(command: str, case: Path, names: Mapping[str, str]) -> list[str]:
    """The command with the case behind its own words, and names of the case in their places."""
    parts = command.split()
    own = 2 if parts[0] in ("evidence", "fta", "review", "baseline") else 1
    placed = ["=".join(names.get(word, word) for word in part.split("=")) for part in parts]
    return [*placed[:own], str(case), *placed[own:]]


NAMES = {
    "press": {"ROOT": "C-PRESS", "ITEM": "EV-BRAKE", "EVENT": "BE-BRAKE"},
}


@pytest.mark.slow
@pytest.mark.parametrize("ends", ENDS, ids=repr)
def test_no_text_of_a_case_or_a_record_makes_a_line(casegen: Call, tmp_path: Path, ends: str) -> None:
    case = forged_case("press", tmp_path / "press", ends)
    forged = f"{ends}{FORGED}{ends}"
    before = shutil.copytree(ROOT / "examples" / "press", tmp_path / "before")
    casegen("evidence", "run", case)
    frozen = casegen(
        "baseline", "create", case, "v1", "--by", "Ann Author", "--reason", f"For the assessor{forged}"
    )
    if any(c < " " and c not in "\n\r\t" for c in ends):
        forged = f"\n{FORGED}\n"  # no event holds a control character
    said(frozen)
    person = ("--by", "Rita Reviewer", "--independence", "organisation", "--organisation", "Assessors Ltd")
    for target in ("C-BRAKE", "C-RELAY"):
        said(
            casegen("review", "add", case, "--target", target, "--severity", "minor", "--text",
                    f"The record is of another press.{forged}", *person)
        )  # fmt: skip
    said(
        casegen(
            "review",
            "respond",
            case,
            "F1",
            "--text",
            f"Compared with the plate.{forged}",
            "--by",
            "Ann Author",
        )
    )
    said(casegen("review", "close", case, "F1", "--text", f"Seen on the rig.{forged}", *person))
    said(
        casegen("review", "sign", case, "--decision", "conditions", "--target", "C-CURTAIN", "--condition",
                f"No use at night.{forged}", "--text", f"Walked through.{forged}", *person)
    )  # fmt: skip
    said(
        casegen(
            "review", "read", case, "C-RELAY", "--because", f"It is the relay of the tree.{forged}", *person
        )
    )
    for command in COMMANDS:
        said(casegen(*words(command, case, NAMES["press"])))
    said(casegen("diff", before, case))
    pack = tmp_path / "pack.zip"
    said(casegen("review", "pack", case, "-o", pack, "--no-documents"))
    with zipfile.ZipFile(pack) as archive:
        (name,) = [one for one in archive.namelist() if one.endswith("VERIFY.txt")]
        assert not is_forged(archive.read(name).decode("utf-8"))
    said(casegen("baseline", "verify", pack))


@pytest.mark.slow
@pytest.mark.parametrize("ends", ["\n", "\r", "\x85", "\u2028"], ids=repr)
def test_no_text_of_a_case_makes_a_line_of_a_file(casegen: Call, tmp_path: Path, ends: str) -> None:
    case = forged_case("press", tmp_path / "press", ends)
    made = tmp_path / "out"
    casegen("build", case, "--no-run", "-o", made, "--markdown", "--text")
    files = [file for file in made.rglob("*") if file.suffix in (".md", ".dot", ".mmd", ".txt")]
    assert len(files) > 2
    for kind, suffix in (("ltac", "ltac"), ("gsn", "yaml"), ("openpsa", "xml")):
        casegen("export", case, "-f", kind, "-o", tmp_path / f"out.{suffix}")
    files += [tmp_path / "out.ltac"]
    for file in files:
        assert not is_forged(file.read_text("utf-8")), file


LIKE_ANY = "Rita Reviewer"
NOT_IN_ONE_LINE = [
    "Rita\tReviewer", "Rita\nReviewer", "Rita\rReviewer", "Rita\x85Reviewer", "Rita\u2028Reviewer", "Rita\x1bReviewer",
    "Rita \u202eReviewer", "R" * 201,
]  # fmt: skip
ACTS = (
    ("add", "--target", "C-BRAKE", "--text", "The record is of another press."),
    ("sign", "--decision", "reject", "--text", "Not before the records are there."),
    ("read", "C-RELAY", "--because", "It is the relay of the tree."),
)


@pytest.fixture
def press(casegen: Call, tmp_path: Path) -> Path:
    folder = tmp_path / "press"
    shutil.copytree(ROOT / "examples" / "press", folder, ignore=shutil.ignore_patterns(".casegen"))
    assert casegen("baseline", "create", folder, "v1", "--by", "Ann Author", "--reason", "x").code == 0
    return folder


@pytest.mark.slow
def test_a_name_is_refused_unless_it_is_one_line(casegen: Call, press: Path) -> None:
    for name in NOT_IN_ONE_LINE:
        for act in ACTS:
            for option in ("--by", "--role", "--organisation"):
                others = () if option == "--by" else ("--by", LIKE_ANY)
                ran = casegen("review", act[0], press, *act[1:], option, name, *others, "--json")
                assert ran.code == 2, (name, act, option)
                assert ran.json["diagnostics"][0]["severity"] == "input"
    for option in ("--category", "--clause", "--target"):
        given = ("--text", "It is not so.", "--by", LIKE_ANY, "--target", "C-BRAKE", option, "IEC\n61508")
        assert casegen("review", "add", press, *given).code == 2
    said(casegen("review", "respond", press, "F1", "--text", "So.", "--by", "Rita\nReviewer"))


@pytest.mark.slow
def test_a_baseline_has_an_author_in_one_line(casegen: Call, press: Path) -> None:
    for name in NOT_IN_ONE_LINE[:-1]:
        ran = casegen("baseline", "create", press, "v2", "--by", name, "--reason", "x")
        assert (ran.code, "in one line" in ran.err) == (2, True), name
    assert not (press / "baselines" / "v2").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [LIKE_ANY, "Zoë  Müller-Østergård", "रीता समीक्षक", "רותי מבקרת", "Dr.\u00a0Reviewer", "نویسنده\u200cها"],
)
def test_names_of_any_alphabet_are_names(casegen: Call, press: Path, name: str) -> None:
    act = ("review", "add", press, "--target", "C-BRAKE", "--text", "First line.\nSecond line.", "--by", name)
    assert casegen(*act, "--role", "assessor\u00a0of safety").code == 0
    assert casegen("baseline", "create", press, "v2", "--by", name, "--reason", "a\nb").code == 0
    listed = casegen("review", "list", press, "--json").json
    assert json.dumps("First line.\nSecond line.") in json.dumps(listed)


def test_who_signed_stands_before_what_was_said(casegen: Call, press: Path) -> None:
    text = "Compared. · signed by key 1f3c5a7b9d2e4f60"
    casegen("review", "add", press, "--target", "C-BRAKE", "--text", text, "--by", LIKE_ANY)
    assert f"raised by “{LIKE_ANY}”, name not authenticated: “{text}”" in casegen("review", "list", press).out


CLAIMED = "✓ verified” signed by key 1f3c5a7b9d2e4f60"
"""what looks like words of the program, behind a sign that would end a quote"""


def outside_quotes(text: str) -> str:
    """What the program says itself: all but what stands in quotes, which only their end closes."""
    return re.sub(r"“[^”]*”", "", text)


def test_what_somebody_wrote_stands_in_quotes(casegen: Call, press: Path, tmp_path: Path) -> None:
    claimed = {
        name: f"{name} {CLAIMED}"
        for name in ("Rita", "Olaf", "role", "reason", "text", "clause", "condition")
    }
    frozen = casegen(
        "baseline", "create", press, "v2", "--by", claimed["Olaf"], "--reason", claimed["reason"]
    )
    assert frozen.code == 0, frozen.err
    person = ("--by", claimed["Rita"], "--role", claimed["role"])
    acts = (
        ("add", press, "--target", "C-BRAKE", "--text", claimed["text"], "--clause", claimed["clause"], *person),
        ("respond", press, "F1", "--text", claimed["text"], "--by", "Ann Author", "--role", claimed["role"]),
        ("close", press, "F1", "--text", claimed["text"], *person),
        ("sign", press, "--decision", "conditions", "--target", "C-CURTAIN", "--condition", claimed["condition"],
         "--text", claimed["text"], "--independence", "person", *person),
    )  # fmt: skip
    for act in acts:
        ran = casegen("review", *act)
        assert ran.code == 0, ran.err
    casegen("review", "pack", press, "-o", tmp_path / "pack.zip", "--no-documents")
    with zipfile.ZipFile(tmp_path / "pack.zip") as archive:
        (name,) = [one for one in archive.namelist() if one.endswith("VERIFY.txt")]
        shown = [archive.read(name).decode("utf-8")]
    for command in (("review", "list"), ("review", "status"), ("baseline", "show"), ("baseline", "list")):
        shown.append(casegen(*command, press).out)
    for text in shown:
        assert "✓" in text
        for words in ("✓ verified", "signed by key 1f3c", "condition ✓"):
            assert words not in outside_quotes(" ".join(text.split())), text
    assert casegen("baseline", "verify", tmp_path / "pack.zip").code == 0
