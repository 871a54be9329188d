"""check and assess: a case is loaded, its rules are run, and what is supported is shown; without a parser of commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from casegen.cli import output
from casegen.cli.printing import echo

if TYPE_CHECKING:
    from casegen.assessment.assess import Session
    from casegen.model.case import Case
    from casegen.model.diagnostic import Diagnostic

    Findings = tuple[Diagnostic, ...]

_OPTIONS = ("--json", "--all")
_MANY = 1_000
"""nodes from which the rules are read in a copy of the process: a copy imports and reads again, half a second, what both
of them need"""


def answered(words: list[str]) -> int | None:
    """The exit code of ``check CASE`` and ``assess CASE`` with ``--json`` or ``--all``; None where it is another line.

    Importing a parser of commands and making all of its commands takes a tenth of a second; anything but these words and
    a case that is there is left to it.
    """
    command, rest = COMMANDS.get(words[0]) if words else None, words[1:]
    folders = [word for word in rest if word not in _OPTIONS]
    if command is None or len(folders) != 1 or len(set(rest)) < len(rest):
        return None
    if folders[0].startswith("-") or not folders[0] or not Path(folders[0]).exists():
        return None
    return command(Path(folders[0]), everything="--all" in rest, as_json="--json" in rest)


def checked(path: Path) -> tuple[Session, Findings]:
    """Load and check; findings that make the folder no case are raised, rule findings returned.

    Returns the session of the check, with the loaded case.
    """
    from casegen.io import load

    return _checked_case(load(path))


def _checked_case(case: Case) -> tuple[Session, Findings]:
    """As :func:`checked`, of a case that is loaded."""
    from casegen.cli.apart import apart
    from casegen.model.diagnostic import InputError, Severity

    # reading many sentences takes as long as comparing the evidence with code and data; begun before anything is imported
    # that only one of them needs
    of_rules: Callable[[], list[Diagnostic]] = partial(_of_rules, case)
    if len(case.node) >= _MANY:
        of_rules = apart(of_rules)

    from casegen.assessment.checks.case import checked as all_rules

    result, session = all_rules(case, of_rules)
    if any(row.severity is Severity.INPUT for row in result):
        raise InputError([row for row in result if row.severity in (Severity.INPUT, Severity.ERROR)])
    return session, result


def _of_rules(case: Case) -> list[Diagnostic]:
    from casegen.argument import check

    return check(case)


def sound(
    path: Path, *, as_json: bool, mission_time: float | None = None,
    settled: Callable[[Case], Callable[[Diagnostic], bool]] | None = None,
) -> tuple[Session, Findings]:  # fmt: skip
    """As :func:`checked`; a case with rule errors is reported and ends the command with exit code 1.

    ``mission_time`` (hours): the command's own, with which no tree has to state one.  ``settled``: which findings of a
    case are what the command is there to settle.
    """
    session, result = checked(path)
    if mission_time is not None:
        result = tuple(row for row in result if row.rule != "mission-time-missing")
    if settled is not None:
        of_command = settled(session.case)
        result = tuple(row for row in result if not of_command(row))
    _end_with_errors(session.case, result, "nothing was computed, nothing written", as_json=as_json)
    return session, result


def sound_as_computed(case: Case, *, as_json: bool) -> tuple[Session, Findings]:
    """As :func:`sound`, of a case whose evidence was computed after it was checked: some findings are of the results."""
    session, result = _checked_case(case)
    _end_with_errors(case, result, "the evidence is computed, no document is written", as_json=as_json)
    return session, result


def _end_with_errors(case: Case, result: Findings, outcome: str, *, as_json: bool) -> None:
    """Report rule errors, if there are any, with what was done in spite of them, and end with exit code 1."""
    from casegen.model.diagnostic import Severity

    errors = [row for row in result if row.severity is Severity.ERROR]
    if not errors:
        return
    from casegen.cli import check_view

    if len(errors) > check_view.FEW:
        check_view.show(errors, everything=False, texts=texts_of(case), error=True)
    else:
        output.show_diagnostics(errors, error=True)
    echo(f"casegen: {check_view.total(result)}: {outcome}", err=True)
    if as_json:
        from casegen.assessment import documents

        output.as_json(documents.diagnostics(result))
    sys.exit(1)


def assess(path: Path, *, everything: bool, as_json: bool, why: str = "") -> int:
    """Print the verdict, or the derivation of one claim's status; returns the exit code."""
    from casegen.assessment.assess import assess_checked
    from casegen.cli.verdict_view import show_assessment

    session, result = sound(path, as_json=as_json)
    refuse_scenarios(session)
    assessed = assess_checked(result, session)
    if why:
        from casegen.cli import why as derivation
        from casegen.model.results import Status

        if as_json:
            output.as_json(derivation.document(assessed, why))
        else:
            for line in derivation.text(assessed, why):
                echo(line)
        return 0 if assessed.claims[why].status is Status.SUPPORTED else 1
    if as_json:
        from casegen.assessment import documents
        from casegen.review.questions import steps_read

        output.as_json(documents.assessment(assessed, steps_read(assessed)))
    else:
        show_assessment(assessed, everything=everything)
    return 0 if assessed.supported else 1


