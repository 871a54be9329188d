"""What a frozen case holds: every file of the case folder with its hash, as ``sha256sum`` writes it."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

from casegen.io import folder as folder_of_case
from casegen.io.folder import below_baselines, inside
from casegen.io.regular import sha256
from casegen.model.case import Case, Location
from casegen.model.diagnostic import InputError
from casegen.model.file_path import is_of_file_manager
from casegen.store.entries import RESULTS

BASELINES = folder_of_case.BASELINES
REVIEW = "review"
MAX_FILES = 20_000

_LINE = re.compile(r"([0-9a-f]{64})  (.+)")
_DEVICE = re.compile(r"(?i:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)")


class Role(StrEnum):
    """Why a file is in the folder."""

    CASE = "case"
    INPUT = "input"
    RESULT = "result"
    ARTEFACT = "artefact"
    REVIEW = "review"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something in the case folder that a baseline does not hold, and why."""

    path: str
    why: str


def members(root: Path) -> tuple[tuple[str, ...], tuple[LeftOut, ...]]:
    """Paths of every file of the case folder, in order, and what is left out.

    Left out without mention: names that start with a dot, what file managers leave in folders, ``__pycache__`` and the
    baselines themselves.
    A link is followed only where it ends inside the folder and on a file.

    Raises:
        InputError: a name that ``sha256sum`` could not list plainly, or too many files.
    """
    results: list[str] = []
    left: list[LeftOut] = []
    resolved = root.resolve()
    for folder, names, files in os.walk(root):
        here = Path(folder)
        names[:] = sorted(n for n in names if _counts(n) and not (here == root and n == BASELINES))
        for name in [n for n in names if (here / n).is_symlink()]:
            names.remove(name)
            left.append(LeftOut(_name(root, here / name), "a link to a folder"))
        for name in sorted(filter(_counts, files)):
            path = here / name
            relative = _name(root, path)
            if not path.is_file():
                left.append(LeftOut(relative, "neither a file nor a link to one"))
            elif path.is_symlink() and not path.resolve().is_relative_to(resolved):
                left.append(LeftOut(relative, "a link that leaves the case folder"))
            else:
                results.append(relative)
        if len(results) > MAX_FILES:
            raise InputError.at(Location(str(root)), f"the case folder holds more than {MAX_FILES} files")
    return tuple(sorted(results)), tuple(left)


def files_beside(case: Case) -> dict[str, Path]:
    """Every file of the case's folder that is none of its own, by path; baselines too.

    Raises:
        InputError: links that cannot be copied, each with the reason, and inputs that are not there.
    """
    results: dict[str, Path] = {}
    gone = [
        f"evidence {item.id}: {path}"
        for item in case.evidence_items
        for path in item.inputs.values()
        if not (case.root / path).exists()
    ]
    if gone:
        raise InputError.at(
            Location(str(case.root)), f"inputs that are not in the case folder: {', '.join(gone)}",
            hint="put them there, or name other files: a copy would be without them",
        )  # fmt: skip
    left: list[LeftOut] = []
    for below in ("", BASELINES):
        if below and not (case.root / below).is_dir():
            continue
        names, out = members(case.root / below)
        paths = {PurePosixPath(below, name).as_posix(): case.root / below / name for name in names}
        results |= {name: path for name, path in paths.items() if name not in case.files}
        left += out
    if left:
        raise InputError.at(
            Location(str(case.root)), "; ".join(f"{row.path}: {row.why}" for row in left),
            hint="put the files themselves into the case folder",
        )  # fmt: skip
    return results


def _counts(name: str) -> bool:
    return not name.startswith(".") and name != "__pycache__" and not is_of_file_manager(name)


def _name(root: Path, path: Path) -> str:
    relative = path.relative_to(root).as_posix()
    try:
        relative.encode("utf-8")
    except UnicodeEncodeError:
        relative = ascii(relative)
    if not plain(relative):
        raise InputError.at(
            Location(str(root)),
            f"the file name {relative!r} cannot be listed: it holds a control character, \\, : or no UTF-8",
            hint="rename the file",
        )
    return relative


def plain(path: str) -> bool:
    """Whether ``path`` is relative, stays below its folder, and can be written on one line."""
    parts = PurePosixPath(path).parts
    return (
        bool(parts)
        and PurePosixPath(path).as_posix() == path
        and not path.startswith("/")
        and ".." not in parts
        and ":" not in parts[0]
        and "\\" not in path
        and path.isprintable()
    )


def anywhere(name: str) -> str:
    """The name as file systems see it that keep no case, compose accents, or drop blanks and dots at an end."""
    parts = unicodedata.normalize("NFC", name.removesuffix("/").casefold()).split("/")
    return "/".join(part.rstrip(". ") for part in parts)


def both_spellings(first: str, second: str) -> str:
    """Two names that some systems take for one, spelt so that a reader sees what differs.

    >>> both_spellings("A", "a")
    "'A' and 'a'"
    """
    alike = unicodedata.normalize("NFC", first) == unicodedata.normalize("NFC", second)
    return " and ".join(ascii(name) if alike else repr(name) for name in (first, second))


def held_nowhere_else(path: str) -> str:
    """Which part of a path Windows cannot hold as it is, and why, in words; empty where it can.

    >>> held_nowhere_else("records/CON.md")
    "'CON.md' is the name of a device"
    >>> held_nowhere_else("records/a:b.md"), held_nowhere_else("a./b.md"), held_nowhere_else("con/console.md")[:5]
    ("'a:b.md' holds a colon", "'a.' ends in a dot or a blank", "'con'")
    """
    for part in path.split("/"):
        if is_device(part):
            return f"{part!r} is the name of a device"
        if ":" in part:
            return f"{part!r} holds a colon"
        if part.endswith((".", " ")):
            return f"{part!r} ends in a dot or a blank"
    return ""


