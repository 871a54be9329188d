"""Open a case wherever it stands: a folder, a baseline, an audit pack, or a git revision ``REV:PATH``.

Git is asked for objects only, see :mod:`casegen.review.git_objects`: nothing is checked out.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from casegen.io import load
from casegen.io.folder import LONGEST_NAME, ROOT_FILE
from casegen.io.sentences import sentence
from casegen.model.case import Case, Location
from casegen.model.diagnostic import InputError
from casegen.review.archive import extract
from casegen.review.baseline import ABOUT, FILES, NAME, SUMS, Baseline, find, read
from casegen.review.git_objects import ask, entries, refusal, write_blobs
from casegen.review.manifest import BASELINES, MAX_FILES, plain

MAX_REVISION_BYTES = 2**30
_LONGEST_PART = 255
"""bytes of a file's name, in the file systems in use"""


@dataclass(frozen=True, slots=True)
class ResolvedCase:
    """A case with the words that name where it came from; ``folder`` holds its baselines and its review."""

    case: Case
    label: str
    folder: Path | None = None
    baseline: Baseline | None = None
    """the baseline that it is the frozen case of"""


@contextlib.contextmanager
def opened(given: str, other: str = "") -> Iterator[ResolvedCase]:
    """The case meant by ``given``; whatever had to be unpacked is gone when the context ends.

    ``given`` is a case folder, a baseline's folder, ``CASE@NAME``, an audit pack (``.zip``),
    ``REV:PATH`` of the git repository around the working folder (or around ``other``), or the bare
    name of a baseline of the case ``other``.

    Raises:
        InputError: nothing of the kind, or what was found is no case.
        MissingDependencyError: a git revision is asked for and git is not installed.
    """
    path = Path(given)
    with contextlib.ExitStack() as stack:
        if path.is_file() and path.suffix == ".zip":
            folder = stack.enter_context(unpacked(path))
            frozen = read(folder)
            case = _unpacked_case(folder / FILES, given)
            yield ResolvedCase(case, f"{given}, baseline {frozen.name}", baseline=frozen)
        elif (path / ABOUT).is_file() and (path / FILES).is_dir():
            yield _of_baseline(path)
        elif path.exists():
            case = load(path)
            yield ResolvedCase(case, given, case.root)
        elif (named := _baseline(given, other)) is not None:
            yield _of_baseline(named)
        elif ":" in given:
            yield ResolvedCase(_unpacked_case(stack.enter_context(_revision(given, other)), given), given)
        else:
            place, sign, name = given.rpartition("@")
            if sign and (Path(place) / "case.yaml").is_file():
                find(Path(place), name)  # says which baselines there are
            raise InputError.at(
                Location(given),
                "there is no such case",
                hint="give a case folder, a baseline (CASE/baselines/NAME or CASE@NAME), an audit pack,"
                " or a git revision REV:PATH",
            )


def _of_baseline(place: Path) -> ResolvedCase:
    case, label = load(place / FILES), sentence("of_baseline", name=place.name)
    baseline: Baseline | None = None
    with contextlib.suppress(InputError):  # what it states of itself is for `baseline verify` to judge
        baseline = read(place)
    return ResolvedCase(case, label, _case_around(place), baseline)


def _unpacked_case(folder: Path, given: str) -> Case:
    """The case in a folder that is gone afterwards: what is wrong in it is said of what was asked for."""
    try:
        return load(folder)
    except InputError as error:
        raise InputError([
            replace(d, location=replace(d.location, file=d.location.file.replace(str(folder), given)))
            for d in error.diagnostics
        ]) from None  # fmt: skip


def _case_around(baseline: Path) -> Path | None:
    """The case folder a baseline's folder stands in."""
    place = baseline.resolve().parent
    root = place.parent
    return root if place.name == BASELINES and (root / "case.yaml").is_file() else None


def _baseline(given: str, other: str) -> Path | None:
    case, sign, name = given.rpartition("@")
    place = Path(case) if sign else Path(other) if other else None
    if place is None or not NAME.fullmatch(name):
        return None
    root = place.parent if place.name == "case.yaml" else place
    result = root / BASELINES / name
    return result if (result / ABOUT).is_file() else None


