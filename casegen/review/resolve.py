"""Open a case wherever it stands: a folder, a baseline, an audit pack, or a git revision ``REV:PATH``.

Git is asked for objects only (``ls-tree``, ``cat-file``): nothing is checked out, no filter, hook or
attribute of the repository has a say, and no missing object is fetched.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from casegen.io import load
from casegen.io.sentences import sentence
from casegen.model.case import Case, Location
from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.review.archive import extract
from casegen.review.baseline import ABOUT, FILES, NAME, SUMS, find, read
from casegen.review.manifest import BASELINES, MAX_FILES, plain

MAX_REVISION_BYTES = 2**30
GIT_SECONDS = 300
"""of the clock that git may take for one answer: it waits for ever for a pipe that stands in place of its files"""


@dataclass(frozen=True, slots=True)
class ResolvedCase:
    """A case with the words that name where it came from; ``folder`` holds its baselines and its review."""

    case: Case
    label: str
    folder: Path | None = None


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
            yield ResolvedCase(load(folder / FILES), f"{given}, baseline {read(folder).name}")
        elif (path / ABOUT).is_file() and (path / FILES).is_dir():
            yield ResolvedCase(
                load(path / FILES), sentence("of_baseline", name=path.name), _case_around(path)
            )
        elif path.exists():
            case = load(path)
            yield ResolvedCase(case, given, case.root)
        elif (named := _baseline(given, other)) is not None:
            yield ResolvedCase(
                load(named / FILES), sentence("of_baseline", name=named.name), _case_around(named)
            )
        elif ":" in given:
            yield ResolvedCase(load(stack.enter_context(_revision(given, other))), given)
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
    repository = _repository(other)
    if repository is None:
        raise InputError.at(here, "there is no git repository around the working folder, nor such a file")
    if revision.startswith("-") or "\0" in given:
        raise InputError.at(here, f"{revision!r} is no revision")
    commit = _git(
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


def _repository(other: str) -> Path | None:
    for place in (Path.cwd(), Path(other) if other else None):
        if place is None or not place.exists():
            continue
        result = _git(place if place.is_dir() else place.parent, ["rev-parse", "--git-dir"])
        if result is not None:
            return place if place.is_dir() else place.parent
    return None


def _tree(repository: Path, commit: str, path: str) -> str | None:
    """The tree at ``path``, from the repository's root as git reads it, else from the working folder."""
    clean = path.rstrip("/")
    forms = (
        [f"{commit}:{clean}", f"{commit}:./{clean}"]
        if clean not in ("", ".")
        else [f"{commit}:", f"{commit}:./"]
    )
    for form in forms:
        result = _git(repository, ["rev-parse", "--verify", "--quiet", "--end-of-options", form])
        if result is not None:
            name = result.decode().strip()
            if (_git(repository, ["cat-file", "-t", name]) or b"").strip() == b"tree":
                return name
    return None


def _materialise(repository: Path, tree: str, target: Path, here: Location) -> None:
    listed = _git(repository, ["ls-tree", "-r", "-z", "-l", "--full-tree", tree]) or b""
    files: list[tuple[str, str]] = []
    total = 0
    for entry in filter(None, listed.split(b"\0")):
        about, _, raw = entry.partition(b"\t")
        mode, kind, name, size = about.decode("ascii").split()
        path = raw.decode("utf-8", "surrogateescape")
        if kind != "blob" or mode == "120000":
            continue  # a submodule or a link: neither is a part of a case
        if not path.isprintable() or not plain(path):
            raise InputError.at(here, f"the revision holds {path!a}, which cannot be listed")
        if path.split("/", 1)[0] == BASELINES:
            continue
        if not size.isdecimal():
            raise InputError.at(here, f"the revision's {path!r} is not in the repository: it is not whole")
        total += int(size)
        files.append((path, name))
    if len(files) > MAX_FILES or total > MAX_REVISION_BYTES:
        raise InputError.at(here, f"the revision holds {len(files)} files of {total} bytes: too much to open")
    contents = _blobs(repository, [name for _, name in files])
    for (path, _), content in zip(files, contents, strict=True):
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(content)


def _blobs(repository: Path, names: Sequence[str]) -> Iterator[bytes]:
    asked = "".join(f"{name}\n" for name in names).encode()
    answer = _git(repository, ["cat-file", "--batch"], asked) or b""
    at = 0
    for name in names:
        end = answer.index(b"\n", at)
        _, kind, size = answer[at:end].decode("ascii").split()
        if kind != "blob":
            raise InputError.at(Location(name), "git could not read this object")
        yield answer[end + 1 : end + 1 + int(size)]
        at = end + 2 + int(size)


def _git(place: Path, arguments: list[str], given: bytes = b"") -> bytes | None:
    """Output of a git command that only reads objects; None when git says no."""
    command = ["git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-replace-objects"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
    environment |= {
        "GIT_ALLOW_PROTOCOL": "none"
    }  # an older git fetches missing objects, by commands of the repository
    try:
        done = subprocess.run(
            [*command, *arguments],
            cwd=place,
            input=given,
            capture_output=True,
            env=environment,
            check=False,
            timeout=GIT_SECONDS,
        )
    except subprocess.TimeoutExpired:
        message = f"git did not answer within {GIT_SECONDS} s: a file of the repository may keep its readers waiting"
        raise InputError.at(Location(str(place)), message) from None
    except FileNotFoundError:
        raise MissingDependencyError("a git revision needs git", "apt-get install git") from None
    return done.stdout if done.returncode == 0 else None
