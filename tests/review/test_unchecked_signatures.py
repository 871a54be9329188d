"""Without the package that checks signatures nothing signed counts as settled, and nothing is settled beside it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.audit.inspection import inspect
from casegen.audit.pack import write_pack
from casegen.io import load
from casegen.model.diagnostic import MissingDependencyError
from casegen.review import add_finding, create, decide, respond, review_state, sign_off
from casegen.review.events import Decision, FindingSeverity, FindingStatus, Person
from casegen.review.journal import read_journal
from casegen.review.persons import known_persons
from casegen.review.questions import read
from casegen.review.signing import fingerprint, stated_fingerprint
from tests.review.conftest import ANN, BOB
from tests.review.test_signing import make_key

pytest.importorskip("cryptography", reason="signatures are an extra: pip install 'casegen[sign]'")

NAMED = r"pip install 'casegen\[sign\]'"


@pytest.fixture
def raised(rover: Path, tmp_path: Path) -> Path:
    """A case with a finding that Bob signed, and Ann's answer to it."""
    create(rover, "v1", author="Dan Developer", reason="first")
    key = make_key(tmp_path, "bob")[0]
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB, key=key)
    respond(rover, "F1", text="because of the plan of frames", by=ANN)
    return rover


@pytest.fixture
def block(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    return lambda: monkeypatch.setitem(sys.modules, "cryptography", None)


def test_nobody_decides_where_the_raising_is_signed_and_not_checked(
    raised: Path, block: Callable[[], None], command: Callable[..., tuple[int, str]]
) -> None:
    block()
    with pytest.raises(MissingDependencyError, match=NAMED):
        decide(raised, "F1", status="closed", by=BOB, text="Seen in the plan of frames, section 2")
    words = (
        "--independence",
        "organisation",
        "--organisation",
        "TUV",
        "--text",
        "Seen in the plan, section 2",
    )
    code, said = command("review", "close", raised, "F1", "--by", "Bob Assessor", *words)
    assert (code, "pip install 'casegen[sign]'" in said, "internal error" in said) == (3, True, False)
    assert [one.recorded for one in read_journal(raised).findings] == [FindingStatus.ANSWERED]


def test_no_sign_off_and_no_reading_beside_an_unchecked_signature(
    raised: Path, block: Callable[[], None]
) -> None:
    block()
    cat = Person(name="Cat Checker 2", role="assessor", independence=BOB.independence, organisation="TUV")
    for decision in (Decision.ACCEPT, Decision.REJECT):
        with pytest.raises(MissingDependencyError, match=NAMED):
            sign_off(raised, target="TOP", decision=decision, by=cat, text="read as a whole")
    with pytest.raises(MissingDependencyError, match=NAMED):
        read(raised, ["W2"], by=cat, text="the frames are those of the plan, section 4")


def test_raising_and_answering_settle_nothing_and_go_on(raised: Path, block: Callable[[], None]) -> None:
    block()
    respond(raised, "F1", text="and because of section 3", by=ANN)
    add_finding(raised, target="C2", severity=FindingSeverity.MINOR, text="and this?", by=BOB)
    assert [one.id for one in read_journal(raised).findings] == ["F1", "F2"]


def test_what_was_closed_and_signed_is_shown_open_and_not_checked(
    raised: Path, tmp_path: Path, block: Callable[[], None], command: Callable[..., tuple[int, str]]
) -> None:
    decide(raised, "F1", status="closed", by=BOB, text="Seen in the plan", key=tmp_path / "bob.pem")
    sign_off(raised, target="TOP", decision=Decision.ACCEPT, by=BOB, key=tmp_path / "bob.pem")
    known = known_persons(raised, read_journal(raised)).signed
    whole = review_state(load(raised))
    assert (whole.settled, command("review", "list", raised)[0]) == (True, 0)
    block()
    state = review_state(load(raised))
    assert (state.settled, state.findings[0].status, state.sign_offs[0].stands) == (False, "open", False)
    assert (
        known_persons(raised, read_journal(raised)).signed == known
    )  # names are joined by the keys they name
    code, said = command("review", "list", raised)
    assert code == 3
    assert "signature not checked" in said
    assert "damaged" not in said
    assert "restore" not in command("review", "status", raised, "--strict")[1]
    document = json.loads(command("review", "list", raised, "--json")[1])
    assert document["findings"][0]["status"] == "open"


@pytest.mark.slow
def test_a_pack_is_neither_made_nor_judged_without_the_package(
    raised: Path, tmp_path: Path, block: Callable[[], None], command: Callable[..., tuple[int, str]]
) -> None:
    pack = write_pack(raised, tmp_path / "pack.zip", formats=()).path
    assert inspect(pack)[0].holds
    signed = write_pack(raised, tmp_path / "signed.zip", formats=(), key=tmp_path / "bob.pem").path
    block()
    for act in (lambda: inspect(pack), lambda: write_pack(raised, tmp_path / "again.zip", formats=())):
        with pytest.raises(MissingDependencyError, match=NAMED):
            act()
    assert inspect(pack, frozen_only=True)[0].holds, "the baseline alone is not signed"
    for path in (pack, signed):
        for more in ((), ("--public-key", tmp_path / "bob.pub.pem")):
            code, said = command("baseline", "verify", path, *more)
            assert (code, "pip install 'casegen[sign]'" in said, "internal error" in said) == (3, True, False)


def test_a_frozen_case_is_the_same_with_and_without_the_package(
    raised: Path, block: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as blocked:
        blocked.setitem(sys.modules, "cryptography", None)
        create(raised, "v2", author="Dan Developer", reason="second")
        assert inspect(raised, "v2")[0].holds
    assert inspect(raised, "v2")[0].holds
    block()
    assert inspect(raised, "v1")[0].holds


def test_the_stated_fingerprint_is_that_of_the_key(tmp_path: Path) -> None:
    public = make_key(tmp_path, "ann")[1].read_bytes()
    assert stated_fingerprint(public.decode()) == fingerprint(public)
    assert stated_fingerprint("no key é") != stated_fingerprint("")
