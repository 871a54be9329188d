"""One call of a method: its result with all that it saw, and whose fault it is where there is none."""

from __future__ import annotations

import dataclasses
import json
import math
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casegen import plugins
from casegen.expected_types import misfit
from casegen.model.arithmetic import own_arithmetic, warnings_are_no_errors
from casegen.model.diagnostic import LeftChanged, MethodDefectError, MissingDependencyError
from casegen.model.error_words import in_a_message, said, says_nothing, trace_of, words_of
from casegen.model.quantity import PROBABILITY_KINDS, MeasureKind, out_of_range
from casegen.store.canonical import canonical, writable
from casegen.store.child_processes import closed_to_the_working_folder
from casegen.store.figure_data import misshapen
from casegen.store.shape import ill_formed
from casegen.store.stored_result import estimate

if TYPE_CHECKING:
    from casegen_evidence.method import Measure, Method, Result, Run
    from casegen_evidence.signs import Sign


def measured(value: Method, call: Run) -> Result:
    """What the method found, with every sign that was seen and every table that was read while it ran.

    A method that builds on another one, or forgets to hand on what its tables said, hides nothing.

    It runs on one thread, and under numpy's settings as they begin: no result depends on how many processors there are,
    or on what the caller set.
    """
    from casegen_evidence.threads import one_thread

    intake = call.intake  # held here: a method may write into the run that it is given
    with (
        closed_to_the_working_folder(), one_thread(), own_arithmetic(), warnings_are_no_errors(),
    ):  # fmt: skip
        result = _result(value, call)
    signs, read = list(result.signs), list(result.read)
    signs += [sign for sign in intake.signs if sign not in signs]
    read += [table for table in intake.read if table not in read]
    return dataclasses.replace(result, signs=signs, read=read)


def said_by(error: BaseException) -> str:
    """What an error says, in one line; empty for one that was raised with nothing, or with None."""
    return "" if says_nothing(error) else in_a_message(words_of(error)).strip()


def _result(value: Method, call: Run) -> Result:
    """What the method returns; its fault fails the item, unless it is about a file of ``scratch``: of the disk."""
    from casegen_evidence.installed import PluginFault

    try:
        return _returned(value, call)
    except PluginFault as fault:  # of a provider, say, that a method of casegen's own calls
        raise MissingDependencyError(
            f"{in_a_message(words_of(fault))}{writable(plugins.written_at(fault))}"
        ) from fault


def _returned(value: Method, call: Run) -> Result:
    from casegen_evidence.installed import PluginFault
    from casegen_evidence.method import InputProblem, Result

    passes = (InputProblem, ModuleNotFoundError, MemoryError)
    what = f"the evidence method {value.name!r}"
    if not plugins.foreign(type(value).__module__):
        try:
            with plugins.named_in(what, passes):
                return _of_numbers(value.run(call), what)
        except OSError as error:
            if error.filename is None or plugins.is_about(error, call.scratch):
                raise
            raise InputProblem(writable(f"{error.strerror}: {error.filename}")) from error
        except (*passes, LeftChanged, MissingDependencyError, PluginFault):
            raise
        except Exception as error:
            raise MethodDefectError(writable(f"{what} failed: {_named(error)}")) from error
    result: Result = plugins.call(what, value.run, Result, call, passes=passes, files=[call.scratch])
    result = _as_printed(result)
    for expected, actual in _breaches(value, result):
        raise plugins.wrong_result(what, value.run, expected, actual)
    return result


def _named(error: Exception) -> str:
    """An error with its kind, and the line that raised it."""
    last = traceback.extract_tb(trace_of(error))[-1:]
    where = "".join(f" ({Path(frame.filename).name}, line {frame.lineno})" for frame in last)
    return f"{said(error)}{where}"


def _as_printed(result: Result) -> Result:
    """A result whose signs have possible numbers of half and single precision as the decimals they are printed as."""
    from casegen_evidence.given_numbers import as_number

    def printed(number: Any) -> Any:
        return number if (plainly := as_number(number)) is None else plainly

    signs = [
        dataclasses.replace(sign, possible={name: printed(n) for name, n in sign.possible.items()})
        for sign in result.signs
    ]
    return dataclasses.replace(result, signs=signs)


def _of_numbers(result: Result, what: str) -> Result:
    """A result of a method of casegen's own, if its measures are of their types; data may be what they are not for."""
    from casegen_evidence.method import InputProblem, Measure

    for name, measure in result.measures.items():
        if wrong := misfit(measure, Measure):
            part = f"the {wrong.part} of its measure {name}" if wrong.part else f"its measure {name}"
            raise InputProblem(f"{what}: expected {wrong.expected} as {part}, found {wrong.actual}")
    return result


