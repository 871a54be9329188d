"""diff: what changed in content, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casegen.cli import output
from casegen.cli.app import app
from casegen.cli.case import Json, Strict
from casegen.model.plural import counted

if TYPE_CHECKING:
    from casegen.review.difference import Difference, Reviewed


@app.command()
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="Folder, baseline, CASE@NAME, pack or REV:PATH.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Likewise, the newer state.")],
    strict: Strict = False,
    as_json: Json = False,
) -> None:
    """What changed in content, and what follows: stale evidence, trees, claims, findings, sign-offs."""
    from casegen.review.difference import diff as compare
    from casegen.review.resolve import opened

    with opened(old, new) as first, opened(new, old) as second:
        labels = (first.label, second.label)
        frozen = [one.baseline for one in (first, second) if one.baseline is not None]
        around = second.folder or first.folder
        comparison = compare(first.case, second.case, labels=labels, reviewed=around, frozen=frozen)
    if as_json:
        output.as_json(comparison.document())
    else:
        _show_difference(comparison)
    raise typer.Exit(1 if strict and comparison.impact.supported[1] is not True else 0)


def _show_difference(result: Difference) -> None:
    out = output.console()
    for message in result.sentences() or ("no semantic difference",):
        out.print(output.escape(message))
    _show_impact(result)


def _show_impact(result: Difference) -> None:
    from casegen.assessment.stale_parts import stale_words

    out = output.console()
    for e in result.impact.evidence:
        why = f"  {'; '.join(e.why)}" if e.why else ""
        out.print(
            f"evidence {output.escape(e.id)}: {e.before or 'absent'} → {e.after or 'absent'}{output.escape(why)}"
        )
    for t in result.impact.trees:
        numbers = ((t.before, t.stale[0]), (t.after, t.stale[1]))
        tops = [output.figure(x, beside=t.limits) + (" (out of date)" if old else "") for x, old in numbers]
        bounds = [output.bound(x, beside=t.limits) for x in (t.before_upper, t.after_upper)]
        out.print(
            f"fault tree {output.escape(t.tree)}: {' → '.join(tops)}"
            f" (×{output.figure(t.ratio)}), bound {' → '.join(bounds)}"
            + (" (where it is largest within the mission)" if t.at_worst else "")
            + (f" ({output.escape(t.problem)})" if t.problem else "")
        )
        for words in dict.fromkeys(stale_words(t.tree, items) for items in t.stale if items):
            out.print(f"    {output.escape(words)}", style="dim")
    for c in result.impact.claims:
        out.print(f"claim {output.escape(c.id)}: {output.styled(c.before)} → {output.styled(c.after)}")
        for why in c.why[:3]:
            out.print(f"    {output.escape(why)}", style="dim")
    _show_review(result.review)
    for d in result.impact.errors:
        out.print(f"new rule error {output.escape(d.message)}", style="red")
    if result.impact.problem:
        out.print(output.escape(result.impact.problem), style="red")
    before, after = (
        ("does not hold", "holds", "not known")[2 if x is None else int(x)] for x in result.impact.supported
    )
    asked = result.impact.questions_open[1] if result.impact.supported[1] else 0
    left = f", {counted(asked, 'question')} to be read" if asked else ""
    out.print(f"the case {before} before, {after} after{left}")


def _show_review(reviewed: Reviewed) -> None:
    """What is open again, with the changes since it was decided; then what is open anyway."""
    out = output.console()
    for word, rows in (("finding", reviewed.findings), ("sign-off", reviewed.sign_offs)):
        state = "open again" if word == "finding" else "no longer valid"
        for one in rows:
            out.print(f"{word} {one.id} on {output.escape(one.target)} (was {one.was}) is {state}:")
            for why in one.why:
                out.print(f"    {output.escape(why)}", style="dim")
    for finding in reviewed.open_findings:
        out.print(f"finding {finding.id} on {output.escape(finding.target)} is {finding.status}")
        for change in finding.changed:
            out.print(f"    {output.escape(change)}", style="dim")
    for sign_off in reviewed.open_sign_offs:
        out.print(
            f"sign-off {sign_off.id} on {output.escape(sign_off.target)}, {output.escape(sign_off.status)}"
        )
        for change in sign_off.changed:
            out.print(f"    {output.escape(change)}", style="dim")
