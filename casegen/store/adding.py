"""A file of somebody's pipeline as an evidence item: read as its kind, copied into the case folder, written.

Nothing is decided in silence: which column is which, and what else had to be chosen, stands in the item and in the list.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from casegen.io.folder import inside, name_inside
from casegen.model.arithmetic import own_arithmetic
from casegen.model.case import Case, Location
from casegen.model.diagnostic import Diagnostic, InputError
from casegen.model.evidence import EvidenceSpec
from casegen.model.suggestions import nearest
from casegen.model.truth_values import validated
from casegen.store.asked_inputs import KIND, arrays_of_inputs, beside_answers, of_inputs
from casegen.store.file_kinds import (
    BY_NAME,
    TABLES,
    Kind,
    candidates,
    columns_of,
    how_written,
    kind_of,
    open_question,
    roles_of,
)
from casegen.store.methods import method
from casegen.store.scenario_xml import scenario_files
from casegen.store.text_encoding import encoding_fix

MAX_BYTES = 2**31
REPORTS = ("measure", "tests", "coverage")
"""kinds that are read whole at once, so that what a run refuses is refused before anything is written"""


@dataclass(frozen=True, slots=True)
class Added:
    """The item that a file becomes, and what was chosen on the way."""

    spec: EvidenceSpec
    kind: Kind
    decided: tuple[str, ...]


def added(
    file: Path,
    place: str,
    *,
    name: str = "",
    kind: str = "",
    columns: Mapping[str, str] | None = None,
    table: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    confidence: float | None = None,
    inputs: Mapping[str, str] | None = None,
    taken: Sequence[str] = (),
) -> Added:
    """The evidence item for ``file``, which lies at ``place`` in the case folder.

    ``columns`` maps what a method asks for to the file's column, ``table`` says how the file is written, ``settings``
    names parameters of the method, ``inputs`` its further inputs, by their places in the folder, ``taken`` the ids that
    the case has.

    Raises:
        InputError: a file of no known kind, or one whose columns or parameters leave something open; all of it at once.
    """
    written = how_written(file, table or {})
    asked = arrays_of_inputs(file) if kind in ("", KIND) else None
    chosen = (
        kind_of(file, kind, columns or {}, written, {*(settings or {}), *(inputs or {})})
        if asked is None
        else BY_NAME[KIND]
    )
    decided: list[str] = []
    if not kind:
        text = chosen.text if asked is None else "inputs and labels; the network is asked for its answers"
        decided.append(f"{file.name} is read as {chosen.name}: {text}")
    problems: list[Diagnostic] = []
    header = columns_of(file, written) if asked is None and file.suffix.lower() in TABLES else None
    mapped = {} if header is None else _columns(file, header, chosen, columns or {}, decided, problems)
    if asked is not None:
        problems += of_inputs(file, asked, inputs or {}, settings or {})
    elif chosen.name == KIND:
        problems += beside_answers(file, inputs or {})
    parameters = {**chosen.settings, **(settings or {})}
    if chosen.name == "measure":
        _places(file, parameters, decided, problems)
    problems += _parameters(chosen, parameters)
    given = {chosen.input: place, **(inputs or {})}
    problems += _inputs(chosen, given)
    if chosen.name in REPORTS and not problems:
        problems += _read_once(file, chosen, parameters, confidence or 0.95)
    if confidence is None and {"lower", "upper"} & parameters.keys():
        hint = "say --confidence, of each limit by itself"
        problems.append(open_question("the confidence of the stated limits is not given", hint))
    if problems:
        raise InputError(problems)
    if confidence is None and chosen.name not in ("tests", "coverage"):
        confidence = 0.95
        decided.append("confidence 0.95 of each limit; --confidence states another")
    fields = {"id": name or _fresh(file, taken), "method": chosen.method, "inputs": given,
              "columns": mapped, **written, "parameters": parameters, "confidence": confidence}  # fmt: skip
    return Added(_item(fields), chosen, tuple(decided))


def _item(fields: Mapping[str, Any]) -> EvidenceSpec:
    """The item; raises :class:`InputError` with the option that corrects each part which no item can have."""
    from pydantic import ValidationError

    try:
        return validated(EvidenceSpec, fields)
    except ValidationError as error:
        problems = []
        for detail in error.errors(include_url=False):
            part = str(detail["loc"][0]) if detail["loc"] else "item"
            option = {"id": "--id", "confidence": "--confidence", "inputs": "--input"}.get(part, "--table")
            wrong = f"{part} {detail['input']!r}: {detail['msg'][0].lower()}{detail['msg'][1:]}"
            problems.append(open_question(wrong, f"say another one with {option}"))
        raise InputError(problems) from None


def add_file(
    case: Case, file: Path, *, inputs: Mapping[str, Path] | None = None, **options: Any
) -> tuple[Added, list[str]]:
    """Copy ``file`` and further ``inputs`` into the folder of ``case`` (unless they lie there), write the item.

    ``options`` as :func:`added`.  Returns the item and the files written, as paths in the folder.

    Raises:
        InputError: as :func:`added`; or another file of that name, or an item of that id, is there.
    """
    from casegen.io.atomic import write_bytes
    from casegen.io.exchange.format import Imported
    from casegen.io.exchange.merge import apply, plan

    contents: dict[str, bytes] = {}
    further, text = dict(inputs or {}), ""
    for given in (file, *further.values()):
        _stays_inside(case.root, given)
    if _is_scenario_xml(file, options.get("kind", "")):
        read = scenario_files(file, further.pop("description", None), further.pop("constraints", None))
        options |= {"kind": "scenarios", "settings": {**read.settings, **(options.get("settings") or {})}}
        place, text = f"data/{file.stem}.csv", f"{file.name} is written as data/{file.stem}.csv: {read.text}"
        contents[place] = read.table
    else:
        place = _taken_in(case.root, file, contents)
    places = {role: _taken_in(case.root, path, contents) for role, path in further.items()}
    result = added(file, place, taken=tuple(case.evidence_item), inputs=places, **options)
    result = replace(result, decided=(*([text] if text else []), *result.decided))
    if result.spec.id in case.evidence_item:
        at = case.locate("evidence_items", list(case.evidence_item).index(result.spec.id))
        raise InputError.at(at, f"there is an evidence item {result.spec.id} already", hint="say --id NEW")
    written = _to_copy(case.root, contents)
    made = plan(case, Imported(Case(header=case.header, evidence_items=(result.spec,))), "stop")
    try:
        for place in written:
            write_bytes(case.root / place, contents[place])
        changed = apply(case, made, result.spec.id.lower(), folder="evidence")
    except BaseException:  # also an interrupted command leaves no data that no item names
        _taken_back(case.root, written)
        raise
    return result, [*written, *changed]


def _is_scenario_xml(file: Path, kind: str) -> bool:
    return (
        file.suffix.lower() == ".xml"
        and kind in ("", "scenarios")
        and kind_of(file, kind, {}, {}).name == "scenarios"
    )


def _stays_inside(root: Path, file: Path) -> None:
    """Refuse a file inside the folder that a link there leads out of: who made the folder chose what would be read."""
    own, named = root.resolve(), Path(os.path.abspath(file))  # noqa: PTH100 - links are what is looked for
    way = [*reversed(named.parents), named]
    try:
        inside_own = [path.resolve().is_relative_to(own) for path in way]
        leaves = not file.resolve().is_relative_to(own)
    except RuntimeError:  # links in a circle: reported when the file is read
        return
    if not leaves or True not in inside_own:
        return
    link = next(way[k + 1] for k in range(len(way) - 1) if inside_own[k] and not inside_own[k + 1])
    place = f"{_place(root, link.parent)}/{link.name}".removeprefix("./")
    message = f"`{place}` is a link that leaves the case folder"
    raise InputError.at(Location(place), message, hint="name the file itself: it is copied into the folder")


def _taken_in(root: Path, file: Path, contents: dict[str, bytes]) -> str:
    """Where the file lies or will lie in the folder; its content joins ``contents``."""
    from casegen.io.regular import read_bytes

    try:
        content = read_bytes(file, most=MAX_BYTES, follow=True)
    except OSError as error:
        raise InputError.at(Location(str(file)), f"cannot read the file: {error.strerror or error}") from None
    place = _place(root, file)
    if {":", "\\"} & set(place):
        message = f"{place!r} holds a colon or a backslash, which no path in a case may"
        raise InputError.at(Location(place), message, hint="rename the file")
    if inside(root, place) is None:
        hint = "rename the file; a folder of the case must not be a link to elsewhere"
        raise InputError.at(Location(place), "the file would lie outside the case folder", hint=hint)
    if contents.get(place, content) != content:
        raise InputError.at(Location(place), "two files of that name are given", hint="rename one of them")
    contents[place] = content
    return place


def _to_copy(root: Path, contents: Mapping[str, bytes]) -> list[str]:
    """What is not there yet; refused where one of the names is another file's."""
    from casegen.io.regular import read_bytes

    new = []
    for place, content in contents.items():
        if not (root / place).exists():
            new.append(place)
        elif read_bytes(root / place, most=MAX_BYTES) != content:
            hint = "rename the file, or put it into the folder yourself and add that"
            raise InputError.at(Location(place), "another file of that name is there", hint=hint)
    return new


