"""Where a review stands, for people."""

from __future__ import annotations

from collections.abc import Sequence

from casegen.cli import output
from casegen.cli.printing import echo
from casegen.model.plural import counted, plural
from casegen.review.points import ReviewPoint
from casegen.review.reopening import ReviewState, SignOffState


def show_points(points: Sequence[ReviewPoint], state: ReviewState) -> None:
    """The table, then the conditions in words and why things are open again."""
    rows = [
        (output.escape(p.subject), output.escape(p.what), output.escape(p.state),
         "[green]done[/]" if p.done else f"[yellow]{output.escape(p.left)}[/]")
        for p in points
    ]  # fmt: skip
    output.table("", ("", "of", "state", "left to do"), rows, 100)
    out = output.console()
    for finding in (one for one in state.findings if len(one.reopened) > 1):
        out.print(f"{finding.finding.id} is open again:")
        for why in finding.reopened:
            out.print(f"    {output.escape(why)}", style="yellow")
    for one in state.sign_offs:
        _show_sign_off(one)
    left = sum(not point.done for point in points)
    echo(
        "settled"
        if not left
        else f"not settled: {left} of {counted(len(points), 'point')} {plural(left, 'is', 'are')} open"
    )


def _show_sign_off(one: SignOffState) -> None:
    out, signed = output.console(), one.sign_off.signed
    out.print(
        f"{signed.sign_off} at {output.escape(signed.baseline.name)},"
        f" {output.escape(signed.by.name)} ({signed.by.independence}) · {_signer(one.sign_off.signer)}"
    )
    if signed.override:
        out.print(f"    accepted although {output.escape(signed.verdict)}: {output.escape(signed.override)}")
    for number, (text, who) in enumerate(zip(signed.conditions, one.discharged, strict=True), 1):
        met = f"met, says {who}" if who else "open"
        out.print(f"    condition {number} ({output.escape(met)}): {output.escape(text)}")
    for why in one.reopened:
        out.print(f"    {output.escape(why)}", style="yellow")


def _signer(key: str | None) -> str:
    return f"signed by key {key[:16]}…" if key else "name not authenticated"
