"""Ed25519 signatures with keys that the user holds (RFC 8032); needs the package ``cryptography``.

What is signed is the file ``ROOT`` of a baseline, byte for byte, so that OpenSSL verifies it as well.
"""

from __future__ import annotations

import base64
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from casegen.io.regular import as_written, read_bytes
from casegen.model.case import Location
from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.model.extras import extra_of, is_installed

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

PASSPHRASE = "CASEGEN_KEY_PASSPHRASE"
INSTALL = extra_of("cryptography")
MAX_KEY_BYTES = 16_384
_FIELD = 2**255 - 19
"""the prime of the field that the coordinates of Ed25519's curve are of (RFC 8032, section 5.1)"""


class WorthlessKeyError(InputError):
    """A public key that vouches for nobody: any text has a signature that fits it, or it has several encodings."""


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
        WorthlessKeyError: the key proves nothing, whatever the signature.
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
    """SHA-256 of the raw 32 bytes of the public key, in hexadecimal.

    Raises:
        InputError: the key cannot be read, or proves nothing.
        MissingDependencyError: the package ``cryptography`` is not installed.
    """
    public = _public(public_pem, name)
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return hashlib.sha256(public.public_bytes(Encoding.Raw, PublicFormat.Raw)).hexdigest()


def stated_fingerprint(public_pem: str) -> str:
    """What :func:`fingerprint` gives of a public key in PEM that nothing has checked; needs no package.

    A text that is no such key has a fingerprint of its own: the key is then that of nobody.
    """
    lines = [line.strip() for line in public_pem.splitlines() if not line.startswith("-----")]
    try:
        raw = base64.b64decode("".join(lines), validate=True)
    except ValueError:
        raw = public_pem.encode("utf-8")
    return hashlib.sha256(
        raw[-32:]
    ).hexdigest()  # of its 44 bytes the last 32 are the key (RFC 8410, section 4)


def in_one_spelling(public_pem: bytes, name: str) -> bytes:
    """The public key that a signed file brings, which is spelt as :func:`sign` writes it: PEM, line ends free.

    Raises:
        WorthlessKeyError: the key proves nothing.
        InputError: the key cannot be read, or is spelt in another way.
        MissingDependencyError: the package ``cryptography`` is not installed.
    """
    if as_written(public_pem).removesuffix(b"\n") != _pem(_public(public_pem, name)).removesuffix(b"\n"):
        message = (
            "the key is not in its one spelling: PEM as `openssl pkey -pubout` writes it, and nothing else"
        )
        raise InputError.at(Location(name), message)
    return public_pem


def read_key(path: Path) -> bytes:
    """A key file's bytes; raises :class:`InputError` where there is none or it is no key by its size."""
    try:
        raw = read_bytes(path, most=MAX_KEY_BYTES, follow=True)
    except OSError as error:
        raise InputError.at(Location(str(path)), f"cannot read the key: {error.strerror or error}") from None
    if not raw:
        raise InputError.at(Location(str(path)), "expected a key file, found an empty file")
    return raw


def not_installed(what: str = "signatures need") -> MissingDependencyError:
    """The refusal where ``cryptography`` is missing; ``what`` is what asks for it, with its verb."""
    return MissingDependencyError(f"{what} the Python package 'cryptography'", INSTALL)


def _needed() -> None:
    if not is_installed("cryptography"):
        raise not_installed()


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
    if why := _worthless(result):
        message = f"this key proves nothing: {why}"
        raise WorthlessKeyError.at(
            Location(name), message, hint="ask the signer for the key that they sign with"
        )
    return result


def _worthless(public: Ed25519PublicKey) -> str:
    """Why a public key vouches for nobody, in words; empty for one that may.

    The factors are zero at the points of the orders 1 and 2 (``y = 1, -1``), 4 (``y = 0``) and 8: twice such a point
    has ``y = 0``, so ``x² = -y²``, and ``-x² + y² = 1 + d·x²·y²`` becomes ``d·y⁴ + 2·y² - 1 = 0`` with
    ``d = -121665/121666`` (RFC 8032, section 5.1).
    """
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    raw = public.public_bytes(Encoding.Raw, PublicFormat.Raw)
    y = int.from_bytes(raw, "little") % 2**255  # without the sign of x
    square = y * y
    if y * (square - 1) * (121_665 * square * square - 243_332 * square + 121_666) % _FIELD == 0:
        return "it is a point of small order, and any text has a signature that fits"
    if y >= _FIELD:
        return "it is not the one encoding of its point (RFC 8032, section 5.1.3)"
    return ""


def _pem(public: Ed25519PublicKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
