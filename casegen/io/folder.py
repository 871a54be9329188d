"""Read a case folder: ``case.yaml`` and what it includes become one immutable :class:`Case`."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import ValidationError

from casegen.io.regular import found_instead
from casegen.io.source_map import Parsed, parse, read_text
from casegen.io.transaction import finish
from casegen.model.case import ARGUMENT_SECTIONS, SECTIONS, Case, Header, Location
from casegen.model.case_file import CaseFile
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.explain import explain
from casegen.model.expressions import compiled
from casegen.model.file_path import is_of_file_manager
from casegen.model.suggestions import nearest
from casegen.model.truth_values import validated

ROOT_FILE = "case.yaml"
MAX_FILES = 2000
LONGEST_NAME = 1000
"""characters of an include; systems end at about 4,000"""
LARGEST_JSON = 1_000_000
"""bytes; what is larger is data"""
BASELINES = "baselines"
BESIDE = frozenset({BASELINES, "review", "compliance.yaml", "document", "document.yaml", "whatif.yaml"})
"""names in a case folder that are never included by a pattern"""
FROZEN = frozenset({BASELINES, "review", "results", "document", ".casegen"})
"""folders whose files are frozen, written by the tool or about the case: never part of the argument"""
_PART = compiled(rf"^(?:{'|'.join(ARGUMENT_SECTIONS)}):\s*\n\s*- ", re.M)
"""how a text begins that may be a part of an argument"""
_SECTION_KEYS = frozenset({*SECTIONS, "case", "module", "include"})


def loose_files(case: Case) -> list[str]:
    """YAML, JSON and text files of the folder that hold sections of a case and that no `include` names.

    A hidden YAML file counts where it is nothing but a part of an argument.  Left out are what lies beside
    the case, folders that are a case of their own, and files that the case uses as inputs or artefacts.
    """
    used = {*case.files, *(node.artefact for node in case.evidence)}
    used |= {value for item in case.evidence_items for value in _texts(item.inputs)}
    result = []
    for path in _files(case.root, (".yaml", ".yml", ".json", ".txt")):
        name = path.relative_to(case.root).as_posix()
        if name not in used and inside(case.root, name) is not None and _has_sections(path, name):
            result.append(name)
    kept = (path for name in FROZEN for path in (case.root / name).glob("*.y*ml") if path.is_file())
    result += [path.relative_to(case.root).as_posix() for path in kept if _is_part_of_argument(path)]
    for path in case.root.glob(".*.y*ml"):
        if path.is_file() and not path.is_symlink() and path.name not in used and _is_part_of_argument(path):
            result.append(path.name)
    return sorted(result)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)


def _files(root: Path, endings: Collection[str]) -> Iterator[Path]:
    stack, count = [root], 0
    while stack:
        for path in sorted(stack.pop().iterdir()):
            count += 1
            if (
                count > MAX_FILES
                or path.is_symlink()
                or _beside(path.relative_to(root))
                or path.name in FROZEN
            ):
                continue
            if path.is_dir():
                if not (path / ROOT_FILE).is_file():
                    stack.append(path)
            elif path.suffix.casefold() in endings:
                yield path


def _has_sections(path: Path, name: str) -> bool:
    """Whether a file reads as part of a case; one that cannot be read is no part of it."""
    as_json = path.suffix.casefold() == ".json"
    as_text = path.suffix.casefold() == ".txt"
    try:
        if (as_json or as_text) and path.stat().st_size > LARGEST_JSON:
            return False
        if as_text and not _PART.search(read_text(path, name)):
            return False
        data = json.loads(read_text(path, name)) if as_json else parse(read_text(path, name), name).data
    except (InputError, OSError, ValueError, RecursionError):
        return False
    if not isinstance(data, dict):
        return False
    return _is_part(data) if as_json or as_text else bool(_SECTION_KEYS & data.keys())


def _is_part_of_argument(path: Path) -> bool:
    """Whether a YAML file beside what the tool keeps, such as ``review/open.yaml``, is a part of an argument."""
    try:
        data = parse(read_text(path, path.name), path.name).data
    except (InputError, OSError, ValueError, RecursionError):
        return False
    return isinstance(data, dict) and _is_part(data)


def left_by_file_manager(path: Path) -> bool:
    """Whether a file has a name of file managers and no content that only a person writes: a part of an argument.

    Such a part is reported in a case folder (:func:`loose_files`), and changes the findings of a frozen one.
    """
    written = path.suffix.casefold() in (".yaml", ".yml") and path.is_file() and _is_part_of_argument(path)
    return is_of_file_manager(path.name) and not written


def _is_part(data: dict[str, Any]) -> bool:
    """Whether a document is a part of an argument, no data or report: nothing but sections, with rows that have ids."""
    rows = [row for name in ARGUMENT_SECTIONS for row in data.get(name) or () if isinstance(data[name], list)]
    known = data.keys() <= {*_SECTION_KEYS, "casegen"}
    return known and bool(rows) and all(isinstance(row, dict) and "id" in row for row in rows)


def load(folder: str | Path) -> Case:
    """Load the case in ``folder`` (or the folder of the ``case.yaml`` given).

    Raises :class:`InputError` with every finding of every file: unreadable text, unknown keys, wrong
    types, numbers out of range, includes that leave the folder.  A change of several files that a kill cut off
    is finished first (:mod:`casegen.io.transaction`).  Dangling references and duplicate ids
    are not its business: rules report them (:func:`casegen.argument.check`).
    """
    root = find_root(Path(folder))
    finish(root)
    return _Folder(root).load()


def find_root(path: Path) -> Path:
    """The case folder meant by ``path``, or :class:`InputError` that says what is missing."""
    if path.is_file() and path.name == ROOT_FILE:
        return path.parent
    here = Location(str(path))
    if path.exists() and not path.is_dir():
        raise InputError.at(here, f"expected a case folder, found a file; a case folder holds `{ROOT_FILE}`")
    if not path.is_dir():
        name, _, baseline = str(path).rpartition("@")
        frozen = Path(name, "baselines", baseline, "files")
        hint = (
            f"this command takes a folder: {frozen.as_posix()}"
            if name and frozen.is_dir()
            else "start one with `casegen new DIR --template NAME`"
        )
        raise InputError.at(here, "there is no such folder", hint=hint)
    if not (path / ROOT_FILE).is_file():
        result = sorted(p.name for p in path.glob("*.y*ml"))[:5]
        also = f"; found {', '.join(result)}" if result else "; the folder holds no YAML file"
        raise InputError.at(
            here,
            f"expected `{ROOT_FILE}` in the folder{also}",
            hint="start a case with `casegen new DIR --template NAME`",
        )
    return path


def inside(root: Path, relative: str) -> Path | None:
    """The path below ``root``, or None when it leaves the folder (by .., absolute path or link; links in a circle)."""
    pure = PurePosixPath(relative)
    if pure.is_absolute() or "\\" in relative or ":" in relative or "\0" in relative:
        return None
    try:
        resolved = (root / pure).resolve()
    except RuntimeError:  # links in a circle
        return None
    return resolved if resolved.is_relative_to(root.resolve()) else None


def why_not_inside(relative: str) -> str:
    """What is wrong with a path of which :func:`inside` is none, as it follows the path in a sentence."""
    odd = next((sign for sign in (":", "\\") if sign in relative), "")
    if odd and not PurePosixPath(relative).is_absolute():
        sign = "colon" if odd == ":" else "backslash"
        return f"has a {sign}, which a file of a case may not have in its name: rename it"
    return "leaves the case folder"


def name_inside(root: Path, path: Path) -> str:
    """The name of a file below ``root``, whichever of the two is relative to the working folder or behind a link."""
    return path.resolve().relative_to(root.resolve()).as_posix()


def below_baselines(relative: str) -> bool:
    """Whether a path of the case is that of a baseline's file, which no further baseline holds."""
    return posixpath.normpath(relative).split("/", 1)[0] == BASELINES


