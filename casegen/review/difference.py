"""The difference of two cases with everything that follows from it, as one value and one JSON document."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casegen.argument.references import SINGULAR
from casegen.assessment.documents import number
from casegen.model.case import Case
from casegen.review.changes import Changes, FieldChange, Key, compare
from casegen.review.impact import Impact, impact


@dataclass(frozen=True, slots=True)
class Settled:
    """A finding or sign-off that the change touches, and why."""

    id: str
    target: str
    was: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """Two cases compared."""

    old: str
    new: str
    changes: Changes
    impact: Impact
    findings: tuple[Settled, ...] = ()
    sign_offs: tuple[Settled, ...] = ()

    def marks(self) -> dict[str, str]:
        """What a drawing marks: ids of the new case that are ``added`` or ``changed``, with which."""
        found = {change.key.id: "changed" for change in self.changes.changed}
        return found | {key.id: "added" for key in self.changes.added}

    def sentences(self) -> tuple[str, ...]:
        """What differs, one sentence per part or field, for people."""
        changes = self.changes
        told = [f"added: {part_name(key)} {key.id}" for key in changes.added]
        told += [f"removed: {part_name(key)} {key.id}" for key in changes.removed]
        told += [f"renamed: {part_name(a)} {a.id} is now {b.id}" for a, b in changes.renamed]
        return tuple(told + [sentence(change) for change in changes.changed])

    def document(self) -> dict[str, Any]:
        """``diff --json``."""
        found, changes = self.impact, self.changes
        return {
            "old": self.old,
            "new": self.new,
            "added": [key.id for key in changes.added],
            "removed": [key.id for key in changes.removed],
            "renamed": [{"old": a.id, "new": b.id, "part": part_name(a)} for a, b in changes.renamed],
            "changed": [
                {"id": c.key.id, "field": c.field, "old": c.old, "new": c.new, "part": part_name(c.key)}
                for c in changes.changed
            ],
            "parts": {
                "added": [{"id": key.id, "part": part_name(key)} for key in changes.added],
                "removed": [{"id": key.id, "part": part_name(key)} for key in changes.removed],
            },
            "impact": {
                "stale_evidence": list(found.stale_evidence),
                "evidence": [
                    {"id": e.id, "before": e.before, "after": e.after, "why": list(e.why)}
                    for e in found.evidence
                ],
                "trees": [
                    {
                        "tree": t.tree, "before": t.before, "after": t.after, "ratio": number(t.ratio),
                        "before_upper": t.before_upper, "after_upper": t.after_upper, "problem": t.problem,
                    }
                    for t in found.trees
                ],
                "claims": [
                    {"id": c.id, "before": c.before, "after": c.after, "why": list(c.why)}
                    for c in found.claims
                ],
                "findings": [_settled(one) for one in self.findings],
                "sign_offs": [_settled(one) for one in self.sign_offs],
                "errors": [{"rule": d.rule, "message": d.message} for d in found.errors],
                "problem": found.problem,
            },
            "supported": {"before": found.supported[0], "after": found.supported[1]},
        }  # fmt: skip


def _settled(one: Settled) -> dict[str, Any]:
    return {"id": one.id, "target": one.target, "was": one.was, "why": list(one.why)}


def diff(
    old: Case, new: Case, *, labels: tuple[str, str] = ("old", "new"), reviewed: Path | None = None
) -> Difference:
    """Compare two cases; ``reviewed`` is the case folder whose findings and sign-offs may be touched."""
    changes = compare(old, new)
    findings, sign_offs = _touched(reviewed, old, new, changes) if reviewed is not None else ((), ())
    return Difference(*labels, changes, impact(old, new), findings, sign_offs)


def part_name(key: Key) -> str:
    """``claim``, ``gate``, ``fault tree``, …"""
    return "gate" if key.section == "gates" else SINGULAR.get(key.section, key.section)


def sentence(change: FieldChange) -> str:
    """``basic event BE-DVL: model.rate was 0.0004, is 0.001``."""
    who = f"{part_name(change.key)} {change.key.id}"
    if change.field.endswith("(content)"):
        return f"{who}: the content of {change.field.removesuffix(' (content)')} has changed"
    if change.old is None:
        return f"{who}: {change.field} is now {_short(change.new)}"
    if change.new is None:
        return f"{who}: {change.field} was {_short(change.old)}, is gone"
    return f"{who}: {change.field} was {_short(change.old)}, is {_short(change.new)}"


def _short(value: Any) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 120 else f"{text[:119]}…"


def _touched(
    reviewed: Path, old: Case, new: Case, changes: Changes
) -> tuple[tuple[Settled, ...], tuple[Settled, ...]]:
    from casegen.review.journal import read_journal
    from casegen.review.reopening import touched

    journal = read_journal(reviewed)
    findings = [
        Settled(f.id, f.target, f.recorded.value, why)
        for f in journal.findings
        if (why := touched(f.target, old, new, changes))
    ]
    signed = [
        Settled(s.id, s.target, s.decision.value, why)
        for s in journal.sign_offs
        if (why := touched(s.target, old, new, changes))
    ]
    return tuple(findings), tuple(signed)