def _taken_back(root: Path, places: Sequence[str]) -> None:
    """Remove copies, and their folders where these are empty then."""
    for place in places:
        (root / place).unlink(missing_ok=True)
        for folder in list((root / place).parents)[: len(Path(place).parents) - 1]:
            with contextlib.suppress(OSError):
                folder.rmdir()


def _place(root: Path, file: Path) -> str:
    """Where the file lies in the folder: where it is, or among the data."""
    inside_own = file.resolve().is_relative_to(root.resolve())
    return name_inside(root, file) if inside_own else f"data/{file.name}"


def _fresh(file: Path, taken: Sequence[str]) -> str:
    stem = "EV-" + ("-".join("".join(c if c.isalnum() else " " for c in file.stem).upper().split()) or "FILE")
    number, result = 1, stem
    while result in taken:
        number += 1
        result = f"{stem}-{number}"
    return result


def _columns(
    file: Path, header: Sequence[str], kind: Kind, given: Mapping[str, str],
    decided: list[str], problems: list[Diagnostic],
) -> dict[str, str]:  # fmt: skip
    mapped: dict[str, str] = {}
    for role, name in given.items():
        if role not in roles_of(kind):
            message = f"--column {role}={name}: {kind.name} has no column {role!r}"
            problems.append(open_question(message, f"it has {', '.join(roles_of(kind))}"))
        elif name not in header:
            message = f"--column {role}={name}: {file.name} has no column {name!r}{nearest(name, header)}"
            problems.append(open_question(message, f"its columns are {', '.join(header[:12])}"))
        elif name != role:
            mapped[role] = name
    for role in roles_of(kind):
        if role in given:
            continue
        fitting = [c for c in candidates(role, header) if c not in given.values()]
        if len(fitting) == 1 and fitting[0] != role:
            mapped[role] = fitting[0]
            decided.append(f"column {role} is {fitting[0]!r}, by its name")
        elif len(fitting) > 1 or (not fitting and role in kind.columns):
            what = (
                f"several columns may be {role!r}: {', '.join(fitting)}"
                if fitting
                else f"no column is {role!r}"
            )
            hint = f"say --column {role}=COLUMN; its columns are {', '.join(header[:12])}"
            problems.append(open_question(f"{file.name}: {what}", hint))
    held = {*given, *mapped, *header}
    if kind.one_of and not held & set(kind.one_of):
        what = " or ".join(map(repr, kind.one_of))
        hint = f"say --column {kind.one_of[0]}=COLUMN; its columns are {', '.join(header[:12])}"
        problems.append(open_question(f"{file.name}: no column is {what}", hint))
    twice = {name for name in mapped.values() if list(mapped.values()).count(name) > 1}
    problems += [
        open_question(f"{file.name}: column {n!r} would be read twice", "say --column for both")
        for n in sorted(twice)
    ]
    return mapped


