"""Where outputs may be written: not over what a case is made of, nor into what casegen records of it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from casegen.io.atomic import checking
from casegen.io.folder import BASELINES, BESIDE, ROOT_FILE, load
from casegen.io.regular import found_in_place
from casegen.model.case import Case, Location
from casegen.model.diagnostic import InputError

_RECORDS = frozenset({BASELINES, "results", "review", ".casegen"})
"""folders of a case that hold what casegen records"""
_TEMPLATES = BESIDE - _RECORDS
"""files and a folder that lie beside a case and say how it is shown, or what is asked of it"""


@contextlib.contextmanager
def guarded(case: Case, also: Callable[[Path], None] = lambda path: None) -> Iterator[None]:
    """Refuse, while outputs of ``case`` are written, what :func:`refuse_output` refuses, and what ``also`` does."""

    def check(path: Path) -> None:
        refuse_output(path, case)
        also(path)

    with checking(check):
        yield


def refuse_output(path: Path, case: Case, root: Path | None = None) -> None:
    """Refuse a file or folder to be written that a case needs; ``root`` is where its files lie, unless its own folder.

    Raises:
        InputError: what stands there is neither a file nor a folder (:func:`refuse_irregular`), it lies below a folder of
            some case that holds casegen's own records, or is a file of ``case``, its inputs, artefacts or templates, or
            one of another case in whose folder it lies.
    """
    refuse_irregular(path)
    place = _place(path)
    for folder in (place, *place.parents):
        parts = place.relative_to(folder).parts
        if parts and parts[0] in _RECORDS and (folder / ROOT_FILE).is_file():
            raise _refused(path, f"it lies in {parts[0]}/ of a case, where only casegen's own records are")
    home = (root if root is not None else case.root).resolve()
    _refuse_of_another(path, place, home)
    if not place.is_relative_to(home):
        return
    if name := _part_of(case, place, home):
        raise _refused(path, f"it is {name}, which the case is made of")


def _refuse_of_another(path: Path, place: Path, home: Path) -> None:
    """Refuse to replace a file of the nearest case folder above it, where that is not ``home``."""
    folder = next((one for one in place.parents if (one / ROOT_FILE).is_file()), home)
    if folder == home or not place.is_file():
        return
    try:
        other = load(folder)
    except InputError:
        raise _refused(path, f"it may be a file of the case in {folder}, which cannot be read") from None
    if name := _part_of(other, place, folder):
        raise _refused(path, f"it is {name}, which the case in {folder} is made of")


def _part_of(case: Case, place: Path, home: Path) -> str:
    """The name below ``home`` of a file that the case there is made of; empty for any other."""
    name = place.relative_to(home).as_posix()
    is_part = name in _used(case) or name.split("/", 1)[0] in _TEMPLATES or _is_one_of(place, home, case)
    return name if is_part else ""


def refuse_irregular(path: Path) -> None:
    """Refuse to replace a device, pipe or socket, or a link to one, and ``-``, which elsewhere is standard output.

    Raises:
        InputError: what stands at ``path`` is neither a file nor a folder, nor a link to one.
    """
    if str(path) == "-":
        raise InputError.call(
            "expected the name of a file or folder to write, found -: no output goes to standard output",
            hint="name a file or folder",
        )
    if kind := found_in_place(path):
        raise InputError.at(
            Location(str(path)),
            f"expected the name of a file or folder to write, found {kind}, which is not replaced",
            hint="name another file or folder, or remove this one",
        )


def files_of(case: Case) -> frozenset[str]:
    """Every file that says what a case is: its own and those it uses, templates, stored results, what baselines state."""
    places = [
        place
        for name in ("results", *_TEMPLATES)
        for place in (case.root / name, *(case.root / name).rglob("*"))
    ]
    places += (case.root / BASELINES).glob("*/baseline.json")
    return _used(case) | {path.relative_to(case.root).as_posix() for path in places if path.is_file()}


def _place(path: Path) -> Path:
    """Where a file of that name comes to lie: it replaces a link, and is written where a linked folder leads."""
    return path.resolve() if path.is_dir() or path.name in ("", "..") else path.parent.resolve() / path.name


def _used(case: Case) -> frozenset[str]:
    """Paths inside the case folder of the files that a case is made of, without ``.`` and ``..``."""
    names = {ROOT_FILE, *case.files, *(node.artefact for node in case.evidence if node.artefact)}
    names |= {path for item in case.evidence_items for path in item.inputs.values()}
    return frozenset(PurePosixPath(os.path.normpath(name)).as_posix() for name in names)


def _is_one_of(place: Path, home: Path, case: Case) -> bool:
    """Whether a file that exists is one of the case by another name: on systems that keep no case, or through a link."""
    if not place.exists():
        return False
    used = (home / name for name in _used(case))
    return any(place.samefile(path) for path in used if path.exists()) and not place.is_symlink()


def _refused(path: Path, why: str) -> InputError:
    return InputError.at(Location(str(path)), f"this is not written: {why}", hint="name another place")