def _breaches(value: Method, result: Result) -> Iterator[tuple[str, str]]:
    """What a method of another package says otherwise than it declares, or no file can hold: expected and found."""
    declared = ", ".join(f"{name} ({kind})" for name, (kind, _) in value.measures.items())
    for name, measure in result.measures.items():
        if name not in value.measures or measure.kind != value.measures[name][0]:
            yield f"its measures: {declared}", f"{name} ({measure.kind})"
    for sign in result.signs:
        if unknown := {*sign.measures, *sign.possible} - value.measures.keys():
            yield f"signs about its measures: {declared}", ", ".join(sorted(unknown))
        yield from _not_possible(value, sign)
    for table in result.tables:
        if wrong := [row for row in table.rows if len(row) != len(table.columns)]:
            yield f"rows of {len(table.columns)} cells in tables", f"{len(wrong[0])} cells in {table.title!r}"
    try:
        written = json.loads(
            canonical({f.name: plain(getattr(result, f.name)) for f in dataclasses.fields(result)})
        )
    except (TypeError, ValueError) as error:
        yield "numbers and texts in figures", str(error)
    else:
        if wrong_form := ill_formed(written):
            yield wrong_form.removeprefix("expected "), "another form"
            return
        for figure in written["figures"]:
            if wrong_data := misshapen(figure["form"], figure["data"]):
                yield f"the data of a figure of {figure['form']}", f"{figure['title']!r}: {wrong_data}"
        yield from _impossible(result, written["measures"])


def _not_possible(value: Method, sign: Sign) -> Iterator[tuple[str, str]]:
    """Numbers that a sign calls possible and no measure of its kind can have: they would silence it at any limit."""
    from casegen_evidence.method import Measure

    for name in sign.possible.keys() & value.measures.keys():
        kind = value.measures[name][0]
        rounded = float(Measure(sign.possible[name], kind).value)
        if wrong := out_of_range(rounded, MeasureKind(kind)):
            yield "possible numbers of signs as the kinds of the measures allow", f"{name}: possible {wrong}"


def _impossible(result: Result, written: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Measures that no result can hold; one that the data do not determine is no fault of the method."""
    for name, measure in result.measures.items():
        if measure.looks < 1:
            yield "measures whose looks are at least 1", f"{name}: looks {measure.looks}"
        if measure.n is not None and measure.n < 1 and _says_something(measure):
            yield "limits of at least one observation", f"{name}: n {measure.n}"
        numbers = (measure.value, measure.lower, measure.upper, measure.confidence)
        if any(number is not None and not math.isfinite(number) for number in numbers):
            continue
        try:
            estimate(written[name])
        except ValueError as error:
            yield "measures as their kinds allow", f"{name}: {error}"


def _says_something(measure: Measure) -> bool:
    """Whether its limits exclude anything: from 0 to 1, a probability is as before any observation."""
    within = measure.kind in PROBABILITY_KINDS
    lower, upper = (
        None if within and x == end else x for x, end in ((measure.lower, 0.0), (measure.upper, 1.0))
    )
    return lower is not None or upper is not None


def plain(part: Any) -> Any:
    """Dataclasses, arrays and numpy scalars as JSON data."""
    if dataclasses.is_dataclass(part) and not isinstance(part, type):
        return {f.name: plain(getattr(part, f.name)) for f in dataclasses.fields(part)}
    if isinstance(part, str):
        return writable(part)
    if isinstance(part, dict):
        return {str(k): plain(v) for k, v in part.items()}
    if isinstance(part, list | tuple):
        return [plain(v) for v in part]
    if hasattr(part, "tolist"):
        return _listed(part)
    if isinstance(part, float) and not math.isfinite(part):
        return None  # a gap in a figure or a table; measures are finite
    return part


def _listed(part: Any) -> Any:
    """An array as lists, its numbers of another precision than double as the decimals that they are printed as."""
    dtype: Any = getattr(part, "dtype", None)
    if getattr(dtype, "kind", "") == "f" and dtype.itemsize != 8:
        from casegen_evidence.short_precision import as_printed

        part = as_printed(part)
    listed = part.tolist()
    return (
        listed if type(listed) is type(part) else plain(listed)
    )  # what stays as it is, JSON has no form for
