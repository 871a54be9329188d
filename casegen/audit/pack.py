"""The audit pack: one archive that opens and verifies without the network and without casegen."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from casegen.audit.pack_signature import LIST_SIGNATURE
from casegen.audit.redraw import derived, staged
from casegen.io import load
from casegen.io.atomic import naming
from casegen.io.folder import inside
from casegen.io.outputs import refuse_output
from casegen.io.regular import read_bytes, same_content, sha256
from casegen.model.case import Location
from casegen.model.file_path import is_of_file_manager
from casegen.model.legible import legible, one_line, quoted
from casegen.review.archive import MAX_RATIO, RATIO_FROM
from casegen.review.baseline import SIGNER, SUMS, Baseline, baselines
from casegen.review.chain import HEAD, is_record
from casegen.review.evidence_hashes import rests_on
from casegen.review.file_managers import left_by_file_managers
from casegen.review.manifest import BASELINES, REVIEW, everything, listing, named_elsewhere
from casegen.review.reopening import review_state
from casegen.review.signing import fingerprint, sign
from casegen.review.verification import find_verified

_EPOCH = (1980, 1, 1, 0, 0, 0)

Content = bytes | Path
"""What an entry holds: bytes, or the file that holds them"""


@dataclass(frozen=True, slots=True)
class Written:
    """The archive with its own hash and the root of the baseline in it."""

    path: Path
    sha256: str
    root: str


def write_pack(
    root: Path,
    target: Path,
    *,
    baseline: str = "",
    formats: Sequence[str] = ("html", "pdf"),
    key: Path | None = None,
) -> Written:
    """Write the audit pack of a baseline (the latest, unless named) of the case folder ``root``.

    It holds the baseline as it is, the documents drawn from the frozen case, the journal of the review
    as it is now with the evidence that its decisions name, the compliance matrix, ``SHA256SUMS`` over all
    of it and ``VERIFY.txt``.  ``key``, an Ed25519 private key, signs that list, and with it what came after the
    baseline.  The archive appears whole or not at all.

    Raises:
        InputError: no such baseline, it does not verify, or no such key.
        MissingDependencyError: a document cannot be drawn because an outside part is missing, or an act of the review is
            signed and ``cryptography`` is not installed.
    """
    frozen = find_verified(root, baseline)
    refuse_output(target, frozen.load(), root)
    top = f"{_safe(frozen.about.case)}-{frozen.name}"
    files = {**_baselines(root, frozen), **_review(root, frozen)}
    with tempfile.TemporaryDirectory(prefix="casegen-pack-") as scratch:
        for name, content in files.items():
            _lay(Path(scratch) / name, content)
        with staged(Path(scratch), frozen.name) as stage:
            drawn, note = derived(stage, frozen.name, formats)
    files |= drawn
    signer = None
    if key is not None:
        files[SIGNER] = public = sign(key, b"")[1]
        signer = fingerprint(public)
    files["VERIFY.txt"] = verify_text(frozen, note, signer).encode("utf-8")
    sums = listing({name: _hash(content) for name, content in files.items()})
    files[SUMS] = sums
    if key is not None:
        files[LIST_SIGNATURE] = sign(key, sums)[0]
    _write({f"{top}/{name}": content for name, content in files.items()}, target)
    return Written(target, sha256(target), frozen.root)


def _baselines(root: Path, frozen: Baseline) -> dict[str, Content]:
    """The baseline as it is, the others, and the heads of the chain of reviews."""
    others = {f"{BASELINES}/{other.name}": other for other in baselines(root) if other.name != frozen.name}
    results: dict[str, Content] = {}
    for place, one in {"baseline": frozen, **others}.items():
        ignored = left_by_file_managers(one.folder)
        results |= {
            f"{place}/{path}": one.folder / path
            for path, strange in everything(one.folder)
            if not strange and path not in ignored
        }
    if (root / HEAD).is_dir():
        records = (p for p in sorted((root / HEAD).iterdir()) if is_record(p.name) and p.is_file())
        results |= {f"{HEAD}/{p.name}": read_bytes(p) for p in records}
    return results


def _review(root: Path, frozen: Baseline) -> dict[str, Content]:
    case = load(root)
    results: dict[str, Content] = {}
    for path, strange in everything(root / REVIEW):
        hidden = any(part.startswith(".") for part in Path(path).parts)
        if not (strange or hidden or is_of_file_manager(path)):
            results[f"{REVIEW}/{path}"] = read_bytes(root / REVIEW / path)
    state = review_state(case)
    for finding in state.findings:
        results |= _evidence(root, frozen, rests_on(finding.finding))
    for sign_off in state.sign_offs:
        for event in sign_off.sign_off.discharged:
            results |= _evidence(root, frozen, event.sha256 or {})
    return results


def _evidence(root: Path, frozen: Baseline, named: Mapping[str, str]) -> dict[str, Content]:
    """Files that answers and decisions rest on and that the baseline does not hold as they were then."""
    results: dict[str, Content] = {}
    for name, digest in named.items():
        kept, path = inside(frozen.case_folder, name), inside(root, name)
        if not digest or (kept is not None and kept.is_file() and same_content(kept, digest)):
            continue
        if path is not None and path.is_file() and same_content(path, digest):
            named_elsewhere(Location(str(root)), name)
            results[f"evidence/{name}"] = path
    return results


def _lay(path: Path, content: Content) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with (
        naming(path),
        _stream(content) as source,
        path.open("wb") as sink,
    ):  # a full disk is one of the target
        shutil.copyfileobj(source, sink, 2**20)


def verify_text(frozen: Baseline, note: str, signer: str | None, *, quotes: bool = True) -> str:
    """The text of ``VERIFY.txt``; ``signer`` of the pack's list: SHA-256 of the raw key, None where it is not signed.

    ``quotes``: what somebody wrote stands in quotes, as it does not in packs of before.
    """
    about = frozen.about
    case, created = (legible(one_line(text)) for text in (about.case, about.created[:19]))
    author, reason = (
        legible(quoted(text) if quotes else one_line(text)) for text in (about.author, about.reason)
    )
    lines = [
        f"Audit pack of the assurance case {case}, baseline {frozen.name}",
        f"Frozen {created} UTC by {author}: {reason}",
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
        "   The hash in the file ROOT must be the one that you received separately from this pack.",
        "   Hashes alone show change, not who made the pack.  The root covers the baseline.  Documents, review.json and",
        "   compliance.json follow from baseline and review: `casegen baseline verify PACK.zip` draws them again and",
        "   compares.  Events of the review that came after the baseline are covered by the signature of the pack, if it",
        "   has one, and by the hash of the whole archive, which `casegen review pack` printed:",
        "",
        "     sha256sum PACK.zip",
    ]
    if about.signer:
        lines += _signed(
            "3. The baseline is signed (in the folder baseline", "ROOT", "ROOT.sig", about.signer
        )
    if signer:
        step = 4 if about.signer else 3
        lines += _signed(f"{step}. The whole pack is signed (in this folder", SUMS, LIST_SIGNATURE, signer)
    lines += [
        "",
        "With casegen: `casegen baseline verify PACK.zip [--root HASH] [--public-key KEY]` does all of this,",
        "`casegen evidence verify baseline/files` computes the evidence again,",
        "`casegen assess baseline/files` the status of every claim.",
        "",
        "baseline/files       the case as frozen, a case folder by itself",
        "baseline/provenance  one in-toto statement per evidence result",
        "documents            the case as one page and one PDF",
        "review               findings, responses and sign-offs, one file per event; review.json: where they stand",
        "evidence             files that answers and decisions rest on and that the baseline does not hold",
        "baselines            the other baselines, which the review and the chain of baselines refer to",
        "compliance.json      which clauses of published standards the case covers",
    ]
    return "\n".join([*lines, *(["", note] if note else []), ""])


def _signed(what: str, file: str, signature: str, signer: str) -> list[str]:
    """How to verify the signature of a file."""
    return [
        "",
        f"{what}; take the public key from elsewhere):",
        "",
        f"     openssl pkeyutl -verify -pubin -inkey signer.pem -rawin -in {file} -sigfile {signature}",
        "",
        f"   SHA-256 of the signer's raw public key: {signer}",
    ]


def _hash(content: Content) -> str:
    return sha256(content) if isinstance(content, Path) else hashlib.sha256(content).hexdigest()


def _write(files: Mapping[str, Content], target: Path) -> None:
    """A zip whose bytes depend on names and contents only; it appears whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    beside = Path(name)
    try:
        with naming(target), os.fdopen(handle, "wb") as stream:
            with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
                for entry in sorted(files):
                    _entry(archive, entry, files[entry])
            stream.flush()
            os.fsync(stream.fileno())
        beside.chmod(0o644)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _entry(archive: zipfile.ZipFile, name: str, content: Content) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_STORED if _shrinks_too_well(content) else zipfile.ZIP_DEFLATED
    entry.external_attr = 0o100644 << 16
    entry.file_size = content.stat().st_size if isinstance(content, Path) else len(content)
    with archive.open(entry, "w") as sink, _stream(content) as source:
        shutil.copyfileobj(source, sink, 2**20)


def _shrinks_too_well(content: Content) -> bool:
    """Whether the reader of packs would take the compressed entry for a bomb: then it is stored as it is."""
    size = content.stat().st_size if isinstance(content, Path) else len(content)
    if size <= RATIO_FROM:
        return False
    squeeze, small = zlib.compressobj(6), 0
    with _stream(content) as source:
        while chunk := source.read(2**20):
            small += len(squeeze.compress(chunk))
    small += len(squeeze.flush())
    return size * 2 > MAX_RATIO * small


def _stream(content: Content) -> BinaryIO:
    return content.open("rb") if isinstance(content, Path) else io.BytesIO(content)


def _safe(text: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "_" for c in text)
