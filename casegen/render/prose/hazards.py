"""Chapters about hazards: mission properties, HAZOP, computed safety tables, scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casegen.render.language import translate
from casegen.render.prose.drawings import Drawings
from casegen.render.prose.pieces import (
    Heading,
    Paragraph,
    Piece,
    Sideways,
    TableBlock,
    Words,
    dash,
    items,
    joined,
    lines,
    plain,
    reference,
    references,
    soft,
    table,
    table_lines,
)
from casegen.render.prose.safety import safety
from casegen.render.prose.summary import fits_summary
from casegen.render.views import Sections
from casegen.render.views.base import Reference

UPRIGHT = 70
"""lines of a HAZOP table that stands upright, one page at most: a page on its side would leave two half empty"""


def nothing(key: str) -> Paragraph:
    """One line that says that there is nothing."""
    return Paragraph(plain(translate(key)))


def hazards(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """Mission properties, the HAZOP table, and what is computed of them."""
    yield Heading(2, translate("hazards.properties"))
    if data["properties"]:
        yield table(
            ("property", "wanted", "stakeholders", "violated_by", "trees"),
            [
                (plain(p["id"]), lines(plain(p["title"]), soft(p["text"])), dash(p["stakeholders"]),
                 violating(p["hazop"]), references(p["trees"]))
                for p in data["properties"]
            ],
            [p["anchor"] for p in data["properties"]],
        )  # fmt: skip
    else:
        yield nothing("hazards.no_property")
    chart = drawings.chart("coverage")
    heading = Heading(2, translate("hazards.hazop"))
    if not data["hazop"]:
        yield from chart
        yield heading
        yield nothing("hazards.no_hazop")
    else:
        hazop = _hazop(data)
        upright = table_lines(hazop) <= UPRIGHT
        beside = chart[0] if fits_summary(chart) else None
        yield from () if beside else chart
        yield Sideways((heading, hazop), beside, upright)
    yield from safety(data, drawings)


MOST_ENTRIES = 30
"""HAZOP entries that are named at a property: the table of them names the properties of all"""


def violating(entries: Sequence[Reference]) -> Words:
    """The first entries by id, and how many more there are."""
    named = references(entries[:MOST_ENTRIES])
    more = len(entries) - MOST_ENTRIES
    return joined([named, plain(translate("script.and_more", n=more))], ", ") if more > 0 else named


def _hazop(data: Sections) -> TableBlock:
    return table(
        ("entry", "item", "guide_word", "causes", "consequences", "mitigations", "severity", "properties", "leads_to"),
        [
            (plain(h["id"]), lines(plain(h["item"]), soft(h["attribute"])),
             lines(plain(h["guide_word"]), soft(h["deviation"]), soft(h["note"])),
             items(plain(cause) for cause in h["causes"]), items(plain(then) for then in h["consequences"]),
             items(joined([plain(m["text"]), references(m["refs"]) if m["refs"] else ()]) for m in h["mitigations"]),
             lines(dash(h["severity_words"]), soft(h["owner"])), references(h["properties"]),
             references(h["scenarios"] + h["trees"] + h["claims"]))
            for h in data["hazop"]
        ],
        [h["anchor"] for h in data["hazop"]],
        small=True,
    )  # fmt: skip


def scenarios(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """The hazard scenarios and their drawings."""
    if not data["scenarios"]:
        yield nothing("scenarios.none")
        return
    yield table(
        ("scenario", "what", "explains", "violates", "path"),
        [
            (plain(s["id"]), plain(s["title"]), references(s["hazop"]),
             reference(s["property"]) if s["property"] else dash(""), reference(s["tree"]) if s["tree"] else dash(""))
            for s in data["scenarios"]
        ],
        [s["anchor"] for s in data["scenarios"]],
    )  # fmt: skip
    yield from drawings.sheets(("scenario",))
