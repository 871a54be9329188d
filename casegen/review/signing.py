"""Ed25519 signatures with keys that the user holds (RFC 8032); needs the package ``cryptography``.

What is signed is the file ``ROOT`` of a baseline, byte for byte, so that OpenSSL verifies it as well.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from casegen.io.regular import read_bytes
from casegen.model.case import Location
from casegen.model.diagnostic import InputError, MissingDependencyError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

PASSPHRASE = "CASEGEN_KEY_PASSPHRASE"
MAX_KEY_BYTES = 16_384


def sign(key: Path, message: bytes) -> tuple[bytes, bytes]:
    """Signature of ``message`` (64 bytes) and the public key (PEM) that verifies it.

    ``key``: an Ed25519 private key as PKCS #8 PEM or in OpenSSH's format.  The passphrase of an
    encrypted one is read from the environment variable ``CASEGEN_KEY_PASSPHRASE``.

    Raises:
        InputError: no such key, another kind of key, or the passphrase does not open it.
        MissingDependencyError: the package ``cryptography`` is not installed.
    """
    private = _private(key)
    return private.sign(message), _pem(private.public_key())


def holds(public_pem: bytes, message: bytes, signature: bytes, name: str = "public key") -> bool:
    """Whether ``signature`` is one of ``message`` under the public key.

    Raises:
        InputError: the key cannot be read.
        MissingDependencyError: the package ``cryptography`` is not installed.
    """
    public = _public(public_pem, name)
    from cryptography.exceptions import InvalidSignature

    try:
        public.verify(signature, message)
    except InvalidSignature:
        return False
    return True


def fingerprint(public_pem: bytes, name: str = "public key") -> str:
    """SHA-256 of the raw 32 bytes of the public key, in hexadecimal."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    raw = _public(public_pem, name).public_bytes(Encoding.Raw, PublicFormat.Raw)
    return hashlib.sha256(raw).hexdigest()


def read_key(path: Path) -> bytes:
    """A key file's bytes; raises :class:`InputError` where there is none or it is no key by its size."""
    try:
        raw = read_bytes(path, most=MAX_KEY_BYTES, follow=True)
    except OSError as error:
        raise InputError.at(Location(str(path)), f"cannot read the key: {error.strerror or error}") from None
    if not raw:
        raise InputError.at(Location(str(path)), "expected a key file, found an empty file")
    return raw


def _needed() -> None:
    try:
        import cryptography  # noqa: F401
    except ModuleNotFoundError:
        raise MissingDependencyError(
            "signatures need the Python package 'cryptography'", "pip install 'casegen[sign]'"
        ) from None


def _private(path: Path) -> Ed25519PrivateKey:
    _needed()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    raw = read_key(path)
    secret = os.environ.get(PASSPHRASE, "").encode() or None
    load = (
        serialization.load_ssh_private_key
        if b"OPENSSH PRIVATE KEY" in raw
        else serialization.load_pem_private_key
    )
    try:
        result = load(raw, secret)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise InputError.at(
            Location(str(path)),
            f"cannot read the private key: {str(error).splitlines()[0] if str(error) else type(error).__name__}",
            hint=f"`openssl genpkey -algorithm ed25519 -out key.pem` makes one; {PASSPHRASE} opens an encrypted one",
        ) from None
    if not isinstance(result, Ed25519PrivateKey):
        raise InputError.at(
            Location(str(path)),
            f"expected an Ed25519 key, found {type(result).__name__.removeprefix('_').removesuffix('PrivateKey')}",
            hint="`openssl genpkey -algorithm ed25519 -out key.pem` makes one",
        )
    return result


def _public(raw: bytes, name: str) -> Ed25519PublicKey:
    _needed()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    number = max(raw.count(b"-----BEGIN "), raw.count(b"ssh-ed25519 "))
    if number > 1:
        raise InputError.at(
            Location(name),
            f"expected one public key, found {number}",
            hint="give the key of the signer alone",
        )
    load = (
        serialization.load_ssh_public_key
        if raw.startswith(b"ssh-ed25519 ")
        else serialization.load_pem_public_key
    )
    try:
        result = load(raw)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        result = None
    if not isinstance(result, Ed25519PublicKey):
        raise InputError.at(
            Location(name),
            "expected an Ed25519 public key in PEM or OpenSSH's format",
            hint="`openssl pkey -in key.pem -pubout -out key.pub.pem` writes it",
        )
    return result


def _pem(public: Ed25519PublicKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
