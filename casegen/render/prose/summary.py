"""The summary on two pages: what is claimed, whether it holds, why not, what is to be done next; and open actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casegen.render.language import counted, translate
from casegen.render.prose.drawings import Drawings
from casegen.render.prose.pieces import (
    Bullets,
    Heading,
    Paragraph,
    Picture,
    Piece,
    TableBlock,
    Words,
    dash,
    joined,
    lines,
    link,
    plain,
    references,
    soft,
    status,
    strong,
    table,
)
from casegen.render.views import PointView, Sections, StepView
from casegen.render.views.argument import QuestionView, RequiredView, RequirementView, ToBeReadView
from casegen.render.views.base import Reference

FEW_REQUIREMENTS = 8
"""requirements in the summary, the tightest first; all of them stand with the claims"""
FEW_STEPS = 6


def verdict(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """What is claimed, whether it holds, why not, what is next."""
    yield Heading(2, translate("summary.claimed"), listed=False)
    yield from _claimed(data)
    yield Heading(2, translate("summary.holds"), listed=False)
    yield from _holds(data, drawings)
    yield Heading(
        2, translate("summary.tight" if data["verdict"]["supported"] else "summary.why"), listed=False
    )
    yield from _why(data)
    yield Heading(2, translate("summary.next"), listed=False)
    yield from _next(data)


def _claimed(data: Sections) -> Iterator[Piece]:
    roots, facts = data["verdict"]["roots"], data["summary"]
    for root in roots:
        yield Paragraph((*link(root["anchor"], root["id"]), *plain(": "), *strong(root["text"])))
    if not roots:
        yield Paragraph(plain(translate("summary.no_root")))
    if data["document"]["intended_use"]:
        yield Paragraph(plain(data["document"]["intended_use"]))
    counts = [counted(f"summary.{key}", n) for key, n in facts["parts"] if n]
    if counts:
        yield Paragraph(plain(translate("summary.rests", parts=_listed(counts))))


def _listed(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return translate("summary.and", first=", ".join(words[:-1]), last=words[-1])


def _statuses(data: Sections) -> Iterator[tuple[str, int]]:
    """How many claims have each status; of the stale ones, those that only an overdue review makes so apart."""
    overdue = data["summary"]["overdue"]
    for row in data["verdict"]["counts"]:
        if row["key"] == "stale":
            yield "stale", row["count"] - overdue
            yield "overdue", overdue
        else:
            yield row["key"], row["count"]


def _holds(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    result = data["verdict"]
    yield Paragraph(joined([status(result["class"], f"{result['word']}."), plain(result["sentence"])]))
    if result["damaged"]:
        yield Paragraph(status("challenged", result["damaged"]))
    if result["findings"]:
        yield Paragraph(plain(result["findings"]))
    counts = [counted(f"summary.{key}", n) for key, n in _statuses(data) if n]
    sentences = [translate("summary.counts", parts=_listed(counts))] if counts else []
    if data["requirements"]:
        key = f"summary.{data['summary']['met_key']}"
        sentences.append(counted(key, data["summary"]["required"], met=data["summary"]["met"]))
    sentences += [data["summary"]["fresh"], result["spent"]]
    if result["supported"]:
        sentences.append(data["summary"]["to_be_read"])
    yield Paragraph(plain(" ".join(filter(None, sentences))))
    if result["split"] is not None:
        yield Paragraph(plain(result["split"]["sentence"]), lead=bool(result["split"]["rows"]))
        if result["split"]["rows"]:
            yield table(
                ("measure", "confidence", "looks", "more_units", "cost"),
                [
                    (plain(r["measure"]), plain(r["confidence"]), plain(r["looks"]), dash(r["more"]), dash(r["cost"]))
                    for r in result["split"]["rows"]
                ],
            )  # fmt: skip
    if data["changes"] is not None:
        label = translate("verdict.changes", label=data["changes"]["label"])
        yield Paragraph(plain(f"{label}: {data['changes']['summary']}."))
    chart = drawings.chart("margins")
    if fits_summary(chart):
        yield chart[0]
    else:
        yield from requirements(data["requirements"], most=FEW_REQUIREMENTS)


def fits_summary(chart: list[Picture]) -> bool:
    """Whether the chart of margins is readable on a page of the summary; else it stands with the claims."""
    return len(chart) == 1 and chart[0].room is not None and not chart[0].room["landscape"]


def requirements(rows: list[RequiredView], most: int = 0) -> Iterator[Piece]:
    """Requirements with the bounds used, the tightest first; ``most`` of them, 0 for all."""
    if not rows:
        return
    shown = rows[:most] if most else rows
    if len(shown) < len(rows):
        words = translate("summary.tightest", n=len(shown), count=len(rows))
        yield Paragraph(soft(words), lead=True)
    yield table(
        ("claim", "measure", "required", "held", "estimate", "headroom", "outcome"),
        [_requirement(claim, claim["requirement"]) for claim in shown],
        numbers=(5,),
    )  # fmt: skip


def _requirement(claim: RequiredView, r: RequirementView) -> tuple[Words, ...]:
    return (
        link(claim["anchor"], claim["id"]), link(r["href"], r["what"]), plain(f"{r['sign']} {r['bound']}"),
        strong(r["compared"]), lines(plain(r["value"]), soft(r["interval"])), dash(r["headroom"]),
        status(r["class"], r["outcome"]),
    )  # fmt: skip


def _why(data: Sections) -> Iterator[Piece]:
    points = data["actions"]["points"]
    if not points:
        supported = data["verdict"]["supported"]
        if data["verdict"]["findings"]:
            yield Paragraph(plain(data["verdict"]["findings"]))
        yield Paragraph(plain(translate("summary.nothing" if supported else "summary.no_root")))
        unread = data["to_be_read"] or any(row["open"] for row in data["questions"])
        if supported and unread:
            yield Paragraph(plain(translate("summary.by_numbers")))
        return
    own = [p for p in points if not p["alike"]]
    said = [_point(p) for p in own[:FEW_POINTS]]
    if len(own) > FEW_POINTS:
        words = plain(f"{translate('summary.more', n=len(own) - FEW_POINTS)} ")
        said.append((*words, *link("chapter-actions", translate("chapter.actions"))))
    yield Bullets((*said, *_together(points)))


MOST_REASONS = 12
"""of a step among the open actions"""
MOST_PLACES = 60
"""of a step among the open actions; the annexes have each with its claim or check result"""
FEW_REASONS, FEW_POINTS, FEW_ALIKE, FEW_PLACES = 3, 8, 16, 12
"""in the summary: reasons of a part, parts with a sentence of their own, parts that ask for the same, places of a step"""


def _point(p: PointView) -> Words:
    head = (
        *status(p["class"], p["status"]),
        *plain(": "),
        *link(p["href"], p["id"]),
        *plain(f" {p['text']}"),
    )
    why = [soft(reason) for reason in p["why"][:FEW_REASONS]]
    more = len(p["why"]) - FEW_REASONS
    return lines(head, *why, soft(translate("summary.more_reasons", n=more)) if more > 0 else ())


def _together(points: list[PointView]) -> Iterator[Words]:
    """Points that ask for the same and need no sentence of their own, in one line."""
    groups: dict[str, list[PointView]] = {}
    for p in points:
        if p["alike"]:
            groups.setdefault(p["alike"], []).append(p)
    for key, rows in groups.items():
        said = counted(f"summary.{key}_alike", len(rows))
        named = [
            joined([link(p["href"], p["id"]), plain(f"({p['text']})") if p["text"] else ()])
            for p in rows[:FEW_ALIKE]
        ]
        if len(rows) > FEW_ALIKE:
            named.append(plain(translate("summary.more_reasons", n=len(rows) - FEW_ALIKE)))
        yield (*status(rows[0]["class"], rows[0]["status"]), *plain(f": {said} "), *joined(named, ", "))


def _next(data: Sections) -> Iterator[Piece]:
    rows = data["actions"]["rows"]
    if not rows:
        yield Paragraph(plain(translate("actions.none")))
        return
    yield Bullets(tuple(_step(row) for row in rows[:FEW_STEPS]))
    if len(rows) > FEW_STEPS:
        words = translate("summary.more", n=len(rows) - FEW_STEPS)
        yield Paragraph((*plain(f"{words} "), *link("chapter-actions", translate("chapter.actions"))))


def _step(row: StepView) -> Words:
    return joined([strong(row["what"]), _places(row["refs"], FEW_PLACES)])


def _places(refs: Sequence[Reference], most: int) -> Words:
    """So many places of a step, and how many more there are."""
    if not refs:
        return ()
    more = len(refs) - most
    return joined(
        [references(refs[:most]), plain(translate("summary.more_reasons", n=more)) if more > 0 else ()], ", "
    )


def actions(data: Sections, drawings: Drawings) -> Iterator[Piece]:
    """Everything that is left to do before the case can be accepted, the most severe first."""
    rows = data["actions"]["rows"]
    yield Paragraph(plain(translate("actions.lead" if rows else "actions.none")), lead=bool(rows))
    if rows:
        yield _table(rows)
    if data["plans"]:
        yield Paragraph(
            (*plain(f"{translate('plan.title')}: "), *link("chapter-study", translate("chapter.study")))
        )
    if data["questions"]:
        yield from _questions(data["questions"])
    if data["to_be_read"]:
        yield from _to_be_read(data["to_be_read"])


def _questions(rows: list[QuestionView]) -> Iterator[Piece]:
    """What may deny the verdict, in its words, and who has answered."""
    yield Heading(2, translate("questions.title"))
    yield Paragraph(plain(translate("questions.lead")), lead=True)
    yield table(
        ("where", "question", "quoted", "read_by"),
        [
            (
                references([row["target"]]),
                plain(row["question"]),
                lines(*map(plain, row["texts"])),
                plain(row["read"]),
            )
            for row in rows
        ],
        small=True,
    )


def _to_be_read(rows: list[ToBeReadView]) -> Iterator[Piece]:
    """Questions that only a reader answers, and where."""
    yield Heading(2, translate("to_be_read.title"))
    yield Paragraph(plain(translate("to_be_read.lead")), lead=True)
    yield table(
        ("question", "where"),
        [(plain(row["question"]), _listed_places(row)) for row in rows],
        small=True,
    )


def _listed_places(row: ToBeReadView) -> Words:
    more = plain(translate("summary.more_reasons", n=row["more"])) if row["more"] else ()
    return joined([references(row["refs"]), more], ", ")


def _reasons(why: list[str]) -> Words:
    """The first reasons of a step; the others stand with what they are about."""
    more = len(why) - MOST_REASONS
    return lines(
        *map(plain, why[:MOST_REASONS]), plain(translate("summary.more_reasons", n=more)) if more > 0 else ()
    )


def _table(rows: list[StepView]) -> TableBlock:
    return table(
        ("n", "what_to_do", "where", "why"),
        [
            (plain(n), strong(row["what"]), _places(row["refs"], MOST_PLACES) or dash(""),
             _reasons(row["why"]) or dash(""))
            for n, row in enumerate(rows, 1)
        ],
    )  # fmt: skip
