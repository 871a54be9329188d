"""What a baseline states of its frozen case, made again from the frozen files: an edited statement is then seen.

Whoever holds the key, or a root that nobody else has, could make the hashes of an edited assessment anew.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from typing import Any

from casegen.argument.reading.records import uncompared
from casegen.io.regular import read_bytes
from casegen.model.case import Case
from casegen.model.dates import as_of, latest_date
from casegen.model.diagnostic import InputError
from casegen.model.file_path import is_of_file_manager
from casegen.review.added_parts import not_installed, since_frozen
from casegen.review.baseline import ABOUT, ASSESSMENT, PROVENANCE, Baseline
from casegen.review.contradicted_assessment import contradictions, statuses
from casegen.review.frozen_content import as_json, assessment_of, own_code, statements_of
from casegen.review.manifest import members, roles
from casegen.review.verification import Mismatch
from casegen.store.comparison import first_difference
from casegen.store.methods import registered
from casegen.store.store import Store
from casegen.store.uninstalled import changed_beside, changes

_LEFT_OUT = ("a link to a folder", "neither a file nor a link to one", "a link that leaves the case folder")


def frozen_again(baseline: Baseline) -> tuple[list[Mismatch], list[str]]:
    """What does not follow from the frozen files; and, in words, what could not be made again here.

    The assessment is compared to rounding, as of the day when it was frozen, where the same code of casegen, the rules
    and types of gates of packages that judged it and every method of the case are here.  Of other code the statuses of
    claims that differ are named, and are no difference.
    """
    try:
        frozen = baseline.load()
        day = datetime.datetime.fromisoformat(baseline.about.created).date()
    except InputError as error:
        gone = [*not_installed(baseline.about.added_parts or ())]
        return [Mismatch("derived", "files", f"the frozen case cannot be read: {error}")], gone
    except ValueError:
        words = f"`created` should begin with a date, found {baseline.about.created!r}"
        return [Mismatch("derived", ABOUT, words)], []
    differ = [*_about(baseline, frozen, day), *_read(frozen, baseline)]
    absent = [*absent_methods(frozen), *unread_records(frozen)]
    other = baseline.about.tool.get("code", "") != own_code()
    with as_of(min(day, latest_date())):
        differ += _statements(baseline, frozen, all_there=not other and not absent)
        assessed = json.loads(assessment_of(frozen))
    kept = _kept(baseline, ASSESSMENT)
    if not isinstance(kept, dict):
        return [*differ, Mismatch("derived", ASSESSMENT, f"{ASSESSMENT} cannot be read")], []
    differ += [
        Mismatch("derived", ASSESSMENT, f"{ASSESSMENT}: {words}")
        for words in contradictions(kept, baseline, frozen)
    ]
    moved = [*since_frozen(baseline, frozen)]
    if other or absent or moved:
        whys = absent[:1]
        whys += moved or (["other code of casegen froze the case"] if not whys else [])
        return differ, [f"not covered: {ASSESSMENT}, since {whys[0]}", *whys[1:], *statuses(kept, assessed)]
    if place := first_difference(kept, assessed):
        message = f"{ASSESSMENT} is not what follows from the frozen files: {place}"
        differ.append(Mismatch("derived", ASSESSMENT, message))
    return differ, []


def absent_methods(frozen: Case) -> list[str]:
    """The methods of a case that are not installed here, each in words."""
    named = sorted({item.method for item in frozen.evidence_items} - registered().keys())
    return [f"the method {method} is not installed" for method in named]


def unread_records(case: Case) -> list[str]:
    """The records of a case that cannot be read here, each in words with the package that reads it."""
    return [f"{why}, which is not installed" for why in uncompared(case).values()]


def _kept(baseline: Baseline, name: str) -> Any:
    try:
        return json.loads(read_bytes(baseline.folder / name))
    except (OSError, ValueError, RecursionError):
        return None


def _about(baseline: Baseline, frozen: Case, day: datetime.date) -> Iterator[Mismatch]:
    """Fields of ``baseline.json`` that the frozen files contradict."""
    about, (paths, _) = baseline.about, members(frozen.root)
    wrong: dict[str, object] = {}
    if day > latest_date():
        wrong["created"] = f"{about.created} lies in the future"
    for name, stated, present in (
        ("case", about.case, frozen.header.id),
        ("version", about.version, frozen.header.version),
    ):
        if stated != present:
            wrong[name] = f"{stated!r}, where the frozen case has {present!r}"
    known = {path: role.value for path, role in roles(frozen, paths).items()}
    listed = {path: role for path, role in about.roles.items() if not is_of_file_manager(path)}
    if place := first_difference(listed, known):
        wrong["roles"] = place
    for path, why in about.left_out.items():
        if path in known or why not in _LEFT_OUT:
            wrong["left_out"] = (
                f"{path!r} ({why}), which is in the baseline or is no reason to leave a file out"
            )
    if problem := _code(baseline):
        wrong["tool"] = problem
    if unknown := sorted(about.stale.keys() - frozen.evidence_item.keys()):
        wrong["stale"] = f"{unknown[0]!r} is no evidence item of the frozen case"
    for name, words in wrong.items():
        yield Mismatch("derived", ABOUT, f"{ABOUT}, {name}: {words}")


def _code(baseline: Baseline) -> str:
    """How the hash of the code that froze the case is none; early baselines have neither it nor what was stale."""
    about = baseline.about
    if "code" not in about.tool:
        return "`code` is missing" if "stale" in about.model_fields_set else ""
    if not re.fullmatch(r"[0-9a-f]{64}", about.tool["code"]):
        return f"`code` should be a SHA-256, found {about.tool['code'][:40]!r}"
    return "" if "stale" in about.model_fields_set else "`stale` is missing beside it"


def _read(frozen: Case, baseline: Baseline) -> Iterator[Mismatch]:
    """Files that a run read, its inputs among them, and that the frozen case has otherwise than they were read."""
    about, states = baseline.about, Store(frozen).states()
    for index, item in enumerate(spec.id for spec in frozen.evidence_items):
        document = states[item].document
        if document is not None and "stale" in about.model_fields_set and item not in about.stale:
            inputs = (words for words in changes(frozen, index, document) if words.startswith("input "))
            for words in (*inputs, *changed_beside(frozen.root, document)):
                yield Mismatch("derived", "files", f"evidence {item}: {words}")


def _statements(baseline: Baseline, frozen: Case, *, all_there: bool) -> Iterator[Mismatch]:
    """Statements on results that are not what the frozen results give."""
    made = {name: json.loads(as_json(document)) for name, document in statements_of(frozen).items()}
    folder = baseline.folder / PROVENANCE
    there = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    there = sorted(name for name in there if not is_of_file_manager(name))
    for name in sorted({*made, *there}) if all_there else sorted(made):
        path = f"{PROVENANCE}/{name}"
        if name not in made or name not in there:
            words = "is gone" if name in made else "is of no result of the frozen case"
            yield Mismatch("derived", path, f"{path} {words}")
        elif place := first_difference(_plain(_kept(baseline, path)), _plain(made[name])):
            yield Mismatch("derived", path, f"{path} is not what follows from the frozen result: {place}")


def _plain(statement: Any) -> Any:
    """A statement without the words that explain what a hash covers, which another version may choose otherwise."""
    if isinstance(statement, dict):
        return {name: _plain(value) for name, value in statement.items() if name != "covers"}
    return [_plain(value) for value in statement] if isinstance(statement, list) else statement
