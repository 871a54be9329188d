"""review add · respond · close · list · sign · status · checklist · pack."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casegen.cli.app import app
from casegen.cli.case import CasePath, Json, Strict

if TYPE_CHECKING:
    from casegen.review.events import Person
    from casegen.review.reopening import ReviewState

review = typer.Typer(help="Findings, responses, sign-offs, checklist, audit pack.", no_args_is_help=True)
app.add_typer(review, name="review")

AUTHOR = "CASEGEN_AUTHOR"
By = Annotated[str, typer.Option("--by", "--author", envvar=AUTHOR, help="Your name.")]
RoleOf = Annotated[str, typer.Option("--role", help="Your role, such as independent safety assessor.")]
Independence = Annotated[
    str, typer.Option("--independence", help="none, person, department or organisation.")
]
Organisation = Annotated[str, typer.Option("--organisation", help="Your organisation.")]
At = Annotated[
    str, typer.Option("--baseline", metavar="NAME", help="Baseline looked at; the youngest if left out.")
]
Said = Annotated[str, typer.Option("--text", help="What is to be said.")]
Refs = Annotated[list[str] | None, typer.Option("--evidence", help="File, address or id; may be repeated.")]
Key = Annotated[
    Path | None, typer.Option("--key", help="Your Ed25519 private key: the act is signed with it.")
]
FindingId = Annotated[str, typer.Argument(metavar="FINDING", help="Such as F3.")]


def _root(case: Path) -> Path:
    from casegen.io.folder import find_root

    return find_root(case)


def _person(by: str, role: str, independence: str, organisation: str) -> Person:
    from casegen.review.events import Independence as Levels
    from casegen.review.events import Person

    if not by.strip():
        raise _missing("who is it", f"give --by, or set {AUTHOR}")
    return Person(
        name=by,
        role=role,
        independence=_choice(Levels, independence, "--independence"),
        organisation=organisation,
    )


def _choice(kind: Any, given: str, option: str) -> Any:
    """A member of an enumeration by its value, or a refusal that names the nearest."""
    from casegen.io.explain import nearest

    known = [member.value for member in kind]
    short = {"major": "major non-conformity", "conditions": "accept with conditions"}
    word = short.get(given.strip().lower(), given.strip().lower())
    if word not in known:
        raise _missing(
            f"{option}: unknown {given!r}{nearest(word, [*known, *short])}", f"one of: {', '.join(known)}"
        )
    return kind(word)


def _missing(message: str, hint: str) -> Exception:
    from casegen.model.case import Location
    from casegen.model.diagnostic import InputError

    return InputError.at(Location("command line"), message, hint=hint)


@review.command("add")
def add(
    case: CasePath,
    target: Annotated[
        str, typer.Option("--target", help="Node, link, event, tree, HAZOP row, evidence, case.")
    ],
    text: Said = "",
    severity: Annotated[
        str, typer.Option("--severity", help="major, minor, observation or question.")
    ] = "observation",
    category: Annotated[str, typer.Option("--category", help="Such as evidence, reasoning, wording.")] = "",
    clause: Annotated[str, typer.Option("--clause", help="Standard clause or rule id.")] = "",
    by: By = "",
    role: RoleOf = "",
    independence: Independence = "none",
    organisation: Organisation = "",
    at: At = "",
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Raise a finding at a baseline."""
    from casegen.cli import output
    from casegen.review.acts import add_finding
    from casegen.review.events import FindingSeverity

    result = add_finding(
        _root(case), target=target, text=text, severity=_choice(FindingSeverity, severity, "--severity"),
        category=category, clause=clause, by=_person(by, role, independence, organisation), baseline=at, key=key,
    )  # fmt: skip
    _done(result.model_dump(mode="json"), f"finding {result.finding} on {result.target}", as_json, output)


