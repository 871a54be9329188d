"""Signed events: an event file that ends with its signer's public key and a signature of all lines above.

The signature is Ed25519 (RFC 8032) over the bytes before the line ``signature:``, so that standard tools
verify it as well::

    sed '/^signature: /d' EVENT.yaml > body; sed -n 's/^signature: //p' EVENT.yaml | base64 -d > body.sig
    openssl pkeyutl -verify -pubin -inkey KEY.pub.pem -rawin -in body -sigfile body.sig

An event names its baseline or the hash of the event before it, so that a signature is none of another act.
"""

from __future__ import annotations

import base64
import binascii
from pathlib import Path
from typing import NamedTuple

from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.review.signing import (
    WorthlessKeyError,
    fingerprint,
    holds,
    in_one_spelling,
    sign,
    stated_fingerprint,
)

_LINE = b"signature: "


def signed(text: str, key: Path) -> bytes:
    """The event file ``text`` with the public key of ``key`` and the signature.

    Raises:
        InputError: no such key.
        MissingDependencyError: ``cryptography`` is not installed.
    """
    public = sign(key, b"")[1].decode("ascii")
    block = "".join(f"  {line}\n" for line in public.splitlines())
    body = f"{text}key: |\n{block}".encode()
    return body + _LINE + base64.b64encode(sign(key, body)[0]) + b"\n"


class Signer(NamedTuple):
    """Who signed an event file: SHA-256 of the raw key, and what is wrong with the signature.

    ``key`` is None for an event that is not signed, and one whose signature does not hold or is not checked;
    ``unchecked`` is then the key that an event names whose signature cannot be checked, because ``cryptography`` is not
    installed.
    """

    key: str | None = None
    wrong: str = ""
    unchecked: str | None = None


def signer_of(raw: bytes, key: str | None, signature: str | None) -> Signer:
    """The key that signed the event file ``raw``, which ends with ``key`` and ``signature``."""
    if key is None and signature is None:
        return Signer()
    if key is None or signature is None:
        return Signer(wrong="the event has only one of key and signature: the other was taken away")
    body, result, line = raw.rpartition(b"\n" + _LINE)
    claimed = _decoded(line) if result and signature.encode("utf-8") + b"\n" == line else None
    if claimed is None:
        return Signer(
            wrong="the signature is not in its one spelling: base64 in one line, and nothing behind it"
        )
    try:
        public = in_one_spelling(key.encode("utf-8"), "key")
        if holds(public, body + b"\n", claimed):
            return Signer(fingerprint(public))
    except MissingDependencyError:
        return Signer(unchecked=stated_fingerprint(key))
    except WorthlessKeyError as error:
        return Signer(wrong=f"the signature does not hold: {error.diagnostics[0].message}")
    except InputError as error:
        return Signer(wrong=f"the key of the event cannot be read: {error.diagnostics[0].message}")
    return Signer(
        wrong="the signature is none of this event under the key it names: changed since it was signed"
    )


def _decoded(line: bytes) -> bytes | None:
    """The bytes that a line of base64 stands for; None where it is not the one line that encodes them.

    A decoder takes several texts for the same bytes: the last digit before ``=`` has bits that nothing uses, and blanks
    may be left out.  With more than one, a copy of a signed act would be another act with a signature that holds.
    """
    try:
        result = base64.b64decode(line.removesuffix(b"\n"), validate=True)
    except binascii.Error:
        return None
    return result if base64.b64encode(result) + b"\n" == line else None
