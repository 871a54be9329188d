"""The evidence register: every number with its interval, method, provenance and freshness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from casegen.assessment.limits_of import limits_by_measure
from casegen.model.case import Case
from casegen.model.digits import round_outward
from casegen.model.evidence import EvidenceSpec
from casegen.model.fault_tree import FromEvidence
from casegen.model.number_text import UNDERFLOW, underflows
from casegen.model.quantity import Estimate
from casegen.model.results import Assessment, EvidenceState, Freshness
from casegen.render.figures import evidence_figures
from casegen.render.language import in_words, thousands_apart
from casegen.render.report.links import Links
from casegen.render.report.reading import reading_tables, sign_notes
from casegen.render.views.evidence import EvidenceView, MeasureView, ProvenanceView, TableView
from casegen.render.wording import (
    FRESHNESS_CLASS,
    FRESHNESS_WORD,
    KIND_WORD,
    anchor,
    confidence,
    interval,
    number,
    seconds,
)
from casegen.store.stored_result import result_path

_Limits = Mapping[tuple[str, str], Sequence[float]]
_DIGITS = 4
"""significant digits of the numbers in a result's tables"""


def evidence_rows(assessment: Assessment, links: Links) -> list[EvidenceView]:
    """Every evidence item of the case with what is stored of it."""
    rows, limits = [], limits_by_measure(assessment)
    for index, spec in enumerate(assessment.case.evidence_items):
        state = assessment.evidence.get(spec.id) or EvidenceState(spec.id, Freshness.MISSING)
        location = str(assessment.case.locate("evidence_items", index))
        rows.append(_evidence_row(assessment, spec, state, links, location, limits))
    return rows


def _evidence_row(
    assessment: Assessment,
    spec: EvidenceSpec,
    state: EvidenceState,
    links: Links,
    location: str,
    limits: _Limits,
) -> EvidenceView:
    case = assessment.case
    document = state.document or {}
    return {
        "id": spec.id,
        "anchor": anchor("evidence", spec.id),
        "title": spec.title or spec.id,
        "text": spec.text,
        "method": spec.method,
        "owner": spec.owner,
        "confidence": confidence(spec.confidence),
        "freshness": FRESHNESS_WORD[state.freshness],
        "class": FRESHNESS_CLASS[state.freshness],
        "why": [in_words(reason) for reason in state.why],
        "summary": str(document.get("summary", "")),
        "source": str(document.get("source", "")),
        "measures": _measure_rows(case, state, limits),
        "tables": [*map(_table, document.get("tables", ())), *reading_tables(document)],
        "figures": evidence_figures(assessment, spec.id, anchor("evidence", spec.id)),
        "assumptions": [str(text) for text in document.get("assumptions", ())],
        "signs": sign_notes(state),
        "notes": [*map(str, document.get("notes", ()))],
        "result": "" if state.document is None else result_path(spec.id, state.document),
        "provenance": _provenance(
            document.get("provenance") or {}, document.get("recipe", {}).get("reading")
        ),
        "nodes": links.references(n.id for n in case.evidence if n.evidence == spec.id),
        "events": links.references(
            e.id for e in case.events if isinstance(e.model, FromEvidence) and e.model.evidence == spec.id
        ),
        "claims": links.references(
            c.id for c in case.claims if c.requirement and c.requirement.measure.evidence == spec.id
        ),
        "location": location,
    }


def used_measures(case: Case, evidence: str) -> frozenset[str]:
    """The measures of an item that a requirement or an event takes."""
    held = [c.requirement.measure for c in case.claims if c.requirement]
    held += [c.requirement.measure for c in case.contexts if c.requirement]
    taken = [(str(m.evidence), str(m.measure)) for m in held]
    models = (*(e.model for e in case.events), *(g.total for g in case.common_cause))
    taken += [(m.evidence, m.measure) for m in models if isinstance(m, FromEvidence)]
    return frozenset(measure for item, measure in taken if item == evidence)


