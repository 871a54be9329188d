"""The computed safety analysis as sheets of text: failure modes, guide words, measures against risk, risks."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from casegen.argument.view import CaseView
from casegen.assessment.requirement_text import UNITS, both_bounds
from casegen.assessment.safety.alarp import left_open
from casegen.assessment.safety.risk_matrix import risk_matrix
from casegen.assessment.safety.severities import worst_severity
from casegen.fta.gates.structure import members_of
from casegen.model.case import Case
from casegen.model.digits import in_full, level, outward, outward_beside
from casegen.model.fault_tree import FaultTree
from casegen.model.hazop_matrix import Answer, hazop_matrix
from casegen.model.results import Assessment, EventResult, TreeResult

Sheet = list[list[str]]
_LEVEL = re.compile(r", \d+ of \d+ together(?=; total: )")
"""in the source of a common-cause event"""
FMEA = (
    "event", "component", "failure mode", "source of the number", "local effect", "end effect", "severity",
    "probability", "upper bound", "Fussell-Vesely", "mitigations", "hazop",
)  # fmt: skip


def safety_tables(assessment: Assessment) -> dict[str, Sheet]:
    """Rows of text by the title of the sheet, a heading first; what a case does not declare is left out."""
    sheets = {"FMEA": [list(FMEA), *_failure_modes(assessment)]}
    sheets |= {"Guide words": [*_guide_words(assessment.case)]}
    sheets |= {"Measures": [*_measures(assessment)], "Risks": [*_risks(assessment)]}
    return {title: rows for title, rows in sheets.items() if len(rows) > 1}


def _failure_modes(assessment: Assessment) -> Iterator[list[str]]:
    """A row for each basic event of a tree: what fails, what that leads to, how probable and important it is."""
    case, view = assessment.case, CaseView(assessment.case)
    for event in case.events:
        trees = [tree for tree in case.trees if event.id in view.parts_of[tree.id]]
        if not trees:
            continue
        gates = [gate for tree in trees for gate in tree.gates if event.id in gate.inputs]
        results = [
            (tree, one)
            for tree in trees
            if (result := assessment.trees.get(tree.id)) and (one := _result_of(result, event.id))
        ]
        leading = [row for row in case.hazop if any(event.id in m.refs for m in row.mitigations)]
        paths = (s for s in case.scenarios if any(event.id in (x.event, *x.joined_by) for x in s.chain))
        named = {row for scenario in paths for row in scenario.hazop}
        yield [
            event.id, event.component, event.text, _origin(event.source, [result for _, result in results]),
            _lines(gate.text or gate.id for gate in gates), _lines(tree.title or tree.id for tree in trees),
            _severity(case, trees),
            *_numbers(results), _shares(assessment, event.id, trees),
            _lines(m.text for row in leading for m in row.mitigations if event.id in m.refs),
            _lines(row.id for row in case.hazop if row.id in named or row in leading),
        ]  # fmt: skip


def _severity(case: Case, trees: list[FaultTree]) -> str:
    """The worst severity of the trees, and the HAZOP entries that state none where these may be worse."""
    leading = worst_severity(case, trees)
    return _lines(iter((leading.stated, f"not stated: {', '.join(leading.open)}" if leading.open else "")))


def _result_of(result: TreeResult, event: str) -> EventResult | None:
    """Of an event as quantified; of a member of a common-cause group from the causes that take it.

    These share out the group's total, and what rests on one of them is at most what rests on each.
    """
    parts = [one for name, one in result.events.items() if event == name or event in members_of(name)]
    if not parts or parts[0].id == event:
        return parts[0] if parts else None
    uppers = [one.upper for one in parts if one.upper is not None]
    shares = [one.fussell_vesely for one in parts]
    share = None if None in shares else min(1.0, math.fsum(x for x in shares if x is not None))
    source = _LEVEL.sub("", parts[0].source)  # the members are alike, whichever cause comes first
    return replace(
        parts[0], id=event, source=source, probability=math.fsum(one.probability for one in parts),
        upper=math.fsum(uppers) if len(uppers) == len(parts) else None,
        importance={} if share is None else {"fussell_vesely": share}, stale=any(one.stale for one in parts),
    )  # fmt: skip


def _origin(stated: str, results: list[EventResult]) -> str:
    """Where an event's number comes from, with the confidence of its bound; where the data have changed, that."""
    words = [stated]
    for result in results:
        confidence = (
            "" if result.confidence is None else f", bound with {level(result.confidence)} confidence"
        )
        words.append(f"{result.source}{confidence}" if confidence or not stated else "")
        words.append("rests on stale evidence: no number" if result.stale else "")
    return _lines(iter(words))


