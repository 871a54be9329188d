"""What other installed packages add to casegen: one entry point each, found by name, loaded when it is used.

| group | the entry point is |
|---|---|
| ``casegen.evidence_methods`` | a :class:`casegen_evidence.method.Method` |
| ``casegen.rules`` | a module whose rules register themselves (:mod:`casegen.argument.rule`) |
| ``casegen.exchange_formats`` | a :class:`casegen.io.exchange.format.Format` |
| ``casegen.gates`` | a :class:`casegen.model.gates.GateRow`, named as the type of gate |
| ``casegen.documents`` | a :class:`casegen.render.formats.Document` |

An installed package is trusted as casegen itself is; a case folder can name a plug-in, never bring one.  A fault of one
is a :class:`MissingDependencyError`: it names the part, its package and the line.
"""

from __future__ import annotations

import ast
import inspect
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from casegen.expected_types import misfit
from casegen.model.case import CALL
from casegen.model.diagnostic import InputError, MissingDependencyError
from casegen.model.error_words import cause_of, in_a_message, is_a, is_readable, said, trace_of, words_of
from casegen.process_guard import guarded

Value = TypeVar("Value")

METHODS = "casegen.evidence_methods"
RULES = "casegen.rules"
FORMATS = "casegen.exchange_formats"
DOCUMENTS = "casegen.documents"
GATES = "casegen.gates"
_LINE = re.compile(r'^ *File "(.+)", line (\d+)', re.MULTILINE)
PASSING = (KeyboardInterrupt, InputError, MissingDependencyError)


@cache
def _installed() -> EntryPoints:
    # a look at every distribution takes some 20 ms: once for all groups
    everything = entry_points()
    ours = [group for group in everything.groups if group.startswith("casegen.")]
    return EntryPoints(point for group in ours for point in everything.select(group=group))


@cache
def points(group: str) -> dict[str, EntryPoint]:
    """Entry points of ``group`` by name, in the order of names; nothing is imported.

    Raises:
        MissingDependencyError: two packages add different parts of one name.
    """
    known: dict[str, EntryPoint] = {}
    for point in sorted(_installed().select(group=group), key=lambda p: p.name):
        other = known.setdefault(point.name, point)
        if other.value != point.value:
            raise MissingDependencyError(
                f"the packages {_owner(other)} and {_owner(point)} both add {point.name!r} ({group}): "
                "uninstall one, or give its part another name"
            )
    return known


def added(group: str, built_in: Collection[str]) -> dict[str, EntryPoint]:
    """Entry points of ``group``; raises where one has the name of a part that casegen has itself."""
    known = points(group)
    for name in known:
        if name in built_in:
            raise MissingDependencyError(
                f"the package {_owner(known[name])} adds {name!r} ({group}, {known[name].value}), and casegen has a"
                " part of that name itself, which would be used instead: give the package's part another name"
            )
    return known


def load(group: str, name: str, kind: Any = object) -> Any:
    """The object behind an entry point, which is of ``kind`` down to the types of its fields, under its own name.

    Raises:
        LookupError: there is none of that name.
        MissingDependencyError: its package cannot be imported, or holds something else there; the message names package
            and fault.
    """
    known = points(group)
    if name not in known:
        raise LookupError(name)
    point = known[name]
    about = _about(group, point)
    with looked_at(group, name):
        loaded = point.load()
        wrong = misfit(loaded, kind) if foreign(point.module) else None
        own_name = name if kind is object else getattr(loaded, "name", name)
    if wrong:
        part = f"{wrong.part} of {point.value}" if wrong.part else point.value
        raise MissingDependencyError(
            f"{about}: expected {part} to be {wrong.expected}, found {wrong.actual} ({place_of_point(point)})"
        )
    if own_name != name:
        raise MissingDependencyError(
            f"{about}: expected {point.value} to have the name of its entry point, {name!r}, found {own_name!r}"
            f" ({place_of_point(point)})"
        )
    return loaded


@contextmanager
def looked_at(group: str, name: str) -> Iterator[None]:
    """A fault of an entry point's object while it is loaded, or its attributes are read, names it.

    Raises:
        MissingDependencyError: the message names part, package and line.
    """
    point = points(group)[name]
    about = _about(group, point)
    try:
        with guarded():
            yield
    except BaseException as error:  # one that exits would end the run as if all were well
        _pass_on(error, about, PASSING[:1])
        where = _place(error, point.module) or point.value
        raise MissingDependencyError(f"{about} cannot be loaded: {said(error)} ({where})") from error


def _about(group: str, point: EntryPoint) -> str:
    return f"the plug-in {point.name!r} ({group}) of the package {_owner(point)}"


