"""JSON Schema of what each command prints with ``--json``; a command is one line of :func:`documents`."""

from __future__ import annotations

from typing import Any

from casegen.io.schema import DIALECT, parts, schema
from casegen.model.diagnostic import InputError
from casegen.model.suggestions import nearest

FLAG = "--json"


def documents() -> dict[str, Any]:
    """The type of each command's document, by the command's words."""
    from casegen.model.output import case, review, runs, safety, studies, trees
    from casegen.review.events import Discharged, Disposed, Raised, Readings, Responded, Signed

    return {
        "allocate": studies.AllocationDocument,
        "assess": case.AssessmentDocument,
        "assess --why": case.WhyDocument,
        "baseline create": review.BaselineRow,
        "baseline list": review.BaselinesDocument,
        "baseline show": review.BaselineDocument,
        "baseline verify": review.VerifiedDocument,
        "build": case.BuildDocument,
        "check": case.CheckDocument,
        "diff": review.DifferenceDocument,
        "evidence add": runs.AddedDocument,
        "evidence list": case.EvidenceList,
        "evidence run": runs.RunDocument,
        "evidence run --dry-run": runs.ScheduleDocument,
        "evidence show": case.EvidenceDocument | case.EvidenceDocuments,
        "evidence verify": runs.VerifyDocument,
        "explain": studies.ExplainDocument,
        "export": trees.ExportDocument,
        "fta convert": trees.TreeFileDocument,
        "fta curve": trees.CurveDocument | trees.CurveDocuments,
        "fta cutsets": trees.CutSetsTree | trees.CutSetsTrees,
        "fta importance": trees.ImportanceTree | trees.ImportanceTrees,
        "fta quantify": trees.QuantifiedTree | trees.QuantifiedTrees,
        "fta scenarios": trees.ScenariosDocument,
        "fta sensitivity": trees.SensitivityTree | trees.SensitivityTrees,
        "fta uncertainty": trees.UncertaintyTree | trees.UncertaintyTrees,
        "hazards": trees.HazardsDocument | trees.HazardsStarted,
        "import": trees.ImportDocument,
        "plan": studies.PlanDocument,
        "review add": Raised,
        "review checklist": review.ChecklistsDocument,
        "review close": Disposed,
        "review discharge": Discharged,
        "review read": Readings,
        "review list": review.FindingsDocument,
        "review pack": review.PackDocument,
        "review respond": Responded,
        "review sign": Signed,
        "review status": review.ReviewDocument,
        "safety": safety.SafetyDocument,
        "templates": trees.PatternsDocument,
        "upgrade": trees.UpgradeDocument,
        "whatif": studies.WhatIfDocument | studies.WhatIfDocuments,
    }


def schema_of(part: str) -> dict[str, Any]:
    """The schema of a part of the case files, or of what a command prints; an unknown one is an :class:`InputError`."""
    known = documents()
    if "--" in part or part in known:
        return json_schema(part)
    if not part or {part, f"{part}s"} & parts().keys():
        return schema(part)
    raise InputError.call(
        f"there is no part or command {part!r}{nearest(part, [*parts(), *known])}",
        hint=f"parts of a case: {', '.join(parts())}; commands with {FLAG}: {', '.join(known)}",
    )


def json_schema(command: str) -> dict[str, Any]:
    """The schema of ``command`` (``assess``, ``fta quantify --json``); raises :class:`InputError` for an unknown one."""
    from pydantic import TypeAdapter

    known, name = documents(), " ".join(word for word in command.split() if word not in (FLAG, "casegen"))
    if name not in known:
        raise InputError.call(
            f"no command {name!r} prints JSON{nearest(name, known)}",
            hint=f"commands: {', '.join(known)}",
        )
    made = TypeAdapter(known[name]).json_schema(mode="serialization")
    _close(made)
    return {"$schema": DIALECT, **made, "title": f"casegen {name} {FLAG}"}


def _close(part: Any) -> None:
    """Documents hold the keys that their schema names, and no other."""
    if isinstance(part, dict):
        if "properties" in part:
            part.setdefault("additionalProperties", False)
        for inner in part.values():
            _close(inner)
    elif isinstance(part, list):
        for inner in part:
            _close(inner)
