"""baseline · review · diff: what an independent assessor does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casegen.cli.app import app
from casegen.cli.case import CasePath, Json, Strict

if TYPE_CHECKING:
    from casegen.review.difference import Difference
    from casegen.review.events import Person
    from casegen.review.reopening import ReviewState

baseline = typer.Typer(help="Frozen, hashed, optionally signed states of a case.", no_args_is_help=True)
review = typer.Typer(help="Findings, responses, sign-offs, checklist, audit pack.", no_args_is_help=True)
app.add_typer(baseline, name="baseline")
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
        raise _missing(f"{option}: unknown {given!r}{nearest(word, known)}", f"one of: {', '.join(known)}")
    return kind(word)


def _missing(message: str, mend: str) -> Exception:
    from casegen.model.case import Location
    from casegen.model.diagnostic import InputError

    return InputError.at(Location("command line"), message, mend=mend)


# --- baseline ------------------------------------------------------------------------------------


@baseline.command("create")
def create_(
    case: CasePath,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Letters, digits, `.`, `_`, `-`.")] = "",
    named: Annotated[str, typer.Option("--name", hidden=True)] = "",
    author: By = "",
    reason: Annotated[str, typer.Option("--reason", help="Why this state is frozen.")] = "",
    key: Annotated[Path | None, typer.Option("--key", help="Ed25519 private key to sign with.")] = None,
    as_json: Json = False,
) -> None:
    """Freeze case, evidence and artefacts under one SHA-256 root."""
    from casegen.cli import output
    from casegen.review.baseline import create

    found = create(case, name or named, author=author, reason=reason, key=key)
    if as_json:
        output.as_json(_baseline_row(found))
        return
    out = output.console()
    out.print(f"baseline [bold]{output.escape(found.name)}[/] in {output.escape(found.folder)}")
    out.print(f"  root {found.root}")
    out.print(f"  {found.verdict()}")
    for path, why in found.about.left_out.items():
        out.print(f"  left out: {output.escape(path)} ({why})", style="yellow")


def _baseline_row(found: Any) -> dict[str, Any]:
    about = found.about.model_dump(mode="json")
    return {"root": found.root, "folder": str(found.folder), **about}


@baseline.command("list")
def list_baselines(case: CasePath, as_json: Json = False) -> None:
    """Every baseline of the case, oldest first."""
    from casegen.cli import output
    from casegen.review.baseline import baselines

    found = baselines(_root(case))
    if as_json:
        output.as_json({"baselines": [_baseline_row(one) for one in found]})
        return
    rows = [
        (output.escape(b.name), b.about.created[:16], output.escape(b.about.author), output.escape(b.about.reason),
         "signed" if b.about.signer else "", b.root[:16])
        for b in found
    ]  # fmt: skip
    output.table("Baselines", ("name", "created", "author", "reason", "", "root"), rows)


@baseline.command("show")
def show_baseline(
    case: CasePath,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="The youngest if left out.")] = "",
    as_json: Json = False,
) -> None:
    """Who froze what, when and why, and each file with its hash."""
    from casegen.cli import output
    from casegen.review.baseline import FILES, SUMS, find
    from casegen.review.contents import read_listing

    found = find(_root(case), name)
    sums = read_listing((found.folder / SUMS).read_bytes(), SUMS)
    if as_json:
        output.as_json({**_baseline_row(found), "files": sums})
        return
    about, out = found.about, output.console()
    out.print(f"[bold]{output.escape(found.name)}[/]  root {found.root}")
    out.print(
        f"  {output.escape(about.case)} version {output.escape(about.version)}, frozen {about.created[:19]}"
    )
    out.print(f"  by {output.escape(about.author)}: {output.escape(about.reason)}")
    rows = [
        (about.roles.get(path.removeprefix(f"{FILES}/"), ""), output.escape(path), digest[:16])
        for path, digest in sums.items()
    ]
    output.table("", ("role", "file", "SHA-256"), rows)


@baseline.command("verify")
def verify_baseline(
    case: Annotated[Path, typer.Argument(metavar="CASE", help="Case folder, baseline folder or audit pack.")],
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="All of them if left out.")] = "",
    frozen: Annotated[
        bool, typer.Option("--frozen", help="The baseline alone, not whether the case folder is still at it.")
    ] = False,
    root: Annotated[str, typer.Option("--root", metavar="SHA256", help="The root hash you were told.")] = "",
    public_key: Annotated[
        Path | None, typer.Option("--public-key", help="The signer's public key, from elsewhere.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Find every changed byte; exit 1 if there is one.

    Every baseline is compared with its hashes, and the case folder with the one named (the youngest).
    """
    from casegen.cli import output
    from casegen.review.inspection import inspect

    found = inspect(case, name, frozen_only=frozen, expected_root=root, public_key=public_key)
    holds = all(one.holds for one in found)
    if as_json:
        output.as_json({"holds": holds, "baselines": [one.document() for one in found]})
    else:
        for one in found:
            _show_verified(one)
    raise typer.Exit(0 if holds else 1)


