"""Signed acts: the key is named, any changed bit is named, standard tools agree, unsigned ones stay what they are."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.io import load
from casegen.model.diagnostic import InputError
from casegen.review import add_finding, create, decide, respond, review_state, sign_off, verify
from casegen.review.events import Decision, FindingSeverity, Person
from casegen.review.journal import read_journal
from casegen.review.persons import KnownPersons
from casegen.review.questions import read
from casegen.review.signing import fingerprint
from tests.review.conftest import ANN, BOB
from tests.review.test_signing import make_key

pytest.importorskip("cryptography", reason="signatures are an extra: pip install 'casegen[sign]'")


@pytest.fixture
def bobs(tmp_path: Path) -> tuple[Path, Path]:
    return make_key(tmp_path, "bob")


@pytest.fixture
def signed(rover: Path, bobs: tuple[Path, Path]) -> Path:
    """A finding that Bob signed, Ann's answer without a key, Bob's decision and sign-off with it."""
    create(rover, "v1", author="Dan Developer", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB, key=bobs[0])
    respond(rover, "F1", text="because:\n  so", by=ANN)
    decide(rover, "F1", status="closed", by=BOB, key=bobs[0])
    sign_off(rover, target="TOP", decision=Decision.ACCEPT, by=BOB, key=bobs[0])
    return rover


def event(folder: Path, pattern: str) -> Path:
    [result] = (folder / "review").rglob(pattern)
    return result


@pytest.mark.slow
def test_who_signed_is_known_by_the_key(
    signed: Path, bobs: tuple[Path, Path], command: Callable[..., tuple[int, str]]
) -> None:
    key = fingerprint(bobs[1].read_bytes())
    state = review_state(load(signed))
    assert (state.problems, state.settled) == ((), True)
    assert state.findings[0].finding.signers == (key, None, key)
    assert state.sign_offs[0].sign_off.signer == key
    result = json.loads(command("review", "status", signed, "--json")[1])
    assert [e["signer"] for e in result["findings"][0]["history"]] == [key, None, key]
    assert result["sign_offs"][0]["signer"] == key
    assert f"“Bob Assessor” (organisation) · signed by key {key[:16]}…" in " ".join(
        command("review", "status", signed)[1].split()
    )
    listed = command("review", "list", signed)[1]
    assert listed.count(f"signed by key {key[:16]}…") == 2
    assert "names of acts without a key are not authenticated" in listed


@pytest.mark.slow
def test_the_page_tells_the_key(
    signed: Path, bobs: tuple[Path, Path], tmp_path: Path, command: Callable[..., tuple[int, str]]
) -> None:
    code, reported = command("build", signed, "-o", tmp_path / "out", "--html", "--no-run")
    assert code == 0, reported
    [page] = (tmp_path / "out").glob("*.html")
    words = f"Bob Assessor (signed by key {fingerprint(bobs[1].read_bytes())[:16]}…)"
    assert page.read_text("utf-8").count(words) >= 3  # raised, closed, signed off
    assert "Ann Author (signed" not in page.read_text("utf-8")


@pytest.mark.slow
def test_openssl_agrees(signed: Path, bobs: tuple[Path, Path], tmp_path: Path) -> None:
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed")
    file = event(signed, "03-disposed-*.yaml")
    command = (
        f"sed '/^signature: /d' {file} > body; sed -n 's/^signature: //p' {file} | base64 -d > body.sig;"
        f"openssl pkeyutl -verify -pubin -inkey {bobs[1]} -rawin -in body -sigfile body.sig"
    )
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_every_changed_byte_of_a_signed_act_is_named(signed: Path) -> None:
    file = event(signed, "01-signed-*.yaml")
    raw = file.read_bytes()
    for at in range(0, len(raw), 7):
        file.write_bytes(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
        journal = read_journal(signed)
        assert journal.problems or not journal.sign_offs, at
        assert all(one.signer is None for one in journal.sign_offs), at
    file.write_bytes(raw)
    assert not read_journal(signed).problems


@pytest.mark.slow
def test_key_or_signature_taken_away(signed: Path) -> None:
    file = event(signed, "01-signed-*.yaml")
    text = file.read_text()
    later = create(signed, "later", author="Dan Developer", reason="x").folder
    file.write_text(text[: text.index("signature: ")])
    problem, chain = read_journal(signed).problems
    assert "the other was taken away" in problem.message
    file.write_text(text[: text.index("key: |")])  # nothing in the event itself tells of it
    [still] = read_journal(signed).problems
    assert still == chain
    assert read_journal(signed).sign_offs[0].signer is None
    assert [one.kind for one in verify(later, signed).working] == ["history"]


@pytest.mark.slow
def test_a_signature_under_another_text_or_key_does_not_hold(signed: Path, tmp_path: Path) -> None:
    eve = make_key(tmp_path, "eve")[1].read_text()
    file = event(signed, "01-signed-*.yaml")
    text = file.read_text()
    own = text[text.index("  -----BEGIN") : text.index("signature: ")]
    for forged in (
        text.replace("decision: accept", "decision: reject"),
        text.replace(own, "".join(f"  {line}\n" for line in eve.splitlines())),
        text + "signature: AAAA\n",
    ):
        file.write_text(forged)
        assert read_journal(signed).problems
        assert not review_state(load(signed)).settled


def test_one_key_under_two_names_is_one_person(rover: Path, bobs: tuple[Path, Path], tmp_path: Path) -> None:
    anns, _ = make_key(tmp_path, "ann")
    create(rover, "v1", author="Dan Developer", reason="first", key=anns)
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB, key=bobs[0])
    eve = BOB.model_copy(update={"name": "Eve Else"})
    with pytest.raises(InputError, match="raised F1, in the name of Bob Assessor") as caught:
        respond(rover, "F1", text="explained", by=eve, key=bobs[0])
    assert caught.value.diagnostics[0].location.file.startswith("review/F1/01-raised-")
    respond(rover, "F1", text="explained", by=ANN, key=anns)
    with pytest.raises(InputError, match="answered F1, in the name of Ann Author"):
        decide(rover, "F1", status="closed", by=eve, key=anns)
    with pytest.raises(InputError, match="signed the baseline v1, frozen by Dan Developer"):
        sign_off(rover, target="TOP", decision=Decision.ACCEPT, by=eve, key=anns)
    decide(rover, "F1", status="closed", by=BOB, key=bobs[0])


def called(name: str) -> Person:
    return BOB.model_copy(update={"name": name})


@pytest.fixture
def two_names(rover: Path, bobs: tuple[Path, Path]) -> Path:
    """Findings of Bob and of Robert Roe, both signed with one key; the first is answered by Robert's other name."""
    create(rover, "v1", author="Dan Developer", reason="first")
    for target, name in (("C1", BOB.name), ("C2", "Robert Roe")):
        add_finding(
            rover, target=target, severity=FindingSeverity.MINOR, text="why?", by=called(name), key=bobs[0]
        )
    return rover


