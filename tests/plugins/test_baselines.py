"""A baseline records the rules and types of gates of installed packages that judged it, and says if they are others now."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import EntryPoints
from pathlib import Path
from typing import Any

import pytest

from casegen import plugins
from casegen.argument.rule import RULES
from casegen.io import load
from casegen.review.added_parts import added_parts
from casegen.review.baseline import create, read
from casegen.store.identity import places
from tests.conftest import Ran
from tests.plugins.conftest import HEAD, RULE, TREE, Install, _forget

GATE = """from casegen.model.gates import GateRow, Operator, Shape
PART = GateRow(operator=Operator.AT_LEAST, k=1, shape=Shape.OR)
"""
KINDS = {
    "rule": (RULE.replace("BODY", "return iter(())"), {"rules": "own = stranger"}, HEAD, "the rules 'own' (own-rule)"),
    "gate": (GATE, {"gates": "own = stranger:PART"}, HEAD + TREE, "the type of gate 'own'"),
}  # fmt: skip
Call = Callable[..., Ran]


def _frozen(kind: str, install: Install, tmp_path: Path) -> tuple[Path, Path, str]:
    source, points, text, words = KINDS[kind]
    module = install("stranger", source, **points)
    case = tmp_path / "case"
    case.mkdir()
    (case / "case.yaml").write_text(text, "utf-8")
    create(case, "v1", author="A. Author", reason="first")
    return case, module, words


def _uninstall(monkeypatch: pytest.MonkeyPatch) -> None:
    left = EntryPoints(p for p in plugins._installed() if not p.value.startswith("stranger"))
    monkeypatch.setattr(plugins, "_installed", lambda: left)
    for id in [id for id, rule in RULES.items() if rule.find.__module__ == "stranger"]:
        dict.pop(RULES, id)  # it is read only
    _forget()


def _notes(casegen: Call, case: Path) -> tuple[bool, list[str]]:
    ran = casegen("baseline", "verify", case, "--json")
    document: dict[str, Any] = json.loads(ran.out)
    return document["holds"], document["baselines"][0]["notes"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_baseline_records_what_packages_add_to_its_judgement(
    kind: str, install: Install, tmp_path: Path, casegen: Call
) -> None:
    case, _, words = _frozen(kind, install, tmp_path)
    (part,) = read(case / "baselines/v1").about.added_parts or ()
    assert (part.name, part.package, part.version) == ("own", "stranger", "1")
    assert part.words.startswith(words)
    assert part.rules == (("own-rule",) if kind == "rule" else ())
    assert _notes(casegen, case) == (True, [])
    assert "judged by" in casegen("baseline", "show", case).out
    assert json.loads(casegen("diff", f"{case}@v1", case, "--json").out)["judged_otherwise"] == []
    assert "no semantic difference" in casegen("diff", f"{case}@v1", case).out


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how", ["code", "version"])
def test_what_has_changed_is_named(
    kind: str, how: str, install: Install, tmp_path: Path, casegen: Call
) -> None:
    case, module, words = _frozen(kind, install, tmp_path)
    if how == "version":
        (module.parent / "stranger-1.dist-info/METADATA").write_text(
            "Metadata-Version: 2.1\nName: stranger\nVersion: 2\n", "utf-8")  # fmt: skip
        words += " of the package stranger judged the frozen case in version 1; installed is 2"
    else:
        module.write_text(module.read_text("utf-8") + "# other\n", "utf-8")
        words += " of the package stranger judged the frozen case by other code of version 1"
    _forget()
    holds, notes = _notes(casegen, case)
    assert holds
    assert notes[0].startswith(f"not covered: assessment.json, since {words}")
    said = " ".join(casegen("diff", f"{case}@v1", case).out.split())
    assert words in said
    assert "both states are judged by what is installed" in said


def test_every_file_of_a_package_counts(install: Install, tmp_path: Path) -> None:
    module = install("stranger", KINDS["rule"][0], rules="own = stranger")
    package = module.parent / "stranger"
    package.mkdir()
    module.rename(package / "__init__.py")
    for name in ("words.yaml", "part.py"):
        (package / name).write_text("# one\n", "utf-8")
    (tmp_path / "case.yaml").write_text(HEAD, "utf-8")
    case, codes = load(tmp_path), set()
    for name in ("", "words.yaml", "part.py"):
        if name:
            (package / name).write_text("# other\n", "utf-8")
        places.cache_clear()
        codes.add(added_parts(case)[0].code)
        (package / "part.py").write_bytes((package / "part.py").read_bytes().replace(b"\n", b"\r\n"))
    assert len(codes) == 3


@pytest.mark.slow
def test_a_rule_that_is_gone_is_named(
    install: Install, tmp_path: Path, casegen: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, _, words = _frozen("rule", install, tmp_path)
    _uninstall(monkeypatch)
    words += " of the package stranger 1 judged the frozen case, and are not installed"
    holds, notes = _notes(casegen, case)
    assert holds
    assert notes[0] == f"not covered: assessment.json, since {words}"
    assert words in " ".join(casegen("diff", f"{case}@v1", case).out.split())


@pytest.mark.slow
def test_a_type_of_gate_that_is_gone_is_named_beside_the_case_that_cannot_be_read(
    install: Install, tmp_path: Path, casegen: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, _, words = _frozen("gate", install, tmp_path)
    _uninstall(monkeypatch)
    from casegen.model.gates import GATES, GateType

    dict.pop(GATES, GateType._value2member_map_.pop("own"))
    ran = casegen("baseline", "verify", case / "baselines/v1", "--json")
    document = json.loads(ran.out)
    assert not document["holds"]
    assert document["baselines"][0]["notes"] == [
        f"{words} of the package stranger 1 judged the frozen case, and is not installed"
    ]


@pytest.mark.slow
def test_rules_that_came_later_are_named(install: Install, tmp_path: Path, casegen: Call) -> None:
    case = tmp_path / "case"
    case.mkdir()
    (case / "case.yaml").write_text(HEAD, "utf-8")
    create(case, "v1", author="A. Author", reason="first")
    assert _notes(casegen, case) == (True, [])
    install("stranger", KINDS["rule"][0], rules="own = stranger")
    assert "and did not judge the frozen case" in _notes(casegen, case)[1][0]


@pytest.mark.slow
def test_a_type_of_gate_that_the_case_has_not_is_not_recorded(
    install: Install, tmp_path: Path, casegen: Call
) -> None:
    install("stranger", GATE, gates="own = stranger:PART")
    case = tmp_path / "case"
    case.mkdir()
    (case / "case.yaml").write_text(HEAD, "utf-8")
    create(case, "v1", author="A. Author", reason="first")
    assert read(case / "baselines/v1").about.added_parts == ()


@pytest.mark.slow
def test_an_early_baseline_records_none_and_is_compared_strictly(
    install: Install, tmp_path: Path, casegen: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casegen.review.baseline.added_parts", lambda _: None)
    case, module, _ = _frozen("rule", install, tmp_path)
    module.write_text(module.read_text("utf-8") + "# other\n", "utf-8")
    assert _notes(casegen, case) == (True, [])
