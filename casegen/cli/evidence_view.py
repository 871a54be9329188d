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
    for name, text in (*notes, *_provenance(document.get("provenance", {}), renamed)):
        lines = textwrap.wrap(
            f"  {name:{NAME}} {text}", WIDTH, subsequent_indent=" " * (NAME + 3),
            break_on_hyphens=False, break_long_words=False,
        )  # fmt: skip
        for line in lines:
            out.print(output.escape(line))


def _provenance(provenance: Mapping[str, Any], renamed: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What was read, with which parameters and seed, by which code, where and when."""
    for path, digest in provenance.get("inputs", {}).items():
        now = f"{renamed[path]}, measured as {path}" if path in renamed else path
        yield "input", f"{now} (sha256 {digest})"
    for name, value in provenance.get("parameters", {}).items():
        if value not in (None, [], {}):
            yield (
                "parameter",
                f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}",
            )
    if "seed" in provenance:
        yield "seed", str(provenance["seed"])
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
