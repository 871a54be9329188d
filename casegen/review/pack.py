"""The audit pack: one archive that opens and verifies without the network and without casegen."""

from __future__ import annotations

import hashlib
import json
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casegen.io import load
from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.review.baseline import SUMS, Baseline, find
from casegen.review.compliance import matrix
from casegen.review.contents import REVIEW, everything, listing
from casegen.review.documents import matrix_document, review_document
from casegen.review.reopening import review_state
from casegen.review.verification import verify
from casegen.store.atomic import write_bytes

_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Written:
    """The archive with its own hash and the root of the baseline in it."""

    path: Path
    sha256: str
    root: str


def write_pack(
    root: Path, target: Path, *, baseline: str = "", formats: Sequence[str] = ("html", "pdf")
) -> Written:
    """Write the audit pack of a baseline (the youngest, unless named) of the case folder ``root``.

    It holds the baseline as it is, the documents drawn from the frozen case, the journal of the review
    as it is now, the compliance matrix, ``SHA256SUMS`` over all of it and ``VERIFY.txt``.  The archive
    appears whole or not at all.

    Raises:
        InputError: no such baseline, or it does not verify.
        OutsidePartMissing: a document cannot be drawn because an outside part is missing.
    """
    frozen = find(root, baseline)
    wrong = verify(frozen.folder).frozen
    if wrong:
        raise InputError.at(
            Location(str(frozen.folder)),
            f"the baseline {frozen.name} does not verify: {wrong[0].message}",
            mend="see `casegen baseline verify`; nothing was packed",
        )
    top = f"{_safe(frozen.about.case)}-{frozen.name}"
    files: dict[str, bytes] = {}
    for path, strange in everything(frozen.folder):
        if not strange:
            files[f"baseline/{path}"] = (frozen.folder / path).read_bytes()
    files |= _review(root)
    documents, note = _documents(frozen, formats)
    files |= documents
    files["VERIFY.txt"] = _verify_text(frozen, note).encode("utf-8")
    files[SUMS] = listing({name: hashlib.sha256(content).hexdigest() for name, content in files.items()})
    raw = _zip({f"{top}/{name}": content for name, content in files.items()})
    write_bytes(target, raw)
    return Written(target, hashlib.sha256(raw).hexdigest(), frozen.root)


def _review(root: Path) -> dict[str, bytes]:
    case = load(root)
    found: dict[str, bytes] = {}
    for path, strange in everything(root / REVIEW):
        if not strange and not any(part.startswith(".") for part in Path(path).parts):
            found[f"{REVIEW}/{path}"] = (root / REVIEW / path).read_bytes()
    found["review.json"] = _json(review_document(review_state(case)))
    found["compliance.json"] = _json({"standards": [matrix_document(one) for one in matrix(case)]})
    return found


def _documents(frozen: Baseline, formats: Sequence[str]) -> tuple[dict[str, bytes], str]:
    from casegen import documents_of
    from casegen.assessment.assess import assess
    from casegen.assessment.check import check
    from casegen.model.diagnostic import Severity

    if not formats:
        return {}, "No documents were asked for."
    case = frozen.load()
    found = check(case)
    errors = [d for d in found if d.severity in (Severity.ERROR, Severity.INPUT)]
    if errors:
        return {}, f"There are no documents: the frozen case has {len(errors)} rule error(s)."
    with tempfile.TemporaryDirectory(prefix="casegen-pack-") as scratch:
        written = documents_of(assess(case, found), Path(scratch), formats)
        names = {path: f"documents/{path.relative_to(scratch).as_posix()}" for path in written}
        return {name: path.read_bytes() for path, name in names.items()}, ""


def _verify_text(frozen: Baseline, note: str) -> str:
    about = frozen.about
    lines = [
        f"Audit pack of the assurance case {about.case}, baseline {frozen.name}",
        f"Frozen {about.created[:19]} UTC by {about.author}: {about.reason}",
        f"Root: {frozen.root}",
        "",
        "1. Nothing in the pack has changed since it was written (in this folder):",
        "",
        f"     sha256sum -c {SUMS}",
        "",
        "2. The baseline is whole (in the folder baseline):",
        "",
        f"     sha256sum -c ROOT && sha256sum -c {SUMS}",
        "",
        "   The hash in the file ROOT must be the one that you were told by another way than this pack.",
        "   Hashes alone show change, not who made the pack.",
    ]
    if about.signer:
        lines += [
            "",
            "3. The baseline is signed (in the folder baseline; take the public key from elsewhere):",
            "",
            "     openssl pkeyutl -verify -pubin -inkey signer.pem -rawin -in ROOT -sigfile ROOT.sig",
            "",
            f"   SHA-256 of the signer's raw public key: {about.signer}",
        ]
    lines += [
        "",
        "With casegen: `casegen baseline verify PACK.zip [--root HASH] [--public-key KEY]` does all of this,",
        "`casegen evidence verify baseline/files` computes the evidence again,",
        "`casegen assess baseline/files` the status of every claim.",
        "",
        "baseline/files       the case as frozen, a case folder by itself",
        "baseline/provenance  one in-toto statement per evidence result",
        "documents            the case as one page and one PDF",
        "review               findings, responses and sign-offs, one file per event",
    ]
    return "\n".join([*lines, *(["", note] if note else []), ""])


def _zip(files: Mapping[str, bytes]) -> bytes:
    """A zip whose bytes depend on names and contents only."""
    import io

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, files[name])
    return buffer.getvalue()


def _json(document: Any) -> bytes:
    return (json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8")


def _safe(text: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "_" for c in text)