def _numbers(results: list[tuple[FaultTree, EventResult]]) -> tuple[str, str]:
    """Probability or rate of an event, and its upper bound, in each of its trees; none of what is stale."""
    fresh = [(tree, r) for tree, r in results if not r.stale]
    bounds = [(tree, outward(r.upper, upper=True, digits=4)) for tree, r in fresh if r.upper is not None]
    return _by_tree([(tree, f"{r.probability:.4g}") for tree, r in fresh]), _by_tree(bounds)


def _by_tree(numbers: list[tuple[FaultTree, str]]) -> str:
    """Numbers with their units; each with its tree where they differ."""
    texts = [f"{number} {UNITS[tree.kind]}" for tree, number in numbers]
    if len(set(texts)) > 1:
        texts = [f"{tree.id}: {text}" for (tree, _), text in zip(numbers, texts, strict=True)]
    return _lines(iter(texts))


def _shares(assessment: Assessment, event: str, trees: list[FaultTree]) -> str:
    """Fussell-Vesely's measure in each tree, or why there is none."""
    words = []
    for tree in trees:
        result = assessment.trees.get(tree.id)
        if result is None or result.top is None or result.stale or result.top.value == 0:
            words.append(f"{tree.id}: {_why_no_share(result)}")
            continue
        share = getattr(_result_of(result, event), "fussell_vesely", None)
        text = "" if share is None else f"{share:.3g}" if event in result.events else _at_most(share)
        words.append(f"{tree.id}: {text or 'none: not computed for this event'}")
    return _lines(iter(words))


def _why_no_share(result: TreeResult | None) -> str:
    if result is None or result.top is None:
        return "none: the tree is not quantified"
    return "none: the tree rests on stale evidence" if result.stale else "none: its top event is 0"


def _at_most(share: float) -> str:
    return f"at most {outward(share, upper=True, digits=3)}"


def _guide_words(case: Case) -> Iterator[list[str]]:
    matrix = hazop_matrix(case)
    if matrix is None:
        return
    yield ["item", *(word.value for word in matrix.words)]
    for item, row in matrix.cells.items():
        cells = []
        for cell in row.values():
            rows = ", ".join(cell.rows)
            words = {
                Answer.ROW: rows,
                Answer.ELSEWHERE: f"({rows})",
                Answer.DISMISSED: f"none: {cell.reason}",
            }
            cells.append(words.get(cell.answer, "GAP" if cell.answer is Answer.GAP else ""))
        yield [matrix.titles[item], *cells]


def _measures(assessment: Assessment) -> Iterator[list[str]]:
    result = assessment.reductions
    if result is None:
        return
    unit = f" [{result.criterion.unit}]" if result.criterion.unit else ""
    amounts = (f"{name}{unit}" for name in ("cost", "harm removed", "at the bounds"))
    yield ["id", "measure", *amounts, "cost by harm", "outcome", "why not"]
    for m in result.measures:
        harms = ["" if x is None else outward(x, upper=True) for x in (m.harm, m.harm_at_bounds)]
        numbers = [in_full(m.cost), *harms, m.shown(result.criterion.disproportion)[1]]
        yield [m.id, m.title, *numbers, m.decision.value, m.problem or left_open(assessment, m)]


def _risks(assessment: Assessment) -> Iterator[list[str]]:
    result = risk_matrix(assessment)
    if result is None:
        return
    yield [
        "tree",
        "top event",
        "severity",
        "HAZOP entries",
        "frequency",
        "basis",
        "class",
        "rating",
        "why not, or who accepts it",
    ]
    limits = result.matrix.limits
    for r in result.risks:
        unit = UNITS[assessment.case.tree[r.tree].kind]
        frequency = (
            ""
            if r.frequency is None
            else f"{outward_beside(r.frequency, limits, upper=True, digits=4)} {unit}"
        )
        basis = "" if r.frequency is None else "upper bound" if r.bounded else "estimate"
        if basis and r.together is not None:
            basis += f" from records together; {both_bounds(r.together, limits)}"
        yield [
            r.tree, r.title, r.severity, ", ".join(r.entries), frequency, basis, r.frequency_class, r.rating,
            r.problem or (f"accepted by {r.accepted}" if r.accepted else ""),
        ]  # fmt: skip


def _lines(texts: Iterator[str] | dict[str, None]) -> str:
    return "\n".join(dict.fromkeys(text for text in texts if text))
