"""The computed safety analysis as pieces of the report."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.render.language import translate
from casegen.render.prose.drawings import Drawings
from casegen.render.prose.pieces import (
    Heading,
    Paragraph,
    Piece,
    TableBlock,
    Words,
    dash,
    joined,
    lines,
    plain,
    reference,
    references,
    soft,
    status,
    strong,
    table,
)
from casegen.render.views import Sections
from casegen.render.views.hazards import GuideWordsView, RatingCell, ReductionsView, RisksView


def safety(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """What the case declares of guide-word matrix, measures against risk and risk matrix; nothing of the rest."""
    parts = data["safety"]
    if parts["matrix"] is not None:
        yield from _matrix(parts["matrix"], drawings)
    if parts["measures"] is not None:
        yield from _measures(parts["measures"])
    if parts["risks"] is not None:
        yield from _risks(parts["risks"])


def _matrix(matrix: GuideWordsView, drawings: Drawings) -> Iterator[Piece]:
    yield Heading(2, translate("safety.matrix"))
    yield Paragraph(plain(f"{matrix['gaps_words']} {translate('safety.matrix_legend')}"), lead=True)
    yield from drawings.of("guide-words")
    reasons: dict[str, list[str]] = {}
    for item in matrix["items"]:
        for word, cell in zip(matrix["words"], item["cells"], strict=True):
            if cell["dismissed"]:
                reasons.setdefault(cell["reason"], []).append(f"{item['title']} ({word})")
    if reasons:
        yield table(
            ("reason", "items"),
            [(plain(reason), plain("; ".join(places))) for reason, places in reasons.items()],
            small=True,
        )


def _measures(measures: ReductionsView) -> Iterator[Piece]:
    yield Heading(2, translate("safety.measures"))
    words = translate("safety.criterion", factor=measures["factor"], unit=measures["unit"] or "–")
    yield Paragraph(plain(words), lead=True)
    yield table(
        ("measure_taken", "cost", "trees", "harm_removed", "cost_by_harm", "outcome"),
        [
            (
                lines(plain(m["title"]), soft(m["id"])), lines(plain(m["cost"]), soft(m["cost_source"])),
                lines(*(joined([reference(t), plain(f"{t['now']} → {t['changed']}")]) for t in m["trees"])) or dash(""),
                dash(m["harm"]), dash(m["ratio"]),
                lines(status(m["class"], m["decision"]), plain(m["problem"])),
            )
            for m in measures["rows"]
        ],
    )  # fmt: skip


def _risks(risks: RisksView) -> Iterator[Piece]:
    yield Heading(2, translate("safety.risk_matrix"))
    corner = translate("column.severity")
    if risks["unit"]:
        corner += f" / {translate('column.frequency')} {risks['unit']}"
    heads = (f"{c['name']} (≥ {c['from']})" if c["from"] else c["name"] for c in risks["classes"])
    yield TableBlock(
        (corner, *heads),
        tuple((plain(row["severity"]), *(_rating(cell) for cell in row["cells"])) for row in risks["rows"]),
        widths=(1.1, *(1.0 for _ in risks["classes"])),
    )
    yield table(
        ("tree", "severity", "entries", "frequency", "class", "outcome"),
        [
            (
                lines(reference(r["tree"]), soft(r["title"])), dash(r["severity"]), references(r["entries"]),
                lines(dash(r["frequency"]), soft(r["basis"])), dash(r["frequency_class"]),
                status(r["class"], r["rating"] or r["problem"]),
            )
            for r in risks["risks"]
        ],
    )  # fmt: skip


def _rating(cell: RatingCell) -> Words:
    rating = strong(cell["rating"]) if cell["intolerable"] else plain(cell["rating"])
    return lines(references(cell["trees"]), rating) if cell["trees"] else rating