def refuse_name(group: str, name: str, expected: str) -> NoReturn:
    """Raise for an entry point whose name no part of its kind may have."""
    point = points(group)[name]
    raise MissingDependencyError(
        f"{_about(group, point)}: expected the name of its entry point to be {expected}, found {name!a} ({point.value})"
    )


def foreign(module: str) -> bool:
    """Whether ``module`` is of an installed package, not of casegen itself."""
    return _package(module) not in ("casegen", "casegen_evidence")


def call(
    what: str, function: Callable[..., Value], kind: Any, *arguments: Any,
    passes: tuple[type[Exception], ...] = (), files: Sequence[Path] = (), reads: bool = False, **named: Any,
) -> Value:  # fmt: skip
    """What ``function`` of an installed package returns, of ``kind`` in all parts; ``what`` says "the format 'outline'".

    An :class:`InputError` about a file is passed on of a part that ``reads`` the user's, and of no other.  So is an
    ``OSError`` about the ``files`` and folders that it was given (they may be write-protected), and what ``passes``.

    Raises:
        MissingDependencyError: it failed, or returned something else; the message names part, package and line.
    """
    about = f"{what} of the package {owner(function)}"
    defined = place_of(function)
    try:
        with guarded():
            result = function(*arguments, **named)
            check(
                what, result, kind, function
            )  # which calls what the package may have written: lengths, keys
    except BaseException as error:  # one that exits would end the run as if all were well
        where = _place(error, module_of(function)) or defined
        if not is_readable(error):
            raise MissingDependencyError(f"{about} failed: {said(error)} ({where})") from error
        if isinstance(error, InputError) and not (reads and not _is_of_a_call(error, where)):
            words = in_a_message("; ".join(finding.message for finding in error.diagnostics))
            raise MissingDependencyError(f"{about} failed: {words} ({where})") from error
        if isinstance(error, MemoryError):
            error.add_note(f"in {about} ({where})")
        _pass_on(error, f"{about} ({where})", (*PASSING, *passes))
        if isinstance(error, OSError) and any(is_about(error, file) for file in files):
            raise
        raise MissingDependencyError(f"{about} failed: {said(error)} ({where})") from error
    return result


def _is_of_a_call(error: InputError, where: str) -> bool:
    """Whether an error is about a call that the package's own line ``where`` makes, as of a builder; not of a file."""
    own = {CALL, where.rpartition(":")[0]}
    return all(finding.location.file in own for finding in error.diagnostics)


def _pass_on(error: BaseException, about: str, passes: tuple[type[BaseException], ...]) -> None:
    """Raise what is no fault of a part; an interrupt notes which part it ended, which may have raised it itself."""
    if not is_readable(error):  # its class says what it is, and fails: it is a fault
        return
    if is_a(error, KeyboardInterrupt):
        error.add_note(f"in {about}")
    if is_a(error, passes):
        raise error


def is_about(error: OSError, given: Path) -> bool:
    """Whether an error is of the file ``given``, or of one in that folder; a name that is not there is the part's own."""
    if not isinstance(error.filename, str | bytes | os.PathLike):
        return False
    path, within = (Path(os.path.abspath(os.fsdecode(one))) for one in (error.filename, given))  # noqa: PTH100 - of links that lead in a circle, too
    return path.is_relative_to(within) and not (isinstance(error, FileNotFoundError) and within.exists())


def check(what: str, result: object, kind: Any, function: Callable[..., Any]) -> None:
    """Refuse what ``function`` of an installed package gave as ``what``, if a part of it is not of its type."""
    if wrong := misfit(result, kind):
        expected = f"{wrong.expected} as {wrong.part}" if wrong.part else wrong.expected
        raise wrong_result(what, function, expected, wrong.actual)


@contextmanager
def named_in(what: str, passes: tuple[type[Exception], ...]) -> Iterator[None]:
    """A fault in an installed package that a part of casegen's own calls, as a model's provider, names that package."""
    try:
        with guarded():
            yield
    except BaseException as error:  # one that exits would end the run as if all were well
        package, where = _passed(error)
        about = f"the package {owner_of(package)}, called by {what}"
        if where and is_a(error, MemoryError) and is_readable(error):
            error.add_note(f"in {about} ({where})")
        if not where and not is_readable(error):
            raise MissingDependencyError(f"code that {what} calls failed: {said(error)}") from error
        _pass_on(error, f"{about} ({where})" if where else what, (*PASSING, *passes))
        if not where:
            raise
        raise MissingDependencyError(f"{about}, failed: {said(error)} ({where})") from error


