"""Baselines: a frozen copy of case, evidence and artefacts under one SHA-256 root.

``CASE/baselines/NAME/`` holds ``files/`` (a case folder by itself), ``provenance/`` (one in-toto statement
per result), ``assessment.json`` (what was computed when it was frozen), ``baseline.json`` (who, when, why),
``SHA256SUMS`` over all of these and ``ROOT``, the hash of ``SHA256SUMS``.  Two commands of any Unix verify it::

    sha256sum -c ROOT && sha256sum -c SHA256SUMS

A signed one also has ``signer.pem`` and ``ROOT.sig``.  Each baseline names the root of the one before it.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from pydantic import Field

from casegen.argument.acceptance import no_name
from casegen.io import load
from casegen.io.atomic import locked, naming, remove_leftovers, write_text
from casegen.io.model_file import as_model
from casegen.io.regular import IrregularFileError, open_regular, read_bytes, unrepeated
from casegen.model.case import Case, Location
from casegen.model.diagnostic import InputError
from casegen.model.legible import first_beyond_a_line
from casegen.model.part import Part
from casegen.model.plural import counted
from casegen.model.results import Freshness
from casegen.model.suggestions import nearest
from casegen.review.added_parts import AddedPart, added_parts
from casegen.review.frozen_content import as_json, assessment_of, statements_of, tool
from casegen.review.manifest import (
    BASELINES,
    LeftOut,
    anywhere,
    is_device,
    listing,
    members,
    own,
    portable,
    roles,
)
from casegen.store.store import Store

FORMAT = 1
FILES, SUMS, ROOT, ABOUT = "files", "SHA256SUMS", "ROOT", "baseline.json"
ATTRIBUTES = ".gitattributes"
SIGNATURE, SIGNER, ASSESSMENT, PROVENANCE = "ROOT.sig", "signer.pem", "assessment.json", "provenance"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_ATTEMPTS = 3


class Previous(Part):
    """The baseline before this one."""

    name: str
    root: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class About(Part):
    """``baseline.json``: who froze what, when and why, with which tool."""

    format: int
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
    case: str
    version: str = ""
    created: str
    author: Annotated[str, Field(min_length=1)]
    reason: Annotated[str, Field(min_length=1)]
    tool: dict[str, str]
    previous: Previous | None = None
    signer: str | None = Field(None, description="SHA-256 of the signer's raw public key")
    roles: dict[str, str]
    left_out: dict[str, str] = Field(default_factory=dict)
    stale: dict[str, str] = Field(default_factory=dict, description="items whose results were stale, and why")
    added_parts: tuple[AddedPart, ...] | None = Field(
        None,
        description="rules and types of gates of installed packages that judged it; absent in early baselines",
    )


@dataclass(frozen=True, slots=True)
class Baseline:
    """A baseline as found on disk.  Reading it verifies nothing: see :mod:`casegen.review.verification`."""

    folder: Path
    about: About
    root: str
    """the root hash that ``ROOT`` states"""

    @property
    def name(self) -> str:
        """The name it was given."""
        return self.about.name

    @property
    def case_folder(self) -> Path:
        """The frozen copy, a case folder by itself."""
        return self.folder / FILES

    def verdict(self) -> str:
        """What was computed of the frozen case when it was frozen, in one line."""
        kept = json.loads(read_bytes(self.folder / ASSESSMENT))
        errors = kept["check"]["errors"]
        if errors:
            return f"the frozen case has {counted(errors, 'rule error')}; nothing was assessed"
        stale = [e["id"] for e in kept["assess"]["evidence"] if e["status"] != "fresh"]
        holds = "holds" if kept["assess"]["supported"] else "does not hold"
        return f"the frozen case {holds}" + (f"; not fresh: {', '.join(stale)}" if stale else "")

    def load(self) -> Case:
        """The frozen case."""
        return load(self.case_folder)


@dataclass(frozen=True, slots=True)
class _Wanted:
    name: str
    author: str
    reason: str
    key: Path | None
    left_out: dict[str, str] = field(default_factory=dict)


def create(folder: Path, name: str, *, author: str, reason: str, key: Path | None = None) -> Baseline:
    """Freeze the case in ``folder`` under ``name``; with ``key``, sign its root (Ed25519).

    The copy is made beside its place and renamed when it is whole, so that a kill leaves no baseline
    rather than half of one.

    Raises:
        InputError: the folder is no case, the name is taken or none, author or reason is missing.
        MissingDependencyError: a key is given and ``cryptography`` is not installed.
    """
    case = load(folder)
    here = Location(str(case.root))
    if not NAME.fullmatch(name) or is_device(name):
        raise InputError.at(
            here, f"a baseline's name is letters, digits, `.`, `_`, `-`, no device; found {name!r}"
        )
    for what, text in (("an author", author), ("a reason", reason)):
        if not text.strip():
            raise InputError.at(here, f"a baseline needs {what}", hint="give --author and --reason")
    if strange := first_beyond_a_line(author.strip()):
        raise InputError.at(
            here, f"author: expected a name in one line, found {strange} in it", hint="type it anew"
        )
    if problem := no_name(author):
        raise InputError.at(
            here, f"the author {author.strip()!r} {problem}", hint="give your name with --author"
        )
    if any("\udc80" <= c <= "\udcff" for c in str(case.root)):  # bytes that are no text
        raise InputError.at(here, "expected a folder whose path is text in UTF-8", hint="rename it")
    place = own(case.root, BASELINES)
    with locked(case.root / ".casegen" / "baselines.lock"):
        _sweep(place)
        names = [one.name for one in place.iterdir()] if place.is_dir() else []
        taken = [one for one in names if anywhere(one) == anywhere(name)]
        if taken:
            raise InputError.at(
                here,
                f"there is a baseline {taken[0]!r} already, and none is ever edited",
                hint="give another name",
            )
        place.mkdir(exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=f".{name}.", suffix=".part", dir=place))
        try:
            _freeze(case, staging, _Wanted(name, author.strip(), reason.strip(), key))
            staging.chmod(0o755)
            staging.rename(place / name)
            if not (
                place / ATTRIBUTES
            ).exists():  # git on another system would change line ends, and so bytes
                write_text(place / ATTRIBUTES, "* -text\n")
            _sync(place)
        except BaseException:
            shutil.rmtree(staging, ignore_errors=True)
            raise
    return read(place / name)


def _sweep(place: Path) -> None:
    """Remove what killed runs left beside the baselines; only for who holds the lock of all that write there."""
    for left in place.glob(".*.part"):
        shutil.rmtree(left, ignore_errors=True)
    remove_leftovers(place)


def _freeze(case: Case, staging: Path, wanted: _Wanted) -> None:
    left = _copy(case, staging / FILES)
    frozen = load(staging / FILES)
    paths, _ = members(staging / FILES)
    signer, public = _signer(wanted.key)
    previous = latest(case.root)
    about = About(
        format=FORMAT,
        name=wanted.name,
        case=case.header.id,
        version=case.header.version,
        created=datetime.datetime.now(datetime.UTC).isoformat(timespec="microseconds"),
        author=wanted.author,
        reason=wanted.reason,
        tool=tool(),
        previous=Previous(name=previous.name, root=previous.root) if previous else None,
        signer=signer,
        roles={path: role.value for path, role in roles(frozen, paths).items()},
        left_out={one.path: one.why for one in left},
        stale={
            id: "; ".join(state.why)
            for id, state in Store(case).states().items()
            if state.freshness is Freshness.STALE
        },
        added_parts=added_parts(frozen),
    )
    _put(staging / ABOUT, as_json(about.model_dump(mode="json")))
    _put(staging / ASSESSMENT, assessment_of(frozen))
    for name, document in statements_of(frozen).items():
        _put(staging / PROVENANCE / name, as_json(document))
    if public is not None:
        _put(staging / SIGNER, public)
    _seal(staging, wanted.key)


def _seal(staging: Path, key: Path | None) -> None:
    """Write ``SHA256SUMS``, ``ROOT`` and the signature; then nothing here is written again."""
    from casegen.review.manifest import hashes
    from casegen.review.signing import sign

    sums = listing(hashes(staging))
    _put(staging / SUMS, sums)
    root = root_line(sums)
    _put(staging / ROOT, root)
    if key is not None:
        _put(staging / SIGNATURE, sign(key, root)[0])
    for path in staging.rglob("*"):
        if path.is_file():
            path.chmod(0o444)


def root_line(sums: bytes) -> bytes:
    """The content of ``ROOT`` for the bytes of ``SHA256SUMS``."""
    return f"{hashlib.sha256(sums).hexdigest()}  {SUMS}\n".encode()


def _copy(case: Case, target: Path) -> tuple[LeftOut, ...]:
    """Copy the folder's files; again from the start when one vanished meanwhile."""
    for attempt in range(_ATTEMPTS):
        shutil.rmtree(target, ignore_errors=True)
        with locked(case.root / ".casegen" / "lock"):
            paths, left = members(case.root)
            portable(case, paths)
            try:
                for path in paths:
                    _copy_file(case.root / path, target / path)
            except FileNotFoundError:
                if attempt + 1 == _ATTEMPTS:
                    raise
                continue
            except IrregularFileError as error:
                place = Path(error.filename).relative_to(case.root).as_posix()
                raise InputError.at(
                    Location(place), error.strerror or str(error), hint="take it out of the case folder"
                ) from None
            return left
    raise AssertionError("unreachable")


