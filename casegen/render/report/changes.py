"""What changed since an earlier state, and what follows, as rows of the document."""

from __future__ import annotations

from collections.abc import Iterable

from casegen.assessment.results import Freshness, Status
from casegen.render.language import counted, key_of, say
from casegen.render.report.links import Links, Row
from casegen.render.wording import FRESHNESS_CLASS, FRESHNESS_WORD, STATUS_CLASS, STATUS_WORD, number, ratio
from casegen.review.dossier import Baseline, Difference, Dossier, Settled, part_name, sentence


def changes_row(dossier: Dossier, links: Links) -> Row | None:
    """The changes since ``dossier.since`` and their impact; None when there is nothing to compare with."""
    found = dossier.difference
    if found is None:
        return None
    impact = found.impact
    before, after = impact.supported
    return {
        "label": found.old,
        "since": baseline_row(dossier.since) if dossier.since is not None else None,
        "parts": _part_rows(found, links),
        "summary": _summary(found),
        "supported": {"before": _holds(before), "after": _holds(after), "changed": before != after},
        "problem": impact.problem,
        "errors": [d.message for d in impact.errors],
        "evidence": [
            links.reference(e.id)
            | {"before": _freshness(e.before), "after": _freshness(e.after), "why": list(e.why)}
            for e in impact.evidence
        ],
        "trees": [
            links.reference(t.tree)
            | {
                "before": number(t.before), "after": number(t.after), "ratio": ratio(t.ratio),
                "before_upper": number(t.before_upper), "after_upper": number(t.after_upper),
                "problem": t.problem,
            }
            for t in impact.trees
        ],
        "requirements": [
            links.reference(r.id)
            | {
                "bound_before": number(r.bound_before), "bound_after": number(r.bound_after),
                "compared_before": number(r.compared_before), "compared_after": number(r.compared_after),
            }
            for r in impact.requirements
        ],
        "claims": [
            links.reference(c.id)
            | {"before": status_word(c.before), "after": status_word(c.after), "why": list(c.why)}
            for c in impact.claims
        ],
        "findings": _settled_rows(found.review.findings, links),
        "sign_offs": _settled_rows(found.review.sign_offs, links),
    }  # fmt: skip


def baseline_row(found: Baseline) -> Row:
    """Name, root hash, date, author and reason of a baseline."""
    about = found.about
    return {
        "name": found.name,
        "root": found.root,
        "version": about.version,
        "created": about.created[:16].replace("T", " "),
        "author": about.author,
        "reason": about.reason,
        "signer": about.signer or "",
        "previous": about.previous.name if about.previous else "",
    }


def status_word(value: str) -> Row:
    """A status as stored, in words and with its class."""
    status = Status(value)
    return {"word": STATUS_WORD[status], "class": STATUS_CLASS[status]}


def _freshness(value: str | None) -> Row:
    if value is None:
        return {"word": say("freshness.absent"), "class": "none"}
    state = Freshness(value)
    return {"word": FRESHNESS_WORD[state], "class": FRESHNESS_CLASS[state]}


def _holds(value: bool | None) -> Row:
    key, css = {
        True: ("verdict.supported", "supported"), False: ("verdict.not_supported", "challenged"),
        None: ("status.not_assessed", "unknown"),
    }[value]  # fmt: skip
    return {"word": say(key), "class": css}


def _part_rows(found: Difference, links: Links) -> list[Row]:
    changes = found.changes
    renamed = {key for pair in changes.renamed for key in pair}
    rows: list[Row] = [
        links.reference(b.id) | {"kind": "renamed", "part": part_name(b), "text": say("change.was", id=a.id)}
        for a, b in changes.renamed
    ]
    for kind, keys in (("added", changes.added), ("removed", changes.removed)):
        rows += [
            links.reference(key.id) | {"kind": kind, "part": part_name(key), "text": ""}
            for key in keys
            if key not in renamed
        ]
    rows += [
        links.reference(change.key.id)
        | {
            "kind": "changed",
            "part": part_name(change.key),
            "text": sentence(change).removeprefix(f"{part_name(change.key)} {change.key.id}: "),
        }
        for change in changes.changed
    ]
    for row in rows:
        row["kind_words"] = say(f"change.{row['kind']}")
        row["part_words"] = say(f"part.{key_of(row['part'])}")
    return rows


def _summary(found: Difference) -> str:
    changes, impact = found.changes, found.impact
    parts = [
        counted(f"change.{key}", n)
        for key, n in (
            ("parts_added", len(changes.added) - len(changes.renamed)),
            ("parts_removed", len(changes.removed) - len(changes.renamed)),
            ("parts_renamed", len(changes.renamed)),
            ("fields_changed", len(changes.changed)),
            ("evidence_stale", len(impact.stale_evidence)),
            ("tops_moved", len(impact.trees)),
            ("claims_flipped", len(impact.claims)),
            ("findings_touched", len(found.review.findings)),
            ("sign_offs_touched", len(found.review.sign_offs)),
        )
        if n
    ]
    return ", ".join(parts) or say("change.nothing")


def _settled_rows(found: Iterable[Settled], links: Links) -> list[Row]:
    return [
        {
            "id": one.id,
            "target": links.reference(one.target),
            "was": one.was,
            "was_words": say(f"review_word.{key_of(one.was)}"),
            "why": list(one.why),
        }
        for one in found
    ]
