"""False support: small case folders whose top claim is false or unknowable, beside true twins that must hold.

A test writes a folder with :func:`folder` from a base case and edits, and ends with :func:`must_not_hold` or
:func:`must_hold`.  Both call the command line's own ``main`` (in this process), so that they see what a user sees.

An edit is ``{"claims.C1.requirement.bound": 0.5}``: sections by key, members of a list by their ``id``.  The value
:data:`DROP` removes what is named, ``"claims.+"`` appends to a list.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import io
import json
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from _pytest.mark import ParameterSet

import casegen
from casegen.assessment.assess import assess_checked
from casegen.cli import main
from casegen.cli.case_verdict import checked
from casegen.cli.why import document
from casegen.model.results import Assessment
from tests.false_support.replay import objections, read

DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""compiled where PyYAML is: several times as fast"""
DROP: Any = object()
"""the value of an edit that removes what it names"""


def parameters(names: Iterable[str], slow: Collection[str]) -> list[ParameterSet]:
    """The names as parameters of a test, those of ``slow`` marked as such."""
    return [pytest.param(name, marks=[pytest.mark.slow] if name in slow else []) for name in names]


class Verdict(NamedTuple):
    """What ``casegen check`` and ``casegen assess`` said."""

    holds: bool
    diagnostics: tuple[dict[str, Any], ...]
    claims: dict[str, str]
    """status by claim; empty where the case has errors"""
    text: str
    """everything printed by both"""

    @property
    def rules(self) -> set[str]:
        """Rules that reported an error or a warning (nothing that is waived)."""
        return {d["rule"] for d in self.diagnostics if d["severity"] != "waived"}


def call(*arguments: str | Path) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of ``casegen ARGUMENTS`` in this process."""
    out, err, argv = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = ["casegen", *map(str, arguments)]
    code = 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main()
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else int(done.code is not None)
    finally:
        sys.argv = argv
    for crash in ("internal error", "error of casegen itself"):
        assert crash not in err.getvalue(), err.getvalue()
    return code, out.getvalue(), err.getvalue()


def edited(base: Mapping[str, Any], edits: Mapping[str, Any]) -> dict[str, Any]:
    """A deep copy of ``base`` with the edits applied in order."""
    result: dict[str, Any] = copy.deepcopy(dict(base))
    for path, value in edits.items():
        *parents, last = path.split(".")
        part: Any = result
        for position, key in enumerate(parents):
            if isinstance(part, list):
                part = _member(part, key)
            else:
                following = (*parents, last)[position + 1]
                part = part.setdefault(key, [] if following == "+" else {})
        _set(part, last, copy.deepcopy(value) if value is not DROP else DROP)
    return result


def _member(rows: list[Any], key: str) -> Any:
    matches = [row for row in rows if isinstance(row, dict) and row.get("id") == key]
    return matches[0] if matches else rows[int(key)]


def _set(part: Any, key: str, value: Any) -> None:
    if isinstance(part, list):
        if key == "+":
            part.append(value)
            return
        position = part.index(_member(part, key))
        if value is DROP:
            del part[position]
        else:
            part[position] = value
    elif value is DROP:
        del part[key]
    else:
        part[key] = value


def folder(
    at: Path,
    base: Mapping[str, Any],
    edits: Mapping[str, Any] | None = None,
    files: Mapping[str, str | bytes] | None = None,
) -> Path:
    """Write the edited case as ``at/case.yaml``, ``files`` beside it, and run evidence where there is any."""
    case = edited(base, edits or {})
    at.mkdir(parents=True, exist_ok=True)
    for name, content in (files or {}).items():
        path = at / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    text = yaml.dump(case, Dumper=DUMPER, sort_keys=False, allow_unicode=True)
    (at / "case.yaml").write_text(text, "utf-8")
    if case.get("evidence_items"):
        call("evidence", "run", at)
    return at


@contextlib.contextmanager
def _checked_once() -> Iterator[list[Assessment]]:
    """Commands called within load and check each folder once; what they assessed is kept.  No file may change."""
    assessments: list[Assessment] = []

    def kept(*given: Any) -> Assessment:
        assessments.append(assess_checked(*given))
        return assessments[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("casegen.cli.case_verdict.checked", functools.cache(checked))
        patch.setattr("casegen.assessment.assess.assess_checked", kept)
        yield assessments


def verdict(at: Path) -> Verdict:
    """``casegen check`` and ``casegen assess`` of a folder; the two may not disagree about errors."""
    return _verdict(at)[0]


def _verdict(at: Path) -> tuple[Verdict, Assessment | None]:
    """The verdict, and what ``casegen assess`` printed it from; none where the case has errors."""
    with _checked_once() as assessments:
        code, out, err = call("check", at, "--json")
        assessed, text, more = call("assess", at, "--json")
    result = assessments[-1] if assessments else None
    if code == 2 or assessed == 2:
        return Verdict(
            False, ({"rule": "format", "severity": "input", "message": err},), {}, out + err + more
        ), result
    hits = tuple(json.loads(out)["diagnostics"])
    document = json.loads(text)
    claims = {row["id"]: row["status"] for row in document.get("claims", ())}
    if assessed == 0:
        assert (code, document["supported"]) == (0, True), (out, text)
    return Verdict(assessed == 0, hits, claims, out + err + text + more), result


def must_not_hold(at: Path, because: str = "") -> Verdict:
    """The case falls short; ``because`` is a rule id, or words of a message, that says why."""
    result = verdict(at)
    assert not result.holds, f"{at.name} is shown as supported"
    assert because in result.rules or because in result.text, f"{because!r} is not among {result.text}"
    return result


def must_hold(at: Path) -> Verdict:
    """The case holds: every root supported, no error and no warning; a second checker accepts every derivation."""
    result, assessed = _verdict(at)
    assert result.holds, result.text
    assert not result.rules, result.text
    must_replay(at, assessed)
    return result


def replayed(at: Path) -> Verdict:
    """The verdict of a folder, whatever it is; the second checker agrees with it."""
    result, assessed = _verdict(at)
    must_replay(at, assessed)
    return result


def must_replay(at: Path, assessed: Assessment | None = None) -> None:
    """The checker of :mod:`replay` accepts the derivation of every supported claim, and of no other."""
    parts = read(at)
    assessed = assessed or casegen.assess(casegen.load(at))
    for claim, result in assessed.claims.items():
        against = objections(parts, json.loads(json.dumps(document(assessed, claim))))
        assert bool(against) != (result.status.value == "supported"), (claim, result.status, against)
