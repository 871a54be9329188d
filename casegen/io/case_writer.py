"""Write a case, or parts of one, as YAML files that load again: stable order, readable block style."""

from __future__ import annotations

import datetime
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel

from casegen.io.regular import found_in_place
from casegen.io.source_map import MAX_DEPTH, UNSEEN_LINE_ENDS, parse, typed
from casegen.model.case import ARGUMENT_SECTIONS, SECTIONS, Case, Location
from casegen.model.diagnostic import InputError

WIDTH = 110
FILE_OF: dict[str, str] = {
    "properties": "hazards.yaml", "hazop": "hazards.yaml", "scenarios": "hazards.yaml",
    "study_items": "hazards.yaml", "risk_reductions": "hazards.yaml",
    "parameters": "trees.yaml", "events": "trees.yaml", "house_events": "trees.yaml",
    "common_cause": "trees.yaml", "trees": "trees.yaml", "evidence_items": "evidence.yaml",
}  # fmt: skip
_TAGS = ("type", "distribution", "op")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[Tt ]")
"""what readers of YAML 1.1 take for a time"""


def plain(value: Any) -> Any:
    """A model as plain data: defaults left out, tags of unions kept, aliases as in the files.

    >>> from casegen.model.argument import Claim
    >>> plain(Claim(id="C1", text="The lamp is lit"))
    {'id': 'C1', 'text': 'The lamp is lit'}
    """
    if isinstance(value, BaseModel):
        results = {}
        for name, info in type(value).model_fields.items():
            given = getattr(value, name)
            if info.is_required() or name in _TAGS or given != info.get_default(call_default_factory=True):
                results[info.alias or name] = plain(given)
        return results
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def dump(data: Any, *, block: bool = False) -> str:
    """YAML text that :func:`casegen.io.source_map.parse` reads back as ``data``.

    Short lists and mappings stand on one line, unless everything shall stand in ``block`` style.
    Raises :class:`InputError` for text that no YAML file can hold (half a surrogate pair), and for data nested deeper
    than a file may be.
    """
    if (deep := _depth(data)) > MAX_DEPTH:
        raise InputError.at(
            Location("export"),
            f"its parts are nested {deep} deep, and a case file at most {MAX_DEPTH}",
            hint="give inner gates and inner expressions a name of their own",
        )
    text = _emit(data, folded=True, block=block)
    if not _reads_as(text, data):
        text = _emit(data, folded=False, block=block)
        if not _reads_as(text, data):
            raise InputError.at(
                Location("export"),
                "a text holds characters that a YAML file cannot keep",
                hint="remove control characters and broken emoji from the texts",
            )
    return text


def _depth(data: Any) -> int:
    """Lists and mappings within each other."""
    deepest, stack = 0, [(data, 1)]
    while stack:
        part, deep = stack.pop()
        if isinstance(part, dict | list):
            deepest = max(deepest, deep)
            stack += [(one, deep + 1) for one in (part.values() if isinstance(part, dict) else part)]
    return deepest


def _reads_as(text: str, data: Any) -> bool:
    try:
        text.encode("utf-8")
        parsed = parse(text, "dump")
    except (InputError, UnicodeEncodeError):
        return False
    return not parsed.problems and bool(parsed.data == _undated(data))


def _undated(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _undated(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_undated(value) for value in data]
    return data.isoformat() if isinstance(data, datetime.date) else data


class _Dumper(yaml.SafeDumper):
    """Block style with indented lists; plain scalars are quoted where YAML 1.2 would read a non-text."""

    yaml_implicit_resolvers: dict[str | None, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012
    folded = True
    block = False

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    style = None
    if not isinstance(typed(text), str) or text.startswith(("=", "<<")) or _is_other_in_yaml_1_1(text):
        style = '"'
    elif not UNSEEN_LINE_ENDS.keys().isdisjoint(text):
        style = '"'  # which escapes them
    elif "\n" in text:
        style = "|" if dumper.folded else '"'
    elif len(text) > WIDTH - 20:
        style = ">" if dumper.folded and "  " not in text and text == text.strip() else '"'
    elif not dumper.folded:
        style = '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _is_other_in_yaml_1_1(text: str) -> bool:
    """Whether a reader of YAML 1.1 takes the text for something else: ``yes``, ``1_000``, ``12:30``, a date."""
    rows = yaml.SafeLoader.yaml_implicit_resolvers.get(text[:1], ())
    return any(pattern.match(text) for _, pattern in rows) or bool(_MOMENT.match(text))


def _scalar(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | datetime.date)


def _short(values: Iterable[Any], room: int) -> bool:
    texts = [str(v) for v in values]
    return sum(len(t) + 2 for t in texts) <= room and not any("\n" in t for t in texts)


def _list(dumper: _Dumper, items: list[Any]) -> yaml.SequenceNode:
    flow = not items or (not dumper.block and all(map(_scalar, items)) and _short(items, WIDTH - 30))
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=flow)


def _dict(dumper: _Dumper, items: dict[str, Any]) -> yaml.MappingNode:
    flow = (
        not dumper.block
        and "id" not in items
        and all(map(_scalar, items.values()))
        and _short([*items, *items.values()], WIDTH - 40)
    ) or not items
    return dumper.represent_mapping("tag:yaml.org,2002:map", items.items(), flow_style=flow)


class OneLine(dict[str, Any]):
    """A mapping that is written on one line, however long."""


def _one_line(dumper: _Dumper, items: OneLine) -> yaml.MappingNode:
    return dumper.represent_mapping("tag:yaml.org,2002:map", items.items(), flow_style=True)


def _float(dumper: _Dumper, number: float) -> yaml.ScalarNode:
    words = {float("inf"): ".inf", float("-inf"): "-.inf"}
    text = ".nan" if number != number else words.get(number) or repr(number)
    return dumper.represent_scalar("tag:yaml.org,2002:float", text)


def _date(dumper: _Dumper, day: datetime.date) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", day.isoformat())


_Dumper.add_representer(str, _text)
_Dumper.add_representer(list, _list)
_Dumper.add_representer(dict, _dict)
_Dumper.add_representer(OneLine, _one_line)
_Dumper.add_representer(float, _float)
_Dumper.add_representer(datetime.date, _date)


class _Quoted(_Dumper):
    """Texts stand in quotes rather than in blocks."""

    folded = False


class _Block(_Dumper):
    block = True


class _QuotedBlock(_Quoted):
    block = True


for _tag, _pattern, _first in (
    ("null", r"~|null|Null|NULL|", "~nN\0"),
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
    (
        "float",
        r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|nan|NaN)",
        "-+.0123456789",
    ),
):
    for _cls in (_Dumper, _Quoted, _Block, _QuotedBlock):
        _cls.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_pattern})$"), list(_first))


