"""Chapters for who audits: control, traceability, compliance, changes, findings and sign-offs, checks, glossary."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.render.language import translate
from casegen.render.prose.drawings import Drawings
from casegen.render.prose.hazards import nothing
from casegen.render.prose.pieces import (
    Bullets,
    Heading,
    Paragraph,
    Piece,
    Words,
    dash,
    facts,
    joined,
    lines,
    link,
    plain,
    reference,
    references,
    soft,
    status,
    strong,
    table,
    turned,
)
from casegen.render.views import DiagnosticView, Sections
from casegen.render.views.audit import (
    ApprovalView,
    ChangesView,
    ClauseView,
    FindingView,
    PartGroup,
    Reasons,
)


def control(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """What the document is, who approved it, who receives it, which baselines there are."""
    document, layout, result = data["document"], data["layout"], data["control"]
    root = result["baseline"]["root"] if result["baseline"] else ""
    yield facts([
        (translate("control.document"), plain(document["id"])), (translate("control.version"),
        plain(document["version"])),
        (translate("control.date"), plain(document["date"])), (translate("control.authors"),
        plain(", ".join(document["authors"]))),
        (translate("control.organisation"), plain(document["organisation"])),
        (translate("control.classification"), plain(layout["classification"])),
        *((field["label"], plain(field["text"])) for field in layout["fields"]),
        (translate("control.baseline"), plain(result["state"])), (translate("control.root"), soft(root)),
        (translate("control.data"), joined([plain("SHA-256"), soft(data["digest"]), plain(translate("control.attached"))])
         if data["digest"] else ()),
        (translate("control.files"), plain(", ".join(document["files"]))),
        (translate("control.generator"), plain(document["generator"])),
        (translate("control.left_out"), plain(", ".join(layout["left_out"]))),
    ])  # fmt: skip
    if result["damaged"]:
        yield Paragraph(status("challenged", result["damaged"]))
    yield Heading(2, translate("control.approvals"))
    if result["approvals"] or layout["approvers"]:
        awaited = [
            (dash(a["name"]), dash(a["role"]), plain(translate("control.awaited")), (), ())
            for a in layout["approvers"]
        ]
        yield table(
            ("name", "role", "decision", "date", "baseline"), [*map(_approval, result["approvals"]), *awaited]
        )
    else:
        yield nothing("control.no_approval")
    if layout["distribution"]:
        yield Heading(2, translate("control.distribution"))
        rows = [(dash(p["name"]), dash(p["role"]), dash(p["organisation"])) for p in layout["distribution"]]
        yield table(("name", "role", "organisation"), rows)
    yield Heading(2, translate("control.history"))
    if result["baselines"]:
        yield table(
            ("baseline", "version", "date", "author", "reason", "root"),
            [
                tuple(
                    map(plain, (b["name"], b["version"], b["created"], b["author"], b["reason"], b["root"]))
                )
                for b in result["baselines"]
            ],
        )
    else:
        yield nothing("control.no_baseline")


def _approval(a: ApprovalView) -> tuple[Words, ...]:
    return (
        plain(a["name"]), lines(dash(a["role"]), plain(a["organisation"]), plain(a["independence_words"])),
        _decision(a),
        plain(a["date"]), lines(plain(a["baseline"]), plain(a["root"])),
    )  # fmt: skip


def _decision(a: ApprovalView) -> Words:
    """What was decided, whether it counts, its conditions, its text and, where it did not hold, why all the same."""
    return lines(
        status(a["class"], a["decision_words"]),
        plain(a["state"]),
        *map(plain, a["conditions"]),
        plain(a["text"]),
    )


def tracing(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """From every hazard to the evidence."""
    if not data["tracing"]:
        yield nothing("tracing.none")
        return
    yield table(
        ("hazard", "deviation", "scenarios", "trees", "claims", "evidence", "gaps"),
        [
            (reference(r["hazop"]), plain(r["what"]), references(r["scenarios"]), references(r["trees"]),
             joined([(*reference(c), *plain(f" ({c['status']})")) for c in r["claims"]], ", ") or dash(""),
             references(r["evidence"]),
             status("stale", r["gaps_words"]) if r["gaps"] else status("supported", translate("tracing.complete")))
            for r in data["tracing"]
        ],
    )  # fmt: skip


def compliance(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """Each standard of which the case maps a clause."""
    yield nothing("compliance.legend" if data["compliance"] else "compliance.none")
    for m in data["compliance"]:
        yield Heading(2, f"{m['title']}, {m['edition']}", m["anchor"])
        yield Paragraph(
            joined([status(c["class"], f"{c['words']}: {c['count']}") for c in m["counts"]], " · ")
        )
        about = [
            f"{translate(f'compliance.{key}')} {m[key]}"
            for key in ("available", "compared", "not_available", "source")
        ]
        yield Paragraph(soft(" ".join(about)))
        yield table(
            ("clause", "topic", "coverage", "nodes", "what_lacks"),
            [
                (plain(c["clause"]), lines(plain(c["topic"]), soft(c["ask"])), status(c["class"], c["words"]),
                 references(c["nodes"]), lines(*map(plain, c["why"]), _candidates(c), plain(c["note"])))
                for c in m["clauses"]
            ],
        )  # fmt: skip


def _candidates(c: ClauseView) -> Words:
    if not c["candidates"]:
        return ()
    more = f", {translate('script.and_more', n=c['more_candidates'])}" if c["more_candidates"] else ""
    return (*plain(translate("compliance.candidates") + " "), *references(c["candidates"]), *plain(more))


def changes(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """What changed since the earlier state, and what follows."""
    c = data["changes"]
    if c is None:
        yield nothing("changes.none")
        return
    yield Paragraph(plain(f"{translate('changes.since', label=c['label'])} {c['summary']}."))
    if c["since"] is not None:
        b = c["since"]
        message = f"{b['name']}, {b['created']}, {b['author']}: {b['reason']}"
        yield facts(
            [(translate("changes.baseline"), plain(message)), (translate("control.root"), plain(b["root"]))]
        )
    moved = turned(c["supported"]["before"], c["supported"]["after"])
    yield Paragraph((*plain(translate("changes.verdict") + " "), *moved))
    if c["problem"]:
        yield Paragraph(status("challenged", c["problem"]))
    yield Heading(2, translate("changes.parts"))
    if c["parts"]:
        yield table(
            ("change", "part", "id", "what"),
            [(strong(p["kind_words"]), plain(p["part_words"]), *_part(p)) for p in c["grouped"]],
        )
    else:
        yield nothing("changes.no_part")
    yield from _impact(c)


def _part(p: PartGroup) -> tuple[Words, Words]:
    """What changed in one part; parts that only came or went have the room of the description."""
    if len(p["refs"]) > 1:
        return dash(""), references(p["refs"])
    return references(p["refs"]), dash(p["text"])


def _impact(c: ChangesView) -> Iterator[Piece]:
    """What the changes move: numbers, statuses, and what the review decided."""
    yield from _moved_numbers(c)
    if c["claims"]:
        yield Heading(2, translate("changes.claims"))
        yield table(
            ("claim", "status", "why"),
            [(reference(r), turned(r["before"], r["after"]), _why(r)) for r in c["claims"]],
        )
    if c["errors"]:
        yield Heading(2, translate("changes.errors"))
        yield Bullets(tuple(map(plain, c["errors"])))
    yield from _touched(c)


def _moved_numbers(c: ChangesView) -> Iterator[Piece]:
    """Evidence, top events and requirements before and after."""
    if c["evidence"]:
        yield Heading(2, translate("changes.evidence"))
        yield table(
            ("evidence", "state", "why"),
            [(references(r["refs"]), turned(r["before"], r["after"]), _why(r)) for r in c["evidence"]],
        )
    if c["trees"]:
        yield Heading(2, translate("changes.trees"))
        yield table(
            ("tree", "before", "after", "ratio", "bound_before", "bound_after"),
            [
                (
                    reference(t),
                    *map(plain, (t["before"], t["after"], t["ratio"], t["before_upper"], t["after_upper"])),
                )
                for t in c["trees"]
            ],
        )
    if c["requirements"]:
        yield Heading(2, translate("changes.requirements"))
        head = ("claim", "required_before", "required_after", "held_before", "held_after")
        yield table(
            head,
            [
                (
                    reference(r),
                    *map(
                        plain,
                        (r["bound_before"], r["bound_after"], r["compared_before"], r["compared_after"]),
                    ),
                )
                for r in c["requirements"]
            ],
        )


def _touched(c: ChangesView) -> Iterator[Piece]:
    """Decisions of the review that no longer hold, and findings that ask for an answer."""
    if c["findings"] or c["sign_offs"]:
        yield Heading(2, translate("changes.touched"))
        yield table(
            ("id", "target", "was", "why"),
            [(plain(f["id"]), reference(f["target"]), plain(f["was_words"]), _why(f))
             for f in c["findings"] + c["sign_offs"]],
        )  # fmt: skip
    if c["asked"]:
        yield Heading(2, translate("changes.asked"))
        yield table(
            ("id", "target", "state", "what"),
            [(reference(f), reference(f["target"]), plain(f["was_words"]),
              _why(f) if f["why"] else plain(translate("changes.target_same"))) for f in c["asked"]],
        )  # fmt: skip


def _why(row: Reasons) -> Words:
    """The first reasons of a change, and how many more there are."""
    return lines(
        *map(plain, row["why"]), plain(translate("changes.more", n=row["more"])) if row["more"] else ()
    )


def review(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """Findings with their dispositions, and sign-offs."""
    r = data["review"]
    if r["findings"] or r["sign_offs"]:
        key, css = ("review.settled", "supported") if r["settled"] else ("review.not_settled", "stale")
        yield Paragraph(status(css, translate(key)))
    for p in r["problems"]:
        yield Paragraph(status("challenged", f"{p['place']}: {p['message']}"))
    yield Heading(2, translate("review.findings"))
    if r["findings"]:
        yield table(
            ("id", "target", "severity", "status", "finding"),
            [(link(f["anchor"], f["id"]), reference(f["target"]), plain(f["severity_words"]),
              status(f["class"], f["status_words"]), plain(f["text"])) for f in r["findings"]],
        )  # fmt: skip
    else:
        yield nothing("review.unreadable" if r["problems"] else "review.no_finding")
    for f in r["findings"]:
        yield from _finding(f)
    yield Heading(2, translate("review.sign_offs"))
    if not r["sign_offs"]:
        yield nothing("review.unreadable" if r["problems"] else "review.no_sign_off")
        return
    yield table(
        ("id", "target", "who", "decision", "baseline"),
        [
            (plain(s["id"]), reference(s["target"]), lines(plain(s["name"]), plain(s["independence_words"])),
             _decision(s), lines(plain(s["baseline"]), plain(s["date"])))
            for s in r["sign_offs"]
        ],
        [s["anchor"] for s in r["sign_offs"]],
    )  # fmt: skip
    for s in r["sign_offs"]:
        if s["why"]:
            yield Heading(3, f"{s['id']}: {s['state']}", listed=False)
            yield Bullets(tuple(map(plain, s["why"])))


def _finding(f: FindingView) -> Iterator[Piece]:
    yield Heading(3, f"{f['id']}: {f['severity_words']}", f["anchor"], listed=False)
    raised = translate("review.raised", who=f["by"], date=f["raised"], baseline=f["baseline"])
    yield Paragraph(joined(
        [status(f["class"], f["status_words"]), reference(f["target"]), plain(raised), plain(f["clause"])], " · "
    ))  # fmt: skip
    yield Paragraph(plain(f["text"]))
    steps = [
        joined([plain(h["date"]), strong(h["what_words"]), plain(h["who"]), plain(h["text"]),
                plain(f"{translate('review.evidence')} {', '.join(h['evidence'])}") if h["evidence"] else ()])
        for h in f["history"]
    ]  # fmt: skip
    steps += [plain(f"{translate('review.open_again')} {why}") for why in f["reopened"]]
    if steps:
        yield Bullets(tuple(steps))


def checks(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """Findings of the rules."""
    if not data["diagnostics"]:
        yield nothing("checks.none")
        return
    groups: dict[tuple[str, str, str], list[DiagnosticView]] = {}
    for d in data["diagnostics"]:
        groups.setdefault((d["class"], d["rule"], d["hint"]), []).append(d)
    for rows in groups.values():
        yield from _rule(rows)


def _rule(rows: list[DiagnosticView]) -> Iterator[Piece]:
    """What one rule reports, and how to settle it: said once for all its places."""
    first = rows[0]
    yield Heading(2, first["rule"], listed=False)
    about = [status(first["class"], first["severity_words"]), soft(first["source"]), plain(first["hint"])]
    yield Paragraph(joined(about, " · "), lead=True)
    yield table(
        ("place", "finding"),
        [
            (plain(d["location"]), joined([plain(d["message"]), link(d["target"]["href"], d["target"]["id"])
             if d["target"]["href"] and d["target"]["id"] not in d["message"] else ()]))
            for d in rows
        ],
        small=True,
    )  # fmt: skip


def glossary(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """The words of the field."""
    yield table(("word", "meaning"), [(strong(g["word"]), plain(g["meaning"])) for g in data["glossary"]])
