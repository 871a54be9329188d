"""A case that follows its folder: built again when a file changes, with a message when it cannot be."""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
import threading
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from casegen.model.diagnostic import Diagnostic, InputError, MissingDependencyError, Severity

IGNORED = {".casegen", ".git", "__pycache__"}


@dataclass(frozen=True, slots=True)
class Version:
    """One state of the page.  ``problem`` is empty when the case could be built.

    ``shown`` is a digest of what the page shows of the case; empty when it could not be read.
    """

    number: int
    page: str
    problem: str
    shown: str = ""


class LiveCase:
    """The page of a case folder, kept current.

    ``build`` turns the folder into a page; it is called whenever a file below the folder changes.  Waiting
    clients are woken by :meth:`wait`.  ``token`` is known to this case's page only.
    """

    def __init__(self, folder: Path, build: Callable[[Path], str] | None = None) -> None:
        self.folder = folder
        self.token = secrets.token_urlsafe(32)
        self._build = build or (lambda root: page_of(root, self.token))
        self._building = threading.Lock()
        self._changed = threading.Condition()
        self._seen: dict[Path, tuple[int, ...]] = {}
        self._version = Version(0, "", "not built yet")
        self.refresh()

    @property
    def version(self) -> Version:
        """The newest state."""
        return self._version

    def refresh(self) -> bool:
        """Look at the files and build again if any has changed; returns whether it was."""
        with self._building:
            return self._refresh()

    def is_shown(self, shown: str) -> bool:
        """Whether a page of that digest shows the case as it is now: acts on another one judge what is no more."""
        self.refresh()
        return shown != "" and shown == self._version.shown

    def act(self, act: Callable[[Path], dict[str, Any]]) -> dict[str, Any]:
        """Let ``act`` write into the folder, and have the page show it before its answer is given."""
        answer = act(self.folder)
        self.refresh()
        return answer

    def _refresh(self) -> bool:
        now = self._files()
        if now == self._seen:
            return False
        self._seen = now
        page, problem = "", ""
        shown = digest_of(
            self.folder
        )  # before the page: a change meanwhile makes the page newer, never older
        try:
            page = self._build(self.folder)
        except InputError as error:
            problem = "\n".join(message(d) for d in error.diagnostics)
        except (MissingDependencyError, OSError, ValueError) as error:
            problem = str(error)
        with self._changed:
            # a page that is asked for now does not show a state that is no more; an open one is notified
            self._version = Version(self._version.number + 1, page or problem_page(problem), problem, shown)
            self._changed.notify_all()
        return True

    def wait(self, number: int, seconds: float) -> Version:
        """The newest state, at once when it is newer than ``number``, else after at most ``seconds``."""
        with self._changed:
            self._changed.wait_for(lambda: self._version.number != number, seconds)
            return self._version

    def _files(self) -> dict[Path, tuple[int, ...]]:
        """What shows that a file has changed: its own date may be an old one, of a copy that kept it."""
        results: dict[Path, tuple[int, ...]] = {}
        for folder, below, names in os.walk(self.folder):  # which passes over a folder that goes meanwhile
            below[:] = [name for name in below if name not in IGNORED]
            for name in names:
                if name in IGNORED or name.endswith(".part"):
                    continue
                try:
                    state = (path := Path(folder, name)).stat()
                except OSError:
                    continue
                if stat.S_ISREG(state.st_mode):
                    results[path] = (state.st_mtime_ns, state.st_size, state.st_ctime_ns, state.st_ino)
        return results


def digest_of(folder: Path) -> str:
    """A digest of what a case shows: its files and what they use, stored results, settings and baselines; no review.

    Acts of others are beside the case: they do not change what is judged.  Empty for a case that cannot be read.
    """
    from casegen.io import load
    from casegen.io.outputs import files_of
    from casegen.io.regular import sha256

    result = hashlib.sha256()
    try:
        case = load(folder)
        for name, path in sorted((name, case.root / name) for name in files_of(case)):
            content = sha256(path) if path.is_file() else ""
            result.update(f"{name}\0{content}\n".encode("utf-8", "surrogateescape"))
    except (InputError, OSError, ValueError):  # the page says why
        return ""
    return result.hexdigest()


def message(finding: Diagnostic) -> str:
    """A finding as one line."""
    hint = f" ({finding.hint})" if finding.hint else ""
    return f"{finding.location}: {finding.message}{hint}"


def page_of(folder: Path, token: str = "") -> str:
    """Load, check, assess and draw the case with what stands beside it; evidence is not computed here.

    ``token`` lets the page ask for acts of a review.

    Raises :class:`InputError` for a folder that is no sound case.
    """
    from casegen.assessment.checks.case import checked
    from casegen.io import load
    from casegen.render.html import html_page
    from casegen.review.dossier import gather

    case = load(folder)
    result, session = checked(case)
    bad = [d for d in result if d.severity in (Severity.INPUT, Severity.ERROR)]
    if bad:
        raise InputError(bad)
    assessed = session.assess(diagnostics=result)
    return html_page(assessed, gather(assessed, session=session), live=True, token=token)


def problem_page(problem: str) -> str:
    """What is shown while the case cannot be built: the findings, and a page that waits for the fix."""
    rows = "".join(f"<li>{escape(line)}</li>" for line in problem.splitlines())
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The case cannot be read</title>'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
        '<meta http-equiv="refresh" content="2"></head><body><main><h1>The case cannot be read</h1>'
        f"<p>This page looks again every two seconds.</p><ul>{rows}</ul></main></body></html>"
    )
