"""Run a registered evidence method on arrays, data frames or files, without a case folder."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casegen.api.arguments import Known, mapping, name, whole, within
from casegen.api.by_name import by_name
from casegen.api.inputs import written
from casegen.api.parts import parameters as as_in_a_file
from casegen.model.arithmetic import in_own_arithmetic
from casegen.model.case import CALL, Case, Header, Location
from casegen.model.diagnostic import Diagnostic, InputError
from casegen.model.evidence import EvidenceSpec
from casegen.model.given import refused
from casegen.model.given_parts import WrongPart
from casegen.model.limits import MOST_JOBS

if TYPE_CHECKING:
    from casegen.model.quantity import Estimate
    from casegen.model.vital_sign import VitalSign

_ITEM = "E"
_TEXTS = re.compile(r"\bfound [<>|=]?U\d+\b")
"""how numpy calls an array of texts, which dates are handed over as"""


@dataclass(frozen=True, repr=False)
class Measured:
    """What a method measured: ``measures`` by name, the ``document`` as a case would store it (tables, notes).

    ``signs`` are what it saw in the data: one that ``fails`` keeps the measures from every claim, the others wait for a
    reason.
    """

    method: str
    measures: Mapping[str, Estimate]
    document: Mapping[str, Any]
    signs: tuple[VitalSign, ...] = ()
    __hash__ = None  # type: ignore[assignment]  # equal by what it holds, which is tables

    def __getitem__(self, measure: str) -> Estimate:
        return self.measures[measure]

    def __repr__(self) -> str:
        seen = f"; signs: {', '.join(sign.name for sign in self.signs)}" if self.signs else ""
        return f"<{self.method}: {', '.join(self.measures)}{seen}>"


@in_own_arithmetic
def measure(
    method: str, inputs: Mapping[str, Any], *, parameters: Mapping[str, Any] | None = None, seed: int = 1,
    confidence: float = 0.95, jobs: int = 1,
) -> Measured:  # fmt: skip
    """Run ``method`` as a case would, checks included.

    ``inputs``: for each input of the method a path, a table (a mapping of column names to equally long sequences, or
    a data frame), or an array, shape (n,) or (n, d).  A mapping that holds an array with more than one dimension is
    handed over as NPZ.  Raises :class:`~casegen.model.diagnostic.InputError` for what the method refuses, and
    :class:`~casegen.model.diagnostic.MethodDefectError` where it ends with an error of its own.
    """
    from casegen.store.run import run
    from casegen.store.store import Store

    if not name(method, "method").strip():
        raise refused("method: expected the name of a method, found none")
    settings = as_in_a_file(parameters)
    seed = whole(seed, "seed", least=0)
    jobs = whole(jobs, "jobs", least=1, most=MOST_JOBS)
    confidence = within(confidence, "confidence", 0.5, 1.0)
    with tempfile.TemporaryDirectory(prefix="casegen-") as folder:
        root = Path(folder)
        files = {
            given: written(root, name(given, "inputs"), value, settings)
            for given, value in by_name(mapping(inputs, "inputs"), method, settings).items()
        }
        try:
            spec = EvidenceSpec(
                id=_ITEM,
                method=method,
                inputs=files,
                parameters=settings,
                seed=seed,
                confidence=confidence,
            )
        except WrongPart as error:
            words = (f"{'.'.join(map(str, d['loc']))}: {d['msg']}" for d in error.errors())
            raise refused("; ".join(words)) from None
        case = Case(
            header=Header(id="measure", title=method), evidence_items=(spec,), root=root, files=("case.yaml",)
        )
        try:
            outcomes = list(run(case, jobs=jobs))
        except InputError as error:
            raise InputError([_of_the_call(d, files, inputs) for d in error.diagnostics]) from None
        for outcome in outcomes:
            if outcome.what == "failed":
                message = _in_words_of_the_call(outcome.message, files, inputs)
                raise _no_table(files, inputs, outcome.message) or refused(message)
        state = Store(case).states()[_ITEM]
        return Measured(method, Known("measure", state.measures), state.document or {}, state.signs)


def _of_the_call(finding: Diagnostic, files: Mapping[str, str], inputs: Mapping[str, Any]) -> Diagnostic:
    """A finding on the item that stands for the call, in the words of the call."""
    message = finding.message.removeprefix(f"evidence {_ITEM}").lstrip(":, ")
    words = _in_words_of_the_call(message, files, inputs)
    return replace(finding, location=Location(CALL), message=words)


def _in_words_of_the_call(message: str, files: Mapping[str, str], inputs: Mapping[str, Any]) -> str:
    """A message that names the path that was given, or the input, in place of the file that the method read."""
    for given, file in sorted(files.items(), key=lambda one: -len(one[1])):
        value, whole = inputs[given], rf"(?<![\w./\\-]){re.escape(file)}(?![\w-])"
        if isinstance(value, str | Path):
            message = re.sub(whole, partial(_literal, str(value)), message)
        else:
            message = re.sub(rf"{whole}:(\d+)", partial(_row, given), message)
            message = re.sub(whole, partial(_literal, f"input {given}"), message)
    return _TEXTS.sub("found texts", message)


def _literal(text: str, _: re.Match[str]) -> str:
    return text


def _row(given: str, hit: re.Match[str]) -> str:
    """The row of a table at a line of its file, of which the first has the names of the columns."""
    row = int(hit[1]) - 1
    return f"input {given}, row {row}" if row else f"input {given}"


_NOT_READ_AS_ARRAY = ("codec can't decode", "not well-formed")
"""what a method says that takes the bytes of an array for a text"""


def _no_table(files: Mapping[str, str], inputs: Mapping[str, Any], message: str) -> InputError | None:
    """Why a method that reads a table does not take an array, or the other way round; None where that is not it."""
    from casegen_evidence.tables.arrays import ONE_ARRAY

    for given, file in files.items():
        if message.startswith(f"{file}:1: the file is not text"):
            return refused(
                f"input {given}: expected a table, found an array, whose columns have no names",
                "give a mapping of column names to sequences, or a data frame",
            )
        if (
            file == f"{given}.csv"
            and f"npz file of plain arrays at {file}" in message
            and not isinstance(inputs[given], str | Path)
        ):
            return refused(
                f"input {given}: expected arrays with names, found a table",
                'give a mapping of names, such as those of layers, to arrays: {"NAME": frame}',
            )
        if file.endswith(".npy") and ONE_ARRAY in message:
            return refused(
                f"input {given}: expected arrays with names, found one array",
                "give a mapping of names, such as those of layers, to arrays",
            )
        if file.endswith(".npy") and any(words in message for words in _NOT_READ_AS_ARRAY):
            return refused(
                f"input {given}: the method reads another kind of file than an array ({message})",
                "give the path of such a file",
            )
    return None
