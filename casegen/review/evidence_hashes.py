"""What an answer or a decision names as evidence: files of the case with their hash, addresses, parts.

A decision rests on that evidence: a file that is not what it was then opens the finding again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from casegen.io.folder import inside, why_not_inside
from casegen.io.regular import same_content, sha256
from casegen.model.addresses import ADDRESS
from casegen.model.case import Case
from casegen.model.diagnostic import InputError
from casegen.model.suggestions import nearest
from casegen.review.dependencies import Upstream
from casegen.review.events import Disposed, Responded
from casegen.review.journal import ReviewFinding
from casegen.review.manifest import BASELINES, members

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:(?!//)\S+")
"""a scheme of two letters or more and no host: ``doi:…``, ``urn:…``"""


def grounds(root: Path, case: Case, named: Sequence[str]) -> dict[str, str]:
    """SHA-256 of each file among ``named``, by its path below ``root``.

    Addresses (``https://…``, ``doi:…``) and ids of parts of ``case`` have no hash and are left out.

    Raises:
        InputError: a name is a hidden file, or no file of the case folder, no address and no part.
    """
    results: dict[str, str] = {}
    for name in named:
        path = inside(root, name)
        if path is not None and path.is_file():
            if any(part.startswith(".") for part in Path(name).parts if part.strip(".")):
                raise InputError.call(
                    f"evidence {name!r} is hidden: a baseline leaves such files out",
                    rule="review",
                    hint="give it a name that does not begin with a dot",
                )
            results[name] = sha256(path)
        elif not (_NAME.fullmatch(name) or ADDRESS.match(name)) and not Upstream(case).find(name):
            raise _no_such(root, case, name, path)
    return results


def rests_on(finding: ReviewFinding) -> dict[str, str]:
    """What the last answer and the last decision name as evidence; to each file the hash it had, else empty."""
    answers = [event for event in finding.events if isinstance(event, Responded)]
    decisions = [event for event in finding.events if isinstance(event, Disposed)]
    results: dict[str, str] = {}
    last: list[Responded | Disposed] = [*answers[-1:], *decisions[-1:]]
    for event in last:
        results |= {name: (event.sha256 or {}).get(name, "") for name in event.evidence}
    return results


def moved(root: Path, finding: ReviewFinding) -> dict[str, str]:
    """The files that the finding rests on and that are not what they were, each with what became of it."""
    return changed_files(root, rests_on(finding))


def changed_files(root: Path, named: Mapping[str, str]) -> dict[str, str]:
    """Of files ``named`` with the hash they had: those that differ now, each with what became of it."""
    results = {}
    for name, digest in named.items():
        if not digest:
            continue
        path = inside(root, name)
        if path is None or not path.is_file():
            results[name] = f"evidence {name} is gone (its SHA-256 was {digest[:12]}…)"
        elif not same_content(path, digest):
            results[name] = f"evidence {name}: SHA-256 was {digest[:12]}…, is {sha256(path)[:12]}…"
    return results


def _no_such(root: Path, case: Case, name: str, path: Path | None) -> InputError:
    if path is None:
        why = why_not_inside(name) if name in members(root)[0] else "is not inside the case folder"
        what = f"evidence {name!r} {why}"
        hint = "copy the file into the case folder, or give its address"
    elif path.is_dir():
        what, hint = f"evidence {name!r} is a folder", "name the file in it"
    else:
        files = [one for one in members(root)[0] if not one.startswith(f"{BASELINES}/")]
        what = f"there is no evidence {name!r}{nearest(name, [*files, *Upstream(case).keys])}"
        hint = "give the path of a file inside the case folder, an address (https://…, doi:…), or the id of a part"
    return InputError.call(what, rule="review", hint=hint)