@contextlib.contextmanager
def unpacked(pack: Path) -> Iterator[Path]:
    """The baseline in an audit pack, unpacked for the length of the context."""
    with tempfile.TemporaryDirectory(prefix="casegen-pack-") as scratch:
        extract(pack, Path(scratch))
        ordered = sorted(Path(scratch).glob(f"*/baseline/{SUMS}"))
        if len(ordered) != 1:
            raise InputError.at(
                Location(str(pack)), "expected an audit pack with one folder and a baseline in it"
            )
        yield ordered[0].parent


@contextlib.contextmanager
def _revision(given: str, other: str) -> Iterator[Path]:
    revision, _, path = given.partition(":")
    here = Location(given)
    repository = _repository(other, here)
    if revision.startswith("-") or "\0" in given:
        raise InputError.at(here, f"{revision!r} is no revision")
    commit = ask(
        repository, ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"]
    )
    if commit is None:
        raise InputError.at(here, f"git knows no revision {revision!r}", hint="see `git log --oneline`")
    tree = _tree(repository, commit.decode().strip(), path)
    if tree is None:
        raise InputError.at(here, f"revision {revision!r} has no folder {path!r}")
    with tempfile.TemporaryDirectory(prefix="casegen-revision-") as scratch:
        _materialise(repository, tree, Path(scratch), here)
        yield Path(scratch)


def _repository(other: str, here: Location) -> Path:
    """The folder from which git reads: the working folder, else that of the other case."""
    reasons = []
    for place in (Path.cwd(), Path(other) if other else None):
        if place is None or not place.exists():
            continue
        folder = place if place.is_dir() else place.parent
        reason = refusal(folder)
        if reason is None:
            return folder
        reasons.append(reason)
    reason = next(filter(None, reasons), "")
    if reason:
        raise InputError.at(here, f"git cannot read the repository: {reason}")
    raise InputError.at(here, "there is no git repository around the working folder, nor such a file")


def _tree(repository: Path, commit: str, path: str) -> str | None:
    """The tree at ``path``, from the repository's root as git reads it, else from the working folder."""
    clean = path.rstrip("/")
    forms = (
        [f"{commit}:{clean}", f"{commit}:./{clean}"]
        if clean not in ("", ".")
        else [f"{commit}:", f"{commit}:./"]
    )
    for form in forms:
        result = ask(repository, ["rev-parse", "--verify", "--quiet", "--end-of-options", form])
        if result is not None:
            name = result.decode().strip()
            if (ask(repository, ["cat-file", "-t", name]) or b"").strip() == b"tree":
                return name
    return None


def _is_long(path: str) -> bool:
    return len(path) > LONGEST_NAME or any(len(os.fsencode(part)) > _LONGEST_PART for part in path.split("/"))


def _short(name: str) -> str:
    return name if len(name) <= 200 else f"{name[:200]}… ({len(name):,} characters)"


def _materialise(repository: Path, tree: str, target: Path, here: Location) -> None:
    files: list[tuple[str, str]] = []
    total = 0
    for entry in entries(repository, tree, BASELINES, here):
        path, size = entry.path, entry.size
        if not entry.is_file:
            if path == ROOT_FILE:
                raise InputError.at(
                    here, f"`{ROOT_FILE}` of the revision is no file: links in a revision are not followed"
                )
            continue  # neither a submodule nor a link is a part of a case
        if not path.isprintable() or not plain(path):
            raise InputError.at(here, f"the revision holds {_short(ascii(path))}, which cannot be listed")
        if not size.isdecimal():
            raise InputError.at(here, f"the revision's {path!r} is not in the repository: it is not whole")
        total += int(size)
        files.append((path, entry.name))
    if len(files) > MAX_FILES or total > MAX_REVISION_BYTES:
        raise InputError.at(here, f"the revision holds {len(files)} files of {total} bytes: too much to open")
    if long := next((path for path, _ in files if _is_long(path)), None):
        raise InputError.at(
            here, f"the revision holds {_short(ascii(long))}, a name that is too long to be unpacked"
        )
    write_blobs(repository, [(name, target / path) for path, name in files], here)
