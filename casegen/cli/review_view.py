"""Where a review stands, for people."""

from __future__ import annotations

from collections.abc import Sequence

from casegen.cli import output
from casegen.cli.printing import echo
from casegen.model.legible import quoted
from casegen.model.plural import counted, plural
from casegen.review.events import Disposed
from casegen.review.journal import history, said_of_key
from casegen.review.points import ReviewPoint
from casegen.review.reopening import FindingState, ReviewState, SignOffState
from casegen.review.signing import INSTALL


def show_findings(findings: Sequence[FindingState], state: ReviewState) -> None:
    """Findings with their history; first what is wrong with the history, so that nothing below it is taken as whole."""
    out = output.console()
    for problem in state.problems:
        out.print(
            f"[bold red]history[/] {output.escape(str(problem.location))}: {output.escape(problem.message)}"
        )
    for one in findings:
        raised = one.finding.raised
        out.print(
            f"[bold]{one.finding.id}[/] {one.status} · {raised.severity} · {output.escape(raised.target)}"
            f" · baseline {output.escape(raised.baseline.name)}"
            + (f" · clause {output.escape(quoted(raised.clause))}" if raised.clause else "")
        )
        for line in history(one.finding):
            out.print(f"    {output.escape(line)}")
        for why in one.reopened:
            out.print(f"    open again: {output.escape(why)}", style="yellow")
    if len(state.problems) > len(state.journal.unchecked):
        echo(
            "the history of the review is damaged: findings may be missing or altered (casegen review status)"
        )
    elif state.problems:
        echo(f"signatures are not checked here, and what they stand for counts as open: {INSTALL}")
    elif not findings:
        echo("no findings")
    if not all(signer for one in findings for signer in one.finding.signers):
        out.print(
            "names of acts without a key are not authenticated: they are what somebody typed", style="dim"
        )


def show_points(points: Sequence[ReviewPoint], state: ReviewState, unread: int) -> None:
    """The table, then the conditions in words and why things are open again; ``unread`` parts beside it."""
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
    for finding in state.findings:
        _show_signers(finding)
    for one in state.sign_offs:
        _show_sign_off(one)
    left = sum(not point.done for point in points)
    settled = f"not settled: {left} of {counted(len(points), 'point')} {plural(left, 'is', 'are')} open"
    settled = settled if left else "settled"
    echo(
        f"{settled}; {counted(unread, 'part')} {plural(unread, 'has', 'have')} not been read"
        if unread
        else settled
    )


def _show_signers(one: FindingState) -> None:
    """Who raised a finding and who decided on it last, each with the key or without one."""
    finding = one.finding
    keys = map(said_of_key, finding.signers, finding.claimed)
    events = list(zip(finding.events, keys, strict=True))
    decided = [(event, key) for event, key in events if isinstance(event, Disposed)]
    shown = [("raised", *events[0]), *((event.status, event, key) for event, key in decided[-1:])]
    words = ", ".join(f"{what} by {quoted(event.by.name)} · {key}" for what, event, key in shown)
    output.console().print(f"{one.finding.id} {output.escape(words)}")


def _show_sign_off(one: SignOffState) -> None:
    out, signed = output.console(), one.sign_off.signed
    key = said_of_key(one.sign_off.signer, one.sign_off.claimed)
    out.print(
        f"{signed.sign_off} at {output.escape(signed.baseline.name)},"
        f" {output.escape(quoted(signed.by.name))} ({signed.by.independence}) · {key}"
    )
    if signed.override:
        out.print(
            f"    accepted although {output.escape(signed.verdict)}: {output.escape(quoted(signed.override))}"
        )
    rows = zip(signed.conditions, one.discharged, one.undone, strict=True)
    for number, (text, who, (before, why)) in enumerate(rows, 1):
        left = f"was met, says {quoted(before)}; open again: {why}" if why else "open"
        met = f"met, says {quoted(who)}" if who else left
        out.print(f"    condition {number} ({output.escape(met)}): {output.escape(quoted(text))}")
    for why in one.reopened:
        out.print(f"    {output.escape(why)}", style="yellow")
