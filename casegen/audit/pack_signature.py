"""The signature over a pack's list of hashes: it covers what came after the baseline, too.

A baseline's root, and its signature, cover what was frozen.  Documents follow from it and are drawn again.  Later events
of the review with the evidence they name, the record of its last event and later baselines are covered by the pack's own
``SHA256SUMS`` only; ``review pack --key`` signs that list (``SHA256SUMS.sig``, ``signer.pem``).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from casegen.audit.redraw import EVIDENCE
from casegen.io.regular import read_bytes
from casegen.model.diagnostic import InputError
from casegen.review.baseline import FILES, SIGNER, SUMS, read
from casegen.review.chain import HEAD
from casegen.review.manifest import BASELINES, REVIEW, everything
from casegen.review.verification import Mismatch

LIST_SIGNATURE = f"{SUMS}.sig"
UNSIGNED = "the pack itself is not signed: what came after the baseline may have been removed or exchanged"


def signer_of_list(top: Path) -> str | None:
    """SHA-256 of the raw key that the pack names as its signer; None where it is not signed or the key is none."""
    from casegen.review.signing import fingerprint

    try:
        return fingerprint(read_bytes(top / SIGNER), SIGNER) if (top / SIGNER).exists() else None
    except (OSError, InputError):
        return None


def list_signature(top: Path, public_key: Path | None) -> tuple[str, list[Mismatch]]:
    """What can be said of the signature over the list, in words, and what is wrong with it.

    With ``public_key`` the pack itself has to be signed by that key: what came after the baseline, and was removed,
    would be seen by nothing else.

    Raises:
        InputError: ``public_key`` is no key.
        MissingDependencyError: it is signed, and ``cryptography`` is not installed.
    """
    parts = [(top / name).exists() for name in (LIST_SIGNATURE, SIGNER)]
    if not any(parts):
        return _unsigned(top, public_key)
    if not all(parts):
        gone = SIGNER if parts[0] else LIST_SIGNATURE
        return "the pack's signature is incomplete", [
            Mismatch("missing", gone, f"{gone} is gone: the pack was signed")
        ]
    return _held(top, public_key)


def _held(top: Path, public_key: Path | None) -> tuple[str, list[Mismatch]]:
    from casegen.review.signing import WorthlessKeyError, fingerprint, holds, in_one_spelling, read_key

    try:
        stated, signature = read_bytes(top / SIGNER), read_bytes(top / LIST_SIGNATURE)
        trusted = read_key(public_key) if public_key is not None else in_one_spelling(stated, SIGNER)
        known = fingerprint(trusted, str(public_key or SIGNER))
        good = holds(trusted, read_bytes(top / SUMS), signature, SIGNER)
    except OSError as error:
        message = f"{Path(str(error.filename)).name} cannot be read: {error.strerror}"
        return "the pack's signature is unreadable", [Mismatch("signature", LIST_SIGNATURE, message)]
    except InputError as error:
        if public_key is not None:
            raise
        words = "does not hold" if isinstance(error, WorthlessKeyError) else "is unreadable"
        return f"the pack's signature {words}", [Mismatch("signature", SIGNER, str(error))]
    if not good:
        message = f"{LIST_SIGNATURE} is no signature of the pack's {SUMS} under the key {known[:16]}…"
        return "the pack's signature does not hold", [Mismatch("signature", LIST_SIGNATURE, message)]
    return f"the whole pack signed by {known[:16]}…, {_trust(top, known, given=public_key is not None)}", []


def _trust(top: Path, known: str, *, given: bool) -> str:
    """Where the key that signed a pack comes from, in words."""
    if given:
        return "the key you gave"
    try:
        signer = read(top / "baseline").about.signer
    except InputError:
        signer = None  # named by the baseline itself
    other = f", not the {signer[:16]}… of the baseline" if signer not in (None, known) else ""
    return f"a key that the pack itself brings{other}"


def _unsigned(top: Path, public_key: Path | None) -> tuple[str, list[Mismatch]]:
    """Removed acts leave no name behind: a pack that is not signed itself never holds under a key."""
    names = list(later(top))
    words = UNSIGNED
    if names:
        words += (
            f"; covered by no signature of the pack, since they came after the baseline: {', '.join(names)}"
        )
    if public_key is None:
        return words, []
    message = f"{words}; `casegen review pack --key` signs a pack as a whole"
    return words, [Mismatch("not covered", names[0] if names else LIST_SIGNATURE, message)]


def later(top: Path) -> Iterator[str]:
    """Files of an unpacked pack that the root of its baseline does not cover, and that nothing else implies.

    Those of the review first, each by its name, since any of them may change where the review stands; of another
    baseline its folder, whose files are vouched for by its own root.
    """
    frozen = top / "baseline" / FILES
    for folder in (REVIEW, EVIDENCE):
        for path in sorted(path for path, _ in everything(top / folder)):
            if folder == EVIDENCE or not (frozen / REVIEW / path).is_file():
                yield f"{folder}/{path}"
    before = _before(top)
    there = [
        path for path, _ in everything(top / BASELINES) if not f"{BASELINES}/{path}".startswith(f"{HEAD}/")
    ]
    yield from sorted({f"{BASELINES}/{name}" for path in there if (name := path.split("/")[0]) not in before})


def _before(top: Path) -> set[str]:
    """Names of the baselines that the chain of roots covers."""
    result: set[str] = set()
    folder = top / "baseline"
    while True:
        try:
            previous = read(folder).about.previous
        except InputError:
            return result
        if previous is None or previous.name in result:
            return result
        result.add(previous.name)
        folder = top / BASELINES / previous.name
