"""Chapters about numbers: fault trees, uncertainty and what-if."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from casegen.render.language import translate
from casegen.render.prose.case import nothing
from casegen.render.prose.pieces import (
    Bullets,
    Heading,
    Paragraph,
    Piece,
    Table,
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
    turned,
)
from casegen.render.report.links import Row

if TYPE_CHECKING:
    from casegen.render.prose.chapters import Drawings


def trees(data: Row, drawings: Drawings) -> Iterator[Piece]:
    """Each fault tree: result, drawings, events, cut sets, gates."""
    yield nothing("trees.legend" if data["trees"] else "trees.none")
    for t in data["trees"]:
        yield Heading(2, t["title"], t["anchor"])
        if t["text"]:
            yield Paragraph(plain(t["text"]))
        yield _tree_facts(t)
        yield from drawings.of("tree", t["id"])
        if t["events"]:
            yield Heading(3, translate("trees.events", tree=t["title"]))
            yield table(
                ("event", "what_source", "probability_bounds", "birnbaum", "fv", "raw", "rrw"),
                [
                    (plain(e["id"]), lines(plain(e["text"]), plain(e["source"])),
                     lines(strong(e["probability"]), plain(e["bounds"]) if e["bounds"] != "–" else ()),
                     *(plain(e["importance"][i]) for i in (0, 2, 3, 4)))
                    for e in t["events"]
                ],
                [e["anchor"] for e in t["events"]],
            )  # fmt: skip
        if t["cut_sets"]:
            yield Heading(3, translate("trees.cut_sets", tree=t["title"]))
            yield Paragraph(plain(t["cut_sets_told"]))
            yield table(
                ("order", "events", "probability", "share"),
                [
                    (plain(c["order"]), references(c["events"]) + plain(f"; {c['such']}" if c["such"] else ""),
                     plain(c["probability"]), plain(c["share"]))
                    for c in t["cut_sets"]
                ],
            )  # fmt: skip
        yield Heading(3, translate("trees.gates", tree=t["title"]))
        yield table(
            ("gate", "type", "stands_for", "inputs", "probability"),
            [(plain(g["id"]), plain(g["kind"]), dash(g["text"]),
              plain(g["inputs"]), plain(g["probability"])) for g in t["gates"]],
            [g["anchor"] for g in t["gates"]],
        )  # fmt: skip


def _tree_facts(t: Row) -> Table:
    target = t["target"]
    if target and t["target_confidence"]:
        target += " " + translate("trees.at", confidence=t["target_confidence"])
    if target and t["target_source"]:
        target += f" ({t['target_source']})"
    top = f"{t['top']['id']}: {t['value']} {t['kind']}; {translate('trees.bound')} {t['interval']}"
    method = f"{t['method']}; {translate('trees.nodes', n=t['bdd_nodes'])}" if t["method"] else ""
    return facts([
        (translate("trees.top"), plain(top)), (translate("trees.target"), plain(target)), (translate("trees.method"),
        plain(method)),
        (translate("trees.mission_time").capitalize(), plain(t["mission_time"])),
        (translate("trees.independence"), plain(t["independence"])),
        (translate("trees.problem"), status("challenged", t["problem"]) if t["problem"] else ()),
        (translate("trees.used_by"), joined([references(t["claims"]), references(t["scenarios"])], "; ")),
    ])  # fmt: skip


def study(data: Row, drawings: Drawings) -> Iterator[Piece]:
    """Spread of every top event, one input at a time, what-ifs."""
    result = data["study"]
    known = [t for t in data["trees"] if t["id"] in result["trees"]]
    if not known and not result["comparisons"]:
        yield nothing("study.none")
    for t in known:
        s = result["trees"][t["id"]]
        yield Heading(2, t["title"])
        yield Paragraph(
            joined([reference(t["top"]), strong(t["value"]), plain(t["kind"]), plain(t["interval"])])
        )
        yield from _spread(t, s)
        if s["swings"]:
            yield Heading(3, translate("study.swings", tree=t["id"]))
            yield Paragraph(plain(translate("study.swing_words", shown=len(s["swings"]), inputs=s["inputs"])))
            yield table(
                ("input", "low", "high", "swing", "elasticity", "low_high"),
                [(link(r["href"], r["name"]), *(plain(r[k]) for k in ("low", "high", "swing", "elasticity", "basis")))
                 for r in s["swings"]],
            )  # fmt: skip
    if data["trees"]:
        yield Heading(2, translate("study.whatif"))
        if not result["comparisons"]:
            yield nothing("study.no_whatif")
    for c in result["comparisons"]:
        yield from _comparison(c)


def _spread(t: Row, s: Row) -> Iterator[Piece]:
    if s["problem"]:
        yield Paragraph(status("challenged", s["problem"]))
    elif s["spread"] is None:
        yield nothing("study.no_spread")
    else:
        spread = s["spread"]
        yield Heading(3, translate("study.spread", tree=t["id"]))
        yield Paragraph(
            plain(translate("study.how", trials=spread["trials"], seed=spread["seed"], fixed=spread["fixed"]))
        )
        rows = [
            (translate("study.quantile", level=q["level"]), q["value"], q["interval"])
            for q in spread["quantiles"]
        ]
        rows += [
            (translate("study.mean"), spread["mean"], f"± {spread['mean_error']}"),
            (translate("study.point"), spread["point"], "–"), (translate("study.error_factor"),
            spread["error_factor"], "–"),
        ]  # fmt: skip
        yield table(
            ("distribution", "probability", "sampling_error"), [tuple(map(plain, row)) for row in rows]
        )
        if spread["clipped"]:
            yield Paragraph(plain(translate("study.clipped", n=spread["clipped"])))


def _comparison(c: Row) -> Iterator[Piece]:
    yield Heading(3, c["name"])
    yield Paragraph(
        joined([(*link(x["href"], x["subject"]), *plain(f" = {x['to']}")) for x in c["changes"]], ", ")
    )
    if c["trees"]:
        yield table(
            ("tree", "before", "interval", "after", "interval", "ratio"),
            [(reference(t), *(plain(t[k]) for k in ("before", "before_interval", "after", "after_interval", "ratio")))
             for t in c["trees"]],
        )  # fmt: skip
    else:
        yield nothing("study.nothing_moves")
    if c["claims"]:
        yield Bullets(
            tuple((*reference(x), *plain(": "), *turned(x["before"], x["after"])) for x in c["claims"])
        )
    else:
        yield nothing("study.no_flip")
