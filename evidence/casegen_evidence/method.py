"""What every evidence method takes and gives, so that any program can register and run it.

A method is registered under the entry-point group ``casegen.evidence_methods``; the object found there
satisfies :class:`Method`.  Its module imports nothing heavy at import time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict, runtime_checkable

from pydantic import BaseModel, ConfigDict

from casegen_evidence.given_numbers import as_number, as_whole
from casegen_evidence.signs import Intake, Sign

if TYPE_CHECKING:
    _Folder = Path
else:
    _Folder = type(Path())  # Path itself has no subclasses of one's own before Python 3.12

Kind = Literal["probability-per-demand", "probability-per-mission", "rate-per-hour", "fraction", "score"]
ROUNDING = 1e-12
"""distance beyond the range of its kind up to which a number is the end of the range, as sums of shares round"""
_OUTWARD = {"value": 0, "lower": -1, "upper": 1}
"""the side to which a number of a measure that no float equals may be rounded; 0: the nearest"""


class Parameters(BaseModel):
    """Base of a method's parameter model: immutable, unknown names are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class Measure:
    """One measured number.

    ``confidence`` is the one-sided confidence of each of ``lower`` and ``upper`` by itself.
    ``estimator`` says where the number comes from: an equation of a paper, or a named sound method.
    """

    value: float
    kind: Kind
    lower: float | None = None
    upper: float | None = None
    confidence: float | None = None
    distribution: Mapping[str, Any] | None = None
    n: int | None = None
    text: str = ""
    estimator: str = ""
    reproduction_only: bool = False
    """True for a paper's estimator whose bound does not cover; claims must not use it."""
    assumes: str = ""
    """What the bound rests on beyond independent draws; shown with every claim that uses the measure."""
    looks: int = 1
    """Looks at the number, runs with other data, that its confidence pays for; it was stated before they were taken."""
    at_any_time: bool = False
    """True where the limits hold at all times at once, so that going on with the same record is no other look."""
    not_for_claims: str = ""
    """Why no claim may use the measure, though its bound covers what it is about: another measure is meant for that."""

    def __post_init__(self) -> None:
        """What rounding alone takes out of the range of the kind, or across a limit, is set right; more is an error.

        A limit that the estimate passes by a rounding gives way to the estimate, never the other way round.  What is no
        number stays as it is: whoever runs the method refuses it, and knows its name and the measure's.
        """
        for name in ("n", "looks"):
            object.__setattr__(self, name, as_whole(getattr(self, name)))
        confidence = as_number(self.confidence, -1)
        if confidence is not None:
            object.__setattr__(self, "confidence", confidence)
        numbers = {name: as_number(getattr(self, name), side) for name, side in _OUTWARD.items()}
        for name, number in numbers.items():
            if number is not None:
                object.__setattr__(self, name, _within(number, self.kind))
        unread = (
            name == "value" or getattr(self, name) is not None for name, n in numbers.items() if n is None
        )
        if any(unread):
            return
        slack = 1e-9 * max(abs(self.value), 1e-9)
        for name, sign in (("lower", 1), ("upper", -1)):
            limit = getattr(self, name)
            outside = 0.0 if limit is None or self.reproduction_only else sign * (limit - self.value)
            if outside > slack:
                side = "below" if name == "lower" else "above"
                raise ValueError(
                    f"the estimate {self.value!r} lies {side} its {name} limit {limit!r}: an error of the method"
                )
            if outside > 0:
                object.__setattr__(self, name, self.value)


def _within(number: float, kind: Kind) -> float:
    """``number``, or the end of the range of its kind that it lies within a rounding of."""
    if kind == "score":
        return number
    end = max(number, 0.0) if kind == "rate-per-hour" else min(max(number, 0.0), 1.0)
    return end if abs(number - end) <= ROUNDING else number


