"""A target broken down to the events, in words for `allocate`."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from casegen.cli import output
from casegen.cli.printing import echo
from casegen.model.plural import counted, plural

if TYPE_CHECKING:
    from casegen.assessment.allocation.breakdown import Breakdown
    from casegen.model.results import JointBound

WIDTH, FEW = 100, 20


def show_breakdown(result: Breakdown, groups: Mapping[str, Sequence[str]], *, everything: bool) -> None:
    """Tolerable probabilities of the events: those that today's evidence does not meet first, the critical ones first."""
    from casegen.assessment.requirement_text import UNITS
    from casegen.cli.folding import fold

    rows: list[tuple[str, tuple[str, ...]]] = []
    for e in sorted(result.events, key=lambda e: (e.meets, -e.criticality)):
        bound, required = _held(e.bound, e.required)
        measure = (
            ""
            if e.measure_required == e.required
            else output.limit(e.measure_required, upper=not e.complement)
        )
        of_measure = f"{measure} {UNITS[e.kind]}".strip() if measure else ""
        meets = "[green]yes[/]" if e.meets else "stale" if e.stale else "[bold red]no[/]"
        if e.required is None and result.achieved is None:  # nothing can be required of it
            meets = "–"
        shown_bound = "none" if result.unbounded else bound
        rows.append((e.id, (output.figure(e.current), shown_bound, required, of_measure, meets)))
    folded = fold(rows, groups)
    shown = folded if everything else folded[:FEW]
    title = f"{output.escape(result.tree)}: target {output.in_full(result.target)}, {result.method}"
    columns = ("event", "today", "its bound", "required", "that is of the measure", "met")
    output.table(title, columns, [(output.escape(name), *cells) for name, cells in shown], WIDTH)
    if len(shown) < len(folded):
        echo(f"… and {counted(len(folded) - len(shown), 'more row')}: --all")
    if result.unbounded:
        text = f"no bounds: {result.unbounded}; held against what is required is today's number, at no confidence"
        for line in textwrap.wrap(text, WIDTH, subsequent_indent="  "):
            echo(line)
    if result.joint is not None:
        for line in textwrap.wrap(_of_records(result.joint, result.target, together=result.together), WIDTH):
            echo(line)
    if result.problem:
        output.console().print(f"[bold red]{output.escape(result.problem)}[/]")
        return
    missed = sum(not e.meets for e in result.events)
    # what is required is rounded down until the target holds: the last digits of that tell nobody anything
    achieved = result.achieved
    same = achieved is not None and math.isclose(achieved, result.target, rel_tol=1e-9)
    what = "events and combinations" if any(e.id.startswith("[") for e in result.events) else "events"
    old = sum(bool(e.stale) for e in result.events)
    stale = f", {plural(old, 'one rests', f'{old} rest')} on stale evidence" if old else ""
    echo(
        f"achieved with these: {output.bound(achieved, beside=[] if same else [result.target])};"
        f" {len(result.events) - missed} of {len(result.events)} {what} are met today{stale}"
    )


def _of_records(joint: JointBound, target: float, *, together: bool) -> str:
    """By which of the two limits the target was broken down, and why."""
    from casegen.assessment.requirement_text import both_bounds

    text = f"top event today: {both_bounds(joint, [target])}"
    if together:
        return (
            f"{text}.  Required is what the records together leave, as in the verdict: of records with as many"
            " failures as today"
        )
    if joint.upper is None:
        return text
    return (
        f"{text}.  Required is what each bound by itself leaves: no claim, or not every one, that holds the top event"
        f" against a bound rests on {joint.claim}"
    )


def _held(bound: float | None, required: float | None) -> tuple[str, str]:
    """An event's bound and what is required; of an event that may stay as it is, rounding apart would part the two."""
    from casegen.model.digits import STATED_DIGITS, bound_and_limit, significant

    if bound is None or required is None:
        return output.bound(bound), output.bound(required, upper=False)
    if bound == required and significant(bound) > STATED_DIGITS:
        return output.bound(bound), "its bound"
    return bound_and_limit(bound, required, upper=True, digits=4, computed=True)
