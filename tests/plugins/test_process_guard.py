"""A part of an installed package neither ends casegen silently nor takes its output, and what it breaks is named."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.process_guard import guarded
from tests.conftest import Ran
from tests.plugins.conftest import HEAD, ITEM, KINDS, RULE, TREE, Call, Install

SOUND = {
    "format": "return Exported({name: b'x'})",
    "document": "(folder / name).write_text('x'); return [folder / name]",
    "rule": "return iter(())",
    "method": "return Result({'late': Measure(0.5, 'fraction')})",
    "gate": "from casegen.model.gates import *\nPART = GateRow(operator=Operator.ALL, shape=Shape.AND)",
}
KIND_OF_CASE = {"method": ITEM, "gate": TREE}
ENDS = {
    "exit": "import os; os._exit(0)",
    "exec": "import os, sys; os.execv(sys.executable, [sys.executable, '-c', ''])",
    "search": "import os, sys; os.execvp(sys.executable, [sys.executable, '-c', ''])",
    "kept": "end(0)",
    "output": "import sys; sys.stdout = None",
    "messages": "import sys; sys.stderr = None",
    "closed": "import sys; sys.stdout.close()",
    "file": "import os; os.close(1)",
    "elsewhere": "import os; os.dup2(os.open(os.devnull, os.O_WRONLY), 1)",
    "underneath": "import sys; sys.__stdout__.close(); sys.stdout.close()",
    "detached": "import sys; sys.stdout.detach()",
}
COMMAND = "import sys; sys.path.insert(0, sys.argv.pop(1)); from casegen.cli import main; main()"


def _separate(install: Install, tmp_path: Path, kind: str, body: str, *more: str) -> Ran:
    """The command that uses the part, in a process of its own: one that ends must not end the tests."""
    group, line, source, command = KINDS[kind]
    case = tmp_path / "case"
    case.mkdir()
    (case / "case.yaml").write_text(HEAD + KIND_OF_CASE.get(kind, ""), "utf-8")
    (case / "times.txt").write_text("1\n", "utf-8")
    own = f"{body}\n{source}" if kind == "gate" else source
    code = SOUND[kind] if kind == "gate" else f"{body}; {SOUND[kind]}"
    path = install("stranger", "from os import _exit as end\n" + own.replace("BODY", code), **{group: line})
    words = [{"CASE": str(case), "x": str(tmp_path / "x")}.get(word, word) for word in command]
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, str(path.parent), *words, *more],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize("kind", SOUND)
@pytest.mark.parametrize("end", ENDS)
def test_a_part_that_ends_the_process_or_takes_its_output_is_named(
    install: Install, tmp_path: Path, kind: str, end: str
) -> None:
    """``os._exit(0)`` in a rule made `check` end with 0 and say nothing."""
    ran = _separate(install, tmp_path, kind, ENDS[end])
    assert ran.code == 3, (ran.code, ran.out, ran.err)
    assert "of the package stranger" in ran.err, ran.err


@pytest.mark.slow
def test_what_is_printed_after_a_closed_output_is_the_document(install: Install, tmp_path: Path) -> None:
    ran = _separate(install, tmp_path, "rule", ENDS["closed"], "--json")
    assert ran.code == 3, (ran.code, ran.out, ran.err)
    assert "of the package stranger" in ran.out, ran.out


@pytest.mark.slow
def test_an_interrupt_names_the_part_that_it_ended(install: Install, tmp_path: Path) -> None:
    ran = _separate(install, tmp_path, "rule", "raise KeyboardInterrupt")
    assert ran.code == 130
    assert "interrupted in the rule own-rule of the package stranger" in ran.err


EMPTIED = {
    "rule": ["view.__dict__.clear()", "view.case.__dict__.clear()", "view.case.claims[0].__dict__.clear()", "view.__dict__['case'] = None"],
    "format": ["case.__dict__.clear()", "case.claims[0].__dict__['text'] = 'Other'"],
    "document": ["object.__setattr__(assessment, 'claims', {})", "assessment.case.__dict__.clear()"],
    "method": ["object.__setattr__(run, 'inputs', None)", "object.__setattr__(run, 'intake', None)"],
}  # fmt: skip


@pytest.mark.parametrize(("kind", "change"), [(kind, one) for kind in EMPTIED for one in EMPTIED[kind]])
def test_a_part_that_empties_what_it_is_shown_is_no_internal_error(
    call: Call, kind: str, change: str
) -> None:
    ran, path = call(kind, f"{change}; {SOUND[kind]}")
    assert "internal error" not in ran.err
    if kind == "rule":
        assert ran.code == 3
        assert "the rule own-rule of the package stranger" in ran.err
        assert f"{path}:" in ran.err
    else:
        assert ran.code in (0, 3), ran.err
        assert ran.code == 0 or "of the package stranger" in ran.err


def test_a_rule_that_empties_its_view_hides_nothing_from_the_next(
    install: Install, casegen: Callable[..., Ran], tmp_path: Path
) -> None:
    """Indexes of the view are shared by nobody."""
    (tmp_path / "case.yaml").write_text(HEAD, "utf-8")
    install(
        "a_first", RULE.replace("BODY", "view.__dict__['nodes'] = (); return iter(())"), rules="a = a_first"
    )
    counts = RULE.replace("own-rule", "next-rule").replace(
        "BODY", "yield Finding(('claims', 0), f'{len(view.nodes)} nodes', 'A')"
    )
    install("b_next", counts, rules="b = b_next")
    assert "1 nodes" in casegen("check", tmp_path).out


@pytest.mark.parametrize("result", ["__len__", "__iter__"])
def test_a_result_that_fails_when_it_is_looked_at_is_named(call: Call, result: str) -> None:
    body = f"return type('Files', (list,), {{{result!r}: lambda self: 1 / 0}})([folder])"
    ran, path = call("document", body)
    assert ran.code == 3
    assert "the document 'own' of the package stranger" in ran.err
    assert f"{path}:" in ran.err


def _end(code: int) -> None:
    os._exit(code)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_process_that_a_part_starts_may_end() -> None:
    with guarded():
        child = multiprocessing.get_context("fork").Process(target=_end, args=(7,))
        child.start()
        child.join(30)
        with pytest.raises(RuntimeError, match=r"os\._exit would end the command"):
            os._exit(0)
    assert child.exitcode == 7


def test_output_that_a_part_exchanges_is_what_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries wrap it when they are imported; what they print afterwards is theirs."""
    before = sys.stdout, sys.stderr
    with guarded():
        sys.stdout = sys.stderr
    assert (sys.stdout, sys.stderr) == before
    monkeypatch.setattr(sys, "stdout", None)  # as under pythonw: nobody's fault
    with guarded():
        pass