def _inputs(kind: Kind, given: Mapping[str, str]) -> list[Diagnostic]:
    known = method(kind.method).inputs
    unknown = [
        open_question(
            f"{kind.method}: no input is called {i!r}{nearest(i, known)}", f"its inputs: {', '.join(known)}"
        )
        for i in given
        if i not in known
    ]
    return unknown + [
        open_question(f"{kind.method}: the input {i} is not given", f"say --input {i}=FILE: {known[i][1]}")
        for i in kind.needs
        if i not in given
    ]


def _parameters(kind: Kind, parameters: Mapping[str, Any]) -> list[Diagnostic]:
    from pydantic import ValidationError

    try:
        validated(method(kind.method).parameters, parameters)
    except ValidationError as error:
        problems = []
        for detail in error.errors(include_url=False):
            name = ".".join(map(str, detail["loc"])) or "parameters"
            field_of = method(kind.method).parameters.model_fields.get(name)
            hint = (
                f"say --set {name}=…: {field_of.description}"
                if field_of
                else "correct the parameters (--set)"
            )
            problems.append(
                open_question(f"{kind.method}: {name}: {detail['msg'][0].lower()}{detail['msg'][1:]}", hint)
            )
        return problems
    return []


def _read_once(file: Path, kind: Kind, parameters: Mapping[str, Any], confidence: float) -> list[Diagnostic]:
    """What the method itself refuses of a report: names that say something else, counts that do not fit."""
    from casegen_evidence.method import InputProblem, Run

    chosen = method(kind.method)
    stated = chosen.parameters.model_validate(parameters)
    try:
        with own_arithmetic():
            chosen.run(Run({kind.input: file}, stated, 0, confidence, file.parent))
    except InputProblem as error:
        fix = encoding_fix(file) or "name another place or kind (--set), or correct the file"
        return [open_question(str(error), fix)]
    return []