@dataclass(frozen=True, slots=True)
class Table:
    """Rows for the documents; every column has a heading, every row as many cells."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str | float | int | None]]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as data; the renderer draws it.

    ``data`` by ``form``:

    * ``lines``: ``{"series": [{"name", "x": [...], "y": [...], "lower"?: [...], "upper"?: [...]}]}``
    * ``bars``: ``{"categories": [...], "series": [{"name", "values", "lower"?, "upper"?}]}``
    * ``heatmap``: ``{"z": [[row 0], ...], "extent": [x0, x1, y0, y1], "log": bool}``, row 0 at the bottom; and of a map
      that belongs to a picture ``"picture"?: {"png", "extent"}`` and ``"outlines"?: [{"name", "cells": [[row 0 of 0 and
      1], ...], "extent"}]``, all in the picture's coordinates
    * ``scatter``: ``{"series": [{"name", "x", "y"}]}`` (``z`` for three dimensions)
    * ``image``: ``{"png": base64 text}``
    * ``pictures``: ``{"pictures": [{"png": base64 text, "name", "text"}]}``, a gallery

    ``alt`` describes it for those who cannot see it: what it shows, and what follows from it.
    """

    title: str
    form: Literal["lines", "bars", "heatmap", "scatter", "image", "pictures"]
    data: Mapping[str, Any]
    alt: str
    x_label: str = ""
    y_label: str = ""
    log_x: bool = False
    log_y: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What a method found."""

    measures: Mapping[str, Measure]
    tables: Sequence[Table] = ()
    figures: Sequence[Figure] = ()
    assumptions: Sequence[str] = ()
    notes: Sequence[str] = ()
    device: str | None = None
    """Where torch or ONNX computed (``cpu``, ``cuda``); None if nothing in the run could heed ``Run.device``."""
    signs: Sequence[Sign] = ()
    """Vital signs: what in the data bars measures from claims, or stands beside them."""
    read: Sequence[Mapping[str, Any]] = ()
    """What was read: the report of each table, as the reader wrote it."""


Progress = Callable[[float, str], None]
"""Called with the fraction done in [0, 1] and what is being done."""


def _silent(fraction: float, what: str) -> None:
    return None


class Checkpoints(_Folder):
    """A folder that belongs to one run: same inputs, parameters, seed and code, as whoever makes it ensures.

    What lies in it is believed by a run that goes on after a kill; of a plain ``Path`` it is not.
    """


@dataclass(frozen=True, slots=True)
class Run:
    """One call of a method: checked parameters, resolved inputs, seed, and the means to work.

    ``scratch`` is a folder to work in; a run goes on from what an earlier one left there only if it is one of
    :class:`Checkpoints`.  ``jobs`` is how many processes may be used; results never depend on it.  ``device`` is ``cpu``
    or ``cuda``; a method that heeds it says so by :attr:`Result.device`.
    """

    inputs: Mapping[str, Path]
    parameters: Any
    seed: int
    confidence: float
    scratch: Path
    jobs: int = 1
    device: str = "cpu"
    progress: Progress = field(default=_silent)
    reading: Mapping[str, Any] = field(default_factory=dict)
    """How the item's tables are to be read, as declared there: ``columns``, ``labels``, ``decimal`` and others."""
    intake: Intake = field(default_factory=Intake)
    """Collects what the run reads and sees; the method hands it on with its result."""


class InputProblem(ValueError):
    """The data or parameters cannot be used: says what was expected, what was found, how to fix it."""


class Continued(Protocol):
    """The measure of a method once its record has one more entry: ``failures`` in ``more`` units; 0 units: as it is.

    ``document`` is the stored result.  None where the bound would then be in doubt.
    """

    def __call__(
        self,
        parameters: Mapping[str, object],
        document: Mapping[str, Any],
        confidence: float,
        more: float,
        failures: int,
    ) -> Measure | None: ...


class MethodOptions(TypedDict, total=False):
    """Attributes of a method that are optional."""

    better: Mapping[str, Literal["lower", "higher"]]
    """The end of a measure that is good: a requirement against it is an error."""
    signs: Mapping[str, str]
    """Each vital sign that the method evaluates, and what it means."""
    distinct: Sequence[Sequence[str]]
    """Groups of inputs that must be different files."""
    unused: Mapping[str, Sequence[str]]
    """By input, the parameters that play no part where it is given, which a result then does not record."""
    asks: Mapping[str, Callable[[Path], bool]]
    """By input, whether a file of it holds what a network is asked for; else it holds the network's answers already."""
    stages: Mapping[str, str]
    """Each stage of the work that runs in blocks (:mod:`casegen_evidence.blocks`), and what the blocks are of."""
    memory: tuple[float, float]
    """Bytes that one process takes, and further ones for each byte of the inputs."""
    measure: str
    """The measure that ``continued`` is about."""
    continued: Continued
    """The measure once the record of a stored result has gone on, for plans of further evidence."""
    simulators: Mapping[str, str]
    """By input, the module whose source it is: a run needs them to be the same."""


@runtime_checkable
class Method(Protocol):
    """A registered evidence method.

    ``version`` is raised whenever results can change: it is part of a result's identity.
    ``inputs`` maps each input's name to (required, description); ``measures`` each measure to
    (kind, description).  :class:`MethodOptions` has what a method may have beside them.
    """

    name: str
    version: int
    summary: str
    source: str
    parameters: type[Parameters]
    inputs: Mapping[str, tuple[bool, str]]
    measures: Mapping[str, tuple[Kind, str]]
    extra: str | None
    tolerance: Mapping[str, float]
    """Relative tolerance per measure within which a recomputation elsewhere agrees (0: to the bit)."""

    def run(self, run: Run) -> Result:
        """Compute; raises :class:`InputProblem` for what the caller can fix."""
        ...
