"""Keys that vouch for nobody: points of small order, which fit a signature to any text, and second encodings."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from casegen.audit.inspection import inspect
from casegen.audit.pack import write_pack
from casegen.model.diagnostic import InputError
from casegen.review import add_finding, create, verify
from casegen.review.baseline import root_line
from casegen.review.events import FindingSeverity
from casegen.review.journal import read_journal
from casegen.review.signing import WorthlessKeyError, fingerprint, holds
from tests.review.conftest import BOB
from tests.review.test_pack import unzipped
from tests.review.test_signing import make_key

pytest.importorskip("cryptography", reason="signatures are an extra: pip install 'casegen[sign]'")

P = 2**255 - 19
D = -121_665 * pow(121_666, -1, P) % P
IDENTITY = (1).to_bytes(32, "little")
Point = tuple[int, int]


def x_of(y: int) -> int | None:
    """One of the two ``x`` of the points with ``y``; None where there is none (RFC 8032, section 5.1.3)."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    if (root * root - square) % P:
        root = root * pow(2, (P - 1) // 4, P) % P
    return root if (root * root - square) % P == 0 else None


def added(a: Point, b: Point) -> Point:
    k = D * a[0] * b[0] * a[1] * b[1] % P
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + k, -1, P) % P
    return x, (a[1] * b[1] + a[0] * b[0]) * pow(1 - k, -1, P) % P


def times(n: int, a: Point) -> Point:
    result = (0, 1)
    while n:
        result, a, n = added(result, a) if n & 1 else result, added(a, a), n >> 1
    return result


def torsion() -> list[Point]:
    """The eight points whose order divides 8: the multiples of one of order 8."""
    order = 2**252 + 27_742_317_777_372_353_535_851_937_790_883_648_493
    for y in range(2, 100):
        if (x := x_of(y)) is not None and times(4, one := times(order, (x, y))) != (0, 1):
            return [times(k, one) for k in range(8)]
    raise AssertionError


def small_encodings() -> list[bytes]:
    """Every 32 bytes that a decoder which reduces ``y``, or takes any sign of ``x = 0``, reads as one of them."""
    ys = {y for _, y in torsion()}
    return [
        (y + k * P | sign << 255).to_bytes(32, "little")
        for y in sorted(ys)
        for k in (0, 1)
        if y + k * P < 2**255
        for sign in (0, 1)
    ]


def pem(raw: bytes) -> bytes:
    text = base64.b64encode(bytes.fromhex("302a300506032b6570032100") + raw).decode()
    return f"-----BEGIN PUBLIC KEY-----\n{text}\n-----END PUBLIC KEY-----\n".encode()


def test_there_are_fourteen_encodings_of_eight_points() -> None:
    assert len(set(torsion())) == 8
    assert len(small_encodings()) == len(set(small_encodings())) == 14


@pytest.mark.parametrize("raw", small_encodings(), ids=bytes.hex)
def test_a_point_of_small_order_is_no_key(raw: bytes) -> None:
    ssh = b"ssh-ed25519 " + base64.b64encode(b"\0\0\0\x0bssh-ed25519\0\0\0 " + raw)
    for key in (pem(raw), ssh):
        with pytest.raises(WorthlessKeyError, match="this key proves nothing: it is a point of small order"):
            holds(key, b"any text", IDENTITY + bytes(32))
        with pytest.raises(WorthlessKeyError, match="any text has a signature that fits"):
            fingerprint(key)


def test_a_second_encoding_of_a_point_is_no_key() -> None:
    for y in range(2, 19):
        for sign in (0, 1):
            with pytest.raises(WorthlessKeyError, match="not the one encoding"):
                fingerprint(pem((y + P | sign << 255).to_bytes(32, "little")))


def test_no_other_point_is_refused(tmp_path: Path) -> None:
    ys = {y for _, y in torsion()}
    for y in (*range(2, 200), *(P - y for y in range(2, 200)), *(y + 1 for y in ys if y not in (0, P - 1))):
        if (x := x_of(y)) is not None and y not in ys:
            assert times(8, (x, y)) != (0, 1)
            assert fingerprint(pem((y | (x & 1) << 255).to_bytes(32, "little")))
    for k in range(20):
        assert fingerprint(make_key(tmp_path, str(k))[1].read_bytes())


