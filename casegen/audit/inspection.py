"""Verify whatever an assessor holds: a case folder, one baseline's folder, or an audit pack."""

from __future__ import annotations

import dataclasses
import json
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from casegen.audit.pack import verify_text
from casegen.audit.pack_signature import LIST_SIGNATURE, list_signature, signer_of_list
from casegen.audit.redraw import DOCUMENTS, EVIDENCE, NOT_ASKED_FOR, TOOLS, derived, staged, tools
from casegen.io.folder import find_root
from casegen.io.regular import IrregularFileError, open_regular, read_bytes
from casegen.model.case import Location
from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.render.document_settings import read_custom
from casegen.review.added_parts import since_frozen
from casegen.review.archive import MAX_BYTES, MAX_ENTRIES, extract
from casegen.review.baseline import ABOUT, FILES, ROOT, SIGNER, SUMS, Baseline, find, read
from casegen.review.baseline_chain import baseline_folders, named_and_gone
from casegen.review.chain import HEAD, is_record
from casegen.review.file_managers import left_by_file_managers, not_covered
from casegen.review.frozen_again import absent_methods, frozen_again
from casegen.review.journal import read_journal
from casegen.review.manifest import BASELINES, REVIEW, everything, listing, read_listing
from casegen.review.signing import not_installed
from casegen.review.verification import Mismatch, Verified, compared, root_hash, stated_root, verify

_FORMATS = {".html": "page (HTML)", ".pdf": "report (PDF)"}
"""endings of the documents that a pack may have, and what they are"""


def inspect(
    place: Path,
    name: str = "",
    *,
    frozen_only: bool = False,
    expected_root: str | None = None,
    public_key: Path | None = None,
) -> tuple[Verified, ...]:
    """Verify the baseline ``name`` of a case folder, or each of them, oldest first.

    The case folder itself is compared with the one named, or the latest, unless ``frozen_only``; root and
    key are compared with the same one, which vouches for those before it.  A baseline's folder, and a pack, also
    an unpacked one, are verified alone; they must be of the baseline named, if any.

    Raises:
        InputError: nothing there that could be verified, what is there is another baseline, or the key is none.
        MissingDependencyError: something is signed and ``cryptography`` is not installed.
    """
    if expected_root is not None:
        root_hash(expected_root)
    alone: Verified | None = None
    if place.is_file() and (place.suffix == ".zip" or zipfile.is_zipfile(place)):
        alone = _pack(place, expected_root, public_key, frozen_only)
    elif _is_baseline(place):
        alone = _made_again(place, verify(place, expected_root=expected_root, public_key=public_key))
    elif _is_unpacked(place):
        alone = _unpacked(place, expected_root, public_key, frozen_only)
    if alone is not None:
        if name and alone.name != name:
            raise InputError.at(
                Location(str(place)), f"expected baseline {name!r}, found {alone.name!r}",
                hint="an older pack may stand under a newer name: ask for the one that you mean",
            )  # fmt: skip
        return (alone,)
    root = find_root(place)
    if name:
        return (_one(root, name, frozen_only, expected_root, public_key),)
    folders = baseline_folders(root)
    if not folders:
        find(root)  # says that there is none, and how to make one
    last = folders[-1]
    gone = named_and_gone(root)
    results = [
        _made_again(
            folder,
            verify(
                folder,
                None if frozen_only or folder != last else root,
                beside=root,
                expected_root=expected_root if folder == last else None,
                public_key=public_key if folder == last else None,
                known_key=public_key,
            ),
        )
        for folder in folders
    ]
    results[-1] = dataclasses.replace(results[-1], frozen=(*results[-1].frozen, *gone))
    return tuple(results)


def _is_baseline(place: Path) -> bool:
    """Whether a folder is one baseline; a case may have one of its names, as the first model of a comparison has."""
    stated = (place / ABOUT).is_file()
    if not stated and not (place / FILES / "case.yaml").is_file():
        return False
    if any((place / name).exists() for name in (SUMS, ROOT)) or (stated and (place / FILES).exists()):
        return True
    return not (place / "case.yaml").is_file()