def _measure_rows(case: Case, state: EvidenceState, limits: _Limits) -> list[MeasureView]:
    stored: Mapping[str, Mapping[str, Any]] = (state.document or {}).get("measures") or {}
    used = used_measures(case, state.id)
    return [
        _measure_row(
            name,
            estimate,
            stored.get(name) or {},
            used=name in used,
            limits=limits.get((state.id, name), ()),
        )
        for name, estimate in state.measures.items()
    ]


def _measure_row(
    name: str, estimate: Estimate, stored: Mapping[str, Any], *, used: bool, limits: Sequence[float]
) -> MeasureView:
    return {
        "name": name,
        "value": _value(name, estimate.value, limits),
        # a count of all there is has no interval: rounded outward it would show a width
        "interval": "–"
        if estimate.value == estimate.lower == estimate.upper
        else interval(estimate, beside=limits),
        "kind": KIND_WORD[estimate.kind],
        "n": "" if estimate.n is None else thousands_apart(f"{estimate.n:,}"),
        "text": str(stored.get("text") or estimate.note or ""),
        "estimator": str(stored.get("estimator") or ""),
        "reproduction_only": bool(stored.get("reproduction_only")),
        "used": used,
    }


def _value(name: str, value: float, limits: Sequence[float]) -> str:
    """A measure in digits that tell it from its ``limits``; a p-value is never exactly 0."""
    if underflows(name, value):
        return f"< {number(UNDERFLOW)}"
    return number(value, beside=limits)


def _table(table: Mapping[str, Any]) -> TableView:
    """A table of a result; limits in it are rounded outward, other numbers to the nearest."""
    columns = [str(c) for c in table.get("columns", ())]
    sides = [*map(_side, columns)]
    return {
        "title": str(table.get("title", "")),
        "columns": columns,
        "rows": [
            [
                f"< {number(UNDERFLOW)}" if underflows(name or "", value) else _cell(value, side)
                for value, side, name in zip_longest(row, sides[: len(row)], columns[: len(row)])
            ]
            for row in table.get("rows", ())
        ],
        "note": str(table.get("note", "")),
        "quoted": True,
        "numeric": [
            all(
                isinstance(row[i], int | float) or row[i] is None
                for row in table.get("rows", ())
                if i < len(row)
            )
            for i in range(len(table.get("columns", ())))
        ],
    }


def _side(column: str) -> bool | None:
    """Whether a column holds upper limits (True), lower ones (False) or other numbers (None)."""
    words = {*column.casefold().split()}
    return "upper" in words if ("upper" in words) != ("lower" in words) else None


def _cell(value: Any, upper: bool | None = None) -> str:
    """One value of a table, by four digits; a limit outward, so that it says no more than was computed."""
    if value is None:
        return "–"
    if isinstance(value, bool | str):
        return str(value)
    if not isinstance(value, float):
        return str(value)
    return number(value if upper is None else round_outward(value, upper=upper, digits=_DIGITS), _DIGITS)


def _provenance(raw: Mapping[str, Any], reading: Mapping[str, Any] | None = None) -> ProvenanceView:
    """Where a result is from; how its tables are said to be written, ``reading``, stands among the parameters."""

    def pairs(result: Any) -> list[list[str]]:
        return (
            [[str(key), _plain(value)] for key, value in result.items()]
            if isinstance(result, Mapping)
            else []
        )

    return {
        "inputs": pairs(raw.get("inputs")),
        "parameters": [*pairs(raw.get("parameters")), *pairs(reading)],
        "code": pairs({k: v for k, v in raw["code"].items() if k != "modules"})
        if isinstance(raw.get("code"), Mapping)
        else [["code", str(raw.get("code") or "")]],
        "environment": pairs(raw.get("environment")),
        "seed": "" if raw.get("seed") is None else str(raw["seed"]),
        "started": str(raw.get("started") or "").replace("T", " "),
        "seconds": "" if raw.get("seconds") is None else seconds(float(raw["seconds"])),
    }


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_plain(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_plain(part) for part in value) + "]"
    if isinstance(value, float):
        return number(value, 6)
    return "–" if value is None else str(value)
