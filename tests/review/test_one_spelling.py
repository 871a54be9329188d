"""A signature and a key have one spelling: no copy of a signed act in another one counts as a second act."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from casegen.audit.inspection import inspect
from casegen.audit.pack import write_pack
from casegen.io import load
from casegen.review import add_finding, create, decide, respond, review_state, sign_off, verify
from casegen.review.events import Decision, FindingSeverity
from casegen.review.journal import read_journal
from casegen.review.signing import sign
from tests.review.conftest import ANN, BOB
from tests.review.test_pack import unzipped
from tests.review.test_signing import make_key

pytest.importorskip("cryptography", reason="signatures are an extra: pip install 'casegen[sign]'")

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
ACTS = ["01-raised-*", "02-responded-*", "03-disposed-*", "01-signed-*"]


@pytest.fixture
def signed(rover: Path, tmp_path: Path) -> Path:
    """A finding that Bob raised, Ann answered and Bob closed, and his sign-off, each signed."""
    (bob, _), (ann, _) = make_key(tmp_path, "bob"), make_key(tmp_path, "ann")
    create(rover, "v1", author="Dan Developer", reason="first")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB, key=bob)
    respond(rover, "F1", text="because:\n  so", by=ANN, key=ann)
    decide(rover, "F1", status="closed", by=BOB, key=bob)
    sign_off(rover, target="TOP", decision=Decision.ACCEPT, by=BOB, key=bob)
    return rover


def spellings(text: str) -> Iterator[tuple[str, str]]:
    """Other texts of an event file of which a decoder may read the same signature, each with its name."""
    body, _, line = text.rpartition("signature: ")
    good = line.removesuffix("\n")
    last = DIGITS.index(good[-3])
    for low in range(16):
        if (digit := DIGITS[last & ~15 | low]) != good[-3]:
            yield f"last digit {digit}", f"{body}signature: {good[:-3]}{digit}==\n"
    others = {
        "no line end": good, "two line ends": f"{good}\n\n", "blank behind": f"{good} \n", "tab behind": f"{good}\t\n",
        "blank before": f" {good}\n", "blank inside": f"{good[:9]} {good[9:]}\n", "no padding": f"{good[:-2]}\n",
        "more padding": f"{good}=\n", "half the padding": f"{good[:-1]}\n", "quoted": f'"{good}"\n', "single quotes": f"'{good}'\n",
        "comment": f"{good} # signed\n", "comment below": f"{good}\n# signed\n", "literal": f"|\n  {good}\n",
        "folded": f">-\n  {good}\n", "tag": f"!!str {good}\n", "anchor": f"&a {good}\n", "carriage return": f"{good}\r\r\n",
        "form feed": f"{good}\f\n", "end of document": f"{good}\n...\n", "URL": f"{good.replace('+', '-').replace('/', '_')[:-2]}\n",
        "escaped": f'"\\u{ord(good[0]):04x}{good[1:]}"\n', "no-break space": f"{good}\u00a0\n",
    }  # fmt: skip
    yield from ((name, f"{body}signature: {end}") for name, end in others.items())
    yield "key in quotes", f"{body}'signature': {good}\n"
    yield "two blanks", f"{body}signature:  {good}\n"
    yield "mark of byte order", f"\ufeff{text}"
    yield "start of document", f"---\n{text}"
    yield "comment above", f"# signed\n{text}"
    yield "comment in the body", text.replace("key: |", "# signed\nkey: |")


def the(folder: Path, act: str) -> Path:
    [result] = (folder / "review").rglob(act)
    return result


@pytest.mark.parametrize("act", ACTS)
def test_a_signed_act_in_another_spelling_is_named(signed: Path, act: str) -> None:
    file = the(signed, act)
    raw = file.read_bytes()
    variants = dict(spellings(raw.decode()))
    assert len(variants) >= 40
    for name, text in variants.items():
        file.write_text(text, encoding="utf-8", newline="")
        journal = read_journal(signed)
        assert [one for one in journal.problems if one.location.file.endswith(file.name)], name
    file.write_bytes(raw.replace(b"\n", b"\r\n"))
    assert not read_journal(signed).problems, "the line ends of a checkout"
    file.write_bytes(raw)
    assert not read_journal(signed).problems


@pytest.mark.parametrize("act", ACTS)
def test_a_copy_of_a_signed_act_in_another_spelling_is_no_second_one(signed: Path, act: str) -> None:
    file = the(signed, act)
    before = read_journal(signed)
    acts = sum(len(one.events) for one in before.findings) + len(before.sign_offs)
    for name, text in spellings(file.read_text()):
        copy = file.with_name(f"09-{file.name.split('-')[1]}-0123abcd.yaml")
        copy.write_text(text, encoding="utf-8", newline="")
        journal = read_journal(signed)
        assert [one for one in journal.problems if one.location.file.endswith(copy.name)], name
        now = sum(len(one.events) for one in journal.findings) + len(journal.sign_offs)
        assert now <= acts, name
        copy.unlink()
    assert not read_journal(signed).problems


def test_the_words_and_the_exit_code(signed: Path, command: Callable[..., tuple[int, str]]) -> None:
    file = the(signed, "01-raised-*")
    text = file.read_text()
    assert command("review", "list", signed)[0] == 0
    file.write_text(f"{text}\n")
    code, out = command("review", "list", signed)
    assert (code, "the signature is not in its one spelling" in " ".join(out.split())) == (1, True)
    assert not review_state(load(signed)).settled
    file.write_text(text)
    file.with_name("04-raised-0123abcd.yaml").write_text(f"{text.rstrip()}  # again\n")
    assert "the event is duplicated" in " ".join(command("review", "list", signed)[1].split())


def test_a_copy_without_its_signature_is_no_second_act(signed: Path) -> None:
    file = the(signed, "01-raised-*")
    file.with_name("04-raised-0123abcd.yaml").write_text(file.read_text().partition("key: |")[0])
    journal = read_journal(signed)
    assert any("the event is duplicated" in one.message for one in journal.problems)
    assert len(journal.findings[0].events) == 3


def test_the_key_of_an_event_has_one_spelling(signed: Path, tmp_path: Path) -> None:
    file = the(signed, "01-signed-*")
    body = file.read_text().rpartition("signature: ")[0]
    for old, new in (
        ("  -----END", "\n  -----END"), ("  -----BEGIN", "  Bob's key\n  -----BEGIN"),
        ("KEY-----\nsig", "KEY-----\n  more\nsig"),
    ):  # fmt: skip
        other = f"{body}sig".replace(old, new).removesuffix("sig")
        assert other != body
        signature = base64.b64encode(sign(tmp_path / "bob.pem", other.encode())[0]).decode()
        file.write_text(f"{other}signature: {signature}\n")
        journal = read_journal(signed)
        assert any("the key of the event cannot be read" in one.message for one in journal.problems)
        assert journal.sign_offs[0].signer is None


def lengthened(raw: bytes) -> Iterator[bytes]:
    """Other contents of a file of a raw signature: text around it, or what it is coded as."""
    yield from (raw + end for end in (b"\n", b" ", b"\0", b"\r\n", raw, b"=="))
    yield from (b"\n" + raw, raw[:-1], base64.b64encode(raw), raw.hex().encode(), b"")
    order = 2**252 + 27_742_317_777_372_353_535_851_937_790_883_648_493
    yield raw[:32] + (int.from_bytes(raw[32:], "little") + order).to_bytes(32, "little")


def test_the_signature_of_a_baseline_has_one_spelling(rover: Path, tmp_path: Path) -> None:
    private, public = make_key(tmp_path, "ann")
    frozen = create(rover, "v1", author="Ann", reason="signed", key=private).folder
    file = frozen / "ROOT.sig"
    raw = file.read_bytes()
    file.chmod(0o644)
    for other in lengthened(raw):
        file.write_bytes(other)
        for key in (None, public):
            assert {one.kind for one in verify(frozen, public_key=key).frozen} == {"signature"}, other
    file.write_bytes(raw)
    assert verify(frozen, public_key=public).holds


@pytest.mark.slow
def test_the_signature_of_a_pack_has_one_spelling(rover: Path, tmp_path: Path) -> None:
    private, public = make_key(tmp_path, "bob")
    create(rover, "v1", author="Ann", reason="first")
    top = unzipped(write_pack(rover, tmp_path / "signed.zip", formats=(), key=private).path, tmp_path)
    file = top / "SHA256SUMS.sig"
    raw = file.read_bytes()
    for other in lengthened(raw):
        file.write_bytes(other)
        [one] = inspect(top, public_key=public)
        assert not one.holds, other
    file.write_bytes(raw)
    assert inspect(top, public_key=public)[0].holds
