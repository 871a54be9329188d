"""Standard output of a command with ``--json`` is one document, whatever a plug-in prints; its folder stays the caller's."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran
from tests.plugins.conftest import HEAD, ITEM, KINDS, TREE, Install

PRINTING = "print('noise')\n"
AT_IMPORT = {
    "format": "return Exported({name: b'x'})",
    "document": "(folder / name).write_text('x'); return [folder / name]",
    "rule": "yield from ()",
    "method": "return Result({'late': Measure(0.5, 'fraction')})",
    "gate": "from casegen.model.gates import *\nPART = GateRow(operator=Operator.ALL, shape=Shape.AND)",
}


@pytest.mark.parametrize("kind", AT_IMPORT)
def test_what_a_part_prints_is_not_in_the_document(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path, kind: str
) -> None:
    group, line, source, command = KINDS[kind]
    case = tmp_path / "case"
    case.mkdir()
    (case / "case.yaml").write_text(HEAD + {"method": ITEM, "gate": TREE}.get(kind, ""), "utf-8")
    (case / "times.txt").write_text("1\n", "utf-8")
    body = AT_IMPORT[kind] if kind == "gate" else f"print('noise'); {AT_IMPORT[kind]}"
    install("stranger", PRINTING + source.replace("BODY", body), **{group: line})
    places = {"CASE": case, "x": tmp_path / "x"}
    ran = casegen(*(places.get(word, word) for word in command), "--json")
    assert ran.code in (0, 1), ran.err
    json.loads(ran.out)
    assert ran.err.count("noise") == 1 + (kind != "gate")


NOISE = """import os
from casegen.argument import checking
findings = checking._findings
checking._findings = lambda *given: (print('noise'), os.system('echo noise'), findings(*given))[2]
from casegen.cli import main
main()
"""


@pytest.mark.slow
def test_what_a_process_of_a_part_prints_is_not_in_the_document(tmp_path: Path) -> None:
    """Worker processes and compiled code write to the file that standard output is."""
    (tmp_path / "case.yaml").write_text(HEAD, "utf-8")
    command = [sys.executable, "-c", NOISE, "check", str(tmp_path), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert json.loads(done.stdout)["diagnostics"] is not None
    assert done.stderr.count("noise") > 2


def test_help_is_printed_as_ever(casegen: Callable[..., Ran]) -> None:
    assert "--json" in casegen("check", "--json", "--help").out


@pytest.mark.parametrize("kind", [kind for kind in AT_IMPORT if kind != "gate"])
def test_a_part_that_goes_to_another_folder_moves_nobody_else(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The case is given by a relative path, and read again after the part."""
    group, line, source, command = KINDS[kind]
    case = tmp_path / "case"
    case.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (case / "case.yaml").write_text(HEAD + (ITEM if kind == "method" else ""), "utf-8")
    (case / "times.txt").write_text("1\n", "utf-8")
    go = f"import os; os.chdir({str(tmp_path / 'elsewhere')!r})"
    install("stranger", f"{go}\n" + source.replace("BODY", f"{go}; {AT_IMPORT[kind]}"), **{group: line})
    monkeypatch.chdir(tmp_path)
    ran = casegen(*({"CASE": "case"}.get(word, word) for word in command))
    assert ran.code == 0, ran.err
    assert Path.cwd() == tmp_path
    assert list(Path("elsewhere").iterdir()) == []
