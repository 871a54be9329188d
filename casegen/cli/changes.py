"""whatif · allocate: change numbers, and break a target down."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from casegen.cli import output
from casegen.cli.allocation_view import show_breakdown
from casegen.cli.app import app
from casegen.cli.case import CasePath, Json, Strict
from casegen.cli.case_verdict import sound
from casegen.cli.fta_open import warn_of_stale
from casegen.cli.whatif_view import show_comparison

All = Annotated[
    bool,
    typer.Option(
        "--all",
        help="All rows (equal combinations of a common-cause group share one; --json has each).",
    ),
]


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
            show_comparison(one, everything=everything)
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
        show_breakdown(result, groups, everything=everything)
    falls_short = bool(result.problem) or not all(e.meets for e in result.events)
    raise typer.Exit(1 if strict and falls_short else 0)
