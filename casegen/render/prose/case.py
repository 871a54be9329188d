"""Chapters about the case itself: system, argument, evidence, assumptions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from casegen.render.language import counted, language_of_methods, translate
from casegen.render.prose.annexes import SHOWN_PLOTS, measured, measures, shown_measures
from casegen.render.prose.drawings import Drawings, plot_row
from casegen.render.prose.hazards import nothing
from casegen.render.prose.pieces import (
    Bullets,
    Cell,
    Heading,
    Paragraph,
    Part,
    Piece,
    Together,
    Words,
    dash,
    facts,
    joined,
    lines,
    link,
    plain,
    quoted,
    reference,
    references,
    soft,
    status,
    table,
)
from casegen.render.views import Sections
from casegen.render.views.argument import AssumptionGroup
from casegen.render.views.evidence import EvidenceView


def system(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """System, environment, use, risk criteria."""
    about = data["document"]
    stated = {
        "system": about["system"], "environment": about["environment"], "intended_use": about["intended_use"],
        "risk_criteria": about["risk_criteria"],
    }  # fmt: skip
    yield facts(
        (
            (translate(f"system.{key}"), plain(text or translate("system.not_stated")))
            for key, text in stated.items()
        ),
        about["anchor"],
    )


def how_to_read(data: Sections) -> Iterator[Piece]:
    """What the signs of the report mean."""
    yield Heading(2, translate("page.reading"), listed=False)
    yield table(
        ("status", "meaning"),
        [(status(s["class"], s["word"]), plain(s["meaning"])) for s in data["statuses"]],
    )
    if data["claims"]:
        yield Paragraph(soft(translate("argument.legend")))
    if data["marks"] and data["changes"] is not None:
        yield Paragraph(soft(translate("argument.marks", label=data["changes"]["label"])))


def argument(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """The drawings; the claims stand in words in an annex."""
    if not data["claims"]:
        yield nothing("argument.no_claim")
        return
    if not data["extent"]["whole"]:
        yield Paragraph(plain(data["extent"]["paper"]))
    yield from drawings.sheets(("argument",))


def evidence(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """The evidence register: of each item the words on one page, and its plots beside each other, there or on the next.

    Words and plots need not share a page: half of the pages would stay empty below.  So captions name the item.
    """
    if not data["evidence"]:
        yield nothing("evidence.none")
    elif language_of_methods():
        yield Paragraph(soft(translate("evidence.quoted")), lead=True)
    for e in data["evidence"]:
        yield Together(tuple(_item(e)))
        plots = drawings.plots(e)[:SHOWN_PLOTS]
        if plots:
            named = (replace(plot, title=f"{e['id']}: {plot.title}") for plot in plots)
            yield plot_row(named)


def _item(e: EvidenceView) -> Iterator[Part]:
    yield Heading(2, e["title"], e["anchor"])
    yield Paragraph(joined([status(e["class"], e["freshness"]), soft(e["id"]), plain(e["text"])]))
    if e["why"]:
        yield Bullets(tuple(status("stale", why) for why in e["why"]))
    if e["signs"]:
        yield Bullets(tuple(status("stale", sign) for sign in e["signs"]))
    shown = shown_measures(e)
    if shown:
        yield measures(shown)
    used = [("nodes", e["nodes"]), ("claims", e["claims"]), ("events", e["events"])]
    yield facts([
        (translate("evidence.method"), joined([plain(e["method"]), quoted(e["summary"])], ": ")),
        (translate("evidence.used_by"), joined(
            [joined([soft(translate(f"evidence.{key}")), references(rows)]) for key, rows in used if rows], "; "
        )),
        (translate("evidence.measured"), _measured(e)),
    ])  # fmt: skip


def _measured(e: EvidenceView) -> Words:
    """When it was measured, and where the rest of it stands."""
    seed, more = e["provenance"]["seed"], len(e["measures"]) - len(shown_measures(e))
    return joined([
        plain(measured(e)), plain(translate("evidence.seeded", seed=seed)) if seed else (),
        plain(counted("evidence.more_measures", more)) if more else (),
        link(f"data-{e['anchor']}", translate("evidence.data")),
    ], " · ")  # fmt: skip


def _state(a: AssumptionGroup) -> Cell:
    """What is stated of an assumption, and how it was judged."""
    judged = status(a["class"], a["status"]) if a["class"] else ()
    return lines(*(words for words in (plain(a["state"]), judged) if words)) or dash("")


def assumptions(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """Assumptions, doubts, limits."""
    yield Heading(2, translate("assumptions.doubts"))
    if data["doubts"]:
        yield table(
            ("id", "kind", "against", "doubt", "state", "answer", "who"),
            [(reference(d), plain(d["kind"]), reference(d["target"]), plain(d["text"]),
              status(d["class"], d["state"]) if d["class"] else dash(d["state"]), dash(d["answer"]),
              lines(*map(plain, d["people"])) or dash(""))
             for d in data["doubts"]],
            small=True,
        )  # fmt: skip
    else:
        yield nothing("assumptions.no_doubt")
    yield Heading(2, translate("assumptions.assumptions"))
    own = [a for a in data["assumption_groups"] if not a["of_method"]]
    if own:
        yield table(
            ("where", "assumption", "why_made", "state", "accepted_by", "owner"),
            [
                (references(a["where"]), plain(a["what"]), dash(a["why"]), _state(a), dash(a["accepted_by"]),
                 dash(a["owner"]))
                for a in own
            ],
            small=True,
        )  # fmt: skip
    else:
        yield nothing("assumptions.no_assumption")
    if len(own) < len(data["assumption_groups"]):
        words = translate("assumptions.of_methods", n=len(data["assumption_groups"]) - len(own))
        yield Paragraph(joined([soft(words), link("chapter-data", translate("chapter.data"))]))
    yield Heading(2, translate("assumptions.limits"))
    limits = data["document"]["limitations"]
    yield Bullets(tuple(map(plain, limits))) if limits else nothing("assumptions.no_limit")
