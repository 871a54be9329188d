"""check · assess · build · schema."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casegen.cli import case_verdict, output
from casegen.cli.app import app
from casegen.cli.case_verdict import sound, sound_as_computed
from casegen.cli.printing import echo
from casegen.model.limits import MOST_JOBS

if TYPE_CHECKING:
    from casegen.model.case import Case
    from casegen.model.results import Assessment

CasePath = Annotated[Path, typer.Argument(metavar="CASE", help="Case folder (with case.yaml).")]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
OUT = Path("out")
"""folder of documents, where nothing else is said"""
Formats = Annotated[
    list[str] | None,
    typer.Option(
        "--format", metavar="NAME", help="A document by its name, also one of an installed package."
    ),
]
Since = Annotated[
    str,
    typer.Option(
        "--since",
        metavar="BASELINE",
        help="What to compare with: a baseline, folder, pack or REV:PATH;"
        " the latest baseline that differs if left out.",
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit 1 when the case falls short.")]


@app.command()
def check(
    case: CasePath,
    as_json: Json = False,
    sarif: Annotated[
        bool, typer.Option("--sarif", help="SARIF 2.1.0 on stdout, for code hosting sites.")
    ] = False,
    rule: Annotated[
        list[str] | None,
        typer.Option("--rule", help="Only findings of this rule (* allowed); may be repeated."),
    ] = None,
    file: Annotated[
        list[str] | None,
        typer.Option("--file", help="Only findings in this file (* allowed); may be repeated."),
    ] = None,
    severity: Annotated[
        list[str] | None, typer.Option("--severity", help="Only error, warning or waived; may be repeated.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every finding of each group.")] = False,
) -> None:
    """Load the case and check every rule; all findings in one run, grouped, with place and fix."""
    from casegen.cli import check_view
    from casegen.model.diagnostic import InputError, Severity

    texts: dict[str, str] = {}
    files: tuple[str, ...] = ()
    own_words = ""
    try:
        session, result = case_verdict.checked(case)
        problems, own_words = case_verdict.of_documents(session.case)
        result = (*result, *problems, *case_verdict.of_scenarios(session))
        texts, files = case_verdict.texts_of(session.case), session.case.files
    except InputError as error:
        if not sarif:
            raise
        result = error.diagnostics
    words = [s.value for s in Severity]
    if unknown := [word for word in severity or () if word not in words]:
        raise typer.BadParameter(f"unknown severity {unknown[0]!r}; one of: {', '.join(words)}")
    if wrong := check_view.misspelt(result, rule or (), file or (), files):
        raise typer.BadParameter(wrong)
    shown = check_view.chosen(result, rule or (), file or (), severity or ())
    if sarif:
        from casegen.argument import to_sarif

        # paths as the caller names them: code hosts look for files below the working folder
        folder = case.parent if case.name == "case.yaml" else case
        output.as_json(to_sarif(shown, "" if folder.is_absolute() else folder.as_posix()))
        raise typer.Exit(case_verdict.code_of(result))
    code = case_verdict.show_findings(result, shown, texts, everything=everything, as_json=as_json)
    if not as_json:
        case_verdict.show_own_words(own_words)
    raise typer.Exit(code)


@app.command()
def assess(
    case: CasePath,
    everything: Annotated[
        bool, typer.Option("--all", help="The outline of every claim, and every point that prevents support.")
    ] = False,
    why: Annotated[
        str,
        typer.Option(
            "--why",
            metavar="CLAIM",
            help="The derivation of one claim's status, line by line, with the rules.",
        ),
    ] = "",
    as_json: Json = False,
) -> None:
    """Verdict, what prevents support and what to do next; exit 1 unless every root claim is supported."""
    raise typer.Exit(case_verdict.assess(case, everything=everything, as_json=as_json, why=why))


@app.command()
def build(
    case: CasePath,
    output_folder: Annotated[Path, typer.Option("-o", "--output", help="Folder for the documents.")] = OUT,
    html: Annotated[bool, typer.Option("--html", help="The page only.")] = False,
    pdf: Annotated[bool, typer.Option("--pdf", help="The PDF only.")] = False,
    docx: Annotated[bool, typer.Option("--docx", help="The report for word processors.")] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="The report for wikis, with pictures.")
    ] = False,
    svg: Annotated[bool, typer.Option("--svg", help="Every diagram as a file.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Argument and trees as DOT and Mermaid text.")] = False,
    more: Formats = None,
    no_run: Annotated[
        bool, typer.Option("--no-run", help="Do not compute missing or stale evidence.")
    ] = False,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=MOST_JOBS, help="Processes for evidence.")] = 1,
    since: Since = "",
    strict: Strict = False,
    as_json: Json = False,
) -> None:
    """Evidence (if missing or stale) → assess → one HTML page and one PDF."""
    from casegen.assessment.points import begin_reading, read_once
    from casegen.assessment.study import study_of_trees
    from casegen.cli.apart import apart
    from casegen.io.outputs import refuse_output
    from casegen.model.results import Freshness
    from casegen.render.document_settings import read_custom
    from casegen.render.formats import document_format, left_beside, write_documents
    from casegen.review.dossier import gather

    session, result = sound(case, as_json=as_json)
    loaded = session.case
    for name in more or ():
        document_format(name)
    refuse_output(output_folder, loaded)
    case_verdict.refuse_scenarios(session)
    read_custom(
        loaded.root
    )  # what is wrong there, or in the what-ifs, is reported before anything is computed
    if not no_run and any(state.freshness is not Freshness.FRESH for state in session.evidence.values()):
        _compute(loaded, jobs)
        session, result = sound_as_computed(loaded, as_json=as_json)
    assessed = session.assess(diagnostics=result)
    studied = apart(partial(study_of_trees, session, assessed))
    wanted = {"html": html, "pdf": pdf, "docx": docx, "markdown": markdown, "svg": svg, "text": text}
    formats = (*(name for name, asked in wanted.items() if asked), *(more or ())) or ("html", "pdf")
    with read_once():
        begin_reading(assessed, apart)
        dossier = gather(assessed, session=session, since=since, of_trees=studied, begin=apart)
        files = write_documents(assessed, output_folder, formats, dossier)
        others = [str(output_folder / path.relative_to(output_folder.resolve()))
                  for path in left_beside(output_folder, files, assessed)]  # fmt: skip
        _show(assessed, files, others, as_json=as_json)
    raise typer.Exit(1 if strict and not assessed.supported else 0)


def _show(assessed: Assessment, files: Sequence[Path], others: Sequence[str], *, as_json: bool) -> None:
    """The verdict and the files that were written; ``others`` stand beside them, and are not of this build."""
    if as_json:
        from casegen.review.questions import unread

        statuses = {claim.id: claim.status.value for claim in assessed.claims.values()}
        output.as_json(
            {
                "supported": assessed.supported,
                "questions_open": len(unread(assessed)),
                "files": [str(f) for f in files],
                "not_of_this_build": list(others),
                "claims": statuses,
            }
        )
    else:
        from casegen.cli.verdict_view import verdict

        verdict(assessed)
        for file in files:
            echo(file)
        for place in _beside(files, others):
            echo(f"not of this build, left as it is: {place}", err=True)


def _beside(files: Sequence[Path], others: Sequence[str]) -> list[str]:
    """``others``; a folder that has nothing of this build stands by its name alone."""
    written = {path.parent for file in files for path in (file, *file.parents)}
    places = ((Path(path), Path(path).parent) for path in others)
    return list(dict.fromkeys(str(path if folder in written else folder) for path, folder in places))


def _compute(case: Case, jobs: int) -> None:
    """Evidence that is missing or stale."""
    from casegen.cli.evidence_progress import run_showing
    from casegen.store.outcome import Computing
    from casegen.store.schedule import schedule

    run_showing(case, schedule(case), Computing(jobs, jobs), force=False, device="auto")


@app.command()
def schema(
    part: Annotated[
        str,
        typer.Argument(
            help='A part such as claim, tree or evidence_item, or what a command prints: "assess --json"; '
            "all of a case file if left out.",
        ),
    ] = "",
) -> None:
    """JSON Schema of the case files, for editor completion, and of what commands print with --json."""
    from casegen.cli.json_schema import schema_of

    output.as_json(schema_of(part))