@review.command("respond")
def respond_(
    case: CasePath,
    finding: FindingId,
    text: Said = "",
    evidence: Refs = None,
    by: By = "",
    role: RoleOf = "",
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Answer a finding."""
    from casegen.cli import output
    from casegen.review.acts import respond

    person = _person(by, role, "none", "")
    result = respond(_root(case), finding, text=text, by=person, evidence=evidence or (), key=key)
    _done(result.model_dump(mode="json"), f"{result.finding} answered", as_json, output)


@review.command("close")
def close(
    case: CasePath,
    finding: FindingId,
    status: Annotated[str, typer.Option("--as", help="closed, accepted, rejected or open.")] = "closed",
    text: Said = "",
    evidence: Refs = None,
    by: By = "",
    role: RoleOf = "",
    independence: Independence = "none",
    organisation: Organisation = "",
    at: At = "",
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Decide on a finding: close it, accept or reject its answer, or open it again."""
    from casegen.cli import output
    from casegen.review.acts import decide
    from casegen.review.events import FindingStatus

    chosen = _choice(FindingStatus, status, "--as")
    if chosen is FindingStatus.ANSWERED:
        raise _missing(
            "an answer is given with `casegen review respond`", "closed, accepted, rejected or open"
        )
    result = decide(
        _root(case), finding, status=chosen.value, text=text, evidence=evidence or (),
        by=_person(by, role, independence, organisation), baseline=at, key=key,
    )  # fmt: skip
    _done(result.model_dump(mode="json"), f"{result.finding} {result.status}", as_json, output)


@review.command("sign")
def sign(
    case: CasePath,
    decision: Annotated[str, typer.Option("--decision", help="accept, conditions or reject.")],
    target: Annotated[str, typer.Option("--target", help="The whole case if left out.")] = "",
    condition: Annotated[list[str] | None, typer.Option("--condition", help="May be repeated.")] = None,
    text: Said = "",
    by: By = "",
    role: RoleOf = "",
    independence: Independence = "none",
    organisation: Organisation = "",
    at: At = "",
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Sign off the case, or a part of it, at a baseline that is verified first."""
    from casegen.cli import output
    from casegen.review.acts import sign_off
    from casegen.review.events import Decision

    result = sign_off(
        _root(case), target=target, decision=_choice(Decision, decision, "--decision"), text=text,
        conditions=condition or (), by=_person(by, role, independence, organisation), baseline=at, key=key,
    )  # fmt: skip
    told = f"sign-off {result.sign_off}: {result.decision} of {result.target} at {result.baseline.name}"
    _done(result.model_dump(mode="json"), told, as_json, output)


def _done(document: dict[str, Any], told: str, as_json: bool, output: Any) -> None:
    if as_json:
        output.as_json(document)
    else:
        typer.echo(told)


@review.command("list")
def list_findings(
    case: CasePath,
    target: Annotated[str, typer.Option("--target", help="Only findings on this part.")] = "",
    as_json: Json = False,
) -> None:
    """Findings with their status; those that a change has opened again say why."""
    from casegen.cli import output
    from casegen.io import load
    from casegen.review.documents import finding_document
    from casegen.review.journal import history
    from casegen.review.reopening import review_state

    results = [f for f in review_state(load(case)).findings if target in ("", f.finding.target)]
    if as_json:
        output.as_json({"findings": [finding_document(one) for one in results]})
        return
    out = output.console()
    for one in results:
        raised = one.finding.raised
        out.print(
            f"[bold]{one.finding.id}[/] {one.status} · {raised.severity} · {output.escape(raised.target)}"
            f" · baseline {output.escape(raised.baseline.name)}  {output.escape(raised.clause)}"
        )
        for line in history(one.finding):
            out.print(f"    {output.escape(line)}")
        for why in one.reopened:
            out.print(f"    open again: {output.escape(why)}", style="yellow")
    if not results:
        typer.echo("no findings")
    elif not all(signer for one in results for signer in one.finding.signers):
        out.print(
            "names of acts without a key are not authenticated: they are what somebody typed", style="dim"
        )


@review.command("status")
def status(case: CasePath, strict: Strict = False, as_json: Json = False) -> None:
    """Where the review stands; with --strict, exit 1 while anything is open."""
    from casegen.cli import output
    from casegen.io import load
    from casegen.review.documents import review_document
    from casegen.review.reopening import review_state

    result = review_state(load(case))
    if as_json:
        output.as_json(review_document(result))
    else:
        _show_state(result)
    raise typer.Exit(1 if strict and not result.settled else 0)


def _show_state(result: ReviewState) -> None:
    from collections import Counter

    from casegen.cli import output

    counts = Counter((one.finding.raised.severity.value, one.status.value) for one in result.findings)
    rows = [(severity, where, str(n)) for (severity, where), n in sorted(counts.items())]
    out = output.console()
    if not result.findings and not result.sign_offs and not result.problems:
        out.print("nothing was reviewed: no finding, no sign-off")
        return
    output.table("Findings", ("severity", "status", "count"), rows)
    for finding in (one for one in result.findings if one.reopened):
        raised, was = finding.finding.raised, finding.finding.recorded
        out.print(f"{raised.finding} on {output.escape(raised.target)} was {was}, is open again:")
        for why in finding.reopened:
            out.print(f"    {output.escape(why)}", style="yellow")
    for one in result.sign_offs:
        signed = one.sign_off.signed
        state = "stands" if one.stands else "[yellow]has fallen[/]"
        out.print(
            f"{signed.sign_off} {signed.decision} · {output.escape(signed.target)} ·"
            f" {output.escape(signed.by.name)} ({signed.by.independence}) · {output.escape(signed.baseline.name)} {state}"
            f" · {_signer(one.sign_off.signer)}"
        )
        for condition in signed.conditions:
            out.print(f"    condition: {output.escape(condition)}")
        for why in one.reopened:
            out.print(f"    {output.escape(why)}", style="yellow")
    output.show_diagnostics(result.problems)
    typer.echo("settled" if result.settled else "not settled")


def _signer(key: str | None) -> str:
    return f"signed by key {key[:16]}…" if key else "name not authenticated"


@review.command("checklist")
def checklist(
    case: CasePath,
    standard: Annotated[
        list[str] | None, typer.Option("--standard", help="Only these; all if left out.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Which clauses of published standards the case covers, partly covers, or does not."""
    from casegen.cli import output
    from casegen.io import load
    from casegen.review.compliance import matrix
    from casegen.review.documents import matrix_document

    result = matrix(load(case), tuple(standard or ()))
    if as_json:
        output.as_json({"standards": [matrix_document(one) for one in result]})
        return
    styles = {"covered": "green", "partly covered": "yellow", "not covered": "bold red"}
    for one in result:
        rows = [
            (output.escape(row.clause.id), output.escape(row.clause.topic),
             f"[{styles.get(row.coverage.value, 'dim')}]{row.coverage.value}[/]",
             output.escape(", ".join(row.nodes) or f"candidates: {', '.join(row.candidates[:6]) or 'none'}"))
            for row in one.rows
        ]  # fmt: skip
        output.table(output.escape(one.standard.title), ("clause", "topic", "coverage", "nodes"), rows)
        output.console().print(f"  compared: {output.escape(one.standard.compared)}", style="dim")
        output.console().print(f"  not available: {output.escape(one.standard.not_available)}", style="dim")


@review.command("pack")
def pack(
    case: CasePath,
    output_file: Annotated[Path, typer.Option("-o", "--output", help="The archive.")] = Path(
        "audit-pack.zip"
    ),
    at: At = "",
    no_documents: Annotated[
        bool, typer.Option("--no-documents", help="Without the page and the PDF.")
    ] = False,
    as_json: Json = False,
) -> None:
    """One archive that verifies with `sha256sum -c`: baseline, documents, provenance, findings."""
    from casegen.cli import output
    from casegen.review.pack import write_pack

    formats = () if no_documents else ("html", "pdf")
    written = write_pack(_root(case), output_file, baseline=at, formats=formats)
    if as_json:
        output.as_json({"file": str(written.path), "sha256": written.sha256, "root": written.root})
    else:
        typer.echo(f"{written.path}  sha256 {written.sha256}")
