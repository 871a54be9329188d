"""import · export: other tools' formats, with the list of what they do not carry."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casegen.cli.app import app
from casegen.cli.case import CasePath, Json
from casegen.cli.printing import echo
from casegen.cli.review import By, Independence, Organisation, RoleOf
from casegen.cli.review import _person as person
from casegen.model.plural import counted

if TYPE_CHECKING:
    from casegen.assessment.assess import Session
    from casegen.cli.merged_status import Statuses
    from casegen.io.exchange.format import Imported, Item
    from casegen.io.exchange.merge_plan import MergePlan
    from casegen.model.case import Case
    from casegen.review.events import Person


_LISTED = 200
"""parts not carried, or decided on, that are printed one by one"""


class OnConflict(StrEnum):
    """Who wins where the case and the import differ."""

    STOP = "stop"
    KEEP = "keep"
    TAKE = "take"


FormatName = Annotated[
    str,
    typer.Option(
        "--format",
        "-f",
        help="sacm, gsn, tea, ltac, openpsa, xlsx, csv, json, (import only) galileo or (export only) reqif.",
    ),
]


@app.command("import")
def import_(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Case folder: a new one, or one to merge into.")
    ],
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Files of the other tool.")],
    format_name: FormatName,
    on_conflict: Annotated[
        OnConflict,
        typer.Option(
            "--on-conflict", help="Where both sides differ: stop, keep the case's, take the import's."
        ),
    ] = OnConflict.STOP,
    by: By = "",
    role: RoleOf = "",
    independence: Independence = "none",
    organisation: Organisation = "",
    as_json: Json = False,
) -> None:
    """Read another tool's files into a case folder; what was not carried and what was decided is listed."""
    from casegen.io.exchange import exchange_format
    from casegen.io.exchange.as_exported import merge_plan
    from casegen.io.exchange.references import without_dangling
    from casegen.io.folder import ROOT_FILE, load
    from casegen.io.transaction import editing
    from casegen.model.case import SECTIONS
    from casegen.model.diagnostic import InputError

    chosen = exchange_format(format_name)
    if chosen.read is None:
        raise InputError.call(f"{chosen.title} is written only")
    imported = chosen.read(files)
    if not (folder / ROOT_FILE).exists():
        report = _new(folder, without_dangling(imported, {}))
    else:
        who = person(by, role, independence, organisation) if by.strip() else None
        with editing(folder):
            existing = load(folder)
            imported = without_dangling(imported, {s: {p.id for p in getattr(existing, s)} for s in SECTIONS})
            made = merge_plan(chosen, existing, imported, files, on_conflict.value)
            report = _merged(existing, imported, made, f"{format_name}-{files[0].stem}", who)
    _report(report, as_json, {"format": format_name, "folder": str(folder)})


def _new(folder: Path, imported: Imported) -> dict[str, Any]:
    from casegen.io.case_writer import sections_of
    from casegen.io.exchange.merge import as_new, located
    from casegen.io.exchange.new_folder import write_new
    from casegen.model.case import Location
    from casegen.model.diagnostic import InputError

    findings = [
        row for row in imported.tables.get("findings", ()) if any(c.strip() for c in row.cells.values())
    ]
    if findings:
        held = counted(len(findings), "finding")
        raise InputError.at(Location(str(folder)), f"the table holds {held}, and there is no case here",
                            hint="import findings into the case they are about")  # fmt: skip
    case, moved = located(as_new(imported), folder)
    written = write_new(case, folder)
    return {"files": [str(folder / name) for name in written], "changed": [],
            "added": {section: len(parts) for section, parts in sections_of(case).items()},
            "not_carried": imported.left_out, "decided": (*imported.decided, *moved)}  # fmt: skip


def _merged(
    existing: Case, imported: Imported, made: MergePlan, label: str, by: Person | None
) -> dict[str, Any]:
    from casegen.cli import findings
    from casegen.cli.merged_status import better_than_both, statuses
    from casegen.io import load
    from casegen.io.exchange.merge import apply
    from casegen.io.exchange.merge_plan import part_at

    recorded: list[str] = []
    if imported.tables.get("findings") and not made.conflicts:
        recorded = findings.merge(existing.root, imported.tables["findings"], by)
    compared = _statuses_before(existing, imported, made) if made.changed or made.added else None
    written = apply(existing, made, label)
    if compared is not None:
        made.decided += better_than_both(*compared, statuses(load(existing.root)))
    changed = [
        {"section": section, "id": part_at(existing, section, index).id, "fields": list(fields)}
        for (section, index), fields in made.changed.items()
    ]
    return {
        "files": [str(existing.root / name) for name in written],
        "changed": changed,
        "added": made.counts(),
        "findings": recorded,
        "kept": made.kept,
        "not_carried": imported.left_out,
        "decided": (*imported.decided, *made.decided),
    }