@pytest.mark.parametrize("key", [None, "eve"])
def test_two_names_of_one_key_are_one_person_whatever_signs_the_next_act(
    two_names: Path, tmp_path: Path, key: str | None
) -> None:
    other = make_key(tmp_path, key)[0] if key else None
    with pytest.raises(InputError, match=r"R. Roe, who is Bob Assessor by the key [0-9a-f]{16}…, raised F1"):
        respond(two_names, "F1", text="explained", by=called("R. Roe"), key=other)
    with pytest.raises(InputError, match=r"Bob Assessor, who is Robert Roe by the key .* raised F2"):
        respond(two_names, "F2", text="explained", by=BOB, key=other)
    respond(two_names, "F1", text="explained", by=called("Dora Dee"), key=other)
    decide(two_names, "F1", status="closed", by=called("Robert Roe"))


def test_two_keys_of_one_name_are_one_person(two_names: Path, tmp_path: Path) -> None:
    """Dora answers with a key, with which Dan signs later: the decision of Dan is Dora's own."""
    doras = make_key(tmp_path, "dora")[0]
    respond(two_names, "F1", text="explained", by=called("Dora Dee"), key=doras)
    add_finding(
        two_names, target="C1", severity=FindingSeverity.MINOR, text="why?", by=called("Sue Poe"), key=doras
    )
    with pytest.raises(InputError, match=r"Sue Poe, who is Dora Dee by the key .* answered F1"):
        decide(two_names, "F1", status="closed", by=called("Sue Poe"))


