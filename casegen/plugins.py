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

import inspect
import os
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from importlib.util import find_spec
from typing import Any, TypeVar

from casegen.model.diagnostic import InputError, MissingDependencyError

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


def load(group: str, name: str, kind: type[Any] = object) -> Any:
    """The object behind an entry point, which is of ``kind``.

    Raises:
        LookupError: there is none of that name.
        MissingDependencyError: its package cannot be imported, or holds something else there; the message names package
            and fault.
    """
    known = points(group)
    if name not in known:
        raise LookupError(name)
    point = known[name]
    about = f"the plug-in {name!r} ({group}) of the package {_owner(point)}"
    try:
        loaded = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # one that exits would end the run as if all were well
        where = _place(error, point.module) or point.value
        raise MissingDependencyError(
            f"{about} cannot be loaded: {type(error).__name__}: {error} ({where})"
        ) from error
    if not isinstance(loaded, kind):
        raise MissingDependencyError(
            f"{about}: expected {point.value} to be a {kind.__name__}, found {type(loaded).__name__}"
        )
    return loaded


def foreign(module: str) -> bool:
    """Whether ``module`` is of an installed package, not of casegen itself."""
    return _package(module) not in ("casegen", "casegen_evidence")


def call(
    what: str, function: Callable[..., Value], kind: type[Any], *arguments: Any,
    passes: tuple[type[Exception], ...] = (), **named: Any,
) -> Value:  # fmt: skip
    """What ``function`` of an installed package returns, which is of ``kind``; ``what`` it is: "the format 'outline'".

    An :class:`InputError` is passed on, as is an ``OSError`` about a file (the user's folder may be write-protected), and
    what ``passes``.

    Raises:
        MissingDependencyError: it failed, or returned something else; the message names part, package and line.
    """
    about = f"{what} of the package {owner(function)}"
    defined = place_of(function)
    try:
        result = function(*arguments, **named)
    except PASSING:
        raise
    except passes:
        raise
    except BaseException as error:  # one that exits would end the run as if all were well
        if isinstance(error, OSError) and error.filename is not None:
            raise
        where = _place(error, function.__module__) or defined
        raise MissingDependencyError(f"{about} failed: {type(error).__name__}: {error} ({where})") from error
    if not isinstance(result, kind):
        raise wrong_result(what, function, kind.__name__, type(result).__name__)
    return result


@contextmanager
def named_in(what: str, passes: tuple[type[Exception], ...]) -> Iterator[None]:
    """A fault in an installed package that a part of casegen's own calls, as a model's provider, names that package."""
    try:
        yield
    except PASSING:
        raise
    except passes:
        raise
    except Exception as error:
        for package in {_package(point.module) for point in _installed()}:
            if foreign(package) and (where := _place(error, package)):
                about = f"the package {owner_of(package)}, called by {what}"
                raise MissingDependencyError(
                    f"{about}, failed: {type(error).__name__}: {error} ({where})"
                ) from error
        raise


def wrong_result(
    what: str, function: Callable[..., Any], expected: str, actual: str
) -> MissingDependencyError:
    """The error of a part that returned what it may not."""
    about = f"{what} of the package {owner(function)}"
    return MissingDependencyError(
        f"{about}: expected it to return {expected}, found {actual} ({place_of(function)})"
    )


def is_text(value: object) -> bool:
    """Whether a package gave a text that a file can hold; half a surrogate pair is none."""
    return isinstance(value, str) and not any("\ud800" <= c <= "\udfff" for c in value)


def owner(part: Any) -> str:
    """The installed package of a function or object, by the name to install or remove it by."""
    return owner_of(_module(part))


def owner_of(module: str) -> str:
    """The installed package of a module."""
    package = _package(module)
    return next((_owner(p) for p in _installed() if _package(p.module) == package), package)


def place_of(part: Any) -> str:
    """File and line at which a function is written, or a module begins."""
    if inspect.ismodule(part):
        return f"{part.__file__ or part.__name__}:1"
    code = getattr(inspect.unwrap(part), "__code__", None)
    return _module(part) if code is None else f"{code.co_filename}:{code.co_firstlineno}"


def _place(error: BaseException, module: str) -> str:
    """The last line of the package at which ``error`` passed; empty where it passed none."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    where, trace = "", error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if _package(str(frame.f_globals.get("__name__", ""))) == _package(module):
            where = f"{frame.f_code.co_filename}:{trace.tb_lineno}"
        trace = trace.tb_next
    return where or _place_in_worker(error, _package(module))


def _place_in_worker(error: BaseException, package: str) -> str:
    """The same of an error of a worker process, whose lines come as the text of its cause."""
    lines = _LINE.findall(str(error.__cause__))
    try:
        spec = find_spec(package) if lines else None
    except (ImportError, ValueError):
        return ""
    if spec is None:
        return ""
    own = tuple(f"{folder}{os.sep}" for folder in spec.submodule_search_locations or ())
    inside = [f"{file}:{line}" for file, line in lines if file == spec.origin or file.startswith(own)]
    return inside[-1] if inside else ""


def _module(part: Any) -> str:
    if inspect.ismodule(part):
        return part.__name__
    return str(getattr(part, "__module__", None) or type(part).__module__)


def _package(module: str) -> str:
    return module.partition(".")[0]


def _owner(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.module