def _breaks_off() -> None:
    with guarded():
        sys.stderr = None  # type: ignore[assignment]
        raise ZeroDivisionError


def test_the_fault_of_a_part_is_raised_before_what_it_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", before := sys.stderr)
    with pytest.raises(ZeroDivisionError):
        _breaks_off()
    assert sys.stderr is before


TAKES = {
    "closed": "sys.stdout.close()",
    "messages": "sys.stderr.close()",
    "file": "os.close(1)",
    "both": "sys.stdout.close(); os.close(1)",
    "buffer": "sys.stdout.buffer.close()",
    "detached": "sys.stdout.detach()",
    "underneath": "sys.__stdout__.close()",
    "removed": "sys.stdout = sys.stderr = None",
    "folder": "os.chdir('/')",
}
PROGRAM = """
import os, sys
from casegen.process_guard import guarded
for _ in range(2):
    try:
        with guarded():
            BODY
    except RuntimeError as error:
        print("named:", error)
    print("then", sys.stdout.closed, os.getcwd())
    print("then", file=sys.__stdout__)
    print("message", file=sys.stderr)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", TAKES)
def test_a_program_that_calls_a_part_can_print_afterwards(tmp_path: Path, name: str) -> None:
    """`casegen.measure` left a closed standard output behind, where the command opens its own again."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("BODY", TAKES[name])],
        capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(f"then False {tmp_path}\nthen") == 2
    assert done.stdout.count("named:") == (0 if name == "folder" else 2)
    assert done.stderr.splitlines() == ["message"] * 2


def test_an_output_of_the_program_s_own_is_opened_again(tmp_path: Path) -> None:
    before, listing = sys.stdout, Path("/proc/self/fd")
    descriptors = len([*listing.iterdir()]) if listing.is_dir() else 0
    with (tmp_path / "out").open("w", encoding="latin-1") as file:
        sys.stdout = file
        try:
            print("one")
            with pytest.raises(RuntimeError), guarded():
                sys.stdout.close()
            print("zwölf", flush=True)
            assert sys.stdout.encoding == "latin-1"
            sys.stdout.close()
        finally:
            sys.stdout = before
    assert (tmp_path / "out").read_text("latin-1").split() == ["one", "zwölf"]
    assert not descriptors or len([*listing.iterdir()]) == descriptors
