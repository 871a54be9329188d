"""review add · respond · close · list · sign · discharge · read · status · checklist · pack."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casegen.cli import output
from casegen.cli.app import app
from casegen.cli.case import CasePath, Json, Strict
from casegen.cli.printing import echo
from casegen.model.plural import counted

if TYPE_CHECKING:
    from casegen.review.events import Person

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
    str, typer.Option("--baseline", metavar="NAME", help="Baseline looked at; the latest if left out.")
]
Said = Annotated[str, typer.Option("--text", help="Description.")]
Refs = Annotated[list[str] | None, typer.Option("--evidence", help="File, address or id; may be repeated.")]
Key = Annotated[Path | None, typer.Option("--key", help="Your Ed25519 private key, which signs the record.")]
FindingId = Annotated[str, typer.Argument(metavar="FINDING", help="Id of the finding, such as F3.")]


def _root(case: Path) -> Path:
    from casegen.io.folder import find_root

    return find_root(case)


def _person(by: str, role: str, independence: str, organisation: str) -> Person:
    from casegen.review.eligibility import person
    from casegen.review.events import Independence as Levels

    if not by.strip():
        raise _missing("who is it", f"give --by, or set {AUTHOR}")
    return person(by, role, _choice(Levels, independence, "--independence"), organisation)


def _choice(kind: Any, given: str, option: str) -> Any:
    """A member of an enumeration by its value, or a refusal that names the nearest."""
    from casegen.model.suggestions import nearest

    known = [member.value for member in kind]
    short = {"major": "major non-conformity", "conditions": "accept with conditions"}
    word = short.get(given.strip().lower(), given.strip().lower())
    if word not in known:
        raise _missing(
            f"{option}: unknown {given!r}{nearest(word, [*known, *short])}", f"one of: {', '.join(known)}"
        )
    return kind(word)


def _missing(message: str, hint: str) -> Exception:
    from casegen.model.diagnostic import InputError

    return InputError.call(message, hint=hint)


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
    from casegen.review.acts import add_finding
    from casegen.review.events import FindingSeverity

    result = add_finding(
        _root(case), target=target, text=text, severity=_choice(FindingSeverity, severity, "--severity"),
        category=category, clause=clause, by=_person(by, role, independence, organisation), baseline=at, key=key,
    )  # fmt: skip
    _done(result.model_dump(mode="json"), f"finding {result.finding} on {result.target}", as_json)


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
    from casegen.review.acts import respond

    person = _person(by, role, "none", "")
    result = respond(_root(case), finding, text=text, by=person, evidence=evidence or (), key=key)
    _done(result.model_dump(mode="json"), f"{result.finding} answered", as_json)


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
    _done(result.model_dump(mode="json"), f"{result.finding} {result.status}", as_json)


@review.command("sign")
def sign(
    case: CasePath,
    decision: Annotated[str, typer.Option("--decision", help="accept, conditions or reject.")],
    target: Annotated[
        str, typer.Option("--target", help="Id of what is signed off; the whole case if left out.")
    ] = "",
    condition: Annotated[
        list[str] | None, typer.Option("--condition", help="A condition of the sign-off; may be repeated.")
    ] = None,
    override: Annotated[
        str,
        typer.Option(
            "--override", help="Reason for accepting a case that does not hold; recorded and shown."
        ),
    ] = "",
    text: Said = "",
    by: By = "",
    role: RoleOf = "",
    independence: Independence = "none",
    organisation: Organisation = "",
    at: At = "",
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Sign off the case, or a part of it, at a baseline that is verified and assessed first."""
    from casegen.review.acceptance import sign_off
    from casegen.review.events import Decision

    result = sign_off(
        _root(case), target=target, decision=_choice(Decision, decision, "--decision"), text=text,
        conditions=condition or (), by=_person(by, role, independence, organisation), override=override,
        baseline=at, key=key,
    )  # fmt: skip
    words = f"sign-off {result.sign_off}: {result.decision} of {result.target} at {result.baseline.name}"
    words += f", although {result.verdict}" if result.override else ""
    _done(result.model_dump(mode="json"), words, as_json)