def _beside(path: Path) -> bool:
    """Files that lie beside the case: a pattern such as ``**/*.yaml`` does not mean them."""
    hidden = any(part.startswith(".") for part in path.parts)
    return path.parts[0] in BESIDE or hidden or is_of_file_manager(path.name)


class _Folder:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.problems: list[Diagnostic] = []
        self.parts: dict[str, list[Any]] = {section: [] for section in SECTIONS}
        self.modules: list[Any] = []
        self.locations: dict[tuple[str | int, ...], Location] = {}
        self.header: Header | None = None
        self.files: list[str] = []

    def load(self) -> Case:
        if inside(self.root, ROOT_FILE) is None:
            raise InputError.at(
                Location(ROOT_FILE),
                f"`{ROOT_FILE}` is a link that leaves the case folder",
                hint="copy the file into the folder",
            )
        queue = [ROOT_FILE]
        seen = {ROOT_FILE}
        while queue:
            name = queue.pop(0)
            for more in self._file(name):
                if more not in seen:
                    seen.add(more)
                    queue.append(more)
            if len(seen) > MAX_FILES:
                raise InputError.at(Location(ROOT_FILE), f"more than {MAX_FILES} files are included")
        if self.problems:
            raise InputError(sorted(self.problems, key=Diagnostic.sort_key))
        assert self.header is not None
        return Case(
            header=self.header,
            modules=tuple(self.modules),
            root=self.root,
            files=tuple(self.files),
            locations=self.locations,
            as_written=None,
            **{section: tuple(parts) for section, parts in self.parts.items()},
        )

    def _file(self, name: str) -> list[str]:
        """Read one file into the parts; returns the files it includes."""
        self.files.append(name)
        try:
            parsed = parse(read_text(self.root / name, name), name)
        except InputError as error:
            self.problems.extend(error.diagnostics)
            return []
        self.problems.extend(parsed.problems)
        data = parsed.data
        if not isinstance(data, dict):
            result = "nothing" if data is None else "a list" if isinstance(data, list) else "plain text"
            self._problem(Location(name), f"expected keys such as `case:` or `claims:`, found {result}")
            return []
        self._header_rules(name, data, parsed)
        self._assign_module(data)
        try:
            content = validated(CaseFile, data)
        except ValidationError as error:
            self.problems.extend(explain(error, CaseFile, data, parsed.places, name))
            content = None
        self._keep(content, data, parsed)
        return list(self._includes(data.get("include"), parsed))

    def _header_rules(self, name: str, data: dict[str, Any], parsed: Parsed) -> None:
        if name == ROOT_FILE and data.get("case") is None:
            place = parsed.places.get(("case",), Location(name))
            self._problem(place, f"`{ROOT_FILE}` must hold `case:` with an id and a title")
        if name != ROOT_FILE and "case" in data:
            self._problem(parsed.places[("case",)], f"`case:` belongs in `{ROOT_FILE}` only")
        version = data.get("casegen", 1)
        if version != 1 and isinstance(version, int):
            self._problem(
                parsed.places[("casegen",)], f"this tool reads version 1 of the file format, found {version}",
                "write `casegen: 1`, or update casegen if the file was written by a later one",
            )  # fmt: skip

    def _assign_module(self, data: dict[str, Any]) -> None:
        module = data.get("module")
        name = module.get("id") if isinstance(module, dict) else None
        if not isinstance(name, str):
            return
        for section in ARGUMENT_SECTIONS:
            nodes = data.get(section)
            for node in nodes if isinstance(nodes, list) else ():
                if isinstance(node, dict):
                    node.setdefault("module", name)

    def _keep(self, content: CaseFile | None, data: dict[str, Any], parsed: Parsed) -> None:
        offsets = {section: len(parts) for section, parts in self.parts.items()}
        for path, place in parsed.places.items():
            if len(path) >= 2 and path[0] in offsets and isinstance(path[1], int):
                self.locations[(path[0], path[1] + offsets[str(path[0])], *path[2:])] = place
            elif path and path[0] in ("case", "module"):
                self.locations.setdefault(path, place)
        if content is None:
            return
        if content.case is not None:
            self.header = content.case
        if content.module is not None:
            self.locations[("modules", len(self.modules))] = parsed.places[("module",)]
            self.modules.append(content.module)
        for section in SECTIONS:
            self.parts[section].extend(getattr(content, section))

    def _includes(self, patterns: Any, parsed: Parsed) -> Iterator[str]:
        if not isinstance(patterns, list):
            return
        if len(patterns) > MAX_FILES:
            self._problem(parsed.places[("include",)], f"more than {MAX_FILES} files are included")
            return
        for index, pattern in enumerate(patterns):
            place = parsed.places[("include", index)]
            if not isinstance(pattern, str):
                continue
            if len(pattern) > LONGEST_NAME or pattern.count("**") > 1:
                self._problem(place, f"include {pattern[:60]!r} has more than {LONGEST_NAME} characters, or ** twice",
                              "one ** reaches every folder below; each further one takes as long again")  # fmt: skip
                continue
            if inside(self.root, pattern) is None:
                self._problem(place, f"include {pattern!r} leaves the case folder",
                              "include only files below the folder of case.yaml")  # fmt: skip
                continue
            if ".." in PurePosixPath(pattern).parts:
                self._problem(place, f"include {pattern!r} goes up and down again",
                              "write the path from the folder of case.yaml downwards")  # fmt: skip
                continue
            kept = PurePosixPath(pattern).parts[:1]
            if kept and kept[0] in FROZEN and (self.root / pattern).is_file():
                self._problem(place, f"include {pattern!r} reaches into `{kept[0]}`, which is no part of the argument",
                              "copy what still holds into a file of its own, and judge it anew")  # fmt: skip
                continue
            matches = sorted(self._matches(pattern))
            if not matches:
                what = found_instead(self.root / pattern)
                meant = f"; {pattern!r} is {what}" if what else nearest(pattern, self._beside(pattern))
                self._problem(place, f"include {pattern!r} matches no file in the case folder{meant}",
                              "correct the name; a pattern such as argument/*.yaml names several files")  # fmt: skip
            for match in matches:
                target = inside(self.root, match)
                if target is not None and target.relative_to(self.root.resolve()).parts[0] in FROZEN:
                    link = "" if PurePosixPath(match).parts[0] in FROZEN else "a link into "
                    self._problem(place, f"include {pattern!r} reaches {match!r}, {link}what is no part of the argument",
                                  "copy what still holds into a file of its own, and judge it anew")  # fmt: skip
                elif target is None:
                    self._problem(
                        place, f"include {pattern!r} reaches {match!r}, a link that leaves the case folder"
                    )
                else:
                    yield match

    def _matches(self, pattern: str) -> Iterator[str]:
        if any(sign in pattern for sign in "*?["):
            try:
                results = [p.relative_to(self.root) for p in self.root.glob(pattern) if p.is_file()]
            except (ValueError, NotImplementedError):
                results = []
            yield from (p.as_posix() for p in results if not _beside(p))
        elif (self.root / pattern).is_file():
            yield PurePosixPath(pattern).as_posix()

    def _beside(self, pattern: str) -> list[str]:
        """The files of the folder that ``pattern`` names, as an include would name them."""
        folder = (self.root / pattern).parent
        if any(sign in pattern for sign in "*?[") or not folder.is_dir():
            return []
        return sorted(p.relative_to(self.root).as_posix() for p in folder.iterdir() if p.is_file())

    def _problem(self, place: Location, message: str, hint: str = "") -> None:
        self.problems.append(Diagnostic("format", Severity.INPUT, message, place, hint=hint))