def is_device(name: str) -> bool:
    """Whether Windows takes a name, with any ending, for a device.

    >>> is_device("nul"), is_device("Aux.md"), is_device("auxiliary.md")
    (True, True, False)
    """
    return _DEVICE.match(name) is not None


def portable(case: Case, paths: Iterable[str]) -> None:
    """Refuse to freeze what no other system can hold, or what a baseline leaves out and the case needs.

    Raises:
        InputError: two of ``paths`` are one name elsewhere, or one is a name that Windows cannot hold, so that no pack
            of them could be unpacked; a file of the case, an input or an artefact is hidden.
    """
    here = Location(str(case.root))
    seen: dict[str, str] = {}
    paths = tuple(paths)
    for path in paths:
        other = seen.setdefault(anywhere(path), path)
        if other != path:
            message = (
                f"{both_spellings(other, path)} are one name on systems that keep no case or compose accents"
            )
            raise InputError.at(here, f"{message}, and in no pack", hint="rename one of them")
    for path in paths:
        named_elsewhere(here, path)
    needed = {*case.files, *(node.artefact for node in case.evidence if node.artefact)}
    needed |= {path for item in case.evidence_items for path in item.inputs.values()}
    for path in sorted(path for path in needed if below_baselines(path)):
        message = f"{path!r} is part of the case and below {BASELINES}/: no baseline holds another"
        raise InputError.at(
            here, message, hint="copy the file to another folder of the case, and name it there"
        )
    for path in sorted(needed):
        if part := next((one for one in PurePosixPath(path).parts if one != ".." and not _counts(one)), ""):
            what, fix = _left_out(part)
            where, whose = (
                ("", "file")
                if part == PurePosixPath(path).name
                else (f"in the folder {part!r}, which is ", "folder")
            )
            message = f"{path!r} is part of the case and {where}{what}: a baseline leaves such files out"
            raise InputError.at(here, message, hint=f"give the {whose} {fix}")


def _left_out(name: str) -> tuple[str, str]:
    """Why no baseline holds a file or folder of this name, and which name it needs."""
    if is_of_file_manager(name):
        return "named as file managers name theirs", "another name"
    if name.startswith("."):
        return "hidden", "a name without a dot in front"
    return "named as Python names its compiled files", "another name"


def named_elsewhere(here: Location, path: str) -> None:
    """Refuse a file that Windows could not hold under its name; raises :class:`InputError`."""
    if why := held_nowhere_else(path):
        raise InputError.at(
            here, f"the file {path!r} cannot be held on Windows: {why}, and in no pack", hint="rename it"
        )


def own(root: Path, name: str) -> Path:
    """A folder or file of the case by its name.

    Raises:
        InputError: it is a link that leaves the case folder, through which nothing is read or written.
    """
    if inside(root, name) is None:
        raise InputError.at(
            Location(str(root / name)),
            f"{name!r} is a link that leaves the case folder",
            hint="replace it by a folder of the case",
        )
    return root / name


def roles(case: Case, paths: tuple[str, ...]) -> dict[str, Role]:
    """The role of each path in ``case``."""
    known = dict.fromkeys(case.files, Role.CASE)
    known |= {node.artefact: Role.ARTEFACT for node in case.evidence if node.artefact}
    known |= {path: Role.INPUT for item in case.evidence_items for path in item.inputs.values()}
    results: dict[str, Role] = {}
    for path in paths:
        first = path.split("/", 1)[0]
        by_folder = {RESULTS: Role.RESULT, REVIEW: Role.REVIEW}.get(first, Role.OTHER)
        results[path] = known.get(path, by_folder if "/" in path else Role.OTHER)
    return results


def hashes(folder: Path) -> dict[str, str]:
    """SHA-256 of every plain file below ``folder`` by path, hidden ones included.

    Raises:
        InputError: the folder holds a link or another thing that is no plain file.
    """
    return {path: sha256(folder / path) for path, strange in everything(folder) if not strange}


def everything(folder: Path) -> Iterator[tuple[str, bool]]:
    """Every entry below ``folder`` that is no folder: its path, and whether it is no plain file."""
    for here, names, files in os.walk(folder):
        for name in sorted([*files, *(n for n in names if (Path(here) / n).is_symlink())]):
            path = Path(here) / name
            yield path.relative_to(folder).as_posix(), path.is_symlink() or not path.is_file()


def listing(results: Mapping[str, str]) -> bytes:
    """``<hash>  <path>`` lines in order of path, which ``sha256sum -c`` reads."""
    return "".join(f"{results[path]}  {path}\n" for path in sorted(results)).encode("utf-8")


def read_listing(raw: bytes, name: str) -> dict[str, str]:
    """The hashes by path that :func:`listing` wrote.

    Raises:
        InputError: a line that is none, a path that leaves its folder or is duplicated.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError.at(Location(name), "expected UTF-8 text") from None
    results: dict[str, str] = {}
    if "\r\n" in text:
        message = "line ends were changed on the way, as git does where core.autocrlf is set"
        hint = f"put `* -text` into {BASELINES}/.gitattributes where it was committed, and check it out again"
        raise InputError.at(Location(name, 1), message, hint=hint)
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), 1):
        match = _LINE.fullmatch(line)
        where = Location(name, number)
        if match is None:
            raise InputError.at(where, f"expected a SHA-256 and a path, found {line[:60]!r}")
        if not plain(match[2]):
            raise InputError.at(where, f"the path {match[2][:60]!r} leaves its folder or cannot be listed")
        if match[2] in results:
            raise InputError.at(where, f"{match[2]!r} is duplicated")
        results[match[2]] = match[1]
    return results