def test_who_froze_or_owns_a_part_under_another_name_of_the_key_does_not_accept(
    rover: Path, bobs: tuple[Path, Path], tmp_path: Path
) -> None:
    anns = make_key(tmp_path, "ann")[0]
    create(rover, "v1", author="Dan Developer", reason="first", key=anns)
    for name, signs in (("Carl Coe", anns), (ANN.name, bobs[0]), ("Sue Poe", bobs[0])):
        add_finding(
            rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=called(name), key=signs
        )
    with pytest.raises(
        InputError, match=r"Carl Coe, who is Dan Developer by the key .* froze the baseline v1"
    ):
        sign_off(rover, target="TOP", decision=Decision.REJECT, by=called("Carl Coe"))
    with pytest.raises(InputError, match=r"Sue Poe, who is Ann Author by the key .* answers for the case"):
        sign_off(rover, target="TOP", decision=Decision.REJECT, by=called("Sue Poe"))
    with pytest.raises(InputError, match=r"Sue Poe, who is Ann Author by the key .* answers for the case"):
        read(rover, ["C2"], by=called("Sue Poe"), text="The record of the workshop names all four wheels.")


def test_an_initial_between_two_names_joins_no_strangers() -> None:
    known = KnownPersons((("A. Smith", "1"), ("Anna Smith", "2"), ("Carl Coe", "2"), ("Adam Smith", "3")))
    assert known.names("Carl Coe") == {"Anna Smith": "2"}
    assert known.names("Adam Smith") == {"A. Smith": "1"}


def test_a_key_that_is_none_leaves_nothing_behind(
    rover: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(rover, "v1", author="Dan Developer", reason="first")
    (tmp_path / "bad.pem").write_text("no key")
    with pytest.raises(InputError, match="cannot read the private key"):
        add_finding(
            rover, target="C1", severity=FindingSeverity.MINOR, text="x", by=BOB, key=tmp_path / "bad.pem"
        )
    assert not read_journal(rover).findings
    private, _ = make_key(tmp_path, "bob")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="x", by=BOB, key=private)

    monkeypatch.setitem(sys.modules, "cryptography", None)
    journal = read_journal(rover)  # readable without the package, but then no name is vouched for
    assert journal.problems == journal.unchecked
    assert (len(journal.unchecked), journal.findings[0].signers) == (1, (None,))


@pytest.mark.parametrize("key", [None, "eve"])
def test_a_decision_in_the_raiser_s_name_needs_the_raiser_s_key(
    rover: Path, bobs: tuple[Path, Path], tmp_path: Path, key: str | None
) -> None:
    other = make_key(tmp_path, key)[0] if key else None
    create(rover, "v1", author="Dan Developer", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB, key=bobs[0])
    respond(rover, "F1", text="because so", by=ANN)
    for status in ("closed", "accepted", "open"):
        with pytest.raises(InputError, match=r"raised F1 with the key [0-9a-f]{16}…, and"):
            decide(rover, "F1", status=status, text="for this reason", by=BOB, key=other)  # type: ignore[arg-type]
    decide(rover, "F1", status="closed", by=BOB, key=bobs[0])
    assert review_state(load(rover)).findings[0].status == "closed"


def test_another_person_decides_without_that_key(rover: Path, bobs: tuple[Path, Path]) -> None:
    """And nobody needs one where the raising was not signed."""
    create(rover, "v1", author="Dan Developer", reason="first")
    for signing in (bobs[0], None):
        add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB, key=signing)
    carl = BOB.model_copy(update={"name": "Carl Checker"})
    decide(rover, "F1", status="closed", by=carl)
    decide(rover, "F2", status="closed", by=BOB)
    assert [one.status for one in review_state(load(rover)).findings] == ["closed", "closed"]


@pytest.mark.slow
def test_an_event_written_by_hand_in_that_name_closes_nothing(
    signed: Path, command: Callable[..., tuple[int, str]]
) -> None:
    file = event(signed, "03-disposed-*.yaml")
    text = file.read_text()
    for later in (signed / "review").rglob("01-signed-*.yaml"):
        later.unlink()
    file.write_text(text[: text.index("key: |")])
    (finding,) = review_state(load(signed)).findings
    assert finding.status == "open"
    assert "not with the key that signed the raising" in finding.reopened[0]
    listed, status = (" ".join(command("review", name, signed)[1].split()) for name in ("list", "status"))
    assert "closed by “Bob Assessor (assessor)”" in listed, listed
    assert "name not authenticated" in listed
    assert "F1 raised by “Bob Assessor” · signed by key" in status
    assert "closed by “Bob Assessor” · name not authenticated" in status
