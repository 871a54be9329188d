"""What further evidence would do for the requirements that fail: sizes, how likely they are to be enough, and curves."""

from __future__ import annotations

from collections.abc import Iterator

from casegen.render.language import translate
from casegen.render.prose.drawings import Drawings, plot_row
from casegen.render.prose.pieces import (
    Bullets,
    Heading,
    Paragraph,
    Piece,
    joined,
    lines,
    link,
    plain,
    table,
)
from casegen.render.views import Sections
from casegen.render.views.plans import PlanView


def plans(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """The plan of every failing claim; nothing where all hold."""
    if not data["plans"]:
        return
    yield Heading(2, translate("plan.title"))
    yield Paragraph(plain(translate("plan.lead")))
    for row in data["plans"]:
        yield from _plan(row, drawings)


def _plan(row: PlanView, drawings: Drawings) -> Iterator[Piece]:
    """What is to be collected for one claim, what else it takes, and the curve of its bound."""
    said = row["problem"] or row["doubtful"]
    words = joined([(*link(row["href"], row["id"]), *plain(f": {row['text']}.")), plain(said)], " ")
    yield Paragraph(words, lead=bool(row["rows"]))
    if not row["rows"]:
        return
    yield table(
        ("further_failures", "more_of", "cost", row["works"], "works_predictive"),
        [
            (
                plain(r["failures"]), lines(*(plain(f"{m['id']}.{m['measure']}: {m['units']}") for m in r["more"])),
                plain(r["cost"]), plain(r["estimate"]), plain(r["predictive"]),
            )
            for r in row["rows"]
        ],
        numbers=(2, 3, 4),
    )  # fmt: skip
    if row["conditions"]:
        yield Bullets(tuple(map(plain, row["conditions"])))
    plots = drawings.figures("plan", row["id"])
    if plots:
        yield plot_row(plots)
