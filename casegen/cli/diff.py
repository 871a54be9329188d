"""diff: what differs in meaning, and what follows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casegen.cli.app import app
from casegen.cli.case import Json, Strict

if TYPE_CHECKING:
    from casegen.review.difference import Difference


@app.command()
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="Folder, baseline, CASE@NAME, pack or REV:PATH.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The same.")],
    strict: Strict = False,
    as_json: Json = False,
) -> None:
    """What differs in meaning, and what follows: stale evidence, trees, claims, findings, sign-offs."""
    from casegen.cli import output
    from casegen.review.difference import diff as compare
    from casegen.review.sources import opened

    with opened(old, new) as first, opened(new, old) as second:
        reviewed = next((Path(p) for p in (new, old) if (Path(p) / "case.yaml").is_file()), None)
        found = compare(first.case, second.case, labels=(first.label, second.label), reviewed=reviewed)
    if as_json:
        output.as_json(found.document())
    else:
        _show_difference(found)
    raise typer.Exit(1 if strict and found.impact.supported[1] is not True else 0)


def _show_difference(found: Difference) -> None:
    from casegen.cli import output

    out = output.console()
    for told in found.sentences() or ("no difference in meaning",):
        out.print(output.escape(told))
    _show_impact(found)


def _show_impact(found: Difference) -> None:
    from casegen.cli import output

    out = output.console()
    for e in found.impact.evidence:
        told = "; ".join(e.why)
        out.print(
            f"evidence {output.escape(e.id)}: {e.before or 'absent'} → {e.after or 'absent'} {output.escape(told)}"
        )
    for t in found.impact.trees:
        out.print(
            f"fault tree {output.escape(t.tree)}: {output.figure(t.before)} → {output.figure(t.after)}"
            f" (×{output.figure(t.ratio)}), bound {output.figure(t.before_upper)} → {output.figure(t.after_upper)}"
        )
    for c in found.impact.claims:
        out.print(f"claim {output.escape(c.id)}: {output.styled(c.before)} → {output.styled(c.after)}")
        for why in c.why[:3]:
            out.print(f"    {output.escape(why)}", style="dim")
    for word, rows in (("finding", found.findings), ("sign-off", found.sign_offs)):
        for one in rows:
            out.print(f"{word} {one.id} on {output.escape(one.target)} (was {one.was}) is touched:")
            for why in one.why:
                out.print(f"    {output.escape(why)}", style="dim")
    for d in found.impact.errors:
        out.print(f"new rule error {output.escape(d.message)}", style="red")
    if found.impact.problem:
        out.print(output.escape(found.impact.problem), style="red")
    before, after = (
        ("does not hold", "holds", "not known")[2 if x is None else int(x)] for x in found.impact.supported
    )
    out.print(f"the case {before} before, {after} after")
