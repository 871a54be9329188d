"""Chapters about the case itself: verdict, system, hazards, trees, uncertainty, argument, evidence, assumptions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from casegen.render.language import translate
from casegen.render.prose.pieces import (
    Bullets,
    Heading,
    Paragraph,
    Piece,
    Table,
    Words,
    dash,
    facts,
    joined,
    lines,
    link,
    plain,
    reference,
    references,
    status,
    strong,
    table,
)
from casegen.render.prose.safety import safety
from casegen.render.report.links import Row

if TYPE_CHECKING:
    from casegen.render.prose.chapters import Drawings


def nothing(key: str) -> Paragraph:
    """One line that says that there is nothing."""
    return Paragraph(plain(translate(key)))


def verdict(data: Row, drawings: Drawings) -> Iterator[Piece]:
    """Verdict, weakest points, requirements."""
    result = data["verdict"]
    yield Paragraph(plain(", ".join(f"{c['word']}: {c['count']}" for c in result["counts"])))
    if result["spent"]:
        yield Paragraph(plain(result["spent"]))
    if result["split"] is not None:
        yield Paragraph(plain(result["split"]["sentence"]))
        if result["split"]["rows"]:
            yield table(
                ("measure", "confidence", "looks", "more_units", "cost"),
                [
                    (
                        plain(r["measure"]),
                        plain(r["confidence"]),
                        plain(r["looks"]),
                        dash(r["more"]),
                        dash(r["cost"]),
                    )
                    for r in result["split"]["rows"]
                ],
            )
    if data["changes"] is not None:
        message = (
            f"{translate('verdict.changes', label=data['changes']['label'])}: {data['changes']['summary']}."
        )
        yield Paragraph(plain(message))
    yield Heading(2, translate("verdict.weakest"))
    if result["weakest"]:
        yield table(
            ("status", "where", "why"),
            [
                (status(r["class"], r["status"]), link(r["href"], r["target"]),
                 lines(plain(r["text"]), plain(r["message"])))
                for r in result["weakest"]
            ],
        )  # fmt: skip
    else:
        yield nothing("verdict.nothing")
    yield Heading(2, translate("verdict.requirements"))
    required = data["requirements"]
    if not required:
        yield nothing("verdict.no_requirement")
        return
    yield table(
        ("claim", "measure", "required", "held", "estimate", "headroom", "outcome"),
        [_requirement(claim, claim["requirement"]) for claim in required],
    )


def _requirement(claim: Row, r: Row) -> tuple[Words, ...]:
    return (
        link(claim["anchor"], claim["id"]), link(r["href"], r["what"]), plain(f"{r['sign']} {r['bound']}"),
        strong(r["compared"]), lines(plain(r["value"]), plain(r["interval"])), dash(r["headroom"]),
        status(r["class"], r["outcome"]),
    )  # fmt: skip


def system(data: Row, drawings: Drawings) -> Iterator[Piece]:
    """System, environment, use, risk criteria."""
    for key in ("system", "environment", "intended_use", "risk_criteria"):
        yield Heading(2, translate(f"system.{key}"))
        yield Paragraph(plain(data["document"][key] or translate("system.not_stated")))


def hazards(data: Row, drawings: Drawings) -> Iterator[Piece]:
    """Mission properties and the HAZOP table."""
    yield Heading(2, translate("hazards.properties"))
    if data["properties"]:
        yield table(
            ("property", "wanted", "stakeholders", "violated_by", "trees"),
            [
                (plain(p["id"]), lines(plain(p["title"]), plain(p["text"])), dash(p["stakeholders"]),
                 references(p["hazop"]), references(p["trees"]))
                for p in data["properties"]
            ],
            [p["anchor"] for p in data["properties"]],
        )  # fmt: skip
    else:
        yield nothing("hazards.no_property")
    yield from _hazop(data)
    yield from safety(data)


def _hazop(data: Row) -> Iterator[Piece]:
    yield Heading(2, translate("hazards.hazop"))
    if not data["hazop"]:
        yield nothing("hazards.no_hazop")
        return
    yield table(
        ("entry", "item", "guide_word", "causes", "consequences", "mitigations", "severity", "properties", "leads_to"),
        [
            (plain(h["id"]), plain(f"{h['item']}: {h['attribute']}"),
             lines(plain(h["guide_word"]), plain(h["deviation"])),
             _list(h["causes"]), _list(h["consequences"]),
             lines(*(joined([plain(m["text"]), references(m["refs"]) if m["refs"] else ()]) for m in h["mitigations"])),
             dash(h["severity_words"]), references(h["properties"]),
             references(h["scenarios"] + h["trees"] + h["claims"]))
            for h in data["hazop"]
        ],
        [h["anchor"] for h in data["hazop"]],
    )  # fmt: skip


def _list(items: list[str]) -> Words:
    return lines(*(plain(item) for item in items)) or dash("")


def scenarios(data: Row, drawings: Drawings) -> Iterator[Piece]:
    """Each hazard scenario with its drawing."""
    if not data["scenarios"]:
        yield nothing("scenarios.none")
    for s in data["scenarios"]:
        yield Heading(2, f"{s['id']}: {s['title']}")
        parts = [("explains", references(s["hazop"]) if s["hazop"] else ()),
                 ("violates", reference(s["property"]) if s["property"] else ()),
                 ("path", reference(s["tree"]) if s["tree"] else ())]  # fmt: skip
        yield Paragraph(
            joined(
                [joined([plain(translate(f"scenarios.{key}")), words]) for key, words in parts if words], "; "
            )
        )
        yield from drawings.of("scenario", s["id"])


def argument(data: Row, drawings: Drawings) -> Iterator[Piece]:
    """Legend, drawings, claims, outline."""
    yield nothing("argument.legend")
    if data["marks"]:
        yield Paragraph(plain(translate("argument.marks", label=data["changes"]["label"])))
    yield table(
        ("status", "meaning"),
        [(status(s["class"], s["word"]), plain(s["meaning"])) for s in data["statuses"]],
    )
    yield from drawings.of("overview")
    yield from drawings.of("argument")
    yield Heading(2, translate("argument.claims"))
    if not data["claims"]:
        yield nothing("argument.no_claim")
        return
    yield table(
        ("claim", "text", "status", "requirement_found", "reasons"),
        [_claim(c, data["marks"]) for c in data["claims"]],
        [c["anchor"] for c in data["claims"]],
    )
    yield Heading(2, translate("argument.outline"))
    yield Bullets(tuple(map(_outline, data["outline"])), tuple(n["depth"] for n in data["outline"]))


def _claim(c: Row, marks: Row) -> tuple[Words, ...]:
    r = c["requirement"]
    held: Words = dash("")
    if r is not None:
        result = f"{translate('argument.found')} {r['value']}, {r['interval']}"
        held = lines((*link(r["href"], r["what"]), *plain(f" {r['text']}")), plain(result),
                     status(r["class"], r["outcome"]), plain(r["bound_source"]), plain(r["problem"]))  # fmt: skip
    reasons = [(*link(x["href"], x["target"]), *plain(f": {x['message']}")) for x in c["reasons"]]
    reasons += [
        (*status(b["class"], b["status"]), *plain(": "), *references(b["refs"])) for b in c["because"]
    ]
    more = [link(x["href"], x["target"]) for x in c["more_reasons"]]
    if more:
        reasons.append((*plain(translate("argument.more", n=len(more)) + " "), *joined(more, ", ")))
    changed = strong(translate(f"change.{marks[c['id']]}")) if c["id"] in marks else ()
    assumed = plain(f"{translate('argument.assumed')} {c['assumed']}") if c["assumed"] else ()
    owner = plain(f"{translate('argument.owner')} {c['owner']}") if c["owner"] else ()
    return (
        lines(plain(c["id"]), changed), lines(plain(c["text"]), assumed, owner), status(c["class"], c["status"]),
        held, lines(*reasons) or dash(""),
    )  # fmt: skip


def _outline(n: Row) -> Words:
    kind = n["kind"] + (f", {n['status']}" if n["status"] else "")
    again = plain(translate("argument.see_above")) if n["repeated"] else ()
    details = [(*plain(f"{d['label']}: "), *link(d["href"], d["text"])) for d in n["details"]]
    return joined(
        [plain(n["relation"]), strong(n["id"]), plain(f"({kind})"), plain(n["text"]), again, *details]
    )


def evidence(data: Row, drawings: Drawings) -> Iterator[Piece]:
    """The evidence register."""
    if not data["evidence"]:
        yield nothing("evidence.none")
    for e in data["evidence"]:
        yield Heading(2, e["title"], e["anchor"])
        yield Paragraph(joined([status(e["class"], e["freshness"]), plain(e["id"]), plain(e["text"])]))
        if e["why"]:
            yield Bullets(tuple(plain(why) for why in e["why"]))
        if e["measures"]:
            yield table(
                ("measure", "value", "interval", "kind", "n", "what_how"),
                [(plain(m["name"]), strong(m["value"]), plain(m["interval"]), plain(m["kind"]), dash(m["n"]),
                  joined([plain(m["text"]), plain(m["estimator"]),
                          plain(translate("evidence.reproduction")) if m["reproduction_only"] else ()]))
                 for m in e["measures"]],
            )  # fmt: skip
        yield _provenance(e)
        if e["assumptions"]:
            yield Heading(3, translate("evidence.assumptions"))
            yield Bullets(tuple(plain(text) for text in e["assumptions"]))
        for note in e["notes"]:
            yield Paragraph(plain(note))
        for t in e["tables"]:
            caption = t["title"] + (f". {t['note']}" if t["note"] else "")
            yield Table(tuple(t["columns"]), tuple(tuple(map(plain, row)) for row in t["rows"]), caption)
        yield from drawings.plots(e)


def _provenance(e: Row) -> Table:
    origin = e["provenance"]

    def pairs(key: str) -> Words:
        return lines(*(plain(f"{name}: {value}") for name, value in origin[key] if value))

    source = f" ({e['source']})" if e["source"] else ""
    measured = origin["started"] + (f", {origin['seconds']}" if origin["seconds"] else "")
    return facts([
        (translate("evidence.method"), plain(f"{e['method']} {e['summary']}{source}")),
        (translate("evidence.used_by"), references(e["nodes"] + e["claims"] + e["events"])),
        (translate("evidence.owner"), plain(e["owner"])), (translate("evidence.stated_in"), plain(e["location"])),
        (translate("evidence.measured"), plain(measured)), (translate("evidence.seed"), plain(origin["seed"])),
        (translate("evidence.inputs"), pairs("inputs")), (translate("evidence.parameters"), pairs("parameters")),
        (translate("evidence.code"), pairs("code")), (translate("evidence.environment"), pairs("environment")),
    ])  # fmt: skip


def assumptions(data: Row, drawings: Drawings) -> Iterator[Piece]:
    """Assumptions, doubts, limits."""
    yield Heading(2, translate("assumptions.assumptions"))
    if data["assumptions"]:
        yield table(
            ("where", "assumption", "why_made", "state", "who"),
            [
                (references(a["where"]), plain(a["what"]), dash(a["why"]), dash(a["state"]), dash(a["by"]))
                for a in data["assumption_groups"]
            ],
        )  # fmt: skip
    else:
        yield nothing("assumptions.no_assumption")
    yield Heading(2, translate("assumptions.doubts"))
    if data["doubts"]:
        yield table(
            ("id", "kind", "against", "doubt", "state", "answer", "who"),
            [(reference(d), plain(d["kind"]), reference(d["target"]), plain(d["text"]),
              status("challenged", d["state"]) if d["open"] else dash(d["state"]), dash(d["answer"]), dash(d["by"]))
             for d in data["doubts"]],
        )  # fmt: skip
    else:
        yield nothing("assumptions.no_doubt")
    yield Heading(2, translate("assumptions.limits"))
    limits = data["document"]["limitations"]
    yield Bullets(tuple(map(plain, limits))) if limits else nothing("assumptions.no_limit")
