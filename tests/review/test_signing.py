"""Signatures: the right key, the wrong key, a copied signature, another kind of key, no key at all."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.review import create, verify
from casegen.review.signing import sign
from tests.review.conftest import edit

pytest.importorskip("cryptography", reason="signatures are an extra: pip install 'casegen[sign]'")


def make_key(folder: Path, name: str, passphrase: bytes | None = None) -> tuple[Path, Path]:
    from cryptography.hazmat.primitives import serialization as s
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    locked = s.BestAvailableEncryption(passphrase) if passphrase else s.NoEncryption()
    private, public = folder / f"{name}.pem", folder / f"{name}.pub.pem"
    private.write_bytes(key.private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, locked))
    public.write_bytes(key.public_key().public_bytes(s.Encoding.PEM, s.PublicFormat.SubjectPublicKeyInfo))
    return private, public


def test_a_signed_baseline_holds_under_its_key_and_openssl_agrees(rover: Path, tmp_path: Path) -> None:
    private, public = make_key(tmp_path, "ann")
    frozen = create(rover, "v1", author="Ann", reason="signed", key=private).folder
    result = verify(frozen, rover, public_key=public)
    assert result.holds
    assert "the key you gave" in result.signature
    assert "a key that the baseline itself brings" in verify(frozen).signature
    if shutil.which("openssl"):
        command = "openssl pkeyutl -verify -pubin -inkey signer.pem -rawin -in ROOT -sigfile ROOT.sig"
        done = subprocess.run(command, shell=True, cwd=frozen, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr


def test_the_wrong_key_is_reported(rover: Path, tmp_path: Path) -> None:
    private, _ = make_key(tmp_path, "ann")
    _, other = make_key(tmp_path, "eve")
    frozen = create(rover, "v1", author="Ann", reason="signed", key=private).folder
    result = verify(frozen, public_key=other)
    assert {one.kind for one in result.frozen} == {"signature"}
    assert any("expected the key" in one.message for one in result.frozen)


def test_a_whole_baseline_made_anew_by_another_is_recognised_by_the_key(rover: Path, tmp_path: Path) -> None:
    private, public = make_key(tmp_path, "ann")
    eve, _ = make_key(tmp_path, "eve")
    frozen = create(rover, "v1", author="Ann", reason="signed", key=private).folder
    shutil.rmtree(frozen)
    edit(rover, "trees.yaml", "probability: 0.001}", "probability: 0.0001}")
    create(rover, "v1", author="Ann", reason="signed", key=eve)
    assert verify(frozen, rover).holds  # hashes and a signature that bring their own key prove nothing
    assert not verify(frozen, rover, public_key=public).holds


def test_a_signature_of_another_baseline_does_not_hold(rover: Path, tmp_path: Path) -> None:
    private, public = make_key(tmp_path, "ann")
    first = create(rover, "v1", author="Ann", reason="signed", key=private).folder
    edit(rover, "trees.yaml", "probability: 0.001}", "probability: 0.002}")
    second = create(rover, "v2", author="Ann", reason="signed", key=private).folder
    (second / "ROOT.sig").unlink()
    shutil.copy(first / "ROOT.sig", second / "ROOT.sig")
    result = verify(second, public_key=public)
    assert [one.path for one in result.frozen] == ["ROOT.sig"]


@pytest.mark.parametrize("name", ["ROOT.sig", "signer.pem", "ROOT"])
def test_a_signed_baseline_without_its_parts_does_not_hold(rover: Path, tmp_path: Path, name: str) -> None:
    private, public = make_key(tmp_path, "ann")
    frozen = create(rover, "v1", author="Ann", reason="signed", key=private).folder
    (frozen / name).unlink()
    for key in (None, public):
        assert name in {one.path for one in verify(frozen, public_key=key).frozen}


@pytest.mark.slow
def test_every_bit_of_the_signature_counts(rover: Path, tmp_path: Path) -> None:
    private, _ = make_key(tmp_path, "ann")
    frozen = create(rover, "v1", author="Ann", reason="signed", key=private).folder
    raw = (frozen / "ROOT.sig").read_bytes()
    (frozen / "ROOT.sig").chmod(0o644)
    for byte in range(len(raw)):
        (frozen / "ROOT.sig").write_bytes(raw[:byte] + bytes([raw[byte] ^ 1]) + raw[byte + 1 :])
        assert [one.kind for one in verify(frozen).frozen] == ["signature"]


def test_an_unsigned_baseline_is_not_taken_for_signed(rover: Path, tmp_path: Path) -> None:
    _, public = make_key(tmp_path, "ann")
    frozen = create(rover, "v1", author="Ann", reason="unsigned").folder
    assert [one.kind for one in verify(frozen, public_key=public).frozen] == ["signature"]
    (frozen / "ROOT.sig").write_bytes(b"x" * 64)
    assert [one.path for one in verify(frozen).frozen] == ["ROOT.sig"]


def test_keys_that_are_none(rover: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cryptography.hazmat.primitives import serialization as s
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

    other = tmp_path / "ec.pem"
    other.write_bytes(
        generate_private_key(SECP256R1()).private_bytes(
            s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption()
        )
    )
    broken = tmp_path / "broken.pem"
    broken.write_text("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
    secret, _ = make_key(tmp_path, "locked", b"open")
    for key, words in (
        (other, "expected an Ed25519 key"), (broken, "cannot read the private key"), (tmp_path / "no.pem", "cannot read"),
        (secret, "cannot read the private key"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=words):
            create(rover, "v1", author="Ann", reason="signed", key=key)
    assert list((rover / "baselines").iterdir()) == []
    monkeypatch.setenv("CASEGEN_KEY_PASSPHRASE", "open")
    assert verify(create(rover, "v1", author="Ann", reason="signed", key=secret).folder).holds


def test_two_public_keys_in_one_file_are_no_key(rover: Path, tmp_path: Path) -> None:
    """Which of them is meant is not known: the first would decide in silence."""
    secret, public = make_key(tmp_path, "one")
    _, other = make_key(tmp_path, "two")
    frozen = create(rover, "v1", author="Ann", reason="signed", key=secret).folder
    assert verify(frozen, public_key=public).holds
    public.write_bytes(public.read_bytes() + other.read_bytes())
    with pytest.raises(InputError, match="expected one public key, found 2"):
        verify(frozen, public_key=public)


def test_without_the_package_the_command_that_installs_it_is_named(
    rover: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    private, _ = make_key(tmp_path, "ann")
    frozen = create(rover, "v1", author="Ann", reason="signed", key=private).folder
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'casegen\[sign\]'"):
        verify(frozen)


def test_a_key_that_is_too_large_is_held_against_its_limit(tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_bytes(b"x" * 20_000)
    with pytest.raises(InputError, match="cannot read the key: the file is larger than 16 KiB"):
        sign(tmp_path / "key.pem", b"")