def _show_verified(one: Any) -> None:
    from casegen.cli import output

    out = output.console()
    verdict = "[green]holds[/]" if one.holds else "[bold red]does not hold[/]"
    out.print(
        f"baseline [bold]{output.escape(one.name)}[/] {verdict}; root {one.root}; {output.escape(one.signature)}"
    )
    for difference in one.frozen:
        out.print(f"  {difference.kind}: {output.escape(difference.message)}", style="red")
    for difference in one.working:
        out.print(f"  case folder, {difference.kind}: {output.escape(difference.message)}", style="yellow")
    if one.working:
        out.print("  what it means: `casegen diff`; the baseline alone: --frozen", style="dim")


# --- review --------------------------------------------------------------------------------------


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
    as_json: Json = False,
) -> None:
    """Raise a finding at a baseline."""
    from casegen.cli import output
    from casegen.review.acts import add_finding
    from casegen.review.events import Severity

    found = add_finding(
        _root(case), target=target, text=text, severity=_choice(Severity, severity, "--severity"),
        category=category, clause=clause, by=_person(by, role, independence, organisation), baseline=at,
    )  # fmt: skip
    _done(found.model_dump(mode="json"), f"finding {found.finding} on {found.target}", as_json, output)


@review.command("respond")
def respond_(
    case: CasePath,
    finding: FindingId,
    text: Said = "",
    evidence: Refs = None,
    by: By = "",
    role: RoleOf = "",
    as_json: Json = False,
) -> None:
    """Answer a finding."""
    from casegen.cli import output
    from casegen.review.acts import respond

    person = _person(by, role, "none", "")
    found = respond(_root(case), finding, text=text, by=person, evidence=evidence or ())
    _done(found.model_dump(mode="json"), f"{found.finding} answered", as_json, output)


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
    found = decide(
        _root(case), finding, status=chosen.value, text=text, evidence=evidence or (),
        by=_person(by, role, independence, organisation), baseline=at,
    )  # fmt: skip
    _done(found.model_dump(mode="json"), f"{found.finding} {found.status}", as_json, output)


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
    as_json: Json = False,
) -> None:
    """Sign off the case, or a part of it, at a baseline that is verified first."""
    from casegen.cli import output
    from casegen.review.acts import sign_off
    from casegen.review.events import Decision

    found = sign_off(
        _root(case), target=target, decision=_choice(Decision, decision, "--decision"), text=text,
        conditions=condition or (), by=_person(by, role, independence, organisation), baseline=at,
    )  # fmt: skip
    told = f"sign-off {found.sign_off}: {found.decision} of {found.target} at {found.baseline.name}"
    _done(found.model_dump(mode="json"), told, as_json, output)


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

    found = [f for f in review_state(load(case)).findings if target in ("", f.finding.target)]
    if as_json:
        output.as_json({"findings": [finding_document(one) for one in found]})
        return
    out = output.console()
    for one in found:
        raised = one.finding.raised
        out.print(
            f"[bold]{one.finding.id}[/] {one.status} · {raised.severity} · {output.escape(raised.target)}"
            f" · baseline {output.escape(raised.baseline.name)}  {output.escape(raised.clause)}"
        )
        for line in history(one.finding):
            out.print(f"    {output.escape(line)}")
        for why in one.reopened:
            out.print(f"    open again: {output.escape(why)}", style="yellow")
    if not found:
        typer.echo("no findings")


@review.command("status")
def status(case: CasePath, strict: Strict = False, as_json: Json = False) -> None:
    """Where the review stands; with --strict, exit 1 while anything is open."""
    from casegen.cli import output
    from casegen.io import load
    from casegen.review.documents import review_document
    from casegen.review.reopening import review_state

    found = review_state(load(case))
    if as_json:
        output.as_json(review_document(found))
    else:
        _show_state(found)
    raise typer.Exit(1 if strict and not found.settled else 0)


def _show_state(found: ReviewState) -> None:
    from collections import Counter

    from casegen.cli import output

    counts = Counter((one.finding.raised.severity.value, one.status.value) for one in found.findings)
    rows = [(severity, where, str(n)) for (severity, where), n in sorted(counts.items())]
    output.table("Findings", ("severity", "status", "count"), rows)
    out = output.console()
    for one in found.sign_offs:
        signed = one.sign_off.signed
        state = "stands" if one.stands else "[yellow]has fallen[/]"
        out.print(
            f"{signed.sign_off} {signed.decision} · {output.escape(signed.target)} ·"
            f" {output.escape(signed.by.name)} ({signed.by.independence}) · {output.escape(signed.baseline.name)} {state}"
        )
        for condition in signed.conditions:
            out.print(f"    condition: {output.escape(condition)}")
        for why in one.reopened:
            out.print(f"    {output.escape(why)}", style="yellow")
    output.show_diagnostics(found.problems)
    typer.echo("settled" if found.settled else "not settled")


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

    found = matrix(load(case), tuple(standard or ()))
    if as_json:
        output.as_json({"standards": [matrix_document(one) for one in found]})
        return
    styles = {"covered": "green", "partly covered": "yellow", "not covered": "bold red"}
    for one in found:
        rows = [
            (output.escape(row.clause.id), output.escape(row.clause.topic),
             f"[{styles.get(row.coverage.value, 'dim')}]{row.coverage.value}[/]",
             output.escape(", ".join(row.nodes) or f"candidates: {', '.join(row.candidates[:6]) or 'none'}"))
            for row in one.rows
        ]  # fmt: skip
        output.table(output.escape(one.standard.title), ("clause", "topic", "coverage", "nodes"), rows)
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


# --- diff ----------------------------------------------------------------------------------------


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
