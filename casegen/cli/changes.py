"""whatif · allocate: change numbers, and break a target down."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casegen.cli import output
from casegen.cli.app import app
from casegen.cli.case import CasePath, Json, Strict
from casegen.cli.case_verdict import sound
from casegen.cli.fta_open import warn_of_stale
from casegen.cli.printing import echo
from casegen.model.legible import one_line
from casegen.model.plural import counted, plural

if TYPE_CHECKING:
    from casegen.assessment.allocation.breakdown import Breakdown
    from casegen.assessment.whatif import WhatIfComparison
    from casegen.model.results import JointBound, TreeResult

All = Annotated[
    bool,
    typer.Option(
        "--all",
        help="All rows (equal combinations of a common-cause group share one; --json has each).",
    ),
]
WIDTH, FEW = 100, 20


@app.command()
def whatif(
    case: CasePath,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="EVENT=P",
            help="Event, its probability or '{distribution: …}'; EVIDENCE.MEASURE=V; HOUSE=true|false.",
        ),
    ] = None,
    scenario: Annotated[Path | None, typer.Option("--scenario", help="YAML file of named scenarios.")] = None,
    compare: Annotated[
        list[str] | None, typer.Option("--compare", metavar="NAME", help="Only these scenarios of the file.")
    ] = None,
    everything: All = False,
    strict: Strict = False,
    as_json: Json = False,
) -> None:
    """Change numbers and see top events, importance and claims before and after; which claims flip."""
    from casegen.assessment import documents
    from casegen.assessment.whatif import compare as compare_with
    from casegen.assessment.whatif import parse_changes
    from casegen.model.diagnostic import InputError
    from casegen.review.questions import open_in_both

    session, _ = sound(case, as_json=as_json)
    sets = {"": parse_changes(session.case, session, settings or [])}
    if scenario is not None:
        sets |= _scenarios(session, scenario, compare or [])
    sets = {name: changes for name, changes in sets.items() if changes}
    if not sets:
        raise InputError.call("nothing to change", hint="give --set EVENT=P or --scenario FILE")
    before = session.assess()
    results = [compare_with(session, changes, name, before) for name, changes in sets.items()]
    for name, items in {name: items for one in results for name, items in one.stale.items()}.items():
        warn_of_stale(name, items)
    if as_json:
        rows = [documents.comparison(one, open_in_both(one.before, one.after)) for one in results]
        output.as_json(rows[0] if len(rows) == 1 else {"scenarios": rows})
    else:
        for one in results:
            _show(one, everything=everything)
    falls_short = any(not one.supported for one in results)
    raise typer.Exit(1 if strict and falls_short else 0)


def _scenarios(session: Any, path: Path, names: list[str]) -> dict[str, Any]:
    from casegen.assessment.scenario_file import parse_scenarios
    from casegen.io.source_map import parse, read_text
    from casegen.model.case import Location
    from casegen.model.diagnostic import InputError
    from casegen.model.suggestions import nearest

    parsed = parse(read_text(path, str(path)), str(path))
    if parsed.problems:
        raise InputError(parsed.problems)
    result = parse_scenarios(session.case, session, parsed.data, str(path), parsed.places)
    known = [*result.changes, *result.awaiting]
    for name in names:
        if name not in known:
            message = f"there is no scenario {name!r}{nearest(name, known)}"
            raise InputError.at(Location(str(path)), message, hint=f"scenarios: {', '.join(known)}")
    chosen = names or known
    waiting = [result.awaiting[name] for name in chosen if name in result.awaiting]
    if waiting:
        raise InputError([finding for error in waiting for finding in error.diagnostics])
    return {name: result.changes[name] for name in chosen}


def _show(comparison: WhatIfComparison, *, everything: bool) -> None:
    """Top events that change, then the claims that change their status."""
    from casegen.model.quantity import in_words

    changes = ", ".join(
        f"{c.subject} = {c.state or (in_words(c.distribution) if c.distribution else output.in_full(c.number))}"
        for c in comparison.changes
    )
    rows: list[tuple[str, ...]] = []
    lacking: dict[str, str] = {}
    for tree, before in comparison.before.trees.items():
        after = comparison.after.trees[tree]
        was, now = before.judged, after.judged
        if was is None or now is None:
            rows.append((output.escape(tree), *_of_one(comparison, tree)))
            why = comparison.not_evaluated.get(tree)
            lacking[tree] = f": {why}" if why else f" without the change: {comparison.lacking_before(tree)}"
            continue
        ratio, limits = comparison.ratio(tree), _limits(comparison, tree)
        ends = (output.figure(one.judged_value, beside=limits) for one in (before, after))
        rows.append(
            (output.escape(tree), *ends, output.figure(ratio), _upper(before, limits), _upper(after, limits))
        )
    columns = ("tree", "before", "after", "ratio", "upper bound before", "after")
    title = f"{comparison.name}: {changes}" if comparison.name else changes
    for after in comparison.after.trees.values():
        if after.rounding:
            echo(f"tree {after.id}: {after.rounding}", err=True)
    standing = {output.escape(tree) for tree in _standing(comparison)}
    moved = sorted((row for row in rows if row[0] not in standing), key=lambda row: row[3] == "–")
    shown = [*moved, *(row for row in rows if row[0] in standing)] if everything else moved[:FEW]
    output.table(output.escape(title), columns, shown, WIDTH)
    same = len(rows) - len(moved)
    if len(moved) > FEW and not everything:
        echo(
            f"  … and {counted(len(moved) - FEW, 'more tree that changes', 'more trees that change')}: --all"
        )
    if same and not everything:
        echo(f"  {counted(same, 'tree does', 'trees do')} not change")
    for tree, why in lacking.items():
        output.paragraph(f"{tree} cannot be evaluated{why}", 2)
    _show_worst(comparison)
    _show_together(comparison)
    _show_exact(comparison)
    for subject in comparison.unchanged:
        echo(f"  {subject} has this value already: that changes nothing")
    for line in comparison.set_aside:
        output.paragraph(f"set aside, since the number is changed: {line}", 2)
    for tree, reasons in comparison.barred.items():
        for why in reasons:
            output.paragraph(f"tree {tree}: {why}", 2)
    for line in comparison.unread:
        output.paragraph(line, 2)
    _show_flipped(comparison, None if everything else FEW)
    _show_verdict(comparison)


def _of_one(comparison: WhatIfComparison, tree: str) -> tuple[str, ...]:
    """The row of a tree that has no number before the change or after it: those of the other, with its bound."""
    limits, ends = (
        _limits(comparison, tree),
        (comparison.before.trees[tree], comparison.after.trees[tree]),
    )
    known = [
        output.figure(one.judged_value, beside=limits) if one.judged else "not evaluated" for one in ends
    ]
    return (*known, "–", *(_upper(one, limits) if one.judged else "–" for one in ends))


def _standing(comparison: WhatIfComparison) -> Iterator[str]:
    """Trees that keep, up to rounding, the number that is judged and its bounds: a spread may move these alone."""
    from casegen.model.digits import same

    for tree, before in comparison.before.trees.items():
        was, now = before.judged, comparison.after.trees[tree].judged
        ends = [(one.value, one.lower, one.upper) for one in (was, now) if one]
        if len(ends) == 2 and all(same(before, after) for before, after in zip(*ends, strict=True)):
            yield tree


def _show_worst(comparison: WhatIfComparison) -> None:
    """Which trees are shown at a time before the end of their mission, or are known at most."""
    for tree, after in comparison.after.trees.items():
        before, unknown = comparison.before.trees[tree], comparison.worst_unknown(tree)
        if unknown:
            output.paragraph(f"{tree} {unknown}", 2)
        elif before.is_worst_before_the_end or after.is_worst_before_the_end:
            echo(f"  {tree} is shown where it is largest within the mission, before its end")


def _show_verdict(comparison: WhatIfComparison) -> None:
    """Whether the case holds after the changes, where that differs or leaves questions, as `assess` says it."""
    from casegen.review.questions import unread

    out, holds = output.console(), comparison.supported
    asked = unread(comparison.after) if holds else ()
    left = f", {counted(len(asked), 'question')} to be read" if asked else ""
    if comparison.before.supported != holds:
        out.print(f"  [bold]the case {'holds' if holds else 'no longer holds'}{left}[/]")
    elif left:
        out.print(f"  the case holds as before{left}")


def _limits(comparison: WhatIfComparison, tree: str) -> tuple[float, ...]:
    """What the top event is compared with, before and after."""
    from casegen.assessment.limits_of import tree_limits

    return (*tree_limits(comparison.before, tree), *tree_limits(comparison.after, tree))


def _upper(tree: TreeResult, limits: Sequence[float]) -> str:
    """The upper bound of a top event; ``none`` where no number that it rests on has one."""
    bounded = tree.worst_unknown or not _all_exact(tree)
    return "none" if not bounded or tree.judged is None else output.bound(tree.judged.upper, beside=limits)


def _all_exact(tree: TreeResult) -> bool:
    """Whether a tree has no bound because no number that it rests on has one."""
    bounds = [tree.top, *tree.events.values()]
    return tree.top is not None and all(one is None or one.upper is None for one in bounds)


def _show_together(comparison: WhatIfComparison) -> None:
    """The bounds that claims compare where independent records are bounded together; the table has each by itself."""
    from casegen.assessment.joint import smaller_limit

    for tree in comparison.before.trees:
        ends = [
            smaller_limit(one.case, one.requirements, tree) for one in (comparison.before, comparison.after)
        ]
        if any(ends):
            claim = next(one.claim for one in ends if one is not None)
            limits = _limits(comparison, tree)
            before, after = (
                output.bound(one.upper, beside=limits) if one is not None else "none" for one in ends
            )
            echo(
                f"  upper bounds of {tree} above are of each record by itself; from the data together {before},"
                f" after {after} (assuming independent records, claim {claim})"
            )
    for tree, items in comparison.unpooled.items():
        echo(
            f"  {', '.join(items)}: a number that is set is no record, and is not pooled with the data of {tree}"
        )


def _show_flipped(comparison: WhatIfComparison, few: int | None) -> None:
    """Claims whose status changes, by their text; the top claims first."""
    out, case = output.console(), comparison.before.case
    flipped = sorted(comparison.flipped(), key=lambda claim: claim not in case.header.roots)
    for claim in flipped[:few]:
        before, after = (one.claims[claim].status.value for one in (comparison.before, comparison.after))
        lead = f"  {before} → {after}  "
        lines = textwrap.wrap(
            one_line(f"{case.claim[claim].text} ({claim})"), WIDTH - len(lead), break_on_hyphens=False
        )
        for number, line in enumerate(lines):
            head = f"  {output.styled(before)} → {output.styled(after)}  " if not number else " " * len(lead)
            out.print(f"{head}{output.escape(line)}")
    if few is not None and len(flipped) > few:
        out.print(
            f"  … and {counted(len(flipped) - few, 'more claim changes its', 'more claims change their')} status: --all",
            style="dim",
        )
    if not flipped:
        known = "that can be evaluated " if comparison.unknown else ""
        out.print(f"  no claim {known}changes its status")


def _show_exact(comparison: WhatIfComparison) -> None:
    """Why a bound may fall where the estimate rises: a number that is set has no uncertainty."""
    fallen, without = [], []
    for tree, before in comparison.before.trees.items():
        old, new = before.top, comparison.after.trees[tree].top
        if old is None or new is None or old.upper is None:
            continue
        if new.upper is None:
            without += [tree] if _all_exact(comparison.after.trees[tree]) else []
            continue
        if new.value >= old.value and new.upper < old.upper:
            fallen.append(tree)
    if without:
        echo(f"  no upper bound of {', '.join(without)}: no input with an uncertainty is left")
    plain = [c for c in comparison.changes if c.distribution is None and not c.house]
    exact, measured = [c.event for c in plain if c.event], [c.subject for c in plain if c.evidence]
    if fallen and exact:
        verb = "is" if len(exact) == 1 else "are"
        echo(
            f"  {', '.join(exact)} {verb} taken as exact, so that the upper bound of {', '.join(fallen)} falls;"
        )
        echo("  '{distribution: …}' as the value keeps an uncertainty")
    if fallen and measured:
        verb = "stands" if len(measured) == 1 else "stand"
        echo(
            f"  {', '.join(measured)} {verb} for value and bounds, so that the upper bound of {', '.join(fallen)} falls;"
        )
        echo("  set the bound that you expect")


@app.command()
def allocate(
    case: CasePath,
    tree: Annotated[str, typer.Option("--tree", help="Fault tree; may be left out when there is one.")] = "",
    target: Annotated[
        float | None,
        typer.Option("--target", help="Top-event probability; the tree's own target if left out."),
    ] = None,
    events: Annotated[
        list[str] | None, typer.Option("--event", help="Events to allocate to; all if left out.")
    ] = None,
    method: Annotated[str, typer.Option("--method", help="equal, proportional or cost.")] = "proportional",
    everything: All = False,
    strict: Strict = False,
    as_json: Json = False,
) -> None:
    """Break a top-event target down: the tolerable probability of each event, and whether today's evidence meets it."""
    from casegen.assessment.allocation.breakdown import break_down

    session, _ = sound(case, as_json=as_json)
    result = break_down(session, tree, target, tuple(events or ()), method)
    warn_of_stale(result.tree, result.stale)
    if as_json:
        output.as_json(result.document())
    else:
        groups = session.numbers().trees[result.tree].compiled.groups
        _show_breakdown(result, groups, everything=everything)
    falls_short = bool(result.problem) or not all(e.meets for e in result.events)
    raise typer.Exit(1 if strict and falls_short else 0)


def _show_breakdown(result: Breakdown, groups: Mapping[str, Sequence[str]], *, everything: bool) -> None:
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
    return bound_and_limit(bound, required, upper=True, digits=4)