def _one(
    root: Path, name: str, frozen_only: bool, expected_root: str | None, public_key: Path | None
) -> Verified:
    folder = root / BASELINES / name
    if not _is_name(name) or not folder.is_dir():
        folder = find(root, name).folder
    working = None if frozen_only else root
    result = verify(folder, working, beside=root, expected_root=expected_root, public_key=public_key)
    return _made_again(folder, result)


def _made_again(folder: Path, result: Verified) -> Verified:
    """``result`` of the baseline in ``folder`` with what does not follow from its frozen files.

    Where its bytes are not what was frozen, that is said alone.
    """
    if result.frozen:
        return result
    baseline = read(folder)
    differ, notes = frozen_again(baseline)
    try:
        if own := read_custom(baseline.case_folder).own_words:
            notes.append(f"its documents use words that the case chose: {own}")
    except InputError as error:
        notes.append(f"its documents cannot be drawn: {error}")
    return dataclasses.replace(result, frozen=tuple(differ), notes=(*result.notes, *notes))


def _is_name(name: str) -> bool:
    from casegen.review.baseline import NAME

    return NAME.fullmatch(name) is not None


def _pack(place: Path, expected_root: str | None, public_key: Path | None, frozen_only: bool) -> Verified:
    with tempfile.TemporaryDirectory(prefix="casegen-pack-") as scratch:
        extract(place, Path(scratch))
        tops = sorted(Path(scratch).iterdir())
        if len(tops) != 1 or not (tops[0] / "baseline").is_dir():
            raise InputError.at(
                Location(str(place)), "expected an audit pack: one folder with a baseline in it"
            )
        return _judged(tops[0], expected_root, public_key, frozen_only)


def _is_unpacked(place: Path) -> bool:
    """Whether a folder is that of a pack, also one of which a part is gone."""
    is_case = (place / "case.yaml").exists()
    return (
        not is_case
        and (place / "baseline").is_dir()
        and any((place / n).exists() for n in (SUMS, "VERIFY.txt"))
    )


def _unpacked(place: Path, expected_root: str | None, public_key: Path | None, frozen_only: bool) -> Verified:
    """The folder of a pack that was unpacked, as it is now: of a copy, which nobody changes while it is looked at."""
    with tempfile.TemporaryDirectory(prefix="casegen-pack-") as scratch:
        top = Path(scratch) / "pack"
        strange = tuple(_copied(place, top))
        result = _judged(top, expected_root, public_key, frozen_only)
        return dataclasses.replace(result, frozen=(*strange, *result.frozen))


def _copied(place: Path, top: Path) -> Iterator[Mismatch]:
    """Copy the plain files below ``place``, in the bounds of an archive; each that is none is named."""
    left = MAX_BYTES
    for number, (path, is_strange) in enumerate(everything(place)):
        if number == MAX_ENTRIES:
            raise InputError.at(Location(str(place)), f"expected a pack of at most {MAX_ENTRIES} files")
        try:
            if is_strange:
                raise IrregularFileError(place / path, "expected a plain file")
            left = _copy(place / path, top / path, left)
        except OSError as error:
            yield Mismatch("added", path, f"{path}: {error.strerror or error}")
    if left < 0:
        raise InputError.at(Location(str(place)), f"expected a pack of at most {MAX_BYTES} bytes")


