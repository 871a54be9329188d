"""How an open case and its trees look in a notebook: verdict, requirements, weakest points; no script."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from casegen.model.diagnostic import InputError
from casegen.model.digits import bound_and_limit, limit, outward
from casegen.model.plural import counted

if TYPE_CHECKING:
    from casegen.api.case import OpenCase
    from casegen.api.tree import OpenTree

MOST = 12
"""rows shown of each list"""


def case_html(case: OpenCase) -> str:
    """Verdict, requirements with the number compared with each bound, and what prevents support."""
    from casegen.review.questions import readings_of

    title = escape(case.model.header.title)
    try:
        assessment = case.assessment
    except InputError as error:
        rows = "".join(
            f"<li>{escape(str(d.location))}: {escape(d.message)}</li>" for d in error.diagnostics[:MOST]
        )
        return f"<h4>{title}</h4><p>{counted(len(error.diagnostics), 'error')}: nothing was assessed</p><ul>{rows}</ul>"
    verdict = "The case does not hold"
    if assessment.supported:
        open_ones = [one.step for one in readings_of(assessment) if not one.read_by]
        asked = sum(step.asks for step in open_ones)
        left = f", {counted(asked, 'question')} to be read" if asked else ""
        verdict = f"The case holds{' by its numbers' if open_ones else ''}{left}"
    parts = [f"<h4>{title}</h4>", f"<p><strong>{verdict}</strong></p>"]
    rows = ""
    for id, r in list(assessment.requirements.items())[:MOST]:
        compared, bound = "–", "–" if r.bound is None else limit(r.bound, upper=r.comparison.is_upper)
        if r.compared is not None and r.bound is not None:
            at_most = r.comparison.is_upper
            compared, bound = bound_and_limit(r.compared, r.bound, upper=at_most, is_bound=not r.is_value)
        holds = {True: "met", False: "<strong>not met</strong>", None: "not evaluated"}[r.holds]
        rows += f"<tr><td>{escape(id)}</td><td>{compared}</td><td>{bound}</td><td>{holds}</td></tr>"
    if rows:
        parts.append(
            f"<table><tr><th>requirement</th><th>bound used</th><th>limit</th><th></th></tr>{rows}</table>"
        )
    if assessment.weakest:
        reasons = "".join(
            f"<li>{escape(r.target)} ({r.status.value}): {escape(r.message)}</li>"
            for r in assessment.weakest[:MOST]
        )
        parts.append(f"<p>What prevents support:</p><ul>{reasons}</ul>")
    return "".join(parts)


def tree_html(tree: OpenTree) -> str:
    """Top event with its bounds, and the leading events."""
    top = tree.top
    bounds = "no bound"
    if top.lower is not None and top.upper is not None:
        bounds = f"[{outward(top.lower, upper=False)}, {outward(top.upper, upper=True)}]"
    head = f"<p>{escape(tree.id)}: {top.value:.4g} {tree.kind.value}, {bounds}</p>"
    leading = sorted(tree.result.events.values(), key=lambda e: -(e.fussell_vesely or 0.0))[:MOST]
    rows = "".join(
        f"<tr><td>{escape(e.id)}</td><td>{e.probability:.4g}</td>"
        f"<td>{'–' if e.fussell_vesely is None else f'{e.fussell_vesely:.3g}'}</td></tr>"
        for e in leading
    )
    return f"{head}<table><tr><th>event</th><th>probability</th><th>Fussell-Vesely</th></tr>{rows}</table>"