def _copy_file(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with naming(target), open_regular(source, follow=True) as old, target.open("xb") as new:
        shutil.copyfileobj(old, new, 2**20)
        new.flush()
        os.fsync(new.fileno())


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with naming(path), path.open("xb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _signer(key: Path | None) -> tuple[str | None, bytes | None]:
    if key is None:
        return None, None
    from casegen.review.signing import fingerprint, sign

    public = sign(key, b"")[1]
    return fingerprint(public), public


def read(folder: Path) -> Baseline:
    """The baseline in ``folder``; raises :class:`InputError` where there is none that can be read."""
    place = str(folder / ABOUT)
    try:
        data = json.loads(read_bytes(folder / ABOUT), object_pairs_hook=unrepeated)
        root = read_bytes(folder / ROOT).decode("ascii", "replace")[:64]
    except OSError as error:
        name = Path(str(error.filename)).name
        message = f"no readable baseline: {name}: {error.strerror}"
        raise InputError.at(Location(place), message) from None
    except (ValueError, RecursionError) as error:
        raise InputError.at(Location(place), f"no readable baseline: {_short(error)}") from None
    about = as_model(About, data, {}, place)
    if about.format != FORMAT:
        raise InputError.at(Location(place), f"this tool reads format {FORMAT}, found {about.format}")
    return Baseline(folder, about, root)


def _short(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def baselines(root: Path) -> tuple[Baseline, ...]:
    """Every baseline of the case folder, oldest first; one that cannot be read is refused by name."""
    return in_order([read(folder) for folder in _folders(root)])


def readable(root: Path) -> Iterator[Baseline]:
    """The baselines of the case folder that can be read."""
    for folder in _folders(root):
        with contextlib.suppress(InputError):
            yield read(folder)


def in_order(results: Sequence[Baseline]) -> tuple[Baseline, ...]:
    """Baselines as each names the one before it; a clock decides only between those that no chain orders."""
    known = {one.name: one for one in results}

    def before(one: Baseline) -> int:
        seen: set[str] = set()
        while one.about.previous is not None and one.name not in seen and one.about.previous.name in known:
            seen.add(one.name)
            one = known[one.about.previous.name]
        return len(seen)

    return tuple(sorted(results, key=lambda one: (before(one), one.about.created, one.name)))


def _folders(root: Path) -> list[Path]:
    place = own(root, BASELINES)
    inside = sorted(place.iterdir()) if place.is_dir() else []
    return [f for f in inside if f.is_dir() and not f.is_symlink() and not f.name.startswith(".")]


def latest(root: Path) -> Baseline | None:
    """The latest baseline, if there is one."""
    result = baselines(root)
    return result[-1] if result else None


def find(root: Path, name: str = "") -> Baseline:
    """The baseline ``name`` of the case folder, or its latest.

    Raises:
        InputError: there is none, or none of that name.
    """
    here = Location(str(root))
    if name and NAME.fullmatch(name) and own(root, f"{BASELINES}/{name}").is_dir():
        return read(root / BASELINES / name)
    known = baselines(root)
    if name:
        names = [one.name for one in known]
        raise InputError.at(
            here,
            f"the case has no baseline {name!r}{nearest(name, names)}",
            hint=f"its baselines: {', '.join(names) or 'none'}",
        )
    if not known:
        raise InputError.at(
            here,
            "the case has no baseline",
            hint="freeze it: `casegen baseline create CASE NAME --author WHO --reason WHY`",
        )
    return known[-1]
