"""An earlier baseline that is gone, or another than it was: nothing is accepted on what is left, nothing is settled."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.review import create, review_state, sign_off
from casegen.review.events import Decision, Person
from casegen.review.questions import read
from tests.false_support import call
from tests.review.conftest import BOB


def gone(earlier: Path) -> None:
    shutil.rmtree(earlier)


def remade(earlier: Path) -> None:
    root = earlier.parent.parent
    shutil.rmtree(earlier)
    create(root, earlier.name, author="Ann Author", reason="made anew")


def unreadable(earlier: Path) -> None:
    (earlier / "baseline.json").chmod(0o644)
    (earlier / "baseline.json").write_text("{}")


def altered(earlier: Path) -> None:
    path = earlier / "files" / "records" / "wheels.md"
    path.chmod(0o644)
    path.write_text("Five wheels inspected, nothing found.\n")


RITA = Person(name="Rita Reader")
TAMPERS: tuple[Callable[[Path], None], ...] = (gone, remade, unreadable, altered)


@pytest.fixture
def twice(rover: Path) -> Path:
    """A case with two baselines, and a review that was never held at the first."""
    for name in ("v1", "v2"):
        create(rover, name, author="Ann Author", reason="for the review")
    return rover


@pytest.mark.slow
@pytest.mark.parametrize("tamper", TAMPERS)
def test_nobody_accepts_and_nothing_is_settled(twice: Path, tamper: Callable[[Path], None]) -> None:
    sign_off(twice, target="", decision=Decision.ACCEPT, by=BOB, baseline="v2")
    assert call("review", "status", twice, "--strict")[0] == 0
    tamper(twice / "baselines" / "v1")
    assert call("baseline", "verify", twice)[0] == 1
    code, out, err = call("review", "status", twice, "--strict")
    assert (code, "v1" in out) == (1, True), out + err
    with pytest.raises(InputError, match="baselines of the review are not whole"):
        sign_off(twice, target="TOP", decision=Decision.ACCEPT, by=BOB, baseline="v2")
    sign_off(twice, target="TOP", decision=Decision.REJECT, by=BOB, baseline="v2")


@pytest.mark.parametrize("tamper", TAMPERS)
def test_nothing_is_read_at_damaged_baselines(twice: Path, tamper: Callable[[Path], None]) -> None:
    tamper(twice / "baselines" / "v1")
    with pytest.raises(InputError, match="history of the review is not whole"):
        read(twice, ["C1"], by=RITA, text="compared with the records of the rig, section 4")


@pytest.mark.slow
def test_whole_baselines_are_no_problem(twice: Path) -> None:
    assert review_state(load(twice)).problems == ()
    sign_off(twice, target="TOP", decision=Decision.ACCEPT, by=BOB)
    sign_off(twice, target="", decision=Decision.ACCEPT, by=BOB, baseline="v1")
    assert call("review", "status", twice, "--strict")[0] == 0


def test_the_documents_tell_of_a_baseline_that_is_gone(twice: Path) -> None:
    gone(twice / "baselines" / "v1")
    (problem,) = review_state(load(twice)).problems
    assert "v1, is gone" in problem.message
