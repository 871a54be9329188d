"""One evidence item on the terminal: measures, then where they come from, a line each."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from casegen.assessment.requirement_text import UNITS
from casegen.cli import output
from casegen.model.number_text import underflows
from casegen.model.quantity import MeasureKind

if TYPE_CHECKING:
    from casegen.model.results import EvidenceState

WIDTH, NAME = 100, 13
"""characters of a line, and of what a line is about"""


def show_item(state: EvidenceState, renamed: Mapping[str, str]) -> None:
    """State, measures with their intervals, and the provenance, for people.

    ``renamed`` has by the file that was measured the one that the item names now.
    """
    out = output.console()
    known = [*state.why, *state.versions]
    why = f": {'; '.join(known)}" if known else ""
    out.print(
        f"[bold]{output.escape(state.id)}[/] {output.styled(state.freshness.value)}{output.escape(why)}"
    )
    document = state.document or {}
    measures = document.get("measures", {})
    rows = [
        (name, "< 1e-300" if underflows(name, m["value"]) else output.figure(m["value"]),
         output.bound(m.get("lower"), upper=False), output.bound(m.get("upper")),
         output.level(m.get("confidence")), UNITS[MeasureKind(m["kind"])].strip("()"))
        for name, m in measures.items()
    ]  # fmt: skip
    output.table("", ("measure", "value", "lower", "upper", "confidence", "unit"), rows, WIDTH)
    estimators: dict[str, list[str]] = {}
    for name, m in measures.items():
        if m.get("estimator"):
            estimators.setdefault(m["estimator"], []).append(name)
    notes = [("estimator", f"{text}: {', '.join(names)}") for text, names in estimators.items()]
    origin = (*_looks(state), *_provenance(document, renamed))
    for name, text in (*notes, *origin):
        lines = textwrap.wrap(
            f"  {name:{NAME}} {text}", WIDTH, subsequent_indent=" " * (NAME + 3),
            break_on_hyphens=False, break_long_words=False,
        )  # fmt: skip
        for line in lines:
            out.print(output.escape(line))


def _looks(state: EvidenceState) -> Iterator[tuple[str, str]]:
    if state.looks > 1:
        yield "looks", f"{state.looks}: runs that asked otherwise gave other numbers"
    for measure, levels in state.confidences.items():
        if len(levels) > 1:
            stated = ", ".join(output.level(level) for level in levels)
            yield "confidences", f"{measure} was computed at {stated}: no further look is paid for"


def _provenance(document: Mapping[str, Any], renamed: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What was read, how, with which parameters and seed, by which code, where and when."""
    provenance, recipe = document.get("provenance", {}), document.get("recipe", {})
    for path, digest in provenance.get("inputs", {}).items():
        now = f"{renamed[path]}, measured as {path}" if path in renamed else path
        yield "input", f"{now} (sha256 {digest})"
    stated = {"reading": recipe.get("reading") or {}, "parameter": provenance.get("parameters", {})}
    for what, values in stated.items():
        for name, value in values.items():
            if value not in (None, [], {}):
                said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                yield what, f"{name}: {said}"
    if "seed" in provenance:
        seeds = recipe.get("seeds", 1)
        more = f", the median over {seeds} seeds from it on" if seeds > 1 else ""
        yield "seed", f"{provenance['seed']}{more}"
    code = provenance.get("code", {})
    if code:
        what = f"{code.get('module')}, version {code.get('method_version')}, sha256 {code.get('sha256')}"
        yield "code", f"{what}; casegen {code.get('casegen')}"
        yield "packages", _versions(code.get("packages", {}))
    if "environment" in provenance:
        yield "environment", _versions(provenance["environment"])
    if "started" in provenance:
        yield "computed", f"{provenance['started']}, in {provenance.get('seconds')} s"


def _versions(versions: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in dict(versions).items())