def _emit(data: Any, *, folded: bool, block: bool) -> str:
    dumper = (_Block if block else _Dumper) if folded else (_QuotedBlock if block else _Quoted)
    return yaml.dump(data, Dumper=dumper, sort_keys=False, allow_unicode=True, width=WIDTH)


# --- folders -------------------------------------------------------------------------------------


def case_files(case: Case) -> dict[str, str]:
    """The files of a case folder by path: ``case.yaml`` and what it includes.

    Sections keep the order of the case; argument nodes go to one file per module.
    """
    files: dict[str, dict[str, Any]] = {}
    for section, name in FILE_OF.items():
        parts = getattr(case, section)
        if parts:
            files.setdefault(name, {})[section] = [plain(part) for part in parts]
    files |= _argument_files(case)
    head: dict[str, Any] = {"casegen": 1, "case": plain(case.header)}
    if files:
        head["include"] = list(files)
    return {"case.yaml": dump(head), **{name: dump(content) for name, content in files.items()}}


def _argument_files(case: Case) -> dict[str, dict[str, Any]]:
    known = {module.id: module for module in case.modules}
    name_of: dict[str | None, str] = {None: "argument.yaml"}
    taken = {"argument.yaml"}
    files: dict[str, dict[str, Any]] = {}
    for module in known.values():
        stem = re.sub(r"[^\w.-]+", "-", module.id).strip(".-") or "module"
        name, n = f"argument/{stem}.yaml", 1
        while name.casefold() in taken:
            n += 1
            name = f"argument/{stem}-{n}.yaml"
        taken.add(name.casefold())
        name_of[module.id] = name
        files[name] = {"module": plain(module)}
    for section in ARGUMENT_SECTIONS:
        for node in getattr(case, section):
            home = node.module if node.module in known else None
            entry = plain(node)
            if home is not None:
                entry.pop("module", None)
            files.setdefault(name_of[home], {}).setdefault(section, []).append(entry)
    return files


def write_case(case: Case, folder: Path, beside_it: Mapping[str, Path] | None = None) -> tuple[str, ...]:
    """Write ``case`` as a new folder, whole or not at all; returns the paths of its own files.

    The folder is written beside and renamed.  ``beside_it``: files to copy, by their paths in the folder; artefacts,
    inputs, results and reviews are not part of a :class:`Case`.  Raises :class:`InputError` when ``folder`` exists and is
    not empty, or a file to copy has the name of one that is written.
    """
    files = case_files(case)
    copied = beside_it or {}
    if both := sorted({name.casefold() for name in files} & {name.casefold() for name in copied}):
        raise InputError.at(
            Location(str(folder)), f"{', '.join(both)}: a file beside the case has the name of one of its own",
            hint="rename the file and what refers to it",
        )  # fmt: skip
    if kind := found_in_place(folder) or ("a file" if folder.is_file() else ""):
        raise InputError.at(Location(str(folder)), f"expected a new or empty folder, found {kind}")
    if folder.is_dir() and any(folder.iterdir()):
        raise InputError.at(Location(str(folder)), "expected a new or empty folder, found one with content")
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent))
    try:
        for name, text in files.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as stream:
                stream.write(text.encode("utf-8"))
                stream.flush()
                os.fsync(stream.fileno())
        for name, source in copied.items():
            (beside / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, beside / name)
        beside.chmod(0o755)
        if folder.is_dir():
            folder.rmdir()
        beside.rename(folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    return tuple(files)


def sections_of(case: Case) -> dict[str, tuple[Any, ...]]:
    """The sections of a case that hold something."""
    return {section: getattr(case, section) for section in SECTIONS if getattr(case, section)}