def _passed(error: BaseException) -> tuple[str, str]:
    """An installed package that ``error`` passed, and the last line there; empty where it passed none."""
    places = (
        (name, _place(error, name)) for name in {_package(p.module) for p in _installed()} if foreign(name)
    )
    return next(((name, where) for name, where in places if where), ("", ""))


def named_parts(loaded: Collection[str]) -> list[str]:
    """The parts of other packages among ``loaded`` (``group:name=module:function``), each with its kind and place."""
    from casegen_evidence.installed import GROUPS

    return [
        f"the {GROUPS[group][0]} {name!r} ({point.value}) of the package {_owner(point)} ({place_of_point(point)})"
        for group in GROUPS
        for name, point in sorted(points(group).items())
        if foreign(point.module) and f"{group}:{name}={point.value}" in loaded
    ]


def written_at(fault: BaseException) -> str:
    """The line of an installed package that caused ``fault``, in brackets; empty where none is known."""
    error: BaseException | None = fault
    while error is not None:
        if where := _passed(error)[1]:
            return f" ({where})"
        error = cause_of(error)
    return ""


def wrong_result(
    what: str, function: Callable[..., Any], expected: str, actual: str
) -> MissingDependencyError:
    """The error of a part that returned what it may not."""
    about = f"{what} of the package {owner(function)}"
    return MissingDependencyError(
        f"{about}: expected it to give {expected}, found {actual} ({place_of(function)})"
    )


def owner(part: Any) -> str:
    """The installed package of a function or object, by the name to install or remove it by."""
    return owner_of(module_of(part))


def owner_of(module: str) -> str:
    """The installed package of a module."""
    package = _package(module)
    return next((_owner(p) for p in _installed() if _package(p.module) == package), package)


def place_of(part: Any) -> str:
    """File and line at which a function is written, or a module begins."""
    if inspect.ismodule(part):
        return f"{part.__file__ or part.__name__}:1"
    written = _as_written(part)
    code = getattr(written, "__code__", None)
    if code is None and not inspect.isroutine(written):  # an object that can be called
        code = getattr(vars(type(written)).get("__call__"), "__code__", None)
    return module_of(part) if code is None else f"{code.co_filename}:{code.co_firstlineno}"


def place_of_point(point: EntryPoint) -> str:
    """File and line at which the object of a loaded entry point is written; the file alone where no line is known."""
    module = sys.modules.get(point.module)
    file = getattr(module, "__file__", None)
    if module is None or not file:
        return point.value
    try:
        body = ast.parse(inspect.getsource(module)).body
    except (OSError, SyntaxError, TypeError):
        return str(file)
    name = point.attr.partition(".")[0]
    lines = [statement.lineno for statement in body if name in _written_by(statement)]
    return f"{file}:{lines[-1] if lines else 1}"


def _written_by(statement: ast.stmt) -> set[str]:
    """The names that a statement of a module gives to something."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in statement.names}
    stored = (one for one in ast.walk(statement) if isinstance(one, ast.Name))
    return {one.id for one in stored if isinstance(one.ctx, ast.Store)}


def _place(error: BaseException, module: str) -> str:
    """The last line of the package at which ``error`` passed; empty where it passed none."""
    if is_readable(error) and isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    where, trace = "", trace_of(error)
    while trace is not None:
        frame = trace.tb_frame
        if _package(str(frame.f_globals.get("__name__", ""))) == _package(module):
            where = f"{frame.f_code.co_filename}:{trace.tb_lineno}"
        trace = trace.tb_next
    return where or _place_in_worker(error, _package(module))


def _place_in_worker(error: BaseException, package: str) -> str:
    """The same of an error of a worker process, whose lines come as the text of its cause."""
    lines = _LINE.findall(words_of(cause_of(error)))
    try:
        spec = find_spec(package) if lines else None
    except (ImportError, ValueError):
        return ""
    if spec is None:
        return ""
    own = tuple(f"{folder}{os.sep}" for folder in spec.submodule_search_locations or ())
    inside = [f"{file}:{line}" for file, line in lines if file == spec.origin or file.startswith(own)]
    return inside[-1] if inside else ""


def module_of(part: Any) -> str:
    """The module that a function or an object is of; some arguments given beforehand (``partial``) change nothing."""
    if inspect.ismodule(part):
        return part.__name__
    part = _as_written(part)
    return str(getattr(part, "__module__", None) or type(part).__module__)


def _as_written(part: Any) -> Any:
    written = inspect.unwrap(part)
    while isinstance(written, partial):
        written = inspect.unwrap(written.func)
    return written


def _package(module: str) -> str:
    return module.partition(".")[0]


def _owner(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.module