def _copy(source: Path, target: Path, left: int) -> int:
    """Copy one file as long as bytes are ``left``; returns how many then are, less than none where it was too large."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with open_regular(source) as stream, target.open("wb") as copy:
        while left >= 0 and (chunk := stream.read(2**20)):
            left -= len(chunk)
            copy.write(chunk)
    return left


def _judged(top: Path, expected_root: str | None, public_key: Path | None, frozen_only: bool) -> Verified:
    """The verdict on the files of a pack below ``top``, a copy of which what file managers left is taken away.

    A key that signed the pack as a whole signed the baseline in it too, whoever froze that.
    """
    ignored = left_by_file_managers(top)
    for path in ignored:
        (top / path).unlink()
    words, unsigned = list_signature(top, public_key) if not frozen_only else ("", [])
    signed_whole = not frozen_only and not unsigned
    own_key = None if signed_whole else public_key
    baseline = top / "baseline"
    result = _made_again(
        baseline, verify(baseline, expected_root=expected_root, public_key=own_key, known_key=public_key)
    )
    outer = [*_outer(top), *unsigned, *_history(top, frozen_only=frozen_only), *_others(top)]
    if not (frozen_only or outer or result.frozen):
        outer += _derived(top)
    signature = "; ".join(filter(None, (result.signature, words)))
    notes = (*not_covered(ignored), *result.notes)
    notes = (*notes, *_documents(top)) if not frozen_only else notes
    return Verified(result.name, result.root, (*outer, *result.frozen), (), signature, notes)


def _documents(top: Path) -> Iterator[str]:
    """Which documents a pack has: one that its author took out, and signed the rest, would not be missed."""
    there = sorted(p.name for p in (top / DOCUMENTS).glob("*") if p.suffix in _FORMATS)
    absent = [f"no {kind}" for ending, kind in _FORMATS.items() if not any(n.endswith(ending) for n in there)]
    shown = ", ".join(there) or "none"
    yield f"documents in the pack: {shown}" + (f"; among them {' and '.join(absent)}" if absent else "")


def _others(top: Path) -> Iterator[Mismatch]:
    """The other baselines of a pack: each whole, and the chain of predecessors by the roots it names."""
    roots = {}
    for folder in baseline_folders(top):
        roots[folder.name] = stated_root(folder)
        for one in _made_again(folder, verify(folder)).frozen:
            yield Mismatch(
                one.kind, f"{BASELINES}/{folder.name}/{one.path}", f"baseline {folder.name}: {one.message}"
            )
    try:
        chain = [read(top / "baseline"), *(read(folder) for folder in baseline_folders(top))]
    except InputError:
        return  # named above, or by the baseline itself
    for link in chain:
        before = link.about.previous
        if before is not None and before.name in roots and roots[before.name] != before.root:
            message = f"the baseline before {link.name}, {before.name}, has another root than it had"
            yield Mismatch("previous", f"{BASELINES}/{before.name}", message)
        elif before is not None and before.name not in roots and link.name == chain[0].name:
            message = f"the baseline before {link.name}, {before.name}, is not in the pack"
            yield Mismatch("previous", f"{BASELINES}/{before.name}", message)


_ALL_HASHES = (
    "every file of the pack has its hash, and none is missing or added; whether its documents and the state of its "
    "review follow from them, which `--frozen` leaves out, is not known here"
)
"""what is known of a pack where a package is missing that draws again what follows from its files"""


def _derived(top: Path) -> Iterator[Mismatch]:
    """Documents, state of the review and compliance, drawn again from the rest of the pack."""
    frozen = read(top / "baseline")
    there = {path for path, strange in everything(top) if not strange}
    shown = sorted(p for p in there if p.startswith(f"{DOCUMENTS}/") and p != TOOLS)
    formats = tuple(name for name in ("html", "pdf") if any(p.endswith(f".{name}") for p in shown))
    judged_by = _missing_part(frozen)
    if shown and (other := _other_tools(top) or judged_by):
        message = f"{other}: the documents cannot be drawn again here and are vouched for by nothing"
        yield Mismatch("not covered", DOCUMENTS, message)
        formats = ()
    try:
        with staged(top, frozen.name) as stage:
            results, note = derived(stage, frozen.name, formats)
    except InputError as error:
        yield Mismatch("not covered", "review.json", f"the review cannot be drawn again: {error}")
        return
    except MissingDependencyError as error:
        raise MissingDependencyError(f"{_ALL_HASHES}: {error.part}", error.install) from error
    if formats or not shown:
        # a pack without documents does not say whether they were asked for of a case with errors
        words = [
            verify_text(frozen, each, signer_of_list(top), quotes=quotes).encode("utf-8")
            for each in ((note,) if formats else (note, NOT_ASKED_FOR))
            for quotes in (True, False)
        ]
        there_now = read_bytes(top / "VERIFY.txt") if "VERIFY.txt" in there else b""
        results["VERIFY.txt"] = there_now if there_now in words else words[0]
    known = {"baseline", BASELINES, REVIEW, EVIDENCE}
    for path in sorted(there | set(results)):
        if path in results:
            if path not in there:
                yield Mismatch("missing", path, f"{path} follows from the pack and is not in it")
            elif read_bytes(top / path) != results[path]:
                kind, why = ("not covered", f": {judged_by}") if judged_by else ("derived", "")
                yield Mismatch(
                    kind, path, f"{path} is not what follows from the baseline and the review{why}"
                )
        elif (
            (
                path.split("/")[0] not in known
                or (path.startswith(f"{HEAD}/") and not is_record(path[len(HEAD) + 1 :]))
            )
            and path not in (SUMS, LIST_SIGNATURE, SIGNER)
            and (formats or path not in {*shown, TOOLS, "VERIFY.txt"})
        ):
            yield Mismatch(
                "added", path, f"{path} does not follow from the pack: it is vouched for by nothing"
            )


def _other_tools(top: Path) -> str:
    """Which other tools drew the documents of a pack, in words; empty where it was those of here."""
    drawn_by = _tools(top / TOOLS)
    if drawn_by == tools():
        return ""
    other = ", ".join(f"{k} {v}" for k, v in drawn_by.items() if tools().get(k) != v) or "unnamed versions"
    return f"the documents were drawn by {other}"


def _missing_part(frozen: Baseline) -> str:
    """What judged the frozen case and is not installed as it was, in words: what follows from it may be other here."""
    try:
        case = frozen.load()
    except InputError:
        return ""  # named with the review, which cannot be drawn again either
    return next(iter([*absent_methods(case), *since_frozen(frozen, case)]), "")


def _tools(path: Path) -> dict[str, str]:
    try:
        data = json.loads(read_bytes(path))
        return {str(k): str(v) for k, v in data.items()}
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}


def _history(top: Path, *, frozen_only: bool) -> Iterator[Mismatch]:
    """The review of a pack against the events that its baseline froze: events may be added, never changed.

    A signature that cannot be checked here says nothing against the baseline alone.
    """
    frozen = top / "baseline" / FILES / REVIEW
    for path, strange in everything(frozen):
        now = top / REVIEW / path
        if strange:
            continue  # reported by the baseline itself
        if not now.is_file():
            yield Mismatch(
                "history", f"{REVIEW}/{path}", f"{REVIEW}/{path} is in the baseline and gone from the review"
            )
        elif read_bytes(now) != read_bytes(frozen / path):
            yield Mismatch("history", f"{REVIEW}/{path}", f"{REVIEW}/{path} has changed since the baseline")
    journal = read_journal(top)
    if journal.unchecked and not frozen_only:
        raise not_installed(f"{journal.unchecked[0].location}: the act is signed, and to check that needs")
    for problem in (one for one in journal.problems if one not in journal.unchecked):
        yield Mismatch("history", problem.location.file, f"{problem.location.file}: {problem.message}")


def _outer(top: Path) -> tuple[Mismatch, ...]:
    try:
        raw = read_bytes(top / SUMS)
        listed = read_listing(raw, SUMS)
    except OSError:
        return (Mismatch("missing", SUMS, "the pack's list of hashes is gone"),)
    except InputError as error:
        return (Mismatch("changed", SUMS, str(error)),)
    result = list(compared(top, listed, {SUMS, LIST_SIGNATURE}))
    if listing(listed) != raw:
        result.append(Mismatch("changed", SUMS, "the pack's list of hashes is not as it was written"))
    return tuple(result)