def forged(folder: Path, raw: bytes) -> None:
    """Let the signed baseline in ``folder`` be signed by ``raw`` with a signature that fits any text."""
    about = folder / "baseline.json"
    text = re.sub(r'"signer": "\w+"', f'"signer": "{hashlib.sha256(raw).hexdigest()}"', about.read_text())
    written = {"signer.pem": pem(raw), "baseline.json": text.encode(), "ROOT.sig": IDENTITY + bytes(32)}
    for name, content in written.items():
        (folder / name).chmod(0o644)
        (folder / name).write_bytes(content)
    sums = ""
    for line in (folder / "SHA256SUMS").read_text().splitlines():
        name = line.split("  ", 1)[1]
        sums += f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n"
    for name, content in (("SHA256SUMS", sums.encode()), ("ROOT", root_line(sums.encode()))):
        (folder / name).chmod(0o644)
        (folder / name).write_bytes(content)


def test_a_baseline_is_not_signed_by_a_key_that_fits_all(
    rover: Path, tmp_path: Path, command: Callable[..., tuple[int, str]]
) -> None:
    private, public = make_key(tmp_path, "ann")
    frozen = create(rover, "v1", author="Ann", reason="signed", key=private).folder
    assert verify(frozen, public_key=public).holds
    forged(frozen, IDENTITY)
    result = verify(frozen)
    assert result.signature == "signature does not hold"
    [one] = result.frozen
    assert (one.kind, one.path) == ("signature", "signer.pem")
    assert "this key proves nothing" in one.message
    key = tmp_path / "identity.pem"
    key.write_bytes(pem(IDENTITY))
    with pytest.raises(InputError, match="this key proves nothing"):
        verify(frozen, public_key=key)
    assert command("baseline", "verify", rover)[0] == 1
    code, out = command("baseline", "verify", rover, "--public-key", key)
    assert (code, "this key proves nothing" in " ".join(out.split())) == (2, True)


def test_what_does_not_hold_is_not_authenticated(
    rover: Path, tmp_path: Path, command: Callable[..., tuple[int, str]]
) -> None:
    private, public = make_key(tmp_path, "ann")
    _, other = make_key(tmp_path, "eve")
    create(rover, "v1", author="Ann", reason="signed", key=private)
    for key, true in ((public, True), (other, False)):
        code, out = command("baseline", "verify", rover, "--public-key", key, "--json")
        document = json.loads(out)
        assert (code, document["holds"], document["authenticated"]) == (0 if true else 1, true, true)


@pytest.mark.parametrize("text", ["why?", "All is well in every respect"])
def test_an_event_is_not_signed_by_a_key_that_fits_all(
    rover: Path, tmp_path: Path, text: str, command: Callable[..., tuple[int, str]]
) -> None:
    create(rover, "v1", author="Dan Developer", reason="first")
    private, _ = make_key(tmp_path, "bob")
    add_finding(rover, target="C1", severity=FindingSeverity.MINOR, text="why?", by=BOB, key=private)
    assert not read_journal(rover).problems
    [event] = (rover / "review/F1").iterdir()
    body = event.read_text().partition("key: |")[0].replace("why?", text)
    key = "".join(f"  {line}\n" for line in pem(IDENTITY).decode().splitlines())
    signature = base64.b64encode(IDENTITY + bytes(32)).decode()
    event.write_text(f"{body}key: |\n{key}signature: {signature}\n")
    journal = read_journal(rover)
    assert any("this key proves nothing" in one.message for one in journal.problems)
    assert journal.findings[0].signers == (None,)
    code, out = command("review", "list", rover)
    assert (code, "signed by key" in out) == (1, False)


@pytest.mark.slow
def test_a_pack_is_not_signed_by_a_key_that_fits_all(rover: Path, tmp_path: Path) -> None:
    private, public = make_key(tmp_path, "bob")
    create(rover, "v1", author="Ann", reason="first")
    top = unzipped(write_pack(rover, tmp_path / "signed.zip", formats=(), key=private).path, tmp_path)
    assert inspect(top, public_key=public)[0].holds
    (top / "signer.pem").write_bytes(pem(IDENTITY))
    (top / "SHA256SUMS.sig").write_bytes(IDENTITY + bytes(32))
    sums = (top / "SHA256SUMS").read_text()
    own = hashlib.sha256(pem(IDENTITY)).hexdigest()
    (top / "SHA256SUMS").write_text(re.sub(r"\w{64}(?=  signer.pem)", own, sums))
    [one] = inspect(top)
    assert "the pack's signature does not hold" in one.signature
    assert any("this key proves nothing" in each.message for each in one.frozen)