# --- a number in a JSON file ----------------------------------------------------------------------------


def _places(file: Path, parameters: dict[str, Any], decided: list[str], problems: list[Diagnostic]) -> None:
    """Fill in the place of the only number; or list the numbers that there are."""
    from casegen_evidence.method import InputProblem
    from casegen_evidence.reports.report_files import json_document

    if {"value", "count"} & parameters.keys():
        return
    try:
        places = _numbers(json_document(file))
    except InputProblem as error:
        problems.append(open_question(str(error), encoding_fix(file) or "give a JSON file"))
        return
    if len(places) == 1:
        parameters["value"] = places[0][0]
        decided.append(f"the value is the only number, at {places[0][0]}")
        return
    if not places:
        hint = "give the file with its numbers; an empty one may be what a program left that ended early"
        problems.append(open_question(f"{file.name} holds no number", hint))
        return
    listed = "; ".join(f"{place} = {value:g}" for place, value in places[:12])
    more = f"; and {len(places) - 12} more" if len(places) > 12 else ""
    problems.append(
        open_question(
            f"{file.name} holds {len(places)} numbers; which is the value?",
            f"say --set value=/PLACE (and --set upper=/PLACE), or --set count=… --set trials=…: {listed}{more}",
        )
    )


def _numbers(document: Any) -> list[tuple[str, float]]:
    """Every number of a document with its place, in order; without recursion, however deep a stranger nests it."""
    result: list[tuple[str, float]] = []
    stack: list[tuple[str, Any]] = [("", document)]
    while stack:
        at, here = stack.pop()
        if isinstance(here, int | float) and not isinstance(here, bool):
            result += [(at, float(here))] if abs(here) <= sys.float_info.max else []
        pairs = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        stack += [(f"{at}/{_escaped(key)}", value) for key, value in reversed([*pairs])]
    return result


def _escaped(key: Any) -> str:
    return str(key).replace("~", "~0").replace("/", "~1")