@review.command("discharge")
def discharge_(
    case: CasePath,
    sign_off: Annotated[str, typer.Argument(metavar="SIGN_OFF", help="Id of the sign-off, such as S1.")],
    condition: Annotated[int, typer.Option("--condition", help="Number of the condition, from 1.")],
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
    """Record that a condition of a sign-off is met, and on what evidence."""
    from casegen.review.acceptance import discharge

    result = discharge(
        _root(case), sign_off, condition=condition, text=text, evidence=evidence or (),
        by=_person(by, role, independence, organisation), baseline=at, key=key,
    )  # fmt: skip
    words = f"condition {result.condition} of {result.sign_off} discharged"
    _done(result.model_dump(mode="json"), words, as_json)


@review.command("read")
def read_(
    case: CasePath,
    parts: Annotated[list[str], typer.Argument(metavar="ITEM...", help="Ids of the parts that were read.")],
    because: Annotated[str, typer.Option("--because", help="Why it denies nothing that is shown.")] = "",
    by: By = "",
    role: RoleOf = "",
    independence: Independence = "none",
    organisation: Organisation = "",
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Record that a person has read parts whose words no program checks, and answered the questions about them."""
    from casegen.review.events import Readings
    from casegen.review.questions import read

    person = _person(by, role, independence, organisation)
    events = read(_root(case), parts, by=person, text=because, key=key)
    lines = (f"{one.reading}: {counted(len(one.questions), 'part')} of {one.target} read" for one in events)
    if as_json:
        output.as_json(Readings(readings=events).model_dump(mode="json"))
    else:
        for line in lines:
            echo(line)


def _done(document: dict[str, Any], words: str, as_json: bool) -> None:
    if as_json:
        output.as_json(document)
    else:
        echo(words)


@review.command("list")
def list_findings(
    case: CasePath,
    target: Annotated[str, typer.Option("--target", help="Only findings on this part.")] = "",
    as_json: Json = False,
) -> None:
    """Findings with their status; exit 1 where the history of the review is damaged, 3 where it cannot be checked."""
    from casegen.cli.review_view import show_findings
    from casegen.io import load
    from casegen.review.documents import finding_document, problem_rows
    from casegen.review.reopening import verified_state

    state = verified_state(load(case))
    results = [f for f in state.findings if target in ("", f.finding.target)]
    if as_json:
        output.as_json(
            {"findings": [finding_document(one) for one in results], "problems": problem_rows(state)}
        )
    else:
        show_findings(results, state)
    damaged = len(state.problems) > len(state.journal.unchecked)
    raise typer.Exit(1 if damaged else 3 if state.problems else 0)


@review.command("status")
def status(
    case: CasePath,
    last: Annotated[
        list[str] | None,
        typer.Option(
            "--last",
            metavar="SHA256",
            help="The hash of an event that you know; exit 1 where it is not there.",
        ),
    ] = None,
    strict: Strict = False,
    as_json: Json = False,
) -> None:
    """Where the review stands, as one table; with --strict, exit 1 until everything in it is done."""
    from dataclasses import replace

    from casegen.assessment.assess import assess
    from casegen.assessment.checks.case import check
    from casegen.cli.review_view import show_points
    from casegen.io import load
    from casegen.model.diagnostic import Severity
    from casegen.review.chain import deleted, unnoticed
    from casegen.review.documents import review_document
    from casegen.review.journal import read_journal
    from casegen.review.points import settlement
    from casegen.review.questions import unread_parts
    from casegen.review.reopening import verified_state

    loaded = load(case)
    errors = sum(row.severity in (Severity.ERROR, Severity.INPUT) for row in check(loaded))
    journal = read_journal(loaded.root)
    gone = tuple(one for digest in last or () if (one := deleted(journal.hashes, digest)) is not None)
    state = verified_state(loaded, journal)
    state = replace(state, problems=(*state.problems, *gone))
    assessed = None if errors else assess(loaded)
    points, unread = settlement(loaded, state, assessed, errors), unread_parts(assessed, state.journal)
    if as_json:
        output.as_json(review_document(state, points, unread, journal.last))
    else:
        show_points(points, state, unread)
        output.console().print(output.escape(unnoticed(journal.last)), style="dim")
    undone = strict and not all(point.done for point in points)
    raise typer.Exit(1 if gone or undone else 0)


@review.command("checklist")
def checklist(
    case: CasePath,
    standard: Annotated[
        list[str] | None, typer.Option("--standard", help="Standards to list; all if left out.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Which clauses of published standards the case covers, partly covers, or does not."""
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
    key: Annotated[
        Path | None, typer.Option("--key", help="Ed25519 private key to sign the whole pack with.")
    ] = None,
    as_json: Json = False,
) -> None:
    """One archive that verifies with `sha256sum -c`: baseline, documents, provenance, findings."""
    from casegen.audit.pack import write_pack

    formats = () if no_documents else ("html", "pdf")
    written = write_pack(_root(case), output_file, baseline=at, formats=formats, key=key)
    if as_json:
        output.as_json({"file": str(written.path), "sha256": written.sha256, "root": written.root})
    else:
        echo(f"{written.path}  sha256 {written.sha256}")
