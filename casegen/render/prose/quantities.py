"""Chapters about numbers: fault trees, uncertainty and what-if."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from casegen.render.language import counted, translate
from casegen.render.prose.drawings import Drawings, headed, height_in_text, plot_row
from casegen.render.prose.hazards import nothing
from casegen.render.prose.pieces import (
    Bullets,
    Cell,
    DrawingSheet,
    Heading,
    Paragraph,
    Picture,
    Piece,
    TableBlock,
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
from casegen.render.prose.plans import plans
from casegen.render.views import Sections
from casegen.render.views.trees import ComparisonView, CutSetView, EventView, TreeStudyView, TreeView

FEW_EVENTS, FEW_CUT_SETS = 6, 5
"""rows in the report, the most important first; the annex holds all"""
WITH_ITS_TREE = 95.0
"""mm of height that drawings of a tree take at most which stand with it, a third of a page"""
FIGURES = ("tornado", "distribution", "curve")


def trees(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """Each fault tree: result, drawings, what moves it, its leading events and cut sets."""
    yield nothing("trees.legend" if data["trees"] else "trees.none")
    drawn = {t["id"]: drawings.in_turn(t["id"]) for t in data["trees"]}
    large = drawn_apart(drawn)
    for t in data["trees"]:
        yield Heading(2, t["title"], t["anchor"])
        if t["text"]:
            yield Paragraph(plain(t["text"]))
        yield _tree_facts(t)
        plots = [plot for kind in FIGURES for plot in drawings.figures(kind, t["id"])]
        if plots:
            yield plot_row(plots)
        if t["events"]:
            yield Heading(3, translate("trees.leading_events", tree=t["title"]), listed=False)
            yield table(
                ("event", "what_source", "probability_bounds", "fv"),
                [
                    (link(e["href"], e["id"]), _happens(e), _probability(e),
                     plain(e["importance"][2]))
                    for e in t["events"][:FEW_EVENTS]
                ],
                numbers=(3,),
            )  # fmt: skip
        if t["cut_sets"]:
            yield Heading(3, translate("trees.cut_sets", tree=t["title"]), listed=False)
            yield _cut_sets(t["cut_sets"][:FEW_CUT_SETS])
        yield Paragraph(
            joined([soft(translate("trees.all")), link(f"tables-{t['anchor']}", translate("chapter.tables"))])
        )
        if t["id"] not in large:
            yield from drawn[t["id"]]
    if large:
        heading = Heading(2, translate("trees.drawings"))
        # below the text of the last tree there may be room for the small ones
        yield from headed(heading, drawings.in_turn(*large))


def drawn_apart(drawn: Mapping[str, Sequence[Picture | DrawingSheet]]) -> list[str]:
    """Trees whose drawings stand after all trees: one that finds no room leaves the rest of its page empty.

    One alone stands with its tree where it fits into the text.
    """
    heights = {tree: sum(map(height_in_text, its)) for tree, its in drawn.items()}
    tall = [tree for tree, height in heights.items() if height > WITH_ITS_TREE]
    return tall if len(tall) > 1 or math.inf in heights.values() else []


def _probability(e: EventView) -> Cell:
    old = status("stale", translate("freshness.stale")) if e["stale"] else ()
    return lines(strong(e["probability"]), plain(e["bounds"]) if e["bounds"] != "–" else (), old)


def _happens(e: EventView) -> Words:
    return lines(plain(e["text"]), *(soft(said) for said in (e["source"], e["behind"]) if said))


def _cut_sets(rows: list[CutSetView]) -> TableBlock:
    return table(
        ("order", "events", "probability", "share"),
        [
            (plain(c["order"]), references(c["events"]) + soft(f"; {c['such']}" if c["such"] else ""),
             plain(c["probability"]), plain(c["share"]))
            for c in rows
        ],
        numbers=(0, 2, 3),
    )  # fmt: skip


def tree_tables(t: TreeView) -> Iterator[Piece]:
    """Events with every importance, cut sets, gates."""
    if t["events"]:
        yield Heading(3, translate("trees.events", tree=t["title"]), listed=False)
        yield table(
            ("event", "what_source", "probability_bounds", "birnbaum", "fv", "raw", "rrw"),
            [
                (plain(e["id"]), _happens(e), _probability(e),
                 *(plain(e["importance"][i]) for i in (0, 2, 3, 4)))
                for e in t["events"]
            ],
            [e["anchor"] for e in t["events"]],
            numbers=(3, 4, 5, 6),
        )  # fmt: skip
    if t["cut_sets"]:
        yield Heading(3, translate("trees.cut_sets", tree=t["title"]), listed=False)
        yield Paragraph(soft(t["cut_sets_shown"]), lead=True)
        yield _cut_sets(t["cut_sets"])
    yield Heading(3, translate("trees.gates", tree=t["title"]), listed=False)
    yield table(
        ("gate", "type", "stands_for", "inputs", "probability"),
        [(plain(g["id"]), plain(g["kind"]), dash(g["text"]), plain(g["inputs"]), plain(g["probability"]))
         for g in t["gates"]],
        [g["anchor"] for g in t["gates"]],
        numbers=(4,),
    )  # fmt: skip


def _tree_facts(t: TreeView) -> TableBlock:
    target = t["target"]
    if target and t["target_confidence"]:
        target += " " + translate("trees.at", confidence=t["target_confidence"])
    if target and t["target_source"]:
        target += f" ({t['target_source']})"
    top = f" {t['kind']}; {translate('trees.bound')} {t['interval']}" if t["interval"] else ""
    top += f"; {t['together']}" if t["together"] else ""
    method = f"{t['method']}; {counted('trees.nodes', t['bdd_nodes'])}" if t["method"] else ""
    if method and t["mission_time"]:
        method += f"; {translate('trees.mission_time')} {t['mission_time']}"
    used = [("claims", t["claims"]), ("scenarios", t["scenarios"]), ("properties", t["properties"])]
    return facts([
        (translate("trees.top"), (*plain(f"{t['top']['id']}: "), *strong(t["value"]), *plain(top))),
        (translate("trees.judged"), lines(*(strong(words) for words in t["judged"]))),
        (translate("trees.target"), plain(target)), (translate("trees.method"), plain(method)),
        (translate("trees.independence"), plain(t["independence"])),
        (translate("trees.problem"), status("unknown", t["problem"]) if t["problem"] else ()),
        (translate("trees.freshness"), status("stale", translate("trees.stale")) if t["stale"] else ()),
        (translate("trees.used_by"), joined(
            [joined([soft(translate(f"trees.{key}")), references(rows)]) for key, rows in used if rows], "; "
        )),
    ])  # fmt: skip


def study(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """Spread of every top event, one input at a time, what-ifs, and what further evidence would do."""
    result = data["study"]
    known = [t for t in data["trees"] if t["id"] in result["trees"]]
    named = bool(result["comparisons"] or result["awaiting"])
    if not known and not named:
        yield nothing("study.none")
    for t in known:
        s = result["trees"][t["id"]]
        yield Heading(2, t["title"])
        number = [strong(t["value"]), *([plain(t["kind"]), plain(t["interval"])] if t["interval"] else [])]
        yield Paragraph(joined([reference(t["top"]), *number]))
        yield from _spread(t, s)
        if s["swings"]:
            yield Heading(3, translate("study.swings", tree=t["id"]), listed=False)
            yield Paragraph(plain(translate("study.swing_words", n=len(s["swings"]), inputs=s["inputs"])))
            yield table(
                ("input", "low", "high", "swing", "elasticity", "low_high"),
                [(link(r["href"], r["name"]), *(plain(r[k]) for k in ("low", "high", "swing", "elasticity", "basis")))
                 for r in s["swings"]],
                numbers=(1, 2, 3, 4),
            )  # fmt: skip
    if data["trees"]:
        yield Heading(2, translate("study.whatif"))
        if not named:
            yield nothing("study.no_whatif")
    for c in result["comparisons"]:
        yield from _comparison(c)
    for waiting in result["awaiting"]:
        yield Heading(3, waiting["name"], listed=False)
        yield Paragraph(status("unknown", waiting["problem"]))
    yield from plans(data, drawings)


def _spread(t: TreeView, s: TreeStudyView) -> Iterator[Piece]:
    if s["problem"]:
        yield Paragraph(status("unknown", s["problem"]))
    elif s["spread"] is None:
        yield nothing("study.no_spread")
    else:
        spread = s["spread"]
        yield Heading(3, translate("study.spread", tree=t["id"]), listed=False)
        yield Paragraph(
            plain(translate("study.how", trials=spread["trials"], seed=spread["seed"], n=spread["fixed"]))
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
            ("distribution", "probability", "sampling_error"), [tuple(map(plain, row)) for row in rows],
        )  # fmt: skip
        if spread["clipped"]:
            yield Paragraph(plain(counted("study.clipped", spread["clipped"])))


def _comparison(c: ComparisonView) -> Iterator[Piece]:
    yield Heading(3, c["name"], listed=False)
    yield Paragraph(
        joined([(*link(x["href"], x["subject"]), *plain(f" = {x['to']}")) for x in c["changes"]], ", ")
    )
    if c["trees"]:
        yield table(
            ("tree", "before", "interval", "after", "interval", "ratio"),
            [(reference(t), *(plain(t[k]) for k in ("before", "before_interval", "after", "after_interval", "ratio")))
             for t in c["trees"]],
        )  # fmt: skip
    elif not c["not_evaluated"]:
        yield nothing("study.nothing_moves")
    for lacking in c["not_evaluated"]:
        why = translate("study.not_evaluated", problem=lacking["problem"])
        yield Paragraph(joined([reference(lacking), status("unknown", why)]))
    if c["claims"]:
        yield Bullets(
            tuple((*reference(x), *plain(": "), *turned(x["before"], x["after"])) for x in c["claims"])
        )
    else:
        yield nothing("study.no_known_flip" if c["not_evaluated"] else "study.no_flip")
