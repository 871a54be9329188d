"""What changed since an earlier state, and what follows, as rows of the document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from casegen.model.results import Freshness, Status
from casegen.render.diagrams.part_numbers import aged
from casegen.render.language import counted, in_words, key_of, translate
from casegen.render.report.links import Links
from casegen.render.views.audit import (
    BaselineView,
    ChangesView,
    MovedEvidence,
    PartGroup,
    PartView,
    Reasons,
    TouchedView,
)
from casegen.render.views.base import StateView
from casegen.render.wording import (
    FRESHNESS_CLASS,
    FRESHNESS_WORD,
    STATUS_CLASS,
    STATUS_WORD,
    anchor,
    bound,
    limit,
    number,
    ratio,
)
from casegen.review.dossier import Baseline, Difference, Dossier, Key, SettledPoint, field_sentence, part_name

MOST_REASONS = 5
"""Reasons of a change that are shown; the claim or finding itself lists all of them."""


def changes_row(dossier: Dossier, links: Links) -> ChangesView | None:
    """The changes since ``dossier.since`` and their impact; None when there is nothing to compare with."""
    result = dossier.difference
    if result is None:
        return None
    impact = result.impact
    before, after = impact.supported
    return {
        "label": in_words(result.old),
        "since": baseline_row(dossier.since) if dossier.since is not None else None,
        "parts": (parts := _part_rows(result, links)),
        "grouped": grouped_parts(parts),
        "summary": _summary(result),
        "supported": {"before": _holds(before), "after": _holds(after), "changed": before != after},
        "problem": impact.problem,
        "errors": [d.message for d in impact.errors],
        "evidence": _evidence_rows(result, links),
        "trees": [
            {
                **links.reference(t.tree),
                "before": aged(number(t.before, beside=t.limits), old=bool(t.stale[0])),
                "after": aged(number(t.after, beside=t.limits), old=bool(t.stale[1])),
                "ratio": ratio(t.ratio),
                "before_upper": bound(t.before_upper, upper=True, beside=t.limits),
                "after_upper": bound(t.after_upper, upper=True, beside=t.limits),
                "problem": t.problem or (translate("trees.at_worst") if t.at_worst else ""),
            }
            for t in impact.trees
        ],
        "requirements": [
            {
                **links.reference(r.id),
                "bound_before": limit(r.bound_before, upper=r.upper), "bound_after": limit(r.bound_after, upper=r.upper),
                "compared_before": bound(r.compared_before, upper=r.upper, beside=r.limits),
                "compared_after": bound(r.compared_after, upper=r.upper, beside=r.limits),
            }
            for r in impact.requirements
        ],
        "claims": [
            {
                **links.reference(c.id), "before": status_word(c.before), "after": status_word(c.after),
                **few(c.why),
            }
            for c in impact.claims
        ],
        "findings": _settled_rows(result.review.findings, links),
        "sign_offs": _settled_rows(result.review.sign_offs, links),
        "asked": [
            {**_touched(one.id, one.target, one.status, one.changed, links), "href": anchor("finding", one.id)}
            for one in result.review.open_findings
        ],
    }  # fmt: skip


def few(reasons: Sequence[str]) -> Reasons:
    """The first reasons and how many more there are: all of them stand with the part itself."""
    most = len(reasons) if len(reasons) <= MOST_REASONS + 1 else MOST_REASONS
    return {"why": [in_words(reason) for reason in reasons[:most]], "more": len(reasons) - most}


def grouped_parts(parts: Sequence[PartView]) -> list[PartGroup]:
    """The changed parts; neighbours of one kind that only came or went stand in one row, as ``refs``."""
    rows: list[PartGroup] = []
    for part in parts:
        last = rows[-1] if rows else None
        alike = last is not None and not part["text"] and not last["text"]
        if last is not None and alike and (part["kind"], part["part"]) == (last["kind"], last["part"]):
            last["refs"].append({"id": part["id"], "href": part["href"]})
        else:
            rows.append({**part, "refs": [{"id": part["id"], "href": part["href"]}]})
    return rows


def _evidence_rows(difference: Difference, links: Links) -> list[MovedEvidence]:
    """Evidence whose state moved; items that moved alike, for no stated reason or the same one, in one row."""
    groups: dict[tuple[str | None, str | None, tuple[str, ...]], list[str]] = {}
    for item in difference.impact.evidence:
        groups.setdefault((item.before, item.after, tuple(item.why)), []).append(item.id)
    return [
        {
            "refs": links.references(names),
            "before": _freshness(before),
            "after": _freshness(after),
            **few(why),
        }
        for (before, after, why), names in groups.items()
    ]


def baseline_row(baseline: Baseline) -> BaselineView:
    """Name, root hash, date, author and reason of a baseline."""
    about = baseline.about
    return {
        "name": baseline.name,
        "root": baseline.root,
        "version": about.version,
        "created": about.created[:16].replace("T", " "),
        "author": about.author,
        "reason": about.reason,
    }


def status_word(value: str) -> StateView:
    """A status as stored, in words and with its class."""
    status = Status(value)
    return {"word": STATUS_WORD[status], "class": STATUS_CLASS[status]}


def _freshness(value: str | None) -> StateView:
    if value is None:
        return {"word": translate("freshness.absent"), "class": "none"}
    state = Freshness(value)
    return {"word": FRESHNESS_WORD[state], "class": FRESHNESS_CLASS[state]}


def _holds(value: bool | None) -> StateView:
    key, css = {
        True: ("verdict.supported", "supported"), False: ("verdict.not_supported", "challenged"),
        None: ("status.not_assessed", "unknown"),
    }[value]  # fmt: skip
    return {"word": translate(key), "class": css}


def _part_rows(difference: Difference, links: Links) -> list[PartView]:
    changes = difference.changes
    renamed = {key for pair in changes.renamed for key in pair}

    def row(key: Key, kind: str, text: str) -> PartView:
        part = part_name(key)
        return {
            **links.reference(key.id), "kind": kind, "part": part, "text": text,
            "kind_words": translate(f"change.{kind}"), "part_words": translate(f"part.{key_of(part)}"),
        }  # fmt: skip

    rows = [row(b, "renamed", translate("change.was", id=a.id)) for a, b in changes.renamed]
    for kind, keys in (("added", changes.added), ("removed", changes.removed)):
        rows += [row(key, kind, "") for key in keys if key not in renamed]
    for change in changes.changed:
        rows.append(row(change.key, "changed", in_words(field_sentence(change))))
    return rows


def _summary(difference: Difference) -> str:
    changes, impact = difference.changes, difference.impact
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
            ("findings_touched", len(difference.review.findings)),
            ("sign_offs_touched", len(difference.review.sign_offs)),
        )
        if n
    ]
    return ", ".join(parts) or translate("change.nothing")


def _settled_rows(settled: Iterable[SettledPoint], links: Links) -> list[TouchedView]:
    return [_touched(one.id, one.target, one.was, one.why, links) for one in settled]


def _touched(identifier: str, target: str, was: str, why: Sequence[str], links: Links) -> TouchedView:
    return {
        "id": identifier,
        "target": links.reference(target),
        "was": was,
        "was_words": translate(f"review_word.{key_of(was)}"),
        **few(why),
    }
