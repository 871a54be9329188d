"""What a what-if changes, in words for `whatif`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from casegen.cli import output
from casegen.cli.printing import echo
from casegen.model.legible import one_line
from casegen.model.plural import counted

if TYPE_CHECKING:
    from casegen.assessment.whatif import WhatIfComparison
    from casegen.model.results import TreeResult

WIDTH, FEW = 100, 20


def show_comparison(comparison: WhatIfComparison, *, everything: bool) -> None:
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
    limits = _limits(comparison, tree)
    ends = (comparison.before.trees[tree], comparison.after.trees[tree])
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
    """Claims whose status is another one in the case edited so, by their text; the top claims first."""
    out, case = output.console(), comparison.before.case
    flipped = sorted(comparison.moved(), key=lambda claim: claim not in case.header.roots)
    for claim in flipped[:few]:
        before, after = comparison.before.claims[claim].status.value, comparison.edited[claim].value
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
        limits = _limits(comparison, tree)
        same = _upper(before, limits) == _upper(comparison.after.trees[tree], limits)
        if new.value >= old.value and new.upper < old.upper and not same:
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
