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

from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.review.signing import fingerprint, holds, sign

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


def signer_of(raw: bytes, key: str | None, signature: str | None) -> tuple[str | None, str]:
    """SHA-256 of the raw key that signed the event file ``raw``, and what is wrong with the signature.

    None for an event that is not signed, whose signature does not hold, or that cannot be verified because
    ``cryptography`` is not installed.
    """
    if key is None and signature is None:
        return None, ""
    if key is None or signature is None:
        return None, "the event has only one of key and signature: the other was taken away"
    body, result, line = raw.rpartition(b"\n" + _LINE)
    try:
        claimed = base64.b64decode(line.strip(), validate=True)
        good = bool(result) and holds(key.encode("utf-8"), body + b"\n", claimed)
        if good:
            return fingerprint(key.encode("utf-8")), ""
    except MissingDependencyError:
        return None, ""
    except (InputError, binascii.Error):
        return None, "the key or the signature of the event cannot be read"
    return None, "the signature is none of this event under the key it names: changed since it was signed"