def _check(path: Path, *, everything: bool, as_json: bool) -> int:
    session, result = checked(path)
    problems, own_words = of_documents(session.case)
    result = (*result, *problems, *of_scenarios(session))
    code = show_findings(result, result, texts_of(session.case), everything=everything, as_json=as_json)
    if not as_json:
        show_own_words(own_words)
    return code


def of_documents(case: Case) -> tuple[Findings, str]:
    """What is wrong with the case's settings of its documents, and which words in them it chose."""
    if not os.path.lexists(case.root / "document.yaml"):
        return (), ""
    from casegen.model.diagnostic import InputError
    from casegen.render.document_settings import read_custom

    try:
        return (), read_custom(case.root).own_words
    except InputError as error:
        return tuple(error.diagnostics), ""


def of_scenarios(session: Session) -> Findings:
    """What is wrong with the what-ifs of the case that its documents tell, whatever the evidence will be."""
    if not os.path.lexists(session.case.root / "whatif.yaml"):
        return ()
    from casegen.assessment.study import whatif_problems

    return whatif_problems(session)


def refuse_scenarios(session: Session) -> None:
    """Raise :class:`InputError` with :func:`of_scenarios`, where it finds anything."""
    if problems := of_scenarios(session):
        from casegen.model.diagnostic import InputError

        raise InputError(problems)


def show_own_words(own_words: str) -> None:
    """Name the words of documents that the case chose, if there are any."""
    if own_words:
        echo(f"note: its documents use words that the case chose: {own_words}")


def show_findings(
    result: Findings,
    shown: Sequence[Diagnostic],
    texts: Mapping[str, str],
    *,
    everything: bool,
    as_json: bool,
) -> int:
    """Print the findings that are ``shown``; returns the exit code, which all of them decide."""
    from casegen.cli import check_view

    if as_json:
        from casegen.assessment import documents

        output.as_json(documents.diagnostics(shown))
    else:
        check_view.show(shown, everything=everything, texts=texts)
        others = f" (of {check_view.total(result)})" if len(shown) < len(result) else ""
        echo(check_view.total(shown) + others)
    return code_of(result)


def code_of(result: Findings) -> int:
    """The exit code of a check."""
    from casegen.model.diagnostic import Severity

    bad = any(row.severity in (Severity.ERROR, Severity.INPUT) for row in result)
    return 2 if any(row.severity is Severity.INPUT for row in result) else 1 if bad else 0


def texts_of(case: Case) -> dict[str, str]:
    """The text of each claim, by its id."""
    return {claim.id: claim.text for claim in case.claims}


COMMANDS: dict[str, Callable[..., int]] = {"assess": assess, "check": _check}