def _statuses_before(
    existing: Case, imported: Imported, made: MergePlan
) -> tuple[Statuses | None, Statuses | None] | None:
    """Statuses of both sides of a merge; None where the import brings no claim, and so none of its own."""
    from casegen.cli.merged_status import beside, statuses

    if not imported.case.claims or imported.tables:
        return None
    return statuses(existing), statuses(beside(imported.case, existing, made.given_back))


@app.command()
def export(
    case: CasePath,
    format_name: FormatName,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="File to write.")],
    findings_table: Annotated[
        bool, typer.Option("--findings", help="CSV: the findings instead of the HAZOP table.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write the case in another tool's format; what that format cannot carry is listed, item by item."""
    from casegen.assessment.stale_parts import stale_items
    from casegen.cli import findings
    from casegen.io import load
    from casegen.io.atomic import write_bytes
    from casegen.io.exchange import exchange_format
    from casegen.io.outputs import refuse_irregular, refuse_output
    from casegen.model.case import Location
    from casegen.model.diagnostic import InputError

    chosen = exchange_format(format_name)
    refuse_irregular(output)
    if chosen.write is None:
        raise InputError.call(f"{chosen.title} is read only")
    if output.is_dir() or not output.name:
        raise InputError.at(Location(str(output)), "expected the name of a file to write, found a folder")
    loaded = load(case)
    refuse_output(output, loaded)
    more: dict[str, Any] = {}
    session: Session | None = None
    if format_name == "xlsx" or findings_table:
        more["findings"] = findings.shown_rows(loaded.root)
    if format_name == "xlsx":
        more["computed"], session = _computed(loaded)
    if findings_table and format_name not in ("xlsx", "csv"):
        raise InputError.call("findings go to tables only", hint="--format xlsx or csv")
    made = chosen.export(loaded, output.name, **more)
    written = []
    for name in made.files:
        refuse_output(output.parent / name, loaded)
    for name, content in reversed(list(made.files.items())):
        write_bytes(output.parent / name, content)
        written.append(str(output.parent / name))
    stale = sorted(stale_items(session.evidence)) if session is not None else []
    if stale:
        echo(
            f"stale evidence: {', '.join(stale)}: computed sheets have no number that comes from it", err=True
        )
    report = {"files": written[::-1], "not_carried": made.left_out, "stale": stale}
    _report(report, as_json, {"format": format_name, "case": str(case)})


def _computed(case: Case) -> tuple[dict[str, list[list[str]]], Session | None]:
    """Sheets of the safety analysis, of which session; none of a case whose errors leave nothing to compute."""
    from casegen.assessment.assess import BREAKING, assess_checked
    from casegen.assessment.checks.case import checked
    from casegen.assessment.safety.tables import safety_tables

    findings, session = checked(case)
    if any(d.severity in BREAKING for d in findings):
        return {}, None
    return safety_tables(assess_checked((), session)), session


def _report(report: dict[str, Any], as_json: bool, head: dict[str, Any]) -> None:
    from casegen.cli import output

    for key, title in (("not_carried", "not carried"), ("decided", "decided")):
        items: Sequence[Item] = report.get(key, ())
        if items:
            echo(f"{title}: {len(items)}", err=True)
            for item in items[:_LISTED]:
                echo(output.short(f"  {item.what}: {item.why}"), err=True)
            if len(items) > _LISTED:
                echo(f"  and {len(items) - _LISTED:,} more, which --json lists", err=True)
        if key in report:
            report[key] = [{"item": i.what, "reason": i.why} for i in items]
    if as_json:
        output.as_json(head | report)
        return
    if not report["files"] and not report.get("findings"):
        kept = report.get("kept", 0)
        echo(
            f"nothing changed: {counted(kept, 'difference')} listed above, kept as in the case"
            if kept
            else "nothing to change: the case says the same in all that the format carries"
        )
    for change in report.get("changed", ()):
        echo(f"changed {change['section']} {change['id']}: {', '.join(change['fields'])}")
    for act in report.get("findings", ()):
        echo(act)
    for section, number in report.get("added", {}).items():
        echo(f"added {number} {section}")
    for file in report["files"]:
        echo(file)
