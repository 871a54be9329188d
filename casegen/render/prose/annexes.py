"""Annexes, to look things up in: every claim, the tables of the trees, the data of the evidence, the index."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from casegen.model.results import Status
from casegen.render.language import language_of_methods, translate
from casegen.render.prose.drawings import Drawings, plot_row
from casegen.render.prose.hazards import nothing
from casegen.render.prose.pieces import (
    Bullets,
    Heading,
    Index,
    Paragraph,
    Piece,
    TableBlock,
    Words,
    dash,
    facts,
    items,
    joined,
    lines,
    link,
    plain,
    quoted,
    references,
    soft,
    status,
    strong,
    table,
)
from casegen.render.prose.quantities import tree_tables
from casegen.render.prose.summary import fits_summary, requirements
from casegen.render.report.argument import FEW
from casegen.render.views import Sections
from casegen.render.views.argument import ClaimView, OutlineView, ReasonView
from casegen.render.views.evidence import EvidenceView, MeasureView
from casegen.render.wording import STATUS_CLASS

SHOWN_PLOTS = 2
"""plots on the page of an evidence item; the others stand in the annex of its data"""
SHOWN_MEASURES = 3


def claims(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """Every requirement, every claim, and the argument as an outline."""
    if not data["claims"]:
        yield nothing("argument.no_claim")
        return
    if data["requirements"]:
        yield Heading(2, translate("verdict.requirements"))
        yield from requirements(data["requirements"])
        chart = drawings.chart("margins")
        if not fits_summary(chart):
            yield from chart
    yield Heading(2, translate("argument.claims"))
    printed = data["extent"]["printed"]
    if printed is not None:
        yield Paragraph(plain(data["extent"]["paper"]))
    listed = [c for c in data["claims"] if printed is None or c["id"] in printed]
    yield table(
        ("claim", "text", "requirement_reasons"),
        [_claim(c, data["marks"]) for c in listed],
        [c["anchor"] for c in listed],
    )
    yield from drawings.of("overview")
    if printed is not None:
        return
    yield Heading(2, translate("argument.outline"))
    rows = data["outline"]
    yield Bullets(
        tuple(_outline(n, data["marks"]) for n in rows), tuple(n["depth"] for n in rows),
        tuple("" if n["repeated"] else n["anchor"] for n in rows),
    )  # fmt: skip


def _claim(c: ClaimView, marks: Mapping[str, str]) -> tuple[Words, ...]:
    changed = strong(translate(f"change.{marks[c['id']]}")) if c["id"] in marks else ()
    drawn = (
        joined([soft(translate("argument.drawn_on")), link(c["sheet"], c["sheet_label"])])
        if c["sheet"]
        else ()
    )
    assumed = soft(f"{translate('argument.assumed')} {c['assumed']}") if c["assumed"] else ()
    owner = soft(f"{translate('argument.owner')} {c['owner']}") if c["owner"] else ()
    return (
        lines(plain(c["id"]), status(c["class"], c["status"]), changed),
        lines(plain(c["text"]), assumed, owner, drawn), lines(*_held(c), *_reasons(c)) or dash(""),
    )  # fmt: skip


def _held(c: ClaimView) -> Iterator[Words]:
    r = c["requirement"]
    if r is None:
        return
    yield (*link(r["href"], r["what"]), *plain(f" {r['text']}"))
    yield joined([plain(translate("argument.found")), strong(r["value"]), plain(r["interval"])])
    yield joined([status(r["class"], r["outcome"]), soft(r["bound_source"])])
    yield from (plain(note) for note in r["notes"])
    yield soft(r["problem"])


def _reasons(c: ClaimView) -> Iterator[Words]:
    own = [x for x in (*c["reasons"], *c["more_reasons"]) if not _said_above(x, c)]
    # a decision on the claim itself and what is not well stand in full: no other row says them
    short = [x for x in own[FEW:] if x["target"] != c["id"] and x["class"] == STATUS_CLASS[Status.SUPPORTED]]
    yield from (named(x) for x in own if x not in short)
    for b in c["because"]:
        yield (*status(b["class"], b["status"]), *plain(": "), *references(b["refs"]))
    more = [link(x["href"], x["target"]) for x in short]
    if more:
        yield (*soft(translate("argument.more", n=len(more)) + " "), *joined(more, ", "))


def _said_above(reason: ReasonView, c: ClaimView) -> bool:
    """Whether it is the outcome of the requirement, which stands above in parts, and no other judgement of the claim."""
    r = c["requirement"]
    return r is not None and reason["target"] == c["id"] and reason["message"].startswith(f"{r['subject']}: ")


def named(reason: ReasonView) -> Words:
    """A message with its subject linked where it names it, else before it."""
    target, message = reason["target"], reason["message"]
    before, word, after = message.partition(target) if target else (message, "", "")
    if not word:
        return (*link(reason["href"], target), *plain(f": {message}"))
    return (*plain(before), *link(reason["href"], target), *plain(after))


def _outline(n: OutlineView, marks: Mapping[str, str]) -> Words:
    kind = n["kind"] + (f", {n['status']}" if n["status"] else "")
    again = soft(translate("argument.see_above")) if n["repeated"] else ()
    details = [(*soft(f"{d['label']}: "), *link(d["href"], d["text"])) for d in n["details"]]
    mark = marks.get(n["id"], "")
    changed = strong(f"[{translate(f'change.{mark}')}]") if mark else ()
    return joined(
        [
            soft(n["level"]),
            plain(n["relation"]),
            strong(n["id"]),
            changed,
            soft(f"({kind})"),
            plain(n["text"]),
            again,
            *details,
        ]
    )


def tables(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """Every event, cut set and gate of every tree."""
    if not data["trees"]:
        yield nothing("trees.none")
    for t in data["trees"]:
        yield Heading(2, t["title"], f"tables-{t['anchor']}")
        yield from tree_tables(t)


def data(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """Of every evidence item: measures, provenance, assumptions, tables, further plots."""
    if not data["evidence"]:
        yield nothing("evidence.none")
    elif language_of_methods():
        yield Paragraph(soft(translate("evidence.quoted")), lead=True)
    for e in data["evidence"]:
        yield Heading(2, e["title"], f"data-{e['anchor']}")
        yield Paragraph((*soft(translate("evidence.page") + " "), *link(e["anchor"], e["id"])))
        if e["measures"]:
            yield measures(e["measures"], whole=True)
        yield _provenance(e, data["attached"].get(e["id"], ""))
        if e["assumptions"]:
            yield Heading(3, translate("evidence.assumptions"), listed=False)
            yield Bullets(tuple(quoted(text) for text in e["assumptions"]))
        for sign in e["signs"]:
            yield Paragraph(soft(sign))
        for note in e["notes"]:
            yield Paragraph(quoted(note, soft=True))
        for t in e["tables"]:
            caption = t["title"] + (f". {t['note']}" if t["note"] else "")
            rows = tuple(tuple(map(quoted if t["quoted"] else plain, row)) for row in t["rows"])
            lang = language_of_methods() if t["quoted"] else ""
            numbers = tuple(i for i, numeric in enumerate(t["numeric"]) if numeric)
            yield TableBlock(tuple(t["columns"]), rows, caption, numbers=numbers, lang=lang)
        further = drawings.plots(e)[SHOWN_PLOTS:]
        if further:
            yield plot_row(further)


def shown_measures(e: EvidenceView) -> list[MeasureView]:
    """The measures on the page of an evidence item: those that the case uses first."""
    ordered = sorted(e["measures"], key=lambda m: not m["used"])
    used = sum(1 for m in ordered if m["used"])
    return ordered[: max(SHOWN_MEASURES, used)]


def measures(rows: list[MeasureView], *, whole: bool = False) -> TableBlock:
    """Measures with interval, kind, number of trials, and what they are; the ``whole`` of it says how, too."""
    return table(
        ("measure", "value", "interval", "kind", "n", "what_how"),
        [
            (plain(m["name"]), strong(m["value"]), plain(m["interval"]), plain(m["kind"]), dash(m["n"]),
             joined([quoted(m["text"]), quoted(m["estimator"], soft=True) if whole else (),
                     status("stale", translate("evidence.reproduction")) if m["reproduction_only"] else ()]))
            for m in rows
        ],
        numbers=(4,),
    )  # fmt: skip


def _provenance(e: EvidenceView, attached: str) -> TableBlock:
    origin = e["provenance"]

    def pairs(rows: list[list[str]]) -> Words:
        return joined([plain(f"{name}: {value}") for name, value in rows if value], " · ")

    return facts([
        (translate("evidence.method"), plain(f"{e['method']} {e['source'] and '(' + e['source'] + ')'}".strip())),
        (translate("evidence.owner"), plain(e["owner"])), (translate("evidence.stated_in"), plain(e["location"])),
        (translate("evidence.measured"), plain(measured(e))), (translate("evidence.seed"), plain(origin["seed"])),
        (translate("evidence.inputs"), items(plain(f"{name}: {value}") for name, value in origin["inputs"])
         if origin["inputs"] else ()),
        (translate("evidence.parameters"), pairs(origin["parameters"])),
        (translate("evidence.code"), pairs(origin["code"])),
        (translate("evidence.environment"), pairs(origin["environment"])),
        (translate("evidence.attached"), plain(attached)),
    ])  # fmt: skip


def measured(e: EvidenceView) -> str:
    """When an item was measured, and how long it took."""
    origin = e["provenance"]
    return str(origin["started"]) + (f", {origin['seconds']}" if origin["seconds"] else "")


def index(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """Every part by its id."""
    if not data["index"]:
        yield nothing("index.none")
        return
    yield Paragraph(soft(translate("index.how")), lead=True)
    yield Index(tuple((row["id"], row["anchor"], row["kind"]) for row in data["index"]))
