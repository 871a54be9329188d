"""A call in a copy of the process: its answer is the call's, whatever happens to the copy."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casegen.argument import check as rules
from casegen.assessment.checks.case import checked
from casegen.assessment.points import begin_reading, read_once, reading_steps
from casegen.assessment.study import study_of_trees
from casegen.cli import case_verdict
from casegen.cli.apart import apart
from casegen.cli.case_verdict import sound
from casegen.io import load
from casegen.model import expressions
from casegen.model.sentence import Sentence
from casegen.review.dossier import gather

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems make no copies")
EXAMPLE = Path(__file__).parents[2] / "examples" / "press"


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1})
    monkeypatch.setattr(threading, "active_count", lambda: 1)


def call_of(kept: list[int]) -> int:
    kept.append(os.getpid())
    return os.getpid()


@pytest.mark.usefixtures("two_cores")
def test_the_call_is_made_in_a_copy_which_leaves_nothing_here() -> None:
    kept: list[int] = []
    answer = apart(lambda: call_of(kept))()
    assert answer != os.getpid()
    assert not kept
    with pytest.raises(ChildProcessError):
        os.waitpid(answer, 0)


@pytest.mark.usefixtures("two_cores")
def test_what_fails_in_the_copy_fails_here() -> None:
    def wrong() -> None:
        raise LookupError(f"in {os.getpid()}")

    begun = apart(wrong)
    with pytest.raises(LookupError, match=f"in {os.getpid()}"):
        begun()


@pytest.mark.usefixtures("two_cores")
@pytest.mark.parametrize("ended_by", [signal.SIGKILL, signal.SIGINT])
def test_a_copy_that_is_ended_is_stood_in_for(
    ended_by: signal.Signals, capfd: pytest.CaptureFixture[str]
) -> None:
    here = os.getpid()

    def call() -> int:
        if os.getpid() != here:
            os.kill(os.getpid(), ended_by)
        return os.getpid()

    assert apart(call)() == here
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("two_cores")
def test_an_answer_larger_than_a_pipe_comes_whole() -> None:
    assert apart(lambda: "x" * 3_000_000)() == "x" * 3_000_000


@pytest.mark.usefixtures("two_cores")
def test_another_copy_leaves_the_answer_to_who_began_it() -> None:
    first = apart(os.getpid)
    second = apart(lambda: (first(), os.getpid()))
    asked, copy = second()
    assert asked == copy
    assert first() not in (copy, os.getpid())


@pytest.mark.usefixtures("two_cores")
def test_an_answer_that_cannot_be_written_down_is_given_here() -> None:
    assert apart(lambda: lambda: 7)()() == 7


@pytest.mark.usefixtures("two_cores")
def test_what_the_copy_compiled_is_kept_for_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.expressions"
    installed = expressions.Expressions(path)
    monkeypatch.setattr(expressions, "_installed", lambda: installed)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert apart(lambda: expressions.compiled("a+b").flags)() == 32
    assert not installed.places
    assert set(expressions.Expressions(path).places) == {("a+b", 0)}


@pytest.mark.slow
@pytest.mark.usefixtures("two_cores")
@pytest.mark.parametrize("begin", [apart, lambda call: call])
def test_findings_are_the_same_with_the_rules_read_apart(begin: Callable[..., Any]) -> None:
    case = load(EXAMPLE)
    assert checked(case, begin(lambda: rules(case)))[0] == checked(case)[0]


@pytest.mark.usefixtures("two_cores")
@pytest.mark.parametrize("many", [1, 1_000_000])
def test_a_small_case_is_read_without_a_copy(monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    begun: list[Callable[[], Any]] = []

    def noted(call: Callable[[], Any]) -> Callable[[], Any]:
        begun.append(call)
        return call

    monkeypatch.setattr(case_verdict, "_MANY", many)
    monkeypatch.setattr("casegen.cli.apart.apart", noted)
    case_verdict.checked(EXAMPLE)
    assert len(begun) == int(many == 1)


@pytest.mark.usefixtures("two_cores")
def test_ctrl_c_works_as_before() -> None:
    apart(os.getpid)()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.usefixtures("two_cores")
@pytest.mark.parametrize("lacking", ["a core", "a process", "quiet"])
def test_without_room_the_call_is_made_here(monkeypatch: pytest.MonkeyPatch, lacking: str) -> None:
    def refused() -> int:
        raise BlockingIOError("no more processes")

    if lacking == "a core":
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0})
    elif lacking == "a process":
        monkeypatch.setattr(os, "fork", refused)
    else:
        monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert apart(os.getpid)() == os.getpid()


@pytest.mark.slow
@pytest.mark.usefixtures("two_cores")
def test_a_dossier_is_the_same_with_its_older_state_compared_apart(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        shutil.copytree(EXAMPLE, folder)
    text = (new / "case.yaml").read_text()
    (new / "case.yaml").write_text(text.replace("entries of a hand", "entries of one hand"))
    session, _ = sound(new, as_json=False)
    there, here = (
        gather(session.assess(), session=session, since=str(old), begin=begin).difference
        for begin in (apart, lambda call: call)
    )
    assert there is not None
    assert here is not None
    assert there.sentences()
    assert there.document() == here.document()


@pytest.mark.slow
@pytest.mark.usefixtures("two_cores")
def test_a_dossier_is_the_same_with_its_trees_studied_apart() -> None:
    session, _ = sound(EXAMPLE, as_json=False)
    assessed = session.assess()
    begun = apart(lambda: study_of_trees(session, assessed))
    there = gather(assessed, session=session, of_trees=begun).study
    here = gather(assessed, session=session).study
    assert there.trees
    assert (there.trees, there.plans, len(there.comparisons)) == (
        here.trees,
        here.plans,
        len(here.comparisons),
    )


@pytest.mark.slow
@pytest.mark.usefixtures("two_cores")
def test_sentences_are_the_same_where_they_are_read_apart() -> None:
    session, _ = sound(EXAMPLE.parent / "inspection", as_json=False)
    assessed = session.assess()
    with read_once():
        begin_reading(assessed, apart)
        there = reading_steps(assessed)
    here = reading_steps(assessed)
    assert there == here
    # a translation is made of a sentence's key and values, which its text does not show
    said = [
        [text for step in steps for text in step.texts if isinstance(text, Sentence)]
        for steps in (there, here)
    ]
    assert [(s.key, s.values) for s in said[0]] == [(s.key, s.values) for s in said[1]]


def test_sentences_are_read_once_where_that_is_begun() -> None:
    session, _ = sound(EXAMPLE, as_json=False)
    assessed = session.assess()
    answered: list[int] = []

    def begin(call: Callable[[], Any]) -> Callable[[], Any]:
        def answer() -> Any:
            answered.append(1)
            return call()

        return answer

    begin_reading(assessed, begin)
    steps = reading_steps(assessed)
    assert not answered, "nothing is kept outside"
    with read_once():
        begin_reading(assessed, begin)
        assert not answered
        assert reading_steps(assessed) == steps
        assert reading_steps(assessed) == steps
    assert len(answered) == 1
